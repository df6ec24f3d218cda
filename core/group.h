/*
 * group.h - several units ordered at once: what each of them would do, judged one after the other.
 *
 * No rule is here: a brigade that moves as one is so many single moves, and these are what is
 * given, recorded and taken back.  Each is found by aim(), or among the offers, and judged in the
 * position that the ones before it leave; who cannot is named with the reason.  Where dice are
 * thrown or somebody else decides, what comes after is not known: those stay as they were judged
 * before.  A plan is made of what the seat may know and of nothing else.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_GROUP_H
#define GG_GROUP_H

#include "core/picture.h"
#include "core/seat.h"

enum { GG_GROUP_MAX = 64 };

typedef enum gg_group_kind {
    GG_GROUP_GO,   /* everybody goes the same way and keeps its place beside the others */
    GG_GROUP_LIKE, /* everybody does as the example, itself in the place of its unit */
    GG_GROUP_FIRE, /* everybody fires at its best target */
} gg_group_kind;

typedef struct gg_group {
    gg_group_kind kind;
    uint32_t count;
    gg_unit units[GG_GROUP_MAX];
    gg_point by;    /* GG_GROUP_GO: in the thousandths of a scene */
    gg_point to;    /* the same on a plan of sectors, where everybody goes to one place */
    gg_action like; /* GG_GROUP_LIKE */
} gg_group;

typedef enum gg_group_fate {
    GG_GROUP_DOES,    /* it does its action */
    GG_GROUP_REFUSED, /* the rules say no: its verdict */
    GG_GROUP_IDLE,    /* nothing of the kind is there for it */
} gg_group_fate;

typedef struct gg_group_part {
    gg_unit who;
    gg_unit whom; /* GG_GROUP_FIRE: at whom */
    uint8_t fate, zero[3];
    gg_action action;
    gg_verdict verdict;
    uint64_t harm; /* GG_GROUP_FIRE: of GG_SHARE_ONE, that its target suffers anything */
} gg_group_part;

typedef struct gg_group_plan {
    /* Those who do something first, in their order.  Where one order is given to several at once,
     * they have the same action: it is done once. */
    gg_group_part parts[GG_GROUP_MAX];
    uint32_t count, does;
    bool quiet; /* all of it can be taken back (gg_seat_takes_back) */
} gg_group_plan;

/* Memory of the caller: states of rules->state_bytes, room for rules->actions_max. */
typedef struct gg_group_room {
    gg_state *work, *scratch, *seen;
    gg_action *offers;
    gg_scene_room *scene;
    gg_log log; /* of GG_MATCH_EVENTS_MAX */
} gg_group_room;

void gg_group_find(const gg_seat *, const gg_group *, gg_group_room *, gg_group_plan *);

/* The units of the seat's side that this commander has under him, himself left out, one under the
 * other; none where the game has no such thing, or it is no commander. */
uint32_t gg_group_under(const gg_seat *, gg_unit commander, gg_unit units[GG_GROUP_MAX]);

/*
 * The next step of a unit on its way to a place: what brings it there, or else as far towards it as
 * it may go now.  False: not one step.  `arrives`: it is there after it.
 */
bool gg_group_towards(const gg_seat *, gg_unit who, gg_point to, gg_group_room *, gg_action *out,
                      bool *arrives);

/* The order that puts the middle of its body down there on a measured table, by whatever part of
 * it the game takes hold; false: a hand cannot mean anything there. */
bool gg_group_aim(const gg_ruleset *, const gg_state *, gg_side, gg_unit who, gg_point at,
                  int32_t facing, gg_action *out);

/* Of GG_SHARE_ONE: how likely it is that something happens to `whom` by this action, which is legal
 * for that side in that state; before somebody decides again. */
uint64_t gg_harm_of(const gg_ruleset *, const gg_state *, gg_side, const gg_action *, gg_unit whom,
                    gg_group_room *);

#endif
