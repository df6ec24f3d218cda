/*
 * score.c - how well a side stands, for computer players.
 *
 * What counts for both sides: strength and steadiness, units lost and how near that brings an army
 * to breaking, ground held, fire that can be given, charges that run and charges that could be
 * made.  For the own side only: how near fresh troops are to the enemy or to ground worth having,
 * who is in command, and orders where they will be used.  Were nearness counted for both sides, it
 * would cancel out and nobody would ever advance; and what the enemy may do weighs less than what
 * the own troops may do, or two careful armies would look at each other until time is up.
 *
 * Everything is in hundredths of a point of strength.  Chances are those of two opposed dice, in
 * 36ths, with the modifiers of T8, T9 and T11 as far as they can be told before contact.
 * SPDX-License-Identifier: MIT
 */
#include "rules/lucky/play/play.h"
#include "table/notes.h"

#include <string.h>

enum {
    STRENGTH = 100, /* one point of it */
    MARKER = 60,    /* shaken, for each marker */
    DISORDER = 50,
    LEADER = 20, /* a commander, for each point of his quality */
    LOST = 300,  /* a unit that counts against its army (LG-R131) */
    ROUT = 350,
    REACTION = 90,   /* what the winner's own dice cost him on average (T13) */
    ORDER_LEFT = 30, /* an order that can still be used in M1 */
    ORDER_DUE = 17,  /* one still to be given: less than the first in a hand, more than the next */
    RUNNING = 60,    /* what a rout is worse than being rallied from it, orders and all */
    FAR = 60,        /* inches: nobody is near */
    BOLDNESS = 60,   /* for a charge that is as likely to fail as not: somebody has to begin */
    CARE = 4,        /* tenths: what the enemy may do, against what the own troops may do */
};

/* What one look at the table tells about each unit. */
typedef struct looks {
    uint64_t here[2], steady;     /* who is on the table of each side, and does not rout */
    uint64_t charging;            /* whose charges are live */
    uint64_t led[COMMANDERS_MAX]; /* by him */
    gt_here ground[UNITS_MAX];
    struct goal {
        gg_point at;
        uint64_t within;     /* who is in it */
        uint8_t area, owner; /* whose it will be at the next review: 0 nobody's, else side + 1 */
    } goals[AREAS_MAX];      /* the objectives */
    int goal_count;
    int32_t fire_reach[UNITS_MAX], charge_reach[UNITS_MAX]; /* ticks: beyond it does nothing */
    int32_t own_fire[UNITS_MAX];                            /* its advantage when it fires, */
    int32_t cover[UNITS_MAX];   /* and what is taken from that of others who fire at it */
    gt_outlook best[UNITS_MAX]; /* the best shot it may have, the best charge it may make soon */
    /* the same for all, in inches and roughly */
    int32_t gun_range, musket_range, close_range, long_range, charge_range;
} looks;

/* What was looked at in an earlier state, and what each unit could do to each enemy then. */
typedef struct look_notes {
    uint32_t is_made, counts[3];
    gt_area areas[AREAS_MAX];
    int16_t options[OPTIONS];
    int16_t house[(NUMBERS + 3) / 4 * 4];
    lg_unit units[UNITS_MAX]; /* without what they did in the turn */
    looks seen;
    gt_pairs pairs;
} look_notes;
_Static_assert(sizeof(look_notes) <= SCORE_NOTE_BYTES, "score_note_bytes");

/* How far apart, roughly: good enough for a taste. */
static int32_t ticks_between(gg_point one, gg_point other)
{
    int32_t x = one.x - other.x, y = one.y - other.y;
    x = x < 0 ? -x : x, y = y < 0 ? -y : y;
    return x > y ? x + y * 3 / 8 : y + x * 3 / 8;
}

static int32_t inches_between(gg_point one, gg_point other)
{
    return ticks_between(one, other) / INCH;
}

/* ---- Two opposed dice. ---- */

/* Of 36 throws those in which one die beats the other by this much or more. */
static int32_t throws_from(int32_t difference)
{
    static const uint8_t throws[] = {36, 35, 33, 30, 26, 21, 15, 10, 6, 3, 1};
    return difference < -5 ? 36 : difference > 5 ? 0 : throws[difference + 5];
}

/* What a lost point of strength means to it, and a further marker. */
static int32_t loss_worth(const gg_state *s, const lg_unit *unit)
{
    if (unit->strength <= 1) return STRENGTH + LOST;
    if (unit->strength != lg_number(s, N_fatigued_at) + 1) return STRENGTH;
    return STRENGTH + (unit->shaken > 0 ? LOST / 2 : 40);
}

