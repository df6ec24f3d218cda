/*
 * person.c - a person at the table: sees the board, types orders, asks why and about the chances.
 */
#include "cli/play.h"
#include "core/question.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

/* Where a person stands in one decision. */
typedef struct seat {
    cli_table *table;
    gg_match *match;
    gg_side side;
    cli_menu menu;
    bool done, quit;
} seat;

/* ---- What can be typed besides orders. ---- */
static void do_help(seat *me, const char *rest);

static void do_list(seat *me, const char *rest)
{
    if (rest[0] == 0)
        cli_menu_list(&me->menu);
    else if (!cli_menu_list_some(&me->menu, rest))
        printf("Nothing like that is offered.\n");
}

static void do_board(seat *me, const char *rest)
{
    (void)rest;
    cli_say_board(me->match, me->side, me->table->colour);
}

static void do_units(seat *me, const char *rest)
{
    (void)rest;
    cli_say_units(me->match, me->side);
}

static void say_rolls(const seat *me, const cli_teller *teller)
{
    for (uint32_t i = 0; i < teller->roll_count; i++)
        cli_say_why(me->match->rules, teller->story.state, &teller->rolls[i], stdout);
}

/* The last rolls, or those of the action with this number. */
static void do_why(seat *me, const char *rest)
{
    uint64_t number;
    if (rest[0] == 0) {
        if (me->table->teller.roll_count == 0)
            printf("Nothing has been rolled since your last action; `why N` explains action N.\n");
        say_rolls(me, &me->table->teller);
        return;
    }
    if (!cli_read_number(rest, &number) || number < 1 || number > me->match->entry_count) {
        printf("Say `why`, or `why` and the number of an action as `log` shows it.\n");
        return;
    }
    cli_teller teller = cli_teller_for(me->match, me->table->teller.viewer, false);
    cli_teller_move(&teller, (uint32_t)number - 1);
    teller.roll_count = 0;
    cli_tell(&teller, (uint32_t)number, NULL);
    if (teller.roll_count == 0) printf("Nothing was rolled there.\n");
    say_rolls(me, &teller);
    cli_teller_free(&teller);
}

static void do_log(seat *me, const char *rest)
{
    uint64_t count = 12;
    if (strcmp(rest, "all") == 0)
        count = me->match->entry_count;
    else if (rest[0] != 0 && !cli_read_number(rest, &count)) {
        printf("Say `log`, `log 30` or `log all`.\n");
        return;
    }
    const uint32_t all = me->match->entry_count;
    cli_teller teller = cli_teller_for(me->match, me->table->teller.viewer, false);
    cli_teller_move(&teller, count < all ? all - (uint32_t)count : 0);
    cli_tell(&teller, UINT32_MAX, stdout);
    cli_teller_free(&teller);
}

/* Longer than a screen: through the reader's pager, if there is one. */
static void page_sheet(const seat *me)
{
    const char *pager = getenv("PAGER");
    enum { NOT_FOUND = 127 };
    FILE *out = NULL;
    fflush(stdout);
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* who closes the pager wants to play on */
    if (cli_is_terminal()) out = popen(pager != NULL && pager[0] != 0 ? pager : "less -FRSX", "w");
    cli_say_sheet(me->match->rules, NULL, false, out != NULL ? out : stdout);
    const int end = out != NULL ? pclose(out) : 0;
    signal(SIGPIPE, before);
    if (WIFEXITED(end) && WEXITSTATUS(end) == NOT_FOUND)
        cli_say_sheet(me->match->rules, NULL, false, stdout);
}

static void do_sheet(seat *me, const char *rest)
{
    if (rest[0] == 0)
        page_sheet(me);
    else if (cli_say_sheet(me->match->rules, rest, false, stdout) != CLI_YES)
        printf("The sheet has nothing about that; `sheet` shows all of it.\n");
}

static void do_clause(seat *me, const char *rest)
{
    const gg_ruleset *rules = me->match->rules;
    for (int i = 1; i < rules->clause_count; i++) {
        const char *number = rules->clauses[i].number, *dash = strchr(number, '-');
        if (strcasecmp(number, rest) != 0 && (dash == NULL || strcasecmp(dash + 1, rest) != 0))
            continue;
        printf("%s %s: %s\n", number, rules->clauses[i].title, rules->clauses[i].gist);
        return;
    }
    printf("Say `clause` and its number, as in `clause %s`.\n",
           rules->clause_count > 1 ? rules->clauses[1].number : "1");
}

/* Has this side chosen anything since the last roll or reveal? */
static bool may_undo(const seat *me)
{
    for (uint32_t i = me->match->barrier_at; i < me->match->entry_count; i++)
        if (me->match->entries[i].side == me->side && !me->match->entries[i].forced) return true;
    return false;
}

