/*
 * api.c - the protocol: requests and messages become asks of the hall.  See api.h.
 * SPDX-License-Identifier: MIT
 */
#include "server/api.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "players/players.h"
#include "server/log.h"

enum { RULES_BYTES = 4 << 20, METRICS_BYTES = 16384 };

/* ---- The games there are. ---- */

static void write_players(gg_json *json)
{
    gg_json_array(json, "players");
    for (const gg_player *const *player = gg_players; *player != NULL; player++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "name", (*player)->name);
        gg_json_string(json, "title", (*player)->title);
        gg_json_string(json, "text", (*player)->text);
        gg_json_end(json);
    }
    gg_json_end(json);
}

bool api_open(api *a)
{
    gg_scene_room *room = malloc(sizeof *room);
    gg_state *scratch = malloc(GG_STATE_BYTES_MAX);
    a->rules = malloc(RULES_BYTES);
    a->started = hall_ticks_ms();
    const bool whole = room != NULL && scratch != NULL && a->rules != NULL;
    if (whole) {
        gg_text text = gg_text_over(a->rules, RULES_BYTES);
        gg_json json = gg_json_into(&text);
        gg_json_object(&json, NULL);
        gg_json_array(&json, "games");
        for (int i = 0; gg_rulesets[i] != NULL; i++)
            gg_wire_game(&json, NULL, gg_rulesets[i], scratch, room);
        gg_json_end(&json);
        write_players(&json);
        gg_json_end(&json);
        gg_assert(!text.cut);
        a->rules_count = text.count;
    }
    free(room);
    free(scratch);
    return whole;
}

void api_close(api *a) { free(a->rules); }

/* ---- Small answers. ---- */

void api_answer_json(const api *a, net_id id, int status, const char *body)
{
    net_reply(a->net, id,
              &(net_answer){.status = status,
                            .type = "application/json",
                            .headers = status == 429
                                           ? "Retry-After: 2\r\nCache-Control: no-store\r\n"
                                           : "Cache-Control: no-store\r\n",
                            .body = body,
                            .count = strlen(body)});
}

void api_answer_error(api *a, net_id id, int status, const char *error, const char *text)
{
    char body[512];
    gg_text out = gg_text_over(body, sizeof body);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "error", error);
    gg_json_string(&json, "text", text);
    gg_json_end(&json);
    gg_put_char(&out, '\n');
    a->hall->figures.refused++;
    api_answer_json(a, id, status, body);
}

static void read_token(hall_ask *ask, const char *header)
{
    static const char scheme[] = "Bearer ";
    if (strncmp(header, scheme, sizeof scheme - 1) != 0) return;
    ask->has_token = true;
    api_hash_token(header + sizeof scheme - 1, ask->token);
}

static void put_metric(gg_text *out, const char *name, const char *type, const char *help,
                       uint64_t value)
{
    gg_put(out, "# HELP grognard_");
    gg_put(out, name);
    gg_put_char(out, ' ');
    gg_put(out, help);
    gg_put(out, "\n# TYPE grognard_");
    gg_put(out, name);
    gg_put_char(out, ' ');
    gg_put(out, type);
    gg_put(out, "\ngrognard_");
    gg_put(out, name);
    gg_put_char(out, ' ');
    gg_put_int(out, (int64_t)value);
    gg_put_char(out, '\n');
}

static void put_care(gg_text *out, const api *a) /* of the store */
{
    if (a->inspection != NULL)
        put_metric(out, "broken_games", "gauge", "Games found broken when the server started.",
                   inspection_count_broken(a->inspection));
    if (a->backups == NULL) return;
    const backup_figures b = backups_count(a->backups);
    put_metric(out, "backup_last_success_seconds", "gauge",
               "When the newest copy of the store was made, since 1970.", (uint64_t)b.last);
    put_metric(out, "backups_total", "counter", "Copies made.", b.made);
    put_metric(out, "backup_failures_total", "counter", "Copies that could not be made.", b.failed);
    put_metric(out, "backup_bytes", "gauge", "Size of the last copy.", b.bytes);
    put_metric(out, "backup_milliseconds", "gauge", "What it took.", b.took_ms);
}

