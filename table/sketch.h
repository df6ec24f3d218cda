/*
 * sketch.h - what an action means on a measured table before any die: bodies and markers as they
 * would stand, their ways there, arrows at others (core/sketch.h has the marks themselves).  Of
 * whoever is not on the table nothing is laid down.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_SKETCH_H
#define GG_TABLE_SKETCH_H

#include "core/sketch.h"
#include "table/table.h"

/* Where it stands, as it stands. */
void gt_ghost(const gt_game *, const gg_sketch *, gg_unit);
void gt_ghosts(const gt_game *, const gg_sketch *, uint64_t bodies);
/* As it stands in another state, a copy of the view in which it was moved, turned or formed: the
 * ghost of it alone, or with the straight way there. */
void gt_ghost_in(const gt_game *, const gg_sketch *, const gg_state *would, gg_unit);
void gt_sketch_move(const gt_game *, const gg_sketch *, gg_role, const gg_state *would, gg_unit);
/* A marker rides there. */
void gt_sketch_ride(const gt_game *, const gg_sketch *, gg_unit, gg_point end);
/* From a place, or from where who stands, to the middle of whom: in the colour of who. */
void gt_sketch_aim(const gt_game *, const gg_sketch *, gg_role, gg_unit who, gg_point from,
                   gg_unit whom);
void gt_sketch_arrow(const gt_game *, const gg_sketch *, gg_role, gg_unit who, gg_unit whom);

#endif
