/*
 * notes.c - what follows from the pieces: the blocks of the board where a side's are, how many
 * units it has, and whether any of them may act.
 */
#include "act.h"
#include "series.h"

/* Pieces that are not on the board have no square, and that has no block. */
uint64_t sq_blocks_of(const gg_state *state, gg_side side)
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    uint64_t blocks = 0;
    for (const piece *p = first; p < end; p++)
        blocks |= squares_blocks[p->square1] | squares_blocks[p->square2];
    return blocks;
}

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
