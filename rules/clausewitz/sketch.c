/*
 * sketch.c - what an action means on the table before any die: ghosts where Brigades and Generals
 * would stand, ways there, arrows at targets.
 */
#include "clausewitz.h"
#include "core/sketch.h"

static bool is_brigade(const gg_state *s, unsigned b)
{
    return b < BRIGADES_MAX && cw_is_here(s, b);
}

/* The ghost's `to` is where a hand would put the Brigade down: the middle of its front. */
static void ghost(const gg_sketch *to, const gg_state *would, unsigned b)
{
    gg_mark *mark = cw_draw_brigade(would, b, to->scene);
    gg_ghost(to, mark);
    if (mark != NULL) mark->to = would->bodies[b].at;
}

static void ghost_pose(const gg_sketch *to, unsigned b, gg_pose pose, int wide)
{
    gg_state would = *to->view;
    would.bodies[b].at = pose.at;
    would.bodies[b].facing = (int16_t)pose.facing;
    would.bodies[b].formation = (uint8_t)wide;
    would.bodies[b].removed = GONE_NOT;
    ghost(to, &would, b);
}

static void ghost_here(const gg_sketch *to, unsigned unit)
{
    if (is_brigade(to->view, unit)) ghost(to, to->view, unit);
    else if (cw_is_general(unit) && cw_is_in_play(cw_general_at(to->view, unit)))
        gg_ghost(to, cw_draw_general(to->view, unit, to->scene));
    else if (unit >= FIRST_MARKER && unit < NAMES)
        gg_ghost(to, cw_draw_scout(to->view, unit, to->scene));
}

static void arrow(const gg_sketch *to, gg_role role)
{
    const gg_state *s = to->view;
    const gg_action *action = to->action;
    if (action->whom >= NAMES || action->who >= NAMES) return;
    const gg_side side =
        action->who < BRIGADES_MAX ? s->bodies[action->who].side : cw_general_side(action->who);
    const gg_point whom =
        action->whom < BRIGADES_MAX ? cw_middle(s, action->whom) : cw_place_of(s, action->whom);
    gg_sketch_arrow(to, role, side, cw_place_of(s, action->who), whom, action->whom);
}

static void sketch_march(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const unsigned b = action->who;
    if (!is_brigade(to->view, b)) return;
    const gg_pose end = cw_march_end(to->view, action);
    gg_sketch_line(to, GG_ROLE_plan, to->view->bodies[b].side, to->view->bodies[b].at, end.at);
    ghost_pose(to, b, end, to->view->bodies[b].formation);
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
    ghost(to, &would, b);
}

static void sketch_point(const gg_sketch *to)
{
    const gg_action *action = to->action;
    gg_state would = *to->view;
    const unsigned unit = action->who;
    if (cw_is_general(unit)) {
        cw_general *his = cw_general_of(&would, unit);
        if (his->health == HEALTH_NONE) return;
        if (cw_is_in_play(his))
            gg_sketch_line(to, GG_ROLE_plan, cw_general_side(unit), his->at, action->at);
        his->at = action->at;
        his->health = HEALTH_WELL;
        gg_ghost(to, cw_draw_general(&would, unit, to->scene));
    } else if (unit >= FIRST_MARKER && unit < NAMES) {
        const unsigned nth = unit - FIRST_MARKER;
        const gg_side side = (gg_side)(nth / MARKERS_MAX);
        cw_marker *it = &would.markers[side][nth % MARKERS_MAX];
        const gg_point end = cw_scout_end(to->view, side, it->at, action->at);
        gg_sketch_line(to, GG_ROLE_plan, side, it->at, end);
        it->at = end;
        gg_ghost(to, cw_draw_scout(&would, unit, to->scene));
    }
}

/* A new base beside the Brigade: shown in the Brigade's own looks, one base wide. */
static void sketch_detachment(const gg_sketch *to)
{
    const gg_action *action = to->action;
    const unsigned b = action->who;
    if (!is_brigade(to->view, b)) return;
    gg_state would = *to->view;
    would.bodies[b].strength = 1;
    would.bodies[b].formation = 1;
    would.bodies[b].at = action->at;
    would.bodies[b].facing = (int16_t)gg_facing(action->args[0]);
    gg_mark *mark = cw_draw_brigade(&would, b, to->scene);
    gg_ghost(to, mark);
    if (mark != NULL) mark->unit = GG_NO_UNIT;
    ghost_here(to, b);
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

static void sketch_who(const gg_sketch *to) { ghost_here(to, to->action->who); }

static void sketch_shot(const gg_sketch *to)
{
    sketch_who(to);
    arrow(to, GG_ROLE_plan_shot);
}

static void sketch_charge(const gg_sketch *to)
{
    sketch_who(to);
    arrow(to, GG_ROLE_plan_charge);
}

static void sketch_order(const gg_sketch *to)
{
    sketch_who(to);
    arrow(to, GG_ROLE_plan);
}

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
