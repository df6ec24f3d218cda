/*
 * table.h - what every game on a measured table shares: bodies of troops, areas and lines, and who
 * is where.  README.md beside this file is the plan of the room.
 *
 * A game keeps its bodies and areas in its own state, as arrays of the two structs below, and
 * shows them to the room through a gt_table: a handful of pointers, made when it is wanted.  What
 * differs from game to game stands in one constant gt_game.  The room changes nothing and knows no
 * rule; it measures, and a game decides.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_H
#define GG_TABLE_H

#include "core/pieces.h"
#include "core/space.h"
#include "grognard.h"

enum {
    GT_NOBODY = 255,            /* in a byte: no body, no commander, no area */
    GT_AREAS_MAX = 64,          /* areas of one table: a set of them is one word */
    GT_CORNERS = GG_CONVEX_MAX, /* of a small area, kept in its own struct */
    GT_POLYGON = 64,            /* corners of any area */
    GT_BASES_MAX = 5,           /* of a brigade */
    GT_TYPES = 8,               /* of bodies whose sizes are numbers, */
    GT_FORMATIONS = 8,          /* and their formations */
    GT_STRIPS = 24,             /* columns, and rows, of the grid */
    GT_WORDS = 4,               /* of a set of bodies */
    GT_BODIES_MAX = 64 * GT_WORDS,
};

/* ---- What lies on a table. ---- */

/* A body of troops.  The room reads place, facing, side, type, formation, status and removed; the
 * rest is the game's own, under the names that notation and picture know.  What a game does not
 * need stays 0. */
typedef struct gt_body {
    gg_point at;
    int16_t facing;       /* in the game's steps: whole degrees, or tenths */
    uint16_t did;         /* in this turn: the game's bits */
    uint8_t side, number; /* a7: blue, 7 */
    uint8_t division;     /* who commands it: a row of the game, or GT_NOBODY */
    uint8_t type, nation, quality, flags;
    uint8_t start;
    uint8_t strength;  /* of a brigade of bases: how many bases */
    uint8_t formation; /* of a brigade of bases: how many stand abreast */
    uint8_t shaken, status;
    uint8_t removed; /* 0: on the table */
    uint8_t orders;
    uint8_t zero[2];
} gt_body;
_Static_assert(sizeof(gt_body) == 28, "no hidden padding");

/* A piece of ground.  Small ones are strictly convex and hold their corners themselves, in grains
 * of the game, clockwise.  Where the table has a store of corners they lie there, x[0] saying
 * where they begin: any simple polygon of up to GT_POLYGON corners, in ticks.  The bounds are in
 * grains either way; of a polygon they may be a grain too wide. */
typedef struct gt_area {
    uint8_t type, level, count, burning;
    uint8_t value, owner; /* objective: owner 0 nobody, else side + 1 */
    int16_t x[GT_CORNERS], y[GT_CORNERS];
    int16_t low_x, low_y, high_x, high_y;
} gt_area;
_Static_assert(sizeof(gt_area) == 46, "no hidden padding");

/* One straight stretch of a stream, hedge, wall or road; those of one chain belong together. */
typedef struct gt_line {
    uint8_t type, level;
    uint16_t chain;
    gg_point from, to;
} gt_line;

/* ---- What a game supplies. ---- */

typedef struct gt_size {
    uint8_t width, depth;
} gt_size; /* rows of the table's numbers */

enum {                  /* of a kind of ground */
       GT_BARRED = 1,   /* no body may lie on it */
       GT_BUILDING = 2, /* a body in it holds it */
       GT_HILL = 4,     /* its level is how high one stands on it */
       GT_SLOW = 8,     /* difficult to cross */
       GT_CLOSED = 16,  /* not open ground */
};
typedef struct gt_ground {
    const char *name, *words;           /* in notation; for people: "a wood" is in the way */
    uint8_t flags, height, cover, role; /* height: what it hides behind it; a hill has levels */
    gg_clause clause;
} gt_ground;

typedef gg_piece gt_spot; /* where somebody is, and whose he is */

