/*
 * hostile.c - what nobody should send, and what comes of it:   hostile GROGNARD
 *
 * Each row of the tables is one attack on a server with its ordinary limits, with the answer that
 * docs/http.md promises for it.  The attackers have addresses of their own (127.0.0.2 and on), and
 * after each attack the players of another game, at 127.0.0.1, make a move as if nothing had
 * happened.  Slow attacks go on while the others are tried.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "attack.h"
#include "core/text.h"
#include "tap.h"

enum {
    MANY = 2000, /* streams from one address, of which 128 are allowed */
    ALLOWED = 128,
    GUESSES = 1500,
    CREATIONS = 80,  /* of which 60 are allowed */
    LATE_MS = 13000, /* headers, bodies and hellos have ten seconds */
};

/* ---- WebSockets. ---- */

typedef struct frame {
    const char *what;
    bool greets;       /* says hello properly before */
    const char *bytes; /* as they are, after filling in */
    size_t count, filler;
    int status; /* of the answer, or CLOSED */
    const char *error;
} frame;

#define MASK "\0\0\0\0"

static const frame frames[] = {
    {"a message before the hello", false, BYTES("\x81\x8e" MASK "{\"do\":\"state\"}"), 0, 401,
     "token"},
    {"a hello with a made-up token", false,
     BYTES("\x81\xaa" MASK "{\"do\":\"hello\",\"token\":\"AAAAAAAAAAAAAAAAA\"}"), 0, 401, "token"},
    {"a message that is no JSON", true, BYTES("\x81\x85" MASK "hello"), 0, 400, "bad-request"},
    {"a call that there is not", true, BYTES("\x81\x8f" MASK "{\"do\":\"launch\"}"), 0, 404,
     "unknown"},
    {"an action without its ply", true, BYTES("\x81\x8f" MASK "{\"do\":\"action\"}"), 0, 400,
     "bad-request"},
    {"deep JSON in a message", true, BYTES("\x81\x97" MASK "{\"a\":[[[[[[[[1]]]]]]]]}"), 0, 400,
     "bad-request"},
    {"a frame that is not masked (libwebsockets reads it; it gets no further)", true,
     BYTES("\x81\x0f{\"do\":\"launch\"}"), 0, 404, "unknown"},
    {"reserved bits", true, BYTES("\xf1\x8e" MASK "{\"do\":\"state\"}"), 0, CLOSED, NULL},
    {"a reserved opcode", true, BYTES("\x83\x81" MASK "x"), 0, CLOSED, NULL},
    {"a binary message", true, BYTES("\x82\x81" MASK "x"), 0, CLOSED, NULL},
    {"broken UTF-8 in a message", true, BYTES("\x81\x84" MASK "\xc3\x28\xff\xfe"), 0, CLOSED, NULL},
    {"a ping in pieces", true, BYTES("\x09\x81" MASK "x"), 0, CLOSED, NULL},
    {"a ping that is too long", true, BYTES("\x89\xfe\x01\x00" MASK), 256, CLOSED, NULL},
    {"a piece of nothing before", true, BYTES("\x80\x81" MASK "x"), 0, CLOSED, NULL},
    {"a message within a message", true,
     BYTES("\x01\x81" MASK "{"
           "\x81\x82" MASK "{}"),
     0, CLOSED, NULL},
    {"a message of 17 KiB", true, BYTES("\x81\xfe\x44\x00" MASK), 17408, CLOSED, NULL},
    {"a message of 2^63 bytes", true, BYTES("\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff" MASK "x"), 0,
     CLOSED, NULL},
    {"a message of 4 GiB", true, BYTES("\x81\xff\x00\x00\x00\x01\x00\x00\x00\x00" MASK), 40000,
     CLOSED, NULL},
};

