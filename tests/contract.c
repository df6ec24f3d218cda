/*
 * contract.c - random games in which every promise of contract.def is checked at every step.
 *
 * Each game prefers other kinds of actions and plays by other options than the last (swarm
 * testing), so that rare things happen somewhere.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"
#include "contract.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

const char *const promise_words[PROMISES] = {
#define PROMISE(id, words, optional) words,
#include "contract.def"
#undef PROMISE
};

const bool promise_is_optional[PROMISES] = {
#define PROMISE(id, words, optional) optional,
#include "contract.def"
#undef PROMISE
};

contract *contract_make(const gg_ruleset *rules, uint32_t scenario)
{
    contract *c = room(sizeof *c);
    c->rules = rules;
    c->scenario = scenario;
    for (uint32_t i = 0; i < GG_OPTIONS_MAX; i++) c->fixed[i] = GG_OPTION_UNSET;
    c->match = room(sizeof *c->match);
    c->other = room(sizeof *c->other);
    c->memory = room(gg_match_bytes(rules));
    c->other_memory = room(gg_match_bytes(rules));
    gg_state **states[] = {&c->copy, &c->second, &c->view, &c->seen};
    for (int i = 0; i < 4; i++) *states[i] = room_for_state(rules);
    c->offers = room((rules->actions_max + 1) * sizeof *c->offers);
    c->more = room((rules->actions_max + 1) * sizeof *c->more);
    c->notes = room(rules->score_note_bytes + 1);
    memset(c->notes, 0, rules->score_note_bytes);
    c->events = room(CONTRACT_EVENTS * sizeof *c->events);
    c->more_events = room(CONTRACT_EVENTS * sizeof *c->events);
    c->text = room(TEXT_MAX);
    c->more_text = room(TEXT_MAX);
    return c;
}

void contract_free(contract *c)
{
    void *all[] = {
        c->match,  c->other, c->memory, c->other_memory, c->copy, c->second,    c->view,  c->seen,
        c->offers, c->more,  c->events, c->more_events,  c->text, c->more_text, c->notes, c};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

void contract_break(contract *c, promise promised, const char *format, ...)
{
    if (c->broken[promised]++ > 0) return;
    char *out = c->message[promised];
    int used =
        snprintf(out, MESSAGE_MAX, "game %llu, step %u: ", (unsigned long long)c->seed, c->step);
    va_list args;
    va_start(args, format);
    vsnprintf(out + used, MESSAGE_MAX - (size_t)used, format, args);
    va_end(args);
}

/* ---- One game. ---- */

enum { PARTS_EVERY = 10, GUESSED_EVERY = 40 }; /* steps: these play much again */

/* Half of the games vary a few options, each within what its row allows. */
static void choose_options(contract *c, int32_t *options)
{
    for (uint32_t i = 0; i < GG_OPTIONS_MAX; i++) options[i] = c->fixed[i];
    if (c->seed % 2 == 0) return;
    for (uint32_t i = 0; i < c->rules->option_count; i++) {
        const gg_option *option = &c->rules->options[i];
        if (gg_dice_pick(&c->dice, 4) != 0 || c->fixed[i] != GG_OPTION_UNSET) continue;
        uint32_t values = (uint32_t)((option->high - option->low) / option->step) + 1;
        options[i] = option->low + (int32_t)gg_dice_pick(&c->dice, values) * option->step;
    }
}

/* A side that decides, evenly; GG_NOBODY when the game moves by itself. */
static gg_side choose_side(contract *c, gg_turn turn)
{
    if (turn.deciding == 0) return GG_NOBODY;
    if (turn.deciding == GG_SIDES_BOTH) return (gg_side)gg_dice_pick(&c->dice, 2);
    return turn.deciding == GG_SIDES_BLUE ? GG_BLUE : GG_RED;
}

/* Among the offers by the taste of this game: a weight of 1, 4 or 16 for each kind and flag. */
static gg_action choose_action(contract *c, const gg_action *offers, uint32_t count)
{
    uint64_t taste = gg_hash(&c->seed, sizeof c->seed), total = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint64_t left = pass == 0 ? 0 : gg_dice_bits(&c->dice) % total;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t shift = (offers[i].kind * 7u + offers[i].flags * 3u) % 60;
            uint64_t weight = 1ull << 2 * ((taste >> shift & 3) % 3);
            if (pass == 0) total += weight;
            else if (left < weight) return offers[i];
            else left -= weight;
        }
    }
    return offers[0];
}

