/*
 * sight.c - what can be seen from where, and what is in the way.  See table.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

int gt_test_points(const gt_table *t, unsigned u, gg_point out[5])
{
    const gg_convex shape = gt_shape(t, u);
    out[0] = gt_centre(t, u);
    for (int i = 0; i < 4; i++) out[i + 1] = shape.at[i];
    return 5;
}

/* ---- By heights. ---- */

static int height_of(const gt_table *t, const gt_area *area)
{
    const gt_ground *ground = &t->game->grounds[area->type];
    return ground->flags & GT_HILL ? area->level : ground->height;
}

/* How high the higher of the two stands, and the areas that hide anything between them, wherever
 * the line runs. */
static void look_over_ground(const gt_table *t, gg_point own, gg_point its, gg_bounds way,
                             gt_sight *out)
{
    uint64_t areas = t->surveyed ? gt_areas_among(t, t->hiding, way) : gt_areas_about(t, way);
    while (areas != 0) {
        const int i = gg_next_bit(&areas);
        const gt_area *area = &t->areas[i];
        const int height = height_of(t, area);
        if (height == 0) continue;
        if (!gt_holds(t, (unsigned)i, own) && !gt_holds(t, (unsigned)i, its))
            out->areas |= gt_bit((unsigned)i);
        else if ((t->game->grounds[area->type].flags & GT_HILL) && height > out->top)
            out->top = height;
    }
    if (out->top == 0) return;
    areas = out->areas; /* those that are not higher hide nothing */
    while (areas != 0) {
        const int i = gg_next_bit(&areas);
        if (height_of(t, &t->areas[i]) <= out->top) out->areas &= ~gt_bit((unsigned)i);
    }
}

static void widen_to(gg_bounds *bounds, gg_point at)
{
    if (at.x < bounds->low.x) bounds->low.x = at.x;
    if (at.y < bounds->low.y) bounds->low.y = at.y;
    if (at.x > bounds->high.x) bounds->high.x = at.x;
    if (at.y > bounds->high.y) bounds->high.y = at.y;
}

void gt_sight_over(const gt_table *t, gg_point own, gg_point its, gg_point eye, int32_t reach,
                   bool ground_only, gt_sight *out)
{
    gg_bounds way = {{its.x - reach, its.y - reach}, {its.x + reach, its.y + reach}};
    out->eye = eye;
    out->first = GG_NEVER;
    out->areas = 0;
    out->top = 0;
    out->longest = 0;
    widen_to(&way, eye);
    if (ground_only) {
        out->bodies = gt_none(t);
    } else {
        out->longest = gt_reach(t);
        gt_placed_near(t, way, out->longest, &out->bodies);
    }
    widen_to(&way, own); /* the ground it stands on counts */
    look_over_ground(t, own, its, way, out);
}

void gt_sight_between(const gt_table *t, unsigned from, gg_point eye, unsigned to, bool ground_only,
                      gt_sight *out)
{
    const int32_t reach = (int32_t)gt_body_circles(t, to).outer;
    gt_sight_over(t, t->bodies[from].at, t->bodies[to].at, eye, reach, ground_only, out);
    gt_drop(&out->bodies, from);
    gt_drop(&out->bodies, to);
}

/* May something that reaches so far about this place meet the line?  Never no when it does. */
static bool lies_by_line(gg_point at, int64_t reach, const gt_way *it)
{
    const int64_t across = it->x * (at.y - it->from.y) - it->y * (at.x - it->from.x);
    return (across < 0 ? -across : across) <= reach * it->most;
}

/* Does it go right through the middle of a body?  Sometimes no when it only just does; this spares
 * looking at the corners. */
static bool goes_through_middle(gg_point at, gt_circles its, const gt_way *it)
{
    const int64_t x = at.x - it->from.x, y = at.y - it->from.y;
    const int64_t across = it->x * y - it->y * x, along = it->x * x + it->y * y;
    if (along < 0 || along > it->x * it->x + it->y * it->y) return false;
    return (across < 0 ? -across : across) < its.inner * it->least;
}

static bool passes_shape(const gt_table *t, unsigned u, gg_point from, gg_point to)
{
    const gg_convex shape = gt_shape(t, u);
    return gg_passes_through(from, to, &shape);
}

