/*
 * offer.c - a sensible finite choice of what may be done: what computer players choose from and
 * what is listed for people.  Candidates are proposed, and the one judge passes them.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/play/play.h"

#include <string.h>

enum {
    REFUSED_MAX = 64,
    GOALS_MAX = OBJECTIVES_MAX + 4,
    HUNDREDTH = CM / 100 /* lengths that are worked out are told to this, and offered so */
};
typedef struct offers {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
    uint32_t first;      /* what may be proposed again begins here */
    cw_marcher *marcher; /* of the Brigade whose marches are proposed, or NULL */
    unsigned goals_of;   /* the Brigade + 1 whose goals are known; 0: nobody's */
    int goal_count;
    gg_point goals[GOALS_MAX];
    uint32_t refused_count;
    gg_action refused[REFUSED_MAX]; /* they need not be judged again */
} offers;

/* What is proposed only once. */
static void propose(offers *to, gg_action action)
{
    if (to->count == to->limit) return;
    if (cw_is_legal(cw_judge_as(to->s, to->side, &action, to->marcher)))
        to->out[to->count++] = action;
}

/* What may be the same as something proposed before. */
static void propose_once(offers *to, gg_action action)
{
    const uint32_t before = to->count;
    if (gg_is_among(to->out + to->first, before - to->first, &action)
        || gg_is_among(to->refused, to->refused_count, &action))
        return;
    propose(to, action);
    if (to->count == before && to->refused_count < REFUSED_MAX)
        to->refused[to->refused_count++] = action;
}

/* What comes now is of another kind than what came. */
static void begin_kind(offers *to)
{
    to->first = to->count;
    to->refused_count = 0;
}

static void propose_plain(offers *to, cw_action_kind kind, unsigned who)
{
    propose(to, gg_action_on(kind, who, GG_NO_UNIT));
}

static void propose_place(offers *to, cw_action_kind kind, unsigned who, gg_point at)
{
    gg_action action = gg_action_on(kind, who, GG_NO_UNIT);
    action.at = at;
    propose(to, action);
}

/* ---- Where a Brigade would like to be. ---- */

/* The objectives and the nearest enemies: what is worth going to. */
static int add_goal(gg_point *out, int count, gg_point goal)
{
    for (int i = 0; i < count; i++)
        if (gg_is_same_place(out[i], goal)) return count;
    out[count] = goal;
    return count + 1;
}

static int find_goals(const gg_state *s, unsigned b, gg_point out[GOALS_MAX])
{
    int count = 0;
    const int own = cw_objective_of(s, b);
    count = add_goal(out, count, cw_goal_of(s, b));
    if (own != 0) count = add_goal(out, count, s->objectives[own - 1].at);
    for (int i = 0; i < OBJECTIVES_MAX && own == 0; i++)
        if (s->objectives[i].number != 0) count = add_goal(out, count, s->objectives[i].at);
    unsigned nearest[2];
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    const int found = gt_nearest_places(s->bodies, enemies, s->bodies[b].at, 2, nearest);
    for (int i = 0; i < found; i++) count = add_goal(out, count, cw_middle(s, nearest[i]));
    return count;
}

/* The same for all that is proposed to one Brigade. */
static int goals_of(offers *to, unsigned b)
{
    if (to->goals_of != b + 1) to->goal_count = find_goals(to->s, b, to->goals);
    to->goals_of = b + 1;
    return to->goal_count;
}

/* ---- Marches. ---- */

static int32_t rate_of(const gg_state *s, unsigned b, bool quick, bool road)
{
    const bool horse = cw_is_horse(s, b);
    return cw_number(s, quick ? (horse ? N_quick_horse : N_quick_foot)
                              : (horse ? N_march_horse : N_march_foot))
           + (road ? cw_number(s, N_road_bonus) : 0);
}

/* The most tenths that a wheel of this length pays for. */
static int32_t wheel_for(const gg_state *s, unsigned b, int32_t length)
{
    const gg_box box = cw_box(s, b);
    int32_t low = 0, high = cw_number(s, N_wheel_most);
    while (low < high) {
        const int32_t middle = (low + high + 1) / 2;
        if (gt_wheel_cost(box, middle) <= length) low = middle;
        else high = middle - 1;
    }
    return low;
}

