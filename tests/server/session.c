/*
 * session.c - people and their sessions as a browser has them, and as a stranger would like to have
 * them:   session GROGNARD
 *
 * Cookies by http and by https, forged requests, streams that end with their session, seats of
 * accounts through rematch and deletion.  Prints TAP.
 * SPDX-License-Identifier: MIT
 */
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "browser.h"
#include "core/text.h"
#include "tap.h"

enum { WAIT_MS = 120000, HEADERS_MAX = 4096 };

/* ---- Cookies. ---- */

static void try_cookies(bool secure)
{
    const char *name = secure ? "__Host-grognard" : "grognard";
    const char *other = secure ? "grognard" : "__Host-grognard";
    answer it =
        as(NULL, "POST", "/api/accounts", "{\"name\":\"Cora\",\"password\":\"correct horse\"}");
    person cora = {0};
    char wanted[128], text[2 * HEADERS_MAX];
    take_cookies(&it, &cora);
    const char *value = strchr(cora.session, '=') == NULL ? "" : strchr(cora.session, '=') + 1;
    snprintf(wanted, sizeof wanted, "et-Cookie: %s=", name);
    const char *at = strstr(it.headers, wanted);
    const char *end = at == NULL ? NULL : strstr(at, "\r\n");
    snprintf(text, sizeof text, "%.*s", end == NULL ? 0 : (int)(end - at), at == NULL ? "" : at);
    claim(it.status == 201 && strlen(value) >= 22 && strstr(text, "; HttpOnly") != NULL
              && strstr(text, "; SameSite=Lax") != NULL && strstr(text, "; Path=/;") != NULL
              && strstr(text, "Domain") == NULL && (strstr(text, "; Secure") != NULL) == secure,
          "by %s the session is %s, HttpOnly, SameSite, for / and no other host%s",
          secure ? "https" : "http", name, secure ? ", and Secure" : "");
    snprintf(text, sizeof text, " %s=%s; ", other, value);
    claim(strstr(it.headers, text) == NULL, "... and is not given by the name %s", other);
    answer_free(&it);
    claim(is_named(&cora, "Cora"), "... it is believed by that name");
    person forged = {0};
    snprintf(forged.session, sizeof forged.session, "%s=%.60s", other, value);
    claim(!is_named(&forged, "Cora"), "... and not by the name %s", other);
    person hashed = {0};
    const char *mark = strchr(cora.known, '=');
    snprintf(hashed.session, sizeof hashed.session, "%s%.60s", name, mark == NULL ? "" : mark);
    claim(mark != NULL && !is_named(&hashed, "Cora"),
          "... the mark of a known browser opens nothing");
    char crowd[1400];
    memset(crowd, 'x', sizeof crowd - 1);
    crowd[sizeof crowd - 1] = '\0';
    snprintf(text, sizeof text, "Cookie: other=%s; %s\r\n", crowd, cora.session);
    claim(says(call_with(port, "GET", "/api/me", text, NULL), "\"name\":\"Cora\""),
          "... it is found among the cookies of others");
    it = as(&cora, "POST", "/api/logout", "{}");
    claim(it.status == 200
              && strstr(it.headers, secure ? "__Host-grognard=; " : " grognard=; ") != NULL
              && strstr(it.headers, "Max-Age=0") != NULL && !is_named(&cora, "Cora"),
          "... and logging out takes it away, here and there");
    answer_free(&it);
}

/* ---- Forgeries. ---- */

typedef struct forgery {
    const char *what;
    const char *origin; /* $OWN: ours; NULL: none */
    const char *type;   /* content type; "": an empty one */
    int status;
    const char *error;
} forgery;

static const forgery forgeries[] = {
    {"our own page", "http://$OWN", "application/json", 200, ""},
    {"our own page, with a charset", "http://$OWN", "application/json; charset=utf-8", 200, ""},
    {"a program with the cookie", NULL, "application/json", 200, ""},
    {"another site", "https://evil.example", "application/json", 403, "origin"},
    {"another port of ours", "http://127.0.0.1:1", "application/json", 403, "origin"},
    {"a host that begins like ours", "http://$OWN.evil.example", "application/json", 403, "origin"},
    {"a page in a sandbox", "null", "application/json", 403, "origin"},
    {"a file on the disk", "file://", "application/json", 403, "origin"},
    {"another site's form", "https://evil.example", "application/x-www-form-urlencoded", 403,
     "origin"},
    {"a form of a browser that tells no origin", NULL, "application/x-www-form-urlencoded", 415,
     "content-type"},
    {"a form that pretends to be a text", NULL, "text/plain", 415, "content-type"},
    {"a form with files", NULL, "multipart/form-data; boundary=x", 415, "content-type"},
    {"a type that begins like ours", NULL, "application/jsonp", 415, "content-type"},
    {"no type at all", NULL, "", 415, "content-type"},
    {"our own page's form", "http://$OWN", "text/plain", 415, "content-type"},
};

