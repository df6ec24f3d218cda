/*
 * command.c - lists of commands: `grognard` has one, and so has `grognard lab`.
 *
 * Each list is rows, and so are the flags of each command (args.c).  --help prints the rows for
 * people; with --json it prints them for tools/manuals.py, which makes the manual pages and the
 * completions of the shells from them.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <string.h>

static void say_commands(const cli_commands *list)
{
    printf("%s: %s\n\nUsage: %s COMMAND ...\n\n", list->name, list->text, list->name);
    for (int i = 0; i < list->count; i++)
        printf("  %-10s %s\n", list->rows[i].name, list->rows[i].text);
    printf("\n`%s COMMAND --help` tells more.  %s:\n  %s\n", list->name, list->lead_in,
           list->example);
}

static void write_commands(gg_json *json, const void *of)
{
    const cli_commands *list = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "name", list->name);
    gg_json_string(json, "text", list->text);
    gg_json_string(json, "example", list->example);
    gg_json_array(json, "commands");
    for (int i = 0; i < list->count; i++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "name", list->rows[i].name);
        gg_json_string(json, "text", list->rows[i].text);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

static const char *command_name(const void *of, int row)
{
    const cli_commands *list = of;
    return row < list->count ? list->rows[row].name : NULL;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

int cli_run_command(const cli_commands *list, int argc, char **argv)
{
    static char help[] = "--help";
    char near[80];
    if (argc == 3 && strcmp(argv[1], "help") == 0) argv[1] = argv[2], argv[2] = help;
    const char *name = argc < 2 ? help : argv[1];
    if (asks_for_help(name)) {
        if (cli_wants_json()) cli_print_json(write_commands, list);
        else say_commands(list);
        return argc < 2 ? CLI_MISUSE : CLI_YES;
    }
    for (int i = 0; i < list->count; i++)
        if (strcmp(name, list->rows[i].name) == 0) return list->rows[i].run(argc - 1, argv + 1);
    return cli_misuse("there is no command \"%.40s\"%s; `%s --help` lists them.", name,
                      cli_nearest(name, command_name, list, near, sizeof near), list->name);
}
