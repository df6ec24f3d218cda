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
/* The same of a game played by these house rules (NULL: standard), unless the text says others. */
gg_error gg_read_position_with(const gg_ruleset *, const int16_t *house, const char *text,
                               gg_state *out);
/* The same of a scenario, with options that players agreed on (NULL: none; GG_OPTION_UNSET: as the
 * text has it) on top before settle() is asked. */
gg_error gg_read_start(const gg_ruleset *, const int32_t *options, const int16_t *house,
                       const char *text, gg_state *out);

/* The four functions of the contract for a game whose notation is rows only. */
#define GG_NOTATION_BY_ROWS(name)                                                      \
    static void name##_write_state(const gg_state *state, gg_text *out)                \
    {                                                                                  \
        gg_write_position(&name##_rules, state, out);                                  \
    }                                                                                  \
    static gg_error name##_read_state(const char *text, gg_state *out)                 \
    {                                                                                  \
        return gg_read_position(&name##_rules, text, out);                             \
    }                                                                                  \
    static void name##_write_action(const gg_state *state, const gg_action *action,    \
                                    gg_text *out)                                      \
    {                                                                                  \
        gg_write_action(&name##_rules, state, action, out);                            \
    }                                                                                  \
    static gg_error name##_read_action(const gg_state *state, const char *text,        \
                                       gg_action *out)                                 \
    {                                                                                  \
        return gg_read_action(&name##_rules, state, text, out);                        \
    }

#endif
