/*
 * offer.c - a sensible choice of what can be done: advance on the nearest enemies, charge what can
 * be charged, form, face or refuse a flank, support, fall back, fire, rally.  Everything here is
 * put before the judge; nothing here decides what is legal.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/play/play.h"

#include <string.h>

enum { /* hundredths from centre to centre: by the gap, and outside what reserves must keep */
       NEAR_ENEMY = 320,
       POISED = 780, /* a column's charge away, out of reach of volleys */
       GUNS_NEAR = 1000,
       FAR_FROM_ENEMY = 1500,
};

typedef struct offers {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
    uint64_t foes;   /* steady enemies, towards whom moves are thought of */
    uint64_t goals;  /* areas that are worth taking */
    lg_mover *mover; /* whose moves are thought of */
} offers;

/* Two ways of thinking may lead to the same move; those of one unit stand together. */
static bool is_offered(const offers *o, const gg_action *action)
{
    for (uint32_t i = o->count; i > 0 && o->out[i - 1].who == action->who; i--)
        if (memcmp(&o->out[i - 1], action, sizeof *action) == 0) return true;
    return false;
}

static bool add(offers *o, const gg_action *action)
{
    if (o->count == o->limit) return false;
    o->out[o->count++] = *action;
    return true;
}

/* Of an action that cannot have been thought of before. */
static bool offer_new(offers *o, const gg_action *action)
{
    return o->count < o->limit && lg_judge(o->s, o->side, action).reason == R_LEGAL
           && add(o, action);
}

static bool offer(offers *o, const gg_action *action)
{
    return !is_offered(o, action) && offer_new(o, action);
}

/* A move of the unit whose moves are thought of; R_NO_SUCH_ACTION: it is offered, or there is no
 * room. */
static gg_reason try_move(offers *o, const gg_action *action)
{
    if (is_offered(o, action) || o->count == o->limit) return R_NO_SUCH_ACTION;
    const gg_reason reason = lg_mover_legal(o->mover, action).reason;
    if (reason == R_LEGAL) add(o, action);
    return reason;
}

static bool offer_plain(offers *o, lg_action_kind kind, unsigned who)
{
    const gg_action action = gg_action_on(kind, who, GG_NO_UNIT);
    return offer(o, &action);
}

/* ---- Command. ---- */

static void offer_assign(offers *o, unsigned u, unsigned orders)
{
    gg_action action = gg_action_on(ACTION_ASSIGN, u, GG_NO_UNIT);
    action.item = (uint16_t)orders;
    offer_new(o, &action);
}

/* From what it may recover. */
static void offer_rally(offers *o, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    const bool needs[RALLIES] = {[RALLY_DISORDER] = (unit->status & STATUS_DISORDERED) != 0,
                                 [RALLY_SHAKEN] = unit->shaken > 0,
                                 [RALLY_ROUT] = lg_is_routing(unit)};
    gg_action action = gg_action_on(ACTION_RALLY, u, GG_NO_UNIT);
    if (unit->side != o->side || (unit->orders == 0 && !lg_has_reserve(o->s, u))) return;
    for (uint16_t kind = 0; kind < RALLIES; kind++) {
        action.item = kind;
        if (needs[kind]) offer(o, &action);
    }
}

static void offer_rallies(offers *o)
{
    for (uint64_t rest = o->s->notes.unwell; rest != 0;)
        offer_rally(o, (unsigned)gg_next_bit(&rest));
}

/* ---- Riding. ---- */

static gg_point grained(gg_point at)
{
    return (gg_point){at.x / HUNDREDTH * HUNDREDTH, at.y / HUNDREDTH * HUNDREDTH};
}

/* Beside a shaken unit, to steady it. */
static void offer_comfort(offers *o, unsigned c, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    const int32_t away = gg_facing(unit->facing * 10 + GG_HALF_TURN),
                  behind = lg_box(o->s, unit->type, unit->formation).front + INCH / 2;
    gg_action action = lg_ride_of(c, grained(gg_along(unit->at, away, behind)));
    action.item = (gg_unit)u;
    offer(o, &action);
}

