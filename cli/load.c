/*
 * load.c - finding games by name, and reading positions, records and actions.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

const gg_ruleset *cli_rules_named(const char *name)
{
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, name) == 0) return gg_rulesets[i];
    return NULL;
}

const gg_ruleset *cli_find_rules(const char *name)
{
    const gg_ruleset *rules = cli_rules_named(name);
    if (rules != NULL) return rules;
    fprintf(stderr, "grognard: there is no game \"%.40s\"; there are:", name);
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        fprintf(stderr, " %s", gg_rulesets[i]->name);
    fputs(".\n", stderr);
    return NULL;
}

int cli_find_scenario(const gg_ruleset *rules, const char *name, uint32_t *row)
{
    for (*row = 0; *row < rules->scenario_count; ++*row)
        if (strcmp(rules->scenarios[*row].name, name) == 0) return CLI_GO_ON;
    return cli_misuse("%s has no scenario \"%.40s\"; `grognard scenarios %s` lists them.",
                      rules->name, name, rules->name);
}

static int read_options(const gg_ruleset *rules, const cli_list *given, int32_t *values)
{
    for (uint32_t i = 0; i < rules->option_count; i++)
        values[i] = GG_OPTION_UNSET;
    for (int i = 0; i < given->count; i++) {
        gg_scan scan = gg_scan_over(given->items[i]);
        uint32_t row;
        int32_t value;
        gg_error error = gg_scan_option(&scan, rules, &row, &value);
        if (error.text == NULL && given->items[i][scan.at] != 0)
            error = gg_scan_error(&scan, "expected nothing after the value");
        if (error.text != NULL)
            return cli_misuse("--option %.60s: column %u: %s.", given->items[i], error.at + 1,
                              error.text);
        values[row] = value;
    }
    return CLI_GO_ON;
}

int cli_begin(cli_game *game, const cli_list *words, const cli_list *options, gg_dice dice)
{
    const gg_ruleset *rules = cli_find_rules(words->items[0]);
    uint32_t scenario = 0;
    int32_t values[GG_OPTIONS_MAX];
    int code = rules != NULL ? CLI_GO_ON : CLI_MISUSE;
    if (code == CLI_GO_ON && words->count > 1)
        code = cli_find_scenario(rules, words->items[1], &scenario);
    if (code == CLI_GO_ON) code = read_options(rules, options, values);
    if (code != CLI_GO_ON) return code;
    game->rules = rules;
    game->file = rules->scenarios[scenario].name;
    game->memory = cli_memory(gg_match_bytes(rules));
    gg_error error = gg_match_begin(&game->match, rules, game->memory, scenario, values, dice);
    if (error.text != NULL) return cli_misuse("%s: %s.", game->file, error.text);
    return CLI_GO_ON;
}

static int say_place(const cli_game *game, uint32_t at, const char *sentence)
{
    uint32_t line, column;
    gg_text_place(game->text, at, &line, &column);
    return cli_misuse("%s:%u:%u: %s.", game->file, line, column, sentence);
}

int cli_tell_trouble(const cli_game *game, const gg_record_trouble *trouble)
{
    if (trouble->unreadable) return say_place(game, trouble->at, trouble->text);
    gg_text more = cli_text(1024);
    if (trouble->verdict.reason != 0) gg_put_verdict(&more, game->rules, trouble->verdict);
    if (trouble->expected[0] != 0) {
        gg_put(&more, "expected ");
        gg_put(&more, trouble->expected);
        gg_put(&more, ", found ");
        gg_put(&more, trouble->found);
    }
    const char *join = more.count > 0 ? ": " : "";
    const int code = cli_no("%s:%u: %s%s%s", game->file, trouble->line, trouble->text, join,
                            more.count > 0 ? more.bytes : ".");
    free(more.bytes);
    return code;
}

static int load_position(cli_game *game)
{
    gg_match_begin_empty(&game->match, game->rules, game->memory, gg_dice_scripted(NULL, 0));
    const gg_error error = game->rules->read_state(game->text, game->match.state);
    if (error.text != NULL) return say_place(game, error.at, error.text);
    const char *broken = game->rules->audit(game->match.state);
    if (broken != NULL) return cli_misuse("%s: this position cannot be: %s.", game->file, broken);
    gg_match_begin_filled(&game->match);
    return CLI_GO_ON;
}

int cli_load(cli_game *game, const char *file, uint32_t plies)
{
    gg_error error;
    game->file = strcmp(file, "-") == 0 ? "standard input" : file;
    int code = cli_read_file(file, &game->text);
    if (code != CLI_GO_ON) return code;
    game->rules = gg_record_ruleset(game->text, &error);
    if (game->rules == NULL) return say_place(game, error.at, error.text);
    game->memory = cli_memory(gg_match_bytes(game->rules));
    game->is_record = gg_record_is(game->text);
    if (!game->is_record) return load_position(game);
    const gg_record_trouble trouble =
        gg_record_replay(&game->match, game->rules, game->memory, game->text, plies);
    if (trouble.text != NULL) return cli_tell_trouble(game, &trouble);
    if (plies != UINT32_MAX && game->match.entry_count < plies)
        return cli_misuse("%s has only %u actions.", game->file, game->match.entry_count);
    return CLI_GO_ON;
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

bool cli_may_act(const gg_match *match, gg_side side)
{
    const gg_turn turn = gg_match_turn(match);
    return !turn.over && (side == GG_NOBODY || (turn.deciding >> side & 1) != 0);
}

int cli_read_action(const gg_ruleset *rules, const gg_state *state, const char *text,
                    gg_action *action)
{
    *action = (gg_action){0};
    const gg_error error = rules->read_action(state, text, action);
    if (error.text == NULL) return CLI_GO_ON;
    return cli_misuse("\"%.*s\": column %u: %s.", 80, text, error.at + 1, error.text);
}

char *cli_record_text(const gg_match *match)
{
    for (uint32_t limit = 1 << 16;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_record_write(match, GG_NOBODY, true, &text);
        if (!text.cut) return text.bytes;
        free(text.bytes);
    }
}
