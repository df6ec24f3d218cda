/*
 * grognard.h - the contract between engine, rulesets, players and front ends.
 *
 * A ruleset is one constant struct: tables that can be printed and functions that
 * can be trusted.  What happens depends on (state, action, dice) and on nothing
 * else: a ruleset has no clock, no allocation, no output, no floating point and
 * no variable that outlives a call.
 *
 * docs/writing-a-ruleset.md has a section for each member of gg_ruleset.
 */
#ifndef GROGNARD_H
#define GROGNARD_H

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

/* ---- Scene: what to draw, in the words of the game; front ends choose the looks. ---- */
typedef enum gg_shape {
    GG_CELL,  /* one square of a board: `at` is its column and row */
    GG_BLOCK, /* a body of troops: rectangle `size` about `at`, turned to `facing` */
    GG_DISC,
    GG_AREA,
    GG_PATH,
    GG_ARROW,
    GG_LABEL,
    GG_RESERVE /* a body of troops that is not on the board yet: listed, not drawn */
} gg_shape;

/* Roles name what a mark stands for; core/roles.def is the list (glyphs, colours, words). */
typedef enum gg_role {
#define ROLE(id, glyph, fill, text) GG_ROLE_##id,
#include "../core/roles.def"
#undef ROLE
    GG_ROLES
} gg_role;

enum {
    GG_FLAG_COMMAND = 1,
    GG_FLAG_ACTED = 2,
    GG_FLAG_SQUARE = 4,
    GG_FLAG_ROUTED = 8,
    GG_FLAG_CHOSEN = 16,
    GG_FLAG_DISORDERED = 32,
    GG_FLAG_GHOST = 64, /* where something was, or would be: drawn faintly, and no click finds it */
    GG_FLAG_REFUSED = 128 /* of a sketch: so it may not be done */
};

/* How a body of troops is drawn up, where the game tells. */
typedef enum gg_form {
    GG_FORM_NONE,
    GG_FORM_LINE,
    GG_FORM_COLUMN,
    GG_FORM_MARCH,
    GG_FORM_OPEN,
    GG_FORM_SQUARE,
    GG_FORM_LIMBERED,
    GG_FORM_UNLIMBERED
} gg_form;

/* Whose coat it wears, where the game tells; core/coats.def is the list (colours, words). */
typedef enum gg_coat {
#define COAT(id, cloth, facings, text) GG_COAT_##id,
#include "../core/coats.def"
#undef COAT
    GG_COATS
} gg_coat;

/* How good troops are, where the game tells and they are not like most. */
typedef enum gg_quality {
    GG_QUALITY_USUAL,
    GG_QUALITY_POOR,
    GG_QUALITY_GOOD,
    GG_QUALITY_ELITE
} gg_quality;

/* What the markers of a unit count; their words are gg_marker_words (core/picture.h). */
typedef enum gg_marker { GG_MARKER_SHAKEN, GG_MARKER_HITS, GG_MARKER_CASUALTIES } gg_marker;

typedef struct gg_mark {
    uint8_t shape, role;
    gg_side side; /* GG_NOBODY: nobody's */
    uint16_t flags;
    gg_unit unit;     /* what a click on this mark means */
    uint8_t strength; /* bases, stands or steps shown as pips; 0 shows none */
    uint8_t markers;  /* how many lie beside it, of which kind `marker` says */
    uint8_t coat, form;
    uint8_t quality, marker;
    uint16_t first, corners; /* GG_AREA, GG_PATH: its points in scene->points; 0: `size` or `to` */
    gg_point at, to, size;
    int32_t facing; /* tenths of a degree, 0 north, clockwise; -1: none */
    char label[GG_NAME_MAX];
} gg_mark;

/* On a plan of sectors points only say where to draw; there `to` of a block, and of an area that
 * has a label, is its place.  In every game `to` of a ghost is the place that aim() takes. */
enum { GG_CELL_PLAN = -1 };

/* On a board `cell` is 1000 and a board square (column x, row y) spans x*1000 .. x*1000+999;
 * cells give column and row, everything else points in those thousandths. */
typedef struct gg_scene {
    gg_mark *marks;
    uint32_t count, limit;
    gg_point *points; /* of the marks that have corners; NULL: there is no room for any */
    uint32_t point_count, point_limit;
    gg_point low, high;  /* the corners of the picture */
    int32_t cell;        /* 0: a measured table; GG_CELL_PLAN: see above */
    const char *measure; /* what 1000 ticks are called, "inches"; NULL: nothing */
    bool turned;         /* seen from the north: core/picture.h turns it, no ruleset does */
    char title[96], status[256];
} gg_scene;

