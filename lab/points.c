/*
 * points.c - `grognard lab points`: what are troops worth, so that equal points win half?
 *
 * Armies are drawn by lot and fight on ground that is the same for both.  Who wins is explained by
 * how often each points row counts more on one side than on the other (logistic regression), about
 * the values the rows have now: what battles say little of stays near them.  The weights become
 * points by one measure whose value stays as it is.  A fifth of the battles is held out: values
 * that were made without them must foretell them.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "lab/armies.h"
#include "lab/batch.h"
#include "lab/figures.h"
#include "lab/lab.h"
#include "lab/summary.h"
#include "players/batch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_STANDARD = 1000, GAMES_LEAST = 50, GAMES_MAX = 1000000, HELD = 5, DRAWS_MAX = 200 };
static const double apart_most = 0.4;   /* of the larger army, by the points as they are */
static const double alike_within = 0.1; /* two armies count as equal */

typedef struct battle {
    bool is_played;
    uint8_t halves;
} battle;

/* What the held-out battles say. */
typedef struct proof {
    uint64_t games;
    double coin, before, now; /* how much the results surprise, on average */
    lab_mean gain;            /* before - now, battle by battle */
    lab_interval slope;       /* 1: chances are told as they are */
    lab_mean by_now;          /* armies alike before: the one that is stronger now wins */
    lab_mean by_before;       /* and the other way round */
} proof;

typedef struct points {
    lab_setup setup;
    const lab_list *list;
    uint16_t rows[LAB_COLUMNS_MAX];
    int row_count;
    double before[LAB_COLUMNS_MAX]; /* values of the rows as they are */
    int measure[LAB_COLUMNS_MAX];
    uint64_t games, played;
    battle *battles;
    lab_interval values[LAB_COLUMNS_MAX];
    int32_t rounded[LAB_COLUMNS_MAX];
    uint64_t seen[LAB_COLUMNS_MAX]; /* battles in which it makes a difference */
    lab_interval blue;              /* what is left for the side itself, in points */
    proof proof;
} points;

/* ---- The armies of a battle. ---- */

static double worth(const points *p, const int *counts)
{
    double sum = 0;
    for (int i = 0; i < p->row_count; i++) sum += p->before[i] * counts[i];
    return sum;
}

/* Red's army is drawn until it is not much larger or smaller than blue's. */
static void draw_armies(const points *p, uint64_t game, lab_army armies[2],
                        int counts[2][LAB_COLUMNS_MAX])
{
    gg_dice dice = gg_dice_random(gg_seed_of_game(p->setup.seed + 1, game));
    const gg_ruleset *rules = p->setup.rules;
    lab_draw_army(p->list, &dice, &armies[GG_BLUE]);
    lab_count_army(p->list, &armies[GG_BLUE], rules, p->rows, p->row_count, counts[GG_BLUE]);
    const double ours = worth(p, counts[GG_BLUE]);
    for (int draw = 0; draw < DRAWS_MAX; draw++) {
        lab_draw_army(p->list, &dice, &armies[GG_RED]);
        lab_count_army(p->list, &armies[GG_RED], rules, p->rows, p->row_count, counts[GG_RED]);
        const double theirs = worth(p, counts[GG_RED]);
        if (fabs(ours - theirs) <= apart_most * fmax(ours, theirs)) return;
    }
}

static void write_start(const lab_setup *setup, uint64_t game, gg_text *out)
{
    const points *p = setup->about_start;
    const gg_ruleset *rules = setup->rules;
    lab_army armies[2];
    int counts[2][LAB_COLUMNS_MAX];
    char bytes[2048];
    gg_text more = gg_text_over(bytes, sizeof bytes);
    gg_write_house(rules, setup->house, &more);
    for (uint32_t i = 0; i < rules->option_count; i++) {
        if (setup->options[i] == GG_OPTION_UNSET) continue;
        gg_put(&more, "option ");
        gg_put(&more, rules->options[i].name);
        gg_put_char(&more, '=');
        gg_put_int(&more, setup->options[i]);
        gg_put_char(&more, '\n');
    }
    gg_assert(!more.cut);
    draw_armies(p, game, armies, counts);
    lab_write_armies(p->list, armies, bytes, out);
}

/* ---- The battles. ---- */

static void *open_worker(void *about) { return lab_open_table(&((points *)about)->setup, false); }

static void close_worker(void *worker) { lab_close_table(worker); }

static bool play(void *worker, uint64_t game) { return lab_play(worker, game); }

