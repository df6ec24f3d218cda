/*
 * command.h - initiative, orders, blunders and commanders' own moves (initiative.c, command.c,
 * blunder.c, ride.c).
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_COMMAND_H
#define STAFF_COMMAND_H

#include "staff.h"

typedef struct staff_rating { /* the query of the modifiers of T2 */
    int rating, steps;        /* steps of distance exceeded */
    int trait;
    bool is_bare; /* follow me and rally: T21.6 alone (ST-R35) */
    bool is_in_proximity, is_attack_column, is_french, is_marching, is_on_road;
    bool is_reliable, is_unreliable;
    bool has_charge, is_retreat, is_first, is_personal, is_austrian_crowd;
    bool is_rally;
} staff_rating;
/* From a commander to a unit (ST-R30). */
int32_t staff_command_distance(const gg_state *, unsigned commander, unsigned unit);
const gg_check *staff_order_preview(const gg_state *, const gg_action *, void *query);
/* Is it the acting commander's, free, and fit to be ordered? */
gg_verdict staff_may_be_ordered(const gg_state *, gg_side, unsigned unit);
staff_statement staff_statement_of(const gg_action *);
void staff_state_in(const staff_statement *, gg_action *);
uint64_t staff_units_of(const gg_action *);
void staff_units_in(uint64_t, gg_action *);
/* May this step be made now, as initiative, order or by a victor?  The first part of every step.
 * The mover if there is one, or NULL. */
typedef struct staff_mover staff_mover;
gg_verdict staff_may_step(const gg_state *, gg_side, const gg_action *, staff_mover *);
/* Its two halves: may any such step be made, and where must it lead? */
typedef enum staff_lead { LEADS_ANYWHERE, LEADS_BACK, LEADS_AWAY, LEADS_NEARER } staff_lead;
typedef struct staff_duty {
    staff_lead lead;
    staff_reason otherwise; /* what it is refused with if it does not */
    unsigned target;        /* nearer to whom */
} staff_duty;
gg_verdict staff_duty_of(const gg_state *, gg_side, const gg_action *, staff_duty *);
bool staff_does(const gg_state *, const gg_action *, const staff_duty *, staff_mover *);
/* After a step: the moves it used, the next who moves. */
void staff_step_done(gg_state *, unsigned unit, bool ends);
int staff_step_now(const gg_state *, unsigned unit); /* its place in the statement */
void staff_end_of_unit(gg_state *, unsigned unit);   /* it makes no more moves of the order */
void staff_lose_commander(gg_state *, unsigned row, gg_log *);
/* ST-R22: lone commanders on whom this unit now stands join a friend. */
void staff_ride_down(gg_state *, unsigned unit, gg_log *);
void staff_go_on_with_order(gg_state *);
void staff_go_on_with_blunder(gg_state *, gg_log *);
void staff_order_over(gg_state *); /* no more of this order, nor of this commander's */
int32_t staff_held_bearing(const gg_state *, unsigned unit, gg_point to); /* ST-R20 */

#endif