/* The next mark of the scene, zeroed but for unit (none), side (nobody), facing (none); NULL
 * when full. */
gg_mark *gg_scene_add(gg_scene *, gg_shape, gg_role);
/* One more corner of the last mark added; false when there is no room. */
bool gg_scene_corner(gg_scene *, gg_point);

/*
 * ---- Facts: rows for people, of a unit's card or of what wins the game. ----
 * A label and a few words each: "quality": "veteran".  A term of victory has the side that it
 * serves, and how far that side has come where it can be counted.
 */
enum { GG_FACT_MAX = 128, GG_FACTS_MAX = 24 };
typedef struct gg_fact {
    const char *label;
    gg_clause clause;
    gg_side side; /* of a term: who wins by it; else GG_NOBODY */
    uint8_t zero;
    int32_t had, needed; /* of a term; needed 0: there is nothing to count */
    char words[GG_FACT_MAX];
} gg_fact;
typedef struct gg_facts {
    gg_fact rows[GG_FACTS_MAX];
    uint32_t count;
} gg_facts;

/* The next row, with these words to begin with, %s, %d and so on in them (gg_put_words); the text
 * goes on with them. */
gg_text gg_facts_add(gg_facts *, const char *label, gg_clause, const char *words, ...);
/* The same for a term. */
gg_text gg_facts_term(gg_facts *, gg_side, gg_clause, int32_t had, int32_t needed,
                      const char *words, ...);

/*
 * ---- Questions: what a player at the table may ask before deciding. ----
 * Measuring is free in these games.  An answer is words, numbers and marks to lay over the
 * picture; the marks go into `scene` if there is one.
 */
typedef enum gg_question_kind {
    GG_ASK_REACH,   /* where may `who` end a move: the outline, and why not beyond */
    GG_ASK_SIGHT,   /* can `who` see `whom` (or the place `to`), and if not, what is in the way? */
    GG_ASK_MEASURE, /* how far is it from `who` (or `from`) to `whom` (or `to`)? */
    GG_ASK_ARCS,    /* what lies before, beside and behind `who`; how far it shoots and where */
    GG_ASK_CONTACT, /* what would `who` meet, going straight to `whom` or `to`? */
} gg_question_kind;

/* What one enemy could do to a unit. */
typedef struct gg_threat {
    gg_unit who;
    bool charges;
    gg_fraction harm; /* that it does anything, where it does not charge */
} gg_threat;
enum { GG_THREATS_MAX = 128 };

typedef struct gg_question {
    uint8_t kind, zero[3];
    gg_unit who, whom; /* GG_NO_UNIT: the place counts */
    gg_point from, to;
} gg_question;

typedef struct gg_answer {
    bool yes; /* there is reach; it is seen; it can be measured; something is met */
    gg_clause clause;
    gg_verdict verdict; /* why not, or why not further */
    int32_t ticks;      /* how far; on a board whole squares or sectors; -1: no such distance */
    gg_unit unit;       /* what is met or is in the way; GG_NO_UNIT: ground, or nothing */
    gg_point from, to;  /* the ends of the ruler or of the line of sight; where it is cut */
    char words[GG_WORDS_MAX]; /* one or two sentences for people */
} gg_answer;

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

/* ---- Sheet: the ruleset pours its tables into it; core renders text or html. ---- */
typedef struct gg_sheet gg_sheet; /* core/sheet.h; core/sheet.def pours the rows of a sheet.def */
/* A table begins; bars stand between what its columns are called: "Mover|Inches|Clause". */
void gg_sheet_head(gg_sheet *, const char *title, const char *columns);
/* A row of it, with bars between its cells, and its clause in the last column, if it has one.  %s,
 * %d, %c and %y in a cell are the things that follow (gg_put_words), and then {id} is the value of
 * this row of the numbers, or of this option, {id:length} as a length; {id:-} and {id:length-} have
 * a dash for 0. */
void gg_sheet_row(gg_sheet *, gg_clause, const char *cells, ...);
void gg_sheet_number(gg_sheet *, uint32_t row);   /* what a number is, its value, its clause */
void gg_sheet_cell(gg_sheet *, const char *text); /* a row cell by cell */
void gg_sheet_cell_int(gg_sheet *, int number);
void gg_sheet_cell_clause(gg_sheet *, gg_clause); /* prints its number */
void gg_sheet_check(gg_sheet *, const gg_check *);
void gg_sheet_options(gg_sheet *);

