/*
 * notation.h - what the two halves of the notation of positions share.
 */
#ifndef COMMANDERS_NOTATION_H
#define COMMANDERS_NOTATION_H

#include "rules/commanders/law/commanders.h"
#include "core/fields.h"

/* ---- notation.c ---- */
extern const char *const commanders_side_names[];
void commanders_put_word(gg_text *, const char *); /* a blank and the word */
const char *commanders_read_sector(gg_scan *, int *sector);
bool commanders_line_ends(gg_scan *); /* past blanks */
/* bI3: false if no name stands here; GG_NO_UNIT: nobody has it. */
bool commanders_scan_name(gg_scan *, const gg_state *, gg_unit *who);

/* ---- notation_combat.c: the lines of a combat; see gg_line_def. ---- */
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
