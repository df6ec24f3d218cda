/*
 * names.c - tests of what people call things: names out of texts, sentences that say them, cards
 * and terms of every game.
 * SPDX-License-Identifier: MIT
 */
#include "unit.h"

#include "core/load.h"
#include "core/names.h"
#include "core/picture.h"
#include "core/position.h"
#include "core/record.h"

static const char battle[] = "position squares 1\n"
                             "#name blue the British\n"
                             "#coat blue british\n"
                             "#name B* Line\n"
                             "#name f3 Vimeiro\n"
                             "#name g3 Vimeiro\n"
                             "A1 inf:4 e4 N # 3rd Foot\r\n"
                             "| A10 art:2 f3 N #  Bell's Battery \n"
                             "#name A4 Rifles\n"
                             "AC 1,2 # Wellesley\n"
                             "area wood 1,2 # the wood\n";

/* Looked up in the text and in rows made of it: they say the same. */
static const char *said(const char *sentence)
{
    static char bytes[512], listed[512];
    static gg_named rows[16];
    gg_text out = gg_text_over(bytes, sizeof bytes), other = gg_text_over(listed, sizeof listed);
    gg_names names = {.rules = ruleset_named("squares"), .text = battle};
    gg_put_named(&out, &names, NULL, sentence);
    names.rows = rows;
    names.row_count = gg_list_names(battle, rows, 16);
    assert_in_range(names.row_count, 1, 16);
    gg_put_named(&other, &names, NULL, sentence);
    assert_string_equal(bytes, listed);
    return bytes;
}

static void codes_become_names(void **unused)
{
    (void)unused;
    assert_string_equal(said("A1 shoots at A10."), "3rd Foot shoots at Bell's Battery.");
    assert_string_equal(said("A1's square; shot A1>B2: A1"),
                        "3rd Foot's square; shot 3rd Foot>2nd Line: 3rd Foot");
    assert_string_equal(said("B11, B12, B13, B21, B1"),
                        "11th Line, 12th Line, 13th Line, 21st Line, 1st Line");
    assert_string_equal(said("A4b falls back"), "Rifles company b falls back");
    assert_string_equal(said("AC rides"), "Wellesley rides");
    /* two squares are called so: the code tells which */
    assert_string_equal(said("to f3"), "to Vimeiro (f3)");
}

static void what_is_no_code_stays(void **unused)
{
    (void)unused;
    static const char *const same[] = {"A2 e4 area wood position blue",
                                       "(SQ-A1) 3.A1 A1-A2 AA1 A11x", "A100 I C A", ""};
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        assert_string_equal(said(same[i]), same[i]);
}

static void a_side_has_a_name_and_a_coat(void **unused)
{
    (void)unused;
    static gg_scene_room room;
    char bytes[64];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_scene scene = gg_scene_in(&room);
    const gg_names names = {.rules = ruleset_named("squares"), .text = battle};
    assert_true(gg_put_called(&out, &names, NULL, "blue"));
    assert_string_equal(bytes, "the British");
    assert_false(gg_put_called(&out, &names, NULL, "red"));
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        gg_mark *mark = gg_scene_add(&scene, GG_BLOCK, GG_ROLE_infantry);
        mark->side = side;
        mark->unit = 1;
    }
    gg_names_dress(&names, &scene);
    assert_int_equal(scene.marks[0].coat, GG_COAT_british);
    assert_int_equal(scene.marks[1].coat, GG_COAT_none);
    assert_int_equal(scene.marks[2].coat, GG_COAT_none);
}

