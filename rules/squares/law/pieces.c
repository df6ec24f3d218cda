/*
 * pieces.c - shapes and places: which squares a piece takes, which of them is its command
 * square, what the ground holds, and the counts of units and strength (chapter 5, T5, T6, T12).
 * SPDX-License-Identifier: MIT
 */
#include "squares.h"

#include <string.h>

/* ---- Tables: the rows of the .def files as numbers. ---- */

const kind_row squares_kinds[KINDS] = {
#define KIND(id, name, its_arm, full, moves, its_quality, is_heavy, worth, reach, brow, role, ...) \
    [KIND_##id] = {.arm = its_arm,                                                                 \
                   .bases = full,                                                                  \
                   .move = moves,                                                                  \
                   .quality = its_quality,                                                         \
                   .heavy = is_heavy,                                                              \
                   .points = worth,                                                                \
                   .range = reach,                                                                 \
                   .brow_range = brow,                                                             \
                   .holder = KIND_##id == KIND_SKIRM ? HOLDS_SKIRMISHERS                           \
                             : its_arm == ARM_I      ? HOLDS_CLOSE_ORDER                           \
                             : its_arm == ARM_C      ? HOLDS_HORSE                                 \
                                                     : HOLDS_GUNS},
#include "units.def"
#undef KIND
};

const ground_row squares_grounds[GROUNDS] = {
#define GROUND(id, letter, close_order, skirmishers, horse, guns, its_level, is_cover, is_slow,    \
               does_hide, role, clause)                                                            \
    [GROUND_##id] = {.holds = {close_order, skirmishers, horse, guns},                             \
                     .level = its_level,                                                           \
                     .cover = is_cover,                                                            \
                     .slow = is_slow,                                                              \
                     .hides = does_hide},
#include "ground.def"
#undef GROUND
};

const uint8_t squares_room_numbers[GROUNDS][HOLDERS] = {
    [GROUND_VILLAGE] = {[HOLDS_CLOSE_ORDER] = N_village_foot,
                        [HOLDS_SKIRMISHERS] = N_village_light,
                        [HOLDS_GUNS] = N_village_guns},
    [GROUND_WOOD] = {[HOLDS_SKIRMISHERS] = N_wood_light},
};

/* The neighbours of each of the 144 squares, worked out by the preprocessor. */
#define TO_NORTH(s) ((s) / SIDE == SIDE - 1 ? NO_SQUARE : (s) + SIDE)
#define TO_EAST(s) ((s) % SIDE == SIDE - 1 ? NO_SQUARE : (s) + 1)
#define TO_SOUTH(s) ((s) / SIDE == 0 ? NO_SQUARE : (s)-SIDE)
#define TO_WEST(s) ((s) % SIDE == 0 ? NO_SQUARE : (s)-1)
#define FROM(s)                                                                                    \
    {                                                                                              \
        [NORTH] = TO_NORTH(s), [EAST] = TO_EAST(s), [SOUTH] = TO_SOUTH(s), [WEST] = TO_WEST(s)     \
    }
#define ROW(s)                                                                                     \
    FROM(s), FROM(s + 1), FROM(s + 2), FROM(s + 3), FROM(s + 4), FROM(s + 5), FROM(s + 6),         \
        FROM(s + 7), FROM(s + 8), FROM(s + 9), FROM(s + 10), FROM(s + 11)

const uint8_t squares_steps[BOARD][FACINGS] = {ROW(0),  ROW(12),  ROW(24),  ROW(36),
                                               ROW(48), ROW(60),  ROW(72),  ROW(84),
                                               ROW(96), ROW(108), ROW(120), ROW(132)};

/* ---- Shapes. ---- */

bool sq_is_close_order(kind k)
{
    holder h = (holder)squares_kinds[k].holder;
    return h == HOLDS_CLOSE_ORDER || h == HOLDS_HORSE;
}

/* SQ-5.7, SQ-R21: the front one of a column, the right-hand one of a line. */
uint8_t sq_command_square(uint8_t one, uint8_t other, facing f)
{
    if (other == NO_SQUARE) return one;
    bool other_leads = other == step_from(one, f) || other == step_from(one, right_of(f));
    return other_leads ? other : one;
}

form sq_form_of(const piece *p)
{
    if (p->in_square) return FORM_SQUARE;
    if (p->square2 == NO_SQUARE) return FORM_BLOCK;
    facing f = (facing)p->facing;
    return p->square2 == step_from(p->square1, left_of(f)) ? FORM_LINE : FORM_COLUMN;
}

/* ---- Places. ---- */

bool sq_ground_holds(const gg_state *state, const piece *p, uint8_t square1, uint8_t square2)
{
    int all = p->bases, first = square2 == NO_SQUARE ? all : (all + 1) / 2;
    if (capacity(state, (ground)state->ground[square1], (kind)p->kind) < first) return false;
    return square2 == NO_SQUARE
           || capacity(state, (ground)state->ground[square2], (kind)p->kind) >= all - first;
}

