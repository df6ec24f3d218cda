/*
 * sheet.c - the reference sheet: the tables T1 to T26, poured out of the rows that the game itself
 * is played by.
 */
#include "core/fields.h"
#include "core/sheet.h"
#include "staff.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static int value_of(const gg_sheet *sheet, int row)
{
    return gg_number_value(staff_numbers, sheet->house, (uint32_t)row);
}

static void cell_inches(gg_sheet *sheet, int row)
{
    if (value_of(sheet, row) == 0) gg_sheet_cell(sheet, "-");
    else gg_sheet_cell_length(sheet, (uint32_t)row, INCH);
}

static void cell_dice(gg_sheet *sheet, int number)
{
    if (value_of(sheet, number) == 0) gg_sheet_cell(sheet, "-");
    else gg_sheet_cell_number(sheet, (uint32_t)number);
}

/* ---- T1, T3: orders and blunders. ---- */

static void sheet_orders(gg_sheet *sheet)
{
    static const gg_said results[] = {
        {"{blunder}", "a blunder, whatever the rating", ST_2_12},
        {"over the rating", "failed; the commander has done", ST_2_15},
        {"equal, or less under it than the next line", "1 move", ST_2_17},
        {"{two_moves} under it", "2 moves", ST_2_18},
        {"{three_moves} or more under it", "3 moves", ST_2_19},
    };
    static const char *const columns[] = {"Die", "Each unit of the order", "Moves", "Clause"};
    static const char *const kinds[] = {
        "falls back from its front", "goes straight to its left; in proximity it stands",
        "goes straight to its right; in proximity it stands", "goes straight forward",
        "wild charge: another die for the moves"};
    static const gg_clause clauses[] = {ST_T3_1, ST_T3_2, ST_T3_3, ST_T3_4, ST_T3_5, ST_T3_6};
    gg_sheet_said(sheet, "T1 Order result: two dice", "Score", "Result", results, COUNT(results));
    gg_sheet_check(sheet, &staff_order_check);
    gg_sheet_table(sheet, "T3 Blunders: a die for the whole order", columns, COUNT(columns));
    for (int face = 1; face <= 6; face++) {
        const int kind = value_of(sheet, N_blunder_1_kind + 2 * (face - 1));
        gg_sheet_cell_int(sheet, face);
        gg_sheet_cell(sheet, kind < BLUNDERS ? kinds[kind] : "");
        if (kind == BLUNDER_CHARGE)
            gg_sheet_cell_words(sheet, "1; 2 from {wild_two}, 3 from {wild_three}");
        else gg_sheet_cell_number(sheet, (uint32_t)(N_blunder_1_moves + 2 * (face - 1)));
        gg_sheet_cell_clause(sheet, clauses[face - 1]);
    }
}

/* ---- T7 to T12: troops. ---- */

