/*
 * record.c - `grognard lab game`: one game of a run, played again and written as a record.
 * SPDX-License-Identifier: MIT
 */
#include "lab/folder.h"
#include "lab/lab.h"

#include <stdlib.h>
#include <string.h>

int lab_replay_row(lab_table *table, const lab_folder *folder, uint64_t game)
{
    char final[24];
    if (!lab_play(table, game)) return cli_no("stopped.");
    snprintf(final, sizeof final, "0x%016llx", (unsigned long long)table->seen.final);
    for (uint64_t i = 0; i < folder->count; i++) {
        lab_row row;
        const lab_line *line = &folder->lines[i];
        if (line->game != game || !lab_read_row(folder->text + line->at, line->count, &row))
            continue;
        const bool same = strcmp(row.final, final) == 0;
        lab_drop_row(&row);
        if (!same)
            return cli_no("game %llu goes otherwise now: %s was made by another build of the "
                          "program.",
                          (unsigned long long)game, folder->path);
    }
    return CLI_GO_ON;
}

static int write_record(lab_table *table, const lab_folder *folder, uint64_t game, const char *file)
{
    int code = lab_replay_row(table, folder, game);
    if (code != CLI_GO_ON) return code;
    char *text = cli_record_text(&table->match, GG_SEES_ALL);
    code = cli_write_file(file, text, strlen(text));
    free(text);
    return code == CLI_GO_ON ? CLI_YES : code;
}

int lab_game(int argc, char **argv)
{
    const char *file = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--record", "FILE", "where to; standard output unless told", &file, NULL},
    };
    const cli_call call = {
        .usage = "lab game DIR INDEX [--record FILE]",
        .text = "Plays game INDEX of a run once more and writes its record, for `grognard replay` "
                "and for the page.",
        .flags = flags,
        .flag_count = 1,
        .words_min = 2,
        .words_max = 2,
    };
    lab_folder folder;
    uint64_t game = 0;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    code = lab_read_folder(&folder, words.items[0]);
    if (code == CLI_GO_ON)
        code = lab_read_count("INDEX", words.items[1], 0, folder.games - 1, &game);
    if (code == CLI_GO_ON) {
        lab_table *table = lab_open_table(&folder.setup, false);
        code = write_record(table, &folder, game, file == NULL ? "-" : file);
        lab_close_table(table);
    }
    lab_close_folder(&folder);
    return code;
}
