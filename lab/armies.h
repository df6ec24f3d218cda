/*
 * armies.h - armies drawn by lot, for games whose troops have points.
 *
 * A list says which troops there are, how a position writes them and which points rows of the
 * game's numbers they are worth; where each side's pieces stand; and whose value stays as it is, so
 * that the others have something to be measured by.  lab/armies.def has the lists.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_ARMIES_H
#define LAB_ARMIES_H

#include "core/dice.h"
#include "lab/logistic.h"

#include "grognard.h"

enum { LAB_PIECES_MAX = 8 };

typedef struct lab_troop {
    int weight;       /* how often it is drawn, beside the others */
    const char *text; /* in a position; {u} units and {d} dice or bases are filled in */
    int units_most;   /* 1 .. this, each as good as the others */
    int dice_least, dice_most;
    const char *rows; /* what a unit is worth: ids of numbers, *d: for each die */
} lab_troop;

typedef struct lab_list {
    const char *game;
    const char *ground; /* the position without the troops */
    int piece_count;
    const char *names[2]; /* of pieces: a letter, and the number behind it */
    const char *places[2][LAB_PIECES_MAX];
    const lab_troop *troops;
    int troop_count;
    const lab_troop *measure; /* its value stays */
    int measure_dice;
    const char *measure_called;
    const char *rest; /* the row that makes good what rounding takes from the measure */
} lab_list;

extern const lab_list *const lab_lists[]; /* NULL at the end */

typedef struct lab_piece {
    int troop, units, dice; /* no units: its place is empty */
} lab_piece;
typedef struct lab_army {
    lab_piece pieces[LAB_PIECES_MAX];
} lab_army;

/* The rows that the troops of a list are worth, in the order of the game's numbers; how many. */
int lab_rows_of(const lab_list *, const gg_ruleset *, uint16_t rows[LAB_COLUMNS_MAX]);
/* How often each of these rows counts in a troop, or in a whole army. */
void lab_count_troop(const lab_troop *, const gg_ruleset *, const uint16_t *rows, int row_count,
                     int units, int dice, int *counts);
void lab_count_army(const lab_list *, const lab_army *, const gg_ruleset *, const uint16_t *rows,
                    int row_count, int *counts);
void lab_draw_army(const lab_list *, gg_dice *, lab_army *);
/* The position of these two, as a text, with lines of the caller's behind the ground. */
void lab_write_armies(const lab_list *, const lab_army armies[2], const char *more, gg_text *);

#endif
