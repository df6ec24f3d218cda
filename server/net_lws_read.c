/*
 * net_lws_read.c - requests and messages as they come in.  See net_lws.h.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/net_lws.h"

enum { ANSWER_SECONDS = 60 };

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

static bool read_request(net *n, struct lws *wsi, peer *p)
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
    return net_join(n, p, request->address);
}

/* A proxy's connections all come from one address: each request and stream is counted instead,
 * by the address behind it. */
static net_room admit(const net *n, peer *p)
{
    if (!n->options.behind_proxy) {
        const line *it = lws_get_opaque_user_data(p->wsi);
        p->crowded = it->room == NET_CROWDED;
        return it->room;
    }
    p->address = strdup(p->request->address);
    const net_room room = p->address == NULL ? NET_FULL : n->hooks.admit(n->hooks.app, p->address);
    p->counted = room != NET_FULL;
    return room;
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
    n->hooks.request(n->hooks.app, net_id_of(n, p), request); /* it may be gone after that */
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
        n, net_id_of(n, p),
        &(net_answer){
            .status = status, .type = "application/json", .body = body, .count = (size_t)count});
}

/* ---- Who sends ahead. ---- */

/* Requests that are sent before the last one was answered lie in a buffer of libwebsockets, and
 * there version 4.1 takes the head of a POST for its body, or turns in a circle for ever.  So who
 * sends ahead is refused before anything is done.  Whether there is such a buffer it only tells of
 * all lines together, but for those that are held back: so the fresh ones are, and asked one by
 * one.  No others have one: what comes later on a line is not read before the answer is out. */
static bool has_rest(const net *n) { return lws_service_adjust_timeout(n->context, 1, 0) == 0; }

static peer *fresh_one(const net *n, uint32_t i)
{
    peer *p = n->slots[n->fresh[i]].peer;
    return p != NULL && p->fresh ? p : NULL;
}

static void hold_fresh(const net *n, bool holds)
{
    for (uint32_t i = 0; i < n->fresh_count; i++) {
        const peer *p = fresh_one(n, i);
        if (p != NULL) lws_rx_flow_control(p->wsi, holds ? 0 : 1);
    }
}

bool net_has_sent_ahead(net *n, const peer *p)
{
    if (!has_rest(n)) return false;
    hold_fresh(n, true);
    lws_rx_flow_control(p->wsi, 0);
    const bool others = has_rest(n);
    lws_rx_flow_control(p->wsi, 1);
    const bool has = !others && has_rest(n);
    hold_fresh(n, false);
    return has;
}

static void be_fresh(net *n, peer *p)
{
    if (p->fresh || n->fresh_count == n->slot_limit) return;
    p->fresh = true;
    n->fresh[n->fresh_count++] = p->slot;
}

/* Whether he has sent ahead is known when all that came with it was read. */
static void be_whole(net *n, peer *p)
{
    p->kind = PEER_WHOLE;
    be_fresh(n, p);
    if (!p->fresh) dispatch(n, p);
}

static void hand_on(net *n, peer *p, bool ahead)
{
    if (ahead) {
        if (p->kind == PEER_WHOLE)
            reply_plainly(n, p, 400, "bad-request", "One request at a time: wait for the answer.");
        net_end_now(n, p);
    } else if (p->kind == PEER_WHOLE) dispatch(n, p);
}

void net_hand_on(net *n)
{
    const bool somebody = n->fresh_count > 0 && has_rest(n);
    for (uint32_t i = 0; i < n->fresh_count; i++) {
        peer *p = fresh_one(n, i);
        if (p == NULL) continue;
        const bool ahead = somebody && p->kind != PEER_SOCKET && net_has_sent_ahead(n, p);
        p->fresh = false; /* and no more held back for the next ones */
        hand_on(n, p, ahead);
    }
    n->fresh_count = 0;
}

/* ---- Requests. ---- */

static bool is_expected(struct lws *wsi, bool has_body)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";
    unsigned char bytes[LWS_PRE + sizeof go_on];
    char expected[32];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_EXPECT) == 0) return true;
    copy_header(wsi, WSI_TOKEN_HTTP_EXPECT, expected, sizeof expected);
    if (strcasecmp(expected, "100-continue") != 0) return false;
    memcpy(bytes + LWS_PRE, go_on, sizeof go_on - 1);
    if (has_body) lws_write(wsi, bytes + LWS_PRE, sizeof go_on - 1, LWS_WRITE_HTTP);
    return true;
}

