/*
 * score.c - how well a side stands, for players.  It decides nothing in the rules; all its numbers
 * are judgements.
 * SPDX-License-Identifier: MIT
 */
#include "rules/clausewitz/play/play.h"

#include <string.h>

enum {
    WORTH_POINT = 400,
    WORTH_DIE = 30,
    WORTH_HIT = 14,
    WORTH_WHOLE = 40,    /* a Brigade that is no skirmish Brigade */
    WORTH_FLEEING = 240, /* more than what coming near it promised, or nobody would go in */
    WORTH_GOING = 40,    /* a prize for which a Brigade spends its actions */
    FAR_AWAY = 400 * CM
};

/* What one look at the table tells of all Brigades: asked again and again. */
typedef struct looks {
    uint64_t here[2], standing[2]; /* of each side */
    uint64_t divisions[2][DIVISIONS];
    uint64_t guns;                  /* who has nothing else */
    uint64_t told[OBJECTIVES_MAX];  /* whose objective it is, its Division's if it has none */
    uint64_t about[OBJECTIVES_MAX]; /* who is near enough to hold it, */
    uint8_t asked;                  /* where that was asked: bit n, row n */
} looks;

static looks look(const gg_state *s)
{
    looks seen = {.here = {0, 0}};
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b)) continue;
        const int objective = cw_objective_of(s, b), side = s->bodies[b].side;
        seen.here[side] |= gt_bit(b);
        seen.divisions[side][s->bodies[b].division] |= gt_bit(b);
        if (!cw_is_fleeing(s, b)) seen.standing[side] |= gt_bit(b);
        if (cw_all(s, b, cw_is_guns)) seen.guns |= gt_bit(b);
        if (objective != 0) seen.told[objective - 1] |= gt_bit(b);
    }
    return seen;
}

static uint64_t about(const gg_state *s, looks *seen, unsigned objective)
{
    if (!(seen->asked >> objective & 1)) seen->about[objective] = cw_about(s, objective);
    seen->asked |= (uint8_t)(1u << objective);
    return seen->about[objective];
}

/* CW-R116: what those who are face down were told to take is their side's own. */
static bool enemy_holds(const gg_state *s, looks *seen, unsigned b, unsigned objective)
{
    return cw_holds(s, objective, gg_other((gg_side)s->bodies[b].side), true,
                    about(s, seen, objective) & ~cw_hidden_set(s));
}

/* Those of its side, without it. */
static uint64_t others_of(const gg_state *s, const looks *seen, unsigned b)
{
    return seen->here[s->bodies[b].side] & ~gt_bit(b);
}

static bool is_guns(const looks *seen, unsigned b) { return seen->guns >> b & 1; }

/* How far it is to the nearest of these, the lowest on ties; FAR_AWAY, and nobody: to none. */
static int32_t nearest_of(const gg_state *s, uint64_t among, gg_point from, unsigned *whom)
{
    int64_t least = INT64_MAX;
    while (among != 0) {
        const unsigned b = (unsigned)gg_next_bit(&among);
        const int64_t x = s->bodies[b].at.x - from.x, y = s->bodies[b].at.y - from.y;
        if (x * x + y * y < least) least = x * x + y * y, *whom = b;
    }
    return least == INT64_MAX ? FAR_AWAY : (int32_t)gg_root_up((uint64_t)least);
}

static int32_t nearest_enemy(const gg_state *s, const looks *seen, unsigned b, unsigned *whom)
{
    return nearest_of(s, seen->standing[1 - s->bodies[b].side], s->bodies[b].at, whom);
}

static int dice_of(const gg_state *s, unsigned b)
{
    int dice = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        dice += s->units[b][slot].type == TYPE_HIDDEN ? 4 : s->units[b][slot].dice;
    return dice;
}

/* What a Brigade is worth as it stands, beside its features; of one that flees none are counted. */
static int32_t worth_of(const gg_state *s, unsigned b)
{
    const int over = s->units[b][0].type == TYPE_HIDDEN ? 0 : cw_needed(s, b) - 5;
    const int32_t shaken = over > 0 ? -10 * over : 0; /* a shaken Brigade soon runs */
    if (!cw_is_fleeing(s, b)) return shaken;
    const int32_t whole = s->bodies[b].flags & FLAG_SKIRMISH ? 0 : WORTH_WHOLE;
    return shaken + whole + WORTH_DIE * dice_of(s, b) - WORTH_HIT * s->brigades[b].hits
           - WORTH_FLEEING;
}

