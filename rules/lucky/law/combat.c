/*
 * combat.c - who fights, and the two totals (chapter 6, LG-R84 to LG-R97).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "fight.h"

typedef struct bout { /* one side's view of a combat: its lead against the enemy's lead */
    uint8_t commander, uphill, river, mixed, attacking, impact, mass, open, prepared, bua, fort,
        flank;
    uint8_t supported, disordered, cossack, foot, horse, quality, shaken;
    uint8_t three_to_two, two_to_one;
    uint8_t enemy_foot, enemy_horse, enemy_open, enemy_mixed, enemy_square, enemy_covered;
    int strength, enemy_strength;
} bout;

/* Cavalry attacking foot or guns that are in the open and not in square. */
#define RIDES_DOWN(q)                                                                              \
    ((q)->horse && (q)->attacking && !(q)->enemy_horse && (q)->enemy_open && !(q)->enemy_square)
#define ROLL combat
#define QUERY bout
#define ROWS "rules/lucky/law/combat.def"
#include "core/modifiers.def"

const gg_check lg_combat_check = {
    .name = "combat",
    .clause = LG_6_1,
    GG_SIXES(GG_SUM, gg_one_die, lg_numbers),
    GG_MODS(combat_mods),
    .rule = "One die each, the attacking side first; the higher total wins by the difference.",
};

/* ---- Who fights. ---- */

uint64_t lg_of_side(const gg_state *s, gg_side side, uint64_t set)
{
    uint64_t found = 0;
    for (unsigned u = gt_take(&set); u != NOBODY; u = gt_take(&set))
        if (s->units[u].side == side) found |= gt_bit(u);
    return found;
}

/* LG-R85: best quality, then strength, then order. */
static unsigned lead_of(const gg_state *s, uint64_t set)
{
    unsigned lead = NOBODY;
    lg_quality best = POOR;
    for (unsigned u = gt_take(&set); u != NOBODY; u = gt_take(&set)) {
        lg_quality quality = lg_quality_of(s, u);
        if (lead != NOBODY
            && (quality < best
                || (quality == best && s->units[u].strength <= s->units[lead].strength)))
            continue;
        lead = u;
        best = quality;
    }
    return lead;
}

static bool comes_in_flank(const gg_state *s, unsigned u)
{
    return lg_is_attacking(s, u) && s->charges[u].flank;
}

bool lg_has_both_sides(const gg_state *s, uint64_t set)
{
    return lg_of_side(s, GG_BLUE, set) != 0 && lg_of_side(s, GG_RED, set) != 0;
}

void lg_fight_begins(gg_state *s)
{
    lg_fight *fight = &s->fight;
    fight->units = gg_those(s, fight->units, lg_stands);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        uint64_t own = lg_of_side(s, side, fight->units);
        if (own == 0) return;
        unsigned lead = lead_of(s, own);
        fight->lead[side] = (uint8_t)lead;
        fight->lead_at[side] = s->units[lead].at;
        fight->flank[side] = gg_those(s, own, comes_in_flank) != 0;
    }
    bool base = gg_those(s, lg_of_side(s, fight->base, fight->units), lg_is_attacking) != 0;
    fight->attacker = base ? fight->base : gg_other(fight->base);
}

/* ---- What counts. ---- */

static bool has_commander(const gg_state *s, uint64_t set)
{
    for (unsigned c = 0; c < s->commander_count; c++)
        if (s->commanders[c].attached != NOBODY && (set & gt_bit(s->commanders[c].attached)))
            return true;
    return false;
}

/* LG-R90: did the enemy lead come over a river that my lead does not stand in? */
static bool defends_river(const gg_state *s, unsigned lead, unsigned enemy)
{
    if (lg_is_attacking(s, lead) || !lg_is_attacking(s, enemy)) return false;
    for (int i = 0; i < s->area_count; i++) {
        if (s->areas[i].type != GROUND_RIVER) continue;
        gg_convex river = gt_small_shape(&lg_game, &s->areas[i]);
        if (gg_passes_through(s->charges[enemy].declared, s->units[enemy].at, &river)
            && !gg_holds(&river, s->units[lead].at))
            return true;
    }
    return false;
}

