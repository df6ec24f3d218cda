/*
 * lines.c - what one line may do to the others: be raised to another protocol, send ahead, break at
 * the wrong moment, never read what it asked for.
 *   lines GROGNARD [BROKEN [SECONDS]]
 * BROKEN is how many streams of events break while their game is written down; SECONDS, how long
 * somebody reads at one answer (more than the 60 after which a line ends that reads nothing).
 * Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <arpa/inet.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "tap.h"

enum { SILENCE_MS = 30000, SOON_MS = 10000, BYTES_MAX = 1 << 16, LARGE = 4 << 20 };

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Lines from 127.0.0.`number`. ---- */

/* `room`: bytes that the kernel keeps for who does not read; 0: as many as it likes. */
static int narrow_line(int port, int number, int room)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr_in from = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (uint32_t)number)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (room > 0) setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (bind(fd, (const struct sockaddr *)&from, sizeof from) == 0
        && connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

static int line_from(int port, int number) { return narrow_line(port, number, 0); }

static void say(int fd, const char *text) { send(fd, text, strlen(text), MSG_NOSIGNAL); }

/* The head of what comes back, and what came with it; the status, or 0. */
static int hear(int fd, char *bytes, size_t limit, int wait_ms)
{
    size_t count = 0;
    int status = 0;
    bytes[0] = '\0';
    while (count + 1 < limit && strstr(bytes, "\r\n\r\n") == NULL) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (poll(&wait, 1, wait_ms) <= 0) break;
        const ssize_t got = recv(fd, bytes + count, limit - 1 - count, 0);
        if (got <= 0) break;
        count += (size_t)got;
        bytes[count] = '\0';
    }
    sscanf(bytes, "HTTP/1.1 %d", &status);
    return status;
}

static bool is_closed(int fd, int wait_ms)
{
    static char rest[BYTES_MAX];
    ssize_t got = 1;
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    while (got > 0 && poll(&wait, 1, wait_ms) > 0) got = recv(fd, rest, sizeof rest, 0);
    return got <= 0;
}

static int64_t metric(int port, const char *name)
{
    char line[128];
    answer all = call(port, "GET", "/metrics", METRICS_TOKEN, NULL);
    snprintf(line, sizeof line, "\ngrognard_%s ", name);
    const char *at = all.body == NULL ? NULL : strstr(all.body, line);
    const int64_t value = at == NULL ? -1 : strtoll(at + strlen(line), NULL, 10);
    answer_free(&all);
    return value;
}

/* ---- Other protocols. ---- */

#define SETTINGS "HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n"

