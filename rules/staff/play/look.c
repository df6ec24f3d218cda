/*
 * look.c - what one look at a state tells about every unit: what it could do next to each enemy,
 * and what the fights under way promise.  All its numbers are judgements.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/play/look.h"

#include <string.h>

int32_t staff_inches(gg_point one, gg_point other)
{
    const int64_t x = other.x - one.x, y = other.y - one.y;
    const uint64_t square = (uint64_t)(x * x + y * y) / ((uint64_t)INCH * INCH);
    if (square >= 65536) return (int32_t)gg_root_down(square);
    const uint32_t whole = (uint32_t)square;
    uint32_t root = 0; /* asked for every pair: bit by bit, without dividing */
    for (uint32_t bit = 128; bit > 0; bit /= 2)
        if ((root + bit) * (root + bit) <= whole) root += bit;
    return (int32_t)root;
}

/* What one casualty of it is worth. */
int staff_man_of(const gg_state *s, unsigned u)
{
    static const uint8_t men[TYPES] = {
        [TYPE_LINE_INF] = 30,  [TYPE_LIGHT_INF] = 30, [TYPE_RIFLES] = 32,    [TYPE_GUARD_INF] = 45,
        [TYPE_MILITIA] = 22,   [TYPE_WARBAND] = 26,   [TYPE_HEAVY_CAV] = 40, [TYPE_DRAGOONS] = 34,
        [TYPE_LIGHT_CAV] = 30, [TYPE_LANCERS] = 34,   [TYPE_IRREG_CAV] = 24, [TYPE_FOOT_ART] = 32,
        [TYPE_HORSE_ART] = 32, [TYPE_HEAVY_ART] = 34, [TYPE_BN_GUN] = 24,
    };
    return men[s->units[u].type];
}

/* ---- Chances, in sixths. ---- */

static int hits_on(int need) { return need < 2 ? 5 : need > 6 ? 1 : 7 - need; }

static int fails_on(int save) { return save < 2 ? 1 : save > 6 ? 6 : save - 1; }

static int save_of(const gg_state *s, unsigned u)
{
    const int form = s->units[u].formation;
    int save = staff_stat(s, u, STAT_SAVE);
    if (form == FORM_ACOL) save--;
    if (form == FORM_MCOL || form == FORM_LIMBERED) save += 2;
    return form == FORM_GARRISON ? save - 2 : save;
}

/* What it costs when casualties come: the men, and the nearer to shaken the more. */
static int hurt(const gg_state *s, const staff_looks *seen, unsigned u, int tenths)
{
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    const int dear = seen->shaken[u] ? 45 : left <= 1 ? 30 : left == 2 ? 10 : 0;
    return tenths * (staff_man_of(s, u) + dear) / 10;
}

/* ---- Fire. ---- */

int staff_shot_worth(const gg_state *s, const staff_looks *seen, unsigned u, unsigned e,
                     int32_t far)
{
    const staff_unit *it = &s->units[u], *its = &s->units[e];
    const bool guns = staff_is_guns(it);
    const int32_t range = seen->range[u];
    if (far > range || (seen->engaged >> e & 1)) return 0;
    const bool round = it->formation == FORM_SKIRM || it->formation == FORM_SQUARE
                       || it->formation == FORM_GARRISON;
    if (!round && staff_arc(s, u, seen->centre[e]) != GG_ZONE_FRONT) return 0;
    int need = 4, save = save_of(s, e), dice = seen->shots[u];
    if (far <= 6 || it->formation == FORM_SKIRM) need--;
    if (its->formation == FORM_SKIRM || its->formation == FORM_DEPLOYED
        || its->formation == FORM_GARRISON)
        need++;
    if (seen->weak[u]) need++;
    if (guns) {
        const bool mass = its->formation == FORM_ACOL || its->formation == FORM_MCOL
                          || its->formation == FORM_SQUARE || its->formation == FORM_LIMBERED;
        if (mass) need--;
        if (2 * far > range) need++;
        if (dice > 1) dice = far <= 12 ? 3 : 2 * far > range ? 1 : 2;
        save += 2 * far > range ? 1 : 2;
    }
    const int tenths = dice * hits_on(need) * fails_on(save) * 10 / 36;
    return hurt(s, seen, e, tenths) + (guns ? tenths : 0) + (far <= 6 ? dice : 0);
}

