/*
 * hall.c - the open games.  See hall.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/hall.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "server/log.h"
#include "server/serve.h"

enum {
    BUCKETS = 8192,
    DEEDS_AT_ONCE = 3,
    LONG_MS = 5000, /* whatever players wait for should not take so long */
};

/* ---- Asks. ---- */

hall_ask *hall_ask_new(void)
{
    hall_ask *ask = malloc(sizeof *ask);
    if (ask == NULL) return NULL;
    memset(ask, 0, offsetof(hall_ask, text) + 1); /* and an empty text */
    ask->meant = GG_NOBODY;
    return ask;
}

void hall_ask_free(hall_ask *ask)
{
    if (ask == NULL) return;
    json_decref(ask->body);
    free(ask);
}

/* ---- Answers. ---- */

gg_json *hall_reply_open(hall *h, const hall_ask *ask, int status)
{
    h->text = gg_text_over(h->text.bytes, h->text.limit);
    h->json = gg_json_into(&h->text);
    h->status = status;
    gg_json_object(&h->json, NULL);
    if (ask->by_socket) {
        gg_json_string(&h->json, "tell", "answer");
        gg_json_int(&h->json, "to", ask->number);
        gg_json_int(&h->json, "status", status);
    }
    return &h->json;
}

static void close_reply(hall *h, const hall_ask *ask)
{
    while (h->json.depth > 0) gg_json_end(&h->json);
    if (ask == NULL || !ask->by_socket) gg_put_char(&h->text, '\n');
}

/* What is written goes to who asked, as an answer or a message. */
static void send_reply(hall *h, const hall_ask *ask, int status, const char *bytes, size_t count)
{
    if (ask->peer == 0) return;
    if (ask->by_socket) {
        net_message *message = net_message_new(bytes, count);
        if (message == NULL) return;
        net_send(h->net, ask->peer, message, 0);
        net_message_drop(message);
        return;
    }
    net_reply(h->net, ask->peer,
              &(net_answer){.status = status,
                            .type = "application/json",
                            .headers = status == 429
                                           ? "Retry-After: 2\r\nCache-Control: no-store\r\n"
                                           : "Cache-Control: no-store\r\n",
                            .body = bytes,
                            .count = count});
}

void hall_reply_send(hall *h, hall_ask *ask)
{
    close_reply(h, ask);
    send_reply(h, ask, h->status, h->text.bytes, h->text.count);
    hall_ask_free(ask);
}

void hall_refuse(hall *h, hall_ask *ask, int status, const char *error, const char *text)
{
    gg_json *json = hall_reply_open(h, ask, status);
    gg_json_string(json, "error", error);
    gg_json_string(json, "text", text);
    h->figures.refused++;
    hall_reply_send(h, ask);
}

void hall_refuse_why(hall *h, hall_ask *ask, const hall_game *game, const table_refusal *why)
{
    gg_json *json = hall_reply_open(h, ask, why->status);
    gg_json_string(json, "error", why->error);
    gg_json_string(json, "text", why->text);
    if (why->by_rules) {
        const gg_reason_def *reason = &game->table->rules->reasons[why->verdict.reason];
        gg_json_string(json, "reason", reason->id);
        gg_json_string(json, "clause", gg_clause_number(game->table->rules, reason->clause));
        gg_json_int(json, "had", why->verdict.had);
        gg_json_int(json, "needed", why->verdict.needed);
    }
    if (game != NULL && game->table != NULL && ask->side < TABLE_VIEWERS
        && strcmp(why->error, "stale") == 0)
        gg_json_int(json, "ply", game->table->ply[ask->side]);
    h->figures.refused++;
    hall_reply_send(h, ask);
}

static void reply_whole(hall *h, hall_ask *ask, const net_answer *answer)
{
    if (ask->peer != 0) net_reply(h->net, ask->peer, answer);
    hall_ask_free(ask);
}

void hall_reply_message(hall *h, hall_ask *ask, const char *type, net_message *message)
{
    if (message == NULL) hall_refuse(h, ask, 503, "unavailable", "There is no memory left.");
    else
        reply_whole(h, ask,
                    &(net_answer){.status = 200,
                                  .type = type,
                                  .headers = "Cache-Control: no-store\r\n",
                                  .message = message});
}

void hall_reply_text(hall *h, hall_ask *ask, const char *type, const char *bytes, size_t count)
{
    net_message *message = net_message_new(bytes, count);
    hall_reply_message(h, ask, type, message);
    net_message_drop(message);
}