static int32_t marker_worth(const gg_state *s, const lg_unit *unit)
{
    if (lg_is_routing(unit) || unit->shaken >= lg_shaken_limit(s, unit)) return 0;
    return MARKER + (lg_is_fatigued(s, unit) && unit->shaken == 0 ? LOST - 50 : 0);
}

/* The chance, in 36ths, that fire with this advantage leaves the target shaken (T10). */
static int32_t chance_to_shake(const gg_state *s, int32_t edge)
{
    return throws_from(lg_number(s, N_fire_shakes) - edge);
}

/* What fire does to the target on average, with so much advantage. */
static int32_t fire_worth(const gg_state *s, const lg_unit *target, int32_t edge)
{
    return (chance_to_shake(s, edge) * marker_worth(s, target)
            + throws_from(lg_number(s, N_fire_costs) - edge) * loss_worth(s, target))
           / 36;
}

/* What a combat lost by so much costs the loser (T12). */
static int32_t defeat_worth(const gg_state *s, const lg_unit *loser, const lg_unit *winner,
                            int32_t by)
{
    int32_t strength = loser->strength, routs = lg_number(s, N_rout_by);
    if (lg_is_guns(loser)) return STRENGTH * strength + LOST;
    if (by < routs && lg_is_foot(loser) && lg_is_horse(winner)) by += lg_number(s, N_cut_down_loss);
    if (by >= strength) return STRENGTH * strength + LOST;
    if (by >= routs) return STRENGTH * by + ROUT;
    return STRENGTH * by + MARKER + (strength - by <= lg_number(s, N_fatigued_at) ? LOST - 50 : 0);
}

/* What a combat is worth to the attacker on average. */
static int32_t combat_worth(const gg_state *s, const lg_unit *attacker, const lg_unit *defender,
                            int32_t edge)
{
    int32_t sum = 0;
    for (int32_t off = -5; off <= 5; off++) {
        int32_t by = edge + off, worth = -STRENGTH; /* a draw (LG-7.5) */
        if (by > 0) worth = defeat_worth(s, defender, attacker, by) - REACTION;
        if (by < 0) worth = REACTION - defeat_worth(s, attacker, defender, -by);
        sum += (6 - (off < 0 ? -off : off)) * worth;
    }
    return sum / 36;
}

/* ---- Fire. ---- */

static int32_t own_fire(const gg_state *s, const lg_unit *unit)
{
    int32_t edge = unit->shaken * lg_number(s, N_fire_shaken);
    if (unit->strength <= lg_number(s, N_weak_strength)) edge += lg_number(s, N_fire_weak);
    if (unit->quality == POOR) edge += lg_number(s, N_fire_poor);
    if (unit->quality >= VETERAN) edge += lg_number(s, N_fire_good);
    if (unit->status & STATUS_DISORDERED) edge += lg_number(s, N_fire_disordered);
    if (unit->status & STATUS_PREPARED) edge += lg_number(s, N_fire_prepared);
    else if (unit->formation == FORM_SQUARE) edge += lg_number(s, N_fire_from_square);
    if (lg_is_guns(unit))
        return edge + (unit->nation == NATION_FRENCH ? lg_number(s, N_fire_french_guns) : 0);
    if (unit->nation == NATION_BRITISH) edge += lg_number(s, N_fire_british_foot);
    return edge + (unit->formation == FORM_LINE ? lg_number(s, N_fire_volley) : 0);
}

/* Is the target before the unit, or does the unit shoot all round? */
static bool bears_on(const gg_state *s, const looks *seen, unsigned u, unsigned target)
{
    const lg_unit *unit = &s->units[u];
    if (unit->formation == FORM_SQUARE) return true;
    if (lg_is_foot(unit) && seen->ground[u].building != NOBODY) return true;
    return lg_is_in_front(s, u, s->units[target].at);
}

/* The advantage of this fire in reach and arc, or -9: it cannot be given.  Sight is not asked. */
static int32_t fire_edge(const gg_state *s, const looks *seen, unsigned u, unsigned target,
                         int32_t distance)
{
    const lg_unit *unit = &s->units[u], *its = &s->units[target];
    int32_t edge = seen->own_fire[u] - seen->cover[target];
    if (lg_is_guns(unit)) {
        if (distance <= seen->close_range) edge += lg_number(s, N_fire_foot_close);
        if (distance > seen->long_range) edge += lg_number(s, N_fire_long_range);
        if (its->formation == FORM_SQUARE) edge += lg_number(s, N_fire_on_square);
        if (its->formation == FORM_MASS) edge += lg_number(s, N_fire_on_mass);
    } else if (!lg_is_within(s, u, target, lg_length(s, N_volley_range))) {
        if (!(unit->flags & FLAG_SKIRM)
            || !lg_is_within(s, u, target, lg_length(s, N_musket_range)))
            return -9;
        if (unit->formation == FORM_LINE) edge -= lg_number(s, N_fire_volley);
        if (unit->nation != NATION_FRENCH) edge += lg_number(s, N_fire_skirmishers);
    }
    return edge > -5 && bears_on(s, seen, u, target) ? edge : -9;
}

