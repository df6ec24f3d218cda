/*
 * brigade.c - what a Brigade is: its units and what they add up to (CW-5.1, CW-5.3, CW-5.4; foot
 * and horse may be mixed, CW-5.16, and then it goes as its slowest unit, CW-5.17), its bases on the
 * table (CW-R4), and who is near (CW-R5, CW-R8).
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* CW-T4; light, line and heavy cavalry (CW-2.14). */
const cw_unit_def cw_unit_defs[] = {
    {.code = "?", .words = "a marker", .role = GG_ROLE_hidden, .clause = CW_27_1},
#define UNIT(id, name, called, horse, bonus, men, steady, rating, cc_foot, cc_horse, adds, lends,  \
             rules, looks, cites)                                                                  \
    {.code = name,                                                                                 \
     .words = called,                                                                              \
     .mounted = horse,                                                                             \
     .command = adds,                                                                              \
     .skirmish = lends,                                                                            \
     .role = GG_ROLE_##looks,                                                                      \
     .specials = rules,                                                                            \
     .clause = cites},
#include "units.def"
#undef UNIT
};

/* CW-T5; what is no gun is a small arm (CW-22.2). */
const cw_weapon_def cw_weapon_defs[] = {
#define WEAPON(id, name, called, effective, far, gun, cites) {name, called, gun, cites},
#include "weapons.def"
#undef WEAPON
};

/* CW-T7: Line, Column, Square (CW-6.2), and what has none of them. */
const cw_form_def cw_form_defs[] = {
#define FORM(id, name, called, share, again_steady, again_fire, may_quick, may_move, cites)        \
    {.letter = name,                                                                               \
     .words = called,                                                                              \
     .fires = (share) > 0,                                                                         \
     .quarter = (share) > 1,                                                                       \
     .rerolls_steady = again_steady,                                                               \
     .rerolls_fire = again_fire,                                                                   \
     .quick = may_quick,                                                                           \
     .moves = may_move,                                                                            \
     .clause = cites},
#include "formations.def"
#undef FORM
};

const char *const cw_special_words[] = {
#define SPECIAL(id, word, words, points, clause) word,
#include "specials.def"
#undef SPECIAL
    NULL};

/* ---- The table. ---- */

/* CW-T8; the classes are those of CW-4.1. */
static const gt_ground grounds[] = {
#define GROUND(id, called, for_people, class, has, depth, looks, cites)                            \
    {called, for_people, has, 0, 0, GG_ROLE_##looks, cites},
#include "ground.def"
#undef GROUND
};

static const gt_ground roads[] = {
    {.name = "road", .words = "a road", .role = GG_ROLE_road, .clause = CW_R17}};

/* From R: three bases wide, or five deep. */
enum { FARTHEST_CORNER = 16156 };
_Static_assert((int64_t)FARTHEST_CORNER *FARTHEST_CORNER
                   >= (int64_t)9 * BASE_WIDTH * BASE_WIDTH / 4
                          + (int64_t)25 * BASE_DEPTH * BASE_DEPTH,
               "no corner lies farther");

/* Generals and scouting markers. */
static bool find_marker(const gg_state *s, gg_unit n, gt_spot *out)
{
    if (n < FIRST_GENERAL || n >= NAMES) return false;
    const bool general = cw_is_general(n);
    *out = (gt_spot){cw_place_of(s, n),
                     general ? cw_general_side(n) : (gg_side)((n - FIRST_MARKER) / MARKERS_MAX)};
    return general ? cw_is_in_play(cw_general_at(s, n)) : cw_scout_at(s, n)->exists;
}

const gt_game cw_game = {
    .rules = &clausewitz_rules,
    .table = cw_table,
    .marker = find_marker,
    .draw = cw_draw_thing,
    .grain = 100,
    .step = 1, /* tenths of a degree */
    .tolerance = TOLERANCE,
    .routing = STATUS_FLEEING,
    .base = {BASE_WIDTH, BASE_DEPTH},
    .reach = FARTHEST_CORNER,
    .grounds = grounds,
    .ground_count = GROUNDS,
    .lines = roads,
    .line_kinds = 1,
    .levels = 3,
};

gt_table cw_table(const gg_state *s)
{
    return (gt_table){
        .game = &cw_game,
        .state = s,
        .bodies = s->bodies,
        .areas = s->areas,
        .corners = s->corners,
        .lines = s->lines,
        .strips = s->strips,
        .width = s->width,
        .height = s->height,
        .cell = s->cell,
        .body_count = s->body_count,
        .words = 1,
        .reach = FARTHEST_CORNER,
        .area_count = s->area_count,
        .line_count = s->line_count,
    };
}

/* ---- Units. ---- */

/* N_LI_morale ... of a kind of unit. */
static int unit_number(const gg_state *s, cw_type type, int which)
{
    gg_assert(type != TYPE_HIDDEN);
    return cw_number(s, which + (type - TYPE_LI) * N_UNIT_ROWS);
}

int32_t cw_reach(const gg_state *s, cw_weapon weapon, bool far)
{
    return cw_number(s, N_NONE_effective + weapon * N_WEAPON_ROWS + far);
}

/* CW-R35: men that do not fill a die count for one; at least one.  Fifty men are a figure (CW-1.4),
 * 200 of them a die of infantry (CW-5.10, CW-5.11), 50 of cavalry, a gun one of artillery
 * (CW-23.2). */
int cw_dice_of_men(const gg_state *s, cw_type type, int men)
{
    const int each = unit_number(s, type, N_LI_men);
    const int dice = s->options[OPT_men_round] ? (men + each - 1) / each : men / each;
    return dice < 1 ? 1 : dice;
}

int cw_men_of_dice(const gg_state *s, cw_type type, int dice)
{
    return dice * unit_number(s, type, N_LI_men);
}

cw_unit cw_unit_of(const gg_state *s, cw_type type, cw_weapon weapon, int men)
{
    const bool guns = type == TYPE_FA || type == TYPE_HA;
    const int dice = cw_dice_of_men(s, type, men);
    return (cw_unit){
        .men = (uint16_t)men,
        .specials = cw_unit_defs[type].specials,
        .type = (uint8_t)type,
        .dice = (uint8_t)dice,
        .dice_start = (uint8_t)dice,
        .formation = guns                         ? FORM_UNLIMBERED
                     : cw_unit_defs[type].mounted ? FORM_NONE
                                                  : FORM_LINE,
        .weapon = (uint8_t)weapon,
        .steady = (uint8_t)unit_number(s, type, N_LI_steady),
        .foot = (uint8_t)unit_number(s, type, N_LI_foot),
        .horse = (uint8_t)unit_number(s, type, N_LI_horse),
        .rating = (uint8_t)unit_number(s, type, N_LI_rating),
        .morale = (uint8_t)unit_number(s, type, N_LI_morale),
    };
}

bool cw_any(const gg_state *s, unsigned b, bool (*is)(const cw_unit *))
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (is(&s->units[b][slot])) return true;
    return false;
}

