/*
 * positions.c - battle zones, who stands in them, and the division of a defence
 * (chapter 7; CMD-P5, CMD-P7, CMD-P9, CMD-P16).
 *
 * Attackers fill the spaces from 1 up (CMD-7.1); defenders never outnumber the attackers they
 * face (CMD-7.2), and each border is counted for itself (CMD-7.12).  Units in spaces of one number
 * oppose each other (CMD-7.6).
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "combat.h"

#include <string.h>

/* ---- Zones. ---- */

bool commanders_is_border_zone(const zone *z) { return z->id < ZONE_CONTESTED; }

static bool is_building_zone(const zone *z) { return z->id >= ZONE_BUILDING; }

static int contested_sector(const zone *z) { return (z->id - ZONE_CONTESTED) / CONTESTED_ZONES; }

int commanders_zone_by_id(const gg_state *state, int id)
{
    for (int i = 0; i < state->zone_count; i++)
        if (state->zones[i].id == id) return i;
    return -1;
}

/* The sector behind this side's spaces; a contested zone has many on either side. */
int commanders_zone_sector(const zone *z, gg_side side)
{
    if (is_building_zone(z)) return z->id - ZONE_BUILDING;
    if (!commanders_is_border_zone(z)) return NO_SECTOR;
    const uint8_t *ends = commanders_border_ends[z->id];
    return side == GG_BLUE ? z->blue : ends[0] == z->blue ? ends[1] : ends[0];
}

bool commanders_zone_touches(const zone *z, int sector)
{
    if (!commanders_is_border_zone(z)) return false;
    return commanders_border_ends[z->id][0] == sector || commanders_border_ends[z->id][1] == sector;
}

/* The attackers of a contested sector, by the borders they come over. */
typedef struct approach {
    uint8_t from[SECTOR_ZONES], count[SECTOR_ZONES];
    int borders;
} approach;

static void approach_by(approach *a, int from)
{
    int at = 0;
    while (at < a->borders && a->from[at] != from) at++;
    if (at == a->borders) {
        a->from[a->borders] = (uint8_t)from;
        a->count[a->borders++] = 0;
    }
    a->count[at]++;
}

/* CMD-R8: the border with most units first, then by sector. */
static approach approach_of(const gg_state *state, gg_side side, int sector)
{
    approach a = {.borders = 0};
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->goal == sector + 1 && u->place != sector) approach_by(&a, u->place);
    }
    for (int i = 1; i < a.borders; i++) {
        for (int j = i; j > 0; j--) {
            bool before = a.count[j] > a.count[j - 1]
                          || (a.count[j] == a.count[j - 1] && a.from[j] < a.from[j - 1]);
            if (!before) break;
            uint8_t from = a.from[j], count = a.count[j];
            a.from[j] = a.from[j - 1], a.count[j] = a.count[j - 1];
            a.from[j - 1] = from, a.count[j - 1] = count;
        }
    }
    return a;
}

static zone *add_zone(gg_state *state, int id)
{
    gg_assert(state->zone_count < ZONES_MAX);
    zone *z = &state->zones[state->zone_count++];
    memset(z, 0, sizeof *z);
    z->id = (uint8_t)id;
    return z;
}

static void make_border_zones(gg_state *state)
{
    uint8_t blue[BORDERS], over[BORDERS] = {0};
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->goal == 0 || u->goal == u->place + 1 || state->held[u->goal - 1] == GG_NOBODY)
            continue;
        int border = commanders_border(u->place, u->goal - 1);
        over[border] |= (uint8_t)(1u << side_of((gg_unit)i));
        blue[border] = i < UNITS ? u->place : (uint8_t)(u->goal - 1);
    }
    uint8_t number[BORDERS] = {0};
    for (int border = 0; border < BORDERS; border++) {
        if (over[border] == 0) continue;
        zone *z = add_zone(state, border);
        z->blue = blue[border];
        z->attacks = over[border];
        number[border] = state->zone_count;
    }
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->goal == 0 || u->goal == u->place + 1 || state->held[u->goal - 1] == GG_NOBODY)
            continue;
        u->zone = number[commanders_border(u->place, u->goal - 1)];
    }
}

