/*
 * retreat.c - chapters 10 and 11: what hits do.  Losses, the test, and the way back, square by
 * square (SQ-R47 to R53).
 * SPDX-License-Identifier: MIT
 */
#include "act.h"

/* ---- Telling it. ---- */

void sq_say_facing(gg_log *log, gg_unit who, facing f)
{
    static const saying sayings[FACINGS] = {[NORTH] = S_FACES_NORTH,
                                            [EAST] = S_FACES_EAST,
                                            [SOUTH] = S_FACES_SOUTH,
                                            [WEST] = S_FACES_WEST};
    squares_say(log, GG_MOVE, sayings[f], who, GG_NO_UNIT);
}

static void say_amount(gg_log *log, gg_event_kind event_kind, saying what, gg_unit who, int amount,
                       int had, gg_clause clause)
{
    gg_event *event = squares_say_number(log, event_kind, what, who, GG_NO_UNIT, amount);
    if (event == NULL) return;
    event->had = (int16_t)had;
    if (clause != 0) event->clause = clause;
}

/* ---- Losses. ---- */

/* SQ-R26: one base needs no second square. */
static void draw_in(gg_state *state, gg_unit who, gg_log *log)
{
    piece *p = &state->pieces[who];
    if (p->bases > 1 || p->square2 == NO_SQUARE) return;
    state->at[p->square2] = 0;
    p->square2 = NO_SQUARE;
    gg_event *event = squares_say(log, GG_MOVE, S_SHRINKS, who, GG_NO_UNIT);
    if (event != NULL) event->to = sq_point_of(p->square1);
}

/* True: that was the last of it (SQ-R48, SQ-R55). */
static bool lose_bases(gg_state *state, gg_unit who, int loss, gg_clause clause, gg_log *log)
{
    piece *p = &state->pieces[who];
    if (loss > p->bases) loss = p->bases;
    p->bases = (uint8_t)(p->bases - loss);
    state->lost_this_round = (uint8_t)(state->lost_this_round + loss);
    say_amount(log, GG_LOSS, S_LOSES, who, loss, p->bases, clause);
    if (p->bases > 0) return false;
    squares_say(log, GG_LOSS, S_REMOVED, who, GG_NO_UNIT);
    sq_piece_take(state, who, STATUS_REMOVED);
    return true;
}

static gg_clause loss_clause(kind k)
{
    static const gg_clause clauses[ARMS] = {
        [ARM_I] = SQ_10_1, [ARM_C] = SQ_10_2, [ARM_A] = SQ_10_3};
    return clauses[arm_of(k)];
}

/* SQ-10.5, SQ-R47 */
static int hits_that_count(const gg_state *state, int hits, bool cover)
{
    return cover ? hits / number_cover_divides(state) : hits;
}

/* ---- The way back. ---- */

typedef struct way_back {
    int made;
    bool off_the_table;
} way_back;

/* SQ-11.3, SQ-R49, SQ-R51: step by step, as far as the ground and the others let it. */
static way_back fall_back(gg_state *state, gg_unit who, int squares, facing way)
{
    piece *p = &state->pieces[who];
    way_back back = {.made = 0};
    for (; back.made < squares; back.made++) {
        uint8_t one = step_from(p->square1, way), two = NO_SQUARE;
        bool edge = one == NO_SQUARE;
        if (p->square2 != NO_SQUARE) {
            two = step_from(p->square2, way);
            edge = edge || two == NO_SQUARE;
        }
        if (edge) {
            back.off_the_table = state->options[OPT_edge_leaves] != 0;
            break;
        }
        if (!squares_are_free(state, who, one, two) || !sq_ground_holds(state, p, one, two)) break;
        sq_piece_put(state, who, one, two, (facing)p->facing);
    }
    return back;
}

static void break_square(piece *p, gg_unit who, gg_log *log)
{
    if (!p->in_square) return;
    p->in_square = 0; /* SQ-R53, even if it cannot move */
    squares_say(log, GG_STATUS, S_SQUARE_BREAKS, who, GG_NO_UNIT);
}

static void leave(gg_state *state, gg_unit who, gg_log *log)
{
    gg_event *event = squares_say(log, GG_LOSS, S_LEAVES, who, GG_NO_UNIT);
    if (event != NULL) event->at = sq_point_of(state->pieces[who].square1);
    state->lost_this_round++;
    sq_piece_take(state, who, STATUS_LEFT);
}

/* T11, SQ-R50: it goes by the squares ordered, not by those made. */
static facing facing_after_retreat(const gg_state *state, int squares, facing way,
                                   gg_clause *clause)
{
#define RETREAT(at_least, failures, back, words, its_facing, its_clause)                           \
    if (squares >= at_least) {                                                                     \
        *clause = its_clause;                                                                      \
        return its_facing;                                                                         \
    }
#include "retreat.def"
#undef RETREAT
    return way; /* nobody falls back by no square */
}

static suffered retreat(gg_state *state, gg_unit who, int squares, facing way, bool by_skirmishers,
                        gg_log *log)
{
    piece *p = &state->pieces[who];
    break_square(p, who, log);
    way_back back = fall_back(state, who, squares, way);
    if (back.off_the_table) {
        leave(state, who, log);
        return GONE;
    }
    gg_clause clause = SQ_NONE;
    facing after = facing_after_retreat(state, squares, way, &clause);
    sq_piece_put(state, who, p->square1, p->square2, after);
    gg_event *event = squares_say(log, GG_MOVE, S_RETREATS, who, GG_NO_UNIT);
    if (event != NULL) {
        event->amount = (int16_t)back.made;
        event->to = sq_point_of(p->square1);
        event->clause = clause;
    }
    sq_say_facing(log, who, (facing)p->facing);
    int missing = squares - back.made;
    if (missing > 0) {
        say_amount(log, GG_NOTE, S_BLOCKED, who, missing, 0, 0);
        bool costs = state->options[OPT_blocked_loss] && !by_skirmishers; /* SQ-R52 */
        if (costs && lose_bases(state, who, missing, SQ_R51, log)) return GONE;
    }
    draw_in(state, who, log);
    return RETREATED;
}

/* ---- The whole of it, as the specification's apply(). ---- */

suffered sq_suffer(gg_state *state, gg_unit whom, int hits, bool cover, facing way,
                   bool by_skirmishers, gg_dice *dice, gg_log *log)
{
    piece *p = &state->pieces[whom];
    int loss = hits_that_count(state, hits, cover);
    if (cover && hits > 0) say_amount(log, GG_NOTE, S_COVERED, whom, loss, hits, 0);
    if (loss > p->bases) loss = p->bases; /* SQ-R48, SQ-R52: bases that go, or that are driven */
    if (loss == 0) return STAYS;
    if (by_skirmishers) {
        say_amount(log, GG_NOTE, S_DRIVEN, whom, loss, 0, 0); /* SQ-10.7: it tests all the same */
    } else {
        if (lose_bases(state, whom, loss, loss_clause((kind)p->kind), log)) return GONE;
        draw_in(state, whom, log);
    }
    roll_query q = {.dice = (uint8_t)loss, .arm = squares_kinds[p->kind].arm};
    int failures = sq_roll_check(state, CHECK_TEST, &q, whom, GG_NO_UNIT, dice, log);
    if (failures == 0) {
        squares_say(log, GG_NOTE, S_HOLDS, whom, GG_NO_UNIT);
        return STAYS;
    }
    return retreat(state, whom, failures, way, by_skirmishers, log);
}
