/*
 * names.c - names beside codes, for people.  See names.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/names.h"

#include <string.h>

/* A word or a name in the text of a position. */
typedef struct called {
    const char *at;
    uint32_t count;
} called;

static bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }

static bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

static bool is_letter(char it) { return (it >= 'a' && it <= 'z') || (it >= 'A' && it <= 'Z'); }

static const char *past_blanks(const char *at)
{
    while (is_blank(*at)) at++;
    return at;
}

static const char *past_word(const char *at)
{
    while (*at != 0 && *at != '\n' && !is_blank(*at)) at++;
    return at;
}

static called trimmed(const char *at, const char *end)
{
    at = past_blanks(at);
    while (end > at && is_blank(end[-1])) end--;
    return (called){at, end > at ? (uint32_t)(end - at) : 0};
}

/* In a record the lines of a position stand behind a bar. */
static const char *content_of(const char *line)
{
    const char *at = past_blanks(line);
    return *at == '|' ? past_blanks(at + 1) : at;
}

/* The code that this line names and, if it does, its name; the count of the name is 0 if not. */
static called name_in(const char *line, const char *end, called *code)
{
    static const char lead[] = "#name";
    const char *at = content_of(line);
    if (strncmp(at, lead, strlen(lead)) == 0 && is_blank(at[strlen(lead)])) {
        at = past_blanks(at + strlen(lead));
        *code = (called){at, (uint32_t)(past_word(at) - at)};
        return trimmed(past_word(at), end);
    }
    const char *comment = memchr(at, '#', (size_t)(end - at));
    *code = (called){at, (uint32_t)(past_word(at) - at)};
    return comment == NULL || comment == at ? (called){at, 0} : trimmed(comment + 1, end);
}

/* The next line that names something, from `line` on; NULL: there is none.  Only lines with a mark
 * are read. */
static const char *next_name(const char *line, called *code, called *name)
{
    for (const char *mark; (mark = strchr(line, '#')) != NULL;) {
        const char *end = mark + strcspn(mark, "\n"), *first = mark;
        while (first > line && first[-1] != '\n') first--;
        *name = name_in(first, end, code);
        line = *end == 0 ? end : end + 1;
        if (name->count > 0) return line;
    }
    return NULL;
}

static bool is_same(called a, called b)
{
    return a.count == b.count && memcmp(a.at, b.at, a.count) == 0;
}

/* Runs of letters and digits that may stand for a thing: A1, ad2, bI10, or AC. */
static bool is_code(called word)
{
    bool digit = false, small = false;
    for (uint32_t i = 0; i < word.count; i++) {
        const char letter = word.at[i];
        digit = digit || is_digit(letter);
        small = small || (letter >= 'a' && letter <= 'z');
    }
    return digit || (!small && word.count > 1);
}

/* Does this code stand for that one?  bI* is any of bI1, bI2, ... */
static bool covers(called pattern, called code)
{
    if (is_same(pattern, code)) return true;
    const uint32_t lead = pattern.count - 1;
    if (pattern.count < 2 || pattern.at[lead] != '*' || code.count < pattern.count) return false;
    for (uint32_t i = lead; i < code.count; i++)
        if (!is_digit(code.at[i])) return false;
    return memcmp(pattern.at, code.at, lead) == 0;
}

static called code_of(const gg_named *row) { return (called){row->code, row->code_count}; }

static called name_of(const gg_named *row) { return (called){row->name, row->name_count}; }

/* How many things are called this. */
static uint16_t count_alike(const char *text, called name)
{
    uint16_t alike = 0;
    called code, other;
    for (const char *line = text; (line = next_name(line, &code, &other)) != NULL;)
        alike += is_code(code) && is_same(name, other);
    return alike;
}

static gg_named row_of(called code, called name)
{
    return (gg_named){.code = code.at,
                      .name = name.at,
                      .code_count = (uint16_t)code.count,
                      .name_count = (uint16_t)name.count};
}

uint32_t gg_list_names(const char *text, gg_named *rows, uint32_t limit)
{
    uint32_t count = 0;
    called code, name;
    for (const char *line = text; (line = next_name(line, &code, &name)) != NULL; count++) {
        if (count >= limit) continue;
        rows[count] = row_of(code, name);
        rows[count].alike = count_alike(text, name);
    }
    return count;
}

