/*
 * store_sqlite.h - what the files of the SQLite store share.  Nobody else includes it.
 * SPDX-License-Identifier: MIT
 */
#ifndef SERVER_STORE_SQLITE_H
#define SERVER_STORE_SQLITE_H

#include <sqlite3.h>

#include "server/store.h"

enum { STORE_GAME_STATEMENTS = 32, STORE_PEOPLE_STATEMENTS = 80 };

struct store_session {
    sqlite3 *db;
    sqlite3_stmt *statements[STORE_GAME_STATEMENTS];
    sqlite3_stmt *people[STORE_PEOPLE_STATEMENTS];
};

void store_session_close(store_session *);
/* What statements need besides SQLite: of all sessions, and of those that ask about people. */
bool store_session_begin(store_session *);
bool store_people_begin(store_session *);

/* Of a row of deeds: see store_sqlite.c. */
#define STORE_DEED_SUM "sum_of(number, kind, side, ply, at, text, faces, life)"

extern const char store_people_tables[]; /* the second step of the schema */
extern const char store_snapshot_tables[];
extern const char store_life_tables[];
extern const char store_session_tables[];
extern const char store_listed_tables[];
extern const char store_restored_tables[];
extern const char store_mail_tables[];
extern const char store_words_tables[];

#endif
