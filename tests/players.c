/*
 * players.c - tests of the computer players: they choose what is offered, see views only, end
 * their turns, repeat themselves with equal dice, and greedy is worth its name.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "core/unit.h"

#include "players/players.h"
#include "secret.h"

/* A game of whichever ruleset between two players; they get views, and dice of their own. */
typedef struct table {
    const gg_ruleset *rules;
    gg_state *state, *view;
    gg_action *offers;
    gg_dice rolls, thoughts[2];
} table;

static table table_of(const gg_ruleset *rules, uint64_t seed)
{
    return (table){
        .rules = rules,
        .state = room_for_state(rules),
        .view = room_for_state(rules),
        .offers = room(rules->actions_max * sizeof(gg_action)),
        .rolls = gg_dice_random(seed),
        .thoughts = {gg_dice_random(seed + 1), gg_dice_random(seed + 2)},
    };
}

static void clear_table(table *t)
{
    free(t->offers);
    free(t->view);
    free(t->state);
}

static gg_action decide(table *t, const gg_player *player, gg_side side)
{
    const uint32_t count = t->rules->offer(t->state, side, t->offers, t->rules->actions_max);
    assert_true(count > 0);
    gg_action action;
    if (side == GG_NOBODY) return t->offers[0];
    t->rules->view(t->state, side, t->view);
    player->choose(player,
                   &(gg_decision){.rules = t->rules,
                                  .view = t->view,
                                  .offers = t->offers,
                                  .count = count,
                                  .side = side,
                                  .dice = &t->thoughts[side]},
                   &action);
    bool is_offered = false;
    for (uint32_t i = 0; i < count; i++)
        is_offered = is_offered || memcmp(&action, &t->offers[i], sizeof action) == 0;
    assert_true(is_offered);
    return action;
}

/* A battle of thirty turns is cut short: two of them have everything. */
static void cut_short(const gg_ruleset *rules, uint32_t scenario, int32_t *options)
{
    for (uint32_t i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    for (uint32_t i = 0; i < rules->option_count && scenario > 0; i++)
        if (strcmp(rules->name, "clausewitz") == 0 && strcmp(rules->options[i].name, "turns") == 0)
            options[i] = 2;
}

/* Plays to the end, within the bound; returns the winner. */
static gg_side play(table *t, uint32_t scenario, const gg_player *blue, const gg_player *red)
{
    int32_t options[GG_OPTIONS_MAX];
    cut_short(t->rules, scenario, options);
    assert_null(gg_setup(t->rules, t->state, scenario, options, NULL).text);
    for (uint32_t taken = 0; taken < t->rules->decisions_max; taken++) {
        const gg_turn turn = t->rules->turn(t->state);
        if (turn.over) return turn.winner;
        const gg_side side = turn.deciding == 0                     ? GG_NOBODY
                             : (turn.deciding & GG_SIDES_BLUE) != 0 ? GG_BLUE
                                                                    : GG_RED;
        const gg_action action = decide(t, side == GG_RED ? red : blue, side);
        t->rules->apply(t->state, side, &action, &t->rolls, NULL);
    }
    fail_msg("%s did not end", t->rules->scenarios[scenario].name);
    return GG_NOBODY;
}

static gg_action chosen_at(const char *position, gg_side side, uint64_t seed)
{
    table t = table_of(ruleset_named("drill"), seed);
    assert_null(gg_read_position(t.rules, position, t.state).text);
    const gg_action action = decide(&t, gg_player_named("greedy"), side);
    clear_table(&t);
    return action;
}

static void assert_chooses(const char *position, gg_side side, const char *words)
{
    const gg_ruleset *rules = ruleset_named("drill");
    for (uint64_t seed = 0; seed < 8; seed++) {
        gg_state *state = room_for_state(rules);
        gg_read_position(rules, position, state);
        const gg_action action = chosen_at(position, side, seed);
        assert_string_equal(action_words(rules, state, &action), words);
        free(state);
    }
}

static void players_have_names(void **unused)
{
    (void)unused;
    assert_string_equal(gg_player_named("random")->name, "random");
    assert_string_equal(gg_player_named("greedy")->name, "greedy");
    assert_null(gg_player_named("nobody"));
    for (const gg_player *const *player = gg_players; *player != NULL; player++) {
        assert_ptr_equal(gg_player_named((*player)->name), *player);
        assert_true(strlen((*player)->text) > 0);
    }
}

/* Every player against every other in the first scenario, and random against itself in all:
 * greedy's games in the larger ones are golden records. */
static void play_all(const gg_ruleset *rules)
{
    const gg_player *const random = gg_player_named("random");
    table t = table_of(rules, 7);
    for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++)
        for (const gg_player *const *blue = gg_players; *blue != NULL; blue++)
            for (const gg_player *const *red = gg_players; *red != NULL; red++)
                if ((*blue)->level == NULL && (*red)->level == NULL /* tests/search.c has those */
                    && (scenario == 0 || (*blue == random && *red == random)))
                    play(&t, scenario, *blue, *red);
    clear_table(&t);
}

