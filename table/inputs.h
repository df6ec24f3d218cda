/*
 * inputs.h - what stands where on a measured table, for a network (core/network.h): the table in
 * coarse cells, seen from a side's own edge.
 *
 * A game says of each body what kind it is, how it is, and how much is left of it; the room makes
 * rows of that, the same for both sides.  It reads what it is shown and nothing else, so of a view
 * it tells what the view tells.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_INPUTS_H
#define GG_TABLE_INPUTS_H

#include "table/table.h"

enum {
    GT_CELLS_WIDE = 8,
    GT_CELLS_DEEP = 6,
    GT_CELLS = GT_CELLS_WIDE * GT_CELLS_DEEP,
    GT_INPUTS_EACH = 3, /* of one body, at most */
};

/* One body: its kind, what is left of it, and how it is; numbers of the game, from 0. */
typedef struct gt_told {
    uint8_t kind, left, state;
} gt_told;

typedef struct gt_telling {
    uint8_t kinds, bands, states; /* band n: so much is left of it, the last one: or more */
    gt_told (*tell)(const gg_state *, unsigned body);
} gt_telling;

/* Rows of a game: kinds in cells, states in cells, kinds by what is left; each for either side. */
#define GT_INPUT_ROWS(kinds, bands, states)                                                        \
    (2 * (GT_CELLS * ((kinds) + (states)) + (kinds) * (bands)))

/* gg_judgement_rules.inputs of a table. */
uint32_t gt_inputs(const gt_table *, const gt_telling *, gg_side, gg_input *out, uint32_t limit);

#endif
