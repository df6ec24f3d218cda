/*
 * mover.c - ways of several legs, each swept from end to end, and the enemies a body must keep
 * clear of on them.  Many ways of one body are asked about, one after the other: what each enemy
 * means to it is worked out once.  See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

void gt_mover_begin(gt_mover *out, const gt_table *t, const gt_set *enemies, int32_t gap)
{
    out->t = *t;
    gt_survey(&out->t);
    out->gap = gap;
    out->enemies = *enemies;
    out->plainly = false;
    out->turns = NULL;
}

void gt_mover_take(gt_mover *out, unsigned u, int32_t around)
{
    const gg_point at = out->t.bodies[u].at;
    out->unit = u;
    out->own = gt_shape(&out->t, u);
    out->around = (gg_bounds){{at.x - around, at.y - around}, {at.x + around, at.y + around}};
    out->slow_around = gt_areas_among(&out->t, out->t.slow, out->around);
    out->nearest = out->likely = GG_NEVER;
    out->known = 0;
}

static void mind(const gt_mover *mover, unsigned other, gt_minded *it)
{
    const gt_table *t = &mover->t;
    it->shape = gt_shape(t, other);
    it->at = t->bodies[other].at;
    it->circles = gt_body_circles(t, other);
    it->gap = mover->gap;
    if (gg_is_within(&mover->own, &it->shape, it->gap - 1))
        it->gap = gg_distance_between(&mover->own, &it->shape);
    it->overlapped = it->gap == 0 && gg_overlaps(&mover->own, &it->shape, t->game->tolerance);
}

const gt_minded *gt_minded_of(gt_mover *mover, unsigned other)
{
    if (other >= GT_MINDED_MAX) {
        mind(mover, other, &mover->other);
        return &mover->other;
    }
    gt_minded *it = &mover->minded[other];
    if (mover->known & gt_bit(other)) return it;
    mover->known |= gt_bit(other);
    mind(mover, other, it);
    return it;
}

void gt_mover_near(const gt_mover *mover, gg_bounds bounds, int32_t gap, gt_set *out)
{
    gt_near_cells(&mover->t, bounds, gap, out);
    gt_drop(out, mover->unit);
}

/* ---- By whole degrees. ---- */

void gt_mover_turns(gt_mover *mover, gt_turns *turns, unsigned formation, int32_t far,
                    int32_t aside, int32_t gap, gt_gap_of *gap_of)
{
    gt_table *t = &mover->t;
    gg_assert(t->body_count <= GT_MINDED_MAX);
    turns->formation = formation;
    turns->far = far;
    turns->aside = aside;
    turns->gap = gap;
    turns->asides[GT_NARROW] = far / 100 + t->game->grain; /* half a degree, and what is rounded */
    turns->asides[GT_WIDE] = turns->asides[GT_TURNING] = aside;
    turns->own = gt_circles_in(t, mover->unit, formation);
    turns->shutters_known = 0;
    turns->all_lozenges = true;
    for (int i = 0; i < GT_DEGREES; i++) turns->to[i].known = false;
    for (unsigned u = 0; u < t->body_count; u++) {
        turns->shapes[u] = gt_shape(t, u);
        turns->gaps[u] = gt_has(&mover->enemies, u) ? gap_of(mover, u) : GG_NEVER;
        if (!gg_lozenge_of(&turns->shapes[u], t->game->tolerance, &turns->lozenges[u]))
            turns->all_lozenges = false;
        turns->meets[u] =
            (int32_t)(turns->own.outer + gt_body_circles(t, u).outer) + 4 * t->game->grain;
    }
    turns->around.at = turns->shutting.at = (gg_point){INT32_MIN / 2, 0}; /* nowhere */
    turns->about.bodies = 0;
    t->shapes = turns->shapes;
    mover->turns = turns;
}

/* Strips of ground about a way from where it stands: how far they reach aside of its place, ahead
 * of where it ends and behind where it begins, over all that its place may step aside. */
typedef struct strip {
    int32_t aside, ahead, behind;
} strip;

static gt_seen seen_from(gg_pose pose, const gg_point *at, int count)
{
    gt_seen it = {INT32_MAX, INT32_MIN, INT32_MAX, INT32_MIN};
    for (int i = 0; i < count; i++) {
        const gg_point local = gg_to_local(pose, at[i]);
        if (local.x < it.left) it.left = local.x;
        if (local.x > it.right) it.right = local.x;
        if (local.y < it.low) it.low = local.y;
        if (local.y > it.high) it.high = local.y;
    }
    return it;
}

