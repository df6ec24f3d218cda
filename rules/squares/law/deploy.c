/*
 * deploy.c - chapter 5: placing the pieces by turns in the rows nearest to the own edge.
 * SPDX-License-Identifier: MIT
 */
#include "squares.h"

/* How many rows from the side's own edge a square lies, from 1 (SQ-R66). */
static int row_from_edge(gg_side side, uint8_t square)
{
    return side == GG_BLUE ? row_of(square) + 1 : SIDE - row_of(square);
}

static bool may_take_two(const piece *it)
{
    enum { FEWEST = 2 };
    return sq_is_close_order((kind)it->kind) && it->bases >= FEWEST; /* SQ-R21 */
}

static form last_form(const piece *it) { return may_take_two(it) ? FORM_COLUMN : FORM_BLOCK; }

/* Square `column` of the n-th row from the side's own edge, n from 0. */
static uint8_t zone_square(gg_side side, int row, int column)
{
    return (uint8_t)(column + SIDE * (side == GG_BLUE ? row : SIDE - 1 - row));
}

/* How many bases of the piece a square can take now (T6, SQ-R20). */
static inline int room_for(const gg_state *state, const piece *it, uint8_t square)
{
    if (state->at[square] != 0) return 0;
    return capacity(state, (ground)state->ground[square], (kind)it->kind);
}

/* SQ-R19: in the own rows, free, and able to hold the piece. */
static bool fits(const gg_state *state, gg_unit who, form shape, uint8_t square, facing way,
                 int rows)
{
    const piece *it = &state->pieces[who];
    if (shape == FORM_BLOCK) return room_for(state, it, square) >= it->bases;
    uint8_t other = sq_other_square(shape, square, way);
    if (other == NO_SQUARE || row_from_edge(side_of(who), other) > rows) return false;
    return room_for(state, it, square) >= (it->bases + 1) / 2
           && room_for(state, it, other) >= it->bases / 2;
}

/* Any form and facing will do; most pieces find a place for a block at once. */
static bool has_place(const gg_state *state, gg_unit who, int rows)
{
    const int last = last_form(&state->pieces[who]);
    for (int shape = FORM_BLOCK; shape <= last; shape++)
        for (int way = 0; way < (shape == FORM_BLOCK ? 1 : FACINGS); way++)
            for (int row = 0; row < rows; row++)
                for (int column = 0; column < SIDE; column++)
                    if (fits(state, who, (form)shape, zone_square(side_of(who), row, column),
                             (facing)way, rows))
                        return true;
    return false;
}

/* SQ-R19: the own rows, and one more at a time while the piece has no place in them.
 * 0 when it has none on the whole board: then it stays away. */
static int zone_rows(const gg_state *state, gg_unit who)
{
    for (int rows = state->options[OPT_deploy_rows]; rows <= SIDE; rows++)
        if (has_place(state, who, rows)) return rows;
    return 0;
}

bool sq_has_unplaced(const gg_state *state, gg_side side)
{
    for (int i = 0; i < state->piece_count[side]; i++) {
        gg_unit who = (gg_unit)(first_piece(side) + i);
        if (state->pieces[who].status == STATUS_UNPLACED && zone_rows(state, who) > 0) return true;
    }
    return false;
}

/* ---- Offers. ---- */

/* The pieces to be placed; of those that differ in nothing but their name only the first. */
typedef struct unplaced {
    gg_unit list[UNITS];
    int count;
} unplaced;

static bool are_alike(const piece *one, const piece *other)
{
    return one->kind == other->kind && one->quality == other->quality && one->bases == other->bases;
}

static unplaced unplaced_of(const gg_state *state, gg_side side)
{
    unplaced all;
    all.count = 0;
    gg_unit first = first_piece(side), after = (gg_unit)(first + state->piece_count[side]);
    for (gg_unit who = first; who < after; who++) {
        const piece *it = &state->pieces[who];
        if (it->status != STATUS_UNPLACED) continue;
        int like = 0;
        while (like < all.count && !are_alike(&state->pieces[all.list[like]], it)) like++;
        if (like == all.count) all.list[all.count++] = who;
    }
    return all;
}

