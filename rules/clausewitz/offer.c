/*
 * offer.c - a sensible finite choice of what may be done: what computer players choose from and
 * what is listed for people.  Candidates are proposed, and the one judge passes them.
 */
#include "clausewitz.h"

#include <string.h>

enum { REFUSED_MAX = 64, GOALS_MAX = OBJECTIVES_MAX + 4 };
typedef struct offers {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
    uint32_t first; /* what may be proposed again begins here */
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
    for (uint32_t i = to->first; i < to->count; i++)
        if (memcmp(&to->out[i], &action, sizeof action) == 0) return;
    for (uint32_t i = 0; i < to->refused_count; i++)
        if (memcmp(&to->refused[i], &action, sizeof action) == 0) return;
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
    propose(to, cw_action(kind, who, GG_NO_UNIT));
}

static void propose_place(offers *to, cw_action_kind kind, unsigned who, gg_point at)
{
    gg_action action = cw_action(kind, who, GG_NO_UNIT);
    action.at = at;
    propose(to, action);
}

/* ---- Where a Brigade would like to be. ---- */

/* The objectives and the nearest enemies: what is worth going to. */
static int add_goal(gg_point *out, int count, gg_point goal)
{
    for (int i = 0; i < count; i++)
        if (out[i].x == goal.x && out[i].y == goal.y) return count;
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
    uint64_t enemies = cw_side_set(s, cw_other((gg_side)s->bodies[b].side), false);
    for (int n = 0; n < 2 && enemies != 0; n++) {
        unsigned nearest = 0;
        int32_t least = INT32_MAX;
        for (uint64_t rest = enemies; rest != 0;) {
            const unsigned other = (unsigned)gg_next_bit(&rest);
            if (gt_is_farther(s->bodies[b].at, s->bodies[other].at, least - 1)) continue;
            least = gg_distance(s->bodies[b].at, s->bodies[other].at);
            nearest = other;
        }
        count = add_goal(out, count, cw_middle(s, nearest));
        enemies &= ~cw_bit(nearest);
    }
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

static gg_action march_of(cw_action_kind kind, unsigned b, int32_t leg, int32_t amount)
{
    gg_action action = cw_action(kind, b, GG_NO_UNIT);
    action.args[0] = leg;
    action.args[1] = amount;
    return action;
}

/* The most tenths that a wheel of this length pays for. */
static int32_t wheel_for(const gg_state *s, unsigned b, int32_t length)
{
    const gg_box box = cw_box(s, b);
    int32_t low = 0, high = cw_number(s, N_wheel_most);
    while (low < high) {
        const int32_t middle = (low + high + 1) / 2;
        if (gt_wheel_cost(box, middle) <= length)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* A wheel to the goal and straight on, as far as the rate allows. */
static void propose_toward(offers *to, cw_action_kind kind, unsigned b, int32_t rate, gg_point goal)
{
    const gg_state *s = to->s;
    const gg_box box = cw_box(s, b);
    const gg_pose pose = cw_pose(s, b);
    const bool right = gg_to_local(pose, goal).x > 0;
    const int32_t most = wheel_for(s, b, rate);
    const int32_t exact = gt_wheel_to(pose, box, right, most, goal);
    const int32_t wheel = exact == GG_NEVER ? most : exact;
    if (wheel > 0) {
        gg_action action = march_of(kind, b, right ? LEG_RIGHT : LEG_LEFT, wheel);
        const int32_t left = rate - gt_wheel_cost(box, wheel);
        if (left > 0) action.args[2] = LEG_AHEAD, action.args[3] = left;
        propose_once(to, action);
    }
    const int32_t far = gg_distance(pose.at, goal);
    propose_once(to, march_of(kind, b, LEG_AHEAD, far > 0 && far < rate ? far : rate));
}

/* The way there is shut: to either side of it. */
static void propose_round(offers *to, cw_action_kind kind, unsigned b, int32_t rate, gg_point goal)
{
    static const int16_t turns[] = {-350, 350, -700, 700};
    const gg_point at = to->s->bodies[b].at, by = {goal.x - at.x, goal.y - at.y};
    const int32_t bearing = gg_bearing(by, 1);
    for (int i = 0; i < 4; i++)
        propose_toward(to, kind, b, rate, gg_along(at, gg_facing(bearing + turns[i]), 20 * CM));
}

static void propose_marches(offers *to, unsigned b, cw_action_kind kind)
{
    const gg_state *s = to->s;
    const bool quick = kind == ACTION_QUICK;
    const int32_t slow = cw_number(s, cw_is_horse(s, b) ? N_difficult_horse : N_difficult_foot);
    const int32_t rates[] = {rate_of(s, b, quick, true), rate_of(s, b, quick, false), slow};
    const gg_point *goals = to->goals;
    const int count = goals_of(to, b);
    begin_kind(to);
    for (int row = s->line_count == 0; row < (quick ? 2 : 3); row++) {
        const uint32_t before = to->count;
        propose_toward(to, kind, b, rates[row], goals[0]);
        if (to->count == before) propose_round(to, kind, b, rates[row], goals[0]);
        for (int i = 1; i < count; i++)
            propose_toward(to, kind, b, rates[row], goals[i]);
        propose_once(to, march_of(kind, b, LEG_AHEAD, rates[row]));
        if (to->count > before && row > 0) break; /* slower only where faster is not allowed */
    }
    if (quick) return;
    const int32_t wheel = wheel_for(s, b, rates[1]);
    propose_once(to, march_of(kind, b, LEG_LEFT, wheel));
    propose_once(to, march_of(kind, b, LEG_RIGHT, wheel));
}

/* CW-R21: all the way, half of it, and up to just before contact. */
static void propose_in_zone(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    const int32_t rate = rate_of(s, b, false, false), bonus = cw_number(s, N_road_bonus);
    const int32_t slow = cw_number(s, cw_is_horse(s, b) ? N_difficult_horse : N_difficult_foot);
    begin_kind(to);
    const int32_t steps[] = {rate + bonus, rate, slow, rate / 2};
    for (int i = s->line_count == 0; i < 4; i++) {
        propose_once(to, march_of(ACTION_MARCH, b, LEG_TOWARD, steps[i]));
        propose_once(to, march_of(ACTION_MARCH, b, LEG_AWAY, steps[i]));
    }
}

/* ---- Formations, facings, fire. ---- */

/* All infantry in one formation. */
static void propose_forms(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    begin_kind(to);
    for (int form = FORM_LINE; form <= FORM_SQUARE; form++) {
        gg_action action = cw_action(ACTION_FORM, b, GG_NO_UNIT);
        for (int slot = 0; slot < cw_count(s, b); slot++) {
            const cw_unit *u = &s->units[b][slot];
            const int takes = cw_is_infantry(u) && u->type != TYPE_SK ? form : u->formation;
            action.args[0] |= (takes + 1) << (3 * slot);
        }
        propose_once(to, action);
    }
}

static void propose_facings(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    const gg_point *goals = to->goals;
    const int count = goals_of(to, b);
    const gg_point own = cw_middle(s, b);
    begin_kind(to);
    for (int i = 0; i < count; i++) {
        gg_action action = cw_action(ACTION_FACE, b, GG_NO_UNIT);
        action.args[0] = gg_bearing((gg_point){goals[i].x - own.x, goals[i].y - own.y}, 1);
        if (gg_turn_between(action.args[0], s->bodies[b].facing) >= 100) propose_once(to, action);
    }
    gg_action about = cw_action(ACTION_FACE, b, GG_NO_UNIT);
    about.args[0] = gg_facing(s->bodies[b].facing + GG_HALF_TURN);
    propose_once(to, about);
}

static bool is_in_battery(const cw_unit *u)
{
    return cw_is_guns(u) && u->formation == FORM_UNLIMBERED;
}

static void propose_targets(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    const bool own = s->phase == PHASE_ACTIVATE, guns = cw_any(s, b, is_in_battery);
    const bool charges = own && cw_all(s, b, cw_is_cavalry)
                         && s->bodies[b].orders >= cw_number(s, N_cost_charge);
    propose_plain(to, ACTION_FIRE, b);
    uint64_t enemies = cw_side_set(s, cw_other(to->side), false);
    if (!own) enemies &= cw_bit(cw_top_of(s)->who); /* reactions answer who acts */
    else if (!guns && !charges) return;
    while (enemies != 0) {
        const unsigned other = (unsigned)gg_next_bit(&enemies);
        if (guns) propose(to, cw_action(ACTION_BOMBARD, b, other));
        if (guns && !own) propose(to, cw_action(ACTION_BATTERY, b, other));
        if (charges) propose(to, cw_action(ACTION_CHARGE, b, other));
        if (!own) propose(to, cw_action(ACTION_COUNTER, b, other));
    }
}

/* Skirmishers go out before the front; who is out may come back. */
static void propose_detachments(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    gg_action out = cw_action(ACTION_SKIRMISH, b, GG_NO_UNIT);
    out.at = gg_along(s->bodies[b].at, s->bodies[b].facing, BASE_DEPTH + CM);
    out.args[0] = s->bodies[b].facing;
    if (cw_is_on_table_place(s, out.at)) propose(to, out);
    for (unsigned other = 0; other < s->body_count; other++)
        if (cw_is_here(s, other) && s->bodies[other].side == to->side
            && (s->bodies[other].nation == b + 1 || s->bodies[b].nation == other + 1))
            propose(to, cw_action(ACTION_ATTACH, b, other));
}

static void offer_activation(offers *to)
{
    const gg_state *s = to->s;
    const unsigned b = s->active - 1u;
    cw_marcher marcher;
    cw_begin_marches(&marcher, true);
    to->marcher = &marcher;
    propose_plain(to, ACTION_HOLD, b);
    if (cw_in_zone(s, b)) {
        propose_in_zone(to, b);
    } else {
        propose_marches(to, b, ACTION_MARCH);
        propose_marches(to, b, ACTION_QUICK);
        for (int wide = 1; wide <= 3; wide++) {
            gg_action action = cw_action(ACTION_WIDTH, b, GG_NO_UNIT);
            action.args[0] = wide;
            if (wide <= cw_count(s, b)) propose(to, action);
        }
        propose_plain(to, ACTION_REST, b);
    }
    propose_forms(to, b);
    propose_facings(to, b);
    propose_targets(to, b);
    propose_plain(to, ACTION_LIMBER, b);
    propose_plain(to, ACTION_UNLIMBER, b);
    propose_detachments(to, b);
    to->marcher = NULL;
}

/* ---- Generals. ---- */

static void propose_ride(offers *to, unsigned general, gg_point from, gg_point goal)
{
    const int32_t most = cw_number(to->s, N_general_move), far = gg_distance(from, goal);
    const gg_point by = {goal.x - from.x, goal.y - from.y};
    gg_action action = cw_action(ACTION_RIDE, general, GG_NO_UNIT);
    action.at = far <= most ? goal : gg_along(from, gg_bearing(by, 1), most);
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
            && (runs < 0
                || gg_distance(his->at, at) < gg_distance(his->at, s->bodies[runs].at)))
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

/* Round about. */
static void propose_rides(offers *to, unsigned general)
{
    const gg_state *s = to->s;
    const cw_general *his = cw_general_at(s, general);
    const int32_t most = cw_number(s, N_general_move);
    const bool escapes = s->phase == PHASE_ESCAPE;
    if (!escapes) begin_kind(to);
    for (int32_t facing = 0; facing < GG_TURN; facing += GG_TURN / 8) {
        gg_action action = cw_action(escapes ? ACTION_ESCAPE : ACTION_RIDE, general, GG_NO_UNIT);
        action.at = gg_along(his->at, facing, most);
        propose_once(to, action);
    }
    if (!escapes) propose_rides_to_troops(to, general);
}

static void propose_aides(offers *to, unsigned general)
{
    const gg_state *s = to->s;
    for (unsigned whom = 0; whom < FIRST_MARKER; whom++) {
        if (whom >= s->body_count && whom < BRIGADES_MAX) continue;
        int now = 0;
        if (cw_is_general(whom)) {
            if (cw_general_side(whom) != to->side) continue;
            now = s->division_objective[to->side][cw_general_at(s, whom)->division];
        } else if (s->bodies[whom].side == to->side) {
            now = cw_objective_of(s, whom);
        } else {
            continue;
        }
        gg_action action = cw_action(ACTION_AIDE, general, whom);
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

/* What an order costs in rating and distance; by the circle about the Brigade it is not less than
 * that. */
static int32_t order_cost(const gg_state *s, unsigned general, unsigned b, bool exactly)
{
    const cw_general *his = cw_general_at(s, general);
    const gt_table t = cw_table(s);
    int32_t far;
    if (exactly)
        far = cw_point_distance(s, his->at, b);
    else
        far = gg_distance(his->at, s->bodies[b].at) - (int32_t)gt_body_circles(&t, b).outer - 1;
    return his->rating + (far < 0 ? 0 : far) / cw_number(s, N_order_step);
}

/* The first of the cheapest: who is farther than the one that seems nearest is, is not asked. */
static gg_action cheapest_order(const gg_state *s, const gg_action *orders, int count, unsigned b)
{
    int32_t lows[GENERALS_MAX], least;
    int likely = 0, best = 0;
    if (count == 1) return orders[0];
    for (int i = 0; i < count; i++) {
        lows[i] = order_cost(s, orders[i].who, b, false);
        if (lows[i] < lows[likely]) likely = i;
    }
    best = likely;
    least = order_cost(s, orders[likely].who, b, true);
    for (int i = 0; i < count; i++) {
        if (i == likely || lows[i] > least || (lows[i] == least && i > best)) continue;
        const int32_t cost = order_cost(s, orders[i].who, b, true);
        if (cost < least || (cost == least && i < best)) least = cost, best = i;
    }
    return orders[best];
}

/* Of the Generals who may order a Brigade the one whose order is worth most; others may too. */
static void propose_order(offers *to, unsigned b)
{
    const gg_state *s = to->s;
    int may = 0;
    gg_action orders[GENERALS_MAX];
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        if (s->generals[to->side][g].actions == 0) continue;
        const unsigned general = FIRST_GENERAL + to->side * GENERALS_MAX + g;
        orders[may] = cw_action(ACTION_ORDER, general, b);
        may += cw_is_legal(cw_judge(s, to->side, &orders[may]));
    }
    if (may == 0 || to->count == to->limit) return;
    to->out[to->count++] = cheapest_order(s, orders, may, b);
}

static void offer_general(offers *to)
{
    const gg_state *s = to->s;
    propose(to, cw_action(ACTION_PASS, GG_NO_UNIT, GG_NO_UNIT));
    for (unsigned b = 0; b < s->body_count; b++)
        if (s->bodies[b].side == to->side && cw_is_here(s, b)) propose_order(to, b);
    for (int g = 0; g < GENERALS_MAX; g++) {
        const unsigned general = FIRST_GENERAL + to->side * GENERALS_MAX + (unsigned)g;
        const cw_general *his = cw_general_at(s, general);
        if (!cw_is_in_play(his) || his->actions == 0) continue;
        for (unsigned b = 0; b < s->body_count; b++)
            if (cw_is_here(s, b) && cw_is_fleeing(s, b) && s->bodies[b].side == to->side)
                propose(to, cw_action(ACTION_RALLY, general, b));
        if (his->rank == RANK_CINC) propose_aides(to, general);
        propose_rides(to, general);
    }
}

/* ---- Reactions. ---- */

static void offer_reactions(offers *to)
{
    const gg_state *s = to->s;
    propose(to, cw_action(ACTION_NONE, GG_NO_UNIT, GG_NO_UNIT));
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_stands(s, b) || s->bodies[b].side != to->side) continue;
        if (s->phase == PHASE_REACT && !cw_may_react(s, b)) continue;
        if (s->phase == PHASE_CHARGED && cw_top_of(s)->whom != b) continue;
        propose_targets(to, b);
        propose_forms(to, b);
        propose_facings(to, b);
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

static void offer_scouting(offers *to)
{
    const gg_state *s = to->s;
    const int32_t most = cw_number(s, N_scout_move);
    const int32_t ahead = to->side == GG_BLUE ? 0 : GG_HALF_TURN;
    for (unsigned i = 0; i < MARKERS_MAX; i++) {
        const cw_marker *it = &s->markers[to->side][i];
        const unsigned unit = FIRST_MARKER + to->side * MARKERS_MAX + i;
        if (!it->exists || it->locked) continue;
        propose_plain(to, ACTION_LOCK, unit);
        for (int turn = -2; turn <= 2; turn++)
            for (int part = 1; part <= 2; part++)
                propose_place(to, ACTION_SCOUT, unit,
                              gg_along(it->at, gg_facing(ahead + turn * 450), most * part / 2));
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
            gg_action action = cw_action(ACTION_DEPLOY, b, GG_NO_UNIT);
            action.at = (gg_point){s->width / (2 * COLUMNS) * (2 * column + 1),
                                   edge + ahead * (deep + CM + row * 8 * CM)};
            action.args[0] = to->side == GG_BLUE ? 0 : GG_HALF_TURN;
            action.args[1] = wide;
            propose(to, action);
        }
    }
    if (to->count == 0) propose_plain(to, ACTION_SKIP, b);
}

static void propose_general(offers *to, unsigned g, int32_t from_edge)
{
    const gg_state *s = to->s;
    const int32_t y = to->side == GG_BLUE ? from_edge : s->height - from_edge;
    for (int column = 0; column < COLUMNS; column++)
        propose_place(to, ACTION_PLACE, FIRST_GENERAL + to->side * GENERALS_MAX + g,
                      (gg_point){s->width / (2 * COLUMNS) * (2 * column + 1), y});
}

static void offer_deployment(offers *to)
{
    const gg_state *s = to->s;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (s->bodies[b].side != to->side || s->bodies[b].removed != GONE_WAITING) continue;
        propose_deployments(to, b);
        return; /* one after the other, in id order; people may choose */
    }
    for (unsigned g = 0; g < GENERALS_MAX; g++) {
        if (s->generals[to->side][g].health != HEALTH_WAITING) continue;
        propose_general(to, g, 6 * CM);
        if (to->count == 0) propose_general(to, g, CM / 2); /* the strip may be narrow */
        return;
    }
}

/* ---- What else is asked. ---- */

static void offer_other(offers *to)
{
    const gg_state *s = to->s;
    const cw_frame *top = s->frame_count > 0 ? cw_top_of(s) : NULL;
    switch ((cw_phase)s->phase) {
    case PHASE_JOIN: {
        const unsigned general = cw_asked_general(s);
        propose_plain(to, ACTION_JOIN, general);
        propose_plain(to, ACTION_DECLINE, general);
        break;
    }
    case PHASE_ESCAPE: {
        const unsigned general = FIRST_GENERAL + top->who;
        propose_place(to, ACTION_ESCAPE, general, cw_general_at(s, general)->at);
        propose_rides(to, general);
        break;
    }
    case PHASE_LOSS:
        for (int slot = 0; slot < cw_count(s, top->who); slot++) {
            gg_action action = cw_action(ACTION_LOSE, top->who, GG_NO_UNIT);
            action.args[0] = slot;
            propose(to, action);
        }
        break;
    case PHASE_BEGIN: propose(to, cw_action(ACTION_BEGIN, GG_NO_UNIT, GG_NO_UNIT)); break;
    case PHASE_DRAW: propose(to, cw_action(ACTION_DRAW, GG_NO_UNIT, GG_NO_UNIT)); break;
    case PHASE_HOLD: propose(to, cw_action(ACTION_TESTS, GG_NO_UNIT, GG_NO_UNIT)); break;
    default: break;
    }
}

uint32_t cw_offer(const gg_state *s, gg_side side, gg_action *out, uint32_t limit)
{
    offers to = {.s = s, .side = side, .out = out, .limit = limit};
    const gg_turn turn = clausewitz_rules.turn(s);
    if (turn.over
        || (side == GG_NOBODY ? turn.deciding != GG_SIDES_NONE : (turn.deciding >> side & 1) == 0))
        return 0;
    switch ((cw_phase)s->phase) {
    case PHASE_SETUP: offer_objectives(&to); break;
    case PHASE_SCOUT: offer_scouting(&to); break;
    case PHASE_DEPLOY: offer_deployment(&to); break;
    case PHASE_GENERAL: offer_general(&to); break;
    case PHASE_ACTIVATE: offer_activation(&to); break;
    case PHASE_CHARGED:
    case PHASE_REACT: offer_reactions(&to); break;
    case PHASE_BEGIN:
    case PHASE_DRAW:
    case PHASE_JOIN:
    case PHASE_HOLD:
    case PHASE_ESCAPE:
    case PHASE_LOSS: offer_other(&to); break;
    case PHASE_OVER:
    case PHASES: break;
    }
    return to.count;
}
