/*
 * movement.h - who goes where (chapter 4).
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_MOVEMENT_H
#define COMMANDERS_MOVEMENT_H

#include "sequence.h"

/* ---- movement.c: who may go. ---- */

typedef struct group { /* units that a line cannot tell apart */
    uint8_t type, from, to, count;
} group;
enum { GROUPS_MAX = UNITS };
int commanders_add_to_groups(group *, int count, const unit *, int to);
/* All of the group that can go together, and one alone. */
uint32_t commanders_offer_group(action_kind, const group *, int most, gg_action *out,
                                uint32_t count, uint32_t limit);

/* ---- marches.c: they go. ---- */

/* Who would go into a sector, and for how many there is room. */
typedef struct entry {
    uint8_t units[UNITS];
    int count, room, free; /* free: may stay out, where that may be chosen */
} entry;
gg_judging commanders_room_legal;
gg_verdict commanders_judge_entry(const gg_state *, const entry *, const gg_action *);
void commanders_room_apply(gg_state *, gg_side, const gg_action *);
uint8_t commanders_make_room(gg_state *, gg_log *); /* walk-ins, after the choices were shown */
void commanders_use_action(unit *, int goal);
void commanders_take_off(gg_state *, unit *, int place); /* to the box, or out of the game */
void commanders_step_into(gg_state *, unit *, int goal, gg_log *, saying);
void commanders_capture_routed(gg_state *, gg_side by, int sector, gg_log *); /* CMD-9.4 */
void commanders_capture_in(gg_state *, const uint16_t entered[2], gg_log *);

#endif
