/*
 * play.h - what computer players are told about a state.
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_PLAY_H
#define STAFF_PLAY_H

#include "rules/staff/law/charge.h"
#include "rules/staff/law/combat.h"
#include "rules/staff/law/shoot.h"
#include "table/inputs.h"

enum { SCORE_NOTE_BYTES = 40 << 10 };
enum { STAFF_INPUTS = GT_INPUT_ROWS(7, 6, 5) }; /* inputs.c: kinds, bands, states */

#endif
