/*
 * tune_fit.c - logistic regression, and how well a forecast does on games it has not seen.
 */
#include "lab/tune.h"

#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDE = 2 * GG_FEATURES_MAX, STEPS = 25 };

/* What has no intercept judges both sides alike.  Each feature counts twice: by what is left of the
 * game and by what is over. */
typedef struct fit {
    uint32_t wide;
    double scale[WIDE];
    double slope[WIDE], curve[WIDE][WIDE], at[WIDE];
} fit;

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

static void find_scale(fit *f, const lab_sample *samples, uint32_t count, uint32_t features)
{
    double x[WIDE];
    memset(f->scale, 0, sizeof f->scale);
    for (uint32_t n = 0; n < count; n++) {
        spread_out(&samples[n], features, x);
        for (uint32_t i = 0; i < f->wide; i++)
            f->scale[i] += x[i] * x[i] / count;
    }
    for (uint32_t i = 0; i < f->wide; i++)
        f->scale[i] = f->scale[i] > 1e-9 ? sqrt(f->scale[i]) : 1;
}

static void add_sample(fit *f, const lab_sample *it, uint32_t features)
{
    double x[WIDE], odds = 0;
    const double weight = 1.0 / it->of; /* every game counts the same */
    spread_out(it, features, x);
    for (uint32_t i = 0; i < f->wide; i++) {
        x[i] /= f->scale[i];
        odds += f->at[i] * x[i];
    }
    const double chance = 1 / (1 + exp(-odds)), bend = chance * (1 - chance) * weight;
    for (uint32_t i = 0; i < f->wide; i++) {
        f->slope[i] += weight * (result_of(it) - chance) * x[i];
        for (uint32_t j = 0; j <= i; j++)
            f->curve[i][j] += bend * x[i] * x[j];
    }
}

/* Cholesky's way; the pull keeps the matrix well away from nothing. */
static void solve(fit *f)
{
    for (uint32_t i = 0; i < f->wide; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = f->curve[i][j];
            for (uint32_t k = 0; k < j; k++)
                sum -= f->curve[i][k] * f->curve[j][k];
            f->curve[i][j] = i == j ? sqrt(sum) : sum / f->curve[j][j];
        }
    for (uint32_t i = 0; i < f->wide; i++) {
        for (uint32_t k = 0; k < i; k++)
            f->slope[i] -= f->curve[i][k] * f->slope[k];
        f->slope[i] /= f->curve[i][i];
    }
    for (uint32_t i = f->wide; i-- > 0;) {
        for (uint32_t k = i + 1; k < f->wide; k++)
            f->slope[i] -= f->curve[k][i] * f->slope[k];
        f->slope[i] /= f->curve[i][i];
    }
}

void lab_fit(const lab_sample *samples, uint32_t count, uint32_t features, double pull,
             lab_weights *out)
{
    fit *f = cli_memory(sizeof *f);
    f->wide = 2 * features;
    find_scale(f, samples, count, features);
    for (int step = 0; step < STEPS; step++) {
        memset(f->slope, 0, sizeof f->slope);
        memset(f->curve, 0, sizeof f->curve);
        for (uint32_t n = 0; n < count; n++)
            if (!samples[n].held_out) add_sample(f, &samples[n], features);
        for (uint32_t i = 0; i < f->wide; i++) {
            f->slope[i] -= pull * f->at[i];
            f->curve[i][i] += pull;
        }
        solve(f);
        double most = 0;
        for (uint32_t i = 0; i < f->wide; i++) {
            f->at[i] += f->slope[i];
            if (fabs(f->slope[i]) > most) most = fabs(f->slope[i]);
        }
        if (most < 1e-6) break;
    }
    for (uint32_t i = 0; i < features; i++) {
        out->early[i] = f->at[i] / f->scale[i];
        out->late[i] = f->at[features + i] / f->scale[features + i];
    }
    free(f);
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
        while (end < count && all[end].said == all[i].said)
            wins += all[end++].won;
        const double losses = end - i - wins;
        sum += wins * (before + losses / 2);
        before += losses;
        won += wins;
        i = end;
    }
    return won == 0 || before == 0 ? 0.5 : sum / (won * before);
}

static bool is_at(const lab_sample *it, int quarter)
{
    return it->nth == it->of * quarter / 4;
}

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
    const double sure = said < 0.001 ? 0.001 : said > 0.999 ? 0.999 : said;
    out->samples++;
    out->in_bin[bin]++;
    out->said[bin] += said;
    out->was[bin] += was;
    out->brier += (said - was) * (said - was);
    out->loss -= was * log(sure) + (1 - was) * log(1 - sure);
}

void lab_try_forecast(const lab_sample *samples, uint32_t count, uint32_t features,
                      const lab_weights *weights, lab_forecast *out)
{
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < count; i++) {
        if (!samples[i].held_out) continue;
        out->games += samples[i].nth == 0;
        note_said(out, 1 / (1 + exp(-lab_odds_of(&samples[i], features, weights))),
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
