/*
 * rigged.h - the switches of a server that is not left to chance (rigged.c): its time, its random
 * numbers and its disk are the test's.  They lie in a file that both have mapped.
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_SERVER_RIGGED_H
#define TESTS_SERVER_RIGGED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum rigged_disk {
    DISK_WELL,
    DISK_FULL,          /* nothing can be written */
    DISK_NO_SYNC,       /* what was written cannot be kept */
    DISK_HALF_FULL,     /* half of what is written still finds room, and it fails */
    DISK_KEEPS_WRITERS, /* who wants something kept waits until it is well again */
    DISK_KEEPS_READERS, /* who reads, too */
} rigged_disk;

typedef struct rigged {
    _Atomic int64_t now; /* milliseconds since 1970; 0: the machine's own time */
    _Atomic int64_t wall_set, stopped, slept; /* milliseconds that passed for no player: the clock
                                                 was set, the process stood, the machine slept */
    _Atomic uint64_t seed;                    /* of all random numbers; 0: the machine's own */
    _Atomic int swaps;        /* the server puts a contribution of its own in a player's place */
    _Atomic int disk;         /* rigged_disk */
    _Atomic int keeps_images; /* beside each file of the store there is FILE.kept: what a power
                                    cut would leave of it */
    _Atomic uint64_t syncs, writes, faults;
    _Atomic int waiting; /* threads that the disk keeps just now */
} rigged;

#define RIGGED_SWITCHES "GROGNARD_RIGGED" /* the environment names their file */

/* Makes the file, maps it and puts its name into the environment for the next server that is
 * started; NULL: it cannot.  rigged_free() removes it. */
rigged *rigged_new(char name[128]);
void rigged_free(rigged *, const char *name);
/* Those of the environment; NULL: none. */
rigged *rigged_find(void);

/* ---- The disk (disk.c). ---- */

/* Every file that SQLite opens from now on is written through the switches. */
bool disk_rig(rigged *);
/* As a power cut: each file of the store becomes what had been kept of it. */
bool disk_cut(const char *store_file);

#endif
