/*
 * score.c - how well a side stands, for players that look one action ahead.  It decides nothing
 * in the rules; all its numbers are judgements.
 *
 * What counts: men and order on both sides, brigades near breaking, points; what fire, charges and
 * fights that are under way promise; where one's own troops stand; what an order in hand, or one
 * that could still be given, is good for.
 */
#include "core/judgement.h"
#include "rules/staff/play/play.h"
#include "table/watch.h"

#include <string.h>

enum {
    WON = 1000000,
    GONE = 70, /* a unit destroyed, beside its men */
    SHAKEN = 30,
    DISORDER = 12,
    BROKEN = 160,    /* a brigade, */
    CLOSE = 45,      /* and one a unit short of it */
    POINT = 9,       /* of victory, more towards the end */
    APPROACH = 4,    /* an inch nearer to the enemy */
    ASIDE = 90,      /* a unit that cannot go on: as if it were far away, or more */
    GOAL = 5,        /* an inch nearer to an objective */
    CARE = 8,        /* tenths that the enemy's fire and charges count */
    TOGETHER = 8,    /* inches from the next of its brigade, */
    APART = 2,       /* and what an inch more costs, */
    APART_MOST = 12, /* so many of them at most */
    DETOUR = 10,     /* inches more to an enemy behind ground that it cannot go through */
    IDLE = 4,        /* an order must be good for more than that */
    FAR = 999,
    NO_GOAL = 255,
};

typedef struct looks {
    uint64_t here[2], engaged;
    gg_point centre[UNITS_MAX];
    gg_box box[UNITS_MAX];
    uint8_t shots[UNITS_MAX]; /* shooting dice, */
    int16_t range[UNITS_MAX]; /* and how many inches they reach */
    bool weak[UNITS_MAX], shaken[UNITS_MAX];
    gt_outlook best[UNITS_MAX];  /* that it could do next, and who is nearest, in inches */
    uint64_t together;           /* who goes with others of its brigade: it is not left alone */
    uint64_t looked, barred;     /* whose way to the nearest enemy is known; and barred */
    uint64_t known;              /* whose supports are known, */
    uint8_t supports[UNITS_MAX]; /* and how many they are; */
    uint64_t counted;            /* for whom they were asked */
} looks;

/* All of a unit that matters to what it could do to others, and they to it. */
typedef struct looked_row {
    staff_unit unit; /* without what it did in the turn that does not matter */
    uint16_t rules;
    uint8_t size, casualties, inside;
    bool is_led : 1, is_broken : 1, is_engaged : 1;
} looked_row;
_Static_assert(sizeof(looked_row) == 36, "no hidden padding");

/* What was looked at in an earlier state and still holds: prospects of two hold while both stand
 * as they did, and have the supports that they had. */
typedef struct watch {
    uint32_t is_made, counts[2], zero;
    gt_area areas[AREAS_MAX];
    int16_t options[OPTIONS];
    int16_t house[(NUMBERS + 3) / 4 * 4];
    looked_row rows[UNITS_MAX];
    gg_bounds bounds[UNITS_MAX];
    uint64_t meets[UNITS_MAX]; /* whom it could charge: supports of both were asked for */
    looks seen;
    gt_watch pairs;
} watch;
_Static_assert(sizeof(watch) <= SCORED_BYTES, "scored_bytes");

static int32_t inches(gg_point one, gg_point other)
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

static int least(int a, int b) { return a < b ? a : b; }

/* What one casualty of it is worth. */
static int man_of(const gg_state *s, unsigned u)
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
static int hurt(const gg_state *s, const looks *seen, unsigned u, int tenths)
{
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    const int dear = seen->shaken[u] ? 45 : left <= 1 ? 30 : left == 2 ? 10 : 0;
    return tenths * (man_of(s, u) + dear) / 10;
}

/* ---- Fire. ---- */

static int shot_worth(const gg_state *s, const looks *seen, unsigned u, unsigned e, int32_t far)
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
static int strike(const gg_state *s, const looks *seen, const blow *by, const blow *on)
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
static int defeat(const gg_state *s, const looks *seen, unsigned u)
{
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    const int whole = man_of(s, u) * (left > 0 ? left : 0) + GONE;
    const int breaks = (seen->weak[u] ? 10 : 6) + (staff_is_guns(&s->units[u]) ? 9 : 0);
    return whole * breaks / 36 + 20 * 9 / 36;
}

/* Behind it and on either side: one each at most. */
static int supports_of(const gg_state *s, looks *seen, unsigned u)
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

static void forget_supports(looks *seen, uint64_t of)
{
    seen->known &= ~of;
    seen->counted &= ~of;
}

