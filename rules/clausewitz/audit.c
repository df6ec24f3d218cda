/*
 * audit.c - what must hold in every state, in words.
 */
#include "clausewitz.h"

const char *cw_audit(const gg_state *s)
{
    for (int row = 0; row < OPTIONS; row++) {
        const gg_option *option = &clausewitz_rules.options[row];
        if (s->options[row] < option->low || s->options[row] > option->high)
            return "an option has a value that it does not take";
    }
    if (s->phase >= PHASES) return "a phase that does not exist";
    if (s->turn < 1 || s->turn > s->options[OPT_turns]) return "a turn that does not exist";
    for (unsigned b = 0; b < s->body_count; b++) {
        const gt_body *body = &s->bodies[b];
        if (body->removed >= GONES) return "a Brigade is gone for no reason";
        if (body->strength > SLOTS) return "a Brigade has at most five units";
        if (body->formation < 1 || body->formation > 3) return "a Brigade stands 3, 2 or 1 wide";
    }
    return NULL;
}
