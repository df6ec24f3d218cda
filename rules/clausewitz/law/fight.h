/*
 * fight.h - reactions, morale, fire, melee, charges, and Generals at risk.
 * SPDX-License-Identifier: MIT
 */
#ifndef CLAUSEWITZ_FIGHT_H
#define CLAUSEWITZ_FIGHT_H

#include "rules/clausewitz/law/move.h"

/* ---- react.c ---- */
cw_next cw_run_window(gg_state *, cw_frame *, gg_dice *, gg_log *);
bool cw_may_react(const gg_state *, unsigned b); /* in the window on top */
/* What holds of every action of a Brigade, of its own, in a window or charged: whose it is, is it
 * its turn, can it pay, may it do that after a withdrawal. */
gg_verdict cw_may_act(const gg_state *, gg_side, unsigned b, cw_action_kind);
/* The test before the action if there must be one (engages: mounted units would engage a Column,
 * CW-R42), and the payment.  False: it failed, or its owner is asked whether it rolls again; what
 * comes of that is on the stack.  True: the caller does the action now; in an activation the window
 * for reactions is on the stack already. */
bool cw_begin_act(gg_state *, unsigned b, cw_action_kind, bool engages, gg_dice *, gg_log *);
cw_next cw_run_hold(gg_state *, cw_frame *, gg_dice *, gg_log *);
void cw_pay(gg_state *, unsigned b, int cost);
/* What is rolled first: the test of that, because of which charger (NOBODY: none); the test of
 * Hold!; the Steady! dice of a shot that needs no test. */
bool cw_tests_before(const gg_state *, unsigned b, cw_action_kind, bool engages, unsigned *charger);
bool cw_holds_by_test(const gg_state *, unsigned b);
bool cw_first_steady(const gg_state *, const gg_action *, cw_dice_query *);
void cw_aims_how(const gg_state *, const gg_action *, int *how, unsigned *at); /* SHOOT_* */

/*
 * ---- morale.c ----
 * The test of a Brigade: 2 dice, and 2 more if a Brave unit's re-roll is due (CW-R72).  The margin
 * is 0 or more if it passed, -n if it failed by n.  `charger` (NOBODY: none) counts as near
 * (CW-R40).  False (option brave_choice): the owner is asked first.  The caller leaves everything
 * as it is and returns; once he has answered, the same action or frame runs again from its
 * beginning and gets the margin here.  So nothing is changed, rolled or told before a test.
 */
bool cw_test(gg_state *, unsigned b, unsigned charger, bool rally, int *margin, gg_dice *,
             gg_log *);
bool cw_is_action_waiting(const gg_state *);          /* for the owner's answer */
bool cw_may_roll_again(const gg_state *, unsigned b); /* a Brave unit that has not in this turn */
int cw_needed(const gg_state *, unsigned b);          /* T (T14) */
cw_morale_query cw_morale_of(const gg_state *, unsigned b, unsigned charger, bool rally);
int32_t cw_small_arms(const gg_state *, unsigned b, bool far); /* the longest; 0: it has none */
cw_band cw_band_of(const gg_state *, unsigned b);              /* CW-R106, as it stands now */
/* Does an action of this Brigade need a test now, apart from engaging a Column (CW-R42)? */
bool cw_must_test(const gg_state *, unsigned b);
/* Unsaved hits: H and lost strength at once, a FRAME_DAMAGE for the dice (CW-18.1, CW-18.2). */
void cw_damage(gg_state *, unsigned b, int hits, gg_log *);
cw_next cw_run_damage(gg_state *, cw_frame *, gg_dice *, gg_log *); /* asks PHASE_LOSS */
/* A failed test: pushes FRAME_FAIL.  margin is n > 0; band as it was before moving; the move goes
 * away from `enemy` (NOBODY: the nearest).  Hits first, then the move; a flight panics friends. */
void cw_fail(gg_state *, unsigned b, unsigned enemy, int margin, cw_band);
cw_next cw_run_fail(gg_state *, cw_frame *, gg_dice *, gg_log *);
/* CW-R23: at once, no frames.  Distance in ticks; by_will: guns alone keep off (CW-R111). */
void cw_withdraw(gg_state *, unsigned b, unsigned enemy, int32_t distance, bool by_will, gg_log *);
/* CW-R24, CW-R43, CW-R45, CW-R66: marks it fleeing, disperses or moves it, pushes FRAME_PANIC. */
void cw_flee(gg_state *, unsigned b, unsigned enemy, int32_t distance, gg_log *);
/* The same move for one that is not put to flight (CW-R64); false: it left the table. */
bool cw_run_away(gg_state *, unsigned b, unsigned enemy, int32_t distance, bool turns,
                 uint64_t *friends_near, gg_log *);
