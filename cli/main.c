/*
 * main.c - the `grognard` command: finds the subcommand and hands over.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "commit.h"

#include <string.h>

static const cli_command commands[] = {
    {"play", cli_play, "play a game, at this terminal or computer against computer"},
    {"games", cli_games, "the games there are"},
    {"scenarios", cli_scenarios, "the scenarios of a game"},
    {"players", cli_players, "the computer players"},
    {"sheet", cli_sheet, "the reference sheet of a game"},
    {"tables", cli_tables, "every number of a game's rules, to change for house rules"},
    {"clauses", cli_clauses, "every clause of a game, with the code and the tests that use it"},
    {"new", cli_new, "print a fresh position"},
    {"show", cli_show, "draw a position or a record"},
    {"legal", cli_legal, "what a side can do"},
    {"do", cli_do, "judge and apply one action"},
    {"odds", cli_odds, "the chance of every outcome of an action"},
    {"hint", cli_hint, "what a computer player would do, and why"},
    {"replay", cli_replay, "replay and verify a record"},
    {"review", cli_review, "look back on a game: chances, luck, decisions, turning points"},
    {"bench", cli_bench, "speed figures"},
#ifdef WITH_LAB
    {"lab", cli_lab, "the laboratory: what these rules do, from batches of battles"},
#endif
#ifdef WITH_SERVER
    {"serve", cli_serve, "the page and the game server"},
    {"backup", cli_backup, "copy a server's store while it runs"},
    {"verify", cli_verify, "prove the dice of a game that was played on a server"},
#endif
};
static const cli_commands all = {
    .name = "grognard",
    .text = "horse-and-musket wargames, played by their own rules.",
    .lead_in = "A first game",
    .example = "grognard play squares sq-tiny --blue me --red greedy",
    .rows = commands,
    .count = sizeof commands / sizeof commands[0],
};

/* The program, and the version of each game's rules: a record names the one it was played by. */
static void say_version(void)
{
    puts("grognard " PROGRAM_VERSION PROGRAM_COMMIT);
    printf("rules:");
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        printf("%s %s %u", i > 0 ? "," : "", gg_rulesets[i]->name, gg_rulesets[i]->version);
    puts("");
}

int main(int argc, char **argv)
{
    cli_use_letters();
    cli_look_for_json(argc, argv);
    if (argc > 1 && strcmp(argv[1], "--version") == 0) {
        say_version();
        return cli_finish_output(CLI_YES);
    }
    return cli_finish_output(cli_run_command(&all, argc, argv));
}
