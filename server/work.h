/*
 * work.h - a few threads for work that would make the loop wait: hashing passwords, sending mail.
 *
 * A job is a struct of the caller's that begins with a work_job; run() is called on one of the
 * threads, done() on the loop.  The queue is bounded; what is waiting when it closes is not run.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_WORK_H
#define SERVER_WORK_H

#include "server/queue.h"

typedef struct work work;

typedef struct work_job {
    queue_link link;
    void (*run)(struct work_job *);
    void (*done)(struct work_job *);
} work_job;

/* NULL: the threads cannot be started. */
work *work_open(uint32_t threads, uint32_t limit, void (*wake)(void *app), void *app);
bool work_ask(work *, work_job *); /* false, and the job untouched, when too much is waiting */
void work_deliver(work *);         /* on the loop */
/* Waits for what is being done; done() of everything is called here. */
void work_close(work *);

#endif
