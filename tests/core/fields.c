/*
 * fields.c - tests of notation by rows: a little struct of every kind of field, and drill, whose
 * actions and positions are rows only.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/action.h"
#include "core/position.h"

/* ---- A struct with one field of each kind. ---- */

typedef struct sample {
    gg_point at;
    int32_t length;
    int16_t facing;
    uint8_t who, side, word, bits, flag, number, helpers, round;
} sample;

static const char *const colours[] = {"", "red", "green", NULL};
static const char *const marks[] = {"moved", "fired", "tired", NULL};

static const gg_field fields[] = {
    {.name = "number",
     .lead = "",
     .expected = "expected 0 to 12",
     .kind = GG_FIELD_NUMBER,
     .high = 12,
     GG_AT(sample, number)},
    {.name = "place",
     .lead = "",
     .expected = "expected a place",
     .kind = GG_FIELD_PLACE,
     .low = -5000,
     .high = 5000,
     GG_AT(sample, at)},
    {.name = "facing",
     .lead = "",
     .expected = "expected a facing",
     .kind = GG_FIELD_NUMBER,
     .flags = GG_FIELD_FOLLOWS | GG_FIELD_OPTIONAL,
     .low = -180,
     .high = 180,
     .standard = 0,
     GG_AT(sample, facing)},
    {.name = "length",
     .lead = "long",
     .expected = "expected a length",
     .kind = GG_FIELD_DECIMAL,
     .flags = GG_FIELD_OPTIONAL,
     .decimals = 2,
     .high = 900,
     GG_AT(sample, length)},
    {.name = "unit",
     .lead = "by",
     .expected = "expected a company",
     .kind = GG_FIELD_UNIT,
     .flags = GG_FIELD_OPTIONAL,
     .low = 3,
     .high = 5,
     .shift = -2,
     GG_AT(sample, who)},
    {.name = "side",
     .lead = "held",
     .expected = "expected a side",
     .kind = GG_FIELD_SIDE,
     .flags = GG_FIELD_OPTIONAL,
     .high = GG_NOBODY,
     .shift = 1,
     GG_AT(sample, side)},
    {.name = "colour",
     .lead = "",
     .expected = "expected a colour",
     .kind = GG_FIELD_WORD,
     .flags = GG_FIELD_OPTIONAL,
     .words = colours,
     GG_AT(sample, word)},
    {.name = "marks",
     .lead = "",
     .expected = "expected marks",
     .kind = GG_FIELD_BITS,
     .words = marks,
     GG_AT(sample, bits)},
    {.name = "old", .lead = "old", .kind = GG_FIELD_FLAG, .high = 1, GG_AT(sample, flag)},
};
enum { FIELDS = sizeof fields / sizeof *fields };

static gg_error read(const char *text, bool is_free, sample *out)
{
    static gg_state *state;
    const gg_ruleset *rules = ruleset_named("drill");
    if (state == NULL) state = room_for_state(rules);
    memset(out, 0, sizeof *out);
    const gg_thing thing = {.rules = rules, .state = state, .base = out};
    gg_scan scan = gg_scan_over(text);
    return is_free ? gg_read_fields_as_they_come(&thing, fields, FIELDS, &scan, "what is that")
                   : gg_read_fields_in_order(&thing, fields, FIELDS, &scan);
}

static void assert_written(sample *it, const char *wanted)
{
    char text[200];
    gg_text out = gg_text_over(text, sizeof text);
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules);
    const gg_thing thing = {.rules = rules, .state = state, .base = it};
    gg_put(&out, "it");
    gg_write_fields(&thing, fields, FIELDS, &out);
    assert_string_equal(text, wanted);
    free(state);
}

