/*
 * planning.c - orders: how many, to whom, and whether they get through (chapters 3 and 15).
 *
 * A line may be for several units of a type, but each uses one order (CMD-3.7); what is not given
 * can rally later (CMD-3.3).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "movement.h"
#include "planning.h"
#include "sequence.h"

#include <string.h>

/* ---- How many (CMD-3.2, CMD-15.3, CMD-16.3, CMD-R61). ---- */

typedef struct allowance {
    int orders, extra, rally_only;
} allowance;

static allowance allowance_of(const gg_state *state, gg_side side)
{
    int number = state->options[OPT_orders];
    allowance may = {.orders = number};
    if (state->options[OPT_order_distance]) may.extra = number_extra_orders(state);
    if (state->options[OPT_order_dice])
        may.orders = number - number_die_fewer(state) + state->order_die[side];
    if (state->options[OPT_morale]) {
        int points = state->points[side] < 0 ? 0 : state->points[side];
        if (may.orders > points) may.orders = points;
        if (points > number) may.rally_only = points - number;
    }
    return may;
}

/* What is left for units in the command sector, and for others. */
typedef struct orders_left {
    int command; /* the sector */
    int there, elsewhere;
} orders_left;

/* CMD-R61: orders for units in the command sector use up the extra one first. */
static orders_left orders_left_of(const gg_state *state, gg_side side)
{
    const allowance may = allowance_of(state, side);
    const int command = commanders_command_sector(state, side);
    int there = 0, elsewhere = 0; /* given */
    for (int i = 0; i < state->plan_count[side]; i++) {
        const order *line = &state->plan[side][i];
        *(line->from == command ? &there : &elsewhere) += line->count;
    }
    const int by_extra = least(there, may.extra),
              left = may.orders - elsewhere - (there - by_extra);
    return (orders_left){
        .command = command, .there = left + may.extra - by_extra, .elsewhere = left};
}

int commanders_orders_left(const gg_state *state, gg_side side, int sector)
{
    const orders_left left = orders_left_of(state, side);
    return sector == left.command ? left.there : left.elsewhere;
}

int commanders_orders_saved(const gg_state *state, gg_side side)
{
    return commanders_orders_left(state, side, NO_SECTOR) + allowance_of(state, side).rally_only;
}

/* ---- What both sides know of a plan: the units that have acted on it (CMD-R63). ---- */

static int orders_seen(const gg_state *state, gg_side side)
{
    int seen = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        seen += state->units[i].actions > 0;
    return seen;
}

bool commanders_may_have_more_orders(const gg_state *state, gg_side side)
{
    allowance may = allowance_of(state, side);
    return orders_seen(state, side) < may.orders + may.extra;
}

bool commanders_may_have_saved_orders(const gg_state *state, gg_side side)
{
    allowance may = allowance_of(state, side);
    int given = orders_seen(state, side) - may.extra; /* that one never rallies (CMD-R26) */
    return may.orders + may.rally_only > (given < 0 ? 0 : given);
}

/* ---- What an order allows (CMD-3.4, CMD-R3). ---- */

int commanders_next_step(const gg_state *state, const unit *u)
{
    if (u->order == 0 || u->actions >= moves_of(state, u->type)) return NO_SECTOR;
    return commanders_step_by(&state->plan[side_of(index_of(state, u))][u->order - 1], u);
}

/* ---- Order dice (CMD-15.1). ---- */

typedef struct number_query {
    int number; /* of the scenario, less what the die stands for (CMD-R61) */
} number_query;

static int order_number(const void *query) { return ((const number_query *)query)->number; }

static const gg_mod order_mods[] = {
    {"number", CMD_R61, 0, "N - {die_fewer}", "the scenario's number of orders less four",
     order_number},
};

const gg_check commanders_orders_check = {
    .name = "orders",
    .clause = CMD_15_1,
    .kind = GG_SUM,
    .sides = 6,
    .dice = gg_one_die,
    .mods = order_mods,
    .mod_count = 1,
    .query_bytes = sizeof(number_query),
    .rule =
        "one die a side at the start of planning, blue's first; the result is its number of orders",
};

bool commanders_order_dice_asks(const gg_state *state, gg_side side)
{
    (void)side;
    return state->options[OPT_order_dice] != 0;
}

