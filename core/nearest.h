/*
 * nearest.h - the name that somebody meant who typed one that does not exist.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_NEAREST_H
#define GG_NEAREST_H

#include "core/text.h"

/* The name in this row of a list; NULL after the last. */
typedef const char *gg_name_row(const void *list, int row);

/* The name nearest to the word, or NULL where none is near: a letter in three may be wrong,
 * missing, too many or in the wrong place, or the word may be the beginning of one name only. */
const char *gg_nearest_name(const char *word, gg_name_row *, const void *list);
/* " (did you mean greedy?)", or nothing. */
void gg_put_nearest(gg_text *, const char *word, gg_name_row *, const void *list);

#endif
