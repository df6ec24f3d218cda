/*
 * numbers.c - the numbers of the rules as rows: house rules in a state, tables as files.
 * SPDX-License-Identifier: MIT
 */
#include "core/numbers.h"

#include "core/dice.h"
#include "core/fields.h"
#include "core/nearest.h"

#include <string.h>

/* ---- In a state. ---- */

const int16_t *gg_house_of(const gg_ruleset *rules, const gg_state *state)
{
    if (rules->number_count == 0 || state == NULL) return NULL;
    return (const int16_t *)(const void *)((const char *)state + rules->house_at);
}

static size_t house_bytes(const gg_ruleset *rules) { return rules->number_count * sizeof(int16_t); }

void gg_set_house(const gg_ruleset *rules, gg_state *state, const int16_t *house)
{
    if (rules->number_count == 0) return;
    if (house == NULL) memset((char *)state + rules->house_at, 0, house_bytes(rules));
    else memcpy((char *)state + rules->house_at, house, house_bytes(rules));
}

static bool differs(const gg_ruleset *rules, const int16_t *house)
{
    for (uint32_t row = 0; house != NULL && row < rules->number_count; row++)
        if (house[row] != 0) return true;
    return false;
}

bool gg_has_house(const gg_ruleset *rules, const gg_state *state)
{
    return differs(rules, gg_house_of(rules, state));
}

uint64_t gg_house_hash(const gg_ruleset *rules, const int16_t *house)
{
    uint64_t hash = 0;
    for (uint32_t row = 0; house != NULL && row < rules->number_count; row++) {
        if (house[row] == 0) continue;
        const int32_t value = rules->numbers[row].standard + house[row];
        hash = gg_hash_on(hash, rules->numbers[row].id, strlen(rules->numbers[row].id));
        hash = gg_hash_on(hash, &value, sizeof value);
    }
    return hash;
}

/* ---- As text. ---- */

int32_t gg_find_number(const gg_ruleset *rules, const char *id)
{
    for (int32_t row = 1; row < rules->number_count; row++)
        if (strcmp(rules->numbers[row].id, id) == 0) return row;
    return -1;
}

/* What lengths are told in has so many of these: 1, if it is no unit of length.  "tk" is a book's
 * own word for thousandths. */
static int32_t parts_of(const char *unit)
{
    static const struct {
        const char *word;
        int32_t parts;
    } rows[] = {{"tenths", 10}, {"hundredths", 100}, {"thousandths", 1000}, {"tk", 1000}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows && strstr(unit, "degree") == NULL; i++)
        if (strncmp(unit, rows[i].word, strlen(rows[i].word)) == 0) return rows[i].parts;
    return 1;
}

/* What players agree on counts hundredths where it is a length. */
static int32_t put_option(gg_text *out, const gg_ruleset *rules, const char *id, bool is_length)
{
    uint32_t row = 0;
    while (row < rules->option_count && strcmp(rules->options[row].name, id) != 0) row++;
    gg_assert(row < rules->option_count);
    const int32_t value = rules->options[row].standard;
    if (is_length) gg_put_hundredths(out, value);
    else gg_put_int(out, value);
    return value;
}

/* One number, named by `id` as it stands between braces; what it is. */
static int32_t put_named(gg_text *out, const gg_ruleset *rules, const int16_t *house, char *id)
{
    char *how = strchr(id, ':');
    if (how != NULL) *how++ = '\0';
    const bool is_length = how != NULL && strncmp(how, "length", 6) == 0;
    const int32_t row = gg_find_number(rules, id);
    if (row < 0) return put_option(out, rules, id, is_length);
    const int32_t value = gg_number_value(rules->numbers, house, (uint32_t)row);
    if (how != NULL && value == 0 && strchr(how, '-') != NULL) gg_put_char(out, '-');
    else if (is_length) gg_put_decimal(out, value, parts_of(rules->numbers[row].unit));
    else gg_put_int(out, value);
    return value;
}