typedef struct gt_table gt_table;
typedef struct gt_game {
    const gg_ruleset *rules;
    gt_table (*table)(const gg_state *); /* what it shows of a state */
    /* Units that are no bodies are markers, points: a general, a scout.  False: it is not on the
     * table. */
    bool (*marker)(const gg_state *, gg_unit, gt_spot *out); /* gt_no_marker: there are none */
    gg_mark *(*draw)(const gg_state *, gg_unit, gg_scene *); /* of a body or a marker on it */
    int32_t grain;     /* ticks: the grain of lengths that players name, of small areas */
    int32_t step;      /* tenths of a degree of one step of a body's facing */
    int32_t tolerance; /* bodies that overlap by no more than this only touch */
    uint8_t routing;   /* bits of status: such a body stops nobody and hides nothing */
    /* The box of a body: the size of its formation, from the table's numbers (in grains) ... */
    int32_t fore, aft; /* ticks that front and rear lie off for each grain of depth */
    gt_size sizes[GT_TYPES][GT_FORMATIONS];
    gt_size all_sizes[GT_TYPES]; /* each pair once */
    int all_sizes_count;
    gg_box (*box)(const gt_table *, unsigned body, unsigned formation); /* ... or what it says */
    int32_t reach; /* with box: no body reaches farther from its place */
    gg_point base; /* ... or width and depth of each base of a brigade; {0, 0}: no bases */
    const gt_ground *grounds;
    uint8_t ground_count, levels; /* levels: the highest of a hill */
    uint8_t line_kinds;
    const gt_ground *lines; /* the same of lines: their names, words and roles */
} gt_game;

/* What a game shows of a state.  It points into the state and lives no longer. */
struct gt_table {
    const gt_game *game;
    const gg_state *state;
    const gt_body *bodies;
    const gt_area *areas;
    const gg_point *corners; /* NULL: all areas are small */
    const gt_line *lines;
    const uint64_t *strips;  /* the grid: 2 * GT_STRIPS sets of `words` words */
    const int16_t *numbers;  /* sizes in grains; NULL: the game has boxes or bases */
    const gg_convex *shapes; /* of every body, for who wants them very often; NULL: not made */
    int32_t width, height;   /* ticks, from 0,0 */
    int32_t cell;            /* of the grid */
    uint16_t body_count, words;
    uint8_t area_count, line_count;
    bool surveyed; /* gt_survey was asked: for who wants much of one position */
    int32_t reach; /* what gt_reach says, once that is known; 0: not yet */
    uint64_t hiding, slow, barred, buildings, burning; /* areas that are */
};

void gt_survey(gt_table *);

static inline gg_bounds gt_bounds(const gt_table *t)
{
    return (gg_bounds){{0, 0}, {t->width, t->height}};
}
static inline bool gt_is_here(const gt_table *t, unsigned u)
{
    return u < t->body_count && t->bodies[u].removed == 0;
}
static inline bool gt_is_routing(const gt_table *t, unsigned u)
{
    return (t->bodies[u].status & t->game->routing) != 0;
}

/* ---- body.c: boxes, shapes, distances. ---- */

/* Of a body, or a marker; false: it is not on the table. */
bool gt_find(const gt_table *, gg_unit, gt_spot *out);
bool gt_no_marker(const gg_state *, gg_unit, gt_spot *out); /* of a game that has only bodies */

/* A box reaches at least as far back from its place as ahead: a body is held by its centre (fore
 * and aft are half a grain) or by the middle of its front edge (0 and a grain). */
