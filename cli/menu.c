/*
 * menu.c - what a person may choose from: there can be hundreds of orders, so they are shown
 * piece by piece, numbered, and completed word by word.
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE /* strcasestr */
#include "cli/play.h"
#include "core/picture.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Filling. ---- */
static size_t word_length(const char *text) { return strcspn(text, " "); }

/* The second word is the piece, if it is one; else the first word speaks for itself. */
static void name_group(const gg_seat *seat, const gg_action *action, const char *text, char *name,
                       uint32_t limit)
{
    char unit[2 * GG_NAME_MAX];
    gg_text unit_text = gg_text_over(unit, sizeof unit), out = gg_text_over(name, limit);
    const size_t first = word_length(text);
    const char *second = text[first] == ' ' ? text + first + 1 : "";
    if (action->who < seat->rules->unit_count)
        seat->rules->write_unit(seat->view, action->who, &unit_text);
    if (unit_text.count > 0 && word_length(second) == unit_text.count
        && strncmp(second, unit, unit_text.count) == 0)
        gg_put(&out, unit);
    else gg_put_bytes(&out, text, (uint32_t)first);
}

/* "3rd Foot", or where it has no name "infantry", for the piece that an action is about. */
static const char *words_for(const gg_seat *seat, const gg_scene *scene, gg_unit who,
                             gg_text *words)
{
    char bytes[GG_NAME_MAX];
    gg_text code = gg_text_over(bytes, sizeof bytes);
    if (who < seat->rules->unit_count) seat->rules->write_unit(seat->view, who, &code);
    if (code.count > 0 && gg_put_unit_name(words, &seat->names, seat->view, bytes))
        return words->bytes;
    for (uint32_t i = 0; i < scene->count && who != GG_NO_UNIT; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->unit == who && (mark->shape == GG_BLOCK || mark->shape == GG_RESERVE))
            return gg_roles[mark->role].words;
    }
    return "";
}

static int group_for(cli_menu *menu, const gg_seat *seat, const char *name, const gg_scene *scene,
                     gg_unit who)
{
    char bytes[sizeof menu->groups[0].words];
    gg_text words = gg_text_over(bytes, sizeof bytes);
    for (uint32_t i = 0; i < menu->group_count; i++)
        if (strcmp(menu->groups[i].name, name) == 0) return (int)i;
    cli_group *group = &menu->groups[menu->group_count];
    strcpy(group->name, name);
    snprintf(group->words, sizeof group->words, "%s", words_for(seat, scene, who, &words));
    return (int)menu->group_count++;
}

void cli_menu_fill(cli_menu *menu, const gg_match *match, gg_side side)
{
    const gg_ruleset *rules = match->rules;
    gg_scene scene;
    cli_draw(rules, match->state, side, &scene);
    cli_menu_free(menu);
    gg_seat seat = cli_seat(match, side);
    const uint32_t count = gg_seat_offers(&seat, match->offers, rules->actions_max);
    menu->offers = cli_memory(count * sizeof *menu->offers);
    menu->groups = cli_memory(count * sizeof *menu->groups);
    menu->numbers = cli_memory(count * sizeof *menu->numbers);
    for (uint32_t i = 0; i < count; i++) {
        char bytes[GG_ACTION_TEXT_MAX], said[GG_WORDS_MAX], name[2 * GG_NAME_MAX];
        gg_text text = gg_text_over(bytes, sizeof bytes), words = gg_text_over(said, sizeof said);
        gg_seat_write(&seat, &match->offers[i], &text);
        gg_seat_say(&seat, &match->offers[i], &words);
        name_group(&seat, &match->offers[i], bytes, name, sizeof name);
        const int group = group_for(menu, &seat, name, &scene, match->offers[i].who);
        menu->groups[group].count++;
        menu->offers[menu->offer_count++] =
            (cli_offer){match->offers[i], strdup(bytes), strdup(said), group};
    }
    cli_leave(&seat);
}

void cli_menu_free(cli_menu *menu)
{
    for (uint32_t i = 0; i < menu->offer_count; i++) {
        free(menu->offers[i].text);
        free(menu->offers[i].words);
    }
    free(menu->offers);
    free(menu->groups);
    free(menu->numbers);
    *menu = (cli_menu){0};
}

