/*
 * hall_read.c - games read back from the store, on its threads: to be played on, to be told again
 * to one viewer, or to be written as a record.  See hall.h.
 *
 * Who plays is read for before who watches, and he before a stranger; what several want at the same
 * time is read once.  Nothing here takes longer than the deadline of its rank.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/hall.h"

const table_refusal hall_too_much = {.status = 503, .error = "unavailable",
                                     .text = "The server has too much to do."};

/* ---- A game. ---- */

static bool redo_deed(void *to, const store_deed *deed)
{
    hall_reading *it = to;
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

void hall_read_game(hall_reading *it, store_session *session, const char *id)
{
    it->table = NULL;
    it->trouble = NULL;
    switch (store_read_game(session, id, &it->row)) {
    case STORE_NONE:
        it->why = (table_refusal){.status = 404, .error = "unknown",
                                  .text = "There is no such game."};
        return;
    case STORE_BROKEN: give_up(it); return;
    case STORE_FOUND: break;
    }
    it->table = table_new(&it->row, &it->why);
    if (it->table == NULL) return;
    it->table->life = it->life;
    if (!store_read_deeds(session, id, redo_deed, it)) give_up(it);
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
    hall_ask *asks;      /* who want it as an answer; or */
    net_id client;       /* who listens */
    hall_reading reading;
    char *bytes;
    size_t count, limit;
    bool failed;
} history;

static bool grow(history *it, size_t wider)
{
    char *grown = wider > HALL_LOG_BYTES ? NULL : realloc(it->bytes, wider);
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
    if (it->count + count + 1 > it->limit && !grow(it, 2 * it->limit + count + 4096)) return;
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
    it->reading.since = it->since;
    hall_read_game(&it->reading, session, it->id);
    const bool read = it->reading.table != NULL && !it->failed;
    table_free(it->reading.table);
    table_ear_free(ear);
    return read;
}

static bool run_record(history *it, store_session *session)
{
    it->reading.since = UINT32_MAX;
    hall_read_game(&it->reading, session, it->id);
    table *t = it->reading.table;
    bool written = false;
    for (size_t room = HALL_RECORD_BYTES; t != NULL && !written && grow(it, room); room *= 4) {
        gg_text text = gg_text_over(it->bytes, (uint32_t)it->limit);
        table_write_record(t, it->viewer, &text);
        written = !text.cut;
        it->count = text.count;
    }
    table_free(t);
    return written;
}

static bool run_history(store_job *job, store_session *session)
{
    history *it = (history *)job;
    it->reading.job = job;
    it->reading.life = &it->h->life;
    it->count = 0;
    return it->is_record ? run_record(it, session) : run_log(it, session);
}

/* ---- Back in the loop. ---- */

static void send_lines(history *it, hall_client *client)
{
    for (size_t at = 0; at < it->count;) {
        const char *end = memchr(it->bytes + at, '\n', it->count - at);
        const size_t length = (size_t)(end - (it->bytes + at));
        net_message *message = net_message_new(it->bytes + at, length);
        if (message == NULL) break;
        net_send(it->h->net, client->peer, message, ++client->told);
        net_message_drop(message);
        at += length + 1;
    }
}

static void answer(const history *it, hall_ask *ask)
{
    hall *h = it->h;
    if (it->job.ok)
        hall_reply_text(h, ask,
                        it->is_record ? "text/plain; charset=utf-8" : "application/x-ndjson",
                        it->bytes == NULL ? "" : it->bytes, it->count);
    else if (it->job.late || it->reading.why.status == 503)
        hall_refuse_why(h, ask, NULL, &hall_too_much);
    else
        hall_refuse(h, ask, 500, "broken",
                    it->is_record ? "The record cannot be read." : "The log cannot be read.");
}

static void history_done(store_job *job)
{
    history *it = (history *)job;
    hall *h = it->h;
    hall_client *client = it->client == 0 ? NULL : hall_client_of(h, it->client);
    history **at = &h->histories;
    while (*at != it)
        at = &(*at)->next;
    *at = it->next;
    while (it->asks != NULL) {
        hall_ask *ask = it->asks;
        it->asks = ask->next;
        ask->next = NULL;
        answer(it, ask);
    }
    if (client != NULL) {
        client->catching_up = false;
        if (job->ok) send_lines(it, client);
        else net_hang_up(h->net, client->peer);
        if (job->ok) hall_pump(h, client);
    }
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
        if (at->client == 0 && at->viewer == what->viewer && at->since == what->since
            && at->is_record == what->is_record && at->deeds == what->deeds
            && strcmp(at->id, what->id) == 0)
            return at;
    return NULL;
}

static store_rank rank_of(const hall_ask *ask, gg_side viewer)
{
    return viewer != GG_NOBODY ? STORE_PLAYER
           : ask->by_socket || ask->account != 0 ? STORE_WATCHER
                                                 : STORE_STRANGER;
}

/* One ask more waits for it.  How many may is bounded as everything else: by connections. */
static void ask_history(hall *h, hall_ask *ask, const history *what)
{
    const store_rank rank = rank_of(ask, what->viewer);
    history *it = find_history(h, what);
    if (it != NULL) store_raise(h->store, &it->job, rank);
    else it = begin_history(h, what, rank, ask->from);
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
    if (since >= game->table->ply[viewer])
        hall_reply_text(h, ask, "application/x-ndjson", "", 0);
    else
        ask_history(h, ask, &what);
}

void hall_read_record(hall *h, hall_ask *ask, hall_game *game, gg_side viewer)
{
    history what = history_of(h, game, viewer, 0);
    what.is_record = true;
    ask_history(h, ask, &what);
}

bool hall_catch_up(hall *h, hall_game *game, hall_client *client, gg_side viewer)
{
    history what = history_of(h, game, viewer, client->told);
    what.client = client->peer;
    return begin_history(h, &what, viewer != GG_NOBODY ? STORE_PLAYER : STORE_WATCHER,
                         limits_key(h->limits, client->address)) != NULL;
}
