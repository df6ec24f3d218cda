/*
 * network.c - tests of core/network.h: the same numbers everywhere, what is good for one side is as
 * bad for the other, and what does not fit is refused.
 */
#include "core/judgement.h"
#include "core/network.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/unit.h"

#include "secret.h"

enum { FIRST = 5, SECOND = 3, ADDED = -2620, COMMANDERS_ADDED = -42306 };

/* Small weights that follow from their place: no file is needed.  A word's high byte is that of its
 * sign. */
static void put(uint8_t **at, uint32_t count, int range, bool is_word)
{
    for (uint32_t i = 0; i < count; i++) {
        const int weight = (int)((i * 2654435761u >> 20) % (uint32_t)(2 * range + 1)) - range;
        *(*at)++ = (uint8_t)weight;
        if (is_word) *(*at)++ = (uint8_t)(weight < 0 ? 255 : 0);
    }
}

static uint32_t fill(const gg_ruleset *rules, uint8_t *bytes)
{
    const uint32_t inputs = rules->judgement->input_count,
                   features = rules->judgement->feature_count;
    const uint8_t head[12] = {
        'G',   'N',   '1', 0, (uint8_t)inputs, (uint8_t)(inputs >> 8), (uint8_t)features,
        FIRST, SECOND};
    uint8_t *at = bytes + sizeof head;
    memcpy(bytes, head, sizeof head);
    put(&at, inputs * FIRST, 8, false);
    put(&at, (2 * features + 1) * FIRST, 30, true);
    put(&at, FIRST, 60, true);
    put(&at, 2 * FIRST * SECOND, 60, false);
    put(&at, SECOND, 90, true);
    put(&at, SECOND, 100, true);
    return (uint32_t)(at - bytes);
}

static gg_state *position_of(const gg_ruleset *rules, uint32_t steps)
{
    gg_state *state = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_dice dice = gg_dice_random(11);
    const char *battle = strcmp(rules->name, "squares") == 0 ? "sq-random" : "marengo";
    assert_null(gg_setup(rules, state, scenario_named(rules, battle), NULL, NULL).text);
    for (uint32_t i = 0; i < steps && !rules->turn(state).over; i++) {
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        const uint32_t count = rules->offer(state, side, NULL, offers, rules->actions_max);
        rules->apply(state, side, &offers[gg_dice_pick(&dice, count)], &dice, NULL);
    }
    free(offers);
    return state;
}

static void both_sides_agree(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    uint8_t *bytes = room(GG_NETWORK_BYTES_MAX);
    const gg_network network = {.bytes = bytes, .count = fill(rules, bytes)};
    int differs = 0;
    assert_null(gg_network_check(rules, &network));
    for (uint32_t steps = 60; steps < 160; steps += 20) {
        gg_state *state = position_of(rules, steps);
        const int32_t blue = gg_network_odds(rules, &network, state, GG_BLUE);
        assert_int_equal(blue, -gg_network_odds(rules, &network, state, GG_RED));
        differs += blue != gg_odds_to_win(rules, state, GG_BLUE);
        free(state);
    }
    assert_in_range(differs, 3, 5);
    free(bytes);
}

/* The same pieces, whoever looks. */
static void check_inputs(const char *game)
{
    const gg_ruleset *rules = ruleset_named(game);
    gg_input inputs[GG_INPUTS_MAX];
    gg_state *state = position_of(rules, 100);
    uint32_t bases[2] = {0};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const uint32_t count = rules->judgement->inputs(state, side, inputs, GG_INPUTS_MAX);
        assert_in_range(count, 8, rules->judgement->inputs_max);
        for (uint32_t i = 0; i < count; i++) {
            assert_true(inputs[i].row < rules->judgement->input_count);
            bases[side] += inputs[i].count;
        }
    }
    assert_int_equal(bases[GG_BLUE], bases[GG_RED]);
    free(state);
}

static void inputs_stay_within_their_rows(void **unused)
{
    (void)unused;
    check_inputs("squares");
    check_inputs("commanders");
}

/* Those that games are shipped with. */
static void what_games_have_fits(void **unused)
{
    (void)unused;
    int count = 0;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        if (gg_rulesets[i]->judgement->network->count == 0) continue;
        assert_null(gg_network_check(gg_rulesets[i], gg_rulesets[i]->judgement->network));
        assert_true(gg_rulesets[i]->judgement->network->count <= GG_NETWORK_BYTES_MAX);
        count++;
    }
    assert_true(count > 0);
}

/* By the network that is shipped: antisymmetric, and its number is the same everywhere. */
static void commanders_judges_by_its_own(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("commanders");
    gg_state *state = position_of(rules, 150);
    const int32_t blue = gg_network_odds(rules, rules->judgement->network, state, GG_BLUE);
    assert_int_equal(blue, -gg_network_odds(rules, rules->judgement->network, state, GG_RED));
    assert_int_equal(blue - gg_odds_to_win(rules, state, GG_BLUE), COMMANDERS_ADDED);
    free(state);
}

static void the_same_number_everywhere(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    uint8_t *bytes = room(GG_NETWORK_BYTES_MAX);
    const gg_network network = {.bytes = bytes, .count = fill(rules, bytes)};
    gg_state *state = position_of(rules, 100);
    const int32_t added =
        gg_network_odds(rules, &network, state, GG_BLUE) - gg_odds_to_win(rules, state, GG_BLUE);
    assert_int_equal(added, ADDED);
    free(state);
    free(bytes);
}

static void what_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    uint8_t *bytes = room(GG_NETWORK_BYTES_MAX);
    gg_network network = {.bytes = bytes, .count = fill(rules, bytes)};
    assert_non_null(gg_network_check(ruleset_named("drill"), &network));
    network.count--;
    assert_non_null(gg_network_check(rules, &network));
    network.count = 3;
    assert_non_null(gg_network_check(rules, &network));
    network.count = fill(rules, bytes);
    bytes[7] = 0;
    assert_non_null(gg_network_check(rules, &network));
    bytes[7] = FIRST;
    bytes[4]++;
    assert_non_null(gg_network_check(rules, &network));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_sides_agree),
        cmocka_unit_test(inputs_stay_within_their_rows),
        cmocka_unit_test(what_games_have_fits),
        cmocka_unit_test(commanders_judges_by_its_own),
        cmocka_unit_test(the_same_number_everywhere),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return run_units(tests);
}
