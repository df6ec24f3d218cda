/*
 * store.c - the store: what was committed is there, writes share a commit, and one that fails does
 * not take its neighbours with it.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "server/store.h"
#include "server/store_sqlite.h"
#include "store_3.h"

typedef struct job {
    store_job job;
    const char *game;
    int number;
    bool waits; /* holds the thread back, so that others queue up */
    bool fails;
    store_found found;
    store_game row;
    int deeds;
    uint64_t hash;
    const char *trouble;
    bool *done;
} job;

static char folder[64], where[128];
static int delivered;

static void wake(void *app) { (void)app; }

static store *open_store(void)
{
    char error[256] = "";
    store *s = store_open(where, (store_hooks){.wake = wake}, error, sizeof error);
    if (s == NULL) print_error("%s\n", error);
    assert_non_null(s);
    return s;
}

static void heard_done(store_job *it)
{
    (void)it;
    delivered++;
}

static void done(store_job *it)
{
    delivered++;
    if (((job *)it)->done != NULL) *((job *)it)->done = it->ok;
}

static void wait_for(store *s, int count)
{
    for (int i = 0; i < 20000 && delivered < count; i++) {
        store_deliver(s);
        usleep(500);
    }
    assert_int_equal(delivered, count);
    delivered = 0;
}

static bool add_game(store_job *it, store_session *session)
{
    const job *j = (const job *)it;
    store_game row = {.ruleset = "squares",
                      .version = 3,
                      .scenario = "sq-tiny",
                      .options = "max_rounds=4",
                      .seats = {"link", "greedy"},
                      .clock = "days 3",
                      .created = 1794729600};
    snprintf(row.id, sizeof row.id, "%s", j->game);
    memset(row.secret, 7, sizeof row.secret);
    memset(row.invitations[1], 9, sizeof row.invitations[1]);
    return store_add_game(session, &row);
}

static bool add_deed(store_job *it, store_session *session)
{
    const job *j = (const job *)it;
    const uint8_t faces[] = {1, 6, 3};
    const store_deed deed = {.number = (uint32_t)j->number,
                             .kind = 3,
                             .side = 1,
                             .ply = 12,
                             .hash = UINT64_MAX - 5,
                             .at = 1794729600123,
                             .text = "act A1 F none",
                             .faces = faces,
                             .face_count = (uint32_t)(j->number % 4)};
    if (j->waits) usleep(200000);
    return !j->fails && store_add_deed(session, j->game, &deed)
           && store_set_status(session, j->game, STORE_PLAYING, 2, 1794729600);
}

static bool count_deed(void *to, const store_deed *deed)
{
    job *j = to;
    const uint8_t faces[] = {1, 6, 3};
    j->hash = deed->hash;
    if ((int)deed->number != j->deeds || strcmp(deed->text, "act A1 F none") != 0
        || deed->at != 1794729600123 || deed->face_count != deed->number % 4
        || (deed->face_count > 0 && memcmp(deed->faces, faces, deed->face_count) != 0))
        return false;
    j->deeds++;
    return true;
}

static bool read_back(store_job *it, store_session *session)
{
    job *j = (job *)it;
    j->deeds = 0;
    j->trouble = "";
    j->found = store_read_game(session, j->game, &j->row);
    return j->found != STORE_FOUND
           || store_read_deeds(session, &j->row, 0, count_deed, j, &j->trouble);
}

static job do_read(store *s, const char *game)
{
    job j = {.job = {.run = read_back, .done = done}, .game = game};
    assert_true(store_read(s, &j.job));
    wait_for(s, 1);
    assert_true(j.job.ok);
    return j;
}

static void a_game_reads_back(void **unused)
{
    (void)unused;
    store *s = open_store();
    job game = {.job = {.run = add_game, .done = done}, .game = "aaa"};
    job deeds[5];
    assert_true(store_write(s, &game.job));
    for (int i = 0; i < 3; i++) {
        deeds[i] = (job){.job = {.run = add_deed, .done = done}, .game = "aaa", .number = i};
        assert_true(store_write(s, &deeds[i].job));
    }
    wait_for(s, 4);
    store_close(s);
    s = open_store();
    const job read = do_read(s, "aaa");
    assert_int_equal(read.found, STORE_FOUND);
    assert_int_equal(read.deeds, 3);
    assert_true(read.hash == UINT64_MAX - 5);
    assert_int_equal(read.row.version, 3);
    assert_string_equal(read.row.seats[1], "greedy");
    assert_string_equal(read.row.clock, "days 3");
    assert_int_equal(read.row.secret[31], 7);
    assert_int_equal(read.row.invitations[1][0], 9);
    assert_int_equal(do_read(s, "bbb").found, STORE_NONE);
    store_close(s);
}

