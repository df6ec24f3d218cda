/*
 * notify_send.h - mails and webhooks on their way out, by libcurl.  Called on threads of their own.
 */
#ifndef SERVER_NOTIFY_SEND_H
#define SERVER_NOTIFY_SEND_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

enum { SEND_ERROR_MAX = 200, SEND_SECONDS = 10, SEND_ANSWER_MAX = 64 * 1024 };

bool send_begin(void); /* once, before any thread sends */
void send_end(void);

/* `server` is smtp://, smtps://, perhaps with user and password; `bytes` a whole message. */
bool send_mail(const char *server, const char *from, const char *to, const char *bytes,
               size_t count, char error[SEND_ERROR_MAX]);
/* `loopback`: this machine may be called; for tests only. */
bool send_webhook(const char *address, const char *json, bool loopback, char error[SEND_ERROR_MAX]);

/* May a webhook connect there?  The public internet, and nothing else. */
bool send_may_connect(const struct sockaddr *, bool loopback);
/* http or https, a host, no user, printable; NULL: it will do, else a sentence. */
const char *send_judge_address(const char *address);

#endif
