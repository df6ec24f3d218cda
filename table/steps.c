/*
 * steps.c - straight moves looked at by samples, as some rules have them: only what is met at a
 * sample counts.  See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

enum { NEARING_KEPT = 8, ROUNDED = 4 };

gg_pose gt_gone_to(const gt_going *going, int32_t distance)
{
    return (gg_pose){gg_along(going->pose.at, going->direction, distance), going->pose.facing};
}

static gt_shapes shapes_at(const gt_table *t, const gt_going *going, int32_t distance)
{
    return gt_shapes_at(t, going->body, gt_gone_to(going, distance), going->formation);
}

/* Does it leave the table? */
static bool is_over_edge(const gt_table *t, const gt_going *going, const gt_shapes *shapes)
{
    if (going->edge == GT_EDGE_NONE) return false;
    for (int i = 0; i < shapes->count; i++) {
        const gg_convex *shape = &shapes->at[i];
        if (going->edge == GT_EDGE_CENTRES) {
            const gg_point a = shape->at[0], b = shape->at[2];
            if (gt_is_outside(t, (gg_point){(int32_t)gg_rdiv((int64_t)a.x + b.x, 2),
                                            (int32_t)gg_rdiv((int64_t)a.y + b.y, 2)}))
                return true;
            continue;
        }
        const gg_bounds bounds = gg_bounds_of(shape);
        const int32_t slack = going->edge_slack;
        if (bounds.low.x < -slack || bounds.low.y < -slack || bounds.high.x > t->width + slack
            || bounds.high.y > t->height + slack)
            return true;
    }
    return false;
}

static bool is_barred(const gt_table *t, const gt_going *going, const gt_shapes *shapes)
{
    for (int i = 0; i < shapes->count; i++) {
        uint64_t areas = going->barred & gt_areas_about(t, gg_bounds_of(&shapes->at[i]));
        while (areas != 0) {
            const unsigned area = (unsigned)gg_next_bit(&areas);
            if (going->nine_points ? gt_nine_in(t, area, &shapes->at[i]) > 0
                                   : gt_area_overlaps(t, area, &shapes->at[i]))
                return true;
        }
        for (unsigned line = 0; line < t->line_count; line++) {
            if (!(going->barred_lines >> t->lines[line].type & 1)) continue;
            if (gg_cuts(t->lines[line].from, t->lines[line].to, &shapes->at[i], t->game->tolerance))
                return true;
        }
    }
    return false;
}

/* Is this step nearer to one it minds than the gap, and nearer than the step before? */
static int too_near(const gt_table *t, const gt_going *going, const gt_shapes *before,
                    const gt_shapes *shapes)
{
    gt_set rest = going->minded;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_shapes its = gt_shapes_of(t, (unsigned)other);
        if (!gt_shapes_within(shapes, &its, going->gap - 1)) continue;
        const int32_t now = gt_shapes_distance(shapes, &its);
        if (now < gt_shapes_distance(before, &its) - going->slack) return other;
    }
    return GG_NEVER;
}

static bool step_fails(const gt_table *t, const gt_going *going, const gt_shapes *before,
                       const gt_shapes *shapes, gt_gone *out)
{
    if (is_over_edge(t, going, shapes) || is_barred(t, going, shapes)) return true;
    out->stopped_by = gt_stands_on(t, going->body, shapes, &going->stop);
    if (out->stopped_by == GG_NEVER) out->stopped_by = too_near(t, going, before, shapes);
    return out->stopped_by != GG_NEVER;
}

static int32_t next_step(const gt_going *going, int32_t distance)
{
    return distance + going->step < going->length ? distance + going->step : going->length;
}

