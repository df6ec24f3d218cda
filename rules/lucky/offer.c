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

/* Steady enemies, towards whom moves are thought of: one beside the other, for they are gone
 * through for every unit. */
typedef struct foes {
    int count;
    uint8_t unit[UNITS_MAX];
    gg_point at[UNITS_MAX];
} foes;

typedef struct offers {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
    lg_mover *mover; /* whose moves are thought of, */
    foes *foes;      /* and towards whom */
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
           && lg_mover_legal(o->mover, action).reason == R_LEGAL && add(o, action);
}

static bool offer_plain(offers *o, lg_action_kind kind, unsigned who)
{
    gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)who, .whom = GG_NO_UNIT};
    return offer(o, &action);
}

/* ---- Command. ---- */

enum { GIVES_MAX = 6 };
static bool offer_give(offers *o, unsigned from, unsigned to, unsigned orders)
{
    const gg_action action = {.kind = ACTION_GIVE,
                              .who = (gg_unit)(UNITS_MAX + from),
                              .whom = (gg_unit)(UNITS_MAX + to),
                              .item = (uint16_t)orders};
    return offer_new(o, &action);
}

static void offer_gives_to(offers *o, unsigned from, unsigned to)
{
    const unsigned pool = o->s->commanders[from].pool;
    for (unsigned orders = 1; orders <= pool && orders <= GIVES_MAX; orders++)
        if (!offer_give(o, from, to, orders)) break;
}

static bool is_giving(const offers *o, unsigned from, lg_level level)
{
    const lg_commander *giver = &o->s->commanders[from];
    return giver->side == o->side && giver->level == level && giver->pool > 0;
}

static void offer_gives(offers *o, lg_level level)
{
    const gg_state *s = o->s;
    for (unsigned from = 0; from < s->commander_count; from++) {
        if (!is_giving(o, from, level)) continue;
        for (uint64_t takers = lg_takers_of(s, from); takers != 0;)
            offer_gives_to(o, from, (unsigned)gg_next_bit(&takers));
    }
}

static bool may_be_assigned(const offers *o, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    return unit->side == o->side && unit->orders < lg_number(o->s, N_unit_orders)
           && lg_has_reserve(o->s, u);
}

/* To limber and move. */
static bool may_want_two(const lg_unit *unit)
{
    return unit->formation == FORM_UNL && unit->orders == 0;
}

static void offer_assign(offers *o, unsigned u)
{
    gg_action action = {.kind = ACTION_ASSIGN, .who = (gg_unit)u, .whom = GG_NO_UNIT, .item = 1};
    if (!offer(o, &action)) return;
    action.item = 2;
    if (may_want_two(&o->s->units[u])) offer(o, &action);
}

static void offer_assigns(offers *o)
{
    for (unsigned u = 0; u < o->s->unit_count; u++)
        if (may_be_assigned(o, u)) offer_assign(o, u);
}

/* What it may recover from, a bit for each kind of rally. */
static unsigned rallies_of(const offers *o, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    unsigned found = 0;
    if (unit->side != o->side) return 0;
    if (unit->status & STATUS_DISORDERED) found |= 1u << RALLY_DISORDER;
    if (unit->shaken > 0) found |= 1u << RALLY_SHAKEN;
    if (lg_is_routing(unit)) found |= 1u << RALLY_ROUT;
    return found != 0 && (unit->orders > 0 || lg_has_reserve(o->s, u)) ? found : 0;
}

