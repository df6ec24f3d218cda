/*
 * score.c - objectives and points (chapter 3), the end of turns and of the game, and how well a
 * side stands.
 */
#include "clausewitz.h"

#include <string.h>

/* ---- Points (CW-R83). ---- */

bool cw_holds(const gg_state *s, unsigned objective, gg_side side, bool assigned)
{
    const cw_objective *it = &s->objectives[objective];
    const gt_table t = cw_table(s);
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_stands(s, b) || s->bodies[b].side != side) continue;
        if (assigned && cw_objective_of(s, b) != it->number) continue;
        if (gt_point_is_within(&t, it->at, b, s->options[OPT_hold_radius_tk])) return true;
    }
    return false;
}

int cw_objective_points(const gg_state *s, unsigned objective, gg_side side)
{
    const int value = s->options[OPT_vp_objective], its = s->objectives[objective].value[side];
    return value == 0 || its != 1 ? its : value;
}

int cw_points_now(const gg_state *s, unsigned objective, gg_side side)
{
    const cw_objective *it = &s->objectives[objective];
    if (it->number == 0 || !cw_holds(s, objective, side, true)
        || cw_holds(s, objective, gg_other(side), false))
        return 0;
    return cw_objective_points(s, objective, side);
}

/* ---- The end. ---- */

static bool has_brigades(const gg_state *s, gg_side side)
{
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_here(s, b) && s->bodies[b].side == side) return true;
    return false;
}

/* CW-24.3, CW-R92: each enemy General dead or held; CW-25.2: each colour. */
static int extra_points(const gg_state *s, gg_side side)
{
    int points = s->options[OPT_colours] ? s->colours[side] : 0;
    for (int g = 0; g < GENERALS_MAX && s->options[OPT_capture_generals]; g++) {
        const cw_general *his = &s->generals[gg_other(side)][g];
        points += his->health == HEALTH_DEAD || his->health == HEALTH_CAPTIVE;
    }
    return points;
}

/* CW-26.1: fifty men for each point of strength lost. */
static void tell_men(const gg_state *s, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED && s->options[OPT_strength]; side++) {
        int32_t men = 0;
        for (unsigned b = 0; b < s->body_count; b++)
            if (s->bodies[b].side == side) men += 50 * s->bodies[b].type;
        gg_event *event =
            cw_say(log, GG_NOTE, side == GG_BLUE ? S_BLUE_MEN : S_RED_MEN, GG_NO_UNIT, GG_NO_UNIT);
        if (event != NULL) event->amount = (int16_t)(men < INT16_MAX ? men : INT16_MAX);
    }
}

/* Who has won, and why. */
static cw_saying saying_of_end(cw_ended how, gg_side winner)
{
    static const cw_saying rows[ENDEDS][3] = {
        [ENDED_TURNS] = {S_BLUE_WINS, S_RED_WINS, S_DRAWN},
        [ENDED_GONE] = {S_RED_GONE, S_BLUE_GONE, S_BOTH_GONE},
        [ENDED_RESIGNED] = {S_RED_GIVES_UP, S_BLUE_GIVES_UP, S_DRAWN},
    };
    return rows[how][winner];
}

void cw_finish(gg_state *s, cw_ended how, gg_side winner, gg_log *log)
{
    s->phase = PHASE_OVER;
    s->ended = (uint8_t)how;
    s->winner = winner;
    s->chit = s->chit_used = s->active = s->active_over = s->impetuous_used = 0;
    s->panicked = 0;
    s->melee = (cw_melee){.loser = 0};
    while (s->frame_count > 0) cw_pop(s);
    tell_men(s, log);
    if (s->options[OPT_fog]) cw_say(log, GG_REVEAL, S_FOG_LIFTS, GG_NO_UNIT, GG_NO_UNIT);
    gg_event *event = cw_say(log, GG_END, saying_of_end(how, winner), GG_NO_UNIT, GG_NO_UNIT);
    if (event == NULL) return;
    event->amount = s->score[winner == GG_RED];
    event->had = s->score[winner != GG_RED];
}

static void finish_by_points(gg_state *s, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        s->score[side] = (int16_t)(s->score[side] + extra_points(s, side));
    const int blue = s->score[GG_BLUE], red = s->score[GG_RED];
    cw_finish(s, ENDED_TURNS, blue > red ? GG_BLUE : red > blue ? GG_RED : GG_NOBODY, log);
}

