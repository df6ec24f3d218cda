/*
 * new.c - `grognard new GAME [SCENARIO]`: a fresh position in text notation.
 *
 * Without a seed it is the position before anything is dealt or rolled; with one the game goes
 * on to the first decision of a side.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "cli/cli.h"

#include <stdlib.h>

static int print_position(const gg_ruleset *rules, const gg_state *state)
{
    gg_text text = cli_text(1 << 16);
    gg_write_position(rules, state, &text);
    gg_assert(!text.cut);
    fputs(text.bytes, stdout);
    free(text.bytes);
    return CLI_YES;
}

int cli_new(int argc, char **argv)
{
    static cli_game game;
    const char *seed_text = NULL, *json = NULL, *tables = NULL;
    cli_list words = {0}, options = {0};
    const cli_flag flags[] = {
        {"--option", "NAME=VALUE", "an option of the game; may come again", NULL, &options},
        {"--tables", "FILE", "house rules: numbers of the game, as `tables` prints them", &tables,
         NULL},
        {"--seed", "N", "deal and roll with this seed, up to the first decision", &seed_text, NULL},
        {"--json", NULL, "as one object, with whose turn it is", &json, NULL},
    };
    const cli_call call = {"new GAME [SCENARIO] [--option NAME=VALUE]... [--tables FILE] "
                           "[--seed N] [--json]",
                           "Prints a fresh position in text notation.",
                           flags,
                           4,
                           1,
                           2};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    uint64_t seed = 0;
    if (seed_text != NULL && (code = cli_read_seed(seed_text, &seed)) != CLI_GO_ON) return code;
    code = cli_begin(&game, &words, &options, tables, gg_dice_random(seed));
    if (code != CLI_GO_ON) return code;
    if (seed_text != NULL) gg_match_run(&game.match);
    if (json == NULL) return print_position(game.rules, game.match.state);
    cli_print_position_json(game.rules, game.match.state);
    return CLI_YES;
}