static void put_lines(gg_text *out, const net *n)
{
    put_metric(out, "connections", "gauge", "Open connections.", (uint64_t)net_connections(n));
    put_metric(out, "answers_unsent_bytes", "gauge",
               "Answers and messages that wait for slow readers.", net_unsent(n));
    put_metric(out, "answers_unread_total", "counter",
               "Lines that were hung up on because nobody read them.", net_unread(n));
}

/* What all games do together tells of each, on a quiet server: it is for whoever keeps it. */
static bool may_measure(api *a, net_id id, const net_request *request)
{
    hall_ask asked = {.has_token = false};
    read_token(&asked, request->authorization);
    if (!a->has_metrics) api_answer_error(a, id, 404, "unknown", "There is no such call.");
    else if (!asked.has_token
             || sodium_memcmp(asked.token, a->metrics_token, sizeof asked.token) != 0)
        api_answer_error(a, id, 401, "token", "This takes the token of --metrics-token.");
    else return true;
    return false;
}

static void answer_metrics(api *a, net_id id, const net_request *request)
{
    if (!may_measure(a, id, request)) return;
    char bytes[METRICS_BYTES];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    hall *h = a->hall;
    const hall_figures *f = &h->figures;
    const store_figures s = store_count(h->store);
    const notify_figures m = notify_count(a->notify);
    const thinkers_figures t = thinkers_count(h->thinkers);
    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } all[] = {
        {"up_seconds", "gauge", "Since the server started.",
         (uint64_t)(hall_ticks_ms() - a->started) / 1000},
        {"requests_total", "counter", "HTTP requests.", f->requests},
        {"messages_total", "counter", "WebSocket messages received.", f->messages},
        {"refused_total", "counter", "Calls answered with an error.", f->refused},
        {"games_created_total", "counter", "Games created.", f->created},
        {"games_loaded_total", "counter", "Games read back from the store.", f->loaded},
        {"deeds_redone_total", "counter", "Deeds done again to read games back.", f->redone},
        {"snapshots_wrong_total", "counter", "Snapshots that a replay did not bear out.",
         f->wrong_snapshots},
        {"games_in_memory", "gauge", "Games in memory.", f->games},
        {"listeners", "gauge", "Streams and sockets.", f->clients},
        {"deeds_total", "counter", "Deeds committed.", f->deeds},
        {"computer_moves_total", "counter", "Actions chosen by computer players.",
         f->computer_moves},
        {"thoughts_waiting", "gauge", "Computer players that wait for a thread.",
         t.waiting[THINK_QUICK] + t.waiting[THINK_SLOW]},
        {"thoughts_idle", "gauge", "Those that wait in games that nobody watches.",
         t.waiting[THINK_IDLE]},
        {"thoughts_oldest_quick_ms", "gauge", "How long the oldest quick one has waited.",
         (uint64_t)t.oldest[THINK_QUICK]},
        {"thoughts_oldest_slow_ms", "gauge", "The same, of those that think for long.",
         (uint64_t)t.oldest[THINK_SLOW]},
        {"thoughts_dropped_total", "counter", "Thoughts that nobody wanted any more.", t.dropped},
        {"logs_total", "counter", "Logs told again from the store.", f->logs},
        {"store_commits_total", "counter", "Transactions committed.", s.commits},
        {"store_writes_total", "counter", "Writes committed in them.", s.writes},
        {"store_failures_total", "counter", "Writes that failed.", s.failures},
        {"store_waiting", "gauge", "Jobs that wait for the store.", s.waiting},
        {"store_late_total", "counter", "Reads given up because their time was up.", s.late},
        {"store_oldest_write_ms", "gauge", "How long the oldest write has waited.",
         (uint64_t)s.oldest_write},
        {"store_oldest_read_ms", "gauge", "How long the oldest read for accounts has waited.",
         (uint64_t)s.oldest_read[STORE_FIRST]},
        {"store_oldest_player_read_ms", "gauge", "The same, of reads for players.",
         (uint64_t)s.oldest_read[STORE_PLAYER]},
        {"store_oldest_watcher_read_ms", "gauge", "The same, of reads for watchers.",
         (uint64_t)s.oldest_read[STORE_WATCHER]},
        {"store_oldest_stranger_read_ms", "gauge", "The same, of reads for strangers.",
         (uint64_t)s.oldest_read[STORE_STRANGER]},
        {"messages_sent_total", "counter", "Mails and webhooks sent.", m.sent},
        {"messages_failed_total", "counter", "Tries to send one that failed.", m.failed},
        {"messages_given_up_total", "counter", "Messages given up after the last try.", m.given_up},
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        put_metric(&out, all[i].name, all[i].type, all[i].help, all[i].value);
    put_lines(&out, a->net);
    put_care(&out, a);
    net_reply(a->net, id,
              &(net_answer){.status = 200,
                            .type = "text/plain; version=0.0.4; charset=utf-8",
                            .headers = "Cache-Control: no-store\r\n",
                            .body = bytes,
                            .count = out.count});
}

