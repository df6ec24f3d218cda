/*
 * table_tell.c - what each viewer of a game is told, and nothing more.
 *
 * The story is told by a gg_teller, entry by entry, from what was seen while they were done; what
 * was not seen (more than a few entries of one deed, or after a takeback) is done once more on a
 * copy.  Texts of events are written from the viewer's own view(), so that not even a name can tell
 * what is hidden.  Choices made in secret wait in table->sealed, with their texts, until the rules
 * open them.
 * SPDX-License-Identifier: MIT
 */
#include <stdlib.h>
#include <string.h>

#include "core/action.h"
#include "core/position.h"
#include "core/record.h"
#include "core/wire.h"
#include "server/table.h"

enum { HEADING_BYTES = 128 * 1024 }; /* of a record: what a server adds */

table_ear *table_ear_new(void)
{
    table_ear *ear = calloc(1, sizeof *ear);
    bool whole = ear != NULL && (ear->view = malloc(GG_STATE_BYTES_MAX)) != NULL;
    for (int viewer = 0; whole && viewer < TABLE_VIEWERS; viewer++) {
        char *bytes = malloc(TABLE_TOLD_BYTES);
        whole = bytes != NULL;
        if (whole) ear->texts[viewer] = gg_text_over(bytes, TABLE_TOLD_BYTES);
    }
    if (whole) return ear;
    table_ear_free(ear);
    return NULL;
}

void table_ear_free(table_ear *ear)
{
    if (ear == NULL) return;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) free(ear->texts[viewer].bytes);
    free(ear->view);
    free(ear);
}

static bool listens(const table_ear *ear, gg_side viewer)
{
    return ear != NULL && (ear->viewers >> viewer & 1) != 0;
}

/* ---- One telling, for three viewers at once. ---- */

typedef struct telling {
    table *t;
    table_ear *ear;
    bool begun[TABLE_VIEWERS]; /* there is something to tell this viewer */
    gg_json json[TABLE_VIEWERS];
    struct { /* the entry that was written last, and for whom: his view of it is in the room */
        const gg_entry *entry;
        gg_side viewer;
        bool hidden;
        uint32_t from, end; /* where it stands in his text */
    } last;
} telling;

/* Counts the ply at the first thing that the viewer may know; false: he only counts. */
static bool begin_telling(telling *to, gg_side viewer, const char *what)
{
    const bool aloud = listens(to->ear, viewer);
    if (to->begun[viewer]) return aloud;
    to->begun[viewer] = true;
    to->t->ply[viewer]++;
    if (!aloud) return false;
    gg_text *text = &to->ear->texts[viewer];
    *text = gg_text_over(text->bytes, text->limit);
    gg_json *json = &to->json[viewer];
    *json = gg_json_into(text);
    json->names = &to->t->names;
    gg_json_object(json, NULL);
    gg_json_string(json, "tell", what);
    gg_json_int(json, "ply", to->t->ply[viewer]);
    return true;
}

static void send_telling(telling *to)
{
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++) {
        if (!to->begun[viewer] || !listens(to->ear, viewer)) continue;
        gg_text *text = &to->ear->texts[viewer];
        while (to->json[viewer].depth > 0) gg_json_end(&to->json[viewer]);
        if (text->cut) { /* too long to be told: the state that follows says where things stand */
            *text = gg_text_over(text->bytes, text->limit);
            gg_json json = gg_json_into(text);
            gg_json_object(&json, NULL);
            gg_json_string(&json, "tell", "play");
            gg_json_int(&json, "ply", to->t->ply[viewer]);
            gg_json_bool(&json, "cut", true);
            gg_json_end(&json);
        }
        to->ear->hear(to->ear->to, viewer, to->t->ply[viewer], text->bytes, text->count);
    }
}

/* ---- Entries. ---- */

typedef struct told_entry {
    const gg_entry *entry;
    const char *text;  /* NULL: of a secret choice only the events are told */
    const char *words; /* the same for people */
    gg_turn turn;      /* in which it was made */
    bool opened;       /* it was made earlier, in secret */
} told_entry;

