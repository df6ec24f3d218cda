/*
 * sight.c - lines of sight (ST-R11): from a point of the viewer to a figure of the target, past
 * bodies, buildings, hills and woods.
 */
#include "staff.h"

/* Everything that does not change from line to line. */
typedef struct view {
    const gg_state *s;
    unsigned viewer, target;
    gg_convex from, at; /* shapes of both */
    int viewer_level, target_level;
} view;

static bool is_seen_over(const view *v, unsigned other, const gg_convex *its)
{
    const int level = staff_level(v->s, staff_centre(v->s, other));
    const int32_t over = staff_number(v->s, N_seen_over);
    return (v->viewer_level > level && !gg_is_within(its, &v->at, over))
           || (v->target_level > level && !gg_is_within(its, &v->from, over));
}

/* The two ends of what of the line lies in the area, and how long that is. */
static int32_t inside(const gg_state *s, unsigned area, gg_point eye, gg_point to)
{
    const gg_convex shape = gt_small_shape(&staff_game, &s->areas[area]);
    gg_part enter, leave;
    if (!gg_clip(eye, to, &shape, &enter, &leave)) return 0;
    return gg_distance(gg_part_of_way(eye, to, enter), gg_part_of_way(eye, to, leave));
}

static bool wood_hides(const gg_state *s, const gt_table *t, unsigned area, gg_point eye,
                       gg_point to)
{
    const bool one = gt_holds(t, area, eye), other = gt_holds(t, area, to);
    if (one && other) return gg_distance(eye, to) > staff_number(s, N_wood_both);
    if (one || other) return inside(s, area, eye, to) > staff_number(s, N_wood_one);
    return true;
}

static bool ground_hides(const view *v, const gt_table *t, unsigned area, gg_point eye, gg_point to)
{
    const gg_state *s = v->s;
    const gt_area *it = &s->areas[area];
    switch ((staff_ground)it->type) {
    case GROUND_HILL: return v->viewer_level < it->level && v->target_level < it->level;
    case GROUND_WOOD: return wood_hides(s, t, area, eye, to);
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

static void look_past_bodies(const view *v, const gt_table *t, gg_point eye, gg_point to,
                             staff_line_of_sight *out)
{
    const gg_convex line = gg_segment(eye, to);
    gt_set near;
    gt_near(t, gg_bounds_of(&line), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const unsigned b = (unsigned)other;
        if (b == v->viewer || b == v->target) continue;
        const gg_convex its = staff_shape(v->s, b);
        if (!gg_cuts(eye, to, &its, TOLERANCE)) continue;
        const bool is_friend = v->s->units[b].side == v->s->units[v->viewer].side;
        if (is_seen_over(v, b, &its)) {
            out->over_friends |= is_friend;
            continue;
        }
        out->blocked = true;
        out->by_friend |= is_friend;
        out->by_enemy |= !is_friend;
        if (out->unit == GG_NEVER) out->unit = other;
    }
}

staff_line_of_sight staff_look(const gg_state *s, unsigned viewer, gg_point eye, unsigned target,
                               gg_pose target_pose, gg_point to)
{
    const gt_table t = staff_table(s);
    const gg_box box = staff_own_box(s, target);
    const view v = {.s = s,
                    .viewer = viewer,
                    .target = target,
                    .from = staff_shape(s, viewer),
                    .at = gg_rectangle(target_pose, box),
                    .viewer_level = staff_level(s, staff_centre(s, viewer)),
                    .target_level = staff_level(s, staff_centre_at(target_pose, box))};
    staff_line_of_sight out = {.unit = GG_NEVER, .area = GG_NEVER};
    if (eye.x == to.x && eye.y == to.y) return out;
    look_past_bodies(&v, &t, eye, to, &out);
    for (unsigned i = 0; i < s->area_count; i++) {
        if (!gt_may_meet(&t, i, eye, to)) continue;
        const gg_convex area = gt_small_shape(&staff_game, &s->areas[i]);
        if (!gg_cuts(eye, to, &area, TOLERANCE)) continue;
        if (!ground_hides(&v, &t, i, eye, to)) continue;
        out.blocked = out.by_ground = true;
        if (out.area == GG_NEVER) out.area = (int)i;
    }
    return out;
}

bool staff_sees(const gg_state *s, unsigned viewer, unsigned target)
{
    const gg_pose pose = staff_pose(s, viewer), its = staff_pose(s, target);
    const gg_box box = staff_own_box(s, viewer), its_box = staff_own_box(s, target);
    for (int i = 0; i < GT_FIGURES; i++) {
        const gg_point figure = gt_figure(its, its_box, i);
        if (gg_zone_of_point(pose, box, figure) != GG_ZONE_FRONT) continue;
        if (!staff_look(s, viewer, pose.at, target, its, figure).blocked) return true;
    }
    return false;
}
