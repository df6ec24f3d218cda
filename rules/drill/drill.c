/*
 * drill.c - the sequence of play, in the order of the rulebook, and the exported struct.
 *
 * A round: both sides write orders in secret (DR-4), the orders are revealed (DR-5), initiative
 * is rolled (DR-6), each side takes its turn (DR-7).  A march or a charge may be answered by
 * closing fire (DR-10) before the turn goes on.
 * SPDX-License-Identifier: MIT
 */
#include "core/space.h"
#include "core/roll.h"
#include "rules/drill/law/drill.h"

/* ---- Tables, each made from one .def file. ---- */

#include "core/rows.def"

/* ---- Small things that all chapters use. ---- */

gg_verdict drill_own_company(const gg_state *state, gg_side side, gg_unit who)
{
    if (who >= UNITS || drill_side_of(who) != side) return drill_refuse(R_NOT_YOURS);
    if (state->companies[who].files == 0) return drill_refuse(R_GONE);
    return drill_legal;
}

int drill_files_of(const gg_state *state, gg_side side)
{
    int files = 0;
    for (gg_unit who = 0; who < UNITS; who++)
        if (drill_side_of(who) == side) files += state->companies[who].files;
    return files;
}

/* ---- Who decides now. ---- */

static gg_sides deciding(const gg_state *state)
{
    switch ((drill_phase)state->phase) {
    case PHASE_ORDERS: return (gg_sides)(GG_SIDES_BOTH & ~state->ready);
    case PHASE_ACT: return (gg_sides)(1u << state->side);
    case PHASE_CLOSING: return (gg_sides)(1u << gg_other(state->side));
    case PHASE_INITIATIVE: /* the game's own step: nobody is asked */
    case PHASE_OVER:
    case PHASES: break;
    }
    return GG_SIDES_NONE;
}

gg_turn drill_turn(const gg_state *state)
{
    return (gg_turn){
        .deciding = deciding(state),
        .phase = state->phase,
        .over = state->phase == PHASE_OVER,
        .winner = state->winner,
        .round = state->round,
        .clause = phases[state->phase].clause,
        .secret = state->phase == PHASE_ORDERS, /* also when one side is ready before the other */
        .whole = state->phase != PHASE_ACT,     /* of the points to march to some are offered */
    };
}

/* ---- Judging: the same for all actions, by the table. ---- */

gg_verdict drill_judge(const gg_state *state, gg_side side, const gg_action *action)
{
    static const gg_refusals refusals = {R_GAME_OVER, R_NOT_NOW, R_NOT_YOUR_TURN};
    return gg_judge_action(&drill_rules, &refusals, state, deciding(state), state->phase, side,
                           action);
}

/* ---- The end (DR-17). ---- */

static void finish(gg_state *state, drill_ended how, gg_side winner, gg_log *log)
{
    static const int rows[][3] = {
        [ENDED_GONE] = {S_RED_GONE, S_BLUE_GONE, S_DRAWN},
        [ENDED_ROUNDS] = {S_BLUE_MORE, S_RED_MORE, S_DRAWN},
        [ENDED_RESIGN] = {S_RED_RESIGNS, S_BLUE_RESIGNS, S_DRAWN},
    };
    state->phase = PHASE_OVER;
    state->ended = (uint8_t)how;
    state->winner = winner;
    state->mover = state->charged = 0;
    state->ready = GG_SIDES_NONE;
    drill_say_numbers(log, GG_END, rows[how][winner], GG_NO_UNIT, GG_NO_UNIT,
                      drill_files_of(state, winner == GG_RED ? GG_RED : GG_BLUE),
                      drill_files_of(state, winner == GG_RED ? GG_BLUE : GG_RED));
}

static void finish_by_files(gg_state *state, drill_ended how, gg_log *log)
{
    const int blue = drill_files_of(state, GG_BLUE), red = drill_files_of(state, GG_RED);
    finish(state, how, blue > red ? GG_BLUE : red > blue ? GG_RED : GG_NOBODY, log);
}

void drill_resign_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)action, (void)dice;
    finish(state, ENDED_RESIGN, gg_other(side), log);
}

/* ---- Orders (DR-4, DR-5). ---- */

gg_verdict drill_order_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_verdict own = drill_own_company(state, side, action->who);
    if (own.reason != R_LEGAL) return own;
    if (action->item == ORDER_NONE || action->item >= ORDERS) /* cannot be written, only made up */
        return drill_refuse(R_NOT_NOW);
    if (state->companies[action->who].order != ORDER_NONE) return drill_refuse(R_HAS_ORDER);
    return drill_legal;
}

