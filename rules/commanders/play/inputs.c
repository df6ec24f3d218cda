/*
 * inputs.c - what stands where, for a network (core/network.h): from a side's own edge, each unit
 * by whose it is, its type, its place, and whether it is routed or spent.  Orders are no part of
 * it: a side does not know the other's.
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/play/play.h"

enum { SHAPES = 4 }; /* routed or not, spent or not */
_Static_assert((int)COMMANDERS_INPUTS == 2 * (int)TYPES * (int)PLACES * (int)SHAPES, "its rows");
_Static_assert((int)ALL_UNITS <= (int)GG_INPUTS_MAX, "one of each unit");

/* The place as red sees it, with the board turned about. */
static int turned(int place)
{
    if (place < SECTORS) return SECTORS - 1 - place;
    return place == RESERVE_BLUE ? RESERVE_RED : place == RESERVE_RED ? RESERVE_BLUE : place;
}

uint32_t commanders_inputs(const gg_state *state, gg_side side, gg_input *out, uint32_t limit)
{
    uint32_t count = 0;
    for (int i = 0; i < ALL_UNITS && count < limit; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0 || u->place >= PLACES) continue;
        const int whose = (i < UNITS ? GG_BLUE : GG_RED) == side ? 0 : 1;
        const int place = side == GG_RED ? turned(u->place) : u->place;
        const int shape = u->status & (ROUTED | SPENT);
        out[count++] = (gg_input){
            (uint16_t)(((whose * TYPES + u->type) * PLACES + place) * SHAPES + shape), 1, 0};
    }
    return count;
}
