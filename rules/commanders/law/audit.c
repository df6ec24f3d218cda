/*
 * audit.c - what must always be true of a state, and what the reader asks of a position.
 * SPDX-License-Identifier: MIT
 */
#include "board.h"

#include <string.h>

static const char *audit_unit(const gg_state *state, const unit *u)
{
    gg_side side = side_of(index_of(state, u));
    bool on_board = is_on_board(u);
    if (u->type >= TYPES || u->number > UNITS || u->place >= PLACES)
        return "a unit has a type, a number and a place";
    if (u->place == reserve_of(enemy_of(side)))
        return "no unit stands in the enemy's reserve (CMD-4.11)";
    if (!on_board && (u->status | u->goal | u->zone | u->named) != 0)
        return "a unit off the field has no status";
    if (u->order > state->plan_count[side]) return "a unit has an order that is in the plan";
    if (u->goal > GROUNDS || u->from > GROUNDS || u->tried[0] > GROUNDS || u->tried[1] > GROUNDS)
        return "a unit goes to a sector or a reserve";
    if (u->goal > SECTORS && u->goal - 1 != reserve_of(side))
        return "no unit goes into the enemy's reserve (CMD-4.11)";
    if (u->actions > MOVES_MAX || (u->actions > 0) != (u->tried[0] != 0)
        || (u->actions > 1) != (u->tried[1] != 0))
        return "every action has been seen";
    if (u->done > u->actions) return "a step of a path is an action";
    if (u->token != 0 && (u->type != TYPE_A || u->token > SECTORS))
        return "tokens belong to batteries (CMD-10.5)";
    if ((u->status & SQUARE) != 0 && (u->type != TYPE_I || is_routed(u)))
        return "only unrouted infantry is in square";
    if (is_inside(u) && (u->type != TYPE_I || !commanders_has(state, u->place, BUILDING)))
        return "only infantry sits in a building, where there is one (CMD-17.3)";
    if (u->zone > state->zone_count) return "a unit stands in a zone that exists";
    if (u->hitters != 0 && u->place != PLACE_OUT) return "hits are kept for units that are out";
    return NULL;
}

static const char *audit_units(const gg_state *state)
{
    static const unit none;
    for (int i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0) {
            if (memcmp(u, &none, sizeof none) != 0)
                return "nothing is known of a unit that does not exist";
            continue;
        }
        const char *broken = audit_unit(state, u);
        if (broken != NULL) return broken;
        if (i % UNITS == 0) continue;
        const unit *before = u - 1;
        bool in_order =
            before->number != 0
            && (before->type < u->type || (before->type == u->type && before->number < u->number));
        if (!in_order) return "units lie by type and number";
    }
    return NULL;
}

/* CMD-1.4, CMD-1.10, CMD-4.13, CMD-R55. */
static const char *audit_sector(const gg_state *state, int sector)
{
    int inside = 0;
    for (int i = 0; i < ALL_UNITS; i++)
        inside += state->units[i].place == sector && is_inside(&state->units[i]);
    if (inside > 1) return "a building holds one unit (CMD-R55)";
    if (commanders_units_in(state, GG_BLUE, sector) > number_sector_room(state)
        || commanders_units_in(state, GG_RED, sector) > number_sector_room(state))
        return "a sector holds no more units of a side (CMD-1.4)";
    if (commanders_belonging(state, GG_BLUE, sector) > 0
        && commanders_belonging(state, GG_RED, sector) > 0)
        return "units of both sides never stand in one sector (CMD-4.13)";
    if (state->held[sector] > GG_NOBODY) return "a sector is held by a side or by nobody";
    if (state->marker[sector] >= MARKERS || state->owner[sector] > GG_NOBODY)
        return "a marker is one of the five";
    if (state->garrison_target[sector] > ALL_UNITS || state->garrison_die[sector] > 6)
        return "a garrison aims at a unit and rolls a die (CMD-17.3)";
    bool has_marker = state->marker[sector] != MARKER_NONE;
    if (has_marker && !state->options[OPT_objectives])
        return "markers are used with the option objectives";
    if (state->terrain[sector] != 0 && !state->options[OPT_terrain])
        return "terrain is used with the option terrain";
    return NULL;
}

static const char *audit_plan(const gg_state *state, gg_side side)
{
    int count = state->plan_count[side];
    if (count > PLAN_MAX) return "a plan has a bounded number of lines";
    for (int i = 0; i < count; i++) {
        const order *line = &state->plan[side][i];
        if (line->count == 0 || line->type >= TYPES || line->from >= GROUNDS
            || line->step1 >= GROUNDS || line->step2 > GROUNDS)
            return "an order names units, a sector and a step";
    }
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->order > count) return "an order goes to units that is not in the plan";
        if (u->order != 0 && state->plan[side][u->order - 1].type != u->type)
            return "an order goes to units of its type";
    }
    return NULL;
}

static const char *audit_zone(const gg_state *state, int number)
{
    const zone *z = &state->zones[number];
    if (z->id >= ZONE_IDS || z->attacks == 0 || z->attacks > GG_SIDES_BOTH)
        return "somebody attacks in every zone";
    if (number > 0 && state->zones[number - 1].id >= z->id)
        return "zones lie in the order of CMD-P1";
    for (int i = 0; i < 2 * SPACES; i++) {
        int side = i / SPACES, space = i % SPACES, who = z->space[side][space],
            at = z->target[side][space];
        if (who > ALL_UNITS || at > ALL_UNITS) return "a space holds a unit";
        if (who == 0 && (at | z->dice[side][space][0]) != 0)
            return "an empty space aims and rolls at nobody";
        if (who != 0 && (who > UNITS) != (side == GG_RED))
            return "each side stands in its own spaces";
        if (at != 0 && (at > UNITS) == (side == GG_RED)) return "targets are enemies";
        if (who != 0 && !is_on_board(&state->units[who - 1]))
            return "who stands in a space is on the board";
    }
    return NULL;
}

const char *commanders_audit(const gg_state *state)
{
    const char *broken = NULL;
    if (state->stage >= PHASES || state->round < 1 || state->round > 12)
        return "stage and round exist";
    if (state->zone_count > ZONES_MAX) return "there is a bounded number of zones";
    for (gg_side side = GG_BLUE; side <= GG_RED && broken == NULL; side++)
        broken = audit_plan(state, side);
    if (broken == NULL) broken = audit_units(state);
    for (int sector = 0; sector < SECTORS && broken == NULL; sector++)
        broken = audit_sector(state, sector);
    for (int number = 0; number < state->zone_count && broken == NULL; number++)
        broken = audit_zone(state, number);
    if (broken != NULL) return broken;
    if ((state->stage == PHASE_OVER) != (state->result != ENDED_NOT))
        return "a battle that is over has a result";
    if (state->winner > GG_NOBODY || state->tie > 2 || state->result >= ENDINGS)
        return "a winner is a side or nobody";
    return NULL;
}