/* With a unit of his that charges. */
static void offer_joining(offers *o, unsigned u)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    if (s->charges[u].status != CHARGE_DECLARED || unit->side != o->side || unit->division == NOBODY
        || s->commanders[unit->division].moved)
        return;
    gg_action action = lg_ride_of(unit->division, grained(unit->at));
    action.whom = (gg_unit)u;
    offer(o, &action);
}

/* Does it obey him, or one of his? */
static bool is_of(const gg_state *s, unsigned u, unsigned c)
{
    unsigned his = s->units[u].division;
    while (his != NOBODY && his != c) his = s->commanders[his].superior;
    return his == c;
}

/* Behind the middle of his command. */
static void offer_ride(offers *o, unsigned c)
{
    const gg_state *s = o->s;
    const gg_point behind = gg_offset(s->home[o->side] * 10, (gg_point){0, 4 * INCH});
    int64_t x = 0, y = 0, count = 0;
    for (uint64_t own = s->notes.here[o->side]; own != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&own);
        if (is_of(s, u, c)) x += s->units[u].at.x, y += s->units[u].at.y, count++;
    }
    if (count == 0) return;
    const gg_point place = {(int32_t)(x / count) + behind.x, (int32_t)(y / count) + behind.y};
    const gg_action action = lg_ride_of(c, grained(place));
    if (gg_is_farther(s->commanders[c].at, action.at, INCH)) offer(o, &action);
}

/* ---- Moving. ---- */

/* Towards whom and what moves are thought of. */
static void look_about(offers *o)
{
    const gg_state *s = o->s;
    o->foes = s->notes.here[gg_other(o->side)];
    for (uint64_t rest = o->foes & s->notes.unwell; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (lg_is_routing(&s->units[u])) o->foes &= ~gt_bit(u);
    }
    o->goals = 0;
    for (unsigned i = 0; i < s->area_count; i++) {
        const gt_area *area = &s->areas[i];
        if (area->value != 0 && !area->burning && area->owner != o->side + 1) o->goals |= gt_bit(i);
    }
}

/* The nearest by its centre, the first of equals; NOBODY if there is none. */
static unsigned nearest_foe(const offers *o, unsigned u)
{
    const int found = gt_nearest_place(o->s->units, o->foes, o->s->units[u].at);
    return found == GG_NEVER ? NOBODY : (unsigned)found;
}

static int32_t turn_to(const lg_unit *unit, gg_point at)
{
    return lg_turn_from(unit->facing, lg_direction(unit->at, at));
}

static gg_reason try_path(offers *o, lg_action_kind kind, unsigned u, const lg_path *path)
{
    gg_action action = gg_action_on(kind, u, GG_NO_UNIT);
    lg_path_pack(path, &action);
    if (kind != ACTION_ADVANCE) return try_move(o, &action);
    return offer(o, &action) ? R_LEGAL : R_NO_SUCH_ACTION;
}

static bool offer_path(offers *o, lg_action_kind kind, unsigned u, const lg_path *path)
{
    return try_path(o, kind, u, path) == R_LEGAL;
}

/* The same way with the free step to either side (LG-3.15). */
static bool offer_side_step(offers *o, lg_action_kind kind, unsigned u, lg_path path, int32_t step)
{
    if (step == 0 || path.ahead[0] < step) return false;
    path.shift[0] = step;
    if (offer_path(o, kind, u, &path)) return true;
    path.shift[0] = -step;
    return offer_path(o, kind, u, &path);
}

/* Towards a place, but not nearer than `short_of` hundredths: wheel and go ahead, as far as the
 * judge allows of a few lengths.  `how` says what is done on the way beside that; a side step in it
 * is taken to either side where another unit stands at the end. */
