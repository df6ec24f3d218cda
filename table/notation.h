/*
 * notation.h - names of units, areas and lines as every game on a measured table writes them in a
 * position, and reads them back byte for byte; lengths and places are core/fields.h's.
 *
 *     a7, b12       a unit of blue, of red
 *     area hill level 1 value 4 held blue 20,16 28,16 28,20 20,20
 *     line hedge 18,24 25,24 30,26
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_NOTATION_H
#define GG_TABLE_NOTATION_H

#include "core/text.h"
#include "table/table.h"

enum { GT_FAR = 400 * 1000 }; /* ticks: no area or line that can be written lies farther off */

/* ---- Words. ---- */
/* " word 3": as much of a line is written. */
void gt_put_word(gg_text *, const char *word);
void gt_put_number(gg_text *, const char *word, int number);
void gt_put_at(gg_text *, const char *word, gg_point);

/* ---- Names: a letter for the side, perhaps one for the rank, a number. ---- */
typedef struct gt_name {
    gg_side side;
    int rank, number;
} gt_name; /* rank -1: a body */
void gt_write_name(gt_name, const char *ranks, gg_text *);
bool gt_scan_name(gg_scan *, const char *ranks, gt_name *out);

/* ---- Ground. ---- */
void gt_write_area(const gt_table *, unsigned area, gg_text *);
/* The same with its name: area "Wheat" crops 30,36 ... */
void gt_write_called_area(const gt_table *, unsigned area, const char called[GG_CALLED_BYTES],
                          gg_text *);
/* What comes after the word "area".  Where the table keeps its corners in a store they go there,
 * any simple polygon; else they are strictly convex and whole grains. */
typedef struct gt_store {
    gg_point *at;
    int count, limit;
} gt_store;
gg_error gt_read_area(gg_scan *, const gt_game *, gt_store *, gt_area *out);
/* All lines, chain by chain; and the stretches of one chain, after the word "line". */
void gt_write_lines(const gt_table *, gg_text *);
gg_error gt_read_line(gg_scan *, const gt_game *, gt_line *lines, int *count, int limit);

#endif
