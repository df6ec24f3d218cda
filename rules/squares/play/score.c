/*
 * score.c - how well a side stands, for computer players.
 *
 * One look at a state counts the features of features.def: a cheap form of what good players look
 * at.  The score is weights times features: whole units first (SQ-12.1), then strength points, then
 * what each piece could lose to the best attack or shot against it, then closing with the enemy by
 * the ways there are, facing him, cover, and room to fall back.  Numbers are tenths of a strength
 * point.  What is learnt from games (core/judgement.h) weighs the same features.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"

#include <string.h>

enum {
    POINT = 10, /* a strength point (T12) */
    UNIT = 90,  /* a whole unit, beyond its points */
    GOAL = 60,  /* one kill nearer to twice the units */
    WON = 1000000,
    DRAWN = -4000, /* below any battle that goes on: nobody sits out the quiet rounds */
    PART = 60,     /* chances are counted in sixtieths */
    MOVING_HITS_I = 30,
    MOVING_HITS_OTHER = 20,
    SHOT_HITS_I = 20,
    SHOT_HITS_OTHER = 10,
    OWN_FEAR = 15, /* of 100: what the enemy may do next turn */
    OWN_HOPE = 40, /* of 100: what we may do */
    CLOSING = 5,   /* a square nearer to the nearest enemy */
    SPREAD = 5,    /* two squares: half the dice of a block */
    READY = 3,     /* an act still to come this turn */
    FACING = 6,
    COVER = 12,
    CORNERED = 14, /* no square behind to fall back to */
    HAS_SHOT = 12,
    SQUARE_STANDS = 16, /* a square does nothing but wait */
    REACH = 2,          /* squares from which infantry attacks */
    NEAR = 4,           /* squares within which an enemy matters */
    FAR = 24,
    SHUT = 6, /* squares that a bridge with a friend on it who does not go on is farther away */
};

/* A piece on the board and what the others mean to it. */
typedef struct body {
    const piece *piece;
    uint8_t arm;
    int x, y;
    int nearest;   /* squares to the nearest enemy, as the crow flies */
    int way;       /* squares to him on foot, over a bridge where a river parts them */
    facing toward; /* the way there, as the crow flies */
    int danger;    /* what the best attack or shot against it takes, in tenths of a point */
} body;

typedef struct army {
    gg_side side;
    int count;
    int units, points; /* SQ-12.1, T12 */
    int shots;         /* batteries with a target */
    body bodies[UNITS];
} army;

static void muster(const gg_state *state, gg_side side, army *out)
{
    const piece *first = &state->pieces[side * UNITS], *end = first + state->piece_count[side];
    out->side = side;
    out->units = sq_active_units(state, side);
    out->count = out->points = out->shots = 0;
    for (const piece *p = first; p < end; p++) {
        if (p->status != STATUS_ON_BOARD) continue;
        out->points += p->bases * strength_of(state, (kind)p->kind);
        out->bodies[out->count++] = (body){.piece = p,
                                           .arm = squares_kinds[p->kind].arm,
                                           .x = column_of(p->square1),
                                           .y = row_of(p->square1),
                                           .nearest = FAR};
    }
}

static int distance(int d) { return d < 0 ? -d : d; }

/* The way from one to the other, along the longer leg. */
static facing way_to(const body *from, const body *to)
{
    int dx = to->x - from->x, dy = to->y - from->y;
    if (distance(dy) >= distance(dx)) return dy >= 0 ? NORTH : SOUTH;
    return dx >= 0 ? EAST : WEST;
}

/* ---- Ways on foot. ---- */

/* A set of squares, a bit each: four rows in a word, so that a step of all of them is a shift. */
enum { WORD_ROWS = 4, WORD_BITS = WORD_ROWS * SIDE, WORDS = SIDE / WORD_ROWS };
typedef struct square_set {
    uint64_t words[WORDS];
} square_set;

static const uint64_t whole_word = (UINT64_C(1) << WORD_BITS) - 1;
static const uint64_t first_column = UINT64_C(0x001001001001); /* a bit in each row of a word */

static uint64_t bit_of(const body *it) { return UINT64_C(1) << (it->y % WORD_ROWS * SIDE + it->x); }

static void add_body(square_set *to, const body *it) { to->words[it->y / WORD_ROWS] |= bit_of(it); }

static bool has_body(const square_set *set, const body *it)
{
    return (set->words[it->y / WORD_ROWS] & bit_of(it)) != 0;
}

