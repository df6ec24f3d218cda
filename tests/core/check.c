/*
 * check.c - tests that the readers of a check agree: what is rolled, explained, predicted, printed.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/numbers.h"
#include "core/sheet.h"

/* ---- Three checks of a game that exists only here. ---- */

typedef struct query {
    int files, cover, shaken, few;
} query;

static int mod_files(const void *q) { return ((const query *)q)->files; }
static int mod_light(const void *q) { return ((const query *)q)->cover >= 1 ? -1 : 0; }
static int mod_heavy(const void *q) { return ((const query *)q)->cover >= 2 ? -2 : 0; }
static int mod_shaken(const void *q) { return ((const query *)q)->shaken ? -3 : 0; }
static int two(const void *q) { return ((const query *)q)->few ? 1 : 2; }
static int four(const void *q) { return ((const query *)q)->few ? 1 : 4; }
static int one(const void *q)
{
    (void)q;
    return 1;
}
static uint32_t five_and_six(const void *q)
{
    (void)q;
    return 0x30;
}

static const gg_mod mods[] = {
    {"files", 1, 0, "+1 each", "files", mod_files},
    {"light", 2, 1, "-1", "light cover", mod_light},
    {"heavy", 2, 1, "-2", "heavy <cover>", mod_heavy},
    {"shaken", 3, 0, "-3", "shaken", mod_shaken},
};
static const gg_band bands[] = {
    {10, 1, "two hits"},
    {8, 1, "one hit"},
    {0, 2, "no effect"},
};
static const gg_check shooting = {
    .name = "shooting",
    .clause = 1,
    .kind = GG_SUM,
    .sides = 6,
    .mod_count = 4,
    .band_count = 3,
    .sum_min = -3,
    .sum_max = 2,
    .dice = two,
    .mods = mods,
    .query_bytes = sizeof(query),
    .bands = bands,
    .rule = "two dice",
};
static const gg_check striking = {
    .name = "strike",
    .clause = 2,
    .kind = GG_HITS,
    .sides = 6,
    .mod_count = 4,
    .dice = four,
    .dice_min = one,
    .faces = five_and_six,
    .mods = mods,
    .what = "hit",
    .letters = "aabcX-",
};
static int needs_four(const void *q)
{
    (void)q;
    return 4;
}
static uint32_t the_six(const void *q)
{
    (void)q;
    return 1u << 5;
}
static uint32_t the_one(const void *q)
{
    (void)q;
    return 1u << 0;
}
static const gg_check volley = {
    .name = "volley",
    .clause = 3,
    .kind = GG_EACH,
    .sides = 6,
    .mod_count = 4,
    .dice = four,
    .needs = needs_four,
    .always = the_six,
    .never = the_one,
    .mods = mods,
    .what = "hit",
};
static const gg_check *const checks[] = {&shooting, &striking, &volley};
static const gg_clause_def clauses[] = {
    {"", "", ""}, {"T-1", "", ""}, {"T-2", "", ""}, {"T-3", "", ""}};
static const gg_saying sayings[] = {{"", 0, ""},
                                    {"LOSES", 3, "{who} loses {amount} base{s} to {whom}"}};

static void write_unit(const gg_state *state, gg_unit unit, gg_text *out)
{
    (void)state;
    gg_put_char(out, 'U');
    gg_put_int(out, unit);
}

static void pour(gg_sheet *sheet)
{
    gg_sheet_check(sheet, &shooting);
    gg_sheet_check(sheet, &striking);
}

static const gg_ruleset rules = {
    .name = "checks",
    .title = "Checks & more",
    .clause_count = 4,
    .clauses = clauses,
    .corrections = gg_no_corrections,
    .check_count = 3,
    .checks = checks,
    .saying_count = 2,
    .sayings = sayings,
    .write_unit = write_unit,
    .sheet = pour,
};

/* ---- Modifiers. ---- */

static void only_the_largest_of_a_group_counts(void **unused)
{
    (void)unused;
    gg_event event = {0};
    assert_int_equal(gg_check_mods(&shooting, NULL, &(query){.cover = 2}, &event), -2);
    assert_int_equal(event.line_count, 1);
    assert_int_equal(event.lines[0].mod, 2);
    assert_int_equal(event.lines[0].amount, -2);
    assert_int_equal(gg_check_mods(&shooting, NULL, &(query){.cover = 1}, NULL), -1);
    assert_int_equal(gg_check_mods(&shooting, NULL, &(query){.cover = 1, .files = 2}, NULL), 1);
}

