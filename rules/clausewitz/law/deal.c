/*
 * deal.c - under fog the numbers behind names are sealed (CW-R116): the order of battle of a
 * scenario is known to everybody, so before the battle the Brigades of each side are dealt to its
 * names by chance.  Whoever commands them sees what he has, the other side only that A3 is there.
 * SPDX-License-Identifier: MIT
 */
#include "army.h"

#include <string.h>

/* Row `from[b]` becomes row b; what names a Brigade names the same one afterwards. */
static void deal_rows(gg_state *s, const uint8_t from[BRIGADES_MAX])
{
    const gg_state old = *s;
    uint8_t now[BRIGADES_MAX + 1] = {0}; /* by id + 1, 0: none */
    for (unsigned b = 0; b < s->body_count; b++) now[from[b] + 1] = (uint8_t)(b + 1);
    for (unsigned b = 0; b < s->body_count; b++) {
        const unsigned was = from[b];
        s->bodies[b] = old.bodies[was];
        s->bodies[b].number = old.bodies[b].number;
        s->brigades[b] = old.brigades[was];
        s->brigades[b].parent = now[old.brigades[was].parent];
        memcpy(s->units[b], old.units[was], sizeof s->units[b]);
        memcpy(s->names.brigades[b], old.names.brigades[was], sizeof s->names.brigades[b]);
        for (int slot = 0; slot < SLOTS; slot++)
            for (int i = 0; i < 2; i++)
                s->units[b][slot].lent[i] = now[old.units[was][slot].lent[i]];
    }
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++)
        cw_general_of(s, g)->captor = now[cw_general_of(s, g)->captor];
    for (int i = 0; i < ADCS_MAX; i++)
        if (s->adcs[i].objective != 0 && s->adcs[i].to < BRIGADES_MAX)
            s->adcs[i].to = (gg_unit)(now[s->adcs[i].to + 1] - 1);
}

/* To nobody but its side. */
static void tell(gg_log *log, gg_side side, cw_saying saying, gg_unit who, gg_unit whom)
{
    gg_event *event = cw_say(log, who == GG_NO_UNIT ? GG_ROLL : GG_NOTE, saying, who, whom);
    if (event != NULL) event->seen_by = (gg_sides)(1u << side);
}

void cw_deal_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    uint8_t own[BRIGADES_MAX], from[BRIGADES_MAX];
    unsigned count = 0;
    (void)side, (void)action;
    for (unsigned b = 0; b < s->body_count; b++) {
        from[b] = (uint8_t)b;
        if (s->bodies[b].side == s->side) own[count++] = (uint8_t)b;
        if (cw_is_here(s, b)) gt_grid_take(s->strips, 1, s->cell, b, s->bodies[b].at);
    }
    for (unsigned left = count; left > 1; left--) {
        gg_roll_for(dice, "deal", GG_NO_UNIT, GG_NO_UNIT);
        const unsigned b = own[left - 1], other = own[gg_roll(dice, (int)left) - 1];
        const uint8_t kept = from[b];
        from[b] = from[other];
        from[other] = kept;
    }
    deal_rows(s, from);
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_here(s, b)) gt_grid_put(s->strips, 1, s->cell, b, s->bodies[b].at);
    const cw_saying dealt = s->side == GG_BLUE ? S_BLUE_DEALT : S_RED_DEALT;
    tell(log, (gg_side)s->side, dealt, GG_NO_UNIT, GG_NO_UNIT);
    for (unsigned i = 0; i < count; i++)
        if (from[own[i]] != own[i])
            tell(log, (gg_side)s->side, S_DEALT, (gg_unit)own[i], from[own[i]]);
}
