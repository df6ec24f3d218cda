/*
 * person_ask.c - what a person may ask at the table: lists, cards, questions, hints, danger.
 * SPDX-License-Identifier: MIT
 */
#include "cli/hint.h"
#include "cli/person.h"
#include "core/names.h"
#include "core/numbers.h"
#include "core/question.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- The position, the story and the rules. ---- */

static void print_offers_json(const cli_person *me, const char *words)
{
    gg_seat asking = cli_seat(me->match, me->side);
    for (uint32_t i = 0; i < me->menu.offer_count; i++)
        if (cli_menu_holds(&me->menu, i, words))
            cli_print_offer_json(&asking, &me->menu.offers[i].action);
    cli_leave(&asking);
}

void cli_person_list(cli_person *me, const char *rest)
{
    if (me->table->json) {
        print_offers_json(me, rest);
        return;
    }
    if (rest[0] == 0) cli_menu_list(&me->menu, false, me->out);
    else if (!cli_menu_list_some(&me->menu, rest, me->out))
        fprintf(me->out, "Nothing like that is offered.\n");
}

void cli_person_board(cli_person *me, const char *rest)
{
    (void)rest;
    if (me->table->json) {
        gg_scene scene;
        gg_seat asking = cli_seat(me->match, me->side);
        cli_draw(asking.rules, asking.view, me->side, &scene);
        cli_print_scene_json(asking.rules, asking.view, &scene);
        cli_leave(&asking);
        return;
    }
    cli_say_board(&(cli_look){.match = me->match,
                              .side = me->side,
                              .colour = me->table->colour,
                              .lines = cli_terminal_height() - 1},
                  me->out);
}

void cli_person_units(cli_person *me, const char *rest)
{
    (void)rest;
    cli_say_units(me->match, me->side, me->out);
}

void cli_person_card(cli_person *me, const char *rest)
{
    if (!cli_say_card(me->match, me->side, rest, me->out))
        fprintf(me->out, "Say `card` and a unit, as `units` lists them.\n");
}

void cli_person_terms(cli_person *me, const char *rest)
{
    (void)rest;
    cli_say_terms(me->match, me->side, me->out);
}

static void say_rolls(const cli_person *me, const cli_teller *teller)
{
    const gg_state *seen = gg_teller_seen(&teller->story, teller->viewer);
    for (uint32_t i = 0; i < teller->roll_count; i++)
        cli_say_why(me->match->rules, seen, &teller->rolls[i], me->out);
}

/* The last rolls, or those of the action with this number. */
void cli_person_why(cli_person *me, const char *rest)
{
    uint64_t number;
    if (rest[0] == 0) {
        if (me->table->teller.roll_count == 0)
            fprintf(me->out,
                    "Nothing has been rolled since your last action; `why N` explains action N.\n");
        say_rolls(me, &me->table->teller);
        return;
    }
    if (!cli_read_number(rest, &number) || number < 1 || number > me->match->entry_count) {
        fprintf(me->out, "Say `why`, or `why` and the number of an action as `log` shows it.\n");
        return;
    }
    cli_teller teller = cli_teller_for(me->match, me->table->teller.viewer, false);
    cli_teller_move(&teller, (uint32_t)number - 1);
    teller.roll_count = 0;
    cli_tell(&teller, (uint32_t)number, NULL);
    if (teller.roll_count == 0) fprintf(me->out, "Nothing was rolled there.\n");
    say_rolls(me, &teller);
    cli_teller_free(&teller);
}

void cli_person_log(cli_person *me, const char *rest)
{
    uint64_t count = 12;
    if (strcmp(rest, "all") == 0) count = me->match->entry_count;
    else if (rest[0] != 0 && !cli_read_number(rest, &count)) {
        fprintf(me->out, "Say `log`, `log 30` or `log all`.\n");
        return;
    }
    const uint32_t all = me->match->entry_count;
    cli_teller teller = cli_teller_for(me->match, me->table->teller.viewer, false);
    cli_teller_move(&teller, count < all ? all - (uint32_t)count : 0);
    cli_tell(&teller, UINT32_MAX, me->out);
    cli_teller_free(&teller);
}

static int say_sheet(const cli_person *me, const char *about, FILE *out)
{
    const gg_match *match = me->match;
    return cli_say_sheet(match->rules, gg_house_of(match->rules, match->state), about, false, out);
}

/* Longer than a screen: through the reader's own pager, if one is named. */
static void page_sheet(const cli_person *me)
{
    const char *pager = getenv("PAGER");
    enum { NOT_FOUND = 127 };
    FILE *pipe = NULL;
    int end = NOT_FOUND << 8;
    fflush(stdout);
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* who closes the pager wants to play on */
    if (cli_is_terminal() && pager != NULL && pager[0] != 0 && !me->table->json)
        pipe = popen(pager, "w");
    if (pipe != NULL) {
        say_sheet(me, NULL, pipe);
        end = pclose(pipe);
    }
    signal(SIGPIPE, before);
    if (WIFEXITED(end) && WEXITSTATUS(end) == NOT_FOUND) say_sheet(me, NULL, me->out);
}

