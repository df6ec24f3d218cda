/*
 * charge.h - charges, the answers to them, and traversing fire (charge.c, respond.c).
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_CHARGE_H
#define STAFF_CHARGE_H

#include "move.h"

/* Where `charge` would end, and whether it may (ST-R45, R46). */
/* ST-T4: what CHARGE asks of a unit, be it that it only comes nearer to its target. */
gg_verdict staff_may_be_sent(const gg_state *, unsigned unit, unsigned target);
gg_verdict staff_may_charge(const gg_state *, unsigned unit, unsigned target); /* ST-R45 */
/* The first legal charge with shift 0, +500, -500 ... (ST-R34). */
bool staff_find_charge(const gg_state *, unsigned unit, unsigned target, staff_charge *out);
/* Its second half: it sees and reaches the target, by who and what lies about both. */
bool staff_reaches(staff_mover *, unsigned target, staff_charge *);
gg_pose staff_charge_pose(const gg_state *, gg_pose target, gg_box, gg_zone face, int32_t shift);
void staff_begin_charge(gg_state *, const staff_charge *, staff_phase back, gg_log *);
void staff_go_on_with_charge(gg_state *, gg_log *);
/* ST-R49: does the charger, from where it stands, catch who has evaded?  ST-R51: how it meets the
 * target in another pose and formation, its distance not tested. */
bool staff_catches(const gg_state *, unsigned unit, unsigned target, staff_charge *out);
bool staff_meets(const gg_state *, unsigned unit, unsigned target, gg_pose, gg_box,
                 unsigned formation, staff_charge *out);
void staff_after_crossing(gg_state *, gg_log *);
/* After a move: asks for traversing fire, or goes on. */
void staff_begin_crossing(gg_state *, unsigned mover, gg_point from, staff_phase back);
unsigned staff_asked(const gg_state *); /* PHASE_TRAVERSE: who decides next, or NOBODY */
/* The virtual target of the crossing in hand for this unit: pose of the mover. */
bool staff_virtual_target(const gg_state *, const staff_crossing *, unsigned by, gg_pose *);
/* What ends with being engaged (R82). */
void staff_end_contacts(gg_state *, unsigned unit);

#endif