/* ---- Charges. ---- */

static bool is_supported(const gg_state *s, unsigned u)
{
    if (s->options[OPT_support] == SUPPORT_ENGAGED) return false;
    const lg_unit *unit = &s->units[u];
    gg_box box = lg_box(s, unit->type, unit->formation);
    int32_t reach = s->options[OPT_support_dist] * HUNDREDTH + INCH;
    uint64_t near = lg_near(s, (gg_bounds){unit->at, unit->at}, reach) & ~gt_bit(u);
    for (unsigned other = gt_take(&near); other != NOBODY; other = gt_take(&near)) {
        const lg_unit *its = &s->units[other];
        if (its->side == unit->side && its->type == unit->type && its->shaken == 0
            && !(its->status & (STATUS_DISORDERED | STATUS_ROUTING))
            && gg_zone_of_point(lg_pose(unit), box, its->at) == GG_ZONE_REAR)
            return true;
    }
    return false;
}

/* What T11 gives a unit of its own. */
static int32_t own_combat(const gg_state *s, const lg_unit *unit, gt_here here, bool attacking)
{
    static const uint8_t qualities[QUALITIES] = {N_combat_poor, N_NONE, N_combat_veteran,
                                                 N_combat_elite};
    int32_t edge =
        lg_number(s, qualities[unit->quality]) + unit->shaken * lg_number(s, N_combat_shaken);
    if (unit->status & STATUS_DISORDERED) edge += lg_number(s, N_combat_disordered);
    if (unit->flags & FLAG_COSSACK) edge += lg_number(s, N_combat_cossack);
    if (!attacking && (unit->status & STATUS_PREPARED) && here.building != NOBODY)
        edge += lg_number(s, N_combat_bua);
    return edge;
}

static int32_t numbers(const gg_state *s, int32_t own, int32_t its)
{
    if (own * lg_number(s, N_two_to_one_enemy) >= its * lg_number(s, N_two_to_one_own))
        return lg_number(s, N_combat_two_to_one);
    if (own * lg_number(s, N_three_to_two_enemy) >= its * lg_number(s, N_three_to_two_own))
        return lg_number(s, N_combat_three_to_two);
    return own > its ? lg_number(s, N_combat_outnumber) : 0;
}

/* The attacker's advantage over the defender, numbers and support aside. */
static int32_t combat_edge(const gg_state *s, const looks *seen, unsigned u, unsigned target,
                           bool flank)
{
    const lg_unit *unit = &s->units[u], *its = &s->units[target];
    gt_here here = seen->ground[u], there = seen->ground[target];
    bool square = its->formation == FORM_SQUARE, open = lg_is_open(there),
         walls = there.building != NOBODY;
    int32_t edge = own_combat(s, unit, here, true) - own_combat(s, its, there, false);
    edge +=
        ((here.level > there.level) - (there.level > here.level)) * lg_number(s, N_combat_uphill);
    if (flank && !square && (!walls || lg_is_horse(its))) edge += lg_number(s, N_combat_flank);
    if (lg_is_horse(unit) && !lg_is_horse(its))
        edge += square || walls ? lg_number(s, N_combat_into_cover)
                : open          ? lg_number(s, N_combat_ride_down)
                                : -1;
    if (lg_is_foot(unit) && !lg_is_horse(its)) {
        if (open) edge += lg_number(s, N_combat_charge);
        if (square) edge += lg_number(s, N_combat_on_square);
    }
    if (lg_is_horse(its) && (unit->flags & FLAG_IMPACT)) edge += lg_number(s, N_combat_impact);
    if (lg_is_horse(unit) && (its->flags & FLAG_IMPACT)) edge -= lg_number(s, N_combat_impact);
    return edge;
}

/* Is a charger met by a counter-charge? */
static bool is_met(const gg_state *s, unsigned u)
{
    for (unsigned other = 0; other < s->unit_count; other++)
        if (s->charges[other].kind == KIND_COUNTER && lg_is_charging(s, other)
            && s->charges[other].target == u && s->units[other].shaken == 0)
            return true;
    return false;
}

/* The chance in 36ths that fire stops this charger before contact (LG-1.21): the target's, and
 * that of guns which have it before them.  Afterwards it is too late. */