bool cw_all(const gg_state *s, unsigned b, bool (*is)(const cw_unit *))
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (!is(&s->units[b][slot])) return false;
    return true;
}

bool cw_any_form(const gg_state *s, unsigned b, cw_form form)
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (s->units[b][slot].formation == form) return true;
    return false;
}

bool cw_any_special(const gg_state *s, unsigned b, unsigned special)
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (s->units[b][slot].specials & special) return true;
    return false;
}

bool cw_all_special(const gg_state *s, unsigned b, unsigned special)
{
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (!(s->units[b][slot].specials & special)) return false;
    return true;
}

/* CW-R34: the worst of its units. */
int cw_rating(const gg_state *s, unsigned b)
{
    int rating = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        if (s->units[b][slot].rating > rating) rating = s->units[b][slot].rating;
    return rating;
}

int cw_objective_of(const gg_state *s, unsigned b)
{
    const int own = s->brigades[b].objective;
    return own != 0 ? own : s->division_objective[s->bodies[b].side][s->bodies[b].division];
}

void cw_add_losses(cw_brigade *brigade, int hits, int lost)
{
    hits += brigade->hits;
    lost += brigade->lost;
    brigade->hits = (uint8_t)(hits > HITS_MAX ? HITS_MAX : hits);
    brigade->lost = (uint8_t)(lost > UINT8_MAX ? UINT8_MAX : lost);
}

/* CW-T16: what a unit costs in a battle of equal points (CW-28.1). */
static int points_per_die(const gg_state *s, const cw_unit *u)
{
    if (cw_is_guns(u)) {
        const int row = u->weapon == WEAPON_POUND6    ? N_points_pound6
                        : u->weapon == WEAPON_POUND12 ? N_points_pound12
                                                      : N_points_howitzer;
        return cw_number(s, row);
    }
    if (cw_is_mounted(u)) return cw_number(s, N_points_mounted);
    return cw_number(s, u->weapon == WEAPON_RIFLE ? N_points_rifle : N_points_musket);
}

