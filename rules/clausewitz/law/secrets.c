/*
 * secrets.c - fog of war (chapter 27): what a side may know of the other's Brigades, and what may
 * be so.  Place, facing, width, number of bases and flight are open; what the bases are, their
 * dice, formations, morale and actions, who commands them and what they were told are not, until
 * the Brigade is revealed (CW-R96, CW-R116).  Their names tell nothing: see deal.c.  All that
 * depends on what is sealed happens within 28 cm, and there a Brigade is revealed.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

#include <string.h>

bool cw_is_hidden(const gg_state *s, unsigned b, gg_side from)
{
    return s->options[OPT_fog] && s->phase != PHASE_OVER && b < s->body_count
           && s->bodies[b].side != from && !(s->bodies[b].did & DID_REVEALED);
}

bool cw_is_face_down(const gg_state *s, unsigned b)
{
    return s->options[OPT_fog] && !(s->bodies[b].did & DID_REVEALED);
}

static bool has_hidden(const gg_state *s, gg_side side)
{
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_here(s, b) && s->bodies[b].side == side && cw_is_face_down(s, b)) return true;
    return false;
}

static bool is_hidden_active(const gg_state *s)
{
    return s->phase == PHASE_ACTIVATE && s->active != 0 && cw_is_face_down(s, s->active - 1u);
}

/* What a hidden Brigade is told to do, whether it was told anything, and how it is set up, stays
 * its side's own. */
bool cw_is_secret(const gg_state *s)
{
    if (!s->options[OPT_fog]) return false;
    if (s->phase == PHASE_GENERAL) return has_hidden(s, (gg_side)(s->chit - 1));
    return s->phase == PHASE_DEPLOY || is_hidden_active(s);
}

void cw_reveal(gg_state *s, unsigned b, gg_log *log)
{
    if (!s->options[OPT_fog] || (s->bodies[b].did & DID_REVEALED)) return;
    s->bodies[b].did |= DID_REVEALED;
    cw_say(log, GG_STATUS, S_REVEALED, (gg_unit)b, GG_NO_UNIT);
}

/* ---- Views. ---- */

/* Who still waits has no place yet, and no width but the usual one. */
static void blank(gg_state *s, unsigned b)
{
    const gt_body old = s->bodies[b];
    gt_body *body = &s->bodies[b];
    for (int slot = 0; slot < SLOTS; slot++) s->units[b][slot] = (cw_unit){.type = TYPE_HIDDEN};
    memset(s->names.brigades[b], 0, sizeof s->names.brigades[b]);
    s->brigades[b] = (cw_brigade){.hits = 0};
    *body = (gt_body){.at = old.at,
                      .facing = old.facing,
                      .side = old.side,
                      .number = old.number,
                      .strength = old.strength,
                      .formation = old.formation,
                      .status = old.status,
                      .removed = old.removed};
    if (old.removed != GONE_WAITING) return;
    body->at = (gg_point){0, 0};
    body->facing = (int16_t)(old.side == GG_BLUE ? 0 : GG_HALF_TURN);
    body->formation = old.strength < 3 ? old.strength : 3;
}

/* Who is whose parent is known of two that are known. */
static void blank_kin(gg_state *s, uint64_t hidden)
{
    for (unsigned b = 0; b < s->body_count; b++) {
        const unsigned parent = s->brigades[b].parent;
        if (parent != 0 && (hidden >> (parent - 1) & 1)) s->brigades[b].parent = 0;
        for (int slot = 0; slot < cw_count(s, b); slot++) {
            uint8_t *lent = s->units[b][slot].lent;
            for (int i = 2; i-- > 0;) {
                if (lent[i] == 0 || !(hidden >> (lent[i] - 1) & 1)) continue;
                if (i == 0) lent[0] = lent[1];
                lent[1] = 0;
            }
        }
    }
}

/* He rides for all to see; to whom, and with what, they do not. */
static void blank_adcs(gg_state *s, uint64_t hidden)
{
    for (int i = 0; i < ADCS_MAX && s->adcs[i].objective != 0; i++) {
        cw_adc *adc = &s->adcs[i];
        if (adc->to >= BRIGADES_MAX || !(hidden >> adc->to & 1)) continue;
        adc->to = GG_NO_UNIT;
        adc->objective = OBJECTIVE_SEALED;
        adc->via = (gg_point){0, 0};
        adc->has_via = 0;
    }
}

/* Which General has given an order would tell whom he commands. */
static void blank_generals(gg_state *s, gg_side viewer)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (int g = 0; g < GENERALS_MAX && side != viewer && has_hidden(s, side); g++)
            s->generals[side][g].actions = 0;
}

