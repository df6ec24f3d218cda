/*
 * react.c - what every action of a Brigade (CW-11.2, CW-T11) begins with: in a Zone of Control they
 * are taken one at a time, each after one test (CW-11.5, CW-12.3, CW-12.4, CW-R42), the window for
 * reactions that opens after it (CW-12.5, CW-R52), holding one's fire (CW-13.9, CW-R53), and the
 * actions that are done in either: fire, bombard, withdraw, counter charge.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* The steps of FRAME_WINDOW.  Its set: who has reacted; later, who tests whether it can hold. */
enum { AT_REACTIONS, AT_HOLD, AT_TESTS };

static const uint16_t cost_rows[ACTIONS] = {
#define ACTION(...)
#define COST(id, number) [ACTION_##id] = N_##number,
#include "actions.def"
#undef ACTION
};

static const cw_frame *top_of(const gg_state *s)
{
    gg_assert(s->frame_count > 0);
    return &s->frames[s->frame_count - 1];
}

static bool is_near(const gg_state *s, unsigned b, unsigned other)
{
    const gt_table t = cw_table(s);
    return gt_is_within(&t, b, other, cw_number(s, N_zone_of_control));
}

static bool is_in_battery(const cw_unit *u)
{
    return cw_is_guns(u) && u->formation == FORM_UNLIMBERED;
}

/* By BOMBARD, or by the guns of one who could not hold its fire: these stand in n and m. */
static bool was_bombarded(const cw_frame *window, unsigned b)
{
    const uint64_t held = (uint32_t)window->n | (uint64_t)(uint32_t)window->m << 32;
    return window->whom == b || (held >> b & 1) != 0;
}

/* CW-R65: was bombarded, and has its enemy in range. */
static bool may_answer_guns(const gg_state *s, const cw_frame *window, unsigned b)
{
    return was_bombarded(window, b) && cw_any(s, b, is_in_battery)
           && cw_can_shoot(s, b, SHOOT_GUNS, window->who);
}

/* CW-11.3: reserved actions answer enemies near. */
bool cw_may_react(const gg_state *s, unsigned b)
{
    const cw_frame *window = top_of(s);
    if (!cw_stands(s, b) || s->bodies[b].side == s->bodies[window->who].side) return false;
    if (window->set >> b & 1 || s->brigades[b].actions < cw_number(s, N_cost_reaction))
        return false;
    return is_near(s, b, window->who) || may_answer_guns(s, window, b);
}

/* ---- May it act at all? ---- */

/* CW-R43: what is left to a Brigade that has withdrawn. */
static bool is_defence(cw_action_kind kind)
{
    return kind == ACTION_FIRE || kind == ACTION_BOMBARD || kind == ACTION_BATTERY
           || kind == ACTION_WITHDRAW;
}

static gg_verdict may_react_so(const gg_state *s, unsigned b, cw_action_kind kind, int cost)
{
    const cw_frame *window = top_of(s);
    const gt_table t = cw_table(s);
    const int32_t zone = cw_number(s, N_zone_of_control);
    if (cw_is_fleeing(s, b)) return cw_refuse(R_IS_FLEEING);
    if (window->set >> b & 1) return cw_refuse(R_HAS_REACTED);
    if (s->brigades[b].actions < cost) return cw_refuse_by(R_NO_AP, s->brigades[b].actions, cost);
    const int32_t far = gt_distance(&t, b, window->who);
    if (far > zone && kind != ACTION_BATTERY)
        return cw_refuse_by(R_NOT_NEAR, (far + 9) / 10, zone / 10);
    return cw_legal;
}

gg_verdict cw_may_act(const gg_state *s, gg_side side, unsigned b, cw_action_kind kind)
{
    const int cost = cost_rows[kind] == N_NONE ? 0 : cw_number(s, cost_rows[kind]);
    gg_verdict verdict = cw_legal;
    if (b >= s->body_count || s->bodies[b].side != side) return cw_refuse(R_NOT_YOURS);
    if (!cw_is_here(s, b)) return cw_refuse(R_GONE);
    if (s->phase == PHASE_ACTIVATE) {
        if (s->active != b + 1) return cw_refuse(R_NOT_ACTIVE);
        if (s->brigades[b].actions < cost)
            return cw_refuse_by(R_NO_AP, s->brigades[b].actions, cost);
        return cw_legal;
    }
    if (s->phase == PHASE_CHARGED && top_of(s)->whom != b) return cw_refuse(R_NOT_CHARGED);
    if (s->phase == PHASE_REACT) verdict = may_react_so(s, b, kind, cost);
    if (cw_is_legal(verdict) && (s->bodies[b].did & DID_LIMITED) && !is_defence(kind))
        return cw_refuse(R_ONLY_DEFENDS);
    return verdict;
}

