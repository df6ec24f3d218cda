/*
 * sheet.c - `grognard sheet GAME`: the reference sheet, from the tables the engine uses.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* strcasestr */
#include "cli/cli.h"
#include "core/numbers.h"
#include "core/sheet.h"

#include <stdlib.h>
#include <string.h>

static char *sheet_text(const gg_ruleset *rules, const int16_t *house, bool html)
{
    static gg_sheet sheet;
    for (uint32_t limit = 1 << 18;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_sheet_write(&sheet, rules, house, html, &text);
        if (!text.cut) return text.bytes;
        free(text.bytes);
    }
}

/* Prints the tables of a sheet, which empty lines part, that hold the word in their title (or
 * anywhere); returns how many. */
static int say_tables(char *text, const char *about, bool anywhere, FILE *out)
{
    int count = 0;
    for (char *table = text, *next; table != NULL; table = next) {
        char *end = strstr(table, "\n\n");
        next = end != NULL ? end + 2 : NULL;
        if (end != NULL) *end = 0;
        const char *found = strcasestr(table, about);
        if (found != NULL && (anywhere || found < table + strcspn(table, "\n")))
            fprintf(out, "%s%s\n", count++ > 0 ? "\n" : "", table);
        if (end != NULL) *end = '\n';
    }
    return count;
}

int cli_say_sheet(const gg_ruleset *rules, const int16_t *house, const char *about, bool html,
                  FILE *out)
{
    char *text = sheet_text(rules, house, html);
    const bool found = about == NULL || say_tables(text, about, false, out) > 0
                       || say_tables(text, about, true, out) > 0;
    if (about == NULL) fputs(text, out);
    free(text);
    return found ? CLI_YES : CLI_NO;
}

typedef struct told {
    const gg_ruleset *rules;
    const int16_t *house;
} told;

static void write_sheet(gg_json *json, const void *of)
{
    static gg_sheet sheet;
    const told *it = of;
    gg_sheet_write_json(&sheet, it->rules, it->house, json);
}

int cli_sheet(int argc, char **argv)
{
    const char *html = NULL, *json = NULL, *tables = NULL;
    int16_t house[GG_NUMBERS_MAX] = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--html", NULL, "as a page to print", &html, NULL},
        {"--tables", "FILE", "with these numbers: house rules", &tables, NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    const cli_call call = {"sheet GAME [WORD] [--tables FILE] [--html|--json]",
                           "The reference sheet of a game, or its tables about something.",
                           flags,
                           3,
                           1,
                           2};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    if (rules == NULL) return CLI_MISUSE;
    if (tables != NULL) code = cli_read_tables(rules, tables, house);
    if (code != CLI_GO_ON) return code;
    const char *about = words.count > 1 ? words.items[1] : NULL;
    if (html != NULL && json != NULL) return cli_misuse("say --html or --json, not both.");
    if (about != NULL && (html != NULL || json != NULL))
        return cli_misuse("%s gives the whole sheet.", html != NULL ? html : json);
    if (json != NULL) {
        cli_print_json(write_sheet, &(told){rules, house});
        return CLI_YES;
    }
    if (cli_say_sheet(rules, house, about, html != NULL, stdout) == CLI_YES) return CLI_YES;
    return cli_no("the sheet of %s has nothing about \"%.40s\".", rules->name, about);
}
