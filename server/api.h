/*
 * api.h - the protocol of docs/http.md: requests and messages become asks of the hall.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/accounts.h"
#include "server/backup.h"
#include "server/inspect.h"
#include "server/hall.h"
#include "server/notify.h"
#include "server/static.h"

typedef struct api {
    hall *hall;
    net *net;
    pages *pages;
    char *rules; /* the answer of /api/rules: it never changes */
    size_t rules_count;
    int64_t started; /* hall_ticks_ms */
    /* People. */
    work *hashers; /* of passwords */
    account_throttle *throttle;
    account_sessions *sessions;
    notify *notify;
    backups *backups;       /* NULL: the server makes none */
    inspection *inspection; /* NULL: it has not begun, or the server stops */
    uint32_t exports;       /* being made: each may come to HALL_LOG_BYTES */
    const char *public_url; /* where people find it; or NULL */
    bool secure;            /* people come by https */
    bool has_metrics;       /* for who has this token, hashed */
    uint8_t metrics_token[STORE_HASH_BYTES];
} api;

bool api_open(api *);
void api_close(api *);

/* The hooks of the net; `app` is the api. */
net_room api_admit(void *app, const char *address);
void api_released(void *app, const char *address);
uint64_t api_household(void *app, const char *address);
void api_request(void *app, net_id, const net_request *);
int api_socket(void *app, net_id, const net_request *);
void api_text(void *app, net_id, const char *text, size_t count);
void api_closed(void *app, net_id);

/* ---- The calls on one game (api_game.c). ---- */

typedef struct api_call {
    const char *name;
    net_method method;
    void (*run)(hall *, hall_game *, hall_ask *);
} api_call;
/* NULL: there is none; `other` tells that there is one for another method. */
const api_call *api_find_call(const char *name, net_method, bool *other);
void api_create(hall *, hall_ask *); /* POST /api/games */
void api_run_state(hall *, hall_game *, hall_ask *);
void api_run_record(hall *, hall_game *, hall_ask *);
void api_run_stream(hall *, hall_game *, hall_ask *);
void api_run_svg(hall *, hall_game *, hall_ask *); /* (api_picture.c) */
void api_run_text(hall *, hall_game *, hall_ask *);

/* ---- Accounts (api_account.c), and what belongs to them (api_me.c). ---- */

/* Answers a request about accounts; false: it is about something else. */
bool api_account_request(api *, net_id, const net_request *);
bool api_me_request(api *, net_id, const net_request *);
bool api_session_request(api *, net_id, const net_request *); /* (api_session.c) */
void api_list(api *, net_id, const net_request *);            /* GET /api/games (api_list.c) */
bool api_has_house(const store_listed *);
bool api_has_old_rules(const store_listed *);
/* Finds out whose session this is, writes it into the ask and runs it. */
void api_run_with_session(api *, hall_ask *, const uint8_t *session); /* NULL: without */
void api_create_with_session(api *, hall_ask *, const uint8_t *session);
void api_run_claim(hall *, hall_game *, hall_ask *); /* POST /api/games/ID/claim */

