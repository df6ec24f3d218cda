/*
 * fields.h - things as rows: what a line of a position or an action is made of, where each part of
 * it lies in its struct, and what it may be.
 *
 * A row of gg_field says how one part is written, which numbers fit and at which offset it is kept;
 * from the rows core reads and writes the notation of actions and positions, says what was expected
 * at which character, completes what a person has begun to type, and tells front ends the form of
 * an order.  What no row can say is a row with two functions of the game's own (GG_FIELD_OWN).
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_FIELDS_H
#define GG_FIELDS_H

#include "core/text.h"
#include "grognard.h"

/* Where a field lies; where the things of a kind of line lie. */
#define GG_AT(type, member) .offset = offsetof(type, member), .size = sizeof(((type *)0)->member)
/* Several members behind each other. */
#define GG_SPAN(type, first, last)                                                                 \
    .offset = offsetof(type, first),                                                               \
    .size = offsetof(type, last) + sizeof(((type *)0)->last) - offsetof(type, first)
/* In another array of the state, at the place of its thing. */
#define GG_BESIDE(type, array, part)                                                               \
    .offset = offsetof(type, array[0] part), .size = sizeof(((type *)0)->array[0] part),           \
    .beside = sizeof(((type *)0)->array[0])
#define GG_THINGS(type, member)                                                                    \
    .offset = offsetof(type, member), .stride = sizeof(*((type *)0)->member),                      \
    .count = sizeof(((type *)0)->member) / sizeof(*((type *)0)->member)
#define GG_COUNTED(type, member) .counted = offsetof(type, member)
/* What lines follow from beside their things: rows of gg_bytes. */
#define GG_BYTES(type, member)                                                                     \
    {                                                                                              \
        offsetof(type, member), sizeof(((type *)0)->member)                                        \
    }
/* A line of which another kind tells, or that nobody needs to be told. */
#define GG_NEVER_WRITTEN .write = gg_write_nothing, .from = gg_nowhere, .from_count = 1
/* The same part of each row of an array. */
#define GG_BYTES_OF_EACH(type, array, part)                                                        \
    {                                                                                              \
        offsetof(type, array[0].part), sizeof(((type *)0)->array[0].part),                         \
            sizeof(((type *)0)->array[0]),                                                         \
            sizeof(((type *)0)->array) / sizeof(((type *)0)->array[0])                             \
    }
#define GG_FROM(rows) .from = rows, .from_count = sizeof(rows) / sizeof *(rows)

/*
 * Rows of the kinds that lines and actions are mostly made of: what people call it, the word before
 * it ("": none), what was expected where it is not there, what fits; and then where it lies (GG_AT)
 * with whatever else there is to say.
 */
#define GG_FIELD(called, typed, says, ...)                                                         \
    {                                                                                              \
        .name = called, .lead = typed, .expected = says, __VA_ARGS__                               \
    }
#define GG_NUMBER_FIELD(called, typed, says, least, most, ...)                                     \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_NUMBER, .low = least, .high = most, __VA_ARGS__)
#define GG_DECIMAL_FIELD(called, typed, says, digits, least, most, ...)                            \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_DECIMAL, .decimals = digits, .low = least,      \
             .high = most, __VA_ARGS__)
#define GG_PLACE_FIELD(called, typed, says, far, ...)                                              \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_PLACE, .low = -(far), .high = far, __VA_ARGS__)
#define GG_UNIT_FIELD(called, typed, says, first, last, ...)                                       \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_UNIT, .low = first, .high = last, __VA_ARGS__)
#define GG_UNITS_FIELD(called, typed, says, last, ...)                                             \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_UNITS, .high = last, __VA_ARGS__)
#define GG_SIDE_FIELD(called, typed, says, last, ...)                                              \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_SIDE, .high = last, __VA_ARGS__)
#define GG_WORD_FIELD(called, typed, says, rows, ...)                                              \
    GG_FIELD(called, typed, says, .kind = GG_FIELD_WORD, .words = rows, __VA_ARGS__)
#define GG_BITS_FIELD(called, rows, ...)                                                           \
    GG_FIELD(called, "", NULL, .kind = GG_FIELD_BITS, .words = rows, __VA_ARGS__)
#define GG_FLAG_FIELD(typed, value, ...)                                                           \
    GG_FIELD(typed, typed, NULL, .kind = GG_FIELD_FLAG, .high = value, __VA_ARGS__)
/* A number of which nothing is said while it is 0: "shaken 1". */
#define GG_COUNT_FIELD(typed, says, most, ...)                                                     \
    GG_NUMBER_FIELD(typed, typed, says, 0, most, .flags = GG_FIELD_OPTIONAL, __VA_ARGS__)
