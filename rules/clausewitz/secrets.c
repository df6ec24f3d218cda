/*
 * secrets.c - fog of war (chapter 27): what a side may know, and what may be so.
 */
#include "clausewitz.h"

bool cw_is_hidden(const gg_state *s, unsigned b, gg_side from)
{
    return s->options[OPT_fog] && b < s->body_count && s->bodies[b].side != from
           && !(s->bodies[b].did & DID_REVEALED);
}

bool cw_is_secret(const gg_state *s)
{
    (void)s;
    return false;
}

void cw_view(const gg_state *s, gg_side side, gg_state *out)
{
    (void)side;
    *out = *s;
}

void cw_guess(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    (void)side, (void)dice;
    *out = *view;
}

void cw_reveal(gg_state *s, unsigned b, gg_log *log)
{
    if (!s->options[OPT_fog] || (s->bodies[b].did & DID_REVEALED)) return;
    s->bodies[b].did |= DID_REVEALED;
    cw_say(log, GG_STATUS, S_REVEALED, (gg_unit)b, GG_NO_UNIT);
}
