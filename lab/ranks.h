/*
 * ranks.h - one run on many machines: several processes ("ranks") that were started together.
 *
 * Rank 0 has the folder and deals the games; the others play what they are dealt and send the line
 * of each game.  Rank 0 plays too, and when nothing is left to be dealt it plays again what others
 * have not sent yet: so it never waits for one that has died, and a death costs the games that one
 * had under way.  A game is the same whoever plays it, so the line that comes first is as good as
 * any.
 *
 * How messages travel is no business of this: lab/mpi.c is one way, in a file of its own that is
 * loaded only where ranks were started (mpirun), because few have it.
 * SPDX-License-Identifier: MIT
 */
#ifndef LAB_RANKS_H
#define LAB_RANKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All its functions are called by one thread, the one that calls begin(). */
typedef struct lab_post {
    /* False: there is nobody else. */
    bool (*begin)(int *rank, int *ranks);
    int64_t (*now_us)(void); /* goes on, whatever is done to the machine's clock */
    /* False: it cannot be sent, or has not gone after so long.  It may be lost if the other one has
     * died. */
    bool (*send)(int to, const void *bytes, size_t count, long most_us);
    /* The next message that has come, if there is one: `from` whom, and how long. */
    bool (*look)(int *from, size_t *count);
    /* That message; `bytes` has room for it. */
    bool (*take)(int from, void *bytes, size_t count);
    /* With `all` everybody ends in good order; else somebody is missing. */
    void (*end)(bool all);
} lab_post;

/* What the loaded file exports. */
#define LAB_POST_NAME "lab_mpi_post"
extern const lab_post lab_mpi_post;

/* Was this process started as one of several?  Which one of how many, from its surroundings. */
bool lab_has_ranks(int *rank, int *ranks);

#endif
