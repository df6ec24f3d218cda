/*
 * way.c - the judge of ways: who and what lies about a unit, and whether it may go to a place and
 * stand there (ST-R9, ST-R10, ST-R12, ST-R15 to ST-R17).
 * SPDX-License-Identifier: MIT
 */
#include "way.h"

/* ---- May it go there? ---- */

/* Those of the set whose bounds come so near to these. */
uint64_t staff_among_near(const gg_state *s, uint64_t set, gg_bounds to, int32_t reach)
{
    uint64_t found = 0;
    for (uint64_t rest = set; rest != 0;) {
        const uint64_t bit = rest & (0 - rest);
        const gg_bounds *at = &s->notes.stands[gg_next_bit(&rest)].bounds;
        if (at->low.x <= to.high.x + reach && at->high.x >= to.low.x - reach
            && at->low.y <= to.high.y + reach && at->high.y >= to.low.y - reach)
            found |= bit;
    }
    return found;
}

uint64_t staff_near(const gg_state *s, gg_bounds bounds, int32_t reach)
{
    const gt_table t = staff_table(s);
    gt_set placed;
    gt_placed_near(&t, bounds, reach + s->notes.reach, &placed);
    return staff_among_near(s, placed.bits[0], bounds, reach);
}

/* The one whose middle is nearest, or NOBODY: as a rule it is the nearest. */
static unsigned nearest_middle(const gg_state *s, uint64_t among, gg_bounds bounds)
{
    const gg_point twice = {bounds.low.x + bounds.high.x, bounds.low.y + bounds.high.y};
    unsigned nearest = NOBODY;
    int64_t least = INT64_MAX;
    while (among != 0) {
        const unsigned e = (unsigned)gg_next_bit(&among);
        const gg_point its = s->notes.stands[e].centre;
        const int64_t x = twice.x - 2 * its.x, y = twice.y - 2 * its.y, square = x * x + y * y;
        if (square < least) least = square, nearest = e;
    }
    return nearest;
}

int32_t staff_nearest(const gg_state *s, gg_side side, const gg_convex *shape, int32_t limit)
{
    const gg_bounds bounds = gg_bounds_of(shape);
    uint64_t rest = staff_side(s, gg_other(side));
    const unsigned first = nearest_middle(s, rest, bounds);
    if (first == NOBODY) return limit;
    rest &= ~gt_bit(first);
    const gg_convex nearest = staff_shape(s, first);
    int32_t distance = gg_distance_between(shape, &nearest);
    if (distance > limit) distance = limit;
    while (rest != 0 && distance > 0) {
        const unsigned e = (unsigned)gg_next_bit(&rest);
        if (staff_among_near(s, gt_bit(e), bounds, distance - 1) == 0) continue;
        const gg_convex its = staff_shape(s, e);
        if (gg_is_within(shape, &its, distance - 1)) distance = gg_distance_between(shape, &its);
    }
    return distance;
}

static bool is_enemy_within(const gg_state *s, gg_side side, const gg_convex *shape, int32_t limit)
{
    uint64_t near = staff_among_near(s, staff_side(s, gg_other(side)), gg_bounds_of(shape), limit);
    while (near != 0) {
        const gg_convex its = staff_shape(s, (unsigned)gg_next_bit(&near));
        if (gg_is_within(shape, &its, limit)) return true;
    }
    return false;
}

/* ST-R10: clear of every enemy by the gap, or no nearer than before; of these. */
static gg_verdict keeps_gap(const gg_state *s, unsigned u, const gg_convex *will, uint64_t among)
{
    const int32_t gap = staff_number(s, N_gap);
    uint64_t near = staff_among_near(s, among & staff_side(s, gg_other(s->units[u].side)),
                                     gg_bounds_of(will), gap);
    while (near != 0) {
        const unsigned other = (unsigned)gg_next_bit(&near);
        const gg_convex its = staff_shape(s, other);
        if (!gg_is_within(will, &its, gap - 1)) continue;
        const int32_t now = gg_distance_between(will, &its);
        if (now < staff_distance(s, u, other))
            return staff_refuse_by(R_TOO_NEAR, now / HUNDREDTH, gap / HUNDREDTH);
    }
    return staff_legal;
}

