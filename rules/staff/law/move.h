/*
 * move.h - steps, ways and forced moves (pace.c, move.c, way.c, reach.c, forced.c), and the log's
 * sentence about a step (tell.c).
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_MOVE_H
#define STAFF_MOVE_H

#include "command.h"

int32_t staff_rate(const gg_state *, unsigned unit); /* T7, of its formation now */
bool staff_is_on_road(const gg_state *, gg_pose, gg_box);
/* Where a `go`, `turn`, `form`, `limber`, `unlimber`, `handle`, `enter`, `leave` would end: pose
 * and
 * formation. */
typedef struct staff_place {
    gg_pose pose;
    uint8_t formation, inside;
} staff_place;
bool staff_place_of(const gg_state *, const gg_action *, staff_place *);
/* May it enter the nth building from where it stands, if its order lets it (ST-R19)? */
gg_verdict staff_can_enter(const gg_state *, unsigned unit, unsigned nth);
/* Areas that it cannot go through, and types of lines. */
uint64_t staff_barred_to(const gg_state *, unsigned unit);
uint32_t staff_lines_barred_to(const gg_state *, unsigned unit);
staff_place staff_place_now(const gg_state *, unsigned unit);
/* May it go from where it is to that pose (ST-R9, R10, R12, R15, R16)?  With `but` (a unit, or
 * NOBODY) left out of the path, and no gap kept if it charges. */
gg_verdict staff_may_go(const gg_state *, unsigned unit, gg_pose to, unsigned but, bool charges);
/* May it stand so (ST-R9, R10, R17)?  The mover if there is one, or NULL. */
gg_verdict staff_may_stand(const gg_state *, unsigned unit, const staff_place *, staff_mover *);
/* Is there ground that bars it, though it may stand in it already (ST-R51)? */
bool staff_is_barred(const gg_state *, unsigned unit, const staff_place *);
gg_convex staff_place_shape(const gg_state *, unsigned unit, const staff_place *);
/* DIST to the nearest enemy of what stands so, but not more than `limit`. */
int32_t staff_nearest(const gg_state *, gg_side, const gg_convex *, int32_t limit);
/* Everybody on the table who may reach so near to the bounds. */
uint64_t staff_near(const gg_state *, gg_bounds, int32_t reach);
/* A mover that faces so, before it moves, and how others lie to it. */
typedef struct staff_turned {
    int32_t facing;
    gg_convex shape;
    gg_bounds bounds;
    gt_frame frame;
    uint64_t known; /* whose row is worked out */
    uint32_t areas; /* and of which areas */
    gt_beside rows[UNITS_MAX];
    gt_rim grounds[AREAS_MAX];
} staff_turned;
/* What all moves of one unit share, for who asks about many. */
struct staff_mover {
    const gg_state *s;
    unsigned unit;
    int kind; /* MOVER_ */
    int32_t rate;
    gg_pose was;
    gg_box box;
    gg_convex before;
    gg_bounds about;               /* what has been looked at: as far as it may go, and the gap */
    uint64_t bodies, barred, half; /* in it: others; areas that bar it or halve its pace */
    uint64_t lane;                 /* of the others, those that can be in the way now */
    uint64_t passable;             /* friends that it passes, or that let it pass (ST-R15) */
    uint32_t walls, hurdles;       /* and stretches of lines that bar it or cost it */
    uint64_t tried_in, is_in;      /* areas that it was held against, and that it stands on */
    uint64_t asked;                /* whose distance is known, */
    int32_t far[UNITS_MAX];        /* and that */
    bool marches;                  /* in a column on a road */
    int32_t nearest;               /* DIST to the nearest enemy; GG_NEVER: not asked yet */
    staff_duty duty;               /* of all its moves, where many are asked about */
    bool is_held;                  /* ST-R13: it goes straight on or back, and turns little */
    bool is_headed;                /* and that is so, and ST-R81 too, of the way it tries now */
    staff_turned own, turned;      /* as it faces now, and as it faced last in a move */
};
void staff_find_mover(const gg_state *, unsigned unit, staff_mover *);
int32_t staff_distance_now(staff_mover *, unsigned other); /* DIST before it moves */
/* staff_may_go(), and whether it does, without the reason: what costs least is asked first. */
gg_verdict staff_may_go_as(const staff_mover *, gg_pose to, unsigned but, bool charges);
bool staff_can_go(staff_mover *, gg_pose to, unsigned but, bool charges);
/* For who asks about many moves of one kind, `go` or `handle`: may there be any; any in that
 * direction that ends facing so (whole degrees), of a quarter of an inch to so much; and this one
 * of them? */
bool staff_begin_moves(staff_mover *, gg_side, staff_action_kind);
bool staff_begin_way(staff_mover *, int32_t bearing, int32_t facing, int32_t most);
/* Of so many equal parts of the way, those that nobody surely shuts. */
int staff_open_parts(staff_mover *, int32_t bearing, int32_t facing, int32_t most, int parts);
bool staff_can_move(staff_mover *, const gg_action *);
/* Its two halves: by who and what lies about its way, and by where it must lead. */
bool staff_can_reach(staff_mover *, const gg_action *);
bool staff_move_fits(staff_mover *, const gg_action *);
/* A turn, a change of formation, limbering: all but whether it may stand so. */
gg_verdict staff_change_fits(const gg_state *, gg_side, const gg_action *, staff_mover *,
                             staff_place *);
/* RET (ST-R28): straight back, and no nearer to any enemy. */
bool staff_is_retreat(staff_mover *, gg_pose to);
/* It stands there, for thoughts: place, grid and stand, but not whom it is near. */
void staff_think_so(gg_state *, unsigned unit, const staff_place *);
/* Puts a unit there: grid, joined commander, ridden-down commanders, the picture's last move. */
void staff_put(gg_state *, unsigned unit, const staff_place *, gg_log *);
/* ADVANCE_STRAIGHT (ST-R20) and FALLBACK (ST-R21): how far, and where it would stand.  `but` is
 * left out.
 * The pose is the old one if it does not move. */
int32_t staff_advance_straight(const gg_state *, unsigned unit, int32_t bearing, int32_t length,
                               unsigned but, gg_pose *end);
int32_t staff_fall_back_to(const gg_state *, unsigned unit, gg_zone face, int32_t length,
                           gg_pose *end, uint64_t *passed);
/* Falls back: moved, friends it passes disordered; how far it went, 0 if that would be less than
 * `least`.  Not disordered itself. */
int32_t staff_fall_back(gg_state *, unsigned unit, gg_zone face, int32_t length, int32_t least,
                        gg_log *);

/* The log of a unit that has left that place: up which hill, into which wood, in what formation. */
void staff_say_step(const gg_state *, unsigned u, staff_saying, const staff_place *from, gg_log *);

#endif
