/*
 * ready.c - tests that nothing of the contract is missing in any game, and of what core has ready
 * for games with nothing to say.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

/* The end of a struct, from a member on, is pointers only. */
static void assert_no_null(const char *game, const char *part, const void *at, size_t bytes)
{
    assert_int_equal(bytes % sizeof(uintptr_t), 0);
    for (size_t i = 0; i < bytes / sizeof(uintptr_t); i++) {
        uintptr_t pointer;
        memcpy(&pointer, (const char *)at + i * sizeof pointer, sizeof pointer);
        if (pointer == 0) fail_msg("%s: pointer %zu of %s is NULL", game, i, part);
    }
}

static void no_member_is_missing(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        const size_t first = offsetof(gg_ruleset, name);
        assert_no_null(rules->name, "the ruleset", &rules->name, sizeof *rules - first);
        assert_no_null(rules->name, "its hand", rules->hand, sizeof *rules->hand);
        assert_no_null(rules->name, "its army", rules->army, sizeof *rules->army);
        assert_no_null(rules->name, "its names", rules->names, offsetof(gg_name_rules, has_labels));
        assert_no_null(rules->name, "its danger", rules->danger, offsetof(gg_danger_rules, kind));
        assert_no_null(rules->name, "its judgement", rules->judgement,
                       offsetof(gg_judgement_rules, feature_count));
    }
}

/* What the parts say of themselves is so: who has no inputs has no network, and so on. */
static void parts_agree(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        const gg_danger_kind kind = rules->danger->kind;
        assert_int_equal(rules->danger->moment != gg_no_moment, kind == GG_DANGER_BY_MOMENTS);
        assert_int_equal(rules->danger->threats != gg_no_threats, kind == GG_DANGER_BY_PLACES);
        assert_int_equal(rules->names->find_unit != gg_no_label, rules->names->has_labels);
        if (rules->names->are_kept) assert_true(rules->names->name_unit != gg_no_name);
        assert_int_equal(rules->judgement->inputs != gg_no_inputs,
                         rules->judgement->input_count > 0);
        if (rules->judgement->network->count > 0) assert_true(rules->judgement->input_count > 0);
    }
}

static void what_is_ready_says_nothing(void **unused)
{
    (void)unused;
    int32_t values[2][GG_FEATURES_MAX];
    char said[GG_NAME_MAX] = "";
    gg_text text = gg_text_over(said, sizeof said);
    gg_facts facts = {.count = 0};
    gg_threat threat;
    uint32_t count = 7;
    assert_int_equal(gg_no_judgement.appraise(NULL, values), 0);
    assert_int_equal(gg_no_judgement.feature_count, 0);
    assert_false(gg_no_danger.moment(NULL, GG_BLUE, 0));
    assert_false(gg_no_danger.threats(NULL, GG_BLUE, 0, (gg_point){0, 0}, &threat, &count));
    assert_int_equal(count, 0);
    assert_true(gg_no_danger.harm(NULL, GG_BLUE, NULL, 0) == GG_NO_HARM_KNOWN);
    assert_int_equal(gg_no_names.find_unit(NULL, GG_BLUE, "a1"), GG_NO_UNIT);
    assert_false(gg_no_names.name_unit(NULL, 0, &text));
    assert_string_equal(said, "");
    gg_no_names.write_number(NULL, 12, &text);
    assert_string_equal(said, "12");
    gg_plain_army.describe(NULL, 0, &facts);
    gg_plain_army.terms(NULL, &facts);
    assert_int_equal(facts.count, 0);
    assert_int_equal(gg_plain_army.commander(NULL, 0), GG_NO_UNIT);
    assert_int_equal(gg_plain_army.worth(NULL, 0), 0);
    assert_null(gg_no_glossary[0].word);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_member_is_missing),
        cmocka_unit_test(parts_agree),
        cmocka_unit_test(what_is_ready_says_nothing),
    };
    return run_units(tests);
}