int32_t cw_march_rate(const gg_state *, unsigned b); /* in the open: a withdrawal */
int32_t cw_flee_step(const gg_state *, unsigned b);
/* CW-R82: the test of a fleeing Brigade when the turn begins, and what comes of it.  False: its
 * owner is asked first (cw_test). */
bool cw_recover(gg_state *, unsigned b, gg_dice *, gg_log *);
cw_next cw_run_panic(gg_state *, cw_frame *, gg_dice *, gg_log *);
bool cw_is_surrounded(const gg_state *, unsigned b, uint64_t standing_enemies); /* CW-R67 */

/*
 * ---- shoot.c ----
 * SHOOT_FIRE: infantry of the front row; SHOOT_GUNS: unlimbered guns; both: hold fire.  `at` is the
 * only Brigade that may be shot (NOBODY: free choice), `wish` the preferred one (CW-R49).
 * `charging`: 4+ at any distance up to the charge's (CW-R62).
 */
enum { SHOOT_FIRE = 1, SHOOT_GUNS = 2, SHOOT_CHARGER = 4 };
/* Can any unit shoot so? */
bool cw_can_shoot(const gg_state *, unsigned b, int how, unsigned at);
/* Whom its guns fire at, each at its nearest target (hold fire, CW-R53). */
uint64_t cw_bombards(const gg_state *, unsigned b);
/* Rolls Steady and Fire! of all units, reveals the shooter, pushes FRAME_HITS for the targets. */
void cw_shoot(gg_state *, unsigned b, int how, unsigned at, unsigned wish, gg_dice *, gg_log *);
bool cw_first_shot(const gg_state *, unsigned b, int how, unsigned at, unsigned wish,
                   cw_dice_query *); /* the Steady! dice of the first unit */
/* Of 2 to the 60th: that a shot does anything to it (gg_ruleset.harm). */
uint64_t cw_harm(const gg_state *, gg_side, const gg_action *, gg_unit whom);
cw_next cw_run_hits(gg_state *, cw_frame *, gg_dice *, gg_log *);
cw_next cw_run_shaken(gg_state *, cw_frame *, gg_dice *, gg_log *);
/* CW-R50: may these guns be aimed at this Brigade? */
gg_verdict cw_may_bombard(const gg_state *, unsigned b, unsigned whom);

/*
 * ---- melee.c ----
 * Contact, unless one of the two has surrendered: pushes FRAME_MELEE; the frame finds out whether
 * it is a push or a combat (CW-R57), asks Generals (PHASE_JOIN), rolls, deals damage, tests the
 * loser, risks, colours, impetuous.
 */
unsigned cw_asked_general(const gg_state *); /* PHASE_JOIN: a gg_unit */
void cw_contact(gg_state *, unsigned attacker, unsigned defender);
cw_next cw_run_melee(gg_state *, cw_frame *, gg_dice *, gg_log *);
/* A unit of b goes while a melee of b is being settled: call it before the unit is taken away. */
void cw_melee_forget(gg_state *, unsigned b, int slot);
/* Straight ahead as far as it may; whom it meets, or -1. */
int cw_advance(gg_state *, unsigned b, int32_t length, gg_log *);

/* ---- charge.c ---- */
cw_next cw_run_charge(gg_state *, cw_frame *, gg_dice *, gg_log *); /* asks PHASE_CHARGED */
void cw_charge_answered(gg_state *); /* PHASE_CHARGED: the target has reacted, or will not */
/* COUNTER_CHARGE after its own test and payment: pushes FRAME_COUNTER, in which the enemy tests,
 * then the advance, contact. */
void cw_counter_charge(gg_state *, unsigned b, unsigned enemy, gg_log *);
cw_next cw_run_counter(gg_state *, cw_frame *, gg_dice *, gg_log *);
gg_verdict cw_may_counter(const gg_state *, unsigned b, unsigned enemy);

/* ---- risk.c ---- */
/* T9: 2 dice; what becomes of him; from 8 a FRAME_ESCAPE.  `general` is a gg_unit. */
void cw_risk(gg_state *, unsigned general, gg_dice *, gg_log *);
cw_next cw_run_escape(gg_state *, cw_frame *, gg_dice *, gg_log *); /* asks PHASE_ESCAPE */
void cw_carry_captives(gg_state *);          /* CW-R92: they are where their captor is */
void cw_capture_found(gg_state *, gg_log *); /* CW-R114 */

#endif