/* How far a way leads at least before that comes within the gap of its strip; INT32_MAX: it never
 * does.  What lies wholly to one side of the strip or behind it, or wholly ahead of a way that is
 * shorter, shares no point with it, whatever its shape is; the farther aside, the nearer along. */
static int32_t soonest(const gt_seen *it, const strip *about, int64_t gap)
{
    enum { ROUGHLY = 4 }; /* lengths that are rounded */
    const int32_t left = it->left - about->aside - ROUGHLY,
                  right = -it->right - about->aside - ROUGHLY;
    const int64_t aside = left > 0 ? left : right > 0 ? right : 0;
    if (aside > gap || it->high < -about->behind - ROUGHLY - gap) return INT32_MAX;
    const int32_t along =
        aside == 0 ? (int32_t)gap : (int32_t)gg_root_up((uint64_t)(gap * gap - aside * aside));
    if (it->high < -about->behind - ROUGHLY - along) return INT32_MAX;
    return it->low - about->ahead - ROUGHLY - along;
}

/* How far a way leads at most before that place is within the limit of its strip; INT32_MAX: it
 * need not be. */
static int32_t latest(gg_point at, const strip *about, int64_t limit)
{
    const int32_t size = at.x < 0 ? -at.x : at.x;
    const int64_t aside = size > about->aside ? size - about->aside : 0;
    if (aside > limit) return INT32_MAX;
    const int32_t along = (int32_t)gg_root_down((uint64_t)(limit * limit - aside * aside));
    if (at.y + along < -about->behind) return INT32_MAX;
    const int32_t first = at.y - along - about->ahead;
    return first < 0 ? 0 : first;
}

/* How long ways are at least, with hardly a side step and with any, that surely come too near to
 * this enemy: by his corners; or where it has turned already. */
static void find_stops(const gt_mover *mover, gg_pose pose, unsigned u, const strip *core,
                       gt_turned *row)
{
    enum { ROUGHLY = 4 };
    const gt_turns *turns = mover->turns;
    const gg_convex *its = &turns->shapes[u];
    const int32_t limit = turns->gaps[u] - ROUGHLY;
    if (turns->gaps[u] < ROUGHLY || row->stopped[GT_WIDE] == 0) return;
    const gg_convex own = gg_moved(&row->shape, pose.at);
    if (gg_is_within(&own, its, limit)) {
        row->stopped[GT_NARROW] = row->stopped[GT_WIDE] = 0;
        return;
    }
    for (int i = 0; i < its->count; i++) {
        const int32_t by = latest(gg_to_local(pose, its->at[i]), core, limit);
        if (by < row->stopped[GT_NARROW]) row->stopped[GT_NARROW] = by;
    }
}

/* Who may come within the gap of a body that goes and turns in the widest strip; and how far a way
 * may lead in each lane so that nobody does. */
static uint64_t enemies_by(const gt_mover *mover, gg_pose pose, const strip lanes[GT_LANES],
                           gt_turned *row)
{
    enum { ROUGHLY = 200 }; /* frames are good to a few ticks for each body's length */
    const gt_table *t = &mover->t;
    const gt_turns *turns = mover->turns;
    const int32_t outer = gt_reach(t); /* it may form otherwise when it has arrived */
    const gg_box widest = {outer + turns->aside, outer + turns->far, -outer};
    const gt_frame way = gt_frame_of(pose, widest);
    const strip core = {lanes[GT_NARROW].aside - 2 * turns->asides[GT_NARROW],
                        lanes[GT_NARROW].ahead, lanes[GT_NARROW].behind};
    gt_set rest;
    uint64_t found = 0;
    gt_near_among(t, &mover->enemies, gt_frame_bounds(&way), turns->gap + ROUGHLY, &rest);
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const unsigned u = (unsigned)other;
        const gt_frame its = gt_frame_of(gt_pose(t, u), gt_box(t, u));
        if (gt_frames_apart(&way, &its, turns->gap + ROUGHLY)) continue;
        found |= gt_bit(u);
        const gt_seen it = seen_from(pose, turns->shapes[u].at, turns->shapes[u].count);
        if (row->seen_count < GT_SEEN_MAX) row->seen[row->seen_count] = it;
        row->seen_count++;
        find_stops(mover, pose, u, &core, row);
        for (int lane = 0; lane < GT_LANES; lane++) {
            const int32_t first = soonest(&it, &lanes[lane], turns->gap + 1);
            if (first < row->clear[lane]) row->clear[lane] = first;
        }
    }
    return found;
}

