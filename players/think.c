/*
 * think.c - a choice in pieces.  See players.h.
 * SPDX-License-Identifier: MIT
 */
#include "players/search.h"

void gg_think_begin(gg_thinking *it, const gg_player *player, const gg_decision *decision)
{
    it->player = player;
    it->decision = *decision;
    it->search = NULL;
    if (player->level != NULL) it->search = gg_search_begin(player, &it->decision, &it->action);
    else player->choose(player, &it->decision, &it->action);
}

bool gg_think_on(gg_thinking *it)
{
    if (it->search == NULL) return true;
    if (!gg_search_go_on(it->search)) return false;
    gg_search_take(it->search, &it->action);
    it->search = NULL;
    return true;
}
