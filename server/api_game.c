/*
 * api_game.c - the calls on one game, and the one that makes it.  See api.h and docs/http.md.
 *
 * Each run_...() has a game at hand of which nothing is on its way to the disk.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/load.h"
#include "core/numbers.h"
#include "core/wire.h"
#include "server/api.h"
#include "server/log.h"

enum { CHAT_MAX = 500, CHAT_BYTES_MAX = 2000, NOTE_MAX = 4000 };

static void bad_request(hall *h, hall_ask *ask, const char *text)
{
    hall_refuse(h, ask, 400, "bad-request", text);
}

/* ---- Deeds. ---- */

static table_answer try_deed(hall *h, hall_game *game, table_deed *deed, table_refusal *why)
{
    hall_stamp(h, deed);
    h->ear->to = game;
    h->ear->viewers = hall_viewers(game);
    if (deed->kind == DEED_begin) h->ear->viewers |= GG_SIDES_BOTH; /* who sits comes to listen */
    return table_do(game->table, deed, h->ear, why);
}

/* Does it, answers with the ply when it is on the disk; says so if it was done before. */
static void do_deed(hall *h, hall_game *game, hall_ask *ask, table_deed *deed)
{
    table_refusal why;
    if (hall_end_late(h, game, ask)) return;
    const table_answer answer = try_deed(h, game, deed, &why);
    if (answer == TABLE_REFUSED) {
        hall_refuse_why(h, ask, game, &why);
        return;
    }
    gg_json *json = hall_reply_open(h, ask, 200);
    if (ask->side < TABLE_VIEWERS) gg_json_int(json, "ply", game->table->ply[ask->side]);
    if (deed->kind == DEED_rematch) gg_json_string(json, "rematch", game->table->rematch);
    if (answer == TABLE_AGAIN) {
        gg_json_bool(json, "again", true);
        hall_reply_send(h, ask);
        return;
    }
    hall_commit(h, game, ask, deed, 1);
}

/* A side's player asks; anybody else is answered. */
static bool know_player(hall *h, hall_game *game, hall_ask *ask, table_who *who)
{
    if (!hall_know(h, game, ask, who)) return false;
    const gg_side meant = ask->is_read ? ask->meant : api_side(ask->body, "side");
    if (who->side != GG_NOBODY && !who->invited && !who->spent
        && (meant == GG_NOBODY || meant == who->side))
        return true;
    hall_refuse(h, ask, 403, "forbidden",
                who->spent     ? "This invitation was used: the token that it gave plays."
                : who->invited ? "Sit down first."
                               : "Only a player of this side may do that.");
    return false;
}

static void run_action(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    table_deed deed = {.kind = DEED_action};
    if (!know_player(h, game, ask, &who)) return;
    const char *action = ask->is_read ? ask->text : api_string(ask->body, "action");
    deed.ply = ask->ply;
    if (action == NULL || strlen(action) >= GG_ACTION_TEXT_MAX
        || !(ask->is_read || api_number(ask->body, "ply", &deed.ply))) {
        bad_request(h, ask, "An action needs \"ply\", a number, and \"action\", a text.");
        return;
    }
    deed.side = who.side;
    memcpy(deed.text, action, strlen(action) + 1);
    do_deed(h, game, ask, &deed);
}

/* In turn, by the game's own rule; else the server ends it. */
static void run_resign(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    table_refusal why;
    if (!know_player(h, game, ask, &who) || hall_end_late(h, game, ask)) return;
    table_deed deed = {
        .kind = DEED_action, .side = who.side, .text = "resign", .ply = game->table->ply[who.side]};
    if (game->table->status == STORE_PLAYING && try_deed(h, game, &deed, &why) == TABLE_DONE) {
        gg_json_int(hall_reply_open(h, ask, 200), "ply", game->table->ply[who.side]);
        hall_commit(h, game, ask, &deed, 1);
        return;
    }
    deed = (table_deed){.kind = DEED_resigned, .side = who.side};
    do_deed(h, game, ask, &deed);
}

/* To a rule that was corrected since the game began: it is drawn. */
static void run_object(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (!know_player(h, game, ask, &who)) return;
    table_deed deed = {.kind = DEED_objected, .side = who.side};
    do_deed(h, game, ask, &deed);
}

typedef enum offer_answer { OFFER, ACCEPT, DECLINE, NO_ANSWER } offer_answer;

