/*
 * contract_main.c - checks the contract for rulesets by name (all of them, and the game of
 * secrets, when none is named):
 *
 *   contract [--games N] [--first SEED] [--thorough] [--texts EVERY] [--option NAME=VALUE]...
 *            [--scenario NAME] [RULESET]...
 *
 * An option is that of every game, whatever the others are.
 * With --texts only notation is checked: every position of the games, and at one place in EVERY all
 * that is offered there.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "contract.h"
#include "secret.h"

typedef struct wish {
    uint64_t games, first;
    bool thorough;
    uint32_t texts;       /* 0: everything is checked */
    const char *scenario; /* NULL: all */
    const char *options[GG_OPTIONS_MAX];
    uint32_t option_count;
} wish;

static void judge(const contract *c, bool all)
{
    const char *game = c->rules->name, *scenario = c->rules->scenarios[c->scenario].name;
    for (promise p = 0; p < PROMISES; p++) {
        if (c->broken[p] > 0) {
            tap_not_ok("%s %s: %s", game, scenario, promise_words[p]);
            tap_note("broken %u of %llu times, first in %s", c->broken[p],
                     (unsigned long long)c->checked[p], c->message[p]);
        } else if (c->checked[p] > 0) {
            tap_ok("%s %s: %s (%llu)", game, scenario, promise_words[p],
                   (unsigned long long)c->checked[p]);
        } else if (all && !promise_is_optional[p]) {
            tap_not_ok("%s %s: %s", game, scenario, promise_words[p]);
            tap_note("there was no occasion to check it");
        }
    }
}

/* False: there is no such option, or not this value of it. */
static bool fix_option(contract *c, const char *text)
{
    const char *equals = strchr(text, '=');
    for (uint32_t i = 0; equals != NULL && i < c->rules->option_count; i++) {
        const gg_option *option = &c->rules->options[i];
        const size_t length = (size_t)(equals - text);
        const long value = strtol(equals + 1, NULL, 10);
        if (strlen(option->name) != length || memcmp(option->name, text, length) != 0) continue;
        c->fixed[i] = (int32_t)value;
        return value >= option->low && value <= option->high;
    }
    return false;
}

static void check_ruleset(const gg_ruleset *rules, const wish *wanted)
{
    const wish how = *wanted;
    for (uint32_t scenario = 0; scenario < rules->scenario_count; scenario++) {
        if (how.scenario != NULL && strcmp(how.scenario, rules->scenarios[scenario].name) != 0)
            continue;
        contract *c = contract_make(rules, scenario);
        for (uint32_t i = 0; i < how.option_count; i++)
            if (!fix_option(c, how.options[i]))
                tap_not_ok("%s has %s", rules->name, how.options[i]);
        for (uint64_t game = how.first; game < how.first + how.games; game++) {
            if (how.texts > 0) contract_play_texts(c, game, how.texts);
            else contract_play(c, game, how.thorough);
        }
        judge(c, how.texts == 0);
        contract_free(c);
    }
}

int main(int count, char **args)
{
    wish how = {.games = 4, .first = 1};
    int at = 1;
    for (; at < count && strncmp(args[at], "--", 2) == 0; at++) {
        if (strcmp(args[at], "--thorough") == 0) how.thorough = true;
        else if (at + 1 < count && strcmp(args[at], "--games") == 0)
            how.games = strtoull(args[++at], NULL, 10);
        else if (at + 1 < count && strcmp(args[at], "--first") == 0)
            how.first = strtoull(args[++at], NULL, 10);
        else if (at + 1 < count && strcmp(args[at], "--texts") == 0)
            how.texts = (uint32_t)strtoul(args[++at], NULL, 10);
        else if (at + 1 < count && strcmp(args[at], "--scenario") == 0) how.scenario = args[++at];
        else if (at + 1 < count && strcmp(args[at], "--option") == 0
                 && how.option_count < GG_OPTIONS_MAX)
            how.options[how.option_count++] = args[++at];
        else {
            fprintf(stderr, "usage: contract [--games N] [--first SEED] [--thorough] "
                            "[--texts EVERY] [--option NAME=VALUE]... [--scenario NAME] "
                            "[RULESET]...\n");
            return 2;
        }
    }
    bool all = at == count;
    for (; at < count; at++) {
        const gg_ruleset *rules =
            strcmp(args[at], "secret") == 0 ? &secret_rules : ruleset_named(args[at]);
        if (rules == NULL) tap_not_ok("there is a ruleset %s", args[at]);
        else check_ruleset(rules, &how);
    }
    for (const gg_ruleset *const *rules = gg_rulesets; all && *rules != NULL; rules++)
        check_ruleset(*rules, &how);
    if (all) check_ruleset(&secret_rules, &how);
    return tap_done();
}
