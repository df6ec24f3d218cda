/*
 * squares_ends.c - what squares offers is all there is: every series of tokens is judged for every
 * piece in positions of whole games, and each different end among the legal ones (where and how the
 * piece stands, whom it fights, with which dice, and what may come of it) is offered once, by as
 * few tokens as lead there.  A hand finds them too, and so does `reach`.
 *
 *     unit-squares-ends [GAMES]     games of each scenario, switches and player; 1 unless told
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/picture.h"
#include "core/position.h"
#include "players/players.h"
#include "rules/squares/law/act.h"
#include "support.h"

enum {
    SERIES_UNPRUNED = 2, /* so many tokens in every order; beyond, what is legal goes on */
    ENDS_MAX = 1024,
    OFFERS_MAX = OFFERS_PER_PIECE_MAX,
    POSITIONS_PER_GAME = 16,
    CROWDS = 60, /* crowded positions for each number of games */
    SEEDS = 2,
    FACING = 900, /* tenths of a degree in a quarter */
};

static const gg_ruleset *rules;
static uint32_t positions, ends_seen, fights_seen, faults;

/* ---- An end: all of an action that matters afterwards. ---- */

typedef struct end {
    piece moved; /* the piece after its tokens, before any fight */
    uint8_t fight;
    uint8_t dice;   /* of its first roll, modifiers included */
    uint8_t storms; /* attacks after a token: X hits (SQ-10.4), though first fire may come first */
    uint8_t zero;
    roll_query query;
    uint64_t outcomes[SEEDS]; /* hashes of the whole position afterwards, by these dice */
} end;

typedef struct found {
    end end;
    gg_action action; /* by the fewest tokens so far */
} found;

typedef struct ends {
    uint32_t count;
    found list[ENDS_MAX];
} ends;

static void fault(const gg_state *state, const gg_action *action, const char *what)
{
    static char position[TEXT_MAX];
    if (faults++ >= 3) return;
    gg_text out = gg_text_over(position, sizeof position);
    gg_write_position(rules, state, &out);
    tap_note("%s: %s\n%s", action_words(rules, state, action), what, position);
}

static end end_of(const gg_state *state, gg_side side, const gg_action *action)
{
    end it;
    memset(&it, 0, sizeof it);
    gg_state after = *state;
    gg_dice dice = gg_dice_random(1);
    gg_action moves = *action;
    moves.flags = FIGHT_NONE;
    if (action->item > 0) rules->apply(&after, side, &moves, &dice, NULL);
    it.moved = after.pieces[action->who];
    it.moved.acted = it.moved.activated = 0; /* the end of a turn wipes them */
    it.fight = action->flags;
    it.storms = action->flags == FIGHT_ATTACK && action->item > 0;
    roll_query query;
    memset(&query, 0, sizeof query);
    const gg_check *check = rules->preview(state, side, action, &query);
    if (check != NULL) {
        it.dice = (uint8_t)gg_check_dice(check, NULL, &query);
        it.query = query;
    }
    for (int i = 0; i < SEEDS; i++) {
        after = *state;
        dice = gg_dice_random((uint64_t)i + 7);
        rules->apply(&after, side, action, &dice, NULL);
        it.outcomes[i] = gg_hash(&after, sizeof after);
    }
    return it;
}

static found *find(ends *all, const end *it)
{
    for (uint32_t i = 0; i < all->count; i++)
        if (memcmp(&all->list[i].end, it, sizeof *it) == 0) return &all->list[i];
    return NULL;
}

/* ---- Every series. ---- */

typedef struct walker {
    const gg_state *state;
    gg_side side;
    gg_unit who;
    ends *all;
} walker;

static void try_fights(const walker *w, gg_action action)
{
    for (int f = FIGHT_NONE; f < FIGHTS; f++) {
        action.flags = (uint8_t)f;
        if (rules->legal(w->state, w->side, &action).reason != 0) continue;
        const end it = end_of(w->state, w->side, &action);
        found *known = find(w->all, &it);
        if (known == NULL && w->all->count < ENDS_MAX) {
            known = &w->all->list[w->all->count++];
            *known = (found){.end = it, .action = action};
        }
        if (known == NULL) abort();
        if (action.item < known->action.item) known->action = action;
    }
}

