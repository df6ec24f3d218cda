/*
 * batch.h - whole games between computer players, and the signature of a fixed batch of them:
 * for golden files, for tests, and to prove that every build plays the same.
 */
#ifndef GG_BATCH_H
#define GG_BATCH_H

#include "core/match.h"
#include "core/text.h"
#include "players/players.h"

/* Plays the scenario to its end; the same seed gives the same game everywhere.  Every action is
 * told to `each` (may be NULL) after it was done, with its events. */
typedef void gg_game_each(void *to, const gg_match *);
void gg_play_game(gg_match *, const gg_ruleset *, void *memory, uint32_t scenario, uint64_t seed,
                  const gg_player *, gg_game_each *, void *to);

/* One hash of every position and every event in games of every scenario.  A change of play changes
 * it; nothing else does, on no machine.  `room` holds a position and the events of an action. */
enum { GG_SIGNATURE_ROOM = 1 << 18 };
uint64_t gg_signature_of(const gg_ruleset *, gg_match *, void *memory, gg_text room);

#endif
