/*
 * lab.c - `grognard lab`: finds what is asked of the laboratory and hands over.
 * SPDX-License-Identifier: MIT
 */
#include "lab/lab.h"

#include "cli/cli.h"
#include "lab/ranks.h"

#include <string.h>

static const cli_command commands[] = {
    {"run", lab_run, "plays a batch of games and sums them up"},
    {"merge", lab_merge, "puts the parts of a run together that were played with --shard"},
    {"vary", lab_vary, "what a change of a number or an option does to the game"},
    {"balance", lab_balance, "finds the value of a number that makes the sides equal"},
    {"even", lab_even, "is a scenario even?  what start screens tell of it"},
    {"points", lab_points_of_troops, "what troops are worth, from battles of drawn armies"},
    {"ladder", lab_ladder, "how strong computer players are, from games between them"},
    {"tune", lab_tune, "fits the judgement of a game on games between computer players"},
    {"positions", lab_positions, "writes positions of games for the training of a network"},
    {"luck", lab_luck, "how much of a run is luck and how much skill, and which decisions matter"},
    {"weigh", lab_weigh, "what each number and option of the rules has changed in a run"},
    {"report", lab_report, "a run as one page with pictures"},
    {"bench", lab_bench, "how fast it plays, and what gathering costs"},
    {"game", lab_game, "writes the record of one game of a run"},
};
static const cli_commands all = {
    .name = "grognard lab",
    .text = "what do these rules do?  Answers from batches of battles.",
    .lead_in = "A first answer",
    .example = "grognard lab run squares sq-tiny --games 200",
    .rows = commands,
    .count = sizeof commands / sizeof commands[0],
};

int cli_lab(int argc, char **argv)
{
    int rank, ranks;
    const bool has_ranks = lab_has_ranks(&rank, &ranks);
    if (has_ranks && rank > 0) /* one speaks for all */
        if (freopen("/dev/null", "w", stderr) == NULL) return CLI_MISUSE;
    if (has_ranks && (argc < 2 || strcmp(argv[1], "run") != 0))
        return cli_misuse("of the laboratory only lab run goes on several ranks.");
    return cli_run_command(&all, argc, argv);
}