static inline gg_box gt_number_box(const gt_table *t, unsigned type, unsigned formation)
{
    const gt_game *game = t->game;
    const gt_size of = game->sizes[type][formation];
    const int32_t depth = t->numbers[of.depth];
    return (gg_box){t->numbers[of.width] * (game->grain / 2), depth * game->fore,
                    -depth * game->aft};
}
gg_box gt_other_box(const gt_table *, unsigned body, unsigned formation);
/* The box it has in this formation. */
static inline gg_box gt_box_in(const gt_table *t, unsigned u, unsigned formation)
{
    if (t->numbers != NULL) return gt_number_box(t, t->bodies[u].type, formation);
    return gt_other_box(t, u, formation);
}
static inline gg_box gt_box(const gt_table *t, unsigned u)
{
    return gt_box_in(t, u, t->bodies[u].formation);
}
static inline gg_pose gt_pose(const gt_table *t, unsigned u)
{
    return (gg_pose){t->bodies[u].at, t->bodies[u].facing * t->game->step};
}
static inline gg_convex gt_shape_at(const gt_table *t, unsigned u, gg_pose pose, unsigned formation)
{
    return gg_rectangle(pose, gt_box_in(t, u, formation));
}
static inline gg_convex gt_shape(const gt_table *t, unsigned u)
{
    if (t->shapes != NULL) return t->shapes[u];
    return gt_shape_at(t, u, gt_pose(t, u), t->bodies[u].formation);
}
/* The middle of the body, wherever it is held. */
gg_point gt_centre(const gt_table *, unsigned body);
/* No body reaches farther than this from its place. */
int32_t gt_find_reach(const gt_table *);
static inline int32_t gt_reach(const gt_table *t)
{
    return t->reach != 0 ? t->reach : gt_find_reach(t);
}

/* A shape lies inside a circle of the radius `outer` about its place and holds one of `inner`:
 * what needs no corners needs no more. */
typedef struct gt_circles {
    int64_t outer, inner;
} gt_circles;
/* The longer leg and 27/64 of the shorter are not less than the diagonal; corners are rounded. */
static inline gt_circles gt_circles_of(gg_box box)
{
    const int32_t deep = -box.rear, near = box.front;
    const bool wide = box.half > deep;
    const int32_t longer = wide ? box.half : deep, shorter = wide ? deep : box.half;
    return (gt_circles){longer + shorter * 27 / 64 + 2, (near < box.half ? near : box.half) - 2};
}
static inline gt_circles gt_circles_in(const gt_table *t, unsigned u, unsigned formation)
{
    return gt_circles_of(gt_box_in(t, u, formation));
}
static inline gt_circles gt_body_circles(const gt_table *t, unsigned u)
{
    return gt_circles_of(gt_box(t, u));
}
/* Far or near by the places alone, of two with both their circles together?  1 within, 0 not
 * within, -1: the shapes must tell. */
static inline int gt_places_within(gg_point one, gg_point other, gt_circles both, int64_t limit)
{
    const int64_t x = other.x - one.x, y = other.y - one.y, square = x * x + y * y;
    if (square > (limit + both.outer) * (limit + both.outer)) return 0;
    if (both.inner < 0 || limit < 0) return -1;
    return square <= (limit + both.inner) * (limit + both.inner) ? 1 : -1;
}
/* More than `most` to either side, which is not negative: one comparison for both. */
static inline bool gt_is_beyond(int32_t by, int32_t most)
{
    return (uint32_t)(by + most) > 2 * (uint32_t)most;
}
/* A straight way; it is not longer than `most` and not shorter than `least`. */
typedef struct gt_way {
    gg_point from, to;
    int64_t x, y, most, least;
} gt_way;
gt_way gt_way_between(gg_point from, gg_point to);
/* Of something that goes this way and something that stands at this place, by both their circles
 * together: 1 they come within the limit, 0 they do not, -1 their shapes must tell. */
int gt_way_within(const gt_way *, gg_point at, gt_circles both, int64_t limit);

