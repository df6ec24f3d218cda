/*
 * text.c - tests of bounded writing, of reading notation, of fractions and of the hash.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/action.h"
#include "core/nearest.h"

#include "../secret.h"

/* ---- Writing. ---- */

static void writing_stops_at_the_limit(void **unused)
{
    (void)unused;
    char bytes[9];
    memset(bytes, 'x', sizeof bytes);
    gg_text out = gg_text_over(bytes, 8);
    assert_string_equal(bytes, "");
    gg_put(&out, "abcd");
    assert_false(out.cut);
    gg_put(&out, "efgh");
    assert_true(out.cut);
    assert_string_equal(bytes, "abcdefg");
    assert_int_equal(out.count, 7);
    gg_put_char(&out, 'i');
    gg_put_int(&out, 12345);
    assert_string_equal(bytes, "abcdefg");
    assert_int_equal(bytes[8], 'x');
    assert_breaks(gg_text_over(bytes, 0));
}

static void numbers_are_written(void **unused)
{
    (void)unused;
    char bytes[160];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    const int64_t numbers[] = {0, -1, 42, INT64_MAX, INT64_MIN};
    for (int i = 0; i < 5; i++) {
        gg_put_int(&out, numbers[i]);
        gg_put_char(&out, ' ');
    }
    gg_put_signed(&out, 3);
    gg_put_signed(&out, 0);
    gg_put_signed(&out, -2);
    gg_put_spaces(&out, 2);
    gg_put_hex(&out, 0x5c1e77a0, 10);
    assert_string_equal(bytes,
                        "0 -1 42 9223372036854775807 -9223372036854775808 +3+0-2  005c1e77a0");
}

static void words_have_things_in_them(void **unused)
{
    (void)unused;
    char room[64], little[8];
    gg_text out = gg_text_over(room, sizeof room);
    gg_put_words(&out, "%s has lost %d of %d, 50%% (%c)", "blue", 12, -3, 'x');
    assert_string_equal(room, "blue has lost 12 of -3, 50% (x)");
    out = gg_text_over(room, sizeof room);
    gg_put_words(&out, "%d order%p, %d unit%p; %y, %y", 1, 2, true, false);
    assert_string_equal(room, "1 order, 2 units; yes, no");
    gg_put_else(&out, "nothing");
    gg_put_words(&out, "; %t and %t inches", 4500, 12000);
    assert_string_equal(room, "1 order, 2 units; yes, no; 4.5 and 12 inches");
    out = gg_text_over(room, sizeof room);
    gg_put_else(&out, "nothing");
    assert_string_equal(room, "nothing");
    out = gg_text_over(little, sizeof little);
    gg_put_words(&out, "%s and %s", "one", "other");
    assert_string_equal(little, "one and");
    assert_true(out.cut);
}

static void say_ending(const gg_telling *it) { gg_put(it->out, " [more]"); }

/* What a row of actions.def may say, and where {more} comes. */
static void actions_are_told_by_rows(void **unused)
{
    (void)unused;
    static const struct {
        const char *words, *told;
    } rows[] = {
        {"go {at:course}", "go 2 inches north and 1.5 east [more]"},
        {"{at}; {at:spot}", "3,4; 3 inches from the west edge and 4 from the south edge [more]"},
        {"{whom}{more} {item} order{s}, {arg0} die{s}", "B3 [more] 1 order, 2 dies"},
        {"{arg1:length} {arg2:wind}", "1 inch south-west [more]"},
        {"a{item=|b}{flags=c|d}{arg0=|e|f}{arg1=|g}", "abcfg [more]"},
        {"{whom=no|at }{whom}{item:unit=|, by }{item:unit}", "at B3, by A2 [more]"},
    };
    gg_action action = gg_action_of(0);
    action.whom = 5;
    action.at = (gg_point){3000, 4000};
    action.item = 1;
    action.args[0] = 2, action.args[1] = 100, action.args[2] = -135;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char bytes[120];
        gg_text out = gg_text_over(bytes, sizeof bytes);
        const gg_sentence row = {rows[i].words, say_ending};
        const gg_telling telling = {.action = &action, .from = {1500, 2000}, .out = &out};
        gg_say_action(ruleset_named("drill"), &row, &telling);
        assert_string_equal(bytes, rows[i].told);
    }
    char bytes[20];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    const gg_telling telling = {.action = &action, .out = &out};
    action.whom = action.item = GG_NO_UNIT;
    gg_say_action(ruleset_named("drill"),
                  &(gg_sentence){"{whom=no|at }{whom}{item:unit=body|by}{item:unit}", say_ending},
                  &telling);
    assert_string_equal(bytes, "nobody [more]");
    assert_breaks(
        gg_say_action(ruleset_named("drill"), &(gg_sentence){"{arg6}", say_ending}, &telling));
}

