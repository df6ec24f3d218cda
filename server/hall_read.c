/*
 * hall_read.c - games read back from the store, on its threads: to be played on, to be told again
 * to one viewer, or to be written as a record.  See hall.h.
 *
 * Who plays is read for before who watches, and he before a stranger; what several want at the same
 * time is read once.  Nothing here takes longer than the deadline of its rank.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall.h"

const table_refusal hall_too_much = {
    .status = 503, .error = "unavailable", .text = "The server has too much to do."};

/* ---- A game. ---- */

/* From here on it went on by corrected rules. */
static bool go_on(hall_reading *it, const store_deed *deed)
{
    store_standing found;
    it->trouble = "how it stood when its rules were corrected is lost";
    if (store_read_standing(it->session, it->row.id, deed->number + 1, &found) != STORE_FOUND)
        return false;
    const bool well = table_go_on(it->table, deed, found.bytes, found.count);
    free(found.bytes);
    return well;
}

static bool redo_deed(void *to, const store_deed *deed)
{
    hall_reading *it = to;
    if (deed->kind == DEED_corrected && !go_on(it, deed)) return false;
    if (it->until != 0 && deed->number >= it->until) return true;
    if (it->snapshot > 0 && deed->number + 1 == it->snapshot) { /* the last one before it */
        it->trouble = "a snapshot is none of this game";
        return deed->is_hashed && deed->hash == gg_match_hash(it->table->match);
    }
    it->redone++;
    return !store_is_late(it->job) && table_redo(it->table, deed, it->ear, &it->trouble);
}

static void give_up(hall_reading *it)
{
    if (store_is_late(it->job)) {
        it->why = hall_too_much;
    } else {
        it->why = (table_refusal){.status = 500, .error = "broken"};
        snprintf(it->why.text, sizeof it->why.text, "This game cannot be read: %s.",
                 it->trouble == NULL ? "the store does not answer" : it->trouble);
    }
    table_free(it->table);
    it->table = NULL;
}

static bool begin_with_snapshot(hall_reading *it, store_session *session, const char *id)
{
    store_snapshot found;
    const gg_side viewer = it->ear == NULL ? GG_NOBODY : it->viewer;
    const uint32_t ply = it->ear == NULL ? UINT32_MAX : it->since;
    if (store_read_snapshot(session, id, viewer, ply, UINT32_MAX, &found) != STORE_FOUND)
        return false;
    it->table = table_read_snapshot(&it->row, found.bytes, found.count);
    free(found.bytes);
    if (it->table == NULL) return false;
    if (it->table->done_count != found.number || found.number == 0) {
        table_free(it->table);
        it->table = NULL;
        return false;
    }
    it->table->life = it->life;
    it->snapshot = found.number;
    it->proved = found.proved;
    return true;
}

/* Where its deeds come out otherwise by corrected rules, it goes on from where it stood last. */
static bool end_reading(hall_reading *it)
{
    store_standing found = {.bytes = NULL};
    if (!it->table->past.passes) return true;
    it->trouble = "how it stood at last cannot be read";
    if (store_read_standing(it->session, it->row.id, 0, &found) == STORE_BROKEN) return false;
    const bool well = table_end_passing(it->table, found.bytes, found.count, it->ear);
    free(found.bytes);
    return well;
}

/* What is told is told as it was: where the deeds come out otherwise has to be known before. */
static uint32_t find_passed(const hall_reading *of, store_session *session)
{
    hall_reading it = {.job = of->job, .life = of->life, .by_deeds = true};
    if (of->ear == NULL) return 0;
    hall_read_game(&it, session, of->row.id);
    const uint32_t from = it.table == NULL ? 0 : it.table->past.passed_from;
    table_free(it.table);
    return from;
}

void hall_read_game(hall_reading *it, store_session *session, const char *id)
{
    it->table = NULL;
    it->trouble = NULL;
    it->session = session;
    switch (store_read_game(session, id, &it->row)) {
    case STORE_NONE:
        it->why =
            (table_refusal){.status = 404, .error = "unknown", .text = "There is no such game."};
        return;
    case STORE_BROKEN:
        it->trouble = "its row in the store is not what it was";
        give_up(it);
        return;
    case STORE_FOUND: break;
    }
    if (!it->by_deeds && begin_with_snapshot(it, session, id)) {
        if (store_read_deeds(session, &it->row, it->snapshot - 1, redo_deed, it, &it->trouble))
            return;
        if (it->redone > 0 || store_is_late(it->job)) {
            give_up(it);
            return;
        }
        table_free(it->table); /* the deeds have the last word */
    }
    it->snapshot = 0;
    it->table = table_new(&it->row, &it->why);
    if (it->table == NULL) return;
    it->table->life = it->life;
    if (table_was_corrected(it->table)) it->table->past.passed_from = find_passed(it, session);
    if (!store_read_deeds(session, &it->row, 0, redo_deed, it, &it->trouble) || !end_reading(it))
        give_up(it);
}

