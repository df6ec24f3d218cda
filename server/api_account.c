/*
 * api_account.c - accounts: made, entered, left, changed, deleted.  See api.h and docs/http.md.
 *
 * Each call is a chain of steps: the loop judges, the store reads or writes, a thread hashes, and
 * the loop goes on with `then`.  What is secret is wiped when the chain ends.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/log.h"

enum { DAY_SECONDS = 24 * 3600 };

/* ---- A request on its way. ---- */

account_ask *api_account_ask(api *a, net_id id, const net_request *request)
{
    json_t *body;
    if (!api_read_body(a, id, request, &body)) return NULL;
    account_ask *ask = calloc(1, sizeof *ask);
    if (ask == NULL) {
        json_decref(body);
        api_answer_error(a, id, 503, "unavailable", "There is no memory left.");
        return NULL;
    }
    ask->api = a;
    ask->peer = id;
    ask->body = body;
    ask->now = hall_now_ms() / 1000;
    snprintf(ask->address, sizeof ask->address, "%s", request->address);
    ask->has_session = account_read_cookie(request->cookie, a->secure, ask->session);
    account_name_browser(request->user_agent, ask->browser);
    const char *name = api_string(body, "name");
    ask->is_known =
        name != NULL
        && account_read_known(notify_key(a->notify), name, request->cookie, a->secure, ask->known);
    return ask;
}

static void wipe_text(json_t *body, const char *key)
{
    char *text = (char *)api_string(body, key); /* the body is ours alone by now */
    if (text != NULL) sodium_memzero(text, strlen(text));
}

void api_account_free(account_ask *ask)
{
    wipe_text(ask->body, "password");
    wipe_text(ask->body, "new");
    wipe_text(ask->body, "token");
    json_decref(ask->body);
    free(ask->games);
    free(ask->sessions);
    api_export_free(ask->api, ask->exported);
    free(ask->request);
    hall_ask_free(ask->ask);
    sodium_memzero(ask, sizeof *ask);
    free(ask);
}

gg_json *api_account_open(account_ask *ask)
{
    return hall_reply_open(ask->api->hall, &(hall_ask){.peer = ask->peer}, 200);
}

void api_account_refuse(account_ask *ask, int status, const char *error, const char *text)
{
    gg_json *json = api_account_open(ask);
    gg_json_string(json, "error", error);
    gg_json_string(json, "text", text);
    ask->api->hall->figures.refused++;
    api_account_send(ask, status, status == 429 ? "Retry-After: 180\r\n" : NULL);
}

void api_account_send(account_ask *ask, int status, const char *more)
{
    hall *h = ask->api->hall;
    char headers[2 * ACCOUNTS_COOKIE_MAX + 64];
    while (h->json.depth > 0) gg_json_end(&h->json);
    snprintf(headers, sizeof headers, "Cache-Control: no-store\r\n%s", more == NULL ? "" : more);
    net_reply(ask->api->net, ask->peer,
              &(net_answer){.status = status,
                            .type = "application/json",
                            .headers = headers,
                            .body = h->text.bytes,
                            .count = h->text.count});
    api_account_free(ask);
}

static bool run_store(store_job *job, store_session *session)
{
    account_ask *ask = (account_ask *)job;
    return ask->run(ask, session);
}

static void store_done(store_job *job)
{
    account_ask *ask = (account_ask *)job;
    if (job->ok) {
        ask->then(ask);
    } else if (ask->ask != NULL) { /* a call on a game, perhaps of a socket */
        hall_refuse(ask->api->hall, ask->ask, 503, "unavailable", "The server cannot do that now.");
        ask->ask = NULL;
        api_account_free(ask);
    } else {
        api_account_refuse(ask, 503, "unavailable", "The server cannot do that now.");
    }
}

static void begin_store(account_ask *ask, store_rank rank,
                        bool (*run)(account_ask *, store_session *), account_step *then)
{
    ask->job = (store_job){.run = run_store, .done = store_done};
    ask->run = run;
    ask->then = then;
    store_rank_job(&ask->job, rank,
                   ask->ask != NULL ? ask->ask->from
                                    : limits_key(ask->api->hall->limits, ask->address));
}