/* A computer that has answered already takes its answer back too. */
static void do_undo(seat *me, const char *rest)
{
    (void)rest;
    const gg_side other = me->side == GG_BLUE ? GG_RED : GG_BLUE;
    bool undone = false;
    while (may_undo(me) && !(undone = gg_match_undo(me->match, me->side)))
        if (me->table->seats[other] == NULL || !gg_match_undo(me->match, other)) break;
    if (!undone) {
        printf("There is nothing to take back: undo never crosses a roll, nor what another person "
               "did.\n");
        return;
    }
    cli_teller_move(&me->table->teller, me->match->entry_count);
    printf("Taken back.\n");
    me->done = true;
}

static bool save_text(const char *file, const char *text)
{
    if (cli_write_file(file, text, strlen(text)) != CLI_GO_ON) return false;
    printf("Saved in %s.\n", file);
    return true;
}

static bool save_game(seat *me, const char *file)
{
    char *text = cli_record_text(me->match, GG_SEES_ALL);
    const bool good = save_text(file, text);
    free(text);
    if (!good) return false;
    free(me->table->saved);
    me->table->saved = strdup(file);
    me->table->saved_at = me->match->entry_count;
    return true;
}

static void do_save(seat *me, const char *rest)
{
    if (rest[0] == 0)
        printf("Say where: save FILE.  `grognard play FILE` goes on with it.\n");
    else
        save_game(me, rest);
}

static void do_svg(seat *me, const char *rest)
{
    if (rest[0] == 0) {
        printf("Say where: svg FILE.\n");
        return;
    }
    char *text = cli_svg(me->match->rules, me->match->state, me->side);
    save_text(rest, text);
    free(text);
}

static void do_auto(seat *me, const char *rest)
{
    if (strcmp(rest, "phase") == 0) {
        me->table->auto_phase = true;
        me->table->auto_until = gg_match_turn(me->match).phase;
    }
    cli_computer_decide(me->table, me->side, gg_player_named("greedy"));
    me->done = true;
}

static void do_resign(seat *me, const char *rest);
static void do_odds(seat *me, const char *rest);

/* Where the game so far can be found, or NULL. */
static const char *kept_in(const seat *me)
{
    const cli_table *table = me->table;
    if (table->record != NULL) return table->record;
    return table->saved_at == me->match->entry_count ? table->saved : NULL;
}

static void do_quit(seat *me, const char *rest)
{
    (void)rest;
    if (kept_in(me) == NULL && cli_is_terminal()) {
        char *file = cli_ask("Keep the game? Type the name of a file, or only Return: ");
        const bool stay = file != NULL && file[0] != 0 && !save_game(me, file);
        free(file);
        if (stay) return;
    }
    me->done = me->quit = true;
    if (kept_in(me) != NULL)
        printf("`grognard play %s` goes on with it.\n", kept_in(me));
    else
        printf("The game %sis not kept.\n", me->table->saved != NULL ? "since `save` " : "");
}

/* ---- Questions: the answer in words. ---- */
static void answer_question(const seat *me, gg_question_kind kind, const char *word,
                            const char *rest)
{
    const gg_ruleset *rules = me->match->rules;
    char text[128];
    gg_question question;
    gg_answer answer;
    snprintf(text, sizeof text, "%s %s", word, rest);
    const gg_error error = gg_read_question(rules, me->match->state, text, &question);
    if (error.text != NULL)
        printf("Say `%s`: %s.\n", gg_question_form(kind), error.text);
    else if (!cli_answer(rules, me->match->state, me->side, &question, &answer, NULL))
        printf("This game answers no such questions.\n");
    else
        cli_say_line(stdout, 0, answer.words);
}

static void do_reach(seat *me, const char *rest)
{
    answer_question(me, GG_ASK_REACH, "reach", rest);
}

static void do_sight(seat *me, const char *rest)
{
    answer_question(me, GG_ASK_SIGHT, "sight", rest);
}

static void do_measure(seat *me, const char *rest)
{
    answer_question(me, GG_ASK_MEASURE, "measure", rest);
}

static void do_arcs(seat *me, const char *rest)
{
    answer_question(me, GG_ASK_ARCS, "arcs", rest);
}

static void do_contact(seat *me, const char *rest)
{
    answer_question(me, GG_ASK_CONTACT, "contact", rest);
}

