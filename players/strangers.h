/*
 * strangers.h - stubborn opponents for the ladder, who take no seat against people, and what they,
 * and those who search, want in a game beyond its score.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_STRANGERS_H
#define GG_STRANGERS_H

#include "players/players.h"

extern const gg_player *const gg_strangers[]; /* one row of strangers.def each, NULL at the end */

/* What a player wants in a game beyond the score: features of its own side and what one more of
 * each is worth. */
enum { GG_LEANINGS_MAX = 8 };
typedef struct gg_leaning {
    uint32_t count;
    uint8_t features[GG_LEANINGS_MAX];
    int32_t worths[GG_LEANINGS_MAX];
} gg_leaning;

/* The game's rows for this name; there may be none. */
gg_leaning gg_leaning_of(const char *name, const gg_ruleset *);
/* What the view is worth to this side: the score and, while the game goes on, the leaning.
 * `notes`: as of the ruleset's score(). */
int64_t gg_leaning_score(const gg_leaning *, const gg_ruleset *, const gg_state *view, gg_side,
                         void *notes);

#endif