static void the_sum_is_clamped_but_explained(void **unused)
{
    (void)unused;
    gg_event event = {0};
    assert_int_equal(gg_check_mods(&shooting, NULL, &(query){.cover = 2, .shaken = 1}, &event), -3);
    assert_int_equal(event.line_count, 2);
    assert_int_equal(gg_check_mods(&shooting, NULL, &(query){.files = 9}, NULL), 2);
}

static void modifiers_change_the_number_of_dice(void **unused)
{
    (void)unused;
    assert_int_equal(gg_check_dice(&striking, NULL, &(query){0}), 4);
    assert_int_equal(gg_check_dice(&striking, NULL, &(query){.files = 3, .cover = 1}), 6);
    /* at least one */
    assert_int_equal(gg_check_dice(&striking, NULL, &(query){.few = 1, .shaken = 1}), 1);
    assert_int_equal(gg_check_dice(&shooting, NULL, &(query){.files = 2}), 2);
}

/* ---- The readers agree. ---- */

/* Rolls with every face and counts; the odds must be those counts. */
static void odds_equal_rolls(const gg_check *check, const query *q)
{
    gg_fraction odds[GG_OUTCOMES_MAX], sum = {0, 1};
    int results = gg_check_odds(check, NULL, q, odds), dice = gg_check_dice(check, NULL, q);
    uint64_t ways[GG_OUTCOMES_MAX] = {0}, all = 1;
    for (int i = 0; i < dice; i++) all *= 6;
    for (uint64_t number = 0; number < all; number++) {
        uint8_t faces[8];
        uint64_t rest = number;
        for (int i = 0; i < dice; i++, rest /= 6) faces[i] = (uint8_t)(1 + rest % 6);
        gg_dice source = gg_dice_scripted(faces, (uint32_t)dice);
        gg_event event = {0};
        int result = gg_check_roll(check, NULL, q, &source, &event);
        assert_int_equal(source.trouble, GG_DICE_FINE);
        assert_int_equal(source.face_next, dice);
        assert_in_range(result, 0, results - 1);
        assert_int_equal(event.face_count, dice);
        assert_memory_equal(event.faces, faces, dice);
        assert_int_equal(check->kind == GG_SUM ? event.band : event.total, result);
        ways[result]++;
    }
    for (int i = 0; i < results; i++) {
        gg_fraction wanted = gg_fraction_reduce((gg_fraction){ways[i], all});
        assert_fraction(odds[i], wanted.top, wanted.bottom);
        assert_true(gg_fraction_plus(&sum, odds[i]));
    }
    assert_fraction(sum, 1, 1);
}

static void odds_are_what_rolls_come_to(void **unused)
{
    (void)unused;
    for (int files = 0; files <= 2; files++)
        for (int cover = 0; cover <= 2; cover++)
            for (int shaken = 0; shaken <= 1; shaken++) {
                query q = {.files = files, .cover = cover, .shaken = shaken};
                odds_equal_rolls(&shooting, &q);
                odds_equal_rolls(&striking, &q);
                odds_equal_rolls(&volley, &q);
            }
}

static void each_die_with_the_modifiers_comes_to_a_number(void **unused)
{
    (void)unused;
    assert_int_equal(gg_check_dice(&volley, NULL, &(query){.files = 2}), 4);

    const uint8_t faces[] = {6, 1, 4, 6};
    gg_dice source = gg_dice_scripted(faces, 4);
    gg_event event = {.check = 2, .kind = GG_ROLL, .who = 1, .whom = GG_NO_UNIT};
    int sixes;
    assert_int_equal(
        gg_check_roll_marked(&volley, NULL, &(query){.cover = 1}, &source, &event, 1u << 5, &sixes),
        2);
    assert_int_equal(sixes, 2);
    char bytes[160];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_event(&text, &rules, NULL, &event);
    assert_string_equal(bytes, "volley U1: 4 dice at 4+, -1 light cover (T-2): 6 1 4 6 = 2 hits "
                               "(T-3)");
}