uint8_t commanders_order_dice_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    number_query query = {state->options[OPT_orders] - number_die_fewer(state)};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_event *event = gg_log_add(log, GG_ROLL, CMD_15_1);
        gg_event local = {0};
        if (event != NULL) event->check = CHECK_ORDERS;
        gg_roll_for(dice, "orders", GG_NO_UNIT, GG_NO_UNIT);
        gg_event *filled = event != NULL ? event : &local;
        gg_check_roll(&commanders_orders_check, NULL, &query, dice, filled);
        state->order_die[side] = filled->faces[0];
        filled->amount = filled->total;
        filled->saying = side == GG_BLUE ? S_ORDERS_BLUE : S_ORDERS_RED;
    }
    return PHASE_PLAN;
}

/* ---- Giving orders. ---- */

void commanders_plan_open(gg_state *state, gg_log *log)
{
    commanders_note_plan(state);
    commanders_tell(log, GG_PHASE, S_ROUND, GG_NO_UNIT, 0, 0, state->round);
    commanders_tell(log, GG_PHASE, S_PHASE_PLAN, GG_NO_UNIT, 0, 0, 0);
}

/* Can this order be written: its steps lead over borders, to where the side may go? */
static reason judge_path(const gg_state *state, gg_side side, const gg_action *action)
{
    int from = action->at.x, step1 = action->at.y, step2 = action->args[0] - 1;
    bool at_building = false; /* CMD-R56: infantry against a garrison in its own sector */
    if (from == step1 && action->item == TYPE_I) {
        const unit *garrison = commanders_garrison(state, from);
        at_building = garrison != NULL && side_of(index_of(state, garrison)) != side;
    }
    if (!at_building && !commanders_is_adjacent(from, step1)) return R_NOT_ADJACENT;
    if (step2 >= 0 && !commanders_is_adjacent(step1, step2)) return R_NOT_ADJACENT;
    int reserve = reserve_of(enemy_of(side));
    if (step1 == reserve || step2 == reserve) return R_ENEMY_RESERVE;
    if (step2 >= 0 && moves_of(state, action->item) < 2) return R_TWO_STEPS;
    return R_LEGAL;
}

/* Why there are not so many that can get an order. */
static gg_verdict refuse_units(const gg_state *state, gg_side side, const gg_action *action)
{
    int count = action->flags, there = 0, unrouted = 0, unordered = 0;
    for (uint64_t left = state->notes.in[side][action->at.x]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        if (u->type != action->item) continue;
        there++;
        unrouted += !is_routed(u);
        unordered += !is_routed(u) && u->order == 0;
    }
    if (there < count) return refuse_count(R_TOO_FEW_THERE, there, count);
    if (unrouted < count) return refuse_count(R_TOO_FEW_UNROUTED, unrouted, count);
    if (unordered < count) return refuse_count(R_TOO_FEW_FREE, unordered, count);
    return refuse(R_SHUT_IN);
}

gg_verdict commanders_order_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int count = action->flags, left = commanders_orders_left(state, side, action->at.x);
    if (count > left) return refuse_count(R_ORDERS_USED, count, left < 0 ? 0 : left);
    if (count > state->notes.free[side][action->at.x][action->item])
        return refuse_units(state, side, action);
    return refuse(judge_path(state, side, action));
}

static order line_of(const gg_action *action)
{
    return (order){.count = action->flags,
                   .type = (uint8_t)action->item,
                   .from = (uint8_t)action->at.x,
                   .step1 = (uint8_t)action->at.y,
                   .step2 = (uint8_t)action->args[0]};
}

static void say_left(const gg_state *state, gg_side side, gg_log *log)
{
    gg_event *event = gg_log_add(log, GG_NOTE, CMD_3_2);
    if (event == NULL) return;
    event->saying = S_ORDERED;
    event->amount = (int16_t)commanders_orders_left(state, side, NO_SECTOR);
    event->seen_by = (gg_sides)(1u << side); /* how many are given is as secret as what they say */
}

/* CMD-R35: the lowest numbers that fit. */
void commanders_order_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)dice;
    gg_assert(state->plan_count[side] < PLAN_MAX);
    state->plan[side][state->plan_count[side]++] = line_of(action);
    int left = action->flags;
    for (uint64_t there = state->notes.in[side][action->at.x]; there != 0 && left > 0;) {
        unit *u = &state->units[first_of(side) + gg_next_bit(&there)];
        if (u->type != action->item || !commanders_is_orderable(state, u)) continue;
        u->order = state->plan_count[side];
        left--;
    }
    gg_assert(left == 0);
    uint8_t *free = &state->notes.free[side][action->at.x][action->item];
    *free = (uint8_t)(*free - action->flags);
    say_left(state, side, log);
}