/* Of these areas, those that may come into the strip; and how far ways may lead in the lanes so
 * that none of some does. */
static uint64_t areas_by(const gt_mover *mover, uint64_t among, uint64_t clears, gg_pose pose,
                         strip about, const strip lanes[GT_LANES], int32_t clear[GT_LANES])
{
    uint64_t found = 0;
    while (among != 0) {
        const unsigned area = (unsigned)gg_next_bit(&among);
        int count;
        gg_point room[GT_CORNERS];
        const gg_point *at = gt_corners(&mover->t, area, room, &count);
        const gt_seen it = seen_from(pose, at, count);
        if (soonest(&it, &about, 0) == INT32_MAX) continue;
        found |= gt_bit(area);
        if ((clears & gt_bit(area)) == 0) continue;
        for (int lane = 0; lane < GT_LANES; lane++) {
            const int32_t first = soonest(&it, &lanes[lane], 0);
            if (first < clear[lane]) clear[lane] = first;
        }
    }
    return found;
}

/* What all of it and what its place alone goes over; who turns at the end stays in its circle. */
static void find_lanes(const gt_mover *mover, strip bodies[GT_LANES], strip places[GT_LANES])
{
    const gt_turns *turns = mover->turns;
    const gg_box box = gt_box_in(&mover->t, mover->unit, turns->formation);
    const int32_t outer = (int32_t)turns->own.outer;
    for (int lane = 0; lane < GT_LANES; lane++) {
        const int32_t aside = turns->asides[lane];
        places[lane] = (strip){aside, 0, 0};
        bodies[lane] = (strip){aside + box.half, box.front, -box.rear};
    }
    bodies[GT_TURNING] = (strip){turns->aside + outer, outer, outer};
}

static void find_turned(const gt_mover *mover, int32_t facing, unsigned formation, gt_turned *row)
{
    const gg_pose about = {{0, 0}, facing}, start = {mover->t.bodies[mover->unit].at, facing};
    const gt_table *t = &mover->t;
    gt_turns *turns = mover->turns;
    row->known = true;
    row->shape = gt_shape_at(t, mover->unit, about, formation);
    row->bounds = gg_bounds_of(&row->shape);
    if (!gg_lozenge_of(&row->shape, t->game->tolerance, &row->lozenge)) turns->all_lozenges = false;
    const int32_t reach = gt_reach(t);
    strip bodies[GT_LANES], places[GT_LANES];
    find_lanes(mover, bodies, places);
    int32_t unbarred[GT_LANES];
    for (int lane = 0; lane < GT_LANES; lane++)
        row->clear[lane] = row->quick[lane] = unbarred[lane] = INT32_MAX;
    row->seen_count = 0;
    row->stopped[GT_NARROW] = row->stopped[GT_WIDE] = INT32_MAX;
    row->enemies = enemies_by(mover, start, bodies, row);
    gt_set standing = {.words = 1, .bits = {row->enemies}};
    gt_keep_standing(t, &standing);
    row->standing = standing.bits[0];
    row->slow = areas_by(mover, mover->slow_around, mover->slow_around, start,
                         (strip){turns->aside, 0, 0}, places, row->quick);
    row->areas = areas_by(mover, t->barred | t->buildings | t->burning, t->barred, start,
                          (strip){turns->aside + reach, reach, reach}, bodies, unbarred);
    for (int lane = 0; lane < GT_LANES; lane++)
        if (unbarred[lane] < row->clear[lane]) row->clear[lane] = unbarred[lane];
    row->unbarred = unbarred[GT_WIDE];
}

/* As it stands when it faces so, about its place; NULL: that is not kept. */
static inline const gt_turned *turned_to(const gt_mover *mover, int32_t facing, unsigned formation)
{
    enum { DEGREE = GG_TURN / GT_DEGREES };
    gt_turns *turns = mover->turns;
    if (turns == NULL || formation != turns->formation) return NULL;
    const uint32_t degrees = (uint32_t)facing / DEGREE;
    if (degrees * DEGREE != (uint32_t)facing) return NULL;
    gt_turned *row = &turns->to[degrees];
    if (!row->known) find_turned(mover, facing, formation, row);
    return row;
}

static gg_bounds moved_bounds(gg_bounds bounds, gg_point by)
{
    return (gg_bounds){{bounds.low.x + by.x, bounds.low.y + by.y},
                       {bounds.high.x + by.x, bounds.high.y + by.y}};
}

