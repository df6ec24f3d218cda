/*
 * offer.c - a sensible choice of what can be done: advance on the nearest enemies, charge what can
 * be charged, form, face or refuse a flank, support, fall back, fire, rally.  Everything here is
 * put before the judge; nothing here decides what is legal.
 */
#include "lucky.h"

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
    lg_mover *mover;  /* whose moves are thought of, */
    uint64_t enemies; /* and towards whom */
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

/* A move of the unit whose moves are thought of. */
static bool offer_move(offers *o, const gg_action *action)
{
    return !is_offered(o, action) && o->count < o->limit
           && lg_mover_legal(o->mover, o->side, action).reason == R_LEGAL && add(o, action);
}

static bool offer_plain(offers *o, lg_action kind, unsigned who)
{
    gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)who, .whom = GG_NO_UNIT};
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
            if (!lg_is_giver(s, from, to)) continue;
            for (action.item = 1; action.item <= giver->pool && action.item <= 6; action.item++)
                if (!offer_new(o, &action)) break;
        }
    }
}

static void offer_assigns(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        gg_action action = {
            .kind = ACTION_ASSIGN, .who = (gg_unit)u, .whom = GG_NO_UNIT, .item = 1};
        if (s->units[u].side != o->side || s->units[u].orders >= lg_number(s, N_unit_orders))
            continue;
        if (!lg_has_reserve(s, u)) continue;
        if (!offer(o, &action)) continue;
        action.item = 2; /* to limber and move */
        if (s->units[u].formation == FORM_UNL && s->units[u].orders == 0) offer(o, &action);
    }
}

static void offer_rallies(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        const lg_unit *unit = &s->units[u];
        if (unit->side != o->side || !lg_is_on_table(s, u)) continue;
        if (unit->orders == 0 && !lg_has_reserve(s, u)) continue;
        gg_action action = {.kind = ACTION_RALLY, .who = (gg_unit)u, .whom = GG_NO_UNIT};
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

static uint64_t shaken_units(const gg_state *s, gg_side side)
{
    uint64_t shaken = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->units[u].shaken > 0 && s->units[u].side == side && lg_is_on_table(s, u))
            shaken |= lg_bit(u);
    return shaken;
}

/* Beside a shaken unit, to steady it. */
static void offer_comfort(offers *o, unsigned c, uint64_t shaken)
{
    const gg_state *s = o->s;
    for (int u = lg_next(&shaken); u != GG_NEVER; u = lg_next(&shaken)) {
        const lg_unit *unit = &s->units[u];
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
    uint64_t shaken = shaken_units(s, o->side);
    gg_point behind = gg_offset(s->home[o->side] * 10, (gg_point){0, 4 * INCH});
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side != o->side || his->moved || !lg_is_present(his)) continue;
        if (his->level != LEVEL_DIVISION) offer_comfort(o, c, shaken);
        if (all.count[c] == 0) continue;
        gg_point place = {(int32_t)(all.x[c] / all.count[c]) + behind.x,
                          (int32_t)(all.y[c] / all.count[c]) + behind.y};
        gg_action action = {.kind = ACTION_RIDE,
                            .who = (gg_unit)(UNITS_MAX + c),
                            .whom = GG_NO_UNIT,
                            .item = GG_NO_UNIT,
                            .at = grained(place)};
        if (gt_is_farther(his->at, action.at, INCH)) offer(o, &action);
    }
}

/* ---- Moving. ---- */

static uint64_t steady_enemies(const gg_state *s, gg_side side)
{
    uint64_t found = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->units[u].side != side && lg_is_on_table(s, u) && !lg_is_routing(&s->units[u]))
            found |= lg_bit(u);
    return found;
}

/* The nearest of them by their centres, the first of equals. */
static unsigned nearest_of(const gg_state *s, unsigned u, uint64_t set)
{
    unsigned found = NOBODY;
    int64_t nearest = INT64_MAX;
    for (int other = lg_next(&set); other != GG_NEVER; other = lg_next(&set)) {
        int64_t x = s->units[other].at.x - s->units[u].at.x,
                y = s->units[other].at.y - s->units[u].at.y, square = x * x + y * y;
        if (square >= nearest) continue;
        nearest = square;
        found = (unsigned)other;
    }
    return found;
}

