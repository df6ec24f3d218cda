/*
 * turns.c - how soon a thread comes to the processor when others are there.  See turns.h.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* syscall */
#include "server/turns.h"

#include <sys/syscall.h>
#include <unistd.h>

_Static_assert(sizeof(turns_kept) == 48, "as the kernel had it first, and takes it still");

bool turns_look(turns_kept *out)
{
    *out = (turns_kept){.size = sizeof *out};
    return syscall(SYS_sched_getattr, 0, out, (unsigned)sizeof *out, 0u) == 0;
}

void turns_shorten(uint32_t microseconds)
{
    enum { OTHER = 0, BATCH = 3 }; /* of whoever set another policy that number says other things */
    turns_kept how;
    if (!turns_look(&how) || (how.policy != OTHER && how.policy != BATCH)) return;
    how.flags |= TURNS_NOT_INHERITED;
    how.nanoseconds = (uint64_t)microseconds * 1000;
    syscall(SYS_sched_setattr, 0, &how, 0u); /* refused: it goes on as it is */
}
