/*
 * balance.c - `grognard lab balance`: which value of a number makes the sides equal?
 *
 * Where the knob has few values all of them are played; else it is halved: each value plays battles
 * until it is certain on which side of the wanted share it lies, or until the games are used up,
 * and that half is looked at next in which the share must cross.  What is told at the end has its
 * error with it: the share at the best value with its interval, which values are not excluded, and
 * where between two values the share crosses.
 */
#include "lab/lab.h"
#include "lab/summary.h"
#include "lab/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LOOK = 64, GAMES_STANDARD = 512, FEW = 9, TRIED_MAX = 40 };

typedef struct balance {
    lab_setup setup;
    lab_knob knob;
    double share;
    uint64_t games;
    int threads, count;
    double z; /* for all looks at all values together */
    lab_variant tried[TRIED_MAX];
    int32_t values[TRIED_MAX];
    bool is_stopped;
} balance;

static int32_t steps_of(const lab_knob *knob) { return (knob->high - knob->low) / knob->step; }

/* The share lies in the range 0 .. 1 and so does its interval. */
static lab_interval share_at(const balance *b, int row, double z)
{
    const lab_mean mean = lab_share_of(&b->tried[row], b->tried[row].played);
    lab_mean change = {0}; /* Agresti's two more, as for paired differences: 0 and 1 */
    for (uint64_t i = 0; i < mean.count; i++) lab_add(&change, b->tried[row].halves[i] / 2.0);
    lab_add(&change, 0);
    lab_add(&change, 1);
    const lab_interval it = lab_mean_interval(&change, z);
    return (lab_interval){.value = mean.mean, .low = fmax(0, it.low), .high = fmin(1, it.high)};
}

/* Is it certain that the share there is above (1) or below (-1) what is wanted? */
static int side_of(const balance *b, int row)
{
    const lab_interval it = share_at(b, row, b->z);
    return it.low > b->share ? 1 : it.high < b->share ? -1 : 0;
}

/* Plays this value; the row where it stands, or -1: no game can begin so, or it was stopped. */
static int try_value(balance *b, int32_t value, bool to_the_end)
{
    lab_setup setup = b->setup;
    for (int i = 0; i < b->count; i++)
        if (b->values[i] == value) return i;
    lab_turn_knob(&setup, &b->knob, value);
    if (b->count == TRIED_MAX || !lab_can_begin(&setup)) return -1;
    lab_variant *one = &b->tried[b->count];
    lab_open_variant(one, &setup, b->games);
    b->values[b->count++] = value;
    for (uint64_t until = to_the_end ? b->games : FIRST_LOOK;; until *= 2) {
        if (until > b->games) until = b->games;
        if (lab_play_variants(one, 1, until, b->threads) != LAB_ALL_PLAYED) {
            b->is_stopped = true;
            lab_close_variant(one);
            b->count--;
            return -1;
        }
        if (until == b->games || side_of(b, b->count - 1) != 0) return b->count - 1;
    }
}

static void try_all(balance *b)
{
    for (int32_t step = 0; step <= steps_of(&b->knob) && !b->is_stopped; step++)
        try_value(b, b->knob.low + step * b->knob.step, true);
}

/* Between two values on different sides of the share there is one where it crosses. */
static void halve(balance *b)
{
    int32_t low = 0, high = steps_of(&b->knob);
    const int first = try_value(b, b->knob.low, false);
    const int last = first < 0 ? -1 : try_value(b, b->knob.low + high * b->knob.step, false);
    if (last < 0) return;
    const int at_low = side_of(b, first), at_high = side_of(b, last);
    if (at_low == 0 || at_high == 0 || at_low == at_high) return;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        const int row = try_value(b, b->knob.low + middle * b->knob.step, false);
        if (row < 0) return;
        const lab_mean mean = lab_share_of(&b->tried[row], b->tried[row].played);
        if ((mean.mean > b->share) == (at_low > 0)) low = middle;
        else high = middle;
    }
}

