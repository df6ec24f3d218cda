/*
 * fuzz_question.c - bytes choose game, scenario and a place in a game, and then ask whatever can be
 * asked there: questions about units that do not exist and places off the board, in numbers and in
 * words, hands that put units down anywhere, sketches, words and odds of any action that can be
 * read.  Everything gets an answer.
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/picture.h"
#include "core/position.h"
#include "core/seat.h"

enum { QUESTIONS_MAX = 8, RUNS = 24, SAMPLES = 4, OUTCOMES = 64, LINE_MAX_BYTES = 200 };

static void advance(const gg_ruleset *rules, gg_state *state, uint32_t seed, uint32_t steps)
{
    gg_dice dice = gg_dice_random(seed);
    gg_action *offers = malloc(rules->actions_max * sizeof *offers);
    for (; steps > 0 && !rules->turn(state).over; steps--) {
        const gg_turn turn = rules->turn(state);
        const gg_side side = turn.deciding == 0              ? GG_NOBODY
                             : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                             : GG_RED;
        const uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        gg_assert(count > 0);
        rules->apply(state, side, &offers[gg_dice_pick(&dice, count)], &dice, NULL);
    }
    free(offers);
}

/* A place in one of a few games, played once and kept: questions are asked, not games played. */
static const gg_state *position_of(const gg_ruleset *rules, fuzz_bytes *in)
{
    enum { KEPT = 512, STEPS_APART = 8 };
    static struct {
        const gg_ruleset *rules;
        uint32_t key;
        gg_state *state;
    } kept[KEPT];
    const uint32_t scenario = fuzz_byte(in) % rules->scenario_count, seed = fuzz_byte(in) % 4,
                   steps = fuzz_byte(in) / STEPS_APART * STEPS_APART;
    const uint32_t key = scenario << 16 | seed << 8 | steps;
    const uint32_t slot = (key * 31 + (uint32_t)rules->name[0]) % KEPT;
    if (kept[slot].state == NULL) kept[slot].state = malloc(GG_STATE_BYTES_MAX);
    if (kept[slot].rules == rules && kept[slot].key == key) return kept[slot].state;
    const gg_error error = gg_setup(rules, kept[slot].state, scenario, NULL, NULL);
    gg_assert(error.text == NULL);
    advance(rules, kept[slot].state, seed, steps);
    kept[slot].rules = rules;
    kept[slot].key = key;
    return kept[slot].state;
}

/* ---- What is asked. ---- */

/* Mostly there is one. */
static gg_unit any_unit(const gg_seat *seat, fuzz_bytes *in)
{
    const uint8_t how = fuzz_byte(in);
    if (how < 8) return GG_NO_UNIT;
    if (how < 16) return (gg_unit)fuzz_number(in);
    return (gg_unit)(fuzz_byte(in) % (seat->rules->unit_count + 2u));
}

/* A square, a point of a table, or anything. */
static int32_t any_length(fuzz_bytes *in)
{
    const uint8_t how = fuzz_byte(in);
    const int32_t number = (int32_t)fuzz_number(in);
    if (how < 100) return number % 14 - 1;
    if (how < 200) return number * 2 - 20000;
    if (how < 250) return number - 30000;
    return (int32_t)((uint32_t)number << 16 | fuzz_number(in));
}

static gg_point any_place(fuzz_bytes *in)
{
    const int32_t x = any_length(in);
    return (gg_point){x, any_length(in)};
}

static int32_t any_facing(fuzz_bytes *in)
{
    return fuzz_byte(in) < 64 ? -1 : (int32_t)(fuzz_number(in) % 3600);
}

/* The bytes up to the next zero or end of line. */
static const char *any_line(fuzz_bytes *in)
{
    static char line[LINE_MAX_BYTES];
    size_t count = 0;
    while (in->left > 0 && count + 1 < sizeof line) {
        const uint8_t byte = fuzz_byte(in);
        if (byte == 0 || byte == '\n') break;
        line[count++] = (char)byte;
    }
    line[count] = 0;
    return line;
}

/* ---- Asking. ---- */

static gg_scene empty_scene(void)
{
    static gg_scene_room memory;
    return gg_scene_in(&memory);
}

/* What is laid over the picture can be drawn. */
static void draw_over(const gg_seat *seat, const gg_scene *over)
{
    static gg_scene_room memory;
    static char svg[FUZZ_TEXT_MAX];
    gg_scene board = gg_scene_in(&memory);
    gg_text out = gg_text_over(svg, sizeof svg);
    gg_seat_draw(seat, &board);
    gg_picture_svg_over(&board, over, &out);
}