static int remind_of(const person *who)
{
    answer it = as(who, "GET", "/api/me", NULL);
    const int hours =
        (int)json_integer_value(json_object_get(json_object_get(it.json, "notify"), "remind"));
    answer_free(&it);
    return hours;
}

static answer forge(const person *who, const char *origin, const char *type, const char *path,
                    const char *body)
{
    char more[512], own[32];
    int count = snprintf(more, sizeof more, "Content-Type: %s\r\n", type);
    snprintf(own, sizeof own, "127.0.0.1:%d", port);
    const char *mark = origin == NULL ? NULL : strstr(origin, "$OWN");
    if (mark != NULL)
        snprintf(more + count, sizeof more - (size_t)count, "Origin: %.*s%s%s\r\n",
                 (int)(mark - origin), origin, own, mark + 4);
    else if (origin != NULL)
        snprintf(more + count, sizeof more - (size_t)count, "Origin: %s\r\n", origin);
    return call_with(port, "POST", path, headers_of(who, more), body);
}

static void try_forgeries(const person *who)
{
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        const forgery *f = &forgeries[i];
        char body[64];
        const int hours = 1 + (int)i;
        snprintf(body, sizeof body, "{\"remind\":%d}", hours);
        const bool answered =
            is(forge(who, f->origin, f->type, "/api/me/notify", body), f->status, f->error);
        claim(answered && (remind_of(who) == hours) == (f->status == 200), "%s: %d %s", f->what,
              f->status, f->error);
    }
    claim(is(forge(who, NULL, "text/plain", "/api/logout", ""), 415, "content-type")
              && is(forge(who, "null", "application/json", "/api/logout", ""), 403, "origin")
              && is_named(who, "Anna"),
          "a form without a body does not log her out");
    claim(is(forge(NULL, "https://evil.example", "application/json", "/api/login",
                   "{\"name\":\"Anna\",\"password\":\"correct horse\"}"),
             403, "origin"),
          "another site cannot log anybody in");
}

static void try_https_origins(const person *who)
{
    claim(is(forge(who, "https://games.example", "application/json", "/api/me/notify",
                   "{\"remind\":3}"),
             200, "")
              && remind_of(who) == 3,
          "the page at the public address is ours");
    claim(is(forge(who, "https://$OWN", "application/json", "/api/me/notify", "{\"remind\":4}"),
             200, ""),
          "and so is one by https at the host that was asked");
    claim(is(forge(who, "http://$OWN", "application/json", "/api/me/notify", "{\"remind\":5}"), 403,
             "origin")
              && is(forge(who, "http://games.example", "application/json", "/api/me/notify",
                          "{\"remind\":5}"),
                    403, "origin")
              && remind_of(who) == 4,
          "a page by http is not, where people come by https");
}

/* ---- Games. ---- */

/* Who decides; -1: nobody, or both. */
static int decider(const char *id)
{
    answer it = call(port, "GET", path_of(id, ""), NULL, NULL);
    const json_t *deciding = json_object_get(json_object_get(it.json, "turn"), "deciding");
    const char *side = json_string_value(json_array_get(deciding, 0));
    const int found = side == NULL ? -1 : strcmp(side, "blue") == 0 ? 0 : 1;
    answer_free(&it);
    return found;
}

static json_t *listed(const person *who, const char *id, answer *it)
{
    *it = as(who, "GET", "/api/me/games", NULL);
    size_t i;
    json_t *found;
    json_array_foreach(json_object_get(it->json, "games"), i, found)
    {
        if (strcmp(json_string_value(json_object_get(found, "id")), id) == 0) return found;
    }
    return NULL;
}

static bool is_listed(const person *who, const char *id, const char *side, const char *status)
{
    answer it;
    const json_t *found = listed(who, id, &it);
    const bool so = found != NULL
                    && strcmp(json_string_value(json_object_get(found, "side")), side) == 0
                    && strcmp(json_string_value(json_object_get(found, "status")), status) == 0;
    if (!so) printf("# %s\n", it.body == NULL ? "" : it.body);
    answer_free(&it);
    return so;
}

/* ---- Streams. ---- */

