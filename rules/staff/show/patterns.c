/*
 * patterns.c - what somebody who makes a battle of staff can put on the table.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/show/show.h"

const gg_pattern staff_patterns[] = {
    {"", "the first step", "phase start"},
    {"", "who commands", "ac1 rating 8 36,4"},
    {"", "who commands", "bc1 rating 8 36,44"},
#define TYPE(id, name, words, ...)                                                                 \
    {"troops", words, "{a|b}{1|51..} " name " {at} {facing} brigade 1"},
#include "rules/staff/law/units.def"
#undef TYPE
    {"commanders", "army commander", "{ac|bc}0 rating 8 {at}"},
    {"commanders", "brigade commander", "{ac|bc}{1..} rating 8 {at}"},
#define GROUND(id, name, words, flags, ...)                                                        \
    {"ground", words,                                                                              \
     (flags) == 0 || (flags) == GT_BARRED ? "area " name " {corners}"                              \
                                          : "area " name " level 1 {corners}"},
#define LINE(id, name, words, ...) {"lines", words, "line " name " {way}"},
#include "rules/staff/law/ground.def"
#undef GROUND
#undef LINE
    {"objectives", "a building to hold, 3 points", "area building level 1 value 3 {corners}"},
    {NULL, NULL, NULL},
};