static void ask(const gg_seat *seat, const gg_question *question)
{
    gg_scene over = empty_scene();
    gg_answer answer, again;
    gg_seat_ask(seat, question, &answer, &over);
    gg_assert(memchr(answer.words, 0, sizeof answer.words) != NULL && answer.words[0] != 0);
    gg_assert(answer.clause < seat->rules->clause_count);
    gg_assert(answer.verdict.reason < seat->rules->reason_count);
    gg_assert(answer.unit == GG_NO_UNIT || answer.unit < seat->rules->unit_count);
    gg_seat_ask(seat, question, &again, NULL);
    gg_assert(answer.yes == again.yes && strcmp(answer.words, again.words) == 0);
    draw_over(seat, &over);
}

static gg_outcomes_room *outcomes_room(void)
{
    static gg_outcome outcomes[OUTCOMES];
    static uint32_t slots[2 * OUTCOMES];
    static char words[FUZZ_TEXT_MAX];
    static gg_event events[GG_MATCH_EVENTS_MAX];
    static gg_outcomes_room room;
    room = (gg_outcomes_room){.outcomes = outcomes,
                              .outcome_limit = OUTCOMES,
                              .slots = slots,
                              .slot_count = 2 * OUTCOMES,
                              .words = gg_text_over(words, sizeof words),
                              .log = {.events = events, .limit = GG_MATCH_EVENTS_MAX},
                              .scratch = fuzz_state(2),
                              .view = fuzz_state(3)};
    return &room;
}

/* An action that somebody has read or aimed: it can be said, drawn, judged and written. */
static void consider(const gg_seat *seat, const gg_action *action, gg_state *guess)
{
    char bytes[2 * GG_ACTION_TEXT_MAX], said[2 * GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes), words = gg_text_over(said, sizeof said);
    gg_scene over = empty_scene();
    gg_seat_write(seat, action, &text);
    gg_seat_say(seat, action, &words);
    gg_assert(text.count > 0 && words.count > 0 && !text.cut && !words.cut);
    gg_seat_sketch(seat, action, &over);
    draw_over(seat, &over);
    if (gg_seat_judge(seat, action).reason != 0 || !gg_seat_decides(seat)) return;
    gg_seat_odds(seat, action, RUNS, SAMPLES, outcomes_room(), guess);
}

static void go_on(const gg_seat *seat, const gg_action *begun, fuzz_bytes *in, gg_state *guess)
{
    gg_action action;
    const gg_point at = any_place(in);
    if (gg_seat_go_on(seat, begun, at, any_facing(in), &action)) consider(seat, &action, guess);
}

static void ask_in_words(const gg_seat *seat, const char *line)
{
    gg_question question;
    const gg_error error = gg_read_question(seat->rules, seat->view, seat->side, line, &question);
    if (error.text == NULL) ask(seat, &question);
    else gg_assert(error.at <= strlen(line));
}

static void read_and_consider(const gg_seat *seat, const char *line, fuzz_bytes *in,
                              gg_state *guess)
{
    gg_action action;
    gg_complaint complaint;
    if (!gg_seat_read(seat, line, &action, &complaint)) return;
    consider(seat, &action, guess);
    go_on(seat, &action, in, guess);
}

static void ask_one(const gg_seat *seat, fuzz_bytes *in, gg_state *guess)
{
    gg_action action;
    switch (fuzz_byte(in) % 4) {
    case 0: {
        gg_question question = {.kind = (uint8_t)(fuzz_byte(in) % (GG_ASK_CONTACT + 1))};
        question.who = any_unit(seat, in);
        question.whom = any_unit(seat, in);
        question.from = any_place(in);
        question.to = any_place(in);
        ask(seat, &question);
        break;
    }
    case 1: {
        const gg_unit who = any_unit(seat, in), whom = any_unit(seat, in);
        const gg_point at = any_place(in);
        if (!gg_seat_aim(seat, who, whom, at, any_facing(in), &action)) break;
        consider(seat, &action, guess);
        go_on(seat, &action, in, guess);
        break;
    }
    case 2: ask_in_words(seat, any_line(in)); break;
    default: read_and_consider(seat, any_line(in), in, guess); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count)
{
    static const gg_side askers[] = {GG_BLUE, GG_RED, GG_NOBODY, GG_SEES_ALL};
    fuzz_bytes in = {data, count};
    const gg_ruleset *rules = fuzz_ruleset(&in);
    const gg_state *state = position_of(rules, &in);
    static gg_state *guess;
    if (guess == NULL) guess = malloc(GG_STATE_BYTES_MAX);
    for (int i = 0; i < QUESTIONS_MAX && in.left > 0; i++) {
        gg_seat seat = gg_seat_at(rules, state, askers[fuzz_byte(&in) % 4], fuzz_state(1));
        seat.names = (gg_names){.rules = rules, .text = rules->scenarios[0].position};
        ask_one(&seat, &in, guess);
    }
    return 0;
}