static bool keep(void *about, void *worker, uint64_t game)
{
    points *p = about;
    const gg_side winner = ((const lab_table *)worker)->seen.winner;
    p->battles[game] = (battle){.is_played = true,
                                .halves = winner == GG_BLUE  ? 2
                                          : winner == GG_RED ? 0
                                                             : 1};
    p->played++;
    return true;
}

/* House rules may make an army impossible: better known before than after an hour. */
static int try_armies(const points *p)
{
    const gg_ruleset *rules = p->setup.rules;
    gg_state *state = cli_memory(rules->state_bytes);
    gg_error error = {0};
    for (uint64_t game = 0; game < p->games && error.text == NULL; game++) {
        char bytes[LAB_START_BYTES];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        write_start(&p->setup, game, &text);
        error = gg_read_position(rules, bytes, state);
    }
    free(state);
    if (error.text == NULL) return CLI_GO_ON;
    return cli_misuse("no army can be drawn by these house rules: %s.", error.text);
}

/* ---- What they say. ---- */

/* The battles as rows of differences, with a column for the side itself behind them; `larger` (or
 * NULL) gets what the larger army of each is worth. */
static lab_data gather(const points *p, bool with_held, bool with_others, double *larger)
{
    const int columns = p->row_count + 1;
    lab_data data = {.columns = columns};
    data.x = cli_memory(sizeof *data.x * p->games * (uint64_t)columns);
    data.y = cli_memory(sizeof *data.y * p->games);
    for (uint64_t game = 0; game < p->games; game++) {
        lab_army armies[2];
        int counts[2][LAB_COLUMNS_MAX];
        const bool is_held = game % HELD == HELD - 1;
        if (!p->battles[game].is_played || !(is_held ? with_held : with_others)) continue;
        draw_armies(p, game, armies, counts);
        double *x = data.x + data.rows * (uint64_t)columns;
        for (int i = 0; i < p->row_count; i++) x[i] = counts[GG_BLUE][i] - counts[GG_RED][i];
        x[p->row_count] = 1;
        if (larger != NULL)
            larger[data.rows] = fmax(worth(p, counts[GG_BLUE]), worth(p, counts[GG_RED]));
        data.y[data.rows++] = p->battles[game].halves / 2.0;
    }
    return data;
}

static void drop(lab_data *data)
{
    free(data->x);
    free(data->y);
}

/* How much one point of today is worth, and the side itself: from the difference of points alone.
 * False: more points do not win more often, as far as these battles tell. */
static bool fit_scale(const double *values, const lab_data *data, lab_fit *fit)
{
    lab_data sums = {.columns = 2, .rows = data->rows};
    sums.x = cli_memory(sizeof *sums.x * (data->rows * 2 + 1));
    sums.y = data->y;
    for (uint64_t row = 0; row < data->rows; row++) {
        sums.x[2 * row] =
            lab_sum_at(values, data->x + row * (uint64_t)data->columns, data->columns - 1);
        sums.x[2 * row + 1] = 1;
    }
    *fit = (lab_fit){.sure = {1e-6, 1e-2}};
    const bool good = lab_fit_weights(fit, &sums);
    free(sums.x);
    return good;
}

/* Each row is expected about what it is now, give or take as much again (at least two points). */
static bool fit_rows(const points *p, const lab_data *data, const lab_fit *scale, lab_fit *fit)
{
    *fit = (lab_fit){.columns = data->columns};
    for (int i = 0; i < p->row_count; i++) {
        const double apart = scale->weights[0] * fmax(2, fabs(p->before[i]));
        fit->expected[i] = scale->weights[0] * p->before[i];
        fit->sure[i] = 1 / (apart * apart);
    }
    fit->sure[p->row_count] = 1e-2;
    return lab_fit_weights(fit, data);
}

/* Points of a weight with the measure's value as it is; its error by the slopes of the quotient. */
static lab_interval points_of(const points *p, const lab_fit *fit, int row)
{
    double measure = 0, value = 0, slope[LAB_COLUMNS_MAX], variance = 0;
    for (int i = 0; i < p->row_count; i++) {
        measure += fit->weights[i] * p->measure[i];
        value += p->before[i] * p->measure[i];
    }
    const double each = value / measure;
    for (int i = 0; i < fit->columns; i++) {
        const int counts = i < p->row_count ? p->measure[i] : 0;
        slope[i] = (i == row ? each : 0) - fit->weights[row] * each * counts / measure;
    }
    for (int i = 0; i < fit->columns; i++)
        for (int k = 0; k < fit->columns; k++)
            variance += slope[i] * slope[k] * fit->covariance[i][k];
    const double half = LAB_Z95 * sqrt(fmax(variance, 0)), at = fit->weights[row] * each;
    return (lab_interval){.value = at, .low = at - half, .high = at + half};
}

