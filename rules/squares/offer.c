/*
 * offer.c - what a piece that may act is offered.
 *
 * legal() accepts every series of tokens the rules allow.  Offered is each different place and
 * facing that steps and turns can reach, once, by its shortest series (series.def); formations may
 * change by the first token and then step on (forming.def); and every fight open at each of these
 * ends.
 *
 * This is where a game spends its time.  So the series are written out as tables that are turned
 * into code, and the pieces of a side are walked over a copy of the board that answers with one
 * look what the rules ask of a square.  The rules themselves are not here: takes() and
 * ford_verdict() in act.h and find_targets() in fight.c judge for legal() too.
 */
#include "act.h"

#include <string.h>

/* ---- The board to walk on. ---- */

/*
 * Places are squares in a frame: rows are wider than the board, with one more row below and above,
 * so that a step from any square, over the edge too, leads to a place, and ways are differences.
 * Place 0 is a corner of the frame that no step reaches: what is nowhere may be marked there.
 */
enum { WIDTH = 16, PLACES = (SIDE + 2) * WIDTH, NOWHERE = 0 };

static const int ways[FACINGS] = {[NORTH] = WIDTH, [EAST] = 1, [SOUTH] = -WIDTH, [WEST] = -1};

#define ROW(s) s + 0, s + 1, s + 2, s + 3, s + 4, s + 5, s + 6, s + 7, s + 8, s + 9, s + 10, s + 11
static const uint8_t places[NO_SQUARE + 1] = {ROW(16),
                                              ROW(32),
                                              ROW(48),
                                              ROW(64),
                                              ROW(80),
                                              ROW(96),
                                              ROW(112),
                                              ROW(128),
                                              ROW(144),
                                              ROW(160),
                                              ROW(176),
                                              ROW(192),
                                              [NO_SQUARE] = NOWHERE};
#undef ROW

static inline uint8_t square_of(unsigned place)
{
    return (uint8_t)(place % WIDTH + (place / WIDTH - 1) * SIDE);
}

/* Both steps are loops over whole arrays, which compilers do many squares at a time. */
static void look_around(const gg_state *state, gg_side side, uint8_t spots[PLACES])
{
    uint8_t board[BOARD];
    for (int square = 0; square < BOARD; square++)
        board[square] = spot_of(state->at[square], state->ground[square], side);
    memset(spots, SPOT_OFF, PLACES);
    for (int row = 0; row < SIDE; row++)
        memcpy(&spots[(row + 1) * WIDTH], &board[row * SIDE], SIDE);
}

/* ---- Series of tokens. ---- */

/* A facing seen from the facing at the start, in quarters to the right. */
enum { FRONT, RIGHT, BACK, LEFT };

#define FORTH(quarters) ((quarters) == FRONT ? 1 : (quarters) == BACK ? -1 : 0)
#define ASIDE(quarters) ((quarters) == RIGHT ? 1 : (quarters) == LEFT ? -1 : 0)
#define TURNS(t) (TOKEN_##t != TOKEN_F)
#define ACT(n, all)                                                                                \
    {                                                                                              \
        .kind = ACTION_ACT, .item = n, .args = { all }                                             \
    }

/* ---- One piece. ---- */

/*
 * Room is made sure of before each piece, so that the offers themselves need not look.  Cavalry has
 * the most: 29 series, 12 of them with a fight (SQ-7.5), 10 formings, a fight where it stands.
 */
enum { OFFERS_PER_PIECE_MAX = 64 };

/* Whole words, but for what is the same for all pieces: it is filled in for each of them. */
typedef struct offering {
    const gg_state *state;
    uint8_t *spots;          /* the board; the piece itself is lifted off it */
    uint8_t fights[HOLDERS]; /* what may follow a move */
    uint8_t foes[HOLDERS];   /* the first kind of spot ahead that is worth a look at it */
    unsigned who, holder, bases, points;
    unsigned one, two, way; /* its places; NOWHERE: it has no second one */
} offering;

static inline gg_action *put(const offering *o, gg_action *out, const gg_action *act)
{
    *out = *act;
    out->who = (gg_unit)o->who;
    return out + 1;
}

