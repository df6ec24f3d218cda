/*
 * sequence.c - the sequence of play: from one phase to the next, the game's own steps, and who
 * decides what (chapter 6, SQ-R15, SQ-R19, SQ-R56, SQ-R58, SQ-R61, SQ-R62, SQ-R64).
 *
 * Which actions a phase has, who judges them and what does them, the rows of actions.def say.
 * SPDX-License-Identifier: MIT
 */
#include "act.h"

#include <string.h>

/* ---- From one phase to the next. ---- */

/* SQ-R15: blue chooses, then red; a side with nothing to choose is passed over. */
static bool leave_designate(gg_state *state)
{
    if (!state->designated[state->side] && sq_has_designations(state, state->side)) return false;
    if (state->side == GG_BLUE) {
        state->side = GG_RED;
        return true;
    }
    memset(state->designated, 0, sizeof state->designated); /* nobody asks again */
    state->phase = PHASE_DEPLOY;
    state->side = GG_BLUE;
    return true;
}

/* SQ-R19: by turns; a side with no piece left is passed over. */
static bool leave_deploy(gg_state *state)
{
    if (sq_has_unplaced(state, state->side)) return false;
    state->side = state->side == GG_BLUE ? GG_RED : GG_BLUE;
    if (sq_has_unplaced(state, state->side)) return false;
    sq_count_start(state);
    state->side = GG_BLUE;
    state->phase = PHASE_FIRST;
    return true;
}

static void begin_battle(gg_state *state, gg_side first, gg_log *log)
{
    state->first = state->side = first;
    state->phase = PHASE_ROLL;
    sq_note_units(state);
    squares_say(log, GG_PHASE, first == GG_BLUE ? S_BLUE_BEGINS : S_RED_BEGINS, GG_NO_UNIT,
                GG_NO_UNIT);
}

/* Passes one phase in which nothing has to be done; false: something has. */
static bool pass_phase(gg_state *state, gg_log *log)
{
    switch ((phase)state->phase) {
    case PHASE_TERRAIN:
        if (!state->ground_given) return false;
        state->phase = PHASE_ARMY;
        return true;
    case PHASE_ARMY:
        if (!state->armies_given) return false; /* SQ-4.9: nothing is rolled then */
        state->phase = PHASE_DEPLOY;
        return true;
    case PHASE_DESIGNATE: return leave_designate(state);
    case PHASE_DEPLOY: return leave_deploy(state);
    case PHASE_FIRST: /* SQ-R64: a scenario may name the first player */
        if (state->first_given == 0) return false;
        begin_battle(state, (gg_side)(GG_BLUE + state->first_given - 1), log);
        return true;
    case PHASE_ACT: /* SQ-R61: who may act can, for there is always a way to turn or to reform */
        if (sq_may_anybody_act(state)) return false;
        sq_end_turn(state, log);
        return true;
    case PHASE_ROLL:
    case PHASE_OVER:
    case PHASES: break;
    }
    return false;
}

void sq_play_on(gg_state *state, gg_log *log)
{
    while (pass_phase(state, log)) {}
}

/* ---- The game's own steps. ---- */

void squares_deal_apply(gg_state *state, gg_side nobody, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)nobody, (void)action;
    sq_deal(state, dice, log);
    state->phase = PHASE_ARMY;
}

void squares_armies_apply(gg_state *state, gg_side nobody, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    (void)nobody, (void)action;
    sq_roll_armies(state, dice, log);
    state->phase = PHASE_DESIGNATE;
    state->side = GG_BLUE;
}

/* SQ-6.2, SQ-6.3, SQ-13.2, SQ-R58: how good a face is for the first turn. */
static int first_rank(const gg_state *state, int face_number)
{
    static const uint8_t by_letter[] = {3, 3, 5, 4, 2, 1}; /* I I A C X blank */
    return state->options[OPT_first_roll] ? face_number : by_letter[face_number - 1];
}

static int roll_for_first(gg_dice *dice, gg_side side)
{
    gg_roll_for(dice, side == GG_BLUE ? "first blue" : "first red", GG_NO_UNIT, GG_NO_UNIT);
    return gg_roll(dice, 6);
}

/* Equal dice are rolled again.  After many ties the step ends undecided and is taken once more, so
 * that dice which cannot but tie cannot hold the game either. */
