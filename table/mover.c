/*
 * mover.c - ways of several legs, each swept from end to end, and the enemies a body must keep
 * clear of on them.  Many ways of one body are asked about, one after the other: what each enemy
 * means to it is worked out once.  See move.h.
 */
#include "table/move.h"

void gt_mover_begin(gt_mover *out, const gt_table *t, gg_side side, int32_t gap)
{
    out->t = *t;
    gt_survey(&out->t);
    out->gap = gap;
    out->enemies.words = t->words;
    for (int word = 0; word < t->words; word++) {
        const gt_body *body = t->bodies + 64 * word;
        const int count = t->body_count - 64 * word < 64 ? t->body_count - 64 * word : 64;
        uint64_t enemies = 0;
        for (int i = 0; i < count; i++, body++)
            enemies |= (uint64_t)(body->side != side && body->removed == 0) << i;
        out->enemies.bits[word] = enemies;
    }
    out->plainly = false;
}

void gt_mover_take(gt_mover *out, unsigned u, int32_t around)
{
    const gg_point at = out->t.bodies[u].at;
    out->unit = u;
    out->own = gt_shape(&out->t, u);
    out->around = (gg_bounds){{at.x - around, at.y - around}, {at.x + around, at.y + around}};
    out->slow_around = gt_areas_among(&out->t, out->t.slow, out->around);
    out->nearest = GG_NEVER;
    out->known = 0;
}

static void mind(const gt_mover *mover, unsigned other, gt_minded *it)
{
    const gt_table *t = &mover->t;
    it->shape = gt_shape(t, other);
    it->at = t->bodies[other].at;
    it->circles = gt_body_circles(t, other);
    it->gap = mover->gap;
    if (gg_is_within(&mover->own, &it->shape, it->gap - 1))
        it->gap = gg_distance_between(&mover->own, &it->shape);
    it->overlapped = it->gap == 0 && gg_overlaps(&mover->own, &it->shape, t->game->tolerance);
}

const gt_minded *gt_minded_of(gt_mover *mover, unsigned other)
{
    if (other >= GT_MINDED_MAX) {
        mind(mover, other, &mover->other);
        return &mover->other;
    }
    gt_minded *it = &mover->minded[other];
    if (mover->known & gt_bit(other)) return it;
    mover->known |= gt_bit(other);
    mind(mover, other, it);
    return it;
}

void gt_mover_near(const gt_mover *mover, gg_bounds bounds, int32_t gap, gt_set *out)
{
    gt_near_cells(&mover->t, bounds, gap, out);
    gt_drop(out, mover->unit);
}

/* ---- Covered ground. ---- */

gt_covered gt_covered_by(gt_circles circles, const gg_convex *before, gg_point from, gg_point to)
{
    gt_covered it;
    it.line = gt_way_between(from, to);
    it.circles = circles;
    it.before = *before;
    it.is_swept = false;
    return it;
}

const gg_convex *gt_swept(gt_covered *it)
{
    if (it->line.x == 0 && it->line.y == 0) return &it->before;
    if (!it->is_swept)
        it->swept = gg_swept(&it->before, (gg_point){(int32_t)it->line.x, (int32_t)it->line.y});
    it->is_swept = true;
    return &it->swept;
}

bool gt_comes_within(gt_covered *it, const gt_minded *its, int32_t limit)
{
    const gt_circles both = {it->circles.outer + its->circles.outer,
                             it->circles.inner + its->circles.inner};
    if (limit < 0) return false;
    const int known = gt_way_within(&it->line, its->at, both, limit);
    return known >= 0 ? known : gg_is_within(gt_swept(it), &its->shape, limit);
}

int32_t gt_told_distance(const gt_mover *mover, gt_covered *it, const gt_minded *its)
{
    return mover->plainly ? 0 : gg_distance_between(gt_swept(it), &its->shape);
}

static const gt_trouble no_trouble = {.whom = GG_NEVER};

