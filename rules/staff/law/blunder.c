/*
 * blunder.c - what a blunder makes of the units that were ordered (ST-2.13, T3, ST-R34).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "charge.h"
#include "shoot.h"

static int number_of(const gg_state *s, int face, bool moves)
{
    return staff_number(s, N_blunder_1_kind + 2 * (face - 1) + moves);
}

static unsigned nation_of(const gg_state *s, unsigned u)
{
    return s->commanders[staff_commander_row(&s->units[u])].nation;
}

static void say_blunder(const gg_state *s, int face, int wild, int rolled, int second, gg_log *log)
{
    static const uint16_t said[BLUNDERS] = {
        [BLUNDER_FALL_BACK] = S_BLUNDER_BACK, [BLUNDER_LEFT] = S_BLUNDER_LEFT,
        [BLUNDER_RIGHT] = S_BLUNDER_RIGHT,    [BLUNDER_FORWARD] = S_BLUNDER_ON,
        [BLUNDER_CHARGE] = S_BLUNDER_WILD,
    };
    static const gg_clause rows[] = {ST_T3_1, ST_T3_2, ST_T3_3, ST_T3_4, ST_T3_5, ST_T3_6};
    gg_event *event =
        staff_say_number(log, GG_ROLL, (staff_saying)said[number_of(s, face, false)],
                         (gg_unit)(UNITS_MAX + s->order.commander - 1), GG_NO_UNIT, wild);
    gg_show_dice(event, rolled, second);
    if (event != NULL) event->clause = rows[face - 1];
}

void staff_blunder_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)side, (void)action;
    uint64_t units = s->order.units;
    const unsigned first = gt_take(&units);
    gg_roll_for(dice, "blunder", (gg_unit)(UNITS_MAX + s->order.commander - 1), (gg_unit)first);
    const int rolled = gg_roll(dice, 6);
    int face = rolled, second = 0;
    if (nation_of(s, first) == NATION_SPANISH) face += staff_number(s, N_spanish_blunder);
    if (face < 1) face = 1;
    if (face > 6) face = 6;
    int wild = number_of(s, face, true);
    if (number_of(s, face, false) == BLUNDER_CHARGE) {
        gg_roll_for(dice, "wild charge", (gg_unit)(UNITS_MAX + s->order.commander - 1),
                    (gg_unit)first);
        second = gg_roll(dice, 6);
        wild = second >= staff_number(s, N_wild_three) ? 3
               : second >= staff_number(s, N_wild_two) ? 2
                                                       : 1;
    }
    s->order.blunder = (uint8_t)face;
    s->order.wild = (uint8_t)wild;
    s->order.waiting = s->order.units;
    say_blunder(s, face, wild, rolled, second, log);
}

/* Guns that are deployed, garrisons, and who a nation holds back. */
static bool stands(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    const int face = s->order.blunder;
    if (!staff_is_here(s, u) || it->formation == FORM_DEPLOYED || it->formation == FORM_GARRISON)
        return true;
    if (staff_is_engaged(s, u)) return true;
    const unsigned nation = nation_of(s, u);
    if (nation == NATION_BRITISH && staff_is_foot(it) && face >= staff_number(s, N_british_stands))
        return true;
    return nation == NATION_RUSSIAN && face <= staff_number(s, N_russian_stands);
}

static void count_moves(gg_state *s, unsigned u, int moves)
{
    const int all = s->more[u].moves + moves;
    s->more[u].moves = (uint8_t)(all > 15 ? 15 : all);
}

static void go_straight(gg_state *s, unsigned u, int32_t bearing, int32_t length, gg_log *log)
{
    const staff_place from = staff_place_now(s, u);
    staff_place place = from;
    const gg_point centre = staff_centre(s, u);
    if (staff_advance_straight(s, u, bearing, length, NOBODY, &place.pose) == 0) return;
    staff_put(s, u, &place, log);
    staff_say_step(s, u, S_GOES, &from, log);
    staff_begin_crossing(s, u, centre, PHASE_BLUNDER);
}

static void go_back(gg_state *s, unsigned u, int32_t length, gg_log *log)
{
    const gg_point centre = staff_centre(s, u);
    s->units[u].status |= STATUS_RETREATED;
    if (staff_fall_back(s, u, GG_ZONE_FRONT, length, 0, log) > 0)
        staff_begin_crossing(s, u, centre, PHASE_BLUNDER);
}

/* The nearest enemy that it sees ahead and may charge, or NOBODY. */
static unsigned wild_target(const gg_state *s, unsigned u)
{
    uint64_t enemies = staff_side(s, gg_other(s->units[u].side));
    unsigned best = NOBODY;
    int32_t nearest = 0;
    for (unsigned e = gt_take(&enemies); e != NOBODY; e = gt_take(&enemies)) {
        const int32_t far = staff_distance(s, u, e);
        if (best != NOBODY && far >= nearest) continue;
        if (staff_may_charge(s, u, e).reason != R_LEGAL) continue;
        if (!staff_sees(s, u, e)) continue;
        best = (unsigned)e;
        nearest = far;
    }
    return best;
}

