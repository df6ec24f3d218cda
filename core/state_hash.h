/*
 * state_hash.h - one number for a state: what records and stores compare.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_STATE_HASH_H
#define GG_STATE_HASH_H

#include "core/lines.h"
#include "grognard.h"

/*
 * The hash is made of the lines of the position, of the options and of the numbers that differ from
 * their standard, so what a later version adds and leaves at its standard changes no hash, nor does
 * the place where something lies in the state.  Names that people give to things do not count.
 */
uint64_t gg_state_hash(const gg_ruleset *, const gg_state *);
/* The same of `now`, where the hash of an earlier state of the game is known: only what can have
 * changed is looked at.  Who goes through a whole game makes a hasher first. */
typedef struct gg_hasher {
    const gg_ruleset *rules;
    gg_line_index index;
} gg_hasher;
void gg_begin_hashes(const gg_ruleset *, gg_hasher *);
uint64_t gg_state_hash_after(const gg_hasher *, const gg_state *before, uint64_t hash,
                             const gg_state *now);
/* Tells states apart within one run of one program, and fast: a hash of their bytes. */
uint64_t gg_state_identity(const gg_ruleset *, const gg_state *);

#endif
