/*
 * aim.c - the action a hand means that picks up a unit or a commander and puts it down somewhere.
 *  Units
 * are held by the middle of their front.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/show/show.h"

enum { FAR = 200 * INCH };

static bool is_here(const gg_state *s, gg_unit n)
{
    if (n < UNITS_MAX) return staff_is_here(s, n);
    return n < NAMES && s->commanders[n - UNITS_MAX].there == THERE;
}

static bool is_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return staff_judge(s, side, action).reason == R_LEGAL;
}

static bool aim_commander(const gg_state *s, gg_unit who, gg_unit whom, gg_point at, gg_action *out)
{
    const bool is_own =
        whom < UNITS_MAX && s->units[whom].side == (who - (unsigned)UNITS_MAX) / BRIGADES_MAX;
    if (s->phase == PHASE_PICK) {
        *out = gg_action_on(ACTION_COMMAND, who, GG_NO_UNIT);
    } else if (is_own) {
        *out = gg_action_on(ACTION_CJOIN, who, whom);
    } else {
        *out = gg_action_on(ACTION_CMOVE, who, GG_NO_UNIT);
        out->at = at;
    }
    return true;
}

/* An enemy: to be shot at, or charged, along its face where that can be. */
static void aim_enemy(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_action *out)
{
    if (s->phase == PHASE_SHOOT) {
        *out = gg_action_on(ACTION_SHOOT, who, whom);
        const bool is_screen = s->units[who].formation == FORM_SKIRM;
        while (is_screen && out->args[0] < GT_FIGURES - 1 && !is_legal(s, side, out))
            out->args[0]++;
        if (is_screen && !is_legal(s, side, out)) out->args[0] = 0;
        return;
    }
    staff_charge charge;
    *out = gg_action_on(ACTION_CHARGE, who, whom);
    if (staff_find_charge(s, who, whom, &charge)) out->args[0] = charge.shift;
}

/* The empty building under a place, by its number; 0: none. */
static unsigned house_at(const gg_state *s, gg_point at)
{
    const gt_table t = staff_table(s);
    const unsigned area = gt_building_at(&t, at);
    return area == NOBODY ? 0 : staff_building_number(s, area);
}

static bool is_near(gg_point one, gg_point other)
{
    enum { NEAR = 5 };
    const int32_t x = one.x - other.x, y = one.y - other.y;
    return x <= NEAR && x >= -NEAR && y <= NEAR && y >= -NEAR;
}

/* Does the step end there, and may it be made? */
static bool ends_at(const gg_state *s, gg_side side, const gg_action *action, gg_point at,
                    int32_t facing)
{
    staff_place place;
    return staff_place_of(s, action, &place) && is_near(place.pose.at, at)
           && (facing < 0 || place.pose.facing == facing) && is_legal(s, side, action);
}

/* Steps that end where they end, wherever the hand is: turns, guns limbered or unlimbered, changes
 * of formation. */
enum { TURNS = 3, STEPS = STAFF_OTHER_STEPS };
static gg_action other_step(gg_unit who, int n, int32_t degrees)
{
    static const uint8_t turns[TURNS] = {ACTION_TURN, ACTION_LIMBER, ACTION_UNLIMBER};
    const int form = n - TURNS;
    gg_action step =
        gg_action_on(n < TURNS ? (staff_action_kind)turns[n] : ACTION_FORM, who, GG_NO_UNIT);
    if (n >= TURNS) step.item = (gg_unit)(form / 3);
    step.args[0] = n < TURNS ? degrees : form % 3;
    return step;
}

/* Another step that ends so: one of these, or out of a building. */
static bool aim_otherwise(const gg_state *s, gg_side side, gg_unit who, gg_point at, int32_t facing,
                          gg_action *out)
{
    const int32_t degrees = facing < 0 ? s->units[who].facing : (facing + 5) / 10 % 360;
    for (int n = 0; n < STEPS; n++) {
        *out = other_step(who, n, degrees);
        if (ends_at(s, side, out, at, facing)) return true;
        if (n < TURNS || (n - TURNS) % 3 != 0) continue;
        const gg_unit form = out->item;
        *out = gg_action_on(ACTION_LEAVE, who, GG_NO_UNIT);
        out->item = form;
        out->at = at;
        out->args[0] = degrees;
        if (ends_at(s, side, out, at, facing)) return true;
    }
    return false;
}

static staff_action_kind kind_of_way(const staff_unit *it)
{
    return it->formation == FORM_GARRISON   ? ACTION_LEAVE
           : it->formation == FORM_DEPLOYED ? ACTION_HANDLE
                                            : ACTION_GO;
}

static bool may_aim_inside(const staff_unit *it)
{
    return staff_is_foot(it) && it->formation != FORM_GARRISON;
}

