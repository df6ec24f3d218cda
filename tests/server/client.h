/*
 * client.h - a small client of the server for tests: starts it, speaks HTTP, WebSocket and
 * server-sent events to it, and chooses legal actions from what it is shown.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_CLIENT_H
#define TESTS_SERVER_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/dice.h"
#include "grognard.h"

/* ---- The server. ---- */

/* Of every server here, unless the environment has another. */
#define METRICS_TOKEN "only-for-these-tests"

typedef struct server_process {
    pid_t pid;
    int port;
    char binary[1024], store[1024], folder[1024], pages[1024];
    const char *const *limits; /* flags of serve, to NULL; NULL: no limits for anybody */
} server_process;

/* With a fresh store in a folder of its own, or, again, on the same store and port. */
bool server_start(server_process *, const char *binary);
bool server_start_limited(server_process *, const char *binary, const char *const *limits);
bool server_restart(server_process *);
void server_kill(server_process *); /* as a power cut does */
int server_stop(server_process *);  /* politely; its exit code, -1: it was killed */
void server_clean(server_process *);

/* ---- HTTP. ---- */

typedef struct answer {
    int status;   /* 0: no connection */
    json_t *json; /* NULL: the body is none */
    char *body;
    size_t count;
    char headers[4096];
} answer;

/* As application/json, unless the headers say otherwise. */
answer call(int port, const char *method, const char *path, const char *token, const char *body);
answer call_with(int port, const char *method, const char *path, const char *headers,
                 const char *body);
void answer_free(answer *);
const char *answer_text(const answer *, const char *key); /* "" if there is none */
int64_t answer_number(const answer *, const char *key);   /* -1 */

/* Bytes as they are, and what comes back until the server closes or is silent for a second. */
answer call_raw(int port, const void *bytes, size_t count, int pause_ms);

/* ---- Streams: a WebSocket, or server-sent events. ---- */

typedef struct stream {
    int fd;
    bool is_socket;
    char *bytes;
    size_t count, limit;
} stream;

/* Only asks for it, with more headers (each with its \r\n); false: it was refused. */
bool stream_knock(stream *, int port, const char *id, bool is_socket, const char *query,
                  const char *headers);
bool stream_open(stream *, int port, const char *id, bool is_socket, const char *token, int since);
/* The next object; NULL after `wait_ms` of silence, or at the end. */
json_t *stream_next(stream *, int wait_ms);
bool stream_send(stream *, const char *text);
void stream_close(stream *);

/* ---- Playing. ---- */

typedef struct game {
    int port;
    const gg_ruleset *rules;
    char id[32];
    char tokens[2][80];
    char cookies[2][256]; /* of the account that has the seat, as a line of a head; or "" */
} game;

/* Creates it and sits down on both sides (on those that are no computers). */
bool game_begin(game *, int port, const gg_ruleset *, const char *scenario, const char *blue,
                const char *red);
/* The clock as the server is asked for it. */
bool game_begin_timed(game *, int port, const gg_ruleset *, const char *scenario, const char *blue,
                      const char *red, const char *clock);
/* The lines of a head by which a side asks; "" for a watcher. */
void game_put_headers(const game *, gg_side, char *out, size_t limit);
answer game_get(const game *, gg_side, const char *name);
answer game_post(const game *, gg_side, const char *name, const char *body);
/* A legal action for the side, if it decides, by its own view; the state's ply. */
bool game_choose(const game *, const answer *state, gg_side, gg_dice *, char *action,
                 uint32_t limit, int64_t *ply);
answer game_act(const game *, gg_side, int64_t ply, const char *action);

/* By the clock on the wall, as deadlines are told. */
int64_t wall_ms(void);

#endif
