/*
 * svg.h - what the files of the SVG renderer share: the sheet of paper, its scale and its words.
 *
 * svg.c lays out the page (title, frame, legend), svg_ground.c paints the country and
 * svg_troops.c the armies.  All numbers are integers: SVG_CELL units of the picture to one
 * square of a board, and twelve of those to the longer side of a measured table.
 */
#ifndef GG_SVG_H
#define GG_SVG_H

#include "core/picture.h"

enum {
    SVG_CELL = 100,    /* the side of a board square */
    SVG_MARGIN = 64,   /* left and right of the field: room for the row numbers */
    SVG_GRID_MAX = 64, /* the widest board that can be drawn */
};

typedef struct svg_point {
    int x, y;
} svg_point;

typedef struct svg_page {
    gg_text *out;
    const gg_scene *scene;
    int32_t unit;                               /* ticks to SVG_CELL picture units */
    int left, top;                              /* of the field, in picture units */
    int width, height;                          /* of the field */
    int columns, rows;                          /* of a board; 0 for a measured table */
    uint8_t ground[SVG_GRID_MAX][SVG_GRID_MAX]; /* the role of each square: [row][column] */
} svg_page;

/* From the ticks of the scene to the picture, where y grows downwards. */
svg_point svg_at(const svg_page *, gg_point);
int svg_length(const svg_page *, int32_t ticks);

/*
 * Writes a piece of SVG.  In the pattern each %d is the next number of the list, each %s the
 * next word; everything else is copied.
 */
void svg_put(const svg_page *, const char *pattern, ...);
/* Words of a person, with the characters escaped that mean something in XML. */
void svg_put_words(const svg_page *, const char *words);

/* svg_ground.c */
static inline bool svg_is_ground(gg_role role)
{
    return role < GG_ROLE_infantry;
} /* the order of roles.def */
void svg_ground(const svg_page *);
void svg_ground_symbols(const svg_page *);                        /* trees and houses, for <defs> */
void svg_ground_key(const svg_page *, gg_role, svg_point centre); /* a sample for the legend */

/* svg_troops.c */
void svg_troops(const svg_page *);
void svg_troop_key(const svg_page *, const gg_mark *, svg_point centre);
void svg_arrows(const svg_page *);
void svg_arrow_key(const svg_page *, gg_role, svg_point centre);

#endif
