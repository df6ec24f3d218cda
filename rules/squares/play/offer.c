/*
 * offer.c - what a piece that may act is offered: all there is.
 *
 * Each different end that legal() allows, which is where and how the piece stands and whom it
 * fights, is offered once, by the cheapest series of tokens that leads there.  The series are
 * walked token by token by the judge's own step (move.c), and fight.c says whom the piece can
 * fight, as it does for legal().  tests/squares_ends.c compares the offers with every series.
 * SPDX-License-Identifier: MIT
 */
#include "rules/squares/law/act.h"

#include <string.h>

/* ---- Ends. ---- */

/* The cheapest series that leads to an end. */
typedef struct series {
    pose end;
    uint32_t tokens;
    uint8_t count, formings;
    bool charges; /* SQ-R34: steps, or a turn and steps */
} series;

/* Two squares lie side by side, so the second is known by its direction from the first. */
enum { NO_OTHER = FACINGS, OTHERS, POSES = BOARD * OTHERS * FACINGS };

typedef struct walk {
    const mover *mover;
    uint32_t count;
    series ends[ENDS_PER_PIECE_MAX];
    uint8_t at[POSES], square_at[BOARD]; /* the place in `ends` and 1; 0: nothing leads there yet */
} walk;

static uint8_t *place_of(walk *w, const pose *p)
{
    if (p->in_square) return &w->square_at[p->square1];
    unsigned other = p->square2 == NO_SQUARE ? NO_OTHER : NORTH;
    while (other < NO_OTHER && step_from(p->square1, (facing)other) != p->square2) other++;
    return &w->at[(p->square1 * OTHERS + other) * FACINGS + p->facing];
}

/* Compares series of the same length: fewer changes of formation, then a charge, then the order of
 * tokens.def. */
static bool is_cheaper(const series *one, const series *other)
{
    if (one->formings != other->formings) return one->formings < other->formings;
    if (one->charges != other->charges) return one->charges;
    for (int i = 0; i < one->count; i++) {
        const uint32_t first = one->tokens >> 4 * i & 15, second = other->tokens >> 4 * i & 15;
        if (first != second) return first < second;
    }
    return false;
}

static void keep(walk *w, uint8_t *place, const series *it)
{
    if (*place == 0) {
        gg_assert(w->count < ENDS_PER_PIECE_MAX);
        w->ends[w->count++] = *it;
        *place = (uint8_t)w->count;
    } else if (is_cheaper(it, &w->ends[*place - 1])) {
        w->ends[*place - 1] = *it;
    }
}

/* The tokens that fit the shape of a piece; whether they may be taken is for the judge. */
static bool fits(const mover *m, const pose *p, token t)
{
    const bool in_two = p->square2 != NO_SQUARE;
    if (t >= TOKEN_XL && t <= TOKEN_XB) return !in_two && m->bases > 1;
    return in_two || (t != TOKEN_K1 && t != TOKEN_K2 && t != TOKEN_Q2);
}

static void go_on(walk *w, const series *from)
{
    const token last = from->count == 0 ? TOKEN_Q2 : TOKEN_K2; /* SQ-R38: the only token */
    for (token t = TOKEN_F; t <= last; t++) {
        pose end = from->end;
        if (!fits(w->mover, &end, t)) continue;
        if (sq_take_token(w->mover, &end, t, from->count == 0).reason != R_LEGAL) continue;
        const uint8_t count = from->count + 1;
        uint8_t *place = place_of(w, &end);
        if (*place != 0 && w->ends[*place - 1].count < count) continue;
        keep(w, place,
             &(series){.end = end,
                       .tokens = from->tokens | (uint32_t)t << 4 * from->count,
                       .count = count,
                       .formings = from->formings + is_forming(t),
                       .charges =
                           from->charges && (t == TOKEN_F || (is_turn(t) && from->count == 0))});
    }
}

/* The ends of one token, then those of two, and so on: the first series to an end is the shortest.
 * Ground that stops the piece ends its series (SQ-R28, SQ-R12). */
static void find_ends(walk *w, const mover *m)
{
    const int points = points_of(m);
    w->mover = m;
    w->count = 0;
    memset(w->at, 0, sizeof w->at);
    memset(w->square_at, 0, sizeof w->square_at);
    go_on(w, &(series){.end = m->start, .charges = true});
    for (uint32_t i = 0; i < w->count && w->ends[i].count < points; i++) {
        const series from = w->ends[i];
        if (!from.end.in_square && !is_stopped(m->state, &from.end)) go_on(w, &from);
    }
}

/* ---- Offers of one piece. ---- */

typedef struct offering {
    const mover *mover;
    gg_action *next;
} offering;

static gg_action act_of(const mover *m, uint32_t tokens, int count, fight f)
{
    return (gg_action){.kind = ACTION_ACT,
                       .flags = (uint8_t)f,
                       .who = m->who,
                       .whom = GG_NO_UNIT,
                       .item = (uint16_t)count,
                       .args = {(int32_t)tokens}};
}

static void put(offering *o, uint32_t tokens, int count)
{
    *o->next++ = act_of(o->mover, tokens, count, FIGHT_NONE);
}