/* How far ahead one of these enemies is so near; 0: none is within the length, or is already. */
static int32_t way_until(const gg_state *s, unsigned b, uint64_t enemies, int32_t near,
                         int32_t length)
{
    int whom;
    const gt_going going = cw_going(s, b, s->bodies[b].facing, length);
    const int32_t way = cw_first_contact(s, &going, enemies, near, &whom);
    return way == GG_NEVER || way >= length ? 0 : way;
}

/* A wheel to the goal and straight on, as far as the rate allows; and straight on. */
static void propose_toward(offers *to, cw_action_kind kind, unsigned b, int32_t rate, gg_point goal)
{
    const gg_state *s = to->s;
    const gg_box box = cw_box(s, b);
    const gg_pose pose = cw_pose(s, b);
    const bool right = gg_to_local(pose, goal).x > 0;
    const int32_t far = gg_distance(pose.at, goal), most = wheel_for(s, b, rate);
    const int32_t exact = gt_wheel_to(pose, box, right, most, goal);
    const int32_t wheel = exact == GG_NEVER ? most : exact;
    if (wheel > 0) {
        gg_action action = cw_march_of(kind, b, right ? LEG_RIGHT : LEG_LEFT, wheel);
        const int32_t left = rate - gt_wheel_cost(box, wheel);
        if (left > 0) action.args[2] = LEG_AHEAD, action.args[3] = left;
        propose_once(to, action);
    }
    propose_once(to, cw_march_of(kind, b, LEG_AHEAD, far > 0 && far < rate ? far : rate));
}

/* The way there is shut: to either side of it. */
enum { ROUNDS = 4 };
static gg_point round_goal(const gg_state *s, unsigned b, gg_point goal, int nth)
{
    static const int16_t turns[ROUNDS] = {-350, 350, -700, 700};
    const gg_point at = s->bodies[b].at;
    return gg_along(at, gg_facing(gg_bearing_to(at, goal, 1) + turns[nth]), 20 * CM);
}

static int32_t slow_rate(const gg_state *s, unsigned b)
{
    return cw_number(s, cw_is_horse(s, b) ? N_difficult_horse : N_difficult_foot);
}

/* Where an advance is best ended (CW-12.1): a centimetre short of the Zones of Control. */
static void propose_watch(offers *to, cw_action_kind kind, unsigned b, int32_t rate)
{
    const gg_state *s = to->s;
    const uint64_t standing = cw_side_set(s, gg_other(to->side), true);
    const int32_t near = cw_number(s, N_zone_of_control) + CM;
    const int32_t way = way_until(s, b, standing, near, rate) / HUNDREDTH * HUNDREDTH;
    if (way > 0) propose_once(to, cw_march_of(kind, b, LEG_AHEAD, way));
}

static void propose_marches(offers *to, unsigned b, cw_action_kind kind)
{
    const gg_state *s = to->s;
    const bool quick = kind == ACTION_QUICK;
    if (!cw_may_march(s, to->side, b, kind) || cw_farthest_march(s, b, quick, to->marcher) == 0)
        return;
    const int32_t rates[] = {rate_of(s, b, quick, true), rate_of(s, b, quick, false),
                             slow_rate(s, b)};
    const gg_point *goals = to->goals;
    const int count = goals_of(to, b);
    begin_kind(to);
    for (int row = s->line_count == 0; row < (quick ? 2 : 3); row++) {
        const uint32_t before = to->count;
        propose_toward(to, kind, b, rates[row], goals[0]);
        for (int i = 0; i < ROUNDS && (i > 0 || to->count == before); i++)
            propose_toward(to, kind, b, rates[row], round_goal(s, b, goals[0], i));
        for (int i = 1; i < count; i++) propose_toward(to, kind, b, rates[row], goals[i]);
        propose_once(to, cw_march_of(kind, b, LEG_AHEAD, rates[row]));
        if (to->count > before && row > 0) break; /* slower only where faster is not allowed */
    }
    propose_watch(to, kind, b, rates[1]);
    if (quick) return;
    propose_once(to, cw_march_of(kind, b, LEG_AHEAD, rates[1] / 2));
    const int32_t wheel = wheel_for(s, b, rates[1]);
    propose_once(to, cw_march_of(kind, b, LEG_LEFT, wheel));
    propose_once(to, cw_march_of(kind, b, LEG_RIGHT, wheel));
}

