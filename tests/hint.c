/*
 * hint.c - tests of the judge and of hints: chances are chances, a hint repeats itself, stays in
 * its memory, stops when it is told, and tells nothing that its side may not know.
 * SPDX-License-Identifier: MIT
 */
#include "core/numbers.h"
#include "core/position.h"
#include "core/unit.h"

#include "players/hint.h"
#include "secret.h"

enum { FENCE = 64, FENCE_BYTE = 0xa5, WORDS = 1 << 15 };

/* ---- The judge. ---- */

static void a_chance_is_between_and_even(void **unused)
{
    (void)unused;
    assert_int_equal(gg_logistic(0), 5000);
    assert_int_equal(gg_logistic(256), 6667);
    assert_int_equal(gg_logistic(512), 8000);
    for (int64_t x = -6000; x < 6000; x += 7) {
        assert_true(gg_logistic(x) <= gg_logistic(x + 7));
        assert_int_equal(gg_logistic(x) + gg_logistic(-x), 10000);
        assert_in_range(gg_logistic(x), 10, 9990);
    }
}

typedef struct court {
    const gg_ruleset *rules;
    gg_decision decision;
    gg_dice dice;
    gg_search_memory memory;
    gg_state *state;
    gg_judge *judge;
} court;

static void hold_court(court *c, const char *game, const char *scenario)
{
    const gg_player *player = gg_player_named("line");
    memset(c, 0, sizeof *c);
    c->rules = ruleset_named(game);
    c->state = room_for_state(c->rules);
    c->judge = room(sizeof *c->judge);
    c->dice = gg_dice_random(1);
    assert_null(gg_setup(c->rules, c->state, scenario_named(c->rules, scenario), NULL, NULL).text);
    c->decision = (gg_decision){.rules = c->rules,
                                .view = c->state,
                                .side = GG_BLUE,
                                .dice = &c->dice,
                                .memory = &c->memory,
                                .room = room(player->room_bytes)};
    gg_judge_begin(c->judge, c->rules, player, gg_search_open(player, &c->decision));
}

static void close_court(court *c)
{
    free(c->decision.room);
    free(c->state);
    free(c->judge);
}

/* Fitted on the games of some seeds and held against those of others: nearer the truth than who
 * always says "half", and of those whom it gives more than 70 % more than 55 % win. */
static void a_judge_is_calibrated(void **unused)
{
    static const char *const battles[][2] = {
        {"squares", "sq-tiny"}, {"lucky", "outpost"}, {"drill", NULL}};
    (void)unused;
    for (size_t battle = 0; battle < 3; battle++) {
        court c;
        const char *scenario = battles[battle][1] != NULL
                                   ? battles[battle][1]
                                   : ruleset_named(battles[battle][0])->scenarios[0].name;
        hold_court(&c, battles[battle][0], scenario);
        for (uint64_t seed = 1; seed <= 64; seed++) gg_judge_play(c.judge, c.state, seed, NULL);
        gg_judge_learn(c.judge);
        gg_judge *other = room(sizeof *other);
        gg_judge_begin(other, c.rules, c.judge->player, c.judge->search);
        for (uint64_t seed = 1001; seed <= 1064; seed++) gg_judge_play(other, c.state, seed, NULL);
        const int32_t off = gg_judge_square(c.judge, other->samples, other->sample_count);
        assert_true(off < 2300);
        int64_t said = 0, won = 0, sure = 0;
        for (uint32_t i = 0; i < other->sample_count; i++) {
            const gg_judge_sample *it = &other->samples[i];
            const int32_t blue = gg_judge_sampled(c.judge, it);
            if (blue < 7000 && blue > 3000) continue;
            sure++;
            said += blue >= 7000 ? blue : 10000 - blue;
            won += blue >= 7000 ? it->halves * 5000 : 10000 - it->halves * 5000;
        }
        assert_true(sure > 20);
        assert_true(won / sure > 5500);
        assert_true(said / sure - won / sure < 2000); /* not much surer than it should be */
        free(other);
        close_court(&c);
    }
}

static void what_is_over_is_certain(void **unused)
{
    (void)unused;
    court c;
    hold_court(&c, "squares", "sq-tiny");
    gg_judge_play(c.judge, c.state, 1, NULL);
    gg_judge_learn(c.judge);
    const gg_turn turn = c.rules->turn(c.judge->search->now);
    assert_true(turn.over);
    const int32_t blue = gg_judge_blue(c.judge, c.judge->search->now);
    assert_int_equal(blue, turn.winner == GG_BLUE ? 10000 : turn.winner == GG_RED ? 0 : 5000);
    assert_int_equal(gg_judge_chance(c.judge, c.judge->search->now, GG_RED), 10000 - blue);
    close_court(&c);
}

/* ---- Hints. ---- */

typedef struct table {
    const gg_ruleset *rules;
    gg_match match;
    void *memory;
    gg_state *view;
} table;

