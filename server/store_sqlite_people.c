/*
 * store_sqlite_people.c - what the SQLite store keeps of people.  See store_people.h.
 * SPDX-License-Identifier: MIT
 */
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "server/store_people.h"
#include "server/store_sqlite.h"

enum { DAY_SECONDS = 24 * 3600 };

const char store_people_tables[] =
    "CREATE TABLE accounts ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE COLLATE NOCASE,"
    "  password TEXT NOT NULL, created INTEGER NOT NULL, mail TEXT NOT NULL DEFAULT '',"
    "  confirmed INTEGER NOT NULL DEFAULT 0, webhook TEXT NOT NULL DEFAULT '',"
    "  by_mail INTEGER NOT NULL DEFAULT 1, digest INTEGER NOT NULL DEFAULT 0,"
    "  digest_at INTEGER NOT NULL DEFAULT 0, remind INTEGER NOT NULL DEFAULT 12,"
    "  trouble_channel INTEGER NOT NULL DEFAULT 0, trouble TEXT NOT NULL DEFAULT '',"
    "  trouble_at INTEGER NOT NULL DEFAULT 0);"
    "CREATE TABLE sessions ("
    "  hash BLOB PRIMARY KEY, account INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,"
    "  used INTEGER NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX sessions_account ON sessions (account);"
    "CREATE TABLE owners ("
    "  game TEXT NOT NULL REFERENCES games(id), side INTEGER NOT NULL,"
    "  account INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,"
    "  PRIMARY KEY (game, side)) WITHOUT ROWID;"
    "CREATE INDEX owners_account ON owners (account);"
    "CREATE TABLE summaries ("
    "  game TEXT PRIMARY KEY REFERENCES games(id), blue TEXT NOT NULL, red TEXT NOT NULL,"
    "  round INTEGER NOT NULL, blue_deadline INTEGER, red_deadline INTEGER, deadline INTEGER,"
    "  winner INTEGER NOT NULL, how TEXT NOT NULL, result TEXT NOT NULL) WITHOUT ROWID;"
    "CREATE INDEX summaries_deadline ON summaries (deadline) WHERE deadline IS NOT NULL;"
    "CREATE TABLE notices ("
    "  id INTEGER PRIMARY KEY AUTOINCREMENT,"
    "  account INTEGER NOT NULL REFERENCES accounts(id) ON DELETE CASCADE,"
    "  channel INTEGER NOT NULL, event INTEGER NOT NULL, game TEXT NOT NULL, side INTEGER NOT NULL,"
    "  number INTEGER NOT NULL, next INTEGER NOT NULL, tries INTEGER NOT NULL DEFAULT 0,"
    "  sending INTEGER NOT NULL DEFAULT 0, UNIQUE (account, channel, event, game, side, number));"
    "CREATE INDEX notices_next ON notices (next) WHERE sending = 0;"
    "CREATE INDEX notices_game ON notices (game, side);"
    "CREATE TABLE life (one INTEGER PRIMARY KEY CHECK (one = 1), alive INTEGER NOT NULL,"
    "  key BLOB NOT NULL);"
    "CREATE TABLE outages (begun INTEGER PRIMARY KEY, ended INTEGER NOT NULL);";

/* Clocks ran by the time on the wall less the outages; now each deed of a game with clocks has its
 * moment in the server's life, and so have deadlines. */
const char store_life_tables[] =
    "ALTER TABLE life ADD COLUMN lived INTEGER NOT NULL DEFAULT 0;"
    "UPDATE life SET lived = alive - (SELECT coalesce(sum(ended - begun), 0) FROM outages);"
    "ALTER TABLE deeds ADD COLUMN life INTEGER;"
    "UPDATE deeds SET life = at - (SELECT coalesce(sum(min(o.ended, at) - o.begun), 0)"
    "  FROM outages o WHERE o.begun < at)"
    "  WHERE game IN (SELECT id FROM games WHERE clock != 'none' AND status = 1);"
    "UPDATE summaries SET (deadline, blue_deadline, red_deadline) ="
    "  (SELECT deadline - l, blue_deadline - l, red_deadline - l"
    "   FROM (SELECT coalesce(sum(ended - begun), 0) AS l FROM outages));"
    "DROP TABLE outages;";

const char store_session_tables[] =
    "ALTER TABLE sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE sessions ADD COLUMN browser TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE recoveries ("
    "  account INTEGER PRIMARY KEY REFERENCES accounts(id) ON DELETE CASCADE,"
    "  hash BLOB NOT NULL UNIQUE, until INTEGER NOT NULL);";

/* Games that anybody may join, in the order they were made; the names are of those who sit. */
const char store_listed_tables[] =
    "CREATE TABLE listed ("
    "  number INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL UNIQUE REFERENCES games(id),"
    "  maker INTEGER NOT NULL, at INTEGER NOT NULL, blue TEXT NOT NULL DEFAULT '',"
    "  red TEXT NOT NULL DEFAULT '');";

/* Whoever makes a copy writes into its life that it is one (store_sqlite_copy.c). */
const char store_restored_tables[] =
    "ALTER TABLE life ADD COLUMN copied INTEGER NOT NULL DEFAULT 0;";

/* An address is the account's when it is confirmed, and not before: until then it waits beside the
 * one in force.  A notice may have an address of its own. */
const char store_mail_tables[] =
    "ALTER TABLE accounts ADD COLUMN new_mail TEXT NOT NULL DEFAULT '';"
    "UPDATE accounts SET new_mail = mail, mail = '' WHERE NOT confirmed;"
    "ALTER TABLE notices ADD COLUMN address TEXT NOT NULL DEFAULT '';"
    "UPDATE notices SET address = (SELECT new_mail FROM accounts WHERE id = account)"
    "  WHERE event = 7;";

