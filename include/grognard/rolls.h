/*
 * rolls.h - dice, what is told of them, and the tables that decide them: the numbers of the rules
 * and one table for each roll.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROGNARD_ROLLS_H
#define GROGNARD_ROLLS_H

#include "grognard/basics.h"

/* ---- Dice: the only source of chance, held by the match and never by the state. ---- */
typedef struct gg_dice gg_dice; /* core/dice.h; the caller cannot tell which kind it holds */

/* Says what the next rolls are for, so that a person with real dice can be asked. */
void gg_roll_for(gg_dice *, const char *purpose, gg_unit who, gg_unit whom);
int gg_roll(gg_dice *, int sides); /* 1..sides */

/*
 * Rolls `count` dice and counts how many fall into each kind, where kind_of[face - 1]
 * names the kind 0..kinds-1 of a face.  One request however many dice, so that twenty
 * of them can still be enumerated: a rule that reads only counts should ask only for
 * counts.  `shown` (NULL, or room for `count`) gets the faces; enumerating dice show
 * one arrangement that has the counts.
 */
enum { GG_KINDS_MAX = 6, GG_DIE_SIDES_MAX = 64 };
void gg_roll_kinds(gg_dice *, int count, int sides, const uint8_t *kind_of, int kinds,
                   int counts[GG_KINDS_MAX], uint8_t *shown);
/* The same for two kinds: how many dice show a face of the set (bit n is face n+1). */
int gg_roll_hits(gg_dice *, int count, int sides, uint32_t faces, uint8_t *shown);

/* ---- Events: what happened, by which clause, and who may know. ---- */
typedef enum gg_event_kind {
    GG_NOTE,
    GG_ROLL,
    GG_MOVE,
    GG_LOSS,
    GG_STATUS,
    GG_PHASE,
    GG_REVEAL,
    GG_END
} gg_event_kind;

typedef struct gg_line {
    uint8_t mod;
    int8_t amount;
    gg_sides seen_by;
    uint8_t zero;
} gg_line;

typedef struct gg_event {
    uint8_t kind;
    gg_sides seen_by;
    uint16_t saying; /* row of ruleset->sayings: the sentence; 0 for a plain roll */
    gg_clause clause;
    gg_unit who, whom;
    uint8_t check, band; /* GG_ROLL: row of ruleset->checks or GG_NO_CHECK, row of its bands */
    uint8_t face_count, line_count;
    uint8_t base;  /* dice before modifiers, where modifiers change their number */
    uint8_t needs; /* GG_EACH: what a die must come to, before modifiers */
    int16_t total, amount, had;
    uint16_t zero2;
    uint32_t counting; /* GG_HITS, GG_EACH: the faces that count, bit n is face n+1 */
    gg_point at, to;
    uint8_t faces[GG_FACES_MAX];
    gg_line lines[GG_LINES_MAX];
} gg_event;

typedef struct gg_log {
    gg_event *events;
    uint32_t count, limit;
} gg_log;

/* A GG_REVEAL opens what was chosen in secret: every action still sealed, and every roll that not
 * all have seen, or, if its amount is not 0, the actions of kind amount - 1 only. */

/* The next event of the log, zeroed but for kind, clause, check and units (none), seen_by (all).
 * With no log, or a full one, NULL: the caller writes through it only if it is not. */
gg_event *gg_log_add(gg_log *, gg_event_kind, gg_clause);
/* The same with a sentence of the ruleset, the clause that it cites, and the units. */
gg_event *gg_say(gg_log *, const gg_ruleset *, gg_event_kind, unsigned saying, gg_unit who,
                 gg_unit whom);

/*
 * A sentence of the log, one row each.  In the text {who} {whom} name units, {at} {to}
 * places, {amount} {had} {total} numbers; {s} is an s unless the number before it was 1, and {dice}
 * "die" or "dice" by the same.
 * {amount:length} is a number of hundredths told as a length ("4.5 inches"), {amount:hundredths}
 * without the word; {amount:wind} degrees as "north-east"; {to:course} the way from {at} to {to},
 * "6 inches north"; {at:spot} a place by the table's edges; {at:place} as write_number calls it.
 */
typedef struct gg_saying {
    const char *id;
    gg_clause clause;
    const char *text;
} gg_saying;

/*
 * ---- Numbers: every number of the rules is a row. ----
 * A game that is played by house rules keeps in its state by how much each row differs from its
 * standard value: all zeros in a standard game.  The row decides, explains and prints.
 */
