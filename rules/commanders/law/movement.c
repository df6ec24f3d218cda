/*
 * movement.c - who may go where in the fast movement, combined arms and non-combat phases
 * (chapter 4, CMD-P2).  What comes of it is in marches.c.
 *
 * A unit goes one sector a phase (CMD-4.3).  Nobody has to go: an order may wait for a later phase
 * (CMD-4.7, CMD-4.16), but what its phase has passed by is gone (CMD-2.12).
 * SPDX-License-Identifier: MIT
 */
#include "movement.h"
#include "planning.h"

#include <string.h>

/* ---- Both phases judge a line by counting how many units are left after each row of T4. ---- */

typedef struct muster {
    int there, unrouted, unacted, able, unshut, ordered;
} muster;

/* CMD-4.15: two moves, in two different phases, for cavalry alone by the standard numbers. */
static bool has_action_left(const gg_state *state, const unit *u)
{
    return u->actions < moves_of(state, u->type);
}

/* By road neither spent units nor used actions matter (CMD-R50). */
static bool has_strength(const gg_state *state, const unit *u, bool by_road)
{
    if (u->goal != 0) return false; /* already named in this step */
    return by_road || (!is_spent(u) && has_action_left(state, u));
}

/* CMD-R55: enemies that came in since planning keep a garrison from acting on its order. */
static bool is_able(const gg_state *state, const unit *u, bool by_road)
{
    return has_strength(state, u, by_road) && !commanders_is_shut_in(state, u);
}

static bool is_ordered(const gg_state *state, const unit *u, int to, bool by_road)
{
    return by_road ? u->order != 0 : commanders_next_step(state, u) == to;
}

static muster muster_of(const gg_state *state, gg_side side, const gg_action *action, bool by_road)
{
    muster m = {0};
    for (uint64_t left = state->notes.in[side][action->at.x]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        if (u->type != action->item) continue;
        m.there++;
        if (is_routed(u)) continue;
        m.unrouted++;
        if (u->type == TYPE_A && !has_action_left(state, u)) continue;
        m.unacted++;
        if (!has_strength(state, u, by_road)) continue;
        m.able++;
        if (commanders_is_shut_in(state, u)) continue;
        m.unshut++;
        m.ordered += is_ordered(state, u, action->at.y, by_road);
    }
    return m;
}

/* The rows that ask for the units: how many, whether the step exists, whether they can. */
static gg_verdict judge_units(const gg_state *state, gg_side side, const gg_action *action,
                              const muster *m, bool by_road)
{
    int count = action->flags, from = action->at.x, to = action->at.y;
    if (m->there < count) return refuse_count(R_TOO_FEW_THERE, m->there, count);
    if (from == to) { /* CMD-R56 */
        const unit *garrison = commanders_garrison(state, from);
        bool at_building = garrison != NULL && side_of(index_of(state, garrison)) != side
                           && action->item == TYPE_I && action->kind == ACTION_GO;
        if (!at_building) return refuse(R_NOT_ADJACENT);
    } else if (!commanders_is_adjacent(from, to)) {
        return refuse(R_NOT_ADJACENT);
    }
    if (to == reserve_of(enemy_of(side))) return refuse(R_ENEMY_RESERVE);
    if (m->unrouted < count) return refuse_count(R_ROUTED, m->unrouted, count);
    if (m->unacted < count) return refuse_count(R_GUNS_ACTED, m->unacted, count);
    if (m->able < count) return refuse_count(R_SPENT, m->able, count);
    if (m->unshut < count) return refuse(R_SHUT_IN);
    if (m->ordered < count && !by_road) return refuse_count(R_NO_ORDER, m->ordered, count);
    return refuse(R_LEGAL);
}

/* CMD-1.6, CMD-1.11, CMD-R51, CMD-R64: guns that only attack take a space in the zone, but do not
 * enter. */
