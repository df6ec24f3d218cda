/*
 * wire.h - everything front ends read, as JSON: docs/wire.md has the fields.
 *
 * The command line, the page and the server all say it with these.  A function with a key writes
 * an object of that key (NULL in an array, or at the top); gg_wire_turn and gg_wire_sketch add
 * their fields to the object that is open.  Who may know what is decided before: states are views,
 * events have passed gg_event_for.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_WIRE_H
#define GG_WIRE_H

#include "core/record.h"
#include "core/json.h"
#include "core/load.h"
#include "core/picture.h"
#include "core/seat.h"

/* ---- The games there are. ---- */
void gg_wire_game(gg_json *, const char *key, const gg_ruleset *, gg_state *scratch,
                  gg_scene_room *);
/* With what each side has at its start. */
void gg_wire_scenario(gg_json *, const char *key, const gg_ruleset *, uint32_t row,
                      gg_state *scratch, gg_scene_room *);
void gg_wire_option(gg_json *, const char *key, const gg_ruleset *, const gg_option *);
/* Its rules that were corrected after that version (0: all). */
void gg_wire_corrections(gg_json *, const char *key, const gg_ruleset *, uint32_t since);
/* Of a record that corrected rules play otherwise: the version it was played by, how far it comes
 * out, and what was corrected since; no field at all of any other. */
void gg_wire_played_by(gg_json *, const char *key, const gg_ruleset *, const gg_record_part *);
/* Every number of the rules with its value by these house rules (NULL: standard). */
void gg_wire_tables(gg_json *, const char *key, const gg_ruleset *, const int16_t *house);
/* The numbers that differ, and their hash; no field at all for standard rules. */
void gg_wire_house(gg_json *, const char *key, const gg_ruleset *, const gg_state *);
/* The same of the differences themselves, before there is a state; NULL: none. */
void gg_wire_differences(gg_json *, const char *key, const gg_ruleset *, const int16_t *house);
void gg_wire_clause(gg_json *, const char *key, const gg_clause_def *);

/* ---- A game under way. ---- */
void gg_wire_turn(gg_json *, const gg_ruleset *, const gg_state *); /* fields */
/* The position as text, whose turn it is, and its hash. */
void gg_wire_position(gg_json *, const char *key, const gg_ruleset *, const gg_state *);
/* What is drawn, mark by mark. */
void gg_wire_scene(gg_json *, const char *key, const gg_ruleset *, const gg_state *,
                   const gg_scene *);
void gg_wire_event(gg_json *, const char *key, const gg_ruleset *, const gg_state *,
                   const gg_event *);
void gg_wire_mods(gg_json *, const char *key, const gg_ruleset *, const gg_state *,
                  const gg_check *, const gg_event *);
/* Room for what an action changes in the picture. */
typedef struct gg_ways_room {
    gg_scene_room before, after, sketched;
    gg_scene then, sketch;
} gg_ways_room;

/* The next action of the story and what came of it, for the viewer; `ply` is how it is numbered.
 * With `ways` (or NULL) also who went where and what was lost.
 * A sealed action of another is told only as far as something of it is seen.  False, and nothing
 * written, when there is nothing to tell of it or the story is at its end. */
bool gg_wire_entry(gg_json *, const char *key, gg_teller *, gg_side viewer, uint32_t ply,
                   gg_log *room, gg_ways_room *ways);

/* ---- What can be done. ---- */
void gg_wire_verdict(gg_json *, const char *key, const gg_ruleset *, gg_verdict);
void gg_wire_verdict_fields(gg_json *, const gg_ruleset *, gg_verdict);
/* The same for a side that asks: with what it has to decide instead, where something else is due.
 * `offers` is room for rules->actions_max actions. */
void gg_wire_refusal(gg_json *, const char *key, const gg_seat *, gg_verdict, gg_action *offers);
void gg_wire_complaint(gg_json *, const char *key, const gg_ruleset *, const gg_complaint *);
/* An action in notation and in plain words; fields: action, words. */
void gg_wire_action(gg_json *, const gg_ruleset *, const gg_state *view, gg_side,
                    const gg_action *);
/* An action and where it leads; the scene is what sketch() gave. */
void gg_wire_offer(gg_json *, const char *key, const gg_ruleset *, const gg_state *view, gg_side,
                   const gg_action *, const gg_scene *sketch);
/* The same into the object that is open. */
void gg_wire_offer_fields(gg_json *, const gg_ruleset *, const gg_state *view, gg_side,
                          const gg_action *, const gg_scene *sketch);
void gg_wire_sketch(gg_json *, const gg_ruleset *, const gg_state *view,
                    const gg_scene *sketch); /* fields: ends, targets */
/* Of the outcomes at most `most` are told one by one. */
typedef struct gg_wire_odds_of {
    const gg_seat *seat;
    const gg_action *action;
    const gg_seat_chances *chances;
    uint32_t most;
    gg_action *offers;     /* room for rules->actions_max; NULL: what lapses is not told */
    const gg_clash *clash; /* to the end of a charge or melee; NULL: it is none */
} gg_wire_odds_of;
void gg_wire_odds(gg_json *, const char *key, const gg_wire_odds_of *);
/* Field: lapses, what it leaves undone, of an action that ends a step; else nothing.  `offers` is
 * room for rules->actions_max. */
void gg_wire_lapses(gg_json *, const gg_seat *, const gg_action *, gg_action *offers);
/* The object stays open for the picture of the answer. */
void gg_wire_answer(gg_json *, const char *key, const gg_ruleset *, const gg_state *view,
                    const gg_answer *);
/* A sentence for people, with the names of json->names instead of codes (core/names.h). */
void gg_wire_said(gg_json *, const char *key, const gg_state *, const char *sentence);
/* How the game stands; fields: status, sides (what each is called and the coat most of it wears),
 * terms (what wins the game, and how far each side has come). */
void gg_wire_status(gg_json *, const gg_ruleset *, const gg_state *view, const gg_scene *);
/* All that is to be known of a unit, row by row: a list. */
void gg_wire_card(gg_json *, const char *key, const gg_ruleset *, const gg_state *view, gg_unit);
/* What stands on the board and beside it: a list. */
void gg_wire_units(gg_json *, const char *key, const gg_ruleset *, const gg_state *view,
                   const gg_scene *);
void gg_wire_point(gg_json *, const char *key, gg_point); /* {"x":..,"y":..} */

#endif
