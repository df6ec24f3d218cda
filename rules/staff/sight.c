/*
 * sight.c - lines of sight (ST-R11): from a point of the viewer to a figure of the target, past
 * bodies, buildings, hills and woods.
 */
#include "staff.h"

static bool is_seen_over(const staff_gaze *v, unsigned other)
{
    const gg_convex *its = &v->shapes[other];
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

/* May this area hide anything from this viewer at all?  A wood must be asked line by line. */
static bool may_hide(const staff_gaze *v, unsigned area)
{
    const gg_state *s = v->s;
    const gt_area *it = &s->areas[area];
    switch ((staff_ground)it->type) {
    case GROUND_HILL: return v->viewer_level < it->level && v->target_level < it->level;
    case GROUND_WOOD: return true;
    case GROUND_BUILDING: {
        const unsigned number = staff_building_number(s, area);
        return s->more[v->viewer].inside != number && s->more[v->target].inside != number;
    }
    case GROUND_ROUGH:
    case GROUND_CROPS:
    case GROUND_WATER:
    case GROUNDS: break;
    }
    return false;
}

/* A line to a figure of the target stays within the hull of eye and target, to a tick or two: what
 * does not touch that is cut by none, for who is cut is cut by more than the tolerance. */
static void keep_between(staff_gaze *v, uint64_t bodies, uint64_t areas)
{
    const gg_convex dot = gg_dot(v->eye), hull = gg_hull(&dot, &v->at);
    v->bodies = v->areas = v->over = 0;
    while (bodies != 0) {
        const unsigned b = (unsigned)gg_next_bit(&bodies);
        v->shapes[b] = staff_shape(v->s, b);
        if (gg_touches(&hull, &v->shapes[b])) v->bodies |= gt_bit(b);
    }
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        v->grounds[i] = gt_small_shape(&staff_game, &v->s->areas[i]);
        if (gg_touches(&hull, &v->grounds[i])) v->areas |= gt_bit(i);
    }
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

static void find_ends(const gg_state *s, unsigned viewer, gg_point eye, unsigned target,
                      gg_pose pose, staff_gaze *v)
{
    const gg_box box = staff_own_box(s, target);
    const bool stands = is_there(s, target, pose);
    v->s = s;
    v->viewer = viewer;
    v->target = target;
    v->eye = eye;
    v->at = stands ? staff_shape(s, target) : gg_rectangle(pose, box);
    v->from = staff_shape(s, viewer);
    v->viewer_level = s->notes.stands[viewer].level;
    v->target_level =
        stands ? s->notes.stands[target].level : staff_level(s, staff_centre_at(pose, box));
}

static void gaze_at(const gg_state *s, unsigned viewer, gg_point eye, unsigned target,
                    gg_pose target_pose, staff_gaze *v)
{
    const gt_table t = staff_table(s);
    find_ends(s, viewer, eye, target, target_pose, v);
    const gg_bounds about = bounds_with(gg_bounds_of(&v->at), eye);
    keep_between(v, staff_near(s, about, 0) & ~gt_bit(viewer) & ~gt_bit(target),
                 gt_areas_about(&t, about));
    for (uint64_t rest = v->bodies; rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        if (is_seen_over(v, b)) v->over |= gt_bit(b);
    }
    for (uint64_t rest = v->areas; rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        if (!may_hide(v, i)) v->areas &= ~gt_bit(i);
    }
}

static void look_past_bodies(const staff_gaze *v, gg_point to, staff_line_of_sight *out)
{
    for (uint64_t rest = v->bodies; rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        if (!gg_cuts(v->eye, to, &v->shapes[b], TOLERANCE)) continue;
        const bool is_friend = v->s->units[b].side == v->s->units[v->viewer].side;
        if (v->over >> b & 1) {
            out->over_friends |= is_friend;
            continue;
        }
        out->blocked = true;
        out->by_friend |= is_friend;
        out->by_enemy |= !is_friend;
        if (out->unit == GG_NEVER) out->unit = (int)b;
    }
}

static staff_line_of_sight look_at(const staff_gaze *v, gg_point to)
{
    const gg_state *s = v->s;
    staff_line_of_sight out = {.unit = GG_NEVER, .area = GG_NEVER};
    if ((v->bodies == 0 && v->areas == 0) || gg_is_same_place(v->eye, to)) return out;
    const gt_table t = staff_table(s);
    look_past_bodies(v, to, &out);
    for (uint64_t rest = v->areas; rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        if (!gt_may_meet(&t, i, v->eye, to)) continue;
        if (!gg_cuts(v->eye, to, &v->grounds[i], TOLERANCE)) continue;
        if (s->areas[i].type == GROUND_WOOD && !wood_hides(s, &t, i, v->eye, to)) continue;
        out.blocked = out.by_ground = true;
        if (out.area == GG_NEVER) out.area = (int)i;
    }
    return out;
}

staff_line_of_sight staff_look(const gg_state *s, unsigned viewer, gg_point eye, unsigned target,
                               gg_pose target_pose, gg_point to)
{
    staff_gaze view;
    gaze_at(s, viewer, eye, target, target_pose, &view);
    return look_at(&view, to);
}

/* ---- All figures of a target at once. ---- */

/* Bodies: what each cuts, and whether it is seen over. */
static void look_past_all_bodies(staff_gaze *v, const gt_rays *rays, uint32_t among,
                                 uint64_t bodies, staff_figures *out)
{
    const gg_state *s = v->s;
    while (bodies != 0) {
        const unsigned b = (unsigned)gg_next_bit(&bodies);
        v->shapes[b] = staff_shape(s, b);
        const uint32_t cut = gt_rays_cut(rays, among, &v->shapes[b], TOLERANCE);
        if (cut == 0) continue;
        const bool is_friend = s->units[b].side == s->units[v->viewer].side;
        if (is_seen_over(v, b)) {
            if (is_friend) out->over_friends |= cut;
            continue;
        }
        out->blocked |= cut;
        if (is_friend) out->by_friend |= cut;
    }
}

static void look_past_all_ground(const staff_gaze *v, const gt_rays *rays, uint32_t among,
                                 uint64_t areas, staff_figures *out)
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
    staff_gaze v;
    gt_rays rays;
    for (int i = 0; i < GT_FIGURES; i++)
        if (gg_is_same_place(eye, figures[i])) among &= ~(1u << i);
    find_ends(s, viewer, eye, target, pose, &v);
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
