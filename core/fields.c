/*
 * fields.c - reading and writing by rows: one part of a line or of an action at a time.
 * SPDX-License-Identifier: MIT
 */
#include "core/fields.h"

#include <string.h>

/* ---- Small readers and writers that notations share. ---- */

void gg_put_decimal(gg_text *out, int32_t number, int32_t unit)
{
    int64_t size = number < 0 ? -(int64_t)number : number;
    if (number < 0) gg_put_char(out, '-');
    gg_put_int(out, size / unit);
    int64_t rest = size % unit;
    if (rest == 0) return;
    gg_put_char(out, '.');
    for (unit /= 10; rest != 0; unit /= 10) {
        gg_put_char(out, (char)('0' + rest / unit));
        rest %= unit;
    }
}

bool gg_scan_decimal(gg_scan *scan, int32_t unit, int32_t low, int32_t high, int32_t *out)
{
    gg_scan here = *scan;
    const bool is_negative = gg_scan_char(&here, '-');
    const char first = here.text[here.at];
    int64_t whole;
    if (first < '0' || first > '9' || !gg_scan_int(&here, 0, INT32_MAX / unit - 1, &whole))
        return false;
    int32_t number = (int32_t)whole * unit;
    if (gg_scan_char(&here, '.')) {
        const uint32_t from = here.at;
        for (int32_t digit = unit / 10; here.text[here.at] >= '0' && here.text[here.at] <= '9';
             here.at++, digit /= 10) {
            if (digit == 0) return false; /* finer than it can be kept */
            number += digit * (here.text[here.at] - '0');
        }
        if (here.at == from) return false;
    }
    if (is_negative) number = -number;
    if (number < low || number > high) return false;
    *out = number;
    *scan = here;
    return true;
}

enum { TICKS = 1000, FAR = 1000 * TICKS }; /* nothing that can be written is farther off */

bool gg_scan_table_place(gg_scan *scan, gg_point *out)
{
    gg_scan here = *scan;
    gg_point at;
    if (!gg_scan_decimal(&here, TICKS, -FAR, FAR, &at.x) || !gg_scan_char(&here, ',')
        || !gg_scan_decimal(&here, TICKS, -FAR, FAR, &at.y))
        return false;
    *out = at;
    *scan = here;
    return true;
}

void gg_put_table_place(gg_text *out, gg_point at)
{
    gg_put_decimal(out, at.x, TICKS);
    gg_put_char(out, ',');
    gg_put_decimal(out, at.y, TICKS);
}

bool gg_scan_unit(gg_scan *scan, const gg_ruleset *rules, const gg_state *state, gg_unit low,
                  gg_unit high, gg_unit *out)
{
    for (gg_unit unit = low; unit <= high && unit < rules->unit_count; unit++) {
        char name[GG_NAME_MAX];
        gg_text text = gg_text_over(name, sizeof name);
        rules->write_unit(state, unit, &text);
        if (name[0] == '?' || !gg_scan_is(scan, name)) continue; /* ?7: there is no such unit */
        *out = unit;
        return true;
    }
    return false;
}

bool gg_scan_row(gg_scan *scan, const char *const *words, int count, int *row)
{
    gg_scan longest = *scan; /* shoot:N is not shoot */
    int found = -1;
    for (int i = 0; i < count; i++) {
        gg_scan here = *scan;
        if (words[i][0] == '\0' || !gg_scan_is(&here, words[i]) || here.at <= longest.at) continue;
        longest = here;
        found = i;
    }
    if (found < 0) return false;
    *scan = longest;
    *row = found;
    return true;
}

void gg_write_nothing(const gg_state *state, gg_text *out) { (void)state, (void)out; }
const gg_bytes gg_nowhere[1] = {{0, 0, 0, 0}};

/* ---- Where a field lies. ---- */

void *gg_field_at(const gg_thing *thing, const gg_field *field)
{
    if (field->beside == 0) return (char *)thing->base + field->offset;
    return (char *)thing->whole + field->offset + (size_t)thing->nth * field->beside;
}

