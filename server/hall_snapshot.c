/*
 * hall_snapshot.c - games as they are after every so many deeds, kept so that an old game is read
 * as soon as a young one.  See hall.h.
 *
 * A snapshot is a guess at what the deeds come to.  It is used at once if it fits the deed before
 * it, and in a quiet moment the deeds are done again and the bytes compared: one that is wrong is
 * thrown away with all others of its game, and the game is read again by its deeds.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall.h"
#include "server/log.h"

/* ---- Keeping. ---- */

typedef struct keeping {
    store_job job;
    char id[FAIR_ID_MAX];
    store_snapshot snapshot;
} keeping;

static bool run_keeping(store_job *job, store_session *session)
{
    keeping *it = (keeping *)job;
    return store_add_snapshot(session, it->id, &it->snapshot);
}

static void keeping_done(store_job *job)
{
    keeping *it = (keeping *)job;
    free(it->snapshot.bytes);
    free(it);
}

void hall_keep_snapshot(hall *h, hall_game *game)
{
    const table *t = game->table;
    if (!table_wants_snapshot(t->done_count, game->snapshot) || game->unproved) return;
    keeping *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    game->snapshot = t->done_count; /* if it fails, the next one will do */
    it->job = (store_job){.run = run_keeping, .done = keeping_done};
    memcpy(it->id, game->id, sizeof it->id);
    it->snapshot = (store_snapshot){.number = t->done_count};
    memcpy(it->snapshot.ply, t->ply, sizeof it->snapshot.ply);
    it->snapshot.bytes = table_write_snapshot(t, &it->snapshot.count);
    if (it->snapshot.bytes != NULL && store_write(h->store, &it->job)) return;
    keeping_done(&it->job);
}

/* ---- Proving. ---- */

typedef struct proof {
    store_job job;
    hall *h;
    char id[FAIR_ID_MAX];
    uint32_t number;
    hall_reading reading;
    bool same;
} proof;

/* Does a snapshot of so many deeds hold what the deeds come to? */
static bool compare(proof *it, store_session *session)
{
    store_snapshot kept;
    size_t count = 0;
    const table *t = it->reading.table;
    if (store_read_snapshot(session, it->id, GG_NOBODY, UINT32_MAX, it->number, &kept)
        != STORE_FOUND)
        return false;
    uint8_t *bytes = table_write_snapshot(t, &count);
    const bool same = kept.number == it->number && bytes != NULL && count == kept.count
                      && memcmp(bytes, kept.bytes, count) == 0;
    free(bytes);
    free(kept.bytes);
    return same;
}

static bool run_proof(store_job *job, store_session *session)
{
    proof *it = (proof *)job;
    it->reading = (hall_reading){
        .job = job, .life = &it->h->time.life, .by_deeds = true, .until = it->number};
    hall_read_game(&it->reading, session, it->id);
    it->same = it->reading.table != NULL && compare(it, session);
    const bool read = it->reading.table != NULL;
    table_free(it->reading.table);
    return read;
}

static bool run_verdict(store_job *job, store_session *session)
{
    const proof *it = (const proof *)job;
    return it->same ? store_prove_snapshot(session, it->id, it->number)
                    : store_drop_snapshots(session, it->id);
}

/* What was done to the game since is on the disk: it is read again from there. */
static void run_reread(hall *h, hall_game *game, hall_ask *ask)
{
    hall_ask_free(ask);
    hall_read_again(h, game);
}

static void verdict_done(store_job *job)
{
    proof *it = (proof *)job;
    hall_game *game = hall_find(it->h, it->id);
    if (it->same && game != NULL) game->unproved = false;
    hall_ask *ask = it->same ? NULL : hall_ask_new();
    if (ask != NULL) {
        ask->run = run_reread;
        memcpy(ask->id, it->id, sizeof ask->id);
        hall_ask_run(it->h, ask);
    }
    free(it);
}

static void proof_done(store_job *job)
{
    proof *it = (proof *)job;
    hall *h = it->h;
    const bool ok = job->ok;
    if (ok && !it->same) {
        h->figures.wrong_snapshots++;
        log_say("wrong snapshot", "game", it->id, NULL);
    }
    it->job = (store_job){.run = run_verdict, .done = verdict_done};
    if (!ok || h->stopping || !store_write(h->store, &it->job)) free(it);
}

void hall_prove_snapshot(hall *h, hall_game *game)
{
    proof *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_proof, .done = proof_done};
    it->h = h;
    it->number = game->snapshot;
    memcpy(it->id, game->id, sizeof it->id);
    store_rank_job(&it->job, STORE_BACKGROUND, 0);
    if (!store_read(h->store, &it->job)) free(it);
}
