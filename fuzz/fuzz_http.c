/*
 * fuzz_http.c - requests and messages for the whole server but its network: what net_lws.c would
 * hand on after reading a line is made of the input here, and every answer must be sound.
 *
 * The server runs as it does in earnest, threads and store and all, with a net (net.h) of this
 * file.  An input is a list of requests with "===" lines between them:
 *   POST /api/games/$ID/action?query      or: GET, HEAD, PUT; SOCKET opens a WebSocket there;
 *   Authorization: Bearer $BLUE           TEXT is a message on it, CLOSE hangs up; SECOND is a
 *                                         tick of the clock
 *   {"ply":0,"action":"end"}
 * $ID is a game in which $BLUE and $RED sit, $SESSION is the session that was given last.
 * SPDX-License-Identifier: MIT
 */
#include <jansson.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "fuzz.h"
#include "server/log.h"
#include "server/net.h"
#include "server/serve.h"

enum { PEERS_MAX = 64, TEXT_MAX = 1 << 16, PATIENCE_SECONDS = 60, STEPS_MAX = 40 };

#define BLUE "blue-blue-blue-blue-blue"
#define RED "red-red-red-red-red-red-red"

/* ---- The net: one request at a time, handed over from the fuzzer's thread. ---- */

struct net_message {
    uint32_t refs;
    size_t count;
    char bytes[];
};