static void try_series(const walker *w, gg_action action)
{
    const bool is_legal = action.item == 0 || rules->legal(w->state, w->side, &action).reason == 0;
    if (is_legal) try_fights(w, action);
    if (action.item == TOKENS_MAX || (!is_legal && action.item >= SERIES_UNPRUNED)) return;
    for (int t = 0; t < TOKENS; t++) {
        gg_action longer = action;
        longer.args[0] |= (int32_t)((uint32_t)t << (4 * longer.item++));
        try_series(w, longer);
    }
}

/* ---- The offers of a piece. ---- */

static void check_offers(const gg_state *state, gg_side side, gg_unit who, ends *all,
                         const gg_action *offers, uint32_t count)
{
    static ends offered;
    offered.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (offers[i].kind != ACTION_ACT || offers[i].who != who) continue;
        if (rules->legal(state, side, &offers[i]).reason != 0) {
            fault(state, &offers[i], "offered and refused");
            continue;
        }
        const end it = end_of(state, side, &offers[i]);
        const found *known = find(all, &it);
        if (known == NULL) fault(state, &offers[i], "offered, and no series leads there");
        else if (known->action.item < offers[i].item) fault(state, &offers[i], "not the cheapest");
        if (find(&offered, &it) != NULL) fault(state, &offers[i], "offered twice");
        else offered.list[offered.count++] = (found){.end = it, .action = offers[i]};
    }
    for (uint32_t i = 0; i < all->count; i++)
        if (find(&offered, &all->list[i].end) == NULL)
            fault(state, &all->list[i].action, "legal, and its end is not offered");
}

/* ---- The hand. ---- */

static bool covers(const piece *p, uint8_t square)
{
    return p->square1 == square || p->square2 == square;
}

static void check_hand_at(const gg_state *state, gg_side side, const found *it, uint8_t square)
{
    const piece *p = &it->end.moved;
    gg_action meant;
    const int32_t way = p->in_square ? -1 : p->facing * FACING;
    if (!rules->hand->aim(state, side, it->action.who, GG_NO_UNIT, sq_point_of(square), way,
                          &meant)) {
        fault(state, &it->action, "a hand means nothing where this ends");
        return;
    }
    if (rules->legal(state, side, &meant).reason != 0) {
        fault(state, &it->action, "a hand is refused where this ends");
        return;
    }
    const end its = end_of(state, side, &meant);
    if (!covers(&its.moved, square)) fault(state, &meant, "a hand ends elsewhere");
    if (!its.moved.in_square && !p->in_square && its.moved.facing != p->facing)
        fault(state, &meant, "a hand faces elsewhere");
}

/* Aimed at an enemy the hand means as many dice as can be had. */
static void check_hand_on(const gg_state *state, gg_side side, const found *it)
{
    gg_action meant;
    mover m = mover_of(state, it->action.who);
    pose ends_so = pose_of(&it->end.moved);
    targets at;
    if (sq_find_targets(&m, &ends_so, &it->action, &at).reason != R_LEGAL) abort();
    const gg_unit whom = at.list[0].whom;
    const gg_point nowhere = {-1, -1};
    if (!rules->hand->aim(state, side, it->action.who, whom, nowhere, -1, &meant)
        || rules->legal(state, side, &meant).reason != 0) {
        fault(state, &it->action, "a hand cannot fight as this does");
        return;
    }
    if (sq_fight_dice(state, &meant, whom) < sq_fight_dice(state, &it->action, whom))
        fault(state, &it->action, "a hand fights with fewer dice than this");
}

static bool is_where_it_was(const gg_state *state, const found *it)
{
    const piece *was = &state->pieces[it->action.who], *is = &it->end.moved;
    return was->square1 == is->square1 && was->square2 == is->square2 && was->facing == is->facing
           && was->in_square == is->in_square;
}

static void check_hand(const gg_state *state, gg_side side, const ends *all)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const found *it = &all->list[i];
        if (it->end.fight != FIGHT_NONE) check_hand_on(state, side, it);
        else if (!is_where_it_was(state, it)) {
            check_hand_at(state, side, it, it->end.moved.square1);
            if (it->end.moved.square2 != NO_SQUARE)
                check_hand_at(state, side, it, it->end.moved.square2);
        }
    }
}