/* ---- Fights. ---- */

typedef struct blow {
    unsigned unit;
    gg_zone met;
    bool fresh;
    int cover;
} blow;

/* Casualties in tenths that one does to the other in a round. */
static int strike(const gg_state *s, const staff_looks *seen, const blow *by, const blow *on)
{
    const staff_unit *it = &s->units[by->unit];
    int need = 4;
    if (by->fresh) need--;
    if (it->status & STATUS_WON) need--;
    if (seen->weak[by->unit]) need++;
    if (it->formation == FORM_SKIRM) need++;
    if (by->met != GG_ZONE_FRONT && staff_drills[it->formation].has_flanks) need++;
    const int save = save_of(s, on->unit) - on->cover;
    return staff_combat_dice(s, by->unit) * hits_on(need) * fails_on(save) * 10 / 36;
}

/* What losing a round costs. */
static int defeat(const gg_state *s, const staff_looks *seen, unsigned u)
{
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    const int whole = staff_man_of(s, u) * (left > 0 ? left : 0) + STAFF_GONE;
    const int breaks = (seen->weak[u] ? 10 : 6) + (staff_is_guns(&s->units[u]) ? 9 : 0);
    return whole * breaks / 36 + 20 * 9 / 36;
}

/* Behind it and on either side: one each at most. */
static int supports_of(const gg_state *s, staff_looks *seen, unsigned u)
{
    if (!((seen->counted | seen->known) >> u & 1)) {
        int bits;
        staff_supports_of(s, u, &bits);
        seen->supports[u] = (uint8_t)((bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1));
        seen->known |= gt_bit(u);
    }
    seen->counted |= gt_bit(u);
    return seen->supports[u];
}

void staff_forget_supports(staff_looks *seen, uint64_t of)
{
    seen->known &= ~of;
    seen->counted &= ~of;
}

/* Who comes off better, for the first of the two; a round, and what it may lead to. */
static int fight_worth(const gg_state *s, staff_looks *seen, const blow *a, const blow *b)
{
    const int done = strike(s, seen, a, b), taken = strike(s, seen, b, a);
    int edge = done - taken;
    edge += 10 * (supports_of(s, seen, a->unit) - supports_of(s, seen, b->unit));
    const staff_unit *one = &s->units[a->unit], *two = &s->units[b->unit];
    if (two->formation == FORM_SQUARE && staff_is_horse(one)) edge -= 30;
    if (one->formation == FORM_SQUARE && staff_is_horse(two)) edge += 30;
    if (two->formation == FORM_GARRISON) edge -= 20;
    if (one->formation == FORM_GARRISON) edge += 20;
    if (a->fresh && staff_has_rule(s, a->unit, RULE_HEAVY_CAV)) edge += 20;
    if (b->fresh && staff_has_rule(s, b->unit, RULE_HEAVY_CAV)) edge -= 20;
    int wins = 50 + edge * 17 / 10; /* in hundredths */
    wins = wins < 4 ? 4 : wins > 96 ? 96 : wins;
    return hurt(s, seen, b->unit, done) - hurt(s, seen, a->unit, taken)
           + wins * defeat(s, seen, b->unit) / 100 - (100 - wins) * defeat(s, seen, a->unit) / 100;
}

