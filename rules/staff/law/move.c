/*
 * move.c - moving in the Command phase: where a step would end, whether it may, and forced moves
 * (ST-4.1 to ST-4.14, ST-6.1, ST-6.2, ST-R2, ST-R14, ST-R9 to ST-R21, ST-T7, ST-T13).
 */
#include "staff.h"

enum { HUNDREDTH = 10 };

static int32_t hundredths(int32_t ticks) { return (ticks + HUNDREDTH - 1) / HUNDREDTH; }

static gg_verdict refuse_length(staff_reason why, int32_t had, int32_t needed)
{
    return staff_refuse_by(why, hundredths(had), needed / HUNDREDTH);
}

/* ---- Rates and ground. ---- */

int32_t staff_rate(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    const bool is_deployed = it->formation == FORM_DEPLOYED;
    switch (staff_class_of(it)) {
    case CLASS_INF:
        return staff_number(s, it->formation == FORM_SQUARE ? N_rate_square : N_rate_foot);
    case CLASS_CAV: return staff_number(s, N_rate_horse);
    case CLASS_ART:
    case CLASSES: break;
    }
    if (it->type == TYPE_BN_GUN)
        return staff_number(s, is_deployed ? N_rate_bn_handled : N_rate_bn_limbered);
    if (is_deployed) return staff_number(s, N_rate_handled);
    return staff_number(s, it->type == TYPE_HORSE_ART ? N_rate_horse_limbered : N_rate_limbered);
}

static int mover_of(const staff_unit *it, unsigned formation)
{
    switch (staff_class_of(it)) {
    case CLASS_INF: return formation == FORM_SKIRM ? MOVER_SKIRMISH : MOVER_FORMED;
    case CLASS_CAV: return MOVER_HORSE;
    case CLASS_ART:
    case CLASSES: break;
    }
    return MOVER_GUNS;
}

static staff_pace pace_on(const gg_state *s, int mover, unsigned ground)
{
    return (staff_pace)staff_number(s, N_WOOD_formed + MOVERS * (int)ground + mover);
}

static staff_pace pace_over(const gg_state *s, int mover, unsigned line)
{
    return (staff_pace)staff_number(s, N_line_HEDGE_formed + MOVERS * (int)line + mover);
}

/* The areas that are so for this mover, and the kinds of line. */
static uint64_t areas_that(const gg_state *s, int mover, staff_pace pace)
{
    uint64_t set = 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (pace_on(s, mover, s->areas[i].type) == pace) set |= gt_bit(i);
    return set;
}

uint64_t staff_barred_to(const gg_state *s, unsigned u)
{
    return areas_that(s, mover_of(&s->units[u], s->units[u].formation), PACE_BARRED);
}

static uint32_t lines_that(const gg_state *s, int mover, staff_pace pace)
{
    uint32_t set = 0;
    for (unsigned kind = 0; kind < LINES; kind++)
        if (pace_over(s, mover, kind) == pace) set |= 1u << kind;
    return set;
}

uint32_t staff_lines_barred_to(const gg_state *s, unsigned u)
{
    return lines_that(s, mover_of(&s->units[u], s->units[u].formation), PACE_BARRED);
}

static bool is_by_line(const gg_state *s, unsigned stretch, gg_point at, int32_t within)
{
    const gg_convex line = gg_segment(s->lines[stretch].from, s->lines[stretch].to);
    const gg_convex dot = gg_dot(at);
    return gg_is_within(&dot, &line, within);
}

/* ST-R16: front and rear middle by one and the same road. */
bool staff_is_on_road(const gg_state *s, gg_pose pose, gg_box box)
{
    const gg_point rear = gt_edge_middle(pose, box, GG_ZONE_REAR);
    const int32_t within = staff_number(s, N_road_within);
    for (unsigned i = 0; i < s->stretch_count; i++) {
        if (s->lines[i].type != LINE_ROAD || !is_by_line(s, i, pose.at, within)) continue;
        for (unsigned j = 0; j < s->stretch_count; j++)
            if (s->lines[j].type == LINE_ROAD && s->lines[j].chain == s->lines[i].chain
                && is_by_line(s, j, rear, within))
                return true;
    }
    return false;
}

/* ---- Where a step would end. ---- */

static gg_box place_box(const gg_state *s, unsigned u, const staff_place *place)
{
    if (place->formation != FORM_GARRISON) return staff_box(s, u, place->formation);
    return staff_building_box(s, staff_building(s, place->inside));
}

gg_convex staff_place_shape(const gg_state *s, unsigned u, const staff_place *place)
{
    return gg_rectangle(place->pose, place_box(s, u, place));
}

/* The body centre stays, whatever the box (ST-R18). */
static gg_pose about_centre(gg_point centre, gg_box box, int32_t facing)
{
    return (gg_pose){gg_to_world((gg_pose){centre, facing}, (gg_point){0, -box.rear / 2}), facing};
}

