/*
 * score.c - how well a side stands, for players that look one action ahead.  It decides nothing
 * in the rules; all its numbers are judgements.
 *
 * What counts: men and order on both sides, brigades near breaking, points; what fire, charges and
 * fights that are under way promise; where one's own troops stand; what an order in hand, or one
 * that could still be given, is good for.
 * SPDX-License-Identifier: MIT
 */
#include "rules/staff/play/look.h"

#include <string.h>

enum {
    WON = 1000000,
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

static int least(int a, int b) { return a < b ? a : b; }

/* ---- Units. ---- */

/* Beside its features. */
static int unit_worth(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (it->removed) return -STAFF_GONE;
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    /* Who goes back now stays in disorder (ST-1.6). */
    const bool stays = staff_is_disordered(it) && (it->status & STATUS_RETREATED);
    return staff_man_of(s, u) * (left > 0 ? left : 0) - (stays ? DISORDER : 0);
}

/* How near it wants to be to the enemy, in inches. */
static int wanted(const gg_state *s, unsigned u)
{
    const staff_unit *it = &s->units[u];
    if (staff_is_guns(it)) return it->type == TYPE_BN_GUN ? 14 : 20;
    if (staff_is_horse(it)) return 11;
    return it->formation == FORM_SKIRM ? 12 : 6;
}

static int formation_worth(const gg_state *s, const staff_looks *seen, unsigned u,
                           unsigned formation)
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
static int apart_of(const gg_state *s, const staff_looks *seen, unsigned u)
{
    const staff_unit *it = &s->units[u];
    int least_far = FAR;
    for (uint64_t rest = seen->here[it->side] & ~gt_bit(u); rest != 0;) {
        const unsigned v = (unsigned)gg_next_bit(&rest);
        if (s->units[v].division != it->division || seen->shaken[v]) continue;
        least_far = least(least_far, staff_inches(seen->centre[u], seen->centre[v]));
    }
    if (least_far == FAR || least_far <= TOGETHER) return 0;
    return least(least_far - TOGETHER, APART_MOST);
}

static bool shows_flank(const gg_state *s, const staff_looks *seen, unsigned u)
{
    return !staff_is_guns(&s->units[u]) && seen->best[u].near < 18
           && staff_arc(s, u, seen->centre[seen->best[u].nearest]) != GG_ZONE_FRONT;
}

/* Is it barred from the nearest enemy? */
static bool is_kept_off(const gg_state *s, staff_looks *seen, unsigned u)
{
    if (!(seen->looked >> u & 1)) {
        seen->looked |= gt_bit(u);
        seen->barred &= ~gt_bit(u);
        if (staff_is_cut_off(s, u, seen->centre[seen->best[u].nearest])) seen->barred |= gt_bit(u);
    }
    return seen->barred >> u & 1;
}

static int place_worth(const gg_state *s, staff_looks *seen, unsigned u)
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

static int objectives_worth(const gg_state *s, const staff_looks *seen, gg_side side)
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
            nearest = least(nearest, staff_inches(seen->centre[u], middle));
        }
        worth -= GOAL * least(nearest, 60);
    }
    return worth;
}

/* ---- Orders. ---- */

/* What entering is good for, if so many inches bring it there. */
static int entry_worth(const gg_state *s, const staff_looks *seen, unsigned u, unsigned nth,
                       int reach)
{
    const unsigned area = staff_building(s, nth);
    if (area == NOBODY || staff_garrison(s, area) != NOBODY) return 0;
    const gg_point door = middle_of(s, area);
    if (seen->shaken[u] || staff_inches(s->units[u].at, door) > reach) return 0;
    const gg_zone arc = staff_arc(s, u, door); /* near the enemy it must lie ahead (ST-R13) */
    if (seen->best[u].near <= 13 && arc != GG_ZONE_FRONT && arc != GG_ZONE_REAR) return 0;
    return (s->areas[area].value > 0 ? price_of(s, area) : 6) * 7 / 10;
}

/* How it would stand: its place, what it could do from there, and what it draws on itself beyond
 * what the enemy could do anyway.  The state and the looks are a copy in which it stands so. */