static void store_asked(account_ask *ask, bool well)
{
    if (well) return;
    ask->job.ok = false;
    store_done(&ask->job);
}

void api_account_store(account_ask *ask, bool write, bool (*run)(account_ask *, store_session *),
                       account_step *then)
{
    store *s = ask->api->hall->store;
    begin_store(ask, STORE_FIRST, run, then);
    store_asked(ask, write ? store_write(s, &ask->job) : store_read(s, &ask->job));
}

void api_account_read_last(account_ask *ask, bool (*run)(account_ask *, store_session *),
                           account_step *then)
{
    begin_store(ask, STORE_STRANGER, run, then);
    store_asked(ask, store_read(ask->api->hall->store, &ask->job));
}

static account_ask *of_work(work_job *job)
{
    return (account_ask *)(void *)((char *)job - offsetof(account_ask, work));
}

static void work_done(work_job *job)
{
    account_ask *ask = of_work(job);
    ask->then(ask);
}

static void ask_hashers(account_ask *ask, void (*run)(work_job *), account_step *then)
{
    ask->work = (work_job){.run = run, .done = work_done};
    ask->then = then;
    if (ask->api->hashers == NULL || !work_ask(ask->api->hashers, &ask->work))
        api_account_refuse(ask, 503, "unavailable", "Too many passwords at once: try again.");
}

/* ---- Whose session is it? ---- */

static bool run_find_session(account_ask *ask, store_session *session)
{
    ask->who.account = 0;
    return store_find_session(session, ask->session, ask->now, &ask->who.account, ask->who.name,
                              &ask->used)
           != STORE_BROKEN;
}

typedef struct touch {
    store_job job;
    uint8_t hash[STORE_HASH_BYTES];
    int64_t now;
} touch;

static bool run_touch(store_job *job, store_session *session)
{
    const touch *it = (const touch *)job;
    return store_use_session(session, it->hash, it->now);
}

static void touch_done(store_job *job) { free(job); }

/* It is kept in memory, and once a day in the store it is noted that it is used. */
static void keep_session(account_ask *ask)
{
    if (ask->who.account == 0) return;
    ask->who.seen = ask->now * 1000;
    account_sessions_keep(ask->api->sessions, ask->session, &ask->who, ask->epoch);
    touch *it = ask->now - ask->used < DAY_SECONDS ? NULL : calloc(1, sizeof *it);
    if (it == NULL) return;
    it->job = (store_job){.run = run_touch, .done = touch_done};
    memcpy(it->hash, ask->session, sizeof it->hash);
    it->now = ask->now;
    if (!store_write(ask->api->hall->store, &it->job)) free(it);
}

static void session_found(account_ask *ask);

static void find_session(account_ask *ask)
{
    ask->epoch = account_sessions_epoch(ask->api->sessions);
    api_account_store(ask, false, run_find_session, session_found);
}

/* If a session has ended since the store was asked, it may have been this one. */
static void session_found(account_ask *ask)
{
    if (ask->who.account != 0 && ask->epoch != account_sessions_epoch(ask->api->sessions)) {
        find_session(ask);
        return;
    }
    keep_session(ask);
    ask->after(ask);
}

static void know(account_ask *ask, account_step *then)
{
    const account_who *who =
        !ask->has_session
            ? NULL
            : account_sessions_find(ask->api->sessions, ask->session, ask->now * 1000);
    if (who != NULL) ask->who = *who;
    if (who != NULL || !ask->has_session) {
        then(ask);
        return;
    }
    ask->after = then;
    find_session(ask);
}

/* An account has as much as an address has, from wherever it comes. */
static bool is_too_fast(const account_ask *ask, limits_kind kind)
{
    return ask->who.account != 0
           && !limits_allow_account(ask->api->hall->limits, ask->who.account, kind,
                                    hall_ticks_ms());
}

