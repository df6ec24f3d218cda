/*
 * queue.h - a bounded queue of messages between threads.
 *
 * A message is a struct of the sender's that begins with a queue_link; whoever takes it owns it.
 * Putting never waits: a full queue says so, and the sender tells its client.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct queue_link {
    struct queue_link *next;
} queue_link;

typedef struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    queue_link *first, *last;
    uint32_t count, limit;
    bool closed;
} queue;

void queue_open(queue *, uint32_t limit);
void queue_free(queue *); /* must be empty */
/* False, and nothing taken over, when it is full or closed. */
bool queue_put(queue *, queue_link *);
/* The same, but who waits is not woken before queue_wake(): so a thread that puts many wakes the
 * other once, and the other finds them all. */
bool queue_put_quietly(queue *, queue_link *);
void queue_wake(queue *);
/* A whole list at once, in its order; it must fit. */
void queue_put_all(queue *, queue_link *first);
/* The first message; waits for one.  NULL: the queue is closed and empty. */
queue_link *queue_take(queue *);
/* All that is there, in order, up to `most`; `wait`: for at least one.  NULL: none (and closed). */
queue_link *queue_take_all(queue *, uint32_t most, bool wait);
/* No more is put; who waits wakes up, and what is in it can still be taken. */
void queue_close(queue *);
uint32_t queue_count(queue *);

#endif
