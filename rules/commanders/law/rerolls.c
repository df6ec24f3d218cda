/*
 * rerolls.c - flank re-rolls, the one open decision of a combat (CMD-8.2, CMD-P12).  A side has
 * them once for ranged and melee together (CMD-R17).
 *
 * Combats come in sector order.  In each the side with re-rolls left uses one or passes; where
 * both have some (a contested sector) they take turns until both pass in a row.
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "combat.h"

/* ---- The roll: a plain die, whose face is its result. ---- */

static const gg_band faces[] = {
    {6, CMD_8_2, "six"},   {5, CMD_8_2, "five"}, {4, CMD_8_2, "four"},
    {3, CMD_8_2, "three"}, {2, CMD_8_2, "two"},  {1, CMD_8_2, "one"},
};

const gg_check commanders_reroll_check = {
    .name = "re-roll",
    .clause = CMD_8_2,
    .kind = GG_SUM,
    .sides = 6,
    .dice = gg_one_die,
    GG_BANDS(faces),
    .rule = "the new die lies where the old one lay; its modifiers come later",
};

/* ---- Whose turn it is. ---- */

/* Is this zone part of the combat that the side fights for this sector? */
static bool is_of_combat(const zone *z, gg_side side, int sector)
{
    if (z->id >= ZONE_BUILDING) return false;
    if (z->id >= ZONE_CONTESTED) return (z->id - ZONE_CONTESTED) / CONTESTED_ZONES == sector;
    return (z->attacks >> side & 1) != 0 && commanders_zone_sector(z, enemy_of(side)) == sector;
}

static bool has_dice(const gg_state *state, gg_side side, int sector)
{
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        if (!is_of_combat(z, side, sector)) continue;
        for (int i = 0; i < 2 * SPACES; i++)
            if (z->dice[i / SPACES][i % SPACES][0] != 0) return true;
    }
    return false;
}

static bool may_reroll(const gg_state *state, gg_side side, int sector)
{
    return state->rerolls[side][sector] > 0 && has_dice(state, side, sector);
}

static bool is_done(const gg_state *state, gg_side side, int sector)
{
    return (state->reroll_passes >> side & 1) != 0 || !may_reroll(state, side, sector);
}

/* To the next combat in which somebody has something to decide. */
static void find_decision(gg_state *state)
{
    for (; state->reroll_at < SECTORS; state->reroll_at++) {
        bool blue_done = is_done(state, GG_BLUE, state->reroll_at);
        bool red_done = is_done(state, GG_RED, state->reroll_at);
        if (!blue_done || !red_done) {
            if (state->reroll_side == GG_BLUE ? blue_done : red_done)
                state->reroll_side = enemy_of(state->reroll_side);
            return;
        }
        state->reroll_side = GG_BLUE;
        state->reroll_passes = 0;
    }
}

void commanders_reroll_open(gg_state *state, gg_log *log)
{
    (void)log;
    state->reroll_at = state->reroll_side = state->reroll_passes = 0;
    find_decision(state);
}

bool commanders_reroll_asks(const gg_state *state, gg_side side)
{
    return state->reroll_at < SECTORS && state->reroll_side == side;
}

gg_verdict commanders_reroll_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    gg_assert(state->rerolls[side][state->reroll_at] > 0); /* else it would not be asked */
    int number = commanders_zone_by_id(state, action->item), space = action->at.x - 1;
    if (number < 0 || !is_of_combat(&state->zones[number], side, state->reroll_at))
        return refuse(R_NO_DIE);
    int which = action->at.y == 0 ? 0 : action->at.y - 1;
    bool is_there = state->zones[number].dice[action->flags][space][which] != 0;
    return refuse(is_there ? R_LEGAL : R_NO_DIE);
}

/* The new result stays in the same place; nothing is sorted again. */
void commanders_reroll_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                             gg_log *log)
{
    zone *z = &state->zones[commanders_zone_by_id(state, action->item)];
    int space = action->at.x - 1, which = action->at.y == 0 ? 0 : action->at.y - 1;
    uint8_t *die = &z->dice[action->flags][space][which];
    gg_unit who = (gg_unit)(z->space[action->flags][space] - 1);
    gg_event *event = gg_log_add(log, GG_ROLL, CMD_8_2);
    if (event != NULL) {
        event->check = CHECK_REROLL;
        event->who = who;
        event->saying = S_REROLLED;
        event->had = *die;
    }
    gg_roll_for(dice, "re-roll", who, GG_NO_UNIT);
    *die = (uint8_t)(6 - gg_check_roll(&commanders_reroll_check, NULL, NULL, dice, event));
    state->rerolls[side][state->reroll_at]--;
    state->reroll_passes = 0;
    state->reroll_side = enemy_of(side);
    find_decision(state);
}

gg_verdict commanders_pass_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    (void)state, (void)side, (void)action;
    return refuse(R_LEGAL); /* whoever decides may pass */
}

void commanders_pass_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                           gg_log *log)
{
    (void)action, (void)dice, (void)log;
    state->reroll_passes |= (uint8_t)(1u << side);
    state->reroll_side = enemy_of(side);
    find_decision(state);
}

uint32_t commanders_reroll_offer(const gg_state *state, gg_side side, gg_action *out,
                                 uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_PASS));
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        if (!is_of_combat(z, side, state->reroll_at)) continue;
        for (int i = 0; i < 2 * SPACES; i++) {
            const uint8_t *lying = z->dice[i / SPACES][i % SPACES];
            for (int which = 0; which < 2 && lying[which] != 0; which++) {
                gg_action action = make_action(ACTION_REROLL);
                action.item = z->id;
                action.flags = (uint8_t)(i / SPACES);
                action.at = (gg_point){i % SPACES + 1, lying[1] == 0 ? 0 : which + 1};
                count = put_offer(out, count, limit, action);
            }
        }
    }
    return count;
}

/* Ranged: results and hits, then withdrawal.  Melee: results, settling and flight, entering. */
uint8_t commanders_reroll_close(gg_state *state, gg_log *log)
{
    bool melee = commanders_is_melee(state);
    commanders_apply_hits(state, log);
    state->reroll_at = state->reroll_side = state->reroll_passes = 0;
    if (!melee) return stage_at(state, STEP_WITHDRAW);
    commanders_settle_fight(state, log);
    return stage_at(state, STEP_ENTER);
}