gt_trouble gt_keeps_gap(gt_mover *mover, const gt_set *enemies, gt_covered *it)
{
    gt_set rest = *enemies;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_minded *its = gt_minded_of(mover, (unsigned)other);
        if (gt_comes_within(it, its, its->gap - 1))
            return (gt_trouble){other, false, gt_told_distance(mover, it, its), its->gap};
        if (its->gap == 0 && !its->overlapped
            && gg_overlaps(gt_swept(it), &its->shape, mover->t.game->tolerance))
            return (gt_trouble){other, true, 0, 0};
    }
    return no_trouble;
}

gt_trouble gt_keeps_clear(gt_mover *mover, const gt_set *enemies, gt_covered *it, int32_t limit)
{
    gt_set rest = *enemies;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_minded *its = gt_minded_of(mover, (unsigned)other);
        if (gt_comes_within(it, its, limit))
            return (gt_trouble){other, false, gt_told_distance(mover, it, its), limit};
    }
    return no_trouble;
}

bool gt_crosses_friend(const gt_mover *mover, const gg_convex *swept)
{
    const gt_table *t = &mover->t;
    const int32_t tolerance = t->game->tolerance;
    gt_set near;
    gt_near(t, gg_bounds_of(swept), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        if ((unsigned)other == mover->unit || gt_has(&mover->enemies, (unsigned)other)) continue;
        const gg_convex its = gt_shape(t, (unsigned)other);
        if (gg_overlaps(swept, &its, tolerance) && !gg_overlaps(&mover->own, &its, tolerance))
            return true;
    }
    return false;
}

/* ---- Advancing. ---- */

/* The standing enemy whose place is nearest, or GG_NEVER. */
static int likely_nearest(const gt_mover *mover, gg_point at)
{
    int found = GG_NEVER;
    int64_t nearest = INT64_MAX;
    gt_set rest = mover->enemies;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gg_point its = mover->t.bodies[other].at;
        const int64_t x = its.x - at.x, y = its.y - at.y;
        if (x * x + y * y >= nearest || gt_is_routing(&mover->t, (unsigned)other)) continue;
        nearest = x * x + y * y;
        found = other;
    }
    return found;
}

static int32_t nearest_enemy(const gt_mover *mover, gg_point at)
{
    const gt_table *t = &mover->t;
    const int likely = likely_nearest(mover, at);
    if (likely == GG_NEVER) return INT32_MAX;
    const gg_convex dot = gg_dot(at);
    gg_convex shape = gt_shape(t, (unsigned)likely);
    int32_t nearest = gg_distance_between(&dot, &shape);
    gt_set rest;
    gt_near_among(t, &mover->enemies, (gg_bounds){at, at}, nearest, &rest);
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        if (other == likely || gt_is_routing(t, (unsigned)other)
            || !gt_point_is_within(t, at, (unsigned)other, nearest - 1))
            continue;
        shape = gt_shape(t, (unsigned)other);
        nearest = gg_distance_between(&dot, &shape);
    }
    return nearest;
}

bool gt_is_advance(gt_mover *mover, gg_point to)
{
    const gt_table *t = &mover->t;
    if (mover->nearest == GG_NEVER)
        mover->nearest = nearest_enemy(mover, t->bodies[mover->unit].at);
    const int32_t before = mover->nearest;
    if (before == INT32_MAX) return false;
    gt_set near;
    gt_near_among(t, &mover->enemies, (gg_bounds){to, to}, before, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near))
        if (!gt_is_routing(t, (unsigned)other)
            && gt_point_is_within(t, to, (unsigned)other, before - 1))
            return true;
    return false;
}

/* ---- Legs. ---- */

static void widen(gg_bounds *bounds, gg_bounds by)
{
    if (by.low.x < bounds->low.x) bounds->low.x = by.low.x;
    if (by.low.y < bounds->low.y) bounds->low.y = by.low.y;
    if (by.high.x > bounds->high.x) bounds->high.x = by.high.x;
    if (by.high.y > bounds->high.y) bounds->high.y = by.high.y;
}

static gg_bounds moved_bounds(gg_bounds bounds, gg_point by)
{
    return (gg_bounds){{bounds.low.x + by.x, bounds.low.y + by.y},
                       {bounds.high.x + by.x, bounds.high.y + by.y}};
}