void hall_reply_picture(hall *h, hall_ask *ask, const char *type, const char *bytes, size_t count)
{
    reply_whole(h, ask,
                &(net_answer){.status = 200,
                              .type = type,
                              .picture = true,
                              .headers = "Cache-Control: no-cache\r\n",
                              .body = bytes,
                              .count = count});
}

/* ---- Finding games. ---- */

static hall_game **bucket_of(hall *h, const char *id)
{
    return &h->buckets[gg_hash(id, strlen(id)) % h->bucket_count];
}

hall_game *hall_find(hall *h, const char *id)
{
    for (hall_game *at = *bucket_of(h, id); at != NULL; at = at->next_in_bucket)
        if (strcmp(at->id, id) == 0) return at;
    return NULL;
}

static void unlink_age(hall *h, hall_game *game)
{
    *(game->newer != NULL ? &game->newer->older : &h->newest) = game->older;
    *(game->older != NULL ? &game->older->newer : &h->oldest) = game->newer;
    game->newer = game->older = NULL;
}

static void link_newest(hall *h, hall_game *game)
{
    game->older = h->newest;
    game->newer = NULL;
    *(h->newest != NULL ? &h->newest->newer : &h->oldest) = game;
    h->newest = game;
}

static void drop_messages(hall_game *game)
{
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) {
        for (int i = 0; i < HALL_RECENT; i++) {
            net_message_drop(game->recent[viewer][i].message);
            game->recent[viewer][i].message = NULL;
        }
        net_message_drop(game->shown[viewer].whole);
        net_message_drop(game->shown[viewer].change);
        game->shown[viewer].whole = game->shown[viewer].change = NULL;
    }
    for (uint32_t i = 0; i < game->staged_count; i++) net_message_drop(game->staged[i].message);
    game->staged_count = 0;
}

static void forget_game(hall *h, hall_game *game)
{
    hall_game **at = bucket_of(h, game->id);
    while (*at != game) at = &(*at)->next_in_bucket;
    *at = game->next_in_bucket;
    unlink_age(h, game);
    hall_stop_thinking(h, game);
    drop_messages(game);
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++)
        table_sheet_free(&game->shown[viewer].sheet);
    if (game->table != NULL || game->loading != NULL) h->figures.games--;
    table_free(game->table);
    free(game->minds[GG_BLUE]);
    free(game->minds[GG_RED]);
    free(game);
}

/* Who would miss it, if it left memory?  It comes back when something is asked of it. */
typedef enum standing { MISSED_BY_NOBODY, MISSED_BY_WATCHERS, MISSED_BY_PLAYERS, STAYS } standing;

static standing standing_of(const hall_game *game)
{
    const bool thinks = game->thought != NULL && !game->thought->idle;
    if (game->busy || thinks || game->first_waiting != NULL) return STAYS;
    if (game->clients == NULL) return MISSED_BY_NOBODY;
    if (game->table == NULL) return STAYS; /* it has left already: only who listens is there */
    return game->player_count > 0 ? MISSED_BY_PLAYERS : MISSED_BY_WATCHERS;
}

/* Who listens goes on listening: as long as nobody asks anything, nothing happens to it. */
static void leave_memory(hall *h, hall_game *game)
{
    if (game->clients == NULL) {
        forget_game(h, game);
        return;
    }
    hall_stop_thinking(h, game);
    drop_messages(game);
    table_free(game->table);
    game->table = NULL;
    unlink_age(h, game);
    link_newest(h, game); /* where nobody looks for room */
    h->figures.games--;
}

void hall_rest(hall *h, hall_game *game)
{
    if (game->table != NULL && game->table->status == STORE_OVER
        && standing_of(game) == MISSED_BY_NOBODY)
        leave_memory(h, game);
}

/* Makes room: games that nobody looks at leave memory first, then those that are only watched, then
 * those whose players look and do nothing.  False: something is being done to all of them. */
static bool make_room(hall *h)
{
    for (standing who = MISSED_BY_NOBODY; who < STAYS; who++)
        for (hall_game *at = h->oldest; at != NULL && h->figures.games >= h->game_limit;) {
            hall_game *newer = at->newer;
            if (standing_of(at) == who) leave_memory(h, at);
            at = newer;
        }
    if (h->figures.games < h->game_limit) return true;
    h->full_at = hall_ticks_ms();
    return false;
}

