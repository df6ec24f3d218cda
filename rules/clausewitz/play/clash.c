/*
 * clash.c - charges and melees, for the odds of them: from the order to charge (CW-13.19), or the
 * march that ends in contact (CW-17.1), until the stack of what it began is empty.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/law/clausewitz.h"

#include "core/clash.def"

static bool begins(const gg_state *view, const gg_action *action)
{
    static const uint64_t always =
        DOING(CHARGE) | DOING(COUNTER) | DOING(JOIN) | DOING(DECLINE) | DOING(MARCH) | DOING(QUICK);
    if (always >> action->kind & 1) return true;
    return view->phase == PHASE_CHARGED && action->kind != ACTION_RESIGN;
}

static bool is_over(const gg_state *now, const gg_action *begun)
{
    (void)begun;
    return now->frame_count == 0;
}

const gg_clash_rules cw_clash = {
    .answers = IN(CHARGED) | IN(JOIN),
    .choices = IN(LOSS) | IN(BRAVE),
    .passes = DOING(PASS) | DOING(NONE) | DOING(HOLD) | DOING(DECLINE) | DOING(KEEP),
    .begins = begins,
    .is_over = is_over,
    .concerns = gg_concerns_all,
    .fates = fates,
    .fate_count = FATES,
};
