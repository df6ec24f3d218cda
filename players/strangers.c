/*
 * strangers.c - greedy with one fixed idea.  See strangers.h.
 */
#include "players/strangers.h"

#include <string.h>

static const struct leaning {
    const char *name, *game, *feature;
    int32_t worth;
} leanings[] = {
#define LEANING(name, game, feature, worth) {#name, game, feature, worth},
#include "players/strangers.def"
};

void gg_lean(gg_leaning *leaning, const gg_ruleset *rules, const char *feature, int32_t worth)
{
    for (uint32_t f = 0; f < rules->judgement->feature_count && worth != 0; f++) {
        if (strcmp(rules->judgement->features[f].id, feature) != 0) continue;
        gg_assert(leaning->count < GG_LEANINGS_MAX);
        leaning->features[leaning->count] = (uint8_t)f;
        leaning->worths[leaning->count++] = worth;
    }
}

gg_leaning gg_leaning_of(const char *name, const gg_ruleset *rules)
{
    gg_leaning out = {.count = 0};
    for (size_t i = 0; i < sizeof leanings / sizeof leanings[0]; i++)
        if (strcmp(leanings[i].name, name) == 0 && strcmp(leanings[i].game, rules->name) == 0)
            gg_lean(&out, rules, leanings[i].feature, leanings[i].worth);
    return out;
}

gg_manner gg_manner_in(const gg_ruleset *rules)
{
    static const gg_manner manners[] = {
#define MANNER(game, base, luck, each) {game, base, luck, each},
#include "players/strangers.def"
    };
    for (size_t i = 0; i < sizeof manners / sizeof manners[0]; i++)
        if (strcmp(manners[i].game, rules->name) == 0) return manners[i];
    return (gg_manner){.game = rules->name};
}

int64_t gg_leaning_worth(const gg_leaning *leaning, const gg_ruleset *rules, const gg_state *view,
                         gg_side side)
{
    int32_t values[2][GG_FEATURES_MAX];
    int64_t sum = 0;
    if (leaning->count == 0 || rules->turn(view).over) return 0;
    rules->judgement->appraise(view, values);
    for (uint32_t i = 0; i < leaning->count; i++)
        sum += (int64_t)leaning->worths[i] * values[side][leaning->features[i]];
    return sum;
}

#define STRANGER(name, text)                                                                       \
    static const gg_player stranger_##name = {#name, text, #name, 0, 0, 0, NULL, gg_greedy_choose};
#include "players/strangers.def"

const gg_player *const gg_strangers[] = {
#define STRANGER(name, text) &stranger_##name,
#include "players/strangers.def"
    NULL,
};