static hall_game *new_game(hall *h, const char *id)
{
    hall_game *game = calloc(1, sizeof *game);
    if (game == NULL) return NULL;
    memcpy(game->id, id, strlen(id) + 1);
    hall_game **bucket = bucket_of(h, id);
    game->next_in_bucket = *bucket;
    *bucket = game;
    link_newest(h, game);
    return game;
}

/* Letters and digits that cannot be taken for one another; 40 bits: no game is found by guessing
 * more easily than by asking its players. */
void hall_fresh_id(char out[FAIR_ID_MAX])
{
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    enum { LENGTH = 8 };
    uint64_t bits[LENGTH];
    fair_random(bits, sizeof bits);
    for (int i = 0; i < LENGTH; i++)
        out[i] = letters[bits[i] % (sizeof letters - 1)]; /* of 2^64: no letter is likelier */
    out[LENGTH] = '\0';
}

/* ---- Asks wait for their game. ---- */

static void run_waiting(hall *h, hall_game *game)
{
    while (!game->busy && game->table != NULL && game->first_waiting != NULL) {
        hall_ask *ask = game->first_waiting;
        game->first_waiting = ask->next;
        game->waiting_count--;
        ask->next = NULL;
        ask->run(h, game, ask);
    }
}

static void refuse_waiting(hall *h, hall_game *game, const table_refusal *why)
{
    while (game->first_waiting != NULL) {
        hall_ask *ask = game->first_waiting;
        game->first_waiting = ask->next;
        hall_refuse_why(h, ask, NULL, why);
    }
    game->waiting_count = 0;
}

store_rank hall_rank(const hall_ask *ask)
{
    if (ask->peer == 0 || ask->has_token || ask->account != 0) return STORE_PLAYER;
    return ask->by_socket ? STORE_WATCHER : STORE_STRANGER;
}

/* Players before watchers, those before strangers, and each in the order they came. */
static void wait_for(hall *h, hall_game *game, hall_ask *ask)
{
    const store_rank rank = hall_rank(ask);
    const uint32_t limit = rank == STORE_PLAYER    ? HALL_WAITING_MAX
                           : rank == STORE_WATCHER ? HALL_WAITING_MAX * 3 / 4
                                                   : HALL_WAITING_MAX / 2;
    if (game->waiting_count >= limit) {
        hall_refuse(h, ask, 503, "unavailable", "Too much is waiting for this game already.");
        return;
    }
    hall_ask **at = &game->first_waiting;
    while (*at != NULL && hall_rank(*at) <= rank) at = &(*at)->next;
    ask->next = *at;
    *at = ask;
    game->waiting_count++;
    if (game->loading != NULL) store_raise(h->store, game->loading, rank);
}

/* ---- Loading. ---- */

typedef struct load {
    store_job job;
    hall *h;
    hall_game *game;
    hall_reading reading;
} load;

/* On a thread of the store. */
static bool run_load(store_job *job, store_session *session)
{
    load *it = (load *)job;
    it->reading.job = job;
    it->reading.life = &it->h->time.life;
    hall_read_game(&it->reading, session, it->game->id);
    return it->reading.table != NULL;
}

/* Its players are told before anything else is done. */
static bool go_on_corrected(hall *h, hall_game *game)
{
    table_deed deed = {.kind = DEED_corrected, .side = GG_NOBODY};
    table_refusal why;
    game->table->past.is_due = false;
    hall_stamp(h, &deed);
    table_write_corrected(game->table, deed.text);
    h->ear->to = game;
    h->ear->viewers = hall_viewers(game);
    hall_ask *ask = hall_ask_new();
    if (ask == NULL || table_do(game->table, &deed, h->ear, &why) != TABLE_DONE) {
        hall_ask_free(ask);
        return false;
    }
    log_say("rules corrected", "game", game->id, "versions", deed.text, NULL);
    hall_reply_open(h, ask, 200);
    hall_commit(h, game, ask, &deed, 1);
    return true;
}

