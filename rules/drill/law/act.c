/*
 * act.c - marching, charging, shooting, closing fire and striking (DR-8 to DR-16).
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "core/space.h"
#include "drill.h"

#include <string.h>

/* ---- The two rolls. ---- */

#define ROLL shoot
#define QUERY drill_shot
#define ROWS "rules/drill/law/shoot.def"
#include "core/modifiers.def"

static const gg_band shoot_bands[] = {
    {.number = N_two_hits, .clause = DR_11, .text = "two hits"},
    {.number = N_one_hit, .clause = DR_11, .text = "one hit"},
    {.clause = DR_11, .text = "no effect"},
};

static int shoot_dice(const void *query) { return ((const drill_shot *)query)->dice; }

const gg_check drill_shoot_check = {
    .name = "shooting",
    .clause = DR_11,
    GG_SIXES(GG_SUM, shoot_dice, drill_numbers),
    GG_MODS(shoot_mods),
    GG_BANDS(shoot_bands),
    .rule = "{shoot_dice} {dice}, added up.",
};

#define ROLL strike
#define QUERY drill_strike
#define ROWS "rules/drill/law/strike.def"
#include "core/modifiers.def"

static int strike_dice(const void *query) { return ((const drill_strike *)query)->files; }

static int strike_dice_min(const void *query) { return ((const drill_strike *)query)->least; }

static uint32_t strike_faces(const void *query)
{
    const drill_strike *q = query;
    return 0x3fu & ~0u << (q->hits_from - 1);
}

const gg_check drill_strike_check = {
    .name = "strike",
    .clause = DR_15,
    GG_SIXES(GG_HITS, strike_dice, drill_numbers),
    .dice_min = strike_dice_min,
    .faces = strike_faces,
    GG_MODS(strike_mods),
    .what = "hit",
    .rule = "A die for each file, at least {strike_least}; {strike_hits} and more hit.",
};

/* ---- Measuring, by the geometry that all measured tables share. ---- */

static int32_t tenths(int32_t ticks) { return ticks / 100 + (ticks % 100 > 0); }

/* The same for all. */
int32_t drill_reach(const gg_state *state, gg_unit who)
{
    (void)who;
    return state->options[OPT_reach] * INCH;
}

bool drill_is_on_table(gg_point at)
{
    return at.x >= 0 && at.x <= TABLE_WIDTH && at.y >= 0 && at.y <= TABLE_DEPTH;
}

/* DR-3: the edge belongs to the circle. */
bool drill_is_in(const gg_state *state, gg_point at, drill_ground ground)
{
    for (int i = 0; i < CIRCLES; i++) {
        const circle *it = &state->circles[i];
        if (it->ground == (int32_t)ground && !gg_is_farther(at, it->at, it->radius)) return true;
    }
    return false;
}

/* DR-8: woods slow down whoever leaves or enters them. */
int32_t drill_march_max(const gg_state *state, gg_unit who, gg_point to)
{
    const bool in_wood = drill_is_in(state, state->companies[who].at, GROUND_WOOD)
                         || drill_is_in(state, to, GROUND_WOOD);
    return drill_length(state, in_wood ? N_march_in_wood : N_march);
}

/* ---- Losses (DR-2, DR-16). ---- */

static void lose_files(gg_state *state, gg_unit who, int hits, gg_log *log)
{
    company *c = &state->companies[who];
    const int loss = hits < c->files ? hits : c->files;
    if (loss == 0) return;
    c->files = (uint8_t)(c->files - loss);
    c->is_shaken = true;
    drill_say_number(log, GG_LOSS, S_LOSES, who, GG_NO_UNIT, loss);
    if (c->files > 0) return;
    memset(c, 0, sizeof *c);
    drill_say(log, GG_LOSS, S_IS_GONE, who, GG_NO_UNIT);
}

/* ---- Shooting (DR-11 to DR-14). ---- */

static drill_shot shot_of(const gg_state *state, gg_unit who, gg_unit whom)
{
    const company *shooter = &state->companies[who], *target = &state->companies[whom];
    return (drill_shot){
        .range = gg_distance(shooter->at, target->at),
        .reach = drill_reach(state, who),
        .dice = drill_number(state, N_shoot_dice),
        .files = shooter->files,
        .is_in_wood = drill_is_in(state, target->at, GROUND_WOOD),
        .is_in_redoubt = drill_is_in(state, target->at, GROUND_REDOUBT),
        .is_shaken = shooter->is_shaken,
    };
}