/* Who has said a line: what a seat said is its owner's. */
const char store_words_tables[] =
    "ALTER TABLE lines ADD COLUMN account INTEGER NOT NULL DEFAULT 0;"
    "UPDATE lines SET account = owners.account FROM owners"
    "  WHERE owners.game = lines.game AND owners.side = lines.side;"
    "CREATE INDEX lines_account ON lines (account) WHERE account != 0;";

/* ---- Statements. ---- */

typedef enum statement {
    ADD_ACCOUNT,
    FIND_ACCOUNT,
    READ_ACCOUNT,
    SET_PASSWORD,
    SET_SETTINGS,
    SET_PAGE,
    SET_TROUBLE,
    DROP_NOTES,
    DROP_OWN_LINES,
    DROP_ACCOUNT,
    ADD_SESSION,
    FIND_SESSION,
    USE_SESSION,
    DROP_SESSION,
    DROP_SESSIONS,
    DROP_OLD_SESSIONS,
    LIST_SESSIONS,
    DROP_RECOVERIES,
    ASK_RECOVERY,
    ADD_RECOVERY,
    FIND_RECOVERY,
    USE_RECOVERY,
    SET_OWNER,
    SET_SUMMARY,
    READ_GAMES,
    READ_DIGEST,
    READ_SEATS,
    READ_OWN_GAME,
    READ_OWN_LINES,
    CLAIM_ENDS,
    DROP_ENDS,
    RETURN_ENDS,
    READ_LATE,
    ADD_NOTICES,
    ADD_REMINDER,
    ADD_OWN_NOTICE,
    VOID_NOTICES,
    VOID_SENDING,
    READ_DUE,
    CLAIM_NOTICE,
    RETRY_NOTICE,
    DROP_VOID,
    DROP_NOTICE,
    DEFER_NOTICES,
    ADD_DIGESTS,
    NOTE_DIGESTS,
    SET_ALIVE,
    TAKE_OVER_COPY,
    READ_LIFE,
    ADD_LIFE,
    MOVE_REMINDERS,
    MOVE_NOTICES,
    BRING_DIGESTS,
    GIVE_UP_NOTICES,
    LIST_GAME,
    DROP_ENDED,
    DROP_MAKERS,
    DROP_RUNNING,
    DROP_OLDEST,
    NAME_LISTED,
    READ_WAITING,
    READ_RUNNING,
    STATEMENTS
} statement;
_Static_assert((int)STATEMENTS <= (int)STORE_PEOPLE_STATEMENTS, "too many statements");

#define ACCOUNT_COLUMNS                                                                            \
    "a.id, a.name, a.password, a.created, a.mail, a.confirmed, a.webhook, a.by_mail, a.digest,"    \
    " a.remind, a.trouble_channel, a.trouble, a.trouble_at,"                                       \
    " (SELECT count(*) FROM sessions WHERE account = a.id), a.digest_at, a.page, a.new_mail"
enum { ACCOUNT_COLUMN_COUNT = 17 };
#define GAME_COLUMNS                                                                               \
    "g.id, g.ruleset, g.scenario, g.status, g.deciding, g.changed, s.blue, s.red, s.round,"        \
    " s.blue_deadline, s.red_deadline, s.winner, s.how, s.result"
#define LISTED_COLUMNS                                                                             \
    "g.id, g.ruleset, g.scenario, g.status, g.changed, g.version, g.options, g.clock,"             \
    " l.blue, l.red, l.blue != '' FROM listed l JOIN games g ON g.id = l.game"
/* By mail, if the address is confirmed; by webhook, if there is one. */
#define CHANNELS(mail)                                                                             \
    " FROM owners o JOIN accounts a ON a.id = o.account"                                           \
    " JOIN (SELECT 1 AS channel UNION ALL SELECT 2) c ON CASE c.channel"                           \
    "  WHEN 1 THEN a.by_mail AND a.confirmed" mail " ELSE a.webhook != '' END"                     \
    " WHERE o.game = ?1 AND o.side = ?2"

#define WAITING "g.status = 1 AND (g.deciding >> o.side & 1)"
#define OWN_GAMES(which)                                                                           \
    "SELECT " GAME_COLUMNS ", o.side, g.version, g.options FROM owners o"                          \
    " JOIN games g ON g.id = o.game JOIN summaries s ON s.game = g.id"                             \
    " WHERE o.account = ?1 AND (" which ") ORDER BY " WAITING " DESC, g.status = 2,"               \
    " CASE WHEN g.status = 1 THEN coalesce(CASE o.side WHEN 0 THEN s.blue_deadline"                \
    "  ELSE s.red_deadline END, 9e18) END,"                                                        \
    " CASE WHEN " WAITING " THEN g.changed ELSE -g.changed END, g.id, o.side LIMIT ?2"
/* Mails about ends of games, which wait for the digest of an account that has one. */
#define ENDS(of) of "account = ?1 AND " of "channel = 1 AND " of "event = 5"

#define RECOVERED                                                                                  \
    "confirmed AND mail != '' AND (name = ?1 COLLATE NOCASE OR lower(mail) = lower(?1))"
#define TARGET                                                                                     \
    "CASE m.channel WHEN 1 THEN lower(CASE m.address WHEN '' THEN b.mail ELSE m.address END)"      \
    " ELSE host_of(b.webhook) END"

