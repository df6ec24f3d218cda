/*
 * seat.h - all that one who sits at the table may ask, in one place.
 *
 * A seat is made of the position and keeps nothing of it but what its side may know: whatever is
 * asked here is answered from that view, and where dice need what is hidden, from a guess at it.
 * Front ends ask seats and never the position, so two positions that differ only in secrets get the
 * same answers, byte for byte.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_SEAT_H
#define GG_SEAT_H

#include "core/clash.h"
#include "core/load.h"
#include "core/names.h"
#include "core/outcomes.h"
#include "core/question.h"
#include "core/tell.h"

typedef struct gg_seat {
    const gg_ruleset *rules;
    const gg_state *view;
    gg_side side;   /* who decides and asks; GG_NOBODY: a watcher, or the game itself */
    gg_side viewer; /* the same, or GG_SEES_ALL */
    gg_names names; /* what may be typed for codes; with rules NULL: nothing */
} gg_seat;

/* `room` is rules->state_bytes of memory that the seat keeps.  GG_SEES_ALL, in place of a side, is
 * one who may know everything and acts for nobody. */
gg_seat gg_seat_at(const gg_ruleset *, const gg_state *, gg_side, gg_state *room);

/* ---- Who decides. ---- */
gg_turn gg_seat_turn(const gg_seat *);
bool gg_seat_decides(const gg_seat *); /* for a seat of nobody: the game itself goes on */

/* ---- What can be done. ---- */
uint32_t gg_seat_offers(const gg_seat *, gg_action *out, uint32_t limit); /* 0: not its decision */
gg_verdict gg_seat_judge(const gg_seat *, const gg_action *);
bool gg_seat_read(const gg_seat *, const char *text, gg_action *, gg_complaint *);
void gg_seat_write(const gg_seat *, const gg_action *, gg_text *);
void gg_seat_say(const gg_seat *, const gg_action *, gg_text *); /* in plain words */
void gg_seat_sketch(const gg_seat *, const gg_action *, gg_scene *);
/* As the members of gg_ruleset; false also where it is not this seat's decision. */
bool gg_seat_aim(const gg_seat *, gg_unit who, gg_unit whom, gg_point at, int32_t facing,
                 gg_action *);
bool gg_seat_go_on(const gg_seat *, const gg_action *begun, gg_point at, int32_t facing,
                   gg_action *);

/* ---- What is seen, and questions. ---- */
void gg_seat_draw(const gg_seat *, gg_scene *);
void gg_seat_ask(const gg_seat *, const gg_question *, gg_answer *, gg_scene *);

/* ---- Odds. ---- */
typedef struct gg_seat_chances {
    gg_outcomes outcomes;
    gg_turn turn;     /* in which the action would be done */
    bool guessed;     /* something is hidden from the seat, and was guessed */
    gg_sides passing; /* who chooses in secret now, and is taken to choose nothing more */
    bool has_roll;
    gg_first_roll roll;
} gg_seat_chances;

/* Of a legal action.  `guess` is room for one more state. */
gg_seat_chances gg_seat_odds(const gg_seat *, const gg_action *, uint32_t runs_max,
                             uint32_t samples, gg_outcomes_room *, gg_state *guess);
/* What the enemy may answer to a legal action that begins a charge or a melee, and what comes of
 * it (core/clash.h). */
gg_clash gg_seat_clash(const gg_seat *, const gg_action *, uint32_t runs_max, uint32_t samples,
                       gg_clash_room *, gg_state *guess);

/* ---- What can be taken back. ---- */

/* A legal action can be taken back: as far as this seat may know, it throws no dice and opens
 * nothing sealed, nor does what the match takes by itself after it, and then this side decides
 * again.  `offers` is room for rules->actions_max. */
bool gg_seat_takes_back(const gg_seat *, const gg_action *, gg_action *offers, gg_log *,
                        gg_state *guess);
/* The same of a state in which its actions are done already; what the match takes is done in it. */
bool gg_comes_back(const gg_ruleset *, gg_state *, gg_side, gg_action *offers, gg_log *);
/* Applies the action without dice; false: some were needed, or something sealed was opened. */
bool gg_does_quietly(const gg_ruleset *, gg_state *, gg_side, const gg_action *, gg_log *);

#endif
