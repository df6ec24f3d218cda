/*
 * audit.c - what is true of every position that can arise: of the ground, of each unit and
 * commander, of
 * contacts, and of what is in hand.  A position that is read has to pass it as well, so the
 * sentences are for people.
 * SPDX-License-Identifier: MIT
 */
#include "combat.h"

/* ---- The ground and the game. ---- */

static const char *audit_area(const gg_state *s, unsigned i)
{
    const gt_area *area = &s->areas[i];
    const bool is_house = area->type == GROUND_BUILDING;
    if (area->burning || area->owner)
        return "nothing burns here, and no side is said to hold ground";
    if (area->level > 0 && area->type != GROUND_HILL && !is_house)
        return "only a hill has a level, and a building a size";
    if (area->type == GROUND_HILL && area->level > 2) return "a hill has level 1 or 2";
    if (area->value > 0 && !is_house) return "only a building is an objective";
    if (!is_house) return NULL;
    if (area->level == 0) return "a building has a size: level 1, 2 or 3";
    if (area->count != 4) return "a building is a rectangle along the edges of the table";
    for (int c = 0; c < 4; c++) {
        const int next = (c + 1) % 4;
        if (area->x[c] != area->x[next] && area->y[c] != area->y[next])
            return "a building is a rectangle along the edges of the table";
    }
    const gg_bounds at = gt_area_bounds(&staff_game, area);
    if (at.high.x - at.low.x > BUILDING_MAX || at.high.y - at.low.y > BUILDING_MAX)
        return "a building is 20 inches long at most";
    return NULL;
}

static const char *audit_game(const gg_state *s)
{
    const gt_table t = staff_table(s);
    if (s->turn > s->options[OPT_turn_limit]) return "the turn is after the last";
    if ((s->phase == PHASE_OVER) != (s->ended != ENDED_NOT))
        return "the game is over and did not end, or ended and goes on";
    if (s->ended == ENDED_NOT && s->winner != GG_NOBODY) return "there is no winner before the end";
    for (unsigned i = 0; i < s->area_count; i++) {
        const char *broken = audit_area(s, i);
        if (broken != NULL) return broken;
    }
    return gt_audit_ground(&t, 0);
}

/* ---- Units. ---- */

static bool is_garrison(const staff_unit *it) { return it->formation == FORM_GARRISON; }

static const char *audit_place(const gg_state *s, unsigned u)
{
    const gt_table t = staff_table(s);
    const gg_convex own = staff_shape(s, u);
    if (gt_is_off_table(&t, &own)) return "a unit stands off the table";
    gt_set near;
    gt_near(&t, gg_bounds_of(&own), 0, &near);
    if (!gt_has(&near, u)) return "a unit is not where the grid has it";
    for (int other = gt_next(&near); other != GG_NEVER; other = gt_next(&near)) {
        const gg_convex its = staff_shape(s, (unsigned)other);
        if ((unsigned)other < u && gg_overlaps(&own, &its, TOLERANCE))
            return "two units stand on each other";
    }
    const uint64_t houses = gt_areas_with(&t, gt_areas_about(&t, gg_bounds_of(&own)), GT_BUILDING);
    if (!is_garrison(&s->units[u]) && gt_overlaps_any(&t, houses, &own))
        return "a unit stands on a building that it does not hold";
    return NULL;
}

static const char *audit_garrison(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (is_garrison(it) != (s->more[u].inside != 0)) return "a garrison is in a building: house N";
    if (!is_garrison(it)) return NULL;
    const unsigned area = staff_building(s, s->more[u].inside);
    if (area == NOBODY) return "there is no such house";
    if (!staff_is_foot(it)) return "only infantry holds a building";
    if (staff_garrison(s, area) != u) return "a building holds one unit";
    const gg_pose pose = staff_building_pose(s, area);
    if (!gg_is_same_place(it->at, pose.at) || it->facing != 0)
        return "a garrison stands as its building does";
    return NULL;
}

static const char *audit_unit(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (it->side > GG_RED) return "no such unit";
    if (u > 0 && s->units[u - 1].number >= it->number) return "units are not in order";
    if (it->removed)
        return s->more[u].casualties == 0 && it->status == 0 ? NULL : "a destroyed unit is gone";
    const char *broken = audit_garrison(s, u);
    if (broken != NULL) return broken;
    if (staff_is_guns(it) && (s->more[u].size == SIZE_TINY) != (it->type == TYPE_BN_GUN)) /* T11 */
        return "guns are of standard size, and a battalion gun is tiny";
    if (staff_own_box(s, u).half == 0) return "a unit of this kind and size has no such formation";
    if (it->formation == FORM_SKIRM && !staff_has_rule(s, u, RULE_SKIRMISH))
        return "only units that skirmish are in skirmish order";
    if (s->more[u].casualties > staff_stamina(s, u))
        return "a unit has more casualties than stamina";
    return audit_place(s, u);
}