bool staff_place_of(const gg_state *s, const gg_action *action, staff_place *out)
{
    const unsigned u = action->who;
    if (!staff_is_here(s, u)) return false;
    const staff_unit *it = &s->units[u];
    const gg_pose pose = staff_pose(s, u);
    const int32_t facing = gg_facing((int32_t)(action->args[0] % 360) * 10);
    staff_place place = {pose, it->formation, s->more[u].inside};
    unsigned area;
    switch ((staff_action_kind)action->kind) {
    case ACTION_GO:
    case ACTION_HANDLE: place.pose = (gg_pose){action->at, facing}; break;
    case ACTION_TURN:
        place.pose = about_centre(staff_centre(s, u), staff_own_box(s, u), facing);
        break;
    case ACTION_FORM:
        if (action->item >= FORM_DEPLOYED || (uint32_t)action->args[0] > GT_KEEP_RIGHT)
            return false;
        place.formation = (uint8_t)action->item;
        place.pose = gt_reform(pose, staff_own_box(s, u), staff_box(s, u, action->item),
                               (gt_keep)action->args[0]);
        break;
    case ACTION_LIMBER:
    case ACTION_UNLIMBER:
        place.formation = action->kind == ACTION_LIMBER ? FORM_LIMBERED : FORM_DEPLOYED;
        place.pose = about_centre(staff_centre(s, u), staff_box(s, u, place.formation), facing);
        break;
    case ACTION_ENTER:
        area = staff_building(s, action->item);
        if (area == NOBODY) return false;
        place = (staff_place){staff_building_pose(s, area), FORM_GARRISON, (uint8_t)action->item};
        break;
    case ACTION_LEAVE:
        if (action->item >= FORM_DEPLOYED) return false;
        place = (staff_place){{action->at, facing}, (uint8_t)action->item, 0};
        break;
    default: return false;
    }
    *out = place;
    return true;
}

/* ---- May it go there? ---- */

/* Those of the set whose bounds come so near to these. */
static uint64_t among_near(const gg_state *s, uint64_t set, gg_bounds to, int32_t reach)
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
    return among_near(s, placed.bits[0], bounds, reach);
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
        if (among_near(s, gt_bit(e), bounds, distance - 1) == 0) continue;
        const gg_convex its = staff_shape(s, e);
        if (gg_is_within(shape, &its, distance - 1)) distance = gg_distance_between(shape, &its);
    }
    return distance;
}

static bool is_enemy_within(const gg_state *s, gg_side side, const gg_convex *shape, int32_t limit)
{
    uint64_t near = among_near(s, staff_side(s, gg_other(side)), gg_bounds_of(shape), limit);
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
    uint64_t near =
        among_near(s, among & staff_side(s, gg_other(s->units[u].side)), gg_bounds_of(will), gap);
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
    uint64_t near = among_near(s, among & ~gt_bit(u), gg_bounds_of(shape), 0);
    while (near != 0) {
        const gg_convex its = staff_shape(s, (unsigned)gg_next_bit(&near));
        if (gg_overlaps(shape, &its, TOLERANCE)) return true;
    }
    return false;
}

/* ST-R15: skirmishers and guns pass, and are passed by, their friends. */
static bool may_pass(const gg_state *s, unsigned u, unsigned other)
{
    const staff_unit *it = &s->units[u], *its = &s->units[other];
    return it->side == its->side
           && (it->formation == FORM_SKIRM || its->formation == FORM_SKIRM || staff_is_guns(it)
               || staff_is_guns(its));
}