static offer_answer read_answer(const hall_ask *ask)
{
    const char *text = api_string(ask->body, "answer");
    if (text == NULL || strcmp(text, "offer") == 0) return OFFER;
    if (strcmp(text, "accept") == 0) return ACCEPT;
    return strcmp(text, "decline") == 0 ? DECLINE : NO_ANSWER;
}

/* An offer that meets the other side's is an acceptance. */
static offer_answer meet(offer_answer answer, gg_side by, gg_side side)
{
    return answer == OFFER && by == 1 - side ? ACCEPT : answer;
}

static bool has_offer(hall *h, hall_ask *ask, gg_side by, gg_side side)
{
    if (by == 1 - side) return true;
    hall_refuse(h, ask, 409, "not-now", "Nothing is offered to you.");
    return false;
}

static void run_draw(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (!know_player(h, game, ask, &who)) return;
    const gg_side by = game->table->draw_by;
    table_deed deed = {.side = who.side};
    switch (meet(read_answer(ask), by, who.side)) {
    case OFFER: deed.kind = DEED_draw_offered; break;
    case ACCEPT:
        if (!has_offer(h, ask, by, who.side)) return;
        deed.kind = DEED_draw_agreed;
        break;
    case DECLINE: deed.kind = DEED_draw_declined; break;
    case NO_ANSWER: bad_request(h, ask, "\"answer\" is offer, accept or decline."); return;
    }
    do_deed(h, game, ask, &deed);
}

static void run_takeback(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    bool freely = false;
    if (!know_player(h, game, ask, &who)) return;
    table_deed deed = {.side = who.side, .ply = game->table->ply[who.side]};
    switch (read_answer(ask)) {
    case OFFER:
        api_number(ask->body, "ply", &deed.ply);
        deed.kind = DEED_takeback;
        if (table_can_take_back(game->table, who.side, &freely) && !freely)
            deed.kind = DEED_takeback_asked;
        break;
    case ACCEPT:
        if (!has_offer(h, ask, game->table->takeback_by, who.side)) return;
        deed.kind = DEED_takeback;
        deed.side = 1 - who.side;
        deed.agreed = true;
        break;
    case DECLINE: deed.kind = DEED_takeback_declined; break;
    case NO_ANSWER: bad_request(h, ask, "\"answer\" is accept or decline."); return;
    }
    do_deed(h, game, ask, &deed);
}

/* A game to play costs an address, and an account, as much as a new one, whichever way one comes to
 * it: or rematches without end would fill the disk, and one stranger all open seats. */
static bool may_begin(hall *h, hall_ask *ask)
{
    const int64_t now = hall_ticks_ms();
    if (limits_allow_key(h->limits, ask->from, LIMITS_CREATE, now)
        && (ask->account == 0 || limits_allow_account(h->limits, ask->account, LIMITS_CREATE, now)))
        return true;
    hall_refuse(h, ask, 429, "too-fast", "So many games at once: wait a little.");
    return false;
}

/* ---- A rematch: the sides change, and the tokens of this game are its invitations. ---- */

static bool new_rematch(hall *h, const table *old, char id[FAIR_ID_MAX])
{
    table_refusal why;
    store_game row;
    table_write_row(old, &row);
    hall_fresh_id(row.id);
    fair_new_secret(row.secret);
    row.created = hall_now_ms() / 1000;
    memcpy(row.earlier, old->row.id, sizeof row.earlier);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        memcpy(row.seats[side], old->row.seats[1 - side], sizeof row.seats[side]);
        if (strcmp(row.seats[side], "open") == 0) strcpy(row.seats[side], "link");
        memcpy(row.invitations[side], old->seats[1 - side].token, TABLE_HASH_BYTES);
    }
    table *t = table_new(&row, &why);
    hall_game *game = t == NULL ? NULL : hall_add_game(h, t);
    if (game == NULL) return false;
    memcpy(id, row.id, FAIR_ID_MAX);
    table_deed deeds[2];
    int count = 0;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) { /* accounts keep their seats */
        const table_seat *seat = &old->seats[1 - side];
        deeds[count] = (table_deed){.kind = DEED_claimed, .side = side};
        if (seat->account == 0
            || !table_write_claim(seat->account, seat->account_name, deeds[count].text))
            continue;
        count += try_deed(h, game, &deeds[count], &why) == TABLE_DONE;
    }
    hall_ask nobody = {.peer = 0};
    hall_reply_open(h, &nobody, 200);
    hall_commit(h, game, NULL, deeds, count);
    return true;
}