/* Does it stand on anybody of these, so placed? */
static bool is_occupied(const gg_state *s, unsigned u, const gg_convex *shape, uint64_t among)
{
    uint64_t near = staff_among_near(s, among & ~gt_bit(u), gg_bounds_of(shape), 0);
    while (near != 0) {
        const gg_convex its = staff_shape(s, (unsigned)gg_next_bit(&near));
        if (gg_overlaps(shape, &its, TOLERANCE)) return true;
    }
    return false;
}

/* ST-R15: skirmishers and guns pass, and are passed by, their friends. */
bool staff_may_pass(const gg_state *s, unsigned u, unsigned other)
{
    const staff_unit *it = &s->units[u], *its = &s->units[other];
    return it->side == its->side
           && (it->formation == FORM_SKIRM || its->formation == FORM_SKIRM || staff_is_guns(it)
               || staff_is_guns(its));
}

static bool is_in_the_way(const gg_state *s, unsigned u, const gg_convex *path, unsigned but,
                          uint64_t among)
{
    uint64_t near = staff_among_near(s, among & ~gt_bit(u), gg_bounds_of(path), 0);
    while (near != 0) {
        const unsigned other = (unsigned)gg_next_bit(&near);
        if (other == but || staff_may_pass(s, u, other)) continue;
        const gg_convex its = staff_shape(s, other);
        if (gg_overlaps(&its, path, TOLERANCE)) return true;
    }
    return false;
}

/* ---- What all moves of one unit share. ---- */

/* Who and what lies about there, for this mover. */
static void look_about(staff_mover *m, gg_bounds about)
{
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    const uint64_t areas = gt_areas_about(&t, about);
    m->about = about;
    m->bodies = m->lane = staff_near(s, about, 0) & ~gt_bit(m->unit);
    m->barred = areas == 0 ? 0 : areas & staff_areas_that(s, m->kind, PACE_BARRED);
    m->half = areas == 0 ? 0 : areas & staff_areas_that(s, m->kind, PACE_HALF);
    m->walls = m->hurdles = 0;
    for (unsigned i = 0; i < s->stretch_count; i++) {
        const gg_convex line = gg_segment(s->lines[i].from, s->lines[i].to);
        const gg_bounds at = gg_bounds_of(&line);
        if (at.low.x > about.high.x || at.high.x < about.low.x || at.low.y > about.high.y
            || at.high.y < about.low.y)
            continue;
        const staff_pace pace = staff_pace_over(s, m->kind, s->lines[i].type);
        if (pace == PACE_BARRED) m->walls |= 1u << i;
        if (pace == PACE_COSTS) m->hurdles |= 1u << i;
    }
}

/* Member by member: rows that nobody asks for stay unwritten. */
void staff_find_mover(const gg_state *s, unsigned u, staff_mover *m)
{
    const staff_unit *it = &s->units[u];
    m->s = s;
    m->unit = u;
    m->kind = staff_mover_kind(it, it->formation);
    m->rate = staff_rate(s, u);
    m->was = staff_pose(s, u);
    m->box = staff_own_box(s, u);
    m->before = staff_shape(s, u);
    m->passable = m->asked = m->tried_in = m->is_in = 0;
    m->nearest = GG_NEVER;
    m->duty = (staff_duty){LEADS_ANYWHERE, R_LEGAL, NOBODY};
    m->own.facing = m->turned.facing = GG_NEVER;
    m->marches = (it->formation == FORM_MCOL || it->formation == FORM_LIMBERED)
                 && staff_is_on_road(s, m->was, m->box);
    m->is_headed = false;
    m->is_held = s->phase == PHASE_VICTOR || staff_is_in_proximity(s, u);
    const gg_bounds own = s->notes.stands[u].bounds;
    const int32_t far = m->rate + staff_number(s, N_gap);
    look_about(
        m, (gg_bounds){{own.low.x - far, own.low.y - far}, {own.high.x + far, own.high.y + far}});
    for (uint64_t rest = m->bodies; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (staff_may_pass(s, u, other)) m->passable |= gt_bit(other);
    }
}

