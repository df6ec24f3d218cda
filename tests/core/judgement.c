/*
 * judgement.c - tests of chances made of features: both sides alike, and no floating point.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/action.h"
#include "core/judgement.h"
#include "core/position.h"

static void the_curve_is_the_logistic_one(void **unused)
{
    (void)unused;
    assert_int_equal(gg_chance_of_odds(0), 5000);
    assert_int_equal(gg_chance_of_odds(GG_ODDS_ONE), 7311); /* 1 / (1 + 1/e) */
    assert_int_equal(gg_chance_of_odds(-GG_ODDS_ONE), 10000 - 7311);
    assert_int_equal(gg_chance_of_odds(2 * GG_ODDS_ONE), 8808);
    assert_in_range(gg_chance_of_odds(INT64_C(1) << 40), 9990, 9999); /* nothing is sure */
    int32_t last = 0;
    for (int64_t odds = -800000; odds <= 800000; odds += 777) {
        const int32_t chance = gg_chance_of_odds(odds);
        assert_true(chance >= last);
        assert_int_equal(chance + gg_chance_of_odds(-odds), GG_CHANCE_SURE);
        last = chance;
    }
}

/* Armies that are each other's image have the same of everything but the first move. */
static void equal_armies_are_equal(void **unused)
{
    (void)unused;
    const char *const battles[][2] = {{"commanders", "dennewitz"},
                                      {"squares", "sq-tiny"},
                                      {"staff", "farm-rise"},
                                      {"clausewitz", "picket"}};
    for (int i = 0; i < 4; i++) {
        const gg_ruleset *rules = ruleset_named(battles[i][0]);
        gg_state *state = room_for_state(rules);
        int32_t values[2][GG_FEATURES_MAX];
        assert_null(gg_setup(rules, state, scenario_named(rules, battles[i][1]), NULL, NULL).text);
        rules->judgement->appraise(state, values);
        for (uint32_t f = 0; f < rules->judgement->feature_count; f++) {
            const char *id = rules->judgement->features[f].id;
            if (strcmp(id, "moves") == 0 || strcmp(id, "acts") == 0) continue;
            if (values[GG_BLUE][f] != values[GG_RED][f])
                fail_msg("%s %s: %s is %d for blue and %d for red", battles[i][0], battles[i][1],
                         id, values[GG_BLUE][f], values[GG_RED][f]);
        }
        free(state);
    }
}

/* A won game is sure, whatever the features say. */
static void games_that_are_over(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    gg_state *state = room_for_state(rules);
    gg_dice dice = gg_dice_random(1);
    assert_null(gg_setup(rules, state, scenario_named(rules, "sq-tiny"), NULL, NULL).text);
    gg_action resign;
    const gg_error error = gg_read_action(rules, state, "resign", &resign);
    assert_null(error.text);
    while (rules->legal(state, GG_RED, &resign).reason != 0) { /* until it is for red to decide */
        gg_action *offers = room(rules->actions_max * sizeof *offers);
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == 0 ? GG_NOBODY : GG_BLUE;
        const uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        rules->apply(state, side, &offers[count - 1], &dice, NULL);
        free(offers);
    }
    rules->apply(state, GG_RED, &resign, &dice, NULL);
    assert_true(rules->turn(state).over);
    assert_int_equal(gg_chance_to_win(rules, state, GG_BLUE), GG_CHANCE_SURE);
    assert_int_equal(gg_chance_to_win(rules, state, GG_RED), 0);
    free(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_curve_is_the_logistic_one),
        cmocka_unit_test(equal_armies_are_equal),
        cmocka_unit_test(games_that_are_over),
    };
    return run_units(tests);
}