static void begin_step(account_ask *ask)
{
    if (is_too_fast(ask, LIMITS_REQUEST))
        api_account_refuse(ask, 429, "too-fast", "Too many requests: wait a little.");
    else ask->step(ask);
}

void api_account_begin(account_ask *ask, account_step *step)
{
    ask->step = step;
    know(ask, begin_step);
}

/* ---- Calls on games. ---- */

/* The ask goes on its way with what is known of who asks. */
static hall_ask *take_ask(account_ask *it)
{
    hall_ask *ask = it->ask;
    it->ask = NULL;
    ask->account = it->who.account;
    memcpy(ask->account_name, it->who.name, sizeof ask->account_name);
    memcpy(ask->session, it->session, sizeof ask->session);
    return ask;
}

static void run_ask(account_ask *it)
{
    hall *h = it->api->hall;
    const bool fast = is_too_fast(it, LIMITS_REQUEST);
    hall_ask *ask = take_ask(it);
    api_account_free(it);
    if (fast) hall_refuse(h, ask, 429, "too-fast", "Too many requests: wait a little.");
    else hall_ask_run(h, ask);
}

static void run_create_game(account_ask *it)
{
    hall *h = it->api->hall;
    const bool fast = is_too_fast(it, LIMITS_CREATE);
    hall_ask *ask = take_ask(it);
    api_account_free(it);
    if (fast) hall_refuse(h, ask, 429, "too-fast", "So many games at once: wait a little.");
    else api_create(h, ask);
}

/* False: there is no session to look up, or no memory for it. */
static bool look_up(api *a, hall_ask *ask, const uint8_t *session, account_step *then)
{
    account_ask *it = session == NULL ? NULL : calloc(1, sizeof *it);
    if (it == NULL) return false;
    it->api = a;
    it->peer = ask->peer;
    it->ask = ask;
    it->now = hall_now_ms() / 1000;
    it->has_session = true;
    memcpy(it->session, session, sizeof it->session);
    know(it, then);
    return true;
}

void api_run_with_session(api *a, hall_ask *ask, const uint8_t *session)
{
    if (!look_up(a, ask, session, run_ask)) hall_ask_run(a->hall, ask);
}

void api_create_with_session(api *a, hall_ask *ask, const uint8_t *session)
{
    if (!look_up(a, ask, session, run_create_game)) api_create(a->hall, ask);
}

void api_run_claim(hall *h, hall_game *game, hall_ask *ask)
{
    table_who who;
    table_refusal why;
    table_deed deed = {.kind = DEED_claimed};
    if (ask->account == 0) {
        hall_refuse(h, ask, 401, "session", "Log in first.");
        return;
    }
    if (!hall_know(h, game, ask, &who)) return;
    if (who.side == GG_NOBODY || who.invited || who.spent) {
        hall_refuse(h, ask, 403, "forbidden", "Only who sits there may claim a seat.");
        return;
    }
    deed.side = who.side;
    hall_stamp(h, &deed);
    table_write_claim(ask->account, ask->account_name, deed.text);
    h->ear->to = game;
    h->ear->viewers = hall_viewers(game);
    const table_answer answer = table_do(game->table, &deed, h->ear, &why);
    if (answer == TABLE_REFUSED) {
        hall_refuse_why(h, ask, game, &why);
        return;
    }
    hall_end_others(h, game, who.side, ask->account);
    gg_json *json = hall_reply_open(h, ask, 200);
    gg_json_string(json, "side", gg_side_name(who.side));
    gg_json_string(json, "account", ask->account_name);
    if (answer == TABLE_AGAIN) hall_reply_send(h, ask);
    else hall_commit(h, game, ask, &deed, 1);
}

/* ---- Sessions end. ---- */

/* Before the store is told, and once more when it knows: it may have said something else meanwhile.
 * Whoever listens by such a session is hung up on. */
static void drop_sessions(account_ask *ask, const uint8_t *kept)
{
    account_sessions *sessions = ask->api->sessions;
    if (ask->all) account_sessions_drop_all(sessions, ask->who.account, kept);
    else account_sessions_drop(sessions, ask->session);
    hall_end_sessions(ask->api->hall, ask->who.account, ask->all ? NULL : ask->session, kept);
}

