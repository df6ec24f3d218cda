/*
 * audit.c - what must hold in every state, in words.
 *
 * The audit runs after every action in tests and after reading a position, so that a text which
 * describes something impossible is refused with the same words.  What the rows of notation.c say
 * already (a phase that exists, one to four files, how wide a wood may be) need not be said again:
 * core asks the rows before.
 * SPDX-License-Identifier: MIT
 */
#include "drill.h"

static const char *audit_company(const gg_state *state, const company *c)
{
    if (c->files == 0) return NULL;
    if (!drill_is_on_table(c->at)) return "a company stands off the table";
    return c->order == ORDER_NONE && state->phase != PHASE_ORDERS && state->phase != PHASE_OVER
               ? "orders are revealed, but a company has none"
               : NULL;
}

/* The mover and its charge are remembered exactly while somebody may shoot at it (DR-10). */
static const char *audit_closing(const gg_state *state)
{
    if ((state->phase == PHASE_CLOSING) != (state->mover != 0))
        return "closing fire and a mover belong together";
    if (state->mover == 0) return state->charged == 0 ? NULL : "a charge without a charger";
    if (drill_side_of((gg_unit)(state->mover - 1)) != state->side)
        return "the mover does not belong to the side whose turn it is";
    if (!drill_is_asked(state, gg_other(state->side))) return "closing fire that nobody can give";
    if (state->charged == 0) return NULL;
    const gg_unit charged = (gg_unit)(state->charged - 1);
    if (drill_side_of(charged) == state->side) return "a company charges its own side";
    return state->companies[charged].files > 0 ? NULL : "a company charges one that is gone";
}

static const char *audit_sequence(const gg_state *state)
{
    if (state->round > state->options[OPT_rounds]) return "the round is after the last";
    if (state->ready != GG_SIDES_NONE && state->phase != PHASE_ORDERS)
        return "a side is ready when there is nothing to be ready for";
    if (state->ready > GG_SIDES_RED) return "both sides are ready, but nothing was revealed";
    const bool in_turn = state->phase == PHASE_ACT || state->phase == PHASE_CLOSING;
    if (in_turn && state->initiative == GG_NOBODY) return "a turn before the initiative was rolled";
    if ((state->phase == PHASE_OVER) != (state->ended != ENDED_NOT))
        return "the phase over and a result belong together";
    if (state->winner != GG_NOBODY && state->ended == ENDED_NOT) return "a winner before the end";
    return audit_closing(state);
}

const char *drill_audit(const gg_state *state)
{
    const char *broken = NULL;
    for (int i = 0; i < UNITS && broken == NULL; i++)
        broken = audit_company(state, &state->companies[i]);
    for (int i = 0; i < CIRCLES && broken == NULL; i++)
        if (!drill_is_on_table(state->circles[i].at)) broken = "ground off the table";
    return broken == NULL ? audit_sequence(state) : broken;
}
