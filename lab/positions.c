/*
 * positions.c - `grognard lab positions`: games between computer players as positions for the
 * training of a network (tools/train/network.py): what stands where, what each side had of every
 * feature, what the judgement said and who won.
 *
 * The file has a heading of 32 bytes, then records of one length, numbers with their low byte
 * first: the same bytes whatever the threads.  A fifth of the battles is marked as held out.
 * SPDX-License-Identifier: MIT
 */
#include "core/judgement.h"
#include "lab/batch.h"
#include "lab/game.h"
#include "lab/lab.h"
#include "lab/seats.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES_STANDARD = 400,
    GAMES_MAX = 10000000,
    OPENINGS_MAX = 10000,
    TURNS_MAX = 512, /* of one game that are looked at, */
    KEPT_MAX = 48,   /* and of which so many are kept at most */
    HOLD_OUT = 5,
    NO_INPUT = 0xffff,
    HEADING_BYTES = 32,
};

typedef struct bytes {
    uint8_t *at;
    size_t count;
} bytes;

typedef struct writing {
    lab_setup setup;
    lab_seats seats;
    uint64_t games, next, first_game, positions;
    int threads;
    uint32_t inputs_max; /* of one side in one position */
    size_t record;       /* bytes */
    FILE *out;
    bytes *kept; /* by game; those before `next` are written */
    bool failed;
} writing;

typedef struct watcher {
    const writing *about;
    lab_table *table;
    gg_turn last;
    uint32_t count;
    uint8_t *records;
} watcher;

/* ---- Records. ---- */

static void put(uint8_t **at, int64_t number, int size)
{
    for (int i = 0; i < size; i++) *(*at)++ = (uint8_t)((uint64_t)number >> 8 * i);
}

static int64_t bounded(int64_t number)
{
    return number > INT16_MAX ? INT16_MAX : number < -INT16_MAX ? -INT16_MAX : number;
}

static size_t record_bytes(const gg_ruleset *rules, uint32_t inputs_max)
{
    return 4 + 4 + 2 + 1 + 1 + 4 * (size_t)rules->judgement->feature_count + 6 * (size_t)inputs_max;
}

/* Game, winner and whether it is held out are written when the game is over. */
static void write_position(watcher *w, const gg_state *view, uint8_t *at)
{
    const gg_ruleset *rules = w->table->setup->rules;
    int32_t values[2][GG_FEATURES_MAX];
    gg_input inputs[GG_INPUTS_MAX];
    const int32_t progress = rules->judgement->appraise(view, values);
    put(&at, 0, 4);
    put(&at, gg_odds_to_win(rules, view, GG_BLUE), 4);
    put(&at, progress, 2);
    put(&at, 0, 2);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
            put(&at, bounded(values[side][i]), 2);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const uint32_t count = rules->judgement->inputs(view, side, inputs, w->about->inputs_max);
        for (uint32_t i = 0; i < w->about->inputs_max; i++)
            put(&at, i < count ? inputs[i].row : NO_INPUT, 2);
        for (uint32_t i = 0; i < w->about->inputs_max; i++)
            put(&at, i < count ? inputs[i].count : 0, 1);
    }
}

static void write_result(uint8_t *at, uint64_t game, gg_side winner, bool held_out)
{
    put(&at, (int64_t)game, 4);
    at += 4 + 2;
    put(&at, winner, 1);
    put(&at, held_out, 1);
}

/* ---- Watching. ---- */

static void watch(void *to, lab_table *table)
{
    watcher *w = to;
    if (!lab_is_turn(table, &w->last) || w->count == TURNS_MAX) return;
    gg_match_view(&table->match, w->count % 2 == 0 ? GG_BLUE : GG_RED, table->view);
    write_position(w, table->view, w->records + w->count++ * w->about->record);
}

static void *open_watcher(void *about)
{
    const writing *of = about;
    watcher *w = cli_memory(sizeof *w);
    w->about = of;
    w->table = lab_open_table(&of->setup, false);
    w->records = cli_memory(TURNS_MAX * of->record);
    w->table->watch = watch;
    w->table->to = w;
    return w;
}

static void close_watcher(void *worker)
{
    watcher *w = worker;
    lab_close_table(w->table);
    free(w->records);
    free(w);
}

static bool play(void *worker, uint64_t game)
{
    watcher *w = worker;
    w->count = 0;
    w->last = lab_no_turn();
    return lab_play(w->table, game);
}

/* At most so many of a game, evenly; which one is the first differs from game to game. */
static bytes take_records(const writing *of, const watcher *w, uint64_t game)
{
    const uint32_t step = (w->count + KEPT_MAX - 1) / KEPT_MAX;
    if (w->count == 0 || !w->table->seen.over) return (bytes){.at = cli_memory(1)};
    const uint32_t from = (uint32_t)(game % step), count = (w->count - from + step - 1) / step;
    bytes out = {.at = cli_memory(count * of->record + 1), .count = count * of->record};
    for (uint32_t i = 0; i < count; i++) {
        uint8_t *at = out.at + i * of->record;
        memcpy(at, w->records + (from + i * step) * of->record, of->record);
        write_result(at, of->first_game + game, w->table->seen.winner,
                     game / 2 % HOLD_OUT == HOLD_OUT - 1);
    }
    return out;
}

