/*
 * client.c - a small client of the server for tests.  See client.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/position.h"
#include "client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/text.h"

enum { SILENCE_MS = 120000, START_MS = 240000, WORDS_MAX = 32 };

/* ---- The server. ---- */

static bool read_port(int fd, int *port)
{
    char line[512] = "";
    size_t count = 0;
    while (count + 1 < sizeof line && strchr(line, '\n') == NULL) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (poll(&wait, 1, START_MS) <= 0) return false;
        const ssize_t got = read(fd, line + count, sizeof line - 1 - count);
        if (got <= 0) return false;
        count += (size_t)got;
        line[count] = '\0';
    }
    const char *at = strstr(line, "localhost:");
    return at != NULL && sscanf(at, "localhost:%d", port) == 1;
}

bool server_restart(server_process *s)
{
    int ends[2];
    char port[16];
    snprintf(port, sizeof port, "%d", s->port);
    if (pipe(ends) != 0) return false;
    s->pid = fork();
    if (s->pid == 0) {
        char log[1100];
        snprintf(log, sizeof log, "%s/log", s->folder);
        const int to = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);
        dup2(ends[1], STDOUT_FILENO);
        dup2(to, STDERR_FILENO);
        close(ends[0]);
        const char *words[WORDS_MAX] = {s->binary, "serve",   "--host", "127.0.0.1", "--port",
                                        port,      "--store", s->store, "--static",  s->pages};
        static const char *const none[] = {"--rate",        "0",    "--creations", "0",
                                           "--per-address", "5000", NULL};
        const char *const *limits = s->limits != NULL ? s->limits : none;
        for (int i = 0, at = 10; limits[i] != NULL && at + 1 < WORDS_MAX; i++)
            words[at++] = limits[i];
        setenv("GROGNARD_METRICS_TOKEN", METRICS_TOKEN, 0);
        execv(s->binary, (char *const *)words);
        _exit(127);
    }
    close(ends[1]);
    const bool up = s->pid > 0 && read_port(ends[0], &s->port);
    close(ends[0]);
    return up;
}

bool server_start(server_process *s, const char *binary)
{
    return server_start_limited(s, binary, NULL);
}

bool server_start_limited(server_process *s, const char *binary, const char *const *limits)
{
    memset(s, 0, sizeof *s);
    s->limits = limits;
    snprintf(s->binary, sizeof s->binary, "%s", binary);
    const char *folder = getenv("TMPDIR");
    snprintf(s->folder, sizeof s->folder, "%s/grognard-XXXXXX", folder == NULL ? "/tmp" : folder);
    if (mkdtemp(s->folder) == NULL) return false;
    snprintf(s->store, sizeof s->store, "sqlite:%.900s/games.db", s->folder);
    snprintf(s->pages, sizeof s->pages, "%.900s/pages", s->folder);
    if (mkdir(s->pages, 0700) != 0) return false;
    signal(SIGPIPE, SIG_IGN);
    return server_restart(s);
}

void server_kill(server_process *s)
{
    kill(s->pid, SIGKILL);
    waitpid(s->pid, NULL, 0);
}

int server_stop(server_process *s)
{
    int status = 0;
    kill(s->pid, SIGTERM);
    waitpid(s->pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void server_clean(server_process *s)
{
    char command[1100];
    snprintf(command, sizeof command, "rm -rf '%s'", s->folder);
    if (system(command) != 0) perror(s->folder);
}

/* ---- Connections. ---- */

static int connect_to(int port)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), now = 1;
    if (fd < 0) return -1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    if (connect(fd, (const struct sockaddr *)&to, sizeof to) == 0) return fd;
    close(fd);
    return -1;
}

static bool write_all(int fd, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        const ssize_t put = write(fd, at, count);
        if (put <= 0) return false;
        at += put;
        count -= (size_t)put;
    }
    return true;
}

/* Some more bytes into a growing buffer; 0 at the end or after so much silence. */
static size_t read_more(int fd, char **bytes, size_t *count, size_t *limit, int wait_ms)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    if (poll(&wait, 1, wait_ms) <= 0) return 0;
    if (*limit - *count < 65536) {
        *limit = 2 * *limit + 131072;
        *bytes = realloc(*bytes, *limit);
    }
    const ssize_t got = read(fd, *bytes + *count, *limit - *count - 1);
    if (got <= 0) return 0;
    *count += (size_t)got;
    (*bytes)[*count] = '\0';
    return (size_t)got;
}

