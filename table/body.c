/*
 * body.c - boxes, shapes and distances of bodies of troops.  See table.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

gg_box gt_other_box(const gt_table *t, unsigned u, unsigned formation)
{
    const gt_game *game = t->game;
    if (game->box != NULL) return game->box(t, u, formation);
    return gt_brigade_box(game->base, t->bodies[u].strength, (int)formation);
}

gg_point gt_centre(const gt_table *t, unsigned u)
{
    const gg_box box = gt_box(t, u);
    if (box.front == -box.rear) return t->bodies[u].at;
    return gg_to_world(gt_pose(t, u), (gg_point){0, (box.front + box.rear) / 2});
}

int32_t gt_find_reach(const gt_table *t)
{
    const gt_game *game = t->game;
    int32_t most = 0;
    if (game->box != NULL) return game->reach;
    if (t->numbers == NULL) { /* the longest brigade there can be */
        const gg_point base = game->base;
        return (int32_t)gg_root_up(
            (uint64_t)((int64_t)9 * base.x * base.x / 4 + (int64_t)25 * base.y * base.y));
    }
    for (int i = 0; i < game->all_sizes_count; i++) {
        const int32_t both =
            t->numbers[game->all_sizes[i].width] + t->numbers[game->all_sizes[i].depth];
        if (both > most) most = both;
    }
    return most * game->aft;
}

int32_t gt_direction(const gt_table *t, gg_point from, gg_point to)
{
    return gg_bearing_to(from, to, t->game->step) / t->game->step;
}

/* ---- Who is there. ---- */

bool gt_find(const gt_table *t, gg_unit n, gt_spot *out)
{
    if (n >= t->body_count) return t->game->marker(t->state, n, out);
    *out = (gt_spot){t->bodies[n].at, t->bodies[n].side};
    return t->bodies[n].removed == 0;
}

bool gt_no_marker(const gg_state *state, gg_unit n, gt_spot *out)
{
    (void)state, (void)n, (void)out;
    return false;
}

/* ---- Ways and circles. ---- */

/* The longer leg and 27/64 of the shorter are not less than the line is long; 59/64 of the longer
 * and 24/64 of the shorter are not more. */
gt_way gt_way_between(gg_point a, gg_point b)
{
    const int64_t x = b.x - a.x, y = b.y - a.y, across = x < 0 ? -x : x, up = y < 0 ? -y : y;
    const int64_t longer = across > up ? across : up, shorter = across > up ? up : across;
    return (gt_way){.from = a,
                    .to = b,
                    .x = x,
                    .y = y,
                    .most = longer + shorter * 27 / 64 + 1,
                    .least = (longer * 59 + shorter * 24) / 64};
}

int gt_way_within(const gt_way *it, gg_point at, gt_circles both, int64_t limit)
{
    const int64_t x = at.x - it->from.x, y = at.y - it->from.y, along = it->x * x + it->y * y;
    if (along <= 0) return gt_places_within(it->from, at, both, limit);
    if (along >= it->x * it->x + it->y * it->y) return gt_places_within(it->to, at, both, limit);
    int64_t across = it->x * y - it->y * x;
    if (across < 0) across = -across;
    if (across > (limit + both.outer) * it->most) return 0;
    if (both.inner < 0 || limit < 0) return -1;
    return across <= (limit + both.inner) * it->least ? 1 : -1;
}

/* ---- All the shapes of a body. ---- */

gt_shapes gt_shapes_at(const gt_table *t, unsigned u, gg_pose pose, unsigned formation)
{
    gt_shapes out = {.count = 1};
    const gg_point base = t->game->base;
    if (base.x == 0) {
        out.at[0] = gt_shape_at(t, u, pose, formation);
        return out;
    }
    out.count = t->bodies[u].strength;
    gt_base_shapes(pose, base, out.count, (int)formation, out.at);
    return out;
}

gt_shapes gt_shapes_of(const gt_table *t, unsigned u)
{
    return gt_shapes_at(t, u, gt_pose(t, u), t->bodies[u].formation);
}

/* Most pairs of bases are told apart by their bounds, and those are found once for each. */
typedef struct bounded {
    gg_bounds all, of[GT_BASES_MAX];
} bounded;

static void find_bounds(const gt_shapes *shapes, bounded *out)
{
    out->all = out->of[0] = gg_bounds_of(&shapes->at[0]);
    for (int i = 1; i < shapes->count; i++) {
        const gg_bounds one = out->of[i] = gg_bounds_of(&shapes->at[i]);
        if (one.low.x < out->all.low.x) out->all.low.x = one.low.x;
        if (one.low.y < out->all.low.y) out->all.low.y = one.low.y;
        if (one.high.x > out->all.high.x) out->all.high.x = one.high.x;
        if (one.high.y > out->all.high.y) out->all.high.y = one.high.y;
    }
}

static inline bool bounds_meet(const gg_bounds *a, const gg_bounds *b, int64_t reach)
{
    return a->low.x - b->high.x <= reach && b->low.x - a->high.x <= reach
           && a->low.y - b->high.y <= reach && b->low.y - a->high.y <= reach;
}

gg_bounds gt_shapes_bounds(const gt_shapes *shapes)
{
    bounded its;
    find_bounds(shapes, &its);
    return its.all;
}

