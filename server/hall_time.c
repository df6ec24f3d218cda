/*
 * hall_time.c - which time it is: on the wall, and in the server's life.  See hall.h and clock.h.
 *
 * The loop looks at the clocks whenever it needs the time, and once a second at least.  So it finds
 * out by itself that it was not there: stopped by a signal, on a machine that was asleep or paused,
 * or without a turn on it.  None of that is charged to a player, nor is it when somebody sets the
 * clock on the wall.
 * SPDX-License-Identifier: MIT
 */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "server/hall.h"
#include "server/log.h"

static atomic_int_fast64_t moved, wall_set; /* by tests only */

static int64_t clock_ms(clockid_t which)
{
    struct timespec now;
    clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void hall_move_time(int64_t ms) { moved += ms; }

void hall_set_wall(int64_t ms) { wall_set += ms; }

int64_t hall_now_ms(void)
{
    const int64_t now = clock_ms(CLOCK_REALTIME);
    return now + moved + wall_set;
}

int64_t hall_ticks_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

/* The loop is the only one that reads them in this order, so `moved` is the same for all three. */
static clock_reading read_clocks(int64_t passed)
{
    const int64_t ticks = clock_ms(CLOCK_MONOTONIC);
    const int64_t since_start = clock_ms(CLOCK_BOOTTIME), wall = clock_ms(CLOCK_REALTIME);
    return (clock_reading){
        .ticks = ticks, .asleep = since_start - ticks, .wall = wall + passed + wall_set};
}

void hall_begin_life(hall *h, int64_t lived)
{
    h->time.moved = moved;
    const clock_reading now = read_clocks(h->time.moved);
    clock_begin(&h->time.life, lived, &now);
}

int64_t hall_life_ms(hall *h)
{
    const int64_t passed = moved;
    h->time.life.lived += passed - h->time.moved;
    h->time.moved = passed;
    const clock_reading now = read_clocks(passed);
    const clock_gap gap = clock_look(&h->time.life, &now);
    h->time.gap.away += gap.away;
    h->time.gap.asleep += gap.asleep;
    h->time.gap.stepped += gap.stepped;
    h->time.found |= gap.away != 0 || gap.asleep != 0 || gap.stepped != 0;
    return h->time.life.lived;
}

void hall_stamp(hall *h, table_deed *deed)
{
    deed->at = hall_now_ms();
    deed->life = hall_life_ms(h);
}

/* ---- What was found out is said. ---- */

typedef struct moving {
    store_job job;
    int64_t now, lived;
    clock_gap gap;
} moving;

static bool run_moving(store_job *job, store_session *session)
{
    const moving *it = (const moving *)job;
    return store_move_notices(session, it->now, it->gap.away + it->gap.asleep, it->gap.stepped)
           && store_set_alive(session, it->now, it->lived);
}

static void moving_done(store_job *job) { free(job); }

static void move_notices(hall *h, const clock_gap *gap)
{
    moving *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_moving, .done = moving_done};
    it->now = hall_now_ms();
    it->lived = h->time.life.lived;
    it->gap = *gap;
    if (!store_write(h->store, &it->job)) free(it);
}

static void say_ms(const char *what, const char *why, int64_t ms)
{
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)ms);
    log_say(what, "ms", text, "text", why, NULL);
}

/* Their deadlines are other ones now, on the wall. */
static void tell_game(hall *h, hall_game *game, int64_t away)
{
    char bytes[160];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&text);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "tell", "away");
    gg_json_int(&json, "ms", away);
    gg_json_end(&json);
    if (away > 0) hall_to_all(h, game, net_message_new(bytes, text.count));
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) game->shown[viewer].old = true;
    hall_pump_all(h, game);
}

void hall_look_at_time(hall *h)
{
    hall_life_ms(h);
    if (!h->time.found) return;
    const clock_gap gap = h->time.gap;
    h->time.gap = (clock_gap){0};
    h->time.found = false;
    if (gap.away != 0) say_ms("away", "the server did not run; no clock ran meanwhile", gap.away);
    if (gap.asleep != 0) say_ms("asleep", "the machine slept; no clock ran meanwhile", gap.asleep);
    if (gap.stepped != 0)
        say_ms("clock set", "the machine's clock was set; players' clocks go on as they were",
               gap.stepped);
    move_notices(h, &gap);
    for (hall_game *at = h->newest; at != NULL; at = at->older)
        if (at->table != NULL && at->clients != NULL && at->table->status == STORE_PLAYING
            && at->table->clock.kind != CLOCK_NONE)
            tell_game(h, at, gap.away + gap.asleep);
}
