/*
 * notes.c - what follows from the pieces: how many units a side has, and whether any may act.
 * SPDX-License-Identifier: MIT
 */
#include "act.h"

void sq_note_units(gg_state *state)
{
    if (state->phase != PHASE_ROLL && state->phase != PHASE_ACT) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        state->notes.units[side] = (uint8_t)sq_active_units(state, side);
}

bool sq_may_anybody_act(const gg_state *state)
{
    const piece *p = &state->pieces[state->side * UNITS];
    const piece *const end = p + state->piece_count[state->side];
    const unsigned kinds = kinds_with_dice(state);
    while (p < end && !may_act(p, kinds)) p++;
    return p < end;
}
