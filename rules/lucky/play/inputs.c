/*
 * inputs.c - what each unit is for a network (table/inputs.h): arm and quality, strength, order.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/play/play.h"

enum { IN_ORDER, MARKED, DISORDERED, ROUTING, STATES };
enum { FOOT_POOR, FOOT_AVERAGE, FOOT_GOOD, HORSE, HORSE_GOOD, GUNS, KINDS };
enum { BANDS = 9 };
_Static_assert((int)LUCKY_INPUTS == (int)GT_INPUT_ROWS(KINDS, BANDS, STATES), "its rows");
_Static_assert((int)UNITS_MAX *(int)GT_INPUTS_EACH <= (int)GG_INPUTS_MAX, "three of each unit");

static gt_told tell(const gg_state *s, unsigned u)
{
    const lg_unit *it = &s->units[u];
    const bool good = it->quality >= VETERAN;
    const int foot = good ? FOOT_GOOD : it->quality == POOR ? FOOT_POOR : FOOT_AVERAGE;
    const int kind = lg_is_guns(it) ? GUNS : lg_is_foot(it) ? foot : good ? HORSE_GOOD : HORSE;
    const int state = lg_is_routing(it)                  ? ROUTING
                      : it->shaken > 0                   ? MARKED
                      : (it->status & STATUS_DISORDERED) ? DISORDERED
                                                         : IN_ORDER;
    return (gt_told){.kind = (uint8_t)kind, .left = it->strength, .state = (uint8_t)state};
}

uint32_t lg_inputs(const gg_state *s, gg_side side, gg_input *out, uint32_t limit)
{
    static const gt_telling telling = {
        .kinds = KINDS, .bands = BANDS, .states = STATES, .tell = tell};
    const gt_table t = lg_table(s);
    return gt_inputs(&t, &telling, side, out, limit);
}
