/*
 * wire.c - tests of what front ends read: every object is JSON, has its fields, and tells nobody
 * what he may not know.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/position.h"
#include "unit.h"

#include "../secret.h"
#include "core/tell.h"
#include "core/wire.h"

#include <jansson.h>

static char bytes[TEXT_MAX];

static gg_json begin(gg_text *out)
{
    *out = gg_text_over(bytes, sizeof bytes);
    return gg_json_into(out);
}

static json_t *read_back(const gg_json *json)
{
    json_error_t error;
    assert_false(json->out->cut);
    assert_int_equal(json->depth, 0);
    json_t *read = json_loads(bytes, JSON_REJECT_DUPLICATES, &error);
    if (read == NULL) fail_msg("%s at %d of %s", error.text, error.position, bytes);
    return read;
}

static const char *word(const json_t *object, const char *key)
{
    const char *found = json_string_value(json_object_get(object, key));
    return found != NULL ? found : "(none)";
}

/* ---- Games. ---- */

static void every_game_is_told_whole(void **unused)
{
    (void)unused;
    static gg_scene_room room_for_marks;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        gg_state *scratch = room_for_state(rules);
        gg_text out;
        gg_json json = begin(&out);
        gg_wire_game(&json, NULL, rules, scratch, &room_for_marks);
        json_t *game = read_back(&json);
        assert_string_equal(word(game, "id"), rules->name);
        assert_string_equal(word(game, "measure"), rules->measure);
        assert_int_equal(json_array_size(json_object_get(game, "scenarios")),
                         rules->scenario_count);
        assert_int_equal(json_array_size(json_object_get(game, "options")), rules->option_count);
        assert_int_equal(json_array_size(json_object_get(game, "phases")), rules->phase_count);
        assert_int_equal(json_array_size(json_object_get(game, "clauses")),
                         rules->clause_count - 1);
        json_decref(game);
        free(scratch);
    }
}

static void a_scenario_counts_its_troops(void **unused)
{
    (void)unused;
    static gg_scene_room room_for_marks;
    const gg_ruleset *rules = ruleset_named("squares");
    const uint32_t row = scenario_named(rules, "sq-tiny");
    gg_state *scratch = room_for_state(rules);
    gg_text out;
    gg_json json = begin(&out);
    gg_wire_game(&json, NULL, rules, scratch, &room_for_marks);
    json_t *game = read_back(&json);
    const json_t *tiny = json_array_get(json_object_get(game, "scenarios"), row);
    json_int_t count = 0;
    for (size_t i = 0; i < json_array_size(json_object_get(tiny, "blue")); i++)
        count += json_integer_value(
            json_object_get(json_array_get(json_object_get(tiny, "blue"), i), "count"));
    assert_int_equal(count, 3);
    json_decref(game);
    free(scratch);
}

/* ---- Stories. ---- */

typedef struct table {
    gg_match match;
    void *memory;
    gg_state *told;
} table;

static table *sit_down(const gg_ruleset *rules, uint64_t seed)
{
    table *it = room(sizeof *it);
    it->memory = room(gg_match_bytes(rules));
    it->told = room_for_state(rules);
    assert_null(
        gg_match_begin(&it->match, rules, it->memory, 0, NULL, NULL, gg_dice_random(seed)).text);
    return it;
}

static void get_up(table *it)
{
    free(it->memory);
    free(it->told);
    free(it);
}

static void order(table *it, gg_side side, const char *words)
{
    gg_action action = {0};
    gg_verdict verdict;
    assert_null(gg_read_action(it->match.rules, it->match.state, words, &action).text);
    assert_int_equal(gg_match_do(&it->match, side, &action, &verdict), GG_MATCH_DONE);
}

static json_t *story(table *it, gg_side viewer)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    gg_ways_room *ways = room(sizeof *ways);
    gg_teller teller = gg_teller_of(&it->match, it->told);
    gg_text out;
    gg_json json = begin(&out);
    gg_json_array(&json, NULL);
    while (teller.told < it->match.entry_count)
        gg_wire_entry(&json, NULL, &teller, viewer, teller.told + 1, &log, ways);
    assert_false(gg_wire_entry(&json, NULL, &teller, viewer, 0, &log, ways));
    free(ways);
    gg_json_end(&json);
    return read_back(&json);
}

