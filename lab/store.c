/*
 * store.c - the games of a run as a table (CSV) and as a database (SQLite).
 *
 * Both are made anew from the lines of the games, in their order and in one go, so that they are
 * the same bytes however the run went.
 * SPDX-License-Identifier: MIT
 */
#include "lab/folder.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct store {
    const lab_folder *folder;
    FILE *csv;
    sqlite3 *base;
    sqlite3_stmt *game, *loss, *came_up, *changed;
    json_t *places; /* "stand_blue": [count of cell 0, ...] */
    int columns, rows;
} store;

static const char schema[] =
    "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA page_size = 4096;"
    "CREATE TABLE run (key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE game (game INTEGER PRIMARY KEY, seed TEXT, blue TEXT, red TEXT, winner TEXT,"
    " over INTEGER, clause TEXT, round INTEGER, decisions_blue INTEGER, decisions_red INTEGER,"
    " steps INTEGER, offers INTEGER, units_lost_blue INTEGER, units_lost_red INTEGER,"
    " strength_lost_blue INTEGER, strength_lost_red INTEGER, final TEXT);"
    "CREATE TABLE loss (game INTEGER, side TEXT, arm TEXT, units INTEGER, strength INTEGER,"
    " PRIMARY KEY (game, side, arm)) WITHOUT ROWID;"
    "CREATE TABLE came_up (what TEXT, id TEXT, game INTEGER, times INTEGER,"
    " PRIMARY KEY (what, id, game)) WITHOUT ROWID;"
    "CREATE TABLE changed (id TEXT, game INTEGER, rolls INTEGER, changed INTEGER,"
    " PRIMARY KEY (id, game)) WITHOUT ROWID;"
    "CREATE TABLE place (what TEXT, side TEXT, column_at INTEGER, row_at INTEGER, times INTEGER,"
    " PRIMARY KEY (what, side, column_at, row_at)) WITHOUT ROWID;"
    "CREATE TABLE clause (clause TEXT PRIMARY KEY, title TEXT, gist TEXT) WITHOUT ROWID;"
    "BEGIN;";

static const char csv_head[] =
    "game,seed,blue,red,winner,over,clause,round,decisions_blue,decisions_red,steps,offers,"
    "units_lost_blue,units_lost_red,strength_lost_blue,strength_lost_red,final\n";

/* ---- Rows. ---- */

static const char *text_of(const lab_row *row, const char *key)
{
    return json_string_value(json_object_get(row->whole, key));
}

static void put_csv(const store *s, const lab_row *row)
{
    fprintf(s->csv, "%llu,%s,%s,%s,%s,%d,%s,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%lld,%s\n",
            (unsigned long long)row->game, row->seed, text_of(row, "blue"), text_of(row, "red"),
            row->winner, row->over, row->clause, (long long)row->round,
            (long long)row->decisions[0], (long long)row->decisions[1], (long long)row->steps,
            (long long)row->offers, (long long)row->units_lost[0], (long long)row->units_lost[1],
            (long long)row->strength_lost[0], (long long)row->strength_lost[1], row->final);
}

static void bind_text(sqlite3_stmt *into, int at, const char *text)
{
    sqlite3_bind_text(into, at, text, -1, SQLITE_TRANSIENT);
}

static bool insert(sqlite3_stmt *row)
{
    const bool good = sqlite3_step(row) == SQLITE_DONE;
    sqlite3_reset(row);
    return good;
}

static bool put_game(const store *s, const lab_row *row)
{
    const int64_t numbers[] = {row->over,
                               0,
                               row->round,
                               row->decisions[0],
                               row->decisions[1],
                               row->steps,
                               row->offers,
                               row->units_lost[0],
                               row->units_lost[1],
                               row->strength_lost[0],
                               row->strength_lost[1]};
    sqlite3_bind_int64(s->game, 1, (int64_t)row->game);
    bind_text(s->game, 2, row->seed);
    bind_text(s->game, 3, text_of(row, "blue"));
    bind_text(s->game, 4, text_of(row, "red"));
    bind_text(s->game, 5, row->winner);
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
        sqlite3_bind_int64(s->game, 6 + i, numbers[i]);
    bind_text(s->game, 7, row->clause);
    bind_text(s->game, 17, row->final);
    return insert(s->game);
}

