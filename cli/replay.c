/*
 * replay.c - `grognard replay FILE`: tells a record, and proves it line by line.
 */
#include "cli/cli.h"

#include <jansson.h>
#include <stdlib.h>

static void say_verified(const cli_game *game, bool json)
{
    const gg_match *match = &game->match;
    const gg_turn turn = gg_match_turn(match);
    if (json) {
        json_t *object = json_pack("{s:s, s:b, s:i, s:b}", "event", "verified", "ok", 1, "actions",
                                   (int)match->entry_count, "over", (int)turn.over);
        if (turn.over && turn.winner != GG_NOBODY)
            json_object_set_new(object, "winner", json_string(gg_side_name(turn.winner)));
        cli_print_json(object);
        return;
    }
    cli_say_end(match, stdout);
    printf("Verified: %u actions and %u dice are as the record says.\n", match->entry_count,
           match->face_count);
}

int cli_replay(int argc, char **argv)
{
    static cli_game game;
    const char *quiet = NULL, *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--quiet", NULL, "only the verdict, as the exit code (and on stderr if it fails)", &quiet,
         NULL},
        {"--json", NULL, "one object per event", &json, NULL},
    };
    const cli_call call = {"replay FILE [--quiet] [--json]",
                           "Replays a record and verifies dice, legality and hashes.  Exit code 1, "
                           "and the first line that differs, if it fails.",
                           flags,
                           2,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    code = cli_load(&game, words.items[0], UINT32_MAX);
    if (code == CLI_GO_ON && !game.is_record)
        code = cli_misuse("%s is a position, not a record.", game.file);
    if (code != CLI_GO_ON) return code;
    if (quiet == NULL) {
        cli_teller teller = cli_teller_for(&game.match, CLI_ALL, json != NULL);
        cli_tell(&teller, &game.match, UINT32_MAX, stdout);
        free(teller.state);
        say_verified(&game, json != NULL);
    }
    cli_unload(&game);
    return CLI_YES;
}