static void load_done(store_job *job)
{
    load *it = (load *)job;
    hall *h = it->h;
    hall_game *game = it->game;
    const table_refusal *why = it->reading.why.status == 0 ? &hall_too_much : &it->reading.why;
    game->busy = false;
    game->loading = NULL;
    game->table = it->reading.table;
    if (game->table == NULL) {
        h->figures.games--;
        if (why->status == 500) log_say("broken", "game", game->id, "text", why->text, NULL);
        refuse_waiting(h, game, why);
        hall_drop_clients(h, game);
        forget_game(h, game);
    } else {
        game->snapshot = it->reading.snapshot;
        game->unproved = it->reading.snapshot > 0 && !it->reading.proved;
        if (game->unproved) hall_prove_snapshot(h, game);
        h->figures.redone += it->reading.redone;
        h->figures.loaded++;
        if (game->table->past.is_due && go_on_corrected(h, game)) {
            free(it);
            return;
        }
        hall_keep_snapshot(h, game);
        hall_pump_all(h, game);
        run_waiting(h, game);
        hall_begin_thinking(h, game);
    }
    free(it);
}

/* For this ask, or for those who wait. */
static bool begin_load(hall *h, hall_game *game, const hall_ask *ask)
{
    game->busy = true; /* it must not be what leaves */
    load *it = make_room(h) ? calloc(1, sizeof *it) : NULL;
    game->busy = false;
    if (it == NULL) return false;
    store_rank_job(&it->job, STORE_PLAYER, ask == NULL ? 0 : ask->from);
    if (ask != NULL) it->job.wait.lane = (uint8_t)hall_rank(ask); /* others may come to wait */
    it->job.run = run_load;
    it->job.done = load_done;
    it->h = h;
    it->game = game;
    game->busy = true;
    game->loading = &it->job;
    if (store_read(h->store, &it->job)) {
        h->figures.games++;
        return true;
    }
    game->busy = false;
    game->loading = NULL;
    free(it);
    return false;
}

void hall_ask_run(hall *h, hall_ask *ask)
{
    hall_game *game = hall_find(h, ask->id);
    if (game == NULL) {
        game = new_game(h, ask->id);
        if (game == NULL || !begin_load(h, game, ask)) {
            if (game != NULL) forget_game(h, game);
            hall_refuse(h, ask, 503, "unavailable", "The server has too much to do.");
            return;
        }
    }
    if (game->table == NULL && !game->busy && !begin_load(h, game, ask)) { /* a write has failed */
        hall_refuse(h, ask, 503, "unavailable", "The server has too much to do.");
        return;
    }
    if (h->newest != game) {
        unlink_age(h, game);
        link_newest(h, game);
    }
    if (game->busy || game->first_waiting != NULL) wait_for(h, game, ask);
    else ask->run(h, game, ask);
}

bool hall_know(hall *h, hall_game *game, hall_ask *ask, table_who *who)
{
    if (!ask->has_token && ask->account != 0) {
        *who = (table_who){.side = table_find_account(game->table, ask->account, ask->meant)};
        who->invited = who->side != GG_NOBODY && !game->table->seats[who->side].taken;
        ask->side = who->side;
        return true;
    }
    if (!table_find_who(game->table, ask->has_token ? ask->token : NULL, who)) {
        hall_refuse(h, ask, 401, "token", "This token is none of this game.");
        return false;
    }
    ask->side = who->side;
    if (who->side == GG_NOBODY || who->spent) return true;
    const int64_t owner = game->table->seats[who->side].account;
    if (ask->from != 0) game->from = ask->from;
    if (owner == 0 || owner == ask->account) return true;
    ask->side = GG_NOBODY; /* no field of the refusal is for his eyes */
    if (ask->account == 0)
        hall_refuse(h, ask, 401, "session", "This seat belongs to an account: log in to it.");
    else hall_refuse(h, ask, 403, "forbidden", "This seat belongs to another account.");
    return false;
}

/* ---- Committing. ---- */

typedef struct commit {
    store_job job;
    hall *h;
    hall_game *game;
    hall_ask *ask;
    store_game *row;                 /* of a new game; else NULL */
    store_deed deeds[DEEDS_AT_ONCE]; /* their texts stand behind the reply */
    int count;
    bool lists; /* the game's row changes, too */
    store_status status;
    gg_sides deciding;
    int64_t changed; /* seconds */
    hall_kept kept;
    store_standing standing; /* no bytes: the game has not begun */
    int reply_status;
    size_t reply_count;
    char bytes[]; /* the reply, which goes out when it is on the disk, and the deeds' texts */
} commit;

/* On the store's writing thread.  The faces lie in the game's memory, and the loop does not touch
 * the game before it is done. */
