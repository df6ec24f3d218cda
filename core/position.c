/*
 * position.c - positions, read and written by rows.
 * SPDX-License-Identifier: MIT
 */
#include "core/position.h"

#include "core/lines.h"
#include "core/numbers.h"

#include <string.h>

int16_t gg_option_of(const gg_ruleset *rules, const gg_state *state, uint32_t row)
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

static bool is_allowed(const gg_option *row, int32_t value)
{
    return value >= row->low && value <= row->high && (value - row->low) % row->step == 0;
}

static uint32_t version_of(const gg_ruleset *rules)
{
    return rules->position_version == 0 ? rules->version : rules->position_version;
}

/* ---- Writing. ---- */

static void write_heading(const gg_ruleset *rules, const gg_state *state, gg_text *out)
{
    gg_put_words(out, "position %s %d\n", rules->name, version_of(rules));
    for (uint32_t row = 0; row < rules->option_count; row++) {
        const int16_t value = gg_option_of(rules, state, row);
        if (value == rules->options[row].standard) continue;
        gg_put_words(out, "option %s=%d\n", rules->options[row].name, value);
    }
}

void gg_write_position_heading(const gg_ruleset *rules, const gg_state *state, gg_text *out)
{
    write_heading(rules, state, out);
    gg_write_house(rules, gg_house_of(rules, state), out);
}

void gg_write_position(const gg_ruleset *rules, const gg_state *state, gg_text *out)
{
    gg_write_position_heading(rules, state, out);
    for (int row = 0; row < rules->line_count; row++)
        gg_write_line_kind(rules, state, &rules->lines[row], out);
}

/* ---- What must hold. ---- */

static const char *audit_thing(const gg_ruleset *rules, const gg_state *state,
                               const gg_line_def *line, uint32_t nth)
{
    const gg_thing thing = gg_thing_in(rules, state, line, nth);
    const gg_field *broken;
    if (gg_fields_are_sound(&thing, line->fields, line->field_count, &broken)) return NULL;
    return broken->expected != NULL ? broken->expected
           : line->expected != NULL ? line->expected
                                    : "there is what no line of a position can say";
}

static const char *audit_heading(const gg_ruleset *rules, const gg_state *state)
{
    const int16_t *house = gg_house_of(rules, state);
    for (uint32_t row = 0; row < rules->option_count; row++)
        if (!is_allowed(&rules->options[row], gg_option_of(rules, state, row)))
            return "an option has a value that it does not take";
    for (uint32_t row = 1; row < rules->number_count; row++) {
        const int32_t value = gg_number_value(rules->numbers, house, row);
        if (value < rules->numbers[row].low || value > rules->numbers[row].high)
            return "a number of the rules has a value that it does not take";
    }
    return NULL;
}

/* Before anything is counted or looked up. */
static const char *audit_counts(const gg_ruleset *rules, const gg_state *state)
{
    for (const gg_line_def *line = rules->lines; line < rules->lines + rules->line_count; line++)
        if (line->counted != 0 && ((const uint8_t *)state)[line->counted] > line->count)
            return "there is more than there is room for";
    return NULL;
}

const char *gg_audit(const gg_ruleset *rules, const gg_state *state)
{
    const char *broken = audit_heading(rules, state);
    if (broken == NULL) broken = audit_counts(rules, state);
    if (broken != NULL) return broken;
    for (const gg_line_def *line = rules->lines; line < rules->lines + rules->line_count; line++)
        for (uint32_t nth = 0; nth < gg_things_in(line); nth++) {
            if (gg_line_is_there(line, state, nth)) broken = audit_thing(rules, state, line, nth);
            if (broken != NULL) return broken;
        }
    return rules->audit(state);
}

/* ---- Reading. ---- */

enum {
    THINGS_MAX = 2048, /* of all kinds of lines together */
    EARLY_MAX = 1024,  /* lines that are read before the others */
};

