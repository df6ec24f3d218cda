/*
 * sheet.c - the reference sheet as text, html or JSON, from the tables the engine itself uses.
 * SPDX-License-Identifier: MIT
 */
#include "core/sheet.h"

#include "core/fields.h"
#include "core/numbers.h"

#include <string.h>

enum { CELL_BYTES = 240 };

static void put_escaped(gg_text *out, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '<') gg_put(out, "&lt;");
        else if (*text == '>') gg_put(out, "&gt;");
        else if (*text == '&') gg_put(out, "&amp;");
        else gg_put_char(out, *text);
    }
}

static uint32_t width_of(const char *text)
{
    uint32_t width = 0; /* characters, not bytes: continuation bytes of UTF-8 do not count */
    for (; *text != '\0'; text++) width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static const char *cell(const gg_sheet *sheet, uint32_t at)
{
    return sheet->pool + sheet->cell_at[at];
}

/* A roll without modifiers has a title alone. */
static bool has_rows(const gg_sheet *sheet)
{
    return sheet->cell_count > (uint32_t)sheet->column_count;
}

static void flush_text(gg_sheet *sheet)
{
    uint32_t widths[GG_SHEET_COLUMNS_MAX] = {0};
    const uint32_t columns = (uint32_t)sheet->column_count;
    for (uint32_t i = 0; i < sheet->cell_count; i++)
        if (width_of(cell(sheet, i)) > widths[i % columns])
            widths[i % columns] = width_of(cell(sheet, i));
    gg_put_words(sheet->out, "\n%s\n", sheet->title);
    for (uint32_t i = 0; i < sheet->cell_count && has_rows(sheet); i++) {
        const bool last = (i + 1) % columns == 0;
        gg_put(sheet->out, i % columns == 0 ? "  " : " ");
        gg_put(sheet->out, cell(sheet, i));
        if (!last)
            gg_put_spaces(sheet->out, (int)(widths[i % columns] - width_of(cell(sheet, i))) + 1);
        while (last && sheet->out->bytes[sheet->out->count - 1] == ' ')
            sheet->out->bytes[--sheet->out->count] = '\0';
        if (last) gg_put(sheet->out, "\n");
    }
}

static void flush_html(gg_sheet *sheet)
{
    gg_text *out = sheet->out;
    if (!has_rows(sheet)) {
        gg_put(out, "<p><b>");
        put_escaped(out, sheet->title);
        gg_put(out, "</b></p>\n");
        return;
    }
    gg_put(out, "<table>\n<caption>");
    put_escaped(out, sheet->title);
    gg_put(out, "</caption>\n<thead><tr>");
    for (uint32_t i = 0; i < (uint32_t)sheet->column_count; i++) {
        const bool is_named = cell(sheet, i)[0] != '\0';
        gg_put(out, is_named ? "<th scope=\"col\">" : "<td>");
        put_escaped(out, cell(sheet, i));
        gg_put(out, is_named ? "</th>" : "</td>");
    }
    gg_put(out, "</tr></thead>\n<tbody>\n");
    for (uint32_t i = (uint32_t)sheet->column_count; i < sheet->cell_count; i++) {
        bool first = i % (uint32_t)sheet->column_count == 0;
        bool last = (i + 1) % (uint32_t)sheet->column_count == 0;
        gg_put(out, first ? "<tr><td>" : "<td>");
        put_escaped(out, cell(sheet, i));
        gg_put(out, last ? "</td></tr>\n" : "</td>");
    }
    gg_put(out, "</tbody>\n</table>\n");
}

static void flush_json(gg_sheet *sheet)
{
    const uint32_t columns = (uint32_t)sheet->column_count;
    gg_json *json = sheet->json;
    gg_json_object(json, NULL);
    gg_json_string(json, "title", sheet->title);
    gg_json_array(json, "columns");
    for (uint32_t i = 0; i < columns; i++) gg_json_string(json, NULL, cell(sheet, i));
    gg_json_end(json);
    gg_json_array(json, "rows");
    for (uint32_t i = columns; i < sheet->cell_count; i++) {
        if (i % columns == 0) gg_json_array(json, NULL);
        gg_json_string(json, NULL, cell(sheet, i));
        if ((i + 1) % columns == 0) gg_json_end(json);
    }
    gg_json_end(json);
    gg_json_end(json);
}

static void flush(gg_sheet *sheet)
{
    if (sheet->column_count == 0) return;
    gg_assert(sheet->cell_count % (uint32_t)sheet->column_count == 0); /* whole rows */
    if (sheet->json != NULL) flush_json(sheet);
    else if (sheet->html) flush_html(sheet);
    else flush_text(sheet);
    sheet->column_count = 0;
}

void gg_sheet_head(gg_sheet *sheet, const char *title, const char *columns)
{
    flush(sheet);
    sheet->title = title;
    sheet->cell_count = sheet->pool_count = 0;
    gg_sheet_row(sheet, 0, columns);
    sheet->column_count = (int)sheet->cell_count;
    gg_assert(sheet->column_count <= GG_SHEET_COLUMNS_MAX);
}

void gg_sheet_cell(gg_sheet *sheet, const char *text)
{
    uint32_t bytes = (uint32_t)strlen(text) + 1;
    gg_assert(sheet->cell_count < GG_SHEET_CELLS_MAX);
    gg_assert(sheet->pool_count + bytes <= GG_SHEET_BYTES);
    sheet->cell_at[sheet->cell_count++] = sheet->pool_count;
    memcpy(sheet->pool + sheet->pool_count, text, bytes);
    sheet->pool_count += bytes;
}

void gg_sheet_cell_int(gg_sheet *sheet, int number)
{
    char digits[24];
    gg_text text = gg_text_over(digits, sizeof digits);
    gg_put_int(&text, number);
    gg_sheet_cell(sheet, digits);
}

void gg_sheet_cell_clause(gg_sheet *sheet, gg_clause clause)
{
    gg_sheet_cell(sheet, gg_clause_number(sheet->rules, clause));
}

static void put_paragraph(gg_sheet *sheet, const char *text)
{
    flush(sheet);
    if (sheet->json != NULL) {
        gg_json_object(sheet->json, NULL);
        gg_json_string(sheet->json, "text", text);
        gg_json_end(sheet->json);
    } else if (sheet->html) {
        gg_put(sheet->out, "<p>");
        put_escaped(sheet->out, text);
        gg_put(sheet->out, "</p>\n");
    } else {
        gg_put_words(sheet->out, "  %s\n", text);
    }
}

static void put_with_numbers(gg_sheet *sheet, const char *words, gg_text *out)
{
    gg_put_numbered(out, sheet->rules, sheet->house, words);
    gg_assert(!out->cut);
}

/* A cell with the numbers of the rules in it. */
static void cell_numbered(gg_sheet *sheet, const char *words)
{
    char cell[CELL_BYTES];
    gg_text text = gg_text_over(cell, sizeof cell);
    put_with_numbers(sheet, words, &text);
    gg_sheet_cell(sheet, cell);
}

void gg_sheet_row(gg_sheet *sheet, gg_clause clause, const char *cells, ...)
{
    va_list things;
    va_start(things, cells);
    for (;;) {
        char words[CELL_BYTES];
        gg_text text = gg_text_over(words, sizeof words);
        const uint32_t count = (uint32_t)strcspn(cells, "|");
        gg_put_things(&text, cells, count, &things);
        gg_assert(!text.cut);
        cell_numbered(sheet, words);
        if (cells[count] == '\0') break;
        cells += count + 1;
    }
    va_end(things);
    if (clause != 0) gg_sheet_cell_clause(sheet, clause);
}

void gg_sheet_number(gg_sheet *sheet, uint32_t row)
{
    const gg_number *number = &sheet->rules->numbers[row];
    gg_sheet_row(sheet, number->clause, "%s|{%s:length}", number->text, number->id);
}

/* The number with its sign, and how often it counts: "+1 each, at most +2". */
static void sheet_amount(gg_sheet *sheet, const gg_check *check, const gg_mod *mod)
{
    char words[64];
    gg_text text = gg_text_over(words, sizeof words);
    if (check->numbers != NULL)
        gg_put_signed(&text, gg_number_value(check->numbers, sheet->house, mod->number));
    if (text.count > 0 && mod->value[0] != '\0' && mod->value[0] != ',') gg_put_char(&text, ' ');
    put_with_numbers(sheet, mod->value, &text);
    gg_sheet_cell(sheet, words);
}

/* A cell of a table that holds nothing changes no roll. */
static bool changes_nothing(const gg_sheet *sheet, const gg_check *check, const gg_mod *mod)
{
    return check->numbers != NULL
           && gg_number_value(check->numbers, sheet->house, mod->number) == 0;
}

static void sheet_mods(gg_sheet *sheet, const gg_check *check)
{
    for (int row = 0; row < check->mod_count; row++) {
        const gg_mod *mod = &check->mods[row];
        if (changes_nothing(sheet, check, mod)) continue;
        sheet_amount(sheet, check, mod);
        cell_numbered(sheet, mod->text);
        gg_sheet_cell(sheet, mod->group == 0 ? "" : "only the largest of its group");
        gg_sheet_cell_clause(sheet, mod->clause);
    }
}

static void put_rule(gg_sheet *sheet, const char *rule)
{
    char words[400];
    gg_text text = gg_text_over(words, sizeof words);
    put_with_numbers(sheet, rule, &text);
    put_paragraph(sheet, words);
}

void gg_sheet_check(gg_sheet *sheet, const gg_check *check)
{
    char title[96];
    gg_text text = gg_text_over(title, sizeof title);
    gg_put_words(&text, "Roll: %s (%s)", check->name,
                 gg_clause_number(sheet->rules, check->clause));
    gg_sheet_head(sheet, title, "Modifier|When||Clause");
    sheet_mods(sheet, check);
    flush(sheet);
    if (check->rule != NULL) put_rule(sheet, check->rule);
    if (check->band_count == 0 || check->held != NULL) return; /* the rule tells what is held */
    gg_sheet_head(sheet, "Results", "At least|Result|Clause");
    for (int row = 0; row < check->band_count; row++) {
        if (row + 1 == check->band_count) gg_sheet_cell(sheet, "less");
        else gg_sheet_cell_int(sheet, gg_band_least(check, sheet->house, row));
        cell_numbered(sheet, check->bands[row].text);
        gg_sheet_cell_clause(sheet, check->bands[row].clause);
    }
    flush(sheet);
}

void gg_sheet_options(gg_sheet *sheet)
{
    gg_sheet_head(sheet, "Options", "Option|Standard|Values|Meaning|Clause");
    for (uint32_t row = 0; row < sheet->rules->option_count; row++) {
        const gg_option *option = &sheet->rules->options[row];
        char values[64];
        gg_text text = gg_text_over(values, sizeof values);
        const bool two = option->low + option->step >= option->high;
        gg_put_int(&text, option->low);
        if (option->high > option->low) gg_put_words(&text, two ? ", %d" : " to %d", option->high);
        gg_sheet_row(sheet, 0, "%s|%d|%s|%s", option->name, option->standard, values, option->text);
        gg_sheet_cell_clause(sheet, option->clause);
    }
    flush(sheet);
}

static void begin_sheet(gg_sheet *sheet, const gg_ruleset *rules, const int16_t *house)
{
    sheet->rules = rules;
    sheet->house = house;
    sheet->json = NULL;
    sheet->column_count = 0;
    sheet->cell_count = sheet->pool_count = 0;
}

void gg_sheet_write_json(gg_sheet *sheet, const gg_ruleset *rules, const int16_t *house,
                         gg_json *json)
{
    begin_sheet(sheet, rules, house);
    sheet->json = json;
    gg_json_object(json, NULL);
    gg_json_string(json, "game", rules->name);
    gg_json_string(json, "title", rules->title);
    gg_json_int(json, "version", rules->version);
    gg_json_array(json, "parts");
    rules->sheet(sheet);
    flush(sheet);
    gg_json_end(json);
    gg_json_end(json);
}

void gg_sheet_write(gg_sheet *sheet, const gg_ruleset *rules, const int16_t *house, bool html,
                    gg_text *out)
{
    begin_sheet(sheet, rules, house);
    sheet->out = out;
    sheet->html = html;
    if (html) {
        gg_put(out, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>");
        put_escaped(out, rules->title);
        gg_put(out, ": reference sheet</title>\n<style>body{font:15px/1.4 serif;max-width:60em;"
                    "margin:2em auto;padding:0 1em}table{border-collapse:collapse;margin:1.2em 0}"
                    "caption{font-weight:bold;text-align:left;padding:.2em 0}td,th{border:1px solid"
                    " #999;padding:.15em .5em;text-align:left;vertical-align:top}</style>\n<h1>");
        put_escaped(out, rules->title);
        gg_put(out, "</h1>\n");
    } else {
        gg_put(out, rules->title);
        gg_put(out, ": reference sheet\n");
    }
    rules->sheet(sheet);
    flush(sheet);
    if (html) gg_put(out, "</html>\n");
}
