/*
 * move.c - moving in the Command phase: where a step would end, whether it may, and forced moves
 * (ST-4.1 to ST-4.14, ST-6.1, ST-6.2, ST-R2, ST-R14, ST-R9 to ST-R21, ST-T7, ST-T13).
 */
#include "staff.h"

enum { HUNDREDTH = 10 };

static int32_t hundredths(int32_t ticks)
{
    return (ticks + HUNDREDTH - 1) / HUNDREDTH;
}

static gg_verdict refuse_length(staff_reason why, int32_t had, int32_t needed)
{
    return staff_refuse(why, hundredths(had), needed / HUNDREDTH);
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
        if (pace_on(s, mover, s->areas[i].type) == pace) set |= staff_bit(i);
    return set;
}

static uint32_t lines_that(const gg_state *s, int mover, staff_pace pace)
{
    uint32_t set = 0;
    for (unsigned kind = 0; kind < LINES; kind++)
        if (pace_over(s, mover, kind) == pace) set |= 1u << kind;
    return set;
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
    switch ((staff_action)action->kind) {
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

int32_t staff_nearest(const gg_state *s, gg_side side, const gg_convex *shape, int32_t limit)
{
    const gt_table t = staff_table(s);
    gt_shapes from = {.count = 1};
    from.at[0] = *shape;
    int32_t distance = limit;
    gt_nearest_enemy(&t, side, &from, limit, &distance);
    return distance;
}

/* ST-R10: clear of every enemy by the gap, or no nearer than before. */
static gg_verdict keeps_gap(const gg_state *s, unsigned u, const gg_convex *will)
{
    const gt_table t = staff_table(s);
    const int32_t gap = staff_number(s, N_gap);
    gt_set near;
    gt_enemies_near(&t, s->units[u].side, gg_bounds_of(will), gap, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const gg_convex its = staff_shape(s, (unsigned)other);
        const int32_t now = gg_distance_between(will, &its);
        if (now < gap && now < staff_distance(s, u, (unsigned)other))
            return staff_refuse(R_TOO_NEAR, now / HUNDREDTH, gap / HUNDREDTH);
    }
    return staff_legal;
}

/* Does it stand on anybody, so placed? */
static bool is_occupied(const gg_state *s, unsigned u, const gg_convex *shape)
{
    const gt_table t = staff_table(s);
    gt_set near;
    gt_near(&t, gg_bounds_of(shape), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const gg_convex its = staff_shape(s, (unsigned)other);
        if ((unsigned)other != u && gg_overlaps(shape, &its, TOLERANCE)) return true;
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

static bool is_in_the_way(const gg_state *s, unsigned u, const gg_convex *path, unsigned but)
{
    const gt_table t = staff_table(s);
    gt_set near;
    gt_near(&t, gg_bounds_of(path), 0, &near);
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        if ((unsigned)other == u || (unsigned)other == but || may_pass(s, u, (unsigned)other))
            continue;
        const gg_convex its = staff_shape(s, (unsigned)other);
        if (gg_overlaps(path, &its, TOLERANCE)) return true;
    }
    return false;
}

/* A move: the unit, its boxes and shapes before and after, and what it goes over. */
typedef struct staff_way {
    unsigned unit;
    int mover;
    gg_pose was, will;
    gg_box box;
    gg_convex before, after, path;
    uint64_t ignored; /* areas that do not count */
    bool half;
} staff_way;

/* Barred ground on the path: none, or what it stands in already and leaves, at half pace. */
static bool is_barred(const gg_state *s, staff_way *way)
{
    const gt_table t = staff_table(s);
    uint64_t areas = areas_that(s, way->mover, PACE_BARRED) & ~way->ignored
                     & gt_areas_about(&t, gg_bounds_of(&way->path));
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (!gt_area_overlaps(&t, i, &way->path)) continue;
        if (!gt_area_overlaps(&t, i, &way->before)) return true;
        if (gt_area_overlaps(&t, i, &way->after)
            && gt_figures_on(&t, i, way->will, way->box) > gt_figures_on(&t, i, way->was, way->box))
            return true;
        way->half = true;
    }
    const uint32_t lines = lines_that(s, way->mover, PACE_BARRED);
    for (unsigned i = 0; i < s->stretch_count; i++) {
        if (!(lines >> s->lines[i].type & 1)) continue;
        const gt_line *line = &s->lines[i];
        if (!gg_cuts(line->from, line->to, &way->path, TOLERANCE)) continue;
        if (!gg_cuts(line->from, line->to, &way->before, TOLERANCE)
            || gg_cuts(line->from, line->to, &way->after, TOLERANCE))
            return true;
        way->half = true;
    }
    return false;
}

/* What is left of a length on the way from P to P' (ST-R16). */
static int32_t allowance(const gg_state *s, const staff_way *way, int32_t length)
{
    const gt_table t = staff_table(s);
    bool half = way->half;
    uint64_t areas = areas_that(s, way->mover, PACE_HALF) & ~way->ignored
                     & gt_areas_about(&t, gg_bounds_of(&way->path));
    while (!half && areas != 0)
        half = gt_area_overlaps(&t, (unsigned)gg_next_bit(&areas), &way->path);
    if (half) length /= 2;
    const uint32_t lines = lines_that(s, way->mover, PACE_COSTS);
    for (unsigned kind = 0; kind < LINES; kind++)
        if (lines >> kind & 1)
            length -= staff_number(s, N_obstacle_cost)
                      * gt_lines_crossed(&t, kind, way->was.at, way->will.at);
    return length;
}

static staff_way way_to(const gg_state *s, unsigned u, gg_pose to)
{
    const staff_unit *it = &s->units[u];
    staff_way way = {.unit = u,
                     .mover = mover_of(it, it->formation),
                     .was = staff_pose(s, u),
                     .will = to,
                     .box = staff_own_box(s, u)};
    way.before = gg_rectangle(way.was, way.box);
    way.after = gg_rectangle(way.will, way.box);
    way.path = gg_hull(&way.before, &way.after);
    const bool marches = it->formation == FORM_MCOL || it->formation == FORM_LIMBERED;
    if (marches && staff_is_on_road(s, way.was, way.box) && staff_is_on_road(s, way.will, way.box))
        for (unsigned i = 0; i < s->area_count; i++)
            if (s->areas[i].type == GROUND_WOOD || s->areas[i].type == GROUND_ROUGH)
                way.ignored |= staff_bit(i);
    return way;
}

gg_verdict staff_may_go(const gg_state *s, unsigned u, gg_pose to, unsigned but, bool charges)
{
    const gt_table t = staff_table(s);
    staff_way way = way_to(s, u, to);
    if (gt_is_off_table(&t, &way.after)) return staff_refuse(R_OFF_TABLE, 0, 0);
    if (but != NOBODY && s->more[but].inside != 0)
        way.ignored |= staff_bit(staff_building(s, s->more[but].inside));
    if (is_barred(s, &way)) return staff_refuse(R_BARRED, 0, 0);
    if (is_in_the_way(s, u, &way.path, but)) return staff_refuse(R_IN_THE_WAY, 0, 0);
    if (is_occupied(s, u, &way.after)) return staff_refuse(R_OCCUPIED, 0, 0);
    if (!charges) {
        const gg_verdict gap = keeps_gap(s, u, &way.after);
        if (gap.reason != R_LEGAL) return gap;
    }
    const int32_t allowed = allowance(s, &way, staff_rate(s, u));
    if (allowed <= 0) return staff_refuse(R_NO_PACE, 0, 0);
    const int32_t shift = gt_corner_shift(way.was, way.box, way.will, way.box);
    if (shift > allowed) return refuse_length(R_TOO_FAR, shift, allowed);
    return staff_legal;
}

/* The path of a charge or of who enters a building, without its length (ST-R15). */
static bool is_open_ground(const gg_state *s, unsigned u, const staff_place *place)
{
    const gt_table t = staff_table(s);
    const gg_convex shape = staff_place_shape(s, u, place);
    const int mover = mover_of(&s->units[u], place->formation);
    const int was = mover_of(&s->units[u], s->units[u].formation);
    const gg_convex own = staff_shape(s, u);
    uint64_t areas = areas_that(s, mover, PACE_BARRED) & gt_areas_about(&t, gg_bounds_of(&shape));
    while (areas != 0) {
        const unsigned i = (unsigned)gg_next_bit(&areas);
        if (!gt_area_overlaps(&t, i, &shape)) continue;
        if (s->areas[i].type == GROUND_BUILDING || !gt_area_overlaps(&t, i, &own)
            || pace_on(s, was, s->areas[i].type) != PACE_BARRED)
            return false;
    }
    const uint32_t lines = lines_that(s, mover, PACE_BARRED),
                   before = lines_that(s, was, PACE_BARRED);
    for (unsigned i = 0; i < s->stretch_count; i++) {
        const unsigned kind = s->lines[i].type;
        const gt_line *line = &s->lines[i];
        if (!(lines >> kind & 1) || !gg_cuts(line->from, line->to, &shape, TOLERANCE)) continue;
        if (!(before >> kind & 1) || !gg_cuts(line->from, line->to, &own, TOLERANCE)) return false;
    }
    return true;
}

gg_verdict staff_may_stand(const gg_state *s, unsigned u, const staff_place *place)
{
    const gt_table t = staff_table(s);
    const gg_convex shape = staff_place_shape(s, u, place);
    if (gt_is_off_table(&t, &shape)) return staff_refuse(R_OFF_TABLE, 0, 0);
    if (!is_open_ground(s, u, place)) return staff_refuse(R_BARRED, 0, 0);
    if (is_occupied(s, u, &shape)) return staff_refuse(R_OCCUPIED, 0, 0);
    return keeps_gap(s, u, &shape);
}

/* ---- The limits of each step. ---- */

/* ST-R86: no step of a broken brigade ends nearer to the enemy than it began. */
static gg_verdict keeps_off(const gg_state *s, unsigned u, const staff_place *place)
{
    if (!staff_is_of_broken(s, u)) return staff_legal;
    const int32_t far = s->width + s->height;
    const gg_convex was = staff_shape(s, u), will = staff_place_shape(s, u, place);
    const gg_side side = s->units[u].side;
    if (staff_nearest(s, side, &will, far) < staff_nearest(s, side, &was, far))
        return staff_refuse(R_BROKEN_BRIGADE, 0, 0);
    return staff_legal;
}

/* ST-R13: in proximity a unit goes into its front or rear arc and turns little. */
static gg_verdict keeps_arc(const gg_state *s, unsigned u, gg_pose to)
{
    const gg_pose pose = staff_pose(s, u);
    const gg_point by = gg_to_local(pose, to.at);
    const int32_t aside = by.x < 0 ? -by.x : by.x;
    const int32_t turn = gg_turn_between(pose.facing, to.facing) / 10;
    if (by.y < aside && -by.y < aside) return staff_refuse(R_NOT_AHEAD, 0, 0);
    if (turn > s->options[OPT_prox_turn])
        return staff_refuse(R_TURNS_TOO_FAR, turn, s->options[OPT_prox_turn]);
    return staff_legal;
}

bool staff_is_retreat(const gg_state *s, unsigned u, gg_pose to)
{
    const gg_pose pose = staff_pose(s, u);
    const gg_point by = gg_to_local(pose, to.at);
    const int32_t aside = by.x < 0 ? -by.x : by.x;
    const int32_t far = s->width + s->height;
    if (by.y >= 0 || -by.y < aside) return false;
    if (gg_turn_between(pose.facing, to.facing) / 10 > staff_number(s, N_retreat_turn))
        return false;
    const gg_convex was = staff_shape(s, u), will = gg_rectangle(to, staff_own_box(s, u));
    const gg_side side = s->units[u].side;
    return staff_nearest(s, side, &will, far) >= staff_nearest(s, side, &was, far);
}

static bool is_place_sane(gg_point at)
{
    return at.x >= -GG_SPACE_MAX / 4 && at.x <= GG_SPACE_MAX / 4 && at.y >= -GG_SPACE_MAX / 4
           && at.y <= GG_SPACE_MAX / 4;
}

gg_verdict staff_go_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    const staff_unit *it = &s->units[u];
    if (it->formation == FORM_DEPLOYED) return staff_refuse(R_GUNS_DEPLOYED, 0, 0);
    if (it->formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON, 0, 0);
    if (it->formation == FORM_SQUARE && (it->did & DID_SQUARE))
        return staff_refuse(R_SQUARE_MOVED, 0, 0);
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at))
        return staff_refuse(R_OFF_TABLE, 0, 0);
    staff_place place;
    staff_place_of(s, action, &place);
    if (s->phase == PHASE_VICTOR) {
        const gg_point by = gg_to_local(staff_pose(s, u), action->at);
        if (by.y < (by.x < 0 ? -by.x : by.x)) return staff_refuse(R_NOT_FORWARD, 0, 0);
    }
    if (s->phase == PHASE_VICTOR || staff_is_in_proximity(s, u)) {
        const gg_verdict arc = keeps_arc(s, u, place.pose);
        if (arc.reason != R_LEGAL) return arc;
    }
    const gg_verdict off = keeps_off(s, u, &place);
    if (off.reason != R_LEGAL) return off;
    return staff_may_go(s, u, place.pose, NOBODY, false);
}