static void many_writes_share_a_commit(void **unused)
{
    (void)unused;
    store *s = open_store();
    enum { MANY = 200 };
    static job jobs[MANY];
    job game = {.job = {.run = add_game, .done = done}, .game = "ccc"};
    store_write(s, &game.job);
    wait_for(s, 1);
    const uint64_t before = store_count(s).commits;
    for (int i = 0; i < MANY; i++) {
        jobs[i] = (job){
            .job = {.run = add_deed, .done = done}, .game = "ccc", .number = i, .waits = i == 0};
        assert_true(store_write(s, &jobs[i].job));
    }
    wait_for(s, MANY);
    assert_in_range(store_count(s).commits - before, 1, 10);
    assert_int_equal(do_read(s, "ccc").deeds, MANY);
    store_close(s);
}

static bool add_note(store_job *it, store_session *session)
{
    const job *j = (const job *)it;
    char text[4000];
    memset(text, 'a' + j->number % 26, sizeof text - 1);
    text[sizeof text - 1] = '\0';
    if (j->waits) usleep(200000);
    return add_game(it, session) && store_set_note(session, j->game, 0, text, 1794729600);
}

/* Larger than what is gathered for the log at a time. */
static void a_commit_may_be_large(void **unused)
{
    (void)unused;
    store *s = open_store();
    enum { MANY = 300 };
    static job jobs[MANY];
    static char names[MANY][16];
    const uint64_t before = store_count(s).commits;
    for (int i = 0; i < MANY; i++) {
        snprintf(names[i], sizeof names[i], "large%d", i);
        jobs[i] = (job){
            .job = {.run = add_note, .done = done}, .game = names[i], .number = i, .waits = i == 0};
        assert_true(store_write(s, &jobs[i].job));
    }
    wait_for(s, MANY);
    assert_in_range(store_count(s).commits - before, 1, 10);
    assert_int_equal(store_count(s).failures, 0);
    assert_int_equal(do_read(s, "large299").found, STORE_FOUND);
    store_close(s);
}

static void one_that_fails_fails_alone(void **unused)
{
    (void)unused;
    store *s = open_store();
    bool ok[4] = {false, false, false, false};
    job game = {.job = {.run = add_game, .done = done}, .game = "ddd"};
    store_write(s, &game.job);
    wait_for(s, 1);
    job jobs[] = {
        {.job = {.run = add_deed, .done = done}, .game = "ddd", .number = 0, .waits = true},
        {.job = {.run = add_deed, .done = done}, .game = "ddd", .number = 1, .fails = true},
        {.job = {.run = add_deed, .done = done}, .game = "ddd", .number = 1},
        {.job = {.run = add_deed, .done = done}, .game = "ddd", .number = 1}, /* twice the same */
    };
    for (int i = 0; i < 4; i++) {
        jobs[i].done = &ok[i];
        store_write(s, &jobs[i].job);
    }
    wait_for(s, 4);
    assert_true(ok[0]);
    assert_false(ok[1]);
    assert_true(ok[2]);
    assert_false(ok[3]);
    assert_int_equal(do_read(s, "ddd").deeds, 2);
    store_close(s);
}

static bool add_words(store_job *it, store_session *session)
{
    job *j = (job *)it;
    store_line line = {
        .room = 1, .side = 2, .at = 5, .name = "it's \"me\"", .text = "'); DROP TABLE games; --"};
    const bool well = store_add_line(session, j->game, &line)
                      && store_set_note(session, j->game, 0, "first", 1)
                      && store_set_note(session, j->game, 0, "second", 2);
    j->number = (int)line.number;
    return well;
}

static void take_line(void *to, const store_line *line)
{
    job *j = to;
    j->deeds++;
    assert_string_equal(line->text, "'); DROP TABLE games; --");
    assert_string_equal(line->name, "it's \"me\"");
}

static bool read_words(store_job *it, store_session *session)
{
    job *j = (job *)it;
    static char note[STORE_TEXT_MAX], none[STORE_TEXT_MAX];
    const bool read = store_read_lines(session, j->game, 3, take_line, j)
                      && store_read_note(session, j->game, 0, note)
                      && store_read_note(session, j->game, 1, none);
    return read && strcmp(note, "second") == 0 && none[0] == '\0';
}