void gg_put_numbered(gg_text *out, const gg_ruleset *rules, const int16_t *house, const char *words)
{
    int32_t last = 0; /* {dice} looks at it */
    for (; *words != '\0'; words++) {
        char id[48];
        gg_scan scan = gg_scan_over(words + 1);
        if (*words != '{' || !gg_scan_word(&scan, id, sizeof id)) {
            gg_put_char(out, *words);
            continue;
        }
        if (strcmp(id, "dice") == 0) gg_put(out, gg_dice_word(last));
        else last = put_named(out, rules, house, id);
        words += scan.at + 1; /* onto the closing brace */
    }
}

static void put_number_line(gg_text *out, const gg_ruleset *rules, const int16_t *house,
                            const gg_number *number, int32_t value)
{
    const uint32_t from = out->count;
    gg_put_words(out, "%s=%d", number->id, value);
    gg_put_spaces(out, 36 > out->count - from ? (int)(36 - (out->count - from)) : 1);
    gg_put(out, "# ");
    gg_put_numbered(out, rules, house, number->text);
    if (number->unit[0] != '\0') gg_put_words(out, ", in %s", number->unit);
    gg_put_words(out, "; %d to %d (%s)\n", number->low, number->high,
                 gg_clause_number(rules, number->clause));
}

void gg_write_tables(const gg_ruleset *rules, const int16_t *house, gg_text *out)
{
    gg_put_words(out, "tables %s %d", rules->name, rules->version);
    gg_put(out, "\n# Every number of the rules.  Change what your club plays otherwise and leave "
                "out the rest.\n");
    for (uint32_t row = 1; row < rules->number_count; row++)
        put_number_line(out, rules, house, &rules->numbers[row],
                        gg_number_value(rules->numbers, house, row));
}

static const char unknown_number[] = "no such number in this game";

static const char *number_name(const void *list, int row)
{
    const gg_ruleset *rules = list; /* row 0 is none */
    return (uint32_t)row + 1 < rules->number_count ? rules->numbers[row + 1].id : NULL;
}

/* Which one was meant, and where they all stand. */
static void put_known(gg_text *out, const gg_ruleset *rules, const char *text)
{
    gg_scan scan = gg_scan_over(text);
    char id[48];
    if (gg_scan_word(&scan, id, sizeof id)) gg_put_nearest(out, id, number_name, rules);
    gg_put_words(out, "; `grognard tables %s` lists them", rules->name);
}

gg_error gg_scan_number(gg_scan *scan, const gg_ruleset *rules, int16_t *house)
{
    gg_scan here = *scan;
    char id[48];
    int64_t value;
    if (!gg_scan_word(&here, id, sizeof id)) return gg_scan_error(scan, "expected NUMBER=VALUE");
    const int32_t row = gg_find_number(rules, id);
    if (row < 0) return gg_scan_error(scan, unknown_number);
    gg_scan_spaces(&here);
    if (!gg_scan_char(&here, '=')) return gg_scan_error(&here, "expected = and a value");
    gg_scan_spaces(&here);
    if (!gg_scan_int(&here, rules->numbers[row].low, rules->numbers[row].high, &value))
        return gg_scan_error(&here, "this number cannot have that value");
    house[row] = (int16_t)(value - rules->numbers[row].standard);
    *scan = here;
    return gg_fine;
}

static gg_error read_line(gg_scan *scan, const gg_ruleset *rules, int16_t *house)
{
    int64_t version;
    if (!gg_scan_is(scan, "tables")) return gg_scan_number(scan, rules, house);
    gg_scan_spaces(scan);
    if (!gg_scan_is(scan, rules->name))
        return gg_scan_error(scan, "these are another game's tables");
    gg_scan_spaces(scan);
    if (!gg_scan_line_ends(scan) && !gg_scan_int(scan, 1, rules->version, &version))
        return gg_scan_error(scan, "a version of the game that this program does not know");
    return gg_fine;
}

