/*
 * maker.h - for who makes a battle of his own: what the lines of a position are made of, what a
 * text says and where, and which of its lines cannot stand.
 *
 * A battle that is being made is a text from its first letter on; whatever draws it changes letters
 * of that text.  So every front end can have an editor, and none of them knows a game.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_MAKER_H
#define GG_MAKER_H

#include "core/json.h"
#include "core/position.h"

enum {
    GG_STATEMENTS_MAX = 1024, /* of one text */
    GG_SPANS_MAX = 8192,
    GG_FAULTS_MAX = 16,
    GG_FAULT_SPANS_MAX = 32
};

/* A line that cannot stand with the others, and why. */
typedef struct gg_fault {
    uint32_t from, to; /* the line; both 0: no line alone is to blame */
    uint32_t at;       /* where it breaks */
    const char *text;
    /* Where it could be read: its row, and its parts; else GG_LINE_HEADING. */
    int32_t line;
    uint32_t count;
    gg_span parts[GG_FAULT_SPANS_MAX];
} gg_fault;

typedef struct gg_faults {
    gg_fault rows[GG_FAULTS_MAX];
    uint32_t count;
} gg_faults;

/*
 * Reads what can stand of a text: what cannot becomes blanks in `text`, so that lines and columns
 * stay what they were.  `lately` is a place in the line that was changed last: where either of two
 * lines could be to blame, it is that one.  `room` is for a copy of the text, as long as it is.
 * False: what is left is no position; the last fault says why.
 */
bool gg_find_faults(const gg_ruleset *, char *text, char *room, uint32_t lately, gg_state *out,
                    gg_outline *, gg_faults *);

/* Where a position is at fault in whose reading this error came: the error's place, or, where it
 * has none because some lines cannot stand together, the last line without which the others do.
 * `scratch` has room for a state. */
uint32_t gg_place_of_fault(const gg_ruleset *, const char *text, gg_error, gg_state *scratch);

/* The rows of a game: the kinds of lines with their fields, and the patterns. */
void gg_wire_rows(gg_json *, const char *key, const gg_ruleset *);
/* What gg_find_faults() found; `text` as it was before. */
void gg_wire_outline(gg_json *, const char *key, const char *text, const gg_outline *,
                     const gg_faults *);

#endif
