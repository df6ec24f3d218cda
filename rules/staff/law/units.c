/*
 * units.c - what a unit is: its numbers, its box, where it stands and who is near.  Tables of
 * units.def
 * and ground.def; the game as table/ sees it.
 * SPDX-License-Identifier: MIT
 */
#include "staff.h"

const staff_type_row staff_types[TYPES] = {
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause)    \
    {rules, CLASS_##class, WEAPON_##weapon, GG_ROLE_##role},
#include "units.def"
#undef TYPE
};
const staff_drill staff_drills[FORMATIONS] = {
#define FORMATION(id, name, words, shoot, combat, charges, flanks, closing, clause)                \
    {charges, flanks, closing},
#include "units.def"
#undef FORMATION
};

/* ---- Numbers. ---- */

int staff_stat(const gg_state *s, unsigned u, int stat)
{
    static const uint8_t more[STATS] = {0, 1, 0, 2};
    const staff_unit *it = &s->units[u];
    const int base = staff_number(s, N_LINE_INF_combat + STATS * it->type + stat);
    if (stat == STAT_SAVE || base == 0) return base;
    const int row = N_STANDARD_more_combat + 3 * s->more[u].size + more[stat];
    if (s->more[u].size == SIZE_TINY) return staff_number(s, row); /* T11.4: what it becomes */
    const int all = base + staff_number(s, row);
    return all < 1 ? 1 : all;
}

int staff_weapon_number(const gg_state *s, unsigned u, int number)
{
    return staff_number(s, N_NOTHING_range + WEAPON_NUMBERS * staff_types[s->units[u].type].weapon
                               + number);
}

void staff_strike_out(gg_state *s, unsigned u)
{
    staff_unit *it = &s->units[u];
    staff_more *more = &s->more[u];
    *it = (staff_unit){.side = it->side,
                       .number = it->number,
                       .division = it->division,
                       .type = it->type,
                       .removed = 1};
    more->casualties = more->moves = more->inside = more->emptied = 0;
}

/* ---- Boxes (ST-T8, ST-T8.10). ---- */

/* The row of T8 for a class in a formation; FOOTPRINTS: none. */
static int footprint_of(staff_class class, unsigned formation)
{
    switch ((staff_formation)formation) {
    case FORM_LINE:
        return class == CLASS_INF   ? FOOTPRINT_inf_line
               : class == CLASS_CAV ? FOOTPRINT_cav_line
                                    : FOOTPRINTS;
    case FORM_ACOL: return class == CLASS_INF ? FOOTPRINT_inf_acol : FOOTPRINTS;
    case FORM_MCOL:
        return class == CLASS_INF   ? FOOTPRINT_inf_mcol
               : class == CLASS_CAV ? FOOTPRINT_cav_mcol
                                    : FOOTPRINTS;
    case FORM_SQUARE: return class == CLASS_INF ? FOOTPRINT_inf_square : FOOTPRINTS;
    case FORM_SKIRM: return class != CLASS_ART ? FOOTPRINT_skirm : FOOTPRINTS;
    case FORM_DEPLOYED: return class == CLASS_ART ? FOOTPRINT_deployed : FOOTPRINTS;
    case FORM_LIMBERED: return class == CLASS_ART ? FOOTPRINT_limbered : FOOTPRINTS;
    case FORM_GARRISON:
    case FORMATIONS: break;
    }
    return FOOTPRINTS;
}

gg_box staff_box(const gg_state *s, unsigned u, unsigned formation)
{
    const staff_unit *it = &s->units[u];
    if (formation == FORM_GARRISON) {
        const unsigned area = staff_building(s, s->more[u].inside);
        return area == NOBODY ? (gg_box){0, 0, 0} : staff_building_box(s, area);
    }
    const int row = footprint_of(staff_class_of(it), formation);
    if (row == FOOTPRINTS) return (gg_box){0, 0, 0};
    const int number = N_inf_line_standard_width + 8 * row + 2 * s->more[u].size;
    return (gg_box){staff_number(s, number) / 2, 0, -staff_number(s, number + 1)};
}

gg_point staff_centre_at(gg_pose pose, gg_box box)
{
    return gg_to_world(pose, (gg_point){0, (box.front + box.rear) / 2});
}

/* ---- Where it stands. ---- */

int32_t staff_distance(const gg_state *s, unsigned u, unsigned other)
{
    const gg_convex one = staff_shape(s, u), two = staff_shape(s, other);
    return gg_distance_between(&one, &two);
}

bool staff_is_within(const gg_state *s, unsigned u, unsigned other, int32_t limit)
{
    const gg_bounds *a = &s->notes.stands[u].bounds, *b = &s->notes.stands[other].bounds;
    if (a->low.x - b->high.x > limit || b->low.x - a->high.x > limit || a->low.y - b->high.y > limit
        || b->low.y - a->high.y > limit)
        return false;
    const gg_convex one = staff_shape(s, u), two = staff_shape(s, other);
    return gg_is_within(&one, &two, limit);
}

bool staff_is_on(const gg_state *s, gg_pose pose, gg_box box, staff_ground kind)
{
    const gt_table t = staff_table(s);
    for (unsigned i = 0; i < s->area_count; i++)
        if (s->areas[i].type == kind && gt_figures_on(&t, i, pose, box) >= GT_FIGURES / 2)
            return true;
    return false;
}

int staff_level(const gg_state *s, gg_point centre)
{
    const gt_table t = staff_table(s);
    return gt_level_at(&t, centre);
}

/* ---- Buildings: the areas of that kind, numbered from 1. ---- */

unsigned staff_building(const gg_state *s, unsigned nth)
{
    for (unsigned i = 0; i < s->area_count && nth > 0; i++)
        if (s->areas[i].type == GROUND_BUILDING && --nth == 0) return i;
    return NOBODY;
}

unsigned staff_building_number(const gg_state *s, unsigned area)
{
    unsigned nth = 0;
    for (unsigned i = 0; i <= area && i < s->area_count; i++)
        if (s->areas[i].type == GROUND_BUILDING) nth++;
    return nth;
}

unsigned staff_garrison(const gg_state *s, unsigned area)
{
    const unsigned nth = staff_building_number(s, area);
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_is_here(s, u) && s->more[u].inside == nth) return u;
    return NOBODY;
}

/* A building is a rectangle along the edges of the table, facing north. */
gg_pose staff_building_pose(const gg_state *s, unsigned area)
{
    const gg_bounds at = gt_area_bounds(&staff_game, &s->areas[area]);
    return (gg_pose){{(at.low.x + at.high.x) / 2, at.high.y}, 0};
}

gg_box staff_building_box(const gg_state *s, unsigned area)
{
    const gg_bounds at = gt_area_bounds(&staff_game, &s->areas[area]);
    return (gg_box){(at.high.x - at.low.x) / 2, 0, at.low.y - at.high.y};
}
