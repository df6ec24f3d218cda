/*
 * clash.c - charges and melees, for the odds of them: from the order to charge (LG-1.13) through
 * what the charged unit does (LG-1.14, LG-1.19) and the combat (LG-1.22) to the winner's reaction.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/play/play.h"

#include "core/clash.def"

static bool is_pending(const gg_state *s)
{
    for (unsigned u = 0; u < s->unit_count; u++)
        if (s->charges[u].status == CHARGE_DECLARED || s->charges[u].status == CHARGE_CLOSED)
            return true;
    return s->combat_count > 0 || s->fight.units != 0;
}

/* Orders of one unit; else it is about all charges and combats that wait. */
static const uint64_t of_one =
    DOING(CHARGE) | DOING(BREAK) | DOING(SQUARE) | DOING(EVADE) | DOING(COUNTER);

static bool begins(const gg_state *view, const gg_action *action)
{
    if (of_one >> action->kind & 1) return true;
    if (action->kind == ACTION_RESIGN || !is_pending(view)) return false;
    return view->phase > PHASE_M1 || (view->phase == PHASE_M1 && action->kind == ACTION_END);
}

/* Its combat waits to be fought, or is fought. */
static bool has_combat(const gg_state *s, unsigned u)
{
    if (s->fight.units >> u & 1) return true;
    for (int i = 0; i < s->combat_count; i++)
        if (s->combats[i] >> u & 1) return true;
    return false;
}

static bool waits(const gg_state *s, const gg_action *begun)
{
    for (int i = 0; i < s->combat_count; i++)
        if ((of_one >> begun->kind & 1) == 0 || (s->combats[i] >> begun->who & 1)) return true;
    return false;
}

static bool is_over(const gg_state *now, const gg_action *begun)
{
    if (now->phase < PHASE_M1 || now->phase == PHASE_V1 || now->phase == PHASE_OVER) return true;
    if (now->phase == PHASE_M1)
        return begun->kind != ACTION_CHARGE || now->units[begun->who].side != now->active;
    if (now->phase == PHASE_K5 || now->phase == PHASE_K6) return !waits(now, begun);
    if (begun->kind != ACTION_CHARGE) return false;
    const uint8_t status = now->charges[begun->who].status;
    return (status == CHARGE_NONE || status == CHARGE_FAILED) && !has_combat(now, begun->who);
}

static bool is_of(const gg_action *begun, gg_unit unit)
{
    return unit != GG_NO_UNIT && (unit == begun->who || unit == begun->whom);
}

static bool concerns(const gg_state *now, const gg_action *begun, const gg_action *offer)
{
    (void)now;
    if ((of_one >> begun->kind & 1) == 0) return offer->kind != ACTION_FIRE;
    if (offer->kind == ACTION_FIRE) return is_of(begun, offer->who) && is_of(begun, offer->whom);
    return is_of(begun, offer->who) || is_of(begun, offer->whom);
}

const gg_clash_rules lg_clash = {
    .answers = IN(M2) | IN(F1) | IN(X1) | IN(X3),
    .choices = IN(K3) | IN(F4A),
    .passes = DOING(END) | DOING(STAY),
    .begins = begins,
    .is_over = is_over,
    .concerns = concerns,
    .fates = fates,
    .fate_count = FATES,
};