/* ---- Telling. ---- */

static void sort(balance *b)
{
    for (int i = 1; i < b->count; i++)
        for (int k = i; k > 0 && b->values[k] < b->values[k - 1]; k--) {
            const lab_variant one = b->tried[k];
            const int32_t value = b->values[k];
            b->tried[k] = b->tried[k - 1], b->values[k] = b->values[k - 1];
            b->tried[k - 1] = one, b->values[k - 1] = value;
        }
}

static int best_of(const balance *b)
{
    int best = 0;
    for (int i = 1; i < b->count; i++)
        if (fabs(share_at(b, i, b->z).value - b->share)
            < fabs(share_at(b, best, b->z).value - b->share))
            best = i;
    return best;
}

/* Where the line between two neighbours crosses the share, the one nearest to the best value; its
 * error is that of the two shares, along the slope. */
static bool find_crossing(const balance *b, lab_interval *at)
{
    double nearest = HUGE_VAL;
    const int best = best_of(b);
    for (int i = 0; i + 1 < b->count; i++) {
        const lab_mean one = lab_share_of(&b->tried[i], b->tried[i].played);
        const lab_mean two = lab_share_of(&b->tried[i + 1], b->tried[i + 1].played);
        const double rise = two.mean - one.mean, wide = b->values[i + 1] - b->values[i];
        if ((one.mean > b->share) == (two.mean > b->share) || rise == 0) continue;
        const double part = (b->share - one.mean) / rise;
        const double error = hypot((1 - part) * lab_error(&one), part * lab_error(&two));
        const double half = LAB_Z95 * error / fabs(rise) * wide, here = b->values[i] + part * wide;
        if (fabs(here - b->values[best]) >= nearest) continue;
        nearest = fabs(here - b->values[best]);
        *at = (lab_interval){.value = here, .low = here - half, .high = here + half};
    }
    return nearest < HUGE_VAL;
}

static void say_answer(const balance *b)
{
    char words[300];
    lab_interval at;
    const int best = best_of(b);
    printf("%s\n%s: blue's share of the wins (a draw counts half), with an interval that holds for "
           "the whole table in 95 of 100.\n\n",
           lab_say_run(&b->setup, words, sizeof words), b->knob.name);
    for (int i = 0; i < b->count; i++) {
        const lab_interval it = share_at(b, i, b->z);
        printf("%c %6d  %5.1f %%  (%.1f to %.1f)  %llu games%s\n", i == best ? '>' : ' ',
               (int)b->values[i], it.value * 100, it.low * 100, it.high * 100,
               (unsigned long long)b->tried[i].played, side_of(b, i) == 0 ? "  not excluded" : "");
    }
    const lab_interval it = share_at(b, best, b->z);
    printf("\nNearest to %.1f %%: %s=%d, %.1f %% (%.1f to %.1f).\n", b->share * 100, b->knob.name,
           (int)b->values[best], it.value * 100, it.low * 100, it.high * 100);
    if (find_crossing(b, &at))
        printf("The share crosses %.1f %% at %.2f (%.2f to %.2f), on a line between its "
               "neighbours.\n",
               b->share * 100, at.value, at.low, at.high);
    if (side_of(b, best) != 0)
        printf("No value that was tried brings it there: %s.\n",
               it.value > b->share ? "blue is favoured at all of them, or between two of them the "
                                     "step is too large"
                                   : "red is favoured at all of them, or between two of them the "
                                     "step is too large");
}

