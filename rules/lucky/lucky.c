/*
 * lucky.c - the game with orders and opposed dice, as the contract wants it.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/play/play.h"
#include "rules/lucky/show/show.h"

#include <string.h>

#define LEGAL "That is legal."
#include "core/rows.def"

GG_VIEW_ALL(lg_view)
GG_GUESS_SAME(lg_guess)

/* LG-2.1: a unit's division, its corps, the army. */
static gg_unit commander_of(const gg_state *s, gg_unit unit)
{
    unsigned row = NOBODY;
    if (unit < UNITS_MAX && lg_is_on_table(s, unit)) row = s->units[unit].division;
    else if (unit >= UNITS_MAX && unit - UNITS_MAX < s->commander_count)
        row = s->commanders[unit - UNITS_MAX].superior;
    return row == NOBODY ? GG_NO_UNIT : (gg_unit)(UNITS_MAX + row);
}

/* Its fire (LG-1.19), then its charges, everybody with an order (LG-1.13). */
static bool moment(gg_state *s, gg_side side, uint32_t nth)
{
    static const uint8_t moments[] = {PHASE_F2, PHASE_M1};
    if (nth >= sizeof moments / sizeof *moments) return false;
    s->active = (uint8_t)side;
    s->phase = moments[nth];
    s->open_division = NOBODY;
    s->charge_count = 0;
    memset(s->charges, 0, sizeof s->charges);
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != side) continue;
        s->units[u].did = 0;
        if (s->units[u].orders == 0) s->units[u].orders = 1;
    }
    lg_make_notes(s);
    return true;
}

#define GO_ON lg_go_on
#define COMMANDER commander_of
#define MOMENT moment
#define TRUST 10
#define MANNER                                                                                     \
    {                                                                                              \
        .base = true, .luck = 1, .each = 1                                                         \
    }
#define SKETCH lg_sketch
#define AIM lg_aim
#define ASK lg_ask
#define DESCRIBE lg_describe
#define TERMS lg_terms
#define APPRAISE lg_appraise
#define INPUTS lg_inputs
#define INPUT_ROWS LUCKY_INPUTS
#define INPUTS_ON (UNITS_MAX * GT_INPUTS_EACH)
#include "core/parts.def"

enum { SCENARIOS = 5 };

const gg_ruleset lucky_rules = {
#include "core/ruleset.def"
    .turn = lg_turn,
    .offer = lg_offer,
    .legal = lg_judge,
    .apply = lg_apply,
    .settle = lg_settle,
    .audit = lg_audit,
    .view = lg_view,
    .guess = lg_guess,
    .score = lg_score,
    .preview = lg_preview,
    .say_action = lg_say_action,
    .write_unit = lg_write_unit,
    .write_place = lg_write_place,
    .draw = lg_draw,
    .sheet = lg_sheet,
    .title = "Give me lucky generals!",
    .measure = "inches",
    .version = 3, /* 3: a breakthrough leaves the charges of combats that wait */
    .position_version = 1,
    .note_bytes = sizeof(lg_notes),
    .score_note_bytes = SCORE_NOTE_BYTES,
    .actions_max = 2048,
    .decisions_max = 20000,
    .unit_count = NAMES,
    .line_count = POSITION_LINES,
};
