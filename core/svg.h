/*
 * svg.h - what the files of the SVG renderer share: the sheet of paper, its scale and its words.
 *
 * svg.c lays out frame, layers, title and legend; svg_style.c says how everything looks;
 * svg_ground.c paints the country of a board square by square and svg_land.c that of a measured
 * table polygon by polygon, with the trees and houses of svg_stamp.c; svg_troops.c draws the
 * armies, svg_over.c arrows, rulers and what else lies on top, svg_names.c finds places for names.
 * All numbers are integers, in units of the picture.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_SVG_H
#define GG_SVG_H

#include "core/picture.h"

enum {
    SVG_CELL = 100,       /* the side of a board square */
    SVG_INCH = 40,        /* 1000 ticks of a measured table in inches */
    SVG_CENTIMETRE = 16,  /* and in centimetres: so a table is as large, and its words are, too */
    SVG_PLAN = 220,       /* 1000 ticks of a plan */
    SVG_GRID_MAX = 64,    /* the widest board that can be drawn */
    SVG_CORNERS_MAX = 64, /* of one piece of ground */
};

typedef struct svg_point {
    int x, y;
} svg_point;

typedef struct svg_page {
    gg_text *out;
    const gg_scene *scene;
    int units, ticks;                           /* the scale: so many units to so many ticks */
    int left, top;                              /* of the field; so wide is the frame */
    int width, height;                          /* of the field */
    int columns, rows;                          /* of a board; else 0 */
    uint8_t ground[SVG_GRID_MAX][SVG_GRID_MAX]; /* the role of each square: [row][column] */
} svg_page;

/* From the ticks of the scene to the picture, where y grows downwards. */
svg_point svg_at(const svg_page *, gg_point);
int svg_length(const svg_page *, int32_t ticks);
int svg_root(int64_t); /* the square root, rounded down */

/* On a measured table everything is to scale, and small. */
static inline bool svg_is_table(const svg_page *page) { return page->scene->cell == 0; }

/*
 * Writes a piece of SVG.  In the pattern each %d is the next number of the list, each %t a number
 * of tenths, each %s the next word; everything else is copied.
 */
void svg_put(const svg_page *, const char *pattern, ...);
/* Words of a person, with the characters escaped that mean something in XML. */
void svg_put_words(const svg_page *, const char *words);
/* A small number -size..size, the same for the same place. */
int svg_jitter(int x, int y, int salt, int size);

/* svg_style.c */
void svg_plain_style(const svg_page *); /* the style sheet with plain colours, as an element */

/* svg_stamp.c: small things drawn many times. */
typedef enum svg_stamp {
    SVG_TREE,
    SVG_FIR,
    SVG_HOUSE,
    SVG_BARN,
    SVG_CHURCH,
    SVG_REED,
    SVG_STONE,
    SVG_CRAG,
    SVG_WAVE,
    SVG_FLAME,
    SVG_STAMPS
} svg_stamp;
typedef struct svg_spot {
    svg_point at;
    svg_stamp stamp;
} svg_spot;
enum { SVG_SPOTS_MAX = 1024 };
typedef struct svg_spots {
    svg_spot list[SVG_SPOTS_MAX];
    int count;
} svg_spots;
void svg_spot_add(svg_spots *, svg_point, svg_stamp);
/* `size` in tenths: 10 is as large as on a board. */
void svg_put_spots(const svg_page *, const svg_spots *, int size);

/* svg_ground.c: the squares of a board. */
static inline bool svg_is_ground(gg_role role)
{
    return role < GG_ROLE_infantry;
} /* the order of roles.def */
/* A smooth closed curve: it passes the middles between its points and bends towards each. */
typedef struct svg_curve {
    const svg_page *page;
    svg_point first, second, last;
    int count;
} svg_curve;
void svg_curve_add(svg_curve *, svg_point);
void svg_curve_close(svg_curve *);
void svg_ground(const svg_page *);
void svg_ground_key(const svg_page *, gg_role, svg_point centre); /* a sample for the legend */

/* svg_land.c: areas and paths with corners. */
typedef struct svg_shape {
    int count;
    svg_point at[SVG_CORNERS_MAX];
} svg_shape;
svg_shape svg_shape_of(const svg_page *, const gg_mark *); /* of an area or a disc */
void svg_outline(const svg_page *, const svg_shape *);     /* as the data of a path */
void svg_land(const svg_page *);
/* `facing`: the way over a bridge; else it does not matter. */
void svg_land_area(const svg_page *, gg_role, const svg_shape *, int32_t facing);
void svg_fires(const svg_page *);

/* svg_troops.c */
const char *svg_side_class(gg_side);
svg_point svg_place_of(const svg_page *, const gg_mark *); /* where it is drawn */
void svg_block(const svg_page *, const gg_mark *);
void svg_commander(const svg_page *, const gg_mark *);
void svg_troops(const svg_page *);
void svg_troop_key(const svg_page *, const gg_mark *, svg_point centre);

/* svg_over.c */
void svg_arrows(const svg_page *);
void svg_arrow_key(const svg_page *, gg_role, svg_point centre);
void svg_radii(const svg_page *);
void svg_objective(const svg_page *, const gg_mark *);
void svg_objectives(const svg_page *);
void svg_objective_key(const svg_page *, const gg_mark *, svg_point centre);
void svg_over_key(const svg_page *, gg_role, bool is_area, svg_point centre);
void svg_over(const svg_page *);    /* every mark of an overlay */
void svg_under(const svg_page *);   /* of those, the areas: on paper they lie under the troops */
void svg_above(const svg_page *);   /* and the others */
void svg_answers(const svg_page *); /* those of a scene that has its answers in it */

/* svg_names.c */
typedef struct svg_box {
    int left, top, right, bottom;
} svg_box;
svg_box svg_box_of(const svg_page *, const gg_mark *); /* around a block or a disc */
int svg_flag_width(const gg_mark *flag); /* of the cloth, as what is written on it needs */
int svg_flag_lift(const svg_page *, const gg_mark *flag); /* how much longer its pole is */
void svg_names(const svg_page *);

#endif
