/*
 * act.h - what the chapters of one activation share: the pose a piece moves through token by
 * token, and the fight it ends in.  move.c, fight.c, retreat.c and act.c use it, nobody else.
 *
 * The token step is inline because it is the innermost loop of a whole game: legal() walks it
 * with explanations, offer() walks it without, and there is no second copy of its rules.
 */
#ifndef SQUARES_ACT_H
#define SQUARES_ACT_H

#include "squares.h"

/* Where a piece stands; the command square first (SQ-R21).  Whole words: it lives in registers. */
typedef struct pose { unsigned square1, square2, facing, in_square; } pose;

/* The piece that is moving and what it takes along. */
typedef struct mover {
    const gg_state *state;
    const piece    *piece;
    gg_unit         who;
    uint8_t         self;    /* its mark in state->at */
    uint8_t         holder;  /* its column of T6 */
    uint8_t         bases, bases_command, bases_other; /* all; split over two squares */
    uint8_t         touched[2]; /* marks of the enemies in contact when it began (SQ-R31) */
    pose            start;
} mover;

/* ---- move.c ---- */
static inline mover mover_of(const gg_state *, gg_unit);
/* T5, or one where the ground holds it (SQ-R28, SQ-R12) */
static inline int points_of(const mover *);
int march_points_of(const mover *);         /* the same and the bonus of a march column (SQ-R25) */
/* Takes all tokens of the action, from the start to the end pose; the first rule broken, if any. */
gg_verdict walk(const mover *, const gg_action *, pose *end);
/* Why F or X cannot bring bases into this square. */
gg_verdict closed(const mover *, uint8_t square, int bases, token);

static inline token token_at(const gg_action *action, int index)
{
    return (token)((uint32_t)action->args[0] >> (4 * index) & 15);
}

static inline bool is_turn(token t) { return t == TOKEN_L || t == TOKEN_R || t == TOKEN_B; }
static inline bool is_forming(token t) { return t >= TOKEN_XL && t <= TOKEN_K2; }
static inline bool is_square_token(token t) { return t == TOKEN_Q1 || t == TOKEN_Q2; }
static inline bool is_reform_token(token t) { return t >= TOKEN_ZN && t <= TOKEN_ZW; }

static inline pose pose_of(const piece *p)
{
    return (pose){p->square1, p->square2, p->facing, p->in_square};
}

static inline bool is_line(const pose *p)
{
    return p->square2 != NO_SQUARE
           && p->square2 == step_from(p->square1, left_of((facing)p->facing));
}

/* Is any square of the pose a wood or village (SQ-7.9)? */
static inline bool is_held(const gg_state *state, const pose *p)
{
    return squares_grounds[state->ground[p->square1]].slow
           || (p->square2 != NO_SQUARE && squares_grounds[state->ground[p->square2]].slow);
}

static inline bool is_in_river(const gg_state *state, const pose *p)
{
    return state->ground[p->square1] == GROUND_RIVER;
}

/* Refusals without their reason, for those who only want to know that there is one. */
static inline gg_verdict refuse(reason why) { return (gg_verdict){.reason = (gg_reason)why}; }

/*
 * SQ-R20, T6, SQ-R28: a square takes the bases if it is on the board, free, roomy enough, and,
 * if it is wood or village, entered by the first token.  Without `explain` a refusal gives the
 * next best reason, which nobody reads.
 */
static inline gg_verdict enter(const mover *m, unsigned square, int bases, token t, bool first,
                               bool explain)
{
    if (square == NO_SQUARE) return refuse(R_OFF_BOARD);
    uint8_t mark = m->state->at[square];
    if (mark != 0 && mark != m->self) return refuse(R_OCCUPIED);
    uint8_t g = m->state->ground[square];
    const ground_row *row = &squares_grounds[g];
    if (row->holds[m->holder] < bases) {
        if (g != GROUND_RIVER && !explain) return refuse(R_WOOD_CLOSED);
        gg_verdict verdict = closed(m, square, bases, t); /* legal at a ford (SQ-R12) */
        if (verdict.reason != R_LEGAL) return verdict;
        return first ? refuse(R_LEGAL) : refuse(R_FORD_NOT_FIRST);
    }
    if (row->slow && !first) return refuse(R_COVER_NOT_FIRST);
    return refuse(R_LEGAL);
}

/* The facing after a step or a turn. */
static inline facing facing_after(facing f, token t)
{
    static const uint8_t quarters[] = {[TOKEN_F] = 0, [TOKEN_L] = 3, [TOKEN_R] = 1, [TOKEN_B] = 2};
    return (facing)((f + quarters[t]) % FACINGS);
}

/* SQ-R23: the squares stay, the command square is worked out anew. */
static inline void turn_to(pose *p, facing f)
{
    p->facing = (uint8_t)f;
    if (p->square2 == NO_SQUARE) return;
    uint8_t command = command_square(p->square1, p->square2, f);
    if (command == p->square1) return;
    p->square2 = p->square1;
    p->square1 = command;
}

