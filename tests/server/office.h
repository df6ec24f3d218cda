/*
 * office.h - a mail server and a receiver of webhooks on this machine, as good or as bad as a test
 * wants them: they take everything, refuse, hang, encrypt, or are not there.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_OFFICE_H
#define TESTS_SERVER_OFFICE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { OFFICE_KEPT_BYTES = 1 << 20 };

typedef enum office_lock {
    OFFICE_PLAIN,    /* cannot encrypt */
    OFFICE_STARTTLS, /* turns the line into an encrypted one when it is asked to */
    OFFICE_TLS,      /* from the first byte */
} office_lock;

enum { OFFICE_HANGS = -1 }; /* as a status: never answers */

typedef struct office {
    bool is_mail;
    office_lock locks;
    bool wants_login;   /* says that it knows AUTH */
    void *certificates; /* see office_show() */
    /* What a webhook is answered, or who names a receiver of a mail: 250, 451, 550 ... */
    atomic_int status;
    int fd, port;
    pthread_mutex_t guard;
    char kept[OFFICE_KEPT_BYTES];  /* all mails and bodies that came */
    char plain[OFFICE_KEPT_BYTES]; /* all that was said where others could read it */
    size_t count, plain_count;
    atomic_int calls; /* connections so far */
} office;

/* With the certificate that it shows, and its key; before it opens. */
bool office_show(office *, const char *certificate, const char *key);
/* On a free port, or on the one it had before. */
bool office_open(office *);
void office_shut(office *); /* nobody is there any more: connections are refused */

/* How often this came. */
int office_times(office *, const char *what);
/* Waits until it has come so often; false if that does not happen, or if it came more often. */
bool office_gets(office *, const char *what, int often);
/* False if this comes once more within a few seconds. */
bool office_stays(office *, const char *what, int often);
/* The last link with this in it, without the host. */
bool office_find(office *, const char *what, char *out, size_t limit);
/* The last mail or body that has this in it, to be freed; NULL: none has. */
char *office_letter(office *, const char *what);
bool office_overheard(office *, const char *what);
void office_clear(office *); /* nothing has come */

#endif
