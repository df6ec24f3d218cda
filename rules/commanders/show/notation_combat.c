/*
 * notation_combat.c - the lines of a position that tell of a combat: battle zones and who stands in
 * them, whom they attack, the dice that lie there, hits and re-rolls.
 *
 *   zone b1|b2 b1 both bI1 bI2 - - - rI1 - - - -   its name, the sector behind blue's spaces, who
 *                                                  attacks, blue's five spaces, red's five
 *   aim b1|b2 bI1 rI1 ignores; dice b1|b2 bI1 4    of a unit in a space; a garrison is its building
 *   hit bI1 rI1 rI2; rerolls blue b2 1; combat b2 blue passed red
 * SPDX-License-Identifier: MIT
 */
#include "notation.h"
#include "rules/commanders/law/board.h"

static const char expected_unit[] = "expected a unit such as bI3";

/* ---- Writing. ---- */

static void put_number(gg_text *out, int number)
{
    gg_put_char(out, ' ');
    gg_put_int(out, number);
}

static void put_unit_or_dash(const gg_state *state, int stored, gg_text *out)
{
    gg_put_char(out, ' ');
    if (stored == 0) gg_put_char(out, '-');
    else commanders_write_unit(state, (gg_unit)(stored - 1), out);
}

static void write_space(const gg_state *state, const zone *z, int side, int space, gg_text *out)
{
    if (z->target[side][space] != 0) {
        gg_put(out, "aim ");
        commanders_put_zone(out, z->id);
        put_unit_or_dash(state, z->space[side][space], out);
        put_unit_or_dash(state, z->target[side][space], out);
        if ((z->ignores[side] >> space & 1) != 0) commanders_put_word(out, "ignores");
        gg_put_char(out, '\n');
    }
    if (z->dice[side][space][0] == 0) return;
    gg_put(out, "dice ");
    commanders_put_zone(out, z->id);
    put_unit_or_dash(state, z->space[side][space], out);
    for (int which = 0; which < 2; which++)
        if (z->dice[side][space][which] != 0) put_number(out, z->dice[side][space][which]);
    gg_put_char(out, '\n');
}

/* zone b1|b2 b1 both bI1 bI2 - - - rI1 - - - - */
static void write_zone(const gg_state *state, const zone *z, gg_text *out)
{
    gg_put(out, "zone ");
    commanders_put_zone(out, z->id);
    commanders_put_word(out, commanders_is_border_zone(z) ? commanders_place_names[z->blue] : "-");
    commanders_put_word(out, z->attacks == GG_SIDES_BOTH   ? "both"
                             : z->attacks == GG_SIDES_BLUE ? "blue"
                                                           : "red");
    for (int i = 0; i < 2 * SPACES; i++)
        put_unit_or_dash(state, z->space[i / SPACES][i % SPACES], out);
    gg_put_char(out, '\n');
}

static void write_garrisons(const gg_state *state, gg_text *out)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        if (state->garrison_target[sector] != 0) {
            gg_put(out, "aim ");
            commanders_put_zone(out, ZONE_BUILDING + sector);
            put_unit_or_dash(state, state->garrison_target[sector], out);
            gg_put_char(out, '\n');
        }
        if (state->garrison_die[sector] != 0) {
            gg_put(out, "dice ");
            commanders_put_zone(out, ZONE_BUILDING + sector);
            put_number(out, state->garrison_die[sector]);
            gg_put_char(out, '\n');
        }
    }
}

static void write_hitters(const gg_state *state, gg_text *out)
{
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        uint32_t by = state->units[i].hitters;
        if (by == 0) continue;
        gg_put(out, "hit ");
        commanders_write_unit(state, i, out);
        for (int n = 0; n < UNITS; n++)
            if ((by >> n & 1) != 0)
                put_unit_or_dash(state, first_of(enemy_of(side_of(i))) + n + 1, out);
        gg_put_char(out, '\n');
    }
}

void commanders_write_combat(const gg_state *state, gg_text *out)
{
    for (int number = 0; number < state->zone_count; number++)
        write_zone(state, &state->zones[number], out);
    for (int number = 0; number < state->zone_count; number++)
        for (int i = 0; i < 2 * SPACES; i++)
            write_space(state, &state->zones[number], i / SPACES, i % SPACES, out);
    write_garrisons(state, out);
    write_hitters(state, out);
    for (int side = 0; side < 2; side++)
        for (int sector = 0; sector < SECTORS; sector++) {
            if (state->rerolls[side][sector] == 0) continue;
            gg_put(out, "rerolls");
            commanders_put_word(out, gg_side_name((gg_side)side));
            commanders_put_word(out, commanders_place_names[sector]);
            put_number(out, state->rerolls[side][sector]);
            gg_put_char(out, '\n');
        }
}