/* What closing fire does to a charger. */
static int closing_worth(const gg_state *s, const staff_looks *seen, unsigned target,
                         unsigned charger)
{
    const staff_unit *it = &s->units[target];
    if (!staff_drills[it->formation].closing_fire || (it->did & DID_REACT)
        || staff_has_rule(s, target, RULE_WARBAND) || (seen->engaged >> target & 1))
        return 0;
    int dice = seen->shots[target], save = save_of(s, charger) + (staff_is_guns(it) ? 2 : 0);
    const int tenths = dice * hits_on(seen->weak[target] ? 4 : 3) * fails_on(save) * 10 / 36;
    return hurt(s, seen, charger, tenths) + dice * 4; /* and a six disorders it */
}

static bool can_evade(const gg_state *s, const staff_looks *seen, unsigned target, unsigned charger)
{
    const staff_unit *it = &s->units[target], *by = &s->units[charger];
    if (staff_is_disordered(it) || (seen->engaged >> target & 1)) return false;
    return (staff_is_horse(it) && staff_is_foot(by))
           || (it->formation == FORM_SKIRM && by->formation != FORM_SKIRM);
}

/* A charge of one at the other, met there, as things stand. */
int staff_charge_worth(const gg_state *s, staff_looks *seen, unsigned u, unsigned target,
                       gg_zone face)
{
    const bool house = s->units[target].formation == FORM_GARRISON;
    const blow by = {.unit = u, .met = GG_ZONE_FRONT, .fresh = !house};
    const blow on = {.unit = target, .met = face};
    const bool front =
        face == GG_ZONE_FRONT || !staff_drills[s->units[target].formation].has_flanks;
    const int worth =
        fight_worth(s, seen, &by, &on) - (front ? closing_worth(s, seen, target, u) : 0);
    return worth > 0 && can_evade(s, seen, target, u) ? worth / 4 : worth;
}

static int contacts_worth(const gg_state *s, staff_looks *seen, gg_side side)
{
    int worth = 0;
    for (int i = 0; i < s->contact_count; i++) {
        const staff_contact *it = &s->contacts[i];
        const unsigned a = it->a - 1u, b = it->b - 1u;
        const blow one = {a, (gg_zone)it->face_a, (s->units[a].status & STATUS_FRESH) != 0, 0};
        const blow two = {b, (gg_zone)it->face_b, (s->units[b].status & STATUS_FRESH) != 0,
                          it->cover};
        const int fight = fight_worth(s, seen, &one, &two);
        worth += s->units[a].side == side ? fight : -fight;
    }
    return worth;
}

/* The charge in hand. */
static int pending_charge(const gg_state *s, staff_looks *seen, gg_side side)
{
    if (s->charge.charger == 0 || s->charge.got_away) return 0;
    const unsigned u = s->charge.charger - 1u, target = s->charge.target - 1u;
    if (!staff_is_here(s, u) || !staff_is_here(s, target)) return 0;
    const blow by = {.unit = u, .met = GG_ZONE_FRONT, .fresh = true};
    const blow on = {.unit = target,
                     .met = (gg_zone)s->charge.face,
                     .fresh = s->charge.response == RESPONSE_COUNTER};
    const bool fires = s->charge.response == RESPONSE_FIRE
                       || (s->charge.response == RESPONSE_NONE && s->charge.face == GG_ZONE_FRONT);
    const int worth =
        fight_worth(s, seen, &by, &on) - (fires ? closing_worth(s, seen, target, u) : 0);
    return s->units[u].side == side ? worth : -worth;
}

int staff_fights_worth(const gg_state *s, staff_looks *seen, gg_side side)
{
    return contacts_worth(s, seen, side) + pending_charge(s, seen, side);
}

/* ---- The look at everybody. ---- */

/* Does the straight way between two places cross these bounds?  Asked here and there on it. */
static bool crosses(gg_point from, gg_point to, gg_bounds area)
{
    enum { PARTS = 8 };
    for (int i = 0; i <= PARTS; i++) {
        const int32_t x = from.x + (to.x - from.x) / PARTS * i;
        const int32_t y = from.y + (to.y - from.y) / PARTS * i;
        if (x > area.low.x && x < area.high.x && y > area.low.y && y < area.high.y) return true;
    }
    return false;
}

