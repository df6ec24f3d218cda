/*
 * charge.c - charges (CW-13.19 to CW-13.22, CW-R62, CW-R63) and counter charges (CW-R64).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* The steps of FRAME_CHARGE: n is the distance declared, m the charger's hits before the reaction,
 * set by how much its test was failed. */
enum { AT_REACTION, AT_TEST, AT_ADVANCE, AT_END };

/* ---- May it charge? ---- */

/* Does the way of a charge meet a friend, bad ground or the edge up to this distance? */
static bool is_way_shut(const gg_state *s, unsigned b, int32_t length)
{
    const gg_pose from = cw_pose(s, b);
    const gt_table t = cw_table(s);
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    for (int32_t at = 0;; at = at + SAMPLE < length ? at + SAMPLE : length) {
        const gg_pose pose = {gg_along(from.at, from.facing, at), from.facing};
        const gt_shapes shapes = gt_shapes_at(&t, b, pose, s->bodies[b].formation);
        if (!cw_is_on_table(s, b, &shapes) || cw_touches(s, &shapes, DIFFICULT)
            || cw_overlaps(s, b, &shapes, enemies) >= 0)
            return true;
        if (at >= length) return false;
    }
}

/* How far straight ahead it meets this enemy first of all; -1: it does not. */
static int32_t way_to(const gg_state *s, unsigned b, unsigned target)
{
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    gt_going going = cw_going(s, b, s->bodies[b].facing, cw_number(s, N_charge));
    int whom;
    if (cw_first_contact(s, &going, gt_bit(target), TOLERANCE, &whom) == GG_NEVER) return -1;
    const int32_t first = cw_first_contact(s, &going, enemies, TOLERANCE, &whom);
    if (first == GG_NEVER) return -1;
    if (whom == (int)target) return first;
    /* Several touched at that tick: it is enough that the target is one. */
    going.length = first;
    return cw_first_contact(s, &going, gt_bit(target), TOLERANCE, &whom) == first ? first : -1;
}

static gg_verdict may_charge(const gg_state *s, unsigned b, unsigned target)
{
    const int32_t most = cw_number(s, N_charge);
    if (!cw_all(s, b, cw_is_cavalry)) return cw_refuse(R_NOT_CAVALRY);
    if (cw_any_form(s, target, FORM_SQUARE)) return cw_refuse(R_CHARGE_SQUARE);
    const int32_t way = way_to(s, b, target);
    if (way < 0) return cw_refuse_by(R_CHARGE_FAR, 0, most / 10);
    if (is_way_shut(s, b, way)) return cw_refuse(R_CHARGE_BLOCKED);
    if (!cw_is_ahead(s, b, target, s->width + s->height, true)) return cw_refuse(R_CHARGE_UNSEEN);
    return cw_legal;
}

gg_verdict cw_charge_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const int cost = cw_number(s, N_cost_charge);
    if (action->who >= s->body_count || s->bodies[action->who].side != side)
        return cw_refuse(R_NOT_YOURS);
    if (s->active != action->who + 1) return cw_refuse(R_NOT_ACTIVE);
    if (s->brigades[action->who].actions < cost)
        return cw_refuse_by(R_NO_AP, s->brigades[action->who].actions, cost);
    if (action->whom >= s->body_count || !cw_is_here(s, action->whom)) return cw_refuse(R_GONE);
    if (s->bodies[action->whom].side == side) return cw_refuse(R_OWN_TARGET);
    return may_charge(s, action->who, action->whom);
}

void cw_charge_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who, target = action->whom;
    (void)side;
    if (cw_must_test(s, b) || cw_any_form(s, target, FORM_COLUMN)) { /* CW-R42 */
        int margin;
        if (!cw_test(s, b, NOBODY, false, &margin, dice, log)) return;
        if (margin < 0) {
            cw_fail(s, b, NOBODY, -margin, cw_band_of(s, b));
            return;
        }
    }
    cw_pay(s, b, cw_number(s, N_cost_charge));
    cw_frame *frame = cw_push(s, FRAME_CHARGE, b, target);
    frame->n = way_to(s, b, target);
    frame->m = s->brigades[b].hits;
}

/* ---- The charge goes on. ---- */

/* CW-R62: always one, free if it has no action left; not of a fleeing Brigade, nor of one that ran
 * in this turn (CW-R81, CW-13.10). */
static bool may_react(const gg_state *s, const cw_frame *frame)
{
    if (!cw_stands(s, frame->whom) || (s->bodies[frame->whom].did & DID_SPENT)) return false;
    return s->options[OPT_charge_free_reaction] || s->brigades[frame->whom].actions > 0;
}

/* The target is no longer where it was: the distance declared, or to the last sample before it
 * would touch an enemy or lie on a friend. */
static int32_t way_without(const gg_state *s, unsigned b, int32_t declared)
{
    const gg_pose from = cw_pose(s, b);
    const gt_table t = cw_table(s);
    const uint64_t enemies = cw_side_set(s, gg_other((gg_side)s->bodies[b].side), false);
    int32_t last = 0;
    for (int32_t at = 0; at < declared;) {
        at = at + SAMPLE < declared ? at + SAMPLE : declared;
        const gg_pose pose = {gg_along(from.at, from.facing, at), from.facing};
        const gt_shapes shapes = gt_shapes_at(&t, b, pose, s->bodies[b].formation);
        uint64_t rest = enemies;
        bool touches = cw_overlaps(s, b, &shapes, enemies) >= 0;
        while (rest != 0 && !touches) {
            const gt_shapes its = gt_shapes_of(&t, (unsigned)gg_next_bit(&rest));
            touches = gt_shapes_within(&shapes, &its, TOLERANCE);
        }
        if (touches) break;
        last = at;
    }
    return last;
}