static void test_every_kind_is_read_and_written(void **unused)
{
    (void)unused;
    sample it;
    assert_null(
        read(" 7 2.5,-3 -90 long 4.25 by B2 held nobody green moved tired old", false, &it).text);
    assert_int_equal(it.number, 7);
    assert_int_equal(it.at.x, 2500);
    assert_int_equal(it.at.y, -3000);
    assert_int_equal(it.facing, -90);
    assert_int_equal(it.length, 425);
    assert_int_equal(it.who, 2); /* B2 is row 4 */
    assert_int_equal(it.side, 3);
    assert_int_equal(it.word, 2);
    assert_int_equal(it.bits, 5);
    assert_int_equal(it.flag, 1);
    assert_written(&it, "it 7 2.5,-3 -90 long 4.25 by B2 held nobody green moved tired old");
}

static void test_standard_values_are_left_out(void **unused)
{
    (void)unused;
    sample it;
    assert_null(read("0 1,1", false, &it).text);
    assert_written(&it, "it 0 1,1");
}

/* What no row can write is found, and which row it is. */
static void assert_unsound(sample it, const char *field)
{
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules);
    const gg_thing thing = {.rules = rules, .state = state, .base = &it};
    const gg_field *broken = NULL;
    assert_int_equal(gg_fields_are_sound(&thing, fields, FIELDS, &broken), field == NULL);
    if (field != NULL) assert_string_equal(broken->name, field);
    free(state);
}

static void test_what_no_row_can_write(void **unused)
{
    (void)unused;
    assert_unsound((sample){.number = 12, .at = {5000, -5000}, .facing = -180, .length = 900},
                   NULL);
    assert_unsound((sample){.who = 3, .side = 3, .word = 2, .bits = 7, .flag = 1}, NULL);
    assert_unsound((sample){.number = 13}, "number");
    assert_unsound((sample){.at = {0, 5001}}, "place");
    assert_unsound((sample){.at = {5001, 0}}, "place");
    assert_unsound((sample){.at = {0, -5001}}, "place");
    assert_unsound((sample){.at = {-5001, 0}}, "place");
    assert_unsound((sample){.facing = 181}, "facing");
    assert_unsound((sample){.length = -1}, "length");
    assert_unsound((sample){.length = 901}, "length");
    assert_unsound((sample){.who = 4}, "unit");
    assert_unsound((sample){.side = 4}, "side");
    assert_unsound((sample){.word = 3}, "colour");
    assert_unsound((sample){.bits = 8}, "marks");
    assert_unsound((sample){.flag = 2}, "old");
}

/* Units of a game that has five, and calls the last "?": it is not there. */
static void write_known(const gg_state *state, gg_unit unit, gg_text *out)
{
    (void)state;
    gg_put_char(out, unit == 4 ? '?' : 'U');
}

static void assert_sound(const gg_field *rows, int count, const void *bytes, bool is_sound)
{
    static const gg_ruleset five = {.unit_count = 5, .write_unit = write_known};
    char kept[GG_CALLED_BYTES], nothing[GG_CALLED_BYTES] = "";
    memcpy(kept, bytes, sizeof kept);
    const gg_thing thing = {.rules = &five, .base = kept, .whole = nothing};
    const gg_field *broken;
    assert_int_equal(gg_fields_are_sound(&thing, rows, count, &broken), is_sound);
    if (!is_sound) assert_ptr_equal(broken, rows);
}

