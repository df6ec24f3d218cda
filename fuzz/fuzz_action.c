/*
 * fuzz_action.c - bytes are an action, as a struct and as text: legal() and the reader must
 * answer, and what is legal can be done.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/position.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void advance(const gg_ruleset *rules, gg_state *state, fuzz_bytes *in)
{
    gg_dice dice = gg_dice_random(fuzz_byte(in));
    gg_action *offers = malloc(rules->actions_max * sizeof *offers);
    for (uint32_t steps = fuzz_byte(in); steps > 0 && !rules->turn(state).over; steps--) {
        gg_turn turn = rules->turn(state);
        gg_side side = turn.deciding == 0              ? GG_NOBODY
                       : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                       : GG_RED;
        uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        gg_assert(count > 0);
        rules->apply(state, side, &offers[gg_dice_pick(&dice, count)], &dice, NULL);
    }
    free(offers);
}

static void judge(const gg_ruleset *rules, const gg_state *state, const gg_action *action)
{
    static char words[FUZZ_TEXT_MAX];
    for (gg_side side = GG_BLUE; side <= GG_NOBODY; side++) {
        gg_verdict verdict = rules->legal(state, side, action);
        gg_assert(verdict.reason < rules->reason_count);
        gg_text out = gg_text_over(words, sizeof words);
        if (verdict.reason != 0) {
            gg_put_verdict(&out, rules, verdict);
            continue;
        }
        gg_write_action(rules, state, action, &out);
        gg_state *after = fuzz_state(1);
        gg_dice dice = gg_dice_random(1);
        memcpy(after, state, rules->state_bytes);
        rules->apply(after, side, action, &dice, NULL);
        fuzz_check_position(rules, after);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count)
{
    fuzz_bytes in = {data, count};
    const gg_ruleset *rules = fuzz_ruleset(&in);
    gg_state *state = fuzz_state(0);
    gg_error error = gg_setup(rules, state, fuzz_byte(&in) % rules->scenario_count, NULL, NULL);
    gg_assert(error.text == NULL);
    advance(rules, state, &in);
    gg_action action;
    if (fuzz_byte(&in) & 1) {
        uint8_t bytes[sizeof action];
        for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = fuzz_byte(&in);
        memcpy(&action, bytes, sizeof action);
        judge(rules, state, &action);
    }
    char *text = fuzz_text(&in);
    memset(&action, 0, sizeof action);
    error = gg_read_action(rules, state, text, &action);
    if (error.text == NULL) judge(rules, state, &action);
    else gg_assert(error.at <= strlen(text));
    free(text);
    return 0;
}
