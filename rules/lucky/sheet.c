/*
 * sheet.c - the reference sheet: the tables T1 to T21, poured out of the rows, tables and
 * functions that the game itself is played by.
 */
#include "core/sheet.h"
#include "lucky.h"

enum { WORDS = 96 };
#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void cell_length(gg_sheet *sheet, int32_t hundredths)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    lg_write_length(hundredths, &text);
    gg_sheet_cell(sheet, words);
}

/* ---- T1 to T3: command. ---- */

static void sheet_quality(gg_sheet *sheet)
{
    static const char *const columns[] = {"Quality", "CinC: d6 +", "Division holds", "Clause"};
    static const uint8_t holds[] = {N_NONE, N_holds_poor, N_holds_able, N_holds_good};
    static const gg_clause clauses[] = {LG_2_2, LG_2_3, LG_2_4, LG_2_5, LG_2_6};
    gg_sheet_table(sheet, "T1 Commander quality", columns, COUNT(columns));
    for (int quality = 1; quality <= 5; quality++) {
        gg_sheet_cell(sheet, lg_commander_quality_names[quality]);
        gg_sheet_cell_int(sheet, quality);
        if (quality <= 3) gg_sheet_cell_number(sheet, holds[quality]);
        else gg_sheet_cell(sheet, "not used");
        gg_sheet_cell_clause(sheet, clauses[quality - 1]);
    }
}

static void sheet_corps(gg_sheet *sheet)
{
    static const char *const columns[] = {"d6",        "poor",      "able",  "good",
                                          "excellent", "brilliant", "Clause"};
    gg_sheet_table(sheet, "T2 Corps orders for the first order given; each further one adds 1",
                   columns, COUNT(columns));
    for (int die = 1; die <= 6; die++) {
        gg_sheet_cell_int(sheet, die);
        for (int quality = 1; quality <= 5; quality++)
            gg_sheet_cell_int(sheet, (die + quality + 1) / 2);
        gg_sheet_cell_clause(sheet, LG_2_8);
    }
}

static void sheet_ranges(gg_sheet *sheet)
{
    static const char *const columns[] = {"Commander", "Range in inches", "Clause"};
    static const char *const levels[LEVELS] = {"commander in chief", "army, wing, corps",
                                               "division"};
    static const uint8_t rows[LEVELS] = {N_command_cinc, N_command_corps, N_command_division};
    static const gg_clause clauses[LEVELS] = {LG_2_14, LG_2_15, LG_2_16};
    gg_sheet_table(sheet, "T3 Command range", columns, COUNT(columns));
    for (int level = 0; level < LEVELS; level++) {
        gg_sheet_cell(sheet, levels[level]);
        gg_sheet_cell_length(sheet, rows[level], 100);
        gg_sheet_cell_clause(sheet, clauses[level]);
    }
}

/* ---- T4: movement. ---- */

typedef struct rate_row {
    uint8_t type, formation, row;
    gg_clause clause;
} rate_row;

