/*
 * commanders.h - the state of the game on eleven sectors.
 *
 * Reading order: stages.def and commanders.c (the sequence of play), then the chapters with their
 * headers: board.h, planning.h, movement.h, combat.h, bombardment.h, scoring.h.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_COMMANDERS_H
#define COMMANDERS_COMMANDERS_H

#define COMMANDERS_H

#include "core/action.h"
#include "core/dice.h"
#include "core/numbers.h"
#include "core/space.h"
#include "core/text.h"
#include "grognard.h"
/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME commanders
#define CLAUSED(n) CMD_##n
#define TYPED(n) commanders_##n
#include "core/names.def"
typedef commanders_reason reason;
typedef commanders_saying saying;
typedef commanders_action_kind action_kind;
_Static_assert(PHASES <= 64, "a set of stages, which core calls phases, is a word");

typedef enum type {
#define TYPE(id, ...) TYPE_##id,
#include "units.def"
#undef TYPE
    TYPES
} type;

/* What a unit is in the eyes of the modifier table T1. */
typedef enum stance {
#define STANCE(id, ...) STANCE_##id,
#include "stances.def"
#undef STANCE
    STANCES
} stance;

/* The steps of a movement phase; fast movement and combined arms both run through them. */
typedef enum step_id {
#define STEP(id, ...) STEP_##id,
#define STEP_DICE STEP
#include "steps.def"
#undef STEP
#undef STEP_DICE
    STEPS
} step_id;

/* ---- Places. ---- */
enum {
    SECTORS = 9, /* a1 a2 a3 b1 ... c3: column * 3 + row (CMD-P1) */
    RESERVE_BLUE = 9,
    RESERVE_RED = 10,
    GROUNDS = 11,   /* sectors and reserves: where units stand */
    PLACE_BOX = 11, /* the routed box of the unit's side (CMD-9.7) */
    PLACE_TAKEN,    /* captured, in the enemy's scoring box (CMD-8.16) */
    PLACE_OUT,      /* hit out of the game in this phase; captured or destroyed at CMD-P18 */
    PLACE_GONE,     /* has left the game */
    PLACES,
    NO_SECTOR = 255,
    BORDERS = 12,
    SPACES = 5,    /* of a side in a zone (CMD-1.5) */
    ROOM_MAX = 6,  /* units of a side in a sector (CMD-1.4) */
    MOVES_MAX = 2, /* actions of a unit in a round */
    DICE_MAX = 2,  /* of one unit */
    RANGE_MAX = 2, /* from edge to edge of the board */
};

enum {
    UNITS = 30, /* a side (CMD-13.1) */
    ALL_UNITS = 2 * UNITS,
    PLAN_MAX = 16,     /* order lines of a side: at most 14 orders and two extra ones */
    SECTOR_ZONES = 4,  /* zones over the borders of one sector */
    BORDER_ZONES = 12, /* at most, contested sectors included: each uses up a border */
    ZONES_MAX = BORDER_ZONES + SECTORS,
    ACTIONS_MAX = 512, /* offered at once */
};

/* How a gg_point names a place in events: x a place, y 0; x a zone id, y 1; x a sector and the
 * one after it as y - PLACE_PAIR. */
enum { PLACE_PAIR = 100 };

/* ---- Zones: a border, a contested sector's T#1 to T#3, or a building T@. ---- */
enum {
    ZONE_CONTESTED = BORDERS,              /* + sector * 3 + number - 1 */
    ZONE_BUILDING = BORDERS + SECTORS * 3, /* + sector */
    ZONE_IDS = ZONE_BUILDING + SECTORS,
    CONTESTED_ZONES = 3,
};

enum { ROUTED = 1, SPENT = 2, SQUARE = 4, INSIDE = 8 }; /* unit.status */
enum {                                                  /* unit.deeds, this phase */
       REACTED = 1,                                     /* tried a square or a countercharge */
       RETREATED = 2,
       WITHDREW = 4,
       COUNTERCHARGES = 8, /* an attacker by its reaction */
       FOUGHT = 16,        /* rolled in melee, so far as that can spend it (CMD-R40) */
       DECLINED = 32,      /* could enter in the fast phase and did not */
       ACTED = 64,         /* used an action */
};
enum { FOREST = 1, HILL = 2, BUILDING = 4 }; /* state.terrain */
enum { RIVER = 1, BRIDGE = 2, ROAD = 4 };    /* state.borders */
typedef enum marker {
    MARKER_NONE,
    MARKER_GENERAL,
    MARKER_FLAG,
    MARKER_BIG_FLAG,
    MARKER_ROSE,
    MARKER_BIG_ROSE,
    MARKERS
} marker;
enum { TRIES_SQUARE = 1, TRIES_COUNTERCHARGE = 2 }; /* unit.named, reactions */
enum { NAMED_MOVE = 1, NAMED_ROAD = 2 };            /* unit.named, non-combat */
enum { NAMED_BOMBARDS = 1, NAMED_BUILDING = 2 };    /* unit.named, bombardment */
typedef enum ended {
    ENDED_NOT,
    ENDED_POINTS,
    ENDED_ROUNDS,
    ENDED_NO_UNITS,
    ENDED_MORALE,
    ENDED_RESIGN,
    ENDINGS
} ended;