static bool offer_approach(offers *o, lg_action_kind kind, unsigned u, gg_point to,
                           int32_t short_of, lg_path how)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    int32_t turn = turn_to(unit, to);
    int32_t straight = gg_distance(unit->at, to) / HUNDREDTH - short_of;
    const int32_t step = how.shift[0];
    how.legs = 1;
    how.turn[0] = turn;
    how.shift[0] = 0;
    int32_t most = lg_allowance(s, u, &how, lg_mode_of(kind), false);
    if (straight < most) most = straight;
    for (int32_t part = 3; part >= 1 && most > 0; part--) {
        how.ahead[0] = most * part / 3;
        if (how.ahead[0] <= 0) continue;
        const gg_reason stopped = try_path(o, kind, u, &how);
        if (stopped == R_LEGAL) return true;
        const bool full = part == 3 && stopped == R_OCCUPIED;
        if (full && offer_side_step(o, kind, u, how, step)) return true;
    }
    return false;
}

/* Past what stands in the way: aslant to either side, facing the enemy again at the end. */
static void offer_detour(offers *o, unsigned u, gg_point to)
{
    const lg_unit *unit = &o->s->units[u];
    int32_t straight = turn_to(unit, to), way = gg_distance(unit->at, to);
    for (int32_t slant = -44; slant <= 44; slant += 88) {
        int32_t facing = gg_facing((unit->facing + straight + slant) * 10);
        offer_approach(o, ACTION_MOVE, u, gg_along(unit->at, facing, way), 0,
                       (lg_path){.turn_end = -slant});
    }
}

/* To where the enemy has no front, and facing him: eight inches beside his nearer flank. */
static void offer_flank(offers *o, unsigned u, unsigned enemy)
{
    const lg_unit *unit = &o->s->units[u], *its = &o->s->units[enemy];
    const bool right = gg_to_local(lg_pose(its), unit->at).x > 0;
    const int32_t out = its->facing * 10 + (right ? GG_QUARTER : GG_TURN - GG_QUARTER);
    const gg_point beside = gg_along(its->at, gg_facing(out), 8 * INCH);
    const int32_t facing = unit->facing + turn_to(unit, beside);
    const int32_t end = lg_turn_from(facing, lg_direction(beside, its->at));
    offer_approach(o, ACTION_MOVE, u, beside, 0, (lg_path){.turn_end = end});
}

static void offer_forms(offers *o, unsigned u, gg_point enemy)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    gg_action action = gg_action_on(ACTION_FORM, u, GG_NO_UNIT);
    action.at.x = turn_to(unit, enemy);
    for (int form = FORM_LINE; form <= FORM_SQUARE; form++) {
        if (form == unit->formation) continue;
        if (form == FORM_SQUARE && gg_distance(unit->at, enemy) > 14 * INCH) continue;
        action.item = (uint16_t)form;
        try_move(o, &action);
    }
}

/* At its middle; past somebody in the way, at an end of it; as the unit stands. */
static bool offer_charge(offers *o, gg_action *action)
{
    const lg_unit *unit = &o->s->units[action->who];
    int32_t straight = lg_direction(unit->at, o->s->units[action->whom].at);
    const int32_t facings[4] = {straight, (straight + 8) % 360, (straight + 352) % 360,
                                unit->facing};
    for (int i = 0; i < 4; i++) {
        action->item = (uint16_t)facings[i];
        if (offer(o, action)) return true;
    }
    return false;
}

static uint64_t may_be_charged(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    int32_t reach = lg_rate(s, unit) * HUNDREDTH + 3 * INCH;
    gt_table t = lg_table(s);
    gt_set near;
    gt_enemies_near(&t, unit->side, (gg_bounds){unit->at, unit->at}, reach, &near);
    return near.bits[0];
}

