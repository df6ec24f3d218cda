/*
 * offer.c - a sensible choice of what can be done: orders that bring a brigade on, charges that
 * can be made, volleys, rallies, a line to fall back to.  Everything here is put before the judge;
 * nothing here decides what is legal.
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"
#include "rules/staff/play/play.h"

#include <string.h>

enum {
    LENGTHS = 8, /* parts of a move that are tried */
    NEAREST = 3, /* enemies that a unit thinks of */
};

typedef struct offers {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    uint32_t count, limit;
    uint32_t first; /* those before are of other units: none of them can be offered again */
} offers;

static bool is_open(const offers *o, const gg_action *action)
{
    return o->count < o->limit && !gg_is_among(o->out + o->first, o->count - o->first, action);
}

static bool offer(offers *o, const gg_action *action)
{
    if (!is_open(o, action)) return false;
    if (staff_judge(o->s, o->side, action).reason != R_LEGAL) return false;
    o->out[o->count++] = *action;
    return true;
}

static bool offer_change(offers *o, staff_mover *m, const gg_action *action)
{
    staff_place place;
    if (!is_open(o, action)) return false;
    if (staff_change_fits(o->s, o->side, action, m, &place).reason != R_LEGAL
        || staff_may_stand(o->s, m->unit, &place, m).reason != R_LEGAL)
        return false;
    o->out[o->count++] = *action;
    return true;
}

static bool offer_plain(offers *o, staff_action_kind kind, gg_unit who)
{
    const gg_action action = gg_action_on(kind, who, GG_NO_UNIT);
    return offer(o, &action);
}

/* ---- Who and what is near. ---- */

/* The enemies nearest to a unit by their places, nearest first; how many. */
static int nearest_enemies(const gg_state *s, unsigned u, unsigned out[NEAREST])
{
    const uint64_t enemies = staff_side(s, gg_other(s->units[u].side));
    return gt_nearest_places(s->units, enemies, s->units[u].at, NEAREST, out);
}

/* Whole degrees from place to place. */
static int32_t degrees(gg_point from, gg_point to) { return gg_bearing_to(from, to, 10) / 10; }

/* ---- Steps. ---- */

static gg_action step_of(staff_action_kind kind, unsigned u, gg_point at, int32_t facing)
{
    gg_action action = gg_action_on(kind, (gg_unit)u, GG_NO_UNIT);
    action.at = at;
    action.args[0] = (facing % 360 + 360) % 360;
    return action;
}

/* ---- A way, part by part. ---- */

typedef struct way {
    staff_action_kind kind;
    int32_t bearing, facing, most;
} way;

/* Is a move offered that would be told in the same words? */
static bool is_told(const offers *o, const staff_mover *m, const gg_action *go)
{
    for (uint32_t i = o->first; i < o->count; i++) {
        gg_action other = o->out[i];
        other.at = go->at;
        if (memcmp(&other, go, sizeof other) == 0
            && gg_is_same_course(staff_game.rules, m->was.at, go->at, o->out[i].at))
            return true;
    }
    return false;
}

/* So much of the way. */
static bool offer_part(offers *o, staff_mover *m, const way *it, int32_t length)
{
    const gg_action go = step_of(
        it->kind, m->unit, gg_along(m->was.at, gg_facing(it->bearing * 10), length), it->facing);
    if (!staff_can_reach(m, &go) || o->count == o->limit || !staff_move_fits(m, &go)
        || is_told(o, m, &go))
        return false;
    o->out[o->count++] = go;
    return true;
}

/* As far as it may go that way, facing so; and half of that. */
static void offer_way(offers *o, staff_mover *m, way it)
{
    if (it.most > m->rate) it.most = m->rate;
    if (!staff_begin_way(m, it.bearing, it.facing, it.most)) return;
    int part = staff_open_parts(m, it.bearing, it.facing, it.most, LENGTHS);
    for (; part > 0; part--) {
        const int32_t length = it.most * part / LENGTHS;
        if (length < INCH / 4) return;
        if (!offer_part(o, m, &it, length)) continue;
        if (part >= 5) offer_part(o, m, &it, length / 2);
        return;
    }
}