static bool open_socket(const scene *s, int fd, bool greets)
{
    static heard h;
    char bytes[1024], hello[256], line[256];
    const char upgrade[] = "GET /api/games/$ID/stream HTTP/1.1\r\nHost: 127.0.0.1:$PORT\r\n"
                           "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                           "Sec-WebSocket-Version: 13\r\n"
                           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
    send(fd, bytes, fill_in(s, upgrade, sizeof upgrade - 1, bytes), MSG_NOSIGNAL);
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, SILENCE_MS) <= 0) return false;
    const ssize_t got = recv(fd, h.bytes, sizeof h.bytes - 1, 0);
    if (got <= 0 || strncmp(h.bytes, "HTTP/1.1 101", 12) != 0) return false;
    if (!greets) return true;
    const char say[] = "{\"do\":\"hello\",\"token\":\"$MINE\"}";
    const size_t count = fill_in(s, say, sizeof say - 1, line);
    hello[0] = (char)0x81;
    hello[1] = (char)(0x80 | count);
    memset(hello + 2, 0, 4);
    memcpy(hello + 6, line, count);
    return send(fd, hello, count + 6, MSG_NOSIGNAL) == (ssize_t)count + 6;
}

/* A whole frame at `at`: its end, or 0. */
static size_t end_of_frame(const heard *h, size_t at, size_t *begin)
{
    const uint8_t *bytes = (const uint8_t *)h->bytes + at;
    const size_t left = h->count - at;
    size_t head = 2, length = left < 2 ? 0 : bytes[1] & 127;
    if (left < 2 || length == 127 || (length == 126 && left < 4)) return 0;
    if (length == 126) {
        length = (size_t)bytes[2] << 8 | bytes[3];
        head = 4;
    }
    *begin = at + head;
    return left < head + length ? 0 : at + head + length;
}

/* A frame that closes, or an answer that is an error, ends it. */
static bool hear_frame(heard *h, size_t at, size_t begin, size_t end)
{
    static char text[1 << 17];
    h->closed = ((uint8_t)h->bytes[at] & 15) == 8;
    memcpy(text, h->bytes + begin, end - begin);
    text[end - begin] = '\0';
    const char *error = strstr(text, "\"error\":\""), *status = strstr(text, "\"status\":");
    if (strncmp(text, "{\"tell\":\"answer\"", 16) != 0 || error == NULL || status == NULL)
        return h->closed;
    sscanf(error + 9, "%63[^\"]", h->error);
    sscanf(status + 9, "%d", &h->status);
    return true;
}

static void listen_to_socket(int fd, heard *h)
{
    size_t at = 0, begin, end;
    *h = (heard){.status = CLOSED};
    while (h->count + 1 < sizeof h->bytes) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (poll(&wait, 1, SILENCE_MS) <= 0) return;
        const ssize_t got = recv(fd, h->bytes + h->count, sizeof h->bytes - 1 - h->count, 0);
        h->closed = got <= 0;
        if (got <= 0) return;
        h->count += (size_t)got;
        for (; (end = end_of_frame(h, at, &begin)) > 0; at = end)
            if (hear_frame(h, at, begin, end)) return;
    }
}

static void try_frames(scene *s, heard *h)
{
    static char bytes[BYTES_MAX];
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        const frame *f = &frames[i];
        const int fd = attacker(s->server.port, 150 + (int)i);
        bool refused = open_socket(s, fd, f->greets);
        memcpy(bytes, f->bytes, f->count);
        memset(bytes + f->count, 'x', f->filler);
        if (refused) {
            send(fd, bytes, f->count + f->filler, MSG_NOSIGNAL);
            listen_to_socket(fd, h);
            refused = h->status == f->status && (f->status != CLOSED || h->closed)
                      && (f->error == NULL || strcmp(f->error, h->error) == 0);
        }
        close(fd);
        const bool untouched = goes_on(s);
        claim(refused && untouched, "by WebSocket, %s: %s%s", f->what,
              f->status == CLOSED ? "hung up" : f->error,
              untouched ? "" : " (and the other game stands still)");
        if (!refused) report(h);
    }
}

/* ---- Several at once. ---- */

/* Who does not wait for the answer before he sends more is told so before anything is done, and is
 * hung up on. */
