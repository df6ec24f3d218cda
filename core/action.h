/*
 * action.h - the notation of actions, from the rows of a ruleset.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_ACTION_H
#define GG_ACTION_H

#include "core/fields.h"
#include "core/text.h"
#include "grognard.h"

#include <string.h>

/* An action of this kind that names nobody. */
static inline gg_action gg_action_of(uint8_t kind)
{
    return (gg_action){.kind = kind, .who = GG_NO_UNIT, .whom = GG_NO_UNIT};
}

/* And one of these units. */
static inline gg_action gg_action_on(int kind, unsigned who, unsigned whom)
{
    return (gg_action){.kind = (uint8_t)kind, .who = (gg_unit)who, .whom = (gg_unit)whom};
}

/* Is it one of these? */
static inline bool gg_is_among(const gg_action *actions, uint32_t count, const gg_action *action)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&actions[i], action, sizeof *action) == 0) return true;
    return false;
}

/* ---- Judging, where a game has a function for each kind of action. ---- */

/* What every game refuses alike: rows of its reasons. */
typedef struct gg_refusals {
    gg_reason over, not_now, not_your_turn;
} gg_refusals;

/* Is the game on, does this side decide, does the action belong to the phase?  Then its own
 * function judges it.  The last phase is the end, the last action is to resign; what nobody decides
 * is decided by GG_NOBODY, who does not resign. */
static inline gg_verdict gg_judge_action(const gg_ruleset *rules, const gg_refusals *why,
                                         const gg_state *state, gg_sides deciding, unsigned phase,
                                         gg_side side, const gg_action *action)
{
    const gg_action_def *row = &rules->actions[action->kind];
    const bool its = side == GG_NOBODY ? deciding == GG_SIDES_NONE : deciding >> side & 1;
    if (phase + 1u == rules->phase_count) return (gg_verdict){.reason = why->over};
    if (!its) return (gg_verdict){.reason = why->not_your_turn};
    if (action->kind >= rules->action_count || !(row->phases >> phase & 1)
        || (side == GG_NOBODY && action->kind + 1u == rules->action_count))
        return (gg_verdict){.reason = why->not_now};
    return row->legal(state, side, action);
}
gg_judging gg_always_legal; /* of what is legal whenever it belongs to the phase */

/* ---- In plain words (core/sentences.def). ---- */

typedef struct gg_telling {
    const gg_state *view;
    gg_side side;
    const gg_action *action;
    gg_point from; /* where the one who acts is */
    gg_text *out;
} gg_telling;
/*
 * {whom} and {item:unit} are units, nothing where there is nobody; {at} a place as the notation has
 * it, {at:spot} as hands measure it on a table, {at:course} how to get there; {item}, {flags} and
 * {arg0} .. {arg5} numbers, {arg0:length} and so on as in sayings, {s} the plural of the last one.
 * {arg0=none|one|more} are the words of this number, from 0, the last for all beyond; of a unit the
 * first where there is nobody.  {more} is where the function says the rest, else behind.
 */
typedef struct gg_sentence {
    const char *words;
    void (*more)(const gg_telling *);
} gg_sentence;
void gg_say_action(const gg_ruleset *, const gg_sentence *, const gg_telling *);

/* ---- Text. ---- */

void gg_write_action(const gg_ruleset *, const gg_state *, const gg_action *, gg_text *out);
/* On error the output is untouched, and the error says where it broke and what was expected. */
gg_error gg_read_action(const gg_ruleset *, const gg_state *, const char *text, gg_action *out);

#endif