static const char *const texts[STATEMENTS] = {
    [ADD_ACCOUNT] = "INSERT OR IGNORE INTO accounts (name, password, created) VALUES (?1, ?2, ?3)"
                    " RETURNING id",
    [FIND_ACCOUNT] = "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.name = ?1",
    [READ_ACCOUNT] = "SELECT " ACCOUNT_COLUMNS " FROM accounts a WHERE a.id = ?1",
    [SET_PASSWORD] = "UPDATE accounts SET password = ?2, new_mail = CASE WHEN confirmed THEN ''"
                     " ELSE new_mail END WHERE id = ?1",
    [SET_SETTINGS] = "UPDATE accounts SET mail = ?2, confirmed = ?3, webhook = ?4, by_mail = ?5,"
                     " digest = ?6, remind = ?7, digest_at = ?8, new_mail = ?9 WHERE id = ?1",
    [SET_PAGE] = "UPDATE accounts SET page = ?2 WHERE id = ?1",
    [SET_TROUBLE] = "UPDATE accounts SET trouble_channel = ?2, trouble = ?3, trouble_at = ?4"
                    " WHERE id = ?1 AND (?3 != '' OR trouble_channel = ?2)",
    [DROP_NOTES] = "DELETE FROM notes WHERE (game, side) IN"
                   " (SELECT game, side FROM owners WHERE account = ?1)",
    [DROP_OWN_LINES] = "DELETE FROM lines WHERE (account = ?1 AND account != 0) OR (game, side) IN"
                       " (SELECT game, side FROM owners WHERE account = ?1)",
    [DROP_ACCOUNT] = "DELETE FROM accounts WHERE id = ?1",
    [ADD_SESSION] = "INSERT INTO sessions (hash, account, used, created, browser)"
                    " VALUES (?1, ?2, ?3, ?3, ?4)",
    [FIND_SESSION] = "SELECT a.id, a.name, s.used FROM sessions s JOIN accounts a"
                     " ON a.id = s.account WHERE s.hash = ?1 AND s.used >= ?2",
    [USE_SESSION] = "UPDATE sessions SET used = ?2 WHERE hash = ?1",
    [DROP_SESSION] = "DELETE FROM sessions WHERE hash = ?1",
    [DROP_SESSIONS] = "DELETE FROM sessions WHERE account = ?1 AND hash != ?2",
    [DROP_OLD_SESSIONS] = "DELETE FROM sessions WHERE used < ?1",
    [LIST_SESSIONS] = "SELECT hash, created, used, browser FROM sessions WHERE account = ?1"
                      " AND used >= ?2 ORDER BY used DESC, created DESC LIMIT ?3",
    [DROP_RECOVERIES] = "DELETE FROM notices WHERE event = 9 AND sending = 0 AND account IN"
                        " (SELECT id FROM accounts WHERE " RECOVERED ")",
    [ASK_RECOVERY] = "INSERT OR IGNORE INTO notices (account, channel, event, game, side, number,"
                     " next) SELECT id, 1, 9, '', 2, ?2, 0 FROM accounts WHERE " RECOVERED
                     " ORDER BY id LIMIT 5",
    [ADD_RECOVERY] = "INSERT OR REPLACE INTO recoveries (account, hash, until)"
                     " SELECT id, ?2, ?3 FROM accounts WHERE id = ?1",
    [FIND_RECOVERY] = "SELECT account FROM recoveries WHERE hash = ?1 AND until >= ?2",
    [USE_RECOVERY] = "DELETE FROM recoveries WHERE hash = ?1 AND until >= ?2 RETURNING account",
    [SET_OWNER] = "INSERT OR IGNORE INTO owners (game, side, account)"
                  " SELECT ?1, ?2, id FROM accounts WHERE id = ?3",
    [SET_SUMMARY] = "INSERT OR REPLACE INTO summaries (game, blue, red, round, blue_deadline,"
                    " red_deadline, deadline, winner, how, result)"
                    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [READ_GAMES] = OWN_GAMES("1"),
    [READ_DIGEST] = OWN_GAMES(
        WAITING " OR g.status = 2 AND EXISTS (SELECT 1 FROM notices n WHERE"
                " n.game = g.id AND n.side = o.side AND n.sending = 1 AND " ENDS("n.") ")"),
    [READ_SEATS] = "SELECT game, side FROM owners WHERE account = ?1 ORDER BY game, side",
    [READ_OWN_GAME] = OWN_GAMES("g.id = ?3 AND o.side = ?4"),
    [READ_OWN_LINES] = "SELECT game, number, room, side, at, name, text FROM lines"
                       " WHERE (account = ?1 AND account != 0) OR (game, side) IN"
                       " (SELECT game, side FROM owners WHERE account = ?1) ORDER BY game, number",
    [CLAIM_ENDS] = "UPDATE notices SET sending = 1 WHERE sending = 0 AND " ENDS(""),
    [DROP_ENDS] = "DELETE FROM notices WHERE sending = 1 AND " ENDS(""),
    [RETURN_ENDS] = "UPDATE notices SET sending = 0 WHERE sending = 1 AND " ENDS(""),
    [READ_LATE] = "SELECT game, deadline FROM summaries WHERE deadline > ?3 AND deadline <= ?1"
                  " ORDER BY deadline LIMIT ?2",
    [ADD_NOTICES] = "INSERT OR IGNORE INTO notices (account, channel, event, game, side, number,"
                    " next) SELECT a.id, c.channel, ?3, ?1, ?2, ?4, ?5" CHANNELS(
                        " AND (NOT a.digest OR ?3 = 5)"),
    [ADD_REMINDER] =
        "INSERT OR IGNORE INTO notices (account, channel, event, game, side, number,"
        " next) SELECT a.id, c.channel, ?3, ?1, ?2, ?4, ?5 - a.remind * 3600000" CHANNELS(
            "") " AND a.remind > 0 AND ?5 - a.remind * 3600000 > ?6",
    [ADD_OWN_NOTICE] = "INSERT OR IGNORE INTO notices (account, channel, event, game, side, number,"
                       " next, address) SELECT id, ?2, ?3, '', 2, ?4, 0, ?5 FROM accounts"
                       " WHERE id = ?1",
    [VOID_NOTICES] = "DELETE FROM notices WHERE game = ?1 AND side = ?2 AND sending = 0"
                     " AND event != 5 AND (event != 4 OR ?3)",
    [VOID_SENDING] = "UPDATE notices SET sending = 2 WHERE game = ?1 AND side = ?2 AND sending = 1"
                     " AND event != 5 AND (event != 4 OR ?3)",
    [READ_DUE] =
        "SELECT " ACCOUNT_COLUMNS ", " GAME_COLUMNS ", n.side, n.id, n.channel, n.event,"
        " n.tries, n.target, n.address FROM (SELECT m.*, " TARGET " AS target, row_number() OVER"
        " (PARTITION BY " TARGET " ORDER BY m.next, m.id) AS place FROM notices m"
        " JOIN accounts b ON b.id = m.account WHERE m.sending = 0 AND m.next <= ?1"
        " AND m.channel = ?3 AND NOT (m.channel = 1 AND m.event = 5 AND b.digest)) n"
        " JOIN accounts a ON a.id = n.account"
        " LEFT JOIN games g ON g.id = n.game LEFT JOIN summaries s ON s.game = n.game"
        " WHERE n.place <= ?4 ORDER BY n.place, n.tries, n.next LIMIT ?2",
    [DEFER_NOTICES] = "UPDATE notices SET next = ?3 WHERE id IN (SELECT m.id FROM notices m"
                      " JOIN accounts b ON b.id = m.account WHERE m.channel = ?1 AND m.sending = 0"
                      " AND m.next < ?3 AND " TARGET " = ?2)",
    [CLAIM_NOTICE] = "UPDATE notices SET sending = 1 WHERE id = ?1 AND sending = 0 RETURNING id",
    [RETRY_NOTICE] = "UPDATE notices SET sending = 0, tries = ?2, next = ?3 WHERE id = ?1"
                     " AND sending != 2",
    [DROP_VOID] = "DELETE FROM notices WHERE id = ?1 AND sending = 2",
    [DROP_NOTICE] = "DELETE FROM notices WHERE id = ?1",
    [ADD_DIGESTS] = "INSERT OR IGNORE INTO notices (account, channel, event, game, side, number,"
                    " next) SELECT id, 1, 8, '', 2, ?1, ?1 FROM accounts WHERE digest AND by_mail"
                    " AND confirmed AND digest_at <= ?1 AND (EXISTS (SELECT 1 FROM owners o"
                    " JOIN games g ON g.id = o.game WHERE o.account = accounts.id AND " WAITING ")"
                    " OR EXISTS (SELECT 1 FROM notices n WHERE n.account = accounts.id"
                    " AND n.channel = 1 AND n.event = 5 AND n.sending = 0))",
    [NOTE_DIGESTS] = "UPDATE accounts SET digest_at = digest_at + ((?1 - digest_at) / ?2 + 1) * ?2"
                     " WHERE digest AND digest_at <= ?1",
    [SET_ALIVE] = "UPDATE life SET alive = ?1, lived = ?2",
    [TAKE_OVER_COPY] = "UPDATE life SET copied = 0",
    [READ_LIFE] = "SELECT alive, key, lived, copied FROM life",
    [ADD_LIFE] = "INSERT INTO life (one, alive, key, lived) VALUES (1, ?1, ?2, ?1)",
    [MOVE_REMINDERS] = "UPDATE notices SET next = next + ?1 WHERE event = 4",
    [MOVE_NOTICES] = "UPDATE notices SET next = next + ?1 WHERE event != 4",
    [BRING_DIGESTS] = "UPDATE accounts SET digest_at = digest_at - (digest_at - ?1 - 1) / ?2 * ?2"
                      " WHERE digest_at > ?1 + ?2",
    [GIVE_UP_NOTICES] = "DELETE FROM notices WHERE sending != 0",
    [LIST_GAME] = "INSERT INTO listed (game, maker, at) VALUES (?1, ?2, ?3)",
    [DROP_ENDED] = "DELETE FROM listed WHERE game IN (SELECT g.id FROM listed l JOIN games g"
                   " ON g.id = l.game WHERE g.status = 2)",
    [DROP_MAKERS] = "DELETE FROM listed WHERE number IN (SELECT l.number FROM listed l JOIN games g"
                    " ON g.id = l.game WHERE l.maker = ?1 AND g.status = 0"
                    " ORDER BY l.number DESC LIMIT -1 OFFSET ?2)",
    [DROP_RUNNING] =
        "DELETE FROM listed WHERE number IN (SELECT l.number FROM listed l JOIN games g"
        " ON g.id = l.game WHERE l.maker = (SELECT maker FROM listed WHERE game = ?1)"
        " AND g.status = 1 ORDER BY l.number DESC LIMIT -1 OFFSET ?2)",
    [DROP_OLDEST] = "DELETE FROM listed WHERE number IN (SELECT number FROM listed"
                    " ORDER BY number DESC LIMIT -1 OFFSET ?1)",
    [NAME_LISTED] = "UPDATE listed SET blue = ?2, red = ?3 WHERE game = ?1",
    [READ_WAITING] = "SELECT " LISTED_COLUMNS " WHERE g.status = 0 AND l.at > ?1"
                     " AND ((g.blue = 'open' AND l.blue = '' AND l.red != '')"
                     "   OR (g.red = 'open' AND l.red = '' AND l.blue != ''))"
                     " ORDER BY l.number DESC LIMIT ?2",
    [READ_RUNNING] = "SELECT " LISTED_COLUMNS " WHERE g.status = 1 AND g.changed > ?1"
                     " ORDER BY g.changed DESC, l.number DESC LIMIT ?2",
};

