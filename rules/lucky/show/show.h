/*
 * show.h - names, and what a hand means that puts a unit down.
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_SHOW_H
#define LUCKY_SHOW_H

#include "rules/lucky/law/fight.h"
#include "table/notation.h"

/* ---- aim.c: what a hand means that puts a unit down. ---- */
/* A path that ends at this place, facing there in tenths of a degree or (-1) as it comes: a legal
 * one if there is one among those a player would think of, and its verdict. */
gg_verdict lg_path_to(const gg_state *, unsigned unit, lg_mode, gg_point to, int32_t facing,
                      lg_path *out);
/* Is there a path that a hand means by putting the unit there?  For who asks about many places,
 * one near the other: the guess, {0} at first, says what to look at first and changes nothing. */
typedef struct lg_last_try {
    int turn, late; /* late: of what is tried after the turns; 0: nothing of that */
    bool passed;
} lg_last_try;
bool lg_may_end(lg_mover *, lg_mode, gg_point to, lg_last_try *);
/* May a player name it? */
static inline bool lg_may_be_named(gg_point at)
{
    return at.x % HUNDREDTH == 0 && at.y % HUNDREDTH == 0 && at.x >= -PLACE_MAX && at.x <= PLACE_MAX
           && at.y >= -PLACE_MAX && at.y <= PLACE_MAX;
}
/* One leg more (LG-R19). */
bool lg_go_on(const gg_state *, gg_side, const gg_action *begun, gg_point at, int32_t facing,
              gg_action *out);

enum { POSITION_LINES = 26 };
/* What things are called, each list ended by NULL: in notation, and for people. */
typedef struct lg_words {
    const char *types[TYPES + 1], *formations[FORMATIONS + 1], *flags[FLAGS + 1],
        *nations[NATIONS + 1];
} lg_words;
extern const lg_words lg_names, lg_says; /* for people nations have their rows */
extern const char *const lg_commander_quality_names[];

#endif