void squares_first_apply(gg_state *state, gg_side nobody, const gg_action *action, gg_dice *dice,
                         gg_log *log)
{
    (void)nobody, (void)action;
    enum { TIES_MAX = 32 };
    for (int tie = 0; tie < TIES_MAX; tie++) {
        int blue = roll_for_first(dice, GG_BLUE), red = roll_for_first(dice, GG_RED);
        int lead = first_rank(state, blue) - first_rank(state, red);
        gg_event *event =
            gg_log_add(log, GG_ROLL, state->options[OPT_first_roll] ? SQ_6_3 : SQ_6_2);
        if (event != NULL) {
            event->face_count = 2;
            event->faces[0] = (uint8_t)blue;
            event->faces[1] = (uint8_t)red;
            event->saying = S_FIRST_DICE;
        }
        if (lead != 0) {
            begin_battle(state, lead > 0 ? GG_BLUE : GG_RED, log);
            return;
        }
        squares_say(log, GG_NOTE, S_TIE, GG_NO_UNIT, GG_NO_UNIT);
    }
}

/* SQ-6.4, SQ-6.5: all dice at once; only their counts matter. */
void squares_roll_apply(gg_state *state, gg_side nobody, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)nobody, (void)action;
    enum { OTHER = ARMS, KINDS_OF_FACE };
    static const uint8_t kind_of[6] = {ARM_I, ARM_I, ARM_A, ARM_C, OTHER, OTHER};
    gg_side side = state->side;
    int counts[GG_KINDS_MAX];
    gg_event *event = squares_say(log, GG_ROLL, side == GG_BLUE ? S_BLUE_ROLLS : S_RED_ROLLS,
                                  GG_NO_UNIT, GG_NO_UNIT);
    gg_roll_for(dice, side == GG_BLUE ? "activation blue" : "activation red", GG_NO_UNIT,
                GG_NO_UNIT);
    gg_roll_kinds(dice, state->dice_n[side], 6, kind_of, KINDS_OF_FACE, counts,
                  event == NULL ? NULL : event->faces);
    for (int i = 0; i < ARMS; i++) state->pool[i] = (uint8_t)counts[i];
    if (event != NULL) {
        event->face_count = state->dice_n[side];
        event->amount = (int16_t)counts[ARM_I];
        event->had = (int16_t)counts[ARM_C];
        event->total = (int16_t)counts[ARM_A];
    }
    piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    for (piece *p = first; p < end; p++) p->acted = p->activated = 0;
    state->phase = PHASE_ACT;
}

/* SQ-R56: the dice that are left are lost. */
void squares_end_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)action, (void)dice;
    sq_end_turn(state, log);
}

/* ---- Who decides, and what. ---- */

static gg_clause turn_clause(const gg_state *state)
{
    switch ((ended)state->result) {
    case ENDED_NOT: break;
    case ENDED_TWICE: return SQ_12_1;
    case ENDED_LIMIT: return SQ_R60;
    case ENDED_RESIGN: return SQ_R65;
    }
    return squares_rules.phases[state->phase].clause;
}

/* SQ-R62: the side that is not on turn decides nothing.  A phase without orders is the game's. */
static gg_sides deciding(const gg_state *state)
{
    const bool is_own = squares_rules.phases[state->phase].orders == NULL;
    return is_own ? GG_SIDES_NONE : (gg_sides)(1u << state->side);
}

gg_turn squares_turn(const gg_state *state)
{
    const bool over = state->phase == PHASE_OVER;
    return (gg_turn){
        .deciding = deciding(state),
        .phase = state->phase,
        .over = over,
        .winner = over ? state->winner : GG_NOBODY,
        .round = state->round,
        .clause = turn_clause(state),
        .whole = state->phase != PHASE_DEPLOY, /* a piece may face anywhere: one way is offered */
    };
}

gg_verdict squares_judge(const gg_state *state, gg_side side, const gg_action *action)
{
    static const gg_refusals why = {
        .over = R_GAME_OVER, .not_now = R_NOT_NOW, .not_your_turn = R_NOT_YOUR_TURN};
    return gg_judge_action(&squares_rules, &why, state, deciding(state), state->phase, side,
                           action);
}

void squares_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                   gg_log *log)
{
    /* Of an act what is needed is asked again where it is worked out; all else is judged here. */
    if (action->kind != ACTION_ACT) gg_assert(squares_judge(state, side, action).reason == R_LEGAL);
    else gg_assert(state->phase == PHASE_ACT && side == state->side);
    squares_actions[action->kind].apply(state, side, action, dice, log);
    sq_play_on(state, log);
}
