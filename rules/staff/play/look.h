/*
 * look.h - what one look at a state tells about every unit, and what two could do to each other.
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_LOOK_H
#define STAFF_LOOK_H

#include "rules/staff/play/play.h"
#include "table/notes.h"

typedef struct staff_looks {
    uint64_t here[2], engaged;
    gg_point centre[UNITS_MAX];
    uint8_t shots[UNITS_MAX]; /* shooting dice, */
    int16_t range[UNITS_MAX]; /* and how many inches they reach */
    bool weak[UNITS_MAX], shaken[UNITS_MAX];
    gt_outlook best[UNITS_MAX];  /* that it could do next, and who is nearest, in inches */
    uint64_t together;           /* who goes with others of its brigade: it is not left alone */
    uint64_t looked, barred;     /* whose way to the nearest enemy is known; and barred */
    uint64_t known;              /* whose supports are known, */
    uint8_t supports[UNITS_MAX]; /* and how many they are; */
    uint64_t counted;            /* for whom they were asked */
} staff_looks;

/* All of a unit that matters to what it could do to others, and they to it. */
typedef struct staff_looked_row {
    staff_unit unit; /* without what it did in the turn that does not matter */
    uint16_t rules;
    uint8_t size, casualties, inside;
    bool is_led : 1, is_broken : 1, is_engaged : 1;
} staff_looked_row;
_Static_assert(sizeof(staff_looked_row) == 36, "no hidden padding");

/* What was looked at in an earlier state and still holds: prospects of two hold while both stand
 * as they did, and have the supports that they had. */
typedef struct staff_look_notes {
    uint32_t is_made, counts[2], zero;
    gt_area areas[AREAS_MAX];
    int16_t options[OPTIONS];
    int16_t house[(NUMBERS + 3) / 4 * 4];
    staff_looked_row rows[UNITS_MAX];
    gg_bounds bounds[UNITS_MAX];
    uint64_t meets[UNITS_MAX]; /* whom it could charge: supports of both were asked for */
    staff_looks seen;
    gt_pairs pairs;
} staff_look_notes;
_Static_assert(sizeof(staff_look_notes) <= SCORE_NOTE_BYTES, "score_note_bytes");

/* Looks at everybody, but not again at who stands as he did when the notes were made. */
staff_looks *staff_look_around(const gg_state *, staff_look_notes *);

/* ---- Worths, in parts of a casualty of a unit. ---- */
enum { STAFF_GONE = 70 };                       /* a unit destroyed, beside its men */
int staff_man_of(const gg_state *, unsigned u); /* a casualty of it */
int32_t staff_inches(gg_point one, gg_point other);
int staff_shot_worth(const gg_state *, const staff_looks *, unsigned u, unsigned e, int32_t far);
bool staff_could_charge(const gg_state *, const staff_looks *, unsigned u);
/* A charge of one at the other, met there, as things stand. */
int staff_charge_worth(const gg_state *, staff_looks *, unsigned u, unsigned target, gg_zone face);
/* The fights and the charge that are under way. */
int staff_fights_worth(const gg_state *, staff_looks *, gg_side);
/* Is ground that it cannot go through between it and that enemy? */
bool staff_is_cut_off(const gg_state *, unsigned u, gg_point to);
/* What one could do to the other; `charges`: a charge was weighed. */
gt_prospect staff_prospect_of(const gg_state *, staff_looks *, unsigned u, unsigned e,
                              bool *charges);
void staff_forget_supports(staff_looks *, uint64_t of);

#endif