void cli_person_sheet(cli_person *me, const char *rest)
{
    if (rest[0] == 0) page_sheet(me);
    else if (say_sheet(me, rest, me->out) != CLI_YES)
        fprintf(me->out, "The sheet has nothing about that; `sheet` shows all of it.\n");
}

/* The number of the clause that says what a word of the rulebook means; else what was said. */
static const char *clause_of_term(const gg_ruleset *rules, const char *said)
{
    for (const gg_term *term = rules->glossary; term->word != NULL; term++)
        if (strcasecmp(term->word, said) == 0) return rules->clauses[term->clause].number;
    return said;
}

void cli_person_clause(cli_person *me, const char *rest)
{
    const gg_ruleset *rules = me->match->rules;
    rest = clause_of_term(rules, rest);
    for (int i = 1; i < rules->clause_count; i++) {
        const char *number = rules->clauses[i].number, *dash = strchr(number, '-');
        if (strcasecmp(number, rest) != 0 && (dash == NULL || strcasecmp(dash + 1, rest) != 0))
            continue;
        fprintf(me->out, "%s %s: %s\n", number, rules->clauses[i].title, rules->clauses[i].gist);
        return;
    }
    fprintf(me->out, "Say `clause` and its number, as in `clause %s`.\n",
            rules->clause_count > 1 ? rules->clauses[1].number : "1");
}

/* ---- Questions: the answer in words. ---- */
/* "Say `sight A B`: no such unit or place (did you mean a1?)." */
static void say_unread(const cli_person *me, const char *form, const char *text, gg_error error)
{
    char near[80], line[256];
    gg_seat asking = cli_seat(me->match, me->side);
    snprintf(line, sizeof line, "Say `%s`: %s%s.", form, error.text,
             cli_nearest_unit(&asking, text + error.at, near, sizeof near));
    cli_leave(&asking);
    cli_say_line(me->out, 0, line);
}

/* The answer in words, and where squares or a table can show it on the board too. */
static void say_answer(const cli_person *me, const gg_question *question, const gg_answer *answer,
                       const gg_scene *over)
{
    cli_say_line(me->out, 0, answer->words);
    if (question->kind != GG_ASK_REACH || over->count == 0 || !cli_is_terminal()) return;
    cli_say_board(&(cli_look){.match = me->match,
                              .side = me->side,
                              .colour = me->table->colour,
                              .lines = cli_terminal_height() - 4,
                              .over = over},
                  me->out);
}

static void answer_question(const cli_person *me, gg_question_kind kind, const char *word,
                            const char *rest)
{
    static gg_scene_room memory;
    char text[128];
    gg_question question;
    gg_answer answer;
    gg_seat asking = cli_seat(me->match, me->side);
    gg_scene board, over = gg_scene_in(&memory);
    snprintf(text, sizeof text, "%s %s", word, rest);
    cli_draw(asking.rules, asking.view, me->side, &board);
    over.low = board.low, over.high = board.high, over.cell = board.cell;
    const gg_error error =
        gg_read_question(asking.rules, asking.view, asking.side, text, &question);
    if (error.text != NULL) say_unread(me, gg_question_form(kind), text, error);
    else if (!cli_answer(&asking, &question, &answer, &over))
        fprintf(me->out, "This game answers no such questions.\n");
    else if (me->table->json) cli_print_answer_json(&asking, &answer, &over);
    else say_answer(me, &question, &answer, &over);
    cli_leave(&asking);
}

void cli_person_reach(cli_person *me, const char *rest)
{
    answer_question(me, GG_ASK_REACH, "reach", rest);
}

void cli_person_sight(cli_person *me, const char *rest)
{
    answer_question(me, GG_ASK_SIGHT, "sight", rest);
}

void cli_person_measure(cli_person *me, const char *rest)
{
    answer_question(me, GG_ASK_MEASURE, "measure", rest);
}

void cli_person_arcs(cli_person *me, const char *rest)
{
    answer_question(me, GG_ASK_ARCS, "arcs", rest);
}

void cli_person_contact(cli_person *me, const char *rest)
{
    answer_question(me, GG_ASK_CONTACT, "contact", rest);
}

/* ---- A computer player's opinion. ---- */

/* The one who sits opposite if he thinks ahead, else a steady one. */
static const gg_player *adviser(const cli_person *me, const char *name)
{
    const gg_player *other = me->table->seats[me->side == GG_BLUE ? GG_RED : GG_BLUE];
    if (name[0] != 0) return gg_player_named(name);
    return other != NULL && other->level != NULL ? other : gg_player_named("grenadier");
}

