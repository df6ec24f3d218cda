/*
 * actions.h - decisions: what a side may do, who decides, and how actions and positions are
 * written.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROGNARD_ACTIONS_H
#define GROGNARD_ACTIONS_H

#include "grognard/rolls.h"

/* ---- Decisions. ---- */
typedef struct gg_action {
    uint8_t kind, flags;
    gg_unit who, whom, item;
    gg_point at;
    int32_t args[GG_ARGS];
} gg_action;
_Static_assert(sizeof(gg_action) == 40, "no hidden padding");

#define GG_NO_HARM_KNOWN UINT64_MAX /* harm(): it is no shot, or core finds out itself */

typedef struct gg_verdict {
    gg_reason reason;
    int32_t had, needed;
} gg_verdict;

/*
 * Who decides now.  `deciding` empty and not over: the game moves by itself, its one step is
 * offered to GG_NOBODY and applied for GG_NOBODY.  More than one side: they decide in secret,
 * each as often as it likes until the ruleset closes its part.
 */
typedef struct gg_turn {
    gg_sides deciding;
    uint8_t phase;  /* row of ruleset->phases */
    uint8_t over;   /* 0 or 1 */
    gg_side winner; /* GG_NOBODY: nobody yet, or drawn */
    uint16_t round;
    gg_clause clause; /* of the phase, or of what ended the game */
    uint8_t secret;   /* 1: choices stay sealed until a GG_REVEAL, even if one side is left to
                        * choose, and a side closes its part itself: nothing is taken for it */
    uint8_t whole;    /* 1: where offer() lists one action, no other but resign is legal that
                        * would do anything else: only then does the match take it by itself */
    uint8_t spends;   /* 1: each action in this phase uses up something that does not come back
                        * in it (a move, a shot), so it ends whatever is chosen: who looks one
                        * action ahead may take the best, though nothing betters what is now */
    uint8_t again;    /* 1: dice that lie already may be thrown again, and that is all: who asks
                        * what may come of an action before them takes it that all are content */
} gg_turn;
_Static_assert(sizeof(gg_turn) == 12, "no hidden padding");

/*
 * ---- Rows of notation: what an action or a line of a position is made of. ----
 * core/fields.h reads and writes them.
 */
typedef struct gg_scan gg_scan; /* core/text.h: a place in a text that is read */

typedef enum gg_field_kind {
    GG_FIELD_NUMBER,  /* low .. high */
    GG_FIELD_DECIMAL, /* low .. high in `unit`ths, written as people do: 4.5 */
    GG_FIELD_PLACE,   /* a gg_point on a measured table: 12.5,3, every coordinate in low .. high */
    GG_FIELD_UNIT,    /* a unit by its name, of the rows low .. high */
    GG_FIELD_UNITS,   /* one or several: bit n of its bytes is unit low + n; of none nothing is
                       * written */
    GG_FIELD_SIDE,    /* blue, red, and nobody if high is GG_NOBODY */
    GG_FIELD_WORD,    /* one of the words, by its row; empty ones cannot be written */
    GG_FIELD_BITS,    /* any of the words: bit n is word n */
    GG_FIELD_FLAG,    /* its lead alone, where it holds `high` */
    GG_FIELD_NAME, /* what people call it, in quotes: GG_CALLED_BYTES; of none nothing is written */
    GG_FIELD_OWN,  /* the game's own: two functions */
} gg_field_kind;

enum {
    GG_FIELD_OPTIONAL = 1, /* left out where it holds its standard value */
    GG_FIELD_FOLLOWS = 2,  /* only directly behind the field before it: a facing after a place */
    GG_FIELD_JOINED = 4,   /* no blank before it: A1>B2, files:3 has none behind its lead either */
    GG_FIELD_GUESSED = 8,  /* who types may leave it out; it is written always */
    GG_FIELD_FIRST = 16,   /* in a line whose fields stand in any order: it must come first */
    GG_FIELD_NAMED = 32,   /* another one has the same lead: its name tells them apart in a hash */
};

typedef struct gg_field {
    const char *name;          /* for people: "target" */
    const char *lead;          /* what stands before it: "facing"; "" nothing */
    const char *expected;      /* what to say if it is not there: "expected a company: A1 to B3" */
    uint8_t kind, size, flags; /* size in bytes: 1, 2, 4 (8 for bits, any for units) */
    uint8_t decimals;          /* at most 1, 2 or 3; GG_FIELD_PLACE: 0 stands for 3 */
    uint16_t offset;           /* in its struct */
    uint16_t beside;   /* not 0: in the state instead, so far apart for each thing of a line */
    uint8_t step;      /* GG_FIELD_WORD: so much is kept for each row; 0 stands for 1 */
    int32_t low, high; /* what it may be */
    int32_t shift;     /* what is added to it before it is kept */
    int32_t standard;  /* as it is kept */
    const char *const *words; /* GG_FIELD_WORD, GG_FIELD_BITS: ended by NULL */
    /* GG_FIELD_OWN, of what lies where the row says: without an offset the whole struct.  Reading
     * gives what was expected where the scan then stands, or NULL; the scan does not move at all
     * if the field does not begin here.  Writing writes its blank too. */
    const char *(*read)(gg_scan *, const gg_state *, void *at);
    void (*write)(const gg_state *, const void *at, gg_text *);
} gg_field;

