/*
 * bits.c - a bit that flips on the disk loses nothing in silence: each game is read as it was, or
 * is told as broken.
 * SPDX-License-Identifier: MIT
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/action.h"
#include "server/hall.h"
#include "server/store_sqlite.h"

enum { GAMES = 10, DEEDS = 60, SNAPSHOT_AT = 40, FLIPS = 500, NOW_S = 1794729600 };

typedef struct told { /* of one game: its log, and all that a table knows */
    uint64_t log;
    uint8_t *bytes;
    size_t count;
} told;

static char folder[64], where[128];
static char ids[GAMES][FAIR_ID_MAX];
static told as_it_was[GAMES];
static unsigned char *file;
static size_t file_bytes;
static table_ear *ear;
static int by_snapshot; /* readings */

static void wake(void *app) { (void)app; }

/* ---- A store with some games. ---- */

static table *new_table(uint32_t number, store_game *row)
{
    table_refusal why;
    const gg_ruleset *rules = gg_rulesets[number % 2];
    *row = (store_game){
        .version = rules->version, .seats = {"link", "link"}, .clock = "days 3", .created = NOW_S};
    snprintf(ids[number], sizeof ids[number], "game%04u", number * 7919 % 9973);
    snprintf(row->id, sizeof row->id, "%s", ids[number]);
    snprintf(row->ruleset, sizeof row->ruleset, "%s", rules->name);
    snprintf(row->scenario, sizeof row->scenario, "%s", rules->scenarios[0].name);
    memset(row->secret, (int)number + 1, sizeof row->secret);
    return table_new(row, &why);
}

static bool do_deed(table *t, store_session *session, deed_kind kind, gg_side side,
                    const char *text)
{
    table_refusal why;
    table_deed deed = {.kind = (uint8_t)kind, .side = side, .at = NOW_S * 1000LL};
    deed.life = deed.at;
    if (side < TABLE_VIEWERS) deed.ply = t->ply[side];
    snprintf(deed.text, sizeof deed.text, "%s", text);
    if (table_do(t, &deed, NULL, &why) != TABLE_DONE) return false;
    const store_deed stored = {.number = deed.number,
                               .kind = deed.kind,
                               .side = deed.side,
                               .ply = deed.ply,
                               .hash = deed.hash,
                               .is_hashed = true,
                               .at = deed.at,
                               .life = deed.life,
                               .text = deed.text,
                               .faces = deed.faces,
                               .face_count = deed.face_count};
    return store_add_deed(session, t->row.id, &stored);
}

static bool act(table *t, store_session *session, gg_dice *dice)
{
    char text[GG_ACTION_TEXT_MAX];
    gg_text out = gg_text_over(text, sizeof text);
    const gg_side side = (table_deciding(t) & 1) != 0 ? GG_BLUE : GG_RED;
    gg_action *offers = malloc(t->rules->actions_max * sizeof *offers);
    gg_state *view = table_use_room(t)->view;
    gg_match_view(t->match, side, view);
    const uint32_t count = t->rules->offer(view, side, offers, t->rules->actions_max);
    gg_write_action(t->rules, view, &offers[gg_dice_pick(dice, count)], &out);
    free(offers);
    return do_deed(t, session, DEED_action, side, text);
}

static bool keep_snapshot(const table *t, store_session *session)
{
    store_snapshot it = {.number = t->done_count};
    memcpy(it.ply, t->ply, sizeof it.ply);
    it.bytes = table_write_snapshot(t, &it.count);
    const bool kept = it.bytes != NULL && store_add_snapshot(session, t->row.id, &it);
    free(it.bytes);
    return kept;
}

static void add_game(uint32_t number, store_session *session)
{
    store_game row;
    char text[TABLE_TEXT_MAX];
    gg_dice dice = gg_dice_random(number);
    table *t = new_table(number, &row);
    assert_non_null(t);
    assert_true(store_add_game(session, &row));
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const uint8_t token[TABLE_HASH_BYTES] = {(uint8_t)(side + 1)};
        assert_true(table_write_sit(token, "somebody", "a line", text));
        assert_true(do_deed(t, session, DEED_sit, side, text));
    }
    assert_true(do_deed(t, session, DEED_begin, GG_NOBODY, ""));
    for (int i = 0; i < DEEDS && t->status == STORE_PLAYING; i++) {
        assert_true(act(t, session, &dice));
        if (i == SNAPSHOT_AT && number % 4 == 0) assert_true(keep_snapshot(t, session));
    }
    assert_true(store_set_status(session, row.id, t->status, table_deciding(t), NOW_S));
    table_free(t);
}

static void read_file(const char *name)
{
    FILE *from = fopen(name, "rb");
    assert_non_null(from);
    fseek(from, 0, SEEK_END);
    file_bytes = (size_t)ftell(from);
    rewind(from);
    file = malloc(file_bytes);
    assert_int_equal(fread(file, 1, file_bytes, from), file_bytes);
    fclose(from);
    file[18] = file[19] = 1; /* with no log beside it */
}

