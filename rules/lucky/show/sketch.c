/*
 * sketch.c - what an action means on the table before any die: paths, ghosts where units would
 * stand, arrows at targets and from commanders.
 * SPDX-License-Identifier: MIT
 */
#include "core/dice.h"
#include "core/question.h"
#include "rules/lucky/show/show.h"
#include "table/sketch.h"

/* ---- Ghosts. ---- */

static bool is_unit(const gg_state *s, gg_unit u) { return u < UNITS_MAX && lg_is_on_table(s, u); }

static void ghost(const gg_sketch *to, unsigned u, gg_pose pose, lg_formation formation)
{
    gg_state would = *to->view;
    /* an order that makes no sense (cavalry in square) leaves it as it is */
    if (lg_box(to->view, to->view->units[u].type, formation).half == 0)
        formation = to->view->units[u].formation;
    would.units[u].at = pose.at;
    would.units[u].facing = (int16_t)(pose.facing / 10);
    would.units[u].formation = (uint8_t)formation;
    gt_ghost_in(&lg_game, to, &would, (gg_unit)u);
}

/* The unit ends its straight way here. */
static void sketch_way(const gg_sketch *to, unsigned u, gg_point end, int32_t facing)
{
    gg_state would = *to->view;
    would.units[u].at = end;
    would.units[u].facing = (int16_t)facing;
    gt_sketch_move(&lg_game, to, GG_ROLE_plan, &would, (gg_unit)u);
}

static void sketch_fight(const gg_sketch *to) { gt_ghosts(&lg_game, to, to->view->fight.units); }

static void sketch_unit(const gg_sketch *to) { gt_ghost(&lg_game, to, to->action->who); }

/* ---- Moves. ---- */

/* A ghost at every corner where it wheels, and where it ends. */
static void sketch_path(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    const lg_unit *unit = &to->view->units[action->who];
    lg_path path = lg_path_of(action);
    lg_formation formation =
        path.form_start != 0 ? (lg_formation)(path.form_start - 1) : unit->formation;
    gg_pose poses[LEGS_MAX + 1] = {lg_pose(unit)};
    for (int i = 0; i < path.legs; i++) poses[i + 1] = lg_leg_end(poses[i], &path, i);
    gg_point places[LEGS_MAX + 1];
    for (int i = 0; i <= path.legs; i++) places[i] = poses[i].at;
    gg_sketch_way(to, unit->side, places, path.legs + 1);
    for (int i = 1; i < path.legs; i++)
        if (path.turn[i] != 0) ghost(to, action->who, poses[i], formation);
    gg_pose end = poses[path.legs];
    end.facing = gg_facing(end.facing + path.turn_end * 10);
    if (path.form_end != 0) formation = (lg_formation)(path.form_end - 1);
    if (path.unlimber) formation = FORM_UNL;
    ghost(to, action->who, end, formation);
}

static void sketch_back(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    const lg_unit *unit = &to->view->units[action->who];
    const lg_path path = {.legs = 1, .ahead = {-action->args[0]}};
    sketch_way(to, action->who, lg_leg_end(lg_pose(unit), &path, 0).at, unit->facing);
}

/* What the rules make of it, tried on a copy; an order that may not be given moves nobody. */
static void sketch_forced(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    const unsigned u = action->who;
    if (to->flags & GG_FLAG_REFUSED) {
        sketch_unit(to);
        return;
    }
    gg_state would = *to->view;
    gg_dice dice = gg_dice_scripted((const uint8_t[]){6}, 1); /* evading: as far as it may get */
    if (action->kind == ACTION_RETIRE) lg_retire(&would, u, action->args[0], NULL);
    if (action->kind == ACTION_OCCUPY) lg_occupy(&would, u, NULL);
    if (action->kind == ACTION_EVADE) lg_evade_apply(&would, action, &dice, NULL);
    if (lg_is_on_table(&would, u)) sketch_way(to, u, would.units[u].at, would.units[u].facing);
    else sketch_unit(to); /* no room: it is lost where it stands */
}

/* ---- Charges and fire. ---- */