static bool is_in_the_way(const gg_state *s, unsigned u, const gg_convex *path, unsigned but,
                          uint64_t among)
{
    uint64_t near = among_near(s, among & ~gt_bit(u), gg_bounds_of(path), 0);
    while (near != 0) {
        const unsigned other = (unsigned)gg_next_bit(&near);
        if (other == but || may_pass(s, u, other)) continue;
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
    m->barred = areas == 0 ? 0 : areas & areas_that(s, m->kind, PACE_BARRED);
    m->half = areas == 0 ? 0 : areas & areas_that(s, m->kind, PACE_HALF);
    m->walls = m->hurdles = 0;
    for (unsigned i = 0; i < s->stretch_count; i++) {
        const gg_convex line = gg_segment(s->lines[i].from, s->lines[i].to);
        const gg_bounds at = gg_bounds_of(&line);
        if (at.low.x > about.high.x || at.high.x < about.low.x || at.low.y > about.high.y
            || at.high.y < about.low.y)
            continue;
        const staff_pace pace = pace_over(s, m->kind, s->lines[i].type);
        if (pace == PACE_BARRED) m->walls |= 1u << i;
        if (pace == PACE_COSTS) m->hurdles |= 1u << i;
    }
}

static void face(const staff_mover *m, int32_t facing, staff_turned *out)
{
    out->facing = facing;
    out->shape = gg_rectangle((gg_pose){m->was.at, facing}, m->box);
    out->bounds = gg_bounds_of(&out->shape);
    out->frame = gt_frame_of((gg_pose){m->was.at, facing}, m->box);
    out->known = out->areas = 0;
}

/* Member by member: rows that nobody asks for stay unwritten. */
void staff_find_mover(const gg_state *s, unsigned u, staff_mover *m)
{
    const staff_unit *it = &s->units[u];
    m->s = s;
    m->unit = u;
    m->kind = mover_of(it, it->formation);
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
        if (may_pass(s, u, other)) m->passable |= gt_bit(other);
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

static bool comes_nearer(staff_mover *m, const gg_convex *will)
{
    const int32_t now = nearest_now(m);
    return now > 0 && is_enemy_within(m->s, m->s->units[m->unit].side, will, now - 1);
}

/* ---- A move: its shapes before and after, and what it goes over. ---- */
typedef struct staff_way {
    gg_pose will;
    gg_convex after, path;
    gg_bounds bounds; /* of the path */
    uint64_t ignored; /* areas that do not count */
    bool half;
} staff_way;

static bool cuts_line(const gg_state *s, unsigned stretch, const gg_convex *shape)
{
    return gg_cuts(s->lines[stretch].from, s->lines[stretch].to, shape, TOLERANCE);
}

/* Barred ground on the path: none, or what it stands in already and leaves, at half pace. */
static bool is_barred(const staff_mover *m, staff_way *way)
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
    const uint32_t lines = lines_that(s, m->kind, PACE_COSTS);
    for (unsigned kind = 0; kind < LINES; kind++)
        if (lines >> kind & 1)
            length -= staff_number(s, N_obstacle_cost)
                      * gt_lines_crossed(&t, kind, m->was.at, way->will.at);
    return length;
}

/* It goes on a road from end to end, past woods and rough ground. */
static uint64_t ignored_on_road(const staff_mover *m, gg_pose to)
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
    way.ignored = ignored_on_road(m, to);
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
static gg_verdict keeps_pace(const staff_mover *m, const staff_way *way)
{
    const int32_t allowed = allowance(m, way, m->rate);
    if (allowed <= 0) return staff_refuse(R_NO_PACE);
    const int32_t shift = gt_corner_shift(m->was, m->box, way->will, m->box);
    if (shift > allowed) return refuse_length(R_TOO_FAR, shift, allowed);
    return staff_legal;
}

static gg_verdict may_go_by(const staff_mover *m, staff_way *way, unsigned but, bool charges)
{
    const gg_state *s = m->s;
    const unsigned u = m->unit;
    if (is_barred(m, way)) return staff_refuse(R_BARRED);
    if (is_in_the_way(s, u, &way->path, but, m->bodies)) return staff_refuse(R_IN_THE_WAY);
    if (is_occupied(s, u, &way->after, m->bodies)) return staff_refuse(R_OCCUPIED);
    if (!charges) {
        const gg_verdict gap = keeps_gap(s, u, &way->after, m->bodies);
        if (gap.reason != R_LEGAL) return gap;
    }
    return keeps_pace(m, way);
}

gg_verdict staff_may_go_as(const staff_mover *m, gg_pose to, unsigned but, bool charges)
{
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    staff_way way = {.will = to, .after = gg_rectangle(to, m->box)};
    if (gt_is_off_table(&t, &way.after)) return staff_refuse(R_OFF_TABLE);
    find_path(m, &way);
    way.ignored = ignored_on_road(m, to);
    if (but != NOBODY && s->more[but].inside != 0)
        way.ignored |= gt_bit(staff_building(s, s->more[but].inside));
    if (is_about(m, way.bounds)) return may_go_by(m, &way, but, charges);
    staff_mover wider = *m;
    const int32_t gap = staff_number(s, N_gap);
    look_about(&wider, (gg_bounds){{way.bounds.low.x - gap, way.bounds.low.y - gap},
                                   {way.bounds.high.x + gap, way.bounds.high.y + gap}});
    return may_go_by(&wider, &way, but, charges);
}

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

static staff_turned *turned_to(staff_mover *m, int32_t facing)
{
    staff_turned *it = facing == m->was.facing ? &m->own : &m->turned;
    if (it->facing != facing) face(m, facing, it);
    return it;
}

static void find_row(const gg_state *s, staff_turned *as, unsigned other)
{
    const gt_frame its = gt_frame_of(staff_pose(s, other), staff_own_box(s, other));
    as->rows[other] = gt_beside_of(&as->frame, &its);
    as->known |= gt_bit(other);
}

static inline const gt_beside *row_of(const gg_state *s, staff_turned *as, unsigned other)
{
    if (!(as->known >> other & 1)) find_row(s, as, other);
    return &as->rows[other];
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
        const int32_t gap = gt_swept_gap(&m->own.frame, row_of(m->s, &m->own, other), it->by);
        return gap > GT_BESIDE_SLACK ? 0 : gap < -TOLERANCE - GT_BESIDE_SLACK ? 1 : -1;
    }
    const gt_beside *before = row_of(m->s, turned_to(m, m->was.facing), other),
                    *after = row_of(m->s, it->as, other);
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
    if (gt_beside_within(&it->as->frame, row_of(m->s, it->as, other), it->by, least)) return true;
    const gg_convex its = staff_shape(m->s, other);
    return gg_is_within(after_of(it), &its, least);
}