/* Attackers of a contested sector go to the zone of their border; a side with fewer borders
 * pools its units and waits for the division. */
static void make_contested_zones(gg_state *state, int sector)
{
    approach both[2] = {approach_of(state, GG_BLUE, sector), approach_of(state, GG_RED, sector)};
    int zones = both[0].borders > both[1].borders ? both[0].borders : both[1].borders;
    int first = state->zone_count;
    for (int n = 0; n < zones; n++)
        add_zone(state, ZONE_CONTESTED + sector * CONTESTED_ZONES + n)->attacks = GG_SIDES_BOTH;
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        const approach *a = &both[i >= UNITS];
        if (u->goal != sector + 1 || a->borders < zones) continue;
        for (int n = 0; n < zones; n++)
            if (a->from[n] == u->place) u->zone = (uint8_t)(first + n + 1);
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        state->rerolls[side][sector] = (uint8_t)(both[side].borders - 1);
}

static void make_building_zone(gg_state *state, int sector)
{
    bool is_attacked = false;
    for (int i = 0; i < ALL_UNITS; i++)
        is_attacked |= state->units[i].goal == sector + 1 && state->units[i].place == sector;
    if (!is_attacked) return;
    gg_side inside = side_of(index_of(state, commanders_garrison(state, sector)));
    add_zone(state, ZONE_BUILDING + sector)->attacks = (uint8_t)(1u << enemy_of(inside));
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->place == sector && (u->goal == sector + 1 || is_inside(u)))
            u->zone = state->zone_count;
    }
}

/* CMD-P5: zones, re-rolls, and the action that each attack costs (CMD-R43).  Nobody declares a
 * combat; it has followed from who goes where (CMD-4.14).  A border is never crossed and its sector
 * contested at once, so each kind of zone is made for itself (CMD-R9). */
static void make_zones(gg_state *state)
{
    uint16_t goals = 0, contested = 0;
    state->zone_count = 0;
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->goal == 0) continue;
        commanders_use_action(u, u->goal - 1);
        goals |= (uint16_t)(1u << (u->goal - 1));
    }
    make_border_zones(state);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((goals >> sector & 1) != 0 && state->held[sector] == GG_NOBODY) {
            make_contested_zones(state, sector);
            contested |= (uint16_t)(1u << sector);
        }
    for (int sector = 0; sector < SECTORS; sector++) {
        if ((goals >> sector & 1) == 0 || (contested >> sector & 1) != 0) continue;
        gg_side by = enemy_of(state->held[sector]);
        int borders = approach_of(state, by, sector).borders;
        int gives = borders - number_free_borders(state);
        if (gives > 0) state->rerolls[by][sector] = (uint8_t)gives;
        if (commanders_has(state, sector, BUILDING)) make_building_zone(state, sector);
    }
}

/* ---- Division (CMD-P7, CMD-7.8, CMD-R8). ---- */

static int attackers_in(const gg_state *state, gg_side side, int number)
{
    int count = 0;
    const int sector = commanders_zone_sector(&state->zones[number], side);
    if (sector != NO_SECTOR) { /* they come out of it */
        for (uint64_t left = state->notes.in[side][sector]; left != 0;) {
            const unit *u = commanders_take(state, side, &left);
            count += u->zone == number + 1 && is_attacking(u);
        }
        return count;
    }
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        count += state->units[i].zone == number + 1 && is_attacking(&state->units[i]);
    return count;
}