/* The one named with this very code; or else the last that covers it. */
static bool take(called code, const gg_named *row, gg_named *found)
{
    if (row->code[0] != code.at[0] || !covers(code_of(row), code)) return false;
    *found = *row;
    return is_same(code_of(row), code);
}

/* The name of this code; false: it has none. */
static bool find(const gg_names *names, called code, gg_named *found)
{
    called other, name;
    found->name = NULL;
    if (names->rows != NULL) {
        for (uint32_t i = 0; i < names->row_count && !take(code, &names->rows[i], found); i++) {}
        return found->name != NULL;
    }
    for (const char *line = names->text; (line = next_name(line, &other, &name)) != NULL;) {
        const gg_named row = row_of(other, name);
        if (take(code, &row, found)) break;
    }
    if (found->name != NULL) found->alike = count_alike(names->text, name_of(found));
    return found->name != NULL;
}

/* The unit with this very code; GG_NO_UNIT: there is none. */
static gg_unit unit_of(const gg_names *names, const gg_state *state, called code)
{
    for (gg_unit unit = 0; state != NULL && unit < names->rules->unit_count; unit++) {
        char bytes[GG_NAME_MAX];
        gg_text text = gg_text_over(bytes, sizeof bytes);
        names->rules->write_unit(state, unit, &text);
        if (is_same((called){bytes, text.count}, code)) return unit;
    }
    return GG_NO_UNIT;
}

/* What the game itself calls the unit. */
static bool put_by_game(gg_text *out, const gg_names *names, const gg_state *state, called code)
{
    const gg_unit unit = unit_of(names, state, code);
    return unit != GG_NO_UNIT && names->rules->names->name_unit(state, unit, out);
}

/* Of a game that keeps names in its state. */
static bool put_kept(gg_text *out, const gg_names *names, const gg_state *state, called code)
{
    return names->rules->names->are_kept && put_by_game(out, names, state, code);
}

/* "1st ", of bI1. */
static void put_ordinal(gg_text *out, called code)
{
    uint32_t first = code.count;
    while (first > 0 && is_digit(code.at[first - 1])) first--;
    const char last = code.at[code.count - 1];
    const bool teen = code.count - first > 1 && code.at[code.count - 2] == '1';
    gg_put_bytes(out, code.at + first, code.count - first);
    gg_put(out, teen || last < '1' || last > '3' ? "th "
                : last == '1'                    ? "st "
                : last == '2'                    ? "nd "
                                                 : "rd ");
}

/* Of an army that no scenario could name, because dice raise it: "4th Dragoons", of A4. */
static bool put_raised(gg_text *out, const gg_names *names, const gg_state *state, called code)
{
    const gg_text before = *out;
    if (names->rules->names->are_kept || !is_digit(code.at[code.count - 1])) return false;
    put_ordinal(out, code);
    if (put_by_game(out, names, state, code)) return true;
    *out = before;
    out->bytes[out->count] = 0;
    return false;
}

/* What the thing with this code is called; `alike`, if it is asked for, says how many are. */
static bool put_name(gg_text *out, const gg_names *names, const gg_state *state, called code,
                     uint16_t *alike)
{
    gg_named found;
    if (alike != NULL) *alike = 1;
    if (put_kept(out, names, state, code)) return true;
    if (names->text == NULL) return false;
    const bool named = find(names, code, &found);
    /* a detachment is called after the unit it left: A4b, of A4 */
    const uint32_t last = code.count - 1;
    if (!named && code.count > 2 && is_digit(code.at[last - 1]) && is_letter(code.at[last])
        && put_name(out, names, state, (called){code.at, last}, NULL)) {
        gg_put(out, " company ");
        gg_put_char(out, code.at[last]);
        return true;
    }
    if (!named) return put_raised(out, names, state, code);
    if (!is_same(code_of(&found), code)) put_ordinal(out, code);
    gg_put_bytes(out, found.name, found.name_count);
    if (alike != NULL) *alike = found.alike;
    return true;
}