/* ---- Requests on games. ---- */

/* What a browser may send by itself, with the cookies that it adds by itself, must not be enough:
 * a form of another site has no application/json, and a script of it is asked for its Origin. */
static bool may_be_forged(const api *a, const net_request *request)
{
    uint8_t session[STORE_HASH_BYTES];
    return (request->origin[0] != '\0' || account_read_cookie(request->cookie, a->secure, session))
           && !api_is_json(request->content_type);
}

/* The body of a POST, checked; false, and answered, if it does not do. */
bool api_read_body(api *a, net_id id, const net_request *request, json_t **body)
{
    const char *trouble = NULL;
    *body = NULL;
    if (request->method != NET_POST) return true;
    if (!api_same_origin(a, request)) {
        api_answer_error(a, id, 403, "origin", "Another site sent this.");
        return false;
    }
    if (may_be_forged(a, request)) {
        api_answer_error(a, id, 415, "content-type", "Send application/json.");
        return false;
    }
    if (request->body_count == 0) return true;
    *body = api_read_json(request->body, request->body_count, &trouble);
    if (*body != NULL) return true;
    api_answer_error(a, id, 400, "bad-request", trouble);
    return false;
}

static hall_ask *new_ask(api *a, net_id id, const net_request *request)
{
    json_t *body;
    if (!api_read_body(a, id, request, &body)) return NULL;
    hall_ask *ask = hall_ask_new();
    if (ask == NULL) {
        json_decref(body);
        api_answer_error(a, id, 503, "unavailable", "There is no memory left.");
        return NULL;
    }
    ask->peer = id;
    ask->from = limits_key(a->hall->limits, request->address);
    ask->body = body;
    ask->since = api_since(request);
    ask->side = GG_NOBODY;
    read_token(ask, request->authorization);
    snprintf(ask->text, sizeof ask->text, "%s", request->address);
    return ask;
}

static void create(api *a, net_id id, const net_request *request)
{
    uint8_t session[STORE_HASH_BYTES];
    if (!limits_allow(a->hall->limits, request->address, LIMITS_CREATE, hall_ticks_ms())) {
        api_answer_error(a, id, 429, "too-fast", "So many games at once: wait a little.");
        return;
    }
    hall_ask *ask = new_ask(a, id, request);
    if (ask == NULL) return;
    const bool has_session = account_read_cookie(request->cookie, a->secure, session);
    api_create_with_session(a, ask, has_session ? session : NULL);
}

/* With the session that the browser sends along, if it does. */
static void run_ask(api *a, hall_ask *ask, const net_request *request)
{
    uint8_t session[STORE_HASH_BYTES];
    const bool has_session = account_read_cookie(request->cookie, a->secure, session);
    ask->meant = api_side(ask->body, "side");
    if (strstr(request->query, "side=blue") != NULL) ask->meant = GG_BLUE;
    if (strstr(request->query, "side=red") != NULL) ask->meant = GG_RED;
    api_run_with_session(a, ask, has_session ? session : NULL);
}

