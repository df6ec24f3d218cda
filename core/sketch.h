/*
 * sketch.h - what an action means on the board before any die: the marks that a game's sketchers
 * lay down (core/sketches.def has them called by the rows of its actions).
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_SKETCH_H
#define GG_SKETCH_H

#include "grognard.h"

typedef struct gg_sketch {
    const gg_state *view;
    gg_side side;
    const gg_action *action;
    gg_scene *scene;
    uint16_t flags; /* of every ghost: whether the action is refused, too */
} gg_sketch;
typedef void gg_sketcher(const gg_sketch *);

void gg_ghost(const gg_sketch *, gg_mark *); /* a mark becomes one; NULL is none */
/* A straight way, nothing if it has no length; an arrow at a unit. */
void gg_sketch_line(const gg_sketch *, gg_role, gg_side, gg_point from, gg_point to);
void gg_sketch_arrow(const gg_sketch *, gg_role, gg_side, gg_point from, gg_point to, gg_unit whom);
/* The way by these places. */
void gg_sketch_way(const gg_sketch *, gg_side, const gg_point *at, int count);

#endif