/* Of bodies the room takes every base of a brigade, of others the one rectangle. */
typedef struct gt_shapes {
    int count;
    gg_convex at[GT_BASES_MAX];
} gt_shapes;
gt_shapes gt_shapes_at(const gt_table *, unsigned body, gg_pose, unsigned formation);
gt_shapes gt_shapes_of(const gt_table *, unsigned body);
int32_t gt_distance(const gt_table *, unsigned body, unsigned other);
bool gt_is_within(const gt_table *, unsigned body, unsigned other, int32_t limit);
bool gt_point_is_within(const gt_table *, gg_point, unsigned body, int32_t limit);
/* The same by the shapes alone: for who has asked the circles. */
bool gt_is_shape_within(const gt_table *, unsigned body, unsigned other, int32_t limit);
bool gt_is_shape_by(const gt_table *, gg_point, unsigned body, int32_t limit);
gg_bounds gt_shapes_bounds(const gt_shapes *); /* of one shape or more */
int32_t gt_shapes_distance(const gt_shapes *, const gt_shapes *);
bool gt_shapes_within(const gt_shapes *, const gt_shapes *, int32_t limit);
bool gt_shapes_overlap(const gt_shapes *, const gt_shapes *, int32_t tolerance);
/* Whole steps of the game: the facing from one place to another. */
int32_t gt_direction(const gt_table *, gg_point from, gg_point to);

/* ---- brigade.c: brigades of bases, standing 3, 2 or 1 wide, rows centred on each other. ---- */
int gt_rows(int bases, int wide);
int gt_abreast(int bases, int wide, int row);
gg_point gt_base_centre(gg_point base, int bases, int wide, int slot); /* local */
gg_box gt_brigade_box(gg_point base, int bases, int wide);
gg_convex gt_base_shape(gg_pose brigade, gg_point base, int bases, int wide, int slot);
/* All of them at once; a base has even sides. */
void gt_base_shapes(gg_pose brigade, gg_point base, int bases, int wide,
                    gg_convex out[GT_BASES_MAX]);

/* ---- near.c: sets of bodies, and who is near. ---- */

/* As many words as the table has; the others are not looked at. */
typedef struct gt_set {
    int32_t words;
    uint64_t bits[GT_WORDS];
} gt_set;
static inline gt_set gt_none(const gt_table *t)
{
    gt_set set = {.words = t->words};
    return set;
}
static inline bool gt_has(const gt_set *set, unsigned u)
{
    return set->bits[u / 64] >> (u % 64) & 1;
}
static inline void gt_add(gt_set *set, unsigned u) { set->bits[u / 64] |= (uint64_t)1 << (u % 64); }
static inline void gt_drop(gt_set *set, unsigned u)
{
    set->bits[u / 64] &= ~((uint64_t)1 << (u % 64));
}
/* Takes the lowest body out of the set; GG_NEVER when it is empty. */
static inline int gt_next(gt_set *set)
{
    for (int word = 0; word < set->words; word++)
        if (set->bits[word] != 0) return 64 * word + gg_next_bit(&set->bits[word]);
    return GG_NEVER;
}
bool gt_is_empty(const gt_set *);
/* The same of a set of one word; GT_NOBODY when it is empty. */
static inline unsigned gt_take(uint64_t *set)
{
    return *set == 0 ? GT_NOBODY : (unsigned)gg_next_bit(set);
}

/* A grid of up to 64 bodies, for a state. */
typedef struct gt_grid {
    uint64_t strips[2 * GT_STRIPS];
    int32_t cell, zero;
} gt_grid;
/* The grid of a game's state: 2 * GT_STRIPS sets of `words` words, columns before rows, all 0 to
 * begin with; everybody on the table is put in where he stands. */
int32_t gt_cell(int32_t width, int32_t height);
void gt_grid_put(uint64_t *strips, int words, int32_t cell, unsigned body, gg_point at);
void gt_grid_take(uint64_t *strips, int words, int32_t cell, unsigned body, gg_point from);
/* Everybody whose place lies so near to the bounds, and perhaps some more. */
void gt_placed_near(const gt_table *, gg_bounds, int32_t reach, gt_set *out);
/* The same of bodies that may reach so near, wherever in them their place is ... */
void gt_near_cells(const gt_table *, gg_bounds, int32_t reach, gt_set *out);
/* ... and more strictly, by what each of them reaches; all of them, or those of the other side. */
void gt_near(const gt_table *, gg_bounds, int32_t reach, gt_set *out);
void gt_enemies_near(const gt_table *, gg_side, gg_bounds, int32_t reach, gt_set *out);
void gt_near_among(const gt_table *, const gt_set *, gg_bounds, int32_t reach, gt_set *out);
/* Those of the set that stand: routing bodies dropped. */
void gt_keep_standing(const gt_table *, gt_set *);
/* The one of the first 64 bodies whose place is nearest, the lowest on ties; GG_NEVER: the set is
 * empty.  And the nearest few, nearest first; how many. */