static int32_t turn_to(const lg_unit *unit, gg_point at)
{
    return (lg_direction(unit->at, at) - unit->facing + 540) % 360 - 180;
}

static bool offer_path(offers *o, lg_action kind, unsigned u, const lg_path *path)
{
    gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)u, .whom = GG_NO_UNIT};
    lg_path_pack(path, &action);
    return kind == ACTION_ADVANCE ? offer(o, &action) : offer_move(o, &action);
}

/* Towards a place, but not nearer than `short_of` hundredths: wheel and go ahead, as far as the
 * judge allows of a few lengths.  `how` says what is done on the way beside that. */
static bool offer_approach(offers *o, lg_action kind, unsigned u, gg_point to, int32_t short_of,
                           lg_path how)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    int32_t turn = turn_to(unit, to);
    int32_t straight = gg_distance(unit->at, to) / HUNDREDTH - short_of;
    how.legs = 1;
    how.turn[0] = turn;
    int32_t most = lg_allowance(s, u, &how, lg_mode_of(kind), false);
    if (straight < most) most = straight;
    for (int32_t part = 3; part >= 1 && most > 0; part--) {
        how.ahead[0] = most * part / 3;
        if (how.ahead[0] > 0 && offer_path(o, kind, u, &how)) return true;
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
    bool right = gg_to_local(lg_pose(its), unit->at).x > 0;
    int32_t out = its->facing * 10 + (right ? GG_QUARTER : GG_TURN - GG_QUARTER);
    gg_point beside = gg_along(its->at, gg_facing(out), 8 * INCH);
    int32_t turn = turn_to(unit, beside);
    int32_t end = (lg_direction(beside, its->at) - unit->facing - turn + 1260) % 360 - 180;
    offer_approach(o, ACTION_MOVE, u, beside, 0, (lg_path){.turn_end = end});
}

/* Infantry comes on in line where it must (LG-R52), and where its volley will tell. */
static void offer_lining_up(offers *o, unsigned u, gg_point enemy, int32_t distance)
{
    const lg_unit *unit = &o->s->units[u];
    if (!lg_is_foot(unit) || unit->formation == FORM_LINE || distance > 12 * INCH) return;
    offer_approach(o, ACTION_MOVE, u, enemy, NEAR_ENEMY, (lg_path){.form_end = FORM_LINE + 1});
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
    gg_action action = {.kind = ACTION_FORM,
                        .who = (gg_unit)u,
                        .whom = GG_NO_UNIT,
                        .at = {turn_to(unit, enemy), 0}};
    for (int form = FORM_LINE; form <= FORM_SQUARE; form++) {
        if (form == unit->formation) continue;
        if (form == FORM_SQUARE && gg_distance(unit->at, enemy) > 14 * INCH) continue;
        action.item = (uint16_t)form;
        offer_move(o, &action);
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

static void offer_charges(offers *o, unsigned u)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    int32_t reach = lg_rate(o->s, unit) * HUNDREDTH + 3 * INCH;
    uint64_t near = lg_enemies_near(s, u, (gg_bounds){unit->at, unit->at}, reach);
    for (int target = lg_next(&near); target != GG_NEVER; target = lg_next(&near)) {
        gg_action action = {.kind = ACTION_CHARGE, .who = (gg_unit)u, .whom = (gg_unit)target};
        offer_charge(o, &action);
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
            || its->type != unit->type || gt_is_farther(its->at, unit->at, 16 * INCH))
            continue;
        if (gt_is_farther(its->at, enemy, nearest)) continue;
        int32_t distance = gg_distance(its->at, enemy);
        if (distance >= nearest) continue;
        nearest = distance;
        front = other;
    }
    if (front == NOBODY) return;
    const lg_unit *its = &s->units[front];
    gg_point behind = gg_along(its->at, gg_facing(its->facing * 10 + GG_HALF_TURN), 4 * INCH);
    if (gg_distance(unit->at, behind) > 2 * INCH)
        offer_approach(o, ACTION_MOVE, u, behind, 0, (lg_path){.legs = 1});
}

