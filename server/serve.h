/*
 * serve.h - the whole server: starts its threads, runs until it is told to stop, stops cleanly.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* House rules for new games, unless they bring their own; one for each game. */
enum { SERVE_TABLES_MAX = 8 };
typedef struct serve_tables {
    const char *games[SERVE_TABLES_MAX];     /* their names */
    const int16_t *houses[SERVE_TABLES_MAX]; /* a difference for each number (core/numbers.h) */
    int count;
} serve_tables;

typedef struct serve_options {
    serve_tables tables;
    const char *host;   /* where to listen: see net_listen.h */
    int port;           /* 0: any that is free */
    const char *store;  /* sqlite:FILE */
    const char *folder; /* of the page's files */
    bool behind_proxy;
    uint32_t games;            /* kept in memory */
    uint32_t connections;      /* in all ... */
    uint32_t per_address;      /* boards that are open at one address */
    uint32_t rate;             /* requests a second from one address; 0: no limit */
    uint32_t creations;        /* games an hour from one address; 0: no limit */
    uint32_t answers;          /* megabytes of answers that wait for slow readers */
    uint32_t thinkers;         /* threads for computer players */
    const char *smtp;          /* smtp://..., or NULL: no mails */
    const char *smtp_ca;       /* who may vouch for the mail server; NULL: whom the system trusts */
    const char *mail_from;     /* the address they come from */
    const char *public_url;    /* where people find this server, without a slash at its end */
    uint32_t notify_delay;     /* seconds before a message goes out */
    bool private_webhooks;     /* webhooks may call this machine and its own network */
    const char *metrics_token; /* who has it reads /metrics; NULL: nobody does */
    bool restored;             /* the store is a copy, though it does not say so */
    const char *backup;        /* a folder for copies of the store; NULL: none are made */
    uint32_t backup_hours, backup_keep;
    uint64_t seed;  /* for tests: of dice, ids of games and computer players; 0: nobody knows */
    bool for_tests; /* SIGUSR1 makes it a day later, or as many seconds as sigqueue() says; SIGUSR2
                       sets the clock on the wall so, and no time passes */
    void (*ready)(int port); /* called when it listens */
} serve_options;

/* Returns when SIGTERM or SIGINT came; false, and a sentence, if it could not begin. */
bool serve(const serve_options *, char *error, size_t error_limit);

#endif
