/*
 * games.c - `grognard games`: the rulesets.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

/* Row 0 of the clauses is empty. */
static int clauses_of(const gg_ruleset *rules)
{
    return rules->clause_count > 0 ? rules->clause_count - 1 : 0;
}

static void write_game(gg_json *json, const void *of)
{
    const gg_ruleset *rules = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "id", rules->name);
    gg_json_string(json, "title", rules->title);
    gg_json_int(json, "version", rules->version);
    gg_json_int(json, "clauses", clauses_of(rules));
    gg_json_array(json, "scenarios");
    for (int i = 0; i < rules->scenario_count; i++)
        gg_json_string(json, NULL, rules->scenarios[i].name);
    gg_json_end(json);
    gg_json_array(json, "options");
    for (int i = 0; i < rules->option_count; i++)
        gg_wire_option(json, NULL, rules, &rules->options[i]);
    gg_json_end(json);
    gg_wire_corrections(json, "corrections", rules, 0);
    gg_json_end(json);
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
        {"--json", NULL, "one object per game, with its options and corrections", &json, NULL}};
    const cli_call call = {"games [--json]", "The games there are.", flags, 1, 0, 0};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        if (json != NULL) cli_print_json(write_game, gg_rulesets[i]);
        else say_game(gg_rulesets[i]);
    }
    return CLI_YES;
}