/* Attackers that came over fewer borders than the enemy's. */
static bool pooled_division(const gg_state *state, gg_side side, int sector, division *d)
{
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        if (z->id < ZONE_CONTESTED || is_building_zone(z) || contested_sector(z) != sector)
            continue;
        d->zones[d->zone_count] = (uint8_t)number;
        d->places[d->zone_count++] = (uint8_t)number_border_units(state);
    }
    if (approach_of(state, side, sector).borders >= d->zone_count) return false;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        if (state->units[i].goal == sector + 1) d->units[d->count++] = (uint8_t)i;
    commanders_sort(state, d->units, d->count);
    d->pooled = true;
    return d->count > 0;
}

bool commanders_division(const gg_state *state, gg_side side, int sector, division *d)
{
    memset(d, 0, sizeof *d);
    if (state->held[sector] == GG_NOBODY) return pooled_division(state, side, sector, d);
    int places = 0;
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        if (!commanders_zone_touches(z, sector) || commanders_zone_sector(z, side) != sector)
            continue;
        int wanted =
            attackers_in(state, enemy_of(side), number) - attackers_in(state, side, number);
        if (wanted <= 0) continue;
        d->zones[d->zone_count] = (uint8_t)number;
        d->places[d->zone_count++] = (uint8_t)wanted;
        places += wanted;
    }
    if (places == 0) return false;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number != 0 && u->place == sector && !is_attacking(u) && !is_inside(u))
            d->units[d->count++] = (uint8_t)i;
    }
    commanders_sort(state, d->units, d->count);
    if (d->count > places)
        d->count = places; /* the first of the list (CMD-7.13); the rest stay idle (CMD-7.5) */
    return d->zone_count > 1 && d->count > 0;
}

/* The zone of each unit, as rank in d->zones, when its owner says nothing. */
static void divide_by_default(const gg_state *state, gg_side side, const division *d,
                              uint8_t *ranks)
{
    int left[SECTOR_ZONES];
    for (int rank = 0; rank < d->zone_count; rank++) {
        left[rank] = d->places[rank];
        if (!d->pooled) continue;
        int enemies = attackers_in(state, enemy_of(side), d->zones[rank]);
        left[rank] = enemies;
    }
    int rank = 0, given[SECTOR_ZONES] = {0};
    for (int i = 0; i < d->count; i++) {
        while (rank < d->zone_count && left[rank] == 0) rank++;
        if (rank < d->zone_count) {
            left[rank]--;
            given[rank]++;
            ranks[i] = (uint8_t)rank;
            continue;
        }
        int spare = 0; /* CMD-R8: what is left over goes to zone 1 until it is full, then zone 2 */
        while (given[spare] == number_border_units(state)) spare++;
        given[spare]++;
        ranks[i] = (uint8_t)spare;
    }
}

static bool is_divided(const gg_state *state, const division *d)
{
    return d->count > 0 && state->units[d->units[0]].named != 0;
}

void commanders_divide_open(gg_state *state, gg_log *log)
{
    make_zones(state);
    for (int number = 0; number < state->zone_count; number++) {
        gg_event *event = gg_log_add(log, GG_NOTE, CMD_P5);
        if (event == NULL) return;
        event->saying = S_ATTACKS;
        event->at = (gg_point){state->zones[number].id, 1};
        event->amount = (int16_t)attackers_in(state, GG_BLUE, number);
        event->had = (int16_t)attackers_in(state, GG_RED, number);
    }
}

/* Sectors with zones, by bit: elsewhere there is nothing to divide. */
static unsigned sectors_with_zones(const gg_state *state)
{
    unsigned sectors = 0;
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        if (is_building_zone(z)) continue;
        if (!commanders_is_border_zone(z)) {
            sectors |= 1u << contested_sector(z);
            continue;
        }
        const uint8_t *ends = commanders_border_ends[z->id];
        sectors |= 1u << ends[0] | 1u << ends[1];
    }
    return sectors;
}

bool commanders_divide_asks(const gg_state *state, gg_side side)
{
    division d;
    const unsigned sectors = sectors_with_zones(state);
    for (int sector = 0; sector < SECTORS; sector++)
        if ((sectors >> sector & 1) != 0 && commanders_division(state, side, sector, &d))
            return true;
    return false;
}

