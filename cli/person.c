/*
 * person.c - a person at the table: sees the board, types orders, asks why and about the chances.
 * SPDX-License-Identifier: MIT
 */
#include "cli/person.h"
#include "core/action.h"

#include "core/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- What can be typed besides orders. ---- */

static void do_help(cli_person *me, const char *rest);

static const struct command {
    const char *name, *also, *form;
    cli_request *run;
    bool units; /* units are named behind it, by codes or by what people call them */
    const char *text;
} commands[] = {
    {"?", "help", "?", do_help, false, "this help"},
    {"list", "l", "list [PIECE] [WORDS]", cli_person_list, true,
     "what you can do: by piece, of one piece, or holding some words"},
    {"board", "b", "board", cli_person_board, false, "the board again"},
    {"units", "u", "units", cli_person_units, false, "the pieces with strength, place and facing"},
    {"card", NULL, "card UNIT", cli_person_card, true,
     "all that decides its dice, who commands it, what it did"},
    {"terms", NULL, "terms", cli_person_terms, false, "what wins, and how far each side has come"},
    {"odds", "o", "odds ORDER", cli_person_odds, false,
     "every outcome of an order with its chance, before you give it"},
    {"reach", NULL, "reach UNIT", cli_person_reach, true, "where it may go, and why not further"},
    {"sight", NULL, "sight A B", cli_person_sight, true,
     "does A see B, and if not, what is in the way?"},
    {"measure", NULL, "measure A B", cli_person_measure, true,
     "how far it is; A, B are units or places"},
    {"arcs", NULL, "arcs UNIT", cli_person_arcs, true,
     "its front and flanks, how far it shoots and charges"},
    {"contact", NULL, "contact UNIT B", cli_person_contact, true,
     "what it would meet, going straight to B"},
    {"group", "g", "group UNITS ORDER", cli_person_group, true,
     "several as one: to PLACE, north 6, or an order of theirs; a commander means all he has"},
    {"danger", NULL, "danger UNIT", cli_person_danger, true,
     "what enemy fire and charges could do to it, where it stands and where it may go"},
    {"targets", NULL, "targets", cli_person_targets, false,
     "everybody's best target with its chance; `fire all` fires at them"},
    {"why", "w", "why [N]", cli_person_why, false,
     "what was rolled since your last action, or in action N: modifiers and clauses"},
    {"hint", "h", "hint [PLAYER]", cli_person_hint, false,
     "the three best orders a computer player sees, the chance to win, and what moves it"},
    {"reasons", NULL, "reasons [N]", cli_person_reasons, false,
     "why the other side did what it did last, or why action N was done"},
    {"log", NULL, "log [N|all]", cli_person_log, false, "the last actions again"},
    {"clause", NULL, "clause NUMBER", cli_person_clause, false,
     "what a clause says; or a word of the rules"},
    {"sheet", NULL, "sheet [WORD]", cli_person_sheet, false,
     "the reference sheet, or its tables about a word"},
    {"undo", NULL, "undo", cli_person_undo, false,
     "take back your last action; never across a roll"},
    {"auto", NULL, "auto [phase]", cli_person_auto, false,
     "let the computer decide this, or the rest of this phase, for you"},
    {"save", NULL, "save FILE", cli_person_save, false,
     "keep the game; `grognard play FILE` goes on with it"},
    {"svg", NULL, "svg FILE", cli_person_svg, false, "a picture of the board"},
    {"resign", NULL, "resign", cli_person_resign, false, "give up"},
    {"quit", "q", "quit", cli_person_quit, false,
     "leave the game; `grognard play --resume` goes on with it"},
    {"discard", NULL, "discard", cli_person_discard, false, "leave the game and throw it away"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* What has to be decided, by which clause, and how that is written. */
static void say_phase(const cli_person *me)
{
    const gg_ruleset *rules = me->match->rules;
    const gg_phase_def *phase = &rules->phases[gg_match_turn(me->match).phase];
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (phase->clause != 0) {
        gg_put(&text, rules->clauses[phase->clause].number);
        gg_put_char(&text, ' ');
        gg_put(&text, rules->clauses[phase->clause].title);
        gg_put(&text, ": ");
        gg_put(&text, rules->clauses[phase->clause].gist);
        cli_say_line(me->out, 2, bytes);
    }
    if (phase->orders == NULL) return;
    text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "Orders: ");
    gg_put(&text, phase->orders);
    if (me->menu.offer_count > 0)
        gg_put(&text, ".  For example: "), gg_put(&text, me->menu.offers[0].text);
    cli_say_line(me->out, 2, bytes);
}

static void do_help(cli_person *me, const char *rest)
{
    (void)rest;
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    fprintf(me->out, "You decide for %s.\n", gg_side_name(me->side));
    say_phase(me);
    gg_put(&text, "Type an order, such as `");
    if (me->menu.offer_count > 0) gg_put(&text, me->menu.offers[0].text);
    gg_put(&text, "`, or its number in a list, or the name of a piece to list its orders.  Tab "
                  "completes, and `sheet` tells what the words mean.  Besides:");
    cli_say_line(me->out, 0, bytes);
    for (int i = 0; i < COMMANDS; i++) {
        snprintf(bytes, sizeof bytes, "  %-21s %s", commands[i].form, commands[i].text);
        cli_say_line(me->out, 24, bytes);
    }
}

const char *cli_person_command(int row) { return row < COMMANDS ? commands[row].name : NULL; }

static bool is_called(const struct command *command, const char *line, size_t length)
{
    return (strlen(command->name) == length && strncmp(line, command->name, length) == 0)
           || (command->also != NULL && strlen(command->also) == length
               && strncmp(line, command->also, length) == 0);
}

static void obey(cli_person *me, char *line)
{
    char coded[GG_ACTION_TEXT_MAX + GG_NAME_MAX];
    while (isspace((unsigned char)*line)) line++;
    for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);
         length--)
        line[length - 1] = 0;
    if (line[0] == 0) return;
    if (strcmp(line, "fire all") == 0) {
        cli_person_fire_all(me);
        return;
    }
    const size_t first = strcspn(line, " ");
    for (int i = 0; i < COMMANDS; i++) {
        if (!is_called(&commands[i], line, first)) continue;
        const char *rest = line + first;
        while (*rest == ' ') rest++;
        if (!commands[i].units) commands[i].run(me, rest);
        else if (cli_person_coded(me, rest, coded, sizeof coded)) commands[i].run(me, coded);
        return;
    }
    cli_person_orders(me, line);
}

