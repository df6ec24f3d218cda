/*
 * random.c - the player that chooses among its offers with equal chances.
 *
 * The sparring partner of every test: whatever the rules offer, it will try.
 */
#include "players/players.h"

static void random_choose(const gg_ruleset *rules, const gg_state *view, gg_side side,
                          const gg_action *offers, uint32_t count, gg_dice *dice,
                          const gg_progress *progress, gg_action *out)
{
    (void)rules, (void)view, (void)side, (void)progress;
    gg_assert(count > 0);
    *out = offers[gg_dice_pick(dice, count)];
}

extern const gg_player gg_player_random;
const gg_player gg_player_random = {
    .name   = "random",
    .text   = "chooses among the offered actions with equal chances",
    .choose = random_choose,
};
