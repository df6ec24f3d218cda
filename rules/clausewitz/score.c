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