static int32_t stop_chance(const gg_state *s, const looks *seen, unsigned u, unsigned target)
{
    const lg_unit *unit = &s->units[u], *its = &s->units[target];
    if (s->charges[u].kind == KIND_COUNTER) return 0;
    if (s->phase > PHASE_F1 && s->phase < PHASE_X1) return 0;
    int32_t passes = 36;
    for (unsigned other = 0; other < s->unit_count; other++) {
        const lg_unit *firer = &s->units[other];
        if (firer->side != its->side || !lg_is_on_table(s, other) || lg_is_horse(firer)) continue;
        if (other != target && (!lg_is_guns(firer) || s->phase >= PHASE_X1)) continue;
        if (lg_is_routing(firer) || firer->formation == FORM_LIMB || (firer->did & DID_NO_FIRE)
            || (firer->did & DID_SQUARE) || inches_between(firer->at, unit->at) > 14)
            continue;
        if (!bears_on(s, seen, other, u)) continue;
        int32_t edge =
            own_fire(s, firer) + (lg_is_guns(firer) ? lg_number(s, N_fire_foot_close) : 0);
        passes = passes * (36 - chance_to_shake(s, edge)) / 36;
    }
    return 36 - passes;
}

/* What all the live charges at this unit promise to those who make them. */
static int32_t charges_worth(const gg_state *s, const looks *seen, unsigned target)
{
    const lg_unit *its = &s->units[target];
    int32_t strength = 0, best = -99, missed = 36;
    unsigned lead = NOBODY, chargers = 0;
    bool supported = false;
    uint64_t rest = seen->charging;
    for (unsigned next = gt_take(&rest); next != NOBODY; next = gt_take(&rest)) {
        unsigned u = (unsigned)next;
        const lg_charge *charge = &s->charges[u];
        if (charge->target != target || s->units[u].shaken > 0 || is_met(s, u)) continue;
        int32_t stop = stop_chance(s, seen, u, target),
                edge = combat_edge(s, seen, u, target, charge->flank);
        missed = missed * stop / 36;
        strength += s->units[u].strength * (36 - stop / 2);
        supported = supported || is_supported(s, u);
        chargers++;
        if (edge <= best) continue;
        best = edge;
        lead = u;
    }
    if (lead == NOBODY) return 0;
    strength /= 36;
    if (s->options[OPT_support] != SUPPORT_BEHIND && chargers > 1) supported = true; /* LG-R145 */
    best += numbers(s, strength, its->strength) - numbers(s, its->strength, strength);
    best += (supported - is_supported(s, target)) * lg_number(s, N_combat_support);
    for (unsigned c = 0; c < s->commander_count; c++)
        if (s->commanders[c].attached == lead) best += lg_number(s, N_combat_commander);
    int32_t worth = combat_worth(s, &s->units[lead], its, best);
    return (36 - missed) * (worth + BOLDNESS) / 36;
}

/* What a charge in reach that could be made soon is worth; none that is worth nothing is made. */
static int32_t charge_threat(const gg_state *s, const looks *seen, unsigned u, unsigned target)
{
    const lg_unit *unit = &s->units[u], *its = &s->units[target];
    if (lg_is_horse(unit) && seen->ground[target].building != NOBODY) return 0;
    if (lg_is_foot(unit) && unit->formation != FORM_LINE && lg_is_foot(its)
        && lg_line_binds(s, unit) && lg_is_open(seen->ground[target]))
        return 0; /* LG-R52 */
    bool flank = !lg_is_in_front(s, target, unit->at);
    int32_t edge = combat_edge(s, seen, u, target, flank)
                   + numbers(s, unit->strength, its->strength)
                   - numbers(s, its->strength, unit->strength);
    int32_t worth = combat_worth(s, unit, its, edge);
    return worth > 0 ? worth : 0;
}

/* ---- The look. ---- */

/* What the one may do to the other, once both were looked at. */
static gt_prospect prospect_of(const gg_state *s, void *with, unsigned one, unsigned two)
{
    const looks *seen = with;
    const int32_t ticks = ticks_between(s->units[one].at, s->units[two].at);
    const bool routs = lg_is_routing(&s->units[two]); /* it frightens nobody */
    gt_prospect it = {.far = (uint8_t)(routs ? GT_FAR_OFF : ticks / INCH)};
    if (ticks < seen->fire_reach[one]) {
        const int32_t edge = fire_edge(s, seen, one, two, ticks / INCH);
        if (edge > -9) it.fire = (int16_t)fire_worth(s, &s->units[two], edge);
    }
    if (ticks < seen->charge_reach[one] && !routs)
        it.charge = (int16_t)charge_threat(s, seen, one, two);
    return it;
}