/* The last equal line of the plan, or -1. */
static int find_line(const gg_state *state, gg_side side, const gg_action *action)
{
    order wanted = line_of(action);
    for (int i = state->plan_count[side] - 1; i >= 0; i--)
        if (memcmp(&state->plan[side][i], &wanted, sizeof wanted) == 0) return i;
    return -1;
}

gg_verdict commanders_cancel_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    return refuse(find_line(state, side, action) >= 0 ? R_LEGAL : R_NO_SUCH_ORDER);
}

void commanders_cancel_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    (void)dice;
    int found = find_line(state, side, action);
    order *plan = state->plan[side];
    int last = --state->plan_count[side];
    for (int i = found; i < last; i++) plan[i] = plan[i + 1];
    memset(&plan[last], 0, sizeof plan[last]);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        unit *u = &state->units[i];
        if (u->order == found + 1) u->order = 0;
        else if (u->order > found + 1) u->order--;
    }
    commanders_note_plan(state);
    say_left(state, side, log);
}

uint8_t commanders_plan_close(gg_state *state, gg_log *log)
{
    if ((state->said[GG_BLUE] | state->said[GG_RED]) != 0) commanders_reveal(log, ACTION_LEAVE);
    for (int sector = 0; sector < SECTORS; sector++) {
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            if ((state->said[side] >> sector & 1) == 0) continue;
            gg_unit who = index_of(state, commanders_garrison(state, sector));
            state->units[who].status &= (uint8_t)~INSIDE;
            commanders_tell(log, GG_MOVE, S_COMES_OUT, who, sector, 0, 0);
            commanders_capture_routed(state, side, sector, log); /* CMD-R68 */
        }
    }
    state->said[GG_BLUE] = state->said[GG_RED] = 0;
    commanders_forget_plan(state);
    return PHASE_COURIERS;
}

/* ---- Offers: lines of a sensible size to every neighbour. ---- */

/* Orders of one kind of unit from one place: what all of them share.  Asked once, because whoever
 * writes offers could for all the compiler knows change the state. */
typedef struct offered_kind {
    gg_action blank; /* without its number and its steps */
    gg_side side;
    int free, limit; /* limit: of a border without a river */
    bool turns;      /* it has a second step */
} offered_kind;

/* Over a border go all together, one alone, and those that turn aside behind it. */
enum { TURNS_MAX = 2, OVER_MAX = 2 + TURNS_MAX, KIND_MAX = NEAR_MAX * OVER_MAX + 1 };

static inline offered_kind offered_of(const gg_state *state, gg_side side, int of, int from,
                                      int free)
{
    offered_kind it = {.blank = make_action(ACTION_ORDER),
                       .side = side,
                       .free = free,
                       .limit = number_border_units(state),
                       .turns = moves_of(state, of) > 1};
    it.blank.item = (gg_unit)of;
    it.blank.at.x = from;
    return it;
}

static inline gg_action *put_order(gg_action *next, const offered_kind *it, int count, int step1,
                                   int step2)
{
    *next = it->blank;
    next->flags = (uint8_t)count;
    next->at.y = step1;
    next->args[0] = step2 == NO_SECTOR ? 0 : step2 + 1;
    return next + 1;
}

/* With one step the second move leads straight on (CMD-R3), so only turns need a second step: to
 * the left and to the right of the first, but not into the own home row. */
static inline gg_action *offer_turns(gg_action *next, const offered_kind *it, int count, int step1)
{
    const int from = it->blank.at.x, row = row_of(step1), home = home_row(it->side);
    if (from >= SECTORS || column_of(from) == column_of(step1)) {
        if (row == home) return next;
        if (step1 >= 3) next = put_order(next, it, count, step1, step1 - 3);
        if (step1 + 3 < SECTORS) next = put_order(next, it, count, step1, step1 + 3);
        return next;
    }
    if (row > 0 && row - 1 != home) next = put_order(next, it, count, step1, step1 - 1);
    if (row < 2 && row + 1 != home) next = put_order(next, it, count, step1, step1 + 1);
    return next;
}