/* To where its small arms reach the enemy, at long and at effective range. */
static void propose_ranges(offers *to, unsigned b, int32_t rate)
{
    const gg_state *s = to->s;
    const uint64_t enemies = cw_side_set(s, gg_other(to->side), false);
    for (int far = 0; far < 2; far++) {
        const int32_t reach = cw_small_arms(s, b, far);
        const int32_t way = reach == 0 ? 0 : way_until(s, b, enemies, reach, rate);
        const int32_t whole = (way + HUNDREDTH - 1) / HUNDREDTH * HUNDREDTH;
        if (way > 0) propose_once(to, cw_march_of(ACTION_MARCH, b, LEG_TOWARD, whole));
    }
}

/* CW-R21: all the way, half of it, and to where it may shoot. */
static void propose_in_zone(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    const int32_t rate = rate_of(s, b, false, false), bonus = cw_number(s, N_road_bonus);
    begin_kind(to);
    const int32_t steps[] = {rate + bonus, rate, slow_rate(s, b), rate / 2};
    for (int i = s->line_count == 0; i < 4; i++) {
        propose_once(to, cw_march_of(ACTION_MARCH, b, LEG_TOWARD, steps[i]));
        propose_once(to, cw_march_of(ACTION_MARCH, b, LEG_AWAY, steps[i]));
    }
    propose_ranges(to, b, rate);
}

/* ---- Formations, facings, fire. ---- */

static bool takes_form(const cw_unit *u) { return cw_is_infantry(u) && u->type != TYPE_SK; }

/* So many of its infantry, those in front, take the first formation, the others the second. */
static void propose_form(offers *to, unsigned b, int count, cw_form first, cw_form second)
{
    const gg_state *s = to->s;
    gg_action action = gg_action_on(ACTION_FORM, b, GG_NO_UNIT);
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        const cw_form takes = !takes_form(u) ? (cw_form)u->formation : count > 0 ? first : second;
        count -= takes_form(u);
        action.args[0] |= (takes + 1) << (3 * slot);
    }
    propose_once(to, action);
}

/* All infantry alike; a line before columns, which better its morale (CW-6.7); a square behind a
 * line, which keeps charges off while the line shoots (CW-6.15).  Near the enemy only the rear rows
 * are columns: each action is tested there, and players think long about each. */
static void propose_forms(offers *to, unsigned b, bool zoned)
{
    const gg_state *s = to->s;
    const int front = gt_abreast(cw_count(s, b), s->bodies[b].formation, 0);
    int foot = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) foot += takes_form(&s->units[b][slot]);
    if (foot == 0) return;
    begin_kind(to);
    for (int form = FORM_LINE; form <= FORM_SQUARE; form++)
        propose_form(to, b, foot, (cw_form)form, (cw_form)form);
    for (int line = 1; line < foot; line++)
        if (!zoned || line == front) propose_form(to, b, line, FORM_LINE, FORM_COLUMN);
    if (foot > 1) propose_form(to, b, foot - 1, FORM_LINE, FORM_SQUARE);
}

/* To what is worth facing, and about; far from the enemy to either side too. */
static void propose_facings(offers *to, unsigned b, bool zoned)
{
    const gg_state *s = to->s;
    const gg_point *goals = to->goals;
    const int count = goals_of(to, b);
    const gg_point own = cw_middle(s, b);
    begin_kind(to);
    for (int i = 0; i < count; i++) {
        gg_action action = gg_action_on(ACTION_FACE, b, GG_NO_UNIT);
        action.args[0] = gg_bearing_to(own, goals[i], 1);
        if (gg_turn_between(action.args[0], s->bodies[b].facing) >= 100) propose_once(to, action);
    }
    gg_action turn = gg_action_on(ACTION_FACE, b, GG_NO_UNIT);
    static const int16_t turns[] = {GG_HALF_TURN, GG_HALF_TURN / 2, -GG_HALF_TURN / 2};
    for (int i = 0; i < (zoned ? 1 : 3); i++) {
        turn.args[0] = gg_facing(s->bodies[b].facing + turns[i]);
        propose_once(to, turn);
    }
}

