/*
 * hostile_requests.c - requests that nobody should send, and what the page's folder does not give.
 *
 * Each row is one attack, with the answer that docs/http.md promises for it.
 * SPDX-License-Identifier: MIT
 */

#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attack.h"
#include "tap.h"

/* ---- Requests. ---- */

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

void try_requests(scene *s, heard *h) { try_rows(s, h, rows, sizeof rows / sizeof rows[0]); }

void try_members(scene *s, heard *h)
{
    try_rows(s, h, members, sizeof members / sizeof members[0]);
}

/* ---- What is hardly HTTP. ---- */

typedef struct raw {
    const char *what;
    const char *bytes;
    size_t count;
    size_t filler;   /* so many letters more, then the end of the headers */
    int statuses[4]; /* any of these; -1 ends them */
    const char *error;
} raw;

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

void try_raws(scene *s, heard *h)
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

bool furnish(const scene *s)
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

void try_files(scene *s, heard *h) { try_rows(s, h, files, sizeof files / sizeof files[0]); }

/* A large file, taken in sips by several: it comes whole, and nobody else waits. */
void try_large(scene *s)
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
void try_tags(scene *s)
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