/* Binds by kinds: i a 64-bit number, t a text, h a hash, k a key, d a deadline (or NULL). */
static sqlite3_stmt *bind(store_session *session, statement which, const char *kinds, ...)
{
    sqlite3_stmt **made = &session->people[which];
    if (*made == NULL
        && sqlite3_prepare_v3(session->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT, made, NULL)
               != SQLITE_OK)
        return NULL;
    va_list list;
    va_start(list, kinds);
    for (int i = 0; kinds[i] != '\0'; i++) {
        if (kinds[i] == 't') {
            sqlite3_bind_text(*made, i + 1, va_arg(list, const char *), -1, SQLITE_STATIC);
        } else if (kinds[i] == 'h') {
            sqlite3_bind_blob(*made, i + 1, va_arg(list, const void *), STORE_HASH_BYTES,
                              SQLITE_STATIC);
        } else {
            const int64_t value = va_arg(list, int64_t);
            if (kinds[i] != 'd' || value != CLOCK_NEVER) sqlite3_bind_int64(*made, i + 1, value);
        }
    }
    va_end(list);
    return *made;
}
_Static_assert((int)STORE_KEY_BYTES == (int)STORE_HASH_BYTES, "a key is bound as a hash is");

static void finish(sqlite3_stmt *made)
{
    sqlite3_reset(made);
    sqlite3_clear_bindings(made);
}

