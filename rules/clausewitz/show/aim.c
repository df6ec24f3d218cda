/*
 * aim.c - which action a hand means that picks a Brigade, a General or a marker up and puts it down
 * on a place or on somebody; and where a base goes that leaves its Brigade.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/show/show.h"

/* Meanings in the order of likelihood: the first legal one, else the first. */
typedef struct meanings {
    const gg_state *s;
    gg_side side;
    gg_action *out;
    cw_marcher *marcher; /* of the Brigade it is about */
    bool any, legal;
} meanings;

static void mean(meanings *to, gg_action action)
{
    const bool marches = action.kind == ACTION_MARCH || action.kind == ACTION_QUICK;
    if (to->legal || (marches && action.args[0] == LEG_NONE)) return; /* that would be no order */
    const bool legal = !cw_is_beyond_marches(to->s, &action)
                       && cw_is_legal(cw_judge_as(to->s, to->side, &action, to->marcher));
    if (!legal && to->any) return;
    *to->out = action;
    to->any = true;
    to->legal = legal;
}

static void mean_place(meanings *to, cw_action_kind kind, unsigned who, gg_point at)
{
    gg_action action = gg_action_on(kind, who, GG_NO_UNIT);
    action.at = at;
    mean(to, action);
}

/* ---- Somebody is put on somebody. ---- */

static void mean_whom(meanings *to, unsigned who, unsigned whom)
{
    static const uint8_t of_brigades[] = {ACTION_CHARGE, ACTION_BOMBARD, ACTION_COUNTER,
                                          ACTION_BATTERY, ACTION_FIRE};
    const gg_state *s = to->s;
    if (cw_is_general(who)) {
        if (whom < BRIGADES_MAX) {
            mean(to, gg_action_on(ACTION_ORDER, who, whom));
            mean(to, gg_action_on(ACTION_RALLY, who, whom));
        }
        for (int objective = 1; objective <= OBJECTIVES_MAX && whom < FIRST_MARKER; objective++) {
            gg_action action = gg_action_on(ACTION_AIDE, who, whom);
            action.args[0] = objective;
            if (s->objectives[objective - 1].number != 0) mean(to, action);
        }
    } else if (who < BRIGADES_MAX && whom < BRIGADES_MAX) {
        if (s->bodies[whom].side == s->bodies[who].side)
            mean(to, gg_action_on(ACTION_ATTACH, who, whom));
        for (size_t i = 0; i < sizeof of_brigades; i++)
            mean(to, gg_action_on((cw_action_kind)of_brigades[i], who, whom));
    }
}

/* ---- A Brigade is put on a place. ---- */

/* A wheel, if any, and straight on. */
static gg_action wheel_and_go(const gg_state *s, unsigned b, cw_action_kind kind, bool right,
                              int32_t wheel, gg_point at)
{
    const gg_pose turned = gt_wheel(cw_pose(s, b), cw_box(s, b), right, wheel);
    const int32_t ahead = gg_to_local(turned, at).y;
    if (wheel == 0)
        return cw_march_of(kind, b, ahead > 0 ? LEG_AHEAD : LEG_NONE, ahead > 0 ? ahead : 0);
    gg_action action = cw_march_of(kind, b, right ? LEG_RIGHT : LEG_LEFT, wheel);
    if (ahead > 0) action.args[2] = LEG_AHEAD, action.args[3] = ahead;
    return action;
}

/* Places are whole ticks: at a slant the way may be one shorter than it is measured. */
static void mean_both(meanings *to, gg_action action)
{
    mean(to, action);
    const int last = action.args[2] == LEG_NONE ? 1 : 3;
    if (action.args[last - 1] != LEG_AHEAD || action.args[last] < 2) return;
    action.args[last]--;
    mean(to, action);
}

static void mean_march(meanings *to, unsigned b, gg_point at, int32_t facing)
{
    static const uint8_t kinds[] = {ACTION_MARCH, ACTION_QUICK};
    const gg_state *s = to->s;
    const gg_pose pose = cw_pose(s, b);
    const gg_point local = gg_to_local(pose, at);
    const int32_t turn = facing < 0 ? 0 : gg_turn_between(pose.facing, facing);
    const bool right = facing < 0 ? local.x > 0 : gg_facing(facing - pose.facing) == turn;
    const int32_t most = cw_number(s, N_wheel_most);
    const int32_t wheel = gt_wheel_to(pose, cw_box(s, b), local.x > 0, most, at);
    for (int i = 0; i < 2; i++) {
        const cw_action_kind kind = (cw_action_kind)kinds[i];
        if (facing >= 0 && turn <= most) mean_both(to, wheel_and_go(s, b, kind, right, turn, at));
        if (facing < 0 && local.x == 0) mean_both(to, wheel_and_go(s, b, kind, true, 0, at));
        if (facing < 0 && wheel != GG_NEVER)
            mean_both(to, wheel_and_go(s, b, kind, local.x > 0, wheel, at));
    }
    if (local.y > 0) mean(to, cw_march_of(ACTION_MARCH, b, LEG_AHEAD, local.y)); /* the plainest */
}

