/*
 * sketch.c - what an action means on the table before any die: ghosts where Brigades and Generals
 * would stand, ways there, arrows at targets.
 */
#include "clausewitz.h"
#include "table/draw.h"

typedef struct sketching {
    const gg_state *s;
    gt_sketch on;
} sketching;

static bool is_brigade(const gg_state *s, unsigned b)
{
    return b < BRIGADES_MAX && cw_is_here(s, b);
}

static gg_point place_of(const gg_state *s, unsigned unit)
{
    if (unit < BRIGADES_MAX) return s->bodies[unit].at;
    if (cw_is_general(unit)) return cw_general_at(s, unit)->at;
    return s->markers[(unit - FIRST_MARKER) / MARKERS_MAX][(unit - FIRST_MARKER) % MARKERS_MAX].at;
}

/* The ghost's `to` is where a hand would put the Brigade down: the middle of its front. */
static void ghost(const sketching *to, const gg_state *would, unsigned b)
{
    gg_mark *mark = cw_draw_brigade(would, b, to->on.scene);
    gt_ghost(&to->on, mark);
    if (mark != NULL) mark->to = would->bodies[b].at;
}

static void ghost_pose(const sketching *to, unsigned b, gg_pose pose, int wide)
{
    gg_state would = *to->s;
    would.bodies[b].at = pose.at;
    would.bodies[b].facing = (int16_t)pose.facing;
    would.bodies[b].formation = (uint8_t)wide;
    would.bodies[b].removed = GONE_NOT;
    ghost(to, &would, b);
}

static void ghost_here(const sketching *to, unsigned unit)
{
    if (is_brigade(to->s, unit)) ghost(to, to->s, unit);
    else if (cw_is_general(unit) && cw_is_in_play(cw_general_at(to->s, unit)))
        gt_ghost(&to->on, cw_draw_general(to->s, unit, to->on.scene));
    else if (unit >= FIRST_MARKER && unit < NAMES)
        gt_ghost(&to->on, cw_draw_scout(to->s, unit, to->on.scene));
}

static void arrow(const sketching *to, gg_role role, const gg_action *action)
{
    const gg_state *s = to->s;
    if (action->whom >= NAMES || action->who >= NAMES) return;
    const gg_side side =
        action->who < BRIGADES_MAX ? s->bodies[action->who].side : cw_general_side(action->who);
    const gg_point whom =
        action->whom < BRIGADES_MAX ? cw_middle(s, action->whom) : place_of(s, action->whom);
    gt_sketch_arrow(&to->on, role, side, place_of(s, action->who), whom, action->whom);
}

static void sketch_march(const sketching *to, const gg_action *action)
{
    const unsigned b = action->who;
    if (!is_brigade(to->s, b)) return;
    const gg_pose end = cw_march_end(to->s, action);
    gt_sketch_line(&to->on, GG_ROLE_plan, to->s->bodies[b].side, to->s->bodies[b].at, end.at);
    ghost_pose(to, b, end, to->s->bodies[b].formation);
}

static void sketch_forms(const sketching *to, const gg_action *action)
{
    const unsigned b = action->who;
    if (!is_brigade(to->s, b)) return;
    gg_state would = *to->s;
    for (int slot = 0; slot < cw_count(to->s, b); slot++) {
        const int form = cw_packed_form(action->args[0], slot);
        if (form >= 0 && form < FORMS) would.units[b][slot].formation = (uint8_t)form;
    }
    ghost(to, &would, b);
}

static void sketch_point(const sketching *to, const gg_action *action)
{
    gg_state would = *to->s;
    const unsigned unit = action->who;
    if (cw_is_general(unit)) {
        cw_general *his = cw_general_of(&would, unit);
        if (his->health == HEALTH_NONE) return;
        if (cw_is_in_play(his))
            gt_sketch_line(&to->on, GG_ROLE_plan, cw_general_side(unit), his->at, action->at);
        his->at = action->at;
        his->health = HEALTH_WELL;
        gt_ghost(&to->on, cw_draw_general(&would, unit, to->on.scene));
    } else if (unit >= FIRST_MARKER && unit < NAMES) {
        const unsigned nth = unit - FIRST_MARKER;
        const gg_side side = (gg_side)(nth / MARKERS_MAX);
        cw_marker *it = &would.markers[side][nth % MARKERS_MAX];
        const gg_point end = cw_scout_end(to->s, side, it->at, action->at);
        gt_sketch_line(&to->on, GG_ROLE_plan, side, it->at, end);
        it->at = end;
        gt_ghost(&to->on, cw_draw_scout(&would, unit, to->on.scene));
    }
}

