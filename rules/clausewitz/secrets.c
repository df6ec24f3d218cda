/*
 * secrets.c - fog of war (chapter 27): what a side may know of the other's Brigades, and what may
 * be so.  Place, facing, width, number of bases and flight are open; what the bases are, their
 * dice, formations, morale, actions and Division are not, until the Brigade is revealed (CW-R96).
 * All that depends on them happens within 28 cm, and there a Brigade is revealed.
 */
#include "clausewitz.h"

#include <string.h>

bool cw_is_hidden(const gg_state *s, unsigned b, gg_side from)
{
    return s->options[OPT_fog] && s->phase != PHASE_OVER && b < s->body_count
           && s->bodies[b].side != from && !(s->bodies[b].did & DID_REVEALED);
}

/* What a hidden Brigade is told to do, and how it is set up, stays its side's own. */
bool cw_is_secret(const gg_state *s)
{
    if (!s->options[OPT_fog]) return false;
    if (s->phase == PHASE_DEPLOY) return true;
    return s->phase == PHASE_ACTIVATE && s->active != 0
           && !(s->bodies[s->active - 1].did & DID_REVEALED);
}

void cw_reveal(gg_state *s, unsigned b, gg_log *log)
{
    if (!s->options[OPT_fog] || (s->bodies[b].did & DID_REVEALED)) return;
    s->bodies[b].did |= DID_REVEALED;
    cw_say(log, GG_STATUS, S_REVEALED, (gg_unit)b, GG_NO_UNIT);
}

/* ---- Views. ---- */

static void blank(gg_state *s, unsigned b)
{
    gt_body *body = &s->bodies[b];
    for (int slot = 0; slot < SLOTS; slot++) s->units[b][slot] = (cw_unit){.type = TYPE_HIDDEN};
    memset(s->names.brigades[b], 0, sizeof s->names.brigades[b]);
    body->division = 0;
    body->start = body->shaken = body->orders = body->type = body->flags = 0;
    body->did &= (uint16_t)~DID_BRAVE;
}

void cw_view(const gg_state *s, gg_side side, gg_state *out)
{
    *out = *s;
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_hidden(s, b, side)) blank(out, b);
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
    case S_SKIRMISHERS_OUT:
    case S_ATTACHES:
    case S_LEAVES:
    case S_DISPERSES:
    case S_SURRENDERS:
    case S_WITHDRAWS:
    case S_FLEES:
    case S_REVEALED:
    case S_SENDS_ADC:
    case S_ADC_RIDES:
    case S_ADC_ARRIVES:
    case S_ADC_CAPTURED:
    case S_ADC_LOST: return true;
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

/* Events from `first` on, by who was hidden before them. */
void cw_hide_events(const gg_state *s, uint64_t hidden, gg_log *log, uint32_t first)
{
    for (uint32_t i = first; log != NULL && hidden != 0 && i < log->count; i++) {
        gg_event *event = &log->events[i];
        const gg_unit about[2] = {event->who, event->whom};
        if (event->kind != GG_ROLL && is_visible((cw_saying)event->saying)) continue;
        for (int n = 0; n < 2; n++)
            if (about[n] < BRIGADES_MAX && (hidden >> about[n] & 1))
                event->seen_by &= (gg_sides)(1u << s->bodies[about[n]].side);
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
    body->start = body->strength;
    body->division = guess_division(s, body->side, dice);
    if (s->active == b + 1) body->orders = (uint8_t)(1 + pick(dice, 4));
}

void cw_guess(const gg_state *view, gg_side side, gg_dice *dice, gg_state *out)
{
    *out = *view;
    for (gg_side of = GG_BLUE; of <= GG_RED; of++) {
        int light = light_units(out, of);
        for (unsigned b = 0; b < out->body_count; b++)
            if (out->bodies[b].side == of && cw_is_hidden(out, b, side) && cw_count(out, b) > 0)
                guess_brigade(out, b, &light, dice);
    }
}
