/*
 * merge.c - `grognard lab merge`: the parts of a run, played on several machines, as one run.
 * SPDX-License-Identifier: MIT
 */
#include "lab/lab.h"
#include "lab/summary.h"

#include <stdlib.h>
#include <string.h>

static int check_part(const lab_folder *part, const lab_folder *first)
{
    json_t *one = lab_run_json(&part->setup), *other = lab_run_json(&first->setup);
    const bool same = json_equal(one, other) && part->games == first->games;
    json_decref(one);
    json_decref(other);
    if (same) return CLI_GO_ON;
    return cli_misuse("%s and %s are not parts of the same run.", first->path, part->path);
}

/* A game that two parts have is the same game, or one of them is not what it says. */
static int add_part(lab_folder *whole, const lab_folder *part)
{
    for (uint64_t i = 0; i < part->count; i++) {
        const lab_line *line = &part->lines[i];
        if (whole->is_done[line->game]) continue;
        whole->is_done[line->game] = true;
        if (!lab_append(whole, part->text + line->at, line->count)) return CLI_MISUSE;
    }
    return CLI_GO_ON;
}

static int merge(lab_folder *whole)
{
    const int code = lab_finish_folder(whole);
    if (code != CLI_GO_ON) return code;
    if (!lab_is_complete(whole))
        return cli_no("%s has %llu of %llu games; the other parts are missing.", whole->path,
                      (unsigned long long)whole->count, (unsigned long long)whole->games);
    printf("%s has all %llu games.\n", whole->path, (unsigned long long)whole->count);
    return CLI_YES;
}

static int open_parts(lab_folder *parts, const cli_list *words)
{
    for (int i = 0; i < words->count; i++) {
        int code = lab_read_folder(&parts[i], words->items[i]);
        if (code == CLI_GO_ON) code = check_part(&parts[i], &parts[0]);
        if (code != CLI_GO_ON) return code;
    }
    return CLI_GO_ON;
}

int lab_merge(int argc, char **argv)
{
    const char *out = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--out", "DIR", "where the whole run comes to lie", &out, NULL},
    };
    const cli_call call = {
        .usage = "lab merge DIR... --out DIR",
        .text = "Joins the parts of a run that were played with --shard: the same files as if it "
                "had been played in one go.",
        .flags = flags,
        .flag_count = 1,
        .words_min = 1,
        .words_max = 100000,
    };
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (out == NULL) return cli_misuse("lab merge needs --out DIR.");
    lab_folder *parts = cli_memory(sizeof *parts * (size_t)words.count), whole = {0};
    for (int i = 0; i < words.count; i++) parts[i] = (lab_folder){.lock = -1, .file = -1};
    whole.lock = whole.file = -1;
    code = open_parts(parts, &words);
    if (code == CLI_GO_ON)
        code = lab_open_folder(&whole, out, &parts[0].setup, parts[0].games, 0, 1);
    for (int i = 0; code == CLI_GO_ON && i < words.count; i++) code = add_part(&whole, &parts[i]);
    if (code == CLI_GO_ON) code = merge(&whole);
    lab_close_folder(&whole);
    for (int i = 0; i < words.count; i++) lab_close_folder(&parts[i]);
    free(parts);
    return code;
}
