/*
 * run.c - `grognard lab run`: a batch of games, a row for each, and what they say together.
 */
#include "lab/batch.h"
#include "lab/lab.h"
#include "lab/summary.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { GAMES_STANDARD = 200, SHARDS_MAX = 100000 };

typedef struct worker {
    lab_table *table;
    gg_text    line;
} worker;

static void *open_worker(void *about)
{
    const lab_folder *folder = about;
    worker *w = cli_memory(sizeof *w);
    w->table = lab_open_table(&folder->setup, true);
    w->line = cli_text(LAB_ROW_BYTES);
    return w;
}

static void close_worker(void *of)
{
    worker *w = of;
    lab_close_table(w->table);
    free(w->line.bytes);
    free(w);
}

static bool is_done(void *about, uint64_t game)
{
    return ((const lab_folder *)about)->is_done[game];
}

static bool play(void *of, uint64_t game)
{
    worker *w = of;
    if (!lab_play(w->table, game)) return false;
    w->line = gg_text_over(w->line.bytes, w->line.limit);
    lab_write_row(&w->line, w->table, game);
    return true;
}

static bool keep(void *about, void *of, uint64_t game)
{
    const worker *w = of;
    (void)game;
    return lab_append(about, w->line.bytes, w->line.count);
}

/* A folder that another build of the program began would mix two games of one name. */
static int check_build(const lab_folder *folder)
{
    if (folder->count == 0) return CLI_GO_ON;
    const lab_line *line = &folder->lines[0];
    worker *w = open_worker((void *)folder);
    const bool same = !play(w, line->game)
                      || (w->line.count == line->count
                          && memcmp(w->line.bytes, folder->text + line->at, line->count) == 0);
    close_worker(w);
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

static int play_run(lab_folder *folder, int threads, bool temporary, bool json)
{
    int code = check_build(folder);
    if (code != CLI_GO_ON) return code;
    const lab_batch batch = {
        .first = folder->shard, .step = folder->shards,
        .count = folder->games - folder->shard, .threads = threads, .about = folder,
        .open = open_worker, .close = close_worker, .is_done = is_done, .play = play,
        .keep = keep, .thing = "games",
    };
    const lab_batch_end end = lab_play_batch(&batch);
    code = lab_finish_folder(folder);
    if (end == LAB_NOT_KEPT) return CLI_MISUSE; /* it has said so */
    if (code != CLI_GO_ON) return code;
    if (end == LAB_STOPPED) return say_stopped(folder, temporary);
    lab_summary sum;
    code = lab_sum_up(folder, &sum);
    if (code == CLI_GO_ON && json) {
        json_t *all = lab_summary_json(folder, &sum);
        lab_print_json(all);
        json_decref(all);
    } else if (code == CLI_GO_ON)
        lab_say_summary(folder, &sum, stdout);
    lab_drop_summary(&sum);
    if (code == CLI_GO_ON && !temporary && !json)
        printf("\nThe games are in %s: games.csv, games.jsonl, games.sqlite; `grognard lab report "
               "%s` shows them.\n", folder->path, folder->path);
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
                          "\"%.40s\".", text);
    *shard = (uint32_t)part - 1, *shards = (uint32_t)parts;
    return CLI_GO_ON;
}

static void remove_folder(const char *path)
{
    static const char *const names[] = {"run.json", "games.jsonl", "games.csv", "games.sqlite",
                                        "summary.json", "summary.txt"};
    const lab_folder folder = {.path = path};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *file = lab_path_in(&folder, names[i]);
        unlink(file);
        free(file);
    }
    rmdir(path);
}

static int run_in(const char *out, const lab_setup *setup, uint64_t games, const char *part,
                  int threads, bool json)
{
    char temporary[] = "/tmp/grognard-lab-XXXXXX";
    uint32_t shard, shards;
    lab_folder folder;
    int code = read_shard(part, &shard, &shards);
    if (code != CLI_GO_ON) return code;
    if (shard >= games)
        return cli_misuse("part %u has no game: there are only %llu.", shard + 1,
                          (unsigned long long)games);
    if (out == NULL && shards > 1) return cli_misuse("--shard needs --out DIR.");
    if (out == NULL && mkdtemp(temporary) == NULL)
        return cli_misuse("there is no room for the games in /tmp; --out DIR says where.");
    lab_catch_signals();
    signal(SIGXFSZ, SIG_IGN); /* a file that may grow no further is a sentence, not an end */
    code = lab_open_folder(&folder, out == NULL ? temporary : out, setup, games, shard, shards);
    if (code == CLI_GO_ON) code = play_run(&folder, threads, out == NULL, json);
    lab_close_folder(&folder);
    if (out == NULL) remove_folder(temporary);
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
        .flags = flags, .flag_count = LAB_WISH_FLAGS + 4, .words_min = 1, .words_max = 2,
    };
    lab_setup setup;
    uint64_t count = GAMES_STANDARD;
    int threads = 1;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (games != NULL) code = lab_read_count("--games", games, 1, LAB_GAMES_MAX, &count);
    if (code == CLI_GO_ON) code = lab_read_threads(wish.threads, &threads);
    if (code == CLI_GO_ON) code = lab_read_setup(&setup, &words, &wish);
    if (code != CLI_GO_ON) return code;
    return run_in(out, &setup, count, shard, threads, json != NULL);
}