static void find_goals(const gg_state *s, looks *seen)
{
    seen->goal_count = 0;
    for (int i = 0; i < s->area_count; i++) {
        if (s->areas[i].value == 0) continue;
        seen->goals[seen->goal_count++] =
            (struct goal){.at = gt_area_middle(&lg_game, &s->areas[i]), .area = (uint8_t)i};
    }
}

/* LG-R134: who alone has steady troops in it takes it. */
static void find_owners(const gg_state *s, looks *seen)
{
    for (struct goal *it = seen->goals; it < seen->goals + seen->goal_count; it++) {
        const uint64_t there = it->within & seen->steady;
        const bool blue = (there & seen->here[GG_BLUE]) != 0,
                   red = (there & seen->here[GG_RED]) != 0;
        it->owner = blue == red ? s->areas[it->area].owner : blue ? 1 : 2;
    }
}

static int32_t inches(const gg_state *s, int row) { return lg_number(s, row) / 100; }

/* Where it is, */
static void look_where(const gg_state *s, looks *seen, unsigned u)
{
    const gt_table t = lg_table(s);
    seen->ground[u] = gt_ground_at(&t, s->units[u].at);
    for (struct goal *it = seen->goals; it < seen->goals + seen->goal_count; it++) {
        it->within &= ~gt_bit(u);
        if (gt_holds(&t, it->area, s->units[u].at)) it->within |= gt_bit(u);
    }
}

/* and what it may do to enemies at all, and they to it. */
static void look_at_unit(const gg_state *s, looks *seen, unsigned u)
{
    static const uint8_t covers[COVERS] = {N_NONE, N_target_soft, N_target_hard, N_target_fort};
    const lg_unit *unit = &s->units[u];
    bool routing = lg_is_routing(unit), guns = lg_is_guns(unit), horse = lg_is_horse(unit);
    seen->fire_reach[u] = seen->charge_reach[u] = 0;
    seen->cover[u] = lg_number(s, covers[lg_cover_of(seen->ground[u])]);
    if (unit->flags & FLAG_COSSACK) seen->cover[u] += lg_number(s, N_target_cossack);
    if (routing) return;
    if (!horse) {
        seen->own_fire[u] = own_fire(s, unit);
        seen->fire_reach[u] = ((guns ? seen->gun_range : seen->musket_range) + 1) * INCH;
    }
    if (guns || unit->shaken > 0 || lg_is_fatigued(s, unit) || unit->formation == FORM_SQUARE)
        return;
    int32_t charge = lg_rate(s, unit) / 100 + (horse ? 1 : 2);
    if (charge > seen->charge_range) charge = seen->charge_range;
    seen->charge_reach[u] = (charge + 1) * INCH;
}

/* The ground, the options and the numbers. */
static bool is_same_ground(look_notes *n, const gg_state *s)
{
    const uint32_t counts[] = {s->unit_count, s->area_count, s->year};
    const gt_part parts[] = {
        {n->counts, counts, sizeof counts},
        {n->areas, s->areas, sizeof n->areas},
        {n->options, s->options, sizeof n->options},
        {n->house, s->house, sizeof n->house},
    };
    return gt_are_noted(parts, sizeof parts / sizeof *parts, &n->is_made);
}

static void note_anew(look_notes *n, const gg_state *s)
{
    looks *seen = &n->seen;
    memset(n->units, 0xff, sizeof n->units); /* as nobody is */
    seen->gun_range = inches(s, N_gun_range) + 1;
    seen->musket_range = inches(s, N_musket_range) + 2;
    seen->close_range = inches(s, N_foot_close) + 1;
    seen->long_range = inches(s, N_long_range) + 1;
    seen->charge_range = inches(s, N_move_cavalry) + 2;
    find_goals(s, seen);
}

/* Does it stand otherwise than before?  Then it is looked at. */
static bool is_changed(const gg_state *s, look_notes *n, unsigned u)
{
    lg_unit now = s->units[u];
    now.did = 0;
    now.orders = 0;
    if (gt_is_noted(&n->units[u], &now, sizeof now)) return false;
    if (!lg_is_on_table(s, u)) return true;
    look_where(s, &n->seen, u);
    look_at_unit(s, &n->seen, u);
    return true;
}