static void a_sealed_order_is_told_to_nobody_else(void **unused)
{
    (void)unused;
    table *it = sit_down(&secret_rules, 1);
    order(it, GG_BLUE, "bid 3");
    json_t *own = story(it, GG_BLUE);
    assert_int_equal(json_array_size(own), 1);
    assert_string_equal(word(json_array_get(own, 0), "action"), "bid 3");
    assert_true(strlen(word(json_array_get(own, 0), "words")) > 0);
    assert_true(json_is_true(json_object_get(json_array_get(own, 0), "sealed")));
    json_decref(own);
    const gg_side others[] = {GG_RED, GG_NOBODY};
    for (int i = 0; i < 2; i++) {
        json_t *other = story(it, others[i]);
        char *words = json_dumps(other, 0);
        assert_null(strstr(words, "bid 3"));
        free(words);
        json_decref(other);
    }
    json_t *all = story(it, GG_SEES_ALL);
    assert_int_equal(json_array_size(all), 1);
    json_decref(all);

    order(it, GG_BLUE, "ready");
    order(it, GG_RED, "bid 1");
    order(it, GG_RED, "ready");
    assert_int_equal(gg_match_run(&it->match), GG_MATCH_DONE);
    json_t *revealed = story(it, GG_RED);
    assert_int_equal(json_array_size(revealed), it->match.entry_count);
    assert_string_equal(word(json_array_get(revealed, 0), "action"), "bid 3");
    assert_null(json_object_get(json_array_get(revealed, 0), "sealed"));
    const json_t *last = json_array_get(revealed, it->match.entry_count - 1);
    assert_true(json_is_true(json_object_get(last, "forced")));
    assert_string_equal(word(last, "side"), "nobody");
    json_decref(revealed);
    get_up(it);
}

static void modifiers_that_are_not_seen_are_not_told(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    gg_event event = {.kind = GG_ROLL,
                      .seen_by = GG_SIDES_BLUE,
                      .check = 0,
                      .line_count = 2,
                      .who = GG_NO_UNIT,
                      .whom = GG_NO_UNIT};
    event.lines[0] = (gg_line){.mod = 0, .amount = -1, .seen_by = GG_SIDES_RED};
    event.lines[1] = (gg_line){.mod = 1, .amount = 1, .seen_by = GG_SIDES_BLUE};
    gg_event seen;
    assert_false(gg_event_for(GG_RED, &event, &seen));
    assert_false(gg_event_for(GG_NOBODY, &event, &seen));
    assert_true(gg_event_for(GG_SEES_ALL, &event, &seen));
    assert_int_equal(seen.line_count, 2);
    assert_true(gg_event_for(GG_BLUE, &event, &seen));
    gg_state *state = room_for_state(rules);
    assert_null(gg_setup(rules, state, 0, NULL, NULL).text);
    gg_text out;
    gg_json json = begin(&out);
    gg_wire_event(&json, NULL, rules, state, &seen);
    json_t *told = read_back(&json);
    const json_t *mods = json_object_get(told, "mods");
    assert_int_equal(json_array_size(mods), 1);
    assert_string_equal(word(json_array_get(mods, 0), "id"), rules->checks[0]->mods[1].id);
    json_decref(told);
    free(state);
}

/* ---- Choices. ---- */

/* Front ends learn of an offer who does it, and to whom, in every manner of writing it. */
static void notation_names_its_units(void **unused)
{
    (void)unused;
    assert_true(gg_action_names("move a1 ahead 6", "a1"));
    assert_true(gg_action_names("shoot a1>b52 figure 1", "a1"));
    assert_true(gg_action_names("shoot a1>b52 figure 1", "b52"));
    assert_true(gg_action_names("order AC>A12", "A12"));
    assert_false(gg_action_names("shoot a1>b52", "b5"));
    assert_false(gg_action_names("shoot a11>b52", "a1"));
    assert_false(gg_action_names("a1", "a1"));
}

