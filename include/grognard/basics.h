/*
 * basics.h - limits, names of things, places, errors and texts: what every chapter of the contract
 * speaks of.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROGNARD_BASICS_H
#define GROGNARD_BASICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- Limits: everything is bounded, and the bound has a name. ---- */
enum {
    GG_STATE_BYTES_MAX = 32768,
    GG_QUERY_BYTES_MAX = 256,
    GG_LINES_MAX = 16,        /* modifiers applying to one roll */
    GG_FACES_MAX = 60,        /* dice shown in one event */
    GG_OUTCOMES_MAX = 32,     /* different results of one roll */
    GG_ARGS = 6,              /* numbers an action may carry beyond the common ones */
    GG_OPTIONS_MAX = 64,      /* switches of one ruleset */
    GG_ACTION_TEXT_MAX = 256, /* the longest action in notation, with its end */
    GG_NAME_MAX = 16,         /* the longest name of a unit, with its end */
    GG_CALLED_BYTES = 20,     /* what a scenario calls a unit or a place, with its end */
    GG_WORDS_MAX = 256,       /* the longest answer to a question, with its end */
    GG_SAY_MAX = 160,         /* the longest offered action in plain words, with its end */
    GG_FEATURES_MAX = 32,     /* that a judgement is made of */
    GG_INPUTS_MAX = 256,      /* of a network that are on at once */
};

typedef uint16_t gg_clause; /* row of ruleset->clauses; 0 cites nothing */
typedef uint16_t gg_reason; /* row of ruleset->reasons; 0 means legal */
typedef uint16_t gg_unit;
typedef uint8_t gg_side;
typedef uint8_t gg_sides; /* a set: bit n is side n */

enum { GG_NO_UNIT = 0xffff, GG_NO_CHECK = 0xff };

/* Blue sits south and is named first in every rulebook here.  GG_NOBODY is the
 * game itself where it moves without being asked (a roll that must be made, a
 * deal), the watcher where somebody looks, and the winner of a drawn game. */
enum { GG_BLUE = 0, GG_RED = 1, GG_NOBODY = 2 };
enum {
    GG_SIDES_NONE = 0,
    GG_SIDES_BLUE = 1,
    GG_SIDES_RED = 2,
    GG_SIDES_BOTH = 3,
    GG_SIDES_ALL = 7
};

/* Of blue and red the other one. */
static inline gg_side gg_other(gg_side side) { return (gg_side)(1 - side); }

/* Ticks, 1000 to the rulebook's inch or centimetre, on a measured table; columns
 * and rows (or sector numbers) from 0 in the games on a board. */
typedef struct gg_point {
    int32_t x, y;
} gg_point;
typedef struct gg_fraction {
    uint64_t top, bottom;
} gg_fraction;

/* Bad input, never a bug: text is NULL when all is well, at is the offset where it
 * broke.  The text says what is wrong or was expected there, as a plain phrase. */
typedef struct gg_error {
    const char *text;
    uint32_t at;
} gg_error;

/* A bounded buffer for text; bytes always ends in a zero, cut tells that it was too small. */
typedef struct gg_text {
    char *bytes;
    uint32_t count, limit;
    bool cut;
} gg_text;

/*
 * Each ruleset completes this type in its own folder: no ruleset casts, and the
 * engine cannot look inside.  It has no pointers and no unnamed padding, because
 * the engine copies, compares, hashes and stores it as bytes.
 */
typedef struct gg_state gg_state;
typedef struct gg_ruleset gg_ruleset;

/* ---- Assertions are for our own mistakes and are never compiled out. ---- */
_Noreturn void gg_broken(const char *what, const char *file, int line); /* the front end's */
#define gg_assert(what) ((what) ? (void)0 : gg_broken(#what, __FILE__, __LINE__))

#endif
