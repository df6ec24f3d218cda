/*
 * kinds.c - every kind of action of a game is offered: a player who does not know its word finds no
 * other.
 *
 *   kinds FOLDER GAMES [GAME]
 *
 * Plays up to GAMES random games of each ruleset, each scenario in its turn, every second game with
 * other options, and stops when every kind was offered.  A kind that is rare (a counter battery)
 * may be offered in a clause test of FOLDER/GAME/tests instead.  What a hand means counts too: an
 * order of commanders is taken back by putting its unit back.  Resigning is never offered: the
 * terminal and the page have a command for it.
 * SPDX-License-Identifier: MIT
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "support.h"

typedef struct census {
    const gg_ruleset *rules;
    gg_state *state;
    gg_action *offers;
    gg_dice dice, hand;
    uint64_t seed;
    bool offered[256], tested[256]; /* by kind: in a game, in a clause test */
} census;

static bool is_resignation(const census *c, uint8_t kind)
{
    return strcmp(c->rules->actions[kind].word, "resign") == 0;
}

static uint32_t kinds_missing(const census *c)
{
    uint32_t missing = 0;
    for (uint8_t kind = 0; kind < c->rules->action_count; kind++)
        missing += !c->offered[kind] && !c->tested[kind] && !is_resignation(c, kind);
    return missing;
}

/* Every second game varies a quarter of its options, each within what its row allows. */
static void choose_options(census *c, int32_t *options)
{
    for (uint32_t i = 0; i < GG_OPTIONS_MAX; i++) options[i] = GG_OPTION_UNSET;
    for (uint32_t i = 0; i < c->rules->option_count && c->seed % 2 == 0; i++) {
        const gg_option *option = &c->rules->options[i];
        if (gg_dice_pick(&c->dice, 4) != 0) continue;
        const uint32_t values = (uint32_t)((option->high - option->low) / option->step) + 1;
        options[i] = option->low + (int32_t)gg_dice_pick(&c->dice, values) * option->step;
    }
}

/* By a taste of this game's own: some kinds are taken sixteen times as often as others. */
static gg_action choose_action(census *c, uint32_t offered)
{
    const uint64_t taste = gg_hash(&c->seed, sizeof c->seed);
    uint64_t total = 0;
    for (int pass = 0; pass < 2; pass++) {
        uint64_t left = pass == 0 ? 0 : gg_dice_bits(&c->dice) % total;
        for (uint32_t i = 0; i < offered; i++) {
            const uint64_t weight = 1ull << 2 * ((taste >> c->offers[i].kind * 7u % 60 & 3) % 3);
            if (pass == 0) total += weight;
            else if (left < weight) return c->offers[i];
            else left -= weight;
        }
    }
    return c->offers[0];
}

/* Some unit, put on a place of a board. */
static void put_somewhere(census *c, gg_side side)
{
    gg_action meant;
    const gg_unit unit = (gg_unit)gg_dice_pick(&c->hand, c->rules->unit_count);
    const gg_point at = {(int32_t)gg_dice_pick(&c->hand, 16), 0};
    if (c->rules->hand->aim(c->state, side, unit, GG_NO_UNIT, at, -1, &meant)
        && c->rules->legal(c->state, side, &meant).reason == 0)
        c->offered[meant.kind] = true;
}

static void play(census *c, uint32_t scenario)
{
    int32_t options[GG_OPTIONS_MAX];
    choose_options(c, options);
    /* options that do not go together are refused */
    if (gg_setup(c->rules, c->state, scenario, options, NULL).text != NULL) return;
    for (gg_turn turn = c->rules->turn(c->state); !turn.over; turn = c->rules->turn(c->state)) {
        const gg_side side = turn.deciding == 0              ? GG_NOBODY
                             : turn.deciding & GG_SIDES_BLUE ? GG_BLUE
                                                             : GG_RED;
        const uint32_t offered = c->rules->offer(c->state, side, c->offers, c->rules->actions_max);
        for (uint32_t i = 0; i < offered; i++) c->offered[c->offers[i].kind] = true;
        if (side != GG_NOBODY) put_somewhere(c, side);
        const gg_action action = choose_action(c, offered);
        c->rules->apply(c->state, side, &action, &c->dice, NULL);
    }
}

/* ---- Clause tests. ---- */

/* "offered SIDE WORD ..." and, of the game's own steps, "step WORD ...". */
static void read_line(census *c, char *line)
{
    char *rest = NULL, *word = strtok_r(line, " ", &rest);
    if (word == NULL) return;
    if (strcmp(word, "offered") == 0) strtok_r(NULL, " ", &rest);
    else if (strcmp(word, "step") != 0) return;
    word = strtok_r(NULL, " ", &rest);
    for (uint8_t kind = 0; kind < c->rules->action_count && word != NULL; kind++)
        if (strcmp(c->rules->actions[kind].word, word) == 0) c->tested[kind] = true;
}

static void read_tests(census *c, const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s/tests", folder, c->rules->name);
    DIR *files = opendir(path);
    gg_assert(files != NULL);
    for (const struct dirent *file; (file = readdir(files)) != NULL;) {
        if (strstr(file->d_name, ".txt") == NULL) continue;
        snprintf(path, sizeof path, "%s/%s/tests/%s", folder, c->rules->name, file->d_name);
        size_t count;
        char *text = read_whole(path, &count), *rest = NULL;
        gg_assert(text != NULL);
        for (char *line = strtok_r(text, "\n", &rest); line != NULL;
             line = strtok_r(NULL, "\n", &rest))
            read_line(c, line);
        free(text);
    }
    closedir(files);
}

static void count_kinds(const gg_ruleset *rules, const char *folder, uint64_t games)
{
    census c = {.rules = rules,
                .state = room_for_state(rules),
                .offers = room(rules->actions_max * sizeof *c.offers)};
    read_tests(&c, folder);
    while (c.seed < games && kinds_missing(&c) > 0) {
        c.seed++;
        c.dice = gg_dice_random(c.seed);
        c.hand = gg_dice_random(~c.seed);
        play(&c, (uint32_t)(c.seed % rules->scenario_count));
    }
    if (kinds_missing(&c) == 0) tap_ok("%s offers every kind of action", rules->name);
    else tap_not_ok("%s offers every kind of action", rules->name);
    tap_note("%llu games", (unsigned long long)c.seed);
    for (uint8_t kind = 0; kind < rules->action_count; kind++)
        if (!c.offered[kind] && !is_resignation(&c, kind))
            tap_note("%s: %s", c.tested[kind] ? "in a clause test" : "never offered",
                     rules->actions[kind].word);
    free(c.state);
    free(c.offers);
}

int main(int count, char **args)
{
    if (count < 3 || count > 4) {
        fprintf(stderr, "usage: kinds FOLDER GAMES [GAME]\n");
        return 2;
    }
    const uint64_t games = strtoull(args[2], NULL, 10);
    for (const gg_ruleset *const *r = gg_rulesets; *r != NULL; r++)
        if (count == 3 || strcmp((*r)->name, args[3]) == 0) count_kinds(*r, args[1], games);
    return tap_done();
}