static void offer_rally(offers *o, unsigned u)
{
    static const uint8_t kinds[] = {RALLY_DISORDER, RALLY_SHAKEN, RALLY_ROUT};
    const unsigned found = rallies_of(o, u);
    gg_action action = {.kind = ACTION_RALLY, .who = (gg_unit)u, .whom = GG_NO_UNIT};
    for (int i = 0; i < 3 && found != 0; i++) {
        action.item = kinds[i];
        if (found >> kinds[i] & 1) offer(o, &action);
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

static uint64_t shaken_units(const gg_state *s, gg_side side)
{
    uint64_t shaken = 0;
    for (uint64_t rest = s->notes.unwell; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (s->units[u].shaken > 0 && s->units[u].side == side) shaken |= lg_bit(u);
    }
    return shaken;
}

/* Beside a shaken unit, to steady it. */
static void offer_comfort(offers *o, unsigned c, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    gg_action action = {.kind = ACTION_RIDE,
                        .who = (gg_unit)(UNITS_MAX + c),
                        .whom = GG_NO_UNIT,
                        .item = (gg_unit)u};
    int32_t behind = lg_box(o->s, unit->type, unit->formation).front + INCH / 2;
    action.at = grained(gg_along(unit->at, gg_facing(unit->facing * 10 + GG_HALF_TURN), behind));
    offer(o, &action);
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
static bool may_be_joined(const offers *o, unsigned u)
{
    const gg_state *s = o->s;
    const unsigned c = s->units[u].division;
    return s->charges[u].status == CHARGE_DECLARED && s->units[u].side == o->side && c != NOBODY
           && !s->commanders[c].moved;
}

static void offer_joining(offers *o, unsigned u)
{
    const lg_unit *unit = &o->s->units[u];
    gg_action action = {.kind = ACTION_RIDE,
                        .who = (gg_unit)(UNITS_MAX + unit->division),
                        .whom = (gg_unit)u,
                        .item = GG_NO_UNIT,
                        .at = grained(unit->at)};
    offer(o, &action);
}

/* Behind the middle of his command. */
static void offer_ride(offers *o, unsigned c, const middles *all)
{
    const gg_state *s = o->s;
    const gg_point behind = gg_offset(s->home[o->side] * 10, (gg_point){0, 4 * INCH});
    if (all->count[c] == 0) return;
    gg_point place = {(int32_t)(all->x[c] / all->count[c]) + behind.x,
                      (int32_t)(all->y[c] / all->count[c]) + behind.y};
    gg_action action = {.kind = ACTION_RIDE,
                        .who = (gg_unit)(UNITS_MAX + c),
                        .whom = GG_NO_UNIT,
                        .item = GG_NO_UNIT,
                        .at = grained(place)};
    if (gt_is_farther(s->commanders[c].at, action.at, INCH)) offer(o, &action);
}

static bool may_ride(const offers *o, unsigned c)
{
    const lg_commander *his = &o->s->commanders[c];
    return his->side == o->side && !his->moved && lg_is_present(his);
}

static void offer_rides(offers *o)
{
    const gg_state *s = o->s;
    middles all;
    find_middles(s, o->side, &all);
    for (unsigned u = 0; u < s->unit_count && s->charge_count > 0; u++)
        if (may_be_joined(o, u)) offer_joining(o, u);
    const uint64_t shaken = shaken_units(s, o->side);
    for (unsigned c = 0; c < s->commander_count; c++) {
        uint64_t rest = s->commanders[c].level == LEVEL_DIVISION ? 0 : shaken;
        if (!may_ride(o, c)) continue;
        while (rest != 0) offer_comfort(o, c, (unsigned)lg_next(&rest));
        offer_ride(o, c, &all);
    }
}

/* ---- Moving. ---- */

static void find_foes(const gg_state *s, gg_side side, foes *out)
{
    out->count = 0;
    for (unsigned u = 0; u < s->unit_count; u++) {
        const lg_unit *unit = &s->units[u];
        if (unit->side == side || unit->removed != REMOVED_NOT || lg_is_routing(unit)) continue;
        out->unit[out->count] = (uint8_t)u;
        out->at[out->count++] = unit->at;
    }
}

/* The nearest by its centre, the first of equals; NOBODY if there is none. */
static unsigned nearest_foe(const foes *all, gg_point from)
{
    int found = GG_NEVER;
    int64_t nearest = INT64_MAX;
    for (int i = 0; i < all->count; i++) {
        const int64_t x = all->at[i].x - from.x, y = all->at[i].y - from.y, square = x * x + y * y;
        if (square >= nearest) continue;
        nearest = square;
        found = i;
    }
    return found == GG_NEVER ? NOBODY : all->unit[found];
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

static bool offer_path(offers *o, lg_action_kind kind, unsigned u, const lg_path *path)
{
    gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)u, .whom = GG_NO_UNIT};
    lg_path_pack(path, &action);
    return kind == ACTION_ADVANCE ? offer(o, &action) : offer_move(o, &action);
}

/* Towards a place, but not nearer than `short_of` hundredths: wheel and go ahead, as far as the
 * judge allows of a few lengths.  `how` says what is done on the way beside that. */
static bool offer_approach(offers *o, lg_action_kind kind, unsigned u, gg_point to,
                           int32_t short_of, lg_path how)
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
static gg_point flank_of(const gg_state *s, unsigned u, unsigned enemy)
{
    const lg_unit *unit = &s->units[u], *its = &s->units[enemy];
    bool right = gg_to_local(lg_pose(its), unit->at).x > 0;
    int32_t out = its->facing * 10 + (right ? GG_QUARTER : GG_TURN - GG_QUARTER);
    return gg_along(its->at, gg_facing(out), 8 * INCH);
}

static void offer_flank(offers *o, unsigned u, unsigned enemy)
{
    const lg_unit *unit = &o->s->units[u], *its = &o->s->units[enemy];
    gg_point beside = flank_of(o->s, u, enemy);
    int32_t turn = turn_to(unit, beside);
    int32_t end = (lg_direction(beside, its->at) - unit->facing - turn + 1260) % 360 - 180;
    offer_approach(o, ACTION_MOVE, u, beside, 0, (lg_path){.turn_end = end});
}

/* Infantry comes on in line where it must (LG-R52), and where its volley will tell. */
static bool may_line_up(const lg_unit *unit, int32_t distance)
{
    return lg_is_foot(unit) && unit->formation != FORM_LINE && distance <= 12 * INCH;
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

static uint64_t may_be_charged(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    int32_t reach = lg_rate(s, unit) * HUNDREDTH + 3 * INCH;
    gt_table t = lg_table(s);
    gt_set near;
    gt_enemies_near(&t, unit->side, (gg_bounds){unit->at, unit->at}, reach, &near);
    return near.bits[0];
}

static void offer_charge_at(offers *o, unsigned u, unsigned target)
{
    gg_action action = {.kind = ACTION_CHARGE, .who = (gg_unit)u, .whom = (gg_unit)target};
    offer_charge(o, &action);
}

static void offer_charges(offers *o, unsigned u)
{
    uint64_t near = may_be_charged(o->s, u);
    while (near != 0) offer_charge_at(o, u, (unsigned)lg_next(&near));
}

/* Four inches behind the friend that is nearest to the enemy. */
static bool find_support(const offers *o, unsigned u, gg_point enemy, gg_point *out)
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
    if (front == NOBODY) return false;
    const lg_unit *its = &s->units[front];
    *out = gg_along(its->at, gg_facing(its->facing * 10 + GG_HALF_TURN), 4 * INCH);
    return gt_is_farther(unit->at, *out, 2 * INCH);
}

static bool goal_of(const gg_state *s, unsigned u, gg_point *out)
{
    int32_t nearest = INT32_MAX;
    for (int i = 0; i < s->area_count; i++) {
        const gt_area *area = &s->areas[i];
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

/* The ways of thinking of one unit's moves, in the order in which they are offered. */
typedef enum family {
    BY_GUNS,
    BY_CHARGE,
    BY_APPROACH, /* or round what stands in the way */
    BY_POISE,
    BY_LINE,
    BY_FLANK,
    BY_GOAL,
    BY_SUPPORT,
    BY_RESERVE,
    BY_TURN,
    BY_FORM,
    BY_FALL_BACK,
    FAMILIES
} family;

typedef struct thought {
    unsigned families; /* that are worth a thought, a bit for each */
    unsigned enemy;    /* the nearest, or NOBODY */
    gg_point at, goal; /* where he is, where there is something to take */
    int32_t distance;
} thought;

static unsigned worth_moving(const gg_state *s, unsigned u, thought *it)
{
    const lg_unit *unit = &s->units[u];
    const bool guns = lg_is_guns(unit), foot = lg_is_foot(unit);
    unsigned found = 1u << BY_APPROACH;
    if (foot && it->distance > POISED * HUNDREDTH && it->distance < 14 * INCH)
        found |= 1u << BY_POISE;
    if (may_line_up(unit, it->distance)) found |= 1u << BY_LINE;
    if (lg_is_horse(unit) && it->enemy != NOBODY && it->distance < 20 * INCH)
        found |= 1u << BY_FLANK;
    if (goal_of(s, u, &it->goal)) found |= 1u << BY_GOAL;
    if (!guns) found |= 1u << BY_SUPPORT;
    if (it->distance > 18 * INCH) found |= 1u << BY_RESERVE;
    return found;
}

/* Most units of a large army. */
static bool is_idle(const lg_unit *unit)
{
    return unit->orders == 0 && !(unit->status & STATUS_MUST_LEAVE) && unit->formation != FORM_LIMB;
}

static void think_of(const offers *o, unsigned u, thought *out)
{
    const gg_state *s = o->s;
    const lg_unit *unit = &s->units[u];
    const bool leaves = (unit->status & STATUS_MUST_LEAVE) != 0, guns = lg_is_guns(unit);
    *out = (thought){.enemy = NOBODY};
    if (unit->orders == 0 && !leaves) {
        if (unit->formation == FORM_LIMB) out->families = 1u << BY_GUNS;
        return;
    }
    out->enemy = nearest_foe(o->foes, unit->at);
    out->at =
        out->enemy == NOBODY ? (gg_point){s->width / 2, s->height / 2} : s->units[out->enemy].at;
    out->distance = gg_distance(unit->at, out->at);
    if (guns && (unit->formation == FORM_LIMB || unit->orders > 0)) out->families = 1u << BY_GUNS;
    if ((unit->did & DID_ACT) || lg_is_routing(unit)) return;
    if (lg_order_is_open(s, u).reason != R_LEGAL && !leaves) return;
    const bool steady = unit->shaken == 0 && !lg_is_fatigued(s, unit);
    const bool square = unit->formation == FORM_SQUARE;
    if (steady && !guns && out->distance < 20 * INCH) out->families |= 1u << BY_CHARGE;
    if (steady && !square) out->families |= worth_moving(s, u, out);
    if (!square) out->families |= 1u << BY_TURN;
    if (out->distance < 18 * INCH && lg_is_foot(unit)) out->families |= 1u << BY_FORM;
    if (out->distance < 20 * INCH && lg_rate(s, unit) > 0) out->families |= 1u << BY_FALL_BACK;
}

static void offer_falling_back(offers *o, unsigned u)
{
    gg_action back = {.kind = ACTION_BACK, .who = (gg_unit)u, .whom = GG_NO_UNIT};
    back.args[0] = lg_rate(o->s, &o->s->units[u]);
    if (offer_move(o, &back)) return;
    back.args[0] = 300;
    offer_move(o, &back);
}

static void offer_family(offers *o, unsigned u, const thought *it, family by)
{
    const lg_path straight = {.legs = 1};
    const int32_t near = lg_is_guns(&o->s->units[u]) ? GUNS_NEAR : NEAR_ENEMY;
    gg_point behind;
    switch (by) {
    case BY_GUNS: offer_guns(o, u, it->at); break;
    case BY_CHARGE: offer_charges(o, u); break;
    case BY_APPROACH:
        if (!offer_approach(o, ACTION_MOVE, u, it->at, near, straight) && it->distance > 6 * INCH)
            offer_detour(o, u, it->at);
        break;
    case BY_POISE: offer_approach(o, ACTION_MOVE, u, it->at, POISED, straight); break;
    case BY_LINE:
        offer_approach(o, ACTION_MOVE, u, it->at, NEAR_ENEMY, (lg_path){.form_end = FORM_LINE + 1});
        break;
    case BY_FLANK: offer_flank(o, u, it->enemy); break;
    case BY_GOAL: offer_approach(o, ACTION_MOVE, u, it->goal, 0, straight); break;
    case BY_SUPPORT:
        if (find_support(o, u, it->at, &behind))
            offer_approach(o, ACTION_MOVE, u, behind, 0, straight);
        break;
    case BY_RESERVE: offer_approach(o, ACTION_RESERVE, u, it->at, FAR_FROM_ENEMY, straight); break;
    case BY_TURN: offer_turn(o, u, it->at); break;
    case BY_FORM: offer_forms(o, u, it->at); break;
    case BY_FALL_BACK: offer_falling_back(o, u); break;
    case FAMILIES: break;
    }
}

static void offer_moves_of(offers *o, unsigned u)
{
    thought it;
    if (is_idle(&o->s->units[u])) return;
    think_of(o, u, &it);
    if (it.families == 0) return;
    lg_mover_take(o->mover, u);
    for (int by = 0; by < FAMILIES; by++)
        if (it.families >> by & 1) offer_family(o, u, &it, (family)by);
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

static void offer_shot(offers *o, lg_shots *shots, unsigned u, unsigned target)
{
    gg_action action = {.kind = ACTION_FIRE, .who = (gg_unit)u, .whom = (gg_unit)target};
    if (add(o, &action) && shots != NULL) offer_grand_battery(o, shots, &action);
}

/* Each unit that may fire at the nearest few it can fire at. */
static void offer_fire(offers *o)
{
    const gg_state *s = o->s;
    lg_shots shots = lg_shots_of(s);
    for (uint64_t firers = s->notes.firers; firers != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&firers);
        for (uint64_t rest = s->notes.can[u]; rest != 0;) {
            unsigned target = nearest_of(s, u, rest);
            offer_shot(o, &shots, u, target);
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
    int32_t reach = lg_rate(o->s, unit) * HUNDREDTH + 2 * o->s->notes.reach;
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
    find_foes(s, o->side, o->foes);
    unsigned u = lg_asked(s), enemy = nearest_foe(o->foes, s->units[u].at);
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

static void begin_movement(offers *o)
{
    lg_mover_begin(o->mover, o->s, o->side);
    o->mover->on.plainly = true;
}

static void offer_movement(offers *o)
{
    begin_movement(o);
    find_foes(o->s, o->side, o->foes);
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
    foes all;
    offers o = {.s = s, .side = side, .out = out, .limit = limit, .mover = &mover, .foes = &all};
    if (s->phase == PHASE_OVER || lg_decider(s) != side) return 0;
    offer_phase(&o);
    if (side != GG_NOBODY) offer_plain(&o, ACTION_END, GG_NO_UNIT);
    return o.count;
}

/* ---- In lots: for who draws one offer and lists none. ---- */

typedef enum lot_kind {
    LOT_GIVE, /* who: the giver, and 32 times the taker */
    LOT_ASSIGN,
    LOT_MOVE, /* who: the unit, and 64 times the family */
    LOT_JOIN,
    LOT_COMFORT,
    LOT_RIDE,
    LOT_FIRE,
    LOT_RALLY,
    LOT_END,
} lot_kind;

enum { MOVES_ROOM = 16 };
typedef struct drawing { /* what the parts of one state's lots share: kept_bytes */
    offers o;
    lg_mover mover;
    foes foes;
    unsigned taken; /* whose moves the mover knows; NOBODY: nobody's */
    bool has_mover, has_middles, has_shots;
    uint64_t shaken, batteries; /* batteries: that may mass their guns with later ones */
    middles middles;
    lg_shots shots;
    thought of[UNITS_MAX];
    gg_action moves[MOVES_ROOM];
    gg_lot *lots;
    uint32_t lot_count;
} drawing;
_Static_assert(sizeof(drawing) <= KEPT_BYTES, "kept_bytes");

static void add_lot(drawing *d, lot_kind kind, unsigned who, unsigned parts, unsigned bound)
{
    if (parts * bound == 0) return;
    gg_assert(d->lot_count < GG_LOTS_MAX);
    d->lots[d->lot_count++] =
        (gg_lot){(uint16_t)kind, (uint16_t)who, (uint16_t)parts, (uint16_t)bound};
}

static unsigned count_of(uint64_t set)
{
    unsigned count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}

static unsigned nth_of(uint64_t set, uint32_t nth)
{
    while (nth-- > 0) set &= set - 1;
    return (unsigned)lg_next(&set);
}

static void tell_gives(drawing *d, lg_level level)
{
    const gg_state *s = d->o.s;
    for (unsigned from = 0; from < s->commander_count; from++) {
        if (!is_giving(&d->o, from, level)) continue;
        for (uint64_t takers = lg_takers_of(s, from); takers != 0;) {
            const unsigned to = (unsigned)gg_next_bit(&takers);
            const int most = lg_most_to_give(s, from, to);
            add_lot(d, LOT_GIVE, from + COMMANDERS_MAX * to,
                    (unsigned)(most < GIVES_MAX ? most : GIVES_MAX), 1);
        }
    }
}

static void tell_assigns(drawing *d)
{
    for (unsigned u = 0; u < d->o.s->unit_count; u++)
        if (may_be_assigned(&d->o, u))
            add_lot(d, LOT_ASSIGN, u, 1, 1 + may_want_two(&d->o.s->units[u]));
}

/* How many a family has at most. */
static unsigned most_of(const thought *it, family by)
{
    if (by == BY_FORM) return FORM_SQUARE - FORM_LINE;
    return 1 + (by == BY_GUNS || (by == BY_APPROACH && it->distance > 6 * INCH));
}

static void tell_moves_of(drawing *d, unsigned u)
{
    thought *it = &d->of[u];
    if (is_idle(&d->o.s->units[u])) return;
    think_of(&d->o, u, it);
    for (unsigned by = 0; by < FAMILIES; by++) {
        if (!(it->families >> by & 1)) continue;
        if (by == BY_CHARGE)
            add_lot(d, LOT_MOVE, u + UNITS_MAX * by, count_of(may_be_charged(d->o.s, u)), 1);
        else add_lot(d, LOT_MOVE, u + UNITS_MAX * by, 1, most_of(it, (family)by));
    }
}

static void tell_movement(drawing *d)
{
    const gg_state *s = d->o.s;
    find_foes(s, d->o.side, &d->foes);
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->units[u].side == d->o.side && lg_is_on_table(s, u)) tell_moves_of(d, u);
    for (unsigned u = 0; u < s->unit_count && s->charge_count > 0; u++)
        if (may_be_joined(&d->o, u)) add_lot(d, LOT_JOIN, u, 1, 1);
    d->shaken = shaken_units(s, d->o.side);
    for (unsigned c = 0; c < s->commander_count; c++) {
        if (!may_ride(&d->o, c)) continue;
        if (s->commanders[c].level != LEVEL_DIVISION)
            add_lot(d, LOT_COMFORT, c, count_of(d->shaken), 1);
        add_lot(d, LOT_RIDE, c, 1, 1);
    }
}

/* Only foot artillery may mass its guns (LG-R78), and in no step of a breakthrough. */
static uint64_t find_batteries(const gg_state *s)
{
    uint64_t found = 0;
    if (s->phase == PHASE_X3) return 0;
    for (uint64_t firers = s->notes.firers; firers != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&firers);
        if (s->units[u].type == TYPE_FOOT && lg_nations[s->units[u].nation].battery)
            found |= lg_bit(u);
    }
    return found;
}

/* Are there enough of them, it and those after it? */
static bool may_be_grand(const drawing *d, unsigned u)
{
    const uint64_t later = d->batteries & ~(lg_bit(u) - 1);
    return (later & lg_bit(u)) != 0
           && (int)count_of(later) >= d->o.s->options[OPT_grand_battery_min];
}

static void tell_fire(drawing *d)
{
    const gg_state *s = d->o.s;
    d->batteries = find_batteries(s);
    for (uint64_t firers = s->notes.firers; firers != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&firers);
        add_lot(d, LOT_FIRE, u, count_of(s->notes.can[u]), 1 + may_be_grand(d, u));
    }
}

static void tell_rallies(drawing *d)
{
    for (uint64_t rest = d->o.s->notes.unwell; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        add_lot(d, LOT_RALLY, u, 1, count_of(rallies_of(&d->o, u)));
    }
}

uint32_t lg_tell_lots(const gg_state *s, gg_side side, void *kept, gg_lot *out)
{
    drawing *d = kept;
    const lg_phase phase = (lg_phase)s->phase;
    if (phase == PHASE_OVER || side == GG_NOBODY || lg_decider(s) != side) return 0;
    d->o = (offers){.s = s, .side = side, .mover = &d->mover, .foes = &d->foes};
    d->taken = NOBODY;
    d->has_mover = d->has_middles = d->has_shots = false;
    d->lots = out;
    d->lot_count = 0;
    if (phase == PHASE_C2 || phase == PHASE_C3)
        tell_gives(d, phase == PHASE_C2 ? LEVEL_CINC : LEVEL_CORPS);
    else if (phase == PHASE_C4) tell_assigns(d);
    else if (phase == PHASE_M1) tell_movement(d);
    else if (phase == PHASE_F1 || phase == PHASE_F2 || phase == PHASE_X3) tell_fire(d);
    else if (phase != PHASE_F3 && phase != PHASE_K0A && phase != PHASE_K0B && phase != PHASE_X4)
        return 0;
    if (phase != PHASE_C2 && phase != PHASE_C3 && phase != PHASE_C4) tell_rallies(d);
    add_lot(d, LOT_END, 0, 1, 1);
    return d->lot_count;
}

/* ---- Opening them. ---- */

/* May this family lead to a move that one before it leads to?  Then it turns as that does; beside
 * a flank the unit may end turned as after a detour. */
static bool may_repeat(const offers *o, unsigned u, const thought *it, family by)
{
    const lg_unit *unit = &o->s->units[u];
    gg_point to = it->goal;
    if (by == BY_POISE || by == BY_FLANK) return true;
    if (by != BY_GOAL && by != BY_SUPPORT) return false;
    if (by == BY_SUPPORT && !find_support(o, u, it->at, &to)) return false;
    const int32_t turn = turn_to(unit, to);
    return turn == turn_to(unit, it->at)
           || ((it->families >> BY_FLANK & 1)
               && turn == turn_to(unit, flank_of(o->s, u, it->enemy)))
           || (by == BY_SUPPORT && (it->families >> BY_GOAL & 1)
               && turn == turn_to(unit, it->goal));
}

static uint32_t open_moves(drawing *d, unsigned u, family by, uint32_t part, gg_action *out)
{
    offers *o = &d->o;
    const thought *it = &d->of[u];
    if (!d->has_mover) begin_movement(o);
    d->has_mover = true;
    if (d->taken != u) lg_mover_take(&d->mover, u);
    d->taken = u;
    if (by == BY_CHARGE) {
        offer_charge_at(o, u, nth_of(may_be_charged(o->s, u), part));
        return o->count;
    }
    o->out = d->moves;
    o->limit = MOVES_ROOM;
    for (unsigned before = BY_APPROACH; before < by && may_repeat(o, u, it, by); before++)
        if (it->families >> before & 1) offer_family(o, u, it, (family)before);
    const uint32_t first = o->count;
    offer_family(o, u, it, by);
    memcpy(out, d->moves + first, (o->count - first) * sizeof *out);
    return o->count - first;
}

static void open_fire(drawing *d, unsigned u, uint32_t part)
{
    const gg_state *s = d->o.s;
    const bool grand = may_be_grand(d, u);
    uint64_t rest = s->notes.can[u];
    unsigned target = nearest_of(s, u, rest);
    for (; part > 0; part--) {
        rest &= ~lg_bit(target);
        target = nearest_of(s, u, rest);
    }
    if (grand && !d->has_shots) d->shots = lg_shots_of(s);
    d->has_shots |= grand;
    offer_shot(&d->o, grand ? &d->shots : NULL, u, target);
}

uint32_t lg_open_lot(const gg_state *s, gg_side side, void *kept, const gg_lot *lot, uint32_t part,
                     gg_action *out)
{
    drawing *d = kept;
    d->o.out = out;
    d->o.limit = lot->bound;
    d->o.count = 0;
    switch ((lot_kind)lot->kind) {
    case LOT_GIVE:
        offer_give(&d->o, lot->who % COMMANDERS_MAX, lot->who / COMMANDERS_MAX, part + 1);
        break;
    case LOT_ASSIGN: offer_assign(&d->o, lot->who); break;
    case LOT_MOVE:
        return open_moves(d, lot->who % UNITS_MAX, (family)(lot->who / UNITS_MAX), part, out);
    case LOT_JOIN: offer_joining(&d->o, lot->who); break;
    case LOT_COMFORT: offer_comfort(&d->o, lot->who, nth_of(d->shaken, part)); break;
    case LOT_RIDE:
        if (!d->has_middles) find_middles(s, side, &d->middles);
        d->has_middles = true;
        offer_ride(&d->o, lot->who, &d->middles);
        break;
    case LOT_FIRE: open_fire(d, lot->who, part); break;
    case LOT_RALLY: offer_rally(&d->o, lot->who); break;
    case LOT_END: offer_plain(&d->o, ACTION_END, GG_NO_UNIT); break;
    }
    return d->o.count;
}
