/*
 * replay.c - `grognard replay FILE`: tells a record, and proves it line by line.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* ---- What one side knows of what is not opened yet. ---- */

typedef struct known {
    const char *event, *line;
} known;

static void write_known(gg_json *json, const void *of)
{
    const known *it = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "event", it->event);
    gg_json_string(json, "line", it->line);
    gg_json_end(json);
}

/* Actions as they stand there, without their hashes. */
static void tell_lines(const char *line, const char *end, const char *event, bool json)
{
    for (; line < end && *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n') {
        char words[GG_ACTION_TEXT_MAX];
        gg_text text = gg_text_over(words, sizeof words);
        if (*line < '0' || *line > '9') continue;
        gg_put_bytes(&text, line, (uint32_t)strcspn(line, "#\n"));
        while (text.count > 0 && (words[text.count - 1] == ' ' || words[text.count - 1] == ':'))
            words[--text.count] = 0;
        if (json) cli_print_json(write_known, &(known){event, words});
        else printf("%s\n", words);
    }
}

/* The lines of the part: nothing can be played here. */
static void tell_known(const cli_game *game, bool json)
{
    const gg_record_part *part = &game->part;
    if (!json)
        printf("From here on choices are sealed; this is what is known to %s:\n",
               gg_viewer_name(part->side));
    tell_lines(game->text + part->lines_at, game->text + strlen(game->text), "known", json);
    if (!json && part->open == part->told) puts("nothing yet");
}

/* ---- The verdict. ---- */

/* Actions of the record; of a part, those that lie open. */
static uint32_t played(const cli_game *game)
{
    return game->part.is_part ? game->match.entry_count : game->part.told;
}

static void write_verified(gg_json *json, const void *of)
{
    const cli_game *game = of;
    const gg_match *match = &game->match;
    const gg_turn turn = gg_match_turn(match);
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "verified");
    gg_json_bool(json, "ok", true);
    gg_json_int(json, "actions", played(game));
    gg_json_int(json, "dice", match->face_count);
    gg_wire_played_by(json, "played_by", game->rules, &game->part);
    gg_json_bool(json, "hashes", game->part.format > 1);
    gg_json_string(json, "proof", match->has_seed ? "seed" : "consistent");
    gg_json_bool(json, "over", turn.over);
    if (turn.over && turn.winner != GG_NOBODY)
        gg_json_string(json, "winner", gg_side_name(turn.winner));
    if (game->part.is_part) {
        gg_json_string(json, "part", gg_viewer_name(game->part.side));
        gg_json_int(json, "told", game->part.told);
    }
    gg_json_end(json);
}

/* What was proved of the dice, and what was not. */
static void say_proof(const gg_match *match, const char *text)
{
    char line[256];
    if (match->face_count == 0) return;
    if (match->has_seed)
        snprintf(line, sizeof line, "The dice are proved: each is the one that seed %llu gives.",
                 (unsigned long long)match->seed);
    else if (strstr(text, "\nserver ") != NULL)
        snprintf(line, sizeof line,
                 "The dice fit the actions; `grognard verify` proves whether a "
                 "server drew them.");
    else
        snprintf(line, sizeof line,
                 "The dice fit the actions, no more: the record tells no seed, "
                 "so that nobody can prove how they fell.");
    cli_say_line(stdout, 0, line);
}

static void say_verified(const cli_game *game, bool json)
{
    const gg_match *match = &game->match;
    const gg_record_part *part = &game->part;
    if (json) {
        cli_print_json(write_verified, game);
        return;
    }
    cli_say_end(match, stdout);
    char bytes[128];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (part->is_corrected) {
        cli_say_played_by(game, stdout);
        return;
    }
    gg_put(&text, "Verified: ");
    gg_put_count(&text, played(game), "action");
    gg_put(&text, " and ");
    gg_put_dice(&text, match->face_count);
    printf("%s are as the record says.\n", bytes);
    say_proof(match, game->text);
    if (part->format == 1)
        cli_say_line(
            stdout, 0,
            "The record is of format 1, of an earlier program: the rules, the dice and the "
            "result were proved, and its hashes, which are made otherwise, were not "
            "compared.");
    if (part->has_own_start)
        cli_say_line(
            stdout, 0,
            "Its scenario is another one today; the game begins with the position that the "
            "record holds.");
    if (part->hides)
        printf("This is the part of %s in a running game: what comes after can be proved when "
               "it is opened.\n`grognard show` draws how it stands.\n",
               gg_viewer_name(part->side));
}

