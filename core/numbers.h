/*
 * numbers.h - the numbers of the rules as rows: house rules in a state, tables as files.
 *
 * `grognard tables GAME` prints every row; a file with any of these lines, changed, is a club's own
 * sheet.  A state keeps how much each row differs from its standard value, so that what happens
 * depends on (state, action, dice) alone; a position and a record carry the rows that differ.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_NUMBERS_H
#define GG_NUMBERS_H

#include "core/load.h"
#include "core/text.h"
#include "grognard.h"

enum { GG_NUMBERS_MAX = 1024 };

/* The house rules in a state, a difference for each row; NULL in a game that has no rows. */
const int16_t *gg_house_of(const gg_ruleset *, const gg_state *);
void gg_set_house(const gg_ruleset *, gg_state *, const int16_t *house); /* NULL: standard */
bool gg_has_house(const gg_ruleset *, const gg_state *);
/* One number for all that differs; 0 for standard rules. */
uint64_t gg_house_hash(const gg_ruleset *, const int16_t *house);

/* Words with numbers of the rules in them: "{strike_hits} and more hit".  {id:length} is a length
 * as people write it, {id:-} a dash where the number is 0, {id:length-} both; the id of an option
 * is its standard value. */
void gg_put_numbered(gg_text *, const gg_ruleset *, const int16_t *house, const char *words);

/* The row with this id, or -1. */
int32_t gg_find_number(const gg_ruleset *, const char *id);
/* One line for each row, with what it is and what is allowed as a comment; `house` may be NULL. */
void gg_write_tables(const gg_ruleset *, const int16_t *house, gg_text *out);
/* Any subset of such lines into `house`, which has number_count; false: complains, with a place. */
bool gg_read_tables(const gg_ruleset *, const char *name, const char *text, int16_t *house,
                    gg_complaint *);
/* ": march is 10 to 120", of the row whose line holds this place of the text, if there is one. */
void gg_put_allowed(gg_text *out, const gg_ruleset *, const char *text, uint32_t at);
/* "id=value": one row, within what it allows. */
gg_error gg_scan_number(gg_scan *, const gg_ruleset *, int16_t *house);
/* The heading lines `number ID=VALUE` of the rows that differ, and `house HASH`; nothing for
 * standard rules.  Reading: the rest of such a line into `house`. */
void gg_write_house(const gg_ruleset *, const int16_t *house, gg_text *out);
gg_error gg_scan_house(gg_scan *, const gg_ruleset *, const int16_t *house);
/* The picture of a game that is not played by the standard numbers says so in its title. */
void gg_title_house(const gg_ruleset *, const gg_state *, gg_scene *);
/* The rows that differ, one a line: "musket_range 18, not 12: how far muskets reach (LG-5.3)". */
void gg_put_house(gg_text *, const gg_ruleset *, const int16_t *house);

#endif
