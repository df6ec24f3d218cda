/*
 * backup.c - `grognard backup FILE --to FOLDER`: a copy of a server's store, while it runs.
 * SPDX-License-Identifier: MIT
 */
#include "server/backup.h"

#include <string.h>

#include "cli/cli.h"

enum { KEEP_MOST = 4000 };

static void write_made(gg_json *json, const void *of)
{
    const backup_made *made = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "file", made->name);
    gg_json_int(json, "bytes", (int64_t)made->bytes);
    gg_json_int(json, "games", (int64_t)made->games);
    gg_json_int(json, "deeds", (int64_t)made->deeds);
    gg_json_int(json, "replayed", (int64_t)made->replayed);
    gg_json_int(json, "broken", (int64_t)made->broken);
    gg_json_int(json, "dropped", made->dropped);
    gg_json_end(json);
}

static void say_made(const backup_made *made)
{
    if (made->older)
        printf("%s: %llu bytes; whole.  It is of an older format: its games were not looked at.\n",
               made->name, (unsigned long long)made->bytes);
    else
        printf("%s: %llu bytes, %llu games, %llu deeds; whole, and %llu games played again.\n",
               made->name, (unsigned long long)made->bytes, (unsigned long long)made->games,
               (unsigned long long)made->deeds, (unsigned long long)made->replayed);
    if (made->dropped > 0) printf("%u older copies dropped.\n", made->dropped);
}

int cli_backup(int argc, char **argv)
{
    static backup_made made;
    static const char scheme[] = "sqlite:";
    char error[BACKUP_ERROR_MAX] = "";
    const char *folder = NULL, *keep = NULL, *json = NULL, *quick = NULL;
    uint64_t number = 0;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--to", "FOLDER", "where the copy goes", &folder, NULL},
        {"--keep", "N", "drop all copies but the newest N (default: keep all)", &keep, NULL},
        {"--quick", NULL, "play its games again for ten seconds only, the newest first", &quick,
         NULL},
        {"--json", NULL, "one object", &json, NULL},
    };
    const cli_call call = {"backup FILE --to FOLDER [--keep N]",
                           "Copies the store of a server, which may be running: the copy is of one"
                           " moment, whole, and looked at before it gets its name.",
                           flags,
                           sizeof flags / sizeof flags[0],
                           1,
                           1};
    const int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (folder == NULL) return cli_misuse("say where the copy goes: --to FOLDER.");
    if (keep != NULL && (!cli_read_number(keep, &number) || number < 1 || number > KEEP_MOST))
        return cli_misuse("--keep needs a number from 1 to %d, not \"%.40s\".", KEEP_MOST, keep);
    const char *file = words.items[0];
    if (strncmp(file, scheme, sizeof scheme - 1) == 0) file += sizeof scheme - 1;
    const backup_plan plan = {.file = file,
                              .folder = folder,
                              .keep = (uint32_t)number,
                              .seconds = quick != NULL ? 10 : 0};
    if (!backup_make(&plan, &made, error)) return cli_no("there is no copy: %s.", error);
    if (json != NULL) cli_print_json(write_made, &made);
    else say_made(&made);
    if (made.broken == 0) return CLI_YES;
    return cli_no("the copy is as the store: %llu games cannot be played again, the first is %s.",
                  (unsigned long long)made.broken, made.trouble);
}