static bool open_line(stream *s, const person *who, const char *id, bool is_socket,
                      const char *hello)
{
    return stream_knock(s, port, id, is_socket, "", headers_of(who, ""))
           && (!is_socket || stream_send(s, hello));
}

/* Until the line says this of itself; NULL is the end of it. */
static bool hears(stream *s, const char *key, const char *value)
{
    for (json_t *told; (told = stream_next(s, WAIT_MS)) != NULL;) {
        const char *text = json_string_value(json_object_get(told, key));
        const bool so = text != NULL && strcmp(text, value) == 0;
        json_decref(told);
        if (so) return true;
    }
    return false;
}

static bool is_hung_up(stream *s)
{
    for (json_t *told; (told = stream_next(s, WAIT_MS)) != NULL;) json_decref(told);
    struct pollfd wait = {.fd = s->fd, .events = POLLIN};
    char byte;
    const bool so = poll(&wait, 1, 0) > 0 && recv(s->fd, &byte, 1, MSG_DONTWAIT) == 0;
    stream_close(s);
    return so;
}

/* It still hears what is said. */
static bool is_open(stream *s, const table *t, const person *speaker)
{
    static int number;
    char body[64], text[32];
    snprintf(text, sizeof text, "word %d", ++number);
    snprintf(body, sizeof body, "{\"text\":\"%s\"}", text);
    answer said = as(speaker, "POST", path_of(t->id, "/chat"), body);
    const bool so = said.status == 200 && hears(s, "text", text);
    answer_free(&said);
    return so;
}

typedef struct lines {
    stream events, socket, second;
} lines;

/* Anna listens by events and by a socket, and on a second device. */
static bool open_lines(lines *l, const person *anna, const person *second, const table *t)
{
    return open_line(&l->events, anna, t->id, false, NULL) && hears(&l->events, "you", "blue")
           && open_line(&l->socket, anna, t->id, true, "{\"do\":\"hello\",\"side\":\"blue\"}")
           && hears(&l->socket, "you", "blue")
           && open_line(&l->second, second, t->id, true, "{\"do\":\"hello\"}")
           && hears(&l->second, "you", "blue");
}

static void try_streams(person *anna, const person *bob)
{
    table t;
    lines l;
    stream s;
    person second = {0};
    claim(begin(&t, anna, bob) && log_in(&second, "anna") && open_lines(&l, anna, &second, &t),
          "a session opens the streams of its seat, events and WebSocket, without a token");
    claim(stream_send(&l.socket, "{\"do\":\"note\",\"id\":5,\"text\":\"mine\"}")
              && hears(&l.socket, "text", "mine"),
          "and plays through the socket");
    char headers[HEADERS_MAX];
    snprintf(headers, sizeof headers, "%s", headers_of(anna, "Origin: https://evil.example\r\n"));
    claim(!stream_knock(&s, port, t.id, true, "", headers), "another site cannot open her socket");
    stream_close(&s);
    claim(is(call_with(port, "GET", path_of(t.id, "/stream"), headers, NULL), 403, "origin"),
          "nor her events");
    snprintf(headers, sizeof headers, "%s", headers_of(anna, "Origin: null\r\n"));
    claim(!stream_knock(&s, port, t.id, true, "", headers), "nor a page in a sandbox");
    stream_close(&s);
    person gone = *anna;
    claim(is(as(anna, "POST", "/api/logout", "{}"), 200, "") && is_hung_up(&l.events)
              && is_hung_up(&l.socket),
          "logging out hangs up on what the session listens to");
    claim(is_open(&l.second, &t, bob), "and on nothing else: not the second device");
    claim(open_line(&s, &gone, t.id, true, "{\"do\":\"hello\",\"side\":\"blue\"}")
              && hears(&s, "error", "session") && is_hung_up(&s)
              && is(as(&gone, "GET", path_of(t.id, "/stream?side=blue"), NULL), 401, "session"),
          "the session that has ended opens no stream of the side");
    claim(open_line(&s, &gone, t.id, true, "{\"do\":\"hello\"}") && hears(&s, "you", "watcher"),
          "only a watcher's");
    claim(stream_send(&s, "{\"do\":\"note\",\"id\":6,\"text\":\"mine\"}")
              && hears(&s, "error", "forbidden"),
          "who may not act");
    stream_close(&s);
    claim(log_in(anna, "Anna") && open_line(&l.socket, anna, t.id, true, "{\"do\":\"hello\"}")
              && hears(&l.socket, "you", "blue")
              && is(as(anna, "POST", "/api/me/password",
                       "{\"password\":\"correct horse\",\"new\":\"correct horsE\"}"),
                    200, "")
              && is_hung_up(&l.second) && !is_named(&second, "Anna"),
          "a new password hangs up on the other devices");
    claim(is_open(&l.socket, &t, bob) && is_named(anna, "Anna"), "and not on this one");
    claim(is(as(anna, "POST", "/api/me/password",
                "{\"password\":\"correct horsE\",\"new\":\"correct horse\"}"),
             200, "")
              && log_in(&second, "Anna") && open_line(&l.second, &second, t.id, false, NULL)
              && hears(&l.second, "you", "blue")
              && is(as(&second, "POST", "/api/logout", "{\"all\":true}"), 200, "")
              && is_hung_up(&l.second) && is_hung_up(&l.socket) && !is_named(anna, "Anna"),
          "logging out everywhere hangs up on all");
    claim(log_in(anna, "Anna"), "she comes back");
    gone = *anna;
    claim(log_in(anna, "Anna") && !is_named(&gone, "Anna") && is_named(anna, "Anna"),
          "who logs in anew has one session, not two");
}

