/*
 * act.h - what the chapters of one activation share: the pose a piece moves through token by
 * token, what takes it there, and the fight it ends in.
 *
 * legal() walks one series of tokens (move.c), offer() all of them (offer.c).  Whether a square
 * takes a piece, and whom it can fight, is written once, here and in fight.c, for both.
 * SPDX-License-Identifier: MIT
 */
#ifndef SQUARES_ACT_H
#define SQUARES_ACT_H

#include "squares.h"

/* Where a piece stands; the command square first (SQ-R21).  Whole words: it lives in registers. */
typedef struct pose {
    unsigned square1, square2, facing, in_square;
} pose;

/* The piece that is moving and what it takes along. */
typedef struct mover {
    const gg_state *state;
    const piece *piece;
    gg_unit who;
    uint8_t self;                              /* its mark in state->at */
    uint8_t holder;                            /* its column of T6 */
    uint8_t bases, bases_command, bases_other; /* all; split over two squares */
    bool fords;                                /* the river may be stepped into (SQ-R12) */
    pose start;
} mover;

/* ---- move.c ---- */
static inline mover mover_of(const gg_state *, gg_unit);
/* T5, or one where the ground holds it (SQ-R28, SQ-R12) */
static inline int points_of(const mover *);
int sq_march_points_of(const mover *); /* the same and the bonus of a march column (SQ-R25) */
/* Takes all tokens of the action, from the start to the end pose; the first rule broken, if any. */
gg_verdict sq_walk(const mover *, const gg_action *, pose *end);
/* One token; `first`: none before it.  What a piece in square may do is settled before. */
gg_verdict sq_take_token(const mover *, pose *, token, bool first);
/* Where a token leads, whether it may be taken or not; square1 is NO_SQUARE over the edge. */
pose sq_led(const pose *, token);
/* The end of an action that was judged before, from its start. */
pose sq_led_along(pose, const gg_action *);
/* The refusal of a square that does not take the bases. */
gg_verdict sq_why_not_enter(const mover *, unsigned square, int bases, token);

static inline token token_at(const gg_action *action, int index)
{
    return (token)((uint32_t)action->args[0] >> (4 * index) & 15);
}

static inline bool is_turn(token t) { return t == TOKEN_L || t == TOKEN_R || t == TOKEN_B; }
static inline bool is_forming(token t) { return t >= TOKEN_XL && t <= TOKEN_K2; }
static inline bool is_square_token(token t) { return t == TOKEN_Q1 || t == TOKEN_Q2; }
static inline bool is_reform_token(token t) { return t >= TOKEN_ZN && t <= TOKEN_ZW; }

/* The facing after a step or a turn. */
static inline facing facing_after(unsigned f, token t)
{
    static const uint8_t quarters[] = {[TOKEN_F] = 0, [TOKEN_L] = 3, [TOKEN_R] = 1, [TOKEN_B] = 2};
    return (facing)((f + quarters[t]) % FACINGS);
}

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

/* SQ-7.9, SQ-R12, SQ-R28: who begins here has one point, and a first token into it is the last. */
static inline bool stops(unsigned its_ground)
{
    /* a bit for each ground: asked of every piece and most steps, so without a look at the table */
    enum {
        STOPPING = 1 << GROUND_RIVER
#define GROUND(id, letter, close_order, skirmishers, horse, guns, level, cover, slow, ...)         \
    | slow << GROUND_##id
#include "ground.def"
#undef GROUND
    };
    return STOPPING >> its_ground & 1;
}

static inline bool is_stopped(const gg_state *state, const pose *p)
{
    return stops(state->ground[p->square1])
           || (p->square2 != NO_SQUARE && stops(state->ground[p->square2]));
}

static inline gg_verdict refuse(reason why) { return (gg_verdict){.reason = (gg_reason)why}; }

/* ---- What takes a piece. ---- */

/* A square as a moving piece sees it: its ground (enum ground) where it is free, or one of these.
 * Enemies come last, so that one comparison finds them. */
enum { SPOT_FRIEND = GROUNDS, SPOT_OFF, SPOT_ENEMY, SPOTS };

/* T6, SQ-R28: the most bases of each holder in a spot, entered by the first token and by later
 * ones; 0 where nobody may go. */
typedef struct room_row {
    uint8_t first[HOLDERS], later[HOLDERS];
} room_row;
extern const room_row squares_rooms[SPOTS];

