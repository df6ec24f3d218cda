/*
 * move.h - paths and who may go where (chapter 3, LG-R15 to LG-R26, LG-R45 to LG-R53).
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_MOVE_H
#define LUCKY_MOVE_H

#include "rules/lucky/law/army.h"

/* ---- move.c ---- */
typedef struct lg_path {
    int legs;
    int32_t turn[LEGS_MAX], ahead[LEGS_MAX], shift[LEGS_MAX]; /* degrees; hundredths */
    int32_t turn_end;
    int form_start, form_end; /* formation + 1, or 0 */
    bool unlimber;
} lg_path;
typedef enum lg_mode { MODE_MOVE, MODE_RESERVE, MODE_ADVANCE, MODE_BACK } lg_mode;
static inline lg_mode lg_mode_of(lg_action_kind kind)
{
    if (kind == ACTION_RESERVE) return MODE_RESERVE;
    return kind == ACTION_ADVANCE ? MODE_ADVANCE : MODE_MOVE;
}
typedef struct lg_end {
    gg_pose pose;
    lg_formation formation;
} lg_end;
void lg_path_pack(const lg_path *, gg_action *);
lg_path lg_path_of(const gg_action *);
gg_verdict lg_path_legal(const gg_state *, unsigned unit, const lg_path *, lg_mode, lg_end *out);
/* The same, for who asks about many paths of one unit: what it must mind is worked out once. */
typedef struct lg_mover {
    const gg_state *s;
    gt_mover on;
    int32_t inner; /* of lg_is_shut; GG_NEVER: not worked out */
    /* with rows by degrees (lg_mover_turns): they tell of ways (lg_rows_tell); nothing keeps it
     * from advancing; it may go so far over open ground, turning less or more */
    bool plain, advances;
    int32_t allowed[2];
} lg_mover;
/* One of this side, and then which one: for who asks about one after the other. */
void lg_mover_begin(lg_mover *, const gg_state *, gg_side);
void lg_mover_take(lg_mover *, unsigned unit);
/* From now on very many ways are asked about, all by this mode and no longer than `far`. */
void lg_mover_turns(lg_mover *, gt_turns *, lg_mode, int32_t far);
gg_verdict lg_way_legal(lg_mover *, const lg_path *, lg_mode, lg_end *out);
/* The verdict at little cost, of a way by one leg: which reason it gives of those that a detour may
 * avoid is left open.  False: it must be judged. */
bool lg_rows_tell(lg_mover *, const lg_path *, lg_mode, gg_verdict *out);
/* No path to within a hundredth of this place is legal, whatever its legs and facings; sometimes
 * no when that is so. */
bool lg_is_shut(lg_mover *, lg_mode, gg_point at);
/* The same, because somebody stands there, of one that faces and is formed like this. */
bool lg_is_shut_facing(lg_mover *, gg_pose, lg_formation);
/* Is a way surely not legal that begins with this leg, which ends so? */
bool lg_leg_is_stopped(const lg_mover *, const lg_path *, lg_mode, gg_pose arrives);
/* The same, because one that comes so has a corner off the table. */
bool lg_is_off_table(const lg_mover *, gg_pose arrives);
/* The same, because the enemy who stopped it last is too near for one that comes so from there. */
bool lg_is_stopped(lg_mover *, gg_point from, gg_pose arrives);
lg_formation lg_end_formation(const lg_unit *, const lg_path *);
lg_end lg_end_of(const lg_unit *, const lg_path *); /* where it leads, legal or not */
/* After the turn and the straight way of one leg (LG-R19). */
static inline gg_pose lg_leg_end(gg_pose pose, const lg_path *path, int leg)
{
    pose.facing = gg_facing(pose.facing + path->turn[leg] * 10);
    pose.at =
        gg_to_world(pose, (gg_point){path->shift[leg] * HUNDREDTH, path->ahead[leg] * HUNDREDTH});
    return pose;
}
gg_verdict lg_back_legal(const gg_state *, unsigned unit, int32_t hundredths, lg_end *out);
/* How far it may go, in hundredths, before LG-R16 and its kin are asked. */
int32_t lg_allowance(const gg_state *, unsigned unit, const lg_path *, lg_mode, bool difficult);
/* It is longer than that, even over open ground. */
bool lg_is_too_far(const lg_mover *, const lg_path *, lg_mode);
/* The assigned order an action in M1 would use (LG-R36, LG-R44). */
gg_verdict lg_order_legal(const gg_state *, unsigned unit);
gg_verdict lg_order_is_open(const gg_state *, unsigned unit);
void lg_order_spend(gg_state *, unsigned unit);
/* The same of a MOVE, RESERVE, BACK or FORM of that unit. */
gg_verdict lg_mover_legal(lg_mover *, const gg_action *);
void lg_move_end(gg_state *, gg_log *); /* orders lapse, burning buildings empty */
/* What a hand means by moving a square: column first (LG-R47).  Formation + 1, or 0. */
int lg_first_form(const lg_unit *, lg_mode);

#endif
