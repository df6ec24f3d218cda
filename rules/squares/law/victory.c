/*
 * victory.c - chapter 12: the end by numbers, the end by the limits, giving up, and the ends of
 * turns and rounds that lead there (SQ-R59, SQ-R60, SQ-R65).
 * SPDX-License-Identifier: MIT
 */
#include "act.h"

#include <string.h>

static gg_event *finish(gg_state *state, ended how, gg_side winner, saying what, gg_log *log)
{
    state->phase = PHASE_OVER;
    state->result = (uint8_t)how;
    state->winner = winner;
    memset(state->pool, 0, sizeof state->pool);
    state->notes.units[GG_BLUE] = state->notes.units[GG_RED] = 0;
    return squares_say(log, GG_END, what, GG_NO_UNIT, GG_NO_UNIT);
}

/* SQ-12.1, SQ-R59: nothing counts for nothing, so the last survivor wins too. */
void sq_test_victory(gg_state *state, gg_log *log)
{
    if (state->practice) return;
    const int blue = state->notes.units[GG_BLUE], red = state->notes.units[GG_RED];
    const int times = number_victory_times(state);
    if (blue < times * red && red < times * blue) return;
    gg_side winner = blue >= times * red ? GG_BLUE : GG_RED;
    gg_event *event = finish(state, ENDED_TWICE, winner,
                             winner == GG_BLUE ? S_BLUE_WINS_TWICE : S_RED_WINS_TWICE, log);
    if (event == NULL) return;
    event->amount = (int16_t)(winner == GG_BLUE ? blue : red);
    event->had = (int16_t)(winner == GG_BLUE ? red : blue);
}

/* SQ-R60: who has lost fewer units, then fewer strength points. */
typedef struct losses {
    int units[2], points[2];
} losses;

static losses losses_of(const gg_state *state)
{
    losses lost;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        lost.units[side] = state->start_units[side] - sq_active_units(state, side);
        lost.points[side] = state->start_points[side] - sq_strength_points(state, side);
    }
    return lost;
}

static gg_side fewer(const int counts[2])
{
    return counts[GG_BLUE] == counts[GG_RED]  ? GG_NOBODY
           : counts[GG_BLUE] < counts[GG_RED] ? GG_BLUE
                                              : GG_RED;
}

static void end_by_limit(gg_state *state, gg_log *log)
{
    enum { BY_UNITS, BY_POINTS, BY_NAME };
    static const saying rows[][3] = {
        [BY_UNITS] = {S_BLUE_WINS_LIMIT, S_RED_WINS_LIMIT, S_DRAWN},
        [BY_POINTS] = {S_BLUE_WINS_POINTS, S_RED_WINS_POINTS, S_DRAWN},
        [BY_NAME] = {S_BLUE_WINS_NAMED, S_RED_WINS_NAMED, S_DRAWN},
    };
    const losses lost = losses_of(state);
    const int named = state->options[OPT_limit_winner];
    gg_side winner = fewer(lost.units);
    const int by = named != 0 ? BY_NAME : winner == GG_NOBODY ? BY_POINTS : BY_UNITS;
    if (by == BY_POINTS) winner = fewer(lost.points);
    if (by == BY_NAME) winner = (gg_side)(GG_BLUE + named - 1);
    gg_event *event = finish(state, ENDED_LIMIT, winner, rows[by][winner], log);
    if (event == NULL) return;
    const int *count = by == BY_POINTS && winner != GG_NOBODY ? lost.points : lost.units;
    event->amount = (int16_t)count[winner == GG_RED];
    event->had = (int16_t)count[winner != GG_RED];
}

/* True: the game ends with this round. */
static bool end_round(gg_state *state, gg_log *log)
{
    bool quiet = state->lost_this_round == 0;
    state->quiet = (uint8_t)(!quiet ? 0 : state->quiet < UINT8_MAX ? state->quiet + 1 : UINT8_MAX);
    state->lost_this_round = 0;
    int quiet_limit = state->options[OPT_quiet_rounds];
    bool limit = state->round >= state->options[OPT_max_rounds]
                 || (quiet_limit > 0 && state->quiet >= quiet_limit);
    if (limit && !state->practice) {
        end_by_limit(state, log);
        return true;
    }
    if (state->round < UINT16_MAX) state->round++;
    squares_say_number(log, GG_PHASE, S_ROUND_BEGINS, GG_NO_UNIT, GG_NO_UNIT, state->round);
    return false;
}

void sq_end_turn(gg_state *state, gg_log *log)
{
    gg_side side = state->side;
    squares_say(log, GG_PHASE, side == GG_BLUE ? S_BLUE_TURN_ENDS : S_RED_TURN_ENDS, GG_NO_UNIT,
                GG_NO_UNIT);
    memset(state->pool, 0, sizeof state->pool); /* SQ-R56: dice left over are lost */
    if (state->turn_in_round == 2 && end_round(state, log)) return;
    state->turn_in_round = state->turn_in_round == 2 ? 1 : 2;
    state->side = other_side(side);
    state->phase = PHASE_ROLL;
}

void squares_resign_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                          gg_log *log)
{
    (void)action, (void)dice;
    /* in set-up: what stands now is what began */
    if (state->phase < PHASE_FIRST) sq_count_start(state);
    finish(state, ENDED_RESIGN, other_side(side), side == GG_BLUE ? S_BLUE_RESIGNS : S_RED_RESIGNS,
           log);
}
