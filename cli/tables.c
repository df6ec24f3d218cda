/*
 * tables.c - `grognard tables GAME`: every number of the rules as a file that --tables reads.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/numbers.h"

#include <stdlib.h>

typedef struct told {
    const gg_ruleset *rules;
    const int16_t *house;
} told;

static void write_tables(gg_json *json, const void *of)
{
    const told *it = of;
    gg_wire_tables(json, NULL, it->rules, it->house);
}

static void print_tables(const told *it)
{
    for (uint32_t limit = 1 << 16;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_write_tables(it->rules, it->house, &text);
        if (!text.cut) fputs(text.bytes, stdout);
        const bool done = !text.cut;
        free(text.bytes);
        if (done) return;
    }
}

int cli_tables(int argc, char **argv)
{
    const char *json = NULL, *tables = NULL;
    int16_t house[GG_NUMBERS_MAX] = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--tables", "FILE", "with the numbers of this file in place of the standard ones", &tables,
         NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    const cli_call call = {"tables GAME [--tables FILE] [--json]",
                           "Prints every number of the rules with what it is and what it may be.  "
                           "Any of these lines, changed, are house rules: --tables FILE.",
                           flags,
                           2,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    if (rules == NULL) return CLI_MISUSE;
    if (rules->number_count == 0)
        return cli_no("the numbers of %s cannot be changed.", rules->name);
    if (tables != NULL) code = cli_read_tables(rules, tables, house);
    if (code != CLI_GO_ON) return code;
    const told it = {rules, house};
    if (json != NULL) cli_print_json(write_tables, &it);
    else print_tables(&it);
    return CLI_YES;
}