/* Four inches behind the friend that is nearest to the enemy. */
static bool find_support(const offers *o, unsigned u, gg_point enemy, gg_point *out)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    const int32_t own = gg_distance(unit->at, enemy);
    uint64_t before = 0;
    for (uint64_t friends = s->notes.here[unit->side] & ~gt_bit(u); friends != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&friends);
        const lg_unit *its = &s->units[other];
        if (its->type == unit->type && !gg_is_farther(its->at, unit->at, 16 * INCH)
            && !gg_is_farther(its->at, enemy, own - 1))
            before |= gt_bit(other);
    }
    const int front = gt_nearest_place(s->units, before, enemy);
    if (front == GG_NEVER) return false;
    const lg_unit *its = &s->units[front];
    *out = gg_along(its->at, gg_facing(its->facing * 10 + GG_HALF_TURN), 4 * INCH);
    return gg_is_farther(unit->at, *out, 2 * INCH);
}

static bool goal_of(const offers *o, gg_point from, gg_point *out)
{
    int32_t nearest = INT32_MAX;
    for (uint64_t rest = o->goals; rest != 0;) {
        const gt_area *area = &o->s->areas[gg_next_bit(&rest)];
        const gg_point middle = gt_area_middle(&lg_game, area);
        if (gg_is_farther(from, middle, nearest)) continue;
        int32_t distance = gg_distance(from, middle);
        if (distance >= nearest) continue;
        nearest = distance;
        *out = middle;
    }
    return nearest != INT32_MAX;
}

static void offer_guns(offers *o, unsigned u, gg_point enemy)
{
    const lg_unit *unit = &o->s->units[u];
    if (unit->formation == FORM_LIMB) {
        offer_plain(o, ACTION_UNLIMBER, u);
        if (unit->orders > 0 && gg_distance(unit->at, enemy) > 8 * INCH)
            offer_approach(o, ACTION_MOVE, u, enemy, GUNS_NEAR, (lg_path){.unlimber = true});
    } else if (unit->orders > 0) {
        offer_plain(o, ACTION_LIMBER, u);
    }
}

static void offer_falling_back(offers *o, unsigned u)
{
    gg_action back = gg_action_on(ACTION_BACK, u, GG_NO_UNIT);
    back.args[0] = lg_rate(o->s, &o->s->units[u]);
    if (try_move(o, &back) == R_LEGAL) return;
    back.args[0] = 300;
    try_move(o, &back);
}

/* Of a steady unit, round what stands in the way if need be; infantry comes on in line where it
 * must (LG-R52), and where its volley will tell. */
static void offer_advances(offers *o, unsigned u, unsigned enemy, gg_point at, int32_t distance)
{
    const lg_unit *unit = &o->s->units[u];
    const bool guns = lg_is_guns(unit), foot = lg_is_foot(unit);
    const lg_path straight = {.legs = 1}, in_line = {.form_end = FORM_LINE + 1};
    const lg_path aside = {.shift = {guns ? 0 : lg_number(o->s, N_base_width)}};
    gg_point place;
    if (!offer_approach(o, ACTION_MOVE, u, at, guns ? GUNS_NEAR : NEAR_ENEMY, aside)
        && distance > 6 * INCH)
        offer_detour(o, u, at);
    if (foot && distance > POISED * HUNDREDTH && distance < 14 * INCH)
        offer_approach(o, ACTION_MOVE, u, at, POISED, straight);
    if (foot && unit->formation != FORM_LINE && distance <= 12 * INCH)
        offer_approach(o, ACTION_MOVE, u, at, NEAR_ENEMY, in_line);
    if (lg_is_horse(unit) && enemy != NOBODY && distance < 20 * INCH) offer_flank(o, u, enemy);
    if (goal_of(o, unit->at, &place)) offer_approach(o, ACTION_MOVE, u, place, 0, straight);
    if (!guns && find_support(o, u, at, &place))
        offer_approach(o, ACTION_MOVE, u, place, 0, straight);
    if (distance > 18 * INCH) offer_approach(o, ACTION_RESERVE, u, at, FAR_FROM_ENEMY, straight);
}

/* ---- Answers and combat: a few offers, which are listed. ---- */

