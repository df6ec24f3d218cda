/*
 * space.h - the geometry of the games on a measured table: integers only, exact, the same bits
 * on every platform.
 *
 * Lengths are ticks, 1000 to the rulebook's inch or centimetre; x grows east, y north.  A facing
 * is a number of tenths of a degree 0..3599, 0 north, clockwise.  Places lie within
 * GG_SPACE_MAX of the origin, so that every product fits 64 bits and every squared cross
 * product two words of 64.
 *
 * Nothing here knows a rule: what counts as a flank or what blocks sight is each game's own
 * business; how far, whether and where first is answered once, here.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_SPACE_H
#define GG_SPACE_H

#include "grognard.h"

enum {
    GG_SPACE_MAX = 1 << 20, /* ticks from the origin, in x and in y */
    GG_TURN = 3600,         /* facings of a full circle */
    GG_QUARTER = 900,
    GG_HALF_TURN = 1800,
    GG_SINE_ONE = 1 << 30,
    GG_CONVEX_MAX = 8, /* corners of a convex shape: two rectangles hulled together */
    GG_NEVER = -1,     /* "no such distance" */
};

/* ---- Numbers. ---- */
/* n / d to the nearest whole number, halves away from zero; d > 0. */
int64_t gg_rdiv(int64_t n, int64_t d);
static inline int32_t gg_size_of(int32_t n) { return n < 0 ? -n : n; }
static inline bool gg_is_same_place(gg_point a, gg_point b) { return a.x == b.x && a.y == b.y; }
uint64_t gg_root_down(uint64_t n); /* the greatest k with k * k <= n */
uint64_t gg_root_up(uint64_t n);   /* the least k with k * k >= n */
/* A product of 128 bits as two words; C11 has no such type, so it is ours. */
typedef struct gg_wide {
    uint64_t high, low;
} gg_wide;
gg_wide gg_wide_product(uint64_t one, uint64_t other);
int gg_wide_compare(gg_wide one, gg_wide other); /* -1, 0, +1 */

/* ---- Facings. ---- */
int32_t gg_sine(int32_t facing); /* 0..3599; GG_SINE_ONE is 1 */
int32_t gg_cosine(int32_t facing);
int32_t gg_facing(int32_t tenths); /* any number of tenths of a degree, brought to 0..3599 */
int32_t gg_turn_between(int32_t facing, int32_t other); /* the smaller way round, 0..1800 */
/* The multiple of `step` (a divisor of 900) that points most along the vector: the greatest
 * x * sine + y * cosine; the lowest facing on ties, 0 for no vector at all. */
int32_t gg_bearing(gg_point vector, int32_t step);
static inline int32_t gg_bearing_to(gg_point from, gg_point to, int32_t step)
{
    return gg_bearing((gg_point){to.x - from.x, to.y - from.y}, step);
}

/* ---- Poses: a place and a facing; local x is to the right, local y forward. ---- */
typedef struct gg_pose {
    gg_point at;
    int32_t facing;
} gg_pose;
gg_point gg_offset(int32_t facing, gg_point local); /* the vector it stands for on the table */
gg_point gg_to_world(gg_pose, gg_point local);
/* The same of many: `out` may be `local`. */
void gg_all_to_world(gg_pose, const gg_point *local, int count, gg_point *out);
gg_point gg_to_local(gg_pose, gg_point world); /* to the nearest tick */
gg_point gg_along(gg_point from, int32_t facing, int32_t distance);

/* The rectangle of a body of troops about its pose: `half` its width, and how far its front and
 * rear edge lie ahead of the place (a unit held by its middle: d and -d; by its front: 0, -2d). */
typedef struct gg_box {
    int32_t half, front, rear;
} gg_box;

/* A convex area, corners clockwise, all of them real corners.  One corner is a point, two are a
 * segment. */
typedef struct gg_convex {
    int32_t count;
    gg_point at[GG_CONVEX_MAX];
} gg_convex;
gg_convex gg_rectangle(gg_pose, gg_box); /* front left, front right, rear right, rear left */
gg_convex gg_dot(gg_point);
gg_convex gg_segment(gg_point from, gg_point to);
gg_convex gg_moved(const gg_convex *, gg_point by);
/* These corners in this or the opposite order, made clockwise; false if they are too many, too
 * few (fewer than three), or not a strictly convex polygon. */