static const struct command {
    const char *name, *also, *form;
    void (*run)(seat *, const char *rest);
    const char *text;
} commands[] = {
    {"?", "help", "?", do_help, "this help"},
    {"list", "l", "list [PIECE] [WORDS]", do_list,
     "what you can do: by piece, of one piece, or holding some words"},
    {"board", "b", "board", do_board, "the board again"},
    {"units", "u", "units", do_units, "the pieces with strength, place and facing"},
    {"odds", "o", "odds ORDER", do_odds,
     "every outcome of an order with its chance, before you give it"},
    {"reach", NULL, "reach UNIT", do_reach, "where it may go, and why not further"},
    {"sight", NULL, "sight A B", do_sight, "does A see B, and if not, what is in the way?"},
    {"measure", NULL, "measure A B", do_measure, "how far it is; A, B are units or places"},
    {"arcs", NULL, "arcs UNIT", do_arcs, "its front and flanks, how far it shoots and charges"},
    {"contact", NULL, "contact UNIT B", do_contact, "what it would meet, going straight to B"},
    {"why", "w", "why [N]", do_why,
     "what was rolled since your last action, or in action N: modifiers and clauses"},
    {"log", NULL, "log [N|all]", do_log, "the last actions again"},
    {"clause", NULL, "clause NUMBER", do_clause, "what a clause says"},
    {"sheet", NULL, "sheet [WORD]", do_sheet, "the reference sheet, or its tables about a word"},
    {"undo", NULL, "undo", do_undo, "take back your last action; never across a roll"},
    {"auto", NULL, "auto [phase]", do_auto,
     "let the computer decide this, or the rest of this phase, for you"},
    {"save", NULL, "save FILE", do_save, "keep the game; `grognard play FILE` goes on with it"},
    {"svg", NULL, "svg FILE", do_svg, "a picture of the board"},
    {"resign", NULL, "resign", do_resign, "give up"},
    {"quit", "q", "quit", do_quit, "leave the game"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* What has to be decided, by which clause, and how that is written. */
static void say_phase(const seat *me)
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
        cli_say_line(stdout, 2, bytes);
    }
    if (phase->orders == NULL) return;
    text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "Orders: ");
    gg_put(&text, phase->orders);
    cli_say_line(stdout, 2, bytes);
}

static void do_help(seat *me, const char *rest)
{
    (void)rest;
    char bytes[1024];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    printf("You decide for %s.\n", gg_side_name(me->side));
    say_phase(me);
    gg_put(&text, "Type an order, such as `");
    if (me->menu.offer_count > 0) gg_put(&text, me->menu.offers[0].text);
    gg_put(&text, "`, or its number in a list, or the name of a piece to list its orders.  Tab "
                  "completes, and `sheet` tells what the words mean.  Besides:");
    cli_say_line(stdout, 0, bytes);
    for (int i = 0; i < COMMANDS; i++)
        printf("  %-21s %s\n", commands[i].form, commands[i].text);
}

/* ---- Orders. ---- */

/* The action that a text stands for: a number, an offer, or anything in notation.  False, and a
 * sentence, when there is none. */
static bool find_action(const seat *me, const char *text, gg_action *action)
{
    const gg_ruleset *rules = me->match->rules;
    uint64_t number;
    const cli_offer *offer = cli_menu_find(&me->menu, text);
    if (offer != NULL) {
        *action = offer->action;
        return true;
    }
    if (cli_read_number(text, &number)) {
        printf("There is no order %s on the list; `list` shows what there is.\n", text);
        return false;
    }
    *action = (gg_action){0};
    const gg_error error = rules->read_action(me->match->state, text, action);
    if (error.text == NULL) return true;
    printf("%s\n%*s^ %s\n", text, (int)error.at, "", error.text);
    return false;
}

static void do_odds(seat *me, const char *rest)
{
    gg_action action;
    if (rest[0] == 0) {
        printf("Say which order: odds ORDER, or odds and its number in the list.\n");
        return;
    }
    if (!find_action(me, rest, &action)) return;
    const gg_verdict verdict = me->match->rules->legal(me->match->state, me->side, &action);
    if (verdict.reason != 0)
        cli_say_verdict(me->match->rules, verdict, stdout);
    else
        cli_say_odds(me->match->rules, me->match->state, me->side, &action, stdout);
}

static void give_order(seat *me, const char *text)
{
    gg_action action;
    gg_verdict verdict;
    if (!find_action(me, text, &action)) return;
    switch (gg_match_do(me->match, me->side, &action, &verdict)) {
    case GG_MATCH_DONE: me->done = true; return;
    case GG_MATCH_REFUSED: cli_say_verdict(me->match->rules, verdict, stdout); return;
    case GG_MATCH_NOT_NOW:
    case GG_MATCH_FULL:
    case GG_MATCH_DICE: printf("That cannot be done now.\n"); return;
    }
}

