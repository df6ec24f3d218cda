/*
 * rating.c - tests of what the ladder makes of games: points, Elo, the sequential test.
 * SPDX-License-Identifier: MIT
 */
#include "core/unit.h"

#include "core/dice.h"
#include "lab/rating.h"

#include <math.h>

static void points_have_intervals(void **unused)
{
    (void)unused;
    lab_tally t = {0};
    for (int i = 0; i < 40; i++) lab_count(&t, i % 4 == 3 ? 0 : 2); /* pairs of 2 and of 1 points */
    assert_int_equal(t.wins, 30);
    assert_int_equal(t.pairs[4], 10);
    assert_int_equal(t.pairs[2], 10);
    const lab_estimate points = lab_points(&t), elo = lab_elo(&t);
    assert_true(points.at > 0.7499 && points.at < 0.7501);
    assert_true(points.low > 0.6 && points.low < 0.66 && points.high > 0.84 && points.high < 0.9);
    assert_true(elo.at > 190 && elo.at < 191.5 && elo.low < elo.at && elo.high > elo.at);
    assert_true(lab_sprt(&t, 0, 100) > lab_sprt_bound);
    assert_true(lab_sprt(&t, 300, 600) < -lab_sprt_bound);
    const lab_tally none = {0};
    assert_true(lab_points(&none).low == 0 && lab_points(&none).high == 1);
}

static void ratings_add_up(void **unused)
{
    (void)unused;
    static lab_tally t[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX];
    double elo[LAB_PLAYERS_MAX], error[LAB_PLAYERS_MAX];
    for (int i = 0; i < 110; i++) { /* 10 : 100 is 400 Elo */
        lab_count(&t[0][1], i < 10 ? 2 : 0);
        lab_count(&t[1][2], i < 10 ? 2 : 0);
    }
    lab_ratings(3, (const lab_tally(*)[LAB_PLAYERS_MAX])t, elo, error);
    assert_true(elo[0] == 0 && elo[1] > 399 && elo[1] < 401 && elo[2] > 798 && elo[2] < 802);
    assert_true(error[1] > 10 && error[1] < 200);
}

/* What chance makes of players who are `apart` from one to the next, and how often the interval
 * holds the truth. */
static double covered(uint32_t players, double apart, int pairs, int trials)
{
    static lab_tally t[LAB_PLAYERS_MAX][LAB_PLAYERS_MAX];
    double elo[LAB_PLAYERS_MAX], error[LAB_PLAYERS_MAX];
    gg_dice dice = gg_dice_random(players);
    int held = 0;
    for (int trial = 0; trial < trials; trial++) {
        memset(t, 0, sizeof t);
        for (uint32_t i = 0; i < players; i++)
            for (uint32_t j = i + 1; j < players; j++) {
                const double expected = 1 / (1 + pow(10, apart * (j - i) / 400));
                for (int game = 0; game < 2 * pairs; game++)
                    lab_count(&t[i][j], gg_dice_pick(&dice, 1000000) < expected * 1e6 ? 2 : 0);
            }
        lab_ratings(players, (const lab_tally(*)[LAB_PLAYERS_MAX])t, elo, error);
        for (uint32_t i = 1; i < players; i++) held += fabs(elo[i] - apart * i) <= error[i];
    }
    return (double)held / (trials * (double)(players - 1));
}

static void intervals_hold_the_truth(void **unused)
{
    (void)unused;
    const double cases[][3] = {{3, 0, 20}, {3, 70, 20}, {7, 0, 20}, {7, 70, 20}, {7, 70, 100}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double held = covered((uint32_t)cases[i][0], cases[i][1], (int)cases[i][2], 400);
        if (held < 0.93 || held > 0.97)
            fail_msg("%.0f players %.0f Elo apart: %.3f", cases[i][0], cases[i][1], held);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_have_intervals),
        cmocka_unit_test(ratings_add_up),
        cmocka_unit_test(intervals_hold_the_truth),
    };
    return run_units(tests);
}
