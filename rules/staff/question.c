/*
 * question.c - what the rules of staff make of the questions at the table (table/ask.h): ranges and
 * command, sight by its own lines (ST-R11), arms, and where a unit may go.
 */
#include "staff.h"
#include "table/ask.h"

/* ---- How far? ---- */

static void put_limits(const gg_state *s, const gt_thing *who, const gt_thing *whom, int32_t ticks,
                       gg_text *out)
{
    const gt_table table = staff_table(s), *t = &table;
    const bool is_enemy = who->side != whom->side && whom->unit != GG_NO_UNIT;
    if (!who->is_body && who->unit != GG_NO_UNIT && whom->is_body && !is_enemy) {
        gt_put_limit(out, t, "one step of his command", staff_number(s, N_cmd_step), ticks, ST_R30);
    } else if (who->is_body && (is_enemy || whom->unit == GG_NO_UNIT)) {
        const int32_t range = staff_weapon_number(s, who->unit, WEAPON_RANGE);
        if (is_enemy)
            gt_put_limit(out, t, "proximity", staff_number(s, N_proximity), ticks, ST_1_1);
        if (range > 0) gt_put_limit(out, t, "its range", range, ticks, ST_T12);
        gt_put_limit(out, t, "a move", staff_rate(s, who->unit), ticks, ST_R12);
    }
}

/* ---- Arms. ---- */

static bool is_all_round(const gt_table *t, unsigned u)
{
    const unsigned form = t->bodies[u].formation;
    return form == FORM_SKIRM || form == FORM_SQUARE || form == FORM_GARRISON;
}

static bool has_no_flanks(const gt_table *t, unsigned u)
{
    return !staff_drills[t->bodies[u].formation].has_flanks;
}

static gg_point eye_of(const gt_table *t, unsigned u)
{
    return t->bodies[u].formation == FORM_DEPLOYED ? gt_centre(t, u) : t->bodies[u].at;
}

static gg_clause fires_ahead(const gt_table *t, unsigned u)
{
    if (staff_weapon_number(t->state, u, WEAPON_RANGE) == 0) return 0;
    return staff_is_guns(&t->bodies[u]) ? ST_7_5 : ST_7_2;
}

static void arms_of(const gt_table *t, unsigned u, gt_arms *out)
{
    const gg_state *s = t->state;
    const staff_unit *it = &t->bodies[u];
    out->all_round = is_all_round(t, u);
    if (staff_shooting_dice(s, u) == 0) {
        out->silent = it->formation == FORM_MCOL || it->formation == FORM_LIMBERED
                          ? "on the march it does not shoot"
                          : "it has no shooting dice";
        out->clause = ST_R70;
    } else {
        const int32_t close = staff_number(s, N_close_range);
        out->bands[out->band_count++] = staff_weapon_number(s, u, WEAPON_RANGE);
        if (staff_is_guns(it)) {
            out->bands[out->band_count++] = staff_weapon_number(s, u, WEAPON_HALF);
            out->bands[out->band_count++] = staff_weapon_number(s, u, WEAPON_SHORT);
        }
        if (close < out->bands[out->band_count - 1]) out->bands[out->band_count++] = close;
        out->clause = ST_T12;
    }
    if (!staff_drills[it->formation].charges || staff_is_disordered(it) || staff_is_shaken(s, u))
        return;
    out->charge = staff_rate(s, u);
    out->charge_clause = ST_R46;
}

static int32_t charge_way(const gt_table *t, unsigned u, int32_t facing)
{
    (void)facing;
    return staff_rate(t->state, u);
}

/* ---- What can be seen (ST-R11): the figures of the target, from where it shoots. ---- */

static void put_seen(const gg_state *s, const gg_question *q, gg_answer *answer, gg_text *words,
                     gg_scene *scene)
{
    const gt_table t = staff_table(s);
    const gg_pose pose = staff_pose(s, q->whom);
    const gg_box box = staff_own_box(s, q->whom);
    staff_line_of_sight block = {.unit = GG_NEVER, .area = GG_NEVER};
    int seen = 0;
    answer->from = eye_of(&t, q->who);
    answer->to = staff_centre(s, q->whom);
    for (int i = 0; i < GT_FIGURES; i++) {
        const gg_point figure = gt_figure(pose, box, i);
        const staff_line_of_sight line = staff_look(s, q->who, answer->from, q->whom, pose, figure);
        if (line.blocked) block = line;
        else if (seen++ == 0) answer->to = figure;
    }
    answer->yes = seen > 0;
    answer->clause = ST_R11;
    answer->ticks = staff_distance(s, q->who, q->whom);
    if (block.unit != GG_NEVER && !answer->yes) answer->unit = (gg_unit)block.unit;
    gg_lay_sight(scene, answer->from, answer->yes ? answer->to : answer->from, answer->to);
    staff_write_unit(s, q->who, words);
    gg_put(words, answer->yes ? " sees " : " does not see ");
    staff_write_unit(s, q->whom, words);
    gg_put_words(words, ": %d of 16 figures", seen);
    if (block.unit != GG_NEVER) {
        gg_put(words, ", ");
        staff_write_unit(s, (gg_unit)block.unit, words);
        gg_put(words, " is in the way");
    } else if (block.area != GG_NEVER) {
        gg_put_words(words, ", %s is in the way",
                     staff_game.grounds[s->areas[block.area].type].words);
    }
    gt_put_cited(words, &t, ST_R11);
    gg_put(words, ".");
    if (!answer->yes) answer->verdict = staff_refuse(R_NOT_SEEN);
}

