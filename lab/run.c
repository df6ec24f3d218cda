/*
 * run.c - `grognard lab run`: a batch of games, a row for each, and what they say together.
 * SPDX-License-Identifier: MIT
 */
#include "lab/batch.h"
#include "lab/lab.h"
#include "lab/ranks.h"
#include "lab/summary.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_STANDARD = 200, SHARDS_MAX = 100000 };

static void *open_worker(void *about)
{
    return lab_open_scribe(&((const lab_folder *)about)->setup, true);
}

static bool is_done(void *about, uint64_t game)
{
    return ((const lab_folder *)about)->is_done[game];
}

static bool keep(void *about, void *of, uint64_t game)
{
    const lab_scribe *scribe = of;
    (void)game;
    return lab_append(about, scribe->line.bytes, scribe->line.count);
}

/* A folder that another build of the program began would mix two games of one name. */
static int check_build(const lab_folder *folder)
{
    if (folder->count == 0) return CLI_GO_ON;
    const lab_line *line = &folder->lines[0];
    lab_scribe *scribe = lab_open_scribe(&folder->setup, true);
    const bool same = !lab_play_row(scribe, line->game)
                      || (scribe->line.count == line->count
                          && memcmp(scribe->line.bytes, folder->text + line->at, line->count) == 0);
    lab_close_scribe(scribe);
    if (same) return CLI_GO_ON;
    return cli_misuse("%s was begun by another build of the program: game %llu goes otherwise now; "
                      "choose another folder.",
                      folder->path, (unsigned long long)line->game);
}

static int say_stopped(const lab_folder *folder, bool temporary)
{
    return cli_no("stopped after %llu of %llu games%s.", (unsigned long long)folder->count,
                  (unsigned long long)lab_games_of_shard(folder),
                  temporary ? "; with --out DIR they would have been kept"
                            : "; the same command goes on with the rest");
}

/* What the games say together that are there by now. */
static int say_games(const lab_folder *folder, bool json)
{
    lab_summary sum;
    const int code = lab_sum_up(folder, &sum);
    if (code == CLI_GO_ON && json) {
        json_t *all = lab_summary_json(folder, &sum);
        lab_print_json(all);
        json_decref(all);
    } else if (code == CLI_GO_ON) lab_say_summary(folder, &sum, stdout);
    lab_drop_summary(&sum);
    return code;
}

static int play_run(lab_folder *folder, lab_dealer *dealer, int threads, bool temporary, bool json)
{
    int code = check_build(folder);
    if (code != CLI_GO_ON) return code;
    const lab_batch batch = {
        .first = folder->shard,
        .step = folder->shards,
        .count = folder->games - folder->shard,
        .threads = threads,
        .about = folder,
        .open = open_worker,
        .close = lab_close_scribe,
        .is_done = is_done,
        .play = lab_play_row,
        .keep = keep,
        .thing = "games",
    };
    const lab_batch_end end =
        dealer == NULL ? lab_play_batch(&batch) : lab_play_dealt(dealer, threads);
    code = lab_finish_folder(folder);
    if (end == LAB_NOT_KEPT) return CLI_MISUSE; /* it has said so */
    if (code != CLI_GO_ON) return code;
    if (end == LAB_STOPPED && folder->count == 0) return say_stopped(folder, temporary);
    code = say_games(folder, json);
    if (code == CLI_GO_ON && end == LAB_STOPPED) return say_stopped(folder, temporary);
    if (code == CLI_GO_ON && !temporary && !json)
        printf("\nThe games are in %s: games.csv, games.jsonl, games.sqlite; `grognard lab report "
               "%s` shows them.\n",
               folder->path, folder->path);
    return code == CLI_GO_ON ? CLI_YES : code;
}

/* "2/5": the second of five parts. */
static int read_shard(const char *text, uint32_t *shard, uint32_t *shards)
{
    char *end = NULL;
    *shard = 0, *shards = 1;
    if (text == NULL) return CLI_GO_ON;
    const unsigned long part = strtoul(text, &end, 10);
    const bool has_all = end != text && *end == '/' && end[1] >= '0' && end[1] <= '9';
    const unsigned long parts = has_all ? strtoul(end + 1, &end, 10) : 0;
    if (!has_all || *end != 0 || part < 1 || part > parts || parts > SHARDS_MAX)
        return cli_misuse("--shard takes a part and how many there are, such as 2/5, and not "
                          "\"%.40s\".",
                          text);
    *shard = (uint32_t)part - 1, *shards = (uint32_t)parts;
    return CLI_GO_ON;
}