gg_verdict staff_handle_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    if (s->units[u].formation != FORM_DEPLOYED) return staff_refuse(R_NOT_DEPLOYED, 0, 0);
    if (s->units[u].did & DID_HANDLE) return staff_refuse(R_HANDLED, 0, 0);
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at))
        return staff_refuse(R_OFF_TABLE, 0, 0);
    staff_place place;
    staff_place_of(s, action, &place);
    if (staff_is_in_proximity(s, u)) {
        const gg_verdict arc = keeps_arc(s, u, place.pose);
        if (arc.reason != R_LEGAL) return arc;
    }
    const gg_verdict off = keeps_off(s, u, &place);
    if (off.reason != R_LEGAL) return off;
    return staff_may_go(s, u, place.pose, NOBODY, false);
}

/* Where all that do not go end: the place itself, and what a broken brigade may not do. */
static gg_verdict may_end(const gg_state *s, const gg_action *action)
{
    staff_place place;
    if ((uint32_t)action->args[0] >= 360 || !is_place_sane(action->at)
        || !staff_place_of(s, action, &place))
        return staff_refuse(R_OFF_TABLE, 0, 0);
    const gg_verdict off = keeps_off(s, action->who, &place);
    return off.reason != R_LEGAL ? off : staff_may_stand(s, action->who, &place);
}

