/*
 * notation.h - what the parts of the notation of positions share; see gg_line_def.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_NOTATION_H
#define COMMANDERS_NOTATION_H

#include "core/fields.h"
#include "rules/commanders/show/show.h"

/* ---- notation.c ---- */
extern const char *const commanders_side_names[];
void commanders_put_word(gg_text *, const char *); /* a blank and the word */
const char *commanders_read_side(gg_scan *, gg_side *);
const char *commanders_read_sector(gg_scan *, int *sector);
bool commanders_line_ends(gg_scan *); /* past blanks */
/* Does one of these words stand here?  0, or -1; does not move. */
int32_t commanders_begins_with(const gg_scan *, const char *const *words, int count);

/* ---- notation_troops.c: units and plans. ---- */
enum { COMMANDERS_UNIT_FIELDS = 12 };
extern const gg_field commanders_unit_fields[COMMANDERS_UNIT_FIELDS];
int32_t commanders_which_unit(gg_state *, gg_scan *, const char **expected);
bool commanders_has_unit(const gg_state *, uint32_t nth);
int32_t commanders_which_counts(gg_state *, gg_scan *, const char **expected);
const char *commanders_read_counts(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_read_order(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_read_plan(gg_scan *, gg_state *, uint32_t nth);
void commanders_write_plan(const gg_state *, gg_text *);

/* ---- notation_combat.c: the lines of a combat. ---- */
const char *commanders_read_zone(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_settle_zones(gg_state *, uint32_t nth, bool is_said);
const char *commanders_read_aim(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_read_dice(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_read_hit(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_read_rerolls(gg_scan *, gg_state *, uint32_t nth);
const char *commanders_read_combat(gg_scan *, gg_state *, uint32_t nth);
void commanders_write_combat(const gg_state *, gg_text *);
void commanders_write_turn(const gg_state *, gg_text *);

#endif
