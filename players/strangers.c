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

int64_t gg_stranger_leaning(const char *name, const gg_ruleset *rules, const gg_state *view,
                            gg_side side)
{
    int32_t values[2][GG_FEATURES_MAX];
    int64_t sum = 0;
    if (rules->appraise == NULL || rules->turn(view).over) return 0;
    rules->appraise(view, values);
    for (size_t i = 0; i < sizeof leanings / sizeof leanings[0]; i++) {
        if (strcmp(leanings[i].name, name) != 0 || strcmp(leanings[i].game, rules->name) != 0)
            continue;
        for (uint32_t f = 0; f < rules->feature_count; f++)
            if (strcmp(rules->features[f].id, leanings[i].feature) == 0)
                sum += (int64_t)leanings[i].worth * values[side][f];
    }
    return sum;
}

#define STRANGER(name, text) \
    static const gg_player stranger_##name = {#name, text, #name, 0, 0, 0, NULL, gg_greedy_choose};
#include "players/strangers.def"

const gg_player *const gg_strangers[] = {
#define STRANGER(name, text) &stranger_##name,
#include "players/strangers.def"
    NULL,
};