/* Whether an action may be done, and doing it. */
typedef gg_verdict gg_judging(const gg_state *, gg_side, const gg_action *);
typedef void gg_doing(gg_state *, gg_side, const gg_action *, gg_dice *, gg_log *);

/* One kind of action.  core/action.h writes and reads it: its word, then its fields in order,
 * each at its offset in gg_action; units that no field names are GG_NO_UNIT, all else is 0. */
typedef struct gg_action_def {
    const char *word;   /* in notation: "charge" */
    const char *called; /* for people: "Charge" */
    const char *help;   /* one sentence */
    gg_clause clause;
    uint8_t field_count;
    bool is_bare;    /* its word need not be typed where it begins with a number */
    bool ends;       /* it ends a step: what else is offered there lapses */
    uint64_t phases; /* bit n: it belongs to row n of the phases */
    const gg_field *fields;
    gg_judging *legal; /* where a game has a function for each kind (core/action.h); else NULL */
    gg_doing *apply;
} gg_action_def;

typedef struct gg_bytes { /* of the state */
    uint32_t at, bytes;
    uint32_t stride, count; /* of so many parts, so far apart; 0: of one */
} gg_bytes;

/*
 * A kind of line of a position.  core/position.h writes the kinds in their order, each with all its
 * things, and reads them in any order.
 */
typedef struct gg_line_def {
    const char *word;     /* its first word; "": it has none, and `which` knows it */
    const char *expected; /* what to say of a word in it that it does not know */
    const gg_field *fields;
    uint8_t field_count;
    bool is_free;         /* its fields may stand in any order, as people describe a unit */
    bool is_rare;         /* written only where its first field is not at its standard value */
    bool is_early;        /* read and settled before the others, wherever it stands in the
                               * text: they name its things */
    uint8_t from_count;   /* What decides whether a thing is there and what its line says: its own
                               * bytes, those of its fields, and these parts of the state.  Of */
    const gg_bytes *from; /* lines of the game's own, these alone; none: anything */
    gg_unit first_unit;   /* the unit that its first thing is, to go on with its
                                            * name; GG_NO_UNIT: it goes on with its fields */
    const char *const *names;       /* behind its word the name of a thing: "vp blue 4" */
    uint32_t offset, stride, count; /* in the state; count 0: one thing, the state itself */
    /* Is the nth thing there, so that it is written?  NULL: it is. */
    bool (*is_there)(const gg_state *, uint32_t nth);
    uint32_t counted; /* instead: where in the state a byte says how many are there */
    const char *full; /* things that are counted and have no name: each line is about one
                              * more, and this is what to say when there is no room for it */
    /* The thing a line is about, for several things: found by its name, or added.  It moves past
     * the name.  Below 0: `expected` says why there is none, or the line is not of this kind. */
    int32_t (*which)(gg_state *, gg_scan *, const char **expected);
    /* A line of the game's own, after its word and the name of the nth thing; NULL, or what was
     * expected where it broke. */
    const char *(*read)(gg_scan *, gg_state *, uint32_t nth);
    void (*write)(const gg_state *, gg_text *); /* all lines of the kind, whole */
    /* When all lines were read: fills in what follows for the nth thing, of which a line spoke or
     * not.  NULL, or what is wrong with it: it is told where that line stands. */
    const char *(*settle)(gg_state *, uint32_t nth, bool is_said);
} gg_line_def;

/*
 * ---- Patterns: what somebody who makes a battle of his own can put on the board. ----
 * A row is a thing and how its line of a position is written.  In the text
 *     {a|b}      is the one where it is blue's, the other where it is red's
 *     {1..}      is the next number that no other name has; {1|51..}: from 1 for blue, 51 for red
 *     {at}       is a place, as the game writes places
 *     {facing}   is a facing in whole degrees, {wind} N, E, S or W
 *     {corners}  are the places of an area, at least three; {way} those of a line, at least two
 *     {squares}  are places of a board that are like that; {border} two sectors with a bar between
 * A row without a place (its group is "") is a line that every new battle begins with.
 */
typedef struct gg_pattern {
    const char *group;  /* for people: "infantry", "ground" */
    const char *called; /* "line infantry" */
    const char *text;   /* "{a|b}{1..} inf {at} {facing}" */
} gg_pattern;

#endif
