/*
 * clash.c - charges and combat, for the odds of them: from the order to charge (ST-4.7) through the
 * answer (ST-5.1) and closing fire (ST-11.1) to the round of combat that comes of it (ST-13.2).
 */
#include "rules/staff/play/play.h"

#include "core/clash.def"

/* Whom it is about: the one that charges or fights, or all. */
static uint64_t concerned(const gg_action *begun)
{
    static const uint64_t one = DOING(CHARGE) | DOING(FIGHT);
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
    case PHASE_INITIATIVE:
    case PHASE_PICK:
    case PHASE_COMMAND:
    case PHASE_EXECUTE:
    case PHASE_RIDE:
    case PHASE_ARMY:
    case PHASE_SHOOT:
    case PHASE_COMBAT:
    case PHASES: break;
    }
    return !has_to_fight(now, concerned(begun));
}

const gg_clash_rules staff_clash = {
    .answers = IN(RESPOND) | IN(TRAVERSE),
    .choices = IN(ALLOT),
    .passes = DOING(DONE) | DOING(COMMAND) | DOING(STOP) | DOING(KEEP) | DOING(HALT) | DOING(NOFIRE)
              | DOING(CSTAY) | DOING(SHOOTDONE) | DOING(STAY),
    .begins = begins,
    .is_over = is_over,
    .concerns = gg_concerns_all,
    .fates = fates,
    .fate_count = FATES,
};
