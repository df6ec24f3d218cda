/*
 * change.c - what has changed of a state, put upon the state before, is the state after.
 *
 * Positions of all games are edited into one another; whole games are followed by every viewer
 * through changes alone, with clocks, offers and takebacks, and compared with the state itself.
 * SPDX-License-Identifier: MIT
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
#include "core/position.h"
#include "server/table.h"

enum { TEXT_MAX = 1 << 20, STEPS = 400, POSITIONS = 48 };
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
        for (size_t k = 0; k < count; k++) assert_int_equal(json_array_remove(lines, first), 0);
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

/* ---- Positions. ---- */

typedef struct pair {
    const gg_ruleset *rules;
    char *before, *now, *edits, *room; /* texts */
} pair;

/* A line that is written is another one than it was. */
static void expect_other_lines(const char *text, const json_t *edits)
{
    json_t *lines = json_array();
    append(lines, text);
    for (size_t i = 0; i < json_array_size(edits); i++) {
        const json_t *edit = json_array_get(edits, i);
        const size_t first = (size_t)json_integer_value(json_array_get(edit, 0));
        const bool one = json_integer_value(json_array_get(edit, 1)) == 1;
        if (one && json_array_size(edit) == 3)
            assert_false(json_equal(json_array_get(lines, first), json_array_get(edit, 2)));
    }
    json_decref(lines);
}

static void becomes(pair *p, const gg_state *before, const gg_state *now)
{
    gg_text old = gg_text_over(p->before, TEXT_MAX), new = gg_text_over(p->now, TEXT_MAX);
    gg_text room = gg_text_over(p->room, TEXT_MAX), out = gg_text_over(p->edits, TEXT_MAX);
    gg_json json = gg_json_into(&out);
    gg_write_position(p->rules, before, &old);
    gg_write_position(p->rules, now, &new);
    gg_json_array(&json, NULL);
    uint16_t counts[UINT8_MAX + 1], expected[UINT8_MAX + 1];
    gg_count_position_lines(p->rules, now, &room, expected);
    gg_count_position_lines(p->rules, before, &room, counts);
    gg_write_position_edits(p->rules, before, now, counts, &room, &json);
    assert_memory_equal(counts, expected, (1 + p->rules->line_count) * sizeof *counts);
    gg_json_end(&json);
    json_t *edits = json_loads(p->edits, 0, NULL);
    assert_non_null(edits);
    char *made = edited(p->before, edits);
    assert_string_equal(made, p->now);
    expect_other_lines(p->before, edits);
    free(made);
    json_decref(edits);
}

/* What is shown to each becomes what is shown to him later, from one action to the next and over
 * many of them, forwards and back. */
static void compare_game(pair *p, uint32_t scenario, uint64_t seed)
{
    const gg_ruleset *rules = p->rules;
    gg_match match;
    gg_dice dice = gg_dice_random(seed);
    void *memory = malloc(gg_match_bytes(rules));
    gg_state *first[2], *last[2], *view = malloc(GG_STATE_BYTES_MAX);
    const gg_error error =
        gg_match_begin(&match, rules, memory, scenario, NULL, NULL, gg_dice_random(seed));
    assert_null(error.text);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        first[side] = malloc(GG_STATE_BYTES_MAX);
        last[side] = malloc(GG_STATE_BYTES_MAX);
        gg_match_view(&match, side, first[side]);
        gg_match_view(&match, side, last[side]);
    }
    gg_match_run(&match);
    for (int i = 0; i < POSITIONS && !gg_match_turn(&match).over; i++) {
        gg_verdict verdict;
        const gg_side side = (gg_match_turn(&match).deciding & 1) != 0 ? GG_BLUE : GG_RED;
        const uint32_t count = rules->offer(match.state, side, match.offers, rules->actions_max);
        const gg_action action = match.offers[gg_dice_pick(&dice, count)];
        assert_int_equal(gg_match_do(&match, side, &action, &verdict), GG_MATCH_DONE);
        gg_match_run(&match);
        for (gg_side viewer = GG_BLUE; viewer <= GG_RED; viewer++) {
            gg_match_view(&match, viewer, view);
            becomes(p, last[viewer], view);
            if (i % 16 == 15) becomes(p, first[viewer], view), becomes(p, view, first[viewer]);
            memcpy(last[viewer], view, rules->state_bytes);
        }
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) free(first[side]), free(last[side]);
    free(view);
    free(memory);
}

static void any_position_becomes_any_other(void **unused)
{
    (void)unused;
    pair p = {.before = malloc(TEXT_MAX),
              .now = malloc(TEXT_MAX),
              .edits = malloc(TEXT_MAX),
              .room = malloc(TEXT_MAX)};
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        p.rules = gg_rulesets[i];
        for (uint32_t scenario = 0; scenario < p.rules->scenario_count; scenario++)
            compare_game(&p, scenario, 1805 + scenario);
    }
    free(p.before), free(p.now), free(p.edits), free(p.room);
}

/* Lines that stay are not sent; without room nothing wrong is. */
static void only_what_differs_is_written(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = gg_rulesets[0];
    gg_state *state = malloc(GG_STATE_BYTES_MAX), *other = malloc(GG_STATE_BYTES_MAX);
    char bytes[256], lines[64];
    assert_null(gg_setup(rules, state, 0, NULL, NULL).text);
    assert_null(gg_setup(rules, other, 1, NULL, NULL).text);
    for (int same = 1; same >= 0; same--) {
        gg_text out = gg_text_over(bytes, sizeof bytes), room = gg_text_over(lines, sizeof lines);
        gg_json json = gg_json_into(&out);
        gg_json_array(&json, NULL);
        uint16_t counts[UINT8_MAX + 1] = {0};
        gg_write_position_edits(rules, state, same ? state : other, counts, &room, &json);
        gg_json_end(&json);
        assert_int_equal(out.cut, !same);
        if (same) assert_string_equal(bytes, "[]");
    }
    free(state), free(other);
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
    uint32_t shared; /* how often two were */
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
    json_object_foreach(change, key, value)
    {
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

/* What two were shown is kept once if it is the same, whenever each was shown it. */
static void share(watched *w, gg_side viewer)
{
    const size_t bytes = w->t->rules->state_bytes;
    table_sheet *mine = &w->followers[viewer].sheet;
    for (int i = 0; i < TABLE_VIEWERS; i++) {
        const table_sheet *other = &w->followers[i].sheet;
        table_sheet_share(mine, other, w->t->rules);
        if (mine->page == NULL || other->page == NULL || i == viewer) continue;
        const bool same = memcmp(mine->page->view, other->page->view, bytes) == 0;
        assert_true(same == (mine->page == other->page));
        w->shared += same;
    }
}

static void follow(watched *w, gg_side viewer)
{
    follower *f = &w->followers[viewer];
    if (w->now / 1000 % 2 == 0) table_draft_clear(&w->draft); /* another game was shown meanwhile */
    gg_text out = gg_text_over(w->bytes, TEXT_MAX);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    const table_change found = table_find_change(w->t, viewer, &f->sheet, &w->draft, &json);
    gg_json_end(&json);
    share(w, viewer);
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
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++) follow(w, viewer);
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
    store_game row = {.id = "testgame",
                      .version = rules->version,
                      .seats = {"link", "link"},
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
    assert_true(w.shared > 0);
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
        cmocka_unit_test(any_position_becomes_any_other),
        cmocka_unit_test(only_what_differs_is_written),
        cmocka_unit_test(games_are_followed_by_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