/* Does this one stop it: stood on, too near, or in the way (ST-R15)? */
static bool stops(trial *it, unsigned other)
{
    staff_mover *m = it->m;
    const gg_state *s = m->s;
    const int32_t gap = gt_beside_gap(&it->as->frame, row_of(s, it->as, other), it->by);
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
        const gt_rim *before = ground_of(m->s, turned_to(m, m->was.facing), area);
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

/* Stretches of these that come near the way. */
static uint32_t lines_about(const gg_state *s, uint32_t lines, gg_bounds way)
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

/* What the ground says to it: is_barred() and keeps_pace(), asked only of what is near. */
static bool passes_ground(trial *it)
{
    staff_mover *m = it->m;
    const gg_state *s = m->s;
    const gt_table t = staff_table(s);
    staff_way *way = &it->way;
    uint64_t areas = m->barred | m->half;
    if (areas != 0) areas = gt_areas_among(&t, areas, way->bounds);
    if (areas != 0) {
        way->ignored = ignored_on_road(m, way->will);
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
    const uint32_t lines = lines_about(s, m->walls | m->hurdles, way->bounds);
    if (over == 0 && lines == 0) return m->rate > 0;
    path_of(it);
    after_of(it);
    return !is_barred(m, way) && keeps_pace(m, way).reason == R_LEGAL;
}

bool staff_can_go(staff_mover *m, gg_pose to, unsigned but, bool charges)
{
    const gg_state *s = m->s;
    trial it; /* its shapes are large, and seldom made */
    it.m = m;
    it.as = turned_to(m, to.facing);
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
    uint64_t near = among_near(s, m->lane, it.way.bounds, charges ? 0 : staff_number(s, N_gap));
    while (near != 0)
        if (stops(&it, (unsigned)gg_next_bit(&near))) return false;
    return passes_ground(&it);
}

gg_verdict staff_may_go(const gg_state *s, unsigned u, gg_pose to, unsigned but, bool charges)
{
    staff_mover m;
    staff_find_mover(s, u, &m);
    return staff_may_go_as(&m, to, but, charges);
}

/* The path of a charge or of who enters a building, without its length (ST-R15). */
static bool is_open_ground(const gg_state *s, unsigned u, const staff_place *place,
                           const gg_convex *shape, gg_bounds bounds, bool anew)
{
    const gt_table t = staff_table(s);
    const int mover = mover_of(&s->units[u], place->formation);
    const int was = mover_of(&s->units[u], s->units[u].formation);
    const gg_convex own = staff_shape(s, u);
    uint64_t areas = gt_areas_about(&t, bounds);
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (pace_on(s, mover, s->areas[i].type) != PACE_BARRED || !gt_area_overlaps(&t, i, shape))
            continue;
        if (anew || s->areas[i].type == GROUND_BUILDING || !gt_area_overlaps(&t, i, &own)
            || pace_on(s, was, s->areas[i].type) != PACE_BARRED)
            return false;
    }
    const uint32_t all = s->stretch_count < 32 ? (1u << s->stretch_count) - 1 : ~0u;
    for (uint64_t rest = lines_about(s, all, bounds); rest != 0;) {
        const gt_line *line = &s->lines[gg_next_bit(&rest)];
        if (pace_over(s, mover, line->type) != PACE_BARRED
            || !gg_cuts(line->from, line->to, shape, TOLERANCE))
            continue;
        if (anew || pace_over(s, was, line->type) != PACE_BARRED
            || !gg_cuts(line->from, line->to, &own, TOLERANCE))
            return false;
    }
    return true;
}

bool staff_is_barred(const gg_state *s, unsigned u, const staff_place *place)
{
    const gg_convex shape = gg_rectangle(place->pose, place_box(s, u, place));
    return !is_open_ground(s, u, place, &shape, gg_bounds_of(&shape), true);
}

/* Of those whose bounds are so near, those whose boxes may be. */
static uint64_t near_box(staff_mover *m, uint64_t near, gg_pose pose, gg_box box, int32_t gap)
{
    if (near == 0) return 0;
    staff_turned *own = turned_to(m, m->was.facing);
    const gt_frame frame = gt_frame_of(pose, box);
    for (uint64_t rest = near; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        const gt_beside *row = row_of(m->s, own, other);
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

/* By what all steps of its unit share, if that is at hand. */
static gg_verdict may_stand(const gg_state *s, unsigned u, const staff_place *place, staff_mover *m)
{
    const gg_box box = place_box(s, u, place);
    const gg_convex shape = gg_rectangle(place->pose, box);
    const gg_bounds bounds = gg_bounds_of(&shape);
    if (bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > s->width
        || bounds.high.y > s->height)
        return staff_refuse(R_OFF_TABLE);
    if (!is_open_ground(s, u, place, &shape, bounds, false)) return staff_refuse(R_BARRED);
    const int32_t gap = staff_number(s, N_gap);
    uint64_t near;
    if (m != NULL && is_about(m, bounds))
        near = near_box(m, among_near(s, m->bodies, bounds, gap), place->pose, box, gap);
    else near = staff_near(s, bounds, gap);
    if (is_occupied(s, u, &shape, near)) return staff_refuse(R_OCCUPIED);
    return keeps_gap(s, u, &shape, near);
}

gg_verdict staff_may_stand(const gg_state *s, unsigned u, const staff_place *place)
{
    return may_stand(s, u, place, NULL);
}

/* ---- The limits of each step. ---- */

/* ST-R86: no step of a broken brigade ends nearer to the enemy than it began. */
static gg_verdict keeps_off(staff_mover *m, const gg_convex *will)
{
    const bool nears = staff_is_of_broken(m->s, m->unit) && comes_nearer(m, will);
    return nears ? staff_refuse(R_BROKEN_BRIGADE) : staff_legal;
}

/* The same for who does not go. */
static gg_verdict place_keeps_off(const gg_state *s, unsigned u, const staff_place *place,
                                  staff_mover *m)
{
    if (!staff_is_of_broken(s, u)) return staff_legal;
    staff_mover own;
    if (m == NULL) staff_find_mover(s, u, m = &own);
    const gg_convex will = staff_place_shape(s, u, place);
    return keeps_off(m, &will);
}

/* ST-R13: in proximity a unit goes into its front or rear arc and turns little. */
static gg_verdict keeps_arc(const gg_state *s, unsigned u, gg_pose to)
{
    const gg_pose pose = staff_pose(s, u);
    const gg_point by = gg_to_local(pose, to.at);
    const int32_t aside = gg_size_of(by.x);
    const int32_t turn = gg_turn_between(pose.facing, to.facing) / 10;
    if (by.y < aside && -by.y < aside) return staff_refuse(R_NOT_AHEAD);
    if (turn > s->options[OPT_prox_turn])
        return staff_refuse_by(R_TURNS_TOO_FAR, turn, s->options[OPT_prox_turn]);
    return staff_legal;
}

bool staff_is_retreat(staff_mover *m, gg_pose to)
{
    const gg_point by = gg_to_local(m->was, to.at);
    const int32_t aside = gg_size_of(by.x);
    if (by.y >= 0 || -by.y < aside) return false;
    if (gg_turn_between(m->was.facing, to.facing) / 10 > staff_number(m->s, N_retreat_turn))
        return false;
    const gg_convex will = gg_rectangle(to, m->box);
    return !comes_nearer(m, &will);
}

static bool is_place_sane(gg_point at)
{
    return at.x >= -GG_SPACE_MAX / 4 && at.x <= GG_SPACE_MAX / 4 && at.y >= -GG_SPACE_MAX / 4
           && at.y <= GG_SPACE_MAX / 4;
}

/* Into its front alone, where a victor goes on (ST-R81). */
static gg_verdict keeps_forward(const staff_mover *m, gg_point to)
{
    const gg_point by = gg_to_local(m->was, to);
    const bool is_ahead = by.y >= gg_size_of(by.x);
    return is_ahead ? staff_legal : staff_refuse(R_NOT_FORWARD);
}

/* What its formation, and what it did, says to a step of this kind. */
static gg_verdict may_move_at_all(const staff_mover *m, staff_action_kind kind)
{
    const staff_unit *it = &m->s->units[m->unit];
    if (kind == ACTION_HANDLE) {
        if (it->formation != FORM_DEPLOYED) return staff_refuse(R_NOT_DEPLOYED);
        return it->did & DID_HANDLE ? staff_refuse(R_HANDLED) : staff_legal;
    }
    if (it->formation == FORM_DEPLOYED) return staff_refuse(R_GUNS_DEPLOYED);
    if (it->formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    if (it->formation == FORM_SQUARE && (it->did & DID_SQUARE)) return staff_refuse(R_SQUARE_MOVED);
    return staff_legal;
}

/* Judges `go` and `handle` in a phase that has them. */
static gg_verdict judge_move(staff_mover *m, gg_side side, const gg_action *action)
{
    const gg_state *s = m->s;
    gg_verdict verdict = staff_may_step(s, side, action, m);
    if (verdict.reason != R_LEGAL) return verdict;
    verdict = may_move_at_all(m, (staff_action_kind)action->kind);
    if (verdict.reason != R_LEGAL) return verdict;
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at))
        return staff_refuse(R_OFF_TABLE);
    const gg_pose to = {action->at, (int32_t)action->args[0] * 10};
    if (s->phase == PHASE_VICTOR) verdict = keeps_forward(m, to.at);
    if (verdict.reason == R_LEGAL && m->is_held) verdict = keeps_arc(s, m->unit, to);
    if (verdict.reason != R_LEGAL) return verdict;
    const gg_convex will = gg_rectangle(to, m->box);
    verdict = keeps_off(m, &will);
    return verdict.reason != R_LEGAL ? verdict : staff_may_go_as(m, to, NOBODY, false);
}

bool staff_begin_moves(staff_mover *m, gg_side side, staff_action_kind kind)
{
    const gg_action action = gg_action_on(kind, (gg_unit)m->unit, GG_NO_UNIT);
    return staff_duty_of(m->s, side, &action, &m->duty).reason == R_LEGAL
           && may_move_at_all(m, kind).reason == R_LEGAL;
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
    const gg_bounds was = turned_to(m, face_to)->bounds,
                    at = bounds_moved(was, (gg_point){end.x - m->was.at.x, end.y - m->was.at.y});
    const gg_bounds way = both_bounds(both_bounds(was, at), s->notes.stands[m->unit].bounds);
    const int32_t gap = staff_number(s, N_gap) + 1; /* places are rounded */
    m->lane = among_near(s, m->bodies, way, gap);
    return true;
}

/* Somebody whom it may not pass surely lies across so much of the way, kept in its facing. */
static bool is_shut(staff_mover *m, gg_point by)
{
    for (uint64_t rest = m->lane & ~m->passable; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (gt_swept_gap(&m->own.frame, row_of(m->s, &m->own, other), by)
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

bool staff_can_reach(staff_mover *m, const gg_action *action)
{
    const gg_state *s = m->s;
    const gg_pose to = {action->at, (int32_t)action->args[0] * 10};
    if (!m->is_headed) {
        if (s->phase == PHASE_VICTOR && keeps_forward(m, to.at).reason != R_LEGAL) return false;
        if (m->is_held && keeps_arc(s, m->unit, to).reason != R_LEGAL) return false;
    }
    return staff_can_go(m, to, NOBODY, false);
}

bool staff_move_fits(staff_mover *m, const gg_action *action)
{
    const gg_state *s = m->s;
    if (staff_is_of_broken(s, m->unit)) {
        const gg_pose to = {action->at, (int32_t)action->args[0] * 10};
        const gg_convex will = gg_rectangle(to, m->box);
        if (keeps_off(m, &will).reason != R_LEGAL) return false;
    }
    return staff_does(s, action, &m->duty, m);
}

bool staff_can_move(staff_mover *m, const gg_action *action)
{
    return staff_can_reach(m, action) && staff_move_fits(m, action);
}

static gg_verdict move_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    if (action->who >= UNITS_MAX || !staff_is_here(s, action->who))
        return staff_refuse(R_NO_SUCH_UNIT);
    staff_mover m;
    staff_find_mover(s, action->who, &m);
    return judge_move(&m, side, action);
}

gg_verdict staff_go_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return move_legal(s, side, action);
}

gg_verdict staff_handle_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return move_legal(s, side, action);
}

/* Where all that do not go end, and what a broken brigade may not do. */
static gg_verdict find_end(const gg_state *s, const gg_action *action, staff_mover *m,
                           staff_place *place)
{
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at)
        || !staff_place_of(s, action, place))
        return staff_refuse(R_OFF_TABLE);
    return place_keeps_off(s, action->who, place, m);
}

