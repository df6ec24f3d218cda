/*
 * clash.c - fights, for the odds of them: an attack or a shot is fought out at once, and nobody is
 * asked on the way.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"

#include "core/clash.def"

static bool begins(const gg_state *view, const gg_action *action)
{
    return view->phase == PHASE_ACT && action->kind == ACTION_ACT && action->flags != FIGHT_NONE;
}

const gg_clash_rules squares_clash = {
    .begins = begins,
    .is_over = gg_always_over,
    .concerns = gg_concerns_all,
    .fates = fates,
    .fate_count = FATES,
};