/* One request about an account on its way between the loop and other threads. */
typedef struct account_ask account_ask;
typedef void account_step(account_ask *);
struct account_ask {
    store_job job;
    work_job work;
    api *api;
    net_id peer;
    account_step *then;   /* on the loop, when the store or the hashers are done */
    account_step *after;  /* when it is known whose session it is */
    account_step *step;   /* what is asked for */
    account_step *proved; /* when the password was the right one */
    bool (*run)(account_ask *, store_session *);
    net_request *request; /* a copy, where the page may have to answer it */
    json_t *body;
    bool has_session;
    uint8_t session[STORE_HASH_BYTES]; /* what it came with */
    bool is_known;                     /* a browser that has logged in to the name it says */
    char known[ACCOUNTS_KNOWN_MAX];
    account_who who;
    int64_t used;
    uint64_t epoch; /* of the sessions in memory when the store was asked */
    bool all;       /* every session ends */
    char address[NET_ADDRESS_MAX];
    char password[ACCOUNTS_PASSWORD_MOST + 1], wanted[ACCOUNTS_PASSWORD_MOST + 1];
    bool fits, hashed;
    char hash[STORE_PASSWORD_MAX];
    store_account account;
    store_found found;
    char token[HALL_TOKEN_MAX]; /* of a new session */
    uint8_t token_hash[STORE_HASH_BYTES];
    int64_t now; /* seconds */
    int status;
    uint8_t channel;
    store_listed *games;
    uint32_t game_count;
    store_sessions *sessions; /* listed */
    char browser[STORE_BROWSER_MAX];
    uint8_t recovery[STORE_HASH_BYTES]; /* the token of a mail, hashed */
    hall_ask *ask;                      /* of a game, that waits for its session */
    struct api_export *exported;
};
account_ask *api_account_ask(api *, net_id, const net_request *); /* NULL: answered */
void api_account_free(account_ask *);
void api_account_refuse(account_ask *, int status, const char *error, const char *text);
/* An object is open for the fields; it goes out with more headers (or NULL). */
gg_json *api_account_open(account_ask *);
void api_account_send(account_ask *, int status, const char *more);
void api_account_store(account_ask *, bool write, bool (*run)(account_ask *, store_session *),
                       account_step *then);
/* What everybody may ask for and costs more than a row or two: after all who play or log in. */
void api_account_read_last(account_ask *, bool (*run)(account_ask *, store_session *),
                           account_step *then);
/* Somebody has a session: has he the password, too?  Then the step follows, with `account` read. */
void api_account_prove(account_ask *, account_step *);
/* The password, hashed on a thread of its own, into account.password: see `hashed`. */
void api_account_hash(account_ask *, account_step *then);
/* A session for this browser: made, kept in the store by the caller, and told with `status`. */
void api_account_fresh_session(account_ask *);
void api_account_welcome(account_ask *);
/* Who is it?  `step` is called with who.account 0 if nobody. */
void api_account_begin(account_ask *, account_step *step);

/* ---- What a server has of somebody, as a zip (api_export.c). ---- */

void api_export(account_ask *); /* GET /api/me/export, of somebody who has a session */
void api_export_free(api *, struct api_export *);
/* What GET /api/me says of an account, and what its list says of a game. */
void api_write_account(gg_json *, const store_account *);
void api_write_sessions(gg_json *, const account_ask *);
void api_write_game(gg_json *, const store_listed *, const clock_life *);

/* ---- Reading what clients send (api_read.c). ---- */

void api_answer_json(const api *, net_id, int status, const char *body);
void api_answer_error(api *, net_id, int status, const char *error, const char *text);
/* The body of a POST, checked; false, and answered, if it does not do. */
bool api_read_body(api *, net_id, const net_request *, json_t **);

/* An object, at most so deep; NULL, and a sentence, if it is none. */
/* Reads {"do":"action","id":7,"ply":12,"action":"..."} (and "side") into the ask, without a tree of
 * JSON: this is the message that everybody sends all the time.  False: it is another message, or
 * one with an escape, a duplicate, anything that wants a closer look. */
bool api_read_action(const char *text, size_t count, hall_ask *);
json_t *api_read_json(const char *bytes, size_t count, const char **trouble);
const char *api_string(const json_t *body, const char *key); /* NULL: absent, or no string */
bool api_number(const json_t *body, const char *key, uint32_t *out);
/* blue, red; GG_NOBODY: absent or something else. */
gg_side api_side(const json_t *body, const char *key);
bool api_is_id(const char *text, size_t count);
void api_hash_token(const char *token, uint8_t out[TABLE_HASH_BYTES]);
void api_fresh_token(char out[HALL_TOKEN_MAX]);
bool api_is_token(const char *text);
/* "since" of a query, else Last-Event-ID, else UINT32_MAX. */
uint32_t api_since(const net_request *);
/* Does the page that sent it come from here? */
bool api_same_origin(const api *, const net_request *);
bool api_is_json(const char *content_type);

#endif