void cli_person_hint(cli_person *me, const char *rest)
{
    const gg_player *player = adviser(me, rest[0] != 0 ? rest : "grenadier");
    if (player == NULL || player->level == NULL) {
        fprintf(me->out, "Say `hint`, or `hint` and who is asked: line, grenadier, guard.\n");
        return;
    }
    gg_seat asking = cli_seat(me->match, me->side);
    const gg_names names = gg_names_of(me->match);
    const cli_hint_wish wish = {.ask = {.rules = asking.rules,
                                        .view = asking.view,
                                        .names = &names,
                                        .side = me->side,
                                        .player = player,
                                        .playouts = me->table->effort.playouts,
                                        .seed = 1}};
    if (!cli_say_hint(&wish, me->table->json ? stdout : me->out, me->table->json))
        fprintf(me->out, "Stopped.\n");
    cli_leave(&asking);
}

/* Of the other side's last decision, or of action N: where nothing is hidden, for a reason tells
 * what its player knows. */
void cli_person_reasons(cli_person *me, const char *rest)
{
    const gg_match *match = me->match;
    uint64_t number = match->entry_count;
    if (rest[0] != 0
        && (!cli_read_number(rest, &number) || number < 1 || number > match->entry_count)) {
        fprintf(me->out, "Say `reasons`, or `reasons` and the number of an action.\n");
        return;
    }
    for (; rest[0] == 0 && number > 0; number--) {
        const gg_entry *entry = &match->entries[number - 1];
        if (!entry->forced && entry->side <= GG_RED && entry->side != me->side) break;
    }
    const gg_entry *entry = number > 0 ? &match->entries[number - 1] : NULL;
    if (entry == NULL || entry->forced || entry->side > GG_RED) {
        fprintf(me->out, "Nobody decided that.\n");
        return;
    }
    gg_state *state = cli_memory(match->rules->state_bytes);
    gg_state *scratch = cli_memory(match->rules->state_bytes);
    gg_teller teller = gg_teller_of(match, state);
    gg_teller_move(&teller, (uint32_t)number - 1);
    const bool hides = gg_position_hides(match->rules, state, scratch);
    free(state);
    free(scratch);
    if (hides && entry->side != me->side)
        cli_say_line(me->out, 0,
                     "While anything is hidden the other side keeps its reasons to "
                     "itself; `grognard review` tells them when the game is over.");
    else if (!cli_say_reasons(match, (uint32_t)number - 1, adviser(me, ""),
                              me->table->effort.playouts, me->table->json ? stdout : me->out,
                              me->table->json))
        fprintf(me->out, "Stopped.\n");
}

/* ---- Several units at once. ---- */

/* One after the other, while it is this side's decision; who fails is named and stays behind. */
static void do_plan(cli_person *me, const gg_group_plan *plan)
{
    const gg_turn begun = gg_match_turn(me->match);
    gg_verdict verdict;
    uint32_t left = 0;
    for (uint32_t i = 0; i < plan->does; i++) {
        const gg_group_part *part = &plan->parts[i];
        if (i > 0 && memcmp(&part->action, &part[-1].action, sizeof part->action) == 0) continue;
        const gg_turn now = gg_match_turn(me->match);
        if (now.over || (now.deciding >> me->side & 1) == 0 || now.phase != begun.phase) {
            left++;
            continue;
        }
        if (gg_match_do(me->match, me->side, &part->action, &verdict) != GG_MATCH_DONE) left++;
        else me->done = true;
    }
    if (left == 0) return;
    fprintf(me->out, "%u of them did not come to it: things have changed.\n", (unsigned)left);
}

static void plan_for(cli_person *me, const gg_group *group, bool does)
{
    static gg_group_plan plan;
    gg_seat asking = cli_seat(me->match, me->side);
    cli_find_group(&asking, group, &plan);
    cli_say_group(&asking, &plan, me->out);
    cli_leave(&asking);
    if (plan.does == 0) fprintf(me->out, "Nobody can do that now.\n");
    else if (does) do_plan(me, &plan);
}

void cli_person_group(cli_person *me, const char *rest)
{
    gg_group group;
    gg_seat asking = cli_seat(me->match, me->side);
    const bool is_read = cli_read_group(&asking, rest, &group);
    cli_leave(&asking);
    if (is_read) plan_for(me, &group, true);
    else
        cli_say_line(me->out, 0,
                     "Say who and what: `group a1 a2 to 54:24`, `group a1 a2 north 6`, or an order "
                     "without its unit, `group a1 a2 form line`.  A commander stands for all he "
                     "has under him.");
}

static void fire_at_best(cli_person *me, bool does)
{
    gg_group group;
    gg_seat asking = cli_seat(me->match, me->side);
    cli_group_of_all(&asking, &group);
    cli_leave(&asking);
    plan_for(me, &group, does);
}

void cli_person_targets(cli_person *me, const char *rest)
{
    (void)rest;
    fire_at_best(me, false);
}

void cli_person_danger(cli_person *me, const char *rest)
{
    gg_seat asking = cli_seat(me->match, me->side);
    if (!cli_say_danger(&asking, rest, me->out))
        fprintf(me->out, !gg_knows_danger(me->match->rules)
                             ? "This game knows no danger in advance.\n"
                             : "Say `danger` and a unit of yours that is on the board.\n");
    cli_leave(&asking);
}

void cli_person_fire_all(cli_person *me) { fire_at_best(me, true); }
