/*
 * action.h - the notation of actions, from the rows of a ruleset.
 */
#ifndef GG_ACTION_H
#define GG_ACTION_H

#include "core/fields.h"
#include "core/text.h"
#include "grognard.h"

/* An action of this kind that names nobody. */
static inline gg_action gg_action_of(uint8_t kind)
{
    return (gg_action){.kind = kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
}

void gg_write_action(const gg_ruleset *, const gg_state *, const gg_action *, gg_text *out);
/* On error the output is untouched, and the error says where it broke and what was expected. */
gg_error gg_read_action(const gg_ruleset *, const gg_state *, const char *text, gg_action *out);

/*
 * What may be typed next, for a person who has typed `text`: words of actions that belong to the
 * phase, names of units, words and leads of fields.  `at` is where the unfinished word begins.
 * Each line of `out` is one word; what a game reads by functions of its own is not listed.
 */
void gg_complete_action(const gg_ruleset *, const gg_state *, uint8_t phase, const char *text,
                        uint32_t *at, gg_text *out);
/* How an action of this kind is written, for people: "charge COMPANY>TARGET". */
void gg_put_form(gg_text *, const gg_action_def *);

#endif