/* Looks at everybody, but not again at who stands as he did. */
static const looks *look(const gg_state *s, look_notes *n)
{
    looks *seen = &n->seen;
    gt_news news = {.state = s, .bodies = s->units, .of = prospect_of, .with = seen};
    if (!is_same_ground(n, s)) note_anew(n, s);
    seen->charging = seen->steady = 0;
    memset(seen->led, 0, sizeof seen->led);
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (is_changed(s, n, u)) news.changed |= gt_bit(u);
        if (!lg_is_on_table(s, u)) continue;
        const lg_unit *unit = &s->units[u];
        news.here[unit->side] |= gt_bit(u);
        if (unit->division != NOBODY) seen->led[unit->division] |= gt_bit(u);
        if (!lg_is_routing(unit)) seen->steady |= gt_bit(u);
        if (lg_is_charging(s, u)) seen->charging |= gt_bit(u);
    }
    memcpy(seen->here, news.here, sizeof seen->here);
    find_owners(s, seen);
    gt_note_pairs(&n->pairs, seen->best, &news);
    return seen;
}

/* Inches to the nearest enemy that is not routing. */
static int32_t near_of(const looks *seen, unsigned u)
{
    return seen->best[u].near < FAR ? seen->best[u].near : FAR;
}

/* ---- Units. ---- */

/* A router: what it would be worth when rallied (LG-R40), and less, or nobody would be. */
static int32_t router_worth(const gg_state *s, const lg_unit *unit)
{
    int32_t worth = STRENGTH * unit->strength - MARKER * lg_shaken_limit(s, unit) - RUNNING;
    return lg_is_fatigued(s, unit) ? worth - (LOST - 50) : worth;
}

/* Beside its features. */
static int32_t unit_worth(const gg_state *s, const looks *seen, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->removed != REMOVED_NOT) return -LOST;
    if (lg_is_routing(unit)) return router_worth(s, unit);
    return -charges_worth(s, seen, u) - (lg_counts_as_lost(s, unit) ? LOST - 50 : 0);
}

/* To the nearest objective that is not one's own; 0 when there is none. */
static int32_t nearest_goal(const gg_state *s, const looks *seen, unsigned u)
{
    enum { NONE = 1000 * INCH };
    int32_t nearest = NONE;
    for (const struct goal *it = seen->goals; it < seen->goals + seen->goal_count; it++) {
        if (s->areas[it->area].burning || it->owner == s->units[u].side + 1) continue;
        int32_t ticks = ticks_between(it->at, s->units[u].at);
        if (ticks < nearest) nearest = ticks;
    }
    return nearest == NONE ? 0 : nearest / INCH;
}

/* Where one's own unit stands: fresh troops seek the enemy, tired ones leave him; and a place is
 * never better for being tired, or nobody would be rallied. */
static int32_t place_worth(const gg_state *s, const looks *seen, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    int32_t near = near_of(seen, u), worth = 0;
    bool tired = unit->shaken > 0 || lg_is_routing(unit) || lg_is_fatigued(s, unit);
    if (tired) worth -= 6 * (near < 14 ? 14 - near : 0);
    if (lg_is_guns(unit)) {
        bool ready = unit->formation == FORM_UNL;
        worth -= near > 11 ? 4 * (near - 11) : near < 6 ? 6 * (6 - near) : 0;
        bool in_range = near < seen->gun_range;
        return worth + (ready && in_range ? 10 : !ready && !in_range ? 4 : 0);
    }
    int32_t haste = s->turns == 0 ? 2 : 2 + 3 * s->turn / s->turns; /* ground counts at the end */
    worth -= 4 * near + haste * nearest_goal(s, seen, u);
    if (!tired && near < 14 && is_supported(s, u)) worth += 12;
    if (unit->formation == FORM_LINE && near > 10) worth -= 15;
    if (unit->formation == FORM_SQUARE) worth -= 20;
    if (lg_is_horse(unit) && !lg_is_open(seen->ground[u])) worth -= 24;
    return worth;
}

/* What an order on this unit is good for. */
static int32_t use_of_order(const gg_state *s, const looks *seen, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    int32_t near = near_of(seen, u), rate = lg_rate(s, unit) / 100;
    if (lg_is_routing(unit)) return 60;
    if (unit->shaken > 0) return 34;
    int32_t use = unit->status & STATUS_DISORDERED ? 20 : 0;
    if (lg_is_fatigued(s, unit)) return use;
    if (lg_is_guns(unit)) {
        if (seen->best[u].fire > 0 || near < seen->long_range) return use;
        return use + (unit->formation == FORM_LIMB ? 22 : unit->orders > 1 ? 24 : 12);
    }
    int32_t way = near - 3 < rate ? near - 3 : rate;
    if (way > 0) use += 10 + 2 * way;
    return use + seen->best[u].charge / 4;
}

/* ---- Commanders. ---- */

/* Orders on units.  In M1 whoever has acted keeps his credit, so that an order costs nothing to
 * use and only a division closed too early throws orders away (LG-R44). */