/* ---- Listing. ---- */
static const cli_offer *first_of(const cli_menu *menu, uint32_t group)
{
    uint32_t at = 0;
    while (menu->offers[at].group != (int)group) at++;
    return &menu->offers[at];
}

static int digits(uint32_t number)
{
    return number < 10 ? 1 : number < 100 ? 2 : number < 1000 ? 3 : 4;
}

/* Numbered words in columns that fit the terminal, read downwards like a newspaper. */
static void print_columns(const char *const *items, uint32_t count, FILE *out)
{
    size_t widest = 0;
    for (uint32_t i = 0; i < count; i++)
        if (strlen(items[i]) > widest) widest = strlen(items[i]);
    const int number = digits(count), width = number + 2 + (int)widest + 3;
    const uint32_t fit = (uint32_t)(cli_terminal_width() / width), columns = fit > 0 ? fit : 1;
    const uint32_t rows = (count + columns - 1) / columns;
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t at = row; at < count; at += rows)
            fprintf(out, "%*u) %-*s", number, at + 1, at + rows < count ? (int)widest + 3 : 0,
                    items[at]);
        fprintf(out, "\n");
    }
}

/* How a piece or a word is listed: with the first words of what it may do where there is room. */
static char *group_line(const cli_menu *menu, uint32_t row, bool brief)
{
    enum { FEW = 12 }; /* so many lines have room for words */
    char line[GG_ACTION_TEXT_MAX + GG_WORDS_MAX];
    const cli_group *group = &menu->groups[row];
    const cli_offer *offer = first_of(menu, row);
    if (group->count == 1 && menu->group_count <= FEW && !brief)
        snprintf(line, sizeof line, "%s  %s", offer->text, offer->words);
    else if (group->count == 1) snprintf(line, sizeof line, "%s", offer->text);
    else
        snprintf(line, sizeof line, "%s%s%s (%u)", group->name,
                 group->words[0] != 0 && !brief ? " " : "", brief ? "" : group->words,
                 group->count);
    return strdup(line);
}

void cli_menu_list(cli_menu *menu, bool brief, FILE *out)
{
    if (menu->group_count == 1) {
        cli_menu_list_some(menu, "", out);
        return;
    }
    char **items = cli_memory(menu->group_count * sizeof *items);
    menu->numbers_groups = true;
    menu->number_count = menu->group_count;
    for (uint32_t i = 0; i < menu->group_count; i++) {
        menu->numbers[i] = i;
        items[i] = group_line(menu, i, brief);
    }
    print_columns((const char *const *)items, menu->group_count, out);
    for (uint32_t i = 0; i < menu->group_count; i++) free(items[i]);
    free(items);
}

/* An order to several is no single piece's: it is listed with each that it names. */
static bool is_to(const cli_offer *offer, const char *name)
{
    const size_t length = strlen(name);
    if (offer->action.who != GG_NO_UNIT) return false;
    for (const char *word = offer->text; *word != 0; word += word_length(word)) {
        word += strspn(word, " ");
        if (word_length(word) == length && strncasecmp(word, name, length) == 0) return true;
    }
    return false;
}

static bool holds_words(const cli_menu *menu, const cli_offer *offer, const char *words)
{
    while (*words != 0) {
        const size_t length = word_length(words);
        char word[64];
        if (length >= sizeof word) return false;
        memcpy(word, words, length);
        word[length] = 0;
        const bool is_name = cli_menu_group(menu, word) == offer->group || is_to(offer, word);
        if (length > 0 && !is_name
            && (cli_menu_group(menu, word) >= 0 || strcasestr(offer->text, word) == NULL))
            return false;
        words += length;
        while (*words == ' ') words++;
    }
    return true;
}

/* How much all of a long list begin with, in whole words and never all of one. */
static size_t common_words(const char *const *items, uint32_t count)
{
    enum { LONG = 12 };
    size_t common = 0;
    if (count <= LONG) return 0;
    for (size_t at = 0; items[0][at] != 0; at++) {
        for (uint32_t i = 1; i < count; i++)
            if (items[i][at] != items[0][at]) return common;
        if (items[0][at] == ' ') common = at + 1;
    }
    return common;
}

