/*
 * sketch.c - what an action means on the table before any die: ghosts where units would stand, ways
 * there, arrows at targets and from commanders.
 */
#include "core/sketch.h"
#include "staff.h"

/* ---- Ghosts. ---- */

static bool is_unit(const gg_state *s, gg_unit n) { return n < UNITS_MAX && staff_is_here(s, n); }

static bool is_commander(const gg_state *s, gg_unit n)
{
    return n >= UNITS_MAX && n < NAMES && s->commanders[n - UNITS_MAX].there == THERE;
}

/* An order that makes no sense (cavalry in square) leaves it as it is. */
static void ghost(const gg_sketch *to, unsigned u, const staff_place *place)
{
    gg_state would = *to->view;
    staff_unit *it = &would.units[u];
    const uint8_t was = it->formation;
    it->at = place->pose.at;
    it->facing = (int16_t)(place->pose.facing / 10);
    it->formation = place->formation;
    would.more[u].inside = place->inside;
    if (staff_box(&would, u, it->formation).half == 0) {
        it->formation = was;
        would.more[u].inside = to->view->more[u].inside;
    }
    staff_note_unit(&would, u);
    gg_mark *mark = staff_draw_unit(&would, u, to->scene);
    gg_ghost(to, mark);
    if (mark != NULL) mark->to = it->at; /* held by the middle of its front */
}

static staff_place place_now(const gg_state *s, unsigned u)
{
    return (staff_place){staff_pose(s, u), s->units[u].formation, s->more[u].inside};
}

static void ghost_here(const gg_sketch *to, gg_unit n)
{
    if (is_unit(to->view, n)) {
        const staff_place place = place_now(to->view, n);
        ghost(to, n, &place);
    } else if (is_commander(to->view, n)) {
        gg_ghost(to, staff_draw_commander(to->view, n - (unsigned)UNITS_MAX, to->scene));
    }
}

static void ghosts_here(const gg_sketch *to, uint64_t units)
{
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units)) ghost_here(to, (gg_unit)u);
}

/* ---- Steps. ---- */

static void sketch_place(const gg_sketch *to, unsigned u, const staff_place *place, gg_role role)
{
    gg_sketch_line(to, role, to->view->units[u].side, to->view->units[u].at, place->pose.at);
    ghost(to, u, place);
}

static void sketch_step(const gg_sketch *to)
{
    const gg_unit who = to->action->who;
    staff_place place;
    if (staff_place_of(to->view, to->action, &place)) sketch_place(to, who, &place, GG_ROLE_plan);
    else ghost_here(to, who);
}

static void arrow_at(const gg_sketch *to, gg_role role, gg_point from, gg_unit whom)
{
    if (is_unit(to->view, whom))
        gg_sketch_arrow(to, role, to->side, from, staff_centre(to->view, whom), whom);
}

/* Where it would meet the face of its target, whether or not it may. */
static void sketch_charge(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    const gg_state *s = to->view;
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

static void sketch_response(const gg_sketch *to)
{
    const gg_state *s = to->view;
    if (s->charge.target == 0 || s->charge.charger == 0) return;
    const unsigned u = s->charge.target - 1u, charger = s->charge.charger - 1u;
    staff_place place = place_now(s, u);
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

static void sketch_shot_at(const gg_sketch *to, gg_unit target)
{
    const gg_state *s = to->view;
    const gg_unit who = to->action->who;
    ghost_here(to, who);
    if (!is_unit(s, who) || !is_unit(s, target)) return;
    gg_point from = s->units[who].at;
    if (s->units[who].formation == FORM_SKIRM)
        from = gt_figure(staff_pose(s, who), staff_own_box(s, who),
                         to->action->args[0] & (GT_FIGURES - 1));
    arrow_at(to, GG_ROLE_plan_shot, from, target);
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
    if (is_unit(to->view, who)) ghosts_here(to, staff_engagement(to->view, who));
}

static void sketch_fight(const gg_sketch *to) { ghosts_here(to, to->view->fight); }

/* ---- Orders and commanders. ---- */

static void sketch_order(const gg_sketch *to)
{
    const gg_state *s = to->view;
    const gg_action *action = to->action;
    uint64_t units = action->kind == ACTION_ORDER ? staff_units_of(action)
                     : is_unit(s, action->who)    ? gt_bit(action->who)
                                                  : 0;
    const staff_statement statement = staff_statement_of(action);
    const unsigned row = s->commander == 0 ? COMMANDERS_MAX : s->commander - 1u;
    int nth = 0;
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units), nth++) {
        if (!is_unit(s, (gg_unit)u)) continue;
        ghost_here(to, (gg_unit)u);
        if (row < COMMANDERS_MAX && s->commanders[row].there == THERE)
            gg_sketch_arrow(to, GG_ROLE_plan, to->side, s->commanders[row].at, staff_centre(s, u),
                            (gg_unit)u);
        if (action->kind == ACTION_RALLY || nth >= GROUP_MAX || statement.targets[nth] == 0)
            continue;
        arrow_at(to, GG_ROLE_plan_charge, s->units[u].at, (gg_unit)(statement.targets[nth] - 1));
    }
}

static void sketch_ride_to(const gg_sketch *to, gg_point end)
{
    if (!is_commander(to->view, to->action->who)) return;
    const unsigned row = to->action->who - (unsigned)UNITS_MAX;
    gg_sketch_line(to, GG_ROLE_plan, to->side, to->view->commanders[row].at, end);
    gg_mark *mark = staff_draw_commander(to->view, row, to->scene);
    if (mark == NULL) return;
    mark->at = end;
    gg_ghost(to, mark);
}

static void sketch_ride(const gg_sketch *to) { sketch_ride_to(to, to->action->at); }

static void sketch_join(const gg_sketch *to)
{
    const gg_unit whom = to->action->whom;
    if (is_unit(to->view, whom)) sketch_ride_to(to, to->view->units[whom].at);
}

static void sketch_occupation(const gg_sketch *to)
{
    const gg_unit who = to->action->who;
    if (!is_unit(to->view, who)) return;
    const unsigned nth = to->view->more[who].emptied, area = staff_building(to->view, nth);
    if (area == NOBODY) {
        ghost_here(to, who);
        return;
    }
    const staff_place place = {staff_building_pose(to->view, area), FORM_GARRISON, (uint8_t)nth};
    sketch_place(to, who, &place, GG_ROLE_plan);
}

/* It moves nobody. */
static void sketch_who(const gg_sketch *to) { ghost_here(to, to->action->who); }

#include "core/sketches.def"
