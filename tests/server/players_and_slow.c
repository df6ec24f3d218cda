/*
 * players_and_slow.c - the list of computer players with three of the tests' own, in the place of
 * players/players.c: one thinks for a second, one for a minute, one does so and does not listen.
 * SPDX-License-Identifier: MIT
 */
#include <string.h>
#include <time.h>

#include "players/players.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60 * 1000, LOOK_MS = 5 };

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void think_for(int64_t ms, const gg_progress *progress)
{
    const int64_t until = now_ms() + ms;
    while (now_ms() < until && !gg_is_enough(progress))
        nanosleep(&(struct timespec){.tv_nsec = LOOK_MS * 1000000}, NULL);
}

static void choose_slowly(const gg_player *self, const gg_decision *d, gg_action *out)
{
    (void)self;
    think_for(SECOND_MS, d->progress);
    *out = d->offers[gg_dice_pick(d->dice, d->count)];
}

static void choose_at_last(const gg_player *self, const gg_decision *d, gg_action *out)
{
    (void)self;
    think_for(MINUTE_MS, d->progress);
    *out = d->offers[gg_dice_pick(d->dice, d->count)];
}

static void choose_deafly(const gg_player *self, const gg_decision *d, gg_action *out)
{
    (void)self;
    think_for(MINUTE_MS, NULL);
    *out = d->offers[gg_dice_pick(d->dice, d->count)];
}

static const gg_player slow = {.name = "slow",
                               .title = "Slow",
                               .text = "a second",
                               .thinks_ms = SECOND_MS,
                               .choose = choose_slowly};
static const gg_player slowest = {.name = "slowest",
                                  .title = "Slowest",
                                  .text = "a minute",
                                  .thinks_ms = MINUTE_MS,
                                  .choose = choose_at_last};
static const gg_player deaf = {.name = "deaf",
                               .title = "Deaf",
                               .text = "a minute, come what may",
                               .thinks_ms = MINUTE_MS,
                               .choose = choose_deafly};

#define PLAYER(name) extern const gg_player gg_player_##name;
#include "players/players.def"
#undef PLAYER

const gg_player *const gg_players[] = {
#define PLAYER(name) &gg_player_##name,
#include "players/players.def"
#undef PLAYER
    &slow,
    &slowest,
    &deaf,
    NULL,
};

const gg_player *gg_player_named(const char *name)
{
    for (const gg_player *const *player = gg_players; *player != NULL; player++)
        if (strcmp((*player)->name, name) == 0) return *player;
    return NULL;
}
