/*
 * position.c - positions, read and written by rows.
 */
#include "core/position.h"

#include "core/numbers.h"

#include <string.h>

static int16_t option_of(const gg_ruleset *rules, const gg_state *state, uint32_t row)
{
    int16_t value;
    memcpy(&value, (const char *)state + rules->options_at + row * sizeof value, sizeof value);
    return value;
}

static void set_option(const gg_ruleset *rules, gg_state *state, uint32_t row, int32_t value)
{
    const int16_t kept = (int16_t)value;
    memcpy((char *)state + rules->options_at + row * sizeof kept, &kept, sizeof kept);
}

/* The nth thing of a kind of line. */
static gg_thing thing_of(const gg_ruleset *rules, gg_state *state, const gg_line_def *line,
                         uint32_t nth)
{
    gg_assert(nth < line->count || nth == 0);
    return (gg_thing){.rules = rules,
                      .state = state,
                      .base = (char *)state + line->offset + nth * line->stride};
}

/* ---- Writing. ---- */

static void write_heading(const gg_ruleset *rules, const gg_state *state, gg_text *out)
{
    gg_put(out, "position ");
    gg_put(out, rules->name);
    gg_put_char(out, ' ');
    gg_put_int(out, rules->version);
    gg_put_char(out, '\n');
    for (uint32_t row = 0; row < rules->option_count; row++) {
        const int16_t value = option_of(rules, state, row);
        if (value == rules->options[row].standard) continue;
        gg_put(out, "option ");
        gg_put(out, rules->options[row].name);
        gg_put_char(out, '=');
        gg_put_int(out, value);
        gg_put_char(out, '\n');
    }
}

/* A line of which nothing is said is not written, unless something must be. */
static bool is_said(const gg_thing *thing, const gg_line_def *line)
{
    for (int i = 0; i < line->field_count; i++)
        if (gg_field_is_said(thing, &line->fields[i])) return true;
    return line->word[0] == '\0';
}

static void write_line(const gg_ruleset *rules, const gg_state *state, const gg_line_def *line,
                       uint32_t nth, gg_text *out)
{
    /* A writer only reads through what it is given. */
    union { const gg_state *seen; gg_state *given; } same = {.seen = state};
    const gg_thing thing = thing_of(rules, same.given, line, nth);
    if (!is_said(&thing, line)) return;
    gg_put(out, line->word);
    if (line->which != NULL && line->first_unit != GG_NO_UNIT) {
        if (line->word[0] != '\0') gg_put_char(out, ' ');
        rules->write_unit(state, (gg_unit)(line->first_unit + nth), out);
    }
    gg_write_fields(&thing, line->fields, line->field_count, out);
    gg_put_char(out, '\n');
}

void gg_write_position(const gg_ruleset *rules, const gg_state *state, gg_text *out)
{
    write_heading(rules, state, out);
    gg_write_house(rules, gg_house_of(rules, state), out);
    for (int row = 0; row < rules->line_count; row++) {
        const gg_line_def *line = &rules->lines[row];
        if (line->write != NULL) {
            line->write(state, out);
            continue;
        }
        const uint32_t count = line->count == 0 ? 1 : line->count;
        for (uint32_t nth = 0; nth < count; nth++)
            if (line->is_there == NULL || line->is_there(state, nth))
                write_line(rules, state, line, nth, out);
    }
}

/* ---- Reading. ---- */

static gg_error read_heading(const gg_ruleset *rules, gg_scan *scan)
{
    int64_t version;
    if (!gg_scan_is(scan, rules->name)) return gg_scan_error(scan, "a position of another game");
    gg_scan_spaces(scan);
    if (!gg_scan_line_ends(scan) && !gg_scan_int(scan, 1, rules->version, &version))
        return gg_scan_error(scan, "a version of the game that this program does not know");
    return gg_fine;
}

static gg_error read_option(const gg_ruleset *rules, gg_scan *scan, gg_state *state)
{
    uint32_t row;
    int32_t value;
    const gg_error error = gg_scan_option(scan, rules, &row, &value);
    if (error.text == NULL) set_option(rules, state, row, value);
    return error;
}

static gg_error read_number(const gg_ruleset *rules, gg_scan *scan, gg_state *state)
{
    int16_t house[GG_NUMBERS_MAX];
    if (rules->number_count == 0) return gg_scan_error(scan, "this game has no such rows");
    memcpy(house, gg_house_of(rules, state), rules->number_count * sizeof *house);
    const gg_error error = gg_scan_number(scan, rules, house);
    if (error.text == NULL) gg_set_house(rules, state, house);
    return error;
}

static gg_error read_fields(const gg_ruleset *rules, const gg_line_def *line, uint32_t nth,
                            gg_scan *scan, gg_state *state)
{
    const gg_thing thing = thing_of(rules, state, line, nth);
    if (!line->is_free)
        return gg_read_fields_in_order(&thing, line->fields, line->field_count, scan);
    return gg_read_fields_as_they_come(&thing, line->fields, line->field_count, scan,
                                       line->expected);
}

/* The rest of a line whose first word, or name, was read by `begin`. */
static gg_error read_rest(const gg_ruleset *rules, const gg_line_def *line, uint32_t nth,
                          gg_scan *scan, gg_state *state)
{
    if (line->read == NULL) return read_fields(rules, line, nth, scan, state);
    const char *expected = line->read(scan, state);
    return expected == NULL ? gg_fine : gg_scan_error(scan, expected);
}

