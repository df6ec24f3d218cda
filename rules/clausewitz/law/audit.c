/*
 * audit.c - what must hold in every state, in words.  It runs after every action in tests and after
 * reading a position, so that a text which describes something impossible is refused with the same
 * words and nothing later stumbles over it.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

enum { DISPERSE_LEAST = 12 }; /* of option disperse_above (T17), where it is not 0: never */

/* ---- Brigades and Generals. ---- */

static const char *audit_unit(const gg_state *s, unsigned b, int slot)
{
    const cw_unit *u = &s->units[b][slot];
    if (slot >= cw_count(s, b)) return u->type == TYPE_HIDDEN ? NULL : "a unit without a Brigade";
    if (u->type >= TYPES || u->weapon >= WEAPONS || u->formation >= FORMS)
        return "a unit of no kind";
    if (u->type == TYPE_HIDDEN)
        return s->options[OPT_fog] ? NULL : "without fog every unit is known";
    if (!cw_may_form(u, u->formation)) return "a unit is in a formation that it cannot take";
    if (u->dice > DICE_MAX || u->dice_start > DICE_MAX) return "a unit has at most 20 dice";
    return u->lent[0] > s->body_count || u->lent[1] > s->body_count
               ? "a die was given to skirmishers that do not exist"
               : NULL;
}

static const char *audit_brigade(const gg_state *s, unsigned b)
{
    const gt_body *body = &s->bodies[b];
    if (body->number == 0 || body->side > GG_RED) return "a Brigade without a name";
    if (body->strength > SLOTS) return "a Brigade has at most five units";
    if (body->removed == GONE_NOT && body->strength == 0) return "a Brigade without units";
    for (int slot = 0; slot < SLOTS; slot++) {
        const char *broken = audit_unit(s, b, slot);
        if (broken != NULL) return broken;
    }
    for (unsigned other = 0; other < b; other++)
        if (s->bodies[other].side == body->side && s->bodies[other].number == body->number)
            return "two Brigades of one name";
    if (body->removed != GONE_NOT) return NULL;
    enum { FAR_OUT = 60 * CM }; /* a flight leaves corners outside, but no middle of a base */
    return body->at.x < -FAR_OUT || body->at.y < -FAR_OUT || body->at.x > s->width + FAR_OUT
                   || body->at.y > s->height + FAR_OUT
               ? "a Brigade is far off the table"
               : NULL;
}

static const char *audit_general(const gg_state *s, unsigned g)
{
    const cw_general *his = cw_general_at(s, g);
    if (his->health == HEALTH_NONE) return NULL;
    if (his->health == HEALTH_CAPTIVE && his->captor == 0) return "a captive of nobody";
    return cw_is_in_play(his) && !cw_is_on_table_place(s, his->at) ? "a General off the table"
                                                                   : NULL;
}

static const char *audit_adc(const gg_state *s, int i)
{
    const cw_adc *adc = &s->adcs[i];
    const bool sealed = adc->objective == OBJECTIVE_SEALED;
    if (adc->objective == 0) return NULL;
    if (sealed != (adc->to == GG_NO_UNIT) || (sealed && !s->options[OPT_fog]))
        return "an ADC rides to somebody with an objective";
    if (sealed) return cw_is_on_table_place(s, adc->at) ? NULL : "an ADC off the table";
    if (s->objectives[adc->objective - 1].number == 0)
        return "an ADC carries an objective that does not exist";
    return cw_is_on_table_place(s, adc->at) ? NULL : "an ADC off the table";
}

/* ---- What is pending. ---- */

static bool is_brigade_or_nobody(const gg_state *s, unsigned b)
{
    return b == NOBODY || b < s->body_count;
}

static const char *audit_frame(const gg_state *s, const cw_frame *frame)
{
    if (frame->kind == FRAME_ESCAPE) {
        if (frame->who >= 2 * GENERALS_MAX
            || cw_general_at(s, FIRST_GENERAL + frame->who)->health == HEALTH_NONE)
            return "a General who does not exist escapes";
        return NULL;
    }
    if (!is_brigade_or_nobody(s, frame->whom)) return "a Brigade that does not exist is pending";
    const bool nobody =
        frame->kind == FRAME_BEGIN || frame->kind == FRAME_SHAKEN || frame->kind == FRAME_PANIC;
    if (nobody ? !is_brigade_or_nobody(s, frame->who) : frame->who >= s->body_count)
        return "a Brigade that does not exist is pending";
    const bool two =
        frame->kind == FRAME_MELEE || frame->kind == FRAME_CHARGE || frame->kind == FRAME_COUNTER;
    if (two && frame->whom >= s->body_count) return "a fight with nobody is pending";
    return NULL;
}

/* The phases that interrupt, and the frame each stands on. */
static int frame_of_phase(cw_phase phase)
{
    switch (phase) {
    case PHASE_CHARGED: return FRAME_CHARGE;
    case PHASE_JOIN: return FRAME_MELEE;
    case PHASE_REACT:
    case PHASE_HOLD: return FRAME_WINDOW;
    case PHASE_ESCAPE: return FRAME_ESCAPE;
    case PHASE_LOSS: return FRAME_DAMAGE;
    case PHASE_BRAVE: return FRAME_BRAVE;
    default: return FRAME_NONE;
    }
}

/* The question whether a Brave Brigade rolls again, and the action that waits for the answer: an
 * own one, a rally, a reaction. */