/* Everybody it may meet on the whole way. */
static void near_way(const gt_table *t, const gt_going *going, int32_t reach, gt_set *out)
{
    const gt_shapes a = shapes_at(t, going, 0), b = shapes_at(t, going, going->length);
    gg_bounds bounds = gg_bounds_of(&a.at[0]);
    for (int i = 0; i < a.count + b.count; i++) {
        const gg_bounds one = gg_bounds_of(i < a.count ? &a.at[i] : &b.at[i - a.count]);
        if (one.low.x < bounds.low.x) bounds.low.x = one.low.x;
        if (one.low.y < bounds.low.y) bounds.low.y = one.low.y;
        if (one.high.x > bounds.high.x) bounds.high.x = one.high.x;
        if (one.high.y > bounds.high.y) bounds.high.y = one.high.y;
    }
    gt_near(t, bounds, reach, out);
    gt_drop(out, going->body);
}

static void keep_common(gt_set *set, const gt_set *other)
{
    for (int word = 0; word < set->words; word++) set->bits[word] &= other->bits[word];
}

/* Whom it overlaps there goes into `seen`; does it overlap anybody? */
static bool overlaps_some(const gt_table *t, const gt_shapes *shapes, const gt_set *near,
                          gt_set *seen)
{
    bool any = false;
    gt_set rest = *near;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_shapes its = gt_shapes_of(t, (unsigned)other);
        if (!gt_shapes_overlap(shapes, &its, t->game->tolerance)) continue;
        any = true;
        gt_add(seen, (unsigned)other);
    }
    return any;
}

/* Whom it may come near on its way, each with its shapes once they are wanted. */
typedef struct nearing {
    const gt_table *t;
    const gt_going *going;
    gt_set whom;
    int32_t limit;
    int64_t outer;   /* of the one that goes */
    int32_t soonest; /* before it has gone so far it is near to none of them */
    bool is_made;    /* `start`: its shapes where it begins */
    gt_shapes start;
    int found;
    int made; /* how many of `others` are worked out */
    struct {
        unsigned who;
        gt_shapes shapes;
    } others[NEARING_KEPT];
} nearing;

static const gt_shapes *its_shapes(nearing *it, unsigned other, gt_shapes *room)
{
    for (int i = 0; i < it->made; i++)
        if (it->others[i].who == other) return &it->others[i].shapes;
    if (it->made < NEARING_KEPT) {
        it->others[it->made].who = other;
        room = &it->others[it->made++].shapes;
    }
    *room = gt_shapes_of(it->t, other);
    return room;
}

/* By the boxes about them, for one that goes straight ahead. */
static void find_soonest(nearing *it)
{
    const gt_table *t = it->t;
    const gt_going *going = it->going;
    const gt_frame own = gt_frame_of(going->pose, gt_box_in(t, going->body, going->formation));
    gt_set rest = it->whom;
    it->soonest = INT32_MAX;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const unsigned u = (unsigned)other;
        const gt_frame its = gt_frame_of(gt_pose(t, u), gt_box(t, u));
        const int32_t soonest = gt_frames_soonest(&own, &its, it->limit);
        if (soonest > going->length) gt_drop(&it->whom, u);
        if (soonest < it->soonest) it->soonest = soonest;
    }
}

/* Only those whose circles its own comes so near to; corners are rounded. */
static void begin_nearing(nearing *it, const gt_table *t, const gt_going *going, const gt_set *whom,
                          int32_t limit)
{
    const gt_way way = gt_way_between(going->pose.at, gt_gone_to(going, going->length).at);
    gt_set rest = *whom;
    it->t = t;
    it->going = going;
    it->whom = *whom;
    it->limit = limit;
    it->outer = gt_circles_in(t, going->body, going->formation).outer + ROUNDED;
    it->is_made = false;
    it->found = GG_NEVER;
    it->made = 0;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_circles both = {it->outer + gt_body_circles(t, (unsigned)other).outer, -1};
        if (gt_way_within(&way, t->bodies[other].at, both, limit) == 0)
            gt_drop(&it->whom, (unsigned)other);
    }
    it->soonest = 0;
    if (limit >= 0 && going->direction == going->pose.facing) find_soonest(it);
}