/* DIST; of one beyond any move that is thought of no more than that it is. */
static int32_t distance_that_counts(staff_mover *m, unsigned enemy)
{
    const gg_state *s = m->s;
    const gg_bounds *own = &s->notes.stands[m->unit].bounds, *its = &s->notes.stands[enemy].bounds;
    const int32_t gaps[] = {its->low.x - own->high.x, own->low.x - its->high.x,
                            its->low.y - own->high.y, own->low.y - its->high.y};
    const int32_t beyond =
        m->rate + staff_number(s, N_gap) + staff_number(s, N_proximity) + 2 * INCH;
    for (int i = 0; i < 4; i++)
        if (gaps[i] > beyond) return gaps[i];
    return staff_distance_now(m, enemy);
}

/* The ways that a unit thinks of, one after the other: towards each of the nearest enemies three,
 * up to the gap as it stands and turned to him, and to where its weapon is at close range; ahead,
 * aside and back; to what is worth something. */
enum { APPROACHES = 3, STRAIGHTS = 4 };

typedef struct headings { /* where a unit may think of going */
    staff_action_kind kind;
    int count;
    unsigned enemies[NEAREST]; /* the nearest first */
    int32_t to[NEAREST], far[NEAREST];
    uint8_t measured; /* bits: who is so far */
} headings;

static void find_headings(const staff_mover *m, staff_action_kind kind, headings *out)
{
    const gg_state *s = m->s;
    out->kind = kind;
    out->count = nearest_enemies(s, m->unit, out->enemies);
    out->measured = 0;
    for (int i = 0; i < out->count; i++)
        out->to[i] = degrees(s->units[m->unit].at, staff_centre(s, out->enemies[i]));
}

static int count_ways(const gg_state *s, int enemies)
{
    int count = APPROACHES * enemies + STRAIGHTS;
    for (unsigned i = 0; i < s->area_count; i++) count += s->areas[i].value != 0;
    return count;
}

static bool approach(headings *h, staff_mover *m, int nth, way *out)
{
    const gg_state *s = m->s;
    const int enemy = nth / APPROACHES, how = nth % APPROACHES;
    if (!(h->measured >> enemy & 1)) h->far[enemy] = distance_that_counts(m, h->enemies[enemy]);
    h->measured |= (uint8_t)(1u << enemy);
    const int32_t far = h->far[enemy], gap = staff_number(s, N_gap);
    const int32_t near = staff_number(s, N_proximity), to = h->to[enemy];
    const bool stands_off = how == APPROACHES - 1;
    *out = (way){.kind = h->kind,
                 .bearing = to,
                 .facing = how == 0 ? s->units[m->unit].facing : to,
                 .most = stands_off ? far - near - INCH / 10 : far - gap};
    return far > (stands_off ? near + INCH : gap);
}

/* False: there is no such way. */
static bool way_of(headings *h, staff_mover *m, int nth, way *out)
{
    static const int16_t aside[STRAIGHTS] = {0, 45, -45, 180};
    const gg_state *s = m->s;
    const gg_point own = s->units[m->unit].at;
    const int32_t facing = s->units[m->unit].facing;
    if (nth < APPROACHES * h->count) return approach(h, m, nth, out);
    nth -= APPROACHES * h->count;
    if (nth < STRAIGHTS) {
        *out = (way){h->kind, facing + aside[nth], facing, m->rate};
        return true;
    }
    nth -= STRAIGHTS;
    for (unsigned i = 0; i < s->area_count; i++) {
        if (s->areas[i].value == 0 || nth-- > 0) continue;
        const gg_point middle = gt_area_middle(&staff_game, &s->areas[i]);
        const int32_t to = degrees(own, middle);
        *out = (way){h->kind, to, to, gg_distance(own, middle)};
        return true;
    }
    return false;
}

static void offer_goes(offers *o, staff_action_kind kind, staff_mover *m)
{
    headings h;
    way it;
    if (!staff_begin_moves(m, o->side, kind)) return;
    find_headings(m, kind, &h);
    const int ways = count_ways(o->s, h.count);
    for (int nth = 0; nth < ways; nth++)
        if (way_of(&h, m, nth, &it)) offer_way(o, m, it);
}

