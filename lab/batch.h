/*
 * batch.h - many games on several threads: games by index, each with a seed of its own.
 *
 * What a game does depends on what the batch is about and on its index, never on the thread that
 * plays it or on the games before it; so the results are the same whatever the number of threads
 * and however often the work was stopped and taken up again.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_BATCH_H
#define LAB_BATCH_H

#include <stdbool.h>
#include <stdint.h>

enum { LAB_THREADS_MAX = 256 };

typedef struct lab_batch {
    uint64_t first, count; /* games first .. first + count - 1 */
    uint64_t step;         /* every how manyeth of them: 0 and 1 are all */
    int threads;
    void *about; /* whatever the four below need */
    /* A worker's own memory, made and freed on its thread. */
    void *(*open)(void *about);
    void (*close)(void *worker);
    /* Was it played before?  Then it is left out.  NULL: none was. */
    bool (*is_done)(void *about, uint64_t game);
    /* May this one play it?  False: somebody else does, and it counts as played.  NULL: it may. */
    bool (*claim)(void *about, uint64_t game);
    /* Plays one; false: it was told to stop on the way, and there is nothing to keep. */
    bool (*play)(void *worker, uint64_t game);
    /* Keeps what came of it; one at a time, in the order they are finished.  False: it cannot be
     * kept, and everything stops. */
    bool (*keep)(void *about, void *worker, uint64_t game);
    const char *thing; /* what is counted on the progress bar: "games"; NULL: there is no bar */
} lab_batch;

typedef enum lab_batch_end {
    LAB_ALL_PLAYED,
    LAB_STOPPED, /* somebody asked for it; what was finished is kept */
    LAB_NOT_KEPT /* keep() said no */
} lab_batch_end;

lab_batch_end lab_play_batch(const lab_batch *);

/* From the first call on, SIGINT and SIGTERM only ask for an end; a second one ends at once. */
void lab_catch_signals(void);
/* Was an end asked for?  Whoever plays long asks now and then. */
bool lab_is_stopped(void);
/* An end for everybody who plays now, as if it had been asked for; and back again. */
void lab_stop_all(bool stop);
int lab_processors(void); /* that this process may use */

#endif
