/*
 * card.c - a unit's card and how the game is won, row by row: what the board, the list and the
 * terminal show of a piece, and how far each side has come (SQ-12.1, SQ-R60).
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/squares.h"

static const char *const kind_words[KINDS] = {
    [KIND_INF] = "infantry",      [KIND_GUARD] = "Guard infantry", [KIND_CONSC] = "conscripts",
    [KIND_SKIRM] = "skirmishers", [KIND_CAV] = "light cavalry",    [KIND_HEAVY] = "heavy cavalry",
    [KIND_ART] = "artillery",
};

static void add_form(const piece *it, gg_facts *card)
{
    static const char *const forms[FORMS] = {"block", "line", "column", "square"};
    static const char *const winds[FACINGS] = {"north", "east", "south", "west"};
    if (it->in_square) gg_facts_add(card, "formation", SQ_7_6, forms[FORM_SQUARE]);
    else
        gg_facts_add(card, "formation", SQ_5_2, "%s, facing %s", forms[sq_form_of(it)],
                     winds[it->facing % FACINGS]);
}

static void add_range(const gg_state *state, const piece *it, gg_facts *card)
{
    const kind_row *row = &squares_kinds[it->kind];
    gg_facts_add(card, "moves", SQ_7_1, "%d square%p",
                 gg_number_value(squares_numbers, state->house, (uint32_t)(N_move_INF + it->kind)));
    if (row->range == 0) gg_facts_add(card, "shoots", SQ_8_4, "no");
    else
        gg_facts_add(card, "shoots", SQ_8_5,
                     it->kind == KIND_SKIRM ? "%d square%p, also after moving"
                                            : "%d square%p, if it does not move",
                     row->arm == ARM_A ? number_gun_range(state) : row->range);
}

static void add_deeds(const gg_state *state, gg_unit who, gg_facts *card)
{
    const piece *it = &state->pieces[who];
    if (state->phase != PHASE_ACT || side_of(who) != state->side) return;
    const int dice = state->pool[squares_kinds[it->kind].arm];
    gg_facts_add(card, "this turn", SQ_6_5,
                 it->acted       ? "has acted"
                 : it->activated ? "its unit is activated"
                 : dice == 0     ? "no die left for its arm"
                 : dice == 1     ? "may act: 1 die is left for its arm"
                                 : "may act: %d dice are left for its arm",
                 dice);
}

void squares_describe(const gg_state *state, gg_unit who, gg_facts *card)
{
    const piece *it = &state->pieces[who];
    if (who >= PIECES || it->status == STATUS_NONE) return;
    gg_facts_add(card, "type", SQ_4_2, kind_words[it->kind]);
    gg_facts_add(card, "quality", SQ_8_18,
                 it->quality > 0   ? "elite: a die more"
                 : it->quality < 0 ? "raw: a die less"
                                   : "regular");
    if (it->status == STATUS_REMOVED || it->status == STATUS_LEFT) {
        gg_facts_add(card, "strength", SQ_10_1,
                     it->status == STATUS_LEFT ? "driven off the table" : "destroyed");
        return;
    }
    gg_facts_add(
        card, "strength", SQ_10_1, "%d of %d base%p", it->bases,
        gg_number_value(squares_numbers, state->house, (uint32_t)(N_bases_INF + it->kind)));
    if (it->status == STATUS_ON_BOARD) add_form(it, card);
    add_range(state, it, card);
    add_deeds(state, who, card);
}

/* ---- Victory. ---- */

static void add_limit(const gg_state *state, gg_facts *terms)
{
    const int named = state->options[OPT_limit_winner];
    const gg_side winner = named == 0 ? GG_NOBODY : (gg_side)(GG_BLUE + named - 1);
    gg_facts_term(terms, winner, SQ_R60, state->round, state->options[OPT_max_rounds],
                  "after round %d %s wins", state->options[OPT_max_rounds],
                  named == 0 ? "whoever has lost fewer units" : gg_side_name(winner));
}

void squares_terms(const gg_state *state, gg_facts *terms)
{
    const int times = number_victory_times(state);
    if (state->phase < PHASE_FIRST || state->practice) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const gg_side enemy = side == GG_BLUE ? GG_RED : GG_BLUE;
        const int own = sq_active_units(state, side), its = sq_active_units(state, enemy);
        gg_facts_term(terms, side, SQ_12_1, own, times * its,
                      "%s wins with %d times the enemy's units: %d against %d", gg_side_name(side),
                      times, own, its);
    }
    add_limit(state, terms);
}
