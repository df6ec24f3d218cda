/*
 * tell.c - a match told again, action by action.
 *
 * The record of a match holds its actions and dice; what came of them is found by doing them
 * once more on a copy.  So the running game, `log` and `replay` tell it in the same words.
 */
#include "cli/cli.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

cli_teller cli_teller_for(const gg_match *match, gg_side viewer, bool json)
{
    cli_teller teller = {
        .state = cli_memory(match->rules->state_bytes), .viewer = viewer, .json = json};
    memcpy(teller.state, match->start, match->rules->state_bytes);
    return teller;
}

void cli_teller_move(cli_teller *teller, const gg_match *match, uint32_t told)
{
    memcpy(teller->state, match->start, match->rules->state_bytes);
    teller->told = 0;
    teller->roll_count = 0;
    cli_tell(teller, match, told, NULL);
}

static void say_action(const gg_match *match, const gg_state *before, const gg_entry *entry,
                       uint32_t number, FILE *out)
{
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    match->rules->write_action(before, &entry->action, &text);
    fprintf(out, "%u. %s%s%s%s%s\n", number, entry->forced ? "[" : "",
            entry->side == GG_NOBODY ? "" : gg_side_name(entry->side),
            entry->side == GG_NOBODY ? "" : " ", bytes, entry->forced ? "]" : "");
}

static void print_action(const gg_match *match, const gg_state *before, const gg_entry *entry,
                         uint32_t number)
{
    char bytes[GG_ACTION_TEXT_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    match->rules->write_action(before, &entry->action, &text);
    json_t *line =
        json_pack("{s:s, s:i, s:s}", "event", "action", "number", (int)number, "action", bytes);
    if (entry->side != GG_NOBODY)
        json_object_set_new(line, "side", json_string(gg_side_name(entry->side)));
    if (entry->forced) json_object_set_new(line, "forced", json_true());
    cli_print_json(line);
}

/* `why` speaks of everything rolled aloud since it was last forgotten; while only catching up, of
 * the last action that rolled. */
static void keep_rolls(cli_teller *teller, const gg_log *log, bool aloud)
{
    bool first = !aloud;
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (log->events[i].kind != GG_ROLL
            || !cli_event_for(teller->viewer, &log->events[i], &event))
            continue;
        if (first) teller->roll_count = 0;
        first = false;
        if (teller->roll_count == CLI_ROLLS_MAX)
            memmove(teller->rolls, teller->rolls + 1, --teller->roll_count * sizeof event);
        teller->rolls[teller->roll_count++] = event;
    }
}

/* What a side chose in secret stays so until it is revealed. */
static bool is_hidden(const cli_teller *teller, const gg_entry *entry)
{
    return entry->sealed && teller->viewer != CLI_ALL && entry->side != teller->viewer;
}

static void tell_entry(cli_teller *teller, const gg_match *match, const gg_entry *entry, FILE *out)
{
    static gg_event events[GG_MATCH_EVENTS_MAX];
    gg_log log = {.events = events, .limit = GG_MATCH_EVENTS_MAX};
    gg_dice dice = gg_dice_scripted(match->faces + entry->face_first, entry->face_count);
    const bool named = out != NULL && !is_hidden(teller, entry);
    if (named && teller->json)
        print_action(match, teller->state, entry, teller->told + 1);
    else if (named)
        say_action(match, teller->state, entry, teller->told + 1, out);
    match->rules->apply(teller->state, entry->side, &entry->action, &dice, &log);
    if (out != NULL && teller->json)
        cli_print_events_json(match->rules, teller->state, &log, teller->viewer);
    else if (out != NULL)
        cli_say_events(match->rules, teller->state, &log, teller->viewer, out);
    keep_rolls(teller, &log, out != NULL);
    teller->told++;
}

void cli_tell(cli_teller *teller, const gg_match *match, uint32_t until, FILE *out)
{
    if (until > match->entry_count) until = match->entry_count;
    while (teller->told < until)
        tell_entry(teller, match, &match->entries[teller->told], out);
}
