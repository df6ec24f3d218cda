/*
 * hall_listen.c - those who listen to a game: streams and sockets.  See hall.h.
 *
 * Each client has a number, the last ply it was sent.  hall_pump() brings it up to date: from the
 * few tellings kept in memory, or, for one that has been away longer, from the store.  After the
 * tellings comes the state, or what has changed of it since the client got it, if anything has: so
 * what a side may not know does not even make its line twitch.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "server/hall.h"

enum { BUCKETS = 8192, FEW = 8 };

/* ---- Clients. ---- */

static hall_client **bucket_of(hall *h, net_id peer)
{
    return &h->client_buckets[gg_hash(&peer, sizeof peer) % BUCKETS];
}

hall_client *hall_client_of(hall *h, net_id peer)
{
    hall_client *at = *bucket_of(h, peer);
    while (at != NULL && at->peer != peer) at = at->next_in_bucket;
    return at;
}

hall_client *hall_client_new(hall *h, net_id peer, const char *id, const char *address,
                             bool is_socket)
{
    const uint64_t from = limits_key(h->limits, address);
    if (!limits_listen(h->limits, from, hall_ticks_ms())) return NULL;
    hall_client *client = calloc(1, sizeof *client);
    if (client == NULL) {
        limits_leave(h->limits, from);
        return NULL;
    }
    client->peer = peer;
    client->is_socket = is_socket;
    client->opened = hall_ticks_ms();
    snprintf(client->id, sizeof client->id, "%s", id);
    client->from = from;
    hall_client **bucket = bucket_of(h, peer);
    client->next_in_bucket = *bucket;
    *bucket = client;
    h->figures.clients++;
    return client;
}

gg_side hall_viewer(const hall_client *client)
{
    return client->who.invited || client->who.spent ? GG_NOBODY : client->who.side;
}

static void leave_game(hall_client *client)
{
    hall_game *game = client->game;
    if (game == NULL) return;
    game->player_count -= hall_viewer(client) != GG_NOBODY;
    *(client->before != NULL ? &client->before->next : &game->clients) = client->next;
    if (client->next != NULL) client->next->before = client->before;
    client->next = client->before = NULL;
    client->game = NULL;
    game->client_count--;
}

/* Of players everybody hears at once.  A crowd of watchers is counted once a second, or each who
 * comes would make a message for each who is there. */
static void came_or_went(hall *h, hall_game *game, gg_side viewer)
{
    game->here_old = true;
    if (viewer != GG_NOBODY || game->client_count <= FEW) hall_tell_here(h, game);
}

void hall_client_gone(hall *h, net_id peer)
{
    hall_client **at = bucket_of(h, peer);
    while (*at != NULL && (*at)->peer != peer) at = &(*at)->next_in_bucket;
    hall_client *client = *at;
    if (client == NULL) return;
    *at = client->next_in_bucket;
    hall_game *game = client->game;
    const gg_side viewer = hall_viewer(client);
    leave_game(client);
    net_message_drop(client->state);
    limits_leave(h->limits, client->from);
    free(client);
    h->figures.clients--;
    if (game == NULL) return;
    came_or_went(h, game, viewer);
    if (game->clients == NULL) hall_rest(h, game);
}

void hall_drop_clients(hall *h, hall_game *game)
{
    while (game->clients != NULL) {
        hall_client *client = game->clients;
        leave_game(client);
        net_hang_up(h->net, client->peer);
    }
}

static bool is_same(const uint8_t *one, const uint8_t *other)
{
    return one != NULL && other != NULL && memcmp(one, other, TABLE_HASH_BYTES) == 0;
}

void hall_end_sessions(hall *h, int64_t account, const uint8_t *only, const uint8_t *kept)
{
    for (uint32_t i = 0; i < BUCKETS; i++)
        for (const hall_client *at = h->client_buckets[i]; at != NULL; at = at->next_in_bucket)
            if (at->account == account && !is_same(at->session, kept)
                && (only == NULL || is_same(at->session, only)))
                net_hang_up(h->net, at->peer);
    for (hall_game *game = h->newest; game != NULL; game = game->older)
        for (hall_ask *at = game->first_waiting; at != NULL; at = at->next)
            if (at->account == account && !is_same(at->session, kept)
                && (only == NULL || is_same(at->session, only)))
                at->account = 0;
}

void hall_end_others(hall *h, const hall_game *game, gg_side side, int64_t account)
{
    for (const hall_client *at = game->clients; at != NULL; at = at->next)
        if (hall_viewer(at) == side && at->account != account) net_hang_up(h->net, at->peer);
}

