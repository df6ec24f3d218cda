/*
 * who.c - who is who and who is winning, for the terminal: a unit's card, the terms of victory.
 * SPDX-License-Identifier: MIT
 */
#include "cli/cli.h"
#include "core/names.h"

enum { SENTENCE_MAX = 1024 };

static void say_fact(const gg_names *names, const gg_state *view, const gg_fact *fact, FILE *out)
{
    char bytes[SENTENCE_MAX];
    gg_text text = gg_text_over(bytes, sizeof bytes);
    gg_put(&text, "  ");
    if (fact->label[0] != 0) {
        gg_put(&text, fact->label);
        gg_put(&text, ": ");
    }
    gg_put_named(&text, names, view, fact->words);
    if (fact->clause != 0) {
        gg_put(&text, " (");
        gg_put(&text, gg_clause_number(names->rules, fact->clause));
        gg_put_char(&text, ')');
    }
    cli_say_line(out, 4, bytes);
}

static void say_facts(const gg_match *match, const gg_state *view, const gg_facts *facts, FILE *out)
{
    const gg_names names = gg_names_of(match);
    for (uint32_t i = 0; i < facts->count; i++) say_fact(&names, view, &facts->rows[i], out);
}

bool cli_say_card(const gg_match *match, gg_side side, const char *name, FILE *out)
{
    gg_seat seat = cli_seat(match, side);
    const gg_names names = gg_names_of(match);
    const gg_unit unit = gg_find_unit(seat.rules, seat.view, side, name);
    const bool known = unit != GG_NO_UNIT;
    if (known) {
        char bytes[SENTENCE_MAX];
        gg_facts card = {.count = 0};
        gg_text text = gg_text_over(bytes, sizeof bytes);
        gg_put(&text, name);
        gg_put(&text, ": ");
        if (!gg_put_called(&text, &names, seat.view, name)) gg_put(&text, "a unit");
        cli_say_line(out, 0, bytes);
        seat.rules->army->describe(seat.view, unit, &card);
        say_facts(match, seat.view, &card, out);
    }
    cli_leave(&seat);
    return known;
}

void cli_say_terms(const gg_match *match, gg_side side, FILE *out)
{
    gg_seat seat = cli_seat(match, side);
    gg_facts terms = {.count = 0};
    seat.rules->army->terms(seat.view, &terms);
    if (terms.count == 0) fprintf(out, "Nobody wins this by the rules yet.\n");
    say_facts(match, seat.view, &terms, out);
    cli_leave(&seat);
}