/* Do both see the same events of it, with the same modifiers? */
static bool see_alike(const gg_log *log, gg_side one, gg_side other)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const gg_event *event = &log->events[i];
        if (((event->seen_by >> one ^ event->seen_by >> other) & 1) != 0) return false;
        for (int k = 0; k < event->line_count; k++)
            if (((event->lines[k].seen_by >> one ^ event->lines[k].seen_by >> other) & 1) != 0)
                return false;
    }
    return true;
}

/* Is the entry, byte for byte, what was just written for another viewer?  It is made of the entry,
 * the number of the telling, the events that he sees and, for their words, his view.  Where nothing
 * is hidden this spares writing it twice or three times.  His view of it stays in the room. */
static bool is_written(telling *to, gg_side viewer, const told_entry *told, const gg_log *log)
{
    table *t = to->t;
    const gg_side other = to->last.viewer;
    const bool same = to->last.entry == told->entry && to->last.hidden == (told->text == NULL)
                      && t->ply[other] == t->ply[viewer] && see_alike(log, other, viewer);
    if (same && log->count == 0) return true;
    if (log->count == 0) return false;
    gg_state *kept = table_use_room(t)->view, *view = same ? to->ear->view : kept;
    t->rules->view(t->teller.state, viewer, view);
    if (!same) return false;
    if (memcmp(view, kept, t->rules->state_bytes) == 0) return true;
    memcpy(kept, view, t->rules->state_bytes);
    return false;
}

static void write_entry_fields(telling *to, gg_side viewer, const told_entry *told,
                               const gg_log *log)
{
    gg_json *json = &to->json[viewer];
    const gg_ruleset *rules = to->t->rules;
    gg_json_int(json, "ply", to->t->ply[viewer]);
    gg_json_string(json, "side", gg_side_name(told->entry->side));
    gg_json_string(json, "action", told->text == NULL ? "" : told->text);
    if (told->text != NULL) {
        /* is_written() made it where things happened */
        gg_state *view = table_use_room(to->t)->view;
        if (log->count == 0 && rules->names->are_kept)
            rules->view(to->t->teller.state, viewer, view);
        gg_wire_said(json, "words", view, told->words);
    }
    /* That a secret choice was the only one left would tell what the others were. */
    if (told->entry->forced && told->text != NULL) gg_json_bool(json, "forced", true);
    if (told->entry->sealed) gg_json_bool(json, "sealed", true);
    if (told->opened) gg_json_bool(json, "opened", true);
    gg_json_int(json, "round", told->turn.round);
    gg_json_string(json, "phase", rules->phases[told->turn.phase].name);
    gg_json_array(json, "events");
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (gg_event_for(viewer, &log->events[i], &event))
            gg_wire_event(json, NULL, rules, table_use_room(to->t)->view, &event);
    }
    gg_json_end(json);
}

static void write_entry(telling *to, gg_side viewer, const told_entry *told, const gg_log *log)
{
    const bool first = !to->begun[viewer];
    if (!begin_telling(to, viewer, "play")) return;
    gg_json *json = &to->json[viewer];
    if (first) gg_json_array(json, "entries");
    if (is_written(to, viewer, told, log)) {
        const char *text = to->ear->texts[to->last.viewer].bytes;
        gg_json_copy(json, NULL, text + to->last.from, to->last.end - to->last.from);
        return;
    }
    const gg_text *text = &to->ear->texts[viewer];
    const uint32_t before = text->count;
    gg_json_object(json, NULL);
    write_entry_fields(to, viewer, told, log);
    gg_json_end(json);
    to->last.entry = text->cut ? NULL : told->entry; /* what is cut is nobody's */
    to->last.viewer = viewer;
    to->last.hidden = told->text == NULL;
    to->last.from = before + (text->bytes[before] == ',');
    to->last.end = text->count;
}

static bool sees_any(const gg_log *log, gg_side viewer)
{
    for (uint32_t i = 0; i < log->count; i++)
        if (gg_event_is_seen(&log->events[i], viewer)) return true;
    return false;
}