void hall_look_around(hall *h)
{
    const int64_t now = hall_ticks_ms();
    for (uint32_t i = 0; i < BUCKETS; i++)
        for (const hall_client *at = h->client_buckets[i]; at != NULL; at = at->next_in_bucket) {
            if (!at->greeted && now - at->opened > HALL_HELLO_SECONDS * 1000)
                net_hang_up(h->net, at->peer);
            if (at->game != NULL && at->game->here_old) hall_tell_here(h, at->game);
        }
}

void hall_shed(hall *h)
{
    for (uint32_t i = 0; i < BUCKETS; i++) {
        const uint32_t place = h->shed_at++ % BUCKETS;
        for (const hall_client *at = h->client_buckets[place]; at != NULL; at = at->next_in_bucket)
            if (hall_viewer(at) == GG_NOBODY && at->greeted) {
                net_hang_up(h->net, at->peer);
                return;
            }
    }
}

gg_sides hall_viewers(const hall_game *game)
{
    gg_sides viewers = GG_SIDES_NONE;
    for (const hall_client *at = game->clients; at != NULL; at = at->next)
        viewers |= (gg_sides)(1u << hall_viewer(at));
    return viewers;
}

void hall_count_here(const hall_game *game, bool here[2], uint32_t *watchers)
{
    here[0] = here[1] = false;
    *watchers = 0;
    for (const hall_client *at = game->clients; at != NULL; at = at->next) {
        const gg_side viewer = hall_viewer(at);
        if (viewer == GG_NOBODY) ++*watchers;
        else here[viewer] = true;
    }
}

/* ---- Who is here, and what is said. ---- */

void hall_to_all(hall *h, hall_game *game, net_message *message)
{
    for (hall_client *at = game->clients; message != NULL && at != NULL; at = at->next)
        net_send(h->net, at->peer, message, 0);
    net_message_drop(message);
}

void hall_tell_here(hall *h, hall_game *game)
{
    char bytes[128];
    bool here[2];
    uint32_t watchers;
    game->here_old = false;
    if (game->clients == NULL) return;
    hall_count_here(game, here, &watchers);
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&text);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "tell", "here");
    gg_json_bool(&json, "blue", here[GG_BLUE]);
    gg_json_bool(&json, "red", here[GG_RED]);
    gg_json_int(&json, "watchers", watchers);
    gg_json_end(&json);
    hall_to_all(h, game, net_message_new(bytes, text.count));
}

bool hall_may_read(const table *t, const table_who *who, uint8_t room)
{
    const bool plays = who->side != GG_NOBODY && !who->invited && !who->spent;
    return t->status == STORE_OVER || (room == 0) == plays;
}

void hall_say(hall *h, hall_game *game, uint8_t room, net_message *message)
{
    for (hall_client *at = game->clients; at != NULL; at = at->next)
        if (hall_may_read(game->table, &at->who, room)) net_send(h->net, at->peer, message, 0);
}

/* ---- Keeping up. ---- */

static net_message *recent(const hall_game *game, gg_side viewer, uint32_t ply)
{
    const uint32_t place = ply % HALL_RECENT;
    return game->recent[viewer][place].ply == ply ? game->recent[viewer][place].message : NULL;
}

static gg_json *open_message(hall *h, const char *what)
{
    h->text = gg_text_over(h->text.bytes, h->text.limit);
    h->json = gg_json_into(&h->text);
    gg_json_object(&h->json, NULL);
    gg_json_string(&h->json, "tell", what);
    return &h->json;
}

static net_message *close_message(hall *h)
{
    gg_json_end(&h->json);
    return net_message_new(h->text.bytes, h->text.count);
}

static net_message *write_state(hall *h, const hall_game *game, const table_who *who)
{
    table_write_state(game->table, who, open_message(h, "state"));
    return close_message(h);
}

/* Who comes later than the other side is shown what that one was: thousands of games wait so. */
static void share_shown(hall_game *game, gg_side viewer)
{
    for (int other = 0; other < TABLE_VIEWERS; other++)
        if (other != viewer)
            table_sheet_share(&game->shown[viewer].sheet, &game->shown[other].sheet,
                              game->table->rules);
}

/* Brings up to date what this viewer is shown.  One text serves all who look from the same side;
 * its version stays the same while it stays the same. */