/* Alike units cannot be told apart in a line, so they go to the zones in order. */
static bool are_alike(const unit *one, const unit *other)
{
    return one->type == other->type && one->status == other->status
           && (one->from != 0) == (other->from != 0);
}

gg_verdict commanders_divide_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    division d = {.count = 0};
    uint32_t zones = (uint32_t)action->args[0];
    int in_zone[SECTOR_ZONES] = {0};
    if (action->at.x >= SECTORS || !commanders_division(state, side, action->at.x, &d)
        || action->flags != 0)
        return refuse_count(R_BAD_DIVISION, 0, d.count);
    for (int i = 0; i < d.count; i++) {
        int rank = (int)(zones >> (3 * i) & 7) - 1;
        if (rank < 0 || rank >= d.zone_count) return refuse_count(R_BAD_DIVISION, i, d.count);
        if (++in_zone[rank] > d.places[rank]) return refuse_count(R_BAD_DIVISION, i, d.count);
        for (int j = 0; j < i; j++)
            if ((int)(zones >> (3 * j) & 7) - 1 > rank
                && are_alike(&state->units[d.units[j]], &state->units[d.units[i]]))
                return refuse_count(R_BAD_DIVISION, i, d.count);
    }
    bool has_more = d.count < 10 && zones >> (3 * d.count) != 0;
    return has_more ? refuse_count(R_BAD_DIVISION, d.count + 1, d.count) : refuse(R_LEGAL);
}

void commanders_divide_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    (void)dice, (void)log;
    division d;
    commanders_division(state, side, action->at.x, &d);
    for (int i = 0; i < d.count; i++) {
        int rank = (int)((uint32_t)action->args[0] >> (3 * i) & 7) - 1;
        state->units[d.units[i]].named = (uint8_t)(d.zones[rank] + 1);
    }
}

/* ---- Offers: each zone filled first in turn, from either end of the list, and evenly. ---- */

static gg_action division_action(const gg_state *state, const division *d, int sector,
                                 uint8_t *ranks)
{
    for (int i = 0; i < d->count; i++)
        for (int j = i + 1; j < d->count; j++) {
            if (ranks[j] >= ranks[i]
                || !are_alike(&state->units[d->units[i]], &state->units[d->units[j]]))
                continue;
            uint8_t held = ranks[i];
            ranks[i] = ranks[j];
            ranks[j] = held;
        }
    gg_action action = make_action(ACTION_DIVIDE);
    action.at.x = sector;
    uint32_t zones = 0;
    for (int i = 0; i < d->count; i++) zones |= (uint32_t)(ranks[i] + 1) << (3 * i);
    action.args[0] = (int32_t)zones;
    return action;
}

/* Zone `first` is filled first (or, evenly, gets the first unit); backwards from the last unit. */
static void divide_so(const division *d, int first, bool backwards, bool evenly, uint8_t *ranks)
{
    int given[SECTOR_ZONES] = {0}, at = first;
    for (int i = 0; i < d->count; i++) {
        while (given[at] >= d->places[at]) at = (at + 1) % d->zone_count;
        given[at]++;
        ranks[backwards ? d->count - 1 - i : i] = (uint8_t)at;
        if (evenly) at = (at + 1) % d->zone_count;
    }
}

static uint32_t put_division(gg_action *out, uint32_t first, uint32_t count, uint32_t limit,
                             gg_action action)
{
    for (uint32_t i = first; i < count; i++)
        if (out[i].args[0] == action.args[0]) return count;
    return put_offer(out, count, limit, action);
}

uint32_t commanders_divide_offer(const gg_state *state, gg_side side, gg_action *out,
                                 uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int sector = 0; sector < SECTORS; sector++) {
        division d;
        uint8_t ranks[2 * ROOM_MAX];
        if (!commanders_division(state, side, sector, &d) || is_divided(state, &d)) continue;
        uint32_t start = count;
        for (int way = 0; way < 4 * d.zone_count; way++) {
            divide_so(&d, way / 4, (way & 1) != 0, (way & 2) != 0, ranks);
            count =
                put_division(out, start, count, limit, division_action(state, &d, sector, ranks));
        }
        divide_by_default(state, side, &d, ranks);
        count = put_division(out, start, count, limit, division_action(state, &d, sector, ranks));
    }
    return count;
}