static bool is_in_battery(const cw_unit *u)
{
    return cw_is_guns(u) && u->formation == FORM_UNLIMBERED;
}

static void propose_targets(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    const bool own = s->phase == PHASE_ACTIVATE, guns = cw_any(s, b, is_in_battery);
    const bool charges =
        own && cw_all(s, b, cw_is_cavalry) && s->brigades[b].actions >= cw_number(s, N_cost_charge);
    propose_plain(to, ACTION_FIRE, b);
    uint64_t enemies = cw_side_set(s, gg_other(to->side), false);
    if (!own) enemies &= gt_bit(cw_top_of(s)->who); /* reactions answer who acts */
    else if (!guns && !charges) return;
    while (enemies != 0) {
        const unsigned other = (unsigned)gg_next_bit(&enemies);
        if (guns) propose(to, gg_action_on(ACTION_BOMBARD, b, other));
        if (guns && !own) propose(to, gg_action_on(ACTION_BATTERY, b, other));
        if (charges) propose(to, gg_action_on(ACTION_CHARGE, b, other));
        if (!own) propose(to, gg_action_on(ACTION_COUNTER, b, other));
    }
}

/* A base that leaves stands a centimetre before the front or, where it may not, behind the rear:
 * aim.c lets a hand put it elsewhere. */
static void propose_leaving(offers *to, gg_action action, bool zoned)
{
    const gg_state *s = to->s;
    const unsigned b = action.who;
    const int left = cw_count(s, b) - (action.kind == ACTION_DETACH);
    const int32_t places[] = {BASE_DEPTH + CM,
                              -BASE_DEPTH * gt_rows(left, s->bodies[b].formation) - CM};
    action.args[0] = s->bodies[b].facing;
    const uint32_t before = to->count;
    for (int i = 0; i < (zoned ? 1 : 2) && to->count == before; i++) {
        action.at = gg_to_world(cw_pose(s, b), (gg_point){0, places[i]});
        if (cw_is_on_table_place(s, action.at)) propose(to, action);
    }
}

/* Units that are alike leave alike. */
static bool is_first_alike(const gg_state *s, unsigned b, int slot)
{
    for (int i = 0; i < slot; i++)
        if (memcmp(&s->units[b][i], &s->units[b][slot], sizeof(cw_unit)) == 0) return false;
    return true;
}

static void propose_detachments(offers *to, unsigned b, bool zoned)
{
    const gg_state *s = to->s;
    propose_leaving(to, gg_action_on(ACTION_SKIRMISH, b, GG_NO_UNIT), zoned);
    for (int slot = 0; slot < cw_count(s, b) && cw_count(s, b) > 1 && !zoned; slot++) {
        gg_action out = gg_action_on(ACTION_DETACH, b, GG_NO_UNIT);
        out.args[1] = slot;
        if (is_first_alike(s, b, slot)) propose_leaving(to, out, zoned);
    }
    for (unsigned other = 0; other < s->body_count; other++)
        if (cw_is_here(s, other) && s->bodies[other].side == to->side
            && (s->brigades[other].parent == b + 1 || s->brigades[b].parent == other + 1))
            propose(to, gg_action_on(ACTION_ATTACH, b, other));
}

static void propose_widths(offers *to, unsigned b)
{
    gg_action action = gg_action_on(ACTION_WIDTH, b, GG_NO_UNIT);
    for (int wide = 1; wide <= 3 && wide <= cw_count(to->s, b); wide++) {
        action.args[0] = wide;
        propose(to, action);
    }
}

/* ---- Generals. ---- */

static void propose_ride(offers *to, unsigned general, gg_point from, gg_point goal)
{
    const int32_t most = cw_number(to->s, N_general_move), far = gg_distance(from, goal);
    gg_action action = gg_action_on(ACTION_RIDE, general, GG_NO_UNIT);
    action.at = far <= most ? goal : gg_along(from, gg_bearing_to(from, goal, 1), most);
    if (far > 0) propose_once(to, action);
}

