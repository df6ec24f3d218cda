/*
 * logistic.h - which of two wins, by what each of them has: logistic regression.
 *
 * The chance that blue wins is 1 / (1 + exp(-s)), s the sum of weights times differences.  Before
 * any battle each weight is expected about a value of its own (a normal prior): what the battles
 * say little of stays there.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_LOGISTIC_H
#define LAB_LOGISTIC_H

#include <stdbool.h>
#include <stdint.h>

enum { LAB_COLUMNS_MAX = 64 };

typedef struct lab_data {
    int columns;
    uint64_t rows;
    double *x;      /* row after row */
    double *y;      /* 1 blue has won, 0 red, 0.5 drawn */
    double *counts; /* how much each row counts; NULL: all the same */
} lab_data;

typedef struct lab_fit {
    int columns;
    double expected[LAB_COLUMNS_MAX], sure[LAB_COLUMNS_MAX]; /* before: where, 1 / variance */
    double weights[LAB_COLUMNS_MAX];
    double covariance[LAB_COLUMNS_MAX][LAB_COLUMNS_MAX];
} lab_fit;

double lab_sum_at(const double *weights, const double *x, int columns);
double lab_chance(double sum);
/* Newton's way.  False: the battles do not tell (a column without any difference and nothing
 * expected of it). */
bool lab_fit_weights(lab_fit *, const lab_data *);
/* By how much a result surprises who gave it this chance: 0.693 for a coin. */
double lab_surprise(double chance, double result);

#endif
