/*
 * space_hash.c - one hash for each primitive of the geometry kernel, over many random questions.
 * Compilers, word sizes and the page's virtual machine must all give the same bits.
 *
 *   space-hash [COUNT]           prints them: how many questions, primitive, hash
 *   space-hash COUNT FILE        compares them with the lines of FILE, as TAP
 *
 * Built for wasm it has no main: space_hash.mjs calls the three functions at the end.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

enum { COUNT_STANDARD = 20000 };

/* ---- Random questions: small and round-numbered often enough that ties occur. ---- */

typedef struct asker {
    uint64_t random, hash;
} asker;

static uint64_t bits(asker *it)
{
    uint64_t z = it->random += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int32_t between(asker *it, int32_t low, int32_t high)
{
    return low + (int32_t)(bits(it) % (uint64_t)(high - low + 1));
}

/* One draw to a statement: C does not say in which order arguments and members are worked out. */
static gg_point a_point_within(asker *it, int32_t far, int32_t grain)
{
    gg_point at;
    at.x = between(it, -far, far) * grain;
    at.y = between(it, -far, far) * grain;
    return at;
}

static gg_point a_point(asker *it)
{
    if (between(it, 0, 3) == 0) return a_point_within(it, 9, 1000);
    return a_point_within(it, between(it, 0, 3) == 0 ? GG_SPACE_MAX / 2 : 20000, 1);
}

static gg_pose a_pose(asker *it)
{
    int32_t step = between(it, 0, 2) == 0 ? GG_QUARTER : 1;
    gg_pose pose = {.at = a_point(it)};
    pose.facing = between(it, 0, GG_TURN / step - 1) * step;
    return pose;
}

static gg_box a_box(asker *it)
{
    gg_box box = {.half = between(it, 25, 6000)};
    box.front = between(it, 25, 3000);
    box.rear = between(it, 0, 1) ? -box.front : -2 * box.front;
    return box;
}

static gg_convex a_rectangle(asker *it)
{
    gg_pose pose = a_pose(it);
    return gg_rectangle(pose, a_box(it));
}

static gg_convex a_shape(asker *it)
{
    gg_convex one = a_rectangle(it);
    switch (between(it, 0, 5)) {
    case 0: return gg_dot(one.at[0]);
    case 1: return gg_segment(one.at[0], a_point(it));
    case 2: return gg_swept(&one, a_point_within(it, 9000, 1));
    default: return one;
    }
}

static gg_convex an_area(asker *it)
{
    gg_convex one = a_shape(it);
    return one.count < 3 ? a_rectangle(it) : one;
}

static void draw_points(asker *it, gg_point *out, int count)
{
    for (int i = 0; i < count; i++) out[i] = a_point(it);
}

/* ---- What was answered. ---- */

static void add(asker *it, int64_t answer)
{
    it->hash = (it->hash ^ (uint64_t)answer) * 0x100000001b3u;
    it->hash ^= it->hash >> 29;
}

static void add_point(asker *it, gg_point at)
{
    add(it, at.x);
    add(it, at.y);
}

static void add_shape(asker *it, const gg_convex *shape)
{
    add(it, shape->count);
    for (int i = 0; i < shape->count; i++) add_point(it, shape->at[i]);
}

/* ---- The primitives, one question each. ---- */

static void ask_numbers(asker *it)
{
    int64_t n = (int64_t)(bits(it) >> 1);
    n >>= between(it, 0, 60);
    uint64_t one = bits(it), other = bits(it);
    one >>= between(it, 0, 40);
    other >>= between(it, 0, 40);
    gg_wide product = gg_wide_product(one, other), square = gg_wide_product(one, one);
    int64_t signed_n = between(it, 0, 1) ? n : -n;
    add(it, gg_rdiv(signed_n, between(it, 1, 9999)));
    add(it, (int64_t)gg_root_down((uint64_t)n));
    add(it, (int64_t)gg_root_up((uint64_t)n));
    add(it, (int64_t)product.high);
    add(it, (int64_t)product.low);
    add(it, gg_wide_compare(product, square));
}

static void ask_facings(asker *it)
{
    static const int32_t steps[] = {1, 10, 50, 100, 225, 450, 900};
    int32_t facing = between(it, 0, GG_TURN - 1), step = steps[between(it, 0, 6)];
    add(it, gg_sine(facing));
    add(it, gg_cosine(facing));
    add(it, gg_facing(between(it, -99999, 99999)));
    add(it, gg_turn_between(facing, between(it, 0, GG_TURN - 1)));
    add(it, gg_bearing(a_point(it), step));
}

static void ask_poses(asker *it)
{
    gg_pose pose = a_pose(it);
    gg_point local = a_point_within(it, 20000, 1);
    add_point(it, gg_offset(pose.facing, local));
    add_point(it, gg_to_world(pose, local));
    add_point(it, gg_to_local(pose, a_point(it)));
    add_point(it, gg_along(pose.at, pose.facing, local.x));
}

static void ask_shapes(asker *it)
{
    gg_convex one = a_rectangle(it), other = a_rectangle(it), hull = gg_hull(&one, &other);
    gg_convex swept = gg_swept(&one, a_point(it)), made = gg_dot(one.at[0]);
    gg_bounds bounds = gg_bounds_of(&hull);
    gg_point corners[4];
    draw_points(it, corners, 4);
    add_shape(it, &one);
    add_shape(it, &hull);
    add_shape(it, &swept);
    add_point(it, bounds.low);
    add_point(it, bounds.high);
    add(it, gg_convex_from(corners, between(it, 2, 4), &made));
    add_shape(it, &made);
}

static void ask_zones(asker *it)
{
    gg_pose pose = a_pose(it);
    gg_box box = a_box(it);
    gg_convex other = a_shape(it);
    add(it, gg_zone_of_point(pose, box, a_point(it)));
    add(it, gg_zone_of_box(pose, box, &other));
}

static void ask_distances(asker *it)
{
    gg_convex one = a_shape(it), other = a_shape(it);
    int32_t distance = gg_distance_between(&one, &other);
    add(it, gg_distance(one.at[0], other.at[0]));
    add(it, distance);
    add(it, gg_is_within(&one, &other, distance));
    add(it, gg_is_within(&one, &other, distance - 1));
    add(it, gg_is_within(&one, &other, between(it, 0, 12000)));
}

static void ask_meeting(asker *it)
{
    gg_convex one = a_shape(it), other = a_shape(it);
    gg_point corners[5], point = a_point(it);
    draw_points(it, corners, 5);
    add(it, gg_touches(&one, &other));
    add(it, gg_overlaps(&one, &other, 50));
    add(it, gg_overlaps(&one, &other, between(it, 0, 1000)));
    add(it, gg_holds(&one, point));
    add(it, gg_polygon_holds(corners, between(it, 3, 5), point));
}

static void ask_segments(asker *it)
{
    gg_point at[4];
    draw_points(it, at, 4);
    gg_convex area = an_area(it);
    gg_part enter = {0, 1}, leave = {1, 1};
    add(it, gg_segments_meet(at[0], at[1], at[2], at[3]));
    add(it, gg_crosses(at[0], at[1], at[2], at[3]));
    add(it, gg_passes_through(at[0], at[1], &area));
    add(it, gg_clip(at[0], at[1], &area, &enter, &leave));
    add_point(it, gg_part_of_way(at[0], at[1], enter));
    add_point(it, gg_part_of_way(at[0], at[1], leave));
}

static void ask_courses(asker *it)
{
    gg_convex shape = an_area(it), other = a_shape(it);
    gg_course course = gg_course_of(&shape, between(it, 0, GG_TURN - 1));
    gg_convex moved = gg_course_at(&course, between(it, 0, 36000));
    int32_t from = between(it, 0, 9000), to = between(it, 0, 36000);
    add_shape(it, &moved);
    add(it, gg_course_touches(&course, &other, from, to));
    add(it, gg_course_overlaps(&course, &other, 50, from, to));
    add(it, gg_course_clears(&course, &other, 50, from, to));
    add(it, gg_course_leaves(&course, (gg_bounds){{-20000, -20000}, {20000, 20000}}, from, to));
}

static void ask_grids(asker *it)
{
    uint64_t strips[2 * GT_STRIPS] = {0};
    gg_point at[9];
    int32_t width = between(it, 1000, 96000), height = between(it, 1000, 96000);
    draw_points(it, at, 9);
    gt_table t = {.strips = strips, .words = 1, .cell = gt_cell(width, height)};
    for (unsigned thing = 0; thing < 8; thing++) gt_grid_put(strips, 1, t.cell, thing, at[thing]);
    gt_set near;
    gt_placed_near(&t, (gg_bounds){at[8], at[8]}, between(it, 0, 24000), &near);
    add(it, (int64_t)near.bits[0]);
    add(it, gt_next(&near));
    gt_grid_take(strips, 1, t.cell, 0, at[0]);
    gt_placed_near(&t, (gg_bounds){at[0], at[0]}, between(it, 0, 24000), &near);
    add(it, (int64_t)near.bits[0]);
}

static const struct {
    const char *name;
    void (*ask)(asker *);
} primitives[] = {
    {"numbers", ask_numbers}, {"facings", ask_facings},   {"poses", ask_poses},
    {"shapes", ask_shapes},   {"zones", ask_zones},       {"distances", ask_distances},
    {"meeting", ask_meeting}, {"segments", ask_segments}, {"courses", ask_courses},
    {"grids", ask_grids},
};

/* ---- What the page's machine calls. ---- */

int space_primitives(void);
const char *space_primitive(int which);
uint64_t space_hash(int which, uint32_t count);

int space_primitives(void) { return (int)(sizeof primitives / sizeof *primitives); }

const char *space_primitive(int which) { return primitives[which].name; }

uint64_t space_hash(int which, uint32_t count)
{
    asker it = {.random = 1805 + (uint64_t)which, .hash = 0xcbf29ce484222325u};
    for (uint32_t i = 0; i < count; i++) primitives[which].ask(&it);
    return it.hash;
}

#ifdef __wasm__

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    (void)what, (void)file, (void)line;
    __builtin_trap();
}