static gg_action *put_tokens(const offering *o, gg_action *out, uint32_t tokens, unsigned count)
{
    const gg_action act = ACT((uint16_t)count, (int32_t)tokens);
    return put(o, out, &act);
}

/* Where a piece ends, in places; `two` is NOWHERE for one in a single square. */
typedef struct stand {
    unsigned one, two, way;
} stand;

static gg_action *offer_fight(const offering *o, gg_action *out, stand s, const gg_action *act,
                              fight f)
{
    mover m = mover_of(o->state, (gg_unit)o->who);
    pose end = {.square1 = square_of(s.one),
                .square2 = NO_SQUARE,
                .facing = s.way,
                .in_square = m.start.in_square};
    if (s.two != NOWHERE) end.square2 = square_of(s.two);
    targets found;
    gg_action *next = put(o, out, act);
    out->flags = (uint8_t)f;
    return sq_find_targets(&m, &end, out, &found).reason == R_LEGAL ? next : out;
}

/* ---- Steps and turns. ---- */

/* SQ-R12: the river takes a block that steps into it first of all. */
static bool is_ford(const offering *o, unsigned spot)
{
    return spot == GROUND_RIVER && o->state->options[OPT_river_ford]
           && ford_verdict(o->holder, true, TOKEN_F) == R_LEGAL;
}

/* SQ-7.5: cavalry does not fight after a late turn or a change of formation. */
static inline bool is_hasty(const offering *o)
{
    return o->holder == HOLDS_HORSE;
}

static inline gg_action *offer_last(const offering *o, gg_action *out, stand s,
                                    const gg_action *act)
{
    return offer_fight(o, out, s, act, (fight)o->fights[o->holder]);
}

/* SQ-R21: bases are split over two squares. */
static inline unsigned bases_first(const offering *o)
{
    return (o->bases + 1) / 2;
}

/* What the rows of series.def and forming.def ask.  A copy: what lies behind a pointer would be
 * read again after each action that is written. */
typedef struct walk {
    const offering *offering;
    const uint8_t *one, *two; /* the spots about its squares; the same ones if it has but one */
    ptrdiff_t ahead, right;   /* differences of places */
    unsigned foe, holder, who, bases;
    unsigned swapped; /* a bit for each turn in quarters: then the second square is first */
} walk;

/* SQ-5.7, SQ-R21, SQ-R23: squares stay in a turn; the front or the right-hand one is first. */
static inline bool is_second_first(const offering *o, unsigned way)
{
    int lead = (int)o->two - (int)o->one;
    return lead == ways[way] || lead == ways[right_of((facing)way)];
}

static inline walk walk_of(const offering *o, bool in_two)
{
    walk w = {.offering = o,
              .one = &o->spots[o->one],
              .two = &o->spots[in_two ? o->two : o->one],
              .ahead = ways[o->way],
              .right = ways[right_of((facing)o->way)],
              .foe = o->foes[o->holder],
              .holder = o->holder,
              .who = o->who,
              .bases = o->bases};
    for (unsigned turned = 0; in_two && turned < FACINGS; turned++)
        w.swapped |= (unsigned)is_second_first(o, (o->way + turned) % FACINGS) << turned;
    return w;
}

static inline bool enters(const walk *w, bool in_two, ptrdiff_t to, unsigned turned, bool first)
{
    if (!in_two) return takes(w->one[to], w->holder, w->bases, first);
    unsigned its_first = (w->bases + !(w->swapped >> turned & 1)) / 2; /* SQ-R21 */
    return takes(w->one[to], w->holder, its_first, first)
           && takes(w->two[to], w->holder, w->bases - its_first, first);
}

/* What a row of series.def leads to. */
typedef struct series {
    gg_action act; /* its tokens, of nobody yet */
    int8_t x, y;   /* squares ahead and to the right */
    uint8_t turned;
    uint8_t late; /* a turn that is not the first token (SQ-7.5) */
} series;