/* ---- Commanders. ---- */

static const char *audit_commander(const gg_state *s, unsigned row)
{
    const staff_commander *his = &s->commanders[row];
    if (his->there != THERE) return his->joined == 0 ? NULL : "who is lost is with nobody";
    if (his->at.x < 0 || his->at.y < 0 || his->at.x > s->width || his->at.y > s->height)
        return "a commander is off the table";
    if (his->joined == 0) return NULL;
    const unsigned u = his->joined - 1u;
    if (!staff_is_here(s, u) || s->units[u].side != row / BRIGADES_MAX)
        return "a commander is with a unit that is not there, or not his";
    if (!gg_is_same_place(s->units[u].at, his->at)) return "a commander is where his unit is";
    return NULL;
}

/* ---- Contacts and what is in hand. ---- */

static const char *audit_contact(const gg_state *s, unsigned i)
{
    const staff_contact *it = &s->contacts[i];
    const unsigned a = it->a - 1u, b = it->b - 1u;
    if (!staff_is_here(s, a) || !staff_is_here(s, b)) return "a contact is with nobody";
    if (s->units[a].side == s->units[b].side) return "friends are in contact";
    if (staff_distance(s, a, b) > TOUCH) return "units in contact do not touch";
    for (unsigned j = 0; j < i; j++)
        if ((s->contacts[j].a == it->a && s->contacts[j].b == it->b)
            || (s->contacts[j].a == it->b && s->contacts[j].b == it->a))
            return "two units are in contact twice";
    return NULL;
}

/* Has the side whose turn it is done nothing yet in the first player turn of the game? */
static bool has_nothing_happened(const gg_state *s)
{
    if (s->turn != 1 || s->active != s->first || s->contact_count != 0 || s->charge.charger != 0)
        return false;
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->units[u].removed || s->units[u].did || s->more[u].moves || s->units[u].status)
            return false;
    return true;
}

/*
 * Contact is made by charges alone (ST-R10), but not all that touch are in contact: who turns to
 * face, forms square, occupies a building or slides along an enemy in falling back may end beside
 * one whom he has not met.  All that takes a charge first, so before anybody has done anything no
 * two enemies touch; a charger fires and is fired at where he has arrived (ST-R48).
 */
static const char *audit_touch(const gg_state *s)
{
    if (s->phase == PHASE_CLOSING
        && staff_distance(s, s->charge.charger - 1u, s->charge.target - 1u) > TOUCH)
        return "closing fire is at a charger who has not come up to his target";
    if (!has_nothing_happened(s)) return NULL;
    for (uint64_t rest = staff_side(s, GG_BLUE); rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        for (uint64_t them = s->notes.close[u]; them != 0;)
            if (staff_is_within(s, u, (unsigned)gg_next_bit(&them), TOUCH))
                return "enemies touch though nobody has charged: give them a contact line";
    }
    return NULL;
}

/* Everybody in the set is on the table, of the side or (GG_NOBODY) of any. */
static bool are_here(const gg_state *s, uint64_t set, gg_side side)
{
    for (unsigned u = gt_take(&set); u != NOBODY; u = gt_take(&set))
        if (!staff_is_here(s, u) || (side != GG_NOBODY && s->units[u].side != side)) return false;
    return true;
}

static uint64_t phases_of(staff_phase a, staff_phase b, staff_phase c)
{
    return UINT64_C(1) << a | UINT64_C(1) << b | UINT64_C(1) << c;
}

static const char *audit_order(const gg_state *s)
{
    const staff_order *it = &s->order;
    const uint64_t now = UINT64_C(1) << s->phase,
                   with = phases_of(PHASE_ROLLED, PHASE_BLUNDER, PHASE_EXECUTE),
                   may = with | phases_of(PHASE_RESPOND, PHASE_TRAVERSE, PHASE_CLOSING);
    if (it->commander == 0) {
        if (now & with) return "there is no order in hand";
        return NULL;
    }
    if (!(now & may) || s->commander != it->commander)
        return "an order is in hand that nobody gives";
    if (it->units == 0 || (it->waiting & ~it->units)) return "an order is to nobody";
    for (int i = 0; i < STEPS_MAX; i++)
        if (it->statement.kinds[i] >= ORDERS || it->statement.items[i] > AREAS_MAX)
            return "an order says nothing that can be done";
    for (int i = 0; i < GROUP_MAX; i++)
        if (it->statement.targets[i] > s->unit_count) return "an order is against nobody";
    if (s->phase == PHASE_EXECUTE
        && (it->waiting == 0 || it->statement.count == 0 || it->granted == 0
            || !are_here(s, it->waiting, s->active)))
        return "an order is carried out by nobody";
    return NULL;
}