static void run_rematch(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    table *t = game->table;
    if (!know_player(h, game, ask, &who)) return;
    table_deed deed = {.side = who.side};
    offer_answer answer = meet(read_answer(ask), t->rematch_by, who.side);
    if (answer == OFFER && t->seats[1 - who.side].kind == SEAT_COMPUTER) answer = ACCEPT;
    switch (answer) {
    case OFFER: deed.kind = DEED_rematch_offered; break;
    case DECLINE: deed.kind = DEED_rematch_declined; break;
    case NO_ANSWER: bad_request(h, ask, "\"answer\" is offer, accept or decline."); return;
    case ACCEPT:
        if (t->seats[1 - who.side].kind != SEAT_COMPUTER
            && !has_offer(h, ask, t->rematch_by, who.side))
            return;
        if (t->status != STORE_OVER || t->rematch[0] != '\0') {
            hall_refuse(h, ask, 409, "not-now", "There is no rematch to begin.");
            return;
        }
        if (!may_begin(h, ask)) return;
        if (!new_rematch(h, t, deed.text)) {
            hall_refuse(h, ask, 503, "unavailable", "The server has too much to do.");
            return;
        }
        deed.kind = DEED_rematch;
        break;
    }
    do_deed(h, game, ask, &deed);
}

/* ---- Sitting down. ---- */

static bool find_seat(hall *h, hall_game *game, hall_ask *ask, const table_who *who, gg_side *side)
{
    const gg_side meant = api_side(ask->body, "side");
    const table_seat *seats = game->table->seats;
    if (who->invited || who->spent) {
        *side = who->side;
        if (meant == GG_NOBODY || meant == who->side) return true;
        hall_refuse(h, ask, 403, "forbidden", "This invitation is for the other side.");
        return false;
    }
    for (gg_side s = GG_BLUE; s <= GG_RED; s++) {
        if (seats[s].kind != SEAT_OPEN || (meant != GG_NOBODY && meant != s)) continue;
        if (seats[s].taken && meant == GG_NOBODY) continue;
        *side = s;
        return seats[s].taken || may_begin(h, ask);
    }
    hall_refuse(h, ask, 409, "spent", "No seat is open there.");
    return false;
}

static void run_sit(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    table_refusal why;
    char token[HALL_TOKEN_MAX], address[128];
    uint8_t hash[TABLE_HASH_BYTES];
    table_deed deeds[3] = {{.kind = DEED_sit}};
    int count = 1;
    if (!hall_know(h, game, ask, &who) || !find_seat(h, game, ask, &who, &deeds[0].side)) return;
    const char *name = api_string(ask->body, "name"), *own = api_string(ask->body, "token");
    const char *contribution = api_string(ask->body, "contribution");
    if (own != NULL && !api_is_token(own)) {
        bad_request(h, ask, "A token has 22 to 64 characters of A-Z a-z 0-9 _ -.");
        return;
    }
    if (own == NULL) api_fresh_token(token);
    else memcpy(token, own, strlen(own) + 1);
    api_hash_token(token, hash);
    if (name == NULL) name = ask->account != 0 ? ask->account_name : "guest";
    if (!table_write_sit(hash, name, contribution == NULL ? "" : contribution, deeds[0].text)) {
        bad_request(h, ask,
                    "A name has 1 to 31 bytes, in letters of one alphabet that are seen as they"
                    " are; a contribution is a line of up to 64 printable characters of ASCII.");
        return;
    }
    const table_answer answer = try_deed(h, game, &deeds[0], &why);
    if (answer == TABLE_REFUSED) {
        hall_refuse_why(h, ask, game, &why);
        return;
    }
    const gg_side side = deeds[0].side;
    if (answer == TABLE_DONE && ask->account != 0) { /* with a session the seat is the account's */
        deeds[count] = (table_deed){.kind = DEED_claimed, .side = side};
        table_write_claim(ask->account, ask->account_name, deeds[count].text);
        count += try_deed(h, game, &deeds[count], &why) == TABLE_DONE;
    }
    if (answer == TABLE_DONE && table_is_ready(game->table)) {
        deeds[count] = (table_deed){.kind = DEED_begin, .side = GG_NOBODY};
        count += try_deed(h, game, &deeds[count], &why) == TABLE_DONE;
    }
    snprintf(address, sizeof address, "/game/%s/%s#%s", game->id, gg_side_name(side), token);
    gg_json *json = hall_reply_open(h, ask, 200);
    gg_json_string(json, "side", gg_side_name(side));
    gg_json_string(json, "token", token);
    gg_json_string(json, "address", address);
    if (answer == TABLE_AGAIN) hall_reply_send(h, ask);
    else hall_commit(h, game, ask, deeds, count);
}

