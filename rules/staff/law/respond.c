/*
 * respond.c - what the other side decides while a unit moves: how a charge is met
 * (ST-3.3, ST-5.1, ST-T5,
 * ST-R47 to
 * ST-R52) and traversing fire (ST-12.1 to ST-12.4, ST-R67).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "charge.h"
#include "shoot.h"

/* ---- Which answers are open (ST-T5); a target in contact stands (ST-R53). ---- */

static unsigned charger_of(const gg_state *s) { return s->charge.charger - 1u; }
static unsigned target_of(const gg_state *s) { return s->charge.target - 1u; }

/* ST-11.3, ST-11.4, ST-11.5, and one reaction a turn (ST-R68). */
static bool may_close(const gg_state *s, unsigned t)
{
    const staff_unit *it = &s->units[t];
    const bool all_round = !staff_drills[it->formation].has_flanks;
    return (s->charge.face == GG_ZONE_FRONT || all_round)
           && staff_drills[it->formation].closing_fire && !staff_has_rule(s, t, RULE_WARBAND)
           && !(it->did & DID_REACT) && staff_shooting_dice(s, t) > 0;
}

/* ST-5.3, ST-5.4. */
static bool may_evade(const gg_state *s, unsigned t)
{
    const staff_unit *it = &s->units[t], *its = &s->units[charger_of(s)];
    const bool by_foot = staff_is_horse(it) && staff_is_foot(its);
    const bool screen = it->formation == FORM_SKIRM && its->formation != FORM_SKIRM;
    if ((!by_foot && !screen) || staff_is_disordered(it)) return false;
    gg_pose end;
    uint64_t passed;
    return staff_fall_back_to(s, t, staff_arc(s, t, its->at), staff_rate(s, t), &end, &passed)
           >= staff_number(s, N_least_retreat);
}

static bool may_counter(const gg_state *s, unsigned t)
{
    const staff_unit *it = &s->units[t];
    return staff_is_horse(it) && s->charge.face == GG_ZONE_FRONT && !staff_is_disordered(it)
           && !staff_is_shaken(s, t) && it->formation != FORM_MCOL && !staff_is_of_broken(s, t);
}

/* ST-R51: where it would face, and how the charger then meets it. */
static bool turns(const gg_state *s, unsigned t, staff_place *place, staff_charge *out)
{
    static const int16_t by[] = {[GG_ZONE_FRONT] = 0,
                                 [GG_ZONE_REAR] = GG_HALF_TURN,
                                 [GG_ZONE_LEFT] = GG_TURN - GG_QUARTER,
                                 [GG_ZONE_RIGHT] = GG_QUARTER};
    const staff_unit *it = &s->units[t];
    const gg_box box = staff_own_box(s, t);
    if (!staff_is_horse(it) || s->charge.face == GG_ZONE_FRONT || staff_is_disordered(it)
        || !staff_drills[it->formation].has_flanks)
        return false;
    const gg_pose pose = staff_pose(s, t);
    *place = (staff_place){gt_turn_about(pose, box, gg_facing(pose.facing + by[s->charge.face])),
                           it->formation, 0};
    const staff_reason why = staff_may_stand(s, t, place, NULL).reason;
    if (why != R_LEGAL && why != R_TOO_NEAR) return false; /* the gap does not count here */
    if (staff_is_barred(s, t, place)) return false;        /* nor that it stood in it already */
    return staff_meets(s, charger_of(s), t, place->pose, box, it->formation, out);
}

static bool may_square(const gg_state *s, unsigned t)
{
    const staff_unit *it = &s->units[t];
    return s->options[OPT_emergency_square] && staff_is_foot(it)
           && (it->formation == FORM_LINE || it->formation == FORM_ACOL) && !staff_is_disordered(it)
           && !staff_is_shaken(s, t) && staff_is_horse(&s->units[charger_of(s)])
           && staff_box(s, t, FORM_SQUARE).half > 0;
}