/* The bearing to a place, held to 45 degrees of its facing (ST-R20). */
int32_t staff_held_bearing(const gg_state *s, unsigned u, gg_point to)
{
    const gg_point from = staff_centre(s, u);
    const int32_t facing = s->units[u].facing * 10, quarter = GG_QUARTER / 2;
    const int32_t bearing = gg_bearing_to(from, to, 10);
    if (gg_turn_between(facing, bearing) <= quarter) return bearing;
    const int32_t left = gg_facing(facing - quarter), right = gg_facing(facing + quarter);
    return gg_turn_between(left, bearing) < gg_turn_between(right, bearing) ? left : right;
}

/* The statement becomes the wild charge: it names whom this unit is after from its first move on.
 * */
static unsigned wild_after(gg_state *s, unsigned u)
{
    if (s->order.used == 0) {
        const unsigned target = wild_target(s, u);
        s->order.statement = (staff_statement){.count = 0};
        if (target != NOBODY)
            s->order.statement = (staff_statement){
                .count = 1, .kinds = {ORDER_CHARGE}, .targets = {(uint8_t)(target + 1)}};
    }
    return s->order.statement.count == 0 ? NOBODY : s->order.statement.targets[0] - 1u;
}

static void go_wild(gg_state *s, unsigned u, gg_log *log)
{
    const unsigned target = wild_after(s, u);
    const int32_t rate = staff_rate(s, u);
    if (target == NOBODY || !staff_is_here(s, target)) { /* all its moves as one distance */
        const int moves = s->order.wild - s->order.used;
        s->order.used = s->order.wild;
        count_moves(s, u, moves);
        go_straight(s, u, s->units[u].facing * 10, moves * rate, log);
        return;
    }
    s->order.used++;
    count_moves(s, u, 1);
    staff_charge charge;
    if (staff_find_charge(s, u, target, &charge)) {
        s->order.used = s->order.wild;
        staff_begin_charge(s, &charge, PHASE_BLUNDER, log);
        return;
    }
    go_straight(s, u, staff_held_bearing(s, u, staff_centre(s, target)), rate, log);
}

/* One unit does its part; true: it has more moves to make. */
static bool blunder_of(gg_state *s, unsigned u, gg_log *log)
{
    const int face = s->order.blunder;
    const int32_t facing = s->units[u].facing * 10;
    const int32_t length = number_of(s, face, true) * staff_rate(s, u);
    const staff_blunder kind = (staff_blunder)number_of(s, face, false);
    switch (kind) {
    case BLUNDER_FALL_BACK:
        count_moves(s, u, number_of(s, face, true));
        go_back(s, u, length, log);
        break;
    case BLUNDER_LEFT:
    case BLUNDER_RIGHT:
        if (staff_is_in_proximity(s, u)) break;
        count_moves(s, u, number_of(s, face, true));
        go_straight(s, u,
                    gg_facing(facing + (kind == BLUNDER_LEFT ? -GG_QUARTER : GG_QUARTER) + GG_TURN),
                    length, log);
        break;
    case BLUNDER_FORWARD:
        count_moves(s, u, number_of(s, face, true));
        go_straight(s, u, facing, length, log);
        break;
    case BLUNDER_CHARGE: go_wild(s, u, log); return s->order.used < s->order.wild;
    case BLUNDERS: break;
    }
    return false;
}

void staff_go_on_with_blunder(gg_state *s, gg_log *log)
{
    while (s->phase == PHASE_BLUNDER && s->order.waiting != 0) {
        uint64_t waiting = s->order.waiting;
        const unsigned u = (unsigned)gg_next_bit(&waiting);
        const bool has_retired = s->order.unit == u + 1 && staff_is_here(s, u)
                                 && (s->units[u].status & STATUS_RETREATED);
        const bool stays = stands(s, u);
        if (s->order.unit != u + 1) s->order.used = 0;
        if (s->order.unit != u + 1 && stays && staff_is_here(s, u))
            staff_say(log, GG_NOTE, S_BLUNDER_STANDS, (gg_unit)u, GG_NO_UNIT);
        s->order.unit = (uint8_t)(u + 1);
        const bool goes_on = !stays && !has_retired && blunder_of(s, u, log);
        if (goes_on) continue;
        s->order.waiting &= ~gt_bit(u);
        s->order.unit = s->order.used = 0;
    }
    if (s->phase == PHASE_BLUNDER) staff_order_over(s);
}
