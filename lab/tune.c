/*
 * tune.c - `grognard lab tune`: games between computer players, what each side had of every feature
 * at the beginning of turns, who won; and the weights that say so best.
 *
 * A fifth of the battles is held out: what is told of the fit is told of those.  The same call
 * gives the same weights whatever the threads: samples are put in the order of the games.
 * SPDX-License-Identifier: MIT
 */
#include "lab/tune.h"

#include "core/judgement.h"
#include "lab/batch.h"
#include "lab/game.h"
#include "lab/lab.h"
#include "lab/seats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAMES_STANDARD = 400,
    GAMES_MAX = 1000000,
    TURNS_MAX = 1024, /* of one game that are looked at, */
    SAMPLES_MAX = 32, /* and of which so many are kept at most */
    HOLD_OUT = 5,     /* every fifth battle */
    SCENARIOS_MAX = 8,
};

/* One that plays, and what it saw of the game so far. */
typedef struct watcher {
    lab_table *table;
    gg_state *view;
    gg_turn last;
    uint32_t count;
    lab_sample samples[TURNS_MAX];
} watcher;

typedef struct tuning {
    lab_setup setup;
    lab_seats seats;
    uint32_t scenarios[SCENARIOS_MAX], scenario_count;
    uint64_t games; /* of each two players in each scenario */
    int threads;
    lab_sample **kept; /* by game, of the two that play now */
    lab_sample *samples;
    uint32_t count, limit, first_game;
    lab_weights weights;
    lab_forecast now, before; /* with the new weights, and those of the table */
} tuning;

/* ---- Watching. ---- */

static void watch(void *to, lab_table *table)
{
    watcher *w = to;
    const gg_ruleset *rules = table->setup->rules;
    if (!lab_is_turn(table, &w->last) || w->count == TURNS_MAX) return;
    int32_t values[2][GG_FEATURES_MAX];
    lab_sample *it = &w->samples[w->count++];
    memset(it, 0, sizeof *it);
    gg_match_view(&table->match, GG_RED, w->view);
    it->lead = -rules->score(w->view, GG_RED, NULL, NULL);
    gg_match_view(&table->match, GG_BLUE, w->view);
    it->lead += rules->score(w->view, GG_BLUE, NULL, NULL);
    if (w->count % 2 == 0) gg_match_view(&table->match, GG_RED, w->view);
    it->progress = (int16_t)rules->judgement->appraise(w->view, values);
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
        it->more[i] = values[GG_BLUE][i] - values[GG_RED][i];
}

static void *open_watcher(void *about)
{
    watcher *w = cli_memory(sizeof *w);
    w->table = lab_open_table(&((tuning *)about)->setup, false);
    w->view = cli_memory(w->table->setup->rules->state_bytes);
    w->table->watch = watch;
    w->table->to = w;
    return w;
}

static void close_watcher(void *worker)
{
    watcher *w = worker;
    lab_close_table(w->table);
    free(w->view);
    free(w);
}

static bool play(void *worker, uint64_t game)
{
    watcher *w = worker;
    w->count = 0;
    w->last = lab_no_turn();
    return lab_play(w->table, game);
}

/* At most so many of a game, evenly; the first one where it begins differs from game to game. */
static bool keep(void *about, void *worker, uint64_t game)
{
    tuning *t = about;
    watcher *w = worker;
    const uint32_t step = (w->count + SAMPLES_MAX - 1) / SAMPLES_MAX;
    if (w->count == 0 || !w->table->seen.over) return true;
    const uint32_t from = (uint32_t)(game % step), count = (w->count - from + step - 1) / step;
    lab_sample *kept = cli_memory((count + 1) * sizeof *kept);
    for (uint32_t i = 0; i < count; i++) {
        kept[i] = w->samples[from + i * step];
        kept[i].game = t->first_game + (uint32_t)game;
        kept[i].nth = (uint16_t)i;
        kept[i].of = (uint16_t)count;
        kept[i].winner = w->table->seen.winner;
        kept[i].held_out = game / 2 % HOLD_OUT == HOLD_OUT - 1;
    }
    kept[count].of = 0;
    t->kept[game] = kept;
    return true;
}

static void gather_samples(tuning *t)
{
    for (uint64_t game = 0; game < t->games; game++) {
        for (lab_sample *it = t->kept[game]; it != NULL && it->of > 0; it++) {
            if (t->count == t->limit) {
                t->limit = t->limit * 2 + 4096;
                t->samples = realloc(t->samples, t->limit * sizeof *t->samples);
                if (t->samples == NULL) exit(CLI_NO);
            }
            t->samples[t->count++] = *it;
        }
        free(t->kept[game]);
        t->kept[game] = NULL;
    }
    t->first_game += (uint32_t)t->games;
}

