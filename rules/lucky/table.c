/*
 * table.c - measuring, ground, sight and forced moves (rulings LG-R1 to LG-R28).
 */
#include "lucky.h"

/* ---- Shapes, each worked out from its centre (LG-R2), and distances between them (LG-R5). ---- */

typedef struct size {
    uint8_t width, depth;
} size; /* options */

gg_box lg_box(const gg_state *s, lg_type type, lg_formation formation)
{
    static const size sizes[TYPES][FORMATIONS] = {
#define SIZE(type, formation, width, depth)                                                        \
    [TYPE_##type][FORM_##formation] = {OPT_##width, OPT_##depth},
#include "units.def"
#undef SIZE
    };
    size of = sizes[type][formation];
    int32_t depth = s->options[of.depth] * (HUNDREDTH / 2);
    return (gg_box){s->options[of.width] * (HUNDREDTH / 2), depth, -depth};
}

gg_pose lg_pose(const lg_unit *unit)
{
    return (gg_pose){unit->at, unit->facing * 10};
}

gg_convex lg_shape_at(const gg_state *s, unsigned u, gg_pose pose, lg_formation formation)
{
    return gg_rectangle(pose, lg_box(s, s->units[u].type, formation));
}

gg_convex lg_shape(const gg_state *s, unsigned u)
{
    return lg_shape_at(s, u, lg_pose(&s->units[u]), s->units[u].formation);
}

gg_bounds lg_table(const gg_state *s)
{
    return (gg_bounds){{0, 0}, {s->width, s->height}};
}

/* Farther than this from its centre no unit reaches. */
static int32_t longest_reach(const gg_state *s)
{
    int32_t most = 0;
#define SIZE(type, formation, width, depth)                                                        \
    if (s->options[OPT_##width] + s->options[OPT_##depth] > most)                                  \
        most = s->options[OPT_##width] + s->options[OPT_##depth];
#include "units.def"
#undef SIZE
    return most * (HUNDREDTH / 2);
}

int32_t lg_reaches(const gg_state *s)
{
    return 2 * longest_reach(s);
}

int32_t lg_distance(const gg_state *s, unsigned u, unsigned other)
{
    gg_convex a = lg_shape(s, u), b = lg_shape(s, other);
    return gg_distance_between(&a, &b);
}

lg_circles lg_circles_of(const gg_state *s, lg_type type, lg_formation formation)
{
    gg_box box = lg_box(s, type, formation);
    bool wide = box.half > box.front;
    int32_t longer = wide ? box.half : box.front, shorter = wide ? box.front : box.half;
    return (lg_circles){longer + shorter * 27 / 64 + 2, shorter - 2};
}

static lg_circles unit_circles(const gg_state *s, unsigned u)
{
    return lg_circles_of(s, s->units[u].type, s->units[u].formation);
}

/* From its centre no unit reaches farther than this. */
static int64_t reach_of(const gg_state *s, unsigned u)
{
    return unit_circles(s, u).outer;
}

uint64_t lg_near_cells(const gg_state *s, gg_bounds bounds, int32_t reach)
{
    return gg_grid_within(&s->grid, bounds, reach + longest_reach(s)).bits[0];
}

/* Those of the set that may reach so near to the bounds, by their centres. */
static uint64_t nearest_of(const gg_state *s, uint64_t set, gg_bounds bounds, int32_t reach)
{
    uint64_t found = 0;
    for (int u = lg_next(&set); u != GG_NEVER; u = lg_next(&set)) {
        gg_point at = s->units[u].at;
        int32_t most = reach + (int32_t)reach_of(s, (unsigned)u);
        if (at.x >= bounds.low.x - most && at.x <= bounds.high.x + most
            && at.y >= bounds.low.y - most && at.y <= bounds.high.y + most)
            found |= lg_bit((unsigned)u);
    }
    return found;
}

uint64_t lg_near(const gg_state *s, gg_bounds bounds, int32_t reach)
{
    return nearest_of(s, lg_near_cells(s, bounds, reach), bounds, reach);
}

uint64_t lg_enemies_near(const gg_state *s, unsigned u, gg_bounds bounds, int32_t reach)
{
    uint64_t rest = lg_near_cells(s, bounds, reach), enemies = 0;
    for (int other = lg_next(&rest); other != GG_NEVER; other = lg_next(&rest))
        if (s->units[other].side != s->units[u].side) enemies |= lg_bit((unsigned)other);
    return nearest_of(s, enemies, bounds, reach);
}

/* Far or near by the centres alone?  1 within, 0 not within, -1: the shapes must tell. */
static int within_by_centres(gg_point one, gg_point other, lg_circles both, int64_t limit)
{
    int64_t x = other.x - one.x, y = other.y - one.y, square = x * x + y * y;
    if (square > (limit + both.outer) * (limit + both.outer)) return 0;
    return limit >= 0 && square <= (limit + both.inner) * (limit + both.inner) ? 1 : -1;
}

/* The longer leg and 27/64 of the shorter are not less than the line is long; 59/64 of the longer
 * and 24/64 of the shorter are not more. */
lg_line lg_line_between(gg_point a, gg_point b)
{
    int64_t x = b.x - a.x, y = b.y - a.y, across = x < 0 ? -x : x, up = y < 0 ? -y : y;
    int64_t longer = across > up ? across : up, shorter = across > up ? up : across;
    return (lg_line){.from = a,
                     .to = b,
                     .x = x,
                     .y = y,
                     .most = longer + shorter * 27 / 64 + 1,
                     .least = (longer * 59 + shorter * 24) / 64};
}

int lg_line_within(const lg_line *it, gg_point at, lg_circles both, int64_t limit)
{
    int64_t x = at.x - it->from.x, y = at.y - it->from.y, along = it->x * x + it->y * y;
    if (along <= 0) return within_by_centres(it->from, at, both, limit);
    if (along >= it->x * it->x + it->y * it->y)
        return within_by_centres(it->to, at, both, limit);
    int64_t across = it->x * y - it->y * x;
    if (across < 0) across = -across;
    if (across > (limit + both.outer) * it->most) return 0;
    return limit >= 0 && across <= (limit + both.inner) * it->least ? 1 : -1;
}

bool lg_is_within(const gg_state *s, unsigned u, unsigned other, int32_t limit)
{
    lg_circles own = unit_circles(s, u), its = unit_circles(s, other),
            both = {own.outer + its.outer, own.inner + its.inner};
    int known = within_by_centres(s->units[u].at, s->units[other].at, both, limit);
    if (known >= 0) return known;
    gg_convex a = lg_shape(s, u), b = lg_shape(s, other);
    return gg_is_within(&a, &b, limit);
}

bool lg_point_is_within(const gg_state *s, gg_point at, unsigned u, int32_t limit)
{
    int known = within_by_centres(at, s->units[u].at, unit_circles(s, u), limit);
    if (known >= 0) return known;
    gg_convex dot = gg_dot(at), shape = lg_shape(s, u);
    return gg_is_within(&dot, &shape, limit);
}

int32_t lg_direction(gg_point from, gg_point to)
{
    return gg_bearing((gg_point){to.x - from.x, to.y - from.y}, 10) / 10;
}

bool lg_has_no_flanks(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->formation == FORM_SQUARE) return true;
    return !lg_is_horse(unit) && lg_building_at(s, unit->at) != NOBODY;
}

bool lg_is_in_front(const gg_state *s, unsigned u, gg_point at)
{
    const lg_unit *unit = &s->units[u];
    gg_box box = lg_box(s, unit->type, unit->formation);
    return gg_zone_of_point(lg_pose(unit), box, at) == GG_ZONE_FRONT;
}

/* ---- Ground: areas may lie on each other, and all apply (LG-R10); a bridge or a road is where
 * none is (LG-R25). ---- */

typedef struct ground_row {
    uint8_t difficult, cover, open, sight;
} ground_row;

static const ground_row grounds[GROUNDS] = {
#define GROUND(id, name, difficult, cover, open, sight, role, words, clause)                       \
    [GROUND_##id] = {difficult, cover, open, sight},
#include "ground.def"
#undef GROUND
};

gg_convex lg_area_shape(const lg_area *area)
{
    gg_convex shape = {.count = area->count};
    for (int i = 0; i < area->count; i++)
        shape.at[i] = (gg_point){area->x[i] * HUNDREDTH, area->y[i] * HUNDREDTH};
    return shape;
}

/* Most places are far from most areas: the box about it is asked first, without a call. */
static inline bool area_holds(const lg_area *area, gg_point at)
{
    if (at.x < area->low_x * HUNDREDTH || at.x > area->high_x * HUNDREDTH
        || at.y < area->low_y * HUNDREDTH || at.y > area->high_y * HUNDREDTH)
        return false;
    gg_convex shape = lg_area_shape(area);
    return gg_holds(&shape, at);
}

bool lg_area_holds(const lg_area *area, gg_point at)
{
    return area_holds(area, at);
}

static bool is_building(const lg_area *area)
{
    return area->type == GROUND_BUA || area->type == GROUND_FORT;
}

unsigned lg_building_at(const gg_state *s, gg_point at)
{
    for (unsigned i = 0; i < s->area_count; i++)
        if (is_building(&s->areas[i]) && area_holds(&s->areas[i], at)) return i;
    return NOBODY;
}

lg_here lg_ground_at(const gg_state *s, gg_point at)
{
    lg_here here = {.building = NOBODY};
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (!area_holds(area, at)) continue;
        here.types |= (uint16_t)(1u << area->type);
        if (area->type == GROUND_HILL && area->level > here.level) here.level = area->level;
        if (is_building(area) && here.building == NOBODY) here.building = (uint8_t)i;
    }
    return here;
}

bool lg_is_open(lg_here here)
{
    for (int type = 0; type < GROUNDS; type++)
        if ((here.types >> type & 1) && !grounds[type].open) return false;
    return true;
}

/* LG-R11: the best single cover counts. */
lg_cover lg_cover_of(lg_here here)
{
    int best = COVER_NONE;
    for (int type = 0; type < GROUNDS; type++)
        if ((here.types >> type & 1) && grounds[type].cover > best) best = grounds[type].cover;
    return (lg_cover)best;
}

static bool boxes_meet(const lg_area *area, gg_point a, gg_point b)
{
    return (a.x < b.x ? a.x : b.x) <= area->high_x * HUNDREDTH
           && (a.x > b.x ? a.x : b.x) >= area->low_x * HUNDREDTH
           && (a.y < b.y ? a.y : b.y) <= area->high_y * HUNDREDTH
           && (a.y > b.y ? a.y : b.y) >= area->low_y * HUNDREDTH;
}

uint64_t lg_areas_about(const gg_state *s, gg_bounds bounds)
{
    uint64_t found = 0;
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (bounds.low.x <= area->high_x * HUNDREDTH && bounds.high.x >= area->low_x * HUNDREDTH
            && bounds.low.y <= area->high_y * HUNDREDTH && bounds.high.y >= area->low_y * HUNDREDTH)
            found |= lg_bit((unsigned)i);
    }
    return found;
}

uint64_t lg_difficult_areas(const gg_state *s)
{
    uint64_t found = 0;
    for (int i = 0; i < s->area_count; i++)
        if (grounds[s->areas[i].type].difficult) found |= lg_bit((unsigned)i);
    return found;
}

bool lg_way_is_difficult(const gg_state *s, uint64_t areas, gg_point from, gg_point to)
{
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas)) {
        const lg_area *area = &s->areas[i];
        if (!grounds[area->type].difficult || !boxes_meet(area, from, to)) continue;
        gg_convex shape = lg_area_shape(area);
        if (gg_holds(&shape, from) || gg_holds(&shape, to) || gg_passes_through(from, to, &shape))
            return true;
    }
    return false;
}