static gg_verdict may_end(const gg_state *s, const gg_action *action, staff_mover *m)
{
    staff_place place;
    const gg_verdict off = find_end(s, action, m, &place);
    return off.reason != R_LEGAL ? off : may_stand(s, action->who, &place, m);
}

/* ST-R14 */
static gg_verdict may_turn(const gg_state *s, const gg_action *action)
{
    const unsigned u = action->who;
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    const int32_t turn =
        gg_turn_between(s->units[u].facing * 10, gg_facing(action->args[0] % 360 * 10)) / 10;
    if (turn > s->options[OPT_prox_turn] && staff_is_in_proximity(s, u))
        return staff_refuse_by(R_TURNS_TOO_FAR, turn, s->options[OPT_prox_turn]);
    return staff_legal;
}

/* T9: who may take which formation. */
static bool may_form(const gg_state *s, unsigned u, unsigned formation)
{
    const staff_unit *it = &s->units[u];
    const bool is_small = it->quality == SIZE_TINY;
    if (staff_is_guns(it)) return false;
    switch ((staff_formation)formation) {
    case FORM_LINE:
    case FORM_MCOL: return true;
    case FORM_ACOL:
    case FORM_SQUARE: return staff_is_foot(it) && !is_small;
    case FORM_SKIRM: return staff_has_rule(s, u, RULE_SKIRMISH);
    case FORM_DEPLOYED:
    case FORM_LIMBERED:
    case FORM_GARRISON:
    case FORMATIONS: break;
    }
    return false;
}

