/*
 * ending.c - objectives and points (chapter 3), the end of turns and of the game.
 * SPDX-License-Identifier: MIT
 */
#include "fight.h"

/* ---- Points (CW-R83). ---- */

uint64_t cw_about(const gg_state *s, unsigned objective)
{
    const gt_table t = cw_table(s);
    uint64_t about = 0;
    for (unsigned b = 0; b < s->body_count; b++)
        if (cw_stands(s, b)
            && gt_point_is_within(&t, s->objectives[objective].at, b,
                                  s->options[OPT_hold_radius_tk]))
            about |= gt_bit(b);
    return about;
}

bool cw_holds(const gg_state *s, unsigned objective, gg_side side, bool assigned, uint64_t about)
{
    while (about != 0) {
        const unsigned b = (unsigned)gg_next_bit(&about);
        if (s->bodies[b].side == side
            && (!assigned || cw_objective_of(s, b) == s->objectives[objective].number))
            return true;
    }
    return false;
}

int cw_objective_points(const gg_state *s, unsigned objective, gg_side side)
{
    const int value = s->options[OPT_vp_objective], its = s->objectives[objective].value[side];
    return value == 0 || its != 1 ? its : value;
}

int cw_points_by(const gg_state *s, unsigned objective, gg_side side, uint64_t about)
{
    if (s->objectives[objective].number == 0 || !cw_holds(s, objective, side, true, about)
        || cw_holds(s, objective, gg_other(side), false, about))
        return 0;
    return cw_objective_points(s, objective, side);
}

int cw_points_now(const gg_state *s, unsigned objective, gg_side side)
{
    return s->objectives[objective].number == 0
               ? 0
               : cw_points_by(s, objective, side, cw_about(s, objective));
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
            if (s->bodies[b].side == side) men += 50 * s->brigades[b].lost;
        cw_say_number(log, GG_NOTE, side == GG_BLUE ? S_BLUE_MEN : S_RED_MEN, GG_NO_UNIT,
                      GG_NO_UNIT, men < INT16_MAX ? men : INT16_MAX);
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
    cw_say_numbers(log, GG_END, saying_of_end(how, winner), GG_NO_UNIT, GG_NO_UNIT,
                   s->score[winner == GG_RED], s->score[winner != GG_RED]);
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
        if (!s->options[OPT_reactions_carry]) s->brigades[b].actions = 0;
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
