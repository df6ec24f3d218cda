/*
 * backup.h - copies of the store in a folder of their own: made while the server runs, looked at
 * before they count, the oldest thrown away.  Used by `grognard backup` and by the server itself.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_BACKUP_H
#define SERVER_BACKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BACKUP_NAME_MAX = 4096, BACKUP_ERROR_MAX = 600 };

typedef struct backup_plan {
    const char *file;          /* the store's */
    const char *folder;        /* where copies go; it is made if its parent is there */
    uint32_t keep;             /* so many; 0: all */
    uint32_t seconds;          /* for replaying its games, newest first; 0: all of them */
    bool (*goes_on)(void *to); /* asked now and then; NULL: it does */
    void *to;
} backup_plan;

typedef struct backup_made {
    char name[BACKUP_NAME_MAX];
    uint64_t bytes, games, deeds;
    uint64_t replayed; /* games */
    uint64_t broken;   /* games that could not be: as in the store itself */
    char trouble[200]; /* of the first of them */
    bool older;        /* of an older format: its games were not looked at */
    uint32_t dropped;  /* old copies */
} backup_made;

/* FOLDER/NAME-20261115T093048Z.db, readable by its owner alone.  It has this name only when it is
 * whole and on the disk; false, and a sentence, if that was not to be: then nothing is there that
 * was not there before, and no old copy is gone. */
bool backup_make(const backup_plan *, backup_made *, char error[BACKUP_ERROR_MAX]);
/* When the newest copy was made: seconds since 1970; 0: there is none. */
int64_t backup_newest(const char *file, const char *folder);

/* ---- In the server. ---- */

typedef struct backups backups;
typedef struct backup_figures {
    int64_t last; /* success: seconds since 1970; 0: none yet */
    uint64_t made, failed;
    uint64_t bytes, took_ms; /* of the last */
    bool well;               /* the last try succeeded */
} backup_figures;
typedef struct backup_times {
    const char *folder;
    uint32_t hours, keep;
} backup_times;

/* `where`: as the server names its store. */
backups *backups_open(const char *where, const backup_times *, void (*wake)(void *app), void *app);
void backups_second(backups *, int64_t now_s, int64_t ticks_ms); /* on the loop */
void backups_deliver(backups *);
backup_figures backups_count(const backups *);
void backups_close(backups *); /* ends one that is under way; NULL: nothing */

#endif
