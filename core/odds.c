/*
 * odds.c - enumerates or samples what may come of an action.
 */
#include "core/odds.h"

#include <string.h>

static void run_once(const gg_ruleset *rules, const gg_state *state, gg_side side,
                     const gg_action *action, const gg_odds_ask *ask, gg_dice *dice)
{
    memcpy(ask->scratch, state, rules->state_bytes);
    if (ask->log != NULL) ask->log->count = 0;
    rules->apply(ask->scratch, side, action, dice, ask->log);
}

static void tell(const gg_odds_ask *ask, const gg_state *after, gg_fraction chance)
{
    if (ask->each != NULL) ask->each(ask->to, after, chance, ask->log);
}

static gg_odds sample(const gg_ruleset *rules, const gg_state *state, gg_side side,
                      const gg_action *action, const gg_odds_ask *ask)
{
    for (uint32_t run = 0; run < ask->samples; run++) {
        run_once(rules, state, side, action, ask, ask->random);
        tell(ask, ask->scratch, (gg_fraction){1, ask->samples});
    }
    return (gg_odds){.exact = false, .runs = ask->samples};
}

gg_odds gg_odds_of(const gg_ruleset *rules, const gg_state *state, gg_side side,
                   const gg_action *action, const gg_odds_ask *ask)
{
    gg_assert(ask->samples == 0 || ask->random != NULL);
    gg_dice  dice = gg_dice_enumerate();
    uint32_t runs = 0;
    bool     exact = true;
    while (exact && gg_dice_next(&dice)) {
        exact = runs < ask->runs_max;
        if (!exact) break;
        run_once(rules, state, side, action, ask, &dice);
        /* A run that passed a bound has no true weight: it is not told. */
        exact = dice.trouble == GG_DICE_FINE;
        if (!exact) break;
        tell(ask, ask->scratch, dice.weight);
        runs++;
    }
    if (exact && dice.trouble == GG_DICE_FINE) return (gg_odds){.exact = true, .runs = runs};
    tell(ask, NULL, (gg_fraction){0, 1});
    return sample(rules, state, side, action, ask);
}

int64_t gg_chance_parts(gg_fraction chance)
{
    /* 34 bits of the bottom are plenty, and leave room for 30 more above the top. */
    while (chance.bottom >> 34 != 0) chance.top >>= 1, chance.bottom >>= 1;
    return (int64_t)((chance.top << 30) / chance.bottom);
}