static bool rematch(const table *t, const person *one, const char *one_token, const person *other,
                    const char *other_token, table *next)
{
    char first[256] = "", second[256] = "";
    if (one_token != NULL) snprintf(first, sizeof first, "Authorization: Bearer %s\r\n", one_token);
    if (other_token != NULL)
        snprintf(second, sizeof second, "Authorization: Bearer %s\r\n", other_token);
    const bool offered =
        is(call_with(port, "POST", path_of(t->id, "/rematch"), headers_of(one, first), "{}"), 200,
           "")
        && is(call_with(port, "POST", path_of(t->id, "/rematch"), headers_of(other, second),
                        "{\"answer\":\"accept\"}"),
              200, "");
    answer state = call(port, "GET", path_of(t->id, ""), NULL, NULL);
    memset(next, 0, sizeof *next);
    snprintf(next->id, sizeof next->id, "%s", answer_text(&state, "rematch"));
    answer_free(&state);
    return offered && next->id[0] != '\0';
}

/* ---- A lost laptop. ---- */

/* Every door to a side of a game, and what to say there. */
static const struct {
    const char *method, *before, *after, *body;
} doors[] = {
    {"GET", "/api/games/", "", NULL},
    {"GET", "/api/games/", "/log", NULL},
    {"GET", "/api/games/", "/record", NULL},
    {"GET", "/api/games/", "/chat", NULL},
    {"GET", "/api/games/", "/note", NULL},
    {"GET", "/api/games/", "/stream", NULL},
    {"GET", "/game/", ".json", NULL},
    {"GET", "/game/", ".grog", NULL},
    {"GET", "/game/", ".svg", NULL},
    {"GET", "/game/", ".txt", NULL},
    {"POST", "/api/games/", "/note", "{\"text\":\"stolen\"}"},
    {"POST", "/api/games/", "/chat", "{\"text\":\"stolen\"}"},
    {"POST", "/api/games/", "/action", "{\"ply\":0,\"action\":\"end\"}"},
    {"POST", "/api/games/", "/takeback", "{}"},
    {"POST", "/api/games/", "/draw", "{}"},
    {"POST", "/api/games/", "/claim", "{}"},
    {"POST", "/api/games/", "/rematch", "{}"},
    {"POST", "/api/games/", "/resign", "{}"},
};

/* How many of them are not shut to who comes with this token and cookie. */
static int count_open(const char *id, const person *who, const char *token)
{
    char more[256], path[96];
    int open = 0;
    snprintf(more, sizeof more, "Authorization: Bearer %s\r\n", token);
    for (size_t i = 0; i < sizeof doors / sizeof doors[0]; i++) {
        snprintf(path, sizeof path, "%s%s%s", doors[i].before, id, doors[i].after);
        answer it = call_with(port, doors[i].method, path, headers_of(who, more), doors[i].body);
        const bool shut = it.status == 401 && strcmp(answer_text(&it, "error"), "session") == 0;
        if (!shut) printf("# %s %s: %d %.200s\n", doors[i].method, path, it.status, it.body);
        open += !shut;
        answer_free(&it);
    }
    return open;
}

/* The laptop listens by its token, with the cookie that came along and without it. */
static bool open_laptop(stream all[3], const person *who, const table *t)
{
    char more[256], hello[256];
    snprintf(more, sizeof more, "Authorization: Bearer %s\r\n", t->tokens[0]);
    snprintf(hello, sizeof hello, "{\"do\":\"hello\",\"token\":\"%s\"}", t->tokens[0]);
    return stream_knock(&all[0], port, t->id, false, "", headers_of(who, more))
           && hears(&all[0], "you", "blue") && open_line(&all[1], who, t->id, true, hello)
           && hears(&all[1], "you", "blue");
}

