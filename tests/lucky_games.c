/*
 * lucky_games.c - whole random games of lucky, looked at from outside in every state.
 *
 *   lucky-games [--games N] [--first SEED] [--read-only]     N games of each scenario
 *
 * Written and read back, every position is the same.  Where the match would take a step for a
 * player because only one is offered, a search of its own (all kinds of acts, all units, all
 * targets, a lattice of places, ways and facings) finds no other that is legal.  And some positions
 * of which it is known whether there is one choice.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "core/dice.h"
#include "core/position.h"
#include "support.h"

#include "rules/lucky/show/show.h"

typedef struct game {
    gg_state *state, *copy;
    gg_action *offers, other; /* other: a legal one that was not offered */
    char *text;
    gg_dice dice;
    uint64_t seed;
    uint32_t scenario, taken;
    bool reads_only;       /* no search, for very many games */
    uint64_t forced, read; /* steps a match would take, positions read back */
} game;

static void complain(const game *g, const char *what)
{
    tap_not_ok("lucky %s: %s", lucky_rules.scenarios[g->scenario].name, what);
    tap_note("seed %llu, action %u", (unsigned long long)g->seed, g->taken);
}

/* ---- Other choices: nothing here knows what offer.c would think of. ---- */

typedef struct words {
    char bytes[GG_ACTION_TEXT_MAX];
} words;

static words words_of(const game *g, const gg_action *action)
{
    words it;
    gg_text text = gg_text_over(it.bytes, sizeof it.bytes);
    gg_write_action(&lucky_rules, g->state, action, &text);
    return it;
}

static bool is_other(game *g, gg_side side, const gg_action *action)
{
    if (lucky_rules.legal(g->state, side, action).reason != R_LEGAL) return false;
    if (strcmp(words_of(g, action).bytes, words_of(g, &g->offers[0]).bytes) == 0) return false;
    g->other = *action;
    return true;
}

static bool has_other_way(game *g, gg_side side, lg_action_kind kind, unsigned u)
{
    for (int32_t turn = -180; turn < 180; turn += 15)
        for (int32_t ahead = 0; ahead <= 600; ahead += 50) {
            gg_action action = {.kind = (uint8_t)kind, .who = (gg_unit)u};
            const lg_path path = {.legs = 1, .turn = {turn}, .ahead = {ahead}};
            lg_path_pack(&path, &action);
            if (is_other(g, side, &action)) return true;
        }
    return false;
}

static bool has_other_ride(game *g, gg_side side, unsigned c)
{
    gg_action action = {.kind = ACTION_RIDE,
                        .who = (gg_unit)(UNITS_MAX + c),
                        .whom = GG_NO_UNIT,
                        .item = GG_NO_UNIT};
    for (action.at.x = 0; action.at.x <= g->state->width; action.at.x += 2 * INCH)
        for (action.at.y = 0; action.at.y <= g->state->height; action.at.y += 2 * INCH)
            if (is_other(g, side, &action)) return true;
    for (unsigned u = 0; u < g->state->unit_count; u++) {
        action.whom = (gg_unit)u;
        action.at = lg_grained(g->state->units[u].at);
        if (is_other(g, side, &action)) return true;
    }
    return false;
}

/* Of a kind that names a unit, perhaps another, and a number. */
static bool has_other_plain(game *g, gg_side side, lg_action_kind kind, unsigned who)
{
    const bool charges = kind == ACTION_CHARGE || kind == ACTION_BREAK;
    const uint32_t items = charges ? 360 : 12;
    const bool two =
        charges || kind == ACTION_COUNTER || kind == ACTION_FIRE || kind == ACTION_GIVE;
    for (uint32_t whom = 0; whom < (two ? (uint32_t)NAMES : 1u); whom++)
        for (uint32_t item = 0; item < items; item++)
            for (uint8_t flags = 0; flags < 2; flags++) {
                gg_action action = {.kind = (uint8_t)kind,
                                    .flags = flags,
                                    .who = (gg_unit)who,
                                    .whom = (gg_unit)whom,
                                    .item = (gg_unit)item};
                if (kind == ACTION_RETIRE || kind == ACTION_BACK)
                    action.args[0] = (int32_t)item * 150;
                if (is_other(g, side, &action)) return true;
                /* most kinds are not for now, whoever is named */
                if (lucky_rules.legal(g->state, side, &action).reason == R_NOT_NOW) return false;
            }
    return false;
}

