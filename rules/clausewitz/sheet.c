/*
 * sheet.c - the reference sheet: the tables T1 to T17, poured out of the rows that the game is
 * played by.
 */
#include "clausewitz.h"
#include "core/sheet.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* The rows of the numbers from one to another, as lengths or counts. */
static void pour_numbers(gg_sheet *sheet, const char *title, int first, int last)
{
    static const char *const columns[] = {"What", "Value", "Clause"};
    gg_sheet_table(sheet, title, columns, COUNT(columns));
    for (int row = first; row <= last; row++) {
        gg_sheet_cell(sheet, cw_numbers[row].text);
        if (cw_numbers[row].unit[0] == 't' && cw_numbers[row].unit[1] == 'k')
            gg_sheet_cell_length(sheet, (uint32_t)row, CM);
        else gg_sheet_cell_number(sheet, (uint32_t)row);
        gg_sheet_cell_clause(sheet, cw_numbers[row].clause);
    }
}

static void pour_units(gg_sheet *sheet)
{
    static const char *const columns[] = {"Code",         "Unit",       "Morale",
                                          "Men of a die", "Steady",     "Rating",
                                          "CC v Foot",    "CC v Horse", "Clause"};
    gg_sheet_table(sheet, "T4 Units", columns, COUNT(columns));
    for (int type = TYPE_LI; type < TYPES; type++) {
        const int row = N_LI_morale + (type - TYPE_LI) * N_UNIT_ROWS;
        gg_sheet_cell(sheet, cw_unit_defs[type].code);
        gg_sheet_cell(sheet, cw_unit_defs[type].words);
        for (int which = 0; which < N_UNIT_ROWS; which++)
            gg_sheet_cell_number(sheet, (uint32_t)(row + which));
        gg_sheet_cell_clause(sheet, cw_unit_defs[type].clause);
    }
}

static void pour_weapons(gg_sheet *sheet)
{
    static const char *const columns[] = {"Weapon", "Effective, cm", "Long, cm", "Clause"};
    gg_sheet_table(sheet, "T5 Weapons", columns, COUNT(columns));
    for (int weapon = WEAPON_MUSKET; weapon < WEAPONS; weapon++) {
        const int row = N_NONE_effective + weapon * N_WEAPON_ROWS;
        gg_sheet_cell(sheet, cw_weapon_defs[weapon].words);
        gg_sheet_cell_length(sheet, (uint32_t)row, CM);
        gg_sheet_cell_length(sheet, (uint32_t)row + 1, CM);
        gg_sheet_cell_clause(sheet, cw_weapon_defs[weapon].clause);
    }
}

static void pour_formations(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Formation", "Letter", "Dice fired", "Re-rolled against", "Quick march", "Moves", "Clause"};
    gg_sheet_table(sheet, "T7 Formations", columns, COUNT(columns));
    for (int form = 0; form < FORMS; form++) {
        const cw_form_def *it = &cw_form_defs[form];
        const char letter[] = {it->letter, '\0'};
        gg_sheet_cell(sheet, it->words);
        gg_sheet_cell(sheet, letter);
        gg_sheet_cell(sheet, !it->fires ? "none" : it->quarter ? "a quarter" : "all");
        gg_sheet_cell(sheet, it->rerolls_steady  ? "Steady and Fire!"
                             : it->rerolls_fire  ? "Fire!"
                             : form == FORM_LINE ? "Fire! if enfiladed"
                                                 : "-");
        gg_sheet_cell(sheet, it->quick ? "yes" : "no");
        gg_sheet_cell(sheet, it->moves ? "yes" : "no");
        gg_sheet_cell_clause(sheet, it->clause);
    }
}

static void pour_ground(gg_sheet *sheet)
{
    static const char *const columns[] = {"Terrain", "Class", "Clause"};
    static const char *const classes[] = {"open", "rough", "difficult", "impassable"};
    gg_sheet_table(sheet, "T8 Terrain", columns, COUNT(columns));
    for (unsigned ground = 0; ground < GROUNDS; ground++) {
        gg_sheet_cell(sheet, cw_game.grounds[ground].words);
        gg_sheet_cell(sheet, classes[cw_class_of(ground)]);
        gg_sheet_cell_clause(sheet, cw_game.grounds[ground].clause);
    }
}

/* T16: what some units come to, so that nobody has to add up. */
static void pour_costs(gg_sheet *sheet)
{
    static const char *const columns[] = {"Unit", "Men or guns", "Dice", "Points", "Clause"};
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
    gg_sheet_table(sheet, "T16 What units cost", columns, COUNT(columns));
    for (int i = 0; i < COUNT(rows); i++) {
        const cw_unit unit =
            cw_unit_of(&by, (cw_type)rows[i].type, (cw_weapon)rows[i].weapon, rows[i].men);
        const bool armed = rows[i].weapon == WEAPON_RIFLE || cw_is_guns(&unit);
        gg_sheet_cell(sheet, armed ? cw_weapon_defs[rows[i].weapon].words
                                   : cw_unit_defs[rows[i].type].words);
        gg_sheet_cell_int(sheet, rows[i].men);
        gg_sheet_cell_int(sheet, unit.dice);
        gg_sheet_cell_int(sheet, cw_points(&by, &unit));
        gg_sheet_cell_clause(sheet, CW_R95);
    }
}

void cw_sheet(gg_sheet *sheet)
{
    pour_numbers(sheet, "T1 Lengths, cm", N_general_move, N_objective_apart);
    pour_numbers(sheet, "T2 Command", N_brigade_actions, N_staff_rating);
    gg_sheet_check(sheet, &cw_command_check);
    pour_numbers(sheet, "T3 Movement, cm", N_march_foot, N_recovery_steps);
    pour_units(sheet);
    pour_weapons(sheet);
    pour_numbers(sheet, "T6 Fire", N_fire_effective, N_damage);
    gg_sheet_check(sheet, &cw_steady_check);
    gg_sheet_check(sheet, &cw_fire_check);
    gg_sheet_check(sheet, &cw_save_check);
    gg_sheet_check(sheet, &cw_damage_check);
    pour_formations(sheet);
    pour_ground(sheet);
    gg_sheet_check(sheet, &cw_risk_check);
    pour_numbers(sheet, "T9, T10, T12 Generals, failing, melee", N_risk_dead, N_colour_taken);
    gg_sheet_check(sheet, &cw_melee_check);
    gg_sheet_check(sheet, &cw_impetuous_check);
    gg_sheet_check(sheet, &cw_colours_check);
    pour_numbers(sheet, "T11 What actions cost", N_cost_march, N_cost_reaction);
    pour_numbers(sheet, "T13 Objectives", N_division_bases, N_start_red);
    gg_sheet_check(sheet, &cw_morale_check);
    pour_numbers(sheet, "T16 Points", N_points_morale, N_points_general);
    pour_numbers(sheet, "T16 Points of special rules", N_points_CAVALRY1,
                 N_points_CAVALRY1 + SPECIALS - 1);
    pour_costs(sheet);
    gg_sheet_options(sheet);
}