/* It keeps its facing: all its corners go the same way. */
static void own_shapes(nearing *it, gg_point at, gt_shapes *out)
{
    const gg_point from = it->going->pose.at, by = {at.x - from.x, at.y - from.y};
    if (!it->is_made) it->start = shapes_at(it->t, it->going, 0);
    it->is_made = true;
    out->count = it->start.count;
    for (int i = 0; i < out->count; i++) out->at[i] = gg_moved(&it->start.at[i], by);
}

static bool is_so_near(void *with, int32_t distance)
{
    nearing *it = with;
    if (distance < it->soonest) return false;
    const gg_point at = gt_gone_to(it->going, distance).at;
    gt_shapes shapes;
    bool is_made = false;
    gt_set rest = it->whom;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_circles both = {it->outer + gt_body_circles(it->t, (unsigned)other).outer, -1};
        if (gt_places_within(at, it->t->bodies[other].at, both, it->limit) == 0) continue;
        if (!is_made) own_shapes(it, at, &shapes);
        is_made = true;
        gt_shapes room;
        if (!gt_shapes_within(&shapes, its_shapes(it, (unsigned)other, &room), it->limit)) continue;
        it->found = other;
        return true;
    }
    return false;
}

/* No at `low`, yes at `high`: the least between them, and whom. */
static int32_t least_near(nearing *it, int32_t low, int32_t high)
{
    const int32_t at = gg_bisect(low, high, is_so_near, it);
    is_so_near(it, at);
    return at;
}

/* The first sample at which it is so near, and the one before. */
static bool first_near(nearing *it, gt_pace *out)
{
    *out = (gt_pace){0, 0};
    if (gt_is_empty(&it->whom)) return false;
    bool met = is_so_near(it, 0);
    while (!met && out->to < it->going->length) {
        out->from = out->to;
        out->to = next_step(it->going, out->from);
        met = is_so_near(it, out->to);
    }
    return met;
}

bool gt_first_near(const gt_table *t, const gt_going *going, const gt_set *with, int32_t limit,
                   gt_pace *out)
{
    nearing it;
    begin_nearing(&it, t, going, with, limit);
    return first_near(&it, out);
}

int32_t gt_first_contact(const gt_table *t, const gt_going *going, const gt_set *with,
                         int32_t limit, int *whom)
{
    nearing it;
    gt_pace in;
    begin_nearing(&it, t, going, with, limit);
    const bool met = first_near(&it, &in);
    const int32_t at = met && in.to > in.from ? least_near(&it, in.from, in.to) : in.to;
    *whom = it.found;
    return met ? at : GG_NEVER;
}

void gt_go(const gt_table *t, const gt_going *asked, gt_gone *out)
{
    if (gt_stride(t, asked, out)) return;
    gt_set near, seen = gt_none(t);
    gt_going narrowed = *asked; /* nobody is looked at, step by step, who is far from all of it */
    const gt_going *going = &narrowed;
    near_way(t, asked, asked->gap + 2, &near);
    keep_common(&narrowed.stop, &near);
    keep_common(&narrowed.minded, &near);
    near_way(t, asked, 2, &near);
    *out = (gt_gone){.free = -1, .stopped_by = GG_NEVER, .passed = gt_none(t)};
    nearing it;
    begin_nearing(&it, t, going, &going->met, going->contact);
    gt_shapes before = shapes_at(t, going, 0);
    if (!overlaps_some(t, &before, &near, &seen)) out->free = 0;
    if (going->contact >= 0 && is_so_near(&it, 0)) {
        out->contact = true;
        out->stopped_by = it.found;
        return;
    }
    for (int32_t at = 0; at < going->length;) {
        int32_t next = next_step(going, at);
        bool met = false;
        if (going->contact >= 0 && is_so_near(&it, next)) {
            met = true;
            next = least_near(&it, at, next);
        }
        const gt_shapes shapes = shapes_at(t, going, next);
        if (step_fails(t, going, &before, &shapes, out)) return;
        at = out->last = next;
        if (!overlaps_some(t, &shapes, &near, &seen)) {
            out->free = at;
            out->passed = seen;
        }
        if (met) {
            out->contact = true;
            out->stopped_by = it.found;
            return;
        }
        before = shapes;
    }
}
