/*
 * sketch.c - what an action means on the table before any die: ghosts where units would stand, ways
 * there, arrows at targets and from commanders.
 */
#include "staff.h"
#include "table/draw.h"

typedef struct sketching {
    const gg_state *s;
    gg_side side;
    gt_sketch on;
} sketching;

/* ---- Ghosts. ---- */

static bool is_unit(const gg_state *s, gg_unit n) { return n < UNITS_MAX && staff_is_here(s, n); }

static bool is_commander(const gg_state *s, gg_unit n)
{
    return n >= UNITS_MAX && n < NAMES && s->commanders[n - UNITS_MAX].there == THERE;
}

/* An order that makes no sense (cavalry in square) leaves it as it is. */
static void ghost(const sketching *to, unsigned u, const staff_place *place)
{
    gg_state would = *to->s;
    staff_unit *it = &would.units[u];
    const uint8_t was = it->formation;
    it->at = place->pose.at;
    it->facing = (int16_t)(place->pose.facing / 10);
    it->formation = place->formation;
    would.more[u].inside = place->inside;
    if (staff_box(&would, u, it->formation).half == 0) {
        it->formation = was;
        would.more[u].inside = to->s->more[u].inside;
    }
    staff_note_unit(&would, u);
    gg_mark *mark = staff_draw_unit(&would, u, to->on.scene);
    gt_ghost(&to->on, mark);
    if (mark != NULL) mark->to = it->at; /* held by the middle of its front */
}

static staff_place place_now(const gg_state *s, unsigned u)
{
    return (staff_place){staff_pose(s, u), s->units[u].formation, s->more[u].inside};
}

static void ghost_here(const sketching *to, gg_unit n)
{
    if (is_unit(to->s, n)) {
        const staff_place place = place_now(to->s, n);
        ghost(to, n, &place);
    } else if (is_commander(to->s, n)) {
        gt_ghost(&to->on, staff_draw_commander(to->s, n - (unsigned)UNITS_MAX, to->on.scene));
    }
}

static void ghosts_here(const sketching *to, uint64_t units)
{
    for (int u = staff_next(&units); u != GG_NEVER; u = staff_next(&units))
        ghost_here(to, (gg_unit)u);
}

/* ---- Steps. ---- */

static void sketch_place(const sketching *to, unsigned u, const staff_place *place, gg_role role)
{
    gt_sketch_line(&to->on, role, to->s->units[u].side, to->s->units[u].at, place->pose.at);
    ghost(to, u, place);
}

static void sketch_step(const sketching *to, const gg_action *action)
{
    staff_place place;
    if (staff_place_of(to->s, action, &place)) sketch_place(to, action->who, &place, GG_ROLE_plan);
    else ghost_here(to, action->who);
}

static void arrow_at(const sketching *to, gg_role role, gg_point from, gg_unit whom)
{
    if (is_unit(to->s, whom))
        gt_sketch_arrow(&to->on, role, to->side, from, staff_centre(to->s, whom), whom);
}

/* Where it would meet the face of its target, whether or not it may. */
static void sketch_charge(const sketching *to, const gg_action *action)
{
    const gg_state *s = to->s;
    const unsigned u = action->who;
    if (!is_unit(s, action->whom) || s->units[action->whom].side == s->units[u].side) {
        ghost_here(to, action->who);
        return;
    }
    const gg_zone face = staff_arc(s, action->whom, s->units[u].at);
    int32_t shift = action->args[0];
    if (shift > 20 * INCH || shift < -20 * INCH) shift = 0;
    staff_place place = place_now(s, u);
    place.pose = staff_charge_pose(s, staff_pose(s, action->whom), staff_own_box(s, action->whom),
                                   face, shift);
    sketch_place(to, u, &place, GG_ROLE_plan_charge);
    arrow_at(to, GG_ROLE_plan_charge, place.pose.at, action->whom);
}

/* ---- Answers. ---- */

static void sketch_response(const sketching *to, const gg_action *action)
{
    const gg_state *s = to->s;
    if (s->charge.target == 0 || s->charge.charger == 0) return;
    const unsigned u = s->charge.target - 1u, charger = s->charge.charger - 1u;
    staff_place place = place_now(s, u);
    uint64_t passed;
    switch ((staff_response)action->item) {
    case RESPONSE_EVADE:
        staff_fall_back_to(s, u, staff_arc(s, u, s->units[charger].at), staff_rate(s, u),
                           &place.pose, &passed);
        sketch_place(to, u, &place, GG_ROLE_plan);
        return;
    case RESPONSE_SQUARE: place.formation = FORM_SQUARE; break;
    case RESPONSE_TURN: {
        const gg_zone face = staff_arc(s, u, s->units[charger].at);
        const int32_t by = face == GG_ZONE_LEFT    ? -GG_QUARTER
                           : face == GG_ZONE_RIGHT ? GG_QUARTER
                                                   : GG_HALF_TURN;
        place.pose =
            gt_turn_about(place.pose, staff_own_box(s, u), gg_facing(place.pose.facing + by));
        break;
    }
    case RESPONSE_FIRE: arrow_at(to, GG_ROLE_plan_shot, place.pose.at, (gg_unit)charger); break;
    case RESPONSE_COUNTER:
        arrow_at(to, GG_ROLE_plan_charge, place.pose.at, (gg_unit)charger);
        break;
    case RESPONSE_NONE:
    case RESPONSE_STAND:
    case RESPONSES: break;
    }
    ghost(to, u, &place);
}

