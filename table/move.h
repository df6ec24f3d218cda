/*
 * move.h - bodies that move: where they may stand, what stops them on their way, how near they may
 * come.  Three ways of moving, as the games have them: sliding tick by tick (exact, by leaps),
 * going by samples (the steps a rule names), and swept legs (all ground between two poses).
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TABLE_MOVE_H
#define GG_TABLE_MOVE_H

#include "table/table.h"

/* ---- stand.c: where a body may stand. ---- */
static inline bool gt_are_off_table(const gt_table *t, gg_bounds bounds)
{
    return bounds.low.x < 0 || bounds.low.y < 0 || bounds.high.x > t->width
           || bounds.high.y > t->height;
}
bool gt_is_off_table(const gt_table *, const gg_convex *); /* a corner is out */
bool gt_is_outside(const gt_table *, gg_point);
/* Does the body, so placed, stand on another of these? */
bool gt_is_occupied(const gt_table *, unsigned body, const gg_convex *, gg_point at,
                    unsigned formation, const gt_set *among);
/* The first of them that it stands on, all its bases looked at; GG_NEVER: none. */
int gt_stands_on(const gt_table *, unsigned body, const gt_shapes *, const gt_set *among);
/* All whose place the area holds, by the grid. */
void gt_placed_in(const gt_table *, unsigned area, gt_set *out);
/* Somebody else whose place the area holds; GG_NEVER: none. */
int gt_holder(const gt_table *, unsigned area, unsigned but);

/* ---- beside.c: rectangles beside each other, to a few ticks. ---- */
/* A rectangle by its middle, half its sides and its direction. */
typedef struct gt_frame {
    gg_point middle;
    int32_t wide, deep, sine, cosine;
} gt_frame;
gt_frame gt_frame_of(gg_pose, gg_box);
/* How one that stands lies to one that will be moved, not turned: how far apart their middles are
 * in the directions of their sides, and how far both reach in them. */
typedef struct gt_beside {
    int32_t apart[4], reach[4];
    gg_point by;   /* from middle to middle */
    int32_t least; /* minus the shortest side: more than that they cannot share */
    int32_t wide, deep, sine, cosine; /* of the one that stands */
} gt_beside;
gt_beside gt_beside_of(const gt_frame *moved, const gt_frame *stands);
/* When the first is moved so: more than the slack, so far apart they are at least, but for the
 * slack; less than minus the slack, so much they share in every direction, but for the slack. */
enum { GT_BESIDE_SLACK = 10 };
/* Two that are looked at once: are they surely farther apart than the limit, by a direction of
 * their sides?  And where one surely lies within. */
bool gt_frames_apart(const gt_frame *, const gt_frame *, int32_t limit);
/* One that goes straight ahead surely is not so near to the other before it has gone that far;
 * INT32_MAX: nor ever. */
int32_t gt_frames_soonest(const gt_frame *moved, const gt_frame *stands, int32_t limit);
gg_bounds gt_frame_bounds(const gt_frame *);
int32_t gt_beside_gap(const gt_frame *moved, const gt_beside *, gg_point by);
/* The same of all the ground that the first sweeps on its way. */
int32_t gt_swept_gap(const gt_frame *moved, const gt_beside *, gg_point by);
/* Does all the ground of one that turns and is moved, from its rows before and after it has turned,
 * surely lie to one side of the other? */
bool gt_turned_past(const gt_beside *before, const gt_beside *after, gg_point by);
/* The same to one side of its way, by its frames before and after it has turned. */
bool gt_turned_aside(const gt_frame *was, const gt_frame *will, const gt_beside *before,
                     gg_point by);
/* Or does it surely go over the other, by more than the tolerance? */
bool gt_turned_through(const gt_frame *moved, const gt_beside *before, const gt_beside *after,
                       gg_point by, int32_t tolerance);