/* SQ-R22, SQ-R23: one square ahead, with all it has. */
static inline gg_verdict step_ahead(const mover *m, pose *p, bool first, bool explain)
{
    uint8_t square1 = step_from(p->square1, (facing)p->facing);
    if (p->square2 == NO_SQUARE) {
        gg_verdict verdict = enter(m, square1, m->bases, TOKEN_F, first, explain);
        if (verdict.reason == R_LEGAL) p->square1 = square1;
        return verdict;
    }
    gg_verdict verdict = enter(m, square1, m->bases_command, TOKEN_F, first, explain);
    if (verdict.reason != R_LEGAL) return verdict;
    uint8_t square2 = step_from(p->square2, (facing)p->facing);
    verdict = enter(m, square2, m->bases_other, TOKEN_F, first, explain);
    if (verdict.reason != R_LEGAL) return verdict;
    p->square1 = square1;
    p->square2 = square2;
    return verdict;
}

/* SQ-R21, SQ-R24: a block becomes a line or a column; its facing stays. */
static inline gg_verdict extend(const mover *m, pose *p, token t, bool first, bool explain)
{
  if (m->holder != HOLDS_CLOSE_ORDER && m->holder != HOLDS_HORSE)
    return refuse(R_ONLY_CLOSE_ORDER);
  if (p->square2 != NO_SQUARE)
    return refuse(R_NOT_A_BLOCK);
  if (m->bases < 2)
    return (gg_verdict){
        .reason = R_TOO_FEW_BASES, .had = m->bases, .needed = 2};
  if (is_in_river(m->state, p))
    return refuse(R_FORD_NO_FORMING);
  static const uint8_t quarters[] = {
      [TOKEN_XL] = 3, [TOKEN_XR] = 1, [TOKEN_XF] = 0, [TOKEN_XB] = 2};
  uint8_t added =
      step_from(p->square1, (facing)((p->facing + quarters[t]) % FACINGS));
  bool added_leads = t == TOKEN_XR || t == TOKEN_XF;
  int bases = added_leads ? m->bases_command : m->bases_other;
  gg_verdict verdict = enter(m, added, bases, t, first, explain);
  if (verdict.reason != R_LEGAL)
    return verdict;
  p->square2 = added_leads ? p->square1 : added;
  if (added_leads)
    p->square1 = added;
  return verdict;
}

/* SQ-R24: two squares become a block on one of them. */
static inline gg_verdict close_up(const mover *m, pose *p, token t, bool first, bool explain)
{
    if (p->square2 == NO_SQUARE) return refuse(R_NOT_TWO_SQUARES);
    uint8_t square = t == TOKEN_K1 ? p->square1 : p->square2;
    gg_verdict verdict = enter(m, square, m->bases, t, first, explain);
    if (verdict.reason != R_LEGAL) return verdict;
    p->square1 = square;
    p->square2 = NO_SQUARE;
    return verdict;
}

/* SQ-7.6, SQ-R38. */
static inline gg_verdict form_square(const mover *m, pose *p, token t)
{
    if (m->holder != HOLDS_CLOSE_ORDER) return refuse(R_SQUARE_INFANTRY);
    if (t == TOKEN_Q2 && p->square2 == NO_SQUARE) return refuse(R_NOT_TWO_SQUARES);
    uint8_t square = t == TOKEN_Q1 ? p->square1 : p->square2;
    if (m->state->ground[square] == GROUND_VILLAGE) return refuse(R_SQUARE_IN_VILLAGE);
    if (m->state->ground[square] == GROUND_RIVER) return refuse(R_FORD_NO_FORMING);
    *p = (pose){.square1 = square, .square2 = NO_SQUARE, .facing = NORTH, .in_square = 1};
    return refuse(R_LEGAL);
}

