/*
 * sheet.c - what the rows of the reference sheet (sheet.def) cannot say alone.
 * SPDX-License-Identifier: MIT
 */
#include "core/sheet.h"
#include "rules/clausewitz/show/show.h"

static const char *const class_words[] = {"open", "rough", "difficult", "impassable"};

/* T16: what some units come to, so that nobody has to add up. */
static void pour_costs(gg_sheet *sheet)
{
    static const struct {
        uint8_t type, weapon;
        uint16_t men;
    } rows[] = {
        {TYPE_LI, WEAPON_MUSKET, 800}, {TYPE_LT, WEAPON_MUSKET, 600}, {TYPE_LT, WEAPON_RIFLE, 600},
        {TYPE_HC, WEAPON_NONE, 200},   {TYPE_NC, WEAPON_NONE, 200},   {TYPE_LC, WEAPON_NONE, 150},
        {TYPE_FA, WEAPON_POUND6, 6},   {TYPE_FA, WEAPON_POUND12, 6},  {TYPE_FA, WEAPON_HOWITZER, 4},
        {TYPE_HA, WEAPON_POUND6, 6},
    };
    gg_state by = {.options = {[OPT_men_round] = 1}};
    for (int row = 0; row < NUMBERS && sheet->house != NULL; row++)
        by.house[row] = sheet->house[row];
    gg_sheet_head(sheet, "T16 What units cost", "Unit|Men or guns|Dice|Points|Clause");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cw_unit unit =
            cw_unit_of(&by, (cw_type)rows[i].type, (cw_weapon)rows[i].weapon, rows[i].men);
        const bool armed = rows[i].weapon == WEAPON_RIFLE || cw_is_guns(&unit);
        gg_sheet_row(sheet, CW_R95, "%s|%d|%d|%d",
                     armed ? cw_weapon_defs[rows[i].weapon].words
                           : cw_unit_defs[rows[i].type].words,
                     rows[i].men, unit.dice, cw_points(&by, &unit));
    }
}

#include "core/sheet.def"
