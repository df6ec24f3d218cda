/*
 * army.c - chapter 4: the armies by dice, and the three designations a side may make.
 * SPDX-License-Identifier: MIT
 */
#include "squares.h"

#include <string.h>

/* ---- The army roll. ---- */

/* T1: the letters of the special die (SQ-1.2), and the faces of an ordinary one (SQ-1.3). */
static const uint8_t letter_of_face[6] = {FACE_I, FACE_I, FACE_A, FACE_C, FACE_X, FACE_BLANK};

/* SQ-4.2 to SQ-4.4: a full unit of this kind. */
static piece fresh_piece(const gg_state *state, kind what, int number, int detachment)
{
    return (piece){
        .kind = (uint8_t)what,
        .status = STATUS_UNPLACED,
        .number = (uint8_t)number,
        .detachment = (uint8_t)detachment,
        .quality = squares_kinds[what].quality,
        .bases = (uint8_t)full_bases(state, what),
        .square1 = NO_SQUARE,
        .square2 = NO_SQUARE,
    };
}

/* SQ-R15: infantry first, then cavalry, then artillery, numbered in that order. */
static void raise_army(gg_state *state, gg_side side, const int counts[GG_KINDS_MAX])
{
    static const struct {
        kind what;
        face letter;
    } order[] = {
        {KIND_INF, FACE_I},
        {KIND_CAV, FACE_C},
        {KIND_ART, FACE_A},
    };
    int number = 0;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        for (int unit = 0; unit < counts[order[i].letter]; unit++, number++)
            state->pieces[first_piece(side) + number] =
                fresh_piece(state, order[i].what, number + 1, 0);
    gg_assert(number <= UNITS - (DETACHMENTS - 1));
    state->piece_count[side] = (uint8_t)number;
}

static int units_rolled(const int counts[GG_KINDS_MAX])
{
    return counts[FACE_I] + counts[FACE_C] + counts[FACE_A]; /* SQ-4.5 */
}

static int roll_army(const gg_state *state, gg_side side, int counts[GG_KINDS_MAX], gg_dice *dice,
                     gg_log *log)
{
    uint8_t shown[GG_FACES_MAX];
    int count = state->options[OPT_army_dice];
    gg_roll_for(dice, side == GG_BLUE ? "army blue" : "army red", GG_NO_UNIT, GG_NO_UNIT);
    gg_roll_kinds(dice, count, 6, letter_of_face, FACE_KINDS, counts, shown);
    gg_event *event = squares_say_number(log, GG_ROLL, side == GG_BLUE ? S_ARMY_BLUE : S_ARMY_RED,
                                         GG_NO_UNIT, GG_NO_UNIT, counts[FACE_I]);
    if (event == NULL) return units_rolled(counts);
    event->had = (int16_t)counts[FACE_C];
    event->total = (int16_t)counts[FACE_A];
    event->face_count = (uint8_t)count;
    memcpy(event->faces, shown, (size_t)count);
    return units_rolled(counts);
}

/* SQ-R14: twice the units of the other, or none. */
static bool is_hopeless(const gg_state *state, int one, int other)
{
    const int times = number_victory_times(state);
    return one >= times * other || other >= times * one;
}

void sq_roll_armies(gg_state *state, gg_dice *dice, gg_log *log)
{
    int blue[GG_KINDS_MAX], red[GG_KINDS_MAX];
    for (;;) {
        int ours = roll_army(state, GG_BLUE, blue, dice, log);
        int theirs = roll_army(state, GG_RED, red, dice, log);
        if (!is_hopeless(state, ours, theirs)) break;
        if (dice->trouble != GG_DICE_FINE) break; /* these dice cannot tell: nobody reads on */
        squares_say_numbers(log, GG_NOTE, S_ARMIES_AGAIN, GG_NO_UNIT, GG_NO_UNIT, ours, theirs);
    }
    raise_army(state, GG_BLUE, blue);
    raise_army(state, GG_RED, red);
}

/* ---- Designations (SQ-4.6 to SQ-4.8, SQ-R15). ---- */

enum { GUARDS = 1, HEAVY = 2, LIGHT = 4, EVERY_CHOICE = 8 }; /* bits of the action's flags */

static int units_of(const gg_state *state, gg_side side, kind what)
{
    int count = 0;
    for (int i = 0; i < state->piece_count[side]; i++)
        count += state->pieces[first_piece(side) + i].kind == what;
    return count;
}

