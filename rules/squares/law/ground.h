/*
 * ground.h - the tables by which cards become ground (T2, T3, T4), for ground.c, which lays
 * it, for notation.c, which reads and writes cards, and for sheet.c, which prints them.
 * SPDX-License-Identifier: MIT
 */
#ifndef SQUARES_GROUND_H
#define SQUARES_GROUND_H

#include "squares.h"

enum {
    RANKS = 13, /* A 2 .. T J Q K are 0 .. 12 */
    SUITS = 4,  /* C D H S, which are also the edges clockwise from the north (T3) */
    PLAIN_CARDS = RANKS * SUITS,
    AREAS = 36,           /* SQ-2.1 */
    SLOTS = SUITS * SIDE, /* squares along the rim, corners twice (SQ-R7) */
};

/* In the order of SQ-R2: suit * 13 + rank, then the red and the black joker.  A place of the
 * deck holds the card + 1, and 0 where there is none. */
typedef uint8_t card;
static inline bool is_joker(card c) { return c >= PLAIN_CARDS; }
static inline int rank_of(card c) { return c % RANKS; }
static inline int suit_of(card c) { return c / RANKS; }

/* The cards of a pack of which only some places were named. */
void sq_fill_deck(gg_state *);

/* T2: what a card does to its area; the first row that fits counts. */
typedef struct card_row {
    const char *card; /* in words, for the sheet */
    const char *area;
    bool (*fits)(card, int pack);
    ground ground;
    bool river; /* there is a river */
    gg_clause clause;
} card_row;

enum { CARD_ROWS = 6 };
extern const card_row sq_card_rows[CARD_ROWS];

/* T3: the edge of a suit, its first slot, the way the slots run, and where a river flows in. */
typedef struct edge_row {
    char suit;
    const char *edge, *slot; /* in words, for the sheet */
    int8_t column, row, right, up;
    facing flow;
    gg_clause clause;
} edge_row;

extern const edge_row sq_edge_rows[SUITS];

/* T4: what a square costs the river; the first row that fits counts. */
typedef struct river_row {
    const char *square;                             /* in words, for the sheet */
    bool (*fits)(const gg_state *, uint8_t square); /* before there is a river */
    uint32_t cost;
    gg_clause clause;
} river_row;

enum { RIVER_ROWS = 6 };
extern const river_row sq_river_rows[RIVER_ROWS];

#endif