static int play_pair(tuning *t, uint32_t one, uint32_t two)
{
    for (int i = 0; i < 2; i++) {
        t->setup.players[i] = t->seats.players[i == 0 ? one : two];
        t->setup.efforts[i] = t->seats.efforts[i == 0 ? one : two];
    }
    const lab_batch batch = {.count = t->games,
                             .threads = t->threads,
                             .about = t,
                             .open = open_watcher,
                             .close = close_watcher,
                             .play = play,
                             .keep = keep};
    const lab_batch_end end = lab_play_batch(&batch);
    gather_samples(t);
    t->setup.seed++; /* other battles for the next two */
    return end == LAB_STOPPED ? CLI_NO : CLI_GO_ON;
}

/* ---- Telling. ---- */

static void say_forecast(const char *what, const lab_forecast *it)
{
    printf("%-12s %.3f %.3f %.3f   %.4f  %.4f  %.3f\n", what, it->auc[0], it->auc[1], it->auc[2],
           it->loss, it->brier, it->error);
}

static void say_all(const tuning *t)
{
    const gg_ruleset *rules = t->setup.rules;
    const lab_forecast *now = &t->now;
    printf("%s", rules->name);
    for (uint32_t i = 0; i < t->scenario_count; i++)
        printf(" %s", rules->scenarios[t->scenarios[i]].name);
    printf(": %u positions of %u games; held out are %u of %u\n", t->count, t->first_game,
           now->samples, now->games);
    printf("%-12s %-18s  %s\n", "forecast", "AUC 1/4, 1/2, 3/4", "loss    Brier   calibration");
    printf("%-12s %.3f %.3f %.3f\n", "score", now->score_auc[0], now->score_auc[1],
           now->score_auc[2]);
    say_forecast("as it is", &t->before);
    say_forecast("fitted", now);
    printf("said and was, in tenths:");
    for (int bin = 0; bin < LAB_BINS; bin++)
        if (now->in_bin[bin] > 0) printf(" %.2f:%.2f", now->said[bin], now->was[bin]);
    printf("\n");
}

static int32_t part_of(double odds)
{
    const double parts = odds * GG_ODDS_ONE;
    return parts > 1e8 ? 100000000 : parts < -1e8 ? -100000000 : (int32_t)lround(parts);
}

static int write_table(const tuning *t, const char *file)
{
    const gg_ruleset *rules = t->setup.rules;
    FILE *out = fopen(file, "w");
    if (out == NULL) return cli_misuse("%s cannot be written.", file);
    fprintf(out,
            "/* What a win in %s is made of: id, weight at the beginning and at the end "
            "(65536ths of a\n * natural logarithm of the odds), words.  `grognard lab tune "
            "%s` fits the weights. */\n",
            rules->name, rules->name);
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
        fprintf(out, "FEATURE(%s,%*s %7d, %7d, \"%s\")\n", rules->judgement->features[i].id,
                (int)(10 - strlen(rules->judgement->features[i].id) % 11), "",
                part_of(t->weights.early[i]), part_of(t->weights.late[i]),
                rules->judgement->features[i].text);
    return fclose(out) == 0 ? CLI_GO_ON : cli_misuse("%s cannot be written.", file);
}

static int write_data(const tuning *t, const char *file)
{
    const gg_ruleset *rules = t->setup.rules;
    FILE *out = fopen(file, "w");
    if (out == NULL) return cli_misuse("%s cannot be written.", file);
    fprintf(out, "game,nth,of,held_out,winner,progress,lead");
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
        fprintf(out, ",%s", rules->judgement->features[i].id);
    for (const lab_sample *it = t->samples; it < t->samples + t->count; it++) {
        fprintf(out, "\n%u,%u,%u,%u,%u,%d,%d", it->game, it->nth, it->of, it->held_out, it->winner,
                it->progress, it->lead);
        for (uint32_t i = 0; i < rules->judgement->feature_count; i++)
            fprintf(out, ",%d", it->more[i]);
    }
    fprintf(out, "\n");
    return fclose(out) == 0 ? CLI_GO_ON : cli_misuse("%s cannot be written.", file);
}

/* ---- All of it. ---- */

static lab_weights weights_of(const gg_ruleset *rules)
{
    lab_weights out;
    for (uint32_t i = 0; i < rules->judgement->feature_count; i++) {
        out.early[i] = rules->judgement->features[i].early / (double)GG_ODDS_ONE;
        out.late[i] = rules->judgement->features[i].late / (double)GG_ODDS_ONE;
    }
    return out;
}