static void offers_and_verdicts(void **unused)
{
    (void)unused;
    static gg_scene_room room_for_marks;
    const gg_ruleset *rules = ruleset_named("squares");
    gg_state *state = room_for_state(rules);
    gg_action action;
    gg_text out;
    const char *position = "position squares 1\npractice\nA1 inf:4 d3 N; B1 inf:4 d5 N\n";
    assert_null(gg_read_position(rules, position, state).text);
    assert_null(gg_read_action(rules, state, "act A1 F attack", &action).text);
    gg_scene sketch = gg_scene_in(&room_for_marks);
    rules->hand->sketch(state, GG_BLUE, &action, &sketch);
    gg_json json = begin(&out);
    gg_wire_offer(&json, NULL, rules, state, GG_BLUE, &action, &sketch);
    json_t *offer = read_back(&json);
    assert_string_equal(word(offer, "action"), "act A1 F attack");
    assert_string_equal(word(offer, "words"), "move to d4 and attack B1");
    assert_string_equal(word(offer, "word"), "act");
    assert_string_equal(word(offer, "who"), "A1");
    const json_t *end = json_array_get(json_object_get(offer, "ends"), 0);
    assert_string_equal(word(end, "unit"), "A1");
    assert_int_equal(json_integer_value(json_object_get(end, "x")) / 1000, 3);
    assert_int_equal(json_integer_value(json_object_get(end, "y")) / 1000, 3);
    assert_string_equal(json_string_value(json_array_get(json_object_get(offer, "targets"), 0)),
                        "B1");
    json_decref(offer);

    const gg_verdict verdict = rules->legal(state, GG_RED, &action);
    json = begin(&out);
    gg_wire_verdict(&json, NULL, rules, verdict);
    json_t *refused = read_back(&json);
    assert_string_equal(word(refused, "event"), "refused");
    assert_string_equal(word(refused, "reason"), rules->reasons[verdict.reason].id);
    json_decref(refused);
    free(state);
}

typedef struct outcome_rooms {
    gg_outcomes_room room;
    gg_event events[GG_MATCH_EVENTS_MAX];
} outcome_rooms;

static json_t *odds_of(const char *position, const char *words, uint32_t outcome_limit,
                       gg_outcomes_ask ask, uint32_t most)
{
    const gg_ruleset *rules = ruleset_named("squares");
    gg_state *state = room_for_state(rules);
    outcome_rooms *rooms = room(sizeof *rooms);
    char *sentences = room(TEXT_MAX);
    gg_state *view = room_for_state(rules), *guess = room_for_state(rules);
    gg_action action;
    gg_text out;
    rooms->room =
        (gg_outcomes_room){.outcomes = room(outcome_limit * sizeof(gg_outcome)),
                           .outcome_limit = outcome_limit,
                           .slots = room(2 * outcome_limit * sizeof(uint32_t)),
                           .slot_count = 2 * outcome_limit,
                           .words = gg_text_over(sentences, TEXT_MAX),
                           .scratch = room_for_state(rules),
                           .view = room_for_state(rules),
                           .fight = room(sizeof(gg_fight)),
                           .log = {.events = rooms->events, .limit = GG_MATCH_EVENTS_MAX}};
    assert_null(gg_read_position(rules, position, state).text);
    assert_null(gg_read_action(rules, state, words, &action).text);
    const gg_seat seat = gg_seat_at(rules, state, GG_BLUE, view);
    const gg_seat_chances chances =
        gg_seat_odds(&seat, &action, ask.runs_max, ask.samples, &rooms->room, guess);
    assert_true(chances.has_roll);
    assert_false(chances.guessed);
    gg_json json = begin(&out);
    gg_wire_odds(
        &json, NULL,
        &(gg_wire_odds_of){.seat = &seat, .action = &action, .chances = &chances, .most = most});
    json_t *odds = read_back(&json);
    free(rooms->room.outcomes);
    free(rooms->room.slots);
    free(rooms->room.scratch);
    free(rooms->room.view);
    free(rooms->room.fight);
    free(view);
    free(guess);
    free(sentences);
    free(rooms);
    free(state);
    return odds;
}

static double percents(const json_t *odds)
{
    double sum = json_number_value(json_object_get(json_object_get(odds, "rest"), "percent"));
    for (size_t i = 0; i < json_array_size(json_object_get(odds, "outcomes")); i++)
        sum += json_number_value(
            json_object_get(json_array_get(json_object_get(odds, "outcomes"), i), "percent"));
    return sum;
}

static const char *const attacked = "position squares 1\npractice\nA1 inf:4 d3 N; B1 inf:4 d5 N\n";