/* Its shape and what lies about it, there. */
static inline gg_bounds shape_at(const gt_mover *mover, gg_pose pose, unsigned formation,
                                 gg_convex *out)
{
    const gt_turned *row = turned_to(mover, pose.facing, formation);
    if (row == NULL) {
        *out = gt_shape_at(&mover->t, mover->unit, pose, formation);
        return gg_bounds_of(out);
    }
    out->count = 4;
    for (int i = 0; i < 4; i++)
        out->at[i] = (gg_point){row->shape.at[i].x + pose.at.x, row->shape.at[i].y + pose.at.y};
    return moved_bounds(row->bounds, pose.at);
}

/* Of a way of one leg from where it stands. */
static inline const gt_turned *first_turned(const gt_mover *mover, const gt_walk *way)
{
    const gg_point start = mover->t.bodies[mover->unit].at;
    if (way->legs != 1 || way->at[0].x != start.x || way->at[0].y != start.y) return NULL;
    return turned_to(mover, way->facing[0], way->formation);
}

bool gt_turned_enemies(const gt_mover *mover, const gt_walk *way, gt_set *out)
{
    const gt_turned *row = first_turned(mover, way);
    if (row == NULL) return false;
    out->words = 1;
    out->bits[0] = row->enemies;
    return true;
}

static bool bounds_hold(const gg_bounds *bounds, gg_point at)
{
    return at.x >= bounds->low.x && at.y >= bounds->low.y && at.x <= bounds->high.x
           && at.y <= bounds->high.y;
}

static inline bool is_aside_by(int32_t aside, int32_t most)
{
    return aside >= -most && aside <= most;
}

static inline int lane_of(const gt_turns *turns, int32_t aside)
{
    return is_aside_by(aside, turns->asides[GT_NARROW]) ? GT_NARROW : GT_WIDE;
}

bool gt_has_row(const gt_mover *mover, gg_pose arrives, int32_t ahead, int32_t aside)
{
    const gt_turns *turns = mover->turns;
    return turned_to(mover, arrives.facing, turns->formation) != NULL && turns->all_lozenges
           && ahead <= turns->far && is_aside_by(aside, turns->aside)
           && bounds_hold(&mover->around, arrives.at);
}

/* The same of one way alone: nobody is within the gap of the rectangle about it. */
static bool keeps_clear(const gt_mover *mover, const gt_turned *row, int32_t ahead, int32_t aside)
{
    enum { ROUGHLY = 4 };
    const gt_turns *turns = mover->turns;
    const gg_box box = gt_box_in(&mover->t, mover->unit, turns->formation);
    const int32_t left = (aside < 0 ? aside : 0) - box.half,
                  right = (aside > 0 ? aside : 0) + box.half;
    const int64_t gap = turns->gap + 1 + ROUGHLY;
    if (row->seen_count > GT_SEEN_MAX || ahead > row->unbarred) return false;
    for (int i = 0; i < row->seen_count; i++) {
        const gt_seen *it = &row->seen[i];
        const int64_t x = it->left > right   ? it->left - right
                          : it->right < left ? left - it->right
                                             : 0,
                      y = it->low > ahead + box.front ? it->low - ahead - box.front
                          : it->high < box.rear       ? box.rear - it->high
                                                      : 0;
        if (x * x + y * y <= gap * gap) return false;
    }
    return true;
}

bool gt_goes_clear(const gt_mover *mover, gg_pose arrives, int32_t ahead, int32_t aside, bool turn)
{
    const gt_turns *turns = mover->turns;
    const gt_turned *row = turned_to(mover, arrives.facing, turns->formation);
    const uint64_t houses = row->areas & (mover->t.buildings | mover->t.burning);
    return (ahead <= row->clear[turn ? GT_TURNING : lane_of(turns, aside)]
            || (!turn && keeps_clear(mover, row, ahead, aside)))
           && (houses == 0
               || gt_areas_among(&mover->t, houses, (gg_bounds){arrives.at, arrives.at}) == 0);
}

bool gt_is_stopped(const gt_mover *mover, gg_pose arrives, int32_t ahead, int32_t aside)
{
    const gt_turns *turns = mover->turns;
    const gt_turned *row = turned_to(mover, arrives.facing, turns->formation);
    return ahead >= row->stopped[lane_of(turns, aside)];
}

bool gt_turned_slow(const gt_mover *mover, gg_pose arrives, int32_t ahead, int32_t aside)
{
    const gt_turns *turns = mover->turns;
    const gt_turned *row = turned_to(mover, arrives.facing, turns->formation);
    return ahead > row->quick[lane_of(turns, aside)]
           && gt_way_is_on(&mover->t, row->slow, mover->t.bodies[mover->unit].at, arrives.at);
}