static void all_games_end(void **unused)
{
    (void)unused;
    for (const gg_ruleset *const *rules = gg_rulesets; *rules != NULL; rules++) play_all(*rules);
    play_all(&secret_rules);
}

static void equal_dice_give_equal_games(void **unused)
{
    (void)unused;
    const gg_player *greedy = gg_player_named("greedy");
    for (const gg_ruleset *const *rules = gg_rulesets; *rules != NULL; rules++) {
        table one = table_of(*rules, 11), two = table_of(*rules, 11);
        play(&one, 0, greedy, greedy);
        play(&two, 0, greedy, greedy);
        assert_true(same_state(*rules, one.state, two.state));
        clear_table(&one);
        clear_table(&two);
    }
}

static void random_chooses_evenly(void **unused)
{
    (void)unused;
    const gg_action offers[3] = {{.kind = 1}, {.kind = 2}, {.kind = 3}};
    gg_dice dice = gg_dice_random(3);
    int counts[4] = {0};
    for (int i = 0; i < 3000; i++) {
        gg_action action;
        const gg_player *random = gg_player_named("random");
        const gg_decision decision = {.offers = offers, .count = 3, .dice = &dice};
        random->choose(random, &decision, &action);
        counts[action.kind]++;
    }
    for (int kind = 1; kind <= 3; kind++) assert_in_range(counts[kind], 900, 1100);
}

static void greedy_takes_what_pays(void **unused)
{
    (void)unused;
    /* Of two targets the one without cover; a shot rather than the end of the turn. */
    assert_chooses("wood 8,5 1; A1 6,1 shoot; B1 6,4.5 shoot; B2 8,5 shoot", GG_BLUE,
                   "shoot A1>B1");
    /* The strike that ends the game. */
    assert_chooses("A1 files:4 6,1 march; A2 20,1 shoot; B1 files:1 6,4 shoot", GG_BLUE,
                   "charge A1>B1");
    /* Closing fire costs nothing. */
    assert_chooses("phase closing; closing A1>B1; A1 6,6 march acted; B1 6,7 hold", GG_RED,
                   "fire B1>A1");
}

static void greedy_gets_done(void **unused)
{
    (void)unused;
    /* Every march would take the company farther away, or keep it as far. */
    assert_chooses("A1 6,6 march; B1 6,7 shoot", GG_BLUE, "charge A1>B1");
    assert_chooses("A1 files:1 6,6 march shaken; B1 files:4 6,7 shoot", GG_BLUE, "end");
    /* An order that fits is better than none; when all are written it is ready. */
    assert_chooses("phase orders; A1 6,1; B1 6,11", GG_BLUE, "order A1 march");
    assert_chooses("phase orders; A1 6,1 march; B1 6,11", GG_BLUE, "ready");
}

/* Of a choice with places only how its words begin matters, or (!) do not begin. */
static void assert_begins(const char *game, const char *position, gg_side side, const char *begins)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        table t = table_of(ruleset_named(game), seed);
        assert_null(gg_read_position(t.rules, position, t.state).text);
        const gg_action action = decide(&t, gg_player_named("greedy"), side);
        const char *words = action_words(t.rules, t.state, &action);
        const bool is_not = begins[0] == '!';
        if ((strncmp(words, begins + is_not, strlen(begins + is_not)) == 0) == is_not)
            fail_msg("%s: %s, not %s", position, words, begins);
        clear_table(&t);
    }
}

static void assert_staff_chooses(const char *position, gg_side side, const char *begins)
{
    assert_begins("staff", position, side, begins);
}

