/*
 * accounts.h - names, passwords and sessions: what is allowed, and who somebody is.
 *
 * Passwords are hashed and compared on threads of their own; sessions are looked up in memory
 * first and in the store if they are not there.  Everything else runs on the loop.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_ACCOUNTS_H
#define SERVER_ACCOUNTS_H

#include "server/hall.h"
#include "server/work.h"

enum {
    ACCOUNTS_PASSWORD_LEAST = 8,
    ACCOUNTS_PASSWORD_MOST = 128,
    ACCOUNTS_COOKIE_MAX = 256, /* a whole Set-Cookie header */
    ACCOUNTS_KNOWN_MAX = 65,
    ACCOUNTS_HASHERS = 1,  /* threads; each takes 64 MiB while it works */
    ACCOUNTS_WAITING = 32, /* passwords that wait for one */
};

/* ---- What is allowed. ---- */

bool account_may_name(const char *name);
/* NULL: it will do; else a sentence (refused.c). */
const char *account_judge_name(const char *name);
const char *account_judge_password(const char *password, const char *name);
bool account_may_mail(const char *address);

/* On a thread of its own. */
bool account_hash(const char *password, char out[STORE_PASSWORD_MAX]);
/* With "" it works as long and says no, so that nobody learns which names there are. */
bool account_verify(const char *password, const char *hash);

/* ---- How often may a password be tried? ---- */

typedef struct account_throttle account_throttle;
account_throttle *account_throttle_new(void);
void account_throttle_free(account_throttle *);
/* `now` in milliseconds of a clock that never goes back.  A browser that is `known` (it has logged
 * in to this name before) has tries of its own: no stranger can use them up. */
bool account_may_try(account_throttle *, const char *name, const char *address, const char *known,
                     int64_t now);
bool account_may_create(account_throttle *, const char *address, int64_t now);
/* A mail to an address that is not confirmed yet; `address` NULL: a test message. */
bool account_may_confirm(account_throttle *, int64_t account, const char *address, int64_t now);

bool account_may_export(account_throttle *, int64_t account, int64_t now);

/* Asking for the way back in to `who` (a name or an address, there or not); NULL: only the address
 * it comes from counts. */
bool account_may_recover(account_throttle *, const char *who, const char *address, int64_t now);

/* ---- Sessions. ---- */

/* "Firefox on Linux", for people who look at their sessions, and no more than that. */
void account_name_browser(const char *user_agent, char out[STORE_BROWSER_MAX]);

/* The session of a Cookie header, hashed; false: there is none. */
bool account_read_cookie(const char *header, bool secure, uint8_t hash[STORE_HASH_BYTES]);
/* "Set-Cookie: ...\r\n"; token NULL: away with it. */
void account_write_cookie(const char *token, bool secure, char out[ACCOUNTS_COOKIE_MAX]);
/* The mark of a browser that has logged in to this name: a second cookie, which opens nothing. */
void account_write_known(const uint8_t key[STORE_KEY_BYTES], const char *name, bool secure,
                         char out[ACCOUNTS_COOKIE_MAX]);
bool account_read_known(const uint8_t key[STORE_KEY_BYTES], const char *name, const char *header,
                        bool secure, char known[ACCOUNTS_KNOWN_MAX]);

typedef struct account_sessions account_sessions; /* those used lately */
typedef struct account_who {
    int64_t account; /* 0: nobody */
    char name[STORE_ACCOUNT_NAME_MAX];
    int64_t seen; /* when the store was asked: milliseconds */
} account_who;
account_sessions *account_sessions_new(void);
void account_sessions_free(account_sessions *);
/* NULL: ask the store.  It is asked once a day at least, and notes that the session is in use. */
const account_who *account_sessions_find(account_sessions *, const uint8_t hash[STORE_HASH_BYTES],
                                         int64_t now);
/* Counts what was dropped: what the store said before that is not kept. */
uint64_t account_sessions_epoch(const account_sessions *);
void account_sessions_keep(account_sessions *, const uint8_t hash[STORE_HASH_BYTES],
                           const account_who *, uint64_t epoch);
void account_sessions_drop(account_sessions *, const uint8_t hash[STORE_HASH_BYTES]);
void account_sessions_drop_all(account_sessions *, int64_t account, const uint8_t *kept);

#endif
