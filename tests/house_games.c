/*
 * house_games.c - games by house rules that somebody drew from a hat.
 *
 *   house-games GAMES [GAME]
 *
 * Every row may hold whatever it says it may: for each scenario GAMES games are played, each with
 * some numbers anywhere between lowest and highest.  The rules must not break, the audit must hold
 * after every action, what is written must be read back, and the game must end.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/position.h"
#include "support.h"

static void draw_house(const gg_ruleset *rules, gg_dice *hat, int16_t *house)
{
    for (uint32_t row = 1; row < rules->number_count; row++) {
        const gg_number *number = &rules->numbers[row];
        const int32_t wide = number->high - number->low;
        int32_t value = number->low;
        house[row] = 0;
        switch (gg_roll(hat, 6)) {
        case 1: break;
        case 2: value = number->high; break;
        case 3: value += (gg_roll(hat, 60) - 1) * wide / 59; break;
        default: continue;
        }
        house[row] = (int16_t)(value - number->standard);
    }
}

/* NULL, or what went wrong. */
static const char *read_back(const gg_ruleset *rules, const gg_state *state, gg_state *again)
{
    static char text[TEXT_MAX];
    gg_text out = gg_text_over(text, sizeof text);
    gg_write_position(rules, state, &out);
    const gg_error error = gg_read_position(rules, text, again);
    if (error.text != NULL) return error.text;
    return same_state(rules, state, again) ? NULL : "it is read back as another position";
}

static const char *play(const gg_ruleset *rules, gg_state *state, gg_state *again, uint64_t seed)
{
    static gg_event events[GG_MATCH_EVENTS_MAX]; /* what is told is made of the same rows */
    gg_dice chooser = gg_dice_random(seed), dice = gg_dice_random(seed + 1);
    gg_action *offers = room(rules->actions_max * sizeof *offers);
    const char *broken = NULL;
    uint32_t steps = 0;
    for (gg_turn turn = rules->turn(state); !turn.over && broken == NULL;
         turn = rules->turn(state), steps++) {
        const gg_side side = turn.deciding == 0              ? GG_NOBODY
                             : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                             : GG_RED;
        const uint32_t count = rules->offer(state, side, offers, rules->actions_max);
        if (count == 0) broken = "nothing is offered";
        else if (steps > rules->decisions_max) broken = "it does not end";
        if (broken != NULL) break;
        const gg_action *taken = &offers[count == 1 ? 0 : gg_roll(&chooser, 60) * (count - 1) / 60];
        if (rules->legal(state, side, taken).reason != 0) broken = "an offer is not legal";
        gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
        if (broken == NULL) rules->apply(state, side, taken, &dice, &log);
        if (broken == NULL) broken = gg_audit(rules, state);
        if (broken == NULL && steps % 16 == 0) broken = read_back(rules, state, again);
    }
    free(offers);
    return broken;
}

static void play_scenario(const gg_ruleset *rules, uint32_t scenario, uint64_t games)
{
    gg_state *state = room_for_state(rules), *again = room_for_state(rules);
    int16_t house[GG_NUMBERS_MAX] = {0}; /* row 0 is none */
    const char *name = rules->scenarios[scenario].name;
    volatile uint64_t game = 0, begun = 0;
    const char *volatile broken = NULL;
    if (setjmp(*broken_catch()) != 0) broken = broken_text();
    while (game < games && broken == NULL) {
        game++;
        gg_dice hat = gg_dice_random(1805 + game);
        draw_house(rules, &hat, house);
        /* house rules that do not go with a scenario are refused */
        if (gg_setup(rules, state, scenario, NULL, house).text != NULL) continue;
        begun++;
        broken = play(rules, state, again, game);
    }
    broken_release();
    if (broken == NULL) tap_ok("%s %s by house rules", rules->name, name);
    else {
        tap_not_ok("%s %s by house rules", rules->name, name);
        tap_note("game %llu: %s", (unsigned long long)game, broken);
    }
    tap_note("%llu of %llu games could begin", (unsigned long long)begun,
             (unsigned long long)games);
    free(state);
    free(again);
}

int main(int count, char **args)
{
    if (count < 2 || count > 3) {
        fprintf(stderr, "usage: house-games GAMES [GAME]\n");
        return 2;
    }
    const uint64_t games = strtoull(args[1], NULL, 10);
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++) {
        if ((*r)->number_count == 0 || (count == 3 && strcmp((*r)->name, args[2]) != 0)) continue;
        for (uint32_t scenario = 0; scenario < (*r)->scenario_count; scenario++)
            play_scenario(*r, scenario, games);
    }
    return tap_done();
}
