/*
 * move.c - chapter 7: points, and the series of tokens a piece takes with them (SQ-R20 to R29).
 * SPDX-License-Identifier: MIT
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

/* ---- One token: where it leads. ---- */

/* SQ-R23: the squares stay, the command square is worked out anew. */
static inline pose turned_to(pose p, facing f)
{
    p.facing = f;
    if (p.square2 == NO_SQUARE) return p;
    const uint8_t command = sq_command_square((uint8_t)p.square1, (uint8_t)p.square2, f);
    if (command != p.square1) p.square2 = p.square1;
    p.square1 = command;
    return p;
}

/* SQ-R21: the square that is added becomes the command square. */
static inline bool is_added_in_command(token t) { return t == TOKEN_XR || t == TOKEN_XF; }

/* SQ-R24: a block becomes a line or a column; its facing stays. */
static inline pose extended(pose p, token t)
{
    static const uint8_t quarters[] = {
        [TOKEN_XL] = 3, [TOKEN_XR] = 1, [TOKEN_XF] = 0, [TOKEN_XB] = 2};
    const uint8_t added = step_from(p.square1, (facing)((p.facing + quarters[t]) % FACINGS));
    p.square2 = is_added_in_command(t) ? p.square1 : added;
    if (is_added_in_command(t)) p.square1 = added;
    return p;
}

/* SQ-R22, SQ-R23: one square ahead, with all it has. */
static inline pose stepped(pose p)
{
    p.square1 = step_from(p.square1, (facing)p.facing);
    if (p.square2 != NO_SQUARE) p.square2 = step_from(p.square2, (facing)p.facing);
    return p;
}

static inline pose led(pose p, token t)
{
    switch (t) {
    case TOKEN_F: return stepped(p);
    case TOKEN_L:
    case TOKEN_R:
    case TOKEN_B: return turned_to(p, facing_after(p.facing, t));
    case TOKEN_XL:
    case TOKEN_XR:
    case TOKEN_XF:
    case TOKEN_XB: return extended(p, t);
    case TOKEN_K1: /* SQ-R24: two squares become a block on one of them */
    case TOKEN_K2: return (pose){t == TOKEN_K1 ? p.square1 : p.square2, NO_SQUARE, p.facing, 0};
    case TOKEN_Q1: /* SQ-7.6 */
    case TOKEN_Q2: return (pose){t == TOKEN_Q1 ? p.square1 : p.square2, NO_SQUARE, NORTH, 1};
    case TOKEN_ZN: /* SQ-7.7 */
    case TOKEN_ZE:
    case TOKEN_ZS:
    case TOKEN_ZW: return (pose){p.square1, p.square2, NORTH + (unsigned)(t - TOKEN_ZN), 0};
    case TOKENS: break;
    }
    return p;
}

pose sq_led(const pose *p, token t) { return led(*p, t); }

pose sq_led_along(pose p, const gg_action *action)
{
    gg_assert(action->item <= TOKENS_MAX);
    for (int i = 0; i < action->item; i++) {
        p = led(p, token_at(action, i));
        gg_assert(p.square1 != NO_SQUARE);
    }
    return p;
}

/* ---- And whether it may be taken: `to` is where it leads. ---- */

static gg_verdict may_step(const mover *m, const pose *p, const pose *to, bool first)
{
    if (p->square2 == NO_SQUARE) return enter(m, to->square1, m->bases, TOKEN_F, first);
    gg_verdict verdict = enter(m, to->square1, m->bases_command, TOKEN_F, first);
    if (verdict.reason != R_LEGAL) return verdict;
    return enter(m, to->square2, m->bases_other, TOKEN_F, first);
}

