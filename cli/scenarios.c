/*
 * scenarios.c - `grognard scenarios GAME`: what can be played.
 */
#include "cli/cli.h"

static void write_scenario(gg_json *json, const void *of)
{
    gg_wire_scenario(json, NULL, of);
}

static void print_scenario(const gg_scenario *scenario, bool json)
{
    if (json) {
        cli_print_json(write_scenario, scenario);
        return;
    }
    printf("%-12s %s (%s; %s)\n%-12s %s\n", scenario->name, scenario->title, scenario->size,
           scenario->length, "", scenario->text);
}

int cli_scenarios(int argc, char **argv)
{
    const char *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {{"--json", NULL, "one object per scenario", &json, NULL}};
    const cli_call call = {
        "scenarios GAME [--json]",
        "The scenarios of a game; the first is the one played when none is named.",
        flags,
        1,
        1,
        1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    if (rules == NULL) return CLI_MISUSE;
    for (int i = 0; i < rules->scenario_count; i++)
        print_scenario(&rules->scenarios[i], json != NULL);
    return CLI_YES;
}
