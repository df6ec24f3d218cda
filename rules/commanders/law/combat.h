/*
 * combat.h - reactions, battle zones, targets, dice and hits, withdrawal (chapters 5 to 9).
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_COMBAT_H
#define COMMANDERS_COMBAT_H

#include "movement.h"

/* ---- positions.c (chapter 7). ---- */
typedef struct division { /* units of one side that are divided among zones */
    int count, zone_count;
    uint8_t units[2 * ROOM_MAX], zones[SECTOR_ZONES], places[SECTOR_ZONES];
    bool pooled; /* attackers of a contested sector (CMD-R8), as against defenders */
} division;
int commanders_zone_by_id(const gg_state *, int id); /* its number, or -1 */
int commanders_zone_sector(const zone *, gg_side);   /* behind this side's spaces */
bool commanders_is_border_zone(const zone *);
bool commanders_zone_touches(const zone *, int sector);
static inline const unit *commanders_in_space(const gg_state *state, const zone *z, gg_side side,
                                              int space)
{
    const int who = z->space[side][space];
    return who == 0 ? NULL : &state->units[who - 1];
}
bool commanders_division(const gg_state *, gg_side, int sector, division *); /* true: to be asked */
void commanders_take_positions(gg_state *);                                  /* CMD-P9 */
void commanders_lay_melee(gg_state *);    /* CMD-P16: lays out the spaces */
void commanders_settle_melee(gg_state *); /* and makes them count */
void commanders_clear_spaces(gg_state *); /* of those who are off the board */

/* ---- combat.c (chapter 8). ---- */
typedef struct fight_query { /* all that a modifier of a ranged or melee roll may look at */
    uint8_t row, column;     /* stances */
    uint8_t unopposed, spent, fast, forest, river, walls;
    int8_t slope; /* -1 uphill, +1 downhill */
    uint8_t zero[7];
} fight_query;
typedef struct aim {    /* what a unit in a space does in this part of the combat */
    const unit *target; /* NULL: it does not roll */
    bool unopposed;
} aim;
bool commanders_is_melee(const gg_state *);
aim commanders_aim_of(const gg_state *, const zone *, gg_side, int space, bool melee);
int commanders_result(const gg_state *, const zone *, const unit *, aim, int die, bool melee);
typedef struct hits {
    uint8_t count[ALL_UNITS], scored[ALL_UNITS];
    uint32_t by[ALL_UNITS];
} hits;
void commanders_count_hits(const gg_state *, bool melee, hits *, gg_log *);   /* as the dice lie */
void commanders_strike(gg_state *, unit *, int count, uint32_t by, gg_log *); /* CMD-R39 */
void commanders_apply_hits(gg_state *, gg_log *);

/* T1: the row of the numbers with each cell; 0: the two never meet so. */
extern const uint8_t commanders_ranged_cells[STANCES][STANCES],
    commanders_melee_cells[STANCES][STANCES];
_Static_assert(NUMBERS <= UINT8_MAX, "a cell names its row in a byte");

/* ---- withdrawal.c (chapter 9). ---- */
void commanders_settle_fight(gg_state *, gg_log *);  /* CMD-P18 */
uint8_t commanders_phase_ends(gg_state *, gg_log *); /* CMD-P20; the stage after the phase */
void commanders_clear_phase(gg_state *);

#endif
