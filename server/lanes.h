/*
 * lanes.h - what waits for a few threads: in lanes, the first before the second, and in each lane
 * fairly by who asks, so that nobody's hundred stand before another's one.
 *
 * An item is part of a struct of the sender's.  Putting never waits: a full lane, or one in which
 * the same asker has too much waiting already, says so.  All of it is bounded.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_LANES_H
#define SERVER_LANES_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { LANES_MAX = 5, LANES_KEYS = 4096 };

typedef struct lanes_item {
    uint8_t lane;
    uint64_t key;     /* who asks; 0: the server itself */
    uint32_t cost;    /* how much work it is, beside others of its lane; 0 counts as 1 */
    int64_t deadline; /* lanes_now() after which nobody wants it any more; 0: never */
    /* The lanes' own: */
    int64_t since;
    uint64_t turn, serial;
} lanes_item;

typedef struct lanes_lane {
    lanes_item **heap; /* the least (turn, serial) first */
    uint32_t count, limit;
    uint32_t each;                /* of one asker at most */
    uint64_t turn;                /* of the last one taken */
    uint64_t turns[LANES_KEYS];   /* an asker's next one ... */
    uint16_t waiting[LANES_KEYS]; /* ... and how much of his waits; a few share a place */
} lanes_lane;

typedef struct lanes_queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    lanes_lane lanes[LANES_MAX];
    uint64_t serial;
    bool closed;
} lanes_queue;

typedef struct lanes_rule {
    uint32_t limit; /* items of the lane; 0: there is no such lane */
    uint32_t each;  /* of one asker (key 0 is not counted) */
} lanes_rule;

bool lanes_open(lanes_queue *, const lanes_rule rules[LANES_MAX]);
void lanes_free(lanes_queue *); /* must be empty */
/* False, and nothing taken over, when there is no room or it is closed. */
bool lanes_put(lanes_queue *, lanes_item *);
/* The next one of the lanes in this set (1 << lane); waits for one if told to.  NULL: none, or
 * closed and empty. */
lanes_item *lanes_take(lanes_queue *, uint32_t set, bool wait);
/* The next one of this lane by another asker than `key` and of at most this cost; NULL: none. */
lanes_item *lanes_take_small(lanes_queue *, uint8_t lane, uint64_t key, uint32_t cost);
/* To a lane further in front, if it still waits and there is room; else nothing happens. */
void lanes_raise(lanes_queue *, lanes_item *, uint8_t lane);
/* Takes it out again; false: somebody has taken it already. */
bool lanes_remove(lanes_queue *, lanes_item *);
void lanes_close(lanes_queue *);
uint32_t lanes_count(lanes_queue *, uint32_t set);
/* How long the one that has waited longest in these lanes has: milliseconds. */
int64_t lanes_oldest(lanes_queue *, uint32_t set);

int64_t lanes_now(void); /* milliseconds; never goes back */
bool lanes_is_late(const lanes_item *);

#endif
