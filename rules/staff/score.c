/*
 * score.c - how well a side stands, for players.  Not written yet: it knows only won and lost.
 */
#include "staff.h"

int32_t staff_score(const gg_state *s, gg_side side)
{
    if (s->phase != PHASE_OVER || s->winner == GG_NOBODY) return 0;
    return s->winner == side ? 1000000 : -1000000;
}