gg_verdict staff_turn_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON, 0, 0);
    const int32_t turn =
        gg_turn_between(s->units[u].facing * 10, gg_facing(action->args[0] % 360 * 10)) / 10;
    if (turn > s->options[OPT_prox_turn] && staff_is_in_proximity(s, u))
        return staff_refuse(R_TURNS_TOO_FAR, turn, s->options[OPT_prox_turn]);
    return may_end(s, action);
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

gg_verdict staff_form_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON, 0, 0);
    if ((uint32_t)action->args[0] > GT_KEEP_RIGHT || !may_form(s, u, action->item)
        || staff_box(s, u, action->item).half == 0)
        return staff_refuse(R_NO_FORMATION, 0, 0);
    if (s->units[u].formation == action->item) return staff_refuse(R_SAME_FORMATION, 0, 0);
    return may_end(s, action);
}

gg_verdict staff_limber_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    if (s->units[action->who].formation != FORM_DEPLOYED) return staff_refuse(R_NOT_DEPLOYED, 0, 0);
    return may_end(s, action);
}

gg_verdict staff_unlimber_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    if (s->units[action->who].formation != FORM_LIMBERED) return staff_refuse(R_NOT_LIMBERED, 0, 0);
    return may_end(s, action);
}

/* ST-R19: the way into the building passes as any other, the building left out. */
static gg_verdict may_enter(const gg_state *s, unsigned u, unsigned area, const staff_place *place)
{
    staff_way way = way_to(s, u, staff_pose(s, u));
    way.will = place->pose;
    way.after = staff_place_shape(s, u, place);
    way.path = gg_hull(&way.before, &way.after);
    way.ignored |= staff_bit(area);
    if (is_barred(s, &way)) return staff_refuse(R_BARRED, 0, 0);
    if (is_in_the_way(s, u, &way.path, NOBODY)) return staff_refuse(R_IN_THE_WAY, 0, 0);
    if (is_occupied(s, u, &way.after)) return staff_refuse(R_OCCUPIED, 0, 0);
    return keeps_gap(s, u, &way.after);
}