/* In a Zone of Control: toward or away, or a turn about the centre. */
static void mean_in_zone(meanings *to, unsigned b, gg_point at)
{
    const gg_state *s = to->s;
    const gg_point own = s->bodies[b].at, local = gg_to_local(cw_pose(s, b), at);
    const int32_t far = gg_distance(own, at);
    const gg_point along = gg_along(own, cw_march_away(s, b, to->marcher), far);
    const bool is_away = gg_distance(along, at) * 2 < far;
    const int32_t length = far > 0 ? far : 1;
    for (int32_t less = 0; less < 2; less++) { /* whole ticks, at a slant */
        if (is_away && length > less)
            mean(to, cw_march_of(ACTION_MARCH, b, LEG_AWAY, length - less));
        else if (!is_away && local.y > less)
            mean(to, cw_march_of(ACTION_MARCH, b, LEG_TOWARD, local.y - less));
    }
}

static void mean_face(meanings *to, unsigned b, gg_point at, int32_t facing)
{
    const gg_state *s = to->s;
    const gg_point middle = cw_middle(s, b);
    gg_action face = gg_action_on(ACTION_FACE, b, GG_NO_UNIT);
    face.args[0] = facing >= 0 ? facing : gg_bearing_to(middle, at, 1);
    mean(to, face);
}

static void mean_deployment(meanings *to, unsigned b, gg_point at, int32_t facing)
{
    gg_action action = gg_action_on(ACTION_DEPLOY, b, GG_NO_UNIT);
    action.at = at;
    action.args[0] = facing >= 0 ? facing : to->s->bodies[b].side == GG_BLUE ? 0 : GG_HALF_TURN;
    action.args[1] = cw_usual_width(to->s, b);
    mean(to, action);
}

static void mean_brigade(meanings *to, unsigned b, gg_point at, int32_t facing)
{
    const gg_state *s = to->s;
    if (s->bodies[b].removed == GONE_WAITING && cw_count(s, b) > 0) {
        mean_deployment(to, b, at, facing);
        return;
    }
    if (!cw_is_here(s, b)) return;
    const gg_point own = s->bodies[b].at;
    const bool turns = facing >= 0 && facing != s->bodies[b].facing;
    if (gg_is_same_place(at, own) && !turns) {
        mean(to, gg_action_on(ACTION_HOLD, b, GG_NO_UNIT)); /* it stays */
        return;
    }
    if (turns) {
        const gg_pose end = gt_turn_about(cw_pose(s, b), cw_box(s, b), facing);
        if (gg_distance(end.at, at) <= TOLERANCE) mean_face(to, b, at, facing);
    }
    if (cw_in_zone(s, b)) mean_in_zone(to, b, at);
    else mean_march(to, b, at, facing);
    if (gg_distance(own, at) <= BASE_DEPTH) mean_face(to, b, at, facing);
    mean(to, gg_action_on(ACTION_WITHDRAW, b, GG_NO_UNIT));
}

bool cw_can_march_to(const gg_state *s, unsigned b, gg_point at, bool in_zone, cw_marcher *m)
{
    const gg_point own = s->bodies[b].at;
    gg_action action;
    meanings to = {.s = s, .side = (gg_side)s->bodies[b].side, .out = &action, .marcher = m};
    if (gg_is_same_place(at, own) || !cw_is_on_table_place(s, at)) return false;
    if (in_zone) mean_in_zone(&to, b, at);
    else mean_march(&to, b, at, -1);
    return to.legal;
}

bool cw_aim(const gg_state *s, gg_side side, gg_unit who, gg_unit whom, gg_point at, int32_t facing,
            gg_action *out)
{
    cw_marcher marcher;
    cw_begin_marches(&marcher, true);
    meanings to = {.s = s, .side = side, .out = out, .marcher = &marcher};
    if (who >= NAMES || !cw_is_on_table_place(s, at)) return false;
    if (who < BRIGADES_MAX && who >= s->body_count) return false;
    if (whom < NAMES && whom != who && (whom >= BRIGADES_MAX || whom < s->body_count)) {
        mean_whom(&to, who, whom);
        if (to.any) return true;
    }
    if (who < BRIGADES_MAX) {
        mean_brigade(&to, who, at, facing);
    } else if (cw_is_general(who)) {
        if (cw_general_at(s, who)->health == HEALTH_NONE) return false;
        const cw_action_kind kind = s->phase == PHASE_DEPLOY   ? ACTION_PLACE
                                    : s->phase == PHASE_ESCAPE ? ACTION_ESCAPE
                                                               : ACTION_RIDE;
        mean_place(&to, kind, who, at);
    } else {
        mean_place(&to, ACTION_SCOUT, who, at);
    }
    return to.any;
}

/* CW-R70, CW-R71: the base that leaves its Brigade may stand elsewhere. */
bool cw_go_on(const gg_state *s, gg_side side, const gg_action *begun, gg_point at, int32_t facing,
              gg_action *out)
{
    (void)side;
    if (begun->kind != ACTION_DETACH && begun->kind != ACTION_SKIRMISH) return false;
    if (!cw_is_on_table_place(s, at)) return false;
    *out = *begun;
    out->at = at;
    if (facing >= 0) out->args[0] = facing;
    return true;
}
