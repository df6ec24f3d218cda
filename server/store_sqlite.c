/*
 * store_sqlite.c - the store in one SQLite file.
 *
 * A connection for each thread: the writer takes all jobs that are waiting, runs them in one
 * transaction and commits once with synchronous=FULL; the readers read beside it, which the
 * write-ahead log allows.  Statements are prepared once, at the first use.
 * SPDX-License-Identifier: MIT
 */
#include "server/store.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stddef.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/store_rights.h"
#include "server/store_sqlite_log.h"
#include "server/store_sqlite.h"
#include "server/turns.h"

enum {
    WAITING_MAX = 16384, /* writes */
    BATCH_MAX = 1024,    /* writes of one commit */
    EAGER = 8,           /* so many are worth a commit: the loop goes on meanwhile */
    BUSY_MS = 5000,      /* for somebody else's hands on the file */
    ERROR_MAX = 256,
    READER_STACK = 4 << 20,
    READERS = 3,
    READER_CACHE_KIB = 8192,
};

/* ---- Who is read for, by whom, and how long it may take. ---- */

static const lanes_rule rank_rules[LANES_MAX] = {
    [STORE_FIRST] = {8192, 256},   [STORE_PLAYER] = {8192, 256},    [STORE_WATCHER] = {4096, 64},
    [STORE_STRANGER] = {1024, 16}, [STORE_BACKGROUND] = {256, 256},
};
static const int64_t rank_ms[STORE_RANKS] = {
    [STORE_FIRST] = 30000,    [STORE_PLAYER] = 30000, [STORE_WATCHER] = 20000,
    [STORE_STRANGER] = 10000, [STORE_BACKGROUND] = 0,
};
#define RANK(name) (1u << STORE_##name)
static const uint32_t reader_ranks[READERS] = {
    RANK(FIRST),
    RANK(FIRST) | RANK(PLAYER) | RANK(WATCHER),
    RANK(FIRST) | RANK(PLAYER) | RANK(WATCHER) | RANK(STRANGER) | RANK(BACKGROUND),
};
enum { LONG_RANKS_NICE = 5 }; /* the last of them gives way to everything else */

/* ---- What a game's tally knows, to be compared with what is there. ---- */

/* Neither the version of the rules nor the hash after a deed is in a sum: a wrong one is found when
 * the game is played again, and a newer program may have to write another. */
#define ROW_SUM                                                                                    \
    "sum_of(ruleset, scenario, options, blue, red, blue_invitation, red_invitation, secret,"       \
    " clock, earlier, created)"

/* ---- The schema: each step brings a file from one version to the next. ---- */

static const char *const steps[] = {
    "CREATE TABLE games ("
    "  id TEXT PRIMARY KEY, ruleset TEXT NOT NULL, version INTEGER NOT NULL,"
    "  scenario TEXT NOT NULL, options TEXT NOT NULL,"
    "  blue TEXT NOT NULL, red TEXT NOT NULL,"
    "  blue_invitation BLOB NOT NULL, red_invitation BLOB NOT NULL,"
    "  secret BLOB NOT NULL, clock TEXT NOT NULL, earlier TEXT NOT NULL, created INTEGER NOT NULL,"
    "  status INTEGER NOT NULL DEFAULT 0, deciding INTEGER NOT NULL DEFAULT 0,"
    "  changed INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;"
    "CREATE TABLE deeds ("
    "  game TEXT NOT NULL REFERENCES games(id), number INTEGER NOT NULL,"
    "  kind INTEGER NOT NULL, side INTEGER NOT NULL, ply INTEGER NOT NULL,"
    "  hash INTEGER NOT NULL, at INTEGER NOT NULL, text TEXT NOT NULL, faces BLOB NOT NULL,"
    "  PRIMARY KEY (game, number)) WITHOUT ROWID;"
    "CREATE TABLE lines ("
    "  game TEXT NOT NULL REFERENCES games(id), number INTEGER NOT NULL,"
    "  room INTEGER NOT NULL, side INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  name TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;"
    "CREATE TABLE notes ("
    "  game TEXT NOT NULL REFERENCES games(id), side INTEGER NOT NULL,"
    "  text TEXT NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (game, side)) WITHOUT ROWID;",
    store_people_tables,
    "CREATE INDEX games_computers ON games (id) WHERE status = 1"
    "  AND (blue NOT IN ('link', 'open') OR red NOT IN ('link', 'open'));",
    store_snapshot_tables,
    store_life_tables,
    "CREATE INDEX lines_rooms ON lines (game, room, number);",
    store_session_tables,
    /* A deed is written with its game, or long after it: to look the game up each time is a sixth
     * of the writing.  Only the text of the table changes. */
    "PRAGMA writable_schema = ON;"
    "UPDATE sqlite_schema SET sql = replace(sql, 'game TEXT NOT NULL REFERENCES games(id)',"
    "  'game TEXT NOT NULL') WHERE type = 'table' AND name = 'deeds';"
    "PRAGMA writable_schema = RESET;",
    "ALTER TABLE accounts ADD COLUMN page TEXT NOT NULL DEFAULT '';",
    store_listed_tables,
    /* What is known of a game's row and deeds, so that none is lost in silence: a table of its own,
     * because a row of games has five times as many bytes, and one is written for each deed. */
    "CREATE TABLE tallies (game TEXT PRIMARY KEY, deeds INTEGER NOT NULL, sum INTEGER NOT NULL,"
    "  row_sum INTEGER NOT NULL) WITHOUT ROWID;"
    "INSERT INTO tallies SELECT id, (SELECT count(*) FROM deeds WHERE game = id),"
    "  (SELECT xor_of(" STORE_DEED_SUM ") FROM deeds WHERE game = id), " ROW_SUM " FROM games;"
    "DELETE FROM snapshots;"
    "ALTER TABLE snapshots ADD COLUMN sum INTEGER NOT NULL DEFAULT 0;",
    store_restored_tables,
    store_mail_tables,
    "ALTER TABLE deeds ADD COLUMN hashed INTEGER NOT NULL DEFAULT 0;",
    store_words_tables,
    "CREATE TABLE standings (game TEXT NOT NULL, number INTEGER NOT NULL, kept INTEGER NOT NULL,"
    "  bytes BLOB NOT NULL, PRIMARY KEY (game, number)) WITHOUT ROWID;",
};
enum { SCHEMA = sizeof steps / sizeof steps[0] };

