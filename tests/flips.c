/*
 * flips.c - states with one wrong bit.
 *
 *   flips EVERY [GAME]
 *
 * Of each battle, as it is after some steps, every EVERYth bit is turned round.  The audit must say
 * what is wrong or find nothing, and reads nothing that is not there meanwhile (that the sanitizers
 * see); what it passes can be scored and written.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "support.h"

enum { STEPS = 60 };

static void play_on(const gg_ruleset *rules, gg_state *state)
{
    gg_dice chooser = gg_dice_random(1815), dice = gg_dice_random(1816);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    gg_turn turn = rules->turn(state);
    for (int step = 0; step < STEPS && !turn.over; step++, turn = rules->turn(state)) {
        const gg_side side = turn.deciding == 0              ? GG_NOBODY
                             : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                             : GG_RED;
        const uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        const gg_action *taken = &offers[count == 1 ? 0 : gg_roll(&chooser, 60) * (count - 1) / 60];
        rules->apply(state, side, taken, &dice, NULL);
    }
    free(offers);
}

static void look_at(const gg_ruleset *rules, const gg_state *state, uint32_t *passed)
{
    static char text[TEXT_MAX];
    if (gg_audit(rules, state) != NULL) return;
    gg_text out = gg_text_over(text, sizeof text);
    gg_write_position(rules, state, &out);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) rules->score(state, side, NULL, NULL);
    ++*passed;
}

static void flip_scenario(const gg_ruleset *rules, uint32_t scenario, uint32_t every)
{
    gg_state *state = room_for_state(rules);
    uint8_t *bytes = (uint8_t *)state;
    const uint32_t bits = 8 * (rules->state_bytes - rules->note_bytes);
    volatile uint32_t bit = scenario % every;
    uint32_t passed = 0;
    const char *volatile broken = NULL;
    gg_assert(gg_setup(rules, state, scenario, NULL, NULL).text == NULL);
    play_on(rules, state);
    if (setjmp(*broken_catch()) != 0) broken = broken_text();
    for (; bit < bits && broken == NULL; bit += every) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        look_at(rules, state, &passed);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    broken_release();
    const char *name = rules->scenarios[scenario].name;
    if (broken == NULL) tap_ok("%s %s with one wrong bit", rules->name, name);
    else tap_not_ok("%s %s with one wrong bit", rules->name, name);
    if (broken != NULL) tap_note("bit %u of byte %u: %s", bit % 8, bit / 8, broken);
    tap_note("%u of %u bits make no difference to the audit", passed, bits / every);
    free(state);
}

int main(int count, char **args)
{
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: flips EVERY [GAME]\n");
        return 2;
    }
    const uint32_t every = (uint32_t)strtoul(args[1], NULL, 10);
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        if (count == 3 && strcmp((*r)->name, args[2]) != 0) continue;
        for (uint32_t scenario = 0; scenario < (*r)->scenario_count; scenario++)
            flip_scenario(*r, scenario, every);
    }
    return tap_done();
}
