/*
 * question.c - what lucky's rules make of the questions at the table (table/ask.h): ranges and
 * command, eyes, arms, and where a unit may go.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/show/show.h"
#include "table/ask.h"

/* ---- How far? ---- */

static void put_fire_limits(gg_text *out, const gt_table *t, const lg_unit *unit, int32_t ticks)
{
    if (lg_is_guns(unit)) {
        gt_put_limit(out, t, "artillery range", lg_length(t->state, N_gun_range), ticks, LG_5_4);
    } else if (lg_is_foot(unit)) {
        gt_put_limit(out, t, "musket range", lg_length(t->state, N_volley_range), ticks, LG_5_3);
        if (unit->flags & FLAG_SKIRM)
            gt_put_limit(out, t, "its skirmishers' range", lg_length(t->state, N_musket_range),
                         ticks, LG_5_2);
    }
}

static bool is_commander(const gt_thing *it) { return !it->is_body && it->unit != GG_NO_UNIT; }

/* Divisions put orders on units, the others hand them on to commanders (LG-1.4 to LG-1.7). */
static bool hands_orders_to(const gg_state *s, const gt_thing *who, const gt_thing *whom)
{
    return (s->commanders[who->unit - UNITS_MAX].level == LEVEL_DIVISION) == whom->is_body;
}

static void put_limits(const gg_state *s, const gt_thing *who, const gt_thing *whom, int32_t ticks,
                       gg_text *out)
{
    const gt_table table = lg_table(s), *t = &table;
    bool enemies = who->side != whom->side || whom->unit == GG_NO_UNIT;
    if (is_commander(who) && !enemies && hands_orders_to(s, who, whom)) {
        const lg_commander *his = &s->commanders[who->unit - UNITS_MAX];
        static const uint16_t clauses[LEVELS] = {LG_2_14, LG_2_15, LG_2_16};
        gt_put_limit(out, t, "his command", lg_command_range(s, (lg_level)his->level), ticks,
                     (gg_clause)clauses[his->level]);
    } else if (is_commander(who)) {
        gt_put_limit(out, t, "his ride", lg_length(s, N_ride), ticks, LG_3_1);
    } else if (who->is_body && enemies) {
        const lg_unit *unit = &s->units[who->unit];
        put_fire_limits(out, t, unit, ticks);
        if (!lg_is_guns(unit) && unit->formation != FORM_SQUARE)
            gt_put_limit(out, t, whom->unit == GG_NO_UNIT ? "its move" : "its charge",
                         lg_rate(s, unit) * HUNDREDTH, ticks, LG_R56);
    }
}

/* ---- What can be seen? (LG-R14) ---- */

static bool has_no_flanks(const gt_table *t, unsigned u) { return lg_has_no_flanks(t->state, u); }

static bool is_all_round(const gt_table *t, unsigned u)
{
    return lg_is_foot(&t->bodies[u]) && lg_has_no_flanks(t->state, u);
}

/* Infantry in square or in buildings looks from its centre, others from the front edge. */
static gg_point eye_of(const gt_table *t, unsigned u)
{
    if (is_all_round(t, u)) return t->bodies[u].at;
    return gg_to_world(gt_pose(t, u), (gg_point){0, gt_box(t, u).front});
}

static gg_clause fires_ahead(const gt_table *t, unsigned u)
{
    return lg_is_horse(&t->bodies[u]) ? 0 : LG_R71; /* cavalry never fires */
}

/* ---- How far does it shoot and charge? ---- */

/* LG-5.2 to LG-5.4, and where the modifiers change (LG-5.14, LG-5.17, LG-5.18). */
static void find_bands(const gg_state *s, const lg_unit *unit, gt_arms *out)
{
    bool guns = lg_is_guns(unit);
    int32_t far = lg_fire_range(s, unit),
            close = lg_length(s, unit->type == TYPE_FOOT ? N_foot_close
                                 : guns                  ? N_horse_close
                                                         : N_volley_range);
    out->bands[out->band_count++] = far;
    if (guns) out->bands[out->band_count++] = lg_length(s, N_long_range);
    if (close < far) out->bands[out->band_count++] = close;
    out->clause = guns ? LG_5_4 : unit->flags & FLAG_SKIRM ? LG_5_2 : LG_5_3;
}