static void counts_lists_and_winds(void **state)
{
    (void)state;
    char bytes[80];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_count(&out, 1, "order");
    gg_put_count(&out, 0, "order");
    gg_put_count(&out, 12, "order");
    assert_string_equal(bytes, "1 order0 orders12 orders");
    out = gg_text_over(bytes, sizeof bytes);
    for (int count = 0; count < 3; count++) gg_put_dice(&out, count), gg_put_char(&out, ';');
    assert_string_equal(bytes, "0 dice;1 die;2 dice;");
    for (int count = 1; count <= 3; count++) {
        out = gg_text_over(bytes, sizeof bytes);
        for (int i = 0; i < count; i++) {
            gg_put_joint(&out, i, count);
            gg_put_char(&out, (char)('a' + i));
        }
        assert_string_equal(bytes, count == 1 ? "a" : count == 2 ? "a and b" : "a, b and c");
    }
    assert_string_equal(gg_wind_name(0), "north");
    assert_string_equal(gg_wind_name(224), "north");
    assert_string_equal(gg_wind_name(225), "north-east");
    assert_string_equal(gg_wind_name(3599), "north");
    assert_string_equal(gg_wind_name(-900), "west");
    assert_string_equal(gg_wind_name(4500), "east");
    out = gg_text_over(bytes, sizeof bytes);
    gg_put_resignation(&out, GG_BLUE);
    gg_put_resignation(&out, GG_NOBODY);
    assert_string_equal(bytes, "resign: red winsresign");
}

static void sides_and_events_have_names(void **unused)
{
    (void)unused;
    assert_string_equal(gg_side_name(GG_BLUE), "blue");
    assert_string_equal(gg_side_name(GG_RED), "red");
    assert_string_equal(gg_side_name(GG_NOBODY), "nobody");
    const char *names[] = {"note", "roll", "move", "loss", "status", "phase", "reveal", "end"};
    for (uint8_t kind = GG_NOTE; kind <= GG_END; kind++)
        assert_string_equal(gg_event_name(kind), names[kind]);
}

static void a_refusal_is_a_sentence(void **unused)
{
    (void)unused;
    char bytes[128];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_verdict(&out, &secret_rules, (gg_verdict){2, 7, 3});
    assert_string_equal(bytes, "A bid of 7 is not between 1 and 3. (SE-1)");
}

static void an_event_is_a_sentence(void **unused)
{
    (void)unused;
    char bytes[128];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_event event = {.kind = GG_NOTE,
                      .clause = 2,
                      .saying = 1,
                      .amount = 3,
                      .who = GG_NO_UNIT,
                      .whom = GG_NO_UNIT};
    gg_put_event(&out, &secret_rules, NULL, &event);
    assert_string_equal(bytes, "blue has bid 3 (SE-2)");
}

/* ---- Reading. ---- */

static void lines_comments_and_semicolons(void **unused)
{
    (void)unused;
    gg_scan scan = gg_scan_over("\n # a comment\n one ; two # more\r\n\n;; three");
    char word[8];
    const char *words[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++) {
        assert_true(gg_scan_next_line(&scan));
        assert_false(gg_scan_line_ends(&scan));
        assert_true(gg_scan_word(&scan, word, sizeof word));
        assert_string_equal(word, words[i]);
        gg_scan_spaces(&scan);
        assert_true(gg_scan_line_ends(&scan));
    }
    assert_false(gg_scan_next_line(&scan));
}