static answer read_answer(int fd, int wait_ms, bool is_head)
{
    answer it = {0};
    char *bytes = NULL, *end = NULL;
    size_t count = 0, limit = 0, length = 0, head = 0;
    while (read_more(fd, &bytes, &count, &limit, wait_ms) > 0) {
        if (end == NULL && (end = strstr(bytes, "\r\n\r\n")) != NULL) {
            head = (size_t)(end - bytes) + 4;
            const char *told = strcasestr(bytes, "content-length:");
            length = told == NULL || told > bytes + head ? SIZE_MAX : strtoul(told + 15, NULL, 10);
        }
        if (end != NULL && length != SIZE_MAX && count >= head + length) break;
        if (end != NULL && is_head) break;
    }
    if (end != NULL && sscanf(bytes, "HTTP/1.1 %d", &it.status) == 1) {
        const size_t kept = head < sizeof it.headers ? head : sizeof it.headers - 1;
        memcpy(it.headers, bytes, kept);
        it.count = count - head;
        it.body = malloc(it.count + 1);
        memcpy(it.body, bytes + head, it.count);
        it.body[it.count] = '\0';
        it.json = json_loadb(it.body, it.count, 0, NULL);
    }
    free(bytes);
    return it;
}

answer call_raw(int port, const void *bytes, size_t count, int pause_ms)
{
    answer none = {0};
    const int fd = connect_to(port);
    if (fd < 0) return none;
    write_all(fd, bytes, count);
    const answer it = read_answer(fd, pause_ms, false);
    close(fd);
    return it;
}

answer call_with(int port, const char *method, const char *path, const char *headers,
                 const char *body)
{
    answer none = {0};
    const int fd = connect_to(port);
    if (fd < 0) return none;
    char *head = NULL;
    const int count = asprintf(
        &head,
        "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n%s%s"
        "Content-Length: %zu\r\n\r\n%s",
        method, path, port, headers,
        strcasestr(headers, "content-type:") != NULL ? "" : "Content-Type: application/json\r\n",
        body == NULL ? 0 : strlen(body), body == NULL ? "" : body);
    write_all(fd, head, (size_t)count);
    free(head);
    const answer it = read_answer(fd, SILENCE_MS, strcmp(method, "HEAD") == 0);
    close(fd);
    return it;
}

answer call(int port, const char *method, const char *path, const char *token, const char *body)
{
    char headers[256] = "";
    if (token != NULL) snprintf(headers, sizeof headers, "Authorization: Bearer %s\r\n", token);
    return call_with(port, method, path, headers, body);
}

void answer_free(answer *it)
{
    json_decref(it->json);
    free(it->body);
    *it = (answer){0};
}

const char *answer_text(const answer *it, const char *key)
{
    const char *text = json_string_value(json_object_get(it->json, key));
    return text == NULL ? "" : text;
}

