/*
 * pieces.h - for small games whose units stand at a point of a measured table: what the rows of
 * their actions say already.  What is offered is every action of the phase with all that its fields
 * may hold, as far as it is legal; a hand means the action of the phase that takes what it points
 * at; a move is sketched as a way and a ghost, a shot as an arrow; a question is answered by a row
 * for its kind.
 *
 * It takes a game with a function to judge each kind of action (core/actions.def), in which
 * refusals are rows in the order of the questions: who may act, whether the unit can, its target,
 * distances.  core/pieces.def makes the functions of the contract.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_PIECES_H
#define GG_PIECES_H

#include "core/sketch.h"
#include "grognard.h"

typedef struct gg_piece {
    gg_point at;
    gg_side side;
} gg_piece;

/* What is answered to a kind of question.  In the words {who} is the unit, {ticks} how far it is,
 * {limit} how far it may be; the clause is cited behind them. */
typedef struct gg_piece_answer {
    int kind; /* reach, contact: the kind of action that leads there, judged by its row; else 0 */
    int32_t (*limit)(const gg_state *view, gg_unit who); /* reach, sight, arcs; else NULL */
    gg_clause clause;
    const char *yes, *no;
} gg_piece_answer;

typedef struct gg_pieces {
    const gg_ruleset *rules;
    /* Where a unit stands, and whose it is; false: it is not there.  It is asked of any number. */
    bool (*find)(const gg_state *, gg_unit, gg_piece *out);
    /* Its mark, as draw() lays it down. */
    gg_mark *(*draw)(const gg_state *, gg_unit, gg_scene *);
    /* The nth of some places that it may go to, legal or not; false: there are no more. */
    bool (*place)(const gg_state *, gg_unit, uint32_t nth, gg_point *out);
    gg_reason of_unit;              /* the last refusal that asks neither for target nor place */
    gg_reason not_there, off_table; /* what questions are refused with */
    /* Questions ask what could be: frees the unit to do what their kinds of action say. */
    void (*set_free)(gg_state *, gg_unit);
    /* Who answers the questions that have no row: on a measured table, table/ask.h.  NULL: all
     * have one. */
    void (*ask)(const gg_state *view, gg_side, const gg_question *, gg_answer *, gg_scene *);
} gg_pieces;

/* offer(): unit by unit, the kinds of action in the order of their rows, and then what is nobody's.
 * Only fields are filled that are units, words, numbers, sides or places. */
uint32_t gg_offer_pieces(const gg_pieces *, const gg_state *, gg_side, gg_action *out,
                         uint32_t limit);

/* aim(): of the kinds that take what the hand points at the one that is legal, or whose refusal
 * comes last: it is the one that a player wants to read. */
bool gg_aim_piece(const gg_pieces *, const gg_state *view, gg_side, gg_unit who, gg_unit whom,
                  gg_point at, gg_action *out);

/* Sketchers: a way there and the unit as it would stand; an arrow at the target.  Of units that are
 * not there nothing is laid down. */
void gg_sketch_piece(const gg_pieces *, const gg_sketch *, gg_point end);
void gg_sketch_target(const gg_pieces *, const gg_sketch *, gg_role);
/* The word of an order, at the unit that gets it. */
void gg_sketch_word(const gg_pieces *, const gg_sketch *);

/* ask(): where the unit may go, what it has in reach, how far it is, how far it shoots all round,
 * and what it would meet.  The row is that of the question's kind; without words it is none. */
void gg_ask_pieces(const gg_pieces *, const gg_piece_answer *, const gg_state *view, gg_side,
                   const gg_question *, gg_answer *, gg_scene *);

#endif
