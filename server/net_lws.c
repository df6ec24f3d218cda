/*
 * net_lws.c - the network by libwebsockets.  See net.h; no other file knows of it.
 *
 * Plain HTTP/1.1: TLS is the proxy's business.  Answers are written by hand into one piece, so
 * that most of them are one system call.  The loop is libuv's: libwebsockets' own polls every
 * connection at every turn, which costs more than all the rest with a thousand of them.
 */
#define _GNU_SOURCE /* accept4 */
#include <arpa/inet.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <uv.h>

#include "grognard.h"
#include "server/net.h"
#include "server/net_listen.h"

enum {
    HEAD_MAX = 2048,          /* headers of an answer */
    CHUNK = 256 * 1024,       /* of a body, written at a time */
    TOGETHER_MAX = 60 * 1024, /* of a stream: what goes out in one piece */
    FRAME_MAX = 32,           /* what is put around a message */
    HEADER_BYTES_MAX = 4096,
    ANSWER_SECONDS = 60,
    SLOT_BITS = 32,
    DRAIN_ROUNDS = 64,
    DEAD_SECONDS = 30,        /* of silence, and the kernel asks whether anybody is there */
    EXTRA_FILES = 128,        /* beyond the connections: the store, the log, mails on their way */
    SEND_BUFFER = 128 * 1024, /* what the kernel keeps for who reads slowly */
    QUEUED_FIRST = 4,         /* messages that a peer has room for; more if it is slow */
    PIECE_BYTES = 128,        /* of a message, as libwebsockets hands it on: most are shorter */
    ACCEPT_MAX = 64,          /* new connections of one turn: those who are there wait no longer */
};

/* ---- Messages. ---- */

struct net_message {
    uint32_t refs;
    uint32_t count;
    unsigned char bytes[]; /* LWS_PRE for the frame's head, then the text and a zero */
};

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

typedef enum peer_kind {
    PEER_RECEIVING,
    PEER_WAITING,
    PEER_ANSWERED,
    PEER_STREAM,
    PEER_SOCKET
} peer_kind;

typedef struct queued {
    net_message *message;
    uint32_t number;
} queued;

typedef struct peer {
    struct lws *wsi;
    peer_kind kind;
    uint32_t slot;
    int64_t since;        /* second of the last change of kind, or of the last sign of life sent */
    net_request *request; /* until it is handed on: it is large */
    net_method method;
    char *address; /* `counted`: the one it was admitted by */
    char *body;    /* what is received, as long as it is not whole */
    size_t body_count, body_limit;
    unsigned char *out; /* LWS_PRE, head, and the body unless it lasts */
    size_t out_count, out_sent;
    const unsigned char *lasting;
    size_t lasting_count, lasting_sent;
    bool hang_up, overflow;
    bool counted;  /* behind a proxy: admitted by the address that the proxy saw */
    bool dirty;    /* in net->dirty: something was queued in this round of the loop */
    bool sign_due; /* a sign of life */
    queued *queue; /* a ring of `limit`, which grows to NET_QUEUED_MAX */
    uint32_t first, count, limit;
    size_t queued_bytes;
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
    uint32_t *dirty; /* slots */
    unsigned char together[LWS_PRE + TOGETHER_MAX];
    uint32_t dirty_count;
    volatile sig_atomic_t stopping;
    int64_t now;
    lws_sorted_usec_list_t clock;
};

static int64_t seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static net_id id_of(const net *n, const peer *p)
{
    return (uint64_t)n->slots[p->slot].generation << SLOT_BITS | (p->slot + 1);
}

static peer *peer_of(const net *n, net_id id)
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

static peer *new_peer(net *n, struct lws *wsi)
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
static void lose_peer(net *n, session *s)
{
    peer *p = s->peer;
    if (p == NULL) return;
    s->peer = NULL;
    const net_id id = id_of(n, p);
    const bool told = p->kind == PEER_WAITING || p->kind == PEER_STREAM || p->kind == PEER_SOCKET;
    free_peer(n, p);
    if (told) n->hooks.closed(n->hooks.app, id);
}

/* ---- Reading a request. ---- */

static void copy_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t limit)
{
    if (lws_hdr_copy(wsi, out, (int)limit, which) < 0) out[0] = '\0'; /* absent, or too long */
}

