/*
 * inputs.c - what each unit is for a network (table/inputs.h): arm and quality, the casualties that
 * it can still take, order.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/play/play.h"

enum { STEADY, BRITTLE, DISORDERED, ENGAGED, SHAKEN, STATES };
enum { FOOT_LINE, FOOT_LIGHT, FOOT_GUARD, FOOT_POOR, HORSE_HEAVY, HORSE_LIGHT, GUNS, KINDS };
enum { BANDS = 6 };
_Static_assert((int)STAFF_INPUTS == (int)GT_INPUT_ROWS(KINDS, BANDS, STATES), "its rows");
_Static_assert((int)UNITS_MAX *(int)GT_INPUTS_EACH <= (int)GG_INPUTS_MAX, "three of each unit");

static gt_told tell(const gg_state *s, unsigned u)
{
    static const uint8_t kinds[TYPES] = {
        [TYPE_LINE_INF] = FOOT_LINE,    [TYPE_LIGHT_INF] = FOOT_LIGHT,
        [TYPE_RIFLES] = FOOT_LIGHT,     [TYPE_GUARD_INF] = FOOT_GUARD,
        [TYPE_MILITIA] = FOOT_POOR,     [TYPE_WARBAND] = FOOT_POOR,
        [TYPE_HEAVY_CAV] = HORSE_HEAVY, [TYPE_DRAGOONS] = HORSE_HEAVY,
        [TYPE_LIGHT_CAV] = HORSE_LIGHT, [TYPE_LANCERS] = HORSE_LIGHT,
        [TYPE_IRREG_CAV] = HORSE_LIGHT, [TYPE_FOOT_ART] = GUNS,
        [TYPE_HORSE_ART] = GUNS,        [TYPE_HEAVY_ART] = GUNS,
        [TYPE_BN_GUN] = GUNS,
    };
    const staff_unit *it = &s->units[u];
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    const int state = left <= 0                 ? SHAKEN
                      : staff_is_engaged(s, u)  ? ENGAGED
                      : staff_is_disordered(it) ? DISORDERED
                      : left == 1               ? BRITTLE
                                                : STEADY;
    return (gt_told){
        .kind = kinds[it->type], .left = (uint8_t)(left > 0 ? left : 0), .state = (uint8_t)state};
}

uint32_t staff_inputs(const gg_state *s, gg_side side, gg_input *out, uint32_t limit)
{
    static const gt_telling telling = {
        .kinds = KINDS, .bands = BANDS, .states = STATES, .tell = tell};
    const gt_table t = staff_table(s);
    return gt_inputs(&t, &telling, side, out, limit);
}