static void score_turn(gg_state *s, gg_log *log)
{
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
            const int points = cw_points_now(s, i, side);
            if (points == 0) continue;
            s->score[side] = (int16_t)(s->score[side] + points);
            gg_event *event = cw_say(log, GG_STATUS, side == GG_BLUE ? S_BLUE_SCORES : S_RED_SCORES,
                                     GG_NO_UNIT, GG_NO_UNIT);
            if (event == NULL) continue;
            event->amount = (int16_t)points;
            event->had = s->objectives[i].number;
            event->at = s->objectives[i].at;
        }
    }
}

void cw_end_turn(gg_state *s, gg_log *log)
{
    score_turn(s, log);
    for (unsigned b = 0; b < s->body_count; b++)
        if (!s->options[OPT_reactions_carry]) s->bodies[b].orders = 0;
    const bool blue = has_brigades(s, GG_BLUE), red = has_brigades(s, GG_RED);
    if (s->options[OPT_annihilation_win] && (!blue || !red)) {
        cw_finish(s, ENDED_GONE, blue ? GG_BLUE : red ? GG_RED : GG_NOBODY, log);
        return;
    }
    if (s->turn >= s->options[OPT_turns]) {
        finish_by_points(s, log);
        return;
    }
    s->turn++;
    s->phase = PHASE_BEGIN;
}

/* ---- How well a side stands, for players. ---- */

enum {
    WORTH_POINT = 400,
    WORTH_DIE = 30,
    WORTH_HIT = 14,
    WORTH_FLEEING = 240, /* more than what coming near it promised, or nobody would go in */
    WORTH_GOING = 40,    /* a prize for which a Brigade spends its actions */
    FAR_AWAY = 400 * CM
};

/* What a Brigade is worth as it stands: its dice, less its hits. */
static int32_t worth_of(const gg_state *s, unsigned b)
{
    int32_t worth = s->bodies[b].flags & FLAG_SKIRMISH ? 0 : 40;
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const cw_unit *u = &s->units[b][slot];
        worth += u->type == TYPE_HIDDEN ? 4 * WORTH_DIE : WORTH_DIE * u->dice;
    }
    worth -= WORTH_HIT * s->bodies[b].shaken;
    const int over = s->units[b][0].type == TYPE_HIDDEN ? 0 : cw_needed(s, b) - 5;
    if (over > 0) worth -= 10 * over; /* a shaken Brigade soon runs */
    return cw_is_fleeing(s, b) ? worth - WORTH_FLEEING : worth;
}

static bool is_gun_brigade(const gg_state *s, unsigned b) { return cw_all(s, b, cw_is_guns); }

/* Does another Brigade of its side hold this objective, so that it can be spared? */
static bool is_spared(const gg_state *s, unsigned b, const cw_objective *it)
{
    const gt_table t = cw_table(s);
    for (unsigned other = 0; other < s->body_count; other++)
        if (other != b && cw_stands(s, other) && s->bodies[other].side == s->bodies[b].side
            && cw_objective_of(s, other) == it->number
            && gt_point_is_within(&t, it->at, other, s->options[OPT_hold_radius_tk]))
            return true;
    return false;
}

/* Has somebody of the side been told to take it? */
static bool is_assigned(const gg_state *s, gg_side side, unsigned number)
{
    for (int division = 0; division < DIVISIONS; division++)
        if (s->division_objective[side][division] == number) return true;
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_here(s, b) && s->bodies[b].side == side && s->bodies[b].quality == number)
            return true;
    return false;
}

/* The Brigades of one objective stand abreast, so that they do not bar each other's way: the first
 * on it, the others to the left and right of it and a little ahead, guns behind it.  Who is about
 * it comes before who is on his way. */
static int rank_of(const gg_state *s, unsigned b, const cw_objective *it)
{
    enum { ABOUT = 20 * CM };
    const bool guns = is_gun_brigade(s, b), away = gt_is_farther(s->bodies[b].at, it->at, ABOUT);
    int rank = 0;
    for (unsigned other = 0; other < s->body_count; other++) {
        if (other == b || !cw_stands(s, other) || s->bodies[other].side != s->bodies[b].side
            || (s->bodies[other].flags & FLAG_SKIRMISH) || cw_objective_of(s, other) != it->number
            || is_gun_brigade(s, other) != guns)
            continue;
        const bool its_away = gt_is_farther(s->bodies[other].at, it->at, ABOUT);
        rank += its_away == away ? other < b : away;
    }
    return rank;
}