/* Country that is only drawn, names on the board and on sectors. */
static void a_text_dresses_a_picture(void **unused)
{
    (void)unused;
    static gg_scene_room room;
    static const char text[] = "#name b2 Marengo\n"
                               "#land wood 1,2 3,2.5 3,4\n"
                               "| #line river 0,5 7.6,5\n"
                               "#place 2,3.5 Fox Covert\n"
                               "#land wood 1,2\n#land nothing 1,2 3,4 5,6\n#place here\n";
    gg_scene scene = gg_scene_in(&room);
    const gg_names names = {.rules = ruleset_named("squares"), .text = text};
    scene.cell = GG_CELL_PLAN;
    gg_mark *label = gg_scene_add(&scene, GG_LABEL, GG_ROLE_text);
    gg_text words = gg_text_over(label->label, sizeof label->label);
    gg_put(&words, "b2 flag");
    gg_names_dress(&names, &scene);
    assert_int_equal(scene.count, 4);
    assert_string_equal(label->label, "b2 Marengo");
    assert_int_equal(scene.marks[1].role, GG_ROLE_wood);
    assert_int_equal(scene.marks[1].corners, 3);
    assert_int_equal(room.points[scene.marks[1].first + 1].y, 2500);
    assert_int_equal(scene.marks[2].shape, GG_PATH);
    assert_string_equal(scene.marks[3].label, "Fox Covert");
    assert_int_equal(scene.marks[3].at.y, 3500);
}

static uint32_t count_of(const char *text, const char *word)
{
    uint32_t count = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++) count++;
    return count;
}

/* Every row is read, no name is cut; each sector of a battle of commanders is called something, and
 * its battles without terrain of their own have country. */
static void places_have_names(void **unused)
{
    (void)unused;
    static gg_scene_room room;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        gg_state *state = room_for_state(rules);
        const bool is_plan = strcmp(rules->name, "commanders") == 0;
        for (uint32_t row = 0; row < rules->scenario_count; row++) {
            const gg_scenario *one = &rules->scenarios[row];
            const gg_names names = {.rules = rules, .text = one->position};
            gg_scene scene = gg_scene_in(&room);
            uint32_t called = 0;
            assert_null(gg_setup(rules, state, row, NULL, NULL).text);
            rules->draw(state, GG_NOBODY, &scene);
            const uint32_t bare = scene.count;
            gg_names_dress(&names, &scene);
            assert_int_equal(scene.count - bare, count_of(one->position, "#land ")
                                                     + count_of(one->position, "#line ")
                                                     + count_of(one->position, "#place "));
            for (uint32_t n = 0; n < scene.count; n++) {
                const gg_mark *mark = &scene.marks[n];
                if (mark->shape != GG_LABEL || n >= bare) continue;
                called += strlen(mark->label) > 3 && strchr("abc", mark->label[0]) != NULL
                          && strchr("123", mark->label[1]) != NULL;
            }
            if (is_plan && strcmp(one->name, "custom") != 0 && called != 9)
                fail_msg("%s: %u sectors have names", one->name, called);
            if (is_plan && strstr(one->position, "terrain=1") == NULL
                && strcmp(one->name, "custom") != 0)
                assert_true(count_of(one->position, "#land ") >= 5);
            if (strcmp(rules->name, "lucky") == 0)
                assert_true(count_of(one->position, "#place ") >= 2);
        }
        free(state);
    }
}

/* What is written down names the same things. */
static void names_travel(void **unused)
{
    (void)unused;
    char first[1024], again[1024];
    gg_text out = gg_text_over(first, sizeof first), more = gg_text_over(again, sizeof again);
    gg_names names = {.rules = ruleset_named("squares"), .text = battle};
    gg_write_names(&out, &names);
    assert_non_null(strstr(first, "#name A10 Bell's Battery\n"));
    assert_non_null(strstr(first, "#coat blue british\n"));
    assert_null(strstr(first, "the wood"));
    names.text = first;
    gg_write_names(&more, &names);
    assert_string_equal(first, again);
}

/* A game from a position keeps them in its record. */
static void a_record_of_a_position_has_them(void **unused)
{
    (void)unused;
    static char text[65536];
    const gg_ruleset *rules = ruleset_named("squares");
    void *memory = calloc(1, gg_match_bytes(rules));
    gg_match match;
    gg_complaint complaint;
    char position[] = "position squares 1\nA1 inf:4 e4 N\nB1 inf:4 e9 S\n";
    assert_true(
        gg_load_match(&match, rules, memory, "here", position, UINT32_MAX, NULL, &complaint));
    match.names = "#name A1 3rd Foot\n";
    gg_text out = gg_text_over(text, sizeof text);
    gg_record_write(&match, GG_NOBODY, true, &out);
    assert_non_null(strstr(text, "| #name A1 3rd Foot\n"));
    assert_true(gg_load_match(&match, rules, memory, "record", text, UINT32_MAX, NULL, &complaint));
    free(memory);
}