/* Nobody gets a tunnel: what goes through it no proxy sees, and the proxy is believed. */
static void upgrades(const server_process *s, const game *g)
{
    static const struct {
        const char *what, *head;
        int status; /* 0: any that is no upgrade, or hung up */
    } all[] = {
        {"h2c",
         "GET /healthz HTTP/1.1\r\nUpgrade: h2c\r\n"
         "Connection: Upgrade, HTTP2-Settings\r\n" SETTINGS,
         200},
        {"H2C", "GET /healthz HTTP/1.1\r\nUpgrade: H2C\r\nConnection: upgrade\r\n" SETTINGS, 200},
        {"h2c by a HEAD", "HEAD / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n" SETTINGS, 0},
        {"h2c by a POST",
         "POST /api/games HTTP/1.1\r\nContent-Length: 0\r\nUpgrade: h2c\r\n"
         "Connection: Upgrade\r\n" SETTINGS,
         0},
        {"h2c where the WebSockets are",
         "GET /api/games/$ID/stream HTTP/1.1\r\nUpgrade: h2c\r\n"
         "Connection: Upgrade\r\n" SETTINGS,
         200},
        {"h2", "GET /healthz HTTP/1.1\r\nUpgrade: h2\r\nConnection: Upgrade\r\n" SETTINGS, 0},
        {"TLS", "GET /healthz HTTP/1.1\r\nUpgrade: TLS/1.0\r\nConnection: Upgrade\r\n", 0},
        {"two at once",
         "GET /healthz HTTP/1.1\r\nUpgrade: h2c, websocket\r\n"
         "Connection: Upgrade\r\n" SETTINGS,
         0},
        {"something unheard of", "GET /healthz HTTP/1.1\r\nUpgrade: x\r\nConnection: Upgrade\r\n",
         0},
        {"a WebSocket that is a POST",
         "POST /api/games/$ID/stream HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Content-Length: 0\r\nSec-WebSocket-Version: 13\r\n"
         "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
         0},
        {"a WebSocket elsewhere",
         "GET /index.html HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
         0},
    };
    static char bytes[BYTES_MAX];
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        char text[1024];
        const int fd = line_from(s->port, 2);
        const char *id = strstr(all[i].head, "$ID");
        const int before = id == NULL ? 0 : (int)(id - all[i].head);
        snprintf(text, sizeof text, "%.*s%s%sHost: x\r\n\r\n", before, all[i].head,
                 id == NULL ? "" : g->id, id == NULL ? all[i].head : id + 3);
        say(fd, text);
        const int status = hear(fd, bytes, sizeof bytes, SOON_MS);
        claim(status != 101 && (all[i].status == 0 || status == all[i].status),
              "an upgrade to %s is none (%d)", all[i].what, status);
        close(fd);
    }
    const int fd = line_from(s->port, 2);
    say(fd, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    send(fd, "\0\0\0\4\0\0\0\0\0", 9, MSG_NOSIGNAL);
    hear(fd, bytes, sizeof bytes, SOON_MS);
    claim(strncmp(bytes, "\0\0", 2) != 0 || is_closed(fd, SOON_MS),
          "who begins with HTTP/2 is hung up on");
    close(fd);
    stream w;
    claim(stream_open(&w, s->port, g->id, true, NULL, 0), "a WebSocket in its place is one");
    stream_close(&w);
}

/* ---- Bodies. ---- */