static void arms_of(const gt_table *t, unsigned u, gt_arms *out)
{
    const lg_unit *unit = &t->bodies[u];
    out->all_round = is_all_round(t, u);
    if (lg_is_horse(unit) || unit->formation == FORM_LIMB || lg_is_routing(unit)) {
        out->silent = lg_is_horse(unit)              ? "cavalry does not fire"
                      : unit->formation == FORM_LIMB ? "limbered it does not fire"
                                                     : "routing it does not fire";
        out->clause = lg_is_horse(unit) ? LG_R70 : unit->formation == FORM_LIMB ? LG_R49 : LG_R120;
    } else {
        find_bands(t->state, unit, out);
    }
    if (lg_is_guns(unit) || unit->formation == FORM_SQUARE || lg_is_routing(unit)
        || unit->shaken > 0 || lg_is_fatigued(t->state, unit))
        return;
    out->charge = lg_charge_allowance(t->state, u, unit->facing, 0);
    out->charge_clause = LG_R56;
}

typedef struct charging {
    const gg_state *s;
    unsigned unit;
    int32_t facing;
} charging;

static bool is_too_far(void *with, int32_t k)
{
    const charging *it = with;
    return k > lg_charge_allowance(it->s, it->unit, it->facing, k);
}

/* How far it comes in a direction, charging straight (LG-R55, LG-R56). */
static int32_t charge_way(const gt_table *t, unsigned u, int32_t facing)
{
    const lg_unit *unit = &t->bodies[u];
    gg_pose pose = {unit->at, facing};
    if (lg_pose_legal(t->state, u, pose, unit->formation).reason != R_LEGAL) return 0;
    charging it = {t->state, u, facing / 10};
    int32_t k = gg_bisect(0, CONTACT_MAX, is_too_far, &it) - 1;
    gg_convex shape = gt_shape_at(t, u, pose, unit->formation);
    gg_course course = gg_course_of(&shape, pose.facing);
    int32_t blocked = gt_blocked_at(t, &course, u, GT_BODIES_MAX, 0, k);
    return blocked == GG_NEVER ? k : blocked;
}

/* ---- Where may it go? ---- */

typedef struct going {
    const gg_state *s; /* as it would be with an order, where it has none */
    unsigned who;
    lg_mode mode;
    int32_t most;                /* ticks: farther than this it never gets */
    int32_t behind, most_behind; /* so far behind it, no farther than that; 0: the same */
    int32_t most_slow;           /* the same into slow ground; -1: not there */
    lg_mover *mover;
    lg_last_try guess;
} going;

static bool may_end(void *with, gg_point at)
{
    going *it = with;
    const gg_pose pose = lg_pose(&it->s->units[it->who]);
    if (gg_is_farther(pose.at, at, it->most)) return false;
    if (it->behind != 0 && gg_is_farther(pose.at, at, it->most_behind)
        && gg_to_local(pose, at).y < -it->behind)
        return false;
    enum { NEAR = 2 * HUNDREDTH }; /* a way ends within a hundredth or so of what it aims at */
    if ((it->most_slow < 0 || gg_is_farther(pose.at, at, it->most_slow))
        && gt_surely_slow(&it->mover->on, at, NEAR))
        return false;
    return lg_may_end(it->mover, it->mode, at, &it->guess);
}

static bool may_ride(void *with, gg_point at)
{
    const going *it = with;
    const gg_action ride = lg_ride_of(it->who, lg_grained(at));
    return lg_ride_legal(it->s, &ride).reason == R_LEGAL;
}

static bool may_go(going *it, const lg_path *path)
{
    lg_end end;
    gg_verdict verdict;
    gt_look_at(&it->mover->on, lg_end_of(&it->s->units[it->who], path).pose.at);
    if (!lg_rows_tell(it->mover, path, it->mode, &verdict))
        verdict = lg_way_legal(it->mover, path, it->mode, &end);
    return verdict.reason == R_LEGAL;
}