/* T5 */
static bool may_respond(const gg_state *s, staff_response response)
{
    const unsigned t = target_of(s);
    staff_place place;
    staff_charge charge;
    if (response == RESPONSE_STAND) return true;
    if (staff_is_engaged(s, t)) return false;
    if (s->charge.back == PHASE_VICTOR && response != RESPONSE_FIRE) return false; /* ST-R81 */
    switch (response) {
    case RESPONSE_FIRE: return may_close(s, t);
    case RESPONSE_EVADE: return may_evade(s, t);
    case RESPONSE_COUNTER: return may_counter(s, t);
    case RESPONSE_TURN: return turns(s, t, &place, &charge);
    case RESPONSE_SQUARE: return may_square(s, t);
    case RESPONSE_STAND:
    case RESPONSE_NONE:
    case RESPONSES: break;
    }
    return false;
}

gg_verdict staff_respond_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    if (action->item >= RESPONSES || !may_respond(s, (staff_response)action->item))
        return staff_refuse(R_NOT_OPEN);
    return staff_legal;
}

/* ---- Doing it (ST-R48, steps 3 and 4). ---- */

static void evade(gg_state *s, gg_log *log)
{
    const unsigned u = charger_of(s), t = target_of(s);
    const gg_point old_centre = staff_centre(s, t);
    staff_charge caught = s->charge;
    staff_fall_back(s, t, staff_arc(s, t, s->units[u].at), staff_rate(s, t), 0, log);
    if (staff_catches(s, u, t, &caught)) {
        caught.back = s->charge.back;
        caught.response = s->charge.response;
        s->charge = caught;
        staff_disorder(s, t, log);
        staff_say(log, GG_STATUS, S_CAUGHT, (gg_unit)t, (gg_unit)u);
        return;
    }
    gg_pose end;
    staff_advance_straight(s, u, staff_held_bearing(s, u, old_centre), staff_rate(s, u), NOBODY,
                           &end);
    s->charge.got_away = 1;
    s->charge.to = end.at;
    s->charge.facing = (int16_t)(end.facing / 10);
}

/* ST-R50: it comes half the way, and is met on its front. */
static void counter(gg_state *s, gg_log *log)
{
    const unsigned u = charger_of(s), t = target_of(s);
    const gg_pose old = staff_pose(s, t);
    staff_place place = {old, s->units[t].formation, 0};
    const int32_t gap = staff_distance(s, u, t), rate = staff_rate(s, t);
    staff_advance_straight(s, t, old.facing, gap / 2 < rate ? gap / 2 : rate, u, &place.pose);
    const gg_box box = staff_own_box(s, t);
    const gg_pose end = staff_charge_pose(s, place.pose, box, GG_ZONE_FRONT, s->charge.shift);
    gg_state tried = *s; /* who does not move after all rides nobody down */
    staff_put(&tried, t, &place, NULL);
    const gt_table table = staff_table(&tried);
    const gg_convex shape = gg_rectangle(end, staff_own_box(s, u));
    gt_shapes shapes = {.count = 1};
    shapes.at[0] = shape;
    gt_set all = gt_none(&table);
    all.bits[0] = (staff_side(s, GG_BLUE) | staff_side(s, GG_RED)) & ~gt_bit(u);
    if (gt_is_off_table(&table, &shape) || gt_stands_on(&table, u, &shapes, &all) != GG_NEVER)
        return;
    staff_put(s, t, &place, log);
    s->charge.to = end.at;
    s->charge.facing = (int16_t)(end.facing / 10);
    staff_say_move(log, S_COUNTERS, (gg_unit)t, (gg_unit)u, old.at, place.pose.at);
}

static void meet_as(gg_state *s, const staff_place *place, const staff_charge *met,
                    staff_saying saying, gg_log *log)
{
    const staff_response response = (staff_response)s->charge.response;
    staff_put(s, target_of(s), place, log);
    staff_say(log, GG_MOVE, saying, (gg_unit)target_of(s), (gg_unit)charger_of(s));
    s->charge = *met;
    s->charge.response = (uint8_t)response;
}