/* ---- Sight (LG-R14). ---- */

int lg_test_points(const gg_state *s, unsigned u, gg_point out[5])
{
    gg_convex shape = lg_shape(s, u);
    out[0] = s->units[u].at;
    for (int i = 0; i < 4; i++)
        out[i + 1] = shape.at[i];
    return 5;
}

/* What it hides behind it (LG-R13, LG-R14). */
static int height_of(const lg_area *area)
{
    return area->type == GROUND_HILL ? area->level : grounds[area->type].sight;
}

static int level_of(const gg_state *s, gg_point at)
{
    int level = 0;
    for (int i = 0; i < s->area_count; i++) {
        const lg_area *area = &s->areas[i];
        if (area->type == GROUND_HILL && area->level > level && area_holds(area, at))
            level = area->level;
    }
    return level;
}

/* LG-R14: how high the higher of the two stands, and the areas that hide anything between them,
 * wherever the line runs. */
static void look_over_ground(const gg_state *s, gg_point own, gg_point its, gg_bounds way,
                             lg_sight *out)
{
    uint64_t areas = lg_areas_about(s, way);
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas)) {
        const lg_area *area = &s->areas[i];
        int height = height_of(area);
        if (height == 0) continue;
        if (!area_holds(area, own) && !area_holds(area, its))
            out->areas |= (uint32_t)1 << i;
        else if (area->type == GROUND_HILL && height > out->top)
            out->top = height;
    }
    if (out->top == 0) return;
    areas = out->areas; /* those that are not higher hide nothing */
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas))
        if (height_of(&s->areas[i]) <= out->top) out->areas &= ~((uint32_t)1 << i);
}