/* ---- Reach: exactly the squares that an end covers and the piece does not yet. ---- */

/* "d4, e4 and f5-i5": units are written in capitals, so that squares are told from them. */
static void read_squares(const char *words, bool named[NO_SQUARE + 1])
{
    int from = NO_SQUARE;
    for (const char *at = strchr(words, ':'); at != NULL && *at != '\0' && *at != '.'; at++) {
        const bool is_square = at[0] >= 'a' && at[0] <= 'l' && at[1] >= '1' && at[1] <= '9';
        if (!is_square) continue;
        const int square = at[0] - 'a' + SIDE * (atoi(at + 1) - 1);
        if (at[-1] != '-') from = square;
        for (int i = from; i <= square; i++) named[i] = true;
    }
}

static void check_reach(const gg_state *state, gg_side side, gg_unit who, const ends *all)
{
    static gg_scene_room memory;
    gg_scene scene = gg_scene_in(&memory);
    gg_answer answer;
    const gg_question question = {.kind = GG_ASK_REACH, .who = who, .whom = GG_NO_UNIT};
    rules->hand->ask(state, side, &question, &answer, &scene);
    bool wanted[NO_SQUARE + 1] = {false}, drawn[NO_SQUARE + 1] = {false};
    for (uint32_t i = 0; i < all->count; i++)
        wanted[all->list[i].end.moved.square1] = wanted[all->list[i].end.moved.square2] = true;
    const piece *p = &state->pieces[who];
    wanted[p->square1] = wanted[p->square2] = wanted[NO_SQUARE] = false;
    for (uint32_t i = 0; i < scene.count; i++)
        if (scene.marks[i].shape == GG_CELL && scene.marks[i].role == GG_ROLE_reach)
            drawn[scene.marks[i].at.x + SIDE * scene.marks[i].at.y] = true;
    if (memcmp(wanted, drawn, sizeof wanted) != 0)
        fault(state, &all->list[0].action, "the reach of this piece has other squares");
    bool named[NO_SQUARE + 1] = {false};
    read_squares(answer.words, named);
    if (memcmp(wanted, named, sizeof wanted) != 0) fault(state, &all->list[0].action, answer.words);
}

/* ---- Positions. ---- */

static void check_position(const gg_state *state)
{
    static gg_action offers[UNITS * OFFERS_MAX];
    static ends all;
    const gg_side side = state->side;
    const uint32_t count = rules->offer(state, side, offers, UNITS * OFFERS_MAX);
    positions++;
    for (int i = 0; i < state->piece_count[side]; i++) {
        const walker w = {
            .state = state, .side = side, .who = (gg_unit)(side * UNITS + i), .all = &all};
        if (!may_act(&state->pieces[w.who], kinds_with_dice(state))) continue;
        all.count = 0;
        try_series(&w, (gg_action){.kind = ACTION_ACT, .who = w.who});
        for (uint32_t n = 0; n < all.count; n++) fights_seen += all.list[n].end.fight != FIGHT_NONE;
        ends_seen += all.count;
        check_offers(state, side, w.who, &all, offers, count);
        check_hand(state, side, &all);
        check_reach(state, side, w.who, &all);
    }
}

static void play(uint32_t scenario, const int32_t *options, const gg_player *player, uint64_t seed)
{
    static gg_state state;
    static gg_action offers[1 << 14];
    gg_dice dice = gg_dice_random(seed), thoughts = gg_dice_random(~seed);
    gg_setup(rules, &state, scenario, options, NULL);
    uint32_t looks = 0;
    while (!rules->turn(&state).over) {
        const gg_turn turn = rules->turn(&state);
        const gg_side side = turn.deciding == 0 ? GG_NOBODY : state.side;
        const uint32_t count = rules->offer(&state, side, offers, rules->actions_max);
        if (state.phase == PHASE_ACT && state.round > 1 && gg_dice_pick(&thoughts, 8) == 0) {
            check_position(&state);
            if (++looks == POSITIONS_PER_GAME) return;
        }
        gg_action action = offers[0];
        if (side != GG_NOBODY)
            player->choose(player,
                           &(gg_decision){.rules = rules,
                                          .view = &state,
                                          .offers = offers,
                                          .count = count,
                                          .side = side,
                                          .dice = &thoughts},
                           &action);
        rules->apply(&state, side, &action, &dice, NULL);
    }
}