const gg_check staff_square_check = {
    .name = "emergency square",
    .verb = "tries to form square",
    .clause = ST_21_1,
    .kind = GG_SUM,
    .sides = 6,
    .dice = gg_two_dice,
    .numbers = staff_numbers,
    .rule = "2D6: {emergency_total} or more, and room: it forms square; else it is disordered"};

/* ST-21.1 */
static void form_square(gg_state *s, gg_dice *dice, gg_log *log)
{
    const unsigned t = target_of(s);
    const gg_box box = staff_box(s, t, FORM_SQUARE);
    const staff_place place = {staff_pose(s, t), FORM_SQUARE, 0};
    staff_charge met;
    gg_roll_for(dice, "emergency square", (gg_unit)t, GG_NO_UNIT);
    const int one = gg_roll(dice, 6), other = gg_roll(dice, 6);
    const staff_reason why = staff_may_stand(s, t, &place, NULL).reason;
    const bool has_room = (why == R_LEGAL || why == R_TOO_NEAR)
                          && staff_meets(s, charger_of(s), t, place.pose, box, FORM_SQUARE, &met);
    const bool forms = one + other >= staff_number(s, N_emergency_total) && has_room;
    gg_event *event = staff_say_number(log, GG_ROLL, forms ? S_SQUARE_FORMS : S_SQUARE_FAILS,
                                       (gg_unit)t, (gg_unit)charger_of(s), one + other);
    gg_show_dice(event, one, other);
    if (event != NULL) {
        event->total = (int16_t)(one + other);
        event->check = CHECK_SQUARE;
    }
    if (forms) meet_as(s, &place, &met, S_IN_SQUARE, log);
    else staff_disorder(s, t, log);
}

/* The charger is placed at its end pose; other units may fire at it (ST-R48, steps 4 and 5). */
static void place_charger(gg_state *s, gg_log *log)
{
    const unsigned u = charger_of(s);
    const gg_point centre = staff_centre(s, u);
    const staff_phase back = (staff_phase)s->charge.back;
    const staff_place place = {{s->charge.to, s->charge.facing * 10}, s->units[u].formation, 0};
    staff_put(s, u, &place, log);
    s->phase = (uint8_t)back;
    if (back != PHASE_VICTOR) staff_begin_crossing(s, u, centre, back);
    if (s->phase != PHASE_TRAVERSE) staff_go_on_with_charge(s, log);
}

void staff_respond_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)side;
    const unsigned t = target_of(s);
    staff_place place;
    staff_charge met;
    s->charge.response = (uint8_t)action->item;
    switch ((staff_response)action->item) {
    case RESPONSE_EVADE: evade(s, log); break;
    case RESPONSE_COUNTER: counter(s, log); break;
    case RESPONSE_TURN:
        if (turns(s, t, &place, &met)) meet_as(s, &place, &met, S_TURNS_TO_FACE, log);
        break;
    case RESPONSE_SQUARE: form_square(s, dice, log); break;
    case RESPONSE_STAND: staff_say(log, GG_NOTE, S_STANDS, (gg_unit)t, GG_NO_UNIT); break;
    case RESPONSE_FIRE: staff_say(log, GG_NOTE, S_WILL_FIRE, (gg_unit)t, GG_NO_UNIT); break;
    case RESPONSE_NONE:
    case RESPONSES: break;
    }
    place_charger(s, log);
}

/* ---- Traversing fire: modifiers as ever (ST-12.2), done before anybody moves (ST-12.3, ST-11.6),
 * one reaction a turn (ST-12.4). ---- */

bool staff_virtual_target(const gg_state *s, const staff_crossing *it, unsigned v, gg_pose *out)
{
    const gg_box own = staff_own_box(s, v), its = staff_own_box(s, it->mover - 1u);
    gg_point middle;
    int32_t across;
    if (!gt_before_front(staff_pose(s, v), own, staff_number(s, N_traverse_depth), it->from, it->to,
                         &middle, &across)
        || 2 * across < 2 * own.half)
        return false;
    const gg_pose there = {middle, it->facing * 10};
    *out = (gg_pose){gg_to_world(there, (gg_point){0, -(its.front + its.rear) / 2}), there.facing};
    return true;
}

