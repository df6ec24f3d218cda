/*
 * position.h - positions as text, from the rows of a ruleset.
 *
 * One thing a line (or between semicolons), the heading `position GAME VERSION` first, then the
 * options that are not standard, then the lines of the rows.  `#` begins a comment, every field
 * with a standard value may be left out, later lines override earlier ones.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_POSITION_H
#define GG_POSITION_H

#include "core/fields.h"
#include "core/json.h"
#include "grognard.h"

int16_t gg_option_of(const gg_ruleset *, const gg_state *, uint32_t row);

void gg_write_position(const gg_ruleset *, const gg_state *, gg_text *out);
/* What stands before its lines: the game, options and numbers that are not standard. */
void gg_write_position_heading(const gg_ruleset *, const gg_state *, gg_text *out);
/* How the text of a position becomes that of another one: edits [first line, how many, the lines
 * in their place], into an array that is open; lines are counted from 0, as they were before.  Only
 * lines that differ are written.  `counts` are the earlier one's, and then the other's.  `room` is
 * for a few lines: if it is too small, or the JSON's, that is cut and the counts say nothing. */
void gg_write_position_edits(const gg_ruleset *, const gg_state *before, const gg_state *now,
                             uint16_t *counts, gg_text *room, gg_json *);
/* How many lines its heading and each kind of line have: 1 + rules->line_count numbers.  `room` is
 * for the whole position. */
void gg_count_position_lines(const gg_ruleset *, const gg_state *, gg_text *room, uint16_t *counts);
/* On error the output is untouched. */
gg_error gg_read_position(const gg_ruleset *, const char *text, gg_state *out);

/* What does not hold in a state, or NULL: first whether every line can say what is so (how many
 * things there are, each field by its row: then no index goes astray), then what audit() finds. */
const char *gg_audit(const gg_ruleset *, const gg_state *);

/* The things of a text, one after the other: where each stands, and its parts. */
enum { GG_LINE_HEADING = -1 }; /* position, option, number, house */
typedef struct gg_statement {
    uint32_t from, to;
    int32_t line;          /* row of the lines, or GG_LINE_HEADING */
    uint32_t first, count; /* of the parts */
} gg_statement;
typedef struct gg_outline {
    gg_statement *rows; /* those that are read early come first */
    uint32_t count, limit;
    gg_spans parts;
    uint32_t begun;  /* on error: where the statement begins that could not be read */
    bool is_reading; /* on error: there is such a statement */
} gg_outline;
/* The same, and the outline as far as it went. */
gg_error gg_outline_position(const gg_ruleset *, const char *text, gg_state *out, gg_outline *);

/*
 * A scenario, ready to be played: its position, then what the players chose (`options`: a value or
 * GG_OPTION_UNSET for each row; NULL: nothing) and their house rules (NULL: standard); settle()
 * goes on to the first step.  An error has no place: what was chosen does not go together.
 */
gg_error gg_setup(const gg_ruleset *, gg_state *out, uint32_t scenario, const int32_t *options,
                  const int16_t *house);

#endif
