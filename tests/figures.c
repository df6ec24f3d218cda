/*
 * figures.c - the statistics of the laboratory against numbers that were worked out by hand.
 * SPDX-License-Identifier: MIT
 */
#include "core/unit.h"

#include "lab/figures.h"

#include <math.h>

static void near(double one, double other, double by)
{
    if (fabs(one - other) > by) fail_msg("%.9f is not %.9f", one, other);
}

/* 5 of 10: the closed form gives 0.236593 and 0.763407; 0 of 10 ends at z2 / (10 + z2). */
static void wilson_is_as_published(void **state)
{
    (void)state;
    const lab_interval half = lab_wilson(5, 10, LAB_Z95), none = lab_wilson(0, 10, LAB_Z95);
    near(half.value, 0.5, 1e-12);
    near(half.low, 0.236593, 1e-6);
    near(half.high, 0.763407, 1e-6);
    near(none.low, 0, 0);
    near(none.high, LAB_Z95 * LAB_Z95 / (10 + LAB_Z95 * LAB_Z95), 1e-12);
    near(lab_wilson(10, 10, LAB_Z95).high, 1, 0);
    near(lab_wilson(0, 0, LAB_Z95).high, 1, 0);
}

static void errors_and_their_chances(void **state)
{
    (void)state;
    near(lab_z_of(0.05), LAB_Z95, 1e-9);
    near(lab_z_of(0.01), 2.575829304, 1e-8);
}

/* 2, 4, 4, 4, 5, 5, 7, 9: mean 5, squares 32. */
static void means_one_by_one(void **state)
{
    (void)state;
    const double numbers[] = {2, 4, 4, 4, 5, 5, 7, 9};
    lab_mean mean = {0};
    near(lab_error(&mean), 0, 0);
    for (int i = 0; i < 8; i++) lab_add(&mean, numbers[i]);
    near(mean.mean, 5, 1e-12);
    near(lab_deviation(&mean), sqrt(32.0 / 7), 1e-12);
    near(lab_error(&mean), sqrt(32.0 / 7 / 8), 1e-12);
    near(mean.least, 2, 0);
    near(mean.most, 9, 0);
}

/* Pairs that never differ: the more there are, the surer it is, and never quite. */
static void equal_pairs_prove_little(void **state)
{
    (void)state;
    lab_mean mean = {0};
    for (int i = 0; i < 8; i++) lab_add(&mean, 0);
    const lab_interval few = lab_paired_interval(&mean, 2);
    near(few.value, 0, 0);
    near(few.high, 2 * sqrt(2.0 / 100), 1e-12);
    for (int i = 0; i < 1000; i++) lab_add(&mean, 0);
    assert_true(lab_paired_interval(&mean, 2).high < 0.01);
    assert_true(lab_paired_interval(&mean, 2).high > 0);
}

/* ---- A against A: how often an interval holds what is true. ---- */

static uint64_t chance = 1815;

static double draw(void)
{
    chance = chance * 6364136223846793005u + 1442695040888963407u;
    return (double)(chance >> 11) / 9007199254740992.0;
}

enum { TRIALS = 2000 };

/* Of games in pairs, of which some are told twice: both end alike. */
static double share_covered(double truth, int pairs, double alike)
{
    int held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        lab_mean mean = {0};
        uint64_t of = 0, both = 0;
        for (int i = 0; i < pairs; i++) {
            const int one = draw() < truth, other = draw() < alike ? one : draw() < truth;
            lab_add(&mean, (one + other) / 2.0);
            of += (uint64_t)(one + other), both += (uint64_t)(one && other);
        }
        const lab_interval it = lab_wilson_of(&mean, 2, LAB_Z95);
        const lab_mean counted = lab_pairs(of, both, (uint64_t)pairs);
        near(lab_wilson_of(&counted, 2, LAB_Z95).high, it.high, 1e-9);
        held += it.low <= truth && truth <= it.high;
    }
    return (double)held / TRIALS;
}

static void shares_of_pairs_hold_the_truth(void **state)
{
    (void)state;
    const double alike[] = {0, 0.3, 0.7, 1};
    for (int i = 0; i < 4; i++)
        for (int pairs = 50; pairs <= 200; pairs *= 2)
            for (double truth = 0.3; truth < 0.6; truth += 0.2) {
                const double held = share_covered(truth, pairs, alike[i]);
                if (held < 0.93 || held > 0.972)
                    fail_msg("%.1f, %d pairs, %.1f alike: %.3f", truth, pairs, alike[i], held);
            }
}

/* A change that turns games both ways alike, by pairs: for one, and for six at once. */
static void changes_of_pairs_hold_the_truth(void **state)
{
    (void)state;
    enum { PAIRS = 64, ROWS = 6 };
    const double six = lab_z_of(0.05 / ROWS);
    int held = 0, all_held = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        int rows = 0;
        for (int row = 0; row < ROWS; row++) {
            lab_mean mean = {0};
            for (int i = 0; i < PAIRS; i++) {
                const double turned = draw(); /* of both games, the dice being the same */
                lab_add(&mean, turned < 0.2 ? 1 : turned < 0.4 ? -1 : 0);
            }
            const lab_interval one = lab_paired_interval(&mean, LAB_Z95),
                               wide = lab_paired_interval(&mean, six);
            held += row == 0 && one.low <= 0 && one.high >= 0;
            rows += wide.low <= 0 && wide.high >= 0;
        }
        all_held += rows == ROWS;
    }
    assert_true(held >= 0.93 * TRIALS && held <= 0.97 * TRIALS);
    assert_true(all_held >= 0.93 * TRIALS && all_held <= 0.98 * TRIALS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_is_as_published),
        cmocka_unit_test(errors_and_their_chances),
        cmocka_unit_test(means_one_by_one),
        cmocka_unit_test(equal_pairs_prove_little),
        cmocka_unit_test(shares_of_pairs_hold_the_truth),
        cmocka_unit_test(changes_of_pairs_hold_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