/* Runs a statement; true also if it gave rows. */
static bool run(sqlite3_stmt *made)
{
    if (made == NULL) return false;
    int answer;
    while ((answer = sqlite3_step(made)) == SQLITE_ROW) {}
    finish(made);
    return answer == SQLITE_DONE;
}

static void take_text(sqlite3_stmt *made, int at, char *out, size_t limit)
{
    const char *text = (const char *)sqlite3_column_text(made, at);
    const size_t length = text == NULL ? 0 : strnlen(text, limit - 1);
    if (length > 0) memcpy(out, text, length);
    out[length] = '\0';
}

/* ---- Accounts. ---- */

static void take_account(sqlite3_stmt *made, store_account *a)
{
    a->id = sqlite3_column_int64(made, 0);
    take_text(made, 1, a->name, sizeof a->name);
    take_text(made, 2, a->password, sizeof a->password);
    a->created = sqlite3_column_int64(made, 3);
    take_text(made, 4, a->mail, sizeof a->mail);
    a->confirmed = sqlite3_column_int(made, 5) != 0;
    take_text(made, 6, a->webhook, sizeof a->webhook);
    a->by_mail = sqlite3_column_int(made, 7) != 0;
    a->digest = sqlite3_column_int(made, 8) != 0;
    a->remind = (uint32_t)sqlite3_column_int(made, 9);
    a->trouble_channel = (uint8_t)sqlite3_column_int(made, 10);
    take_text(made, 11, a->trouble, sizeof a->trouble);
    a->trouble_at = sqlite3_column_int64(made, 12);
    a->sessions = (uint32_t)sqlite3_column_int(made, 13);
    a->digest_at = sqlite3_column_int64(made, 14);
    take_text(made, 15, a->page, sizeof a->page);
    take_text(made, 16, a->new_mail, sizeof a->new_mail);
}

bool store_add_account(store_session *session, store_account *a)
{
    sqlite3_stmt *made = bind(session, ADD_ACCOUNT, "tti", a->name, a->password, a->created);
    if (made == NULL) return false;
    int answer = sqlite3_step(made);
    a->id = answer == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
    while (answer == SQLITE_ROW) answer = sqlite3_step(made);
    finish(made);
    return answer == SQLITE_DONE;
}

static store_found find_account(sqlite3_stmt *made, store_account *a)
{
    if (made == NULL) return STORE_BROKEN;
    const int answer = sqlite3_step(made);
    if (answer == SQLITE_ROW) take_account(made, a);
    finish(made);
    return answer == SQLITE_ROW ? STORE_FOUND : answer == SQLITE_DONE ? STORE_NONE : STORE_BROKEN;
}

store_found store_find_account(store_session *session, const char *name, store_account *a)
{
    return find_account(bind(session, FIND_ACCOUNT, "t", name), a);
}

store_found store_read_account(store_session *session, int64_t id, store_account *a)
{
    return find_account(bind(session, READ_ACCOUNT, "i", id), a);
}

bool store_set_password(store_session *session, int64_t account, const char *password)
{
    return run(bind(session, SET_PASSWORD, "it", account, password));
}

bool store_set_settings(store_session *session, const store_account *a)
{
    return run(bind(session, SET_SETTINGS, "ititiiiit", a->id, a->mail, (int64_t)a->confirmed,
                    a->webhook, (int64_t)a->by_mail, (int64_t)a->digest, (int64_t)a->remind,
                    a->digest_at, a->new_mail));
}

bool store_set_page(store_session *session, int64_t account, const char *page)
{
    return run(bind(session, SET_PAGE, "it", account, page));
}

bool store_set_trouble(store_session *session, int64_t account, uint8_t channel, const char *text,
                       int64_t at)
{
    return run(bind(session, SET_TROUBLE, "iiti", account, (int64_t)channel, text, at));
}

bool store_drop_account(store_session *session, int64_t account)
{
    sqlite3 *db = session->db; /* without ON it leaves whole pages that were deleted in the file */
    if (sqlite3_exec(db, "PRAGMA secure_delete = ON", NULL, NULL, NULL) != SQLITE_OK) return false;
    const bool done = run(bind(session, DROP_NOTES, "i", account))
                      && run(bind(session, DROP_OWN_LINES, "i", account))
                      && run(bind(session, DROP_ACCOUNT, "i", account));
    return sqlite3_exec(db, "PRAGMA secure_delete = FAST", NULL, NULL, NULL) == SQLITE_OK && done;
}

/* ---- Sessions. ---- */

bool store_add_session(store_session *session, const uint8_t hash[STORE_HASH_BYTES],
                       int64_t account, int64_t at, const char *browser)
{
    return run(bind(session, ADD_SESSION, "hiit", hash, account, at, browser));
}

bool store_list_sessions(store_session *session, int64_t account, int64_t now, store_sessions *out)
{
    sqlite3_stmt *made =
        bind(session, LIST_SESSIONS, "iii", account,
             now - (int64_t)STORE_SESSION_DAYS * DAY_SECONDS, (int64_t)STORE_SESSIONS_LISTED);
    int answer = SQLITE_ERROR;
    out->count = 0;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        store_listed_session *one = &out->items[out->count];
        const void *hash = sqlite3_column_blob(made, 0);
        if (hash == NULL || sqlite3_column_bytes(made, 0) != STORE_HASH_BYTES) continue;
        memcpy(one->hash, hash, STORE_HASH_BYTES);
        one->created = sqlite3_column_int64(made, 1);
        one->used = sqlite3_column_int64(made, 2);
        take_text(made, 3, one->browser, sizeof one->browser);
        out->count++;
    }
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

