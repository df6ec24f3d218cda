/*
 * knower.h - the player at the ladder that knows guard's code.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_KNOWER_H
#define LAB_KNOWER_H

#include "players/search.h"

/* Called first before any thread plays. */
const gg_player *lab_knower(void);

#endif