/* Twice the middle of a rectangle, or of a point. */
static gg_point twice_middle(const gg_convex *shape)
{
    const gg_point a = shape->at[0], b = shape->at[shape->count / 2];
    return (gg_point){a.x + b.x, a.y + b.y};
}

/* The base of the others whose middle is nearest to this one: likely the nearest. */
static int likely_nearest(const gg_convex *one, const gt_shapes *others)
{
    const gg_point from = twice_middle(one);
    int nearest = 0;
    int64_t least = INT64_MAX;
    for (int j = 0; j < others->count; j++) {
        const gg_point to = twice_middle(&others->at[j]);
        const int64_t x = to.x - from.x, y = to.y - from.y, square = x * x + y * y;
        if (square < least) least = square, nearest = j;
    }
    return nearest;
}

int32_t gt_shapes_distance(const gt_shapes *one, const gt_shapes *other)
{
    int32_t least = INT32_MAX;
    for (int i = 0; i < one->count && other->count > 0; i++) {
        const int first = likely_nearest(&one->at[i], other);
        for (int n = -1; n < other->count; n++) {
            const int j = n < 0 ? first : n;
            if (n == first) continue;
            if (least != INT32_MAX && !gg_is_within(&one->at[i], &other->at[j], least - 1))
                continue;
            least = gg_distance_between(&one->at[i], &other->at[j]);
        }
    }
    return least;
}

bool gt_shapes_within(const gt_shapes *one, const gt_shapes *other, int32_t limit)
{
    bounded a, b;
    if (one->count == 1 && other->count == 1)
        return gg_is_within(&one->at[0], &other->at[0], limit);
    if (one->count == 0 || other->count == 0) return false;
    find_bounds(one, &a);
    find_bounds(other, &b);
    if (!bounds_meet(&a.all, &b.all, limit)) return false;
    for (int i = 0; i < one->count; i++)
        for (int j = 0; j < other->count; j++)
            if (bounds_meet(&a.of[i], &b.of[j], limit)
                && gg_is_within(&one->at[i], &other->at[j], limit))
                return true;
    return false;
}

bool gt_shapes_overlap(const gt_shapes *one, const gt_shapes *other, int32_t tolerance)
{
    bounded a, b;
    if (one->count == 1 && other->count == 1)
        return gg_overlaps(&one->at[0], &other->at[0], tolerance);
    if (one->count == 0 || other->count == 0) return false;
    find_bounds(one, &a);
    find_bounds(other, &b);
    if (!bounds_meet(&a.all, &b.all, 0)) return false;
    for (int i = 0; i < one->count; i++)
        for (int j = 0; j < other->count; j++)
            if (bounds_meet(&a.of[i], &b.of[j], 0)
                && gg_overlaps(&one->at[i], &other->at[j], tolerance))
                return true;
    return false;
}

/* ---- Distances. ---- */

/* Of a brigade the circle inside its box may lie between its bases: it has none.  So of one table
 * all inner circles are sizes, or all are negative. */
static inline gt_circles sure_circles(const gt_table *t, unsigned u)
{
    if (t->numbers != NULL)
        return gt_circles_of(gt_number_box(t, t->bodies[u].type, t->bodies[u].formation));
    return (gt_circles){gt_body_circles(t, u).outer, -1};
}

int32_t gt_distance(const gt_table *t, unsigned u, unsigned other)
{
    const gt_shapes a = gt_shapes_of(t, u), b = gt_shapes_of(t, other);
    return gt_shapes_distance(&a, &b);
}

bool gt_is_shape_within(const gt_table *t, unsigned u, unsigned other, int32_t limit)
{
    if (t->game->base.x != 0) {
        const gt_shapes a = gt_shapes_of(t, u), b = gt_shapes_of(t, other);
        return gt_shapes_within(&a, &b, limit);
    }
    const gg_convex a = gt_shape(t, u), b = gt_shape(t, other);
    return gg_is_within(&a, &b, limit);
}

bool gt_is_within(const gt_table *t, unsigned u, unsigned other, int32_t limit)
{
    const gt_circles own = sure_circles(t, u), its = sure_circles(t, other);
    const gt_circles both = {own.outer + its.outer, own.inner + its.inner};
    const int known = gt_places_within(t->bodies[u].at, t->bodies[other].at, both, limit);
    return known >= 0 ? known : gt_is_shape_within(t, u, other, limit);
}

bool gt_is_shape_by(const gt_table *t, gg_point at, unsigned u, int32_t limit)
{
    const gg_convex dot = gg_dot(at);
    if (t->game->base.x != 0) {
        const gt_shapes a = {.count = 1, .at = {dot}}, b = gt_shapes_of(t, u);
        return gt_shapes_within(&a, &b, limit);
    }
    const gg_convex shape = gt_shape(t, u);
    return gg_is_within(&dot, &shape, limit);
}

bool gt_point_is_within(const gt_table *t, gg_point at, unsigned u, int32_t limit)
{
    const int known = gt_places_within(at, t->bodies[u].at, sure_circles(t, u), limit);
    return known >= 0 ? known : gt_is_shape_by(t, at, u, limit);
}