net_message *net_message_new(const char *bytes, size_t count)
{
    net_message *message = malloc(sizeof *message + count + 1);
    gg_assert(message != NULL);
    *message = (net_message){.refs = 1, .count = count};
    memcpy(message->bytes, bytes, count);
    message->bytes[count] = '\0';
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

const char *net_message_bytes(const net_message *message) { return message->bytes; }

bool net_message_is(const net_message *message, const char *bytes, size_t count)
{
    return message->count == count && memcmp(message->bytes, bytes, count) == 0;
}

typedef enum peer_kind { PEER_NONE, PEER_WAITING, PEER_STREAM, PEER_SOCKET } peer_kind;

typedef enum step_kind {
    STEP_NONE,
    STEP_REQUEST,
    STEP_SOCKET,
    STEP_TEXT,
    STEP_CLOSE,
    STEP_SECOND
} step_kind;

struct net {
    net_hooks hooks;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool ready, woken, stopping;
    step_kind step; /* what the loop has to do next; STEP_NONE: it is done */
    net_request request;
    char *text;
    size_t text_count;
    /* Of the loop's thread: */
    net_id inputs;              /* so far */
    peer_kind peers[PEERS_MAX]; /* of this input, from 1 */
    bool hung_up[PEERS_MAX];
    uint32_t count;
    uint32_t socket; /* the last that was opened */
    char game[32];   /* the id of the last game created */
    char session[64];
};

static net the_net = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

/* Names are never used again, so that what comes late for one who has gone meets nobody. */
static net_id id_of(uint32_t place) { return the_net.inputs * PEERS_MAX + place; }

static uint32_t place_of(net_id id)
{
    return id / PEERS_MAX == the_net.inputs ? (uint32_t)(id % PEERS_MAX) : 0;
}

static peer_kind kind_of(net_id id)
{
    return the_net.peers[place_of(id)]; /* at place 0 there is nobody */
}

static void lose(uint32_t place)
{
    if (the_net.peers[place] == PEER_NONE) return;
    the_net.peers[place] = PEER_NONE;
    the_net.hooks.closed(the_net.hooks.app, id_of(place));
}

/* Answers to programs are JSON; errors have a word and a sentence. */
static void check_answer(const net_answer *answer)
{
    gg_assert(answer->status >= 200 && answer->status < 600);
    gg_assert(answer->headers == NULL || strstr(answer->headers, "\r\n\r\n") == NULL);
    if (strcmp(answer->type, "application/json") != 0) return;
    json_t *json = json_loadb(answer->body, answer->count, JSON_DECODE_ANY, NULL);
    gg_assert(json != NULL);
    gg_assert(answer->status < 400 || answer->status == 503
              || (json_is_string(json_object_get(json, "error"))
                  && json_is_string(json_object_get(json, "text"))));
    const char *id = json_string_value(json_object_get(json, "id"));
    if (answer->status == 201 && id != NULL) snprintf(the_net.game, sizeof the_net.game, "%s", id);
    json_decref(json);
}

void net_reply(net *n, net_id id, const net_answer *answer)
{
    if (kind_of(id) != PEER_WAITING) return;
    if (n->request.method != NET_HEAD) check_answer(answer);
    const char *cookie =
        answer->headers == NULL ? NULL : strstr(answer->headers, "Set-Cookie: grognard=");
    if (cookie != NULL) sscanf(cookie, "Set-Cookie: grognard=%48[A-Za-z0-9_-]", n->session);
    n->peers[place_of(id)] = PEER_NONE; /* answered: no closed() for it */
}

bool net_stream(net *n, net_id id)
{
    if (kind_of(id) != PEER_WAITING) return false;
    n->peers[place_of(id)] = PEER_STREAM;
    return true;
}

void net_send(net *n, net_id id, net_message *message, uint32_t number)
{
    (void)n;
    (void)number;
    if (kind_of(id) != PEER_STREAM && kind_of(id) != PEER_SOCKET) return;
    json_t *json = json_loadb(message->bytes, message->count, 0, NULL);
    gg_assert(json_is_object(json));
    gg_assert(json_is_string(json_object_get(json, "tell")));
    json_decref(json);
}

void net_hang_up(net *n, net_id id)
{
    if (kind_of(id) != PEER_NONE) n->hung_up[place_of(id)] = true;
}

int net_connections_max(const net *n)
{
    (void)n;
    return 1000000;
}

int net_connections(const net *n) { return (int)n->count; }

size_t net_unsent(const net *n)
{
    (void)n;
    return 0;
}

uint64_t net_unread(const net *n)
{
    (void)n;
    return 0;
}

int net_port(const net *n)
{
    (void)n;
    return 1;
}

void net_put_places(const net *n, char *out, size_t limit)
{
    (void)n;
    if (limit > 0) out[0] = '\0';
}

net *net_open(const net_options *options, net_hooks hooks, char *error, size_t error_limit)
{
    (void)options;
    (void)error;
    (void)error_limit;
    the_net.hooks = hooks;
    return &the_net;
}

void net_close(net *n) { (void)n; }

void net_drain(net *n) { (void)n; }

static void signal_change(net *n, bool *flag)
{
    pthread_mutex_lock(&n->lock);
    *flag = true;
    pthread_cond_broadcast(&n->changed);
    pthread_mutex_unlock(&n->lock);
}

void net_wake(net *n) { signal_change(n, &n->woken); }

void net_stop(net *n) { n->stopping = true; }

/* ---- The loop. ---- */

static void begin_step(net *n)
{
    net_request *request = &n->request;
    void *app = n->hooks.app;
    if (n->step == STEP_SECOND) n->hooks.second(app);
    if (n->step == STEP_TEXT && n->peers[n->socket] == PEER_SOCKET)
        n->hooks.text(app, id_of(n->socket), n->text, n->text_count);
    if (n->step == STEP_CLOSE) lose(n->socket);
    if ((n->step != STEP_REQUEST && n->step != STEP_SOCKET) || n->count + 1 >= PEERS_MAX) return;
    const uint32_t place = ++n->count;
    request->is_socket = n->step == STEP_SOCKET;
    n->peers[place] = request->is_socket ? PEER_SOCKET : PEER_WAITING;
    if (!request->is_socket) {
        n->hooks.request(app, id_of(place), request);
    } else if (n->hooks.socket(app, id_of(place), request) == 0) {
        n->socket = place;
    } else {
        n->peers[place] = PEER_NONE;
    }
}

/* Everything that was asked is answered before the next step: an answer that never comes is found
 * by its absence. */
static bool is_waiting(const net *n)
{
    for (uint32_t place = 1; place <= n->count; place++)
        if (n->peers[place] == PEER_WAITING) return true;
    return false;
}

static void drop_hung_up(net *n)
{
    for (uint32_t place = 1; place <= n->count; place++) {
        if (n->hung_up[place]) lose(place);
        n->hung_up[place] = false;
    }
}

static void wait_for_change(net *n)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += PATIENCE_SECONDS;
    if (pthread_cond_timedwait(&n->changed, &n->lock, &until) != 0)
        gg_assert(!is_waiting(n)); /* a request was never answered */
}

