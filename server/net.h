/*
 * net.h - the network as the server sees it: requests that are answered, now or later, and
 * streams of messages (server-sent events, WebSockets) that go on.
 *
 * A peer is named by a net_id, never by a pointer: who has hung up meanwhile is simply not there
 * any more, and what is sent to him is dropped.  Everything but net_wake and net_stop is called on
 * the thread of net_run, the loop.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    NET_PATH_MAX = 256,
    NET_QUERY_MAX = 256,
    NET_HEADER_MAX = 512,
    NET_COOKIE_MAX = 2048,
    NET_ADDRESS_MAX = 48,
    NET_BODY_MAX = 16 * 1024,       /* of a request or a WebSocket message */
    NET_QUEUED_MAX = 512,           /* messages waiting for one peer ... */
    NET_QUEUED_BYTES_MAX = 8 << 20, /* ... and their bytes: whoever is slower must come again */
    NET_RECEIVE_SECONDS = 10,       /* for headers, and for a body */
    NET_ALIVE_SECONDS = 20,         /* a comment or a ping so often */
};

typedef struct net net;
typedef uint64_t net_id; /* 0 is nobody */

typedef enum net_method { NET_GET, NET_HEAD, NET_POST, NET_OTHER } net_method;

typedef struct net_request {
    net_method method;
    bool is_socket; /* a WebSocket's handshake */
    bool too_many;  /* of this address: it is told so, and nothing else */
    char path[NET_PATH_MAX], query[NET_QUERY_MAX];
    char address[NET_ADDRESS_MAX]; /* whose it is: the client's, or what the proxy says */
    char authorization[NET_HEADER_MAX], origin[NET_HEADER_MAX], host[NET_HEADER_MAX];
    char content_type[NET_HEADER_MAX], user_agent[NET_HEADER_MAX];
    char cookie[NET_COOKIE_MAX]; /* all of a host share them, whatever the port */
    char if_none_match[NET_HEADER_MAX], last_event_id[NET_HEADER_MAX];
    bool takes_gzip, takes_brotli;
    const char *body; /* zero at its end; NULL: none */
    size_t body_count;
} net_request;

/* Is there room for one more line of an address? */
typedef enum net_room {
    NET_FULL,     /* none */
    NET_TOO_MANY, /* to tell it so */
    NET_CROWDED,  /* but for none that is kept for a next request */
    NET_ROOM
} net_room;

typedef struct net_hooks {
    void *app;
    /* May this address connect?  `released` is called for each that is not NET_FULL. */
    net_room (*admit)(void *app, const char *address);
    void (*released)(void *app, const char *address);
    /* A number for those who share this address, or its network. */
    uint64_t (*household)(void *app, const char *address);
    /* Answered by net_answer or net_stream, now or later.  The request lives for the call only. */
    void (*request)(void *app, net_id, const net_request *);
    /* A handshake: a status other than 0 refuses it. */
    int (*socket)(void *app, net_id, const net_request *);
    void (*text)(void *app, net_id, const char *text, size_t count); /* zero at its end */
    /* A request that was not answered, a stream or a socket is gone. */
    void (*closed)(void *app, net_id);
    void (*woken)(void *app);  /* after net_wake */
    void (*round)(void *app);  /* all that had come was handed on: what was gathered may go */
    void (*second)(void *app); /* about once a second */
} net_hooks;

typedef struct net_options {
    const char *host; /* where to listen: see net_listen.h */
    int port;
    int connections_max;
    bool behind_proxy; /* believe the last address of X-Forwarded-For */
    size_t
        unsent_max; /* bytes that wait for slow readers on all lines; of one household an eighth */
} net_options;

net *net_open(const net_options *, net_hooks, char *error, size_t error_limit);
void net_run(net *);   /* until net_stop */
void net_drain(net *); /* a moment more, for what is on its way out */
void net_close(net *);
void net_wake(net *); /* from any thread */
void net_stop(net *); /* from any thread, and from a signal handler */
int net_port(const net *);
/* Where it listens, as "127.0.0.1:1805 [::1]:1805". */
void net_put_places(const net *, char *out, size_t limit);

typedef struct net_message net_message; /* shared by all who get it */

typedef struct net_answer {
    int status;
    const char *type;    /* content type */
    const char *headers; /* more of them, each with its \r\n; or NULL */
    const void *body;    /* copied, unless it is `lasting` */
    size_t count;
    bool lasting;         /* the body outlives the answer: not copied */
    net_message *message; /* the body instead: kept as long as it waits; or NULL */
    bool picture;         /* brings its own style sheet, and other sites may show it */
} net_answer;
void net_reply(net *, net_id, const net_answer *);

/* ---- Streams. ---- */

net_message *net_message_new(const char *bytes, size_t count); /* NULL: no memory */
net_message *net_message_keep(net_message *);
void net_message_drop(net_message *);
const char *net_message_bytes(const net_message *);
bool net_message_is(const net_message *, const char *bytes, size_t count);

/* Turns a request into a stream of server-sent events; false: he is gone, and nobody will say that
 * he closed. */
bool net_stream(net *, net_id);
/* To a stream or socket.  `number` becomes the id of the event, unless it is 0. */
void net_send(net *, net_id, net_message *, uint32_t number);
void net_hang_up(net *, net_id); /* after what is queued has gone */
int net_connections(const net *);
size_t net_unsent(const net *);   /* bytes that wait for slow readers */
uint64_t net_unread(const net *); /* lines that were hung up on because nobody read them */
int net_connections_max(const net *);

#endif
