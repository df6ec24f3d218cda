/*
 * review.c - tests of reviews: chance, luck and choices add up to the result, the same again,
 * within its memory, stopped when told, and short games are games too.
 * SPDX-License-Identifier: MIT
 */
#include "core/numbers.h"
#include "core/position.h"
#include "core/unit.h"

#include "players/batch.h"
#include "players/review.h"

enum { FENCE = 64, FENCE_BYTE = 0xa5, WORDS = 1 << 20 };

typedef struct told {
    gg_review review;
    unsigned char *room;
    size_t bytes;
    bool found;
} told;

static void look_back(told *it, const gg_review_ask *ask)
{
    it->bytes = gg_review_bytes(ask->match, ask->player);
    it->room = room(it->bytes + FENCE);
    memset(it->room, 0x5c, it->bytes);
    memset(it->room + it->bytes, FENCE_BYTE, FENCE);
    it->found = gg_review_find(ask, it->room, &it->review);
    for (int i = 0; i < FENCE; i++) assert_int_equal(it->room[it->bytes + (size_t)i], FENCE_BYTE);
}

/* As text, JSON, picture and page; in memory of its own. */
static char *all_words(const gg_review *review)
{
    char *bytes = room(WORDS);
    const gg_ruleset *rules = review->ask->match->rules;
    gg_text text = gg_text_over(bytes, WORDS);
    gg_state *one = room_for_state(rules), *two = room_for_state(rules);
    gg_scene_room *board = room(sizeof *board), *over = room(sizeof *over);
    gg_json json = gg_json_into(&text);
    gg_put_review(&text, review, one, two);
    gg_wire_review(&json, NULL, review, one, two);
    gg_review_curve(&text, review, true);
    gg_review_page(&text, review, &(gg_review_room){one, two, board, over});
    assert_false(text.cut);
    free(one), free(two), free(board), free(over);
    return bytes;
}

/* To the last part of ten thousand, action by action and in all. */
static void check_sums(const gg_review *review)
{
    int32_t sum = review->chances[0];
    const gg_match *match = review->ask->match;
    for (uint32_t ply = 0; ply < review->plies; ply++) {
        const gg_review_ply *it = &review->each[ply];
        assert_in_range(review->chances[ply + 1], 0, 10000);
        assert_int_equal(review->chances[ply] + it->choice + it->luck, review->chances[ply + 1]);
        if (match->entries[ply].face_count == 0) assert_int_equal(it->luck, 0);
        if (!it->rolled) assert_int_equal(it->luck_error, 0);
        sum += it->choice + it->luck;
    }
    const gg_review_side *sides = review->sides;
    assert_int_equal(sum, review->chances[review->plies]);
    assert_int_equal(review->chances[0] + sides[GG_BLUE].luck - sides[GG_RED].luck
                         + sides[GG_NOBODY].luck + review->play,
                     review->chances[review->plies]);
    if (review->over)
        assert_int_equal(review->chances[review->plies], review->end.winner == GG_BLUE  ? 10000
                                                         : review->end.winner == GG_RED ? 0
                                                                                        : 5000);
}

static void it_adds_up_in_every_game(void **unused)
{
    (void)unused;
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        const gg_ruleset *rules = gg_rulesets[i];
        gg_match match;
        told one, two;
        void *memory = room(gg_match_bytes(rules));
        gg_play_game(&match, rules, memory, 0, 3, gg_player_named("random"), NULL, NULL);
        const gg_review_ask ask = {
            .match = &match, .player = gg_player_named("line"), .playouts = 16};
        look_back(&one, &ask);
        assert_true(one.found);
        assert_true(one.review.over);
        assert_int_equal(one.review.plies, match.entry_count);
        check_sums(&one.review);
        if (i == 0) { /* the same again, word for word */
            look_back(&two, &ask);
            char *first = all_words(&one.review), *second = all_words(&two.review);
            assert_string_equal(first, second);
            free(first), free(second), free(two.room);
        } else {
            free(all_words(&one.review));
        }
        free(one.room);
        free(memory);
    }
}

