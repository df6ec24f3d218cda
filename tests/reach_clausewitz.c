/*
 * reach_clausewitz.c - see reach.h.  By itself a place is asked about by marches that share
 * nothing, each walked until it is known why it may not be done and where it ends.
 * SPDX-License-Identifier: MIT
 */
#include "reach.h"

#include "rules/clausewitz/show/show.h"

enum { PLACES = 400 };

static bool may_end_by_itself(const gg_state *s, unsigned b, gg_point at)
{
    cw_marcher alone;
    cw_begin_marches(&alone, false);
    return cw_can_march_to(s, b, at, cw_in_zone(s, b), &alone);
}

static bool compare(const gg_state *s, gg_side side, gg_unit b, gg_dice *dice, int *asked,
                    int *open)
{
    if (s->phase != PHASE_ACTIVATE || b >= s->body_count || !cw_is_here(s, b)) return true;
    if (!cw_is_legal(cw_may_act(s, side, b, ACTION_MARCH))) return true;
    const int32_t far = cw_number(s, cw_is_horse(s, b) ? N_quick_horse : N_quick_foot) + 2 * CM;
    const gg_point about = s->bodies[b].at;
    const bool in_zone = cw_in_zone(s, b);
    gg_point at = about;
    cw_marcher shared;
    cw_begin_marches(&shared, true);
    for (int i = 0; i < PLACES; i++) {
        at = reach_step(dice, about, at, far);
        const bool may = cw_can_march_to(s, b, at, in_zone, &shared);
        if (may != may_end_by_itself(s, b, at)) return false;
        ++*asked;
        *open += may;
    }
    return true;
}

int main(void)
{
    const reach_game game = {"clausewitz", {"picket", "elbruc", "army", "maida"}, compare};
    return compare_reaches(&game);
}
