/*
 * board.c - sectors, borders, who stands where and who holds what (chapters 1 and 2).
 *
 * A unit is passive unless it has a goal in the present phase (CMD-2.5, CMD-2.11).
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

/* CMD-P1: the borders in their fixed order. */
const uint8_t commanders_border_ends[BORDERS][2] = {
    {0, 1}, {0, 3}, {1, 2}, {1, 4}, {2, 5}, {3, 4}, {3, 6}, {4, 5}, {4, 7}, {5, 8}, {6, 7}, {7, 8},
};

static const struct {
    char letter;
    bool at_range, in_melee;
    uint8_t dice, points; /* rows of the numbers */
} types[TYPES] = {
#define TYPE(id, letter, name, movement, at_range, in_melee, dice, points, role, clause)           \
    {letter, at_range, in_melee, N_##dice, N_##points},
#include "units.def"
#undef TYPE
};

char commanders_letter(type of) { return types[of].letter; }
bool commanders_attacks_at_range(type of) { return types[of].at_range; }
bool commanders_attacks_in_melee(type of) { return types[of].in_melee; }
int commanders_type_points(const gg_state *state, type of)
{
    return gg_number_value(commanders_numbers, state->house, types[of].points);
}
int commanders_type_dice(const gg_state *state, type of)
{
    return gg_number_value(commanders_numbers, state->house, types[of].dice);
}

/* ---- Where things lie. ---- */

/* CMD-1.3: bit n is the sector or reserve n. */
const uint16_t commanders_neighbours[GROUNDS] = {
    1 << 1 | 1 << 3 | 1 << RESERVE_BLUE,
    1 << 0 | 1 << 2 | 1 << 4,
    1 << 1 | 1 << 5 | 1 << RESERVE_RED,
    1 << 0 | 1 << 4 | 1 << 6 | 1 << RESERVE_BLUE,
    1 << 1 | 1 << 3 | 1 << 5 | 1 << 7,
    1 << 2 | 1 << 4 | 1 << 8 | 1 << RESERVE_RED,
    1 << 3 | 1 << 7 | 1 << RESERVE_BLUE,
    1 << 4 | 1 << 6 | 1 << 8,
    1 << 5 | 1 << 7 | 1 << RESERVE_RED,
    1 << 0 | 1 << 3 | 1 << 6,
    1 << 2 | 1 << 5 | 1 << 8,
};

/* The same as lists. */
const uint8_t commanders_near[GROUNDS][NEAR_MAX + 1] = {
    {1, 3, RESERVE_BLUE, NO_SECTOR},
    {0, 2, 4, NO_SECTOR},
    {1, 5, RESERVE_RED, NO_SECTOR},
    {0, 4, 6, RESERVE_BLUE, NO_SECTOR},
    {1, 3, 5, 7, NO_SECTOR},
    {2, 4, 8, RESERVE_RED, NO_SECTOR},
    {3, 7, RESERVE_BLUE, NO_SECTOR},
    {4, 6, 8, NO_SECTOR},
    {5, 7, RESERVE_RED, NO_SECTOR},
    {0, 3, 6, NO_SECTOR},
    {2, 5, 8, NO_SECTOR},
};

const uint8_t commanders_borders[SECTORS][SECTORS] = {
    {0, 1, 0, 2, 0, 0, 0, 0, 0},  {1, 0, 3, 0, 4, 0, 0, 0, 0},   {0, 3, 0, 0, 0, 5, 0, 0, 0},
    {2, 0, 0, 0, 6, 0, 7, 0, 0},  {0, 4, 0, 6, 0, 8, 0, 9, 0},   {0, 0, 5, 0, 8, 0, 0, 0, 10},
    {0, 0, 0, 7, 0, 0, 0, 11, 0}, {0, 0, 0, 0, 9, 0, 11, 0, 12}, {0, 0, 0, 0, 0, 10, 0, 12, 0},
};

int commanders_behind(gg_side side, int sector)
{
    if (row_of(sector) == home_row(side)) return reserve_of(side);
    return side == GG_BLUE ? sector - 1 : sector + 1;
}

/* CMD-R3: on in the same column or row; out of a reserve on along the column entered. */
int commanders_ahead(int from, int to)
{
    if (to >= SECTORS) return NO_SECTOR;
    if (from >= SECTORS) return from == RESERVE_BLUE ? to + 1 : to - 1;
    int column = 2 * column_of(to) - column_of(from), row = 2 * row_of(to) - row_of(from);
    bool is_on_board = column >= 0 && column < 3 && row >= 0 && row < 3;
    return is_on_board ? column * 3 + row : NO_SECTOR;
}

static int apart(int one, int other) { return one < other ? other - one : one - other; }

/* CMD-R26.  A way through a reserve is never shorter than one over the field. */
int commanders_distance(int from, int to)
{
    if (from == to) return 0;
    gg_assert(to < SECTORS); /* it is measured to a command sector */
    if (from >= SECTORS) return 1 + apart(from == RESERVE_BLUE ? 0 : 2, row_of(to));
    return apart(column_of(from), column_of(to)) + apart(row_of(from), row_of(to));
}

/* CMD-R1, CMD-R26: the general's sector, or the home centre. */
int commanders_command_sector(const gg_state *state, gg_side side)
{
    for (int sector = 0; sector < SECTORS && state->options[OPT_objectives]; sector++)
        if (state->marker[sector] == MARKER_GENERAL && state->owner[sector] == side) return sector;
    return 3 + home_row(side);
}

/* ---- Who stands there. ---- */

/* CMD-R25: unrouted and routed ones; enemies never count. */
int commanders_units_in(const gg_state *state, gg_side side, int place)
{
    int count = 0;
    for (uint32_t left = state->notes.in[side][place]; left != 0; left &= left - 1) count++;
    return count;
}

/* CMD-R6: those attacking out too, for their place is still here; routed ones hold nothing
 * (CMD-9.5). */
int commanders_belonging(const gg_state *state, gg_side side, int sector)
{
    int count = 0;
    for (uint64_t left = state->notes.in[side][sector]; left != 0;)
        count += (commanders_take(state, side, &left)->status & (ROUTED | INSIDE)) == 0;
    return count;
}

static const unit *garrison_of(const gg_state *state, gg_side side, int sector)
{
    for (uint64_t left = state->notes.in[side][sector]; left != 0;) {
        const unit *u = commanders_take(state, side, &left);
        if (is_inside(u)) return u;
    }
    return NULL;
}

const unit *commanders_garrison(const gg_state *state, int sector)
{
    if (!commanders_has(state, sector, BUILDING)) return NULL;
    const unit *blue = garrison_of(state, GG_BLUE, sector);
    return blue != NULL ? blue : garrison_of(state, GG_RED, sector);
}

uint32_t commanders_garrisons(const gg_state *state, gg_side side)
{
    uint32_t sectors = 0;
    if (!state->options[OPT_terrain]) return 0;
    for (int sector = 0; sector < SECTORS; sector++)
        if (commanders_has(state, sector, BUILDING) && garrison_of(state, side, sector) != NULL)
            sectors |= 1u << sector;
    return sectors;
}

bool commanders_has_enemies_outside(const gg_state *state, const unit *garrison)
{
    gg_side enemy = enemy_of(side_of(index_of(state, garrison)));
    return commanders_belonging(state, enemy, garrison->place) > 0;
}

/* CMD-1.9, CMD-14.4, CMD-R48: a general or a flag keeps a sector while no enemy stands in it. */
static gg_side marker_holder(const gg_state *state, int sector)
{
    int kind = state->marker[sector];
    if (kind != MARKER_GENERAL && kind != MARKER_FLAG && kind != MARKER_BIG_FLAG) return GG_NOBODY;
    gg_side owner = state->owner[sector];
    if (owner > GG_RED || commanders_units_in(state, enemy_of(owner), sector) > 0) return GG_NOBODY;
    return owner;
}

/* Which sectors unrouted units of each side stand in, and which they sit inside of, by bit. */
typedef struct presence {
    uint32_t standing[2], inside[2];
} presence;

static presence presence_of(const gg_state *state)
{
    presence p = {.standing = {0, 0}};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int sector = 0; sector < SECTORS; sector++) {
            const uint32_t bit = 1u << sector;
            for (uint64_t left = state->notes.in[side][sector]; left != 0;) {
                const unit *u = commanders_take(state, side, &left);
                if (is_routed(u)) continue;
                if (is_inside(u)) p.inside[side] |= bit;
                else p.standing[side] |= bit;
                if (!is_inside(u) && !commanders_has(state, sector, BUILDING)) break;
            }
        }
    return p;
}