/* Does another Brigade of its side hold this objective, so that it can be spared? */
static bool is_spared(const gg_state *s, looks *seen, unsigned b, unsigned objective)
{
    return (others_of(s, seen, b) & seen->told[objective] & about(s, seen, objective)) != 0;
}

/* Has somebody of the side but this one been told to take it? */
static bool is_assigned(const gg_state *s, gg_side side, unsigned number, unsigned but)
{
    for (int division = 0; division < DIVISIONS; division++)
        if (s->division_objective[side][division] == number) return true;
    for (unsigned b = 0; b < s->body_count; b++)
        if (b != but && cw_is_here(s, b) && s->bodies[b].side == side
            && s->brigades[b].objective == number)
            return true;
    return false;
}

/* The Brigades of one objective stand abreast, so that they do not bar each other's way: the first
 * on it, the others to the left and right of it and a little ahead, guns behind it.  Who is about
 * it comes before who is on his way. */
static int rank_of(const gg_state *s, const looks *seen, unsigned b, unsigned objective)
{
    enum { ABOUT = 20 * CM };
    const gg_point at = s->objectives[objective].at;
    const bool away = gg_is_farther(s->bodies[b].at, at, ABOUT);
    const uint64_t alike = is_guns(seen, b) ? seen->guns : ~seen->guns;
    int rank = 0;
    for (uint64_t rest = others_of(s, seen, b) & seen->standing[s->bodies[b].side]
                         & seen->told[objective] & alike;
         rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (s->bodies[other].flags & FLAG_SKIRMISH) continue;
        const bool its_away = gg_is_farther(s->bodies[other].at, at, ABOUT);
        rank += its_away == away ? other < b : away;
    }
    return rank;
}

static gg_point place_about(const gg_state *s, const looks *seen, unsigned b, gg_point at, int rank)
{
    enum { ASIDE = 13 * CM, AHEAD = 2 * CM, BEHIND = 10 * CM };
    const int32_t ahead = s->bodies[b].side == GG_BLUE ? 1 : -1;
    const int32_t aside = (rank % 2 == 0 ? 1 : -1) * ((rank + 1) / 2) * ASIDE;
    const int32_t deep = is_guns(seen, b) ? -BEHIND : rank > 0 ? AHEAD : 0;
    gg_point to = {at.x + aside, at.y + ahead * deep};
    if (to.x < ASIDE / 2 || to.x > s->width - ASIDE / 2) to.x = at.x;
    if (to.y < 0 || to.y > s->height) to.y = at.y;
    return to;
}

/* Where a Brigade is to go, how far that is, and what it is worth to be so near. */
typedef struct errand {
    gg_point goal;
    int32_t far, worth;
    bool holds; /* it is to hold its objective, and does */
} errand;

/* To an objective that nobody of its side sees to, for its own is held without it or has enough:
 * first to one that brings the enemy points, for who stands there, told or not, takes them away
 * (CW-R83); the next one to spare to the next of them.  The worth of that is no less than it was
 * for its own, wherever it stands. */
static bool go_farther(const gg_state *s, looks *seen, unsigned b, const cw_objective *own,
                       int rank, errand *out)
{
    int32_t costs[OBJECTIVES_MAX];
    int count = 0;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        costs[i] = INT32_MAX;
        if (it->number == 0 || is_assigned(s, s->bodies[b].side, it->number, NOBODY)) continue;
        costs[i] = gg_distance(own->at, it->at) + (enemy_holds(s, seen, b, i) ? 0 : FAR_AWAY);
        count++;
    }
    for (int nth = count == 0 ? -1 : (rank - 1) % count; nth >= 0; nth--) {
        unsigned least = 0;
        for (unsigned i = 1; i < OBJECTIVES_MAX; i++)
            if (costs[i] < costs[least]) least = i;
        costs[least] = INT32_MAX;
        if (nth > 0) continue;
        const cw_objective *it = &s->objectives[least];
        const gg_point goal = place_about(s, seen, b, it->at, (rank - 1) / count);
        const int32_t far = gg_distance(s->bodies[b].at, goal);
        *out =
            (errand){.goal = goal, .far = far, .worth = (gg_distance(own->at, it->at) - far) / 100};
    }
    return count > 0;
}

/* A friend that stands in the way is passed on the side that is nearer: columns that queue behind
 * one another never arrive. */
