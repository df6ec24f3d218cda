/*
 * machine.c - the turn machine (chapter 7) and the pending stack.
 *
 *   begin          nobody's step: wounded Generals, fleeing Brigades; the bag is filled
 *   draw           nobody's step: a chit
 *   general        its owner uses an action of a General
 *   activate       an ordered Brigade acts; each action may open a window of reactions
 *
 * After each chit of a side its ADCs ride; actions left over are kept (CW-7.8); when the bag is
 * empty the turn ends (CW-7.9).  What interrupts this (reactions, charges, melees, flights, losses,
 * escapes) is a stack of frames: the top one runs until it is done or somebody must decide.  No
 * function ever waits.
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

/* ---- The stack. ---- */

cw_frame *cw_push(gg_state *s, cw_frame_kind kind, unsigned who, unsigned whom)
{
    gg_assert(s->frame_count < FRAMES_MAX);
    cw_frame *top = &s->frames[s->frame_count++];
    *top = (cw_frame){.kind = (uint8_t)kind, .who = (uint8_t)who, .whom = (uint8_t)whom};
    return top;
}

/* Nothing of a frame that is done lingers: states that mean the same are the same. */
void cw_pop(gg_state *s)
{
    gg_assert(s->frame_count > 0);
    if (cw_top(s)->kind == FRAME_BRAVE) s->doing = (gg_action){.kind = 0};
    s->frames[--s->frame_count] = (cw_frame){.kind = FRAME_NONE};
}

/* ---- Coming and going. ---- */

void cw_move_to(gg_state *s, unsigned b, gg_pose to)
{
    gt_grid_take(s->strips, 1, s->cell, b, s->bodies[b].at);
    s->last_who = (uint8_t)(b + 1);
    s->last_from = s->bodies[b].at;
    s->bodies[b].at = to.at;
    s->bodies[b].facing = (int16_t)to.facing;
    gt_grid_put(s->strips, 1, s->cell, b, to.at);
}

/* CW-R92: a captor that is gone sets his captive free, but one that left took him along. */
static void free_captives(gg_state *s, unsigned b, gg_log *log)
{
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        cw_general *his = cw_general_of(s, g);
        if (his->health != HEALTH_CAPTIVE || his->captor != b + 1) continue;
        cw_free(s, g, s->bodies[b].at, log);
    }
}

void cw_remove(gg_state *s, unsigned b, cw_gone how, gg_log *log)
{
    static const cw_saying said[GONES] = {[GONE_DESTROYED] = S_DESTROYED,
                                          [GONE_DISPERSED] = S_DISPERSES,
                                          [GONE_SURRENDERED] = S_SURRENDERS,
                                          [GONE_LEFT] = S_LEAVES};
    gt_body *body = &s->bodies[b];
    if (said[how] != S_NONE) cw_say(log, GG_LOSS, said[how], (gg_unit)b, GG_NO_UNIT);
    for (int slot = cw_count(s, b); slot-- > 0;) cw_melee_forget(s, b, slot);
    if (how == GONE_ATTACHED) cw_lose_adcs(s, b, log); /* its id is free for another */
    if (how != GONE_LEFT) free_captives(s, b, log);
    if (body->removed == GONE_NOT) gt_grid_take(s->strips, 1, s->cell, b, body->at);
    if (body->flags & FLAG_SKIRMISH) cw_forget_loan(s, b);
    cw_end_activation(s, b);
    for (int slot = 0; slot < SLOTS; slot++) s->units[b][slot] = (cw_unit){.type = TYPE_HIDDEN};
    *body = (gt_body){.side = body->side,
                      .number = body->number,
                      .division = body->division,
                      .did = (uint16_t)(body->did & DID_REVEALED),
                      .formation = 1,
                      .removed = (uint8_t)how};
    s->brigades[b] = (cw_brigade){.lost = s->brigades[b].lost};
    if (s->last_who == b + 1) s->last_who = 0, s->last_from = (gg_point){0, 0};
}

void cw_end_activation(gg_state *s, unsigned b)
{
    if (s->active == b + 1) s->active_over = 1;
}

/* ---- After every action, reaction and forced move. ---- */

