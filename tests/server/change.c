/*
 * change.c - what has changed of a state, put upon the state before, is the state after.
 *
 * Texts of random lines are edited into one another; whole games are followed by every viewer
 * through changes alone, with clocks, offers and takebacks, and compared with the state itself.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "server/table.h"

enum { TEXT_MAX = 1 << 20, STEPS = 400, TEXTS = 5000 };
#define NOW 1794729600000

/* ---- A reader of changes that shares nothing with their writer. ---- */

static void append(json_t *lines, const char *text)
{
    for (const char *end; (end = strchr(text, '\n')) != NULL; text = end + 1)
        json_array_append_new(lines, json_stringn(text, (size_t)(end - text)));
    json_array_append_new(lines, json_string(text));
}

static char *edited(const char *text, const json_t *edits)
{
    json_t *lines = json_array();
    append(lines, text);
    for (size_t i = json_array_size(edits); i > 0; i--) {
        const json_t *edit = json_array_get(edits, i - 1);
        const size_t first = (size_t)json_integer_value(json_array_get(edit, 0));
        const size_t count = (size_t)json_integer_value(json_array_get(edit, 1));
        for (size_t k = 0; k < count; k++)
            assert_int_equal(json_array_remove(lines, first), 0);
        for (size_t k = 2; k < json_array_size(edit); k++)
            assert_int_equal(json_array_insert(lines, first + k - 2, json_array_get(edit, k)), 0);
    }
    char *whole = malloc(TEXT_MAX);
    whole[0] = '\0';
    for (size_t i = 0; i < json_array_size(lines); i++) {
        if (i > 0) strcat(whole, "\n");
        strcat(whole, json_string_value(json_array_get(lines, i)));
    }
    json_decref(lines);
    return whole;
}

/* ---- Texts. ---- */

/* Few letters and few lines, so that much is the same by chance. */
static void random_text(gg_dice *dice, char *out)
{
    const uint32_t count = gg_dice_pick(dice, 7);
    for (uint32_t i = 0; i < count; i++) {
        *out++ = "aab\n"[gg_dice_pick(dice, 4)];
        if (gg_dice_pick(dice, 2) == 0) *out++ = '\n';
    }
    *out = '\0';
}

static void any_text_becomes_any_other(void **unused)
{
    (void)unused;
    gg_dice dice = gg_dice_random(1805);
    for (int i = 0; i < TEXTS; i++) {
        char before[64], now[64], bytes[1024];
        random_text(&dice, before);
        random_text(&dice, now);
        gg_text out = gg_text_over(bytes, sizeof bytes);
        gg_json json = gg_json_into(&out);
        gg_json_object(&json, NULL);
        table_write_edits(&json, "lines", before, (uint32_t)strlen(before), now,
                          (uint32_t)strlen(now));
        gg_json_end(&json);
        json_t *read = json_loads(bytes, 0, NULL);
        assert_non_null(read);
        char *made = edited(before, json_object_get(read, "lines"));
        assert_string_equal(made, now);
        free(made);
        json_decref(read);
    }
}

/* Lines that stay are not sent. */
static void only_what_differs_is_written(void **unused)
{
    (void)unused;
    static const struct {
        const char *before, *now, *edits;
    } cases[] = {
        {"a\nb\nc\nd\n", "a\nb\nc\nd\n", "{\"lines\":[]}"},
        {"a\nb\nc\nd\n", "a\nB\nc\nD\n", "{\"lines\":[[1,1,\"B\"],[3,1,\"D\"]]}"},
        {"a\nb\nc\nd\n", "a\nB\nC\nd\n", "{\"lines\":[[1,2,\"B\",\"C\"]]}"},
        {"a\nb\nc\nd\n", "a\nb\nd\n", "{\"lines\":[[2,1]]}"},
        {"a\nb\nd\n", "a\nb\nc\nd\n", "{\"lines\":[[2,0,\"c\"]]}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char bytes[256];
        gg_text out = gg_text_over(bytes, sizeof bytes);
        gg_json json = gg_json_into(&out);
        gg_json_object(&json, NULL);
        table_write_edits(&json, "lines", cases[i].before, (uint32_t)strlen(cases[i].before),
                          cases[i].now, (uint32_t)strlen(cases[i].now));
        gg_json_end(&json);
        assert_string_equal(bytes, cases[i].edits);
    }
}

/* ---- Games. ---- */

typedef struct follower {
    table_sheet sheet;
    json_t *state; /* as he has made it of changes */
    uint32_t whole, some;
} follower;

typedef struct watched {
    table *t;
    table_draft draft;
    char *bytes;
    follower followers[TABLE_VIEWERS];
    int64_t now;
} watched;

static json_t *whole_state(watched *w, gg_side viewer)
{
    const table_who who = {.side = viewer};
    gg_text out = gg_text_over(w->bytes, TEXT_MAX);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    table_write_state(w->t, &who, &json);
    gg_json_end(&json);
    return json_loads(w->bytes, 0, NULL);
}

static void put_upon(json_t *state, json_t *change)
{
    const char *key;
    json_t *value;
    json_object_foreach(change, key, value) {
        if (strcmp(key, "lines") != 0) {
            assert_non_null(json_object_get(state, key)); /* nothing comes into being by it */
            json_object_set(state, key, value);
            continue;
        }
        char *position = edited(json_string_value(json_object_get(state, "position")), value);
        json_object_set_new(state, "position", json_string(position));
        free(position);
    }
}

static void follow(watched *w, gg_side viewer)
{
    follower *f = &w->followers[viewer];
    gg_text out = gg_text_over(w->bytes, TEXT_MAX);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    const table_change found = table_find_change(w->t, viewer, &f->sheet, &w->draft, &json);
    gg_json_end(&json);
    json_t *change = json_loads(w->bytes, 0, NULL), *state = whole_state(w, viewer);
    assert_non_null(change);
    if (found == CHANGE_ALL) {
        json_decref(f->state);
        f->state = json_incref(state);
        f->whole++;
    } else if (found == CHANGE_SOME) {
        put_upon(f->state, change);
        f->some++;
    }
    if (!json_equal(f->state, state)) {
        char *has = json_dumps(f->state, 0), *should = json_dumps(state, 0);
        assert_string_equal(has, should);
    }
    json_decref(change);
    json_decref(state);
}

static table_answer do_deed(watched *w, deed_kind kind, gg_side side, const char *text)
{
    table_refusal why;
    table_deed deed = {.kind = (uint8_t)kind, .side = side, .at = w->now += 1000};
    if (side < TABLE_VIEWERS) deed.ply = w->t->ply[side];
    snprintf(deed.text, sizeof deed.text, "%s", text);
    const table_answer answer = table_do(w->t, &deed, NULL, &why);
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++)
        follow(w, viewer);
    return answer;
}