/* Every scenario of every game: whoever stands there has a card, and it is told what wins. */
static void every_unit_has_a_card(void **unused)
{
    (void)unused;
    static gg_scene_room room;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        gg_state *state = room_for_state(rules);
        for (uint32_t row = 0; row < rules->scenario_count; row++) {
            gg_scene scene = gg_scene_in(&room);
            gg_facts terms = {.count = 0};
            assert_null(gg_setup(rules, state, row, NULL, NULL).text);
            rules->draw(state, GG_NOBODY, &scene);
            for (gg_unit unit = 0; unit < rules->unit_count; unit++) {
                gg_facts card = {.count = 0};
                rules->army->describe(state, unit, &card); /* of nobody too, without harm */
                for (uint32_t n = 0; n < card.count; n++) {
                    assert_true(card.rows[n].label[0] != 0 && card.rows[n].words[0] != 0);
                    assert_true(card.rows[n].clause < rules->clause_count);
                }
                for (uint32_t n = 0; n < scene.count; n++)
                    if (scene.marks[n].unit == unit) assert_true(card.count >= 3);
            }
            rules->army->terms(state, &terms);
            for (uint32_t n = 0; n < terms.count; n++)
                assert_true(terms.rows[n].words[0] != 0 && terms.rows[n].clause != 0);
        }
        free(state);
    }
}

/* Whoever is drawn, commanders too, is called something, and nobody else is called so: else the
 * code would stand behind the name. */
static void assert_called(const gg_ruleset *rules, const gg_state *state, uint32_t row)
{
    static gg_scene_room room;
    const gg_names names = {.rules = rules, .text = rules->scenarios[row].position};
    gg_scene scene = gg_scene_in(&room);
    rules->draw(state, GG_NOBODY, &scene);
    for (uint32_t n = 0; n < scene.count; n++) {
        char code[GG_NAME_MAX], called[64];
        gg_text out = gg_text_over(code, sizeof code), to = gg_text_over(called, sizeof called);
        if (scene.marks[n].unit == GG_NO_UNIT || scene.marks[n].side == GG_NOBODY) continue;
        rules->write_unit(state, scene.marks[n].unit, &out);
        if (!gg_put_called(&to, &names, state, code) || strcmp(code, called) == 0)
            fail_msg("%s %s: %s has no name", rules->name, rules->scenarios[row].name, code);
        char *bracket = strrchr(called, '(');
        if (bracket != NULL && strncmp(bracket + 1, code, strlen(code)) == 0)
            fail_msg("%s %s: %s is not the only one", rules->name, rules->scenarios[row].name,
                     called);
    }
}

/* Battles name their sides and all their troops. */
static void battles_have_names(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        gg_state *state = room_for_state(rules);
        for (uint32_t row = 0; row < rules->scenario_count; row++) {
            const gg_names names = {.rules = rules, .text = rules->scenarios[row].position};
            assert_null(gg_setup(rules, state, row, NULL, NULL).text);
            assert_called(rules, state, row);
            for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
                char called[64];
                gg_text to = gg_text_over(called, sizeof called);
                if (!gg_put_called(&to, &names, state, gg_side_name(side)))
                    fail_msg("%s %s: %s has no name", rules->name, rules->scenarios[row].name,
                             gg_side_name(side));
            }
        }
        free(state);
    }
}

/* Armies that dice raise have no names in the scenario: their arm and their number are one. */
static void raised_troops_are_called_by_their_arm(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    const gg_names names = {.rules = rules, .text = "#name blue the Russians\n"};
    gg_state *state = room_for_state(rules);
    char said[128];
    gg_text out = gg_text_over(said, sizeof said);
    const char text[] = "position squares 1\nA1 inf:4 e4 N\nA2 cav:4 g4 N\nB11 art:2 e9 S\n";
    assert_null(gg_read_position(rules, text, state).text);
    gg_put_named(&out, &names, state, "A2 charges B11 past A1 and A3");
    assert_string_equal(said, "A2 2nd Dragoons charges B11 11th Battery past A1 1st Foot and A3");
    free(state);
}

