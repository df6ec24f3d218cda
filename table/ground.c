/*
 * ground.c - areas and lines: what lies under a place, under a body, along a way.  Areas may lie
 * on each other, and all apply.  See table.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

/* ---- Areas. ---- */

gg_convex gt_small_shape(const gt_game *game, const gt_area *area)
{
    gg_convex shape = {.count = area->count};
    for (int i = 0; i < area->count; i++)
        shape.at[i] = (gg_point){area->x[i] * game->grain, area->y[i] * game->grain};
    return shape;
}

static const gg_point *stored(const gt_table *t, const gt_area *area)
{
    return t->corners + (uint16_t)area->x[0];
}

const gg_point *gt_corners(const gt_table *t, unsigned i, gg_point out[GT_CORNERS], int *count)
{
    const gt_area *area = &t->areas[i];
    *count = area->count;
    if (t->corners != NULL) return stored(t, area);
    const gg_convex shape = gt_small_shape(t->game, area);
    for (int corner = 0; corner < shape.count; corner++) out[corner] = shape.at[corner];
    return out;
}

bool gt_holds_inside(const gt_table *t, const gt_area *area, gg_point at)
{
    if (t->corners != NULL) return gg_polygon_holds(stored(t, area), area->count, at);
    const int32_t grain = t->game->grain;
    const int last = area->count - 1;
    gg_point a = {area->x[last] * grain, area->y[last] * grain};
    for (int i = 0; i <= last; i++) { /* not outside of any edge */
        const gg_point b = {area->x[i] * grain, area->y[i] * grain};
        if ((int64_t)(b.x - a.x) * (at.y - a.y) > (int64_t)(b.y - a.y) * (at.x - a.x)) return false;
        a = b;
    }
    return true;
}

static inline unsigned flags_of(const gt_table *t, const gt_area *area)
{
    return t->game->grounds[area->type].flags;
}

unsigned gt_building_at(const gt_table *t, gg_point at)
{
    if (!t->surveyed) {
        for (unsigned i = 0; i < t->area_count; i++)
            if (gt_holds(t, i, at) && (flags_of(t, &t->areas[i]) & GT_BUILDING)) return i;
        return GT_NOBODY;
    }
    uint64_t buildings = t->buildings;
    while (buildings != 0) {
        const unsigned i = (unsigned)gg_next_bit(&buildings);
        if (gt_holds(t, i, at)) return i;
    }
    return GT_NOBODY;
}

int gt_level_at(const gt_table *t, gg_point at)
{
    int level = 0;
    for (int i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        if (area->level > level && (flags_of(t, area) & GT_HILL) && gt_holds(t, (unsigned)i, at))
            level = area->level;
    }
    return level;
}

gt_here gt_ground_at(const gt_table *t, gg_point at)
{
    gt_here here = {.building = GT_NOBODY};
    for (int i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        if (!gt_holds(t, (unsigned)i, at)) continue;
        const unsigned flags = flags_of(t, area);
        here.types |= (uint16_t)(1u << area->type);
        if ((flags & GT_HILL) && area->level > here.level) here.level = area->level;
        if ((flags & GT_BUILDING) && here.building == GT_NOBODY) here.building = (uint8_t)i;
    }
    return here;
}

bool gt_is_on(const gt_game *game, gt_here here, unsigned flags)
{
    for (int type = 0; here.types >> type != 0; type++)
        if ((here.types >> type & 1) && (game->grounds[type].flags & flags)) return true;
    return false;
}

int gt_cover(const gt_game *game, gt_here here)
{
    int best = 0;
    for (int type = 0; here.types >> type != 0; type++)
        if ((here.types >> type & 1) && game->grounds[type].cover > best)
            best = game->grounds[type].cover;
    return best;
}

/* ---- Many areas at once. ---- */

void gt_survey(gt_table *t)
{
    t->surveyed = true;
    t->reach = gt_reach(t);
    t->hiding = t->slow = t->barred = t->buildings = t->burning = 0;
    for (unsigned i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        const gt_ground *ground = &t->game->grounds[area->type];
        const uint64_t bit = gt_bit(i);
        if (ground->height != 0 || (ground->flags & GT_HILL)) t->hiding |= bit;
        if (ground->flags & GT_SLOW) t->slow |= bit;
        if (ground->flags & GT_BARRED) t->barred |= bit;
        if (ground->flags & GT_BUILDING) t->buildings |= bit;
        if (area->burning) t->burning |= bit;
    }
}

uint64_t gt_areas_among(const gt_table *t, uint64_t among, gg_bounds bounds)
{
    const int32_t grain = t->game->grain;
    uint64_t found = 0;
    while (among != 0) {
        const uint64_t bit = among & (0 - among);
        const gt_area *area = &t->areas[gg_next_bit(&among)];
        if (bounds.low.x <= area->high_x * grain && bounds.high.x >= area->low_x * grain
            && bounds.low.y <= area->high_y * grain && bounds.high.y >= area->low_y * grain)
            found |= bit;
    }
    return found;
}

uint64_t gt_areas_about(const gt_table *t, gg_bounds bounds)
{
    const int32_t grain = t->game->grain;
    uint64_t found = 0;
    for (int i = 0; i < t->area_count; i++) {
        const gt_area *area = &t->areas[i];
        if (bounds.low.x <= area->high_x * grain && bounds.high.x >= area->low_x * grain
            && bounds.low.y <= area->high_y * grain && bounds.high.y >= area->low_y * grain)
            found |= gt_bit((unsigned)i);
    }
    return found;
}

