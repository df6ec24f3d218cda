/*
 * maker.c - which lines of a text cannot stand, and the rows it is made of.  See maker.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/maker.h"

#include <string.h>

/* ---- Faults. ---- */

typedef struct search {
    const gg_ruleset *rules;
    char *text, *room;
    uint32_t bytes; /* of the text, with its end */
    uint32_t lately;
    gg_state *state;
    gg_outline *outline;
    gg_faults *faults;
} search;

static gg_error read_text(search *s, const char *text)
{
    return gg_outline_position(s->rules, text, s->state, s->outline);
}

static void blank(char *text, uint32_t from, uint32_t to)
{
    for (uint32_t at = from; at < to; at++)
        if (text[at] != '\n') text[at] = ' ';
}

static const gg_statement *statement_at(const gg_outline *outline, uint32_t from)
{
    for (uint32_t i = 0; i < outline->count; i++)
        if (outline->rows[i].from == from) return &outline->rows[i];
    return NULL;
}

/* The statement is to blame: it goes.  Its parts are kept, for a hand may take it up again. */
static bool strike(search *s, uint32_t from, uint32_t to, uint32_t at, const char *why)
{
    if (s->faults->count == GG_FAULTS_MAX) return false;
    gg_fault *fault = &s->faults->rows[s->faults->count++];
    *fault = (gg_fault){.from = from, .to = to, .at = at, .text = why, .line = GG_LINE_HEADING};
    read_text(s, s->text);
    const gg_statement *it = statement_at(s->outline, from);
    if (it != NULL) {
        fault->line = it->line;
        fault->count = it->count < GG_FAULT_SPANS_MAX ? it->count : GG_FAULT_SPANS_MAX;
        memcpy(fault->parts, s->outline->parts.rows + it->first,
               fault->count * sizeof *fault->parts);
    }
    blank(s->text, from, to);
    return true;
}

/* A statement that could not be read: from its beginning to the end of the line where it broke. */
static bool strike_unread(search *s, gg_error error)
{
    const uint32_t from = s->outline->begun;
    uint32_t to = error.at > from ? error.at : from;
    while (s->text[to] != '\0' && s->text[to] != '\n' && s->text[to] != ';' && s->text[to] != '#')
        to++;
    return to > from && strike(s, from, to, error.at, error.text);
}

/* Of the nth statement from the end, the one changed lately first of all; the heading stays. */
static const gg_statement *candidate(const search *s, const gg_outline *all, uint32_t nth)
{
    uint32_t lately = all->count;
    for (uint32_t i = 0; i < all->count; i++)
        if (all->rows[i].from <= s->lately && s->lately <= all->rows[i].to) lately = i;
    uint32_t row = all->count - 1 - nth;
    if (lately < all->count) {
        const uint32_t before = all->count - lately; /* those behind it move up by one */
        row = nth == 0 ? lately : nth < before ? all->count - nth : row;
    }
    return &all->rows[row];
}

static bool is_heading(const search *s, const gg_statement *it)
{
    return strncmp(s->text + it->from, "position", strlen("position")) == 0;
}

/* One line without which the others stand. */
static bool strike_one(search *s, const gg_outline *all, const char *why)
{
    for (uint32_t nth = 0; nth < all->count; nth++) {
        const gg_statement it = *candidate(s, all, nth);
        if (is_heading(s, &it)) continue;
        memcpy(s->room, s->text, s->bytes);
        blank(s->room, it.from, it.to);
        if (read_text(s, s->room).text == NULL) return strike(s, it.from, it.to, it.from, why);
    }
    return false;
}

/* As few of the last lines as must go that the rest stands: all go, and come back one by one. */
static bool strike_some(search *s, const gg_outline *all, const char *why)
{
    uint32_t gone = 0;
    memcpy(s->room, s->text, s->bytes);
    for (; gone < all->count && read_text(s, s->room).text != NULL; gone++)
        if (!is_heading(s, &all->rows[all->count - 1 - gone]))
            blank(s->room, all->rows[all->count - 1 - gone].from,
                  all->rows[all->count - 1 - gone].to);
    if (read_text(s, s->room).text != NULL) return false;
    bool any = false;
    for (; gone > 0; gone--) {
        const gg_statement it = all->rows[all->count - gone];
        memcpy(s->room + it.from, s->text + it.from, it.to - it.from);
        if (read_text(s, s->room).text == NULL) continue;
        blank(s->room, it.from, it.to);
        if (!strike(s, it.from, it.to, it.from, why)) return false;
        any = true;
    }
    return any;
}

