/*
 * ride.c - commanders: their own moves (ST-3.4 to ST-3.7), joining, being lost and replaced
 * (ST-R22,
 * ST-R37 to ST-R40), and the step that begins a player turn.
 * SPDX-License-Identifier: MIT
 */
#include "core/roll.h"
#include "move.h"

static int32_t ride_of(const gg_state *s, const staff_commander *his)
{
    return staff_number(s, his->mounted ? N_rate_commander_horse : N_rate_commander_foot);
}

static gg_verdict is_he(const gg_state *s, const gg_action *action)
{
    if (s->commander == 0 || action->who != UNITS_MAX + s->commander - 1)
        return staff_refuse(R_NOT_HE);
    return staff_legal;
}

gg_verdict staff_cmove_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict he = is_he(s, action);
    if (he.reason != R_LEGAL) return he;
    const gg_point at = action->at;
    if (at.x < 0 || at.y < 0 || at.x > s->width || at.y > s->height)
        return staff_refuse(R_RIDES_OFF);
    const staff_commander *his = &s->commanders[s->commander - 1];
    const gg_convex dot = gg_dot(at);
    const int32_t gap = staff_number(s, N_gap), near = staff_nearest(s, side, &dot, gap);
    if (near < gap) return staff_refuse_by(R_RIDES_TOO_NEAR, near / 10, gap / 10);
    const int32_t far = gg_distance(his->at, at), most = ride_of(s, his);
    return far > most ? staff_refuse_by(R_RIDES_TOO_FAR, (far + 9) / 10, most / 10) : staff_legal;
}

static void ridden(gg_state *s)
{
    s->commanders[s->commander - 1].did |= CDID_ACT | CDID_MOVE;
    s->commander = 0;
    s->phase = s->phase == PHASE_ARMY ? PHASE_SHOOT : PHASE_PICK;
}

void staff_cmove_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)dice;
    staff_commander *his = &s->commanders[s->commander - 1];
    staff_say_move(log, S_RIDES, action->who, GG_NO_UNIT, his->at, action->at);
    his->joined = 0;
    his->at = action->at;
    ridden(s);
}

gg_verdict staff_cjoin_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    const gg_verdict he = is_he(s, action);
    if (he.reason != R_LEGAL) return he;
    const unsigned row = s->commander - 1u, u = action->whom;
    if (u >= UNITS_MAX || !staff_is_here(s, u) || s->units[u].side != side)
        return staff_refuse(R_NO_SUCH_UNIT);
    if (row % BRIGADES_MAX != 0 && staff_commander_row(&s->units[u]) != row)
        return staff_refuse(R_NOT_HIS);
    const gg_convex dot = gg_dot(s->commanders[row].at), shape = staff_shape(s, u);
    const int32_t far = gg_distance_between(&dot, &shape), most = ride_of(s, &s->commanders[row]);
    return far > most ? staff_refuse_by(R_RIDES_TOO_FAR, (far + 9) / 10, most / 10) : staff_legal;
}

void staff_cjoin_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)dice;
    staff_commander *his = &s->commanders[s->commander - 1];
    his->joined = (uint8_t)(action->whom + 1);
    his->at = s->units[action->whom].at;
    staff_say(log, GG_MOVE, S_JOINS, action->who, action->whom);
    ridden(s);
}

gg_verdict staff_cstay_legal(const gg_state *s, gg_side side, const gg_action *action)
{
    (void)side;
    return is_he(s, action);
}

void staff_cstay_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)action, (void)dice, (void)log;
    ridden(s);
}

/* ---- Lost, found, ridden down. ---- */

void staff_lose_commander(gg_state *s, unsigned row, gg_log *log)
{
    staff_commander *his = &s->commanders[row];
    gg_assert(his->there == THERE);
    staff_say(log, GG_LOSS, S_COMMANDER_LOST, (gg_unit)(UNITS_MAX + row), GG_NO_UNIT);
    his->there = LOST;
    his->at = (gg_point){0, 0};
    his->joined = 0;
    if (s->lost[row / BRIGADES_MAX] < 255) s->lost[row / BRIGADES_MAX]++;
}