static gg_point place_about(const gg_state *s, unsigned b, gg_point at, int rank)
{
    enum { ASIDE = 13 * CM, AHEAD = 2 * CM, BEHIND = 10 * CM };
    const int32_t ahead = s->bodies[b].side == GG_BLUE ? 1 : -1;
    const int32_t aside = (rank % 2 == 0 ? 1 : -1) * ((rank + 1) / 2) * ASIDE;
    const int32_t deep = is_gun_brigade(s, b) ? -BEHIND : rank > 0 ? AHEAD : 0;
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
static bool go_farther(const gg_state *s, unsigned b, const cw_objective *own, int rank,
                       errand *out)
{
    const gg_side enemy = gg_other((gg_side)s->bodies[b].side);
    int32_t costs[OBJECTIVES_MAX];
    int count = 0;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        costs[i] = INT32_MAX;
        if (it->number == 0 || is_assigned(s, s->bodies[b].side, it->number)) continue;
        costs[i] = gg_distance(own->at, it->at) + (cw_holds(s, i, enemy, true) ? 0 : FAR_AWAY);
        count++;
    }
    for (int nth = count == 0 ? -1 : (rank - 1) % count; nth >= 0; nth--) {
        unsigned least = 0;
        for (unsigned i = 1; i < OBJECTIVES_MAX; i++)
            if (costs[i] < costs[least]) least = i;
        costs[least] = INT32_MAX;
        if (nth > 0) continue;
        const cw_objective *it = &s->objectives[least];
        const gg_point goal = place_about(s, b, it->at, (rank - 1) / count);
        const int32_t far = gg_distance(s->bodies[b].at, goal);
        *out =
            (errand){.goal = goal, .far = far, .worth = (gg_distance(own->at, it->at) - far) / 100};
    }
    return count > 0;
}

/* A friend that stands in the way is passed on the side that is nearer: columns that queue behind
 * one another never arrive. */
