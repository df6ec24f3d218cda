/*
 * reach.c - see reach.h: random games, in which now and then a unit's ways are compared.
 * SPDX-License-Identifier: MIT
 */
#include "reach.h"

#include <stdlib.h>

#include "core/position.h"

enum { EVERY = 12, UNITS = 80, GAMES = 40, OFFERS = 4096 };

gg_point reach_step(gg_dice *dice, gg_point about, gg_point last, int32_t far)
{
    const bool leaps = gg_dice_pick(dice, 12) == 0;
    const uint32_t wide = leaps ? 2 * (uint32_t)far : 600;
    const gg_point from = leaps ? about : last;
    const int32_t east = (int32_t)gg_dice_pick(dice, wide + 1) - (int32_t)(wide / 2);
    const int32_t north = (int32_t)gg_dice_pick(dice, wide + 1) - (int32_t)(wide / 2);
    return (gg_point){from.x + east, from.y + north};
}

static gg_side decides(gg_turn turn)
{
    if (turn.deciding == GG_SIDES_NONE) return GG_NOBODY;
    return turn.deciding & GG_SIDES_BLUE ? GG_BLUE : GG_RED;
}

typedef struct tally {
    int units, asked, open;
    bool same;
} tally;

static void play(const reach_game *game, const gg_ruleset *rules, uint32_t scenario, gg_dice *dice,
                 tally *it)
{
    static gg_action offers[OFFERS];
    gg_state *state = room_for_state(rules);
    if (gg_setup(rules, state, scenario, NULL, NULL).text != NULL) it->same = false;
    for (gg_turn turn = rules->turn(state); !turn.over && it->same && it->units < UNITS;
         turn = rules->turn(state)) {
        const gg_side side = decides(turn);
        const uint32_t count = rules->offer(state, side, offers, OFFERS);
        const gg_action *chosen = &offers[count == 1 ? 0 : gg_dice_pick(dice, count)];
        if (chosen->who < rules->unit_count && gg_dice_pick(dice, EVERY) == 0) {
            const int before = it->asked;
            it->same = game->compare(state, side, chosen->who, dice, &it->asked, &it->open);
            it->units += it->asked > before;
        }
        rules->apply(state, side, chosen, dice, NULL);
    }
    free(state);
}

int compare_reaches(const reach_game *game)
{
    const gg_ruleset *rules = ruleset_named(game->name);
    for (int i = 0; i < 4 && game->scenarios[i] != NULL; i++) {
        gg_dice dice = gg_dice_random(1812 + (uint64_t)i);
        tally it = {.same = true};
        const uint32_t scenario = scenario_named(rules, game->scenarios[i]);
        for (int n = 0; n < GAMES && it.same && it.units < UNITS; n++)
            play(game, rules, scenario, &dice, &it);
        if (!it.same) tap_not_ok("%s: a place is answered differently", game->scenarios[i]);
        else if (it.units < UNITS || it.open < 100 || it.asked - it.open < 100)
            tap_not_ok("%s: %d units, %d places, %d open: that proves too little",
                       game->scenarios[i], it.units, it.asked, it.open);
        else
            tap_ok("%s: %d units, %d places, %d open", game->scenarios[i], it.units, it.asked,
                   it.open);
    }
    return tap_done();
}