static void read_query(struct lws *wsi, char *out, size_t limit)
{
    size_t count = 0;
    char part[NET_QUERY_MAX];
    out[0] = '\0';
    for (int i = 0; lws_hdr_copy_fragment(wsi, part, sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0;
         i++) {
        const size_t length = strlen(part);
        if (count + length + 2 > limit) return;
        if (count > 0) out[count++] = '&';
        memcpy(out + count, part, length + 1);
        count += length;
    }
}

/* The last address of the list is the one our own proxy saw. */
static void read_address(const net *n, struct lws *wsi, char *out)
{
    char list[NET_HEADER_MAX];
    lws_get_peer_simple(wsi, out, NET_ADDRESS_MAX);
    if (!n->options.behind_proxy) return;
    copy_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, list, sizeof list);
    const char *last = strrchr(list, ',');
    last = last == NULL ? list : last + 1;
    last += strspn(last, " ");
    const size_t length = strspn(last, "0123456789abcdefABCDEF.:");
    if (length == 0 || length >= NET_ADDRESS_MAX) return;
    memcpy(out, last, length);
    out[length] = '\0';
}

static net_method read_method(struct lws *wsi, char *path)
{
    static const struct {
        enum lws_token_indexes token;
        net_method method;
    } methods[] = {
        {WSI_TOKEN_GET_URI, NET_GET},       {WSI_TOKEN_HEAD_URI, NET_HEAD},
        {WSI_TOKEN_POST_URI, NET_POST},     {WSI_TOKEN_PUT_URI, NET_OTHER},
        {WSI_TOKEN_PATCH_URI, NET_OTHER},   {WSI_TOKEN_DELETE_URI, NET_OTHER},
        {WSI_TOKEN_OPTIONS_URI, NET_OTHER},
    };
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        if (lws_hdr_total_length(wsi, methods[i].token) == 0) continue;
        copy_header(wsi, methods[i].token, path, NET_PATH_MAX);
        return methods[i].method;
    }
    path[0] = '\0';
    return NET_OTHER;
}

/* "br" as a word of its own, and not refused. */
static bool takes_brotli(const char *encodings)
{
    const char *found = strstr(encodings, "br");
    const bool begins = found != NULL && (found == encodings || strchr(" ,", found[-1]) != NULL);
    return begins && strchr(" ,;", found[2]) != NULL && strncmp(found + 2, ";q=0", 4) != 0;
}

static bool read_request(const net *n, struct lws *wsi, peer *p)
{
    char encodings[NET_HEADER_MAX];
    net_request *request = p->request = calloc(1, sizeof *request);
    if (request == NULL) return false;
    request->method = read_method(wsi, request->path);
    read_query(wsi, request->query, sizeof request->query);
    read_address(n, wsi, request->address);
    copy_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, request->authorization, NET_HEADER_MAX);
    copy_header(wsi, WSI_TOKEN_ORIGIN, request->origin, NET_HEADER_MAX);
    copy_header(wsi, WSI_TOKEN_HOST, request->host, NET_HEADER_MAX);
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, request->content_type, NET_HEADER_MAX);
    copy_header(wsi, WSI_TOKEN_HTTP_USER_AGENT, request->user_agent, NET_HEADER_MAX);
    copy_header(wsi, WSI_TOKEN_HTTP_COOKIE, request->cookie, NET_COOKIE_MAX);
    copy_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, request->if_none_match, NET_HEADER_MAX);
    copy_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encodings, NET_HEADER_MAX);
    request->takes_gzip = strstr(encodings, "gzip") != NULL;
    request->takes_brotli = takes_brotli(encodings);
    if (lws_hdr_custom_copy(wsi, request->last_event_id, NET_HEADER_MAX, "last-event-id:", 14) < 0)
        request->last_event_id[0] = '\0';
    p->method = request->method;
    return true;
}

/* A proxy's connections all come from one address: each request and stream is counted instead,
 * by the address behind it. */
static bool admit_behind_proxy(const net *n, peer *p)
{
    if (!n->options.behind_proxy) return true;
    p->address = strdup(p->request->address);
    p->counted = p->address != NULL && n->hooks.admit(n->hooks.app, p->address);
    return p->counted;
}

/* Nobody needs it any more, and thousands who only listen would each keep one. */
static void drop_request(peer *p)
{
    free(p->request);
    p->request = NULL;
}