/* ---- A forgotten password. ---- */

bool store_ask_recovery(store_session *session, const char *who, int64_t now)
{
    return run(bind(session, DROP_RECOVERIES, "t", who))
           && run(bind(session, ASK_RECOVERY, "ti", who, now));
}

bool store_add_recovery(store_session *session, int64_t account,
                        const uint8_t hash[STORE_HASH_BYTES], int64_t until)
{
    return run(bind(session, ADD_RECOVERY, "ihi", account, hash, until));
}

bool store_find_recovery(store_session *session, const uint8_t hash[STORE_HASH_BYTES], int64_t now,
                         bool use, int64_t *account)
{
    sqlite3_stmt *made = bind(session, use ? USE_RECOVERY : FIND_RECOVERY, "hi", hash, now);
    if (made == NULL) return false;
    int answer = sqlite3_step(made);
    *account = answer == SQLITE_ROW ? sqlite3_column_int64(made, 0) : 0;
    while (answer == SQLITE_ROW) answer = sqlite3_step(made);
    finish(made);
    return answer == SQLITE_DONE;
}

store_found store_find_session(store_session *session, const uint8_t hash[STORE_HASH_BYTES],
                               int64_t now, int64_t *account, char name[STORE_ACCOUNT_NAME_MAX],
                               int64_t *used)
{
    sqlite3_stmt *made =
        bind(session, FIND_SESSION, "hi", hash, now - (int64_t)STORE_SESSION_DAYS * DAY_SECONDS);
    if (made == NULL) return STORE_BROKEN;
    const int answer = sqlite3_step(made);
    if (answer == SQLITE_ROW) {
        *account = sqlite3_column_int64(made, 0);
        take_text(made, 1, name, STORE_ACCOUNT_NAME_MAX);
        *used = sqlite3_column_int64(made, 2);
    }
    finish(made);
    return answer == SQLITE_ROW ? STORE_FOUND : answer == SQLITE_DONE ? STORE_NONE : STORE_BROKEN;
}

bool store_use_session(store_session *session, const uint8_t hash[STORE_HASH_BYTES], int64_t now)
{
    return run(bind(session, USE_SESSION, "hi", hash, now));
}

bool store_drop_session(store_session *session, const uint8_t hash[STORE_HASH_BYTES])
{
    return run(bind(session, DROP_SESSION, "h", hash));
}

bool store_drop_sessions(store_session *session, int64_t account, const uint8_t *kept)
{
    static const uint8_t nothing[STORE_HASH_BYTES];
    return run(bind(session, DROP_SESSIONS, "ih", account, kept == NULL ? nothing : kept));
}

bool store_drop_old_sessions(store_session *session, int64_t now)
{
    return run(
        bind(session, DROP_OLD_SESSIONS, "i", now - (int64_t)STORE_SESSION_DAYS * DAY_SECONDS));
}

/* ---- Games as lists show them. ---- */

bool store_set_owner(store_session *session, const char *game, uint8_t side, int64_t account)
{
    return run(bind(session, SET_OWNER, "tii", game, (int64_t)side, account));
}

bool store_set_summary(store_session *session, const char *game, const store_summary *s)
{
    const int64_t next = s->deadlines[0] < s->deadlines[1] ? s->deadlines[0] : s->deadlines[1];
    return run(bind(session, SET_SUMMARY,
                    "tttidddi"
                    "tt",
                    game, s->names[0], s->names[1], (int64_t)s->round, s->deadlines[0],
                    s->deadlines[1], next, (int64_t)s->winner, s->how, s->result));
}

static int64_t take_deadline(sqlite3_stmt *made, int at)
{
    return sqlite3_column_type(made, at) == SQLITE_NULL ? CLOCK_NEVER
                                                        : sqlite3_column_int64(made, at);
}

/* The columns of GAME_COLUMNS and the side after them, from `at` on. */
static void take_game(sqlite3_stmt *made, int at, store_listed *g)
{
    take_text(made, at, g->id, sizeof g->id);
    take_text(made, at + 1, g->ruleset, sizeof g->ruleset);
    take_text(made, at + 2, g->scenario, sizeof g->scenario);
    g->status = (store_status)sqlite3_column_int(made, at + 3);
    g->deciding = (uint8_t)sqlite3_column_int(made, at + 4);
    g->changed = sqlite3_column_int64(made, at + 5);
    take_text(made, at + 6, g->summary.names[0], sizeof g->summary.names[0]);
    take_text(made, at + 7, g->summary.names[1], sizeof g->summary.names[1]);
    g->summary.round = (uint32_t)sqlite3_column_int(made, at + 8);
    g->summary.deadlines[0] = take_deadline(made, at + 9);
    g->summary.deadlines[1] = take_deadline(made, at + 10);
    g->summary.winner = (uint8_t)sqlite3_column_int(made, at + 11);
    take_text(made, at + 12, g->summary.how, sizeof g->summary.how);
    take_text(made, at + 13, g->summary.result, sizeof g->summary.result);
    g->side = (uint8_t)sqlite3_column_int(made, at + 14);
}

/* The columns of OWN_GAMES(). */
static void take_own(sqlite3_stmt *made, store_listed *game)
{
    *game = (store_listed){.version = (uint32_t)sqlite3_column_int64(made, 15)};
    take_game(made, 0, game);
    take_text(made, 16, game->options, sizeof game->options);
}

static bool read_own(store_session *session, statement which, int64_t account,
                     void (*each)(void *to, const store_listed *), void *to)
{
    sqlite3_stmt *made = bind(session, which, "ii", account, (int64_t)STORE_GAMES_LISTED);
    int answer = SQLITE_ERROR;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        store_listed game;
        take_own(made, &game);
        each(to, &game);
    }
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