/*
 * ---- Judgement: what makes a win likely, learnt from games (core/judgement.h). ----
 * A feature is something that each side has more or less of.  Its weights, in 65536ths of a
 * natural logarithm of the odds for one more than the other has, are for the beginning of a game
 * and for its end; `grognard lab tune` fits them and writes the rows.
 */
typedef struct gg_feature {
    const char *id; /* stable: tables and data name it */
    int32_t early, late;
    const char *text; /* for people: "battalions" */
} gg_feature;

/* An input of a network (core/network.h) that is on, and how often; and its bytes. */
typedef struct gg_input {
    uint16_t row;
    uint8_t count, zero;
} gg_input;
typedef struct gg_network {
    const uint8_t *bytes;
    uint32_t count;
} gg_network;

/* ---- The ruleset. ---- */
typedef struct gg_clause_def {
    const char *number, *title, *gist;
} gg_clause_def;
/* In the text {had} and {needed} are the numbers of the verdict; {had:length} as in a saying. */
typedef struct gg_reason_def {
    const char *id;
    gg_clause clause;
    const char *text;
} gg_reason_def;
typedef struct gg_phase_def {
    const char *name;
    gg_clause clause;
    const char *orders; /* how its actions are written, for people; NULL: nobody decides in it */
    const char *until;  /* what ends it and what comes next: a sentence; NULL: it just passes */
} gg_phase_def;
typedef struct gg_option {
    const char *name;
    int32_t standard, low, high, step; /* allowed: low, low + step, ... high */
    gg_clause clause;
    const char *text;
} gg_option;
typedef struct gg_scenario {
    const char *name, *title, *size, *length, *text;
    const char *position; /* in the ruleset's own notation */
} gg_scenario;

/* What battles between computer players say of a scenario (core/balance.h). */
typedef struct gg_battles {
    uint16_t blue, red, drawn; /* how many ended so */
} gg_battles;
typedef struct gg_balance {
    const char *scenario; /* NULL ends the rows */
    gg_battles battles;   /* greedy against greedy */
    const char *variant;  /* "max_rounds=30": played so it is more even; "": none was found */
    gg_battles varied;
} gg_balance;

enum { GG_OPTION_UNSET = INT32_MIN }; /* the scenario's value, else the standard one */

/* A rule that an earlier version had otherwise: records and running games made before it go on
 * (docs/record.md), and their players are told of it. */
typedef struct gg_correction {
    const char *id;   /* stable: "waiting_charges" */
    uint32_t version; /* the first with it */
    gg_clause clause;
    const char *text; /* what is otherwise now: a sentence */
} gg_correction;

/* A word of the rulebook, and the clause that says what it means. */
typedef struct gg_term {
    const char *word;
    gg_clause clause;
} gg_term;

/*
 * ---- Parts of the contract. ----
 * What belongs together is a struct of its own.  Every function of the contract is there in every
 * game: where a game has nothing to say, it names the part, or the function, that core has ready
 * (core/ready.c).
 */

/* What one more of a feature is worth to the player of this name, beyond the score. */
typedef struct gg_leaning_def {
    const char *player; /* of players/strangers.def, or "search": the levels; NULL ends the rows */
    uint8_t feature;
    int32_t worth;
} gg_leaning_def;

/* How players that search think in this game. */
typedef struct gg_manner {
    bool base;    /* they begin with greedy's plan though nothing is secret: where much is offered
                   * and their own policy tries a handful of it */
    uint8_t luck; /* 1: plans meet the same luck */
    uint8_t each; /* 1: each offer is weighed by itself */
} gg_manner;

/* Judgement: what is learnt from games, for players and the laboratory. */
typedef struct gg_judgement_rules {
    /* What each side has of every feature, by the same measure for both and whoever looks;
     * returns how much of the game is over, in 1024ths. */
    int32_t (*appraise)(const gg_state *view, int32_t values[2][GG_FEATURES_MAX]);
    /* What stands where, as this side sees it from its own edge: the same rows for both. */
    uint32_t (*inputs)(const gg_state *view, gg_side, gg_input *out, uint32_t limit);
    const gg_feature *features;
    const gg_network *network; /* that players use in place of the weights, if it has bytes */
    uint32_t feature_count;
    uint32_t trust;                   /* tenths that it counts for players beside the score */
    uint32_t input_count, inputs_max; /* rows (0: no network can be made); most that are on */
    const gg_leaning_def *leanings;   /* rules/GAME/play/leanings.def */
    gg_manner manner;
    uint32_t outcomes_max; /* that are tried of one action before some of them have to do; 0: as
                            * many as of any game */
} gg_judgement_rules;
extern const gg_judgement_rules gg_no_judgement; /* no feature, no input */
extern const gg_network gg_no_network;           /* none is better than the weights */
extern const gg_leaning_def gg_no_leanings[];    /* nobody wants anything beyond the score */
uint32_t gg_no_inputs(const gg_state *view, gg_side, gg_input *out, uint32_t limit);