static errand go_round(const gg_state *s, const looks *seen, unsigned b, errand way)
{
    enum { ABREAST = 9 * CM, NEXT = 20 * CM, ASIDE = 13 * CM };
    const gg_point own = s->bodies[b].at;
    const gg_pose line = {own, gg_bearing_to(own, way.goal, 1)};
    gg_point nearest = {0, NEXT};
    for (uint64_t rest = others_of(s, seen, b); rest != 0;) {
        const gg_point at = gg_to_local(line, s->bodies[gg_next_bit(&rest)].at);
        const int32_t aside = gg_size_of(at.x);
        if (at.y > 0 && at.y < nearest.y && at.y < way.far && aside < ABREAST) nearest = at;
    }
    if (nearest.y == NEXT) return way;
    gg_point by = {nearest.x + (nearest.x > 0 ? -ASIDE : ASIDE), nearest.y};
    if (!cw_is_on_table_place(s, gg_to_world(line, by)))
        by.x = nearest.x + (nearest.x > 0 ? ASIDE : -ASIDE);
    by = gg_to_world(line, by);
    const int32_t far = gg_distance(own, by) + gg_distance(by, way.goal);
    return (errand){.goal = by, .far = far, .worth = way.worth - (far - way.far) / 150};
}

static errand errand_of(const gg_state *s, looks *seen, unsigned b)
{
    enum { ENOUGH = 1 }; /* so many beside the first see to one objective */
    const int own = cw_objective_of(s, b);
    errand out = {.goal = s->bodies[b].at, .far = FAR_AWAY};
    if (own == 0) {
        for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
            const cw_objective *it = &s->objectives[i];
            const int32_t far = gg_distance(s->bodies[b].at, it->at);
            if (it->number == 0 || far >= out.far) continue;
            out = (errand){.goal = it->at, .far = far, .worth = -far / 100};
        }
        return out;
    }
    const unsigned nth = (unsigned)own - 1;
    const cw_objective *it = &s->objectives[nth];
    const int rank = rank_of(s, seen, b, nth);
    const bool guns = is_guns(seen, b);
    if (rank > 0 && !guns && (rank > ENOUGH || is_spared(s, seen, b, nth))
        && go_farther(s, seen, b, it, rank, &out))
        return go_round(s, seen, b, out);
    out.goal = place_about(s, seen, b, it->at, rank);
    out.far = gg_distance(s->bodies[b].at, out.goal);
    if (rank == 0 && !guns && (about(s, seen, nth) >> b & 1)) out.far = 0, out.holds = true;
    out.worth = -out.far / 100;
    return out.holds ? out : go_round(s, seen, b, out);
}

gg_point cw_goal_of(const gg_state *s, unsigned b)
{
    looks seen = look(s);
    return errand_of(s, &seen, b).goal;
}

/* Can this Brigade meet who comes at it with a counter charge (CW-R64)?  Then it pushes him. */
static bool may_counter(const gg_state *s, const looks *seen, unsigned b, unsigned who)
{
    enum { ABREAST = 6 * CM, SHAKEN = 7 };
    if (s->brigades[b].actions == 0 || (s->bodies[b].did & DID_LIMITED) || is_guns(seen, b)
        || cw_any_form(s, b, FORM_SQUARE) || cw_any_form(s, b, FORM_UNLIMBERED))
        return false;
    if (s->units[b][0].type != TYPE_HIDDEN && cw_needed(s, b) >= SHAKEN) return false;
    const gg_point at = gg_to_local(cw_pose(s, b), s->bodies[who].at);
    return at.y > 0 && at.x > -ABREAST && at.x < ABREAST;
}

/* The hits to expect of its dice in a combat, in sixths: by the arm it meets, with so much added to
 * each die. */
static int32_t blows_of(const gg_state *s, unsigned b, unsigned enemy, int added)
{
    enum { UNKNOWN_DICE = 4, UNKNOWN_NEED = 5, EASIEST = 2 };
    const bool horse = cw_any(s, enemy, cw_is_mounted);
    int32_t sixths = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        const bool hidden = u->type == TYPE_HIDDEN;
        const int dice = hidden ? UNKNOWN_DICE : cw_is_guns(u) ? (u->dice + 1) / 2 : u->dice;
        const int need = (hidden ? UNKNOWN_NEED : horse ? u->horse : u->foot) - added;
        sixths += dice * (need > 6 ? 0 : need < EASIEST ? 5 : 7 - need);
    }
    return sixths;
}