gg_verdict staff_enter_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who, area = staff_building(s, action->item);
    if (area == NOBODY) return staff_refuse(R_NO_SUCH_HOUSE, 0, 0);
    if (!staff_is_foot(&s->units[u])) return staff_refuse(R_NOT_INFANTRY, 0, 0);
    if (s->units[u].formation == FORM_GARRISON) return staff_refuse(R_IS_GARRISON, 0, 0);
    if (staff_garrison(s, area) != NOBODY) return staff_refuse(R_HOUSE_HELD, 0, 0);
    staff_place place;
    staff_place_of(s, action, &place);
    if (staff_is_in_proximity(s, u)) {
        const gg_point centre = staff_centre_at(place.pose, staff_building_box(s, area));
        const gg_zone arc = staff_arc(s, u, centre);
        if (arc != GG_ZONE_FRONT && arc != GG_ZONE_REAR) return staff_refuse(R_NOT_AHEAD, 0, 0);
    }
    const gg_verdict off = keeps_off(s, u, &place);
    if (off.reason != R_LEGAL) return off;
    const gg_verdict way = may_enter(s, u, area, &place);
    if (way.reason != R_LEGAL) return way;
    const gg_convex own = staff_shape(s, u), house = staff_place_shape(s, u, &place);
    const int32_t had = gg_distance_between(&own, &house);
    const int32_t needed = staff_rate(s, u) - staff_number(s, N_enter_cost);
    return had > needed ? refuse_length(R_HOUSE_TOO_FAR, had, needed) : staff_legal;
}