/* A new base beside the Brigade: shown in the Brigade's own looks, one base wide. */
static void sketch_detachment(const sketching *to, const gg_action *action)
{
    const unsigned b = action->who;
    if (!is_brigade(to->s, b)) return;
    gg_state would = *to->s;
    would.bodies[b].strength = 1;
    would.bodies[b].formation = 1;
    would.bodies[b].at = action->at;
    would.bodies[b].facing = (int16_t)gg_facing(action->args[0]);
    gg_mark *mark = cw_draw_brigade(&would, b, to->on.scene);
    gt_ghost(&to->on, mark);
    if (mark != NULL) mark->unit = GG_NO_UNIT;
    ghost_here(to, b);
}

static void sketch_deploy(const sketching *to, const gg_action *action)
{
    const unsigned b = action->who;
    if (b >= to->s->body_count || to->s->bodies[b].strength == 0) return;
    const int wide = action->args[1] < 1 || action->args[1] > 3 ? 1 : action->args[1];
    ghost_pose(to, b, (gg_pose){action->at, gg_facing(action->args[0])}, wide);
}

static void sketch_brigade(const sketching *to, const gg_action *action)
{
    const gg_state *s = to->s;
    const unsigned b = action->who;
    switch ((cw_action_kind)action->kind) {
    case ACTION_FACE:
        if (is_brigade(s, b))
            ghost_pose(to, b,
                       gt_turn_about(cw_pose(s, b), cw_box(s, b), gg_facing(action->args[0])),
                       s->bodies[b].formation);
        break;
    case ACTION_WIDTH:
        if (is_brigade(s, b))
            ghost_pose(to, b, cw_pose(s, b),
                       action->args[0] < 1 || action->args[0] > 3 ? 1 : action->args[0]);
        break;
    case ACTION_FIRE:
    case ACTION_BOMBARD:
    case ACTION_BATTERY:
        ghost_here(to, b);
        arrow(to, GG_ROLE_plan_shot, action);
        break;
    case ACTION_CHARGE:
    case ACTION_COUNTER:
        ghost_here(to, b);
        arrow(to, GG_ROLE_plan_charge, action);
        break;
    default: ghost_here(to, b); break;
    }
}

void cw_sketch(const gg_state *truth, gg_side side, const gg_action *action, gg_scene *scene)
{
    gg_state seen; /* what somebody may not know is not drawn for him (CW-R96) */
    const bool fog = truth->options[OPT_fog];
    if (fog) cw_view(truth, side, &seen);
    const gg_state *s = fog ? &seen : truth;
    const gt_table t = cw_table(s);
    const sketching to = {s, gt_sketch_begin(&t, scene, cw_is_legal(cw_judge(s, side, action)))};
    switch ((cw_action_kind)action->kind) {
    case ACTION_MARCH:
    case ACTION_QUICK: sketch_march(&to, action); break;
    case ACTION_FORM: sketch_forms(&to, action); break;
    case ACTION_SCOUT:
    case ACTION_RIDE:
    case ACTION_PLACE:
    case ACTION_ESCAPE: sketch_point(&to, action); break;
    case ACTION_DETACH:
    case ACTION_SKIRMISH: sketch_detachment(&to, action); break;
    case ACTION_DEPLOY: sketch_deploy(&to, action); break;
    case ACTION_ORDER:
    case ACTION_AIDE:
    case ACTION_RALLY:
        ghost_here(&to, action->who);
        arrow(&to, GG_ROLE_plan, action);
        break;
    default: sketch_brigade(&to, action); break;
    }
}