int64_t gg_field_value(const gg_thing *thing, const gg_field *field)
{
    const char *at = gg_field_at(thing, field);
    if (field->size == 1) {
        uint8_t byte;
        memcpy(&byte, at, sizeof byte);
        return byte;
    }
    if (field->size == 2) {
        int16_t number;
        memcpy(&number, at, sizeof number);
        return field->low < 0 ? number : (uint16_t)number;
    }
    if (field->size == 4) {
        int32_t number;
        memcpy(&number, at, sizeof number);
        return number;
    }
    int64_t number;
    gg_assert(field->size == 8);
    memcpy(&number, at, sizeof number);
    return number;
}

void gg_field_set(const gg_thing *thing, const gg_field *field, int64_t value)
{
    char *at = gg_field_at(thing, field);
    const uint8_t byte = (uint8_t)value;
    const uint16_t two = (uint16_t)value;
    const uint32_t four = (uint32_t)value;
    const uint64_t eight = (uint64_t)value;
    if (field->size == 1) memcpy(at, &byte, 1);
    else if (field->size == 2) memcpy(at, &two, 2);
    else if (field->size == 4) memcpy(at, &four, 4);
    else memcpy(at, &eight, 8);
}

/* ---- Reading. ---- */

static const int32_t units[] = {1, 10, 100, 1000}; /* by decimals */

static bool read_number(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    int64_t number;
    int32_t decimal;
    gg_scan here = *scan;
    if (field->kind == GG_FIELD_NUMBER) {
        if (!gg_scan_int(&here, field->low, field->high, &number)) return false;
    } else {
        if (!gg_scan_decimal(&here, units[field->decimals], field->low, field->high, &decimal))
            return false;
        number = decimal;
    }
    const char next = here.text[here.at];
    if (next == ',' || next == '.') return false; /* it is a place, or finer than it can be kept */
    *scan = here;
    gg_field_set(thing, field, number + field->shift);
    return true;
}

static bool read_place(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    gg_scan here = *scan;
    gg_point at;
    if (!gg_scan_table_place(&here, &at)) return false;
    if (at.x < field->low || at.x > field->high || at.y < field->low || at.y > field->high)
        return false;
    const int32_t grain = field->decimals == 0 ? 1 : TICKS / units[field->decimals];
    if (at.x % grain != 0 || at.y % grain != 0) return false; /* finer than it can be kept */
    const bool is_none = at.x == field->standard && at.y == field->standard;
    if ((field->flags & GG_FIELD_OPTIONAL) != 0 && is_none) return false; /* as if not said */
    memcpy(gg_field_at(thing, field), &at, sizeof at);
    *scan = here;
    return true;
}

static bool read_unit(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    gg_unit unit;
    if (!gg_scan_unit(scan, thing->rules, thing->state, (gg_unit)field->low, (gg_unit)field->high,
                      &unit))
        return false;
    gg_field_set(thing, field, unit + field->shift);
    return true;
}

static bool read_units(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    uint8_t *bits = gg_field_at(thing, field);
    gg_scan here = *scan;
    gg_unit unit;
    bool is_any = false;
    while (gg_scan_unit(&here, thing->rules, thing->state, (gg_unit)field->low,
                        (gg_unit)field->high, &unit)) {
        const int bit = unit - field->low;
        gg_assert(bit / 8 < field->size);
        bits[bit / 8] |= (uint8_t)(1 << bit % 8);
        is_any = true;
        *scan = here;
        gg_scan_spaces(&here);
    }
    return is_any;
}

static bool read_side(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    gg_side side = GG_NOBODY;
    const bool is_nobody = field->high == GG_NOBODY && gg_scan_is(scan, "nobody");
    if (!is_nobody && !gg_scan_side(scan, &side)) return false;
    gg_field_set(thing, field, side + field->shift);
    return true;
}

static int count_words(const char *const *words)
{
    int count = 0;
    while (words[count] != NULL) count++;
    return count;
}

/* How much is kept for each row of the words. */
static int step_of(const gg_field *field) { return field->step == 0 ? 1 : field->step; }

