/*
 * net_lws_peers.c - who is at the other end of a line, and the messages that wait for him.  See
 * net_lws.h.
 */
#include <stdlib.h>
#include <string.h>

#include "server/net_lws.h"

/* ---- Messages. ---- */

net_message *net_message_new(const char *bytes, size_t count)
{
    net_message *message = malloc(sizeof *message + LWS_PRE + count + 1);
    if (message == NULL) return NULL;
    message->refs = 1;
    message->count = (uint32_t)count;
    memcpy(message->bytes + LWS_PRE, bytes, count);
    message->bytes[LWS_PRE + count] = '\0';
    return message;
}

net_message *net_message_keep(net_message *message)
{
    message->refs++;
    return message;
}

void net_message_drop(net_message *message)
{
    if (message != NULL && --message->refs == 0) free(message);
}

const char *net_message_bytes(const net_message *message)
{
    return (const char *)message->bytes + LWS_PRE;
}

bool net_message_is(const net_message *message, const char *bytes, size_t count)
{
    return message->count == count && memcmp(message->bytes + LWS_PRE, bytes, count) == 0;
}

/* ---- Peers. ---- */

net_id net_id_of(const net *n, const peer *p)
{
    return (uint64_t)n->slots[p->slot].generation << SLOT_BITS | (p->slot + 1);
}

peer *net_peer_of(const net *n, net_id id)
{
    const uint32_t index = (uint32_t)(id & UINT32_MAX);
    if (index == 0 || index > n->slot_count) return NULL;
    const slot *s = &n->slots[index - 1];
    return s->generation == id >> SLOT_BITS ? s->peer : NULL;
}

static bool take_slot(net *n, peer *p)
{
    if (n->free_slot != 0) {
        p->slot = n->free_slot - 1;
        n->free_slot = n->slots[p->slot].next_free;
    } else {
        if (n->slot_count == n->slot_limit) return false;
        p->slot = n->slot_count++;
    }
    n->slots[p->slot].peer = p;
    n->slots[p->slot].generation++;
    return true;
}

peer *net_new_peer(net *n, struct lws *wsi)
{
    peer *p = calloc(1, sizeof *p);
    if (p == NULL) return NULL;
    p->wsi = wsi;
    p->since = n->now;
    if (take_slot(n, p)) return p;
    free(p);
    return NULL;
}

static void free_peer(net *n, peer *p)
{
    slot *s = &n->slots[p->slot];
    if (p->counted) n->hooks.released(n->hooks.app, p->address);
    s->peer = NULL;
    s->next_free = n->free_slot;
    n->free_slot = p->slot + 1;
    for (; p->count > 0; p->count--, p->first++)
        net_message_drop(p->queue[p->first % p->limit].message);
    free(p->queue);
    free(p->request);
    free(p->address);
    if (p->body != NULL) explicit_bzero(p->body, p->body_count); /* it may be a password */
    free(p->body);
    free(p->out);
    free(p);
}

/* The connection is gone, or has turned to its next request. */
void net_lose_peer(net *n, session *s)
{
    peer *p = s->peer;
    if (p == NULL) return;
    s->peer = NULL;
    const net_id id = net_id_of(n, p);
    const bool told = p->kind == PEER_WAITING || p->kind == PEER_STREAM || p->kind == PEER_SOCKET;
    free_peer(n, p);
    if (told) n->hooks.closed(n->hooks.app, id);
}