/* By how much it gives more than it takes when it comes into contact with this enemy. */
static int32_t blows_won(const gg_state *s, unsigned b, unsigned enemy)
{
    const gg_point at = gg_to_local(cw_pose(s, enemy), s->bodies[b].at);
    const bool flank = at.y < 0 && !cw_any_form(s, enemy, FORM_SQUARE);
    const bool village = cw_in_ground(s, cw_base_middle(s, enemy, 0), GROUND_VILLAGE);
    return blows_of(s, b, enemy, flank) - blows_of(s, enemy, b, village);
}

/* What going in at this enemy may bring.  Foot that comes into contact with foot in the open pushes
 * it, whoever is the stronger, unless it is met with a counter charge: a side that loses as things
 * stand dares it all the same.  Else dice tell.  Who is badly shaken stays away. */
static int32_t prize_of(const gg_state *s, const looks *seen, unsigned b, unsigned enemy,
                        gg_point goal, bool presses)
{
    enum { ABOUT_GOAL = 8 * CM, SHAKEN = 7, PUSH = 120, PUSH_OUT = 60, WON = 20, MOST = 120 };
    const bool horse = cw_any(s, b, cw_is_mounted), its_horse = cw_any(s, enemy, cw_is_mounted);
    if (is_guns(seen, b) || cw_needed(s, b) >= SHAKEN) return 0;
    if (horse && cw_any_form(s, enemy, FORM_SQUARE)) return 0;
    int32_t prize = s->bodies[b].flags & FLAG_SKIRMISH ? PUSH_OUT : PUSH;
    if (horse || its_horse || cw_in_class(s, cw_base_middle(s, enemy, 0), DIFFICULT)) {
        const int32_t won = blows_won(s, b, enemy);
        prize = won <= 0 ? 0 : WON + 5 * won < MOST ? WON + 5 * won : MOST;
    }
    if (may_counter(s, seen, enemy, b)) prize /= presses ? 2 : 4;
    if (!gg_is_farther(s->bodies[enemy].at, goal, ABOUT_GOAL)) prize += prize / 2;
    return prize;
}

/* Nearer is better for who wants to go in; near, with nothing left to answer with, is not. */
static int32_t closing_score(const gg_state *s, unsigned b, unsigned enemy, int32_t far,
                             int32_t prize, bool presses)
{
    enum { NEAR = 14 * CM, CHARGE = 28 * CM, EXPOSED = 12 * CM };
    const int32_t from = cw_all(s, b, cw_is_cavalry) ? CHARGE : NEAR;
    int32_t score = 0;
    if (far < from) score += prize * (from - far) / from;
    if (far < EXPOSED && s->brigades[b].actions == 0)
        score -= presses || (s->bodies[enemy].did & DID_ORDERED && s->brigades[enemy].actions == 0)
                     ? 10
                     : 40;
    return score;
}

/* Columns march, lines shoot, squares stand against horse; guns are drawn where they are to go and
 * stand ready where the enemy is in reach. */
static int32_t formation_score(const gg_state *s, unsigned b, int32_t enemy, int32_t far,
                               int32_t prize)
{
    int32_t score = 0;
    const bool near = enemy<18 * CM, goes = far> 6 * CM;
    bool horse = false, foot = false;
    int columns = 0, lines = 0;
    const bool squares = cw_any_form(s, b, FORM_SQUARE);
    uint64_t close = near && squares ? cw_enemies_within(s, b, cw_number(s, N_zone_of_control)) : 0;
    while (close != 0) {
        const unsigned other = (unsigned)gg_next_bit(&close);
        const bool rides = cw_any(s, other, cw_is_cavalry);
        horse |= rides;
        foot |= !rides;
    }
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const int form = s->units[b][slot].formation;
        if (form == FORM_SQUARE) score += !horse ? -20 : foot || prize > 0 ? -6 : 14;
        if (form == FORM_LINE) lines++;
        if (form == FORM_COLUMN) columns++;
        if (form == FORM_UNLIMBERED) score += enemy < 20 * CM ? 40 : goes ? 0 : 20;
        if (form == FORM_LIMBERED) score += enemy >= 22 * CM && goes ? 40 : 0;
    }
    /* Slowly, or columns would stop where lines begin to be better. */
    const int32_t marching = goes ? 24 : 10, ready = near ? 24 : enemy < 24 * CM ? 18 : 8;
    if (columns > 0) score += (near ? 6 : marching) * columns / cw_count(s, b);
    if (lines > 0) score += ready * lines / cw_count(s, b);
    return score;
}

/* With these actions it comes into contact, or nearer to it: the best use of them there is, and
 * best made before the enemy has been ordered and can answer. */
