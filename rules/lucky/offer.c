/*
 * offer.c - a sensible choice of what can be done: advance on the nearest enemies, charge what can
 * be charged, form, face or refuse a flank, support, fall back, fire, rally.  Everything here is
 * put before the judge; nothing here decides what is legal.
 */
#include "lucky.h"

#include <string.h>

enum { /* hundredths from centre to centre: by the gap, and outside what reserves must keep */
       NEAR_ENEMY = 320,
       FAR_FROM_ENEMY = 1500,
};

typedef struct offers {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
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

static bool offer(offers *o, const gg_action *action)
{
    if (o->count == o->limit || is_offered(o, action)) return false;
    return lg_judge(o->s, o->side, action).reason == R_LEGAL && add(o, action);
}

static bool offer_plain(offers *o, lg_action kind, unsigned who)
{
    gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)who};
    return offer(o, &action);
}

/* ---- Command. ---- */

static void offer_gives(offers *o, lg_level level)
{
    const gg_state *s = o->s;
    for (unsigned from = 0; from < s->commander_count; from++) {
        const lg_commander *giver = &s->commanders[from];
        if (giver->side != o->side || giver->level != level || giver->pool == 0) continue;
        for (unsigned to = 0; to < s->commander_count; to++) {
            gg_action action = {.kind = ACTION_GIVE,
                                .who = (gg_unit)(UNITS_MAX + from),
                                .whom = (gg_unit)(UNITS_MAX + to)};
            if (s->commanders[to].side != o->side || to == from) continue;
            for (action.item = 1; action.item <= giver->pool && action.item <= 6; action.item++)
                if (!offer(o, &action)) break;
        }
    }
}

static void offer_assigns(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        gg_action action = {.kind = ACTION_ASSIGN, .who = (gg_unit)u, .item = 1};
        if (s->units[u].side != o->side || s->units[u].orders > 1) continue;
        if (!offer(o, &action)) continue;
        action.item = 2; /* to limber and move */
        if (s->units[u].formation == FORM_UNL) offer(o, &action);
    }
}

static void offer_rallies(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        const lg_unit *unit = &s->units[u];
        if (unit->side != o->side || !lg_is_on_table(s, u)) continue;
        gg_action action = {.kind = ACTION_RALLY, .who = (gg_unit)u};
        action.item = RALLY_DISORDER;
        if (unit->status & STATUS_DISORDERED) offer(o, &action);
        action.item = RALLY_SHAKEN;
        if (unit->shaken > 0) offer(o, &action);
        action.item = RALLY_ROUT;
        if (lg_is_routing(unit)) offer(o, &action);
    }
}

/* ---- Riding. ---- */

static gg_point grained(gg_point at)
{
    return (gg_point){at.x / HUNDREDTH * HUNDREDTH, at.y / HUNDREDTH * HUNDREDTH};
}

/* Beside a shaken unit, to steady it. */
static void offer_comfort(offers *o, unsigned c)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        const lg_unit *unit = &s->units[u];
        if (unit->side != o->side || !lg_is_on_table(s, u) || unit->shaken == 0) continue;
        gg_action action = {.kind = ACTION_RIDE,
                            .who = (gg_unit)(UNITS_MAX + c),
                            .whom = GG_NO_UNIT,
                            .item = (gg_unit)u};
        int32_t behind = lg_box(s, unit->type, unit->formation).front + INCH / 2;
        action.at =
            grained(gg_along(unit->at, gg_facing(unit->facing * 10 + GG_HALF_TURN), behind));
        offer(o, &action);
    }
}

/* The middle of each commander's units, from one look at every unit. */
typedef struct middles {
    int64_t x[COMMANDERS_MAX], y[COMMANDERS_MAX], count[COMMANDERS_MAX];
} middles;

static void find_middles(const gg_state *s, gg_side side, middles *out)
{
    memset(out, 0, sizeof *out);
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (!lg_is_on_table(s, u) || s->units[u].side != side) continue;
        for (unsigned c = s->units[u].division; c != NOBODY; c = s->commanders[c].superior) {
            out->x[c] += s->units[u].at.x;
            out->y[c] += s->units[u].at.y;
            out->count[c]++;
        }
    }
}

