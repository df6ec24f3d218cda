/*
 * luck.c - `grognard lab luck`: how much of what happens is luck, how much is skill, and how many
 * decisions matter?
 *
 * Some games of a run are looked back upon (players/review.h): each action leads from one chance to
 * win to the next, and the way is parted into what the choice was worth over all dice and what the
 * dice made of it.
 * SPDX-License-Identifier: MIT
 */
#include "lab/batch.h"
#include "lab/figures.h"
#include "lab/folder.h"
#include "lab/lab.h"
#include "lab/summary.h"
#include "players/review.h"

#include <math.h>
#include <stdlib.h>

enum { GAMES_STANDARD = 10, GAMES_MAX = 10000, MATTERS = 100, WHOLE = 10000 };

typedef struct looked {
    bool is_there;
    double luck, play; /* of blue, all together: parts of a game won */
    uint32_t decisions, mattered, mistakes;
    gg_side winner;
} looked;

typedef struct luck {
    lab_folder folder;
    const gg_player *judge;
    uint32_t playouts;
    uint64_t games;
    looked *all;
} luck;

typedef struct worker {
    const luck *of;
    lab_table *table;
    void *room; /* for the review, as large as the last game wanted */
    size_t bytes;
    looked seen;
} worker;

static void *open_worker(void *about)
{
    worker *w = cli_memory(sizeof *w);
    w->of = about;
    w->table = lab_open_table(&w->of->folder.setup, false);
    return w;
}

static void close_worker(void *of)
{
    worker *w = of;
    lab_close_table(w->table);
    free(w->room);
    free(w);
}

/* Which game of the run: they are spread over all of it. */
static uint64_t game_of(const luck *l, uint64_t nth) { return nth * l->folder.games / l->games; }

static void add_up(worker *w, const gg_review *review)
{
    looked it = {.is_there = true, .winner = w->table->seen.winner};
    for (uint32_t i = 0; i < review->plies; i++) {
        const gg_review_ply *ply = &review->each[i];
        it.luck += ply->luck / (double)WHOLE;
        it.play += ply->choice / (double)WHOLE;
        if (!ply->decided) continue;
        it.decisions++;
        const int32_t choice = ply->choice < 0 ? -ply->choice : ply->choice;
        it.mattered += choice >= MATTERS || (ply->looked && ply->loss >= MATTERS);
        it.mistakes += ply->is_mistake;
    }
    w->seen = it;
}

static bool is_enough(void *to)
{
    (void)to;
    return lab_is_stopped();
}

static void told_nothing(void *to, uint32_t done, uint32_t all) { (void)to, (void)done, (void)all; }

static bool play(void *of, uint64_t nth)
{
    static const gg_progress progress = {.told = told_nothing, .enough = is_enough};
    worker *w = of;
    gg_review review;
    if (!lab_play(w->table, game_of(w->of, nth))) return false;
    const gg_review_ask ask = {.match = &w->table->match,
                               .player = w->of->judge,
                               .playouts = w->of->playouts,
                               .progress = &progress};
    const size_t bytes = gg_review_bytes(ask.match, ask.player);
    if (bytes > w->bytes) {
        free(w->room);
        w->room = cli_memory(bytes);
        w->bytes = bytes;
    }
    if (!gg_review_find(&ask, w->room, &review)) return false;
    add_up(w, &review);
    return true;
}

static bool keep(void *about, void *of, uint64_t nth)
{
    ((luck *)about)->all[nth] = ((const worker *)of)->seen;
    return true;
}

/* ---- Telling. ---- */

typedef struct told {
    uint64_t games, decided, lucky; /* lucky: the winner had the better of the dice */
    lab_mean luck, play, decisions, mattered, mistakes;
} told;

static told sum_up(const luck *l)
{
    told t = {0};
    for (uint64_t i = 0; i < l->games; i++) {
        const looked *it = &l->all[i];
        if (!it->is_there) continue;
        t.games++;
        lab_add(&t.luck, fabs(it->luck));
        lab_add(&t.play, fabs(it->play));
        lab_add(&t.decisions, it->decisions);
        if (it->decisions > 0) lab_add(&t.mattered, (double)it->mattered / it->decisions);
        lab_add(&t.mistakes, it->mistakes);
        if (it->winner == GG_NOBODY) continue;
        t.decided++;
        t.lucky += (it->luck > 0) == (it->winner == GG_BLUE);
    }
    return t;
}

static void say_mean(const char *what, const lab_mean *mean, double by, const char *unit)
{
    const lab_interval it = lab_mean_interval(mean, LAB_Z95);
    printf("  %-44s %7.1f (%.1f to %.1f)%s\n", what, it.value * by, it.low * by, it.high * by,
           unit);
}

