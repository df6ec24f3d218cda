/*
 * sheet.c - the reference sheet: the tables T1 to T26, poured out of the rows that the game itself
 * is played by.
 */
#include "core/sheet.h"
#include "staff.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void cell_inches(gg_sheet *sheet, int row)
{
    gg_sheet_cell_length(sheet, (uint32_t)row, INCH);
}
static void cell_number(gg_sheet *sheet, int row) { gg_sheet_cell_number(sheet, (uint32_t)row); }
static void cell_yes(gg_sheet *sheet, bool yes) { gg_sheet_cell(sheet, yes ? "yes" : "no"); }

/* ---- T1 to T5: command and charges. ---- */

static void sheet_orders(gg_sheet *sheet)
{
    static const char *const results[] = {"Score against the modified rating", "Result", "Clause"};
    static const char *const columns[] = {"Order", "Written", "Clause"};
    gg_sheet_table(sheet, "T1 Order result", results, COUNT(results));
    gg_sheet_cell(sheet, "the blunder number, whatever the rating");
    gg_sheet_cell(sheet, "blunder");
    gg_sheet_cell_clause(sheet, ST_2_12);
    gg_sheet_cell(sheet, "more than the rating");
    gg_sheet_cell(sheet, "failed");
    gg_sheet_cell_clause(sheet, ST_2_15);
    gg_sheet_cell(sheet, "the rating or less");
    gg_sheet_cell(sheet, "1 move");
    gg_sheet_cell_clause(sheet, ST_2_17);
    gg_sheet_cell(sheet, "under it by the number for two moves");
    gg_sheet_cell(sheet, "2 moves");
    gg_sheet_cell_clause(sheet, ST_2_18);
    gg_sheet_cell(sheet, "under it by the number for three moves");
    gg_sheet_cell(sheet, "3 moves");
    gg_sheet_cell_clause(sheet, ST_2_19);
    gg_sheet_check(sheet, &staff_order_check);
    gg_sheet_table(sheet, "T4 Kinds of order", columns, COUNT(columns));
#define ORDER(id, name, words, clause)   \
    gg_sheet_cell(sheet, words);         \
    gg_sheet_cell(sheet, name);          \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef ORDER
}