static void sit_down(table *t, const gg_ruleset *rules, const char *scenario, uint64_t seed)
{
    const uint32_t row = scenario == NULL ? 0 : scenario_named(rules, scenario);
    memset(t, 0, sizeof *t);
    t->rules = rules;
    t->memory = room(gg_match_bytes(rules));
    t->view = room_for_state(rules);
    assert_null(
        gg_match_begin(&t->match, rules, t->memory, row, NULL, NULL, gg_dice_random(seed)).text);
    gg_match_run(&t->match);
}

static void get_up(table *t)
{
    free(t->memory);
    free(t->view);
}

static void do_offer(table *t, gg_side side, uint32_t nth)
{
    gg_verdict verdict;
    gg_match_view(&t->match, side, t->view);
    const uint32_t count = t->rules->offer(t->view, side, t->match.offers, t->rules->actions_max);
    const gg_action action = t->match.offers[nth % count];
    assert_int_equal(gg_match_do(&t->match, side, &action, &verdict), GG_MATCH_DONE);
}

typedef struct told {
    bool found;
    gg_hint hint;
    char words[WORDS];
} told;

static const char *hint_of(table *t, gg_side side, const gg_action *also,
                           const gg_progress *progress, told *out)
{
    const gg_player *player = gg_player_named("line");
    const size_t bytes = gg_hint_bytes(player);
    unsigned char *memory = room(bytes + FENCE);
    memset(memory, 0x5c, bytes);
    memset(memory + bytes, FENCE_BYTE, FENCE);
    const gg_seat seat = gg_seat_at(t->rules, t->match.state, side, t->view);
    const gg_hint_ask ask = {.rules = t->rules,
                             .view = seat.view,
                             .side = side,
                             .player = player,
                             .playouts = 60,
                             .seed = 3,
                             .also = also,
                             .progress = progress};
    memset(out, 0, sizeof *out);
    out->found = gg_hint_find(&ask, memory, &out->hint);
    for (int i = 0; i < FENCE; i++) assert_int_equal(memory[bytes + (size_t)i], FENCE_BYTE);
    if (out->found) {
        gg_text text = gg_text_over(out->words, WORDS);
        gg_json json = gg_json_into(&text);
        gg_wire_hint(&json, NULL, &ask, &out->hint);
        gg_put_hint(&text, &ask, &out->hint);
        gg_put_why(&text, &ask, &out->hint);
        assert_false(text.cut);
    }
    free(memory);
    return out->words;
}

