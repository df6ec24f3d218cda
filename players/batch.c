/*
 * batch.c - whole games between computer players.  See batch.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "players/batch.h"

#include <stdalign.h>
#include <string.h>

enum { SIGNATURE_GAMES = 24 };

static gg_side side_to_choose(gg_turn turn)
{
    return turn.deciding & GG_SIDES_BLUE ? GG_BLUE : GG_RED;
}

static void choose(gg_match *match, const gg_player *player, gg_dice *thoughts)
{
    alignas(max_align_t) unsigned char bytes[GG_STATE_BYTES_MAX];
    gg_state *view = (gg_state *)(void *)bytes;
    const gg_ruleset *rules = match->rules;
    const gg_side side = side_to_choose(gg_match_turn(match));
    gg_action action;
    gg_verdict verdict;
    gg_match_view(match, side, view);
    const uint32_t count = rules->offer(view, side, match->offers, rules->actions_max);
    const gg_decision decision = {.rules = rules,
                                  .view = view,
                                  .offers = match->offers,
                                  .count = count,
                                  .side = side,
                                  .dice = thoughts};
    gg_assert(player->memory_bytes == 0 && player->room_bytes == 0); /* a yardstick */
    player->choose(player, &decision, &action);
    const gg_match_answer answer = gg_match_do(match, side, &action, &verdict);
    gg_assert(answer == GG_MATCH_DONE);
}

void gg_play_game(gg_match *match, const gg_ruleset *rules, void *memory, uint32_t scenario,
                  uint64_t seed, const gg_player *player, gg_game_each *each, void *to)
{
    gg_dice thoughts = gg_dice_random(~seed);
    const gg_error error =
        gg_match_begin(match, rules, memory, scenario, NULL, NULL, gg_dice_random(seed));
    gg_assert(error.text == NULL);
    match->seed = seed;
    match->has_seed = true;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_text seat = gg_text_over(match->seats[side], GG_PLAYER_NAME_MAX);
        gg_put(&seat, player->name);
    }
    while (!gg_match_turn(match).over) {
        gg_match_clear_log(match);
        /* steps that nobody decides are taken one by one, so that each is told on its own */
        const gg_match_answer answer = gg_match_step(match);
        gg_assert(answer == GG_MATCH_DONE || answer == GG_MATCH_NOT_NOW);
        if (answer == GG_MATCH_NOT_NOW) choose(match, player, &thoughts);
        if (each != NULL) each(to, match);
    }
}

/* ---- A game between two players. ---- */

uint64_t gg_seed_of_game(uint64_t run, uint64_t game)
{
    uint8_t bytes[16]; /* the same on machines that count from the other end */
    for (int i = 0; i < 8; i++) {
        bytes[i] = (uint8_t)(run >> 8 * i);
        bytes[8 + i] = (uint8_t)(game >> 8 * i);
    }
    return gg_hash(bytes, sizeof bytes);
}

void gg_bout_begin(gg_bout *bout, uint64_t seed)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        bout->thoughts[side] = gg_dice_random(seed * 2 + side + 1);
    bout->decisions[GG_BLUE] = bout->decisions[GG_RED] = bout->steps = 0;
    bout->offers = 0;
}

static gg_match_answer let_choose(gg_bout *bout)
{
    gg_match *match = bout->match;
    const gg_ruleset *rules = match->rules;
    const gg_side side = side_to_choose(gg_match_turn(match));
    const gg_player *player = bout->players[side];
    gg_action action = {0};
    gg_verdict verdict;
    gg_match_view(match, side, bout->view);
    const uint32_t count = rules->offer(bout->view, side, match->offers, rules->actions_max);
    const gg_decision decision = {
        .rules = rules,
        .view = bout->view,
        .offers = match->offers,
        .count = count,
        .side = side,
        .dice = &bout->thoughts[side],
        .effort = bout->efforts[side],
        .memory = bout->memory[side],
        .room = bout->room,
        .progress = bout->progress,
    };
    player->choose(player, &decision, &action);
    bout->decisions[side]++;
    bout->offers += count;
    return gg_match_do(match, side, &action, &verdict);
}

gg_match_answer gg_bout_step(gg_bout *bout)
{
    const gg_match_answer answer = gg_match_step(bout->match);
    if (answer == GG_MATCH_NOT_NOW) return let_choose(bout);
    if (answer == GG_MATCH_DONE) bout->steps++;
    return answer;
}

/* ---- The signature. ---- */

typedef struct signing {
    uint64_t hash;
    gg_text room;
} signing;

static uint64_t mixed(uint64_t hash, const void *bytes, size_t count)
{
    const uint64_t both[2] = {hash, gg_hash(bytes, count)};
    uint8_t little[16]; /* the same on machines that count from the other end */
    for (int i = 0; i < 16; i++) little[i] = (uint8_t)(both[i / 8] >> 8 * (i % 8));
    return gg_hash(little, sizeof little);
}

/* The position as text and the log as sentences: what people see, on every kind of machine. */
static void add_action(void *to, const gg_match *match)
{
    signing *sign = to;
    gg_text out = gg_text_over(sign->room.bytes, sign->room.limit);
    gg_write_position(match->rules, match->state, &out);
    for (uint32_t i = 0; i < match->log.count; i++) {
        gg_put_event(&out, match->rules, match->state, &match->events[i]);
        gg_put_char(&out, '\n');
    }
    gg_assert(!out.cut);
    sign->hash = mixed(sign->hash, out.bytes, out.count);
}

uint64_t gg_signature_of(const gg_ruleset *rules, gg_match *match, void *memory, gg_text room)
{
    signing sign = {.hash = 0, .room = room};
    for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++)
        for (uint64_t game = 1; game <= SIGNATURE_GAMES; game++)
            gg_play_game(match, rules, memory, scenario, game, gg_player_named("random"),
                         add_action, &sign);
    return sign.hash;
}
