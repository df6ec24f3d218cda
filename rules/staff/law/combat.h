/*
 * combat.h - rounds of combat, and the end of a player turn and of the game (combat.c, ending.c).
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_COMBAT_H
#define STAFF_COMBAT_H

#include "staff.h"

/* ---- Combat. ---- */
/* Everybody in the engagement of this unit, over contacts that are not waiting (ST-R71, R72). */
uint64_t staff_engagement(const gg_state *, unsigned unit);
int staff_combat_dice(const gg_state *, unsigned unit); /* ST-R74 */
/* PHASE_ALLOT: who splits his dice next, or NOBODY; the stock split for those that need not. */
unsigned staff_allotter(const gg_state *);
/* ST-R77: supports of a side in an engagement; bit 0 rear, 1 left, 2 right, and who they are. */
int staff_supports(const gg_state *, uint64_t fight, gg_side, uint64_t *who);
/* PHASE_VICTOR: may it, asked now, do more than stay (ST-R81)? */
bool staff_may_follow_up(const gg_state *, unsigned unit);
unsigned staff_victor(const gg_state *); /* whose decision it is, or NOBODY */
typedef struct staff_blows {             /* the query of the modifiers of T18 */
    int dice, needs;
    bool is_charging, has_won, is_weak, is_skirmisher, is_flanked;
} staff_blows;
typedef struct staff_tally {                   /* the query of a side's result (T19) */
    int casualties, supports, building, heavy; /* supports: bits as in staff_supports */
    bool has_square;
} staff_tally;
/* PHASE_COMBAT begins; is anything left to be fought in it? */
void staff_begin_combat(gg_state *, gg_log *);
bool staff_has_fight(const gg_state *);
/* Splits worth offering to the allotter: the stock one first. */
int staff_share(const gg_action *, int i); /* dice for the ith enemy */
int staff_shares(const gg_action *);       /* up to the last who gets any */
uint32_t staff_splits(const gg_state *, unsigned unit, gg_action *out, uint32_t limit);
uint64_t staff_supports_of(const gg_state *, unsigned unit, int *bits);
/* PHASE_VICTOR: drops who can do nothing but stay; with nobody left it is PHASE_COMBAT again.
 * Asked whenever that phase begins or goes on. */
void staff_settle_victors(gg_state *);

/* ---- The end of a player turn and of the game. ---- */
void staff_end_turn(gg_state *, gg_log *);   /* ST-R84, BRAVE, R86, R87, then the next START */
int staff_points(const gg_state *, gg_side); /* T26 */
/* n and b of ST-R86 */
int staff_brigade_strength(const gg_state *, unsigned row, int *gone);
typedef struct staff_strength {
    int all, gone;
} staff_strength;
/* The same of all brigades of a side. */
void staff_brigade_strengths(const gg_state *, gg_side, staff_strength out[BRIGADES_MAX]);
/* ST-R86: a brigade of so many breaks by losing so many. */
bool staff_breaks_brigade(const gg_state *, gg_side, int gone, int all);

#endif
