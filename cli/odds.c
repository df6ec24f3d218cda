/*
 * odds.c - `grognard odds FILE --side S ACTION`: the chance of every outcome.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <stdlib.h>

static int tell_odds(const cli_game *game, const gg_seat *seat, const char *line, bool json)
{
    gg_action action;
    const int code = cli_read_action(seat, line, &action);
    if (code != CLI_GO_ON) return code;
    if (!gg_seat_decides(seat)) return cli_not_now(&game->match, seat->side);
    const gg_verdict verdict = gg_seat_judge(seat, &action);
    if (verdict.reason != 0) return cli_refuse(seat->rules, verdict);
    if (json) cli_print_odds_json(seat, &action);
    else cli_say_odds(seat, &action, stdout);
    return CLI_YES;
}

int cli_odds(int argc, char **argv)
{
    static cli_game game;
    const char *side_text = NULL, *json = NULL, *tables = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--side", "SIDE", "blue or red; may be left out where only one can act", &side_text, NULL},
        {"--tables", "FILE", "house rules for a position that has none", &tables, NULL},
        {"--json", NULL, "one object", &json, NULL},
    };
    const cli_call call = {"odds FILE --side blue|red ACTION [--tables FILE] [--json]",
                           "The chance of every outcome of an action: exact, or sampled and said "
                           "so where there are too many.",
                           flags,
                           3,
                           2,
                           64};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    gg_side side;
    code = cli_load_by(&game, words.items[0], UINT32_MAX, tables);
    if (code != CLI_GO_ON) return code;
    if ((code = cli_find_side(&game.match, side_text, &side)) != CLI_GO_ON) return code;
    char *line = cli_join(&words, 1);
    gg_seat seat = cli_seat(&game.match, side);
    code = tell_odds(&game, &seat, line, json != NULL);
    cli_leave(&seat);
    free(line);
    cli_unload(&game);
    return code;
}