gg_verdict staff_leave_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict may = staff_may_step(s, side, action);
    if (may.reason != R_LEGAL) return may;
    const unsigned u = action->who;
    if (s->units[u].formation != FORM_GARRISON) return staff_refuse(R_NOT_A_GARRISON, 0, 0);
    const bool is_open =
        action->item == FORM_LINE || action->item == FORM_ACOL || action->item == FORM_SKIRM;
    if (!is_open || !may_form(s, u, action->item)) return staff_refuse(R_NO_FORMATION, 0, 0);
    const gg_verdict end = may_end(s, action);
    if (end.reason != R_LEGAL) return end;
    staff_place place;
    staff_place_of(s, action, &place);
    const gg_convex own = staff_shape(s, u), will = staff_place_shape(s, u, &place);
    const int32_t had = gg_distance_between(&own, &will), needed = staff_number(s, N_leave_within);
    return had > needed ? refuse_length(R_LEAVES_TOO_FAR, had, needed) : staff_legal;
}

/* ---- Putting units where they are. ---- */

void staff_put(gg_state *s, unsigned u, const staff_place *place, gg_log *log)
{
    staff_unit *it = &s->units[u];
    gt_grid_take(s->grid.strips, 1, s->grid.cell, u, it->at);
    s->last_who = (uint8_t)(u + 1);
    s->last_from = it->at;
    it->at = place->pose.at;
    it->facing = (int16_t)(place->pose.facing / 10);
    it->formation = place->formation;
    s->more[u].inside = place->inside;
    gt_grid_put(s->grid.strips, 1, s->grid.cell, u, it->at);
    staff_note_unit(s, u);
    for (int row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].joined == u + 1) s->commanders[row].at = it->at;
    staff_ride_down(s, u, log);
}

