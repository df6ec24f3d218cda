/*
 * wire_parts.h - the small parts that wire.c, wire_scene.c and wire_choice.c share.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_WIRE_PARTS_H
#define GG_WIRE_PARTS_H

#include "core/wire.h"

enum {
    WIRE_NAME_MAX = 64,       /* of a unit or a place, as the game writes it */
    WIRE_SENTENCE_MAX = 8192, /* the longest that is told of one action */
};

void wire_clause(gg_json *, const gg_ruleset *, gg_clause); /* nothing for clause 0 */
void wire_unit(gg_json *, const char *key, const gg_ruleset *, const gg_state *, gg_unit);
void wire_hash(gg_json *, uint64_t);
/* What the thing of this code is called; no field if it has no name. */
void wire_called(gg_json *, const char *key, const gg_state *, const char *code);

/* wire_ways.c: before and after the next action of a story is told */
void wire_ways_before(gg_ways_room *, const gg_teller *, gg_side viewer);
void wire_ways_after(gg_json *, gg_ways_room *, const gg_teller *, gg_side viewer);

/* wire_scene.c */
uint8_t wire_strength_of(const gg_mark *);     /* a commander's pips are no strength but orders */
void wire_markers(gg_json *, const gg_mark *); /* how many, and of what if there are any */
void wire_flags(gg_json *, uint16_t flags);    /* a list of words */
const char *wire_form_name(uint8_t form);
const char *wire_quality_name(uint8_t quality);
const char *wire_coat_name(uint8_t coat);

#endif