/* A square of the board is no piece, whatever its letter: b11 is not B11. */
static void squares_have_no_names_of_pieces(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    const gg_names names = {.rules = rules, .text = "#name blue the Russians\n"};
    gg_state *state = room_for_state(rules);
    char said[128];
    gg_text out = gg_text_over(said, sizeof said);
    const char text[] = "position squares 1\nA1 inf:4 e4 N\nB11 art:2 e9 S\n";
    assert_null(gg_read_position(rules, text, state).text);
    gg_put_named(&out, &names, state, "A1 moves from a1 to b11");
    assert_string_equal(said, "A1 1st Foot moves from a1 to b11");
    free(state);
}

/* ---- Typed. ---- */

static const char typed_battle[] = "position squares 1\n"
                                   "A1 inf:4 e4 N # 3rd Foot\n"
                                   "A2 inf:4 g4 N # Foot\n"
                                   "A3 cav:4 i4 N # Dragoons\n"
                                   "B1 inf:4 e9 S # 3rd Foot Guards\n"
                                   "B2 cav:4 g9 S # Dragoons\n";

/* What comes of it; or the sentence that refuses it. */
static const char *coded(const char *typed)
{
    static char bytes[1024];
    static gg_complaint complaint;
    const gg_ruleset *rules = ruleset_named("squares");
    const gg_names names = {.rules = rules, .text = typed_battle};
    gg_state *state = room_for_state(rules);
    gg_text out = gg_text_over(bytes, sizeof bytes);
    assert_null(gg_read_position(rules, typed_battle, state).text);
    const bool good = gg_put_coded(&out, &names, state, typed, &complaint);
    free(state);
    return good ? bytes : complaint.sentence;
}

static void names_are_typed_for_codes(void **unused)
{
    (void)unused;
    assert_string_equal(coded("act 3rd Foot F none"), "act A1 F none");
    assert_string_equal(coded("act 3RD foot F none"), "act A1 F none");
    assert_string_equal(coded("3rd Foot Guards"), "B1"); /* the longest name */
    assert_string_equal(coded("foot>3rd foot, Foot"), "A2>A1, A2");
    /* as sentences have it */
    assert_string_equal(coded("act A1 3rd Foot F none"), "act A1 F none");
    assert_string_equal(coded("act A3 Dragoons F none"), "act A3 F none");
    assert_string_equal(coded("B2 dragoons"), "B2");
    /* no name, or only a part of a word */
    assert_string_equal(coded("act A1 F none"), "act A1 F none");
    assert_string_equal(coded("Footmen barefoot 3rd  Foot\xc3\xa9"),
                        "Footmen barefoot 3rd  Foot\xc3\xa9");
    assert_string_equal(coded(""), "");
}

static void names_of_several_are_refused(void **unused)
{
    (void)unused;
    assert_string_equal(
        coded("act dragoons F none"),
        "\"dragoons\" is the name of 2 units; type the code of one of them: A3 and B2.");
    assert_string_equal(
        coded("act A1 Dragoons"),
        "\"Dragoons\" is the name of 2 units; type the code of one of them: A3 and B2.");
}

/* Long lines come back as they were typed, and what does not fit is cut. */
static void long_lines_are_left_alone(void **unused)
{
    (void)unused;
    static char line[600];
    for (size_t i = 0; i + 5 < sizeof line; i += 5) memcpy(line + i, "Foot ", 5);
    assert_string_equal(coded(line), line);
    line[505] = 0;
    assert_int_equal(strlen(coded(line)), 101 * 3);
}

