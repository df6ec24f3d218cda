/*
 * sentences.c - the log, the refusals and the ends, in sentences.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/names.h"
#include "core/numbers.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SENTENCE_MAX = 2048, LINE_LEAST = 40 };

/* Broken between words into lines of `width`; later lines are set in. */
static void say_broken(FILE *out, int width, int indent, const char *words)
{
    int room = width;
    while (strlen(words) > (size_t)room) {
        int cut = room;
        while (cut > LINE_LEAST / 2 && words[cut] != ' ') cut--;
        if (words[cut] != ' ') cut = room;
        fprintf(out, "%.*s\n%*s", cut, words, indent, "");
        words += cut;
        while (*words == ' ') words++;
        room = width - indent > LINE_LEAST ? width - indent : LINE_LEAST;
    }
    fprintf(out, "%s\n", words);
}

void cli_say_line(FILE *out, int indent, const char *words)
{
    /* What is only gathered yet (it has no number) is for the terminal, if there is one. */
    const bool seen =
        fileno(out) >= 0 ? isatty(fileno(out)) != 0 : cli_is_terminal() && !cli_wants_json();
    say_broken(out, seen ? cli_terminal_width() : INT32_MAX, indent, words);
}

void cli_say_help(int indent, const char *words)
{
    enum { HELP_WIDTH = 79 };
    say_broken(stdout, isatty(STDOUT_FILENO) ? cli_terminal_width() : HELP_WIDTH, indent, words);
}

void cli_say_events(const gg_match *match, const gg_state *state, const gg_log *log, gg_side viewer,
                    FILE *out)
{
    const gg_names names = gg_names_of(match);
    char bytes[SENTENCE_MAX], codes[SENTENCE_MAX];
    for (uint32_t i = 0; i < log->count; i++) {
        gg_event event;
        if (!gg_event_for(viewer, &log->events[i], &event)) continue;
        gg_text text = gg_text_over(bytes, sizeof bytes);
        gg_text coded = gg_text_over(codes, sizeof codes);
        gg_put(&text, "  ");
        gg_put_event(&coded, match->rules, state, &event);
        /* who plays is told names; batches and records, which programs read, have codes */
        if (viewer == GG_SEES_ALL) gg_put(&text, codes);
        else gg_put_named(&text, &names, state, codes);
        cli_say_line(out, 6, bytes);
    }
}

/* " (SQ-8.15: An attack from behind rolls one die more.)" */
static void put_clause(gg_text *text, const gg_ruleset *rules, gg_clause clause)
{
    if (clause == 0) return;
    gg_put(text, " (");
    gg_put(text, rules->clauses[clause].number);
    gg_put(text, ": ");
    gg_put(text, rules->clauses[clause].gist);
    gg_put(text, ")");
}

void cli_say_verdict(const gg_ruleset *rules, gg_verdict verdict, FILE *out)
{
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_verdict(&text, rules, verdict);
    cli_say_line(out, 0, bytes);
    const gg_clause clause = rules->reasons[verdict.reason].clause;
    if (clause == 0) return;
    text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "  ");
    gg_put(&text, rules->clauses[clause].number);
    gg_put(&text, ": ");
    gg_put(&text, rules->clauses[clause].gist);
    cli_say_line(out, 2, bytes);
}

int cli_refuse(const gg_ruleset *rules, gg_verdict verdict)
{
    gg_complaint complaint;
    gg_complain_refused(rules, verdict, &complaint);
    return cli_complain(rules, &complaint);
}

int cli_not_now(const gg_match *match, gg_side side)
{
    gg_complaint complaint;
    gg_seat seat = cli_seat(match, side);
    gg_complain_not_now(gg_seat_turn(&seat), side, &complaint);
    cli_leave(&seat);
    return cli_complain(match->rules, &complaint);
}

static void put_roll_heading(gg_text *text, const gg_ruleset *rules, const gg_state *state,
                             const gg_event *event)
{
    gg_put(text, rules->checks[event->check]->name);
    if (event->who != GG_NO_UNIT)
        gg_put_char(text, ' '), rules->write_unit(state, event->who, text);
    if (event->whom != GG_NO_UNIT)
        gg_put_char(text, '>'), rules->write_unit(state, event->whom, text);
    put_clause(text, rules, event->clause);
}