static void widen_to(gg_bounds *bounds, gg_point at)
{
    if (at.x < bounds->low.x) bounds->low.x = at.x;
    if (at.y < bounds->low.y) bounds->low.y = at.y;
    if (at.x > bounds->high.x) bounds->high.x = at.x;
    if (at.y > bounds->high.y) bounds->high.y = at.y;
}

lg_sight lg_sight_over(const gg_state *s, gg_point own, gg_point its, gg_point eye, int32_t reach,
                       bool terrain_only)
{
    lg_sight sight = {.eye = eye, .first = GG_NEVER};
    gg_bounds way = {{its.x - reach, its.y - reach}, {its.x + reach, its.y + reach}};
    widen_to(&way, eye);
    if (!terrain_only) {
        sight.longest = longest_reach(s);
        sight.units = gg_grid_within(&s->grid, way, sight.longest).bits[0];
    }
    widen_to(&way, own); /* the ground it stands on counts (LG-R14) */
    look_over_ground(s, own, its, way, &sight);
    return sight;
}

lg_sight lg_sight_between(const gg_state *s, unsigned from, gg_point eye, unsigned to,
                          bool terrain_only)
{
    int32_t reach = (int32_t)reach_of(s, to);
    lg_sight sight =
        lg_sight_over(s, s->units[from].at, s->units[to].at, eye, reach, terrain_only);
    sight.units &= ~lg_bit(from) & ~lg_bit(to);
    return sight;
}

