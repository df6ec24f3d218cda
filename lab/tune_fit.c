/*
 * tune_fit.c - the weights of features, and how well a forecast does on games it has not seen.
 * SPDX-License-Identifier: MIT
 */
#include "lab/tune.h"

#include "cli/cli.h"
#include "lab/logistic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What has no intercept judges both sides alike.  Each feature counts twice: by what is left of the
 * game and by what is over. */
static void spread_out(const lab_sample *it, uint32_t features, double *out)
{
    const double late = it->progress / 1024.0;
    for (uint32_t i = 0; i < features; i++) {
        out[i] = it->more[i] * (1 - late);
        out[features + i] = it->more[i] * late;
    }
}

static double result_of(const lab_sample *it)
{
    return it->winner == GG_BLUE ? 1 : it->winner == GG_RED ? 0 : 0.5;
}

/* The samples that are not held out; every game counts the same. */
static void lay_out(const lab_sample *samples, uint32_t count, uint32_t features, lab_data *out)
{
    for (uint32_t n = 0; n < count; n++) {
        if (samples[n].held_out) continue;
        spread_out(&samples[n], features, out->x + out->rows * (uint64_t)out->columns);
        out->y[out->rows] = result_of(&samples[n]);
        out->counts[out->rows++] = 1.0 / samples[n].of;
    }
}

/* All columns as wide as each other, so that the pull draws at all of them alike. */
static void make_alike(lab_data *data, double *scale)
{
    for (int i = 0; i < data->columns; i++) {
        double sum = 0;
        for (uint64_t row = 0; row < data->rows; row++)
            sum += pow(data->x[row * (uint64_t)data->columns + (uint64_t)i], 2);
        scale[i] = sum > 1e-9 ? sqrt(sum / (double)data->rows) : 1;
        for (uint64_t row = 0; row < data->rows; row++)
            data->x[row * (uint64_t)data->columns + (uint64_t)i] /= scale[i];
    }
}

void lab_tune_weights(const lab_sample *samples, uint32_t count, uint32_t features, double pull,
                      lab_weights *out)
{
    double scale[LAB_COLUMNS_MAX];
    lab_data data = {.columns = (int)(2 * features)};
    lab_fit *fit = cli_memory(sizeof *fit);
    data.x = cli_memory((size_t)count * 2 * features * sizeof *data.x);
    data.y = cli_memory(count * sizeof *data.y);
    data.counts = cli_memory(count * sizeof *data.counts);
    lay_out(samples, count, features, &data);
    make_alike(&data, scale);
    for (uint32_t i = 0; i < 2 * features; i++) fit->sure[i] = pull;
    const bool fits = lab_fit_weights(fit, &data);
    for (uint32_t i = 0; i < features; i++) {
        out->early[i] = fits ? fit->weights[i] / scale[i] : 0;
        out->late[i] = fits ? fit->weights[features + i] / scale[features + i] : 0;
    }
    free(data.x);
    free(data.y);
    free(data.counts);
    free(fit);
}

double lab_odds_of(const lab_sample *it, uint32_t features, const lab_weights *weights)
{
    const double late = it->progress / 1024.0;
    double odds = 0;
    for (uint32_t i = 0; i < features; i++)
        odds += it->more[i] * (weights->early[i] * (1 - late) + weights->late[i] * late);
    return odds;
}

/* ---- How well it does. ---- */

typedef struct ranked {
    double said;
    bool won;
} ranked;

static int by_said(const void *a, const void *b)
{
    const double one = ((const ranked *)a)->said, two = ((const ranked *)b)->said;
    return (one > two) - (one < two);
}

/* The chance that a game that was won was thought better of than one that was lost. */
static double auc_of(ranked *all, uint32_t count)
{
    double before = 0, sum = 0, won = 0;
    qsort(all, count, sizeof *all, by_said);
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i, wins = 0;
        while (end < count && all[end].said == all[i].said) wins += all[end++].won;
        const double losses = end - i - wins;
        sum += wins * (before + losses / 2);
        before += losses;
        won += wins;
        i = end;
    }
    return won == 0 || before == 0 ? 0.5 : sum / (won * before);
}

static bool is_at(const lab_sample *it, int quarter) { return it->nth == it->of * quarter / 4; }

static void try_at(const lab_sample *samples, uint32_t count, uint32_t features,
                   const lab_weights *weights, int quarter, lab_forecast *out)
{
    ranked *judged = cli_memory(count * sizeof *judged);
    ranked *scored = cli_memory(count * sizeof *scored);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lab_sample *it = &samples[i];
        if (!it->held_out || !is_at(it, quarter) || it->winner == GG_NOBODY) continue;
        judged[n] = (ranked){lab_odds_of(it, features, weights), it->winner == GG_BLUE};
        scored[n++] = (ranked){it->lead, it->winner == GG_BLUE};
    }
    out->auc[quarter - 1] = auc_of(judged, n);
    out->score_auc[quarter - 1] = auc_of(scored, n);
    free(judged);
    free(scored);
}

static void note_said(lab_forecast *out, double said, double was)
{
    const int bin = said >= 1 ? LAB_BINS - 1 : (int)(said * LAB_BINS);
    const double sure = said < 0.001 ? 0.001 : said > 0.999 ? 0.999 : said; /* nothing is */
    out->samples++;
    out->in_bin[bin]++;
    out->said[bin] += said;
    out->was[bin] += was;
    out->brier += (said - was) * (said - was);
    out->loss += lab_surprise(sure, was);
}

void lab_try_forecast(const lab_sample *samples, uint32_t count, uint32_t features,
                      const lab_weights *weights, lab_forecast *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        if (!samples[i].held_out) continue;
        out->games += samples[i].nth == 0;
        note_said(out, lab_chance(lab_odds_of(&samples[i], features, weights)),
                  result_of(&samples[i]));
    }
    for (int bin = 0; bin < LAB_BINS; bin++) {
        if (out->in_bin[bin] == 0) continue;
        out->error += fabs(out->said[bin] - out->was[bin]) / out->samples;
        out->said[bin] /= out->in_bin[bin];
        out->was[bin] /= out->in_bin[bin];
    }
    out->loss /= out->samples > 0 ? out->samples : 1;
    out->brier /= out->samples > 0 ? out->samples : 1;
    for (int quarter = 1; quarter <= 3; quarter++)
        try_at(samples, count, features, weights, quarter, out);
}