static void bodies(const server_process *s)
{
    static char bytes[BYTES_MAX];
    int fd = line_from(s->port, 3);
    say(fd, "GET /healthz HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    const int chunked = hear(fd, bytes, sizeof bytes, SOON_MS);
    claim(chunked == 411 && is_closed(fd, SOON_MS), "a question in chunks is answered %d", chunked);
    close(fd);
    fd = line_from(s->port, 3);
    say(fd, "POST /api/games HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
            "Content-Type: application/json\r\nContent-Length: 18\r\n\r\n");
    const int go_on = hear(fd, bytes, sizeof bytes, SOON_MS);
    say(fd, "{\"game\":\"squares\"}");
    const int made = hear(fd, bytes, sizeof bytes, SOON_MS);
    claim(go_on == 100 && made == 201, "who asks whether to send his body is told to (%d, %d)",
          go_on, made);
    close(fd);
    fd = line_from(s->port, 3);
    say(fd, "POST /api/games HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
            "Content-Length: 17000\r\n\r\n");
    const int large = hear(fd, bytes, sizeof bytes, SOON_MS);
    claim(large == 413, "and not, if it is too large (%d)", large);
    close(fd);
    fd = line_from(s->port, 3);
    say(fd, "GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\n\r\n");
    const int miracle = hear(fd, bytes, sizeof bytes, SOON_MS);
    claim(miracle == 417, "something else cannot be expected (%d)", miracle);
    close(fd);
}

/* ---- Who sends ahead. ---- */

enum { SENDERS = 6, STREAMS = 90, AT_A_TIME = 12 };

/* The server stands still while both lines speak, so that it finds them in one look. */
static bool is_kept_beside(const server_process *s, const char *ahead)
{
    static char bytes[BYTES_MAX];
    const int one = line_from(s->port, 4), other = line_from(s->port, 7);
    say(other, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    bool kept = hear(other, bytes, sizeof bytes, SOON_MS) == 200;
    kill(s->pid, SIGSTOP);
    say(one, ahead);
    say(other, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
    kill(s->pid, SIGCONT);
    kept = kept && hear(other, bytes, sizeof bytes, SOON_MS) == 200
           && strstr(bytes, "Connection: close") == NULL;
    close(one);
    close(other);
    return kept;
}

static void one_for_all(const server_process *s, const game *g)
{
    static char bytes[BYTES_MAX];
    static const char *const ahead[] = {
        "GET /large.txt HTTP/1.1\r\nHost: x\r\n\r\nGET /large.txt HTTP/1.1\r\nHost: x\r\n\r\n",
        "GET /large.txt HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\n",
        "POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}POST / HTTP/1.1\r\n",
    };
    int fds[SENDERS], open = 0, kept = 0;
    for (int i = 0; i < SENDERS; i++) {
        fds[i] = line_from(s->port, 4);
        say(fds[i], ahead[i % 3]);
        if (i >= SENDERS / 2) usleep(20 * 1000);
    }
    for (int i = 0; i < STREAMS; i++) {
        char text[256];
        const int fd = line_from(s->port, 5 + i % 2);
        snprintf(text, sizeof text, "GET /api/games/%s/stream HTTP/1.1\r\nHost: x\r\n\r\n", g->id);
        say(fd, text);
        open += hear(fd, bytes, sizeof bytes, SOON_MS) == 200;
        close(fd);
        const int other = line_from(s->port, 7);
        say(other, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
        kept += hear(other, bytes, sizeof bytes, SOON_MS) == 200
                && strstr(bytes, "Connection: close") == NULL;
        close(other);
    }
    claim(open == STREAMS, "beside lines that send ahead %d of %d streams are opened", open,
          STREAMS);
    claim(kept == STREAMS, "and %d of %d other lines are kept", kept, STREAMS);
    for (int i = 0; i < SENDERS; i++) close(fds[i]);
    kept = 0;
    for (int i = 0; i < AT_A_TIME; i++) kept += is_kept_beside(s, ahead[i % 3]);
    claim(kept == AT_A_TIME, "and %d of %d that are read in the same moment", kept, AT_A_TIME);
}

/* ---- Broken streams. ---- */

enum { AT_ONCE = 50, HOUSES = 50, EACH = 128 }; /* streams of one address */

static void break_streams(const game *g, int count)
{
    const struct linger at_once = {.l_onoff = 1};
    char text[256];
    int fds[AT_ONCE];
    snprintf(text, sizeof text,
             "GET /api/games/%s/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n\r\n",
             g->id, g->tokens[GG_RED]);
    for (int i = 0; i < count; i++) {
        fds[i] = line_from(g->port, 8 + i % HOUSES);
        setsockopt(fds[i], SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        say(fds[i], text);
    }
    for (int i = 0; i < count; i++) close(fds[i]);
}

/* Somebody acts, and while that is written down many who want to listen come and are gone. */
static void ghosts(const server_process *s, int count)
{
    static char bytes[BYTES_MAX];
    gg_dice dice = gg_dice_random(1813);
    game g = {0};
    int broken = 0, fds[EACH];
    for (bool begun = false; broken < count; broken += AT_ONCE) {
        char action[GG_ACTION_TEXT_MAX], body[GG_ACTION_TEXT_MAX + 64], text[1024];
        int64_t ply;
        gg_side side = GG_BLUE;
        bool chosen = false;
        for (; begun && side <= GG_RED; side++) {
            answer state = game_get(&g, side, "");
            chosen = game_choose(&g, &state, side, &dice, action, sizeof action, &ply);
            answer_free(&state);
            if (chosen) break;
        }
        if (!chosen) {
            begun = game_begin(&g, s->port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name,
                               "link", "link");
            broken -= AT_ONCE;
            continue;
        }
        snprintf(body, sizeof body, "{\"ply\":%lld,\"action\":\"%s\"}", (long long)ply, action);
        snprintf(text, sizeof text,
                 "POST /api/games/%s/action HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\n"
                 "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
                 g.id, g.tokens[side], strlen(body), body);
        const int fd = line_from(s->port, 1);
        say(fd, text);
        break_streams(&g, AT_ONCE);
        hear(fd, bytes, sizeof bytes, SILENCE_MS);
        close(fd);
    }
    int64_t left = -1;
    for (const int64_t until = now_ms() + SOON_MS; now_ms() < until && left != 0; usleep(50000))
        left = metric(s->port, "listeners");
    claim(left == 0,
          "of %d streams that broke while their game was written down %lld are listened"
          " to",
          broken, (long long)left);
    int open = 0;
    for (int i = 0; i < EACH; i++) {
        char text[256];
        fds[i] = line_from(s->port, 8);
        snprintf(text, sizeof text, "GET /api/games/%s/stream HTTP/1.1\r\nHost: x\r\n\r\n", g.id);
        say(fds[i], text);
        open += hear(fds[i], bytes, sizeof bytes, SILENCE_MS) == 200;
    }
    claim(open == EACH, "each address may open as many boards as before (%d of %d)", open, EACH);
    for (int i = 0; i < EACH; i++) close(fds[i]);
}

/* ---- Slow readers, and lines that read nothing. ---- */

static int ask_for_much(const server_process *s, int number)
{
    const int fd = narrow_line(s->port, number, 16 * 1024);
    say(fd, "GET /large.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    return fd;
}

static void slow_readers(const server_process *s, int seconds)
{
    static char bytes[LARGE];
    const int slow = ask_for_much(s, 2), deaf = ask_for_much(s, 3);
    const int64_t begun = now_ms();
    size_t count = 0;
    for (ssize_t got = 1; got > 0;) {
        const size_t due = LARGE / 1000 * (size_t)(now_ms() - begun) / (size_t)seconds;
        struct pollfd wait = {.fd = slow, .events = POLLIN};
        if (count > due) {
            usleep(100 * 1000);
            continue;
        }
        got = poll(&wait, 1, SILENCE_MS) > 0 ? recv(slow, bytes, 65536, 0) : 0;
        if (got > 0) count += (size_t)got;
    }
    const int took = (int)((now_ms() - begun) / 1000);
    claim(count > LARGE && took + 1 >= seconds, "an answer that is read for %d seconds comes whole",
          took);
    size_t rest = 0;
    for (ssize_t got; (got = recv(deaf, bytes, sizeof bytes, 0)) > 0;) rest += (size_t)got;
    claim(rest < LARGE, "a line that reads nothing all the while was hung up on");
    close(slow);
    close(deaf);
}

/* ---- */

static bool furnish(const server_process *s)
{
    char name[1100];
    static char large[LARGE];
    snprintf(name, sizeof name, "%.900s/large.txt", s->pages);
    memset(large, 'x', sizeof large);
    FILE *file = fopen(name, "w");
    if (file == NULL) return false;
    const bool well = fwrite(large, 1, sizeof large, file) == sizeof large;
    return fclose(file) == 0 && well;
}

int main(int argc, char **argv)
{
    static const char *const none[] = {"--rate", "0", "--creations", "0", NULL};
    server_process s;
    game g;
    if (argc < 2) return 2;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    claim(server_start_limited(&s, argv[1], none) && server_stop(&s) == 0 && furnish(&s)
              && server_restart(&s)
              && game_begin(&g, s.port, gg_rulesets[0], gg_rulesets[0]->scenarios[0].name, "link",
                            "link"),
          "a server, and a game");
    upgrades(&s, &g);
    bodies(&s);
    one_for_all(&s, &g);
    ghosts(&s, argc > 2 ? atoi(argv[2]) : 10000);
    if (argc > 3) slow_readers(&s, atoi(argv[3]));
    claim(server_stop(&s) == 0, "it stops");
    server_clean(&s);
    return claims_end();
}