static const char *audit_charge(const gg_state *s)
{
    const staff_charge *it = &s->charge;
    const bool is_needed = s->phase == PHASE_RESPOND || s->phase == PHASE_CLOSING;
    if (it->charger == 0) return is_needed ? "nobody charges" : NULL;
    if (!is_needed && s->phase != PHASE_TRAVERSE) return "a charge goes on that is over";
    const unsigned u = it->charger - 1u, target = it->target - 1u;
    if (!staff_is_here(s, u) || !staff_is_here(s, target)
        || s->units[u].side == s->units[target].side)
        return "a charge is not of one enemy against another";
    const bool is_there = gg_is_same_place(s->units[u].at, it->to);
    if (s->phase != PHASE_RESPOND && !is_there) /* ST-R48: after the response he has moved */
        return "a charger is not where his charge ends, and has not come up";
    const bool is_back = it->back == PHASE_INITIATIVE || it->back == PHASE_EXECUTE
                         || it->back == PHASE_BLUNDER || it->back == PHASE_VICTOR;
    return is_back ? NULL : "a charge began in no phase that has any";
}

static const char *audit_crossing(const gg_state *s)
{
    const staff_crossing *it = &s->crossing;
    if (it->mover == 0) return s->phase == PHASE_TRAVERSE ? "nobody crosses a front" : NULL;
    if (s->phase != PHASE_TRAVERSE) return "a front is crossed in no phase that has it";
    if (!staff_is_here(s, it->mover - 1u) || it->asked == 0
        || !are_here(s, it->asked, gg_other(s->units[it->mover - 1].side)))
        return "nobody is asked for traversing fire";
    const bool is_back =
        it->back == PHASE_INITIATIVE || it->back == PHASE_EXECUTE || it->back == PHASE_BLUNDER;
    return is_back ? NULL : "a front is crossed in no phase that has it";
}

static const char *audit_phase(const gg_state *s)
{
    const uint64_t now = UINT64_C(1) << s->phase,
                   acts = phases_of(PHASE_COMMAND, PHASE_ROLLED, PHASE_BLUNDER)
                          | phases_of(PHASE_EXECUTE, PHASE_RIDE, PHASE_ARMY),
                   may = acts | phases_of(PHASE_RESPOND, PHASE_TRAVERSE, PHASE_CLOSING);
    if (s->commander == 0 && (now & acts)) return "it is not said who acts: acting COMMANDER";
    if (s->commander != 0 && !(now & may)) return "a commander acts in no phase that has it";
    if (s->commander != 0 && (s->commander - 1) / BRIGADES_MAX != s->active)
        return "a commander of the other side acts";
    const bool is_order =
        s->phase == PHASE_COMMAND || s->phase == PHASE_RIDE || s->phase == PHASE_ARMY;
    if (is_order && s->commanders[s->commander - 1].there != THERE)
        return "a commander acts who is not there";
    if ((s->phase == PHASE_ALLOT || s->phase == PHASE_ROUND) != (s->fight != 0))
        return "a fight is fought in another phase, or none in this";
    if ((s->phase == PHASE_VICTOR) != (s->victors != 0) && s->charge.back != PHASE_VICTOR)
        return "victors decide in another phase, or none in this";
    if (!are_here(s, s->fight | s->victors, GG_NOBODY)) return "somebody fights who is not there";
    if (s->phase == PHASE_COMBAT && !staff_has_fight(s))
        return "there is no fight left to fight in this phase";
    if (s->phase == PHASE_ALLOT && staff_allotter(s) == NOBODY) return "nobody has dice to split";
    return NULL;
}

const char *staff_audit(const gg_state *s)
{
    const char *broken = audit_game(s);
    for (unsigned u = 0; u < s->unit_count && broken == NULL; u++) broken = audit_unit(s, u);
    for (unsigned row = 0; row < COMMANDERS_MAX && broken == NULL; row++)
        broken = audit_commander(s, row);
    for (unsigned i = 0; i < s->contact_count && broken == NULL; i++) broken = audit_contact(s, i);
    if (broken == NULL) broken = audit_order(s);
    if (broken == NULL) broken = audit_charge(s);
    if (broken == NULL) broken = audit_touch(s);
    if (broken == NULL) broken = audit_crossing(s);
    if (broken == NULL) broken = audit_phase(s);
    return broken;
}
