/*
 * series.h - all that a piece can do with its points on open ground, as tables.
 *
 * tools/squares_series.c walks every series of tokens by the rules of move.c on an empty board and
 * keeps, for each different pose it can end in, the cheapest series, and a dearer one only where it
 * can do without a square that the cheaper ones need.  The tables it writes are part of the
 * program; offer.c asks of each square about a piece once which series it stops.
 */
#ifndef SQUARES_SERIES_H
#define SQUARES_SERIES_H

#include "squares.h"

/*
 * Places are squares in a frame: rows are wider than the board, with more rows below and above, so
 * that whatever a piece can look at is a place, over the edge too, and ways are differences.
 */
enum {
    FRAME = 5, /* three steps, the second square, and what lies ahead of it */
    WIDTH = SIDE + FRAME,
    FIRST_PLACE = FRAME * WIDTH + FRAME, /* of a1 */
    PLACES = 384,                        /* with some to spare after the last */
};

_Static_assert((SIDE + 2 * FRAME) * WIDTH + FRAME <= PLACES, "the frame is large enough");

/* The rows of a table are bits of four words: ends in the first two; in the third, at the place of
 * its end in the first, the way that is taken where the first one is barred, and in the fourth the
 * way where both are. */
enum { SERIES_WORDS = 4, SERIES_IN_WORD = 64, AROUND_MAX = 44, POINTS_MAX = 3 };
enum {
    SERIES_AT_ONCE = 4
}; /* rows are offered in fours: there is room for so many after the last */
enum { WORD_ENDS, WORD_MORE_ENDS, WORD_INSTEAD, WORD_AT_LAST };

typedef struct row_set {
    uint64_t words[SERIES_WORDS];
} row_set;

/* Where a series ends, in squares ahead and to the right of the command square at the start. */
typedef struct series_end {
    int8_t ahead1, right1, ahead2, right2;
    uint8_t turned; /* quarters to the right */
    uint8_t in_two;
    uint8_t first_token;
    uint8_t zero;
} series_end;

typedef struct series_table {
    const gg_action *acts[SERIES_WORDS]; /* of nobody yet; as many as there are rows in the word */
    const series_end *ends[SERIES_WORDS];
    row_set all;
    row_set one;    /* of a single token; all in the first word */
    row_set formed; /* of a single token that depends on the ground of its own squares */
    row_set plain;  /* steps and turns only */
    row_set square; /* form square */
    row_set charge; /* after which cavalry may attack (SQ-R34) */
    row_set back;   /* ends as it began */
    uint8_t span;   /* no square that matters is further away, ahead or aside */
    uint8_t around; /* squares that matter, those that a series needs first */
    uint8_t needed; /* so many of them */
    uint8_t words;  /* that have rows: the last of them and one */
    uint8_t zero[4];
    int16_t offsets[FACINGS][AROUND_MAX]; /* of their places, by the facing at the start */
    row_set needs[AROUND_MAX];            /* the series that go through the square */
    row_set faces[AROUND_MAX];            /* the series that end before it */
} series_table;

typedef enum series_shape {
    SHAPE_BLOCK,
    SHAPE_LINE,
    SHAPE_COLUMN,
    SHAPE_PLAIN,
    SHAPES
} series_shape;

/* By shape and points; SHAPE_PLAIN is a block that cannot extend.  Three points: cavalry. */
extern const series_table *const squares_series[SHAPES][POINTS_MAX + 1];

#endif
