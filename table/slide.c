/*
 * slide.c - bodies that slide along a facing, tick by tick: what blocks them, what they meet first,
 * and moves that are forced on them.  See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

gg_bounds gt_course_bounds(const gg_course *course, int32_t from, int32_t to)
{
    const gg_convex a = gg_course_at(course, from), b = gg_course_at(course, to);
    gg_bounds one = gg_bounds_of(&a);
    const gg_bounds other = gg_bounds_of(&b);
    if (other.low.x < one.low.x) one.low.x = other.low.x;
    if (other.low.y < one.low.y) one.low.y = other.low.y;
    if (other.high.x > one.high.x) one.high.x = other.high.x;
    if (other.high.y > one.high.y) one.high.y = other.high.y;
    return one;
}

void gt_goes_over(const gt_table *t, const gg_course *course, unsigned u, int32_t k, gt_set *out)
{
    const gg_convex to = gg_course_at(course, k), swept = gg_hull(&course->shape, &to);
    gt_set near;
    gt_near(t, gg_bounds_of(&swept), 0, &near);
    gt_drop(&near, u);
    *out = gt_none(t);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const gg_convex its = gt_shape(t, (unsigned)other);
        if (gg_overlaps(&swept, &its, t->game->tolerance)) gt_add(out, (unsigned)other);
    }
}

static void take_first(int32_t *first, int32_t k)
{
    if (k != GG_NEVER && (*first == GG_NEVER || k < *first)) *first = k;
}

/* The first k at which it lies on one of these areas. */
static int32_t first_on_areas(const gt_table *t, const gg_course *course, uint64_t areas,
                              int32_t from, int32_t to)
{
    int32_t first = GG_NEVER;
    while (areas != 0) {
        gg_convex pieces[GT_POLYGON];
        const int count = gt_pieces(t, (unsigned)gg_next_bit(&areas), pieces);
        for (int i = 0; i < count; i++)
            take_first(&first,
                       gg_course_overlaps(course, &pieces[i], t->game->tolerance, from, to));
    }
    return first;
}

/* The first k at which it lies on barred ground. */
static int32_t first_barred(const gt_table *t, const gg_course *course, int32_t from, int32_t to)
{
    return first_on_areas(t, course, gt_areas_with(t, gt_everywhere(t), GT_BARRED), from, to);
}

/* The first k, to the tolerance, at which the line cuts it: it has touched it before. */
static int32_t first_cut(const gt_table *t, const gg_course *course, const gt_line *line,
                         int32_t to)
{
    const gg_convex its = gg_segment(line->from, line->to);
    const int32_t tolerance = t->game->tolerance;
    int32_t k = gg_course_touches(course, &its, 0, to);
    for (; k != GG_NEVER && k <= to; k += tolerance + 1) {
        const gg_convex there = gg_course_at(course, k);
        if (gg_cuts(line->from, line->to, &there, tolerance)) return k;
    }
    return GG_NEVER;
}

static int32_t first_closed(const gt_table *t, const gg_course *course, const gt_closed *closed,
                            int32_t to)
{
    int32_t first = first_on_areas(t, course, closed->areas, 0, to);
    for (unsigned i = 0; i < t->line_count; i++)
        if (closed->lines >> t->lines[i].type & 1)
            take_first(&first, first_cut(t, course, &t->lines[i], to));
    return first;
}

static int32_t first_on(const gt_table *t, const gg_course *course, unsigned other, int32_t from,
                        int32_t to)
{
    const gg_convex its = gt_shape(t, other);
    return gg_course_overlaps(course, &its, t->game->tolerance, from, to);
}

int32_t gt_blocked_at(const gt_table *t, const gg_course *course, unsigned u, unsigned but,
                      int32_t from, int32_t to)
{
    int32_t first = gg_course_leaves(course, gt_bounds(t), from, to);
    gt_set near;
    gt_near(t, gt_course_bounds(course, from, to), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near))
        if ((unsigned)other != u && (unsigned)other != but)
            take_first(&first, first_on(t, course, (unsigned)other, from, to));
    take_first(&first, first_barred(t, course, from, to));
    return first;
}

int32_t gt_slide(const gt_table *t, const gg_course *course, unsigned u, unsigned but, int32_t from,
                 int32_t to, bool *blocked)
{
    const int32_t first = gt_blocked_at(t, course, u, but, from, to);
    *blocked = first != GG_NEVER;
    if (!*blocked) return to;
    return first > from ? first - 1 : from;
}

