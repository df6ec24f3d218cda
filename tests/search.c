/*
 * search.c - tests of the players that search: they keep to what they are given (view, memory,
 * room, effort), repeat themselves and stop when they are told.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/numbers.h"
#include "core/position.h"
#include "core/state_hash.h"
#include "core/unit.h"

#include "players/search.h"
#include "secret.h"

enum { FENCE = 64, FENCE_BYTE = 0xa5 };

/* A player at the table, with fences behind its memory and its room. */
typedef struct sitting {
    const gg_player *player;
    const gg_ruleset *rules;
    unsigned char *memory, *room;
    gg_state *view;
    gg_action *offers;
    gg_dice dice;
    const gg_level *row; /* NULL: its own */
} sitting;

static sitting sit(const gg_ruleset *rules, const char *name, uint64_t seed)
{
    const gg_player *player = gg_player_named(name);
    assert_non_null(player);
    sitting s = {.player = player,
                 .rules = rules,
                 .view = room_for_state(rules),
                 .memory = room(player->memory_bytes + FENCE),
                 .room = room(player->room_bytes + FENCE),
                 .offers = room(rules->actions_max * sizeof(gg_action)),
                 .dice = gg_dice_random(seed)};
    memset(s.memory + player->memory_bytes, FENCE_BYTE, FENCE);
    memset(s.room + player->room_bytes, FENCE_BYTE, FENCE);
    return s;
}

static void get_up(sitting *s)
{
    for (int i = 0; i < FENCE; i++) {
        assert_int_equal(s->memory[s->player->memory_bytes + (size_t)i], FENCE_BYTE);
        assert_int_equal(s->room[s->player->room_bytes + (size_t)i], FENCE_BYTE);
    }
    free(s->view);
    free(s->memory);
    free(s->room);
    free(s->offers);
}

static gg_action choose(sitting *s, const gg_state *state, gg_side side, uint32_t playouts,
                        const gg_progress *progress)
{
    gg_action action;
    s->rules->view(state, side, s->view);
    const uint32_t count = s->rules->offer(s->view, side, s->offers, s->rules->actions_max);
    const gg_decision decision = {.rules = s->rules,
                                  .view = s->view,
                                  .offers = s->offers,
                                  .count = count,
                                  .side = side,
                                  .dice = &s->dice,
                                  .effort = {.playouts = playouts, .row = s->row},
                                  .memory = s->memory,
                                  .room = s->room,
                                  .progress = progress};
    s->player->choose(s->player, &decision, &action);
    bool is_offered = false;
    for (uint32_t i = 0; i < count; i++)
        is_offered = is_offered || memcmp(&action, &s->offers[i], sizeof action) == 0;
    assert_true(is_offered);
    return action;
}

/* ---- Whole games. ---- */

typedef struct game {
    const gg_ruleset *rules;
    uint32_t scenario;
    uint64_t seed;
    const char *players[2];
    uint32_t playouts;
} game;

typedef struct result {
    gg_side winner;
    uint64_t hash;
} result;

static result play(const game *g)
{
    const gg_ruleset *rules = g->rules;
    sitting seats[2] = {sit(rules, g->players[0], g->seed + 1), sit(rules, g->players[1], g->seed)};
    gg_state *state = room_for_state(rules);
    gg_dice rolls = gg_dice_random(~g->seed);
    assert_null(gg_setup(rules, state, g->scenario, NULL, NULL).text);
    for (uint32_t i = 0; !rules->turn(state).over; i++) {
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        gg_action action;
        assert_true(i < rules->decisions_max);
        if (side != GG_NOBODY) action = choose(&seats[side], state, side, g->playouts, NULL);
        else rules->offer(state, side, &action, 1);
        rules->apply(state, side, &action, &rolls, NULL);
    }
    const result end = {rules->turn(state).winner, gg_state_hash(rules, state)};
    free(state);
    get_up(&seats[0]);
    get_up(&seats[1]);
    return end;
}

static game game_of(const char *name, const char *scenario, const char *blue, const char *red,
                    uint32_t playouts)
{
    const gg_ruleset *rules = ruleset_named(name);
    return (game){.rules = rules,
                  .scenario = scenario_named(rules, scenario),
                  .seed = 4,
                  .players = {blue, red},
                  .playouts = playouts};
}

