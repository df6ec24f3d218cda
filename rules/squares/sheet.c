/*
 * sheet.c - the reference sheet: the tables T1 to T13, poured out of the rows, tables and
 * functions that the game itself is played by.
 */
#include "act.h"
#include "core/sheet.h"
#include "ground.h"

#include <string.h>

enum { CITED_MAX = 6, WORDS = 160 };

/* ---- Cells. ---- */

static void cell_clauses(gg_sheet *sheet, const gg_clause *clauses)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    for (int i = 0; i < CITED_MAX && clauses[i] != SQ_NONE; i++) {
        if (i > 0) gg_put(&text, ", ");
        gg_put(&text, gg_clause_number(sheet->rules, clauses[i]));
    }
    gg_sheet_cell(sheet, words);
}

/* A row of words and the clauses it stands on. */
enum { WORDS_MAX = 3 };
typedef struct words_row {
    const char *words[WORDS_MAX];
    gg_clause clauses[CITED_MAX];
} words_row;

static void pour_words(gg_sheet *sheet, const words_row *rows, int count, int columns)
{
    for (int row = 0; row < count; row++) {
        for (int column = 0; column < columns; column++)
            gg_sheet_cell_words(sheet, rows[row].words[column]);
        cell_clauses(sheet, rows[row].clauses);
    }
}

static int house_value(const gg_sheet *sheet, int number)
{
    return gg_number_value(squares_numbers, sheet->house, (uint32_t)number);
}

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

/* ---- T1, T10: what the letters mean, asked of the rolls themselves. ---- */

static const char *const arm_words[ARMS] = {
    [ARM_I] = "infantry",
    [ARM_A] = "artillery",
    [ARM_C] = "cavalry",
};

/* The letters among these faces, each once: "I, X". */
static void cell_letters(gg_sheet *sheet, uint32_t faces)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    char last = '\0';
    for (int side = 0; side < squares_shot_check.sides; side++) {
        char letter = squares_shot_check.letters[side];
        if ((faces >> side & 1) == 0 || letter == last) continue;
        if (text.count > 0) gg_put(&text, ", ");
        gg_put_char(&text, letter);
        last = letter;
    }
    gg_sheet_cell(sheet, words);
}

static uint32_t all_but(uint32_t faces) { return ((1u << squares_shot_check.sides) - 1) & ~faces; }

/* The numbers of an ordinary die that stand for a letter: "1, 2" (SQ-1.3). */
static void cell_numbers(gg_sheet *sheet, char letter)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    for (int side = 0; side < squares_shot_check.sides; side++) {
        if (squares_shot_check.letters[side] != letter) continue;
        if (text.count > 0) gg_put(&text, ", ");
        gg_put_int(&text, side + 1);
    }
    gg_sheet_cell(sheet, words);
}

/* What a letter brings: the kind it raises in an army, or KINDS for X and blank. */
typedef struct letter_row {
    char letter;
    kind raises;
    gg_clause clauses[CITED_MAX];
} letter_row;

static void pour_letter(gg_sheet *sheet, const letter_row *row)
{
    char army[WORDS], activation[WORDS];
    gg_text text = gg_text_over(army, sizeof army),
            more = gg_text_over(activation, sizeof activation);
    cell_numbers(sheet, row->letter);
    gg_sheet_cell(sheet, row->letter == '-' ? "blank" : (char[]){row->letter, '\0'});
    if (row->raises == KINDS) {
        gg_sheet_cell(sheet, "-");
        gg_sheet_cell(sheet, "-");
        gg_sheet_cell(sheet, row->letter == 'X' ? "any, only when moving to attack" : "-");
        gg_sheet_cell(sheet, "-");
    } else {
        const char *troops = arm_words[squares_kinds[row->raises].arm];
        gg_put_words(&text, "%s, %d bases", troops, house_value(sheet, N_bases_INF + row->raises));
        gg_sheet_cell(sheet, army);
        gg_put_words(&more, "one %s unit", troops);
        gg_sheet_cell(sheet, activation);
        gg_sheet_cell(sheet, troops);
        gg_sheet_cell(sheet, troops);
    }
    cell_clauses(sheet, row->clauses);
}