bool store_read_games(store_session *session, int64_t account,
                      void (*each)(void *to, const store_listed *), void *to)
{
    return read_own(session, READ_GAMES, account, each, to);
}

bool store_read_seats(store_session *session, int64_t account,
                      void (*each)(void *to, const char *game, uint8_t side), void *to)
{
    sqlite3_stmt *made = bind(session, READ_SEATS, "i", account);
    int answer = SQLITE_ERROR;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW)
        each(to, (const char *)sqlite3_column_text(made, 0), (uint8_t)sqlite3_column_int(made, 1));
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

store_found store_read_own_game(store_session *session, int64_t account, const char *game,
                                uint8_t side, store_listed *out)
{
    sqlite3_stmt *made =
        bind(session, READ_OWN_GAME, "iiti", account, (int64_t)1, game, (int64_t)side);
    if (made == NULL) return STORE_BROKEN;
    const int answer = sqlite3_step(made);
    if (answer == SQLITE_ROW) take_own(made, out);
    finish(made);
    return answer == SQLITE_ROW ? STORE_FOUND : answer == SQLITE_DONE ? STORE_NONE : STORE_BROKEN;
}

bool store_read_own_lines(store_session *session, int64_t account,
                          void (*each)(void *to, const char *game, const store_line *), void *to)
{
    sqlite3_stmt *made = bind(session, READ_OWN_LINES, "i", account);
    int answer = SQLITE_ERROR;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        const store_line line = {.number = (uint32_t)sqlite3_column_int64(made, 1),
                                 .room = (uint8_t)sqlite3_column_int(made, 2),
                                 .side = (uint8_t)sqlite3_column_int(made, 3),
                                 .at = sqlite3_column_int64(made, 4),
                                 .account = account,
                                 .name = (const char *)sqlite3_column_text(made, 5),
                                 .text = (const char *)sqlite3_column_text(made, 6)};
        each(to, (const char *)sqlite3_column_text(made, 0), &line);
    }
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

bool store_claim_digest(store_session *session, int64_t account,
                        void (*each)(void *to, const store_listed *), void *to)
{
    return run(bind(session, CLAIM_ENDS, "i", account))
           && read_own(session, READ_DIGEST, account, each, to);
}

bool store_settle_digest(store_session *session, int64_t account, bool told)
{
    return run(bind(session, told ? DROP_ENDS : RETURN_ENDS, "i", account));
}

/* ---- Games that anybody may join. ---- */

bool store_list_game(store_session *session, const char *game, int64_t maker, int64_t now)
{
    return run(bind(session, LIST_GAME, "tii", game, maker, now))
           && run(bind(session, DROP_ENDED, ""))
           && run(bind(session, DROP_MAKERS, "ii", maker, (int64_t)STORE_LISTED_BY_ONE))
           && run(bind(session, DROP_OLDEST, "i", (int64_t)STORE_LISTED_KEPT));
}

bool store_name_listed(store_session *session, const char *game, const store_summary *s)
{
    return run(bind(session, NAME_LISTED, "ttt", game, s->names[0], s->names[1]))
           && (sqlite3_changes(session->db) == 0
               || run(bind(session, DROP_RUNNING, "ti", game, (int64_t)STORE_LISTED_RUNNING)));
}

static bool read_listed(store_session *session, statement which, int64_t after,
                        void (*each)(void *to, const store_listed *), void *to)
{
    sqlite3_stmt *made = bind(session, which, "ii", after, (int64_t)STORE_LISTED_SHOWN);
    int answer = SQLITE_ERROR;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        store_listed game = {0};
        take_text(made, 0, game.id, sizeof game.id);
        take_text(made, 1, game.ruleset, sizeof game.ruleset);
        take_text(made, 2, game.scenario, sizeof game.scenario);
        game.status = (store_status)sqlite3_column_int(made, 3);
        game.changed = sqlite3_column_int64(made, 4);
        game.version = (uint32_t)sqlite3_column_int64(made, 5);
        take_text(made, 6, game.options, sizeof game.options);
        take_text(made, 7, game.clock, sizeof game.clock);
        take_text(made, 8, game.summary.names[0], sizeof game.summary.names[0]);
        take_text(made, 9, game.summary.names[1], sizeof game.summary.names[1]);
        game.side = (uint8_t)sqlite3_column_int(made, 10);
        each(to, &game);
    }
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

bool store_read_listed(store_session *session, int64_t now,
                       void (*each)(void *to, const store_listed *), void *to)
{
    const int64_t after = now - (int64_t)STORE_LISTED_DAYS * DAY_SECONDS;
    return read_listed(session, READ_WAITING, after, each, to)
           && read_listed(session, READ_RUNNING, after, each, to);
}

bool store_read_late(store_session *session, int64_t after, int64_t now, uint32_t most,
                     void (*each)(void *to, const char *game, int64_t deadline), void *to)
{
    sqlite3_stmt *made = bind(session, READ_LATE, "iii", now, (int64_t)most, after);
    int answer = SQLITE_ERROR;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW)
        each(to, (const char *)sqlite3_column_text(made, 0), sqlite3_column_int64(made, 1));
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

/* ---- Messages. ---- */

/* For statements: "example.org" of "https://Example.org:8080/hook".  Another port of a host that
 * does not answer is the same host. */
static void host_of(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = count > 0 ? (const char *)sqlite3_value_text(values[0]) : NULL;
    const char *host = text == NULL ? NULL : strstr(text, "://");
    char lower[STORE_MAIL_MAX];
    size_t length = host == NULL ? 0 : strcspn(host += 3, "/?#:");
    if (host != NULL && host[0] == '[') length = strcspn(host, "]");
    if (length >= sizeof lower) length = sizeof lower - 1;
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)(host[i] >= 'A' && host[i] <= 'Z' ? host[i] - 'A' + 'a' : host[i]);
    sqlite3_result_text(context, lower, (int)length, SQLITE_TRANSIENT);
}