uint64_t gt_areas_with(const gt_table *t, uint64_t among, unsigned flags)
{
    uint64_t found = 0;
    while (among != 0) {
        const int i = gg_next_bit(&among);
        if (flags_of(t, &t->areas[i]) & flags) found |= gt_bit((unsigned)i);
    }
    return found;
}

bool gt_any_burning(const gt_table *t, uint64_t areas, gg_point at)
{
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (t->areas[i].burning && gt_holds(t, i, at)) return true;
    }
    return false;
}

/* ---- Shapes on an area. ---- */

int gt_pieces(const gt_table *t, unsigned i, gg_convex out[GT_POLYGON])
{
    const gt_area *area = &t->areas[i];
    if (t->corners == NULL) {
        out[0] = gt_small_shape(t->game, area);
        return 1;
    }
    if (gg_convex_from(stored(t, area), area->count, &out[0])) return 1;
    return gt_triangles(stored(t, area), area->count, out);
}

/* A polygon that is not convex is taken triangle by triangle: a shape overlaps it where it
 * overlaps one of them by more than the tolerance. */
static bool overlaps_pieces(const gt_table *t, unsigned i, const gg_convex *shape)
{
    gg_convex pieces[GT_POLYGON];
    const int count = gt_pieces(t, i, pieces);
    for (int k = 0; k < count; k++)
        if (gg_overlaps(shape, &pieces[k], t->game->tolerance)) return true;
    return false;
}

bool gt_area_overlaps(const gt_table *t, unsigned i, const gg_convex *shape)
{
    if (t->corners != NULL) return overlaps_pieces(t, i, shape);
    const gg_convex its = gt_small_shape(t->game, &t->areas[i]);
    return gg_overlaps(shape, &its, t->game->tolerance);
}

bool gt_overlaps_any(const gt_table *t, uint64_t areas, const gg_convex *shape)
{
    while (areas != 0)
        if (gt_area_overlaps(t, (unsigned)gg_next_bit(&areas), shape)) return true;
    return false;
}

int gt_nine_in(const gt_table *t, unsigned i, const gg_convex *rectangle)
{
    int64_t x = 0, y = 0;
    int inside = 0;
    for (int corner = 0; corner < 4; corner++) {
        const gg_point a = rectangle->at[corner], b = rectangle->at[(corner + 1) % 4];
        inside += gt_holds(t, i, a);
        inside += gt_holds(t, i,
                           (gg_point){(int32_t)gg_rdiv((int64_t)a.x + b.x, 2),
                                      (int32_t)gg_rdiv((int64_t)a.y + b.y, 2)});
        x += a.x;
        y += a.y;
    }
    return inside + gt_holds(t, i, (gg_point){(int32_t)gg_rdiv(x, 4), (int32_t)gg_rdiv(y, 4)});
}

/* ---- Ways. ---- */

bool gt_passes_inside(const gt_table *t, unsigned i, gg_point from, gg_point to)
{
    const gt_area *area = &t->areas[i];
    if (t->corners != NULL) return gt_polygon_passes(stored(t, area), area->count, from, to);
    const gg_convex shape = gt_small_shape(t->game, area);
    return gg_passes_through(from, to, &shape);
}

static bool way_is_on(const gt_table *t, const gt_area *area, gg_point from, gg_point to)
{
    if (t->corners != NULL)
        return gg_polygon_holds(stored(t, area), area->count, from)
               || gg_polygon_holds(stored(t, area), area->count, to)
               || gt_polygon_passes(stored(t, area), area->count, from, to);
    const gg_convex shape = gt_small_shape(t->game, area);
    return gg_holds(&shape, from) || gg_holds(&shape, to) || gg_passes_through(from, to, &shape);
}

bool gt_way_is_on(const gt_table *t, uint64_t areas, gg_point from, gg_point to)
{
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (gt_may_meet(t, i, from, to) && way_is_on(t, &t->areas[i], from, to)) return true;
    }
    return false;
}

/* ---- Lines. ---- */

static bool is_same(gg_point a, gg_point b) { return a.x == b.x && a.y == b.y; }

/* Have both an end there, on the way? */
static bool meet_on(const gt_line *it, const gt_line *other, const gg_convex *way)
{
    const gg_point ends[] = {it->from, it->to};
    for (int i = 0; i < 2; i++) {
        const gg_convex end = gg_dot(ends[i]);
        if ((is_same(ends[i], other->from) || is_same(ends[i], other->to))
            && gg_is_within(way, &end, 0))
            return true;
    }
    return false;
}

/* An earlier stretch of the same kind that is met at the end that it shares with this one. */
static bool is_counted(const gt_table *t, unsigned i, gg_point from, gg_point to)
{
    const gt_line *it = &t->lines[i];
    const gg_convex way = gg_segment(from, to);
    for (unsigned j = 0; j < i; j++) {
        const gt_line *other = &t->lines[j];
        if (other->type == it->type && meet_on(it, other, &way)
            && gg_crosses(from, to, other->from, other->to))
            return true;
    }
    return false;
}

int gt_lines_crossed(const gt_table *t, unsigned type, gg_point from, gg_point to)
{
    int crossed = 0;
    for (unsigned i = 0; i < t->line_count; i++) {
        const gt_line *line = &t->lines[i];
        if (line->type != type || !gg_crosses(from, to, line->from, line->to)) continue;
        crossed += !is_counted(t, i, from, to);
    }
    return crossed;
}

bool gt_is_on_line(const gt_table *t, unsigned type, const gg_convex *shape, int32_t within)
{
    for (unsigned i = 0; i < t->line_count; i++) {
        if (t->lines[i].type != type) continue;
        const gg_convex line = gg_segment(t->lines[i].from, t->lines[i].to);
        if (gg_is_within(&line, shape, within)) return true;
    }
    return false;
}
