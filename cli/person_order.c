/*
 * person_order.c - orders as a person types them: found, weighed, given and completed.
 * SPDX-License-Identifier: MIT
 */
#include "cli/person.h"
#include "core/action.h"
#include "core/lapse.h"
#include "core/names.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Orders. ---- */

static const char *typed_name(const void *list, int row)
{
    const cli_person *me = list;
    int commands = 0;
    while (cli_person_command(commands) != NULL) commands++;
    if (row < commands) return cli_person_command(row);
    row -= commands;
    return row < (int)me->menu.group_count ? me->menu.groups[row].name : NULL;
}

bool cli_person_coded(const cli_person *me, const char *typed, char *coded, uint32_t limit)
{
    gg_complaint alike;
    gg_text out = gg_text_over(coded, limit);
    gg_seat asking = cli_seat(me->match, me->side);
    const bool known = gg_put_coded(&out, &asking.names, asking.view, typed, &alike);
    cli_leave(&asking);
    if (!known) cli_say_line(me->out, 0, alike.sentence);
    return known;
}

/* Where it breaks, and if that is the first word, what could be typed. */
static void say_unreadable(const cli_person *me, const char *text, gg_error error)
{
    char word[41], near[80], line[256];
    const int at = cli_shown_width(text, error.at);
    fprintf(me->out, "%s\n%*s^ %s\n", text, at, "", error.text);
    if (error.at > 0) return;
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, " "), text);
    snprintf(line, sizeof line, "\"%s\" is no order and no command%s; ? tells what can be typed.",
             word, cli_nearest(word, typed_name, me, near, sizeof near));
    cli_say_line(me->out, 0, line);
}

/* What the rules refuse, for people or for programs. */
static void say_refused(const cli_person *me, gg_verdict verdict)
{
    gg_complaint complaint;
    if (!me->table->json) {
        char due[GG_LAPSE_WORDS_MAX];
        gg_text words = gg_text_over(due, sizeof due);
        gg_seat asking = cli_seat(me->match, me->side);
        cli_say_verdict(me->match->rules, verdict, me->out);
        if (gg_put_due(&words, &asking, verdict, me->match->offers)) cli_say_line(me->out, 2, due);
        cli_leave(&asking);
        return;
    }
    gg_complain_refused(me->match->rules, verdict, &complaint);
    cli_print_error_json(me->match->rules, &complaint, CLI_NO);
}

static gg_error read_order(const cli_person *me, const char *text, gg_action *action)
{
    *action = (gg_action){0};
    gg_seat asking = cli_seat(me->match, me->side);
    const gg_error error = gg_read_action(asking.rules, asking.view, text, action);
    cli_leave(&asking);
    return error;
}

/* The action that a text stands for: a number, an offer, or anything in notation.  False, and a
 * sentence, when there is none. */
static bool find_action(const cli_person *me, const char *text, gg_action *action)
{
    uint64_t number;
    const cli_offer *offer = cli_menu_find(&me->menu, text);
    if (offer != NULL) {
        *action = offer->action;
        return true;
    }
    if (cli_read_number(text, &number) && me->menu.numbers_groups && number >= 1
        && number <= me->menu.number_count) {
        fprintf(me->out, "%s is %s on the list: type it to see its orders.\n", text,
                me->menu.groups[me->menu.numbers[number - 1]].name);
        return false;
    }
    if (cli_read_number(text, &number)) {
        fprintf(me->out, "There is no order %s on the list; `list` shows what there is.\n", text);
        return false;
    }
    char coded[GG_ACTION_TEXT_MAX + GG_NAME_MAX];
    gg_error error = read_order(me, text, action);
    if (error.text == NULL) return true;
    if (!cli_person_coded(me, text, coded, sizeof coded)) return false;
    if (strcmp(coded, text) != 0) error = read_order(me, coded, action);
    if (error.text == NULL) return true;
    say_unreadable(me, coded, error);
    return false;
}

