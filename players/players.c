/*
 * players.c - the list of the computer players.
 * SPDX-License-Identifier: MIT
 */
#include "players/players.h"

#include <string.h>

#define PLAYER(name) extern const gg_player gg_player_##name;
#define LEVEL(name, ...) PLAYER(name)
#include "players/players.def"
#undef PLAYER
#undef LEVEL

const gg_player *const gg_players[] = {
#define PLAYER(name) &gg_player_##name,
#define LEVEL(name, ...) PLAYER(name)
#include "players/players.def"
#undef PLAYER
#undef LEVEL
    NULL,
};

const gg_player *gg_player_named(const char *name)
{
    for (const gg_player *const *player = gg_players; *player != NULL; player++)
        if (strcmp((*player)->name, name) == 0) return *player;
    return NULL;
}

const char *gg_style_name(gg_style style)
{
    static const char *const names[] = {"", "bold", "steady", "careful"};
    return names[style];
}
