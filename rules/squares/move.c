/*
 * move.c - chapter 7: points, and the series of tokens a piece takes with them (SQ-R20 to R29).
 * The single token is in act.h.
 */
#include "act.h"

int march_points_of(const mover *m)
{
    const pose *p = &m->start;
    bool in_column = p->square2 != NO_SQUARE && !is_line(p);
    if (!in_column || is_held(m->state, p)) return points_of(m);
    return points_of(m) + m->state->options[OPT_march_bonus];
}

/* SQ-R12: with river_ford a block of infantry or cavalry may step, and only step, into the
 * river. */
gg_verdict closed(const mover *m, uint8_t square, int bases, token t)
{
    const gg_state *state = m->state;
    if (state->ground[square] != GROUND_RIVER || !state->options[OPT_river_ford])
        return square_verdict(state, m->who, square, bases);
    if (m->holder == HOLDS_GUNS) return refuse(R_FORD_ARTILLERY);
    if (t != TOKEN_F) return refuse(R_FORD_NO_FORMING);
    if (m->bases != bases) return refuse(R_FORD_ONE_SQUARE);
    return refuse(R_LEGAL);
}

static reason too_far(const mover *m, int tokens, bool fights)
{
    if (is_held(m->state, &m->start)) return R_HELD_BY_COVER;
    if (is_in_river(m->state, &m->start)) return R_HELD_BY_RIVER;
    if (fights && tokens <= march_points_of(m)) return R_MARCH_NO_FIGHT;
    switch (arm_of((kind)m->piece->kind)) {
    case ARM_I: return R_TOO_FAR;
    case ARM_C: return R_TOO_FAR_CAVALRY;
    case ARM_A: return R_TOO_FAR_ARTILLERY;
    case ARMS: break;
    }
    return R_TOO_FAR;
}

/* SQ-R25: the bonus is for a column that only steps forward and does not fight. */
static gg_verdict beyond_points(const mover *m, const gg_action *action, int points)
{
    int tokens = action->item;
    bool only_steps = tokens <= TOKENS_MAX;
    for (int i = 0; only_steps && i < tokens; i++)
        only_steps = token_at(action, i) == TOKEN_F;
    bool fights = action->flags != FIGHT_NONE;
    if (only_steps && !fights && tokens <= march_points_of(m)) return refuse(R_LEGAL);
    return (gg_verdict){.reason = (gg_reason)too_far(m, tokens, fights && only_steps),
                        .had = tokens, .needed = points};
}

/* SQ-7.6 to SQ-7.8: forming square and reforming stand alone, and a square does nothing else. */
static reason square_token(const mover *m, token t, bool alone)
{
    if (m->start.in_square && !is_reform_token(t)) return R_SQUARE_STANDS;
    if (is_reform_token(t) && !m->start.in_square) return R_NOT_IN_SQUARE;
    if (is_reform_token(t) && !alone) return R_REFORM_ALONE;
    if (is_square_token(t) && !alone) return R_FORM_SQUARE_ALONE;
    return R_LEGAL;
}

gg_verdict walk(const mover *m, const gg_action *action, pose *end)
{
    *end = m->start;
    int tokens = action->item, points = points_of(m);
    for (int i = 0; i < tokens && i < TOKENS_MAX; i++) {
        reason why = square_token(m, token_at(action, i), tokens == 1);
        if (why != R_LEGAL) return refuse(why);
    }
    if (tokens > points) {
        gg_verdict verdict = beyond_points(m, action, points);
        if (verdict.reason != R_LEGAL) return verdict;
    }
    for (int i = 0; i < tokens; i++) {
        gg_verdict verdict = take_token(m, end, token_at(action, i), i == 0, true);
        if (verdict.reason != R_LEGAL) return verdict;
        if (i > 0 || tokens == 1) continue;
        /* More than one token: it did not begin there, so it has just gone in (SQ-R28, SQ-R12). */
        if (is_held(m->state, end)) return refuse(R_COVER_ENDS_MOVE);
        if (is_in_river(m->state, end)) return refuse(R_FORD_ENDS_MOVE);
    }
    return refuse(R_LEGAL);
}
