/*
 * ground.h - the measured table (LG-R1 to LG-R28): shapes, distances, ground, and where a unit may
 * stand.
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_GROUND_H
#define LUCKY_GROUND_H

#include "rules/lucky/law/lucky.h"

/* ---- The table (table/table.h): what the chapters ask of it, by state. ---- */
extern const gt_game lg_game;
gg_mark *lg_draw_thing(const gg_state *, gg_unit, gg_scene *); /* show/draw.c */
static inline gt_table lg_table(const gg_state *s)
{
    gt_table t; /* what a survey finds is not set */
    t.game = &lg_game;
    t.state = s;
    t.bodies = s->units;
    t.areas = s->areas;
    t.corners = NULL;
    t.lines = NULL;
    t.strips = s->grid.strips;
    t.numbers = s->options;
    t.shapes = NULL;
    t.width = s->width;
    t.height = s->height;
    t.cell = s->grid.cell;
    t.body_count = s->unit_count;
    t.words = 1;
    t.area_count = s->area_count;
    t.line_count = 0;
    t.surveyed = false;
    t.reach = s->notes.reach;
    return t;
}
static inline gg_box lg_box(const gg_state *s, lg_type type, lg_formation formation)
{
    gt_table t = lg_table(s);
    return gt_number_box(&t, type, formation);
}
static inline gg_pose lg_pose(const lg_unit *u) { return (gg_pose){u->at, u->facing * 10}; }
static inline gg_convex lg_shape_at(const gg_state *s, unsigned u, gg_pose pose, lg_formation form)
{
    return gg_rectangle(pose, lg_box(s, (lg_type)s->units[u].type, form));
}
static inline gg_convex lg_shape(const gg_state *s, unsigned u)
{
    return lg_shape_at(s, u, lg_pose(&s->units[u]), (lg_formation)s->units[u].formation);
}
static inline gt_here lg_ground_at(const gg_state *s, gg_point at)
{
    gt_table t = lg_table(s);
    return gt_ground_at(&t, at);
}
static inline bool lg_is_open(gt_here here) { return !gt_is_on(&lg_game, here, GT_CLOSED); }
/* LG-R11: the best single cover counts. */
static inline lg_cover lg_cover_of(gt_here here) { return (lg_cover)gt_cover(&lg_game, here); }
/* Buildings on fire (LG-R82). */
static inline bool lg_is_burning(const gg_state *s, gg_point at)
{
    gt_table t = lg_table(s);
    return gt_any_burning(&t, gt_everywhere(&t), at);
}
/* LG-R7, whole degrees. */
static inline int32_t lg_direction(gg_point from, gg_point to)
{
    return gg_bearing_to(from, to, 10) / 10;
}
/* The turn from one facing to another, -180..179. */
static inline int32_t lg_turn_from(int32_t facing, int32_t to)
{
    return (to - facing + 900) % 360 - 180;
}
/* Units that may be so near. */
static inline uint64_t lg_near(const gg_state *s, gg_bounds bounds, int32_t reach)
{
    gt_table t = lg_table(s);
    gt_set near;
    gt_near(&t, bounds, reach, &near);
    return near.bits[0];
}
/* Circles mostly tell, and no table is made. */
static inline gt_circles lg_circles(const gg_state *s, unsigned u)
{
    return gt_circles_of(lg_box(s, (lg_type)s->units[u].type, (lg_formation)s->units[u].formation));
}
static inline bool lg_is_within(const gg_state *s, unsigned u, unsigned other, int32_t limit)
{
    gt_circles own = lg_circles(s, u), its = lg_circles(s, other),
               both = {own.outer + its.outer, own.inner + its.inner};
    int known = gt_places_within(s->units[u].at, s->units[other].at, both, limit);
    if (known >= 0) return known;
    const gt_table t = lg_table(s);
    return gt_is_shape_within(&t, u, other, limit);
}
static inline bool lg_point_is_within(const gg_state *s, gg_point at, unsigned u, int32_t limit)
{
    int known = gt_places_within(at, s->units[u].at, lg_circles(s, u), limit);
    if (known >= 0) return known;
    const gt_table t = lg_table(s);
    return gt_is_shape_by(&t, at, u, limit);
}
/* Is the straight way of a centre in difficult ground (LG-R24)? */
static inline bool lg_way_is_difficult(const gg_state *s, gg_point from, gg_point to)
{
    gt_table t = lg_table(s);
    return gt_way_is_on(&t, gt_areas_with(&t, gt_everywhere(&t), GT_SLOW), from, to);
}
/* LG-R28; how far it went is told of a rout that an enemy stopped, too (LG-R140). */
static inline gt_forced lg_forced_move(const gg_state *s, unsigned u, int32_t facing,
                                       int32_t direction, int32_t n, bool rout)
{
    gt_table t = lg_table(s);
    return gt_forced_move(&t, u, (gg_pose){s->units[u].at, facing * 10}, direction * 10, n, rout);
}

/* ---- stand.c: fronts, and where a unit may stand. ---- */
/* Infantry or artillery in a BUA or fort, or a square: no flank, no rear (LG-R8). */
bool lg_has_no_flanks(const gg_state *, unsigned unit);
bool lg_is_in_front(const gg_state *, unsigned unit, gg_point);
/* LG-R16's legal pose, the enemy gap aside. */
gg_verdict lg_pose_legal(const gg_state *, unsigned unit, gg_pose, lg_formation);
/* Does the unit, so placed, stand on another? */
bool lg_stands_on(const gg_state *, unsigned unit, gg_pose, lg_formation);
/* The first again, where the shape and what may be near it are known already: others, barred
 * ground and buildings. */
gg_verdict lg_shape_legal(const gt_table *, unsigned unit, const gg_convex *, gg_point at,
                          lg_formation, const gt_set *near, uint64_t barred, uint64_t buildings);

#endif
