/*
 * store_rights.c - who may read the store's files.  See store_rights.h.
 *
 * In them stand the secrets of dice that are not revealed yet, hashes of passwords and tokens, mail
 * addresses and what people say to each other.
 * SPDX-License-Identifier: MIT
 */
#include "server/store_rights.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/log.h"

enum { STRANGERS = 07, OWNER_ONLY = 0600 };

/* True also if the file is not there. */
static bool shut_out_strangers(const char *file)
{
    struct stat now;
    if (stat(file, &now) != 0) return errno == ENOENT;
    if (!S_ISREG(now.st_mode) || (now.st_mode & STRANGERS) == 0) return true;
    if (chmod(file, now.st_mode & 07777 & ~(mode_t)STRANGERS) != 0) return false;
    log_say("store was open to all users", "file", file, "now", "closed to them", NULL);
    return true;
}

/* Something that is no store, by a slip of who named it: it is not ours to change. */
static bool is_anothers(const char *file)
{
    static const char begins[16] = "SQLite format 3";
    char head[sizeof begins];
    const int fd = open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return false;
    const ssize_t count = read(fd, head, sizeof head);
    close(fd);
    return count > 0 && (count < (ssize_t)sizeof head || memcmp(head, begins, sizeof head) != 0);
}

bool store_keep_private(const char *file, char *error, size_t limit)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    const int fd = open(file, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, OWNER_ONLY);
    if (fd >= 0) close(fd);
    if (is_anothers(file)) return true; /* who opens it says so */
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        char name[4096];
        if (snprintf(name, sizeof name, "%s%s", file, endings[i]) < (int)sizeof name
            && !shut_out_strangers(name)) {
            snprintf(error, limit,
                     "every user of this machine can read %s, and that cannot be"
                     " changed: %s",
                     name, strerror(errno));
            return false;
        }
    }
    return true;
}
