/*
 * verify.c - `grognard verify FILE`: proves each die of a finished game that a server kept.
 *
 * First the record is replayed, as `replay` does; then the secret is held against the commitment
 * that was published before the game; then every die is drawn again; then the seal shows whether
 * anything else was changed.  docs/dice.md.
 * SPDX-License-Identifier: MIT
 */
#include "server/fair.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

enum { SIDES_BYTES = 128 * 1024 };

typedef struct checker { /* draws the dice again and compares as it goes */
    fair_source source;
    const gg_match *match;
    uint64_t wrong;  /* the number of the first die that differs; 0: none yet */
    uint64_t before; /* dice of its past */
    int sides, drawn;
} checker;

static int draw_and_compare(void *to, int sides)
{
    checker *check = to;
    const int face = fair_draw(&check->source, sides);
    const uint64_t number = check->source.drawn - check->before;
    const int told = number <= check->match->face_count ? check->match->faces[number - 1] : 0;
    if (face != told && check->wrong == 0) {
        check->wrong = check->source.drawn;
        check->sides = sides;
        check->drawn = face;
    }
    /* The game goes on as it was told, so that each later die is asked for as it was. */
    return told >= 1 && told <= sides ? told : face;
}

/* The entry in which the first die differs, from 1; 0: every die of the match is the one that was
 * promised.  So many dice came before it. */
static uint32_t check_dice(const gg_match *match, uint64_t before, checker *check)
{
    check->match = match;
    check->before = check->source.drawn = before;
    gg_state *state = cli_memory(match->rules->state_bytes);
    uint32_t found = 0;
    memcpy(state, match->start, match->rules->state_bytes);
    for (uint32_t i = 0; i < match->entry_count && found == 0; i++) {
        const gg_entry *entry = &match->entries[i];
        gg_dice dice = gg_dice_drawn(draw_and_compare, check);
        match->rules->apply(state, entry->side, &entry->action, &dice, NULL);
        if (check->wrong != 0) found = i + 1;
    }
    free(state);
    return found;
}

static int tell_heading(const cli_game *game, fair *f)
{
    switch (fair_read_heading(game->text, f)) {
    case FAIR_TOLD: return CLI_GO_ON;
    case FAIR_ABSENT:
        return cli_misuse("%s was not played on a server: it has no dice to prove.", game->file);
    case FAIR_NOT_OVER:
        return cli_misuse("%s: the game was not over, so its secret is not published yet.",
                          game->file);
    case FAIR_DAMAGED: return cli_misuse("%s: the lines of the server are damaged.", game->file);
    case FAIR_OTHER: break;
    }
    return cli_no("%s: a secret is not the one that was promised before its dice.", game->file);
}

/* Of a game that went on by corrected rules: the dice before that are proved as far as it comes out
 * as it was. */
static int tell_dice(cli_game *game, const fair *f)
{
    checker check = {.source = {.fair = f}};
    gg_match *match = &game->match;
    uint32_t entry = 0;
    if (match->past != NULL) {
        const uint32_t verified = game->part.verified;
        gg_record_replay(match, game->rules, game->memory, game->text, verified);
        entry = check_dice(match, 0, &check);
        if (entry == 0) gg_record_replay(match, game->rules, game->memory, game->text, UINT32_MAX);
    }
    if (entry == 0)
        entry = match->past_count + check_dice(match, fair_dice_before(game->text), &check);
    if (check.wrong == 0) return CLI_GO_ON;
    return cli_no("%s: action %u: die %llu shows %d, and secret and contributions give %d"
                  " (of %d sides).",
                  game->file, entry, (unsigned long long)check.wrong,
                  check.wrong <= check.before + match->face_count
                      ? match->faces[check.wrong - check.before - 1]
                      : 0,
                  check.drawn, check.sides);
}

/* What stands in the record of the sides of its dice, for those who know no rules. */
static int tell_sides(const cli_game *game)
{
    gg_state *state = cli_memory(game->rules->state_bytes);
    gg_text lines = cli_text(SIDES_BYTES);
    fair_write_sides(&game->match, state, &lines);
    const bool well = fair_has_sides(game->text, lines.bytes);
    free(lines.bytes);
    free(state);
    return well ? CLI_GO_ON
                : cli_no("%s: the sides of the dice are not those of this game.", game->file);
}

/* ---- What a player has kept. ---- */

/* "name value" of a line of its own; "" if there is none. */
static void take_line(const char *text, const char *name, char *out, size_t limit)
{
    const size_t length = strlen(name);
    out[0] = '\0';
    for (const char *line = text; *line != '\0'; line += strspn(line, "\r\n")) {
        const size_t count = strcspn(line, "\r\n");
        if (strncmp(line, name, length) == 0 && line[length] == ' ')
            snprintf(out, limit, "%.*s", (int)(count - length - 1), line + length + 1);
        line += count;
    }
}

static void put_promise(const fair *f, const uint8_t *secret, char hex[2 * FAIR_HASH_BYTES + 1])
{
    uint8_t commitment[FAIR_HASH_BYTES];
    fair_commitment(f, secret, commitment);
    sodium_bin2hex(hex, 2 * FAIR_HASH_BYTES + 1, commitment, sizeof commitment);
}

/* Is each promise that he saw after a restore one of the record's? */
static bool has_later(const fair *f, const char *text)
{
    static const char words[] = "\nrestored-commitment ";
    bool all = true;
    for (const char *at = text; (at = strstr(at, words)) != NULL; at++) {
        const char *promised = at + sizeof words - 1;
        bool found = false;
        for (uint32_t i = 0; i < f->later_count; i++) {
            char hex[2 * FAIR_HASH_BYTES + 1];
            put_promise(f, f->later[i].secret, hex);
            found = found || strncmp(promised, hex, strlen(hex)) == 0;
        }
        all = all && found;
    }
    return all;
}