static bool attacks(const body *it) { return it->arm != ARM_A && it->piece->kind != KIND_SKIRM; }

static void bar_square(const gg_state *state, int square, square_set barred[HOLDERS])
{
    const unsigned its = state->ground[square];
    if (its == GROUND_OPEN || (its == GROUND_RIVER && state->options[OPT_river_ford])) return;
    for (int i = 0; i < HOLDS_GUNS; i++) /* who go by the crow's way */
        if (squares_grounds[its].holds[i] == 0)
            barred[i].words[square / WORD_BITS] |= UINT64_C(1) << square % WORD_BITS;
}

/* Where no close order, no horse and no skirmisher goes (T6), the river that nobody wades through
 * among it (SQ-R12). */
static void find_bars(const gg_state *state, square_set barred[HOLDERS])
{
    enum { STRETCH = 8 };
    static const uint8_t open_ground[STRETCH] = {GROUND_OPEN}; /* which is 0 */
    for (int first = 0; first < BOARD; first += STRETCH) {
        if (memcmp(&state->ground[first], open_ground, STRETCH) == 0) continue;
        for (int i = 0; i < STRETCH; i++) bar_square(state, first + i, barred);
    }
}

/* All that is one step away from these, and not barred. */
static square_set steps_from(const square_set *from, const square_set *barred)
{
    enum { LAST_ROW = (WORD_ROWS - 1) * SIDE };
    square_set near;
    for (int i = 0; i < WORDS; i++) {
        const uint64_t it = from->words[i];
        uint64_t all = (it << 1 & ~first_column) | (it >> 1 & ~(first_column << (SIDE - 1)))
                       | it << SIDE | it >> SIDE;
        if (i > 0) all |= from->words[i - 1] >> LAST_ROW;
        if (i + 1 < WORDS) all |= from->words[i + 1] << LAST_ROW;
        near.words[i] = all & whole_word & ~barred->words[i];
    }
    return near;
}

/* Adds what is not shut; false: nothing is new. */
static bool add_steps(square_set *to, const square_set *near, const square_set *shut)
{
    uint64_t fresh = 0;
    for (int i = 0; i < WORDS; i++) {
        const uint64_t more = near->words[i] & ~shut->words[i] & ~to->words[i];
        to->words[i] |= more;
        fresh |= more;
    }
    return fresh != 0;
}

/* Those who are waiting and have been come to now have their way; true: nobody waits any more. */
static bool note_ways(army *own, square_set *waiting, const square_set *near, int steps)
{
    uint64_t found = 0, left = 0;
    for (int i = 0; i < WORDS; i++) found |= waiting->words[i] & near->words[i];
    if (found == 0) return false;
    for (int i = 0; i < own->count; i++) {
        body *it = &own->bodies[i];
        if (has_body(waiting, it) && has_body(near, it)) it->way = steps;
    }
    for (int i = 0; i < WORDS; i++) left |= waiting->words[i] &= ~near->words[i];
    return left == 0;
}

/* From the enemy to all who wait.  Friends who attack make room by going on; skirmishers and guns
 * on a bridge shut it, and whoever is behind them is farther away. */
static void find_ways_of(army *own, square_set waiting, const army *enemy, const square_set *barred)
{
    square_set open = {{0}}, shut = {{0}};
    const square_set none = {{0}};
    for (int i = 0; i < enemy->count; i++) add_body(&open, &enemy->bodies[i]);
    for (int i = 0; i < own->count; i++)
        if (!attacks(&own->bodies[i])) add_body(&shut, &own->bodies[i]);
    for (int steps = 1;; steps++) {
        const square_set near = steps_from(&open, barred);
        if (note_ways(own, &waiting, &near, steps)) return;
        if (add_steps(&open, &near, &shut)) continue;
        if (!add_steps(&open, &near, &none)) return;
        shut = none;
        steps += SHUT;
    }
}

/* Who finds no way at all goes by the crow's, and so do guns: they shoot over rivers. */
static void find_ways(const gg_state *state, army *own, const army *enemy)
{
    square_set barred[HOLDERS] = {{{0}}}, waiting[HOLDERS] = {{{0}}};
    uint32_t holders = 0;
    for (int i = 0; i < own->count; i++) {
        const holder its = (holder)squares_kinds[own->bodies[i].piece->kind].holder;
        own->bodies[i].way = own->bodies[i].nearest;
        if (its == HOLDS_GUNS) continue;
        add_body(&waiting[its], &own->bodies[i]);
        holders |= UINT32_C(1) << its;
    }
    find_bars(state, barred);
    for (int its = 0; its < HOLDERS && enemy->count > 0; its++)
        if (holders >> its & 1) find_ways_of(own, waiting[its], enemy, &barred[its]);
}