static gg_verdict judge_border(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y, crossing = 0, all = 0;
    for (uint64_t left = state->notes.in[side][from]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        if (u->goal != to + 1) continue;
        all++;
        crossing += u->type != TYPE_A || action->kind != ACTION_GO; /* CMD-R51 */
    }
    bool guns_attack = action->item == TYPE_A && action->kind == ACTION_GO;
    int limit = commanders_border_limit(state, from, to);
    if (all + action->flags > number_border_units(state))
        return refuse_count(R_BORDER_FULL, all + action->flags, number_border_units(state));
    if (!guns_attack && crossing + action->flags > limit)
        return refuse_count(commanders_narrow_reason(state, from, to), crossing + action->flags,
                            limit);
    return refuse(R_LEGAL);
}

/* CMD-R5: those there at the start of the phase, those about to leave too, and those going in. */
static gg_verdict judge_room(const gg_state *state, gg_side side, const gg_action *action)
{
    int to = action->at.y, count = action->flags;
    if (to >= SECTORS) return refuse(R_LEGAL);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        count += (u->place == to || u->goal == to + 1) && u->number != 0;
    }
    int room = number_sector_room(state);
    return count > room ? refuse_count(R_NO_ROOM, count, room) : refuse(R_LEGAL);
}

/* The lowest numbers that fit (CMD-R35) get the goal. */
static void name_units(gg_state *state, gg_side side, const gg_action *action, int named,
                       bool by_road)
{
    int left = action->flags;
    for (uint64_t there = state->notes.in[side][action->at.x]; there != 0 && left > 0;) {
        unit *u = &state->units[first_of(side) + gg_next_bit(&there)];
        if (u->type != action->item || is_routed(u) || !is_able(state, u, by_road)) continue;
        if (!is_ordered(state, u, action->at.y, by_road)) continue;
        u = commanders_stand_in(state, u);
        u->goal = (uint8_t)(action->at.y + 1);
        u->named = (uint8_t)named;
        left--;
    }
    gg_assert(left == 0);
}

/* ---- Who goes (CMD-P2). ---- */

void commanders_go_open(gg_state *state, gg_log *log)
{
    commanders_note_status(state);
    commanders_tell(log, GG_PHASE, is_fast(state) ? S_PHASE_FAST : S_PHASE_ARMS, GG_NO_UNIT, 0, 0,
                    0);
}

gg_verdict commanders_go_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y;
    muster m = muster_of(state, side, action, false);
    gg_verdict verdict = judge_units(state, side, action, &m, false);
    if (verdict.reason != R_LEGAL) return verdict;
    bool is_friendly = from != to && commanders_is_friendly(state, side, to);
    if (is_fast(state) && action->item != TYPE_C) return refuse(R_NOT_FAST);
    if (action->item == TYPE_A && is_friendly) return refuse(R_GUNS_STAY);
    if (is_fast(state)
        && (commanders_has(state, from, FOREST) || commanders_has(state, to, FOREST)))
        return refuse(R_FAST_IN_FOREST);
    if (from >= SECTORS && !is_friendly && state->held[to] == enemy_of(side))
        return refuse(R_FROM_RESERVE);
    verdict = judge_border(state, side, action);
    if (verdict.reason != R_LEGAL || !is_friendly) return verdict;
    return judge_room(state, side, action);
}

void commanders_go_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)dice, (void)log;
    name_units(state, side, action, 0, false);
}

/* ---- Offers of both phases: all that can go together, and one alone. ---- */

int commanders_add_to_groups(group *groups, int count, const unit *u, int to)
{
    for (int i = 0; i < count; i++) {
        if (groups[i].type != u->type || groups[i].from != u->place || groups[i].to != to) continue;
        groups[i].count++;
        return count;
    }
    groups[count] = (group){.type = u->type, .from = u->place, .to = (uint8_t)to, .count = 1};
    return count + 1;
}