/* ---- Statements. ---- */

typedef enum statement {
    ADD_GAME,
    ADD_TALLY,
    ADD_DEED,
    COUNT_DEED,
    SET_STATUS,
    READ_GAME,
    READ_DEEDS,
    FIND_DEED,
    CHECK_GAME,
    ADD_LINE,
    DROP_LINES,
    READ_LINES,
    SET_NOTE,
    READ_NOTE,
    READ_COMPUTERS,
    COUNT_GAMES,
    READ_IDS,
    READ_UNFINISHED,
    DROP_STANDING,
    ADD_STANDING,
    READ_STANDING,
    BEGIN_WRITE,
    COMMIT_WRITE,
    STATEMENTS
} statement;

#define LINES_OF(room)                                                                             \
    "SELECT number, room, side, at, name, text FROM lines WHERE game = ?1 AND room = " room

static const char *const texts[STATEMENTS] = {
    [ADD_GAME] = "INSERT INTO games (id, ruleset, version, scenario, options, blue, red,"
                 " blue_invitation, red_invitation, secret, clock, earlier, created, changed)"
                 " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?13)",
    [ADD_TALLY] = "INSERT INTO tallies SELECT id, 0, 0, " ROW_SUM " FROM games WHERE id = ?1",
    [ADD_DEED] = "INSERT INTO deeds (game, number, kind, side, ply, hash, at, text, faces, life,"
                 " hashed) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [COUNT_DEED] = "UPDATE tallies SET deeds = deeds + 1,"
                   " sum = xor_of(sum, sum_of(?2, ?3, ?4, ?5, ?7, ?8, ?9, ?10))"
                   " WHERE game = ?1 AND deeds = ?2",
    [SET_STATUS] = "UPDATE games SET status = ?2, deciding = ?3, changed = ?4 WHERE id = ?1",
    [READ_GAME] = "SELECT ruleset, version, scenario, options, blue, red, blue_invitation,"
                  " red_invitation, secret, clock, earlier, created, deeds, sum, row_sum = " ROW_SUM
                  ", status = 2, (SELECT winner FROM summaries WHERE game = id),"
                  " coalesce((SELECT how FROM summaries WHERE game = id), '')"
                  " FROM games LEFT JOIN tallies ON game = id WHERE id = ?1",
    [READ_DEEDS] = "SELECT number, kind, side, ply, hash, at, text, faces, life, " STORE_DEED_SUM
                   ", hashed FROM deeds WHERE game = ?1 AND number >= ?2 ORDER BY number",
    [FIND_DEED] = "SELECT 1 FROM deeds WHERE game = ?1 LIMIT 1",
    [CHECK_GAME] = "SELECT row_sum = " ROW_SUM " AND (deeds, CASE WHEN ?2 THEN sum END)"
                   " IS (SELECT count(*), CASE WHEN ?2 THEN xor_of(" STORE_DEED_SUM ") END"
                   " FROM deeds WHERE game = ?1) FROM games JOIN tallies ON game = id"
                   " WHERE id = ?1",
    [ADD_LINE] = "INSERT INTO lines (game, number, room, side, at, name, text, account)"
                 " VALUES (?1, (SELECT coalesce(max(number), 0) + 1 FROM lines WHERE game = ?1),"
                 " ?2, ?3, ?4, ?5, ?6, ?7) RETURNING number",
    [DROP_LINES] = "DELETE FROM lines WHERE game = ?1 AND room = ?2 AND number <= (SELECT number"
                   " FROM lines WHERE game = ?1 AND room = ?2 ORDER BY number DESC LIMIT 1"
                   " OFFSET ?3)",
    [READ_LINES] = "SELECT * FROM (" LINES_OF("0") " AND ?3 & 1 ORDER BY number DESC LIMIT ?2)"
                                                   " UNION ALL SELECT * FROM (" LINES_OF(
                                                       "1") " AND ?3 & 2 ORDER BY number DESC"
                                                            " LIMIT ?2) ORDER BY number",
    [SET_NOTE] = "INSERT INTO notes (game, side, text, at) VALUES (?1, ?2, ?3, ?4)"
                 " ON CONFLICT (game, side) DO UPDATE SET text = excluded.text, at = excluded.at",
    [READ_NOTE] = "SELECT text FROM notes WHERE game = ?1 AND side = ?2",
    [READ_COMPUTERS] = "SELECT id FROM games WHERE status = 1"
                       " AND (blue NOT IN ('link', 'open') OR red NOT IN ('link', 'open'))"
                       " AND ((deciding & 1 AND blue NOT IN ('link', 'open'))"
                       "   OR (deciding & 2 AND red NOT IN ('link', 'open')))"
                       " AND (NOT ?3 OR blue IN ('link', 'open') OR red IN ('link', 'open'))"
                       " AND id > ?1 ORDER BY id LIMIT ?2",
    [COUNT_GAMES] = "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM deeds)",
    [READ_IDS] = "SELECT id FROM games ORDER BY changed DESC, id",
    [READ_UNFINISHED] = "SELECT id, clock != 'none', t.deeds, d.hash, d.hashed IS NOT 0"
                        " FROM games CROSS JOIN tallies t ON t.game = id LEFT JOIN deeds d"
                        " ON d.game = id AND d.number = t.deeds - 1 WHERE status != 2",
    [DROP_STANDING] = "DELETE FROM standings WHERE game = ?1 AND NOT kept",
    [ADD_STANDING] = "INSERT OR REPLACE INTO standings (game, number, kept, bytes)"
                     " VALUES (?1, ?2, ?3, ?4)",
    [READ_STANDING] = "SELECT number, kept, bytes FROM standings WHERE game = ?1"
                      " AND ?2 IN (0, number) ORDER BY number DESC LIMIT 1",
    [BEGIN_WRITE] = "BEGIN IMMEDIATE",
    [COMMIT_WRITE] = "COMMIT",
};

