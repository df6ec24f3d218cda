/*
 * inspect.h - a look at the whole store when the server starts: what is broken is said before
 * somebody asks for it.
 *
 * It is the quick one: is the file whole, and does each game have as many deeds as its tally knows
 * of?  What they say is compared when they are read, and by `grognard backup`.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_INSPECT_H
#define SERVER_INSPECT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct inspection inspection;

/* On a thread of its own; `where` as the server names its store.  NULL: there is no thread. */
inspection *inspection_begin(const char *where, void (*wake)(void *app), void *app);
void inspection_deliver(inspection *);                /* on the loop: says what was found */
uint64_t inspection_count_broken(const inspection *); /* games, found by now */
void inspection_end(inspection *);                    /* ends it early; NULL: nothing */

#endif
