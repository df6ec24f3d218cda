/*
 * games.c - `grognard games`: the rulesets.
 */
#include "cli/cli.h"

#include <jansson.h>

/* Row 0 of the clauses is empty. */
static int clauses_of(const gg_ruleset *rules)
{
    return rules->clause_count > 0 ? rules->clause_count - 1 : 0;
}

static json_t *options_json(const gg_ruleset *rules)
{
    json_t *list = json_array();
    for (int i = 0; i < rules->option_count; i++) {
        const gg_option *option = &rules->options[i];
        json_array_append_new(
            list, json_pack("{s:s, s:i, s:i, s:i, s:i, s:s, s:s}", "name", option->name, "standard",
                            (int)option->standard, "low", (int)option->low, "high",
                            (int)option->high, "step", (int)option->step, "clause",
                            gg_clause_number(rules, option->clause), "text", option->text));
    }
    return list;
}

static void print_game_json(const gg_ruleset *rules)
{
    json_t *scenarios = json_array();
    for (int i = 0; i < rules->scenario_count; i++)
        json_array_append_new(scenarios, json_string(rules->scenarios[i].name));
    cli_print_json(json_pack("{s:s, s:s, s:i, s:i, s:o, s:o}", "id", rules->name, "title",
                             rules->title, "version", (int)rules->version, "clauses",
                             clauses_of(rules), "scenarios", scenarios, "options",
                             options_json(rules)));
}

static void say_game(const gg_ruleset *rules)
{
    printf("%-12s %s\n", rules->name, rules->title);
    printf("%-12s version %u, %d clauses and rulings, %d scenarios, %d options\n", "",
           rules->version, clauses_of(rules), rules->scenario_count, rules->option_count);
}

int cli_games(int argc, char **argv)
{
    const char *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--json", NULL, "one object per game, with its options", &json, NULL}};
    const cli_call call = {"games [--json]", "The games there are.", flags, 1, 0, 0};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        if (json != NULL)
            print_game_json(gg_rulesets[i]);
        else
            say_game(gg_rulesets[i]);
    }
    return CLI_YES;
}
