/*
 * card.c - a unit's card and how the game is won, row by row: what the board, the list and the
 * terminal show of a piece, and how far each side has come (SQ-12.1, SQ-R60).
 */
#include "squares.h"

static const char *const kind_words[KINDS] = {
    [KIND_INF] = "infantry",      [KIND_GUARD] = "Guard infantry", [KIND_CONSC] = "conscripts",
    [KIND_SKIRM] = "skirmishers", [KIND_CAV] = "light cavalry",    [KIND_HEAVY] = "heavy cavalry",
    [KIND_ART] = "artillery",
};

static void put_of(gg_text *out, int now, int start, const char *thing)
{
    gg_put_int(out, now);
    gg_put(out, " of ");
    gg_put_count(out, start, thing);
}

static void add_form(const piece *it, gg_facts *card)
{
    static const char *const forms[FORMS] = {"block", "line", "column", "square"};
    static const char *const winds[FACINGS] = {"north", "east", "south", "west"};
    gg_text out = gg_facts_add(card, "formation", it->in_square ? SQ_7_6 : SQ_5_2,
                               it->in_square ? forms[FORM_SQUARE] : forms[sq_form_of(it)]);
    if (it->in_square) return;
    gg_put(&out, ", facing ");
    gg_put(&out, winds[it->facing % FACINGS]);
}

static void add_range(const gg_state *state, const piece *it, gg_facts *card)
{
    const kind_row *row = &squares_kinds[it->kind];
    gg_text out = gg_facts_add(card, "moves", SQ_7_1, "");
    gg_put_count(&out,
                 gg_number_value(squares_numbers, state->house, (uint32_t)(N_move_INF + it->kind)),
                 "square");
    if (row->range == 0) {
        gg_facts_add(card, "shoots", SQ_8_4, "no");
        return;
    }
    out = gg_facts_add(card, "shoots", SQ_8_5, "");
    gg_put_count(&out, row->arm == ARM_A ? number_gun_range(state) : row->range, "square");
    gg_put(&out, it->kind == KIND_SKIRM ? ", also after moving" : ", if it does not move");
}

static void add_deeds(const gg_state *state, gg_unit who, gg_facts *card)
{
    const piece *it = &state->pieces[who];
    if (state->phase != PHASE_ACT || side_of(who) != state->side) return;
    const int dice = state->pool[squares_kinds[it->kind].arm];
    gg_text out = gg_facts_add(card, "this turn", SQ_6_5,
                               it->acted       ? "has acted"
                               : it->activated ? "its unit is activated"
                               : dice > 0      ? "may act: "
                                               : "no die left for its arm");
    if (!it->acted && !it->activated && dice > 0) {
        gg_put_dice(&out, dice);
        gg_put(&out, dice == 1 ? " is left for its arm" : " are left for its arm");
    }
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
    const int start =
        gg_number_value(squares_numbers, state->house, (uint32_t)(N_bases_INF + it->kind));
    gg_text out = gg_facts_add(card, "strength", SQ_10_1, "");
    if (it->status == STATUS_REMOVED || it->status == STATUS_LEFT) {
        gg_put(&out, it->status == STATUS_LEFT ? "driven off the table" : "destroyed");
        return;
    }
    put_of(&out, it->bases, start, "base");
    if (it->status == STATUS_ON_BOARD) add_form(it, card);
    add_range(state, it, card);
    add_deeds(state, who, card);
}

/* ---- Victory. ---- */

static void add_limit(const gg_state *state, gg_facts *terms)
{
    const int named = state->options[OPT_limit_winner];
    gg_text out =
        gg_facts_term(terms, named == 0 ? GG_NOBODY : (gg_side)(GG_BLUE + named - 1), SQ_R60,
                      state->round, state->options[OPT_max_rounds], "after round ");
    gg_put_int(&out, state->options[OPT_max_rounds]);
    gg_put(&out, named == 0   ? " whoever has lost fewer units wins"
                 : named == 1 ? " blue wins"
                              : " red wins");
}

void squares_terms(const gg_state *state, gg_facts *terms)
{
    const int times = number_victory_times(state);
    if (state->phase < PHASE_FIRST || state->practice) return;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const gg_side enemy = side == GG_BLUE ? GG_RED : GG_BLUE;
        const int own = sq_active_units(state, side), its = sq_active_units(state, enemy);
        gg_text out = gg_facts_term(terms, side, SQ_12_1, own, times * its, "");
        gg_put_words(&out, "%s wins with %d times the enemy's units: %d against %d",
                     gg_side_name(side), times, own, its);
    }
    add_limit(state, terms);
}
