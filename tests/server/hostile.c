/*
 * hostile.c - what nobody should send, and what comes of it:   hostile GROGNARD
 *
 * Each row of the tables is one attack on a server with its ordinary limits, with the answer that
 * docs/http.md promises for it.  The attackers have addresses of their own (127.0.0.2 and on), and
 * after each attack the players of another game, at 127.0.0.1, make a move as if nothing had
 * happened.  Slow attacks go on while the others are tried.  Prints TAP.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "client.h"
#include "core/text.h"
#include "tap.h"

enum {
    BYTES_MAX = 70000,
    CLOSED = 0, /* the connection is hung up without an answer */
    SILENCE_MS = 30000,
    MANY = 2000, /* streams from one address, of which 128 are allowed */
    ALLOWED = 128,
    GUESSES = 1500,
    CREATIONS = 80,  /* of which 60 are allowed */
    LATE_MS = 13000, /* headers, bodies and hellos have ten seconds */
};

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- The peaceful game, and the game under attack. ---- */

typedef struct scene {
    server_process server;
    game peace, target; /* each has its players */
    gg_dice dice;
    stream watcher; /* of the peaceful game: hears every telling */
    int heard;
    gg_side mover;                   /* of the target: who decides, */
    char action[GG_ACTION_TEXT_MAX]; /* a legal action of his, */
    int64_t ply;                     /* and its ply */
    char open[32];                   /* a game with open seats */
} scene;

static bool choose(game *g, gg_dice *dice, gg_side *side, char *action, int64_t *ply)
{
    for (*side = GG_BLUE; *side <= GG_RED; ++*side) {
        answer state = game_get(g, *side, "");
        const bool chosen = game_choose(g, &state, *side, dice, action, GG_ACTION_TEXT_MAX, ply);
        answer_free(&state);
        if (chosen) return true;
    }
    return false;
}

/* The players of the other game go on; over, they begin a new one. */
static bool goes_on(scene *s)
{
    gg_side side;
    char action[GG_ACTION_TEXT_MAX];
    int64_t ply;
    if (!choose(&s->peace, &s->dice, &side, action, &ply)) {
        stream_close(&s->watcher);
        s->heard = 0;
        return game_begin(&s->peace, s->server.port, s->peace.rules,
                          s->peace.rules->scenarios[0].name, "link", "link")
               && stream_open(&s->watcher, s->server.port, s->peace.id, true, NULL, 0)
               && choose(&s->peace, &s->dice, &side, action, &ply);
    }
    answer done = game_act(&s->peace, side, ply, action);
    bool well = done.status == 200;
    if (!well) printf("# %d %s\n", done.status, done.body == NULL ? "" : done.body);
    answer_free(&done);
    for (const int before = s->heard; well && s->heard == before;) {
        json_t *told = stream_next(&s->watcher, SILENCE_MS);
        const char *tell = json_string_value(json_object_get(told, "tell"));
        const int told_ply = (int)json_integer_value(json_object_get(told, "ply"));
        well = tell != NULL;
        if (well && strcmp(tell, "state") != 0 && told_ply > 0) {
            well = told_ply == s->heard + 1;
            s->heard = told_ply;
        }
        json_decref(told);
    }
    return well;
}

/* ---- Attackers. ---- */

static int attacker(int port, int number)
{
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct sockaddr_in from = {.sin_family = AF_INET,
                                     .sin_addr.s_addr = htonl(INADDR_LOOPBACK + (uint32_t)number)};
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), now = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &now, sizeof now);
    if (bind(fd, (const struct sockaddr *)&from, sizeof from) == 0
        && connect(fd, (const struct sockaddr *)&to, sizeof to) == 0)
        return fd;
    close(fd);
    return -1;
}

typedef struct heard {
    int status; /* of the first answer; CLOSED: none came */
    bool closed;
    char error[64];
    size_t count;
    char bytes[1 << 17];
} heard;

static bool is_whole(const heard *h)
{
    const char *end = strstr(h->bytes, "\r\n\r\n");
    const char *length = end == NULL ? NULL : strcasestr(h->bytes, "content-length:");
    if (length == NULL || length > end) return false;
    return h->count >= (size_t)(end + 4 - h->bytes) + strtoul(length + 15, NULL, 10);
}

