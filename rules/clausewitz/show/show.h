/*
 * show.h - names, pictures, and what a hand means that puts a Brigade down.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_SHOW_H
#define CLAUSEWITZ_SHOW_H

#include "rules/clausewitz/law/fight.h"

/* Would a hand that puts the Brigade there mean a legal march?  in_zone: what cw_in_zone() says. */
bool cw_can_march_to(const gg_state *, unsigned b, gg_point at, bool in_zone, cw_marcher *);
bool cw_go_on(const gg_state *, gg_side, const gg_action *begun, gg_point at, int32_t facing,
              gg_action *out);
int32_t cw_worth(const gg_state *, gg_unit);
enum { POSITION_LINES = 24 };
bool cw_name_unit(const gg_state *, gg_unit, gg_text *);
void cw_write_objective(const gg_state *, int64_t number, gg_text *); /* "objective 2 (the farm)" */

#endif
