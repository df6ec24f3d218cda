/*
 * trace.c - the outline of all places that pass a test, traced on a grid (core/question.h).
 *
 * The contour runs along the cells with what passes on its right hand: outer rims go clockwise,
 * rims of holes the other way round.  Every crossing of a grid line is found by halving.
 * SPDX-License-Identifier: MIT
 */
#include "core/question.h"

#include <string.h>

/* Where a coarse cell has corners of both kinds it is asked FINE times as closely each way, and its
 * neighbours are where the rim comes to their sides, or where one of two places inside is of the
 * other kind, so that lanes between two bodies are found without asking everywhere. */
enum { FINE = 3, NODES = GG_TRACE_CELLS * FINE + 1, HALVINGS = 4 };

typedef struct tracing {
    gg_bounds bounds;
    int cells; /* fine ones */
    gg_place_test *test;
    void *with;
    uint8_t nodes[NODES][NODES]; /* [row][column]: the bits below */
    gg_point points[GG_TRACE_POINTS];
    int point_count;
    int first[GG_TRACE_LOOPS], count[GG_TRACE_LOOPS];
    bool hole[GG_TRACE_LOOPS];
    int loop_count;
} tracing;

/* Of a node: it passes; the contour over the grid line from it to the next one east was walked;
 * it was asked.  Of a coarse cell, at its lower left node: it lies at or beside a rim; all of its
 * nodes are asked. */
enum { PASSES = 1, WALKED = 2, ASKED = 4, NEAR_RIM = 8, REFINED = 16 };

static gg_point node_at(const tracing *t, int column, int row)
{
    const gg_point low = t->bounds.low, high = t->bounds.high;
    return (gg_point){low.x + (int32_t)((int64_t)(high.x - low.x) * column / t->cells),
                      low.y + (int32_t)((int64_t)(high.y - low.y) * row / t->cells)};
}

/* Once.  The rim of the grid never passes, so that every contour closes. */
static void ask_node(tracing *t, int column, int row)
{
    uint8_t *node = &t->nodes[row][column];
    if (column == 0 || row == 0 || column == t->cells || row == t->cells || (*node & ASKED)) return;
    *node |= t->test(t->with, node_at(t, column, row)) ? ASKED | PASSES : ASKED;
}

/* Has this coarse cell corners of both kinds? */
static bool is_mixed(tracing *t, int column, int row)
{
    const uint8_t first = t->nodes[row][column] & PASSES;
    return (t->nodes[row][column + FINE] & PASSES) != first
           || (t->nodes[row + FINE][column] & PASSES) != first
           || (t->nodes[row + FINE][column + FINE] & PASSES) != first;
}

/* Marks a coarse cell and its neighbours, by their lower left nodes. */
static void mark_about(tracing *t, int column, int row)
{
    for (int y = row - FINE; y <= row + FINE; y += FINE)
        for (int x = column - FINE; x <= column + FINE; x += FINE)
            if (x >= 0 && y >= 0 && x < t->cells && y < t->cells) t->nodes[y][x] |= NEAR_RIM;
}

/* Is a node that was asked of another kind than the corners of the cell it belongs to? */
static bool differs(const tracing *t, int column, int row, uint8_t all)
{
    const uint8_t node = t->nodes[row][column];
    return (node & ASKED) && (node & PASSES) != all;
}

/* Has a neighbour brought the rim to a side of this cell? */
static bool is_entered(tracing *t, int column, int row)
{
    const uint8_t all = t->nodes[row][column] & PASSES;
    for (int i = 1; i < FINE; i++)
        if (differs(t, column + i, row, all) || differs(t, column, row + i, all)
            || differs(t, column + i, row + FINE, all) || differs(t, column + FINE, row + i, all))
            return true;
    return false;
}

/* Is one of two places inside of another kind than the corners?  In turn they lie on one and on the
 * other diagonal, so that no lane runs between them. */
static bool is_mixed_inside(tracing *t, int column, int row)
{
    const uint8_t all = t->nodes[row][column] & PASSES;
    const int turned = (column / FINE + row / FINE) % 2;
    ask_node(t, column + 1, row + 1 + turned);
    ask_node(t, column + 2, row + 2 - turned);
    return differs(t, column + 1, row + 1 + turned, all)
           || differs(t, column + 2, row + 2 - turned, all);
}

/* All its nodes, those of all its sides too. */
static void refine(tracing *t, int column, int row)
{
    t->nodes[row][column] |= REFINED;
    for (int y = 0; y <= FINE; y++)
        for (int x = 0; x <= FINE; x++) ask_node(t, column + x, row + y);
}

/* Refines those beside a rim of which the test says so; did it any? */
typedef bool cell_test(tracing *, int column, int row);
static bool refine_where(tracing *t, cell_test *test)
{
    bool any = false;
    for (int row = 0; row < t->cells; row += FINE)
        for (int column = 0; column < t->cells; column += FINE) {
            const uint8_t cell = t->nodes[row][column];
            if (!(cell & NEAR_RIM) || (cell & REFINED) || !test(t, column, row)) continue;
            refine(t, column, row);
            any = true;
        }
    return any;
}