static gg_side holder_by(const gg_state *state, const presence *p, int sector)
{
    uint32_t bit = 1u << sector;
    if ((p->standing[GG_BLUE] & bit) != 0) return GG_BLUE;
    if ((p->standing[GG_RED] & bit) != 0) return GG_RED;
    if ((p->inside[GG_BLUE] & bit) != 0) return GG_BLUE;
    if ((p->inside[GG_RED] & bit) != 0) return GG_RED;
    return marker_holder(state, sector);
}

/* CMD-R55: while a garrison holds out against unrouted enemies outside nobody controls. */
void commanders_note_control(const gg_state *state, uint8_t control[SECTORS])
{
    presence p = presence_of(state);
    for (int sector = 0; sector < SECTORS; sector++) {
        gg_side holder = holder_by(state, &p, sector);
        bool is_disputed = holder != GG_NOBODY && (p.inside[enemy_of(holder)] >> sector & 1) != 0;
        control[sector] = is_disputed ? GG_NOBODY : holder;
    }
}

gg_side commanders_control(const gg_state *state, int sector)
{
    uint8_t control[SECTORS];
    commanders_note_control(state, control);
    return control[sector];
}

/* The status of all sectors at the start of a phase (CMD-R31). */
void commanders_note_status(gg_state *state)
{
    presence p = presence_of(state);
    for (int sector = 0; sector < SECTORS; sector++)
        state->held[sector] = holder_by(state, &p, sector);
}

bool commanders_is_friendly(const gg_state *state, gg_side side, int ground)
{
    return ground >= SECTORS ? ground == reserve_of(side) : state->held[ground] == side;
}

/* ---- What a unit counts as, and who comes first. ---- */

stance commanders_stance(const unit *u)
{
    if (is_routed(u)) return STANCE_routed; /* CMD-8.9 */
    if (is_attacking(u)) return (stance)(STANCE_attacking_I + u->type);
    if ((u->status & SQUARE) != 0) return STANCE_square;
    return (stance)(STANCE_passive_I + u->type);
}

/* CMD-7.4, CMD-R35: group, then unspent before spent, then the lower number.  Units of a side lie
 * by type and number, so the index stands for the rest. */
static uint32_t rank_of(const gg_state *state, int index)
{
    const unit *u = &state->units[index];
    uint32_t group = commanders_stance(u);
    if (group == STANCE_routed) group += u->type;
    return group << 16 | (uint32_t)is_spent(u) << 8 | (uint32_t)index;
}

void commanders_sort(const gg_state *state, uint8_t *list, int count)
{
    for (int i = 1; i < count; i++) {
        uint8_t held = list[i];
        uint32_t rank = rank_of(state, held);
        int at = i;
        for (; at > 0 && rank_of(state, list[at - 1]) > rank; at--) list[at] = list[at - 1];
        list[at] = held;
    }
}
