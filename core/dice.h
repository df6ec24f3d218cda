/*
 * dice.h - the sources of chance: random, scripted, drawn, enumerating.
 *
 * A closed set of kinds in one struct.  Whoever rolls (a ruleset) sees gg_roll and
 * its kin in grognard.h and cannot tell which kind it holds; whoever owns the dice
 * (a match, a test, a player's search) makes them here.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_DICE_H
#define GG_DICE_H

#include "grognard.h"

typedef enum gg_dice_kind {
    GG_DICE_RANDOM,    /* seeded, the same on every platform */
    GG_DICE_SCRIPTED,  /* faces listed by somebody; running dry sets `trouble` */
    GG_DICE_ENUMERATE, /* every outcome once, with its exact weight */
    GG_DICE_DRAWN,     /* each face comes from a function of the owner's */
} gg_dice_kind;

typedef enum gg_dice_trouble {
    GG_DICE_FINE,
    GG_DICE_DRY,      /* a face was asked for and none was left */
    GG_DICE_BAD_FACE, /* a listed face does not exist on the die that was asked for */
    GG_DICE_TOO_MANY, /* enumeration passed a bound: not exact */
} gg_dice_trouble;

enum {
    GG_REQUESTS_MAX = 96, /* requests of one run that can be enumerated */
    GG_RUNS_MAX = 200000, /* runs of one enumeration */
};

/* Dice in trouble go on with random faces, so that "roll again on a tie" always ends; the owner
 * looks at `trouble` and throws the result away. */
struct gg_dice {
    uint8_t kind, trouble;
    gg_unit who, whom; /* what the present roll is for */
    const char *purpose;
    int asked_sides; /* the die that was asked for when trouble came ... */
    int asked_count; /* ... and how many of them that roll still lacked */

    uint64_t random[4]; /* random: state of the generator */

    const uint8_t *faces; /* scripted: the faces to come */
    uint32_t face_count, face_next;

    int (*draw)(void *from, int sides); /* drawn: gives a face 1..sides */
    void *from;

    void *first_query; /* gets the query of the first roll, if that is a check's ... */
    const struct gg_check *first_check; /* ... and this the check; NULL: nobody asks */

    uint8_t *trace; /* any kind but enumerating: the faces used, if the owner wants them */
    uint32_t trace_count, trace_limit;

    uint32_t requests;  /* rolls asked for since the dice were made or cleared */
    uint32_t runs;      /* enumerating: runs begun */
    uint32_t depth;     /* enumerating: requests of the present run */
    uint32_t deepest;   /* enumerating: requests whose choice is fixed for this run */
    gg_fraction weight; /* enumerating: of the present run */
    uint32_t choice[GG_REQUESTS_MAX], choices[GG_REQUESTS_MAX];
};

gg_dice gg_dice_random(uint64_t seed);
gg_dice gg_dice_scripted(const uint8_t *faces, uint32_t count);
gg_dice gg_dice_enumerate(void);
gg_dice gg_dice_drawn(int (*draw)(void *from, int sides), void *from);
/* Random ones that remember the first roll: for who asks what an action would roll (parts.def). */
gg_dice gg_dice_asking(void *query);

/*
 * for (gg_dice d = gg_dice_enumerate(); gg_dice_next(&d);) { apply a copy with &d; use d.weight; }
 * Stops early when a bound is passed; then d.trouble is set and the sum is not exact.
 */
bool gg_dice_next(gg_dice *);

/* 64 even bits from random dice: for players that choose at random. */
uint64_t gg_dice_bits(gg_dice *);
/* A number 0..count-1, evenly, from random dice; not a roll: it is not traced. */
uint32_t gg_dice_pick(gg_dice *, uint32_t count);

/* Exact arithmetic of chances; false, and nothing changed, when 64 bits do not suffice. */
gg_fraction gg_fraction_reduce(gg_fraction);
bool gg_fraction_times(gg_fraction *, gg_fraction by);
bool gg_fraction_plus(gg_fraction *, gg_fraction by);

/* A hash of bytes, the same on every platform; and one that goes on from another. */
uint64_t gg_hash(const void *bytes, size_t count);
uint64_t gg_hash_on(uint64_t hash, const void *bytes, size_t count);

#endif