/* ---- What is told of it: a log, or the record. ---- */

typedef struct history {
    store_job job;
    struct history *next; /* of those under way */
    hall *h;
    char id[FAIR_ID_MAX];
    bool is_record;
    gg_side viewer;
    uint32_t since, deeds; /* told after `since`; how many there were when it was asked */
    hall_ask *asks;        /* who want it as an answer, ... */
    net_id *clients;       /* ... and who listen and have to catch up */
    uint32_t client_count;
    hall_reading reading;
    char *bytes;
    size_t count, limit;
    bool failed;
} history;

size_t hall_log_room(size_t has, size_t least)
{
    const size_t wider = has + least;
    return least > HALL_LOG_BYTES ? 0 : wider < HALL_LOG_BYTES ? wider : HALL_LOG_BYTES;
}

static bool grow(history *it, size_t least)
{
    const size_t wider = hall_log_room(it->limit, least);
    char *grown = wider == 0 ? NULL : realloc(it->bytes, wider);
    it->failed = grown == NULL;
    if (it->failed) return false;
    it->bytes = grown;
    it->limit = wider;
    return true;
}

static void keep_line(void *to, gg_side viewer, uint32_t ply, const char *json, uint32_t count)
{
    history *it = to;
    (void)viewer;
    if (ply <= it->since || it->failed) return;
    if (it->count + count + 1 > it->limit && !grow(it, it->count + count + 1)) return;
    memcpy(it->bytes + it->count, json, count);
    it->bytes[it->count + count] = '\n';
    it->count += count + 1;
}

/* On a thread of the store: the game is played once more, and told to this viewer. */
static bool run_log(history *it, store_session *session)
{
    table_ear *ear = table_ear_new();
    if (ear == NULL) return false;
    ear->hear = keep_line;
    ear->to = it;
    ear->viewers = (gg_sides)(1u << it->viewer);
    it->reading.ear = ear;
    it->reading.viewer = it->viewer;
    it->reading.since = it->since;
    hall_read_game(&it->reading, session, it->id);
    const bool read = it->reading.table != NULL && !it->failed;
    table_free(it->reading.table);
    table_ear_free(ear);
    return read;
}

char *hall_write_record(table *t, gg_side viewer, size_t *count)
{
    char *bytes = NULL;
    for (size_t limit = hall_log_room(0, HALL_RECORD_BYTES); limit > 0;
         limit = hall_log_room(limit, limit + 1)) {
        char *wider = realloc(bytes, limit);
        if (wider == NULL) break;
        bytes = wider;
        gg_text text = gg_text_over(bytes, (uint32_t)limit);
        table_write_record(t, viewer, &text);
        *count = text.count;
        if (!text.cut) return bytes;
    }
    free(bytes);
    return NULL;
}

static bool run_record(history *it, store_session *session)
{
    hall_read_game(&it->reading, session, it->id);
    table *t = it->reading.table;
    if (t != NULL) it->bytes = hall_write_record(t, it->viewer, &it->count);
    table_free(t);
    return it->bytes != NULL;
}

static bool run_history(store_job *job, store_session *session)
{
    history *it = (history *)job;
    it->reading.job = job;
    it->reading.life = &it->h->time.life;
    it->count = 0;
    return it->is_record ? run_record(it, session) : run_log(it, session);
}

/* ---- Back in the loop. ---- */

static void send_line(history *it, net_message *message)
{
    for (uint32_t i = 0; i < it->client_count; i++) {
        hall_client *client = hall_client_of(it->h, it->clients[i]);
        if (client != NULL) net_send(it->h->net, client->peer, message, ++client->told);
    }
}

/* Who has said hello anew meanwhile knows something else than we thought: he is looked at again. */
static void drop_others(history *it)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < it->client_count; i++) {
        hall_client *client = hall_client_of(it->h, it->clients[i]);
        if (client == NULL) continue;
        client->catching_up = false;
        const bool same = client->game != NULL && strcmp(client->game->id, it->id) == 0
                          && client->told == it->since && hall_viewer(client) == it->viewer;
        if (same) it->clients[kept++] = client->peer;
        else hall_pump(it->h, client);
    }
    it->client_count = kept;
}

/* One message for all of them. */
static void send_lines(history *it)
{
    for (size_t at = 0; it->client_count > 0 && at < it->count;) {
        const char *end = memchr(it->bytes + at, '\n', it->count - at);
        const size_t length = (size_t)(end - (it->bytes + at));
        net_message *message = net_message_new(it->bytes + at, length);
        if (message == NULL) break;
        send_line(it, message);
        net_message_drop(message);
        at += length + 1;
    }
}

