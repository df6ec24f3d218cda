/*
 * bench.c - `grognard lab bench`: how fast the laboratory plays, and what gathering costs.
 *
 * Speed is by the clock on the wall, so it says something only on a machine that has nothing else
 * to do; what gathering costs is by the time of the processor, from batches that take turns.
 * SPDX-License-Identifier: MIT
 */
#include "lab/batch.h"
#include "lab/lab.h"
#include "lab/row.h"
#include "lab/summary.h"

#include <stdlib.h>
#include <time.h>

enum { GAMES_STANDARD = 64, GAMES_MAX = 100000, TURNS = 3 };

typedef struct bench {
    lab_setup setup;
    bool looks;
} bench;

static void *open_worker(void *about)
{
    const bench *b = about;
    return lab_open_scribe(&b->setup, b->looks);
}

static bool keep(void *about, void *of, uint64_t game)
{
    (void)about, (void)of, (void)game;
    return true;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* The time of a batch; false: it was stopped. */
static bool time_batch(bench *b, bool looks, int threads, uint64_t games, clockid_t clock,
                       double *took)
{
    const lab_batch batch = {.count = games,
                             .threads = threads,
                             .about = b,
                             .open = open_worker,
                             .close = lab_close_scribe,
                             .play = lab_play_row,
                             .keep = keep};
    b->looks = looks;
    const double from = seconds_of(clock);
    const bool good = lab_play_batch(&batch) == LAB_ALL_PLAYED;
    const double now = seconds_of(clock) - from;
    if (*took == 0 || now < *took) *took = now;
    return good;
}

static int measure(bench *b, uint64_t games, bool json)
{
    double bare = 0, gathered = 0, one = 0, two = 0;
    bool good = true;
    lab_catch_signals();
    for (int turn = 0; good && turn < TURNS; turn++)
        good = time_batch(b, false, 1, games, CLOCK_PROCESS_CPUTIME_ID, &bare)
               && time_batch(b, true, 1, games, CLOCK_PROCESS_CPUTIME_ID, &gathered)
               && time_batch(b, true, 1, games, CLOCK_MONOTONIC, &one)
               && time_batch(b, true, 2, games, CLOCK_MONOTONIC, &two);
    if (!good) return cli_no("stopped.");
    const double n = (double)games;
    char words[300];
    if (json) {
        json_t *all = json_pack("{s:o, s:I, s:f, s:f, s:f, s:f}", "run", lab_run_json(&b->setup),
                                "games", (json_int_t)games, "games_per_second", n / one,
                                "games_per_second_two_threads", n / two, "two_threads", one / two,
                                "gathering", gathered / bare - 1);
        lab_print_json(all);
        json_decref(all);
    } else
        printf("%s, %llu game%s\n  one thread       %10.1f games a second\n"
               "  two threads      %10.1f games a second, %.2f times as many\n"
               "  gathering costs  %10.1f %% of the time of a game\n",
               lab_say_run(&b->setup, words, sizeof words), (unsigned long long)games,
               games == 1 ? "" : "s", n / one, n / two, one / two, (gathered / bare - 1) * 100);
    return CLI_YES;
}

int lab_bench(int argc, char **argv)
{
    const char *games = NULL, *json = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    cli_flag flags[LAB_WISH_FLAGS + 2] = {
        {"--games", "N", "in a batch; 64 unless told", &games, NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    lab_wish_flags(&wish, flags + 2);
    const cli_call call = {
        .usage = "lab bench GAME [SCENARIO] [--games N] [--json] ...",
        .text = "Games a second on one thread and on two, and what gathering costs.",
        .flags = flags,
        .flag_count = LAB_WISH_FLAGS + 2,
        .words_min = 1,
        .words_max = 2,
    };
    bench b = {0};
    uint64_t count = GAMES_STANDARD;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 1, GAMES_MAX, &count);
    if (code == CLI_GO_ON) code = lab_read_setup(&b.setup, &words, &wish);
    return code == CLI_GO_ON ? measure(&b, count, json != NULL) : code;
}
