/*
 * clock.h - the players' clocks: pure arithmetic, for time comes in as an argument.
 *
 * Times are milliseconds.  A clock runs in the server's life time: time on the wall without the
 * outages, so that nobody loses while the server is down.
 */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "grognard.h"

/* ---- Life time. ---- */

typedef struct clock_outage {
    int64_t from, to; /* on the wall */
} clock_outage;

typedef struct clock_life {
    const clock_outage *outages; /* in order, apart from one another */
    uint32_t count;
} clock_life;

/* NULL: there were no outages.  A moment within an outage is its beginning. */
int64_t clock_life_of(const clock_life *, int64_t wall);
/* Back again, for a moment after the last outage. */
int64_t clock_wall_of(const clock_life *, int64_t life);

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
