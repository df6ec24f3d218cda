/*
 * person.c - a person at the table: sees the board, types orders, asks why and about the chances.
 */
#include "core/action.h"
#include "cli/hint.h"
#include "cli/play.h"
#include "core/lapse.h"
#include "core/names.h"
#include "core/numbers.h"
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
    uint32_t told; /* how many actions this person knew of when asked last */
    FILE *out; /* what is said goes there first, so that it can be paged, or wrapped for programs */
    bool done, quit;
} seat;

/* ---- What can be typed besides orders. ---- */
static void do_help(seat *me, const char *rest);

static void print_offers_json(const seat *me, const char *words)
{
    gg_seat asking = cli_seat(me->match, me->side);
    for (uint32_t i = 0; i < me->menu.offer_count; i++)
        if (cli_menu_holds(&me->menu, i, words))
            cli_print_offer_json(&asking, &me->menu.offers[i].action);
    cli_leave(&asking);
}

static void do_list(seat *me, const char *rest)
{
    if (me->table->json) {
        print_offers_json(me, rest);
        return;
    }
    if (rest[0] == 0) cli_menu_list(&me->menu, false, me->out);
    else if (!cli_menu_list_some(&me->menu, rest, me->out))
        fprintf(me->out, "Nothing like that is offered.\n");
}

static void do_board(seat *me, const char *rest)
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

static void do_units(seat *me, const char *rest)
{
    (void)rest;
    cli_say_units(me->match, me->side, me->out);
}

static void do_card(seat *me, const char *rest)
{
    if (!cli_say_card(me->match, me->side, rest, me->out))
        fprintf(me->out, "Say `card` and a unit, as `units` lists them.\n");
}

static void do_terms(seat *me, const char *rest)
{
    (void)rest;
    cli_say_terms(me->match, me->side, me->out);
}

static void say_rolls(const seat *me, const cli_teller *teller)
{
    const gg_state *seen = gg_teller_seen(&teller->story, teller->viewer);
    for (uint32_t i = 0; i < teller->roll_count; i++)
        cli_say_why(me->match->rules, seen, &teller->rolls[i], me->out);
}

/* The last rolls, or those of the action with this number. */
static void do_why(seat *me, const char *rest)
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

static void do_log(seat *me, const char *rest)
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

static int say_sheet(const seat *me, const char *about, FILE *out)
{
    const gg_match *match = me->match;
    return cli_say_sheet(match->rules, gg_house_of(match->rules, match->state), about, false, out);
}

/* Longer than a screen: through the reader's own pager, if one is named. */
static void page_sheet(const seat *me)
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

static void do_sheet(seat *me, const char *rest)
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

static void do_clause(seat *me, const char *rest)
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
        cli_say_line(me->out, 0,
                     "There is nothing to take back: undo never crosses a roll, nor what another "
                     "person did.");
        return;
    }
    cli_teller_move(&me->table->teller, me->match->entry_count);
    fprintf(me->out, "Taken back.\n");
    me->done = true;
}

bool cli_may_overwrite(const char *file)
{
    char question[256];
    if (!cli_is_terminal()) return false;
    snprintf(question, sizeof question, "%.160s is there already. Overwrite it? Type yes: ", file);
    char *answer = cli_ask_aside(question);
    const bool yes = answer != NULL && strcasecmp(answer, "yes") == 0;
    free(answer);
    return yes;
}

/* `save --force FILE`, or what was saved there by this very game. */
static bool may_write(seat *me, const char **file)
{
    static const char force[] = "--force ";
    const bool forced = strncmp(*file, force, sizeof force - 1) == 0;
    if (forced) *file += sizeof force - 1;
    const bool own = me->table->saved != NULL && strcmp(me->table->saved, *file) == 0;
    if (forced || own || !cli_would_overwrite(*file) || cli_may_overwrite(*file)) return true;
    if (cli_is_terminal()) {
        fprintf(me->out, "Nothing was written.\n");
        return false;
    }
    me->table->code =
        cli_misuse("%s is there already; --force before its name overwrites it.", *file);
    return false;
}

static bool save_text(seat *me, const char *file, const char *text)
{
    const int code = cli_write_file(file, text, strlen(text));
    if (code != CLI_GO_ON) {
        if (!cli_is_terminal()) me->table->code = code;
        return false;
    }
    fprintf(me->out, "Saved in %s.\n", file);
    return true;
}

