/*
 * audit.c - what holds in every position, named where it does not.  Tests ask after every action,
 * and a position that somebody typed must pass too, so the sentences speak to people.
 * SPDX-License-Identifier: MIT
 */
#include "squares.h"

#include <string.h>

/* ---- Pieces. ---- */

static bool stands_in_ford(const gg_state *state, const piece *p)
{
    return state->options[OPT_river_ford] && p->square2 == NO_SQUARE && p->kind != KIND_ART
           && !p->in_square && state->ground[p->square1] == GROUND_RIVER;
}

static const char *audit_two_squares(const piece *p)
{
    if (p->square2 >= BOARD) return "a piece stands off the board";
    if (!sq_is_close_order((kind)p->kind)) return "a piece that must stand in one square takes two";
    if (p->bases < 2) return "a piece of one base takes two squares";
    facing f = (facing)p->facing;
    bool line = p->square2 == sq_other_square(FORM_LINE, p->square1, f);
    bool column = p->square2 == sq_other_square(FORM_COLUMN, p->square1, f);
    return line || column ? NULL
                          : "the squares of a piece do not touch as its "
                            "command square wants";
}

static const char *audit_on_board(const gg_state *state, const piece *p, gg_unit who)
{
    if (p->bases == 0) return "a piece on the board has no bases";
    if (p->square1 >= BOARD) return "a piece stands off the board";
    if (p->facing >= FACINGS) return "a piece faces nowhere";
    if (state->at[p->square1] != who + 1) return "the square of a piece does not know it";
    if (p->square2 != NO_SQUARE) {
        const char *broken = audit_two_squares(p);
        if (broken != NULL) return broken;
        if (state->at[p->square2] != who + 1)
            return "the second square of a piece does not know it";
    }
    if (p->in_square) {
        if (arm_of((kind)p->kind) != ARM_I || p->kind == KIND_SKIRM || p->square2 != NO_SQUARE)
            return "a piece is in square that cannot be";
        if (p->facing != NORTH) return "a piece in square has a facing";
        if (state->ground[p->square1] == GROUND_VILLAGE) return "a square stands in a village";
    }
    if (stands_in_ford(state, p)) return NULL;
    return sq_ground_holds(state, p, p->square1, p->square2)
               ? NULL
               : "a piece stands where the ground cannot hold it";
}

static const char *audit_off_board(const piece *p)
{
    if (p->square1 != NO_SQUARE || p->square2 != NO_SQUARE)
        return "a piece off the board has a square";
    if (p->in_square || p->facing != NORTH) return "a piece off the board has a formation";
    if (p->acted || p->activated) return "a piece off the board was activated";
    if ((p->status == STATUS_REMOVED) != (p->bases == 0))
        return "a removed piece is one without bases";
    return NULL;
}

const char *squares_audit_piece(const gg_state *state, gg_unit who)
{
    const piece *p = &state->pieces[who];
    if (p->status == STATUS_NONE || p->status > STATUS_LEFT) return "a piece has no status";
    if (p->kind >= KINDS) return "a piece has no kind";
    if (p->bases > squares_kinds[p->kind].bases) return "a piece has more bases than its kind";
    if (p->quality < -1 || p->quality > 1) return "a piece has an unknown quality";
    if (p->number < 1 || p->number > UNITS) return "a unit has no number";
    if (p->detachment > DETACHMENTS) return "a detachment has no letter";
    if ((p->detachment != 0) != (p->kind == KIND_SKIRM))
        return "detachments are skirmishers, and only they";
    if (p->in_square > 1 || p->acted > 1 || p->activated > 1)
        return "a flag of a piece is neither 0 nor 1";
    return p->status == STATUS_ON_BOARD ? audit_on_board(state, p, who) : audit_off_board(p);
}

/* Two pieces of one name; or one battalion of which only a part has kind or letters. */
static const char *audit_names(const gg_state *state, gg_side side)
{
    uint8_t seen[UNITS + 1] = {0}; /* bit: detachment */
    for (int i = 0; i < state->piece_count[side]; i++) {
        const piece *p = &state->pieces[side * UNITS + i];
        uint8_t bit = (uint8_t)(1u << p->detachment);
        if (seen[p->number] & bit) return "two pieces have the same name";
        if (seen[p->number] != 0 && (p->detachment == 0 || seen[p->number] & 1))
            return "two units have the same number";
        seen[p->number] |= bit;
    }
    return NULL;
}

static const char *audit_pieces(const gg_state *state)
{
    static const piece none;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (state->piece_count[side] > UNITS) return "a side has too many pieces";
        for (int i = 0; i < UNITS; i++) {
            gg_unit who = (gg_unit)(side * UNITS + i);
            if (i < state->piece_count[side]) {
                const char *broken = squares_audit_piece(state, who);
                if (broken != NULL) return broken;
            } else if (memcmp(&state->pieces[who], &none, sizeof none) != 0) {
                return "a piece beyond the last one is not empty";
            }
        }
        const char *broken = audit_names(state, side);
        if (broken != NULL) return broken;
    }
    return NULL;
}