static void refresh_shown(hall *h, hall_game *game, gg_side viewer)
{
    struct hall_shown *shown = &game->shown[viewer];
    if (shown->version != 0 && !shown->old) return;
    const table_change change =
        table_find_change(game->table, viewer, &shown->sheet, &h->draft, open_message(h, "change"));
    shown->old = false;
    if (change == CHANGE_NONE && shown->version != 0) return;
    share_shown(game, viewer);
    net_message_drop(shown->whole);
    net_message_drop(shown->change);
    shown->whole = NULL;
    shown->change = change == CHANGE_SOME ? close_message(h) : NULL;
    shown->version++;
}

static void send_shown(hall *h, hall_game *game, hall_client *client)
{
    const gg_side viewer = hall_viewer(client);
    struct hall_shown *shown = &game->shown[viewer];
    refresh_shown(h, game, viewer);
    if (client->version == shown->version) return;
    const bool is_next = client->version != 0 && client->version + 1 == shown->version;
    net_message *message = shown->change;
    if (!client->takes_changes || !is_next || message == NULL) {
        const table_who plain = {.side = viewer};
        if (shown->whole == NULL) shown->whole = write_state(h, game, &plain);
        message = shown->whole;
    }
    if (message == NULL) return; /* no memory: with the next one he gets all of it */
    net_send(h->net, client->peer, message, 0);
    client->version = shown->version;
}

/* Who only has an invitation sees himself in the state, and gets his own. */
static void send_invited(hall *h, const hall_game *game, hall_client *client)
{
    net_message *state = write_state(h, game, &client->who);
    if (state == NULL) return;
    if (client->state == NULL
        || strcmp(net_message_bytes(client->state), net_message_bytes(state)) != 0) {
        net_send(h->net, client->peer, state, 0);
        net_message_drop(client->state);
        client->state = net_message_keep(state);
    }
    net_message_drop(state);
}

/* An invitation that was used meanwhile plays no longer. */
static void refresh_who(const hall_game *game, hall_client *client)
{
    if (!client->who.invited || !game->table->seats[client->who.side].taken) return;
    client->who.invited = false;
    client->who.spent = true;
    client->version = 0;
}

void hall_pump(hall *h, hall_client *client)
{
    hall_game *game = client->game;
    if (game == NULL || game->busy || game->table == NULL || client->catching_up) return;
    refresh_who(game, client);
    const gg_side viewer = hall_viewer(client);
    if (client->told > game->table->ply[viewer]) client->told = game->table->ply[viewer];
    while (client->told < game->table->ply[viewer]) {
        net_message *next = recent(game, viewer, client->told + 1);
        if (next == NULL) {
            client->catching_up = hall_catch_up(h, game, client, viewer);
            if (!client->catching_up) net_hang_up(h->net, client->peer);
            return;
        }
        net_send(h->net, client->peer, next, ++client->told);
    }
    if (client->who.invited) send_invited(h, game, client);
    else send_shown(h, game, client);
}

/* What a few look at is written again for who comes next; thousands of games would each keep it. */
static void forget_shown(hall_game *game)
{
    if (game->client_count > FEW) return;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) {
        net_message_drop(game->shown[viewer].whole);
        net_message_drop(game->shown[viewer].change);
        game->shown[viewer].whole = game->shown[viewer].change = NULL;
    }
}

void hall_pump_all(hall *h, hall_game *game)
{
    for (hall_client *at = game->clients; at != NULL; at = at->next) hall_pump(h, at);
    forget_shown(game);
}

/* Players' places are theirs: no crowd of watchers can take them. */
bool hall_may_listen(const hall_game *game, const table_who *who)
{
    if (who->side > GG_RED || who->invited || who->spent)
        return game->client_count - game->player_count < HALL_WATCHERS_MAX;
    uint32_t count = 0;
    for (const hall_client *at = game->clients; at != NULL && game->player_count > 0; at = at->next)
        count += hall_viewer(at) == who->side;
    return count < HALL_PLAYERS_MAX;
}

bool hall_listen(hall *h, hall_game *game, hall_client *client, const table_who *who, uint32_t told)
{
    leave_game(client);
    if (!hall_may_listen(game, who)) return false;
    client->greeted = true;
    client->who = *who;
    client->told = told;
    client->version = 0;
    client->game = game;
    client->next = game->clients;
    if (game->clients != NULL) game->clients->before = client;
    game->clients = client;
    game->client_count++;
    game->player_count += hall_viewer(client) != GG_NOBODY;
    hall_pump(h, client);
    forget_shown(game);
    hall_hurry_thinking(h, game);
    came_or_went(h, game, hall_viewer(client));
    return true;
}
