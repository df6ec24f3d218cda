/*
 * levels.c - the players that search: one row of players.def each.
 * SPDX-License-Identifier: MIT
 */
#include "players/search.h"

/* The same for all of them. */
enum { GUESSES = 4, CALM = 2, OWN = GG_MANNER_OWN, DRAWN = 30, DOUBT = 25, LEAN = 1, FAITH = 40 };

#define PLAYER(name)
#define LEVEL(name, title, text, style, playouts, turn_ms, ahead, tries, temperature, overlooks,   \
              base, heads)                                                                         \
    static const gg_level level_##name = {playouts,     ahead, tries,   temperature, overlooks,    \
                                          GG_TRUST_OWN, base,  GUESSES, CALM,        heads,        \
                                          GG_NET_OWN,   DRAWN, DOUBT,   LEAN,        FAITH,        \
                                          OWN,          OWN,   style,   NULL};                     \
    extern const gg_player gg_player_##name;                                                       \
    const gg_player gg_player_##name = {#name,                                                     \
                                        text,                                                      \
                                        title,                                                     \
                                        turn_ms,                                                   \
                                        GG_SEARCH_MEMORY_BYTES,                                    \
                                        GG_SEARCH_ROOM_BYTES,                                      \
                                        &level_##name,                                             \
                                        gg_search_choose};
#include "players/players.def"
#undef LEVEL
#undef PLAYER

const char *gg_player_style(const gg_player *player)
{
    return player->level == NULL ? "" : gg_style_name(player->level->style);
}