static void sheet_blunders(gg_sheet *sheet)
{
    static const char *const columns[] = {"Die", "What (0 back, 1 left, 2 right, 3 forward, "
                                                 "4 wild charge)", "Moves", "Clause"};
    gg_sheet_table(sheet, "T3 Blunders", columns, COUNT(columns));
#define BLUNDER(face, kind, moves, clause)           \
    gg_sheet_cell_int(sheet, face);                  \
    cell_number(sheet, N_blunder_##face##_kind);     \
    cell_number(sheet, N_blunder_##face##_moves);    \
    gg_sheet_cell_clause(sheet, clause);
#include "blunder.def"
#undef BLUNDER
}

static void sheet_responses(gg_sheet *sheet)
{
    static const char *const columns[] = {"Answer to a charge", "Who", "Not if", "Clause"};
    static const struct {
        const char *answer, *who, *not_if;
        gg_clause clause;
    } rows[] = {
        {"stand", "everybody", "", ST_5_1},
        {"fire", "who has shooting dice, charged on its front",
         "warband, skirmishers, march column, limbered, engaged, has reacted", ST_5_2},
        {"evade", "cavalry charged by infantry; skirmishers charged by others",
         "engaged, disordered, no room", ST_5_3},
        {"counter", "cavalry charged on its front",
         "engaged, disordered, shaken, march column, broken brigade", ST_5_5},
        {"turn", "cavalry charged on a flank or the rear", "engaged, disordered, no space", ST_5_6},
        {"square", "infantry charged by cavalry, where that is agreed",
         "disordered, shaken, engaged", ST_21_1},
    };
    gg_sheet_table(sheet, "T5 Charge responses", columns, COUNT(columns));
    for (int i = 0; i < COUNT(rows); i++) {
        gg_sheet_cell(sheet, rows[i].answer);
        gg_sheet_cell(sheet, rows[i].who);
        gg_sheet_cell(sheet, rows[i].not_if);
        gg_sheet_cell_clause(sheet, rows[i].clause);
    }
}

/* ---- T6: why a target is not clear. ---- */

static void sheet_unclear(gg_sheet *sheet)
{
    static const char *const columns[] = {"Not clear", "Clause"};
    static const struct { const char *words; gg_clause clause; } rows[] = {
        {"skirmishers", ST_T6_1},
        {"artillery shoots beyond half range", ST_T6_2},
        {"half or more of its 16 figures outside the arc", ST_T6_3},
        {"8 or more figures in a wood or in crops", ST_T6_4},
        {"deployed artillery", ST_T6_5},
        {"a garrison, or behind a hedge or wall", ST_T6_6},
        {"a figure in the arc is hidden by a friend of the shooter", ST_T6_7},
        {"a figure in the arc is hidden by ground", ST_T6_8},
    };
    gg_sheet_table(sheet, "T6 Targets that are not clear", columns, COUNT(columns));
    for (int i = 0; i < COUNT(rows); i++) {
        gg_sheet_cell(sheet, rows[i].words);
        gg_sheet_cell_clause(sheet, rows[i].clause);
    }
}

/* ---- T7 to T13: troops and ground. ---- */

static void sheet_moves(gg_sheet *sheet)
{
    static const char *const columns[] = {"Mover", "Inches a move", "Clause"};
    gg_sheet_table(sheet, "T7 Moves", columns, COUNT(columns));
#define RATE(id, words, length, clause)     \
    gg_sheet_cell(sheet, words);            \
    cell_inches(sheet, N_rate_##id);        \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef RATE
}

static void sheet_footprints(gg_sheet *sheet)
{
    static const char *const columns[] = {"Formation", "standard", "deep", "large", "deep",
                                          "small", "deep", "tiny", "deep", "Clause"};
    gg_sheet_table(sheet, "T8 Footprints, inches wide and deep", columns, COUNT(columns));
#define FOOTPRINT(id, words, w0, d0, w1, d1, w2, d2, w3, d3, clause) \
    gg_sheet_cell(sheet, words);                                     \
    for (int i = 0; i < 8; i++)                                      \
        cell_inches(sheet, N_##id##_standard_width + i);             \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef FOOTPRINT
}

static void sheet_formations(gg_sheet *sheet)
{
    static const char *const columns[] = {"Formation", "Written", "Most shooting dice",
                                          "Most combat dice", "Charges", "Flanks",
                                          "Closing fire", "Clause"};
    gg_sheet_table(sheet, "T9 Formations (99: all its dice)", columns, COUNT(columns));
#define FORMATION(id, name, words, shoot, combat, charges, flanks, closing, clause) \
    gg_sheet_cell(sheet, words);                                                    \
    gg_sheet_cell(sheet, name);                                                     \
    cell_number(sheet, N_##id##_cap_shoot);                                         \
    cell_number(sheet, N_##id##_cap_combat);                                        \
    cell_yes(sheet, charges);                                                       \
    cell_yes(sheet, flanks);                                                        \
    cell_yes(sheet, closing);                                                       \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef FORMATION
}

static void cell_rules(gg_sheet *sheet, unsigned rules)
{
    char words[160];
    gg_text text = gg_text_over(words, sizeof words);
    for (int row = 0; row < RULES; row++) {
        if (!(rules >> row & 1)) continue;
        if (text.count > 0) gg_put(&text, ", ");
        gg_put(&text, staff_rule_names[row]);
    }
    gg_sheet_cell(sheet, words);
}

static void sheet_types(gg_sheet *sheet)
{
    static const char *const columns[] = {"Type", "Written", "Combat", "Shooting", "Save",
                                          "Stamina", "Weapon", "Rules", "Clause"};
    static const char *const weapons[] = {
#define WEAPON(id, name, words, range, near, half, s, m, l, clause) words,
#include "units.def"
#undef WEAPON
    };
    gg_sheet_table(sheet, "T10 Unit types, standard size", columns, COUNT(columns));
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause) \
    gg_sheet_cell(sheet, words);                                                                \
    gg_sheet_cell(sheet, name);                                                                 \
    for (int i = 0; i < STATS; i++)                                                             \
        cell_number(sheet, N_##id##_combat + i);                                                \
    gg_sheet_cell(sheet, weapons[WEAPON_##weapon]);                                             \
    cell_rules(sheet, rules);                                                                   \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef TYPE
    static const char *const sizes[] = {"Size", "Combat", "Shooting", "Stamina", "Clause"};
    gg_sheet_table(sheet, "T11 Size: added to the dice; of tiny what they become", sizes,
                   COUNT(sizes));
#define SIZE(id, name, words, combat, shoot, stamina, clause) \
    gg_sheet_cell(sheet, words);                              \
    for (int i = 0; i < 3; i++)                               \
        cell_number(sheet, N_##id##_more_combat + i);         \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef SIZE
}

static void sheet_weapons(gg_sheet *sheet)
{
    static const char *const columns[] = {"Weapon", "Range", "Short", "Half", "Dice short",
                                          "medium", "long (0: its score)", "Clause"};
    gg_sheet_table(sheet, "T12 Weapons, inches", columns, COUNT(columns));
#define WEAPON(id, name, words, range, near, half, s, m, l, clause) \
    gg_sheet_cell(sheet, words);                                    \
    for (int i = 0; i < WEAPON_DICE; i++)                           \
        cell_inches(sheet, N_##id##_range + i);                     \
    for (int i = WEAPON_DICE; i < WEAPON_NUMBERS; i++)              \
        cell_number(sheet, N_##id##_range + i);                     \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef WEAPON
}

static void sheet_ground(gg_sheet *sheet)
{
    static const char *const columns[] = {"Ground", "Infantry", "Skirmishers", "Cavalry",
                                          "Artillery", "Clause"};
    gg_sheet_table(sheet, "T13 Ground (0 freely, 1 half pace, 2 not at all, 3 at a cost)", columns,
                   COUNT(columns));
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause) \
    gg_sheet_cell(sheet, name);                                                     \
    for (int i = 0; i < MOVERS; i++)                                                \
        cell_number(sheet, N_##id##_formed + i);                                    \
    gg_sheet_cell_clause(sheet, clause);
#include "ground.def"
#undef GROUND
#define LINE(id, name, words, formed, skirmish, horse, guns, role, clause) \
    gg_sheet_cell(sheet, name);                                            \
    for (int i = 0; i < MOVERS; i++)                                       \
        cell_number(sheet, N_line_##id##_formed + i);                      \
    gg_sheet_cell_clause(sheet, clause);
#include "ground.def"
#undef LINE
}

/* ---- T17: what a break test comes to. ---- */

static void cell_outcome(gg_sheet *sheet, int row)
{
    static const char *const words[] = {
        [OUTCOME_BREAK] = "breaks", [OUTCOME_RETIRE] = "retires", [OUTCOME_HOLD] = "holds"};
    const int32_t outcome = gg_number_value(staff_numbers, sheet->house, (uint32_t)row);
    gg_sheet_cell(sheet, words[outcome]);
}

static void sheet_break(gg_sheet *sheet)
{
    static const char *const columns[] = {"", "At least", "Infantry under fire", "Cavalry",
                                          "Artillery", "Infantry in combat", "Cavalry",
                                          "Artillery", "Clause"};
    gg_sheet_table(sheet, "T17 Break test results", columns, COUNT(columns));
#define BREAK_ROW(id, words, least, si, sc, sa, ci, cc, ca, clause) \
    gg_sheet_cell(sheet, words);                                    \
    cell_number(sheet, N_break_##id##_least);                       \
    for (int i = 0; i < 2 * CLASSES; i++)                           \
        cell_outcome(sheet, N_break_##id##_shoot_inf + i);          \
    gg_sheet_cell_clause(sheet, clause);
#define BREAK_REST(id, words, si, sc, sa, ci, cc, ca, clause) \
    gg_sheet_cell(sheet, words);                              \
    gg_sheet_cell(sheet, "less");                             \
    for (int i = 0; i < 2 * CLASSES; i++)                     \
        cell_outcome(sheet, N_break_##id##_shoot_inf + i);    \
    gg_sheet_cell_clause(sheet, clause);
#include "results.def"
#undef BREAK_ROW
#undef BREAK_REST
}

/* ---- T20 to T23: rules, traits, nations. ---- */

static void sheet_rules(gg_sheet *sheet)
{
    static const char *const columns[] = {"Rule", "Written", "What it does", "Clause"};
    gg_sheet_table(sheet, "T20 Special rules of units", columns, COUNT(columns));
#define RULE(id, name, words, clause)                            \
    gg_sheet_cell(sheet, words);                                 \
    gg_sheet_cell(sheet, name);                                  \
    gg_sheet_cell(sheet, staff_rules.clauses[clause].gist);      \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef RULE
    gg_sheet_table(sheet, "T21 Personality traits", columns, COUNT(columns));
#define TRAIT(id, name, words, clause)                           \
    gg_sheet_cell(sheet, words);                                 \
    gg_sheet_cell(sheet, name);                                  \
    gg_sheet_cell(sheet, staff_rules.clauses[clause].gist);      \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef TRAIT
    gg_sheet_table(sheet, "T22 Nations", columns, COUNT(columns));
#define NATION(id, name, words, coat, clause)                    \
    gg_sheet_cell(sheet, words);                                 \
    gg_sheet_cell(sheet, name);                                  \
    gg_sheet_cell(sheet, staff_rules.clauses[clause].gist);      \
    gg_sheet_cell_clause(sheet, clause);
#include "units.def"
#undef NATION
}

/* ---- All the other numbers. ---- */

static void sheet_numbers(gg_sheet *sheet)
{
    static const char *const columns[] = {"Number", "Value", "Unit", "Clause"};
    gg_sheet_table(sheet, "Numbers, and T26 victory points", columns, COUNT(columns));
#define NUMBER(id, standard, low, high, unit, clause, text) \
    gg_sheet_cell(sheet, text);                             \
    cell_number(sheet, N_##id);                             \
    gg_sheet_cell(sheet, unit);                             \
    gg_sheet_cell_clause(sheet, clause);
#include "numbers.def"
#undef NUMBER
}

void staff_sheet(gg_sheet *sheet)
{
    sheet_orders(sheet);
    sheet_blunders(sheet);
    sheet_responses(sheet);
    sheet_unclear(sheet);
    sheet_moves(sheet);
    sheet_footprints(sheet);
    sheet_formations(sheet);
    sheet_types(sheet);
    sheet_weapons(sheet);
    sheet_ground(sheet);
    gg_sheet_check(sheet, &staff_shoot_check);
    gg_sheet_check(sheet, &staff_save_check);
    gg_sheet_check(sheet, &staff_break_check);
    sheet_break(sheet);
    gg_sheet_check(sheet, &staff_combat_check);
    gg_sheet_check(sheet, &staff_result_check);
    sheet_rules(sheet);
    sheet_numbers(sheet);
    gg_sheet_options(sheet);
}