static bool read_word(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    int row = 0;
    if (!gg_scan_row(scan, field->words, count_words(field->words), &row)) return false;
    const bool is_bit = field->kind == GG_FIELD_BITS;
    const uint64_t bits = is_bit ? (uint64_t)gg_field_value(thing, field) | UINT64_C(1) << row : 0;
    gg_field_set(thing, field, is_bit ? (int64_t)bits : row * step_of(field) + field->shift);
    return true;
}

static bool read_value(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    switch ((gg_field_kind)field->kind) {
    case GG_FIELD_NUMBER:
    case GG_FIELD_DECIMAL: return read_number(thing, field, scan);
    case GG_FIELD_PLACE: return read_place(thing, field, scan);
    case GG_FIELD_UNIT: return read_unit(thing, field, scan);
    case GG_FIELD_UNITS: return read_units(thing, field, scan);
    case GG_FIELD_SIDE: return read_side(thing, field, scan);
    case GG_FIELD_WORD:
    case GG_FIELD_BITS: return read_word(thing, field, scan);
    case GG_FIELD_FLAG: gg_field_set(thing, field, field->high); return true;
    case GG_FIELD_NAME:
    case GG_FIELD_OWN: break;
    }
    return false;
}

/* A lead of letters is a word; one that ends in a sign is that sign. */
static bool read_lead(const char *lead, gg_scan *scan)
{
    const size_t length = strlen(lead);
    const char last = lead[length - 1];
    const bool is_word = (last >= 'a' && last <= 'z') || (last >= '0' && last <= '9');
    if (is_word) return gg_scan_is(scan, lead);
    if (strncmp(scan->text + scan->at, lead, length) != 0) return false;
    scan->at += (uint32_t)length;
    return true;
}

/* It says itself whether it stands here and whether it is written. */
static bool is_by_itself(const gg_field *field)
{
    return field->kind == GG_FIELD_OWN || field->kind == GG_FIELD_NAME;
}

static gg_field_read read_own(const gg_thing *thing, const gg_field *field, gg_scan *scan,
                              const char **expected)
{
    gg_scan here = *scan;
    const char *broken = field->kind == GG_FIELD_NAME
                             ? gg_scan_quoted(&here, gg_field_at(thing, field))
                             : field->read(&here, thing->state, gg_field_at(thing, field));
    if (broken != NULL) *expected = broken;
    if (here.at == scan->at) return GG_FIELD_ABSENT;
    *scan = here;
    return broken == NULL ? GG_FIELD_READ : GG_FIELD_WRONG;
}

/* `expected` is what to say if it is not there or breaks. */
static gg_field_read read_field(const gg_thing *thing, const gg_field *field, gg_scan *scan,
                                const char **expected)
{
    gg_scan here = *scan;
    *expected = field->expected;
    if ((field->flags & GG_FIELD_JOINED) == 0) gg_scan_spaces(&here);
    if (is_by_itself(field)) {
        const gg_field_read found = read_own(thing, field, &here, expected);
        if (found != GG_FIELD_ABSENT) *scan = here;
        return found;
    }
    const bool has_lead = field->lead[0] != '\0';
    if (has_lead) {
        if (!read_lead(field->lead, &here)) return GG_FIELD_ABSENT;
        if (field->lead[strlen(field->lead) - 1] != ':') gg_scan_spaces(&here);
    }
    const bool is_read = read_value(thing, field, &here);
    if (is_read || has_lead) *scan = here;
    return is_read ? GG_FIELD_READ : has_lead ? GG_FIELD_WRONG : GG_FIELD_ABSENT;
}

gg_field_read gg_read_field(const gg_thing *thing, const gg_field *field, gg_scan *scan)
{
    const char *expected;
    return read_field(thing, field, scan, &expected);
}

/* What was read ends where the scan stands; those who edit the text want to know. */
static void note_part(const gg_thing *thing, int field, gg_scan before, const gg_scan *scan)
{
    gg_spans *parts = thing->parts;
    if (parts == NULL || parts->count == parts->limit) return;
    gg_scan_spaces(&before);
    if (before.at >= scan->at) return; /* nothing is written there: the word of the line says it */
    parts->rows[parts->count++] =
        (gg_span){.from = before.at, .to = scan->at, .field = (uint32_t)field};
}