static int stand_worth(const gg_state *s, staff_looks *seen, unsigned u)
{
    const gg_side side = s->units[u].side;
    int drawn = 0;
    bool charges;
    seen->best[u] = gt_no_outlook;
    seen->looked &= ~gt_bit(u);
    seen->centre[u] = staff_centre(s, u);
    seen->shots[u] = (uint8_t)staff_shooting_dice(s, u);
    staff_forget_supports(seen, gt_bit(u));
    for (uint64_t them = seen->here[1 - side]; them != 0;) {
        const unsigned e = (unsigned)gg_next_bit(&them);
        gt_take_in(&seen->best[u], e, staff_prospect_of(s, seen, u, e, &charges));
        if (seen->shots[e] == 0 || (seen->engaged >> e & 1)) continue;
        const int fire =
            staff_shot_worth(s, seen, e, u, staff_inches(s->units[e].at, seen->centre[u]));
        if (fire > seen->best[e].fire) drawn += fire - seen->best[e].fire;
    }
    return place_worth(s, seen, u) + seen->best[u].fire + seen->best[u].charge / 3
           - drawn * CARE / 10;
}

/* A copy of the state and the looks in which one unit stands otherwise; made when first wanted. */
typedef struct thoughts {
    const gg_state *s;
    const staff_looks *now;
    uint64_t group; /* who has the same order: they go with it, and out of its way */
    bool is_made;
    gg_state there;
    staff_looks seen;
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
    const staff_looks *seen = &all->seen;
    const staff_unit *it = &s->units[u];
    staff_place to = {staff_pose(s, u), it->formation, s->more[u].inside};
    const int32_t rate = staff_rate(s, u) * 9 / 10;
    const int32_t near =
        e == seen->best[u].nearest ? seen->best[u].near : staff_inches(it->at, seen->centre[e]);
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
    staff_looks *seen = &all->seen;
    if (!is_target(all->s, target) || !staff_could_charge(there, seen, u)
        || staff_arc(there, u, seen->centre[target]) != GG_ZONE_FRONT
        || staff_inches(there->units[u].at, seen->centre[target]) > staff_rate(there, u) / INCH)
        return 0;
    const int worth =
        staff_charge_worth(there, seen, u, target, staff_arc(there, target, there->units[u].at));
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
    staff_looks *seen = &all->seen;
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
    staff_forget_supports(seen, gt_bit(u));
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
    const staff_looks *seen = all->now;
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
static int company_worth(const gg_state *s, const staff_looks *seen, unsigned row, unsigned u)
{
    if (!(seen->engaged >> u & 1)) return seen->shaken[u] || row % BRIGADES_MAX == 0 ? -10 : -2;
    if (row % BRIGADES_MAX == 0 || seen->weak[u]) return -20;
    for (unsigned other = row - row % BRIGADES_MAX; other < row; other++)
        if (s->commanders[other].there == THERE && s->commanders[other].joined == u + 1) return -20;
    return 8;
}

static int commander_worth(const gg_state *s, const staff_looks *seen, unsigned row)
{
    const staff_commander *his = &s->commanders[row];
    const gg_side side = (gg_side)(row / BRIGADES_MAX);
    if (his->there != THERE) return his->there == LOST ? -40 : 0;
    int worth = 0;
    if (row % BRIGADES_MAX == 0) { /* near those who may want a second roll (ST-R39) */
        for (unsigned other = row + 1; other % BRIGADES_MAX != 0; other++)
            if (s->commanders[other].there == THERE
                && staff_inches(his->at, s->commanders[other].at) <= 11)
                worth += 5;
    }
    for (uint64_t rest = seen->here[side]; rest != 0 && row % BRIGADES_MAX != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        if (staff_commander_row(&s->units[u]) != row) continue;
        const int far = staff_inches(his->at, seen->centre[u]);
        if (far > 11) worth -= 3 + (far - 11) / 2;
        if (seen->shaken[u] && far <= 11) worth += 6;
    }
    for (uint64_t rest = seen->here[1 - side]; rest != 0 && his->joined == 0;)
        if (staff_inches(his->at, seen->centre[gg_next_bit(&rest)]) < 8) worth -= 6;
    if (his->joined != 0) worth += company_worth(s, seen, row, his->joined - 1u);
    return worth;
}

/* ---- Features: features.def has the rows. ---- */

/* Of what everybody can count: no prospects. */
static void count_unit(const gg_state *s, const staff_looks *seen, unsigned u, int32_t *its)
{
    const staff_unit *it = &s->units[u];
    const int left = staff_stamina(s, u) - s->more[u].casualties;
    its[F_units]++;
    its[staff_is_guns(it) ? F_guns : staff_is_horse(it) ? F_horse : F_foot] += left > 0 ? left : 0;
    its[F_shaken] += seen->shaken[u];
    its[F_brittle] += left == 1;
    its[F_disorder] += staff_is_disordered(it);
}

static void count_army(const gg_state *s, const staff_looks *seen, gg_side side, int32_t *its)
{
    staff_strength of[BRIGADES_MAX];
    int units = 0, lost = 0;
    memset(its, 0, GG_FEATURES_MAX * sizeof *its);
    for (uint64_t rest = seen->here[side]; rest != 0;)
        count_unit(s, seen, (unsigned)gg_next_bit(&rest), its);
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
    its[F_points] = staff_points(s, side);
}

static int turn_limit(const gg_state *s)
{
    return s->options[OPT_turn_limit] < 1 ? 1 : s->options[OPT_turn_limit];
}

static int time_gone(const gg_state *s)
{
    const int limit = turn_limit(s);
    return 100 * (s->turn < limit ? s->turn : limit) / limit;
}

/* `fights`: what those under way promise it. */
static void count_prospects(const gg_state *s, const staff_looks *seen, gg_side side, int fights,
                            int32_t *its)
{
    enum { WITHIN = 18 }; /* inches */
    for (uint64_t rest = seen->here[side]; rest != 0;) {
        const unsigned u = (unsigned)gg_next_bit(&rest);
        its[F_fire] += seen->best[u].fire / 4;
        its[F_charges] += seen->best[u].charge / 4;
        if (seen->best[u].nearest == NOBODY || seen->shaken[u]) continue;
        its[F_way] += seen->best[u].near;
        its[F_near] += seen->best[u].near < WITHIN;
        its[F_flanks] += shows_flank(s, seen, u);
        if (s->more[u].inside != 0)
            its[F_held] += s->areas[staff_building(s, s->more[u].inside)].value;
    }
    its[F_fights] = fights > 0 ? fights / 4 : 0;
    its[F_moves] = s->active == side;
    if (its[F_points] > staff_points(s, gg_other(side))) its[F_clock] = time_gone(s);
}

int32_t staff_appraise(const gg_state *s, int32_t values[2][GG_FEATURES_MAX])
{
    staff_look_notes fresh;
    fresh.is_made = false;
    staff_looks *seen = staff_look_around(s, &fresh);
    int32_t over = time_gone(s);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        count_army(s, seen, side, values[side]);
        count_prospects(s, seen, side, staff_fights_worth(s, seen, side), values[side]);
        if (values[side][F_gone] > over) over = values[side][F_gone];
    }
    return 1024 * (over > 100 ? 100 : over) / 100;
}