_Static_assert((int)STATEMENTS <= (int)STORE_GAME_STATEMENTS, "make STORE_GAME_STATEMENTS larger");

typedef struct store_reader {
    struct store *store;
    store_session session;
    uint32_t ranks;
    pthread_t thread;
    atomic_int rank;           /* of the read under way, */
    atomic_int_fast64_t since; /* and when it was asked for; 0: there is none */
} store_reader;

struct store {
    store_hooks hooks;
    store_session writer;
    store_reader readers[READERS];
    queue writes, finished;
    lanes_queue reads;
    uint32_t gathered; /* jobs written since store_go(): the loop's */
    pthread_t write_thread;
    uint32_t threads; /* the writer, and so many readers less one */
    int lock;         /* of the file beside it that keeps a second server away ... */
    int inode; /* ... and of the file itself, by whatever name; closed last: see lock_file() */
    char trouble[ERROR_MAX]; /* of the last write that failed */
    atomic_bool well;
    atomic_uint_fast64_t commits, written, failures, late;
    atomic_int_fast64_t writing_since; /* lanes_now() of the oldest write under way; 0: none */
};

static sqlite3_stmt *prepare(store_session *session, statement which)
{
    sqlite3_stmt **made = &session->statements[which];
    if (*made == NULL
        && sqlite3_prepare_v3(session->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, made, NULL)
               != SQLITE_OK)
        return NULL;
    return *made;
}