static void offer_charge(offers *o, staff_mover *m, unsigned enemy)
{
    const gg_state *s = o->s;
    staff_charge charge;
    gg_action action = gg_action_on(ACTION_CHARGE, (gg_unit)m->unit, (gg_unit)enemy);
    if (o->count == o->limit || staff_may_step(s, o->side, &action, NULL).reason != R_LEGAL
        || staff_may_charge(s, m->unit, enemy).reason != R_LEGAL
        || s->contact_count + 8 > CONTACTS_MAX || !staff_reaches(m, enemy, &charge))
        return;
    action.args[0] = charge.shift;
    o->out[o->count++] = action; /* more is not asked of a charge: nothing to judge */
}

static void offer_charges(offers *o, staff_mover *m)
{
    const gg_state *s = o->s;
    const unsigned u = m->unit;
    unsigned enemies[NEAREST];
    const int count = nearest_enemies(s, u, enemies);
    for (int i = 0; i < count; i++) offer_charge(o, m, enemies[i]);
}

/* What turns: about, aside, to the nearest enemies, as far as it may. */
static void offer_turns(offers *o, staff_action_kind kind, staff_mover *m)
{
    const gg_state *s = o->s;
    const unsigned u = m->unit;
    const int32_t facing = s->units[u].facing;
    unsigned enemies[NEAREST];
    const int count = nearest_enemies(s, u, enemies);
    for (int i = 0; i < count; i++) {
        const int32_t to = degrees(s->units[u].at, staff_centre(s, enemies[i]));
        const gg_action turn = step_of(kind, u, (gg_point){0, 0}, to);
        if (to != facing) offer_change(o, m, &turn);
    }
    static const int16_t by[] = {45, -45, 90, -90, 180};
    for (int i = 0; i < 5; i++) {
        const gg_action turn = step_of(kind, u, (gg_point){0, 0}, facing + by[i]);
        offer_change(o, m, &turn);
    }
    const gg_action same = step_of(kind, u, (gg_point){0, 0}, facing);
    if (kind != ACTION_TURN) offer_change(o, m, &same);
}

static void offer_form(offers *o, staff_mover *m, unsigned formation)
{
    gg_action action = gg_action_on(ACTION_FORM, (gg_unit)m->unit, GG_NO_UNIT);
    action.item = (uint16_t)formation;
    for (action.args[0] = 0; action.args[0] <= GT_KEEP_RIGHT; action.args[0]++)
        if (offer_change(o, m, &action)) return;
}

static void offer_forms(offers *o, staff_mover *m)
{
    for (unsigned formation = 0; formation < FORM_DEPLOYED; formation++)
        offer_form(o, m, formation);
}

static void offer_buildings(offers *o, unsigned u)
{
    const gg_state *s = o->s;
    gg_action enter = gg_action_on(ACTION_ENTER, (gg_unit)u, GG_NO_UNIT);
    for (enter.item = 1; staff_building(s, enter.item) != NOBODY; enter.item++) offer(o, &enter);
    if (s->units[u].formation != FORM_GARRISON) return;
    const gg_box house = staff_own_box(s, u);
    for (int facing = 0; facing < 360; facing += 90) {
        const gg_zone zones[] = {GG_ZONE_FRONT, GG_ZONE_RIGHT, GG_ZONE_REAR, GG_ZONE_LEFT};
        const gg_point door = gt_edge_middle(staff_pose(s, u), house, zones[facing / 90]);
        static const uint8_t forms[] = {FORM_LINE, FORM_ACOL, FORM_SKIRM};
        for (int i = 0; i < 3; i++) {
            const gg_box box = staff_box(s, u, forms[i]);
            const int32_t out = staff_number(s, N_leave_within) - TOUCH - box.rear;
            gg_action leave = step_of(ACTION_LEAVE, u, gg_along(door, facing * 10, out), facing);
            leave.item = forms[i];
            offer(o, &leave);
        }
    }
}

/* ---- Orders. ---- */