static void test_what_no_row_alone_can_write(void **unused)
{
    (void)unused;
    static const char *const some_words[] = {"red", "", "green", NULL};
    static const gg_field rows[] = {
        {.kind = GG_FIELD_UNIT, .size = 1, .low = 1, .high = 2},
        {.kind = GG_FIELD_UNIT, .size = 1, .high = 9},
        {.kind = GG_FIELD_UNITS, .size = 1, .low = 1, .high = 3},
        {.kind = GG_FIELD_SIDE, .size = 1, .high = GG_RED, .shift = 1},
        {.kind = GG_FIELD_WORD, .size = 1, .words = some_words},
        {.kind = GG_FIELD_WORD, .size = 1, .words = some_words, .step = 2},
    };
    static const struct {
        uint8_t row, kept, is_sound;
    } cases[] = {
        {0, 0, false}, {0, 1, true},  {0, 2, true},  {0, 3, false}, /* 1 and 2 */
        {1, 3, true},  {1, 4, false}, {1, 5, false},                /* those that there are */
        {2, 0, true},  {2, 7, true},  {2, 8, false}, {2, 9, false}, /* bit 0 is unit 1 */
        {3, 0, false}, {3, 1, true},  {3, 2, true},  {3, 3, false}, /* blue is kept as 1 */
        {4, 0, true},  {4, 1, false}, {4, 2, true},  {4, 3, false}, /* a word that is written */
        {5, 2, false}, {5, 3, false}, {5, 4, true},  {5, 6, false}, /* two for each */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_sound(&rows[cases[i].row], 1, (char[GG_CALLED_BYTES]){(char)cases[i].kept},
                     cases[i].is_sound);
    static const gg_field name = {.kind = GG_FIELD_NAME};
    assert_sound(&name, 1, "nineteen characters", true);
    assert_sound(&name, 1, "twenty characters it", false); /* it has no end */
}

/* Where two rows share a byte it is sound if either can write it; rows that lie elsewhere, or are
 * the game's own, say nothing about it. */
static void test_rows_that_share_a_byte(void **unused)
{
    (void)unused;
    enum { NUMBER = GG_FIELD_NUMBER, FLAG = GG_FIELD_FLAG, OWN = GG_FIELD_OWN };
    const char nine[GG_CALLED_BYTES] = {9};
    const gg_field shared[] = {{.kind = NUMBER, .size = 1, .high = 3},
                               {.kind = FLAG, .size = 1, .high = 9}};
    const gg_field elsewhere[] = {shared[0], {.kind = NUMBER, .size = 1, .offset = 1, .high = 9}};
    const gg_field beside[] = {shared[0], {.kind = NUMBER, .size = 1, .beside = 4, .high = 9}};
    const gg_field own[] = {shared[0], {.kind = OWN}};
    assert_sound(shared, 2, nine, true);
    assert_sound(elsewhere, 2, nine, false);
    assert_sound(beside, 2, nine, false);
    assert_sound(own, 2, nine, false);
}

static void test_any_order(void **unused)
{
    (void)unused;
    sample it;
    assert_null(read("old fired green 1,2 45 9 held blue moved", true, &it).text);
    assert_written(&it, "it 9 1,2 45 held blue green moved fired old");
    /* A number is a facing only directly behind the place. */
    assert_null(read("3 1,2 red", true, &it).text);
    assert_int_equal(it.facing, 0);
    assert_int_equal(it.number, 3);
}

static void assert_error(const char *text, bool is_free, const char *expected, uint32_t at)
{
    sample it;
    const gg_error error = read(text, is_free, &it);
    assert_non_null(error.text);
    assert_string_equal(error.text, expected);
    assert_int_equal(error.at, at);
}

static void test_errors_say_where_and_what(void **unused)
{
    (void)unused;
    assert_error("13 1,1", false, "expected 0 to 12", 0);
    assert_error("1", false, "expected a place", 1);
    assert_error("1  5.001,1", false, "expected a place", 3);
    assert_error("1 1,1 long 9.001", false, "expected a length", 11);
    assert_error("1 1,1 long 10", false, "expected a length", 11);
    assert_error("1 1,1 by A1", false, "expected a company", 9);
    assert_error("1 1,1 held green", false, "expected a side", 11);
    assert_error("1 1,1 blue", true, "what is that", 6);
}

/* Several units, what is left out by who types, places of a grain. */
static void test_units_and_guesses(void **unused)
{
    (void)unused;
    static const gg_field some[] = {
        {.name = "place",
         .lead = "",
         .expected = "expected a place",
         .kind = GG_FIELD_PLACE,
         .low = -5000,
         .high = 5000,
         .decimals = 2,
         GG_AT(sample, at)},
        {.name = "round",
         .lead = "in",
         .expected = "expected a round",
         .kind = GG_FIELD_NUMBER,
         .flags = GG_FIELD_GUESSED,
         .high = 9,
         GG_AT(sample, round)},
        {.name = "helpers",
         .lead = "with",
         .expected = "expected companies",
         .kind = GG_FIELD_UNITS,
         .flags = GG_FIELD_OPTIONAL,
         .low = 1,
         .high = 5,
         GG_AT(sample, helpers)},
    };
    static const struct {
        const char *text, *written;
        int helpers;
        uint32_t at;
    } rows[] = {
        {"1.25,2 in 3 with B1 A2", " 1.25,2 in 3 with A2 B1", 5, 0},
        {"1,2", " 1,2 in 0", 0, 0},
        {"1,2 with B3", " 1,2 in 0 with B3", 16, 0},
        {"1.255,2", NULL, 0, 0},
        {"1,2 with A1", NULL, 0, 9}, /* not one of these rows */
    };
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        sample it = {.number = 0};
        char text[200];
        gg_text out = gg_text_over(text, sizeof text);
        const gg_thing thing = {.rules = rules, .state = state, .base = &it};
        gg_scan scan = gg_scan_over(rows[i].text);
        const gg_error error = gg_read_fields_in_order(&thing, some, 3, &scan);
        assert_int_equal(error.text == NULL, rows[i].written != NULL);
        assert_int_equal(error.at, rows[i].at);
        if (error.text != NULL) continue;
        assert_int_equal(it.helpers, rows[i].helpers);
        gg_put(&out, "it");
        gg_write_fields(&thing, some, 3, &out);
        assert_string_equal(text + 2, rows[i].written);
    }
    free(state);
}