typedef struct reading {
    const gg_ruleset *rules;
    gg_state *state;
    gg_scan scan;
    uint32_t *said_at; /* of each thing: where its last line begins, + 1; 0: it has none */
    uint32_t *early;   /* where the early lines begin */
    uint32_t early_count, early_passed;
    gg_outline *outline; /* NULL: nobody asks */
    int32_t line;        /* of what was read last; NOT_READ: it was passed over */
} reading;
enum { NOT_READ = -2 };

/* Where the things of this kind of line begin among those of all kinds. */
static uint32_t first_thing(const gg_ruleset *rules, const gg_line_def *line)
{
    uint32_t things = 0;
    for (const gg_line_def *before = rules->lines; before < line; before++)
        things += gg_things_in(before);
    return things;
}

static gg_error read_heading(const gg_ruleset *rules, gg_scan *scan)
{
    int64_t version;
    if (!gg_scan_is(scan, rules->name)) return gg_scan_error(scan, "a position of another game");
    gg_scan_spaces(scan);
    if (!gg_scan_line_ends(scan) && !gg_scan_int(scan, 1, version_of(rules), &version))
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

static gg_error read_fields(reading *r, const gg_line_def *line, uint32_t nth)
{
    gg_thing thing = gg_thing_of(r->rules, r->state, line, nth);
    if (r->outline != NULL) thing.parts = &r->outline->parts;
    if (!line->is_free)
        return gg_read_fields_in_order(&thing, line->fields, line->field_count, &r->scan);
    return gg_read_fields_as_they_come(&thing, line->fields, line->field_count, &r->scan,
                                       line->expected);
}

/* The rest of a line whose first word, or name, was read. */
static gg_error read_rest(reading *r, const gg_line_def *line, uint32_t nth, uint32_t from)
{
    r->said_at[first_thing(r->rules, line) + nth] = from + 1;
    r->line = (int32_t)(line - r->rules->lines);
    if (line->read == NULL) return read_fields(r, line, nth);
    const char *expected = line->read(&r->scan, r->state, nth);
    return expected == NULL ? gg_fine : gg_scan_error(&r->scan, expected);
}

/* One more of the things that are counted. */
static int32_t next_thing(reading *r, const gg_line_def *line, const char **expected)
{
    uint8_t *count = (uint8_t *)r->state + line->counted;
    *expected = line->full;
    return *count == line->count ? -1 : (*count)++;
}

/* Which of its things a line with a word is about; below 0: none. */
static int32_t which_thing(reading *r, const gg_line_def *line, const char **expected)
{
    int row = -1;
    if (line->which != NULL) return line->which(r->state, &r->scan, expected);
    if (line->full != NULL) return next_thing(r, line, expected);
    if (line->names == NULL) return 0;
    gg_scan_row(&r->scan, line->names, (int)line->count, &row);
    return row;
}

static gg_error read_word_line(reading *r, const gg_line_def *line, uint32_t from)
{
    const char *expected = line->expected;
    gg_scan_spaces(&r->scan);
    const int32_t nth = which_thing(r, line, &expected);
    if (nth < 0) return gg_scan_error(&r->scan, expected);
    return read_rest(r, line, (uint32_t)nth, from);
}

/* A line without a first word: `which` of one of the kinds knows it. */
static bool read_name_line(reading *r, const gg_line_def *line, gg_error *error)
{
    const char *expected = NULL;
    const uint32_t from = r->scan.at;
    const int32_t nth = line->which(r->state, &r->scan, &expected);
    if (nth < 0 && expected == NULL) return false;
    *error = nth < 0 ? gg_scan_error(&r->scan, expected) : read_rest(r, line, (uint32_t)nth, from);
    return true;
}

/* A line of one of the ruleset's kinds, those that are early or the others.  False: of none. */
static bool read_kind(reading *r, bool is_early, gg_error *error)
{
    const uint32_t from = r->scan.at;
    for (int row = 0; row < r->rules->line_count; row++) {
        const gg_line_def *line = &r->rules->lines[row];
        if (line->is_early == is_early && line->word[0] == '\0' && read_name_line(r, line, error))
            return true;
    }
    for (int row = 0; row < r->rules->line_count; row++) {
        const gg_line_def *line = &r->rules->lines[row];
        if (line->is_early != is_early || line->word[0] == '\0'
            || line->word[0] != r->scan.text[from] || !gg_scan_is(&r->scan, line->word))
            continue;
        *error = read_word_line(r, line, from);
        return true;
    }
    return false;
}

static void skip_line(gg_scan *scan)
{
    while (!gg_scan_line_ends(scan)) scan->at++;
}

static gg_error read_early_line(reading *r)
{
    gg_error error = gg_fine;
    if (gg_scan_is(&r->scan, "position")) {
        r->line = NOT_READ; /* it is read again */
        gg_scan_spaces(&r->scan);
        return read_heading(r->rules, &r->scan);
    }
    const uint32_t from = r->scan.at;
    r->line = NOT_READ;
    if (!read_kind(r, true, &error)) return skip_line(&r->scan), gg_fine;
    if (r->early_count == EARLY_MAX) return gg_scan_error(&r->scan, "there are too many lines");
    r->early[r->early_count++] = from;
    return error;
}

static bool has_early_lines(const gg_ruleset *rules)
{
    for (int row = 0; row < rules->line_count; row++)
        if (rules->lines[row].is_early) return true;
    return false;
}

/* In the second walk the early lines, which come in the same order, are passed over. */
static bool is_next_early_line(reading *r)
{
    if (r->early_passed == r->early_count || r->early[r->early_passed] != r->scan.at) return false;
    r->early_passed++;
    r->line = NOT_READ;
    skip_line(&r->scan);
    return true;
}

static gg_error read_line(reading *r)
{
    gg_error error = gg_fine;
    gg_scan *scan = &r->scan;
    r->line = GG_LINE_HEADING;
    if (is_next_early_line(r)) return gg_fine;
    if (gg_scan_is(scan, "position")) return gg_scan_spaces(scan), read_heading(r->rules, scan);
    if (gg_scan_is(scan, "option"))
        return gg_scan_spaces(scan), read_option(r->rules, scan, r->state);
    if (gg_scan_is(scan, "number"))
        return gg_scan_spaces(scan), read_number(r->rules, scan, r->state);
    if (gg_scan_is(scan, "house"))
        return gg_scan_spaces(scan), gg_scan_house(scan, r->rules, gg_house_of(r->rules, r->state));
    if (read_kind(r, false, &error)) return error;
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
        const gg_thing thing = gg_thing_of(rules, state, line, 0);
        for (int i = 0; line->count == 0 && i < line->field_count; i++)
            if (gg_field_is_number(&line->fields[i]))
                gg_field_set(&thing, &line->fields[i], line->fields[i].standard);
    }
}

