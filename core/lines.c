/*
 * lines.c - which lines a position has and what each says.  See lines.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/lines.h"

#include <string.h>

gg_thing gg_thing_of(const gg_ruleset *rules, gg_state *state, const gg_line_def *line,
                     uint32_t nth)
{
    gg_assert(nth < line->count || nth == 0);
    return (gg_thing){
        .rules = rules,
        .state = state,
        .base = (char *)state + line->offset + nth * line->stride,
        .whole = state,
        .nth = nth,
    };
}

gg_thing gg_thing_in(const gg_ruleset *rules, const gg_state *state, const gg_line_def *line,
                     uint32_t nth)
{
    /* A writer only reads through what it is given. */
    union {
        const gg_state *seen;
        gg_state *given;
    } same = {.seen = state};
    return gg_thing_of(rules, same.given, line, nth);
}

/* ---- Which there are. ---- */

bool gg_line_is_said(const gg_thing *thing, const gg_line_def *line)
{
    for (int i = 0; i < line->field_count; i++)
        if (gg_field_is_said(thing, &line->fields[i])) return true;
    return line->word[0] == '\0';
}

/* Its first field holds what nothing has to be said of. */
static bool is_usual(const gg_line_def *line, const gg_state *state, uint32_t nth)
{
    const gg_field *first = &line->fields[0];
    const gg_thing thing = gg_thing_in(NULL, state, line, nth);
    if (first->kind == GG_FIELD_UNITS) return !gg_field_is_said(&thing, first);
    return gg_field_value(&thing, first) == first->standard;
}

bool gg_line_is_there(const gg_line_def *line, const gg_state *state, uint32_t nth)
{
    if (line->counted != 0 && nth >= ((const uint8_t *)state)[line->counted]) return false;
    if (line->is_rare && is_usual(line, state, nth)) return false;
    return line->is_there == NULL || line->is_there(state, nth);
}

/* ---- What they say. ---- */

void gg_write_line(const gg_ruleset *rules, const gg_state *state, const gg_line_def *line,
                   uint32_t nth, gg_text *out)
{
    const gg_thing thing = gg_thing_in(rules, state, line, nth);
    if (!gg_line_is_said(&thing, line)) return;
    if (line->word[0] != '\0') gg_put(out, line->word);
    if (gg_line_names_unit(line)) {
        if (line->word[0] != '\0') gg_put_char(out, ' ');
        rules->write_unit(state, (gg_unit)(line->first_unit + nth), out);
    }
    if (line->names != NULL) {
        gg_put_char(out, ' ');
        gg_put(out, line->names[nth]);
    }
    gg_write_fields(&thing, line->fields, line->field_count, out);
    gg_put_char(out, '\n');
}

void gg_write_line_kind(const gg_ruleset *rules, const gg_state *state, const gg_line_def *line,
                        gg_text *out)
{
    if (line->write != NULL) {
        line->write(state, out);
        return;
    }
    for (uint32_t nth = 0; nth < gg_things_in(line); nth++)
        if (gg_line_is_there(line, state, nth)) gg_write_line(rules, state, line, nth, out);
}

/* ---- Whether they can be others. ---- */

enum { BLOCK = 128, WORD = 8 }; /* bytes that are compared at once */

static bool is_same(const char *was, const char *is, uint32_t bytes)
{
    return memcmp(was, is, bytes) == 0;
}

static void mark(gg_line_index *index, uint32_t row, uint32_t at, uint32_t bytes)
{
    for (uint32_t word = at / WORD; bytes > 0 && word <= (at + bytes - 1) / WORD; word++)
        index->kinds[word] |= UINT64_C(1) << row;
}

static void index_kind(const gg_line_def *line, uint32_t row, gg_line_index *index)
{
    if (line->counted != 0) mark(index, row, line->counted, 1);
    mark(index, row, line->offset, line->count * line->stride);
    for (int i = 0; i < line->from_count; i++) {
        const gg_bytes *from = &line->from[i];
        mark(index, row, from->at, from->count == 0 ? from->bytes : from->count * from->stride);
    }
    for (int i = 0; i < line->field_count; i++) {
        const gg_field *field = &line->fields[i];
        const uint32_t at = field->beside != 0 ? field->offset : line->offset + field->offset;
        const uint32_t stride = field->beside != 0 ? field->beside : line->stride;
        mark(index, row, at, (gg_things_in(line) - 1) * stride + field->size);
    }
}