/* With a unit of his that charges. */
static void offer_joining(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        unsigned c = s->units[u].division;
        if (s->charges[u].status != CHARGE_DECLARED || s->units[u].side != o->side || c == NOBODY)
            continue;
        gg_action action = {.kind = ACTION_RIDE,
                            .who = (gg_unit)(UNITS_MAX + c),
                            .whom = (gg_unit)u,
                            .item = GG_NO_UNIT,
                            .at = grained(s->units[u].at)};
        if (!s->commanders[c].moved) offer(o, &action);
    }
}

/* Behind the middle of his command. */
static void offer_rides(offers *o)
{
    const gg_state *s = o->s;
    middles all;
    find_middles(s, o->side, &all);
    offer_joining(o);
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side != o->side || his->moved || !lg_is_present(his)) continue;
        if (his->level != LEVEL_DIVISION) offer_comfort(o, c);
        if (all.count[c] == 0) continue;
        gg_point middle = {(int32_t)(all.x[c] / all.count[c]), (int32_t)(all.y[c] / all.count[c])};
        gg_action action = {.kind = ACTION_RIDE,
                            .who = (gg_unit)(UNITS_MAX + c),
                            .whom = GG_NO_UNIT,
                            .item = GG_NO_UNIT,
                            .at = grained(gg_along(middle, s->home[o->side] * 10, 4 * INCH))};
        if (gg_distance(his->at, action.at) > 3 * INCH) offer(o, &action);
    }
}

/* ---- Moving. ---- */

static unsigned nearest_enemy(const gg_state *s, unsigned u)
{
    unsigned found = NOBODY;
    int64_t nearest = INT64_MAX;
    for (unsigned other = 0; other < s->unit_count; other++) {
        const lg_unit *its = &s->units[other];
        if (its->side == s->units[u].side || !lg_is_on_table(s, other) || lg_is_routing(its))
            continue;
        int64_t x = its->at.x - s->units[u].at.x, y = its->at.y - s->units[u].at.y,
                square = x * x + y * y;
        if (square >= nearest) continue;
        nearest = square;
        found = other;
    }
    return found;
}

static int32_t turn_to(const lg_unit *unit, gg_point at)
{
    return (lg_direction(unit->at, at) - unit->facing + 540) % 360 - 180;
}

static bool offer_path(offers *o, lg_action kind, unsigned u, const lg_path *path)
{
    gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)u};
    lg_path_pack(path, &action);
    return offer(o, &action);
}

/* Towards a place, but not nearer than `short_of` hundredths: wheel and go ahead, as far as the
 * judge allows of a few lengths. */
static void offer_approach(offers *o, lg_action kind, unsigned u, gg_point to, int32_t short_of,
                           bool unlimber)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    int32_t turn = turn_to(unit, to);
    int32_t straight = gg_distance(unit->at, to) / HUNDREDTH - short_of;
    lg_path path = {.legs = 1, .turn = {turn}, .unlimber = unlimber};
    lg_mode mode = kind == ACTION_RESERVE   ? MODE_RESERVE
                   : kind == ACTION_ADVANCE ? MODE_ADVANCE
                                            : MODE_MOVE;
    int32_t most = lg_allowance(s, u, &path, mode, false);
    if (straight < most) most = straight;
    for (int32_t part = 3; part >= 1 && most > 0; part--) {
        path.ahead[0] = most * part / 3;
        if (path.ahead[0] > 0 && offer_path(o, kind, u, &path)) return;
    }
}

static void offer_turn(offers *o, unsigned u, gg_point to)
{
    int32_t turn = turn_to(&o->s->units[u], to);
    lg_path path = {.legs = 1, .turn = {turn}};
    if (turn > 10 || turn < -10) offer_path(o, ACTION_MOVE, u, &path);
}

static void offer_forms(offers *o, unsigned u, gg_point enemy)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    if (!lg_is_foot(unit)) return;
    gg_action action = {.kind = ACTION_FORM, .who = (gg_unit)u, .at = {turn_to(unit, enemy), 0}};
    for (int form = FORM_LINE; form <= FORM_SQUARE; form++) {
        if (form == unit->formation) continue;
        if (form == FORM_SQUARE && gg_distance(unit->at, enemy) > 14 * INCH) continue;
        action.item = (uint16_t)form;
        offer(o, &action);
    }
}