/* ---- Board and figures. ---- */

static const char *audit_board(const gg_state *state)
{
    for (uint8_t square = 0; square < BOARD; square++) {
        if (state->ground[square] >= GROUNDS) return "a square has no ground";
        if (state->at[square] == 0) continue;
        if (state->at[square] > PIECES) return "a square knows a piece that does not exist";
        const piece *p = &state->pieces[state->at[square] - 1];
        if (p->status != STATUS_ON_BOARD || (p->square1 != square && p->square2 != square))
            return "a square knows a piece that is not there";
    }
    if (state->river_count > BOARD) return "the river is longer than the board";
    for (int i = 0; i < BOARD; i++) {
        if (i >= state->river_count && state->river[i] != 0)
            return "the river runs on after its end";
        if (i < state->river_count && state->river[i] >= BOARD)
            return "the river runs off the board";
    }
    for (int i = 0; i < CARDS; i++)
        if (state->deck[i] > CARDS) return "a card of the pack does not exist";
    if (state->deck_given && state->phase != PHASE_TERRAIN) return "the pack lies after the deal";
    return NULL;
}

static const char *audit_options(const gg_state *state)
{
    static const struct {
        int16_t low, high, step;
    } rows[OPTIONS] = {
#define OPTION(id, standard, low, high, step, clause, text) [OPT_##id] = {low, high, step},
#include "options.def"
#undef OPTION
    };
    for (int i = 0; i < OPTIONS; i++) {
        int value = state->options[i];
        if (value < rows[i].low || value > rows[i].high
            || (value - rows[i].low) % rows[i].step != 0)
            return "an option has a value it cannot have";
    }
    return NULL;
}

static const char *audit_figures(const gg_state *state)
{
    for (int i = 0; i < ARMS; i++) {
        if (state->pool[i] > UNITS) return "there are more dice than units";
        if (state->pool[i] > 0 && state->phase != PHASE_ACT)
            return "dice lie on the table outside a turn";
    }
    bool counted = state->phase >= PHASE_FIRST;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (state->designated[side] > 1) return "a flag is neither 0 nor 1";
        if (state->dice_n[side] > UNITS)
            return "a side has more activation dice than it can have units";
        if (!counted) continue;
        if (sq_active_units(state, side) > state->start_units[side])
            return "a side has more units than it began with";
        if (sq_strength_points(state, side) > state->start_points[side])
            return "a side has more strength points than it began with";
    }
    if (state->round < 1) return "rounds are counted from 1";
    if (state->turn_in_round < 1 || state->turn_in_round > 2) return "a round has two turns";
    return NULL;
}

/* ---- Phase and result. ---- */

static const char *audit_phase(const gg_state *state)
{
    if (state->phase >= PHASES) return "there is no such phase";
    if (state->side > GG_RED || state->first > GG_RED) return "there are two sides";
    if (state->first_given > 2) return "there are two sides";
    if (state->armies_given > 1 || state->ground_given > 1 || state->deck_given > 1
        || state->practice > 1)
        return "a flag is neither 0 nor 1";
    bool over = state->phase == PHASE_OVER;
    if (state->result > ENDED_RESIGN) return "there is no such result";
    if (over != (state->result != ENDED_NOT))
        return "a game has a result when it is over, and only then";
    if (!over && state->winner != GG_NOBODY) return "a game that goes on has a winner";
    if (over && state->winner > GG_NOBODY) return "there are two sides";
    if (over && state->winner == GG_NOBODY && state->result != ENDED_LIMIT)
        return "only the limit ends a game without a winner";
    if (state->last_who >= PIECES && state->last_who != GG_NO_UNIT)
        return "nobody was the last to act";
    if (state->last_fight >= FIGHTS) return "the last fight was of no kind";
    return NULL;
}

/* A piece on the board before the deployment, or a deployment with nothing to deploy. */
static const char *audit_deployment(const gg_state *state)
{
    for (gg_unit who = 0; who < PIECES && state->phase < PHASE_DEPLOY; who++)
        if (state->pieces[who].status == STATUS_ON_BOARD)
            return "a piece stands on the board too early";
    if (state->phase == PHASE_DEPLOY && !sq_has_unplaced(state, state->side))
        return "the side that has to deploy has no piece left to place";
    return NULL;
}

const char *squares_audit(const gg_state *state)
{
    const char *broken = audit_phase(state);
    if (broken == NULL) broken = audit_options(state);
    if (broken == NULL) broken = audit_board(state);
    if (broken == NULL) broken = audit_pieces(state);
    if (broken == NULL) broken = audit_figures(state);
    if (broken == NULL) broken = audit_deployment(state);
    return broken;
}
