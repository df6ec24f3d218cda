/*
 * rating.c - how strong players are.  See rating.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/rating.h"

#include <math.h>

const double lab_sprt_bound = 2.944438979166441; /* ln 19 */

enum { STEPS = 2000 };

void lab_count(lab_tally *t, int half_points)
{
    t->wins += half_points == 2;
    t->draws += half_points == 1;
    t->losses += half_points == 0;
    const uint32_t games = t->wins + t->draws + t->losses;
    if (games % 2 == 1) {
        t->half = (uint32_t)half_points;
        return;
    }
    t->pairs[t->half + (uint32_t)half_points]++;
    t->half = 0;
}

/* Points a game, and the error of that: from whole pairs. */
static double mean_of(const lab_tally *t, double *error)
{
    double count = 0, sum = 0, squares = 0.25; /* a win and a loss, as if apart */
    for (int i = 0; i < 5; i++) {
        const double points = i / 4.0;
        count += t->pairs[i];
        sum += t->pairs[i] * points;
    }
    const double mean = count > 0 ? sum / count : 0.5;
    for (int i = 0; i < 5; i++) squares += t->pairs[i] * (i / 4.0 - mean) * (i / 4.0 - mean);
    *error = count > 0 ? sqrt(squares / (count * (count > 1 ? count - 1 : 1))) : 0.5;
    return mean;
}

static double within(double points, double least)
{
    return points < least ? least : points > 1 - least ? 1 - least : points;
}

lab_estimate lab_points(const lab_tally *t)
{
    double error;
    const double mean = mean_of(t, &error);
    return (lab_estimate){mean, within(mean - 1.96 * error, 0), within(mean + 1.96 * error, 0)};
}

static double elo_of(double points) { return -400 * log10(1 / within(points, 0.001) - 1); }

lab_estimate lab_elo(const lab_tally *t)
{
    const lab_estimate points = lab_points(t);
    return (lab_estimate){elo_of(points.at), elo_of(points.low), elo_of(points.high)};
}

static double points_of(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

double lab_sprt(const lab_tally *t, double low, double high)
{
    double error, count = 0;
    const double mean = mean_of(t, &error), at0 = points_of(low), at1 = points_of(high);
    for (int i = 0; i < 5; i++) count += t->pairs[i];
    if (count < 2) return 0;
    return (at1 - at0) * (2 * mean - at0 - at1) / (2 * error * error);
}

/* ---- Ratings of several players. ---- */

typedef double matrix[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX];

/* By Gauss and Jordan, the first row and column left out; a player without games has no row. */
static void invert(uint32_t count, matrix m, matrix out)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t j = 1; j < count; j++) out[i][j] = i == j;
    for (uint32_t at = 1; at < count; at++) {
        uint32_t best = at;
        for (uint32_t i = at + 1; i < count; i++)
            if (fabs(m[i][at]) > fabs(m[best][at])) best = i;
        for (uint32_t j = 1; j < count; j++) {
            const double one = m[at][j], other = out[at][j];
            m[at][j] = m[best][j], out[at][j] = out[best][j];
            m[best][j] = one, out[best][j] = other;
        }
        const double by = 1 / m[at][at];
        for (uint32_t j = 1; j < count; j++) m[at][j] *= by, out[at][j] *= by;
        for (uint32_t i = 1; i < count; i++) {
            const double times = m[i][at];
            for (uint32_t j = 1; i != at && j < count; j++)
                m[i][j] -= times * m[at][j], out[i][j] -= times * out[at][j];
        }
    }
}

/* The errors of all ratings together: what the ratings say of the points (the information), and how
 * far the points of the pairs of games really spread. */
static void find_errors(uint32_t count, const lab_tally tallies[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX],
                        const double elo[LAB_PLAYERS_MAX], double error[LAB_PLAYERS_MAX])
{
    static const double natural = 2.302585092994046 / 400; /* ln 10 */
    matrix known = {{0}}, spread = {{0}}, inverse;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            const lab_tally *t = &tallies[i][j];
            const double all = t->wins + t->draws + t->losses;
            if (all == 0) continue;
            double off;
            mean_of(t, &off);
            const double expected = points_of(elo[i] - elo[j]);
            const double tells = all * expected * (1 - expected) * natural * natural;
            const double points = all * off * natural;
            known[i][i] += tells, known[j][j] += tells;
            known[i][j] -= tells, known[j][i] -= tells;
            spread[i][i] += points * points, spread[j][j] += points * points;
            spread[i][j] -= points * points, spread[j][i] -= points * points;
        }
    for (uint32_t i = 1; i < count; i++) known[i][i] += 1e-9;
    invert(count, known, inverse);
    error[0] = 0;
    for (uint32_t i = 1; i < count; i++) {
        double variance = 0;
        for (uint32_t j = 1; j < count; j++)
            for (uint32_t k = 1; k < count; k++)
                variance += inverse[i][j] * spread[j][k] * inverse[k][i];
        error[i] = 1.96 * sqrt(variance);
    }
}

/* Bradley and Terry by small steps: each rating moves until it scores what it did. */
void lab_ratings(uint32_t count, const lab_tally tallies[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX],
                 double elo[LAB_PLAYERS_MAX], double error[LAB_PLAYERS_MAX])
{
    double points[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX] = {{0}};
    double games[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX] = {{0}};
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = i + 1; j < count; j++) {
            const lab_tally *t = &tallies[i][j];
            const double all = t->wins + t->draws + t->losses;
            if (all == 0) continue;
            const double got = within((t->wins + t->draws / 2.0) / all, 0.001) * all;
            points[i][j] = got, points[j][i] = all - got;
            games[i][j] = games[j][i] = all;
        }
    for (uint32_t i = 0; i < count; i++) elo[i] = 0;
    for (int step = 0; step < STEPS; step++)
        for (uint32_t i = 1; i < count; i++) {
            double off = 0, slope = 1e-9;
            for (uint32_t j = 0; j < count; j++) {
                const double expected = points_of(elo[i] - elo[j]);
                off += points[i][j] - games[i][j] * expected;
                slope += games[i][j] * expected * (1 - expected) * log(10) / 400;
            }
            const double by = off / slope;
            elo[i] += by > 50 ? 50 : by < -50 ? -50 : by;
        }
    find_errors(count, tallies, elo, error);
}