static void pour_die(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "D6", "Letter", "Army", "Activation", "Hit on", "Passes the test of", "Clause",
    };
    static const letter_row rows[] = {
        {'I', KIND_INF, {SQ_1_3, SQ_4_2, SQ_6_5, SQ_10_1, SQ_11_2}},
        {'A', KIND_ART, {SQ_1_3, SQ_4_4, SQ_6_5, SQ_10_3, SQ_11_2}},
        {'C', KIND_CAV, {SQ_1_3, SQ_4_3, SQ_6_5, SQ_10_2, SQ_11_2}},
        {'X', KINDS, {SQ_1_3, SQ_4_5, SQ_10_4}},
        {'-', KINDS, {SQ_1_3, SQ_4_5}},
    };
    gg_sheet_table(sheet, "T1 Die faces", columns, COUNT(columns));
    for (int row = 0; row < COUNT(rows); row++) pour_letter(sheet, &rows[row]);
}

static void pour_hits(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Target",
        "Shot, first fire, attack without a move",
        "Attack after a move",
        "Test passes on",
        "Clause",
    };
    static const gg_clause clauses[ARMS][CITED_MAX] = {
        [ARM_I] = {SQ_10_1, SQ_10_4, SQ_11_2, SQ_R31},
        [ARM_A] = {SQ_10_3, SQ_10_4, SQ_11_2, SQ_R31},
        [ARM_C] = {SQ_10_2, SQ_10_4, SQ_11_2, SQ_R31},
    };
    static const arm order[ARMS] = {ARM_I, ARM_C, ARM_A};
    gg_sheet_table(sheet, "T10 Hits and tests", columns, COUNT(columns));
    for (int i = 0; i < ARMS; i++) {
        roll_query q = {.arm = (uint8_t)order[i], .target_arm = (uint8_t)order[i]};
        gg_sheet_cell(sheet, arm_words[order[i]]);
        cell_letters(sheet, squares_shot_check.faces(&q));
        q.moved = 1;
        cell_letters(sheet, squares_attack_check.faces(&q));
        cell_letters(sheet, all_but(squares_test_check.faces(&q)));
        cell_clauses(sheet, clauses[order[i]]);
    }
}

/* ---- T2 to T4: ground from cards. ---- */

static void pour_cards(gg_sheet *sheet)
{
    static const char *const columns[] = {"Card", "Area", "Clause"};
    gg_sheet_table(sheet, "T2 Cards in the deal", columns, COUNT(columns));
    for (int row = 0; row < CARD_ROWS; row++) {
        gg_sheet_cell(sheet, sq_card_rows[row].card);
        gg_sheet_cell(sheet, sq_card_rows[row].area);
        gg_sheet_cell_clause(sheet, sq_card_rows[row].clause);
    }
}

static void pour_edges(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Suit", "Edge", "Slot n (1 to 12) is", "Flow goes in", "Clause",
    };
    static const char *const ways[FACINGS] = {"N", "E", "S", "W"};
    gg_sheet_table(sheet,
                   "T3 Edges for the river; A is 1, K is 13: slot 1 of the next edge clockwise",
                   columns, COUNT(columns));
    for (int row = 0; row < SUITS; row++) {
        gg_sheet_cell(sheet, (char[]){sq_edge_rows[row].suit, '\0'});
        gg_sheet_cell(sheet, sq_edge_rows[row].edge);
        gg_sheet_cell(sheet, sq_edge_rows[row].slot);
        gg_sheet_cell(sheet, ways[sq_edge_rows[row].flow]);
        cell_clauses(sheet, (gg_clause[CITED_MAX]){sq_edge_rows[row].clause, SQ_R5});
    }
}

static void pour_river(gg_sheet *sheet)
{
    static const char *const columns[] = {"Square", "Cost", "Clause"};
    gg_sheet_table(sheet, "T4 Cost of a square for the river; the first row that fits counts",
                   columns, COUNT(columns));
    for (int row = 0; row < RIVER_ROWS; row++) {
        gg_sheet_cell(sheet, sq_river_rows[row].square);
        gg_sheet_cell_int(sheet, (int)sq_river_rows[row].cost);
        gg_sheet_cell_clause(sheet, sq_river_rows[row].clause);
    }
}

/* ---- T5, T6, T12: troops and ground. ---- */

typedef struct kind_words {
    const char *name, *shoots, *attacks, *formations, *figures;
    gg_clause clauses[CITED_MAX];
} kind_words;