static void sketch_shot(const sketching *to, const gg_action *action, gg_unit target)
{
    ghost_here(to, action->who);
    if (!is_unit(to->s, action->who) || !is_unit(to->s, target)) return;
    const gg_box box = staff_own_box(to->s, action->who);
    gg_point from = to->s->units[action->who].at;
    if (to->s->units[action->who].formation == FORM_SKIRM)
        from = gt_figure(staff_pose(to->s, action->who), box, action->args[0] & (GT_FIGURES - 1));
    arrow_at(to, GG_ROLE_plan_shot, from, target);
}

/* ---- Orders and commanders. ---- */

static void sketch_order(const sketching *to, const gg_action *action, uint64_t units)
{
    const gg_state *s = to->s;
    const staff_statement statement = staff_statement_of(action);
    const unsigned row = s->commander == 0 ? COMMANDERS_MAX : s->commander - 1u;
    int nth = 0;
    for (int u = staff_next(&units); u != GG_NEVER; u = staff_next(&units), nth++) {
        if (!is_unit(s, (gg_unit)u)) continue;
        ghost_here(to, (gg_unit)u);
        if (row < COMMANDERS_MAX && s->commanders[row].there == THERE)
            gt_sketch_arrow(&to->on, GG_ROLE_plan, to->side, s->commanders[row].at,
                            staff_centre(s, (unsigned)u), (gg_unit)u);
        if (action->kind == ACTION_RALLY || nth >= GROUP_MAX || statement.targets[nth] == 0)
            continue;
        arrow_at(to, GG_ROLE_plan_charge, s->units[u].at, (gg_unit)(statement.targets[nth] - 1));
    }
}

static void sketch_ride(const sketching *to, const gg_action *action, gg_point end)
{
    if (!is_commander(to->s, action->who)) return;
    const unsigned row = action->who - (unsigned)UNITS_MAX;
    gt_sketch_line(&to->on, GG_ROLE_plan, to->side, to->s->commanders[row].at, end);
    gg_mark *mark = staff_draw_commander(to->s, row, to->on.scene);
    if (mark == NULL) return;
    mark->at = end;
    gt_ghost(&to->on, mark);
}

static void sketch_occupy(const sketching *to, const gg_action *action)
{
    if (!is_unit(to->s, action->who)) return;
    const unsigned nth = to->s->more[action->who].emptied, area = staff_building(to->s, nth);
    if (area == NOBODY) {
        ghost_here(to, action->who);
        return;
    }
    const staff_place place = {staff_building_pose(to->s, area), FORM_GARRISON, (uint8_t)nth};
    sketch_place(to, action->who, &place, GG_ROLE_plan);
}

/* ---- All of them. ---- */

static void sketch_units(const sketching *to, const gg_action *action)
{
    switch ((staff_action_kind)action->kind) {
    case ACTION_ORDER: sketch_order(to, action, staff_units_of(action)); return;
    case ACTION_FOLLOWME:
    case ACTION_RALLY:
        if (is_unit(to->s, action->who)) sketch_order(to, action, staff_bit(action->who));
        return;
    case ACTION_CMOVE: sketch_ride(to, action, action->at); return;
    case ACTION_CJOIN:
        if (is_unit(to->s, action->whom)) sketch_ride(to, action, to->s->units[action->whom].at);
        return;
    case ACTION_RESPOND: sketch_response(to, action); return;
    case ACTION_SHOOT: sketch_shot(to, action, action->whom); return;
    case ACTION_TRAVERSE:
        sketch_shot(to, action,
                    to->s->crossing.mover == 0 ? GG_NO_UNIT : (gg_unit)(to->s->crossing.mover - 1));
        return;
    case ACTION_FIGHT:
        if (is_unit(to->s, action->who)) ghosts_here(to, staff_engagement(to->s, action->who));
        return;
    case ACTION_ROUND: ghosts_here(to, to->s->fight); return;
    case ACTION_OCCUPY: sketch_occupy(to, action); return;
    case ACTION_CHARGE:
        if (is_unit(to->s, action->who)) sketch_charge(to, action);
        return;
    case ACTION_GO:
    case ACTION_TURN:
    case ACTION_FORM:
    case ACTION_LIMBER:
    case ACTION_UNLIMBER:
    case ACTION_HANDLE:
    case ACTION_ENTER:
    case ACTION_LEAVE: sketch_step(to, action); return;
    default: ghost_here(to, action->who); return; /* it moves nobody */
    }
}

void staff_sketch(const gg_state *s, gg_side side, const gg_action *action, gg_scene *scene)
{
    const bool legal = staff_judge(s, side, action).reason == R_LEGAL;
    const gt_table t = staff_table(s);
    const sketching to = {.s = s, .side = side, .on = gt_sketch_begin(&t, scene, legal)};
    sketch_units(&to, action);
}
