/*
 * question.c - what the rules make of the questions at the table (table/ask.h): ranges, what a
 * Brigade sees and shoots, and where it may go; and the first roll of an action.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/show/show.h"
#include "table/ask.h"

#include <string.h>

/* The longest reach of its weapons, effective or long; 0: it has none that can fire. */
static int32_t reach_of(const gg_state *s, unsigned b, bool far)
{
    int32_t most = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        if (!cw_form_defs[u->formation].fires) continue;
        const int32_t reach = cw_reach(s, (cw_weapon)u->weapon, far);
        if (reach > most) most = reach;
    }
    return most;
}

static void put_limits(const gg_state *s, const gt_thing *who, const gt_thing *whom, int32_t ticks,
                       gg_text *out)
{
    const gt_table table = cw_table(s), *t = &table;
    const bool enemies = who->side != whom->side || whom->unit == GG_NO_UNIT;
    if (!who->is_body) {
        gt_put_limit(out, t, "his ride", cw_number(s, N_general_move), ticks, CW_2_6);
        if (!enemies)
            gt_put_limit(out, t, "one order step", cw_number(s, N_order_step), ticks, CW_8_10);
    } else if (enemies) {
        const int32_t far = reach_of(s, who->unit, true);
        gt_put_limit(out, t, "a Zone of Control", cw_number(s, N_zone_of_control), ticks, CW_12_1);
        if (far > 0) gt_put_limit(out, t, "long range", far, ticks, CW_22_1);
        if (far > 0)
            gt_put_limit(out, t, "effective range", reach_of(s, who->unit, false), ticks, CW_22_1);
    }
}

static gg_point eye_of(const gt_table *t, unsigned b) { return t->bodies[b].at; }

static bool has_no_flanks(const gt_table *t, unsigned b)
{
    return cw_any_form(t->state, b, FORM_SQUARE);
}

static gg_clause fires_ahead(const gt_table *t, unsigned b)
{
    return cw_all(t->state, b, cw_is_cavalry) ? 0 : CW_16_2;
}

static void arms_of(const gt_table *t, unsigned b, gt_arms *out)
{
    const gg_state *s = t->state;
    const int32_t far = reach_of(s, b, true), near = reach_of(s, b, false);
    out->clause = CW_22_1;
    if (far > 0) {
        out->bands[out->band_count++] = far;
        if (near < far) out->bands[out->band_count++] = near;
    } else {
        out->silent =
            cw_all(s, b, cw_is_cavalry) ? "cavalry has no fire dice" : "it cannot fire so";
        out->clause = CW_R49;
    }
    if (cw_all(s, b, cw_is_cavalry) && !cw_is_fleeing(s, b)) {
        out->charge = cw_number(s, N_charge);
        out->charge_clause = CW_13_19;
    }
}

static int32_t charge_way(const gt_table *t, unsigned b, int32_t facing)
{
    (void)facing;
    return t->bodies[b].facing;
}

/* ---- Where may it go? ---- */

typedef struct going {
    const gg_state *s;
    unsigned who;
    gg_point from;
    int32_t most;
    bool in_zone;
    cw_marcher marcher;
} going;

static bool may_end(void *with, gg_point at)
{
    going *it = with;
    if (gg_is_farther(it->from, at, it->most + TOLERANCE)) return false; /* no way is so long */
    if (it->who < BRIGADES_MAX)
        return cw_can_march_to(it->s, it->who, at, it->in_zone, &it->marcher);
    gg_action ride = gg_action_on(ACTION_RIDE, it->who, GG_NO_UNIT);
    ride.at = at;
    return cw_is_on_table_place(it->s, at)
           && cw_is_legal(cw_judge(it->s, cw_general_side(it->who), &ride));
}

static void lay_zone(const gt_table *t, unsigned b, gg_scene *scene)
{
    const uint32_t before = scene->count;
    gg_lay_range(scene, GG_ROLE_control, gt_bounds(t), cw_pose(t->state, b), cw_box(t->state, b),
                 true, cw_number(t->state, N_zone_of_control));
    if (scene->count > before) scene->marks[scene->count - 1].side = t->bodies[b].side;
}

/* CW-12.1: its own Zone of Control, and those of enemies that lie about its way. */
static void lay_zones(const gt_table *t, unsigned b, int32_t most, gg_scene *scene)
{
    const gg_state *s = t->state;
    if (scene == NULL || s->phase < PHASE_BEGIN) return;
    uint64_t near = cw_enemies_within(s, b, 2 * cw_number(s, N_zone_of_control) + most);
    if (cw_stands(s, b)) lay_zone(t, b, scene);
    while (near != 0) lay_zone(t, (unsigned)gg_next_bit(&near), scene);
}