/* Is it, moved so, surely within the limit of the other? */
bool gt_beside_within(const gt_frame *moved, const gt_beside *, gg_point by, int32_t limit);
/* The same for a convex area: by its edges; the shape is the one that will be moved. */
typedef struct gt_rim {
    int32_t count, width; /* nowhere is it narrower */
    int32_t low[2], high[2], length[GG_CONVEX_MAX];
    gg_point edge[GG_CONVEX_MAX], corner[GG_CONVEX_MAX];
    int64_t least[GG_CONVEX_MAX];
} gt_rim;
void gt_rim_of(const gt_frame *moved, const gg_convex *shape, const gg_convex *area, gt_rim *out);
int32_t gt_rim_gap(const gt_frame *moved, const gt_rim *, gg_point by);        /* swept */
bool gt_turned_by_rim(const gt_rim *before, const gt_rim *after, gg_point by); /* past */
bool gt_turned_beside_rim(const gt_frame *was, const gt_frame *will, const gt_rim *before,
                          gg_point by);

/* ---- zone.c: where a body may be set up. ---- */
/* A polygon, or NULL, and beside it a strip so deep along an edge of the table: 0 north, then east,
 * south, west. */
typedef struct gt_zone {
    const gg_point *at;
    int count;
    int edge;
    int32_t strip;
} gt_zone;
bool gt_zone_holds(const gt_table *, const gt_zone *, gg_point);
/* Every corner of every base lies in it. */
bool gt_is_in_zone(const gt_table *, const gt_zone *, const gt_shapes *);

/* ---- audit.c: what is true of every position; the sentence, or NULL. ---- */
const char *gt_audit_place(const gt_table *, unsigned body); /* of one on the table */
/* Areas and lines, and so many corners of areas in the table's store. */
const char *gt_audit_ground(const gt_table *, int corner_count);

/* ---- slide.c: tick by tick. ---- */
gg_bounds gt_course_bounds(const gg_course *, int32_t from, int32_t to);
/* Of the body as it is formed, straight ahead from that pose. */
static inline gg_course gt_course_ahead(const gt_table *t, unsigned u, gg_pose pose)
{
    const gg_convex shape = gt_shape_at(t, u, pose, t->bodies[u].formation);
    return gg_course_of(&shape, pose.facing);
}
/* How far along it the other is touched, if no farther than this; or GG_NEVER. */
static inline int32_t gt_touches_at(const gt_table *t, const gg_course *course, unsigned other,
                                    int32_t far)
{
    const gg_convex its = gt_shape(t, other);
    return gg_course_touches(course, &its, 0, far);
}
/* Everybody else that the body goes over on so much of it, by more than the tolerance. */
void gt_goes_over(const gt_table *, const gg_course *, unsigned body, int32_t k, gt_set *out);
/* The first k in from..to at which the body, sliding, lies on another (but for one that is left
 * out, or GT_BODIES_MAX), on barred ground, or has a corner off the table; or GG_NEVER. */
int32_t gt_blocked_at(const gt_table *, const gg_course *, unsigned body, unsigned but,
                      int32_t from, int32_t to);
/* How far it comes that slides on from `from` to `to`: to the last tick before it is blocked. */
int32_t gt_slide(const gt_table *, const gg_course *, unsigned body, unsigned but, int32_t from,
                 int32_t to, bool *blocked);
/* What it meets going on: enemies when it touches them, friends when it would overlap them, ground
 * that is closed to it, the edge. */
typedef struct gt_meeting {
    int32_t k; /* GG_NEVER: nothing */
    int body;  /* GG_NEVER: closed ground, or the edge */
    bool edge;
} gt_meeting;
typedef struct gt_closed {
    uint64_t areas;
    uint32_t lines; /* bit n: those of type n */
} gt_closed;
gt_meeting gt_first_meeting(const gt_table *, unsigned body, const gg_course *, int32_t to,
                            const gt_closed *);