/* Who comes off better, for the first of the two; a round, and what it may lead to. */
static int fight_worth(const gg_state *s, looks *seen, const blow *a, const blow *b)
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
static int closing_worth(const gg_state *s, const looks *seen, unsigned target, unsigned charger)
{
    const staff_unit *it = &s->units[target];
    if (!staff_drills[it->formation].closing_fire || (it->did & DID_REACT)
        || staff_has_rule(s, target, RULE_WARBAND) || (seen->engaged >> target & 1))
        return 0;
    int dice = seen->shots[target], save = save_of(s, charger) + (staff_is_guns(it) ? 2 : 0);
    const int tenths = dice * hits_on(seen->weak[target] ? 4 : 3) * fails_on(save) * 10 / 36;
    return hurt(s, seen, charger, tenths) + dice * 4; /* and a six disorders it */
}

static bool can_evade(const gg_state *s, const looks *seen, unsigned target, unsigned charger)
{
    const staff_unit *it = &s->units[target], *by = &s->units[charger];
    if (staff_is_disordered(it) || (seen->engaged >> target & 1)) return false;
    return (staff_is_horse(it) && staff_is_foot(by))
           || (it->formation == FORM_SKIRM && by->formation != FORM_SKIRM);
}

/* A charge of one at the other, met there, as things stand. */
static int charge_worth(const gg_state *s, looks *seen, unsigned u, unsigned target, gg_zone face)
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

static int contacts_worth(const gg_state *s, looks *seen, gg_side side)
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
static int pending_charge(const gg_state *s, looks *seen, gg_side side)
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
static bool is_barred(const gg_state *s, unsigned u, gg_point to)
{
    for (uint64_t rest = staff_barred_to(s, u); rest != 0;) {
        const unsigned i = (unsigned)gg_next_bit(&rest);
        if (crosses(s->units[u].at, to, gt_area_bounds(&staff_game, &s->areas[i]))) return true;
    }
    return false;
}

static bool may_charge(const gg_state *s, const looks *seen, unsigned u)
{
    const staff_unit *it = &s->units[u];
    return staff_drills[it->formation].charges && !seen->weak[u] && !staff_is_of_broken(s, u)
           && !(seen->engaged >> u & 1) && !staff_is_guns(it);
}

/* `charges`: a charge was weighed. */
static gt_prospect prospect_of(const gg_state *s, looks *seen, unsigned u, unsigned e,
                               bool *charges)
{
    int32_t far = inches(s->units[u].at, seen->centre[e]);
    if (far > 254) far = 254;
    const int32_t reach = staff_is_horse(&s->units[u]) ? 17 : 11;
    gt_prospect it = {.far = (uint8_t)far};
    *charges = false;
    if (far > reach && far > seen->range[u]) return it;
    if (seen->shots[u] > 0 && !(seen->engaged >> u & 1)) {
        const int fire = shot_worth(s, seen, u, e, far);
        if (fire > 0) it.fire = (int16_t)fire;
    }
    if (far > reach || !may_charge(s, seen, u)) return it;
    if (s->units[u].formation == FORM_SKIRM && !staff_is_guns(&s->units[e])) return it;
    if (staff_arc(s, u, seen->centre[e]) != GG_ZONE_FRONT) return it;
    const int charge = charge_worth(s, seen, u, e, staff_arc(s, e, s->units[u].at));
    *charges = true;
    if (charge > 0 && (s->units[e].formation == FORM_GARRISON || !is_barred(s, u, seen->centre[e])))
        it.charge = (int16_t)charge;
    return it;
}

/* The ground, the options and the numbers. */
static bool is_same_ground(watch *w, const gg_state *s)
{
    const uint32_t counts[] = {s->unit_count, s->area_count};
    const gt_part parts[] = {
        {w->counts, counts, sizeof counts},
        {w->areas, s->areas, sizeof w->areas},
        {w->options, s->options, sizeof w->options},
        {w->house, s->house, sizeof w->house},
    };
    return gt_are_kept(parts, sizeof parts / sizeof *parts, &w->is_made);
}

static void watch_anew(watch *w)
{
    memset(&w->seen, 0, sizeof w->seen);
    memset(w->rows, 0xff, sizeof w->rows); /* as nobody is */
    memset(w->bounds, 0, sizeof w->bounds);
}

/* Who stands otherwise than before, or no longer. */
static uint64_t find_changed(watch *w, const gg_state *s)
{
    uint64_t led = 0, changed = 0;
    for (unsigned row = 0; row < COMMANDERS_MAX; row++)
        if (s->commanders[row].there == THERE && s->commanders[row].joined != 0)
            led |= gt_bit(s->commanders[row].joined - 1u);
    for (unsigned u = 0; u < s->unit_count; u++) {
        looked_row now;
        memset(&now, 0, sizeof now);
        now.unit = s->units[u];
        now.unit.did &= DID_REACT;
        now.rules = s->more[u].rules;
        now.size = s->more[u].size;
        now.casualties = s->more[u].casualties;
        now.inside = s->more[u].inside;
        now.is_led = led >> u & 1;
        now.is_broken = staff_is_of_broken(s, u);
        now.is_engaged = w->seen.engaged >> u & 1;
        if (!gt_is_kept(&w->rows[u], &now, sizeof now)) changed |= gt_bit(u);
    }
    return changed;
}