/* Whole hundredths straight ahead: the farthest that is legal, -1 if none is, and why not more. */
static int32_t farthest_ahead(going *it, gg_verdict *beyond)
{
    lg_path path = {.legs = 1, .form_start = lg_first_form(&it->s->units[it->who], it->mode)};
    lg_end end;
    path.ahead[0] = lg_allowance(it->s, it->who, &path, it->mode, false) + 1;
    while (path.ahead[0] >= 0 && !may_go(it, &path)) path.ahead[0]--;
    int32_t farthest = path.ahead[0]++;
    *beyond = lg_path_legal(it->s, it->who, &path, it->mode, &end);
    return farthest;
}

static int32_t farthest_back(const gg_state *s, unsigned u)
{
    lg_end end;
    lg_path path = {.legs = 1};
    int32_t h = lg_allowance(s, u, &path, MODE_BACK, false);
    while (h > 0 && lg_back_legal(s, u, h, &end).reason != R_LEGAL) h--;
    return h * HUNDREDTH;
}

/* How far a way of this length leads at most, with a side step. */
static int32_t far_by(const gg_state *s, int32_t hundredths)
{
    const int64_t way = (int64_t)hundredths * HUNDREDTH, step = lg_length(s, N_base_width);
    return (int32_t)gg_root_up((uint64_t)(way * way + step * step)) + HUNDREDTH;
}

/* Who turns by less than a quarter in all comes no farther behind him than he steps aside; more
 * than that is a wide turn, and halves the move (LG-R18). */
static void find_most(going *it)
{
    enum { QUARTER = 90, ROUNDED = 4 * HUNDREDTH };
    const gg_state *s = it->s;
    const lg_path path = {.legs = 1, .form_start = lg_first_form(&s->units[it->who], it->mode)};
    const int32_t way = lg_allowance(s, it->who, &path, it->mode, false);
    it->most = far_by(s, way);
    it->most_behind = far_by(s, way / 2) + ROUNDED;
    it->most_slow = far_by(s, lg_allowance(s, it->who, &path, it->mode, true)) + ROUNDED;
    if (it->mode == MODE_RESERVE) it->most_slow = -1; /* LG-3.21 */
    it->behind = lg_number(s, N_wide_turn) <= QUARTER ? lg_length(s, N_base_width) + ROUNDED : 0;
}

/* May it do that now?  A move of nothing asks about phase, order and unit alone. */
static gg_verdict now_legal(const gg_state *s, unsigned u)
{
    gg_action action =
        gg_action_on(s->phase == PHASE_K6 ? ACTION_ADVANCE : ACTION_MOVE, u, GG_NO_UNIT);
    lg_path path = {.legs = 1};
    if (s->phase != PHASE_K6) path.form_start = lg_first_form(&s->units[u], MODE_MOVE);
    lg_path_pack(&path, &action);
    return lg_judge(s, s->units[u].side, &action);
}

/* The outline, and how far it may go straight ahead: if not at all, no reserve move is told. */
static int32_t lay_reach(going *it, gg_role role, gg_verdict *beyond, gg_scene *scene)
{
    enum { CELLS = 50 }; /* not all there could be: a unit among many is told within 10 ms */
    lg_mover mover;
    lg_mover_begin(&mover, it->s, it->s->units[it->who].side);
    lg_mover_take(&mover, it->who);
    mover.on.plainly = true;
    it->mover = &mover;
    it->guess = (lg_last_try){0};
    find_most(it);
    gg_bounds bounds = gt_around(&mover.on.t, it->s->units[it->who].at, it->most);
    mover.on.around = bounds;
    mover.on.slow_around = gt_areas_among(&mover.on.t, mover.on.t.slow, bounds);
    gt_turns turns;
    lg_mover_turns(&mover, &turns, it->mode, it->most);
    const int32_t ahead = farthest_ahead(it, beyond);
    if (ahead >= 0 || it->mode != MODE_RESERVE) gg_trace(scene, role, bounds, CELLS, may_end, it);
    return ahead;
}

