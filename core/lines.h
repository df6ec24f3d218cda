/*
 * lines.h - the lines of a position, one kind and one thing at a time: which there are, what each
 * says, and which of them can be others than in an earlier state of the same game.
 *
 * position.c writes them all; edits.c and state_hash.c look only at those that can have changed.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_LINES_H
#define GG_LINES_H

#include "core/fields.h"
#include "grognard.h"

static inline uint32_t gg_things_in(const gg_line_def *line)
{
    return line->count == 0 ? 1 : line->count;
}

/* The nth thing of a kind of line. */
gg_thing gg_thing_of(const gg_ruleset *, gg_state *, const gg_line_def *, uint32_t nth);
/* The same, to be read only. */
gg_thing gg_thing_in(const gg_ruleset *, const gg_state *, const gg_line_def *, uint32_t nth);

/* Is the thing there, so that its line is written if it says anything? */
bool gg_line_is_there(const gg_line_def *, const gg_state *, uint32_t nth);
/* A line of which nothing is said is not written, unless something must be. */
bool gg_line_is_said(const gg_thing *, const gg_line_def *);
/* Does a line name the unit that its thing is? */
static inline bool gg_line_names_unit(const gg_line_def *line)
{
    return line->which != NULL && line->first_unit != GG_NO_UNIT;
}
/* Writes the line of one thing, and all lines of a kind. */
void gg_write_line(const gg_ruleset *, const gg_state *, const gg_line_def *, uint32_t nth,
                   gg_text *out);
void gg_write_line_kind(const gg_ruleset *, const gg_state *, const gg_line_def *, gg_text *out);

/*
 * Where two states of one game differ: a bit for each byte.  What units are called is the same in
 * both.  The answers err on the safe side: what may differ need not.
 */
typedef struct gg_changes {
    uint64_t bits[GG_STATE_BYTES_MAX / 64 + 1];
    uint64_t words[GG_STATE_BYTES_MAX / 64 / 64 + 1]; /* a bit for each of those that is not 0 */
    uint64_t kinds;                                   /* lines of which may be others: a bit each */
} gg_changes;
/* For each eight bytes of the state the kinds of line that look there. */
typedef struct gg_line_index {
    uint64_t kinds[GG_STATE_BYTES_MAX / 8 + 1];
} gg_line_index;
void gg_index_lines(const gg_ruleset *, gg_line_index *);
/* Of the first so many bytes; what is not looked at counts as the same.  Without an index: all
 * kinds may have changed. */
void gg_find_changes(const gg_ruleset *, const gg_line_index *, const gg_state *before,
                     const gg_state *now, uint32_t bytes, gg_changes *);
/* Is one of these bytes another one? */
bool gg_are_changed(const gg_changes *, uint32_t at, uint32_t bytes);
static inline bool gg_is_changed(const gg_changes *changes, uint32_t at, uint32_t bytes)
{
    const uint32_t bit = at % 64;
    if (bit + bytes >= 64) return gg_are_changed(changes, at, bytes);
    return (changes->bits[at / 64] >> bit & ((UINT64_C(1) << bytes) - 1)) != 0;
}
/* May lines of this kind differ although their things hold the same? */
bool gg_kind_may_differ(const gg_line_def *, const gg_changes *);
/* The first thing from the nth on that may hold something else; gg_things_in(): there is none. */
uint32_t gg_next_difference(const gg_line_def *, const gg_changes *, uint32_t nth);

#endif