/* ST-R17 */
static gg_verdict may_take_form(const gg_state *s, const gg_action *action)
{
    const unsigned u = action->who;
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    if ((uint32_t)action->args[0] > GT_KEEP_RIGHT || !may_form(s, u, action->item)
        || staff_box(s, u, action->item).half == 0)
        return staff_refuse(R_NO_FORMATION);
    if (s->units[u].formation == action->item) return staff_refuse(R_SAME_FORMATION);
    return staff_legal;
}

static gg_verdict may_change(const gg_state *s, const gg_action *action)
{
    const unsigned formation = s->units[action->who].formation;
    switch ((staff_action_kind)action->kind) {
    case ACTION_TURN: return may_turn(s, action);
    case ACTION_FORM: return may_take_form(s, action);
    case ACTION_LIMBER:
        return formation == FORM_DEPLOYED ? staff_legal : staff_refuse(R_NOT_DEPLOYED);
    default: break;
    }
    return formation == FORM_LIMBERED ? staff_legal : staff_refuse(R_NOT_LIMBERED);
}

gg_verdict staff_change_fits(const gg_state *s, gg_side side, const gg_action *action,
                             staff_mover *m, staff_place *place)
{
    const gg_verdict may = staff_may_step(s, side, action, m);
    if (may.reason != R_LEGAL) return may;
    const gg_verdict change = may_change(s, action);
    return change.reason != R_LEGAL ? change : find_end(s, action, m, place);
}

gg_verdict staff_change_stands(staff_mover *m, const staff_place *place)
{
    return may_stand(m->s, m->unit, place, m);
}

/* What turns, forms, limbers or unlimbers, by the mover if there is one. */
static gg_verdict judge_change(const gg_state *s, gg_side side, const gg_action *action,
                               staff_mover *m)
{
    staff_place place;
    const gg_verdict fits = staff_change_fits(s, side, action, m, &place);
    return fits.reason != R_LEGAL ? fits : may_stand(s, action->who, &place, m);
}

#define CHANGE(word)                                                                               \
    gg_verdict staff_##word##_legal(const gg_state *s, gg_side side, const gg_action *action)      \
    {                                                                                              \
        return judge_change(s, side, action, NULL);                                                \
    }
CHANGE(turn)
CHANGE(form)
CHANGE(limber)
CHANGE(unlimber)