static inline uint8_t spot_of(uint8_t mark, uint8_t its_ground, gg_side own)
{
    uint8_t blue = own == GG_BLUE ? SPOT_FRIEND : SPOT_ENEMY;
    uint8_t red = own == GG_BLUE ? SPOT_ENEMY : SPOT_FRIEND;
    return mark == 0 ? its_ground : mark <= UNITS ? blue : red;
}

/* SQ-R20, T6, SQ-R28: a spot takes the bases if it is on the board, free, roomy enough, and, if it
 * is wood or village, entered by the first token. */
static inline bool takes(const mover *m, unsigned spot, int bases, bool first)
{
    if (!first || spot >= GROUNDS) return squares_rooms[spot].later[m->holder] >= bases;
    return squares_rooms[spot].first[m->holder]
               + m->state->house[squares_room_numbers[spot][m->holder]]
           >= bases;
}

/* SQ-R12: with river_ford a block of infantry or cavalry may step, and only step, into the river.
 * `all`: the piece brings all it has. */
static inline reason ford_verdict(unsigned its_holder, bool all, token t)
{
    if (its_holder == HOLDS_GUNS) return R_FORD_ARTILLERY;
    if (t != TOKEN_F) return R_FORD_NO_FORMING;
    return all ? R_LEGAL : R_FORD_ONE_SQUARE;
}

/* The piece itself is not in its own way. */
static inline unsigned spot_at(const mover *m, unsigned square)
{
    if (square == NO_SQUARE) return SPOT_OFF;
    uint8_t mark = m->state->at[square], its_ground = m->state->ground[square];
    return mark == m->self ? its_ground : spot_of(mark, its_ground, side_of(m->who));
}

static inline gg_verdict enter(const mover *m, unsigned square, int bases, token t, bool first)
{
    unsigned spot = spot_at(m, square);
    if (takes(m, spot, bases, first)) return refuse(R_LEGAL);
    if (m->fords && first && spot == GROUND_RIVER
        && ford_verdict(m->holder, bases == m->bases, t) == R_LEGAL)
        return refuse(R_LEGAL);
    return sq_why_not_enter(m, square, bases, t);
}

/* ---- fight.c ---- */

/* An enemy to be dealt with: bit i of `fronts` is set if front square i faces it (SQ-R35). */
typedef struct target {
    gg_unit whom;
    uint8_t fronts, square;
} target;
typedef struct targets {
    int count, range;
    target list[2];
} targets;

/* Front squares, the command square first, and what lies ahead of them (SQ-R30). */
typedef struct front {
    int count;
    uint8_t from[2], ahead[2];
} front;

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

form sq_form_of_pose(const pose *);

/* Everything a modifier of an attack, a shot, first fire or a test may look at. */
typedef struct roll_query {
    uint8_t dice, dice_min; /* before modifiers (T7, T9); floor (SQ-R41) */
    uint8_t arm, heavy, facing;
    int8_t quality;
    uint8_t target_arm, target_heavy, target_facing, target_in_square;
    uint8_t range;    /* in squares; attacks are made at one */
    uint8_t uphill;   /* an attacked square is higher than the one it is attacked from */
    uint8_t moved;    /* at least one token: X hits (SQ-10.4) */
    uint8_t cover;    /* a square of the target under fire is wood or village (SQ-R47) */
    gg_clause clause; /* cited by the log; 0: the check's own */
} roll_query;

/* The way the fight goes: the facing, or what a square chose. */
facing sq_way_of(const pose *, fight);
/* Who is dealt with when the piece ends in this pose after `action`'s tokens; the refusal, if
 * nobody. */
gg_verdict sq_find_targets(const mover *, const pose *end, const gg_action *, targets *);
/* The dice with which a legal fight is rolled against this enemy; 0: it is not fought. */
int sq_fight_dice(const gg_state *, const gg_action *, gg_unit whom);
/* How far guns reach from this square that way (SQ-8.5, SQ-8.6). */
int sq_gun_range(const gg_state *, uint8_t square, facing);
/* SQ-R44: the square between whose ground hides what is n squares ahead; NO_SQUARE: none.  Pieces
 * are looked at before. */
uint8_t sq_hiding_square(const gg_state *, uint8_t from, uint8_t to, facing, int n);
/* The piece fights from where it stands now against one target. */
roll_query sq_attack_query(const gg_state *, gg_unit who, const pose *, const target *, bool moved);
roll_query sq_shot_query(const gg_state *, gg_unit who, const pose *, const target *, fight,
                         int range);