/* ---- Looking. ---- */

void api_run_state(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    bool here[2];
    uint32_t watchers;
    if (!hall_know(h, game, ask, &who)) return;
    if (game->table->clock.kind != CLOCK_NONE) hall_life_ms(h); /* deadlines are as of now */
    gg_json *json = hall_reply_open(h, ask, 200);
    if (!ask->by_socket) gg_json_string(json, "tell", "state");
    table_write_state(game->table, &who, json);
    hall_count_here(game, here, &watchers);
    gg_json_object(json, "here");
    gg_json_bool(json, "blue", here[GG_BLUE]);
    gg_json_bool(json, "red", here[GG_RED]);
    gg_json_int(json, "watchers", watchers);
    gg_json_end(json);
    hall_reply_send(h, ask);
}

static gg_side viewer_of(const table_who *who)
{
    return who->invited || who->spent ? GG_NOBODY : who->side;
}

void api_run_record(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (!hall_know(h, game, ask, &who)) return;
    if (game->table->match == NULL) {
        hall_refuse(h, ask, 409, "not-now", "The game has not begun.");
        return;
    }
    hall_read_record(h, ask, game, viewer_of(&who));
}

static void run_log(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (!hall_know(h, game, ask, &who)) return;
    hall_read_log(h, ask, game, viewer_of(&who), ask->since == UINT32_MAX ? 0 : ask->since);
}

/* Who means a side that is none of his any more is told so, or he would go on as a watcher without
 * knowing it. */
static bool may_listen(hall *h, hall_ask *ask, const table_who *who)
{
    if (ask->has_token || ask->meant == GG_NOBODY || who->side != GG_NOBODY) return true;
    hall_refuse(h, ask, 401, "session", "You are not logged in: this side is an account's.");
    return false;
}

/* Server-sent events, or the hello of a socket. */
void api_run_stream(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    hall_client *client = hall_client_of(h, ask->peer);
    if (!hall_know(h, game, ask, &who) || !may_listen(h, ask, &who)) {
        if (client != NULL) net_hang_up(h->net, client->peer);
        return;
    }
    const bool is_new = client == NULL && !ask->by_socket;
    if (!hall_may_listen(game, &who) || (client == NULL && !is_new)) {
        hall_refuse(h, ask, 503, "unavailable", "Too many listen to this game.");
        return;
    }
    if (is_new) {
        client = hall_client_new(h, ask->peer, game->id, ask->text, false);
        if (client == NULL) {
            hall_refuse(h, ask, 429, "too-fast",
                        "Too many boards are open in your network: close some of them.");
            return;
        }
        if (!net_stream(h->net, ask->peer)) { /* gone while the game was written down */
            hall_client_gone(h, ask->peer);
            hall_ask_free(ask);
            return;
        }
    } else {
        gg_json_string(hall_reply_open(h, ask, 200), "you",
                       who.invited                    ? "invited"
                       : viewer_of(&who) == GG_NOBODY ? "watcher"
                                                      : gg_side_name(who.side));
    }
    const uint32_t since = ask->since;
    client->account = who.side != GG_NOBODY ? ask->account : 0;
    if (is_new) memcpy(client->session, ask->session, sizeof client->session);
    client->takes_changes = ask->changes;
    if (is_new) hall_ask_free(ask);
    else hall_reply_send(h, ask);
    hall_listen(h, game, client, &who, since);
}

/* ---- Words. ---- */

typedef struct words {
    store_job job;
    hall *h;
    hall_ask *ask;
    store_line line;
    table_who who;
    uint8_t rooms; /* that may be read: hall_may_read() */
    bool note, reading;
    char name[GG_PLAYER_NAME_MAX];
    char text[STORE_TEXT_MAX];
    gg_text out; /* lines read */
} words;