/* ---- The score: weights times features, and what only players look at. ---- */

static int weigh(const int32_t *its)
{
    return -SHAKEN * its[F_shaken] - SHAKEN / 3 * its[F_brittle] - DISORDER * its[F_disorder]
           - BROKEN * its[F_broken] - CLOSE * its[F_cracking];
}

static int side_worth(const gg_state *s, staff_looks *seen, gg_side side, bool own)
{
    int worth = 0;
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (s->units[u].side != side) continue;
        worth += unit_worth(s, u);
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

/* Orders in hand, and those that he who commands could still give. */
static int orders_worth(const gg_state *s, const staff_looks *seen)
{
    thoughts all; /* large, and not always made */
    all.s = s;
    all.now = seen;
    all.group = 0;
    all.is_made = false;
    const int worth = order_worth(&all);
    if (s->commander == 0 || (s->phase != PHASE_COMMAND && s->phase != PHASE_EXECUTE)
        || (s->commanders[s->commander - 1u].did & CDID_LAST))
        return worth;
    return worth + could_order(&all, s->commander - 1u);
}

int32_t staff_score(const gg_state *s, gg_side side, void *notes, int32_t features[GG_FEATURES_MAX])
{
    staff_look_notes fresh; /* large, and not always needed */
    int32_t own[GG_FEATURES_MAX], other[GG_FEATURES_MAX];
    fresh.is_made = false;
    if (s->phase == PHASE_OVER) return s->winner == GG_NOBODY ? 0 : s->winner == side ? WON : -WON;
    staff_looks *seen = staff_look_around(s, notes == NULL ? &fresh : notes);
    const bool is_group = (s->order.units & (s->order.units - 1)) != 0;
    if (s->phase == PHASE_EXECUTE && s->order.waiting != 0 && is_group)
        seen->together = s->order.units; /* those who wait will follow */
    count_army(s, seen, side, own);
    count_army(s, seen, gg_other(side), other);
    const int fights = staff_fights_worth(s, seen, side);
    int worth = weigh(own) - weigh(other) + fights;
    worth += POINT * s->turn * (own[F_points] - other[F_points]) / turn_limit(s);
    worth += side_worth(s, seen, side, true) - side_worth(s, seen, gg_other(side), false);
    worth += objectives_worth(s, seen, side);
    if (s->active == side) worth += orders_worth(s, seen);
    if (features == NULL) return worth;
    count_prospects(s, seen, side, fights, own);
    memcpy(features, own, sizeof own);
    return worth;
}
