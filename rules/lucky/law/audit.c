/*
 * audit.c - what is true of every position that can arise: of the ground, of each unit, commander
 * and charge, of combats, and of the phase.  A position that is read has to pass it as well, so the
 * sentences are for people.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

#include <string.h>

/* Who gives up may do so at any time, and everything stays as it was then. */
static bool is_given_up(const gg_state *s) { return s->ended == ENDED_RESIGNED; }

/* ---- The ground and the game. ---- */

static const char *audit_area(const gt_area *area)
{
    if (area->burning && area->type != GROUND_BUA) return "only buildings burn"; /* LG-R81 */
    if (area->level > 0 && area->type != GROUND_HILL) return "only a hill has a level";
    if (area->owner > 0 && area->value == 0) return "only an area of value is held"; /* LG-R134 */
    return NULL;
}

static const char *audit_game(const gg_state *s)
{
    gt_table t = lg_table(s);
    const char *broken = gt_audit_ground(&t, 0);
    if (broken != NULL) return broken;
    if (s->turn > s->turns) return "the turn is after the last";
    if ((s->phase == PHASE_OVER) != (s->ended != ENDED_NOT))
        return "the game is over and did not end, or ended and goes on";
    if (s->ended == ENDED_NOT && s->winner != GG_NOBODY) return "there is no winner before the end";
    if (lg_count_units(s, GG_BLUE) > s->start_units[GG_BLUE]
        || lg_count_units(s, GG_RED) > s->start_units[GG_RED])
        return "a side has more units than it began with";
    if (s->charge_count > s->unit_count) return "there were more charges than units";
    if (s->open_division == NOBODY) return NULL;
    const lg_commander *his = &s->commanders[s->open_division];
    return his->level == LEVEL_DIVISION && his->side == s->active
               ? NULL
               : "the open division is not one of the side that moves"; /* LG-R44 */
}

/* ---- Units. ---- */

/* Where it stands and what comes of that. */
static const char *audit_place(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    gt_table t = lg_table(s);
    const char *broken = gt_audit_place(&t, u); /* LG-R15, LG-R16 */
    if (broken != NULL) return broken;
    bool inside = gt_building_at(&t, unit->at) != NOBODY;
    if ((unit->status & STATUS_PREPARED) && (!inside || lg_is_horse(unit) || lg_is_routing(unit)))
        return "a unit is prepared and not in buildings or a fort"; /* LG-R27 */
    if ((unit->status & STATUS_MUST_LEAVE) && !lg_is_burning(s, unit->at))
        return "a unit must leave buildings that do not burn"; /* LG-R82 */
    return NULL;
}

static const char *audit_unit(const gg_state *s, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->side > GG_RED) return "a unit belongs to nobody";
    if (unit->division != NOBODY && s->commanders[unit->division].side != unit->side)
        return "a unit's division is not one of its side";
    if (unit->division != NOBODY && s->commanders[unit->division].level != LEVEL_DIVISION)
        return "a unit is under somebody who commands no division"; /* LG-R29 */
    if (unit->removed != REMOVED_NOT)
        return unit->strength == 0 && unit->orders == 0
                   ? NULL
                   : "a unit off the table has strength or orders";
    if (unit->strength == 0) return "a unit on the table has no strength";
    if (unit->strength > unit->start) return "a unit is stronger than it began";
    if (unit->shaken > lg_shaken_limit(s, unit)) return "a unit has too many shaken markers";
    if (lg_is_routing(unit) && (unit->shaken > 0 || (unit->status & STATUS_DISORDERED)))
        return "a routing unit has markers";
    if (lg_is_routing(unit) && lg_is_guns(unit)) return "artillery routs";
    if (lg_is_routing(unit) && lg_is_foot(unit) && unit->formation != FORM_COLUMN)
        return "infantry routs in another formation than column"; /* LG-R102 */
    bool ordered = s->phase == PHASE_C4 || s->phase == PHASE_M1 || is_given_up(s);
    if (unit->orders > 0 && (!ordered || unit->side != s->active))
        return "a unit has orders when it cannot use them"; /* LG-R37 */
    return audit_place(s, u);
}

/* ---- Charges: what may be left of them depends on the phase. ---- */

static bool may_be_declared(const gg_state *s, const lg_charge *it)
{
    bool first = s->phase >= PHASE_M1 && s->phase <= PHASE_F4A,
         breaks = s->phase >= PHASE_X1 && s->phase <= PHASE_X4;
    if (it->kind == KIND_COUNTER) return (first && s->phase > PHASE_M1) || breaks;
    return it->kind == KIND_CHARGE ? s->phase == PHASE_M1 || s->phase == PHASE_M2
                                   : s->phase == PHASE_X1;
}

