/*
 * replay.c - `grognard replay FILE`: tells a record, and proves it line by line.
 */
#include "cli/cli.h"

#include <stdlib.h>

static void write_verified(gg_json *json, const void *of)
{
    const gg_match *match = of;
    const gg_turn turn = gg_match_turn(match);
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "verified");
    gg_json_bool(json, "ok", true);
    gg_json_int(json, "actions", match->entry_count);
    gg_json_bool(json, "over", turn.over);
    if (turn.over && turn.winner != GG_NOBODY)
        gg_json_string(json, "winner", gg_side_name(turn.winner));
    gg_json_end(json);
}

static void say_verified(const cli_game *game, bool json)
{
    const gg_match *match = &game->match;
    if (json) {
        cli_print_json(write_verified, match);
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
        cli_teller teller = cli_teller_for(&game.match, GG_SEES_ALL, json != NULL);
        cli_tell(&teller, UINT32_MAX, stdout);
        cli_teller_free(&teller);
        say_verified(&game, json != NULL);
    }
    cli_unload(&game);
    return CLI_YES;
}