static bool act_by(stream *s, const char *error)
{
    return stream_send(s, "{\"do\":\"action\",\"id\":3,\"ply\":0,\"action\":\"end\"}")
           && hears(s, "error", error);
}

static void try_lost_laptop(const person *bob)
{
    static const struct {
        const char *path, *body, *what;
    } ways[] = {
        {"/api/logout", "{\"all\":true}", "logging out on every device"},
        {"/api/me/password", "{\"password\":\"correct horse\",\"new\":\"another horse\"}",
         "a new password"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        char name[16];
        person laptop = {0}, phone = {0};
        table t, next;
        stream open[3];
        snprintf(name, sizeof name, "Lena%zu", i);
        claim(make(&laptop, name) && log_in(&phone, name) && begin(&t, &laptop, bob)
                  && is(as(&laptop, "POST", path_of(t.id, "/note"), "{\"text\":\"mine\"}"), 200, "")
                  && open_laptop(open, &laptop, &t),
              "a laptop plays by token and session");
        claim(count_open(t.id, NULL, t.tokens[0]) == 0, "the token alone opens nothing");
        claim(is(as(&phone, "POST", ways[i].path, ways[i].body), 200, "") && is_hung_up(&open[0])
                  && is_hung_up(&open[1]),
              "%s hangs up on the laptop", ways[i].what);
        claim(count_open(t.id, &laptop, t.tokens[0]) == 0, "and shuts every door to it");
        claim(open_line(&open[2], &laptop, t.id, true, "{\"do\":\"hello\"}")
                  && hears(&open[2], "you", "watcher") && act_by(&open[2], "forbidden"),
              "by a socket it only watches");
        stream_close(&open[2]);
        claim(i == 0 ? log_in(&phone, name) : is_named(&phone, name), "the phone is in");
        claim(says(as(&phone, "GET", path_of(t.id, "/note"), NULL), "mine")
                  && says(as(&phone, "GET", path_of(t.id, ""), NULL), "\"you\":\"blue\"")
                  && is(as(&phone, "POST", path_of(t.id, "/resign"), "{}"), 200, ""),
              "and plays on");
        claim(rematch(&t, &phone, NULL, bob, NULL, &next)
                  && is(call(port, "POST", path_of(next.id, "/sit"), t.tokens[0], "{}"), 401,
                        "session")
                  && is(call(port, "GET", path_of(next.id, ""), t.tokens[0], NULL), 401, "session")
                  && is(as(&phone, "POST", path_of(next.id, "/sit"), "{}"), 200, ""),
              "the laptop's token is no invitation to the rematch");
    }
}

/* A guest's seat is played by its token; who takes it into an account shuts it to the token. */
static void try_taking_a_seat(const person *bob)
{
    table t;
    person mona = {0};
    stream old[3];
    char more[256];
    claim(make(&mona, "Mona") && begin(&t, NULL, NULL) && open_laptop(old, NULL, &t)
              && says(call(port, "GET", path_of(t.id, ""), t.tokens[0], NULL), "\"you\":\"blue\""),
          "a guest's token plays");
    snprintf(more, sizeof more, "Authorization: Bearer %s\r\n", t.tokens[0]);
    claim(
        is(call_with(port, "POST", path_of(t.id, "/claim"), headers_of(&mona, more), "{}"), 200, "")
            && is_hung_up(&old[0]) && is_hung_up(&old[1]),
        "a seat that an account takes hangs up on whoever has only the token");
    claim(count_open(t.id, NULL, t.tokens[0]) == 0, "to whom every door is shut");
    claim(is(call_with(port, "GET", path_of(t.id, "/note"), headers_of(bob, more), NULL), 403,
             "forbidden"),
          "to another account as well");
    claim(says(call_with(port, "GET", path_of(t.id, ""), headers_of(&mona, more), NULL),
               "\"you\":\"blue\"")
              && says(call(port, "GET", path_of(t.id, ""), t.tokens[1], NULL), "\"you\":\"red\""),
          "token and session together open it, and the guest opposite plays on");
}

/* ---- How it ends, and the rematch. ---- */

static bool how_it_ended(const table *t, const person *who, const char *how)
{
    char wanted[64];
    answer it, list;
    it = as(who, "GET", path_of(t->id, ""), NULL);
    const char *told =
        json_string_value(json_object_get(json_object_get(it.json, "result"), "how"));
    const json_t *found = listed(who, t->id, &list);
    const char *kept = json_string_value(json_object_get(json_object_get(found, "result"), "how"));
    snprintf(wanted, sizeof wanted, "\"how\":\"%s\"", how);
    const bool so = told != NULL && strcmp(told, how) == 0 && kept != NULL && strcmp(kept, how) == 0
                    && says(as(who, "GET", path_of(t->id, "/log"), NULL), wanted);
    answer_free(&it);
    answer_free(&list);
    return so;
}

static bool resign(const table *t, const person *blue, const person *red, bool in_turn)
{
    const int side = in_turn ? decider(t->id) : 1 - decider(t->id);
    return is(as(side == 0 ? blue : red, "POST", path_of(t->id, "/resign"), "{}"), 200, "");
}

static void try_endings(const person *anna, const person *bob, table *t)
{
    claim(begin(t, anna, bob) && resign(t, anna, bob, true) && how_it_ended(t, anna, "resigned"),
          "who resigns in turn has resigned: in the state, the tellings and the list");
    answer record = call(port, "GET", path_of(t->id, "/record"), NULL, NULL);
    claim(record.status == 200 && strstr(record.body, "resign") != NULL
              && strstr(record.body, "server result") == NULL,
          "the record has it as an action");
    answer_free(&record);
    claim(begin(t, anna, bob) && resign(t, anna, bob, false) && how_it_ended(t, anna, "resigned"),
          "and so has who resigns out of turn");
    record = call(port, "GET", path_of(t->id, "/record"), NULL, NULL);
    claim(record.status == 200 && strstr(record.body, "server result ") != NULL
              && strstr(record.body, " resigned\n") != NULL,
          "the record has it as the server's result");
    answer_free(&record);
    claim(begin(t, anna, bob) && is(as(anna, "POST", path_of(t->id, "/draw"), "{}"), 200, "")
              && is(as(bob, "POST", path_of(t->id, "/draw"), "{\"answer\":\"accept\"}"), 200, "")
              && how_it_ended(t, bob, "agreed"),
          "a draw is agreed on by sessions");
}

static void try_rematch(const person *anna, const person *bob, const table *t)
{
    table next, third;
    claim(rematch(t, anna, NULL, bob, NULL, &next), "two accounts agree on a rematch");
    claim(is_listed(anna, next.id, "red", "waiting") && is_listed(bob, next.id, "blue", "waiting"),
          "both find it in their lists, with the sides changed");
    answer list;
    const json_t *found = listed(anna, next.id, &list);
    claim(found != NULL && json_is_null(json_object_get(found, "red"))
              && json_is_null(json_object_get(found, "blue")),
          "where nobody sits yet");
    answer_free(&list);
    claim(says(as(anna, "GET", path_of(next.id, ""), NULL), "\"you\":\"invited\",\"side\":\"red\"")
              && says(as(NULL, "GET", path_of(next.id, ""), NULL), "\"you\":\"watcher\""),
          "the session is the invitation, and nobody else has it");
    claim(is(as(NULL, "POST", path_of(next.id, "/sit"), "{\"side\":\"red\"}"), 409, "spent"),
          "a stranger cannot sit there");
    claim(is(as(anna, "POST", path_of(next.id, "/sit"), "{}"), 200, "")
              && is(as(bob, "POST", path_of(next.id, "/sit"), "{}"), 200, "")
              && is_listed(anna, next.id, "red", "playing")
              && says(as(anna, "GET", path_of(next.id, ""), NULL), "\"earlier\":\""),
          "both sit down without a token, and it begins");
    /* Guests. */
    table guests;
    claim(begin(&guests, NULL, NULL)
              && is(call(port, "POST", path_of(guests.id, "/resign"), guests.tokens[0], "{}"), 200,
                    "")
              && rematch(&guests, NULL, guests.tokens[0], NULL, guests.tokens[1], &third),
          "two guests agree on one too");
    char wanted[64];
    for (int side = 0; side < 2; side++) {
        snprintf(wanted, sizeof wanted, "\"you\":\"invited\",\"side\":\"%s\"",
                 gg_side_name((gg_side)(1 - side)));
        claim(says(call(port, "GET", path_of(third.id, ""), guests.tokens[side], NULL), wanted),
              "the token of %s is the invitation of %s", gg_side_name((gg_side)side),
              gg_side_name((gg_side)(1 - side)));
    }
    snprintf(third.invitations[0], 80, "%s", guests.tokens[1]);
    snprintf(third.invitations[1], 80, "%s", guests.tokens[0]);
    claim(sit(&third, NULL, 0) && sit(&third, NULL, 1) && decider(third.id) >= 0,
          "with which they sit down, and it begins");
    claim(is(call(port, "POST", path_of(third.id, "/chat"), guests.tokens[0], "{\"text\":\"x\"}"),
             200, "")
              && is(call(port, "POST", path_of(third.id, "/note"), guests.tokens[0],
                         "{\"text\":\"x\"}"),
                    403, "forbidden"),
          "after that they are spent");
}

/* Whatever the game, and whatever it calls the end: who resigns has resigned. */
static void try_resigning(void)
{
    for (int i = 0; gg_rulesets[i] != NULL; i++) {
        bool so = true;
        for (gg_side side = GG_BLUE; so && side <= GG_RED; side++) {
            game g;
            so = game_begin(&g, port, gg_rulesets[i], gg_rulesets[i]->scenarios[0].name, "link",
                            "link")
                 && is(game_post(&g, side, "resign", "{}"), 200, "")
                 && says(game_get(&g, GG_NOBODY, ""),
                         side == GG_BLUE ? "\"result\":{\"winner\":\"red\",\"how\":\"resigned\","
                                           "\"text\":\"Blue resigns.\"}"
                                         : "\"result\":{\"winner\":\"blue\",\"how\":\"resigned\","
                                           "\"text\":\"Red resigns.\"}");
        }
        claim(so, "%s: both sides can resign, and that is what it is called", gg_rulesets[i]->name);
    }
}

/* ---- What nobody gets. ---- */

static void try_refusals(void)
{
    static const char *const names[] = {"admin", "Moderator", "computer", "greedy", "4dmin"};
    static const char *const passwords[] = {"12345678", "Password1", "qwertyui"};
    person fay = {0};
    char body[128];
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"correct horse\"}", names[i]);
        claim(refuses(as(NULL, "POST", "/api/accounts", body), 400, "choose another"),
              "nobody is called %s", names[i]);
    }
    claim(make(&fay, "Fay"), "somebody else may");
    for (size_t i = 0; i < sizeof passwords / sizeof passwords[0]; i++) {
        snprintf(body, sizeof body, "{\"name\":\"Gus\",\"password\":\"%s\"}", passwords[i]);
        const bool fresh = refuses(as(NULL, "POST", "/api/accounts", body), 400, "tried");
        snprintf(body, sizeof body, "{\"password\":\"correct horse\",\"new\":\"%s\"}",
                 passwords[i]);
        claim(fresh && refuses(as(&fay, "POST", "/api/me/password", body), 400, "tried"),
              "%s is no password", passwords[i]);
    }
}

