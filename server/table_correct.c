/*
 * table_correct.c - a game whose rules were corrected since it began goes on from where it stood.
 *
 * A stored game is done again, deed by deed, by the rules of today.  At the first deed that comes
 * out otherwise the deeds are passed over: what they did to the position is in the last standing,
 * a text that any later program reads.  The match then begins anew there, and the record keeps what
 * led to it as it was.  See table.h.
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"
#include "core/record.h"
#include "core/wire.h"
#include "server/table.h"

enum { POSITION_MAX = 65536, PAST_FIRST = 65536, STANDING = 1 };

/* ---- Standings. ---- */

typedef struct standing { /* beside the position; no padding but what is zero */
    uint32_t format, faces;
    uint32_t ply[TABLE_VIEWERS], asked[2], step, talk;
    uint8_t status, how, winner, zero;
    clock_hand hands[2], shown[2];
    int64_t decided_at;
    uint64_t hash; /* of all that follows it */
} standing;

uint32_t table_count_faces(const table *t)
{
    return t->past.faces + (t->match == NULL ? 0 : t->match->face_count);
}

uint8_t *table_write_standing(const table *t, size_t *count)
{
    if (t->match == NULL) return NULL;
    const size_t room = sizeof(standing) + POSITION_MAX;
    uint8_t *bytes = malloc(room);
    if (bytes == NULL) return NULL;
    gg_text text = gg_text_over((char *)bytes + sizeof(standing), POSITION_MAX);
    gg_write_position(t->rules, t->match->state, &text);
    gg_assert(!text.cut);
    standing it;
    memset(&it, 0, sizeof it);
    it.format = STANDING;
    it.faces = table_count_faces(t);
    memcpy(it.ply, t->ply, sizeof it.ply);
    memcpy(it.asked, t->asked, sizeof it.asked);
    it.step = t->step;
    it.talk = t->talk;
    it.status = (uint8_t)t->status;
    it.how = (uint8_t)t->how;
    it.winner = t->winner;
    memcpy(it.hands, t->clock.hands, sizeof it.hands);
    memcpy(it.shown, t->clock.shown, sizeof it.shown);
    it.decided_at = t->decided_at;
    it.hash = gg_hash(text.bytes, text.count);
    memcpy(bytes, &it, sizeof it);
    *count = sizeof it + text.count;
    uint8_t *fitting = realloc(bytes, *count + 1);
    return fitting == NULL ? bytes : fitting;
}

/* ---- Passing over. ---- */

bool table_was_corrected(const table *t)
{
    return gg_corrections_since(t->rules, t->row.version)->id != NULL;
}

table_mark table_mark_here(const table *t)
{
    if (t->match == NULL) return (table_mark){.status = t->status};
    return (table_mark){t->match->entry_count, t->match->face_count, t->status};
}

/* The state after the entries that are left. */
static void go_back(table *t, table_mark mark)
{
    gg_match *match = t->match;
    table_find_start(t);
    match->entry_count = mark.entries;
    match->face_count = mark.faces;
    memcpy(match->state, match->start, t->rules->state_bytes);
    for (uint32_t i = 0; i < match->entry_count; i++) {
        const gg_entry *entry = &match->entries[i];
        gg_dice dice = gg_dice_scripted(match->faces + entry->face_first, entry->face_count);
        t->rules->apply(match->state, entry->side, &entry->action, &dice, NULL);
    }
    memcpy(match->barrier, match->state, t->rules->state_bytes);
    match->barrier_at = match->entry_count;
    t->sealed_count = 0;
    t->status = mark.status;
}

static bool make_room(gg_text *text, size_t more)
{
    if (text->count + more + 1 < text->limit) return true;
    const size_t limit = 2 * (text->limit + more) + PAST_FIRST;
    char *bytes = realloc(text->bytes, limit);
    if (bytes == NULL) return false;
    *text = (gg_text){.bytes = bytes, .count = text->count, .limit = (uint32_t)limit};
    return true;
}

/* The record so far, without its last lines. */
static bool write_first_stretch(table *t)
{
    gg_text *text = &t->past.text;
    const uint32_t before = t->match->past_count;
    gg_match *match = t->match;
    gg_text whole = {.bytes = NULL};
    if (match->past == NULL) match->past_version = t->row.version;
    do {
        if (!make_room(&whole, whole.limit)) return false;
        whole.count = 0;
        whole.cut = false;
        gg_record_write(match, GG_NOBODY, true, &whole);
    } while (whole.cut);
    char *end = whole.bytes + whole.count - 1;
    while (end > whole.bytes && (end[-1] != '\n' || strncmp(end, "end ", 4) != 0)) end--;
    char *line = end; /* and the result, if it is over */
    while (line > whole.bytes + 1 && (--line)[-1] != '\n') {}
    if (strncmp(line, "result ", 7) == 0) end = line;
    *end = '\0';
    whole.count = (uint32_t)(end - whole.bytes);
    free(text->bytes);
    *text = whole;
    t->past.count = before + match->entry_count;
    return true;
}