/* To the nearest Brigade that runs, and to the middle of those that he may order. */
static void propose_rides_to_troops(offers *to, unsigned general)
{
    const gg_state *s = to->s;
    const cw_general *his = cw_general_at(s, general);
    int64_t x = 0, y = 0;
    int count = 0, runs = -1;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b) || s->bodies[b].side != to->side) continue;
        const gg_point at = s->bodies[b].at;
        if (cw_is_fleeing(s, b)
            && (runs < 0 || gg_distance(his->at, at) < gg_distance(his->at, s->bodies[runs].at)))
            runs = (int)b;
        if (his->rank == RANK_GOD && s->bodies[b].division != his->division) continue;
        x += at.x;
        y += at.y;
        count++;
    }
    if (runs >= 0) propose_ride(to, general, his->at, cw_middle(s, (unsigned)runs));
    if (count == 0) return;
    const gg_point middle = {(int32_t)gg_rdiv(x, count), (int32_t)gg_rdiv(y, count)};
    propose_ride(to, general, his->at, middle);
}

static void propose_rides(offers *to, unsigned general)
{
    enum { ROUND_ABOUT = 8 }; /* no two to the same place */
    const gg_state *s = to->s;
    const bool escapes = s->phase == PHASE_ESCAPE;
    gg_action action = gg_action_on(escapes ? ACTION_ESCAPE : ACTION_RIDE, general, GG_NO_UNIT);
    if (!escapes) begin_kind(to);
    for (int i = 0; i < ROUND_ABOUT; i++) {
        action.at = gg_along(cw_general_at(s, general)->at, GG_TURN / ROUND_ABOUT * i,
                             cw_number(s, N_general_move));
        propose_once(to, action);
    }
    if (!escapes) propose_rides_to_troops(to, general);
}

/* To whoever is of his side, with every objective that he does not have. */
static void propose_aides(offers *to, unsigned general)
{
    const gg_state *s = to->s;
    for (unsigned whom = 0; whom < FIRST_MARKER; whom++) {
        const bool leads = cw_is_general(whom);
        if (leads ? cw_general_side(whom) != to->side
                  : whom >= s->body_count || s->bodies[whom].side != to->side)
            continue;
        const int now = leads ? s->division_objective[to->side][cw_general_at(s, whom)->division]
                              : cw_objective_of(s, whom);
        gg_action action = gg_action_on(ACTION_AIDE, general, whom);
        bool may = true; /* to which objective makes no difference */
        for (int objective = 1; objective <= OBJECTIVES_MAX && may; objective++) {
            if (objective == now || s->objectives[objective - 1].number == 0) continue;
            const bool is_judged = action.args[0] != 0;
            action.args[0] = objective;
            if (!is_judged) may = cw_is_legal(cw_judge(s, to->side, &action));
            if (may && to->count < to->limit) to->out[to->count++] = action;
        }
    }
}

/* Of the Generals who may order a Brigade the one whose order costs least in rating and distance,
 * the first on ties; others may too. */
static void propose_order(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    gg_action best = {.kind = ACTION_NONE};
    int32_t least = INT32_MAX;
    if (to->count == to->limit) return;
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        const cw_general *his = &s->generals[to->side][g];
        if (his->actions == 0) continue;
        const gg_action order =
            gg_action_on(ACTION_ORDER, FIRST_GENERAL + to->side * GENERALS_MAX + g, b);
        if (!cw_is_legal(cw_judge(s, to->side, &order))) continue;
        const int32_t far = cw_point_distance(s, his->at, b);
        const int32_t cost = his->rating + far / cw_number(s, N_order_step);
        if (cost < least) least = cost, best = order;
    }
    if (least != INT32_MAX) to->out[to->count++] = best;
}

/* ---- Reactions. ---- */