static void offer_charges(offers *o, lg_action kind, unsigned u)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    int32_t reach = lg_rate(unit->type, unit->formation).rate * HUNDREDTH + 3 * INCH;
    uint64_t near = lg_near(s, (gg_bounds){unit->at, unit->at}, reach) & ~lg_bit(u);
    for (int target = lg_next(&near); target != GG_NEVER; target = lg_next(&near)) {
        if (s->units[target].side == unit->side) continue;
        gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)u, .whom = (gg_unit)target};
        action.item = (uint16_t)lg_direction(unit->at, s->units[target].at);
        if (offer(o, &action) || action.item == unit->facing) continue;
        action.item = (uint16_t)unit->facing;
        offer(o, &action);
    }
}

/* Four inches behind the friend that is nearest to the enemy. */
static void offer_support(offers *o, unsigned u, gg_point enemy)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    unsigned front = NOBODY;
    int32_t nearest = gg_distance(unit->at, enemy);
    for (unsigned other = 0; other < s->unit_count; other++) {
        const lg_unit *its = &s->units[other];
        if (other == u || !lg_is_on_table(s, other) || its->side != unit->side
            || its->type != unit->type)
            continue;
        int32_t distance = gg_distance(its->at, enemy);
        if (distance >= nearest || gg_distance(its->at, unit->at) > 16 * INCH) continue;
        nearest = distance;
        front = other;
    }
    if (front == NOBODY) return;
    const lg_unit *its = &s->units[front];
    gg_point behind = gg_along(its->at, gg_facing(its->facing * 10 + GG_HALF_TURN), 4 * INCH);
    if (gg_distance(unit->at, behind) > 2 * INCH)
        offer_approach(o, ACTION_MOVE, u, behind, 0, false);
}

static bool goal_of(const gg_state *s, unsigned u, gg_point *out)
{
    int32_t nearest = INT32_MAX;
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (area->value == 0 || area->burning || area->owner == s->units[u].side + 1) continue;
        gg_point middle = {(area->low_x + area->high_x) * (HUNDREDTH / 2),
                           (area->low_y + area->high_y) * (HUNDREDTH / 2)};
        int32_t distance = gg_distance(s->units[u].at, middle);
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
            offer_approach(o, ACTION_MOVE, u, enemy, NEAR_ENEMY, true);
    } else if (unit->orders > 0) {
        offer_plain(o, ACTION_LIMBER, u);
    }
}

static void offer_moves_of(offers *o, unsigned u)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    unsigned enemy = nearest_enemy(s, u);
    gg_point at = enemy == NOBODY ? (gg_point){s->width / 2, s->height / 2} : s->units[enemy].at,
             goal;
    int32_t distance = gg_distance(unit->at, at);
    if (lg_is_guns(unit)) offer_guns(o, u, at);
    bool leaves = (unit->status & STATUS_MUST_LEAVE) != 0;
    if ((unit->orders == 0 && !leaves) || (unit->did & DID_ACT) || lg_is_routing(unit)) return;
    if (lg_order_is_open(s, u).reason != R_LEGAL && !leaves) return;
    bool steady = unit->shaken == 0 && !lg_is_fatigued(unit);
    if (steady && !lg_is_guns(unit) && distance < 20 * INCH) offer_charges(o, ACTION_CHARGE, u);
    if (steady && unit->formation != FORM_SQUARE) {
        if (!lg_is_guns(unit) || distance > 8 * INCH)
            offer_approach(o, ACTION_MOVE, u, at, NEAR_ENEMY, false);
        if (goal_of(s, u, &goal)) offer_approach(o, ACTION_MOVE, u, goal, 0, false);
        if (!lg_is_guns(unit)) offer_support(o, u, at);
        if (distance > 18 * INCH) offer_approach(o, ACTION_RESERVE, u, at, FAR_FROM_ENEMY, false);
    }
    if (unit->formation != FORM_SQUARE) offer_turn(o, u, at);
    if (distance < 18 * INCH) offer_forms(o, u, at);
    gg_action back = {.kind = ACTION_BACK, .who = (gg_unit)u};
    back.args[0] = lg_rate(unit->type, unit->formation).rate;
    if (distance < 20 * INCH && back.args[0] > 0 && !offer(o, &back)) {
        back.args[0] = 300;
        offer(o, &back);
    }
}

