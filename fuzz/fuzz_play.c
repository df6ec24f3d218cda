/*
 * fuzz_play.c - bytes choose game, scenario, dice and then among what is offered; every position
 * must be sound, and the game must replay from its record.
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/record.h"

enum { ACTIONS_MAX = 400 };

static gg_side side_to_choose(gg_turn turn, uint8_t byte)
{
    if (turn.deciding == 0) return GG_NOBODY;
    if (turn.deciding == GG_SIDES_BOTH) return byte & 1;
    return turn.deciding == GG_SIDES_BLUE ? GG_BLUE : GG_RED;
}

static void check_record(const gg_ruleset *rules, const gg_match *match)
{
    static char text[FUZZ_TEXT_MAX];
    void *memory;
    gg_match *again = fuzz_match(rules, 1, &memory);
    gg_text out = gg_text_over(text, sizeof text);
    gg_record_write(match, GG_NOBODY, true, &out);
    gg_assert(!out.cut);
    gg_record_trouble trouble = gg_record_replay(again, rules, memory, text, UINT32_MAX);
    gg_assert(trouble.text == NULL);
    gg_assert(gg_match_hash(again) == gg_match_hash(match));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count)
{
    fuzz_bytes in = {data, count};
    const gg_ruleset *rules = fuzz_ruleset(&in);
    void *memory;
    gg_match *match = fuzz_match(rules, 0, &memory);
    uint32_t scenario = fuzz_byte(&in) % rules->scenario_count;
    uint64_t seed = fuzz_number(&in);
    gg_assert(gg_match_begin(match, rules, memory, scenario, NULL, NULL, gg_dice_random(seed)).text
              == NULL);
    match->seed = seed;
    match->has_seed = true;
    gg_action *offers = malloc(rules->actions_max * sizeof *offers);
    for (int i = 0; i < ACTIONS_MAX && in.left > 0 && !gg_match_turn(match).over; i++) {
        gg_verdict verdict;
        gg_match_clear_log(match);
        gg_side side = side_to_choose(gg_match_turn(match), fuzz_byte(&in));
        uint32_t offered = rules->offer(match->state, side, offers, rules->actions_max);
        gg_assert(offered > 0);
        gg_action action = offers[fuzz_number(&in) % offered];
        gg_assert(gg_match_do(match, side, &action, &verdict) == GG_MATCH_DONE);
        gg_assert(gg_audit(rules, match->state) == NULL);
        if ((fuzz_byte(&in) & 15) == 0 && side != GG_NOBODY) gg_match_undo(match, side);
    }
    free(offers);
    fuzz_check_position(rules, match->state);
    check_record(rules, match);
    return 0;
}
