/*
 * drill.h - the null game: a few companies on a little table.
 *
 * Drill is there to be copied and to be tested with.  It is as small as a game can be that uses
 * every member of the contract: secret orders, a reaction in the middle of an action, moves to
 * any measured point, a step of the game's own, both kinds of checks, options and scenarios.
 *
 * Reading order: clauses.def (the rulebook), drill.c (sequence of play, the exported struct at
 * its end), act.c (marching, shooting, striking), sketch.c (before deciding), audit.c,
 * notation.c, words.c (actions in plain words), draw.c, card.c (what people read of a company).
 * SPDX-License-Identifier: MIT
 */
#ifndef DRILL_H
#define DRILL_H

#include "core/action.h"
#include "core/text.h"
#include "grognard.h"

/* ---- Tables: one enum constant per row of each .def file. ---- */
#define GAME drill
#define CLAUSED(n) DR_##n
#define TYPED(n) drill_##n
#define PLAIN
#include "core/names.def"
#define DECLARED
#include "core/actions.def"

typedef enum drill_order { ORDER_NONE, ORDER_HOLD, ORDER_MARCH, ORDER_SHOOT, ORDERS } drill_order;
typedef enum drill_ground { GROUND_NONE, GROUND_WOOD, GROUND_REDOUBT, GROUNDS } drill_ground;
typedef enum drill_ended { ENDED_NOT, ENDED_GONE, ENDED_ROUNDS, ENDED_RESIGN } drill_ended;

enum {
    INCH = 1000,             /* ticks */
    TABLE_WIDTH = 24 * INCH, /* DR-1 */
    TABLE_DEPTH = 12 * INCH,
    TENTH = INCH / 10,
    RINGS = 2,     /* of places that are offered to march to */
    COMPANIES = 3, /* a side (DR-2) */
    UNITS = 2 * COMPANIES,
    FILES_MAX = 4,
    CIRCLES = 4,
    CIRCLE_MAX = 6 * INCH,
    ROUNDS_MAX = 20,
};

/* ---- The state: plain bytes, no pointers, no unnamed padding. ---- */
typedef struct company {
    gg_point at;
    uint8_t files; /* 0: not there, or gone */
    uint8_t order; /* in the orders phase ORDER_NONE: not yet written, or not ours to know */
    uint8_t has_acted, has_fired, is_shaken;
    uint8_t zero[3];
} company;
_Static_assert(sizeof(company) == 16, "no hidden padding");

typedef struct circle {
    gg_point at;
    int32_t radius;
    int32_t ground;
} circle;

struct gg_state {
    company companies[UNITS]; /* blue's (A) in 0..2, red's (B) in 3..5 */
    circle circles[CIRCLES];
    int16_t options[OPTIONS];
    uint16_t round;
    uint8_t phase, side;    /* whose turn it is in the phases act and closing */
    uint8_t initiative;     /* who had it last; GG_NOBODY: nobody yet */
    gg_sides ready;         /* in the orders phase */
    uint8_t mover, charged; /* closing fire: at whom, and whom it charges, + 1; else 0 */
    uint8_t ended, winner;
    int16_t house[NUMBERS + NUMBERS % 2]; /* what is not played by the standard numbers */
};
_Static_assert(sizeof(gg_state)
                   == UNITS * 16 + CIRCLES * 16 + OPTIONS * 2 + 10 + (NUMBERS + NUMBERS % 2) * 2,
               "no hidden padding");

/* ---- Queries: all that a modifier may look at. ---- */
typedef struct drill_shot {
    int32_t range, reach; /* ticks */
    int dice, files;
    bool is_in_wood, is_in_redoubt; /* the target */
    bool is_shaken;
} drill_shot;

typedef struct drill_strike {
    int files, least, hits_from;
    bool is_charging, is_against_redoubt, is_shaken;
} drill_strike;

/* ---- drill.c ---- */
static inline gg_side drill_side_of(gg_unit who) { return who < COMPANIES ? GG_BLUE : GG_RED; }
#include "core/state.def"
/* A number that is a length, in ticks. */
static inline int32_t drill_length(const gg_state *state, int row)
{
    return drill_number(state, row) * TENTH;
}
/* Is this one of the side's companies, and on the table? */
gg_verdict drill_own_company(const gg_state *, gg_side, gg_unit who);

/* ---- act.c ---- */
int32_t drill_reach(const gg_state *, gg_unit who);
int32_t drill_march_max(const gg_state *, gg_unit who, gg_point to);
int drill_files_of(const gg_state *, gg_side);
bool drill_is_in(const gg_state *, gg_point, drill_ground);
bool drill_is_on_table(gg_point);
bool drill_is_asked(const gg_state *, gg_side); /* may any of its companies use closing fire? */

/* Where a charge ends: on the way, an inch from the target (DR-9). */
gg_point drill_contact_point(const gg_state *, gg_point from, gg_point target);

/* ---- notation.c, draw.c ---- */
enum { POSITION_LINES = 9, SCENARIOS = 2 };
extern const char *const drill_order_words[], *const drill_ground_words[];
gg_mark *drill_draw_company(const gg_state *, gg_unit who, gg_scene *);

#endif