/* What was not asked is as the corners are. */
static void fill_cell(tracing *t, int column, int row)
{
    const uint8_t all = t->nodes[row][column] & PASSES;
    for (int y = 0; y < FINE; y++)
        for (int x = 0; x < FINE; x++)
            if (!(t->nodes[row + y][column + x] & ASKED)) t->nodes[row + y][column + x] |= all;
}

static void ask_nodes(tracing *t)
{
    for (int row = FINE; row < t->cells; row += FINE)
        for (int column = FINE; column < t->cells; column += FINE) ask_node(t, column, row);
    for (int row = 0; row < t->cells; row += FINE)
        for (int column = 0; column < t->cells; column += FINE)
            if (is_mixed(t, column, row)) mark_about(t, column, row);
    refine_where(t, is_mixed);
    refine_where(t, is_mixed_inside);
    while (refine_where(t, is_entered)) {}
    for (int row = 0; row < t->cells; row += FINE)
        for (int column = 0; column < t->cells; column += FINE) fill_cell(t, column, row);
}

/* Between a node that passes and one that does not: the last place that passes. */
static gg_point crossing(const tracing *t, gg_point in, gg_point out)
{
    for (int i = 0; i < HALVINGS; i++) {
        const gg_point middle = {(in.x + out.x) / 2, (in.y + out.y) / 2};
        if (t->test(t->with, middle)) in = middle;
        else out = middle;
    }
    return in;
}

/* ---- One contour. ---- */

typedef struct step {
    int column, row;
} step; /* a node */
/* Up, right, down, left: the cell whose lower left node is `cell` is entered going that way. */
typedef struct walker {
    step cell;
    int way;
} walker;

/* The nodes of the side through which the cell is left going that way, left and right hand. */
static void side_of(step cell, int way, step *left, step *right)
{
    static const int8_t lefts[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    static const int8_t rights[4][2] = {{1, 1}, {1, 0}, {0, 0}, {0, 1}};
    *left = (step){cell.column + lefts[way][0], cell.row + lefts[way][1]};
    *right = (step){cell.column + rights[way][0], cell.row + rights[way][1]};
}

static bool passes_at(const tracing *t, step node)
{
    return (t->nodes[node.row][node.column] & PASSES) != 0;
}

/* Through the cell and over its far side; two patches that meet at a corner stay apart. */
static gg_point walk_on(tracing *t, walker *at)
{
    static const int8_t goes[4][2] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    static const int8_t turns[3] = {1, 0, 3};
    for (int i = 0; i < 3; i++) {
        const int way = (at->way + turns[i]) % 4;
        step left, right;
        side_of(at->cell, way, &left, &right);
        if (passes_at(t, left) || !passes_at(t, right)) continue;
        at->way = way;
        at->cell = (step){at->cell.column + goes[way][0], at->cell.row + goes[way][1]};
        if (way % 2 == 0)
            t->nodes[left.row][left.column < right.column ? left.column : right.column] |= WALKED;
        return crossing(t, node_at(t, right.column, right.row), node_at(t, left.column, left.row));
    }
    gg_assert(false); /* a contour does not end */
    return (gg_point){0, 0};
}

static void add_corner(tracing *t, int loop, gg_point at)
{
    const int last = t->first[loop] + t->count[loop] - 1;
    if (t->count[loop] > 0 && t->points[last].x == at.x && t->points[last].y == at.y) return;
    if (t->point_count >= GG_TRACE_POINTS) return;
    t->points[t->point_count++] = at;
    t->count[loop]++;
}

/* Do all points between these two lie within a hair of the straight way? */
static bool is_straight(const gg_point *at, int from, int to, int64_t hair)
{
    const int64_t x = at[to].x - at[from].x, y = at[to].y - at[from].y;
    const int64_t most = hair * gg_distance(at[from], at[to]);
    for (int i = from + 1; i < to; i++) {
        const int64_t east = at[i].x - at[from].x, north = at[i].y - at[from].y;
        const int64_t across = x * north - y * east;
        if (x * east + y * north < 0 || across > most || -across > most) return false;
    }
    return true;
}

/* Drops the corners that a straight rim does not need. */
static void straighten(tracing *t, int loop, int64_t hair)
{
    gg_point *at = t->points + t->first[loop];
    const int count = t->count[loop];
    int kept = 1;
    for (int i = 0; i + 1 < count;) {
        int next = i + 1;
        while (next + 1 < count && is_straight(at, i, next + 1, hair)) next++;
        i = next;
        at[kept++] = at[i]; /* kept is at most i: only what was passed is written over */
    }
    t->count[loop] = kept;
    t->point_count = t->first[loop] + kept;
}

/* Twice the area, positive if the rim turns left. */
static int64_t area_of(const gg_point *at, int count)
{
    int64_t twice = 0;
    for (int i = 0; i < count; i++) {
        const gg_point a = at[i], b = at[(i + 1) % count];
        twice +=
            (int64_t)(a.x - at[0].x) * (b.y - at[0].y) - (int64_t)(b.x - at[0].x) * (a.y - at[0].y);
    }
    return twice;
}

/* From the grid line east of this node, going up or down so that what passes is on the right. */
static void walk_round(tracing *t, int column, int row)
{
    const bool up = passes_at(t, (step){column + 1, row});
    const walker begin = {{column, up ? row : row - 1}, up ? 0 : 2};
    walker at = begin;
    int loop = t->loop_count;
    t->first[loop] = t->point_count;
    t->count[loop] = 0;
    do add_corner(t, loop, walk_on(t, &at));
    while (at.way != begin.way || at.cell.column != begin.cell.column
           || at.cell.row != begin.cell.row);
    const int64_t cell = (int64_t)(t->bounds.high.x - t->bounds.low.x) * FINE / t->cells;
    straighten(t, loop, cell / 32);
    const int64_t twice = area_of(t->points + t->first[loop], t->count[loop]);
    if (t->count[loop] < 3 || (twice < cell * cell && twice > -cell * cell)) { /* a speck */
        t->point_count = t->first[loop];
        return;
    }
    t->hole[loop] = twice > 0;
    t->loop_count++;
}

static void find_loops(tracing *t)
{
    for (int row = 1; row < t->cells; row++)
        for (int column = 0; column < t->cells; column++) {
            const uint8_t node = t->nodes[row][column], next = t->nodes[row][column + 1];
            if (((node ^ next) & PASSES) == 0 || (node & WALKED) != 0) continue;
            if (t->loop_count < GG_TRACE_LOOPS) walk_round(t, column, row);
        }
}

/* ---- Areas of the contours. ---- */

/* The corner of the loop that is nearest to this place. */
static int nearest_corner(const gg_point *at, int count, gg_point to)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (gg_distance(at[i], to) < gg_distance(at[best], to)) best = i;
    return best;
}