/* May something that reaches so far about this centre meet the line?  Never no when it does. */
static bool lies_by_line(gg_point at, int64_t reach, const lg_line *it)
{
    int64_t across = it->x * (at.y - it->from.y) - it->y * (at.x - it->from.x);
    return (across < 0 ? -across : across) <= reach * it->most;
}

/* Does it go right through the middle of a unit?  Sometimes no when it only just does; this spares
 * looking at the corners. */
static bool goes_through_middle(const gg_state *s, unsigned u, const lg_line *it)
{
    const lg_unit *unit = &s->units[u];
    gg_box box = lg_box(s, unit->type, unit->formation);
    int64_t x = unit->at.x - it->from.x, y = unit->at.y - it->from.y;
    int64_t across = it->x * y - it->y * x, along = it->x * x + it->y * y;
    int64_t inner = (box.half < box.front ? box.half : box.front) - 2; /* corners are rounded */
    if (along < 0 || along > it->x * it->x + it->y * it->y) return false;
    return (across < 0 ? -across : across) < inner * it->least;
}

static bool unit_hides(const gg_state *s, const lg_sight *sight, unsigned u, gg_point point,
                       const lg_line *way)
{
    const lg_unit *unit = &s->units[u];
    if (lg_is_routing(unit) || !lies_by_line(unit->at, reach_of(s, u), way)) return false;
    if (!goes_through_middle(s, u, way)) {
        gg_convex shape = lg_shape(s, u);
        if (!gg_passes_through(sight->eye, point, &shape)) return false;
    }
    return sight->top == 0 || level_of(s, unit->at) + 1 > sight->top;
}

