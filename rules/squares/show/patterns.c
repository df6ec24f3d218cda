/*
 * patterns.c - what somebody who makes a battle of squares can put on the board.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/squares.h"

const gg_pattern squares_patterns[] = {
    {"", "who comes first", "phase first"},
    {"troops", "infantry", "{A|B}{1..} inf {at} {wind}"},
    {"troops", "Guards", "{A|B}{1..} guard {at} {wind}"},
    {"troops", "conscripts", "{A|B}{1..} consc {at} {wind}"},
    {"troops", "skirmishers", "{A|B}{1..}a skirm {at} {wind}"},
    {"troops", "cavalry", "{A|B}{1..} cav {at} {wind}"},
    {"troops", "heavy cavalry", "{A|B}{1..} heavy {at} {wind}"},
    {"troops", "artillery", "{A|B}{1..} art {at} {wind}"},
    {"ground", "open", "open {squares}"},
    {"ground", "hill", "hill {squares}"},
    {"ground", "high hill", "hill2 {squares}"},
    {"ground", "wood", "wood {squares}"},
    {"ground", "village", "village {squares}"},
    {"ground", "river", "river {squares}"},
    {"ground", "bridge", "bridge {squares}"},
    {NULL, NULL, NULL},
};

/* SQ-R60: its strength points (T12). */
int32_t squares_worth(const gg_state *state, gg_unit who)
{
    const piece *it = &state->pieces[who];
    return it->bases * strength_of(state, (kind)it->kind);
}
