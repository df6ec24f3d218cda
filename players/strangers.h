/*
 * strangers.h - stubborn opponents for the ladder.  They take no seat against people.
 */
#ifndef GG_STRANGERS_H
#define GG_STRANGERS_H

#include "players/players.h"

extern const gg_player *const gg_strangers[]; /* one row of strangers.def each, NULL at the end */

/* What the view is worth to this stranger beyond the score; `name` is one of strangers.def. */
int64_t gg_stranger_leaning(const char *name, const gg_ruleset *, const gg_state *view, gg_side);

#endif