static bool save_game(seat *me, const char *file)
{
    if (!may_write(me, &file)) return false;
    char *text = cli_record_text(me->match, GG_SEES_ALL);
    const bool good = save_text(me, file, text);
    free(text);
    if (!good) return false;
    char *name = strdup(file);
    free(me->table->saved);
    me->table->saved = name;
    me->table->saved_at = me->match->entry_count;
    return true;
}

static void do_save(seat *me, const char *rest)
{
    if (rest[0] == 0)
        fprintf(me->out, "Say where: save FILE.  `grognard play FILE` goes on with it.\n");
    else save_game(me, rest);
}

static void do_svg(seat *me, const char *rest)
{
    if (rest[0] == 0) {
        fprintf(me->out, "Say where: svg FILE.\n");
        return;
    }
    if (!may_write(me, &rest)) return;
    char *text = cli_svg(me->match->rules, me->match->state, me->side);
    save_text(me, rest, text);
    free(text);
}

static void do_auto(seat *me, const char *rest)
{
    if (strcmp(rest, "phase") == 0) {
        const gg_turn turn = gg_match_turn(me->match);
        me->table->auto_phase = true;
        me->table->auto_side = me->side;
        me->table->auto_until = turn.phase;
        me->table->auto_round = turn.round;
    } else if (rest[0] != 0) {
        fprintf(me->out, "Say `auto` or `auto phase`.\n");
        return;
    }
    cli_computer_decides(me->table, me->side, gg_player_named("greedy"));
    me->done = true;
}

static void do_resign(seat *me, const char *rest);
static void do_odds(seat *me, const char *rest);

static bool is_saved(const seat *me)
{
    return me->table->saved != NULL && me->table->saved_at == me->match->entry_count;
}

/* Where it lives is where it can be found again; else a person is asked for a name. */
static void do_quit(seat *me, const char *rest)
{
    (void)rest;
    cli_home *home = &me->table->home;
    if (home->file == NULL && !is_saved(me) && cli_is_terminal()) {
        char *file = cli_ask_aside("Keep the game? Type the name of a file, or only Return: ");
        const bool stay = file != NULL && file[0] != 0 && !save_game(me, file);
        free(file);
        if (stay) return;
    }
    me->done = me->quit = true;
    if (is_saved(me) && (home->file == NULL || home->in_folder)) {
        cli_discard(home); /* one place is enough */
        fprintf(me->out, "`grognard play %s` goes on with it.\n", me->table->saved);
    } else if (home->file == NULL) {
        fprintf(me->out, "The game %sis not kept.\n",
                me->table->saved != NULL ? "since `save` " : "");
    } else if (!home->is_there) {
        fprintf(me->out, "You have decided nothing yet, so there is nothing to keep.\n");
    }
}

static bool says_yes(const char *question)
{
    char *answer = cli_is_terminal() ? cli_ask_aside(question) : strdup("yes");
    const bool yes = answer != NULL && strcasecmp(answer, "yes") == 0;
    free(answer);
    return yes;
}

static void do_discard(seat *me, const char *rest)
{
    (void)rest;
    if (!me->table->home.in_folder) {
        fprintf(me->out, "Only a game that keeps itself can be thrown away; `quit` leaves.\n");
        return;
    }
    if (!says_yes("Throw the game away? Type yes: ")) return;
    cli_discard(&me->table->home);
    fprintf(me->out, "The game is thrown away.\n");
    me->done = me->quit = true;
}

/* ---- Questions: the answer in words. ---- */
/* "Say `sight A B`: no such unit or place (did you mean a1?)." */
static void say_unread(const seat *me, const char *form, const char *text, gg_error error)
{
    char near[80], line[256];
    gg_seat asking = cli_seat(me->match, me->side);
    snprintf(line, sizeof line, "Say `%s`: %s%s.", form, error.text,
             cli_nearest_unit(&asking, text + error.at, near, sizeof near));
    cli_leave(&asking);
    cli_say_line(me->out, 0, line);
}