static int32_t assault_score(const gg_state *s, unsigned b, int32_t enemy, int32_t prize)
{
    const int ap = s->brigades[b].actions, cost = cw_number(s, N_cost_charge);
    if (cw_all(s, b, cw_is_cavalry) && ap >= cost) return prize * 3 / 4;
    const int rate = cw_march_rate(s, b), need = (enemy + rate - 1) / rate;
    return ap >= need ? prize * 3 / 4 : prize * ap / (2 * need);
}

/* Actions are worth what there is to do with them; near the enemy two are kept to answer him. */
static int32_t action_score(const gg_state *s, unsigned b, int32_t enemy, int32_t far,
                            int32_t prize)
{
    const int ap = s->brigades[b].actions, kept = ap < 2 ? ap : 2;
    const bool near = enemy < 16 * CM;
    if (near && prize >= WORTH_GOING) return 2 * ap + assault_score(s, b, enemy, prize);
    if (near) return 8 * kept;
    if (far > s->options[OPT_hold_radius_tk]) return 3 * ap;
    return s->brigades[b].hits > 0 ? 4 * ap : ap;
}

static int32_t facing_score(const gg_state *s, unsigned b, gg_point to)
{
    const gg_point own = cw_middle(s, b);
    const int32_t bearing = gg_bearing_to(own, to, 1);
    return -gg_turn_between(bearing, s->bodies[b].facing) / 40;
}

/* A Division keeps together: its General must reach all of it. */
static int32_t together_score(const gg_state *s, const looks *seen, unsigned b)
{
    enum { CLOSE = 14 * CM, WIDE = 60 * CM };
    const gt_body *it = &s->bodies[b];
    unsigned whom;
    const int32_t least =
        nearest_of(s, seen->divisions[it->side][it->division] & ~gt_bit(b), it->at, &whom);
    if (least < CLOSE || least == FAR_AWAY) return 0;
    return -((least < WIDE ? least : WIDE) - CLOSE) / 400;
}

/* Who has a friend right before his front can neither march nor fire. */
static int32_t jam_score(const gg_state *s, const looks *seen, unsigned b)
{
    enum { BEFORE = 9 * CM, ABREAST = 5 * CM, WORST = 40 };
    const gg_pose own = cw_pose(s, b);
    int32_t nearest = BEFORE;
    for (uint64_t rest = others_of(s, seen, b); rest != 0;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (gg_is_farther(own.at, s->bodies[other].at, 2 * BEFORE)) continue;
        const gg_point at = gg_to_local(own, cw_middle(s, other));
        if (at.y > 0 && at.y < nearest && at.x > -ABREAST && at.x < ABREAST) nearest = at.y;
    }
    return -(BEFORE - nearest) * WORST / BEFORE;
}

/* Who comes about an objective that the enemy holds takes its points away (CW-R83): the last steps
 * are worth more than those of the march there.  Not for guns, nor for who would run. */
static int32_t contest_score(const gg_state *s, looks *seen, unsigned b)
{
    enum { FROM = 16 * CM, MOST = 160, SHAKEN = 7 };
    const int32_t radius = s->options[OPT_hold_radius_tk];
    int32_t best = 0;
    if (is_guns(seen, b) || cw_needed(s, b) >= SHAKEN || radius >= FROM) return 0;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        if (it->number == 0 || gg_is_farther(s->bodies[b].at, it->at, FROM)
            || !enemy_holds(s, seen, b, i))
            continue;
        const int32_t far = gg_distance(s->bodies[b].at, it->at);
        const int32_t gain = MOST * (FROM - (far > radius ? far : radius)) / (FROM - radius);
        if (gain > best) best = gain;
    }
    return best;
}

/* Whom it would rather go in at: of those who are near the one who promises most. */
static int32_t find_prize(const gg_state *s, const looks *seen, unsigned b, gg_point goal,
                          bool presses, unsigned *whom)
{
    enum { NEAR = 14 * CM };
    int32_t best = prize_of(s, seen, b, *whom, goal, presses);
    for (uint64_t rest = seen->standing[1 - s->bodies[b].side]; rest != 0 && best < WORTH_GOING;) {
        const unsigned other = (unsigned)gg_next_bit(&rest);
        if (other == *whom || gg_is_farther(s->bodies[b].at, s->bodies[other].at, NEAR)) continue;
        const int32_t prize = prize_of(s, seen, b, other, goal, presses);
        if (prize > best) best = prize, *whom = other;
    }
    return best;
}

