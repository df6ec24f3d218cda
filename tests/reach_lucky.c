/*
 * reach_lucky.c - see reach.h.  A way that a hand means by putting a unit down somewhere is never
 * refused by what is kept for many places.
 * SPDX-License-Identifier: MIT
 */
#include "reach.h"

#include "rules/lucky/show/show.h"

enum { PLACES = 200 };

static bool may_end_by_itself(const gg_state *s, unsigned u, lg_mode mode, gg_point at)
{
    lg_mover mover;
    lg_last_try guess = {0};
    lg_mover_begin(&mover, s, s->units[u].side);
    lg_mover_take(&mover, u);
    return lg_may_end(&mover, mode, at, &guess);
}

static bool compare_mode(const gg_state *s, unsigned u, lg_mode mode, gg_dice *dice, int *asked,
                         int *open)
{
    lg_mover mover;
    gt_turns turns;
    lg_last_try guess = {0};
    const lg_path ahead = {.legs = 1, .form_start = lg_first_form(&s->units[u], mode)};
    const int32_t far =
        lg_allowance(s, u, &ahead, mode, false) * HUNDREDTH + lg_length(s, N_base_width);
    const gg_point about = s->units[u].at;
    gg_point at = about;
    lg_mover_begin(&mover, s, s->units[u].side);
    lg_mover_take(&mover, u);
    mover.on.plainly = true;
    lg_mover_turns(&mover, &turns, mode, far);
    for (int i = 0; i < PLACES; i++) {
        lg_path path;
        at = reach_step(dice, about, at, far);
        const bool may = lg_may_end(&mover, mode, at, &guess);
        if (may != may_end_by_itself(s, u, mode, at)) return false;
        if (!may && lg_path_to(s, u, mode, at, -1, &path).reason == R_LEGAL) return false;
        ++*asked;
        *open += may;
    }
    return true;
}

static bool compare(const gg_state *s, gg_side side, gg_unit u, gg_dice *dice, int *asked,
                    int *open)
{
    (void)side;
    if (u >= UNITS_MAX || !lg_is_on_table(s, u) || lg_is_routing(&s->units[u])) return true;
    return compare_mode(s, u, MODE_MOVE, dice, asked, open)
           && compare_mode(s, u, MODE_RESERVE, dice, asked, open)
           && compare_mode(s, u, MODE_ADVANCE, dice, asked, open);
}

int main(void)
{
    const reach_game game = {
        "lucky", {"borodino", "salamanca", "bridge-village", "outpost"}, compare};
    return compare_reaches(&game);
}
