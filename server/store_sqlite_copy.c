/*
 * store_sqlite_copy.c - a copy of a store that a server is writing to.  See store.h.
 *
 * SQLite's backup begins anew whenever somebody else has written between two of its steps, and so
 * never ends beside a busy server.  Here one read transaction is held from the first page to the
 * last: it sees one moment, however much is written meanwhile, and nobody has to wait for it, for
 * writers only add to the write-ahead log.
 * SPDX-License-Identifier: MIT
 */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "server/store.h"
#include "server/store_sqlite.h"

enum { PAGES_AT_ONCE = 512, STEPS_AT_ONCE = 100000, BUSY_MS = 5000 };

static bool complain(sqlite3 *db, const char *what, char *error, size_t limit)
{
    snprintf(error, limit, "%s: %s", what, db == NULL ? "no memory" : sqlite3_errmsg(db));
    return false;
}

static bool execute(sqlite3 *db, const char *text)
{
    return sqlite3_exec(db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* A connection of SQLite's own ways, without the log of store_sqlite_log.c: it does not write. */
static bool open_source(const char *file, sqlite3 **db, char *error, size_t limit)
{
    if (sqlite3_open_v2(file, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK)
        return complain(*db, file, error, limit);
    sqlite3_busy_timeout(*db, BUSY_MS);
    /* The first read begins the transaction; until the COMMIT it sees this moment. */
    if (!execute(*db, "BEGIN") || !execute(*db, "SELECT count(*) FROM sqlite_schema"))
        return complain(*db, file, error, limit);
    return true;
}

static bool copy_pages(sqlite3 *from, sqlite3 *to, const store_copying *how, char *error,
                       size_t limit)
{
    sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
    if (backup == NULL) return complain(to, "it cannot be copied", error, limit);
    int answer = SQLITE_OK;
    while (answer == SQLITE_OK) {
        answer = sqlite3_backup_step(backup, PAGES_AT_ONCE);
        if (answer == SQLITE_OK && how->goes_on != NULL && !how->goes_on(how->to))
            answer = SQLITE_INTERRUPT;
    }
    const int finished = sqlite3_backup_finish(backup);
    if (answer == SQLITE_DONE && finished == SQLITE_OK) return true;
    snprintf(error, limit, "it cannot be copied: %s",
             sqlite3_errstr(answer == SQLITE_DONE ? finished : answer));
    return false;
}

/* It says of itself that it is one.  Older formats have no word for that: nor has who starts it. */
static bool mark(sqlite3 *to)
{
    sqlite3_stmt *made = NULL;
    sqlite3_prepare_v2(to, "UPDATE life SET copied = strftime('%s') * 1000", -1, &made, NULL);
    const bool marked = made == NULL || sqlite3_step(made) == SQLITE_DONE;
    sqlite3_finalize(made);
    return marked;
}

/* A file by itself, with no log beside it, and on the disk. */
static bool close_copy(sqlite3 *to, const char *file, char *error, size_t limit)
{
    const bool plain = mark(to) && execute(to, "PRAGMA journal_mode = DELETE");
    if (!plain) complain(to, file, error, limit);
    sqlite3_close(to);
    if (!plain) return false;
    const int fd = open(file, O_RDWR | O_CLOEXEC);
    const bool kept = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    if (!kept) snprintf(error, limit, "%s cannot be kept on the disk", file);
    return kept;
}

bool store_copy(const store_copying *how, char *error, size_t limit)
{
    sqlite3 *from = NULL, *to = NULL;
    bool well = open_source(how->from, &from, error, limit);
    if (well
        && sqlite3_open_v2(how->into, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL)
               != SQLITE_OK)
        well = complain(to, how->into, error, limit);
    /* What is not whole is thrown away: the disk is asked once, at the end. */
    well = well && execute(to, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
           && copy_pages(from, to, how, error, limit);
    sqlite3_close(from);
    if (well) return close_copy(to, how->into, error, limit);
    sqlite3_close(to);
    return false;
}

/* ---- Looking into a file. ---- */

static bool is_whole(sqlite3 *db, bool quick, char *error, size_t limit)
{
    sqlite3_stmt *made = NULL;
    const char *question = quick ? "PRAGMA quick_check" : "PRAGMA integrity_check";
    bool whole = sqlite3_prepare_v2(db, question, -1, &made, NULL) == SQLITE_OK
                 && sqlite3_step(made) == SQLITE_ROW;
    if (!whole) complain(db, "it cannot be read", error, limit);
    const char *said = whole ? (const char *)sqlite3_column_text(made, 0) : NULL;
    if (said != NULL && sqlite3_stricmp(said, "ok") != 0) {
        snprintf(error, limit, "it is damaged: %s", said);
        whole = false;
    }
    sqlite3_finalize(made);
    return whole;
}

static int ask_whether(void *of)
{
    const store_visiting *how = of;
    return !how->goes_on(how->to);
}

bool store_visit(const store_visiting *how, char *error, size_t limit)
{
    store_session session = {0};
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX;
    bool well = sqlite3_open_v2(how->file, &session.db, flags, NULL) == SQLITE_OK;
    well = well && store_session_begin(&session);
    if (!well) complain(session.db, how->file, error, limit);
    if (well && how->goes_on != NULL)
        sqlite3_progress_handler(session.db, STEPS_AT_ONCE, ask_whether, (void *)how);
    const bool ran = well && how->run(how->to, &session);
    well = well && is_whole(session.db, how->quick, error, limit);
    store_session_close(&session);
    return well && ran;
}
