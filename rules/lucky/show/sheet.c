/*
 * sheet.c - what the rows of the reference sheet (sheet.def) cannot say alone.
 * SPDX-License-Identifier: MIT
 */
#include "core/sheet.h"
#include "rules/lucky/show/show.h"

static const char *const skirmisher_words[] = {"light", "light; all from 1809", "all"};
static const char *const line_words[] = {"never", "to 1808", "always"};
static const char *const cover_words[COVERS] = {"none", "soft", "hard", "fortified"};

static void pour_corps(gg_sheet *sheet)
{
    gg_sheet_head(sheet, "T2 Corps orders for the first order given; each further one adds 1",
                  "d6|poor|able|good|excellent|brilliant|Clause");
    for (int die = 1; die <= 6; die++) {
        gg_sheet_cell_int(sheet, die);
        for (int quality = 1; quality <= 5; quality++)
            gg_sheet_cell_int(sheet, (die + quality + 1) / 2);
        gg_sheet_cell_clause(sheet, LG_2_8);
    }
}

#include "core/sheet.def"