gg_bounds gt_turned_bounds(const gt_mover *mover, gg_pose pose)
{
    return moved_bounds(turned_to(mover, pose.facing, mover->turns->formation)->bounds, pose.at);
}

gg_convex gt_turned_shape(const gt_mover *mover, gg_pose pose)
{
    gg_convex shape;
    shape_at(mover, pose, mover->turns->formation, &shape);
    return shape;
}

/* Those among them who are no farther off, in x and in y, than that beyond where they touch. */
static uint64_t touched_about(const gt_mover *mover, uint64_t among, gg_point at, int32_t beyond)
{
    const gt_turns *turns = mover->turns;
    uint64_t found = 0;
    while (among != 0) {
        const uint64_t bit = among & (0 - among);
        const unsigned u = (unsigned)gg_next_bit(&among);
        const gg_point its = mover->t.bodies[u].at;
        const int32_t most = turns->meets[u] + beyond;
        if (!gt_is_beyond(its.x - at.x, most) && !gt_is_beyond(its.y - at.y, most)) found |= bit;
    }
    return found;
}

/* One place is near the other as a rule: who is about a box of them is looked for once. */
enum { BOX = 600 };
static bool is_about(const gt_vicinity *it, gg_point at)
{
    return !gt_is_beyond(at.x - it->at.x, BOX) && !gt_is_beyond(at.y - it->at.y, BOX);
}
static gg_bounds box_about(gg_point at)
{
    return (gg_bounds){{at.x - BOX, at.y - BOX}, {at.x + BOX, at.y + BOX}};
}

void gt_look_at(gt_mover *mover, gg_point at)
{
    gt_turns *turns = mover->turns;
    if (!is_about(&turns->around, at)) {
        gt_set near;
        gt_mover_near(mover, box_about(at), (int32_t)turns->own.outer + 4 * mover->t.game->grain,
                      &near);
        turns->around = (gt_vicinity){at, touched_about(mover, near.bits[0], at, BOX)};
    }
    turns->about = (gt_vicinity){at, touched_about(mover, turns->around.bodies, at, 0)};
}

bool gt_turned_on_somebody(const gt_mover *mover, gg_pose pose)
{
    const gt_turns *turns = mover->turns;
    const gt_turned *row = turned_to(mover, pose.facing, turns->formation);
    for (uint64_t rest = turns->about.bodies; rest != 0;)
        if (gg_lozenges_overlap(&row->lozenge, pose.at, &turns->lozenges[gg_next_bit(&rest)]))
            return true;
    return false;
}

/* ---- Covered ground. ---- */

gt_covered gt_covered_by(gt_circles circles, const gg_convex *before, gg_point from, gg_point to)
{
    gt_covered it;
    it.line = gt_way_between(from, to);
    it.circles = circles;
    it.before = *before;
    it.is_swept = false;
    return it;
}

const gg_convex *gt_swept(gt_covered *it)
{
    if (it->line.x == 0 && it->line.y == 0) return &it->before;
    if (!it->is_swept)
        it->swept = gg_swept(&it->before, (gg_point){(int32_t)it->line.x, (int32_t)it->line.y});
    it->is_swept = true;
    return &it->swept;
}

/* A corner of the shape, moved so, comes so near to one of the other: where the limit is larger
 * than bodies are, that is how most come within it. */
static bool corners_within(const gg_convex *shape, gg_point by, const gg_convex *other,
                           int64_t limit)
{
    for (int i = 0; i < shape->count; i++) {
        const int64_t x = shape->at[i].x + by.x, y = shape->at[i].y + by.y;
        for (int j = 0; j < other->count; j++) {
            const int64_t east = other->at[j].x - x, north = other->at[j].y - y;
            if (east * east + north * north <= limit * limit) return true;
        }
    }
    return false;
}

bool gt_comes_within(gt_covered *it, const gt_minded *its, int32_t limit)
{
    const gt_circles both = {it->circles.outer + its->circles.outer,
                             it->circles.inner + its->circles.inner};
    if (limit < 0) return false;
    const int known = gt_way_within(&it->line, its->at, both, limit);
    if (known >= 0) return known;
    const gg_point by = {(int32_t)it->line.x, (int32_t)it->line.y};
    return (limit > both.outer && corners_within(&it->before, by, &its->shape, limit))
           || gg_is_within(gt_swept(it), &its->shape, limit);
}

int32_t gt_told_distance(const gt_mover *mover, gt_covered *it, const gt_minded *its)
{
    return mover->plainly ? 0 : gg_distance_between(gt_swept(it), &its->shape);
}