static void print_answer(const balance *b)
{
    json_t *list = json_array();
    lab_interval at;
    const int best = best_of(b);
    for (int i = 0; i < b->count; i++) {
        const lab_interval it = share_at(b, i, b->z);
        json_array_append_new(
            list, json_pack("{s:i, s:I, s:f, s:f, s:f, s:b}", "value", (int)b->values[i], "games",
                            (json_int_t)b->tried[i].played, "share", it.value, "low", it.low,
                            "high", it.high, "excluded", (int)(side_of(b, i) != 0)));
    }
    json_t *all = json_pack("{s:o, s:s, s:f, s:i, s:b, s:o}", "run", lab_run_json(&b->setup),
                            "knob", b->knob.name, "wanted", b->share, "best", (int)b->values[best],
                            "reached", (int)(side_of(b, best) == 0), "tried", list);
    if (find_crossing(b, &at))
        json_object_set_new(
            all, "crosses",
            json_pack("{s:f, s:f, s:f}", "value", at.value, "low", at.low, "high", at.high));
    lab_print_json(all);
    json_decref(all);
}

static int find_balance(balance *b, bool json)
{
    const bool few = steps_of(&b->knob) < FEW;
    int looks = 1;
    for (uint64_t at = FIRST_LOOK; at < b->games; at *= 2) looks++;
    /* halving looks at no more values than the range has binary digits, and its two ends */
    const double all = few ? steps_of(&b->knob) + 1 : looks * (2 + ceil(log2(steps_of(&b->knob))));
    b->z = lab_z_of(0.05 / all);
    lab_catch_signals();
    if (few) try_all(b);
    else halve(b);
    if (b->count == 0) return cli_no("stopped before anything could be told.");
    sort(b);
    if (json) print_answer(b);
    else say_answer(b);
    if (b->is_stopped) return cli_no("stopped: more games would have told more.");
    return side_of(b, best_of(b)) == 0 ? CLI_YES : CLI_NO;
}

static int read_share(const char *text, double *share)
{
    char *end = NULL;
    *share = text == NULL ? 0.5 : strtod(text, &end);
    if (text == NULL || (end != text && *end == 0 && *share > 0 && *share < 1)) return CLI_GO_ON;
    return cli_misuse("--share takes a number between 0 and 1, such as 0.5, and not \"%.40s\".",
                      text);
}

int lab_balance(int argc, char **argv)
{
    const char *knob = NULL, *share = NULL, *games = NULL, *json = NULL;
    lab_wishes wish = {0};
    cli_list words = {0};
    cli_flag flags[LAB_WISH_FLAGS + 4] = {
        {"--knob", "NAME", "the number of the rules, or the option, that may change", &knob, NULL},
        {"--share", "X", "what blue shall win, a draw counting half; 0.5 unless told", &share,
         NULL},
        {"--games", "N", "at most so many for each value; 512 unless told", &games, NULL},
        {"--json", NULL, "as one object", &json, NULL},
    };
    lab_wish_flags(&wish, flags + 4);
    const cli_call call = {
        .usage = "lab balance GAME [SCENARIO] --knob ROW|OPTION [--share 0.5] [--games N] "
                 "[--json] ...",
        .text = "Finds the value of a number or an option that brings blue's share of the wins to "
                "a half, or to what is asked for, and says how sure that is.  Exit code 1: no "
                "value does.",
        .flags = flags,
        .flag_count = LAB_WISH_FLAGS + 4,
        .words_min = 1,
        .words_max = 2,
    };
    balance *b = cli_memory(sizeof *b);
    int code = cli_read_args(&call, argc, argv, &words);
    b->games = GAMES_STANDARD;
    if (code == CLI_GO_ON && knob == NULL) code = cli_misuse("lab balance needs --knob NAME.");
    if (code == CLI_GO_ON && games != NULL)
        code = lab_read_count("--games", games, 8, LAB_TRIAL_GAMES_MAX, &b->games);
    if (code == CLI_GO_ON) code = read_share(share, &b->share);
    if (code == CLI_GO_ON) code = lab_read_threads(wish.threads, &b->threads);
    if (code == CLI_GO_ON) code = lab_read_setup(&b->setup, &words, &wish);
    if (code == CLI_GO_ON) code = lab_find_knob(&b->setup, knob, &b->knob);
    if (code == CLI_GO_ON) code = find_balance(b, json != NULL);
    for (int i = 0; i < b->count; i++) lab_close_variant(&b->tried[i]);
    free(b);
    return code;
}