static bool run_commit(store_job *job, store_session *session)
{
    const commit *it = (const commit *)job;
    bool well = it->row == NULL || store_add_game(session, it->row);
    for (int i = 0; well && i < it->count; i++)
        well = store_add_deed(session, it->game->id, &it->deeds[i]);
    if (well && it->standing.bytes != NULL)
        well = store_add_standing(session, it->game->id, &it->standing);
    if (well && it->lists)
        well = store_set_status(session, it->game->id, it->status, it->deciding, it->changed);
    return well && hall_keep_write(&it->kept, it->game->id, session);
}

static void release_staged(hall_game *game)
{
    for (uint32_t i = 0; i < game->staged_count; i++) {
        const gg_side viewer = game->staged[i].viewer;
        const uint32_t place = game->staged[i].ply % HALL_RECENT;
        net_message_drop(game->recent[viewer][place].message);
        game->recent[viewer][place].message = game->staged[i].message;
        game->recent[viewer][place].ply = game->staged[i].ply;
    }
    game->staged_count = 0;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) game->shown[viewer].old = true;
}

void hall_read_again(hall *h, hall_game *game)
{
    static const table_refusal why = {.status = 503,
                                      .error = "unavailable",
                                      .text = "The server cannot write; nothing was done."};
    drop_messages(game);
    table_free(game->table);
    game->table = NULL;
    h->figures.games--;
    game->fresh = game->listed = false;
    if ((game->clients != NULL || game->first_waiting != NULL) && begin_load(h, game, NULL)) return;
    refuse_waiting(h, game, &why);
    hall_drop_clients(h, game);
}

/* What is not on the disk did not happen: the game is read again from there, now if anybody looks
 * at it.  The game itself stays: those who called may still be looking at it. */
static void commit_failed(hall *h, hall_game *game)
{
    log_say("cannot write", "game", game->id, NULL);
    hall_read_again(h, game);
}

static void free_commit(commit *it)
{
    free(it->standing.bytes);
    free(it->row);
    free(it);
}

static void commit_done(store_job *job)
{
    commit *it = (commit *)job;
    hall *h = it->h;
    hall_game *game = it->game;
    hall_ask *ask = it->ask;
    game->busy = false;
    if (!job->ok) {
        if (ask != NULL)
            hall_refuse(h, ask, 503, "unavailable", "The server cannot write; nothing was done.");
        commit_failed(h, game);
        free_commit(it);
        return;
    }
    game->fresh = false;
    h->figures.deeds += (uint64_t)it->count;
    if (ask != NULL) {
        send_reply(h, ask, it->reply_status, it->bytes, it->reply_count);
        hall_ask_free(ask);
    }
    free_commit(it);
    release_staged(game);
    hall_keep_snapshot(h, game);
    hall_pump_all(h, game);
    run_waiting(h, game);
    hall_begin_thinking(h, game);
}

/* Does the game's row change with this commit?  Whose decision it is, and since when, is asked of
 * the store only for the lists of accounts; of other games the row is written when they begin and
 * end, which saves half of what an action writes. */
static bool is_listed(hall_game *game, const hall_kept *kept)
{
    const bool same = game->listed && game->status == game->table->status;
    game->listed = true;
    game->status = game->table->status;
    return kept->any || !same || table_has_computer(game->table); /* hall_resume() asks for it */
}

