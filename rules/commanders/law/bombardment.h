/*
 * bombardment.h - batteries firing over sectors (chapter 10).
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_BOMBARDMENT_H
#define COMMANDERS_BOMBARDMENT_H

#include "sequence.h"

typedef struct shell_query {
    uint8_t column, range, token, walls;
} shell_query;
typedef struct shell {
    gg_unit who, whom;
    shell_query query;
} shell; /* one die of a battery */
enum { SHELLS_MAX = 2 * ALL_UNITS };
int commanders_shells(const gg_state *, shell *, int limit); /* all of the phase, in order */
/* Where a battery can fire, whatever its orders (CMD-10.1). */
gg_verdict commanders_fire_verdict(const gg_state *, gg_side, int from, int to);
/* At a building with both dice, which has to be in the open (CMD-R58). */
gg_verdict commanders_building_verdict(const gg_state *, gg_side, const gg_action *);

#endif
