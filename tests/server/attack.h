/*
 * attack.h - a server with a game under attack and a game that goes on beside it, for tests.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_ATTACK_H
#define TESTS_SERVER_ATTACK_H

#include "client.h"
#include "core/dice.h"

enum {
    BYTES_MAX = 70000,
    CLOSED = 0, /* the connection is hung up without an answer */
    SILENCE_MS = 30000,
};

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

/* Whoever has to decide, with an action that is legal; false: nobody. */
bool choose(game *, gg_dice *, gg_side *, char *action, int64_t *ply);
/* The players of the other game go on; over, they begin a new one. */
bool goes_on(scene *);

/* A connection from an address of its own: 127.0.0.1 and so many more. */
int attacker(int port, int number);

typedef struct heard {
    int status; /* of the first answer; CLOSED: none came */
    bool closed;
    char error[64];
    size_t count;
    char bytes[1 << 17];
} heard;

/* What comes back: an answer, or the end of the line. */
void listen_to(int fd, heard *, int wait_ms);
void report(const heard *);

/* "$NAME" becomes what it stands for; zeros and all other bytes stay. */
size_t fill_in(const scene *, const char *from, size_t count, char *out);

typedef struct row {
    const char *what; /* it checks */
    const char *head; /* request line and headers; Host is added */
    const char *body; /* NULL: none; its length is added */
    int status;
    const char *error; /* NULL: any, or none */
} row;

#define ACTION "POST /api/games/$ID/action HTTP/1.1\r\n"
#define BYTES(text) text, sizeof text - 1

/* ---- Requests, and the page's folder: hostile_requests.c. ---- */

/* Files, and what is no business of anybody's: links that lead out, hidden files, a pipe. */
bool furnish(const scene *);
void try_requests(scene *, heard *);
void try_members(scene *, heard *); /* of the wrong kind */
void try_files(scene *, heard *);
void try_tags(scene *);
void try_large(scene *);
void try_raws(scene *, heard *); /* what is hardly HTTP */

#endif