static bool are_within(const gg_bounds *a, const gg_bounds *b, int32_t range)
{
    return a->low.x - b->high.x <= range && b->low.x - a->high.x <= range
           && a->low.y - b->high.y <= range && b->low.y - a->high.y <= range;
}

/* Who has other supports now, because somebody came, went or changed beside him. */
static uint64_t supported_otherwise(watch *w, const gg_state *s, uint64_t changed)
{
    const int32_t range = staff_number(s, N_support_range);
    looks *seen = &w->seen;
    uint64_t doubtful = 0, other = 0;
    forget_supports(seen, changed);
    for (uint64_t rest = changed; rest != 0;) {
        const unsigned v = (unsigned)gg_next_bit(&rest);
        const gg_bounds now = s->notes.stands[v].bounds, was = w->bounds[v];
        for (uint64_t own = seen->known & seen->here[s->units[v].side] & ~doubtful; own != 0;) {
            const unsigned u = (unsigned)gg_next_bit(&own);
            const gg_bounds *its = &s->notes.stands[u].bounds;
            if (are_within(its, &now, range) || are_within(its, &was, range)) doubtful |= gt_bit(u);
        }
        w->bounds[v] = now;
    }
    forget_supports(seen, doubtful);
    while (doubtful != 0) {
        const unsigned u = (unsigned)gg_next_bit(&doubtful);
        const int before = seen->supports[u];
        if (supports_of(s, seen, u) != before) other |= gt_bit(u);
    }
    return other;
}

static void look_at_unit(const gg_state *s, looks *seen, unsigned u)
{
    seen->centre[u] = staff_centre(s, u);
    seen->shaken[u] = staff_is_shaken(s, u);
    seen->weak[u] = seen->shaken[u] || staff_is_disordered(&s->units[u]);
    seen->shots[u] = (uint8_t)staff_shooting_dice(s, u);
    seen->range[u] = (int16_t)(staff_weapon_number(s, u, WEAPON_RANGE) / INCH);
}

/* What one could do to the other; `with` is the watch. */
static gt_prospect look_at_pair(const gg_state *s, void *with, unsigned u, unsigned e)
{
    watch *w = with;
    bool charges;
    const gt_prospect it = prospect_of(s, &w->seen, u, e, &charges);
    if (charges) w->meets[u] |= gt_bit(e);
    else w->meets[u] &= ~gt_bit(e);
    return it;
}

/* Looks at everybody, but not again at who stands as he did. */
static looks *look(const gg_state *s, watch *w)
{
    looks *seen = &w->seen;
    if (!is_same_ground(w, s)) watch_anew(w);
    seen->here[GG_BLUE] = staff_side(s, GG_BLUE), seen->here[GG_RED] = staff_side(s, GG_RED);
    seen->engaged = seen->together = 0;
    for (int i = 0; i < s->contact_count; i++)
        seen->engaged |= gt_bit(s->contacts[i].a - 1u) | gt_bit(s->contacts[i].b - 1u);
    uint64_t changed = find_changed(w, s);
    for (uint64_t rest = changed; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        w->meets[u] = 0;
        if (staff_is_here(s, u)) look_at_unit(s, seen, u);
    }
    if (changed != 0) changed |= supported_otherwise(w, s, changed);
    const gt_news news = {.state = s,
                          .bodies = s->units,
                          .here = {seen->here[GG_BLUE], seen->here[GG_RED]},
                          .changed = changed,
                          .of = look_at_pair,
                          .with = w};
    seen->counted = 0;
    seen->looked &= ~gt_watch_on(&w->pairs, seen->best, &news);
    for (uint64_t rest = seen->here[GG_BLUE] | seen->here[GG_RED]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        w->meets[u] &= seen->here[1 - s->units[u].side];
        if (w->meets[u] != 0) seen->counted |= w->meets[u] | gt_bit(u);
    }
    return seen;
}

/* ---- Units. ---- */

static int unit_worth(const gg_state *s, const looks *seen, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (it->removed) return -GONE;
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    int worth = man_of(s, u) * (left > 0 ? left : 0);
    if (seen->shaken[u]) worth -= SHAKEN;
    else if (left == 1) worth -= SHAKEN / 3;
    if (staff_is_disordered(it)) /* who goes back now stays so (ST-1.6) */
        worth -= it->status & STATUS_RETREATED ? 2 * DISORDER : DISORDER;
    return worth;
}

/* How near it wants to be to the enemy, in inches. */
static int wanted(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (staff_is_guns(it)) return it->type == TYPE_BN_GUN ? 14 : 20;
    if (staff_is_horse(it)) return 11;
    return it->formation == FORM_SKIRM ? 12 : 6;
}