/* Before deciding: what a hand means, and what may be asked.  None of these changes anything; all
 * work on a view. */
typedef struct gg_hand_rules {
    /* What the action means on the board, before any die: ghosts where units would stand, paths
     * there, arrows at targets.  Of any action that can be written, legal or not. */
    void (*sketch)(const gg_state *view, gg_side, const gg_action *, gg_scene *);
    /* The action a hand means that puts the unit down at this place, or on that unit, facing
     * there in tenths of a degree (-1: as it comes).  It may be illegal, and legal() says why.
     * False: a hand cannot mean anything there. */
    bool (*aim)(const gg_state *view, gg_side, gg_unit who, gg_unit whom, gg_point at,
                int32_t facing, gg_action *out);
    /* The action that begins as this one and goes on from its end to that place, by a way-point
     * more.  False: it cannot go on. */
    bool (*go_on)(const gg_state *view, gg_side, const gg_action *begun, gg_point at,
                  int32_t facing, gg_action *out);
    void (*ask)(const gg_state *view, gg_side, const gg_question *, gg_answer *, gg_scene *);
    /* Has it chosen enough in this step, though more is offered, that ending it leaves nothing
     * undone? */
    bool (*is_content)(const gg_state *view, gg_side);
} gg_hand_rules;
bool gg_no_way_points(const gg_state *view, gg_side, const gg_action *begun, gg_point at,
                      int32_t facing, gg_action *out); /* in this game no action has any */
bool gg_never_content(const gg_state *view, gg_side);  /* whatever is offered is left undone */

/* What the enemy could do to a unit (core/danger.h). */
typedef enum gg_danger_kind {
    GG_DANGER_UNKNOWN,
    GG_DANGER_BY_MOMENTS, /* moment() says it */
    GG_DANGER_BY_PLACES /* threats() says it: a plan of sectors, where nobody is ordered by name */
} gg_danger_kind;
typedef struct gg_danger_rules {
    /* Turns the state to the nth moment at which that side may hurt the other, everybody standing
     * where he stands and free to act: its fire, its charges.  The state is then good for offers
     * and odds and for nothing else.  False: there are no more. */
    bool (*moment)(gg_state *, gg_side, uint32_t nth);
    /* What enemies could do to the unit in that place, each once with its fire and once if it could
     * charge; out has room for GG_THREATS_MAX.  False: it can only fight its way in. */
    bool (*threats)(const gg_state *view, gg_side, gg_unit, gg_point place, gg_threat *out,
                    uint32_t *count);
    /* Of 2 to the 60th: how likely it is that this shot does anything to that unit, where a volley
     * has too many dice for core to throw them all; GG_NO_HARM_KNOWN: it is no shot, or core goes
     * through the outcomes. */
    uint64_t (*harm)(const gg_state *, gg_side, const gg_action *, gg_unit whom);
    gg_danger_kind kind;
} gg_danger_rules;
extern const gg_danger_rules gg_no_danger; /* nothing is known of it */
bool gg_no_moment(gg_state *, gg_side, uint32_t nth);
bool gg_no_threats(const gg_state *view, gg_side, gg_unit, gg_point place, gg_threat *out,
                   uint32_t *count);
uint64_t gg_no_harm_known(const gg_state *, gg_side, const gg_action *, gg_unit whom);

/*
 * A clash is a charge or a melee, from the order that begins it until it is over (core/clash.h).
 * What becomes of a unit in it is told by its sentences: a row for each that counts.
 */
