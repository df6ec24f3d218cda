/*
 * figures.c - the statistics of the laboratory.  See figures.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/figures.h"

#include <math.h>

/* Of so many games, which need not be a whole number. */
static lab_interval wilson(double share, double n, double z)
{
    const double z2 = z * z;
    const double middle = (share + z2 / (2 * n)) / (1 + z2 / n);
    const double half = z / (1 + z2 / n) * sqrt(share * (1 - share) / n + z2 / (4 * n * n));
    /* at the two ends the bound is the share itself, and rounding must not pass it */
    return (lab_interval){.value = share,
                          .low = share <= 0 ? 0 : middle - half,
                          .high = share >= 1 ? 1 : middle + half};
}

lab_interval lab_wilson(uint64_t of, uint64_t all, double z)
{
    if (all == 0) return (lab_interval){.value = 0, .low = 0, .high = 1};
    return wilson((double)of / (double)all, (double)all, z);
}

lab_interval lab_wilson_of(const lab_mean *groups, int size, double z)
{
    const double n = (double)groups->count, share = groups->mean;
    if (groups->count == 0) return (lab_interval){.value = 0, .low = 0, .high = 1};
    const double spread = groups->squares / (n > 1 ? n - 1 : 1);
    const double games = spread > 0 ? share * (1 - share) * n / spread : n;
    return wilson(share, fmin(fmax(games, n), size * n), z);
}

lab_mean lab_pairs(uint64_t of, uint64_t both, uint64_t pairs)
{
    if (pairs == 0) return (lab_mean){0};
    const double n = (double)pairs, mean = (double)of / 2 / n;
    const double one = (double)(of - 2 * both), two = (double)both;
    return (lab_mean){
        .count = pairs, .mean = mean, .squares = two + one / 4 - n * mean * mean, .most = 1};
}

/* By halving: the tail of the normal distribution falls as z grows. */
double lab_z_of(double outside)
{
    double low = 0, high = 40;
    for (int i = 0; i < 80; i++) {
        const double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) > outside) low = middle;
        else high = middle;
    }
    return (low + high) / 2;
}

/* Welford's way: no sum grows so large that the differences drown in it. */
void lab_add(lab_mean *to, double number)
{
    if (to->count == 0 || number < to->least) to->least = number;
    if (to->count == 0 || number > to->most) to->most = number;
    to->count++;
    const double off = number - to->mean;
    to->mean += off / (double)to->count;
    to->squares += off * (number - to->mean);
}

double lab_deviation(const lab_mean *of)
{
    return of->count < 2 ? 0 : sqrt(of->squares / (double)(of->count - 1));
}

double lab_error(const lab_mean *of)
{
    return of->count < 2 ? 0 : lab_deviation(of) / sqrt((double)of->count);
}

lab_interval lab_mean_interval(const lab_mean *of, double z)
{
    const double half = z * lab_error(of);
    return (lab_interval){.value = of->mean, .low = of->mean - half, .high = of->mean + half};
}

/* A pair more of each extreme is counted in, as Agresti and Coull do for a share: a hundred pairs
 * without any difference do not prove that there is none. */
lab_interval lab_paired_interval(const lab_mean *of, double z)
{
    const double n = (double)of->count, all = n + 2;
    const double mean = of->mean * n / all; /* the two added ones cancel out */
    const double squares = of->squares + n * of->mean * of->mean + 2 - all * mean * mean;
    const double half = z * sqrt(squares / all / all);
    const double low = mean - half, high = mean + half;
    return (lab_interval){
        .value = of->mean, .low = low < -1 ? -1 : low, .high = high > 1 ? 1 : high};
}