static const gt_trouble no_trouble = {.whom = GG_NEVER};

/* Of many ways one after the other the same enemy stops many: where nobody is told who it was, he
 * is looked at first. */
static int next_likely(const gt_mover *mover, gt_set *rest)
{
    const int likely = mover->likely;
    if (!mover->plainly || likely == GG_NEVER || !gt_has(rest, (unsigned)likely))
        return gt_next(rest);
    gt_drop(rest, (unsigned)likely);
    return likely;
}

bool gt_likely_stops(gt_mover *mover, gg_point from, gg_pose arrives, int32_t rounded)
{
    const int likely = mover->likely;
    const gt_turns *turns = mover->turns;
    if (turns == NULL || likely == GG_NEVER) return false;
    const gt_minded *its = gt_minded_of(mover, (unsigned)likely);
    const int32_t gap = turns->gaps[likely];
    const gt_circles both = {turns->own.outer + its->circles.outer,
                             turns->own.inner + its->circles.inner};
    const gt_way way = gt_way_between(from, arrives.at);
    if (gap < rounded) return false;
    if (gt_way_within(&way, its->at, both, gap - rounded) == 1) return true;
    const gt_turned *row = turned_to(mover, arrives.facing, turns->formation);
    return row != NULL && gap > turns->meets[likely]
           && corners_within(&row->shape, arrives.at, &its->shape, gap - rounded);
}

gt_trouble gt_keeps_gap(gt_mover *mover, const gt_set *enemies, gt_covered *it)
{
    gt_set rest = *enemies;
    for (int other = next_likely(mover, &rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_minded *its = gt_minded_of(mover, (unsigned)other);
        const bool near = gt_comes_within(it, its, its->gap - 1);
        const bool through = !near && its->gap == 0 && !its->overlapped
                             && gg_overlaps(gt_swept(it), &its->shape, mover->t.game->tolerance);
        if (!near && !through) continue;
        mover->likely = other;
        if (through) return (gt_trouble){other, true, 0, 0};
        return (gt_trouble){other, false, gt_told_distance(mover, it, its), its->gap};
    }
    return no_trouble;
}

gt_trouble gt_keeps_clear(gt_mover *mover, const gt_set *enemies, gt_covered *it, int32_t limit)
{
    gt_set rest = *enemies;
    for (int other = next_likely(mover, &rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gt_minded *its = gt_minded_of(mover, (unsigned)other);
        if (!gt_comes_within(it, its, limit)) continue;
        mover->likely = other;
        return (gt_trouble){other, false, gt_told_distance(mover, it, its), limit};
    }
    return no_trouble;
}

bool gt_crosses_friend(const gt_mover *mover, const gg_convex *swept)
{
    const gt_table *t = &mover->t;
    const int32_t tolerance = t->game->tolerance;
    gt_set near;
    gt_near(t, gg_bounds_of(swept), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        if ((unsigned)other == mover->unit || gt_has(&mover->enemies, (unsigned)other)) continue;
        const gg_convex its = gt_shape(t, (unsigned)other);
        if (gg_overlaps(swept, &its, tolerance) && !gg_overlaps(&mover->own, &its, tolerance))
            return true;
    }
    return false;
}

/* ---- Advancing. ---- */

/* The standing enemy whose place is nearest, or GG_NEVER. */
static int likely_nearest(const gt_mover *mover, gg_point at)
{
    int found = GG_NEVER;
    int64_t nearest = INT64_MAX;
    gt_set rest = mover->enemies;
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        const gg_point its = mover->t.bodies[other].at;
        const int64_t x = its.x - at.x, y = its.y - at.y;
        if (x * x + y * y >= nearest || gt_is_routing(&mover->t, (unsigned)other)) continue;
        nearest = x * x + y * y;
        found = other;
    }
    return found;
}

static int32_t nearest_enemy(const gt_mover *mover, gg_point at)
{
    const gt_table *t = &mover->t;
    const int likely = likely_nearest(mover, at);
    if (likely == GG_NEVER) return INT32_MAX;
    const gg_convex dot = gg_dot(at);
    gg_convex shape = gt_shape(t, (unsigned)likely);
    int32_t nearest = gg_distance_between(&dot, &shape);
    gt_set rest;
    gt_near_among(t, &mover->enemies, (gg_bounds){at, at}, nearest, &rest);
    for (int other = gt_next(&rest); other != GG_NEVER; other = gt_next(&rest)) {
        if (other == likely || gt_is_routing(t, (unsigned)other)
            || !gt_point_is_within(t, at, (unsigned)other, nearest - 1))
            continue;
        shape = gt_shape(t, (unsigned)other);
        nearest = gg_distance_between(&dot, &shape);
    }
    return nearest;
}

bool gt_is_advance(gt_mover *mover, gg_point to)
{
    const gt_table *t = &mover->t;
    if (mover->nearest == GG_NEVER)
        mover->nearest = nearest_enemy(mover, t->bodies[mover->unit].at);
    const int32_t before = mover->nearest;
    if (before == INT32_MAX) return false;
    gt_set near;
    gt_near_among(t, &mover->enemies, (gg_bounds){to, to}, before, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near))
        if (!gt_is_routing(t, (unsigned)other)
            && gt_point_is_within(t, to, (unsigned)other, before - 1))
            return true;
    return false;
}