/* Beside the march: falling back (LG-R22), and the reserve move (LG-R51). */
static void tell_other_ways(const gt_table *t, const going *it, bool now, gg_text *words,
                            gg_scene *scene)
{
    const lg_unit *unit = &it->s->units[it->who];
    gg_verdict why;
    if (it->mode != MODE_MOVE || unit->formation == FORM_SQUARE) return;
    int32_t back = farthest_back(it->s, it->who);
    if (back > 0) {
        gg_lay_line(scene, GG_ROLE_reach, unit->at,
                    gg_along(unit->at, gg_facing(unit->facing * 10 + GG_HALF_TURN), back));
        gg_put(words, now ? " It may fall back " : " It could fall back ");
        gt_put_ticks(words, t, back);
        gt_put_cited(words, t, LG_R22);
        gg_put(words, ".");
    }
    going reserve = *it;
    reserve.mode = MODE_RESERVE;
    int32_t ahead = lay_reach(&reserve, GG_ROLE_reserve, &why, scene);
    if (ahead < 0) return;
    gg_put(words, " Reserve move: ");
    gt_put_ticks(words, t, ahead * HUNDREDTH);
    gg_put(words, " ahead");
    gt_put_cited(words, t, LG_R51);
    gg_put(words, ".");
}

static void ask_unit_reach(const gt_table *t, gg_side side, const gt_thing *who, gg_answer *answer,
                           gg_text *words, gg_scene *scene)
{
    (void)side;
    const gg_state *s = t->state;
    const lg_unit *unit = &s->units[who->unit];
    going it = {.s = s, .who = who->unit, .mode = s->phase == PHASE_K6 ? MODE_ADVANCE : MODE_MOVE};
    gg_verdict beyond = lg_legal;
    answer->from = unit->at;
    gt_tell_now(answer, t, now_legal(s, who->unit), words);
    if (lg_is_routing(unit)) return;
    int32_t ahead = lay_reach(&it, GG_ROLE_reach, &beyond, scene);
    if (answer->yes) gt_refused(answer, t, beyond);
    if (ahead < 0) return;
    answer->ticks = ahead * HUNDREDTH;
    answer->to = gg_along(unit->at, unit->facing * 10, answer->ticks);
    gt_put_thing(words, t, who);
    gg_put(words, answer->yes ? " may go " : " could go ");
    gt_put_ticks(words, t, answer->ticks);
    gg_put(words, " straight ahead");
    if (unit->formation == FORM_SQUARE) gg_put(words, ", forming column first");
    gg_put(words, answer->yes ? "" : " with an order");
    gg_put(words, ". Beyond: ");
    gg_put_verdict(words, &lucky_rules, beyond);
    tell_other_ways(t, &it, answer->yes, words, scene);
}

static void ask_ride(const gt_table *t, const gt_thing *who, gg_answer *answer, gg_text *words,
                     gg_scene *scene)
{
    const gg_state *s = t->state;
    const unsigned c = who->unit - (unsigned)UNITS_MAX;
    const gg_action stay = lg_ride_of(c, lg_grained(who->at));
    gg_verdict now = lg_judge(s, s->commanders[c].side, &stay);
    if (now.reason == R_RIDES_INTO_ENEMY) now = lg_legal; /* he may ride away */
    gg_state would = *s;
    would.phase = PHASE_M1;
    would.active = s->commanders[c].side;
    would.commanders[c].moved = 0;
    going it = {.s = &would, .who = c};
    const gt_ride ride = {lg_length(s, N_ride), LG_3_1, now, may_ride, &it};
    gt_tell_ride(t, &ride, who, answer, words, scene);
    gg_put(words, ", more than an inch from every enemy unless he joins a unit");
    gt_put_cited(words, t, LG_R42);
    gg_put(words, ".");
}

/* ---- All of them. ---- */

static const gt_asks asks = {
    .measure = LG_R5,
    .sight = LG_R14,
    .zones = LG_R8,
    .contact = LG_R9,
    .flank = LG_R55,
    .not_here = R_NOT_ON_TABLE,
    .out_of_sight = R_OUT_OF_SIGHT,
    .zone_depth = 4 * INCH,
    .contact_most = 2 * CONTACT_MAX,
    .limits = put_limits,
    .eye = eye_of,
    .all_round = is_all_round,
    .no_flanks = has_no_flanks,
    .fires_ahead = fires_ahead,
    .arms = arms_of,
    .charge_way = charge_way,
    .barred = "deep water",
    .reach = ask_unit_reach,
    .ride = ask_ride,
};

/* Nothing is hidden, and measuring is free. */
void lg_ask(const gg_state *s, gg_side side, const gg_question *question, gg_answer *answer,
            gg_scene *scene)
{
    gt_table t = lg_table(s);
    gt_ask(&t, &asks, side, question, answer, scene);
}