static void try_ahead(scene *s, heard *h)
{
    static const struct {
        const char *what, *bytes;
        int status;
    } all[] = {
        {"two requests",
         "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
         "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n",
         400},
        {"a request and half a body",
         "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
         "POST /api/games HTTP/1.1\r\nHost: x\r\n"
         "Content-Length: 20\r\n\r\n{",
         400},
        {"a request and a body",
         "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
         "POST /api/games HTTP/1.1\r\nHost: x\r\n"
         "Content-Length: 2\r\n\r\n{}",
         400},
        {"two bodies",
         "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}"
         "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{",
         400},
        {"a body that is longer than it says",
         "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}xyz", 400},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        const int fd = attacker(s->server.port, 200);
        send(fd, all[i].bytes, strlen(all[i].bytes), MSG_NOSIGNAL);
        listen_to(fd, h, SILENCE_MS);
        const bool answered = h->status == all[i].status;
        char more[64];
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        const bool cut = poll(&wait, 1, LATE_MS) > 0 && recv(fd, more, sizeof more, 0) <= 0;
        close(fd);
        claim(answered && cut && goes_on(s), "%s in one packet: refused, and hung up", all[i].what);
    }
}

/* While others send ahead nobody else is hung up on: what he sends next must not be lost. */
static void try_beside_ahead(scene *s, heard *h)
{
    enum { ROUNDS = 20 };
    static const char ahead[] = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 18\r\n\r\n"
                                "{\"game\":\"squares\"}GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    static const char usual[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const int line = attacker(s->server.port, 206);
    int unsaid = 0;
    for (int i = 0; i < ROUNDS; i++) {
        const int fd = attacker(s->server.port, 207);
        send(fd, ahead, sizeof ahead - 1, MSG_NOSIGNAL);
        send(line, usual, sizeof usual - 1, MSG_NOSIGNAL);
        listen_to(line, h, SILENCE_MS);
        unsaid += h->status != 200;
        unsaid += strstr(h->bytes, "\r\nConnection: close\r\n") != NULL;
        listen_to(fd, h, SILENCE_MS);
        close(fd);
    }
    close(line);
    claim(unsaid == 0 && goes_on(s), "beside those who send ahead no other line ends (%d)", unsaid);
}

/* Who talks into a stream of events is hung up on: else the loop would go round and round. */
static void try_talking(scene *s)
{
    char bytes[256];
    static char rest[1 << 16];
    const char ask[] = "GET /api/games/$ID/stream HTTP/1.1\r\nHost: x\r\n\r\n";
    const int fd = attacker(s->server.port, 200);
    send(fd, bytes, fill_in(s, ask, sizeof ask - 1, bytes), MSG_NOSIGNAL);
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    ssize_t got = poll(&wait, 1, SILENCE_MS) > 0 ? recv(fd, rest, sizeof rest, 0) : 0;
    const bool open = got > 0;
    send(fd, "hello?", 6, MSG_NOSIGNAL);
    while (got > 0 && poll(&wait, 1, LATE_MS) > 0) got = recv(fd, rest, sizeof rest, 0);
    close(fd);
    claim(open && got <= 0 && goes_on(s), "who talks into a stream is hung up on");
}

/* A watcher who says more than is shown takes no word of the players away. */
static int begin_to_say(const scene *s, int address)
{
    static char text[1024];
    static const char body[] = "{\"text\":\"look at me\"}";
    const int fd = attacker(s->server.port, address);
    snprintf(text, sizeof text,
             "POST /api/games/%s/chat HTTP/1.1\r\nHost: x\r\n"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             s->target.id, sizeof body - 1, body);
    send(fd, text, strlen(text), MSG_NOSIGNAL);
    return fd;
}

static int end_saying(int fd, heard *h)
{
    listen_to(fd, h, SILENCE_MS);
    close(fd);
    return h->status;
}

static int say(const scene *s, heard *h, int address)
{
    return end_saying(begin_to_say(s, address), h);
}