/* What is wrong has no place of its own: some lines cannot stand together. */
static bool strike_unplaced(search *s, const char *why)
{
    gg_statement rows[GG_STATEMENTS_MAX];
    gg_outline all = *s->outline;
    gg_assert(all.count <= GG_STATEMENTS_MAX);
    memcpy(rows, all.rows, all.count * sizeof *rows);
    all.rows = rows;
    if (strike_one(s, &all, why) || strike_some(s, &all, why)) return true;
    if (s->faults->count < GG_FAULTS_MAX)
        s->faults->rows[s->faults->count++] = (gg_fault){.text = why};
    return false;
}

/* A line goes that cannot stand.  False: none could be found. */
static bool strike_next(search *s, gg_error error)
{
    const gg_statement *it = statement_at(s->outline, error.at);
    if (s->outline->is_reading) return strike_unread(s, error);
    if (it != NULL && !is_heading(s, it)) return strike(s, it->from, it->to, error.at, error.text);
    return strike_unplaced(s, error.text);
}

bool gg_find_faults(const gg_ruleset *rules, char *text, char *room, uint32_t lately, gg_state *out,
                    gg_outline *outline, gg_faults *faults)
{
    search s = {.rules = rules,
                .text = text,
                .room = room,
                .bytes = (uint32_t)strlen(text) + 1,
                .lately = lately,
                .state = out,
                .outline = outline,
                .faults = faults};
    faults->count = 0;
    for (;;) {
        const gg_error error = read_text(&s, text);
        if (error.text == NULL) return true;
        if (!strike_next(&s, error)) return false;
    }
}

uint32_t gg_place_of_fault(const gg_ruleset *rules, const char *text, gg_error error,
                           gg_state *scratch)
{
    enum { TEXT_MAX = 1 << 15 }; /* a longer one is read once only */
    char bytes[TEXT_MAX], room[TEXT_MAX];
    gg_statement rows[GG_STATEMENTS_MAX];
    gg_outline outline = {.rows = rows, .limit = GG_STATEMENTS_MAX};
    gg_faults faults = {.count = 0};
    const size_t length = strlen(text);
    if (error.at > 0 || length >= TEXT_MAX) return error.at;
    memcpy(bytes, text, length + 1);
    search s = {.rules = rules,
                .text = bytes,
                .room = room,
                .bytes = (uint32_t)length + 1,
                .lately = (uint32_t)length,
                .state = scratch,
                .outline = &outline,
                .faults = &faults};
    const gg_error again = read_text(&s, bytes);
    if (outline.is_reading) return error.at;
    const uint32_t last = outline.count > 0 ? rows[outline.count - 1].from : 0;
    return strike_next(&s, again) ? faults.rows[0].at : last;
}

/* ---- Rows. ---- */

static const char *const kind_words[] = {
    [GG_FIELD_NUMBER] = "number", [GG_FIELD_DECIMAL] = "decimal", [GG_FIELD_PLACE] = "place",
    [GG_FIELD_UNIT] = "unit",     [GG_FIELD_UNITS] = "units",     [GG_FIELD_SIDE] = "side",
    [GG_FIELD_WORD] = "word",     [GG_FIELD_BITS] = "bits",       [GG_FIELD_FLAG] = "flag",
    [GG_FIELD_NAME] = "own",      [GG_FIELD_OWN] = "own",
};

static void wire_words(gg_json *json, const char *const *words)
{
    if (words == NULL) return;
    gg_json_array(json, "words");
    for (; *words != NULL; words++)
        if ((*words)[0] != '\0') gg_json_string(json, NULL, *words);
    gg_json_end(json);
}

/* The word of its line says it: where the line stands there is nothing to be changed. */
static bool is_said_by_word(const gg_field *field)
{
    return field->kind == GG_FIELD_FLAG && field->lead[0] == '\0';
}

