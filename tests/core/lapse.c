/*
 * lapse.c - tests of what an action that ends a step leaves undone, told before it is done.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/action.h"
#include "core/lapse.h"
#include "core/load.h"
#include "core/position.h"

/* What blue leaves undone by this action, after it has done another; "" for nothing. */
static const char *left(const char *position, const char *before, const char *ending)
{
    static char bytes[GG_LAPSE_WORDS_MAX];
    const gg_ruleset *rules = gg_load_rules("test", position, &(gg_complaint){0});
    assert_non_null(rules);
    gg_state *state = room_for_state(rules), *view = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers), action;
    gg_dice dice = gg_dice_random(1);
    gg_text out = gg_text_over(bytes, sizeof bytes);
    bytes[0] = 0;
    assert_null(gg_read_position(rules, position, state).text);
    if (before != NULL) {
        assert_null(gg_read_action(rules, state, before, &action).text);
        assert_int_equal(rules->legal(state, GG_BLUE, &action).reason, 0);
        rules->apply(state, GG_BLUE, &action, &dice, NULL);
    }
    const gg_seat seat = gg_seat_at(rules, state, GG_BLUE, view);
    assert_null(gg_read_action(rules, state, ending, &action).text);
    const bool any = gg_put_lapses(&out, &seat, &action, offers);
    assert_int_equal(any, bytes[0] != 0);
    free(state), free(view), free(offers);
    return bytes;
}

static const char skirmish[] = "position commanders 2\n"
                               "stage planning\nround 1\n"
                               "bI1 a1\nbI2 a1\nbC1 c1\nrI1 b3\nrI2 c3\n";

static const char three[] = "position squares 1\npractice\n"
                            "A1 inf:4 d3 N; A2 inf:4 e3 N; A3 cav:4 f3 N; B1 inf:4 d5 N\n";

static void who_could_still_act_is_named(void **unused)
{
    (void)unused;
    assert_string_equal(left(three, NULL, "end"), "Still possible: act (A1, A2 and A3).");
    /* what ends nothing leaves nothing */
    assert_string_equal(left(three, NULL, "act A1 F none"), "");
}

static void one_order_is_enough(void **unused)
{
    (void)unused;
    assert_string_equal(left(skirmish, NULL, "ready"), "Still possible: order.");
    assert_string_equal(left(skirmish, "order 1I a1 a2", "ready"), "");
}

/* In every game something ends a step, and the last row, resigning, does not. */
static void every_game_says_what_ends(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        int count = 0;
        for (uint8_t kind = 0; kind < rules->action_count; kind++)
            count += rules->actions[kind].ends;
        assert_true(count > 0 && count < rules->action_count);
        assert_false(rules->actions[rules->action_count - 1].ends);
    }
}

/* What blue has to decide when it wants this; "" where it is refused for another reason. */
static const char *due(const char *position, const char *wanted)
{
    static char bytes[GG_LAPSE_WORDS_MAX];
    const gg_ruleset *rules = gg_load_rules("test", position, &(gg_complaint){0});
    assert_non_null(rules);
    gg_state *state = room_for_state(rules), *view = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers), action;
    gg_text out = gg_text_over(bytes, sizeof bytes);
    bytes[0] = 0;
    assert_null(gg_read_position(rules, position, state).text);
    const gg_seat seat = gg_seat_at(rules, state, GG_BLUE, view);
    assert_null(gg_read_action(rules, state, wanted, &action).text);
    const gg_verdict verdict = gg_seat_judge(&seat, &action);
    assert_int_not_equal(verdict.reason, 0);
    const bool any = gg_put_due(&out, &seat, verdict, offers);
    assert_int_equal(any, bytes[0] != 0);
    free(state), free(view), free(offers);
    return bytes;
}

/* Who wants something that is not due is told what is, with whom, and by which clause. */
static void what_is_due_is_told(void **unused)
{
    (void)unused;
    static const char outpost[] = "position lucky 1\npractice; turn 1 blue c4\n"
                                  "ad1 good 24,10 holds 3; a1 inf 24,14 0; b1 inf 10,44 180\n";
    assert_string_equal(due(outpost, "move a1 ahead 4"),
                        "Now: divisions assign orders to units: assign orders (a1) (LG-1.7).");
    assert_string_equal(due(three, "deploy A1 a1 block N"),
                        "Now: act: act (A1, A2 and A3) (SQ-6.5).");
    assert_string_equal(due(three, "act A1 F-F-F-F-F none"), "");
}

/* Can blue take this back, as it is told beforehand? */
static bool comes_back(const char *position, const char *wanted)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    const gg_ruleset *rules = gg_load_rules("test", position, &(gg_complaint){0});
    assert_non_null(rules);
    gg_state *state = room_for_state(rules), *view = room_for_state(rules);
    gg_state *guess = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers), action;
    assert_null(gg_read_position(rules, position, state).text);
    const gg_seat seat = gg_seat_at(rules, state, GG_BLUE, view);
    assert_null(gg_read_action(rules, state, wanted, &action).text);
    assert_int_equal(gg_seat_judge(&seat, &action).reason, 0);
    const bool back = gg_seat_takes_back(&seat, &action, offers, &log, guess);
    free(state), free(view), free(guess), free(offers);
    return back;
}

static const char close_by[] = "position squares 1\npractice\n"
                               "A1 inf:4 d3 N; A2 inf:4 f3 N; B1 inf:4 d5 S\n";
/* After the last of its orders the match ends the step by itself, and then the corps roll. */
static const char two_orders[] = "position lucky 1\n"
                                 "table 48 48\nturn 1 blue c2\nhome blue south\n"
                                 "home red north\nac0 able 30,5 pool 2\n"
                                 "ak1 able 28,6 under ac0\nad1 good 24,6 under ak1\n"
                                 "a1 inf French 24,10 0 ad1\n"
                                 "bc0 able 24,46\nbd1 good 24,44 under bc0\n"
                                 "b1 inf Russian 24,40 180 bd1\n";

static void what_can_be_undone_is_known_before(void **unused)
{
    (void)unused;
    assert_true(comes_back(three, "act A1 F none"));
    assert_false(comes_back(close_by, "act A1 F attack")); /* it throws dice */
    assert_false(comes_back(three, "end"));                /* the other side decides */
    assert_true(comes_back(skirmish, "order 1I a1 a2"));   /* sealed, and its own still */
    assert_false(comes_back(skirmish, "ready"));
    assert_true(comes_back(two_orders, "give ac0 ak1 1"));
    assert_false(comes_back(two_orders, "give ac0 ak1 2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_could_still_act_is_named),       cmocka_unit_test(one_order_is_enough),
        cmocka_unit_test(every_game_says_what_ends),          cmocka_unit_test(what_is_due_is_told),
        cmocka_unit_test(what_can_be_undone_is_known_before),
    };
    return run_units(tests);
}