/* ---- What may be done to a piece. ---- */

/* What so many dice, each hitting in `part` of 60, take from a piece; a likely kill counts more. */
static int expected_loss(const gg_state *state, const body *at, int dice, int part)
{
    int worth = strength_of(state, (kind)at->piece->kind) * POINT, all = at->piece->bases * PART;
    int hits = dice * part;
    if (squares_grounds[state->ground[at->piece->square1]].cover) hits /= 2;
    if (hits > all) hits = all;
    int loss = hits * worth / PART;
    return 3 * hits >= 2 * all ? loss + UNIT * hits / (2 * all) : loss;
}

static bool is_dry(const gg_state *state, int x, int y)
{
    return state->ground[x + y * SIDE] != GROUND_RIVER;
}

/* Between two pieces that are near, first along one leg, then along the other: no river? */
static bool is_leg_dry(const gg_state *state, const body *by, const body *at, bool columns_first)
{
    int x = by->x, y = by->y;
    while (x != at->x || y != at->y) {
        if (!is_dry(state, x, y)) return false;
        const bool sideways = x != at->x && (columns_first || y == at->y);
        if (sideways) {
            x += x < at->x ? 1 : -1;
        } else {
            y += y < at->y ? 1 : -1;
        }
    }
    return true;
}

static bool is_way_dry(const gg_state *state, const body *by, const body *at)
{
    return state->options[OPT_river_ford] || is_leg_dry(state, by, at, true)
           || is_leg_dry(state, by, at, false);
}

/* Can it be attacked by this one within one activation, and how badly? */
static int attack_danger(const gg_state *state, const body *by, const body *at)
{
    const piece *p = by->piece;
    if (p->in_square || p->kind == KIND_SKIRM || by->arm == ARM_A) return 0;
    bool horse = by->arm == ARM_C, foot = at->arm == ARM_I;
    int dx = distance(at->x - by->x), dy = distance(at->y - by->y), steps = dx + dy - 1;
    bool straight = dx == 0 || dy == 0;
    if (horse && !straight) return 0;
    facing way = way_to(by, at);
    int points = steps + (!straight || p->facing != way);
    if (points > moves_of(state, (kind)p->kind)) return 0;
    if (!is_way_dry(state, by, at)) return 0;
    if (horse && squares_grounds[state->ground[at->piece->square1]].cover) return 0;
    int dice = p->bases + p->quality;
    if (!at->piece->in_square)
        dice += (straight && way == (facing)at->piece->facing) + (horse && foot);
    return expected_loss(state, at, dice, foot ? MOVING_HITS_I : MOVING_HITS_OTHER);
}

/* `there` is `away` squares from it. */
static inline void meet(const gg_state *state, body *it, const body *there, int away)
{
    if (away < it->nearest) {
        it->nearest = away;
        it->toward = way_to(it, there);
    }
    if (away > NEAR) return;
    const int danger = attack_danger(state, there, it);
    if (danger > it->danger) it->danger = danger;
}

static void look_across(const gg_state *state, army *own, army *enemy)
{
    for (int i = 0; i < own->count; i++) {
        body *at = &own->bodies[i];
        for (int j = 0; j < enemy->count; j++) {
            body *by = &enemy->bodies[j];
            const int away = distance(at->x - by->x) + distance(at->y - by->y);
            meet(state, at, by, away);
            meet(state, by, at, away);
        }
    }
}

/* The first piece ahead of a gun within four squares, if it is an enemy. */
static const piece *gun_sees(const gg_state *state, const piece *gun, gg_side own)
{
    uint8_t square = gun->square1;
    for (int n = 1; n <= 4; n++) {
        square = step_from(square, (facing)gun->facing);
        if (square == NO_SQUARE) return NULL;
        uint8_t mark = state->at[square];
        if (mark != 0) return is_enemy_mark(mark, own) ? &state->pieces[mark - 1] : NULL;
        if (squares_grounds[state->ground[square]].hides) return NULL;
    }
    return NULL;
}