static void try_words(scene *s, heard *h)
{
    enum { WORDS = 230, AT_ONCE = 40, TOO_MANY = 60 };
    int said = 0, refused = 0, fds[TOO_MANY];
    answer kept = game_post(&s->target, s->mover, "chat", "{\"text\":\"for my friend alone\"}");
    for (int i = 0; i < WORDS; i++) /* from several addresses: none of them is too fast */
        said += say(s, h, 180 + i / AT_ONCE) == 200;
    answer all = game_get(&s->target, 1 - s->mover, "chat");
    claim(kept.status == 200 && said == WORDS && all.status == 200
              && strstr(all.body, "for my friend alone") != NULL
              && strstr(all.body, "look at me") == NULL && goes_on(s),
          "%d lines of a watcher take none of the players' away", said);
    /* Each is sent to all who watch.  At once: one after the other need not be fast. */
    for (int i = 0; i < TOO_MANY; i++) fds[i] = begin_to_say(s, 179);
    for (int i = 0; i < TOO_MANY; i++) refused += end_saying(fds[i], h) == 429;
    claim(refused >= 5 && say(s, h, 178) == 200 && goes_on(s),
          "who says too much from one address has to wait, others do not");
    answer_free(&kept);
    answer_free(&all);
}

/* One after the other on one line, the second in three packets. */
static void try_pieces(scene *s, heard *h)
{
    const char first[] = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const char second[] = "POST /api/games/$ID/chat HTTP/1.1\r\nHost: x\r\n"
                          "Content-Length: 13\r\n\r\n{\"text\"";
    const char third[] = ":[] }\n";
    char bytes[1024];
    const int fd = attacker(s->server.port, 205);
    send(fd, bytes, fill_in(s, first, sizeof first - 1, bytes), MSG_NOSIGNAL);
    listen_to(fd, h, SILENCE_MS);
    const bool well = h->status == 200;
    send(fd, bytes, fill_in(s, second, sizeof second - 1, bytes), MSG_NOSIGNAL);
    usleep(20 * 1000);
    send(fd, third, sizeof third - 1, MSG_NOSIGNAL);
    listen_to(fd, h, SILENCE_MS);
    close(fd);
    claim(well && h->status == 400 && goes_on(s), "a body in pieces, on a line that was used");
}

static long resident_kb(pid_t pid)
{
    char name[64];
    long all = 0, resident = 0;
    snprintf(name, sizeof name, "/proc/%d/statm", (int)pid);
    FILE *in = fopen(name, "r");
    if (in == NULL || fscanf(in, "%ld %ld", &all, &resident) != 2) resident = 0;
    if (in != NULL) fclose(in);
    return resident * (sysconf(_SC_PAGESIZE) / 1024);
}

/* Says so many lines in the watchers' room of the game, from addresses of its own. */
static void shout(const scene *s, int lines, int number)
{
    char body[600] = "{\"text\":\"", head[256], bytes[1200];
    static heard h;
    memset(body + 9, 'x', 480);
    strcpy(body + 489, "\"}");
    snprintf(head, sizeof head,
             "POST /api/games/$ID/chat HTTP/1.1\r\nHost: x\r\n"
             "Content-Length: %zu\r\n\r\n",
             strlen(body));
    const size_t count = fill_in(s, head, strlen(head), bytes);
    memcpy(bytes + count, body, strlen(body));
    int fd = attacker(s->server.port, number);
    for (int i = 0; i < lines; i++) {
        send(fd, bytes, count + strlen(body), MSG_NOSIGNAL);
        listen_to(fd, &h, SILENCE_MS);
        if (h.status == 200) continue;
        close(fd); /* it happens that a line is closed after an answer: net_lws.c says when */
        fd = attacker(s->server.port, number);
    }
    close(fd);
}

#ifdef __SANITIZE_ADDRESS__
enum { GROWTH_KB = 65536 + 256 * 1024 }; /* it keeps what was freed, up to so much */
#else
enum { GROWTH_KB = 65536 };
#endif
enum { DEAF = 8, SHOUTERS = 45, SHOUTS = 40 }; /* no address says more */

