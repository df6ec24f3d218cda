/*
 * tables.h - the tables of staff as constants, one for each row of each .def file, and the limits
 * of its state.
 * SPDX-License-Identifier: MIT
 */
#ifndef STAFF_TABLES_H
#define STAFF_TABLES_H

#include "core/action.h"
#include "core/text.h"
#include "grognard.h"
#include "table/move.h"
#include "table/table.h"
/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME staff
#define CLAUSED(n) ST_##n
#define TYPED(n) staff_##n
#include "core/names.def"

typedef enum staff_class { CLASS_INF, CLASS_CAV, CLASS_ART, CLASSES } staff_class;
typedef enum staff_type {
#define TYPE(id, name, words, class, role, combat, shoot, save, stamina, weapon, rules, clause)    \
    TYPE_##id,
#include "units.def"
#undef TYPE
    TYPES
} staff_type;
typedef enum staff_size {
#define SIZE(id, name, words, combat, shoot, stamina, clause) SIZE_##id,
#include "units.def"
#undef SIZE
    SIZES
} staff_size;
typedef enum staff_formation {
#define FORMATION(id, name, words, shoot, combat, charges, flanks, closing, clause) FORM_##id,
#include "units.def"
#undef FORMATION
    FORMATIONS
} staff_formation;
typedef enum staff_footprint {
#define FOOTPRINT(id, words, w0, d0, w1, d1, w2, d2, w3, d3, clause) FOOTPRINT_##id,
#include "units.def"
#undef FOOTPRINT
    FOOTPRINTS
} staff_footprint;
typedef enum staff_weapon {
#define WEAPON(id, name, words, range, near, half, s, m, l, clause) WEAPON_##id,
#include "units.def"
#undef WEAPON
    WEAPONS
} staff_weapon;
enum {
#define RULE(id, name, words, clause) RULE_ROW_##id,
#include "units.def"
#undef RULE
    RULES
};
enum { /* special rules of a unit (T20): bit n is row n */
#define RULE(id, name, words, clause) RULE_##id = 1 << RULE_ROW_##id,
#include "units.def"
#undef RULE
};
typedef enum staff_trait {
#define TRAIT(id, name, words, clause) TRAIT_##id,
#include "units.def"
#undef TRAIT
    TRAITS
} staff_trait;
typedef enum staff_nation {
#define NATION(id, name, words, coat, clause) NATION_##id,
#include "units.def"
#undef NATION
    NATIONS
} staff_nation;
typedef enum staff_kind { /* of order (T4); 0: none */
                          ORDER_NONE,
#define ORDER(id, name, words, clause) ORDER_##id,
#include "units.def"
#undef ORDER
                          ORDERS
} staff_kind;
typedef enum staff_ground {
#define GROUND(id, name, words, flags, formed, skirmish, horse, guns, role, clause) GROUND_##id,
#include "ground.def"
#undef GROUND
    GROUNDS
} staff_ground;
typedef enum staff_line {
#define LINE(id, name, words, formed, skirmish, horse, guns, role, clause) LINE_##id,
#include "ground.def"
#undef LINE
    LINES
} staff_line;
/* What ground does to a mover (the values of its four rows of numbers). */
typedef enum staff_pace { PACE_FREE, PACE_HALF, PACE_BARRED, PACE_COSTS } staff_pace;
enum { MOVER_FORMED, MOVER_SKIRMISH, MOVER_HORSE, MOVER_GUNS, MOVERS };

/* Numbers of one thing lie side by side. */
enum { STAT_COMBAT, STAT_SHOOT, STAT_SAVE, STAT_STAMINA, STATS };
enum { WEAPON_RANGE, WEAPON_SHORT, WEAPON_HALF, WEAPON_DICE, WEAPON_NUMBERS = WEAPON_DICE + 3 };

/* The blunder table's kinds (T3). */
typedef enum staff_blunder {
    BLUNDER_FALL_BACK,
    BLUNDER_LEFT,
    BLUNDER_RIGHT,
    BLUNDER_FORWARD,
    BLUNDER_CHARGE,
    BLUNDERS
} staff_blunder;
typedef enum staff_response {
    RESPONSE_NONE,
    RESPONSE_STAND,
    RESPONSE_FIRE,
    RESPONSE_EVADE,
    RESPONSE_COUNTER,
    RESPONSE_TURN,
    RESPONSE_SQUARE,
    RESPONSES
} staff_response;
typedef enum staff_cover { COVER_NONE, COVER_SOFT, COVER_HARD, COVERS } staff_cover;
typedef enum staff_ended { ENDED_NOT, ENDED_BROKEN, ENDED_TIME, ENDED_RESIGNED } staff_ended;
typedef enum staff_there { NOT_THERE, THERE, LOST } staff_there; /* a commander */

enum { /* what a unit is, beyond its turn */
       /* retreated: it does not recover (ST-1.6); fresh and won: ST-R82 */
       STATUS_DISORDERED = 1,
       STATUS_RETREATED = 2,
       STATUS_FRESH = 4,
       STATUS_WON = 8,
       STATUS_STEADY_USED = 16,
       STATUS_FIRST_USED = 32,
};
enum { /* what a unit did in this player turn */
       DID_INITIATIVE = 1,
       DID_ORDER = 2,
       DID_HANDLE = 4,
       DID_SQUARE = 8,
       DID_SHOOT = 16,
       DID_REACT = 32, /* closing or traversing fire (ST-11.7): cleared in every player turn */
};
enum { /* what a commander did in this turn */
       CDID_ACT = 1,
       CDID_LAST = 2,
       CDID_MOVE = 4,
       CDID_REROLL = 8,
};
enum { CONTACT_WAITS = 1, CONTACT_FOUGHT = 2 };

enum {
    UNITS_MAX = 64,
    BRIGADES_MAX = 8,                   /* a side; row 0 is the army commander's */
    COMMANDERS_MAX = 2 * BRIGADES_MAX,  /* row: side * BRIGADES_MAX + brigade */
    NAMES = UNITS_MAX + COMMANDERS_MAX, /* gg_unit: units first, then commanders */
    GROUP_MAX = 8,                      /* units of one brigade, and so of one order */
    STEPS_MAX = 3,                      /* kinds in a statement (ST-2.20, ST-4.15) */
    AREAS_MAX = 24,
    STRETCHES_MAX = 24, /* of lines */
    CONTACTS_MAX = 96,
    NAME_BYTES = GG_CALLED_BYTES,
    NOBODY = GT_NOBODY,
    INCH = 1000,    /* ticks; the rulebook's mil is a tick (ST-R1, ST-T25) */
    TOLERANCE = 10, /* ST-R4 */
    TOUCH = 10,     /* contact (ST-R10), and the slack of ST-R20 */
    ALL_DICE = 99,
    BUILDING_MAX = 20 * INCH,
    REACH_MAX = 23 * INCH, /* no body reaches farther from its place */
};

#endif