static void sheet_movement(gg_sheet *sheet)
{
    static const char *const columns[] = {"Mover", "Formation", "Inches", "Clause"};
    static const rate_row rows[] = {
#define RATE(id, type, formation, rate, clause, words)                                             \
    {TYPE_##type, FORM_##formation, N_move_##id, clause},
#include "units.def"
#undef RATE
        {TYPE_INF, FORM_SQUARE, N_NONE, LG_R47},
#define ROUT(id, type, rate, clause, words) {TYPE_##type, FORMATIONS, N_rout_##id, clause},
#include "units.def"
#undef ROUT
    };
    gg_sheet_table(sheet, "T4 Movement", columns, COUNT(columns));
    for (int i = 0; i < COUNT(rows); i++) {
        const int formation = rows[i].formation;
        gg_sheet_cell(sheet, lg_type_words[rows[i].type]);
        gg_sheet_cell(sheet, formation == FORMATIONS ? "routing" : lg_formation_words[formation]);
        gg_sheet_cell_length(sheet, rows[i].row, 100);
        gg_sheet_cell_clause(sheet, rows[i].clause);
    }
    static const gg_said more[] = {
        {"commander", "{ride:length}", LG_3_1},
        {"reserve move", "{reserve_move:length}", LG_3_11},
        {"in difficult terrain, not light infantry", "at most {difficult_move:length}", LG_3_12},
        {"turns of {wide_turn} degrees or more in all", "half", LG_3_14},
        {"a change of formation on the move", "half", LG_R46},
        {"free side step", "{base_width:length}", LG_3_15},
        {"reserve moves keep from enemies", "more than {reserve_gap:length}", LG_3_20},
        {"chargers halt short of contact by", "{volley_halt:length}", LG_1_17},
        {"least retire after losing", "{retire:length}", LG_7_7},
        {"routers shake friends over the first", "{rout_shakes:length}", LG_7_15},
    };
    gg_sheet_said(sheet, "T4 Movement, other", "What", "Inches", more, COUNT(more));
}

/* ---- T7, T10, T12, T14, T15, T20. ---- */

static void sheet_fire_words(gg_sheet *sheet)
{
    static const gg_said ranges[] = {
        {"infantry",
         "{volley_range:length} inches; to {musket_range:length} inches skirmishers only", LG_5_3},
        {"artillery", "{long_range:length} inches; to {gun_range:length} inches long range",
         LG_5_5},
    };
    static const gg_said outcome[] = {
        {"0 or less", "no effect", LG_5_29},
        {"{fire_shakes}", "a shaken marker", LG_5_30},
        {"{fire_costs} or more", "a shaken marker and {fire_loss} strength", LG_5_31},
        {"artillery rolls {alight_face} at a BUA, then another {alight_face}", "buildings alight",
         LG_5_32},
        {"flames die {flames_out} or more", "put out", LG_5_33},
        {"flames die less", "the garrison must leave on its next turn", LG_5_34},
        {"artillery rolls {ammunition_face}", "it loses {ammunition_loss} strength", LG_5_35},
    };
    gg_sheet_said(sheet, "T7 Fire ranges", "Firer", "Range", ranges, COUNT(ranges));
    gg_sheet_said(sheet, "T10 Fire outcome: firer less target", "Difference", "Result", outcome,
                  COUNT(outcome));
}

static void sheet_combat_words(gg_sheet *sheet)
{
    static const gg_said outcome[] = {
        {"0", "attackers retire up to a normal move, all shaken, attacker loses {draw_loss}",
         LG_7_2},
        {"less than {rout_by}",
         "loser loses the difference, is shaken, retires {retire:length} or more", LG_7_6},
        {"less than {rout_by}, infantry beaten by cavalry", "{cut_down_loss} more strength",
         LG_7_12},
        {"{rout_by} or more", "loser loses the difference and routs", LG_7_10},
        {"any, artillery", "destroyed", LG_7_1},
    };
    gg_sheet_said(sheet, "T12 Combat outcome", "Difference", "Loser", outcome, COUNT(outcome));
}

static void sheet_risk(gg_sheet *sheet)
{
    static const gg_said danger[] = {
        {"his side won", "{danger_won} or less", LG_9_1},
        {"a draw", "{danger_drawn} or less", LG_9_2},
        {"his side lost", "{danger_lost} or less", LG_9_3},
    };
    static const gg_said effects[] = {
        {"{killed_to} or less", "killed, replaced one lower", LG_9_10},
        {"to {wounded_to}", "seriously wounded, replaced one lower", LG_9_9},
        {"to {captured_to}", "captured, replaced one lower", LG_9_8},
        {"to {escapes_to}", "narrow escape, no orders next turn", LG_9_7},
        {"to {horse_shot_to}", "horse shot, no effect", LG_9_6},
        {"more", "flesh wound, no effect", LG_9_5},
    };
    static const gg_said limits[] = {
        {"shaken markers, most", "{markers}; Russian infantry {russian_markers}", LG_10_1},
        {"markers after rallying a rout", "{markers}; Russian infantry {russian_markers}", LG_10_7},
        {"fatigued at strength", "{fatigued_at} or less", LG_10_9},
        {"army breaks at", "more than {breaks_at} per cent of its units", LG_12_1},
    };
    gg_sheet_said(sheet, "T14 Risk to a commander", "When", "In danger on", danger, COUNT(danger));
    gg_sheet_said(sheet, "T14 Effect", "Die", "Effect", effects, COUNT(effects));
    gg_sheet_said(sheet, "T15 Status limits", "What", "Limit", limits, COUNT(limits));
}

static void sheet_dice(gg_sheet *sheet)
{
    static const gg_said order[] = {
        {"orders", "the commander in chief's die", LG_1_3},
        {"corps", "one die for each corps commander given orders, in order", LG_2_8},
        {"square, evade", "one die when it is declared", LG_4_1},
        {"fire", "firer, target; perhaps alight, flames", LG_5_1},
        {"combat",
         "attacking side, defending side; then the commanders in it, attacking side first", LG_R97},
        {"react", "one die for each winning unit, lead first", LG_8_1},
    };
    gg_sheet_said(sheet, "T20 Dice, in the order they are rolled", "Step", "Dice", order,
                  COUNT(order));
}

/* ---- T16 to T19. ---- */

/* The number of the row for who has it, else nothing. */
static void cell_bonus(gg_sheet *sheet, bool has, uint32_t number)
{
    if (has) gg_sheet_cell_number(sheet, number);
    else gg_sheet_cell_int(sheet, 0);
}

static void sheet_nations(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Nation",        "Infantry fire", "Artillery fire", "Skirmishers", "at",    "Square",
        "Grand battery", "Mass",          "Markers",        "Line rule",   "Other", "Clause"};
    static const char *const skirmishers[] = {"light", "light; all from 1809", "all"};
    static const char *const lines[] = {"never", "to 1808", "always"};
    gg_sheet_table(sheet, "T16 Nations", columns, COUNT(columns));
    for (int i = 0; i < NATIONS; i++) {
        const lg_nation_row *it = &lg_nations[i];
        gg_sheet_cell(sheet, it->name);
        cell_bonus(sheet, it->foot, N_fire_british_foot);
        cell_bonus(sheet, it->guns, N_fire_french_guns);
        gg_sheet_cell(sheet, skirmishers[it->skirmishers]);
        cell_bonus(sheet, it->penalty, N_fire_skirmishers);
        cell_bonus(sheet, it->square, N_square_nation);
        gg_sheet_cell_yes(sheet, it->battery);
        gg_sheet_cell_yes(sheet, it->mass);
        gg_sheet_cell_number(sheet, it->markers);
        gg_sheet_cell(sheet, lines[it->line]);
        gg_sheet_cell(sheet, it->words);
        gg_sheet_cell_clause(sheet, it->clause);
    }
}