/* Guns with a shot, and what they shoot at. */
static void look_along_guns(const gg_state *state, army *own, army *enemy)
{
    for (int i = 0; i < own->count; i++) {
        if (own->bodies[i].arm != ARM_A) continue;
        const piece *seen = gun_sees(state, own->bodies[i].piece, own->side);
        if (seen == NULL) continue;
        own->shots++;
        for (int j = 0; j < enemy->count; j++) {
            body *at = &enemy->bodies[j];
            if (at->piece != seen) continue;
            int part = at->arm == ARM_I ? SHOT_HITS_I : SHOT_HITS_OTHER;
            at->danger += expected_loss(state, at, own->bodies[i].piece->bases, part);
        }
    }
}

static bool may_fall_back(const gg_state *state, const piece *p, facing way)
{
    uint8_t back = step_from(p->square1, way);
    return back != NO_SQUARE && state->at[back] == 0
           && capacity(state, (ground)state->ground[back], (kind)p->kind) > 0;
}

/* Only the own side's: both are as far from each other.  Within reach nobody need come nearer, or
 * driving the enemy back would seem a loss; guns need not come nearer than they see. */
static int farness(const army *own)
{
    int sum = 0;
    for (int i = 0; i < own->count; i++) {
        const body *it = &own->bodies[i];
        if (it->way > (it->arm == ARM_A ? NEAR : REACH)) sum += CLOSING * it->way;
    }
    return sum;
}

static int dangers(const army *of)
{
    int sum = 0;
    for (int i = 0; i < of->count; i++) sum += of->bodies[i].danger;
    return sum;
}

/* Acts the dice on the table still allow: a die spent on a skirmish battalion is four (SQ-R16). */
static int acts_left(const gg_state *state, const army *own)
{
    int dice[ARMS], acts = 0;
    uint32_t battalions = 0; /* bit: a skirmish battalion with a die to it */
    for (int i = 0; i < ARMS; i++) dice[i] = state->pool[i];
    for (int i = 0; i < own->count; i++) {
        const piece *p = own->bodies[i].piece;
        if (p->acted || p->detachment == 0) continue;
        bool fresh = !p->activated && !(battalions >> p->number & 1);
        if (fresh && dice[ARM_I] == 0) continue;
        dice[ARM_I] -= fresh;
        battalions |= UINT32_C(1) << p->number;
        acts++;
    }
    for (int i = 0; i < own->count; i++) {
        const body *it = &own->bodies[i];
        if (it->piece->detachment != 0 || it->piece->activated || dice[it->arm] == 0) continue;
        dice[it->arm]--;
        acts++;
    }
    return acts;
}

/* SQ-12.1: how many more of the others must fall until we are twice as many. */
static int kills_needed(const gg_state *state, int own, int other)
{
    int left = other - own / number_victory_times(state);
    return left > 0 ? left : 0;
}

/* Who is ahead when time is up has the more of it the nearer that is (SQ-R60). */
static int clock_of(const gg_state *state)
{
    const int quiet = state->options[OPT_quiet_rounds], rounds = state->options[OPT_max_rounds];
    const int still = quiet == 0 ? 0 : 100 * state->quiet / quiet;
    const int gone = 100 * state->round / rounds;
    const int most = still > gone ? still : gone;
    return most > 100 ? 100 : most;
}

/* SQ-R60: tenths of the time that is gone, for who the limit would not let win; half of them for
 * who it would: a won game is finished and not sat out. */
static int haste_of(const gg_state *state, const army *own, const army *other)
{
    const int lost = state->start_units[own->side] - own->units;
    const int theirs = state->start_units[other->side] - other->units;
    const int gone = clock_of(state) / 10;
    return lost < theirs ? gone / 2 : gone;
}

/* ---- Features: features.def has the rows. ---- */

/* Everything but the ways, which the score needs of one side only. */
static void look(const gg_state *state, army armies[2])
{
    army *blue = &armies[GG_BLUE], *red = &armies[GG_RED];
    muster(state, GG_BLUE, blue);
    muster(state, GG_RED, red);
    look_across(state, blue, red);
    look_along_guns(state, blue, red);
    look_along_guns(state, red, blue);
}