static bool may_be_left_out(const gg_field *field)
{
    return (field->flags & (GG_FIELD_OPTIONAL | GG_FIELD_GUESSED)) != 0
           || field->kind == GG_FIELD_FLAG || field->kind == GG_FIELD_BITS;
}

/* Any of several bits may stand together, so they are read until something else comes. */
static gg_field_read read_all_of(const gg_thing *thing, const gg_field *fields, int row,
                                 gg_scan *scan, const char **expected)
{
    const gg_field *field = &fields[row];
    gg_scan before = *scan;
    gg_field_read found = read_field(thing, field, scan, expected), more = found;
    while (more == GG_FIELD_READ) {
        note_part(thing, row, before, scan);
        before = *scan;
        more = field->kind == GG_FIELD_BITS ? gg_read_field(thing, field, scan) : GG_FIELD_ABSENT;
    }
    return found;
}

static gg_error read_rows(const gg_thing *thing, const gg_field *fields, int first, int count,
                          gg_scan *scan)
{
    const char *expected = NULL;
    for (int i = first; i < count; i++) {
        const gg_field_read found = read_all_of(thing, fields, i, scan, &expected);
        const bool is_left_out = found == GG_FIELD_ABSENT && may_be_left_out(&fields[i]);
        if (found == GG_FIELD_READ) expected = NULL;
        if (found == GG_FIELD_READ || is_left_out) continue;
        gg_scan_spaces(scan);
        return gg_scan_error(scan, expected);
    }
    if (expected == NULL) return gg_fine;
    /* What stands here is not the field that could come last. */
    gg_scan_spaces(scan);
    return gg_scan_line_ends(scan) ? gg_fine : gg_scan_error(scan, expected);
}

gg_error gg_read_fields_in_order(const gg_thing *thing, const gg_field *fields, int count,
                                 gg_scan *scan)
{
    return read_rows(thing, fields, 0, count, scan);
}

/* The field that stands here; one that may only follow the last one goes before all others. */
static gg_field_read read_any(const gg_thing *thing, const gg_field *fields, int count, int *last,
                              gg_scan *scan, const char **expected)
{
    const int next = *last + 1;
    if (next > 0 && next < count && (fields[next].flags & GG_FIELD_FOLLOWS) != 0) {
        const gg_field_read found = read_field(thing, &fields[next], scan, expected);
        if (found != GG_FIELD_ABSENT) return *last = next, found;
    }
    for (int i = 0; i < count; i++) {
        if ((fields[i].flags & GG_FIELD_FOLLOWS) != 0) continue;
        const gg_field_read found = read_field(thing, &fields[i], scan, expected);
        if (found != GG_FIELD_ABSENT) return *last = i, found;
    }
    return GG_FIELD_ABSENT;
}

gg_error gg_read_fields_as_they_come(const gg_thing *thing, const gg_field *fields, int count,
                                     gg_scan *scan, const char *expected)
{
    int last = -1; /* nothing yet: the first row follows nothing */
    for (int i = 0; i < count && (fields[i].flags & GG_FIELD_FIRST) != 0; i++) {
        const gg_error error = read_rows(thing, fields, i, i + 1, scan);
        if (error.text != NULL) return error;
        last = i;
    }
    for (gg_scan_spaces(scan); !gg_scan_line_ends(scan); gg_scan_spaces(scan)) {
        const char *broken;
        const gg_scan before = *scan;
        const gg_field_read found = read_any(thing, fields, count, &last, scan, &broken);
        if (found == GG_FIELD_READ) note_part(thing, last, before, scan);
        if (found == GG_FIELD_WRONG) return gg_scan_error(scan, broken);
        if (found == GG_FIELD_ABSENT) return gg_scan_error(scan, expected);
    }
    return gg_fine;
}

/* ---- Writing. ---- */

static bool has_unit(const gg_thing *thing, const gg_field *field, int bit)
{
    const uint8_t *bits = gg_field_at(thing, field);
    return bit / 8 < field->size && (bits[bit / 8] >> bit % 8 & 1) != 0;
}

