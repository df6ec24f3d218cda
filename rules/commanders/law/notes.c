/*
 * notes.c - what follows from the rest of the state and is kept beside it: who stands in each
 * place, and, as long as plans are written, how many units can get an order and who sits inside
 * buildings.
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

#include <string.h>

void commanders_forget_plan(gg_state *state)
{
    memset(state->notes.free, 0, sizeof state->notes.free);
    memset(state->notes.inside, 0, sizeof state->notes.inside);
}

void commanders_note_plan(gg_state *state)
{
    notes *n = &state->notes;
    commanders_forget_plan(state);
    if (state->stage != PHASE_PLAN) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        n->inside[side] = (uint16_t)commanders_garrisons(state, side);
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (is_on_board(u) && commanders_is_orderable(state, u))
            n->free[side_of(i)][u->place][u->type]++;
    }
}

void commanders_make_notes(gg_state *state)
{
    memset(&state->notes, 0, sizeof state->notes);
    for (gg_unit i = 0; i < ALL_UNITS; i++)
        if (is_on_board(&state->units[i]))
            state->notes.in[side_of(i)][state->units[i].place] |= commanders_bit(i);
    commanders_note_plan(state);
}

void commanders_put(gg_state *state, unit *u, int place)
{
    const gg_unit who = index_of(state, u);
    uint32_t *in = state->notes.in[side_of(who)];
    if (u->place < GROUNDS) in[u->place] &= ~commanders_bit(who);
    if (place < GROUNDS) in[place] |= commanders_bit(who);
    u->place = (uint8_t)place;
}