static void divide_sector(gg_state *state, gg_side side, int sector)
{
    division d;
    uint8_t ranks[2 * ROOM_MAX];
    commanders_division(state, side, sector, &d);
    if (state->held[sector] == GG_NOBODY && !d.pooled) return;
    bool is_said = is_divided(state, &d);
    if (!is_said) divide_by_default(state, side, &d, ranks);
    for (int i = 0; i < d.count; i++) {
        unit *u = &state->units[d.units[i]];
        u->zone = is_said ? u->named : (uint8_t)(d.zones[ranks[i]] + 1);
        u->named = 0;
    }
}

uint8_t commanders_divide_close(gg_state *state, gg_log *log)
{
    bool is_said = false;
    for (int i = 0; i < ALL_UNITS; i++) is_said |= state->units[i].named != 0;
    if (is_said) { commanders_reveal(log, ACTION_DIVIDE); }
    const unsigned sectors = sectors_with_zones(state);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int sector = 0; sector < SECTORS; sector++)
            if ((sectors >> sector & 1) != 0) divide_sector(state, side, sector);
    commanders_take_positions(state); /* provisional: CMD-P7 */
    return stage_at(state, STEP_REACT);
}

/* ---- Ranged positions (CMD-P9): each zone sorted, nobody changes zone.  Spent units take their
 * place like others (CMD-2.14). ---- */

void commanders_take_positions(gg_state *state)
{
    uint8_t lists[ZONES_MAX][2][2 * ROOM_MAX], counts[ZONES_MAX][2];
    memset(counts, 0, sizeof counts);
    for (int i = 0; i < ALL_UNITS; i++) {
        int number = state->units[i].zone - 1, side = i >= UNITS;
        if (number >= 0) lists[number][side][counts[number][side]++] = (uint8_t)i;
    }
    for (int number = 0; number < state->zone_count; number++) {
        zone *z = &state->zones[number];
        memset(z->space, 0, sizeof z->space);
        for (int side = 0; side < 2; side++) {
            gg_assert(counts[number][side] <= SPACES);
            commanders_sort(state, lists[number][side], counts[number][side]);
            for (int i = 0; i < counts[number][side]; i++)
                z->space[side][i] = (uint8_t)(lists[number][side][i] + 1);
        }
    }
}

/* Who is off the board stands in no space any more. */
void commanders_clear_spaces(gg_state *state)
{
    for (int number = 0; number < state->zone_count; number++)
        for (int i = 0; i < 2 * SPACES; i++) {
            uint8_t *who = &state->zones[number].space[i / SPACES][i % SPACES];
            if (*who != 0 && !is_on_board(&state->units[*who - 1])) *who = 0;
        }
}

/* ---- Melee positions (CMD-P16, CMD-7.9): routed units last; idle ones come in (CMD-R36). ---- */

typedef enum pick {
    PICK_ATTACKERS,
    PICK_STOOD,
    PICK_IDLE,
    PICK_ROUTED_STOOD,
    PICK_ROUTED,
    PICK_ROUTED_ATTACKERS
} pick;

typedef struct layout {
    gg_state *state;
    uint8_t filled[ZONES_MAX][2], attackers[ZONES_MAX][2];
    bool is_placed[ALL_UNITS];
    bool has_routed[2];                    /* a side without routed units has none to place */
    uint8_t near[2][UNITS], near_count[2]; /* units in a zone, or in a sector behind one */
} layout;