static void shoot(gg_state *state, gg_unit who, gg_unit whom, gg_dice *dice, gg_log *log)
{
    const drill_shot query = shot_of(state, who, whom);
    const int band =
        gg_roll_check(&drill_shoot_check, CHECK_SHOOT, state->house, &query, who, whom, dice, log);
    state->companies[who].has_fired = true;
    /* The bands stand from the most hits down to none. */
    lose_files(state, whom, drill_shoot_check.band_count - 1 - band, log);
}

/* Is it one of the side's companies, ordered to do this, and has it not done it yet? */
static gg_verdict can_do(const gg_state *state, gg_side side, const gg_action *action)
{
    static const struct {
        uint8_t order, otherwise;
    } rows[ACTIONS] = {
        [ACTION_MARCH] = {ORDER_MARCH, R_NOT_MARCHING},
        [ACTION_CHARGE] = {ORDER_MARCH, R_NOT_MARCHING},
        [ACTION_SHOOT] = {ORDER_SHOOT, R_NOT_SHOOTING},
        [ACTION_FIRE] = {ORDER_HOLD, R_NOT_HOLDING},
    };
    const gg_verdict own = drill_own_company(state, side, action->who);
    if (own.reason != R_LEGAL) return own;
    const company *c = &state->companies[action->who];
    if (c->order != rows[action->kind].order)
        return drill_refuse((drill_reason)rows[action->kind].otherwise);
    if (action->kind == ACTION_FIRE) return drill_refuse(c->has_fired ? R_UNLOADED : R_LEGAL);
    return drill_refuse(c->has_acted ? R_HAS_ACTED : R_LEGAL);
}

/* The same, and it is aimed at an enemy on the table. */
static gg_verdict can_do_to(const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_verdict can = can_do(state, side, action);
    if (can.reason != R_LEGAL) return can;
    if (action->whom >= UNITS || state->companies[action->whom].files == 0)
        return drill_refuse(R_TARGET_GONE);
    return drill_refuse(drill_side_of(action->whom) == side ? R_OWN_TARGET : R_LEGAL);
}

/* Distances come last; they are told in tenths of an inch. */
static gg_verdict is_within(gg_point from, gg_point to, int32_t most, drill_reason otherwise)
{
    if (!gg_is_farther(from, to, most)) return drill_legal;
    return drill_refuse_by(otherwise, tenths(gg_distance(from, to)), tenths(most));
}

static gg_verdict is_in_reach(const gg_state *state, const gg_action *action)
{
    return is_within(state->companies[action->who].at, state->companies[action->whom].at,
                     drill_reach(state, action->who), R_OUT_OF_REACH);
}

gg_verdict drill_shoot_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_verdict can = can_do_to(state, side, action);
    return can.reason != R_LEGAL ? can : is_in_reach(state, action);
}

void drill_shoot_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side;
    state->companies[action->who].has_acted = true;
    shoot(state, action->who, action->whom, dice, log);
}

/* ---- Striking (DR-15). ---- */

static drill_strike strike_of(const gg_state *state, gg_unit who, gg_unit whom, bool is_charging)
{
    return (drill_strike){
        .files = state->companies[who].files,
        .least = drill_number(state, N_strike_least),
        .hits_from = drill_number(state, N_strike_hits),
        .is_charging = is_charging,
        .is_against_redoubt = drill_is_in(state, state->companies[whom].at, GROUND_REDOUBT),
        .is_shaken = state->companies[who].is_shaken,
    };
}

static void strike(gg_state *state, gg_unit who, gg_unit whom, bool is_charging, gg_dice *dice,
                   gg_log *log)
{
    const drill_strike query = strike_of(state, who, whom, is_charging);
    const int hits = gg_roll_check(&drill_strike_check, CHECK_STRIKE, state->house, &query, who,
                                   whom, dice, log);
    lose_files(state, whom, hits, log);
}

/* ---- Closing fire (DR-10): a decision of the other side in the middle of an action. ---- */

gg_verdict drill_fire_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_verdict can = can_do(state, side, action);
    if (can.reason != R_LEGAL) return can;
    if (action->whom != state->mover - 1) return drill_refuse(R_NOT_THE_MOVER);
    return is_in_reach(state, action);
}

