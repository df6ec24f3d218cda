/*
 * board_question.h - what games on a board share when a player asks before deciding: which offer
 * a hand means, where offers end, and how far it is in squares.
 *
 * A game on a board offers every place a unit may go to, so the offers themselves answer.  A
 * sketch is read by its marks: a ghost (GG_BLOCK with GG_FLAG_GHOST) says which unit would stand
 * where, its `to` being the place as aim() takes it; an arrow (plan_shot, plan_charge) says by its
 * unit whom the action is aimed at.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_BOARD_QUESTION_H
#define GG_BOARD_QUESTION_H

#include "core/text.h"
#include "grognard.h"

enum {
    GG_SKETCH_MARKS_MAX = 64, /* marks of one action */
    GG_REACH_MAX = 256,       /* places a unit may end in */
};

/* What a hand does: it puts `who` down at a place, or on a unit.  `is_like` (NULL: nobody else)
 * tells units apart that an order cannot; of like actions the one with the least `cost` is meant
 * (NULL: the first). */
typedef struct gg_hand {
    gg_unit who, whom;
    gg_point at;
    int32_t facing;
    bool on_squares; /* places are squares of a board: any square that a ghost covers will do */
    bool (*is_like)(const gg_state *, gg_unit, gg_unit);
    int (*cost)(const gg_state *, const gg_action *, gg_unit whom);
} gg_hand;

/* The offered action that the hand means: the one of `who` that fights nobody and whose ghost ends
 * in that place, with the facing nearest to the one asked for; or one that is aimed at `whom`.
 * False: none of them. */
bool gg_aim_at_offers(const gg_ruleset *, const gg_state *view, gg_side, const gg_hand *,
                      const gg_action *offers, uint32_t count, gg_action *out);

/* The places, each once, in which the ghosts of `hand->who` end; returns how many. */
uint32_t gg_reach_of_offers(const gg_ruleset *, const gg_state *view, gg_side, const gg_hand *,
                            const gg_action *offers, uint32_t count, gg_point places[GG_REACH_MAX]);

/* aim() of a game whose offers say all: `limit` is its actions_max. */
#define GG_AIM_BY_OFFER(name, rules, limit)                                                        \
    bool name(const gg_state *view, gg_side side, gg_unit who, gg_unit whom, gg_point at,          \
              int32_t facing, gg_action *out)                                                      \
    {                                                                                              \
        gg_action offers[limit];                                                                   \
        const gg_hand hand = {.who = who, .whom = whom, .at = at, .facing = facing};               \
        const uint32_t count = (rules)->offer(view, side, offers, limit);                          \
        return gg_aim_at_offers(rules, view, side, &hand, offers, count, out);                     \
    }

/* ---- Squares. ---- */

gg_point gg_cell_middle(gg_point cell);     /* in the thousandths of a scene */
int32_t gg_cells_apart(gg_point, gg_point); /* steps from square to square, none diagonal */
/* The nearest two of the squares of two things: the ends and the length of the answer. */
void gg_measure_cells(const gg_point *from, int from_count, const gg_point *to, int to_count,
                      gg_answer *);
/* Overlays: a scene that is NULL or full takes nothing. */
void gg_put_cell(gg_scene *, gg_role, gg_point cell);
void gg_put_stretch(gg_scene *, gg_shape, gg_role, gg_point from, gg_point to);

/*
 * The place, as aim() and ask() take it, that a point of the picture belongs to: the point itself
 * on a measured table, column and row on a board, on a plan the place of the area it lies in (an
 * area with a label: `to` is its place).  {-1, -1}: no place.
 */
gg_point gg_scene_place(const gg_scene *, gg_point);

/* The answer to a question that has none here. */
void gg_answer_nothing(gg_answer *, const char *words);

#endif