/* The fight, if there is an enemy to fight from this end. */
static void put_fight(offering *o, const pose *end, uint32_t tokens, int count, fight f)
{
    targets found;
    const gg_action act = act_of(o->mover, tokens, count, f);
    if (sq_find_targets(o->mover, end, &act, &found).reason == R_LEGAL) *o->next++ = act;
}

static bool is_foe_ahead(const mover *m, const pose *p, facing way)
{
    const front f = front_of(p, way);
    const gg_side own = side_of(m->who);
    return enemy_ahead(m->state, f.from[0], way, own) != 0
           || (f.count == 2 && enemy_ahead(m->state, f.from[1], way, own) != 0);
}

/* Guns look further than ahead (SQ-R45). */
static bool may_fight(const mover *m, const pose *p)
{
    return m->holder == HOLDS_GUNS || is_foe_ahead(m, p, (facing)p->facing);
}

/* SQ-R31: cavalry attacks from where it stands, infantry only with inf_renewed_attack. */
static void put_standing(offering *o)
{
    const mover *m = o->mover;
    const bool horse = m->holder == HOLDS_HORSE, foot = m->holder == HOLDS_CLOSE_ORDER;
    if (!may_fight(m, &m->start)) return;
    if (!horse) put_fight(o, &m->start, 0, 0, FIGHT_SHOOT);
    if (horse || (foot && m->state->options[OPT_inf_renewed_attack]))
        put_fight(o, &m->start, 0, 0, FIGHT_ATTACK);
}

static bool is_at_start(const mover *m, const pose *p)
{
    return p->square1 == m->start.square1 && p->square2 == m->start.square2
           && p->facing == m->start.facing && !p->in_square;
}

static void put_fight_after(offering *o, const series *it, fight f)
{
    const mover *m = o->mover;
    if (f == FIGHT_NONE || it->end.in_square || !may_fight(m, &it->end)) return;
    if (m->holder == HOLDS_HORSE && !it->charges) return;
    /* A shot from where it stood is no other for having turned aside and back. */
    if (f == FIGHT_SHOOT && is_at_start(m, &it->end)) return;
    put_fight(o, &it->end, it->tokens, it->count, f);
}

/* SQ-R25: further on for a column that only marches. */
static void put_march(offering *o)
{
    const mover *m = o->mover;
    pose end;
    for (int count = points_of(m) + 1; count <= sq_march_points_of(m); count++) {
        const gg_action act = act_of(m, 0, count, FIGHT_NONE); /* token 0 is a step */
        if (sq_walk(m, &act, &end).reason == R_LEGAL) *o->next++ = act;
    }
}

/* SQ-7.7, SQ-R38: a piece in square shoots from each of its sides, or becomes a block. */
static void offer_square(offering *o)
{
    const mover *m = o->mover;
    for (unsigned way = NORTH; way < FACINGS; way++)
        if (is_foe_ahead(m, &m->start, (facing)way))
            put_fight(o, &m->start, 0, 0, (fight)(FIGHT_SHOOT_N + way));
    for (unsigned way = NORTH; way < FACINGS; way++) put(o, TOKEN_ZN + way, 1);
}

uint32_t sq_piece_offer(const gg_state *state, gg_unit who, gg_action out[OFFERS_PER_PIECE_MAX])
{
    const mover m = mover_of(state, who);
    offering o = {.mover = &m, .next = out};
    if (m.start.in_square) {
        offer_square(&o);
        return (uint32_t)(o.next - out);
    }
    walk w;
    find_ends(&w, &m);
    put_standing(&o);
    const fight after_move = fight_after_move(state, (holder)m.holder);
    for (uint32_t i = 0; i < w.count; i++) put_fight_after(&o, &w.ends[i], after_move);
    for (uint32_t i = 0; i < w.count; i++) put(&o, w.ends[i].tokens, w.ends[i].count);
    put_march(&o);
    return (uint32_t)(o.next - out);
}

/* ---- All of it. ---- */

static uint32_t offer_acts(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    const gg_unit first = (gg_unit)(side * UNITS);
    const unsigned kinds = kinds_with_dice(state);
    uint32_t count = 0;
    for (gg_unit who = first; who < first + state->piece_count[side]; who++) {
        if (!may_act(&state->pieces[who], kinds)) continue;
        gg_action its[OFFERS_PER_PIECE_MAX];
        const uint32_t offered = sq_piece_offer(state, who, its);
        const uint32_t fit = offered < limit - count ? offered : limit - count;
        memcpy(out + count, its, fit * sizeof *its);
        count += fit;
    }
    if (count < limit) out[count++] = gg_action_of(ACTION_END);
    return count;
}

/* The game's own step, to nobody: the first row of its phase. */
static uint32_t offer_step(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint8_t row = 0;
    if (side != GG_NOBODY || limit == 0) return 0;
    while ((squares_actions[row].phases >> state->phase & 1) == 0) row++;
    out[0] = gg_action_of(row);
    return 1;
}

uint32_t squares_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    if (state->phase == PHASE_OVER) return 0;
    if (squares_rules.phases[state->phase].orders == NULL)
        return offer_step(state, side, out, limit);
    if (side != state->side) return 0;
    return state->phase == PHASE_DESIGNATE ? sq_designate_offer(state, side, out, limit)
           : state->phase == PHASE_DEPLOY  ? sq_deploy_offer(state, side, out, limit)
                                           : offer_acts(state, side, out, limit);
}