static void reveal_near(gg_state *s, gg_log *log)
{
    if (!s->options[OPT_fog]) return;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b)) continue;
        const gt_table t = cw_table(s);
        for (unsigned other = b + 1; other < s->body_count; other++) {
            const bool known = s->bodies[b].did & s->bodies[other].did & DID_REVEALED;
            if (!cw_is_here(s, other) || s->bodies[other].side == s->bodies[b].side || known)
                continue;
            if (!gt_is_within(&t, b, other, cw_number(s, N_fog_reveal))) continue;
            cw_reveal(s, b, log); /* CW-R96: both ways */
            cw_reveal(s, other, log);
        }
    }
}

/* However it came to stand there: it has turned, is wider, or was detached (CW-2.8, CW-24.1). */
static void capture_touched(gg_state *s, gg_log *log)
{
    const bool any = s->adcs[0].objective != 0 || s->options[OPT_capture_generals];
    for (unsigned b = 0; b < s->body_count && any; b++)
        if (cw_stands(s, b)) cw_run_over(s, b, cw_pose(s, b), 0, 0, log);
}

void cw_check_all(gg_state *s, gg_log *log)
{
    capture_touched(s, log);
    cw_carry_captives(s);
    reveal_near(s, log);
    for (unsigned side = GG_BLUE; side <= GG_RED; side++) {
        const uint64_t enemies = cw_side_set(s, gg_other((gg_side)side), true);
        for (unsigned b = 0; b < s->body_count; b++)
            if (cw_is_here(s, b) && s->bodies[b].side == side && cw_is_surrounded(s, b, enemies))
                cw_remove(s, b, GONE_SURRENDERED, log);
    }
}

/* ---- The turn begins. ---- */

static void clear_turn(gg_state *s)
{
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!s->options[OPT_reactions_carry]) s->brigades[b].actions = 0; /* CW-R29 */
        s->bodies[b].did &= DID_REVEALED;
    }
    for (int i = 0; i < ADCS_MAX; i++)
        if (s->adcs[i].objective != 0) s->adcs[i].rides = (uint8_t)s->options[OPT_adc_rides];
}

/* A handicap, which is ours and none unless it is agreed on: who wins by points (CW-R85) wins by
 * these too. */
static void score_start(gg_state *s)
{
    static const uint16_t rows[2] = {[GG_BLUE] = N_start_blue, [GG_RED] = N_start_red};
    for (gg_side side = GG_BLUE; side <= GG_RED && s->turn == 1; side++)
        s->score[side] = (int16_t)(s->score[side] + cw_number(s, rows[side]));
}

void cw_begin_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)action, (void)dice;
    cw_say_number(log, GG_PHASE, S_TURN_BEGINS, GG_NO_UNIT, GG_NO_UNIT, s->turn);
    clear_turn(s);
    score_start(s);
    cw_succeed(s, log);
    cw_frame *frame = cw_push(s, FRAME_BEGIN, NOBODY, NOBODY);
    for (unsigned g = 0; g < 2 * GENERALS_MAX; g++)
        if (cw_general_of(s, FIRST_GENERAL + g)->health == HEALTH_WOUNDED) frame->set |= gt_bit(g);
}

/* Steps 0: wounded Generals; 1: who recovers is counted; 2: recovery (CW-R82). */
static cw_next run_begin(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    if (frame->step == 0 && frame->set != 0) {
        const int g = gg_next_bit(&frame->set);
        cw_risk(s, FIRST_GENERAL + (unsigned)g, dice, log);
        return GO_ON;
    }
    if (frame->step == 0) {
        frame->step = 1;
        for (unsigned b = 0; b < s->body_count; b++)
            if (cw_is_here(s, b) && cw_is_fleeing(s, b)) frame->set |= gt_bit(b);
        return GO_ON;
    }
    for (unsigned side = GG_BLUE; side <= GG_RED; side++) {
        for (unsigned b = 0; b < s->body_count; b++) {
            if (!(frame->set >> b & 1) || s->bodies[b].side != side) continue;
            const bool runs = cw_is_here(s, b) && cw_is_fleeing(s, b);
            if (!runs || cw_recover(s, b, dice, log)) frame->set &= ~gt_bit(b);
            return GO_ON;
        }
    }
    cw_pop(s);
    cw_fill_bag(s);
    return GO_ON;
}

/* ---- Chits (CW-R27). ---- */