/* Is what he saw before the game, and what he gave to it, what this record was played with? */
static int tell_mine(const cli_game *game, const fair *f, const char *file)
{
    char *text = NULL;
    char id[64], side[16], promised[2 * FAIR_HASH_BYTES + 2], given[FAIR_CONTRIBUTION_MAX + 1];
    char hex[2 * FAIR_HASH_BYTES + 1];
    const int code = cli_read_file(file, &text);
    if (code != CLI_GO_ON) return code;
    const bool known = strncmp(text, "grognard mine 1", 15) == 0;
    take_line(text, "game", id, sizeof id);
    take_line(text, "side", side, sizeof side);
    take_line(text, "commitment", promised, sizeof promised);
    take_line(text, "contribution", given, sizeof given);
    const bool later = has_later(f, text);
    free(text);
    const gg_side mine = strcmp(side, "blue") == 0  ? GG_BLUE
                         : strcmp(side, "red") == 0 ? GG_RED
                                                    : GG_NOBODY;
    if (!known || mine == GG_NOBODY || id[0] == '\0' || promised[0] == '\0')
        return cli_misuse("%s is not what a player keeps: see docs/dice.md.", file);
    if (strcmp(id, f->id) != 0)
        return cli_misuse("%s is about game %s, and the record about %s.", file, id, f->id);
    put_promise(f, f->secret, hex);
    if (strcmp(promised, hex) != 0)
        return cli_no("%s: the promise is not the one that you saw before the game.", game->file);
    if (!later)
        return cli_no("%s: a promise that you saw when the server was restored is not there.",
                      game->file);
    if (strcmp(given, f->contributions[mine]) == 0) return CLI_GO_ON;
    return cli_no("%s: the dice were not drawn with what you gave as %s: you gave \"%s\", and"
                  " \"%s\" was used.",
                  game->file, side, given, f->contributions[mine]);
}

static void say_proved(const cli_game *game, const fair *f)
{
    const uint32_t dice = game->match.face_count;
    char bytes[64];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_count(&text, game->part.told, "action");
    printf("Proved: game %s, %s; ", f->id, bytes);
    if (dice == 0) puts("no die was rolled, and nothing was changed.");
    else if (dice == 1) puts("its one die is the one that was promised.");
    else printf("each of its %u dice is the one that was promised.\n", dice);
    if (game->part.is_corrected) {
        puts("The dice of the actions that are only shown as recorded cannot be proved:");
        cli_say_played_by(game, stdout);
    }
    for (uint32_t i = 0; i < f->later_count; i++)
        printf("The server was restored from a copy: from die %llu on another secret draws them.\n",
               (unsigned long long)f->later[i].from);
}

typedef struct proved {
    const cli_game *game;
    const fair *fair;
} proved;

static void write_proved(gg_json *json, const void *of)
{
    const proved *it = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "proved");
    gg_json_bool(json, "ok", true);
    gg_json_string(json, "id", it->fair->id);
    gg_json_string(json, "game", it->game->rules->name);
    gg_json_int(json, "actions", it->game->part.told);
    gg_wire_played_by(json, "played_by", it->game->rules, &it->game->part);
    gg_json_int(json, "dice", it->game->match.face_count);
    gg_json_array(json, "restored");
    for (uint32_t i = 0; i < it->fair->later_count; i++)
        gg_json_int(json, NULL, (int64_t)it->fair->later[i].from);
    gg_json_end(json);
    gg_json_end(json);
}

int cli_verify(int argc, char **argv)
{
    static cli_game game;
    static fair f;
    const char *quiet = NULL, *json = NULL, *mine = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--quiet", NULL, "only the exit code", &quiet, NULL},
        {"--json", NULL, "as one object", &json, NULL},
        {"--mine", "FILE", "what you kept when you sat down: was it used?", &mine, NULL},
    };
    const cli_call call = {"verify FILE [--mine FILE] [--quiet] [--json]",
                           "Proves each die of a finished game that was played on a server.  Exit"
                           " code 1, and the first die that differs, if it fails.",
                           flags,
                           3,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (sodium_init() < 0) return cli_misuse("the cryptographic library does not start.");
    code = cli_load(&game, words.items[0], UINT32_MAX);
    if (code == CLI_GO_ON && !game.is_record)
        code = cli_misuse("%s is a position, not a record.", game.file);
    if (code == CLI_GO_ON && game.part.is_part)
        code = cli_misuse("%s is one side's part of a running game: its dice can be proved when it"
                          " is over.",
                          game.file);
    if (code == CLI_GO_ON) code = tell_heading(&game, &f);
    if (code == CLI_GO_ON && mine != NULL) code = tell_mine(&game, &f, mine);
    if (code == CLI_GO_ON) code = tell_dice(&game, &f);
    if (code == CLI_GO_ON && game.match.past == NULL) code = tell_sides(&game);
    if (code == CLI_GO_ON && !fair_is_sealed(&f, game.text))
        code = cli_no("%s: it is not as the server wrote it: a line was changed.", game.file);
    if (code != CLI_GO_ON) return code;
    if (json != NULL) cli_print_json(write_proved, &(proved){.game = &game, .fair = &f});
    else if (quiet == NULL) say_proved(&game, &f);
    fair_forget(&f);
    cli_unload(&game);
    return CLI_YES;
}
