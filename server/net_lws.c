/*
 * net_lws.c - the network by libwebsockets: connections, the loop and its clock.  See net.h; no
 * file but net_lws*.c knows of it.
 *
 * Plain HTTP/1.1: TLS is the proxy's business.  The loop is libuv's: libwebsockets' own polls every
 * connection at every turn, which costs more than all the rest with a thousand of them.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* accept4 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>

#include "server/net_lws.h"

enum {
    HEADER_BYTES_MAX = 4096,
    DRAIN_ROUNDS = 64,
    DEAD_SECONDS = 30,        /* of silence, and the kernel asks whether anybody is there */
    UNREAD_MS = 60 * 1000,    /* in which a client reads nothing of what waits for it */
    EXTRA_FILES = 128,        /* beyond the connections: the store, the log, mails on their way */
    SEND_BUFFER = 128 * 1024, /* what the kernel keeps for who reads slowly */
    PIECE_BYTES = 128,        /* of a message, as libwebsockets hands it on: most are shorter */
    ACCEPT_MAX = 64,          /* new connections of one turn: those who are there wait no longer */
};

static int64_t seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

/* ---- Connections. ---- */

static int on_connection(net *n, struct lws *wsi)
{
    char address[NET_ADDRESS_MAX] = "";
    lws_get_peer_simple(wsi, address, sizeof address);
    if (n->options.behind_proxy) address[0] = '\0';
    line *it = malloc(sizeof *it + sizeof address);
    if (it == NULL) return -1;
    it->room = n->connections >= n->options.connections_max ? NET_FULL
               : address[0] == '\0'                         ? NET_ROOM
                                                            : n->hooks.admit(n->hooks.app, address);
    memcpy(it->address, address, sizeof address);
    if (it->room == NET_FULL) {
        free(it);
        return -1;
    }
    n->connections++;
    lws_set_opaque_user_data(wsi, it);
    return 0;
}

static void on_destroyed(net *n, struct lws *wsi)
{
    line *it = lws_get_opaque_user_data(wsi);
    if (it == NULL) return;
    lws_set_opaque_user_data(wsi, NULL);
    n->connections--;
    if (it->address[0] != '\0') n->hooks.released(n->hooks.app, it->address);
    free(it);
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
    case LWS_CALLBACK_HTTP: return net_on_request(n, wsi, s);
    case LWS_CALLBACK_HTTP_BODY: return net_on_body(s, in, count);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return net_on_body_end(n, s);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return net_on_upgrade(wsi, in);
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_SERVER_WRITEABLE: return net_on_writable(n, wsi, s);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return net_on_handshake(n, wsi, s);
    case LWS_CALLBACK_RECEIVE: return net_on_text(n, wsi, s, in, count);
    case LWS_CALLBACK_CLOSED:
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (s != NULL) net_lose_peer(n, s);
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

/* The kernel of a client that is stopped goes on saying that it is there. */
static bool reads_nothing(const peer *p)
{
    const bool waits = p->out_sent < p->out_count || p->lasting_sent < p->lasting_count
                       || p->count > 0 || lws_partial_buffered(p->wsi);
    return waits && net_ms() - p->moved > UNREAD_MS;
}

/* libwebsockets counts from the last byte received: a body by drops would never be late. */
static void look_after(net *n, peer *p)
{
    keep_alive(n, p);
    if (reads_nothing(p)) net_let_go(n, p);
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
        .alpn = "http/1.1", /* and no HTTP/2, by whatever way: net_on_upgrade() */
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
    n->fresh = calloc(n->slot_limit, sizeof *n->fresh);
    set_limit(options->connections_max);
    lws_set_log_level(0, NULL);
    n->has_loop = uv_loop_init(&n->loop) == 0;
    if (n->slots == NULL || n->dirty == NULL || n->fresh == NULL || !n->has_loop || !make_context(n)
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

size_t net_unsent(const net *n) { return n->unsent; }

uint64_t net_unread(const net *n) { return n->unread; }

int net_connections_max(const net *n) { return n->options.connections_max; }

void net_run(net *n)
{
    while (!n->stopping) {
        uv_run(&n->loop, UV_RUN_ONCE);
        net_hand_on(n);
        n->hooks.round(n->hooks.app);
        net_flush_all(n);
        net_settle(n);
    }
}

void net_drain(net *n)
{
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; i < DRAIN_ROUNDS; i++) {
        net_flush_all(n);
        uv_run(&n->loop, UV_RUN_NOWAIT);
        net_hand_on(n);
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
    free(n->fresh);
    free(n);
}