static bool names_any(const gg_thing *thing, const gg_field *field)
{
    for (int bit = 0; bit < 8 * field->size; bit++)
        if (has_unit(thing, field, bit)) return true;
    return false;
}

bool gg_field_is_said(const gg_thing *thing, const gg_field *field)
{
    if (is_by_itself(field)) return true;
    if (field->kind == GG_FIELD_UNITS) return names_any(thing, field);
    if (!may_be_left_out(field) || (field->flags & GG_FIELD_GUESSED) != 0) return true;
    if (field->kind == GG_FIELD_FLAG) return gg_field_value(thing, field) == field->high;
    if (field->kind != GG_FIELD_PLACE) return gg_field_value(thing, field) != field->standard;
    gg_point at;
    memcpy(&at, gg_field_at(thing, field), sizeof at);
    return at.x != field->standard || at.y != field->standard;
}

static void write_bits(const gg_field *field, uint64_t bits, gg_text *out)
{
    for (int row = 0; field->words[row] != NULL; row++) {
        if ((bits >> row & 1) == 0) continue;
        gg_put_char(out, ' ');
        gg_put(out, field->words[row]);
    }
}

static bool is_word(const gg_field *field, int64_t kept)
{
    return kept >= 0 && kept % step_of(field) == 0
           && kept / step_of(field) < count_words(field->words);
}

static void write_word(const gg_field *field, int64_t kept, gg_text *out)
{
    gg_put(out, is_word(field, kept) ? field->words[kept / step_of(field)] : "?");
}

static void write_units(const gg_thing *thing, const gg_field *field, gg_text *out)
{
    bool is_first = true;
    for (int32_t unit = field->low; unit <= field->high; unit++) {
        if (!has_unit(thing, field, unit - field->low)) continue;
        if (!is_first) gg_put_char(out, ' ');
        thing->rules->write_unit(thing->state, (gg_unit)unit, out);
        is_first = false;
    }
}

static void write_value(const gg_thing *thing, const gg_field *field, gg_text *out)
{
    const int64_t value = field->kind == GG_FIELD_PLACE || field->kind == GG_FIELD_UNITS
                              ? 0
                              : gg_field_value(thing, field) - field->shift;
    switch ((gg_field_kind)field->kind) {
    case GG_FIELD_NUMBER: gg_put_int(out, value); break;
    case GG_FIELD_DECIMAL: gg_put_decimal(out, (int32_t)value, units[field->decimals]); break;
    case GG_FIELD_PLACE: {
        gg_point at;
        memcpy(&at, gg_field_at(thing, field), sizeof at);
        gg_put_table_place(out, at);
        break;
    }
    case GG_FIELD_UNIT:
        if (value >= 0 && value < thing->rules->unit_count)
            thing->rules->write_unit(thing->state, (gg_unit)value, out);
        else gg_put_char(out, '?');
        break;
    case GG_FIELD_UNITS: write_units(thing, field, out); break;
    case GG_FIELD_SIDE: gg_put(out, gg_side_name((gg_side)value)); break;
    case GG_FIELD_WORD: write_word(field, value, out); break;
    case GG_FIELD_BITS:
    case GG_FIELD_FLAG:
    case GG_FIELD_NAME:
    case GG_FIELD_OWN: break;
    }
}

void gg_write_field(const gg_thing *thing, const gg_field *field, gg_text *out)
{
    if (field->kind == GG_FIELD_NAME) {
        gg_put_quoted(out, gg_field_at(thing, field));
        return;
    }
    if (field->kind == GG_FIELD_OWN) {
        field->write(thing->state, gg_field_at(thing, field), out);
        return;
    }
    if (!gg_field_is_said(thing, field)) return;
    if (field->kind == GG_FIELD_BITS) {
        write_bits(field, (uint64_t)gg_field_value(thing, field), out);
        return;
    }
    const bool begins_line = out->count == 0 || out->bytes[out->count - 1] == '\n';
    if ((field->flags & GG_FIELD_JOINED) == 0 && !begins_line) gg_put_char(out, ' ');
    const size_t length = field->lead[0] == '\0' ? 0 : strlen(field->lead); /* most have none */
    if (length > 0) gg_put_bytes(out, field->lead, (uint32_t)length);
    const bool is_sign =
        (field->flags & GG_FIELD_JOINED) != 0 || (length > 0 && field->lead[length - 1] == ':');
    if (length > 0 && !is_sign && field->kind != GG_FIELD_FLAG) gg_put_char(out, ' ');
    write_value(thing, field, out);
}

