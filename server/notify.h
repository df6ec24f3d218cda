/*
 * notify.h - telling people that a game waits for them, when they have not got it open.
 *
 * Messages lie in the store, written with the deed that they are about.  Once a second the loop
 * asks the store what is due (fallen flags too), claims a message there, so that it is never sent
 * twice, and gives it to the threads that send; what came of it goes back to the store.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_NOTIFY_H
#define SERVER_NOTIFY_H

#include "server/hall.h"
#include "server/mail.h"
#include "server/work.h"

enum {
    NOTIFY_TRIES = 3,
    NOTIFY_THREADS = 8,    /* for each channel: webhooks that hang do not keep the mails back */
    NOTIFY_SLOW_MS = 2000, /* who takes longer waits a while before he gets more */
    NOTIFY_WAITING = 64,
    NOTIFY_LINE_MAX = 512,
    NOTIFY_CONFIRM_SECONDS = 2 * 24 * 3600,
    NOTIFY_DIGEST_HOUR = 6, /* by UTC, where nobody has said another */
    NOTIFY_LISTED = 40,     /* games that a digest names */
    NOTIFY_TOKEN_MAX = 33,  /* of a way back in: 128 bits in hexadecimal */
};

typedef struct notify_options {
    const char *smtp;       /* NULL: no mails */
    const char *smtp_ca;    /* see notify_send.h */
    const char *from;       /* the address that they come from */
    const char *public_url; /* of this server, without a slash at its end; NULL: no messages */
    bool anywhere;          /* webhooks may call this machine and its own network */
} notify_options;

typedef struct notify notify;

notify *notify_open(hall *, const notify_options *, const uint8_t key[STORE_KEY_BYTES],
                    void (*wake)(void *app), void *app);
void notify_stop(notify *); /* before the store closes */
void notify_free(notify *);
void notify_second(notify *);  /* about once a second */
void notify_deliver(notify *); /* what the threads have finished */
bool notify_can_mail(const notify *);
bool notify_can_call(const notify *);
const uint8_t *notify_key(const notify *);
/* Where a mail goes. */
const char *notify_address(const store_notice *);

typedef struct notify_figures {
    uint64_t sent, failed, given_up;
} notify_figures;
notify_figures notify_count(const notify *);

/* How long before try number `tries` + 1, in milliseconds; 0: there is none. */
int64_t notify_pause(uint32_t tries);

/* The next moment after `now_ms` at which it is this hour, by UTC; and back. */
int64_t notify_digest_at(int64_t now_ms, uint32_t hour);
uint32_t notify_digest_hour(const store_account *);

/* ---- What is written (notify_text.c). ---- */

typedef struct notify_letter {
    const store_notice *notice;
    const store_listed *games; /* of a digest: those that wait, then those that have ended */
    uint32_t game_count;
    const char *public_url;
    const uint8_t *key;
    int64_t at;        /* seconds */
    const char *token; /* of a way back in */
} notify_letter;

const char *notify_event_name(uint8_t event);
/* "squares k3f9q2dw, round 3: your turn as Blue against Bob" */
void notify_put_subject(const notify_letter *, gg_text *out);
void notify_put_mail(const notify_letter *, const char *from, gg_text *out);
void notify_put_webhook(const notify_letter *, gg_text *out);

#endif