/* Is ground that it cannot go through between it and that enemy? */
bool staff_is_cut_off(const gg_state *s, unsigned u, gg_point to)
{
    for (uint64_t rest = staff_barred_to(s, u); rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        if (crosses(s->units[u].at, to, gt_area_bounds(&staff_game, &s->areas[i]))) return true;
    }
    return false;
}

bool staff_could_charge(const gg_state *s, const staff_looks *seen, unsigned u)
{
    const staff_unit *it = &s->units[u];
    return staff_drills[it->formation].charges && !seen->weak[u] && !staff_is_of_broken(s, u)
           && !(seen->engaged >> u & 1) && !staff_is_guns(it);
}

/* `charges`: a charge was weighed. */
gt_prospect staff_prospect_of(const gg_state *s, staff_looks *seen, unsigned u, unsigned e,
                              bool *charges)
{
    int32_t far = staff_inches(s->units[u].at, seen->centre[e]);
    if (far > 254) far = 254;
    const int32_t reach = staff_is_horse(&s->units[u]) ? 17 : 11;
    gt_prospect it = {.far = (uint8_t)far};
    *charges = false;
    if (far > reach && far > seen->range[u]) return it;
    if (seen->shots[u] > 0 && !(seen->engaged >> u & 1)) {
        const int fire = staff_shot_worth(s, seen, u, e, far);
        if (fire > 0) it.fire = (int16_t)fire;
    }
    if (far > reach || !staff_could_charge(s, seen, u)) return it;
    if (s->units[u].formation == FORM_SKIRM && !staff_is_guns(&s->units[e])) return it;
    if (staff_arc(s, u, seen->centre[e]) != GG_ZONE_FRONT) return it;
    const int charge = staff_charge_worth(s, seen, u, e, staff_arc(s, e, s->units[u].at));
    *charges = true;
    if (charge > 0
        && (s->units[e].formation == FORM_GARRISON || !staff_is_cut_off(s, u, seen->centre[e])))
        it.charge = (int16_t)charge;
    return it;
}

/* The ground, the options and the numbers. */
static bool is_same_ground(staff_look_notes *n, const gg_state *s)
{
    const uint32_t counts[] = {s->unit_count, s->area_count};
    const gt_part parts[] = {
        {n->counts, counts, sizeof counts},
        {n->areas, s->areas, sizeof n->areas},
        {n->options, s->options, sizeof n->options},
        {n->house, s->house, sizeof n->house},
    };
    return gt_are_noted(parts, sizeof parts / sizeof *parts, &n->is_made);
}

static void note_anew(staff_look_notes *n)
{
    memset(&n->seen, 0, sizeof n->seen);
    memset(n->rows, 0xff, sizeof n->rows); /* as nobody is */
    memset(n->bounds, 0, sizeof n->bounds);
}

/* Who stands otherwise than before, or no longer. */
static uint64_t find_changed(staff_look_notes *n, const gg_state *s)
{
    uint64_t led = 0, changed = 0;
    for (unsigned row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].there == THERE && s->commanders[row].joined != 0)
            led |= gt_bit(s->commanders[row].joined - 1u);
    for (unsigned u = 0; u < s->unit_count; u++) {
        staff_looked_row now;
        memset(&now, 0, sizeof now);
        now.unit = s->units[u];
        now.unit.did &= DID_REACT;
        now.rules = s->more[u].rules;
        now.size = s->more[u].size;
        now.casualties = s->more[u].casualties;
        now.inside = s->more[u].inside;
        now.is_led = led >> u & 1;
        now.is_broken = staff_is_of_broken(s, u);
        now.is_engaged = n->seen.engaged >> u & 1;
        if (!gt_is_noted(&n->rows[u], &now, sizeof now)) changed |= gt_bit(u);
    }
    return changed;
}