static void count_bodies(const gg_state *state, const army *own, int32_t *values)
{
    static const uint8_t points_of_arm[ARMS] = {
        [ARM_I] = F_foot, [ARM_C] = F_horse, [ARM_A] = F_guns};
    for (int i = 0; i < own->count; i++) {
        const body *it = &own->bodies[i];
        const piece *p = it->piece;
        const bool near = it->nearest <= NEAR;
        values[points_of_arm[it->arm]] += p->bases * strength_of(state, (kind)p->kind);
        values[F_quality] += p->quality * p->bases;
        values[F_squares] += p->in_square != 0;
        values[F_spread] += p->square2 != NO_SQUARE;
        values[F_danger] += it->danger / POINT;
        values[F_near] += near;
        values[F_way] += it->way == FAR ? 0 : it->way;
        if (!near) continue;
        values[F_facing] += !p->in_square && p->facing == it->toward;
        values[F_turned] += !p->in_square && p->facing == behind(it->toward);
        values[F_cover] += squares_grounds[state->ground[p->square1]].cover != 0;
        values[F_cornered] += !may_fall_back(state, p, behind(it->toward));
    }
}

static int part_of(int own, int other) { return own + other == 0 ? 0 : 100 * own / (own + other); }

static void count(const gg_state *state, const army *own, const army *other, int32_t *values)
{
    const int lost = state->start_units[own->side] - own->units;
    const int theirs = state->start_units[other->side] - other->units;
    const bool moves = state->side == own->side;
    memset(values, 0, FEATURES * sizeof *values);
    values[F_units] = own->units;
    values[F_share] = part_of(own->units, other->units);
    values[F_strength] = part_of(own->points, other->points);
    values[F_kills] = kills_needed(state, own->units, other->units);
    values[F_shots] = own->shots;
    values[F_moves] = moves && state->phase >= PHASE_ROLL;
    values[F_acts] = moves ? acts_left(state, own) : 0;
    count_bodies(state, own, values);
    values[F_late] = values[F_danger] * clock_of(state) / 100;
    values[F_clock] = lost < theirs ? clock_of(state) : 0;
}

/* How much of the game is over, in 1024ths: by the clock, or by the units of the side that has lost
 * more of them. */
static int32_t progress_of(const gg_state *state, const army armies[2])
{
    int over = 1024 * clock_of(state) / 100;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        const int began = state->start_units[side], lost = began - armies[side].units;
        const int part = began == 0 ? 0 : 2 * 1024 * lost / began;
        if (part > over) over = part;
    }
    return over > 1024 ? 1024 : over;
}

int32_t squares_appraise(const gg_state *state, int32_t values[2][GG_FEATURES_MAX])
{
    army armies[2];
    look(state, armies);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        army *own = &armies[side], *other = &armies[other_side(side)];
        find_ways(state, own, other);
        count(state, own, other, values[side]);
    }
    return progress_of(state, armies);
}

/* ---- The score. ---- */

/* What one more of a feature is worth to the side that has it, and to the other one. */
static const struct {
    int8_t own, other;
} worths[FEATURES] = {
    [F_units] = {UNIT, -UNIT},
    [F_foot] = {POINT, -POINT},
    [F_horse] = {POINT, -POINT},
    [F_guns] = {POINT, -POINT},
    [F_kills] = {-GOAL, GOAL},
    [F_shots] = {HAS_SHOT, -HAS_SHOT},
    [F_acts] = {READY, 0},
    [F_squares] = {-SQUARE_STANDS, SQUARE_STANDS},
    [F_spread] = {-SPREAD, SPREAD},
    [F_facing] = {FACING, -FACING},
    [F_turned] = {-FACING, FACING},
    [F_cover] = {COVER, -COVER},
    [F_cornered] = {-CORNERED, CORNERED},
};

int32_t squares_score(const gg_state *state, gg_side side, void *notes,
                      int32_t own[GG_FEATURES_MAX])
{
    (void)notes;
    if (state->phase == PHASE_OVER)
        return state->winner == GG_NOBODY ? DRAWN : state->winner == side ? WON : -WON;
    army armies[2];
    int32_t ours[FEATURES], theirs[FEATURES], score = 0;
    look(state, armies);
    army *us = &armies[side], *them = &armies[other_side(side)];
    find_ways(state, us, them);
    count(state, us, them, ours);
    count(state, them, us, theirs);
    for (int i = 0; i < FEATURES; i++)
        score += worths[i].own * ours[i] + worths[i].other * theirs[i];
    const int haste = haste_of(state, us, them);
    score -= farness(us) * (4 + haste) / 4;
    score += (OWN_HOPE * dangers(them) - OWN_FEAR * dangers(us) * (10 - haste) / 10) / 100;
    if (own != NULL) memcpy(own, ours, sizeof ours);
    return score;
}