/* The unit of his brigade (of the army: any) that is nearest to him, or NOBODY. */
static unsigned nearest_own(const gg_state *s, unsigned row)
{
    uint64_t units = staff_side(s, (gg_side)(row / BRIGADES_MAX));
    const gg_convex dot = gg_dot(s->commanders[row].at);
    unsigned best = NOBODY;
    int32_t nearest = 0;
    for (unsigned u = gt_take(&units); u != NOBODY; u = gt_take(&units)) {
        if (row % BRIGADES_MAX != 0 && staff_commander_row(&s->units[u]) != row) continue;
        const gg_convex shape = staff_shape(s, u);
        const int32_t far = gg_distance_between(&dot, &shape);
        if (best != NOBODY && far >= nearest) continue;
        best = (unsigned)u;
        nearest = far;
    }
    return best;
}

void staff_ride_down(gg_state *s, unsigned u, gg_log *log)
{
    const gg_convex shape = staff_shape(s, u);
    const unsigned first = (unsigned)gg_other(s->units[u].side) * BRIGADES_MAX;
    for (unsigned row = first; row < first + BRIGADES_MAX; row++) {
        staff_commander *his = &s->commanders[row];
        if (his->there != THERE || his->joined != 0 || !gg_holds(&shape, his->at)) continue;
        const unsigned own = nearest_own(s, row);
        if (own == NOBODY) {
            staff_lose_commander(s, row, log);
            continue;
        }
        his->joined = (uint8_t)(own + 1);
        his->at = s->units[own].at;
        staff_say(log, GG_MOVE, S_JOINS, (gg_unit)(UNITS_MAX + row), (gg_unit)own);
    }
}

/* ST-R40: a new commander with the lowest unit of the brigade. */
static void replace(gg_state *s, unsigned row, gg_log *log)
{
    staff_commander *his = &s->commanders[row];
    for (unsigned u = 0; u < s->unit_count; u++) {
        if (!staff_is_here(s, u) || staff_commander_row(&s->units[u]) != row) continue;
        const int rating = his->rating - staff_number(s, N_new_rating_less);
        const int least = staff_number(s, N_new_rating_least);
        his->there = THERE;
        his->rating = (uint8_t)(rating < least ? least : rating);
        his->trait = TRAIT_NONE;
        his->joined = (uint8_t)(u + 1);
        his->at = s->units[u].at;
        staff_say(log, GG_STATUS, S_NEW_COMMANDER, (gg_unit)(UNITS_MAX + row), (gg_unit)u);
        return;
    }
}

/* ---- The step that begins a player turn. ---- */

static void roll_elite(gg_state *s, unsigned u, gg_dice *dice, gg_log *log)
{
    const int least = s->more[u].elite != 0 ? s->more[u].elite : staff_number(s, N_elite);
    const int face = gg_roll_die(dice, "elite", (gg_unit)u, GG_NO_UNIT);
    if (face >= least) s->units[u].status &= (uint8_t)~STATUS_DISORDERED;
    gg_event *event =
        staff_say_number(log, GG_ROLL, face >= least ? S_ELITE_RECOVERS : S_ELITE_STAYS, (gg_unit)u,
                         GG_NO_UNIT, face);
    gg_show_dice(event, face, 0);
    if (event != NULL) event->had = (int16_t)least;
}

void staff_begin_apply(gg_state *s, gg_side side, const gg_action *action, gg_dice *dice,
                       gg_log *log)
{
    (void)side, (void)action;
    const unsigned first = s->active * (unsigned)BRIGADES_MAX;
    for (unsigned u = 0; u < s->unit_count; u++) {
        staff_unit *it = &s->units[u];
        it->did &= (uint16_t)~DID_REACT;
        if (it->side != s->active) continue;
        it->did = 0;
        s->more[u].moves = 0;
        it->status &= (uint8_t)~STATUS_RETREATED;
    }
    for (unsigned row = first; row < first + BRIGADES_MAX; row++) {
        s->commanders[row].did = s->commanders[row].given = 0;
        if (s->commanders[row].there == LOST && row != first) replace(s, row, log);
    }
    for (unsigned u = 0; u < s->unit_count; u++)
        if (staff_is_here(s, u) && s->units[u].side == s->active && staff_has_rule(s, u, RULE_ELITE)
            && staff_is_disordered(&s->units[u]) && !staff_is_engaged(s, u))
            roll_elite(s, u, dice, log);
    s->phase = PHASE_INITIATIVE;
}