/* In one block, as small as can be: there is one for every action. */
static commit *new_commit(hall *h, hall_game *game, const table_deed *deeds, int count)
{
    size_t lengths[DEEDS_AT_ONCE], room = h->text.count;
    gg_assert(count <= DEEDS_AT_ONCE);
    for (int i = 0; i < count; i++) room += lengths[i] = strlen(deeds[i].text) + 1;
    store_game *row = game->fresh ? malloc(sizeof *row) : NULL;
    commit *it = row != NULL || !game->fresh ? malloc(sizeof *it + room) : NULL;
    if (it == NULL) {
        free(row);
        return NULL;
    }
    it->job = (store_job){.run = run_commit, .done = commit_done};
    it->h = h;
    it->game = game;
    it->row = row;
    if (row != NULL) table_write_row(game->table, row);
    it->count = count;
    it->status = game->table->status;
    it->deciding = table_deciding(game->table);
    it->changed = game->table->decided_at / 1000;
    hall_keep(h, game, deeds, count, &it->kept);
    it->lists = is_listed(game, &it->kept);
    it->standing = (store_standing){.number = game->table->done_count};
    for (int i = 0; i < count; i++) it->standing.kept |= deeds[i].kind == DEED_corrected;
    if (count > 0) it->standing.bytes = table_write_standing(game->table, &it->standing.count);
    it->reply_status = h->status;
    it->reply_count = h->text.count;
    memcpy(it->bytes, h->text.bytes, h->text.count);
    char *text = it->bytes + h->text.count;
    const bool clocked = game->table->clock.kind != CLOCK_NONE;
    for (int i = 0; i < count; text += lengths[i++]) {
        const table_deed *deed = &deeds[i];
        memcpy(text, deed->text, lengths[i]);
        it->deeds[i] = (store_deed){.number = deed->number,
                                    .kind = deed->kind,
                                    .side = deed->side,
                                    .ply = deed->ply,
                                    .hash = deed->hash,
                                    .is_hashed = true,
                                    .at = deed->at,
                                    .life = clocked ? deed->life : 0,
                                    .text = text,
                                    .faces = deed->faces,
                                    .face_count = deed->face_count};
    }
    return it;
}

void hall_commit(hall *h, hall_game *game, hall_ask *ask, const table_deed *deeds, int count)
{
    close_reply(h, ask);
    commit *it = new_commit(h, game, deeds, count);
    if (it != NULL) {
        it->ask = ask;
        game->busy = true;
        if (store_write(h->store, &it->job)) return;
        game->busy = false;
        free_commit(it);
    }
    if (ask != NULL)
        hall_refuse(h, ask, 503, "unavailable",
                    "The server has too much to write; nothing was done.");
    commit_failed(h, game);
}

hall_game *hall_add_game(hall *h, table *t)
{
    hall_game *game =
        hall_find(h, t->row.id) == NULL && make_room(h) ? new_game(h, t->row.id) : NULL;
    if (game == NULL) {
        table_free(t);
        return NULL;
    }
    t->life = &h->time.life;
    game->table = t;
    game->fresh = true;
    h->figures.games++;
    h->figures.created++;
    return game;
}

/* ---- Clocks. ---- */

bool hall_end_late(hall *h, hall_game *game, hall_ask *ask)
{
    table_deed deed = {.kind = DEED_out_of_time};
    table_refusal why;
    hall_stamp(h, &deed);
    if (!table_is_out_of_time(game->table, deed.life, &deed.side)) return false;
    h->ear->to = game;
    h->ear->viewers = hall_viewers(game);
    if (table_do(game->table, &deed, h->ear, &why) != TABLE_DONE) return false;
    gg_json *json = hall_reply_open(h, ask, 409);
    gg_json_string(json, "error", "not-now");
    gg_json_string(json, "text", "The time is up: the game is over.");
    hall_commit(h, game, ask, &deed, 1);
    return true;
}

/* It may be that the deadline in the list was not the last word: then it is written anew. */
static void run_clock(hall *h, hall_game *game, hall_ask *ask)
{
    if (hall_end_late(h, game, ask)) return;
    hall_reply_open(h, ask, 200);
    hall_commit(h, game, ask, NULL, 0);
}

void hall_look_at_clock(hall *h, const char *id)
{
    hall_ask *ask = strlen(id) < FAIR_ID_MAX ? hall_ask_new() : NULL;
    if (ask == NULL) return;
    memcpy(ask->id, id, strlen(id) + 1);
    ask->run = run_clock;
    hall_ask_run(h, ask);
}

bool hall_is_here(hall *h, const char *id, gg_side side)
{
    bool here[2];
    uint32_t watchers;
    const hall_game *game = hall_find(h, id);
    if (game == NULL || side > GG_RED) return false;
    hall_count_here(game, here, &watchers);
    return here[side];
}

/* ---- Computer players. ---- */

static uint64_t hash_of_view(const table *t, gg_side side, gg_state *room)
{
    gg_match_view(t->match, side, room);
    return gg_hash(room, t->rules->state_bytes);
}

/* Is a choice that was made from this view still one?  What others did in secret meanwhile does not
 * matter, or who changes his mind all the time would keep a computer from ever deciding. */
static bool is_still_so(const table *t, gg_side side, uint64_t seen)
{
    return (table_deciding(t) >> side & 1) != 0 && t->seats[side].kind == SEAT_COMPUTER
           && hash_of_view(t, side, table_use_room(t)->view) == seen;
}