void gg_index_lines(const gg_ruleset *rules, gg_line_index *index)
{
    const uint32_t words = (rules->state_bytes + WORD - 1) / WORD;
    gg_assert(rules->line_count <= 64 && rules->state_bytes <= GG_STATE_BYTES_MAX);
    memset(index->kinds, 0, words * sizeof *index->kinds);
    for (uint32_t row = 0; row < rules->line_count; row++) {
        const gg_line_def *line = &rules->lines[row];
        if (line->write != NULL && line->from_count == 0) mark(index, row, 0, rules->state_bytes);
        else index_kind(line, row, index);
    }
}

static void search_block(const gg_line_index *index, const char *was, const char *is, uint32_t at,
                         uint32_t end, gg_changes *out)
{
    for (; at < end; at += WORD) {
        if (at + WORD <= end && is_same(was + at, is + at, WORD)) continue;
        for (uint32_t byte = at; byte < end && byte < at + WORD; byte++)
            out->bits[byte / 64] |= (uint64_t)(was[byte] != is[byte]) << byte % 64;
        out->words[at / 64 / 64] |= UINT64_C(1) << at / 64 % 64;
        if (index != NULL) out->kinds |= index->kinds[at / WORD];
    }
}

void gg_find_changes(const gg_ruleset *rules, const gg_line_index *index, const gg_state *before,
                     const gg_state *now, uint32_t bytes, gg_changes *out)
{
    const char *was = (const char *)before, *is = (const char *)now;
    gg_assert(rules->state_bytes <= GG_STATE_BYTES_MAX && bytes <= rules->state_bytes);
    memset(out->bits, 0, (rules->state_bytes / 64 + 1) * sizeof *out->bits);
    memset(out->words, 0, sizeof out->words);
    out->kinds = index == NULL ? UINT64_MAX : 0;
    for (uint32_t at = 0; at < bytes; at += BLOCK) {
        const uint32_t count = bytes - at < BLOCK ? bytes - at : BLOCK;
        if (!is_same(was + at, is + at, count)) search_block(index, was, is, at, at + count, out);
    }
}

/* The first byte from `at` on that may be another one, or the end. */
static uint32_t next_change(const gg_changes *changes, uint32_t at, uint32_t end)
{
    while (at < end) {
        if (changes->words[at / 64 / 64] >> at / 64 % 64 == 0) {
            at = (at / 64 / 64 + 1) * 64 * 64;
            continue;
        }
        if (changes->bits[at / 64] >> at % 64 != 0) return at;
        at += 64 - at % 64;
    }
    return end;
}

bool gg_are_changed(const gg_changes *changes, uint32_t at, uint32_t bytes)
{
    const uint32_t end = at + bytes;
    at = next_change(changes, at, end);
    if (at >= end || end - at >= 64 - at % 64)
        return at < end; /* it lies in the rest of its word */
    return gg_is_changed(changes, at, end - at);
}

/* The first of `count` parts of the state, so many bytes each and so far apart, from the nth on
 * that is another one. */
static uint32_t next_part(const gg_changes *changes, uint32_t offset, uint32_t bytes,
                          uint32_t stride, uint32_t nth, uint32_t count)
{
    const uint32_t end = offset + count * stride;
    while (nth < count) {
        const uint32_t at = next_change(changes, offset + nth * stride, end);
        const uint32_t first = (at - offset) / stride;
        if (first >= count) return count;
        if (first > nth) nth = first;
        if (gg_is_changed(changes, offset + nth * stride, bytes)) return nth;
        nth++;
    }
    return count;
}

static bool touches(const gg_changes *changes, const gg_bytes *from)
{
    if (from->count == 0) return gg_is_changed(changes, from->at, from->bytes);
    return next_part(changes, from->at, from->bytes, from->stride, 0, from->count) < from->count;
}

bool gg_kind_may_differ(const gg_line_def *line, const gg_changes *changes)
{
    if (line->counted != 0 && gg_is_changed(changes, line->counted, 1)) return true;
    for (int i = 0; i < line->from_count; i++)
        if (touches(changes, &line->from[i])) return true;
    return line->write != NULL && line->from_count == 0;
}

uint32_t gg_next_difference(const gg_line_def *line, const gg_changes *changes, uint32_t nth)
{
    const uint32_t count = gg_things_in(line);
    uint32_t next = line->count == 0
                        ? count
                        : next_part(changes, line->offset, line->stride, line->stride, nth, count);
    for (int i = 0; nth < next && i < line->field_count; i++) {
        const gg_field *field = &line->fields[i];
        if (field->beside != 0)
            next = next_part(changes, field->offset, field->size, field->beside, nth, next);
        else if (line->count == 0 && gg_is_changed(changes, field->offset, field->size)) next = 0;
        else if (line->count != 0 && field->offset >= line->stride) /* it has its own array */
            next = next_part(changes, line->offset + field->offset, field->size, line->stride, nth,
                             next);
    }
    return next;
}
