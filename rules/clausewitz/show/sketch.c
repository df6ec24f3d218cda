/*
 * sketch.c - what an action means on the table before any die: ghosts where Brigades and Generals
 * would stand, ways there, arrows at targets.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/show/show.h"
#include "table/sketch.h"

static bool is_brigade(const gg_state *s, unsigned b)
{
    return b < BRIGADES_MAX && cw_is_here(s, b);
}

static gg_state placed(const gg_state *s, unsigned b, gg_pose pose, int wide)
{
    gg_state would = *s;
    would.bodies[b].at = pose.at;
    would.bodies[b].facing = (int16_t)pose.facing;
    would.bodies[b].formation = (uint8_t)wide;
    would.bodies[b].removed = GONE_NOT;
    return would;
}

static void ghost_pose(const gg_sketch *to, unsigned b, gg_pose pose, int wide)
{
    const gg_state would = placed(to->view, b, pose, wide);
    gt_ghost_in(&cw_game, to, &would, (gg_unit)b);
}

static void sketch_march(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const unsigned b = action->who;
    if (!is_brigade(to->view, b)) return;
    const gg_state would =
        placed(to->view, b, cw_march_end(to->view, action), to->view->bodies[b].formation);
    gt_sketch_move(&cw_game, to, GG_ROLE_plan, &would, action->who);
}

static void sketch_forms(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const unsigned b = action->who;
    if (!is_brigade(to->view, b)) return;
    gg_state would = *to->view;
    for (int slot = 0; slot < cw_count(to->view, b); slot++) {
        const int form = cw_packed_form(action->args[0], slot);
        if (form >= 0 && form < FORMS) would.units[b][slot].formation = (uint8_t)form;
    }
    gt_ghost_in(&cw_game, to, &would, action->who);
}

static void sketch_point(const gg_sketch *to)
{
    const gg_action *action = to->action;
    gg_state would = *to->view;
    const unsigned unit = action->who;
    if (cw_is_general(unit)) { /* who waits is put there, and there is no way */
        cw_general *his = cw_general_of(&would, unit);
        if (his->health == HEALTH_NONE) return;
        his->at = action->at;
        his->health = HEALTH_WELL;
    } else if (unit >= FIRST_MARKER && unit < NAMES) {
        const unsigned nth = unit - FIRST_MARKER;
        const gg_side side = (gg_side)(nth / MARKERS_MAX);
        cw_marker *it = &would.markers[side][nth % MARKERS_MAX];
        it->at = cw_scout_end(to->view, side, it->at, action->at);
    }
    gt_sketch_move(&cw_game, to, GG_ROLE_plan, &would, action->who);
}

static void sketch_who(const gg_sketch *to) { gt_ghost(&cw_game, to, to->action->who); }

/* The Brigade, and the base that leaves it where that would stand: it is the Brigade's until then,
 * so that a hand may take it there. */
static void sketch_detachment(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const unsigned b = action->who;
    if (!is_brigade(to->view, b)) return;
    sketch_who(to);
    gg_state would = *to->view;
    const int slot = action->kind == ACTION_DETACH ? action->args[1] : 0;
    if (slot > 0 && slot < cw_count(to->view, b)) would.units[b][0] = would.units[b][slot];
    would.bodies[b].strength = 1;
    would.bodies[b].formation = 1;
    would.bodies[b].at = action->at;
    would.bodies[b].facing = (int16_t)gg_facing(action->args[0]);
    gt_ghost_in(&cw_game, to, &would, action->who);
}

static int width_of(int32_t asked) { return asked < 1 || asked > 3 ? 1 : asked; }

static void sketch_deployment(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const unsigned b = action->who;
    if (b >= to->view->body_count || to->view->bodies[b].strength == 0) return;
    ghost_pose(to, b, (gg_pose){action->at, gg_facing(action->args[0])}, width_of(action->args[1]));
}

static void sketch_facing(const gg_sketch *to)
{
    const gg_state *s = to->view;
    const unsigned b = to->action->who;
    if (!is_brigade(s, b)) return;
    const int32_t facing = gg_facing(to->action->args[0]);
    ghost_pose(to, b, gt_turn_about(cw_pose(s, b), cw_box(s, b), facing), s->bodies[b].formation);
}

static void sketch_width(const gg_sketch *to)
{
    const unsigned b = to->action->who;
    if (is_brigade(to->view, b))
        ghost_pose(to, b, cw_pose(to->view, b), width_of(to->action->args[0]));
}

/* ---- It moves nobody. ---- */

static void sketch_at(const gg_sketch *to, gg_role role)
{
    sketch_who(to);
    gt_sketch_arrow(&cw_game, to, role, to->action->who, to->action->whom);
}

static void sketch_shot(const gg_sketch *to) { sketch_at(to, GG_ROLE_plan_shot); }
static void sketch_charge(const gg_sketch *to) { sketch_at(to, GG_ROLE_plan_charge); }
static void sketch_order(const gg_sketch *to) { sketch_at(to, GG_ROLE_plan); }

static void sketch_seen(const gg_state *, gg_side, const gg_action *, gg_scene *);
#define SKETCHES sketch_seen
#include "core/sketches.def"

/* What somebody may not know is not drawn for him (CW-R96). */
void cw_sketch(const gg_state *truth, gg_side side, const gg_action *action, gg_scene *scene)
{
    gg_state seen;
    const bool fog = truth->options[OPT_fog];
    if (fog) cw_view(truth, side, &seen);
    sketch_seen(fog ? &seen : truth, side, action, scene);
}