/* A forced move: it keeps one facing and goes n ticks in a direction, tick by tick.  It stops
 * before the first place at which it would overlap a standing enemy (those it overlapped to begin
 * with are ignored throughout) or barred ground or, unless it routs, would have a corner off the
 * table.  Not stopped, it goes on to the first place where it stands on nobody, under the same
 * stops; else back to the farthest free place; with none it is destroyed.  A rout that an enemy
 * stops destroys it too, and one that ends with its place off the table has left.  `k` is how far
 * it went, of a rout that an enemy stopped too. */
typedef enum gt_forced_end { GT_MOVED, GT_DESTROYED, GT_LEFT } gt_forced_end;
typedef struct gt_forced {
    gt_forced_end end;
    int32_t k;
} gt_forced;
gt_forced gt_forced_move(const gt_table *, unsigned body, gg_pose, int32_t direction, int32_t n,
                         bool rout);

/* ---- steps.c: by samples. ---- */
typedef enum gt_edge { GT_EDGE_CORNERS, GT_EDGE_CENTRES, GT_EDGE_NONE } gt_edge;
/* A straight move looked at at step, 2 step, ... and at its whole length.  A step fails where the
 * body leaves the table as `edge` has it, lies on one of the areas `barred` or over a line of a
 * type in `barred_lines`, overlaps one of `stop`, or comes nearer than `gap` to one of `minded` and
 * by more than `slack` nearer than at the step before.  `contact`, where it is not negative, stops
 * it (without failing) at the least distance at which it is so near to one of `met`. */
typedef struct gt_going {
    unsigned body;
    gg_pose pose; /* it keeps this facing */
    unsigned formation;
    int32_t direction; /* tenths of a degree */
    int32_t length, step;
    gt_edge edge;
    int32_t edge_slack; /* corners may be so far out */
    uint64_t barred;
    uint32_t barred_lines;
    bool nine_points; /* areas count by the nine points of each base, not by overlapping */
    gt_set stop, minded, met;
    int32_t gap, slack, contact;
} gt_going;
typedef struct gt_gone {
    int32_t last;   /* the last distance that did not fail */
    int32_t free;   /* the greatest looked at, not beyond it, where it stands on nobody; or -1 */
    int stopped_by; /* whom it met or would have met; GG_NEVER: nobody */
    bool contact;   /* it met one of `met`, at `last` */
    gt_set passed;  /* whom it overlapped at any step up to `free` */
} gt_gone;
void gt_go(const gt_table *, const gt_going *, gt_gone *out);
/* The quick way to the same for bodies of one rectangle with no contact asked for; false: it cannot
 * say. */
bool gt_stride(const gt_table *, const gt_going *, gt_gone *out);
gg_pose gt_gone_to(const gt_going *, int32_t distance);
/* The least distance along the direction at which it is within `limit` of one of the set, looked
 * for at 0, step, 2 step, ..., length and then halved; GG_NEVER. */
int32_t gt_first_contact(const gt_table *, const gt_going *, const gt_set *, int32_t limit,
                         int *whom);
/* Between which two of these distances that is, both 0 if it begins so near; false: nowhere. */
typedef struct gt_pace {
    int32_t from, to;
} gt_pace;
bool gt_first_near(const gt_table *, const gt_going *, const gt_set *, int32_t limit, gt_pace *out);

/* ---- turn.c: wheels, turns, arcs, figures. ---- */
/* One front corner stays: the pose after a wheel by so many tenths, left or right. */
gg_pose gt_wheel(gg_pose, gg_box, bool right, int32_t tenths);
/* The way of the outer corner, rounded up: pi is 355 / 113. */
int32_t gt_wheel_cost(gg_box, int32_t tenths);
/* The least wheel after which the place lies straight ahead of where it is held, or already on the
 * other side; GG_NEVER: none of up to `most`. */