/* The answer in words, and where squares or a table can show it on the board too. */
static void say_answer(const seat *me, const gg_question *question, const gg_answer *answer,
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

static void answer_question(const seat *me, gg_question_kind kind, const char *word,
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

static void do_arcs(seat *me, const char *rest) { answer_question(me, GG_ASK_ARCS, "arcs", rest); }

static void do_contact(seat *me, const char *rest)
{
    answer_question(me, GG_ASK_CONTACT, "contact", rest);
}

/* ---- A computer player's opinion. ---- */

/* The one who sits opposite if he thinks ahead, else a steady one. */
static const gg_player *adviser(const seat *me, const char *name)
{
    const gg_player *other = me->table->seats[me->side == GG_BLUE ? GG_RED : GG_BLUE];
    if (name[0] != 0) return gg_player_named(name);
    return other != NULL && other->level != NULL ? other : gg_player_named("grenadier");
}

static void do_hint(seat *me, const char *rest)
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
static void do_reasons(seat *me, const char *rest)
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
static void do_plan(seat *me, const gg_group_plan *plan)
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

static void plan_for(seat *me, const gg_group *group, bool does)
{
    static gg_group_plan plan;
    gg_seat asking = cli_seat(me->match, me->side);
    cli_find_group(&asking, group, &plan);
    cli_say_group(&asking, &plan, me->out);
    cli_leave(&asking);
    if (plan.does == 0) fprintf(me->out, "Nobody can do that now.\n");
    else if (does) do_plan(me, &plan);
}

static void do_group(seat *me, const char *rest)
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

static void fire_at_best(seat *me, bool does)
{
    gg_group group;
    gg_seat asking = cli_seat(me->match, me->side);
    cli_group_of_all(&asking, &group);
    cli_leave(&asking);
    plan_for(me, &group, does);
}

static void do_targets(seat *me, const char *rest)
{
    (void)rest;
    fire_at_best(me, false);
}

static void do_danger(seat *me, const char *rest)
{
    gg_seat asking = cli_seat(me->match, me->side);
    if (!cli_say_danger(&asking, rest, me->out))
        fprintf(me->out, !gg_knows_danger(me->match->rules)
                             ? "This game knows no danger in advance.\n"
                             : "Say `danger` and a unit of yours that is on the board.\n");
    cli_leave(&asking);
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
    {"card", NULL, "card UNIT", do_card, "all that decides its dice, who commands it, what it did"},
    {"terms", NULL, "terms", do_terms, "what wins, and how far each side has come"},
    {"odds", "o", "odds ORDER", do_odds,
     "every outcome of an order with its chance, before you give it"},
    {"reach", NULL, "reach UNIT", do_reach, "where it may go, and why not further"},
    {"sight", NULL, "sight A B", do_sight, "does A see B, and if not, what is in the way?"},
    {"measure", NULL, "measure A B", do_measure, "how far it is; A, B are units or places"},
    {"arcs", NULL, "arcs UNIT", do_arcs, "its front and flanks, how far it shoots and charges"},
    {"contact", NULL, "contact UNIT B", do_contact, "what it would meet, going straight to B"},
    {"group", "g", "group UNITS ORDER", do_group,
     "several as one: to PLACE, north 6, or an order of theirs; a commander means all he has"},
    {"danger", NULL, "danger UNIT", do_danger,
     "what enemy fire and charges could do to it, where it stands and where it may go"},
    {"targets", NULL, "targets", do_targets,
     "everybody's best target with its chance; `fire all` fires at them"},
    {"why", "w", "why [N]", do_why,
     "what was rolled since your last action, or in action N: modifiers and clauses"},
    {"hint", "h", "hint [PLAYER]", do_hint,
     "the three best orders a computer player sees, the chance to win, and what moves it"},
    {"reasons", NULL, "reasons [N]", do_reasons,
     "why the other side did what it did last, or why action N was done"},
    {"log", NULL, "log [N|all]", do_log, "the last actions again"},
    {"clause", NULL, "clause NUMBER", do_clause, "what a clause says; or a word of the rules"},
    {"sheet", NULL, "sheet [WORD]", do_sheet, "the reference sheet, or its tables about a word"},
    {"undo", NULL, "undo", do_undo, "take back your last action; never across a roll"},
    {"auto", NULL, "auto [phase]", do_auto,
     "let the computer decide this, or the rest of this phase, for you"},
    {"save", NULL, "save FILE", do_save, "keep the game; `grognard play FILE` goes on with it"},
    {"svg", NULL, "svg FILE", do_svg, "a picture of the board"},
    {"resign", NULL, "resign", do_resign, "give up"},
    {"quit", "q", "quit", do_quit, "leave the game; `grognard play --resume` goes on with it"},
    {"discard", NULL, "discard", do_discard, "leave the game and throw it away"},
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

static void do_help(seat *me, const char *rest)
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

/* ---- Orders. ---- */

static const char *typed_name(const void *list, int row)
{
    const seat *me = list;
    if (row < COMMANDS) return commands[row].name;
    row -= COMMANDS;
    return row < (int)me->menu.group_count ? me->menu.groups[row].name : NULL;
}

/* Where it breaks, and if that is the first word, what could be typed. */
static void say_unreadable(const seat *me, const char *text, gg_error error)
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
static void say_refused(const seat *me, gg_verdict verdict)
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

/* The action that a text stands for: a number, an offer, or anything in notation.  False, and a
 * sentence, when there is none. */
static bool find_action(const seat *me, const char *text, gg_action *action)
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
    *action = (gg_action){0};
    gg_seat asking = cli_seat(me->match, me->side);
    const gg_error error = gg_read_action(asking.rules, asking.view, text, action);
    cli_leave(&asking);
    if (error.text == NULL) return true;
    say_unreadable(me, text, error);
    return false;
}

static void do_odds(seat *me, const char *rest)
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
static bool may_leave_undone(const seat *me, const gg_action *action)
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
    return !asks || says_yes("Do it all the same? Type yes: ");
}

static void give_order(seat *me, const char *text)
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

static void do_resign(seat *me, const char *rest)
{
    (void)rest;
    if (says_yes("Give up? Type yes: ")) give_order(me, "resign");
}

/* A number of a piece, or its name, lists its orders. */
static bool names_piece(seat *me, const char *text)
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

static void obey(seat *me, char *line)
{
    while (isspace((unsigned char)*line)) line++;
    for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);
         length--)
        line[length - 1] = 0;
    if (line[0] == 0) return;
    if (strcmp(line, "fire all") == 0) {
        fire_at_best(me, true);
        return;
    }
    const size_t first = strcspn(line, " ");
    for (int i = 0; i < COMMANDS; i++) {
        const bool named =
            strlen(commands[i].name) == first && strncmp(line, commands[i].name, first) == 0;
        const bool also = commands[i].also != NULL && strlen(commands[i].also) == first
                          && strncmp(line, commands[i].also, first) == 0;
        if (!named && !also) continue;
        const char *rest = line + first;
        while (*rest == ' ') rest++;
        commands[i].run(me, rest);
        return;
    }
    if (!names_piece(me, line)) give_order(me, line);
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

