/*
 * balance.c - `grognard lab balance`: which value of a number makes the sides equal?
 *
 * Where the knob has few values all of them are played; else a grid over its whole range, for the
 * share need not rise or fall all the way.  Each value plays battles until it is certain on which
 * side of the wanted share it lies, or until the games are used up.  Where two neighbours lie on
 * different sides the share crosses; of several crossings the one counts that is nearest to the
 * value played now, and between its neighbours the range is halved.  What is told at the end has
 * its error with it: the share at the best value with its interval, which values are not excluded,
 * and where between two values the share crosses.
 * SPDX-License-Identifier: MIT
 */
#include "lab/lab.h"
#include "lab/summary.h"
#include "lab/trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_LOOK = 64, GAMES_STANDARD = 512, FEW = 9, GRID = 8, TRIED_MAX = 40 };

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
    lab_mean change = mean; /* Agresti's two more, as for paired differences: 0 and 1 */
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

/* How far the value played now is from those between a row and the next. */
static int32_t away_from_now(const balance *b, int row)
{
    const int32_t now = b->knob.now;
    return now < b->values[row]       ? b->values[row] - now
           : now > b->values[row + 1] ? now - b->values[row + 1]
                                      : 0;
}

static bool is_above(const balance *b, int row)
{
    return lab_share_of(&b->tried[row], b->tried[row].played).mean > b->share;
}

/* The row after which the share crosses what is wanted, nearest to the value played now; -1: it
 * crosses nowhere. */
static int crossing_of(const balance *b)
{
    int best = -1;
    for (int i = 0; i + 1 < b->count; i++)
        if (is_above(b, i) != is_above(b, i + 1)
            && (best < 0 || away_from_now(b, i) < away_from_now(b, best)))
            best = i;
    return best;
}

static void try_grid(balance *b)
{
    for (int32_t part = 0; part <= GRID && !b->is_stopped; part++)
        try_value(b,
                  b->knob.low + (int32_t)((int64_t)steps_of(&b->knob) * part / GRID) * b->knob.step,
                  false);
    if (!b->is_stopped) try_value(b, b->knob.now, false);
    sort(b);
}

static double off_at(const balance *b, int row)
{
    return fabs(lab_share_of(&b->tried[row], b->tried[row].played).mean - b->share);
}

/* Is what is wanted within the interval of this value alone?  That of the whole table is wider, and
 * after few games it would hold nearly everything. */
static bool is_reached_at(const balance *b, int row)
{
    const lab_interval it = share_at(b, row, LAB_Z95);
    return it.low <= b->share && it.high >= b->share;
}

static int32_t change_to(const balance *b, int row) { return abs(b->values[row] - b->knob.now); }

/* Beside the crossing; where there is none the smallest change that reaches it, or the nearest. */
static int best_of(const balance *b)
{
    const int row = crossing_of(b);
    if (row >= 0) return off_at(b, row + 1) < off_at(b, row) ? row + 1 : row;
    int best = 0;
    for (int i = 1; i < b->count; i++) {
        const bool here = is_reached_at(b, i), there = is_reached_at(b, best);
        if (here != there ? here
            : here        ? change_to(b, i) < change_to(b, best)
                          : off_at(b, i) < off_at(b, best))
            best = i;
    }
    return best;
}

static bool is_reached(const balance *b) { return is_reached_at(b, best_of(b)); }

/* The two neighbours between which to look next: beside the crossing, or between the best value and
 * the next towards the one played now.  The lower row, or -1. */
static int gap_of(const balance *b)
{
    const int row = crossing_of(b), best = best_of(b);
    if (row >= 0) return row;
    if (!is_reached_at(b, best) || b->values[best] == b->knob.now) return -1;
    return b->values[best] > b->knob.now ? best - 1 : best;
}

static void halve(balance *b)
{
    try_grid(b);
    for (int row; !b->is_stopped && (row = gap_of(b)) >= 0;) {
        const int32_t apart = (b->values[row + 1] - b->values[row]) / b->knob.step;
        if (apart <= 1 || try_value(b, b->values[row] + apart / 2 * b->knob.step, false) < 0)
            return;
        sort(b);
    }
}

/* ---- Telling. ---- */

/* Where the line between two neighbours crosses the share.  Fieller's interval has the errors of
 * both shares, and so of the slope, in it; where they do not tell a slope from none at all it is
 * everything between the neighbours. */
static bool find_crossing(const balance *b, lab_interval *at)
{
    const int row = crossing_of(b);
    if (row < 0) return false;
    const lab_mean one = lab_share_of(&b->tried[row], b->tried[row].played);
    const lab_mean two = lab_share_of(&b->tried[row + 1], b->tried[row + 1].played);
    const double from = b->values[row], wide = b->values[row + 1] - from, z2 = LAB_Z95 * LAB_Z95;
    const double off = one.mean - b->share, rise = two.mean - one.mean;
    const double e1 = lab_error(&one) * lab_error(&one), e2 = lab_error(&two) * lab_error(&two);
    /* squares u^2 + 2 middle u + rest <= 0 for the parts u of the way that are not excluded */
    const double squares = rise * rise - z2 * (e1 + e2), middle = off * rise + z2 * e1,
                 rest = off * off - z2 * e1, root = middle * middle - squares * rest;
    *at = (lab_interval){.value = from - off / rise * wide, .low = from, .high = from + wide};
    if (squares <= 0 || root < 0) return true;
    at->low = from + (-middle - sqrt(root)) / squares * wide;
    at->high = from + (-middle + sqrt(root)) / squares * wide;
    return true;
}

static void say_why_not(const balance *b)
{
    const int row = crossing_of(b);
    if (row >= 0)
        printf("No value that was tried brings it there: the step from %d to %d passes over it.\n",
               (int)b->values[row], (int)b->values[row + 1]);
    else
        printf("No value that was tried brings it there: %s is favoured at all of them.\n",
               share_at(b, best_of(b), b->z).value > b->share ? "blue" : "red");
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
    printf("\nBest for %.1f %%: %s=%d, %.1f %% (%.1f to %.1f).\n", b->share * 100, b->knob.name,
           (int)b->values[best], it.value * 100, it.low * 100, it.high * 100);
    if (find_crossing(b, &at))
        printf("The share crosses %.1f %% at %.2f (%.2f to %.2f), on a line between its "
               "neighbours.\n",
               b->share * 100, at.value, at.low, at.high);
    if (!is_reached(b)) say_why_not(b);
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
                            "reached", (int)is_reached(b), "tried", list);
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
    /* halving looks at the grid, the value played now, and as many as a part of it has digits */
    const double all = few ? steps_of(&b->knob) + 1
                           : looks * (GRID + 2 + ceil(log2(steps_of(&b->knob) / (double)GRID)));
    b->z = lab_z_of(0.05 / all);
    lab_catch_signals();
    if (few) try_all(b);
    else halve(b);
    if (b->count == 0) return cli_no("stopped before anything could be told.");
    sort(b);
    if (json) print_answer(b);
    else say_answer(b);
    if (b->is_stopped) return cli_no("stopped: more games would have told more.");
    return is_reached(b) ? CLI_YES : CLI_NO;
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
