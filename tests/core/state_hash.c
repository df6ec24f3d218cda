/*
 * state_hash.c - the hash of a state: two states have the same one if and only if their positions
 * have the same text, in walks through games of every ruleset.
 * SPDX-License-Identifier: MIT
 */
#include "core/state_hash.h"
#include "core/numbers.h"
#include "core/position.h"
#include "unit.h"

#include <stdlib.h>
#include <string.h>

enum { POSITION_MAX = 1 << 16, STEPS = 120, GAMES = 3, SEEN_MAX = 1 << 16 };

typedef struct seen {
    uint64_t hash, text; /* the text as a number of its own */
} seen;

static seen all[SEEN_MAX];
static size_t count;

/* Without what stands in quotes, for a name decides nothing. */
static uint64_t number_of_text(const gg_ruleset *rules, const gg_state *state)
{
    static char bytes[POSITION_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_write_position(rules, state, &text);
    assert_false(text.cut);
    uint64_t number = 1;
    bool is_name = false;
    for (const char *at = bytes; *at != '\0'; at++) {
        if (*at == '"') is_name = !is_name;
        else if (!is_name) number = number * 0x100000001b3u ^ (uint8_t)*at;
    }
    return number;
}

static void note(const gg_ruleset *rules, const gg_state *state)
{
    if (count == SEEN_MAX) return;
    all[count++] = (seen){gg_state_hash(rules, state), number_of_text(rules, state)};
}

/* Random offers, and now and then one that is done upon the same state again. */
static void walk(const gg_ruleset *rules, uint32_t scenario, uint64_t seed)
{
    gg_state *state = room_for_state(rules), *other = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_dice dice = gg_dice_random(seed);
    assert_null(gg_setup(rules, state, scenario, NULL, NULL).text);
    for (int step = 0; step < STEPS && !rules->turn(state).over; step++) {
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        const uint32_t offered = rules->offer(state, side, offers, rules->actions_max);
        for (int again = 0; again < 2; again++) {
            memcpy(other, state, rules->state_bytes);
            rules->apply(other, side, &offers[gg_dice_pick(&dice, offered)], &dice, NULL);
            note(rules, other);
        }
        memcpy(state, other, rules->state_bytes);
    }
    free(offers);
    free(other);
    free(state);
}

static int by_hash(const void *one, const void *other)
{
    const seen *a = one, *b = other;
    return a->hash < b->hash ? -1 : a->hash > b->hash;
}

static int by_text(const void *one, const void *other)
{
    const seen *a = one, *b = other;
    return a->text < b->text ? -1 : a->text > b->text;
}

static void expect_one_for_one(const char *name)
{
    qsort(all, count, sizeof *all, by_hash);
    for (size_t i = 1; i < count; i++)
        if (all[i].hash == all[i - 1].hash && all[i].text != all[i - 1].text)
            fail_msg("%s: two positions have the hash %llx", name, (unsigned long long)all[i].hash);
    qsort(all, count, sizeof *all, by_text);
    for (size_t i = 1; i < count; i++)
        if (all[i].text == all[i - 1].text && all[i].hash != all[i - 1].hash)
            fail_msg("%s: one position has two hashes", name);
}

static void a_hash_stands_for_a_text(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        count = 0;
        for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++)
            for (uint64_t game = 0; game < GAMES; game++) walk(rules, scenario, 1805 + game);
        assert_true(count > 100);
        expect_one_for_one(rules->name);
    }
}

static const char *key_of(const gg_field *field)
{
    const bool is_named = field->lead[0] == '\0' || (field->flags & GG_FIELD_NAMED) != 0;
    return is_named ? field->name : field->lead;
}

/* Fields are told apart by the word before them, or by their names. */
static void fields_of_a_line_differ(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        for (int row = 0; row < gg_rulesets[i]->line_count; row++) {
            const gg_line_def *line = &gg_rulesets[i]->lines[row];
            for (int a = 0; a < line->field_count; a++)
                for (int b = 0; b < a; b++) {
                    const char *name = key_of(&line->fields[a]);
                    if (strcmp(name, key_of(&line->fields[b])) == 0)
                        fail_msg("%s: two fields \"%s\" in a line \"%s\" of \"%s\"",
                                 gg_rulesets[i]->name, name, line->word, line->fields[0].name);
                }
        }
}

/* An option or a number counts where it is not at its standard. */
static void settings_count(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        gg_state *state = room_for_state(rules);
        int16_t house[GG_NUMBERS_MAX] = {0};
        assert_null(gg_setup(rules, state, 0, NULL, NULL).text);
        const uint64_t plain = gg_state_hash(rules, state);
        for (uint32_t row = 1; row < rules->number_count; row++) {
            house[row] = rules->numbers[row].standard < rules->numbers[row].high ? 1 : -1;
            gg_set_house(rules, state, house);
            assert_int_not_equal(gg_state_hash(rules, state), plain);
            house[row] = 0;
        }
        gg_set_house(rules, state, house);
        assert_int_equal(gg_state_hash(rules, state), plain);
        free(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hash_stands_for_a_text),
        cmocka_unit_test(fields_of_a_line_differ),
        cmocka_unit_test(settings_count),
    };
    return run_units(tests);
}