static void every_level_ends_its_games(void **unused)
{
    (void)unused;
    for (const gg_player *const *player = gg_players; *player != NULL; player++) {
        if ((*player)->level == NULL) continue;
        game g = game_of("squares", "sq-tiny", (*player)->name, "random", 8);
        play(&g);
        g = game_of("commanders", "skirmish", "random", (*player)->name, 8);
        play(&g);
        g = game_of("drill", "drill-line", (*player)->name, (*player)->name, 8);
        play(&g);
    }
    game g = {.rules = &secret_rules, .seed = 2, .players = {"guard", "marshal"}, .playouts = 16};
    play(&g);
    g = game_of("lucky", "outpost", "guard", "grenadier", 6);
    play(&g);
}

static void guard_beats_chance(void **unused)
{
    (void)unused;
    int won = 0, lost = 0;
    for (uint64_t seed = 0; seed < 10; seed++) {
        game g = game_of("squares", "sq-tiny", "guard", "random", 200);
        g.seed = seed;
        const gg_side winner = play(&g).winner;
        won += winner == GG_BLUE;
        lost += winner == GG_RED;
    }
    assert_in_range(won, 8, 10);
    assert_int_equal(lost, 0);
}

static void equal_effort_gives_equal_games(void **unused)
{
    (void)unused;
    const char *const games[][2] = {{"squares", "sq-tiny"}, {"commanders", "skirmish"}};
    for (int i = 0; i < 2; i++) {
        const game g = game_of(games[i][0], games[i][1], "guard", "line", 24);
        const result one = play(&g), two = play(&g);
        assert_int_equal(one.hash, two.hash);
    }
}

/* Scores that are made anew each time give the same game. */
static const gg_ruleset *remembers;

static int32_t score_anew(const gg_state *view, gg_side side, void *notes,
                          int32_t own[GG_FEATURES_MAX])
{
    (void)notes;
    return remembers->score(view, side, NULL, own);
}

static void what_rules_keep_changes_nothing(void **unused)
{
    (void)unused;
    const char *const games[][2] = {{"staff", "two-battalions"}, {"lucky", "outpost"}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        game g = game_of(games[i][0], games[i][1], "guard", "greedy", 12);
        gg_ruleset forgetful = *g.rules;
        remembers = g.rules;
        forgetful.score = score_anew;
        const result one = play(&g);
        g.rules = &forgetful;
        const result two = play(&g);
        assert_int_equal(one.hash, two.hash);
    }
}

/* ---- What it may know and use. ---- */

