/*
 * hall_resume.c - computer players whose thought was lost go on by themselves.
 *
 * A thought lives in memory: a server that stops, a queue that is full or a disk that fails loses
 * it, and the game would stand until somebody looks at it.  So the store is asked for the games in
 * which a computer player decides, on start and now and then, a few at a time and only while there
 * is little to think about.  Games of computers that nobody watches never keep others back: they
 * are taken up while few of them wait.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "server/hall.h"

enum {
    AT_ONCE = 16,      /* games of one turn */
    THOUGHTS_MAX = 16, /* with more than that waiting, none is added */
    PAUSE_MS = 30000,  /* between two rounds through the store */
};

typedef struct search {
    store_job job;
    hall *h;
    char after[FAIR_ID_MAX];
    bool for_people; /* computers among themselves have enough to think about */
    char found[AT_ONCE][FAIR_ID_MAX];
    uint32_t count;
} search;

static void take_game(void *to, const char *game)
{
    search *it = to;
    if (it->count < AT_ONCE && strlen(game) < FAIR_ID_MAX) strcpy(it->found[it->count++], game);
}

/* On the store's reading thread. */
static bool run_search(store_job *job, store_session *session)
{
    search *it = (search *)job;
    it->count = 0;
    return store_read_computers(session, it->after, it->for_people, AT_ONCE, take_game, it);
}

/* A game that had to be loaded for it thinks already. */
static void run_resume(hall *h, hall_game *game, hall_ask *ask)
{
    hall_ask_free(ask);
    hall_begin_thinking(h, game);
}

static void search_done(store_job *job)
{
    search *it = (search *)job;
    hall *h = it->h;
    for (uint32_t i = 0; job->ok && !h->stopping && i < it->count; i++) {
        hall_ask *ask = hall_ask_new();
        if (ask == NULL) break;
        ask->run = run_resume;
        strcpy(ask->id, it->found[i]);
        hall_ask_run(h, ask);
    }
    const bool more = job->ok && it->count == AT_ONCE;
    h->resume.asked = false;
    strcpy(h->resume.after, more ? it->found[AT_ONCE - 1] : "");
    h->resume.next = more ? 0 : hall_ticks_ms() + PAUSE_MS;
    free(it);
}

void hall_resume(hall *h)
{
    if (h->resume.asked || h->stopping || hall_ticks_ms() < h->resume.next
        || !store_is_well(h->store))
        return;
    const thinkers_figures t = thinkers_count(h->thinkers);
    if (t.waiting[THINK_QUICK] + t.waiting[THINK_SLOW] > THOUGHTS_MAX) return;
    search *it = calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_search, .done = search_done};
    it->h = h;
    it->for_people = t.waiting[THINK_IDLE] > THOUGHTS_MAX;
    strcpy(it->after, h->resume.after);
    h->resume.asked = store_read(h->store, &it->job);
    if (!h->resume.asked) free(it);
}