int cw_points(const gg_state *s, const cw_unit *u)
{
    const int dice = points_per_die(s, u) * u->dice_start, base = cw_number(s, N_LI_rating);
    const int share = cw_number(s, N_points_steady);
    int points = cw_number(s, N_points_morale) * u->morale + dice;
    if (u->steady != 0 && u->steady < cw_number(s, N_LI_steady))
        points += (dice + share - 1) / share;
    if (u->rating < base) points += cw_number(s, N_points_rating) * (base - u->rating);
    for (int row = 0; row < SPECIALS; row++)
        if (u->specials >> row & 1) points += cw_number(s, N_points_CAVALRY1 + row);
    return points;
}

/* ---- Bases on the table. ---- */

/* What is local is turned into the world by it (CW-R3). */
gg_pose cw_pose(const gg_state *s, unsigned b)
{
    return (gg_pose){s->bodies[b].at, s->bodies[b].facing};
}

gg_box cw_box(const gg_state *s, unsigned b)
{
    return gt_brigade_box(cw_game.base, cw_count(s, b), s->bodies[b].formation);
}

gg_convex cw_base(const gg_state *s, unsigned b, int slot)
{
    return gt_base_shape(cw_pose(s, b), cw_game.base, cw_count(s, b), s->bodies[b].formation, slot);
}

gg_point cw_base_middle(const gg_state *s, unsigned b, int slot)
{
    return gg_to_world(cw_pose(s, b),
                       gt_base_centre(cw_game.base, cw_count(s, b), s->bodies[b].formation, slot));
}

gg_point cw_middle(const gg_state *s, unsigned b)
{
    const gg_box box = cw_box(s, b);
    return gg_to_world(cw_pose(s, b), (gg_point){0, box.rear / 2});
}

/* ---- Who is near. ---- */

uint64_t cw_side_set(const gg_state *s, gg_side side, bool standing_only)
{
    uint64_t set = 0;
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_here(s, b) && s->bodies[b].side == side
            && !(standing_only && cw_is_fleeing(s, b)))
            set |= gt_bit(b);
    return set;
}

uint64_t cw_enemies_within(const gg_state *s, unsigned b, int32_t limit)
{
    const gt_table t = cw_table(s);
    const gg_point at = s->bodies[b].at;
    const int64_t outer = gt_body_circles(&t, b).outer;
    gt_shapes own = {.count = 0};
    gt_set near;
    gt_near_cells(&t, (gg_bounds){at, at}, limit + (int32_t)outer, &near);
    uint64_t found = 0;
    while (near.bits[0] != 0) {
        const unsigned other = (unsigned)gg_next_bit(&near.bits[0]);
        const gt_circles both = {outer + gt_body_circles(&t, other).outer, -1};
        if (s->bodies[other].side == s->bodies[b].side || !cw_stands(s, other)
            || gt_places_within(at, s->bodies[other].at, both, limit) == 0)
            continue;
        if (own.count == 0) own = gt_shapes_of(&t, b);
        const gt_shapes its = gt_shapes_of(&t, other);
        if (gt_shapes_within(&own, &its, limit)) found |= gt_bit(other);
    }
    return found;
}

bool cw_in_zone(const gg_state *s, unsigned b)
{
    return cw_enemies_within(s, b, cw_number(s, N_zone_of_control)) != 0;
}

cw_nearest cw_nearest_base(const gg_state *s, unsigned b, uint64_t among)
{
    const gt_table t = cw_table(s);
    const gt_shapes own = gt_shapes_of(&t, b);
    cw_nearest found = {-1, -1, INT32_MAX};
    while (among != 0) {
        const int other = gg_next_bit(&among);
        const gt_shapes its = gt_shapes_of(&t, (unsigned)other);
        for (int slot = 0; slot < its.count; slot++) {
            for (int mine = 0; mine < own.count; mine++) {
                if (!gg_is_within(&own.at[mine], &its.at[slot], found.distance - 1)) continue;
                found =
                    (cw_nearest){other, slot, gg_distance_between(&own.at[mine], &its.at[slot])};
            }
        }
    }
    return found;
}

gg_zone cw_zone_of(const gg_state *s, unsigned b, unsigned other, int slot)
{
    const gg_convex base = cw_base(s, other, slot);
    return gg_zone_of_box(cw_pose(s, b), cw_box(s, b), &base);
}

int32_t cw_point_distance(const gg_state *s, gg_point at, unsigned b)
{
    const gt_table t = cw_table(s);
    const gt_shapes own = {.count = 1, .at = {gg_dot(at)}}, its = gt_shapes_of(&t, b);
    return gt_shapes_distance(&own, &its);
}

void cw_take_unit(gg_state *s, unsigned b, int slot)
{
    const int count = cw_count(s, b);
    for (int i = slot; i + 1 < count; i++) s->units[b][i] = s->units[b][i + 1];
    s->units[b][count - 1] = (cw_unit){.type = TYPE_HIDDEN};
    s->bodies[b].strength--;
}