/* The scenario as far as the first decision; the side that has it. */
static gg_side begin(const gg_ruleset *rules, const char *scenario, gg_state *state)
{
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_dice dice = gg_dice_random(9);
    assert_null(gg_setup(rules, state, scenario_named(rules, scenario), NULL, NULL).text);
    while (rules->turn(state).deciding == 0) {
        rules->offer(state, GG_NOBODY, offers, rules->actions_max);
        rules->apply(state, GG_NOBODY, &offers[0], &dice, NULL);
    }
    free(offers);
    return (rules->turn(state).deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE : GG_RED;
}

/* Two worlds that differ in what red has chosen in secret: blue's choice is the same. */
static void nothing_hidden_is_read(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("commanders");
    gg_state *bare = room_for_state(rules), *chosen = room_for_state(rules);
    gg_state *after = room_for_state(rules);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_dice dice = gg_dice_random(9);
    begin(rules, "skirmish", bare);
    memcpy(chosen, bare, rules->state_bytes);
    for (int i = 0; i < 3; i++) {
        const uint32_t count = rules->offer(chosen, GG_RED, offers, rules->actions_max);
        assert_true(count > 1);
        for (uint32_t j = 0; j < count; j++) { /* an order, not `ready` */
            memcpy(after, chosen, rules->state_bytes);
            rules->apply(after, GG_RED, &offers[j], &dice, NULL);
            if ((rules->turn(after).deciding & GG_SIDES_RED) != 0) break;
        }
        memcpy(chosen, after, rules->state_bytes);
    }
    assert_false(same_state(rules, bare, chosen));
    for (const gg_player *const *player = gg_players; *player != NULL; player++) {
        if ((*player)->level == NULL) continue;
        sitting one = sit(rules, (*player)->name, 3), two = sit(rules, (*player)->name, 3);
        for (int i = 0; i < 2; i++) {
            const gg_action first = choose(&one, bare, GG_BLUE, 24, NULL);
            const gg_action second = choose(&two, chosen, GG_BLUE, 24, NULL);
            assert_memory_equal(&first, &second, sizeof first);
        }
        assert_memory_equal(one.memory, two.memory, one.player->memory_bytes);
        get_up(&one);
        get_up(&two);
    }
    free(bare);
    free(chosen);
    free(after);
    free(offers);
}

/* What lies in the room beforehand does not matter. */
static void the_room_is_only_room(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    gg_state *state = room_for_state(rules);
    const gg_side side = begin(rules, "sq-tiny", state);
    sitting clean = sit(rules, "guard", 5), used = sit(rules, "guard", 5);
    memset(used.room, 0x5a, used.player->room_bytes);
    const gg_action one = choose(&clean, state, side, 60, NULL);
    const gg_action two = choose(&used, state, side, 60, NULL);
    assert_memory_equal(&one, &two, sizeof one);
    get_up(&clean);
    get_up(&used);
    free(state);
}

/* ---- What a row says of playing on. ---- */

static gg_search *open_search(sitting *s, const gg_state *state, gg_side side,
                              gg_decision *decision)
{
    s->rules->view(state, side, s->view);
    *decision =
        (gg_decision){.rules = s->rules,
                      .view = s->view,
                      .offers = s->offers,
                      .count = s->rules->offer(s->view, side, s->offers, s->rules->actions_max),
                      .side = side,
                      .dice = &s->dice,
                      .effort = {.row = s->row},
                      .memory = s->memory,
                      .room = s->room};
    gg_search *search = gg_search_open(s->player, decision);
    gg_head_open(search);
    return search;
}

/* How many actions a side takes before the phase of this position is over. */
static uint32_t actions_in_phase(sitting *s, const gg_state *from, gg_side side, bool by_policy)
{
    const gg_ruleset *rules = s->rules;
    const gg_player *greedy = gg_player_named("greedy");
    gg_state *state = room_for_state(rules);
    const uint8_t phase = rules->turn(from).phase;
    uint32_t count = 0;
    memcpy(state, from, rules->state_bytes);
    for (; rules->turn(state).phase == phase; count++) {
        gg_decision decision;
        gg_search *search = open_search(s, state, side, &decision);
        gg_action action;
        if (by_policy) action = gg_policy_choose(search, state, side, NULL);
        else greedy->choose(greedy, &decision, &action);
        rules->apply(state, side, &action, &s->dice, NULL);
    }
    free(state);
    return count;
}

/* Orders that are not handed on are lost, and no single one betters what is now: the policy hands
 * on as many as greedy does, or armies would stand still in every playout. */
static void the_policy_spends_what_else_is_lost(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("lucky");
    gg_state *state = room_for_state(rules);
    const gg_side side = begin(rules, "outpost", state);
    sitting s = sit(rules, "guard", 5);
    assert_true(rules->turn(state).spends);
    const uint32_t by_greedy = actions_in_phase(&s, state, side, false);
    assert_true(by_greedy > 1);
    assert_int_equal(actions_in_phase(&s, state, side, true), by_greedy);
    get_up(&s);
    free(state);
}

/* A game that ends drawn, whatever is done, is worth what the row says of draws. */
static void a_draw_is_worth_what_the_row_says(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("lucky");
    gg_state *state = room_for_state(rules);
    assert_null(
        gg_read_position(rules,
                         "table 36 36; year 1809; turns 8; home blue south; home red north; "
                         "turn 8 red m1; ac0 able 18,4; ad1 good 18,6 under ac0; "
                         "bc0 able 18,32; bd1 good 18,30 under bc0; "
                         "a1 inf French 14,2 0 ad1; b1 inf Austrian 14,34 180 bd1",
                         state)
            .text);
    sitting s = sit(rules, "guard", 5);
    gg_level row = *s.player->level;
    const gg_playout playout = {.seed = 9, .stray = -1, .record = GG_NOBODY};
    s.row = &row;
    for (uint8_t drawn = 0; drawn <= 100; drawn += 50) {
        gg_decision decision;
        row.drawn = drawn;
        gg_search *search = open_search(&s, state, GG_RED, &decision);
        assert_int_equal(gg_plan_play(search, &playout), drawn * (GG_VALUE_ONE / 100));
        assert_true(rules->turn(search->now).over);
    }
    get_up(&s);
    free(state);
}

/* A line of few playouts may be worse than it looks, by what the row says; the one that must be
 * beaten is taken as it looks. */
static void doubt_is_what_the_row_says(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("lucky");
    gg_state *state = room_for_state(rules);
    const gg_side side = begin(rules, "outpost", state);
    sitting s = sit(rules, "guard", 5);
    gg_level row = *s.player->level;
    gg_decision decision;
    s.row = &row;
    row.luck = 0;
    gg_search *search = open_search(&s, state, side, &decision);
    search->line_count = 2;
    search->lines[0] = (gg_line_of_play){.count = 4, .sum = 4 * 5500, .is_base = true};
    search->lines[1] = (gg_line_of_play){.count = 4, .sum = 4 * 6000};
    row.doubt = 0;
    assert_int_equal(gg_line_worth(search, &search->lines[1]), 6000);
    assert_ptr_equal(gg_best_line(search), &search->lines[1]);
    row.doubt = 20;
    assert_int_equal(gg_line_worth(search, &search->lines[1]), 5000);
    assert_int_equal(gg_line_worth(search, &search->lines[0]), 5500);
    assert_ptr_equal(gg_best_line(search), &search->lines[0]);
    search->luck = 1; /* four tenths of it where lines have the same luck */
    assert_int_equal(gg_line_worth(search, &search->lines[1]), 5600);
    assert_ptr_equal(gg_best_line(search), &search->lines[1]);
    get_up(&s);
    free(state);
}

/* What a line came to before counts, in a secret choice, as often as the row says: with no faith
 * the few playouts against the other side's plans decide, with much the race. */
static void faith_is_in_what_lines_came_to_before(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("lucky");
    gg_state *state = room_for_state(rules);
    const gg_side side = begin(rules, "outpost", state);
    sitting s = sit(rules, "guard", 5);
    gg_level row = *s.player->level;
    s.row = &row;
    for (int i = 0; i < 2; i++) {
        gg_decision decision;
        int raced_well = 0;
        row.faith = i == 0 ? 0 : 200;
        gg_search *search = open_search(&s, state, side, &decision);
        search->lines[0] = (gg_line_of_play){.count = 10, .sum = 10 * 8000};
        search->lines[1] = (gg_line_of_play){.count = 10, .sum = 10 * 2000};
        search->matrix = (gg_matrix){.rows = 2,
                                     .columns = 1,
                                     .lines = {&search->lines[0], &search->lines[1]},
                                     .sums = {{4 * 2000}, {4 * 8000}},
                                     .counts = {{4}, {4}}};
        for (int take = 0; take < 20; take++)
            raced_well += gg_mix_take(search) == &search->lines[0];
        assert_in_range(raced_well, i == 0 ? 0 : 18, i == 0 ? 2 : 20);
    }
    get_up(&s);
    free(state);
}

/* What is written of b1 where this playout ends: a4 fires at it, after another has fired or not. */
static void play_shots(sitting *s, const gg_state *state, uint64_t seed, bool both, char *out)
{
    static char text[TEXT_MAX];
    gg_decision decision;
    gg_search *search = open_search(s, state, GG_BLUE, &decision);
    gg_plan plan = {.count = 0};
    for (int i = both ? 0 : 1; i < 2; i++) {
        plan.phases[plan.count] = search->turn.phase;
        const char *words = i == 0 ? "fire a1 b2" : "fire a4 b1";
        assert_null(gg_read_action(s->rules, state, words, &plan.actions[plan.count++]).text);
    }
    const gg_playout playout = {.seed = seed, .plan = &plan, .stray = -1, .record = GG_NOBODY};
    gg_plan_play(search, &playout);
    gg_text written = gg_text_over(text, sizeof text);
    gg_write_position(s->rules, search->now, &written);
    const char *line = strstr(text, "\nb1 ");
    assert_non_null(line);
    snprintf(out, MESSAGE_MAX, "%.*s", (int)strcspn(line + 1, "\n"), line + 1);
}

/* A shot does in a playout what it would do without the one before it, where the row says so. */
static void an_action_has_the_same_luck_whatever_came_before(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("lucky");
    gg_state *state = room_for_state(rules);
    assert_null(
        gg_read_position(rules,
                         "table 36 36; year 1809; turns 8; home blue south; home red north; "
                         "turn 1 blue f2; ac0 able 18,4; ad1 good 18,6 under ac0; "
                         "bc0 able 18,32; bd1 good 18,30 under bc0; "
                         "a1 inf French line 8,10 0 ad1; a4 foot French unl 26,10 0 ad1; "
                         "b1 inf Austrian 26,20 180 bd1; b2 inf Austrian 8,13.5 180 bd1",
                         state)
            .text);
    sitting s = sit(rules, "guard", 5);
    gg_level row = *s.player->level;
    row.ahead = 0;
    s.row = &row;
    for (row.luck = 0; row.luck < 2; row.luck++) {
        uint32_t differ = 0;
        for (uint64_t seed = 0; seed < 24; seed++) {
            char alone[MESSAGE_MAX], after[MESSAGE_MAX];
            play_shots(&s, state, seed, false, alone);
            play_shots(&s, state, seed, true, after);
            differ += strcmp(alone, after) != 0;
        }
        assert_int_equal(differ > 0, row.luck == 0);
    }
    get_up(&s);
    free(state);
}

/* Each offer is a line, the first greedy's, which is played as often as any other; or lines are
 * plans. */
static void each_offer_is_a_line_where_the_row_says_so(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("lucky");
    const gg_player *greedy = gg_player_named("greedy");
    gg_state *state = room_for_state(rules);
    for (uint8_t each = 0; each < 2; each++) {
        const gg_side side = begin(rules, "outpost", state);
        sitting s = sit(rules, "guard", 5);
        gg_level row = *s.player->level;
        row.each = each;
        s.row = &row;
        choose(&s, state, side, 400, NULL);
        const gg_search *search = (const gg_search *)(const void *)s.room;
        const gg_decision again = {.rules = rules,
                                   .view = s.view,
                                   .offers = s.offers,
                                   .count =
                                       rules->offer(s.view, side, s.offers, rules->actions_max),
                                   .side = side,
                                   .dice = &s.dice};
        const uint32_t offered = again.count;
        gg_action greedys;
        uint32_t most = 0;
        greedy->choose(greedy, &again, &greedys);
        for (uint32_t i = 0; i < search->line_count; i++)
            if (search->lines[i].count > most) most = search->lines[i].count;
        assert_true(offered > 2);
        if (each == 0) {
            assert_true(search->line_count > offered);
        } else {
            assert_int_equal(search->line_count, offered);
            assert_true(search->lines[0].is_base);
            assert_memory_equal(&search->lines[0].plan.actions[0], &greedys, sizeof greedys);
            assert_in_range(search->lines[0].count, most - 1, most);
            assert_true(most > 8);
        }
        get_up(&s);
    }
    free(state);
}

/* ---- Stopping. ---- */

typedef struct ear {
    uint32_t told, asked;
    int64_t now;
} ear;

static void hear(void *to, uint32_t done, uint32_t all)
{
    (void)done, (void)all;
    ((ear *)to)->told++;
}

static bool enough_at_once(void *to)
{
    ((ear *)to)->asked++;
    return true;
}

/* A clock that goes on by a millisecond whenever it is looked at. */
static int64_t tick(void *to) { return ++((ear *)to)->now; }

static void it_stops_when_told(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("squares");
    gg_state *state = room_for_state(rules);
    sitting s = sit(rules, "marshal", 5);
    const gg_side side = begin(rules, "sq-tiny", state);
    ear it = {0};
    const gg_progress progress = {.told = hear, .to = &it, .enough = enough_at_once};
    choose(&s, state, side, 1 << 20, &progress);
    assert_in_range(it.told, 0, 2);
    assert_in_range(it.asked, 1, 4);
    get_up(&s);
    free(state);
}

/* ---- In pieces, and with several hands. ---- */

static bool pause_always(void *to)
{
    ((ear *)to)->asked++;
    return true;
}

/* Rooms of their own, the parts in another order than they are numbered in. */
static void work_backwards(void *to, gg_part_of_work *part, void *about, uint32_t parts, void *own)
{
    part(about, parts - 1, own);
    for (uint32_t nth = parts - 1; nth-- > 0;) part(about, nth, to);
}

typedef enum manner { WHOLE, IN_PIECES, BY_HANDS } manner;

static gg_action choose_so(const gg_ruleset *rules, const gg_state *state, gg_side side,
                           const char *name, manner how, ear *it)
{
    sitting s = sit(rules, name, 7);
    void *spare = room(s.player->room_bytes);
    memset(spare, 0x5a, s.player->room_bytes);
    const gg_progress progress = {
        .told = hear, .to = it, .pause = how == IN_PIECES ? pause_always : NULL};
    const gg_hands hands = {.together = work_backwards, .to = spare, .threads = 2};
    rules->view(state, side, s.view);
    const gg_decision decision = {.rules = rules,
                                  .view = s.view,
                                  .offers = s.offers,
                                  .side = side,
                                  .dice = &s.dice,
                                  .count = rules->offer(s.view, side, s.offers, rules->actions_max),
                                  .effort = {.playouts = 1200},
                                  .memory = s.memory,
                                  .room = s.room,
                                  .progress = &progress,
                                  .hands = how == BY_HANDS ? &hands : NULL};
    gg_thinking thinking;
    gg_think_begin(&thinking, s.player, &decision);
    while (!gg_think_on(&thinking)) {}
    get_up(&s);
    free(spare);
    return thinking.action;
}

/* marshal has several heads, in commanders plans are mixed: whole, in pieces or by several hands,
 * the choice is one and the same. */
static void pieces_and_hands_change_nothing(void **unused)
{
    (void)unused;
    const char *const games[][3] = {{"squares", "sq-tiny", "marshal"},
                                    {"commanders", "skirmish", "marshal"},
                                    {"squares", "sq-tiny", "guard"}};
    for (int i = 0; i < 3; i++) {
        const gg_ruleset *rules = ruleset_named(games[i][0]);
        gg_state *state = room_for_state(rules);
        const gg_side side = begin(rules, games[i][1], state);
        ear whole = {0}, pieces = {0}, hands = {0};
        const gg_action one = choose_so(rules, state, side, games[i][2], WHOLE, &whole);
        const gg_action two = choose_so(rules, state, side, games[i][2], IN_PIECES, &pieces);
        const gg_action three = choose_so(rules, state, side, games[i][2], BY_HANDS, &hands);
        assert_memory_equal(&one, &two, sizeof one);
        assert_memory_equal(&one, &three, sizeof one);
        assert_int_equal(whole.told, pieces.told);
        assert_true(pieces.asked > 16);
        free(state);
    }
}

static void it_keeps_to_the_clock(void **unused)
{
    (void)unused;
    const gg_ruleset *rules = ruleset_named("drill");
    gg_state *state = room_for_state(rules);
    assert_null(
        gg_read_position(rules, "A1 6,1 shoot; A2 9,1 march; B1 6,4.5 shoot; B2 8,5 shoot", state)
            .text);
    sitting s = sit(rules, "marshal", 5);
    s.rules->view(state, GG_BLUE, s.view);
    const uint32_t count = rules->offer(s.view, GG_BLUE, s.offers, rules->actions_max);
    ear it = {0};
    const gg_progress progress = {.told = hear, .to = &it, .now_ms = tick};
    const gg_decision decision = {.rules = rules,
                                  .view = s.view,
                                  .offers = s.offers,
                                  .count = count,
                                  .side = GG_BLUE,
                                  .dice = &s.dice,
                                  .effort = {.turn_ms = 100},
                                  .memory = s.memory,
                                  .room = s.room,
                                  .progress = &progress};
    gg_action action;
    assert_true(count > 1);
    s.player->choose(s.player, &decision, &action);
    assert_in_range(it.now, 3, 60); /* a turn has more decisions than one */
    get_up(&s);
    free(state);
}

/* ---- Guesses. ---- */

/* Units that red's plan sends from each place to each next one, as the position writes them:
 * "plan red 3I c3 c2 c1". */
static int orders_in(const char *position, const char *way)
{
    int units = 0;
    for (const char *at = position; (at = strstr(at, "plan red ")) != NULL; at++) {
        const char *line = at + strlen("plan red ");
        int count = atoi(line);
        if (strncmp(line + strcspn(line, "ICA"), way, strlen(way)) == 0) units += count;
    }
    return units;
}

/* Of the units that have orders, how many are guessed to go where they go first? */
static void count_right(const char *truth, const char *guess, int *right, int *all)
{
    char seen[32][8];
    int ways = 0;
    for (const char *at = truth; (at = strstr(at, "plan red ")) != NULL; at++) {
        const char *line = at + strlen("plan red ");
        char way[8];
        snprintf(way, sizeof way, "%.7s", line + strcspn(line, "ICA"));
        bool is_new = true;
        for (int i = 0; i < ways; i++) is_new = is_new && strcmp(seen[i], way) != 0;
        if (!is_new || ways == 32) continue;
        memcpy(seen[ways++], way, sizeof way);
        const int true_ones = orders_in(truth, way), guessed = orders_in(guess, way);
        *all += true_ones;
        *right += guessed < true_ones ? guessed : true_ones;
    }
}

static void guesses_are_likely(void **unused)
{
    (void)unused;
    static char truth[TEXT_MAX], guess[TEXT_MAX];
    const gg_ruleset *rules = ruleset_named("commanders");
    gg_state *state = room_for_state(rules), *view = room_for_state(rules);
    gg_dice rolls = gg_dice_random(5), dice = gg_dice_random(6);
    int right = 0, all = 0;
    for (int battle = 0; battle < 4; battle++) {
        sitting seats[2] = {sit(rules, "greedy", 1), sit(rules, "greedy", 2)};
        uint16_t round = 0;
        assert_null(gg_setup(rules, state, scenario_named(rules, "marengo"), NULL, NULL).text);
        while (!rules->turn(state).over) {
            const gg_turn turn = rules->turn(state);
            const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                                 : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                        : GG_RED;
            if (turn.round != round
                && strcmp(rules->phases[turn.phase].name, "fast movement: who goes") == 0) {
                gg_text one = gg_text_over(truth, sizeof truth);
                gg_text two = gg_text_over(guess, sizeof guess);
                round = turn.round;
                rules->view(state, GG_BLUE, view);
                rules->guess(view, GG_BLUE, &dice, seats[0].view);
                gg_write_position(rules, state, &one);
                gg_write_position(rules, seats[0].view, &two);
                count_right(truth, guess, &right, &all);
            }
            gg_action action;
            if (side != GG_NOBODY) action = choose(&seats[side], state, side, 0, NULL);
            else rules->offer(state, side, &action, 1);
            rules->apply(state, side, &action, &rolls, NULL);
        }
        get_up(&seats[0]);
        get_up(&seats[1]);
    }
    assert_in_range(all, 100, 2000);
    if (100 * right < 40 * all) fail_msg("%d of %d first steps are guessed", right, all);
    free(state);
    free(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_ends_its_games),
        cmocka_unit_test(guard_beats_chance),
        cmocka_unit_test(guesses_are_likely),
        cmocka_unit_test(equal_effort_gives_equal_games),
        cmocka_unit_test(what_rules_keep_changes_nothing),
        cmocka_unit_test(nothing_hidden_is_read),
        cmocka_unit_test(the_room_is_only_room),
        cmocka_unit_test(the_policy_spends_what_else_is_lost),
        cmocka_unit_test(a_draw_is_worth_what_the_row_says),
        cmocka_unit_test(doubt_is_what_the_row_says),
        cmocka_unit_test(faith_is_in_what_lines_came_to_before),
        cmocka_unit_test(an_action_has_the_same_luck_whatever_came_before),
        cmocka_unit_test(each_offer_is_a_line_where_the_row_says_so),
        cmocka_unit_test(it_stops_when_told),
        cmocka_unit_test(pieces_and_hands_change_nothing),
        cmocka_unit_test(it_keeps_to_the_clock),
    };
    return run_units(tests);
}