static const kind_words kinds[KINDS] = {
#define KIND(id, name, arm, bases, move, quality, heavy, points, range, brow, role, shoots,        \
             attacks, formations, figures, ...)                                                    \
    [KIND_##id] = {name, shoots, attacks, formations, figures, {__VA_ARGS__}},
#include "units.def"
#undef KIND
};

static void cell_bases(gg_sheet *sheet, kind what)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    gg_put_int(&text, house_value(sheet, N_bases_INF + (int)what));
    if (what == KIND_SKIRM) { gg_put_words(&text, " in each of %d pieces", DETACHMENTS); }
    gg_sheet_cell(sheet, words);
}

static void cell_quality(gg_sheet *sheet, kind what)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    if (squares_kinds[what].quality == 0) gg_put(&text, "0");
    else gg_put_signed(&text, squares_kinds[what].quality);
    if (squares_kinds[what].heavy) gg_put(&text, ", heavy");
    gg_sheet_cell(sheet, words);
}

/* "range 4 (5 from a hill), not after moving" */
static void cell_shoots(gg_sheet *sheet, kind what)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    const kind_row *it = &squares_kinds[what];
    if (it->holder == HOLDS_GUNS) {
        gg_put(&text, "range {gun_range} ({brow_range} from a hill), ");
    } else if (it->range > 0) {
        gg_put_words(&text, "range %d, ", it->range);
    }
    gg_put(&text, kinds[what].shoots);
    gg_sheet_cell_words(sheet, words);
}

static void pour_kinds(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Kind",    "Letter",     "Bases",
        "Move",    "Shoots",     "Attacks",
        "Quality", "Formations", "Figures on a base (SQ-1.5)",
        "Clause",
    };
    static const char *const letters[ARMS] = {[ARM_I] = "I", [ARM_A] = "A", [ARM_C] = "C"};
    gg_sheet_table(sheet, "T5 Kinds; a scenario may give any of them quality +1 or -1", columns,
                   COUNT(columns));
    for (int row = 0; row < KINDS; row++) {
        gg_sheet_cell(sheet, kinds[row].name);
        gg_sheet_cell(sheet, letters[squares_kinds[row].arm]);
        cell_bases(sheet, (kind)row);
        gg_sheet_cell_int(sheet, house_value(sheet, N_move_INF + row));
        cell_shoots(sheet, (kind)row);
        gg_sheet_cell(sheet, kinds[row].attacks);
        cell_quality(sheet, (kind)row);
        gg_sheet_cell(sheet, kinds[row].formations);
        gg_sheet_cell(sheet, kinds[row].figures);
        cell_clauses(sheet, kinds[row].clauses);
    }
}

static int room_of(const gg_sheet *sheet, ground its_ground, holder who)
{
    const int number = squares_room_numbers[its_ground][who];
    return number == N_NONE ? squares_grounds[its_ground].holds[who] : house_value(sheet, number);
}

static void pour_grounds(gg_sheet *sheet)
{
    static const char *const columns[] = {
        "Ground", "Map",   "inf guard consc", "skirm", "cav heavy", "art",
        "Level",  "Cover", "One move only",   "Hides", "Clause",
    };
    static const char *const role_words[GG_ROLES] = {
#define ROLE(id, glyph, fill, text) [GG_ROLE_##id] = text,
#include "core/roles.def"
#undef ROLE
    };
    static const struct {
        char letter;
        uint8_t role;
        gg_clause clause;
    } rows[GROUNDS] = {
#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, hides, role, \
               clause)                                                                             \
    [GROUND_##id] = {letter, GG_ROLE_##role, clause},
#include "ground.def"
#undef GROUND
    };
    gg_sheet_table(sheet, "T6 Ground: most bases a square can hold, by kind", columns,
                   COUNT(columns));
    for (int row = 0; row < GROUNDS; row++) {
        const ground_row *it = &squares_grounds[row];
        gg_sheet_cell(sheet, role_words[rows[row].role]);
        gg_sheet_cell(sheet, (char[]){rows[row].letter, '\0'});
        for (int holds = 0; holds < HOLDERS; holds++)
            gg_sheet_cell_int(sheet, room_of(sheet, (ground)row, (holder)holds));
        gg_sheet_cell_int(sheet, it->level);
        gg_sheet_cell_yes(sheet, it->cover);
        gg_sheet_cell_yes(sheet, it->slow);
        if (it->level > 0) gg_sheet_cell(sheet, "by its level (SQ-R44)");
        else gg_sheet_cell_yes(sheet, it->hides);
        gg_sheet_cell_clause(sheet, rows[row].clause);
    }
}