static gg_error read_word_line(const gg_ruleset *rules, const gg_line_def *line, gg_scan *scan,
                               gg_state *state)
{
    int32_t nth = 0;
    gg_scan_spaces(scan);
    if (line->which != NULL) {
        const char *expected = line->expected;
        nth = line->which(state, scan, &expected);
        if (nth < 0) return gg_scan_error(scan, expected);
    }
    return read_rest(rules, line, (uint32_t)nth, scan, state);
}

/* A line without a first word: `which` of one of the kinds knows it.  False: none does. */
static bool read_name_line(const gg_ruleset *rules, gg_scan *scan, gg_state *state, gg_error *error)
{
    for (int row = 0; row < rules->line_count; row++) {
        const gg_line_def *line = &rules->lines[row];
        if (line->word[0] != '\0') continue;
        const char *expected = NULL;
        const int32_t nth = line->which(state, scan, &expected);
        if (nth < 0 && expected == NULL) continue;
        *error = nth < 0 ? gg_scan_error(scan, expected)
                         : read_rest(rules, line, (uint32_t)nth, scan, state);
        return true;
    }
    return false;
}

static gg_error read_line(const gg_ruleset *rules, gg_scan *scan, gg_state *state)
{
    gg_error error = gg_fine;
    if (gg_scan_is(scan, "position")) return gg_scan_spaces(scan), read_heading(rules, scan);
    if (gg_scan_is(scan, "option")) return gg_scan_spaces(scan), read_option(rules, scan, state);
    if (gg_scan_is(scan, "number")) return gg_scan_spaces(scan), read_number(rules, scan, state);
    if (gg_scan_is(scan, "house"))
        return gg_scan_spaces(scan), gg_scan_house(scan, rules, gg_house_of(rules, state));
    if (read_name_line(rules, scan, state, &error)) return error;
    for (int row = 0; row < rules->line_count; row++) {
        const gg_line_def *line = &rules->lines[row];
        if (line->word[0] != '\0' && gg_scan_is(scan, line->word))
            return read_word_line(rules, line, scan, state);
    }
    return gg_scan_error(scan, "expected the first word of a line, or the name of a unit");
}

/* What no line says holds its standard value. */
static void begin(const gg_ruleset *rules, const int16_t *house, gg_state *state)
{
    memset(state, 0, rules->state_bytes);
    gg_set_house(rules, state, house);
    for (uint32_t row = 0; row < rules->option_count; row++)
        set_option(rules, state, row, rules->options[row].standard);
    for (int row = 0; row < rules->line_count; row++) {
        const gg_line_def *line = &rules->lines[row];
        const gg_thing thing = thing_of(rules, state, line, 0);
        for (int i = 0; line->count == 0 && i < line->field_count; i++)
            if (line->fields[i].kind != GG_FIELD_OWN && line->fields[i].kind != GG_FIELD_PLACE
                && line->fields[i].kind != GG_FIELD_UNITS)
                gg_field_set(&thing, &line->fields[i], line->fields[i].standard);
    }
}

/* Options that players have agreed on go on top of what a text says. */
static const char *agree(const gg_ruleset *rules, const int32_t *options, gg_state *state)
{
    for (uint32_t row = 0; options != NULL && row < rules->option_count; row++) {
        const gg_option *option = &rules->options[row];
        if (options[row] == GG_OPTION_UNSET) continue;
        if (options[row] < option->low || options[row] > option->high
            || (options[row] - option->low) % option->step != 0)
            return "an option has a value that it does not take";
        set_option(rules, state, row, options[row]);
    }
    return NULL;
}

static gg_error read_lines(const gg_ruleset *rules, const int32_t *options, const int16_t *house,
                           const char *text, gg_state *state)
{
    begin(rules, house, state);
    for (gg_scan scan = gg_scan_over(text); gg_scan_next_line(&scan);) {
        const gg_error error = read_line(rules, &scan, state);
        if (error.text != NULL) return error;
        gg_scan_spaces(&scan);
        if (!gg_scan_line_ends(&scan)) return gg_scan_error(&scan, "expected the end of the line");
    }
    const char *broken = agree(rules, options, state);
    if (broken == NULL) broken = rules->settle(state);
    if (broken == NULL) broken = rules->audit(state);
    return (gg_error){.text = broken};
}

gg_error gg_read_position(const gg_ruleset *rules, const char *text, gg_state *out)
{
    return gg_read_position_with(rules, NULL, text, out);
}

gg_error gg_read_position_with(const gg_ruleset *rules, const int16_t *house, const char *text,
                               gg_state *out)
{
    return gg_read_start(rules, NULL, house, text, out);
}

gg_error gg_read_start(const gg_ruleset *rules, const int32_t *options, const int16_t *house,
                       const char *text, gg_state *out)
{
    _Alignas(max_align_t) char room[GG_STATE_BYTES_MAX];
    gg_state *state = (gg_state *)room;
    gg_assert(rules->state_bytes <= sizeof room);
    const gg_error error = read_lines(rules, options, house, text, state);
    if (error.text == NULL) memcpy(out, state, rules->state_bytes);
    return error;
}