static bool put_losses(const store *s, const lab_row *row)
{
    const char *side, *arm;
    json_t *arms, *loss;
    json_object_foreach(json_object_get(row->whole, "losses"), side, arms)
        json_object_foreach(arms, arm, loss)
    {
        sqlite3_bind_int64(s->loss, 1, (int64_t)row->game);
        bind_text(s->loss, 2, side);
        bind_text(s->loss, 3, arm);
        sqlite3_bind_int64(s->loss, 4, json_integer_value(json_array_get(loss, 0)));
        sqlite3_bind_int64(s->loss, 5, json_integer_value(json_array_get(loss, 1)));
        if (!insert(s->loss)) return false;
    }
    return true;
}

static bool put_counts(const store *s, const lab_row *row, const char *key, const char *what)
{
    const char *id;
    json_t *times;
    json_object_foreach(json_object_get(row->whole, key), id, times)
    {
        bind_text(s->came_up, 1, what);
        bind_text(s->came_up, 2, id);
        sqlite3_bind_int64(s->came_up, 3, (int64_t)row->game);
        sqlite3_bind_int64(s->came_up, 4, json_integer_value(times));
        if (!insert(s->came_up)) return false;
    }
    return true;
}

static bool put_changed(const store *s, const lab_row *row)
{
    const char *id;
    json_t *pair;
    json_object_foreach(json_object_get(row->whole, "changed"), id, pair)
    {
        bind_text(s->changed, 1, id);
        sqlite3_bind_int64(s->changed, 2, (int64_t)row->game);
        sqlite3_bind_int64(s->changed, 3, json_integer_value(json_array_get(pair, 0)));
        sqlite3_bind_int64(s->changed, 4, json_integer_value(json_array_get(pair, 1)));
        if (!insert(s->changed)) return false;
    }
    return true;
}

/* Places are kept for all games together: for each alone they would be most of the file. */
static void add_places(store *s, const lab_row *row)
{
    const char *key;
    json_t *pairs, *places = json_object_get(row->whole, "places");
    s->columns = (int)json_integer_value(json_object_get(places, "columns"));
    s->rows = (int)json_integer_value(json_object_get(places, "rows"));
    json_object_foreach(places, key, pairs)
    {
        if (!json_is_array(pairs)) continue;
        json_t *sums = json_object_get(s->places, key);
        if (sums == NULL) json_object_set_new(s->places, key, sums = json_array());
        for (size_t i = 0; i + 1 < json_array_size(pairs); i += 2) {
            const size_t cell = (size_t)json_integer_value(json_array_get(pairs, i));
            while (json_array_size(sums) <= cell && cell < LAB_GRID_MAX * LAB_GRID_MAX)
                json_array_append_new(sums, json_integer(0));
            json_t *sum = json_array_get(sums, cell);
            json_integer_set(sum, json_integer_value(sum)
                                      + json_integer_value(json_array_get(pairs, i + 1)));
        }
    }
}

static bool put_places(const store *s)
{
    sqlite3_stmt *row = NULL;
    const char *key;
    json_t *sums;
    bool good =
        sqlite3_prepare_v2(s->base, "INSERT INTO place VALUES (?, ?, ?, ?, ?)", -1, &row, NULL)
        == SQLITE_OK;
    json_object_foreach(s->places, key, sums)
    {
        const char *line = strchr(key, '_');
        char what[16];
        snprintf(what, sizeof what, "%.*s", line == NULL ? 15 : (int)(line - key), key);
        for (size_t i = 0; good && i < json_array_size(sums); i++) {
            const json_int_t times = json_integer_value(json_array_get(sums, i));
            if (times == 0) continue;
            bind_text(row, 1, what);
            bind_text(row, 2, line == NULL ? "both" : line + 1);
            sqlite3_bind_int64(row, 3, (int64_t)i % s->columns);
            sqlite3_bind_int64(row, 4, (int64_t)i / s->columns);
            sqlite3_bind_int64(row, 5, times);
            good = insert(row);
        }
    }
    sqlite3_finalize(row);
    return good;
}

static bool put_pair(sqlite3_stmt *row, const char *one, const char *two, const char *three)
{
    bind_text(row, 1, one);
    bind_text(row, 2, two);
    if (three != NULL) bind_text(row, 3, three);
    return insert(row);
}