/* Over one border: all that may go there together, and one alone. */
static inline gg_action *offer_border(const gg_state *state, bool terrain, gg_action *next,
                                      const offered_kind *it, int near)
{
    if (near == reserve_of(enemy_of(it->side))) return next;
    const int limit = terrain ? commanders_border_limit(state, it->blank.at.x, near) : it->limit;
    const int count = it->free < limit ? it->free : limit;
    next = put_order(next, it, count, near, NO_SECTOR);
    if (count > 1) next = put_order(next, it, 1, near, NO_SECTOR);
    return near < SECTORS && it->turns ? offer_turns(next, it, count, near) : next;
}

/* CMD-R56: infantry against a garrison in its own sector. */
static inline gg_action *offer_building(gg_action *next, const offered_kind *it)
{
    return put_order(next, it, least(it->free, it->limit), it->blank.at.x, NO_SECTOR);
}

/* All of a kind, KIND_MAX at most. */
static inline gg_action *offer_kind(const gg_state *state, bool terrain, bool at_building,
                                    gg_action *next, const offered_kind *it)
{
    for (const uint8_t *near = commanders_near[it->blank.at.x]; *near != NO_SECTOR; near++)
        next = offer_border(state, terrain, next, it, *near);
    return at_building ? offer_building(next, it) : next;
}

/* The same, as far as there is room. */
static gg_action *offer_some(const gg_state *state, bool terrain, bool at_building, gg_action *next,
                             const gg_action *end, const offered_kind *it)
{
    gg_action all[KIND_MAX];
    const gg_action *after = offer_kind(state, terrain, at_building, all, it);
    for (const gg_action *one = all; one < after && next < end; one++) *next++ = *one;
    return next;
}

static gg_action *offer_leaving(const gg_state *state, gg_action *next, const gg_action *end,
                                gg_side side)
{
    uint32_t garrisons = state->notes.inside[side];
    for (int sector = 0; sector < SECTORS && garrisons != 0; sector++) {
        gg_action leave = make_action(ACTION_LEAVE);
        leave.at.x = sector;
        if ((garrisons >> sector & 1) != 0 && next < end
            && commanders_leave_legal(state, side, &leave).reason == R_LEGAL)
            *next++ = leave;
    }
    return next;
}

/* Whoever has written one order has thought of the others: orders are saved for rallying, too. */
bool commanders_plan_is_content(const gg_state *view, gg_side side)
{
    return view->stage == PHASE_PLAN && side <= GG_RED && view->plan_count[side] > 0;
}

/* Who can get an order, and how many orders there are for each. */
typedef struct plan_look {
    const uint8_t (*free)[TYPES]; /* by place */
    const uint32_t *in;           /* who is there at all */
    uint32_t walled_up;           /* sectors where enemies are inside a building, by bit */
    orders_left left;
} plan_look;

static inline plan_look look_at_plan(const gg_state *state, gg_side side)
{
    return (plan_look){.free = state->notes.free[side],
                       .in = state->notes.in[side],
                       .walled_up = state->notes.inside[enemy_of(side)],
                       .left = orders_left_of(state, side)};
}

static inline int orders_for(const plan_look *it, int from, int of)
{
    return least(it->free[from][of],
                 from == it->left.command ? it->left.there : it->left.elsewhere);
}

uint32_t commanders_plan_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    gg_action *next = out;
    const gg_action *end = out + limit;
    const bool terrain = state->options[OPT_terrain] != 0;
    if (limit > 0) *next++ = make_action(ACTION_READY);
    const plan_look it = look_at_plan(state, side);
    for (int from = 0; from < GROUNDS && it.left.there > 0; from++) {
        if (it.in[from] == 0) continue;
        for (int of = 0; of < TYPES; of++) {
            int count = orders_for(&it, from, of);
            if (count <= 0) continue;
            const offered_kind kind = offered_of(state, side, of, from, count);
            const bool at_building = of == TYPE_I && (it.walled_up >> from & 1) != 0;
            next = end - next >= KIND_MAX
                       ? offer_kind(state, terrain, at_building, next, &kind)
                       : offer_some(state, terrain, at_building, next, end, &kind);
        }
    }
    return (uint32_t)(offer_leaving(state, next, end, side) - out);
}

/* ---- Who carries it out (CMD-R35, CMD-R63). ---- */