static void offer_statement(offers *o, staff_action_kind kind, uint64_t units, const uint8_t *kinds,
                            int count, unsigned item, unsigned target)
{
    gg_action action = gg_action_on(kind, GG_NO_UNIT, GG_NO_UNIT);
    staff_statement said = {.count = (uint8_t)count};
    for (int i = 0; i < count; i++) {
        said.kinds[i] = kinds[i];
        if (kinds[i] == ORDER_FORM || kinds[i] == ORDER_ENTER) said.items[i] = (uint8_t)item;
        if (kinds[i] == ORDER_CHARGE) said.targets[0] = (uint8_t)(target + 1);
    }
    staff_state_in(&said, &action);
    if (kind == ACTION_ORDER) staff_units_in(units, &action);
    else action.who = (gg_unit)gt_take(&units);
    offer(o, &action);
}

/* Into each building that is empty and near enough, by as many advances as bring it there, and by
 * one more (ST-R19). */
static void offer_entries(offers *o, staff_action_kind kind, unsigned u)
{
    static const uint8_t enter[] = {ORDER_ADVANCE, ORDER_ADVANCE, ORDER_ENTER};
    const gg_state *s = o->s;
    const gg_convex own = staff_shape(s, u);
    const int32_t rate = staff_rate(s, u), within = rate - staff_number(s, N_enter_cost);
    unsigned area;
    for (unsigned nth = 1; (area = staff_building(s, nth)) != NOBODY; nth++) {
        if (staff_garrison(s, area) != NOBODY) continue;
        const gg_convex house =
            gg_rectangle(staff_building_pose(s, area), staff_building_box(s, area));
        const int32_t far = gg_distance_between(&own, &house) - within;
        const int moves = far <= 0 ? 0 : (int)((far + rate - 1) / rate);
        for (int more = moves; more <= moves + 1 && more < STEPS_MAX; more++)
            offer_statement(o, kind, gt_bit(u), enter + 2 - more, more + 1, nth, 0);
    }
}

/* The kinds that suit this unit, and with it those like it. */
static void offer_orders_like(offers *o, staff_action_kind kind, uint64_t units, unsigned u)
{
    static const uint8_t on[] = {ORDER_ADVANCE, ORDER_ADVANCE, ORDER_ADVANCE},
                         charge[] = {ORDER_ADVANCE, ORDER_CHARGE},
                         back[] = {ORDER_RETREAT, ORDER_RETREAT, ORDER_RETREAT},
                         face[] = {ORDER_FACE, ORDER_ADVANCE, ORDER_ADVANCE},
                         form[] = {ORDER_FORM, ORDER_ADVANCE, ORDER_ADVANCE},
                         deploy[] = {ORDER_ADVANCE, ORDER_FORM, ORDER_ADVANCE},
                         guns_on[] = {ORDER_LIMBER, ORDER_ADVANCE, ORDER_UNLIMBER},
                         guns_stop[] = {ORDER_ADVANCE, ORDER_UNLIMBER},
                         unlimber[] = {ORDER_UNLIMBER}, handle[] = {ORDER_HANDLE},
                         leave[] = {ORDER_LEAVE, ORDER_ADVANCE, ORDER_ADVANCE};
    const gg_state *s = o->s;
    const staff_unit *it = &s->units[u];
    if (it->formation == FORM_GARRISON) {
        offer_statement(o, kind, units, leave, 3, 0, 0);
    } else if (it->formation == FORM_DEPLOYED) {
        offer_statement(o, kind, units, guns_on, 3, 0, 0);
        offer_statement(o, kind, units, handle, 1, 0, 0);
        offer_statement(o, kind, units, face, 1, 0, 0);
    } else if (it->formation == FORM_LIMBERED) {
        offer_statement(o, kind, units, guns_stop, 2, 0, 0);
        offer_statement(o, kind, units, unlimber, 1, 0, 0);
        offer_statement(o, kind, units, on, 3, 0, 0);
    } else {
        unsigned enemies[NEAREST];
        const int count = nearest_enemies(s, u, enemies);
        const bool has_column =
            staff_box(s, u, FORM_ACOL).half != 0 && s->more[u].size != SIZE_TINY;
        const unsigned to = it->formation != FORM_LINE ? FORM_LINE /* T9 */
                            : has_column               ? FORM_ACOL
                                                       : FORM_MCOL;
        offer_statement(o, kind, units, on, 3, 0, 0);
        offer_statement(o, kind, units, back, 3, 0, 0);
        offer_statement(o, kind, units, face, 3, 0, 0);
        for (int i = 0; i < count && i < 2; i++) {
            offer_statement(o, kind, units, charge + 1, 1, 0, enemies[i]);
            offer_statement(o, kind, units, charge, 2, 0, enemies[i]);
        }
        offer_statement(o, kind, units, form, 3, to, 0);
        if (it->formation != FORM_LINE) offer_statement(o, kind, units, deploy, 3, FORM_LINE, 0);
        if (staff_is_foot(it) && units == gt_bit(u)) offer_entries(o, kind, u);
    }
}