/* Marking a face changes no odds, and the marks have their own. */
static void marks_are_counted_beside_the_hits(void **unused)
{
    (void)unused;
    const query q = {.files = 1};
    gg_fraction odds[GG_OUTCOMES_MAX], found[GG_OUTCOMES_MAX], no_six = {0, 1};
    int results = gg_check_odds(&volley, NULL, &q, odds);
    for (int i = 0; i < results; i++) found[i] = (gg_fraction){0, 1};
    for (gg_dice dice = gg_dice_enumerate(); gg_dice_next(&dice);) {
        int sixes, hits = gg_check_roll_marked(&volley, NULL, &q, &dice, NULL, 1u << 5, &sixes);
        assert_true(gg_fraction_plus(&found[hits], dice.weight));
        if (sixes == 0) assert_true(gg_fraction_plus(&no_six, dice.weight));
    }
    for (int i = 0; i < results; i++)
        assert_fraction(gg_fraction_reduce(found[i]), odds[i].top, odds[i].bottom);
    assert_fraction(gg_fraction_reduce(no_six), 625, 1296);
}

static void a_roll_explains_itself(void **unused)
{
    (void)unused;
    char bytes[256];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    static const uint8_t faces[] = {6, 3};
    gg_dice dice = gg_dice_scripted(faces, 2);
    gg_event event = {.kind = GG_ROLL, .who = 1, .whom = 4, .check = 0};
    gg_check_roll(&shooting, NULL, &(query){.files = 1, .cover = 1}, &dice, &event);
    gg_put_event(&out, &rules, NULL, &event);
    assert_string_equal(
        bytes, "shooting U1>U4: 6 3 +1 files (T-1) -1 light cover (T-2) = 9: one hit (T-1)");
}

static void a_roll_of_hits_explains_itself(void **unused)
{
    (void)unused;
    char bytes[256];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    static const uint8_t faces[] = {1, 5, 6, 2, 4};
    gg_dice dice = gg_dice_scripted(faces, 5);
    gg_event event = {.kind = GG_ROLL, .who = 1, .whom = GG_NO_UNIT, .check = 1};
    assert_int_equal(gg_check_roll(&striking, NULL, &(query){.files = 1}, &dice, &event), 2);
    gg_put_event(&out, &rules, NULL, &event);
    assert_string_equal(bytes, "strike U1: 4 dice +1 files (T-1) = 5: a X - a c = 2 hits (T-2)");
    out = gg_text_over(bytes, sizeof bytes);
    event.total = 1;
    gg_put_result(&out, ruleset_named("drill"), NULL, &striking, &event);
    assert_string_equal(bytes, "1 hit");
}

static void plurals_follow_the_number(void **unused)
{
    (void)unused;
    char bytes[128];
    gg_event event = {.kind = GG_LOSS, .saying = 1, .clause = 3, .who = 2, .whom = 3, .amount = 1};
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_put_event(&out, &rules, NULL, &event);
    assert_string_equal(bytes, "U2 loses 1 base to U3 (T-3)");
    event.amount = 2;
    out = gg_text_over(bytes, sizeof bytes);
    gg_put_event(&out, &rules, NULL, &event);
    assert_string_equal(bytes, "U2 loses 2 bases to U3 (T-3)");
}

/* ---- The log. ---- */

static void a_full_log_takes_no_more(void **unused)
{
    (void)unused;
    gg_event events[2];
    gg_log log = {.events = events, .limit = 2};
    memset(events, 0xff, sizeof events);
    gg_event *event = gg_log_add(&log, GG_LOSS, 3);
    assert_int_equal(event->kind, GG_LOSS);
    assert_int_equal(event->clause, 3);
    assert_int_equal(event->who, GG_NO_UNIT);
    assert_int_equal(event->seen_by, GG_SIDES_ALL);
    assert_int_equal(event->face_count + event->line_count + event->saying, 0);
    assert_non_null(gg_log_add(&log, GG_NOTE, 1));
    assert_null(gg_log_add(&log, GG_NOTE, 1));
    assert_null(gg_log_add(NULL, GG_NOTE, 1));
    assert_int_equal(log.count, 2);
}

/* ---- The sheet prints the same rows. ---- */

static void the_sheet_prints_every_row(void **unused)
{
    (void)unused;
    static char bytes[8192];
    static gg_sheet sheet;
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_sheet_write(&sheet, &rules, NULL, false, &out);
    assert_false(out.cut);
    const char *rows[] = {"Checks & more",
                          "Roll: shooting (T-1)",
                          "+1 each",
                          "heavy <cover>",
                          "only the largest of its group",
                          "two dice",
                          "two hits",
                          "Roll: strike (T-2)"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) assert_non_null(strstr(bytes, rows[i]));
    for (const char *at = bytes; (at = strchr(at, '\n')) != NULL; at++)
        assert_true(at == bytes || at[-1] != ' '); /* no blanks at the ends of lines */
}

