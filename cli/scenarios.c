/*
 * scenarios.c - `grognard scenarios GAME`: what can be played.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/balance.h"

#include <stdlib.h>

typedef struct row_of {
    const gg_ruleset *rules;
    uint32_t row;
} row_of;

static void write_scenario(gg_json *json, const void *of)
{
    static gg_scene_room room;
    const row_of *it = of;
    gg_state *scratch = cli_memory(it->rules->state_bytes);
    gg_wire_scenario(json, NULL, it->rules, it->row, scratch, &room);
    free(scratch);
}

static void print_scenario(const gg_ruleset *rules, uint32_t row, bool json)
{
    const gg_scenario *scenario = &rules->scenarios[row];
    if (json) {
        cli_print_json(write_scenario, &(row_of){rules, row});
        return;
    }
    printf("%-12s %s (%s; %s)\n%-12s %s\n", scenario->name, scenario->title, scenario->size,
           scenario->length, "", scenario->text);
    const gg_balance *balance = gg_balance_of(rules, scenario->name);
    char words[GG_WORDS_MAX * 4];
    gg_text text = gg_text_over(words, sizeof words);
    if (balance != NULL) gg_put_balance(&text, rules, balance);
    if (text.count > 0) printf("%-12s %s\n", "", words);
    if (text.count > 0 && balance->variant[0] != '\0')
        printf("%-12s As it is typed: %s\n", "", balance->variant);
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
    for (uint32_t row = 0; row < rules->scenario_count; row++)
        print_scenario(rules, row, json != NULL);
    return CLI_YES;
}