static void keep_sealed(table *t, uint32_t entry, gg_turn turn, const char *text, const char *words)
{
    if (t->sealed_count == t->sealed_limit) {
        const uint32_t wider = t->sealed_limit == 0 ? 32 : 2 * t->sealed_limit;
        table_sealed *grown = realloc(t->sealed, wider * sizeof *grown);
        gg_assert(grown != NULL);
        t->sealed = grown;
        t->sealed_limit = wider;
    }
    table_sealed *kept = &t->sealed[t->sealed_count++];
    *kept = (table_sealed){.entry = entry, .round = turn.round, .phase = turn.phase};
    memcpy(kept->text, text, strlen(text) + 1);
    memcpy(kept->words, words, strlen(words) + 1);
}

static void tell_opened(telling *to)
{
    table *t = to->t;
    const gg_log none = {0};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < t->sealed_count; i++) {
        const table_sealed *one = &t->sealed[i];
        const gg_entry *entry = &t->match->entries[one->entry];
        if (entry->sealed) {
            t->sealed[kept++] = *one;
            continue;
        }
        const told_entry told = {.entry = entry,
                                 .text = one->text,
                                 .words = one->words,
                                 .opened = true,
                                 .turn = {.round = one->round, .phase = one->phase}};
        for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++)
            if (viewer != entry->side) write_entry(to, viewer, &told, &none);
    }
    t->sealed_count = kept;
}

/* The next entry, its text as the position before it writes it, and what came of it: as it was seen
 * when it was done, or else by doing it once more. */
static const gg_entry *next_entry(table *t, gg_text *text, gg_log *log)
{
    const table_sight *sight = table_seen_entry(t, t->teller.told);
    log->count = 0;
    if (sight == NULL) return gg_tell_next(&t->teller, text, log);
    const gg_entry *entry = &t->match->entries[t->teller.told++];
    gg_write_action(t->rules, t->teller.state, &entry->action, text);
    t->teller.state = sight->after;
    *log = (gg_log){.events = t->match->events + sight->event,
                    .count = sight->event_count,
                    .limit = sight->event_count};
    return entry;
}

/* The next entry of the story; false at its end.  With `to` NULL nothing is told.  `events` is room
 * for those of one entry. */
static bool tell_entry(table *t, telling *to, gg_event *events)
{
    char bytes[GG_ACTION_TEXT_MAX], said[GG_NAME_MAX + GG_WORDS_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes), words = gg_text_over(said, sizeof said);
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    const uint32_t number = t->teller.told;
    if (number >= t->match->entry_count) return false;
    const gg_turn turn = t->rules->turn(t->teller.state);
    const bool aloud = to != NULL && to->ear != NULL;
    gg_turn looked = turn; /* to whom it is hidden */
    if (aloud && t->match->entries[number].sealed) {
        gg_state *view = table_use_room(t)->view;
        t->rules->view(t->teller.state, GG_NOBODY, view);
        looked = t->rules->turn(view);
    }
    if (aloud || t->match->entries[number].sealed) gg_tell_words(&t->teller, &words);
    const gg_entry *entry = next_entry(t, &text, &log);
    if (entry->sealed) keep_sealed(t, number, turn, bytes, said);
    for (gg_side viewer = GG_BLUE; to != NULL && viewer < TABLE_VIEWERS; viewer++) {
        const bool hidden = gg_entry_is_hidden(entry, viewer);
        if (hidden && !sees_any(&log, viewer)) continue;
        const told_entry told = {.entry = entry,
                                 .text = hidden ? NULL : bytes,
                                 .words = said,
                                 .turn = hidden ? looked : turn};
        write_entry(to, viewer, &told, &log);
    }
    return true;
}

void table_tell_play(table *t, table_ear *ear)
{
    telling to = {.t = t, .ear = ear};
    table_use_room(t);
    tell_opened(&to);
    /* Nobody listens: the match's events lend their room, for those that were seen come first. */
    while (tell_entry(t, &to, ear != NULL ? ear->events : t->match->events)) {}
    send_telling(&to);
}