static void write_line(gg_text *out, const store_line *line)
{
    gg_json json = gg_json_into(out);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "tell", "chat");
    gg_json_int(&json, "number", line->number);
    gg_json_string(&json, "room", line->room == 0 ? "players" : "watchers");
    gg_json_string(&json, "from", line->side == GG_NOBODY ? "watcher" : gg_side_name(line->side));
    gg_json_string(&json, "name", line->name);
    gg_json_string(&json, "text", line->text);
    gg_json_int(&json, "at", line->at);
    gg_json_end(&json);
}

static void take_line(void *to, const store_line *line)
{
    words *it = to;
    write_line(&it->out, line);
    gg_put_char(&it->out, '\n');
}

static bool run_words(store_job *job, store_session *session)
{
    words *it = (words *)job;
    const char *id = it->ask->id;
    const gg_side side = viewer_of(&it->who);
    if (it->note && it->reading) return store_read_note(session, id, side, it->text);
    if (it->note) return store_set_note(session, id, side, it->text, it->line.at);
    if (!it->reading) return store_add_line(session, id, &it->line);
    it->out = gg_text_over(it->out.bytes, it->out.limit);
    return store_read_lines(session, id, it->rooms, take_line, it);
}

static void run_saying(hall *h, hall_game *game, hall_ask *ask)
{
    h->text = gg_text_over(h->text.bytes, h->text.limit);
    const store_line line = {.number = ask->done_count,
                             .room = ask->side == GG_NOBODY,
                             .side = ask->side,
                             .at = ask->since,
                             .text = ask->text,
                             .name = api_string(ask->body, "name")};
    write_line(&h->text, &line);
    net_message *message = net_message_new(h->text.bytes, h->text.count);
    if (message != NULL) hall_say(h, game, line.room, message);
    net_message_drop(message);
    hall_ask_free(ask);
}

static void words_done(store_job *job)
{
    words *it = (words *)job;
    hall *h = it->h;
    if (!job->ok) {
        hall_refuse(h, it->ask, 503, "unavailable", "The server cannot do that now.");
    } else if (it->reading && !it->note) {
        hall_reply_text(h, it->ask, "application/x-ndjson", it->out.bytes, it->out.count);
    } else {
        char id[FAIR_ID_MAX];
        memcpy(id, it->ask->id, sizeof id);
        gg_json *json = hall_reply_open(h, it->ask, 200);
        if (it->note) gg_json_string(json, "text", it->text);
        else gg_json_int(json, "number", it->line.number);
        hall_reply_send(h, it->ask);
        hall_ask *saying = it->note ? NULL : hall_ask_new();
        if (saying != NULL) { /* the game may be busy just now: it is said when it is not */
            memcpy(saying->id, id, sizeof id);
            saying->run = run_saying;
            saying->side = it->line.side;
            saying->done_count = it->line.number;
            saying->since = (uint32_t)it->line.at;
            snprintf(saying->text, sizeof saying->text, "%s", it->text);
            saying->body = json_pack("{s:s}", "name", it->name);
            hall_ask_run(h, saying);
        }
    }
    free(it->out.bytes);
    free(it);
}

static bool is_text(const char *text, size_t limit, bool lines)
{
    if (text == NULL || strlen(text) > limit) return false;
    for (; *text != '\0'; text++)
        if (((unsigned char)*text < ' ' && !(lines && *text == '\n')) || *text == 127) return false;
    return true;
}

