/*
 * work.c - a few threads for slow work.  See work.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/work.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS_MAX = 8, STACK = 1 << 20 };

struct work {
    queue waiting, finished;
    pthread_t threads[THREADS_MAX];
    uint32_t thread_count;
    atomic_bool closing;
    void (*wake)(void *app);
    void *app;
};

static void *work_on(void *to)
{
    work *w = to;
    for (queue_link *at; (at = queue_take(&w->waiting)) != NULL;) {
        work_job *job = (work_job *)at;
        if (!w->closing) job->run(job);
        queue_put(&w->finished, at);
        w->wake(w->app);
    }
    return NULL;
}

work *work_open(uint32_t threads, uint32_t limit, void (*wake)(void *app), void *app)
{
    work *w = calloc(1, sizeof *w);
    if (w == NULL) return NULL;
    w->wake = wake;
    w->app = app;
    queue_open(&w->waiting, limit);
    queue_open(&w->finished, UINT32_MAX);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    while (w->thread_count < threads && w->thread_count < THREADS_MAX
           && pthread_create(&w->threads[w->thread_count], &attributes, work_on, w) == 0)
        w->thread_count++;
    pthread_attr_destroy(&attributes);
    if (w->thread_count > 0) return w;
    work_close(w);
    return NULL;
}

bool work_ask(work *w, work_job *job) { return queue_put(&w->waiting, &job->link); }

void work_deliver(work *w)
{
    queue_link *at = queue_take_all(&w->finished, UINT32_MAX, false);
    while (at != NULL) {
        queue_link *next = at->next;
        ((work_job *)at)->done((work_job *)at);
        at = next;
    }
}

void work_close(work *w)
{
    w->closing = true;
    queue_close(&w->waiting);
    for (uint32_t i = 0; i < w->thread_count; i++) pthread_join(w->threads[i], NULL);
    work_deliver(w);
    queue_free(&w->waiting);
    queue_free(&w->finished);
    free(w);
}