static const char *audit_question(const gg_state *s)
{
    const cw_frame *asks = cw_top_of(s);
    const int below = s->frame_count > 1 ? s->frames[s->frame_count - 2].kind : FRAME_NONE;
    const bool rallies = below == FRAME_NONE && s->active == 0;
    if (!cw_is_here(s, asks->who) || asks->n >= 0 || !cw_may_roll_again(s, asks->who))
        return "no Brave Brigade has failed a test";
    if (!cw_is_action_waiting(s))
        return below != FRAME_NONE ? NULL : "a failed test interrupts nothing";
    const bool may =
        below == FRAME_NONE ? s->chit != 0 : below == FRAME_WINDOW || below == FRAME_CHARGE;
    return may && (rallies ? s->doing.whom : s->doing.who) == asks->who
               ? NULL
               : "the action that waits is not that of the Brigade that has failed its test";
}

static const char *audit_pending(const gg_state *s)
{
    const int kind = frame_of_phase((cw_phase)s->phase);
    for (int i = 0; i < s->frame_count; i++) {
        const char *broken = audit_frame(s, &s->frames[i]);
        if (broken != NULL) return broken;
        if (s->frames[i].kind == FRAME_BRAVE && i + 1 < s->frame_count)
            return "something is pending on a question";
    }
    if (kind != FRAME_BRAVE && cw_is_action_waiting(s)) return "an action waits for nothing";
    if (kind == FRAME_NONE)
        return s->frame_count == 0 ? NULL : "something is pending in this phase";
    if (s->frame_count == 0 || cw_top_of(s)->kind != kind)
        return "this phase stands on something pending that is not there";
    if (s->phase == PHASE_BRAVE) return audit_question(s);
    if (s->phase != PHASE_JOIN) return NULL;
    const uint64_t asked = cw_top_of(s)->set;
    return asked == 0 || asked >> (2 * GENERALS_MAX) != 0 ? "no General is asked to join" : NULL;
}

/* ---- The sequence of play. ---- */

static int placed_objectives(const gg_state *s)
{
    int count = 0;
    while (count < OBJECTIVES_MAX && s->objectives[count].number != 0) count++;
    return count;
}

static bool has_unlocked(const gg_state *s, gg_side side)
{
    for (int i = 0; i < MARKERS_MAX; i++)
        if (s->markers[side][i].exists && !s->markers[side][i].locked) return true;
    return false;
}

static bool has_waiting(const gg_state *s, gg_side side)
{
    for (unsigned b = 0; b < s->body_count; b++)
        if (s->bodies[b].side == side && s->bodies[b].removed == GONE_WAITING) return true;
    for (int g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health == HEALTH_WAITING) return true;
    return false;
}

static const char *audit_phase(const gg_state *s)
{
    switch ((cw_phase)s->phase) {
    case PHASE_SETUP:
        return placed_objectives(s) < 2 * cw_objectives_each(s) ? NULL
                                                                : "all objectives are placed";
    case PHASE_SCOUT: return has_unlocked(s, s->side) ? NULL : "no marker can scout";
    case PHASE_DEPLOY: return has_waiting(s, s->side) ? NULL : "nobody waits to be set up";
    case PHASE_DRAW:
        return s->bag[GG_BLUE] + s->bag[GG_RED] > 0 ? NULL : "there is no chit to draw";
    case PHASE_GENERAL: return s->chit != 0 ? NULL : "no chit is in play";
    case PHASE_ACTIVATE:
        if (s->chit == 0 || s->active == 0) return "no Brigade is activated";
        if (!cw_is_here(s, s->active - 1u)) return "the activated Brigade is gone";
        return s->brigades[s->active - 1].actions > 0 || cw_is_face_down(s, s->active - 1u)
                   ? NULL
                   : "the activated Brigade has no actions";
    case PHASE_OVER: return s->ended != ENDED_NOT ? NULL : "it is over for no reason";
    default: return NULL;
    }
}

/* A chit is drawn by one roll, so the bag holds no more than a die has sides. */
static const char *audit_chits(const gg_state *s)
{
    int most = 0;
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER; g++) {
        const cw_general *his = cw_general_at(s, g);
        if (cw_is_in_play(his) || his->health == HEALTH_WAITING)
            most += cw_number(s, N_general_actions);
    }
    return most <= GG_DIE_SIDES_MAX && s->bag[GG_BLUE] + s->bag[GG_RED] <= GG_DIE_SIDES_MAX
               ? NULL
               : "the Generals have more chits than the bag holds, 64";
}

/* T17: what the lowest and highest of a row cannot say. */
static const char *audit_options(const gg_state *s)
{
    const int above = s->options[OPT_disperse_above];
    return above != 0 && above < DISPERSE_LEAST
               ? "disperse_above is 0, which is never, or 12 to 20 (CW-R45)"
               : NULL;
}

static const char *audit_sequence(const gg_state *s)
{
    if (s->turn > s->options[OPT_turns]) return "a turn that does not exist";
    if (s->winner > GG_NOBODY) return "a side that does not exist";
    if ((s->phase == PHASE_OVER) != (s->ended != ENDED_NOT))
        return "the phase over and a result belong together";
    if (s->active != 0 && s->chit != s->bodies[s->active - 1].side + 1)
        return "the activated Brigade is not of the side whose chit is in play";
    const char *broken = audit_pending(s);
    return broken != NULL ? broken : audit_phase(s);
}

const char *cw_audit(const gg_state *s)
{
    const char *broken = audit_options(s);
    for (unsigned b = 0; b < s->body_count && broken == NULL; b++) broken = audit_brigade(s, b);
    for (unsigned g = FIRST_GENERAL; g < FIRST_MARKER && broken == NULL; g++)
        broken = audit_general(s, g);
    for (int i = 0; i < ADCS_MAX && broken == NULL; i++) broken = audit_adc(s, i);
    if (broken == NULL) broken = audit_chits(s);
    const gt_table t = cw_table(s);
    if (broken == NULL) broken = gt_audit_ground(&t, s->corner_count);
    return broken != NULL ? broken : audit_sequence(s);
}
