/*
 * tell.c - a match told again, action by action, to the terminal: so the running game, `log` and
 * `replay` tell it in the same words.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

cli_teller cli_teller_for(const gg_match *match, gg_side viewer, bool json)
{
    return (cli_teller){.story = gg_teller_of(match, cli_memory(match->rules->state_bytes)),
                        .viewer = viewer,
                        .json = json};
}

void cli_teller_free(cli_teller *teller) { free(teller->story.state); }

void cli_teller_move(cli_teller *teller, uint32_t told)
{
    teller->story = gg_teller_of(teller->story.match, teller->story.state);
    teller->roll_count = 0;
    cli_tell(teller, told, NULL);
}

/* ---- One action. ---- */
typedef struct told {
    const gg_entry *entry;
    const char *action;
    uint32_t number;
} told;

static void say_action(const told *it, FILE *out)
{
    const gg_entry *entry = it->entry;
    fprintf(out, "%u. %s%s%s%s%s\n", it->number, entry->forced ? "[" : "",
            entry->side == GG_NOBODY ? "" : gg_side_name(entry->side),
            entry->side == GG_NOBODY ? "" : " ", it->action, entry->forced ? "]" : "");
}

static void write_action(gg_json *json, const void *of)
{
    const told *it = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "action");
    gg_json_int(json, "ply", it->number);
    gg_json_string(json, "action", it->action);
    gg_json_string(json, "side", gg_side_name(it->entry->side));
    if (it->entry->forced) gg_json_bool(json, "forced", true);
    gg_json_end(json);
}

/* `why` speaks of everything rolled aloud since it was last forgotten; while only catching up, of
 * the last action that rolled. */
static void keep_rolls(cli_teller *teller, const gg_log *log, bool aloud)
{
    bool first = !aloud;
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (log->events[i].kind != GG_ROLL
            || !gg_event_for(teller->viewer, &log->events[i], &event))
            continue;
        if (first) teller->roll_count = 0;
        first = false;
        if (teller->roll_count == CLI_ROLLS_MAX)
            memmove(teller->rolls, teller->rolls + 1, --teller->roll_count * sizeof event);
        teller->rolls[teller->roll_count++] = event;
    }
}

static void tell_next(cli_teller *teller, FILE *out)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    const gg_ruleset *rules = teller->story.match->rules;
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text action = gg_text_over(bytes, sizeof bytes);
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    const gg_entry *entry = gg_tell_next(&teller->story, &action, &log);
    const told it = {.entry = entry,
                     .action = bytes,
                     .number = teller->story.match->past_count + teller->story.told};
    const bool named = out != NULL && !gg_entry_is_hidden(entry, teller->viewer);
    if (named && teller->json) cli_print_json(write_action, &it);
    else if (named) say_action(&it, out);
    const gg_state *seen = out == NULL ? NULL : gg_teller_seen(&teller->story, teller->viewer);
    if (out != NULL && teller->json) cli_print_events_json(rules, seen, &log, teller->viewer);
    else if (out != NULL) cli_say_events(teller->story.match, seen, &log, teller->viewer, out);
    keep_rolls(teller, &log, out != NULL);
}

void cli_tell(cli_teller *teller, uint32_t until, FILE *out)
{
    const gg_match *match = teller->story.match;
    if (until > match->entry_count) until = match->entry_count;
    while (teller->story.told < until) tell_next(teller, out);
}