static void sketch_charge(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    const gg_state *s = to->view;
    const lg_unit *unit = &s->units[action->who];
    if (!is_unit(s, action->whom)) {
        sketch_unit(to);
        return;
    }
    const int32_t facing = action->kind == ACTION_COUNTER
                               ? lg_direction(unit->at, s->units[action->whom].at)
                               : action->item % 360;
    gg_pose pose = {unit->at, facing * 10};
    gg_convex shape = lg_shape_at(s, action->who, pose, unit->formation);
    gg_convex its = lg_shape(s, action->whom);
    gg_course course = gg_course_of(&shape, pose.facing);
    int32_t k = gg_course_touches(&course, &its, 0, CONTACT_MAX);
    if (k != GG_NEVER) {
        pose.at = gg_along(unit->at, pose.facing, k);
        gg_sketch_line(to, GG_ROLE_plan_charge, unit->side, unit->at, pose.at);
    }
    ghost(to, action->who, pose, unit->formation);
    gg_sketch_arrow(to, GG_ROLE_plan_charge, unit->side, pose.at, s->units[action->whom].at,
                    action->whom);
}

static void sketch_shot(const gg_sketch *to, unsigned u, gg_unit target)
{
    const lg_unit *unit = &to->view->units[u];
    gg_box box = lg_box(to->view, unit->type, unit->formation);
    const uint32_t before = to->scene->count;
    gg_lay_arrow(to->scene, GG_ROLE_plan_shot, unit->side,
                 gg_to_world(lg_pose(unit), (gg_point){0, box.front}), to->view->units[target].at);
    if (to->scene->count == before) return;
    to->scene->marks[before].unit = target;
    to->scene->marks[before].flags = to->flags & GG_FLAG_REFUSED;
}

static void sketch_fire(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    uint64_t firers = lg_fire_helpers(action) | gt_bit(action->who);
    for (unsigned u = gt_take(&firers); u != NOBODY; u = gt_take(&firers)) {
        gt_ghost(&lg_game, to, (gg_unit)u);
        if (is_unit(to->view, (gg_unit)u) && is_unit(to->view, action->whom))
            sketch_shot(to, u, action->whom);
    }
}

/* ---- Orders. ---- */

static void sketch_order(const gg_sketch *to, gg_unit from, gg_unit whom)
{
    gt_ghost(&lg_game, to, whom);
    gt_sketch_arrow(&lg_game, to, GG_ROLE_plan, from, whom);
}

static void sketch_give(const gg_sketch *to)
{
    sketch_order(to, to->action->who, to->action->whom);
}

static void sketch_from_division(const gg_sketch *to)
{
    const gg_unit who = to->action->who;
    if (!is_unit(to->view, who)) return;
    const unsigned division = to->view->units[who].division;
    sketch_order(to, division == NOBODY ? GG_NO_UNIT : (gg_unit)(UNITS_MAX + division), who);
}

static void sketch_ride(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const gg_state *s = to->view;
    if (!lg_is_here(s, action->who)) return;
    const gg_point end = is_unit(s, action->whom) ? s->units[action->whom].at : action->at;
    gt_sketch_ride(&lg_game, to, action->who, end);
    if (is_unit(s, action->item))
        gg_lay_arrow(to->scene, GG_ROLE_plan, lg_side_of(s, action->who), end,
                     s->units[action->item].at);
}

/* The commanders of this level whose roll it is. */
static void sketch_rolls(const gg_sketch *to)
{
    const gg_state *s = to->view;
    const lg_level level = to->action->kind == ACTION_ORDERS ? LEVEL_CINC : LEVEL_CORPS;
    for (unsigned c = 0; c < s->commander_count; c++)
        if (s->commanders[c].side == s->active && s->commanders[c].level == level)
            gt_ghost(&lg_game, to, (gg_unit)(UNITS_MAX + c));
}

/* ---- Where it stands: other formations and facings. ---- */

static void sketch_form(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (!is_unit(to->view, action->who)) return;
    const lg_unit *unit = &to->view->units[action->who];
    gg_pose pose = lg_pose(unit);
    lg_formation form = unit->formation;
    if (action->kind == ACTION_SQUARE) form = FORM_SQUARE;
    if (action->kind == ACTION_LIMBER) form = FORM_LIMB;
    if (action->kind == ACTION_UNLIMBER) form = FORM_UNL;
    if (action->kind == ACTION_FORM) {
        pose.facing = gg_facing(pose.facing + action->at.x * 10);
        if (action->item <= FORM_SQUARE) form = (lg_formation)action->item;
    }
    ghost(to, action->who, pose, form);
}

#include "core/sketches.def"