static void words_are_kept_as_they_are(void **unused)
{
    (void)unused;
    store *s = open_store();
    job game = {.job = {.run = add_game, .done = done}, .game = "eee"};
    store_write(s, &game.job);
    for (int i = 1; i <= 2; i++) {
        job words = {.job = {.run = add_words, .done = done}, .game = "eee"};
        store_write(s, &words.job);
        wait_for(s, i == 1 ? 2 : 1);
        assert_true(words.job.ok);
        assert_int_equal(words.number, i);
    }
    job read = {.job = {.run = read_words, .done = done}, .game = "eee"};
    store_read(s, &read.job);
    wait_for(s, 1);
    assert_true(read.job.ok);
    assert_int_equal(read.deeds, 2);
    store_close(s);
}

typedef struct heard {
    store_job job;
    uint8_t rooms;
    int lines, players;
    uint32_t last, oldest;
} heard;

static bool chatter(store_job *it, store_session *session)
{
    store_line line = {.room = 0, .side = 0, .at = 5, .name = "Anna", .text = "Well met"};
    (void)it;
    for (int i = 0; i < 3; i++)
        if (!store_add_line(session, "fff", &line)) return false;
    line = (store_line){.room = 1, .side = 2, .at = 5, .name = "a watcher", .text = "Boo"};
    for (int i = 0; i < STORE_CHAT_KEPT + 50; i++)
        if (!store_add_line(session, "fff", &line)) return false;
    return true;
}

static void hear_line(void *to, const store_line *line)
{
    heard *h = to;
    assert_true(line->number > h->last); /* in order */
    h->last = line->number;
    if (h->lines++ == 0) h->oldest = line->number;
    h->players += line->room == 0;
}

static bool run_hear(store_job *it, store_session *session)
{
    heard *h = (heard *)it;
    return store_read_lines(session, "fff", h->rooms, hear_line, h);
}

static bool count_lines(store_job *it, store_session *session)
{
    sqlite3_stmt *made = NULL;
    sqlite3_prepare_v2(session->db, "SELECT count(*) FROM lines WHERE game = 'fff'", -1, &made,
                       NULL);
    ((job *)it)->deeds = sqlite3_step(made) == SQLITE_ROW ? sqlite3_column_int(made, 0) : -1;
    return sqlite3_finalize(made) == SQLITE_OK;
}

/* However much a watcher says: what the players said is there, and not all of his is kept. */
static void nobody_talks_others_words_away(void **unused)
{
    (void)unused;
    store *s = open_store();
    job game = {.job = {.run = add_game, .done = done}, .game = "fff"};
    job talk = {.job = {.run = chatter, .done = done}};
    store_write(s, &game.job);
    store_write(s, &talk.job);
    wait_for(s, 2);
    assert_true(talk.job.ok);
    static const int wanted[][3] = {
        {1, 3, 3}, {2, STORE_CHAT_PAGE, 0}, {3, STORE_CHAT_PAGE + 3, 3}};
    for (int i = 0; i < 3; i++) {
        heard h = {.job = {.run = run_hear, .done = heard_done}, .rooms = (uint8_t)wanted[i][0]};
        store_read(s, &h.job);
        wait_for(s, 1);
        assert_int_equal(h.lines, wanted[i][1]);
        assert_int_equal(h.players, wanted[i][2]);
    }
    job count = {.job = {.run = count_lines, .done = done}};
    store_read(s, &count.job);
    wait_for(s, 1);
    assert_int_equal(count.deeds, STORE_CHAT_KEPT + 3);
    store_close(s);
}

static bool read_pragmas(store_job *it, store_session *session)
{
    static const struct {
        const char *question, *answer;
    } asked[] = {{"PRAGMA synchronous", "2"},
                 {"PRAGMA journal_mode", "wal"},
                 {"PRAGMA foreign_keys", "1"},
                 {"PRAGMA trusted_schema", "0"}};
    (void)it;
    bool well = true;
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        sqlite3_stmt *made = NULL;
        sqlite3_prepare_v2(session->db, asked[i].question, -1, &made, NULL);
        well &= sqlite3_step(made) == SQLITE_ROW
                && strcmp((const char *)sqlite3_column_text(made, 0), asked[i].answer) == 0;
        sqlite3_finalize(made);
    }
    return well;
}

/* Of the very connection that writes; 2 is FULL.  That the disk really keeps what is acknowledged
 * is shown by server-power-cut (fault.c). */