static bool sees_crossing(const gg_state *s, const staff_crossing *it, unsigned v, int figure)
{
    gg_pose pose;
    if (!staff_virtual_target(s, it, v, &pose)) return false;
    const staff_shot shot = staff_shot_at(s, v, figure, it->mover - 1u, pose, FIRE_TRAVERSING);
    return shot.is_in_range && shot.seen > 0 && shot.dice > 0;
}

static bool may_traverse(const gg_state *s, const staff_crossing *it, unsigned v)
{
    gg_pose pose;
    if ((s->units[v].did & DID_REACT) || !staff_virtual_target(s, it, v, &pose)) return false;
    if (staff_is_engaged(s, v) || staff_shooting_dice(s, v) == 0) return false;
    const int figures = s->units[v].formation == FORM_SKIRM ? GT_FIGURES : 1;
    for (int figure = 0; figure < figures; figure++)
        if (sees_crossing(s, it, v, figure)) return true;
    return false;
}

void staff_begin_crossing(gg_state *s, unsigned mover, gg_point from, staff_phase back)
{
    staff_crossing it = {.from = from,
                         .to = staff_centre(s, mover),
                         .facing = s->units[mover].facing,
                         .mover = (uint8_t)(mover + 1),
                         .back = (uint8_t)back};
    uint64_t others = staff_side(s, gg_other(s->units[mover].side));
    if (s->charge.target != 0) others &= ~gt_bit(s->charge.target - 1u);
    for (unsigned v = gt_take(&others); v != NOBODY; v = gt_take(&others))
        if (may_traverse(s, &it, v)) it.asked |= gt_bit(v);
    if (it.asked == 0) return;
    s->crossing = it;
    s->phase = PHASE_TRAVERSE;
}

unsigned staff_asked(const gg_state *s)
{
    uint64_t asked = s->crossing.asked;
    return gt_take(&asked);
}

gg_verdict staff_nofire_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    return action->who == staff_asked(s) ? staff_legal : staff_refuse(R_NOT_ASKED);
}

gg_verdict staff_traverse_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    if (action->who != staff_asked(s)) return staff_refuse(R_NOT_ASKED);
    const bool is_screen = s->units[action->who].formation == FORM_SKIRM;
    if ((uint32_t)action->args[0] >= GT_FIGURES || (!is_screen && action->args[0] != 0))
        return staff_refuse(R_NO_FIGURE);
    if (!sees_crossing(s, &s->crossing, action->who, action->args[0]))
        return staff_refuse(R_CANNOT_SEE);
    return staff_legal;
}

void staff_nofire_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side, (void)dice, (void)log;
    s->crossing.asked &= ~gt_bit(action->who);
}

void staff_traverse_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    (void)side;
    gg_pose pose = {{0, 0}, 0};
    const unsigned v = action->who;
    staff_virtual_target(s, &s->crossing, v, &pose);
    const staff_shot shot =
        staff_shot_at(s, v, action->args[0], s->crossing.mover - 1u, pose, FIRE_TRAVERSING);
    s->crossing.asked &= ~gt_bit(v);
    s->units[v].did |= DID_REACT;
    staff_fire_shot(s, &shot, dice, log);
}

/* Nobody is left to ask, or the mover has gone. */
void staff_after_crossing(gg_state *s, gg_log *log)
{
    const unsigned u = s->crossing.mover - 1u;
    if (s->crossing.asked != 0 && staff_is_here(s, u)) { /* one that retires does not stay there */
        const gg_point at = staff_centre(s, u);
        if (gg_is_same_place(at, s->crossing.to)) return;
    }
    s->phase = s->crossing.back;
    s->crossing = (staff_crossing){.asked = 0};
    if (s->charge.charger != 0) staff_go_on_with_charge(s, log);
}
