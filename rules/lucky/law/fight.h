/*
 * fight.h - charges and the answers to them (chapter 4), fire (5), combat (6), its outcome (7, 9)
 * and the winner's reaction (8).
 * SPDX-License-Identifier: MIT
 */
#ifndef LUCKY_FIGHT_H
#define LUCKY_FIGHT_H

#include "rules/lucky/law/move.h"

/* ---- charge.c: declaring, closing up, completing. ---- */
typedef struct lg_aimed {
    int32_t k, allowance;
    bool flank;
} lg_aimed;
/* All of the target lies behind, or beside the strip ahead: nothing need slide to know that. */
bool lg_passes_by(const gg_state *, unsigned unit, unsigned target, int32_t facing);
/* Of a CHARGE or BREAK at this facing; ticks in `out`. */
gg_verdict lg_aim_legal(const gg_state *, unsigned unit, unsigned target, int32_t facing,
                        lg_aimed *out);
int32_t lg_charge_allowance(const gg_state *, unsigned unit, int32_t facing, int32_t k);
void lg_charge_declare(gg_state *, unsigned unit, unsigned target, int32_t facing, lg_charge_kind,
                       gg_log *);
/* Some legal facing against some legal target? (LG-R112) */
bool lg_has_charge(const gg_state *, unsigned unit, bool breaking);
bool lg_is_charging(const gg_state *, unsigned unit);       /* declared or closed */
bool lg_is_attacking(const gg_state *, unsigned unit);      /* LG-R91 */
uint64_t lg_chargers_of(const gg_state *, unsigned target); /* live charges at it, no counters */
bool lg_waits_in_combat(const gg_state *, unsigned unit);
void lg_charges_end(gg_state *); /* all but those of combats that wait */
gg_verdict lg_new_enemy_legal(const gg_state *, unsigned target); /* of a BREAK (LG-R111) */
/* Where the charger would halt in M3 as things stand. */
gg_pose lg_close_pose(const gg_state *, unsigned charger);
void lg_close_up(gg_state *, gg_log *); /* M3, X2 */
void lg_complete(gg_state *, gg_log *); /* F4, X5: fills combats or fight.occupying */

/* ---- respond.c: square, evade, counter-charge. ---- */
bool lg_has_response(const gg_state *, gg_side);

/* ---- fire.c ---- */
int32_t lg_fire_range(const gg_state *, const lg_unit *);
enum { TARGETS_NOTED = 4 }; /* guns that see half an army need not think of all of it */
void lg_make_notes(gg_state *);
void lg_note_fire(gg_state *); /* of this step alone */
void lg_keep_notes(gg_state *);
/* For who asks about many pairs of one position: each is looked at once. */
typedef struct lg_shots {
    gt_table t;                                /* surveyed when it is first asked */
    uint64_t asked[UNITS_MAX], can[UNITS_MAX]; /* by firer */
    uint64_t batteries;                        /* foot batteries that can fire at somebody */
    uint64_t known, beside[UNITS_MAX]; /* by battery: others so near that they may join it */
} lg_shots;
lg_shots lg_shots_of(const gg_state *);
/* Every later battery that can join the lead against the target, however far from it: linked by
 * those between.  0 if they are no grand battery (LG-R78). */
uint64_t lg_grand_battery(lg_shots *, const gg_state *, unsigned lead, unsigned target);
uint64_t lg_fire_helpers(const gg_action *);

/* ---- combat.c: the two totals. ---- */
void lg_fight_begins(gg_state *); /* who is in it, attacking side, leads */
uint64_t lg_of_side(const gg_state *, gg_side, uint64_t units); /* those of the side */
bool lg_has_both_sides(const gg_state *, uint64_t units);
int lg_fight_total(gg_state *, gg_side, gg_dice *, gg_log *);

/* ---- outcome.c: losses, risk, rout, retire. ---- */
/* From how far to how far, in hundredths. */
void lg_retire_range(const gg_state *, unsigned unit, int32_t *low, int32_t *high);
unsigned lg_retire_next(const gg_state *); /* whose retire it is, or NOBODY */
void lg_retire(gg_state *, unsigned unit, int32_t hundredths, gg_log *);

/* ---- reaction.c: reaction dice, occupying, breaking through. ---- */
unsigned lg_occupier(const gg_state *); /* whose OCCUPY it is, or NOBODY */
void lg_occupy_next(gg_state *);        /* those before who have no room are dropped */
void lg_occupy(gg_state *, unsigned unit, gg_log *);
unsigned lg_breaker(const gg_state *); /* whose BREAK it is, or NOBODY */
void lg_break_next(gg_state *);        /* those before who are not entitled are dropped */
bool lg_must_break(const gg_state *, unsigned unit);

#endif