/* What comes back: an answer, or the end of the line. */
static void listen_to(int fd, heard *h, int wait_ms)
{
    h->count = 0;
    h->closed = false;
    h->bytes[0] = '\0';
    while (h->count + 1 < sizeof h->bytes && !is_whole(h)) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        if (poll(&wait, 1, wait_ms) <= 0) break;
        const ssize_t got = recv(fd, h->bytes + h->count, sizeof h->bytes - 1 - h->count, 0);
        h->closed = got <= 0;
        if (got <= 0) break;
        h->count += (size_t)got;
        h->bytes[h->count] = '\0';
    }
    h->status = CLOSED;
    h->error[0] = '\0';
    sscanf(h->bytes, "HTTP/1.%*d %d", &h->status);
    const char *error = strstr(h->bytes, "\"error\":\"");
    if (error != NULL) sscanf(error + 9, "%63[^\"]", h->error);
}

/* "$NAME" becomes what it stands for; zeros and all other bytes stay. */
static size_t fill_in(const scene *s, const char *from, size_t count, char *out)
{
    char port[16], ply[24], old[24];
    snprintf(port, sizeof port, "%d", s->server.port);
    snprintf(ply, sizeof ply, "%lld", (long long)s->ply);
    snprintf(old, sizeof old, "%lld", (long long)s->ply - 1);
    const struct {
        const char *name, *text;
    } words[] = {
        {"$ID", s->target.id},
        {"$MINE", s->target.tokens[s->mover]},
        {"$PORT", port},
        {"$THEIRS", s->target.tokens[1 - s->mover]},
        {"$PLY", ply},
        {"$OLD", old},
        {"$ELSE", s->peace.tokens[0]},
        {"$ACTION", s->action},
        {"$SIDE", gg_side_name(s->mover)},
        {"$OTHER", gg_side_name(1 - s->mover)},
        {"$OPEN", s->open},
    };
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = 0, length = 0;
        for (; from[i] == '$' && k < sizeof words / sizeof words[0]; k++) {
            length = strlen(words[k].name);
            if (count - i >= length && memcmp(from + i, words[k].name, length) == 0) break;
            length = 0;
        }
        if (length == 0) {
            out[at++] = from[i];
        } else {
            memcpy(out + at, words[k].text, strlen(words[k].text));
            at += strlen(words[k].text);
            i += length - 1;
        }
    }
    out[at] = '\0';
    return at;
}

/* ---- Requests. ---- */

typedef struct row {
    const char *what; /* it checks */
    const char *head; /* request line and headers; Host is added */
    const char *body; /* NULL: none; its length is added */
    int status;
    const char *error; /* NULL: any, or none */
} row;

#define ACTION "POST /api/games/$ID/action HTTP/1.1\r\n"
#define MINE "Authorization: Bearer $MINE\r\n"

