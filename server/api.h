/*
 * api.h - the protocol of docs/http.md: requests and messages become asks of the hall.
 */
#ifndef SERVER_API_H
#define SERVER_API_H

#include "server/hall.h"
#include "server/static.h"

typedef struct api {
    hall *hall;
    net *net;
    pages *pages;
    char *rules; /* the answer of /api/rules: it never changes */
    size_t rules_count;
    int64_t started; /* hall_ticks_ms */
} api;

bool api_open(api *);
void api_close(api *);

/* The hooks of the net; `app` is the api. */
bool api_admit(void *app, const char *address);
void api_released(void *app, const char *address);
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

/* ---- Reading what clients send (api_read.c). ---- */

/* An object, at most so deep; NULL, and a sentence, if it is none. */
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
bool api_same_origin(const net_request *);

#endif