int gt_nearest_place(const gt_body *, uint64_t among, gg_point from);
int gt_nearest_places(const gt_body *, uint64_t among, gg_point from, int limit, unsigned *out);
/* The body of the other side, standing, that is nearest to the place or the body: the lowest on
 * ties; GG_NEVER: there is none within the limit. */
int gt_nearest_enemy(const gt_table *, gg_side, const gt_shapes *from, int32_t limit,
                     int32_t *distance);

/* ---- ground.c: areas and lines. ---- */

typedef struct gt_here {     /* the ground under a place */
    uint16_t types;          /* bit n: some area of type n */
    uint8_t level, building; /* building: the first that holds it, or GT_NOBODY */
} gt_here;
static inline uint64_t gt_bit(unsigned n) { return (uint64_t)1 << n; }
static inline uint64_t gt_everywhere(const gt_table *t)
{
    return t->area_count == 64 ? ~(uint64_t)0 : gt_bit(t->area_count) - 1;
}
gg_convex gt_small_shape(const gt_game *, const gt_area *); /* of a small area */
/* The corners in ticks, into `out` where they are not stored; gives where they are. */
const gg_point *gt_corners(const gt_table *, unsigned area, gg_point out[GT_CORNERS], int *count);
static inline gg_bounds gt_area_bounds(const gt_game *game, const gt_area *area)
{
    return (gg_bounds){{area->low_x * game->grain, area->low_y * game->grain},
                       {area->high_x * game->grain, area->high_y * game->grain}};
}
static inline gg_point gt_area_middle(const gt_game *game, const gt_area *area)
{
    const gg_bounds at = gt_area_bounds(game, area);
    return (gg_point){(at.low.x + at.high.x) / 2, (at.low.y + at.high.y) / 2};
}
bool gt_holds_inside(const gt_table *, const gt_area *, gg_point);
/* Most places are far from most areas: the box about it is asked first, without a call. */
static inline bool gt_holds(const gt_table *t, unsigned i, gg_point at)
{
    const gt_area *area = &t->areas[i];
    const int32_t grain = t->game->grain;
    if (at.x < area->low_x * grain || at.x > area->high_x * grain || at.y < area->low_y * grain
        || at.y > area->high_y * grain)
        return false;
    return gt_holds_inside(t, area, at);
}
/* Do the boxes about the area and about the way meet? */
static inline bool gt_may_meet(const gt_table *t, unsigned i, gg_point a, gg_point b)
{
    const gt_area *area = &t->areas[i];
    const int32_t grain = t->game->grain;
    return (a.x < b.x ? a.x : b.x) <= area->high_x * grain
           && (a.x > b.x ? a.x : b.x) >= area->low_x * grain
           && (a.y < b.y ? a.y : b.y) <= area->high_y * grain
           && (a.y > b.y ? a.y : b.y) >= area->low_y * grain;
}
gt_here gt_ground_at(const gt_table *, gg_point);
unsigned gt_building_at(const gt_table *, gg_point);
int gt_level_at(const gt_table *, gg_point);
/* What these flags say of any area there. */
bool gt_is_on(const gt_game *, gt_here, unsigned flags);
int gt_cover(const gt_game *, gt_here); /* the best single one */
/* The areas that may meet these bounds, bit n for row n: what many questions about one move ask
 * for once; and those with any of these flags. */
