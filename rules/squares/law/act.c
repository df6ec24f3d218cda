/*
 * act.c - one activation (SQ-6.5, SQ-R56): what is legal, and what happens.  What is offered is in
 * offer.c.
 * SPDX-License-Identifier: MIT
 */
#include "act.h"

/* ---- Judging: the one way to the end of an action. ---- */

/* An action worked out: where the piece ends, and whom it deals with there. */
typedef struct act_plan {
    pose end;
    targets targets;
} act_plan;

static reason piece_verdict(const gg_state *state, gg_side side, gg_unit who)
{
    if (who >= PIECES || side_of(who) != side) return R_NOT_YOUR_PIECE;
    const piece *p = &state->pieces[who];
    if (p->status != STATUS_ON_BOARD) return R_NOT_ON_BOARD;
    if (p->acted) return R_HAS_ACTED;
    if (p->activated || state->pool[arm_of((kind)p->kind)] > 0) return R_LEGAL; /* as may_act() */
    static const reason no_die[ARMS] = {
        [ARM_I] = R_NO_DIE_I, [ARM_C] = R_NO_DIE_C, [ARM_A] = R_NO_DIE_A};
    return no_die[arm_of((kind)p->kind)];
}

static gg_verdict judge(const gg_state *state, gg_side side, const gg_action *action, act_plan *out)
{
    reason why = piece_verdict(state, side, action->who);
    if (why != R_LEGAL) return refuse(why);
    if (action->flags >= FIGHTS) return refuse(R_NOT_NOW);
    if (action->item == 0 && action->flags == FIGHT_NONE) return refuse(R_NOTHING_DONE);
    const mover m = mover_of(state, action->who);
    out->targets.count = 0;
    gg_verdict verdict = sq_walk(&m, action, &out->end);
    if (verdict.reason != R_LEGAL || action->flags == FIGHT_NONE) return verdict;
    return sq_find_targets(&m, &out->end, action, &out->targets);
}

gg_verdict squares_act_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    act_plan p;
    return judge(state, side, action, &p);
}

/* ---- Doing it. ---- */

/* SQ-R16: one die activates all detachments of a skirmish battalion. */
static void activate(gg_state *state, gg_unit who, gg_log *log)
{
    piece *p = &state->pieces[who];
    if (p->activated) return;
    uint8_t *dice = &state->pool[arm_of((kind)p->kind)];
    (*dice)--;
    p->activated = 1;
    squares_say_number(log, GG_NOTE, S_ACTIVATED, who, GG_NO_UNIT, *dice);
    if (p->detachment == 0 || state->options[OPT_skirmish_units] == DETACHMENTS) return;
    gg_side side = side_of(who);
    piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    for (piece *other = first; other < end; other++)
        if (other->number == p->number && other->status == STATUS_ON_BOARD) other->activated = 1;
}

static void say_form(gg_log *log, gg_unit who, const piece *p, bool reformed)
{
    static const saying sayings[FORMS] = {[FORM_BLOCK] = S_FORMS_BLOCK,
                                          [FORM_LINE] = S_FORMS_LINE,
                                          [FORM_COLUMN] = S_FORMS_COLUMN,
                                          [FORM_SQUARE] = S_FORMS_SQUARE};
    gg_event *event =
        squares_say(log, GG_MOVE, reformed ? S_REFORMS : sayings[sq_form_of(p)], who, GG_NO_UNIT);
    if (event != NULL) event->to = sq_point_of(p->square1);
}

static void say_move(gg_log *log, gg_unit who, const piece *before, const piece *after)
{
    static const gg_clause clauses[ARMS] = {[ARM_I] = SQ_7_1, [ARM_C] = SQ_7_2, [ARM_A] = SQ_7_3};
    bool reshaped = sq_form_of(before) != sq_form_of(after);
    if (before->square1 != after->square1 && !after->in_square) {
        gg_event *event = squares_say(log, GG_MOVE, S_MOVES, who, GG_NO_UNIT);
        if (event != NULL) {
            event->clause = clauses[arm_of((kind)after->kind)];
            event->at = sq_point_of(before->square1);
            event->to = sq_point_of(after->square1);
        }
    }
    if (reshaped) say_form(log, who, after, before->in_square);
    if (!after->in_square && (before->facing != after->facing || before->in_square))
        sq_say_facing(log, who, (facing)after->facing);
}

static void move_piece(gg_state *state, gg_unit who, const pose *to, gg_log *log)
{
    piece *p = &state->pieces[who];
    piece before = *p;
    p->in_square = to->in_square;
    sq_piece_put(state, who, to->square1, to->square2, (facing)to->facing);
    if (log != NULL) say_move(log, who, &before, p);
}

/* It was judged before; what is asserted again is that it may act, comes to stand where nobody else
 * does, and finds whom it fights. */
static void work_out(const gg_state *state, gg_side side, const gg_action *action, act_plan *out)
{
    gg_assert(piece_verdict(state, side, action->who) == R_LEGAL);
    out->end = sq_led_along(pose_of(&state->pieces[action->who]), action);
    gg_assert(
        squares_are_free(state, action->who, (uint8_t)out->end.square1, (uint8_t)out->end.square2));
    out->targets.count = 0;
    if (action->flags == FIGHT_NONE) return;
    const mover m = mover_of(state, action->who);
    gg_assert(sq_find_targets(&m, &out->end, action, &out->targets).reason == R_LEGAL);
}

/* SQ-8.10: it moves, then it fights; and with that its part is over, whatever became of the enemy
 * (SQ-R54). */
void squares_act_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    act_plan plan;
    work_out(state, side, action, &plan);
    gg_unit who = action->who;
    const pose *to = &plan.end;
    state->last_who = who;
    state->last_from = state->pieces[who].square1;
    state->last_to = (uint8_t)to->square1;
    state->last_fight = action->flags;
    state->last_target = plan.targets.count > 0 ? plan.targets.list[0].square : NO_SQUARE;
    activate(state, who, log);
    if (action->item > 0) move_piece(state, who, to, log);
    state->pieces[who].acted = 1;
    if (action->flags != FIGHT_NONE) sq_resolve_fight(state, who, action, &plan.targets, dice, log);
    sq_test_victory(state, log);
}
