/*
 * question.h - what the games on a measured table share in answering a player's questions: the
 * ends of the ruler, lines of sight, arcs, ranges and the outline of a reach as marks of a scene.
 *
 * A game asks its own rules and lays down the answer with these.  A scene may be NULL everywhere:
 * then only words and numbers are wanted.  Areas are cut at the edge of the table.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_QUESTION_H
#define GG_QUESTION_H

#include "core/space.h"
#include "core/text.h"
#include "grognard.h"

/* ---- Names and words. ---- */
/* The unit with this name, as write_unit writes it, whatever the case, or which this side would
 * call so by what the board shows; GG_NO_UNIT: none. */
gg_unit gg_find_unit(const gg_ruleset *, const gg_state *view, gg_side, const char *text);
/* A length in ticks with its word, to the hundredth; a part of a hundredth counts up, so that
 * what is told as within 6 is within 6. */
void gg_put_ticks(gg_text *, const gg_ruleset *, int32_t ticks);
/* How to get from one place to another: "6 inches north-east". */
void gg_put_course(gg_text *, const gg_ruleset *, gg_point from, gg_point to);
/* The same so exactly that places are told alike only by part of a hundredth: "6 inches north and
 * 2.5 east". */
void gg_put_exact_course(gg_text *, const gg_ruleset *, gg_point from, gg_point to);
/* Are these two told alike? */
bool gg_is_same_course(const gg_ruleset *, gg_point from, gg_point to, gg_point other);
/* Where a place lies on a measured table, as hands measure it: "12 inches from the west edge and 3
 * from the south edge". */
void gg_put_spot(gg_text *, const gg_ruleset *, gg_point);
/* A question as it is typed: "reach a1", "sight a1 b2", "measure a1,24:18.5".  Its things have
 * blanks or commas between them; each is a unit, or a place: 24:18.5 on a measured table, by its
 * name on a board.  On error the output is untouched. */
gg_error gg_read_question(const gg_ruleset *, const gg_state *view, gg_side, const char *text,
                          gg_question *out);
/* How a question of this kind is typed: "sight A B". */
const char *gg_question_form(gg_question_kind);
/* An answer with nothing in it yet: no unit, no distance, no words. */
gg_answer gg_no_answer(void);

/* ---- The ruler. ---- */
typedef struct gg_ruler {
    gg_point from, to;
} gg_ruler;
/* A point of each that are nearest to each other, to the tick; the same point twice where they
 * touch. */
gg_ruler gg_nearest(const gg_convex *, const gg_convex *);

/* ---- Laying marks down. ---- */
void gg_lay_line(gg_scene *, gg_role, gg_point from, gg_point to);
void gg_lay_arrow(gg_scene *, gg_role, gg_side, gg_point from, gg_point to);
void gg_lay_words(gg_scene *, gg_role, gg_point at, const char *words); /* cut to a label */
/* The ruler with its length written at its middle. */
void gg_lay_ruler(gg_scene *, const gg_ruleset *, gg_ruler, int32_t ticks);
/* A line of sight: clear as far as `cut`, blocked beyond; clear all the way if cut is `to`. */
void gg_lay_sight(gg_scene *, gg_point from, gg_point cut, gg_point to);
/* Any polygon, cut at the edge of the table. */
void gg_lay_area(gg_scene *, gg_role, gg_bounds table, const gg_point *, int count);
/* The zone of a unit, by lines at 45 degrees from its corners, as deep as `reach`. */
void gg_lay_zone(gg_scene *, gg_bounds table, gg_pose, gg_box, gg_zone, int32_t reach);
/* Everything within `range` of a unit: in its front zone, or all round. */
void gg_lay_range(gg_scene *, gg_role, gg_bounds table, gg_pose, gg_box, bool all_round,
                  int32_t range);

/* ---- Tracing. ---- */
typedef bool gg_place_test(void *with, gg_point at);
/*
 * Lays down as areas all places within the bounds that pass the test.  It asks at the corners of
 * a grid of `cells` (at most GG_TRACE_CELLS) each way, three times as closely along the rims, and
 * then halves along every edge of the grid between a yes and a no, so that each corner of the
 * outline passed the test itself and lies within a fortieth of a cell of one that did not.  Holes
 * are cut out along a seam.  What is narrower than a third of a cell, or lies apart from all rims
 * between two places of a cell, may be missed, and specks of less than half a cell are.  Gives the
 * number of areas.
 */
enum { GG_TRACE_CELLS = 56, GG_TRACE_POINTS = 4096, GG_TRACE_LOOPS = 32 };
int gg_trace(gg_scene *, gg_role, gg_bounds, int cells, gg_place_test *, void *with);

#endif