static void sit_down(watched *w)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        uint8_t token[TABLE_HASH_BYTES];
        char text[TABLE_TEXT_MAX];
        memset(token, side + 1, sizeof token);
        assert_true(table_write_sit(token, "somebody", "a line", text));
        assert_int_equal(do_deed(w, DEED_sit, side, text), TABLE_DONE);
    }
    assert_int_equal(do_deed(w, DEED_begin, GG_NOBODY, ""), TABLE_DONE);
}

static void act(watched *w, gg_side side, gg_action *offers, gg_dice *dice)
{
    table *t = w->t;
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_state *view = table_use_room(t)->view;
    gg_match_view(t->match, side, view);
    const uint32_t count = t->rules->offer(view, side, offers, t->rules->actions_max);
    assert_true(count > 0);
    gg_write_action(t->rules, view, &offers[gg_dice_pick(dice, count)], &text);
    assert_int_equal(do_deed(w, DEED_action, side, bytes), TABLE_DONE);
    if (gg_dice_pick(dice, 8) == 0) do_deed(w, DEED_takeback, side, "");
    if (gg_dice_pick(dice, 16) == 0) do_deed(w, DEED_draw_offered, side, "");
    if (gg_dice_pick(dice, 16) == 0) do_deed(w, DEED_draw_declined, 1 - side, "");
}

static void follow_game(const gg_ruleset *rules, const char *clock, uint64_t seed)
{
    table_refusal why;
    store_game row = {.id = "testgame", .version = rules->version, .seats = {"link", "link"},
                      .created = NOW / 1000};
    watched w = {.now = NOW, .bytes = malloc(TEXT_MAX)};
    w.draft = (table_draft){.view = malloc(GG_STATE_BYTES_MAX),
                            .text = {.bytes = malloc(TEXT_MAX), .limit = TEXT_MAX}};
    snprintf(row.clock, sizeof row.clock, "%s", clock);
    snprintf(row.ruleset, sizeof row.ruleset, "%s", rules->name);
    snprintf(row.scenario, sizeof row.scenario, "%s", rules->scenarios[0].name);
    w.t = table_new(&row, &why);
    assert_non_null(w.t);
    gg_dice dice = gg_dice_random(seed);
    gg_action *offers = malloc(rules->actions_max * sizeof *offers);
    sit_down(&w);
    for (int i = 0; i < STEPS && w.t->status == STORE_PLAYING; i++)
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            if ((table_deciding(w.t) >> side & 1) != 0) act(&w, side, offers, &dice);
    if (w.t->status == STORE_PLAYING) do_deed(&w, DEED_resigned, GG_RED, "");
    do_deed(&w, DEED_rematch_offered, GG_BLUE, "");
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) {
        assert_true(w.followers[viewer].some > w.followers[viewer].whole);
        json_decref(w.followers[viewer].state);
        table_sheet_free(&w.followers[viewer].sheet);
    }
    free(offers);
    free(w.bytes);
    table_draft_clear(&w.draft);
    free(w.draft.view);
    free(w.draft.text.bytes);
    table_free(w.t);
}

static void games_are_followed_by_changes(void **unused)
{
    (void)unused;
    static const char *const clocks[] = {"none", "days 3", "bank 86400 30"};
    assert_true(sodium_init() >= 0);
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        for (size_t k = 0; k < sizeof clocks / sizeof clocks[0]; k++)
            follow_game(gg_rulesets[i], clocks[k], 1805 + k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_text_becomes_any_other),
        cmocka_unit_test(only_what_differs_is_written),
        cmocka_unit_test(games_are_followed_by_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
