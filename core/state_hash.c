/*
 * state_hash.c - the hash of a state: a sum over all that differs from its standard, each with the
 * names of its line, its thing and its field.  See state_hash.h.
 *
 * A sum does not depend on the order of rows, and what changes can be taken out of it and put in
 * again: after an action only the fields are looked at whose bytes are others.
 * SPDX-License-Identifier: MIT
 */
#include "core/state_hash.h"

#include "core/dice.h"
#include "core/lines.h"
#include "core/numbers.h"
#include "core/position.h"

#include <string.h>

enum { ROOM = 32768 }; /* for what lines of a game's own say */

/* ---- Names and values as numbers. ---- */

static uint64_t mixed(uint64_t a, uint64_t b)
{
    a = (a ^ b * UINT64_C(0xd6e8feb86659fd93)) * UINT64_C(0x9fb21c651e98df25);
    a = (a ^ a >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return a ^ a >> 29;
}

static uint64_t key_of(const char *name)
{
    uint64_t key = UINT64_C(0xcbf29ce484222325);
    for (; *name != '\0'; name++) key = (key ^ (uint8_t)*name) * UINT64_C(0x100000001b3);
    return key;
}

/* By what a position calls it: rows may move. */
static uint64_t unit_key(const gg_thing *thing, gg_unit unit)
{
    char name[GG_NAME_MAX];
    gg_text text = gg_text_over(name, sizeof name);
    if (unit >= thing->rules->unit_count) return unit;
    thing->rules->write_unit(thing->state, unit, &text);
    return key_of(name);
}

/* ---- A field. ---- */

/* The field among those of its line; leads are notation, names are for people. */
static uint64_t field_key(const gg_field *field)
{
    const bool has_lead = field->lead[0] != '\0' && (field->flags & GG_FIELD_NAMED) == 0;
    return key_of(has_lead ? field->lead : field->name);
}

static uint64_t word_key(const gg_field *field, int64_t kept)
{
    const int64_t step = field->step == 0 ? 1 : field->step, row = (kept - field->shift) / step;
    for (int64_t i = 0; i <= row; i++)
        if (field->words[i] == NULL) return (uint64_t)kept; /* there is no such word */
    return row < 0 ? (uint64_t)kept : key_of(field->words[row]);
}

static uint64_t sum_words(const gg_field *field, uint64_t bits)
{
    uint64_t sum = 0;
    for (int row = 0; bits >> row != 0 && field->words[row] != NULL; row++)
        if ((bits >> row & 1) != 0) sum += mixed(key_of(field->words[row]), 1);
    return sum;
}

static uint64_t sum_units(const gg_thing *thing, const gg_field *field)
{
    const uint8_t *bits = gg_field_at(thing, field);
    uint64_t sum = 0;
    for (int bit = 0; bit < 8 * field->size; bit++)
        if ((bits[bit / 8] >> bit % 8 & 1) != 0)
            sum += mixed(unit_key(thing, (gg_unit)(field->low + bit)), 1);
    return sum;
}

static uint64_t hash_place(const gg_thing *thing, const gg_field *field)
{
    gg_point at;
    memcpy(&at, gg_field_at(thing, field), sizeof at);
    if (at.x == field->standard && at.y == field->standard) return 0;
    return mixed(mixed(1, (uint32_t)at.x), (uint32_t)at.y);
}

/* What the game writes. */
static uint64_t hash_own(const gg_thing *thing, const gg_field *field)
{
    char bytes[ROOM];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    field->write(thing->state, gg_field_at(thing, field), &text);
    gg_assert(!text.cut);
    return text.count == 0 ? 0 : gg_hash(bytes, text.count);
}

/* 0: it holds its standard value. */
static uint64_t hash_value(const gg_thing *thing, const gg_field *field)
{
    switch ((gg_field_kind)field->kind) {
    case GG_FIELD_PLACE: return hash_place(thing, field);
    case GG_FIELD_UNITS: return sum_units(thing, field);
    case GG_FIELD_OWN: return hash_own(thing, field);
    case GG_FIELD_NAME: return 0; /* whatever people call it, it is the same game */
    case GG_FIELD_NUMBER:
    case GG_FIELD_DECIMAL:
    case GG_FIELD_UNIT:
    case GG_FIELD_SIDE:
    case GG_FIELD_WORD:
    case GG_FIELD_BITS:
    case GG_FIELD_FLAG: break;
    }
    const int64_t kept = gg_field_value(thing, field);
    if (field->kind == GG_FIELD_BITS) return sum_words(field, (uint64_t)kept);
    if (field->kind == GG_FIELD_FLAG) return kept == field->high;
    if (kept == field->standard) return 0;
    if (field->kind == GG_FIELD_WORD) return mixed(word_key(field, kept), 1);
    if (field->kind == GG_FIELD_UNIT)
        return mixed(unit_key(thing, (gg_unit)(kept - field->shift)), 1);
    return mixed(1, (uint64_t)(kept - field->shift));
}

static uint64_t hash_field(const gg_thing *thing, const gg_field *field, uint64_t key)
{
    const uint64_t value = hash_value(thing, field);
    return value == 0 ? 0 : mixed(mixed(key, field_key(field)), value);
}

/* ---- A thing. ---- */

/* Of a kind whose things have names by that, of another by its place among those that are there. */
static bool has_names(const gg_line_def *line)
{
    return line->names != NULL || gg_line_names_unit(line) || line->write != NULL
           || line->count == 0;
}

static uint64_t thing_key(const gg_thing *thing, const gg_line_def *line)
{
    const uint64_t key = key_of(line->word);
    if (line->names != NULL) return mixed(key, key_of(line->names[thing->nth]));
    if (line->write != NULL || !gg_line_names_unit(line)) return mixed(key, thing->nth);
    return mixed(key, unit_key(thing, (gg_unit)(line->first_unit + thing->nth)));
}

/* That its line is there says something by itself where it is one of several. */
static uint64_t hash_presence(const gg_thing *thing, const gg_line_def *line, uint64_t key)
{
    if (line->count == 0 || line->write != NULL) return 0;
    return line->word[0] == '\0' || gg_line_is_said(thing, line) ? mixed(key, 1) : 0;
}

static uint64_t hash_thing(const gg_thing *thing, const gg_line_def *line, uint64_t key)
{
    uint64_t sum = hash_presence(thing, line, key);
    for (int i = 0; i < line->field_count; i++) sum += hash_field(thing, &line->fields[i], key);
    return sum;
}

/* A line that the game writes is there as it writes it. */
static bool is_there(const gg_line_def *line, const gg_state *state, uint32_t nth)
{
    return line->write != NULL || gg_line_is_there(line, state, nth);
}

/* ---- A kind of line. ---- */

/* Lines of the game's own are hashed as they are written, unless their row has fields. */
static uint64_t hash_text(const gg_state *state, const gg_line_def *line)
{
    char bytes[ROOM];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    line->write(state, &text);
    gg_assert(!text.cut);
    uint64_t hash = 0;
    for (uint32_t at = 0; at < text.count; at++) { /* what is called something stands in quotes */
        const char *quoted = memchr(bytes + at, '"', text.count - at);
        const uint32_t end = quoted == NULL ? text.count : (uint32_t)(quoted - bytes);
        hash = gg_hash_on(hash, bytes + at, end - at - (quoted != NULL));
        at = end + (quoted == NULL ? 0 : (uint32_t)strcspn(quoted + 1, "\"") + 1);
    }
    return hash;
}

static bool is_text(const gg_line_def *line)
{
    return line->write != NULL && line->field_count == 0;
}

static uint64_t hash_kind(const gg_ruleset *rules, const gg_state *state, const gg_line_def *line)
{
    uint64_t sum = 0;
    uint32_t row = 0;
    if (is_text(line)) return hash_text(state, line);
    for (uint32_t nth = 0; nth < gg_things_in(line); nth++) {
        if (!is_there(line, state, nth)) continue;
        gg_thing thing = gg_thing_in(rules, state, line, nth);
        const uint64_t key =
            has_names(line) ? thing_key(&thing, line) : mixed(key_of(line->word), row++);
        sum += hash_thing(&thing, line, key);
    }
    return sum;
}

/* ---- Options and numbers. ---- */

static uint64_t hash_heading(const gg_ruleset *rules, const gg_state *state)
{
    const int16_t *house = gg_house_of(rules, state);
    uint64_t sum = 0;
    for (uint32_t row = 0; row < rules->option_count; row++) {
        const int32_t value = gg_option_of(rules, state, row);
        if (value != rules->options[row].standard)
            sum +=
                mixed(mixed(key_of("option"), key_of(rules->options[row].name)), (uint32_t)value);
    }
    for (uint32_t row = 1; row < rules->number_count; row++)
        if (house[row] != 0)
            sum += mixed(mixed(key_of("number"), key_of(rules->numbers[row].id)),
                         (uint32_t)gg_number_value(rules->numbers, house, row));
    return sum;
}

uint64_t gg_state_hash(const gg_ruleset *rules, const gg_state *state)
{
    uint64_t sum = hash_heading(rules, state);
    for (int row = 0; row < rules->line_count; row++)
        sum += hash_kind(rules, state, &rules->lines[row]);
    return sum;
}

uint64_t gg_state_identity(const gg_ruleset *rules, const gg_state *state)
{
    return gg_hash(state, rules->state_bytes - rules->note_bytes);
}

/* ---- From one state to the next. ---- */

typedef struct step {
    const gg_ruleset *rules;
    const gg_state *before, *now;
    gg_changes changes;
} step;

/* Those of the thing itself, the first 64: more are never asked for. */
static uint64_t changed_bytes(const step *of, const gg_line_def *line, uint32_t nth)
{
    const uint32_t at = line->offset + nth * line->stride, bit = at % 64;
    const uint64_t *bits = &of->changes.bits[at / 64];
    const uint64_t all = bit == 0 ? bits[0] : bits[0] >> bit | bits[1] << (64 - bit);
    return line->stride >= 64 ? all : all & ((UINT64_C(1) << line->stride) - 1);
}

static bool is_field_changed(const step *of, const gg_thing *thing, const gg_line_def *line,
                             const gg_field *field)
{
    const uint32_t at =
        field->beside != 0 ? thing->nth * field->beside : line->offset + thing->nth * line->stride;
    const bool is_whole = field->kind == GG_FIELD_OWN && field->size == 0; /* of the thing */
    return is_whole || gg_is_changed(&of->changes, at + field->offset, field->size);
}

/* Adds by how much the sum changes for a thing that has a name.  False: it has another name now. */
static bool change_thing(const step *of, const gg_line_def *line, bool may_differ, uint32_t nth,
                         uint64_t *sum)
{
    const bool was_there = is_there(line, of->before, nth);
    const bool is_now = is_there(line, of->now, nth);
    if (!was_there && !is_now) return true;
    const gg_thing was = gg_thing_in(of->rules, of->before, line, nth);
    const gg_thing is = gg_thing_in(of->rules, of->now, line, nth);
    const uint64_t key = thing_key(is_now ? &is : &was, line);
    if (!was_there || !is_now) {
        *sum += is_now ? hash_thing(&is, line, key) : 0 - hash_thing(&was, line, key);
        return true;
    }
    uint64_t unsaid = gg_line_names_unit(line) ? changed_bytes(of, line, nth) : 0;
    for (int i = 0; i < line->field_count; i++) {
        const gg_field *field = &line->fields[i];
        if (field->beside == 0 && field->offset < 64 && field->size < 64)
            unsaid &= ~(((UINT64_C(1) << field->size) - 1) << field->offset);
        if ((may_differ && field->kind == GG_FIELD_OWN) || is_field_changed(of, &is, line, field))
            *sum += hash_field(&is, field, key) - hash_field(&was, field, key);
    }
    if (line->word[0] != '\0')
        *sum += hash_presence(&is, line, key) - hash_presence(&was, line, key);
    return unsaid == 0 || thing_key(&was, line) == key; /* a name stands in no field */
}

/* The same for all things of a kind. */
static bool change_kind(const step *of, const gg_line_def *line, uint64_t *sum)
{
    const bool is_whole = is_text(line) || !has_names(line); /* not thing by thing */
    const bool may_differ =
        (line->write == NULL || is_text(line)) && gg_kind_may_differ(line, &of->changes);
    const uint32_t things = is_text(line) ? 0 : gg_things_in(line);
    uint32_t nth = may_differ || things == 0 ? 0 : gg_next_difference(line, &of->changes, 0);
    if (is_whole && (may_differ || nth < things))
        *sum += hash_kind(of->rules, of->now, line) - hash_kind(of->rules, of->before, line);
    while (!is_whole && nth < things) {
        if (!change_thing(of, line, may_differ, nth++, sum)) return false;
        if (!may_differ) nth = gg_next_difference(line, &of->changes, nth);
    }
    return true;
}

void gg_begin_hashes(const gg_ruleset *rules, gg_hasher *hasher)
{
    hasher->rules = rules;
    gg_index_lines(rules, &hasher->index);
}

uint64_t gg_state_hash_after(const gg_hasher *hasher, const gg_state *before, uint64_t hash,
                             const gg_state *now)
{
    const gg_ruleset *rules = hasher->rules;
    step of; /* its bits are cleared as far as they are asked for */
    of.rules = rules;
    of.before = before;
    of.now = now;
    gg_find_changes(rules, &hasher->index, before, now, rules->state_bytes - rules->note_bytes,
                    &of.changes);
    for (int row = 0; of.changes.kinds >> row != 0 && row < rules->line_count; row++) {
        if ((of.changes.kinds >> row & 1) == 0) continue;
        if (!change_kind(&of, &rules->lines[row], &hash))
            return gg_state_hash(rules, now); /* other lines may have the name, too */
    }
    return hash;
}
