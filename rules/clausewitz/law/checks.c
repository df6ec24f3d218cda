/*
 * checks.c - the rolls: one table each, which decides, explains, gives odds and is printed.
 * SPDX-License-Identifier: MIT
 */
#include "army.h"
#include "core/roll.h"

/* All dice are D6 (CW-1.7). */

/* ---- Command (CW-T2, CW-5.15): the total is how much the roll is above, or short of, what was
 * needed. ---- */

#define ROLL command
#define QUERY cw_command_query
#define ROWS "rules/clausewitz/law/command.def"
#include "core/modifiers.def"

static const gg_band command_bands[] = {
    {.at_least = 0, .clause = CW_8_9, .text = "all its actions"},
    {.at_least = -1, .clause = CW_8_9, .text = "one action less"},
    {.at_least = -2, .clause = CW_8_9, .text = "two actions less"},
    {.at_least = -3, .clause = CW_8_9, .text = "three actions less"},
    {.at_least = -4, .clause = CW_8_9, .text = "four actions less"},
    {.clause = CW_8_9, .text = "five actions less"},
};

const gg_check cw_command_check = {
    .name = "command",
    .clause = CW_8_8,
    GG_SIXES(GG_SUM, gg_two_dice, cw_numbers),
    GG_MODS(command_mods),
    GG_BANDS(command_bands),
    .rule = "Two dice, added up, less both ratings; 0 or more: {brigade_actions} actions.",
};

/* ---- Morale (CW-T14; a Cavalry (-2) takes two off, CW-R100): the total is the margin. ---- */

#define ROLL morale
#define QUERY cw_morale_query
#define ROWS "rules/clausewitz/law/morale.def"
#include "core/modifiers.def"

static const gg_band morale_bands[] = {
    {.at_least = 0, .clause = CW_5_5, .text = "passed"},
    {.clause = CW_12_6, .text = "failed"},
};

const gg_check cw_morale_check = {
    .name = "morale",
    .clause = CW_5_5,
    GG_SIXES(GG_SUM, gg_two_dice, cw_numbers),
    GG_MODS(morale_mods),
    GG_BANDS(morale_bands),
    .rule = "Two dice, added up, less what the Brigade needs; 0 or more passes.",
};

/* ---- A General at risk (CW-T9). ---- */

static const gg_band risk_bands[] = {
    {.number = N_risk_escapes, .clause = CW_9_6, .text = "escapes"},
    {.number = N_risk_wounded, .clause = CW_9_5, .text = "wounded"},
    {.number = N_risk_dead, .clause = CW_9_4, .text = "severely wounded"},
    {.clause = CW_9_4, .text = "dead"},
};

const gg_check cw_risk_check = {
    .name = "risk",
    .clause = CW_9_2,
    GG_SIXES(GG_SUM, gg_two_dice, cw_numbers),
    GG_BANDS(risk_bands),
    .rule = "Two dice, added up.",
};

/* ---- Dice that each succeed or not: Steady (CW-5.9), Fire! (CW-T6), melee (CW-5.13). ---- */

static int so_many(const void *query)
{
    const cw_dice_query *q = query;
    return q->dice;
}

static int so_high(const void *query)
{
    const cw_dice_query *q = query;
    return q->needs < 0 ? 0 : q->needs;
}

/* Whatever is added to it, a natural 1 may miss (CW-R60). */
static uint32_t too_low(const void *query)
{
    const cw_dice_query *q = query;
    return (1u << (q->lowest - 1)) - 1;
}

#define ROLL melee
#define QUERY cw_dice_query
#define ROWS "rules/clausewitz/law/melee.def"
#include "core/modifiers.def"

#define DICE(id, called, cites, counted, with, count, says)                                        \
    const gg_check cw_##id##_check = {.name = called,                                              \
                                      .clause = cites,                                             \
                                      .kind = GG_EACH,                                             \
                                      .sides = 6,                                                  \
                                      .dice = so_many,                                             \
                                      .needs = so_high,                                            \
                                      .never = too_low,                                            \
                                      .mods = with,                                                \
                                      .mod_count = count,                                          \
                                      .numbers = cw_numbers,                                       \
                                      .what = counted,                                             \
                                      .rule = says};
DICE(steady, "steady", CW_16_4, "shot", NULL, 0,
     "The dice that may fire; each needs the unit's Steady.")
DICE(fire, "fire", CW_16_5, "hit", NULL, 0,
     "A die for each success; {fire_effective}+ at effective range, more at long range.")
DICE(save, "save", CW_16_6, "save", NULL, 0, "A die for each hit on a base in a wood or village.")
DICE(damage, "damage", CW_18_2, "wound", NULL, 0,
     "A die for each unsaved hit; {damage}+ takes a combat die.")
DICE(melee, "melee", CW_17_5, "hit", melee_mods, sizeof melee_mods / sizeof *melee_mods,
     "All combat dice of the engaged units; CC v Foot or v Horse.")
DICE(impetuous, "impetuous", CW_21_4, "halt", NULL, 0,
     "One die; the number of the rule to act normally.")
DICE(colours, "colours", CW_25_1, "colour", NULL, 0,
     "A die for each beaten unit; {colour_taken}+ takes it.")
#undef DICE

static const gg_check *const dice_checks[CHECKS] = {
    [CHECK_STEADY] = &cw_steady_check,   [CHECK_FIRE] = &cw_fire_check,
    [CHECK_SAVE] = &cw_save_check,       [CHECK_DAMAGE] = &cw_damage_check,
    [CHECK_MELEE] = &cw_melee_check,     [CHECK_IMPETUOUS] = &cw_impetuous_check,
    [CHECK_COLOURS] = &cw_colours_check,
};

int cw_roll_all(gg_state *s, int check, const cw_dice_query *query, gg_unit who, gg_unit whom,
                gg_dice *rolls, gg_log *log)
{
    return gg_roll_check(dice_checks[check], (uint8_t)check, s->house, query, who, whom, rolls,
                         log);
}

int cw_roll_dice(gg_state *s, int check, int dice, int needs, gg_unit who, gg_unit whom,
                 gg_dice *rolls, gg_log *log)
{
    const cw_dice_query query = {.dice = dice, .needs = needs, .lowest = 1};
    return cw_roll_all(s, check, &query, who, whom, rolls, log);
}

int cw_roll_d3(gg_clause why, gg_unit who, gg_dice *dice, gg_log *log)
{
    const int face = gg_roll_die(dice, "d3", who, GG_NO_UNIT);
    const int half = (face + 1) / 2;
    gg_event *event = cw_say_number(log, GG_ROLL, S_D3, who, GG_NO_UNIT, half);
    gg_show_dice(event, face, 0);
    if (event != NULL) event->clause = why;
    return half;
}