static void a_failed_reader_does_not_move(void **unused)
{
    (void)unused;
    gg_scan scan = gg_scan_over("unit12 999999999999999999999999 -5");
    int64_t number = 77;
    char word[4];
    gg_side side = 9;
    assert_false(gg_scan_is(&scan, "unit"));
    assert_false(gg_scan_char(&scan, 'x'));
    assert_false(gg_scan_int(&scan, 0, 99, &number));
    assert_false(gg_scan_word(&scan, word, sizeof word));
    assert_false(gg_scan_side(&scan, &side));
    assert_false(gg_scan_spaces(&scan));
    assert_int_equal(scan.at, 0);
    assert_int_equal(number, 77);
    assert_int_equal(side, 9);
    scan.at = 7;
    assert_false(gg_scan_int(&scan, 0, INT64_MAX, &number));
    assert_int_equal(scan.at, 7);
    scan.at = 32;
    assert_false(gg_scan_int(&scan, -4, 4, &number));
    assert_true(gg_scan_int(&scan, -5, 4, &number));
    assert_int_equal(number, -5);
}

static void words_and_sides(void **unused)
{
    (void)unused;
    gg_scan scan = gg_scan_over("blue A red B green");
    const gg_side sides[] = {GG_BLUE, GG_BLUE, GG_RED, GG_RED};
    for (int i = 0; i < 4; i++) {
        gg_side side;
        assert_true(gg_scan_side(&scan, &side));
        assert_int_equal(side, sides[i]);
        gg_scan_spaces(&scan);
    }
    gg_side side;
    assert_false(gg_scan_side(&scan, &side));
    scan = gg_scan_over("A1");
    assert_false(gg_scan_side(&scan, &side));
    scan = gg_scan_over("inf:4 d3+d4");
    char word[16];
    assert_true(gg_scan_word(&scan, word, sizeof word));
    assert_string_equal(word, "inf:4");
}

static void places_are_lines_and_columns(void **unused)
{
    (void)unused;
    uint32_t line, column;
    const char *text = "ab\ncde\n\nf";
    gg_text_place(text, 0, &line, &column);
    assert_int_equal(line * 100 + column, 101);
    gg_text_place(text, 5, &line, &column);
    assert_int_equal(line * 100 + column, 203);
    gg_text_place(text, 8, &line, &column);
    assert_int_equal(line * 100 + column, 401);
    gg_text_place(text, 4000, &line, &column); /* beyond the end: its last place */
    assert_int_equal(line * 100 + column, 402);
}

static void options_take_their_values_only(void **unused)
{
    (void)unused;
    uint32_t row = 9;
    int32_t value = 0;
    gg_scan scan = gg_scan_over("highest=2");
    assert_null(gg_scan_option(&scan, &secret_rules, &row, &value).text);
    assert_int_equal(row, 0);
    assert_int_equal(value, 2);
    const char *bad[] = {"highest=4", "highest=0", "highest", "lowest=1", "=1", "", "highest=x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        scan = gg_scan_over(bad[i]);
        gg_error error = gg_scan_option(&scan, &secret_rules, &row, &value);
        assert_non_null(error.text);
        assert_int_equal(scan.at, 0);
        assert_int_equal(value, 2);
    }
}

/* ---- Fractions. ---- */

static void fractions_are_exact(void **unused)
{
    (void)unused;
    gg_fraction sum = {0, 1};
    for (int i = 0; i < 6; i++) assert_true(gg_fraction_plus(&sum, (gg_fraction){1, 6}));
    assert_fraction(sum, 1, 1);
    gg_fraction half = {1, 2};
    assert_true(gg_fraction_plus(&half, (gg_fraction){1, 3}));
    assert_fraction(half, 5, 6);
    assert_true(gg_fraction_times(&half, (gg_fraction){3, 10}));
    assert_fraction(half, 1, 4);
    assert_fraction(((gg_fraction){0, 77}), 0, 1);
}

static void fractions_know_when_they_do_not_fit(void **unused)
{
    (void)unused;
    gg_fraction big = {1, (uint64_t)1 << 63};
    assert_false(gg_fraction_times(&big, (gg_fraction){1, 3}));
    assert_int_equal(big.top, 1);
    assert_true(big.bottom == (uint64_t)1 << 63);
    assert_true(gg_fraction_times(&big, (gg_fraction){2, 3})); /* reduced, it fits */
    assert_fraction(big, 1, 3u * ((uint64_t)1 << 62));
    gg_fraction odd = {1, UINT64_MAX};
    assert_false(gg_fraction_plus(&odd, (gg_fraction){1, UINT64_MAX - 1}));
    assert_int_equal(odd.top, 1);
    gg_fraction large = {(uint64_t)3 << 61, (uint64_t)3 << 62}; /* one half, not reduced */
    assert_true(gg_fraction_plus(&large, (gg_fraction){(uint64_t)1 << 62, (uint64_t)1 << 63}));
    assert_fraction(large, 1, 1);
}