static void ask_words(hall *h, const hall_game *game, hall_ask *ask, const table_who *who,
                      bool note, bool reading)
{
    const size_t limit = reading && !note ? 2 * STORE_CHAT_PAGE * (size_t)(2 * CHAT_BYTES_MAX) : 1;
    words *it = calloc(1, sizeof *it);
    char *bytes = malloc(limit);
    if (it == NULL || bytes == NULL) {
        free(it);
        free(bytes);
        hall_refuse(h, ask, 503, "unavailable", "There is no memory left.");
        return;
    }
    it->job = (store_job){.run = run_words, .done = words_done};
    store_rank_job(&it->job, STORE_FIRST, ask->from);
    it->h = h;
    it->ask = ask;
    it->who = *who;
    for (uint8_t room = 0; room < 2; room++)
        if (hall_may_read(game->table, who, room)) it->rooms |= (uint8_t)(1u << room);
    it->note = note;
    it->reading = reading;
    it->out = gg_text_over(bytes, (uint32_t)limit);
    const gg_side side = viewer_of(who);
    const char *name =
        side != GG_NOBODY ? game->table->seats[side].name : api_string(ask->body, "name");
    snprintf(it->name, sizeof it->name, "%s",
             name == NULL || !table_may_sit_as(name) ? "a watcher" : name);
    if (!reading) snprintf(it->text, sizeof it->text, "%s", api_string(ask->body, "text"));
    it->line = (store_line){.room = side == GG_NOBODY,
                            .side = side,
                            .at = hall_now_ms() / 1000,
                            .account = ask->account,
                            .name = it->name,
                            .text = it->text};
    if (reading ? store_read(h->store, &it->job) : store_write(h->store, &it->job)) return;
    free(bytes);
    free(it);
    hall_refuse(h, ask, 503, "unavailable", "The server has too much to do.");
}

static void run_chat(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    const char *text = api_string(ask->body, "text");
    if (!hall_know(h, game, ask, &who)) return;
    if (!is_text(text, CHAT_MAX, false) || text[0] == '\0')
        bad_request(h, ask, "\"text\" is a line of at most 500 bytes.");
    else if (!limits_allow_key(h->limits, ask->from, LIMITS_SAY, hall_ticks_ms()))
        hall_refuse(h, ask, 429, "too-fast", "You say too much at once: wait a little.");
    else ask_words(h, game, ask, &who, false, false);
}

static void run_read_chat(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (hall_know(h, game, ask, &who)) ask_words(h, game, ask, &who, false, true);
}

static void run_note(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (!know_player(h, game, ask, &who)) return;
    if (!is_text(api_string(ask->body, "text"), NOTE_MAX, true))
        bad_request(h, ask, "\"text\" is a text of at most 4,000 bytes.");
    else ask_words(h, game, ask, &who, true, false);
}

static void run_read_note(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    if (know_player(h, game, ask, &who)) ask_words(h, game, ask, &who, true, true);
}

/* ---- The calls. ---- */

static const api_call calls[] = {
    {"", NET_GET, api_run_state},        {"action", NET_POST, run_action},
    {"claim", NET_POST, api_run_claim},  {"chat", NET_GET, run_read_chat},
    {"chat", NET_POST, run_chat},        {"draw", NET_POST, run_draw},
    {"log", NET_GET, run_log},           {"note", NET_GET, run_read_note},
    {"note", NET_POST, run_note},        {"object", NET_POST, run_object},
    {"record", NET_GET, api_run_record}, {"rematch", NET_POST, run_rematch},
    {"resign", NET_POST, run_resign},    {"sit", NET_POST, run_sit},
    {"stream", NET_GET, api_run_stream}, {"takeback", NET_POST, run_takeback},
};

const api_call *api_find_call(const char *name, net_method method, bool *other)
{
    *other = false;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(calls[i].name, name) != 0) continue;
        if (calls[i].method == method) return &calls[i];
        *other = true;
    }
    return NULL;
}

/* ---- Creating. ---- */

/* House rules: those of this server, or the request's own tables, if there are any. */
static bool read_tables(const hall *h, const gg_ruleset *rules, const json_t *body, int16_t *house,
                        gg_complaint *complaint)
{
    const json_t *tables = json_object_get(body, "tables");
    const int16_t *usual = hall_house(h, rules);
    if (usual != NULL) memcpy(house, usual, rules->number_count * sizeof *house);
    if (tables == NULL || json_is_null(tables)) return true;
    char *text = json_is_string(tables) ? strdup(json_string_value(tables)) : NULL;
    bool good = false;
    *complaint = (gg_complaint){.is_no = false};
    if (text == NULL)
        strcpy(complaint->sentence, "\"tables\" is a text, as `grognard tables` prints it.");
    else if (rules->number_count == 0)
        snprintf(complaint->sentence, sizeof complaint->sentence,
                 "The numbers of %s cannot be changed.", rules->name);
    else
        good = gg_load_text("tables", text, strlen(text), complaint)
               && gg_read_tables(rules, "tables", text, house, complaint);
    free(text);
    return good;
}

static void put_option(gg_text *out, const char *name, int64_t value)
{
    if (out->count > 0) gg_put_char(out, ' ');
    gg_put(out, name);
    gg_put_char(out, '=');
    gg_put_int(out, value);
}