static int formation_worth(const gg_state *s, const looks *seen, unsigned u, unsigned formation)
{
    const staff_unit *it = &s->units[u];
    const int near = seen->best[u].near;
    const unsigned e = seen->best[u].nearest;
    const bool horse = e != NOBODY && near <= 20 && staff_is_horse(&s->units[e]);
    switch ((staff_formation)formation) {
    case FORM_LINE: return near <= 20 ? (staff_is_foot(it) ? 16 : 10) : 0;
    case FORM_ACOL: return near > 24 ? 5 : 2;
    case FORM_MCOL: return near > 30 ? 3 : -50;
    case FORM_SQUARE: return horse ? 8 : -30;
    case FORM_SKIRM: return s->more[u].size == SIZE_SMALL || s->more[u].size == SIZE_TINY ? 14 : 0;
    case FORM_DEPLOYED: return near <= 40 ? 24 : 0;
    case FORM_LIMBERED: return near <= 24 ? -20 : near > 40 ? 12 : 0;
    case FORM_GARRISON: return 6;
    case FORMATIONS: break;
    }
    return 0;
}

/* How far it is beyond what keeps a brigade together. */
static int apart_of(const gg_state *s, const looks *seen, unsigned u)
{
    const staff_unit *it = &s->units[u];
    int least_far = FAR;
    for (uint64_t rest = seen->here[it->side] & ~gt_bit(u); rest != 0;) {
        const unsigned v = (unsigned)gg_next_bit(&rest);
        if (s->units[v].division != it->division || seen->shaken[v]) continue;
        least_far = least(least_far, inches(seen->centre[u], seen->centre[v]));
    }
    if (least_far == FAR || least_far <= TOGETHER) return 0;
    return least(least_far - TOGETHER, APART_MOST);
}

static bool shows_flank(const gg_state *s, const looks *seen, unsigned u)
{
    return !staff_is_guns(&s->units[u]) && seen->best[u].near < 18
           && staff_arc(s, u, seen->centre[seen->best[u].nearest]) != GG_ZONE_FRONT;
}

/* Is it barred from the nearest enemy? */
static bool is_kept_off(const gg_state *s, looks *seen, unsigned u)
{
    if (!(seen->looked >> u & 1)) {
        seen->looked |= gt_bit(u);
        seen->barred &= ~gt_bit(u);
        if (is_barred(s, u, seen->centre[seen->best[u].nearest])) seen->barred |= gt_bit(u);
    }
    return seen->barred >> u & 1;
}

static int place_worth(const gg_state *s, looks *seen, unsigned u)
{
    const staff_unit *it = &s->units[u];
    const int near = seen->best[u].near;
    int worth = formation_worth(s, seen, u, it->formation);
    if (seen->best[u].nearest == NOBODY) return worth;
    if (seen->shaken[u] || staff_is_of_broken(s, u)) /* out of reach, and where it can be rallied */
        return worth - 4 * (near < 20 ? 20 - near : 0) - ASIDE;
    if (it->formation == FORM_GARRISON || (seen->engaged >> u & 1)) return worth;
    int far = near - wanted(s, u);
    if (!staff_is_guns(it) && is_kept_off(s, seen, u)) far += DETOUR;
    worth -= far > 0 ? APPROACH * least(far, 40) : staff_is_guns(it) ? -3 * far : 0;
    if (!staff_is_guns(it) && !(seen->together >> u & 1)) worth -= APART * apart_of(s, seen, u);
    return shows_flank(s, seen, u) ? worth - 14 : worth;
}

/* ---- Objectives: the nearest infantry goes for it. ---- */

/* What it is worth to hold it, the more the nearer the end. */
static int price_of(const gg_state *s, unsigned area)
{
    const int limit = s->options[OPT_turn_limit];
    return s->areas[area].value * (18 + 30 * s->turn / (limit < 1 ? 1 : limit));
}

static gg_point middle_of(const gg_state *s, unsigned area)
{
    return gt_area_middle(&staff_game, &s->areas[area]);
}

static int objectives_worth(const gg_state *s, const looks *seen, gg_side side)
{
    int worth = 0;
    for (unsigned i = 0; i < s->area_count; i++) {
        const int price = price_of(s, i);
        if (price == 0) continue;
        const unsigned holder = staff_garrison(s, i);
        if (holder != NOBODY) {
            worth += s->units[holder].side == side ? price : -price;
            if (s->units[holder].side == side) continue;
        }
        const gg_point middle = middle_of(s, i);
        int nearest = NO_GOAL;
        for (uint64_t rest = seen->here[side]; rest != 0;) {
            const unsigned u = (unsigned)gg_next_bit(&rest);
            if (!staff_is_foot(&s->units[u]) || seen->weak[u] || s->more[u].inside != 0) continue;
            nearest = least(nearest, inches(seen->centre[u], middle));
        }
        worth -= GOAL * least(nearest, 60);
    }
    return worth;
}

/* ---- Orders. ---- */