static bool may_be_closed(const gg_state *s, const lg_charge *it)
{
    if (it->kind == KIND_CHARGE) return s->phase >= PHASE_F1 && s->phase <= PHASE_F4A;
    return it->kind == KIND_BREAK && (s->phase == PHASE_X3 || s->phase == PHASE_X4);
}

/* LG-R58: a charger's centre is its start and the way it has gone. */
static bool is_on_its_way(const lg_unit *unit, const lg_charge *it)
{
    const gg_point at = gg_along(it->start, unit->facing * 10, it->moved);
    return gg_is_same_place(unit->at, at) && it->moved <= it->k;
}

static const char *audit_charge(const gg_state *s, unsigned u)
{
    const lg_charge *it = &s->charges[u];
    const lg_unit *unit = &s->units[u];
    if (it->status == CHARGE_NONE) return NULL;
    if (s->phase < PHASE_M1) return "a charge is older than the player turn";
    if (s->units[it->target].side == unit->side) return "a unit charges its own side";
    if (!lg_is_on_table(s, u) || lg_is_guns(unit)) return "guns, or a unit that is gone, charge";
    if (it->kind == KIND_COUNTER && !lg_is_horse(unit)) return "only cavalry counter-charges";
    if (it->order == 0 || it->order > s->charge_count) return "a charge was not counted";
    for (unsigned other = 0; other < u; other++)
        if (s->charges[other].status != CHARGE_NONE && s->charges[other].order == it->order)
            return "two charges were declared at once";
    const gt_table t = lg_table(s);
    if (gt_is_outside(&t, it->start) || gt_is_outside(&t, it->declared)
        || gt_is_outside(&t, it->target_at))
        return "a charge began off the table";
    bool declared = it->status == CHARGE_DECLARED, closed = it->status == CHARGE_CLOSED;
    if (((declared && !may_be_declared(s, it)) || (closed && !may_be_closed(s, it)))
        && !is_given_up(s))
        return "a charge is under way in a phase that has none such";
    if (((declared && it->kind != KIND_COUNTER) || closed) && !is_on_its_way(unit, it))
        return "a charger is not where its charge has it";
    return NULL;
}

/* ---- Commanders. ---- */

static const char *audit_orders(const gg_state *s, const lg_commander *his)
{
    bool division = his->level == LEVEL_DIVISION, corps = his->level == LEVEL_CORPS;
    if (his->held > (division ? lg_holding_limit(s, his) : 0))
        return "a commander holds more orders than he may"; /* LG-R34 */
    lg_phase hands_on = corps ? PHASE_C3 : PHASE_C2;
    bool hands = s->phase == hands_on || is_given_up(s);
    if (his->pool > 0 && (division || his->side != s->active || !hands))
        return "a commander has orders to hand on when he cannot"; /* LG-R33 */
    if (his->given > 0 && (!corps || his->side != s->active))
        return "orders were given to one who takes none";
    if (his->closed && (!division || his->side != s->active))
        return "a division is done that cannot move"; /* LG-R44 */
    if (his->moved && (his->side != s->active || s->phase < PHASE_M1))
        return "a commander has ridden when he could not"; /* LG-R42 */
    return NULL;
}

static const char *audit_commander(const gg_state *s, unsigned c)
{
    const lg_commander *his = &s->commanders[c];
    if (his->side > GG_RED || his->level >= LEVELS) return "a commander without a name";
    if (his->attached != NOBODY) {
        if (!lg_is_on_table(s, his->attached)) return "a commander is with a unit that is gone";
        const lg_unit *unit = &s->units[his->attached];
        if (unit->side != his->side) return "a commander is with the enemy";
        if (!lg_is_present(his)) return "a commander who is gone is with a unit";
        for (unsigned other = 0; other < c; other++)
            if (s->commanders[other].attached == his->attached)
                return "two commanders are with one unit"; /* LG-R42 */
        if (!gg_is_same_place(unit->at, his->at)) return "a commander lost his unit";
    }
    const gt_table t = lg_table(s);
    if (lg_is_present(his) && gt_is_outside(&t, his->at)) return "a commander is off the table";
    for (unsigned other = 0; other < c; other++)
        if (his->level == LEVEL_CINC && s->commanders[other].level == LEVEL_CINC
            && s->commanders[other].side == his->side)
            return "a side has two commanders in chief"; /* LG-R29 */
    return audit_orders(s, his);
}

/* ---- Combats. ---- */

