/*
 * turns.h - how soon a thread comes to the processor when others are there.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_TURNS_H
#define SERVER_TURNS_H

#include <stdbool.h>
#include <stdint.h>

enum { TURNS_LOOP_US = 400, TURNS_STORE_US = 100 };

/* This thread asks the kernel for turns of no more than so many microseconds, and so to be let in
 * sooner, before whoever has long ones: it gets no more of the processor by that.  Threads that it
 * starts have usual turns.  Linux knows of it since 6.12; elsewhere nothing happens. */
void turns_shorten(uint32_t microseconds);

/* What the kernel keeps of a thread: its struct sched_attr (which the C library's headers and the
 * kernel's do not let one use beside threads). */
typedef struct turns_kept {
    uint32_t size, policy;
    uint64_t flags;
    int32_t nice;
    uint32_t priority;
    uint64_t nanoseconds, deadline, period;
} turns_kept;
enum { TURNS_NOT_INHERITED = 1 }; /* a flag */
bool turns_look(turns_kept *);    /* of this thread; false: the kernel does not tell */

#endif