/* The units that the acting commander could order now. */
static uint64_t free_units(const gg_state *s, gg_side side)
{
    uint64_t set = 0;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_may_be_ordered(s, side, u).reason == R_LEGAL) set |= gt_bit(u);
    return set;
}

/* All that are linked to this one, of the same brigade and arm and formed alike. */
static uint64_t group_of(const gg_state *s, uint64_t among, unsigned u)
{
    uint64_t group = gt_bit(u), before = 0;
    const staff_unit *it = &s->units[u];
    const int32_t link = staff_number(s, N_group_link);
    int count = 1;
    while (group != before) {
        before = group;
        for (uint64_t rest = among & ~group; rest != 0 && count < GROUP_MAX;) {
            const unsigned v = (unsigned)gg_next_bit(&rest);
            const staff_unit *its = &s->units[v];
            if (its->division != it->division || staff_class_of(its) != staff_class_of(it))
                continue;
            for (uint64_t them = before; them != 0;) {
                if (!staff_is_within(s, v, (unsigned)gg_next_bit(&them), link)) continue;
                group |= gt_bit(v);
                count++;
                break;
            }
        }
    }
    return group;
}

/* All that may be said to a unit, alone and, if there is one, with its group. */
static void offer_orders_to(offers *o, unsigned u, uint64_t group)
{
    o->first = o->count;
    offer_orders_like(o, ACTION_ORDER, gt_bit(u), u);
    if (group != 0) offer_orders_like(o, ACTION_ORDER, group, u);
    if (o->s->more[u].casualties > 0) offer_plain(o, ACTION_RALLY, (gg_unit)u);
    offer_orders_like(o, ACTION_FOLLOWME, gt_bit(u), u);
}

/* The units that are ordered together with it, unless some of them were before it. */
static uint64_t new_group(const gg_state *s, uint64_t own, unsigned u, uint64_t *grouped)
{
    const uint64_t group = group_of(s, own, u);
    const bool is_new = group != gt_bit(u) && !(*grouped & group);
    *grouped |= group;
    return is_new ? group : 0;
}

/* ---- Commanders' own moves. ---- */

/* Where he is already he stays without riding. */
static void offer_ride(offers *o, gg_unit who, gg_point at)
{
    const gg_point now = o->s->commanders[who - UNITS_MAX].at;
    gg_action ride = gg_action_on(ACTION_CMOVE, who, GG_NO_UNIT);
    ride.at = at;
    if (!gg_is_same_place(at, now)) offer(o, &ride);
}

static void offer_rides(offers *o)
{
    const gg_state *s = o->s;
    const unsigned row = s->commander - 1u;
    const gg_unit who = (gg_unit)(UNITS_MAX + row);
    int64_t x = 0, y = 0;
    int count = 0;
    for (unsigned u = 0; u < s->unit_count; u++) {
        const staff_unit *it = &s->units[u];
        if (it->removed || it->side != o->side) continue;
        if (row % BRIGADES_MAX != 0 && staff_commander_row(it) != row) continue;
        x += it->at.x, y += it->at.y, count++;
        const gg_action join = gg_action_on(ACTION_CJOIN, who, (gg_unit)u);
        offer(o, &join);
        const gg_pose behind = {it->at, it->facing * 10};
        offer_ride(o, who, gg_to_world(behind, (gg_point){0, staff_own_box(s, u).rear - 2 * INCH}));
    }
    if (count > 0) offer_ride(o, who, (gg_point){(int32_t)(x / count), (int32_t)(y / count)});
    offer_plain(o, ACTION_CSTAY, who);
}

/* ---- Shooting, fighting, answering. ---- */