/* 0, or -1 to close. */
static int receive(net *n, peer *p)
{
    char length[32];
    struct lws *wsi = p->wsi;
    const bool asks = p->method == NET_GET || p->method == NET_HEAD;
    copy_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, length, sizeof length);
    char *end = length;
    const unsigned long long expected = strtoull(length, &end, 10);
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0
        || (*end != '\0' && !asks)) {
        reply_plainly(n, p, 411, "bad-request", "Send the length of the body.");
    } else if (expected > NET_BODY_MAX && !asks) {
        reply_plainly(n, p, 413, "too-large", "A body has at most 16 KiB.");
    } else if (!is_expected(wsi, expected > 0)) {
        reply_plainly(n, p, 417, "bad-request", "Only 100-continue can be expected.");
    } else if (expected == 0 || asks) {
        be_whole(n, p);
    } else {
        p->body_limit = (size_t)expected;
        p->body = malloc(p->body_limit + 1);
        if (p->body == NULL) return -1;
        p->body[0] = '\0';
        lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, NET_RECEIVE_SECONDS);
    }
    return 0;
}

int net_on_request(net *n, struct lws *wsi, session *s)
{
    net_lose_peer(n, s);
    peer *p = s->peer = net_new_peer(n, wsi);
    if (p == NULL || !read_request(n, wsi, p)) return -1;
    be_fresh(n, p);
    if (admit(n, p) > NET_TOO_MANY) return receive(n, p);
    p->request->too_many = p->hang_up = true;
    dispatch(n, p);
    return 0;
}

/* HTTP/2 would be a tunnel: what goes through it a proxy does not see, and we would believe its
 * X-Forwarded-For.  A word that is not there is no upgrade: then it is a request like any other. */
int net_on_upgrade(struct lws *wsi, char *wanted)
{
    if (lws_hdr_total_length(wsi, WSI_TOKEN_UPGRADE) == 0) return -1; /* libwebsockets refused it */
    const bool asks = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0;
    if (strcasecmp(wanted, "websocket") != 0 || !asks) wanted[0] = '\0';
    return 0;
}

int net_on_body(session *s, const void *bytes, size_t count)
{
    peer *p = s->peer;
    if (p == NULL || p->kind != PEER_RECEIVING) return 0;
    if (p->body == NULL || count > p->body_limit - p->body_count) return -1;
    memcpy(p->body + p->body_count, bytes, count);
    p->body_count += count;
    p->body[p->body_count] = '\0';
    return 0;
}

/* Said again, it means that more has come before the answer was out. */
int net_on_body_end(net *n, session *s)
{
    peer *p = s->peer;
    if (p == NULL) return 0;
    if (p->body_ended) return -1;
    p->body_ended = true;
    if (p->kind == PEER_RECEIVING) be_whole(n, p);
    return 0;
}

/* ---- WebSockets. ---- */

int net_on_handshake(net *n, struct lws *wsi, session *s)
{
    peer *p = s->peer = net_new_peer(n, wsi);
    if (p == NULL || !read_request(n, wsi, p)) return -1;
    p->request->is_socket = true;
    p->kind = PEER_SOCKET;
    char version[8]; /* libwebsockets takes drafts as well */
    copy_header(wsi, WSI_TOKEN_VERSION, version, sizeof version);
    const int status = strcmp(version, "13") != 0 ? 400
                       : admit(n, p) <= NET_TOO_MANY
                           ? 429
                           : n->hooks.socket(n->hooks.app, net_id_of(n, p), p->request);
    drop_request(p);
    be_fresh(n, p); /* a message may have come with it */
    if (status == 0) return 0;
    p->kind = PEER_ANSWERED; /* it never was open: nobody is told that it closed */
    lws_return_http_status(wsi, (unsigned)status, NULL);
    return -1;
}

/* Messages come in pieces; whole ones are handed on. */
int net_on_text(net *n, struct lws *wsi, session *s, const void *bytes, size_t count)
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
        n->hooks.text(n->hooks.app, net_id_of(n, p), (const char *)n->together, count);
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
    n->hooks.text(n->hooks.app, net_id_of(n, p), text, length);
    explicit_bzero(text, length);
    free(text);
    return 0;
}
