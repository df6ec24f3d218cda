/*
 * api_list.c - games on this server that anybody may join, or watch: GET /api/games.
 *
 * A game is in the list because who made it said so.  The list tells no more than a watcher of the
 * game is told, nothing that happens in it, and no token.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>

#include "server/api.h"

enum { LISTED_MAX = 2 * STORE_LISTED_SHOWN };

static void keep_listed(void *to, const store_listed *game)
{
    account_ask *ask = to;
    if (ask->game_count < LISTED_MAX && !api_has_old_rules(game))
        ask->games[ask->game_count++] = *game;
}

static bool run_listed(account_ask *ask, store_session *session)
{
    ask->game_count = 0;
    return store_read_listed(session, ask->now, keep_listed, ask);
}

static void write_clock(gg_json *json, const char *text)
{
    game_clock clock;
    gg_json_object(json, "clock");
    if (clock_read(text, &clock)) table_write_terms(&clock, json);
    gg_json_end(json);
}

static void write_listed(gg_json *json, hall *h, const store_listed *game)
{
    const bool waits = game->status == STORE_WAITING;
    gg_json_object(json, NULL);
    gg_json_string(json, "id", game->id);
    gg_json_string(json, "game", game->ruleset);
    gg_json_string(json, "scenario", game->scenario);
    gg_json_string(json, "status", waits ? "waiting" : "playing");
    if (waits) gg_json_string(json, "side", gg_side_name(game->side));
    bool here = false;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (waits && side == game->side) gg_json_null(json, gg_side_name(side));
        else gg_json_string(json, gg_side_name(side), game->summary.names[side]);
        here |= hall_is_here(h, game->id, side);
    }
    write_clock(json, game->clock);
    if (api_has_house(game)) gg_json_bool(json, "house", true);
    gg_json_bool(json, "here", here);
    gg_json_int(json, "changed", game->changed);
    gg_json_end(json);
}

static void answer_listed(account_ask *ask)
{
    gg_json *json = api_account_open(ask);
    gg_json_array(json, "games");
    for (uint32_t i = 0; i < ask->game_count; i++)
        write_listed(json, ask->api->hall, &ask->games[i]);
    api_account_send(ask, 200, NULL);
}

void api_list(api *a, net_id id, const net_request *request)
{
    account_ask *ask = api_account_ask(a, id, request);
    if (ask == NULL) return;
    ask->games = calloc(LISTED_MAX, sizeof *ask->games);
    if (ask->games == NULL) api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
    else api_account_read_last(ask, run_listed, answer_listed);
}