static void greedy_fights_at_staff(void **unused)
{
    (void)unused;
    /* Moves that were granted are made, though the ground keeps it from going straight on. */
    assert_staff_chooses("phase execute; acting ac1; area water 30,17 30,19 42,19 42,17;"
                         "a1 36,12 0; b51 36,34 180; ac1 36,8; bc1 36,40;"
                         "order ac1 order to a1 advance advance advance granted 3 waiting a1",
                         GG_BLUE, "go a1 ");
    /* An objective that is empty is entered, and its garrison stays. */
    assert_staff_chooses("area \"Farm\" building level 1 value 5 34.5,16 34.5,19 37.5,19 37.5,16;"
                         "a1 36,12 0; b51 36,23 180; ac1 36,8; bc1 36,40",
                         GG_BLUE, "enter a1 house 1");
    assert_staff_chooses("area \"Farm\" building level 1 value 5 34.5,16 34.5,19 37.5,19 37.5,16;"
                         "phase command; acting ac1; a1 house 1; b51 36,32 180; ac1 36,12;"
                         "bc1 36,40",
                         GG_BLUE, "stop");
    /* Disordered troops are charged, in the flank above all; steady ones with friends at hand,
     * in front, are not. */
    assert_staff_chooses("a1 36,14 0; b51 36,24 90 disordered; ac1 36,8; bc1 36,40", GG_BLUE,
                         "charge a1>b51");
    assert_staff_chooses("a1 36,12 0 casualties 2; b51 guard_inf 36,22 180; b52 36,26 180;"
                         "ac1 36,8; bc1 36,40",
                         GG_BLUE, "!charge");
    /* A shaken unit is rallied out of the enemy's reach. */
    assert_staff_chooses("phase command; acting ac1; a1 36,12 0 casualties 3; a2 45,12 0 ordered;"
                         "b51 36,46 180; ac1 36,8; bc1 36,47",
                         GG_BLUE, "rally a1");
    /* A column of march that comes under fire deploys. */
    assert_staff_chooses("a1 mcol 36,12 0; b51 36,24 180; b52 45,24 180; ac1 36,4; bc1 36,40",
                         GG_BLUE, "form a1 line");
    /* It is judged where it would come to stand, and as it would: in column it comes under fire. */
    assert_staff_chooses("phase command; acting ac1; a1 heavy_cav mcol 36,8 0; b51 36,36 180;"
                         "b52 46,36 180; ac1 36,4; bc1 36,47",
                         GG_BLUE, "order a1 form line");
    /* A commander does not go down with a lost fight, and one more adds no die to it. */
    assert_staff_chooses("phase ride; acting ac1; a1 36,22 0 casualties 3; b51 36,22 180;"
                         "contact a1 front b51 front; ac1 36,16; bc1 36,40",
                         GG_BLUE, "!cjoin");
}

static void greedy_leads_at_lucky(void **unused)
{
    (void)unused;
    /* A router is rallied, though it stays weak and shaken for long. */
    assert_begins("lucky",
                  "practice; turn 1 blue f1; bd1 good 24,38 holds 2;"
                  "b1 inf Austrian 2 24,34 0 bd1 routing; b2 inf Austrian 40,30 180 bd1;"
                  "ad1 good 24,6; a1 inf French 24,12 0 ad1",
                  GG_RED, "rally b1 rout");
    /* And it is given an order for that. */
    assert_begins("lucky",
                  "practice; turn 1 blue c4; ad1 good 24,12 holds 1;"
                  "a1 inf French 3 24,10 180 ad1 routing; a2 inf French 28,14 0 ad1;"
                  "bd1 good 24,44; b1 inf Austrian 24,38 180 bd1",
                  GG_BLUE, "assign a1");
    /* Orders are for everybody: the small division has its first before the large its second. */
    assert_begins("lucky",
                  "practice; turn 1 blue c2; ac0 good 24,6 pool 3; ad1 good 16,8 under ac0 holds 1;"
                  "ad2 good 32,8 under ac0; a1 inf French 14,12 0 ad1; a2 inf French 18,12 0 ad1;"
                  "a3 inf French 22,12 0 ad1; a4 inf French 32,12 0 ad2;"
                  "bd1 good 24,44; b1 inf Austrian 24,40 180 bd1",
                  GG_BLUE, "give ac0 ad2 1");
}

/* These pieces where a river with one bridge, at k6, parts the armies: what blue has of a feature;
 * NULL: its score. */
static int32_t worth_at_river(const char *pieces, const char *feature)
{
    static const char map[] = "phase first; map; 12 ............; 11 ............; 10 ............;"
                              "9 ............; 8 .....wwww...; 7 .....wwww...; 6 ~~~~~~~~~~=~;"
                              "5 ............; 4 ............; 3 ............; 2 ............;"
                              "1 ............;";
    const gg_ruleset *rules = ruleset_named("squares");
    gg_state *state = room_for_state(rules);
    char position[600];
    snprintf(position, sizeof position, "%s%s", map, pieces);
    assert_null(gg_read_position(rules, position, state).text);
    int32_t values[2][GG_FEATURES_MAX], worth = rules->score(state, GG_BLUE, NULL, NULL);
    rules->judgement->appraise(state, values);
    for (uint32_t f = 0; feature != NULL && f < rules->judgement->feature_count; f++)
        if (strcmp(rules->judgement->features[f].id, feature) == 0) worth = values[GG_BLUE][f];
    free(state);
    return worth;
}

