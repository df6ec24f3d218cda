/*
 * reach.c - whether a unit can go to a place, without the reason, for those who ask about many
 * places: the tests that cost least and refuse most come first.  way.c is the judge; a test
 * compares the two (tests/reach_staff.c).
 * SPDX-License-Identifier: MIT
 */
#include "way.h"

/* ---- The same questions without reasons: what costs least and refuses most comes first. ---- */

/* One move that is tried: shapes are made where nothing else tells. */
typedef struct trial {
    staff_mover *m;
    staff_turned *as; /* as it will face */
    gg_point by;
    unsigned but; /* left out of the path; or NOBODY */
    bool charges;
    staff_way way; /* shapes without corners are not made yet */
} trial;

static void face(const staff_mover *m, int32_t facing, staff_turned *out)
{
    out->facing = facing;
    out->shape = gg_rectangle((gg_pose){m->was.at, facing}, m->box);
    out->bounds = gg_bounds_of(&out->shape);
    out->frame = gt_frame_of((gg_pose){m->was.at, facing}, m->box);
    out->known = out->areas = 0;
}

staff_turned *staff_turned_to(staff_mover *m, int32_t facing)
{
    staff_turned *it = facing == m->was.facing ? &m->own : &m->turned;
    if (it->facing != facing) face(m, facing, it);
    return it;
}

void staff_find_row(const gg_state *s, staff_turned *as, unsigned other)
{
    const gt_frame its = gt_frame_of(staff_pose(s, other), staff_own_box(s, other));
    as->rows[other] = gt_beside_of(&as->frame, &its);
    as->known |= gt_bit(other);
}

static const gt_rim *ground_of(const gg_state *s, staff_turned *as, unsigned area)
{
    if (!(as->areas >> area & 1)) {
        const gg_convex its = gt_small_shape(&staff_game, &s->areas[area]);
        gt_rim_of(&as->frame, &as->shape, &its, &as->grounds[area]);
        as->areas |= 1u << area;
    }
    return &as->grounds[area];
}

/* Does a corner go farther than it may, whatever the ground? */
static bool is_longer(const trial *it)
{
    const staff_mover *m = it->m;
    if (it->as == &m->own) return gg_is_farther((gg_point){0, 0}, it->by, m->rate);
    for (int i = 0; i < 4; i++) {
        const gg_point to = {it->as->shape.at[i].x + it->by.x, it->as->shape.at[i].y + it->by.y};
        if (gg_is_farther(m->before.at[i], to, m->rate)) return true;
    }
    return false;
}

static const gg_convex *after_of(trial *it)
{
    if (it->way.after.count == 0) it->way.after = gg_moved(&it->as->shape, it->by);
    return &it->way.after;
}

static const gg_convex *path_of(trial *it)
{
    const staff_mover *m = it->m;
    if (it->way.path.count == 0)
        it->way.path =
            it->as == &m->own ? gg_swept(&m->before, it->by) : gg_hull(&m->before, after_of(it));
    return &it->way.path;
}

/* Is it in the way: 1, 0, or -1: the shapes tell? */
static int is_in_way(const trial *it, unsigned other)
{
    staff_mover *m = it->m;
    if (it->as == &m->own) {
        const int32_t gap = gt_swept_gap(&m->own.frame, staff_row_of(m->s, &m->own, other), it->by);
        return gap > GT_BESIDE_SLACK ? 0 : gap < -TOLERANCE - GT_BESIDE_SLACK ? 1 : -1;
    }
    const gt_beside *before = staff_row_of(m->s, staff_turned_to(m, m->was.facing), other),
                    *after = staff_row_of(m->s, it->as, other);
    if (gt_turned_past(before, after, it->by)
        || gt_turned_aside(&m->own.frame, &it->as->frame, before, it->by))
        return 0;
    return gt_turned_through(&it->as->frame, before, after, it->by, TOLERANCE) ? 1 : -1;
}

