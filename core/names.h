/*
 * names.h - what people call units, commanders, places and sides: in sentences, and in orders.
 *
 * Short codes are for notation; a battle has names.  They stand in the text of a position, behind
 * the thing they name, and cost the state nothing:
 *
 *     a5 cav British vet 28,45 180 ad2   # Le Marchant
 *     #name b1 Hougoumont                where a line is about several things, or none
 *     #name bI* Foot                     one after the other: 1st Foot, 2nd Foot
 *     #name red the French               of a side
 *     #coat red french                   and what it wears (core/coats.def)
 *     #land wood 1,2 3,2 3,4             country that is only drawn: an area (core/roles.def),
 *     #line river 0,5 7.6,5              or along a line; in thousands of ticks
 *     #place 24,36 Great Redoubt         a name on the board
 *
 * or in the state, where a game keeps them there (name_unit).  Nothing is decided by a name, and
 * no name tells more than the code it stands for.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_NAMES_H
#define GG_NAMES_H

#include "core/load.h"
#include "core/match.h"
#include "core/text.h"

/* One of them, where it stands in the text. */
typedef struct gg_named {
    const char *code, *name;
    uint16_t code_count, name_count;
    uint16_t alike; /* how many things are called so */
} gg_named;

typedef struct gg_names {
    const gg_ruleset *rules;
    const char *text;     /* of the position the battle began from; NULL: it has no names */
    const gg_named *rows; /* all of the text, for who asks often; NULL: it is looked through */
    uint32_t row_count;
} gg_names;

/* Writes at most `limit` rows; how many there are. */
uint32_t gg_list_names(const char *text, gg_named *rows, uint32_t limit);

gg_names gg_names_of(const gg_match *); /* those of its scenario */
/* What the thing is called; false, and nothing written, if it has no name.  Where two things are
 * called alike the code is added in brackets. */
bool gg_put_called(gg_text *, const gg_names *, const gg_state *, const char *code);
/* The name alone, whoever else is called so. */
bool gg_put_unit_name(gg_text *, const gg_names *, const gg_state *view, const char *code);
/* A sentence in which codes stand, with names: "A1 3rd Foot" for a unit, the name alone for a
 * place. */
void gg_put_named(gg_text *, const gg_names *, const gg_state *, const char *sentence);

/* ---- Names as people type them: typed.c. ---- */
/* What was typed, with codes in place of the names of units of this view, in any case.  False: a
 * name belongs to several units, and the complaint lists their codes.  A unit that the view does
 * not show by its code has no name here. */
bool gg_put_coded(gg_text *, const gg_names *, const gg_state *view, const char *typed,
                  gg_complaint *);
/* gg_load_action() of what a person typed: as it stands, or else with codes for its names. */
bool gg_load_typed(const gg_names *, const gg_state *view, const char *typed, gg_action *,
                   gg_complaint *);
/* All of them as lines of a position, "#name a5 Le Marchant": for who has only what is to be seen
 * of it. */
void gg_write_names(gg_text *, const gg_names *);
/* Bodies of troops that wear no coat get that of their side; country and names of places are
 * added, and sectors are called by their names. */
void gg_names_dress(const gg_names *, gg_scene *);
/* The same for a plan in characters, where country cannot be painted under troops: each sector has
 * the signs of what lies in it.  Other boards stay as they are. */
void gg_names_sign(const gg_names *, gg_scene *);
bool gg_is_dress(const char *row); /* is the row for the eye alone? */

#endif