/* ---- The test and the payment. ---- */

void cw_pay(gg_state *s, unsigned b, int cost)
{
    uint8_t *left = &s->brigades[b].actions;
    *left = (uint8_t)(*left > cost ? *left - cost : 0);
}

/* A charger frightens its target at any distance (CW-R62). */
bool cw_tests_before(const gg_state *s, unsigned b, cw_action_kind kind, bool engages,
                     unsigned *charger)
{
    *charger = s->phase == PHASE_CHARGED ? top_of(s)->who : NOBODY;
    if (s->phase == PHASE_CHARGED) return true;
    if (s->phase == PHASE_REACT) return kind != ACTION_BATTERY || is_near(s, b, top_of(s)->who);
    return engages || cw_must_test(s, b);
}

bool cw_begin_act(gg_state *s, unsigned b, cw_action_kind kind, bool engages, gg_dice *dice,
                  gg_log *log)
{
    const int cost = cost_rows[kind] == N_NONE ? 0 : cw_number(s, cost_rows[kind]);
    const bool answers = s->phase == PHASE_CHARGED, reacts = s->phase == PHASE_REACT;
    unsigned charger;
    int margin = 0;
    const bool tests = cw_tests_before(s, b, kind, engages, &charger);
    if (tests && !cw_test(s, b, charger, false, &margin, dice, log)) return false;
    if (answers) cw_charge_answered(s);
    if (reacts) cw_top(s)->set |= gt_bit(b);
    if (margin < 0) {
        cw_fail(s, b, charger, -margin, cw_band_of(s, b));
        return false;
    }
    cw_pay(s, b, cost); /* CW-R62: against a charge free, with nothing left */
    if (!answers && !reacts) cw_push(s, FRAME_WINDOW, b, NOBODY);
    return true;
}

/* ---- The window. ---- */

static bool is_target_of(const gg_state *s, unsigned b, unsigned actor)
{
    return cw_can_shoot(s, b, SHOOT_FIRE | SHOOT_GUNS, actor);
}

/* CW-R53: who is near, could have reacted and has its enemy in its sights. */
static uint64_t who_holds(const gg_state *s)
{
    const unsigned actor = top_of(s)->who;
    uint64_t set = 0;
    for (unsigned b = 0; b < s->body_count && s->options[OPT_hold_tests]; b++)
        if (cw_may_react(s, b) && is_near(s, b, actor) && is_target_of(s, b, actor))
            set |= gt_bit(b);
    return set;
}

/* What the test of one who holds its fire has come to: it keeps it, or pays for a volley. */
static bool keeps_fire(gg_state *s, unsigned b, int margin, gg_log *log)
{
    cw_say(log, GG_NOTE, margin >= 0 ? S_KEEPS_FIRE : S_CANNOT_HOLD, (gg_unit)b, GG_NO_UNIT);
    if (margin < 0) cw_pay(s, b, cw_number(s, N_cost_reaction));
    return margin >= 0;
}

/* The next of those who hold; the eligibility is looked at again. */
static void hold_test(gg_state *s, cw_frame *window, gg_dice *dice, gg_log *log)
{
    const unsigned actor = window->who;
    uint64_t rest = window->set;
    const unsigned b = (unsigned)gg_next_bit(&rest);
    int margin;
    const bool tests = cw_stands(s, b) && cw_is_here(s, actor)
                       && s->brigades[b].actions >= cw_number(s, N_cost_reaction)
                       && is_near(s, b, actor) && is_target_of(s, b, actor);
    if (tests && !cw_test(s, b, NOBODY, false, &margin, dice, log)) return;
    window->set = rest;
    if (tests && !keeps_fire(s, b, margin, log))
        cw_shoot(s, b, SHOOT_FIRE | SHOOT_GUNS, NOBODY, NOBODY, dice, log);
}