/* What entering is good for, if so many inches bring it there. */
static int entry_worth(const gg_state *s, const looks *seen, unsigned u, unsigned nth, int reach)
{
    const unsigned area = staff_building(s, nth);
    if (area == NOBODY || staff_garrison(s, area) != NOBODY) return 0;
    const gg_point door = middle_of(s, area);
    if (seen->shaken[u] || inches(s->units[u].at, door) > reach) return 0;
    const gg_zone arc = staff_arc(s, u, door); /* near the enemy it must lie ahead (ST-R13) */
    if (seen->best[u].near <= 13 && arc != GG_ZONE_FRONT && arc != GG_ZONE_REAR) return 0;
    return (s->areas[area].value > 0 ? price_of(s, area) : 6) * 7 / 10;
}

/* How it would stand: its place, what it could do from there, and what it draws on itself beyond
 * what the enemy could do anyway.  The state and the looks are a copy in which it stands so. */
static int stand_worth(const gg_state *s, looks *seen, unsigned u)
{
    const gg_side side = s->units[u].side;
    int drawn = 0;
    bool charges;
    seen->best[u] = gt_no_outlook;
    seen->looked &= ~gt_bit(u);
    seen->centre[u] = staff_centre(s, u);
    seen->shots[u] = (uint8_t)staff_shooting_dice(s, u);
    forget_supports(seen, gt_bit(u));
    for (uint64_t them = seen->here[1 - side]; them != 0;) {
        const unsigned e = (unsigned)gg_next_bit(&them);
        gt_take_in(&seen->best[u], e, prospect_of(s, seen, u, e, &charges));
        if (seen->shots[e] == 0 || (seen->engaged >> e & 1)) continue;
        const int fire = shot_worth(s, seen, e, u, inches(s->units[e].at, seen->centre[u]));
        if (fire > seen->best[e].fire) drawn += fire - seen->best[e].fire;
    }
    return place_worth(s, seen, u) + seen->best[u].fire + seen->best[u].charge / 3
           - drawn * CARE / 10;
}

/* A copy of the state and the looks in which one unit stands otherwise; made when first wanted. */
typedef struct thoughts {
    const gg_state *s;
    const looks *now;
    uint64_t group; /* who has the same order: they go with it, and out of its way */
    bool is_made;
    gg_state there;
    looks seen;
} thoughts;

static void think_again(thoughts *all, unsigned u)
{
    if (!all->is_made) {
        all->there = *all->s;
        all->seen = *all->now;
        all->seen.known = 0; /* who comes along may support others there */
        all->is_made = true;
        return;
    }
    all->there.grid = all->s->grid;
    all->there.units[u] = all->s->units[u];
    all->there.more[u] = all->s->more[u];
    all->there.notes.stands[u] = all->s->notes.stands[u];
}

/* As much of a way as is open, in quarters; the place it leaves if none is. */
static gg_point open_part(const gg_state *s, unsigned u, gg_pose to, uint64_t group)
{
    staff_mover m;
    const gg_point from = s->units[u].at;
    const int32_t bearing = gg_bearing_to(from, to.at, 10) / 10, far = gg_distance(from, to.at);
    staff_find_mover(s, u, &m);
    if (far < INCH / 2 || !staff_begin_way(&m, bearing, to.facing / 10, far)) return from;
    m.lane &= ~group;
    for (int part = 4; part > 0; part--) {
        const gg_point at = gg_along(from, bearing * 10, far * part / 4);
        if (staff_can_go(&m, (gg_pose){at, to.facing}, NOBODY, false)) return at;
    }
    return from;
}

/* Takes one step of this kind: straight to the enemy, the nearest or the target, until it is as
 * near as it wants to be, straight back, or into that formation.  The step of an order that is
 * given goes as far as it is open.  False: it cannot be taken. */