int64_t answer_number(const answer *it, const char *key)
{
    const json_t *value = json_object_get(it->json, key);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* ---- Streams. ---- */

static bool read_head(stream *s, const char *expected)
{
    char *end = NULL;
    while (s->bytes == NULL || (end = strstr(s->bytes, "\r\n\r\n")) == NULL)
        if (read_more(s->fd, &s->bytes, &s->count, &s->limit, SILENCE_MS) == 0) return false;
    const bool well = strncmp(s->bytes, expected, strlen(expected)) == 0;
    const size_t head = (size_t)(end - s->bytes) + 4;
    memmove(s->bytes, s->bytes + head, s->count - head + 1);
    s->count -= head;
    return well;
}

bool stream_knock(stream *s, int port, const char *id, bool is_socket, const char *query,
                  const char *headers)
{
    char text[2048];
    static const char upgrade[] = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                                  "Sec-WebSocket-Version: 13\r\n"
                                  "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    *s = (stream){.fd = connect_to(port), .is_socket = is_socket};
    if (s->fd < 0) return false;
    snprintf(text, sizeof text,
             "GET /api/games/%s/stream%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%s%s\r\n", id, query,
             port, is_socket ? upgrade : "", headers);
    return write_all(s->fd, text, strlen(text))
           && read_head(s, is_socket ? "HTTP/1.1 101" : "HTTP/1.1 200");
}

bool stream_open(stream *s, int port, const char *id, bool is_socket, const char *token, int since)
{
    char query[32] = "", text[1024] = "";
    if (!is_socket) snprintf(query, sizeof query, "?since=%d", since);
    if (!is_socket && token != NULL)
        snprintf(text, sizeof text, "Authorization: Bearer %s\r\n", token);
    if (!stream_knock(s, port, id, is_socket, query, text)) return false;
    if (!is_socket) return true;
    if (token != NULL)
        snprintf(text, sizeof text, "{\"do\":\"hello\",\"token\":\"%s\",\"since\":%d}", token,
                 since);
    else snprintf(text, sizeof text, "{\"do\":\"hello\",\"since\":%d}", since);
    return stream_send(s, text);
}

bool stream_send(stream *s, const char *text)
{
    const size_t count = strlen(text);
    uint8_t head[14] = {0x81};
    size_t head_count = 2;
    if (count < 126) {
        head[1] = (uint8_t)(0x80 | count);
    } else {
        head[1] = 0x80 | 126;
        head[2] = (uint8_t)(count >> 8);
        head[3] = (uint8_t)count;
        head_count = 4;
    }
    head_count += 4; /* the mask: noughts */
    char *frame = malloc(head_count + count);
    memcpy(frame, head, head_count);
    memcpy(frame + head_count, text, count);
    const bool sent = write_all(s->fd, frame, head_count + count);
    free(frame);
    return sent;
}

static void drop_front(stream *s, size_t count)
{
    memmove(s->bytes, s->bytes + count, s->count - count + 1);
    s->count -= count;
}

/* A whole frame at the front: its text as JSON; NULL and *whole false: more is needed. */
static json_t *take_frame(stream *s, bool *whole)
{
    const uint8_t *at = (const uint8_t *)s->bytes;
    size_t head = 2, length = s->count >= 2 ? at[1] & 127 : 0;
    *whole = false;
    if (s->count < 2) return NULL;
    if (length == 126 && s->count >= 4) {
        length = (size_t)at[2] << 8 | at[3];
        head = 4;
    } else if (length == 127 && s->count >= 10) {
        length = 0;
        for (int i = 0; i < 8; i++) length = length << 8 | at[2 + i];
        head = 10;
    } else if (length >= 126) {
        return NULL;
    }
    if (s->count < head + length) return NULL;
    *whole = true;
    json_t *object = (at[0] & 15) == 1 ? json_loadb(s->bytes + head, length, 0, NULL) : NULL;
    drop_front(s, head + length);
    return object;
}

static json_t *take_event(stream *s, bool *whole)
{
    const char *end = s->count == 0 ? NULL : strstr(s->bytes, "\n\n");
    *whole = end != NULL;
    if (end == NULL) return NULL;
    const char *data = strstr(s->bytes, "data: ");
    json_t *object =
        data == NULL || data > end ? NULL : json_loadb(data + 6, (size_t)(end - data - 6), 0, NULL);
    drop_front(s, (size_t)(end - s->bytes) + 2);
    return object;
}

json_t *stream_next(stream *s, int wait_ms)
{
    for (;;) {
        bool whole;
        json_t *object = s->is_socket ? take_frame(s, &whole) : take_event(s, &whole);
        if (object != NULL) return object;
        if (whole) continue; /* a comment, a ping */
        if (read_more(s->fd, &s->bytes, &s->count, &s->limit, wait_ms) == 0) return NULL;
    }
}

void stream_close(stream *s)
{
    if (s->fd >= 0) close(s->fd);
    free(s->bytes);
    *s = (stream){.fd = -1};
}

/* ---- Playing. ---- */

static bool sit(game *g, const answer *made, gg_side side)
{
    char path[128], body[128];
    const json_t *seat = json_object_get(json_object_get(made->json, "seats"), gg_side_name(side));
    const char *invitation = json_string_value(json_object_get(seat, "invitation"));
    if (invitation == NULL) return true; /* a computer sits there */
    snprintf(path, sizeof path, "/api/games/%s/sit", g->id);
    snprintf(body, sizeof body, "{\"name\":\"player of %s\",\"contribution\":\"%s's dice\"}",
             gg_side_name(side), gg_side_name(side));
    answer it = call(g->port, "POST", path, invitation, body);
    snprintf(g->tokens[side], sizeof g->tokens[side], "%s", answer_text(&it, "token"));
    const bool well = it.status == 200;
    answer_free(&it);
    return well;
}

bool game_begin(game *g, int port, const gg_ruleset *rules, const char *scenario, const char *blue,
                const char *red)
{
    return game_begin_timed(g, port, rules, scenario, blue, red, "{\"kind\":\"none\"}");
}

bool game_begin_timed(game *g, int port, const gg_ruleset *rules, const char *scenario,
                      const char *blue, const char *red, const char *clock)
{
    char body[512];
    memset(g, 0, sizeof *g);
    g->port = port;
    g->rules = rules;
    snprintf(body, sizeof body,
             "{\"game\":\"%s\",\"scenario\":\"%s\",\"clock\":%s,"
             "\"seats\":{\"blue\":\"%s\",\"red\":\"%s\"}}",
             rules->name, scenario, clock, blue, red);
    answer made = call(port, "POST", "/api/games", NULL, body);
    snprintf(g->id, sizeof g->id, "%s", answer_text(&made, "id"));
    const bool well = made.status == 201 && sit(g, &made, GG_BLUE) && sit(g, &made, GG_RED);
    answer_free(&made);
    return well;
}

void game_put_headers(const game *g, gg_side side, char *out, size_t limit)
{
    out[0] = '\0';
    if (side > GG_RED || g->tokens[side][0] == '\0') return;
    snprintf(out, limit, "Authorization: Bearer %s\r\n%s", g->tokens[side], g->cookies[side]);
}

static void path_of(const game *g, const char *name, char *out, size_t limit)
{
    snprintf(out, limit, "/api/games/%s%s%s", g->id, name[0] == '\0' ? "" : "/", name);
}

answer game_get(const game *g, gg_side side, const char *name)
{
    char path[128], headers[512];
    path_of(g, name, path, sizeof path);
    game_put_headers(g, side, headers, sizeof headers);
    return call_with(g->port, "GET", path, headers, NULL);
}

answer game_post(const game *g, gg_side side, const char *name, const char *body)
{
    char path[128], headers[512];
    path_of(g, name, path, sizeof path);
    game_put_headers(g, side, headers, sizeof headers);
    return call_with(g->port, "POST", path, headers, body);
}

bool game_choose(const game *g, const answer *state, gg_side side, gg_dice *dice, char *action,
                 uint32_t limit, int64_t *ply)
{
    gg_state *view = calloc(1, g->rules->state_bytes);
    gg_action *offers = malloc(g->rules->actions_max * sizeof *offers);
    bool chosen = false;
    if (strcmp(answer_text(state, "status"), "playing") == 0
        && gg_read_position(g->rules, answer_text(state, "position"), view).text == NULL) {
        const gg_turn turn = g->rules->turn(view);
        const uint32_t count = !turn.over && (turn.deciding >> side & 1) != 0
                                   ? g->rules->offer(view, side, offers, g->rules->actions_max)
                                   : 0;
        if (count > 0) {
            gg_text text = gg_text_over(action, limit);
            gg_write_action(g->rules, view, &offers[gg_dice_pick(dice, count)], &text);
            *ply = answer_number(state, "ply");
            chosen = true;
        }
    }
    free(view);
    free(offers);
    return chosen;
}

answer game_act(const game *g, gg_side side, int64_t ply, const char *action)
{
    char body[GG_ACTION_TEXT_MAX + 64];
    snprintf(body, sizeof body, "{\"ply\":%lld,\"action\":\"%s\"}", (long long)ply, action);
    return game_post(g, side, "action", body);
}

/* ---- The clock on the wall. ---- */

int64_t wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