bool table_begin_passing(table *t, table_mark mark)
{
    t->past.passes = true;
    t->past.mark = mark;
    t->past.undone = 0;
    if (t->match == NULL) return false;
    go_back(t, mark);
    t->past.faces += mark.faces;
    const bool written = write_first_stretch(t);
    t->past.verified_bytes = t->past.text.count;
    t->past.verified = t->past.count;
    t->match->past = NULL;
    t->match->face_count = 0; /* they are counted in the past */
    t->match->entry_count = 0;
    return written;
}

/* A line of the record, as the deed tells it: what the match took after it is in its dice. */
static bool write_line(table *t, const store_deed *deed)
{
    gg_text *text = &t->past.text;
    const char *side = deed->side <= GG_RED ? gg_side_name(deed->side) : "";
    if (!make_room(text, strlen(deed->text) + 4 * (size_t)deed->face_count + 64)) return false;
    gg_put_words(text, "%d %s%s%s :", t->past.count + 1, side, *side == '\0' ? "" : " ",
                 deed->text);
    for (uint32_t i = 0; i < deed->face_count; i++) gg_put_words(text, " %d", deed->faces[i]);
    gg_put(text, " # ");
    gg_put_hex(text, gg_entry_hash(deed->hash, deed->faces, deed->face_count), GG_HASH_DIGITS);
    gg_put_char(text, '\n');
    t->past.count++;
    return true;
}

static void note_resignation(table *t, const store_deed *deed)
{
    gg_action action;
    gg_complaint complaint;
    memset(&action, 0, sizeof action);
    if (deed->side <= GG_RED
        && gg_load_action(t->rules, t->match->state, deed->text, &action, &complaint)
        && gg_is_resignation(t->rules, t->match->state, &action))
        t->past.resigned = deed->side;
}

bool table_pass(table *t, const store_deed *deed)
{
    t->past.faces += deed->face_count;
    if (deed->kind != DEED_action) return true;
    note_resignation(t, deed);
    return write_line(t, deed);
}

/* ---- How it ended. ---- */

void table_read_end(table *t, const store_game *row)
{
    t->past.was_over = row->is_over;
    t->past.was_winner = row->winner;
    t->past.was_how = HOW_UNRECORDED;
    for (table_how how = HOW_RULES; how < HOWS; how++)
        if (strcmp(row->how, table_how_name(how)) == 0) t->past.was_how = how;
}

void table_end_as_recorded(table *t, table_ear *ear)
{
    if (!t->past.was_over || t->status == STORE_OVER) return;
    const gg_side resigned = t->past.resigned;
    t->status = STORE_OVER;
    t->how = t->past.was_how;
    t->winner = t->past.was_winner <= GG_RED ? t->past.was_winner : GG_NOBODY;
    if (t->how == HOW_UNRECORDED) {
        t->how = resigned <= GG_RED ? HOW_RESIGNED : HOW_UNRECORDED;
        t->winner = resigned <= GG_RED ? 1 - resigned : GG_NOBODY;
    }
    table_tell_end(t, ear);
}

/* ---- Going on. ---- */

static bool write_stands(table *t, const char *position)
{
    gg_text *text = &t->past.text;
    if (!make_room(text, 3 * strlen(position) + 32)) return false;
    gg_put(text, "stands");
    if (t->past.undone > 0) gg_put_words(text, " %d", t->past.count - t->past.undone);
    gg_put_char(text, '\n');
    for (const char *line = position; *line != '\0'; line += strcspn(line, "\n") + 1) {
        gg_put(text, "| ");
        gg_put_bytes(text, line, (uint32_t)strcspn(line, "\n"));
        gg_put_char(text, '\n');
    }
    return true;
}

/* The match begins anew where it stands. */
static bool begin_again(table *t)
{
    gg_match *match = t->match;
    if (t->past.start == NULL) t->past.start = malloc(t->rules->state_bytes);
    if (t->past.start == NULL) return false;
    memcpy(t->past.start, match->state, t->rules->state_bytes);
    memcpy(match->barrier, match->state, t->rules->state_bytes);
    match->entry_count = match->face_count = match->barrier_at = match->sealed_from = 0;
    match->scenario = UINT32_MAX;
    match->past = t->past.count > 0 ? t->past.text.bytes : NULL; /* else it began here */
    match->past_bytes = t->past.text.count;
    match->past_count = t->past.count;
    match->past_version = t->row.version;
    match->dice = gg_dice_drawn(fair_draw, &t->source);
    for (uint32_t row = 0; row < GG_OPTIONS_MAX; row++) match->options[row] = GG_OPTION_UNSET;
    t->sealed_count = 0;
    t->past.passes = false;
    table_begin_telling(t);
    table_forget_seen(t);
    return true;
}