int32_t staff_distance_now(staff_mover *m, unsigned other)
{
    if (!(m->asked >> other & 1)) m->far[other] = staff_distance(m->s, m->unit, other);
    m->asked |= gt_bit(other);
    return m->far[other];
}

/* DIST to the nearest enemy, before it moves. */
static int32_t nearest_now(staff_mover *m)
{
    const gg_state *s = m->s;
    if (m->nearest == GG_NEVER)
        m->nearest = staff_nearest(s, s->units[m->unit].side, &m->before, s->width + s->height);
    return m->nearest;
}

bool staff_comes_nearer(staff_mover *m, const gg_convex *will)
{
    const int32_t now = nearest_now(m);
    return now > 0 && is_enemy_within(m->s, m->s->units[m->unit].side, will, now - 1);
}

/* ---- A move: what it goes over. ---- */

static bool cuts_line(const gg_state *s, unsigned stretch, const gg_convex *shape)
{
    return gg_cuts(s->lines[stretch].from, s->lines[stretch].to, shape, TOLERANCE);
}

/* Barred ground on the path: none, or what it stands in already and leaves, at half pace. */
bool staff_is_barred_on(const staff_mover *m, staff_way *way)
{
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    uint64_t areas = gt_areas_among(&t, m->barred & ~way->ignored, way->bounds);
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (!gt_area_overlaps(&t, i, &way->path)) continue;
        if (!gt_area_overlaps(&t, i, &m->before)) return true;
        if (gt_area_overlaps(&t, i, &way->after)
            && gt_figures_on(&t, i, way->will, m->box) > gt_figures_on(&t, i, m->was, m->box))
            return true;
        way->half = true;
    }
    for (uint64_t lines = m->walls; lines != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&lines);
        if (!cuts_line(s, i, &way->path)) continue;
        if (!cuts_line(s, i, &m->before) || cuts_line(s, i, &way->after)) return true;
        way->half = true;
    }
    return false;
}

/* What is left of a length on the way from P to P' (ST-R16). */
static int32_t allowance(const staff_mover *m, const staff_way *way, int32_t length)
{
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    bool half = way->half;
    uint64_t areas = gt_areas_among(&t, m->half & ~way->ignored, way->bounds);
    while (!half && areas != 0)
        half = gt_area_overlaps(&t, (unsigned)gg_next_bit(&areas), &way->path);
    if (half) length /= 2;
    if (m->hurdles == 0) return length;
    const uint32_t lines = staff_lines_that(s, m->kind, PACE_COSTS);
    for (unsigned kind = 0; kind < LINES; kind++)
        if (lines >> kind & 1)
            length -= staff_number(s, N_obstacle_cost)
                      * gt_lines_crossed(&t, kind, m->was.at, way->will.at);
    return length;
}

/* It goes on a road from end to end, past woods and rough ground. */
uint64_t staff_ignored_on_road(const staff_mover *m, gg_pose to)
{
    const gg_state *s = m->s;
    uint64_t areas = 0;
    if (!m->marches || !staff_is_on_road(s, to, m->box)) return 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (s->areas[i].type == GROUND_WOOD || s->areas[i].type == GROUND_ROUGH) areas |= gt_bit(i);
    return areas;
}

static void find_path(const staff_mover *m, staff_way *way)
{
    const gg_point by = {way->will.at.x - m->was.at.x, way->will.at.y - m->was.at.y};
    way->path = way->will.facing == m->was.facing ? gg_swept(&m->before, by)
                                                  : gg_hull(&m->before, &way->after);
    way->bounds = gg_bounds_of(&way->path);
}

static staff_way way_to(const staff_mover *m, gg_pose to)
{
    staff_way way = {.will = to, .after = gg_rectangle(to, m->box)};
    find_path(m, &way);
    way.ignored = staff_ignored_on_road(m, to);
    return way;
}

/* All that lies about the way has been looked at. */
static bool is_about(const staff_mover *m, gg_bounds way)
{
    const int32_t gap = staff_number(m->s, N_gap);
    return way.low.x - gap >= m->about.low.x && way.low.y - gap >= m->about.low.y
           && way.high.x + gap <= m->about.high.x && way.high.y + gap <= m->about.high.y;
}