static void dispatch(net *n, peer *p)
{
    p->kind = PEER_WAITING;
    p->since = n->now;
    p->request->body = p->body;
    p->request->body_count = p->body_count;
    lws_set_timeout(p->wsi, PENDING_TIMEOUT_HTTP_CONTENT, ANSWER_SECONDS);
    net_request *request = p->request;
    p->request = NULL;
    n->hooks.request(n->hooks.app, id_of(n, p), request); /* it may be gone after that */
    free(request);
}

static void reply_plainly(net *n, peer *p, int status, const char *error, const char *sentence)
{
    char body[256];
    const int count =
        snprintf(body, sizeof body, "{\"error\":\"%s\",\"text\":\"%s\"}\n", error, sentence);
    p->kind = PEER_WAITING;
    p->hang_up = true;
    net_reply(
        n, id_of(n, p),
        &(net_answer){
            .status = status, .type = "application/json", .body = body, .count = (size_t)count});
}

/* 0, or -1 to close. */
static int on_request(net *n, struct lws *wsi, session *s)
{
    char length[32];
    lose_peer(n, s);
    peer *p = s->peer = new_peer(n, wsi);
    if (p == NULL || !read_request(n, wsi, p)) return -1;
    if (!admit_behind_proxy(n, p)) {
        reply_plainly(n, p, 429, "too-fast", "Too many connections from this address.");
        return 0;
    }
    if (p->method == NET_GET || p->method == NET_HEAD) {
        dispatch(n, p);
        return 0;
    }
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    char *end = length;
    const unsigned long long expected = strtoull(length, &end, 10);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 || *end != '\0') {
        reply_plainly(n, p, 411, "bad-request", "Send the length of the body.");
    } else if (expected > NET_BODY_MAX) {
        reply_plainly(n, p, 413, "too-large", "A body has at most 16 KiB.");
    } else if (expected == 0) {
        dispatch(n, p);
    } else {
        p->body_limit = (size_t)expected;
        p->body = malloc(p->body_limit + 1);
        if (p->body == NULL) return -1;
        p->body[0] = '\0';
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, NET_RECEIVE_SECONDS);
    }
    return 0;
}

static int on_body(session *s, const void *bytes, size_t count)
{
    peer *p = s->peer;
    if (p == NULL || p->kind != PEER_RECEIVING) return 0;
    if (p->body == NULL || count > p->body_limit - p->body_count) return -1;
    memcpy(p->body + p->body_count, bytes, count);
    p->body_count += count;
    p->body[p->body_count] = '\0';
    return 0;
}

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

static const char goes[] = "Connection: close\r\n";
enum { GOES_BYTES = sizeof goes - 1 };

void net_reply(net *n, net_id id, const net_answer *answer)
{
    peer *p = peer_of(n, id);
    if (p == NULL || p->kind != PEER_WAITING) return;
    const size_t body = answer->lasting || p->method == NET_HEAD ? 0 : answer->count;
    p->out = malloc(LWS_PRE + HEAD_MAX + body);
    if (p->out == NULL) {
        lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
        return;
    }
    char *head = (char *)p->out + LWS_PRE;
    const int count =
        snprintf(head, HEAD_MAX,
                 "HTTP/1.1 %d %s\r\nContent-Type: %s\r\n"
                 "Content-Length: %zu\r\n%s%s%s\r\n",
                 answer->status, status_words(answer->status), answer->type, answer->count,
                 p->hang_up ? goes : "", answer->picture ? picture_safety : safety,
                 answer->headers == NULL ? "" : answer->headers);
    gg_assert(count > 0 && count < HEAD_MAX - GOES_BYTES);
    if (body > 0) memcpy(head + count, answer->body, body);
    p->out_count = (size_t)count + body;
    if (answer->lasting && p->method != NET_HEAD) {
        p->lasting = answer->body;
        p->lasting_count = answer->count;
    }
    p->kind = PEER_ANSWERED;
    p->since = n->now;
    lws_callback_on_writable(p->wsi);
}