/* Nobody else can be placed. */
static void find_near(layout *l)
{
    const gg_state *state = l->state;
    uint32_t sectors = 0;
    for (int number = 0; number < state->zone_count; number++)
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            const int sector = commanders_zone_sector(&state->zones[number], side);
            if (sector < SECTORS) sectors |= 1u << sector; /* a contested zone has none */
        }
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        const int side = i >= UNITS;
        if (u->number == 0 || u->place >= SECTORS) continue;
        if (u->zone == 0 && (sectors >> u->place & 1) == 0) continue;
        l->near[side][l->near_count[side]++] = (uint8_t)i;
        l->has_routed[side] |= is_routed(u);
    }
}

/* May this unit be placed in this zone now, as what `which` says? */
static bool is_picked(const unit *u, const zone *z, int number, gg_side side, pick which)
{
    bool stood = u->zone == number + 1;
    if (which == PICK_ATTACKERS || which == PICK_ROUTED_ATTACKERS)
        return stood && is_attacking(u) && is_routed(u) == (which == PICK_ROUTED_ATTACKERS);
    if (is_attacking(u) || u->place != commanders_zone_sector(z, side)) return false;
    if (is_inside(u) != is_building_zone(z)) return false;
    if (is_building_zone(z) && !stood) return false;
    if ((which == PICK_STOOD || which == PICK_ROUTED_STOOD) && !stood) return false;
    return is_routed(u) == (which == PICK_ROUTED_STOOD || which == PICK_ROUTED);
}

static void fill(layout *l, int number, gg_side side, pick which, int limit)
{
    gg_state *state = l->state;
    zone *z = &state->zones[number];
    uint8_t list[UNITS];
    int count = 0;
    if (l->filled[number][side] >= limit) return;
    if (which >= PICK_ROUTED_STOOD && !l->has_routed[side]) return;
    for (int n = 0; n < l->near_count[side]; n++) {
        const uint8_t i = l->near[side][n];
        if (!l->is_placed[i] && is_picked(&state->units[i], z, number, side, which))
            list[count++] = i;
    }
    commanders_sort(state, list, count);
    for (int i = 0; i < count && l->filled[number][side] < limit; i++) {
        z->space[side][l->filled[number][side]++] = (uint8_t)(list[i] + 1);
        l->is_placed[list[i]] = true;
    }
}

/* Steps (2) to (4) fill up to the number of attackers opposite; contested zones have no passive
 * units. */
static void fill_all(layout *l, pick which)
{
    for (int number = 0; number < l->state->zone_count; number++) {
        const zone *z = &l->state->zones[number];
        if (!commanders_is_border_zone(z) && !is_building_zone(z)) continue;
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            fill(l, number, side, which, l->attackers[number][enemy_of(side)]);
    }
}

static void fill_attackers(layout *l, pick which)
{
    for (int number = 0; number < l->state->zone_count; number++)
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            fill(l, number, side, which, number_border_units(l->state));
}

void commanders_lay_melee(gg_state *state)
{
    layout l = {.state = state};
    find_near(&l);
    for (int number = 0; number < state->zone_count; number++)
        memset(state->zones[number].space, 0, sizeof state->zones[number].space);
    fill_attackers(&l, PICK_ATTACKERS);
    memcpy(l.attackers, l.filled, sizeof l.attackers);
    fill_all(&l, PICK_STOOD);
    fill_all(&l, PICK_IDLE);
    fill_all(&l, PICK_ROUTED_STOOD);
    fill_all(&l, PICK_ROUTED);
    fill_attackers(&l, PICK_ROUTED_ATTACKERS);
}

/* What is laid out counts: who stands in no space stands in no zone. */
void commanders_settle_melee(gg_state *state)
{
    for (int i = 0; i < ALL_UNITS; i++) state->units[i].zone = 0;
    for (int number = 0; number < state->zone_count; number++)
        for (int side = 0; side < 2; side++)
            for (int space = 0; space < SPACES; space++) {
                int who = state->zones[number].space[side][space];
                if (who != 0) state->units[who - 1].zone = (uint8_t)(number + 1);
            }
}
