/*
 * disk.c - a disk for SQLite that fails when a test wants it to, and that knows what a power cut
 * would leave.
 *
 * It stands in front of the real files.  With `keeps_images` there is a FILE.kept beside each: a
 * write goes into the file at once, as into the kernel's memory, but into the image only when the
 * file is synced.  Killing a process leaves the file; cutting the power leaves, at worst, the
 * image.  disk_cut() puts the images in the place of the files.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rigged.h"

static rigged *switches;
static sqlite3_vfs *real_disk;

/* ---- One file. ---- */

typedef struct pending { /* written and not synced */
    struct pending *next;
    bool truncates; /* to `at` */
    sqlite3_int64 at;
    size_t count;
    char bytes[];
} pending;

typedef struct file {
    sqlite3_file base;
    sqlite3_file *real; /* behind this struct */
    bool rigged;
    int kept; /* the image; -1: none */
    pending *first, **last;
} file;

static void note(file *f, bool truncates, sqlite3_int64 at, const void *bytes, size_t count)
{
    pending *one = f->kept < 0 ? NULL : malloc(sizeof *one + count);
    if (one == NULL) return;
    *one = (pending){.truncates = truncates, .at = at, .count = count};
    if (count > 0) memcpy(one->bytes, bytes, count);
    *f->last = one;
    f->last = &one->next;
}

/* Into the image with it, or only away. */
static bool settle(file *f, bool keep)
{
    bool well = true;
    while (f->first != NULL) {
        pending *one = f->first;
        f->first = one->next;
        if (keep && one->truncates) well &= ftruncate(f->kept, one->at) == 0;
        else if (keep)
            well &= pwrite(f->kept, one->bytes, one->count, one->at) == (ssize_t)one->count;
        free(one);
    }
    f->last = &f->first;
    return well;
}

static bool fails_now(const file *f)
{
    if (!f->rigged) return false;
    const bool fails = switches->disk == DISK_FULL || switches->disk == DISK_HALF_FULL;
    if (fails) switches->faults++;
    return fails;
}

static int file_close(sqlite3_file *at)
{
    file *f = (file *)at;
    settle(f, false);
    if (f->kept >= 0) close(f->kept);
    return f->real->pMethods->xClose(f->real);
}

static void wait_while(const file *f, rigged_disk how)
{
    if (!f->rigged || switches->disk != (int)how) return;
    switches->waiting++;
    while (switches->disk == (int)how) usleep(10000);
    switches->waiting--;
}

static int file_read(sqlite3_file *at, void *out, int count, sqlite3_int64 from)
{
    file *f = (file *)at;
    wait_while(f, DISK_KEEPS_READERS);
    return f->real->pMethods->xRead(f->real, out, count, from);
}

static int file_write(sqlite3_file *at, const void *bytes, int count, sqlite3_int64 to)
{
    file *f = (file *)at;
    switches->writes++;
    if (fails_now(f)) { /* the first half still found room */
        if (switches->disk == DISK_HALF_FULL)
            f->real->pMethods->xWrite(f->real, bytes, count / 2, to);
        return SQLITE_FULL;
    }
    note(f, false, to, bytes, (size_t)count);
    return f->real->pMethods->xWrite(f->real, bytes, count, to);
}

static int file_truncate(sqlite3_file *at, sqlite3_int64 size)
{
    file *f = (file *)at;
    if (fails_now(f)) return SQLITE_FULL;
    note(f, true, size, NULL, 0);
    return f->real->pMethods->xTruncate(f->real, size);
}

static int file_sync(sqlite3_file *at, int flags)
{
    file *f = (file *)at;
    if (f->rigged && switches->disk == DISK_NO_SYNC) {
        switches->faults++;
        return SQLITE_IOERR_FSYNC;
    }
    wait_while(f, DISK_KEEPS_WRITERS);
    const int answer = f->real->pMethods->xSync(f->real, flags);
    if (answer == SQLITE_OK && f->kept >= 0 && !settle(f, true)) return SQLITE_IOERR_FSYNC;
    switches->syncs++;
    return answer;
}

static int file_size(sqlite3_file *at, sqlite3_int64 *size)
{
    file *f = (file *)at;
    return f->real->pMethods->xFileSize(f->real, size);
}