static void list_responses(offers *o)
{
    const gg_state *s = o->s;
    for (uint64_t own = s->notes.here[o->side]; own != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&own);
        gg_action action = gg_action_on(ACTION_SQUARE, u, GG_NO_UNIT);
        if (offer(o, &action)) {
            action.flags = 1;
            offer(o, &action);
        }
        offer_plain(o, ACTION_EVADE, u);
        for (unsigned c = 0; c < s->unit_count && lg_is_horse(&s->units[u]); c++) {
            const gg_action counter = gg_action_on(ACTION_COUNTER, u, c);
            if (s->charges[c].status == CHARGE_DECLARED) offer(o, &counter);
        }
    }
    offer_rallies(o);
}

static void list_retires(offers *o)
{
    unsigned u = lg_asked(o->s);
    int32_t low, high;
    lg_retire_range(o->s, u, &low, &high);
    gg_action action = gg_action_on(ACTION_RETIRE, u, GG_NO_UNIT);
    for (int i = 0; i < 3; i++) {
        action.args[0] = low + (high - low) * i / 2;
        offer(o, &action);
    }
}

static bool depends_on_facing(gg_reason why)
{
    return why != R_BEATEN_ALREADY && why != R_IN_COMBAT && why != R_CHARGE_IN_LINE
           && why != R_CHARGE_UNSEEN;
}

/* Every target there is: the facing that no likely one gives is looked for all round. */
static void offer_breaks(offers *o, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    int32_t reach = lg_rate(o->s, unit) * HUNDREDTH + 2 * o->s->notes.reach;
    for (uint64_t enemies = o->s->notes.here[gg_other(o->side)]; enemies != 0;) {
        const unsigned target = (unsigned)gg_next_bit(&enemies);
        gg_action action = gg_action_on(ACTION_BREAK, u, target);
        const lg_unit *its = &o->s->units[target];
        if (gg_is_farther(unit->at, its->at, reach) || offer_charge(o, &action)) continue;
        if (!depends_on_facing(lg_judge(o->s, o->side, &action).reason)) continue;
        for (action.item = 0; action.item < 360; action.item++)
            if (!lg_passes_by(o->s, u, target, action.item) && offer_new(o, &action)) break;
    }
}

static void list_breaks(offers *o)
{
    const gg_state *s = o->s;
    const lg_path straight = {.legs = 1};
    look_about(o);
    unsigned u = lg_asked(s), enemy = nearest_foe(o, u);
    gg_point goal;
    offer_breaks(o, u);
    if (enemy != NOBODY) {
        lg_path turned = {.legs = 1, .turn = {turn_to(&s->units[u], s->units[enemy].at)}};
        offer_approach(o, ACTION_ADVANCE, u, s->units[enemy].at, NEAR_ENEMY, straight);
        offer_approach(o, ACTION_ADVANCE, u, s->units[enemy].at, POISED, straight);
        if (turned.turn[0] != 0) offer_path(o, ACTION_ADVANCE, u, &turned);
    }
    if (goal_of(o, s->units[u].at, &goal)) offer_approach(o, ACTION_ADVANCE, u, goal, 0, straight);
    offer_plain(o, ACTION_STAY, u);
}

static void list_aborts(offers *o)
{
    for (unsigned u = 0; u < o->s->unit_count; u++)
        if (o->s->charges[u].status == CHARGE_CLOSED) offer_plain(o, ACTION_ABORT, u);
}

static void list_occupying(offers *o)
{
    offer_plain(o, ACTION_OCCUPY, lg_asked(o->s));
    offer_plain(o, ACTION_STAY, lg_asked(o->s));
}

/* The game's own, which rolls. */
static void list_step(offers *o)
{
    static const uint8_t steps[PHASES] = {[PHASE_C1] = ACTION_ORDERS,
                                          [PHASE_C3R] = ACTION_CORPS,
                                          [PHASE_K1] = ACTION_FIGHT,
                                          [PHASE_K4] = ACTION_REACT};
    offer_plain(o, (lg_action_kind)steps[o->s->phase], GG_NO_UNIT);
}

