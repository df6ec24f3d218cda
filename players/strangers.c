/*
 * strangers.c - greedy with one fixed idea.  See strangers.h.
 * SPDX-License-Identifier: MIT
 */
#include "players/strangers.h"

#include <string.h>

gg_leaning gg_leaning_of(const char *name, const gg_ruleset *rules)
{
    gg_leaning out = {.count = 0};
    for (const gg_leaning_def *row = rules->judgement->leanings; row->player != NULL; row++) {
        if (strcmp(row->player, name) != 0) continue;
        gg_assert(out.count < GG_LEANINGS_MAX);
        out.features[out.count] = row->feature;
        out.worths[out.count++] = row->worth;
    }
    return out;
}

int64_t gg_leaning_score(const gg_leaning *leaning, const gg_ruleset *rules, const gg_state *view,
                         gg_side side, void *notes)
{
    int32_t own[GG_FEATURES_MAX];
    const bool leans = leaning->count > 0 && !rules->turn(view).over;
    int64_t sum = rules->score(view, side, notes, leans ? own : NULL);
    for (uint32_t i = 0; leans && i < leaning->count; i++)
        sum += (int64_t)leaning->worths[i] * own[leaning->features[i]];
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