/* Whom this side has told to go so far. */
typedef struct ledger {
    const unit *goers[UNITS];
    int count, by_road;
} ledger;

/* One look at all units: who has been told to go, and who could be, in groups.  Fast movement is
 * for cavalry alone: what the others are ordered is not even looked at. */
static int gather_groups(const gg_state *state, gg_side side, group *groups, ledger *l)
{
    int count = 0;
    const bool is_for_cavalry = is_fast(state);
    const unit *first = &state->units[first_of(side)];
    const order *plan = state->plan[side];
    const int moves[TYPES] = {moves_of(state, TYPE_I), moves_of(state, TYPE_C),
                              moves_of(state, TYPE_A)};
    l->count = l->by_road = 0;
    for (const unit *u = first; u < first + UNITS; u++) {
        if ((u->goal | u->order) == 0 || !is_on_board(u)) continue;
        if (u->goal != 0) { /* so it is not asked again */
            l->goers[l->count++] = u;
            l->by_road += u->named == NAMED_ROAD;
            continue;
        }
        if ((is_for_cavalry && u->type != TYPE_C) || u->actions >= moves[u->type]) continue;
        if ((u->status & (ROUTED | SPENT)) != 0 || commanders_is_shut_in(state, u)) continue;
        int to = commanders_step_by(&plan[u->order - 1], u);
        if (to != NO_SECTOR) count = commanders_add_to_groups(groups, count, u, to);
    }
    return count;
}

/* How many of a group may go over its border and find room, as judge_border and judge_room say. */
static int most_over(const gg_state *state, gg_side side, const ledger *l, const group *g,
                     bool guns_attack, bool by_room)
{
    int all = 0, guns = 0, going = 0;
    for (int i = 0; i < l->count; i++) {
        const unit *u = l->goers[i];
        if (u->goal != g->to + 1) continue;
        const bool is_beside = u->place == g->from;
        all += is_beside;
        guns += is_beside && u->type == TYPE_A;
        going += u->goal != u->place + 1;
    }
    int most = least(g->count, number_border_units(state) - all);
    if (!guns_attack || g->type != TYPE_A)
        most = least(most, commanders_border_limit(state, g->from, g->to)
                               - (guns_attack ? all - guns : all));
    if (by_room && g->to < SECTORS && most > 0)
        most = least(most,
                     number_sector_room(state) - commanders_units_in(state, side, g->to) - going);
    return most < 0 ? 0 : most;
}

static bool is_into_own(const gg_state *state, gg_side side, const group *g)
{
    return g->from != g->to && commanders_is_friendly(state, side, g->to);
}

/* Would commanders_go_legal let such units go there, if they have the order and find room? */
static bool may_go(const gg_state *state, gg_side side, const group *g)
{
    bool is_friendly = is_into_own(state, side, g);
    if (is_fast(state)) {
        if (g->type != TYPE_C) return false;
        if (commanders_has(state, g->from, FOREST) || commanders_has(state, g->to, FOREST))
            return false;
    }
    if (g->type == TYPE_A && is_friendly) return false;
    if (g->from >= SECTORS && !is_friendly
        && (g->to >= SECTORS || state->held[g->to] == enemy_of(side)))
        return false;
    if (g->from != g->to) return true;
    const unit *garrison = commanders_garrison(state, g->from); /* CMD-R56 */
    return garrison != NULL && side_of(index_of(state, garrison)) != side && g->type == TYPE_I;
}

/* The most of the group that commanders_go_legal allows. */
static int most_go(const gg_state *state, gg_side side, const ledger *l, const group *g)
{
    if (!may_go(state, side, g)) return 0;
    return most_over(state, side, l, g, true, is_into_own(state, side, g));
}

uint32_t commanders_offer_group(action_kind kind, const group *g, int most, gg_action *out,
                                uint32_t count, uint32_t limit)
{
    if (most > 0)
        count = put_offer(out, count, limit, make_troops(kind, most, g->type, g->from, g->to));
    if (most > 1)
        count = put_offer(out, count, limit, make_troops(kind, 1, g->type, g->from, g->to));
    return count;
}