static void the_html_sheet_is_escaped(void **unused)
{
    (void)unused;
    static char bytes[16384];
    static gg_sheet sheet;
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_sheet_write(&sheet, &rules, NULL, true, &out);
    assert_false(out.cut);
    assert_non_null(strstr(bytes, "heavy &lt;cover&gt;"));
    assert_non_null(strstr(bytes, "<title>Checks &amp; more"));
    assert_null(strstr(bytes, "<cover>"));
    assert_non_null(strstr(bytes, "</html>"));
}

/* Bars part the cells of the pattern, not those of what is put into it; then numbers are put in. */
static void a_row_is_told_in_one_line(void **unused)
{
    (void)unused;
    static char bytes[1024];
    static gg_sheet sheet;
    gg_text out = gg_text_over(bytes, sizeof bytes);
    sheet.out = &out;
    sheet.rules = ruleset_named("drill");
    gg_sheet_head(&sheet, "Who", "Name||Far|May|Clause");
    gg_sheet_row(&sheet, 1, "%s|%d %c|{%s:length} inches|%y", "a|b", 7, 'x', "march", true);
    gg_sheet_row(&sheet, 0, "{march}|-");
    gg_sheet_row(&sheet, 2, "%s|%y", "{march_in_wood:length}", false);
    gg_sheet_head(&sheet, "Numbers", "What|Value|Clause");
    gg_sheet_number(&sheet, (uint32_t)gg_find_number(sheet.rules, "march"));
    gg_sheet_head(&sheet, "Next", "One");
    assert_string_equal(bytes, "\nWho\n"
                               "  Name       Far       May  Clause\n"
                               "  a|b   7 x  6 inches  yes  DR-1\n"
                               "  60    -    3         no   DR-2\n"
                               "\nNumbers\n"
                               "  What                       Value  Clause\n"
                               "  how far a company marches  6      DR-8\n");
}

static void half_a_row_breaks(void **unused)
{
    (void)unused;
    static char bytes[1024];
    static gg_sheet sheet;
    gg_text out = gg_text_over(bytes, sizeof bytes);
    sheet.out = &out;
    gg_sheet_head(&sheet, "half", "a|b");
    gg_sheet_cell(&sheet, "only one");
    assert_breaks(gg_sheet_head(&sheet, "next", "a|b"));
}

static void dice_that_are_asked_remember_the_first_roll(void **unused)
{
    query asked = {.files = 0}, first = {.files = 1, .cover = 2};
    const query then = {.files = 3};
    gg_dice dice = gg_dice_asking(&asked);
    gg_check_roll(&shooting, NULL, &first, &dice, NULL);
    gg_check_roll(&striking, NULL, &then, &dice, NULL);
    assert_ptr_equal(dice.first_check, &shooting);
    assert_memory_equal(&asked, &first, sizeof asked);
    dice = gg_dice_asking(&asked);
    gg_roll(&dice, 6); /* not by a table: nothing can be said of it */
    gg_check_roll(&shooting, NULL, &then, &dice, NULL);
    assert_null(dice.first_check);
    (void)unused;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_largest_of_a_group_counts),
        cmocka_unit_test(the_sum_is_clamped_but_explained),
        cmocka_unit_test(modifiers_change_the_number_of_dice),
        cmocka_unit_test(odds_are_what_rolls_come_to),
        cmocka_unit_test(dice_that_are_asked_remember_the_first_roll),
        cmocka_unit_test(each_die_with_the_modifiers_comes_to_a_number),
        cmocka_unit_test(marks_are_counted_beside_the_hits),
        cmocka_unit_test(a_roll_explains_itself),
        cmocka_unit_test(a_roll_of_hits_explains_itself),
        cmocka_unit_test(plurals_follow_the_number),
        cmocka_unit_test(a_full_log_takes_no_more),
        cmocka_unit_test(the_sheet_prints_every_row),
        cmocka_unit_test(the_html_sheet_is_escaped),
        cmocka_unit_test(a_row_is_told_in_one_line),
        cmocka_unit_test(half_a_row_breaks),
    };
    return run_units(tests);
}
