/*
 * notify_send.h - mails and webhooks on their way out, by libcurl.  Called on threads of their own.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_NOTIFY_SEND_H
#define SERVER_NOTIFY_SEND_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { SEND_ERROR_MAX = 200, SEND_SECONDS = 10, SEND_LAST_MS = 500, SEND_ANSWER_MAX = 64 * 1024 };

bool send_begin(void); /* once, before any thread sends */
void send_end(void);
/* The server stops: what is under way has a moment left, and what is not done by then is broken
 * off.  From any thread. */
void send_stop(void);
bool send_is_stopped(void);

/* Where mails are handed in.  smtps:// is encrypted from the first byte.  smtp:// must be turned
 * into an encrypted line where there is a password or a `ca`, and the certificate is checked;
 * without either it is if the other side can, unchecked, as mail servers do among themselves. */
typedef struct send_server {
    const char *address; /* smtp://HOST:PORT, smtps://USER:PASSWORD@HOST */
    const char *ca;      /* a file of certificates in place of the system's; NULL: the system's */
} send_server;

/* `bytes` is a whole message. */
bool send_mail(const send_server *, const char *from, const char *to, const char *bytes,
               size_t count, char error[SEND_ERROR_MAX]);
/* `anywhere`: private addresses and this machine too. */
bool send_webhook(const char *address, const char *json, bool anywhere, char error[SEND_ERROR_MAX]);

/* May a webhook connect there?  The public internet, and nothing else. */
bool send_may_connect(const struct sockaddr *, bool anywhere);
/* http or https, a host, no user, printable; NULL: it will do, else a sentence. */
const char *send_judge_address(const char *address);

#endif