uint32_t commanders_go_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    group groups[GROUPS_MAX];
    ledger l;
    int group_count = gather_groups(state, side, groups, &l);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int i = 0; i < group_count && count < limit; i++)
        count = commanders_offer_group(ACTION_GO, &groups[i], most_go(state, side, &l, &groups[i]),
                                       out, count, limit);
    return count;
}

/* ---- Who is asked (CMD-R63): whether somebody might act, by what both sides know.  Asked when the
 * step begins, and nobody has chosen anything. ---- */

typedef bool step_test(const gg_state *, gg_side, const group *);

static bool has_room_for_one(const gg_state *state, gg_side side, int to)
{
    return to >= SECTORS || commanders_units_in(state, side, to) < number_sector_room(state);
}

/* Is there a step that an order for this unit could name?  A step that was tried and not achieved
 * is tried again (CMD-R3); by road any order does (CMD-R50). */
static bool might_step(const gg_state *state, gg_side side, const unit *u, step_test *may,
                       bool by_road)
{
    group g = {.type = u->type, .from = u->place, .to = u->place, .count = 1};
    if (u->actions > 0 && u->done == 0 && !by_road) {
        g.to = (uint8_t)(u->tried[0] - 1);
        return may(state, side, &g);
    }
    for (const uint8_t *near = commanders_near[u->place]; *near != NO_SECTOR; near++) {
        g.to = *near;
        if (*near != reserve_of(enemy_of(side)) && may(state, side, &g)) return true;
    }
    g.to = u->place;
    return may(state, side, &g);
}

static bool might_any(const gg_state *state, gg_side side, step_test *may, bool by_road)
{
    const bool is_for_cavalry = is_fast(state); /* what may_go would say of each of the others */
    bool has_more = commanders_may_have_more_orders(state, side);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (is_for_cavalry && u->type != TYPE_C) continue;
        if (!is_on_board(u) || is_routed(u) || (u->actions == 0 && !has_more)) continue;
        if (is_able(state, u, by_road) && might_step(state, side, u, may, by_road)) return true;
    }
    return false;
}

static bool might_go(const gg_state *state, gg_side side, const group *g)
{
    return may_go(state, side, g)
           && (!is_into_own(state, side, g) || has_room_for_one(state, side, g->to));
}

bool commanders_go_asks(const gg_state *state, gg_side side)
{
    return might_any(state, side, might_go, false);
}

/* ---- The non-combat phase (CMD-4.6, CMD-R47, CMD-R50). ---- */

void commanders_move_open(gg_state *state, gg_log *log)
{
    commanders_note_status(state);
    commanders_tell(log, GG_PHASE, S_PHASE_MOVE, GG_NO_UNIT, 0, 0, 0);
}

/* CMD-R48: what only a marker holds may be moved into. */
static bool is_enemy_ground(const gg_state *state, gg_side side, int to)
{
    gg_side enemy = enemy_of(side);
    return to < SECTORS && state->held[to] == enemy && commanders_units_in(state, enemy, to) > 0;
}

static gg_verdict judge_road(const gg_state *state, gg_side side, const gg_action *action,
                             const muster *m)
{
    int by_road = action->flags;
    if (!commanders_border_has(state, action->at.x, action->at.y, ROAD)) return refuse(R_NO_ROAD);
    if (action->item == TYPE_A) return refuse(R_ROAD_GUNS);
    if (m->ordered < action->flags) return refuse_count(R_ROAD_NO_ORDER, m->ordered, action->flags);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        by_road += state->units[i].named == NAMED_ROAD;
    int most = number_road_units(state);
    return by_road > most ? refuse_count(R_ROAD_FULL, by_road, most) : refuse(R_LEGAL);
}

