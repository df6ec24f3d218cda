/*
 * seat.c - what one who sits at the table may ask.  See seat.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/seat.h"

#include "core/numbers.h"

#include <string.h>

enum {
    GUESS_SEED = 1805, /* the same question gets the same answer */
    FORCED_MAX = 64,   /* actions that the match takes by itself one after the other */
};

gg_seat gg_seat_at(const gg_ruleset *rules, const gg_state *state, gg_side side, gg_state *room)
{
    gg_position_for(rules, state, side, room);
    return (gg_seat){.rules = rules,
                     .view = room,
                     .side = side == GG_SEES_ALL ? GG_NOBODY : side,
                     .viewer = side};
}

/* ---- Who decides. ---- */

gg_turn gg_seat_turn(const gg_seat *seat) { return seat->rules->turn(seat->view); }

bool gg_seat_decides(const gg_seat *seat)
{
    const gg_turn turn = gg_seat_turn(seat);
    if (turn.over) return false;
    return seat->side == GG_NOBODY ? turn.deciding == 0 : (turn.deciding >> seat->side & 1) != 0;
}

/* ---- What can be done. ---- */

uint32_t gg_seat_offers(const gg_seat *seat, gg_action *out, uint32_t limit)
{
    return gg_seat_decides(seat) ? seat->rules->offer(seat->view, seat->side, out, limit) : 0;
}

gg_verdict gg_seat_judge(const gg_seat *seat, const gg_action *action)
{
    return seat->rules->legal(seat->view, seat->side, action);
}

bool gg_seat_read(const gg_seat *seat, const char *text, gg_action *action, gg_complaint *to)
{
    if (seat->names.rules != NULL) return gg_load_typed(&seat->names, seat->view, text, action, to);
    return gg_load_action(seat->rules, seat->view, text, action, to);
}

void gg_seat_write(const gg_seat *seat, const gg_action *action, gg_text *out)
{
    gg_write_action(seat->rules, seat->view, action, out);
}

void gg_seat_say(const gg_seat *seat, const gg_action *action, gg_text *out)
{
    seat->rules->say_action(seat->view, seat->side, action, out);
}

void gg_seat_sketch(const gg_seat *seat, const gg_action *action, gg_scene *scene)
{
    seat->rules->hand->sketch(seat->view, seat->side, action, scene);
}

bool gg_seat_aim(const gg_seat *seat, gg_unit who, gg_unit whom, gg_point at, int32_t facing,
                 gg_action *out)
{
    *out = (gg_action){0};
    return who < seat->rules->unit_count && gg_seat_decides(seat)
           && seat->rules->hand->aim(seat->view, seat->side, who, whom, at, facing, out);
}

bool gg_seat_go_on(const gg_seat *seat, const gg_action *begun, gg_point at, int32_t facing,
                   gg_action *out)
{
    *out = (gg_action){0};
    return gg_seat_decides(seat)
           && seat->rules->hand->go_on(seat->view, seat->side, begun, at, facing, out);
}

/* ---- What is seen, and questions. ---- */

void gg_seat_draw(const gg_seat *seat, gg_scene *scene)
{
    seat->rules->draw(seat->view, seat->side, scene);
    gg_title_house(seat->rules, seat->view, scene);
}

void gg_seat_ask(const gg_seat *seat, const gg_question *question, gg_answer *answer,
                 gg_scene *scene)
{
    *answer = gg_no_answer();
    seat->rules->hand->ask(seat->view, seat->side, question, answer, scene);
}

/* ---- Odds. ---- */

/* What the action is tried on.  Whether anything had to be guessed is judged by the view alone: it
 * must not tell whether there is anything behind it. */
static const gg_state *tried_on(const gg_seat *seat, gg_state *guess, bool *guessed)
{
    gg_dice dice = gg_dice_random(GUESS_SEED);
    *guessed = false;
    if (seat->viewer == GG_SEES_ALL) return seat->view;
    seat->rules->guess(seat->view, seat->side, &dice, guess);
    *guessed = memcmp(guess, seat->view, seat->rules->state_bytes) != 0;
    return guess;
}

/* What closes a side's part of a secret step: all games of this kind call it `ready`. */
static bool find_closing(const gg_seat *seat, const gg_state *state, gg_action *ready)
{
    return gg_turn_is_secret(seat->rules->turn(state))
           && gg_read_action(seat->rules, state, "ready", ready).text == NULL;
}

/* Where sides choose in secret at the same time, the odds of one's choice would end at the other's:
 * it is taken to close its part as it stands. */
