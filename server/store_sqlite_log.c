/*
 * store_sqlite_log.c - SQLite's write-ahead log, written in one piece for each commit.
 *
 * SQLite writes each page of a commit to the log by two calls, its head and the page; a commit of
 * thirty actions is a hundred calls.  Here is a file system for SQLite ("VFS") that is its own one
 * but for the log: what is written to it, one behind the other, is gathered in memory and goes to
 * the kernel when SQLite asks for it to be on the disk, or looks at it.  Nobody else looks before
 * that: other connections read the log as far as its index says that it is committed, and the index
 * is written after the sync.  A write that fails is told by the sync, which fails then, and with it
 * the commit.
 * SPDX-License-Identifier: MIT
 */
#include "server/store_sqlite_log.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { GATHER_MAX = 64 * 1024 }; /* SQLite's own files take less than 128 KiB at once */

typedef struct log_file {
    sqlite3_file base; /* what SQLite sees: it must be the first */
    sqlite3_file *real;
    sqlite3_int64 from; /* where the bytes belong */
    size_t count;
    unsigned char *bytes; /* of GATHER_MAX; NULL: there was no memory, nothing is gathered */
} log_file;

static log_file *log_of(sqlite3_file *file) { return (log_file *)(void *)file; }

static int hand_on(log_file *log)
{
    const size_t count = log->count;
    log->count = 0;
    if (count == 0) return SQLITE_OK;
    return log->real->pMethods->xWrite(log->real, log->bytes, (int)count, log->from);
}

static int write_log(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    log_file *log = log_of(file);
    const size_t more = (size_t)count;
    const bool follows = log->count > 0 && at == log->from + (sqlite3_int64)log->count
                         && more <= GATHER_MAX - log->count;
    if (!follows) {
        const int handed = hand_on(log);
        if (handed != SQLITE_OK) return handed;
        if (log->bytes == NULL || more > GATHER_MAX)
            return log->real->pMethods->xWrite(log->real, bytes, count, at);
        log->from = at;
    }
    memcpy(log->bytes + log->count, bytes, more);
    log->count += more;
    return SQLITE_OK;
}

static int read_log(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    log_file *log = log_of(file);
    const int handed = hand_on(log);
    return handed != SQLITE_OK ? handed : log->real->pMethods->xRead(log->real, bytes, count, at);
}

static int sync_log(sqlite3_file *file, int flags)
{
    log_file *log = log_of(file);
    const int handed = hand_on(log);
    return handed != SQLITE_OK ? handed : log->real->pMethods->xSync(log->real, flags);
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size)
{
    log_file *log = log_of(file);
    const int handed = hand_on(log);
    return handed != SQLITE_OK ? handed : log->real->pMethods->xTruncate(log->real, size);
}

static int size_log(sqlite3_file *file, sqlite3_int64 *size)
{
    log_file *log = log_of(file);
    const int handed = hand_on(log);
    return handed != SQLITE_OK ? handed : log->real->pMethods->xFileSize(log->real, size);
}

static int close_log(sqlite3_file *file)
{
    log_file *log = log_of(file);
    const int handed = hand_on(log);
    free(log->bytes);
    log->bytes = NULL;
    const int closed = log->real->pMethods->xClose(log->real);
    return handed != SQLITE_OK ? handed : closed;
}

/* ---- What is the file's own business. ---- */

static int lock_log(sqlite3_file *file, int level)
{
    sqlite3_file *real = log_of(file)->real;
    return real->pMethods->xLock(real, level);
}

static int unlock_log(sqlite3_file *file, int level)
{
    sqlite3_file *real = log_of(file)->real;
    return real->pMethods->xUnlock(real, level);
}

static int check_log(sqlite3_file *file, int *reserved)
{
    sqlite3_file *real = log_of(file)->real;
    return real->pMethods->xCheckReservedLock(real, reserved);
}

static int control_log(sqlite3_file *file, int what, void *with)
{
    sqlite3_file *real = log_of(file)->real;
    return real->pMethods->xFileControl(real, what, with);
}

static int sector_log(sqlite3_file *file)
{
    sqlite3_file *real = log_of(file)->real;
    return real->pMethods->xSectorSize(real);
}

static int device_log(sqlite3_file *file)
{
    sqlite3_file *real = log_of(file)->real;
    return real->pMethods->xDeviceCharacteristics(real);
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = close_log,
    .xRead = read_log,
    .xWrite = write_log,
    .xTruncate = truncate_log,
    .xSync = sync_log,
    .xFileSize = size_log,
    .xLock = lock_log,
    .xUnlock = unlock_log,
    .xCheckReservedLock = check_log,
    .xFileControl = control_log,
    .xSectorSize = sector_log,
    .xDeviceCharacteristics = device_log,
};

/* ---- The file system. ---- */

static int open_file(sqlite3_vfs *own, const char *name, sqlite3_file *file, int flags, int *got)
{
    sqlite3_vfs *usual = own->pAppData;
    log_file *log = log_of(file);
    if ((flags & SQLITE_OPEN_WAL) == 0) return usual->xOpen(usual, name, file, flags, got);
    *log = (log_file){.real = (sqlite3_file *)(void *)(log + 1)};
    const int opened = usual->xOpen(usual, name, log->real, flags, got);
    if (opened != SQLITE_OK) return opened;
    log->bytes = malloc(GATHER_MAX);
    log->base.pMethods = &methods;
    return SQLITE_OK;
}

static sqlite3_vfs system_own;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static bool registered;

static void make_system(void)
{
    sqlite3_vfs *usual = sqlite3_vfs_find(NULL);
    if (usual == NULL) return;
    system_own = *usual; /* all its ways but one; they are called with this one for themselves */
    system_own.pNext = NULL;
    system_own.zName = "grognard";
    system_own.pAppData = usual;
    system_own.szOsFile = (int)sizeof(log_file) + usual->szOsFile;
    system_own.xOpen = open_file;
    registered = sqlite3_vfs_register(&system_own, 0) == SQLITE_OK;
}

const char *store_log_system(void)
{
    pthread_once(&once, make_system);
    return registered ? system_own.zName : NULL;
}