/* SQ-R16: with four units to a skirmish battalion the game could be won before it begins.
 * Every piece is a unit then, so the pieces can be counted. */
static bool is_too_many_units(const gg_state *state, gg_side side)
{
    if (state->options[OPT_skirmish_units] != DETACHMENTS) return false;
    int with_light = state->piece_count[side] + DETACHMENTS - 1;
    return with_light >= number_victory_times(state) * state->piece_count[1 - side];
}

gg_verdict squares_designate_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int infantry = units_of(state, side, KIND_INF), cavalry = units_of(state, side, KIND_CAV);
    if ((action->flags & GUARDS) != 0 && infantry < number_guards_need(state))
        return (gg_verdict){R_NO_GUARDS, infantry, number_guards_need(state)};
    if ((action->flags & HEAVY) != 0 && cavalry < number_heavy_needs(state))
        return (gg_verdict){R_NO_HEAVY, cavalry, number_heavy_needs(state)};
    if ((action->flags & LIGHT) != 0 && infantry < number_light_needs(state))
        return (gg_verdict){R_NO_LIGHT, infantry, number_light_needs(state)};
    if ((action->flags & LIGHT) != 0 && is_too_many_units(state, side))
        return (gg_verdict){R_LIGHT_TOO_MANY, state->piece_count[side] + DETACHMENTS - 1,
                            number_victory_times(state) * state->piece_count[1 - side]};
    return (gg_verdict){R_LEGAL, 0, 0};
}

uint32_t sq_designate_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = 0;
    for (uint8_t choice = 0; choice < EVERY_CHOICE && count < limit; choice++) {
        gg_action action = gg_action_of(ACTION_DESIGNATE);
        action.flags = choice;
        if (squares_designate_legal(state, side, &action).reason == R_LEGAL) out[count++] = action;
    }
    return count;
}

bool sq_has_designations(const gg_state *state, gg_side side)
{
    gg_action offers[EVERY_CHOICE];
    return sq_designate_offer(state, side, offers, EVERY_CHOICE) > 1; /* more than none at all */
}

static void change_kind(gg_state *state, gg_unit who, kind what)
{
    state->pieces[who] = fresh_piece(state, what, state->pieces[who].number, 0);
}

/* SQ-4.8, SQ-R16: four detachments take the place of the unit; those after it move up. */
static void detach(gg_state *state, gg_side side, gg_unit who)
{
    gg_unit end = (gg_unit)(first_piece(side) + state->piece_count[side]);
    gg_assert(end + DETACHMENTS - 1 <= first_piece(side) + UNITS);
    int number = state->pieces[who].number;
    memmove(&state->pieces[who + DETACHMENTS], &state->pieces[who + 1],
            (size_t)(end - who - 1) * sizeof(piece));
    for (int i = 0; i < DETACHMENTS; i++)
        state->pieces[who + i] = fresh_piece(state, KIND_SKIRM, number, i + 1);
    state->piece_count[side] = (uint8_t)(state->piece_count[side] + DETACHMENTS - 1);
}

void squares_designate_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    (void)dice;
    bool guards = (action->flags & GUARDS) != 0, heavy = (action->flags & HEAVY) != 0;
    bool light = (action->flags & LIGHT) != 0;
    int infantry = units_of(state, side, KIND_INF);
    gg_unit first = first_piece(side), first_cavalry = (gg_unit)(first + infantry);
    gg_unit last_infantry = (gg_unit)(first_cavalry - 1);
    if (guards) change_kind(state, first, KIND_GUARD);
    if (heavy) change_kind(state, first_cavalry, KIND_HEAVY);
    if (light) detach(state, side, last_infantry);
    /* Told at the end, because the detachments have moved the cavalry up. */
    if (light) first_cavalry = (gg_unit)(first_cavalry + DETACHMENTS - 1);
    if (guards) squares_say(log, GG_STATUS, S_GUARDS, first, GG_NO_UNIT);
    if (heavy) squares_say(log, GG_STATUS, S_HEAVY, first_cavalry, GG_NO_UNIT);
    if (light) squares_say(log, GG_STATUS, S_LIGHT, last_infantry, GG_NO_UNIT);
    if (!guards && !heavy && !light)
        squares_say(log, GG_STATUS, side == GG_BLUE ? S_PLAIN_BLUE : S_PLAIN_RED, GG_NO_UNIT,
                    GG_NO_UNIT);
    state->designated[side] = 1;
}