/* ---- Answers, fire, combat. ---- */

static void offer_responses(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != o->side || !lg_is_on_table(s, u)) continue;
        gg_action action = {.kind = ACTION_SQUARE, .who = (gg_unit)u};
        if (offer(o, &action)) {
            action.flags = 1;
            offer(o, &action);
        }
        offer_plain(o, ACTION_EVADE, u);
        for (unsigned c = 0; c < s->unit_count && lg_is_horse(&s->units[u]); c++) {
            gg_action counter = {.kind = ACTION_COUNTER, .who = (gg_unit)u, .whom = (gg_unit)c};
            if (s->charges[c].status == CHARGE_DECLARED) offer(o, &counter);
        }
    }
}

/* Every battery that can join in, however far from the lead: linked by those between. */
static void offer_grand_battery(offers *o, const gg_action *fire)
{
    const gg_state *s = o->s;
    const lg_unit *lead = &s->units[fire->who];
    if (lead->type != TYPE_FOOT) return;
    uint64_t helpers = 0, fresh = lg_bit(fire->who);
    while (fresh != 0) {
        int from = lg_next(&fresh);
        for (unsigned u = fire->who + 1u; u < s->unit_count; u++) {
            const lg_unit *unit = &s->units[u];
            if ((helpers & lg_bit(u)) || unit->side != o->side || unit->type != TYPE_FOOT
                || unit->nation != lead->nation)
                continue;
            if (!lg_is_on_table(s, u) || !lg_is_within(s, (unsigned)from, u, 2 * INCH)) continue;
            if (lg_may_fire(s, o->side, u).reason != R_LEGAL || !lg_can_fire_at(s, u, fire->whom))
                continue;
            helpers |= lg_bit(u);
            fresh |= lg_bit(u);
        }
    }
    if (helpers == 0) return;
    gg_action grand = *fire;
    grand.args[0] = (int32_t)(uint32_t)helpers;
    grand.args[1] = (int32_t)(uint32_t)(helpers >> 32);
    offer(o, &grand);
}

/* Takes the enemy nearest to the unit out of the set, centre to centre. */
static int take_nearest(const gg_state *s, unsigned u, uint64_t *set)
{
    int found = GG_NEVER;
    int64_t nearest = INT64_MAX;
    uint64_t rest = *set;
    for (int other = lg_next(&rest); other != GG_NEVER; other = lg_next(&rest)) {
        int64_t x = s->units[other].at.x - s->units[u].at.x,
                y = s->units[other].at.y - s->units[u].at.y;
        if (x * x + y * y >= nearest) continue;
        nearest = x * x + y * y;
        found = other;
    }
    if (found != GG_NEVER) *set &= ~lg_bit((unsigned)found);
    return found;
}

static uint64_t enemies_among(const gg_state *s, gg_side side, uint64_t set)
{
    uint64_t found = 0;
    for (int u = lg_next(&set); u != GG_NEVER; u = lg_next(&set))
        if (s->units[u].side != side) found |= lg_bit((unsigned)u);
    return found;
}

/* Each unit that may fire at the nearest few it can fire at: guns that see half an army need not
 * think of all of it. */
static void offer_fire(offers *o)
{
    enum { TARGETS = 4 };
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != o->side || lg_may_fire(s, o->side, u).reason != R_LEGAL) continue;
        int32_t reach = (lg_is_guns(&s->units[u]) ? 24 : 6) * INCH;
        gg_convex shape = lg_shape(s, u);
        uint64_t near = enemies_among(s, o->side, lg_near(s, gg_bounds_of(&shape), reach));
        for (int targets = 0; targets < TARGETS && near != 0;) {
            int target = take_nearest(s, u, &near);
            if (!lg_can_fire_at(s, u, (unsigned)target)) continue;
            gg_action action = {.kind = ACTION_FIRE, .who = (gg_unit)u, .whom = (gg_unit)target};
            if (add(o, &action)) offer_grand_battery(o, &action);
            targets++;
        }
    }
}