static int play_all(tuning *t)
{
    int code = CLI_GO_ON;
    lab_catch_signals();
    t->kept = cli_memory(t->games * sizeof *t->kept);
    for (uint32_t i = 0; i < t->scenario_count; i++) {
        t->setup.scenario = t->scenarios[i];
        for (uint32_t one = 0; one < t->seats.count; one++)
            for (uint32_t two = one; code == CLI_GO_ON && two < t->seats.count; two++)
                code = play_pair(t, one, two);
    }
    free(t->kept);
    return code;
}

static int tune(tuning *t, double pull, const char *table, const char *data)
{
    const uint32_t features = t->setup.rules->judgement->feature_count;
    int code = play_all(t);
    if (code != CLI_GO_ON && t->count == 0) return code; /* stopped: what was played is fitted */
    code = CLI_GO_ON;
    const lab_weights old = weights_of(t->setup.rules);
    lab_tune_weights(t->samples, t->count, features, pull, &t->weights);
    lab_try_forecast(t->samples, t->count, features, &old, &t->before);
    lab_try_forecast(t->samples, t->count, features, &t->weights, &t->now);
    say_all(t);
    if (table != NULL) code = write_table(t, table);
    if (code == CLI_GO_ON && data != NULL) code = write_data(t, data);
    return code == CLI_GO_ON ? CLI_YES : code;
}

static int read_scenarios(tuning *t, const cli_list *words)
{
    gg_complaint complaint;
    const gg_ruleset *rules = t->setup.rules;
    t->scenarios[0] = t->setup.scenario;
    t->scenario_count = 1;
    for (int i = 2; i < words->count; i++)
        if (!gg_find_scenario(rules, words->items[i], &t->scenarios[t->scenario_count++],
                              &complaint))
            return cli_complain(rules, &complaint);
    return CLI_GO_ON;
}

static int read_call(tuning *t, const cli_list *words, const lab_wishes *wish, const char *players,
                     const char *games)
{
    t->games = GAMES_STANDARD;
    int code = lab_read_setup(&t->setup, words, wish);
    t->setup.swap = true;
    if (code == CLI_GO_ON) code = read_scenarios(t, words);
    if (code == CLI_GO_ON && t->setup.rules->judgement->feature_count == 0)
        code = cli_misuse("%s has no features to judge by.", t->setup.rules->name);
    if (code == CLI_GO_ON) code = lab_read_seats(&t->seats, players != NULL ? players : "greedy");
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 2 * HOLD_OUT, GAMES_MAX, &t->games);
    if (code == CLI_GO_ON) code = lab_read_threads(wish->threads, &t->threads);
    t->games += t->games % 2;
    return code;
}

int lab_tune(int argc, char **argv)
{
    const char *players = NULL, *games = NULL, *table = NULL, *data = NULL, *pull = NULL;
    uint64_t pulls = 4;
    lab_wishes wish = {0};
    cli_list words = {0};
    const cli_flag flags[] = {
        {"--players", "A,B,...", "who plays, each against each and itself; greedy unless told",
         &players, NULL},
        {"--games", "N", "of each two players; 400 unless told", &games, NULL},
        {"--seed", "N", "of all dice; 1 unless told", &wish.seed, NULL},
        {"--threads", "N", "games at the same time; the results are the same", &wish.threads, NULL},
        {"--pull", "N", "how strongly weights are drawn to nothing; 4 unless told", &pull, NULL},
        {"--table", "FILE", "write the rows there: rules/GAME/play/features.def", &table, NULL},
        {"--data", "FILE", "write the positions there, as comma-separated values", &data, NULL},
    };
    const cli_call call = {
        .usage = "lab tune GAME [SCENARIO ...] [--players A,B,...] [--games N]",
        .text = "Plays games and fits the weights of the game's features on who won; a fifth of "
                "the battles is held out, and says how good the forecast is.",
        .flags = flags,
        .flag_count = sizeof flags / sizeof flags[0],
        .words_min = 1,
        .words_max = 1 + SCENARIOS_MAX,
    };
    int code = cli_read_args(&call, argc, argv, &words);
    if (code != CLI_GO_ON) return code;
    tuning *t = cli_memory(sizeof *t);
    code = read_call(t, &words, &wish, players, games);
    if (code == CLI_GO_ON && pull != NULL)
        code = lab_read_count("--pull", pull, 0, 1000000, &pulls);
    if (code == CLI_GO_ON) code = tune(t, pulls == 0 ? 0.01 : (double)pulls, table, data);
    free(t->samples);
    free(t);
    return code;
}