void net_run(net *n)
{
    bool begun = false;
    pthread_mutex_lock(&n->lock);
    n->ready = true;
    pthread_cond_broadcast(&n->changed);
    while (!n->stopping) {
        const bool woken = n->woken;
        n->woken = false;
        pthread_mutex_unlock(&n->lock);
        if (woken) n->hooks.woken(n->hooks.app);
        if (n->step != STEP_NONE && !begun) {
            begin_step(n);
            begun = true;
        }
        n->hooks.round(n->hooks.app);
        drop_hung_up(n);
        pthread_mutex_lock(&n->lock);
        if (begun && !is_waiting(n)) {
            n->step = STEP_NONE;
            begun = false;
            pthread_cond_broadcast(&n->changed);
        }
        if (!n->woken && (begun || n->step == STEP_NONE) && !n->stopping) wait_for_change(n);
    }
    pthread_mutex_unlock(&n->lock);
}

/* ---- The fuzzer's side. ---- */

static void *serve_on(void *where)
{
    char store[256], pages[256], error[512] = "";
    snprintf(store, sizeof store, "sqlite:%s/games.db", (const char *)where);
    snprintf(pages, sizeof pages, "%s/pages", (const char *)where); /* there are none */
    const serve_options options = {.store = store,
                                   .folder = pages,
                                   .games = 16,
                                   .connections = PEERS_MAX,
                                   .per_address = PEERS_MAX,
                                   .thinkers = 1};
    if (!serve(&options, error, sizeof error)) fprintf(stderr, "%s\n", error);
    return NULL;
}

static char folder[128];

static void clean_up(void)
{
    static const char *const names[] = {"games.db", "games.db-wal", "games.db-shm",
                                        "games.db.lock"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char name[192];
        snprintf(name, sizeof name, "%s/%s", folder, names[i]);
        unlink(name);
    }
    rmdir(folder);
}

static void start(void)
{
    pthread_t thread;
    const char *temporary = getenv("TMPDIR");
    log_quiet(1);
    snprintf(folder, sizeof folder, "%s/fuzz-http-XXXXXX",
             temporary != NULL               ? temporary
             : access("/dev/shm", W_OK) == 0 ? "/dev/shm"
                                             : "/tmp");
    gg_assert(mkdtemp(folder) != NULL);
    atexit(clean_up);
    gg_assert(pthread_create(&thread, NULL, serve_on, folder) == 0);
    pthread_mutex_lock(&the_net.lock);
    while (!the_net.ready) pthread_cond_wait(&the_net.changed, &the_net.lock);
    pthread_mutex_unlock(&the_net.lock);
}

static void do_step(step_kind kind)
{
    net *n = &the_net;
    pthread_mutex_lock(&n->lock);
    n->step = kind;
    pthread_cond_broadcast(&n->changed);
    while (n->step != STEP_NONE) pthread_cond_wait(&n->changed, &n->lock);
    pthread_mutex_unlock(&n->lock);
}

static void fill_in(const char *from, size_t count, char *out, size_t limit)
{
    const struct {
        const char *name, *text;
    } words[] = {
        {"$ID", the_net.game}, {"$BLUE", BLUE}, {"$RED", RED}, {"$SESSION", the_net.session}};
    enum { WORDS = sizeof words / sizeof words[0] };
    size_t at = 0;
    for (size_t i = 0; i < count && at + 64 < limit; i++) {
        size_t k = 0;
        for (; k < WORDS; k++)
            if (strncmp(from + i, words[k].name, strlen(words[k].name)) == 0) break;
        if (k == WORDS) {
            out[at++] = from[i];
        } else {
            memcpy(out + at, words[k].text, strlen(words[k].text));
            at += strlen(words[k].text);
            i += strlen(words[k].name) - 1;
        }
    }
    out[at] = '\0';
}