static bool are_within(const gg_bounds *a, const gg_bounds *b, int32_t range)
{
    return a->low.x - b->high.x <= range && b->low.x - a->high.x <= range
           && a->low.y - b->high.y <= range && b->low.y - a->high.y <= range;
}

/* Who has other supports now, because somebody came, went or changed beside him. */
static uint64_t supported_otherwise(staff_look_notes *n, const gg_state *s, uint64_t changed)
{
    const int32_t range = staff_number(s, N_support_range);
    staff_looks *seen = &n->seen;
    uint64_t doubtful = 0, other = 0;
    staff_forget_supports(seen, changed);
    for (uint64_t rest = changed; rest != 0;) {
        const unsigned v = (unsigned)gg_next_bit(&rest);
        const gg_bounds now = s->notes.stands[v].bounds, was = n->bounds[v];
        for (uint64_t own = seen->known & seen->here[s->units[v].side] & ~doubtful; own != 0;) {
            const unsigned u = (unsigned)gg_next_bit(&own);
            const gg_bounds *its = &s->notes.stands[u].bounds;
            if (are_within(its, &now, range) || are_within(its, &was, range)) doubtful |= gt_bit(u);
        }
        n->bounds[v] = now;
    }
    staff_forget_supports(seen, doubtful);
    while (doubtful != 0) {
        const unsigned u = (unsigned)gg_next_bit(&doubtful);
        const int before = seen->supports[u];
        if (supports_of(s, seen, u) != before) other |= gt_bit(u);
    }
    return other;
}

static void look_at_unit(const gg_state *s, staff_looks *seen, unsigned u)
{
    seen->centre[u] = staff_centre(s, u);
    seen->shaken[u] = staff_is_shaken(s, u);
    seen->weak[u] = seen->shaken[u] || staff_is_disordered(&s->units[u]);
    seen->shots[u] = (uint8_t)staff_shooting_dice(s, u);
    seen->range[u] = (int16_t)(staff_weapon_number(s, u, WEAPON_RANGE) / INCH);
}

/* What one could do to the other; `with` is the notes. */
static gt_prospect look_at_pair(const gg_state *s, void *with, unsigned u, unsigned e)
{
    staff_look_notes *n = with;
    bool charges;
    const gt_prospect it = staff_prospect_of(s, &n->seen, u, e, &charges);
    if (charges) n->meets[u] |= gt_bit(e);
    else n->meets[u] &= ~gt_bit(e);
    return it;
}

/* Looks at everybody, but not again at who stands as he did. */
staff_looks *staff_look_around(const gg_state *s, staff_look_notes *n)
{
    staff_looks *seen = &n->seen;
    if (!is_same_ground(n, s)) note_anew(n);
    seen->here[GG_BLUE] = staff_side(s, GG_BLUE), seen->here[GG_RED] = staff_side(s, GG_RED);
    seen->engaged = seen->together = 0;
    for (int i = 0; i < s->contact_count; i++)
        seen->engaged |= gt_bit(s->contacts[i].a - 1u) | gt_bit(s->contacts[i].b - 1u);
    uint64_t changed = find_changed(n, s);
    for (uint64_t rest = changed; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        n->meets[u] = 0;
        if (staff_is_here(s, u)) look_at_unit(s, seen, u);
    }
    if (changed != 0) changed |= supported_otherwise(n, s, changed);
    const gt_news news = {.state = s,
                          .bodies = s->units,
                          .here = {seen->here[GG_BLUE], seen->here[GG_RED]},
                          .changed = changed,
                          .of = look_at_pair,
                          .with = n};
    seen->counted = 0;
    seen->looked &= ~gt_note_pairs(&n->pairs, seen->best, &news);
    for (uint64_t rest = seen->here[GG_BLUE] | seen->here[GG_RED]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        n->meets[u] &= seen->here[1 - s->units[u].side];
        if (n->meets[u] != 0) seen->counted |= n->meets[u] | gt_bit(u);
    }
    return seen;
}