static bool has_other(game *g, gg_side side)
{
    for (lg_action_kind kind = 0; kind < ACTIONS; kind++) {
        if (kind == ACTION_RESIGN) continue;
        for (unsigned who = 0; who < NAMES; who++) {
            if (has_other_plain(g, side, kind, who)) return true;
            const bool way =
                kind == ACTION_MOVE || kind == ACTION_ADVANCE || kind == ACTION_RESERVE;
            if (way && who < g->state->unit_count && has_other_way(g, side, kind, who)) return true;
            if (kind == ACTION_RIDE && who < g->state->commander_count
                && has_other_ride(g, side, who))
                return true;
        }
    }
    return false;
}

static bool look_for_others(game *g, gg_side side, uint32_t count)
{
    const gg_turn turn = lucky_rules.turn(g->state);
    if (side == GG_NOBODY || !turn.whole || count != 1) return true;
    g->forced++;
    if (!has_other(g, side)) return true;
    complain(g, "what is taken for a player was the only choice");
    tap_note("taken: %s; also legal: %s", words_of(g, &g->offers[0]).bytes,
             words_of(g, &g->other).bytes);
    return false;
}

/* ---- Positions. ---- */

static bool read_back(game *g)
{
    gg_text text = gg_text_over(g->text, TEXT_MAX);
    gg_write_position(&lucky_rules, g->state, &text);
    gg_error error = gg_read_position(&lucky_rules, g->text, g->copy);
    g->read++;
    if (error.text == NULL && !text.cut && same_state(&lucky_rules, g->state, g->copy)) return true;
    complain(g, "a position that arose reads back as it was");
    tap_note("%s", error.text != NULL ? error.text : "other bytes");
    tap_note("%s", g->text);
    return false;
}

/* ---- Playing: like anybody, but keen on what leads to combats. ---- */

static gg_action choose(game *g, uint32_t count)
{
    for (int tries = 0; tries < 3; tries++) {
        const gg_action *action = &g->offers[gg_dice_pick(&g->dice, count)];
        const lg_action_kind kind = action->kind;
        if (kind == ACTION_CHARGE || kind == ACTION_BREAK || kind == ACTION_COUNTER
            || kind == ACTION_FIRE || kind == ACTION_MOVE)
            return *action;
    }
    return g->offers[gg_dice_pick(&g->dice, count)];
}

/* In every third game some options are others than the scenario's, sizes of bases aside: with
 * large ones units would begin on top of each other. */
static bool set_up(game *g)
{
    int32_t options[OPTIONS];
    for (int i = 0; i < OPTIONS; i++) {
        const gg_option *option = &lucky_rules.options[i];
        const uint32_t values = (uint32_t)((option->high - option->low) / option->step) + 1;
        options[i] = GG_OPTION_UNSET;
        if (g->seed % 3 == 0 && i < OPT_line_width && gg_dice_pick(&g->dice, 3) == 0)
            options[i] = option->low + (int32_t)gg_dice_pick(&g->dice, values) * option->step;
    }
    gg_error error = gg_setup(&lucky_rules, g->state, g->scenario, options, NULL);
    if (error.text == NULL) return true;
    complain(g, error.text);
    return false;
}

static bool play(game *g)
{
    g->taken = 0;
    g->dice = gg_dice_random(g->seed);
    if (!set_up(g)) return false;
    for (; g->taken < lucky_rules.decisions_max; g->taken++) {
        const gg_turn turn = lucky_rules.turn(g->state);
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        if (!read_back(g)) return false;
        if (turn.over) return true;
        const uint32_t count =
            lucky_rules.offer(g->state, side, g->offers, lucky_rules.actions_max);
        if (!g->reads_only && !look_for_others(g, side, count)) return false;
        const gg_action action = choose(g, count);
        lucky_rules.apply(g->state, side, &action, &g->dice, NULL);
    }
    complain(g, "it ends");
    return false;
}

/* ---- Positions of which it is known. ---- */

typedef struct choice {
    const char *title, *position;
    bool taken; /* the match may take the only step */
} choice;

