/*
 * offer.c - what a piece that may act is offered.
 *
 * legal() accepts every series of tokens the rules allow.  Offered is each different place and
 * facing that steps and turns can reach, once, by its shortest series (series.def); formations may
 * change by the first token and then step on (forming.def); and every fight open at each of these
 * ends.
 *
 * This is where a game spends its time.  So the series are written out as tables, and the pieces of
 * a side are walked over a copy of the board that answers with one look what the rules ask of a
 * square.  The rules themselves are not here: takes() and ford_verdict() in act.h and
 * find_targets() in fight.c judge for legal() too.
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

static void mark_pieces(const gg_state *state, gg_side side, uint8_t as, uint8_t spots[PLACES])
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    for (const piece *p = first; p < end; p++) { /* off the board they have no squares */
        spots[places[p->square1]] = as;
        spots[places[p->square2]] = as;
    }
}

static void look_around(const gg_state *state, gg_side side, uint8_t spots[PLACES])
{
    memset(spots, SPOT_OFF, PLACES);
    for (int row = 0; row < SIDE; row++)
        memcpy(&spots[(row + 1) * WIDTH], &state->ground[row * SIDE], SIDE);
    mark_pieces(state, side, SPOT_FRIEND, spots);
    mark_pieces(state, side == GG_BLUE ? GG_RED : GG_BLUE, SPOT_ENEMY, spots);
}

/* ---- Series of tokens. ---- */

/* A facing seen from the facing at the start, in quarters to the right. */
enum { FRONT, RIGHT, BACK, LEFT };

/* Differences of places, one for each facing at the start. */
typedef int8_t differences[FACINGS];

typedef struct series {
    gg_action act; /* its tokens, of nobody yet */
    uint8_t quarters;
    uint8_t steps;         /* the last token is a step, which the ground may refuse */
    uint8_t late;          /* a turn that is not the first token (SQ-7.5) */
    uint8_t below;         /* so many rows follow that begin with these tokens */
    differences to, ahead; /* where it leads, and what lies ahead there */
} series;

typedef struct forming {
    gg_action act;
    uint8_t first; /* the change itself: one token */
    uint8_t below;
    differences one, two, ahead_one, ahead_two;
} forming;

#define DIFFERENCES(x, y)                                                                          \
    {                                                                                              \
        [NORTH] = WIDTH * (x) + (y), [EAST] = (x)-WIDTH * (y), [SOUTH] = -WIDTH * (x) - (y),       \
        [WEST] = WIDTH * (y) - (x)                                                                 \
    }
#define FORTH(quarters) ((quarters) == FRONT ? 1 : (quarters) == BACK ? -1 : 0)
#define ASIDE(quarters) ((quarters) == RIGHT ? 1 : (quarters) == LEFT ? -1 : 0)
#define TURNS(t) (TOKEN_##t != TOKEN_F)
#define ACT(n, all)                                                                                \
    {                                                                                              \
        .kind = ACTION_ACT, .item = n, .args = { all }                                             \
    }
/* Below a step with one point left are three turns and a step; with two, those have rows below
 * them: the step four, and two of the turns a step each. */
#define BELOW(left) ((left) == 0 ? 0 : (left) == 1 ? 4 : 10)
#define SERIES(n, all, last, is_late, x, y, turned)                                                \
    {.act = ACT(n, all),                                                                           \
     .quarters = turned,                                                                           \
     .steps = !TURNS(last),                                                                        \
     .late = is_late,                                                                              \
     .below = TURNS(last) ? 0 : BELOW(POINTS - n),                                                 \
     .to = DIFFERENCES(x, y),                                                                      \
     .ahead = DIFFERENCES((x) + FORTH(turned), (y) + ASIDE(turned))},
#define FORMING(n, all, x1, y1, x2, y2)                                                            \
    {.act = ACT(n, all),                                                                           \
     .first = n == 1,                                                                              \
     .below = POINTS - n,                                                                          \
     .one = DIFFERENCES(x1, y1),                                                                   \
     .two = DIFFERENCES(x2, y2),                                                                   \
     .ahead_one = DIFFERENCES((x1) + 1, y1),                                                       \
     .ahead_two = DIFFERENCES((x2) + 1, y2)},