/* ---- Deleting the account. ---- */

static void try_deletion(void)
{
    person eve = {0}, again = {0};
    table t;
    stream s;
    char more[256];
    claim(make(&eve, "Eve") && begin(&t, &eve, NULL)
              && says(as(NULL, "GET", path_of(t.id, ""), NULL), "\"account\":\"Eve\"")
              && open_line(&s, &eve, t.id, true, "{\"do\":\"hello\"}") && hears(&s, "you", "blue"),
          "an account plays");
    claim(is(as(&eve, "POST", "/api/me/delete", "{\"password\":\"correct horsE\"}"), 401, "login")
              && is(as(&eve, "POST", "/api/me/delete", "{\"password\":\"correct horse\"}"), 200, "")
              && is_hung_up(&s) && !is_named(&eve, "Eve"),
          "it is deleted with its password only, and its streams end");
    claim(enter(&again, "/api/login", "Eve", "correct horse") == 401, "nobody can enter it");
    bool gone = false;
    for (int i = 0; i < WAIT_MS / 20 && !gone; i++) {
        answer it = as(NULL, "GET", path_of(t.id, ""), NULL);
        gone = it.body != NULL && strstr(it.body, "\"account\"") == NULL
               && strstr(it.body, "\"name\":\"Eve\"") != NULL;
        answer_free(&it);
        if (!gone) usleep(20000);
    }
    claim(gone, "its games stay, with the name that was shown, as a guest's");
    claim(says(call(port, "GET", path_of(t.id, ""), t.tokens[0], NULL), "\"you\":\"blue\"")
              && is(call(port, "POST", path_of(t.id, "/note"), t.tokens[0], "{\"text\":\"x\"}"),
                    200, ""),
          "and are played on by their tokens");
    claim(make(&again, "Eve") && says(as(&again, "GET", path_of(t.id, ""), NULL), "watcher"),
          "a new account of the same name has none of them");
    snprintf(more, sizeof more, "Authorization: Bearer %s\r\n", t.tokens[0]);
    claim(is(call_with(port, "POST", path_of(t.id, "/claim"), headers_of(&again, more), "{}"), 200,
             "")
              && is_listed(&again, t.id, "blue", "playing"),
          "but may claim a seat by its token");
}