/* /api/games/ID and /api/games/ID/NAME: `rest` is what follows the second slash. */
static void call_game(api *a, net_id id, const net_request *request, const char *rest)
{
    const size_t count = strcspn(rest, "/");
    const char *name = rest[count] == '/' ? rest + count + 1 : "";
    bool other;
    if (!api_is_id(rest, count)) {
        api_answer_error(a, id, 404, "unknown", "There is no such game.");
        return;
    }
    const bool endless = strcmp(name, "stream") == 0;
    const net_method method = request->method == NET_HEAD && !endless ? NET_GET : request->method;
    const api_call *call = api_find_call(name, method, &other);
    if (call == NULL) {
        if (other) api_answer_error(a, id, 405, "method", "Not by this method.");
        else api_answer_error(a, id, 404, "unknown", "There is no such call.");
        return;
    }
    if (endless && !api_same_origin(a, request)) {
        api_answer_error(a, id, 403, "origin", "Another site sent this.");
        return;
    }
    hall_ask *ask = new_ask(a, id, request);
    if (ask == NULL) return;
    ask->run = call->run;
    memcpy(ask->id, rest, count);
    run_ask(a, ask, request);
}

/* /game/ID.json and so on: the game by its page's address, in another form. */
static bool export_game(api *a, net_id id, const net_request *request)
{
    static const struct {
        const char *ending;
        void (*run)(hall *, hall_game *, hall_ask *);
    } forms[] = {{".json", api_run_state},
                 {".grog", api_run_record},
                 {".svg", api_run_svg},
                 {".txt", api_run_text}};
    static const char begin[] = "/game/";
    const char *rest = request->path + sizeof begin - 1;
    if (strncmp(request->path, begin, sizeof begin - 1) != 0) return false;
    const size_t count = strcspn(rest, "./");
    for (size_t i = 0; api_is_id(rest, count) && i < sizeof forms / sizeof forms[0]; i++) {
        if (strcmp(rest + count, forms[i].ending) != 0) continue;
        hall_ask *ask = new_ask(a, id, request);
        if (ask == NULL) return true;
        ask->run = forms[i].run;
        memcpy(ask->id, rest, count);
        run_ask(a, ask, request);
        return true;
    }
    return false;
}

static void answer_health(api *a, net_id id, const net_request *request)
{
    (void)request;
    const char *trouble = hall_trouble(a->hall);
    char body[256];
    gg_text out = gg_text_over(body, sizeof body);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    gg_json_bool(&json, "ok", trouble == NULL);
    if (trouble != NULL) gg_json_string(&json, "why", trouble);
    if (a->backups != NULL) {
        const backup_figures b = backups_count(a->backups);
        gg_json_object(&json, "backup");
        gg_json_bool(&json, "ok", b.well);
        if (b.last == 0) gg_json_null(&json, "last");
        else gg_json_int(&json, "last", b.last);
        gg_json_end(&json);
    }
    gg_json_end(&json);
    gg_put_char(&out, '\n');
    api_answer_json(a, id, trouble == NULL ? 200 : 503, body);
}

static void answer_rules(api *a, net_id id, const net_request *request)
{
    (void)request;
    net_reply(a->net, id,
              &(net_answer){.status = 200,
                            .type = "application/json",
                            .headers = "Cache-Control: no-cache\r\n",
                            .body = a->rules,
                            .count = a->rules_count,
                            .lasting = true});
}

/* The calls that are about no game and no account. */
static bool answer_plain(api *a, net_id id, const net_request *request)
{
    static const struct {
        const char *path;
        net_method method;
        void (*answer)(api *, net_id, const net_request *);
    } calls[] = {
        {"/healthz", NET_GET, answer_health},  {"/metrics", NET_GET, answer_metrics},
        {"/api/rules", NET_GET, answer_rules}, {"/api/games", NET_GET, api_list},
        {"/api/games", NET_POST, create},
    };
    const net_method method = request->method == NET_HEAD ? NET_GET : request->method;
    bool there = false;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(request->path, calls[i].path) != 0) continue;
        there = true;
        if (method != calls[i].method) continue;
        calls[i].answer(a, id, request);
        return true;
    }
    if (there) api_answer_error(a, id, 405, "method", "Not by this method.");
    return there;
}

