/*
 * players.c - `grognard players`: who can sit on the other side.
 */
#include "cli/cli.h"
#include "players/players.h"

#include <jansson.h>

int cli_players(int argc, char **argv)
{
    const char *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {{"--json", NULL, "one object per player", &json, NULL}};
    const cli_call call = {"players [--json]",
                           "The computer players and what each does; `me` is you.",
                           flags,
                           1,
                           0,
                           0};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    for (int i = 0; gg_players[i] != NULL; i++) {
        if (json != NULL)
            cli_print_json(
                json_pack("{s:s, s:s}", "name", gg_players[i]->name, "text", gg_players[i]->text));
        else
            printf("%-10s %s\n", gg_players[i]->name, gg_players[i]->text);
    }
    return CLI_YES;
}