static int32_t orders_worth(const gg_state *s, const looks *seen, unsigned u)
{
    const lg_unit *unit = &s->units[u];
    if (unit->division == NOBODY) return 0;
    if (s->phase == PHASE_C4) return unit->orders > 0 ? use_of_order(s, seen, u) : 0;
    if (s->phase != PHASE_M1) return 0;
    if (unit->did & DID_ACT) return ORDER_LEFT;
    if (unit->orders == 0 || s->commanders[unit->division].closed) return 0;
    return use_of_order(s, seen, u) > 14 ? ORDER_LEFT : 0;
}

/* Orders given to a corps, as far as its divisions can hold what he will probably hand on. */
static int32_t given_worth(const gg_state *s, unsigned c)
{
    const lg_commander *his = &s->commanders[c];
    if (his->given == 0) return 0;
    int32_t room = 0;
    for (unsigned d = 0; d < s->commander_count; d++)
        if (s->commanders[d].superior == c && lg_is_present(&s->commanders[d]))
            room += lg_holding_limit(s, &s->commanders[d]) - s->commanders[d].held;
    int32_t wanted = room - (his->quality + 4) / 2 + 1; /* beside a middling roll */
    if (wanted < 1) wanted = 1;
    return 12 + 8 * (his->given < wanted ? his->given : wanted);
}

/* Orders in his hand: while they are handed down as many as his units can use, and one before all
 * where somebody runs; afterwards a reserve for rallies and answers. */
static int32_t held_worth(const gg_state *s, const looks *seen, unsigned c)
{
    const lg_commander *his = &s->commanders[c];
    if (his->held == 0) return 0;
    int32_t reserve = 14 + 5 * (his->held - 1), users = 0, urgent = 0;
    if (s->phase >= PHASE_C4) return reserve;
    for (uint64_t rest = seen->led[c]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        users += use_of_order(s, seen, u) > 14;
        if (lg_is_routing(&s->units[u])) urgent = 10;
    }
    return reserve + 10 * (his->held < users ? his->held : users) + urgent;
}

/* Who is out of the range of his orders, and whether he is where he can be ridden down. */
static int32_t post_worth(const gg_state *s, const looks *seen, unsigned c)
{
    enum { CAREFUL = 4, HANDY = 10 }; /* inches: enemies, his units */
    const lg_commander *his = &s->commanders[c];
    const gg_side enemy = gg_other(his->side);
    int32_t worth = 0;
    if (his->superior != NOBODY && lg_is_present(&s->commanders[his->superior])) {
        const lg_commander *above = &s->commanders[his->superior];
        int32_t range = lg_command_range(s, (lg_level)above->level) / INCH;
        int32_t beyond = inches_between(his->at, above->at) - range + 3;
        if (beyond > 0) worth -= 20 + beyond;
    }
    for (uint64_t rest = his->attached == NOBODY ? seen->here[enemy] : 0; rest != 0;)
        if (ticks_between(s->units[gg_next_bit(&rest)].at, his->at) < CAREFUL * INCH) worth -= 20;
    if (his->level != LEVEL_DIVISION) return worth;
    for (uint64_t rest = seen->led[c]; rest != 0;) {
        int32_t distance = inches_between(s->units[gg_next_bit(&rest)].at, his->at);
        if (distance > HANDY) worth -= 10 + (distance - HANDY);
    }
    return worth;
}

static int32_t commander_worth(const gg_state *s, const looks *seen, unsigned c, bool own)
{
    const lg_commander *his = &s->commanders[c];
    if (!lg_is_present(his)) return -60 * his->quality;
    int32_t worth = given_worth(s, c) + held_worth(s, seen, c);
    worth += ORDER_DUE * his->pool; /* so that they are given one by one, to all in turn */
    if (his->attached != NOBODY) worth -= 5;
    return own ? worth + post_worth(s, seen, c) : worth;
}

/* ---- Features: features.def has the rows. ---- */

/* Of what everybody can count: no prospects. */
static void count_unit(const gg_state *s, unsigned u, int32_t *its)
{
    static const int8_t good[QUALITIES] = {-1, 0, 1, 2};
    const lg_unit *unit = &s->units[u];
    if (lg_is_routing(unit)) {
        its[F_routing]++;
        return;
    }
    its[lg_is_guns(unit) ? F_guns : lg_is_horse(unit) ? F_horse : F_foot] += unit->strength;
    its[F_good] += good[unit->quality] * unit->strength;
    its[F_shaken] += unit->shaken;
    its[F_disorder] += (unit->status & STATUS_DISORDERED) != 0;
}