/* The sayings of the orders stand in the order of the orders. */
_Static_assert(S_TO_MARCH - S_TO_HOLD == ORDER_MARCH - ORDER_HOLD, "same order");
_Static_assert(S_TO_SHOOT - S_TO_HOLD == ORDER_SHOOT - ORDER_HOLD, "same order");

void drill_order_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)dice;
    state->companies[action->who].order = (uint8_t)action->item;
    gg_event *event =
        drill_say(log, GG_STATUS, S_TO_HOLD + action->item - ORDER_HOLD, action->who, GG_NO_UNIT);
    if (event != NULL) event->seen_by = (gg_sides)(1u << side); /* a secret until DR-5 */
}

static void reveal(gg_state *state, gg_log *log)
{
    for (gg_unit who = 0; who < UNITS; who++) {
        company *c = &state->companies[who];
        if (c->files == 0) continue;
        if (c->order == ORDER_NONE) c->order = ORDER_HOLD;
        gg_event *event =
            drill_say(log, GG_REVEAL, S_TO_HOLD + c->order - ORDER_HOLD, who, GG_NO_UNIT);
        if (event != NULL) event->clause = DR_5;
    }
    state->ready = GG_SIDES_NONE;
    state->phase = PHASE_INITIATIVE;
}

void drill_ready_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)action, (void)dice;
    state->ready |= (gg_sides)(1u << side);
    drill_say(log, GG_STATUS, side == GG_BLUE ? S_BLUE_READY : S_RED_READY, GG_NO_UNIT, GG_NO_UNIT);
    if (state->ready == GG_SIDES_BOTH) reveal(state, log);
}

/* ---- Initiative (DR-6): the game's own step. ---- */

void drill_initiative_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)side, (void)action;
    gg_roll_for(dice, "initiative", GG_NO_UNIT, GG_NO_UNIT);
    const int blue = gg_roll(dice, 6), red = gg_roll(dice, 6);
    gg_side leads = state->initiative == GG_BLUE ? GG_RED : GG_BLUE;
    if (blue != red) leads = blue > red ? GG_BLUE : GG_RED;
    state->initiative = state->side = leads;
    state->phase = PHASE_ACT;
    const int saying = leads == GG_BLUE ? S_BLUE_LEADS : S_RED_LEADS;
    gg_show_dice(drill_say_number(log, GG_ROLL, saying, GG_NO_UNIT, GG_NO_UNIT, state->round), blue,
                 red);
}

/* ---- Turns and rounds (DR-7). ---- */

static bool can_any_act(const gg_state *state, gg_side side)
{
    for (gg_unit who = 0; who < UNITS; who++) {
        const company *c = &state->companies[who];
        if (drill_side_of(who) == side && c->files > 0 && c->order != ORDER_HOLD && !c->has_acted)
            return true;
    }
    return false;
}

static void end_round(gg_state *state, gg_log *log)
{
    for (gg_unit who = 0; who < UNITS; who++) {
        company *c = &state->companies[who];
        if (!c->is_shaken || c->order != ORDER_HOLD || c->has_fired) continue;
        c->is_shaken = false; /* DR-16 */
        drill_say(log, GG_STATUS, S_RALLIES, who, GG_NO_UNIT);
    }
    if (state->round == state->options[OPT_rounds]) {
        finish_by_files(state, ENDED_ROUNDS, log);
        return;
    }
    for (gg_unit who = 0; who < UNITS; who++) {
        company *c = &state->companies[who];
        c->order = ORDER_NONE;
        c->has_acted = c->has_fired = false;
    }
    state->round++;
    state->phase = PHASE_ORDERS;
    drill_say_number(log, GG_PHASE, S_ROUND_BEGINS, GG_NO_UNIT, GG_NO_UNIT, state->round);
}

static void end_turn(gg_state *state, gg_log *log)
{
    if (state->side == state->initiative) state->side = gg_other(state->side);
    else end_round(state, log);
}

/* Goes on to the next point at which somebody has something to decide. */
static void play_on(gg_state *state, gg_log *log)
{
    const bool is_gone = drill_files_of(state, GG_BLUE) == 0 || drill_files_of(state, GG_RED) == 0;
    if (is_gone && state->phase != PHASE_OVER) finish_by_files(state, ENDED_GONE, log);
    while (state->phase == PHASE_ACT && !can_any_act(state, state->side)) end_turn(state, log);
}

