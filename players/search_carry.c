/*
 * search_carry.c - what is taken along from one decision to the next, also after the answer of the
 * other side: what actions gained where they were tried, and what the best plans of the last turn
 * liked (that target, that place).  Positions are not: after dice and an answer hardly one comes
 * again.  All of it lies in the player's memory, which is bounded.
 */
#include "players/search.h"

#include <string.h>

enum { BELIEVED = 2 }; /* tries that a gain counts as later on, when things have changed */

void gg_carry_in(gg_search *s)
{
    if ((s->level->carry & GG_CARRY_GAINS) == 0) return;
    for (uint32_t i = 0; i < GG_SEARCH_CARRIED; i++) {
        const gg_known *it = &s->memory->carried[i];
        if (it->key == 0) continue;
        gg_known *to = gg_known_at(s, it->key);
        *to = *it;
        if (to->count > BELIEVED) to->count = BELIEVED;
    }
}

static void keep_gains(gg_search *s)
{
    gg_known *carried = s->memory->carried;
    memset(carried, 0, sizeof s->memory->carried);
    for (uint32_t i = 0; i < GG_SEARCH_KNOWN; i++) {
        const gg_known *it = &s->known[i];
        gg_known *to = &carried[i % GG_SEARCH_CARRIED];
        if (it->key != 0 && it->count > to->count) *to = *it;
    }
}

static void keep_bents(gg_search *s)
{
    gg_search_memory *m = s->memory;
    bool is_kept[GG_SEARCH_PLANS] = {false};
    for (m->bent_count = 0; m->bent_count < GG_SEARCH_KEPT; m->bent_count++) {
        int best = -1;
        for (uint32_t i = 0; i < s->line_count; i++) {
            const gg_line_of_play *it = &s->lines[i];
            if (is_kept[i] || it->bent.biases[0].field == 0) continue;
            if (best < 0 || gg_line_worth(s, it) > gg_line_worth(s, &s->lines[best])) best = (int)i;
        }
        if (best < 0) return;
        is_kept[best] = true;
        m->bents[m->bent_count] = s->lines[best].bent;
    }
}

void gg_carry_out(gg_search *s)
{
    if ((s->level->carry & GG_CARRY_GAINS) != 0) keep_gains(s);
    if ((s->level->carry & GG_CARRY_BENTS) != 0 && s->memory->playouts == 0) keep_bents(s);
}

uint32_t gg_carried_bents(const gg_search *s, const gg_bent **bents)
{
    *bents = s->memory->bents;
    const bool is_first = s->memory->playouts == 0;
    return (s->level->carry & GG_CARRY_BENTS) != 0 && is_first ? s->memory->bent_count : 0;
}