static const row rows[] = {
    /* Whose it is. */
    {"the other side's name on a player's own token", ACTION MINE,
     "{\"side\":\"$OTHER\",\"ply\":$PLY,\"action\":\"$ACTION\"}", 403, "forbidden"},
    {"a player acts while the other side decides", ACTION "Authorization: Bearer $THEIRS\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 409, NULL},
    {"a watcher acts", ACTION, "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 403, "forbidden"},
    {"a token of another game", ACTION "Authorization: Bearer $ELSE\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 401, "token"},
    {"a token that was guessed", ACTION "Authorization: Bearer AAAAAAAAAAAAAAAAAAAAAA\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 401, "token"},
    {"an empty token", ACTION "Authorization: Bearer \r\n", "{\"ply\":$PLY,\"action\":\"$ACTION\"}",
     401, "token"},
    {"a token in the query plays nothing", "POST /api/games/$ID/action?token=$MINE HTTP/1.1\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 403, "forbidden"},
    {"two Authorization headers", ACTION MINE "Authorization: Bearer $THEIRS\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 401, "token"},
    /* Plies and numbers. */
    {"a ply that has passed, with another action", ACTION MINE,
     "{\"ply\":$OLD,\"action\":\"resign\"}", 409, "stale"},
    {"a ply that is yet to come", ACTION MINE, "{\"ply\":4294967294,\"action\":\"$ACTION\"}", 409,
     "stale"},
    {"a negative ply", ACTION MINE, "{\"ply\":-1,\"action\":\"$ACTION\"}", 400, "bad-request"},
    {"the most negative ply", ACTION MINE, "{\"ply\":-9223372036854775808,\"action\":\"$ACTION\"}",
     400, "bad-request"},
    {"a ply of 32 bits and one more", ACTION MINE, "{\"ply\":4294967296,\"action\":\"$ACTION\"}",
     400, "bad-request"},
    {"a ply of 80 bits", ACTION MINE, "{\"ply\":999999999999999999999999,\"action\":\"$ACTION\"}",
     400, "bad-request"},
    {"a ply with a fraction", ACTION MINE, "{\"ply\":$PLY.0,\"action\":\"$ACTION\"}", 400,
     "bad-request"},
    {"a ply in quotes", ACTION MINE, "{\"ply\":\"$PLY\",\"action\":\"$ACTION\"}", 400,
     "bad-request"},
    {"a number beyond every number", ACTION MINE, "{\"ply\":1e99999,\"action\":\"$ACTION\"}", 400,
     "bad-request"},
    {"options beyond their limits", "POST /api/games HTTP/1.1\r\n",
     "{\"game\":\"squares\",\"options\":{\"max_rounds\":9223372036854775807}}", 400, "bad-request"},
    {"a clock of four thousand million seconds", "POST /api/games HTTP/1.1\r\n",
     "{\"game\":\"squares\",\"clock\":{\"kind\":\"bank\",\"seconds\":4294967294}}", 400,
     "bad-request"},
    /* Actions. */
    {"an action that is no notation", ACTION MINE, "{\"ply\":$PLY,\"action\":\"%n%s%p\"}", 422,
     "unreadable"},
    {"an action of nothing", ACTION MINE, "{\"ply\":$PLY,\"action\":\"\"}", 422, "unreadable"},
    {"an action that is a list", ACTION MINE, "{\"ply\":$PLY,\"action\":[\"$ACTION\"]}", 400,
     "bad-request"},
    {"an action with a line break in it", ACTION MINE,
     "{\"ply\":$PLY,\"action\":\"$ACTION\\nresign\"}", 422, "unreadable"},
    {"two actions in one request", ACTION MINE, "{\"ply\":$PLY,\"action\":\"$ACTION; resign\"}",
     422, "unreadable"},
    {"two actions as two members", ACTION MINE,
     "{\"ply\":$PLY,\"action\":\"$ACTION\",\"action\":\"resign\"}", 400, "bad-request"},
    /* JSON. */
    {"an empty body", ACTION MINE, "", 400, "bad-request"},
    {"a body that is no JSON", ACTION MINE, "ply=1&action=end", 400, "bad-request"},
    {"JSON with something behind it", ACTION MINE, "{\"ply\":$PLY,\"action\":\"$ACTION\"}{}", 400,
     "bad-request"},
    {"a member that comes twice", ACTION MINE, "{\"ply\":$PLY,\"ply\":$PLY,\"action\":\"$ACTION\"}",
     400, "bad-request"},
    {"a list in place of an object", ACTION MINE, "[1,2,3]", 400, "bad-request"},
    {"JSON of nine levels", ACTION MINE, "{\"a\":[[[[[[[[1]]]]]]]]}", 400, "bad-request"},
    {"JSON that opens and never closes", ACTION MINE, "{\"a\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 400,
     "bad-request"},
    {"half a surrogate", "POST /api/games/$ID/chat HTTP/1.1\r\n" MINE, "{\"text\":\"\\ud800\"}",
     400, "bad-request"},
    {"a zero in a text", "POST /api/games/$ID/chat HTTP/1.1\r\n" MINE, "{\"text\":\"a\\u0000b\"}",
     400, "bad-request"},
    {"broken UTF-8", "POST /api/games/$ID/chat HTTP/1.1\r\n" MINE, "{\"text\":\"\xc3\x28\"}", 400,
     "bad-request"},
    {"UTF-8 longer than it need be", "POST /api/games/$ID/chat HTTP/1.1\r\n" MINE,
     "{\"text\":\"\xc0\xaf\"}", 400, "bad-request"},
    {"a text of control characters", "POST /api/games/$ID/chat HTTP/1.1\r\n" MINE,
     "{\"text\":\"a\\u001b[2Jb\"}", 400, "bad-request"},
    /* Other sites. */
    {"a page of another site posts",
     ACTION MINE "Origin: https://elsewhere.example\r\n"
                 "Content-Type: application/json\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 403, "origin"},
    {"a page without an origin of its own posts",
     ACTION MINE "Origin: null\r\n"
                 "Content-Type: application/json\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 403, "origin"},
    {"an origin that only begins like ours",
     ACTION MINE
     "Origin: http://127.0.0.1:$PORT.elsewhere.example\r\nContent-Type: application/json\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 403, "origin"},
    {"a form of a browser",
     ACTION MINE "Origin: http://127.0.0.1:$PORT\r\n"
                 "Content-Type: text/plain\r\n",
     "{\"ply\":$PLY,\"action\":\"$ACTION\"}", 415, "content-type"},
    {"another site's page opens a WebSocket",
     "GET /api/games/$ID/stream HTTP/1.1\r\n"
     "Origin: https://elsewhere.example\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
     NULL, 403, NULL},
    /* SQL. */
    {"SQL as a game's id", "GET /api/games/a'%20OR%20'1'='1 HTTP/1.1\r\n", NULL, 404, "unknown"},
    {"SQL as a ruleset", "POST /api/games HTTP/1.1\r\n",
     "{\"game\":\"squares'; DROP TABLE games; --\"}", 400, "bad-request"},
    {"SQL as a scenario", "POST /api/games HTTP/1.1\r\n",
     "{\"game\":\"squares\",\"scenario\":\"x'; DROP TABLE deeds; --\"}", 400, "bad-request"},
    {"SQL as a seat", "POST /api/games HTTP/1.1\r\n",
     "{\"game\":\"squares\",\"seats\":{\"red\":\"'); DROP TABLE games; --\"}}", 400, "bad-request"},
    {"SQL as something said: it is said, and nothing else",
     "POST /api/games/$ID/chat HTTP/1.1\r\n" MINE,
     "{\"text\":\"'); DROP TABLE games; DROP TABLE deeds; --\"}", 200, NULL},
    {"SQL as a ply", "GET /api/games/$ID/log?since=0;DROP%20TABLE%20games HTTP/1.1\r\n", NULL, 200,
     NULL},
    /* Paths. */
    {"dots that climb", "GET /../../../../etc/passwd HTTP/1.1\r\n", NULL, 404, NULL},
    {"dots in disguise", "GET /%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n", NULL, 404, NULL},
    {"slashes in disguise", "GET /..%2f..%2f..%2fetc%2fpasswd HTTP/1.1\r\n", NULL, 404, NULL},
    {"a name that begins twice", "GET //etc/passwd HTTP/1.1\r\n", NULL, 404, NULL},
    {"backslashes", "GET /..\\..\\etc\\passwd HTTP/1.1\r\n", NULL, 404, NULL},
    {"a call behind dots", "GET /api/games/$ID/../../metrics HTTP/1.1\r\n", NULL, 404, NULL},
    {"a call that there is not", "GET /api/nonsense HTTP/1.1\r\n", NULL, 404, "unknown"},
    {"a call with a tail", "POST /api/games/$ID/action/now HTTP/1.1\r\n" MINE, "{}", 404,
     "unknown"},
    {"an id in capitals", "GET /api/games/ABCDEFGH HTTP/1.1\r\n", NULL, 404, "unknown"},
    /* Methods, bodies. */
    {"a method that is not for this", "DELETE /api/games/$ID HTTP/1.1\r\n", NULL, 405, "method"},
    {"an action by GET", "GET /api/games/$ID/action?ply=1 HTTP/1.1\r\n" MINE, NULL, 405, "method"},
    {"a body in chunks", ACTION MINE "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n",
     411, "bad-request"},
    {"chunks of nonsense", ACTION MINE "Transfer-Encoding: chunked\r\n", "zz\r\n\xff\xff", 411,
     "bad-request"},
};

static void report(const heard *h)
{
    printf("# %d %s: %.300s\n", h->status, h->closed ? "closed" : "open", h->bytes);
}

static bool is_refused(const row *r, const heard *h)
{
    return h->status == r->status && (r->error == NULL || strcmp(h->error, r->error) == 0)
           && strstr(h->bytes, "root:") == NULL;
}

static void try_rows(scene *s, heard *h, const row *all, size_t count_of_rows)
{
    static char text[BYTES_MAX], bytes[BYTES_MAX];
    for (size_t i = 0; i < count_of_rows; i++) {
        const row *r = &all[i];
        char body[BYTES_MAX / 4] = "";
        const size_t length = r->body == NULL ? 0 : fill_in(s, r->body, strlen(r->body), body);
        int count = snprintf(text, sizeof text, "%sHost: 127.0.0.1:$PORT\r\n", r->head);
        if (r->body != NULL)
            count += snprintf(text + count, sizeof text - (size_t)count, "Content-Length: %zu\r\n",
                              length);
        count += snprintf(text + count, sizeof text - (size_t)count, "\r\n");
        const size_t head = fill_in(s, text, (size_t)count, bytes);
        memcpy(bytes + head, body, length);
        const int fd = attacker(s->server.port, 1 + (int)i);
        send(fd, bytes, head + length, MSG_NOSIGNAL);
        listen_to(fd, h, SILENCE_MS);
        close(fd);
        const bool refused = is_refused(r, h), untouched = goes_on(s);
        claim(refused && untouched, "%s: %d%s%s%s", r->what, r->status, r->error == NULL ? "" : " ",
              r->error == NULL ? "" : r->error,
              untouched ? "" : " (and the other game stands still)");
        if (!refused) report(h);
    }
}

/* ---- Members of the wrong kind, names that are none. ---- */

#define CREATE "POST /api/games HTTP/1.1\r\n"
#define CALL(name) "POST /api/games/$ID/" name " HTTP/1.1\r\n" MINE
#define SIT "POST /api/games/$OPEN/sit HTTP/1.1\r\n"
#define BAD 400, "bad-request"

static const row members[] = {
    {"a game that is a number", CREATE, "{\"game\":5}", BAD},
    {"a game that is nothing", CREATE, "{\"game\":null}", BAD},
    {"a scenario that is a list", CREATE, "{\"game\":\"squares\",\"scenario\":[]}", BAD},
    {"options that are a list", CREATE, "{\"game\":\"squares\",\"options\":[1]}", BAD},
    {"an option that is a text", CREATE,
     "{\"game\":\"squares\",\"options\":{\"max_rounds\":\"12\"}}", BAD},
    {"an option that there is not", CREATE, "{\"game\":\"squares\",\"options\":{\"x\":1}}", BAD},
    {"an option with two in its name", CREATE,
     "{\"game\":\"squares\",\"options\":{\"max_rounds=3 max_rounds\":1}}", BAD},
    {"seats that are a text", CREATE, "{\"game\":\"squares\",\"seats\":\"link\"}", BAD},
    {"a seat that is a number", CREATE, "{\"game\":\"squares\",\"seats\":{\"blue\":1}}", BAD},
    {"a clock that is a text", CREATE, "{\"game\":\"squares\",\"clock\":\"days 3\"}", BAD},
    {"a clock without a kind", CREATE, "{\"game\":\"squares\",\"clock\":{}}", BAD},
    {"a clock of no days", CREATE,
     "{\"game\":\"squares\",\"clock\":{\"kind\":\"days\",\"days\":0}}", BAD},
    {"a clock of days in quotes", CREATE,
     "{\"game\":\"squares\",\"clock\":{\"kind\":\"days\",\"days\":\"3\"}}", BAD},
    {"a clock of half seconds", CREATE,
     "{\"game\":\"squares\",\"clock\":{\"kind\":\"bank\",\"seconds\":0.5}}", BAD},
    {"an increment that is a list", CREATE,
     "{\"game\":\"squares\",\"clock\":{\"kind\":\"bank\",\"seconds\":5,\"increment\":[]}}", BAD},
    {"a side that is a number", CALL("action"), "{\"side\":1,\"ply\":$PLY,\"action\":\"$ACTION\"}",
     BAD},
    {"an answer that is a number", CALL("draw"), "{\"answer\":1}", BAD},
    {"an answer that there is not", CALL("draw"), "{\"answer\":\"perhaps\"}", BAD},
    {"a takeback with a text as ply", CALL("takeback"), "{\"ply\":\"1\"}", BAD},
    {"a line of chat that is a list", CALL("chat"), "{\"text\":[\"a\"]}", BAD},
    {"a line of chat of nothing", CALL("chat"), "{\"text\":\"\"}", BAD},
    {"a note that is a number", CALL("note"), "{\"text\":7}", BAD},
    {"a name that is a number", SIT, "{\"name\":7}", BAD},
    {"a name of nothing", SIT, "{\"name\":\"\"}", BAD},
    {"a name of blanks", SIT, "{\"name\":\"   \"}", BAD},
    {"a name of 32 bytes", SIT, "{\"name\":\"abcdefghijklmnopqrstuvwxyz012345\"}", BAD},
    {"a name with a header for mails in it", SIT,
     "{\"name\":\"Anna\\r\\nBcc: all@elsewhere.example\"}", BAD},
    {"a name with a line break", SIT, "{\"name\":\"Anna\\nBob\"}", BAD},
    {"a name that runs from right to left", SIT, "{\"name\":\"\\u202eannA\"}", BAD},
    {"a name with a mark laid over a letter", SIT, "{\"name\":\"Anna\\u0300\"}", BAD},
    {"a letter with a mark of its own", SIT, "{\"name\":\"A\\u0302nna\"}", BAD},
    {"a name of two alphabets that look alike", SIT, "{\"name\":\"Ann\\u0430\"}", BAD},
    {"a Greek letter among others", SIT, "{\"name\":\"\\u0391nna\"}", BAD},
    {"letters as wide as signs", SIT, "{\"name\":\"\\uff21nna\"}", BAD},
    {"letters of mathematicians", SIT, "{\"name\":\"\\ud835\\udc00nna\"}", BAD},
    {"a name with a letter of no width", SIT, "{\"name\":\"An\\u200bna\"}", BAD},
    {"a name with a joiner that joins nothing", SIT, "{\"name\":\"Anna\\u200d\"}", BAD},
    {"a name with an isolate", SIT, "{\"name\":\"\\u2066Anna\\u2069\"}", BAD},
    {"a name of a blank that is none", SIT, "{\"name\":\"\\u3164\"}", BAD},
    {"a name with an invisible tag", SIT, "{\"name\":\"Anna\\udb40\\udc41\"}", BAD},
    {"a name with a control of the second kind", SIT, "{\"name\":\"Anna\\u009b2J\"}", BAD},
    {"a token that is a list", SIT, "{\"token\":[]}", BAD},
    {"a token with blanks", SIT, "{\"token\":\"aaaaaaaaaaaa aaaaaaaaaaaaaaa\"}", BAD},
    {"a contribution of two lines", SIT, "{\"contribution\":\"a\\nserver secret 00\"}", BAD},
    {"a contribution that is no ASCII", SIT, "{\"contribution\":\"\u00e9\"}", BAD},
    {"an account's name with a line break", "POST /api/accounts HTTP/1.1\r\n",
     "{\"name\":\"Anna\\r\\nBcc: x\",\"password\":\"correct horse\"}", BAD},
    {"an account's name that only looks like one", "POST /api/accounts HTTP/1.1\r\n",
     "{\"name\":\"\u0410nna\",\"password\":\"correct horse\"}", BAD},
    {"a password that is a number", "POST /api/accounts HTTP/1.1\r\n",
     "{\"name\":\"Anna\",\"password\":12345678}", BAD},
    {"a login with a list", "POST /api/login HTTP/1.1\r\n",
     "{\"name\":[\"Anna\"],\"password\":\"correct horse\"}", BAD},
};

/* ---- What is hardly HTTP. ---- */

typedef struct raw {
    const char *what;
    const char *bytes;
    size_t count;
    size_t filler;   /* so many letters more, then the end of the headers */
    int statuses[4]; /* any of these; -1 ends them */
    const char *error;
} raw;

#define BYTES(text) text, sizeof text - 1

static const raw raws[] = {
    {"no HTTP at all", BYTES("hello\r\n\r\n"), 0, {CLOSED, 400, 403, -1}, NULL},
    {"zeros", BYTES("\0\0\0\0\0\0\0\0\r\n\r\n"), 0, {CLOSED, 400, 403, -1}, NULL},
    {"the hello of TLS",
     BYTES("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
     0,
     {CLOSED, 400, 403, -1},
     NULL},
    {"the preface of HTTP/2",
     BYTES("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
     0,
     {CLOSED, 400, 403, -1},
     NULL},
    {"a method that there is not",
     BYTES("FROB /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {CLOSED, 400, 403, 405},
     NULL},
    {"TRACE", BYTES("TRACE / HTTP/1.1\r\nHost: x\r\n\r\n"), 0, {CLOSED, 400, 403, 405}, NULL},
    {"another server's address as path",
     BYTES("GET http://10.0.0.1/metrics HTTP/1.1\r\nHost: 10.0.0.1\r\n\r\n"),
     0,
     {CLOSED, 400, 403, 404},
     NULL},
    {"a zero in the path",
     BYTES("GET /index\0.html HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {CLOSED, 400, 403, 404},
     NULL},
    {"a zero in disguise",
     BYTES("GET /index.html%00.png HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {CLOSED, 400, 403, 404},
     NULL},
    {"a header with a zero",
     BYTES("GET /healthz HTTP/1.1\r\nHost: a\0b\r\n\r\n"),
     0,
     {CLOSED, 200, 400, 403},
     NULL},
    {"a header for the answer in the path: it stays out of the answer",
     BYTES("GET /game/aaa%0d%0aSet-Cookie:%20evil=1 HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {CLOSED, 302, 403, 404},
     NULL},
    {"a header for the answer in the query",
     BYTES("GET /healthz?a=%0d%0aSet-Cookie:%20evil=1 HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {CLOSED, 200, 403, 404},
     NULL},
    {"a path of 3,000 letters", BYTES("GET /"), 3000, {CLOSED, 403, 404, 414}, NULL},
    {"headers of 60,000 bytes",
     BYTES("GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: "),
     60000,
     {CLOSED, 413, 431, -1},
     NULL},
    {"a body of 17 KiB is announced",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 17408\r\n\r\n{"),
     0,
     {413, -1},
     "too-large"},
    {"a body of all the bytes there are is announced",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 18446744073709551615\r\n\r\n{"),
     0,
     {413, -1},
     "too-large"},
    {"a body of more than that",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\n"
           "Content-Length: 99999999999999999999999999\r\n\r\n{"),
     0,
     {413, 411, CLOSED, -1},
     NULL},
    {"a body of less than nothing",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n{}"),
     0,
     {411, 413, CLOSED, -1},
     NULL},
    {"a length that is no number",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: five\r\n\r\n{}"),
     0,
     {411, CLOSED, -1},
     NULL},
    {"two lengths that differ",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 40\r\n"
           "\r\n{}GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {400, 411, CLOSED, -1},
     NULL},
    {"chunks and a length: who believes which?",
     BYTES("POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked"
           "\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: x\r\n\r\n"),
     0,
     {411, -1},
     "bad-request"},
    {"a WebSocket of another version",
     BYTES("GET /api/games/$ID/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
           "Connection: Upgrade\r\nSec-WebSocket-Version: 7\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"),
     0,
     {CLOSED, 400, 403, 426},
     NULL},
    {"a WebSocket without a key",
     BYTES("GET /api/games/$ID/stream HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
           "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n"),
     0,
     {CLOSED, 400, 403, 426},
     NULL},
    {"a WebSocket for nothing",
     BYTES("GET /healthz HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"),
     0,
     {404, 403, CLOSED, -1},
     NULL},
};

static bool is_among(const int *statuses, int status)
{
    for (int i = 0; i < 4 && statuses[i] >= 0; i++)
        if (statuses[i] == status) return true;
    return false;
}

static void try_raws(scene *s, heard *h)
{
    static char bytes[BYTES_MAX];
    for (size_t i = 0; i < sizeof raws / sizeof raws[0]; i++) {
        const raw *r = &raws[i];
        size_t count = fill_in(s, r->bytes, r->count, bytes);
        if (r->filler > 0) {
            memset(bytes + count, 'x', r->filler);
            count += r->filler;
            const char *end =
                r->bytes[4] == '/' && r->count < 8 ? " HTTP/1.1\r\nHost: x\r\n\r\n" : "\r\n\r\n";
            memcpy(bytes + count, end, strlen(end));
            count += strlen(end);
        }
        const int fd = attacker(s->server.port, 100 + (int)i);
        send(fd, bytes, count, MSG_NOSIGNAL);
        listen_to(fd, h, SILENCE_MS);
        close(fd);
        const bool refused = is_among(r->statuses, h->status) && (h->status != CLOSED || h->closed)
                             && (r->error == NULL || strcmp(h->error, r->error) == 0)
                             && strcasestr(h->bytes, "\nset-cookie: evil") == NULL
                             && strstr(h->bytes, "grognard_up_seconds") == NULL;
        const bool untouched = goes_on(s);
        claim(refused && untouched, "%s%s", r->what,
              untouched ? "" : " (and the other game stands still)");
        if (!refused) report(h);
    }
}

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

/* ---- The page's folder. ---- */

enum { LARGE = 3 << 20 };

static bool put_file(const scene *s, const char *name, const char *text, size_t count)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", s->server.folder, name);
    FILE *out = fopen(path, "w");
    if (out == NULL) return false;
    for (size_t i = 0; i < count; i++) fputc(text[i % strlen(text)], out);
    return fclose(out) == 0;
}

/* Files, and what is no business of anybody's: links that lead out, hidden files, a pipe. */
static bool furnish(const scene *s)
{
    char name[1200];
    snprintf(name, sizeof name, "%s/sub", s->server.pages);
    if (mkdir(name, 0700) != 0) return false;
    static const struct {
        const char *to, *name;
    } links[] = {{"/etc/passwd", "pages/passwd.txt"},   {"/etc", "pages/etc"},
                 {"../secret.txt", "pages/secret.txt"}, {"../..", "pages/sub/up"},
                 {"index.html", "pages/same.html"},     {"nowhere", "pages/broken.txt"},
                 {"loop.txt", "pages/loop.txt"}};
    for (size_t i = 0; i < sizeof links / sizeof links[0]; i++) {
        snprintf(name, sizeof name, "%s/%s", s->server.folder, links[i].name);
        if (symlink(links[i].to, name) != 0) return false;
    }
    snprintf(name, sizeof name, "%s/pipe.txt", s->server.pages);
    return mkfifo(name, 0600) == 0 && put_file(s, "secret.txt", "root:", 5)
           && put_file(s, "pages/.hidden.txt", "root:", 5)
           && put_file(s, "pages/index.html", "<!doctype html><title>page</title>", 800)
           && put_file(s, "pages/sub/x.js", "0;", 2) && put_file(s, "pages/empty.css", "", 0)
           && put_file(s, "pages/large.txt", "0123456789abcdef", LARGE);
}

static const row files[] = {
    {"a file", "GET /index.html HTTP/1.1\r\n", NULL, 200, NULL},
    {"a link within the folder", "GET /same.html HTTP/1.1\r\n", NULL, 200, NULL},
    {"a file of nothing", "GET /empty.css HTTP/1.1\r\n", NULL, 200, NULL},
    {"a file in a folder", "GET /sub/x.js HTTP/1.1\r\n", NULL, 200, NULL},
    {"a link to a file elsewhere", "GET /passwd.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a link to a folder elsewhere", "GET /etc/passwd HTTP/1.1\r\n", NULL, 404, NULL},
    {"a link that climbs", "GET /secret.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a folder that is a link that climbs", "GET /sub/up/secret.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a hidden file", "GET /.hidden.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a pipe", "GET /pipe.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a link to nowhere", "GET /broken.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a link to itself", "GET /loop.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"a folder", "GET /sub/ HTTP/1.1\r\n", NULL, 404, NULL},
    {"a folder without its slash", "GET /sub HTTP/1.1\r\n", NULL, 404, NULL},
    {"out of the folder", "GET /../secret.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"out of a folder in it", "GET /sub/../../secret.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"out of it in disguise", "GET /sub/%2e%2e/%2e%2e/secret.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"out of it in a double disguise", "GET /%252e%252e/secret.txt HTTP/1.1\r\n", NULL, 404, NULL},
    {"the store", "GET /../games.db HTTP/1.1\r\n", NULL, 404, NULL},
    {"a tag that any file has", "GET /index.html HTTP/1.1\r\nIf-None-Match: *\r\n", NULL, 304,
     NULL},
    {"a tag that is none", "GET /index.html HTTP/1.1\r\nIf-None-Match: \"\"\r\n", NULL, 200, NULL},
    {"a part of a file: it is sent whole", "GET /index.html HTTP/1.1\r\nRange: bytes=0-1\r\n", NULL,
     200, NULL},
    {"a file by POST", "POST /index.html HTTP/1.1\r\n", "{}", 405, "method"},
};

/* A large file, taken in sips by several: it comes whole, and nobody else waits. */
static void try_large(scene *s)
{
    enum { SIPPERS = 4 };
    static char bytes[1 << 15];
    const char ask[] = "GET /large.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    int fds[SIPPERS];
    size_t whole = 0;
    for (int i = 0; i < SIPPERS; i++) {
        fds[i] = attacker(s->server.port, 206 + i);
        send(fds[i], ask, sizeof ask - 1, MSG_NOSIGNAL);
    }
    const bool untouched = goes_on(s);
    for (int i = 0; i < SIPPERS; i++) {
        size_t count = 0;
        struct pollfd wait = {.fd = fds[i], .events = POLLIN};
        for (ssize_t got = 1; got > 0 && poll(&wait, 1, SILENCE_MS) > 0;) {
            got = recv(fds[i], bytes, sizeof bytes, 0);
            if (got > 0) count += (size_t)got;
        }
        whole += count > LARGE;
        close(fds[i]);
    }
    claim(whole == SIPPERS && untouched && goes_on(s), "%zu of %d get a large file whole", whole,
          SIPPERS);
}

/* What the server says of a file, said back to it. */
static void try_tags(scene *s)
{
    char headers[128] = "";
    answer one = call_with(s->server.port, "GET", "/index.html", "", NULL);
    const char *tag = strcasestr(one.headers, "etag: ");
    if (tag != NULL)
        snprintf(headers, sizeof headers, "If-None-Match: W/\"x\", %.*s\r\n",
                 (int)strcspn(tag + 6, "\r"), tag + 6);
    answer two = call_with(s->server.port, "GET", "/index.html", headers, NULL);
    claim(one.status == 200 && one.count == 800 && two.status == 304 && two.count == 0,
          "a file that is known is not sent again");
    answer_free(&one);
    answer_free(&two);
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
    try_rows(&s, &h, rows, sizeof rows / sizeof rows[0]);
    drip(&slowly);
    try_rows(&s, &h, members, sizeof members / sizeof members[0]);
    drip(&slowly);
    try_rows(&s, &h, files, sizeof files / sizeof files[0]);
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