/* What the rows speak of: the run and the clauses. */
static bool put_words(const store *s)
{
    const gg_ruleset *rules = s->folder->setup.rules;
    sqlite3_stmt *run = NULL, *clause = NULL;
    char command[4096], games[24];
    gg_text text = gg_text_over(command, sizeof command);
    lab_put_command(&text, s->folder);
    snprintf(games, sizeof games, "%llu", (unsigned long long)s->folder->games);
    bool good =
        sqlite3_prepare_v2(s->base, "INSERT INTO run VALUES (?, ?)", -1, &run, NULL) == SQLITE_OK
        && sqlite3_prepare_v2(s->base, "INSERT INTO clause VALUES (?, ?, ?)", -1, &clause, NULL)
               == SQLITE_OK;
    good = good && put_pair(run, "command", command, NULL) && put_pair(run, "games", games, NULL);
    for (uint32_t i = 1; good && i < rules->clause_count; i++)
        good = put_pair(clause, rules->clauses[i].number, rules->clauses[i].title,
                        rules->clauses[i].gist);
    sqlite3_finalize(run);
    sqlite3_finalize(clause);
    return good;
}

/* ---- Both files. ---- */

static bool put_row(store *s, const lab_line *line)
{
    lab_row row;
    if (!lab_read_row(s->folder->text + line->at, line->count, &row)) return false;
    put_csv(s, &row);
    add_places(s, &row);
    const bool good = put_game(s, &row) && put_losses(s, &row)
                      && put_counts(s, &row, "clauses", "clause")
                      && put_counts(s, &row, "mods", "modifier")
                      && put_counts(s, &row, "numbers", "number") && put_changed(s, &row);
    lab_drop_row(&row);
    return good;
}

static bool prepare(store *s, const char *file)
{
    return sqlite3_open(file, &s->base) == SQLITE_OK
           && sqlite3_exec(s->base, schema, NULL, NULL, NULL) == SQLITE_OK
           && sqlite3_prepare_v2(s->base,
                                 "INSERT INTO game VALUES "
                                 "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                 -1, &s->game, NULL)
                  == SQLITE_OK
           && sqlite3_prepare_v2(s->base, "INSERT INTO loss VALUES (?, ?, ?, ?, ?)", -1, &s->loss,
                                 NULL)
                  == SQLITE_OK
           && sqlite3_prepare_v2(s->base, "INSERT INTO came_up VALUES (?, ?, ?, ?)", -1,
                                 &s->came_up, NULL)
                  == SQLITE_OK
           && sqlite3_prepare_v2(s->base, "INSERT INTO changed VALUES (?, ?, ?, ?)", -1,
                                 &s->changed, NULL)
                  == SQLITE_OK;
}

static int write_base(store *s, const char *beside, const char *file)
{
    bool good = prepare(s, beside);
    for (uint64_t i = 0; good && i < s->folder->count; i++) good = put_row(s, &s->folder->lines[i]);
    good = good && put_places(s) && put_words(s)
           && sqlite3_exec(s->base, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
    char why[200] = "a line of games.jsonl is damaged";
    if (!good && s->base != NULL && sqlite3_errcode(s->base) != SQLITE_OK
        && sqlite3_errcode(s->base) != SQLITE_DONE)
        snprintf(why, sizeof why, "%s", sqlite3_errmsg(s->base));
    sqlite3_finalize(s->game);
    sqlite3_finalize(s->loss);
    sqlite3_finalize(s->came_up);
    sqlite3_finalize(s->changed);
    sqlite3_close(s->base);
    if (good && rename(beside, file) == 0) return CLI_GO_ON;
    unlink(beside);
    return cli_misuse("%s could not be written: %s; the games are kept.", file, why);
}

int lab_write_stores(const lab_folder *folder)
{
    store s = {.folder = folder, .places = json_object()};
    char *csv = NULL, *file = lab_path_in(folder, "games.sqlite");
    char *beside = lab_path_in(folder, "games.sqlite.part"), *table;
    size_t count = 0;
    s.csv = open_memstream(&csv, &count);
    gg_assert(s.csv != NULL);
    fputs(csv_head, s.csv);
    unlink(beside);
    int code = write_base(&s, beside, file);
    fclose(s.csv);
    table = lab_path_in(folder, "games.csv");
    if (code == CLI_GO_ON) code = cli_write_file(table, csv, count);
    json_decref(s.places);
    free(csv);
    free(table);
    free(file);
    free(beside);
    return code;
}
