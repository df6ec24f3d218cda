/*
 * random.c - the player that chooses among its offers with equal chances.
 *
 * The sparring partner of every test: whatever the rules offer, it will try.
 * SPDX-License-Identifier: MIT
 */
#include "players/players.h"

static void random_choose(const gg_player *self, const gg_decision *d, gg_action *out)
{
    (void)self;
    gg_assert(d->count > 0);
    *out = d->offers[gg_dice_pick(d->dice, d->count)];
}

extern const gg_player gg_player_random;
const gg_player gg_player_random = {
    .name = "random",
    .title = "Chance",
    .text = "chooses among the offered actions with equal chances",
    .choose = random_choose,
};