/* In a Zone of Control it goes straight ahead or not at all (CW-R21): he must be before it. */
static int32_t aim_score(const gg_state *s, unsigned b, unsigned whom, int32_t enemy)
{
    enum { NEAR = 13 * CM, AIMED = 36 };
    if (enemy > NEAR) return 0;
    return cw_is_ahead(s, b, whom, NEAR, false) ? AIMED : 0;
}

/* Own Brigades only: seen from both sides, an advance would bring nothing.  Skirmishers belong to
 * their Brigade. */
static int32_t place_score(const gg_state *s, looks *seen, unsigned b, bool presses)
{
    enum { IN_SIGHT = 20 * CM, CLOSE = 12 * CM, CHARGED = 28 * CM, THERE = 3 * CM };
    unsigned nearest = 0;
    const int32_t enemy = nearest_enemy(s, seen, b, &nearest);
    const bool out = s->bodies[b].flags & FLAG_SKIRMISH;
    errand way = errand_of(s, seen, b);
    if (is_guns(seen, b) && enemy < IN_SIGHT) way.far = way.worth = 0;
    if (way.far == FAR_AWAY) way.far = 0, way.worth = enemy < FAR_AWAY ? -enemy / 100 : 0;
    const bool arrived = way.far <= THERE;
    unsigned whom = nearest;
    const int32_t prize = enemy < FAR_AWAY ? find_prize(s, seen, b, way.goal, presses, &whom) : 0;
    const int32_t gap = whom == nearest ? enemy : gg_distance(s->bodies[b].at, s->bodies[whom].at);
    const int32_t sight = cw_all(s, b, cw_is_cavalry) ? CHARGED : arrived ? IN_SIGHT : CLOSE;
    int32_t score = out ? -30 - way.far / 400 : way.worth + (way.holds ? 40 : 0);
    const bool minds = arrived ? enemy < FAR_AWAY : gap < sight && (prize > 0 || gap < CLOSE);
    score += facing_score(s, b, minds ? cw_middle(s, whom) : way.goal);
    if (cw_objective_of(s, b) != 0) score += out ? -4 : 60;
    if (!out)
        score += together_score(s, seen, b) + jam_score(s, seen, b) + contest_score(s, seen, b);
    score += action_score(s, b, gap, way.far, prize);
    if (enemy < FAR_AWAY) score += closing_score(s, b, whom, gap, prize, presses);
    if (prize >= WORTH_GOING) score += aim_score(s, b, whom, gap);
    return score + formation_score(s, b, enemy, way.far, prize);
}

/* A General belongs with those that run. */
static int32_t general_score(const gg_state *s, const looks *seen, unsigned g)
{
    enum { RALLY_FROM = 30 * CM };
    const cw_general *his = cw_general_at(s, g);
    const gg_side side = cw_general_side(g);
    unsigned whom;
    if (his->health == HEALTH_WAITING) return -2000;
    if (!cw_is_in_play(his)) return -200;
    const int32_t near = nearest_of(s, seen->here[side] & ~seen->standing[side], his->at, &whom);
    return (his->activated ? 80 : 0) + (near < RALLY_FROM ? (RALLY_FROM - near) / 400 : 0);
}

/* Every Brigade wants a General near who may order it: each full 8 cm costs an action (CW-8.10). */
static int32_t reach_score(const gg_state *s, const looks *seen, gg_side side)
{
    int32_t sum = 0, count = 0;
    for (uint64_t rest = seen->here[side]; rest != 0; count++) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        int32_t least = FAR_AWAY;
        for (int g = 0; g < GENERALS_MAX; g++) {
            const cw_general *his = &s->generals[side][g];
            if (his->health == HEALTH_NONE || !cw_is_in_play(his)) continue;
            if (his->rank == RANK_GOD && s->bodies[b].division != his->division) continue;
            const int32_t far = gg_distance(his->at, s->bodies[b].at);
            if (far < least) least = far;
        }
        sum += least == FAR_AWAY ? 0 : least / 100;
    }
    return count == 0 ? 0 : -sum / count;
}

/* How far the Brigades that it is for are from an objective, in centimetres. */
static int32_t way_of_order(const gg_state *s, const looks *seen, const cw_adc *adc)
{
    const gg_point at = s->objectives[adc->objective - 1].at;
    int32_t sum = 0, count = 0;
    if (!cw_is_general(adc->to)) return gg_distance(s->bodies[adc->to].at, at) / CM;
    for (uint64_t rest = seen->divisions[adc->side][cw_general_at(s, adc->to)->division]; rest != 0;
         count++)
        sum += gg_distance(s->bodies[gg_next_bit(&rest)].at, at) / CM;
    return count == 0 ? 0 : sum / count;
}