bool drill_is_asked(const gg_state *state, gg_side side)
{
    if (state->options[OPT_closing_fire] == 0 || state->mover == 0) return false;
    if (state->companies[state->mover - 1].files == 0) return false;
    for (gg_unit who = 0; who < UNITS; who++) {
        const gg_action fire = gg_action_on(ACTION_FIRE, who, state->mover - 1u);
        if (drill_fire_legal(state, side, &fire).reason == R_LEGAL) return true;
    }
    return false;
}

/*
 * After a move and after each answer to it.  No function waits: while the enemy may still shoot,
 * the state remembers who moved and whom it charges; when nobody may, the charge strikes home.
 */
static void settle_move(gg_state *state, bool may_be_asked, gg_dice *dice, gg_log *log)
{
    if (may_be_asked && drill_is_asked(state, gg_other(state->side))) {
        state->phase = PHASE_CLOSING;
        return;
    }
    const uint8_t mover = state->mover, charged = state->charged;
    state->phase = PHASE_ACT;
    state->mover = state->charged = 0;
    if (charged == 0 || state->companies[mover - 1].files == 0) return;
    const gg_unit who = (gg_unit)(mover - 1), whom = (gg_unit)(charged - 1);
    strike(state, who, whom, true, dice, log);
    if (state->companies[whom].files > 0) strike(state, whom, who, false, dice, log);
}

static void move_to(gg_state *state, gg_unit who, gg_point to, int saying, gg_unit whom,
                    gg_log *log)
{
    company *c = &state->companies[who];
    drill_say_move(log, saying, who, whom, c->at, to);
    c->at = to;
    c->has_acted = true;
    state->mover = (uint8_t)(who + 1);
    state->charged = whom == GG_NO_UNIT ? 0 : (uint8_t)(whom + 1);
}

void drill_fire_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                      gg_log *log)
{
    (void)side;
    shoot(state, action->who, action->whom, dice, log);
    settle_move(state, true, dice, log);
}

void drill_stand_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)action;
    drill_say(log, GG_NOTE, S_STANDS, GG_NO_UNIT, GG_NO_UNIT);
    settle_move(state, false, dice, log);
}

/* ---- Marching (DR-8) and charging (DR-9). ---- */

static gg_verdict is_in_march(const gg_state *state, gg_unit who, gg_point to, drill_reason why)
{
    return is_within(state->companies[who].at, to, drill_march_max(state, who, to), why);
}

/* DR-8: an inch away from all others. */
static gg_verdict is_apart(const gg_state *state, gg_unit who, gg_point to)
{
    const int32_t contact = drill_length(state, N_contact);
    for (gg_unit other = 0; other < UNITS; other++) {
        if (other == who || state->companies[other].files == 0) continue;
        const gg_point its = state->companies[other].at;
        if (!gg_is_farther(to, its, contact - 1))
            return drill_refuse_by(R_TOO_CLOSE, gg_distance(to, its) / 100, tenths(contact));
    }
    return drill_legal;
}

gg_verdict drill_march_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_verdict may = can_do(state, side, action);
    if (may.reason == R_LEGAL && !drill_is_on_table(action->at)) may = drill_refuse(R_OFF_TABLE);
    if (may.reason == R_LEGAL) may = is_in_march(state, action->who, action->at, R_TOO_FAR);
    return may.reason != R_LEGAL ? may : is_apart(state, action->who, action->at);
}

void drill_march_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side;
    move_to(state, action->who, action->at, S_MARCHES, GG_NO_UNIT, log);
    settle_move(state, true, dice, log);
}

gg_verdict drill_charge_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    const gg_verdict may = can_do_to(state, side, action);
    if (may.reason != R_LEGAL) return may;
    return is_in_march(state, action->who, state->companies[action->whom].at, R_CHARGE_TOO_FAR);
}

/* The point on the way that is an inch from the target; who is nearer stays where it is. */
gg_point drill_contact_point(const gg_state *state, gg_point from, gg_point target)
{
    const int32_t far = gg_distance(from, target), contact = drill_length(state, N_contact);
    if (far <= contact) return from;
    return (gg_point){
        .x = target.x + (int32_t)((int64_t)(from.x - target.x) * contact / far),
        .y = target.y + (int32_t)((int64_t)(from.y - target.y) * contact / far),
    };
}

void drill_charge_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                        gg_log *log)
{
    (void)side;
    const gg_point to = drill_contact_point(state, state->companies[action->who].at,
                                            state->companies[action->whom].at);
    move_to(state, action->who, to, S_CHARGES, action->whom, log);
    settle_move(state, true, dice, log);
}
