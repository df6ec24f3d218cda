/*
 * action.c - actions as text, by the rows of their ruleset.
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

static void put_choice(gg_text *out, const char *begun, const char *word)
{
    if (word[0] == '\0' || strncmp(begun, word, strlen(begun)) != 0) return;
    gg_put(out, word);
    gg_put_char(out, '\n');
}

static void put_kinds(const gg_ruleset *rules, uint8_t phase, const char *begun, gg_text *out)
{
    for (int kind = 0; kind < rules->action_count; kind++) {
        const gg_action_def *row = &rules->actions[kind];
        if ((row->phases >> phase & 1) != 0) put_choice(out, begun, row->word);
    }
}

static void put_units(const gg_thing *thing, const gg_field *field, const char *begun, gg_text *out)
{
    const gg_ruleset *rules = thing->rules;
    for (int32_t unit = field->low; unit <= field->high && unit < rules->unit_count; unit++) {
        char name[GG_NAME_MAX];
        gg_text text = gg_text_over(name, sizeof name);
        rules->write_unit(thing->state, (gg_unit)unit, &text);
        if (name[0] != '?') put_choice(out, begun, name);
    }
}

static void put_values(const gg_thing *thing, const gg_field *field, const char *begun,
                       gg_text *out)
{
    if (field->lead[0] != '\0') {
        put_choice(out, begun, field->lead);
        return;
    }
    switch ((gg_field_kind)field->kind) {
    case GG_FIELD_UNIT:
    case GG_FIELD_UNITS: put_units(thing, field, begun, out); break;
    case GG_FIELD_SIDE: put_choice(out, begun, "blue"), put_choice(out, begun, "red"); break;
    case GG_FIELD_WORD:
    case GG_FIELD_BITS:
        for (int row = 0; field->words[row] != NULL; row++)
            put_choice(out, begun, field->words[row]);
        break;
    case GG_FIELD_NUMBER:
    case GG_FIELD_DECIMAL:
    case GG_FIELD_PLACE:
    case GG_FIELD_FLAG:
    case GG_FIELD_NAME:
    case GG_FIELD_OWN: break;
    }
}

/* All fields that may stand where the text has come to: as far as the first that must. */
static void put_fields(const gg_thing *thing, const gg_action_def *row, gg_scan *scan, uint32_t *at,
                       gg_text *out)
{
    int next = 0;
    for (gg_scan here = *scan; next < row->field_count; next++) {
        const gg_field_read found = gg_read_field(thing, &row->fields[next], &here);
        gg_scan rest = here;
        gg_scan_spaces(&rest);
        const bool is_whole = found == GG_FIELD_READ && rest.at > here.at;
        if (!is_whole && !(found == GG_FIELD_READ && rest.text[rest.at] != '\0')) break;
        *scan = here;
    }
    gg_scan_spaces(scan);
    *at = scan->at;
    for (; next < row->field_count; next++) {
        put_values(thing, &row->fields[next], scan->text + scan->at, out);
        if ((row->fields[next].flags & (GG_FIELD_OPTIONAL | GG_FIELD_GUESSED)) == 0) break;
    }
}

void gg_complete_action(const gg_ruleset *rules, const gg_state *state, uint8_t phase,
                        const char *text, uint32_t *at, gg_text *out)
{
    gg_scan scan = gg_scan_over(text);
    gg_scan_spaces(&scan);
    *at = scan.at;
    gg_scan word = scan;
    const uint8_t kind = read_kind(rules, &word);
    if (kind == rules->action_count || word.text[word.at] == '\0') {
        put_kinds(rules, phase, scan.text + scan.at, out);
        return;
    }
    gg_action action = begin_action(rules, state, kind);
    const gg_thing thing = {.rules = rules, .state = state, .base = &action};
    put_fields(&thing, &rules->actions[kind], &word, at, out);
}

static void put_capitals(gg_text *out, const char *name)
{
    for (; *name != '\0'; name++)
        gg_put_char(out, *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A') : *name);
}

static void put_field_form(gg_text *out, const gg_field *field)
{
    const bool may_miss = (field->flags & (GG_FIELD_OPTIONAL | GG_FIELD_GUESSED)) != 0
                          || field->kind == GG_FIELD_FLAG;
    if ((field->flags & GG_FIELD_JOINED) == 0) gg_put_char(out, ' ');
    if (may_miss) gg_put_char(out, '[');
    gg_put(out, field->lead);
    if (field->lead[0] != '\0' && (field->flags & GG_FIELD_JOINED) == 0
        && field->kind != GG_FIELD_FLAG)
        gg_put_char(out, ' ');
    const bool is_choice = field->kind == GG_FIELD_WORD;
    for (int row = 0; is_choice && field->words[row] != NULL; row++) {
        if (field->words[row][0] == '\0') continue;
        if (out->bytes[out->count - 1] != ' ' && out->bytes[out->count - 1] != '[')
            gg_put_char(out, '|');
        gg_put(out, field->words[row]);
    }
    if (!is_choice && field->kind != GG_FIELD_FLAG) put_capitals(out, field->name);
    if (may_miss) gg_put_char(out, ']');
}

void gg_put_form(gg_text *out, const gg_action_def *row)
{
    gg_put(out, row->word);
    for (int i = 0; i < row->field_count; i++) put_field_form(out, &row->fields[i]);
}
