/*
 * odds.c - enumerates or samples what may come of an action.
 * SPDX-License-Identifier: MIT
 */
#include "core/odds.h"

#include <string.h>

bool gg_odds_go_on(gg_turn begun, gg_turn now)
{
    return !now.over && now.deciding == 0 && now.round == begun.round && now.phase >= begun.phase;
}

/* A state that is kept on a walk, and what else there was. */
typedef struct stop {
    gg_fraction weight;
    uint32_t depth, steps, mind, events;
} stop;

/* What is asked: of which action, and how far each run goes. */
typedef struct question {
    const gg_ruleset *rules;
    const gg_state *state;
    const gg_action *action;
    const gg_odds_ask *ask;
    gg_side side;
    bool reach;
    bool closes;  /* what closes the step was done too */
    bool content; /* dice could have been thrown again */
    uint32_t stop_count;
    stop stops[GG_STOPS_MAX];
} question;

/* Whoever may throw dice again lets them lie; false: nobody is asked that now. */
static bool leave_lying(question *of, gg_turn begun, gg_turn now, gg_dice *dice)
{
    const gg_ruleset *rules = of->rules;
    const gg_action *content = of->ask->content;
    gg_state *state = of->ask->scratch;
    if (content == NULL || !now.again || begun.again || now.over || now.round != begun.round)
        return false;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if ((now.deciding >> side & 1) == 0 || rules->legal(state, side, content).reason != 0)
            continue;
        rules->apply(state, side, content, dice, of->ask->log);
        of->content = true;
        return true;
    }
    return false;
}

static void go_on(question *of, gg_dice *dice)
{
    const gg_ruleset *rules = of->rules;
    gg_state *state = of->ask->scratch;
    const gg_turn begun = rules->turn(of->state);
    gg_action step;
    for (int steps = 0; steps < GG_REACH_STEPS; steps++) {
        const gg_turn now = rules->turn(state);
        if (dice->trouble == GG_DICE_FINE && leave_lying(of, begun, now, dice)) continue;
        if (dice->trouble != GG_DICE_FINE || !gg_odds_go_on(begun, now)) return;
        if (rules->offer(state, GG_NOBODY, &step, 1) != 1) return;
        rules->apply(state, GG_NOBODY, &step, dice, of->ask->log);
    }
}

/* ---- Walks. ---- */

/* The state is kept: from here on runs with the same dice so far go on. */
static void keep_stop(question *of, const gg_dice *dice, uint32_t steps)
{
    const gg_odds_ask *ask = of->ask;
    if (dice->kind != GG_DICE_ENUMERATE) return;
    if (of->stop_count > 0 && of->stops[of->stop_count - 1].depth == dice->depth) of->stop_count--;
    if (of->stop_count == ask->walk->stop_count || of->stop_count == GG_STOPS_MAX) return;
    memcpy(ask->walk->stops[of->stop_count], ask->scratch, of->rules->state_bytes);
    of->stops[of->stop_count++] = (stop){.weight = dice->weight,
                                         .depth = dice->depth,
                                         .steps = steps,
                                         .mind = *ask->walk->mind,
                                         .events = ask->log == NULL ? 0 : ask->log->count};
}

/* To the last stop that this run passes by, if there is any; how many steps lie behind it. */
static bool resume(question *of, gg_dice *dice, uint32_t *steps)
{
    const gg_odds_ask *ask = of->ask;
    const bool exact = dice->kind == GG_DICE_ENUMERATE;
    const uint32_t depth = exact && dice->deepest > 0 ? dice->deepest - 1 : 0;
    while (of->stop_count > 0 && of->stops[of->stop_count - 1].depth > depth) of->stop_count--;
    if (of->stop_count == 0) return false;
    const stop *at = &of->stops[of->stop_count - 1];
    memcpy(ask->scratch, ask->walk->stops[of->stop_count - 1], of->rules->state_bytes);
    if (exact) dice->depth = at->depth, dice->weight = at->weight;
    if (ask->log != NULL) ask->log->count = at->events;
    *ask->walk->mind = at->mind;
    *steps = at->steps;
    return true;
}

