/*
 * move.c - chapter 7: points, and the series of tokens a piece takes with them (SQ-R20 to R29).
 */
#include "act.h"

const room_row squares_rooms[SPOTS] = {
/* friends, enemies and the edge: no room at all */
#define GROUND(id, letter, close_order, skirmishers, horse, guns, its_level, is_cover, is_slow,    \
               does_hide, role, clause)                                                            \
    [GROUND_##id] = {.first = {close_order, skirmishers, horse, guns},                             \
                     .later = {is_slow ? 0 : close_order, is_slow ? 0 : skirmishers,               \
                               is_slow ? 0 : horse, is_slow ? 0 : guns}},
#include "ground.def"
#undef GROUND
};

int sq_march_points_of(const mover *m)
{
    const pose *p = &m->start;
    bool in_column = p->square2 != NO_SQUARE && !is_line(p);
    if (!in_column || is_held(m->state, p)) return points_of(m);
    return points_of(m) + m->state->options[OPT_march_bonus];
}

gg_verdict sq_why_not_enter(const mover *m, unsigned square, int bases, token t)
{
    if (square == NO_SQUARE) return refuse(R_OFF_BOARD);
    uint8_t mark = m->state->at[square];
    if (mark != 0 && mark != m->self) return refuse(R_OCCUPIED);
    bool river = m->state->ground[square] == GROUND_RIVER;
    gg_verdict verdict = river && m->fords
                             ? refuse(ford_verdict(m->holder, bases == m->bases, t))
                             : sq_square_verdict(m->state, m->who, (uint8_t)square, bases);
    if (verdict.reason != R_LEGAL) return verdict;
    /* It would take the piece, but only as the first thing it does (SQ-R12, SQ-R28). */
    return refuse(river ? R_FORD_NOT_FIRST : R_COVER_NOT_FIRST);
}

/* ---- One token. ---- */

/* SQ-R23: the squares stay, the command square is worked out anew. */
static void turn_to(pose *p, facing f)
{
    p->facing = (uint8_t)f;
    if (p->square2 == NO_SQUARE) return;
    uint8_t command = sq_command_square(p->square1, p->square2, f);
    if (command == p->square1) return;
    p->square2 = p->square1;
    p->square1 = command;
}

/* SQ-R22, SQ-R23: one square ahead, with all it has. */
static gg_verdict step_ahead(const mover *m, pose *p, bool first)
{
    uint8_t square1 = step_from(p->square1, (facing)p->facing);
    if (p->square2 == NO_SQUARE) {
        gg_verdict verdict = enter(m, square1, m->bases, TOKEN_F, first);
        if (verdict.reason == R_LEGAL) p->square1 = square1;
        return verdict;
    }
    gg_verdict verdict = enter(m, square1, m->bases_command, TOKEN_F, first);
    if (verdict.reason != R_LEGAL) return verdict;
    uint8_t square2 = step_from(p->square2, (facing)p->facing);
    verdict = enter(m, square2, m->bases_other, TOKEN_F, first);
    if (verdict.reason != R_LEGAL) return verdict;
    p->square1 = square1;
    p->square2 = square2;
    return verdict;
}

/* SQ-R21, SQ-R24: a block becomes a line or a column; its facing stays. */
static gg_verdict extend(const mover *m, pose *p, token t, bool first)
{
    static const uint8_t quarters[] = {
        [TOKEN_XL] = 3, [TOKEN_XR] = 1, [TOKEN_XF] = 0, [TOKEN_XB] = 2};
    if (m->holder != HOLDS_CLOSE_ORDER && m->holder != HOLDS_HORSE)
        return refuse(R_ONLY_CLOSE_ORDER);
    if (p->square2 != NO_SQUARE) return refuse(R_NOT_A_BLOCK);
    if (m->bases < 2) return (gg_verdict){.reason = R_TOO_FEW_BASES, .had = m->bases, .needed = 2};
    if (is_in_river(m->state, p)) return refuse(R_FORD_NO_FORMING);
    uint8_t added = step_from(p->square1, (facing)((p->facing + quarters[t]) % FACINGS));
    bool added_leads = t == TOKEN_XR || t == TOKEN_XF;
    int bases = added_leads ? m->bases_command : m->bases_other;
    gg_verdict verdict = enter(m, added, bases, t, first);
    if (verdict.reason != R_LEGAL) return verdict;
    p->square2 = added_leads ? p->square1 : added;
    if (added_leads) p->square1 = added;
    return verdict;
}

