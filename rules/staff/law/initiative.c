/*
 * initiative.c - who may take a step now: on initiative (ST-1.1 to ST-1.8, before orders by
 * ST-0.2), by the order in hand (ST-3.1, ST-R28) or as a victor (ST-R81); and what a step uses up.
 * SPDX-License-Identifier: MIT
 */
#include "charge.h"
#include "combat.h"

/* ---- Who may take a step (ST-1.2, ST-1.3, ST-1.8, ST-R24 to ST-R28). ---- */

static gg_verdict own_unit(const gg_state *s, gg_side side, gg_unit u)
{
    if (u >= UNITS_MAX || !staff_is_here(s, u) || s->units[u].side != side)
        return staff_refuse(R_NO_SUCH_UNIT);
    if (staff_is_engaged(s, u)) return staff_refuse(R_ENGAGED);
    return staff_legal;
}

/* ST-R25: away from everybody, and surely from those near. */
static bool is_away(staff_mover *m, gg_pose to)
{
    const gg_state *s = m->s;
    const int32_t near = staff_number(s, N_proximity);
    const gg_convex will = gg_rectangle(to, m->box);
    uint64_t enemies = staff_side(s, gg_other(s->units[m->unit].side));
    for (unsigned e = gt_take(&enemies); e != NOBODY; e = gt_take(&enemies)) {
        const gg_convex its = staff_shape(s, e);
        const int32_t was = staff_distance_now(m, e);
        if (gg_is_within(&will, &its, was <= near ? was : was - 1)) return false;
    }
    return true;
}

/* A retreat (ST-R28); `far` wants it to lead away from everybody too. */
static bool is_back(const gg_state *s, const gg_action *action, bool far, staff_mover *m)
{
    staff_place place;
    staff_mover own;
    if (action->kind != ACTION_GO || (uint32_t)action->args[0] >= 360
        || !staff_place_of(s, action, &place))
        return false;
    if (m == NULL) staff_find_mover(s, action->who, m = &own);
    return staff_is_retreat(m, place.pose) && (!far || is_away(m, place.pose));
}

static gg_verdict may_use_initiative(const gg_state *s, const gg_action *action, staff_duty *duty)
{
    const unsigned u = action->who;
    const staff_unit *it = &s->units[u];
    if (it->did & DID_INITIATIVE) return staff_refuse(R_INITIATIVE_USED);
    if (s->turn < s->more[u].hold_until)
        return staff_refuse_by(R_HELD, s->turn, s->more[u].hold_until);
    if (!staff_is_in_proximity(s, u)) return staff_refuse(R_NOT_NEAR);
    if (staff_is_disordered(it)) {
        *duty = (staff_duty){LEADS_AWAY, R_DISORDERED_STAYS, NOBODY};
    } else if (staff_has_rule(s, u, RULE_LACKS_INITIATIVE)) { /* ST-R26 */
        const bool is_still = action->kind == ACTION_TURN || action->kind == ACTION_FORM
                              || action->kind == ACTION_LIMBER || action->kind == ACTION_UNLIMBER;
        if (!is_still) *duty = (staff_duty){LEADS_BACK, R_LACKS_INITIATIVE, NOBODY};
    }
    return staff_legal;
}

/* The target that the order names for this unit (ST-R28), or NOBODY. */
static unsigned target_of(const staff_order *order, unsigned u)
{
    int place = 0;
    for (uint64_t rest = order->units; rest != 0;)
        if ((unsigned)gg_next_bit(&rest) < u) place++;
    const uint8_t *targets = order->statement.targets;
    if (targets[1] == 0) place = 0;
    return place >= GROUP_MAX || targets[place] == 0 ? NOBODY : targets[place] - 1u;
}

int staff_step_now(const gg_state *s, unsigned u)
{
    const staff_order *order = &s->order;
    const int used = order->unit == u + 1 ? order->used : 0, last = order->statement.count - 1;
    return used < last ? used : last;
}

/* Does the step fit what the statement says now? */
static gg_verdict fits(const gg_state *s, const gg_action *action, staff_duty *duty)
{
    const staff_order *order = &s->order;
    const unsigned u = action->who;
    const int step = staff_step_now(s, u);
    const staff_kind kind = (staff_kind)order->statement.kinds[step];
    const unsigned item = order->statement.items[step];
    const staff_action_kind does = (staff_action_kind)action->kind;
    const gg_verdict no = staff_refuse(R_NOT_THE_ORDER);
    switch (kind) {
    case ORDER_ADVANCE: return does == ACTION_GO ? staff_legal : no;
    case ORDER_RETREAT:
        *duty = (staff_duty){LEADS_BACK, R_NOT_BACK, NOBODY};
        return does == ACTION_GO ? staff_legal : no;
    case ORDER_LIMBER: return does == ACTION_LIMBER ? staff_legal : no;
    case ORDER_UNLIMBER: return does == ACTION_UNLIMBER ? staff_legal : no;
    case ORDER_FACE: return does == ACTION_TURN ? staff_legal : no;
    case ORDER_FORM: return does == ACTION_FORM && action->item == item ? staff_legal : no;
    case ORDER_ENTER: return does == ACTION_ENTER && action->item == item ? staff_legal : no;
    case ORDER_LEAVE: return does == ACTION_LEAVE ? staff_legal : no;
    case ORDER_HANDLE: return does == ACTION_HANDLE ? staff_legal : no;
    case ORDER_CHARGE: {
        const unsigned target = target_of(order, u);
        if (does == ACTION_CHARGE)
            return action->whom == target ? staff_legal : staff_refuse(R_NOT_THE_TARGET);
        *duty = (staff_duty){LEADS_NEARER, R_NOT_NEARER, target};
        if (does != ACTION_GO) return no;
        return target != NOBODY && staff_is_here(s, target) ? staff_may_be_sent(s, u, target)
                                                            : staff_legal;
    }
    case ORDER_NONE:
    case ORDERS: break;
    }
    return no;
}

