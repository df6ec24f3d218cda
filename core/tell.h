/*
 * tell.h - a match told again, action by action, to one who may not know everything.
 *
 * The record of a match holds its actions and dice; what came of them is found by doing them
 * once more on a copy.  So the running game, its log, a replay and a server tell the same story.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_TELL_H
#define GG_TELL_H

#include "core/match.h"
#include "core/text.h"

enum { GG_SEES_ALL = 255 }; /* in place of a side, as viewer: everything is seen */

/* The event as a viewer may see it, without the modifiers he may not; false when he may not at
 * all. */
bool gg_event_for(gg_side viewer, const gg_event *, gg_event *out);
/* What another chose in secret stays so until it is revealed. */
bool gg_entry_is_hidden(const gg_entry *, gg_side viewer);
/* Is there anything in this position that one of the two sides may not know?  `scratch` is room
 * for a state. */
bool gg_position_hides(const gg_ruleset *, const gg_state *, gg_state *scratch);
/* What the viewer may know of a position, in `out`. */
void gg_position_for(const gg_ruleset *, const gg_state *, gg_side viewer, gg_state *out);

typedef struct gg_teller {
    const gg_match *match;
    gg_state *state; /* after `told` actions; in the caller's memory */
    uint32_t told;
} gg_teller;

gg_teller gg_teller_of(const gg_match *, gg_state *memory);
/* To the place after so many actions, earlier or later (at most to the end). */
void gg_teller_move(gg_teller *, uint32_t told);
/* The next action in words for people, its unit before them: "B1: move to h8".  As a watcher sees
 * the position before it, or its own side while it is secret, so that the words tell nobody more
 * than the action itself does. */
void gg_tell_words(const gg_teller *, gg_text *words);
/* What the viewer may know of where the story stands: names in sentences are looked up there.  It
 * lives until the match's scratch is used again. */
const gg_state *gg_teller_seen(const gg_teller *, gg_side viewer);
/* Does an action in notation speak of a unit of this name? */
bool gg_action_names(const char *action, const char *name);
/* The next action: its text as the position before it writes it, and then what came of it in the
 * log.  NULL at the end of the match. */
const gg_entry *gg_tell_next(gg_teller *, gg_text *action, gg_log *);

#endif