/* One of two armies that are equal by the one reckoning is stronger by the other: does it win? */
static void add_alike(lab_mean *to, double alike, double army, double stronger, double result)
{
    if (fabs(alike) <= alike_within * army && stronger != 0)
        lab_add(to, stronger > 0 ? result : 1 - result);
}

/* `now` are values from the other battles. */
static void prove(points *p, const lab_fit *scale, const lab_fit *fit, const double *now)
{
    double *army = cli_memory(sizeof *army * p->games);
    lab_data held = gather(p, true, false, army);
    lab_fit check;
    p->proof = (proof){.games = held.rows};
    for (uint64_t row = 0; row < held.rows; row++) {
        const double *x = held.x + row * (uint64_t)held.columns, y = held.y[row];
        const double sum[2] = {lab_sum_at(p->before, x, p->row_count),
                               lab_sum_at(now, x, p->row_count)};
        const double before = scale->weights[0] * sum[0] + scale->weights[1];
        const double surprise[2] = {
            lab_surprise(lab_chance(before), y),
            lab_surprise(lab_chance(lab_sum_at(fit->weights, x, held.columns)), y)};
        p->proof.coin += lab_surprise(0.5, y) / (double)held.rows;
        p->proof.before += surprise[0] / (double)held.rows;
        p->proof.now += surprise[1] / (double)held.rows;
        lab_add(&p->proof.gain, surprise[0] - surprise[1]);
        add_alike(&p->proof.by_now, sum[0], army[row], sum[1], y);
        add_alike(&p->proof.by_before, sum[1], army[row], sum[0], y);
    }
    if (fit_scale(fit->weights, &held, &check)) {
        const double half = LAB_Z95 * sqrt(check.covariance[0][0]), at = check.weights[0];
        p->proof.slope = (lab_interval){.value = at, .low = at - half, .high = at + half};
    }
    drop(&held);
    free(army);
}

static int32_t within(const gg_number *number, double value)
{
    const double nearest = floor(value + 0.5);
    return (int32_t)fmax(number->low, fmin(number->high, nearest));
}

/* The measure keeps its value in whole points too: the row that makes good takes what is left. */
static void round_values(points *p)
{
    const gg_number *numbers = p->setup.rules->numbers;
    int rest = -1;
    double left = 0;
    for (int i = 0; i < p->row_count; i++) {
        p->rounded[i] = within(&numbers[p->rows[i]], p->values[i].value);
        left += p->before[i] * p->measure[i];
        if (strcmp(numbers[p->rows[i]].id, p->list->rest) == 0) rest = i;
    }
    gg_assert(rest >= 0 && p->measure[rest] > 0);
    for (int i = 0; i < p->row_count; i++)
        if (i != rest) left -= p->rounded[i] * p->measure[i];
    p->rounded[rest] = within(&numbers[p->rows[rest]], left / p->measure[rest]);
}

static bool is_told(const lab_fit *scale)
{
    return scale->weights[0] > LAB_Z95 * sqrt(scale->covariance[0][0]);
}

static int find_values(points *p)
{
    lab_data others = gather(p, false, true, NULL);
    lab_data all = gather(p, true, true, NULL);
    lab_fit scale, *fit = cli_memory(sizeof *fit);
    bool good = fit_scale(p->before, &others, &scale) && is_told(&scale)
                && fit_rows(p, &others, &scale, fit);
    if (good) {
        double now[LAB_COLUMNS_MAX];
        for (int i = 0; i < p->row_count; i++) now[i] = points_of(p, fit, i).value;
        prove(p, &scale, fit, now);
        good =
            fit_scale(p->before, &all, &scale) && is_told(&scale) && fit_rows(p, &all, &scale, fit);
    }
    for (int i = 0; good && i < p->row_count; i++) {
        p->values[i] = points_of(p, fit, i);
        for (uint64_t row = 0; row < all.rows; row++)
            p->seen[i] += all.x[row * (uint64_t)all.columns + (uint64_t)i] != 0;
    }
    if (good) {
        p->blue = points_of(p, fit, p->row_count);
        round_values(p);
    }
    free(fit);
    drop(&others);
    drop(&all);
    if (good) return CLI_GO_ON;
    return cli_no("%llu battles do not tell what troops are worth: more points do not win more "
                  "often for certain; play more of them.",
                  (unsigned long long)p->played);
}

/* ---- Telling. ---- */