/* In each square of its rows and each form that fits, facing the enemy. */
static uint32_t offer_piece(const gg_state *state, gg_unit who, gg_action *out, uint32_t limit)
{
    const int last = last_form(&state->pieces[who]), squares = SIDE * zone_rows(state, who);
    const facing ahead = side_of(who) == GG_BLUE ? NORTH : SOUTH;
    uint32_t count = 0;
    for (int i = 0; i < squares; i++) {
        const uint8_t square = zone_square(side_of(who), i / SIDE, i % SIDE);
        for (int shape = FORM_BLOCK; shape <= last && count < limit; shape++) {
            if (!fits(state, who, (form)shape, square, ahead, squares / SIDE)) continue;
            out[count++] = (gg_action){.kind = ACTION_DEPLOY,
                                       .flags = (uint8_t)ahead,
                                       .who = who,
                                       .whom = GG_NO_UNIT,
                                       .item = (uint16_t)shape,
                                       .at = sq_point_of(square)};
        }
    }
    return count;
}

/* A sensible set: each kind of piece in every place and form, facing the enemy. */
uint32_t sq_deploy_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = 0;
    const unplaced all = unplaced_of(state, side);
    for (int i = 0; i < all.count; i++)
        count += offer_piece(state, all.list[i], out + count, limit - count);
    return count;
}

/* ---- Judging. ---- */

static facing facing_of(const gg_action *action) { return (facing)action->flags; }

static gg_verdict judge_form(const piece *it, const gg_action *action)
{
    if (action->item > FORM_COLUMN) return (gg_verdict){R_DEPLOY_IN_SQUARE, 0, 0};
    if (action->item != FORM_BLOCK && !sq_is_close_order((kind)it->kind))
        return (gg_verdict){R_ONLY_CLOSE_ORDER, 0, 0};
    if (action->item != FORM_BLOCK && !may_take_two(it))
        return (gg_verdict){R_TOO_FEW_BASES, it->bases, 2};
    return (gg_verdict){R_LEGAL, 0, 0};
}

static gg_verdict judge_place(const gg_state *state, gg_unit who, uint8_t square, uint8_t other)
{
    const gg_verdict verdict = sq_place_verdict(state, who, square, other);
    int row = row_from_edge(side_of(who), square);
    if (other != NO_SQUARE && row_from_edge(side_of(who), other) > row)
        row = row_from_edge(side_of(who), other);
    if (row <= state->options[OPT_deploy_rows] && verdict.reason == R_LEGAL) return verdict;
    const int rows = zone_rows(state, who); /* how far it may go is asked only where it matters */
    return row > rows ? (gg_verdict){R_DEPLOY_ROWS, row, rows} : verdict;
}

gg_verdict squares_deploy_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_unit who = action->who;
    if (who >= PIECES || side_of(who) != side || state->pieces[who].status == STATUS_NONE)
        return (gg_verdict){R_NOT_YOUR_PIECE, 0, 0};
    const piece *it = &state->pieces[who];
    if (it->status != STATUS_UNPLACED) return (gg_verdict){R_DEPLOYED_ALREADY, 0, 0};
    gg_verdict verdict = judge_form(it, action);
    if (verdict.reason != R_LEGAL) return verdict;
    if (action->flags >= FACINGS) return (gg_verdict){R_NOT_NOW, 0, 0}; /* only made up */
    if (!is_on_board(action->at)) return (gg_verdict){R_OFF_BOARD, 0, 0};
    uint8_t square = sq_square_at(action->at);
    uint8_t other = sq_other_square((form)action->item, square, facing_of(action));
    if (action->item != FORM_BLOCK && other == NO_SQUARE) return (gg_verdict){R_OFF_BOARD, 0, 0};
    return judge_place(state, who, square, other);
}

void squares_deploy_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    (void)dice;
    static const saying words[] = {
        [FORM_BLOCK] = S_DEPLOYS_BLOCK,
        [FORM_LINE] = S_DEPLOYS_LINE,
        [FORM_COLUMN] = S_DEPLOYS_COLUMN,
    };
    gg_assert(side_of(action->who) == side);
    uint8_t square = sq_square_at(action->at);
    facing way = facing_of(action);
    sq_piece_put(state, action->who, square, sq_other_square((form)action->item, square, way), way);
    state->side = other_side(side);
    squares_say_move(log, words[action->item], action->who, GG_NO_UNIT, action->at, action->at);
}
