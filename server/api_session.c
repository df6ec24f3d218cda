/*
 * api_session.c - an account's sessions, listed and ended one by one; and the way back in for who
 * has forgotten the password.  See api.h and docs/http.md.
 *
 * A link by mail proves who somebody is, once and for half an hour.  Its token is made when the
 * mail is written (notify.c); the store has a hash of it.  Who asks for one is answered the same
 * whether there is such an account or not.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/log.h"

enum { WHO_MAX = STORE_MAIL_MAX - 1, ID_BYTES = 8, ID_MAX = 2 * ID_BYTES + 1 };

/* ---- Sessions. ---- */

/* Some of what is stored: it names a session, and opens nothing. */
static void write_id(const uint8_t hash[STORE_HASH_BYTES], char out[ID_MAX])
{
    sodium_bin2hex(out, ID_MAX, hash, ID_BYTES);
}

/* Answered if there is none, or no memory for the list. */
static bool needs_session(account_ask *ask)
{
    if (ask->who.account == 0) {
        api_account_refuse(ask, 401, "session", "Log in first.");
        return true;
    }
    ask->sessions = malloc(sizeof *ask->sessions);
    if (ask->sessions != NULL) return false;
    api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
    return true;
}

static bool run_list(account_ask *ask, store_session *session)
{
    return store_list_sessions(session, ask->who.account, ask->now, ask->sessions);
}