/* Sectors in fields marked (+1) are stored one higher, so that 0 means none. */
typedef struct unit {
    uint8_t type, number; /* number 0: not in this game */
    uint8_t place, status;
    uint8_t order;    /* line of the side's plan (+1); secret until scoring */
    uint8_t done;     /* steps of its path achieved */
    uint8_t actions;  /* used in this round */
    uint8_t tried[2]; /* goals of those actions (+1): what everybody has seen of its order */
    uint8_t token;    /* artillery: the sector its token lies in (+1) */
    uint8_t goal;     /* where it goes, moves or fires in this phase (+1); secret while chosen */
    uint8_t from;     /* the place it left in this phase (+1): it has moved */
    uint8_t deeds;
    uint8_t hits;     /* scored in this phase */
    uint8_t named;    /* what its owner says of it in the present secret step */
    uint8_t zone;     /* the zone it stands in (+1) */
    uint32_t hitters; /* PLACE_OUT: enemy units, by bit, that may capture it (CMD-R39) */
} unit;
_Static_assert(sizeof(unit) == 20, "no hidden padding");

/* One line of a plan: 2C c1 c2 c3. */
typedef struct order {
    uint8_t count, type, from, step1, step2 /* (+1) */, zero;
} order;
_Static_assert(sizeof(order) == 6, "no hidden padding");

typedef struct zone {
    uint8_t id;
    uint8_t blue;    /* of a border zone: the sector behind blue's spaces */
    uint8_t attacks; /* sides that attack here; both: the zone is crossed (CMD-P5) */
    uint8_t zero;
    uint8_t space[2][SPACES];   /* the unit standing there (+1) */
    uint8_t target[2][SPACES];  /* the unit it declared to attack (+1) */
    uint8_t ignores[2];         /* bit n: the unit in space n passes over the routed one opposite */
    uint8_t dice[2][SPACES][2]; /* faces lying before the space; artillery has two */
} zone;
_Static_assert(sizeof(zone) == 46, "no hidden padding");

/* What follows from the rest (notes.c). */
typedef struct notes {
    uint32_t in[2][GROUNDS]; /* a side's units there, by bit, the first of the side lowest */
    uint8_t free[2][GROUNDS][TYPES]; /* as long as plans are written: who can get an order */
    uint16_t inside[2];              /* as long: the sectors where it sits in a building, by bit */
    uint8_t zero[2];
} notes;
_Static_assert(sizeof(notes) == 160, "no hidden padding");

struct gg_state {
    unit units[ALL_UNITS]; /* blue's first; of a side by type and number */
    zone zones[ZONES_MAX]; /* in the order of CMD-P1 */
    order plan[2][PLAN_MAX];
    uint8_t plan_count[2], zone_count, stage;
    uint8_t ready; /* sides that are done in the present secret step */
    uint8_t pass;  /* STEP_ROOM: 0 free moves, 1 walk-ins, 2 after retreats */
    uint8_t reroll_at, reroll_side, reroll_passes, zero1;
    uint8_t rerolls[2][SECTORS];
    uint8_t held[SECTORS]; /* status at the start of the phase: side, or GG_NOBODY (CMD-R31) */
    uint8_t terrain[SECTORS], borders[BORDERS];
    uint8_t marker[SECTORS], owner[SECTORS], taken[SECTORS];
    uint8_t garrison_target[SECTORS], garrison_die[SECTORS]; /* target: unit (+1) (CMD-R57) */
    uint8_t order_die[2];                                    /* what order_dice gave */
    uint8_t rally[2][TYPES];  /* `rally I`, `rally C` said in this step */
    uint8_t sector_pool, tie; /* tie: the side (+1) that wins a drawn game */
    uint8_t result, winner;
    uint16_t said[2];    /* goals named by enter or stay; sectors named by garrison or leave */
    uint16_t settled[2]; /* goals already entered or left alone in CMD-P19 */
    int16_t points[2];
    uint16_t round;
    int16_t options[OPTIONS];
    uint8_t zero2[4];
    int16_t house[NUMBERS + NUMBERS % 2]; /* what is not played by the standard numbers */
    notes notes;
};
_Static_assert(sizeof(gg_state) % 4 == 0, "whole words: no padding at the end");

/* ---- Numbers: number_hit_from(state) and so on, a function for each row. ---- */
#define NUMBER(id, standard, ...)                                                                  \
    static inline int number_##id(const gg_state *s) { return (standard) + s->house[N_##id]; }
#include "numbers.def"
#undef NUMBER

/* ---- Little questions. ---- */
/* Actions of a unit in a round. */
static inline int moves_of(const gg_state *s, int of)
{
    return of == TYPE_C   ? number_cavalry_moves(s)
           : of == TYPE_I ? number_infantry_moves(s)
                          : number_artillery_moves(s);
}
static inline gg_side side_of(gg_unit who) { return who < UNITS ? GG_BLUE : GG_RED; }
static inline gg_unit first_of(gg_side side) { return side == GG_BLUE ? 0 : UNITS; }
static inline gg_side enemy_of(gg_side side) { return side == GG_BLUE ? GG_RED : GG_BLUE; }
static inline int column_of(int sector) { return sector / 3; }
static inline int row_of(int sector) { return sector % 3; }
static inline int reserve_of(gg_side side) { return side == GG_BLUE ? RESERVE_BLUE : RESERVE_RED; }
static inline int home_row(gg_side side) { return side == GG_BLUE ? 0 : 2; }
static inline bool is_routed(const unit *u) { return (u->status & ROUTED) != 0; }
static inline bool is_spent(const unit *u) { return (u->status & SPENT) != 0; }
static inline bool is_inside(const unit *u) { return (u->status & INSIDE) != 0; }
static inline bool is_on_board(const unit *u) { return u->number != 0 && u->place < GROUNDS; }
static inline bool is_attacking(const unit *u) { return u->goal != 0; }
static inline int least(int one, int other) { return one < other ? one : other; }
static inline gg_unit index_of(const gg_state *s, const unit *u) { return (gg_unit)(u - s->units); }

enum { SCENARIOS = 9 }; /* files in scenarios/ */

#endif
