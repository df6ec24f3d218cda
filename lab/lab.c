/*
 * lab.c - `grognard lab`: finds what is asked of the laboratory and hands over.
 */
#include "lab/lab.h"

#include "cli/cli.h"
#include "lab/ranks.h"

#include <string.h>

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *text;
} commands[] = {
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
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const char *command_name(const void *list, int row)
{
    (void)list;
    return row < COMMANDS ? commands[row].name : NULL;
}

static void print_help(void)
{
    puts("grognard lab: what do these rules do?  Answers from batches of battles.\n\n"
         "Usage: grognard lab COMMAND ...\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-10s %s\n", commands[i].name, commands[i].text);
    puts("\n`grognard lab COMMAND --help` tells more.  A first answer:\n"
         "  grognard lab run squares sq-tiny --games 200");
}

int cli_lab(int argc, char **argv)
{
    char near[80];
    const char *name = argc < 2 ? "--help" : argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_help();
        return argc < 2 ? CLI_MISUSE : CLI_YES;
    }
    int rank, ranks;
    const bool has_ranks = lab_has_ranks(&rank, &ranks);
    if (has_ranks && rank > 0) /* one speaks for all */
        if (freopen("/dev/null", "w", stderr) == NULL) return CLI_MISUSE;
    if (has_ranks && strcmp(name, "run") != 0)
        return cli_misuse("of the laboratory only lab run goes on several ranks.");
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(name, commands[i].name) == 0) return commands[i].run(argc - 1, argv + 1);
    return cli_misuse("the laboratory has no command \"%.40s\"%s; `grognard lab --help` lists "
                      "them.",
                      name, cli_nearest(name, command_name, NULL, near, sizeof near));
}
