/*
 * even.c - `grognard lab even`: is a scenario even?  A row for scenarios/balance.def, from which
 * start screens tell it.
 * SPDX-License-Identifier: MIT
 */
#include "core/balance.h"
#include "lab/lab.h"
#include "lab/trial.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES_STANDARD = 100 };

static gg_battles count_battles(const lab_variant *variant)
{
    gg_battles it = {0};
    for (uint64_t i = 0; i < variant->played; i++)
        (variant->halves[i] == 2 ? &it.blue : variant->halves[i] == 0 ? &it.red : &it.drawn)[0]++;
    return it;
}

/* Plays one setup; CLI_GO_ON, or an exit code. */
static int play_setup(const lab_setup *setup, uint64_t games, int threads, gg_battles *battles)
{
    lab_variant variant;
    lab_open_variant(&variant, setup, games);
    const lab_batch_end end = lab_play_variants(&variant, 1, games, threads);
    *battles = count_battles(&variant);
    lab_close_variant(&variant);
    return end == LAB_ALL_PLAYED ? CLI_GO_ON : cli_no("stopped; the rows above stand.");
}

static void put_battles(const gg_battles *it)
{
    printf(", %3u, %3u, %3u", it->blue, it->red, it->drawn);
}

/* "limit_winner=2 max_rounds=13". */
static int choose(lab_setup *setup, const char *variant)
{
    while (*variant != 0) {
        gg_complaint complaint;
        char one[80];
        const size_t length = strcspn(variant, " ");
        snprintf(one, sizeof one, "%.*s", (int)(length < 79 ? length : 79), variant);
        if (!gg_load_option(setup->rules, one, setup->options, setup->house, &complaint))
            return cli_complain(setup->rules, &complaint);
        variant += length;
        while (*variant == ' ') variant++;
    }
    return lab_try_setup(setup);
}

/* The rows that there are keep their variant, which is played anew. */
static int print_row(const lab_setup *setup, const char *variant, uint64_t games, int threads)
{
    const char *scenario = setup->rules->scenarios[setup->scenario].name;
    const gg_balance *known = gg_balance_of(setup->rules, scenario);
    gg_battles battles, varied = {0};
    lab_setup other = *setup;
    if (variant == NULL) variant = known == NULL ? "" : known->variant;
    int code = choose(&other, variant);
    if (code == CLI_GO_ON) code = play_setup(setup, games, threads, &battles);
    if (code == CLI_GO_ON && variant[0] != 0) code = play_setup(&other, games, threads, &varied);
    if (code != CLI_GO_ON) return code;
    printf("BALANCE(\"%s\"", scenario);
    put_battles(&battles);
    printf(", \"%s\"", variant);
    put_battles(&varied);
    puts(")");
    fflush(stdout);
    return CLI_GO_ON;
}

int lab_even(int argc, char **argv)
{
    const char *games = NULL, *variant = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    cli_flag flags[LAB_WISH_FLAGS + 2] = {
        {"--games", "N", "of each scenario; 100 unless told", &games, NULL},
        {"--variant", "'K=V ...'", "plays it so as well: what `lab balance` has found", &variant,
         NULL},
    };
    lab_wish_flags(&wish, flags + 2);
    const cli_call call = {
        .usage = "lab even GAME [SCENARIO] [--games N] [--variant 'K=V ...'] [--seed N] ...",
        .text = "Is a scenario even?  Prints the rows of rules/GAME/scenarios/balance.def, from "
                "which start screens tell it; without a scenario all of the game.",
        .flags = flags,
        .flag_count = LAB_WISH_FLAGS + 2,
        .words_min = 1,
        .words_max = 2,
    };
    lab_setup setup;
    uint64_t count = GAMES_STANDARD;
    int threads = 1;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 1, UINT16_MAX, &count);
    if (code == CLI_GO_ON) code = lab_read_threads(wish.threads, &threads);
    if (code == CLI_GO_ON) code = lab_read_setup(&setup, &words, &wish);
    if (code == CLI_GO_ON && setup.swap)
        code = cli_misuse(
            "lab even counts games, and two on the same dice are one battle: --swap has no "
            "meaning for it.");
    if (code == CLI_GO_ON && variant != NULL && words.count < 2)
        code = cli_misuse("--variant is for one scenario; name it.");
    if (code != CLI_GO_ON) return code;
    lab_catch_signals();
    for (uint32_t row = 0; row < setup.rules->scenario_count; row++) {
        if (words.count > 1 && row != setup.scenario) continue;
        lab_setup one = setup;
        one.scenario = row;
        code = print_row(&one, variant, count, threads);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_YES;
}
