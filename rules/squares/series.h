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
 * that whatever a piece can look at is a place, over the edge too, and ways are differences.  A
 * series may need squares four away.  What it ends before may be five away and so, beyond the side
 * of the frame, a square of another row: then the series leaves the board before it comes there.
 */
enum {
    FRAME = 5, /* three steps, the second square, and what lies ahead of it */
    WIDTH = 16,
    FIRST_PLACE = FRAME * WIDTH + WIDTH / 2, /* of a1 */
    PLACES = FIRST_PLACE + (SIDE + FRAME) * WIDTH,
};
_Static_assert(WIDTH - SIDE >= FRAME - 1, "the frame is wide enough");

/* The rows of a table are bits of four words: ends in the first two; in the third, at the place of
 * its end in the first, the way that is taken where the first one is barred, and in the fourth the
 * way where both are. */
enum { SERIES_WORDS = 4, SERIES_IN_WORD = 64, AROUND_MAX = 44 };
/* Rows are offered in fours, and squares looked at in eights: there is room for so many. */
enum { SERIES_AT_ONCE = 4, LOOKS_AT_ONCE = 8, LOOKS = 1 << LOOKS_AT_ONCE };
enum { NEEDED_MAX = 7 };
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
    uint8_t need_count;        /* squares that it needs, its own apart, */
    uint8_t needs[NEEDED_MAX]; /* by their places in the offsets of its table */
    uint8_t zero;
} series_end;

typedef struct series_table {
    const gg_action *acts[SERIES_WORDS]; /* of nobody yet; as many as there are rows in the word */
    const series_end *ends[SERIES_WORDS];
    row_set all;
    row_set one;    /* of a single token; all in the first word */
    row_set formed; /* of a single token that depends on the ground of its own squares */
    row_set charge; /* after which cavalry may attack (SQ-R34) */
    row_set back;   /* ends as it began */
    /* The series that are barred where these of eight needed squares are not free, a bit each; only
     * of a table with one word and no more such squares. */
    const uint64_t *barred;
    uint8_t span;   /* no square that matters is further away, ahead or aside */
    uint8_t ring;   /* of the squares that matter, the first that no series needs; a whole eight */
    uint8_t around; /* all of them */
    uint8_t words;  /* that have rows: the last of them and one */
    uint8_t rows[SERIES_WORDS]; /* places of rows in each word, gaps included */
    uint8_t rows_all;           /* in all of them */
    uint8_t ones;               /* places of the first word, as far as the last single token */
    uint8_t zero[6];
    int16_t offsets[FACINGS][AROUND_MAX]; /* of their places, by the facing at the start */
    row_set needs[AROUND_MAX];            /* the series that go through the square */
    row_set faces[AROUND_MAX];            /* the series that end before it */
} series_table;

/* A piece of one base cannot extend: it is a shape of its own. */
typedef enum series_shape {
    SHAPE_SINGLE,
    SHAPE_BLOCK,
    SHAPE_LINE,
    SHAPE_COLUMN,
    SHAPES
} series_shape;

/* By points less one, holder and shape; NULL where there is none. */
extern const series_table *const squares_series[POINTS_MAX][HOLDERS][SHAPES];

/* The table of a piece as it stands, which is not in square. */
static inline const series_table *series_of(const gg_state *state, const piece *p)
{
    const unsigned its_holder = squares_kinds[p->kind].holder;
    series_shape shape = SHAPE_SINGLE;
    if (p->square2 != NO_SQUARE) {
        const bool line = p->square2 == step_from(p->square1, left_of((facing)p->facing));
        shape = line ? SHAPE_LINE : SHAPE_COLUMN;
    } else if (p->bases > 1 && (its_holder == HOLDS_CLOSE_ORDER || its_holder == HOLDS_HORSE)) {
        shape = SHAPE_BLOCK;
    }
    return squares_series[moves_of(state, (kind)p->kind) - 1][its_holder][shape];
}

/* The board in blocks of two by two squares, a bit each: the block of a square (none of NO_SQUARE),
 * and those with a square so near, ahead or aside, to this one; of ANYWHERE all of them. */
enum { BLOCK = 2, ANYWHERE = FRAME + 1 };
extern const uint64_t squares_blocks[NO_SQUARE + 1], squares_near[ANYWHERE + 1][BOARD];

#endif
