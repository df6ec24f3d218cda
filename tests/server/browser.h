/*
 * browser.h - people as their browsers have them, for tests: cookies, addresses, games.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_BROWSER_H
#define TESTS_SERVER_BROWSER_H

#include "client.h"

extern int port; /* of the server that is spoken to */

typedef struct person {
    char session[128], known[128]; /* "name=value" */
    char from[64];                 /* a header with his address, behind a proxy */
} person;

/* These headers and the person's own; until the next call. */
const char *headers_of(const person *, const char *more);
answer as(const person *, const char *method, const char *path, const char *body);

/* Answers are freed; what was not expected is printed. */
bool is(answer, int status, const char *error);
bool says(answer, const char *what);
bool refuses(answer, int status, const char *word); /* with this word in the sentence */
bool is_named(const person *, const char *name);

void take_cookies(const answer *, person *);
/* Logs in, or makes the account; the browser sends what cookies it has. */
int enter(person *, const char *path, const char *name, const char *password);
bool make(person *, const char *name);
bool log_in(person *, const char *name);

typedef struct table {
    char id[32];
    char invitations[2][80], tokens[2][80];
} table;

const char *path_of(const char *id, const char *name); /* until the next call */
bool create(table *, const person *);
bool sit(table *, const person *, int side);
bool begin(table *, const person *blue, const person *red);

/* A server with these limits, for which `port` is set; said as claims. */
bool start(server_process *, const char *binary, const char *const *words);
void stop(server_process *);

#endif