static void bring_up_to_date(history *it)
{
    drop_others(it);
    if (it->job.ok) send_lines(it);
    for (uint32_t i = 0; i < it->client_count; i++) {
        hall_client *client = hall_client_of(it->h, it->clients[i]);
        if (client == NULL) continue;
        if (it->job.ok) hall_pump(it->h, client);
        else net_hang_up(it->h->net, client->peer);
    }
}

static void answer(const history *it, hall_ask *ask, net_message *whole)
{
    hall *h = it->h;
    if (it->job.ok)
        hall_reply_message(
            h, ask, it->is_record ? "text/plain; charset=utf-8" : "application/x-ndjson", whole);
    else if (it->job.late || it->reading.why.status == 503)
        hall_refuse_why(h, ask, NULL, &hall_too_much);
    else if (it->reading.why.status != 0) hall_refuse_why(h, ask, NULL, &it->reading.why);
    else
        hall_refuse(h, ask, 500, "broken",
                    it->is_record ? "The record cannot be read." : "The log cannot be read.");
}

static void history_done(store_job *job)
{
    history *it = (history *)job;
    hall *h = it->h;
    history **at = &h->histories;
    while (*at != it) at = &(*at)->next;
    *at = it->next;
    net_message *whole = it->job.ok && it->asks != NULL
                             ? net_message_new(it->bytes == NULL ? "" : it->bytes, it->count)
                             : NULL;
    while (it->asks != NULL) {
        hall_ask *ask = it->asks;
        it->asks = ask->next;
        ask->next = NULL;
        answer(it, ask, whole);
    }
    net_message_drop(whole);
    bring_up_to_date(it);
    free(it->clients);
    free(it->bytes);
    free(it);
}

static history *begin_history(hall *h, const history *what, store_rank rank, uint64_t from)
{
    history *it = malloc(sizeof *it);
    if (it == NULL) return NULL;
    *it = *what;
    it->job = (store_job){.run = run_history, .done = history_done};
    store_rank_job(&it->job, rank, from);
    if (!store_read(h->store, &it->job)) {
        free(it);
        return NULL;
    }
    it->next = h->histories;
    h->histories = it;
    h->figures.logs++;
    return it;
}

/* Is the very same being read for somebody else? */
static history *find_history(hall *h, const history *what)
{
    for (history *at = h->histories; at != NULL; at = at->next)
        if (at->viewer == what->viewer && at->since == what->since
            && at->is_record == what->is_record && at->deeds == what->deeds
            && strcmp(at->id, what->id) == 0)
            return at;
    return NULL;
}

static store_rank rank_of(const hall_ask *ask, gg_side viewer)
{
    return viewer != GG_NOBODY                   ? STORE_PLAYER
           : ask->by_socket || ask->account != 0 ? STORE_WATCHER
                                                 : STORE_STRANGER;
}

/* One that is under way already, or a new one; NULL: there is too much to do. */
static history *want_history(hall *h, const history *what, store_rank rank, uint64_t from)
{
    history *it = find_history(h, what);
    if (it == NULL) return begin_history(h, what, rank, from);
    store_raise(h->store, &it->job, rank);
    return it;
}

static void ask_history(hall *h, hall_ask *ask, const history *what)
{
    history *it = want_history(h, what, rank_of(ask, what->viewer), ask->from);
    if (it == NULL) {
        hall_refuse_why(h, ask, NULL, &hall_too_much);
        return;
    }
    ask->next = it->asks;
    it->asks = ask;
}

static history history_of(hall *h, const hall_game *game, gg_side viewer, uint32_t since)
{
    history it = {.h = h, .viewer = viewer, .since = since, .deeds = game->table->done_count};
    memcpy(it.id, game->id, sizeof it.id);
    return it;
}

void hall_read_log(hall *h, hall_ask *ask, hall_game *game, gg_side viewer, uint32_t since)
{
    const history what = history_of(h, game, viewer, since);
    if (since >= game->table->ply[viewer]) hall_reply_text(h, ask, "application/x-ndjson", "", 0);
    else ask_history(h, ask, &what);
}

void hall_read_record(hall *h, hall_ask *ask, hall_game *game, gg_side viewer)
{
    history what = history_of(h, game, viewer, 0);
    what.is_record = true;
    ask_history(h, ask, &what);
}

bool hall_catch_up(hall *h, hall_game *game, hall_client *client, gg_side viewer)
{
    const history what = history_of(h, game, viewer, client->told);
    history *it =
        want_history(h, &what, viewer != GG_NOBODY ? STORE_PLAYER : STORE_WATCHER, client->from);
    net_id *wider =
        it == NULL ? NULL : realloc(it->clients, (it->client_count + 1) * sizeof *wider);
    if (wider == NULL) return false;
    it->clients = wider;
    it->clients[it->client_count++] = client->peer;
    return true;
}
