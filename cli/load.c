/*
 * load.c - finding games by name, and reading positions, records and actions.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/numbers.h"
#include "core/position.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

const gg_ruleset *cli_find_rules(const char *name)
{
    gg_complaint complaint;
    const gg_ruleset *rules = gg_find_rules(name, &complaint);
    if (rules == NULL) cli_complain(NULL, &complaint);
    return rules;
}

int cli_read_tables(const gg_ruleset *rules, const char *file, int16_t *house)
{
    char *text = NULL;
    gg_complaint complaint;
    int code = cli_read_file(file, &text);
    if (code != CLI_GO_ON) return code;
    if (rules->number_count == 0)
        code = cli_misuse("the numbers of %s cannot be changed.", rules->name);
    else if (!gg_load_text(file, text, strlen(text), &complaint)
             || !gg_read_tables(rules, file, text, house, &complaint))
        code = cli_complain(rules, &complaint);
    free(text);
    return code;
}

void cli_say_house(const gg_match *match, FILE *out)
{
    static char words[GG_NUMBERS_MAX * 160];
    gg_text text = gg_text_over(words, sizeof words);
    if (!gg_has_house(match->rules, match->state)) return;
    gg_put_house(&text, match->rules, gg_house_of(match->rules, match->state));
    fputs("House rules:\n", out);
    for (char *line = strtok(words, "\n"); line != NULL; line = strtok(NULL, "\n"))
        cli_say_line(out, 2, line);
}

void cli_say_played_by(const cli_game *game, FILE *out)
{
    char words[512];
    gg_text text = gg_text_over(words, sizeof words);
    gg_put_played_by(&text, &game->part);
    cli_say_line(out, 0, words);
    const gg_correction *row = gg_corrections_since(game->rules, game->part.version);
    for (; row->id != NULL; row++) {
        snprintf(words, sizeof words, "Since version %u: %s (%s)", row->version, row->text,
                 gg_clause_number(game->rules, row->clause));
        cli_say_line(out, 2, words);
    }
}

int cli_begin(cli_game *game, const cli_list *words, const cli_list *options, const char *tables,
              gg_dice dice)
{
    const gg_ruleset *rules = cli_find_rules(words->items[0]);
    gg_complaint complaint;
    uint32_t scenario = 0;
    int32_t values[GG_OPTIONS_MAX];
    int16_t house[GG_NUMBERS_MAX] = {0};
    if (rules == NULL) return CLI_MISUSE;
    const int code = tables == NULL ? CLI_GO_ON : cli_read_tables(rules, tables, house);
    if (code != CLI_GO_ON) return code;
    for (int i = 0; i < GG_OPTIONS_MAX; i++) values[i] = GG_OPTION_UNSET;
    bool good = words->count < 2 || gg_find_scenario(rules, words->items[1], &scenario, &complaint);
    for (int i = 0; good && i < options->count; i++)
        good = gg_load_option(rules, options->items[i], values, house, &complaint);
    if (!good) return cli_complain(rules, &complaint);
    game->rules = rules;
    game->file = rules->scenarios[scenario].name;
    game->memory = cli_memory(gg_match_bytes(rules));
    const gg_error error =
        gg_match_begin(&game->match, rules, game->memory, scenario, values, house, dice);
    if (error.text == NULL) return CLI_GO_ON;
    gg_complain_setup(rules, scenario, error, &complaint);
    return cli_complain(rules, &complaint);
}

int cli_load(cli_game *game, const char *file, uint32_t plies)
{
    gg_complaint complaint;
    game->file = strcmp(file, "-") == 0 ? "standard input" : file;
    int code = cli_read_file(file, &game->text);
    if (code != CLI_GO_ON) return code;
    game->rules = gg_load_rules(game->file, game->text, &complaint);
    if (game->rules == NULL) return cli_complain(NULL, &complaint);
    game->memory = cli_memory(gg_match_bytes(game->rules));
    game->is_record = gg_record_is(game->text);
    if (gg_load_match(&game->match, game->rules, game->memory, game->file, game->text, plies,
                      &game->part, &complaint)) {
        if (!game->is_record) game->match.names = game->text;
        return CLI_GO_ON;
    }
    return cli_complain(game->rules, &complaint);
}

/* A position without house rules of its own, read once more by these. */
static int reread(cli_game *game, const char *tables)
{
    int16_t house[GG_NUMBERS_MAX] = {0};
    const gg_ruleset *rules = game->rules;
    if (game->is_record || gg_has_house(rules, game->match.state))
        return cli_misuse("%s has its house rules already; leave out --tables.", game->file);
    const int code = cli_read_tables(rules, tables, house);
    if (code != CLI_GO_ON) return code;
    gg_state *state = cli_memory(rules->state_bytes);
    const size_t room = strlen(game->text) + (size_t)rules->number_count * 80 + 64;
    gg_text text = gg_text_over(cli_memory(room), (uint32_t)room);
    gg_write_house(rules, house, &text); /* lines of a position, in front of the others */
    gg_put(&text, game->text);
    gg_assert(!text.cut);
    const gg_error error = gg_read_position(rules, text.bytes, state);
    free(text.bytes);
    if (error.text == NULL)
        gg_match_begin_at(&game->match, rules, game->memory, state, game->match.dice);
    free(state);
    return error.text == NULL ? CLI_GO_ON
                              : cli_misuse("%s, by these tables: %s.", game->file, error.text);
}

