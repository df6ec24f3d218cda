/*
 * net_lws_write.c - answers and streams on their way out.  See net_lws.h.
 *
 * Answers are written by hand into one piece, so that most of them are one system call.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grognard.h"
#include "server/net_lws.h"

enum {
    HEAD_MAX = 2048,   /* headers of an answer */
    PIECE = 16 * 1024, /* of what lasts or is shared; smaller ones go out with their head */
    FRAME_MAX = 32,    /* what is put around a message */
    QUEUED_FIRST = 4,  /* messages that a peer has room for; more if it is slow */
};

/* ---- Answering. ---- */

static const char *status_words(int status)
{
    static const struct {
        int status;
        const char *words;
    } known[] = {
        {200, "OK"},
        {201, "Created"},
        {204, "No Content"},
        {302, "Found"},
        {303, "See Other"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {410, "Gone"},
        {411, "Length Required"},
        {413, "Content Too Large"},
        {415, "Unsupported Media Type"},
        {417, "Expectation Failed"},
        {422, "Unprocessable Content"},
        {429, "Too Many Requests"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (known[i].status == status) return known[i].words;
    return "Unknown";
}

#define SAFE_ALWAYS                                                                                \
    "X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\n" \
    "Permissions-Policy: camera=(), microphone=(), geolocation=()\r\n"
static const char safety[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"
    " style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self';"
    " manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self';"
    " frame-ancestors 'none'\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n" SAFE_ALWAYS;
/* A picture may load nothing and run nothing. */
static const char picture_safety[] =
    "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'; sandbox;"
    " frame-ancestors 'none'\r\n"
    "Cross-Origin-Resource-Policy: cross-origin\r\n" SAFE_ALWAYS;

void net_reply(net *n, net_id id, const net_answer *answer)
{
    peer *p = net_peer_of(n, id);
    if (p == NULL || p->kind != PEER_WAITING) return;
    net_message *message = answer->message;
    const void *bytes = message != NULL ? message->bytes + LWS_PRE : answer->body;
    const size_t all = message != NULL ? message->count : answer->count;
    const bool asks_body = p->method != NET_HEAD;
    p->hang_up = p->hang_up || p->crowded;
    const bool shares = asks_body && message != NULL && all > PIECE;
    const bool apart = asks_body && (answer->lasting || shares);
    const size_t body = apart || !asks_body ? 0 : all;
    p->out = malloc(LWS_PRE + HEAD_MAX + body);
    if (p->out == NULL) {
        lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
        return;
    }
    char *head = (char *)p->out + LWS_PRE;
    const int count = snprintf(head, HEAD_MAX,
                               "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n"
                               "Content-Length: %zu\r\n%s%s%s\r\n",
                               answer->status, status_words(answer->status), answer->type, all,
                               p->hang_up ? "Connection: close\r\n" : "",
                               answer->picture ? picture_safety : safety,
                               answer->headers == NULL ? "" : answer->headers);
    gg_assert(count > 0 && count < HEAD_MAX);
    if (body > 0) memcpy(head + count, bytes, body);
    p->out_count = (size_t)count + body;
    if (shares && !net_hold(n, p, message)) {
        net_let_go(n, p);
        return;
    }
    if (shares) p->message = message;
    if (apart) {
        p->lasting = bytes;
        p->lasting_count = all;
    }
    p->kind = PEER_ANSWERED;
    p->since = n->now;
    p->moved = net_ms();
    lws_set_timeout(p->wsi, NO_PENDING_TIMEOUT, 0); /* a slow reader has all the time he reads in */
    lws_callback_on_writable(p->wsi);
    net_charge(n, p, p->out_count);
}

/* Writes the next piece; 1: there is more, 0: that was all, -1: the connection failed. */
static int write_piece(peer *p)
{
    unsigned char copy[LWS_PRE + PIECE]; /* what lasts is shared: its front is not ours to write */
    if (p->out_sent < p->out_count) {
        size_t count = p->out_count - p->out_sent;
        if (count > CHUNK) count = CHUNK;
        if (lws_write(p->wsi, p->out + LWS_PRE + p->out_sent, count, LWS_WRITE_HTTP) < 0) return -1;
        p->out_sent += count;
    } else if (p->lasting_sent < p->lasting_count) {
        size_t count = p->lasting_count - p->lasting_sent;
        if (count > PIECE) count = PIECE;
        memcpy(copy + LWS_PRE, p->lasting + p->lasting_sent, count);
        if (lws_write(p->wsi, copy + LWS_PRE, count, LWS_WRITE_HTTP) < 0) return -1;
        p->lasting_sent += count;
    }
    return p->out_sent < p->out_count || p->lasting_sent < p->lasting_count;
}

static int write_answer(net *n, struct lws *wsi, session *s)
{
    int more;
    peer *p = s->peer;
    p->moved = net_ms();
    do more = write_piece(p);
    while (more > 0 && !lws_send_pipe_choked(wsi));
    if (more < 0) return -1;
    if (more > 0) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    const bool hang_up = p->hang_up || net_has_sent_ahead(n, p);
    net_lose_peer(n, s);
    if (hang_up) return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

void net_end_now(net *n, peer *p)
{
    (void)n;
    if (p->kind == PEER_ANSWERED) write_piece(p);
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_SYNC);
}

/* ---- Streams. ---- */

bool net_stream(net *n, net_id id)
{
    peer *p = net_peer_of(n, id);
    if (p == NULL || p->kind != PEER_WAITING) return false;
    p->out = malloc(LWS_PRE + HEAD_MAX);
    if (p->out == NULL) return false;
    const int count =
        snprintf((char *)p->out + LWS_PRE, HEAD_MAX,
                 "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n"
                 "X-Accel-Buffering: no\r\nConnection: close\r\n%s\r\n",
                 safety);
    p->out_count = (size_t)count;
    p->kind = PEER_STREAM;
    p->since = n->now;
    lws_set_timeout(p->wsi, NO_PENDING_TIMEOUT, 0);
    lws_callback_on_writable(p->wsi);
    return true;
}

/* For one message more; false: there is too much already, or no memory. */
static bool make_room(peer *p)
{
    if (p->count < p->limit) return true;
    const uint32_t wider = p->limit == 0 ? QUEUED_FIRST : 2 * p->limit;
    queued *queue = wider > NET_QUEUED_MAX ? NULL : malloc(wider * sizeof *queue);
    if (queue == NULL) return false;
    for (uint32_t i = 0; i < p->count; i++) queue[i] = p->queue[(p->first + i) % p->limit];
    free(p->queue);
    p->queue = queue;
    p->first = 0;
    p->limit = wider;
    return true;
}

void net_send(net *n, net_id id, net_message *message, uint32_t number)
{
    peer *p = net_peer_of(n, id);
    if (p == NULL || (p->kind != PEER_STREAM && p->kind != PEER_SOCKET) || p->hang_up) return;
    if (!make_room(p) || p->unsent + message->count > NET_QUEUED_BYTES_MAX
        || !net_hold(n, p, message)) {
        net_let_go(n, p); /* too slow: he comes again and says what he has seen */
        return;
    }
    p->queue[(p->first + p->count++) % p->limit] = (queued){.message = message, .number = number};
    if (p->dirty) return;
    if (n->dirty_count == n->slot_limit) {
        lws_callback_on_writable(p->wsi);
        return;
    }
    p->dirty = true;
    n->dirty[n->dirty_count++] = p->slot;
}

void net_hang_up(net *n, net_id id)
{
    peer *p = net_peer_of(n, id);
    if (p == NULL) return;
    p->hang_up = true;
    lws_callback_on_writable(p->wsi);
}

static queued take_queued(peer *p)
{
    const queued one = p->queue[p->first];
    p->first = (p->first + 1) % p->limit;
    p->count--;
    return one;
}

static int write_event(peer *p, const queued *one)
{
    char head[32] = "";
    const size_t id =
        one->number == 0 ? 0 : (size_t)snprintf(head, sizeof head, "id: %u\n", one->number);
    const size_t count = id + 6 + one->message->count + 2;
    unsigned char *bytes = malloc(LWS_PRE + count);
    if (bytes == NULL) return -1;
    unsigned char *at = bytes + LWS_PRE;
    memcpy(at, head, id);
    memcpy(at + id, "data: ", 6);
    memcpy(at + id + 6, one->message->bytes + LWS_PRE, one->message->count);
    memcpy(at + count - 2, "\n\n", 2);
    const int written = lws_write(p->wsi, at, count, LWS_WRITE_HTTP);
    free(bytes);
    return written < 0 ? -1 : 0;
}

static int write_sign(peer *p)
{
    unsigned char comment[LWS_PRE + 4] = {[LWS_PRE] = ':', '\n', '\n'};
    p->sign_due = false;
    const bool event = p->kind == PEER_STREAM;
    return lws_write(p->wsi, comment + LWS_PRE, event ? 3 : 0,
                     event ? LWS_WRITE_HTTP : LWS_WRITE_PING)
                   < 0
               ? -1
               : 0;
}

static int write_stream(net *n, peer *p)
{
    if (p->out_sent < p->out_count) {
        if (write_piece(p) < 0) return -1;
        if (p->out_sent == p->out_count) { /* the head, once in a stream's life */
            free(p->out);
            p->out = NULL;
        }
        return 0;
    }
    if (p->count == 0) return p->sign_due ? write_sign(p) : 0;
    const queued one = take_queued(p);
    const int written = p->kind == PEER_STREAM ? write_event(p, &one)
                                               : lws_write(p->wsi, one.message->bytes + LWS_PRE,
                                                           one.message->count, LWS_WRITE_TEXT);
    net_release(n, p, one.message);
    return written < 0 ? -1 : 0;
}

/* One message with what goes around it on this peer's line; how many bytes that are. */
static size_t put_framed(const peer *p, const queued *one, unsigned char *out)
{
    const net_message *message = one->message;
    size_t count = 0;
    if (p->kind == PEER_STREAM) {
        if (one->number != 0) count = (size_t)sprintf((char *)out, "id: %u\n", one->number);
        memcpy(out + count, "data: ", 6);
        memcpy(out + count + 6, message->bytes + LWS_PRE, message->count);
        memcpy(out + count + 6 + message->count, "\n\n", 2);
        return count + 8 + message->count;
    }
    out[count++] = 0x81; /* a text, whole */
    if (message->count < 126) {
        out[count++] = (unsigned char)message->count;
    } else {
        out[count++] = 126; /* TOGETHER_MAX needs no more than two bytes */
        out[count++] = (unsigned char)(message->count >> 8);
        out[count++] = (unsigned char)message->count;
    }
    memcpy(out + count, message->bytes + LWS_PRE, message->count);
    return count + message->count;
}

/* What was queued for a peer in one round of the loop goes out in one piece: an answer, a telling
 * and a state are one system call and wake the client once.  LWS_WRITE_HTTP means bytes as they
 * are; what the kernel does not take libwebsockets keeps and sends before anything else. */
static void flush_peer(net *n, peer *p)
{
    size_t count = 0;
    p->dirty = false;
    if (!p->overflow && p->out_sent == p->out_count && !lws_partial_buffered(p->wsi)) {
        while (p->count > 0
               && count + FRAME_MAX + p->queue[p->first].message->count < TOGETHER_MAX) {
            const queued one = take_queued(p);
            count += put_framed(p, &one, n->together + LWS_PRE + count);
            net_release(n, p, one.message);
        }
        p->moved = net_ms();
        if (count > 0 && lws_write(p->wsi, n->together + LWS_PRE, count, LWS_WRITE_HTTP) < 0) {
            lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
            return;
        }
    }
    if (p->count > 0 || p->overflow || p->hang_up || p->out_sent < p->out_count)
        lws_callback_on_writable(p->wsi);
}

void net_flush_all(net *n)
{
    for (uint32_t i = 0; i < n->dirty_count; i++) {
        peer *p = n->slots[n->dirty[i]].peer;
        if (p != NULL && p->dirty) flush_peer(n, p);
    }
    n->dirty_count = 0;
}

int net_on_writable(net *n, struct lws *wsi, session *s)
{
    peer *p = s->peer;
    if (p == NULL) return 0;
    if (p->overflow) return -1;
    if (p->kind == PEER_ANSWERED) return write_answer(n, wsi, s);
    if (p->kind != PEER_STREAM && p->kind != PEER_SOCKET) return 0;
    p->moved = net_ms();
    do
        if (write_stream(n, p) < 0) return -1;
    while ((p->count > 0 || p->out_sent < p->out_count) && !lws_send_pipe_choked(wsi));
    if (p->count > 0 || p->out_sent < p->out_count) lws_callback_on_writable(wsi);
    else if (p->hang_up) return -1;
    return 0;
}