/* Does anybody else of the side go for the same objective? */
static bool is_taken(const gg_state *s, const cw_adc *adc)
{
    for (int i = 0; i < ADCS_MAX; i++)
        if (&s->adcs[i] != adc && s->adcs[i].objective == adc->objective
            && s->adcs[i].side == adc->side)
            return true;
    return is_assigned(s, adc->side, adc->objective, adc->to);
}

/* Is another ADC on the way to the same man, who left before this one? */
static bool is_told_already(const gg_state *s, const cw_adc *adc)
{
    for (const cw_adc *other = s->adcs; other < adc; other++)
        if (other->objective != 0 && other->side == adc->side && other->to == adc->to) return true;
    return false;
}

static int32_t adc_score(const gg_state *s, const looks *seen, const cw_adc *adc)
{
    const bool general = cw_is_general(adc->to);
    if (is_told_already(s, adc)) return -20;
    if (general ? cw_general_at(s, adc->to)->activated
                      && s->division_objective[adc->side][cw_general_at(s, adc->to)->division] != 0
                : cw_objective_of(s, adc->to) != 0)
        return -20; /* a second thought */
    const gg_point to = general ? cw_general_at(s, adc->to)->at : s->bodies[adc->to].at;
    const int32_t rides = gg_distance(adc->at, to) / cw_number(s, N_adc_ride);
    return (general ? 90 : 60) - 2 * rides - way_of_order(s, seen, adc) / 3
           - (is_taken(s, adc) ? 25 : 0);
}

/* A charge that is declared and not yet ridden: what the dice of both promise. */
static int32_t charge_score(const gg_state *s, gg_side side)
{
    enum { DECLARED = 14, MOST = 70, RASH = -25, FLEEING = 60 };
    if (s->frame_count == 0 || cw_top_of(s)->kind != FRAME_CHARGE) return 0;
    const unsigned b = cw_top_of(s)->who, enemy = cw_top_of(s)->whom;
    if (s->bodies[b].side != side) return 0;
    if (cw_is_fleeing(s, enemy)) return FLEEING;
    const int32_t won = blows_won(s, b, enemy);
    if (won <= 0) return RASH;
    return DECLARED + 4 * won < MOST ? DECLARED + 4 * won : MOST;
}

/* ---- Features: features.def has the rows. ---- */

/* Of what everybody can count: no distances. */
static void count_brigade(const gg_state *s, const looks *seen, unsigned b, int32_t *its)
{
    if (cw_is_fleeing(s, b)) {
        its[F_fleeing]++;
        return;
    }
    const bool horse = cw_any(s, b, cw_is_mounted);
    its[is_guns(seen, b) ? F_guns : horse ? F_horse : F_foot] += dice_of(s, b);
    its[F_hits] += s->brigades[b].hits;
    its[F_orders] += s->brigades[b].actions;
    its[F_brigades] += (s->bodies[b].flags & FLAG_SKIRMISH) == 0;
}

static void count_army(const gg_state *s, looks *seen, gg_side side, int32_t *its)
{
    memset(its, 0, GG_FEATURES_MAX * sizeof *its);
    for (uint64_t rest = seen->here[side]; rest != 0;)
        count_brigade(s, seen, (unsigned)gg_next_bit(&rest), its);
    its[F_points] = s->score[side];
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++)
        if (s->objectives[i].number != 0)
            its[F_income] += cw_points_by(s, i, side, about(s, seen, i));
}

/* How far one is from where it should go, and from whom it could push. */
static void count_place(const gg_state *s, const looks *seen, unsigned b, int32_t *its)
{
    enum { NEAR = 16 * CM, ABOUT = 12 * CM, BADLY = 7, STEP = 5 * CM };
    its[F_badly] += s->units[b][0].type != TYPE_HIDDEN && cw_needed(s, b) >= BADLY;
    const int own = cw_objective_of(s, b);
    its[F_assigned] += own != 0;
    int32_t least = FAR_AWAY;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        if (s->objectives[i].number == 0 || (own != 0 && s->objectives[i].number != own)) continue;
        const int32_t far = gg_distance(s->bodies[b].at, s->objectives[i].at);
        if (far < least) least = far;
    }
    if (least < FAR_AWAY) its[F_way] += least / STEP;
    its[F_on_goal] += least < ABOUT;
    unsigned whom = 0;
    const int32_t enemy = nearest_enemy(s, seen, b, &whom);
    if (enemy > NEAR) return;
    its[F_near]++;
    if (s->units[b][0].type != TYPE_HIDDEN && s->units[whom][0].type != TYPE_HIDDEN)
        its[F_can_push] += prize_of(s, seen, b, whom, s->bodies[whom].at, false) / 30;
}