/* ---- Orders. ---- */

enum { GIVES_MAX = 6 };

static void list_gives(offers *o)
{
    const gg_state *s = o->s;
    const lg_level level = s->phase == PHASE_C2 ? LEVEL_CINC : LEVEL_CORPS;
    for (unsigned from = 0; from < s->commander_count; from++) {
        const lg_commander *giver = &s->commanders[from];
        if (giver->side != o->side || giver->level != level || giver->pool == 0) continue;
        for (unsigned to = 0; to < s->commander_count; to++) {
            if (s->commanders[to].side != o->side || s->commanders[to].level <= level) continue;
            const int most = lg_most_to_give(s, from, to);
            gg_action action = gg_action_on(ACTION_GIVE, UNITS_MAX + from, UNITS_MAX + to);
            for (int orders = 1; orders <= most && orders <= GIVES_MAX; orders++) {
                action.item = (uint16_t)orders;
                offer_new(o, &action);
            }
        }
    }
}

/* Two orders: to limber and move. */
static void list_assigns(offers *o)
{
    const gg_state *s = o->s;
    for (uint64_t own = s->notes.here[o->side]; own != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&own);
        const lg_unit *unit = &s->units[u];
        if (unit->orders >= lg_number(s, N_unit_orders) || !lg_has_reserve(s, u)) continue;
        offer_assign(o, u, 1);
        if (unit->formation == FORM_UNL && unit->orders == 0) offer_assign(o, u, 2);
    }
}

/* ---- Moves and rides. ---- */

static void list_moves_of(offers *o, unsigned u)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    const bool leaves = (unit->status & STATUS_MUST_LEAVE) != 0, guns = lg_is_guns(unit);
    if (unit->orders == 0 && !leaves) { /* most units of a large army */
        if (unit->formation == FORM_LIMB) offer_plain(o, ACTION_UNLIMBER, u);
        return;
    }
    const bool goes = !(unit->did & DID_ACT) && !lg_is_routing(unit)
                      && (leaves || lg_order_is_open(s, u).reason == R_LEGAL);
    if (!goes && !guns) return;
    const unsigned enemy = nearest_foe(o, u);
    const gg_point at =
        enemy == NOBODY ? (gg_point){s->width / 2, s->height / 2} : s->units[enemy].at;
    const int32_t distance = gg_distance(unit->at, at);
    lg_mover_take(o->mover, u);
    if (guns) offer_guns(o, u, at);
    if (!goes) return;
    const bool steady = unit->shaken == 0 && !lg_is_fatigued(s, unit);
    const bool square = unit->formation == FORM_SQUARE, near = distance < 20 * INCH;
    for (uint64_t whom = steady && !guns && near ? may_be_charged(s, u) : 0; whom != 0;) {
        gg_action charge = gg_action_on(ACTION_CHARGE, u, (unsigned)gg_next_bit(&whom));
        offer_charge(o, &charge);
    }
    if (steady && !square) offer_advances(o, u, enemy, at, distance);
    const lg_path turned = {.legs = 1, .turn = {turn_to(unit, at)}};
    if (!square && (turned.turn[0] > 10 || turned.turn[0] < -10))
        offer_path(o, ACTION_MOVE, u, &turned);
    if (distance < 18 * INCH && lg_is_foot(unit)) offer_forms(o, u, at);
    if (near && lg_rate(s, unit) > 0) offer_falling_back(o, u);
}

static void list_moves(offers *o)
{
    lg_mover mover;
    lg_mover_begin(&mover, o->s, o->side);
    mover.on.plainly = true;
    o->mover = &mover;
    for (uint64_t own = o->s->notes.here[o->side]; own != 0;)
        list_moves_of(o, (unsigned)gg_next_bit(&own));
    o->mover = NULL;
}