int32_t gt_wheel_to(gg_pose, gg_box, bool right, int32_t most, gg_point to);
/* About its middle. */
gg_pose gt_turn_about(gg_pose, gg_box, int32_t facing);
/* Another box, keeping the middle of its front, its front left or its front right corner. */
typedef enum gt_keep { GT_KEEP_FRONT, GT_KEEP_LEFT, GT_KEEP_RIGHT } gt_keep;
gg_pose gt_reform(gg_pose, gg_box was, gg_box will, gt_keep);
/* The farthest that any corner gets from pose to pose, in a straight line. */
int32_t gt_corner_shift(gg_pose was, gg_box, gg_pose will, gg_box will_box);
/* The bearing to its front, or straight away from what stands in this zone. */
int32_t gt_away(int32_t facing, gg_zone threat);
/* The middle of the edge that looks that way. */
gg_point gt_edge_middle(gg_pose, gg_box, gg_zone);
/* Sixteen figures in two ranks of eight, as samples of a body: where, and how many pass. */
enum { GT_FIGURES = 16 };
gg_point gt_figure(gg_pose, gg_box, int figure);
/* Which of so many points lie in the front zone of who stands so: bit n is point n. */
uint32_t gt_ahead_of(gg_pose, gg_box, const gg_point *, int count);
void gt_figures(gg_pose, gg_box, gg_point out[GT_FIGURES]); /* all of them */
int gt_figures_on(const gt_table *, unsigned area, gg_pose body, gg_box its);
/* The line from the eye through the middle of the body crosses both its flank edges. */
bool gt_enfilades(gg_point eye, gg_pose body, gg_box its);
/* The stretch of a way that lies before a body: within its width, to `deep` ahead.  `across`: how
 * much of it, in its width. */
bool gt_before_front(gg_pose, gg_box, int32_t deep, gg_point from, gg_point to, gg_point *middle,
                     int32_t *across);
/* What a line straight ahead from the front edge of a base meets first: the distance to where it
 * enters the shape, at least 0; GG_NEVER: it does not. */
int32_t gt_straight_ahead(gg_pose front_middle, int32_t aside, const gg_convex *shape);

/* ---- mover.c: swept legs, and enemies to keep clear of. ---- */

/* Somebody it must mind: the gap it must keep, or what it is less already. */
typedef struct gt_minded {
    gg_convex shape;
    gg_point at;
    gt_circles circles;
    int32_t gap;
    bool overlapped;
} gt_minded;
enum { GT_MINDED_MAX = 64 };
/* Ways with hardly a side step; with any that the rules allow; and with a turn at the end. */
enum { GT_NARROW, GT_WIDE, GT_TURNING, GT_LANES };
/* Somebody or something, as seen from where the way begins: to the right and ahead. */
typedef struct gt_seen {
    int32_t left, right, low, high;
} gt_seen;
enum { GT_SEEN_MAX = 8 };
/* For who asks about very many ways of whole degrees: how the body lies about its place when it
 * faces so, and the enemies a way may concern that begins so where it stands.  Rows are worked out
 * when they are first asked for. */
