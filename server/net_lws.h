/*
 * net_lws.h - what the files of the network by libwebsockets share (net_lws*.c), and nobody else.
 *
 * net_lws.c has the connections, the loop and the clock; net_lws_peers.c who is at the other end,
 * and messages; net_lws_read.c what they send; net_lws_write.c what they are sent.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_NET_LWS_H
#define SERVER_NET_LWS_H

#include <libwebsockets.h>
#include <signal.h>
#include <uv.h>

#include "server/net.h"
#include "server/net_listen.h"

enum {
    CHUNK = 256 * 1024,       /* of a body, written at a time */
    TOGETHER_MAX = 60 * 1024, /* of a stream: what goes out in one piece */
    HOUSEHOLDS = 4096,        /* buckets */
    SLOT_BITS = 32,
};

struct net_message {
    uint32_t refs;
    uint32_t count;
    struct holder *holders; /* of a large one */
    unsigned char bytes[];  /* LWS_PRE for the frame's head, then the text and a zero */
};

typedef enum peer_kind {
    PEER_RECEIVING,
    PEER_WHOLE, /* his request has come in this round of the loop */
    PEER_WAITING,
    PEER_ANSWERED,
    PEER_STREAM,
    PEER_SOCKET
} peer_kind;

typedef struct queued {
    net_message *message;
    uint32_t number;
} queued;

/* Those who share an address, and the bytes that wait for them. */
typedef struct household {
    struct household *next; /* in its bucket */
    uint64_t key;
    uint32_t peers;
    size_t unsent;
} household;

/* A large message waits for so many lines of a household: there it counts once. */
typedef struct holder {
    struct holder *next;
    household *of;
    uint32_t lines;
} holder;

/* A connection, as long as it is there. */
typedef struct line {
    net_room room;  /* as it was admitted; behind a proxy each request is */
    char address[]; /* "": behind a proxy */
} line;

typedef struct peer {
    struct lws *wsi;
    peer_kind kind;
    uint32_t slot;
    int64_t since;        /* second of the last change of kind, or of the last sign of life sent */
    net_request *request; /* until it is handed on: it is large */
    net_method method;
    char *address;        /* `counted`: the one it was admitted by */
    household *of;        /* NULL: nothing has come yet */
    net_message *message; /* of the answer: `lasting` is in it */
    size_t unsent;        /* bytes of answers and messages that wait for it */
    int64_t moved; /* milliseconds: when it last took something, or something began to wait */
    char *body;    /* what is received, as long as it is not whole */
    size_t body_count, body_limit;
    bool body_ended;
    unsigned char *out; /* LWS_PRE, head, and the body unless it lasts */
    size_t out_count, out_sent;
    const unsigned char *lasting;
    size_t lasting_count, lasting_sent;
    bool hang_up, overflow;
    bool counted;  /* behind a proxy: admitted by the address that the proxy saw */
    bool crowded;  /* the line ends with the answer */
    bool dirty;    /* in net->dirty: something was queued in this round of the loop */
    bool fresh;    /* in net->fresh */
    bool sign_due; /* a sign of life */
    queued *queue; /* a ring of `limit`, which grows to NET_QUEUED_MAX */
    uint32_t first, count, limit;
} peer;

typedef struct slot {
    peer *peer;
    uint32_t generation;
    uint32_t next_free;
} slot;

typedef struct session { /* what libwebsockets keeps per connection */
    peer *peer;
} session;

typedef struct listener {
    uv_poll_t poll;
    struct net *net;
    int fd;
} listener;

struct net {
    net_hooks hooks;
    net_options options;
    uv_loop_t loop;
    bool has_loop;
    net_listeners listening;
    listener listeners[NET_LISTENERS_MAX];
    int listener_count; /* of those, polls that are open */
    bool deaf;          /* no descriptor was left: nobody is let in before the next second */
    struct lws_context *context;
    struct lws_vhost *vhost;
    slot *slots;
    uint32_t slot_count, slot_limit, free_slot; /* free_slot: index + 1 */
    int connections;
    household *households[HOUSEHOLDS];
    size_t unsent;   /* for all together: a large message counts once */
    bool crowded;    /* too much, since net_settle() */
    uint64_t unread; /* lines that were hung up on for it */
    uint32_t *dirty; /* slots */
    unsigned char together[LWS_PRE + TOGETHER_MAX];
    uint32_t dirty_count;
    uint32_t *fresh; /* slots: who has sent a request in this round */
    uint32_t fresh_count;
    volatile sig_atomic_t stopping;
    int64_t now;
    lws_sorted_usec_list_t clock;
};

net_id net_id_of(const net *, const peer *);
peer *net_peer_of(const net *, net_id); /* NULL: he is gone */
peer *net_new_peer(net *, struct lws *);
/* The connection is gone, or has turned to its next request. */
void net_lose_peer(net *, session *);
/* It came from this address; false: there is no memory. */
bool net_join(net *, peer *, const char *address);
/* So much more, or this message, waits for it, and waits no more. */
void net_charge(net *, peer *, size_t count);
bool net_hold(net *, peer *, net_message *); /* false: there is no memory */
void net_release(net *, peer *, net_message *);
/* Does too much wait for a household, or for all?  Then those lines end that have left the most
 * unread for the longest. */
void net_settle(net *);
void net_let_go(net *, peer *); /* what waits is dropped, and the line ends */
int64_t net_ms(void);

/* Of libwebsockets' callbacks, with their results: 0, or -1 to close. */
int net_on_request(net *, struct lws *, session *);
int net_on_body(session *, const void *bytes, size_t count);
int net_on_body_end(net *, session *);
int net_on_upgrade(struct lws *, char *wanted);
void net_hand_on(net *); /* the requests of this round, to the app */
bool net_has_sent_ahead(net *, const peer *);
void net_end_now(net *, peer *); /* what is ready goes out, and he is hung up on; he is gone then */
int net_on_handshake(net *, struct lws *, session *);
int net_on_text(net *, struct lws *, session *, const void *bytes, size_t count);
int net_on_writable(net *, struct lws *, session *);
void net_flush_all(net *); /* what was queued in this round of the loop */

#endif
