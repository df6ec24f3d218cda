/*
 * limits.c - how often one address, or one account, may knock.  See limits.h.
 *
 * A table of fixed size: an address that is not in it takes the place of the one in its row that
 * has been quiet longest and has nothing open.  Which row that is nobody can foresee, or a stranger
 * could push a neighbour out of it, or fill it with eight lines of his own.
 * SPDX-License-Identifier: MIT
 */
#include "server/limits.h"

#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 2048, PLACES = 8, HOUR_MS = 3600 * 1000, LONG_MS = 1000 * 1000 };

typedef struct place {
    uint64_t who; /* a hash of the address; 0: free */
    int64_t seen; /* when it was last heard of */
    uint32_t lines, listeners;
    int64_t filled[LIMITS_KINDS]; /* in thousandths of one */
    int64_t at[LIMITS_KINDS];     /* when that was so */
} place;

struct limits {
    uint8_t key[crypto_shorthash_KEYBYTES];
    limits_rule rules[LIMITS_KINDS];
    uint32_t listeners_max;
    place places[ROWS][PLACES];
};

limits *limits_new(const limits_rule rules[LIMITS_KINDS], uint32_t listeners_max)
{
    limits *l = calloc(1, sizeof *l);
    if (l == NULL) return NULL;
    memcpy(l->rules, rules, sizeof l->rules);
    l->listeners_max = listeners_max;
    randombytes_buf(l->key, sizeof l->key);
    return l;
}

void limits_free(limits *l) { free(l); }

uint64_t limits_key(const limits *l, const char *address)
{
    uint64_t who;
    uint8_t bytes[16], hash[crypto_shorthash_BYTES];
    size_t count = strlen(address);
    const void *from = address;
    if (strncmp(address, "::ffff:", 7) == 0) {
        from = address + 7, count -= 7;
    } else if (inet_pton(AF_INET6, address, bytes) == 1) {
        from = bytes, count = 8;
    }
    crypto_shorthash(hash, from, count, l->key);
    memcpy(&who, hash, sizeof who);
    return who == 0 ? 1 : who;
}

static place *find_place(limits *l, uint64_t who, int64_t now)
{
    place *row = l->places[who % ROWS], *oldest = &row[0];
    for (int i = 0; i < PLACES; i++) {
        if (row[i].who == who) {
            row[i].seen = now;
            return &row[i];
        }
        const bool quieter = row[i].seen < oldest->seen;
        if (row[i].lines == 0 && (oldest->lines > 0 || quieter)) oldest = &row[i];
    }
    if (oldest->lines > 0) return NULL; /* eight busy neighbours: they share its fate */
    *oldest = (place){.who = who, .seen = now};
    for (int kind = 0; kind < LIMITS_KINDS; kind++) {
        oldest->filled[kind] = (int64_t)l->rules[kind].burst * 1000;
        oldest->at[kind] = now;
    }
    return oldest;
}

/* In thousandths.  By milliseconds for a while, by seconds after that: neither overflows. */
static int64_t growth(int64_t elapsed, uint32_t per_hour)
{
    const int64_t thousandths = (int64_t)per_hour * 1000;
    if (elapsed <= LONG_MS) return elapsed * thousandths / HOUR_MS;
    const int64_t seconds = elapsed / 1000 < LONG_MS ? elapsed / 1000 : LONG_MS;
    return seconds * thousandths / (HOUR_MS / 1000);
}

bool limits_allow(limits *l, const char *address, limits_kind kind, int64_t now)
{
    return limits_allow_key(l, limits_key(l, address), kind, now);
}

bool limits_allow_key(limits *l, uint64_t key, limits_kind kind, int64_t now)
{
    place *at = find_place(l, key, now);
    if (at == NULL) return false;
    const int64_t full = (int64_t)l->rules[kind].burst * 1000;
    const int64_t grown = growth(now - at->at[kind], l->rules[kind].per_hour);
    if (grown > 0) { /* what is less than a thousandth waits for the next time */
        at->filled[kind] = full - at->filled[kind] < grown ? full : at->filled[kind] + grown;
        at->at[kind] = now;
    }
    if (at->filled[kind] < 1000) return false;
    at->filled[kind] -= 1000;
    return true;
}

bool limits_allow_account(limits *l, int64_t account, limits_kind kind, int64_t now)
{
    char key[32];
    snprintf(key, sizeof key, "account %lld", (long long)account);
    return limits_allow(l, key, kind, now);
}

limits_room limits_connect(limits *l, const char *address, uint32_t share, int64_t now)
{
    place *at = find_place(l, limits_key(l, address), now);
    uint32_t most = LIMITS_LINES * l->listeners_max;
    if (most > share) most = share > l->listeners_max ? share : l->listeners_max;
    if (at == NULL || at->lines >= most + l->listeners_max) return LIMITS_FULL;
    at->lines++;
    return at->lines > most ? LIMITS_TOO_MANY : at->lines > most / 2 ? LIMITS_CROWDED : LIMITS_ROOM;
}

static place *known_place(limits *l, uint64_t key)
{
    place *row = l->places[key % ROWS];
    for (int i = 0; i < PLACES; i++)
        if (row[i].who == key) return &row[i];
    return NULL;
}

void limits_disconnect(limits *l, const char *address)
{
    place *at = known_place(l, limits_key(l, address));
    if (at != NULL && at->lines > 0) at->lines--;
}

bool limits_listen(limits *l, uint64_t key, int64_t now)
{
    place *at = find_place(l, key, now);
    if (at == NULL || at->listeners >= l->listeners_max) return false;
    at->listeners++;
    return true;
}

void limits_leave(limits *l, uint64_t key)
{
    place *at = known_place(l, key);
    if (at != NULL && at->listeners > 0) at->listeners--;
}
