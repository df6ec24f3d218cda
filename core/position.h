/*
 * position.h - positions as text, from the rows of a ruleset.
 *
 * One thing a line (or between semicolons), the heading `position GAME VERSION` first, then the
 * options that are not standard, then the lines of the rows.  `#` begins a comment, every field
 * with a standard value may be left out, later lines override earlier ones.
 */
#ifndef GG_POSITION_H
#define GG_POSITION_H

#include "core/fields.h"
#include "grognard.h"

void     gg_write_position(const gg_ruleset *, const gg_state *, gg_text *out);
/* On error the output is untouched. */
gg_error gg_read_position(const gg_ruleset *, const char *text, gg_state *out);

/*
 * A scenario, ready to be played: its position, then what the players chose (`options`: a value or
 * GG_OPTION_UNSET for each row; NULL: nothing) and their house rules (NULL: standard); settle()
 * goes on to the first step.  An error has no place: what was chosen does not go together.
 */
gg_error gg_setup(const gg_ruleset *, gg_state *out, uint32_t scenario, const int32_t *options,
                  const int16_t *house);

#endif