/* ---- Crowds: pieces of all kinds and formations close together, on all grounds. ---- */

static uint32_t below(gg_dice *dice, uint32_t limit) { return gg_dice_pick(dice, limit); }

static void scatter_ground(gg_state *state, gg_dice *dice)
{
    const uint32_t rare = 2 + below(dice, 8);
    for (int square = 0; square < BOARD; square++)
        state->ground[square] = (uint8_t)(below(dice, rare) == 0 ? below(dice, GROUNDS) : 0);
}

/* One more piece somewhere about the middle or in the corner, if it may stand there. */
static void add_piece(gg_state *state, gg_side side, unsigned corner, gg_dice *dice)
{
    const gg_state before = *state;
    const gg_unit who = (gg_unit)(side * UNITS + state->piece_count[side]++);
    piece *p = &state->pieces[who];
    const kind its = (kind)below(dice, KINDS);
    const uint8_t square = (uint8_t)(corner + below(dice, 6) + SIDE * below(dice, 6));
    const facing way = (facing)below(dice, FACINGS);
    const form shape = (form)below(dice, FORMS);
    *p = (piece){.kind = (uint8_t)its,
                 .number = state->piece_count[side],
                 .detachment = its == KIND_SKIRM,
                 .quality = squares_kinds[its].quality,
                 .bases = (uint8_t)(1 + below(dice, squares_kinds[its].bases))};
    const uint8_t other = sq_other_square(shape, square, way);
    if (state->at[square] == 0 && (other == NO_SQUARE || state->at[other] == 0)) {
        sq_piece_put(state, who, square, other, shape == FORM_SQUARE ? NORTH : way);
        p->in_square = shape == FORM_SQUARE;
        if (squares_audit_piece(state, who) == NULL) return;
    }
    *state = before;
}

/* Numbers of movement and of what ground holds other than the standard ones. */
static void change_numbers(gg_state *state, gg_dice *dice)
{
    for (uint32_t row = 1; row < NUMBERS; row++) {
        const gg_number *it = &squares_numbers[row];
        const bool counts = (row >= N_move_INF && row < N_move_INF + KINDS)
                            || (row >= N_village_foot && row <= N_column_shots);
        if (counts)
            state->house[row] =
                (int16_t)(it->low + (int)below(dice, (uint32_t)(it->high - it->low) + 1)
                          - it->standard);
    }
}

static void check_crowd(uint64_t seed, bool house)
{
    static gg_state state;
    gg_dice dice = gg_dice_random(seed);
    if (gg_read_position(rules, "position squares 1\npractice\n", &state).text != NULL) abort();
    scatter_ground(&state, &dice);
    if (house) change_numbers(&state, &dice);
    static const unsigned corners[] = {0, SIDE - 6, BOARD - 6 * SIDE, BOARD / 2 - 3 * SIDE + 3};
    const unsigned corner = corners[below(&dice, 4)];
    static const squares_option switches[] = {OPT_river_ford,          OPT_march_bonus,
                                              OPT_inf_renewed_attack,  OPT_art_move_fire,
                                              OPT_cav_standing_attack, OPT_min_dice};
    for (unsigned i = 0; i < sizeof switches / sizeof *switches; i++)
        state.options[switches[i]] = (int16_t)(below(&dice, 4) == 0 ? !state.options[switches[i]]
                                                                    : state.options[switches[i]]);
    for (uint32_t i = 8 + below(&dice, 16); i > 0; i--)
        add_piece(&state, i % 2 ? GG_BLUE : GG_RED, corner, &dice);
    state.phase = PHASE_ACT;
    state.side = (uint8_t)below(&dice, 2);
    for (int i = 0; i < ARMS; i++) state.pool[i] = 9;
    sq_count_start(&state);
    sq_note_units(&state);
    if (gg_audit(rules, &state) != NULL) abort();
    check_position(&state);
}

/* ---- What is looked for, told in one line each. ---- */

static void tell(const char *name)
{
    if (faults == 0) tap_ok("all ends are offered, once each: %s", name);
    else tap_not_ok("all ends are offered, once each: %s", name);
    if (faults > 3) tap_note("%u faults in all", faults);
    faults = 0;
}