static void the_writer_asks_the_disk(void **unused)
{
    (void)unused;
    store *s = open_store();
    job read = {.job = {.run = read_pragmas, .done = done}};
    store_write(s, &read.job);
    wait_for(s, 1);
    assert_true(read.job.ok);
    store_close(s);
}

static void a_second_server_is_kept_away(void **unused)
{
    (void)unused;
    char error[256] = "";
    store *s = open_store();
    assert_null(store_open(where, (store_hooks){.wake = wake}, error, sizeof error));
    assert_non_null(strstr(error, "another grognard"));
    store_close(s);
    assert_null(store_open("oracle:x", (store_hooks){.wake = wake}, error, sizeof error));
}

static void a_newer_format_is_refused(void **unused)
{
    (void)unused;
    char error[256] = "", file[160];
    sqlite3 *db;
    snprintf(file, sizeof file, "sqlite:%s/newer.db", folder);
    sqlite3_open(file + 7, &db);
    sqlite3_exec(db, "PRAGMA user_version = 999", NULL, NULL, NULL);
    sqlite3_close(db);
    assert_null(store_open(file, (store_hooks){.wake = wake}, error, sizeof error));
    assert_non_null(strstr(error, "newer"));
}

/* ---- What was lost is missed. ---- */

static bool is_well_in(const char *file, const char *game, bool whole)
{
    store_session session = {0};
    assert_int_equal(sqlite3_open(file, &session.db), SQLITE_OK);
    assert_true(store_session_begin(&session));
    const bool well = store_check_game(&session, game, whole);
    store_session_close(&session);
    return well;
}

static void change(const char *statement)
{
    sqlite3 *db;
    sqlite3_open(where + 7, &db);
    assert_int_equal(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    sqlite3_close(db);
}

static void make_game(const char *name, int deeds)
{
    store *s = open_store();
    job game = {.job = {.run = add_game, .done = done}, .game = name};
    job all[8];
    assert_true(store_write(s, &game.job));
    for (int i = 0; i < deeds; i++) {
        all[i] = (job){.job = {.run = add_deed, .done = done}, .game = name, .number = i};
        assert_true(store_write(s, &all[i].job));
    }
    wait_for(s, deeds + 1);
    store_close(s);
}

/* Neither its row nor the deeds that are left look wrong: only together they do. */
static void what_is_lost_is_missed(void **unused)
{
    (void)unused;
    static const struct {
        const char *game, *statement;
        bool at_a_look;
    } lost[] = {
        {"m1", "DELETE FROM deeds WHERE game = 'm1' AND number = 5", true},
        {"m2", "DELETE FROM deeds WHERE game = 'm2' AND number = 2", true},
        {"m3", "UPDATE deeds SET at = at + 1 WHERE game = 'm3' AND number = 2", false},
        {"m4", "UPDATE deeds SET side = 0 WHERE game = 'm4' AND number = 5", false},
        {"m5", "UPDATE deeds SET life = 1 WHERE game = 'm5' AND number = 0", false},
        {"m6", "UPDATE deeds SET game = 'm0' WHERE game = 'm6' AND number = 5", true},
    };
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        const char *name = lost[i].game;
        make_game(name, 6);
        assert_true(is_well_in(where + 7, name, false) && is_well_in(where + 7, name, true));
        change(lost[i].statement);
        assert_int_equal(is_well_in(where + 7, name, false), !lost[i].at_a_look);
        assert_false(is_well_in(where + 7, name, true));
        store *s = open_store();
        job read = {.job = {.run = read_back, .done = done}, .game = name};
        store_read(s, &read.job);
        wait_for(s, 1);
        assert_false(read.job.ok);
        store_close(s);
    }
}

static void a_lost_row_is_missed(void **unused)
{
    (void)unused;
    make_game("m7", 2);
    change("UPDATE games SET scenario = 'sq-large' WHERE id = 'm7'");
    assert_false(is_well_in(where + 7, "m7", false));
    make_game("m8", 2);
    change("DELETE FROM games WHERE id = 'm8'");
    make_game("m9", 2);
    change("DELETE FROM deeds WHERE game = 'm9' AND number = 1");
    store *s = open_store();
    assert_int_equal(do_read(s, "m7").found, STORE_BROKEN);
    assert_int_equal(do_read(s, "m8").found, STORE_BROKEN); /* its deeds are there */
    job more[] = {{.job = {.run = add_deed, .done = done}, .game = "m9", .number = 1},
                  {.job = {.run = add_deed, .done = done}, .game = "m9", .number = 2}};
    for (int i = 0; i < 2; i++) {
        store_write(s, &more[i].job);
        wait_for(s, 1);
        assert_int_equal(more[i].job.ok, i == 1); /* a second deed of number 1 is none */
    }
    store_close(s);
}

