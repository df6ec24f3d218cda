/*
 * stand.c - what lucky tells the room of the measured table (rulings LG-R1 to LG-R28), fronts, and
 * where a unit may stand.
 * SPDX-License-Identifier: MIT
 */
#include "army.h"

/* LG-R10, LG-R25: a bridge or a road is where no area is. */
static const gt_ground grounds[GROUNDS] = {
#define GROUND(id, name_, difficult, cover_, open, sight, role_, words_, clause_)                  \
    [GROUND_##id] = {                                                                              \
        .name = name_,                                                                             \
        .words = GROUND_##id == GROUND_BUA ? "a built-up area" : "a " name_,                       \
        .flags = (difficult ? GT_SLOW : 0) | (open ? 0 : GT_CLOSED)                                \
                 | (GROUND_##id == GROUND_HILL ? GT_HILL : 0)                                      \
                 | (GROUND_##id == GROUND_DEEP ? GT_BARRED : 0)                                    \
                 | (GROUND_##id == GROUND_BUA || GROUND_##id == GROUND_FORT ? GT_BUILDING : 0),    \
        .height = sight,                                                                           \
        .cover = cover_,                                                                           \
        .role = GG_ROLE_##role_,                                                                   \
        .clause = clause_,                                                                         \
    },
#include "ground.def"
#undef GROUND
};

static bool find_commander(const gg_state *s, gg_unit n, gt_spot *out)
{
    if (n < UNITS_MAX || !lg_is_here(s, n)) return false;
    *out = (gt_spot){lg_place_of(s, n), lg_side_of(s, n)};
    return true;
}

const gt_game lg_game = {
    .rules = &lucky_rules,
    .table = lg_table,
    .marker = find_commander,
    .draw = lg_draw_thing,
    .grain = HUNDREDTH, /* LG-R1 */
    .step = 10,         /* LG-R3: whole degrees */
    .tolerance = TOLERANCE,
    .routing = STATUS_ROUTING,
    /* LG-R2: each shape is worked out from its centre; its size is a pair of options (T17) */
    .fore = HUNDREDTH / 2,
    .aft = HUNDREDTH / 2,
    .sizes =
        {
#define SIZE(type, formation, width, depth)                                                        \
    [TYPE_##type][FORM_##formation] = {OPT_##width, OPT_##depth},
#include "units.def"
#undef SIZE
        },
    .all_sizes = {{OPT_line_width, OPT_line_depth},
                  {OPT_column_width, OPT_column_depth},
                  {OPT_horse_width, OPT_horse_depth},
                  {OPT_guns_width, OPT_guns_depth}},
    .all_sizes_count = 4,
    .grounds = grounds,
    .ground_count = GROUNDS,
    .levels = 2, /* LG-R13 */
};

/* ---- Fronts. ---- */

bool lg_has_no_flanks(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->formation == FORM_SQUARE) return true;
    const gt_table t = lg_table(s);
    return !lg_is_horse(unit) && gt_building_at(&t, unit->at) != NOBODY;
}

bool lg_is_in_front(const gg_state *s, unsigned u, gg_point at)
{
    const lg_unit *unit = &s->units[u];
    gg_box box = lg_box(s, unit->type, unit->formation);
    return gg_zone_of_point(lg_pose(unit), box, at) == GG_ZONE_FRONT;
}

/* ---- Legal poses. ---- */

/* LG-R26: who may stand in a building. */
static gg_verdict building_legal(const gt_table *t, unsigned u, uint64_t areas, gg_point at,
                                 lg_formation formation)
{
    const lg_unit *unit = &t->bodies[u];
    for (unsigned i = gt_take(&areas); i != NOBODY; i = gt_take(&areas)) {
        if (!gt_holds(t, i, at)) continue;
        if (lg_is_horse(unit)) return lg_refuse(R_NO_CAVALRY_INSIDE);
        if (lg_is_foot(unit) && formation != FORM_COLUMN) return lg_refuse(R_COLUMN_INSIDE);
        if (gt_holder(t, i, u) != GG_NEVER) return lg_refuse(R_BUILDING_FULL);
    }
    return lg_legal;
}

gg_verdict lg_shape_legal(const gt_table *t, unsigned u, const gg_convex *shape, gg_point at,
                          lg_formation formation, const gt_set *near, uint64_t barred,
                          uint64_t buildings)
{
    if (gt_is_off_table(t, shape)) return lg_refuse(R_OFF_TABLE);
    if (gt_is_occupied(t, u, shape, at, formation, near)) return lg_refuse(R_OCCUPIED);
    if (gt_overlaps_any(t, barred, shape)) return lg_refuse(R_DEEP);
    return building_legal(t, u, buildings, at, formation);
}

bool lg_stands_on(const gg_state *s, unsigned u, gg_pose pose, lg_formation formation)
{
    gt_table t = lg_table(s);
    gg_convex shape = gt_shape_at(&t, u, pose, formation);
    gt_set near;
    gt_near_cells(&t, gg_bounds_of(&shape), 0, &near);
    return gt_is_occupied(&t, u, &shape, pose.at, formation, &near);
}

gg_verdict lg_pose_legal(const gg_state *s, unsigned u, gg_pose pose, lg_formation formation)
{
    gt_table t = lg_table(s);
    gg_convex shape = gt_shape_at(&t, u, pose, formation);
    gg_bounds bounds = gg_bounds_of(&shape);
    gt_set near;
    gt_near_cells(&t, bounds, 0, &near);
    uint64_t areas = gt_areas_about(&t, bounds);
    return lg_shape_legal(&t, u, &shape, pose.at, formation, &near,
                          gt_areas_with(&t, areas, GT_BARRED),
                          gt_areas_with(&t, areas, GT_BUILDING));
}
