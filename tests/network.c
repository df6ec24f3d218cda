/*
 * network.c - tests of core/network.h: the same numbers everywhere, what is good for one side is as
 * bad for the other, and what does not fit is refused.
 * SPDX-License-Identifier: MIT
 */
#include "core/judgement.h"
#include "core/network.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/unit.h"

#include "secret.h"

enum { FIRST = 5, SECOND = 3, COMMANDERS_ADDED = -42306 };

/* What is looked at of each game, and what the weights below add there. */
typedef struct row {
    const char *game, *battle;
    uint32_t steps;
    int32_t added, added_with_weights;
    uint32_t salt; /* of the weights: so that not all units are empty or full */
    bool is_even;  /* both armies and their places are the same when the table is turned about */
} row;
static const row rows[] = {
    {"squares", "sq-random", 60, 7538, 1294275, 5, false},
    {"commanders", "marengo", 100, 1693, 946901, 4, false},
    {"lucky", "outpost", 150, 1838, -4816857, 4, true},
    {"staff", "farm-rise", 80, 1761, 37692, 3, true},
    {"clausewitz", "division", 120, 4624, 111017, 2, true},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* Small weights that follow from their place: no file is needed.  A word's high byte is that of its
 * sign. */
static void put(uint8_t **at, uint32_t count, int range, bool is_word, uint32_t salt)
{
    for (uint32_t i = 0; i < count; i++) {
        const int weight =
            (int)(((i + salt) * 2654435761u >> 20) % (uint32_t)(2 * range + 1)) - range;
        *(*at)++ = (uint8_t)weight;
        if (is_word) *(*at)++ = (uint8_t)(weight < 0 ? 255 : 0);
    }
}

static const row *row_of(const char *game)
{
    for (int i = 0; i < ROWS; i++)
        if (strcmp(rows[i].game, game) == 0) return &rows[i];
    fail();
    return NULL;
}

static uint32_t fill(const gg_ruleset *rules, uint8_t *bytes, bool has_weights)
{
    const uint32_t inputs = rules->judgement->input_count,
                   features = rules->judgement->feature_count;
    const uint8_t head[12] = {'G',
                              'N',
                              has_weights ? '2' : '1',
                              0,
                              (uint8_t)inputs,
                              (uint8_t)(inputs >> 8),
                              (uint8_t)features,
                              FIRST,
                              SECOND};
    const uint32_t salt = row_of(rules->name)->salt;
    uint8_t *at = bytes + sizeof head;
    memcpy(bytes, head, sizeof head);
    put(&at, inputs * FIRST, 8, false, salt);
    put(&at, (2 * features + 1) * FIRST, 30, true, salt);
    put(&at, FIRST, 60, true, salt);
    put(&at, 2 * FIRST * SECOND, 60, false, salt);
    put(&at, SECOND, 90, true, salt);
    put(&at, SECOND, 100, true, salt);
    for (uint32_t i = 0; has_weights && i < 2 * features;
         i++) { /* of both signs, four bytes each */
        const uint32_t weight = (uint32_t)((i % 3 == 0 ? -70000 : 300) + 5 * (int32_t)i);
        for (int byte = 0; byte < 4; byte++) *at++ = (uint8_t)(weight >> 8 * byte);
    }
    return (uint32_t)(at - bytes);
}

static gg_state *position_of(const gg_ruleset *rules, uint32_t steps, const int32_t *options)
{
    gg_state *state = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_dice dice = gg_dice_random(11);
    const char *battle = row_of(rules->name)->battle;
    assert_null(gg_setup(rules, state, scenario_named(rules, battle), options, NULL).text);
    for (uint32_t i = 0; i < steps && !rules->turn(state).over; i++) {
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        const uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        rules->apply(state, side, &offers[gg_dice_pick(&dice, count)], &dice, NULL);
    }
    free(offers);
    return state;
}

/* Adds something, and as much as it takes from the other side. */
static void both_sides_agree(void **unused)
{
    (void)unused;
    uint8_t *bytes = room(GG_NETWORK_BYTES_MAX);
    for (int i = 0; i < ROWS; i++) {
        const gg_ruleset *rules = ruleset_named(rows[i].game);
        const gg_network network = {.bytes = bytes, .count = fill(rules, bytes, i % 2 == 0)};
        int differs = 0;
        assert_null(gg_network_check(rules, &network));
        for (uint32_t steps = 60; steps < 160; steps += 20) {
            gg_state *state = position_of(rules, steps, NULL);
            const int32_t blue = gg_network_odds(rules, &network, state, GG_BLUE);
            assert_int_equal(blue, -gg_network_odds(rules, &network, state, GG_RED));
            differs += blue != gg_odds_to_win(rules, state, GG_BLUE);
            free(state);
        }
        assert_in_range(differs, 3, 5);
    }
    free(bytes);
}

/* How often each row is on. */
static uint32_t count_inputs(const gg_ruleset *rules, const gg_state *view, gg_side side,
                             uint32_t *counts)
{
    gg_input inputs[GG_INPUTS_MAX];
    const uint32_t count = rules->judgement->inputs(view, side, inputs, GG_INPUTS_MAX);
    uint32_t sum = 0;
    assert_in_range(count, 8, rules->judgement->inputs_max);
    memset(counts, 0, rules->judgement->input_count * sizeof *counts);
    for (uint32_t i = 0; i < count; i++) {
        assert_true(inputs[i].row < rules->judgement->input_count);
        counts[inputs[i].row] += inputs[i].count;
        sum += inputs[i].count;
    }
    return sum;
}

/* The same pieces, whoever looks; and where the armies are the same, the same sight. */
static void inputs_stay_within_their_rows(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROWS; i++) {
        const gg_ruleset *rules = ruleset_named(rows[i].game);
        const size_t size = rules->judgement->input_count * sizeof(uint32_t);
        uint32_t *blue = room(size), *red = room(size);
        gg_state *state = position_of(rules, rows[i].steps, NULL);
        assert_int_equal(count_inputs(rules, state, GG_BLUE, blue),
                         count_inputs(rules, state, GG_RED, red));
        assert_memory_not_equal(blue, red, size);
        free(state);
        state = position_of(rules, 0, NULL);
        if (rows[i].is_even) {
            count_inputs(rules, state, GG_BLUE, blue);
            count_inputs(rules, state, GG_RED, red);
            assert_memory_equal(blue, red, size);
        }
        free(state);
        free(blue);
        free(red);
    }
}