static void offer_retire(offers *o)
{
    unsigned u = lg_asked(o->s);
    int32_t low, high;
    lg_retire_range(o->s, u, &low, &high);
    gg_action action = {.kind = ACTION_RETIRE, .who = (gg_unit)u};
    for (int i = 0; i < 3; i++) {
        action.args[0] = low + (high - low) * i / 2;
        offer(o, &action);
    }
}

/* A compulsory charge that no likely facing gives is looked for all round. */
static void offer_any_break(offers *o, unsigned u)
{
    for (unsigned target = 0; target < o->s->unit_count; target++) {
        gg_action action = {.kind = ACTION_BREAK, .who = (gg_unit)u, .whom = (gg_unit)target};
        if (!lg_is_on_table(o->s, target) || o->s->units[target].side == o->side) continue;
        for (action.item = 0; action.item < 360; action.item++)
            if (offer(o, &action)) break;
    }
}

static void offer_break(offers *o)
{
    unsigned u = lg_asked(o->s);
    uint32_t before = o->count;
    offer_charges(o, ACTION_BREAK, u);
    if (o->count == before && lg_must_break(o->s, u)) offer_any_break(o, u);
    unsigned enemy = nearest_enemy(o->s, u);
    if (enemy != NOBODY)
        offer_approach(o, ACTION_ADVANCE, u, o->s->units[enemy].at, NEAR_ENEMY, false);
    offer_plain(o, ACTION_STAY, u);
}

static void offer_aborts(offers *o)
{
    for (unsigned u = 0; u < o->s->unit_count; u++)
        if (o->s->charges[u].status == CHARGE_CLOSED) offer_plain(o, ACTION_ABORT, u);
}

static void offer_movement(offers *o)
{
    for (unsigned u = 0; u < o->s->unit_count; u++)
        if (o->s->units[u].side == o->side && lg_is_on_table(o->s, u)) offer_moves_of(o, u);
    offer_rides(o);
    offer_rallies(o);
}

static void offer_phase(offers *o)
{
    switch ((lg_phase)o->s->phase) {
    case PHASE_C1: offer_plain(o, ACTION_ORDERS, 0); break;
    case PHASE_C2: offer_gives(o, LEVEL_CINC); break;
    case PHASE_C3R: offer_plain(o, ACTION_CORPS, 0); break;
    case PHASE_C3: offer_gives(o, LEVEL_CORPS); break;
    case PHASE_C4: offer_assigns(o); break;
    case PHASE_M1: offer_movement(o); break;
    case PHASE_M2:
    case PHASE_X1:
        offer_responses(o);
        offer_rallies(o);
        break;
    case PHASE_F1:
    case PHASE_F2:
    case PHASE_X3:
        offer_fire(o);
        offer_rallies(o);
        break;
    case PHASE_F3:
    case PHASE_K0A:
    case PHASE_K0B:
    case PHASE_X4: offer_rallies(o); break;
    case PHASE_F4A: offer_aborts(o); break;
    case PHASE_K1: offer_plain(o, ACTION_FIGHT, 0); break;
    case PHASE_K3: offer_retire(o); break;
    case PHASE_K4: offer_plain(o, ACTION_REACT, 0); break;
    case PHASE_K5:
        offer_plain(o, ACTION_OCCUPY, lg_asked(o->s));
        offer_plain(o, ACTION_STAY, lg_asked(o->s));
        break;
    case PHASE_K6: offer_break(o); break;
    case PHASE_M3:
    case PHASE_M4:
    case PHASE_F4:
    case PHASE_X2:
    case PHASE_X5:
    case PHASE_V1:
    case PHASE_OVER:
    case PHASES: break;
    }
}

uint32_t lg_offer(const gg_state *s, gg_side side, gg_action *out, uint32_t limit)
{
    offers o = {.s = s, .side = side, .out = out, .limit = limit};
    if (s->phase == PHASE_OVER || lg_decider(s) != side) return 0;
    offer_phase(&o);
    if (side != GG_NOBODY) offer_plain(&o, ACTION_END, 0);
    return o.count;
}
