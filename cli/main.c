/*
 * main.c - the `grognard` command: finds the subcommand and hands over.
 */
#include "cli/cli.h"

#include <string.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *text;
} commands[] = {
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
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(void)
{
    puts("grognard: horse-and-musket wargames, played by their own rules.\n\n"
         "Usage: grognard COMMAND ...\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-10s %s\n", commands[i].name, commands[i].text);
    puts("\n`grognard COMMAND --help` tells more.  A first game:\n"
         "  grognard play squares sq-tiny --blue me --red greedy");
}

static const char *command_name(const void *list, int row)
{
    (void)list;
    return row < COMMANDS ? commands[row].name : NULL;
}

int main(int argc, char **argv)
{
    static char help[] = "--help";
    char near[80];
    cli_use_letters();
    cli_look_for_json(argc, argv);
    if (argc < 2) {
        print_help();
        return CLI_MISUSE;
    }
    if (argc == 3 && strcmp(argv[1], "help") == 0) argv[1] = argv[2], argv[2] = help;
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return cli_finish_output(CLI_YES);
    }
    if (strcmp(name, "--version") == 0) {
        puts("grognard " PROGRAM_VERSION);
        return cli_finish_output(CLI_YES);
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0)
            return cli_finish_output(commands[i].run(argc - 1, argv + 1));
    return cli_misuse("there is no command \"%.40s\"%s; `grognard --help` lists them.", name,
                      cli_nearest(name, command_name, NULL, near, sizeof near));
}
