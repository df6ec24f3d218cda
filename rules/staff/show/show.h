/*
 * show.h - what people see and type: names and words, marks on the table, and places that a hand
 * may mean.
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_SHOW_H
#define STAFF_SHOW_H

#include "rules/staff/law/combat.h"
#include "rules/staff/law/move.h"
#include "rules/staff/law/charge.h"
#include "rules/staff/law/shoot.h"
#include "table/notation.h"

enum { STAFF_LINES = 17, SCENARIOS = 5 };

/* ---- Words. ---- */

/* What things are called, each list ended by NULL: in notation, and for people. */
typedef struct staff_words {
    const char *types[TYPES + 1], *sizes[SIZES + 1], *formations[FORMATIONS + 1], *rules[RULES + 1];
    const char *traits[TRAITS + 1], *nations[NATIONS + 1], *orders[ORDERS + 1];
} staff_words;
extern const staff_words staff_names, staff_says;

bool staff_name_unit(const gg_state *, gg_unit, gg_text *);
/* What an area is called: its name or "the hill"; areas are counted from 1. */
void staff_write_area(const gg_state *, int64_t number, gg_text *);

/* ---- Marks. ---- */
gg_mark *staff_draw_thing(const gg_state *, gg_unit, gg_scene *); /* a unit or a commander */

/* ---- Where a hand may put a unit down. ---- */

/* For questions about very many places of one unit.  `now`: a step of its own is asked for and it
 * may go somewhere; otherwise: could an order take it there, as it faces? */
enum { STAFF_OTHER_STEPS = 3 + 3 * FORM_DEPLOYED };
typedef struct staff_goer {
    staff_mover m;
    gg_side side;
    bool now, moves; /* moves: ways are open to it, if they lead where they must */
    staff_action_kind kind;
    int other_count;
    gg_point others[STAFF_OTHER_STEPS]; /* where it comes without going: turning, forming */
    uint32_t houses_asked, houses_open; /* bit n: building n */
} staff_goer;
void staff_begin_going(const gg_state *, gg_side, unsigned unit, bool now, staff_goer *);
bool staff_can_end(staff_goer *, gg_point at);

#endif
