/*
 * places.c - a refused position or record names the line and the column of its fault.
 *
 * Positions out of random games are changed in one place by chance, and so are the lines of a
 * record.  Whatever is refused then names a line and a column: of the position the first line only
 * if that was changed, and in a record the same place as alone.
 * SPDX-License-Identifier: MIT
 */
#include "core/load.h"
#include "core/position.h"
#include "core/record.h"
#include "core/tell.h"
#include "unit.h"

enum { CHANGES = 60, LINES_MAX = 512, STEPS = 60 };

static char text[TEXT_MAX], changed[TEXT_MAX], record[TEXT_MAX + 4096];
static gg_dice chance;

static uint32_t pick(uint32_t count) { return gg_dice_pick(&chance, count); }

/* Where each line begins; how many there are. */
static uint32_t lines_of(const char *of, uint32_t *begins)
{
    uint32_t count = 0;
    for (const char *at = of; *at != '\0' && count < LINES_MAX; at += strcspn(at, "\n") + 1)
        begins[count++] = (uint32_t)(at - of);
    return count;
}

/* Another number, another word out of the same text, a word less, a line less or twice. */
static uint32_t change_one(char *of)
{
    static char rest[TEXT_MAX];
    uint32_t begins[LINES_MAX], words[64], count = 0;
    const uint32_t lines = lines_of(of, begins), line = 1 + pick(lines - 1);
    char *from = of + begins[line];
    const uint32_t length = (uint32_t)strcspn(from, "\n");
    for (uint32_t i = 0; i < length && count < 64; i++)
        if (from[i] != ' ' && (i == 0 || from[i - 1] == ' ')) words[count++] = i;
    char *word = from + words[pick(count)];
    const uint32_t size = (uint32_t)strcspn(word, " \n");
    char other[64];
    const char *source = text + begins[1 + pick(lines - 1)];
    snprintf(other, sizeof other, "%.*s", (int)(strcspn(source, " \n") % 60), source);
    switch (pick(5)) {
    case 0: snprintf(other, sizeof other, "%u", (unsigned)pick(400)); break;
    case 1: other[0] = '\0'; break;
    case 2:
        snprintf(rest, sizeof rest, "%s", from + length + 1);
        strcpy(from, rest);
        return line;
    case 3:
        snprintf(rest, sizeof rest, "%s", from);
        strcpy(from + length + 1, rest);
        return line;
    default: break;
    }
    snprintf(rest, sizeof rest, "%s", word + size);
    sprintf(word, "%s%s", other, rest);
    return line;
}

/* A record that begins there. */
static void put_record(const gg_ruleset *rules, const char *position)
{
    char *to = record
               + sprintf(record, "grognard 1\nruleset %s %u\nposition\n", rules->name,
                         (unsigned)rules->version);
    bool begins = true;
    for (const char *at = position; *at != '\0'; at++) {
        if (begins) *to++ = '|';
        *to++ = *at;
        begins = *at == '\n';
    }
    strcpy(to, "end 0\n");
}

typedef struct counts {
    uint32_t refused, first, elsewhere;
} counts;

static void check_changes(const gg_ruleset *rules, gg_match *match, void *memory, counts *all)
{
    for (int i = 0; i < CHANGES; i++) {
        gg_complaint complaint, again;
        strcpy(changed, text);
        const uint32_t line = 1 + change_one(changed);
        put_record(rules, changed);
        if (gg_load_match(match, rules, memory, "here", changed, UINT32_MAX, NULL, &complaint))
            continue;
        assert_false(gg_load_match(match, rules, memory, "here", record, UINT32_MAX, NULL, &again));
        all->refused++;
        all->first += complaint.line <= 1;
        all->elsewhere += complaint.line != line;
        assert_int_equal(again.line, complaint.line + 3);
        assert_int_equal(again.column, complaint.column + 1);
    }
}