/* ST-R19: the way into the building passes as any other, the building left out. */
static gg_verdict may_enter(const gg_state *s, unsigned u, unsigned area, const staff_place *place)
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
    if (is_barred(&m, &way)) return staff_refuse(R_BARRED);
    if (is_in_the_way(s, u, &way.path, NOBODY, m.bodies)) return staff_refuse(R_IN_THE_WAY);
    if (is_occupied(s, u, &way.after, m.bodies)) return staff_refuse(R_OCCUPIED);
    return keeps_gap(s, u, &way.after, m.bodies);
}

gg_verdict staff_can_enter(const gg_state *s, unsigned u, unsigned nth)
{
    const unsigned area = staff_building(s, nth);
    if (area == NOBODY) return staff_refuse(R_NO_SUCH_HOUSE);
    if (!staff_is_foot(&s->units[u])) return staff_refuse(R_NOT_INFANTRY);
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON);
    if (staff_garrison(s, area) != NOBODY) return staff_refuse(R_HOUSE_HELD);
    const staff_place place = {
        .pose = staff_building_pose(s, area), .formation = FORM_GARRISON, .inside = (uint8_t)nth};
    if (staff_is_in_proximity(s, u)) {
        const gg_point centre = staff_centre_at(place.pose, staff_building_box(s, area));
        const gg_zone arc = staff_arc(s, u, centre);
        if (arc != GG_ZONE_FRONT && arc != GG_ZONE_REAR) return staff_refuse(R_NOT_AHEAD);
    }
    const gg_verdict off = place_keeps_off(s, u, &place, NULL);
    if (off.reason != R_LEGAL) return off;
    const gg_verdict way = may_enter(s, u, area, &place);
    if (way.reason != R_LEGAL) return way;
    const gg_convex own = staff_shape(s, u), house = staff_place_shape(s, u, &place);
    const int32_t had = gg_distance_between(&own, &house);
    const int32_t needed = staff_rate(s, u) - staff_number(s, N_enter_cost);
    return had > needed ? refuse_length(R_HOUSE_TOO_FAR, had, needed) : staff_legal;
}

gg_verdict staff_enter_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action, NULL);
    return may.reason != R_LEGAL ? may : staff_can_enter(s, action->who, action->item);
}

gg_verdict staff_leave_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action, NULL);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    if (s->units[u].formation != FORM_GARRISON) return staff_refuse(R_NOT_A_GARRISON);
    const bool is_open =
        action->item == FORM_LINE || action->item == FORM_ACOL || action->item == FORM_SKIRM;
    if (!is_open || !may_form(s, u, action->item)) return staff_refuse(R_NO_FORMATION);
    const gg_verdict end = may_end(s, action, NULL);
    if (end.reason != R_LEGAL) return end;
    staff_place place;
    staff_place_of(s, action, &place);
    const gg_convex own = staff_shape(s, u), will = staff_place_shape(s, u, &place);
    const int32_t had = gg_distance_between(&own, &will), needed = staff_number(s, N_leave_within);
    return had > needed ? refuse_length(R_LEAVES_TOO_FAR, had, needed) : staff_legal;
}

/* ---- Putting units where they are. ---- */

static void place_unit(gg_state *s, unsigned u, const staff_place *place)
{
    staff_unit *it = &s->units[u];
    gt_grid_take(s->grid.strips, 1, s->grid.cell, u, it->at);
    it->at = place->pose.at;
    it->facing = (int16_t)(place->pose.facing / 10);
    it->formation = place->formation;
    s->more[u].inside = place->inside;
    gt_grid_put(s->grid.strips, 1, s->grid.cell, u, it->at);
}

staff_place staff_place_now(const gg_state *s, unsigned u)
{
    return (staff_place){staff_pose(s, u), s->units[u].formation, s->more[u].inside};
}

void staff_think_so(gg_state *s, unsigned u, const staff_place *place)
{
    place_unit(s, u, place);
    staff_note_stand(s, u);
}

void staff_put(gg_state *s, unsigned u, const staff_place *place, gg_log *log)
{
    const staff_unit *it = &s->units[u];
    s->last_who = (uint8_t)(u + 1);
    s->last_from = it->at;
    place_unit(s, u, place);
    staff_note_unit(s, u);
    for (int row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].joined == u + 1) s->commanders[row].at = it->at;
    staff_ride_down(s, u, log);
}

/* ---- Doing it. ---- */

static void step_to(gg_state *s, const gg_action *action, staff_saying saying, gg_log *log)
{
    const staff_place from = staff_place_now(s, action->who);
    staff_place place;
    const bool is_place = staff_place_of(s, action, &place);
    gg_assert(is_place);
    staff_put(s, action->who, &place, log);
    staff_say_step(s, action->who, saying, &from, log);
}

/* A move that may be fired at on its way (ST-R67). */
static void go_to(gg_state *s, const gg_action *action, staff_saying saying, gg_log *log)
{
    const unsigned u = action->who;
    const gg_point centre = staff_centre(s, u);
    const staff_phase back = (staff_phase)s->phase;
    step_to(s, action, saying, log);
    if (back == PHASE_INITIATIVE && staff_is_disordered(&s->units[u]))
        s->units[u].status |= STATUS_RETREATED; /* ST-R25 */
    staff_step_done(s, u, false, log);
    if (back != PHASE_VICTOR) staff_begin_crossing(s, u, centre, back);
}

