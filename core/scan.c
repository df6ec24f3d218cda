/*
 * scan.c - reading notation: each reader moves past what it read, or does not move at all.
 * SPDX-License-Identifier: MIT
 */
#include "core/text.h"

#include <string.h>

const gg_error gg_fine = {NULL, 0};

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_word(char c)
{
    return is_letter(c) || is_digit(c) || (c != '\0' && strchr(".:-+|*?/>", c) != NULL);
}

gg_scan gg_scan_over(const char *text) { return (gg_scan){.text = text}; }

bool gg_scan_spaces(gg_scan *scan)
{
    uint32_t before = scan->at;
    while (scan->text[scan->at] == ' ' || scan->text[scan->at] == '\t'
           || scan->text[scan->at] == '\r')
        scan->at++;
    return scan->at > before;
}

bool gg_scan_line_ends(const gg_scan *scan)
{
    char c = scan->text[scan->at];
    return c == '\0' || c == '\n' || c == ';' || c == '#';
}

bool gg_scan_next_line(gg_scan *scan)
{
    for (;;) {
        gg_scan_spaces(scan);
        char c = scan->text[scan->at];
        if (c == '\0') return false;
        if (c == '#') {
            while (scan->text[scan->at] != '\0' && scan->text[scan->at] != '\n') scan->at++;
        } else if (c == '\n' || c == ';') {
            scan->at++;
        } else {
            return true;
        }
    }
}

bool gg_scan_word_is(gg_scan *scan, const char *word)
{
    const char *here = scan->text + scan->at;
    uint32_t length = 0;
    /* Most words of a list differ at their first letter. */
    for (; word[length] != '\0'; length++)
        if (here[length] != word[length]) return false;
    if (is_letter(here[length]) || is_digit(here[length])) return false;
    scan->at += length;
    return true;
}

bool gg_scan_char(gg_scan *scan, char c)
{
    if (scan->text[scan->at] != c) return false;
    scan->at++;
    return true;
}

bool gg_scan_int(gg_scan *scan, int64_t low, int64_t high, int64_t *out)
{
    uint32_t at = scan->at;
    bool negative = scan->text[at] == '-';
    if (negative || scan->text[at] == '+') at++;
    if (!is_digit(scan->text[at])) return false;
    int64_t number = 0;
    for (; is_digit(scan->text[at]); at++) {
        if (number > INT64_MAX / 16) return false; /* far beyond any bound here */
        number = number * 10 + (scan->text[at] - '0');
    }
    if (negative) number = -number;
    if (number < low || number > high) return false;
    scan->at = at;
    *out = number;
    return true;
}

bool gg_scan_word(gg_scan *scan, char *out, uint32_t limit)
{
    uint32_t length = 0;
    while (is_word(scan->text[scan->at + length])) length++;
    if (length == 0 || length >= limit) return false;
    memcpy(out, scan->text + scan->at, length);
    out[length] = '\0';
    scan->at += length;
    return true;
}

bool gg_scan_side(gg_scan *scan, gg_side *out)
{
    if (gg_scan_is(scan, "blue") || gg_scan_is(scan, "A")) *out = GG_BLUE;
    else if (gg_scan_is(scan, "red") || gg_scan_is(scan, "B")) *out = GG_RED;
    else return false;
    return true;
}

gg_error gg_scan_error(const gg_scan *scan, const char *text)
{
    return (gg_error){.text = text, .at = scan->at};
}

void gg_text_place(const char *text, uint32_t at, uint32_t *line, uint32_t *column)
{
    *line = *column = 1;
    for (uint32_t i = 0; i < at && text[i] != '\0'; i++) {
        if (text[i] == '\n') {
            (*line)++;
            *column = 1;
        } else {
            (*column)++;
        }
    }
}

gg_error gg_scan_option(gg_scan *scan, const gg_ruleset *rules, uint32_t *row, int32_t *value)
{
    gg_scan here = *scan;
    char name[32];
    if (!gg_scan_word(&here, name, sizeof name)) return gg_scan_error(scan, "expected NAME=VALUE");
    uint32_t found = 0;
    while (found < rules->option_count && strcmp(rules->options[found].name, name) != 0) found++;
    if (found == rules->option_count) return gg_scan_error(scan, "no such option in this game");
    const gg_option *option = &rules->options[found];
    if (!gg_scan_char(&here, '=')) return gg_scan_error(&here, "expected = and a value");
    int64_t number;
    if (!gg_scan_int(&here, option->low, option->high, &number)
        || (number - option->low) % option->step != 0)
        return gg_scan_error(&here, "this option does not take that value");
    *row = found;
    *value = (int32_t)number;
    *scan = here;
    return gg_fine;
}

const char *gg_scan_quoted(gg_scan *scan, char out[GG_CALLED_BYTES])
{
    gg_scan here = *scan;
    char called[GG_CALLED_BYTES] = {0};
    if (!gg_scan_char(&here, '"')) return NULL;
    for (int i = 0;; i++, here.at++) {
        const char letter = here.text[here.at];
        if (letter == '"') break;
        if (i == GG_CALLED_BYTES - 1 || letter < ' ' || letter > '~' || letter == ';'
            || letter == '#')
            return *scan = here, "expected a name of up to 19 letters between quotes";
        called[i] = letter;
    }
    here.at++;
    *scan = here;
    memcpy(out, called, GG_CALLED_BYTES);
    return NULL;
}