/* Whom it may shoot at, and with which figure. */
static void offer_shots_of(offers *o, unsigned u, staff_aims *aims)
{
    const int figures = o->s->units[u].formation == FORM_SKIRM ? GT_FIGURES : 1;
    uint64_t named = 0;
    for (int figure = 0; figure < figures; figure++)
        for (uint64_t rest = staff_targets(o->s, u, figure, named, aims) & ~named; rest != 0;) {
            const unsigned e = (unsigned)gg_next_bit(&rest);
            if (o->count == o->limit) return;
            o->out[o->count] = gg_action_on(ACTION_SHOOT, (gg_unit)u, (gg_unit)e);
            o->out[o->count++].args[0] = figure;
            named |= gt_bit(e);
        }
}

/* The stock split (ST-R73), and all that can be spared on one of the enemies. */
static void offer_splits(offers *o)
{
    const gg_state *s = o->s;
    const unsigned u = staff_allotter(s);
    if (u == NOBODY) return;
    gg_action splits[UNITS_MAX];
    const uint32_t count = staff_splits(s, u, splits, UNITS_MAX);
    for (uint32_t i = 0; i < count; i++) offer(o, &splits[i]);
}

static void offer_traverse(offers *o)
{
    const gg_state *s = o->s;
    const unsigned v = staff_asked(s);
    if (v == NOBODY) return;
    gg_action fire = gg_action_on(ACTION_TRAVERSE, (gg_unit)v, GG_NO_UNIT);
    const int figures = s->units[v].formation == FORM_SKIRM ? GT_FIGURES : 1;
    for (; fire.args[0] < figures; fire.args[0]++)
        if (offer(o, &fire)) break;
    offer_plain(o, ACTION_NOFIRE, (gg_unit)v);
}

static void offer_victor(offers *o)
{
    const unsigned u = staff_victor(o->s);
    if (u == NOBODY) return;
    staff_mover m;
    staff_find_mover(o->s, u, &m);
    offer_charges(o, &m);
    offer_goes(o, ACTION_GO, &m);
    offer_plain(o, ACTION_OCCUPY, (gg_unit)u);
    offer_plain(o, ACTION_STAY, (gg_unit)u);
}

static void offer_each(offers *o)
{
    const gg_state *s = o->s;
    if (s->phase == PHASE_PICK)
        for (unsigned row = 0; row < COMMANDERS_MAX; row++)
            offer_plain(o, ACTION_COMMAND, (gg_unit)(UNITS_MAX + row));
    if (s->phase == PHASE_COMBAT)
        for (unsigned u = 0; u < s->unit_count; u++) offer_plain(o, ACTION_FIGHT, (gg_unit)u);
    gg_action respond = gg_action_on(ACTION_RESPOND, GG_NO_UNIT, GG_NO_UNIT);
    if (s->phase == PHASE_RESPOND)
        for (respond.item = RESPONSE_STAND; respond.item < RESPONSES; respond.item++)
            offer(o, &respond);
}

static void offer_rolled(offers *o)
{
    offer_plain(o, ACTION_REROLL, GG_NO_UNIT);
    offer_plain(o, ACTION_KEEP, GG_NO_UNIT);
}

/* The game's own, which rolls. */
static void offer_roll(offers *o)
{
    static const uint8_t rolls[PHASES] = {[PHASE_START] = ACTION_BEGIN,
                                          [PHASE_BLUNDER] = ACTION_BLUNDER,
                                          [PHASE_CLOSING] = ACTION_CLOSING,
                                          [PHASE_ROUND] = ACTION_ROUND};
    offer_plain(o, (staff_action_kind)rolls[o->s->phase], GG_NO_UNIT);
}

/* ---- What a unit may do in this step. ---- */

static bool may_do(const offers *o, staff_action_kind kind, unsigned u)
{
    staff_duty duty;
    const gg_action action = gg_action_on(kind, (gg_unit)u, GG_NO_UNIT);
    return staff_duty_of(o->s, o->side, &action, &duty).reason == R_LEGAL;
}