/* ---- Doing it. ---- */

static void say_place(const gg_state *s, unsigned u, staff_saying saying, gg_point from,
                      gg_log *log)
{
    gg_event *event = staff_tell(log, GG_MOVE, saying, (gg_unit)u, GG_NO_UNIT, s->units[u].facing);
    if (event == NULL) return;
    event->at = from;
    event->to = s->units[u].at;
}

static void step_to(gg_state *s, const gg_action *action, staff_saying saying, gg_log *log)
{
    const gg_point from = s->units[action->who].at;
    staff_place place;
    const bool is_place = staff_place_of(s, action, &place);
    gg_assert(is_place);
    staff_put(s, action->who, &place, log);
    say_place(s, action->who, saying, from, log);
}

/* A move that may be fired at on its way (ST-R67). */
static void go_to(gg_state *s, const gg_action *action, staff_saying saying, gg_log *log)
{
    const unsigned u = action->who;
    const gg_point centre = staff_centre(s, u);
    const staff_phase back = (staff_phase)s->phase;
    const bool is_disordered = staff_is_disordered(&s->units[u]);
    step_to(s, action, saying, log);
    if (is_disordered) s->units[u].status |= STATUS_RETREATED; /* ST-R25 */
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
STEP(form, S_FORMS, false)
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
    const staff_way way = way_to(s, u, (gg_pose){gg_along(pose.at, bearing, length), pose.facing});
    const uint64_t left_out = but == NOBODY ? 0 : staff_bit(but);
    const uint64_t enemies = staff_side(s, staff_other(it->side)) & ~left_out;
    uint64_t friends = staff_side(s, it->side) & ~staff_bit(u);
    for (uint64_t rest = friends; rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (may_pass(s, u, other)) friends &= ~staff_bit(other);
    }
    *end = pose;
    const gt_going going = {.body = u,
                            .pose = pose,
                            .formation = it->formation,
                            .direction = bearing,
                            .length = allowance(s, &way, length),
                            .step = staff_number(s, N_stride),
                            .barred = areas_that(s, way.mover, PACE_BARRED) & ~way.ignored,
                            .barred_lines = lines_that(s, way.mover, PACE_BARRED),
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
    const uint64_t enemies = staff_side(s, staff_other(it->side));
    uint64_t barred = 0;
    for (unsigned i = 0; i < s->area_count; i++)
        if (s->areas[i].type == GROUND_WATER || s->areas[i].type == GROUND_BUILDING)
            barred |= staff_bit(i);
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
    staff_place place = {staff_pose(s, u), s->units[u].formation, s->more[u].inside};
    const gg_point from = place.pose.at;
    uint64_t passed;
    const int32_t gone = staff_fall_back_to(s, u, face, length, &place.pose, &passed);
    if (gone == 0 || gone < least) return 0;
    staff_put(s, u, &place, log);
    say_place(s, u, S_FALLS_BACK, from, log);
    for (int other = staff_next(&passed); other != GG_NEVER; other = staff_next(&passed))
        if (!may_pass(s, u, (unsigned)other)) staff_disorder(s, (unsigned)other, log);
    return gone;
}