typedef struct gt_turned {
    gg_convex shape;
    gg_lozenge lozenge;
    gg_bounds bounds;
    uint64_t enemies, standing; /* bodies */
    uint64_t slow, areas;       /* areas: barred, buildings or burning */
    /* ways that are no longer surely meet no enemy and nothing barred; are surely not slow */
    int32_t clear[GT_LANES], quick[GT_LANES];
    int32_t stopped[GT_TURNING]; /* ways that are as long surely come too near to an enemy */
    int32_t unbarred;            /* ways that are no longer surely meet nothing barred */
    int seen_count;              /* of the enemies; more than GT_SEEN_MAX: not kept */
    gt_seen seen[GT_SEEN_MAX];
    bool known;
} gt_turned;
enum { GT_DEGREES = 360 };
/* Who shuts a place (gt_is_shut): by the square of how far it is from his own, or by his shape. */
typedef struct gt_shutter {
    gg_point at;
    int32_t limit;
    int64_t far, near; /* beyond: he does not; not beyond: he does */
} gt_shutter;
/* Who may be touched there, however it faces. */
typedef struct gt_vicinity {
    gg_point at;
    uint64_t bodies;
} gt_vicinity;
typedef struct gt_turns {
    unsigned formation;
    int32_t far, aside, gap; /* how far the ways lead at most, and what they keep from enemies */
    int32_t asides[GT_LANES];
    gt_circles own;
    gt_turned to[GT_DEGREES];
    gg_convex shapes[GT_MINDED_MAX]; /* of everybody */
    gg_lozenge lozenges[GT_MINDED_MAX];
    bool all_lozenges;            /* everybody is one */
    int32_t gaps[GT_MINDED_MAX];  /* what is too near to an enemy; GG_NEVER: nothing is */
    int32_t meets[GT_MINDED_MAX]; /* farther than this from place to place they do not touch */
    gt_vicinity around, about;    /* where it has been asked about last: a box, and a place */
    uint64_t shutters_known;
    gt_vicinity shutting; /* a box again */
    gt_shutter shutters[GT_MINDED_MAX];
} gt_turns;
/* For who asks about many ways of one body: what it must mind is worked out once. */
typedef struct gt_mover {
    gt_table t; /* surveyed */
    unsigned unit;
    int32_t gap;    /* to keep from enemies, in ticks */
    gt_set enemies; /* on the table, routing ones too */
    gg_convex own;
    gg_bounds around;     /* where most of its moves go ... */
    uint64_t slow_around; /* ... and what is slow there */
    int32_t nearest;      /* how far the nearest standing enemy is; GG_NEVER: not worked out */
    bool plainly;         /* yes or no is all that is wanted: a refusal tells no distance */
    gt_turns *turns;      /* NULL: not made */
    int likely;           /* who was in the way before; GG_NEVER: nobody yet */
    uint64_t known;       /* whose row is worked out */
    gt_minded minded[GT_MINDED_MAX];
    gt_minded other; /* the same of one beyond the rows */
} gt_mover;
/* One that has these enemies, and then which one: for who asks about one after the other. */
void gt_mover_begin(gt_mover *, const gt_table *, const gt_set *enemies, int32_t gap);
void gt_mover_take(gt_mover *, unsigned unit, int32_t around);
/* How near that enemy may not come; GG_NEVER: he only must not be stood on. */
typedef int32_t gt_gap_of(gt_mover *, unsigned other);
/* From now on it is asked about very many ways, no longer than `far`, with side steps up to
 * `aside`, that keep such a gap, by a body that is formed so on its way; of one of at most
 * GT_MINDED_MAX. */
void gt_mover_turns(gt_mover *, gt_turns *, unsigned formation, int32_t far, int32_t aside,
                    int32_t gap, gt_gap_of *);
const gt_minded *gt_minded_of(gt_mover *, unsigned other);
/* Everybody else who may matter within these bounds, keeping that gap. */
void gt_mover_near(const gt_mover *, gg_bounds, int32_t gap, gt_set *out);

/* The ground a body covers, on a leg or where it stands: the way of its place and its circles tell
 * enough as a rule; the shape is worked out when they do not. */
