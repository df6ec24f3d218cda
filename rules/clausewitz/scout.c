/*
 * scout.c - before the battle: placing objectives (CW-R84), scouting (chapter 10), deployment.
 */
#include "clausewitz.h"

void cw_begin_setup(gg_state *s)
{
    gg_assert(!s->options[OPT_scouting]); /* not written yet */
}
