/*
 * sheet.c - what the rows of the reference sheet (sheet.def) cannot say alone.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"
#include "core/sheet.h"
#include "rules/squares/law/ground.h"

#include <string.h>

enum { CITED_MAX = 6, WORDS = 160 };
_Static_assert(DETACHMENTS == 4, "as the row of the kinds says");

/* Behind a row of cells: the clauses it stands on. */
static void cell_clauses(gg_sheet *sheet, const gg_clause *clauses)
{
    char words[WORDS];
    gg_text text = gg_text_over(words, sizeof words);
    for (int i = 0; i < CITED_MAX && clauses[i] != SQ_NONE; i++)
        gg_put_more(&text, true, gg_clause_number(sheet->rules, clauses[i]));
    gg_sheet_cell(sheet, words);
}

static int house_value(const gg_sheet *sheet, int number)
{
    return gg_number_value(squares_numbers, sheet->house, (uint32_t)number);
}

/* ---- T1, T10: what the letters mean, asked of the rolls themselves. ---- */

static const char *const arm_words[ARMS] = {
    [ARM_I] = "infantry",
    [ARM_A] = "artillery",
    [ARM_C] = "cavalry",
};

static const char *const arm_letters[ARMS] = {[ARM_I] = "I", [ARM_A] = "A", [ARM_C] = "C"};

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
    cell_numbers(sheet, row->letter);
    gg_sheet_cell(sheet, row->letter == '-' ? "blank" : (char[]){row->letter, '\0'});
    if (row->raises == KINDS) {
        gg_sheet_row(sheet, 0, "-|-|%s|-",
                     row->letter == 'X' ? "any, only when moving to attack" : "-");
    } else {
        const char *troops = arm_words[squares_kinds[row->raises].arm];
        gg_sheet_row(sheet, 0, "%s, %d bases|one %s unit|%s|%s", troops,
                     house_value(sheet, N_bases_INF + row->raises), troops, troops, troops);
    }
    cell_clauses(sheet, row->clauses);
}

static void pour_die(gg_sheet *sheet)
{
    static const letter_row rows[] = {
        {'I', KIND_INF, {SQ_1_3, SQ_4_2, SQ_6_5, SQ_10_1, SQ_11_2}},
        {'A', KIND_ART, {SQ_1_3, SQ_4_4, SQ_6_5, SQ_10_3, SQ_11_2}},
        {'C', KIND_CAV, {SQ_1_3, SQ_4_3, SQ_6_5, SQ_10_2, SQ_11_2}},
        {'X', KINDS, {SQ_1_3, SQ_4_5, SQ_10_4}},
        {'-', KINDS, {SQ_1_3, SQ_4_5}},
    };
    gg_sheet_head(sheet, "T1 Die faces",
                  "D6|Letter|Army|Activation|Hit on|Passes the test of|Clause");
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) pour_letter(sheet, &rows[row]);
}

static void pour_hits(gg_sheet *sheet)
{
    static const gg_clause clauses[ARMS][CITED_MAX] = {
        [ARM_I] = {SQ_10_1, SQ_10_4, SQ_11_2, SQ_R31},
        [ARM_A] = {SQ_10_3, SQ_10_4, SQ_11_2, SQ_R31},
        [ARM_C] = {SQ_10_2, SQ_10_4, SQ_11_2, SQ_R31},
    };
    static const arm order[ARMS] = {ARM_I, ARM_C, ARM_A};
    gg_sheet_head(sheet, "T10 Hits and tests",
                  "Target|Shot, first fire, attack without a move|Attack after a move|"
                  "Test passes on|Clause");
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
    gg_sheet_head(sheet, "T2 Cards in the deal", "Card|Area|Clause");
    for (int row = 0; row < CARD_ROWS; row++)
        gg_sheet_row(sheet, sq_card_rows[row].clause, "%s|%s", sq_card_rows[row].card,
                     sq_card_rows[row].area);
}

static void pour_edges(gg_sheet *sheet)
{
    gg_sheet_head(sheet,
                  "T3 Edges for the river; A is 1, K is 13: slot 1 of the next edge clockwise",
                  "Suit|Edge|Slot n (1 to 12) is|Flow goes in|Clause");
    for (int row = 0; row < SUITS; row++) {
        gg_sheet_row(sheet, 0, "%c|%s|%s|%c", sq_edge_rows[row].suit, sq_edge_rows[row].edge,
                     sq_edge_rows[row].slot, "NESW"[sq_edge_rows[row].flow]);
        cell_clauses(sheet, (gg_clause[CITED_MAX]){sq_edge_rows[row].clause, SQ_R5});
    }
}

static void pour_river(gg_sheet *sheet)
{
    gg_sheet_head(sheet, "T4 Cost of a square for the river; the first row that fits counts",
                  "Square|Cost|Clause");
    for (int row = 0; row < RIVER_ROWS; row++)
        gg_sheet_row(sheet, sq_river_rows[row].clause, "%s|%d", sq_river_rows[row].square,
                     (int)sq_river_rows[row].cost);
}

/* ---- T6: ground. ---- */

static int room_of(const gg_sheet *sheet, ground its_ground, holder who)
{
    const int number = squares_room_numbers[its_ground][who];
    return number == N_NONE ? squares_grounds[its_ground].holds[who] : house_value(sheet, number);
}

static const char *const role_words[GG_ROLES] = {
#define ROLE(id, glyph, fill, text) [GG_ROLE_##id] = text,
#include "core/roles.def"
#undef ROLE
};

#include "core/sheet.def"