void cli_person_odds(cli_person *me, const char *rest)
{
    gg_action action;
    if (rest[0] == 0) {
        fprintf(me->out, "Say which order: odds ORDER, or odds and its number in the list.\n");
        return;
    }
    if (!find_action(me, rest, &action)) return;
    gg_seat asking = cli_seat(me->match, me->side);
    const gg_verdict verdict = gg_seat_judge(&asking, &action);
    if (verdict.reason != 0) say_refused(me, verdict);
    else if (me->table->json) cli_print_odds_json(&asking, &action);
    else cli_say_odds(&asking, &action, me->out);
    cli_leave(&asking);
}

/* What ends a step and throws something away is asked once, naming it; where nobody can be asked it
 * is told beside what came of it. */
static bool may_leave_undone(const cli_person *me, const gg_action *action)
{
    static const char heading[] = "This leaves something undone. ";
    char words[sizeof heading + GG_LAPSE_WORDS_MAX];
    gg_text text = gg_text_over(words, sizeof words);
    gg_seat asking = cli_seat(me->match, me->side);
    gg_put(&text, heading);
    const bool leaves = gg_seat_judge(&asking, action).reason == 0
                        && gg_put_lapses(&text, &asking, action, me->match->offers);
    cli_leave(&asking);
    if (!leaves) return true;
    const bool asks = cli_is_terminal() && !me->table->json;
    cli_say_line(asks ? stdout : me->out, 2, words);
    return !asks || cli_says_yes("Do it all the same? Type yes: ");
}

static void give_order(cli_person *me, const char *text)
{
    gg_action action;
    gg_verdict verdict;
    if (!find_action(me, text, &action) || !may_leave_undone(me, &action)) return;
    switch (gg_match_do(me->match, me->side, &action, &verdict)) {
    case GG_MATCH_DONE: me->done = true; return;
    case GG_MATCH_REFUSED: say_refused(me, verdict); return;
    case GG_MATCH_NOT_NOW:
    case GG_MATCH_FULL:
    case GG_MATCH_DICE: fprintf(me->out, "That cannot be done now.\n"); return;
    }
}

void cli_person_resign(cli_person *me, const char *rest)
{
    (void)rest;
    if (cli_says_yes("Give up? Type yes: ")) give_order(me, "resign");
}

/* A number of a piece, or its name, lists its orders. */
static bool names_piece(cli_person *me, const char *text)
{
    uint64_t number;
    int group = cli_menu_group(&me->menu, text);
    if (group < 0 && me->menu.numbers_groups && cli_read_number(text, &number) && number >= 1
        && number <= me->menu.number_count)
        group = (int)me->menu.numbers[number - 1];
    gg_seat asking = cli_seat(me->match, me->side);
    const bool piece = gg_find_unit(asking.rules, asking.view, asking.side, text) != GG_NO_UNIT;
    cli_leave(&asking);
    if (group < 0 && piece) fprintf(me->out, "%s can do nothing now.\n", text);
    if (group < 0) return piece;
    char name[sizeof me->menu.groups[0].name];
    strcpy(name, me->menu.groups[group].name);
    if (piece || me->menu.groups[group].count > 1)
        return cli_menu_list_some(&me->menu, name, me->out);
    for (uint32_t i = 0; i < me->menu.offer_count; i++)
        if (me->menu.offers[i].group == group) {
            give_order(me, me->menu.offers[i].text);
            return true;
        }
    return false;
}

void cli_person_orders(cli_person *me, const char *line)
{
    char coded[GG_ACTION_TEXT_MAX + GG_NAME_MAX];
    if (names_piece(me, line)) return;
    if (!cli_person_coded(me, line, coded, sizeof coded)) return;
    if (strcmp(coded, line) == 0 || !names_piece(me, coded)) give_order(me, line);
}

/* ---- Completion. ---- */

/* After a question: every piece there is. */
static bool asks_about_pieces(const char *line)
{
    static const char *const words[] = {"reach ", "sight ",   "measure ",
                                        "arcs ",  "contact ", "danger "};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(line, words[i], strlen(words[i])) == 0) return true;
    return false;
}

