/*
 * inputs.c - what stands where, for a network (core/network.h): from a side's own edge of the
 * board, each piece by whose it is, its kind and its square, once for every base; and which way it
 * faces.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/squares.h"

enum {
    WAYS = FACINGS + 1, /* the last one: in square */
    KIND_ROWS = 2 * KINDS * BOARD,
};
_Static_assert((int)SQ_INPUTS == (int)KIND_ROWS + 2 * (int)WAYS * (int)BOARD, "rows of inputs");
_Static_assert(2 * (int)PIECES <= (int)GG_INPUTS_MAX, "two of each piece");

uint32_t squares_inputs(const gg_state *state, gg_side side, gg_input *out, uint32_t limit)
{
    uint32_t count = 0;
    for (int i = 0; i < PIECES; i++) {
        const piece *p = &state->pieces[i];
        if (p->status != STATUS_ON_BOARD || count + 2 > limit) continue;
        const bool turned = side == GG_RED;
        const int whose = (i < UNITS ? GG_BLUE : GG_RED) == side ? 0 : 1;
        const int square = turned ? BOARD - 1 - p->square1 : p->square1;
        const int way = p->in_square ? FACINGS : (p->facing + (turned ? 2 : 0)) % FACINGS;
        out[count++] =
            (gg_input){(uint16_t)((whose * KINDS + p->kind) * BOARD + square), p->bases, 0};
        out[count++] =
            (gg_input){(uint16_t)(KIND_ROWS + (whose * WAYS + way) * BOARD + square), 1, 0};
    }
    return count;
}