static void say_share(FILE *out, const lab_mean *mean)
{
    if (mean->count < 2) {
        fputs("there were none", out);
        return;
    }
    const lab_interval it = lab_mean_interval(mean, LAB_Z95);
    fprintf(out, "%.0f %% (%.0f to %.0f) of %llu", it.value * 100, fmax(0, it.low) * 100,
            fmin(1, it.high) * 100, (unsigned long long)mean->count);
}

static void say_proof(const points *p)
{
    const proof *it = &p->proof;
    const lab_interval gain = lab_mean_interval(&it->gain, LAB_Z95);
    printf("\nHeld out: %llu battles that the values were made without.\n"
           "  surprise on average        a coin %.3f, the points as they were %.3f, these %.3f;\n"
           "                             less by %+.3f (%+.3f to %+.3f)\n"
           "  chances told as they are   %.2f (%.2f to %.2f); 1 is right\n"
           "  alike as they were, within %.0f %%: stronger by these wins ",
           (unsigned long long)it->games, it->coin, it->before, it->now, gain.value, gain.low,
           gain.high, it->slope.value, it->slope.low, it->slope.high, alike_within * 100);
    say_share(stdout, &it->by_now);
    fputs("\n  alike by these: stronger as they were wins ", stdout);
    say_share(stdout, &it->by_before);
    putchar('\n');
}

/* Beyond what a sum of fractions may be off. */
static bool differs(const lab_interval *it, double before)
{
    return it->low > before + 1e-6 || it->high < before - 1e-6;
}

static void say_values(const points *p)
{
    char words[300];
    const gg_number *numbers = p->setup.rules->numbers;
    printf("%s: points from %llu battles of drawn armies, %s.  The measure is\n%s.\n\n"
           "%-24s %6s  %-24s %6s  %s\n",
           p->setup.rules->name, (unsigned long long)p->played,
           lab_say_players(&p->setup, words, sizeof words), p->list->measure_called, "row", "now",
           "by battles (95 %)", "whole", "differs in");
    for (int i = 0; i < p->row_count; i++) {
        const lab_interval *it = &p->values[i];
        char range[64];
        snprintf(range, sizeof range, "%.1f (%.1f to %.1f)", it->value, it->low, it->high);
        printf("%-24s %6.0f  %-24s %6d %c %llu battles\n", numbers[p->rows[i]].id, p->before[i],
               range, (int)p->rounded[i], differs(it, p->before[i]) ? '*' : ' ',
               (unsigned long long)p->seen[i]);
    }
    printf("\n* differs for certain from what it was.  Blue itself is worth %.1f (%.1f to %.1f) "
           "points here.\n",
           p->blue.value, p->blue.low, p->blue.high);
    say_proof(p);
}

static json_t *interval_json(const lab_interval *it)
{
    return json_pack("{s:f, s:f, s:f}", "value", it->value, "low", it->low, "high", it->high);
}

static void print_values(const points *p)
{
    const gg_number *numbers = p->setup.rules->numbers;
    json_t *rows = json_array();
    for (int i = 0; i < p->row_count; i++)
        json_array_append_new(
            rows, json_pack("{s:s, s:f, s:o, s:i, s:I}", "row", numbers[p->rows[i]].id, "before",
                            p->before[i], "points", interval_json(&p->values[i]), "whole",
                            (int)p->rounded[i], "battles", (json_int_t)p->seen[i]));
    const lab_interval gain = lab_mean_interval(&p->proof.gain, LAB_Z95);
    const lab_interval by_now = lab_mean_interval(&p->proof.by_now, LAB_Z95);
    const lab_interval by_before = lab_mean_interval(&p->proof.by_before, LAB_Z95);
    json_t *held =
        json_pack("{s:I, s:f, s:f, s:f, s:o, s:o, s:o, s:o}", "battles", (json_int_t)p->proof.games,
                  "coin", p->proof.coin, "before", p->proof.before, "now", p->proof.now, "gain",
                  interval_json(&gain), "slope", interval_json(&p->proof.slope), "stronger_now",
                  interval_json(&by_now), "stronger_before", interval_json(&by_before));
    json_t *all = json_pack("{s:s, s:I, s:s, s:o, s:o, s:o}", "game", p->setup.rules->name,
                            "battles", (json_int_t)p->played, "measure", p->list->measure_called,
                            "rows", rows, "blue", interval_json(&p->blue), "held_out", held);
    lab_print_json(all);
    json_decref(all);
}

