/*
 * position.c - what follows from a position that somebody has written: figures that he left out,
 * and where the game goes on from there.
 * SPDX-License-Identifier: MIT
 */
#include "squares.h"

#include <string.h>

/* Units of an arm on the board: detachments of one battalion are one (SQ-R16). */
static int units_of_arm(const gg_state *state, gg_side side, arm which)
{
    bool each_counts = state->options[OPT_skirmish_units] == DETACHMENTS;
    uint32_t seen = 0;
    int units = 0;
    for (int i = 0; i < state->piece_count[side]; i++) {
        const piece *it = &state->pieces[side * UNITS + i];
        if (it->status != STATUS_ON_BOARD || arm_of((kind)it->kind) != which) continue;
        uint32_t bit = it->detachment == 0 || each_counts ? 0 : UINT32_C(1) << it->number;
        units += (seen & bit) == 0;
        seen |= bit;
    }
    return units;
}

uint8_t sq_usual_first(const gg_state *state)
{
    if (state->phase < PHASE_ROLL) return GG_BLUE;
    return state->turn_in_round == 1 ? state->side : (uint8_t)(1 - state->side);
}

sq_usual sq_usual_of(const gg_state *state)
{
    sq_usual out = {0};
    for (int which = 0; which < ARMS && state->phase == PHASE_ACT; which++)
        out.pool[which] = (uint8_t)units_of_arm(state, state->side, (arm)which);
    for (int side = 0; side < 2 && state->phase >= PHASE_FIRST; side++) {
        out.start_units[side] = (uint8_t)sq_active_units(state, (gg_side)side);
        out.start_points[side] = (int16_t)sq_strength_points(state, (gg_side)side);
    }
    return out;
}

uint8_t sq_usual_dice(const gg_state *state, int side)
{
    if (state->phase < PHASE_FIRST) return 0;
    int dice = state->options[OPT_activation_dice];
    return (uint8_t)(dice != 0 ? dice : (state->start_units[side] + 1) / 2);
}

/* ---- Lines that were read, or not said. ---- */

const char *sq_settle_phase(gg_state *state, uint32_t nth, bool is_said)
{
    const bool over = state->phase == PHASE_OVER;
    (void)nth, (void)is_said;
    if (over && state->result == ENDED_NOT)
        return "a game that is over needs a line such as: result blue twice";
    return !over && state->result != ENDED_NOT ? "a result belongs to phase over" : NULL;
}

const char *sq_settle_first(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (!is_said) state->first = sq_usual_first(state);
    return NULL;
}

/* Dice lie on the table in a turn only. */
const char *sq_settle_pool(gg_state *state, uint32_t nth, bool is_said)
{
    const sq_usual usual = sq_usual_of(state);
    (void)nth;
    if (!is_said || state->phase != PHASE_ACT) memcpy(state->pool, usual.pool, sizeof usual.pool);
    return NULL;
}

const char *sq_settle_start(gg_state *state, uint32_t nth, bool is_said)
{
    if (is_said) return NULL;
    const sq_usual usual = sq_usual_of(state);
    state->start_units[nth] = usual.start_units[nth];
    state->start_points[nth] = usual.start_points[nth];
    return NULL;
}

const char *sq_settle_dice(gg_state *state, uint32_t nth, bool is_said)
{
    if (!is_said) state->dice_n[nth] = sq_usual_dice(state, (int)nth);
    return NULL;
}

const char *sq_settle_result(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (!is_said) state->winner = GG_NOBODY;
    return NULL;
}

const char *sq_settle_last(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth;
    if (is_said) return NULL;
    state->last_who = GG_NO_UNIT;
    state->last_from = state->last_to = state->last_target = NO_SQUARE;
    return NULL;
}

/* ---- The whole of it. ---- */

const char *squares_settle(gg_state *state, const int32_t *options)
{
    if (state->phase <= PHASE_ARMY && state->piece_count[0] + state->piece_count[1] > 0)
        state->armies_given = 1;
    sq_note_units(state);
    if (options == NULL) return NULL; /* nothing goes on from there */
    const char *broken = squares_audit(state);
    if (broken == NULL) sq_play_on(state, NULL);
    return broken;
}
