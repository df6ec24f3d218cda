/*
 * sight.c - lines of sight (ST-R11): from a point of the viewer to a figure of the target, past
 * bodies, buildings, hills and woods.
 * SPDX-License-Identifier: MIT
 */
#include "move.h"
#include "shoot.h"

/* The two ends of lines of sight: everything that does not change from line to line. */
typedef struct gaze {
    const gg_state *s;
    unsigned viewer, target; /* NOBODY: a place */
    gg_point eye;
    gg_convex from, at; /* shapes of both */
    int viewer_level, target_level;
} gaze;

static bool is_seen_over(const gaze *v, unsigned other, const gg_convex *its)
{
    const int level = v->s->notes.stands[other].level;
    const int32_t over = staff_number(v->s, N_seen_over);
    return (v->viewer_level > level && !gg_is_within(its, &v->at, over))
           || (v->target_level > level && !gg_is_within(its, &v->from, over));
}

/* Is more of the line in the area than that?  To the tick only where a few ticks matter. */
static bool is_longer_inside(const gg_state *s, unsigned area, gg_point eye, gg_point to,
                             int32_t length)
{
    enum { SLACK = 4, PARTS = 1 << 20 };
    const gg_convex shape = gt_small_shape(&staff_game, &s->areas[area]);
    const int64_t whole = gg_distance(eye, to);
    gg_part enter, leave;
    if (whole < length - SLACK || !gg_clip(eye, to, &shape, &enter, &leave)) return false;
    const int64_t parts = leave.top * PARTS / leave.bottom - enter.top * PARTS / enter.bottom;
    const int64_t about = whole * parts / PARTS;
    if (about > length + SLACK || about < length - SLACK) return about > length;
    return gg_distance(gg_part_of_way(eye, to, enter), gg_part_of_way(eye, to, leave)) > length;
}

static bool wood_hides(const gg_state *s, const gt_table *t, unsigned area, gg_point eye,
                       gg_point to)
{
    const bool one = gt_holds(t, area, eye), other = gt_holds(t, area, to);
    if (one && other) return gg_distance(eye, to) > staff_number(s, N_wood_both);
    if (one || other) return is_longer_inside(s, area, eye, to, staff_number(s, N_wood_one));
    return true;
}

/* Is this end in the building: its garrison, or a place in it? */
static bool is_inside(const gg_state *s, unsigned unit, gg_point at, unsigned area)
{
    if (unit != NOBODY) return s->more[unit].inside == staff_building_number(s, area);
    const gt_table t = staff_table(s);
    return gt_holds(&t, area, at);
}

/* May this area hide anything from this viewer at all?  A wood must be asked line by line. */
static bool may_hide(const gaze *v, unsigned area)
{
    const gg_state *s = v->s;
    const gt_area *it = &s->areas[area];
    switch ((staff_ground)it->type) {
    case GROUND_HILL: return v->viewer_level < it->level && v->target_level < it->level;
    case GROUND_WOOD: return true;
    case GROUND_BUILDING:
        return !is_inside(s, v->viewer, v->eye, area)
               && !is_inside(s, v->target, v->at.at[0], area);
    case GROUND_ROUGH:
    case GROUND_CROPS:
    case GROUND_WATER:
    case GROUNDS: break;
    }
    return false;
}

static gg_bounds bounds_with(gg_bounds about, gg_point eye)
{
    if (eye.x < about.low.x) about.low.x = eye.x;
    if (eye.y < about.low.y) about.low.y = eye.y;
    if (eye.x > about.high.x) about.high.x = eye.x;
    if (eye.y > about.high.y) about.high.y = eye.y;
    return about;
}

/* The target is where it is thought to be. */
static bool is_there(const gg_state *s, unsigned target, gg_pose pose)
{
    const staff_unit *it = &s->units[target];
    return gg_is_same_place(it->at, pose.at) && it->facing * 10 == pose.facing;
}

static void find_viewer(const gg_state *s, unsigned viewer, gg_point eye, gaze *v)
{
    v->s = s;
    v->viewer = viewer;
    v->eye = eye;
    v->from = viewer == NOBODY ? gg_dot(eye) : staff_shape(s, viewer);
    v->viewer_level = viewer == NOBODY ? staff_level(s, eye) : s->notes.stands[viewer].level;
}

static void find_target(unsigned target, gg_pose pose, gaze *v)
{
    const gg_state *s = v->s;
    const gg_box box = staff_own_box(s, target);
    const bool stands = is_there(s, target, pose);
    v->target = target;
    v->at = stands ? staff_shape(s, target) : gg_rectangle(pose, box);
    v->target_level =
        stands ? s->notes.stands[target].level : staff_level(s, staff_centre_at(pose, box));
}

static void find_place(gg_point to, gaze *v)
{
    v->target = NOBODY;
    v->at = gg_dot(to);
    v->target_level = staff_level(v->s, to);
}

/* ---- One line. ---- */

/* It is an end of the line, or stands on one. */
static bool is_end(const gaze *v, unsigned body, const gg_convex *its)
{
    return body == v->viewer || body == v->target || (v->viewer == NOBODY && gg_holds(its, v->eye))
           || (v->target == NOBODY && gg_holds(its, v->at.at[0]));
}

