/*
 * score.c - objectives and points (chapter 3), the end of turns and of the game, and how well a
 * side stands.
 */
#include "clausewitz.h"

/* ---- Points (CW-R83). ---- */

static bool holds(const gg_state *s, unsigned objective, gg_side side, bool assigned)
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

int cw_points_now(const gg_state *s, unsigned objective, gg_side side)
{
    const cw_objective *it = &s->objectives[objective];
    if (it->number == 0 || !holds(s, objective, side, true)
        || holds(s, objective, cw_other(side), false))
        return 0;
    const int value = s->options[OPT_vp_objective];
    return value == 0 || it->value[side] != 1 ? it->value[side] : value;
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
        const cw_general *his = &s->generals[cw_other(side)][g];
        points += his->health == HEALTH_DEAD || his->health == HEALTH_CAPTIVE;
    }
    return points;
}

/* CW-26.1: fifty men for each point of strength lost. */
static void tell_men(const gg_state *s, gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED && s->options[OPT_strength]; side++) {
        int men = 0;
        for (unsigned b = 0; b < s->body_count; b++)
            if (s->bodies[b].side == side) men += 50 * s->bodies[b].type;
        gg_event *event =
            cw_say(log, GG_NOTE, side == GG_BLUE ? S_BLUE_MEN : S_RED_MEN, GG_NO_UNIT, GG_NO_UNIT);
        if (event != NULL) event->amount = (int16_t)men;
    }
}

