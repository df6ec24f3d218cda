/*
 * patterns.c - what somebody who makes a battle of clausewitz can put on the table.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/show/show.h"

const gg_pattern cw_patterns[] = {
    {"", "the first step", "phase begin"},
    {"", "the table", "table 120 90"},
    {"", "who commands", "AC 60,10"},
    {"", "who commands", "BC 60,80"},
    {"Brigades", "three battalions of the line", "{A|B}{1..} 3xLI(4) wide 3 {at} facing {facing}"},
    {"Brigades", "two battalions of the line", "{A|B}{1..} 2xLI(4) wide 2 {at} facing {facing}"},
    {"Brigades", "light infantry", "{A|B}{1..} 2xLT(4) wide 2 {at} facing {facing}"},
    {"Brigades", "riflemen", "{A|B}{1..} LT(3):rifle wide 1 {at} facing {facing}"},
    {"Brigades", "heavy cavalry", "{A|B}{1..} 2xHC(4) wide 2 {at} facing {facing}"},
    {"Brigades", "cavalry of the line", "{A|B}{1..} 2xNC(4) wide 2 {at} facing {facing}"},
    {"Brigades", "light cavalry", "{A|B}{1..} 2xLC(4) wide 2 {at} facing {facing}"},
    {"Brigades", "battery of 6 pounders", "{A|B}{1..} FA6(6) wide 1 {at} facing {facing}"},
    {"Brigades", "battery of 12 pounders", "{A|B}{1..} FA12(6) wide 1 {at} facing {facing}"},
    {"Brigades", "battery of howitzers", "{A|B}{1..} FAh(4) wide 1 {at} facing {facing}"},
    {"Brigades", "horse battery", "{A|B}{1..} HA6(6) wide 1 {at} facing {facing}"},
    {"Generals", "commander in chief", "{AC|BC} {at}"},
    {"Generals", "General of a Division", "{AG|BG}{1..} {at}"},
    {"objectives", "objective", "objective {1..} {at}"},
#define GROUND(id, name, words, class, knows, blocks, role, clause)                                \
    {"ground", words,                                                                              \
     ((knows)&GT_HILL) != 0 ? "area " name " level 1 {corners}" : "area " name " {corners}"},
#include "rules/clausewitz/law/ground.def"
#undef GROUND
    {"lines", "a road", "line road {way}"},
    {NULL, NULL, NULL},
};

/* CW-28.1: the units of a Brigade. */
int32_t cw_worth(const gg_state *s, gg_unit who)
{
    int32_t points = 0;
    if (who >= s->body_count) return 0;
    for (int slot = 0; slot < s->bodies[who].strength; slot++)
        points += cw_points(s, &s->units[who][slot]);
    return points;
}