gg_verdict commanders_move_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, to = action->at.y;
    bool by_road = action->kind == ACTION_ROAD;
    muster m = muster_of(state, side, action, by_road);
    gg_verdict verdict = judge_units(state, side, action, &m, by_road);
    if (verdict.reason != R_LEGAL) return verdict;
    if (action->item == TYPE_A && !by_road) {
        reason stopped = commanders_guns_stopped(state, from, to);
        if (stopped != R_LEGAL) return refuse(stopped);
    }
    verdict = judge_border(state, side, action);
    if (verdict.reason != R_LEGAL) return verdict;
    bool is_enemy = is_enemy_ground(state, side, to);
    if (!is_enemy) verdict = judge_room(state, side, action);
    if (verdict.reason != R_LEGAL) return verdict;
    if (is_enemy) return refuse(R_ENEMY_SECTOR);
    return by_road ? judge_road(state, side, action, &m) : verdict;
}

void commanders_move_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    (void)dice, (void)log;
    bool by_road = action->kind == ACTION_ROAD;
    name_units(state, side, action, by_road ? NAMED_ROAD : NAMED_MOVE, by_road);
}

static int gather_by_road(const gg_state *state, gg_side side, group *groups)
{
    int count = 0;
    unsigned sectors = 0; /* with a road out of them, by bit */
    for (int border = 0; border < BORDERS; border++)
        if ((state->borders[border] & ROAD) != 0)
            sectors |=
                1u << commanders_border_ends[border][0] | 1u << commanders_border_ends[border][1];
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->order == 0 || u->type == TYPE_A || (sectors >> u->place & 1) == 0) continue;
        if (is_routed(u) || !is_able(state, u, true)) continue;
        for (const uint8_t *to = commanders_near[u->place]; *to != NO_SECTOR; to++)
            if (count < GROUPS_MAX && commanders_border_has(state, u->place, *to, ROAD))
                count = commanders_add_to_groups(groups, count, u, *to);
    }
    return count;
}

/* Would commanders_move_legal let such units move there, if they have the order and find room? */
static bool may_move(const gg_state *state, gg_side side, const group *g)
{
    if (is_enemy_ground(state, side, g->to) || g->from == g->to) return false;
    return g->type != TYPE_A || commanders_guns_stopped(state, g->from, g->to) == R_LEGAL;
}

static bool might_move(const gg_state *state, gg_side side, const group *g)
{
    return may_move(state, side, g) && has_room_for_one(state, side, g->to);
}

static bool might_take_road(const gg_state *state, gg_side side, const group *g)
{
    return g->type != TYPE_A && commanders_border_has(state, g->from, g->to, ROAD)
           && might_move(state, side, g);
}

bool commanders_move_asks(const gg_state *state, gg_side side)
{
    return might_any(state, side, might_move, false)
           || (state->options[OPT_terrain] && might_any(state, side, might_take_road, true));
}

/* The most of the group that commanders_move_legal allows. */
static int most_move(const gg_state *state, gg_side side, const ledger *l, const group *g,
                     bool by_road)
{
    if (!may_move(state, side, g)) return 0;
    int most = most_over(state, side, l, g, false, true);
    return by_road ? least(most, number_road_units(state) - l->by_road) : most;
}

uint32_t commanders_move_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    group groups[GROUPS_MAX];
    ledger l;
    int group_count = gather_groups(state, side, groups, &l);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int i = 0; i < group_count; i++)
        count = commanders_offer_group(ACTION_MOVE, &groups[i],
                                       most_move(state, side, &l, &groups[i], false), out, count,
                                       limit);
    if (!state->options[OPT_terrain]) return count;
    group_count = gather_by_road(state, side, groups);
    for (int i = 0; i < group_count; i++)
        count =
            commanders_offer_group(ACTION_ROAD, &groups[i],
                                   most_move(state, side, &l, &groups[i], true), out, count, limit);
    return count;
}