void gt_walk_shapes(const gt_mover *mover, gt_walk *out)
{
    const gt_table *t = &mover->t;
    const unsigned u = mover->unit;
    for (int i = 0; i < out->legs; i++) {
        const gg_point from = out->at[i],
                       by = {out->at[i + 1].x - from.x, out->at[i + 1].y - from.y};
        out->before[i] = gt_shape_at(t, u, (gg_pose){from, out->facing[i]}, out->formation);
        const gg_bounds bounds = gg_bounds_of(&out->before[i]);
        out->arrived[i] = moved_bounds(bounds, by);
        if (i == 0) out->bounds = bounds;
        widen(&out->bounds, bounds);
        widen(&out->bounds, out->arrived[i]);
        if (i == out->legs - 1) out->last = gg_moved(&out->before[i], by);
    }
    if (!out->changes) return;
    out->last = gt_shape_at(t, u, out->end, out->end_formation);
    widen(&out->bounds, gg_bounds_of(&out->last));
}

void gt_walk_about(const gt_mover *mover, gt_walk *out)
{
    const gt_table *t = &mover->t;
    out->areas = gt_areas_among(t, t->barred | t->buildings | t->burning, out->bounds);
    gt_mover_near(mover, out->bounds, mover->gap, &out->everybody);
    out->enemies.words = t->words;
    for (int word = 0; word < t->words; word++)
        out->enemies.bits[word] = out->everybody.bits[word] & mover->enemies.bits[word];
    gt_keep_standing(t, &out->enemies);
}

static bool bounds_hold(const gg_bounds *bounds, gg_point at)
{
    return at.x >= bounds->low.x && at.y >= bounds->low.y && at.x <= bounds->high.x
           && at.y <= bounds->high.y;
}

bool gt_walk_is_slow(const gt_mover *mover, const gt_walk *way)
{
    uint64_t areas = mover->slow_around;
    for (int i = 0; i < way->legs; i++)
        if (!bounds_hold(&mover->around, way->at[i + 1])) areas = mover->t.slow;
    for (int i = 0; i < way->legs && areas != 0; i++)
        if (gt_way_is_on(&mover->t, areas, way->at[i], way->at[i + 1])) return true;
    return false;
}

gt_covered gt_walk_covers(const gt_mover *mover, const gt_walk *way, int leg)
{
    return gt_covered_by(gt_circles_in(&mover->t, mover->unit, way->formation), &way->before[leg],
                         way->at[leg], way->at[leg + 1]);
}

gt_covered gt_walk_ends(const gt_mover *mover, const gt_walk *way)
{
    return gt_covered_by(gt_circles_in(&mover->t, mover->unit, way->end_formation), &way->last,
                         way->end.at, way->end.at);
}

/* ---- Places that are shut. ---- */

bool gt_is_shut(gt_mover *mover, gg_point at, int32_t inner, int32_t reach, gt_gap_of *gap_of)
{
    const gt_table *t = &mover->t;
    const gg_bounds bounds = {{at.x - inner, at.y - inner}, {at.x + inner, at.y + inner}};
    if (bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > t->width
        || bounds.high.y > t->height)
        return true;
    gt_set near;
    gt_mover_near(mover, bounds, reach, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const int32_t gap = gap_of(mover, (unsigned)other);
        const int32_t least = gap == GG_NEVER ? -t->game->tolerance - 1 : gap;
        if (gt_point_is_within(t, at, (unsigned)other, inner + least)) return true;
    }
    return false;
}

bool gt_is_shut_facing(gt_mover *mover, gg_pose pose, unsigned formation, int32_t rounded)
{
    const gt_table *t = &mover->t;
    const gg_convex shape = gt_shape_at(t, mover->unit, pose, formation);
    const gt_circles own = gt_circles_in(t, mover->unit, formation);
    gt_set near;
    gt_near_cells(t, gg_bounds_of(&shape), 0, &near);
    gt_drop(&near, mover->unit);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const gt_minded *its = gt_minded_of(mover, (unsigned)other);
        if (!gt_is_farther(pose.at, its->at, own.outer + its->circles.outer)
            && gg_overlaps(&shape, &its->shape, t->game->tolerance + rounded))
            return true;
    }
    return false;
}