static void bind_text(sqlite3_stmt *made, int at, const char *text)
{
    sqlite3_bind_text(made, at, text, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *made, int at, const void *bytes, size_t count)
{
    sqlite3_bind_blob(made, at, count > 0 ? bytes : "", (int)count, SQLITE_STATIC);
}

/* Runs a statement that gives no rows. */
static bool run(sqlite3_stmt *made)
{
    if (made == NULL) return false;
    const bool done = sqlite3_step(made) == SQLITE_DONE;
    sqlite3_reset(made);
    sqlite3_clear_bindings(made);
    return done;
}

static void finish(sqlite3_stmt *made)
{
    sqlite3_reset(made);
    sqlite3_clear_bindings(made);
}

static bool column_text(sqlite3_stmt *made, int at, char *out, size_t limit)
{
    const char *text = (const char *)sqlite3_column_text(made, at);
    const size_t length = text == NULL ? limit : strlen(text);
    if (length >= limit) return false;
    memcpy(out, text, length + 1);
    return true;
}

static bool column_bytes(sqlite3_stmt *made, int at, void *out, size_t count)
{
    const void *bytes = sqlite3_column_blob(made, at);
    if (bytes == NULL || (size_t)sqlite3_column_bytes(made, at) != count) return false;
    memcpy(out, bytes, count);
    return true;
}

/* ---- Games. ---- */

bool store_add_game(store_session *session, const store_game *game)
{
    sqlite3_stmt *made = prepare(session, ADD_GAME);
    if (made == NULL) return false;
    bind_text(made, 1, game->id);
    bind_text(made, 2, game->ruleset);
    sqlite3_bind_int64(made, 3, game->version);
    bind_text(made, 4, game->scenario);
    bind_text(made, 5, game->options);
    for (int side = 0; side < 2; side++) {
        bind_text(made, 6 + side, game->seats[side]);
        bind_bytes(made, 8 + side, game->invitations[side], STORE_HASH_BYTES);
    }
    bind_bytes(made, 10, game->secret, FAIR_SECRET_BYTES);
    bind_text(made, 11, game->clock);
    bind_text(made, 12, game->earlier);
    sqlite3_bind_int64(made, 13, game->created);
    sqlite3_stmt *tally = run(made) ? prepare(session, ADD_TALLY) : NULL;
    if (tally == NULL) return false;
    bind_text(tally, 1, game->id);
    return run(tally);
}

static sqlite3_stmt *bind_deed(sqlite3_stmt *made, const char *game, const store_deed *deed)
{
    if (made == NULL) return NULL;
    bind_text(made, 1, game);
    sqlite3_bind_int64(made, 2, deed->number);
    sqlite3_bind_int(made, 3, deed->kind);
    sqlite3_bind_int(made, 4, deed->side);
    sqlite3_bind_int64(made, 5, deed->ply);
    sqlite3_bind_int64(made, 6, (sqlite3_int64)deed->hash);
    sqlite3_bind_int64(made, 7, deed->at);
    bind_text(made, 8, deed->text);
    bind_bytes(made, 9, deed->faces, deed->face_count);
    if (deed->life != 0) sqlite3_bind_int64(made, 10, deed->life);
    return made;
}

/* A game that has lost deeds takes no more of them. */
bool store_add_deed(store_session *session, const char *game, const store_deed *deed)
{
    sqlite3_stmt *made = bind_deed(prepare(session, ADD_DEED), game, deed);
    if (made != NULL) sqlite3_bind_int(made, 11, deed->is_hashed);
    return run(made) && run(bind_deed(prepare(session, COUNT_DEED), game, deed))
           && sqlite3_changes(session->db) == 1;
}

bool store_set_status(store_session *session, const char *game, store_status status,
                      uint8_t deciding, int64_t at)
{
    sqlite3_stmt *made = prepare(session, SET_STATUS);
    if (made == NULL) return false;
    bind_text(made, 1, game);
    sqlite3_bind_int(made, 2, (int)status);
    sqlite3_bind_int(made, 3, deciding);
    sqlite3_bind_int64(made, 4, at);
    return run(made);
}

static bool read_game_row(sqlite3_stmt *made, store_game *game)
{
    game->version = (uint32_t)sqlite3_column_int64(made, 1);
    game->created = sqlite3_column_int64(made, 11);
    game->deeds = (uint32_t)sqlite3_column_int64(made, 12);
    game->sum = (uint64_t)sqlite3_column_int64(made, 13);
    game->is_over = sqlite3_column_int(made, 15) != 0;
    game->winner = (uint8_t)sqlite3_column_int(made, 16);
    return sqlite3_column_int(made, 14) != 0
           && column_text(made, 0, game->ruleset, sizeof game->ruleset)
           && column_text(made, 2, game->scenario, sizeof game->scenario)
           && column_text(made, 3, game->options, sizeof game->options)
           && column_text(made, 4, game->seats[0], sizeof game->seats[0])
           && column_text(made, 5, game->seats[1], sizeof game->seats[1])
           && column_bytes(made, 6, game->invitations[0], STORE_HASH_BYTES)
           && column_bytes(made, 7, game->invitations[1], STORE_HASH_BYTES)
           && column_bytes(made, 8, game->secret, FAIR_SECRET_BYTES)
           && column_text(made, 9, game->clock, sizeof game->clock)
           && column_text(made, 10, game->earlier, sizeof game->earlier)
           && column_text(made, 17, game->how, sizeof game->how);
}

static bool has_deeds(store_session *session, const char *game)
{
    sqlite3_stmt *made = prepare(session, FIND_DEED);
    if (made == NULL) return false;
    bind_text(made, 1, game);
    const bool has = sqlite3_step(made) != SQLITE_DONE;
    finish(made);
    return has;
}

store_found store_read_game(store_session *session, const char *id, store_game *game)
{
    sqlite3_stmt *made = prepare(session, READ_GAME);
    if (made == NULL || strlen(id) >= sizeof game->id) return STORE_BROKEN;
    memset(game, 0, sizeof *game);
    strcpy(game->id, id);
    bind_text(made, 1, id);
    store_found found = STORE_BROKEN;
    switch (sqlite3_step(made)) {
    case SQLITE_ROW: found = read_game_row(made, game) ? STORE_FOUND : STORE_BROKEN; break;
    case SQLITE_DONE: found = has_deeds(session, id) ? STORE_BROKEN : STORE_NONE; break;
    default: break;
    }
    finish(made);
    return found;
}

bool store_check_game(store_session *session, const char *id, bool whole)
{
    sqlite3_stmt *made = prepare(session, CHECK_GAME);
    if (made == NULL) return false;
    bind_text(made, 1, id);
    sqlite3_bind_int(made, 2, whole);
    const bool well = sqlite3_step(made) == SQLITE_ROW && sqlite3_column_int(made, 0) != 0;
    finish(made);
    return well;
}

bool store_read_deeds(store_session *session, const store_game *game, uint32_t first,
                      bool (*each)(void *to, const store_deed *), void *to, const char **trouble)
{
    uint64_t sum = 0;
    uint32_t next = first;
    sqlite3_stmt *made = prepare(session, READ_DEEDS);
    if (made == NULL) return false;
    bind_text(made, 1, game->id);
    sqlite3_bind_int64(made, 2, next);
    int answer = SQLITE_ROW;
    bool goes_on = true;
    while (goes_on && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        const store_deed deed = {
            .number = (uint32_t)sqlite3_column_int64(made, 0),
            .kind = (uint8_t)sqlite3_column_int(made, 1),
            .side = (uint8_t)sqlite3_column_int(made, 2),
            .ply = (uint32_t)sqlite3_column_int64(made, 3),
            .hash = (uint64_t)sqlite3_column_int64(made, 4),
            .at = sqlite3_column_int64(made, 5),
            .text = (const char *)sqlite3_column_text(made, 6),
            .faces = sqlite3_column_blob(made, 7),
            .face_count = (uint32_t)sqlite3_column_bytes(made, 7),
            .life = sqlite3_column_int64(made, 8),
            .is_hashed = sqlite3_column_int(made, 10) != 0,
        };
        sum ^= (uint64_t)sqlite3_column_int64(made, 9);
        if (deed.text == NULL || deed.number != next++) break;
        goes_on = each(to, &deed);
    }
    finish(made);
    const bool whole =
        answer == SQLITE_DONE && next == game->deeds && (first > 0 || sum == game->sum);
    if (goes_on && !whole) *trouble = "its deeds in the store are not all there, or have changed";
    return whole;
}

bool store_add_standing(store_session *session, const char *game, const store_standing *it)
{
    sqlite3_stmt *drop = prepare(session, DROP_STANDING), *made = prepare(session, ADD_STANDING);
    if (drop == NULL || made == NULL) return false;
    bind_text(drop, 1, game);
    bind_text(made, 1, game);
    sqlite3_bind_int64(made, 2, it->number);
    sqlite3_bind_int(made, 3, it->kept);
    bind_bytes(made, 4, it->bytes, it->count);
    return run(drop) && run(made);
}

store_found store_read_standing(store_session *session, const char *game, uint32_t number,
                                store_standing *out)
{
    sqlite3_stmt *made = prepare(session, READ_STANDING);
    if (made == NULL) return STORE_BROKEN;
    bind_text(made, 1, game);
    sqlite3_bind_int64(made, 2, number);
    const int answer = sqlite3_step(made);
    store_found found = answer == SQLITE_DONE ? STORE_NONE : STORE_BROKEN;
    if (answer == SQLITE_ROW) {
        *out = (store_standing){.number = (uint32_t)sqlite3_column_int64(made, 0),
                                .kept = sqlite3_column_int(made, 1) != 0,
                                .count = (size_t)sqlite3_column_bytes(made, 2)};
        out->bytes = calloc(1, out->count + 1);
        if (out->bytes != NULL && out->count > 0)
            memcpy(out->bytes, sqlite3_column_blob(made, 2), out->count);
        if (out->bytes != NULL) found = STORE_FOUND;
    }
    finish(made);
    return found;
}

bool store_read_computers(store_session *session, const char *after, bool for_people, uint32_t most,
                          void (*each)(void *to, const char *game), void *to)
{
    sqlite3_stmt *made = prepare(session, READ_COMPUTERS);
    if (made == NULL) return false;
    bind_text(made, 1, after);
    sqlite3_bind_int64(made, 2, most);
    sqlite3_bind_int64(made, 3, for_people);
    int answer;
    while ((answer = sqlite3_step(made)) == SQLITE_ROW)
        each(to, (const char *)sqlite3_column_text(made, 0));
    finish(made);
    return answer == SQLITE_DONE;
}

bool store_measure(store_session *session, store_size *size)
{
    sqlite3_stmt *made = prepare(session, COUNT_GAMES);
    if (made == NULL) return false;
    const bool read = sqlite3_step(made) == SQLITE_ROW;
    *size = (store_size){.games = read ? (uint64_t)sqlite3_column_int64(made, 0) : 0,
                         .deeds = read ? (uint64_t)sqlite3_column_int64(made, 1) : 0};
    finish(made);
    return read;
}

bool store_read_ids(store_session *session, bool (*each)(void *to, const char *game), void *to)
{
    sqlite3_stmt *made = prepare(session, READ_IDS);
    if (made == NULL) return false;
    int answer = SQLITE_ROW;
    bool goes_on = true;
    while (goes_on && (answer = sqlite3_step(made)) == SQLITE_ROW)
        goes_on = each(to, (const char *)sqlite3_column_text(made, 0));
    finish(made);
    return !goes_on || answer == SQLITE_DONE;
}

bool store_read_unfinished(store_session *session, bool (*each)(void *to, const store_unfinished *),
                           void *to)
{
    sqlite3_stmt *made = prepare(session, READ_UNFINISHED);
    if (made == NULL) return false;
    int answer = SQLITE_ROW;
    bool goes_on = true;
    while (goes_on && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        store_unfinished game = {.clocked = sqlite3_column_int(made, 1) != 0,
                                 .deeds = (uint32_t)sqlite3_column_int64(made, 2),
                                 .hash = (uint64_t)sqlite3_column_int64(made, 3),
                                 .is_hashed = sqlite3_column_int(made, 4) != 0};
        goes_on = !column_text(made, 0, game.id, sizeof game.id) || each(to, &game);
    }
    finish(made);
    return answer == SQLITE_DONE;
}

/* ---- Words. ---- */

bool store_add_line(store_session *session, const char *game, store_line *line)
{
    sqlite3_stmt *made = prepare(session, ADD_LINE);
    if (made == NULL) return false;
    bind_text(made, 1, game);
    sqlite3_bind_int(made, 2, line->room);
    sqlite3_bind_int(made, 3, line->side);
    sqlite3_bind_int64(made, 4, line->at);
    bind_text(made, 5, line->name);
    bind_text(made, 6, line->text);
    sqlite3_bind_int64(made, 7, line->account);
    const bool added = sqlite3_step(made) == SQLITE_ROW;
    if (added) line->number = (uint32_t)sqlite3_column_int64(made, 0);
    const bool done = added && sqlite3_step(made) == SQLITE_DONE;
    finish(made);
    sqlite3_stmt *drops = done ? prepare(session, DROP_LINES) : NULL;
    if (drops == NULL) return false;
    bind_text(drops, 1, game);
    sqlite3_bind_int(drops, 2, line->room);
    sqlite3_bind_int(drops, 3, STORE_CHAT_KEPT);
    return run(drops);
}

bool store_read_lines(store_session *session, const char *game, uint8_t rooms,
                      void (*each)(void *to, const store_line *), void *to)
{
    sqlite3_stmt *made = prepare(session, READ_LINES);
    if (made == NULL) return false;
    bind_text(made, 1, game);
    sqlite3_bind_int(made, 2, STORE_CHAT_PAGE);
    sqlite3_bind_int(made, 3, rooms);
    int answer;
    while ((answer = sqlite3_step(made)) == SQLITE_ROW) {
        const store_line line = {
            .number = (uint32_t)sqlite3_column_int64(made, 0),
            .room = (uint8_t)sqlite3_column_int(made, 1),
            .side = (uint8_t)sqlite3_column_int(made, 2),
            .at = sqlite3_column_int64(made, 3),
            .name = (const char *)sqlite3_column_text(made, 4),
            .text = (const char *)sqlite3_column_text(made, 5),
        };
        each(to, &line);
    }
    finish(made);
    return answer == SQLITE_DONE;
}

bool store_set_note(store_session *session, const char *game, uint8_t side, const char *text,
                    int64_t at)
{
    sqlite3_stmt *made = prepare(session, SET_NOTE);
    if (made == NULL) return false;
    bind_text(made, 1, game);
    sqlite3_bind_int(made, 2, side);
    bind_text(made, 3, text);
    sqlite3_bind_int64(made, 4, at);
    return run(made);
}

bool store_read_note(store_session *session, const char *game, uint8_t side, char *out)
{
    sqlite3_stmt *made = prepare(session, READ_NOTE);
    if (made == NULL) return false;
    bind_text(made, 1, game);
    sqlite3_bind_int(made, 2, side);
    out[0] = '\0';
    const int answer = sqlite3_step(made);
    const bool read = answer == SQLITE_DONE
                      || (answer == SQLITE_ROW && column_text(made, 0, out, STORE_TEXT_MAX));
    finish(made);
    return read;
}

/* ---- Threads. ---- */

static bool execute(store_session *session, const char *text)
{
    return sqlite3_exec(session->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

/* What is the matter with the file, in words for whoever keeps the server. */
static void put_trouble(sqlite3 *db, char *out, size_t limit)
{
    switch (sqlite3_errcode(db) & 0xff) {
    case SQLITE_FULL: snprintf(out, limit, "there is no room left on the disk"); return;
    case SQLITE_READONLY:
        snprintf(out, limit,
                 "it cannot be written: see the rights of the file and its folder, and"
                 " whether the disk is read-only");
        return;
    case SQLITE_IOERR:
        snprintf(out, limit, "%s (%s)", sqlite3_errmsg(db), strerror(sqlite3_system_errno(db)));
        return;
    default: snprintf(out, limit, "%s", db == NULL ? "no memory" : sqlite3_errmsg(db));
    }
}

/* One transaction for all of them; false, and nothing written, if any failed. */
static bool run_together(store *s, queue_link *first)
{
    if (!run(prepare(&s->writer, BEGIN_WRITE))) {
        put_trouble(s->writer.db, s->trouble, sizeof s->trouble);
        return false;
    }
    bool well = true;
    for (queue_link *at = first; well && at != NULL; at = at->next)
        well = ((store_job *)at)->run((store_job *)at, &s->writer);
    if (well && run(prepare(&s->writer, COMMIT_WRITE))) {
        s->commits++;
        return true;
    }
    put_trouble(s->writer.db, s->trouble, sizeof s->trouble);
    execute(&s->writer, "ROLLBACK");
    return false;
}

/* When they did not go together. */
static bool run_alone(store *s, queue_link *one)
{
    queue_link *next = one->next;
    one->next = NULL;
    const bool well = run_together(s, one);
    one->next = next;
    return well;
}

static void run_writes(store *s, queue_link *first)
{
    const bool together = run_together(s, first);
    for (queue_link *at = first; at != NULL; at = at->next) {
        store_job *job = (store_job *)at;
        job->ok = together || run_alone(s, at);
        if (job->ok) s->written++;
        else s->failures++;
        s->well = job->ok;
    }
    queue_put_all(&s->finished, first);
    s->hooks.wake(s->hooks.app);
}

static void *write_on(void *to)
{
    store *s = to;
    turns_shorten(TURNS_STORE_US); /* all wait for it */
    for (queue_link *first; (first = queue_take_all(&s->writes, BATCH_MAX, true)) != NULL;) {
        s->writing_since = ((store_job *)first)->wait.since;
        run_writes(s, first);
        s->writing_since = 0;
    }
    return NULL;
}

static store_job *job_of(lanes_item *item)
{
    return (store_job *)(void *)((char *)item - offsetof(store_job, wait));
}

static void *read_on(void *to)
{
    store_reader *r = to;
    store *s = r->store;
    if ((r->ranks & RANK(STRANGER)) != 0) setpriority(PRIO_PROCESS, 0, LONG_RANKS_NICE);
    for (lanes_item *at; (at = lanes_take(&s->reads, r->ranks, true)) != NULL;) {
        store_job *job = job_of(at);
        job->ok = false;
        r->rank = at->lane;
        r->since = at->since;
        if (!store_is_late(job)) {
            job->ok = execute(&r->session, "BEGIN"); /* so that it sees one moment */
            job->ok = job->ok && job->run(job, &r->session);
            execute(&r->session, "COMMIT");
        }
        job->late = !job->ok && store_is_late(job);
        if (job->late) s->late++;
        r->since = 0;
        queue_put(&s->finished, &job->link);
        s->hooks.wake(s->hooks.app);
    }
    return NULL;
}

bool store_write(store *s, store_job *job)
{
    job->wait.since = lanes_now();
    if (++s->gathered < EAGER) return queue_put_quietly(&s->writes, &job->link);
    s->gathered = 0;
    return queue_put(&s->writes, &job->link);
}

void store_go(store *s)
{
    s->gathered = 0;
    queue_wake(&s->writes);
}

bool store_read(store *s, store_job *job) { return lanes_put(&s->reads, &job->wait); }

void store_rank_job(store_job *job, store_rank rank, uint64_t who)
{
    job->wait = (lanes_item){.lane = (uint8_t)rank,
                             .key = who,
                             .deadline = rank_ms[rank] == 0 ? 0 : lanes_now() + rank_ms[rank]};
}

void store_raise(store *s, store_job *job, store_rank rank)
{
    lanes_raise(&s->reads, &job->wait, (uint8_t)rank);
}

bool store_is_late(const store_job *job) { return lanes_is_late(&job->wait); }

void store_deliver(store *s)
{
    queue_link *at = queue_take_all(&s->finished, UINT32_MAX, false);
    while (at != NULL) {
        queue_link *next = at->next;
        ((store_job *)at)->done((store_job *)at);
        at = next;
    }
    store_go(s); /* what came of it */
}

bool store_is_well(const store *s) { return s->well; }

const char *store_trouble(const store *s) { return s->trouble; }

store_figures store_count(store *s)
{
    const int64_t since = s->writing_since;
    store_figures figures = {.commits = s->commits,
                             .writes = s->written,
                             .failures = s->failures,
                             .late = s->late,
                             .waiting = queue_count(&s->writes) + lanes_count(&s->reads, ~0u),
                             .oldest_write = since == 0 ? 0 : lanes_now() - since};
    for (int rank = 0; rank < STORE_RANKS; rank++)
        figures.oldest_read[rank] = lanes_oldest(&s->reads, 1u << rank);
    for (int i = 0; i < READERS; i++) { /* a disk that does not answer keeps who has been taken */
        const int64_t asked = s->readers[i].since, waits = asked == 0 ? 0 : lanes_now() - asked;
        const int rank = s->readers[i].rank; /* as an index gcc does not read it in one piece */
        if (waits > figures.oldest_read[rank]) figures.oldest_read[rank] = waits;
    }
    return figures;
}

/* ---- Opening and closing. ---- */

static bool read_version(store_session *session, int *version)
{
    sqlite3_stmt *made = NULL;
    if (sqlite3_prepare_v2(session->db, "PRAGMA user_version", -1, &made, NULL) != SQLITE_OK)
        return false;
    const bool read = sqlite3_step(made) == SQLITE_ROW;
    if (read) *version = sqlite3_column_int(made, 0);
    sqlite3_finalize(made);
    return read;
}

bool store_is_current(store_session *session)
{
    int version;
    return read_version(session, &version) && version == SCHEMA;
}

static bool migrate(store_session *session, char *error, size_t limit)
{
    int version;
    if (!read_version(session, &version)) {
        snprintf(error, limit, "it is no database of grognard: %s", sqlite3_errmsg(session->db));
        return false;
    }
    if (version > SCHEMA) {
        snprintf(error, limit,
                 "it was written by a newer grognard (its format is %d, this program"
                 " knows up to %d)",
                 version, (int)SCHEMA);
        return false;
    }
    for (; version < SCHEMA; version++) {
        char mark[64];
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d; COMMIT", version + 1);
        if (execute(session, "BEGIN IMMEDIATE") && execute(session, steps[version])
            && execute(session, mark))
            continue;
        const int said = snprintf(error, limit, "its tables cannot be made: ");
        put_trouble(session->db, error + said, limit - (size_t)said);
        execute(session, "ROLLBACK");
        return false;
    }
    return true;
}

static bool open_session(store_session *session, const char *file, char *error, size_t limit)
{
    const int how = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file, &session->db, how, store_log_system()) != SQLITE_OK
        || !execute(session, "PRAGMA page_size = 2048;" /* of a new file: see server/README.md */
                             "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;"
                             "PRAGMA wal_autocheckpoint = 32000; PRAGMA cache_size = -32768;"
                             "PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;"
                             "PRAGMA secure_delete = FAST")) {
        put_trouble(session->db, error, limit);
        return false;
    }
    if (sqlite3_db_readonly(session->db, "main") != 0) { /* opened so, because it must not be */
        snprintf(error, limit,
                 "it cannot be written: see the rights of the file, and whether the"
                 " disk is read-only");
        return false;
    }
    sqlite3_busy_timeout(session->db, BUSY_MS);
    return store_session_begin(session);
}

void store_session_close(store_session *session)
{
    for (int i = 0; i < STATEMENTS; i++) sqlite3_finalize(session->statements[i]);
    for (int i = 0; i < STORE_PEOPLE_STATEMENTS; i++) sqlite3_finalize(session->people[i]);
    sqlite3_close(session->db);
}

static bool lock_one(int *fd, const char *name, char *error, size_t limit)
{
    *fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (*fd < 0) {
        snprintf(error, limit, "%s: %s", name, strerror(errno));
        return false;
    }
    if (flock(*fd, LOCK_EX | LOCK_NB) == 0) return true;
    snprintf(error, limit, "another grognard is using it");
    return false;
}

/* Two servers on one file would each believe that its games are its own.  One lock is the file's
 * own, so that it holds by any name, symbolic links and hard ones; the other lies beside it, for a
 * file that is put in the place of one in use.  flock() and the locks of SQLite do not see each
 * other; but whoever closes a file loses SQLite's, so these are closed last. */
static bool lock_file(store *s, const char *file, char *error, size_t limit)
{
    char name[4096];
    if (snprintf(name, sizeof name, "%s.lock", file) >= (int)sizeof name) {
        snprintf(error, limit, "its name is too long");
        return false;
    }
    return lock_one(&s->lock, name, error, limit) && lock_one(&s->inode, file, error, limit);
}

static bool start_threads(store *s)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, READER_STACK);
    s->threads = pthread_create(&s->write_thread, &attributes, write_on, s) == 0;
    for (int i = 0; s->threads == (uint32_t)i + 1 && i < READERS; i++)
        s->threads +=
            pthread_create(&s->readers[i].thread, &attributes, read_on, &s->readers[i]) == 0;
    pthread_attr_destroy(&attributes);
    return s->threads == READERS + 1;
}