/* In words that a browser shows, where a person asked for a page. */
static void refuse_crowd(api *a, net_id id, const net_request *request, const char *words)
{
    if (strncmp(request->path, "/api/", 5) == 0 || request->method == NET_POST)
        api_answer_error(a, id, 429, "too-fast", words);
    else pages_refuse(a->net, id, 429, "Too many at once", words);
}

static bool is_too_fast(api *a, const net_request *request)
{
    const bool small = pages_has(a->pages, request->path) || strcmp(request->path, "/healthz") == 0;
    return !limits_allow(a->hall->limits, request->address, small ? LIMITS_PAGE : LIMITS_REQUEST,
                         hall_ticks_ms());
}

void api_request(void *app, net_id id, const net_request *request)
{
    api *a = app;
    const char *path = request->path;
    static const char games[] = "/api/games/";
    const size_t length = sizeof games - 1;
    a->hall->figures.requests++;
    if (request->too_many)
        refuse_crowd(a, id, request,
                     "The server has as many connections from your network as it takes."
                     " Close some of its pages, or wait a minute, and load this one again.");
    else if (is_too_fast(a, request))
        refuse_crowd(a, id, request, "Too many requests: wait a little.");
    else if (answer_plain(a, id, request) || api_account_request(a, id, request)) return;
    else if (strncmp(path, games, length) == 0) call_game(a, id, request, path + length);
    else if (strncmp(path, "/api/", 5) == 0)
        api_answer_error(a, id, 404, "unknown", "There is no such call.");
    else if (request->method != NET_GET && request->method != NET_HEAD)
        api_answer_error(a, id, 405, "method", "Not by this method.");
    else if (!export_game(a, id, request)) pages_answer(a->pages, a->net, id, request);
}

/* ---- Sockets. ---- */

int api_socket(void *app, net_id id, const net_request *request)
{
    api *a = app;
    static const char games[] = "/api/games/", stream[] = "/stream";
    const char *rest = request->path + sizeof games - 1;
    if (strncmp(request->path, games, sizeof games - 1) != 0) return 404;
    const size_t count = strcspn(rest, "/");
    char game[FAIR_ID_MAX];
    if (!api_is_id(rest, count) || strcmp(rest + count, stream) != 0) return 404;
    if (!api_same_origin(a, request)) return 403;
    if (!limits_allow(a->hall->limits, request->address, LIMITS_REQUEST, hall_ticks_ms()))
        return 429;
    memcpy(game, rest, count);
    game[count] = '\0';
    hall_client *client = hall_client_new(a->hall, id, game, request->address, true);
    if (client == NULL) return 429;
    client->has_session = account_read_cookie(request->cookie, a->secure, client->session);
    return 0;
}

static void message_error(api *a, const hall_client *client, json_int_t number, int status,
                          const char *error, const char *text)
{
    hall_ask *ask = hall_ask_new();
    if (ask == NULL) return;
    ask->peer = client->peer;
    ask->by_socket = true;
    ask->number = number;
    hall_refuse(a->hall, ask, status, error, text);
}

static void hello(hall_ask *ask, hall_client *client)
{
    const char *token = api_string(ask->body, "token");
    ask->since = UINT32_MAX;
    ask->changes = json_is_true(json_object_get(ask->body, "changes"));
    api_number(ask->body, "since", &ask->since);
    ask->run = api_run_stream;
    client->greeted = true;
    if (token == NULL) return;
    ask->has_token = true;
    api_hash_token(token, ask->token);
}

/* A greeted socket acts with the token it said hello with. */
static void take_token(hall_ask *ask, const hall_client *client)
{
    ask->has_token = client->has_token;
    memcpy(ask->token, client->token, sizeof ask->token);
}

