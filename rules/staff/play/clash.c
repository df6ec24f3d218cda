/*
 * clash.c - charges and combat, for the odds of them: from the order to charge (ST-4.7) through the
 * answer (ST-5.1) and closing fire (ST-11.1) to the round of combat that comes of it (ST-13.2).
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/law/command.h"
#include "rules/staff/play/play.h"

#include "core/clash.def"

static bool is_order(const gg_action *action)
{
    return action->kind == ACTION_ORDER || action->kind == ACTION_FOLLOWME;
}

/* Whom it is about: those that are to charge or fight, or all. */
static uint64_t concerned(const gg_action *begun)
{
    static const uint64_t one = DOING(CHARGE) | DOING(FIGHT) | DOING(FOLLOWME);
    if (begun->kind == ACTION_ORDER) return staff_units_of(begun);
    return one >> begun->kind & 1 ? gt_bit(begun->who) : UINT64_MAX;
}

/* Somebody of them has still to fight who touches him. */
static bool has_to_fight(const gg_state *s, uint64_t units)
{
    for (int i = 0; i < s->contact_count; i++) {
        const staff_contact *it = &s->contacts[i];
        const uint64_t both = gt_bit(it->a - 1u) | gt_bit(it->b - 1u);
        if ((both & units) != 0 && (it->flags & (CONTACT_WAITS | CONTACT_FOUGHT)) == 0) return true;
    }
    return false;
}

/* What closes the step before combat brings that on too. */
static bool begins(const gg_state *view, const gg_action *action)
{
    static const uint64_t always = DOING(CHARGE) | DOING(RESPOND) | DOING(FIGHT) | DOING(ALLOT)
                                   | DOING(TRAVERSE) | DOING(NOFIRE),
                          last = DOING(SHOOTDONE) | DOING(CSTAY) | DOING(CMOVE) | DOING(CJOIN);
    if (always >> action->kind & 1) return true;
    if (is_order(action)) {
        const staff_statement said = staff_statement_of(action);
        return said.count > 0 && said.kinds[said.count - 1] == ORDER_CHARGE;
    }
    return (last >> action->kind & 1) != 0 && view->phase >= PHASE_ARMY
           && has_to_fight(view, UINT64_MAX);
}

static bool is_over(const gg_state *now, const gg_action *begun)
{
    switch ((staff_phase)now->phase) {
    case PHASE_RESPOND:
    case PHASE_TRAVERSE:
    case PHASE_CLOSING:
    case PHASE_ALLOT:
    case PHASE_ROUND: return false;
    case PHASE_START:
    case PHASE_VICTOR:
    case PHASE_OVER: return true;
    case PHASE_BLUNDER:
    case PHASE_ROLLED:
    case PHASE_EXECUTE:
        if (is_order(begun)) return false;
        break;
    case PHASE_INITIATIVE:
    case PHASE_PICK:
    case PHASE_COMMAND:
    case PHASE_RIDE:
    case PHASE_ARMY:
    case PHASE_SHOOT:
    case PHASE_COMBAT:
    case PHASES: break;
    }
    return !has_to_fight(now, concerned(begun));
}

/* An order to charge is carried out by charging. */
static bool concerns(const gg_state *now, const gg_action *begun, const gg_action *offer)
{
    (void)begun;
    return now->phase != PHASE_EXECUTE || offer->kind == ACTION_CHARGE;
}

const gg_clash_rules staff_clash = {
    .answers = IN(RESPOND) | IN(TRAVERSE),
    .choices = IN(ALLOT) | IN(EXECUTE) | IN(ROLLED),
    .passes = DOING(DONE) | DOING(COMMAND) | DOING(STOP) | DOING(KEEP) | DOING(HALT) | DOING(NOFIRE)
              | DOING(CSTAY) | DOING(SHOOTDONE) | DOING(STAY),
    .begins = begins,
    .is_over = is_over,
    .concerns = concerns,
    .fates = fates,
    .fate_count = FATES,
};