static void ask_reach(const gt_table *t, gg_side side, const gt_thing *who, gg_answer *answer,
                      gg_text *words, gg_scene *scene)
{
    const gg_state *s = t->state;
    const bool general = !who->is_body;
    (void)side;
    const int32_t most =
        general ? cw_number(s, N_general_move)
                : cw_number(s, cw_is_horse(s, who->unit) ? N_quick_horse : N_quick_foot)
                      + cw_number(s, N_road_bonus);
    const gg_verdict now = general ? cw_general_may_act(s, who->side, who->unit)
                                   : cw_may_act(s, who->side, who->unit, ACTION_MARCH);
    going it;
    it.s = s;
    it.who = who->unit;
    it.from = who->at;
    it.most = most;
    it.in_zone = !general && cw_in_zone(s, who->unit);
    cw_begin_marches(&it.marcher, true);
    answer->yes = cw_is_legal(now) && s->phase == (general ? PHASE_GENERAL : PHASE_ACTIVATE);
    answer->from = answer->to = who->at;
    answer->ticks = most;
    answer->clause = general ? CW_2_6 : CW_14_1;
    if (!cw_is_legal(now)) {
        gt_tell_refused(answer, t, now, words);
        gg_put_char(words, ' ');
    }
    if (!general) lay_zones(t, who->unit, most, scene);
    if (answer->yes)
        gg_trace(scene, GG_ROLE_reach, gt_around(t, who->at, most), GG_TRACE_CELLS, may_end, &it);
    gt_put_thing(words, t, who);
    gg_put(words, general ? " rides up to " : " goes at most ");
    gg_put_ticks(words, &clausewitz_rules, most);
    gt_put_cited(words, t, answer->clause);
    gg_put(words, ".");
}

static const gt_asks asks = {
    .measure = CW_R5,
    .sight = CW_R14,
    .zones = CW_R8,
    .contact = CW_R9,
    .flank = CW_R25,
    .not_here = R_GONE,
    .out_of_sight = R_NOT_TARGET,
    .zone_depth = 10 * CM,
    .contact_most = 60 * CM,
    .limits = put_limits,
    .eye = eye_of,
    .all_round = gt_never,
    .no_flanks = has_no_flanks,
    .fires_ahead = fires_ahead,
    .arms = arms_of,
    .charge_way = charge_way,
    .barred = "impassable ground",
    .reach = ask_reach,
};

void cw_ask(const gg_state *s, gg_side side, const gg_question *question, gg_answer *answer,
            gg_scene *scene)
{
    const gt_table t = cw_table(s);
    const bool of_itself = question->kind == GG_ASK_REACH || question->kind == GG_ASK_ARCS;
    if (of_itself && question->who < s->body_count && cw_is_here(s, question->who)
        && s->units[question->who][0].type == TYPE_HIDDEN) {
        *answer = gg_no_answer();
        answer->clause = CW_27_1;
        gg_text words = gg_text_over(answer->words, sizeof answer->words);
        cw_write_unit(s, question->who, &words);
        gg_put(&words, " lies face down: how far it goes and fires is not known (CW-27.1).");
        return;
    }
    gt_ask(&t, &asks, side, question, answer, scene);
}

/* ---- The first roll of an action. ---- */

/* Does a Brigade test before anything else is rolled? */
static bool tests_first(const gg_state *s, gg_side side, const gg_action *action, unsigned *charger)
{
    const cw_action_kind kind = (cw_action_kind)action->kind;
    if (kind == ACTION_HOLD) return cw_holds_by_test(s, action->who);
    const bool acts = kind >= ACTION_MARCH && kind <= ACTION_BATTERY;
    if (!acts) return false;
    const bool marches = kind == ACTION_MARCH || kind == ACTION_QUICK;
    const bool engages = marches
                             ? cw_march_engages(s, side, action)
                             : kind == ACTION_CHARGE && cw_any_form(s, action->whom, FORM_COLUMN);
    return cw_tests_before(s, action->who, kind, engages, charger);
}

const gg_check *cw_preview(const gg_state *s, gg_side side, const gg_action *action, void *query)
{
    if (action->kind == ACTION_ORDER) {
        const cw_command_query it = cw_command_of(s, action->who, action->whom);
        memcpy(query, &it, sizeof it);
        return &cw_command_check;
    }
    if (action->kind == ACTION_RALLY) {
        const cw_morale_query it = cw_morale_of(s, action->whom, NOBODY, true);
        memcpy(query, &it, sizeof it);
        return &cw_morale_check;
    }
    if (action->kind == ACTION_REROLL) {
        const cw_frame *frame = cw_top_of(s);
        const cw_morale_query it = cw_morale_of(s, frame->who, frame->whom, frame->set != 0);
        memcpy(query, &it, sizeof it);
        return &cw_morale_check;
    }
    unsigned charger = NOBODY;
    if (tests_first(s, side, action, &charger)) {
        const cw_morale_query it = cw_morale_of(s, action->who, charger, false);
        memcpy(query, &it, sizeof it);
        return &cw_morale_check;
    }
    cw_dice_query shot;
    const bool shoots = action->kind == ACTION_FIRE || action->kind == ACTION_BOMBARD
                        || action->kind == ACTION_BATTERY;
    if (!shoots || !cw_first_steady(s, action, &shot)) return NULL;
    memcpy(query, &shot, sizeof shot);
    return &cw_steady_check;
}