gt_meeting gt_first_meeting(const gt_table *t, unsigned u, const gg_course *course, int32_t to,
                            const gt_closed *closed)
{
    gt_meeting first = {.k = GG_NEVER, .body = GG_NEVER};
    for (unsigned other = 0; other < t->body_count; other++) {
        if (other == u || !gt_is_here(t, other)) continue;
        const gg_convex its = gt_shape(t, other);
        const int32_t k = t->bodies[other].side == t->bodies[u].side
                              ? gg_course_overlaps(course, &its, t->game->tolerance, 0, to)
                              : gg_course_touches(course, &its, 0, to);
        if (k != GG_NEVER && (first.k == GG_NEVER || k < first.k))
            first = (gt_meeting){.k = k, .body = (int)other};
    }
    int32_t end = first.k != GG_NEVER ? first.k : to;
    int32_t k = first_closed(t, course, closed, end);
    if (k != GG_NEVER && k < end) first = (gt_meeting){.k = end = k, .body = GG_NEVER};
    k = gg_course_leaves(course, gt_bounds(t), 0, end);
    if (k != GG_NEVER && k < end) first = (gt_meeting){.k = k, .body = GG_NEVER, .edge = true};
    return first;
}

/* ---- Forced moves. ---- */

typedef struct forced_way {
    const gt_table *t;
    gg_course course;
    unsigned unit;
    gt_set ignored; /* standing enemies it overlapped to begin with */
    bool rout;
} forced_way;

static bool is_standing_enemy(const gt_table *t, unsigned u, unsigned other)
{
    return t->bodies[other].side != t->bodies[u].side && !gt_is_routing(t, other);
}

/* The first k at which an enemy stops it, and the first at which ground or edge does. */
static void forced_stops(const forced_way *way, int32_t from, int32_t to, int32_t *enemy,
                         int32_t *ground)
{
    const gt_table *t = way->t;
    *enemy = *ground = GG_NEVER;
    if (from > to) return;
    gt_set near;
    gt_near(t, gt_course_bounds(&way->course, from, to), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near))
        if (is_standing_enemy(t, way->unit, (unsigned)other)
            && !gt_has(&way->ignored, (unsigned)other))
            take_first(enemy, first_on(t, &way->course, (unsigned)other, from, to));
    take_first(ground, first_barred(t, &way->course, from, to));
    if (!way->rout) take_first(ground, gg_course_leaves(&way->course, gt_bounds(t), from, to));
}

/* The first k from `from` towards `to` at which it stands on nobody. */
static int32_t forced_free(const forced_way *way, int32_t from, int32_t to)
{
    const gt_table *t = way->t;
    gt_set near;
    gt_near(t, gt_course_bounds(&way->course, from, to), 0, &near);
    gt_drop(&near, way->unit);
    int32_t k = from;
    for (bool moved = true; moved;) {
        moved = false;
        gt_set rest = near;
        for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
            if (gt_has(&way->ignored, (unsigned)other)) continue;
            const gg_convex its = gt_shape(t, (unsigned)other);
            const int32_t clear = gg_course_clears(&way->course, &its, t->game->tolerance, k, to);
            if (clear == GG_NEVER) return GG_NEVER;
            moved |= clear != k;
            k = clear;
        }
    }
    return k;
}

static gt_forced forced_back(const forced_way *way, int32_t from)
{
    const int32_t k = forced_free(way, from, 0);
    if (k == GG_NEVER) return (gt_forced){GT_DESTROYED, 0};
    return (gt_forced){GT_MOVED, k};
}

static void find_ignored(forced_way *way, const gg_convex *shape)
{
    const gt_table *t = way->t;
    way->ignored = gt_none(t);
    gt_set near;
    gt_near(t, gg_bounds_of(shape), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        if (!is_standing_enemy(t, way->unit, (unsigned)other)) continue;
        const gg_convex its = gt_shape(t, (unsigned)other);
        if (gg_overlaps(shape, &its, t->game->tolerance)) gt_add(&way->ignored, (unsigned)other);
    }
}

gt_forced gt_forced_move(const gt_table *t, unsigned u, gg_pose pose, int32_t direction, int32_t n,
                         bool rout)
{
    enum { FURTHEST = 2 * GG_SPACE_MAX / 8 };
    const gg_convex shape = gt_shape_at(t, u, pose, t->bodies[u].formation);
    forced_way way = {.t = t, .course = gg_course_of(&shape, direction), .unit = u, .rout = rout};
    find_ignored(&way, &shape);
    int32_t enemy, ground;
    forced_stops(&way, 1, n, &enemy, &ground);
    gt_forced result;
    if (enemy == GG_NEVER && ground == GG_NEVER) {
        const int32_t k = forced_free(&way, n, FURTHEST);
        gg_assert(k != GG_NEVER); /* beyond the table there is nobody */
        if (k > n) forced_stops(&way, n + 1, k, &enemy, &ground);
        result = (gt_forced){GT_MOVED, k};
        if (enemy != GG_NEVER || ground != GG_NEVER) result = forced_back(&way, n);
    } else {
        int32_t stop = enemy;
        take_first(&stop, ground);
        result = forced_back(&way, stop - 1);
    }
    if (!rout) return result;
    if (enemy != GG_NEVER && (ground == GG_NEVER || enemy <= ground))
        return (gt_forced){GT_DESTROYED, enemy - 1};
    const gg_point by = gg_course_by(&way.course, result.k);
    const gg_point end = {pose.at.x + by.x, pose.at.y + by.y};
    if (result.end == GT_MOVED && gt_is_outside(t, end)) result.end = GT_LEFT;
    return result;
}