static const choice choices[] = {
    {"a commander may still ride", "practice; ac0 good 10,10; a1 inf 20,20 0; b1 inf 40,40 180",
     false},
    {"a unit may still move", "practice; a1 inf 20,20 0 orders 1; b1 inf 40,40 180", false},
    {"nothing is left to do in movement, and its player ends it",
     "practice; a1 inf 20,20 0; b1 inf 40,40 180", false},
    {"a third order may still be put on a unit",
     "practice; turn 1 blue c4; ad1 good 20,18 holds 1; a1 inf 20,20 0 orders 2; b1 inf 40,40 180",
     false},
    {"no order is left to put on a unit",
     "practice; turn 1 blue c4; ad1 good 20,18; a1 inf 20,20 0 orders 2; b1 inf 40,40 180", true},
    {"every unit has its three orders",
     "practice; turn 1 blue c4; ad1 good 20,18 holds 1; a1 inf 20,20 0 orders 3; b1 inf 40,40 180",
     true},
    {"an order may still be given",
     "practice; turn 1 blue c2; ac0 good 20,10 pool 1; ad1 good 20,18 holds 2; a1 inf 20,20 0; "
     "b1 inf 40,40 180",
     false},
    {"nobody may be given one",
     "practice; turn 1 blue c2; ac0 good 20,10 pool 1; ad1 good 20,18 holds 3; a1 inf 20,20 0; "
     "b1 inf 40,40 180",
     true},
    {"it may advance or stay",
     "practice; turn 1 blue k6; a1 inf French 24,25 0; b1 inf 24,37 0 routing; b2 inf 40,40 180\n"
     "fight blue blue lead a1 lead b1 at 24,25 at 24,25 winner blue by 4 flank 0 flank 0 "
     "breaker a1 fired 0 run_down 0\nfighting a1 b1\nbreaking a1\nbeaten b1",
     false},
    {"British cavalry must charge, but whom and how is its player's",
     "practice; turn 1 blue k6; a1 cav British 24,25 0; b1 inf 24,44 0 routing; "
     "b2 inf Austrian 24,33 180\n"
     "fight blue blue lead a1 lead b1 at 24,25 at 24,25 winner blue by 4 flank 0 flank 0 "
     "breaker a1 fired 0 run_down 0\nfighting a1 b1\nbreaking a1\nbeaten b1",
     false},
    {"there is somebody to fire at", "practice; turn 1 blue f2; a1 inf 20,20 0; b1 inf 20,24 180",
     false},
    {"there is nobody to fire at", "practice; turn 1 blue f2; a1 inf 20,20 0; b1 inf 40,44 180",
     true},
};

static void know_choices(game *g)
{
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        gg_error error = gg_read_position(&lucky_rules, choices[i].position, g->state);
        const uint32_t count = error.text != NULL ? 0
                                                  : lucky_rules.offer(g->state, GG_BLUE, g->offers,
                                                                      lucky_rules.actions_max);
        const bool taken = count == 1 && lucky_rules.turn(g->state).whole;
        const bool fine =
            count > 0 && taken == choices[i].taken && (!taken || !has_other(g, GG_BLUE));
        if (fine) tap_ok("lucky: %s", choices[i].title);
        else tap_not_ok("lucky: %s", choices[i].title);
        if (!fine) tap_note("%s; offered: %u", error.text != NULL ? error.text : "read", count);
    }
}

int main(int count, char **args)
{
    uint64_t games = 2, first = 1;
    bool reads_only = false;
    for (int at = 1; at < count; at++) {
        if (strcmp(args[at], "--read-only") == 0) reads_only = true;
        if (at + 1 == count) break;
        if (strcmp(args[at], "--games") == 0) games = strtoull(args[at + 1], NULL, 10);
        if (strcmp(args[at], "--first") == 0) first = strtoull(args[at + 1], NULL, 10);
    }
    game g = {.state = room_for_state(&lucky_rules),
              .copy = room_for_state(&lucky_rules),
              .reads_only = reads_only,
              .offers = room(lucky_rules.actions_max * sizeof(gg_action)),
              .text = room(TEXT_MAX)};
    know_choices(&g);
    for (g.scenario = 0; g.scenario < lucky_rules.scenario_count; g.scenario++) {
        const char *name = lucky_rules.scenarios[g.scenario].name;
        bool fine = true;
        g.forced = g.read = 0;
        for (uint64_t i = 0; i < games && fine; i++) {
            g.seed = first + i;
            fine = play(&g);
        }
        if (!fine) continue;
        tap_ok("lucky %s: positions that arise read back (%llu)", name, (unsigned long long)g.read);
        if (!reads_only)
            tap_ok("lucky %s: what is taken for a player was the only choice (%llu)", name,
                   (unsigned long long)g.forced);
    }
    free(g.state), free(g.copy), free(g.offers), free(g.text);
    return tap_done();
}
