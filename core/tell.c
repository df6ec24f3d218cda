/*
 * tell.c - a match told again, action by action.  See tell.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"
#include "core/tell.h"

#include <string.h>

/* ---- Who may know. ---- */

bool gg_event_for(gg_side viewer, const gg_event *event, gg_event *out)
{
    *out = *event;
    if (viewer == GG_SEES_ALL) return true;
    if (!gg_event_is_seen(event, viewer)) return false;
    out->line_count = 0;
    for (int i = 0; i < event->line_count; i++)
        if ((event->lines[i].seen_by >> viewer & 1) != 0)
            out->lines[out->line_count++] = event->lines[i];
    return true;
}

bool gg_entry_is_hidden(const gg_entry *entry, gg_side viewer)
{
    return entry->sealed && viewer != GG_SEES_ALL && entry->side != viewer;
}

bool gg_position_hides(const gg_ruleset *rules, const gg_state *state, gg_state *scratch)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        rules->view(state, side, scratch);
        if (memcmp(scratch, state, rules->state_bytes) != 0) return true;
    }
    return false;
}

void gg_position_for(const gg_ruleset *rules, const gg_state *state, gg_side viewer, gg_state *out)
{
    if (viewer == GG_SEES_ALL) memcpy(out, state, rules->state_bytes);
    else rules->view(state, viewer, out);
}

/* ---- Telling. ---- */

gg_teller gg_teller_of(const gg_match *match, gg_state *memory)
{
    memcpy(memory, match->start, match->rules->state_bytes);
    return (gg_teller){.match = match, .state = memory};
}

/* Between two words of notation, or who does it and to whom: "shoot a1>b52". */
static bool parts_names(char c) { return c == ' ' || c == '>'; }

bool gg_action_names(const char *action, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = action; (at = strstr(at, name)) != NULL; at++) {
        const char after = at[length];
        if (at > action && parts_names(at[-1]) && (parts_names(after) || after == 0)) return true;
    }
    return false;
}

/* An action that needs no unit may hold any: what its notation does not name is not told. */
static void put_unit_first(const gg_ruleset *rules, const gg_state *view, const gg_action *action,
                           gg_text *words)
{
    if (action->who >= rules->unit_count) return;
    char name[GG_NAME_MAX], bytes[GG_ACTION_TEXT_MAX];
    gg_text unit = gg_text_over(name, sizeof name), text = gg_text_over(bytes, sizeof bytes);
    rules->write_unit(view, action->who, &unit);
    gg_write_action(rules, view, action, &text);
    if (!gg_action_names(bytes, name)) return;
    gg_put(words, name);
    gg_put(words, ": ");
}

void gg_tell_words(const gg_teller *teller, gg_text *words)
{
    const gg_match *match = teller->match;
    if (teller->told >= match->entry_count) return;
    const gg_entry *entry = &match->entries[teller->told];
    const gg_state *view = match->scratch;
    match->rules->view(teller->state, entry->sealed ? entry->side : GG_NOBODY, match->scratch);
    put_unit_first(match->rules, view, &entry->action, words);
    match->rules->say_action(view, entry->side, &entry->action, words);
}

const gg_state *gg_teller_seen(const gg_teller *teller, gg_side viewer)
{
    if (viewer == GG_SEES_ALL) return teller->state;
    teller->match->rules->view(teller->state, viewer, teller->match->scratch);
    return teller->match->scratch;
}

const gg_entry *gg_tell_next(gg_teller *teller, gg_text *action, gg_log *log)
{
    const gg_match *match = teller->match;
    if (teller->told >= match->entry_count) return NULL;
    const gg_entry *entry = &match->entries[teller->told++];
    gg_dice dice = gg_dice_scripted(match->faces + entry->face_first, entry->face_count);
    if (action != NULL) gg_write_action(match->rules, teller->state, &entry->action, action);
    match->rules->apply(teller->state, entry->side, &entry->action, &dice, log);
    gg_assert(dice.trouble == GG_DICE_FINE);
    return entry;
}

void gg_teller_move(gg_teller *teller, uint32_t told)
{
    if (told < teller->told) *teller = gg_teller_of(teller->match, teller->state);
    while (teller->told < told && gg_tell_next(teller, NULL, NULL) != NULL) {}
}
