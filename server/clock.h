/*
 * clock.h - the players' clocks: pure arithmetic, for time comes in as an argument.
 *
 * Times are milliseconds.  A clock runs in the server's life time: time in which the server could
 * have been talked to.  What passes while it is down, stopped or asleep is not part of it, and
 * setting the clock on the wall does not touch it.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "grognard.h"

/* ---- Life time. ---- */

/* What the machine's clocks say.  `ticks` never goes back and stands while the machine sleeps
 * (CLOCK_MONOTONIC): it is what life is measured by.  `asleep` is how long it has slept since it
 * was started (CLOCK_BOOTTIME less CLOCK_MONOTONIC); `wall` can be set to anything. */
typedef struct clock_reading {
    int64_t ticks, asleep, wall;
} clock_reading;

typedef struct clock_life {
    int64_t lived; /* up to the reading below; it counts on from where the last server was */
    int64_t shift; /* the wall's time is life time and this */
    clock_reading last;
} clock_life;

/* What was found out by a look at the clocks: nothing of it was part of life. */
typedef struct clock_gap {
    int64_t away;    /* the server did not run: it was stopped, or the machine had no time for it */
    int64_t asleep;  /* the machine slept */
    int64_t stepped; /* the clock on the wall was set; backwards if it is negative */
} clock_gap;

/* The server looks at the clocks every CLOCK_BEAT_MS at least; who has not looked for CLOCK_AWAY_MS
 * was away. */
enum { CLOCK_BEAT_MS = 1000, CLOCK_AWAY_MS = 2500, CLOCK_STEP_MS = 500 };

void clock_begin(clock_life *, int64_t lived, const clock_reading *);
/* Brings `lived` up to this reading. */
clock_gap clock_look(clock_life *, const clock_reading *);
/* A moment of life as the clock on the wall would show it. */
int64_t clock_wall_of(const clock_life *, int64_t moment);

/* ---- Clocks. ---- */

/* A bank never holds more than CLOCK_SECONDS_MAX, whatever its increments add up to. */
enum { CLOCK_DAYS_MAX = 14, CLOCK_SECONDS_MAX = 30 * 24 * 3600, CLOCK_INCREMENT_MAX = 24 * 3600 };
#define CLOCK_NEVER INT64_MAX

typedef enum clock_kind { CLOCK_NONE, CLOCK_DAYS, CLOCK_BANK } clock_kind;

typedef struct clock_hand {
    bool counts; /* a computer player's does not */
    bool runs;
    int64_t left;  /* when it was started or stopped */
    int64_t since; /* when it was started */
} clock_hand;

typedef struct game_clock {
    clock_kind kind;
    int64_t allowance, increment;
    clock_hand hands[2];
    clock_hand shown[2]; /* what the other side may know of it */
    bool secret;
} game_clock;

/* "none", "days 3", "bank 600 10", as the store has it; false: something else. */
bool clock_read(const char *text, game_clock *);
void clock_seat(game_clock *, gg_side); /* a person sits there: this side's clock counts */

/* Whom the game asks from `now` on. */
typedef struct clock_turn {
    gg_sides deciding;
    bool fresh;  /* a new question, even to who was deciding before */
    bool secret; /* nobody may know who has closed his part */
    bool earned; /* who is done has acted: he gets his increment */
} clock_turn;
void clock_ask(game_clock *, clock_turn, int64_t now);

/* When this side's flag falls; CLOCK_NEVER while its clock stands. */
int64_t clock_deadline(const clock_hand *);
int64_t clock_next_deadline(const game_clock *);
/* Has a flag fallen?  Whose first; GG_NOBODY: both at once. */
bool clock_is_out(const game_clock *, int64_t now, gg_side *whose);

#endif