static gg_sides let_others_pass(const gg_seat *seat, gg_state *guess)
{
    const gg_turn turn = seat->rules->turn(guess);
    gg_sides passing = GG_SIDES_NONE;
    gg_action ready;
    if (seat->side > GG_RED || (turn.deciding >> seat->side & 1) == 0) return passing;
    for (gg_side other = GG_BLUE; other <= GG_RED; other++) {
        if (other == seat->side || (turn.deciding >> other & 1) == 0) continue;
        if (!find_closing(seat, guess, &ready)
            || seat->rules->legal(guess, other, &ready).reason != 0)
            continue;
        gg_dice none = gg_dice_scripted(NULL, 0);
        seat->rules->apply(guess, other, &ready, &none, NULL);
        gg_assert(none.requests == 0); /* nothing is decided while this seat still chooses */
        passing |= (gg_sides)(1u << other);
    }
    return passing;
}

gg_seat_chances gg_seat_odds(const gg_seat *seat, const gg_action *action, uint32_t runs_max,
                             uint32_t samples, gg_outcomes_room *room, gg_state *guess)
{
    gg_seat_chances found = {.turn = gg_seat_turn(seat)};
    gg_outcomes_ask ask = {.viewer = seat->viewer, .runs_max = runs_max, .samples = samples};
    gg_action closing, content;
    found.has_roll = gg_first_roll_of(seat->rules, seat->view, seat->side, action, &found.roll);
    const gg_state *state = tried_on(seat, guess, &found.guessed);
    if (state == guess) found.passing = let_others_pass(seat, guess);
    if (seat->side <= GG_RED && find_closing(seat, state, &closing)) ask.closing = &closing;
    /* whoever lets dice lie that could be thrown again says `pass` */
    if (gg_read_action(seat->rules, state, "pass", &content).text == NULL) ask.content = &content;
    if (room->fight != NULL) gg_fight_begin(room->fight, seat->rules, seat->view, seat->side);
    found.outcomes = gg_outcomes_of(seat->rules, state, seat->side, action, ask, room);
    /* who goes on choosing has not come to what the others do */
    const gg_turn after = found.outcomes.count > 0 ? room->outcomes[0].turn : found.turn;
    if (after.phase == found.turn.phase && after.round == found.turn.round && seat->side <= GG_RED
        && (after.deciding >> seat->side & 1) != 0)
        found.passing = GG_SIDES_NONE;
    if (found.outcomes.closes) found.passing |= (gg_sides)(1u << seat->side);
    return found;
}

gg_clash gg_seat_clash(const gg_seat *seat, const gg_action *action, uint32_t runs_max,
                       uint32_t samples, gg_clash_room *room, gg_state *guess)
{
    bool guessed;
    const gg_state *state = tried_on(seat, guess, &guessed);
    return gg_clash_of(seat->rules, state, seat->side, action, runs_max, samples, room);
}

/* ---- What can be taken back. ---- */

bool gg_does_quietly(const gg_ruleset *rules, gg_state *state, gg_side side,
                     const gg_action *action, gg_log *log)
{
    gg_dice none = gg_dice_scripted(NULL, 0);
    log->count = 0;
    rules->apply(state, side, action, &none, log);
    for (uint32_t i = 0; i < log->count; i++)
        if (log->events[i].kind == GG_REVEAL) return false;
    return none.requests == 0;
}

bool gg_comes_back(const gg_ruleset *rules, gg_state *state, gg_side side, gg_action *offers,
                   gg_log *log)
{
    gg_side other;
    gg_action forced;
    for (uint32_t step = 0; step < FORCED_MAX; step++) {
        if (!gg_forced_in(rules, state, offers, &other, &forced)) {
            const gg_turn turn = rules->turn(state);
            return !turn.over && (turn.deciding >> side & 1) != 0;
        }
        if (!gg_does_quietly(rules, state, other, &forced, log)) return false;
    }
    return false;
}

bool gg_seat_takes_back(const gg_seat *seat, const gg_action *action, gg_action *offers,
                        gg_log *log, gg_state *guess)
{
    bool guessed;
    if (seat->side > GG_RED || seat->viewer == GG_SEES_ALL) return false;
    const gg_state *state = tried_on(seat, guess, &guessed);
    gg_assert(state == guess);
    return gg_does_quietly(seat->rules, guess, seat->side, action, log)
           && gg_comes_back(seat->rules, guess, seat->side, offers, log);
}
