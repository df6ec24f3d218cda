/*
 * numbers.c - tests of the numbers of the rules as rows: tables as files, house rules in a state.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "unit.h"

#include "core/numbers.h"
#include "core/position.h"
#include "core/state_hash.h"

static int16_t house[GG_NUMBERS_MAX];

static bool read(const char *text, gg_complaint *complaint)
{
    memset(house, 0, sizeof house);
    return gg_read_tables(ruleset_named("drill"), "club.txt", text, house, complaint);
}

static void test_what_is_written_is_read(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    static char first[20000], second[20000];
    gg_complaint complaint;
    gg_text out = gg_text_over(first, sizeof first);
    assert_true(read("tables drill 1\nmarch = 75 # our club is younger\nshoot_files=2; one_hit=9",
                     &complaint));
    assert_int_equal(house[gg_find_number(rules, "march")], 15);
    gg_write_tables(rules, house, &out);
    assert_non_null(strstr(first, "march=75"));
    assert_non_null(strstr(first, "10 to 120 (DR-8)"));
    assert_true(read(first, &complaint));
    out = gg_text_over(second, sizeof second);
    gg_write_tables(rules, house, &out);
    assert_string_equal(first, second);
}

static void test_complaints_name_the_place(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *sentence;
    } rows[] = {
        {"march=75\nmarsh=3", "club.txt, line 2, column 1: no such number in this game "
                              "(did you mean march?); `grognard tables drill` lists them."},
        {"march 75", "club.txt, line 1, column 7: expected = and a value: march is 10 to 120."},
        {"march=121", "club.txt, line 1, column 7: this number cannot have that value: "
                      "march is 10 to 120."},
        {"march=75 inches", "club.txt, line 1, column 10: expected the end of the line: "
                            "march is 10 to 120."},
        {"tables squares", "club.txt, line 1, column 8: these are another game's tables."},
        {"tables drill 99", "club.txt, line 1, column 14: a version of the game that this program "
                            "does not know."},
        {"=", "club.txt, line 1, column 1: expected NUMBER=VALUE."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gg_complaint complaint;
        assert_false(read(rows[i].text, &complaint));
        assert_string_equal(complaint.sentence, rows[i].sentence);
        assert_int_equal(house[gg_find_number(ruleset_named("drill"), "march")], 0); /* untouched */
    }
}

/* Where options are said (--option, a new game on the page or a server) numbers are said too. */
static void test_no_number_is_called_like_an_option(void **unused)
{
    (void)unused;
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++)
        for (uint32_t i = 0; i < (*r)->option_count; i++)
            if (gg_find_number(*r, (*r)->options[i].name) >= 0)
                fail_msg("%s: %s is an option and a number", (*r)->name, (*r)->options[i].name);
}

static void test_a_position_carries_its_rows(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    static char text[4000];
    gg_state *state = room_for_state(rules), *again = room_for_state(rules);
    assert_null(gg_read_position(rules, "number march=75; A1 6,2; B1 6,9", state).text);
    assert_true(gg_has_house(rules, state));
    gg_text out = gg_text_over(text, sizeof text);
    gg_write_position(rules, state, &out);
    assert_non_null(strstr(text, "number march=75\nhouse "));
    assert_null(gg_read_position(rules, text, again).text);
    assert_true(same_state(rules, state, again));
    *strstr(text, "75") = '6'; /* 65 is allowed, but it is not what was hashed */
    assert_string_equal(gg_read_position(rules, text, again).text,
                        "these are not the house rules that the hash stands for");
    free(state);
    free(again);
}

static void test_the_row_decides(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules);
    gg_action action;
    const char *position = "A1 6,1 march; B1 20,11";
    assert_null(gg_read_position(rules, position, state).text);
    assert_null(gg_read_action(rules, state, "march A1 6,8", &action).text);
    assert_int_not_equal(rules->legal(state, GG_BLUE, &action).reason, 0); /* seven inches */
    const uint64_t standard = gg_state_hash(rules, state);
    assert_null(gg_read_position(rules, "number march=70; A1 6,1 march; B1 20,11", state).text);
    assert_int_equal(rules->legal(state, GG_BLUE, &action).reason, 0);
    assert_int_not_equal(gg_state_hash(rules, state), standard);
    char words[200];
    gg_text out = gg_text_over(words, sizeof words);
    gg_put_house(&out, rules, gg_house_of(rules, state));
    assert_string_equal(words, "march 70, not 60: how far a company marches (DR-8)\n");
    free(state);
}

static void assert_told(const char *game, const char *words, const char *told)
{
    char bytes[80];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_numbered(&out, ruleset_named(game), house, words);
    assert_string_equal(bytes, told);
}

/* Lengths by their unit, a dash for nothing, an option by its name. */
static void test_words_name_rows(void **unused)
{
    (void)unused;
    memset(house, 0, sizeof house);
    assert_told("drill", "{march} are {march:length}; {shoot_dice} {dice}", "60 are 6; 2 dice");
    assert_told("drill", "{strike_least:-} {strike_least} {dice}", "1 1 die");
    assert_told("drill", "{rounds} rounds", "6 rounds");
    assert_told("lucky", "{line_width:length} by {line_depth:length}", "4 by 1");
    assert_told("staff", "{stride:length}, {proximity:length-}", "0.25, 12");
    assert_told("clausewitz", "{general_move:length}, {wheel_most:length}", "8, 450");
    house[gg_find_number(ruleset_named("drill"), "strike_least")] = -1;
    house[gg_find_number(ruleset_named("drill"), "march")] = -60;
    assert_told("drill", "{strike_least:-} {march:length-} {march}", "- - 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_written_is_read),
        cmocka_unit_test(test_complaints_name_the_place),
        cmocka_unit_test(test_no_number_is_called_like_an_option),
        cmocka_unit_test(test_a_position_carries_its_rows),
        cmocka_unit_test(test_the_row_decides),
        cmocka_unit_test(test_words_name_rows),
    };
    return run_units(tests);
}