/* ---- Clocks. ---- */

static void try_clocks(void)
{
    static const struct {
        const char *clock, *sentence;
    } bad[] = {
        {"{\"kind\":\"bank\",\"seconds\":2592001}", "1 to 2592000"},
        {"{\"kind\":\"bank\",\"seconds\":0}", "1 to 2592000"},
        {"{\"kind\":\"bank\"}", "1 to 2592000"},
        {"{\"kind\":\"bank\",\"seconds\":60,\"increment\":86401}", "0 to 86400"},
        {"{\"kind\":\"bank\",\"seconds\":60,\"increment\":-1}", "0 to 86400"},
        {"{\"kind\":\"days\",\"days\":15}", "1 to 14"},
        {"{\"kind\":\"days\",\"days\":0.5}", "1 to 14"},
        {"{\"kind\":\"hourglass\"}", "none, days or bank"},
        {"\"bank\"", "none, days or bank"},
    };
    char body[256];
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        snprintf(body, sizeof body, "{\"game\":\"squares\",\"clock\":%s}", bad[i].clock);
        answer it = as(NULL, "POST", "/api/games", body);
        claim(it.status == 400 && strstr(answer_text(&it, "text"), bad[i].sentence) != NULL,
              "no clock: %s", bad[i].clock);
        answer_free(&it);
    }
    snprintf(body, sizeof body,
             "{\"game\":\"squares\",\"clock\":{\"kind\":\"bank\","
             "\"seconds\":2592000,\"increment\":86400}}");
    claim(is(as(NULL, "POST", "/api/games", body), 201, ""), "the longest clock is one");
}

