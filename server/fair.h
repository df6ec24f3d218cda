/*
 * fair.h - dice that can be proved.
 *
 * Before a game begins the server commits itself to a secret by publishing a hash of it; then
 * each side contributes a line of its own.  Die number n of the game (from 1, in the order of the
 * record) is drawn from a hash of contributions, game and n, keyed with the secret; when the game
 * is over the secret is published, and anybody can draw every die again.  docs/dice.md tells
 * players what this proves and what it does not.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_FAIR_H
#define SERVER_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/match.h"
#include "core/text.h"

enum {
    FAIR_SECRET_BYTES = 32,
    FAIR_HASH_BYTES = 32,
    FAIR_ID_MAX = 17,           /* with its end */
    FAIR_CONTRIBUTION_MAX = 65, /* with its end */
};

typedef struct fair_later { /* of a game whose store was restored from a copy */
    uint64_t from;          /* the first die that is drawn with it */
    uint8_t secret[FAIR_SECRET_BYTES];
} fair_later;

typedef struct fair {
    uint8_t secret[FAIR_SECRET_BYTES];
    char id[FAIR_ID_MAX];
    char contributions[2][FAIR_CONTRIBUTION_MAX];
    fair_later *later; /* in order, in the heap */
    uint32_t later_count;
} fair;

/* Bytes that decide dice or computer players' choices: nobody can foresee them, unless a test has
 * said which they are to be.  On the loop. */
void fair_random(void *out, size_t count);
void fair_seed_for_tests(uint64_t seed);
void fair_new_secret(uint8_t secret[FAIR_SECRET_BYTES]);
/* What is published before any die is drawn: a hash of the game's id and a secret of it. */
void fair_commitment(const fair *, const uint8_t secret[FAIR_SECRET_BYTES],
                     uint8_t out[FAIR_HASH_BYTES]);
/* From this die on they are drawn with this one; false: there is no memory. */
bool fair_add_secret(fair *, uint64_t from, const uint8_t secret[FAIR_SECRET_BYTES]);
/* Forgets all its secrets, and frees what they lie in. */
void fair_forget(fair *);
/* Up to 64 printable characters of ASCII, no blank at either end; empty is allowed. */
bool fair_may_contribute(const char *text);
/* The face of die `number` (from 1) with this many sides. */
int fair_face(const fair *, uint64_t number, int sides);

/* A source for gg_dice_drawn: counts the dice itself. */
typedef struct fair_source {
    const fair *fair;
    uint64_t drawn; /* dice of the game so far */
} fair_source;
int fair_draw(void *source, int sides);

/* The lines of a record's heading that tell of it; the secret, and room for a seal, only when
 * `over`. */
void fair_write_heading(const fair *, bool over, gg_text *out);
/* The sides of each die of the game, in order, so that whoever knows no rules can draw it again:
 * lines "server sides 6*12 52 51", where 6*12 is twelve dice of six sides.  `scratch` has room for
 * a state. */
void fair_write_sides(const gg_match *, gg_state *scratch, gg_text *out);
/* Are those lines of the record these?  True also if it has none: older servers wrote none. */
bool fair_has_sides(const char *record, const char *lines);
/* Of a game that went on by corrected rules: how many dice were drawn before; else 0. */
uint64_t fair_dice_before(const char *record);
/* The seal is a hash of all the record's other bytes, keyed with the secret.  Writes it into its
 * room in a whole record, if there is one; or looks whether it is the right one. */
void fair_seal(const fair *, char *record);
bool fair_is_sealed(const fair *, const char *record);

typedef enum fair_told {
    FAIR_TOLD,     /* all of it is there */
    FAIR_ABSENT,   /* no such lines: not a record of a server */
    FAIR_NOT_OVER, /* there is no secret: the game was not over */
    FAIR_DAMAGED,  /* a line is missing or cannot be read */
    FAIR_OTHER,    /* a secret is not the one that was promised */
} fair_told;
/* Reads those lines back from the text of a record; fair_forget() frees it. */
fair_told fair_read_heading(const char *record, fair *);

#endif