static bool put_called(gg_text *out, const gg_names *names, const gg_state *state, called code)
{
    uint16_t alike;
    if (!put_name(out, names, state, code, &alike)) return false;
    if (alike < 2) return true;
    gg_put(out, " (");
    gg_put_bytes(out, code.at, code.count);
    gg_put_char(out, ')');
    return true;
}

/* In a sentence a unit has its code before its name, for that is how it is ordered: "A1 3rd Foot".
 * Of a place the name is enough. */
static bool put_both(gg_text *out, const gg_names *names, const gg_state *state, called code)
{
    if (unit_of(names, state, code) == GG_NO_UNIT) return put_called(out, names, state, code);
    const gg_text before = *out;
    gg_put_bytes(out, code.at, code.count);
    gg_put_char(out, ' ');
    if (put_name(out, names, state, code, NULL)) return true;
    *out = before;
    out->bytes[out->count] = 0;
    return false;
}

gg_names gg_names_of(const gg_match *match)
{
    const gg_ruleset *rules = match->rules;
    return (gg_names){.rules = rules,
                      .text = match->scenario < rules->scenario_count
                                  ? rules->scenarios[match->scenario].position
                                  : match->names};
}

bool gg_put_called(gg_text *out, const gg_names *names, const gg_state *state, const char *code)
{
    return put_called(out, names, state, (called){code, (uint32_t)strlen(code)});
}

bool gg_put_unit_name(gg_text *out, const gg_names *names, const gg_state *view, const char *code)
{
    return put_name(out, names, view, (called){code, (uint32_t)strlen(code)}, NULL);
}

static bool is_of_word(char it) { return is_letter(it) || is_digit(it) || it == '_'; }

/* Numbers of clauses (CW-2.4) and decimals are no codes. */
static bool stands_alone(const char *sentence, called word)
{
    const char before = word.at > sentence ? word.at[-1] : ' ', after = word.at[word.count];
    return is_letter(word.at[0]) && before != '-' && before != '.' && after != '-';
}

/* The next word that may be a code, from `from` on; its count is 0 at the end.  There is a digit or
 * a capital in every code, and few other words have one. */
static called next_code(const char *sentence, const char *from)
{
    for (const char *at = from; *at != 0;) {
        if ((unsigned char)(*at - '0') > 'Z' - '0' || !is_of_word(*at)) {
            at++;
            continue;
        }
        called word = {at, 0};
        while (word.at > from && is_of_word(word.at[-1])) word.at--;
        while (is_of_word(*at)) at++;
        word.count = (uint32_t)(at - word.at);
        if (word.count > 1 && is_code(word) && stands_alone(sentence, word)) return word;
    }
    return (called){from, 0};
}

void gg_put_named(gg_text *out, const gg_names *names, const gg_state *state, const char *sentence)
{
    const char *kept = sentence; /* from here on it is not written yet */
    const bool listed = names->rows == NULL || names->row_count > 0;
    const bool has_names = (names->text != NULL && listed) || names->rules->names->are_kept;
    called word = {sentence, 0};
    while (has_names && (word = next_code(sentence, word.at + word.count)).count > 0) {
        const gg_text before = *out;
        gg_put_bytes(out, kept, (uint32_t)(word.at - kept));
        if (put_both(out, names, state, word)) {
            kept = word.at + word.count;
        } else {
            *out = before;
            out->bytes[out->count] = 0;
        }
    }
    gg_put(out, kept);
}

void gg_write_names(gg_text *out, const gg_names *names)
{
    called code;
    for (const char *line = names->text; line != NULL && *line != 0;) {
        const char *end = line + strcspn(line, "\n");
        const called name = name_in(line, end, &code);
        const char *at = content_of(line);
        const bool is_dress = gg_is_dress(at);
        const bool is_name = !is_dress && name.count > 0 && (is_code(code) || *at == '#');
        if (is_dress) gg_put_bytes(out, at, (uint32_t)(end - at));
        if (is_name) {
            gg_put(out, "#name ");
            gg_put_bytes(out, code.at, code.count);
            gg_put_char(out, ' ');
            gg_put_bytes(out, name.at, name.count);
        }
        if (is_dress || is_name) gg_put_char(out, '\n');
        line = *end == 0 ? end : end + 1;
    }
}
