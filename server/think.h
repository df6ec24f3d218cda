/*
 * think.h - worker threads in which computer players choose.
 *
 * A thought gets a copy of what its side may know; the choice comes back as the text of an action.
 * Players that choose at once have a lane and a thread of their own, so that they never wait for
 * one that thinks for seconds; in a lane the askers take turns, each as long as its players want to
 * think.  Thoughts that nobody waits for have the last lane.  A thought that nobody wants any more
 * is stopped: players look now and then whether it is enough (gg_progress).
 *
 * At the same moments a thought gives way: its thread first finishes others and then goes on with
 * it where it was.  One that nobody waits for gives way to everybody; any other to those of other
 * askers that are far shorter, until they have taken as much time as it may take itself.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_THINK_H
#define SERVER_THINK_H

#include <stdatomic.h>

#include "players/players.h"
#include "server/fair.h"
#include "server/lanes.h"
#include "server/queue.h"

enum {
    THINK_AT_ONCE_MS = 200, /* a player that needs no longer is a quick one */
    THINK_LEAST_MS = 2000,  /* of real time: what any player has, on a machine with much to do; */
    THINK_TIMES = 3,        /* and so many times what he says that he needs */
};

typedef enum think_lane { THINK_QUICK, THINK_SLOW, THINK_IDLE, THINK_LANES } think_lane;

typedef struct thinkers thinkers;

typedef struct thought {
    queue_link link;      /* when it is finished */
    lanes_item wait;      /* until it is begun; `key` is who asks */
    char id[FAIR_ID_MAX]; /* of the game */
    const gg_ruleset *rules;
    const gg_player *player;
    gg_side side;
    uint64_t seen; /* hash of the view: while that is what the side sees, the choice is good */
    uint64_t seed;
    gg_state *view; /* its own copy */
    void *memory;   /* the player's, its own copy; NULL: it keeps none */
    atomic_bool unwanted;
    atomic_bool idle;   /* nobody waits for it */
    struct thinker *by; /* who thinks it */
    int64_t begun;      /* lanes_now() */
    int64_t paused;     /* milliseconds for which it gave way */
    bool chosen;        /* false: nothing was offered, or nobody wanted it */
    char text[GG_ACTION_TEXT_MAX];
} thought;

thinkers *thinkers_start(uint32_t threads, void (*wake)(void *app), void *app);
/* All thoughts are unwanted: it does not wait for a player that does not listen. */
void thinkers_stop(thinkers *);
void thinkers_free(thinkers *); /* after that */
/* False, and the thought not taken over, when too many wait. */
bool thinkers_ask(thinkers *, thought *);
/* Nobody wants it any more.  If it waits it is gone at once; else it comes back soon. */
void thinkers_drop(thinkers *, thought *);
/* Somebody waits for it after all. */
void thinkers_hurry(thinkers *, thought *);
thought *thinkers_next(thinkers *); /* one that is finished, or NULL */
void thought_free(thought *);

typedef struct thinkers_figures {
    uint32_t waiting[THINK_LANES];
    int64_t oldest[THINK_LANES]; /* milliseconds */
    uint64_t dropped;
} thinkers_figures;
thinkers_figures thinkers_count(thinkers *);

#endif