static void run_choice(hall *h, hall_game *game, hall_ask *ask)
{
    table *t = game->table;
    table_refusal why;
    if (!is_still_so(t, ask->side, ask->seen)) { /* somebody acted meanwhile: think again */
        hall_ask_free(ask);
        hall_begin_thinking(h, game);
        return;
    }
    table_deed deed = {.kind = DEED_action, .side = ask->side, .ply = t->ply[ask->side]};
    hall_stamp(h, &deed);
    memcpy(deed.text, ask->text, sizeof deed.text);
    h->ear->to = game;
    h->ear->viewers = hall_viewers(game);
    table_answer answer = ask->text[0] == '\0' ? TABLE_REFUSED : table_do(t, &deed, h->ear, &why);
    if (answer != TABLE_DONE) { /* a player that does not know its own game gives it up */
        log_say("computer refused", "game", game->id, "action", ask->text, NULL);
        deed = (table_deed){.kind = DEED_resigned, .side = ask->side};
        hall_stamp(h, &deed);
        answer = table_do(t, &deed, h->ear, &why);
    }
    if (answer != TABLE_DONE) {
        hall_ask_free(ask);
        return;
    }
    h->figures.computer_moves++;
    hall_reply_open(h, ask, 200);
    hall_commit(h, game, ask, &deed, 1);
}

static uint64_t key_of(const void *bytes, size_t count)
{
    const uint64_t key = gg_hash(bytes, count);
    return key == 0 ? 1 : key;
}

/* Who has to wait for it: the account that plays against it, or else an address; of a game that
 * nobody has come to since the server started, its own people. */
static uint64_t asker_of(const hall_game *game, gg_side side)
{
    const table *t = game->table;
    const int64_t account = t->seats[1 - side].account;
    if (account != 0) return key_of(&account, sizeof account);
    if (game->from != 0) return game->from;
    if (game->clients != NULL) return game->clients->from;
    return key_of(t->row.id, strlen(t->row.id));
}

bool hall_is_unwatched(const hall_game *game)
{
    const table_seat *seats = game->table->seats;
    return game->clients == NULL && seats[GG_BLUE].kind == SEAT_COMPUTER
           && seats[GG_RED].kind == SEAT_COMPUTER;
}

void hall_hurry_thinking(hall *h, hall_game *game)
{
    if (game->thought != NULL) thinkers_hurry(h->thinkers, game->thought);
}

void hall_stop_thinking(hall *h, hall_game *game)
{
    if (game->thought == NULL) return;
    thinkers_drop(h->thinkers, game->thought);
    game->thought = NULL;
}

void hall_stop_all_thinking(hall *h)
{
    for (hall_game *at = h->newest; at != NULL; at = at->older) hall_stop_thinking(h, at);
}

void hall_begin_thinking(hall *h, hall_game *game)
{
    if (game->busy || game->table == NULL || h->stopping) return;
    if (!store_is_well(h->store)) return; /* hall_resume() asks again when it is */
    const table *t = game->table;
    if (game->thought != NULL && is_still_so(t, game->thought->side, game->thought->seen)) return;
    hall_stop_thinking(h, game);
    const gg_side side = table_computer(t);
    if (side == GG_NOBODY) return;
    thought *it = calloc(1, sizeof *it);
    const gg_player *player = t->seats[side].player;
    if (it != NULL) it->view = malloc(t->rules->state_bytes);
    if (it != NULL) it->memory = calloc(1, player->memory_bytes + 1);
    if (it == NULL || it->view == NULL || it->memory == NULL) {
        if (it != NULL) thought_free(it);
        return;
    }
    if (game->minds[side] != NULL) memcpy(it->memory, game->minds[side], player->memory_bytes);
    memcpy(it->id, game->id, sizeof it->id);
    it->rules = t->rules;
    it->player = player;
    it->side = side;
    it->wait.key = asker_of(game, side);
    it->idle = hall_is_unwatched(game);
    fair_random(&it->seed, sizeof it->seed);
    it->seen = hash_of_view(t, side, it->view);
    if (thinkers_ask(h->thinkers, it)) game->thought = it;
    else thought_free(it); /* hall_resume() comes back to it */
}

