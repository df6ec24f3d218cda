/*
 * inputs.c - what each Brigade is for a network (table/inputs.h): its arm as far as it is known,
 * its dice, and how it stands.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/play/play.h"

enum { STEADY, HIT, BADLY, FLEEING, STATES };
enum { UNKNOWN, FOOT, LIGHT, HORSE, GUNS, KINDS };
enum { BANDS = 16, BADLY_AT = 7, UNKNOWN_DICE = 4 };
_Static_assert((int)CLAUSEWITZ_INPUTS == (int)GT_INPUT_ROWS(KINDS, BANDS, STATES), "its rows");
_Static_assert((int)BRIGADES_MAX *(int)GT_INPUTS_EACH <= (int)GG_INPUTS_MAX, "three of each");

static gt_told tell(const gg_state *s, unsigned b)
{
    const bool hidden = s->units[b][0].type == TYPE_HIDDEN;
    const bool light = (s->bodies[b].flags & FLAG_SKIRMISH) || s->units[b][0].type == TYPE_LT;
    const int kind = hidden                        ? UNKNOWN
                     : cw_all(s, b, cw_is_guns)    ? GUNS
                     : cw_any(s, b, cw_is_mounted) ? HORSE
                     : light                       ? LIGHT
                                                   : FOOT;
    const int state = cw_is_fleeing(s, b)                      ? FLEEING
                      : !hidden && cw_needed(s, b) >= BADLY_AT ? BADLY
                      : s->brigades[b].hits > 0                ? HIT
                                                               : STEADY;
    int dice = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        dice += s->units[b][slot].type == TYPE_HIDDEN ? UNKNOWN_DICE : s->units[b][slot].dice;
    return (gt_told){.kind = (uint8_t)kind, .left = (uint8_t)dice, .state = (uint8_t)state};
}

uint32_t cw_inputs(const gg_state *s, gg_side side, gg_input *out, uint32_t limit)
{
    static const gt_telling telling = {
        .kinds = KINDS, .bands = BANDS, .states = STATES, .tell = tell};
    const gt_table t = cw_table(s);
    return gt_inputs(&t, &telling, side, out, limit);
}