static gg_verdict may_carry_out(const gg_state *s, const gg_action *action, staff_duty *duty)
{
    const unsigned u = action->who;
    if (!(s->order.waiting >> u & 1)) return staff_refuse(R_NOT_ORDERED);
    if (s->order.unit != 0 && s->order.unit != u + 1) return staff_refuse(R_OTHER_MOVES);
    return fits(s, action, duty);
}

/* ST-R28, ST-R91: it ends nearer to the one that it is to charge, even if it cannot. */
static bool is_nearer(const gg_state *s, const gg_action *action, unsigned target, staff_mover *m)
{
    staff_place place;
    if (target == NOBODY || !staff_is_here(s, target) || (uint32_t)action->args[0] >= 360
        || !staff_place_of(s, action, &place))
        return false;
    const gg_convex will = staff_place_shape(s, action->who, &place), its = staff_shape(s, target);
    const int32_t was =
        m == NULL ? staff_distance(s, action->who, target) : staff_distance_now(m, target);
    return was > 0 && gg_is_within(&will, &its, was - 1);
}

bool staff_does(const gg_state *s, const gg_action *action, const staff_duty *duty, staff_mover *m)
{
    switch (duty->lead) {
    case LEADS_BACK: return is_back(s, action, false, m);
    case LEADS_AWAY: return is_back(s, action, true, m);
    case LEADS_NEARER: return is_nearer(s, action, duty->target, m);
    case LEADS_ANYWHERE: break;
    }
    return true;
}

gg_verdict staff_may_step(const gg_state *s, gg_side side, const gg_action *action, staff_mover *m)
{
    staff_duty duty;
    const gg_verdict may = staff_duty_of(s, side, action, &duty);
    if (may.reason != R_LEGAL || staff_does(s, action, &duty, m)) return may;
    return staff_refuse(duty.otherwise);
}

gg_verdict staff_duty_of(const gg_state *s, gg_side side, const gg_action *action, staff_duty *duty)
{
    *duty = (staff_duty){LEADS_ANYWHERE, R_LEGAL, NOBODY};
    const gg_verdict own = own_unit(s, side, action->who);
    if (own.reason != R_LEGAL) return own;
    if (s->phase == PHASE_INITIATIVE) return may_use_initiative(s, action, duty);
    if (s->phase == PHASE_EXECUTE) return may_carry_out(s, action, duty);
    gg_assert(s->phase == PHASE_VICTOR);
    if (staff_victor(s) != action->who) return staff_refuse(R_NOT_THE_VICTOR);
    if (s->options[OPT_sweep] == 0 || !staff_may_follow_up(s, action->who))
        return staff_refuse(R_NO_FOLLOW_UP);
    return staff_legal;
}

/* The unit has used its moves, or its list is done. */
static bool has_finished(const staff_order *order)
{
    const int last = order->statement.count - 1;
    if (order->used >= order->granted) return true;
    return order->used > last && order->statement.kinds[last] != ORDER_CHARGE;
}

void staff_end_of_unit(gg_state *s, unsigned u)
{
    s->order.waiting &= ~gt_bit(u);
    if (s->order.unit == u + 1) s->order.unit = s->order.used = 0;
}

void staff_step_done(gg_state *s, unsigned u, bool ends)
{
    if (s->more[u].moves < 15) s->more[u].moves++;
    if (s->phase == PHASE_INITIATIVE) {
        s->units[u].did |= DID_INITIATIVE;
    } else if (s->phase == PHASE_EXECUTE) {
        if (s->order.unit != u + 1) s->order.used = 0;
        s->order.unit = (uint8_t)(u + 1);
        s->order.used++;
        if (ends || has_finished(&s->order)) staff_end_of_unit(s, u);
    } else if (s->phase == PHASE_VICTOR) {
        s->victors &= ~gt_bit(u);
        s->more[u].emptied = 0;
    }
}

void staff_done_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side, (void)action, (void)dice;
    s->phase = PHASE_PICK;
    staff_say(log, GG_PHASE, S_INITIATIVE_ENDS, GG_NO_UNIT, GG_NO_UNIT);
}

gg_verdict staff_halt_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const unsigned u = action->who;
    if (u >= UNITS_MAX || !staff_is_here(s, u) || s->units[u].side != side)
        return staff_refuse(R_NO_SUCH_UNIT);
    return s->order.waiting >> u & 1 ? staff_legal : staff_refuse(R_NOT_ORDERED);
}

void staff_halt_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side, (void)dice, (void)log;
    staff_end_of_unit(s, action->who);
}
