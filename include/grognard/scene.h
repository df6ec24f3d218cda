/*
 * scene.h - what people are shown: the board, facts about units, answers to questions, and the
 * reference sheet.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROGNARD_SCENE_H
#define GROGNARD_SCENE_H

#include "grognard/actions.h"

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
#include "../../core/roles.def"
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
#include "../../core/coats.def"
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

#endif
