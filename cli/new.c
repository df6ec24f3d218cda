/*
 * new.c - `grognard new GAME [SCENARIO]`: a fresh position in text notation.
 *
 * Without a seed it is the position before anything is dealt or rolled; with one the game goes
 * on to the first decision of a side.
 */
#include "cli/cli.h"

#include <stdlib.h>

static int print_position(const gg_ruleset *rules, const gg_state *state)
{
    gg_text text = cli_text(1 << 16);
    rules->write_state(state, &text);
    gg_assert(!text.cut);
    fputs(text.bytes, stdout);
    free(text.bytes);
    return CLI_YES;
}

int cli_new(int argc, char **argv)
{
    static cli_game game;
    const char *seed_text = NULL;
    cli_list words = {0}, options = {0};
    const cli_flag flags[] = {
        {"--option", "NAME=VALUE", "an option of the game; may come again", NULL, &options},
        {"--seed", "N", "deal and roll with this seed, up to the first decision", &seed_text, NULL},
    };
    const cli_call call = {"new GAME [SCENARIO] [--option NAME=VALUE]... [--seed N]",
                           "Prints a fresh position in text notation.",
                           flags,
                           2,
                           1,
                           2};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    if (rules == NULL) return CLI_MISUSE;
    uint32_t scenario = 0;
    int32_t values[GG_OPTIONS_MAX];
    uint64_t seed = 0;
    if (words.count > 1
        && (code = cli_find_scenario(rules, words.items[1], &scenario)) != CLI_GO_ON)
        return code;
    if ((code = cli_read_options(rules, &options, values)) != CLI_GO_ON) return code;
    if (seed_text != NULL && !cli_read_number(seed_text, &seed))
        return cli_misuse("--seed needs a whole number, not \"%.40s\".", seed_text);
    if ((code = cli_begin(&game, rules, scenario, values, gg_dice_random(seed))) != CLI_GO_ON)
        return code;
    if (seed_text != NULL) gg_match_run(&game.match);
    return print_position(rules, game.match.state);
}