static bool goal_of(const gg_state *s, unsigned u, gg_point *out)
{
    int32_t nearest = INT32_MAX;
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (area->value == 0 || area->burning || area->owner == s->units[u].side + 1) continue;
        gg_point middle = {(area->low_x + area->high_x) * (HUNDREDTH / 2),
                           (area->low_y + area->high_y) * (HUNDREDTH / 2)};
        if (gt_is_farther(s->units[u].at, middle, nearest)) continue;
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
            offer_approach(o, ACTION_MOVE, u, enemy, GUNS_NEAR, (lg_path){.unlimber = true});
    } else if (unit->orders > 0) {
        offer_plain(o, ACTION_LIMBER, u);
    }
}

static void offer_moves_of(offers *o, unsigned u)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    bool leaves = (unit->status & STATUS_MUST_LEAVE) != 0;
    if (unit->orders == 0 && !leaves) { /* most units of a large army */
        if (unit->formation == FORM_LIMB) offer_plain(o, ACTION_UNLIMBER, u);
        return;
    }
    lg_mover_take(o->mover, u);
    unsigned enemy = nearest_of(s, u, o->enemies);
    gg_point at = enemy == NOBODY ? (gg_point){s->width / 2, s->height / 2} : s->units[enemy].at,
             goal;
    int32_t distance = gg_distance(unit->at, at);
    if (lg_is_guns(unit)) offer_guns(o, u, at);
    if ((unit->did & DID_ACT) || lg_is_routing(unit)) return;
    if (lg_order_is_open(s, u).reason != R_LEGAL && !leaves) return;
    bool steady = unit->shaken == 0 && !lg_is_fatigued(s, unit);
    if (steady && !lg_is_guns(unit) && distance < 20 * INCH) offer_charges(o, u);
    if (steady && unit->formation != FORM_SQUARE) {
        lg_path straight = {.legs = 1};
        int32_t short_of = lg_is_guns(unit) ? GUNS_NEAR : NEAR_ENEMY;
        if (!offer_approach(o, ACTION_MOVE, u, at, short_of, straight) && distance > 6 * INCH)
            offer_detour(o, u, at);
        if (lg_is_foot(unit) && distance > POISED * HUNDREDTH && distance < 14 * INCH)
            offer_approach(o, ACTION_MOVE, u, at, POISED, straight);
        offer_lining_up(o, u, at, distance);
        if (lg_is_horse(unit) && enemy != NOBODY && distance < 20 * INCH) offer_flank(o, u, enemy);
        if (goal_of(s, u, &goal)) offer_approach(o, ACTION_MOVE, u, goal, 0, straight);
        if (!lg_is_guns(unit)) offer_support(o, u, at);
        if (distance > 18 * INCH)
            offer_approach(o, ACTION_RESERVE, u, at, FAR_FROM_ENEMY, straight);
    }
    if (unit->formation != FORM_SQUARE) offer_turn(o, u, at);
    if (distance < 18 * INCH) offer_forms(o, u, at);
    gg_action back = {.kind = ACTION_BACK, .who = (gg_unit)u, .whom = GG_NO_UNIT};
    back.args[0] = lg_rate(o->s, unit);
    if (distance < 20 * INCH && back.args[0] > 0 && !offer_move(o, &back)) {
        back.args[0] = 300;
        offer_move(o, &back);
    }
}

/* ---- Answers, fire, combat. ---- */

static void offer_responses(offers *o)
{
    const gg_state *s = o->s;
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != o->side || !lg_is_on_table(s, u)) continue;
        gg_action action = {.kind = ACTION_SQUARE, .who = (gg_unit)u, .whom = GG_NO_UNIT};
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

static void offer_grand_battery(offers *o, lg_shots *shots, const gg_action *fire)
{
    uint64_t helpers = lg_grand_battery(shots, o->s, fire->who, fire->whom);
    if (helpers == 0) return;
    gg_action grand = *fire;
    grand.args[0] = (int32_t)(uint32_t)helpers;
    grand.args[1] = (int32_t)(uint32_t)(helpers >> 32);
    add(o, &grand);
}