void gg_write_fields(const gg_thing *thing, const gg_field *fields, int count, gg_text *out)
{
    for (int i = 0; i < count; i++) gg_write_field(thing, &fields[i], out);
}

/* ---- What no row can write is not so. ---- */

static bool is_unit_sound(const gg_thing *thing, const gg_field *field, int64_t unit)
{
    char name[GG_NAME_MAX];
    gg_text text = gg_text_over(name, sizeof name);
    if (unit < field->low || unit > field->high || unit >= thing->rules->unit_count) return false;
    thing->rules->write_unit(thing->state, (gg_unit)unit, &text);
    return name[0] != '?';
}

static bool are_units_sound(const gg_thing *thing, const gg_field *field)
{
    for (int bit = 0; bit < 8 * field->size; bit++)
        if (has_unit(thing, field, bit) && !is_unit_sound(thing, field, field->low + bit))
            return false;
    return true;
}

static bool is_place_sound(const gg_thing *thing, const gg_field *field)
{
    gg_point at;
    memcpy(&at, gg_field_at(thing, field), sizeof at);
    return at.x >= field->low && at.x <= field->high && at.y >= field->low && at.y <= field->high;
}

static bool is_sound(const gg_thing *thing, const gg_field *field)
{
    if (field->kind == GG_FIELD_OWN) return true;
    if (field->kind == GG_FIELD_NAME)
        return memchr(gg_field_at(thing, field), '\0', GG_CALLED_BYTES) != NULL;
    if (field->kind == GG_FIELD_UNITS) return are_units_sound(thing, field);
    if (field->kind == GG_FIELD_FLAG && gg_field_value(thing, field) == field->standard)
        return true;
    if (field->kind != GG_FIELD_FLAG && !gg_field_is_said(thing, field)) return true;
    if (field->kind == GG_FIELD_PLACE) return is_place_sound(thing, field);
    const int64_t kept = gg_field_value(thing, field), value = kept - field->shift;
    switch ((gg_field_kind)field->kind) {
    case GG_FIELD_NUMBER:
    case GG_FIELD_DECIMAL: return value >= field->low && value <= field->high;
    case GG_FIELD_UNIT: return is_unit_sound(thing, field, value);
    case GG_FIELD_SIDE: return value >= GG_BLUE && value <= field->high;
    case GG_FIELD_WORD:
        return is_word(field, value) && field->words[value / step_of(field)][0] != '\0';
    case GG_FIELD_BITS: return (uint64_t)kept >> count_words(field->words) == 0;
    case GG_FIELD_FLAG: return kept == field->high;
    case GG_FIELD_PLACE:
    case GG_FIELD_UNITS:
    case GG_FIELD_NAME:
    case GG_FIELD_OWN: break;
    }
    return true;
}

/* Where several fields share a byte it is enough that one of them can write it. */
static bool is_sound_by_another(const gg_thing *thing, const gg_field *fields, int count,
                                const gg_field *field)
{
    for (int i = 0; i < count; i++)
        if (&fields[i] != field && fields[i].offset == field->offset
            && fields[i].beside == field->beside && fields[i].kind != GG_FIELD_OWN
            && is_sound(thing, &fields[i]))
            return true;
    return false;
}

bool gg_fields_are_sound(const gg_thing *thing, const gg_field *fields, int count,
                         const gg_field **broken)
{
    for (int row = 0; row < count; row++) {
        *broken = &fields[row];
        if (!is_sound(thing, *broken) && !is_sound_by_another(thing, fields, count, *broken))
            return false;
    }
    return true;
}
