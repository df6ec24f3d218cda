/*
 * sight.c - what can be seen from where, and what is in the way.  See table.h.
 */
#include "table/table.h"

int gt_test_points(const gt_table *t, unsigned u, gg_point out[5])
{
    const gg_convex shape = gt_shape(t, u);
    out[0] = gt_centre(t, u);
    for (int i = 0; i < 4; i++)
        out[i + 1] = shape.at[i];
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
    uint64_t areas =
        t->surveyed ? gt_areas_among(t, t->hiding, way) : gt_areas_about(t, way);
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

void gt_sight_between(const gt_table *t, unsigned from, gg_point eye, unsigned to,
                      bool ground_only, gt_sight *out)
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

static bool body_hides(const gt_table *t, const gt_sight *sight, unsigned u, gg_point point,
                       const gt_way *way)
{
    const gg_point at = t->bodies[u].at;
    const gt_circles its = gt_body_circles(t, u);
    if (gt_is_routing(t, u) || !lies_by_line(at, its.outer, way)) return false;
    if (!goes_through_middle(at, its, way)) {
        const gg_convex shape = gt_shape(t, u);
        if (!gg_passes_through(sight->eye, point, &shape)) return false;
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
    for (int k = 0; k < count; k++)
        take_cut(sight, to, &pieces[k], GG_NEVER, (int)i, first);
}

gt_block gt_first_block(const gt_table *t, const gt_sight *sight, gg_point to)
{
    gt_block first = {.body = GG_NEVER, .area = GG_NEVER, .cut = to};
    uint64_t areas = sight->areas;
    gt_set rest = sight->bodies;
    while (areas != 0)
        take_area_cut(t, sight, to, (unsigned)gg_next_bit(&areas), &first);
    for (int u = gt_next(&rest); u != GG_NEVER; u = gt_next(&rest)) {
        if (gt_is_routing(t, (unsigned)u)
            || gt_level_at(t, t->bodies[u].at) + 1 <= sight->top)
            continue;
        const gt_shapes shapes = gt_shapes_of(t, (unsigned)u);
        for (int i = 0; i < shapes.count; i++)
            take_cut(sight, to, &shapes.at[i], u, GG_NEVER, &first);
    }
    return first;
}

/* ---- All that a line meets. ---- */

static void take_stretch(gg_point from, gt_stretch it, gt_met *out)
{
    const bool first = out->inside == GG_NEVER;
    if (first) out->inside = 0;
    out->inside += gg_distance(it.enter, it.leave);
    if (first || gg_distance(from, it.enter) < gg_distance(from, out->enter))
        out->enter = it.enter;
    if (first || gg_distance(from, it.leave) > gg_distance(from, out->leave))
        out->leave = it.leave;
}

static bool meet_body(const gt_table *t, unsigned u, gg_point from, gg_point to, gt_met *out)
{
    const gt_shapes shapes = gt_shapes_of(t, u);
    *out = (gt_met){.body = (int)u, .area = GG_NEVER, .inside = GG_NEVER};
    for (int i = 0; i < shapes.count; i++) {
        gg_part enter, leave;
        if (!gg_clip(from, to, &shapes.at[i], &enter, &leave)) continue;
        take_stretch(from,
                     (gt_stretch){gg_part_of_way(from, to, enter), gg_part_of_way(from, to, leave)},
                     out);
        out->from_inside = out->from_inside || gg_holds(&shapes.at[i], from);
        out->to_inside = out->to_inside || gg_holds(&shapes.at[i], to);
    }
    return out->inside != GG_NEVER;
}

static bool meet_area(const gt_table *t, unsigned i, gg_point from, gg_point to, gt_met *out)
{
    gg_point room[GT_CORNERS];
    gt_stretch stretches[GT_POLYGON];
    int count;
    const gg_point *corners = gt_corners(t, i, room, &count);
    const int found = gt_polygon_stretches(corners, count, from, to, stretches);
    *out = (gt_met){.body = GG_NEVER, .area = (int)i, .inside = GG_NEVER};
    for (int k = 0; k < found; k++)
        take_stretch(from, stretches[k], out);
    out->from_inside = gt_holds(t, i, from);
    out->to_inside = gt_holds(t, i, to);
    if (found == 0 && (out->from_inside || out->to_inside)) { /* only an end, on the rim */
        const gg_point end = out->from_inside ? from : to;
        take_stretch(from, (gt_stretch){end, end}, out);
    }
    return out->inside != GG_NEVER;
}

int gt_line_meets(const gt_table *t, gg_point from, gg_point to, gt_met *out, int limit)
{
    int found = 0;
    gg_bounds way = {from, from};
    widen_to(&way, to);
    gt_set near;
    gt_near(t, way, 0, &near);
    for (int u = gt_next(&near); u != GG_NEVER && found < limit; u = gt_next(&near))
        found += meet_body(t, (unsigned)u, from, to, &out[found]);
    uint64_t areas = gt_areas_about(t, way);
    while (areas != 0 && found < limit)
        found += meet_area(t, (unsigned)gg_next_bit(&areas), from, to, &out[found]);
    return found;
}