/* ---- Legs. ---- */

static void widen(gg_bounds *bounds, gg_bounds by)
{
    if (by.low.x < bounds->low.x) bounds->low.x = by.low.x;
    if (by.low.y < bounds->low.y) bounds->low.y = by.low.y;
    if (by.high.x > bounds->high.x) bounds->high.x = by.high.x;
    if (by.high.y > bounds->high.y) bounds->high.y = by.high.y;
}

void gt_walk_shapes(const gt_mover *mover, gt_walk *out)
{
    for (int i = 0; i < out->legs; i++) {
        const gg_point from = out->at[i],
                       by = {out->at[i + 1].x - from.x, out->at[i + 1].y - from.y};
        const gg_bounds bounds =
            shape_at(mover, (gg_pose){from, out->facing[i]}, out->formation, &out->before[i]);
        out->arrived[i] = moved_bounds(bounds, by);
        if (i == 0) out->bounds = bounds;
        widen(&out->bounds, bounds);
        widen(&out->bounds, out->arrived[i]);
        if (i < out->legs - 1) continue;
        out->last = gg_moved(&out->before[i], by);
        out->last_bounds = out->arrived[i];
    }
    if (!out->changes) return;
    out->last_bounds = shape_at(mover, out->end, out->end_formation, &out->last);
    widen(&out->bounds, out->last_bounds);
}

void gt_walk_about(const gt_mover *mover, gt_walk *out)
{
    const gt_table *t = &mover->t;
    const gt_turned *row = first_turned(mover, out);
    if (row != NULL) { /* who is no enemy matters where it ends */
        out->areas = row->areas == 0 ? 0 : gt_areas_among(t, row->areas, out->bounds);
        gt_mover_near(mover, out->last_bounds, 0, &out->everybody);
        out->enemies.words = 1;
        out->enemies.bits[0] = row->standing;
        return;
    }
    out->areas = gt_areas_among(t, t->barred | t->buildings | t->burning, out->bounds);
    gt_mover_near(mover, out->bounds, mover->gap, &out->everybody);
    out->enemies.words = t->words;
    for (int word = 0; word < t->words; word++)
        out->enemies.bits[word] = out->everybody.bits[word] & mover->enemies.bits[word];
    gt_keep_standing(t, &out->enemies);
}

bool gt_walk_is_slow(const gt_mover *mover, const gt_walk *way)
{
    uint64_t areas = mover->slow_around;
    const gt_turned *row = first_turned(mover, way);
    for (int i = 0; i < way->legs; i++)
        if (!bounds_hold(&mover->around, way->at[i + 1])) areas = mover->t.slow, row = NULL;
    if (row != NULL) areas &= row->slow;
    for (int i = 0; i < way->legs && areas != 0; i++)
        if (gt_way_is_on(&mover->t, areas, way->at[i], way->at[i + 1])) return true;
    return false;
}

/* The corners of a square that lie in a convex area have all of it inside. */
bool gt_surely_slow(const gt_mover *mover, gg_point at, int32_t about)
{
    const gt_table *t = &mover->t;
    const gg_point corners[] = {{at.x - about, at.y - about},
                                {at.x + about, at.y - about},
                                {at.x - about, at.y + about},
                                {at.x + about, at.y + about}};
    uint64_t areas =
        t->corners != NULL ? 0 : gt_areas_among(t, mover->slow_around, (gg_bounds){at, at});
    while (areas != 0) {
        const unsigned area = (unsigned)gg_next_bit(&areas);
        int inside = 0;
        while (inside < 4 && gt_holds(t, area, corners[inside])) inside++;
        if (inside == 4) return true;
    }
    return false;
}