int lg_in_the_way(const gg_state *s, const lg_sight *sight, gg_point point)
{
    uint64_t areas = sight->areas, rest = sight->units;
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas)) {
        if (!boxes_meet(&s->areas[i], sight->eye, point)) continue;
        gg_convex shape = lg_area_shape(&s->areas[i]);
        if (gg_passes_through(sight->eye, point, &shape)) return UNITS_MAX;
    }
    lg_line way = lg_line_between(sight->eye, point);
    bool unit_first = sight->first >= 0 && sight->first < UNITS_MAX;
    if (unit_first && unit_hides(s, sight, (unsigned)sight->first, point, &way))
        return sight->first;
    for (int u = lg_next(&rest); u != GG_NEVER; u = lg_next(&rest)) {
        if (!lies_by_line(s->units[u].at, sight->longest, &way)) continue; /* whatever it is */
        if (unit_hides(s, sight, (unsigned)u, point, &way)) return u;
    }
    return GG_NEVER;
}

bool lg_sees(const gg_state *s, const lg_sight *sight, gg_point point)
{
    return lg_in_the_way(s, sight, point) == GG_NEVER;
}

/* ---- Legal poses. ---- */

static bool is_off_table(const gg_state *s, const gg_convex *shape)
{
    gg_bounds bounds = gg_bounds_of(shape);
    return bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > s->width
           || bounds.high.y > s->height;
}

bool lg_is_burning(const gg_state *s, uint64_t areas, gg_point at)
{
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas))
        if (s->areas[i].burning && area_holds(&s->areas[i], at)) return true;
    return false;
}

/* LG-R26: who may stand in a building. */
static gg_verdict building_legal(const gg_state *s, unsigned u, uint64_t areas, gg_point at,
                                 lg_formation formation)
{
    const lg_unit *unit = &s->units[u];
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas)) {
        const lg_area *area = &s->areas[i];
        if (!is_building(area) || !area_holds(area, at)) continue;
        if (lg_is_horse(unit)) return lg_refuse(R_NO_CAVALRY_INSIDE, 0, 0);
        if (lg_is_foot(unit) && formation != FORM_COLUMN) return lg_refuse(R_COLUMN_INSIDE, 0, 0);
        uint64_t near = lg_near(s,
                                (gg_bounds){{area->low_x * HUNDREDTH, area->low_y * HUNDREDTH},
                                            {area->high_x * HUNDREDTH, area->high_y * HUNDREDTH}},
                                0);
        near &= ~lg_bit(u);
        for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near))
            if (area_holds(area, s->units[other].at)) return lg_refuse(R_BUILDING_FULL, 0, 0);
    }
    return lg_legal;
}

bool lg_any_deep(const gg_state *s, uint64_t areas)
{
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas))
        if (s->areas[i].type == GROUND_DEEP) return true;
    return false;
}

bool lg_overlaps_deep(const gg_state *s, uint64_t areas, const gg_convex *shape)
{
    for (int i = lg_next(&areas); i != GG_NEVER; i = lg_next(&areas)) {
        if (s->areas[i].type != GROUND_DEEP) continue;
        gg_convex deep = lg_area_shape(&s->areas[i]);
        if (gg_overlaps(shape, &deep, TOLERANCE)) return true;
    }
    return false;
}

/* Does the unit, so placed, stand on another?  Most are told apart by their circles. */
static bool is_occupied(const gg_state *s, unsigned u, const gg_convex *shape, gg_point at,
                        lg_formation formation, uint64_t among)
{
    lg_circles own = lg_circles_of(s, s->units[u].type, formation);
    int32_t far = (int32_t)own.outer + longest_reach(s);
    among &= ~lg_bit(u);
    for (int other = lg_next(&among); other != GG_NEVER; other = lg_next(&among)) {
        gg_point its_at = s->units[other].at;
        if (lg_is_beyond(its_at.x - at.x, far) || lg_is_beyond(its_at.y - at.y, far)) continue;
        lg_circles its_circles = unit_circles(s, (unsigned)other);
        if (lg_is_farther(at, its_at, own.outer + its_circles.outer)) continue;
        if (!lg_is_farther(at, its_at, own.inner + its_circles.inner - TOLERANCE - 1)) return true;
        gg_convex its = lg_shape(s, (unsigned)other);
        if (gg_overlaps(shape, &its, TOLERANCE)) return true;
    }
    return false;
}