/* Those who listen and never read: what waits for them is bounded, then they are hung up on. */
static void try_deaf(scene *s)
{
    int fds[DEAF], cut = 0;
    char bytes[512];
    static char rest[1 << 16];
    const char ask[] = "GET /api/games/$ID/stream?since=0 HTTP/1.1\r\nHost: x\r\n\r\n";
    const size_t count = fill_in(s, ask, sizeof ask - 1, bytes);
    const long before = resident_kb(s->server.pid);
    for (int i = 0; i < DEAF; i++) {
        fds[i] = attacker(s->server.port, 220 + i);
        send(fds[i], bytes, count, MSG_NOSIGNAL);
    }
    for (int i = 0; i < SHOUTERS; i++) shout(s, SHOUTS, 300 + i);
    const bool untouched = goes_on(s);
    const long grown = resident_kb(s->server.pid) - before;
    for (int i = 0; i < DEAF; i++) {
        struct pollfd wait = {.fd = fds[i], .events = POLLIN};
        ssize_t got = 1;
        while (got > 0 && poll(&wait, 1, SILENCE_MS) > 0) got = recv(fds[i], rest, sizeof rest, 0);
        cut += got <= 0;
        close(fds[i]);
    }
    claim(cut == DEAF && untouched,
          "%d of %d who never read their stream are hung up on, when too"
          " much waits for them",
          cut, DEAF);
    claim(grown < GROWTH_KB, "and what waited for them was bounded (%ld KiB)", grown);
}