static void sheet_sizes(gg_sheet *sheet)
{
    static const char *const columns[] = {"Type", "Formation", "Width", "Depth", "Clause"};
    static const struct {
        const char *type, *formation;
        uint8_t width, depth;
    } rows[] = {
#define SIZE(type, formation, width, depth) {#type, #formation, OPT_##width, OPT_##depth},
#include "units.def"
#undef SIZE
    };
    gg_sheet_table(sheet, "T17 Unit rectangles, in inches", columns, COUNT(columns));
    for (int i = 0; i < COUNT(rows); i++) {
        gg_sheet_cell(sheet, rows[i].type);
        gg_sheet_cell(sheet, rows[i].formation);
        cell_length(sheet, lucky_rules.options[rows[i].width].standard);
        cell_length(sheet, lucky_rules.options[rows[i].depth].standard);
        gg_sheet_cell_clause(sheet, LG_R3);
    }
}

static void sheet_strengths(gg_sheet *sheet)
{
    static const char *const columns[] = {"Type", "poor", "average", "veteran", "elite", "Clause"};
    static const struct {
        const char *name;
        uint8_t first;
    } rows[] = {
        {"infantry", OPT_s_inf_poor},          {"cavalry", OPT_s_cav_poor},
        {"cossacks", OPT_s_cossack_poor},      {"foot artillery", OPT_s_foot_poor},
        {"horse artillery", OPT_s_horse_poor},
    };
    gg_sheet_table(sheet, "T18 Starting strength", columns, COUNT(columns));
    for (int i = 0; i < COUNT(rows); i++) {
        gg_sheet_cell(sheet, rows[i].name);
        for (int quality = 0; quality < QUALITIES; quality++)
            gg_sheet_cell_int(sheet, lucky_rules.options[rows[i].first + quality].standard);
        gg_sheet_cell_clause(sheet, LG_R124);
    }
}

static void sheet_ground(gg_sheet *sheet)
{
    static const char *const columns[] = {"Area",         "Difficult",     "Cover", "Open",
                                          "Sight height", "Who may enter", "Clause"};
    static const char *const covers[COVERS] = {"none", "soft", "hard", "fortified"};
    static const struct {
        const char *name;
        uint8_t difficult, cover, open, sight;
        const char *words;
        gg_clause clause;
    } rows[] = {
#define GROUND(id, name, difficult, cover, open, sight, role, words, clause)                       \
    {name, difficult, cover, open, sight, words, clause},
#include "ground.def"
#undef GROUND
    };
    gg_sheet_table(sheet, "T19 Terrain", columns, COUNT(columns));
    for (int i = 0; i < GROUNDS; i++) {
        gg_sheet_cell(sheet, rows[i].name);
        gg_sheet_cell_yes(sheet, rows[i].difficult);
        gg_sheet_cell(sheet, covers[rows[i].cover]);
        gg_sheet_cell_yes(sheet, rows[i].open);
        if (i == GROUND_HILL) gg_sheet_cell(sheet, "its level");
        else gg_sheet_cell_int(sheet, rows[i].sight);
        gg_sheet_cell(sheet, rows[i].words);
        gg_sheet_cell_clause(sheet, rows[i].clause);
    }
}

void lg_sheet(gg_sheet *sheet)
{
    sheet_quality(sheet);
    sheet_corps(sheet);
    sheet_ranges(sheet);
    sheet_movement(sheet);
    gg_sheet_check(sheet, &lg_evade_check);
    gg_sheet_check(sheet, &lg_square_check);
    sheet_fire_words(sheet);
    gg_sheet_check(sheet, &lg_fire_check);
    gg_sheet_check(sheet, &lg_target_check);
    gg_sheet_check(sheet, &lg_combat_check);
    sheet_combat_words(sheet);
    gg_sheet_check(sheet, &lg_react_check);
    sheet_risk(sheet);
    sheet_nations(sheet);
    sheet_sizes(sheet);
    sheet_strengths(sheet);
    sheet_ground(sheet);
    sheet_dice(sheet);
    gg_sheet_options(sheet);
}
