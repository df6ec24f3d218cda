/*
 * scoring.c - points, and who has won (chapters 12, 14 and 16).
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "scoring.h"
#include "sequence.h"

#include <string.h>

/* CMD-12.3, CMD-14.1 to CMD-14.3: what controlling a marked sector is worth. */
static const struct {
    uint8_t points; /* the row with its number */
    bool once;
    gg_clause clause;
} marks[MARKERS] = {
    [MARKER_GENERAL] = {N_general_points, false, CMD_14_1},
    [MARKER_FLAG] = {N_marker_points, false, CMD_14_2},
    [MARKER_BIG_FLAG] = {N_big_flag_points, false, CMD_14_2},
    [MARKER_ROSE] = {N_rose_points, true, CMD_14_3},
    [MARKER_BIG_ROSE] = {N_big_rose_points, true, CMD_14_3},
};

/* What this side scores each round (or once) for controlling the sector. */
int commanders_sector_points(const gg_state *state, gg_side side, int sector)
{
    if (!state->options[OPT_objectives]) { /* CMD-R1 */
        if (row_of(sector) != home_row(enemy_of(side))) return 0;
        return column_of(sector) == 1 ? number_command_points(state) : number_flag_points(state);
    }
    int kind = state->marker[sector]; /* a rose that is nobody's serves both (CMD-R62) */
    if (kind == MARKER_NONE || state->owner[sector] == side || state->taken[sector]) return 0;
    return gg_number_value(commanders_numbers, state->house, marks[kind].points);
}

/* CMD-16.1, CMD-16.4: with morale the loser's points go. */
static void award(gg_state *state, gg_side side, int points)
{
    gg_side enemy = enemy_of(side);
    if (state->options[OPT_morale]) state->points[enemy] = (int16_t)(state->points[enemy] - points);
    else state->points[side] = (int16_t)(state->points[side] + points);
}

static gg_event *say_scored(gg_log *log, gg_clause clause, saying words, int at, int amount,
                            int had)
{
    gg_event *event = gg_log_add(log, GG_STATUS, clause);
    if (event == NULL) return NULL;
    event->saying = (uint16_t)words;
    event->at = (gg_point){at, 0};
    event->amount = (int16_t)amount;
    event->had = (int16_t)had;
    return event;
}

static void score_prisoners(gg_state *state, gg_log *log)
{
    int taken[2] = {0, 0};
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->place != PLACE_TAKEN) continue;
        taken[enemy_of(side_of(i))] += commanders_type_points(state, (type)u->type);
        u->place = PLACE_GONE;
    }
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        if (taken[side] == 0) continue;
        award(state, side, taken[side]);
        say_scored(log, CMD_12_2, side == GG_BLUE ? S_BLUE_TOOK : S_RED_TOOK, 0, taken[side], 0);
    }
}

static void score_sectors(gg_state *state, const uint8_t control[SECTORS], gg_log *log)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        gg_side side = control[sector];
        if (side == GG_NOBODY) continue;
        int points = commanders_sector_points(state, side, sector);
        if (points == 0) continue;
        award(state, side, points);
        bool by_marker = state->options[OPT_objectives] != 0;
        if (by_marker && marks[state->marker[sector]].once) state->taken[sector] = 1;
        say_scored(log, by_marker ? marks[state->marker[sector]].clause : CMD_12_3,
                   side == GG_BLUE ? S_BLUE_HOLDS : S_RED_HOLDS, sector, points, 0);
    }
}