static bool set_number(const gg_number *number, json_int_t value, int16_t *differs,
                       gg_complaint *complaint)
{
    if (value >= number->low && value <= number->high) {
        *differs = (int16_t)(value - number->standard);
        return true;
    }
    *complaint = (gg_complaint){.is_no = false};
    snprintf(complaint->sentence, sizeof complaint->sentence, "%s is %d to %d.", number->id,
             number->low, number->high);
    return false;
}

/* {"max_rounds": 12} as "max_rounds=12", and so the numbers of house rules.  NULL: fine; else a
 * sentence. */
static const char *read_options(const hall *h, const gg_ruleset *rules, const json_t *body,
                                char out[STORE_OPTIONS_MAX])
{
    static const char *const not_so = "\"options\" is an object of whole numbers.";
    static gg_complaint complaint; /* on the loop only */
    int16_t house[GG_NUMBERS_MAX] = {0};
    const json_t *options = json_object_get(body, "options");
    gg_text text = gg_text_over(out, STORE_OPTIONS_MAX);
    const char *key;
    json_t *value;
    if (options != NULL && !json_is_object(options)) return not_so;
    if (!read_tables(h, rules, body, house, &complaint)) return complaint.sentence;
    json_object_foreach((json_t *)options, key, value)
    {
        if (!json_is_integer(value) || strpbrk(key, " =\n") != NULL) return not_so;
        const int32_t row = gg_find_number(rules, key);
        if (row < 0) put_option(&text, key, json_integer_value(value));
        else if (!set_number(&rules->numbers[row], json_integer_value(value), &house[row],
                             &complaint))
            return complaint.sentence;
    }
    for (uint32_t row = 1; row < rules->number_count; row++)
        if (house[row] != 0)
            put_option(&text, rules->numbers[row].id, rules->numbers[row].standard + house[row]);
    return text.cut ? "These are more options and house rules than a game can have." : NULL;
}

/* NULL: fine; else a sentence. */
static const char *read_clock(const json_t *body, char out[STORE_NAME_MAX])
{
    const json_t *clock = json_object_get(body, "clock");
    const char *kind = api_string(clock, "kind");
    uint32_t days = 0, seconds = 0, increment = 0;
    strcpy(out, "none");
    if (clock == NULL || json_is_null(clock)) return NULL;
    if (kind != NULL && strcmp(kind, "none") == 0) return NULL;
    if (kind != NULL && strcmp(kind, "days") == 0) {
        if (!api_number(clock, "days", &days) || days < 1 || days > CLOCK_DAYS_MAX)
            return "A clock of days has \"days\", 1 to 14.";
        snprintf(out, STORE_NAME_MAX, "days %u", days);
        return NULL;
    }
    if (kind == NULL || strcmp(kind, "bank") != 0)
        return "The \"kind\" of a clock is none, days or bank.";
    if (!api_number(clock, "seconds", &seconds) || seconds < 1 || seconds > CLOCK_SECONDS_MAX)
        return "A bank has \"seconds\", 1 to 2592000 (30 days).";
    if (json_object_get(clock, "increment") != NULL
        && (!api_number(clock, "increment", &increment) || increment > CLOCK_INCREMENT_MAX))
        return "The \"increment\" of a bank is 0 to 86400 seconds (a day).";
    snprintf(out, STORE_NAME_MAX, "bank %u %u", seconds, increment);
    return NULL;
}

static bool read_seats(const json_t *body, store_game *row)
{
    const json_t *seats = json_object_get(body, "seats");
    if (seats != NULL && !json_is_object(seats)) return false;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const json_t *seat = json_object_get(seats, gg_side_name(side));
        const char *text = json_string_value(seat);
        if (seat != NULL && (text == NULL || strlen(text) >= STORE_NAME_MAX)) return false;
        strcpy(row->seats[side], text == NULL ? "link" : text);
    }
    return true;
}