/* ---- Asking and answering. ---- */

/* What was said since: to a person in pieces that fit the screen, to a program as an object. */
static void open_voice(cli_person *me, char **bytes, size_t *count)
{
    me->out = open_memstream(bytes, count);
    if (me->out == NULL) abort();
}

static void deliver(cli_person *me, char *bytes)
{
    if (me->table->json) cli_print_words_json("said", bytes);
    else cli_page(bytes);
    fflush(stdout);
    free(bytes);
}

static void write_asked(gg_json *json, const void *of)
{
    const cli_person *me = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "asked");
    gg_json_string(json, "side", gg_side_name(me->side));
    gg_seat asking = cli_seat(me->match, me->side);
    gg_wire_turn(json, asking.rules, asking.view);
    cli_leave(&asking);
    gg_json_end(json);
}

/* What has to be decided and what is offered. */
static char *choice_words(cli_person *me, bool phase, bool brief)
{
    char *bytes = NULL;
    size_t count = 0;
    open_voice(me, &bytes, &count);
    if (phase) say_phase(me);
    cli_menu_list(&me->menu, brief, me->out);
    fclose(me->out);
    return bytes;
}

enum {
    BESIDE_COLUMNS = 110, /* from here on the news stand beside the board, if they fit there */
    BOARD_LINES = 15,     /* where fewer are left for the board, the choice is brief */
};

/* What happened since this person's last order, told in so many columns (0: the terminal's). */
static char *tell_news(cli_person *me, int columns)
{
    cli_teller *teller = &me->table->teller;
    if (teller->story.told != me->told) cli_teller_move(teller, me->told), teller->roll_count = 0;
    cli_in_columns(columns);
    char *news = cli_news(me->table);
    cli_in_columns(0);
    return news;
}

/* The news in the columns beside a board of so many lines; NULL where there is no room. */
static char *news_beside(cli_person *me, int lines)
{
    const int columns = cli_terminal_width() - CLI_BOARD_COLUMNS;
    if (cli_terminal_width() < BESIDE_COLUMNS) return NULL;
    char *news = tell_news(me, columns - 1);
    cli_in_columns(columns);
    const bool fits = news[0] != 0 && cli_count_rows(news) <= lines;
    cli_in_columns(0);
    if (fits) return news;
    free(news);
    return NULL;
}

/* The board, the choice and last what happened, in one screen if that can be.  Where the board
 * would become too low for it, the news come on screens of their own, or not at all. */