static void walk_once(question *of, gg_dice *dice)
{
    const gg_odds_walk *walk = of->ask->walk;
    gg_state *state = of->ask->scratch;
    gg_action step;
    gg_side side;
    uint32_t steps = 0;
    if (!resume(of, dice, &steps)) {
        memcpy(state, of->state, of->rules->state_bytes);
        if (of->ask->log != NULL) of->ask->log->count = 0;
        *walk->mind = 0;
        of->rules->apply(state, of->side, of->action, dice, of->ask->log);
    }
    for (; steps < GG_WALK_STEPS; steps++) {
        if (dice->trouble != GG_DICE_FINE) return;
        keep_stop(of, dice, steps);
        if (!walk->next(walk->with, state, &side, &step)) return;
        of->rules->apply(state, side, &step, dice, of->ask->log);
    }
}

/* ---- To the next decision. ---- */

/* The side still chooses in the step in which it acted: it closes its part, if it may. */
static void close_part(question *of, gg_dice *dice)
{
    const gg_ruleset *rules = of->rules;
    const gg_action *closing = of->ask->closing;
    gg_state *state = of->ask->scratch;
    if (closing == NULL) return;
    const gg_turn begun = rules->turn(of->state), now = rules->turn(state);
    const bool chooses = !now.over && (now.deciding >> of->side & 1) != 0
                         && now.phase == begun.phase && now.round == begun.round;
    if (!chooses || rules->legal(state, of->side, closing).reason != 0) return;
    rules->apply(state, of->side, closing, dice, of->ask->log);
    of->closes = true;
}

static void run_once(question *of, gg_dice *dice)
{
    const gg_odds_ask *ask = of->ask;
    if (ask->walk != NULL) {
        walk_once(of, dice);
        return;
    }
    memcpy(ask->scratch, of->state, of->rules->state_bytes);
    if (ask->log != NULL) ask->log->count = 0;
    of->rules->apply(ask->scratch, of->side, of->action, dice, ask->log);
    if (!of->reach) return;
    close_part(of, dice);
    go_on(of, dice);
}

static void tell(const gg_odds_ask *ask, const gg_state *after, gg_fraction chance)
{
    if (ask->each != NULL) ask->each(ask->to, after, chance, ask->log);
}

static gg_odds sample(question *of)
{
    const gg_odds_ask *ask = of->ask;
    for (uint32_t run = 0; run < ask->samples; run++) {
        run_once(of, ask->random);
        tell(ask, ask->scratch, (gg_fraction){1, ask->samples});
    }
    return (gg_odds){.exact = false,
                     .reaches = of->reach,
                     .closes = of->closes,
                     .content = of->content,
                     .runs = ask->samples};
}

/* Not exact: a bound was passed, and what was told is void. */
static gg_odds enumerate(question *of)
{
    const gg_odds_ask *ask = of->ask;
    gg_dice dice = gg_dice_enumerate();
    uint32_t runs = 0;
    while (gg_dice_next(&dice)) {
        if (runs == ask->runs_max) return (gg_odds){.exact = false, .runs = runs};
        run_once(of, &dice);
        /* A run that passed a bound has no true weight: it is not told. */
        if (dice.trouble != GG_DICE_FINE) return (gg_odds){.exact = false, .runs = runs};
        tell(ask, ask->scratch, dice.weight);
        runs++;
    }
    return (gg_odds){.exact = dice.trouble == GG_DICE_FINE,
                     .reaches = of->reach,
                     .closes = of->closes,
                     .content = of->content,
                     .runs = runs};
}

gg_odds gg_odds_of(const gg_ruleset *rules, const gg_state *state, gg_side side,
                   const gg_action *action, const gg_odds_ask *ask)
{
    gg_assert(ask->samples == 0 || ask->random != NULL);
    question of = {.rules = rules,
                   .state = state,
                   .action = action,
                   .ask = ask,
                   .side = side,
                   .reach = ask->reach};
    gg_odds odds = enumerate(&of);
    if (odds.exact) return odds;
    tell(ask, NULL, (gg_fraction){0, 1});
    if (ask->reach) {
        of.reach = of.closes = of.content = false;
        odds = enumerate(&of);
        if (odds.exact && odds.runs > 1) return odds;
        tell(ask, NULL, (gg_fraction){0, 1});
        of.reach = true;
    }
    return sample(&of);
}

int64_t gg_chance_parts(gg_fraction chance)
{
    /* 34 bits of the bottom are plenty, and leave room for 30 more above the top. */
    while (chance.bottom >> 34 != 0) chance.top >>= 1, chance.bottom >>= 1;
    return (int64_t)((chance.top << 30) / chance.bottom);
}