/* Every step of a unit that may do anything (initiative), or whose order says what kind. */
static void offer_steps(offers *o, unsigned u, unsigned kinds)
{
    const staff_unit *it = &o->s->units[u];
    const bool is_open = it->formation != FORM_DEPLOYED && it->formation != FORM_GARRISON;
    const bool is_deployed = it->formation == FORM_DEPLOYED;
    staff_mover m;
    staff_find_mover(o->s, u, &m);
    o->first = o->count;
    if (kinds & 1u << ORDER_CHARGE) offer_charges(o, &m);
    if (is_open && (kinds & (1u << ORDER_ADVANCE | 1u << ORDER_CHARGE | 1u << ORDER_RETREAT))
        && may_do(o, ACTION_GO, u))
        offer_goes(o, ACTION_GO, &m);
    if (is_deployed && (kinds & 1u << ORDER_HANDLE) && may_do(o, ACTION_HANDLE, u))
        offer_goes(o, ACTION_HANDLE, &m);
    if (kinds & 1u << ORDER_FACE) offer_turns(o, ACTION_TURN, &m);
    if (is_deployed && (kinds & 1u << ORDER_LIMBER)) offer_turns(o, ACTION_LIMBER, &m);
    if (it->formation == FORM_LIMBERED && (kinds & 1u << ORDER_UNLIMBER))
        offer_turns(o, ACTION_UNLIMBER, &m);
    if (is_open && !staff_is_guns(it) && (kinds & 1u << ORDER_FORM)) offer_forms(o, &m);
    if (staff_is_foot(it) && (kinds & (1u << ORDER_ENTER | 1u << ORDER_LEAVE)))
        offer_buildings(o, u);
}

/* ---- Phases. ---- */

static void offer_commands(offers *o)
{
    const gg_state *s = o->s;
    const uint64_t own = free_units(s, o->side);
    uint64_t grouped = 0;
    for (uint64_t rest = own; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        offer_orders_to(o, u, new_group(s, own, u, &grouped));
    }
    offer_plain(o, ACTION_STOP, GG_NO_UNIT);
}

static void offer_execution(offers *o)
{
    const gg_state *s = o->s;
    for (uint64_t rest = s->order.waiting; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (s->order.unit != 0 && s->order.unit != u + 1) continue;
        offer_steps(o, u, 1u << s->order.statement.kinds[staff_step_now(s, u)]);
        offer_plain(o, ACTION_HALT, (gg_unit)u);
    }
}

static void offer_initiative(offers *o)
{
    const gg_state *s = o->s;
    for (uint64_t rest = staff_side(s, o->side); rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        const bool retreats = staff_is_disordered(&s->units[u]);
        if (may_do(o, ACTION_GO, u)) offer_steps(o, u, retreats ? 1u << ORDER_RETREAT : ~0u);
    }
    offer_plain(o, ACTION_DONE, GG_NO_UNIT);
}

static void offer_shots(offers *o)
{
    const gg_state *s = o->s;
    staff_aims aims = {.known = 0};
    for (uint64_t rest = staff_side(s, o->side); rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (staff_may_shoot(s, o->side, u).reason == R_LEGAL) offer_shots_of(o, u, &aims);
    }
    offer_plain(o, ACTION_SHOOTDONE, GG_NO_UNIT);
}

static void (*const in_phase[PHASES])(offers *) = {
    [PHASE_START] = offer_roll,        [PHASE_ROLLED] = offer_rolled,
    [PHASE_BLUNDER] = offer_roll,      [PHASE_TRAVERSE] = offer_traverse,
    [PHASE_CLOSING] = offer_roll,      [PHASE_RIDE] = offer_rides,
    [PHASE_ARMY] = offer_rides,        [PHASE_ALLOT] = offer_splits,
    [PHASE_ROUND] = offer_roll,        [PHASE_VICTOR] = offer_victor,
    [PHASE_PICK] = offer_each,         [PHASE_COMBAT] = offer_each,
    [PHASE_RESPOND] = offer_each,      [PHASE_COMMAND] = offer_commands,
    [PHASE_EXECUTE] = offer_execution, [PHASE_INITIATIVE] = offer_initiative,
    [PHASE_SHOOT] = offer_shots,
};

uint32_t staff_offer(const gg_state *s, gg_side side, gg_action *out, uint32_t limit)
{
    offers o = {.s = s, .side = side, .out = out, .limit = limit};
    if (s->phase == PHASE_OVER || staff_decider(s) != side) return 0;
    in_phase[s->phase](&o);
    return o.count;
}