static void do_resign(seat *me, const char *rest)
{
    (void)rest;
    char *answer = cli_is_terminal() ? cli_ask("Give up? Type yes: ") : strdup("yes");
    if (answer != NULL && strcasecmp(answer, "yes") == 0) give_order(me, "resign");
    free(answer);
}

/* A number of a piece, or its name, lists its orders. */
static bool names_piece(seat *me, const char *text)
{
    uint64_t number;
    int group = cli_menu_group(&me->menu, text);
    if (group < 0 && me->menu.numbers_groups && cli_read_number(text, &number) && number >= 1
        && number <= me->menu.number_count)
        group = (int)me->menu.numbers[number - 1];
    const bool piece = gg_find_unit(me->match->rules, me->match->state, text) != GG_NO_UNIT;
    if (group < 0 && piece) printf("%s can do nothing now.\n", text);
    if (group < 0) return piece;
    char name[sizeof me->menu.groups[0].name];
    strcpy(name, me->menu.groups[group].name);
    if (piece || me->menu.groups[group].count > 1) return cli_menu_list_some(&me->menu, name);
    for (uint32_t i = 0; i < me->menu.offer_count; i++)
        if (me->menu.offers[i].group == group) {
            give_order(me, me->menu.offers[i].text);
            return true;
        }
    return false;
}

static void obey(seat *me, char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);
         length--)
        line[length - 1] = 0;
    if (line[0] == 0) return;
    const size_t first = strcspn(line, " ");
    for (int i = 0; i < COMMANDS; i++) {
        const bool named =
            strlen(commands[i].name) == first && strncmp(line, commands[i].name, first) == 0;
        const bool also = commands[i].also != NULL && strlen(commands[i].also) == first
                          && strncmp(line, commands[i].also, first) == 0;
        if (!named && !also) continue;
        const char *rest = line + first;
        while (*rest == ' ')
            rest++;
        commands[i].run(me, rest);
        return;
    }
    if (!names_piece(me, line)) give_order(me, line);
}

/* ---- Completion. ---- */

/* After a question: every piece there is. */
static bool asks_about_pieces(const char *line)
{
    static const char *const words[] = {"reach ", "sight ", "measure ", "arcs ", "contact "};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(line, words[i], strlen(words[i])) == 0) return true;
    return false;
}

static int complete_piece(const seat *me, char **out, int limit)
{
    const gg_ruleset *rules = me->match->rules;
    int count = 0;
    for (gg_unit unit = 0; unit < rules->unit_count && count < limit; unit++) {
        char name[GG_NAME_MAX];
        gg_text text = gg_text_over(name, sizeof name);
        rules->write_unit(me->match->state, unit, &text);
        if (name[0] != 0) out[count++] = strdup(name);
    }
    return count;
}

static int complete(void *about, const char *line, int at, char **out, int limit)
{
    const seat *me = about;
    int count = 0;
    const char *order = line;
    int order_at = at;
    if (strncmp(line, "odds ", 5) == 0) order += 5, order_at -= 5;
    if (asks_about_pieces(line)) return complete_piece(me, out, limit);
    if (strncmp(line, "list ", 5) == 0) {
        for (uint32_t i = 0; i < me->menu.group_count && count < limit; i++)
            out[count++] = strdup(me->menu.groups[i].name);
        return count;
    }
    if (order_at >= 0) count = cli_menu_complete(&me->menu, order, order_at, out, limit);
    for (int i = 0; i < COMMANDS && at == 0 && count < limit; i++)
        out[count++] = strdup(commands[i].name);
    return count;
}

cli_choice cli_me_decide(cli_table *table, gg_side side)
{
    seat me = {.table = table, .match = &table->game.match, .side = side};
    char prompt[64];
    cli_menu_fill(&me.menu, me.match, side);
    cli_complete_with(complete, &me);
    if (cli_is_terminal()) {
        printf("\n");
        cli_say_news(me.match, side, table->colour, &table->shown);
        const int phase = gg_match_turn(me.match).phase + 1;
        if (table->asked_phase != phase) say_phase(&me); /* once, when it becomes something else */
        table->asked_phase = phase;
        cli_menu_list(&me.menu);
    }
    snprintf(prompt, sizeof prompt, "%s> ", gg_side_name(side));
    while (!me.done) {
        char *line = cli_ask(prompt);
        if (line == NULL) break;
        obey(&me, line);
        free(line);
    }
    cli_complete_with(NULL, NULL);
    cli_menu_free(&me.menu);
    return me.quit ? CLI_QUIT : me.done ? CLI_CHOSE : CLI_INPUT_ENDED;
}