static void remove_folder(const char *path)
{
    static const char *const names[] = {"run.json",     "games.jsonl",  "games.csv",
                                        "games.sqlite", "summary.json", "summary.txt"};
    const lab_folder folder = {.path = path};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *file = lab_path_in(&folder, names[i]);
        unlink(file);
        free(file);
    }
    rmdir(path);
}

static const char *temporary_folder(void)
{
    const char *folder = getenv("TMPDIR");
    return folder == NULL || folder[0] == 0 ? "/tmp" : folder;
}

/* For mkdtemp(), in memory of its own. */
static char *temporary_name(void)
{
    static const char pattern[] = "/grognard-lab-XXXXXX";
    const size_t room = strlen(temporary_folder()) + sizeof pattern;
    char *name = cli_memory(room);
    snprintf(name, room, "%s%s", temporary_folder(), pattern);
    return name;
}

static int run_in(const char *out, const lab_setup *setup, uint64_t games, const char *part,
                  int threads, bool json)
{
    char *temporary = out == NULL ? temporary_name() : NULL;
    uint32_t shard, shards;
    lab_folder folder;
    int code = read_shard(part, &shard, &shards);
    if (code == CLI_GO_ON && shard >= games)
        code = cli_misuse("part %u has no game: there are only %llu.", shard + 1,
                          (unsigned long long)games);
    if (code == CLI_GO_ON && out == NULL && shards > 1)
        code = cli_misuse("--shard needs --out DIR.");
    if (code == CLI_GO_ON && out == NULL && mkdtemp(temporary) == NULL)
        code = cli_misuse("the games cannot be kept in %s: %s; --out DIR says where.",
                          temporary_folder(), strerror(errno));
    if (code == CLI_GO_ON) {
        lab_catch_signals();
        signal(SIGXFSZ, SIG_IGN); /* a file that may grow no further is a sentence, not an end */
        code = lab_open_folder(&folder, out == NULL ? temporary : out, setup, games, shard, shards);
        int rank, ranks;
        const bool has_ranks = lab_has_ranks(&rank, &ranks);
        lab_dealer *dealer = code == CLI_GO_ON && has_ranks ? lab_open_dealer(&folder) : NULL;
        if (code == CLI_GO_ON && has_ranks && dealer == NULL) code = CLI_MISUSE;
        if (code == CLI_GO_ON) code = play_run(&folder, dealer, threads, out == NULL, json);
        fflush(stdout);
        lab_close_dealer(dealer);
        lab_close_folder(&folder);
        if (out == NULL) remove_folder(temporary);
    }
    free(temporary);
    return code;
}

int lab_run(int argc, char **argv)
{
    const char *games = NULL, *out = NULL, *shard = NULL, *json = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    cli_flag flags[LAB_WISH_FLAGS + 4] = {
        {"--games", "N", "how many; 200 unless told", &games, NULL},
        {"--out", "DIR", "keeps the games there; a run that was stopped goes on", &out, NULL},
        {"--shard", "I/N", "plays every Nth game from the Ith on; `lab merge` joins the parts",
         &shard, NULL},
        {"--json", NULL, "the summary as one object", &json, NULL},
    };
    lab_wish_flags(&wish, flags + 4);
    const cli_call call = {
        .usage = "lab run GAME [SCENARIO] [--blue P] [--red P] [--games N] [--seed N] "
                 "[--option K=V] [--tables FILE] [--swap] [--threads N] [--out DIR] [--shard I/N] "
                 "[--json]",
        .text = "Plays games between computer players and says who wins, how long it takes, how "
                "games end, what is lost and which rules came up.  The same seed gives the same "
                "games, whatever the number of threads.",
        .flags = flags,
        .flag_count = LAB_WISH_FLAGS + 4,
        .words_min = 1,
        .words_max = 2,
    };
    lab_setup setup;
    uint64_t count = GAMES_STANDARD;
    int threads = 1;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (games != NULL) code = lab_read_count("--games", games, 1, LAB_GAMES_MAX, &count);
    if (code == CLI_GO_ON) code = lab_read_threads(wish.threads, &threads);
    if (code == CLI_GO_ON) code = lab_read_setup(&setup, &words, &wish);
    int rank, ranks;
    if (code != CLI_GO_ON) return code;
    if (lab_has_ranks(&rank, &ranks) && rank > 0) return lab_serve_rank(&setup, threads);
    return run_in(out, &setup, count, shard, threads, json != NULL);
}