/* ---- A new session, for a new account or an old one. ---- */

void api_account_fresh_session(account_ask *ask)
{
    api_fresh_token(ask->token);
    api_hash_token(ask->token, ask->token_hash);
}

/* The session that this browser had before ends: it has a new one. */
static bool drop_former(const account_ask *ask, store_session *session)
{
    return ask->who.account == 0 || store_drop_session(session, ask->session);
}

void api_account_welcome(account_ask *ask)
{
    char cookie[ACCOUNTS_COOKIE_MAX], known[ACCOUNTS_COOKIE_MAX] = "";
    char both[2 * ACCOUNTS_COOKIE_MAX];
    if (ask->who.account != 0) drop_sessions(ask, NULL);
    account_who kept = {.account = ask->account.id, .seen = ask->now * 1000};
    memcpy(kept.name, ask->account.name, sizeof kept.name);
    account_sessions_keep(ask->api->sessions, ask->token_hash, &kept,
                          account_sessions_epoch(ask->api->sessions));
    account_write_cookie(ask->token, ask->api->secure, cookie);
    if (!ask->is_known) /* a new mark each time would be new tries each time */
        account_write_known(notify_key(ask->api->notify), ask->account.name, ask->api->secure,
                            known);
    snprintf(both, sizeof both, "%s%s", cookie, known);
    gg_json_string(api_account_open(ask), "name", ask->account.name);
    api_account_send(ask, ask->status, both);
}

static bool read_credentials(account_ask *ask)
{
    const char *name = api_string(ask->body, "name"), *password = api_string(ask->body, "password");
    if (name == NULL || password == NULL || strlen(name) >= sizeof ask->account.name
        || strlen(password) >= sizeof ask->password)
        return false;
    memcpy(ask->account.name, name, strlen(name) + 1);
    memcpy(ask->password, password, strlen(password) + 1);
    return true;
}

static void run_hash(work_job *job)
{
    account_ask *ask = of_work(job);
    ask->hashed = account_hash(ask->password, ask->account.password);
}

void api_account_hash(account_ask *ask, account_step *then) { ask_hashers(ask, run_hash, then); }

static bool run_create(account_ask *ask, store_session *session)
{
    return store_add_account(session, &ask->account)
           && (ask->account.id == 0
               || (store_add_session(session, ask->token_hash, ask->account.id, ask->now,
                                     ask->browser)
                   && drop_former(ask, session)));
}

static void created(account_ask *ask)
{
    if (ask->account.id == 0) api_account_refuse(ask, 409, "spent", "This name is taken.");
    else api_account_welcome(ask);
}

static void create_hashed(account_ask *ask)
{
    if (!ask->hashed) {
        api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
        return;
    }
    api_account_fresh_session(ask);
    ask->account.created = ask->now;
    ask->status = 201;
    api_account_store(ask, true, run_create, created);
}

static void create_account(account_ask *ask)
{
    static const char wanted[] = "A name has 2 to 31 characters of A-Z a-z 0-9 _ . -, and begins"
                                 " with a letter or digit; a password has 8 to 128 bytes.";
    if (!read_credentials(ask) || !account_may_name(ask->account.name)) {
        api_account_refuse(ask, 400, "bad-request", wanted);
        return;
    }
    const char *trouble = account_judge_name(ask->account.name);
    if (trouble == NULL) trouble = account_judge_password(ask->password, ask->account.name);
    if (trouble != NULL) api_account_refuse(ask, 400, "bad-request", trouble);
    else if (!account_may_create(ask->api->throttle, ask->address, hall_ticks_ms()))
        api_account_refuse(ask, 429, "too-fast", "So many accounts from one address: wait.");
    else api_account_hash(ask, create_hashed);
}

/* ---- Logging in and out. ---- */

static void run_verify(work_job *job)
{
    account_ask *ask = of_work(job);
    ask->fits = account_verify(ask->password, ask->account.password);
    if (ask->fits && ask->wanted[0] != '\0') ask->hashed = account_hash(ask->wanted, ask->hash);
}