uint64_t gt_areas_about(const gt_table *, gg_bounds);
uint64_t gt_areas_among(const gt_table *, uint64_t among, gg_bounds);
uint64_t gt_areas_with(const gt_table *, uint64_t among, unsigned flags);
bool gt_any_burning(const gt_table *, uint64_t areas, gg_point);
/* Does a shape lie on one of these areas (by more than the tolerance), or share a point with it? */
bool gt_overlaps_any(const gt_table *, uint64_t areas, const gg_convex *);
bool gt_area_overlaps(const gt_table *, unsigned area, const gg_convex *);
/* The area as convex pieces: itself, or triangles; how many. */
int gt_pieces(const gt_table *, unsigned area, gg_convex out[GT_POLYGON]);
/* The way starts or ends on one of these areas or passes through it. */
bool gt_way_is_on(const gt_table *, uint64_t areas, gg_point from, gg_point to);
/* It has a point strictly inside the area. */
bool gt_passes_inside(const gt_table *, unsigned area, gg_point from, gg_point to);
static inline bool gt_passes(const gt_table *t, unsigned i, gg_point from, gg_point to)
{
    return gt_may_meet(t, i, from, to) && gt_passes_inside(t, i, from, to);
}
/* How many of the shape's nine points (corners, middles of edges, centre) lie in the area. */
int gt_nine_in(const gt_table *, unsigned area, const gg_convex *rectangle);
/* Lines of this type got over on the way, chains met at a shared end once; and whether a shape
 * lies on any line of the type. */
int gt_lines_crossed(const gt_table *, unsigned type, gg_point from, gg_point to);
bool gt_is_on_line(const gt_table *, unsigned type, const gg_convex *, int32_t within);

/* ---- polygon.c: simple polygons of any kind. ---- */
bool gt_polygon_is_simple(const gg_point *, int count); /* no two edges meet but at corners */
bool gt_polygon_passes(const gg_point *, int count, gg_point from, gg_point to);
/* Cut into triangles, clockwise; how many. */
int gt_triangles(const gg_point *, int count, gg_convex out[GT_POLYGON]);

/* ---- sight.c ---- */
/* What may stand between an eye and a target: ground alone, or bodies too.  A hill hides by its
 * level, other ground by its height, a body by one more than the ground it stands on, and only
 * what is higher than the higher of the two ends. */
typedef struct gt_sight {
    gt_set bodies;
    uint64_t areas;
    int top, first;  /* first: a body to look at before the others, if any */
    int32_t longest; /* no body reaches farther from its place */
    gg_point eye;
} gt_sight;
void gt_sight_between(const gt_table *, unsigned from, gg_point eye, unsigned to, bool ground_only,
                      gt_sight *out);
/* The same between two places, for an aim that reaches so far about `its`; who stands on them is
 * not left out. */
void gt_sight_over(const gt_table *, gg_point own, gg_point its, gg_point eye, int32_t reach,
                   bool ground_only, gt_sight *out);
/* What hides the place: a body, GT_BODIES_MAX for the ground, GG_NEVER for nothing. */
int gt_in_the_way(const gt_table *, const gt_sight *, gg_point);
/* The centre and the four corners. */
int gt_test_points(const gt_table *, unsigned body, gg_point out[5]);
/* What is in the way first, for who wants to be told. */
typedef struct gt_block {
    int body, area; /* GG_NEVER: not that */
    gg_point cut;
} gt_block;
gt_block gt_first_block(const gt_table *, const gt_sight *, gg_point to);
/* Many lines from one eye, and which of these (bits) a shape cuts, as gg_cuts() has it of each. */
enum { GT_RAYS_MAX = 16 };
typedef struct gt_rays {
    gg_point eye;
    int count;
    gg_point to[GT_RAYS_MAX];
    int32_t length[GT_RAYS_MAX]; /* not less than it is long */
    int right, left; /* the outermost, with all others between; both the same: not known */
} gt_rays;
void gt_rays_to(gg_point eye, const gg_point *to, int count, gt_rays *out);
uint32_t gt_rays_cut(const gt_rays *, uint32_t among, const gg_convex *, int32_t tolerance);

#endif