#define GG_NAME_FIELD(...)                                                                         \
    GG_FIELD("name", "", "expected a name in quotes", .kind = GG_FIELD_NAME,                       \
             .flags = GG_FIELD_OPTIONAL, __VA_ARGS__)
#define GG_OWN_FIELD(called, says, reads, writes, may_be)                                          \
    GG_FIELD(called, "", says, .kind = GG_FIELD_OWN, .read = reads, .write = writes,               \
             .flags = may_be)
/* The same, of one member alone (GG_AT). */
#define GG_OWN_MEMBER(called, says, reads, writes, may_be, ...)                                    \
    GG_FIELD(called, "", says, .kind = GG_FIELD_OWN, .read = reads, .write = writes,               \
             .flags = may_be, __VA_ARGS__)
/* All the fields of a line or an action. */
#define GG_FIELDS(rows) .fields = rows, .field_count = sizeof rows / sizeof *rows
#define GG_NO_FIELDS .field_count = 0
#define GG_ENDS GG_NO_FIELDS, .ends = true /* it ends a step */
#define GG_EVER ~UINT64_C(0)               /* the phases of what may be done whenever one decides */

/* Where the parts of a text stand, for who edits it: see core/position.h. */
typedef struct gg_span {
    uint32_t from, to; /* its lead included */
    uint32_t field;    /* row of its line's fields */
} gg_span;
typedef struct gg_spans {
    gg_span *rows;
    uint32_t count, limit;
} gg_spans;

/* What is being read or written: a struct of the state, or an action. */
typedef struct gg_thing {
    const gg_ruleset *rules;
    const gg_state *state; /* for the names of units */
    void *base;            /* where the offsets begin; a writer only reads through it */
    void *whole;           /* of a line: where those of fields that lie beside their thing begin, */
    uint32_t nth;          /* and which thing it is */
    gg_spans *parts;       /* gets what is read; NULL: nobody asks */
} gg_thing;

/*
 * Reads a field, its lead included.  GG_FIELD_ABSENT: it does not stand here, nothing has moved.
 * GG_FIELD_WRONG: it begins here and then breaks; the scan stands where it does.
 */
typedef enum gg_field_read { GG_FIELD_ABSENT, GG_FIELD_READ, GG_FIELD_WRONG } gg_field_read;
gg_field_read gg_read_field(const gg_thing *, const gg_field *, gg_scan *);
/* Does it differ from its standard value, so that it must be written? */
bool gg_field_is_said(const gg_thing *, const gg_field *);
/* Writes a blank, its lead and its value; nothing at all if it holds its standard value. */
void gg_write_field(const gg_thing *, const gg_field *, gg_text *);
/* Is it kept as one number? */
static inline bool gg_field_is_number(const gg_field *field)
{
    return field->kind != GG_FIELD_PLACE && field->kind != GG_FIELD_UNITS
           && field->kind != GG_FIELD_NAME && field->kind != GG_FIELD_OWN;
}
int64_t gg_field_value(const gg_thing *, const gg_field *);
/* Where it lies; a writer only reads there. */
void *gg_field_at(const gg_thing *, const gg_field *);
void gg_field_set(const gg_thing *, const gg_field *, int64_t value);

/* Whether each field holds what its row can write, or what it holds where nothing is said of it. */
bool gg_fields_are_sound(const gg_thing *, const gg_field *, int count, const gg_field **broken);

/* The rest of a line.  In order: each field once, as the rows stand, those with a standard value
 * may be left out.  In any order: as often as they come, as people describe a unit. */
gg_error gg_read_fields_in_order(const gg_thing *, const gg_field *, int count, gg_scan *);
gg_error gg_read_fields_as_they_come(const gg_thing *, const gg_field *, int count, gg_scan *,
                                     const char *expected);
void gg_write_fields(const gg_thing *, const gg_field *, int count, gg_text *);

/* ---- Small readers and writers that notations share. ---- */
void gg_write_nothing(const gg_state *, gg_text *);
extern const gg_bytes gg_nowhere[1];
/* A number of `unit`ths (10, 100, 1000) as a decimal with no more digits than it needs. */
void gg_put_decimal(gg_text *, int32_t number, int32_t unit);
bool gg_scan_decimal(gg_scan *, int32_t unit, int32_t low, int32_t high, int32_t *out);
bool gg_scan_table_place(gg_scan *, gg_point *out); /* 12.5,3 */
void gg_put_table_place(gg_text *, gg_point);
/* The unit of these rows whose name stands here, as write_unit writes it. */
bool gg_scan_unit(gg_scan *, const gg_ruleset *, const gg_state *, gg_unit low, gg_unit high,
                  gg_unit *out);
/* The row of a table of words that stands here; words that are empty are passed over. */
bool gg_scan_row(gg_scan *, const char *const *words, int count, int *row);

#endif