typedef struct gg_number {
    const char *id; /* stable: "musket_range"; tables and positions name it */
    gg_clause clause;
    int32_t standard, low, high; /* sensible values */
    const char *unit;            /* "hundredths of an inch", "dice", "" */
    const char *text;            /* what it is, for the sheet and for people */
} gg_number;

/* The value of a row; `house` (the differences) may be NULL. */
static inline int32_t gg_number_value(const gg_number *numbers, const int16_t *house, uint32_t row)
{
    return numbers[row].standard + (house == NULL ? 0 : house[row]);
}

/* ---- Checks: one table per roll, and four readers of it. ---- */
typedef struct gg_mod {
    const char *id; /* stable: tests and records name it */
    gg_clause clause;
    uint8_t group;     /* in one group only the largest counts; 0 adds up */
    const char *value; /* printed behind the number on the sheet: "each, at most +2" */
    const char *text;  /* printed on the reference sheet and in the log */
    int (*amount)(const void *query); /* 0: does not apply now */
    /* Where check->numbers is set, instead of `amount`: the row with its number, and how often
     * that counts now. */
    int (*times)(const void *query);
    uint16_t number;
} gg_mod;

/* With `number` (a row of check->numbers) the least is that row's value and not `at_least`. */
typedef struct gg_band {
    int at_least;
    gg_clause clause;
    const char *text;
    uint16_t number; /* 0: none; a band never stands in row 0 of the numbers */
} gg_band;

typedef enum gg_check_kind {
    GG_SUM,  /* dice are added up, modifiers change the total, bands read the total */
    GG_HITS, /* each die hits or not, modifiers change the number of dice, bands read the hits */
    GG_EACH, /* each die and the modifiers come to a number or not, bands read how many do */
} gg_check_kind;

typedef struct gg_check {
    const char *name;
    gg_clause clause;
    uint8_t kind, sides;
    uint8_t mod_count, band_count;
    uint16_t query_bytes;            /* of what the functions below get */
    int sum_min, sum_max;            /* GG_SUM: clamp on the sum of modifiers; both 0: none */
    int (*dice)(const void *query);  /* dice before modifiers */
    int (*needs)(const void *query); /* GG_EACH: the number to come to, 0..255 */
    /* GG_EACH: faces that count, and that do not, whatever the modifiers; NULL: none */
    uint32_t (*always)(const void *query);
    uint32_t (*never)(const void *query);
    int (*dice_min)(const void *query);   /* GG_HITS: never fewer; NULL is 0 */
    uint32_t (*faces)(const void *query); /* GG_HITS: faces that count, bit n is face n+1 */
    const gg_mod *mods;
    const gg_number *numbers; /* the ruleset's, where its rolls are made of rows of numbers */
    /* highest first; the last one takes the rest; none: the number speaks */
    const gg_band *bands;
    const char *letters; /* how the faces 1.. are written, one character each; NULL: digits */
    const char *what;    /* what is counted, in the singular: "hit", "failure" */
    const char *rule;    /* how many dice and which faces count, in words, for the sheet */
    /* GG_SUM: modifiers do not change the total but this, which it is held against: "rating"; the
     * event's `needs`, by needs(), is what that is before them.  NULL: they change the total. */
    const char *against;
    /* The log begins with "WHO verb WHOM:", such as "shoots at"; NULL: with the name, WHO>WHOM. */
    const char *verb;
    /* Which band a total is, held against so much (then no band has a least); NULL: by `bands`. */
    int (*held)(const int16_t *house, const void *query, int total, int against);
} gg_check;

/* For `dice`, where it is always as many. */
int gg_one_die(const void *query);
int gg_two_dice(const void *query);
/* `house` is the state's, or NULL for the standard numbers. */
/* The sum of the modifiers that apply now; the event, if given, gets a line for each. */
int gg_check_mods(const gg_check *, const int16_t *house, const void *query, gg_event *);
/* The least that reads as this band. */
int gg_band_least(const gg_check *, const int16_t *house, int row);
/* How many dice it rolls now, modifiers included. */
int gg_check_dice(const gg_check *, const int16_t *house, const void *query);
/* Resolves and explains: GG_SUM returns the row of bands, the others the number of hits. */
int gg_check_roll(const gg_check *, const int16_t *house, const void *query, gg_dice *, gg_event *);
/* The same where hits are counted, and how many dice show one of these faces besides. */
int gg_check_roll_marked(const gg_check *, const int16_t *house, const void *query, gg_dice *,
                         gg_event *, uint32_t marked, int *count);
/* The chance of each result (band or number of hits); returns how many results there are. */
int gg_check_odds(const gg_check *, const int16_t *house, const void *query,
                  gg_fraction odds[GG_OUTCOMES_MAX]);

#endif
