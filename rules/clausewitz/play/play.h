/*
 * play.h - what the ruleset says of its computer players.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_PLAY_H
#define CLAUSEWITZ_PLAY_H

#include "rules/clausewitz/law/fight.h"
#include "table/inputs.h"

enum { CLAUSEWITZ_INPUTS = GT_INPUT_ROWS(5, 16, 4) }; /* inputs.c: kinds, bands, states */
gg_point cw_goal_of(const gg_state *, unsigned b);    /* where it would go, for players */

#endif