static void say(const luck *l, const told *t)
{
    char words[300];
    const lab_interval lucky = lab_wilson(t->lucky, t->decided, LAB_Z95);
    printf("%s: %llu games looked back upon by %s, with 95 %% intervals\n",
           lab_say_run(&l->folder.setup, words, sizeof words), (unsigned long long)t->games,
           l->judge->name);
    say_mean("the dice moved the chance to win by", &t->luck, 100, " points of 100 a game");
    say_mean("what was chosen moved it by", &t->play, 100, " points of 100 a game");
    printf("  %-44s %7.1f (%.1f to %.1f) %% of %llu games that were won\n",
           "the winner had the better of the dice in", lucky.value * 100, lucky.low * 100,
           lucky.high * 100, (unsigned long long)t->decided);
    say_mean("decisions", &t->decisions, 1, " a game");
    say_mean("decisions that mattered (a point or more)", &t->mattered, 100, " % of them");
    say_mean("mistakes", &t->mistakes, 1, " a game");
    printf("The judge is not sure of what it sees, and so what was chosen comes out too large: the "
           "fewer playouts,\nthe larger.  Compare only figures by the same judge with as many "
           "playouts (here %u).\n",
           (unsigned)l->playouts);
}

static json_t *mean_json(const lab_mean *mean)
{
    const lab_interval it = lab_mean_interval(mean, LAB_Z95);
    return json_pack("{s:f, s:f, s:f}", "value", it.value, "low", it.low, "high", it.high);
}

static void print(const luck *l, const told *t)
{
    json_t *all = json_pack("{s:o, s:I, s:s, s:o, s:o, s:I, s:I, s:o, s:o, s:o}", "run",
                            lab_run_json(&l->folder.setup), "games", (json_int_t)t->games, "judge",
                            l->judge->name, "luck", mean_json(&t->luck), "choice",
                            mean_json(&t->play), "won", (json_int_t)t->decided, "won_with_luck",
                            (json_int_t)t->lucky, "decisions", mean_json(&t->decisions), "mattered",
                            mean_json(&t->mattered), "mistakes", mean_json(&t->mistakes));
    json_object_set_new(all, "playouts", json_integer(l->playouts));
    lab_print_json(all);
    json_decref(all);
}

static int answer(luck *l, int threads, bool json)
{
    const lab_batch batch = {.count = l->games,
                             .threads = threads,
                             .about = l,
                             .open = open_worker,
                             .close = close_worker,
                             .play = play,
                             .keep = keep,
                             .thing = "games"};
    lab_catch_signals();
    l->all = cli_memory(sizeof *l->all * l->games);
    const lab_batch_end end = lab_play_batch(&batch);
    const told t = sum_up(l);
    free(l->all);
    if (t.games == 0) return cli_no("stopped before anything could be told.");
    if (json) print(l, &t);
    else say(l, &t);
    return end == LAB_ALL_PLAYED ? CLI_YES : cli_no("stopped: more games would have told more.");
}

int lab_luck(int argc, char **argv)
{
    const char *games = NULL, *playouts = NULL, *threads = NULL, *json = NULL;
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--games", "N", "of the run, spread over all of it; 10 unless told", &games, NULL},
        {"--playouts", "N", "of the judge, for each decision; 160 unless told", &playouts, NULL},
        {"--threads", "N", "games at the same time", &threads, NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    const cli_call call = {
        .usage = "lab luck DIR [--games N] [--playouts N] [--threads N] [--json]",
        .text = "Looks back upon games of a run: how far the dice and how far the decisions moved "
                "the chance to win, and how many decisions mattered.",
        .flags = flags,
        .flag_count = 4,
        .words_min = 1,
        .words_max = 1,
    };
    luck l = {.judge = gg_player_named("line"), .games = GAMES_STANDARD};
    uint64_t count = GG_REVIEW_PLAYOUTS;
    int workers = 1;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 1, GAMES_MAX, &l.games);
    if (code == CLI_GO_ON && playouts != NULL)
        code = lab_read_count("--playouts", playouts, 1, 100000, &count);
    if (code == CLI_GO_ON) code = lab_read_threads(threads, &workers);
    if (code != CLI_GO_ON) return code;
    gg_assert(l.judge != NULL);
    l.playouts = (uint32_t)count;
    code = lab_read_folder(&l.folder, words.items[0]);
    if (code == CLI_GO_ON) {
        if (l.games > l.folder.games) l.games = l.folder.games;
        code = answer(&l, workers, json != NULL);
    }
    lab_close_folder(&l.folder);
    return code;
}