/* CMD-12.4 from the pool, or CMD-16.2 from hand to hand. */
static void score_more_sectors(gg_state *state, const uint8_t control[SECTORS], gg_log *log)
{
    bool morale = state->options[OPT_morale] != 0;
    int held[2] = {0, 0};
    if (!morale && state->sector_pool == 0) return; /* CMD-R21 */
    if (!morale) state->sector_pool--;
    for (int sector = 0; sector < SECTORS; sector++)
        if (control[sector] != GG_NOBODY) held[control[sector]]++;
    gg_clause clause = morale ? CMD_16_2 : CMD_12_4;
    if (held[GG_BLUE] == held[GG_RED]) {
        say_scored(log, clause, S_NO_MORE, 0, held[GG_BLUE], 0);
        return;
    }
    gg_side side = held[GG_BLUE] > held[GG_RED] ? GG_BLUE : GG_RED, enemy = enemy_of(side);
    const int points = number_sector_points(state);
    state->points[side] = (int16_t)(state->points[side] + points);
    if (morale) state->points[enemy] = (int16_t)(state->points[enemy] - points);
    gg_event *event = say_scored(log, clause, side == GG_BLUE ? S_BLUE_MORE : S_RED_MORE, 0,
                                 held[side], held[enemy]);
    if (event != NULL) event->total = (int16_t)points;
}

/* ---- The end. ---- */

static bool is_tie(const gg_state *state)
{
    return state->points[GG_BLUE] == state->points[GG_RED];
}

gg_clause commanders_ending_clause(const gg_state *state)
{
    switch ((ended)state->result) {
    case ENDED_NOT: break;
    case ENDED_POINTS: return CMD_12_5;
    case ENDED_ROUNDS:
        return state->winner == GG_NOBODY ? CMD_R21 : is_tie(state) ? CMD_17_8 : CMD_12_6;
    case ENDED_NO_UNITS: return CMD_R28;
    case ENDED_MORALE: return CMD_16_1;
    case ENDED_RESIGN: return CMD_12_5;
    case ENDINGS: break;
    }
    return commanders_rules.phases[state->stage].clause;
}

static bool has_army(const gg_state *state, gg_side side)
{
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        if (is_on_board(&state->units[i]) && !is_routed(&state->units[i])) return true;
    return false;
}

/* Who has won, and why. */
static saying ending_words(const gg_state *state)
{
    static const saying rows[ENDINGS][3] = {
        [ENDED_POINTS] = {S_BLUE_POINTS, S_RED_POINTS, S_DRAWN},
        [ENDED_ROUNDS] = {S_BLUE_ROUNDS, S_RED_ROUNDS, S_DRAWN},
        [ENDED_NO_UNITS] = {S_RED_GONE, S_BLUE_GONE, S_BOTH_GONE},
        [ENDED_MORALE] = {S_RED_MORALE, S_BLUE_MORALE, S_DRAWN},
        [ENDED_RESIGN] = {S_RED_RESIGNS, S_BLUE_RESIGNS, S_DRAWN},
    };
    const gg_side winner = (gg_side)state->winner;
    const bool both_gone =
        state->result == ENDED_NO_UNITS && winner != GG_NOBODY && !has_army(state, winner);
    if (state->result != ENDED_RESIGN && winner != GG_NOBODY && is_tie(state)
        && (both_gone || state->result != ENDED_NO_UNITS))
        return winner == GG_BLUE ? S_BLUE_TIES : S_RED_TIES;
    if (both_gone) return winner == GG_BLUE ? S_BLUE_SURVIVES : S_RED_SURVIVES;
    return rows[state->result][winner];
}

void commanders_end(gg_state *state, ended how, gg_side winner, gg_log *log)
{
    if (winner == GG_NOBODY && state->tie != 0) winner = (gg_side)(state->tie - 1); /* CMD-17.8 */
    state->result = (uint8_t)how;
    state->winner = winner;
    state->stage = PHASE_OVER;
    state->ready = 0;
    commanders_forget_plan(state);
    gg_event *event = gg_log_add(log, GG_END, commanders_ending_clause(state));
    if (event == NULL) return;
    event->saying = ending_words(state);
    event->amount = state->points[winner == GG_RED];
    event->had = state->points[winner != GG_RED];
    event->total = (int16_t)state->options[OPT_victory];
}

static gg_side leader(const gg_state *state)
{
    int lead = state->points[GG_BLUE] - state->points[GG_RED];
    return lead > 0 ? GG_BLUE : lead < 0 ? GG_RED : GG_NOBODY;
}

