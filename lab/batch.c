/*
 * batch.c - many games on several threads.  See batch.h.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* which processors this process may use */
#include "lab/batch.h"

#include "cli/cli.h"
#include "players/players.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { STOPPED_HERE = 2 };
enum { STACK_BYTES = 8 << 20, TICK_MS = 200, BAR_MAX = 40 };
_Static_assert((int)STACK_BYTES > 4 * (int)GG_PLAYER_STACK_BYTES, "players need their stack");

static volatile sig_atomic_t stop_asked;

static void ask_to_stop(int signal)
{
    (void)signal;
    stop_asked = 1;
}

void lab_catch_signals(void)
{
    struct sigaction act = {.sa_handler = ask_to_stop, .sa_flags = (int)SA_RESETHAND};
    sigemptyset(&act.sa_mask);
    sigaction(SIGINT, &act, NULL);
    sigaction(SIGTERM, &act, NULL);
}

bool lab_is_stopped(void) { return stop_asked != 0; }

void lab_stop_all(bool stop)
{
    if (stop && stop_asked == 0) stop_asked = STOPPED_HERE;
    if (!stop && stop_asked == STOPPED_HERE) stop_asked = 0;
}

int lab_processors(void)
{
    cpu_set_t set;
    const long count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                                   : sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > LAB_THREADS_MAX ? LAB_THREADS_MAX : (int)count;
}

/* ---- The workers. ---- */

typedef struct work {
    const lab_batch *batch;
    pthread_mutex_t lock;    /* of what follows, and of keep() */
    pthread_cond_t finished; /* a worker has ended */
    uint64_t next, kept, to_play;
    int workers;
    bool not_kept;
} work;

static uint64_t step_of(const lab_batch *batch) { return batch->step > 1 ? batch->step : 1; }

/* The next game that nobody has; false: there is none, or it is time to stop. */
static bool take_game(work *w, uint64_t *game)
{
    const lab_batch *batch = w->batch;
    bool found = false;
    pthread_mutex_lock(&w->lock);
    while (!found && !lab_is_stopped() && !w->not_kept && w->next < batch->count) {
        *game = batch->first + w->next;
        w->next += step_of(batch);
        if (batch->is_done != NULL && batch->is_done(batch->about, *game)) continue;
        found = batch->claim == NULL || batch->claim(batch->about, *game);
        if (!found) w->kept++;
    }
    pthread_mutex_unlock(&w->lock);
    return found;
}

static void *labour(void *of)
{
    work *w = of;
    const lab_batch *batch = w->batch;
    void *worker = batch->open(batch->about);
    uint64_t game;
    while (take_game(w, &game)) {
        if (!batch->play(worker, game)) break;
        pthread_mutex_lock(&w->lock);
        if (w->not_kept || !batch->keep(batch->about, worker, game)) w->not_kept = true;
        else w->kept++;
        pthread_mutex_unlock(&w->lock);
    }
    batch->close(worker);
    pthread_mutex_lock(&w->lock);
    w->workers--;
    pthread_cond_signal(&w->finished);
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- The bar: on a terminal only. ---- */

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void put_time_left(double seconds)
{
    const long left = (long)(seconds + 0.999);
    if (left >= 3600) fprintf(stderr, "%ld h %ld min left", left / 3600, left / 60 % 60);
    else if (left >= 60) fprintf(stderr, "%ld min %ld s left", left / 60, left % 60);
    else fprintf(stderr, "%ld s left", left);
}

static void draw_bar(const work *w, double took)
{
    const int room = cli_terminal_width() - 50;
    const int wide = room > BAR_MAX ? BAR_MAX : room < 4 ? 0 : room;
    const double rate = took > 0 ? (double)w->kept / took : 0;
    fprintf(stderr, "\r\033[K%llu of %llu %s ", (unsigned long long)w->kept,
            (unsigned long long)w->to_play, w->batch->thing);
    if (wide > 0) {
        const int full = w->to_play == 0 ? wide : (int)(w->kept * (uint64_t)wide / w->to_play);
        fputc('[', stderr);
        for (int i = 0; i < wide; i++) fputc(i < full ? '=' : ' ', stderr);
        fputs("] ", stderr);
    }
    if (rate > 0) {
        fprintf(stderr, "%.*f/s, ", rate < 10 ? 1 : 0, rate);
        put_time_left((double)(w->to_play - w->kept) / rate);
    }
    fflush(stderr);
}

/* Waits for all workers, and tells how far they are meanwhile. */
static void watch(work *w, bool bar)
{
    const double from = seconds_now();
    pthread_mutex_lock(&w->lock);
    while (w->workers > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += TICK_MS * 1000000L;
        if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
        pthread_cond_timedwait(&w->finished, &w->lock, &until);
        if (bar) draw_bar(w, seconds_now() - from);
    }
    pthread_mutex_unlock(&w->lock);
    if (bar) fputs("\r\033[K", stderr);
}

static uint64_t count_to_play(const lab_batch *batch)
{
    uint64_t count = 0;
    if (batch->is_done == NULL) return (batch->count - 1) / step_of(batch) + (batch->count > 0);
    for (uint64_t i = 0; i < batch->count; i += step_of(batch))
        if (!batch->is_done(batch->about, batch->first + i)) count++;
    return count;
}

lab_batch_end lab_play_batch(const lab_batch *batch)
{
    work w = {.batch = batch, .to_play = count_to_play(batch)};
    if (w.to_play == 0) return LAB_ALL_PLAYED;
    int threads = batch->threads < 1 ? 1 : batch->threads;
    if ((uint64_t)threads > w.to_play) threads = (int)w.to_play;
    pthread_t *ids = cli_memory(sizeof *ids * (size_t)threads);
    pthread_attr_t how;
    pthread_mutex_init(&w.lock, NULL);
    pthread_cond_init(&w.finished, NULL);
    pthread_attr_init(&how);
    pthread_attr_setstacksize(&how, STACK_BYTES);
    int begun = 0;
    w.workers = threads;
    while (begun < threads && pthread_create(&ids[begun], &how, labour, &w) == 0) begun++;
    pthread_mutex_lock(&w.lock);
    w.workers -= threads - begun;
    pthread_mutex_unlock(&w.lock);
    if (begun == 0) { /* a system that gives no thread: here, then */
        w.workers = 1;
        labour(&w);
    } else watch(&w, batch->thing != NULL && isatty(STDERR_FILENO));
    for (int i = 0; i < begun; i++) pthread_join(ids[i], NULL);
    pthread_attr_destroy(&how);
    pthread_cond_destroy(&w.finished);
    pthread_mutex_destroy(&w.lock);
    free(ids);
    return w.not_kept ? LAB_NOT_KEPT : w.kept < w.to_play ? LAB_STOPPED : LAB_ALL_PLAYED;
}
