/*
 * notes.c - who may act, and what lots and the end by numbers need to know, worked out once in a
 * turn.
 *
 * How many units there are is noted from the first roll on; the rest says something only while
 * pieces act (PHASE_ACT) and is 0 else.  It is made when the dice are rolled.  Who acts leaves it,
 * and with the last die of an arm its others do: a piece acts once in a turn, and nothing that is
 * noted of the others changes with it, but for a fight, which may drive the enemy elsewhere.
 */
#include "act.h"
#include "series.h"

#include <string.h>

/* Pieces that are not on the board have no square, and that has no block. */
uint64_t sq_blocks_of(const gg_state *state, gg_side side)
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    uint64_t blocks = 0;
    for (const piece *p = first; p < end; p++)
        blocks |= squares_blocks[p->square1] | squares_blocks[p->square2];
    return blocks;
}

/* ---- One piece. ---- */

/* Fights are told only where an enemy's part of the board is near.  Member by member: a struct put
 * together first is read back before it is written. */
static inline void note_piece(const gg_state *state, gg_unit who, uint64_t foes, gg_lot *out)
{
    const piece *p = &state->pieces[who];
    unsigned span = 1, rows = FACINGS, fights = FACINGS; /* a square reforms, and shoots */
    if (!p->in_square) {
        const pose start = pose_of(p);
        const series_table *table = series_of(state, p);
        const holder its_holder = (holder)squares_kinds[p->kind].holder;
        rows = is_stopped(state, &start) ? table->ones : table->rows_all;
        fights = (unsigned)standing_fights(its_holder);
        if (fight_after_move(state, its_holder) != FIGHT_NONE) fights += rows;
        if (p->square2 != NO_SQUARE) rows += (unsigned)state->options[OPT_march_bonus];
        span = its_holder == HOLDS_GUNS ? ANYWHERE : table->span;
    }
    if ((foes & squares_near[span][p->square1]) == 0) fights = 0;
    out->kind = (uint16_t)fights;
    out->who = who;
    out->parts = (uint16_t)(fights + rows);
    out->bound = 1;
}

/* After a fight, which may have driven enemies elsewhere. */
static void note_again(gg_state *state)
{
    sq_notes *notes = &state->notes;
    const uint64_t foes = sq_blocks_of(state, other_side(state->side));
    for (int i = 0; i < notes->count; i++)
        note_piece(state, notes->lots[i].who, foes, &notes->lots[i]);
}

void sq_note_units(gg_state *state)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        state->notes.units[side] = (uint8_t)sq_active_units(state, side);
}

/* ---- All of them. ---- */

void sq_clear_notes(gg_state *state)
{
    sq_notes *notes = &state->notes; /* what lies behind those that are counted is 0 */
    if (notes->count > 0) memset(notes->lots, 0, notes->count * sizeof(gg_lot));
    notes->count = 0;
}

void sq_note_pieces(gg_state *state)
{
    sq_notes *notes = &state->notes;
    sq_clear_notes(state);
    const gg_unit first = (gg_unit)(state->side * UNITS);
    const gg_unit after = (gg_unit)(first + state->piece_count[state->side]);
    const unsigned kinds = kinds_with_dice(state);
    const uint64_t foes = sq_blocks_of(state, other_side(state->side));
    gg_lot *next = notes->lots;
    for (gg_unit who = first; who < after; who++)
        if (may_act(&state->pieces[who], kinds)) note_piece(state, who, foes, next++);
    notes->count = (uint8_t)(next - notes->lots);
}

void sq_make_notes(gg_state *state)
{
    if (state->phase == PHASE_ROLL || state->phase == PHASE_ACT) sq_note_units(state);
    if (state->phase == PHASE_ACT) sq_note_pieces(state);
}

/* Who may act no more leaves. */
static void drop(gg_state *state, gg_unit has_acted)
{
    sq_notes *notes = &state->notes;
    const unsigned count = notes->count;
    unsigned left = 0;
    while (left < count && notes->lots[left].who != has_acted) left++;
    gg_assert(left < count); /* it could act, or it would not have been judged so */
    if (state->pool[arm_of((kind)state->pieces[has_acted].kind)] > 0) { /* nobody else */
        for (unsigned i = left + 1; i < count; i++) notes->lots[i - 1] = notes->lots[i];
        notes->lots[count - 1] = (gg_lot){0};
        notes->count = (uint8_t)(count - 1);
        return;
    }
    const unsigned kinds = kinds_with_dice(state);
    for (unsigned i = left = 0; i < count; i++) {
        const piece *p = &state->pieces[notes->lots[i].who];
        notes->lots[left] = notes->lots[i];
        left += !p->acted && (p->activated | (kinds >> p->kind & 1)) != 0;
    }
    for (unsigned i = left; i < count; i++) notes->lots[i] = (gg_lot){0};
    notes->count = (uint8_t)left;
}

void sq_keep_notes(gg_state *state, gg_unit has_acted, bool drove)
{
    drop(state, has_acted);
    if (drove) note_again(state);
}
