/*
 * games.h - whole games between computer players, for golden files and signatures.
 */
#ifndef TESTS_GAMES_H
#define TESTS_GAMES_H

#include "players/players.h"
#include "support.h"

/* Plays the scenario to its end; the same seed gives the same game everywhere.  Every action is
 * told to `each` (may be NULL) after it was done, with its events. */
typedef void game_each(void *to, const gg_match *);
void play_game(gg_match *, const gg_ruleset *, void *memory, uint32_t scenario, uint64_t seed,
               const gg_player *, game_each *, void *to);

#endif