static bool aim_place(const gg_state *s, gg_side side, gg_unit who, gg_point at, int32_t facing,
                      gg_action *out)
{
    const staff_unit *it = &s->units[who];
    const unsigned house = house_at(s, at);
    if (may_aim_inside(it) && house != 0) {
        *out = gg_action_on(ACTION_ENTER, who, GG_NO_UNIT);
        out->item = (gg_unit)house;
        if (is_legal(s, side, out)) return true;
    }
    const staff_action_kind kind = kind_of_way(it);
    gg_action plain = gg_action_on(kind, who, GG_NO_UNIT), other;
    plain.at = at;
    plain.args[0] = facing < 0 ? it->facing : (facing + 5) / 10 % 360;
    if (kind == ACTION_LEAVE) plain.item = FORM_LINE;
    *out = plain;
    if (is_legal(s, side, out)) return true;
    out->args[0] =
        gg_bearing_to(it->at, at, 10) / 10; /* as it comes: it may have to look where it goes */
    if (facing < 0 && is_legal(s, side, out)) return true;
    *out = plain;
    if (aim_otherwise(s, side, who, at, facing, &other)) *out = other;
    return true;
}

/* ---- Very many places. ---- */

void staff_begin_going(const gg_state *s, gg_side side, unsigned u, bool now, staff_goer *out)
{
    out->side = side;
    out->now = now;
    out->kind = kind_of_way(&s->units[u]);
    out->other_count = 0;
    out->houses_asked = out->houses_open = 0;
    staff_find_mover(s, u, &out->m);
    out->moves = now && staff_begin_moves(&out->m, side, out->kind);
    for (int n = 0; n < STEPS && now; n++) {
        const gg_action step = other_step((gg_unit)u, n, s->units[u].facing);
        staff_place place;
        if (staff_place_of(s, &step, &place) && is_legal(s, side, &step))
            out->others[out->other_count++] = place.pose.at;
    }
}

/* It may enter that building, wherever in it the hand is. */
static bool may_enter(staff_goer *it, unsigned house)
{
    const uint32_t bit = UINT32_C(1) << house % 32;
    if (it->houses_asked & bit) return (it->houses_open & bit) != 0;
    gg_action enter = gg_action_on(ACTION_ENTER, (gg_unit)it->m.unit, GG_NO_UNIT);
    enter.item = (gg_unit)house;
    const bool may = is_legal(it->m.s, it->side, &enter);
    if (house >= 32) return may;
    it->houses_asked |= bit;
    if (may) it->houses_open |= bit;
    return may;
}

static bool may_go_facing(staff_goer *it, gg_point at, int32_t degrees)
{
    gg_action go = gg_action_on(it->kind, (gg_unit)it->m.unit, GG_NO_UNIT);
    go.at = at;
    go.args[0] = degrees;
    return staff_can_move(&it->m, &go);
}

/* As an order would have it: the same ground, the same arcs, whoever decides now. */
static bool could_end(staff_goer *it, gg_point at)
{
    const gg_pose was = it->m.was;
    const gg_point by = gg_to_local(was, at);
    const int32_t aside = gg_size_of(by.x);
    if (by.y < aside && -by.y < aside && staff_is_in_proximity(it->m.s, it->m.unit)) return false;
    return staff_can_go(&it->m, (gg_pose){at, was.facing}, NOBODY, false);
}

/* What aim_place would find for it, without its action. */
bool staff_can_end(staff_goer *it, gg_point at)
{
    if (!it->now) return could_end(it, at);
    const gg_state *s = it->m.s;
    const staff_unit *unit = &s->units[it->m.unit];
    const unsigned house = may_aim_inside(unit) ? house_at(s, at) : 0;
    if (house != 0 && may_enter(it, house)) return true;
    if (it->moves
        && (may_go_facing(it, at, unit->facing)
            || may_go_facing(it, at, gg_bearing_to(unit->at, at, 10) / 10)))
        return true;
    for (int i = 0; i < it->other_count; i++)
        if (is_near(it->others[i], at)) return true;
    return false;
}

/* ---- While orders are given, a hand gives one. ---- */

static void aim_order(const gg_state *s, gg_unit who, gg_unit target, gg_point at, gg_action *out)
{
    const staff_unit *it = &s->units[who];
    const gg_point by = gg_to_local(staff_pose(s, who), at);
    staff_statement said = {.count = 3};
    uint8_t kind = by.y < 0 && -by.y >= gg_size_of(by.x) ? ORDER_RETREAT : ORDER_ADVANCE;
    if (it->formation == FORM_GARRISON) kind = ORDER_LEAVE;
    for (int i = 0; i < STEPS_MAX; i++) said.kinds[i] = kind;
    if (it->formation == FORM_GARRISON) said.kinds[1] = said.kinds[2] = ORDER_ADVANCE;
    if (it->formation == FORM_DEPLOYED)
        said.kinds[0] = ORDER_LIMBER, said.kinds[1] = ORDER_ADVANCE, said.kinds[2] = ORDER_UNLIMBER;
    if (it->formation == FORM_LIMBERED) said.kinds[2] = ORDER_UNLIMBER;
    if (target < UNITS_MAX) {
        said.kinds[0] = said.kinds[1] = ORDER_ADVANCE;
        said.kinds[2] = ORDER_CHARGE;
        said.targets[0] = (uint8_t)(target + 1);
        if (staff_distance(s, who, target) <= staff_rate(s, who)) {
            said.count = 1;
            said.kinds[0] = ORDER_CHARGE;
            said.kinds[1] = said.kinds[2] = ORDER_NONE;
        }
    }
    *out = gg_action_on(ACTION_ORDER, GG_NO_UNIT, GG_NO_UNIT);
    staff_units_in(gt_bit(who), out);
    staff_state_in(&said, out);
}

