/*
 * draw.h - what any measured table shows: ground, bodies, markers, the last move.  A game adds what
 * its bodies are (role, coat, form, flags).
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_DRAW_H
#define GG_TABLE_DRAW_H

#include "core/picture.h"
#include "core/question.h"
#include "table/table.h"

/* Its corners, its measure, its title. */
void gt_draw_table(const gt_table *, gg_scene *);
/* Areas in their roles (a hill of level 2 or more is high), what burns, and, where two stretches of
 * an area of this type lie in one line with a gap, the crossing between them (-1: none is). */
void gt_draw_ground(const gt_table *, int river, gg_scene *);
void gt_draw_lines(const gt_table *, gg_scene *);
/* What the areas are called, below each, or above where the edge of the table is nearer than two
 * lines of this height, or in it if it goes from edge to edge. */
void gt_draw_names(const gt_table *, const char called[][GG_CALLED_BYTES], int32_t line,
                   gg_scene *);
/* Objectives: what each is worth and who has it, where no block hides the flag. */
void gt_draw_objectives(const gt_table *, gg_scene *);
/* The block of a body: place, size, facing, side, strength, label.  The mark's `at` is its centre,
 * wherever the body is held.  NULL: no room. */
gg_mark *gt_draw_body(const gt_table *, unsigned body, gg_role, gg_scene *);
/* A disc of this size, for a commander or another marker, which is a point. */
gg_mark *gt_draw_marker(const gt_table *, gg_unit, int32_t size, gg_scene *);
/* All of these units that are on the table, as the game draws them: from the first to before the
 * last. */
void gt_draw_units(const gt_table *, gg_unit first, gg_unit last, gg_scene *);
/* How far something reaches about a place. */
void gt_draw_radius(gg_side, gg_point, int32_t reach, gg_scene *);
/* The last move: has it moved since it was there, and is it still on the table?  Then its ghost
 * where it was (its facing there is not known: no front), and an arrow.  The ghost, or NULL. */
gg_mark *gt_draw_last(const gt_table *, unsigned body, gg_point from, gg_scene *);

#endif