/* Goes along a seam to the hole, round it, and back. */
static void lay_hole(gg_scene *scene, const tracing *t, int loop, int from, gg_point back)
{
    const gg_point *at = t->points + t->first[loop];
    for (int i = 0; i <= t->count[loop]; i++)
        gg_scene_corner(scene, at[(from + i) % t->count[loop]]);
    gg_scene_corner(scene, back);
}

static bool is_hole_of(const tracing *t, int hole, int loop)
{
    return t->hole[hole]
           && gg_polygon_holds(t->points + t->first[loop], t->count[loop],
                               t->points[t->first[hole]]);
}

/* The corner of this loop at which the seam to each of its holes begins: where its rim comes
 * nearest to the hole's first corner.  -1: not a hole of it. */
static void find_seams(const tracing *t, int loop, int seams[GG_TRACE_LOOPS])
{
    for (int hole = 0; hole < t->loop_count; hole++)
        seams[hole] = is_hole_of(t, hole, loop) ? nearest_corner(
                          t->points + t->first[loop], t->count[loop], t->points[t->first[hole]])
                                                : -1;
}

static void lay_loop(gg_scene *scene, gg_role role, const tracing *t, int loop)
{
    const gg_point *at = t->points + t->first[loop];
    int seams[GG_TRACE_LOOPS];
    gg_mark *mark = gg_scene_add(scene, GG_AREA, role);
    if (mark == NULL) return;
    mark->at = at[0];
    find_seams(t, loop, seams);
    for (int i = 0; i < t->count[loop]; i++) {
        gg_scene_corner(scene, at[i]);
        for (int hole = 0; hole < t->loop_count; hole++) {
            if (seams[hole] != i) continue;
            const gg_point *its = t->points + t->first[hole];
            lay_hole(scene, t, hole, nearest_corner(its, t->count[hole], at[i]), at[i]);
        }
    }
}

int gg_trace(gg_scene *scene, gg_role role, gg_bounds bounds, int cells, gg_place_test *test,
             void *with)
{
    gg_assert(cells > 1 && cells <= GG_TRACE_CELLS);
    if (scene == NULL) return 0;
    tracing t = {.bounds = bounds, .cells = cells * FINE, .test = test, .with = with};
    ask_nodes(&t);
    find_loops(&t);
    int areas = 0;
    for (int loop = 0; loop < t.loop_count; loop++) {
        if (t.hole[loop]) continue;
        /* at most all points and two more for each hole */
        const uint32_t needed = (uint32_t)t.point_count + 2 * GG_TRACE_LOOPS;
        if (scene->point_count + needed > scene->point_limit) break;
        lay_loop(scene, role, &t, loop);
        areas++;
    }
    return areas;
}