/* Whose turn it is to roll again. */
void commanders_write_turn(const gg_state *state, gg_text *out)
{
    if (commanders_stages[state->stage].kind != OPEN) return;
    gg_put(out, "combat");
    commanders_put_word(out, commanders_place_names[state->reroll_at]);
    commanders_put_word(out, gg_side_name(state->reroll_side));
    if (state->reroll_passes != 0) {
        commanders_put_word(out, "passed");
        commanders_put_word(out, state->reroll_passes == GG_SIDES_BLUE ? "blue" : "red");
    }
    gg_put_char(out, '\n');
}

/* ---- Reading. ---- */

/* A unit (+1), or 0 for a dash. */
static const char *read_unit(gg_scan *scan, const gg_state *state, uint8_t *out)
{
    gg_unit who;
    *out = 0;
    gg_scan_spaces(scan);
    if (gg_scan_char(scan, '-')) return NULL;
    const gg_scan before = *scan;
    if (!commanders_scan_name(scan, state, &who)) return expected_unit;
    if (who == GG_NO_UNIT) return *scan = before, "there is no such unit in the position";
    *out = (uint8_t)(who + 1);
    return NULL;
}

static const char *read_die(gg_scan *scan, uint8_t *out)
{
    int64_t face;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 1, 6, &face)) return "expected a die, 1 to 6";
    *out = (uint8_t)face;
    return NULL;
}

/* A zone of the position, or the building of a sector; NO_SECTOR: it is none. */
static const char *read_known_zone(gg_scan *scan, gg_state *state, zone **z, int *sector)
{
    int id;
    gg_scan_spaces(scan);
    if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
    int number = commanders_zone_by_id(state, id);
    *z = number < 0 ? NULL : &state->zones[number];
    *sector = id >= ZONE_BUILDING ? id - ZONE_BUILDING : NO_SECTOR;
    return number >= 0 || id >= ZONE_BUILDING ? NULL : "there is no such zone in the position";
}

static const char *read_attackers(gg_scan *scan, uint8_t *attacks)
{
    gg_side attacker;
    gg_scan_spaces(scan);
    if (gg_scan_is(scan, "both")) *attacks = GG_SIDES_BOTH;
    else if (gg_scan_side(scan, &attacker)) *attacks = (uint8_t)(1u << attacker);
    else return commanders_expected_side;
    return NULL;
}

static const char *read_spaces(gg_scan *scan, const gg_state *state, zone *z)
{
    for (int i = 0; i < 2 * SPACES; i++) {
        uint8_t *who = &z->space[i / SPACES][i % SPACES];
        const char *trouble = read_unit(scan, state, who);
        if (trouble != NULL) return trouble;
        if (*who != 0 && (*who > UNITS) != (i >= SPACES)) return "blue's five spaces come first";
    }
    return NULL;
}

const char *commanders_read_zone(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int id, blue = 0;
    const char *trouble = NULL;
    (void)nth;
    gg_scan_spaces(scan);
    if (!commanders_scan_zone(scan, &id)) return commanders_expected_zone;
    int number = commanders_zone_by_id(state, id);
    bool in_order = state->zone_count == 0 || state->zones[state->zone_count - 1].id < id;
    if (number < 0 && (state->zone_count == ZONES_MAX || !in_order))
        return "zones stand in the order of their names";
    if (number < 0) number = state->zone_count++;
    gg_scan_spaces(scan);
    if (!gg_scan_char(scan, '-')) trouble = commanders_read_sector(scan, &blue);
    if (trouble != NULL) return trouble;
    zone z = {.id = (uint8_t)id, .blue = (uint8_t)blue};
    if (id < BORDERS && commanders_border_ends[id][0] != blue
        && commanders_border_ends[id][1] != blue)
        return "expected the sector behind blue's spaces";
    trouble = read_attackers(scan, &z.attacks);
    if (trouble == NULL) trouble = read_spaces(scan, state, &z);
    if (trouble == NULL) state->zones[number] = z;
    return trouble;
}