/* With little room they are fewer, and none is half there. */
static void inputs_fit_their_room(void **unused)
{
    (void)unused;
    for (int i = 0; i < ROWS; i++) {
        const gg_ruleset *rules = ruleset_named(rows[i].game);
        gg_input inputs[GG_INPUTS_MAX];
        gg_state *state = position_of(rules, rows[i].steps, NULL);
        memset(inputs, 0xff, sizeof inputs);
        assert_in_range(rules->judgement->inputs(state, GG_RED, inputs, 7), 1, 7);
        for (int n = 7; n < GG_INPUTS_MAX; n++) assert_int_equal(inputs[n].row, 0xffff);
        free(state);
    }
}

/* Of a view they tell what it tells: every world that may be so looks the same, though the worlds
 * differ. */
static void inputs_know_no_secrets(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("clausewitz");
    const size_t size = rules->judgement->input_count * sizeof(uint32_t);
    uint32_t *seen = room(size), *guessed = room(size);
    int32_t options[GG_OPTIONS_MAX];
    gg_state *view = room_for_state(rules), *world = room_for_state(rules);
    gg_dice dice = gg_dice_random(3);
    int differ = 0;
    for (int i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    for (uint32_t i = 0; i < rules->option_count; i++)
        if (strcmp(rules->options[i].name, "fog") == 0) options[i] = 1;
    for (uint32_t steps = 10; steps < 90; steps += 20) {
        gg_state *state = position_of(rules, steps, options);
        rules->view(state, GG_BLUE, view);
        count_inputs(rules, view, GG_BLUE, seen);
        count_inputs(rules, state, GG_BLUE, guessed);
        differ += memcmp(seen, guessed, size) != 0;
        rules->guess(view, GG_BLUE, &dice, world);
        rules->view(world, GG_BLUE, view);
        count_inputs(rules, view, GG_BLUE, guessed);
        assert_memory_equal(seen, guessed, size);
        free(state);
    }
    assert_true(differ > 0);
    free(view);
    free(world);
    free(seen);
    free(guessed);
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
    gg_state *state = position_of(rules, 150, NULL);
    const int32_t blue = gg_network_odds(rules, rules->judgement->network, state, GG_BLUE);
    assert_int_equal(blue, -gg_network_odds(rules, rules->judgement->network, state, GG_RED));
    assert_int_equal(blue - gg_odds_to_win(rules, state, GG_BLUE), COMMANDERS_ADDED);
    free(state);
}

static void the_same_number_everywhere(void **unused)
{
    (void)unused;
    uint8_t *bytes = room(GG_NETWORK_BYTES_MAX);
    for (int i = 0; i < ROWS; i++) {
        const gg_ruleset *rules = ruleset_named(rows[i].game);
        gg_state *state = position_of(rules, rows[i].steps, NULL);
        const int32_t before = gg_odds_to_win(rules, state, GG_BLUE);
        for (int has_weights = 0; has_weights <= 1; has_weights++) {
            const gg_network network = {.bytes = bytes, .count = fill(rules, bytes, has_weights)};
            assert_int_equal(gg_network_odds(rules, &network, state, GG_BLUE) - before,
                             has_weights ? rows[i].added_with_weights : rows[i].added);
        }
        free(state);
    }
    free(bytes);
}

static void what_does_not_fit_is_refused(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    uint8_t *bytes = room(GG_NETWORK_BYTES_MAX);
    gg_network network = {.bytes = bytes, .count = fill(rules, bytes, true)};
    assert_non_null(gg_network_check(ruleset_named("drill"), &network));
    network.count--;
    assert_non_null(gg_network_check(rules, &network));
    network.count = 3;
    assert_non_null(gg_network_check(rules, &network));
    network.count = fill(rules, bytes, false);
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
        cmocka_unit_test(inputs_fit_their_room),
        cmocka_unit_test(inputs_know_no_secrets),
        cmocka_unit_test(what_games_have_fits),
        cmocka_unit_test(commanders_judges_by_its_own),
        cmocka_unit_test(the_same_number_everywhere),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return run_units(tests);
}
