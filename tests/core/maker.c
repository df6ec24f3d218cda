/*
 * maker.c - tests of what an editor of battles is told: the parts of a text and where they stand,
 * which lines cannot stand and why, and that every pattern of every game is a line it reads.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/maker.h"

#include <string.h>

enum { LETTERS_MAX = 4096 };

typedef struct found {
    _Alignas(max_align_t) char state[GG_STATE_BYTES_MAX];
    gg_statement rows[GG_STATEMENTS_MAX];
    gg_span spans[GG_SPANS_MAX];
    gg_outline outline;
    gg_faults faults;
    char text[LETTERS_MAX], room[LETTERS_MAX]; /* what can stand */
    bool stands;
} found;

static const found *look(const char *game, const char *text, uint32_t lately)
{
    static found f;
    f.outline = (gg_outline){.rows = f.rows,
                             .limit = GG_STATEMENTS_MAX,
                             .parts = {.rows = f.spans, .limit = GG_SPANS_MAX}};
    assert_true(strlen(text) < LETTERS_MAX);
    strcpy(f.text, text);
    f.stands = gg_find_faults(ruleset_named(game), f.text, f.room, lately, (gg_state *)f.state,
                              &f.outline, &f.faults);
    return &f;
}

/* The nth part of the statement that begins so. */
static const char *part(const found *f, const char *begins, uint32_t nth, const char **field)
{
    static char bytes[64];
    for (uint32_t i = 0; i < f->outline.count; i++) {
        const gg_statement *it = &f->outline.rows[i];
        if (strncmp(f->text + it->from, begins, strlen(begins)) != 0) continue;
        assert_true(nth < it->count);
        const gg_span span = f->spans[it->first + nth];
        gg_text out = gg_text_over(bytes, sizeof bytes);
        gg_put_bytes(&out, f->text + span.from, span.to - span.from);
        *field = ruleset_named("lucky")->lines[it->line].fields[span.field].name;
        return bytes;
    }
    fail_msg("there is no %s", begins);
    return NULL;
}

static void parts_are_where_they_stand(void **unused)
{
    (void)unused;
    const char *field;
    const found *f = look("lucky",
                          "position lucky 1\ntable 36 30.5\n"
                          "a1 inf   vet 14,9.25 45 light guard orders 1 # Foot\n",
                          0);
    assert_true(f->stands);
    assert_int_equal(f->faults.count, 0);
    assert_string_equal(part(f, "table", 1, &field), "30.5");
    assert_string_equal(field, "height");
    static const char *const wanted[][2] = {
        {"inf", "type"},    {"vet", "quality"}, {"14,9.25", "place"},  {"45", "facing"},
        {"light", "flags"}, {"guard", "flags"}, {"orders 1", "orders"}};
    for (uint32_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        assert_string_equal(part(f, "a1", i, &field), wanted[i][0]);
        assert_string_equal(field, wanted[i][1]);
    }
}

static void a_line_that_cannot_be_read_goes_alone(void **unused)
{
    (void)unused;
    static const char text[] = "position lucky 1\na1 inf 14,9 0\na2 hussars 20,9 0\nfoo\n"
                               "b1 inf 20,30 # Alt\n";
    const found *f = look("lucky", text, 0);
    assert_true(f->stands);
    assert_int_equal(f->faults.count, 2);
    assert_string_equal(f->faults.rows[0].text, "expected a word about a unit: kind, nation, "
                                                "quality, strength, formation, place, facing");
    assert_int_equal(f->faults.rows[0].from, strstr(text, "a2") - text);
    assert_int_equal(f->faults.rows[0].to, strstr(text, "\nfoo") - text);
    assert_int_equal(f->faults.rows[0].at, strstr(text, "hussars") - text);
    assert_int_equal(f->faults.rows[1].from, strstr(text, "foo") - text);
    assert_null(strstr(f->text, "hussars"));
    assert_non_null(strstr(f->text, "b1 inf 20,30 # Alt"));
    assert_int_equal(strlen(f->text), strlen(text));
}

static void of_two_that_overlap_the_last_changed_goes(void **unused)
{
    (void)unused;
    static const char text[] = "position lucky 1\na1 inf 14,9 0\na2 inf 20,9 0\nb1 inf 14,9\n";
    for (int i = 0; i < 2; i++) {
        const char *blamed = strstr(text, i == 0 ? "a1" : "b1");
        const found *f = look("lucky", text, (uint32_t)(blamed - text) + 3);
        assert_true(f->stands);
        assert_int_equal(f->faults.count, 1);
        assert_int_equal(f->faults.rows[0].from, blamed - text);
        assert_string_equal(f->faults.rows[0].text, "two units stand on one spot");
        assert_int_equal(f->faults.rows[0].count, i == 0 ? 3 : 2); /* so it can be moved away */
        assert_int_equal(f->faults.rows[0].parts[1].from, strstr(blamed, "14") - text);
    }
}