/* SQ-R24: two squares become a block on one of them. */
static gg_verdict close_up(const mover *m, pose *p, token t, bool first)
{
    if (p->square2 == NO_SQUARE) return refuse(R_NOT_TWO_SQUARES);
    uint8_t square = t == TOKEN_K1 ? p->square1 : p->square2;
    gg_verdict verdict = enter(m, square, m->bases, t, first);
    if (verdict.reason != R_LEGAL) return verdict;
    p->square1 = square;
    p->square2 = NO_SQUARE;
    return verdict;
}

/* SQ-7.6, SQ-R38. */
static gg_verdict form_square(const mover *m, pose *p, token t)
{
    if (m->holder != HOLDS_CLOSE_ORDER) return refuse(R_SQUARE_INFANTRY);
    if (t == TOKEN_Q2 && p->square2 == NO_SQUARE) return refuse(R_NOT_TWO_SQUARES);
    uint8_t square = t == TOKEN_Q1 ? p->square1 : p->square2;
    reason why = square_ground(m->state->ground[square]);
    if (why != R_LEGAL) return refuse(why);
    *p = (pose){.square1 = square, .square2 = NO_SQUARE, .facing = NORTH, .in_square = 1};
    return refuse(R_LEGAL);
}

gg_verdict sq_take_token(const mover *m, pose *p, token t, bool first)
{
    switch (t) {
    case TOKEN_F: return step_ahead(m, p, first);
    case TOKEN_L:
    case TOKEN_R:
    case TOKEN_B: turn_to(p, facing_after(p->facing, t)); break;
    case TOKEN_XL:
    case TOKEN_XR:
    case TOKEN_XF:
    case TOKEN_XB: return extend(m, p, t, first);
    case TOKEN_K1:
    case TOKEN_K2: return close_up(m, p, t, first);
    case TOKEN_Q1:
    case TOKEN_Q2: return form_square(m, p, t);
    case TOKEN_ZN:
    case TOKEN_ZE:
    case TOKEN_ZS:
    case TOKEN_ZW: /* SQ-7.7 */
        p->facing = (uint8_t)(NORTH + (t - TOKEN_ZN));
        p->in_square = 0;
        break;
    case TOKENS: break;
    }
    return refuse(R_LEGAL);
}

/* ---- The series. ---- */

static reason too_far(const mover *m, int tokens, bool fights)
{
    if (is_held(m->state, &m->start)) return R_HELD_BY_COVER;
    if (is_in_river(m->state, &m->start)) return R_HELD_BY_RIVER;
    if (fights && tokens <= sq_march_points_of(m)) return R_MARCH_NO_FIGHT;
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
    for (int i = 0; only_steps && i < tokens; i++) only_steps = token_at(action, i) == TOKEN_F;
    bool fights = action->flags != FIGHT_NONE;
    if (only_steps && !fights && tokens <= sq_march_points_of(m)) return refuse(R_LEGAL);
    return (gg_verdict){.reason = (gg_reason)too_far(m, tokens, fights && only_steps),
                        .had = tokens,
                        .needed = points};
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

gg_verdict sq_walk(const mover *m, const gg_action *action, pose *end)
{
    *end = m->start;
    int tokens = action->item, points = points_of(m);
    /* Of squares there is nothing to say unless it is one or a token speaks of one. */
    bool square = m->start.in_square;
    for (int i = 0; i < tokens && i < TOKENS_MAX; i++) square |= token_at(action, i) >= TOKEN_Q1;
    for (int i = 0; square && i < tokens && i < TOKENS_MAX; i++) {
        reason why = square_token(m, token_at(action, i), tokens == 1);
        if (why != R_LEGAL) return refuse(why);
    }
    if (tokens > points) {
        gg_verdict verdict = beyond_points(m, action, points);
        if (verdict.reason != R_LEGAL) return verdict;
    }
    for (int i = 0; i < tokens; i++) {
        gg_verdict verdict = sq_take_token(m, end, token_at(action, i), i == 0);
        if (verdict.reason != R_LEGAL) return verdict;
        if (i > 0 || tokens == 1) continue;
        /* More than one token: it did not begin there, so it has just gone in (SQ-R28, SQ-R12). */
        if (is_stopped(m->state, end))
            return refuse(is_held(m->state, end) ? R_COVER_ENDS_MOVE : R_FORD_ENDS_MOVE);
    }
    return refuse(R_LEGAL);
}