static int32_t score_at_river(const char *pieces) { return worth_at_river(pieces, NULL); }

static void squares_are_crossed_by_bridges(void **unused)
{
    (void)unused;
    /* Nearer to the bridge is better than nearer to the bank. */
    assert_true(score_at_river("A1 inf:4 g3 N; B1 inf:4 c10 S")
                > score_at_river("A1 inf:4 c5 N; B1 inf:4 c10 S"));
    /* Guns shoot over it and go to the bank. */
    assert_true(score_at_river("A1 art:2 g3 N; B1 inf:4 c10 S")
                < score_at_river("A1 art:2 c5 N; B1 inf:4 c10 S"));
    /* Who waits on the bridge shuts it to those behind, unless he goes on himself. */
    assert_true(score_at_river("A1 inf:4 k4 N; A2a skirm:3 k6 N; B1 inf:4 c10 S")
                < score_at_river("A1 inf:4 k4 N; A2a skirm:3 j5 N; B1 inf:4 c10 S"));
    assert_true(score_at_river("A1 inf:4 k4 N; A2 inf:4 k6 N; B1 inf:4 c10 S")
                > score_at_river("A1 inf:4 k4 N; A2 inf:4 j5 N; B1 inf:4 c10 S"));
    /* Horse goes round a wood. */
    assert_true(score_at_river("A1 cav:4 e8 E; B1 inf:4 l7 W")
                < score_at_river("A1 cav:4 f9 E; B1 inf:4 l7 W"));
    /* Over the river nobody attacks, over the bridge he does. */
    assert_int_equal(worth_at_river("A1 inf:4 c5 N; B1 inf:4 c7 S", "danger"), 0);
    assert_true(worth_at_river("A1 inf:4 k5 N; B1 inf:4 k7 S", "danger") > 0);
    assert_int_equal(worth_at_river("A1 inf:4 c5 N; B1 inf:4 c7 S", "way"), 22); /* and a wood */
}

static void greedy_beats_random(void **unused)
{
    (void)unused;
    const gg_player *greedy = gg_player_named("greedy"), *by_chance = gg_player_named("random");
    table t = table_of(ruleset_named("drill"), 21);
    int won = 0;
    for (int game = 0; game < 40; game++) {
        won += play(&t, 0, greedy, by_chance) == GG_BLUE;
        won += play(&t, 0, by_chance, greedy) == GG_RED;
    }
    clear_table(&t);
    assert_true(won > 60);
}

/* From either side of a table game, where chance and the side one has matter more. */
static void greedy_beats_random_at_lucky(void **unused)
{
    (void)unused;
    const gg_player *greedy = gg_player_named("greedy"), *by_chance = gg_player_named("random");
    const gg_ruleset *rules = ruleset_named("lucky");
    const char *const small[] = {"outpost", "bridge-village", "pratzen"};
    table t = table_of(rules, 5);
    int won = 0, lost = 0;
    for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++) {
        bool is_small = false;
        for (int i = 0; i < 3; i++)
            is_small = is_small || strcmp(rules->scenarios[scenario].name, small[i]) == 0;
        for (int game = 0; is_small && game < 3; game++) {
            const gg_side first = play(&t, scenario, greedy, by_chance);
            const gg_side second = play(&t, scenario, by_chance, greedy);
            won += (first == GG_BLUE) + (second == GG_RED);
            lost += (first == GG_RED) + (second == GG_BLUE);
        }
    }
    clear_table(&t);
    assert_true(won >= 12);
    assert_true(lost <= 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(players_have_names),
        cmocka_unit_test(all_games_end),
        cmocka_unit_test(equal_dice_give_equal_games),
        cmocka_unit_test(random_chooses_evenly),
        cmocka_unit_test(greedy_takes_what_pays),
        cmocka_unit_test(greedy_gets_done),
        cmocka_unit_test(greedy_fights_at_staff),
        cmocka_unit_test(greedy_leads_at_lucky),
        cmocka_unit_test(squares_are_crossed_by_bridges),
        cmocka_unit_test(greedy_beats_random),
        cmocka_unit_test(greedy_beats_random_at_lucky),
    };
    return run_units(tests);
}