bool store_people_begin(store_session *session)
{
    return sqlite3_create_function(session->db, "host_of", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC,
                                   NULL, host_of, NULL, NULL)
           == SQLITE_OK;
}

bool store_add_notices(store_session *session, const char *game, uint8_t side, store_event event,
                       uint32_t number, int64_t next)
{
    return run(bind(session, ADD_NOTICES, "tiiii", game, (int64_t)side, (int64_t)event,
                    (int64_t)number, next));
}

bool store_add_reminder(store_session *session, const char *game, uint8_t side, uint32_t number,
                        int64_t deadline, int64_t now)
{
    return run(bind(session, ADD_REMINDER, "tiiiii", game, (int64_t)side, (int64_t)EVENT_REMINDER,
                    (int64_t)number, deadline, now));
}

bool store_add_own_notice(store_session *session, int64_t account, uint8_t channel,
                          store_event event, int64_t number, const char *address)
{
    return run(bind(session, ADD_OWN_NOTICE, "iiiit", account, (int64_t)channel, (int64_t)event,
                    number, address));
}

bool store_void_notices(store_session *session, const char *game, uint8_t side, bool stopped)
{
    return run(bind(session, VOID_NOTICES, "tii", game, (int64_t)side, (int64_t)stopped))
           && run(bind(session, VOID_SENDING, "tii", game, (int64_t)side, (int64_t)stopped));
}

bool store_read_due(store_session *session, uint8_t channel, int64_t now, uint32_t most,
                    void (*each)(void *to, const store_notice *), void *to)
{
    enum { AFTER = ACCOUNT_COLUMN_COUNT + 15 };
    sqlite3_stmt *made = bind(session, READ_DUE, "iiii", now, (int64_t)most, (int64_t)channel,
                              (int64_t)STORE_AT_ONCE);
    int answer = SQLITE_ERROR;
    while (made != NULL && (answer = sqlite3_step(made)) == SQLITE_ROW) {
        store_notice notice = {0};
        take_account(made, &notice.account);
        take_game(made, ACCOUNT_COLUMN_COUNT, &notice.game);
        notice.id = sqlite3_column_int64(made, AFTER);
        notice.channel = (uint8_t)sqlite3_column_int(made, AFTER + 1);
        notice.event = (uint8_t)sqlite3_column_int(made, AFTER + 2);
        notice.tries = (uint32_t)sqlite3_column_int(made, AFTER + 3);
        take_text(made, AFTER + 4, notice.target, sizeof notice.target);
        take_text(made, AFTER + 5, notice.address, sizeof notice.address);
        each(to, &notice);
    }
    if (made != NULL) finish(made);
    return answer == SQLITE_DONE;
}

bool store_claim_notice(store_session *session, int64_t id, bool *claimed)
{
    sqlite3_stmt *made = bind(session, CLAIM_NOTICE, "i", id);
    if (made == NULL) return false;
    int answer = sqlite3_step(made);
    *claimed = answer == SQLITE_ROW;
    while (answer == SQLITE_ROW) answer = sqlite3_step(made);
    finish(made);
    return answer == SQLITE_DONE;
}

bool store_retry_notice(store_session *session, int64_t id, uint32_t tries, int64_t next)
{
    return run(bind(session, RETRY_NOTICE, "iii", id, (int64_t)tries, next))
           && run(bind(session, DROP_VOID, "i", id));
}

bool store_drop_notice(store_session *session, int64_t id)
{
    return run(bind(session, DROP_NOTICE, "i", id));
}

bool store_defer_notices(store_session *session, uint8_t channel, const char *target, int64_t until)
{
    return run(bind(session, DEFER_NOTICES, "iti", (int64_t)channel, target, until));
}

bool store_add_digests(store_session *session, int64_t now)
{
    return run(bind(session, ADD_DIGESTS, "i", now))
           && run(bind(session, NOTE_DIGESTS, "ii", now, (int64_t)STORE_DAY_MS));
}

/* ---- The server's own life. ---- */

bool store_set_alive(store_session *session, int64_t now, int64_t lived)
{
    return run(bind(session, SET_ALIVE, "ii", now, lived));
}

bool store_move_notices(store_session *session, int64_t now, int64_t paused, int64_t stepped)
{
    return run(bind(session, MOVE_REMINDERS, "i", paused + stepped))
           && run(bind(session, MOVE_NOTICES, "i", stepped))
           && run(bind(session, BRING_DIGESTS, "ii", now, (int64_t)STORE_DAY_MS));
}

bool store_begin_life(store_session *session, int64_t now, store_life *life)
{
    sqlite3_stmt *made = bind(session, READ_LIFE, "");
    if (made == NULL) return false;
    const int answer = sqlite3_step(made);
    *life = (store_life){.alive = now, .lived = now};
    if (answer == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(made, 1);
        life->alive = sqlite3_column_int64(made, 0);
        life->lived = sqlite3_column_int64(made, 2);
        life->copied = sqlite3_column_int64(made, 3);
        if (bytes != NULL && sqlite3_column_bytes(made, 1) == STORE_KEY_BYTES)
            memcpy(life->key, bytes, STORE_KEY_BYTES);
    }
    finish(made);
    if (answer == SQLITE_DONE) {
        randombytes_buf(life->key, STORE_KEY_BYTES);
        if (!run(bind(session, ADD_LIFE, "ih", now, life->key))) return false;
    }
    const int64_t down = now - life->alive; /* negative: the clock was set back meanwhile */
    return (answer == SQLITE_ROW || answer == SQLITE_DONE)
           && store_move_notices(session, now, down > 0 ? down : 0, down > 0 ? 0 : down)
           && store_set_alive(session, now, life->lived) && run(bind(session, GIVE_UP_NOTICES, ""))
           && run(bind(session, TAKE_OVER_COPY, ""));
}