/* Writes the next piece; 1: there is more, 0: that was all, -1: the connection failed. */
static int write_piece(peer *p)
{
    unsigned char copy[LWS_PRE + 16384]; /* what lasts is shared: its front is not ours to write */
    if (p->out_sent < p->out_count) {
        size_t count = p->out_count - p->out_sent;
        if (count > CHUNK) count = CHUNK;
        if (lws_write(p->wsi, p->out + LWS_PRE + p->out_sent, count, LWS_WRITE_HTTP) < 0) return -1;
        p->out_sent += count;
    } else if (p->lasting_sent < p->lasting_count) {
        size_t count = p->lasting_count - p->lasting_sent;
        if (count > sizeof copy - LWS_PRE) count = sizeof copy - LWS_PRE;
        memcpy(copy + LWS_PRE, p->lasting + p->lasting_sent, count);
        if (lws_write(p->wsi, copy + LWS_PRE, count, LWS_WRITE_HTTP) < 0) return -1;
        p->lasting_sent += count;
    }
    return p->out_sent < p->out_count || p->lasting_sent < p->lasting_count;
}

/* Requests that are sent before the last one was answered lie in a buffer of libwebsockets, and
 * there version 4.1 takes the head of a POST for its body, or turns in a circle for ever.  So who
 * sends ahead is answered once and hung up on.  What it tells is of all connections together: now
 * and then somebody else has to connect again, and is told so. */
static bool has_sent_ahead(const net *n)
{
    return lws_service_adjust_timeout(n->context, 1, 0) == 0;
}

/* Nothing is sent yet: the words come behind the first line, where net_reply() has left room. */
static void say_that_it_goes(peer *p)
{
    unsigned char *head = p->out + LWS_PRE;
    unsigned char *at = (unsigned char *)memchr(head, '\n', p->out_count) + 1;
    memmove(at + GOES_BYTES, at, p->out_count - (size_t)(at - head));
    memcpy(at, goes, GOES_BYTES);
    p->out_count += GOES_BYTES;
    p->hang_up = true;
}

static int write_answer(net *n, struct lws *wsi, session *s)
{
    int more;
    peer *p = s->peer;
    if (p->out_sent == 0 && !p->hang_up && has_sent_ahead(n)) say_that_it_goes(p);
    do more = write_piece(p);
    while (more > 0 && !lws_send_pipe_choked(wsi));
    if (more < 0) return -1;
    if (more > 0) {
        lws_callback_on_writable(wsi);
        return 0;
    }
    const bool hang_up = p->hang_up;
    lose_peer(n, s);
    if (hang_up || has_sent_ahead(n)) return -1;
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- Streams. ---- */

void net_stream(net *n, net_id id)
{
    peer *p = peer_of(n, id);
    if (p == NULL || p->kind != PEER_WAITING) return;
    p->out = malloc(LWS_PRE + HEAD_MAX);
    if (p->out == NULL) return;
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
    peer *p = peer_of(n, id);
    if (p == NULL || (p->kind != PEER_STREAM && p->kind != PEER_SOCKET) || p->hang_up) return;
    if (!make_room(p) || p->queued_bytes + message->count > NET_QUEUED_BYTES_MAX) {
        p->overflow = p->hang_up = true; /* too slow: he comes again and says what he has seen */
    } else {
        p->queue[(p->first + p->count++) % p->limit] =
            (queued){.message = net_message_keep(message), .number = number};
        p->queued_bytes += message->count;
    }
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
    peer *p = peer_of(n, id);
    if (p == NULL) return;
    p->hang_up = true;
    lws_callback_on_writable(p->wsi);
}

static queued take_queued(peer *p)
{
    const queued one = p->queue[p->first];
    p->first = (p->first + 1) % p->limit;
    p->count--;
    p->queued_bytes -= one.message->count;
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

static int write_stream(peer *p)
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
    net_message_drop(one.message);
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
            net_message_drop(one.message);
        }
        if (count > 0 && lws_write(p->wsi, n->together + LWS_PRE, count, LWS_WRITE_HTTP) < 0) {
            lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
            return;
        }
    }
    if (p->count > 0 || p->overflow || p->hang_up || p->out_sent < p->out_count)
        lws_callback_on_writable(p->wsi);
}

static void flush_all(net *n)
{
    for (uint32_t i = 0; i < n->dirty_count; i++) {
        peer *p = n->slots[n->dirty[i]].peer;
        if (p != NULL && p->dirty) flush_peer(n, p);
    }
    n->dirty_count = 0;
}