bool squares_are_free(const gg_state *state, gg_unit who, uint8_t square1, uint8_t square2)
{
    uint8_t one = state->at[square1];
    if (one != 0 && one != who + 1) return false;
    if (square2 == NO_SQUARE) return true;
    uint8_t two = state->at[square2];
    return two == 0 || two == who + 1;
}

gg_verdict sq_square_verdict(const gg_state *state, gg_unit who, uint8_t square, int bases)
{
    if (square == NO_SQUARE) return (gg_verdict){.reason = R_OFF_BOARD};
    if (!squares_are_free(state, who, square, NO_SQUARE)) return (gg_verdict){.reason = R_OCCUPIED};
    kind k = (kind)state->pieces[who].kind;
    ground g = (ground)state->ground[square];
    int room = capacity(state, g, k);
    if (room >= bases) return (gg_verdict){.reason = R_LEGAL};
    if (g == GROUND_RIVER) return (gg_verdict){.reason = R_RIVER_CLOSED};
    if (g == GROUND_WOOD) return (gg_verdict){.reason = R_WOOD_CLOSED};
    if (arm_of(k) == ARM_C) return (gg_verdict){.reason = R_VILLAGE_CAVALRY};
    return (gg_verdict){.reason = R_VILLAGE_FULL, .had = bases, .needed = room};
}

gg_verdict sq_place_verdict(const gg_state *state, gg_unit who, uint8_t square1, uint8_t square2)
{
    int all = state->pieces[who].bases, first = square2 == NO_SQUARE ? all : (all + 1) / 2;
    gg_verdict verdict = sq_square_verdict(state, who, square1, first);
    if (verdict.reason != R_LEGAL || square2 == NO_SQUARE) return verdict;
    return sq_square_verdict(state, who, square2, all - first);
}

static void lift(gg_state *state, const piece *p)
{
    if (p->status != STATUS_ON_BOARD) return;
    state->at[p->square1] = 0;
    if (p->square2 != NO_SQUARE) state->at[p->square2] = 0;
}

void sq_piece_put(gg_state *state, gg_unit who, uint8_t square1, uint8_t square2, facing f)
{
    piece *p = &state->pieces[who];
    lift(state, p);
    p->status = STATUS_ON_BOARD;
    p->square1 = sq_command_square(square1, square2, f);
    p->square2 = p->square1 == square1 ? square2 : square1;
    p->facing = (uint8_t)f;
    state->at[p->square1] = (uint8_t)(who + 1);
    if (p->square2 != NO_SQUARE) state->at[p->square2] = (uint8_t)(who + 1);
}

void sq_piece_take(gg_state *state, gg_unit who, status to)
{
    piece *p = &state->pieces[who];
    lift(state, p);
    p->status = (uint8_t)to;
    p->square1 = p->square2 = NO_SQUARE;
    p->facing = NORTH;
    p->in_square = p->acted = p->activated = 0;
    state->notes.units[side_of(who)] = (uint8_t)sq_active_units(state, side_of(who));
}

/* ---- Counts. ---- */

/* Bits set in a word, counted side by side in fields of 2, 4 and 8 bits. */
static int bits_of(uint32_t set)
{
    set = set - (set >> 1 & 0x55555555u);
    set = (set & 0x33333333u) + (set >> 2 & 0x33333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0fu;
    return (int)(set * 0x01010101u >> 24);
}

static int pieces_on_board(const piece *first, const piece *end)
{
    int pieces = 0;
    for (const piece *p = first; p < end; p++) pieces += p->status == STATUS_ON_BOARD;
    return pieces;
}

/* SQ-R16: pieces of one number are one unit, unless skirmish_units makes each detachment one. */
int sq_active_units(const gg_state *state, gg_side side)
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    if (state->options[OPT_skirmish_units] == DETACHMENTS) return pieces_on_board(first, end);
    uint32_t numbers = 0; /* bit: a unit of that number is on the table */
    for (const piece *p = first; p < end; p++)
        numbers |= (uint32_t)(p->status == STATUS_ON_BOARD) << p->number;
    return bits_of(numbers);
}

int sq_strength_points(const gg_state *state, gg_side side)
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    int points = 0;
    for (const piece *p = first; p < end; p++)
        if (p->status == STATUS_ON_BOARD) points += p->bases * strength_of(state, (kind)p->kind);
    return points;
}

void sq_count_start(gg_state *state)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        int units = sq_active_units(state, side), dice = state->options[OPT_activation_dice];
        state->start_units[side] = (uint8_t)units;
        state->start_points[side] = (int16_t)sq_strength_points(state, side);
        /* SQ-6.6, SQ-13.3: 0 stands for half the units, rounded up. */
        state->dice_n[side] = (uint8_t)(dice == 0 ? (units + 1) / 2 : dice);
    }
}