static void count_prospects(const gg_state *s, const looks *seen, gg_side side, int32_t *its)
{
    for (uint64_t rest = seen->standing[side]; rest != 0;) {
        const unsigned b = (unsigned)gg_next_bit(&rest);
        if (!(s->bodies[b].flags & FLAG_SKIRMISH)) count_place(s, seen, b, its);
    }
    for (unsigned b = 0; b < s->body_count; b++)
        its[F_waiting] +=
            s->bodies[b].side == side
            && (s->bodies[b].removed == GONE_WAITING || s->bodies[b].removed == GONE_NOT_DEPLOYED);
    its[F_leads] = s->score[side] > s->score[gg_other(side)];
    its[F_chit] = s->chit == side + 1;
    its[F_bag] = s->bag[side];
    for (int g = 0; g < GENERALS_MAX; g++) {
        const cw_general *his = &s->generals[side][g];
        if (his->health == HEALTH_NONE || !cw_is_in_play(his)) continue;
        its[F_generals]++;
        its[F_active] += his->activated != 0;
    }
}

int32_t cw_appraise(const gg_state *s, int32_t values[2][GG_FEATURES_MAX])
{
    looks seen = look(s);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        count_army(s, &seen, side, values[side]);
        count_prospects(s, &seen, side, values[side]);
    }
    const int turns = s->options[OPT_turns] < 1 ? 1 : s->options[OPT_turns];
    const int turn = s->turn < turns ? s->turn : turns;
    return turn < 1 ? 0 : 1024 * (turn - 1) / turns;
}

/* ---- The score: weights times features, and what only players look at. ---- */

/* `ahead`: turns for which an objective that is held now counts. */
static int32_t weigh(const int32_t *its, int ahead)
{
    return WORTH_DIE * (its[F_foot] + its[F_horse] + its[F_guns]) - WORTH_HIT * its[F_hits]
           + WORTH_WHOLE * its[F_brigades] + WORTH_POINT * its[F_points]
           + WORTH_POINT / 3 * ahead * its[F_income];
}

int32_t cw_score(const gg_state *s, gg_side side, void *notes, int32_t features[GG_FEATURES_MAX])
{
    (void)notes;
    int32_t own[GG_FEATURES_MAX], other[GG_FEATURES_MAX];
    if (s->phase == PHASE_OVER && s->winner != GG_NOBODY)
        return s->winner == side ? 1000000 : -1000000;
    looks seen = look(s);
    count_army(s, &seen, side, own);
    count_army(s, &seen, gg_other(side), other);
    const int left = s->options[OPT_turns] - s->turn + 1, ahead = left < 4 ? left : 4;
    /* If everybody stays where he is: */
    const bool presses =
        own[F_points] - other[F_points] + left * (own[F_income] - other[F_income]) <= 0;
    int32_t score = weigh(own, ahead) - weigh(other, ahead);
    for (unsigned b = 0; b < s->body_count; b++) {
        const bool is_own = s->bodies[b].side == side;
        if (is_own && s->bodies[b].removed == GONE_WAITING) score -= 4000;
        if (is_own && s->bodies[b].removed == GONE_NOT_DEPLOYED) score -= 5000;
        if (!cw_is_here(s, b)) continue;
        score += is_own ? worth_of(s, b) : -worth_of(s, b);
        if (is_own && !cw_is_fleeing(s, b)) score += place_score(s, &seen, b, presses);
    }
    for (unsigned g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health != HEALTH_NONE)
            score += general_score(s, &seen, FIRST_GENERAL + side * GENERALS_MAX + g);
    score += reach_score(s, &seen, side) + charge_score(s, side);
    for (int i = 0; i < ADCS_MAX; i++)
        if (s->adcs[i].side == side && s->adcs[i].objective != 0
            && s->adcs[i].objective != OBJECTIVE_SEALED)
            score += adc_score(s, &seen, &s->adcs[i]);
    if (features == NULL) return score;
    count_prospects(s, &seen, side, own);
    memcpy(features, own, sizeof own);
    return score;
}