static void check_position(contract *c, gg_turn turn, bool dear)
{
    check_turn(c);
    check_texts(c);
    check_views(c);
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        check_offers(c, side);
        if (dear) check_whole(c, side);
        if (dear) check_answers(c, side);
        if (dear) check_judgement(c, side);
        if (dear) check_before(c, side);
    }
    if (dear) check_picture(c);
    if ((c->step + c->seed) % PARTS_EVERY == 0) check_parts(c);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        if (dear && (turn.secret || turn.deciding == GG_SIDES_BOTH)) {
            check_secret(c, side);
            check_worlds(c, side);
        }
    if ((c->step + c->seed) % GUESSED_EVERY != 0 || turn.over) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) check_guessed_worlds(c, side);
}

static void check_decision(contract *c, gg_side side, const gg_action *action, bool dear)
{
    check_action_text(c, c->match->state, side, action);
    check_apply(c, side, action);
    for (int i = 0; i < 4; i++) {
        check_garbage(c, side, action);
        check_bad_text(c, action);
    }
    if (dear) check_preview(c, side, action);
    if (dear) check_outcomes(c, side, action);
    check_undo(c, side, action);
}

static void play(contract *c, uint32_t thorough)
{
    int32_t options[GG_OPTIONS_MAX];
    choose_options(c, options);
    check_setup(c, options);
    gg_error error = gg_match_begin(c->match, c->rules, c->memory, c->scenario, options, NULL,
                                    gg_dice_random(c->seed));
    if (error.text != NULL) return; /* options that do not go together: check_setup has judged */
    c->match->seed = c->seed;
    c->match->has_seed = true;
    for (c->step = 0; c->step <= c->rules->decisions_max; c->step++) {
        gg_turn turn = gg_match_turn(c->match);
        bool dear = thorough != 0 || (c->step + c->seed) % 8 == 0;
        check_position(c, turn, dear);
        if (turn.over) break;
        gg_side side = choose_side(c, turn);
        uint32_t count = c->rules->offer(c->match->state, side, c->offers, c->rules->actions_max);
        if (count == 0) return; /* a dead end: check_turn has judged */
        gg_action action = choose_action(c, c->offers, count);
        if (c->rules->legal(c->match->state, side, &action).reason != 0) return;
        uint32_t before = c->match->entry_count;
        check_decision(c, side, &action, dear);
        if (c->match->entry_count != before + 1) return;
    }
    contract_expect(c, PROMISE_ENDS, gg_match_turn(c->match).over, "not over after %u actions",
                    c->match->entry_count);
    check_record(c);
}

/* ---- One game of which only the notation is checked: every position, and what is offered. ---- */

static void check_offered_texts(contract *c, gg_turn turn)
{
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        if (side == GG_NOBODY ? turn.deciding != 0 : (turn.deciding >> side & 1) == 0) continue;
        const uint32_t count =
            c->rules->offer(c->match->state, side, c->more, c->rules->actions_max);
        for (uint32_t i = 0; i < count; i++)
            check_action_text(c, c->match->state, side, &c->more[i]);
    }
}

/* Actions and views are checked at one place in `every`. */
static void play_texts(contract *c, uint32_t every)
{
    int32_t options[GG_OPTIONS_MAX];
    choose_options(c, options);
    gg_state *state = c->match->state;
    gg_dice dice = gg_dice_random(c->seed);
    if (gg_setup(c->rules, state, c->scenario, options, NULL).text != NULL) return;
    gg_turn turn = c->rules->turn(state);
    for (c->step = 0; !turn.over && c->step <= c->rules->decisions_max; c->step++) {
        check_position_text(c);
        if ((c->step + c->seed) % every == 0) {
            check_texts(c);
            check_offered_texts(c, turn);
        }
        const gg_side side = choose_side(c, turn);
        const uint32_t count = c->rules->offer(state, side, c->offers, c->rules->actions_max);
        if (count == 0) return; /* a dead end: the other games judge that */
        check_score(c);
        const gg_action action = choose_action(c, c->offers, count);
        memcpy(c->seen, state, c->rules->state_bytes);
        c->rules->apply(state, side, &action, &dice, NULL);
        check_hash(c, c->seen, &action);
        turn = c->rules->turn(state);
    }
    check_position_text(c);
}

static void play_guarded(contract *c, uint64_t seed, void (*how)(contract *, uint32_t),
                         uint32_t number)
{
    c->seed = seed;
    c->step = 0;
    c->dice = gg_dice_random(~seed);
    if (setjmp(*broken_catch()) == 0) {
        how(c, number);
        contract_expect(c, PROMISE_SOUND, true, "sound");
    } else {
        contract_expect(c, PROMISE_SOUND, false, "%s", broken_text());
    }
    broken_release();
}

void contract_play(contract *c, uint64_t seed, bool thorough)
{
    play_guarded(c, seed, play, thorough);
}

void contract_play_texts(contract *c, uint64_t seed, uint32_t every)
{
    if (c->match->state == NULL) c->match->state = c->second;
    play_guarded(c, seed, play_texts, every);
}