#else

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void gg_broken(const char *what, const char *file, int line)
{
    fprintf(stderr, "broken assertion at %s:%d: %s\n", file, line, what);
    abort();
}

static void line_of(int which, uint32_t count, char out[64])
{
    snprintf(out, 64, "%" PRIu32 " %s %016" PRIx64, count, space_primitive(which),
             space_hash(which, count));
}

static int compare(uint32_t count, const char *path)
{
    static char text[4096];
    char line[64];
    int failed = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL || fread(text, 1, sizeof text - 1, file) == 0) {
        fprintf(stderr, "space-hash: cannot read %s\n", path);
        return 2;
    }
    fclose(file);
    for (int i = 0; i < space_primitives(); i++) {
        line_of(i, count, line);
        bool same = strstr(text, line) != NULL;
        failed |= !same;
        printf("%s %d - the same bits: %s\n", same ? "ok" : "not ok", i + 1, line);
    }
    printf("1..%d\n", space_primitives());
    return failed;
}

int main(int count, char **words)
{
    uint32_t questions = count > 1 ? (uint32_t)strtoul(words[1], NULL, 10) : COUNT_STANDARD;
    if (count > 2) return compare(questions, words[2]);
    char line[64];
    for (int i = 0; i < space_primitives(); i++) {
        line_of(i, questions, line);
        puts(line);
    }
    return 0;
}

#endif