static int on_writable(net *n, struct lws *wsi, session *s)
{
    peer *p = s->peer;
    if (p == NULL) return 0;
    if (p->kind == PEER_ANSWERED) return write_answer(n, wsi, s);
    if (p->kind != PEER_STREAM && p->kind != PEER_SOCKET) return 0;
    if (p->overflow || (p->kind == PEER_STREAM && p->out_sent == 0 && has_sent_ahead(n))) return -1;
    do
        if (write_stream(p) < 0) return -1;
    while ((p->count > 0 || p->out_sent < p->out_count) && !lws_send_pipe_choked(wsi));
    if (p->count > 0 || p->out_sent < p->out_count) lws_callback_on_writable(wsi);
    else if (p->hang_up) return -1;
    return 0;
}

/* ---- WebSockets. ---- */

static int on_handshake(net *n, struct lws *wsi, session *s)
{
    peer *p = s->peer = new_peer(n, wsi);
    if (p == NULL || !read_request(n, wsi, p)) return -1;
    p->request->is_socket = true;
    p->kind = PEER_SOCKET;
    char version[8]; /* libwebsockets takes drafts as well */
    copy_header(wsi, WSI_TOKEN_VERSION, version, sizeof version);
    const int status = strcmp(version, "13") != 0 ? 400
                       : !admit_behind_proxy(n, p)
                           ? 429
                           : n->hooks.socket(n->hooks.app, id_of(n, p), p->request);
    drop_request(p);
    if (status == 0) return 0;
    p->kind = PEER_ANSWERED; /* it never was open: nobody is told that it closed */
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return -1;
}

/* Messages come in pieces; whole ones are handed on. */
static int on_text(net *n, struct lws *wsi, session *s, const void *bytes, size_t count)
{
    peer *p = s->peer;
    if (p == NULL) return -1;
    if (lws_frame_is_binary(wsi) || p->body_count + count > NET_BODY_MAX) {
        lws_close_reason(wsi,
                         lws_frame_is_binary(wsi) ? LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE
                                                  : LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE,
                         NULL, 0);
        return -1;
    }
    const bool whole = lws_remaining_packet_payload(wsi) == 0 && lws_is_final_fragment(wsi);
    if (whole && p->body_count == 0) { /* most of them, and most lines are silent for long */
        memcpy(n->together, bytes, count);
        n->together[count] = '\0';
        n->hooks.text(n->hooks.app, id_of(n, p), (const char *)n->together, count);
        return 0;
    }
    if (p->body == NULL) p->body = malloc(NET_BODY_MAX + 1);
    if (p->body == NULL) return -1;
    memcpy(p->body + p->body_count, bytes, count);
    p->body_count += count;
    if (!whole) return 0;
    char *text = p->body;
    const size_t length = p->body_count;
    text[length] = '\0';
    p->body = NULL;
    p->body_count = 0;
    n->hooks.text(n->hooks.app, id_of(n, p), text, length);
    explicit_bzero(text, length);
    free(text);
    return 0;
}

/* ---- Connections. ---- */

static int on_connection(net *n, struct lws *wsi)
{
    char address[NET_ADDRESS_MAX] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    const bool counts = !n->options.behind_proxy;
    if (n->connections >= n->options.connections_max
        || (counts && !n->hooks.admit(n->hooks.app, address)))
        return -1;
    char *kept = strdup(counts ? address : "");
    if (kept == NULL) return -1;
    n->connections++;
    lws_set_opaque_user_data(wsi, kept);
    return 0;
}

static void on_destroyed(net *n, struct lws *wsi)
{
    char *address = lws_get_opaque_user_data(wsi);
    if (address == NULL) return;
    lws_set_opaque_user_data(wsi, NULL);
    n->connections--;
    if (address[0] != '\0') n->hooks.released(n->hooks.app, address);
    free(address);
}

/* libwebsockets' own listening binds more than it is told; it only gets who has come in. */
static void let_in(net *n, int fd)
{
    const int yes = 1, idle = DEAD_SECONDS, pause = DEAD_SECONDS / 3, probes = 3;
    const int buffer = SEND_BUFFER;
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &pause, sizeof pause);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &probes, sizeof probes);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer); /* megabytes, if it may grow */
    if (n->connections >= n->options.connections_max) close(fd);
    else lws_adopt_socket_vhost(n->vhost, fd); /* closes it, if not */
}

static void on_knock(uv_poll_t *poll, int status, int events);

