/*
 * net_listen.c - the sockets that a server listens on.  See net_listen.h.
 *
 * IPv6 sockets take IPv6 only, so that each address is said, bound and shown by itself.  A machine
 * without IPv6 has no ::1: where both loopbacks or every address is meant, IPv4 is then enough.
 * SPDX-License-Identifier: MIT
 */
#include "server/net_listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HOST_MAX = 254, WAITING_MAX = 1024, PORT_TRIES = 20 };

typedef struct place {
    struct sockaddr_storage address;
    socklen_t count;
    bool may_miss; /* IPv6, of a host that means both kinds */
} place;

typedef struct places {
    place all[NET_LISTENERS_MAX];
    int count;
} places;

static void set_port(place *at, int port)
{
    const in_port_t wire = htons((uint16_t)port);
    if (at->address.ss_family == AF_INET) ((struct sockaddr_in *)&at->address)->sin_port = wire;
    else ((struct sockaddr_in6 *)&at->address)->sin6_port = wire;
}

static int port_of(const struct sockaddr_storage *address)
{
    return ntohs(address->ss_family == AF_INET ? ((const struct sockaddr_in *)address)->sin_port
                                               : ((const struct sockaddr_in6 *)address)->sin6_port);
}

static void write_where(const place *at, int port, char out[NET_WHERE_MAX])
{
    char text[INET6_ADDRSTRLEN] = "";
    const bool four = at->address.ss_family == AF_INET;
    const void *bytes = four ? (const void *)&((const struct sockaddr_in *)&at->address)->sin_addr
                             : &((const struct sockaddr_in6 *)&at->address)->sin6_addr;
    inet_ntop(at->address.ss_family, bytes, text, sizeof text);
    snprintf(out, NET_WHERE_MAX, four ? "%s:%d" : "[%s]:%d", text, port);
}

/* ---- Which addresses are meant? ---- */

static bool add_place(places *to, const struct sockaddr *address, socklen_t count, bool may_miss)
{
    place one = {.count = count, .may_miss = may_miss};
    if (count > sizeof one.address || to->count == NET_LISTENERS_MAX) return false;
    memcpy(&one.address, address, count);
    for (int i = 0; i < to->count; i++)
        if (memcmp(&to->all[i].address, &one.address, sizeof one.address) == 0) return true;
    to->all[to->count++] = one;
    return true;
}

static void add_both(places *to, in_addr_t four, const struct in6_addr *six)
{
    const struct sockaddr_in one = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(four)};
    const struct sockaddr_in6 other = {.sin6_family = AF_INET6, .sin6_addr = *six};
    add_place(to, (const struct sockaddr *)&one, sizeof one, false);
    add_place(to, (const struct sockaddr *)&other, sizeof other, true);
}

/* The resolver takes "0", "127.1" or "0x7f000001" for addresses too: nobody means those. */
static bool is_half_an_address(const char *host)
{
    struct in_addr four;
    return inet_aton(host, &four) != 0 && inet_pton(AF_INET, host, &four) != 1;
}

static bool resolve(const char *host, places *to, char *error, size_t limit)
{
    const struct addrinfo wanted = {
        .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    const int trouble = getaddrinfo(host, NULL, &wanted, &found);
    if (trouble != 0) {
        snprintf(error, limit, "the host \"%.80s\" is not known: %s", host,
                 trouble == EAI_SYSTEM ? strerror(errno) : gai_strerror(trouble));
        return false;
    }
    bool fit = true;
    for (const struct addrinfo *at = found; fit && at != NULL; at = at->ai_next)
        if (at->ai_family == AF_INET || at->ai_family == AF_INET6)
            fit = add_place(to, at->ai_addr, at->ai_addrlen, false);
    freeaddrinfo(found);
    if (fit && to->count > 0) return true;
    snprintf(error, limit,
             fit ? "the host \"%.80s\" has no address"
                 : "the host \"%.80s\" has too many addresses",
             host);
    return false;
}

static bool find_places(const char *said, places *to, char *error, size_t limit)
{
    char host[HOST_MAX];
    const size_t length = strlen(said);
    const bool in_brackets = length > 2 && said[0] == '[' && said[length - 1] == ']';
    if (length == 0 || length >= sizeof host || is_half_an_address(said)) {
        snprintf(error, limit,
                 "\"%.80s\" is no host: say an address in full, a name, localhost,"
                 " or * for every address of this machine",
                 said);
        return false;
    }
    snprintf(host, sizeof host, "%.*s", (int)length - 2 * in_brackets, said + in_brackets);
    if (strcmp(host, "*") == 0) add_both(to, INADDR_ANY, &in6addr_any);
    else if (strcmp(host, "localhost") == 0) add_both(to, INADDR_LOOPBACK, &in6addr_loopback);
    else return resolve(host, to, error, limit);
    return true;
}

/* ---- Binding. ---- */

/* The socket; -1: errno says why. */
static int open_one(const place *at)
{
    const int yes = 1, family = at->address.ss_family;
    const int fd = socket(family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if ((family == AF_INET || setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes) == 0)
        && bind(fd, (const struct sockaddr *)&at->address, at->count) == 0
        && listen(fd, WAITING_MAX) == 0)
        return fd;
    const int trouble = errno;
    close(fd);
    errno = trouble;
    return -1;
}

static bool is_missing(const place *at, int trouble)
{
    return at->may_miss && (trouble == EAFNOSUPPORT || trouble == EADDRNOTAVAIL);
}

/* All of them on one port; 0, or why not, and at which place. */
static int open_all(places *from, int port, net_listeners *out, int *where)
{
    out->count = 0;
    out->port = port;
    for (int i = 0; i < from->count; i++) {
        struct sockaddr_storage bound;
        socklen_t count = sizeof bound;
        set_port(&from->all[i], out->port);
        const int fd = open_one(&from->all[i]);
        if (fd < 0 && is_missing(&from->all[i], errno)) continue;
        if (fd >= 0) out->fds[out->count++] = fd;
        if (fd < 0 || getsockname(fd, (struct sockaddr *)&bound, &count) != 0) {
            const int trouble = errno;
            net_listen_close(out);
            *where = i;
            return trouble;
        }
        out->port = port_of(&bound);
        write_where(&from->all[i], out->port, out->where[out->count - 1]);
    }
    return 0;
}

static void say_why(const place *at, int port, int trouble, char *error, size_t limit)
{
    char where[NET_WHERE_MAX];
    write_where(at, port, where);
    if (trouble == EADDRINUSE)
        snprintf(error, limit, "%s cannot be opened: another program has this port", where);
    else if (trouble == EADDRNOTAVAIL)
        snprintf(error, limit, "%s cannot be opened: this machine has no such address", where);
    else snprintf(error, limit, "%s cannot be opened: %s", where, strerror(trouble));
}

bool net_listen(const char *host, int port, net_listeners *out, char *error, size_t limit)
{
    places all = {.count = 0};
    int where = 0, trouble = EADDRINUSE;
    *out = (net_listeners){.count = 0};
    if (!find_places(host, &all, error, limit)) return false;
    /* A port that is free at the first address may be taken at the next one. */
    for (int i = 0; trouble == EADDRINUSE && i < (port == 0 ? PORT_TRIES : 1); i++)
        trouble = open_all(&all, port, out, &where);
    if (trouble == 0 && out->count > 0) return true;
    say_why(&all.all[where], port, trouble, error, limit);
    return false;
}

void net_listen_close(net_listeners *listeners)
{
    for (int i = 0; i < listeners->count; i++) close(listeners->fds[i]);
    listeners->count = 0;
}