static gg_error read_lines(const gg_ruleset *rules, const char *text, int16_t *house)
{
    for (gg_scan scan = gg_scan_over(text); gg_scan_next_line(&scan);) {
        const gg_error error = read_line(&scan, rules, house);
        if (error.text != NULL) return error;
        gg_scan_spaces(&scan);
        if (!gg_scan_line_ends(&scan)) return gg_scan_error(&scan, "expected the end of the line");
    }
    return gg_fine;
}

/* What a row allows stands in the sentence, because people will ask. */
void gg_put_allowed(gg_text *out, const gg_ruleset *rules, const char *text, uint32_t at)
{
    while (at > 0 && text[at - 1] != '\n' && text[at - 1] != ';') at--;
    gg_scan scan = gg_scan_over(text + at);
    char id[48];
    gg_scan_spaces(&scan);
    const int32_t row = gg_scan_word(&scan, id, sizeof id) ? gg_find_number(rules, id) : -1;
    if (row < 0) return;
    gg_put_words(out, ": %s is %d to %d", id, rules->numbers[row].low, rules->numbers[row].high);
}

bool gg_read_tables(const gg_ruleset *rules, const char *name, const char *text, int16_t *house,
                    gg_complaint *complaint)
{
    int16_t read[GG_NUMBERS_MAX] = {0};
    gg_assert(rules->number_count <= GG_NUMBERS_MAX);
    const gg_error error = read_lines(rules, text, read);
    if (error.text == NULL) {
        memcpy(house, read, house_bytes(rules));
        return true;
    }
    *complaint = (gg_complaint){.is_no = false};
    gg_text_place(text, error.at, &complaint->line, &complaint->column);
    gg_text out = gg_text_over(complaint->sentence, sizeof complaint->sentence);
    gg_put_words(&out, "%s, line %d, column %d: %s", name, complaint->line, complaint->column,
                 error.text);
    if (error.text == unknown_number) put_known(&out, rules, text + error.at);
    else gg_put_allowed(&out, rules, text, error.at);
    gg_put_char(&out, '.');
    return false;
}

/* The hash tells at a glance whose rules they are, and finds a line that was changed. */
void gg_write_house(const gg_ruleset *rules, const int16_t *house, gg_text *out)
{
    if (!differs(rules, house)) return;
    for (uint32_t row = 1; row < rules->number_count; row++) {
        if (house[row] == 0) continue;
        gg_put_words(out, "number %s=%d\n", rules->numbers[row].id,
                     rules->numbers[row].standard + house[row]);
    }
    gg_put(out, "house ");
    gg_put_hex(out, gg_house_hash(rules, house), 16);
    gg_put_char(out, '\n');
}

gg_error gg_scan_house(gg_scan *scan, const gg_ruleset *rules, const int16_t *house)
{
    char wanted[20], found[20];
    gg_text out = gg_text_over(wanted, sizeof wanted);
    gg_put_hex(&out, gg_house_hash(rules, house), 16);
    const gg_scan before = *scan;
    if (gg_scan_word(scan, found, sizeof found) && strcmp(found, wanted) == 0) return gg_fine;
    return gg_scan_error(&before, "these are not the house rules that the hash stands for");
}

void gg_put_house(gg_text *out, const gg_ruleset *rules, const int16_t *house)
{
    for (uint32_t row = 1; house != NULL && row < rules->number_count; row++) {
        const gg_number *number = &rules->numbers[row];
        if (house[row] == 0) continue;
        gg_put_words(out, "%s %d, not %d: ", number->id, number->standard + house[row],
                     number->standard);
        gg_put_numbered(out, rules, house, number->text);
        gg_put_words(out, " (%s)\n", gg_clause_number(rules, number->clause));
    }
}

void gg_title_house(const gg_ruleset *rules, const gg_state *state, gg_scene *scene)
{
    if (!gg_has_house(rules, state)) return;
    gg_text title = {.bytes = scene->title,
                     .count = (uint32_t)strlen(scene->title),
                     .limit = sizeof scene->title};
    gg_put(&title, title.count == 0 ? "house rules" : ", house rules");
}