typedef enum gg_fate_kind {
    GG_FATE_WEAKER, /* it stays, but has lost men or order */
    GG_FATE_YIELDS, /* it gives way */
    GG_FATE_BREAKS, /* it runs */
    GG_FATE_LOST    /* it is gone */
} gg_fate_kind;
typedef struct gg_fate {
    uint16_t saying; /* that was told of {who} */
    gg_fate_kind kind;
    const char *text; /* "routs" */
} gg_fate;
enum { GG_FATES_MAX = 24 };
typedef struct gg_clash_rules {
    uint64_t answers; /* bit n: in row n of the phases those who clash may answer ... */
    uint64_t choices; /* ... or choose something else about it */
    uint64_t passes;  /* bit n: actions of kind n let a decision pass: "end", "stay" */
    /* Is this an action that begins a clash, is an answer in it or rolls it? */
    bool (*begins)(const gg_state *view, const gg_action *);
    /* What was begun with this action has come to its end. */
    bool (*is_over)(const gg_state *now, const gg_action *begun);
    /* What is offered in a phase of answers or choices belongs to the clash. */
    bool (*concerns)(const gg_state *now, const gg_action *begun, const gg_action *offer);
    const gg_fate *fates; /* the worst first */
    uint32_t fate_count;
} gg_clash_rules;
extern const gg_clash_rules gg_no_clash; /* nobody charges, nobody comes to blows */
bool gg_always_over(const gg_state *now, const gg_action *begun); /* nobody is asked on the way */
bool gg_concerns_all(const gg_state *now, const gg_action *begun, const gg_action *offer);

/* Names beside those of the notation. */
typedef struct gg_name_rules {
    /* The unit that this side means by what stands beside it on the board, where that is not its
     * name: its own before the enemy's.  GG_NO_UNIT: nobody, or there is no telling which. */
    gg_unit (*find_unit)(const gg_state *view, gg_side, const char *text);
    /* What people call it, where the state holds names; else, of units that no scenario could name,
     * what comes behind their number ("Dragoons").  False, and nothing written: it has no name, or
     * a view may not know it. */
    bool (*name_unit)(const gg_state *, gg_unit, gg_text *out);
    /* What a sentence numbers, {amount:place}: "objective 2 (the farm)". */
    void (*write_number)(const gg_state *, int64_t number, gg_text *out);
    bool has_labels; /* what stands beside units on the board is not their names */
    bool are_kept;   /* the state holds names; else they stand in scenarios alone (core/names.h) */
} gg_name_rules;
extern const gg_name_rules gg_no_names; /* the board shows what is written, and no more is known */
gg_unit gg_no_label(const gg_state *view, gg_side, const char *text);
bool gg_no_name(const gg_state *, gg_unit, gg_text *out);
void gg_plain_number(const gg_state *, int64_t number, gg_text *out);

/* What people want to know of an army. */
typedef struct gg_army_rules {
    /* A unit's card: all that decides its dice, who commands it, what it has done this turn. */
    void (*describe)(const gg_state *view, gg_unit, gg_facts *);
    /* Who commands it: a unit's commander, and his own; GG_NO_UNIT: nobody. */
    gg_unit (*commander)(const gg_state *view, gg_unit);
    /* What a unit counts in points, where the game has them; else 0. */
    int32_t (*worth)(const gg_state *, gg_unit);
    /* What wins the game, by which clause, and how far each side has come. */
    void (*terms)(const gg_state *view, gg_facts *);
} gg_army_rules;
extern const gg_army_rules gg_plain_army; /* no cards, no commanders, no points, no terms */
gg_unit gg_nobody_commands(const gg_state *view, gg_unit);
int32_t gg_no_points(const gg_state *, gg_unit);

struct gg_ruleset {
    uint32_t version;          /* of the rules and of the state's bytes: a record names it */
    uint32_t position_version; /* of the notation of positions, where that is another; else 0 */
    uint32_t state_bytes;
    uint32_t note_bytes; /* the end of the state, behind the numbers: what follows from the rest
                             * and is worked out once, or only says how things are called.
                             * settle() makes it, apply() keeps it so; it is never hashed and
                             * decides nothing */
    uint32_t score_note_bytes; /* what score() wants to keep; 0: nothing */
    uint32_t actions_max;      /* most actions ever offered at once */
    uint32_t decisions_max;    /* most actions in one game, the game's own steps included */
    uint16_t unit_count;       /* units are 0 .. unit_count-1 */
    uint16_t clause_count, reason_count, saying_count, check_count;
    uint16_t phase_count, option_count, number_count, scenario_count;
    uint8_t action_count, line_count;
    uint32_t options_at; /* in the state: int16_t for each option */
    uint32_t house_at;   /* in the state, its last member: int16_t for each number */