/* LG-R88: does somebody stand behind this unit? */
static bool is_supported(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (lg_has_no_flanks(s, u) || lg_ground_at(s, unit->at).building != NOBODY) return false;
    int32_t reach = s->options[OPT_support_dist] * HUNDREDTH;
    gg_box box = lg_box(s, unit->type, unit->formation);
    gg_convex shape = lg_shape(s, u);
    uint64_t near = lg_near(s, gg_bounds_of(&shape), reach) & ~gt_bit(u);
    for (unsigned other = gt_take(&near); other != NOBODY; other = gt_take(&near)) {
        const lg_unit *its = &s->units[other];
        if (its->side != unit->side || its->type != unit->type || lg_is_guns(its)) continue;
        if (its->shaken > 0 || (its->status & (STATUS_DISORDERED | STATUS_ROUTING))) continue;
        if ((s->fight.units & gt_bit(other)) || lg_waits_in_combat(s, other)) continue;
        if (gg_zone_of_point(lg_pose(unit), box, its->at) == GG_ZONE_REAR
            && lg_is_within(s, u, other, reach))
            return true;
    }
    return false;
}

/* LG-R145: which second unit supports, behind or in the combat itself. */
static bool has_support(const gg_state *s, uint64_t own)
{
    const int which = s->options[OPT_support];
    if (which != SUPPORT_BEHIND && gg_count_bits(own) > 1) return true;
    return which != SUPPORT_ENGAGED && gg_those(s, own, is_supported) != 0;
}

static int strength_of(const gg_state *s, uint64_t set)
{
    int sum = 0;
    for (unsigned u = gt_take(&set); u != NOBODY; u = gt_take(&set)) sum += s->units[u].strength;
    return sum;
}

static bool has_type(gt_here here, lg_ground type) { return here.types >> type & 1; }

static bout bout_of(const gg_state *s, gg_side side)
{
    const lg_fight *fight = &s->fight;
    unsigned lead = fight->lead[side], enemy = fight->lead[gg_other(side)];
    const lg_unit *unit = &s->units[lead], *its = &s->units[enemy];
    gt_here here = lg_ground_at(s, unit->at), there = lg_ground_at(s, its->at);
    uint64_t own = lg_of_side(s, side, fight->units);
    bool square = its->formation == FORM_SQUARE;
    int strength = strength_of(s, own),
        enemies = strength_of(s, lg_of_side(s, gg_other(side), fight->units));
    return (bout){
        .commander = has_commander(s, own),
        .uphill = here.level > there.level,
        .river = defends_river(s, lead, enemy),
        .mixed = lg_is_foot(unit) && (unit->flags & FLAG_MIXED),
        .attacking = lg_is_attacking(s, lead),
        .impact = lg_is_horse(unit) && (unit->flags & FLAG_IMPACT),
        .mass = unit->formation == FORM_MASS,
        .open = lg_is_open(here),
        .prepared = (unit->status & STATUS_PREPARED) != 0,
        .bua = has_type(here, GROUND_BUA),
        .fort = has_type(here, GROUND_FORT),
        .flank = fight->flank[side],
        .supported = has_support(s, own),
        .disordered = (unit->status & STATUS_DISORDERED) != 0,
        .cossack = (unit->flags & FLAG_COSSACK) != 0,
        .foot = lg_is_foot(unit),
        .horse = lg_is_horse(unit),
        .quality = (uint8_t)lg_quality_of(s, lead),
        .shaken = unit->shaken,
        .enemy_foot = lg_is_foot(its),
        .enemy_horse = lg_is_horse(its),
        .enemy_open = lg_is_open(there),
        .enemy_mixed = lg_is_foot(its) && (its->flags & FLAG_MIXED),
        .enemy_square = square,
        .enemy_covered = square || has_type(there, GROUND_BUA) || has_type(there, GROUND_WOOD),
        .strength = strength,
        .enemy_strength = enemies,
        .three_to_two = strength * lg_number(s, N_three_to_two_enemy)
                        >= enemies * lg_number(s, N_three_to_two_own),
        .two_to_one =
            strength * lg_number(s, N_two_to_one_enemy) >= enemies * lg_number(s, N_two_to_one_own),
    };
}

int lg_fight_total(gg_state *s, gg_side side, gg_dice *dice, gg_log *log)
{
    int face;
    bout query = bout_of(s, side);
    return gg_roll_total(&lg_combat_check, CHECK_COMBAT, s->house, &query, s->fight.lead[side],
                         s->fight.lead[gg_other(side)], dice, log, &face);
}