static int complete_piece(const cli_person *me, char **out, int limit)
{
    gg_seat asking = cli_seat(me->match, me->side);
    int count = 0;
    for (gg_unit unit = 0; unit < asking.rules->unit_count && count < limit; unit++) {
        char name[GG_NAME_MAX];
        gg_text text = gg_text_over(name, sizeof name);
        asking.rules->write_unit(asking.view, unit, &text);
        if (name[0] != 0) out[count++] = strdup(name);
    }
    cli_leave(&asking);
    return count;
}

/* What may stand in a line from `at` on, in codes. */
static int complete_codes(const cli_person *me, const char *line, int at, char **out, int limit)
{
    if (asks_about_pieces(line)) return complete_piece(me, out, limit);
    int count = 0;
    if (strncmp(line, "list ", 5) == 0) {
        for (uint32_t i = 0; i < me->menu.group_count && count < limit; i++)
            out[count++] = strdup(me->menu.groups[i].name);
        return count;
    }
    if (strncmp(line, "odds ", 5) == 0) line += 5, at -= 5;
    return at >= 0 ? cli_menu_complete(&me->menu, line, at, out, limit) : 0;
}

static bool is_listed(char *const *list, int count, const char *word)
{
    for (int i = 0; i < count; i++)
        if (strcmp(list[i], word) == 0) return true;
    return false;
}

/* The codes that may stand behind so much of a line, in which names are typed too. */
static int complete_behind(const cli_person *me, const char *line, int until, char **out, int limit)
{
    char typed[GG_ACTION_TEXT_MAX], bytes[GG_ACTION_TEXT_MAX + GG_NAME_MAX];
    gg_text before = gg_text_over(typed, sizeof typed), coded = gg_text_over(bytes, sizeof bytes);
    gg_complaint alike;
    gg_put_bytes(&before, line, (uint32_t)until);
    gg_seat asking = cli_seat(me->match, me->side);
    const bool known =
        !before.cut && gg_put_coded(&coded, &asking.names, asking.view, typed, &alike);
    cli_leave(&asking);
    return known ? complete_codes(me, bytes, (int)coded.count, out, limit) : 0;
}

/* The rests of names that begin at `from`, and of which all before `at` is typed already. */
static int complete_names(const cli_person *me, const char *line, int from, int at, char **out,
                          int limit)
{
    enum { CODES_MAX = 1024 };
    static char *codes[CODES_MAX];
    int fit = complete_behind(me, line, from, codes, CODES_MAX), count = 0;
    gg_seat asking = cli_seat(me->match, me->side);
    for (gg_unit unit = 0; unit < asking.rules->unit_count && count < limit && fit > 0; unit++) {
        char code[GG_NAME_MAX], words[GG_ACTION_TEXT_MAX];
        gg_text short_name = gg_text_over(code, sizeof code);
        gg_text name = gg_text_over(words, sizeof words);
        asking.rules->write_unit(asking.view, unit, &short_name);
        if (is_listed(codes, fit, code) && gg_put_unit_name(&name, &asking.names, asking.view, code)
            && (int)name.count > at - from
            && strncasecmp(words, line + from, (size_t)(at - from)) == 0)
            out[count++] = strdup(words + (at - from));
    }
    while (fit > 0) free(codes[--fit]);
    cli_leave(&asking);
    return count;
}

int cli_person_complete(void *about, const char *line, int at, char **out, int limit)
{
    const cli_person *me = about;
    const size_t typed = strlen(line + at);
    int count = 0, fitting = 0;
    /* a name of several words, of which the first stand before it, is gone on with */
    for (int from = at - 1; from >= 0 && count < limit; from--)
        if (from == 0 || line[from - 1] == ' ')
            count += complete_names(me, line, from, at, out + count, limit - count);
    for (int i = 0; i < count; i++) fitting += strncmp(out[i], line + at, typed) == 0;
    if (fitting > 0) return count;
    count += complete_behind(me, line, at, out + count, limit - count);
    if (typed > 0) count += complete_names(me, line, at, at, out + count, limit - count);
    const char *name;
    for (int i = 0; at == 0 && count < limit && (name = cli_person_command(i)) != NULL; i++)
        out[count++] = strdup(name);
    return count;
}