/* Written in the order of the games, whichever is finished first. */
static bool keep(void *about, void *worker, uint64_t game)
{
    writing *of = about;
    of->kept[game] = take_records(of, worker, game);
    for (; of->next < of->games && of->kept[of->next].at != NULL; of->next++) {
        bytes *one = &of->kept[of->next];
        of->failed = of->failed || fwrite(one->at, 1, one->count, of->out) != one->count;
        of->positions += one->count / of->record;
        free(one->at);
    }
    return !of->failed;
}

static int play_pair(writing *of, uint32_t one, uint32_t two)
{
    for (int i = 0; i < 2; i++) {
        of->setup.players[i] = of->seats.players[i == 0 ? one : two];
        of->setup.efforts[i] = of->seats.efforts[i == 0 ? one : two];
    }
    of->kept = cli_memory(of->games * sizeof *of->kept);
    of->next = 0;
    const lab_batch batch = {.count = of->games,
                             .threads = of->threads,
                             .about = of,
                             .open = open_watcher,
                             .close = close_watcher,
                             .play = play,
                             .keep = keep};
    const lab_batch_end end = lab_play_batch(&batch);
    for (uint64_t game = of->next; game < of->games; game++)
        free(of->kept[game].at); /* finished, but one before it was not */
    free(of->kept);
    of->first_game += of->next;
    of->setup.seed++; /* other battles for the next two */
    return end == LAB_ALL_PLAYED ? CLI_GO_ON : CLI_NO;
}

/* ---- All of it. ---- */

static void write_heading(writing *of)
{
    uint8_t heading[HEADING_BYTES] = "GGPOS1", *at = heading + 8;
    put(&at, of->setup.rules->judgement->input_count, 4);
    put(&at, of->setup.rules->judgement->feature_count, 4);
    put(&at, of->inputs_max, 4);
    put(&at, (int64_t)of->record, 4);
    of->failed = fwrite(heading, 1, sizeof heading, of->out) != sizeof heading;
}

static int write_all(writing *of, const char *file)
{
    int code = CLI_GO_ON;
    of->out = fopen(file, "wb");
    if (of->out == NULL) return cli_misuse("%s cannot be written.", file);
    lab_catch_signals();
    write_heading(of);
    for (uint32_t one = 0; one < of->seats.count; one++)
        for (uint32_t two = one; code == CLI_GO_ON && two < of->seats.count; two++)
            code = play_pair(of, one, two);
    if (fclose(of->out) != 0 || of->failed) return cli_misuse("%s cannot be written.", file);
    printf("%s %s: %llu positions of %llu games\n", of->setup.rules->name,
           of->setup.rules->scenarios[of->setup.scenario].name, (unsigned long long)of->positions,
           (unsigned long long)of->first_game);
    return CLI_YES;
}

static int read_call(writing *of, const cli_list *words, const lab_wishes *wish,
                     const char *players, const char *games, const char *openings)
{
    uint64_t random = 0;
    of->games = GAMES_STANDARD;
    int code = lab_read_setup(&of->setup, words, wish);
    if (code != CLI_GO_ON) return code;
    const gg_ruleset *rules = of->setup.rules;
    of->setup.swap = true;
    if (rules->judgement->input_count == 0)
        return cli_misuse("%s has no inputs for a network.", rules->name);
    code = lab_read_seats(&of->seats, players != NULL ? players : "greedy");
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 2, GAMES_MAX, &of->games);
    if (code == CLI_GO_ON && openings != NULL)
        code = lab_read_count("--openings", openings, 0, OPENINGS_MAX, &random);
    if (code == CLI_GO_ON) code = lab_read_threads(wish->threads, &of->threads);
    of->setup.openings = (uint32_t)random;
    of->games += of->games % 2;
    of->inputs_max = rules->judgement->inputs_max;
    of->record = record_bytes(rules, of->inputs_max);
    return code;
}

int lab_positions(int argc, char **argv)
{
    const char *players = NULL, *games = NULL, *openings = NULL, *file = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--players", "A,B,...", "who plays, each against each and itself; greedy unless told",
         &players, NULL},
        {"--games", "N", "of each two players; 400 unless told", &games, NULL},
        {"--openings", "N", "up to so many decisions of a game are taken by chance first",
         &openings, NULL},
        {"--seed", "N", "of all dice; 1 unless told", &wish.seed, NULL},
        {"--threads", "N", "games at the same time; the file is the same", &wish.threads, NULL},
        {"--out", "FILE", "write the positions there", &file, NULL},
    };
    const cli_call call = {
        .usage = "lab positions GAME [SCENARIO] --out FILE [--players A,B,...] [--games N]",
        .text = "Plays games and writes their positions, with how the games ended, for the "
                "training of a network (tools/train/network.py).  Stopped, it has whole records.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof flags[0],
        .words_min = 1,
        .words_max = 2,
    };
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    if (file == NULL) return cli_misuse("say where to write: --out FILE.");
    writing *of = cli_memory(sizeof *of);
    code = read_call(of, &words, &wish, players, games, openings);
    if (code == CLI_GO_ON) code = write_all(of, file);
    free(of);
    return code;
}
