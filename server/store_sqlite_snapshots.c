/*
 * store_sqlite_snapshots.c - games as they were after so many deeds.  See store.h.
 *
 * They are copies of what the deeds say, to save time: any of them may be lost or thrown away.
 * They are read and written seldom, so no statement is kept for them.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "server/store_sqlite.h"

const char store_snapshot_tables[] =
    "CREATE TABLE snapshots ("
    "  game TEXT NOT NULL REFERENCES games(id), number INTEGER NOT NULL,"
    "  blue INTEGER NOT NULL, red INTEGER NOT NULL, watchers INTEGER NOT NULL,"
    "  proved INTEGER NOT NULL DEFAULT 0, bytes BLOB NOT NULL, PRIMARY KEY (game, number));";

/* Of the deeds of the game ?1 after a snapshot. */
#define SUM_SINCE(number)                                                                          \
    "(SELECT xor_of(" STORE_DEED_SUM ") FROM deeds WHERE game = ?1 AND deeds.number >= " number ")"

static sqlite3_stmt *begin(store_session *session, const char *text, const char *game)
{
    sqlite3_stmt *made = NULL;
    if (sqlite3_prepare_v2(session->db, text, -1, &made, NULL) != SQLITE_OK) return NULL;
    sqlite3_bind_text(made, 1, game, -1, SQLITE_STATIC);
    return made;
}

static bool end(sqlite3_stmt *made)
{
    const bool done = made != NULL && sqlite3_step(made) == SQLITE_DONE;
    sqlite3_finalize(made);
    return done;
}

bool store_add_snapshot(store_session *session, const char *game, const store_snapshot *it)
{
    sqlite3_stmt *made = begin(session,
                               "INSERT OR REPLACE INTO snapshots (game, number, blue, red,"
                               " watchers, bytes, sum) SELECT game, ?2, ?3, ?4, ?5, ?6,"
                               " xor_of(sum, " SUM_SINCE("?2") ") FROM tallies WHERE game = ?1",
                               game);
    if (made == NULL) return false;
    sqlite3_bind_int64(made, 2, it->number);
    for (int viewer = 0; viewer < 3; viewer++)
        sqlite3_bind_int64(made, 3 + viewer, it->ply[viewer]);
    sqlite3_bind_blob64(made, 6, it->bytes, it->count, SQLITE_STATIC);
    return end(made);
}

store_found store_read_snapshot(store_session *session, const char *game, uint8_t viewer,
                                uint32_t ply, uint32_t most, store_snapshot *out)
{
#define LAST_BY(viewer)                                                                            \
    "SELECT number, proved, bytes, xor_of(sum, " SUM_SINCE(                                        \
        "s.number") ") ="                                                                          \
                    " (SELECT sum FROM tallies WHERE game = ?1)"                                   \
                    " FROM snapshots s WHERE game = ?1 AND " viewer " <= ?2 AND number <= ?3"      \
                    " ORDER BY number DESC LIMIT 1"
    static const char *const texts[] = {LAST_BY("blue"), LAST_BY("red"), LAST_BY("watchers")};
#undef LAST_BY
    sqlite3_stmt *made = begin(session, texts[viewer], game);
    if (made == NULL) return STORE_BROKEN;
    sqlite3_bind_int64(made, 2, ply);
    sqlite3_bind_int64(made, 3, most);
    const int answer = sqlite3_step(made);
    const bool fits = answer == SQLITE_ROW && sqlite3_column_int(made, 3) != 0;
    store_found found = answer == SQLITE_DONE || answer == SQLITE_ROW ? STORE_NONE : STORE_BROKEN;
    if (fits) {
        *out = (store_snapshot){.number = (uint32_t)sqlite3_column_int64(made, 0),
                                .proved = sqlite3_column_int(made, 1) != 0,
                                .count = (size_t)sqlite3_column_bytes(made, 2)};
        out->bytes = malloc(out->count + 1);
        if (out->bytes != NULL) {
            if (out->count > 0) memcpy(out->bytes, sqlite3_column_blob(made, 2), out->count);
            found = STORE_FOUND;
        }
    }
    sqlite3_finalize(made);
    return found;
}

bool store_prove_snapshot(store_session *session, const char *game, uint32_t number)
{
    sqlite3_stmt *made = begin(session,
                               "UPDATE snapshots SET proved = 1 WHERE game = ?1"
                               " AND number = ?2",
                               game);
    if (made != NULL) sqlite3_bind_int64(made, 2, number);
    return end(made);
}

bool store_drop_snapshots(store_session *session, const char *game)
{
    return end(begin(session, "DELETE FROM snapshots WHERE game = ?1", game));
}
