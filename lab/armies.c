/*
 * armies.c - armies drawn by lot.  See armies.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/armies.h"

#include "core/numbers.h"
#include "core/text.h"

#include <string.h>

#define CLAUSEWITZ(weight, text, units, least, most, rows) {weight, text, units, least, most, rows},
static const lab_troop clausewitz_troops[] = {
#include "lab/armies.def"
};
#undef CLAUSEWITZ
#define SQUARES(weight, text, units, least, most, rows) {weight, text, units, least, most, rows},
static const lab_troop squares_troops[] = {
#include "lab/armies.def"
};
#undef SQUARES

/* Open ground, the same for both when it is turned about; near enough that they meet at once. */
static const lab_list clausewitz_list = {
    .game = "clausewitz",
    .ground = "option turns=8\nphase begin\ntable 72 50\n"
              "objective 1 26,25\nobjective 2 46,25\nAC 36,6\nBC 36,44\n",
    .piece_count = 3,
    .names = {"A", "B"},
    .places = {{"16,13", "36,13", "56,13"}, {"56,37", "36,37", "16,37"}},
    .troops = clausewitz_troops,
    .troop_count = sizeof clausewitz_troops / sizeof *clausewitz_troops,
    .measure = &clausewitz_troops[0],
    .measure_dice = 4, /* 800 men (CW-T16) */
    .measure_called = "line infantry of 800 men",
    .rest = "points_morale",
};

static const lab_list squares_list = {
    .game = "squares",
    .ground = "option activation_dice=4\noption max_rounds=30\nphase first\n",
    .piece_count = 5,
    .names = {"A", "B"},
    .places = {{"c4 N", "e4 N", "g4 N", "i4 N", "f3 N"}, {"j9 S", "h9 S", "f9 S", "d9 S", "g10 S"}},
    .troops = squares_troops,
    .troop_count = sizeof squares_troops / sizeof *squares_troops,
    .measure = &squares_troops[0],
    .measure_dice = 4,
    .measure_called = "a full unit of infantry",
    .rest = "points_inf",
};

const lab_list *const lab_lists[] = {&clausewitz_list, &squares_list, NULL};

/* ---- What they are worth. ---- */

/* The next id of a list of rows, and does it count for each die?  False: there is none. */
static bool next_row(const char **text, char id[64], bool *each_die)
{
    while (**text == ' ') ++*text;
    size_t length = strcspn(*text, " ");
    if (length == 0) return false;
    *each_die = length > 2 && strncmp(*text + length - 2, "*d", 2) == 0;
    const size_t own = *each_die ? length - 2 : length;
    gg_assert(own < 64);
    memcpy(id, *text, own);
    id[own] = 0;
    *text += length;
    return true;
}

int lab_rows_of(const lab_list *list, const gg_ruleset *rules, uint16_t rows[LAB_COLUMNS_MAX])
{
    bool has[GG_NUMBERS_MAX] = {false};
    int count = 0;
    for (int i = 0; i < list->troop_count; i++) {
        const char *text = list->troops[i].rows;
        char id[64];
        bool each_die;
        while (next_row(&text, id, &each_die)) {
            const int32_t row = gg_find_number(rules, id);
            gg_assert(row > 0);
            has[row] = true;
        }
    }
    for (uint16_t row = 1; row < rules->number_count; row++)
        if (has[row]) {
            gg_assert(count < LAB_COLUMNS_MAX - 1);
            rows[count++] = row;
        }
    return count;
}

void lab_count_troop(const lab_troop *troop, const gg_ruleset *rules, const uint16_t *rows,
                     int row_count, int units, int dice, int *counts)
{
    const char *text = troop->rows;
    char id[64];
    bool each_die;
    while (next_row(&text, id, &each_die))
        for (int i = 0; i < row_count; i++)
            if (strcmp(rules->numbers[rows[i]].id, id) == 0)
                counts[i] += units * (each_die ? dice : 1);
}

void lab_count_army(const lab_list *list, const lab_army *army, const gg_ruleset *rules,
                    const uint16_t *rows, int row_count, int *counts)
{
    for (int i = 0; i < row_count; i++) counts[i] = 0;
    for (int i = 0; i < list->piece_count; i++) {
        const lab_piece *piece = &army->pieces[i];
        lab_count_troop(&list->troops[piece->troop], rules, rows, row_count, piece->units,
                        piece->dice, counts);
    }
}

/* ---- Drawing. ---- */

enum { MISSING_OF = 4 }; /* one place of so many stays empty, but never the first */

/* Armies of different size, or only differences between pieces would be told, and not what a piece
 * more is worth. */
void lab_draw_army(const lab_list *list, gg_dice *dice, lab_army *army)
{
    int all = 0;
    for (int i = 0; i < list->troop_count; i++) all += list->troops[i].weight;
    for (int i = 0; i < list->piece_count; i++) {
        lab_piece *piece = &army->pieces[i];
        int lot = gg_roll(dice, all);
        piece->troop = 0;
        while (lot > list->troops[piece->troop].weight) lot -= list->troops[piece->troop++].weight;
        const lab_troop *troop = &list->troops[piece->troop];
        piece->units = gg_roll(dice, troop->units_most);
        piece->dice =
            troop->dice_least - 1 + gg_roll(dice, troop->dice_most - troop->dice_least + 1);
        if (i > 0 && gg_roll(dice, MISSING_OF) == 1) piece->units = 0;
    }
}

static void put_troop(gg_text *out, const char *text, const lab_piece *piece)
{
    for (; *text != 0; text++) {
        const bool is_units = strncmp(text, "{u}", 3) == 0;
        if (!is_units && strncmp(text, "{d}", 3) != 0) {
            gg_put_char(out, *text);
            continue;
        }
        gg_put_int(out, is_units ? piece->units : piece->dice);
        text += 2;
    }
}

void lab_write_armies(const lab_list *list, const lab_army armies[2], const char *more,
                      gg_text *out)
{
    gg_put(out, "position ");
    gg_put(out, list->game);
    gg_put_char(out, '\n');
    gg_put(out, list->ground);
    gg_put(out, more);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int i = 0; i < list->piece_count; i++) {
            const lab_piece *piece = &armies[side].pieces[i];
            if (piece->units == 0) continue;
            gg_put(out, list->names[side]);
            gg_put_int(out, i + 1);
            put_troop(out, list->troops[piece->troop].text, piece);
            gg_put_char(out, ' ');
            gg_put(out, list->places[side][i]);
            gg_put_char(out, '\n');
        }
}