static bool belong_to(const gg_state *s, uint64_t set, gg_side side)
{
    return lg_of_side(s, side, set) == set;
}

/* Those that wait, and the decisions that were left for a breakthrough. */
static const char *audit_waiting(const gg_state *s)
{
    const lg_fight none = {.winner = GG_NOBODY};
    uint64_t all = s->fight.units;
    bool fights = s->phase >= PHASE_K0A && s->phase <= PHASE_X5;
    bool any =
        s->combat_count > 0 || s->frame_count > 0 || memcmp(&s->fight, &none, sizeof none) != 0;
    if (any && !fights && !is_given_up(s)) return "a combat is fought before or after its time";
    for (int i = 0; i < s->combat_count; i++) {
        if (!lg_has_both_sides(s, s->combats[i])) return "a combat that waits has one side";
        if (all & s->combats[i]) return "a unit is in two combats"; /* LG-R84 */
        all |= s->combats[i];
    }
    for (int i = 0; i < s->frame_count; i++)
        if (!belong_to(s, s->frames[i].breaking, s->frames[i].winner)
            || s->units[s->frames[i].lead].side != s->frames[i].winner)
            return "a beaten unit was to break through"; /* LG-R110 */
    return NULL;
}

static bool is_lead(const gg_state *s, gg_side side)
{
    unsigned lead = s->fight.lead[side];
    return lg_is_on_table(s, lead) && s->units[lead].side == side
           && (s->fight.units & gt_bit(lead)) != 0;
}

/* Of a unit that is asked in K3, K5 or K6. */
static const char *audit_asked(const gg_state *s)
{
    const lg_fight *fight = &s->fight;
    unsigned asked = lg_asked(s);
    if (asked == NOBODY || !lg_is_on_table(s, asked)) return "no unit is asked";
    gg_side side = s->units[asked].side;
    if (s->phase == PHASE_K3)
        return (fight->retiring & ~fight->units) == 0 && side != fight->winner
                   ? NULL
                   : "a unit retires that was not beaten"; /* LG-R99, LG-R100 */
    if (s->phase == PHASE_K5 && fight->run_down)
        return s->charges[asked].status == CHARGE_CONTACT ? NULL : "a unit ran nobody down";
    return belong_to(s, s->phase == PHASE_K5 ? fight->occupying : fight->breaking, fight->winner)
                   && side == fight->winner
               ? NULL
               : "a unit goes on that has not won"; /* LG-R109, LG-R110 */
}

static bool is_breaking(const gg_state *s)
{
    const unsigned breaker = s->fight.breaker;
    return lg_is_on_table(s, breaker) && s->charges[breaker].kind == KIND_BREAK
           && s->charges[breaker].status != CHARGE_NONE && s->units[breaker].side == s->fight.base;
}

/* Is there what the phase asks about? */
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
    case PHASE_C3R: return lg_corps_roll(s) ? NULL : "no corps commander can roll for orders";
    case PHASE_F4A: /* LG-R66 */
        return s->options[OPT_charge_abort] ? NULL : "charges are not called off";
    case PHASE_K0A:
    case PHASE_K0B:
        return lg_has_both_sides(s, s->fight.units) ? NULL : "nobody stands in the combat";
    case PHASE_K1:
        return is_lead(s, GG_BLUE) && is_lead(s, GG_RED) ? NULL
                                                         : "a side of the combat has no lead";
    case PHASE_K3:
    case PHASE_K5:
    case PHASE_K6: return audit_asked(s);
    case PHASE_K4: return lg_any_winner(s) ? NULL : "nobody has won the combat";
    case PHASE_X1:
    case PHASE_X3:
    case PHASE_X4: return is_breaking(s) ? NULL : "nobody breaks through";
    case PHASE_C2:
    case PHASE_C3:
    case PHASE_C4:
    case PHASE_M1:
    case PHASE_M2:
    case PHASE_F1:
    case PHASE_F2:
    case PHASE_F3:
    case PHASE_OVER: break;
    }
    return NULL;
}

const char *lg_audit(const gg_state *s)
{
    const char *broken = audit_game(s);
    for (int i = 0; i < s->area_count && broken == NULL; i++) broken = audit_area(&s->areas[i]);
    for (unsigned u = 0; u < s->unit_count && broken == NULL; u++) broken = audit_unit(s, u);
    for (unsigned u = 0; u < s->unit_count && broken == NULL; u++) broken = audit_charge(s, u);
    for (unsigned c = 0; c < s->commander_count && broken == NULL; c++)
        broken = audit_commander(s, c);
    if (broken == NULL) broken = audit_waiting(s);
    return broken == NULL ? audit_phase(s) : broken;
}
