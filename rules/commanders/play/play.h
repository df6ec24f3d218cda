/*
 * play.h - what computer players ask of the game.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_PLAY_H
#define COMMANDERS_PLAY_H

#include "rules/commanders/law/commanders.h"

bool commanders_threats(const gg_state *, gg_side, gg_unit who, gg_point at, gg_threat *,
                        uint32_t *count);
/* What the orders written so far promise; of a state in the step of planning. */
int commanders_plan_worth(const gg_state *, gg_side);
/* Rows for each side's types in every place, routed or spent or not. */
enum { COMMANDERS_INPUTS = 2 * TYPES * PLACES * 4 };
extern const gg_network commanders_network;

#endif