static bool body_hides(const gt_table *t, const gt_sight *sight, unsigned u, gg_point point,
                       const gt_way *way)
{
    const gg_point at = t->bodies[u].at;
    const gg_box box = gt_box(t, u);
    const gt_circles its = gt_circles_of(box);
    if (gt_is_routing(t, u) || !lies_by_line(at, its.outer, way)) return false;
    if (!goes_through_middle(at, its, way)) {
        const int known = gg_passes_box(sight->eye, point, gt_pose(t, u), box);
        if (known == 0) return false;
        if (known < 0 && !passes_shape(t, u, sight->eye, point)) return false;
    }
    return sight->top == 0 || gt_level_at(t, at) + 1 > sight->top;
}

int gt_in_the_way(const gt_table *t, const gt_sight *sight, gg_point point)
{
    uint64_t areas = sight->areas;
    gt_set rest = sight->bodies;
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (gt_passes(t, i, sight->eye, point)) return GT_BODIES_MAX;
    }
    const gt_way way = gt_way_between(sight->eye, point);
    const bool body_first = sight->first >= 0 && sight->first < t->body_count;
    if (body_first && body_hides(t, sight, (unsigned)sight->first, point, &way))
        return sight->first;
    for (int u = gt_next(&rest); u != GG_NEVER; u = gt_next(&rest)) {
        if (!lies_by_line(t->bodies[u].at, sight->longest, &way)) continue; /* whatever it is */
        if (body_hides(t, sight, (unsigned)u, point, &way)) return u;
    }
    return GG_NEVER;
}

/* ---- What is met first. ---- */

static void take_cut(const gt_sight *sight, gg_point to, const gg_convex *shape, int body, int area,
                     gt_block *first)
{
    gg_part enter, leave;
    if (!gg_passes_through(sight->eye, to, shape)
        || !gg_clip(sight->eye, to, shape, &enter, &leave))
        return;
    const gg_point cut = gg_part_of_way(sight->eye, to, enter);
    if ((first->area != GG_NEVER || first->body != GG_NEVER)
        && gg_distance(sight->eye, cut) >= gg_distance(sight->eye, first->cut))
        return;
    *first = (gt_block){.body = body, .area = area, .cut = cut};
}

static void take_area_cut(const gt_table *t, const gt_sight *sight, gg_point to, unsigned i,
                          gt_block *first)
{
    if (!gt_passes(t, i, sight->eye, to)) return;
    gg_convex pieces[GT_POLYGON];
    const int count = gt_pieces(t, i, pieces);
    for (int k = 0; k < count; k++) take_cut(sight, to, &pieces[k], GG_NEVER, (int)i, first);
}

gt_block gt_first_block(const gt_table *t, const gt_sight *sight, gg_point to)
{
    gt_block first = {.body = GG_NEVER, .area = GG_NEVER, .cut = to};
    uint64_t areas = sight->areas;
    gt_set rest = sight->bodies;
    while (areas != 0) take_area_cut(t, sight, to, (unsigned)gg_next_bit(&areas), &first);
    for (int u = gt_next(&rest); u != GG_NEVER; u = gt_next(&rest)) {
        if (gt_is_routing(t, (unsigned)u) || gt_level_at(t, t->bodies[u].at) + 1 <= sight->top)
            continue;
        const gt_shapes shapes = gt_shapes_of(t, (unsigned)u);
        for (int i = 0; i < shapes.count; i++)
            take_cut(sight, to, &shapes.at[i], u, GG_NEVER, &first);
    }
    return first;
}

/* ---- All that a line meets. ---- */

/* ---- Many lines from one eye. ---- */

static int32_t length_at_most(int64_t x, int64_t y)
{
    x = x < 0 ? -x : x;
    y = y < 0 ? -y : y;
    return (int32_t)(x > y ? x + y * 27 / 64 + 1 : y + x * 27 / 64 + 1);
}

/* Left of the way from a to b it is positive: outside, if that is an edge. */
static inline int64_t side_of(gg_point a, gg_point b, gg_point v)
{
    return (int64_t)(b.x - a.x) * (v.y - a.y) - (int64_t)(b.y - a.y) * (v.x - a.x);
}

/* All within a quarter of the first one, the other ones are ordered by their sides. */
static void find_outermost(gt_rays *rays)
{
    const gg_point eye = rays->eye, first = rays->to[0];
    const int64_t x = first.x - eye.x, y = first.y - eye.y;
    int right = 0, left = 0;
    rays->right = rays->left = 0;
    for (int i = 1; i < rays->count; i++) {
        const gg_point to = rays->to[i];
        if (x * (to.x - eye.x) + y * (to.y - eye.y) <= 0) return;
        if (side_of(eye, first, to) < 0) {
            if (side_of(eye, rays->to[right], to) < 0) right = i;
        } else if (side_of(eye, rays->to[left], to) > 0) {
            left = i;
        }
    }
    if (side_of(eye, rays->to[right], rays->to[left]) <= 0) return;
    rays->right = right;
    rays->left = left;
}