static bool run_find(account_ask *ask, store_session *session)
{
    char name[STORE_ACCOUNT_NAME_MAX];
    memcpy(name, ask->account.name, sizeof name);
    ask->found = store_find_account(session, name, &ask->account);
    if (ask->found == STORE_NONE) ask->account.password[0] = '\0';
    return ask->found != STORE_BROKEN;
}

static bool run_login(account_ask *ask, store_session *session)
{
    return store_add_session(session, ask->token_hash, ask->account.id, ask->now, ask->browser)
           && drop_former(ask, session);
}

static void login_verified(account_ask *ask)
{
    if (!ask->fits) {
        log_say("login refused", "address", ask->address, NULL);
        api_account_refuse(ask, 401, "login", "The name or the password is wrong.");
        return;
    }
    api_account_fresh_session(ask);
    ask->status = 200;
    api_account_store(ask, true, run_login, api_account_welcome);
}

static void login_found(account_ask *ask) { ask_hashers(ask, run_verify, login_verified); }

static bool may_try(account_ask *ask, const char *name, const char *known)
{
    if (account_may_try(ask->api->throttle, name, ask->address, known, hall_ticks_ms()))
        return true;
    api_account_refuse(ask, 429, "too-fast", "Too many tries: wait a few minutes.");
    return false;
}

static void login(account_ask *ask)
{
    if (!read_credentials(ask))
        api_account_refuse(ask, 400, "bad-request", "\"name\" and \"password\" are needed.");
    else if (may_try(ask, ask->account.name, ask->is_known ? ask->known : NULL))
        api_account_store(ask, false, run_find, login_found);
}

static void answer_done(account_ask *ask)
{
    drop_sessions(ask, ask->session);
    gg_json_bool(api_account_open(ask), "done", true);
    api_account_send(ask, 200, NULL);
}

static void answer_gone(account_ask *ask)
{
    char cookie[ACCOUNTS_COOKIE_MAX];
    if (ask->who.account != 0) drop_sessions(ask, NULL);
    account_write_cookie(NULL, ask->api->secure, cookie);
    gg_json_bool(api_account_open(ask), "done", true);
    api_account_send(ask, 200, cookie);
}

static bool run_logout(account_ask *ask, store_session *session)
{
    return ask->all ? store_drop_sessions(session, ask->who.account, NULL)
                    : store_drop_session(session, ask->session);
}

static void logout(account_ask *ask)
{
    if (ask->who.account == 0) {
        answer_gone(ask);
        return;
    }
    ask->all = json_is_true(json_object_get(ask->body, "all"));
    drop_sessions(ask, NULL);
    api_account_store(ask, true, run_logout, answer_gone);
}

/* ---- Changing the password, deleting the account: the old one is asked for again. ---- */

static bool run_set_password(account_ask *ask, store_session *session)
{
    return store_set_password(session, ask->account.id, ask->hash)
           && store_drop_sessions(session, ask->account.id, ask->session);
}

static void keep_seat(void *to, const store_listed *game)
{
    account_ask *ask = to;
    if (ask->game_count < STORE_GAMES_LISTED) ask->games[ask->game_count++] = *game;
}

static bool run_delete(account_ask *ask, store_session *session)
{
    ask->game_count = 0;
    return store_read_games(session, ask->account.id, keep_seat, ask)
           && store_drop_account(session, ask->account.id);
}

static void run_leave(hall *h, hall_game *game, hall_ask *ask)
{
    table_refusal why;
    table_deed deed = {.kind = DEED_left, .side = ask->side};
    hall_stamp(h, &deed);
    memcpy(deed.text, ask->text, sizeof deed.text);
    h->ear->to = game;
    h->ear->viewers = hall_viewers(game);
    if (table_do(game->table, &deed, h->ear, &why) != TABLE_DONE) {
        hall_ask_free(ask);
        return;
    }
    hall_reply_open(h, ask, 200);
    hall_commit(h, game, ask, &deed, 1);
}