bool gg_convex_from(const gg_point *at, int count, gg_convex *out);
/* The hull of two convex areas, of at most GG_CONVEX_MAX corners together: the ground swept when
 * one becomes the other. */
gg_convex gg_hull(const gg_convex *, const gg_convex *);
/* The same of an area, of at most GG_CONVEX_MAX - 2 corners, and itself moved. */
gg_convex gg_swept(const gg_convex *, gg_point by);
typedef struct gg_bounds {
    gg_point low, high;
} gg_bounds;
gg_bounds gg_bounds_of(const gg_convex *);

/* ---- Where is it?  Front, rear, left or right of a unit. ---- */
typedef enum gg_zone { GG_ZONE_FRONT, GG_ZONE_REAR, GG_ZONE_LEFT, GG_ZONE_RIGHT } gg_zone;
/* By lines at 45 degrees from the corners, unrounded; a point on a line is front or rear, and
 * one straight abreast of the middle, or inside, is right (left if it lies left). */
gg_zone gg_zone_of_point(gg_pose, gg_box, gg_point);
/* By the widest gap between the unit's box and the other's corners as seen from the unit; ties
 * go to front, rear, right, left. */
gg_zone gg_zone_of_box(gg_pose, gg_box, const gg_convex *other);

/* ---- Distances: the least whole k with k * k >= the exact square.  "Within n" is exact. ---- */
int32_t gg_distance(gg_point, gg_point);
/* gg_distance(one, other) > limit, which is not negative, without the root. */
static inline bool gg_is_farther(gg_point one, gg_point other, int64_t limit)
{
    const int64_t x = other.x - one.x, y = other.y - one.y;
    return x * x + y * y > limit * limit;
}
int32_t gg_distance_between(const gg_convex *, const gg_convex *);
bool gg_is_within(const gg_convex *, const gg_convex *, int32_t limit); /* distance <= limit */

/* ---- Meeting. ---- */
/* They share at least a point. */
bool gg_touches(const gg_convex *, const gg_convex *);
/* On the normal of every edge of either they share more than `tolerance` (0..1000). */
bool gg_overlaps(const gg_convex *, const gg_convex *, int32_t tolerance);
/* The same for who asks very often: a parallelogram, as most bodies of troops are, by its middle
 * and edges, and how much two may share across each of these edges (doubled, times its length) and
 * not overlap by more than the tolerance.  False: it is none, or has no inside. */
typedef struct gg_lozenge {
    gg_point twice_middle, edge[2];
    int64_t area, barely[2];
} gg_lozenge;
bool gg_lozenge_of(const gg_convex *, int32_t tolerance, gg_lozenge *out);
/* With the first one moved so. */
bool gg_lozenges_overlap(const gg_lozenge *moved, gg_point by, const gg_lozenge *);
bool gg_holds(const gg_convex *, gg_point);                     /* inside or on the edge */
bool gg_polygon_holds(const gg_point *at, int count, gg_point); /* any polygon; edges are inside */

/* ---- Segments. ---- */
bool gg_segments_meet(gg_point a, gg_point b, gg_point c, gg_point d); /* share a point */
/* Going from p to q one gets over the segment ab: p is not on its line, q is on it or beyond, and
 * a and b do not lie strictly on one side of the line pq.  Ending on it is crossing it, starting
 * on it is not, from either side alike. */
bool gg_crosses(gg_point p, gg_point q, gg_point a, gg_point b);
/* The segment has a point strictly inside the area; running along an edge does not count. */
bool gg_passes_through(gg_point from, gg_point to, const gg_convex *);
/* The same of a pose's rectangle without its corners: 1 it has, 0 it has not, -1 it is close. */
int gg_passes_box(gg_point from, gg_point to, gg_pose, gg_box);
/* The same with a tolerance: no edge of the area, and neither side of the segment, has the other
 * beyond it but for `tolerance`.  A segment has no width of its own, so gg_overlaps() never has it
 * overlap anything. */
