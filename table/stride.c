/*
 * stride.c - going by samples (steps.c) for bodies of one rectangle that stop at nobody's touch:
 * who is near the way is looked up once, with his shape, and a step asks most of them no more than
 * whether the boxes about both meet.  See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

enum { OTHERS = 64 };

typedef struct other {
    gg_convex shape;
    gg_bounds bounds;
    unsigned body;
    bool stops, minded, is_passed;
} other;

typedef struct stride {
    const gt_table *t;
    const gt_going *going;
    gg_convex start;
    uint64_t areas, lines; /* what may bar the way */
    int count;
    other others[OTHERS];
} stride;

static bool meet(const gg_bounds *a, const gg_bounds *b, int32_t reach)
{
    return a->low.x - b->high.x <= reach && b->low.x - a->high.x <= reach
           && a->low.y - b->high.y <= reach && b->low.y - a->high.y <= reach;
}

static gg_convex shape_at(const stride *it, int32_t distance)
{
    const gg_point from = it->going->pose.at, to = gt_gone_to(it->going, distance).at;
    return gg_moved(&it->start, (gg_point){to.x - from.x, to.y - from.y});
}

/* Everybody and all ground that the whole way may meet; false: too many. */
static bool look_along(stride *it)
{
    const gt_table *t = it->t;
    const gt_going *going = it->going;
    const gg_convex end = shape_at(it, going->length);
    const gg_bounds a = gg_bounds_of(&it->start), b = gg_bounds_of(&end);
    const gg_bounds way = {
        {a.low.x < b.low.x ? a.low.x : b.low.x, a.low.y < b.low.y ? a.low.y : b.low.y},
        {a.high.x > b.high.x ? a.high.x : b.high.x, a.high.y > b.high.y ? a.high.y : b.high.y}};
    gt_set near;
    gt_near(t, way, going->gap + 2, &near);
    gt_drop(&near, going->body);
    it->count = 0;
    for (int i = gt_next(&near); i != GG_NEVER; i = gt_next(&near)) {
        if (it->count == OTHERS) return false;
        other *its = &it->others[it->count++];
        its->body = (unsigned)i;
        its->shape = gt_shape(t, (unsigned)i);
        its->bounds = gg_bounds_of(&its->shape);
        its->stops = gt_has(&going->stop, (unsigned)i);
        its->minded = gt_has(&going->minded, (unsigned)i);
        its->is_passed = false;
    }
    it->areas = going->barred & gt_areas_about(t, way);
    it->lines = 0;
    for (unsigned line = 0; line < t->line_count && line < 64; line++)
        if (going->barred_lines >> t->lines[line].type & 1) it->lines |= gt_bit(line);
    return t->line_count <= 64;
}

static bool is_off(const stride *it, const gg_convex *shape, gg_bounds bounds)
{
    const gt_table *t = it->t;
    const int32_t slack = it->going->edge_slack;
    const gg_point a = shape->at[0], b = shape->at[2];
    switch (it->going->edge) {
    case GT_EDGE_NONE: return false;
    case GT_EDGE_CENTRES:
        return gt_is_outside(t, (gg_point){(int32_t)gg_rdiv((int64_t)a.x + b.x, 2),
                                           (int32_t)gg_rdiv((int64_t)a.y + b.y, 2)});
    case GT_EDGE_CORNERS: break;
    }
    return bounds.low.x < -slack || bounds.low.y < -slack || bounds.high.x > t->width + slack
           || bounds.high.y > t->height + slack;
}

static bool is_on_barred(const stride *it, const gg_convex *shape, gg_bounds bounds)
{
    const gt_table *t = it->t;
    for (uint64_t areas = gt_areas_among(t, it->areas, bounds); areas != 0;) {
        const unsigned area = (unsigned)gg_next_bit(&areas);
        if (it->going->nine_points ? gt_nine_in(t, area, shape) > 0
                                   : gt_area_overlaps(t, area, shape))
            return true;
    }
    for (uint64_t lines = it->lines; lines != 0;) {
        const gt_line *line = &t->lines[gg_next_bit(&lines)];
        if (gg_cuts(line->from, line->to, shape, t->game->tolerance)) return true;
    }
    return false;
}

/* Who stops this step: the first that it would stand on, else the first that it minds. */
static int stopped_by(const stride *it, const gg_convex *before, const gg_convex *shape,
                      gg_bounds bounds)
{
    const gt_going *going = it->going;
    for (int i = 0; i < it->count; i++) {
        const other *its = &it->others[i];
        if (its->stops && meet(&bounds, &its->bounds, 0)
            && gg_overlaps(shape, &its->shape, it->t->game->tolerance))
            return (int)its->body;
    }
    for (int i = 0; i < it->count; i++) {
        const other *its = &it->others[i];
        if (!its->minded || !meet(&bounds, &its->bounds, going->gap - 1)
            || !gg_is_within(shape, &its->shape, going->gap - 1))
            continue;
        const int32_t now = gg_distance_between(shape, &its->shape);
        if (now < gg_distance_between(before, &its->shape) - going->slack) return (int)its->body;
    }
    return GG_NEVER;
}

/* Does it stand on anybody there?  They are passed. */
static bool stands_on_some(stride *it, const gg_convex *shape, gg_bounds bounds)
{
    bool any = false;
    for (int i = 0; i < it->count; i++) {
        other *its = &it->others[i];
        if (!meet(&bounds, &its->bounds, 0)
            || !gg_overlaps(shape, &its->shape, it->t->game->tolerance))
            continue;
        any = its->is_passed = true;
    }
    return any;
}

bool gt_stride(const gt_table *t, const gt_going *going, gt_gone *out)
{
    if (t->game->base.x != 0 || going->contact >= 0) return false;
    stride it;
    it.t = t;
    it.going = going;
    it.start = gt_shape_at(t, going->body, going->pose, going->formation);
    if (!look_along(&it)) return false;
    *out = (gt_gone){.free = -1, .stopped_by = GG_NEVER, .passed = gt_none(t)};
    gg_convex before = it.start;
    if (!stands_on_some(&it, &before, gg_bounds_of(&before))) out->free = 0;
    for (int32_t at = 0; at < going->length;) {
        at = at + going->step < going->length ? at + going->step : going->length;
        const gg_convex shape = shape_at(&it, at);
        const gg_bounds bounds = gg_bounds_of(&shape);
        if (is_off(&it, &shape, bounds) || is_on_barred(&it, &shape, bounds)) return true;
        out->stopped_by = stopped_by(&it, &before, &shape, bounds);
        if (out->stopped_by != GG_NEVER) return true;
        out->last = at;
        if (!stands_on_some(&it, &shape, bounds)) {
            out->free = at;
            for (int i = 0; i < it.count; i++)
                if (it.others[i].is_passed) gt_add(&out->passed, it.others[i].body);
        }
        before = shape;
    }
    return true;
}