static void say_dice(const gg_ruleset *rules, const gg_state *state, const gg_event *event,
                     FILE *out)
{
    const gg_check *check = rules->checks[event->check];
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "  ");
    if (check->kind != GG_SUM) {
        gg_put_spaces(&text, event->base < 10 ? 2 : 1);
        gg_put_int(&text, event->base);
        gg_put(&text, event->base == 1 ? "  die" : "  dice");
        if (check->kind == GG_EACH)
            gg_put(&text, " at "), gg_put_int(&text, event->needs), gg_put_char(&text, '+');
    } else {
        gg_put(&text, "     dice");
    }
    if (check->rule != NULL) {
        gg_put(&text, ": ");
        gg_put_numbered(&text, rules, gg_house_of(rules, state), check->rule);
    }
    if (check->clause != event->clause) put_clause(&text, rules, check->clause);
    cli_say_line(out, 7, bytes);
}

static void say_modifier(const gg_ruleset *rules, const gg_state *state, const gg_mod *mod,
                         int amount, FILE *out)
{
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put_spaces(&text, 3);
    gg_put_signed(&text, amount);
    gg_put(&text, "  ");
    gg_put_numbered(&text, rules, gg_house_of(rules, state), mod->text);
    put_clause(&text, rules, mod->clause);
    cli_say_line(out, 7, bytes);
}

static void say_result(const gg_ruleset *rules, const gg_state *state, const gg_event *event,
                       FILE *out)
{
    const gg_check *check = rules->checks[event->check];
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "    : ");
    for (int i = 0; i < event->face_count; i++) {
        gg_put_char(&text, ' ');
        gg_put_face(&text, check, event->faces[i]);
    }
    if (check->kind == GG_SUM) gg_put(&text, " = "), gg_put_int(&text, event->total);
    if (check->kind != GG_SUM || check->band_count > 0) { /* else the total is the result */
        gg_put(&text, " = ");
        gg_put_result(&text, rules, state, check, event);
    }
    cli_say_line(out, 7, bytes);
}

void cli_say_why(const gg_ruleset *rules, const gg_state *state, const gg_event *event, FILE *out)
{
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (event->check == GG_NO_CHECK) {
        gg_put_event(&text, rules, state, event);
        cli_say_line(out, 2, bytes);
        return;
    }
    const gg_check *check = rules->checks[event->check];
    put_roll_heading(&text, rules, state, event);
    cli_say_line(out, 2, bytes);
    say_dice(rules, state, event, out);
    for (int i = 0; i < event->line_count; i++)
        say_modifier(rules, state, &check->mods[event->lines[i].mod], event->lines[i].amount, out);
    say_result(rules, state, event, out);
}

/* What has won: by its number and name, for what it says is of the book, and this battle may be
 * played to fewer points or rounds. */
static void put_clause_title(gg_text *text, const gg_ruleset *rules, gg_clause clause)
{
    if (clause == 0) return;
    gg_put_words(text, " (%s %s).", rules->clauses[clause].number, rules->clauses[clause].title);
}

/* Who has given up; GG_NOBODY: it ended otherwise. */
static gg_side who_gave_up(const gg_match *match)
{
    if (match->entry_count == 0) return GG_NOBODY;
    const gg_entry *last = &match->entries[match->entry_count - 1];
    return gg_is_resignation(match->rules, match->state, &last->action) ? last->side : GG_NOBODY;
}

void cli_say_end(const gg_match *match, FILE *out)
{
    const gg_turn turn = gg_match_turn(match);
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    if (!turn.over) return;
    gg_put(&text, turn.winner == GG_NOBODY ? "The game is drawn"
                  : turn.winner == GG_BLUE ? "Blue wins"
                                           : "Red wins");
    gg_put(&text, " in round ");
    gg_put_int(&text, turn.round);
    const gg_side gone = who_gave_up(match); /* no clause of the book has won it then */
    if (gone != GG_NOBODY) gg_put_words(&text, ": %s has given up.", gg_side_name(gone));
    else put_clause_title(&text, match->rules, turn.clause);
    cli_say_line(out, 2, bytes);
}