static void begin_statement(reading *r)
{
    if (r->outline == NULL) return;
    r->outline->begun = r->scan.at;
    r->outline->is_reading = true;
}

/* The statement that was begun last has been read, with the parts from `first` on. */
static void end_statement(reading *r, uint32_t first, uint32_t end)
{
    gg_outline *outline = r->outline;
    if (outline == NULL) return;
    outline->is_reading = false;
    if (r->line == NOT_READ || outline->count == outline->limit) return;
    outline->rows[outline->count++] = (gg_statement){.from = outline->begun,
                                                     .to = end,
                                                     .line = r->line,
                                                     .first = first,
                                                     .count = outline->parts.count - first};
}

/* One walk over the text. */
static gg_error read_all(reading *r, const char *text, gg_error (*read)(reading *))
{
    r->scan = gg_scan_over(text);
    while (gg_scan_next_line(&r->scan)) {
        const uint32_t parts = r->outline == NULL ? 0 : r->outline->parts.count;
        begin_statement(r);
        const gg_error error = read(r);
        if (error.text != NULL) return error;
        const uint32_t end = r->scan.at;
        gg_scan_spaces(&r->scan);
        if (!gg_scan_line_ends(&r->scan))
            return gg_scan_error(&r->scan, "expected the end of the line");
        end_statement(r, parts, end);
    }
    return gg_fine;
}