typedef struct gt_covered {
    gt_way line;
    gt_circles circles;
    gg_convex before, swept;
    bool is_swept;
} gt_covered;
gt_covered gt_covered_by(gt_circles, const gg_convex *before, gg_point from, gg_point to);
const gg_convex *gt_swept(gt_covered *);
bool gt_comes_within(gt_covered *, const gt_minded *, int32_t limit);
/* How far that is, for a verdict that is told; 0 when it is not. */
int32_t gt_told_distance(const gt_mover *, gt_covered *, const gt_minded *);
/* The first of these enemies it comes too near to, or goes through; GG_NEVER: none. */
typedef struct gt_trouble {
    int whom;
    bool through;
    int32_t had, needed;
} gt_trouble;
/* Is whoever was in the way before surely too near to a leg that ends there, or so near there? */
bool gt_likely_stops(gt_mover *, gg_point from, gg_pose arrives, int32_t rounded);
gt_trouble gt_keeps_gap(gt_mover *, const gt_set *enemies, gt_covered *);
gt_trouble gt_keeps_clear(gt_mover *, const gt_set *enemies, gt_covered *, int32_t limit);
/* Does it go over a friend that it does not stand on already? */
bool gt_crosses_friend(const gt_mover *, const gg_convex *swept);
/* Does its place come nearer to the nearest standing enemy than it is now? */
bool gt_is_advance(gt_mover *, gg_point to);

/* Legs: a turn about its place, then a straight way; and a last turn or change at the end. */
enum { GT_LEGS_MAX = 3 };
typedef struct gt_walk {
    int legs;
    gg_point at[GT_LEGS_MAX + 1]; /* where each leg begins, and the end */
    int32_t facing[GT_LEGS_MAX];  /* on each leg */
    unsigned formation;           /* on the way */
    gg_pose end;
    unsigned end_formation;
    bool changes;                   /* turns or forms when it has arrived */
    gg_convex before[GT_LEGS_MAX];  /* of each leg, turned already */
    gg_bounds arrived[GT_LEGS_MAX]; /* after each leg */
    gg_convex last;                 /* as it will stand */
    gg_bounds bounds, last_bounds;  /* of it all, and as it will stand */
    uint64_t areas;                 /* what may matter there: barred, buildings or burning, */
    gt_set everybody, enemies;      /* others, standing enemies */
} gt_walk;
/* A way of one leg from where it stands, by whole degrees: does a row tell of it?  Is it surely
 * clear of enemies and of areas that matter?  Then only slow ground, the edge of the table and who
 * stands at its end can stop it, which the row tells, too. */
bool gt_has_row(const gt_mover *, gg_pose arrives, int32_t ahead, int32_t aside);
bool gt_goes_clear(const gt_mover *, gg_pose arrives, int32_t ahead, int32_t aside, bool turns);
bool gt_is_stopped(const gt_mover *, gg_pose arrives, int32_t ahead, int32_t aside);
bool gt_turned_slow(const gt_mover *, gg_pose arrives, int32_t ahead, int32_t aside);
gg_bounds gt_turned_bounds(const gt_mover *, gg_pose);
gg_convex gt_turned_shape(const gt_mover *, gg_pose);
/* gt_is_occupied() there, within a grain or two of the place that was looked at last. */
void gt_look_at(gt_mover *, gg_point);
bool gt_turned_on_somebody(const gt_mover *, gg_pose);
void gt_walk_shapes(const gt_mover *, gt_walk *);
/* Of a way of one leg: the enemies it may come near to, routing ones too; false: that was not
 * worked out. */
bool gt_turned_enemies(const gt_mover *, const gt_walk *, gt_set *out);
void gt_walk_about(const gt_mover *, gt_walk *);
/* Is the way of its place on slow ground? */
bool gt_walk_is_slow(const gt_mover *, const gt_walk *);
/* Is every way slow that ends so near to this place? */
bool gt_surely_slow(const gt_mover *, gg_point, int32_t about);
gt_covered gt_walk_covers(const gt_mover *, const gt_walk *, int leg);
gt_covered gt_walk_ends(const gt_mover *, const gt_walk *);

/* Places that are shut: judged by the place alone, for who asks about very many.  An inner circle
 * it has however it faces, and how near an enemy may not come (by `mind`; GG_NEVER: he only must
 * not be stood on).  Sometimes no when it is shut. */
bool gt_is_shut(gt_mover *, gg_point at, int32_t inner, int32_t reach, gt_gap_of *);
bool gt_is_shut_facing(gt_mover *, gg_pose, unsigned formation, int32_t rounded);

#endif