static int64_t ask_number(sqlite3 *db, const char *question)
{
    sqlite3_stmt *made = NULL;
    assert_int_equal(sqlite3_prepare_v2(db, question, -1, &made, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(made), SQLITE_ROW);
    const int64_t number =
        sqlite3_column_type(made, 0) == SQLITE_NULL ? -1 : sqlite3_column_int64(made, 0);
    sqlite3_finalize(made);
    return number;
}

/* The outages, 50 and 100 long, were no part of anybody's time: nor of the server's life. */
static void old_clocks_go_on(void **unused)
{
    (void)unused;
    char error[256] = "", file[160];
    static const struct {
        const char *question;
        int64_t number;
    } asked[] = {
        {"SELECT lived FROM life", 200},
        {"SELECT life FROM deeds WHERE game = 'ggg' AND number = 0", 90},
        {"SELECT life FROM deeds WHERE game = 'ggg' AND number = 1", 100},
        {"SELECT life FROM deeds WHERE game = 'ggg' AND number = 2", 150},
        {"SELECT life FROM deeds WHERE game = 'ggg' AND number = 3", 160},
        {"SELECT life FROM deeds WHERE game = 'hhh'", -1},
        {"SELECT deadline FROM summaries", 250},
        {"SELECT blue_deadline FROM summaries", 250},
        {"SELECT red_deadline FROM summaries", -1},
        /* a deed does not look its game up; a line that somebody says does */
        {"SELECT count(*) FROM pragma_foreign_key_list('deeds')", 0},
        {"SELECT count(*) FROM pragma_foreign_key_list('lines')", 1},
        {"SELECT count(*) FROM pragma_table_info('accounts') WHERE name = 'page'", 1},
        {"SELECT deeds FROM tallies WHERE game = 'ggg'", 4},
        {"SELECT count(*) FROM snapshots", 0}, /* they know no sum */
        {"SELECT mail = 'a@b.org' AND new_mail = '' FROM accounts WHERE name = 'known'", 1},
        {"SELECT mail = '' AND new_mail = 'c@d.org' FROM accounts WHERE name = 'fresh'", 1},
        {"SELECT count(*) FROM listed", 0}, /* old games are in no list of open ones */
        {"SELECT integrity_check = 'ok' FROM pragma_integrity_check", 1}};
    sqlite3 *db;
    snprintf(file, sizeof file, "sqlite:%s/old.db", folder);
    sqlite3_open(file + 7, &db);
    assert_int_equal(sqlite3_exec(db, store_3, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "INSERT INTO accounts (name, password, created, mail, confirmed)"
                                  " VALUES ('known', 'x', 1, 'a@b.org', 1),"
                                  " ('fresh', 'x', 1, 'c@d.org', 0)",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(db);
    store *s = store_open(file, (store_hooks){.wake = wake}, error, sizeof error);
    assert_string_equal(error, "");
    assert_non_null(s);
    store_close(s);
    assert_true(is_well_in(file + 7, "ggg", true));
    assert_true(is_well_in(file + 7, "hhh", true));
    sqlite3_open(file + 7, &db);
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++)
        assert_int_equal(ask_number(db, asked[i].question), asked[i].number);
    sqlite3_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_reads_back),
        cmocka_unit_test(many_writes_share_a_commit),
        cmocka_unit_test(a_commit_may_be_large),
        cmocka_unit_test(one_that_fails_fails_alone),
        cmocka_unit_test(words_are_kept_as_they_are),
        cmocka_unit_test(nobody_talks_others_words_away),
        cmocka_unit_test(the_writer_asks_the_disk),
        cmocka_unit_test(a_second_server_is_kept_away),
        cmocka_unit_test(a_newer_format_is_refused),
        cmocka_unit_test(what_is_lost_is_missed),
        cmocka_unit_test(a_lost_row_is_missed),
        cmocka_unit_test(old_clocks_go_on),
    };
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.40s/store-XXXXXX", temporary == NULL ? "/tmp" : temporary);
    if (mkdtemp(folder) == NULL) return 1;
    snprintf(where, sizeof where, "sqlite:%s/games.db", folder);
    const int failed = cmocka_run_group_tests_name("store", tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command) != 0 || failed > 0;
}