static gg_error settle_lines(const reading *r, bool is_early)
{
    for (int row = 0; row < r->rules->line_count; row++) {
        const gg_line_def *line = &r->rules->lines[row];
        if (line->settle == NULL || line->is_early != is_early) continue;
        const uint32_t *said_at = r->said_at + first_thing(r->rules, line);
        for (uint32_t nth = 0; nth < gg_things_in(line); nth++) {
            const uint32_t at = said_at[nth];
            const char *broken = line->settle(r->state, nth, at != 0);
            if (broken != NULL) return (gg_error){.text = broken, .at = at == 0 ? 0 : at - 1};
        }
    }
    return gg_fine;
}

typedef struct wishes {     /* of those who set the game up */
    const int16_t *house;   /* NULL: standard */
    const int32_t *options; /* NULL: it is a position, and nothing is set up */
    gg_outline *outline;    /* gets where what stands; NULL: nobody asks */
} wishes;

static const char *choose_options(const gg_ruleset *rules, const int32_t *options, gg_state *state)
{
    for (uint32_t row = 0; row < rules->option_count; row++) {
        if (options[row] == GG_OPTION_UNSET) continue;
        if (!is_allowed(&rules->options[row], options[row]))
            return "an option has a value that it does not take";
        set_option(rules, state, row, options[row]);
    }
    return NULL;
}

static gg_error read_lines(const gg_ruleset *rules, wishes asked, const char *text, gg_state *state)
{
    uint32_t said_at[THINGS_MAX] = {0}, early[EARLY_MAX];
    reading r = {.rules = rules,
                 .state = state,
                 .said_at = said_at,
                 .early = early,
                 .outline = asked.outline};
    gg_error error = gg_fine;
    gg_assert(first_thing(rules, rules->lines + rules->line_count) <= THINGS_MAX);
    begin(rules, asked.house, state);
    if (has_early_lines(rules)) error = read_all(&r, text, read_early_line);
    if (error.text == NULL) error = read_all(&r, text, read_line);
    if (error.text == NULL && asked.options != NULL)
        error.text = choose_options(rules, asked.options, state);
    if (error.text == NULL) error = settle_lines(&r, true);
    if (error.text == NULL) error = settle_lines(&r, false);
    if (error.text != NULL) return error;
    const char *broken = rules->settle(state, asked.options);
    if (broken == NULL) broken = gg_audit(rules, state);
    return (gg_error){.text = broken};
}

static gg_error read_position(const gg_ruleset *rules, wishes asked, const char *text,
                              gg_state *out)
{
    _Alignas(max_align_t) char room[GG_STATE_BYTES_MAX];
    gg_state *state = (gg_state *)room;
    gg_assert(rules->state_bytes <= sizeof room);
    const gg_error error = read_lines(rules, asked, text, state);
    if (error.text == NULL) memcpy(out, state, rules->state_bytes);
    return error;
}

gg_error gg_read_position(const gg_ruleset *rules, const char *text, gg_state *out)
{
    return read_position(rules, (wishes){.house = NULL}, text, out);
}

gg_error gg_outline_position(const gg_ruleset *rules, const char *text, gg_state *out,
                             gg_outline *outline)
{
    outline->count = outline->parts.count = 0;
    outline->is_reading = false;
    return read_position(rules, (wishes){.outline = outline}, text, out);
}

gg_error gg_setup(const gg_ruleset *rules, gg_state *out, uint32_t scenario, const int32_t *options,
                  const int16_t *house)
{
    int32_t chosen[GG_OPTIONS_MAX];
    gg_assert(scenario < rules->scenario_count && rules->option_count <= GG_OPTIONS_MAX);
    for (uint32_t row = 0; row < rules->option_count; row++)
        chosen[row] = options == NULL ? GG_OPTION_UNSET : options[row];
    const wishes asked = {.house = house, .options = chosen};
    const gg_error error = read_position(rules, asked, rules->scenarios[scenario].position, out);
    return (gg_error){.text = error.text}; /* a place in a text that nobody has seen */
}
