/*
 * way.h - what way.c, reach.c, move.c and forced.c share.
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_WAY_H
#define STAFF_WAY_H

#include "charge.h"

/* ---- Lengths in refusals: hundredths of an inch. ---- */
enum { HUNDREDTH = 10 };
static inline gg_verdict staff_refuse_length(staff_reason why, int32_t had, int32_t needed)
{
    return staff_refuse_by(why, (had + HUNDREDTH - 1) / HUNDREDTH, needed / HUNDREDTH);
}

/* ---- pace.c: what ground and lines do to a mover (MOVER_). ---- */
int staff_mover_kind(const staff_unit *, unsigned formation);
staff_pace staff_pace_on(const gg_state *, int mover, unsigned ground);
staff_pace staff_pace_over(const gg_state *, int mover, unsigned line);
uint64_t staff_areas_that(const gg_state *, int mover, staff_pace); /* have that pace for it */
uint32_t staff_lines_that(const gg_state *, int mover, staff_pace); /* kinds of line */

/* ---- way.c ---- */
typedef struct staff_way { /* a move: its shapes before and after, and what it goes over */
    gg_pose will;
    gg_convex after, path;
    gg_bounds bounds; /* of the path */
    uint64_t ignored; /* areas that do not count */
    bool half;
} staff_way;
/* Those of a set of units whose bounds come so near to these. */
uint64_t staff_among_near(const gg_state *, uint64_t set, gg_bounds to, int32_t reach);
/* Stretches of these that come near the way. */
uint32_t staff_lines_about(const gg_state *, uint32_t lines, gg_bounds way);
/* ST-R15: skirmishers and guns pass, and are passed by, their friends. */
bool staff_may_pass(const gg_state *, unsigned unit, unsigned other);
bool staff_comes_nearer(staff_mover *, const gg_convex *will); /* to the nearest enemy */
/* Barred ground on the path: none, or what it stands in already and leaves, at half pace. */
bool staff_is_barred_on(const staff_mover *, staff_way *);
uint64_t staff_ignored_on_road(const staff_mover *, gg_pose to);
gg_verdict staff_keeps_pace(const staff_mover *, const staff_way *);
/* ST-R19: the way into a building passes as any other, the building left out. */
gg_verdict staff_way_in(const gg_state *, unsigned unit, unsigned area, const staff_place *);
/* What the ground leaves of a length on the straight way there, and which areas do not count. */
int32_t staff_length_left(staff_mover *, gg_pose to, int32_t length, uint64_t *ignored);

/* ---- reach.c ---- */
staff_turned *staff_turned_to(staff_mover *, int32_t facing);
void staff_find_row(const gg_state *, staff_turned *, unsigned other);
static inline const gt_beside *staff_row_of(const gg_state *s, staff_turned *as, unsigned other)
{
    if (!(as->known >> other & 1)) staff_find_row(s, as, other);
    return &as->rows[other];
}

/* ---- move.c ---- */
gg_box staff_place_box(const gg_state *, unsigned unit, const staff_place *);

#endif