void gt_rays_to(gg_point eye, const gg_point *to, int count, gt_rays *out)
{
    gg_assert(count <= GT_RAYS_MAX);
    out->eye = eye;
    out->count = count;
    for (int i = 0; i < count; i++) {
        out->to[i] = to[i];
        out->length[i] = length_at_most((int64_t)to[i].x - eye.x, (int64_t)to[i].y - eye.y);
    }
    find_outermost(out);
}

/* All of the shape lies left of the leftmost line, or right of the rightmost. */
static bool is_beside(const gt_rays *rays, const gg_convex *shape)
{
    const gg_point left = rays->to[rays->left], right = rays->to[rays->right];
    if (rays->left == rays->right) return false;
    bool is_left = true, is_right = true;
    for (int i = 0; i < shape->count && (is_left || is_right); i++) {
        is_left = is_left && side_of(rays->eye, left, shape->at[i]) >= 0;
        is_right = is_right && side_of(rays->eye, right, shape->at[i]) <= 0;
    }
    return is_left || is_right;
}

/* An area as it is seen: its outermost corners to the right and to the left, and the edges that a
 * line must get over. */
typedef struct outline {
    gg_point right, left;
    int count;
    gg_point a[GG_CONVEX_MAX], b[GG_CONVEX_MAX];
    int64_t least[GG_CONVEX_MAX];   /* an end so far inside of it is inside by the tolerance */
    bool is_outside[GG_CONVEX_MAX]; /* the eye is not inside of it at all */
} outline;

/* False: the eye lies in it, or in line with an edge. */
static bool find_outline(gg_point eye, const gg_convex *shape, int32_t tolerance, outline *out)
{
    bool was_outside = side_of(shape->at[shape->count - 1], shape->at[0], eye) > 0;
    bool has_right = false, has_left = false;
    out->count = 0;
    for (int i = 0; i < shape->count; i++) {
        const gg_point a = shape->at[i], b = shape->at[i + 1 < shape->count ? i + 1 : 0];
        const int64_t side = side_of(a, b, eye);
        const int64_t least = (int64_t)tolerance * length_at_most(b.x - a.x, b.y - a.y);
        if (side == 0) return false;
        if (side > 0 && !was_outside) out->right = a, has_right = true;
        if (side < 0 && was_outside) out->left = a, has_left = true;
        was_outside = side > 0;
        if (side < -least) continue;
        out->a[out->count] = a;
        out->b[out->count] = b;
        out->least[out->count] = least;
        out->is_outside[out->count++] = side > 0;
    }
    return has_right && has_left;
}

/* 1 it is cut, 0 it is not, -1 it is close. */
static int is_cut(const gt_rays *rays, int i, const outline *it, int32_t tolerance)
{
    const gg_point to = rays->to[i];
    const int64_t right = -side_of(rays->eye, to, it->right),
                  left = side_of(rays->eye, to, it->left),
                  least = (int64_t)tolerance * rays->length[i];
    if (right <= 0 || left <= 0) return 0;
    bool is_sure = right > least && left > least;
    for (int k = 0; k < it->count; k++) {
        const int64_t inside = -side_of(it->a[k], it->b[k], to);
        if (inside <= 0 && it->is_outside[k]) return 0;
        if (inside <= it->least[k]) is_sure = false;
    }
    return is_sure ? 1 : -1;
}

uint32_t gt_rays_cut(const gt_rays *rays, uint32_t among, const gg_convex *shape, int32_t tolerance)
{
    if (is_beside(rays, shape)) return 0;
    outline it; /* not all of it is set: it is dear */
    it.right = it.left = rays->eye;
    it.count = 0;
    const bool has_outline = shape->count > 2 && find_outline(rays->eye, shape, tolerance, &it);
    uint32_t cut = 0;
    for (uint64_t rest = among; rest != 0;) {
        const int i = gg_next_bit(&rest);
        int known = has_outline ? is_cut(rays, i, &it, tolerance) : -1;
        if (known < 0) known = gg_cuts(rays->eye, rays->to[i], shape, tolerance);
        if (known > 0) cut |= 1u << i;
    }
    return cut;
}