static void test_decimals(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        int32_t number;
        bool is_read;
    } rows[] = {
        {"4.25", 4250, true},      {"-0.5", -500, true}, {"12", 12000, true}, {"4.", 0, false},
        {".5", 0, false},          {"+4", 0, false},     {"--4", 0, false},   {"1.0005", 0, false},
        {"99999999999", 0, false}, {"", 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gg_scan scan = gg_scan_over(rows[i].text);
        int32_t number = 0;
        assert_int_equal(gg_scan_decimal(&scan, 1000, -100000, 100000, &number), rows[i].is_read);
        assert_int_equal(number, rows[i].number);
        assert_int_equal(scan.at, rows[i].is_read ? strlen(rows[i].text) : 0);
    }
}

/* ---- Drill's rows. ---- */

static void test_an_action_breaks_where_it_breaks(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules);
    static const struct {
        const char *text, *expected;
        uint32_t at;
    } rows[] = {
        {"", "expected the word of an action", 0},
        {"attack A1>B1", "expected the word of an action", 0},
        {"march A9 1,1", "expected a company: A1 to A3, B1 to B3", 6},
        {"march A1 east", "expected a place: inches east,north", 9},
        {"charge A1 B1", "expected > and a target, as in A1>B2", 10},
        {"charge A1>C1", "expected > and a target, as in A1>B2", 10},
        {"ready steady", "expected the end of the action", 6},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        gg_action action = {.kind = 99};
        const gg_error error = gg_read_action(rules, state, rows[i].text, &action);
        assert_non_null(error.text);
        assert_string_equal(error.text, rows[i].expected);
        assert_int_equal(error.at, rows[i].at);
        assert_int_equal(action.kind, 99); /* untouched */
    }
    free(state);
}

/* ---- Lines of a position, in a game of six numbers. ---- */

struct gg_state {
    int16_t options[2], house[2];
    uint8_t weights[3], next[3], count, total;
};
static const char *const thing_names[] = {"one", "two", "three", NULL};
static const gg_field weight[] = {
    {.name = "weight",
     .lead = "",
     .expected = "expected a weight",
     .kind = GG_FIELD_NUMBER,
     .high = 9,
     .offset = 0,
     .size = 1},
};

/* `after two one`: names a thing that must be there, wherever its own line stands. */
static const char *read_after(gg_scan *scan, gg_state *state, uint32_t nth)
{
    int other;
    gg_scan_spaces(scan);
    gg_scan before = *scan;
    if (!gg_scan_row(scan, thing_names, 3, &other)) return "expected a thing";
    if (state->weights[other] == 0) return *scan = before, "there is no such thing";
    state->next[nth] = (uint8_t)(other + 1);
    return NULL;
}

