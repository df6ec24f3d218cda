/*
 * logistic.c - logistic regression.  See logistic.h.
 * SPDX-License-Identifier: MIT
 */
#include "lab/logistic.h"

#include <math.h>
#include <string.h>

enum { STEPS_MAX = 60 };

typedef double square[LAB_COLUMNS_MAX][LAB_COLUMNS_MAX];

double lab_sum_at(const double *weights, const double *x, int columns)
{
    double sum = 0;
    for (int i = 0; i < columns; i++) sum += weights[i] * x[i];
    return sum;
}

double lab_chance(double sum) { return 1 / (1 + exp(-sum)); }

double lab_surprise(double chance, double result)
{
    return -result * log(chance) - (1 - result) * log1p(-chance);
}

/* Cholesky: the matrix becomes its lower root; false if it has none. */
static bool take_root(square m, int n)
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++) {
            double sum = m[i][k];
            for (int j = 0; j < k; j++) sum -= m[i][j] * m[k][j];
            if (k < i) m[i][k] = sum / m[k][k];
            else if (sum <= 1e-12) return false;
            else m[i][i] = sqrt(sum);
        }
    return true;
}

/* With the root of a matrix: what, multiplied by the matrix, gives `b`, in its place. */
static void solve(square root, int n, double *b)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) b[i] -= root[i][k] * b[k];
        b[i] /= root[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) b[i] -= root[k][i] * b[k];
        b[i] /= root[i][i];
    }
}

/* The slope of the likelihood at the weights and how it bends, the prior counted in. */
static void add_up(const lab_fit *fit, const lab_data *data, double *slope, square bend)
{
    const int n = data->columns;
    memset(bend, 0, sizeof(square));
    for (int i = 0; i < n; i++) {
        slope[i] = fit->sure[i] * (fit->expected[i] - fit->weights[i]);
        bend[i][i] = fit->sure[i];
    }
    for (uint64_t row = 0; row < data->rows; row++) {
        const double *x = data->x + row * (uint64_t)n;
        const double p = lab_chance(lab_sum_at(fit->weights, x, n));
        const double counts = data->counts == NULL ? 1 : data->counts[row];
        const double spread = counts * p * (1 - p);
        for (int i = 0; i < n; i++) {
            if (x[i] == 0) continue;
            slope[i] += counts * (data->y[row] - p) * x[i];
            for (int k = 0; k <= i; k++) bend[i][k] += spread * x[i] * x[k];
        }
    }
}

bool lab_fit_weights(lab_fit *fit, const lab_data *data)
{
    const int n = fit->columns = data->columns;
    double slope[LAB_COLUMNS_MAX];
    square bend;
    memcpy(fit->weights, fit->expected, sizeof fit->weights);
    for (int step = 0; step < STEPS_MAX; step++) {
        double most = 0;
        add_up(fit, data, slope, bend);
        if (!take_root(bend, n)) return false;
        solve(bend, n, slope);
        for (int i = 0; i < n; i++) most = fmax(most, fabs(slope[i]));
        const double part = most > 1 ? 1 / most : 1; /* no leap beyond what the curve bears */
        for (int i = 0; i < n; i++) fit->weights[i] += part * slope[i];
        if (most < 1e-10) break;
    }
    for (int i = 0; i < n; i++) {
        double one[LAB_COLUMNS_MAX] = {0};
        one[i] = 1;
        solve(bend, n, one);
        memcpy(fit->covariance[i], one, sizeof one);
    }
    return true;
}
