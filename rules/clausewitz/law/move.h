/*
 * move.h - marches and Zones of Control; what forced moves and charges are made of.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_MOVE_H
#define CLAUSEWITZ_MOVE_H

#include "rules/clausewitz/law/ground.h"

/* ---- move.c: marches.  Also what forced moves and charges are made of. ---- */
/* CW-2.8, CW-R31, CW-R92: what an enemy Brigade runs over on its way from a pose, by samples. */
void cw_run_over(gg_state *, unsigned b, gg_pose from, int32_t direction, int32_t length, gg_log *);
void cw_capture_generals(gg_state *, unsigned b, const gt_shapes *, gg_log *);
gt_going cw_going(const gg_state *, unsigned b, int32_t direction, int32_t length);
int32_t cw_first_contact(const gg_state *, const gt_going *, uint64_t with, int32_t limit,
                         int *whom);
/* The gap between the Brigade, with these shapes, and the nearest enemy base, where it is less than
 * guns alone keep to (CW-R111); else GG_NEVER. */
int32_t cw_enemy_gap(const gg_state *, unsigned b, const gt_shapes *own);
/* What all marches of one Brigade in one state share, for who asks about many: those near it, and
 * what its first wheel met, degree by degree. */
enum { CROWD_KEPT = 8, WHEEL_SAMPLE = 10 /* CW-R9 */, WHEEL_SAMPLES = 91 };
typedef struct cw_wheeled { /* after a sample */
    gg_verdict verdict;
    uint8_t worst, road, stopped, zero;
} cw_wheeled;
typedef struct cw_company { /* who and what a march of this length may come near */
    int64_t length;         /* -1: nobody's */
    uint64_t others, standing, fled, kept_off, areas;
    bool inside; /* it cannot leave the table */
} cw_company;
struct cw_marcher {
    int zoned;       /* in a Zone of Control: 1, 0; -1: not asked yet */
    int faced;       /* somebody to move toward: 1, 0; -1: not asked yet */
    int32_t away;    /* from the nearest in whose Zone it is; -1: not asked yet */
    int ground;      /* the worst that it stands on, a cw_class; -1: not asked yet */
    int on_road;     /* all of it, one wide: 1, 0; -1: not asked yet */
    bool any_reason; /* who asks wants to know whether, and not why not */
    cw_company near; /* of the march judged last */
    int wheeled[2];  /* samples that are known, to the left and to the right */
    int count;       /* of those whose shapes are kept */
    uint64_t framed; /* whose frame is known */
    uint8_t who[CROWD_KEPT];
    cw_wheeled wheels[2][WHEEL_SAMPLES];
    gt_frame frames[BRIGADES_MAX];
    gt_shapes of[CROWD_KEPT];
};
/* A march of one leg; others are put behind it. */
static inline gg_action cw_march_of(cw_action_kind kind, unsigned b, int32_t leg, int32_t amount)
{
    gg_action action = gg_action_on(kind, b, GG_NO_UNIT);
    action.args[0] = leg;
    action.args[1] = amount;
    return action;
}
void cw_begin_marches(cw_marcher *, bool any_reason);
gg_verdict cw_judge_march(const gg_state *, gg_side, const gg_action *, cw_marcher *);
bool cw_may_march(const gg_state *, gg_side, unsigned b, cw_action_kind); /* of any length */
int32_t cw_farthest_march(const gg_state *, unsigned b, bool quick, cw_marcher *);
int32_t cw_march_away(const gg_state *, unsigned b, cw_marcher *); /* CW-R21: which way that is */
gg_pose cw_march_end(const gg_state *, const gg_action *);
bool cw_is_beyond_marches(const gg_state *, const gg_action *);
bool cw_march_engages(const gg_state *, gg_side, const gg_action *); /* horse, a Column */

#endif