static errand go_round(const gg_state *s, unsigned b, errand way)
{
    enum { ABREAST = 9 * CM, NEXT = 20 * CM, ASIDE = 13 * CM };
    const gg_point own = s->bodies[b].at;
    const gg_pose line = {own, gg_bearing((gg_point){way.goal.x - own.x, way.goal.y - own.y}, 1)};
    gg_point nearest = {0, NEXT};
    for (unsigned other = 0; other < s->body_count; other++) {
        if (other == b || !cw_is_here(s, other) || s->bodies[other].side != s->bodies[b].side)
            continue;
        const gg_point at = gg_to_local(line, s->bodies[other].at);
        const int32_t aside = at.x < 0 ? -at.x : at.x;
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

static errand errand_of(const gg_state *s, unsigned b)
{
    enum { ENOUGH = 1 }; /* so many beside the first see to one objective */
    const int own = cw_objective_of(s, b);
    const gt_table t = cw_table(s);
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
    const cw_objective *it = &s->objectives[own - 1];
    const int rank = rank_of(s, b, it);
    if (rank > 0 && !is_gun_brigade(s, b) && (rank > ENOUGH || is_spared(s, b, it))
        && go_farther(s, b, it, rank, &out))
        return go_round(s, b, out);
    out.goal = place_about(s, b, it->at, rank);
    out.far = gg_distance(s->bodies[b].at, out.goal);
    if (rank == 0 && !is_gun_brigade(s, b)
        && gt_point_is_within(&t, it->at, b, s->options[OPT_hold_radius_tk]))
        out.far = 0, out.holds = true;
    out.worth = -out.far / 100;
    return out.holds ? out : go_round(s, b, out);
}

gg_point cw_goal_of(const gg_state *s, unsigned b) { return errand_of(s, b).goal; }

static int32_t nearest_enemy(const gg_state *s, unsigned b, unsigned *whom)
{
    const gg_point own = s->bodies[b].at;
    int64_t least = INT64_MAX;
    for (unsigned other = 0; other < s->body_count; other++) {
        if (s->bodies[other].side == s->bodies[b].side || !cw_stands(s, other)) continue;
        const int64_t x = s->bodies[other].at.x - own.x, y = s->bodies[other].at.y - own.y;
        if (x * x + y * y < least) least = x * x + y * y, *whom = other;
    }
    return least == INT64_MAX ? FAR_AWAY : (int32_t)gg_root_up((uint64_t)least);
}

static int dice_of(const gg_state *s, unsigned b)
{
    int dice = 0;
    for (int slot = 0; slot < cw_count(s, b); slot++)
        dice += s->units[b][slot].type == TYPE_HIDDEN ? 4 : s->units[b][slot].dice;
    return dice;
}

/* Can this Brigade meet who comes at it with a counter charge (CW-R64)?  Then it pushes him. */
static bool may_counter(const gg_state *s, unsigned b, unsigned who)
{
    enum { ABREAST = 6 * CM, SHAKEN = 7 };
    if (s->bodies[b].orders == 0 || (s->bodies[b].did & DID_LIMITED) || is_gun_brigade(s, b)
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
static int32_t prize_of(const gg_state *s, unsigned b, unsigned enemy, gg_point goal, bool presses)
{
    enum { ABOUT_GOAL = 8 * CM, SHAKEN = 7, PUSH = 120, PUSH_OUT = 60, WON = 20, MOST = 120 };
    const bool horse = cw_any(s, b, cw_is_mounted), its_horse = cw_any(s, enemy, cw_is_mounted);
    if (is_gun_brigade(s, b) || cw_needed(s, b) >= SHAKEN) return 0;
    if (horse && cw_any_form(s, enemy, FORM_SQUARE)) return 0;
    int32_t prize = s->bodies[b].flags & FLAG_SKIRMISH ? PUSH_OUT : PUSH;
    if (horse || its_horse || cw_in_class(s, cw_base_middle(s, enemy, 0), DIFFICULT)) {
        const int32_t won = blows_won(s, b, enemy);
        prize = won <= 0 ? 0 : WON + 5 * won < MOST ? WON + 5 * won : MOST;
    }
    if (may_counter(s, enemy, b)) prize /= presses ? 2 : 4;
    if (!gt_is_farther(s->bodies[enemy].at, goal, ABOUT_GOAL)) prize += prize / 2;
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
    if (far < EXPOSED && s->bodies[b].orders == 0)
        score -= presses || (s->bodies[enemy].did & DID_ORDERED && s->bodies[enemy].orders == 0)
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
    const int ap = s->bodies[b].orders, cost = cw_number(s, N_cost_charge);
    if (cw_all(s, b, cw_is_cavalry) && ap >= cost) return prize * 3 / 4;
    const int rate = cw_march_rate(s, b), need = (enemy + rate - 1) / rate;
    return ap >= need ? prize * 3 / 4 : prize * ap / (2 * need);
}

/* Actions are worth what there is to do with them; near the enemy two are kept to answer him. */
static int32_t action_score(const gg_state *s, unsigned b, int32_t enemy, int32_t far,
                            int32_t prize)
{
    const int ap = s->bodies[b].orders, kept = ap < 2 ? ap : 2;
    const bool near = enemy < 16 * CM;
    if (near && prize >= WORTH_GOING) return 2 * ap + assault_score(s, b, enemy, prize);
    if (near) return 8 * kept;
    if (far > s->options[OPT_hold_radius_tk]) return 3 * ap;
    return s->bodies[b].shaken > 0 ? 4 * ap : ap;
}

static int32_t facing_score(const gg_state *s, unsigned b, gg_point to)
{
    const gg_point own = cw_middle(s, b);
    const int32_t bearing = gg_bearing((gg_point){to.x - own.x, to.y - own.y}, 1);
    return -gg_turn_between(bearing, s->bodies[b].facing) / 40;
}

/* A Division keeps together: its General must reach all of it. */
static int32_t together_score(const gg_state *s, unsigned b)
{
    enum { CLOSE = 14 * CM, WIDE = 60 * CM };
    int32_t least = WIDE;
    bool any = false;
    for (unsigned other = 0; other < s->body_count; other++) {
        if (other == b || !cw_is_here(s, other) || s->bodies[other].side != s->bodies[b].side
            || s->bodies[other].division != s->bodies[b].division)
            continue;
        any = true;
        if (!gt_is_farther(s->bodies[b].at, s->bodies[other].at, least))
            least = gg_distance(s->bodies[b].at, s->bodies[other].at);
    }
    return !any || least < CLOSE ? 0 : -(least - CLOSE) / 400;
}

/* Who has a friend right before his front can neither march nor fire. */
static int32_t jam_score(const gg_state *s, unsigned b)
{
    enum { BEFORE = 9 * CM, ABREAST = 5 * CM, WORST = 40 };
    const gg_pose own = cw_pose(s, b);
    int32_t nearest = BEFORE;
    for (unsigned other = 0; other < s->body_count; other++) {
        if (other == b || !cw_is_here(s, other) || s->bodies[other].side != s->bodies[b].side
            || gt_is_farther(own.at, s->bodies[other].at, 2 * BEFORE))
            continue;
        const gg_point at = gg_to_local(own, cw_middle(s, other));
        if (at.y > 0 && at.y < nearest && at.x > -ABREAST && at.x < ABREAST) nearest = at.y;
    }
    return -(BEFORE - nearest) * WORST / BEFORE;
}

/* Who comes about an objective that the enemy holds takes its points away (CW-R83): the last steps
 * are worth more than those of the march there.  Not for guns, nor for who would run. */
static int32_t contest_score(const gg_state *s, unsigned b)
{
    enum { FROM = 16 * CM, MOST = 160, SHAKEN = 7 };
    const gg_side enemy = gg_other((gg_side)s->bodies[b].side);
    const int32_t radius = s->options[OPT_hold_radius_tk];
    int32_t best = 0;
    if (is_gun_brigade(s, b) || cw_needed(s, b) >= SHAKEN || radius >= FROM) return 0;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        if (it->number == 0 || gt_is_farther(s->bodies[b].at, it->at, FROM)
            || !cw_holds(s, i, enemy, true))
            continue;
        const int32_t far = gg_distance(s->bodies[b].at, it->at);
        const int32_t gain = MOST * (FROM - (far > radius ? far : radius)) / (FROM - radius);
        if (gain > best) best = gain;
    }
    return best;
}

/* Whom it would rather go in at: of those who are near the one who promises most. */
static int32_t find_prize(const gg_state *s, unsigned b, gg_point goal, bool presses,
                          unsigned *whom)
{
    enum { NEAR = 14 * CM };
    int32_t best = prize_of(s, b, *whom, goal, presses);
    for (unsigned other = 0; other < s->body_count && best < WORTH_GOING; other++) {
        if (other == *whom || !cw_stands(s, other) || s->bodies[other].side == s->bodies[b].side
            || gt_is_farther(s->bodies[b].at, s->bodies[other].at, NEAR))
            continue;
        const int32_t prize = prize_of(s, b, other, goal, presses);
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
static int32_t place_score(const gg_state *s, unsigned b, bool presses)
{
    enum { IN_SIGHT = 20 * CM, CLOSE = 12 * CM, CHARGED = 28 * CM, THERE = 3 * CM };
    unsigned nearest = 0;
    const int32_t enemy = nearest_enemy(s, b, &nearest);
    const bool out = s->bodies[b].flags & FLAG_SKIRMISH;
    errand way = errand_of(s, b);
    if (is_gun_brigade(s, b) && enemy < IN_SIGHT) way.far = way.worth = 0;
    if (way.far == FAR_AWAY) way.far = 0, way.worth = enemy < FAR_AWAY ? -enemy / 100 : 0;
    const bool arrived = way.far <= THERE;
    unsigned whom = nearest;
    const int32_t prize = enemy < FAR_AWAY ? find_prize(s, b, way.goal, presses, &whom) : 0;
    const int32_t gap = whom == nearest ? enemy : gg_distance(s->bodies[b].at, s->bodies[whom].at);
    const int32_t sight = cw_all(s, b, cw_is_cavalry) ? CHARGED : arrived ? IN_SIGHT : CLOSE;
    int32_t score = out ? -30 - way.far / 400 : way.worth + (way.holds ? 40 : 0);
    const bool minds = arrived ? enemy < FAR_AWAY : gap < sight && (prize > 0 || gap < CLOSE);
    score += facing_score(s, b, minds ? cw_middle(s, whom) : way.goal);
    if (cw_objective_of(s, b) != 0) score += out ? -4 : 60;
    if (!out) score += together_score(s, b) + jam_score(s, b) + contest_score(s, b);
    score += action_score(s, b, gap, way.far, prize);
    if (enemy < FAR_AWAY) score += closing_score(s, b, whom, gap, prize, presses);
    if (prize >= WORTH_GOING) score += aim_score(s, b, whom, gap);
    return score + formation_score(s, b, enemy, way.far, prize);
}

/* A General belongs with those that run. */
static int32_t general_score(const gg_state *s, unsigned g)
{
    enum { RALLY_FROM = 30 * CM };
    const cw_general *his = cw_general_at(s, g);
    int32_t nearest = RALLY_FROM;
    if (his->health == HEALTH_WAITING) return -2000;
    if (!cw_is_in_play(his)) return -200;
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_is_fleeing(s, b) && cw_is_here(s, b) && s->bodies[b].side == cw_general_side(g)
            && !gt_is_farther(his->at, s->bodies[b].at, nearest))
            nearest = gg_distance(his->at, s->bodies[b].at);
    return (his->activated ? 80 : 0) + (RALLY_FROM - nearest) / 400;
}

/* Every Brigade wants a General near who may order it: each full 8 cm costs an action (CW-8.10). */
static int32_t reach_score(const gg_state *s, gg_side side)
{
    int32_t sum = 0, count = 0;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b) || s->bodies[b].side != side) continue;
        int32_t least = FAR_AWAY;
        for (int g = 0; g < GENERALS_MAX; g++) {
            const cw_general *his = &s->generals[side][g];
            if (his->health == HEALTH_NONE || !cw_is_in_play(his)) continue;
            if (his->rank == RANK_GOD && s->bodies[b].division != his->division) continue;
            const int32_t far = gg_distance(his->at, s->bodies[b].at);
            if (far < least) least = far;
        }
        sum += least == FAR_AWAY ? 0 : least / 100;
        count++;
    }
    return count == 0 ? 0 : -sum / count;
}

/* How far the Brigades that it is for are from an objective, in centimetres. */
static int32_t way_of_order(const gg_state *s, const cw_adc *adc)
{
    const gg_point at = s->objectives[adc->objective - 1].at;
    int32_t sum = 0, count = 0;
    if (!cw_is_general(adc->to)) return gg_distance(s->bodies[adc->to].at, at) / CM;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b) || s->bodies[b].side != adc->side
            || s->bodies[b].division != cw_general_at(s, adc->to)->division)
            continue;
        sum += gg_distance(s->bodies[b].at, at) / CM;
        count++;
    }
    return count == 0 ? 0 : sum / count;
}

