/*
 * reach.h - places asked about one after the other, with all that is kept between them, and each by
 * itself: where a unit may go is the same either way.  reach.c plays; a file for each game asks.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_REACH_H
#define TESTS_REACH_H

#include "core/dice.h"
#include "core/space.h"
#include "support.h"

typedef struct reach_game {
    const char *name;
    const char *scenarios[4]; /* NULL: no more */
    /* Asks about this unit, if it is one that goes anywhere: how many places were compared, how
     * many of them it may go to; false: one was answered differently. */
    bool (*compare)(const gg_state *, gg_side, gg_unit, gg_dice *, int *asked, int *open);
} reach_game;

/* Random games of each scenario; TAP, and the exit status. */
int compare_reaches(const reach_game *);
/* The next place of a walk about one: near the last, as places on a grid are, and now and then
 * somewhere else within that distance of the first. */
gg_point reach_step(gg_dice *, gg_point about, gg_point last, int32_t far);

#endif