static bool take_step(thoughts *all, unsigned u, int kind, unsigned item, unsigned e, bool is_given)
{
    gg_state *s = &all->there;
    const looks *seen = &all->seen;
    const staff_unit *it = &s->units[u];
    staff_place to = {staff_pose(s, u), it->formation, s->more[u].inside};
    const int32_t rate = staff_rate(s, u) * 9 / 10;
    const int32_t near =
        e == seen->best[u].nearest ? seen->best[u].near : inches(it->at, seen->centre[e]);
    const int32_t far = (near - wanted(s, u)) * INCH;
    const int32_t bearing = gg_bearing_to(it->at, seen->centre[e], 10);
    bool goes = false;
    switch ((staff_kind)kind) {
    case ORDER_ADVANCE:
    case ORDER_CHARGE:
    case ORDER_HANDLE:
        if (staff_arc(s, u, seen->centre[e]) != GG_ZONE_FRONT && near <= 12) return false;
        if (near > 13) to.pose.facing = bearing;
        if (far > 0) to.pose.at = gg_along(it->at, bearing, far < rate ? far : rate);
        goes = true;
        break;
    case ORDER_RETREAT:
        to.pose.at = gg_along(it->at, gg_facing(it->facing * 10 + GG_HALF_TURN), rate);
        goes = true;
        break;
    case ORDER_FORM: to.formation = (uint8_t)item; break;
    case ORDER_LIMBER: to.formation = FORM_LIMBERED; break;
    case ORDER_UNLIMBER:
        to.formation = FORM_DEPLOYED; /* and it turns to the enemy */
    /* fall through */
    case ORDER_FACE: to.pose.facing = bearing; break;
    case ORDER_LEAVE: to.formation = FORM_LINE; break;
    case ORDER_ENTER:
    case ORDER_NONE:
    case ORDERS: return false;
    }
    if (is_given && goes) {
        to.pose.at = open_part(s, u, to.pose, all->group);
        if (gg_is_same_place(to.pose.at, it->at)) return false;
    } else if (is_given && kind != ORDER_LEAVE
               && (staff_box(s, u, to.formation).half == 0 /* not its formation (T9) */
                   || staff_may_stand(s, u, &to, NULL).reason != R_LEGAL)) {
        return false;
    }
    staff_think_so(s, u, &to);
    return true;
}

typedef struct errand {
    const staff_statement *said;
    int used, granted;
    unsigned target;
    bool is_given; /* not only thought of: its steps are looked at closely */
} errand;

static bool is_target(const gg_state *s, unsigned target)
{
    return target != NOBODY && staff_is_here(s, target);
}

/* What its charge from there would be good for, if it can be made. */
static int onset_worth(thoughts *all, unsigned u, unsigned target, bool is_given)
{
    const gg_state *there = &all->there;
    looks *seen = &all->seen;
    if (!is_target(all->s, target) || !may_charge(there, seen, u)
        || staff_arc(there, u, seen->centre[target]) != GG_ZONE_FRONT
        || inches(there->units[u].at, seen->centre[target]) > staff_rate(there, u) / INCH)
        return 0;
    const int worth =
        charge_worth(there, seen, u, target, staff_arc(there, target, there->units[u].at));
    staff_charge charge;
    return worth > 0 && is_given && !staff_find_charge(there, u, target, &charge) ? 0 : worth;
}

/* What moves of these kinds, from the first that is left, are good for: the best it would come to,
 * as it may halt after each. */
static int moves_worth(thoughts *all, unsigned u, const errand *go)
{
    const gg_state *s = all->s;
    if (all->now->best[u].nearest == NOBODY) return 0;
    think_again(all, u);
    gg_state *there = &all->there;
    looks *seen = &all->seen;
    seen->together = all->group;
    const staff_statement *said = go->said;
    const int last = said->count - 1, rate = staff_rate(s, u) / INCH;
    const int before = stand_worth(there, seen, u);
    int best = 0;
    for (int i = go->used; i < go->granted; i++) {
        const int kind = said->kinds[least(i, last)];
        const unsigned item = said->items[least(i, last)];
        if (i > last && kind != ORDER_CHARGE) break; /* the list is done */
        if (kind == ORDER_CHARGE && is_target(s, go->target)
            && staff_may_be_sent(there, u, go->target).reason != R_LEGAL)
            break; /* ST-T4: nor does it come nearer */
        if (kind == ORDER_LEAVE && s->more[u].inside != 0
            && price_of(s, staff_building(s, s->more[u].inside)) > 0) {
            best = 0; /* an objective is held */
            break;
        }
        int gain = 0;
        if (kind == ORDER_ENTER) gain = entry_worth(there, seen, u, item, rate - 4);
        if (gain > 0 && go->is_given && staff_can_enter(there, u, item).reason != R_LEGAL) gain = 0;
        if (kind == ORDER_CHARGE) gain = onset_worth(all, u, go->target, go->is_given);
        if (gain <= 0) {
            const bool has_target = kind == ORDER_CHARGE && is_target(s, go->target);
            const unsigned e = has_target ? go->target : seen->best[u].nearest;
            if (!take_step(all, u, kind, item, e, go->is_given) && go->is_given) break;
            gain = stand_worth(there, seen, u) - before;
        }
        if (gain - 2 * i > best) best = gain - 2 * i;
    }
    seen->best[u] = all->now->best[u];
    seen->centre[u] = all->now->centre[u], seen->shots[u] = all->now->shots[u];
    forget_supports(seen, gt_bit(u));
    think_again(all, u);
    return best * 7 / 10;
}