static gg_action *fight_moved(const offering *o, gg_action *out, const series *row)
{
    if (row->late && is_hasty(o)) return out;
    unsigned way = (o->way + row->turned) % FACINGS;
    unsigned to = (unsigned)(row->x * ways[o->way] + row->y * ways[right_of((facing)o->way)]);
    stand s = {o->one + to, NOWHERE, way};
    if (o->two != NOWHERE) s.two = o->two + to;
    if (o->two != NOWHERE && is_second_first(o, way)) s = (stand){s.two, s.one, way};
    return offer_last(o, out, s, &row->act);
}

static inline gg_action *offer_row(const walk *w, gg_action *out, bool in_two, const series *row,
                                   ptrdiff_t ahead)
{
    *out = row->act;
    out->who = (gg_unit)w->who;
    if (w->one[ahead] < w->foe && (!in_two || w->two[ahead] < w->foe)) return out + 1;
    return fight_moved(w->offering, out + 1, row);
}

/*
 * The rows of series.def as code, once for each number of points and of squares, so that nothing is
 * looked up that is known beforehand.  REACHED is a square about the start, from two behind to
 * three ahead and two to each side: steps lead there by one series only, whatever turns follow.
 */
#define TO(x, y) ((x)*w.ahead + (y)*w.right)
#define SQUARE_AT(x, y) (((x) + 2) * 5 + (y) + 2)
#define REACHED(x, y) reached[SQUARE_AT(x, y)]
enum { START = SQUARE_AT(0, 0), AHEAD = SQUARE_AT(1, 0), AROUND = SQUARE_AT(3, 2) + 1 };
#define ROW(n, all, is_late, its_x, its_y, quarters)                                               \
    {                                                                                              \
        static const series row = {                                                                \
            .act = ACT(n, all), .x = its_x, .y = its_y, .turned = quarters, .late = is_late};      \
        out = offer_row(&w, out, SQUARES == 2, &row,                                               \
                        TO((its_x) + FORTH(quarters), (its_y) + ASIDE(quarters)));                 \
    }
#define IF_REACHED(n, last, x, y, turned)                                                          \
    if (n <= POINTS && !TURNS(last))                                                               \
        REACHED(x, y) = REACHED((x)-FORTH(turned), (y)-ASIDE(turned))                              \
                        && enters(&w, SQUARES == 2, TO(x, y), turned, false);                      \
    if (n <= POINTS && REACHED(x, y))