bool lg_stands_on(const gg_state *s, unsigned u, gg_pose pose, lg_formation formation)
{
    gg_convex shape = lg_shape_at(s, u, pose, formation);
    return is_occupied(s, u, &shape, pose.at, formation,
                       lg_near_cells(s, gg_bounds_of(&shape), 0));
}

gg_verdict lg_shape_legal(const gg_state *s, unsigned u, const gg_convex *shape, gg_point at,
                          lg_formation formation, lg_about about)
{
    if (is_off_table(s, shape)) return lg_refuse(R_OFF_TABLE, 0, 0);
    if (is_occupied(s, u, shape, at, formation, about.units)) return lg_refuse(R_OCCUPIED, 0, 0);
    if (lg_overlaps_deep(s, about.areas, shape)) return lg_refuse(R_DEEP, 0, 0);
    return building_legal(s, u, about.areas, at, formation);
}

gg_verdict lg_pose_legal(const gg_state *s, unsigned u, gg_pose pose, lg_formation formation)
{
    gg_convex shape = lg_shape_at(s, u, pose, formation);
    gg_bounds bounds = gg_bounds_of(&shape);
    lg_about about = {lg_near_cells(s, bounds, 0), lg_areas_about(s, bounds)};
    return lg_shape_legal(s, u, &shape, pose.at, formation, about);
}

/* ---- Sliding. ---- */

static gg_bounds course_bounds(const gg_course *course, int32_t from, int32_t to)
{
    gg_convex a = gg_course_at(course, from), b = gg_course_at(course, to);
    gg_bounds one = gg_bounds_of(&a), other = gg_bounds_of(&b);
    if (other.low.x < one.low.x) one.low.x = other.low.x;
    if (other.low.y < one.low.y) one.low.y = other.low.y;
    if (other.high.x > one.high.x) one.high.x = other.high.x;
    if (other.high.y > one.high.y) one.high.y = other.high.y;
    return one;
}

static void take_first(int32_t *first, int32_t k)
{
    if (k != GG_NEVER && (*first == GG_NEVER || k < *first)) *first = k;
}

static void take_first_deep(const gg_state *s, const gg_course *course, int32_t from, int32_t to,
                            int32_t *first)
{
    for (int i = 0; i < s->area_count; i++) {
        if (s->areas[i].type != GROUND_DEEP) continue;
        gg_convex deep = lg_area_shape(&s->areas[i]);
        take_first(first, gg_course_overlaps(course, &deep, TOLERANCE, from, to));
    }
}

int32_t lg_blocked_at(const gg_state *s, const gg_course *course, unsigned u, unsigned but,
                      int32_t from, int32_t to)
{
    int32_t first = gg_course_leaves(course, lg_table(s), from, to);
    uint64_t near = lg_near(s, course_bounds(course, from, to), 0) & ~lg_bit(u);
    if (but != NOBODY) near &= ~lg_bit(but);
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        gg_convex its = lg_shape(s, (unsigned)other);
        take_first(&first, gg_course_overlaps(course, &its, TOLERANCE, from, to));
    }
    take_first_deep(s, course, from, to, &first);
    return first;
}

/* ---- Forced moves (LG-R28). ---- */

typedef struct forced_way {
    const gg_state *s;
    gg_course course;
    unsigned unit;
    uint64_t ignored; /* non-routing enemies it overlapped to begin with */
    bool rout;
} forced_way;

static uint64_t enemies_of(const gg_state *s, unsigned u, uint64_t among)
{
    uint64_t found = 0;
    for (int other = lg_next(&among); other != GG_NEVER; other = lg_next(&among)) {
        const lg_unit *its = &s->units[other];
        if (its->side != s->units[u].side && !lg_is_routing(its)) found |= lg_bit((unsigned)other);
    }
    return found;
}