/* ---- A slow password stalls nobody. ---- */

static int ask_to_enter(int number)
{
    static const char body[] = "{\"name\":\"Nobody\",\"password\":\"correct horse\"}";
    const struct sockaddr_in to = {.sin_family = AF_INET,
                                   .sin_port = htons((uint16_t)port),
                                   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    char text[512];
    const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int count = snprintf(text, sizeof text,
                               "POST /api/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For:"
                               " 198.18.0.%d\r\nContent-Length: %zu\r\n\r\n%s",
                               number, sizeof body - 1, body);
    if (connect(fd, (const struct sockaddr *)&to, sizeof to) == 0
        && write(fd, text, (size_t)count) == count)
        return fd;
    close(fd);
    return -1;
}

static void try_many_passwords(void)
{
    enum { MANY = 12 };
    int fds[MANY], answered = 0;
    for (int i = 0; i < MANY; i++) fds[i] = ask_to_enter(i);
    const bool well = is(as(NULL, "GET", "/healthz", NULL), 200, "");
    struct pollfd wait = {.fd = fds[MANY - 1], .events = POLLIN};
    claim(well && poll(&wait, 1, 0) == 0, "while passwords are tried others are answered");
    for (int i = 0; i < MANY; i++) {
        char text[16] = "";
        wait.fd = fds[i];
        answered += poll(&wait, 1, WAIT_MS) > 0 && recv(fds[i], text, 12, 0) == 12
                    && strcmp(text, "HTTP/1.1 401") == 0;
        close(fds[i]);
    }
    claim(answered == MANY, "and each password gets its answer");
}

int main(int argc, char **argv)
{
    static const char *const plain[] = {"--rate", "0", "--creations", "0", "--behind-proxy", NULL};
    static const char *const https[] = {
        "--rate", "0", "--creations", "0", "--public-url", "https://games.example", NULL};
    server_process s;
    person anna = {0}, bob = {0};
    table t;
    if (argc != 2) return 1;
    if (start(&s, argv[1], plain)) {
        try_cookies(false);
        claim(make(&anna, "Anna") && make(&bob, "Bob"), "two people make accounts");
        try_forgeries(&anna);
        try_streams(&anna, &bob);
        try_lost_laptop(&bob);
        try_taking_a_seat(&bob);
        try_endings(&anna, &bob, &t);
        try_rematch(&anna, &bob, &t);
        try_resigning();
        try_refusals();
        try_deletion();
        try_clocks();
        try_many_passwords();
        stop(&s);
    }
    if (start(&s, argv[1], https)) {
        try_cookies(true);
        claim(make(&anna, "Anna"), "somebody makes an account by https");
        try_https_origins(&anna);
        stop(&s);
    }
    return claims_end();
}