static void count_army(const gg_state *s, const looks *seen, gg_side side, int32_t *its)
{
    memset(its, 0, GG_FEATURES_MAX * sizeof *its);
    for (uint64_t rest = seen->here[side]; rest != 0;)
        count_unit(s, (unsigned)gg_next_bit(&rest), its);
    for (unsigned c = 0; c < s->commander_count; c++) {
        const lg_commander *his = &s->commanders[c];
        if (his->side != side || !lg_is_present(his)) continue;
        its[F_leaders] += his->quality;
        its[F_orders] += his->held;
    }
    for (const struct goal *it = seen->goals; it < seen->goals + seen->goal_count; it++)
        if (it->owner == side + 1) its[F_ground] += s->areas[it->area].value;
    its[F_lost] = lg_lost_units(s, side);
}

static int time_gone(const gg_state *s)
{
    return s->turns == 0 ? 0 : 100 * (s->turn < s->turns ? s->turn : s->turns) / s->turns;
}

static void count_prospects(const gg_state *s, const looks *seen, gg_side side, int32_t *its)
{
    enum { CLOSE = 10 }; /* inches */
    for (uint64_t rest = seen->here[side]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (lg_is_routing(&s->units[u])) continue;
        its[F_fire] += seen->best[u].fire / 10;
        if (!lg_is_charging(s, u)) its[F_charges] += seen->best[u].charge / 10;
        its[F_in_charge] += charges_worth(s, seen, u) / 10;
        its[F_way] += near_of(seen, u);
        if (near_of(seen, u) > CLOSE) continue;
        its[F_near]++;
        its[F_supported] += is_supported(s, u);
    }
    const int may_lose = s->start_units[side] * lg_breaks_at(s, side);
    its[F_breaking] = may_lose == 0 ? 0 : 10000 * its[F_lost] / may_lose;
    its[F_points] = lg_points(s, side);
    its[F_moves] = s->active == side;
    if (its[F_points] > lg_points(s, gg_other(side))) its[F_clock] = time_gone(s);
}

int32_t lg_appraise(const gg_state *s, int32_t values[2][GG_FEATURES_MAX])
{
    look_notes fresh;
    fresh.is_made = false;
    const looks *seen = look(s, &fresh);
    int32_t over = time_gone(s);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        count_army(s, seen, side, values[side]);
        count_prospects(s, seen, side, values[side]);
        if (values[side][F_breaking] > over) over = values[side][F_breaking];
    }
    return 1024 * (over > 100 ? 100 : over) / 100;
}

/* ---- The score: weights times features, and what only players look at. ---- */

static int32_t weigh(const gg_state *s, gg_side side, const int32_t *its)
{
    const int32_t point = 60 + (s->turns == 0 ? 0 : 120 * s->turn / s->turns);
    const int32_t start = s->start_units[side], lost = its[F_lost];
    /* The nearer to breaking, the dearer each unit that is lost (LG-12.1). */
    const int32_t breaking = start == 0 ? 0 : -400 * lost * lost / start;
    return breaking + STRENGTH * (its[F_foot] + its[F_horse] + its[F_guns]) - MARKER * its[F_shaken]
           - DISORDER * its[F_disorder] + LEADER * its[F_leaders] + point * its[F_ground];
}

int32_t lg_score(const gg_state *s, gg_side side, void *notes, int32_t features[GG_FEATURES_MAX])
{
    look_notes fresh; /* large, and not always needed */
    int32_t own_has[GG_FEATURES_MAX], other_has[GG_FEATURES_MAX];
    fresh.is_made = false;
    if (s->phase == PHASE_OVER)
        return s->winner == GG_NOBODY ? 0 : s->winner == side ? 1000000 : -1000000;
    const looks *seen = look(s, notes == NULL ? &fresh : notes);
    count_army(s, seen, side, own_has);
    count_army(s, seen, gg_other(side), other_has);
    int32_t score = weigh(s, side, own_has) - weigh(s, gg_other(side), other_has);
    for (unsigned u = 0; u < s->unit_count; u++) {
        bool own = s->units[u].side == side;
        int32_t worth = unit_worth(s, seen, u);
        score += own ? worth : -worth;
        if (!lg_is_on_table(s, u)) continue;
        if (own) score += place_worth(s, seen, u) + orders_worth(s, seen, u);
        if (lg_is_routing(&s->units[u])) continue;
        int32_t power = seen->best[u].fire + (lg_is_charging(s, u) ? 0 : seen->best[u].charge / 4);
        score += own ? power : -power * CARE / 10;
    }
    for (unsigned c = 0; c < s->commander_count; c++) {
        bool own = s->commanders[c].side == side;
        int32_t worth = commander_worth(s, seen, c, own);
        score += own ? worth : -worth;
    }
    if (features == NULL) return score;
    count_prospects(s, seen, side, own_has);
    memcpy(features, own_has, sizeof own_has);
    return score;
}
