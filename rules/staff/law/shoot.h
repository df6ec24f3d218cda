/*
 * shoot.h - lines of sight, shooting, casualties and break tests (sight.c, shoot.c, morale.c).
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_SHOOT_H
#define STAFF_SHOOT_H

#include "staff.h"

/* ---- Sight (ST-R11). ---- */
typedef struct staff_line_of_sight {
    bool blocked;
    int unit, area; /* what blocks it, first found; GG_NEVER */
} staff_line_of_sight;
/* From a point of the viewer to a point of the target.  Either may be NOBODY, a mere place: a place
 * in a building is seen like its garrison, and who stands on the place hides nothing. */
staff_line_of_sight staff_look(const gg_state *, unsigned viewer, gg_point eye, unsigned target,
                               gg_point to);
/* All figures of a target at once: bit n of each set is figure n.  Of `among` alone. */
typedef struct staff_figures {
    uint32_t blocked, by_friend, by_ground, over_friends;
} staff_figures;
staff_figures staff_look_at_all(const gg_state *, unsigned viewer, gg_point eye, unsigned target,
                                gg_pose target_pose, const gg_point figures[GT_FIGURES],
                                uint32_t among);
uint32_t staff_figures_ahead(const gg_state *, unsigned viewer,
                             const gg_point figures[GT_FIGURES]); /* in its front arc */
/* Has it a figure of the target in its front arc and in sight from P (ST-R46 a)? */
bool staff_sees(const gg_state *, unsigned viewer, unsigned target);

/* ---- Shooting. ---- */
/* Why a target is not clear (ST-T6): bit n is row n + 1 of T6.  ST-T6.1 ST-8.1, ST-T6.2 ST-8.2,
 * ST-T6.3 ST-8.3, ST-T6.4 ST-8.4, ST-T6.5 ST-8.5, ST-T6.6 ST-8.6, ST-T6.7 ST-8.7, ST-T6.8 ST-8.8 */
enum {
    UNCLEAR_SKIRMISHER = 1,
    UNCLEAR_HALF_RANGE = 2,
    UNCLEAR_ARC = 4,
    UNCLEAR_TERRAIN = 8,
    UNCLEAR_GUNS = 16,
    UNCLEAR_COVER = 32,
    UNCLEAR_FRIENDS = 64,
    UNCLEAR_GROUND = 128,
};
typedef enum staff_fire { FIRE_VOLLEY, FIRE_CLOSING, FIRE_TRAVERSING } staff_fire;
typedef enum staff_band { BAND_NONE, BAND_SHORT, BAND_MEDIUM, BAND_LONG } staff_band; /* of guns */
/* A shot at a target, wherever that is thought to stand; the query of the modifiers of T14. */
typedef struct staff_shot {
    gg_pose target_pose;
    gg_point eye;  /* SP (ST-R7) */
    int32_t range; /* 0 in closing fire */
    uint8_t shooter, target, fire, figure;
    uint8_t arc, seen; /* figures of the target in arc, and of them in sight */
    uint8_t band, dice, needs;
    uint8_t cover;   /* of the target (ST-R61) */
    uint8_t unclear; /* bit n: T6 row n + 1 */
    bool is_in_range, is_enfilade, over_friends;
    /* of the shooter: weak: shaken, disordered */
    bool is_close, is_skirmisher, is_guns, is_weak;
    bool is_mass; /* target T14.2 */
    bool is_first_fire;
} staff_shot;
/* Works out the shot; it may be asked of any two enemies.  `figure` counts for skirmishers (0..15).
 * In closing fire range is 0, no sight is needed, only T6.1 and T6.4 can make it unclear
 * (ST-R66). */
staff_shot staff_shot_at(const gg_state *, unsigned shooter, int figure, unsigned target,
                         gg_pose target_pose, staff_fire);
/* SP of ST-R7, towards a target with its middle there; `figure` counts for skirmishers. */
gg_point staff_shooting_point(const gg_state *, unsigned unit, int figure, gg_point target_centre);
/* The most dice it could shoot with: 0 for who has none (ST-R54, R70). */
int staff_shooting_dice(const gg_state *, unsigned unit);
/* SHOT: to hit, re-rolls, disorder, saves, casualties, commander-risk, break test and what comes
 * of it.
 * Sets STATUS_FIRST_USED; the caller sets DID_SHOOT or DID_REACT. */
void staff_fire_shot(gg_state *, const staff_shot *, gg_dice *, gg_log *);
/* The first roll of `shoot` and `traverse`. */
const gg_check *staff_shoot_preview(const gg_state *, const gg_action *, void *query);
/* May it shoot in this phase at all; and whom may it choose, from this figure (ST-R54, R55)? */
gg_verdict staff_may_shoot(const gg_state *, gg_side, unsigned unit);
/* Of those that are not known to be in it already.  The figures of all targets are worked out once
 * for who asks much of one position. */
typedef struct staff_aims {
    uint64_t known;
    gg_point figures[UNITS_MAX][GT_FIGURES];
} staff_aims;
uint64_t staff_targets(const gg_state *, unsigned unit, int figure, uint64_t known, staff_aims *);
typedef struct staff_save { /* the query of the modifiers of T15 */
    int dice, least;        /* one for each hit; the unit's M */
    int cover, band;        /* COVER_; BAND_ of the guns that hit it */
    bool is_attack_column, is_marching, is_lanced, six_passes;
} staff_save;
/* The saves of a unit for so many hits: cover, band and lances are the caller's; how many saved. */
staff_save staff_save_of(const gg_state *, unsigned unit, int hits);
int staff_roll_saves(const gg_state *, unsigned unit, const staff_save *, staff_saying, gg_dice *,
                     gg_log *);

/* ---- Morale. ---- */
typedef enum staff_outcome { OUTCOME_BREAK, OUTCOME_RETIRE, OUTCOME_HOLD } staff_outcome;
typedef struct staff_test { /* the query of the modifiers of T16 */
    int excess, unit_class;
    bool is_disordered, is_by_guns, is_combat; /* is_combat: its column of T17 */
} staff_test;
/* Rolls, or holds without dice (STEADY); changes nothing else but STATUS_STEADY_USED. */
staff_outcome staff_break_test(gg_state *, unsigned unit, const staff_test *, gg_dice *, gg_log *);
/* RETIRE and BREAK (T17, ST-R64): falling back from this face, disorder, STATUS_RETREATED, its
 * contacts
 * ended; a garrison stays. */
void staff_carry_out(gg_state *, unsigned unit, staff_outcome, gg_zone face, gg_log *);
int staff_excess(const gg_state *, unsigned unit);
void staff_cap_casualties(gg_state *, unsigned unit);       /* ST-R62 */
void staff_shed(gg_state *, unsigned unit, int casualties); /* no more than it has */
void staff_disorder(gg_state *, unsigned unit, gg_log *);
void staff_suffer(gg_state *, unsigned unit, int casualties, gg_log *);
void staff_risk_commanders(gg_state *, unsigned unit, gg_dice *, gg_log *); /* ST-24.1 */

#endif
