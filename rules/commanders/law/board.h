/*
 * board.h - sectors, borders and terrain, and who stands where (chapters 1, 2 and 17).
 * SPDX-License-Identifier: MIT
 */
#ifndef COMMANDERS_BOARD_H
#define COMMANDERS_BOARD_H

#include "commanders.h"

/* ---- notes.c ---- */
void commanders_make_notes(gg_state *);  /* of a state that was read, guessed or seen in part */
void commanders_note_plan(gg_state *);   /* when planning begins, or a line is struck out */
void commanders_forget_plan(gg_state *); /* when it is over */
void commanders_put(gg_state *, unit *, int place); /* the only way to another place */
static inline uint32_t commanders_bit(gg_unit who) { return 1u << (who - first_of(side_of(who))); }
/* Takes the first unit out of a set of a side's units, which is not empty. */
static inline const unit *commanders_take(const gg_state *s, gg_side side, uint64_t *set)
{
    return &s->units[first_of(side) + gg_next_bit(set)];
}

/* ---- board.c: sectors, borders, counting. ---- */
extern const uint8_t commanders_border_ends[BORDERS][2];
extern const uint16_t commanders_neighbours[GROUNDS]; /* by bit (CMD-1.3) */
enum { NEAR_MAX = 4 };
extern const uint8_t commanders_near[GROUNDS][NEAR_MAX + 1]; /* as lists that end with NO_SECTOR */
extern const uint8_t commanders_borders[SECTORS][SECTORS];   /* the border of two sectors (+1) */
static inline bool commanders_is_adjacent(int from, int to)
{
    return (commanders_neighbours[from] >> to & 1) != 0;
}
static inline int commanders_border(int from, int to) { return commanders_borders[from][to] - 1; }
int commanders_behind(gg_side, int sector); /* towards the own reserve (CMD-6.5) */
int commanders_ahead(int from, int to); /* straight on from a step (CMD-R3); NO_SECTOR: nowhere */
int commanders_distance(int from, int to); /* in moves (CMD-R26) */
int commanders_command_sector(const gg_state *, gg_side);
int commanders_units_in(const gg_state *, gg_side, int place);   /* all that count for room */
int commanders_belonging(const gg_state *, gg_side, int sector); /* unrouted, not in a building */
bool commanders_has_enemies_outside(const gg_state *, const unit *garrison);
static inline bool commanders_is_shut_in(const gg_state *state, const unit *u)
{
    return is_inside(u) && commanders_has_enemies_outside(state, u); /* CMD-R55 */
}
const unit *commanders_garrison(const gg_state *, int sector); /* NULL: nobody inside */
/* Is it free to get an order?  A garrison that is shut in is not (CMD-R55). */
static inline bool commanders_is_orderable(const gg_state *state, const unit *u)
{
    return !is_routed(u) && u->order == 0 && !commanders_is_shut_in(state, u);
}
uint32_t commanders_garrisons(const gg_state *, gg_side); /* sectors it sits inside, by bit */
/* For rally and scoring (CMD-1.7, CMD-R55): of one sector, and of all at once. */
gg_side commanders_control(const gg_state *, int sector);
void commanders_note_control(const gg_state *, uint8_t control[SECTORS]);
void commanders_note_status(gg_state *);                            /* at the start of a phase */
bool commanders_is_friendly(const gg_state *, gg_side, int ground); /* by that status */
stance commanders_stance(const unit *);
void commanders_sort(const gg_state *, uint8_t *list, int count); /* units of one side (CMD-P1) */
char commanders_letter(type);
bool commanders_attacks_at_range(type);
bool commanders_attacks_in_melee(type);
int commanders_type_points(const gg_state *, type);
int commanders_type_dice(const gg_state *, type); /* at range */

/* ---- terrain.c (chapter 17). ---- */
static inline bool commanders_has(const gg_state *state, int ground, int feature)
{
    return ground < SECTORS && (state->terrain[ground] & feature) != 0;
}
static inline bool commanders_border_has(const gg_state *state, int from, int to, int feature)
{
    if (from >= SECTORS || to >= SECTORS || from == to) return false;
    return (state->borders[commanders_border(from, to)] & feature) != 0;
}
/* CMD-1.6, CMD-R51: the three of forest (going in) and river (both ways, bridge or not) replace the
 * five. */
static inline int commanders_border_limit(const gg_state *state, int from, int to)
{
    if (!state->options[OPT_terrain]) return number_border_units(state);
    const bool is_narrow = (commanders_has(state, to, FOREST) && from != to)
                           || commanders_border_has(state, from, to, RIVER);
    return is_narrow ? number_narrow_units(state) : number_border_units(state);
}
reason commanders_narrow_reason(const gg_state *, int from, int to);
reason commanders_guns_stopped(const gg_state *, int from, int to); /* R_LEGAL: they may move */
gg_unit commanders_garrison_unit(const gg_state *, gg_side, int sector); /* who would go in */

#endif
