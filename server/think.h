/*
 * think.h - worker threads in which computer players choose.
 *
 * A thought gets a copy of what its side may know; the choice comes back as the text of an action.
 * There are few threads and a bounded queue: a slow player delays other computer players, and
 * never the loop.
 */
#ifndef SERVER_THINK_H
#define SERVER_THINK_H

#include "players/players.h"
#include "server/fair.h"
#include "server/queue.h"

typedef struct thinkers thinkers;

typedef struct thought {
    queue_link link;
    char id[FAIR_ID_MAX]; /* of the game */
    const gg_ruleset *rules;
    const gg_player *player;
    gg_side side;
    uint32_t done_count; /* deeds of the game when it was thought up */
    uint64_t seed;
    gg_state *view;      /* its own copy */
    bool chosen;         /* false: nothing was offered */
    char text[GG_ACTION_TEXT_MAX];
} thought;

thinkers *thinkers_start(uint32_t threads, void (*wake)(void *app), void *app);
/* Waits for the thought that is being thought; those that wait are dropped. */
void thinkers_stop(thinkers *);
void thinkers_free(thinkers *); /* after that */
/* False, and the thought not taken over, when too many wait. */
bool thinkers_ask(thinkers *, thought *);
thought *thinkers_next(thinkers *); /* one that is finished, or NULL */
uint32_t thinkers_waiting(thinkers *);
void thought_free(thought *);

#endif
