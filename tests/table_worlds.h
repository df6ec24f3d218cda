/*
 * table_worlds.h - measured tables of chance, for the tests of the room: three games that hold
 * their bodies by the centre, by the front, and as brigades of bases.
 * SPDX-License-Identifier: MIT
 */
#ifndef TABLE_WORLDS_H
#define TABLE_WORLDS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/fields.h"
#include "table/ask.h"
#include "table/notation.h"
#include "table/notes.h"

uint64_t random_bits(void);
int32_t between(int32_t low, int32_t high);
int cases(int quick); /* fifty times as many with GG_DEEP=1 */

enum { WOOD, HILL, DEEP, HOUSE, GROUNDS };
extern const gt_ground grounds[GROUNDS];
extern const int16_t numbers[4];
extern const gt_game by_centre, by_front, by_bases;
extern const gt_game *const games[3];

enum { BODIES = 200, AREAS = 6, WORDS = 4 };
typedef struct world {
    gt_body bodies[BODIES];
    gt_area areas[AREAS];
    gg_point corners[AREAS * GT_POLYGON];
    gt_line lines[4];
    uint64_t strips[2 * GT_STRIPS * WORDS];
    gt_table t;
} world;

void put_body(world *w, unsigned u);
void random_body(world *w, unsigned u);
int random_polygon(gg_point *out, gg_point middle, int32_t size);
void random_world(world *w, const gt_game *game, unsigned count);
gg_point random_place(void);

#endif