static void odds_add_up_to_one(void **unused)
{
    (void)unused;
    const gg_outcomes_ask all = {.viewer = GG_BLUE, .runs_max = GG_RUNS_MAX, .samples = 100};
    json_t *odds = odds_of(attacked, "act A1 F attack", 64, all, UINT32_MAX);
    assert_true(json_is_true(json_object_get(odds, "exact")));
    assert_null(json_object_get(odds, "rest"));
    assert_true(percents(odds) > 99.9999 && percents(odds) < 100.0001);
    const size_t count = json_array_size(json_object_get(odds, "outcomes"));
    assert_true(count > 3);
    const json_t *likeliest = json_array_get(json_object_get(odds, "outcomes"), 0);
    assert_true(json_number_value(json_object_get(likeliest, "percent")) >= 100.0 / (double)count);
    assert_true(strchr(word(likeliest, "chance"), '/') != NULL);
    json_decref(odds);

    json_t *few = odds_of(attacked, "act A1 F attack", 64, all, 2); /* told one by one: two */
    assert_int_equal(json_array_size(json_object_get(few, "outcomes")), 2);
    assert_int_equal(json_integer_value(json_object_get(json_object_get(few, "rest"), "count")),
                     count - 2);
    assert_true(percents(few) > 99.9999 && percents(few) < 100.0001);
    json_decref(few);

    json_t *narrow = odds_of(attacked, "act A1 F attack", 2, all, UINT32_MAX); /* room for two */
    assert_non_null(json_object_get(narrow, "rest"));
    assert_true(percents(narrow) > 99.9999 && percents(narrow) < 100.0001);
    json_decref(narrow);
}

static double sum_of(const json_t *list)
{
    double sum = 0;
    for (size_t i = 0; i < json_array_size(list); i++)
        sum += json_number_value(json_object_get(json_array_get(list, i), "percent"));
    return sum;
}

/* The dice of both sides with what makes them, and a handful of endings in people's words. */
static void a_fight_is_told_in_short(void **unused)
{
    (void)unused;
    const gg_outcomes_ask all = {.viewer = GG_BLUE, .runs_max = GG_RUNS_MAX, .samples = 100};
    json_t *odds = odds_of("position squares 1\npractice\nA1 inf:4 d3 N; B1 inf:4 d5 N\n",
                           "act A1 F attack", 64, all, UINT32_MAX);
    const json_t *throws = json_object_get(odds, "throws"),
                 *endings = json_object_get(odds, "endings");
    assert_int_equal(json_array_size(throws), 2);
    const json_t *attack = json_array_get(throws, 0), *test = json_array_get(throws, 1);
    assert_string_equal(word(attack, "check"), "attack");
    assert_string_equal(word(attack, "who"), "A1");
    assert_string_equal(word(attack, "whom"), "B1");
    assert_string_equal(word(attack, "side"), "blue");
    assert_string_equal(word(attack, "counting"), "I or X");
    assert_int_equal(json_integer_value(json_object_get(attack, "dice")), 5);
    const json_t *mod = json_array_get(json_object_get(attack, "mods"), 0);
    assert_string_equal(word(mod, "clause"), "SQ-8.15"); /* from behind */
    assert_true(sum_of(json_object_get(attack, "results")) > 99.9999);
    assert_string_equal(word(test, "who"), "B1");
    assert_string_equal(word(test, "side"), "red"); /* the target's dice, too */
    assert_true(json_number_value(json_object_get(test, "percent")) < 100);
    assert_true(sum_of(json_object_get(test, "results")) > 99.9999);

    assert_true(json_array_size(endings) > 1 && json_array_size(endings) <= GG_ENDINGS_TOLD + 1);
    assert_true(json_array_size(endings) < json_array_size(json_object_get(odds, "outcomes")));
    assert_true(sum_of(endings) > 99.9999 && sum_of(endings) < 100.0001);
    bool nothing = false, range = false;
    for (size_t i = 0; i < json_array_size(endings); i++) {
        const char *text = word(json_array_get(endings, i), "text");
        nothing = nothing || strcmp(text, "nothing") == 0;
        range = range || strstr(text, "B1 loses 1 to ") != NULL;
        assert_null(strchr(text, '{'));
        assert_null(strchr(text, '('));
    }
    assert_true(nothing && range);
    json_decref(odds);
}

static void samples_say_how_far_they_may_be_off(void **unused)
{
    (void)unused;
    const gg_outcomes_ask few = {.viewer = GG_BLUE, .runs_max = 1, .samples = 400};
    json_t *odds = odds_of(attacked, "act A1 F attack", 64, few, UINT32_MAX);
    assert_true(json_is_false(json_object_get(odds, "exact")));
    assert_int_equal(json_integer_value(json_object_get(odds, "samples")), 400);
    assert_true(json_number_value(json_object_get(odds, "error")) > 1);
    assert_true(percents(odds) > 99.9999 && percents(odds) < 100.0001);
    json_decref(odds);
    /* Half of 10,000: 1.96 times the root of 1/4 / 10,000 is 0.98 percent. */
    assert_int_equal(gg_share_error(5000, 10000), 980000);
    assert_int_equal(gg_share_error(0, 10000), 0);
    assert_int_equal(gg_share_error(10000, 10000), 0);
}