static void listen_on(net *n, bool listens)
{
    n->deaf = !listens;
    for (int i = 0; i < n->listener_count; i++) {
        if (listens) uv_poll_start(&n->listeners[i].poll, UV_READABLE, on_knock);
        else uv_poll_stop(&n->listeners[i].poll);
    }
}

static void on_knock(uv_poll_t *poll, int status, int events)
{
    const listener *at = poll->data;
    (void)status, (void)events;
    for (int i = 0; i < ACCEPT_MAX; i++) {
        const int fd = accept4(at->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            let_in(at->net, fd);
            continue;
        }
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
            listen_on(at->net, false);
        if (errno != ECONNABORTED && errno != EINTR) return;
    }
}

static bool begin_listening(net *n)
{
    for (int i = 0; i < n->listening.count; i++) {
        listener *at = &n->listeners[i];
        *at = (listener){.net = n, .fd = n->listening.fds[i]};
        if (uv_poll_init(&n->loop, &at->poll, at->fd) != 0) return false;
        at->poll.data = at;
        n->listener_count++;
    }
    listen_on(n, true);
    return true;
}

static void end_listening(net *n)
{
    for (int i = 0; i < n->listener_count; i++)
        uv_close((uv_handle_t *)&n->listeners[i].poll, NULL);
    n->listener_count = 0;
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t count)
{
    struct lws_context *context = wsi == NULL ? NULL : lws_get_context(wsi);
    net *n = context == NULL ? NULL : lws_context_user(context);
    session *s = user;
    if (n == NULL) return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: return on_connection(n, wsi);
    case LWS_CALLBACK_WSI_DESTROY: on_destroyed(n, wsi); return 0;
    case LWS_CALLBACK_HTTP: return on_request(n, wsi, s);
    case LWS_CALLBACK_HTTP_BODY: return on_body(s, in, count);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (s->peer != NULL && s->peer->kind == PEER_RECEIVING) dispatch(n, s->peer);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE: return on_writable(n, wsi, s);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return on_handshake(n, wsi, s);
    case LWS_CALLBACK_RECEIVE: return on_text(n, wsi, s, in, count);
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (s != NULL) lose_peer(n, s);
        return 0;
    case LWS_CALLBACK_RAW_ADOPT: /* CONNECT: libwebsockets would wait for it without end */
    case LWS_CALLBACK_RAW_RX: return -1;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: n->hooks.woken(n->hooks.app); return 0;
    default: return 0;
    }
}

/* ---- The clock. ---- */

/* A comment or a ping keeps the proxies between us awake. */
static void keep_alive(const net *n, peer *p)
{
    const bool goes_on = p->kind == PEER_STREAM || p->kind == PEER_SOCKET;
    if (!goes_on || p->count > 0 || n->now - p->since < NET_ALIVE_SECONDS) return;
    p->since = n->now;
    p->sign_due = true;
    lws_callback_on_writable(p->wsi);
}

/* libwebsockets reads nothing from who listens to a stream: what he sends, or that he has hung up,
 * would wake the loop again and again.  So we look.  He has nothing to say: if he does, he is hung
 * up on as well. */