static bool go_on_from(table *t, const uint8_t *bytes, size_t count)
{
    standing it;
    char *text = (char *)(uintptr_t)bytes + sizeof it;
    if (count < sizeof it) return false;
    memcpy(&it, bytes, sizeof it);
    if (it.format != STANDING || gg_hash(text, count - sizeof it) != it.hash) return false;
    if (gg_read_position(t->rules, text, t->match->state).text != NULL) return false;
    t->past.faces = it.faces;
    memcpy(t->ply, it.ply, sizeof it.ply);
    memcpy(t->asked, it.asked, sizeof it.asked);
    t->step = it.step;
    t->talk = it.talk;
    t->status = (store_status)it.status;
    t->how = (table_how)it.how;
    t->winner = it.winner;
    memcpy(t->clock.hands, it.hands, sizeof it.hands);
    memcpy(t->clock.shown, it.shown, sizeof it.shown);
    t->decided_at = it.decided_at;
    return write_stands(t, text) && begin_again(t);
}

/* What was decided from plies on that nobody is told any more is older than whatever comes. */
static void pass_plies(table *t)
{
    uint32_t last = 0;
    for (uint32_t i = 0; i < t->done_count; i++)
        if (t->done[i].ply > last) last = t->done[i].ply;
    last += t->done_count - t->past.passed_from;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++)
        if (t->ply[viewer] < last) t->ply[viewer] = last;
}

/* An older server kept no standing: the game goes on from the last action that comes out as it was.
 * What was played behind it counts no longer, and stays to be read; nor does the time it took. */
static bool go_on_before(table *t)
{
    char *position = malloc(POSITION_MAX);
    if (position == NULL) return false;
    if (t->past.mark.status == STORE_WAITING) { /* even its beginning came out otherwise */
        t->source.drawn = t->past.faces;
        t->match->dice = gg_dice_drawn(fair_draw, &t->source);
        table_run_match(t);
        t->past.faces += t->match->face_count;
    }
    t->past.undone = t->past.count - t->past.verified;
    pass_plies(t);
    t->step = UINT32_MAX;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) t->clock.hands[side].runs = false;
    gg_text text = gg_text_over(position, POSITION_MAX);
    gg_write_position(t->rules, t->match->state, &text);
    const bool well = write_stands(t, position) && begin_again(t);
    free(position);
    return well;
}

/* An older server kept no standing: it is shown as recorded behind its verified actions. */
static void show_as_recorded(table *t, table_ear *ear)
{
    gg_match *match = t->match;
    match->entry_count = t->past.mark.entries;
    match->face_count = t->past.mark.faces;
    t->past.faces -= t->past.mark.faces;
    match->behind = t->past.text.bytes + t->past.verified_bytes;
    match->behind_bytes = t->past.text.count - t->past.verified_bytes;
    match->behind_count = t->past.count - t->past.verified;
    t->past.passes = false;
    pass_plies(t);
    table_end_as_recorded(t, ear);
}

bool table_end_passing(table *t, const uint8_t *bytes, size_t count, table_ear *ear)
{
    bool well = true;
    if (bytes != NULL) well = go_on_from(t, bytes, count);
    else if (t->past.was_over || t->status == STORE_OVER) show_as_recorded(t, ear);
    else well = go_on_before(t);
    t->past.is_due = well && t->status == STORE_PLAYING;
    if (t->status == STORE_OVER) t->past.version = t->row.version;
    return well;
}

static uint32_t undone_of(const char *text)
{
    unsigned undone = 0;
    return sscanf(text, "%*u %*u %u", &undone) == 1 ? undone : 0;
}

bool table_go_on(table *t, const store_deed *deed, const uint8_t *bytes, size_t count)
{
    if (!t->past.passes && !table_begin_passing(t, table_mark_here(t))) return false;
    t->past.undone = undone_of(deed->text);
    if (t->past.undone > t->past.count || !go_on_from(t, bytes, count)) return false;
    for (int viewer = 0; viewer < TABLE_VIEWERS; viewer++) t->ply[viewer]--; /* it is told again */
    return true;
}

void table_write_corrected(const table *t, char out[TABLE_TEXT_MAX])
{
    const int count = snprintf(out, TABLE_TEXT_MAX, "%u %u", t->row.version, t->rules->version);
    if (t->past.undone > 0)
        snprintf(out + count, TABLE_TEXT_MAX - (size_t)count, " %u", t->past.undone);
}

void table_free_past(table *t)
{
    free(t->past.text.bytes);
    free(t->past.start);
}

void table_write_corrections(const table *t, gg_side viewer, gg_json *json)
{
    gg_json_object(json, "rules");
    gg_json_int(json, "was", t->past.version);
    gg_json_int(json, "is", t->rules->version);
    gg_json_bool(json, "object", (t->past.may_object >> viewer & 1) != 0);
    if (t->past.undone > 0) gg_json_bool(json, "undone", true);
    if (t->match->behind != NULL) gg_json_bool(json, "recorded", true);
    gg_wire_corrections(json, "corrections", t->rules, t->past.version);
    gg_json_end(json);
}