/* What is left of a move that nobody stops. */
gg_verdict staff_keeps_pace(const staff_mover *m, const staff_way *way)
{
    const int32_t allowed = allowance(m, way, m->rate);
    if (allowed <= 0) return staff_refuse(R_NO_PACE);
    const int32_t shift = gt_corner_shift(m->was, m->box, way->will, m->box);
    if (shift > allowed) return staff_refuse_length(R_TOO_FAR, shift, allowed);
    return staff_legal;
}

static gg_verdict may_go_by(const staff_mover *m, staff_way *way, unsigned but, bool charges)
{
    const gg_state *s = m->s;
    const unsigned u = m->unit;
    if (staff_is_barred_on(m, way)) return staff_refuse(R_BARRED);
    if (is_in_the_way(s, u, &way->path, but, m->bodies)) return staff_refuse(R_IN_THE_WAY);
    if (is_occupied(s, u, &way->after, m->bodies)) return staff_refuse(R_OCCUPIED);
    if (!charges) {
        const gg_verdict gap = keeps_gap(s, u, &way->after, m->bodies);
        if (gap.reason != R_LEGAL) return gap;
    }
    return staff_keeps_pace(m, way);
}

gg_verdict staff_may_go_as(const staff_mover *m, gg_pose to, unsigned but, bool charges)
{
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    staff_way way = {.will = to, .after = gg_rectangle(to, m->box)};
    if (gt_is_off_table(&t, &way.after)) return staff_refuse(R_OFF_TABLE);
    find_path(m, &way);
    way.ignored = staff_ignored_on_road(m, to);
    if (but != NOBODY && s->more[but].inside != 0)
        way.ignored |= gt_bit(staff_building(s, s->more[but].inside));
    if (is_about(m, way.bounds)) return may_go_by(m, &way, but, charges);
    staff_mover wider = *m;
    const int32_t gap = staff_number(s, N_gap);
    look_about(&wider, (gg_bounds){{way.bounds.low.x - gap, way.bounds.low.y - gap},
                                   {way.bounds.high.x + gap, way.bounds.high.y + gap}});
    return may_go_by(&wider, &way, but, charges);
}

gg_verdict staff_may_go(const gg_state *s, unsigned u, gg_pose to, unsigned but, bool charges)
{
    staff_mover m;
    staff_find_mover(s, u, &m);
    return staff_may_go_as(&m, to, but, charges);
}

uint32_t staff_lines_about(const gg_state *s, uint32_t lines, gg_bounds way)
{
    uint32_t found = 0;
    for (uint64_t rest = lines; rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        const gg_point a = s->lines[i].from, b = s->lines[i].to;
        if ((a.x < way.low.x && b.x < way.low.x) || (a.x > way.high.x && b.x > way.high.x)
            || (a.y < way.low.y && b.y < way.low.y) || (a.y > way.high.y && b.y > way.high.y))
            continue;
        found |= 1u << i;
    }
    return found;
}

/* The path of a charge or of who enters a building, without its length (ST-R15). */
static bool is_open_ground(const gg_state *s, unsigned u, const staff_place *place,
                           const gg_convex *shape, gg_bounds bounds, bool anew)
{
    const gt_table t = staff_table(s);
    const int mover = staff_mover_kind(&s->units[u], place->formation);
    const int was = staff_mover_kind(&s->units[u], s->units[u].formation);
    const gg_convex own = staff_shape(s, u);
    uint64_t areas = gt_areas_about(&t, bounds);
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (staff_pace_on(s, mover, s->areas[i].type) != PACE_BARRED
            || !gt_area_overlaps(&t, i, shape))
            continue;
        if (anew || s->areas[i].type == GROUND_BUILDING || !gt_area_overlaps(&t, i, &own)
            || staff_pace_on(s, was, s->areas[i].type) != PACE_BARRED)
            return false;
    }
    const uint32_t all = s->stretch_count < 32 ? (1u << s->stretch_count) - 1 : ~0u;
    for (uint64_t rest = staff_lines_about(s, all, bounds); rest != 0;) {
        const gt_line *line = &s->lines[gg_next_bit(&rest)];
        if (staff_pace_over(s, mover, line->type) != PACE_BARRED
            || !gg_cuts(line->from, line->to, shape, TOLERANCE))
            continue;
        if (anew || staff_pace_over(s, was, line->type) != PACE_BARRED
            || !gg_cuts(line->from, line->to, &own, TOLERANCE))
            return false;
    }
    return true;
}