static void read_header(net_request *request, const char *line, size_t count)
{
    const struct {
        const char *name;
        char *to;
    } known[] = {
        {"Authorization: ", request->authorization},
        {"Origin: ", request->origin},
        {"Host: ", request->host},
        {"Content-Type: ", request->content_type},
        {"Cookie: ", request->cookie},
        {"Last-Event-ID: ", request->last_event_id},
        {"If-None-Match: ", request->if_none_match},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t length = strlen(known[i].name);
        if (count >= length && strncasecmp(line, known[i].name, length) == 0)
            fill_in(line + length, count - length, known[i].to, NET_HEADER_MAX);
    }
}

static step_kind read_first_line(net_request *request, const char *line, size_t count)
{
    static const struct {
        const char *name;
        step_kind kind;
        net_method method;
    } known[] = {
        {"GET ", STEP_REQUEST, NET_GET},   {"POST ", STEP_REQUEST, NET_POST},
        {"HEAD ", STEP_REQUEST, NET_HEAD}, {"PUT ", STEP_REQUEST, NET_OTHER},
        {"SOCKET ", STEP_SOCKET, NET_GET}, {"TEXT", STEP_TEXT, NET_GET},
        {"CLOSE", STEP_CLOSE, NET_GET},    {"SECOND", STEP_SECOND, NET_GET},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const size_t length = strlen(known[i].name);
        if (count < length || strncmp(line, known[i].name, length) != 0) continue;
        const char *path = line + length;
        const char *end = line + count, *query = memchr(path, '?', (size_t)(end - path));
        const char *stop = query != NULL ? query : end;
        request->method = known[i].method;
        fill_in(path, (size_t)(stop - path), request->path, NET_PATH_MAX);
        if (query != NULL)
            fill_in(query + 1, (size_t)(end - query - 1), request->query, NET_QUERY_MAX);
        return known[i].kind;
    }
    return STEP_NONE;
}

/* One request of the input; what cannot be one is left out. */
static void do_record(const char *text, size_t count)
{
    static char body[TEXT_MAX];
    net_request *request = &the_net.request;
    memset(request, 0, sizeof *request);
    strcpy(request->address, "192.0.2.1");
    const char *end = text + count, *line = text;
    step_kind kind = STEP_NONE;
    for (bool first = true; line < end; first = false) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        if (stop == NULL) stop = end;
        if (first) kind = read_first_line(request, line, (size_t)(stop - line));
        else read_header(request, line, (size_t)(stop - line));
        const bool blank = stop == line;
        line = stop < end ? stop + 1 : end;
        if (blank) break;
    }
    if (kind == STEP_NONE) return;
    fill_in(line, (size_t)(end - line), body, NET_BODY_MAX);
    the_net.text = body;
    the_net.text_count = strlen(body);
    if (request->method == NET_POST || request->method == NET_OTHER) {
        request->body = body;
        request->body_count = strlen(body);
    }
    do_step(kind);
}

static void do_text(const char *text) { do_record(text, strlen(text)); }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t count)
{
    fuzz_bytes in = {data, count};
    static bool started;
    if (!started) start();
    started = true;
    do_text("POST /api/games\n\n{\"game\":\"squares\",\"scenario\":\"sq-tiny\","
            "\"seats\":{\"blue\":\"open\",\"red\":\"open\"}}");
    do_text("POST /api/games/$ID/sit\n\n{\"side\":\"blue\",\"token\":\"" BLUE "\"}");
    do_text("POST /api/games/$ID/sit\n\n{\"side\":\"red\",\"token\":\"" RED "\"}");
    char *text = fuzz_text(&in), *at = text;
    for (int steps = 0; *at != '\0' && steps < STEPS_MAX; steps++) {
        char *next = strstr(at, "\n===\n");
        do_record(at, next == NULL ? strlen(at) : (size_t)(next - at));
        at = next == NULL ? at + strlen(at) : next + 5;
    }
    free(text);
    for (uint32_t place = 1; place <= the_net.count; place++) { /* who still listens hangs up */
        the_net.socket = place;
        do_text("CLOSE");
    }
    the_net.count = the_net.socket = 0;
    the_net.inputs++;
    return 0;
}
