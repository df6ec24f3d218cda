/*
 * clash.c - charges and the fire that answers them (DR-9, DR-10), for the odds of them.
 * SPDX-License-Identifier: MIT
 */
#include "rules/drill/law/drill.h"

#include "core/clash.def"

static bool begins(const gg_state *view, const gg_action *action)
{
    return view->phase == PHASE_CLOSING || action->kind == ACTION_CHARGE;
}

static bool is_over(const gg_state *now, const gg_action *begun)
{
    (void)begun;
    return now->phase != PHASE_CLOSING;
}

const gg_clash_rules drill_clash = {
    .answers = IN(CLOSING),
    .passes = DOING(STAND),
    .begins = begins,
    .is_over = is_over,
    .concerns = gg_concerns_all,
    .fates = fates,
    .fate_count = FATES,
};