/* What lies before the barrier cannot have changed: so it costs the same in a long game. */
void table_retell(table *t)
{
    uint32_t kept = 0;
    table_forget_seen(t);
    while (kept < t->sealed_count && t->sealed[kept].entry < t->match->barrier_at) kept++;
    t->sealed_count = kept;
    t->teller = (gg_teller){
        .match = t->match, .state = table_use_room(t)->told, .told = t->match->barrier_at};
    memcpy(t->teller.state, t->match->barrier, t->rules->state_bytes);
    while (tell_entry(t, NULL, t->match->events)) {}
}

void table_tell_takeback(table *t, gg_side side, bool sealed, uint32_t count, table_ear *ear)
{
    telling to = {.t = t, .ear = ear};
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++) {
        if (sealed && viewer != side) continue; /* who never knew of it is not told */
        if (!begin_telling(&to, viewer, "takeback")) continue;
        gg_json_string(&to.json[viewer], "side", gg_side_name(side));
        gg_json_int(&to.json[viewer], "count", count);
    }
    send_telling(&to);
}

/* ---- The end. ---- */

const char *table_how_name(table_how how)
{
    switch (how) {
    case HOW_RULES: return "rules";
    case HOW_RESIGNED: return "resigned";
    case HOW_AGREED: return "agreed";
    case HOW_TIME: return "time";
    case HOW_OBJECTED: return "objected";
    case HOW_UNRECORDED: return "unrecorded";
    case HOWS: break;
    }
    return "";
}

void table_put_result(const table *t, gg_text *out)
{
    static const char *const names[] = {"Blue", "Red"};
    const bool drawn = t->winner == GG_NOBODY;
    switch (t->how) {
    case HOWS: break;
    case HOW_UNRECORDED:
        gg_put(out, "The game ended by earlier rules; its result was not recorded.");
        break;
    case HOW_OBJECTED:
        gg_put(out, "A player objects to a corrected rule: the game is drawn and does not count.");
        break;
    case HOW_RULES:
        gg_put(out, drawn ? "The game is drawn." : names[t->winner]);
        if (!drawn) gg_put(out, " wins.");
        break;
    case HOW_RESIGNED:
        gg_put(out, names[1 - t->winner]);
        gg_put(out, " resigns.");
        break;
    case HOW_AGREED: gg_put(out, "Both agree on a draw."); break;
    case HOW_TIME:
        gg_put(out, drawn ? "Both sides" : names[1 - t->winner]);
        gg_put(out, drawn ? "' time is up." : "'s time is up.");
        break;
    }
    if (t->how != HOW_RULES || !gg_match_turn(t->match).over) return;
    gg_put(out, " (");
    gg_put(out, gg_clause_number(t->rules, gg_match_turn(t->match).clause));
    gg_put(out, ")");
}

static void write_result(const table *t, gg_json *json)
{
    char bytes[128];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    table_put_result(t, &text);
    gg_json_object(json, "result");
    if (t->winner == GG_NOBODY) gg_json_null(json, "winner");
    else gg_json_string(json, "winner", gg_side_name(t->winner));
    gg_json_string(json, "how", table_how_name(t->how));
    gg_json_string(json, "text", bytes);
    if (t->how == HOW_OBJECTED) gg_json_bool(json, "unrated", true);
    gg_json_end(json);
}

void table_tell_corrected(table *t, table_ear *ear)
{
    telling to = {.t = t, .ear = ear};
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++)
        if (begin_telling(&to, viewer, "corrected"))
            table_write_corrections(t, viewer, &to.json[viewer]);
    send_telling(&to);
}

void table_tell_end(table *t, table_ear *ear)
{
    telling to = {.t = t, .ear = ear};
    for (gg_side viewer = GG_BLUE; viewer < TABLE_VIEWERS; viewer++)
        if (begin_telling(&to, viewer, "end")) write_result(t, &to.json[viewer]);
    send_telling(&to);
}

/* ---- The state. ---- */