static void an_action_is_read_with_names(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    const gg_names names = {.rules = rules, .text = typed_battle};
    gg_state *state = room_for_state(rules);
    gg_action named, by_code;
    gg_complaint complaint;
    assert_null(gg_read_position(rules, typed_battle, state).text);
    assert_true(gg_load_action(rules, state, "act A1 F none", &by_code, &complaint));
    assert_true(gg_load_typed(&names, state, "act 3rd Foot F none", &named, &complaint));
    assert_memory_equal(&named, &by_code, sizeof named);
    assert_true(gg_load_typed(&names, state, "act A1 F none", &named, &complaint));
    assert_memory_equal(&named, &by_code, sizeof named);
    assert_false(gg_load_typed(&names, state, "act Dragoons F none", &named, &complaint));
    assert_non_null(strstr(complaint.sentence, "A3 and B2"));
    assert_false(gg_load_typed(&names, state, "act Legion F none", &named, &complaint));
    assert_non_null(strstr(complaint.sentence, "Legion"));
    free(state);
}

/* A Brigade that lies face down for one side has no name there. */
static void a_hidden_name_is_not_heard(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("clausewitz");
    int32_t options[GG_OPTIONS_MAX];
    uint32_t row = 0;
    while (strcmp(rules->scenarios[row].name, "division") != 0) row++;
    for (int i = 0; i < rules->option_count; i++) {
        options[i] = GG_OPTION_UNSET;
        if (strcmp(rules->options[i].name, "fog") == 0) options[i] = 1;
    }
    void *memory = room(gg_match_bytes(rules));
    gg_match match;
    assert_null(gg_match_begin(&match, rules, memory, row, options, NULL, gg_dice_random(1)).text);
    gg_match_run_round(&match);
    const gg_names names = gg_names_of(&match);
    gg_state *view = room_for_state(rules);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        char bytes[128];
        gg_complaint complaint;
        gg_text out = gg_text_over(bytes, sizeof bytes);
        rules->view(match.state, side, view);
        assert_true(gg_put_coded(&out, &names, view, "order AC>1st Brandenburg", &complaint));
        if (side == GG_RED) assert_string_equal(bytes, "order AC>1st Brandenburg");
        else assert_memory_equal(bytes, "order AC>A", 10);
    }
    free(view);
    free(memory);
}

/* Words of the rulebook are told apart, and their clauses are there. */
static void words_have_a_clause(void **unused)
{
    (void)unused;
    for (uint32_t i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        for (const gg_term *term = rules->glossary; term->word != NULL; term++) {
            assert_in_range(term->clause, 1, rules->clause_count - 1);
            assert_true(strlen(term->word) > 2);
            for (const gg_term *other = rules->glossary; other < term; other++)
                assert_string_not_equal(other->word, term->word);
        }
    }
    assert_non_null(ruleset_named("lucky")->glossary);
}

/* How the orders of a phase are written holds in every battle: it names no piece and no sector. */
static void what_a_phase_tells_names_nobody(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        for (int row = 0; row < rules->phase_count; row++) {
            const char *at = rules->phases[row].orders;
            for (; at != NULL && *at != '\0'; at++) {
                const bool begins = at == rules->phases[row].orders || strchr(" |", at[-1]) != NULL;
                if (!begins || at[0] < 'a' || at[0] > 'z') continue;
                if (strpbrk(at, "0123456789") == at + strspn(at, "abcdefghijklmnopqrstuvwxyz"))
                    fail_msg("%s: %s", rules->name, rules->phases[row].orders);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(codes_become_names),
        cmocka_unit_test(what_is_no_code_stays),
        cmocka_unit_test(a_side_has_a_name_and_a_coat),
        cmocka_unit_test(a_text_dresses_a_picture),
        cmocka_unit_test(places_have_names),
        cmocka_unit_test(names_travel),
        cmocka_unit_test(a_record_of_a_position_has_them),
        cmocka_unit_test(every_unit_has_a_card),
        cmocka_unit_test(battles_have_names),
        cmocka_unit_test(raised_troops_are_called_by_their_arm),
        cmocka_unit_test(squares_have_no_names_of_pieces),
        cmocka_unit_test(names_are_typed_for_codes),
        cmocka_unit_test(names_of_several_are_refused),
        cmocka_unit_test(long_lines_are_left_alone),
        cmocka_unit_test(an_action_is_read_with_names),
        cmocka_unit_test(a_hidden_name_is_not_heard),
        cmocka_unit_test(words_have_a_clause),
        cmocka_unit_test(what_a_phase_tells_names_nobody),
    };
    return run_units(tests);
}