static gg_verdict may_extend(const mover *m, const pose *p, const pose *to, token t, bool first)
{
    if (m->holder != HOLDS_CLOSE_ORDER && m->holder != HOLDS_HORSE)
        return refuse(R_ONLY_CLOSE_ORDER);
    if (p->square2 != NO_SQUARE) return refuse(R_NOT_A_BLOCK);
    if (m->bases < 2) return (gg_verdict){.reason = R_TOO_FEW_BASES, .had = m->bases, .needed = 2};
    if (is_in_river(m->state, p)) return refuse(R_FORD_NO_FORMING);
    if (is_added_in_command(t)) return enter(m, to->square1, m->bases_command, t, first);
    return enter(m, to->square2, m->bases_other, t, first);
}

static gg_verdict may_close_up(const mover *m, const pose *p, const pose *to, token t, bool first)
{
    if (p->square2 == NO_SQUARE) return refuse(R_NOT_TWO_SQUARES);
    return enter(m, to->square1, m->bases, t, first);
}

/* SQ-R38 */
static gg_verdict may_form_square(const mover *m, const pose *p, const pose *to, token t)
{
    if (m->holder != HOLDS_CLOSE_ORDER) return refuse(R_SQUARE_INFANTRY);
    if (t == TOKEN_Q2 && p->square2 == NO_SQUARE) return refuse(R_NOT_TWO_SQUARES);
    return refuse(square_ground(m->state->ground[to->square1]));
}

static inline gg_verdict take_token(const mover *m, pose *p, token t, bool first)
{
    const pose to = led(*p, t);
    gg_verdict verdict = {.reason = R_LEGAL};
    if (t == TOKEN_F) verdict = may_step(m, p, &to, first);
    else if (t >= TOKEN_XL && t <= TOKEN_XB) verdict = may_extend(m, p, &to, t, first);
    else if (t == TOKEN_K1 || t == TOKEN_K2) verdict = may_close_up(m, p, &to, t, first);
    else if (is_square_token(t)) verdict = may_form_square(m, p, &to, t);
    if (verdict.reason == R_LEGAL) *p = to;
    return verdict;
}

gg_verdict sq_take_token(const mover *m, pose *p, token t, bool first)
{
    return take_token(m, p, t, first);
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

/* Is any token Q1 or beyond, in which bit 3 is set and bit 2 or 1?  All of them at once. */
static bool speaks_of_squares(const gg_action *action)
{
    enum { LAST_BITS = 0x11111 };
    _Static_assert((int)TOKEN_Q1 == 10 && (int)TOKENS == 16 && (int)TOKENS_MAX == 5,
                   "tokens of four bits, five at most");
    const unsigned count = action->item < TOKENS_MAX ? action->item : TOKENS_MAX;
    const uint32_t all = (uint32_t)action->args[0] & ((UINT32_C(1) << 4 * count) - 1);
    return (all >> 3 & (all >> 2 | all >> 1) & LAST_BITS) != 0;
}

gg_verdict sq_walk(const mover *m, const gg_action *action, pose *end)
{
    *end = m->start;
    int tokens = action->item, points = points_of(m);
    /* Of squares there is nothing to say unless it is one or a token speaks of one. */
    const bool square = m->start.in_square || speaks_of_squares(action);
    for (int i = 0; square && i < tokens && i < TOKENS_MAX; i++) {
        reason why = square_token(m, token_at(action, i), tokens == 1);
        if (why != R_LEGAL) return refuse(why);
    }
    if (tokens > points) {
        gg_verdict verdict = beyond_points(m, action, points);
        if (verdict.reason != R_LEGAL) return verdict;
    }
    for (int i = 0; i < tokens; i++) {
        gg_verdict verdict = take_token(m, end, token_at(action, i), i == 0);
        if (verdict.reason != R_LEGAL) return verdict;
        if (i > 0 || tokens == 1) continue;
        /* More than one token: it did not begin there, so it has just gone in (SQ-R28, SQ-R12). */
        if (is_stopped(m->state, end))
            return refuse(is_held(m->state, end) ? R_COVER_ENDS_MOVE : R_FORD_ENDS_MOVE);
    }
    return refuse(R_LEGAL);
}