static void say_position(const cli_teller *teller)
{
    const gg_ruleset *rules = teller->story.match->rules;
    if (teller->json) {
        cli_print_position_json(rules, teller->story.state);
        return;
    }
    gg_text text = cli_text(1 << 16);
    gg_write_position(rules, teller->story.state, &text);
    gg_assert(!text.cut);
    printf("\n%s\n", text.bytes);
    free(text.bytes);
}

/* The match from the entry on, with the position before each if it is wanted. */
static void tell_match(const gg_match *match, bool json, bool positions)
{
    cli_teller teller = cli_teller_for(match, GG_SEES_ALL, json);
    for (uint32_t told = 0; positions && told < match->entry_count; told++) {
        say_position(&teller);
        cli_tell(&teller, told + 1, stdout);
    }
    cli_tell(&teller, UINT32_MAX, stdout);
    if (positions) say_position(&teller);
    cli_teller_free(&teller);
}

/* What was played by earlier rules: by those of today as far as they agree, then as recorded. */
static void tell_past(cli_game *game, bool json, bool positions)
{
    const gg_record_part *part = &game->part;
    const uint32_t end = game->match.past_bytes;
    gg_match *match = &game->match;
    gg_record_replay(match, game->rules, game->memory, game->text, part->verified);
    tell_match(match, json, positions);
    if (!json) puts(part->is_corrected ? "From here on it is shown as recorded:" : "");
    tell_lines(game->text + part->shown_at, game->text + end, "recorded", json);
    gg_record_replay(match, game->rules, game->memory, game->text, UINT32_MAX);
}

/* A part is told as far as everything lies open; what the side sees at its end was read and is
 * good.  With `positions`, the one before the first action and the one after each. */
static void tell_all(cli_game *game, bool json, bool positions)
{
    if (game->part.hides)
        gg_record_replay(&game->match, game->rules, game->memory, game->text, game->part.open);
    if (!json) cli_say_house(&game->match, stdout);
    if (game->match.past != NULL) tell_past(game, json, positions);
    tell_match(&game->match, json, positions);
    if (game->part.behind > 0) {
        const char *rest = game->text + game->part.behind_at;
        if (!json) puts("From here on it is shown as recorded:");
        tell_lines(rest, game->text + strlen(game->text), "recorded", json);
    }
    if (game->part.hides) tell_known(game, json);
    say_verified(game, json);
}

/* ---- Somebody's part. ---- */

static int write_part(const cli_game *game, const char *whose)
{
    gg_side side = GG_NOBODY;
    gg_scan scan = gg_scan_over(whose);
    if (strcmp(whose, "watcher") != 0 && !(gg_scan_side(&scan, &side) && whose[scan.at] == 0))
        return cli_misuse("\"%.40s\" has no part; say blue, red or watcher.", whose);
    if (game->part.is_part)
        return cli_misuse("%s is already the part of %s.", game->file,
                          gg_viewer_name(game->part.side));
    char *text = cli_record_text(&game->match, side);
    fputs(text, stdout);
    free(text);
    return CLI_YES;
}

int cli_replay(int argc, char **argv)
{
    static cli_game game;
    const char *quiet = NULL, *json = NULL, *part = NULL, *positions = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--quiet", NULL, "only the verdict, as the exit code (and on stderr if it fails)", &quiet,
         NULL},
        {"--json", NULL, "one object per event", &json, NULL},
        {"--part", "SIDE", "writes what blue, red or a watcher may have of the record by now",
         &part, NULL},
        {"--positions", NULL, "the position before the first action and after each", &positions,
         NULL},
    };
    const cli_call call = {"replay FILE [--quiet] [--json] [--positions] [--part SIDE]",
                           "Replays a record and verifies dice, legality and hashes.  Exit code 1, "
                           "and the first line that differs, if it fails.",
                           flags,
                           4,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (part != NULL && (json != NULL || quiet != NULL || positions != NULL))
        return cli_misuse("--part writes a record; leave out --json, --positions and --quiet.");
    code = cli_load(&game, words.items[0], UINT32_MAX);
    if (code == CLI_GO_ON && !game.is_record)
        code = cli_misuse("%s is a position, not a record.", game.file);
    if (code != CLI_GO_ON) return code;
    code = CLI_YES;
    if (part != NULL) code = write_part(&game, part);
    else if (quiet != NULL && game.part.is_corrected) cli_say_played_by(&game, stderr);
    else if (quiet == NULL) tell_all(&game, json != NULL, positions != NULL);
    cli_unload(&game);
    return code;
}