cw_next cw_run_window(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const unsigned actor = frame->who;
    if (!cw_is_here(s, actor) || (frame->step != AT_REACTIONS && frame->set == 0)) {
        cw_pop(s);
        return GO_ON;
    }
    if (frame->step == AT_HOLD) return s->phase = PHASE_HOLD, ASK;
    if (frame->step == AT_TESTS) {
        hold_test(s, frame, dice, log);
        return GO_ON;
    }
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_may_react(s, b)) return s->phase = PHASE_REACT, ASK;
    cw_pop(s);
    return GO_ON;
}

void cw_none_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)action, (void)dice, (void)log;
    if (s->phase == PHASE_CHARGED) {
        cw_charge_answered(s);
        return;
    }
    const uint64_t holding = who_holds(s);
    cw_top(s)->step = AT_HOLD;
    cw_top(s)->set = holding;
}

void cw_tests_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    (void)side, (void)action, (void)dice, (void)log;
    cw_top(s)->step = AT_TESTS;
}

/* ---- Hold! as an action ends the activation. ---- */

gg_verdict cw_hold_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    return cw_may_act(s, side, action->who, ACTION_HOLD);
}

bool cw_holds_by_test(const gg_state *s, unsigned b)
{
    return s->options[OPT_hold_tests] && s->brigades[b].actions >= cw_number(s, N_cost_reaction)
           && is_target_of(s, b, NOBODY);
}

void cw_hold_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const unsigned b = action->who;
    (void)side, (void)dice;
    cw_say_number(log, GG_NOTE, S_HOLDS, (gg_unit)b, GG_NO_UNIT, s->brigades[b].actions);
    cw_end_activation(s, b);
    if (cw_holds_by_test(s, b)) cw_push(s, FRAME_HOLD, b, NOBODY);
}

cw_next cw_run_hold(gg_state *s, cw_frame *frame, gg_dice *dice, gg_log *log)
{
    const unsigned b = frame->who;
    int margin;
    if (!cw_test(s, b, NOBODY, false, &margin, dice, log)) return GO_ON;
    cw_pop(s);
    if (keeps_fire(s, b, margin, log)) return GO_ON;
    const uint64_t at = cw_bombards(s, b);
    cw_frame *window = cw_push(s, FRAME_WINDOW, b, NOBODY);
    window->n = (int32_t)(uint32_t)at;
    window->m = (int32_t)(uint32_t)(at >> 32);
    cw_shoot(s, b, SHOOT_FIRE | SHOOT_GUNS, NOBODY, NOBODY, dice, log);
    return GO_ON;
}

/* ---- Fire! and Bombard. ---- */

/* Whom a reaction must be aimed at; NOBODY in an activation. */
static unsigned actor_of(const gg_state *s)
{
    return s->phase == PHASE_ACTIVATE ? NOBODY : top_of(s)->who;
}

static int how_now(const gg_state *s, int with)
{
    return s->phase == PHASE_CHARGED ? with | SHOOT_CHARGER : with;
}

static gg_verdict may_aim_at(const gg_state *s, gg_side side, unsigned whom)
{
    const unsigned actor = actor_of(s);
    if (whom >= s->body_count || !cw_is_here(s, whom)) return cw_refuse(R_GONE);
    if (s->bodies[whom].side == side) return cw_refuse(R_OWN_TARGET);
    if (actor != NOBODY && whom != actor) return cw_refuse(R_NOT_THE_ACTOR);
    return cw_legal;
}

gg_verdict cw_fire_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_FIRE);
    if (cw_is_legal(verdict) && action->whom != GG_NO_UNIT)
        verdict = may_aim_at(s, side, action->whom);
    if (!cw_is_legal(verdict)) return verdict;
    if (!cw_can_shoot(s, action->who, how_now(s, SHOOT_FIRE), actor_of(s)))
        return cw_refuse(R_NO_TARGET);
    return cw_legal;
}

void cw_fire_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    const int how = how_now(s, SHOOT_FIRE);
    const unsigned at = actor_of(s), wish = action->whom == GG_NO_UNIT ? NOBODY : action->whom;
    (void)side;
    if (cw_begin_act(s, action->who, ACTION_FIRE, false, dice, log))
        cw_shoot(s, action->who, how, at, wish, dice, log);
}

