/*
 * secrets.c - what each side may know.
 *
 * Hidden are the enemy's plan until scoring, and what it has chosen in the present secret step,
 * down to whether it is ready.  A view shows for all of it what a side looks like that has
 * chosen nothing, so that two states which differ only there give equal bytes.
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "sequence.h"

#include <string.h>

static void hide_plan(gg_state *out, gg_side side)
{
    memset(out->plan[side], 0, sizeof out->plan[side]);
    out->plan_count[side] = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) out->units[i].order = 0;
}

/* Where choices lie in the fields that hold their results once they are shown. */
static void hide_choices(gg_state *out, gg_side side)
{
    int step = step_of(out);
    bool by_goal = step == STEP_GO || out->stage == PHASE_BOMBARD || out->stage == PHASE_MOVE;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        unit *u = &out->units[i];
        u->named = 0;
        if (by_goal) u->goal = 0;
        if (out->stage == PHASE_DEPLOY && u->number != 0) u->place = (uint8_t)reserve_of(side);
    }
    out->said[side] = 0;
    memset(out->rally[side], 0, sizeof out->rally[side]);
    if (step != STEP_RANGED_AIM && step != STEP_MELEE_AIM) return;
    for (int number = 0; number < out->zone_count; number++) {
        memset(out->zones[number].target[side], 0, SPACES);
        out->zones[number].ignores[side] = 0;
    }
    for (int sector = 0; sector < SECTORS; sector++) {
        const unit *garrison = commanders_garrison(out, sector);
        if (garrison != NULL && side_of(index_of(out, garrison)) == side)
            out->garrison_target[sector] = 0;
    }
}

/* Whether a side is asked at all follows from what lies open, and shows; whether it has answered
 * does not.  Where orders are used both sides are asked (CMD-R63). */
static bool is_passed_over(const gg_state *out, gg_side side)
{
    const stage_row *row = &commanders_stages[out->stage];
    return row->kind == SECRET && !row->asks(out, side);
}

void commanders_view(const gg_state *state, gg_side side, gg_state *out)
{
    *out = *state;
    bool plans_lie_open = state->stage == PHASE_SCORING || state->stage == PHASE_OVER; /* CMD-3.6 */
    for (gg_side other = GG_BLUE; other <= GG_RED; other++) {
        if (other == side) continue;
        if (!plans_lie_open) hide_plan(out, other);
        if (!is_secret(state)) continue;
        hide_choices(out, other);
        out->ready &= (uint8_t) ~(1u << other);
        if (is_passed_over(out, other)) out->ready |= (uint8_t)(1u << other);
    }
    if (state->stage == PHASE_DEPLOY || state->stage == PHASE_PLAN) commanders_make_notes(out);
}