bool gg_cuts(gg_point from, gg_point to, const gg_convex *, int32_t tolerance);
/* A part 0..1 of a way, as a fraction with bottom > 0. */
typedef struct gg_part {
    int64_t top, bottom;
} gg_part;
/* The part of the way at which it comes into the (closed) area and the one at which it goes out;
 * false if it never does.  The area has three corners or more. */
bool gg_clip(gg_point from, gg_point to, const gg_convex *, gg_part *enter, gg_part *leave);
gg_point gg_part_of_way(gg_point from, gg_point to, gg_part); /* to the nearest tick */

/* ---- Courses: a shape that slides along a facing.  At distance k it lies k sines east and k
 * cosines north of where it began, each rounded once, never a sum of rounded steps.  The search
 * functions look at every whole k from `from` to `to`, upwards or downwards, and give the first
 * that answers, or GG_NEVER; they get there by leaps, not by trying each. ---- */
typedef struct gg_course {
    gg_convex shape;
    int32_t sine, cosine;
} gg_course;
gg_course gg_course_of(const gg_convex *shape, int32_t facing);
gg_point gg_course_by(const gg_course *, int32_t k); /* how far east and north it is at k */
gg_convex gg_course_at(const gg_course *, int32_t k);
int32_t gg_course_touches(const gg_course *, const gg_convex *, int32_t from, int32_t to);
int32_t gg_course_overlaps(const gg_course *, const gg_convex *, int32_t tolerance, int32_t from,
                           int32_t to);
int32_t gg_course_clears(const gg_course *, const gg_convex *, int32_t tolerance, int32_t from,
                         int32_t to); /* the first k without overlap */
/* a corner is out */
int32_t gg_course_leaves(const gg_course *, gg_bounds, int32_t from, int32_t to);

/* ---- Sampled paths. ---- */
typedef bool gg_test(void *with, int32_t at);
/* No at low, yes at high: halves down to the least yes between them. */
int32_t gg_bisect(int32_t low, int32_t high, gg_test *, void *with);

/* ---- Sets of up to 64 things: the bits of a word. ---- */
/* Where the only bit of a word is, by multiplication with a de Bruijn sequence.  Compilers that see
 * the whole table know what it is for, and where the word is surely not 0 take the one instruction
 * that their machine has for it. */
static const uint8_t gg_bit_places[64] = {
    0,  1,  2,  53, 3,  7,  54, 27, 4,  38, 41, 8,  34, 55, 48, 28, 62, 5,  39, 46, 44, 42,
    22, 9,  24, 35, 59, 56, 49, 18, 29, 11, 63, 52, 6,  26, 37, 40, 33, 47, 61, 45, 43, 21,
    23, 58, 17, 10, 51, 25, 36, 32, 60, 20, 57, 16, 50, 31, 19, 15, 30, 14, 13, 12,
};
enum { GG_BIT_SHIFT = 58 };
static const uint64_t gg_bit_sequence = 0x022fdd63cc95386du;
/* Takes the lowest thing out of the set, which is not empty.  Here, because every look at who is
 * near runs through it. */
static inline int gg_next_bit(uint64_t *set)
{
    const uint64_t bits = *set;
    *set = bits & (bits - 1);
    return gg_bit_places[((bits & (0 - bits)) * gg_bit_sequence) >> GG_BIT_SHIFT];
}
static inline int gg_count_bits(uint64_t set)
{
    int count = 0;
    for (; set != 0; set &= set - 1) count++;
    return count;
}
/* The nth from 0, of a set that has so many. */
static inline int gg_nth_bit(uint64_t set, uint32_t nth)
{
    while (nth-- > 0) set &= set - 1;
    return gg_next_bit(&set);
}
/* Of a set of units, those of which that is true. */
typedef bool gg_unit_test(const gg_state *, unsigned unit);
static inline uint64_t gg_those(const gg_state *state, uint64_t among, gg_unit_test *is)
{
    uint64_t found = 0;
    while (among != 0) {
        const int unit = gg_next_bit(&among);
        if (is(state, (unsigned)unit)) found |= UINT64_C(1) << unit;
    }
    return found;
}

#endif