static void write_hex(gg_json *json, const char *key, const uint8_t *bytes, size_t count)
{
    char hex[2 * TABLE_HASH_BYTES + 1];
    gg_text text = gg_text_over(hex, sizeof hex);
    for (size_t i = 0; i < count; i++) gg_put_hex(&text, bytes[i], 2);
    gg_json_string(json, key, hex);
}

static void write_side_or_null(gg_json *json, const char *key, gg_side side)
{
    if (side == GG_NOBODY) gg_json_null(json, key);
    else gg_json_string(json, key, gg_side_name(side));
}

static void write_seats(const table *t, gg_json *json)
{
    gg_json_object(json, "seats");
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        gg_json_object(json, gg_side_name(side));
        gg_json_string(json, "kind", t->row.seats[side]);
        gg_json_bool(json, "computer", t->seats[side].kind == SEAT_COMPUTER);
        gg_json_bool(json, "taken", t->seats[side].taken);
        if (t->seats[side].taken) gg_json_string(json, "name", t->seats[side].name);
        if (t->seats[side].account != 0)
            gg_json_string(json, "account", t->seats[side].account_name);
        gg_json_end(json);
    }
    gg_json_end(json);
}

/* A promise and, when the game is over, the secret it was of. */
static void write_secret(const table *t, const uint8_t *secret, gg_json *json)
{
    uint8_t commitment[FAIR_HASH_BYTES];
    fair_commitment(&t->fair, secret, commitment);
    write_hex(json, "commitment", commitment, sizeof commitment);
    if (t->status == STORE_OVER) write_hex(json, "secret", secret, FAIR_SECRET_BYTES);
}

