/*
 * queue.c - a bounded queue of messages between threads.  See queue.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/queue.h"

#include <stddef.h>

#include "grognard.h"

void queue_open(queue *q, uint32_t limit)
{
    *q = (queue){.limit = limit};
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->filled, NULL);
}

void queue_free(queue *q)
{
    gg_assert(q->first == NULL);
    pthread_mutex_destroy(&q->lock);
    pthread_cond_destroy(&q->filled);
}

static void append(queue *q, queue_link *message)
{
    message->next = NULL;
    if (q->last != NULL) q->last->next = message;
    else q->first = message;
    q->last = message;
    q->count++;
}

static bool put(queue *q, queue_link *message, bool wakes)
{
    pthread_mutex_lock(&q->lock);
    const bool fits = !q->closed && q->count < q->limit;
    if (fits) append(q, message);
    if (fits && wakes) pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
    return fits;
}

bool queue_put(queue *q, queue_link *message) { return put(q, message, true); }

bool queue_put_quietly(queue *q, queue_link *message) { return put(q, message, false); }

void queue_wake(queue *q)
{
    pthread_mutex_lock(&q->lock);
    if (q->first != NULL) pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
}

void queue_put_all(queue *q, queue_link *first)
{
    pthread_mutex_lock(&q->lock);
    while (first != NULL) {
        queue_link *next = first->next;
        append(q, first);
        first = next;
    }
    gg_assert(q->count <= q->limit);
    pthread_cond_signal(&q->filled);
    pthread_mutex_unlock(&q->lock);
}

static void wait_for_one(queue *q)
{
    while (q->first == NULL && !q->closed) pthread_cond_wait(&q->filled, &q->lock);
}

queue_link *queue_take_all(queue *q, uint32_t most, bool wait)
{
    pthread_mutex_lock(&q->lock);
    if (wait) wait_for_one(q);
    queue_link *first = q->first, *last = first;
    uint32_t taken = first != NULL;
    while (last != NULL && last->next != NULL && taken < most) {
        last = last->next;
        taken++;
    }
    if (first != NULL) {
        q->first = last->next;
        if (q->first == NULL) q->last = NULL;
        last->next = NULL;
        q->count -= taken;
    }
    pthread_mutex_unlock(&q->lock);
    return first;
}

queue_link *queue_take(queue *q) { return queue_take_all(q, 1, true); }

void queue_close(queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    pthread_cond_broadcast(&q->filled);
    pthread_mutex_unlock(&q->lock);
}

uint32_t queue_count(queue *q)
{
    pthread_mutex_lock(&q->lock);
    const uint32_t count = q->count;
    pthread_mutex_unlock(&q->lock);
    return count;
}
