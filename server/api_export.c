/*
 * api_export.c - all that the server has of somebody, as a zip: the account, what was said, and of
 * each game its list entry, the notes and the record as this side knows it.  See docs/http.md.
 *
 * Each game is a read of its own, after those of all who play, so that nobody waits for a long one.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/api.h"
#include "server/zip.h"

enum {
    EXPORTS_MAX = 4,         /* at the same time */
    PAGE_BYTES = 64 << 10,   /* a JSON file about the account or a game: a note has 4,000 bytes */
    LINE_BYTES = 8 << 10,    /* a line of chat has 500 */
    SAID_BYTES = 1 << 20,    /* a file of what was said */
    RESERVE_BYTES = 4 << 20, /* for the games' JSON files, when the others have filled the rest */
};

typedef struct export_seat {
    char game[FAIR_ID_MAX];
    uint8_t side;
} export_seat;

struct api_export {
    zip zip;
    clock_life life; /* a copy: the loop's goes on meanwhile */
    export_seat *seats;
    uint32_t seat_count, seat_limit, at;
    char *said; /* a JSON array of lines of chat, which becomes a file when it is long enough */
    size_t said_count, said_limit;
    uint32_t said_files;
    bool failed; /* no memory */
    bool full;   /* the zip, so that something is missing */
    char page[PAGE_BYTES];
};

void api_export_free(api *a, struct api_export *it)
{
    if (it == NULL) return;
    a->exports--;
    zip_free(&it->zip);
    free(it->seats);
    free(it->said);
    free(it);
}

/* ---- The account. ---- */

static void keep_seat(void *to, const char *game, uint8_t side)
{
    struct api_export *it = to;
    if (it->seat_count == it->seat_limit) {
        const uint32_t limit = it->seat_limit == 0 ? 64 : 2 * it->seat_limit;
        export_seat *wider = realloc(it->seats, limit * sizeof *wider);
        if (wider == NULL) {
            it->failed = true;
            return;
        }
        it->seats = wider;
        it->seat_limit = limit;
    }
    export_seat *seat = &it->seats[it->seat_count++];
    snprintf(seat->game, sizeof seat->game, "%s", game);
    seat->side = side;
}

static void say(struct api_export *it, const char *text)
{
    const size_t count = strlen(text), limit = 2 * (it->said_count + count + 1);
    if (it->said_count + count >= it->said_limit) {
        char *wider = realloc(it->said, limit);
        if (wider == NULL) {
            it->failed = true;
            return;
        }
        it->said = wider;
        it->said_limit = limit;
    }
    memcpy(it->said + it->said_count, text, count + 1);
    it->said_count += count;
}

/* All but the games' JSON files, for which there has to be room. */
static bool add_large(struct api_export *it, const char *name, const void *bytes, size_t count)
{
    it->zip.most -= RESERVE_BYTES;
    const bool added = zip_add(&it->zip, name, bytes, count);
    it->zip.most += RESERVE_BYTES;
    it->full = it->full || !added;
    return added;
}

static void begin_said(struct api_export *it)
{
    it->said_count = 0;
    say(it, "[\n");
}

static void end_said(struct api_export *it)
{
    char name[32] = "said.json";
    say(it, "\n]\n");
    if (it->failed) return;
    if (++it->said_files > 1) snprintf(name, sizeof name, "said-%u.json", it->said_files);
    add_large(it, name, it->said, it->said_count);
}

static void keep_line(void *to, const char *game, const store_line *line)
{
    struct api_export *it = to;
    if (it->said_count > SAID_BYTES) {
        end_said(it);
        begin_said(it);
    }
    char bytes[LINE_BYTES];
    gg_text out = gg_text_over(bytes, sizeof bytes);
    gg_json json = gg_json_into(&out);
    gg_json_object(&json, NULL);
    gg_json_string(&json, "game", game);
    gg_json_string(&json, "room", line->room == 0 ? "players" : "watchers");
    gg_json_int(&json, "at", line->at);
    gg_json_string(&json, "name", line->name);
    gg_json_string(&json, "text", line->text);
    gg_json_end(&json);
    say(it, it->said_count > 2 ? ",\n" : "");
    say(it, bytes);
}

static gg_json begin_page(struct api_export *it, gg_text *out)
{
    *out = gg_text_over(it->page, sizeof it->page);
    gg_json json = gg_json_into(out);
    gg_json_object(&json, NULL);
    return json;
}

static bool add_page(struct api_export *it, const char *name, gg_json *json)
{
    while (json->depth > 0) gg_json_end(json);
    gg_put_char(json->out, '\n');
    return zip_add(&it->zip, name, json->out->bytes, json->out->count);
}