/* NULL, and a sentence, if the body does not do. */
static const char *read_setup(const hall *h, const json_t *body, store_game *row)
{
    gg_complaint complaint;
    static char sentence[GG_SENTENCE_MAX]; /* on the loop only */
    const char *game = api_string(body, "game"), *scenario = api_string(body, "scenario");
    if (game == NULL) return "\"game\" is missing; GET /api/rules lists them.";
    const gg_ruleset *rules = gg_find_rules(game, &complaint);
    if (rules == NULL) {
        memcpy(sentence, complaint.sentence, sizeof sentence);
        return sentence;
    }
    if (scenario == NULL) scenario = rules->scenarios[0].name;
    if (strlen(scenario) >= STORE_NAME_MAX) return "There is no such scenario.";
    strcpy(row->ruleset, rules->name);
    row->version = rules->version;
    strcpy(row->scenario, scenario);
    const char *trouble = read_options(h, rules, body, row->options);
    if (trouble != NULL) return trouble;
    if (!read_seats(body, row)) return "\"seats\" is an object: blue and red, each a text.";
    return read_clock(body, row->clock);
}

static void write_created(gg_json *json, const table *t, char tokens[2][HALL_TOKEN_MAX])
{
    char address[128], hex[2 * FAIR_HASH_BYTES + 1];
    uint8_t commitment[FAIR_HASH_BYTES];
    const char *id = t->row.id;
    fair_commitment(&t->fair, t->fair.secret, commitment);
    sodium_bin2hex(hex, sizeof hex, commitment, sizeof commitment);
    gg_json_string(json, "id", id);
    gg_json_string(json, "commitment", hex);
    snprintf(address, sizeof address, "/game/%s", id);
    gg_json_string(json, "watch", address);
    snprintf(address, sizeof address, "/join/%s", id);
    if (t->seats[0].kind == SEAT_OPEN || t->seats[1].kind == SEAT_OPEN)
        gg_json_string(json, "join", address);
    gg_json_object(json, "seats");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_json_object(json, gg_side_name(side));
        gg_json_string(json, "kind", t->row.seats[side]);
        snprintf(address, sizeof address, "/game/%s/%s#%s", id, gg_side_name(side), tokens[side]);
        if (t->seats[side].kind != SEAT_COMPUTER) {
            gg_json_string(json, "invitation", tokens[side]);
            gg_json_string(json, "address", address);
        }
        gg_json_end(json);
    }
    gg_json_end(json);
}

/* Of a game that anybody may join: who makes it, so that nobody fills the list; 0 if it is not to
 * be listed.  NULL: fine; else a sentence. */
static const char *read_listed(const hall_ask *ask, const store_game *row, int64_t *maker)
{
    const json_t *listed = json_object_get(ask->body, "listed");
    *maker = 0;
    if (listed != NULL && !json_is_boolean(listed)) return "\"listed\" is true or false.";
    if (!json_is_true(listed)) return NULL;
    if (strcmp(row->seats[GG_BLUE], "open") != 0 && strcmp(row->seats[GG_RED], "open") != 0)
        return "A game that is listed has an open seat.";
    *maker = ask->account != 0 ? ask->account : -(int64_t)(ask->from >> 1 | 1);
    return NULL;
}

void api_create(hall *h, hall_ask *ask)
{
    static store_game row; /* large; on the loop only */
    char tokens[2][HALL_TOKEN_MAX];
    table_refusal why;
    int64_t maker;
    memset(&row, 0, sizeof row);
    const char *trouble = read_setup(h, ask->body, &row);
    if (trouble == NULL) trouble = read_listed(ask, &row, &maker);
    if (trouble != NULL) {
        bad_request(h, ask, trouble);
        return;
    }
    hall_fresh_id(row.id);
    fair_new_secret(row.secret);
    row.created = hall_now_ms() / 1000;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        api_fresh_token(tokens[side]);
        api_hash_token(tokens[side], row.invitations[side]);
    }
    table *t = table_new(&row, &why);
    if (t == NULL) {
        hall_refuse_why(h, ask, NULL, &why);
        return;
    }
    hall_game *game = hall_add_game(h, t);
    if (game == NULL) {
        hall_refuse(h, ask, 503, "unavailable", "The server has too much to do.");
        return;
    }
    game->maker = maker;
    game->from = ask->from;
    table_deed begin = {.kind = DEED_begin, .side = GG_NOBODY};
    const bool begins = table_is_ready(t) && try_deed(h, game, &begin, &why) == TABLE_DONE;
    write_created(hall_reply_open(h, ask, 201), t, tokens);
    ask->side = GG_NOBODY;
    hall_commit(h, game, ask, &begin, begins ? 1 : 0);
}