static void check_text(const char *name, const char *text)
{
    static gg_state state;
    const gg_error error = gg_read_position(rules, text, &state);
    if (error.text != NULL) {
        tap_not_ok("%s: %s", name, error.text);
        return;
    }
    check_position(&state);
    tell(name);
}

typedef struct switched {
    const char *name;
    int option, value;
} switched;

static void check_switch(const switched *it, int games)
{
    int32_t options[GG_OPTIONS_MAX];
    for (int i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    if (it->option >= 0) options[it->option] = it->value;
    for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++)
        for (int game = 1; game <= games; game++) {
            const uint64_t seed = (uint64_t)game * 64 + scenario;
            play(scenario, options, gg_player_named("random"), seed);
            if (it->option < 0) play(scenario, options, gg_player_named("greedy"), seed);
        }
    tell(it->name);
}

/* One square left for one piece: it may face anywhere, so the match does not place it by itself. */
static void check_last_place(void)
{
    static const char text[] = "position squares 1\noption deploy_rows=2\nphase deploy\n"
                               "turn blue\nmap\n"
                               "12 ............\n11 ............\n10 ............\n"
                               " 9 ............\n 8 ............\n 7 ............\n"
                               " 6 ............\n 5 ............\n 4 ............\n"
                               " 3 ............\n 2 ~~~~~~~~~~~~\n 1 ~~~~~.~~~~~~\n"
                               "A1 inf:4 unplaced\nB1 inf:4 unplaced\n";
    static gg_match match;
    static gg_state state;
    const gg_error error = gg_read_position(rules, text, &state);
    if (error.text != NULL) {
        tap_not_ok("one square is left, and the piece may face anywhere: %s", error.text);
        return;
    }
    void *memory = room(gg_match_bytes(rules));
    gg_match_begin_at(&match, rules, memory, &state, gg_dice_random(1));
    const bool asked = gg_match_run(&match) == GG_MATCH_DONE && match.entry_count == 0;
    const gg_action east = {
        .kind = ACTION_DEPLOY, .flags = EAST, .who = 0, .item = FORM_BLOCK, .at = {5, 0}};
    gg_verdict verdict;
    const bool done = gg_match_do(&match, GG_BLUE, &east, &verdict) == GG_MATCH_DONE;
    if (asked && done) tap_ok("one square is left, and the piece may face anywhere");
    else tap_not_ok("one square is left, and the piece may face anywhere");
    free(memory);
}

int main(int argc, char **argv)
{
    static const switched switches[] = {
        {"as the rules stand", -1, 0},
        {"the river can be waded", OPT_river_ford, 1},
        {"march columns go further", OPT_march_bonus, 2},
        {"infantry renews attacks", OPT_inf_renewed_attack, 1},
        {"guns shoot after moving", OPT_art_move_fire, 1},
        {"cavalry has to move to attack", OPT_cav_standing_attack, 0},
        {"never fewer dice than one", OPT_min_dice, 1},
    };
    const int games = argc > 1 ? atoi(argv[1]) : 1;
    rules = ruleset_named("squares");
    check_text("a line forms after a step, and attacks",
               "position squares 1\nwood f11\nA1 inf:4 f10 W\nA2 inf:4 a1 N\nB1 inf:4 d11 E\n"
               "B2 inf:4 l12 S\n");
    check_text("a line closes up, turns and attacks with all it has",
               "position squares 1\nA1 inf:4 d4+c4 N\nA2 inf:4 a1 N\nB1 inf:4 e4 N\n"
               "B2 inf:4 l12 S\n");
    for (unsigned i = 0; i < sizeof switches / sizeof *switches; i++)
        check_switch(&switches[i], games);
    check_last_place();
    for (int i = 0; i < games * CROWDS; i++) check_crowd((uint64_t)i + 1, false);
    tell("crowds on all grounds, with all switches");
    for (int i = 0; i < games * CROWDS; i++) check_crowd((uint64_t)i + 1, true);
    tell("crowds by house rules of movement, room and shots");
    tap_note("%u positions, %u ends, %u of them fights", positions, ends_seen, fights_seen);
    return tap_done();
}