/* What turns a battle is worth eight points, and no two are of one round. */
static void turning_points_are_in_order(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    gg_match match;
    told it;
    void *memory = room(gg_match_bytes(rules));
    gg_play_game(&match, rules, memory, scenario_named(rules, "sq-villages"), 8,
                 gg_player_named("greedy"), NULL, NULL);
    const gg_review_ask ask = {.match = &match, .player = gg_player_named("line"), .playouts = 24};
    look_back(&it, &ask);
    check_sums(&it.review);
    assert_in_range(it.review.turning_count, 1, GG_REVIEW_TURNING);
    for (uint32_t i = 0; i < it.review.turning_count; i++) {
        const uint32_t ply = it.review.turning[i];
        const gg_review_ply *each = &it.review.each[ply];
        assert_true(each->luck >= 800 || each->luck <= -800 || each->loss >= 800);
        if (i > 0) assert_true(it.review.rounds[ply] > it.review.rounds[it.review.turning[i - 1]]);
    }
    const gg_review_side *blue = &it.review.sides[GG_BLUE], *red = &it.review.sides[GG_RED];
    assert_true(blue->looked + red->looked >= 40 && blue->rolls > 0 && red->rolls > 0);
    assert_true(blue->luck_error >= 0 && it.review.unit_count > 10);
    free(it.room);
    free(memory);
}

static void give_up_after(gg_match *match, uint32_t decisions)
{
    const gg_ruleset *rules = match->rules;
    gg_action action;
    gg_verdict verdict;
    gg_match_run(match);
    for (uint32_t i = 0; i <= decisions; i++) {
        const gg_side side =
            (gg_match_turn(match).deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
        assert_true(rules->offer(match->state, side, match->offers, rules->actions_max) > 0);
        action = match->offers[0];
        if (i == decisions)
            action = (gg_action){.kind = (uint8_t)(rules->action_count - 1),
                                 .who = GG_NO_UNIT,
                                 .whom = GG_NO_UNIT,
                                 .item = GG_NO_UNIT};
        assert_int_equal(gg_match_do(match, side, &action, &verdict), GG_MATCH_DONE);
    }
}

/* Given up at once, after an action, and not over at all. */
static void short_games_are_games(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    void *memory = room(gg_match_bytes(rules));
    for (uint32_t decisions = 0; decisions < 3; decisions++) {
        gg_match match;
        told it;
        assert_null(gg_match_begin(&match, rules, memory, scenario_named(rules, "sq-tiny"), NULL,
                                   NULL, gg_dice_random(3))
                        .text);
        if (decisions < 2) give_up_after(&match, decisions);
        else gg_match_run(&match);
        const gg_review_ask ask = {
            .match = &match, .player = gg_player_named("line"), .playouts = 16};
        look_back(&it, &ask);
        assert_true(it.found);
        assert_int_equal(it.review.over, decisions < 2);
        check_sums(&it.review);
        char *words = all_words(&it.review);
        assert_non_null(strstr(words, decisions < 2 ? "wins after" : "The game is not over"));
        free(words);
        free(it.room);
    }
    free(memory);
}

static bool wears_out(void *to)
{
    uint32_t *left = to;
    return *left == 0 || --*left == 0;
}

static void hear_nothing(void *to, uint32_t done, uint32_t all)
{
    (void)to;
    assert_true(done <= all);
}

static void it_stops_when_it_is_told(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    gg_match match;
    void *memory = room(gg_match_bytes(rules));
    gg_play_game(&match, rules, memory, 0, 3, gg_player_named("random"), NULL, NULL);
    for (uint32_t asked = 1; asked < 1200; asked = asked * 3 + 1) {
        uint32_t left = asked;
        told it;
        const gg_progress progress = {.told = hear_nothing, .enough = wears_out, .to = &left};
        const gg_review_ask ask = {.match = &match,
                                   .player = gg_player_named("line"),
                                   .playouts = 16,
                                   .progress = &progress};
        look_back(&it, &ask);
        assert_false(it.found);
        free(it.room);
    }
    free(memory);
}

/* Over many rolls luck comes to nothing, whoever judges. */
static void luck_has_no_expectation(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    gg_match match;
    told it;
    int64_t sum = 0, rolls = 0;
    void *memory = room(gg_match_bytes(rules));
    for (uint64_t seed = 1; seed <= 12; seed++) {
        gg_play_game(&match, rules, memory, 0, seed, gg_player_named("random"), NULL, NULL);
        const gg_review_ask ask = {
            .match = &match, .player = gg_player_named("line"), .playouts = 12};
        look_back(&it, &ask);
        for (uint32_t ply = 0; ply < it.review.plies; ply++) {
            sum += it.review.each[ply].luck;
            rolls += it.review.each[ply].rolled;
        }
        free(it.room);
    }
    assert_true(rolls > 60);
    /* a roll moves the chance by a few hundredths: on average over so many by next to nothing */
    assert_in_range(sum / rolls + 10000, 10000 - 100, 10000 + 100);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_adds_up_in_every_game), cmocka_unit_test(turning_points_are_in_order),
        cmocka_unit_test(short_games_are_games),    cmocka_unit_test(it_stops_when_it_is_told),
        cmocka_unit_test(luck_has_no_expectation),
    };
    return run_units(tests);
}