#define ONE(a, ...) SERIES(1, TOKEN_##a, a, 0, __VA_ARGS__)
#define TWO(a, b, ...) SERIES(2, TOKEN_##a | TOKEN_##b << 4, b, TURNS(b), __VA_ARGS__)
#define THREE(a, b, c, ...)                                                                        \
    SERIES(3, TOKEN_##a | TOKEN_##b << 4 | TOKEN_##c << 8, c, TURNS(b) || TURNS(c), __VA_ARGS__)
#define POINTS 3
static const series series_3[] = {
#include "series.def"
};
#undef POINTS
#define POINTS 2
#undef THREE
#define THREE(...)
static const series series_2[] = {
#include "series.def"
};
#undef POINTS
#define POINTS 1
#undef TWO
#define TWO(...)
static const series series_1[] = {
#include "series.def"
};
#undef ONE
#undef TWO
#undef THREE
#undef POINTS

#define ONE(a, ...) FORMING(1, TOKEN_##a, __VA_ARGS__)
#define TWO(a, b, ...) FORMING(2, TOKEN_##a | TOKEN_##b << 4, __VA_ARGS__)
#define THREE(a, b, c, ...) FORMING(3, TOKEN_##a | TOKEN_##b << 4 | TOKEN_##c << 8, __VA_ARGS__)
#define POINTS 3
static const forming forming_3[] = {
#include "forming.def"
};
#undef POINTS
#define POINTS 2
#undef THREE
#define THREE(...)
static const forming forming_2[] = {
#include "forming.def"
};
#undef POINTS
#define POINTS 1
#undef TWO
#define TWO(...)
static const forming forming_1[] = {
#include "forming.def"
};
#undef ONE
#undef TWO
#undef THREE
#undef POINTS

#define AFTER(list) ((list) + sizeof(list) / sizeof *(list))
/* By the points of the piece. */
static const struct {
    const series *rows, *after;
} steps_of[] = {
    [1] = {series_1, AFTER(series_1)},
    [2] = {series_2, AFTER(series_2)},
    [3] = {series_3, AFTER(series_3)},
};
static const struct {
    const forming *rows, *after;
} formings_of[] = {
    [1] = {forming_1, AFTER(forming_1)},
    [2] = {forming_2, AFTER(forming_2)},
    [3] = {forming_3, AFTER(forming_3)},
};

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

static gg_action *fight_in_one(const offering *o, gg_action *out, const series *row)
{
    if (row->late && is_hasty(o)) return out;
    stand s = {o->one + (unsigned)row->to[o->way], NOWHERE, (o->way + row->quarters) % FACINGS};
    return offer_last(o, out, s, &row->act);
}

/* A piece in one square.  The first row is F. */
static gg_action *steps_in_one(const offering *o, gg_action *out)
{
    const series *row = steps_of[o->points].rows, *after = steps_of[o->points].after;
    const uint8_t *here = &o->spots[o->one];
    unsigned way = o->way, its_holder = o->holder, bases = o->bases, foe = o->foes[o->holder];
    unsigned spot = here[ways[way]];
    if (takes(spot, its_holder, bases, true) || is_ford(o, spot)) {
        out = put(o, out, &row->act);
        if (here[row->ahead[way]] >= foe) out = fight_in_one(o, out, row);
        if (stops(spot)) row += row->below;
    } else {
        row += row->below;
    }
    while (++row < after) {
        if (row->steps && !takes(here[row->to[way]], its_holder, bases, false)) {
            row += row->below;
            continue;
        }
        out = put(o, out, &row->act);
        if (here[row->ahead[way]] >= foe) out = fight_in_one(o, out, row);
    }
    return out;
}

/* SQ-R21: bases are split over two squares. */
static inline unsigned bases_first(const offering *o)
{
    return (o->bases + 1) / 2;
}
static inline unsigned bases_second(const offering *o)
{
    return o->bases / 2;
}

/* SQ-5.7, SQ-R21, SQ-R23: squares stay in a turn; the front or the right-hand one is first. */
static inline bool is_second_first(const offering *o, unsigned way)
{
    int lead = (int)o->two - (int)o->one;
    return lead == ways[way] || lead == ways[right_of((facing)way)];
}

static gg_action *fight_in_two(const offering *o, gg_action *out, const series *row)
{
    if (row->late && is_hasty(o)) return out;
    unsigned to = (unsigned)row->to[o->way], way = (o->way + row->quarters) % FACINGS;
    stand s = {o->one + to, o->two + to, way};
    if (is_second_first(o, way)) s = (stand){o->two + to, o->one + to, way};
    return offer_last(o, out, s, &row->act);
}

/* A piece in two squares.  The first row is F. */
static gg_action *steps_in_two(const offering *o, gg_action *out)
{
    const series *row = steps_of[o->points].rows, *after = steps_of[o->points].after;
    const uint8_t *one = &o->spots[o->one], *two = &o->spots[o->two];
    unsigned way = o->way, its_holder = o->holder, foe = o->foes[o->holder];
    unsigned bases[FACINGS]; /* in the square that was first, by quarters from that facing */
    for (unsigned quarters = 0; quarters < FACINGS; quarters++)
        bases[quarters] =
            is_second_first(o, (way + quarters) % FACINGS) ? bases_second(o) : bases_first(o);
    for (; row < after; row++) {
        int to = row->to[way], ahead = row->ahead[way];
        bool first = row->act.item == 1;
        unsigned its = bases[row->quarters];
        if (row->steps
            && !(takes(one[to], its_holder, its, first)
                 && takes(two[to], its_holder, o->bases - its, first))) {
            row += row->below;
            continue;
        }
        out = put(o, out, &row->act);
        if (one[ahead] >= foe || two[ahead] >= foe) out = fight_in_two(o, out, row);
        if (row->steps && first && (stops(one[to]) || stops(two[to]))) row += row->below;
    }
    return out;
}

/* ---- Formations. ---- */

static gg_action *fight_formed(const offering *o, gg_action *out, const forming *row)
{
    if (is_hasty(o)) return out;
    stand s = {o->one + (unsigned)row->one[o->way], o->one + (unsigned)row->two[o->way], o->way};
    return offer_last(o, out, s, &row->act);
}

static gg_action *offer_extend(const offering *o, gg_action *out)
{
    const forming *row = formings_of[o->points].rows, *after = formings_of[o->points].after;
    const uint8_t *here = &o->spots[o->one];
    unsigned way = o->way, its_holder = o->holder, foe = o->foes[o->holder];
    unsigned its_first = bases_first(o), its_second = bases_second(o);
    for (; row < after; row++) {
        unsigned one = here[row->one[way]], two = here[row->two[way]];
        if (!takes(one, its_holder, its_first, row->first)
            || !takes(two, its_holder, its_second, row->first)) {
            row += row->below;
            continue;
        }
        out = put(o, out, &row->act);
        if (here[row->ahead_one[way]] >= foe || here[row->ahead_two[way]] >= foe)
            out = fight_formed(o, out, row);
        if (row->first && (stops(one) || stops(two))) row += row->below;
    }
    return out;
}

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
    out = o->two != NOWHERE ? steps_in_two(o, out) : steps_in_one(o, out);
    if (o->holder == HOLDS_CLOSE_ORDER || o->holder == HOLDS_HORSE) out = offer_formations(o, out);
    if (o->state->options[OPT_march_bonus] != 0) out = offer_march(o, out);
    o->spots[o->one] = o->spots[o->two] = SPOT_FRIEND;
    return out;
}

/* Where little room is left: as many as fit. */
static gg_action *offer_some(offering *o, gg_unit who, gg_action *out, size_t limit)
{
    gg_action all[OFFERS_PER_PIECE_MAX];
    size_t count = (size_t)(offer_piece(o, who, all) - all);
    if (count > limit) count = limit;
    memcpy(out, all, count * sizeof *out);
    return out + count;
}

uint32_t sq_act_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    gg_action *next = out, *end = out + limit;
    gg_unit first = (gg_unit)(side * UNITS), after = (gg_unit)(first + state->piece_count[side]);
    uint8_t spots[PLACES];
    look_around(state, side, spots);
    offering o = offering_of(state, spots);
    for (gg_unit who = first; who < after; who++) {
        if (!may_act(state, &state->pieces[who])) continue;
        size_t room = (size_t)(end - next);
        next = room >= OFFERS_PER_PIECE_MAX ? offer_piece(&o, who, next)
                                            : offer_some(&o, who, next, room);
    }
    if (next < end) *next++ = (gg_action){.kind = ACTION_END};
    return (uint32_t)(next - out);
}
