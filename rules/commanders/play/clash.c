/*
 * clash.c - the fight for a sector, for the odds of it: from who goes there (CMD-4.4, CMD-4.5)
 * through retreats, squares, countercharges and withdrawals to the melee (CMD-P17).
 * SPDX-License-Identifier: MIT
 */
#include "rules/commanders/law/combat.h"
#include "rules/commanders/law/sequence.h"
#include "rules/commanders/play/play.h"

#include "core/clash.def"

static bool begins(const gg_state *view, const gg_action *action)
{
    static const uint64_t always = DOING(GO) | DOING(RETREAT) | DOING(SQUARE) | DOING(COUNTERCHARGE)
                                   | DOING(WITHDRAW) | DOING(TARGET) | DOING(IGNORE_ROUTED)
                                   | DOING(GARRISON);
    if (always >> action->kind & 1) return true;
    return (action->kind == ACTION_READY || action->kind == ACTION_PASS)
           && step_of(view) < STEP_ENTER;
}

static bool is_over(const gg_state *now, const gg_action *begun)
{
    (void)begun;
    return step_of(now) >= STEP_ENTER;
}

/* Who goes somewhere is answered there. */
static bool concerns(const gg_state *now, const gg_action *begun, const gg_action *offer)
{
    if (begun->kind != ACTION_GO) return true;
    const int sector = begun->at.y;
    switch ((action_form)commanders_forms[offer->kind]) {
    case FORM_RETREAT:
    case FORM_SECTOR: return offer->at.x == sector;
    case FORM_SPACES: {
        const int number = commanders_zone_by_id(now, offer->item);
        if (number < 0) return false;
        const zone *z = &now->zones[number];
        return commanders_zone_touches(z, sector) || commanders_zone_sector(z, GG_BLUE) == sector;
    }
    case FORM_WORD:
    case FORM_ORDER:
    case FORM_TROOPS:
    case FORM_SIDE:
    case FORM_DIVIDE:
    case FORM_TARGET:
    case FORM_REROLL:
    case FORM_BOMBARD:
    case FORM_RALLY:
    case FORM_DEPLOY:
    case FORMS: break;
    }
    return false;
}

const gg_clash_rules commanders_clash = {
    .answers = IN_STEP(RETREAT) | IN_STEP(REACT) | IN_STEP(WITHDRAW),
    .passes = DOING(READY) | DOING(PASS),
    .begins = begins,
    .is_over = is_over,
    .concerns = concerns,
    .fates = fates,
    .fate_count = FATES,
};
