/*
 * terrain.c - forest, hill, building, road, river and bridge (chapter 17).
 *
 * What terrain does to a roll stands in ranged.def and melee.def; what it does to bombardment in
 * bombardment.c; who may go where, and who sits in a building, is here.
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "sequence.h"

reason commanders_narrow_reason(const gg_state *state, int from, int to)
{
    if (commanders_has(state, to, FOREST) && from != to) return R_FOREST_FULL;
    return commanders_border_has(state, from, to, RIVER) ? R_RIVER_FULL : R_BORDER_FULL;
}

/* CMD-17.1, CMD-17.5, CMD-17.6: guns need a road into forest, a bridge or a road over a river. */
reason commanders_guns_stopped(const gg_state *state, int from, int to)
{
    if (commanders_has(state, to, FOREST) && !commanders_border_has(state, from, to, ROAD))
        return R_GUNS_IN_FOREST;
    if (commanders_border_has(state, from, to, RIVER)
        && !commanders_border_has(state, from, to, BRIDGE | ROAD))
        return R_GUNS_OVER_RIVER;
    return R_LEGAL;
}

/* ---- Buildings (CMD-R55). ---- */

/* Has this enemy unit gone against the sector in this phase, by a countercharge too (CMD-R67), even
 * if it has withdrawn since? */
static bool went_against(const unit *u, int sector)
{
    if (u->goal == sector + 1) return u->place != sector;
    return (u->deeds & WITHDREW) != 0 && u->actions > 0 && u->tried[u->actions - 1] == sector + 1;
}

static bool is_under_attack(const gg_state *state, gg_side owner, int sector)
{
    const unit *u = &state->units[first_of(enemy_of(owner))];
    for (int i = 0; i < UNITS; i++)
        if (u[i].zone != 0 && went_against(&u[i], sector)) return true;
    return false;
}

/* The first by CMD-R35 of its passive unrouted infantry, one not in square if there is one. */
gg_unit commanders_garrison_unit(const gg_state *state, gg_side side, int sector)
{
    gg_unit found = GG_NO_UNIT;
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0 || u->type != TYPE_I || u->place != sector || is_attacking(u)) continue;
        if ((u->status & (ROUTED | INSIDE)) != 0) continue;
        if (found == GG_NO_UNIT) {
            found = i;
            continue;
        }
        const unit *other = &state->units[found];
        int better = (other->status & SQUARE) - (u->status & SQUARE);
        if (better == 0) better = (other->status & SPENT) - (u->status & SPENT);
        if (better > 0) found = i;
    }
    return found;
}

gg_verdict commanders_garrison_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int sector = action->at.x;
    bool may = sector < SECTORS && commanders_has(state, sector, BUILDING)
               && commanders_garrison(state, sector) == NULL
               && (state->said[side] >> sector & 1) == 0 && is_under_attack(state, side, sector)
               && commanders_garrison_unit(state, side, sector) != GG_NO_UNIT;
    return refuse(may ? R_LEGAL : R_NO_GARRISON);
}

void commanders_garrison_apply(gg_state *state, gg_side side, const gg_action *action,
                               gg_dice *dice, gg_log *log)
{
    (void)dice, (void)log;
    state->said[side] |= (uint16_t)(1u << action->at.x);
}

gg_verdict commanders_leave_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    const unit *garrison = commanders_garrison(state, action->at.x);
    bool may = garrison != NULL && side_of(index_of(state, garrison)) == side
               && !is_routed(garrison) && !commanders_is_shut_in(state, garrison)
               && (state->said[side] >> action->at.x & 1) == 0;
    return refuse(may ? R_LEGAL : R_NO_LEAVING);
}

void commanders_leave_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)dice, (void)log;
    state->said[side] |= (uint16_t)(1u << action->at.x);
}