static int file_lock(sqlite3_file *at, int how)
{
    file *f = (file *)at;
    return f->real->pMethods->xLock(f->real, how);
}

static int file_unlock(sqlite3_file *at, int how)
{
    file *f = (file *)at;
    return f->real->pMethods->xUnlock(f->real, how);
}

static int file_is_reserved(sqlite3_file *at, int *answer)
{
    file *f = (file *)at;
    return f->real->pMethods->xCheckReservedLock(f->real, answer);
}

static int file_control(sqlite3_file *at, int what, void *with)
{
    file *f = (file *)at;
    return f->real->pMethods->xFileControl(f->real, what, with);
}

static int file_sector(sqlite3_file *at)
{
    file *f = (file *)at;
    return f->real->pMethods->xSectorSize(f->real);
}

static int file_traits(sqlite3_file *at)
{
    file *f = (file *)at;
    return f->real->pMethods->xDeviceCharacteristics(f->real);
}

static int file_share(sqlite3_file *at, int page, int size, int extend, void volatile **out)
{
    file *f = (file *)at;
    return f->real->pMethods->xShmMap(f->real, page, size, extend, out);
}

static int file_share_lock(sqlite3_file *at, int offset, int count, int flags)
{
    file *f = (file *)at;
    return f->real->pMethods->xShmLock(f->real, offset, count, flags);
}

static void file_share_barrier(sqlite3_file *at)
{
    file *f = (file *)at;
    f->real->pMethods->xShmBarrier(f->real);
}

static int file_unshare(sqlite3_file *at, int away)
{
    file *f = (file *)at;
    return f->real->pMethods->xShmUnmap(f->real, away);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
    .xShmMap = file_share,
    .xShmLock = file_share_lock,
    .xShmBarrier = file_share_barrier,
    .xShmUnmap = file_unshare,
};

/* ---- The disk. ---- */

static void image_name(const char *name, char out[1200]) { snprintf(out, 1200, "%s.kept", name); }

static int disk_open(sqlite3_vfs *disk, const char *name, sqlite3_file *at, int flags, int *out)
{
    file *f = (file *)at;
    char image[1200];
    (void)disk;
    *f = (file){.real = (sqlite3_file *)(f + 1), .kept = -1, .last = &f->first};
    f->rigged =
        name != NULL
        && (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    const int answer = real_disk->xOpen(real_disk, name, f->real, flags, out);
    if (answer != SQLITE_OK) return answer;
    f->base.pMethods = &methods;
    if (f->rigged && switches->keeps_images) {
        image_name(name, image);
        f->kept = open(image, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    }
    return SQLITE_OK;
}

static int disk_delete(sqlite3_vfs *disk, const char *name, int now)
{
    char image[1200];
    (void)disk;
    image_name(name, image);
    if (switches->keeps_images) unlink(image);
    return real_disk->xDelete(real_disk, name, now);
}

bool disk_rig(rigged *with)
{
    static sqlite3_vfs disk;
    switches = with;
    real_disk = sqlite3_vfs_find(NULL);
    if (real_disk == NULL) return false;
    disk = *real_disk; /* what is not ours it does itself; it keeps nothing in this struct */
    disk.pNext = NULL;
    disk.zName = "rigged";
    disk.szOsFile = (int)sizeof(file) + real_disk->szOsFile;
    disk.xOpen = disk_open;
    disk.xDelete = disk_delete;
    return sqlite3_vfs_register(&disk, 1) == SQLITE_OK;
}

static bool copy(const char *from, const char *to)
{
    char bytes[1 << 16];
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    const int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t got = -1;
    while (in >= 0 && out >= 0 && (got = read(in, bytes, sizeof bytes)) > 0)
        if (write(out, bytes, (size_t)got) != got) break;
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    return got == 0;
}

bool disk_cut(const char *store_file)
{
    static const char *const ends[] = {"", "-wal", "-journal"};
    char name[1100], image[1200];
    bool well = true;
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", store_file, ends[i]);
        image_name(name, image);
        struct stat about;
        if (stat(image, &about) == 0) well &= copy(image, name);
        else unlink(name);
    }
    snprintf(name, sizeof name, "%s-shm", store_file); /* is memory, and gone */
    unlink(name);
    return well;
}