void api_write_sessions(gg_json *json, const account_ask *ask)
{
    gg_json_array(json, "sessions");
    for (uint32_t i = 0; i < ask->sessions->count; i++) {
        const store_listed_session *one = &ask->sessions->items[i];
        char id[ID_MAX];
        write_id(one->hash, id);
        gg_json_object(json, NULL);
        gg_json_string(json, "id", id);
        gg_json_bool(json, "this", memcmp(one->hash, ask->session, STORE_HASH_BYTES) == 0);
        gg_json_string(json, "browser", one->browser);
        if (one->created == 0) gg_json_null(json, "created");
        else gg_json_int(json, "created", one->created);
        gg_json_int(json, "used", one->used);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void answer_list(account_ask *ask)
{
    api_write_sessions(api_account_open(ask), ask);
    api_account_send(ask, 200, NULL);
}

static void list_sessions(account_ask *ask)
{
    if (!needs_session(ask)) api_account_store(ask, false, run_list, answer_list);
}

static bool run_end(account_ask *ask, store_session *session)
{
    const char *wanted = api_string(ask->body, "id");
    ask->fits = false;
    if (!run_list(ask, session)) return false;
    for (uint32_t i = 0; i < ask->sessions->count; i++) {
        char id[ID_MAX];
        write_id(ask->sessions->items[i].hash, id);
        if (strcmp(id, wanted) != 0) continue;
        memcpy(ask->token_hash, ask->sessions->items[i].hash, STORE_HASH_BYTES);
        ask->fits = true;
        return store_drop_session(session, ask->token_hash);
    }
    return true;
}

static void session_ended(account_ask *ask)
{
    if (!ask->fits) {
        api_account_refuse(ask, 404, "unknown", "There is no such session.");
        return;
    }
    account_sessions_drop(ask->api->sessions, ask->token_hash);
    hall_end_sessions(ask->api->hall, ask->who.account, ask->token_hash, NULL);
    gg_json_bool(api_account_open(ask), "done", true);
    api_account_send(ask, 200, NULL);
}

static void end_session(account_ask *ask)
{
    if (needs_session(ask)) return;
    if (api_string(ask->body, "id") == NULL)
        api_account_refuse(ask, 400, "bad-request", "\"id\" is a session's, as they are listed.");
    else api_account_store(ask, true, run_end, session_ended);
}

/* ---- A forgotten password. ---- */

static bool run_recover(account_ask *ask, store_session *session)
{
    return store_ask_recovery(session, api_string(ask->body, "who"), ask->now * 1000);
}

static void answer_recover(account_ask *ask)
{
    gg_json_string(api_account_open(ask), "text",
                   "If there is such an account, and its address is confirmed, a mail is on its"
                   " way.");
    api_account_send(ask, 200, NULL);
}

static void recover(account_ask *ask)
{
    const char *who = api_string(ask->body, "who");
    if (who == NULL || who[0] == '\0' || strlen(who) > WHO_MAX)
        api_account_refuse(ask, 400, "bad-request", "\"who\" is a name or a mail address.");
    else if (!notify_can_mail(ask->api->notify))
        api_account_refuse(ask, 409, "not-now", "This server sends no mails.");
    else if (!account_may_recover(ask->api->throttle, who, ask->address, hall_ticks_ms()))
        api_account_refuse(ask, 429, "too-fast", "So many tries: wait an hour.");
    else api_account_store(ask, true, run_recover, answer_recover);
}

static void refuse_link(account_ask *ask)
{
    api_account_refuse(ask, 404, "unknown", "This link is not good any more: ask for a new one.");
}

static bool run_find_recovery(account_ask *ask, store_session *session)
{
    int64_t account = 0;
    if (!store_find_recovery(session, ask->recovery, ask->now, false, &account)) return false;
    ask->found = account == 0 ? STORE_NONE : store_read_account(session, account, &ask->account);
    return ask->found != STORE_BROKEN;
}

/* Once: of two that come at the same moment one finds it gone. */
static bool run_recovered(account_ask *ask, store_session *session)
{
    int64_t account = 0;
    if (!store_find_recovery(session, ask->recovery, ask->now, true, &account)) return false;
    ask->fits = account == ask->account.id;
    return !ask->fits
           || (store_set_password(session, account, ask->account.password)
               && store_drop_sessions(session, account, NULL)
               && store_add_session(session, ask->token_hash, account, ask->now, ask->browser));
}

static void recovered(account_ask *ask)
{
    if (!ask->fits) {
        refuse_link(ask);
        return;
    }
    account_sessions_drop_all(ask->api->sessions, ask->account.id, NULL);
    hall_end_sessions(ask->api->hall, ask->account.id, NULL, NULL);
    log_say("password recovered", "address", ask->address, NULL);
    ask->status = 200;
    api_account_welcome(ask);
}

static void recovery_hashed(account_ask *ask)
{
    if (!ask->hashed) {
        api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
        return;
    }
    api_account_fresh_session(ask);
    api_account_store(ask, true, run_recovered, recovered);
}

static void recovery_found(account_ask *ask)
{
    const char *trouble =
        ask->found == STORE_FOUND ? account_judge_password(ask->password, ask->account.name) : NULL;
    if (ask->found != STORE_FOUND) refuse_link(ask);
    else if (trouble != NULL) api_account_refuse(ask, 400, "bad-request", trouble);
    else api_account_hash(ask, recovery_hashed);
}

static void set_recovered(account_ask *ask)
{
    const char *token = api_string(ask->body, "token");
    const char *password = api_string(ask->body, "password");
    if (token == NULL || password == NULL || strlen(password) >= sizeof ask->password) {
        api_account_refuse(ask, 400, "bad-request", "\"token\" and \"password\" are needed.");
        return;
    }
    if (!account_may_recover(ask->api->throttle, NULL, ask->address, hall_ticks_ms())) {
        api_account_refuse(ask, 429, "too-fast", "So many tries: wait an hour.");
        return;
    }
    memcpy(ask->password, password, strlen(password) + 1);
    api_hash_token(token, ask->recovery);
    api_account_store(ask, false, run_find_recovery, recovery_found);
}

/* ---- The calls. ---- */

bool api_session_request(api *a, net_id id, const net_request *request)
{
    static const struct {
        const char *path;
        net_method method;
        account_step *step;
    } calls[] = {
        {"/api/me/sessions", NET_GET, list_sessions},
        {"/api/me/sessions/end", NET_POST, end_session},
        {"/api/recover", NET_POST, recover},
        {"/api/recover/password", NET_POST, set_recovered},
    };
    const net_method method = request->method == NET_HEAD ? NET_GET : request->method;
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        if (strcmp(request->path, calls[i].path) != 0) continue;
        if (method != calls[i].method) {
            api_answer_error(a, id, 405, "method", "Not by this method.");
            return true;
        }
        account_ask *ask = api_account_ask(a, id, request);
        if (ask != NULL) api_account_begin(ask, calls[i].step);
        return true;
    }
    return false;
}
