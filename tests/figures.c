/*
 * figures.c - the statistics of the laboratory against numbers that were worked out by hand.
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wilson_is_as_published),
        cmocka_unit_test(errors_and_their_chances),
        cmocka_unit_test(means_one_by_one),
        cmocka_unit_test(equal_pairs_prove_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
