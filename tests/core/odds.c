/*
 * odds.c - tests of what may come of an action: exact, sampled, and never silently one for the
 * other.  The actions are drill's, because its chances can be worked out by hand.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "unit.h"

#include "core/outcomes.h"
#include "core/position.h"

typedef struct tally {
    const gg_ruleset *rules;
    const char *line;       /* what to look for in the written position */
    gg_fraction found, all; /* the chance of it, and of everything */
    uint32_t told, voided, rolls;
} tally;

static void add_up(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    tally *t = to;
    if (after == NULL) {
        t->voided += t->told;
        t->told = 0;
        t->found = t->all = (gg_fraction){0, 1};
        return;
    }
    static char position[TEXT_MAX];
    gg_text out = gg_text_over(position, sizeof position);
    gg_write_position(t->rules, after, &out);
    assert_true(gg_fraction_plus(&t->all, chance));
    if (strstr(position, t->line) != NULL) assert_true(gg_fraction_plus(&t->found, chance));
    for (uint32_t i = 0; log != NULL && i < log->count; i++)
        t->rolls += log->events[i].kind == GG_ROLL;
    t->told++;
}

typedef struct asked {
    gg_odds odds;
    tally tally;
} asked;

static asked ask_far(const char *position, gg_side side, const char *words, const char *line,
                     uint32_t runs_max, uint32_t samples, bool reach)
{
    static gg_event events[64];
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules), *before = room_for_state(rules);
    gg_state *scratch = room_for_state(rules);
    gg_action action;
    assert_null(gg_read_position(rules, position, state).text);
    assert_null(gg_read_action(rules, state, words, &action).text);
    assert_int_equal(rules->legal(state, side, &action).reason, 0);
    memcpy(before, state, rules->state_bytes);
    asked a = {.tally = {.rules = rules, .line = line, .found = {0, 1}, .all = {0, 1}}};
    gg_log log = {.events = events, .limit = sizeof events / sizeof *events};
    gg_dice random = gg_dice_random(1);
    const gg_odds_ask how = {.scratch = scratch,
                             .log = &log,
                             .runs_max = runs_max,
                             .samples = samples,
                             .random = &random,
                             .each = add_up,
                             .to = &a.tally,
                             .reach = reach};
    a.odds = gg_odds_of(rules, state, side, &action, &how);
    assert_true(same_state(rules, before, state)); /* asking changes nothing */
    assert_int_equal(a.odds.runs, a.tally.told);
    free(scratch);
    free(before);
    free(state);
    return a;
}

static asked ask(const char *position, gg_side side, const char *words, const char *line,
                 uint32_t runs_max, uint32_t samples)
{
    return ask_far(position, side, words, line, runs_max, samples, false);
}

static const char shot[] = "A1 files:1 6,1 shoot; B1 files:3 6,5";

static void few_outcomes_are_exact(void **unused)
{
    (void)unused;
    asked a = ask(shot, GG_BLUE, "shoot A1>B1", "B1 files:2", GG_RUNS_MAX, 0);
    assert_true(a.odds.exact);
    assert_int_equal(a.odds.runs, 36);
    assert_int_equal(a.tally.rolls, 36); /* each outcome comes with its own events */
    assert_fraction(a.tally.all, 1, 1);
    assert_fraction(a.tally.found, 1, 4); /* 8 or 9 with two dice */
}

static void an_action_without_dice_has_one_outcome(void **unused)
{
    (void)unused;
    asked a = ask("A1 6,1 march; B1 20,11 march", GG_BLUE, "end", "turn red", 1, 0);
    assert_true(a.odds.exact);
    assert_int_equal(a.odds.runs, 1);
    assert_fraction(a.tally.found, 1, 1);
}

static void the_game_itself_can_be_asked(void **unused)
{
    (void)unused;
    asked a = ask("phase initiative; A1 6,1 march; B1 6,11 march", GG_NOBODY, "initiative",
                  "turn blue", GG_RUNS_MAX, 0);
    assert_true(a.odds.exact);
    assert_fraction(a.tally.found, 7, 12); /* 15 of 36, and the 6 ties of the first round */
}

static const char ordered[] = "phase orders; ready red; A1 6,1 march; B1 6,11 march";

/* `ready` opens the orders, and then nobody decides who leads. */
static void odds_reach_to_the_next_decision(void **unused)
{
    (void)unused;
    asked near = ask(ordered, GG_BLUE, "ready", "phase initiative", GG_RUNS_MAX, 0);
    assert_int_equal(near.odds.runs, 1);
    assert_fraction(near.tally.found, 1, 1);
    asked far = ask_far(ordered, GG_BLUE, "ready", "turn blue", GG_RUNS_MAX, 0, true);
    assert_true(far.odds.exact);
    assert_true(far.odds.reaches);
    assert_fraction(far.tally.all, 1, 1);
    assert_fraction(far.tally.found, 7, 12);
}

