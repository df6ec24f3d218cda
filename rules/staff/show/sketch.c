/*
 * sketch.c - what an action means on the table before any die: ghosts where units would stand, ways
 * there, arrows at targets and from commanders.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/show/show.h"
#include "table/sketch.h"

/* ---- Ghosts. ---- */

static bool is_unit(const gg_state *s, gg_unit n) { return n < UNITS_MAX && staff_is_here(s, n); }

/* An order that makes no sense (cavalry in square) leaves it as it is. */
static gg_state placed(const gg_state *s, unsigned u, const staff_place *place)
{
    gg_state would = *s;
    staff_unit *it = &would.units[u];
    const uint8_t was = it->formation;
    it->at = place->pose.at;
    it->facing = (int16_t)(place->pose.facing / 10);
    it->formation = place->formation;
    would.more[u].inside = place->inside;
    if (staff_box(&would, u, it->formation).half == 0) {
        it->formation = was;
        would.more[u].inside = s->more[u].inside;
    }
    staff_note_unit(&would, u);
    return would;
}

/* It moves nobody. */
static void sketch_who(const gg_sketch *to) { gt_ghost(&staff_game, to, to->action->who); }

/* ---- Steps. ---- */

static void sketch_place(const gg_sketch *to, unsigned u, const staff_place *place, gg_role role)
{
    const gg_state would = placed(to->view, u, place);
    gt_sketch_move(&staff_game, to, role, &would, (gg_unit)u);
}

static void sketch_step(const gg_sketch *to)
{
    staff_place place;
    if (staff_place_of(to->view, to->action, &place))
        sketch_place(to, to->action->who, &place, GG_ROLE_plan);
    else sketch_who(to);
}

/* Where it would meet the face of its target, whether or not it may. */
static void sketch_charge(const gg_sketch *to)
{
    const gg_state *s = to->view;
    const gg_unit who = to->action->who, whom = to->action->whom;
    if (!is_unit(s, who) || !is_unit(s, whom) || s->units[whom].side == s->units[who].side) {
        sketch_who(to);
        return;
    }
    const gg_zone face = staff_arc(s, whom, s->units[who].at);
    int32_t shift = to->action->args[0];
    if (shift > 20 * INCH || shift < -20 * INCH) shift = 0;
    staff_place place = staff_place_now(s, who);
    place.pose = staff_charge_pose(s, staff_pose(s, whom), staff_own_box(s, whom), face, shift);
    sketch_place(to, who, &place, GG_ROLE_plan_charge);
    gt_sketch_aim(&staff_game, to, GG_ROLE_plan_charge, who, place.pose.at, whom);
}

/* ---- Answers. ---- */

static void sketch_response(const gg_sketch *to)
{
    const gg_state *s = to->view;
    if (s->charge.target == 0 || s->charge.charger == 0) return;
    const unsigned u = s->charge.target - 1u, charger = s->charge.charger - 1u;
    staff_place place = staff_place_now(s, u);
    uint64_t passed;
    switch ((staff_response)to->action->item) {
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
    case RESPONSE_FIRE:
        gt_sketch_arrow(&staff_game, to, GG_ROLE_plan_shot, (gg_unit)u, (gg_unit)charger);
        break;
    case RESPONSE_COUNTER:
        gt_sketch_arrow(&staff_game, to, GG_ROLE_plan_charge, (gg_unit)u, (gg_unit)charger);
        break;
    case RESPONSE_NONE:
    case RESPONSE_STAND:
    case RESPONSES: break;
    }
    const gg_state would = placed(s, u, &place);
    gt_ghost_in(&staff_game, to, &would, (gg_unit)u);
}

static void sketch_shot_at(const gg_sketch *to, gg_unit target)
{
    const gg_state *s = to->view;
    const gg_unit who = to->action->who;
    sketch_who(to);
    if (!is_unit(s, who)) return;
    gg_point from = s->units[who].at;
    if (s->units[who].formation == FORM_SKIRM)
        from = gt_figure(staff_pose(s, who), staff_own_box(s, who),
                         to->action->args[0] & (GT_FIGURES - 1));
    gt_sketch_aim(&staff_game, to, GG_ROLE_plan_shot, who, from, target);
}

static void sketch_shot(const gg_sketch *to) { sketch_shot_at(to, to->action->whom); }

static void sketch_crossing(const gg_sketch *to)
{
    const unsigned mover = to->view->crossing.mover;
    sketch_shot_at(to, mover == 0 ? GG_NO_UNIT : (gg_unit)(mover - 1));
}

static void sketch_engagement(const gg_sketch *to)
{
    const gg_unit who = to->action->who;
    if (is_unit(to->view, who)) gt_ghosts(&staff_game, to, staff_engagement(to->view, who));
}

static void sketch_fight(const gg_sketch *to) { gt_ghosts(&staff_game, to, to->view->fight); }

/* ---- Orders and commanders. ---- */

static void sketch_order(const gg_sketch *to)
{
    const gg_state *s = to->view;
    const gg_action *action = to->action;
    uint64_t units = action->kind == ACTION_ORDER ? staff_units_of(action)
                     : is_unit(s, action->who)    ? gt_bit(action->who)
                                                  : 0;
    const staff_statement statement = staff_statement_of(action);
    const unsigned by = s->commander == 0 ? GG_NO_UNIT : UNITS_MAX + s->commander - 1u;
    int nth = 0;
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units), nth++) {
        if (!is_unit(s, (gg_unit)u)) continue;
        gt_ghost(&staff_game, to, (gg_unit)u);
        gt_sketch_arrow(&staff_game, to, GG_ROLE_plan, (gg_unit)by, (gg_unit)u);
        if (action->kind == ACTION_RALLY || nth >= GROUP_MAX || statement.targets[nth] == 0)
            continue;
        gt_sketch_arrow(&staff_game, to, GG_ROLE_plan_charge, (gg_unit)u,
                        (gg_unit)(statement.targets[nth] - 1));
    }
}

static void sketch_ride(const gg_sketch *to)
{
    gt_sketch_ride(&staff_game, to, to->action->who, to->action->at);
}

static void sketch_join(const gg_sketch *to)
{
    const gg_unit whom = to->action->whom;
    if (is_unit(to->view, whom))
        gt_sketch_ride(&staff_game, to, to->action->who, to->view->units[whom].at);
}

static void sketch_occupation(const gg_sketch *to)
{
    const gg_unit who = to->action->who;
    if (!is_unit(to->view, who)) return;
    const unsigned nth = to->view->more[who].emptied, area = staff_building(to->view, nth);
    if (area == NOBODY) {
        sketch_who(to);
        return;
    }
    const staff_place place = {staff_building_pose(to->view, area), FORM_GARRISON, (uint8_t)nth};
    sketch_place(to, who, &place, GG_ROLE_plan);
}

#include "core/sketches.def"