/* Does anybody else of the side go for the same objective? */
static bool is_taken(const gg_state *s, const cw_adc *adc)
{
    for (int i = 0; i < ADCS_MAX; i++)
        if (&s->adcs[i] != adc && s->adcs[i].objective == adc->objective
            && s->adcs[i].side == adc->side)
            return true;
    for (int division = 0; division < DIVISIONS; division++)
        if (s->division_objective[adc->side][division] == adc->objective) return true;
    for (unsigned b = 0; b < s->body_count; b++)
        if (b != adc->to && cw_is_here(s, b) && s->bodies[b].side == adc->side
            && s->bodies[b].quality == adc->objective)
            return true;
    return false;
}

/* Is another ADC on the way to the same man, who left before this one? */
static bool is_told_already(const gg_state *s, const cw_adc *adc)
{
    for (const cw_adc *other = s->adcs; other < adc; other++)
        if (other->objective != 0 && other->side == adc->side && other->to == adc->to) return true;
    return false;
}

static int32_t adc_score(const gg_state *s, const cw_adc *adc)
{
    const bool general = cw_is_general(adc->to);
    if (is_told_already(s, adc)) return -20;
    if (general ? cw_general_at(s, adc->to)->activated
                      && s->division_objective[adc->side][cw_general_at(s, adc->to)->division] != 0
                : cw_objective_of(s, adc->to) != 0)
        return -20; /* a second thought */
    const gg_point to = general ? cw_general_at(s, adc->to)->at : s->bodies[adc->to].at;
    const int32_t rides = gg_distance(adc->at, to) / cw_number(s, N_adc_ride);
    return (general ? 90 : 60) - 2 * rides - way_of_order(s, adc) / 3 - (is_taken(s, adc) ? 25 : 0);
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

int32_t cw_score(const gg_state *s, gg_side side, void *scored)
{
    (void)scored;
    int32_t score = 0;
    if (s->phase == PHASE_OVER && s->winner != GG_NOBODY)
        return s->winner == side ? 1000000 : -1000000;
    const int left = s->options[OPT_turns] - s->turn + 1;
    const int ahead = left < 4 ? left : 4;
    int32_t lead = 0; /* in points, if everybody stays where he is */
    for (gg_side of = GG_BLUE; of <= GG_RED; of++) {
        int32_t income = 0;
        for (unsigned i = 0; i < OBJECTIVES_MAX; i++) income += cw_points_now(s, i, of);
        const int32_t points = WORTH_POINT * s->score[of] + WORTH_POINT / 3 * ahead * income;
        score += of == side ? points : -points;
        lead += (of == side ? 1 : -1) * (s->score[of] + left * income);
    }
    const bool presses = lead <= 0;
    for (unsigned b = 0; b < s->body_count; b++) {
        const bool own = s->bodies[b].side == side;
        if (own && s->bodies[b].removed == GONE_WAITING) score -= 4000;
        if (own && s->bodies[b].removed == GONE_NOT_DEPLOYED) score -= 5000;
        if (!cw_is_here(s, b)) continue;
        score += own ? worth_of(s, b) + (cw_is_fleeing(s, b) ? 0 : place_score(s, b, presses))
                     : -worth_of(s, b);
    }
    for (unsigned g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health != HEALTH_NONE)
            score += general_score(s, FIRST_GENERAL + side * GENERALS_MAX + g);
    score += reach_score(s, side) + charge_score(s, side);
    for (int i = 0; i < ADCS_MAX; i++)
        if (s->adcs[i].objective != 0 && s->adcs[i].side == side)
            score += adc_score(s, &s->adcs[i]);
    return score;
}

/* ---- What a win is made of, for core/judgement.h: features.def has the rows. ---- */

static void appraise_brigade(const gg_state *s, unsigned b, int32_t *its)
{
    enum { NEAR = 16 * CM, ABOUT = 12 * CM, BADLY = 7, STEP = 5 * CM };
    if (cw_is_fleeing(s, b)) {
        its[F_fleeing]++;
        return;
    }
    const bool horse = cw_any(s, b, cw_is_mounted);
    its[is_gun_brigade(s, b) ? F_guns : horse ? F_horse : F_foot] += dice_of(s, b);
    its[F_hits] += s->bodies[b].shaken;
    its[F_orders] += s->bodies[b].orders;
    if (s->bodies[b].flags & FLAG_SKIRMISH) return;
    its[F_brigades]++;
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
    const int32_t enemy = nearest_enemy(s, b, &whom);
    if (enemy > NEAR) return;
    its[F_near]++;
    if (s->units[b][0].type != TYPE_HIDDEN && s->units[whom][0].type != TYPE_HIDDEN)
        its[F_can_push] += prize_of(s, b, whom, s->bodies[whom].at, false) / 30;
}

int32_t cw_appraise(const gg_state *s, int32_t values[2][GG_FEATURES_MAX])
{
    memset(values, 0, 2 * sizeof values[0]);
    for (unsigned b = 0; b < s->body_count; b++) {
        int32_t *its = values[s->bodies[b].side];
        const int removed = s->bodies[b].removed;
        if (removed == GONE_WAITING || removed == GONE_NOT_DEPLOYED) its[F_waiting]++;
        if (cw_is_here(s, b)) appraise_brigade(s, b, its);
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        int32_t *its = values[side];
        its[F_points] = s->score[side];
        its[F_leads] = s->score[side] > s->score[gg_other(side)];
        its[F_chit] = s->chit == side + 1;
        its[F_bag] = s->bag[side];
        for (unsigned i = 0; i < OBJECTIVES_MAX; i++) its[F_income] += cw_points_now(s, i, side);
        for (int g = 0; g < GENERALS_MAX; g++) {
            if (s->generals[side][g].health == HEALTH_NONE || !cw_is_in_play(&s->generals[side][g]))
                continue;
            its[F_generals]++;
            its[F_active] += s->generals[side][g].activated != 0;
        }
    }
    const int turns = s->options[OPT_turns] < 1 ? 1 : s->options[OPT_turns];
    const int turn = s->turn < turns ? s->turn : turns;
    return turn < 1 ? 0 : 1024 * (turn - 1) / turns;
}