static void try_half_open(scene *s)
{
    const char half[] = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{\"ga";
    const struct linger at_once = {.l_onoff = 1};
    for (int i = 0; i < 40; i++) {
        const int fd = attacker(s->server.port, 201);
        send(fd, half, sizeof half - 1 - (size_t)i, MSG_NOSIGNAL);
        if (i % 3 == 0) shutdown(fd, SHUT_WR);
        if (i % 3 == 1) setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(fd);
    }
    claim(goes_on(s), "forty who hang up in the middle of a request disturb nobody");
}

/* Streams: whoever is let in stays, however long the others take to knock. */
static void try_many(scene *s)
{
    static int fds[MANY];
    int served = 0;
    char bytes[256], begin[16];
    const char ask[] = "GET /api/games/$ID/stream HTTP/1.1\r\nHost: x\r\n\r\n";
    const size_t count = fill_in(s, ask, sizeof ask - 1, bytes);
    for (int i = 0; i < MANY; i++) {
        fds[i] = attacker(s->server.port, 202);
        send(fds[i], bytes, count, MSG_NOSIGNAL);
    }
    const bool untouched = goes_on(s);
    for (int i = 0; i < MANY; i++) {
        struct pollfd wait = {.fd = fds[i], .events = POLLIN};
        served += poll(&wait, 1, SILENCE_MS) > 0 && recv(fds[i], begin, 12, 0) == 12
                  && memcmp(begin, "HTTP/1.1 200", 12) == 0;
    }
    claim(served == ALLOWED && untouched && goes_on(s),
          "of %d streams from one address %d are served", MANY, served);
    for (int i = 0; i < MANY; i++) close(fds[i]);
}

/* One address, as fast as it can; how many were answered with this status, and with 429. */
static void knock(scene *s, heard *h, const row *r, int times, int number, int counts[2])
{
    char head[512], body[256] = "", bytes[1024];
    const size_t length = r->body == NULL ? 0 : fill_in(s, r->body, strlen(r->body), body);
    snprintf(head, sizeof head, "%sHost: x\r\nContent-Length: %zu\r\n\r\n%s", r->head, length,
             body);
    const size_t count = fill_in(s, head, strlen(head), bytes);
    const int fd = attacker(s->server.port, number);
    counts[0] = counts[1] = 0;
    for (int i = 0; i < times; i++) {
        send(fd, bytes, count, MSG_NOSIGNAL);
        listen_to(fd, h, SILENCE_MS);
        counts[0] += h->status == r->status;
        counts[1] += h->status == 429 && strcmp(h->error, "too-fast") == 0
                     && strcasestr(h->bytes, "\nretry-after:") != NULL;
    }
    close(fd);
}

/* A server that is slow itself finds nobody too fast, unless it allows but little. */
static bool allow_less(scene *s)
{
    static const char *const limits[] = {"--rate", "20", NULL};
    s->server.limits = limits;
    stream_close(&s->watcher);
    return server_stop(&s->server) == 0 && server_restart(&s->server)
           && stream_open(&s->watcher, s->server.port, s->peace.id, true, NULL, s->heard);
}

static void try_fast(scene *s, heard *h)
{
    static const row guess = {"", ACTION "Authorization: Bearer guess-guess-guess-guess\r\n",
                              "{\"ply\":0,\"action\":\"end\"}", 401, "token"};
    static const row make = {"", "POST /api/games HTTP/1.1\r\n",
                             "{\"game\":\"squares\",\"scenario\":\"sq-tiny\"}", 201, NULL};
    int counts[2];
    claim(allow_less(s), "a new start, with a lower limit");
    knock(s, h, &guess, GUESSES, 203, counts);
    claim(counts[0] > 0 && counts[1] > 0 && counts[0] + counts[1] == GUESSES && goes_on(s),
          "of %d tokens guessed in a row %d are looked at, %d are too fast", GUESSES, counts[0],
          counts[1]);
    knock(s, h, &make, CREATIONS, 204, counts);
    claim(counts[0] == 60 && counts[1] == CREATIONS - 60 && goes_on(s),
          "of %d games made in a row %d are, %d are too fast", CREATIONS, counts[0], counts[1]);
}

/* ---- Slowly. ---- */

enum { SLOW_HEADER, SLOW_BODY, SLOW_HELLO, SLOW_CONNECT, SLOW_SILENT, SLOW_KINDS };

typedef struct slow {
    int fds[SLOW_KINDS];
    int64_t begun;
    int dripped;
} slow;

static const char slow_header[] = "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ";
static const char slow_body[] = "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n"
                                "\r\n{";

static const char slow_connect[] = "CONNECT 10.0.0.1:25 HTTP/1.1\r\nHost: x\r\n\r\n";

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void begin_slowly(const scene *s, slow *it)
{
    it->begun = now_ms();
    for (int i = 0; i < SLOW_KINDS; i++) it->fds[i] = attacker(s->server.port, 210 + i);
    send(it->fds[SLOW_HEADER], slow_header, sizeof slow_header - 1, MSG_NOSIGNAL);
    send(it->fds[SLOW_BODY], slow_body, sizeof slow_body - 1, MSG_NOSIGNAL);
    open_socket(s, it->fds[SLOW_HELLO], false);
    send(it->fds[SLOW_CONNECT], slow_connect, sizeof slow_connect - 1, MSG_NOSIGNAL);
}

/* A letter now and then, so that it never looks dead. */
static void drip(slow *it)
{
    send(it->fds[SLOW_HEADER], "x", 1, MSG_NOSIGNAL);
    send(it->fds[SLOW_BODY], " ", 1, MSG_NOSIGNAL);
    it->dripped++;
}

static bool is_cut(int fd, heard *h)
{
    listen_to(fd, h, 1);
    char byte;
    const bool cut = h->closed || recv(fd, &byte, 1, MSG_DONTWAIT) == 0
                     || (errno != EAGAIN && errno != EWOULDBLOCK);
    close(fd);
    return cut;
}

static void end_slowly(scene *s, slow *it, heard *h)
{
    while (now_ms() - it->begun < LATE_MS) {
        drip(it);
        usleep(200 * 1000);
    }
    claim(is_cut(it->fds[SLOW_HEADER], h), "who sends headers letter by letter is hung up on");
    claim(is_cut(it->fds[SLOW_BODY], h), "who sends a body letter by letter is hung up on");
    claim(is_cut(it->fds[SLOW_HELLO], h), "a WebSocket that does not say hello is hung up on");
    claim(is_cut(it->fds[SLOW_CONNECT], h), "who wants to be connected elsewhere is hung up on");
    claim(is_cut(it->fds[SLOW_SILENT], h), "who connects and says nothing is hung up on");
    claim(goes_on(s), "the other game goes on after all of it");
}

/* ---- */

static bool set_scene(scene *s, const char *binary)
{
    static const char *const limits[] = {"--rate", "200", NULL};
    const gg_ruleset *squares = gg_rulesets[0];
    for (int i = 0; gg_rulesets[i] != NULL; i++)
        if (strcmp(gg_rulesets[i]->name, "squares") == 0) squares = gg_rulesets[i];
    memset(s, 0, sizeof *s);
    s->dice = gg_dice_random(1812);
    struct rlimit open_files;
    getrlimit(RLIMIT_NOFILE, &open_files);
    open_files.rlim_cur = open_files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &open_files);
    if (!server_start_limited(&s->server, binary, limits) || server_stop(&s->server) != 0
        || !furnish(s) || !server_restart(&s->server))
        return false;
    const int port = s->server.port;
    const char *scenario = squares->scenarios[0].name;
    answer open = call(port, "POST", "/api/games", NULL,
                       "{\"game\":\"squares\",\"seats\":{\"blue\":\"open\",\"red\":\"open\"}}");
    snprintf(s->open, sizeof s->open, "%s", answer_text(&open, "id"));
    answer_free(&open);
    if (!game_begin(&s->peace, port, squares, scenario, "link", "link")
        || !game_begin(&s->target, port, squares, scenario, "link", "link")
        || !stream_open(&s->watcher, port, s->peace.id, true, NULL, 0))
        return false;
    for (int i = 0; i < 3; i++) { /* so that there is a ply that has passed */
        if (!choose(&s->target, &s->dice, &s->mover, s->action, &s->ply)) return false;
        if (i == 2) return true;
        answer done = game_act(&s->target, s->mover, s->ply, s->action);
        answer_free(&done);
    }
    return false;
}