static void two_pairs_lose_one_each(void **unused)
{
    (void)unused;
    const found *f = look("staff",
                          "position staff 1\na1 line_inf 20,9 0\na2 line_inf 20,9.5 0\n"
                          "a3 line_inf 50,9 0\na4 line_inf 50,9.5 0\n",
                          0);
    assert_true(f->stands);
    assert_int_equal(f->faults.count, 2);
    assert_int_equal(f->faults.rows[0].text == f->faults.rows[1].text, 1);
}

static void an_area_with_a_dent_is_told_where_it_must_not_have_one(void **unused)
{
    (void)unused;
    static const char dent[] = "area wood 10,10 20,10 15,12 20,20 10,20\n";
    char text[256] = "position lucky 1\n";
    const found *f = look("lucky", strcat(text, dent), 0);
    assert_int_equal(f->faults.count, 1);
    assert_int_equal(f->faults.rows[0].from, strlen("position lucky 1\n"));
    strcpy(text, "position clausewitz 1\n");
    f = look("clausewitz", strcat(text, dent), 0);
    assert_int_equal(f->faults.count, 0);
}

/* ---- Patterns. ---- */

static void put_filled(gg_text *out, const char *text, const char *at)
{
    static const char *const words[][2] = {{"{facing}", "0"},
                                           {"{wind}", "N"},
                                           {"{corners}", "10,10 14,10 14,14 10,14"},
                                           {"{way}", "2,2 8,2"},
                                           {"{border}", "b1|b2"}};
    while (*text != 0) {
        const char *end = *text == '{' ? strchr(text, '}') : NULL;
        if (end == NULL) {
            gg_put_char(out, *text++);
            continue;
        }
        const size_t count = (size_t)(end + 1 - text);
        const char *with = NULL;
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strncmp(text, words[i][0], count) == 0) with = words[i][1];
        if (strncmp(text, "{at}", count) == 0 || strncmp(text, "{squares}", count) == 0) with = at;
        if (with != NULL) gg_put(out, with);
        else gg_put_bytes(out, text + 1, (uint32_t)strcspn(text + 1, "|.}"));
        text = end + 1;
    }
}

static void every_pattern_is_a_line_of_its_game(void **unused)
{
    (void)unused;
    for (int g = 0; gg_rulesets[g] != NULL; g++) {
        const gg_ruleset *rules = gg_rulesets[g];
        const char *at = strcmp(rules->name, "squares") == 0      ? "d5"
                         : strcmp(rules->name, "commanders") == 0 ? "b2"
                         : strcmp(rules->name, "drill") == 0      ? "12,6"
                                                                  : "22,20";
        for (const gg_pattern *it = rules->patterns; it->text != NULL; it++) {
            char bytes[512];
            gg_text text = gg_text_over(bytes, sizeof bytes);
            gg_put(&text, "position ");
            gg_put(&text, rules->name);
            gg_put_char(&text, '\n');
            for (const gg_pattern *all = rules->patterns; all->text != NULL; all++)
                if (all->group[0] == 0) gg_put(&text, all->text), gg_put_char(&text, '\n');
            if (it->group[0] != 0) put_filled(&text, it->text, at);
            const found *f = look(rules->name, bytes, (uint32_t)text.count);
            if (f->faults.count > 0)
                fail_msg("%s: %s: %s", rules->name, bytes, f->faults.rows[0].text);
        }
    }
}

static void points_are_those_of_the_tables(void **unused)
{
    (void)unused;
    const found *f = look("squares", "position squares\nA1 inf:3 d4 N\nA2 art e4 N\n", 0);
    const gg_ruleset *rules = ruleset_named("squares");
    assert_int_equal(rules->army->worth((const gg_state *)f->state, 0),
                     9); /* T12: 3 of each base */
    assert_int_equal(rules->army->worth((const gg_state *)f->state, 1), 12);
    f = look("clausewitz", "position clausewitz 1\nA1 2xLI(4) wide 2 22,20\n", 0);
    /* CW-T16: 4 of the morale bonus, 4 of each die */
    assert_int_equal(ruleset_named("clausewitz")->army->worth((const gg_state *)f->state, 0), 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_where_they_stand),
        cmocka_unit_test(a_line_that_cannot_be_read_goes_alone),
        cmocka_unit_test(of_two_that_overlap_the_last_changed_goes),
        cmocka_unit_test(two_pairs_lose_one_each),
        cmocka_unit_test(an_area_with_a_dent_is_told_where_it_must_not_have_one),
        cmocka_unit_test(every_pattern_is_a_line_of_its_game),
        cmocka_unit_test(points_are_those_of_the_tables),
    };
    return run_units(tests);
}