/* The order in hand: moves that are granted and not made. */
static int order_worth(thoughts *all)
{
    const gg_state *s = all->s;
    const staff_order *order = &s->order;
    int worth = -IDLE, nth = 0;
    if (s->phase != PHASE_EXECUTE && s->phase != PHASE_RESPOND && s->phase != PHASE_TRAVERSE
        && s->phase != PHASE_CLOSING)
        return 0;
    const bool is_group = (order->waiting & (order->waiting - 1)) != 0;
    all->group = is_group ? order->waiting : 0;
    for (uint64_t rest = order->units; rest != 0; nth++) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (!(order->waiting >> u & 1) || !staff_is_here(s, u)) continue;
        const int used = order->unit == u + 1 ? order->used : 0;
        unsigned target = NOBODY;
        if (nth < GROUP_MAX && order->statement.targets[nth] != 0)
            target = order->statement.targets[nth] - 1u;
        else if (order->statement.targets[0] != 0) target = order->statement.targets[0] - 1u;
        const errand go = {&order->statement, used, order->granted, target, true};
        worth += moves_worth(all, u, &go);
    }
    all->group = 0;
    return worth;
}

/* What he could still order, while he may: a failure throws that away. */
static int could_order(thoughts *all, unsigned row)
{
    const gg_state *s = all->s;
    const looks *seen = all->now;
    static const staff_statement on = {.count = 3,
                                       .kinds = {ORDER_ADVANCE, ORDER_ADVANCE, ORDER_ADVANCE}};
    int worth = 0;
    for (uint64_t rest = seen->here[row / BRIGADES_MAX]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        const staff_unit *it = &s->units[u];
        if (staff_commander_row(it) != row || (it->did & (DID_ORDER | DID_INITIATIVE))) continue;
        if (staff_is_disordered(it) || (seen->engaged >> u & 1)) continue;
        if (seen->shaken[u]) worth += 12;
        else if (!staff_is_guns(it) && it->formation != FORM_GARRISON)
            worth += moves_worth(all, u, &(errand){&on, 0, 1, NOBODY, false}) / 2;
    }
    return worth;
}

/* ---- Commanders. ---- */

/* A commander with a unit: in a fight one of them adds a die (ST-R37), and all go down with it. */
static int company_worth(const gg_state *s, const looks *seen, unsigned row, unsigned u)
{
    if (!(seen->engaged >> u & 1)) return seen->shaken[u] || row % BRIGADES_MAX == 0 ? -10 : -2;
    if (row % BRIGADES_MAX == 0 || seen->weak[u]) return -20;
    for (unsigned other = row - row % BRIGADES_MAX; other < row; other++)
        if (s->commanders[other].there == THERE && s->commanders[other].joined == u + 1) return -20;
    return 8;
}

static int commander_worth(const gg_state *s, const looks *seen, unsigned row)
{
    const staff_commander *his = &s->commanders[row];
    const gg_side side = (gg_side)(row / BRIGADES_MAX);
    if (his->there != THERE) return his->there == LOST ? -40 : 0;
    int worth = 0;
    if (row % BRIGADES_MAX == 0) { /* near those who may want a second roll (ST-R39) */
        for (unsigned other = row + 1; other % BRIGADES_MAX != 0; other++)
            if (s->commanders[other].there == THERE
                && inches(his->at, s->commanders[other].at) <= 11)
                worth += 5;
    }
    for (uint64_t rest = seen->here[side]; rest != 0 && row % BRIGADES_MAX != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (staff_commander_row(&s->units[u]) != row) continue;
        const int far = inches(his->at, seen->centre[u]);
        if (far > 11) worth -= 3 + (far - 11) / 2;
        if (seen->shaken[u] && far <= 11) worth += 6;
    }
    for (uint64_t rest = seen->here[1 - side]; rest != 0 && his->joined == 0;)
        if (inches(his->at, seen->centre[gg_next_bit(&rest)]) < 8) worth -= 6;
    if (his->joined != 0) worth += company_worth(s, seen, row, his->joined - 1u);
    return worth;
}

/* ---- All of it. ---- */

static int brigades_worth(const gg_state *s, gg_side side)
{
    staff_strength of[BRIGADES_MAX];
    int worth = 0;
    staff_brigade_strengths(s, side, of);
    for (unsigned i = 1; i < BRIGADES_MAX; i++) {
        const int all = of[i].all, gone = of[i].gone;
        if (all == 0) continue;
        const bool broken = staff_breaks_brigade(s, side, gone, all);
        if (broken) worth -= BROKEN;
        else if (staff_breaks_brigade(s, side, gone + 1, all)) worth -= CLOSE;
    }
    return worth;
}

static int side_worth(const gg_state *s, looks *seen, gg_side side, bool own)
{
    int worth = brigades_worth(s, side);
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != side) continue;
        worth += unit_worth(s, seen, u);
        if (s->units[u].removed) continue;
        const int power = seen->best[u].fire + seen->best[u].charge / 3;
        worth += own ? power + place_worth(s, seen, u) : power * CARE / 10;
    }
    for (unsigned row = side * (unsigned)BRIGADES_MAX; row < (side + 1u) * BRIGADES_MAX; row++) {
        if (own) worth += commander_worth(s, seen, row);
        else worth -= s->commanders[row].there == LOST ? 40 : 0;
    }
    return worth;
}