/* ---- Hash. ---- */

/* Records hold these hashes: they may never change. */
static void hashes_are_pinned(void **unused)
{
    (void)unused;
    assert_int_equal(gg_hash("", 0), 0xa22b0f34144ced29u);
    assert_int_equal(gg_hash("grognard", 8), 0x0f021b1472d28abcu);
    assert_int_equal(gg_hash("The Guard dies", 14), 0x947fdbb61367d629u);
}

static void every_bit_counts(void **unused)
{
    (void)unused;
    uint8_t bytes[40] = {0};
    uint64_t plain = gg_hash(bytes, sizeof bytes);
    for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        uint64_t other = gg_hash(bytes, sizeof bytes);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        int changed = 0;
        for (int i = 0; i < 64; i++) changed += (int)((plain ^ other) >> i & 1);
        assert_true(changed >= 12);
    }
    for (size_t count = 0; count < sizeof bytes; count++)
        assert_true(gg_hash(bytes, count) != gg_hash(bytes, count + 1));
}

static void hashes_do_not_depend_on_the_address(void **unused)
{
    (void)unused;
    uint8_t bytes[64];
    for (int shift = 0; shift < 8; shift++) {
        memcpy(bytes + shift, "0123456789abcdefghijk", 21);
        assert_int_equal(gg_hash(bytes + shift, 21), gg_hash("0123456789abcdefghijk", 21));
    }
}

/* ---- Names that somebody meant. ---- */
static const char *row_of_names(const void *list, int row)
{
    const char *const *names = list;
    return names[row];
}

static void the_nearest_name_is_found(void **unused)
{
    (void)unused;
    static const char *const names[] = {"squares", "commanders", "lucky", "drill",
                                        "",        "a1",         "a12",   NULL};
    static const struct {
        const char *typed, *meant;
    } rows[] = {
        {"sqares", "squares"},
        {"squaers", "squares"},
        {"SQUARES", "squares"},
        {"com", "commanders"},
        {"lukcy", "lucky"},
        {"dril", "drill"},
        {"a11", "a1"},
        {"a112", "a12"},
        {"chess", NULL},
        {"", NULL},
        {"x", NULL},
        {"NOSUCH", NULL},
        {"a word that is far longer than any name could be, and then some", NULL},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = gg_nearest_name(rows[i].typed, row_of_names, names);
        if (rows[i].meant == NULL) assert_null(found);
        else assert_string_equal(found, rows[i].meant);
    }
    char bytes[64];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_nearest(&out, "chess", row_of_names, names);
    assert_string_equal(bytes, "");
    gg_put_nearest(&out, "luckey", row_of_names, names);
    assert_string_equal(bytes, " (did you mean lucky?)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing_stops_at_the_limit),
        cmocka_unit_test(numbers_are_written),
        cmocka_unit_test(words_have_things_in_them),
        cmocka_unit_test(actions_are_told_by_rows),
        cmocka_unit_test(counts_lists_and_winds),
        cmocka_unit_test(sides_and_events_have_names),
        cmocka_unit_test(a_refusal_is_a_sentence),
        cmocka_unit_test(an_event_is_a_sentence),
        cmocka_unit_test(lines_comments_and_semicolons),
        cmocka_unit_test(a_failed_reader_does_not_move),
        cmocka_unit_test(words_and_sides),
        cmocka_unit_test(places_are_lines_and_columns),
        cmocka_unit_test(options_take_their_values_only),
        cmocka_unit_test(fractions_are_exact),
        cmocka_unit_test(fractions_know_when_they_do_not_fit),
        cmocka_unit_test(hashes_are_pinned),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(hashes_do_not_depend_on_the_address),
        cmocka_unit_test(the_nearest_name_is_found),
    };
    return run_units(tests);
}
