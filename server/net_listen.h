/*
 * net_listen.h - the sockets that a server listens on: exactly those that were said.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_NET_LISTEN_H
#define SERVER_NET_LISTEN_H

#include <stdbool.h>
#include <stddef.h>

enum { NET_LISTENERS_MAX = 16, NET_WHERE_MAX = 64 };

typedef struct net_listeners {
    int fds[NET_LISTENERS_MAX];
    char where[NET_LISTENERS_MAX][NET_WHERE_MAX]; /* "127.0.0.1:1805", "[::1]:1805" */
    int count;
    int port;
} net_listeners;

/* `host`: an address, a name (all of its addresses), "localhost" (both loopbacks) or "*" (every
 * address of this machine); 0.0.0.0 and :: are every address of their kind.  `port` 0: one that is
 * free on all of them.  False, a sentence, and nothing is open if any of it cannot be had. */
bool net_listen(const char *host, int port, net_listeners *, char *error, size_t error_limit);
void net_listen_close(net_listeners *);

#endif
