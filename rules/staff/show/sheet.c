/*
 * sheet.c - what the rows of the reference sheet (sheet.def) cannot say alone: words for numbers.
 * SPDX-License-Identifier: MIT
 */
#include "core/sheet.h"
#include "rules/staff/show/show.h"

static const char *const blunder_words[BLUNDERS] = {
    "falls back from its front", "goes straight to its left; in proximity it stands",
    "goes straight to its right; in proximity it stands", "goes straight forward",
    "wild charge: another die for the moves"};
static const char *const outcome_words[] = {"breaks", "retires", "holds"};
static const char *const weapon_words[] = {
#define WEAPON(id, name, words, range, near, half, s, m, l, clause) words,
#include "rules/staff/law/units.def"
#undef WEAPON
};

static int value_of(const gg_sheet *sheet, int row)
{
    return gg_number_value(staff_numbers, sheet->house, (uint32_t)row);
}

static const char *pace(const gg_sheet *sheet, int row)
{
    static const char *const words[] = {"free", "half pace", "closed", "{obstacle_cost:length}"};
    return words[value_of(sheet, row)];
}

static void cell_rules(gg_sheet *sheet, unsigned rules)
{
    char all[192];
    gg_text text = gg_text_over(all, sizeof all);
    gg_put_bits(&text, rules, staff_says.rules, RULES);
    gg_sheet_cell(sheet, rules != 0 ? all : "-");
}

#include "core/sheet.def"
