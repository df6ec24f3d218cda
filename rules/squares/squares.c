/*
 * squares.c - the game on 12 x 12 squares as the contract wants it.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"

#include <string.h>

#define LEGAL_ID "legal"
#define LEGAL "legal"
#include "core/rows.def"

/* Everything lies open on the table; a pack given for a test was given by those who look. */
GG_VIEW_ALL(squares_view)
GG_GUESS_SAME(squares_guess)

enum {
    /* Deployment: each piece in each square and form, one facing (deploy.c). */
    DEPLOY_OFFERS_MAX = UNITS * BOARD * 3,
    /*
     * Steps of set-up, then at most 200 rounds of two turns; in a turn a roll, and each of 27
     * pieces acts once or the turn is ended before the last one does; and one resignation.
     */
    ROUNDS_MAX = 200,
    SET_UP_MAX = 1 + 1 + 2 + PIECES + 1,
    DECISIONS_MAX = SET_UP_MAX + ROUNDS_MAX * 2 * (1 + UNITS) + 1,
};

/* Its turn, everybody with a die (SQ-6.5). */
static bool moment(gg_state *state, gg_side side, uint32_t nth)
{
    enum { PLENTY = 27 }; /* dice for each arm: more than a side has units */
    if (nth > 0) return false;
    state->phase = PHASE_ACT;
    state->side = (uint8_t)side;
    memset(state->pool, PLENTY, sizeof state->pool);
    for (int i = 0; i < PIECES; i++) state->pieces[i].acted = state->pieces[i].activated = 0;
    sq_note_units(state);
    return true;
}

static const gg_name_rules name_rules = {
    .find_unit = gg_no_label,
    .name_unit = squares_name_unit,
    .write_number = gg_plain_number,
};

#define SKETCH squares_sketch
#define AIM squares_aim
#define ASK squares_ask
#define DESCRIBE squares_describe
#define TERMS squares_terms
#define APPRAISE squares_appraise
#define INPUTS squares_inputs
#define WORTH squares_worth
#define MOMENT moment
#define NAMES_PART &name_rules
#define TRUST 5
#define INPUT_ROWS SQ_INPUTS
#define INPUTS_ON (2 * PIECES)
#include "core/parts.def"

const gg_ruleset squares_rules = {
#include "core/ruleset.def"
    .turn = squares_turn,
    .offer = squares_offer,
    .legal = squares_judge,
    .apply = squares_apply,
    .settle = squares_settle,
    .audit = squares_audit,
    .view = squares_view,
    .guess = squares_guess,
    .score = squares_score,
    .preview = squares_preview,
    .say_action = squares_say_action,
    .write_unit = squares_write_unit,
    .write_place = squares_write_place,
    .draw = squares_draw,
    .sheet = squares_sheet,
    .title = "Squares",
    .measure = "",
    .version = 1,
    .note_bytes = sizeof(sq_notes),
    .actions_max = DEPLOY_OFFERS_MAX,
    .decisions_max = DECISIONS_MAX,
    .unit_count = PIECES,
    .line_count = SQUARES_LINES,
};