void cw_aims_how(const gg_state *s, const gg_action *action, int *how, unsigned *at)
{
    const bool guns = action->kind != ACTION_FIRE;
    *how = how_now(s, guns ? SHOOT_GUNS : SHOOT_FIRE);
    *at = !guns ? actor_of(s) : action->whom == GG_NO_UNIT ? NOBODY : action->whom;
}

bool cw_first_steady(const gg_state *s, const gg_action *action, cw_dice_query *out)
{
    const unsigned wish = action->whom == GG_NO_UNIT ? NOBODY : action->whom;
    int how;
    unsigned at;
    cw_aims_how(s, action, &how, &at);
    return cw_first_shot(s, action->who, how, at, wish, out);
}

gg_verdict cw_bombard_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_BOMBARD);
    if (cw_is_legal(verdict)) verdict = may_aim_at(s, side, action->whom);
    if (!cw_is_legal(verdict)) return verdict;
    if (s->phase != PHASE_CHARGED) return cw_may_bombard(s, action->who, action->whom);
    if (!cw_any(s, action->who, is_in_battery)) return cw_refuse(R_NO_GUNS);
    if (!cw_can_shoot(s, action->who, SHOOT_GUNS | SHOOT_CHARGER, action->whom))
        return cw_refuse(R_NOT_TARGET);
    return cw_legal;
}

void cw_bombard_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    const int how = how_now(s, SHOOT_GUNS);
    const bool is_own = s->phase == PHASE_ACTIVATE;
    (void)side;
    if (!cw_begin_act(s, action->who, ACTION_BOMBARD, false, dice, log)) return;
    if (is_own) cw_top(s)->whom = (uint8_t)action->whom; /* it may answer (CW-13.11) */
    cw_shoot(s, action->who, how, action->whom, action->whom, dice, log);
}

gg_verdict cw_battery_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_BATTERY);
    if (cw_is_legal(verdict)) verdict = may_aim_at(s, side, action->whom);
    if (!cw_is_legal(verdict)) return verdict;
    if (!cw_any(s, action->who, is_in_battery)) return cw_refuse(R_NO_GUNS);
    if (!was_bombarded(top_of(s), action->who)) return cw_refuse(R_NOT_BOMBARDED);
    if (!cw_can_shoot(s, action->who, SHOOT_GUNS, action->whom)) return cw_refuse(R_NOT_TARGET);
    return cw_legal;
}

void cw_battery_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side;
    if (!cw_begin_act(s, action->who, ACTION_BATTERY, false, dice, log)) return;
    cw_say(log, GG_NOTE, S_ANSWERS, action->who, action->whom);
    cw_shoot(s, action->who, SHOOT_GUNS, action->whom, action->whom, dice, log);
}

/* ---- Withdraw and counter charge. ---- */

gg_verdict cw_withdraw_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_WITHDRAW);
    if (!cw_is_legal(verdict)) return verdict;
    if (cw_any_form(s, action->who, FORM_SQUARE)) return cw_refuse(R_IN_SQUARE);
    if (cw_any_form(s, action->who, FORM_UNLIMBERED)) return cw_refuse(R_IS_UNLIMBERED);
    return cw_legal;
}

void cw_withdraw_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    const unsigned from = s->phase == PHASE_CHARGED ? top_of(s)->who : NOBODY; /* CW-R62 */
    (void)side;
    if (cw_begin_act(s, action->who, ACTION_WITHDRAW, false, dice, log))
        cw_withdraw(s, action->who, from, cw_march_rate(s, action->who), true, log);
}

gg_verdict cw_counter_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    gg_verdict verdict = cw_may_act(s, side, action->who, ACTION_COUNTER);
    if (cw_is_legal(verdict)) verdict = may_aim_at(s, side, action->whom);
    return cw_is_legal(verdict) ? cw_may_counter(s, action->who, action->whom) : verdict;
}

void cw_counter_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side;
    if (cw_begin_act(s, action->who, ACTION_COUNTER, false, dice, log))
        cw_counter_charge(s, action->who, action->whom, log);
}
