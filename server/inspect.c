/*
 * inspect.c - a look at the whole store when the server starts.  See inspect.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/inspect.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/log.h"
#include "server/store.h"
#include "server/work.h"

enum { NAMED_MAX = 100, FILE_MAX = 4096, ERROR_MAX = 600 };

typedef struct look {
    work_job work;
    inspection *of;
    store_session *session;
    uint64_t games, broken;
    char named[NAMED_MAX][FAIR_ID_MAX]; /* the first of those that are broken */
    char error[ERROR_MAX];
    bool well;
} look;

struct inspection {
    char file[FILE_MAX];
    work *thread;
    atomic_bool stopping;
    uint64_t broken;
};

static bool goes_on(void *to) { return !((const look *)to)->of->stopping; }

static bool look_at_game(void *to, const char *id)
{
    look *it = to;
    const bool well = store_check_game(it->session, id, false);
    if (!goes_on(it)) return false; /* it may not have been looked at to its end */
    it->games++;
    if (!well && it->broken < NAMED_MAX)
        snprintf(it->named[it->broken], sizeof it->named[0], "%s", id);
    it->broken += !well;
    return true;
}

static bool look_at_games(void *to, store_session *session)
{
    look *it = to;
    it->session = session;
    snprintf(it->error, sizeof it->error, "its games cannot be listed");
    return store_read_ids(session, look_at_game, it);
}

static void run_look(work_job *job)
{
    look *it = (look *)job;
    const store_visiting visit = {
        .file = it->of->file, .quick = true, .run = look_at_games, .goes_on = goes_on, .to = it};
    it->well = store_visit(&visit, it->error, sizeof it->error);
}

static void look_done(work_job *job)
{
    look *it = (look *)job;
    char games[32], broken[32];
    it->of->broken = it->broken;
    for (uint64_t i = 0; i < it->broken && i < NAMED_MAX; i++)
        log_say("broken", "game", it->named[i], "text",
                "its row or its deeds in the store are not what they were", NULL);
    snprintf(games, sizeof games, "%llu", (unsigned long long)it->games);
    snprintf(broken, sizeof broken, "%llu", (unsigned long long)it->broken);
    if (!it->of->stopping)
        log_say(it->well ? "store looked at" : "store damaged", "games", games, "broken", broken,
                it->well ? NULL : "why", it->error, NULL);
    free(it);
}

inspection *inspection_begin(const char *where, void (*wake)(void *app), void *app)
{
    static const char scheme[] = "sqlite:";
    inspection *of = calloc(1, sizeof *of);
    look *it = calloc(1, sizeof *it);
    if (of != NULL && it != NULL) of->thread = work_open(1, 1, wake, app);
    if (of == NULL || of->thread == NULL) {
        free(of);
        free(it);
        return NULL;
    }
    snprintf(of->file, sizeof of->file, "%s", where + sizeof scheme - 1); /* it is open already */
    it->work = (work_job){.run = run_look, .done = look_done};
    it->of = of;
    work_ask(of->thread, &it->work); /* it is the only one */
    return of;
}

void inspection_deliver(inspection *of) { work_deliver(of->thread); }

uint64_t inspection_count_broken(const inspection *of) { return of->broken; }

void inspection_end(inspection *of)
{
    if (of == NULL) return;
    of->stopping = true;
    work_close(of->thread);
    free(of);
}