static void go_in(gg_state *s, const cw_frame *frame, gg_log *log)
{
    const cw_frame this = *frame;
    const unsigned b = this.who, target = this.whom;
    const gg_pose from = cw_pose(s, b);
    int32_t way = cw_is_here(s, target) ? way_to(s, b, target) : -1;
    bool meets = way >= 0 && !is_way_shut(s, b, way);
    if (!meets) way = way_without(s, b, this.n);
    cw_pop(s);
    cw_run_over(s, b, from, from.facing, way, log);
    cw_move_to(s, b, (gg_pose){gg_along(from.at, from.facing, way), from.facing});
    cw_say_move(log, S_CHARGES, (gg_unit)b, (gg_unit)target, from.at, s->bodies[b].at);
    cw_check_all(s, log);
    if (!cw_is_here(s, b)) return;
    meets = meets && cw_is_here(s, target);
    if (this.set != 0) cw_fail(s, b, target, (int)this.set, cw_band_of(s, b));
    else if (meets) cw_contact(s, b, target);
    else cw_say(log, GG_NOTE, S_CHARGE_ENDS, (gg_unit)b, GG_NO_UNIT);
}

cw_next cw_run_charge(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const unsigned b = frame->who;
    if (!cw_is_here(s, b) || frame->step == AT_END) {
        cw_pop(s);
        return GO_ON;
    }
    switch (frame->step) {
    case AT_REACTION:
        if (may_react(s, frame)) return s->phase = PHASE_CHARGED, ASK;
        frame->step = AT_TEST;
        break;
    case AT_TEST: {
        const bool is_hit = s->brigades[b].hits > frame->m; /* CW-13.22 */
        int margin = 0;
        if (is_hit && !cw_test(s, b, NOBODY, false, &margin, dice, log)) break;
        frame->step = AT_ADVANCE;
        if (margin < 0) frame->set = (uint64_t)-margin;
        break;
    }
    default:
        if (cw_is_here(s, frame->whom) && cw_any_form(s, frame->whom, FORM_SQUARE)) {
            cw_say(log, GG_NOTE, S_CHARGE_ENDS, (gg_unit)b, (gg_unit)frame->whom);
            cw_pop(s);
            break;
        }
        go_in(s, frame, log);
    }
    return GO_ON;
}

/* The target has reacted, or will not. */
void cw_charge_answered(gg_state *s)
{
    for (int i = s->frame_count; i-- > 0;) {
        if (s->frames[i].kind != FRAME_CHARGE) continue;
        s->frames[i].step = AT_TEST;
        return;
    }
}

/* ---- Counter charges. ---- */

gg_verdict cw_may_counter(const gg_state *s, unsigned b, unsigned enemy)
{
    const int32_t reach = cw_number(s, N_counter_charge);
    if (cw_any_form(s, b, FORM_SQUARE) || cw_any_form(s, b, FORM_UNLIMBERED)
        || cw_all(s, b, cw_is_guns)
        || (cw_any(s, b, cw_is_mounted) && cw_any_form(s, enemy, FORM_SQUARE)))
        return cw_refuse(R_COUNTER_CANNOT);
    if (!cw_is_ahead(s, b, enemy, reach, false)) return cw_refuse_by(R_COUNTER_FAR, 0, reach / 10);
    return cw_legal;
}

/* It runs, unhurt, keeping its face to us; it is no fleer and nobody panics. */
static void drive_off(gg_state *s, unsigned b, unsigned enemy, gg_log *log)
{
    const int left = s->brigades[enemy].actions;
    uint64_t friends;
    cw_end_activation(s, enemy);
    const bool here = cw_run_away(s, enemy, b, (left > 1 ? left : 1) * cw_flee_step(s, enemy),
                                  false, &friends, log);
    if (here) s->brigades[enemy].actions = 0, s->bodies[enemy].did |= DID_SPENT;
    cw_check_all(s, log);
}

void cw_counter_charge(gg_state *s, unsigned b, unsigned enemy, gg_log *log)
{
    cw_say(log, GG_NOTE, S_COUNTER_CHARGES, (gg_unit)b, (gg_unit)enemy);
    for (int i = s->frame_count; i-- > 0;) /* used against a charge it ends the charge */
        if (s->frames[i].kind == FRAME_CHARGE && s->frames[i].who == enemy) {
            s->frames[i].step = AT_END;
            break;
        }
    cw_push(s, FRAME_COUNTER, b, enemy);
}

cw_next cw_run_counter(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const unsigned b = frame->who, enemy = frame->whom;
    int margin;
    if (!cw_test(s, enemy, b, false, &margin, dice, log)) return GO_ON;
    cw_pop(s);
    if (margin < 0) drive_off(s, b, enemy, log);
    if (!cw_is_here(s, b)) return GO_ON;
    const gg_point from = s->bodies[b].at;
    const int whom = cw_advance(s, b, cw_number(s, N_counter_charge), log);
    cw_say_move(log, S_MARCHES, (gg_unit)b, GG_NO_UNIT, from, s->bodies[b].at);
    cw_check_all(s, log);
    if (whom >= 0) cw_contact(s, b, (unsigned)whom);
    return GO_ON;
}
