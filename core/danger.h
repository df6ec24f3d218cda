/*
 * danger.h - what the enemy's fire and charges could do to a unit where it stands, or where it
 * could go now.
 *
 * The unit is put there by its own orders, one after the other; where one throws dice it is taken
 * to succeed if sixes would let it.  Then the game is turned to each moment at which the enemy may
 * hurt somebody (moment() of the ruleset), and of everything that is then offered against the unit
 * the exact chance is taken that something happens to it.  Enemies stay where they are; each fires
 * once, at its best.  What the seat may not know does not count: an enemy who is face down
 * threatens nobody.  On a plan of sectors, where nobody is ordered by name, threats() of the
 * ruleset says the same.
 * SPDX-License-Identifier: MIT
 */
#ifndef GG_DANGER_H
#define GG_DANGER_H

#include "core/group.h"

enum {
    GG_DANGER_SIDE = 11,   /* so many places each way, the unit's own in the middle */
    GG_DANGER_STEP = 2000, /* ticks from one to the next on a measured table */
    GG_DANGER_FOES = 16,   /* that are named */
};

typedef struct gg_danger {
    gg_point at;    /* of its body, in the thousandths of a scene; of a sector its middle */
    gg_point size;  /* of a sector; else 0 */
    gg_point place; /* as write_place() takes it */
    uint64_t fire;  /* of GG_SHARE_ONE: that fire does anything to it */
    uint32_t shooters, chargers;
    gg_unit foes[GG_DANGER_FOES]; /* shooters first, each once */
    uint32_t foe_count;
} gg_danger;

bool gg_knows_danger(const gg_ruleset *);
/* Where it stands; false: nothing is known of danger in this game, or the unit is not there. */
bool gg_danger_now(const gg_seat *, gg_unit, gg_group_room *, gg_danger *);
/* The places of one row of the grid, from the south, to which it may go now; how many.  Sectors all
 * belong to the middle row. */
uint32_t gg_danger_row(const gg_seat *, gg_unit, uint32_t row, gg_group_room *,
                       gg_danger out[GG_DANGER_SIDE]);

#endif