void staff_go_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)dice;
    if (s->units[action->who].formation == FORM_SQUARE) s->units[action->who].did |= DID_SQUARE;
    go_to(s, action, S_GOES, log);
}

void staff_handle_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side, (void)dice;
    s->units[action->who].did |= DID_HANDLE;
    go_to(s, action, S_HANDLES, log);
}

#define STEP(word, saying, ends)                                                                   \
    void staff_##word##_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,   \
                              gg_log *log)                                                         \
    {                                                                                              \
        (void)side, (void)dice;                                                                    \
        step_to(s, action, saying, log);                                                           \
        staff_step_done(s, action->who, ends, log);                                                \
    }
STEP(turn, S_TURNS, false)
STEP(form, S_FORMS_LINE, false)
STEP(limber, S_LIMBERS, false)
STEP(unlimber, S_UNLIMBERS, false)
STEP(enter, S_ENTERS, true) /* ST-R19: all remaining moves are lost */
STEP(leave, S_LEAVES, false)

/* ---- Forced moves. ---- */

static gt_set set_of(uint64_t units)
{
    gt_set set = {.words = 1};
    set.bits[0] = units;
    return set;
}

int32_t staff_advance_straight(const gg_state *s, unsigned u, int32_t bearing, int32_t length,
                               unsigned but, gg_pose *end)
{
    const gt_table t = staff_table(s);
    const staff_unit *it = &s->units[u];
    const gg_pose pose = staff_pose(s, u);
    staff_mover m;
    staff_find_mover(s, u, &m);
    const staff_way way = way_to(&m, (gg_pose){gg_along(pose.at, bearing, length), pose.facing});
    look_about(&m, way.bounds);
    const uint64_t left_out = but == NOBODY ? 0 : gt_bit(but);
    const uint64_t enemies = staff_side(s, gg_other(it->side)) & ~left_out;
    uint64_t friends = staff_side(s, it->side) & ~gt_bit(u);
    for (uint64_t rest = friends; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (may_pass(s, u, other)) friends &= ~gt_bit(other);
    }
    *end = pose;
    const gt_going going = {.body = u,
                            .pose = pose,
                            .formation = it->formation,
                            .direction = bearing,
                            .length = allowance(&m, &way, length),
                            .step = staff_number(s, N_stride),
                            .barred = areas_that(s, m.kind, PACE_BARRED) & ~way.ignored,
                            .barred_lines = lines_that(s, m.kind, PACE_BARRED),
                            .stop = set_of(enemies | friends),
                            .minded = set_of(enemies),
                            .met = set_of(0),
                            .gap = staff_number(s, N_gap),
                            .slack = TOUCH,
                            .contact = -1};
    if (going.length <= 0) return 0;
    gt_gone gone;
    gt_go(&t, &going, &gone);
    if (gone.free <= 0) return 0;
    *end = gt_gone_to(&going, gone.free);
    return gone.free;
}

int32_t staff_fall_back_to(const gg_state *s, unsigned u, gg_zone face, int32_t length,
                           gg_pose *end, uint64_t *passed)
{
    static const int16_t tries[] = {0, 150, -150, 300, -300, 450, -450};
    const gt_table t = staff_table(s);
    const staff_unit *it = &s->units[u];
    const gg_pose pose = staff_pose(s, u);
    const uint64_t enemies = staff_side(s, gg_other(it->side));
    uint64_t barred = 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (s->areas[i].type == GROUND_WATER || s->areas[i].type == GROUND_BUILDING)
            barred |= gt_bit(i);
    int32_t most = 0;
    *end = pose;
    *passed = 0;
    for (int i = 0; i < 7 && length > 0; i++) {
        const gt_going going = {.body = u,
                                .pose = pose,
                                .formation = it->formation,
                                .direction =
                                    gg_facing(gt_away(pose.facing, face) + tries[i] + GG_TURN),
                                .length = length,
                                .step = staff_number(s, N_stride),
                                .barred = barred,
                                .barred_lines = 1u << LINE_RIVER,
                                .stop = set_of(enemies),
                                .minded = set_of(enemies),
                                .met = set_of(0),
                                .gap = staff_number(s, N_gap),
                                .slack = TOUCH,
                                .contact = -1};
        gt_gone gone;
        gt_go(&t, &going, &gone);
        if (gone.free <= most) continue;
        most = gone.free;
        *end = gt_gone_to(&going, most);
        *passed = gone.passed.bits[0] & staff_side(s, it->side);
        if (most == length) break;
    }
    return most;
}

int32_t staff_fall_back(gg_state *s, unsigned u, gg_zone face, int32_t length, int32_t least,
                        gg_log *log)
{
    const staff_place from = staff_place_now(s, u);
    staff_place place = from;
    uint64_t passed;
    const int32_t gone = staff_fall_back_to(s, u, face, length, &place.pose, &passed);
    if (gone == 0 || gone < least) return 0;
    staff_put(s, u, &place, log);
    staff_say_step(s, u, S_FALLS_BACK, &from, log);
    for (unsigned other = gt_take(&passed); other != NOBODY; other = gt_take(&passed))
        if (!may_pass(s, u, other)) staff_disorder(s, other, log);
    return gone;
}