int cli_load_by(cli_game *game, const char *file, uint32_t plies, const char *tables)
{
    const int code = cli_load(game, file, plies);
    return code != CLI_GO_ON || tables == NULL ? code : reread(game, tables);
}

void cli_unload(cli_game *game)
{
    free(game->text);
    free(game->memory);
    game->text = NULL;
    game->memory = NULL;
}

/* Short enough to be told to a friend. */
uint64_t cli_fresh_seed(void)
{
    uint32_t seed;
    if (getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed) return seed;
    fputs("grognard: the system gives no random numbers; say --seed N.\n", stderr);
    exit(CLI_MISUSE);
}

int cli_find_side(const gg_match *match, const char *text, gg_side *side)
{
    const gg_turn turn = gg_match_turn(match);
    if (text != NULL) {
        const int code = cli_read_side(text, false, side);
        if (code != CLI_GO_ON) return code;
    } else if (turn.deciding == GG_SIDES_BOTH) {
        return cli_misuse("both sides decide here; say --side blue or --side red.");
    } else {
        *side = turn.deciding == GG_SIDES_RED ? GG_RED : GG_BLUE;
    }
    if (turn.deciding == 0 && !turn.over) *side = GG_NOBODY;
    return CLI_GO_ON;
}

gg_seat cli_seat(const gg_match *match, gg_side side)
{
    gg_state *view = cli_memory(match->rules->state_bytes);
    gg_seat seat =
        gg_seat_at(match->rules, match->state, side == GG_NOBODY ? GG_SEES_ALL : side, view);
    seat.names = gg_names_of(match);
    return seat;
}

void cli_leave(gg_seat *seat)
{
    free((void *)(uintptr_t)seat->view); /* cli_seat made it */
    seat->view = NULL;
}

int cli_read_action(const gg_seat *seat, const char *text, gg_action *action)
{
    gg_complaint complaint;
    if (gg_seat_read(seat, text, action, &complaint)) return CLI_GO_ON;
    return cli_complain(seat->rules, &complaint);
}

char *cli_record_text(const gg_match *match, gg_side viewer)
{
    const bool all = viewer == GG_SEES_ALL || gg_match_turn(match).over;
    for (uint32_t limit = 1 << 16;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_record_write(match, all ? GG_NOBODY : viewer, all, &text);
        if (!text.cut) return text.bytes;
        free(text.bytes);
    }
}
