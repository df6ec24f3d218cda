/*
 * batch.h - whole games between computer players, and the signature of a fixed batch of them:
 * for golden files, for tests, and to prove that every build plays the same.
 * SPDX-License-Identifier: MIT
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

/* ---- A game between two players, one action after the other: what the laboratory plays. ---- */
typedef struct gg_bout {
    gg_match *match;
    const gg_player *players[2];
    gg_effort efforts[2];
    void *memory[2], *room; /* as the players' rows say; `memory` zeroed */
    gg_state *view;         /* room for one */
    const gg_progress *progress;
    gg_dice thoughts[2];
    uint32_t decisions[2], steps; /* steps: what nobody had to decide */
    uint64_t offers;              /* in all decisions together */
} gg_bout;

/* The seed of a game of a run, and the dice by which the players of that game think. */
uint64_t gg_seed_of_game(uint64_t run, uint64_t game);
void gg_bout_begin(gg_bout *, uint64_t seed);
/* Takes the next step, or lets the side that decides choose; not when the game is over. */
gg_match_answer gg_bout_step(gg_bout *);

/* One hash of every position and every event in games of every scenario.  A change of play changes
 * it; nothing else does, on no machine.  `room` holds a position and the events of an action. */
enum { GG_SIGNATURE_ROOM = 1 << 18 };
uint64_t gg_signature_of(const gg_ruleset *, gg_match *, void *memory, gg_text room);

#endif