static void make_store(void)
{
    char error[256] = "";
    store *s = store_open(where, (store_hooks){.wake = wake}, error, sizeof error);
    assert_string_equal(error, "");
    store_close(s);
    store_session session = {0};
    assert_int_equal(sqlite3_open(where + strlen("sqlite:"), &session.db), SQLITE_OK);
    assert_true(store_session_begin(&session));
    assert_int_equal(sqlite3_exec(session.db, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
    for (uint32_t i = 0; i < GAMES; i++) add_game(i, &session);
    assert_int_equal(sqlite3_exec(session.db, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
    store_session_close(&session);
    read_file(where + strlen("sqlite:"));
}

/* ---- Reading. ---- */

static bool open_bytes(store_session *session, unsigned char *bytes)
{
    *session = (store_session){0};
    return sqlite3_open(":memory:", &session->db) == SQLITE_OK
           && sqlite3_deserialize(session->db, "main", bytes, (sqlite3_int64)file_bytes,
                                  (sqlite3_int64)file_bytes, SQLITE_DESERIALIZE_READONLY)
                  == SQLITE_OK
           && store_session_begin(session);
}

static void hear(void *to, gg_side viewer, uint32_t ply, const char *json, uint32_t count)
{
    told *out = to;
    (void)viewer;
    out->log = gg_hash_on(out->log ^ ply, json, count);
}

/* For a log, or to be played on; false: the game is told as broken. */
static bool read_game(store_session *session, const char *id, bool as_log, told *out)
{
    static hall_reading it; /* it is large */
    static const store_job job;
    *out = (told){0};
    ear->to = out;
    it = (hall_reading){.job = &job, .ear = as_log ? ear : NULL, .viewer = GG_NOBODY};
    hall_read_game(&it, session, id);
    if (it.table == NULL) {
        if (it.why.status != 500 && it.why.status != 410)
            fail_msg("%s: %d %s", id, it.why.status, it.why.text);
        return false;
    }
    by_snapshot += it.snapshot > 0;
    out->bytes = table_write_snapshot(it.table, &out->count);
    table_free(it.table);
    assert_non_null(out->bytes);
    return true;
}

static void remember(void)
{
    store_session session;
    assert_true(open_bytes(&session, file));
    for (int i = 0; i < GAMES; i++) {
        assert_true(read_game(&session, ids[i], true, &as_it_was[i]));
        assert_true(store_check_game(&session, ids[i], true));
    }
    store_session_close(&session);
}

static bool is_same(const told *one, const told *other, bool with_log)
{
    return (!with_log || one->log == other->log) && one->count == other->count
           && memcmp(one->bytes, other->bytes, one->count) == 0;
}

/* How many games are told as broken. */
static int look_at(unsigned char *bytes, size_t bit)
{
    store_session session;
    int broken = 0;
    if (open_bytes(&session, bytes)) {
        for (int i = 0; i < GAMES; i++) {
            bool read = true;
            for (int as_log = 0; as_log < 2; as_log++) {
                told now;
                const bool well = read_game(&session, ids[i], as_log != 0, &now);
                if (well && !is_same(&now, &as_it_was[i], as_log != 0))
                    fail_msg("bit %zu: %s is another game", bit, ids[i]);
                if (well) free(now.bytes);
                read = read && well;
            }
            broken += !read;
            if (read) assert_true(store_check_game(&session, ids[i], true));
        }
    }
    store_session_close(&session);
    return broken;
}

static void no_bit_takes_a_deed_away(void **unused)
{
    (void)unused;
    int met = 0, broken = 0;
    gg_dice dice = gg_dice_random(1805);
    unsigned char *bytes = malloc(file_bytes);
    for (int i = 0; i < FLIPS; i++) {
        const size_t bit = (size_t)(gg_dice_bits(&dice) % (8 * file_bytes));
        memcpy(bytes, file, file_bytes);
        bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
        const int found = look_at(bytes, bit);
        met += found > 0;
        broken += found;
    }
    free(bytes);
    print_message("# %zu bytes, %d bits: %d were met, %d games told as broken\n", file_bytes,
                  (int)FLIPS, met, broken);
    assert_true(met > FLIPS / 4 && by_snapshot > FLIPS); /* else nothing was tested */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_bit_takes_a_deed_away)};
    const char *temporary = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.40s/bits-XXXXXX", temporary == NULL ? "/tmp" : temporary);
    if (sodium_init() < 0 || mkdtemp(folder) == NULL) return 1;
    snprintf(where, sizeof where, "sqlite:%s/games.db", folder);
    ear = table_ear_new();
    ear->hear = hear;
    ear->viewers = GG_SIDES_ALL;
    make_store();
    remember();
    const int failed = cmocka_run_group_tests_name("bits", tests, NULL, NULL);
    for (int i = 0; i < GAMES; i++) free(as_it_was[i].bytes);
    table_ear_free(ear);
    free(file);
    unlink(where + strlen("sqlite:"));
    unlink(strcat(where, ".lock") + strlen("sqlite:"));
    return rmdir(folder) != 0 || failed > 0;
}