static void write_restores(const table *t, gg_json *json)
{
    if (t->fair.later_count == 0) return;
    gg_json_array(json, "restored");
    for (uint32_t i = 0; i < t->fair.later_count; i++) {
        const fair_later *later = &t->fair.later[i];
        gg_json_object(json, NULL);
        write_secret(t, later->secret, json);
        if (t->status == STORE_OVER) gg_json_int(json, "from", (int64_t)later->from);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void write_dice(const table *t, gg_json *json)
{
    gg_json_object(json, "dice");
    write_secret(t, t->fair.secret, json);
    write_restores(t, json);
    if (t->status != STORE_WAITING) { /* before that, nobody's choice may lean on another's */
        gg_json_object(json, "contributions");
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            gg_json_string(json, gg_side_name(side), t->fair.contributions[side]);
        gg_json_end(json);
    }
    gg_json_end(json);
}

static void write_options(const table *t, gg_json *json)
{
    gg_json_object(json, "options");
    for (uint32_t i = 0; i < t->rules->option_count; i++)
        if (t->options[i] != GG_OPTION_UNSET)
            gg_json_int(json, t->rules->options[i].name, t->options[i]);
    gg_json_end(json);
    gg_wire_differences(json, "house", t->rules, t->house);
}

/* A side sees its own clock; what is shown of the other's does not tell what it does in secret. */
const clock_hand *table_hand(const table *t, gg_side viewer, gg_side side)
{
    return viewer == side ? &t->clock.hands[side] : &t->clock.shown[side];
}

static void write_hand(const table *t, gg_side viewer, gg_side side, gg_json *json)
{
    const clock_hand *hand = table_hand(t, viewer, side);
    if (!hand->counts) {
        gg_json_null(json, gg_side_name(side));
        return;
    }
    gg_json_object(json, gg_side_name(side));
    gg_json_bool(json, "runs", hand->runs);
    if (hand->runs) gg_json_int(json, "deadline", clock_wall_of(t->life, clock_deadline(hand)));
    else gg_json_int(json, "left", hand->left);
    gg_json_end(json);
}

void table_write_terms(const game_clock *clock, gg_json *json)
{
    static const char *const kinds[] = {"none", "days", "bank"};
    gg_json_string(json, "kind", kinds[clock->kind]);
    if (clock->kind == CLOCK_DAYS) gg_json_int(json, "days", clock->allowance / (24 * 3600 * 1000));
    if (clock->kind == CLOCK_BANK) {
        gg_json_int(json, "seconds", clock->allowance / 1000);
        gg_json_int(json, "increment", clock->increment / 1000);
    }
}

void table_write_clock(const table *t, gg_side viewer, gg_json *json)
{
    const game_clock *clock = &t->clock;
    gg_json_object(json, "clock");
    table_write_terms(clock, json);
    for (gg_side side = GG_BLUE; clock->kind != CLOCK_NONE && side <= GG_RED; side++)
        write_hand(t, viewer, side, json);
    gg_json_end(json);
}

void table_write_offers(const table *t, gg_json *json)
{
    gg_json_object(json, "offered");
    write_side_or_null(json, "draw", t->draw_by);
    write_side_or_null(json, "takeback", t->takeback_by);
    write_side_or_null(json, "rematch", t->rematch_by);
    gg_json_end(json);
}

static void write_position(const table *t, gg_side viewer, gg_json *json)
{
    uint32_t mark;
    gg_state *view = table_use_room(t)->view;
    gg_match_view(t->match, viewer, view);
    gg_json_int(json, "ply", t->ply[viewer]);
    gg_json_object(json, "turn");
    gg_wire_turn(json, t->rules, view);
    gg_json_end(json);
    gg_json_open_text(json, "position", &mark);
    gg_write_position(t->rules, view, json->out);
    gg_json_close_text(json, mark);
}

void table_write_state(const table *t, const table_who *who, gg_json *json)
{
    static const char *const statuses[] = {"waiting", "playing", "over"};
    const gg_side viewer = who->invited || who->spent ? GG_NOBODY : who->side;
    bool freely;
    gg_json_string(json, "id", t->row.id);
    gg_json_string(json, "game", t->rules->name);
    gg_json_int(json, "version", t->rules->version);
    gg_json_string(json, "scenario", t->row.scenario);
    write_options(t, json);
    gg_json_string(json, "status", statuses[t->status]);
    gg_json_string(json, "you",
                   who->invited          ? "invited"
                   : viewer == GG_NOBODY ? "watcher"
                                         : gg_side_name(viewer));
    if (who->invited) gg_json_string(json, "side", gg_side_name(who->side));
    write_seats(t, json);
    if (t->match != NULL) write_position(t, viewer, json);
    table_write_clock(t, viewer, json);
    write_dice(t, json);
    table_write_offers(t, json);
    if (viewer != GG_NOBODY && t->match != NULL)
        gg_json_bool(json, "takeback", table_can_take_back(t, viewer, &freely));
    if (t->past.version != 0) table_write_corrections(t, viewer, json);
    if (t->status == STORE_OVER) write_result(t, json);
    if (t->rematch[0] != '\0') gg_json_string(json, "rematch", t->rematch);
    if (t->row.earlier[0] != '\0') gg_json_string(json, "earlier", t->row.earlier);
}

void table_write_record(table *t, gg_side viewer, gg_text *out)
{
    const bool over = t->status == STORE_OVER;
    char *bytes = malloc(HEADING_BYTES);
    if (bytes == NULL) {
        out->cut = true;
        return;
    }
    gg_text heading = gg_text_over(bytes, HEADING_BYTES);
    table_find_start(t);
    fair_write_heading(&t->fair, over, &heading);
    if (t->past.start != NULL) gg_put_words(&heading, "server dice %d\n", t->past.faces);
    else if (over) fair_write_sides(t->match, table_use_room(t)->view, &heading);
    if (over && !gg_match_turn(t->match).over) { /* the rules do not know that it is over */
        gg_put(&heading, "server result ");
        gg_put(&heading, t->winner == GG_NOBODY ? "draw" : gg_side_name(t->winner));
        gg_put_char(&heading, ' ');
        gg_put(&heading, table_how_name(t->how));
        gg_put_char(&heading, '\n');
    }
    const uint32_t begin = out->count;
    table_use_room(t);
    t->match->heading = bytes;
    gg_record_write(t->match, viewer, over, out);
    t->match->heading = NULL;
    out->cut |= heading.cut;
    free(bytes);
    if (over && !out->cut) fair_seal(&t->fair, out->bytes + begin);
}