static gg_side decider(const table *t)
{
    return (gg_match_turn(&t->match).deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

/* In every game, some way into it: offered actions, the best first, the same again. */
static void every_game_has_hints(void **unused)
{
    (void)unused;
    told *one = room(sizeof *one), *two = room(sizeof *two);
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        table t;
        sit_down(&t, gg_rulesets[i], NULL, 5);
        for (int decision = 0; decision < 12 && !gg_match_turn(&t.match).over; decision++) {
            do_offer(&t, decider(&t), (uint32_t)decision * 7);
            gg_match_run(&t.match);
        }
        const gg_side side = decider(&t);
        hint_of(&t, side, NULL, NULL, one);
        hint_of(&t, side, NULL, NULL, two);
        assert_true(one->found);
        assert_string_equal(one->words, two->words);
        assert_in_range(one->hint.count, 1, GG_HINT_BEST);
        for (uint32_t line = 0; line < one->hint.count; line++) {
            const gg_hint_line *it = &one->hint.lines[line];
            assert_int_equal(t.rules->legal(t.match.state, side, &it->action).reason, 0);
            assert_in_range(it->chance, 0, 10000);
            if (line > 0) assert_true(it->chance <= it[-1].chance);
        }
        get_up(&t);
    }
    free(one);
    free(two);
}

/* What was asked about is weighed too, and answered. */
static void asked_about_is_answered(void **unused)
{
    (void)unused;
    told *it = room(sizeof *it);
    table t;
    sit_down(&t, ruleset_named("squares"), "sq-tiny", 2918);
    const gg_side side = decider(&t);
    gg_match_view(&t.match, side, t.view);
    const uint32_t count = t.rules->offer(t.view, side, t.match.offers, t.rules->actions_max);
    for (uint32_t nth = 0; nth < count; nth += count / 4) {
        const gg_action also = t.match.offers[nth];
        bool asked = false;
        assert_non_null(strstr(hint_of(&t, side, &also, NULL, it), "to win"));
        for (uint32_t i = 0; i < it->hint.count; i++)
            asked = asked
                    || (it->hint.lines[i].is_asked
                        && memcmp(&it->hint.lines[i].action, &also, sizeof also) == 0);
        assert_true(asked);
    }
    get_up(&t);
    free(it);
}

/* Two worlds that differ in what the other side chose in secret. */
static void a_hint_tells_no_secret(void **unused)
{
    (void)unused;
    const gg_ruleset *const games[] = {ruleset_named("commanders"), &secret_rules};
    told *one = room(sizeof *one), *two = room(sizeof *two);
    for (int game = 0; game < 2; game++) {
        table a, b;
        sit_down(&a, games[game], NULL, 9);
        sit_down(&b, games[game], NULL, 9);
        for (int i = 0; i < 40 && gg_match_turn(&a.match).deciding != GG_SIDES_BOTH; i++) {
            const gg_side side = decider(&a);
            do_offer(&a, side, (uint32_t)i), do_offer(&b, side, (uint32_t)i);
            gg_match_run(&a.match), gg_match_run(&b.match);
        }
        assert_int_equal(gg_match_turn(&a.match).deciding, GG_SIDES_BOTH);
        do_offer(&a, GG_RED, 0);
        do_offer(&b, GG_RED, 1);
        assert_int_not_equal(gg_match_hash(&a.match), gg_match_hash(&b.match));
        assert_string_equal(hint_of(&a, GG_BLUE, NULL, NULL, one),
                            hint_of(&b, GG_BLUE, NULL, NULL, two));
        assert_true(one->found);
        get_up(&a);
        get_up(&b);
    }
    free(one);
    free(two);
}

/* ---- Before and after. ---- */

/* "Now" and "after" are told by the same measure: what a side does best does not leave it worse
 * off than it is.  Positions of games between greedy players; GG_DEEP=1: 500 of them. */
enum { SLACK = 300, EVERY = 7 };

static const char *const walked[][2] = {{"squares", "sq-tiny"},      {"squares", "sq-villages"},
                                        {"commanders", "skirmish"},  {"lucky", "outpost"},
                                        {"staff", "two-battalions"}, {"clausewitz", "picket"}};

static void do_greedy(table *t, gg_side side, gg_dice *dice)
{
    const gg_player *greedy = gg_player_named("greedy");
    gg_action action;
    gg_verdict verdict;
    gg_match_view(&t->match, side, t->view);
    const uint32_t count = t->rules->offer(t->view, side, t->match.offers, t->rules->actions_max);
    greedy->choose(greedy,
                   &(gg_decision){.rules = t->rules,
                                  .view = t->view,
                                  .offers = t->match.offers,
                                  .count = count,
                                  .side = side,
                                  .dice = dice},
                   &action);
    assert_int_equal(gg_match_do(&t->match, side, &action, &verdict), GG_MATCH_DONE);
}

/* Hints on the way of one game, `wanted` at most; how many were asked for, and adds to `worse` how
 * many were not as good as leaving it. */
static uint32_t walk(size_t battle, uint64_t seed, uint32_t wanted, uint32_t *worse)
{
    told *it = room(sizeof *it);
    table t;
    gg_dice dice = gg_dice_random(seed);
    uint32_t asked = 0;
    sit_down(&t, ruleset_named(walked[battle][0]), walked[battle][1], seed);
    for (uint32_t i = 0; asked < wanted && !gg_match_turn(&t.match).over; i++) {
        const gg_side side = decider(&t);
        if (i % EVERY == seed % EVERY) {
            hint_of(&t, side, NULL, NULL, it);
            assert_true(it->found);
            asked += !it->hint.is_only;
            *worse += it->hint.lines[0].chance + SLACK < it->hint.now;
        }
        do_greedy(&t, side, &dice);
        gg_match_run(&t.match);
    }
    get_up(&t);
    free(it);
    return asked;
}

static void the_best_is_not_worse_than_now(void **unused)
{
    const uint32_t all = getenv("GG_DEEP") != NULL ? 500 : 24;
    const size_t battles = sizeof walked / sizeof walked[0];
    (void)unused;
    uint32_t asked = 0, worse = 0;
    for (uint64_t seed = 1; asked < all; seed++)
        asked += walk(seed % battles, seed, all / 24 + 3, &worse);
    assert_int_equal(worse, 0);
}

typedef struct patience {
    uint32_t left, told, all, last;
} patience;

static bool wears_out(void *to)
{
    patience *p = to;
    return p->left == 0 || --p->left == 0;
}

static void count_told(void *to, uint32_t done, uint32_t all)
{
    patience *p = to;
    assert_true(done <= all && done + 1 >= p->last);
    p->told++, p->all = all, p->last = done;
}

static void it_stops_when_it_is_told(void **unused)
{
    (void)unused;
    told *it = room(sizeof *it);
    table t;
    sit_down(&t, ruleset_named("squares"), "sq-tiny", 2918);
    for (uint32_t left = 1; left < 40; left += 6) {
        patience p = {.left = left};
        const gg_progress progress = {.told = count_told, .enough = wears_out, .to = &p};
        hint_of(&t, decider(&t), NULL, &progress, it);
        assert_false(it->found);
    }
    patience all = {.left = UINT32_MAX};
    const gg_progress progress = {.told = count_told, .enough = wears_out, .to = &all};
    hint_of(&t, decider(&t), NULL, &progress, it);
    assert_true(it->found);
    assert_true(all.told > 20);
    get_up(&t);
    free(it);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_chance_is_between_and_even),
        cmocka_unit_test(a_judge_is_calibrated),
        cmocka_unit_test(what_is_over_is_certain),
        cmocka_unit_test(every_game_has_hints),
        cmocka_unit_test(asked_about_is_answered),
        cmocka_unit_test(a_hint_tells_no_secret),
        cmocka_unit_test(it_stops_when_it_is_told),
        cmocka_unit_test(the_best_is_not_worse_than_now),
    };
    return run_units(tests);
}
