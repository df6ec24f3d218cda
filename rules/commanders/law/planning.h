/*
 * planning.h - orders (chapters 3 and 15).
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_PLANNING_H
#define COMMANDERS_PLANNING_H

#include "board.h"

int commanders_orders_left(const gg_state *, gg_side, int sector); /* for units in this sector */
int commanders_orders_saved(const gg_state *, gg_side);            /* what may rally */
/* By what both sides know: might units that have not acted have an order, or orders be saved? */
bool commanders_may_have_more_orders(const gg_state *, gg_side);
bool commanders_may_have_saved_orders(const gg_state *, gg_side);
/* Where its order leads a unit that has an action left (CMD-3.4, CMD-R3); NO_SECTOR: nowhere. */
static inline int commanders_step_by(const order *line, const unit *u)
{
    if (u->done == 0) return u->place == line->from ? line->step1 : NO_SECTOR;
    if (u->done > 1 || u->place != line->step1) return NO_SECTOR;
    return line->step2 != 0 ? line->step2 - 1 : commanders_ahead(line->from, line->step1);
}
int commanders_next_step(const gg_state *, const unit *); /* the same for any unit */
bool commanders_plan_is_content(const gg_state *, gg_side);
/* The unit that carries out the order of this one: the lowest number of those that look like it
 * takes the order over (CMD-R35, CMD-R63). */
unit *commanders_stand_in(gg_state *, unit *);
bool commanders_courier_query(const gg_state *, void *query); /* of the first die */

#endif