gt_covered gt_walk_covers(const gt_mover *mover, const gt_walk *way, int leg)
{
    return gt_covered_by(gt_circles_in(&mover->t, mover->unit, way->formation), &way->before[leg],
                         way->at[leg], way->at[leg + 1]);
}

gt_covered gt_walk_ends(const gt_mover *mover, const gt_walk *way)
{
    return gt_covered_by(gt_circles_in(&mover->t, mover->unit, way->end_formation), &way->last,
                         way->end.at, way->end.at);
}

/* ---- Places that are shut. ---- */

/* How near to his shape a place is shut. */
static int32_t shut_limit(gt_mover *mover, unsigned other, int32_t inner, gt_gap_of *gap_of)
{
    const int32_t gap = gap_of(mover, other);
    return inner + (gap == GG_NEVER ? -mover->t.game->tolerance - 1 : gap);
}

static void find_shutter(gt_mover *mover, unsigned other, int32_t limit, gt_shutter *out)
{
    const gt_circles its = gt_body_circles(&mover->t, other);
    const int64_t far = limit + its.outer, near = limit + its.inner;
    out->at = mover->t.bodies[other].at;
    out->limit = limit;
    out->far = far < 0 ? -1 : far * far;
    out->near = mover->t.numbers == NULL || limit < 0 || its.inner < 0 ? -1 : near * near;
}

static bool shuts(gt_mover *mover, gg_point at, unsigned other, int32_t inner, gt_gap_of *gap_of)
{
    const gt_turns *turns = mover->turns;
    if (turns == NULL)
        return gt_point_is_within(&mover->t, at, other, shut_limit(mover, other, inner, gap_of));
    const gt_shutter *it = &turns->shutters[other];
    const int64_t x = at.x - it->at.x, y = at.y - it->at.y, square = x * x + y * y;
    if (square > it->far) return false;
    return square <= it->near || gt_is_shape_by(&mover->t, at, other, it->limit);
}

/* Who may shut a place in the box about this one. */
static uint64_t shutters_about(gt_mover *mover, gg_point at, int32_t inner, int32_t reach,
                               gt_gap_of *gap_of)
{
    gt_turns *turns = mover->turns;
    gt_set near;
    uint64_t found = 0;
    gt_mover_near(mover, box_about(at), inner + reach, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const unsigned u = (unsigned)other;
        gt_shutter *it = &turns->shutters[u];
        if (!(turns->shutters_known & gt_bit(u)))
            find_shutter(mover, u, shut_limit(mover, u, inner, gap_of), it);
        turns->shutters_known |= gt_bit(u);
        const int32_t most = it->limit + (int32_t)gt_body_circles(&mover->t, u).outer + BOX;
        if (most >= 0 && !gt_is_beyond(it->at.x - at.x, most)
            && !gt_is_beyond(it->at.y - at.y, most))
            found |= gt_bit(u);
    }
    return found;
}

bool gt_is_shut(gt_mover *mover, gg_point at, int32_t inner, int32_t reach, gt_gap_of *gap_of)
{
    const gt_table *t = &mover->t;
    const gg_bounds bounds = {{at.x - inner, at.y - inner}, {at.x + inner, at.y + inner}};
    gt_turns *turns = mover->turns;
    gt_set near;
    if (bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > t->width
        || bounds.high.y > t->height)
        return true;
    if (turns == NULL) {
        gt_mover_near(mover, bounds, reach, &near);
    } else {
        if (!is_about(&turns->shutting, at))
            turns->shutting = (gt_vicinity){at, shutters_about(mover, at, inner, reach, gap_of)};
        near = (gt_set){.words = 1, .bits = {turns->shutting.bodies}};
    }
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near))
        if (shuts(mover, at, (unsigned)other, inner, gap_of)) return true;
    return false;
}

bool gt_is_shut_facing(gt_mover *mover, gg_pose pose, unsigned formation, int32_t rounded)
{
    const gt_table *t = &mover->t;
    gg_convex shape;
    const gg_bounds bounds = shape_at(mover, pose, formation, &shape);
    const gt_circles own = gt_circles_in(t, mover->unit, formation);
    gt_set near = {.words = 1};
    if (mover->turns == NULL) gt_mover_near(mover, bounds, 0, &near);
    else near.bits[0] = mover->turns->about.bodies;
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const gt_minded *its = gt_minded_of(mover, (unsigned)other);
        if (!gg_is_farther(pose.at, its->at, own.outer + its->circles.outer)
            && gg_overlaps(&shape, &its->shape, t->game->tolerance + rounded))
            return true;
    }
    return false;
}