static void offer_reactions(offers *to)
{
    const gg_state *s = to->s;
    propose_plain(to, ACTION_NONE, GG_NO_UNIT);
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_stands(s, b) || s->bodies[b].side != to->side) continue;
        if (s->phase == PHASE_REACT && !cw_may_react(s, b)) continue;
        if (s->phase == PHASE_CHARGED && cw_top_of(s)->whom != b) continue;
        propose_targets(to, b);
        propose_forms(to, b, true);
        propose_facings(to, b, true);
        propose_plain(to, ACTION_WITHDRAW, b);
    }
}

/* ---- Before the battle. ---- */

static void offer_objectives(offers *to)
{
    const gg_state *s = to->s;
    for (int column = 1; column < 8; column++)
        for (int row = 1; row < 8; row++)
            propose_place(to, ACTION_OBJECTIVE, GG_NO_UNIT,
                          (gg_point){s->width / 8 * column, s->height / 8 * row});
}

/* A marker stays where it is, or goes half its way or all of it. */
static void offer_scouting(offers *to)
{
    const gg_state *s = to->s;
    const int32_t ahead = to->side == GG_BLUE ? 0 : GG_HALF_TURN, most = cw_number(s, N_scout_move);
    for (unsigned i = 0; i < MARKERS_MAX; i++) {
        const cw_marker *it = &s->markers[to->side][i];
        const unsigned unit = FIRST_MARKER + to->side * MARKERS_MAX + i;
        if (!it->exists || it->locked) continue;
        propose_plain(to, ACTION_LOCK, unit);
        for (int turn = -900; turn <= 900; turn += 450)
            for (int half = 1; half <= 2; half++)
                propose_place(to, ACTION_SCOUT, unit,
                              gg_along(it->at, gg_facing(ahead + turn), most * half / 2));
    }
}

enum { COLUMNS = 12, ROWS = 4 };
static void propose_deployments(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    const int32_t edge = to->side == GG_BLUE ? 0 : s->height;
    const int32_t ahead = to->side == GG_BLUE ? 1 : -1;
    const int count = cw_count(s, b), wide = cw_usual_width(s, b);
    const int32_t deep = BASE_DEPTH * gt_rows(count, wide);
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) {
            gg_action action = gg_action_on(ACTION_DEPLOY, b, GG_NO_UNIT);
            action.at = (gg_point){s->width / (2 * COLUMNS) * (2 * column + 1),
                                   edge + ahead * (deep + CM + row * 8 * CM)};
            action.args[0] = to->side == GG_BLUE ? 0 : GG_HALF_TURN;
            action.args[1] = wide;
            propose(to, action);
        }
    }
    propose_plain(to, ACTION_SKIP, b);
}

/* When every Brigade is set up; the strip may be narrow. */
static void offer_generals(offers *to)
{
    const gg_state *s = to->s;
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        if (s->generals[to->side][g].health != HEALTH_WAITING) continue;
        static const int32_t from_edge[] = {6 * CM, CM / 2};
        for (int strip = 0; strip < 2 && to->count == 0; strip++)
            for (int column = 0; column < COLUMNS; column++)
                propose_place(to, ACTION_PLACE, FIRST_GENERAL + to->side * GENERALS_MAX + g,
                              (gg_point){s->width / (2 * COLUMNS) * (2 * column + 1),
                                         to->side == GG_BLUE ? from_edge[strip]
                                                             : s->height - from_edge[strip]});
        return;
    }
}

/* ---- What else is asked. ---- */