/* What failed tests and hits came to. */
static void blank_frames(gg_state *s, uint64_t hidden)
{
    for (int i = 0; i < s->frame_count; i++) {
        cw_frame *frame = &s->frames[i];
        const bool counts = frame->kind == FRAME_FAIL || frame->kind == FRAME_DAMAGE;
        if (counts && (hidden >> frame->who & 1)) frame->n = frame->m = 0;
    }
}

/* Whoever watches does not see that one of them was activated until it does something. */
void cw_view(const gg_state *s, gg_side side, gg_state *out)
{
    uint64_t hidden = 0;
    *out = *s;
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_hidden(s, b, side)) hidden |= gt_bit(b);
    if (hidden == 0) return;
    for (uint64_t rest = hidden; rest != 0;) blank(out, (unsigned)gg_next_bit(&rest));
    blank_kin(out, hidden);
    blank_generals(out, side);
    blank_adcs(out, hidden);
    blank_frames(out, hidden);
    if (!is_hidden_active(s) || !(hidden >> (s->active - 1) & 1)) return;
    out->phase = PHASE_GENERAL;
    out->chit_used = out->active = out->active_over = out->impetuous_used = 0;
}

/* ---- Events: what happens to a hidden Brigade and cannot be seen on the table. ---- */

static bool is_visible(cw_saying saying)
{
    switch (saying) {
    case S_DEPLOYS:
    case S_LEFT_OUT:
    case S_MARCHES:
    case S_QUICK_MARCHES:
    case S_WIDENS:
    case S_FACES:
    case S_DETACHES:
    case S_ATTACHES:
    case S_LEAVES:
    case S_DISPERSES:
    case S_SURRENDERS:
    case S_WITHDRAWS:
    case S_FLEES:
    case S_REVEALED: return true;
    default: return false;
    }
}

uint64_t cw_hidden_set(const gg_state *s)
{
    uint64_t set = 0;
    for (unsigned b = 0; b < s->body_count && s->options[OPT_fog]; b++)
        if (!(s->bodies[b].did & DID_REVEALED)) set |= gt_bit(b);
    return set;
}

/* How the same is told to who may not know everything of it; S_NONE: not at all. */
static cw_saying seen_as(cw_saying saying)
{
    switch (saying) {
    case S_SKIRMISHERS_OUT: return S_DETACHES; /* only foot has any */
    case S_SENDS_ADC: return S_SENDS_AN_ADC;
    case S_ADC_RIDES: return S_AN_ADC_RIDES;
    case S_ADC_ARRIVES: return S_AN_ADC_ARRIVES;
    case S_ADC_CAPTURED: return S_AN_ADC_CAPTURED;
    case S_ADC_LOST: return S_AN_ADC_LOST;
    default: return S_NONE;
    }
}

static void tell_others(gg_log *log, const gg_event *all, cw_saying saying)
{
    const gg_sides others = (gg_sides)(GG_SIDES_ALL & ~all->seen_by);
    const gg_event told = *all;
    gg_event *event = cw_say(log, (gg_event_kind)told.kind, saying, told.who, told.whom);
    if (event == NULL) return;
    event->seen_by = others;
    event->at = told.at;
    event->to = told.to;
    if (saying != S_DETACHES) event->whom = GG_NO_UNIT;
    else event->amount = told.amount;
}

/* Events from `first` on, by who was hidden before them. */
void cw_hide_events(const gg_state *s, uint64_t hidden, gg_log *log, uint32_t first)
{
    const uint32_t end = log == NULL ? 0 : log->count;
    for (uint32_t i = first; hidden != 0 && i < end; i++) {
        gg_event *event = &log->events[i];
        const gg_unit about[2] = {event->who, event->whom};
        bool sealed = false;
        if (event->kind != GG_ROLL && is_visible((cw_saying)event->saying)) continue;
        for (int n = 0; n < 2; n++) {
            if (about[n] >= BRIGADES_MAX || !(hidden >> about[n] & 1)) continue;
            event->seen_by &= (gg_sides)(1u << s->bodies[about[n]].side);
            sealed = true;
        }
        const cw_saying saying = seen_as((cw_saying)event->saying);
        if (sealed && saying != S_NONE) tell_others(log, event, saying);
    }
}

/* ---- Guesses. ---- */

static int pick(gg_dice *dice, int count) { return gg_roll(dice, count) - 1; }

