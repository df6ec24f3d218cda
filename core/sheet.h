/*
 * sheet.h - the reference sheet: a ruleset pours its tables into a gg_sheet, which
 * renders them as text, html or JSON.  A table is held until it is complete, because the
 * columns of a text table are as wide as their widest cell.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_SHEET_H
#define GG_SHEET_H

#include "core/json.h"
#include "core/text.h"
#include "grognard.h"

enum { GG_SHEET_COLUMNS_MAX = 16, GG_SHEET_CELLS_MAX = 1024, GG_SHEET_BYTES = 65536 };

struct gg_sheet {
    const gg_ruleset *rules;
    const int16_t *house; /* NULL: the standard numbers */
    gg_text *out;
    bool html;
    gg_json *json; /* NULL: as text or html */
    const char *title;
    int column_count;                     /* 0: there is no table yet */
    uint32_t cell_count;                  /* what stands over the columns is the first row */
    uint32_t cell_at[GG_SHEET_CELLS_MAX]; /* offsets into pool */
    char pool[GG_SHEET_BYTES];
    uint32_t pool_count;
};

/* The whole sheet of a ruleset: heading, its tables, its checks, its options; by house rules if
 * there are any. */
void gg_sheet_write(gg_sheet *, const gg_ruleset *, const int16_t *house, bool html, gg_text *out);
/* The same as an object: its parts are tables (title, columns, rows) and texts, in their order. */
void gg_sheet_write_json(gg_sheet *, const gg_ruleset *, const int16_t *house, gg_json *);

#endif