/* An action by who has said hello; false: it is something else, or wants a closer look. */
static bool take_action(api *a, net_id id, const hall_client *client, const char *text,
                        size_t count)
{
    bool other;
    hall_ask *ask = client->greeted ? hall_ask_new() : NULL;
    if (ask == NULL) return false;
    if (!api_read_action(text, count, ask)) {
        hall_ask_free(ask);
        return false;
    }
    ask->peer = id;
    ask->from = client->from;
    ask->by_socket = true;
    ask->side = GG_NOBODY;
    memcpy(ask->id, client->id, sizeof ask->id);
    take_token(ask, client);
    ask->run = api_find_call("action", NET_POST, &other)->run;
    if (limits_allow_key(a->hall->limits, client->from, LIMITS_REQUEST, hall_ticks_ms()))
        api_run_with_session(a, ask, client->has_session ? client->session : NULL);
    else hall_refuse(a->hall, ask, 429, "too-fast", "Too many messages: wait a little.");
    return true;
}

void api_text(void *app, net_id id, const char *text, size_t count)
{
    api *a = app;
    hall_client *client = hall_client_of(a->hall, id);
    const char *trouble;
    bool other;
    if (client == NULL) return;
    a->hall->figures.messages++;
    if (take_action(a, id, client, text, count)) return;
    json_t *body = api_read_json(text, count, &trouble);
    const json_int_t number = json_integer_value(json_object_get(body, "id"));
    const char *what = api_string(body, "do");
    const bool greets = what != NULL && strcmp(what, "hello") == 0;
    const api_call *call = what == NULL ? NULL : api_find_call(what, NET_POST, &other);
    if (what != NULL && strcmp(what, "state") == 0) call = api_find_call("", NET_GET, &other);
    const bool is_new = greets && !client->greeted; /* the handshake was counted */
    if (!is_new
        && !limits_allow_key(a->hall->limits, client->from, LIMITS_REQUEST, hall_ticks_ms())) {
        message_error(a, client, number, 429, "too-fast", "Too many messages: wait a little.");
    } else if (body == NULL) {
        message_error(a, client, 0, 400, "bad-request", trouble);
    } else if (!greets && !client->greeted) {
        message_error(a, client, number, 401, "token", "Say hello first.");
    } else if (!greets && call == NULL) {
        message_error(a, client, number, 404, "unknown", "There is no such call.");
    } else {
        hall_ask *ask = hall_ask_new();
        if (ask != NULL) {
            ask->peer = id;
            ask->from = client->from;
            ask->by_socket = true;
            ask->number = number;
            ask->side = GG_NOBODY;
            ask->body = json_incref(body);
            memcpy(ask->id, client->id, sizeof ask->id);
            if (greets) {
                hello(ask, client);
                client->has_token = ask->has_token;
                memcpy(client->token, ask->token, sizeof client->token);
            } else {
                ask->run = call->run;
                take_token(ask, client);
            }
            ask->meant = api_side(body, "side");
            api_run_with_session(a, ask, client->has_session ? client->session : NULL);
        }
    }
    json_decref(body);
}

void api_closed(void *app, net_id id) { hall_client_gone(((api *)app)->hall, id); }

/* The more lines are taken, the fewer an address may have: a few addresses cannot take them all.
 * When nearly all are taken, each new one costs a watcher his. */
net_room api_admit(void *app, const char *address)
{
    enum { SHARE = 8 };
    static const net_room rooms[] = {[LIMITS_FULL] = NET_FULL,
                                     [LIMITS_TOO_MANY] = NET_TOO_MANY,
                                     [LIMITS_CROWDED] = NET_CROWDED,
                                     [LIMITS_ROOM] = NET_ROOM};
    api *a = app;
    const int all = net_connections_max(a->net), left = all - net_connections(a->net);
    if (left < all / 16) hall_shed(a->hall);
    return rooms[limits_connect(a->hall->limits, address, (uint32_t)(left / SHARE),
                                hall_ticks_ms())];
}

void api_released(void *app, const char *address)
{
    limits_disconnect(((api *)app)->hall->limits, address);
}

uint64_t api_household(void *app, const char *address)
{
    return limits_key(((api *)app)->hall->limits, address);
}
