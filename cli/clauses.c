/*
 * clauses.c - `grognard clauses GAME`: every clause, the code that cites it, the tests naming it.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "tools/clause_index.h"

#include <string.h>

static const char *const nowhere[] = {NULL};

static clause_use use_of(const gg_ruleset *rules, const char *number)
{
    for (const struct clause_index *index = clause_indexes; index->ruleset != NULL; index++) {
        if (strcmp(index->ruleset, rules->name) != 0) continue;
        for (uint32_t i = 0; i < index->count; i++)
            if (strcmp(index->uses[i].number, number) == 0) return index->uses[i];
    }
    return (clause_use){number, nowhere, nowhere};
}

typedef struct cited {
    const gg_ruleset *rules;
    const gg_clause_def *clause;
    clause_use use;
} cited;

static void write_list(gg_json *json, const char *key, const char *const *items)
{
    gg_json_array(json, key);
    for (; *items != NULL; items++) gg_json_string(json, NULL, *items);
    gg_json_end(json);
}

static void write_correction(gg_json *json, const gg_correction *row)
{
    gg_json_object(json, NULL);
    gg_json_int(json, "version", row->version);
    gg_json_string(json, "text", row->text);
    gg_json_end(json);
}

static void write_cited(gg_json *json, const void *of)
{
    const cited *it = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "id", it->clause->number);
    gg_json_string(json, "title", it->clause->title);
    gg_json_string(json, "gist", it->clause->gist);
    gg_json_array(json, "corrections");
    for (const gg_correction *row = it->rules->corrections; row->id != NULL; row++)
        if (&it->rules->clauses[row->clause] == it->clause) write_correction(json, row);
    gg_json_end(json);
    write_list(json, "code", it->use.code);
    write_list(json, "tests", it->use.tests);
    gg_json_end(json);
}

static void say_list(const char *heading, const char *const *items)
{
    if (*items == NULL) return;
    printf("    %s", heading);
    for (; *items != NULL; items++) printf(" %s", *items);
    printf("\n");
}

int cli_clauses(int argc, char **argv)
{
    const char *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {{"--json", NULL, "one object per clause", &json, NULL}};
    const cli_call call = {"clauses GAME [--json]",
                           "Every clause and ruling of a game: number, gist, where the code cites "
                           "it, which tests name it.",
                           flags,
                           1,
                           1,
                           1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    if (rules == NULL) return CLI_MISUSE;
    for (int i = 1; i < rules->clause_count; i++) {
        const gg_clause_def *clause = &rules->clauses[i];
        const clause_use use = use_of(rules, clause->number);
        if (json != NULL) {
            cli_print_json(write_cited, &(cited){.rules = rules, .clause = clause, .use = use});
            continue;
        }
        printf("%s  %s\n    %s\n", clause->number, clause->title, clause->gist);
        for (const gg_correction *row = rules->corrections; row->id != NULL; row++)
            if (row->clause == i) printf("    since version %u: %s\n", row->version, row->text);
        say_list("code:", use.code);
        say_list("tests:", use.tests);
    }
    return CLI_YES;
}
