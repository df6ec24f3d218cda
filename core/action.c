/*
 * action.c - actions as text, by the rows of their ruleset.
 * SPDX-License-Identifier: MIT
 */
#include "core/action.h"

#include <string.h>

gg_verdict gg_always_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    (void)state, (void)side, (void)action;
    return (gg_verdict){.reason = 0};
}

/* ---- As text. ---- */

void gg_write_action(const gg_ruleset *rules, const gg_state *state, const gg_action *action,
                     gg_text *out)
{
    gg_assert(action->kind < rules->action_count);
    const gg_action_def *row = &rules->actions[action->kind];
    gg_action copy = *action;
    const gg_thing thing = {.rules = rules, .state = state, .base = &copy};
    gg_put(out, row->word);
    gg_write_fields(&thing, row->fields, row->field_count, out);
}

/* Fields that may be left out hold their standard value until they are read. */
static gg_action begin_action(const gg_ruleset *rules, const gg_state *state, uint8_t kind)
{
    gg_action action = gg_action_of(kind);
    const gg_action_def *row = &rules->actions[kind];
    const gg_thing thing = {.rules = rules, .state = state, .base = &action};
    for (int i = 0; i < row->field_count; i++) {
        const gg_field *field = &row->fields[i];
        const bool is_set = (field->flags & (GG_FIELD_OPTIONAL | GG_FIELD_GUESSED)) != 0
                            && gg_field_is_number(field);
        if (is_set) gg_field_set(&thing, field, field->standard);
    }
    return action;
}

static bool begins_with_number(const gg_scan *scan)
{
    return scan->text[scan->at] >= '0' && scan->text[scan->at] <= '9';
}

/* The kind whose word stands here, or action_count. */
static uint8_t read_kind(const gg_ruleset *rules, gg_scan *scan)
{
    const bool is_bare = begins_with_number(scan);
    uint8_t kind = 0;
    while (
        kind < rules->action_count
        && !(is_bare ? rules->actions[kind].is_bare : gg_scan_is(scan, rules->actions[kind].word)))
        kind++;
    return kind;
}

gg_error gg_read_action(const gg_ruleset *rules, const gg_state *state, const char *text,
                        gg_action *out)
{
    gg_scan scan = gg_scan_over(text);
    gg_scan_spaces(&scan);
    const uint8_t kind = read_kind(rules, &scan);
    if (kind == rules->action_count) return gg_scan_error(&scan, "expected the word of an action");
    gg_action action = begin_action(rules, state, kind);
    const gg_action_def *row = &rules->actions[kind];
    const gg_thing thing = {.rules = rules, .state = state, .base = &action};
    const gg_error error = gg_read_fields_in_order(&thing, row->fields, row->field_count, &scan);
    if (error.text != NULL) return error;
    gg_scan_spaces(&scan);
    if (!gg_scan_line_ends(&scan)) return gg_scan_error(&scan, "expected the end of the action");
    *out = action;
    return gg_fine;
}

/* ---- What may come next. ---- */