static bool open_readers(store *s, const char *file, char *error, size_t limit)
{
    char cache[64];
    snprintf(cache, sizeof cache, "PRAGMA cache_size = -%d", READER_CACHE_KIB);
    for (int i = 0; i < READERS; i++) {
        s->readers[i].store = s;
        s->readers[i].ranks = reader_ranks[i];
        if (!open_session(&s->readers[i].session, file, error, limit)) return false;
        execute(&s->readers[i].session, cache);
    }
    return true;
}

store *store_open(const char *where, store_hooks hooks, char *error, size_t limit)
{
    static const char scheme[] = "sqlite:";
    if (strncmp(where, scheme, sizeof scheme - 1) != 0 || where[sizeof scheme - 1] == '\0') {
        snprintf(error, limit, "a store is written sqlite:FILE");
        return NULL;
    }
    const char *file = where + sizeof scheme - 1;
    store *s = calloc(1, sizeof *s);
    if (s == NULL) return NULL;
    s->hooks = hooks;
    s->well = true;
    s->lock = s->inode = -1;
    queue_open(&s->writes, WAITING_MAX);
    queue_open(&s->finished, UINT32_MAX);
    const bool has_lanes = lanes_open(&s->reads, rank_rules);
    if (has_lanes && store_keep_private(file, error, limit) && lock_file(s, file, error, limit)
        && open_session(&s->writer, file, error, limit) && migrate(&s->writer, error, limit)
        && open_readers(s, file, error, limit)) {
        if (start_threads(s)) return s;
        snprintf(error, limit, "its threads cannot be started");
    }
    store_close(s);
    return NULL;
}

void store_stop(store *s)
{
    queue_close(&s->writes);
    lanes_close(&s->reads);
    if (s->threads == 0) return;
    pthread_join(s->write_thread, NULL);
    for (uint32_t i = 0; i + 1 < s->threads; i++) pthread_join(s->readers[i].thread, NULL);
    s->threads = 0;
    for (lanes_item *at; (at = lanes_take(&s->reads, ~0u, false)) != NULL;) {
        job_of(at)->ok = false;
        queue_put(&s->finished, &job_of(at)->link);
    }
    store_deliver(s);
}

void store_close(store *s)
{
    store_stop(s);
    for (int i = 0; i < READERS; i++) store_session_close(&s->readers[i].session);
    store_session_close(&s->writer);
    queue_free(&s->writes);
    lanes_free(&s->reads);
    queue_free(&s->finished);
    if (s->inode >= 0) close(s->inode);
    if (s->lock >= 0) close(s->lock);
    free(s);
}