void drill_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice, gg_log *log)
{
    gg_assert(drill_judge(state, side, action).reason == R_LEGAL); /* the match asked first */
    drill_actions[action->kind].apply(state, side, action, dice, log);
    play_on(state, log);
}

void drill_end_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                     gg_log *log)
{
    (void)side, (void)action, (void)dice;
    drill_say(log, GG_PHASE, S_ENDS_TURN, GG_NO_UNIT, GG_NO_UNIT);
    end_turn(state, log);
}

/* ---- Knowledge: until the reveal nobody knows the enemy's orders (DR-4). ---- */

void drill_view(const gg_state *state, gg_side side, gg_state *out)
{
    *out = *state;
    if (state->phase != PHASE_ORDERS) return;
    for (gg_unit who = 0; who < UNITS; who++)
        if (drill_side_of(who) != side) out->companies[who].order = ORDER_NONE;
}

/* Any orders may hide behind what is not seen, so any are guessed. */
void drill_guess(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    *out = *view;
    if (view->phase != PHASE_ORDERS) return;
    for (gg_unit who = 0; who < UNITS; who++) {
        company *c = &out->companies[who];
        if (drill_side_of(who) != side && c->files > 0)
            c->order = (uint8_t)(gg_roll(dice, ORDERS) - 1);
    }
}

/* ---- How well a side stands: files first, then sound companies, then closeness. ---- */

static int32_t nearest_enemy(const gg_state *view, gg_unit who)
{
    int32_t nearest = TABLE_WIDTH + TABLE_DEPTH;
    for (gg_unit whom = 0; whom < UNITS; whom++) {
        if (drill_side_of(whom) == drill_side_of(who) || view->companies[whom].files == 0) continue;
        const int32_t range = gg_distance(view->companies[who].at, view->companies[whom].at);
        if (range < nearest) nearest = range;
    }
    return nearest;
}

static int32_t strength_score(const company *c)
{
    return 1000 * c->files - (c->is_shaken ? 200 : 0);
}

/* Only the side's own: seen from both sides, an advance would bring nothing. */
static int32_t advance_score(const gg_state *view, gg_unit who)
{
    const company *c = &view->companies[who];
    if (c->files == 0) return 0;
    const int32_t near = nearest_enemy(view, who);
    const int fitting = near <= drill_reach(view, who) ? ORDER_SHOOT : ORDER_MARCH;
    /* An order is worth something if it fits; otherwise one action ahead all orders look alike. */
    const bool is_fitting = view->phase == PHASE_ORDERS && c->order == fitting;
    return (is_fitting ? 50 : 0) - near / 100;
}

int32_t drill_score(const gg_state *view, gg_side side, void *notes, int32_t own[GG_FEATURES_MAX])
{
    (void)notes, (void)own;
    int32_t score = 0;
    if (view->phase == PHASE_OVER && view->winner != GG_NOBODY)
        score = view->winner == side ? 100000 : -100000;
    for (gg_unit who = 0; who < UNITS; who++) {
        const int32_t strength = strength_score(&view->companies[who]);
        score += drill_side_of(who) == side ? strength + advance_score(view, who) : -strength;
    }
    return score;
}

/* ---- The ruleset. ---- */

#define SKETCH drill_sketch
#define AIM drill_aim
#define ASK drill_ask
#define DESCRIBE drill_describe
#define TERMS drill_terms
#include "core/parts.def"

const gg_ruleset drill_rules = {
#include "core/ruleset.def"
    .turn = drill_turn,
    .offer = drill_offer,
    .legal = drill_judge,
    .apply = drill_apply,
    .settle = drill_settle,
    .audit = drill_audit,
    .view = drill_view,
    .guess = drill_guess,
    .score = drill_score,
    .preview = drill_preview,
    .say_action = drill_say_action,
    .write_unit = drill_write_unit,
    .write_place = drill_write_place,
    .draw = drill_draw,
    .sheet = drill_sheet,
    .title = "Drill, the null game",
    .measure = "inches",
    .version = 1,
    .actions_max = COMPANIES * (16 + 2 * COMPANIES) + 1, /* marches, charges or shots; end */
    /* A round: orders and ready; initiative; acts and ends; at most one shot and one stand each. */
    .decisions_max = ROUNDS_MAX * (UNITS + 2 + 1 + UNITS + 2 + 2 * UNITS) + 1,
    .unit_count = UNITS,
    .line_count = POSITION_LINES,
};
