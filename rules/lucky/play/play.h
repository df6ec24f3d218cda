/*
 * play.h - what the ruleset says of its computer players.
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_PLAY_H
#define LUCKY_PLAY_H

#include "rules/lucky/law/fight.h"
#include "table/inputs.h"

enum { SCORE_NOTE_BYTES = 36 << 10 };
enum { LUCKY_INPUTS = GT_INPUT_ROWS(6, 9, 4) }; /* inputs.c: kinds, bands, states */

#endif