static char *decision_words(cli_person *me, bool is_new, bool pages)
{
    char *board = NULL, *all = NULL, *news = tell_news(me, 0);
    size_t count = 0;
    const int height = cli_terminal_height() - 1;
    char *below = choice_words(me, is_new, false);
    if (height - cli_count_rows(below) - cli_count_rows(news) < BOARD_LINES) {
        free(below);
        below = choice_words(me, is_new, true);
    }
    const int room = height - cli_count_rows(below), left = room - cli_count_rows(news);
    char *beside = news_beside(me, room);
    if (left < BOARD_LINES && beside == NULL && !pages) news[0] = 0;
    open_voice(me, &board, &count);
    const bool drawn =
        cli_say_news(&(cli_look){.match = me->match,
                                 .side = me->side,
                                 .colour = me->table->colour,
                                 .lines = beside != NULL || left < BOARD_LINES ? room : left,
                                 .beside = beside},
                     &me->table->shown, me->out);
    fclose(me->out);
    if (drawn && beside != NULL) news[0] = 0;
    open_voice(me, &all, &count);
    const int rows = cli_count_rows(board) + cli_count_rows(below) + cli_count_rows(news);
    fprintf(me->out, "%s%s%s%s", rows < height ? "\n" : "", board, below, news);
    fclose(me->out);
    free(board);
    free(below);
    free(beside);
    free(news);
    return all;
}

static void show_decision(cli_person *me)
{
    const int phase = gg_match_turn(me->match).phase + 1;
    const bool is_new = me->table->asked_phase != phase; /* told once, when it becomes another */
    me->table->asked_phase = phase;
    deliver(me, decision_words(me, is_new, true));
}

/* The terminal has another size. */
static void show_again(void *about)
{
    cli_person *me = about;
    free(me->table->shown);
    me->table->shown = NULL;
    char *words = decision_words(me, false, false);
    fputs(words, stdout);
    free(words);
}

/* What is said about an order that was done is told with what comes of it. */
static void answer_line(cli_person *me, char *line)
{
    char *bytes = NULL;
    size_t count = 0;
    open_voice(me, &bytes, &count);
    obey(me, line);
    fclose(me->out);
    if (!me->done || me->quit || !cli_is_watched(me->table)) {
        deliver(me, bytes);
        return;
    }
    free(me->table->said);
    me->table->said = bytes;
}

/* No line came: Ctrl-C once cancels what was typed; twice, or Ctrl-D, asks before it leaves.  False
 * where nobody can be asked any more. */
static bool ask_to_leave(cli_person *me, int *cancelled)
{
    const cli_fate fate = cli_line_fate();
    if (fate == CLI_LINE_KILLED || !cli_is_terminal()) return false;
    if (fate == CLI_LINE_CANCELLED && ++*cancelled < 2) {
        if (!me->table->json) printf("(Ctrl-C again, Ctrl-D or `quit` leaves the game.)\n");
        return true;
    }
    *cancelled = 0;
    char *answer = cli_ask_aside("Leave the game? Type yes: ");
    const bool leave = answer != NULL ? tolower((unsigned char)answer[0]) == 'y'
                                      : cli_line_fate() != CLI_LINE_CANCELLED;
    free(answer);
    if (!leave) return true;
    char quit[] = "quit";
    if (cli_line_fate() == CLI_LINE_TYPED) answer_line(me, quit);
    return cli_line_fate() == CLI_LINE_TYPED;
}

cli_choice cli_person_decides(cli_table *table, gg_side side)
{
    cli_person me = {.table = table,
                     .match = &table->game.match,
                     .side = side,
                     .told = table->teller.story.told};
    char prompt[64];
    int cancelled = 0;
    cli_menu_fill(&me.menu, me.match, side);
    cli_complete_with(cli_person_complete, &me);
    if (!table->json) cli_redraw_with(show_again, &me);
    if (table->json) cli_print_json(write_asked, &me);
    else if (cli_is_terminal()) show_decision(&me);
    snprintf(prompt, sizeof prompt, "%s> ", gg_side_name(side));
    while (!me.done) {
        char *line = cli_ask(table->json ? "" : prompt);
        if (line == NULL && !ask_to_leave(&me, &cancelled)) break;
        if (line == NULL) continue;
        cancelled = 0;
        answer_line(&me, line);
        free(line);
    }
    cli_complete_with(NULL, NULL);
    cli_redraw_with(NULL, NULL);
    cli_menu_free(&me.menu);
    if (!me.done && cli_line_fate() == CLI_LINE_KILLED) return CLI_KILLED;
    return me.quit ? CLI_QUIT : me.done ? CLI_CHOSE : CLI_INPUT_ENDED;
}