bool staff_is_barred(const gg_state *s, unsigned u, const staff_place *place)
{
    const gg_convex shape = gg_rectangle(place->pose, staff_place_box(s, u, place));
    return !is_open_ground(s, u, place, &shape, gg_bounds_of(&shape), true);
}

/* Of those whose bounds are so near, those whose boxes may be. */
static uint64_t near_box(staff_mover *m, uint64_t near, gg_pose pose, gg_box box, int32_t gap)
{
    if (near == 0) return 0;
    staff_turned *own = staff_turned_to(m, m->was.facing);
    const gt_frame frame = gt_frame_of(pose, box);
    for (uint64_t rest = near; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        const gt_beside *row = staff_row_of(m->s, own, other);
        const gt_frame its = {
            .middle = {own->frame.middle.x + row->by.x, own->frame.middle.y + row->by.y},
            .wide = row->wide,
            .deep = row->deep,
            .sine = row->sine,
            .cosine = row->cosine};
        if (gt_frames_apart(&frame, &its, gap)) near &= ~gt_bit(other);
    }
    return near;
}

gg_verdict staff_may_stand(const gg_state *s, unsigned u, const staff_place *place, staff_mover *m)
{
    const gg_box box = staff_place_box(s, u, place);
    const gg_convex shape = gg_rectangle(place->pose, box);
    const gg_bounds bounds = gg_bounds_of(&shape);
    if (bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > s->width
        || bounds.high.y > s->height)
        return staff_refuse(R_OFF_TABLE);
    if (!is_open_ground(s, u, place, &shape, bounds, false)) return staff_refuse(R_BARRED);
    const int32_t gap = staff_number(s, N_gap);
    uint64_t near;
    if (m != NULL && is_about(m, bounds))
        near = near_box(m, staff_among_near(s, m->bodies, bounds, gap), place->pose, box, gap);
    else near = staff_near(s, bounds, gap);
    if (is_occupied(s, u, &shape, near)) return staff_refuse(R_OCCUPIED);
    return keeps_gap(s, u, &shape, near);
}

/* ST-R19: the way into the building passes as any other, the building left out. */
gg_verdict staff_way_in(const gg_state *s, unsigned u, unsigned area, const staff_place *place)
{
    staff_mover m;
    staff_find_mover(s, u, &m);
    staff_way way = {.will = place->pose, .after = staff_place_shape(s, u, place)};
    way.path = gg_hull(&m.before, &way.after);
    way.bounds = gg_bounds_of(&way.path);
    way.ignored = gt_bit(area); /* and no wood: it does not end on a road (ST-R16) */
    const int32_t gap = staff_number(s, N_gap);
    look_about(&m, (gg_bounds){{way.bounds.low.x - gap, way.bounds.low.y - gap},
                               {way.bounds.high.x + gap, way.bounds.high.y + gap}});
    if (staff_is_barred_on(&m, &way)) return staff_refuse(R_BARRED);
    if (is_in_the_way(s, u, &way.path, NOBODY, m.bodies)) return staff_refuse(R_IN_THE_WAY);
    if (is_occupied(s, u, &way.after, m.bodies)) return staff_refuse(R_OCCUPIED);
    return keeps_gap(s, u, &way.after, m.bodies);
}

/* ---- The straight way of a forced move. ---- */

int32_t staff_length_left(staff_mover *m, gg_pose to, int32_t length, uint64_t *ignored)
{
    const staff_way way = way_to(m, to);
    look_about(m, way.bounds);
    *ignored = way.ignored;
    return allowance(m, &way, length);
}
