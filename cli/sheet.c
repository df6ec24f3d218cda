/*
 * sheet.c - `grognard sheet GAME`: the reference sheet, from the tables the engine uses.
 */
#include "cli/cli.h"
#include "core/sheet.h"

#include <stdlib.h>

void cli_say_sheet(const gg_ruleset *rules, bool html, FILE *out)
{
    static gg_sheet sheet;
    for (uint32_t limit = 1 << 18;; limit *= 2) {
        gg_text text = cli_text(limit);
        gg_sheet_write(&sheet, rules, html, &text);
        const bool whole = !text.cut;
        if (whole) fputs(text.bytes, out);
        free(text.bytes);
        if (whole) return;
    }
}

int cli_sheet(int argc, char **argv)
{
    const char *html = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {{"--html", NULL, "as a page to print", &html, NULL}};
    const cli_call call = {"sheet GAME [--html]", "The reference sheet of a game.", flags, 1, 1, 1};
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = cli_find_rules(words.items[0]);
    if (rules == NULL) return CLI_MISUSE;
    cli_say_sheet(rules, html != NULL, stdout);
    return CLI_YES;
}