/* ST-R10: nearer than the gap, and than before. */
static bool is_too_near(trial *it, unsigned other, int32_t gap, int32_t kept)
{
    staff_mover *m = it->m;
    if (gap > kept + GT_BESIDE_SLACK) return false;
    const int32_t was = staff_distance_now(m, other), least = (was < kept ? was : kept) - 1;
    if (least < 0) return false;
    if (gt_beside_within(&it->as->frame, staff_row_of(m->s, it->as, other), it->by, least))
        return true;
    const gg_convex its = staff_shape(m->s, other);
    return gg_is_within(after_of(it), &its, least);
}

/* Does this one stop it: stood on, too near, or in the way (ST-R15)? */
static bool stops(trial *it, unsigned other)
{
    staff_mover *m = it->m;
    const gg_state *s = m->s;
    const int32_t gap = gt_beside_gap(&it->as->frame, staff_row_of(s, it->as, other), it->by);
    if (gap < -TOLERANCE - GT_BESIDE_SLACK) return true;
    if (gap <= GT_BESIDE_SLACK) {
        const gg_convex its = staff_shape(s, other);
        if (gg_overlaps(after_of(it), &its, TOLERANCE)) return true;
    }
    if (!it->charges && s->units[other].side != s->units[m->unit].side
        && is_too_near(it, other, gap, staff_number(s, N_gap)))
        return true;
    if (other == it->but || (m->passable >> other & 1)) return false;
    const int known = is_in_way(it, other);
    if (known >= 0) return known;
    const gg_convex its = staff_shape(s, other);
    return gg_overlaps(&its, path_of(it), TOLERANCE);
}

static gg_bounds bounds_moved(gg_bounds it, gg_point by)
{
    return (gg_bounds){{it.low.x + by.x, it.low.y + by.y}, {it.high.x + by.x, it.high.y + by.y}};
}

static gg_bounds both_bounds(gg_bounds a, gg_bounds b)
{
    return (gg_bounds){
        {a.low.x < b.low.x ? a.low.x : b.low.x, a.low.y < b.low.y ? a.low.y : b.low.y},
        {a.high.x > b.high.x ? a.high.x : b.high.x, a.high.y > b.high.y ? a.high.y : b.high.y}};
}

/* Does its path overlap this area? */
static bool goes_over(trial *it, unsigned area)
{
    staff_mover *m = it->m;
    const gt_rim *its = ground_of(m->s, it->as, area);
    if (it->as == &m->own) {
        const int32_t gap = gt_rim_gap(&m->own.frame, its, it->by);
        if (gap > GT_BESIDE_SLACK) return false;
        if (gap < -TOLERANCE - GT_BESIDE_SLACK) return true;
    } else {
        const gt_rim *before = ground_of(m->s, staff_turned_to(m, m->was.facing), area);
        if (gt_turned_by_rim(before, its, it->by)
            || gt_turned_beside_rim(&m->own.frame, &it->as->frame, before, it->by))
            return false;
    }
    const gt_table t = staff_table(m->s);
    return gt_area_overlaps(&t, area, path_of(it));
}

static bool stands_in(staff_mover *m, unsigned area)
{
    const gt_table t = staff_table(m->s);
    if (!(m->tried_in >> area & 1) && gt_area_overlaps(&t, area, &m->before))
        m->is_in |= gt_bit(area);
    m->tried_in |= gt_bit(area);
    return m->is_in >> area & 1;
}

/* Does the ground let it pass?  The questions of the judge, about what is near alone. */
static bool passes_ground(trial *it)
{
    staff_mover *m = it->m;
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    staff_way *way = &it->way;
    uint64_t areas = m->barred | m->half;
    if (areas != 0) areas = gt_areas_among(&t, areas, way->bounds);
    if (areas != 0) {
        way->ignored = staff_ignored_on_road(m, way->will);
        if (it->but != NOBODY && s->more[it->but].inside != 0)
            way->ignored |= gt_bit(staff_building(s, s->more[it->but].inside));
    }
    uint64_t over = 0;
    for (uint64_t rest = areas & ~way->ignored; rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        if (!goes_over(it, i)) continue;
        over |= gt_bit(i);
        if ((m->barred >> i & 1) && !stands_in(m, i)) return false;
    }
    const uint32_t lines = staff_lines_about(s, m->walls | m->hurdles, way->bounds);
    if (over == 0 && lines == 0) return m->rate > 0;
    path_of(it);
    after_of(it);
    return !staff_is_barred_on(m, way) && staff_keeps_pace(m, way).reason == R_LEGAL;
}