/* Notation and words side by side; a list too long for that is notation alone. */
static void print_offers(const cli_menu *menu, const char *const *items, FILE *out)
{
    enum { WITH_WORDS = 40, WIDE = 36, LINE_MAX_BYTES = GG_ACTION_TEXT_MAX + GG_WORDS_MAX + 32 };
    size_t widest = 0;
    if (menu->number_count > WITH_WORDS) {
        print_columns(items, menu->number_count, out);
        return;
    }
    for (uint32_t i = 0; i < menu->number_count; i++)
        if (strlen(items[i]) > widest && strlen(items[i]) <= WIDE) widest = strlen(items[i]);
    const int first = digits(menu->number_count) + (int)widest + 4; /* column of the words */
    for (uint32_t i = 0; i < menu->number_count; i++) {
        char line[LINE_MAX_BYTES];
        snprintf(line, sizeof line, "%*u) %-*s  %s", digits(menu->number_count), i + 1, (int)widest,
                 items[i], menu->offers[menu->numbers[i]].words);
        cli_say_line(out, first, line);
    }
}

bool cli_menu_list_some(cli_menu *menu, const char *words, FILE *out)
{
    const char **items = cli_memory(menu->offer_count * sizeof *items);
    menu->number_count = 0;
    menu->numbers_groups = false;
    for (uint32_t i = 0; i < menu->offer_count; i++) {
        if (!holds_words(menu, &menu->offers[i], words)) continue;
        items[menu->number_count] = menu->offers[i].text;
        menu->numbers[menu->number_count++] = i;
    }
    const size_t common = common_words(items, menu->number_count);
    if (common > 0) fprintf(out, "%.*s...\n", (int)common, items[0]); /* said once */
    for (uint32_t i = 0; i < menu->number_count; i++) items[i] += common;
    print_offers(menu, items, out);
    free(items);
    return menu->number_count > 0;
}

bool cli_menu_holds(const cli_menu *menu, uint32_t offer, const char *words)
{
    return holds_words(menu, &menu->offers[offer], words);
}

/* ---- Finding. ---- */
int cli_menu_group(const cli_menu *menu, const char *name)
{
    for (uint32_t i = 0; i < menu->group_count; i++)
        if (strcasecmp(menu->groups[i].name, name) == 0) return (int)i;
    return -1;
}

const cli_offer *cli_menu_find(const cli_menu *menu, const char *text)
{
    uint64_t number;
    if (cli_read_number(text, &number)) {
        if (menu->numbers_groups || number < 1 || number > menu->number_count) return NULL;
        return &menu->offers[menu->numbers[number - 1]];
    }
    for (uint32_t i = 0; i < menu->offer_count; i++) {
        const char *offer = menu->offers[i].text;
        const size_t first = word_length(offer);
        if (strcasecmp(offer, text) == 0
            || (offer[first] == ' ' && strcasecmp(offer + first + 1, text) == 0))
            return &menu->offers[i];
    }
    return NULL;
}

/* ---- Completing. ---- */
static bool is_among(char **list, int count, const char *word, size_t length)
{
    for (int i = 0; i < count; i++)
        if (strlen(list[i]) == length && strncmp(list[i], word, length) == 0) return true;
    return false;
}

int cli_menu_complete(const cli_menu *menu, const char *line, int at, char **out, int limit)
{
    int count = 0;
    for (uint32_t i = 0; i < menu->offer_count && count < limit; i++) {
        const char *offer = menu->offers[i].text;
        if (strncmp(offer, line, (size_t)at) != 0) { /* the first word may be left out */
            offer += word_length(offer) + (offer[word_length(offer)] == ' ' ? 1 : 0);
            if (at == 0 || strncmp(offer, line, (size_t)at) != 0) continue;
        }
        const char *next = offer + at;
        const size_t length = word_length(next);
        if (length > 0 && !is_among(out, count, next, length)) out[count++] = strndup(next, length);
    }
    return count;
}
