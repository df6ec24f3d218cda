/*
 * net_lws_peers.c - who is at the other end of a line, and what waits for him.  See net_lws.h.
 * SPDX-License-Identifier: MIT
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
    message->holders = NULL;
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

/* ---- What waits for them. ---- */

enum {
    SHARE = 8,              /* of the budget for one household, ... */
    SHARE_LEAST = 20 << 20, /* ... and room for the longest answer in any case */
    LARGE = 16 * 1024,      /* messages that are counted once, not for each line */
};

static size_t share_of(const net *n)
{
    const size_t share = n->options.unsent_max / SHARE;
    return share < SHARE_LEAST ? SHARE_LEAST : share;
}

int64_t net_ms(void) { return (int64_t)(lws_now_usecs() / 1000); }

bool net_join(net *n, peer *p, const char *address)
{
    const uint64_t key = n->hooks.household(n->hooks.app, address);
    household **at = &n->households[key % HOUSEHOLDS];
    while (*at != NULL && (*at)->key != key) at = &(*at)->next;
    if (*at == NULL) {
        *at = calloc(1, sizeof **at);
        if (*at == NULL) return false;
        (*at)->key = key;
    }
    p->of = *at;
    p->of->peers++;
    return true;
}

static void leave(net *n, household *of)
{
    if (of == NULL || --of->peers > 0) return;
    household **at = &n->households[of->key % HOUSEHOLDS];
    while (*at != of) at = &(*at)->next;
    *at = of->next;
    free(of);
}

static holder **find_holder(net_message *message, const household *of)
{
    holder **at = &message->holders;
    while (*at != NULL && (*at)->of != of) at = &(*at)->next;
    return at;
}

static void count_for(net *n, household *of, size_t count)
{
    of->unsent += count;
    n->crowded |= of->unsent > share_of(n) || n->unsent > n->options.unsent_max;
}

static bool add_holder(net *n, household *of, net_message *message)
{
    holder **at = find_holder(message, of);
    if (*at == NULL) {
        holder *fresh = malloc(sizeof *fresh);
        if (fresh == NULL) return false;
        *fresh = (holder){.of = of};
        if (message->holders == NULL) n->unsent += message->count;
        count_for(n, of, message->count);
        *at = fresh;
    }
    (*at)->lines++;
    return true;
}

static void drop_holder(net *n, household *of, net_message *message)
{
    holder **at = find_holder(message, of), *it = *at;
    if (--it->lines > 0) return;
    *at = it->next;
    free(it);
    of->unsent -= message->count;
    if (message->holders == NULL) n->unsent -= message->count;
}

void net_charge(net *n, peer *p, size_t count)
{
    if (p->unsent == 0) p->moved = net_ms();
    p->unsent += count;
    n->unsent += count;
    count_for(n, p->of, count);
}

static void discharge(net *n, peer *p, size_t count)
{
    p->unsent -= count;
    p->of->unsent -= count;
    n->unsent -= count;
}

bool net_hold(net *n, peer *p, net_message *message)
{
    if (message->count < LARGE) {
        net_charge(n, p, message->count);
    } else {
        if (!add_holder(n, p->of, message)) return false;
        if (p->unsent == 0) p->moved = net_ms();
        p->unsent += message->count;
    }
    net_message_keep(message);
    return true;
}

void net_release(net *n, peer *p, net_message *message)
{
    if (message->count < LARGE) {
        discharge(n, p, message->count);
    } else {
        drop_holder(n, p->of, message);
        p->unsent -= message->count;
    }
    net_message_drop(message);
}

static void drop_unsent(net *n, peer *p)
{
    for (; p->count > 0; p->count--, p->first++)
        net_release(n, p, p->queue[p->first % p->limit].message);
    if (p->message != NULL) net_release(n, p, p->message);
    if (p->unsent > 0) discharge(n, p, p->unsent); /* `out` */
    free(p->out);
    p->out = NULL;
    p->message = NULL;
    p->lasting = NULL;
    p->out_count = p->out_sent = p->lasting_count = p->lasting_sent = 0;
}

void net_let_go(net *n, peer *p)
{
    if (p->overflow) return;
    drop_unsent(n, p);
    p->overflow = p->hang_up = true;
    n->unread++;
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

/* Bytes, times how long none of them has gone out. */
static uint64_t burden(const peer *p, int64_t now)
{
    return (uint64_t)p->unsent * (uint64_t)(1 + now - p->moved);
}

static peer *heaviest(const net *n, const household *of, int64_t now)
{
    peer *worst = NULL;
    for (uint32_t i = 0; i < n->slot_count; i++) {
        peer *p = n->slots[i].peer;
        if (p == NULL || p->unsent == 0 || (of != NULL && p->of != of)) continue;
        if (worst == NULL || burden(p, now) > burden(worst, now)) worst = p;
    }
    return worst;
}

void net_settle(net *n)
{
    if (!n->crowded) return;
    n->crowded = false;
    const int64_t now = net_ms();
    for (uint32_t i = 0; i < n->slot_count; i++) {
        const peer *p = n->slots[i].peer;
        while (p != NULL && p->of != NULL && p->of->unsent > share_of(n))
            net_let_go(n, heaviest(n, p->of, now));
    }
    while (n->unsent > n->options.unsent_max) net_let_go(n, heaviest(n, NULL, now));
}

static void free_peer(net *n, peer *p)
{
    slot *s = &n->slots[p->slot];
    if (p->counted) n->hooks.released(n->hooks.app, p->address);
    s->peer = NULL;
    s->next_free = n->free_slot;
    n->free_slot = p->slot + 1;
    drop_unsent(n, p);
    leave(n, p->of);
    free(p->queue);
    free(p->request);
    free(p->address);
    if (p->body != NULL) explicit_bzero(p->body, p->body_count); /* it may be a password */
    free(p->body);
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