/* CMD-R28 before all points; then CMD-12.5, CMD-12.6, CMD-R21 or CMD-R27. */
static bool is_decided(gg_state *state, gg_log *log)
{
    int rounds = state->options[OPT_rounds], victory = state->options[OPT_victory];
    int blue = state->points[GG_BLUE], red = state->points[GG_RED];
    bool has_blue = has_army(state, GG_BLUE), has_red = has_army(state, GG_RED), ends = true;
    if (!has_blue || !has_red) {
        gg_side winner = has_blue ? GG_BLUE : has_red ? GG_RED : leader(state);
        commanders_end(state, ENDED_NO_UNITS, winner, log);
    } else if (state->options[OPT_morale]) {
        ends = blue <= 0 || red <= 0 || state->round >= rounds;
        if (ends)
            commanders_end(state, blue <= 0 || red <= 0 ? ENDED_MORALE : ENDED_ROUNDS,
                           leader(state), log);
    } else if ((blue >= victory || red >= victory) && blue != red) {
        commanders_end(state, ENDED_POINTS, leader(state), log);
    } else if (blue >= victory) {
        ends = state->round >= rounds + number_extra_rounds(state);
        if (ends) commanders_end(state, ENDED_ROUNDS, GG_NOBODY, log);
        else say_scored(log, CMD_R21, S_ONE_MORE, 0, 0, 0);
    } else {
        ends = state->round >= rounds;
        if (ends) commanders_end(state, ENDED_ROUNDS, leader(state), log);
    }
    return ends;
}

/* ---- The plans lie open, then everything is counted (CMD-12.7). ---- */

/* All of it is what the reveal opens: who only guessed at a plan is not told the guess. */
static void say_plan(const gg_state *state, gg_side side, gg_log *log)
{
    static const saying words[TYPES] = {S_PLAN_I, S_PLAN_C, S_PLAN_A};
    if (state->plan_count[side] == 0) return;
    commanders_tell(log, GG_REVEAL, side == GG_BLUE ? S_PLAN_BLUE : S_PLAN_RED, GG_NO_UNIT, 0, 0,
                    0);
    for (int i = 0; i < state->plan_count[side]; i++) {
        const order *line = &state->plan[side][i];
        gg_event *event = gg_log_add(log, GG_REVEAL, CMD_3_6);
        if (event == NULL) return;
        event->saying = words[line->type];
        event->had = line->count;
        event->at = (gg_point){line->from, 0};
        event->to = (gg_point){line->step1, line->step2 == 0 ? 0 : PLACE_PAIR + line->step2 - 1};
    }
}

void commanders_scoring_open(gg_state *state, gg_log *log)
{
    commanders_tell(log, GG_PHASE, S_PHASE_SCORE, GG_NO_UNIT, 0, 0, 0);
    gg_event *event = gg_log_add(log, GG_REVEAL, CMD_3_6); /* of all that is still sealed */
    if (event != NULL) event->saying = S_SHOWN_PLANS;
    say_plan(state, GG_BLUE, log);
    say_plan(state, GG_RED, log);
}

static void begin_round(gg_state *state)
{
    state->round++;
    for (int i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        u->order = u->done = u->actions = u->tried[0] = u->tried[1] = 0;
    }
    memset(state->plan, 0, sizeof state->plan);
    memset(state->plan_count, 0, sizeof state->plan_count);
    memset(state->order_die, 0, sizeof state->order_die);
}

uint8_t commanders_scoring_roll(gg_state *state, gg_dice *dice, gg_log *log)
{
    (void)dice;                         /* nobody decides and nothing is rolled */
    for (int i = 0; i < ALL_UNITS; i++) /* CMD-2.9, CMD-R34 */
        state->units[i].status &= (uint8_t) ~(SPENT | SQUARE);
    commanders_tell(log, GG_STATUS, S_CLEARED, GG_NO_UNIT, 0, 0, 0);
    score_prisoners(state, log);
    uint8_t control[SECTORS];
    commanders_note_control(state, control);
    score_sectors(state, control, log);
    score_more_sectors(state, control, log);
    say_scored(log, CMD_12_5, S_SCORE, 0, state->points[GG_BLUE], state->points[GG_RED]);
    if (is_decided(state, log)) return PHASE_OVER;
    begin_round(state);
    return PHASE_ORDER_DICE;
}