/* Deployment markers on the table tell how many light units there are (CW-R87). */
static int light_units(const gg_state *s, gg_side side)
{
    int markers = 0;
    for (int i = 0; i < MARKERS_MAX; i++) markers += s->markers[side][i].exists;
    if (markers == 0) return -1;
    markers -= s->options[OPT_scout_base_markers];
    for (unsigned b = 0; b < s->body_count; b++)
        for (int slot = 0; s->bodies[b].side == side && slot < cw_count(s, b); slot++)
            markers -= (s->units[b][slot].specials & SPECIAL_MARKER) != 0;
    return markers < 0 ? 0 : markers;
}

static cw_unit guess_unit(const gg_state *s, cw_type type)
{
    const bool guns = type == TYPE_FA || type == TYPE_HA;
    const cw_weapon weapon = guns                         ? WEAPON_POUND6
                             : cw_unit_defs[type].mounted ? WEAPON_NONE
                                                          : WEAPON_MUSKET;
    return cw_unit_of(s, type, weapon, cw_men_of_dice(s, type, guns ? 6 : 4));
}

/* One kind for the whole Brigade; guns stand alone. */
static cw_type guess_type(int bases, bool may_be_light, gg_dice *dice)
{
    static const uint8_t kinds[] = {TYPE_LI, TYPE_LI, TYPE_LI, TYPE_NC, TYPE_HC, TYPE_FA};
    if (may_be_light && pick(dice, 4) == 0) return pick(dice, 2) == 0 ? TYPE_LT : TYPE_LC;
    return (cw_type)kinds[pick(dice, bases == 1 ? 6 : 5)];
}

/* Any of the Divisions that have a General. */
static uint8_t guess_division(const gg_state *s, gg_side side, gg_dice *dice)
{
    uint8_t found[GENERALS_MAX];
    int count = 0;
    for (int g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health != HEALTH_NONE)
            found[count++] = s->generals[side][g].division;
    return count == 0 ? 0 : found[pick(dice, count)];
}

static void guess_brigade(gg_state *s, unsigned b, int *light, gg_dice *dice)
{
    gt_body *body = &s->bodies[b];
    const cw_type type = guess_type(body->strength, *light < 0, dice);
    for (int slot = 0; slot < body->strength; slot++) {
        s->units[b][slot] = guess_unit(s, *light > 0 ? TYPE_LT : type);
        if (*light > 0) --*light;
    }
    s->brigades[b].reserve = body->strength;
    body->division = guess_division(s, body->side, dice);
    if (s->active == b + 1) s->brigades[b].actions = (uint8_t)(1 + pick(dice, 4));
    if (cw_is_fleeing(s, b) || (s->phase > PHASE_BEGIN && pick(dice, 2) == 0))
        body->did |= DID_ORDERED;
}

/* To any of those who are face down, with any objective. */
static void guess_adc(gg_state *s, cw_adc *adc, uint64_t hidden, gg_dice *dice)
{
    unsigned to = NOBODY, count = 0, number = 0, objectives = 0;
    for (uint64_t rest = hidden; rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        if (s->bodies[b].side == adc->side && pick(dice, (int)++count) == 0) to = b;
    }
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++)
        if (s->objectives[i].number != 0 && pick(dice, (int)++objectives) == 0) number = i + 1;
    gg_assert(to != NOBODY && number != 0);
    adc->to = (gg_unit)to;
    adc->objective = (uint8_t)number;
}

/* There are not more chits than he may use. */
static void guess_actions(gg_state *s, gg_side side)
{
    const bool sealed = s->phase != PHASE_OVER && has_hidden(s, side);
    for (int g = 0; g < GENERALS_MAX && sealed; g++) {
        cw_general *his = &s->generals[side][g];
        const bool acts = s->phase > PHASE_BEGIN && cw_is_in_play(his) && his->activated;
        if (acts) his->actions = (uint8_t)cw_number(s, N_general_actions);
    }
}

void cw_guess(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    uint64_t hidden = 0;
    *out = *view;
    for (gg_side of = GG_BLUE; of <= GG_RED; of++) {
        int light = light_units(out, of);
        if (of != side) guess_actions(out, of);
        for (unsigned b = 0; b < out->body_count; b++) {
            if (out->bodies[b].side != of || !cw_is_hidden(out, b, side)) continue;
            hidden |= gt_bit(b);
            if (cw_count(out, b) > 0) guess_brigade(out, b, &light, dice);
        }
    }
    for (int i = 0; i < ADCS_MAX && out->adcs[i].objective != 0; i++)
        if (out->adcs[i].objective == OBJECTIVE_SEALED) guess_adc(out, &out->adcs[i], hidden, dice);
}
