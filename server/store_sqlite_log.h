/*
 * store_sqlite_log.h - SQLite's write-ahead log, written in one piece for each commit.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_SQLITE_LOG_H
#define SERVER_STORE_SQLITE_LOG_H

/* The name of the file system to open the store with; NULL: SQLite's own. */
const char *store_log_system(void);

#endif