void cw_draw_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)action;
    const int all = s->bag[GG_BLUE] + s->bag[GG_RED];
    gg_assert(all > 0);
    gg_roll_for(dice, "chit", GG_NO_UNIT, GG_NO_UNIT);
    const int face = gg_roll(dice, all);
    const gg_side drawn = face <= s->bag[GG_BLUE] ? GG_BLUE : GG_RED;
    const cw_saying saying = drawn == GG_BLUE ? S_BLUE_CHIT : S_RED_CHIT;
    gg_show_dice(cw_say(log, GG_ROLL, saying, GG_NO_UNIT, GG_NO_UNIT), face, 0);
    s->bag[drawn]--;
    s->chit = (uint8_t)(drawn + 1);
    s->chit_used = 0;
    if (cw_has_general_with_actions(s, drawn)) return;
    cw_say(log, GG_NOTE, S_DEAD_CHIT, GG_NO_UNIT, GG_NO_UNIT);
    s->chit_used = 1;
}

/* ---- Going on. ---- */

static cw_next run_frame(gg_state *s, gg_dice *dice, gg_log *log)
{
    cw_frame *top = cw_top(s);
    switch ((cw_frame_kind)top->kind) {
    case FRAME_BEGIN: return run_begin(s, top, dice, log);
    case FRAME_WINDOW: return cw_run_window(s, top, dice, log);
    case FRAME_HITS: return cw_run_hits(s, top, dice, log);
    case FRAME_SHAKEN: return cw_run_shaken(s, top, dice, log);
    case FRAME_DAMAGE: return cw_run_damage(s, top, dice, log);
    case FRAME_FAIL: return cw_run_fail(s, top, dice, log);
    case FRAME_PANIC: return cw_run_panic(s, top, dice, log);
    case FRAME_MELEE: return cw_run_melee(s, top, dice, log);
    case FRAME_CHARGE: return cw_run_charge(s, top, dice, log);
    case FRAME_ESCAPE: return cw_run_escape(s, top, dice, log);
    case FRAME_HOLD: return cw_run_hold(s, top, dice, log);
    case FRAME_COUNTER: return cw_run_counter(s, top, dice, log);
    case FRAME_BRAVE: return s->phase = PHASE_BRAVE, ASK;
    case FRAME_NONE:
    case FRAMES: break;
    }
    gg_assert(!"a frame of no kind");
    return ASK;
}

/* Of a face-down Brigade nobody sees when its actions are used up, or that an order gave it none:
 * its side says when it is done (CW-R116). */
static bool is_activation_over(const gg_state *s)
{
    const unsigned b = s->active - 1u;
    if (s->active_over || !cw_is_here(s, b)) return true;
    return s->brigades[b].actions == 0 && !cw_is_face_down(s, b);
}

/* With a chit in play: an activation, a General's action, or the end of it. */
static cw_next run_chit(gg_state *s, gg_log *log)
{
    if (s->active != 0) {
        if (!is_activation_over(s)) return s->phase = PHASE_ACTIVATE, ASK;
        s->active = s->active_over = s->impetuous_used = 0;
        return GO_ON;
    }
    if (!s->chit_used) return s->phase = PHASE_GENERAL, ASK;
    const gg_side side = (gg_side)(s->chit - 1);
    s->chit = s->chit_used = 0;
    cw_ride_adcs(s, side, log);
    return GO_ON;
}

static bool is_before_battle(const gg_state *s)
{
    return s->phase == PHASE_SETUP || s->phase == PHASE_DEAL || s->phase == PHASE_SCOUT
           || s->phase == PHASE_DEPLOY;
}

void cw_run(gg_state *s, gg_dice *dice, gg_log *log)
{
    if (is_before_battle(s)) {
        cw_setup_on(s, log);
        return;
    }
    while (s->phase != PHASE_OVER) {
        if (s->frame_count > 0) {
            if (run_frame(s, dice, log) == ASK) return;
        } else if (s->chit != 0) {
            if (run_chit(s, log) == ASK) return;
        } else if (s->bag[GG_BLUE] + s->bag[GG_RED] > 0) {
            s->phase = PHASE_DRAW;
            return;
        } else {
            cw_end_turn(s, log);
            if (s->phase == PHASE_BEGIN) return;
        }
    }
}