    /* From here on nothing is NULL. */
    const char *name, *title;
    const char *measure; /* what lengths are told in: "inches", "centimetres"; "" on a board */

    /* Rows. */
    const gg_clause_def *clauses; /* row 0 is empty */
    const gg_reason_def *reasons; /* row 0 is "legal" */
    const gg_saying *sayings;     /* row 0 is empty */
    const gg_check *const *checks;
    const gg_phase_def *phases;
    const gg_option *options;
    const gg_number *numbers; /* row 0 is empty */
    const gg_scenario *scenarios;
    const gg_balance *balances; /* of the scenarios that were played: scenarios/balance.def */
    /* Notation: what is written is read back, byte for byte. */
    const gg_action_def *actions;     /* by kind; the last one is resign */
    const gg_line_def *lines;         /* of a position */
    const gg_term *glossary;          /* ended by a row without a word */
    const gg_correction *corrections; /* by version; ended by a row without an id */
    const gg_pattern *patterns;       /* for who makes a battle of his own; ended by NULLs */

    /* Play. */
    gg_turn (*turn)(const gg_state *);
    /* Sensible choices, the same whenever it is asked; returns how many. */
    uint32_t (*offer)(const gg_state *, gg_side, gg_action *out, uint32_t limit);
    gg_verdict (*legal)(const gg_state *, gg_side, const gg_action *);
    void (*apply)(gg_state *, gg_side, const gg_action *, gg_dice *, gg_log *);
    /* After the lines of a position were read: fills in what follows from them.  With `options` it
     * is a scenario that is set up: what the players chose (GG_OPTION_UNSET: nothing) is in the
     * state already, and the game goes on to its first step.  NULL, or why there can be no such
     * position; what audit() finds is asked for afterwards. */
    const char *(*settle)(gg_state *, const int32_t *options);
    const char *(*audit)(const gg_state *); /* the invariant that does not hold, or NULL */

    /* Knowledge. */
    void (*view)(const gg_state *, gg_side, gg_state *out); /* what this side may know */
    void (*guess)(const gg_state *view, gg_side, gg_dice *, gg_state *out); /* what may be so */
    /* How well it stands; for players.  `notes` is score_note_bytes of the caller's, or NULL: zeros
     * to begin with, then left alone; it says the same with and without.  `own`, unless it is
     * NULL, is filled from the same look, of a game that is not over: what this side has of every
     * feature, as appraise() says. */
    int32_t (*score)(const gg_state *view, gg_side, void *notes, int32_t own[GG_FEATURES_MAX]);
    /* The first roll of the action and its query, or NULL when it rolls nothing. */
    const gg_check *(*preview)(const gg_state *view, gg_side, const gg_action *, void *query);

    /* Words and pictures. */
    /* The action in plain words, short, for a button or a spoken line: "move to f4, facing east,
     * and shoot at B2".  Its unit is not named again, and no two offers of one unit read alike.
     * Of any action that can be written, legal or not. */
    void (*say_action)(const gg_state *view, gg_side, const gg_action *, gg_text *out);
    void (*write_unit)(const gg_state *, gg_unit, gg_text *out);
    void (*write_place)(gg_point, gg_text *out);
    void (*draw)(const gg_state *view, gg_side, gg_scene *);
    void (*sheet)(gg_sheet *);

    /* Parts. */
    const gg_hand_rules *hand;
    const gg_army_rules *army;
    const gg_name_rules *names;
    const gg_danger_rules *danger;
    const gg_clash_rules *clash;
    const gg_judgement_rules *judgement;
};

extern const gg_term gg_no_glossary[];          /* no word is explained */
extern const gg_balance gg_no_balances[];       /* no scenario was played */
extern const gg_correction gg_no_corrections[]; /* the rules are as they always were */

/* For the games on a board: aim() takes the offered action whose sketch ends there, and ask()
 * answers from the offers; core/board_question.h. */

extern const gg_ruleset *const gg_rulesets[]; /* rules/rulesets.c: the one list, NULL at the end */

/* For rulesets in which nothing is hidden. */
#define GG_VIEW_ALL(name)                                                                          \
    void name(const gg_state *state, gg_side side, gg_state *out)                                  \
    {                                                                                              \
        (void)side;                                                                                \
        *out = *state;                                                                             \
    }
#define GG_GUESS_SAME(name)                                                                        \
    void name(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)                    \
    {                                                                                              \
        (void)side, (void)dice;                                                                    \
        *out = *view;                                                                              \
    }

#endif