static void write_after(const gg_state *state, gg_text *out)
{
    for (int i = 0; i < 3; i++) {
        if (state->next[i] == 0) continue;
        gg_put(out, "after "), gg_put(out, thing_names[i]), gg_put_char(out, ' ');
        gg_put(out, thing_names[state->next[i] - 1]), gg_put_char(out, '\n');
    }
}

static const char *settle_weight(gg_state *state, uint32_t nth, bool is_said)
{
    if (!is_said) state->weights[nth] = 1;
    if (state->weights[nth] > 5) return "too heavy";
    state->total = (uint8_t)(state->total + state->weights[nth]);
    return NULL;
}

static const gg_line_def thing_lines[] = {
    {.word = "after",
     .names = thing_names,
     GG_THINGS(gg_state, next),
     .read = read_after,
     .write = write_after,
     .expected = "expected a thing"},
    {.word = "weighs",
     .names = thing_names,
     GG_THINGS(gg_state, weights),
     .fields = weight,
     .field_count = 1,
     .is_early = true,
     .settle = settle_weight,
     .expected = "expected a thing"},
};
static const char *settle_things(gg_state *state, const int32_t *options)
{
    if (options != NULL) state->count = 1;
    return state->total > 12 ? "all together too heavy" : NULL;
}
static const char *audit_things(const gg_state *state)
{
    return state->next[0] == 1 ? "nothing follows itself" : NULL;
}
static const gg_option thing_options[] = {{"even", 2, 0, 8, 2, 0, ""}, {"odd", 1, 1, 3, 1, 0, ""}};
static const gg_scenario thing_scenarios[] = {{.name = "three", .position = "weighs one 2"}};
static const gg_ruleset things = {
    .name = "things",
    .version = 1,
    .state_bytes = sizeof(gg_state),
    .lines = thing_lines,
    .line_count = 2,
    .options_at = offsetof(gg_state, options),
    .settle = settle_things,
    .audit = audit_things,
    .options = thing_options,
    .option_count = 2,
    .scenarios = thing_scenarios,
    .scenario_count = 1,
};

static void assert_broken(const char *text, const char *expected, uint32_t at)
{
    gg_state state = {.total = 77};
    const gg_error error = gg_read_position(&things, text, &state);
    assert_non_null(error.text);
    assert_string_equal(error.text, expected);
    assert_int_equal(error.at, at);
    assert_int_equal(state.total, 77); /* untouched */
}

static void test_lines_name_their_things(void **unused)
{
    (void)unused;
    gg_state state;
    char text[200];
    gg_text out = gg_text_over(text, sizeof text);
    /* The second line is early: it is read before the first one names its thing. */
    assert_null(gg_read_position(&things, "after one two\nweighs two 3 # kilos", &state).text);
    assert_int_equal(state.weights[0], 1); /* no line speaks of it */
    assert_int_equal(state.weights[1], 3);
    assert_int_equal(state.next[0], 2);
    assert_int_equal(state.count, 0);
    gg_write_position(&things, &state, &out);
    assert_string_equal(text, "position things 1\nafter one two\nweighs one 1\nweighs two 3\n"
                              "weighs three 1\n");
    assert_broken("after one two; weighs one 3", "there is no such thing", 10);
    assert_broken("after one; weighs one 3", "expected a thing", 9);
    assert_broken("weighs four 3", "expected a thing", 7);
    assert_broken("weighs one 3; weighs one 6; after two one", "too heavy", 14);
    assert_broken("weighs one 5; weighs two 5; weighs three 5", "all together too heavy", 0);
    assert_broken("weighs one 1; after one one", "nothing follows itself", 0);
    assert_broken("position drill; weighs one 9", "a position of another game", 9);
    assert_broken("weight one 1", "expected the first word of a line, or the name of a unit", 0);
}