/* Alike in all that everybody sees: only the order tells them apart. */
static bool is_alike(const unit *one, const unit *other)
{
    unit a = *one, b = *other;
    a.order = b.order = a.number = b.number = 0;
    return memcmp(&a, &b, sizeof a) == 0;
}

/* Orders are for so many of a kind.  If I3 went because I1 and I2 have other orders, the enemy
 * would see by its number that they have some. */
unit *commanders_stand_in(gg_state *state, unit *u)
{
    const gg_side side = side_of(index_of(state, u));
    for (uint64_t there = state->notes.in[side][u->place]; there != 0;) {
        unit *other = &state->units[first_of(side) + gg_next_bit(&there)];
        if (other >= u) break; /* nobody before it */
        if (other->type != u->type || !is_alike(other, u)) continue;
        const uint8_t its = other->order;
        other->order = u->order;
        u->order = its;
        return other;
    }
    return u;
}

/* ---- Couriers (CMD-15.2, CMD-R26). ---- */

typedef struct courier_query {
    int distance;
} courier_query;

static int courier_moves(const void *query) { return ((const courier_query *)query)->distance; }

static const gg_mod courier_mods[] = {
    {"distance", CMD_R26, 0, "each", "moves from the command sector", NULL, courier_moves,
     N_courier_distance},
};

static const gg_band courier_bands[] = {
    {.number = N_courier_least, .clause = CMD_15_2, .text = "gets through"},
    {.clause = CMD_15_2, .text = "is lost"},
};

const gg_check commanders_courier_check = {
    .name = "courier",
    .clause = CMD_15_2,
    GG_SIXES(GG_SUM, gg_one_die, commanders_numbers),
    .mods = courier_mods,
    .mod_count = 1,
    .query_bytes = sizeof(courier_query),
    GG_BANDS(courier_bands),
    .rule = "one die for every order: the roll must be the distance or more",
};

/* The step comes whether or not there are orders: who gave none must not see by it that the other
 * side gave some (CMD-R63). */
bool commanders_couriers_asks(const gg_state *state, gg_side side)
{
    (void)side;
    return state->options[OPT_order_distance] != 0;
}

static void send_courier(gg_state *state, gg_unit who, int command, gg_dice *dice, gg_log *log)
{
    gg_side side = side_of(who);
    unit *u = &state->units[who];
    courier_query query = {commanders_distance(u->place, command)};
    gg_event *event =
        gg_roll_event(&commanders_courier_check, CHECK_COURIER, who, GG_NO_UNIT, dice, log, NULL);
    if (event != NULL) event->seen_by = (gg_sides)(1u << side);
    if (gg_check_roll(&commanders_courier_check, state->house, &query, dice, event) == 0) return;
    u->order = 0;
    if (event != NULL) event->saying = S_LOST_ORDER;
}

/* A roll of each side that the other does not see, also with no order at all: else whether dice
 * were hidden would tell who gave some (CMD-R63). */
static void say_couriers(const gg_state *state, gg_side side, gg_log *log)
{
    gg_event *event = gg_log_add(log, GG_ROLL, CMD_15_2);
    if (event == NULL) return;
    event->saying = side == GG_BLUE ? S_SENDS_BLUE : S_SENDS_RED;
    event->seen_by = (gg_sides)(1u << side);
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        event->amount = (int16_t)(event->amount + (state->units[i].order != 0));
}

uint8_t commanders_couriers_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) say_couriers(state, side, log);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        uint8_t ordered[UNITS];
        int count = 0, command = commanders_command_sector(state, side);
        for (gg_unit who = first_of(side); who < first_of(side) + UNITS; who++)
            if (state->units[who].order != 0) ordered[count++] = (uint8_t)who;
        for (int line = 1; line <= state->plan_count[side]; line++)
            for (int i = 0; i < count; i++)
                if (state->units[ordered[i]].order == line)
                    send_courier(state, ordered[i], command, dice, log);
    }
    return PHASE_FAST_GO;
}

/* The first die of the step, for whoever wants to know its odds before. */
bool commanders_courier_query(const gg_state *state, void *query)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (state->plan_count[side] == 0) continue;
        int command = commanders_command_sector(state, side);
        *(courier_query *)query =
            (courier_query){commanders_distance(state->plan[side][0].from, command)};
        return true;
    }
    return false;
}