bool staff_can_go(staff_mover *m, gg_pose to, unsigned but, bool charges)
{
    const gg_state *s = m->s;
    trial it; /* its shapes are large, and seldom made */
    it.m = m;
    it.as = staff_turned_to(m, to.facing);
    it.by = (gg_point){to.at.x - m->was.at.x, to.at.y - m->was.at.y};
    it.but = but;
    it.charges = charges;
    it.way.will = to;
    it.way.after.count = it.way.path.count = 0;
    it.way.ignored = 0;
    it.way.half = false;
    if (is_longer(&it)) return false;
    const gg_bounds at = bounds_moved(it.as->bounds, it.by);
    if (at.low.x < 0 || at.low.y < 0 || at.high.x > s->width || at.high.y > s->height) return false;
    it.way.bounds = both_bounds(s->notes.stands[m->unit].bounds, at);
    uint64_t near =
        staff_among_near(s, m->lane, it.way.bounds, charges ? 0 : staff_number(s, N_gap));
    while (near != 0)
        if (stops(&it, (unsigned)gg_next_bit(&near))) return false;
    return passes_ground(&it);
}
/* A degree beside the diagonal no rounding of places brings a move over it. */
bool staff_begin_way(staff_mover *m, int32_t bearing, int32_t facing, int32_t most)
{
    enum { DIAGONAL = 45 };
    const gg_state *s = m->s;
    const int32_t to = gg_facing(bearing * 10), face_to = gg_facing(facing * 10);
    const int32_t aside = gg_turn_between(m->was.facing, to) / 10,
                  turn = gg_turn_between(m->was.facing, face_to) / 10;
    if (m->is_held
        && (turn > s->options[OPT_prox_turn] || (aside > DIAGONAL && aside < 180 - DIAGONAL)))
        return false;
    if (s->phase == PHASE_VICTOR && aside > DIAGONAL) return false;
    if ((m->duty.lead == LEADS_BACK || m->duty.lead == LEADS_AWAY)
        && (aside < 180 - DIAGONAL || turn > staff_number(s, N_retreat_turn)))
        return false;
    m->is_headed = aside != DIAGONAL && aside != 180 - DIAGONAL;
    const gg_point end = gg_along(m->was.at, to, most);
    const gg_bounds was = staff_turned_to(m, face_to)->bounds,
                    at = bounds_moved(was, (gg_point){end.x - m->was.at.x, end.y - m->was.at.y});
    const gg_bounds way = both_bounds(both_bounds(was, at), s->notes.stands[m->unit].bounds);
    const int32_t gap = staff_number(s, N_gap) + 1; /* places are rounded */
    m->lane = staff_among_near(s, m->bodies, way, gap);
    return true;
}

/* Somebody whom it may not pass surely lies across so much of the way, kept in its facing. */
static bool is_shut(staff_mover *m, gg_point by)
{
    for (uint64_t rest = m->lane & ~m->passable; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (gt_swept_gap(&m->own.frame, staff_row_of(m->s, &m->own, other), by)
            < -TOLERANCE - 2 * GT_BESIDE_SLACK)
            return true;
    }
    return false;
}

/* What shuts a way shuts all of it that is longer: halved down. */
int staff_open_parts(staff_mover *m, int32_t bearing, int32_t facing, int32_t most, int parts)
{
    const gg_point from = m->was.at;
    if (gg_facing(facing * 10) != m->was.facing || (m->lane & ~m->passable) == 0) return parts;
    int open = 0, shut = parts + 1; /* none is open, as far as is known, and none is shut */
    while (shut - open > 1) {
        const int part = (open + shut) / 2;
        const gg_point to = gg_along(from, gg_facing(bearing * 10), most * part / parts);
        if (is_shut(m, (gg_point){to.x - from.x, to.y - from.y})) shut = part;
        else open = part;
    }
    return open;
}