static void offer_other(offers *to)
{
    const gg_state *s = to->s;
    const cw_frame *top = s->frame_count > 0 ? cw_top_of(s) : NULL;
    switch ((cw_phase)s->phase) {
    case PHASE_JOIN:
        propose_plain(to, ACTION_JOIN, cw_asked_general(s));
        propose_plain(to, ACTION_DECLINE, cw_asked_general(s));
        break;
    case PHASE_ESCAPE: {
        const unsigned general = FIRST_GENERAL + top->who;
        propose_place(to, ACTION_ESCAPE, general, cw_general_at(s, general)->at);
        propose_rides(to, general);
        break;
    }
    case PHASE_LOSS:
        for (int slot = 0; slot < cw_count(s, top->who); slot++) {
            gg_action action = gg_action_on(ACTION_LOSE, top->who, GG_NO_UNIT);
            action.args[0] = slot;
            propose(to, action);
        }
        break;
    case PHASE_BRAVE:
        propose_plain(to, ACTION_REROLL, top->who);
        propose_plain(to, ACTION_KEEP, top->who);
        break;
    case PHASE_BEGIN: propose_plain(to, ACTION_BEGIN, GG_NO_UNIT); break;
    case PHASE_DRAW: propose_plain(to, ACTION_DRAW, GG_NO_UNIT); break;
    case PHASE_DEAL: propose_plain(to, ACTION_DEAL, GG_NO_UNIT); break;
    case PHASE_HOLD: propose_plain(to, ACTION_TESTS, GG_NO_UNIT); break;
    case PHASE_SETUP: offer_objectives(to); break;
    case PHASE_CHARGED:
    case PHASE_REACT: offer_reactions(to); break;
    default: break;
    }
}

/* ---- Phases of many offers. ---- */

static void offer_activation(offers *to)
{
    const unsigned b = to->s->active - 1u;
    cw_marcher marcher;
    cw_begin_marches(&marcher, true);
    to->marcher = &marcher;
    propose_plain(to, ACTION_HOLD, b);
    const bool zoned = cw_in_zone(to->s, b);
    if (zoned) {
        propose_in_zone(to, b);
    } else {
        propose_marches(to, b, ACTION_MARCH);
        propose_marches(to, b, ACTION_QUICK);
        propose_widths(to, b);
        propose_plain(to, ACTION_REST, b);
    }
    propose_forms(to, b, zoned);
    propose_facings(to, b, zoned);
    propose_targets(to, b);
    propose_plain(to, ACTION_LIMBER, b);
    propose_plain(to, ACTION_UNLIMBER, b);
    propose_detachments(to, b, zoned);
    to->marcher = NULL;
}

static void offer_command(offers *to)
{
    const gg_state *s = to->s;
    const uint64_t runs = cw_side_set(s, to->side, false) & ~cw_side_set(s, to->side, true);
    propose_plain(to, ACTION_PASS, GG_NO_UNIT);
    for (unsigned b = 0; b < s->body_count; b++)
        if (s->bodies[b].side == to->side && cw_is_here(s, b) && !cw_is_fleeing(s, b)
            && !(s->bodies[b].did & (DID_LIMITED | DID_ORDERED)))
            propose_order(to, b);
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        const unsigned general = FIRST_GENERAL + to->side * GENERALS_MAX + g;
        const cw_general *his = cw_general_at(s, general);
        if (!cw_is_in_play(his) || his->actions == 0) continue;
        for (uint64_t rest = runs; rest != 0;)
            propose(to, gg_action_on(ACTION_RALLY, general, (unsigned)gg_next_bit(&rest)));
        if (his->rank == RANK_CINC) propose_aides(to, general);
        propose_rides(to, general);
    }
}

/* The first Brigade that waits; after the last of them the Generals. */
static void offer_deployment(offers *to)
{
    const gg_state *s = to->s;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (s->bodies[b].side != to->side || s->bodies[b].removed != GONE_WAITING) continue;
        propose_deployments(to, b);
        return;
    }
    offer_generals(to);
}

uint32_t cw_offer(const gg_state *s, gg_side side, gg_action *out, uint32_t limit)
{
    offers to; /* what has been refused is written before it is read */
    const gg_turn turn = clausewitz_rules.turn(s);
    if (turn.over
        || (side == GG_NOBODY ? turn.deciding != GG_SIDES_NONE : (turn.deciding >> side & 1) == 0))
        return 0;
    to.s = s, to.side = side, to.out = out, to.limit = limit, to.marcher = NULL;
    to.count = to.first = to.goals_of = to.refused_count = 0;
    switch ((cw_phase)s->phase) {
    case PHASE_GENERAL: offer_command(&to); break;
    case PHASE_SCOUT: offer_scouting(&to); break;
    case PHASE_DEPLOY: offer_deployment(&to); break;
    case PHASE_ACTIVATE: offer_activation(&to); break;
    default: offer_other(&to); break;
    }
    return to.count;
}