int32_t staff_score(const gg_state *s, gg_side side, void *scored,
                    int32_t features[GG_FEATURES_MAX])
{
    if (features != NULL) gg_own_features(&staff_rules, s, side, features);
    watch fresh; /* large, and not always needed */
    fresh.is_made = false;
    if (s->phase == PHASE_OVER) return s->winner == GG_NOBODY ? 0 : s->winner == side ? WON : -WON;
    looks *seen = look(s, scored == NULL ? &fresh : scored);
    const bool is_group = (s->order.units & (s->order.units - 1)) != 0;
    if (s->phase == PHASE_EXECUTE && s->order.waiting != 0 && is_group)
        seen->together = s->order.units; /* those who wait will follow */
    int worth = side_worth(s, seen, side, true) - side_worth(s, seen, gg_other(side), false);
    worth += contacts_worth(s, seen, side) + pending_charge(s, seen, side);
    worth += objectives_worth(s, seen, side);
    const int limit = s->options[OPT_turn_limit] < 1 ? 1 : s->options[OPT_turn_limit];
    worth += POINT * s->turn * (staff_points(s, side) - staff_points(s, gg_other(side))) / limit;
    if (s->active == side) {
        thoughts all; /* large, and not always made */
        all.s = s;
        all.now = seen;
        all.group = 0;
        all.is_made = false;
        worth += order_worth(&all);
        if (s->commander != 0 && (s->phase == PHASE_COMMAND || s->phase == PHASE_EXECUTE)
            && !(s->commanders[s->commander - 1u].did & CDID_LAST))
            worth += could_order(&all, s->commander - 1u);
    }
    return worth;
}

/* ---- What a win is made of, for core/judgement.h: features.def has the rows. ---- */

static void appraise_unit(const gg_state *s, const looks *seen, unsigned u, int32_t *its)
{
    enum { WITHIN = 18 }; /* inches */
    const staff_unit *it = &s->units[u];
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    its[F_units]++;
    its[staff_is_guns(it) ? F_guns : staff_is_horse(it) ? F_horse : F_foot] += left > 0 ? left : 0;
    its[F_shaken] += seen->shaken[u];
    its[F_brittle] += left == 1;
    its[F_disorder] += staff_is_disordered(it);
    its[F_fire] += seen->best[u].fire / 4;
    its[F_charges] += seen->best[u].charge / 4;
    if (seen->best[u].nearest == NOBODY || seen->shaken[u]) return;
    its[F_way] += seen->best[u].near;
    its[F_near] += seen->best[u].near < WITHIN;
    its[F_flanks] += shows_flank(s, seen, u);
    if (s->more[u].inside != 0) its[F_held] += s->areas[staff_building(s, s->more[u].inside)].value;
}

static void appraise_brigades(const gg_state *s, gg_side side, int32_t *its)
{
    staff_strength of[BRIGADES_MAX];
    int units = 0, lost = 0;
    staff_brigade_strengths(s, side, of);
    for (unsigned i = 1; i < BRIGADES_MAX; i++) {
        const int all = of[i].all, gone = of[i].gone;
        its[F_leaders] += s->commanders[side * (unsigned)BRIGADES_MAX + i].there == THERE;
        if (all == 0) continue;
        units += all, lost += gone;
        const bool broken = staff_breaks_brigade(s, side, gone, all);
        its[F_broken] += broken;
        its[F_cracking] += !broken && staff_breaks_brigade(s, side, gone + 1, all);
    }
    its[F_gone] = units == 0 ? 0 : 100 * lost / units;
}

int32_t staff_appraise(const gg_state *s, int32_t values[2][GG_FEATURES_MAX])
{
    watch fresh;
    fresh.is_made = false;
    looks *seen = look(s, &fresh);
    memset(values, 0, 2 * sizeof values[0]);
    for (unsigned u = 0; u < s->unit_count; u++)
        if (!s->units[u].removed) appraise_unit(s, seen, u, values[s->units[u].side]);
    int32_t over = 0;
    const int limit = s->options[OPT_turn_limit] < 1 ? 1 : s->options[OPT_turn_limit];
    const int gone = 100 * (s->turn < limit ? s->turn : limit) / limit;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        appraise_brigades(s, side, values[side]);
        values[side][F_points] = staff_points(s, side);
        values[side][F_moves] = s->active == side;
        if (values[side][F_gone] > over) over = values[side][F_gone];
    }
    const int fights = contacts_worth(s, seen, GG_BLUE) + pending_charge(s, seen, GG_BLUE);
    values[fights > 0 ? GG_BLUE : GG_RED][F_fights] = gg_size_of(fights) / 4;
    const int lead = values[GG_BLUE][F_points] - values[GG_RED][F_points];
    if (lead != 0) values[lead > 0 ? GG_BLUE : GG_RED][F_clock] = gone;
    over = gone > over ? gone : over;
    return 1024 * (over > 100 ? 100 : over) / 100;
}