static void pour_points(gg_sheet *sheet)
{
    static const char *const columns[] = {"Kind", "Points of a base", "Of a full unit", "Clause"};
    gg_sheet_table(sheet, "T12 Strength points for the limit", columns, COUNT(columns));
    for (int row = 0; row < KINDS; row++) {
        int pieces = row == KIND_SKIRM ? DETACHMENTS : 1;
        gg_sheet_cell(sheet, kinds[row].name);
        const int points = house_value(sheet, N_points_INF + row);
        gg_sheet_cell_int(sheet, points);
        gg_sheet_cell_int(sheet, points * house_value(sheet, N_bases_INF + row) * pieces);
        gg_sheet_cell_clause(sheet, SQ_R60);
    }
}

/* ---- T7, T9, T11: which bases count, who fires first, how far back; and the moves. ---- */

static void pour_dice(gg_sheet *sheet)
{
    static const char *const columns[] = {"Formation", "Shooting", "Attacking", "Clause"};
    static const words_row rows[] = {
#define DICE(who, shape, words, shot, shot_words, attack, attack_words, ...)                       \
    {{words, shot_words, attack_words}, {__VA_ARGS__}},
#include "dice.def"
#undef DICE
    };
    gg_sheet_table(sheet,
                   "T7 Dice before modifiers; of two squares the command square has the odd base",
                   columns, COUNT(columns));
    pour_words(sheet, rows, COUNT(rows), 3);
}

static void pour_first_fire(gg_sheet *sheet)
{
    static const char *const columns[] = {"Attacker", "Target", "Dice before modifiers", "Clause"};
    static const words_row rows[] = {
#define FIRST_FIRE(clause, attacker, target, words, fits, count)                                   \
    {{attacker, target, words}, {clause, SQ_R43}},
#include "first_fire.def"
#undef FIRST_FIRE
    };
    gg_sheet_table(sheet, "T9 First fire; the first row that fits counts", columns, COUNT(columns));
    pour_words(sheet, rows, COUNT(rows), 3);
}

static void pour_retreat(gg_sheet *sheet)
{
    static const char *const columns[] = {"Failures", "Squares back", "Facing after", "Clause"};
    static const words_row rows[] = {
#define RETREAT(at_least, failures, back, words, facing, clause)                                   \
    {{failures, back, words}, {SQ_11_2, clause, SQ_11_6}},
#include "retreat.def"
#undef RETREAT
        {{"0", "none; a square stays", "unchanged"}, {SQ_R50}},
    };
    gg_sheet_table(sheet, "T11 Retreat", columns, COUNT(columns));
    pour_words(sheet, rows, COUNT(rows), 3);
}

static void pour_tokens(gg_sheet *sheet)
{
    static const char *const columns[] = {"Move", "Meaning", "Who", "Clause"};
    static const words_row rows[] = {
#define TOKEN(id, meaning, who, clause) {{#id, meaning, who}, {clause}},
#include "tokens.def"
#undef TOKEN
    };
    gg_sheet_table(sheet, "Moves of an activation, one point each", columns, COUNT(columns));
    pour_words(sheet, rows, COUNT(rows), 3);
}

/* ---- The sheet. ---- */

void squares_sheet(gg_sheet *sheet)
{
    pour_die(sheet);
    pour_cards(sheet);
    pour_edges(sheet);
    pour_river(sheet);
    pour_kinds(sheet);
    pour_grounds(sheet);
    pour_tokens(sheet);
    pour_dice(sheet);
    gg_sheet_check(sheet, &squares_attack_check); /* T8: the modifiers of each roll */
    gg_sheet_check(sheet, &squares_shot_check);
    gg_sheet_check(sheet, &squares_first_fire_check);
    pour_first_fire(sheet);
    pour_hits(sheet);
    gg_sheet_check(sheet, &squares_test_check);
    pour_retreat(sheet);
    pour_points(sheet);
    gg_sheet_options(sheet); /* T13 */
}