static void sheet_rates(gg_sheet *sheet)
{
    static const char *const columns[] = {"One move", "Inches", "Clause"};
    gg_sheet_table(sheet, "T7 Moves", columns, COUNT(columns));
#define RATE(id, words, length, clause)                                                            \
    gg_sheet_cell(sheet, words);                                                                   \
    cell_inches(sheet, N_rate_##id);                                                               \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef RATE
}

static void cell_box(gg_sheet *sheet, int row)
{
    char words[48];
    gg_text text = gg_text_over(words, sizeof words);
    gg_put_decimal(&text, value_of(sheet, row), INCH);
    gg_put(&text, " x ");
    gg_put_decimal(&text, value_of(sheet, row + 1), INCH);
    gg_sheet_cell(sheet, value_of(sheet, row) == 0 ? "-" : words);
}

static void sheet_footprints(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Width x depth, inches", "Standard", "Large", "Small", "Tiny", "Clause"};
    gg_sheet_table(sheet, "T8 Footprints", columns, COUNT(columns));
#define FOOTPRINT(id, words, w0, d0, w1, d1, w2, d2, w3, d3, clause)                               \
    gg_sheet_cell(sheet, words);                                                                   \
    for (int size = 0; size < SIZES; size++) cell_box(sheet, N_##id##_standard_width + 2 * size);  \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef FOOTPRINT
}

static void cell_cap(gg_sheet *sheet, int row)
{
    if (value_of(sheet, row) >= ALL_DICE) gg_sheet_cell(sheet, "all");
    else gg_sheet_cell_number(sheet, (uint32_t)row);
}

static void sheet_formations(gg_sheet *sheet)
{
    static const char *const columns[] = {"Formation",
                                          "Shooting dice at most",
                                          "Combat dice at most",
                                          "Charges",
                                          "Has flanks",
                                          "Closing fire",
                                          "Clause"};
    gg_sheet_table(sheet, "T9 Formations", columns, COUNT(columns));
#define FORMATION(id, name, words, shoot, combat, charges, flanks, closing, clause)                \
    gg_sheet_cell(sheet, words);                                                                   \
    cell_cap(sheet, N_##id##_cap_shoot);                                                           \
    cell_cap(sheet, N_##id##_cap_combat);                                                          \
    gg_sheet_cell_yes(sheet, charges);                                                             \
    gg_sheet_cell_yes(sheet, flanks);                                                              \
    gg_sheet_cell_yes(sheet, closing);                                                             \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef FORMATION
}

static void cell_rules(gg_sheet *sheet, unsigned rules)
{
    static const char *const words[] = {
#define RULE(id, name, says, clause) says,
#include "units.def"
#undef RULE
    };
    char all[192];
    gg_text text = gg_text_over(all, sizeof all);
    bool some = false;
    for (int i = 0; i < RULES; i++) {
        if (!(rules >> i & 1)) continue;
        if (some) gg_put(&text, ", ");
        gg_put(&text, words[i]);
        some = true;
    }
    gg_sheet_cell(sheet, some ? all : "-");
}

static void sheet_types(gg_sheet *sheet)
{
    static const char *const columns[] = {"Type",    "Combat dice", "Shooting dice", "Saves on",
                                          "Stamina", "Weapon",      "Rules",         "Clause"};
    static const char *const weapons[] = {
#define WEAPON(id, name, words, range, near, half, s, m, l, clause) words,
#include "units.def"
#undef WEAPON
    };
    gg_sheet_table(sheet, "T10 Troops of standard size", columns, COUNT(columns));
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause)    \
    gg_sheet_cell(sheet, words);                                                                   \
    gg_sheet_cell_number(sheet, N_##id##_combat);                                                  \
    if (CLASS_##class == CLASS_ART) gg_sheet_cell(sheet, "by range");                              \
    else gg_sheet_cell_number(sheet, N_##id##_shoot);                                              \
    gg_sheet_cell_number(sheet, N_##id##_save);                                                    \
    gg_sheet_cell_number(sheet, N_##id##_stamina);                                                 \
    gg_sheet_cell(sheet, weapons[WEAPON_##weapon]);                                                \
    cell_rules(sheet, rules);                                                                      \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef TYPE
}

static void sheet_sizes(gg_sheet *sheet)
{
    static const char *const columns[] = {"Size", "Combat dice", "Shooting dice", "Stamina",
                                          "Clause"};
    gg_sheet_table(sheet, "T11 Sizes: what they add; tiny: what it is", columns, COUNT(columns));
#define SIZE(id, name, words, combat, shoot, stamina, clause)                                      \
    gg_sheet_cell(sheet, words);                                                                   \
    gg_sheet_cell_number(sheet, N_##id##_more_combat);                                             \
    gg_sheet_cell_number(sheet, N_##id##_more_shoot);                                              \
    gg_sheet_cell_number(sheet, N_##id##_more_stamina);                                            \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef SIZE
}

static void sheet_weapons(gg_sheet *sheet)
{
    static const char *const columns[] = {"Weapon",     "Range",       "Short band", "Half range",
                                          "Dice short", "Dice medium", "Dice long",  "Clause"};
    gg_sheet_table(sheet, "T12 Weapons, in inches", columns, COUNT(columns));
#define WEAPON(id, name, words, range, near, half, s, m, l, clause)                                \
    gg_sheet_cell(sheet, words);                                                                   \
    cell_inches(sheet, N_##id##_range);                                                            \
    cell_inches(sheet, N_##id##_short_band);                                                       \
    cell_inches(sheet, N_##id##_half_range);                                                       \
    cell_dice(sheet, N_##id##_dice_short);                                                         \
    cell_dice(sheet, N_##id##_dice_medium);                                                        \
    cell_dice(sheet, N_##id##_dice_long);                                                          \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef WEAPON
}

/* ---- T13: ground. ---- */

static void cell_pace(gg_sheet *sheet, int number)
{
    static const char *const paces[] = {"free", "half pace", "closed"};
    const int pace = value_of(sheet, number);
    if (pace == PACE_COSTS) gg_sheet_cell_length(sheet, N_obstacle_cost, INCH);
    else gg_sheet_cell(sheet, pace < PACE_COSTS ? paces[pace] : "");
}

static void sheet_ground(gg_sheet *sheet)
{
    static const char *const columns[] = {"Ground",  "Infantry formed", "Infantry skirmishing",
                                          "Cavalry", "Artillery",       "Clause"};
    gg_sheet_table(sheet, "T13 Ground: pace, or inches that crossing it costs", columns,
                   COUNT(columns));
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause)                \
    gg_sheet_cell(sheet, words);                                                                   \
    for (int mover = 0; mover < MOVERS; mover++) cell_pace(sheet, N_##id##_formed + mover);        \
    gg_sheet_cell_clause(sheet, clause);
#define LINE(id, name, words, formed, skirmish, horse, guns, role, clause)                         \
    gg_sheet_cell(sheet, words);                                                                   \
    for (int mover = 0; mover < MOVERS; mover++) cell_pace(sheet, N_line_##id##_formed + mover);   \
    gg_sheet_cell_clause(sheet, clause);
#include "ground.def"
#undef GROUND
#undef LINE
}

/* ---- T17, T20 to T22, T26. ---- */

static void sheet_results(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Total",   "Shot at: infantry", "cavalry", "artillery", "In combat: infantry",
        "cavalry", "artillery",         "Clause"};
    static const char *const outcomes[] = {"breaks", "retires", "holds"};
    gg_sheet_table(sheet, "T17 Break test: results", columns, COUNT(columns));
#define BREAK_ROW(id, words, least, si, sc, sa, ci, cc, ca, clause)                                \
    gg_sheet_cell_words(sheet, "{break_" #id "_least} and more");                                  \
    BREAK_SIX(id, clause)
#define BREAK_REST(id, words, si, sc, sa, ci, cc, ca, clause)                                      \
    gg_sheet_cell(sheet, "less");                                                                  \
    BREAK_SIX(id, clause)
#define BREAK_SIX(id, clause)                                                                      \
    for (int i = 0; i < 6; i++)                                                                    \
        gg_sheet_cell(sheet, outcomes[value_of(sheet, N_break_##id##_shoot_inf + i) % 3]);         \
    gg_sheet_cell_clause(sheet, clause);
#include "results.def"
#undef BREAK_ROW
#undef BREAK_REST
#undef BREAK_SIX
}

static void sheet_rules(gg_sheet *sheet)
{
    static const gg_said rules[] = {
        {"lacking initiative", "on initiative it only turns, forms, limbers or retreats", ST_T20_1},
        {"warband", "no closing fire", ST_T20_2},
        {"may skirmish", "may take skirmish order", ST_T20_3},
        {"marauders", "orders to them mind no distance", ST_T20_6},
        {"elite", "at the start of its turn {elite} or more ends its disorder", ST_T20_7},
        {"steady", "its first break test is a hold without dice", ST_T20_8},
        {"stubborn", "re-rolls one failed save of each batch", ST_T20_9},
        {"sharpshooters", "in skirmish order re-roll one miss", ST_T20_10},
        {"ferocious", "re-rolls all misses in the round of its charge", ST_T20_14},
        {"tough fighters", "re-roll one miss a round", ST_T20_15},
        {"brave", "shaken and out of proximity it sheds {brave_casualties} a turn", ST_T20_16},
        {"British", "infantry stands on a blunder of {british_stands} or more", ST_T22_3},
        {"Russian", "stands on a blunder of {russian_stands} or less", ST_T22_5},
        {"Spanish", "{spanish_blunder} to the die of a blunder, at least 1", ST_T22_7},
    };
    static const gg_said points[] = {
        {"unit destroyed", "{vp_destroyed}", ST_T26_1},
        {"unit shaken at the end", "{vp_shaken}", ST_T26_2},
        {"brigade broken at the end", "{vp_brigade}", ST_T26_3},
        {"commander lost, each time", "{vp_commander}", ST_T26_4},
        {"objective held", "what the scenario says", ST_T26_5},
    };
    gg_sheet_said(sheet, "T20, T22 Special rules and nations", "Rule", "What it does", rules,
                  COUNT(rules));
    gg_sheet_said(sheet, "T26 Victory points", "For", "Points", points, COUNT(points));
}

void staff_sheet(gg_sheet *sheet)
{
    sheet_orders(sheet);
    sheet_rates(sheet);
    sheet_footprints(sheet);
    sheet_formations(sheet);
    sheet_types(sheet);
    sheet_sizes(sheet);
    sheet_weapons(sheet);
    sheet_ground(sheet);
    gg_sheet_check(sheet, &staff_shoot_check);
    gg_sheet_check(sheet, &staff_save_check);
    gg_sheet_check(sheet, &staff_break_check);
    sheet_results(sheet);
    gg_sheet_check(sheet, &staff_combat_check);
    gg_sheet_check(sheet, &staff_result_check);
    sheet_rules(sheet);
    gg_sheet_options(sheet);
}