/* Its seats are guests' from now on.  What does not come to that, because the server stops, keeps
 * the number of an account that there is not any more: nobody's. */
static void deleted(account_ask *ask)
{
    hall *h = ask->api->hall;
    for (uint32_t i = 0; i < ask->game_count; i++) {
        hall_ask *leaving = hall_ask_new();
        if (leaving == NULL) break;
        memcpy(leaving->id, ask->games[i].id, sizeof leaving->id);
        leaving->side = ask->games[i].side;
        leaving->run = run_leave;
        snprintf(leaving->text, sizeof leaving->text, "%lld", (long long)ask->account.id);
        hall_ask_run(h, leaving);
    }
    answer_gone(ask);
}

static void verified_again(account_ask *ask)
{
    if (!ask->fits) api_account_refuse(ask, 401, "login", "The password is wrong.");
    else if (ask->wanted[0] != '\0' && !ask->hashed)
        api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
    else ask->proved(ask);
}

static bool run_read(account_ask *ask, store_session *session)
{
    ask->found = store_read_account(session, ask->who.account, &ask->account);
    return ask->found == STORE_FOUND;
}

static void read_again(account_ask *ask) { ask_hashers(ask, run_verify, verified_again); }

static bool take_password(account_ask *ask)
{
    const char *password = api_string(ask->body, "password");
    if (ask->who.account == 0) {
        api_account_refuse(ask, 401, "session", "Log in first.");
        return false;
    }
    if (password == NULL || strlen(password) >= sizeof ask->password) {
        api_account_refuse(ask, 400, "bad-request", "\"password\" is needed.");
        return false;
    }
    memcpy(ask->password, password, strlen(password) + 1);
    char session[ACCOUNTS_KNOWN_MAX]; /* a session has tries of its own, as a known browser has */
    sodium_bin2hex(session, sizeof session, ask->session, STORE_HASH_BYTES);
    return may_try(ask, ask->who.name, session);
}

void api_account_prove(account_ask *ask, account_step *proved)
{
    ask->proved = proved;
    if (take_password(ask)) api_account_store(ask, false, run_read, read_again);
}

static void change_password(account_ask *ask)
{
    ask->all = true;
    drop_sessions(ask, ask->session);
    api_account_store(ask, true, run_set_password, answer_done);
}

static void set_password(account_ask *ask)
{
    const char *wanted = api_string(ask->body, "new");
    const char *trouble =
        wanted == NULL ? "\"new\" is needed." : account_judge_password(wanted, ask->who.name);
    if (trouble != NULL) {
        api_account_refuse(ask, 400, "bad-request", trouble);
        return;
    }
    memcpy(ask->wanted, wanted, strlen(wanted) + 1);
    api_account_prove(ask, change_password);
}

static void drop_account(account_ask *ask)
{
    ask->all = true;
    drop_sessions(ask, NULL);
    api_account_store(ask, true, run_delete, deleted);
}

static void delete_account(account_ask *ask)
{
    ask->games = calloc(STORE_GAMES_LISTED, sizeof *ask->games);
    if (ask->games == NULL) api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
    else api_account_prove(ask, drop_account);
}

/* ---- The calls. ---- */

bool api_account_request(api *a, net_id id, const net_request *request)
{
    static const struct {
        const char *path;
        net_method method;
        account_step *step;
    } calls[] = {
        {"/api/accounts", NET_POST, create_account},
        {"/api/login", NET_POST, login},
        {"/api/logout", NET_POST, logout},
        {"/api/me/password", NET_POST, set_password},
        {"/api/me/delete", NET_POST, delete_account},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(request->path, calls[i].path) != 0) continue;
        if (request->method != calls[i].method) {
            api_answer_error(a, id, 405, "method", "Not by this method.");
            return true;
        }
        account_ask *ask = api_account_ask(a, id, request);
        if (ask != NULL) api_account_begin(ask, calls[i].step);
        return true;
    }
    return api_session_request(a, id, request) || api_me_request(a, id, request);
}