/* One token; `first`: none before it.  What a piece in square may do is settled before. */
static inline gg_verdict take_token(const mover *m, pose *p, token t, bool first, bool explain)
{
    switch (t) {
    case TOKEN_F: return step_ahead(m, p, first, explain);
    case TOKEN_L:
    case TOKEN_R:
    case TOKEN_B: turn_to(p, facing_after((facing)p->facing, t)); break;
    case TOKEN_XL:
    case TOKEN_XR:
    case TOKEN_XF:
    case TOKEN_XB: return extend(m, p, t, first, explain);
    case TOKEN_K1:
    case TOKEN_K2: return close_up(m, p, t, first, explain);
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

/* ---- fight.c ---- */

/* An enemy to be dealt with: bit i of `fronts` is set if front square i faces it (SQ-R35). */
typedef struct target { gg_unit whom; uint8_t fronts, square; } target;
typedef struct targets { int count, range; target list[2]; } targets;

/* Front squares, the command square first, and what lies ahead of them (SQ-R30). */
typedef struct front { int count; uint8_t from[2], ahead[2]; } front;

static inline front front_of(const pose *p, facing way)
{
    front f = {.count = 1, .from = {p->square1}, .ahead = {step_from(p->square1, way), NO_SQUARE}};
    if (is_line(p)) {
        f.count = 2;
        f.from[1] = p->square2;
        f.ahead[1] = step_from(p->square2, way);
    }
    return f;
}

/* Everything a modifier of an attack, a shot, first fire or a test may look at. */
typedef struct roll_query {
    uint8_t dice, dice_min;  /* before modifiers (T7, T9); floor (SQ-R41) */
    uint8_t arm, heavy, facing;
    int8_t  quality;
    uint8_t target_arm, target_heavy, target_facing, target_in_square;
    uint8_t range;           /* in squares; attacks are made at one */
    uint8_t uphill;          /* an attacked square is higher than the one it is attacked from */
    uint8_t moved;           /* at least one token: X hits (SQ-10.4) */
    uint8_t cover;           /* a square of the target under fire is wood or village (SQ-R47) */
    gg_clause clause;        /* cited by the log; 0: the check's own */
} roll_query;
_Static_assert(sizeof(roll_query) <= GG_QUERY_BYTES_MAX, "fits every front end's query");

/* The way the fight goes: the facing, or what a square chose. */
facing way_of(const pose *, fight);
/* Who is dealt with when the piece ends in this pose after `action`'s tokens; the refusal, if
 * nobody. */
gg_verdict find_targets(const mover *, const pose *end, const gg_action *, targets *);
/* The piece fights from where it stands now against one target. */
roll_query attack_query(const gg_state *, gg_unit who, const pose *, const target *, bool moved);
roll_query shot_query(const gg_state *, gg_unit who, const pose *,
                      const target *, fight, int range);
/* T9: does the target fire first, and how? */
bool first_fire_query(const gg_state *, gg_unit who, const pose *, const target *, roll_query *);
void resolve_fight(gg_state *, gg_unit who, const gg_action *, const targets *,
                   gg_dice *, gg_log *);

static inline bool is_enemy_mark(uint8_t mark, gg_side own)
{
    return mark != 0 && side_of((gg_unit)(mark - 1)) != own;
}

/* What stands ahead of a square, if it is an enemy. */
static inline uint8_t enemy_ahead(const gg_state *state, unsigned square, facing way, gg_side own)
{
    uint8_t ahead = step_from(square, way);
    uint8_t mark = ahead == NO_SQUARE ? 0 : state->at[ahead];
    return is_enemy_mark(mark, own) ? mark : 0;
}

static inline mover mover_of(const gg_state *state, gg_unit who)
{
    const piece *p = &state->pieces[who];
    facing way = (facing)p->facing;
    pose start = pose_of(p);
    bool fronts = !p->in_square; /* a square has none, and no contact (SQ-R30) */
    return (mover){
        .state = state,
        .piece = p,
        .who = who,
        .self = (uint8_t)(who + 1),
        .holder = squares_kinds[p->kind].holder,
        .bases = p->bases,
        .bases_command = (uint8_t)((p->bases + 1) / 2),
        .bases_other = p->bases / 2,
        .touched = {fronts ? enemy_ahead(state, p->square1, way, side_of(who)) : 0,
                    is_line(&start) ? enemy_ahead(state, p->square2, way, side_of(who)) : 0},
        .start = start,
    };
}

static inline int points_of(const mover *m)
{
    if (is_held(m->state, &m->start) || is_in_river(m->state, &m->start)) return 1;
    return squares_kinds[m->piece->kind].move;
}

/* ---- retreat.c ---- */
typedef enum suffered { STAYS, RETREATED, GONE } suffered;
/* Hits taken from a fight that goes `way`; `by_skirmishers`: SQ-10.6. */
suffered suffer(gg_state *, gg_unit whom, int hits, bool cover, facing way, bool by_skirmishers,
                gg_dice *, gg_log *);
/* The event of a sentence about a piece, or NULL where nobody listens. */
gg_event *say(gg_log *, gg_event_kind, saying, gg_unit who);
void say_facing(gg_log *, gg_unit who, facing);
gg_point point_of(uint8_t square);
/* One roll of a check, told to the log. */
int roll_check(int check, const roll_query *, gg_unit who, gg_unit whom, gg_dice *, gg_log *);

/* ---- victory.c ---- */
void test_victory(gg_state *, gg_log *); /* SQ-R59, after each act */
void end_turn(gg_state *, gg_log *);     /* SQ-R60 at the end of a round */
void resign_apply(gg_state *, gg_side, gg_log *); /* SQ-R65 */

#endif