static void list_rides(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count && s->charge_count > 0; u++) offer_joining(o, u);
    const uint64_t unwell = s->notes.unwell & s->notes.here[o->side];
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side != o->side || his->moved || !lg_is_present(his)) continue;
        for (uint64_t rest = his->level == LEVEL_DIVISION ? 0 : unwell; rest != 0;) {
            const unsigned u = (unsigned)gg_next_bit(&rest);
            if (s->units[u].shaken > 0) offer_comfort(o, c, u);
        }
        offer_ride(o, c);
    }
}

static void list_movement(offers *o)
{
    look_about(o);
    list_moves(o);
    list_rides(o);
    offer_rallies(o);
}

/* ---- Fire. ---- */

/* Only foot artillery may mass its guns (LG-R78), and in no step of a breakthrough. */
static uint64_t find_batteries(const gg_state *s)
{
    uint64_t found = 0;
    if (s->phase == PHASE_X3) return 0;
    for (uint64_t firers = s->notes.firers; firers != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&firers);
        if (s->units[u].type == TYPE_FOOT && lg_nations[s->units[u].nation].battery)
            found |= gt_bit(u);
    }
    return found;
}

static void offer_grand_battery(offers *o, lg_shots *shots, gg_action fire)
{
    const uint64_t helpers = lg_grand_battery(shots, o->s, fire.who, fire.whom);
    if (helpers == 0) return;
    fire.args[0] = (int32_t)(uint32_t)helpers;
    fire.args[1] = (int32_t)(uint32_t)(helpers >> 32);
    add(o, &fire);
}

/* Each unit that may fire at the nearest few it can fire at, alone or with others. */
static void list_fire(offers *o)
{
    const gg_state *s = o->s;
    const uint64_t batteries = find_batteries(s);
    lg_shots shots;
    if (batteries != 0) shots = lg_shots_of(s);
    for (uint64_t firers = s->notes.firers; firers != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&firers);
        unsigned targets[TARGETS_NOTED];
        const int count =
            gt_nearest_places(s->units, s->notes.can[u], s->units[u].at, TARGETS_NOTED, targets);
        /* Are there enough of them, it and those after it? */
        const uint64_t later = batteries & ~(gt_bit(u) - 1);
        const bool grand =
            (later & gt_bit(u)) != 0 && gg_count_bits(later) >= s->options[OPT_grand_battery_min];
        for (int i = 0; i < count; i++) {
            const gg_action fire = gg_action_on(ACTION_FIRE, u, targets[i]);
            add(o, &fire);
            if (grand) offer_grand_battery(o, &shots, fire);
        }
    }
    offer_rallies(o);
}

/* ---- By phase. ---- */

static void (*const in_phase[PHASES])(offers *) = {
    [PHASE_C1] = list_step,      [PHASE_C2] = list_gives,     [PHASE_C3R] = list_step,
    [PHASE_C3] = list_gives,     [PHASE_C4] = list_assigns,   [PHASE_M1] = list_movement,
    [PHASE_M2] = list_responses, [PHASE_F1] = list_fire,      [PHASE_F2] = list_fire,
    [PHASE_F3] = offer_rallies,  [PHASE_F4A] = list_aborts,   [PHASE_K0A] = offer_rallies,
    [PHASE_K0B] = offer_rallies, [PHASE_K1] = list_step,      [PHASE_K3] = list_retires,
    [PHASE_K4] = list_step,      [PHASE_K5] = list_occupying, [PHASE_K6] = list_breaks,
    [PHASE_X1] = list_responses, [PHASE_X3] = list_fire,      [PHASE_X4] = offer_rallies,
};

uint32_t lg_offer(const gg_state *s, gg_side side, gg_action *out, uint32_t limit)
{
    offers o = {.s = s, .side = side, .out = out, .limit = limit};
    if (in_phase[s->phase] == NULL || lg_decider(s) != side) return 0;
    in_phase[s->phase](&o);
    if (side != GG_NOBODY) offer_plain(&o, ACTION_END, GG_NO_UNIT);
    return o.count;
}
