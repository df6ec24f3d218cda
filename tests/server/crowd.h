/*
 * crowd.h - many games at once against one server, by a plain client: one thread, two WebSockets
 * for each game, legal actions chosen at random from what each side is shown.
 *
 * It survives the death of the server: crowd_run() returns when the lines are cut, and
 * crowd_resume() connects everybody again, who then sends again what was not answered.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_CROWD_H
#define TESTS_SERVER_CROWD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/dice.h"
#include "grognard.h"

enum { CROWD_ID_MAX = 24, CROWD_TOKEN_MAX = 48 };

/* What has been acknowledged of one side, in order. */
typedef struct crowd_act {
    uint32_t sent_ply, ply; /* what it was sent for, and what the answer said */
    char *text;
} crowd_act;

typedef enum crowd_stage {
    STAGE_AWAY,    /* not connected */
    STAGE_ASKING,  /* a request of HTTP is on its way: create, sit or upgrade */
    STAGE_PLAYING, /* the WebSocket is open */
} crowd_stage;

struct crowd_game;

typedef struct crowd_seat {
    struct crowd_game *game;
    gg_side side;
    int fd;
    crowd_stage stage;
    bool sat; /* the server has said so */
    char invitation[CROWD_TOKEN_MAX], token[CROWD_TOKEN_MAX];
    char *bytes; /* received, not yet understood */
    size_t count, limit;
    uint32_t told;              /* the last telling heard */
    uint32_t ply;               /* of the last state */
    bool turns;                 /* the last turn heard asks this side */
    bool decides, queued, asks; /* asks: an action is sent and not answered */
    char *position;             /* as it was told, and changed since */
    size_t position_limit;
    char sent[GG_ACTION_TEXT_MAX];
    uint32_t sent_ply;
    int64_t sent_at; /* microseconds */
    crowd_act *acts;
    uint32_t act_count, act_limit;
    uint32_t checked_acts, checked_ply; /* for who checks them */
} crowd_seat;

typedef struct crowd_game {
    const gg_ruleset *rules;
    const char *scenario;
    char id[CROWD_ID_MAX]; /* "" until it is created */
    bool over;
    crowd_seat seats[2];
} crowd_game;

typedef struct crowd_options {
    int port;
    uint32_t games;              /* at the same time */
    uint32_t window;             /* actions under way at the same time */
    uint32_t games_max;          /* in all: when one is over the next begins */
    const char *game, *scenario; /* NULL: all the rulesets in turn, their first scenarios */
    bool keeps_acts;             /* remembers what was acknowledged */
    uint64_t seed;
} crowd_options;

typedef struct crowd {
    crowd_options options;
    crowd_game *games;
    uint32_t count;     /* begun so far */
    uint32_t alive;     /* not over */
    uint32_t opening;   /* being created, joined or connected */
    uint32_t asking;    /* actions under way */
    uint32_t cut;       /* lines cut since crowd_resume */
    crowd_seat **ready; /* a ring of those who decide */
    uint32_t ready_first, ready_count, ready_limit;
    int events; /* of epoll */
    gg_dice dice;
    gg_state *view;
    gg_action *offers;
    char *edited; /* room for a position while it is changed */
    uint64_t answered, again, stale;
    uint64_t enough;         /* crowd_run() ends when so many are answered; 0: it does not */
    uint64_t received, sent; /* bytes */
    char trouble[512];       /* the first thing that was not as it should be */
    bool measures;
    uint32_t *latencies; /* microseconds, while it measures */
    size_t latency_count, latency_limit;
} crowd;

bool crowd_open(crowd *, const crowd_options *);
void crowd_close(crowd *);
/* Plays until `until` (crowd_now()), until all games are over or, if `stops_when_open`, all are
 * open; false: the server is gone. */
bool crowd_run(crowd *, int64_t until, bool stops_when_open);
void crowd_hang_up(crowd *);
void crowd_resume(crowd *, int port);
int64_t crowd_now(void); /* microseconds */

#endif