static bool is_gone(const peer *p)
{
    char byte;
    const ssize_t got = recv(lws_get_socket_fd(p->wsi), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got >= 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

/* libwebsockets counts from the last byte received: a body by drops would never be late. */
static void look_after(net *n, peer *p)
{
    keep_alive(n, p);
    if (p->kind == PEER_STREAM && is_gone(p))
        lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    if (p->kind == PEER_RECEIVING && n->now - p->since > NET_RECEIVE_SECONDS)
        lws_set_timeout(p->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
}

static void on_second(lws_sorted_usec_list_t *clock)
{
    net *n = (net *)(void *)((char *)clock - offsetof(net, clock));
    n->now = seconds();
    for (uint32_t i = 0; i < n->slot_count; i++)
        if (n->slots[i].peer != NULL) look_after(n, n->slots[i].peer);
    if (n->deaf) listen_on(n, true);
    n->hooks.second(n->hooks.app);
    lws_sul_schedule(n->context, 0, &n->clock, on_second, LWS_US_PER_SEC);
}

/* ---- Opening, running, closing. ---- */

/* Without a size for what is sent libwebsockets takes that of what is received, and cuts every
 * message into pieces of it: each is a system call, and more of them to wait for the next. */
static const struct lws_protocols protocols[] = {
    {.name = "grognard",
     .callback = on_event,
     .per_session_data_size = sizeof(session),
     .rx_buffer_size = PIECE_BYTES,
     .tx_packet_size = CHUNK},
    {0},
};
/* No timers of its own per connection: it keeps them in a sorted list, and every message moves
 * one.  Pings are sent by keep_alive(), the dead are found by the kernel.  Nor a limit of files:
 * with one it searches its connections from the first to the last. */
static const lws_retry_bo_t no_timers = {0};

/* No fewer than we need, and no more: libwebsockets has a table as long as the limit, and goes
 * through all of it whenever a connection closes. */
static void set_limit(int connections)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    const rlim_t wanted = (rlim_t)connections + EXTRA_FILES;
    files.rlim_cur = files.rlim_max < wanted ? files.rlim_max : wanted;
    setrlimit(RLIMIT_NOFILE, &files);
}

static bool make_context(net *n)
{
    void *loops[] = {&n->loop};
    const struct lws_context_creation_info info = {
        .foreign_loops = loops,
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .user = n,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8
                   | LWS_SERVER_OPTION_LIBUV,
        .timeout_secs = NET_RECEIVE_SECONDS,
        .keepalive_timeout = 3 * NET_RECEIVE_SECONDS,
        .max_http_header_data = HEADER_BYTES_MAX,
        .pt_serv_buf_size = NET_BODY_MAX,
        .retry_and_idle_policy = &no_timers,
        .vhost_name = "grognard",
    };
    n->context = lws_create_context(&info);
    if (n->context != NULL) n->vhost = lws_create_vhost(n->context, &info);
    return n->vhost != NULL;
}

net *net_open(const net_options *options, net_hooks hooks, char *error, size_t limit)
{
    net *n = calloc(1, sizeof *n);
    if (n == NULL) return NULL;
    n->hooks = hooks;
    n->options = *options;
    n->now = seconds();
    n->slot_limit = (uint32_t)options->connections_max + 1;
    if (!net_listen(options->host, options->port, &n->listening, error, limit)) {
        free(n);
        return NULL;
    }
    n->slots = calloc(n->slot_limit, sizeof *n->slots);
    n->dirty = calloc(n->slot_limit, sizeof *n->dirty);
    set_limit(options->connections_max);
    lws_set_log_level(0, NULL);
    n->has_loop = uv_loop_init(&n->loop) == 0;
    if (n->slots == NULL || n->dirty == NULL || !n->has_loop || !make_context(n)
        || !begin_listening(n)) {
        snprintf(error, limit, "the network cannot be opened");
        net_close(n);
        return NULL;
    }
    lws_sul_schedule(n->context, 0, &n->clock, on_second, LWS_US_PER_SEC);
    return n;
}

int net_port(const net *n) { return n->listening.port; }

void net_put_places(const net *n, char *out, size_t limit)
{
    size_t count = 0;
    out[0] = '\0';
    for (int i = 0; i < n->listening.count && count < limit; i++)
        count += (size_t)snprintf(out + count, limit - count, "%s%s", i > 0 ? " " : "",
                                  n->listening.where[i]);
}

int net_connections(const net *n) { return n->connections; }

int net_connections_max(const net *n) { return n->options.connections_max; }

void net_run(net *n)
{
    while (!n->stopping) {
        uv_run(&n->loop, UV_RUN_ONCE);
        n->hooks.round(n->hooks.app);
        flush_all(n);
    }
}

void net_drain(net *n)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < DRAIN_ROUNDS; i++) {
        flush_all(n);
        uv_run(&n->loop, UV_RUN_NOWAIT);
        nanosleep(&moment, NULL);
    }
}

void net_wake(net *n) { lws_cancel_service(n->context); }

void net_stop(net *n)
{
    n->stopping = 1;
    lws_cancel_service(n->context);
}

void net_close(net *n)
{
    end_listening(n);
    /* The first call closes all lines, the loop sees them go, the second call ends it. */
    if (n->context != NULL) {
        lws_sul_cancel(&n->clock);
        lws_context_destroy(n->context);
        uv_run(&n->loop, UV_RUN_DEFAULT);
        lws_context_destroy(n->context);
    } else if (n->has_loop) uv_run(&n->loop, UV_RUN_NOWAIT);
    if (n->has_loop) uv_loop_close(&n->loop);
    net_listen_close(&n->listening);
    free(n->slots);
    free(n->dirty);
    free(n);
}