/* T9: does the target fire first, and how? */
bool sq_first_fire_query(const gg_state *, gg_unit who, const pose *, const target *, roll_query *);
void sq_resolve_fight(gg_state *, gg_unit who, const gg_action *, const targets *, gg_dice *,
                      gg_log *);

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
    return (mover){
        .state = state,
        .piece = p,
        .who = who,
        .self = (uint8_t)(who + 1),
        .holder = squares_kinds[p->kind].holder,
        .bases = p->bases,
        .bases_command = (uint8_t)((p->bases + 1) / 2),
        .bases_other = p->bases / 2,
        .fords = state->options[OPT_river_ford] != 0,
        .start = pose_of(p),
    };
}

/* SQ-R31: was this enemy in contact when it began? A square has no contact (SQ-R30). */
static inline bool touched(const mover *m, uint8_t mark)
{
    const pose *start = &m->start;
    const facing way = (facing)start->facing;
    const gg_side own = side_of(m->who);
    if (!start->in_square && enemy_ahead(m->state, start->square1, way, own) == mark) return true;
    return is_line(start) && enemy_ahead(m->state, start->square2, way, own) == mark;
}

static inline int points_of(const mover *m)
{
    return is_stopped(m->state, &m->start) ? 1 : moves_of(m->state, (kind)m->piece->kind);
}

/* ---- act.c, offer.c ---- */

/* A bit for each kind: a die of its arm is left (SQ-6.5). */
static inline unsigned kinds_with_dice(const gg_state *state)
{
    unsigned kinds = 0;
#define KIND(id, name, its_arm, ...)                                                               \
    if (state->pool[its_arm] > 0) kinds |= 1u << KIND_##id;
#include "units.def"
#undef KIND
    return kinds;
}

/* A die of its arm is left for it, or its unit has had one (SQ-6.5, SQ-R16). */
static inline bool may_act(const piece *p, unsigned its_kinds)
{
    if (p->status != STATUS_ON_BOARD || p->acted) return false;
    return p->activated || (its_kinds >> p->kind & 1);
}

/* With the most points that house rules allow, a piece on an empty board has fewer ends than this.
 * Each may be a fight too; shots from where it stands, a longer march and what a square can do come
 * on top. */
enum { ENDS_PER_PIECE_MAX = 128, OFFERS_PER_PIECE_MAX = 2 * ENDS_PER_PIECE_MAX + 16 };
/* What a piece on the board could do if it had a die; returns how many. */
uint32_t sq_piece_offer(const gg_state *, gg_unit who, gg_action out[OFFERS_PER_PIECE_MAX]);

/* SQ-R38: where no square can be formed. */
static inline reason square_ground(unsigned its_ground)
{
    if (its_ground == GROUND_VILLAGE) return R_SQUARE_IN_VILLAGE;
    return its_ground == GROUND_RIVER ? R_FORD_NO_FORMING : R_LEGAL;
}

/* With what it may fight after a move; FIGHT_NONE: not at all. */
static inline fight fight_after_move(const gg_state *state, holder its_holder)
{
    switch (its_holder) {
    case HOLDS_CLOSE_ORDER:
    case HOLDS_HORSE: return FIGHT_ATTACK;
    case HOLDS_SKIRMISHERS: return FIGHT_SHOOT;
    case HOLDS_GUNS: return state->options[OPT_art_move_fire] ? FIGHT_SHOOT : FIGHT_NONE;
    case HOLDERS: break;
    }
    return FIGHT_NONE;
}

/* At most, from where it stands: infantry may have a shot and an attack to choose from. */
static inline int standing_fights(holder its_holder)
{
    return its_holder == HOLDS_CLOSE_ORDER ? 2 : 1;
}

/* ---- sketch.c ---- */
/* Where the tokens lead, over whatever stands there: of an illegal action too. */
pose sq_led_to(const mover *, const gg_action *);

/* ---- retreat.c ---- */
typedef enum suffered { STAYS, RETREATED, GONE } suffered;
/* Hits taken from a fight that goes `way`; `by_skirmishers`: SQ-10.6. */
suffered sq_suffer(gg_state *, gg_unit whom, int hits, bool cover, facing way, bool by_skirmishers,
                   gg_dice *, gg_log *);
void sq_say_facing(gg_log *, gg_unit who, facing);
/* One roll of a check, told to the log. */
int sq_roll_check(const gg_state *, int check, const roll_query *, gg_unit who, gg_unit whom,
                  gg_dice *, gg_log *);

/* ---- victory.c ---- */
void sq_test_victory(gg_state *, gg_log *); /* SQ-R59, after each act */
void sq_end_turn(gg_state *, gg_log *);     /* SQ-R60 at the end of a round */

#endif