static void a_fault_has_a_place(const char *game, counts *all)
{
    static gg_action offers[4096];
    const gg_ruleset *rules = ruleset_named(game);
    gg_state *state = room_for_state(rules);
    gg_match match;
    void *memory = room(gg_match_bytes(rules));
    for (uint32_t scenario = 0; scenario < rules->scenario_count && scenario < 3; scenario++) {
        assert_null(gg_setup(rules, state, scenario, NULL, NULL).text);
        for (int step = 0; step <= STEPS; step++) {
            const gg_turn turn = rules->turn(state);
            if (turn.over) break;
            if (step % (STEPS / 2) == 0) {
                gg_text out = gg_text_over(text, sizeof text);
                gg_write_position(rules, state, &out);
                check_changes(rules, &match, memory, all);
            }
            const gg_side side = turn.deciding == 0              ? GG_NOBODY
                                 : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                                 : GG_RED;
            const uint32_t count = rules->offer(state, side, offers, 4096);
            rules->apply(state, side, &offers[pick(count)], &chance, NULL);
        }
    }
    free(memory);
    free(state);
}

static void every_fault_has_a_place(void **unused)
{
    (void)unused;
    counts all = {0};
    chance = gg_dice_random(31);
    for (int i = 0; gg_rulesets[i] != NULL; i++) a_fault_has_a_place(gg_rulesets[i]->name, &all);
    assert_true(all.refused > 1000);
    assert_int_equal(all.first, 0);
    /* two lines that do not go together: the later one is named */
    assert_true(all.elsewhere * 10 < all.refused);
}

/* ---- Records. ---- */

enum { ACTIONS = 40 };

static void play_some(gg_match *match, const gg_ruleset *rules, void *memory)
{
    assert_null(gg_match_begin(match, rules, memory, 0, NULL, NULL, gg_dice_random(5)).text);
    match->seed = 5;
    match->has_seed = true;
    for (int i = 0; i < ACTIONS; i++) {
        gg_verdict verdict;
        assert_int_equal(gg_match_run(match), GG_MATCH_DONE);
        const gg_turn turn = gg_match_turn(match);
        if (turn.over) break;
        const gg_side side = turn.deciding & GG_SIDES_BLUE ? GG_BLUE : GG_RED;
        const uint32_t count = rules->offer(match->state, side, match->offers, rules->actions_max);
        const gg_action action = match->offers[pick(count)];
        assert_int_equal(gg_match_do(match, side, &action, &verdict), GG_MATCH_DONE);
    }
    gg_text out = gg_text_over(text, sizeof text);
    gg_record_write(match, GG_SEES_ALL, true, &out);
}

/* The nth line of the record with one thing in it changed; at which column that stands. */
static uint32_t spoil(uint32_t begins, int what)
{
    static const char *const marks[] = {" : ", "# ", NULL};
    strcpy(changed, text);
    char *line = changed + begins, *end = line + strcspn(line, "\n");
    if (what == 2) { /* its number is one too many */
        memmove(line + 1, line, strlen(line) + 1);
        *line = '9';
        return 1;
    }
    char *at = strstr(line, marks[what]);
    if (at == NULL || at >= end) {
        fail();
        return 0;
    }
    at += strlen(marks[what]);
    if (what == 0) { /* a die that is not there */
        memmove(at + 2, at, strlen(at) + 1);
        memcpy(at, "6 ", 2);
    } else {
        *at = *at == '0' ? '1' : '0';
    }
    return (uint32_t)(at - line) + 1;
}

static void every_line_of_a_record_has_a_place(void **unused)
{
    (void)unused;
    chance = gg_dice_random(32);
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        uint32_t begins[LINES_MAX], tried = 0;
        gg_match match;
        void *memory = room(gg_match_bytes(rules));
        play_some(&match, rules, memory);
        const uint32_t lines = lines_of(text, begins);
        for (uint32_t line = 0; line < lines; line++) {
            if (text[begins[line]] < '0' || text[begins[line]] > '9') continue;
            for (int what = 0; what < 3; what++, tried++) {
                gg_complaint complaint;
                const uint32_t column = spoil(begins[line], what);
                assert_false(gg_load_match(&match, rules, memory, "here", changed, UINT32_MAX, NULL,
                                           &complaint));
                assert_int_equal(complaint.line, line + 1);
                assert_int_equal(complaint.column, column);
            }
        }
        assert_true(tried >= 30);
        free(memory);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fault_has_a_place),
        cmocka_unit_test(every_line_of_a_record_has_a_place),
    };
    return run_units(tests);
}
