/*
 * audit.c - what is true of every position: of each unit, each commander, and of the phase.
 */
#include "lucky.h"

static const char *audit_unit(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->side > GG_RED) return "a unit belongs to nobody";
    if (unit->division != NOBODY
        && (unit->division >= s->commander_count
            || s->commanders[unit->division].side != unit->side))
        return "a unit's division is not one of its side";
    if (unit->division != NOBODY && s->commanders[unit->division].level != LEVEL_DIVISION)
        return "a unit is under somebody who commands no division"; /* LG-R29 */
    if (s->charges[u].status != CHARGE_NONE && s->units[s->charges[u].target].side == unit->side)
        return "a unit charges its own side";
    if (unit->removed != REMOVED_NOT)
        return unit->strength == 0 && unit->orders == 0
                   ? NULL
                   : "a unit off the table has strength or orders";
    if (unit->strength == 0 || unit->strength > 12) return "a unit on the table has no strength";
    if (unit->shaken > lg_shaken_limit(unit)) return "a unit has too many shaken markers";
    if (lg_is_routing(unit) && (unit->shaken > 0 || (unit->status & STATUS_DISORDERED)))
        return "a routing unit has markers";
    if (lg_is_routing(unit) && lg_is_guns(unit)) return "artillery routs";
    if (unit->facing < 0 || unit->facing > 359) return "a facing is not 0 to 359";
    gg_set here = gg_grid_near(&s->grid, unit->at, 0);
    return gg_set_has(&here, (int)u) ? NULL : "a unit is not where the grid has it";
}

static const char *audit_commander(const gg_state *s, unsigned c)
{
    const lg_commander *his = &s->commanders[c];
    if (his->attached != NOBODY) {
        if (!lg_is_on_table(s, his->attached)) return "a commander is with a unit that is gone";
        const lg_unit *unit = &s->units[his->attached];
        if (unit->side != his->side) return "a commander is with the enemy";
        if (!lg_is_present(his)) return "a commander who is gone is with a unit";
        for (unsigned other = 0; other < c; other++)
            if (s->commanders[other].attached == his->attached)
                return "two commanders are with one unit"; /* LG-R42 */
        if (unit->at.x != his->at.x || unit->at.y != his->at.y) return "a commander lost his unit";
    }
    if (his->level == LEVEL_DIVISION && his->held > 3) return "a division holds too many orders";
    return NULL;
}

/* Is there what the combat's phase asks about? */
static const char *audit_combat(const gg_state *s)
{
    const lg_fight *fight = &s->fight;
    unsigned asked = lg_asked(s);
    switch ((lg_phase)s->phase) {
    case PHASE_K3:
    case PHASE_K5:
    case PHASE_K6: return asked != NOBODY && lg_is_on_table(s, asked) ? NULL : "no unit is asked";
    case PHASE_K1:
        for (gg_side side = GG_BLUE; side <= GG_RED; side++)
            if (!lg_is_on_table(s, fight->lead[side]) || s->units[fight->lead[side]].side != side)
                return "a side of the combat has no lead";
        return NULL;
    case PHASE_K4: return lg_any_winner(s) ? NULL : "nobody has won the combat";
    case PHASE_X1:
    case PHASE_X3:
    case PHASE_X4:
        return lg_is_on_table(s, fight->breaker) && s->charges[fight->breaker].kind == KIND_BREAK
                   ? NULL
                   : "nobody breaks through";
    case PHASE_C1:
    case PHASE_C2:
    case PHASE_C3R:
    case PHASE_C3:
    case PHASE_C4:
    case PHASE_M1:
    case PHASE_M2:
    case PHASE_M3:
    case PHASE_M4:
    case PHASE_F1:
    case PHASE_F2:
    case PHASE_F3:
    case PHASE_F4A:
    case PHASE_F4:
    case PHASE_K0A:
    case PHASE_K0B:
    case PHASE_X2:
    case PHASE_X5:
    case PHASE_V1:
    case PHASE_OVER:
    case PHASES: break;
    }
    return NULL;
}

static const char *audit_phase(const gg_state *s)
{
    switch ((lg_phase)s->phase) {
    case PHASE_M3:
    case PHASE_M4:
    case PHASE_F4:
    case PHASE_X2:
    case PHASE_X5:
    case PHASE_V1:
    case PHASES: return "the game never stops in that phase";
    case PHASE_C1: return lg_cinc_rolls(s) ? NULL : "no commander in chief can roll for orders";
    case PHASE_OVER:
        return s->ended != ENDED_NOT && s->ended <= ENDED_RESIGNED
                   ? NULL
                   : "the game is over and did not end";
    case PHASE_C2:
    case PHASE_C3R:
    case PHASE_C3:
    case PHASE_C4:
    case PHASE_M1:
    case PHASE_M2:
    case PHASE_F1:
    case PHASE_F2:
    case PHASE_F3:
    case PHASE_F4A:
    case PHASE_K0A:
    case PHASE_K0B:
    case PHASE_K1:
    case PHASE_K3:
    case PHASE_K4:
    case PHASE_K5:
    case PHASE_K6:
    case PHASE_X1:
    case PHASE_X3:
    case PHASE_X4: break;
    }
    return audit_combat(s);
}

const char *lg_audit(const gg_state *s)
{
    if (s->phase >= PHASES || s->active > GG_RED) return "no such phase or side";
    for (unsigned u = 0; u < s->unit_count; u++) {
        const char *broken = audit_unit(s, u);
        if (broken != NULL) return broken;
    }
    for (unsigned c = 0; c < s->commander_count; c++) {
        const char *broken = audit_commander(s, c);
        if (broken != NULL) return broken;
    }
    return audit_phase(s);
}
