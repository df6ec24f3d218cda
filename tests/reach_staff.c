/*
 * reach_staff.c - see reach.h.  By itself a place is asked about as a hand asks: what it means
 * there, and whether that is legal; or, where no step is asked for, by the judge of ways.
 * SPDX-License-Identifier: MIT
 */
#include "reach.h"

#include "rules/staff/show/show.h"

enum { PLACES = 120 };

static bool may_end_by_itself(const gg_state *s, gg_side side, unsigned u, bool now, gg_point at)
{
    gg_action action;
    if (now)
        return staff_aim(s, side, (gg_unit)u, GG_NO_UNIT, at, -1, &action)
               && staff_judge(s, side, &action).reason == R_LEGAL;
    const gg_pose pose = staff_pose(s, u);
    const gg_point by = gg_to_local(pose, at);
    const int32_t aside = by.x < 0 ? -by.x : by.x;
    if (by.y < aside && -by.y < aside && staff_is_in_proximity(s, u)) return false;
    return staff_may_go(s, u, (gg_pose){at, pose.facing}, NOBODY, false).reason == R_LEGAL;
}

/* It may go somewhere now: a little ahead, as the question has it. */
static bool is_asked_to_go(const gg_state *s, gg_side side, unsigned u)
{
    gg_action ahead = gg_action_on(
        s->units[u].formation == FORM_DEPLOYED ? ACTION_HANDLE : ACTION_GO, (gg_unit)u, GG_NO_UNIT);
    ahead.args[0] = s->units[u].facing;
    for (int32_t length = staff_rate(s, u); length > 0; length -= INCH / 4) {
        ahead.at = gg_along(s->units[u].at, s->units[u].facing * 10, length);
        if (staff_judge(s, side, &ahead).reason == R_LEGAL) return true;
    }
    return false;
}

static bool compare(const gg_state *s, gg_side side, gg_unit u, gg_dice *dice, int *asked,
                    int *open)
{
    if (u >= UNITS_MAX || !staff_is_here(s, u) || side != s->units[u].side) return true;
    staff_goer goer;
    const bool now = is_asked_to_go(s, side, u);
    const gg_point about = s->units[u].at;
    gg_point at = about;
    staff_begin_going(s, side, u, now, &goer);
    for (int i = 0; i < PLACES; i++) {
        at = i == 0 ? about : reach_step(dice, about, at, staff_rate(s, u) + INCH);
        const bool may = staff_can_end(&goer, at);
        if (may != may_end_by_itself(s, side, u, now, at)) return false;
        ++*asked;
        *open += may;
    }
    return true;
}

int main(void)
{
    const reach_game game = {
        "staff", {"farm-rise", "army-day", "walled-farm", "two-battalions"}, compare};
    return compare_reaches(&game);
}