/* ---- Where may it go? ---- */

typedef struct going {
    const gg_state *s;
    unsigned who;
    gg_side side;
} going;

static bool may_end(void *with, gg_point at) { return staff_can_end(with, at); }

static void ask_unit_reach(const gt_table *t, gg_side side, const gt_thing *who, gg_answer *answer,
                           gg_text *words, gg_scene *scene)
{
    const gg_state *s = t->state;
    const unsigned u = who->unit;
    side = who->side;
    const int32_t rate = staff_rate(s, u), facing = s->units[u].facing;
    gg_action ahead = gg_action_on(
        s->units[u].formation == FORM_DEPLOYED ? ACTION_HANDLE : ACTION_GO, (gg_unit)u, GG_NO_UNIT);
    int32_t best = 0;
    gg_verdict why = staff_legal;
    bool now = false;
    ahead.args[0] = facing;
    for (int32_t length = rate; length >= 0 && best == 0; length -= INCH / 4) {
        ahead.at = gg_along(s->units[u].at, facing * 10, length);
        const gg_verdict may = staff_judge(s, side, &ahead);
        if (may.reason == R_LEGAL && length > 0) best = length, now = true;
        else if (length == rate || why.reason == R_LEGAL) why = may;
    }
    if (best == rate) {
        ahead.at = gg_along(s->units[u].at, facing * 10, rate + 1);
        why = staff_judge(s, side, &ahead);
    }
    answer->yes = now;
    answer->from = s->units[u].at;
    answer->ticks = best;
    answer->to = gg_along(s->units[u].at, facing * 10, best);
    staff_goer goer;
    staff_begin_going(s, side, u, now, &goer);
    gg_trace(scene, GG_ROLE_reach, gt_around(t, s->units[u].at, rate), GG_TRACE_CELLS, may_end,
             &goer);
    if (now) {
        gt_put_thing(words, t, who);
        gg_put(words, " may go ");
        gt_put_ticks(words, t, best);
        gg_put(words, " straight ahead. Beyond: ");
    }
    gt_tell_refused(answer, t, why, words);
}

static bool may_ride(void *with, gg_point at)
{
    const going *it = with;
    gg_action ride = gg_action_on(ACTION_CMOVE, (gg_unit)(UNITS_MAX + it->who), GG_NO_UNIT);
    ride.at = at;
    return staff_cmove_legal(it->s, it->side, &ride).reason == R_LEGAL;
}

static void ask_ride(const gt_table *t, const gt_thing *who, gg_answer *answer, gg_text *words,
                     gg_scene *scene)
{
    const gg_state *s = t->state;
    const unsigned row = who->unit - (unsigned)UNITS_MAX;
    const gg_action stay = gg_action_on(ACTION_CSTAY, who->unit, GG_NO_UNIT);
    gg_state would = *s;
    would.commander = (uint8_t)(row + 1);
    going it = {.s = &would, .who = row, .side = who->side};
    const gt_ride ride = {
        .most = staff_number(s, s->commanders[row].mounted ? N_rate_commander_horse
                                                           : N_rate_commander_foot),
        .clause = ST_3_5,
        .now = staff_judge(s, who->side, &stay),
        .may_end = may_ride,
        .with = &it,
    };
    gt_tell_ride(t, &ride, who, answer, words, scene);
    gg_put(words, ".");
}

static const gt_asks asks = {
    .measure = ST_R4,
    .sight = ST_R11,
    .zones = ST_R5,
    .contact = ST_R10,
    .flank = ST_R46,
    .not_here = R_NO_SUCH_UNIT,
    .out_of_sight = R_NOT_SEEN,
    .zone_depth = 6 * INCH,
    .contact_most = 54 * INCH,
    .limits = put_limits,
    .eye = eye_of,
    .all_round = is_all_round,
    .no_flanks = has_no_flanks,
    .fires_ahead = fires_ahead,
    .arms = arms_of,
    .charge_way = charge_way,
    .barred = "water or a building",
    .reach = ask_unit_reach,
    .ride = ask_ride,
};

/* Nothing is hidden, and measuring is free. */
void staff_ask(const gg_state *s, gg_side side, const gg_question *question, gg_answer *answer,
               gg_scene *scene)
{
    const gt_table t = staff_table(s);
    const bool is_pair = question->kind == GG_ASK_SIGHT && staff_is_here(s, question->who)
                         && staff_is_here(s, question->whom) && question->who != question->whom;
    if (!is_pair) {
        gt_ask(&t, &asks, side, question, answer, scene);
        return;
    }
    *answer = gg_no_answer();
    gg_text words = gg_text_over(answer->words, sizeof answer->words);
    put_seen(s, question, answer, &words, scene);
}