static int write_values(const points *p, const char *file)
{
    char *text = NULL, words[300];
    size_t count = 0;
    const gg_number *numbers = p->setup.rules->numbers;
    FILE *out = open_memstream(&text, &count);
    gg_assert(out != NULL);
    fprintf(out, "# Points of %s from %llu battles of drawn armies, %s: for --tables.\n",
            p->setup.rules->name, (unsigned long long)p->played,
            lab_say_players(&p->setup, words, sizeof words));
    for (int i = 0; i < p->row_count; i++)
        fprintf(out, "%s=%d # %.1f (%.1f to %.1f) by battles; it was %.0f\n",
                numbers[p->rows[i]].id, (int)p->rounded[i], p->values[i].value, p->values[i].low,
                p->values[i].high, p->before[i]);
    fclose(out);
    const int code = cli_write_file(file, text, count);
    free(text);
    return code;
}

/* ---- The call. ---- */

static const char *list_name(const void *of, int row)
{
    (void)of;
    return lab_lists[row] == NULL ? NULL : lab_lists[row]->game;
}

static int find_list(points *p)
{
    char near[64];
    const char *game = p->setup.rules->name;
    for (int i = 0; lab_lists[i] != NULL; i++)
        if (strcmp(lab_lists[i]->game, game) == 0) p->list = lab_lists[i];
    if (p->list == NULL)
        return cli_misuse("the troops of %s have no points%s; clausewitz and squares have.", game,
                          cli_nearest(game, list_name, NULL, near, sizeof near));
    const gg_ruleset *rules = p->setup.rules;
    p->row_count = lab_rows_of(p->list, rules, p->rows);
    for (int i = 0; i < p->row_count; i++)
        p->before[i] = gg_number_value(rules->numbers, p->setup.house, p->rows[i]);
    lab_count_troop(p->list->measure, rules, p->rows, p->row_count, 1, p->list->measure_dice,
                    p->measure);
    if (worth(p, p->measure) > 0) return CLI_GO_ON;
    return cli_misuse("%s is worth nothing by these house rules, and is the measure of the others.",
                      p->list->measure_called);
}

static int answer(points *p, int threads, const char *out, bool json)
{
    int code = try_armies(p);
    if (code != CLI_GO_ON) return code;
    const lab_batch batch = {.count = p->games,
                             .threads = threads,
                             .about = p,
                             .open = open_worker,
                             .close = close_worker,
                             .play = play,
                             .keep = keep,
                             .thing = "battles"};
    lab_catch_signals();
    const lab_batch_end end = lab_play_batch(&batch);
    if (p->played < GAMES_LEAST) return cli_no("stopped before anything could be told.");
    code = find_values(p);
    if (code != CLI_GO_ON) return code;
    if (json) print_values(p);
    else say_values(p);
    if (out != NULL) code = write_values(p, out);
    if (code != CLI_GO_ON) return code;
    return end == LAB_ALL_PLAYED ? CLI_YES : cli_no("stopped: more battles would have told more.");
}

int lab_points_of_troops(int argc, char **argv)
{
    const char *games = NULL, *out = NULL, *json = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    cli_flag flags[LAB_WISH_FLAGS + 3] = {
        {"--games", "N", "battles; 1000 unless told", &games, NULL},
        {"--out", "FILE", "writes the values as a file that --tables reads", &out, NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    lab_wish_flags(&wish, flags + 3);
    const cli_call call = {
        .usage = "lab points GAME [--games N] [--out FILE] [--json] ...",
        .text = "Armies drawn by lot fight, and who wins says what troops are worth: values by "
                "which equal points win half, each with its interval, and proved on battles that "
                "were held out.",
        .flags = flags,
        .flag_count = LAB_WISH_FLAGS + 3,
        .words_min = 1,
        .words_max = 1,
    };
    int threads = 1;
    points *p = cli_memory(sizeof *p);
    p->games = GAMES_STANDARD;
    int code = cli_read_args(&call, argc, argv, &words);
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, GAMES_LEAST, GAMES_MAX, &p->games);
    if (code == CLI_GO_ON) code = lab_read_threads(wish.threads, &threads);
    if (code == CLI_GO_ON) code = lab_read_setup(&p->setup, &words, &wish);
    if (code == CLI_GO_ON && p->setup.swap)
        code = cli_misuse("lab points draws the armies of both sides anew each time: --swap has no "
                          "meaning here.");
    if (code == CLI_GO_ON) code = find_list(p);
    if (code == CLI_GO_ON) {
        p->setup.write_start = write_start;
        p->setup.about_start = p;
        p->battles = cli_memory(sizeof *p->battles * p->games);
        code = answer(p, threads, out, json != NULL);
    }
    free(p->battles);
    free(p);
    return code;
}