#define ONE(a, x, y, turned)                                                                       \
    if (TURNS(a) || goes) ROW(1, TOKEN_##a, false, x, y, turned)
#define TWO(a, b, x, y, turned)                                                                    \
    IF_REACHED(2, b, x, y, turned) ROW(2, TOKEN_##a | TOKEN_##b << 4, TURNS(b), x, y, turned)
#define THREE(a, b, c, x, y, turned)                                                               \
    IF_REACHED(3, c, x, y, turned)                                                                 \
    ROW(3, TOKEN_##a | TOKEN_##b << 4 | TOKEN_##c << 8, TURNS(b) || TURNS(c), x, y, turned)

static inline bool goes_ahead(const walk *w, bool in_two)
{
    return enters(w, in_two, w->ahead, FRONT, true)
           || (!in_two && is_ford(w->offering, w->one[w->ahead]));
}

/* SQ-R28, SQ-R12: not from where it has just gone in. */
static inline bool goes_on(const walk *w, bool in_two)
{
    return !stops(w->one[w->ahead]) && !(in_two && stops(w->two[w->ahead]));
}

/* Called by way of a table: in one function they would be in each other's way. */
static gg_action *steps_1_in_one(const offering *o, gg_action *out)
{
    enum { POINTS = 1, SQUARES = 1 };
    const walk w = walk_of(o, SQUARES == 2);
    const bool goes = goes_ahead(&w, SQUARES == 2);
    bool reached[AROUND] = {[START] = true, [AHEAD] = goes && goes_on(&w, SQUARES == 2)};
#include "series.def"
    return out;
}

static gg_action *steps_2_in_one(const offering *o, gg_action *out)
{
    enum { POINTS = 2, SQUARES = 1 };
    const walk w = walk_of(o, SQUARES == 2);
    const bool goes = goes_ahead(&w, SQUARES == 2);
    bool reached[AROUND] = {[START] = true, [AHEAD] = goes && goes_on(&w, SQUARES == 2)};
#include "series.def"
    return out;
}

static gg_action *steps_3_in_one(const offering *o, gg_action *out)
{
    enum { POINTS = 3, SQUARES = 1 };
    const walk w = walk_of(o, SQUARES == 2);
    const bool goes = goes_ahead(&w, SQUARES == 2);
    bool reached[AROUND] = {[START] = true, [AHEAD] = goes && goes_on(&w, SQUARES == 2)};
#include "series.def"
    return out;
}

static gg_action *steps_1_in_two(const offering *o, gg_action *out)
{
    enum { POINTS = 1, SQUARES = 2 };
    const walk w = walk_of(o, SQUARES == 2);
    const bool goes = goes_ahead(&w, SQUARES == 2);
    bool reached[AROUND] = {[START] = true, [AHEAD] = goes && goes_on(&w, SQUARES == 2)};
#include "series.def"
    return out;
}

static gg_action *steps_2_in_two(const offering *o, gg_action *out)
{
    enum { POINTS = 2, SQUARES = 2 };
    const walk w = walk_of(o, SQUARES == 2);
    const bool goes = goes_ahead(&w, SQUARES == 2);
    bool reached[AROUND] = {[START] = true, [AHEAD] = goes && goes_on(&w, SQUARES == 2)};
#include "series.def"
    return out;
}

static gg_action *steps_3_in_two(const offering *o, gg_action *out)
{
    enum { POINTS = 3, SQUARES = 2 };
    const walk w = walk_of(o, SQUARES == 2);
    const bool goes = goes_ahead(&w, SQUARES == 2);
    bool reached[AROUND] = {[START] = true, [AHEAD] = goes && goes_on(&w, SQUARES == 2)};
#include "series.def"
    return out;
}

#undef ONE
#undef TWO
#undef THREE

/* By the points of the piece, and whether it stands in two squares. */
static gg_action *(*const steps_of[][2])(const offering *, gg_action *) = {
    [1] = {steps_1_in_one, steps_1_in_two},
    [2] = {steps_2_in_one, steps_2_in_two},
    [3] = {steps_3_in_one, steps_3_in_two},
};

/* ---- Formations. ---- */

/* What a row of forming.def leads to. */
typedef struct forming {
    gg_action act;
    int8_t x1, y1, x2, y2; /* its squares, as squares ahead and to the right of the start */
} forming;

static gg_action *fight_formed(const offering *o, gg_action *out, const forming *row)
{
    if (is_hasty(o)) return out;
    int ahead = ways[o->way], right = ways[right_of((facing)o->way)];
    stand s = {o->one + (unsigned)(row->x1 * ahead + row->y1 * right),
               o->one + (unsigned)(row->x2 * ahead + row->y2 * right), o->way};
    return offer_last(o, out, s, &row->act);
}

static inline bool extends(const walk *w, ptrdiff_t one, ptrdiff_t two, bool first)
{
    return takes(w->one[one], w->holder, (w->bases + 1) / 2, first)
           && takes(w->one[two], w->holder, w->bases / 2, first);
}

static inline gg_action *offer_formed(const walk *w, gg_action *out, const forming *row,
                                      ptrdiff_t one, ptrdiff_t two)
{
    *out = row->act;
    out->who = (gg_unit)w->who;
    if (w->one[one + w->ahead] < w->foe && w->one[two + w->ahead] < w->foe) return out + 1;
    return fight_formed(w->offering, out + 1, row);
}

/* The rows of forming.def as code; after the first token they step ahead while there are points. */
#define FORMING(n, all, its_x1, its_y1, its_x2, its_y2)                                            \
    {                                                                                              \
        static const forming row = {                                                               \
            .act = ACT(n, all), .x1 = its_x1, .y1 = its_y1, .x2 = its_x2, .y2 = its_y2};           \
        const ptrdiff_t one = TO(its_x1, its_y1), two = TO(its_x2, its_y2);                        \
        goes = (n == 1 || goes) && extends(&w, one, two, n == 1);                                  \
        if (goes) out = offer_formed(&w, out, &row, one, two);                                     \
        goes = goes && points > n && (n > 1 || !(stops(w.one[one]) || stops(w.one[two])));         \
    }
#define ONE(a, ...) FORMING(1, TOKEN_##a, __VA_ARGS__)
#define TWO(a, b, ...) FORMING(2, TOKEN_##a | TOKEN_##b << 4, __VA_ARGS__)
#define THREE(a, b, c, ...) FORMING(3, TOKEN_##a | TOKEN_##b << 4 | TOKEN_##c << 8, __VA_ARGS__)
static gg_action *offer_extend(const offering *o, gg_action *out)
{
    const walk w = walk_of(o, false);
    const unsigned points = o->points;
    bool goes;
#include "forming.def"
    return out;
}
#undef ONE
#undef TWO
#undef THREE

/* Two squares become a block on one of them. */
static gg_action *offer_close_up(const offering *o, gg_action *out, token t, unsigned place,
                                 bool then_steps)
{
    int ahead = ways[o->way];
    unsigned foe = o->foes[o->holder];
    bool first = true;
    for (unsigned count = 1; count <= o->points; count++) {
        unsigned spot = o->spots[place];
        if (!takes(spot, o->holder, o->bases, first)) break;
        gg_action act = ACT((uint16_t)count, (int32_t)t);
        out = put(o, out, &act);
        if (o->spots[(int)place + ahead] >= foe && !is_hasty(o))
            out = offer_last(o, out, (stand){place, NOWHERE, o->way}, &act);
        if (!then_steps || (first && stops(spot))) break;
        place += (unsigned)ahead;
        first = false;
    }
    return out;
}

static gg_action *offer_square(const offering *o, gg_action *out, token t, unsigned place)
{
    if (o->holder != HOLDS_CLOSE_ORDER || square_ground(o->spots[place]) != R_LEGAL) return out;
    return put_tokens(o, out, (uint32_t)t, 1);
}

static gg_action *offer_formations(const offering *o, gg_action *out)
{
    if (o->two != NOWHERE) {
        bool line = (int)o->two == (int)o->one + ways[left_of((facing)o->way)];
        out = offer_close_up(o, out, TOKEN_K1, o->one, true);
        out = offer_close_up(o, out, TOKEN_K2, o->two, line); /* in a column K2-F is K1 */
        out = offer_square(o, out, TOKEN_Q2, o->two);
    } else if (o->bases > 1 && o->spots[o->one] != GROUND_RIVER) {
        out = offer_extend(o, out);
    }
    return offer_square(o, out, TOKEN_Q1, o->one);
}

/* SQ-R25: further on for a column that only marches. */
static gg_action *offer_march(const offering *o, gg_action *out)
{
    mover m = mover_of(o->state, (gg_unit)o->who);
    unsigned march = (unsigned)sq_march_points_of(&m), place = o->one;
    if (march == o->points) return out;                 /* no column */
    for (unsigned count = 1; count <= march; count++) { /* the rear goes where the front was */
        place += (unsigned)ways[o->way];
        if (!takes(o->spots[place], o->holder, bases_first(o), count == 1)) return out;
        if (count == 1 && stops(o->spots[place])) return out;
        if (count > o->points) out = put_tokens(o, out, 0, count);
    }
    return out;
}

/* ---- All of it. ---- */

static inline bool is_foe_ahead(const offering *o, unsigned way)
{
    return o->spots[o->one + ways[way]] == SPOT_ENEMY
           || (o->two != NOWHERE && o->spots[o->two + ways[way]] == SPOT_ENEMY);
}

/* Guns see along the line as far as the first piece (SQ-R45); the others only ahead. */
static inline bool is_foe_in_sight(const offering *o)
{
    if (o->holder != HOLDS_GUNS) return is_foe_ahead(o, o->way);
    const uint8_t *spot = &o->spots[o->one] + ways[o->way];
    while (*spot < GROUNDS)
        spot += ways[o->way];
    return *spot == SPOT_ENEMY;
}

/* Fights from where it stands. */
static gg_action *offer_standing(const offering *o, gg_action *out)
{
    static const gg_action stays = ACT(0, 0), turns = ACT(2, TOKEN_L | TOKEN_R << 4);
    stand s = {o->one, o->two, o->way};
    bool horse = o->holder == HOLDS_HORSE, foot = o->holder == HOLDS_CLOSE_ORDER;
    if (!horse) out = offer_fight(o, out, s, &stays, FIGHT_SHOOT);
    /* Infantry attacks whom it touched already only with inf_renewed_attack (SQ-R31); one that
     * turns away and back then does so with X. */
    if (horse || (foot && o->state->options[OPT_inf_renewed_attack]))
        out = offer_fight(o, out, s, &stays, FIGHT_ATTACK);
    if (foot && o->state->options[OPT_inf_renewed_attack] && o->points >= 2)
        out = offer_fight(o, out, s, &turns, FIGHT_ATTACK);
    return out;
}

static gg_action *offer_from_square(const offering *o, gg_action *out)
{
    static const gg_action stays = ACT(0, 0);
    stand s = {o->one, NOWHERE, o->way};
    for (unsigned way = NORTH; way < FACINGS; way++) {
        out = put_tokens(o, out, TOKEN_ZN + way, 1);
        if (is_foe_ahead(o, way))
            out = offer_fight(o, out, s, &stays, (fight)(FIGHT_SHOOT_N + way));
    }
    return out;
}

static fight fight_after_move(const gg_state *state, holder its_holder)
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

static offering offering_of(const gg_state *state, uint8_t *spots)
{
    offering o = {.state = state, .spots = spots};
    for (int i = 0; i < HOLDERS; i++) {
        fight its = fight_after_move(state, (holder)i);
        o.fights[i] = (uint8_t)its;
        /* Guns look further than ahead, so every spot is worth a look. */
        o.foes[i] = its == FIGHT_NONE ? SPOTS : i == HOLDS_GUNS ? 0 : SPOT_ENEMY;
    }
    return o;
}

static gg_action *offer_piece(offering *o, gg_unit who, gg_action *out)
{
    const piece *p = &o->state->pieces[who];
    const kind_row *its_kind = &squares_kinds[p->kind];
    pose start = pose_of(p);
    o->who = who;
    o->holder = its_kind->holder;
    o->bases = p->bases;
    o->points = is_stopped(o->state, &start) ? 1 : its_kind->move;
    o->one = places[p->square1];
    o->two = places[p->square2];
    o->way = p->facing;
    if (p->in_square) return offer_from_square(o, out);
    o->spots[o->one] = o->state->ground[p->square1];
    if (o->two != NOWHERE) o->spots[o->two] = o->state->ground[p->square2];
    if (is_foe_in_sight(o)) out = offer_standing(o, out);
    out = steps_of[o->points][o->two != NOWHERE](o, out);
    if (o->holder == HOLDS_CLOSE_ORDER || o->holder == HOLDS_HORSE) out = offer_formations(o, out);
    if (o->state->options[OPT_march_bonus] != 0) out = offer_march(o, out);
    o->spots[o->one] = o->spots[o->two] = SPOT_FRIEND;
    return out;
}

static gg_action *copy_some(gg_action *to, const gg_action *end, const gg_action *from,
                            const gg_action *from_end)
{
    while (to < end && from < from_end)
        *to++ = *from++;
    return to;
}

uint32_t sq_act_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    gg_action *next = out, *end = out + limit, spare[OFFERS_PER_PIECE_MAX];
    gg_unit first = (gg_unit)(side * UNITS), after = (gg_unit)(first + state->piece_count[side]);
    uint8_t spots[PLACES];
    look_around(state, side, spots);
    offering o = offering_of(state, spots);
    unsigned kinds = kinds_with_dice(state);
    for (gg_unit who = first; who < after; who++) {
        if (!may_act(&state->pieces[who], kinds)) continue;
        /* where little room is left: as many as fit */
        gg_action *into = end - next >= OFFERS_PER_PIECE_MAX ? next : spare;
        gg_action *reached = offer_piece(&o, who, into);
        next = into == next ? reached : copy_some(next, end, spare, reached);
    }
    if (next < end) *next++ = (gg_action){.kind = ACTION_END};
    return (uint32_t)(next - out);
}
