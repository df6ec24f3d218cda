/*
 * setup.c - what a position leaves open, and the start of a scenario (LG-R124, LG-R135).
 *
 * While lines are read a unit's strength, what it began with and its formation are UNSAID until a
 * line says them, and SKIRM_UNSAID stands among its flags.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

lg_unit lg_new_unit(gg_side side, int number)
{
    return (lg_unit){.side = side,
                     .number = (uint8_t)number,
                     .division = NOBODY,
                     .nation = side == GG_BLUE ? NATION_FRENCH : NATION_AUSTRIAN,
                     .quality = AVERAGE,
                     .flags = SKIRM_UNSAID,
                     .strength = UNSAID,
                     .start = UNSAID,
                     .formation = UNSAID,
                     .facing = side == GG_BLUE ? 0 : 180};
}

int lg_count_units(const gg_state *s, gg_side side)
{
    int count = 0;
    for (unsigned u = 0; u < s->unit_count; u++) count += s->units[u].side == side;
    return count;
}

static int default_strength(const gg_state *s, const lg_unit *unit)
{
    static const uint8_t first[TYPES] = {OPT_s_inf_poor, OPT_s_cav_poor, OPT_s_foot_poor,
                                         OPT_s_horse_poor};
    int row = unit->flags & FLAG_COSSACK ? OPT_s_cossack_poor : first[unit->type];
    return s->options[row + unit->quality]; /* T18 */
}

/* Nothing stays unsaid, also of a position that cannot be. */
static void settle_words(const gg_state *s, lg_unit *unit)
{
    static const uint8_t usual[TYPES] = {FORM_COLUMN, FORM_RIDING, FORM_UNL, FORM_UNL};
    if (unit->formation == UNSAID) unit->formation = usual[unit->type];
    if (unit->nation == NATION_SPANISH)
        unit->quality = unit->flags & FLAG_GUARD ? AVERAGE : POOR; /* LG-R126, LG-11.9 */
    bool unsaid = (unit->flags & SKIRM_UNSAID) != 0;
    unit->flags &= (uint8_t)~SKIRM_UNSAID;
    if (unsaid && lg_skirmish_default(s, unit)) unit->flags |= FLAG_SKIRM;
    if (unit->strength == UNSAID)
        unit->strength = unit->removed == REMOVED_NOT ? (uint8_t)default_strength(s, unit) : 0;
    if (unit->start == UNSAID) unit->start = unit->strength;
}

static const char *settle_unit(gg_state *s, unsigned u)
{
    lg_unit *unit = &s->units[u];
    settle_words(s, unit);
    bool foot = unit->formation <= FORM_SQUARE, guns = unit->formation >= FORM_LIMB;
    if (lg_is_foot(unit) != foot || lg_is_guns(unit) != guns)
        return "a unit is in a formation of another arm";
    if (unit->formation == FORM_MASS && !lg_may_mass(unit)) return "this nation has no mass column";
    for (unsigned c = 0; c < s->commander_count;
         c++) /* unless it says another: the first division */
        if (unit->division == NOBODY && s->commanders[c].side == unit->side
            && s->commanders[c].level == LEVEL_DIVISION)
            unit->division = (uint8_t)c;
    if (unit->removed == REMOVED_NOT) gt_grid_put(s->grid.strips, 1, s->grid.cell, u, unit->at);
    return NULL;
}

static const char *settle_commander(gg_state *s, unsigned c)
{
    lg_commander *his = &s->commanders[c];
    if (his->superior != NOBODY
        && (s->commanders[his->superior].side != his->side
            || s->commanders[his->superior].level >= his->level))
        return "a commander is under somebody who is not his superior";
    if (his->level == LEVEL_DIVISION && his->quality > 3)
        return "a division commander is poor, able or good";
    if (his->attached != NOBODY) his->at = s->units[his->attached].at;
    return NULL;
}

static const char *settle_all(gg_state *s)
{
    s->grid = (gt_grid){.cell = gt_cell(s->width, s->height)};
    for (unsigned c = 0; c < s->commander_count; c++) {
        const char *broken = settle_commander(s, c);
        if (broken != NULL) return broken;
    }
    for (unsigned u = 0; u < s->unit_count; u++) {
        const char *broken = settle_unit(s, u);
        if (broken != NULL) return broken;
    }
    return NULL;
}

/* LG-R135: the scenario fixes how it begins, also who does. */
const char *lg_settle(gg_state *s, const int32_t *options)
{
    const char *broken = settle_all(s);
    if (broken == NULL) broken = lg_audit(s); /* only what can be is gone on with */
    if (broken != NULL) return broken;
    lg_make_notes(s);
    if (options == NULL) return NULL;
    lg_prepare(s);
    lg_hold_objectives(s, NULL);
    lg_play_on(s, NULL);
    lg_keep_notes(s);
    return NULL;
}