static void look_past_bodies(const gaze *v, gg_point to, gg_bounds way, staff_line_of_sight *out)
{
    const gg_state *s = v->s;
    for (uint64_t rest = staff_near(s, way, 0); rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        const gg_convex its = staff_shape(s, b);
        if (!gg_cuts(v->eye, to, &its, TOLERANCE) || is_end(v, b, &its) || is_seen_over(v, b, &its))
            continue;
        out->blocked = true;
        if (out->unit == GG_NEVER) out->unit = (int)b;
    }
}

static void look_past_ground(const gaze *v, gg_point to, gg_bounds way, staff_line_of_sight *out)
{
    const gg_state *s = v->s;
    const gt_table t = staff_table(s);
    for (uint64_t rest = gt_areas_about(&t, way); rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        const gg_convex its = gt_small_shape(&staff_game, &s->areas[i]);
        if (!may_hide(v, i) || !gg_cuts(v->eye, to, &its, TOLERANCE)) continue;
        if (s->areas[i].type == GROUND_WOOD && !wood_hides(s, &t, i, v->eye, to)) continue;
        out->blocked = true;
        if (out->area == GG_NEVER) out->area = (int)i;
    }
}

staff_line_of_sight staff_look(const gg_state *s, unsigned viewer, gg_point eye, unsigned target,
                               gg_point to)
{
    staff_line_of_sight out = {.unit = GG_NEVER, .area = GG_NEVER};
    if (gg_is_same_place(eye, to)) return out;
    gaze v;
    find_viewer(s, viewer, eye, &v);
    if (target == NOBODY) find_place(to, &v);
    else find_target(target, staff_pose(s, target), &v);
    const gg_bounds way = bounds_with((gg_bounds){to, to}, eye);
    look_past_bodies(&v, to, way, &out);
    look_past_ground(&v, to, way, &out);
    return out;
}

/* ---- All figures of a target at once. ---- */

/* Bodies: what each cuts, and whether it is seen over. */
static void look_past_all_bodies(const gaze *v, const gt_rays *rays, uint32_t among,
                                 uint64_t bodies, staff_figures *out)
{
    const gg_state *s = v->s;
    while (bodies != 0) {
        const unsigned b = (unsigned)gg_next_bit(&bodies);
        const gg_convex its = staff_shape(s, b);
        const uint32_t cut = gt_rays_cut(rays, among, &its, TOLERANCE);
        if (cut == 0) continue;
        const bool is_friend = s->units[b].side == s->units[v->viewer].side;
        if (is_seen_over(v, b, &its)) {
            if (is_friend) out->over_friends |= cut;
            continue;
        }
        out->blocked |= cut;
        if (is_friend) out->by_friend |= cut;
    }
}

static void look_past_all_ground(const gaze *v, const gt_rays *rays, uint32_t among, uint64_t areas,
                                 staff_figures *out)
{
    const gg_state *s = v->s;
    const gt_table t = staff_table(s);
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (!may_hide(v, i)) continue;
        const gg_convex shape = gt_small_shape(&staff_game, &s->areas[i]);
        uint32_t cut = gt_rays_cut(rays, among, &shape, TOLERANCE);
        if (s->areas[i].type == GROUND_WOOD)
            for (uint64_t rest = cut; rest != 0;) {
                const int k = gg_next_bit(&rest);
                if (!wood_hides(s, &t, i, v->eye, rays->to[k])) cut &= ~(1u << k);
            }
        out->by_ground |= cut;
    }
    out->blocked |= out->by_ground;
}

staff_figures staff_look_at_all(const gg_state *s, unsigned viewer, gg_point eye, unsigned target,
                                gg_pose pose, const gg_point figures[GT_FIGURES], uint32_t among)
{
    const gt_table t = staff_table(s);
    gg_bounds at = s->notes.stands[target].bounds;
    if (!is_there(s, target, pose)) {
        const gg_convex shape = gg_rectangle(pose, staff_own_box(s, target));
        at = gg_bounds_of(&shape);
    }
    const gg_bounds about = bounds_with(at, eye);
    const uint64_t bodies = staff_near(s, about, 0) & ~gt_bit(viewer) & ~gt_bit(target),
                   areas = gt_areas_about(&t, about);
    staff_figures out = {0, 0, 0, 0};
    if (bodies == 0 && areas == 0) return out;
    gaze v;
    gt_rays rays;
    for (int i = 0; i < GT_FIGURES; i++)
        if (gg_is_same_place(eye, figures[i])) among &= ~(1u << i);
    find_viewer(s, viewer, eye, &v);
    find_target(target, pose, &v);
    gt_rays_to(eye, figures, GT_FIGURES, &rays);
    look_past_all_bodies(&v, &rays, among, bodies, &out);
    look_past_all_ground(&v, &rays, among, areas, &out);
    return out;
}

uint32_t staff_figures_ahead(const gg_state *s, unsigned viewer, const gg_point figures[GT_FIGURES])
{
    return gt_ahead_of(staff_pose(s, viewer), staff_own_box(s, viewer), figures, GT_FIGURES);
}

bool staff_sees(const gg_state *s, unsigned viewer, unsigned target)
{
    const gg_pose its = staff_pose(s, target);
    gg_point figures[GT_FIGURES];
    gt_figures(its, staff_own_box(s, target), figures);
    const uint32_t ahead = staff_figures_ahead(s, viewer, figures);
    if (ahead == 0) return false;
    const staff_figures seen =
        staff_look_at_all(s, viewer, s->units[viewer].at, target, its, figures, ahead);
    return (ahead & ~seen.blocked) != 0;
}