/* Nothing of all that has reached the game under attack. */
static void look_at_target(scene *s)
{
    answer state = game_get(&s->target, s->mover, "");
    claim(answer_number(&state, "ply") == s->ply
              && strcmp(answer_text(&state, "status"), "playing") == 0,
          "the game under attack is as it was");
    answer_free(&state);
    answer done = game_act(&s->target, s->mover, s->ply, s->action);
    claim(done.status == 200, "and its player plays on");
    answer_free(&done);
}

int main(int argc, char **argv)
{
    static scene s;
    static heard h;
    slow slowly = {0};
    if (argc < 2 || !set_scene(&s, argv[1])) {
        puts("Bail out! the server does not start");
        return 1;
    }
    begin_slowly(&s, &slowly);
    try_requests(&s, &h);
    drip(&slowly);
    try_members(&s, &h);
    drip(&slowly);
    try_files(&s, &h);
    try_tags(&s);
    try_large(&s);
    drip(&slowly);
    try_raws(&s, &h);
    drip(&slowly);
    try_frames(&s, &h);
    try_ahead(&s, &h);
    try_beside_ahead(&s, &h);
    try_talking(&s);
    try_words(&s, &h);
    try_pieces(&s, &h);
    try_half_open(&s);
    drip(&slowly);
    try_deaf(&s);
    drip(&slowly);
    try_many(&s);
    look_at_target(&s);
    end_slowly(&s, &slowly, &h);
    try_fast(&s, &h);
    claim(server_stop(&s.server) == 0, "it stops when it is told to");
    stream_close(&s.watcher);
    if (claims_failed() == 0) server_clean(&s.server);
    else printf("# its log and store are in %s\n", s.server.folder);
    return claims_end();
}