/* The first k at which an enemy stops it, and the first at which ground or edge does. */
static void forced_stops(const forced_way *way, int32_t from, int32_t to, int32_t *enemy,
                         int32_t *ground)
{
    const gg_state *s = way->s;
    *enemy = *ground = GG_NEVER;
    if (from > to) return;
    uint64_t near = lg_near(s, course_bounds(&way->course, from, to), 0) & ~lg_bit(way->unit);
    near = enemies_of(s, way->unit, near) & ~way->ignored;
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        gg_convex its = lg_shape(s, (unsigned)other);
        take_first(enemy, gg_course_overlaps(&way->course, &its, TOLERANCE, from, to));
    }
    take_first_deep(s, &way->course, from, to, ground);
    if (!way->rout) take_first(ground, gg_course_leaves(&way->course, lg_table(s), from, to));
}

/* The first k from `from` towards `to` at which it stands on nobody. */
static int32_t forced_free(const forced_way *way, int32_t from, int32_t to)
{
    const gg_state *s = way->s;
    uint64_t near = lg_near(s, course_bounds(&way->course, from, to), 0);
    near &= ~lg_bit(way->unit) & ~way->ignored;
    int32_t k = from;
    for (bool moved = true; moved;) {
        moved = false;
        uint64_t rest = near;
        for (int other = lg_next(&rest); other != GG_NEVER; other = lg_next(&rest)) {
            gg_convex its = lg_shape(s, (unsigned)other);
            int32_t clear = gg_course_clears(&way->course, &its, TOLERANCE, k, to);
            if (clear == GG_NEVER) return GG_NEVER;
            moved |= clear != k;
            k = clear;
        }
    }
    return k;
}

static lg_forced forced_back(const forced_way *way, int32_t from)
{
    int32_t k = forced_free(way, from, 0);
    if (k == GG_NEVER) return (lg_forced){FORCED_DESTROYED, 0};
    return (lg_forced){FORCED_MOVED, k};
}

lg_forced lg_forced_move(const gg_state *s, unsigned u, int32_t facing, int32_t direction,
                         int32_t n, bool rout)
{
    enum { FURTHEST = 2 * GG_SPACE_MAX / 8 };
    const lg_unit *unit = &s->units[u];
    gg_convex shape = lg_shape_at(s, u, (gg_pose){unit->at, facing * 10}, unit->formation);
    forced_way way = {
        .s = s, .course = gg_course_of(&shape, direction * 10), .unit = u, .rout = rout};
    uint64_t near = lg_near(s, gg_bounds_of(&shape), 0) & ~lg_bit(u);
    near = enemies_of(s, u, near);
    for (int other = lg_next(&near); other != GG_NEVER; other = lg_next(&near)) {
        gg_convex its = lg_shape(s, (unsigned)other);
        if (gg_overlaps(&shape, &its, TOLERANCE)) way.ignored |= lg_bit((unsigned)other);
    }
    int32_t enemy, ground;
    forced_stops(&way, 1, n, &enemy, &ground);
    lg_forced result;
    if (enemy == GG_NEVER && ground == GG_NEVER) {
        int32_t k = forced_free(&way, n, FURTHEST);
        gg_assert(k != GG_NEVER); /* beyond the table there is nobody */
        if (k > n) forced_stops(&way, n + 1, k, &enemy, &ground);
        result = (lg_forced){FORCED_MOVED, k};
        if (enemy != GG_NEVER || ground != GG_NEVER) result = forced_back(&way, n);
    } else {
        int32_t stop = enemy;
        take_first(&stop, ground);
        result = forced_back(&way, stop - 1);
    }
    if (!rout) return result;
    if (enemy != GG_NEVER && (ground == GG_NEVER || enemy <= ground))
        return (lg_forced){FORCED_DESTROYED, enemy - 1};
    gg_point end = gg_course_by(&way.course, result.k);
    end = (gg_point){unit->at.x + end.x, unit->at.y + end.y};
    bool off = end.x < 0 || end.y < 0 || end.x > s->width || end.y > s->height;
    if (result.end == FORCED_MOVED && off) result.end = FORCED_LEFT;
    return result;
}