/* Each unit that may fire at the nearest few it can fire at. */
static void offer_fire(offers *o)
{
    const gg_state *s = o->s;
    lg_shots shots = lg_shots_of(s);
    for (unsigned u = 0; u < s->unit_count; u++) {
        uint64_t rest = s->notes.can[u];
        while (rest != 0) {
            unsigned target = nearest_of(s, u, rest);
            gg_action action = {.kind = ACTION_FIRE, .who = (gg_unit)u, .whom = (gg_unit)target};
            if (add(o, &action)) offer_grand_battery(o, &shots, &action);
            rest &= ~lg_bit(target);
        }
    }
}

static void offer_retire(offers *o)
{
    unsigned u = lg_asked(o->s);
    int32_t low, high;
    lg_retire_range(o->s, u, &low, &high);
    gg_action action = {.kind = ACTION_RETIRE, .who = (gg_unit)u, .whom = GG_NO_UNIT};
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
    int32_t reach = lg_rate(o->s, unit) * HUNDREDTH + lg_reaches(o->s);
    for (unsigned target = 0; target < o->s->unit_count; target++) {
        gg_action action = {.kind = ACTION_BREAK, .who = (gg_unit)u, .whom = (gg_unit)target};
        const lg_unit *its = &o->s->units[target];
        if (!lg_is_on_table(o->s, target) || its->side == o->side) continue;
        if (gt_is_farther(unit->at, its->at, reach) || offer_charge(o, &action)) continue;
        if (!depends_on_facing(lg_judge(o->s, o->side, &action).reason)) continue;
        for (action.item = 0; action.item < 360; action.item++)
            if (offer_new(o, &action)) break;
    }
}

static void offer_break(offers *o)
{
    const gg_state *s = o->s;
    const lg_path straight = {.legs = 1};
    unsigned u = lg_asked(s), enemy = nearest_of(s, u, steady_enemies(s, o->side));
    gg_point goal;
    offer_breaks(o, u);
    if (enemy != NOBODY) {
        lg_path turned = {.legs = 1, .turn = {turn_to(&s->units[u], s->units[enemy].at)}};
        offer_approach(o, ACTION_ADVANCE, u, s->units[enemy].at, NEAR_ENEMY, straight);
        offer_approach(o, ACTION_ADVANCE, u, s->units[enemy].at, POISED, straight);
        if (turned.turn[0] != 0) offer_path(o, ACTION_ADVANCE, u, &turned);
    }
    if (goal_of(s, u, &goal)) offer_approach(o, ACTION_ADVANCE, u, goal, 0, straight);
    offer_plain(o, ACTION_STAY, u);
}

static void offer_aborts(offers *o)
{
    for (unsigned u = 0; u < o->s->unit_count; u++)
        if (o->s->charges[u].status == CHARGE_CLOSED) offer_plain(o, ACTION_ABORT, u);
}

static void offer_movement(offers *o)
{
    lg_mover_begin(o->mover, o->s, o->side);
    o->mover->on.plainly = true;
    o->enemies = steady_enemies(o->s, o->side);
    for (unsigned u = 0; u < o->s->unit_count; u++)
        if (o->s->units[u].side == o->side && lg_is_on_table(o->s, u)) offer_moves_of(o, u);
    offer_rides(o);
    offer_rallies(o);
}

static void offer_phase(offers *o)
{
    switch ((lg_phase)o->s->phase) {
    case PHASE_C1: offer_plain(o, ACTION_ORDERS, GG_NO_UNIT); break;
    case PHASE_C2: offer_gives(o, LEVEL_CINC); break;
    case PHASE_C3R: offer_plain(o, ACTION_CORPS, GG_NO_UNIT); break;
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
    case PHASE_K1: offer_plain(o, ACTION_FIGHT, GG_NO_UNIT); break;
    case PHASE_K3: offer_retire(o); break;
    case PHASE_K4: offer_plain(o, ACTION_REACT, GG_NO_UNIT); break;
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

uint32_t lg_offer(const gg_state *s, gg_side side, void *kept, gg_action *out, uint32_t limit)
{
    (void)kept;
    lg_mover mover;
    offers o = {.s = s, .side = side, .out = out, .limit = limit, .mover = &mover};
    if (s->phase == PHASE_OVER || lg_decider(s) != side) return 0;
    offer_phase(&o);
    if (side != GG_NOBODY) offer_plain(&o, ACTION_END, GG_NO_UNIT);
    return o.count;
}
