/*
 * logistic.c - logistic regression against numbers that were worked out by hand.
 * SPDX-License-Identifier: MIT
 */
#include "core/unit.h"

#include "core/dice.h"
#include "lab/logistic.h"

#include <math.h>

static void near(double one, double other, double by)
{
    if (fabs(one - other) > by) fail_msg("%.9f is not %.9f", one, other);
}

/* One column: 3 of 4 won with it, 1 of 4 against it.  The weight is ln 3, its variance
 * 1 / (8 * 3/4 * 1/4). */
static void one_column_by_hand(void **state)
{
    (void)state;
    double x[8] = {1, 1, 1, 1, -1, -1, -1, -1}, y[8] = {1, 1, 1, 0, 1, 0, 0, 0};
    const lab_data data = {.columns = 1, .rows = 8, .x = x, .y = y};
    lab_fit fit = {0};
    assert_true(lab_fit_weights(&fit, &data));
    near(fit.weights[0], log(3), 1e-9);
    near(fit.covariance[0][0], 1 / (8 * 0.75 * 0.25), 1e-9);
    near(lab_chance(fit.weights[0]), 0.75, 1e-9);
    near(lab_surprise(0.5, 1), log(2), 1e-12);
}

/* A column that never differs: nothing can be told, or what was expected stays. */
static void nothing_is_told_of_what_never_differs(void **state)
{
    (void)state;
    double x[8] = {1, 0, -1, 0, 1, 0, -1, 0}, y[4] = {1, 0, 0, 1};
    const lab_data data = {.columns = 2, .rows = 4, .x = x, .y = y};
    lab_fit fit = {0};
    assert_false(lab_fit_weights(&fit, &data));
    fit.expected[1] = 0.7;
    fit.sure[0] = 0.01;
    fit.sure[1] = 4;
    assert_true(lab_fit_weights(&fit, &data));
    near(fit.weights[1], 0.7, 1e-9);
    near(fit.covariance[1][1], 0.25, 1e-9);
}

/* All won: without anything expected the weight would have no end; so it has one. */
static void a_clean_sweep_has_an_end(void **state)
{
    (void)state;
    double x[4] = {1, 1, 1, 1}, y[4] = {1, 1, 1, 1};
    const lab_data data = {.columns = 1, .rows = 4, .x = x, .y = y};
    lab_fit fit = {.sure = {1}};
    assert_true(lab_fit_weights(&fit, &data));
    assert_true(fit.weights[0] > 0.5 && fit.weights[0] < 3);
    near(4 * (1 - lab_chance(fit.weights[0])), fit.weights[0], 1e-8); /* where the slope is 0 */
}

/* Battles by known weights: each is found again within three of its errors. */
static void known_weights_are_found(void **state)
{
    (void)state;
    enum { ROWS = 4000, COLUMNS = 4 };
    static double x[ROWS * COLUMNS], y[ROWS];
    const double truth[COLUMNS] = {0.5, -0.3, 0, 0.2};
    gg_dice dice = gg_dice_random(1815);
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < COLUMNS - 1; i++) x[row * COLUMNS + i] = gg_roll(&dice, 5) - 3;
        x[row * COLUMNS + COLUMNS - 1] = 1;
        const double p = lab_chance(lab_sum_at(truth, x + row * COLUMNS, COLUMNS));
        y[row] = gg_roll(&dice, 60) + gg_roll(&dice, 60) / 60.0 - 1 < 60 * p ? 1 : 0;
    }
    const lab_data data = {.columns = COLUMNS, .rows = ROWS, .x = x, .y = y};
    lab_fit fit = {0};
    assert_true(lab_fit_weights(&fit, &data));
    for (int i = 0; i < COLUMNS; i++) {
        near(fit.weights[i], truth[i], 3 * sqrt(fit.covariance[i][i]));
        assert_true(sqrt(fit.covariance[i][i]) < 0.05);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_column_by_hand),
        cmocka_unit_test(nothing_is_told_of_what_never_differs),
        cmocka_unit_test(a_clean_sweep_has_an_end),
        cmocka_unit_test(known_weights_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