static bool add_account(account_ask *ask)
{
    gg_text out;
    gg_json json = begin_page(ask->exported, &out);
    api_write_account(&json, &ask->account);
    api_write_sessions(&json, ask);
    gg_json_bool(&json, "whole", !ask->exported->full);
    return add_page(ask->exported, "account.json", &json);
}

static bool run_account(account_ask *ask, store_session *session)
{
    struct api_export *it = ask->exported;
    const int64_t account = ask->who.account;
    begin_said(it);
    if (store_read_account(session, account, &ask->account) != STORE_FOUND
        || !store_list_sessions(session, account, ask->now, ask->sessions)
        || !store_read_seats(session, account, keep_seat, it)
        || !store_read_own_lines(session, account, keep_line, it))
        return false;
    end_said(it);
    return !it->failed;
}

/* ---- Its games. ---- */

/* NULL: the record is in the zip; else why it is not. */
static const char *add_record(struct api_export *it, table *t, gg_side side, const char *name)
{
    size_t count;
    if (t->match == NULL) return "The game has not begun.";
    char *record = hall_write_record(t, side, &count);
    if (record == NULL) return "The record is too long.";
    const bool added = add_large(it, name, record, count);
    free(record);
    return added ? NULL : "The zip is full: the page of the game has its record.";
}

static bool run_game(account_ask *ask, store_session *session)
{
    struct api_export *it = ask->exported;
    const export_seat *seat = &it->seats[it->at];
    store_listed listed;
    char note[STORE_TEXT_MAX], name[64], record[64];
    const store_found found =
        store_read_own_game(session, ask->who.account, seat->game, seat->side, &listed);
    if (found != STORE_FOUND) return found == STORE_NONE; /* the account is gone */
    if (!store_read_note(session, seat->game, seat->side, note)) return false;
    hall_reading reading = {.job = &ask->job, .life = &it->life};
    hall_read_game(&reading, session, seat->game);
    if (reading.table == NULL && store_is_late(&ask->job)) return false;
    snprintf(name, sizeof name, "games/%s-%s.json", seat->game, gg_side_name(seat->side));
    snprintf(record, sizeof record, "games/%s-%s.grog", seat->game, gg_side_name(seat->side));
    const char *why = reading.table == NULL
                          ? reading.why.text
                          : add_record(it, reading.table, (gg_side)seat->side, record);
    table_free(reading.table);
    gg_text out;
    gg_json json = begin_page(it, &out);
    api_write_game(&json, &listed, &it->life);
    gg_json_string(&json, "note", note);
    if (why == NULL) gg_json_string(&json, "record", record);
    else gg_json_null(&json, "record");
    if (why != NULL) gg_json_string(&json, "why", why);
    if (!add_page(it, name, &json)) {
        it->full = true;
        it->at = it->seat_count - 1; /* that was the last */
    }
    return true;
}

static void send(account_ask *ask)
{
    const zip *z = &ask->exported->zip;
    char headers[160];
    snprintf(headers, sizeof headers,
             "Cache-Control: no-store\r\n"
             "Content-Disposition: attachment; filename=\"grognard-%s.zip\"\r\n",
             ask->account.name);
    net_reply(ask->api->net, ask->peer,
              &(net_answer){.status = 200,
                            .type = "application/zip",
                            .headers = headers,
                            .body = z->packed.bytes,
                            .count = z->packed.count});
    api_account_free(ask);
}

static void game_added(account_ask *);

static void next_game(account_ask *ask)
{
    struct api_export *it = ask->exported;
    if (it->at < it->seat_count) {
        it->life = ask->api->hall->time.life;
        api_account_read_last(ask, run_game, game_added);
        return;
    }
    it->zip.most += PAGE_BYTES;
    if (add_account(ask) && zip_end(&it->zip)) {
        send(ask);
    } else {
        api_account_refuse(ask, 503, "unavailable", "There is no memory left.");
    }
}

static void game_added(account_ask *ask)
{
    ask->exported->at++;
    next_game(ask);
}

void api_export(account_ask *ask)
{
    api *a = ask->api;
    if (!account_may_export(a->throttle, ask->who.account, hall_ticks_ms())) {
        api_account_refuse(ask, 429, "too-fast", "Three times an hour: wait a little.");
        return;
    }
    struct api_export *it = a->exports < EXPORTS_MAX ? calloc(1, sizeof *it) : NULL;
    ask->sessions = malloc(sizeof *ask->sessions);
    if (it != NULL) {
        a->exports++;
        ask->exported = it;
        zip_begin(&it->zip, HALL_LOG_BYTES - PAGE_BYTES, ask->now); /* the account is last */
    }
    if (it == NULL || ask->sessions == NULL)
        api_account_refuse(ask, 503, "unavailable", "The server has too much to do.");
    else api_account_read_last(ask, run_account, next_game);
}