/* Units name their zones by id until all zones are known. */
const char *commanders_settle_zones(gg_state *state, uint32_t nth, bool is_said)
{
    (void)nth, (void)is_said;
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->zone == 0) continue;
        int number = commanders_zone_by_id(state, u->zone - 1);
        if (number < 0) return "a unit stands in a zone that is not listed";
        u->zone = (uint8_t)(number + 1);
    }
    return NULL;
}

/* The space of a zone this unit stands in. */
static bool find_space(const zone *z, uint8_t who, int *side, int *space)
{
    for (int i = 0; i < 2 * SPACES && who != 0; i++) {
        if (z->space[i / SPACES][i % SPACES] != who) continue;
        *side = i / SPACES;
        *space = i % SPACES;
        return true;
    }
    return false;
}

static const char *read_space(gg_scan *scan, const gg_state *state, const zone *z, int *side,
                              int *space)
{
    uint8_t who;
    const char *trouble = read_unit(scan, state, &who);
    if (trouble != NULL) return trouble;
    return find_space(z, who, side, space) ? NULL : "that unit does not stand in that zone";
}

const char *commanders_read_aim(gg_scan *scan, gg_state *state, uint32_t nth)
{
    zone *z;
    int sector, side, space;
    (void)nth;
    const char *trouble = read_known_zone(scan, state, &z, &sector);
    if (trouble != NULL) return trouble;
    if (z == NULL) return read_unit(scan, state, &state->garrison_target[sector]);
    trouble = read_space(scan, state, z, &side, &space);
    if (trouble == NULL) trouble = read_unit(scan, state, &z->target[side][space]);
    if (trouble != NULL) return trouble;
    gg_scan_spaces(scan);
    if (gg_scan_is(scan, "ignores")) z->ignores[side] |= (uint8_t)(1u << space);
    return NULL;
}

const char *commanders_read_dice(gg_scan *scan, gg_state *state, uint32_t nth)
{
    zone *z;
    int sector, side, space;
    (void)nth;
    const char *trouble = read_known_zone(scan, state, &z, &sector);
    if (trouble != NULL) return trouble;
    if (z == NULL) return read_die(scan, &state->garrison_die[sector]);
    trouble = read_space(scan, state, z, &side, &space);
    for (int which = 0; which < 2 && trouble == NULL; which++) {
        if (which == 1 && commanders_line_ends(scan)) break;
        trouble = read_die(scan, &z->dice[side][space][which]);
    }
    return trouble;
}

const char *commanders_read_hit(gg_scan *scan, gg_state *state, uint32_t nth)
{
    uint8_t whom, who;
    (void)nth;
    const char *trouble = read_unit(scan, state, &whom);
    if (trouble != NULL) return trouble;
    if (whom == 0) return expected_unit;
    while (!commanders_line_ends(scan)) {
        trouble = read_unit(scan, state, &who);
        if (trouble != NULL) return trouble;
        if (who == 0 || (who > UNITS) == (whom > UNITS)) return "expected an enemy unit";
        state->units[whom - 1].hitters |= 1u << ((who - 1) % UNITS);
    }
    return NULL;
}

const char *commanders_read_rerolls(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int sector;
    int64_t count;
    const char *trouble = commanders_read_sector(scan, &sector);
    if (trouble != NULL) return trouble;
    gg_scan_spaces(scan);
    if (!gg_scan_int(scan, 0, 3, &count)) return "expected a number of re-rolls, 0 to 3";
    state->rerolls[nth][sector] = (uint8_t)count;
    return NULL;
}

const char *commanders_read_combat(gg_scan *scan, gg_state *state, uint32_t nth)
{
    gg_side side, passed;
    int sector;
    (void)nth;
    const char *trouble = commanders_read_sector(scan, &sector);
    if (trouble != NULL) return trouble;
    gg_scan_spaces(scan);
    if (!gg_scan_side(scan, &side)) return commanders_expected_side;
    state->reroll_at = (uint8_t)sector;
    state->reroll_side = side;
    state->reroll_passes = 0;
    gg_scan_spaces(scan);
    if (!gg_scan_is(scan, "passed")) return NULL;
    gg_scan_spaces(scan);
    if (!gg_scan_side(scan, &passed)) return commanders_expected_side;
    state->reroll_passes = (uint8_t)(1u << passed);
    return NULL;
}