static void shares_are_fine(void **unused)
{
    (void)unused;
    assert_int_equal(gg_share_percent(gg_share_of((gg_fraction){1, 1})), 10000000000);
    assert_int_equal(gg_share_percent(gg_share_of((gg_fraction){1, 6})), 1666666667);
    assert_int_equal(gg_share_percent(gg_share_of((gg_fraction){5, 36})), 1388888889);
    assert_int_equal(gg_share_percent(gg_share_of((gg_fraction){0, 7})), 0);
    assert_int_equal(gg_share_percent(gg_share_of((gg_fraction){UINT64_MAX / 2, UINT64_MAX})),
                     5000000000);
}

/* ---- Complaints. ---- */

static void complaints_have_a_sentence_and_a_place(void **unused)
{
    (void)unused;
    gg_complaint complaint;
    char noise[] = "position\x01";
    assert_false(gg_load_text("x.pos", noise, 9, &complaint));
    assert_string_equal(complaint.sentence, "x.pos:1:9: this is not text: byte 9 is 1.");
    char returns[] = "position squares 1\r\npractice\r\n";
    assert_true(gg_load_text("x.pos", returns, sizeof returns - 1, &complaint));
    assert_string_equal(returns, "position squares 1\npractice\n");
    assert_null(gg_load_rules("x.pos", "position chess 1\n", &complaint));
    assert_int_equal(complaint.line, 1);
    assert_int_equal(complaint.column, 10);
    assert_null(gg_find_rules("chess", &complaint));
    assert_non_null(strstr(complaint.sentence, "there is no game \"chess\"; there are: squares"));
    gg_text out;
    gg_json json = begin(&out);
    gg_wire_complaint(&json, NULL, NULL, &complaint);
    json_t *told = read_back(&json);
    assert_true(json_is_false(json_object_get(told, "ok")));
    assert_string_equal(word(told, "error"), complaint.sentence);
    assert_null(json_object_get(told, "line"));
    json_decref(told);
}

/* In the fog a Brigade that is not revealed has no name for the other side (CW-R96), and neither
 * have skirmishers that it sends out: no view of it, and so nothing that is told, has it. */
static void names_of_who_is_hidden_are_told_to_nobody_else(void **unused)
{
    (void)unused;
    static const char battle[] = "position clausewitz 1\noption fog=1\nbag blue 3 red 3\n"
                                 "AC 50,6 \"Stuart\"\nBC 50,110\n"
                                 "A1 LI(4) wide 1 50,30 \"Kempt\"\n"
                                 "A2 LT(4) wide 1 60,30 revealed \"Acland\"\n"
                                 "A3 SK(2) wide 1 70,30 of A1 skirmish revealed\n"
                                 "A4 SK(2) wide 1 80,30 of A2 skirmish revealed\n"
                                 "B1 LI(4) wide 1 50,100\n";
    gg_complaint complaint;
    const gg_ruleset *rules = gg_find_rules("clausewitz", &complaint);
    gg_state *state = room_for_state(rules), *view = room_for_state(rules);
    assert_null(gg_read_position(rules, battle, state).text);
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        gg_text out = gg_text_over(bytes, sizeof bytes);
        rules->view(state, side, view);
        gg_write_position(rules, view, &out);
        for (gg_unit unit = 0; unit < 5; unit++) {
            const bool known = unit != 4 && (side == GG_BLUE || unit == 1 || unit == 3);
            assert_int_equal(rules->names->name_unit(view, unit, &out), known);
        }
        assert_true((strstr(bytes, "Kempt") != NULL) == (side == GG_BLUE));
        assert_non_null(strstr(bytes, "Acland, skirmishers"));
        assert_non_null(strstr(bytes, "Stuart"));
    }
    free(state);
    free(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_is_told_whole),
        cmocka_unit_test(a_scenario_counts_its_troops),
        cmocka_unit_test(a_sealed_order_is_told_to_nobody_else),
        cmocka_unit_test(modifiers_that_are_not_seen_are_not_told),
        cmocka_unit_test(notation_names_its_units),
        cmocka_unit_test(offers_and_verdicts),
        cmocka_unit_test(odds_add_up_to_one),
        cmocka_unit_test(a_fight_is_told_in_short),
        cmocka_unit_test(samples_say_how_far_they_may_be_off),
        cmocka_unit_test(shares_are_fine),
        cmocka_unit_test(complaints_have_a_sentence_and_a_place),
        cmocka_unit_test(names_of_who_is_hidden_are_told_to_nobody_else),
    };
    return run_units(tests);
}