/* Too much to enumerate: what rolls itself is told alone, what does not is sampled all the way. */
static void odds_reach_as_far_as_they_can_tell(void **unused)
{
    (void)unused;
    asked far = ask_far(ordered, GG_BLUE, "ready", "turn blue", 5, 600, true);
    assert_false(far.odds.exact);
    assert_true(far.odds.reaches);
    assert_int_equal(far.odds.runs, 600);
    const gg_fraction found = gg_fraction_reduce(far.tally.found);
    const double chance = (double)found.top / (double)found.bottom;
    assert_true(chance > 0.5 && chance < 0.67);
    asked own = ask_far(shot, GG_BLUE, "shoot A1>B1", "B1 files:2", 36, 10, true);
    assert_true(own.odds.exact);
    assert_fraction(own.tally.found, 1, 4);
}

/* Another round, or an earlier phase, is another story. */
static void odds_end_with_what_was_begun(void **unused)
{
    (void)unused;
    const gg_turn begun = {.deciding = GG_SIDES_BLUE, .phase = 3, .round = 2};
    const gg_turn dice = {.phase = 4, .round = 2}, next = {.phase = 3, .round = 3},
                  back = {.phase = 2, .round = 2}, over = {.phase = 5, .round = 2, .over = 1},
                  asked_again = {.deciding = GG_SIDES_RED, .phase = 4, .round = 2};
    assert_true(gg_odds_go_on(begun, dice));
    assert_false(gg_odds_go_on(begun, next));
    assert_false(gg_odds_go_on(begun, back));
    assert_false(gg_odds_go_on(begun, over));
    assert_false(gg_odds_go_on(begun, asked_again));
}

static void where_odds_stop_is_told(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    const gg_turn begun = {.deciding = GG_SIDES_BLUE, .phase = 2, .round = 1};
    gg_turn end = begun;
    char bytes[128];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    assert_false(gg_put_stop(&out, rules, begun, end));
    end.deciding = GG_SIDES_RED;
    assert_true(gg_put_stop(&out, rules, begun, end));
    char expected[128];
    snprintf(expected, sizeof expected, "until red decides (%s)", rules->phases[2].name);
    assert_string_equal(bytes, expected);
}

static void the_bound_itself_is_still_exact(void **unused)
{
    (void)unused;
    asked a = ask(shot, GG_BLUE, "shoot A1>B1", "B1 files:2", 36, 10);
    assert_true(a.odds.exact);
    assert_int_equal(a.tally.voided, 0);
}

static void past_the_bound_it_samples_and_says_so(void **unused)
{
    (void)unused;
    asked a = ask(shot, GG_BLUE, "shoot A1>B1", "B1 files:2", 35, 1200);
    assert_false(a.odds.exact);
    assert_int_equal(a.odds.runs, 1200);
    assert_int_equal(a.tally.voided, 35); /* what was told before is taken back */
    assert_fraction(a.tally.all, 1, 1);
    gg_fraction found = gg_fraction_reduce(a.tally.found);
    const double chance = (double)found.top / (double)found.bottom;
    assert_true(chance > 0.2 && chance < 0.3);
}

static void without_samples_it_only_says_so(void **unused)
{
    (void)unused;
    asked a = ask(shot, GG_BLUE, "shoot A1>B1", "B1 files:2", 10, 0);
    assert_false(a.odds.exact);
    assert_int_equal(a.odds.runs, 0);
}

static void chances_as_parts(void **unused)
{
    (void)unused;
    assert_int_equal(gg_chance_parts((gg_fraction){1, 1}), GG_CHANCE_ONE);
    assert_int_equal(gg_chance_parts((gg_fraction){1, 4}), GG_CHANCE_ONE / 4);
    assert_int_equal(gg_chance_parts((gg_fraction){1, 3}), GG_CHANCE_ONE / 3);
    assert_int_equal(gg_chance_parts((gg_fraction){0, 7}), 0);
    const uint64_t large = 6000000000000000000u;
    assert_in_range(gg_chance_parts((gg_fraction){large / 2, large}), GG_CHANCE_ONE / 2 - 1,
                    GG_CHANCE_ONE / 2 + 1);
    assert_int_equal(gg_chance_parts((gg_fraction){UINT64_MAX, UINT64_MAX}), GG_CHANCE_ONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_outcomes_are_exact),
        cmocka_unit_test(an_action_without_dice_has_one_outcome),
        cmocka_unit_test(the_game_itself_can_be_asked),
        cmocka_unit_test(odds_reach_to_the_next_decision),
        cmocka_unit_test(odds_reach_as_far_as_they_can_tell),
        cmocka_unit_test(odds_end_with_what_was_begun),
        cmocka_unit_test(where_odds_stop_is_told),
        cmocka_unit_test(the_bound_itself_is_still_exact),
        cmocka_unit_test(past_the_bound_it_samples_and_says_so),
        cmocka_unit_test(without_samples_it_only_says_so),
        cmocka_unit_test(chances_as_parts),
    };
    return run_units(tests);
}