/* Put down where it stands, on itself: what it can only do there. */
static bool aim_self(const gg_state *s, gg_unit who, gg_action *out)
{
    const uint8_t kinds[PHASES] = {[PHASE_EXECUTE] = ACTION_HALT,
                                   [PHASE_VICTOR] = ACTION_STAY,
                                   [PHASE_COMBAT] = ACTION_FIGHT,
                                   [PHASE_COMMAND] = ACTION_RALLY,
                                   [PHASE_TRAVERSE] = ACTION_NOFIRE};
    if (kinds[s->phase] == 0) return false;
    *out = gg_action_on((staff_action_kind)kinds[s->phase], who, GG_NO_UNIT);
    return true;
}

/* Is the place nearer to where it would stand turned than to where it would evade to? */
static bool means_turn(const gg_state *s, gg_point at)
{
    const unsigned u = s->charge.target - 1u;
    const gg_point charger = s->units[s->charge.charger - 1u].at;
    const gg_pose pose = staff_pose(s, u);
    const gg_zone face = staff_arc(s, u, charger);
    const int32_t by = face == GG_ZONE_LEFT    ? -GG_QUARTER
                       : face == GG_ZONE_RIGHT ? GG_QUARTER
                                               : GG_HALF_TURN;
    const gg_pose turned = gt_turn_about(pose, staff_own_box(s, u), gg_facing(pose.facing + by));
    gg_pose evaded;
    uint64_t passed;
    staff_fall_back_to(s, u, face, staff_rate(s, u), &evaded, &passed);
    return gg_distance(at, turned.at) < gg_distance(at, evaded.at);
}

/* A charged unit: at its charger it fires or meets him, elsewhere it gets out of the way or turns,
 * whichever ends nearer to the hand. */
static void aim_answer(const gg_state *s, gg_side side, gg_unit whom, gg_point at, gg_action *out)
{
    static const uint8_t at_him[] = {RESPONSE_FIRE, RESPONSE_COUNTER, RESPONSE_TURN,
                                     RESPONSE_STAND},
                         away[] = {RESPONSE_EVADE, RESPONSE_TURN, RESPONSE_STAND, RESPONSE_STAND},
                         aside[] = {RESPONSE_TURN, RESPONSE_EVADE, RESPONSE_STAND, RESPONSE_STAND};
    const uint8_t *tried = whom != GG_NO_UNIT ? at_him : means_turn(s, at) ? aside : away;
    for (int i = 0; i < 4; i++) {
        *out = gg_action_on(ACTION_RESPOND, GG_NO_UNIT, GG_NO_UNIT);
        out->item = tried[i];
        if (is_legal(s, side, out)) return;
    }
}

bool staff_aim(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_point at,
               int32_t facing, gg_action *out)
{
    if (!is_here(s, who) || (whom != GG_NO_UNIT && !is_here(s, whom))) return false;
    if (at.x < -FAR || at.x > FAR || at.y < -FAR || at.y > FAR || facing >= GG_TURN) return false;
    if (whom != GG_NO_UNIT)
        at = whom < UNITS_MAX ? s->units[whom].at : s->commanders[whom - UNITS_MAX].at;
    if (who >= UNITS_MAX) return aim_commander(s, who, whom, at, out);
    if (s->phase == PHASE_RESPOND) return aim_answer(s, side, whom, at, out), true;
    if (whom < UNITS_MAX && s->units[whom].side != s->units[who].side) {
        if (s->phase == PHASE_TRAVERSE) {
            *out = gg_action_on(ACTION_TRAVERSE, who, GG_NO_UNIT);
            return true;
        }
        if (s->phase == PHASE_COMMAND) aim_order(s, who, whom, at, out);
        else aim_enemy(s, side, who, whom, out);
        return true;
    }
    if (whom == who && facing < 0) return aim_self(s, who, out);
    if (whom == who) {
        *out = gg_action_on(ACTION_TURN, who, GG_NO_UNIT);
        out->args[0] = (facing + 5) / 10 % 360;
        return true;
    }
    if (s->phase == PHASE_COMMAND) return aim_order(s, who, GG_NO_UNIT, at, out), true;
    return aim_place(s, side, who, at, facing, out);
}
