/*
 * limits.h - how often one address, or one account, may knock.
 *
 * Each has a bucket that fills with time and is emptied by what it does.  IPv6 addresses count by
 * their network of 64 bits, because one household has all of it; any other text counts as itself.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_LIMITS_H
#define SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum limits_kind {
    LIMITS_REQUEST, /* any call or message */
    LIMITS_PAGE,    /* a file of the page, which lies in memory */
    LIMITS_CREATE,  /* a new game */
    LIMITS_SAY,     /* a line of chat: everybody who listens gets it */
    LIMITS_KINDS
} limits_kind;

typedef struct limits_rule {
    uint32_t burst;    /* so many at once */
    uint32_t per_hour; /* so many refill in an hour */
} limits_rule;

/* What is left of an address's lines. */
typedef enum limits_room {
    LIMITS_FULL,     /* nothing: this one was not counted */
    LIMITS_TOO_MANY, /* enough to say so */
    LIMITS_CROWDED,  /* less than half */
    LIMITS_ROOM
} limits_room;

/* A line may be idle, and a browser that loads a page has six: so an address has more of them than
 * listeners. */
enum { LIMITS_LINES = 4 };

typedef struct limits limits;

/* So many listeners of one address, and LIMITS_LINES times as many lines. */
limits *limits_new(const limits_rule rules[LIMITS_KINDS], uint32_t listeners_max);
void limits_free(limits *);
/* `now` in milliseconds, of a clock that never goes back. */
bool limits_allow(limits *, const char *address, limits_kind, int64_t now);
/* The same for who keeps the key of an address. */
bool limits_allow_key(limits *, uint64_t key, limits_kind, int64_t now);
bool limits_allow_account(limits *, int64_t account, limits_kind, int64_t now);
/* So many lines it may have while others want some: beyond the number of its listeners no more
 * than `share`. */
limits_room limits_connect(limits *, const char *address, uint32_t share, int64_t now);
void limits_disconnect(limits *, const char *address);
bool limits_listen(limits *, uint64_t key, int64_t now); /* false: too many, and not counted */
void limits_leave(limits *, uint64_t key);
/* A number for the address, or its network: never 0, and nobody can find another with the same. */
uint64_t limits_key(const limits *, const char *address);

#endif