static void take_thoughts(hall *h)
{
    for (thought *it; (it = thinkers_next(h->thinkers)) != NULL; thought_free(it)) {
        hall_game *game = hall_find(h, it->id);
        if (game == NULL || game->thought != it) continue; /* nobody wants it any more */
        game->thought = NULL;
        hall_ask *ask = hall_ask_new();
        if (ask == NULL || h->stopping) {
            hall_ask_free(ask);
            continue;
        }
        ask->run = run_choice;
        memcpy(ask->id, it->id, sizeof ask->id);
        ask->side = it->side;
        ask->seen = it->seen;
        free(game->minds[it->side]);
        game->minds[it->side] = it->memory;
        it->memory = NULL;
        if (it->chosen) memcpy(ask->text, it->text, sizeof it->text);
        hall_ask_run(h, ask);
    }
}

/* ---- The hall. ---- */

/* What the table tells while a deed is done waits here for the commit. */
static void stage(void *to, gg_side viewer, uint32_t ply, const char *json, uint32_t count)
{
    hall_game *game = to;
    if (game->staged_count == HALL_STAGED_MAX) return; /* it will be read from the store */
    net_message *last =
        game->staged_count == 0 ? NULL : game->staged[game->staged_count - 1].message;
    net_message *message = last != NULL && net_message_is(last, json, count)
                               ? net_message_keep(last) /* where nothing is hidden */
                               : net_message_new(json, count);
    if (message == NULL) return;
    game->staged[game->staged_count].message = message;
    game->staged[game->staged_count].ply = ply;
    game->staged[game->staged_count++].viewer = viewer;
}

const char *hall_trouble(hall *h)
{
    const store_figures s = store_count(h->store);
    if (h->stopping) return "stopping";
    if (!store_is_well(h->store)) return "cannot write";
    if (s.oldest_write > LONG_MS) return "writes wait";
    if (s.oldest_read[STORE_FIRST] > LONG_MS || s.oldest_read[STORE_PLAYER] > LONG_MS)
        return "reads wait";
    if (thinkers_count(h->thinkers).oldest[THINK_QUICK] > 2 * LONG_MS) return "computers wait";
    if (h->full_at != 0 && hall_ticks_ms() - h->full_at < 2 * LONG_MS) return "too many games";
    return NULL;
}

const int16_t *hall_house(const hall *h, const gg_ruleset *rules)
{
    for (int i = 0; h->tables != NULL && i < h->tables->count; i++)
        if (strcmp(h->tables->games[i], rules->name) == 0) return h->tables->houses[i];
    return NULL;
}

hall *hall_open(const hall_options *options)
{
    hall *h = calloc(1, sizeof *h);
    if (h == NULL) return NULL;
    h->bucket_count = BUCKETS;
    h->game_limit = options->game_limit;
    h->tables = options->tables;
    h->buckets = calloc(BUCKETS, sizeof *h->buckets);
    h->client_buckets = calloc(BUCKETS, sizeof *h->client_buckets);
    h->ear = table_ear_new();
    h->limits = limits_new(options->rules, options->listeners_per_address);
    char *bytes = malloc(HALL_TEXT_BYTES), *scratch = malloc(HALL_TEXT_BYTES);
    h->text = (gg_text){.bytes = bytes, .limit = HALL_TEXT_BYTES};
    h->draft.text = (gg_text){.bytes = scratch, .limit = HALL_TEXT_BYTES};
    h->draft.view = malloc(GG_STATE_BYTES_MAX);
    if (h->buckets == NULL || h->client_buckets == NULL || h->ear == NULL || h->limits == NULL
        || bytes == NULL || scratch == NULL || h->draft.view == NULL) {
        hall_close(h);
        return NULL;
    }
    h->ear->hear = stage;
    return h;
}

void hall_stop(hall *h)
{
    static const table_refusal why = {
        .status = 503, .error = "unavailable", .text = "The server stops."};
    h->stopping = true;
    for (hall_game *at = h->newest; at != NULL; at = at->older) {
        refuse_waiting(h, at, &why);
        hall_drop_clients(h, at);
    }
}

void hall_close(hall *h)
{
    while (h->newest != NULL) forget_game(h, h->newest);
    table_ear_free(h->ear);
    limits_free(h->limits);
    free(h->buckets);
    free(h->client_buckets);
    free(h->text.bytes);
    table_draft_clear(&h->draft);
    free(h->draft.text.bytes);
    free(h->draft.view);
    free(h);
}

void hall_deliver(hall *h)
{
    store_deliver(h->store);
    take_thoughts(h);
}