/* What must hold of a state before a game's own audit looks at it. */
static void test_the_audit_goes_by_the_rows(void **unused)
{
    (void)unused;
    static const gg_number numbers[] = {{.id = ""}, {.id = "ell", .standard = 6, .high = 9}};
    static const gg_field flag[] = {{.kind = GG_FIELD_FLAG, .size = 1, .high = 1}};
    static const gg_line_def lines[] = {
        {GG_THINGS(gg_state, weights), GG_FIELDS(weight), GG_COUNTED(gg_state, count)},
        {GG_THINGS(gg_state, next), GG_FIELDS(flag), .expected = "expected next, or nothing"},
        {.offset = offsetof(gg_state, total), GG_FIELDS(flag)},
    };
    static const struct {
        gg_state state;
        const char *broken;
    } rows[] = {
        {{.options = {2, 1}, .weights = {9, 9}, .count = 3}, NULL},
        {{.options = {2, 1}, .weights = {1, 2, 77}, .count = 2}, NULL}, /* the last is not there */
        {{.options = {3, 1}}, "an option has a value that it does not take"},
        {{.options = {2, 4}}, "an option has a value that it does not take"},
        {{.options = {2, 1}, .house = {0, 4}},
         "a number of the rules has a value that it does not take"},
        {{.options = {2, 1}, .house = {0, -7}},
         "a number of the rules has a value that it does not take"},
        {{.options = {2, 1}, .count = 4}, "there is more than there is room for"},
        {{.options = {2, 1}, .weights = {10}, .count = 1}, "expected a weight"},
        {{.options = {2, 1}, .weights = {1, 2, 77}, .count = 3}, "expected a weight"},
        {{.options = {2, 1}, .next = {0, 0, 2}}, "expected next, or nothing"},
        {{.options = {2, 1}, .total = 2}, "there is what no line of a position can say"},
        {{.options = {2, 1}, .next = {1}}, "nothing follows itself"}, /* the game says so */
    };
    gg_ruleset audited = things;
    audited.lines = lines;
    audited.line_count = 3;
    audited.numbers = numbers;
    audited.number_count = 2;
    audited.house_at = offsetof(gg_state, house);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *broken = gg_audit(&audited, &rows[i].state);
        assert_string_equal(broken == NULL ? "" : broken,
                            rows[i].broken == NULL ? "" : rows[i].broken);
    }
}

static void test_a_scenario_is_set_up(void **unused)
{
    (void)unused;
    gg_state state = {.total = 77};
    assert_null(gg_setup(&things, &state, 0, NULL, NULL).text);
    assert_int_equal(state.weights[0], 2);
    assert_int_equal(state.count, 1); /* it has begun */
    assert_int_equal(state.options[0], 2);
    const int32_t chosen[] = {4, GG_OPTION_UNSET}, wrong[] = {GG_OPTION_UNSET, 4}, odd[] = {3, 1};
    assert_null(gg_setup(&things, &state, 0, chosen, NULL).text);
    assert_int_equal(state.options[0], 4);
    assert_int_equal(state.options[1], 1);
    assert_non_null(gg_setup(&things, &state, 0, wrong, NULL).text);
    assert_non_null(gg_setup(&things, &state, 0, odd, NULL).text);
    assert_int_equal(state.options[0], 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_kind_is_read_and_written),
        cmocka_unit_test(test_standard_values_are_left_out),
        cmocka_unit_test(test_what_no_row_can_write),
        cmocka_unit_test(test_what_no_row_alone_can_write),
        cmocka_unit_test(test_rows_that_share_a_byte),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_errors_say_where_and_what),
        cmocka_unit_test(test_units_and_guesses),
        cmocka_unit_test(test_decimals),
        cmocka_unit_test(test_an_action_breaks_where_it_breaks),
        cmocka_unit_test(test_lines_name_their_things),
        cmocka_unit_test(test_the_audit_goes_by_the_rows),
        cmocka_unit_test(test_a_scenario_is_set_up),
    };
    return run_units(tests);
}