void cw_finish(gg_state *s, cw_ended how, gg_side winner, gg_log *log)
{
    s->phase = PHASE_OVER;
    s->ended = (uint8_t)how;
    s->winner = winner;
    s->chit = s->chit_used = s->active = s->active_over = s->impetuous_used = 0;
    s->panicked = 0;
    s->melee = (cw_melee){.loser = 0};
    while (s->frame_count > 0)
        cw_pop(s);
    tell_men(s, log);
    const cw_saying saying = winner == GG_BLUE  ? S_BLUE_WINS
                             : winner == GG_RED ? S_RED_WINS
                                                : S_DRAWN;
    if (s->options[OPT_fog]) cw_say(log, GG_REVEAL, S_FOG_LIFTS, GG_NO_UNIT, GG_NO_UNIT);
    gg_event *event = cw_say(log, GG_END, saying, GG_NO_UNIT, GG_NO_UNIT);
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
    WORTH_FLEEING = 120,
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

/* How far it is from where it is to go: its objective; if that is held without it, the nearest that
 * its side does not hold. */
static int32_t way_to_go(const gg_state *s, unsigned b, bool spared, gg_point *goal)
{
    const int own = cw_objective_of(s, b);
    const gg_side side = s->bodies[b].side;
    const gt_table t = cw_table(s);
    int32_t least = FAR_AWAY;
    for (unsigned i = 0; i < OBJECTIVES_MAX; i++) {
        const cw_objective *it = &s->objectives[i];
        if (it->number == 0 || (own != 0 && !spared && it->number != own)) continue;
        if (spared && (it->number == own || cw_points_now(s, i, side) > 0)) continue;
        int32_t far = gg_distance(s->bodies[b].at, it->at);
        const int32_t held = s->options[OPT_hold_radius_tk];
        if (far <= held + gt_reach(&t) && gt_point_is_within(&t, it->at, b, held)) far = 0;
        if (far < least) least = far, *goal = it->at;
    }
    return least;
}

static bool can_be_spared(const gg_state *s, unsigned b)
{
    const int own = cw_objective_of(s, b);
    return own != 0 && is_spared(s, b, &s->objectives[own - 1]);
}

gg_point cw_goal_of(const gg_state *s, unsigned b)
{
    gg_point goal = s->bodies[b].at;
    way_to_go(s, b, can_be_spared(s, b), &goal);
    return goal;
}

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

/* Who is the stronger comes close: there its fire and its bayonets tell. */
static int32_t closing_score(const gg_state *s, unsigned b, unsigned enemy, int32_t far)
{
    enum { NEAR = 14 * CM };
    if (far >= NEAR || cw_all(s, b, cw_is_guns)) return 0;
    if (cw_any(s, b, cw_is_mounted) && cw_any_form(s, enemy, FORM_SQUARE)) return 0;
    if (worth_of(s, b) < worth_of(s, enemy)) return 0;
    return (NEAR - far) / 150;
}

/* Columns march, lines shoot, squares stand against horse. */
static int32_t formation_score(const gg_state *s, unsigned b, int32_t enemy, bool arrived)
{
    int32_t score = 0;
    const bool near = enemy < 16 * CM;
    bool horse = false;
    uint64_t close = near ? cw_enemies_within(s, b, cw_number(s, N_zone_of_control)) : 0;
    while (close != 0)
        horse |= cw_any(s, (unsigned)gg_next_bit(&close), cw_is_cavalry);
    for (int slot = 0; slot < cw_count(s, b); slot++) {
        const int form = s->units[b][slot].formation;
        if (form == FORM_SQUARE) score += !horse ? -20 : arrived ? 14 : -4;
        if (form == FORM_COLUMN) score += near ? -8 : 5;
        if (form == FORM_UNLIMBERED) score += enemy < 20 * CM ? 10 : 0;
        if (form == FORM_LIMBERED) score += enemy < 16 * CM ? 0 : 4;
    }
    return score;
}

/* Own Brigades only: seen from both sides, an advance would bring nothing. */
static int32_t place_score(const gg_state *s, unsigned b)
{
    gg_point goal = s->bodies[b].at;
    unsigned whom = 0;
    const int32_t enemy = nearest_enemy(s, b, &whom);
    const bool spared = can_be_spared(s, b);
    int32_t far = way_to_go(s, b, spared, &goal);
    if (far == FAR_AWAY) far = enemy;
    /* a friend who takes its place must be no loss */
    int32_t score = spared ? 340 - far / 150 : -far / 100;
    if (far > s->options[OPT_hold_radius_tk]) { /* facing the way it must go helps */
        const gg_point own = s->bodies[b].at;
        const int32_t bearing = gg_bearing((gg_point){goal.x - own.x, goal.y - own.y}, 1);
        score -= gg_turn_between(bearing, s->bodies[b].facing) / 60;
    } else if (!spared) {
        score += 40;
    }
    if (cw_objective_of(s, b) != 0) score += 60;
    /* two actions are kept for reactions where the enemy is near; the others are to be used */
    const int ap = s->bodies[b].orders, kept = ap < 2 ? ap : 2;
    score += enemy < 18 * CM ? 6 * kept + (ap - kept) : ap;
    if (s->active == b + 1) score += 2 * ap;
    if (enemy < FAR_AWAY) score += closing_score(s, b, whom, enemy);
    return score + formation_score(s, b, enemy, far <= s->options[OPT_hold_radius_tk]);
}

/* A General belongs near Brigades that he may still order, and not alone before the enemy. */
static int32_t general_score(const gg_state *s, unsigned g)
{
    const cw_general *his = cw_general_at(s, g);
    int32_t sum = 0, count = 0;
    if (his->health == HEALTH_WAITING) return -2000;
    if (!cw_is_in_play(his)) return -200;
    for (unsigned b = 0; b < s->body_count; b++) {
        if (!cw_is_here(s, b) || s->bodies[b].side != cw_general_side(g)) continue;
        if (his->rank == RANK_GOD && s->bodies[b].division != his->division) continue;
        sum += gg_distance(his->at, s->bodies[b].at) / 100;
        count++;
    }
    return (his->activated ? 80 : 0) - (count == 0 ? 0 : sum / count / 3);
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

static int32_t adc_score(const gg_state *s, const cw_adc *adc)
{
    const bool general = cw_is_general(adc->to);
    if (general ? cw_general_at(s, adc->to)->activated
                      && s->division_objective[adc->side][cw_general_at(s, adc->to)->division] != 0
                : cw_objective_of(s, adc->to) != 0)
        return -20; /* a second thought */
    const gg_point to = general ? cw_general_at(s, adc->to)->at : s->bodies[adc->to].at;
    const int32_t rides = gg_distance(adc->at, to) / cw_number(s, N_adc_ride);
    return (general ? 90 : 60) - 2 * rides - way_of_order(s, adc) / 3 - (is_taken(s, adc) ? 25 : 0);
}

int32_t cw_score(const gg_state *s, gg_side side)
{
    int32_t score = 0;
    if (s->phase == PHASE_OVER && s->winner != GG_NOBODY)
        return s->winner == side ? 1000000 : -1000000;
    const int left = s->options[OPT_turns] - s->turn + 1;
    const int ahead = left < 4 ? left : 4;
    for (gg_side of = GG_BLUE; of <= GG_RED; of++) {
        int32_t points = WORTH_POINT * s->score[of];
        for (unsigned i = 0; i < OBJECTIVES_MAX; i++)
            points += WORTH_POINT / 3 * ahead * cw_points_now(s, i, of);
        score += of == side ? points : -points;
    }
    for (unsigned b = 0; b < s->body_count; b++) {
        const bool own = s->bodies[b].side == side;
        if (own && s->bodies[b].removed == GONE_WAITING) score -= 4000;
        if (own && s->bodies[b].removed == GONE_NOT_DEPLOYED) score -= 5000;
        if (!cw_is_here(s, b)) continue;
        score +=
            own ? worth_of(s, b) + (cw_is_fleeing(s, b) ? 0 : place_score(s, b)) : -worth_of(s, b);
    }
    for (unsigned g = 0; g < GENERALS_MAX; g++)
        if (s->generals[side][g].health != HEALTH_NONE)
            score += general_score(s, FIRST_GENERAL + side * GENERALS_MAX + g);
    for (int i = 0; i < ADCS_MAX; i++)
        if (s->adcs[i].objective != 0 && s->adcs[i].side == side)
            score += adc_score(s, &s->adcs[i]);
    return score;
}