static void wire_field(gg_json *json, const gg_field *field)
{
    const bool counts = field->kind == GG_FIELD_NUMBER || field->kind == GG_FIELD_DECIMAL;
    gg_json_object(json, NULL);
    gg_json_string(json, "name", field->name == NULL ? "" : field->name);
    gg_json_string(json, "kind", kind_words[field->kind]);
    if (field->lead != NULL && field->lead[0] != '\0') gg_json_string(json, "lead", field->lead);
    if (counts) {
        gg_json_int(json, "low", field->low);
        gg_json_int(json, "high", field->high);
    }
    if (field->kind == GG_FIELD_SIDE) gg_json_bool(json, "nobody", field->high == GG_NOBODY);
    if (field->decimals > 0) gg_json_int(json, "decimals", field->decimals);
    if ((field->flags & GG_FIELD_FOLLOWS) != 0) gg_json_bool(json, "follows", true);
    if ((field->flags & GG_FIELD_JOINED) != 0) gg_json_bool(json, "joined", true);
    wire_words(json, field->words);
    gg_json_end(json);
}

static void wire_line(gg_json *json, const gg_line_def *line)
{
    gg_json_object(json, NULL);
    gg_json_string(json, "word", line->word);
    gg_json_bool(json, "free", line->is_free);
    gg_json_bool(json, "own", line->read != NULL);
    gg_json_bool(json, "many", line->count > 0);
    if (line->names != NULL) {
        gg_json_array(json, "names");
        for (uint32_t i = 0; i < line->count; i++) gg_json_string(json, NULL, line->names[i]);
        gg_json_end(json);
    }
    gg_json_array(json, "fields");
    for (int i = 0; line->read == NULL && i < line->field_count; i++)
        if (!is_said_by_word(&line->fields[i])) wire_field(json, &line->fields[i]);
    gg_json_end(json);
    gg_json_end(json);
}

void gg_wire_rows(gg_json *json, const char *key, const gg_ruleset *rules)
{
    gg_json_object(json, key);
    gg_json_int(json, "version",
                rules->position_version == 0 ? rules->version : rules->position_version);
    gg_json_array(json, "lines");
    for (int row = 0; row < rules->line_count; row++) wire_line(json, &rules->lines[row]);
    gg_json_end(json);
    gg_json_array(json, "patterns");
    for (const gg_pattern *it = rules->patterns; it->text != NULL; it++) {
        gg_json_object(json, NULL);
        gg_json_string(json, "group", it->group);
        gg_json_string(json, "called", it->called);
        gg_json_string(json, "text", it->text);
        gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

/* ---- Outlines. ---- */

/* Its row, where it stands, and of each part the field and where it stands. */
static void wire_statement(gg_json *json, const char *key, const gg_statement *it,
                           const gg_span *parts)
{
    gg_json_array(json, key);
    gg_json_int(json, NULL, it->line);
    gg_json_int(json, NULL, it->from);
    gg_json_int(json, NULL, it->to);
    for (uint32_t i = 0; i < it->count; i++) {
        gg_json_int(json, NULL, parts[i].field);
        gg_json_int(json, NULL, parts[i].from);
        gg_json_int(json, NULL, parts[i].to);
    }
    gg_json_end(json);
}

static void wire_fault(gg_json *json, const char *text, const gg_fault *fault)
{
    uint32_t line = 0, column = 0;
    gg_json_object(json, NULL);
    gg_json_string(json, "text", fault->text);
    if (fault->to > 0) {
        gg_text_place(text, fault->at, &line, &column);
        gg_json_int(json, "from", fault->from);
        gg_json_int(json, "to", fault->to);
        gg_json_int(json, "line", line);
        gg_json_int(json, "column", column);
        if (fault->line != GG_LINE_HEADING) {
            const gg_statement it = {
                .from = fault->from, .to = fault->to, .line = fault->line, .count = fault->count};
            wire_statement(json, "statement", &it, fault->parts);
        }
    }
    gg_json_end(json);
}

void gg_wire_outline(gg_json *json, const char *key, const char *text, const gg_outline *outline,
                     const gg_faults *faults)
{
    gg_json_object(json, key);
    gg_json_array(json, "statements");
    for (uint32_t i = 0; i < outline->count; i++)
        wire_statement(json, NULL, &outline->rows[i], outline->parts.rows + outline->rows[i].first);
    gg_json_end(json);
    gg_json_array(json, "faults");
    for (uint32_t i = 0; i < faults->count; i++) wire_fault(json, text, &faults->rows[i]);
    gg_json_end(json);
    gg_json_end(json);
}
