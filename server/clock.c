/*
 * clock.c - the players' clocks.  See clock.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/clock.h"

#include <stdio.h>
#include <string.h>

enum { SECOND_MS = 1000, DAY_MS = 24 * 3600 * SECOND_MS };

void clock_begin(clock_life *life, int64_t lived, const clock_reading *now)
{
    *life = (clock_life){.lived = lived, .shift = now->wall - lived, .last = *now};
}

clock_gap clock_look(clock_life *life, const clock_reading *now)
{
    clock_gap gap = {.asleep = now->asleep - life->last.asleep};
    int64_t passed = now->ticks - life->last.ticks;
    if (passed < 0) passed = 0;
    if (passed > CLOCK_AWAY_MS) {
        gap.away = passed - CLOCK_BEAT_MS;
        passed = CLOCK_BEAT_MS;
    }
    if (gap.asleep < CLOCK_STEP_MS) gap.asleep = 0; /* the two clocks are not read at once */
    else life->last.asleep = now->asleep;
    life->lived += passed;
    life->last.ticks = now->ticks;
    life->last.wall = now->wall;
    const int64_t shift = now->wall - life->lived;
    const int64_t stepped = shift - life->shift - gap.away - gap.asleep;
    if (stepped > CLOCK_STEP_MS || stepped < -CLOCK_STEP_MS) gap.stepped = stepped;
    if (gap.away != 0 || gap.asleep != 0 || gap.stepped != 0) life->shift = shift;
    return gap;
}

int64_t clock_wall_of(const clock_life *life, int64_t moment)
{
    return moment + (life == NULL ? 0 : life->shift);
}

static bool read_rule(const char *text, game_clock *clock)
{
    unsigned first, second;
    int end = 0;
    if (strcmp(text, "none") == 0) return true;
    if (sscanf(text, "days %4u%n", &first, &end) == 1 && text[end] == '\0') {
        clock->kind = CLOCK_DAYS;
        clock->allowance = (int64_t)first * DAY_MS;
        return first >= 1 && first <= CLOCK_DAYS_MAX;
    }
    if (sscanf(text, "bank %8u %8u%n", &first, &second, &end) == 2 && text[end] == '\0') {
        clock->kind = CLOCK_BANK;
        clock->allowance = (int64_t)first * SECOND_MS;
        clock->increment = (int64_t)second * SECOND_MS;
        return first >= 1 && first <= CLOCK_SECONDS_MAX && second <= CLOCK_INCREMENT_MAX;
    }
    return false;
}

bool clock_read(const char *text, game_clock *clock)
{
    *clock = (game_clock){.kind = CLOCK_NONE};
    const bool read = read_rule(text, clock);
    for (int side = 0; side < 2; side++)
        clock->hands[side].left = clock->shown[side].left = clock->allowance;
    return read;
}

void clock_seat(game_clock *clock, gg_side side)
{
    clock->hands[side].counts = clock->shown[side].counts = clock->kind != CLOCK_NONE;
}

static void stop(const game_clock *clock, clock_hand *hand, bool earned, int64_t now)
{
    const int64_t used = now - hand->since;
    hand->runs = false;
    if (used > 0) hand->left = used < hand->left ? hand->left - used : 0;
    const int64_t most =
        clock->kind == CLOCK_BANK ? (int64_t)CLOCK_SECONDS_MAX * SECOND_MS : clock->allowance;
    if (earned) hand->left += clock->increment;
    if (hand->left > most) hand->left = most;
}

static void start(const game_clock *clock, clock_hand *hand, int64_t now)
{
    if (clock->kind == CLOCK_DAYS) hand->left = clock->allowance;
    hand->runs = true;
    hand->since = now;
}

void clock_ask(game_clock *clock, clock_turn turn, int64_t now)
{
    const bool open = !turn.secret || turn.fresh || !clock->secret;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        clock_hand *hand = &clock->hands[side];
        const bool decides = (turn.deciding >> side & 1) != 0;
        if (!hand->counts) continue;
        if (hand->runs && (!decides || turn.fresh)) stop(clock, hand, turn.earned, now);
        if (decides && !hand->runs) start(clock, hand, now);
        if (open) clock->shown[side] = *hand;
    }
    clock->secret = turn.secret;
}

int64_t clock_deadline(const clock_hand *hand)
{
    return hand->counts && hand->runs ? hand->since + hand->left : CLOCK_NEVER;
}

int64_t clock_next_deadline(const game_clock *clock)
{
    const int64_t blue = clock_deadline(&clock->hands[GG_BLUE]);
    const int64_t red = clock_deadline(&clock->hands[GG_RED]);
    return blue < red ? blue : red;
}

bool clock_is_out(const game_clock *clock, int64_t now, gg_side *whose)
{
    const int64_t blue = clock_deadline(&clock->hands[GG_BLUE]);
    const int64_t red = clock_deadline(&clock->hands[GG_RED]);
    *whose = blue == red ? GG_NOBODY : blue < red ? GG_BLUE : GG_RED;
    return clock_next_deadline(clock) <= now;
}
