/*
 * players.c - `grognard players`: who can sit on the other side.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "players/players.h"

static void write_player(gg_json *json, const void *of)
{
    const gg_player *player = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "name", player->name);
    gg_json_string(json, "title", player->title);
    gg_json_string(json, "text", player->text);
    gg_json_end(json);
}

static void say_player(const gg_player *player)
{
    char words[256];
    snprintf(words, sizeof words, "%-10s %s: %s", player->name, player->title, player->text);
    cli_say_line(stdout, 11, words);
}

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
        if (json != NULL) cli_print_json(write_player, gg_players[i]);
        else say_player(gg_players[i]);
    }
    return CLI_YES;
}