static int complete_piece(const seat *me, char **out, int limit)
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

/* ---- Asking and answering. ---- */

/* What was said since: to a person in pieces that fit the screen, to a program as an object. */
static void open_voice(seat *me, char **bytes, size_t *count)
{
    me->out = open_memstream(bytes, count);
    if (me->out == NULL) abort();
}

static void deliver(seat *me, char *bytes)
{
    if (me->table->json) cli_print_words_json("said", bytes);
    else cli_page(bytes);
    fflush(stdout);
    free(bytes);
}

static void write_asked(gg_json *json, const void *of)
{
    const seat *me = of;
    gg_json_object(json, NULL);
    gg_json_string(json, "event", "asked");
    gg_json_string(json, "side", gg_side_name(me->side));
    gg_seat asking = cli_seat(me->match, me->side);
    gg_wire_turn(json, asking.rules, asking.view);
    cli_leave(&asking);
    gg_json_end(json);
}

/* What has to be decided and what is offered. */
static char *choice_words(seat *me, bool phase, bool brief)
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
static char *tell_news(seat *me, int columns)
{
    cli_teller *teller = &me->table->teller;
    if (teller->story.told != me->told) cli_teller_move(teller, me->told), teller->roll_count = 0;
    cli_in_columns(columns);
    char *news = cli_news(me->table);
    cli_in_columns(0);
    return news;
}

/* The news in the columns beside a board of so many lines; NULL where there is no room. */
static char *news_beside(seat *me, int lines)
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
static char *decision_words(seat *me, bool is_new, bool pages)
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

static void show_decision(seat *me)
{
    const int phase = gg_match_turn(me->match).phase + 1;
    const bool is_new = me->table->asked_phase != phase; /* told once, when it becomes another */
    me->table->asked_phase = phase;
    deliver(me, decision_words(me, is_new, true));
}

/* The terminal has another size. */
static void show_again(void *about)
{
    seat *me = about;
    free(me->table->shown);
    me->table->shown = NULL;
    char *words = decision_words(me, false, false);
    fputs(words, stdout);
    free(words);
}

/* What is said about an order that was done is told with what comes of it. */
static void answer_line(seat *me, char *line)
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
static bool ask_to_leave(seat *me, int *cancelled)
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
    seat me = {.table = table,
               .match = &table->game.match,
               .side = side,
               .told = table->teller.story.told};
    char prompt[64];
    int cancelled = 0;
    cli_menu_fill(&me.menu, me.match, side);
    cli_complete_with(complete, &me);
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
