/*
 * row.h - a game as one line of JSON: how it is written, and how it is read back.
 *
 * This line is all that is kept of a game; the CSV file, the SQLite file, the summary and the
 * report are made of such lines and of nothing else.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_ROW_H
#define LAB_ROW_H

#include "lab/game.h"

#include <jansson.h>

enum { LAB_ROW_BYTES = 1 << 17 };

/* With its newline. */
void lab_write_row(gg_text *, const lab_table *, uint64_t game);

/* ---- One that plays and, if it looks, writes down what it saw. ---- */
typedef struct lab_scribe {
    lab_table *table;
    gg_text line;
} lab_scribe;
lab_scribe *lab_open_scribe(const lab_setup *, bool looks);
void lab_close_scribe(void *scribe);
bool lab_play_row(void *scribe, uint64_t game); /* false: it was stopped on the way */

/* The places of one map in a row or a file: pairs of cell and count. */
extern const char *const lab_place_names[]; /* stand, fight, lost; NULL at the end */

/* What is asked of a row again and again. */
typedef struct lab_row {
    uint64_t game;
    const char *seed, *winner, *clause, *final;
    bool over;
    int64_t round, decisions[2], steps, offers, units_lost[2], strength_lost[2];
    json_t *whole;
} lab_row;
/* False: the line is not whole. */
bool lab_read_row(const char *line, size_t count, lab_row *);
void lab_drop_row(lab_row *);

#endif
