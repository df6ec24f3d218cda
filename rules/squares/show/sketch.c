/*
 * sketch.c - what an action means on the board before any die, and which action a hand means.
 *
 * A refused action is drawn too, as far as it can be: the ghost shows where it would have led.
 * SPDX-License-Identifier: MIT
 */
#include "core/sketch.h"
#include "core/board_question.h"
#include "rules/squares/law/act.h"

enum { QUARTER = 900 }; /* tenths of a degree */

static gg_point middle_of_pose(const pose *p)
{
    gg_point one = gg_cell_middle(sq_point_of((uint8_t)p->square1)), two = one;
    if (p->square2 != NO_SQUARE) two = gg_cell_middle(sq_point_of((uint8_t)p->square2));
    return (gg_point){(one.x + two.x) / 2, (one.y + two.y) / 2};
}

/* The piece as it would stand. */
static void put_ghost(const gg_sketch *to, const pose *at)
{
    gg_state after = *to->view;
    piece *it = &after.pieces[to->action->who];
    it->square1 = (uint8_t)at->square1;
    it->square2 = (uint8_t)at->square2;
    it->facing = (uint8_t)at->facing;
    it->in_square = (uint8_t)at->in_square;
    gg_mark *mark = squares_draw_piece(&after, to->action->who, to->scene);
    if (mark != NULL) mark->flags = (uint16_t)((mark->flags & ~GG_FLAG_ACTED) | to->flags);
}

/* ---- The way: a pose after each token. ---- */

typedef struct way_gone {
    int count;
    pose poses[TOKENS_MAX + 1];
} way_gone;

/* Over whatever stands there, but not over the edge; a formation that cannot be taken is left. */
static void take_any_token(const mover *m, pose *p, token t, bool first)
{
    pose next = *p;
    if (sq_take_token(m, &next, t, first).reason == R_LEGAL) {
        *p = next;
        return;
    }
    if (t != TOKEN_F || p->in_square) return;
    next = sq_led(p, t);
    if (next.square1 == NO_SQUARE || (p->square2 != NO_SQUARE && next.square2 == NO_SQUARE)) return;
    *p = next;
}

static way_gone go(const mover *m, const gg_action *action)
{
    way_gone way = {.count = 1, .poses = {m->start}};
    for (int i = 0; i < action->item && i < TOKENS_MAX; i++) {
        pose next = way.poses[i];
        if (!next.in_square || is_reform_token(token_at(action, i)))
            take_any_token(m, &next, token_at(action, i), i == 0);
        way.poses[way.count++] = next;
    }
    return way;
}

pose sq_led_to(const mover *m, const gg_action *action)
{
    way_gone way = go(m, action);
    return way.poses[way.count - 1];
}

static void put_way(const gg_sketch *to, const way_gone *way)
{
    gg_point at[TOKENS_MAX + 1] = {middle_of_pose(&way->poses[0])};
    int count = 1;
    for (int i = 1; i < way->count; i++) {
        const gg_point here = middle_of_pose(&way->poses[i]), last = at[count - 1];
        if (here.x != last.x || here.y != last.y) at[count++] = here;
    }
    if (count > 1) gg_sketch_way(to, side_of(to->action->who), at, count);
}

/* ---- The fight at its end. ---- */

static void put_blow(const gg_sketch *to, const pose *from, uint8_t square, bool is_legal)
{
    const gg_role role =
        to->action->flags == FIGHT_ATTACK ? GG_ROLE_plan_charge : GG_ROLE_plan_shot;
    gg_mark *mark = gg_scene_add(to->scene, GG_ARROW, role);
    if (mark == NULL) return;
    mark->side = side_of(to->action->who);
    mark->unit = (gg_unit)(to->view->at[square] - 1);
    mark->at = middle_of_pose(from);
    mark->to = gg_cell_middle(sq_point_of(square));
    mark->flags = is_legal ? 0 : GG_FLAG_REFUSED;
}

/* Where no fight is possible: at whoever stands first in the way it was meant to go. */
static void put_vain_blow(const gg_sketch *to, const mover *m, const pose *from)
{
    facing way = sq_way_of(from, (fight)to->action->flags);
    uint8_t square = step_from(from->square1, way);
    while (square != NO_SQUARE && (m->state->at[square] == 0 || m->state->at[square] == m->self))
        square = step_from(square, way);
    if (square != NO_SQUARE) put_blow(to, from, square, false);
}

static void sketch_act(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (action->who >= PIECES || to->view->pieces[action->who].status != STATUS_ON_BOARD) return;
    if (action->flags >= FIGHTS || action->item > TOKENS_MAX) return;
    const bool is_legal = (to->flags & GG_FLAG_REFUSED) == 0;
    const mover m = mover_of(to->view, action->who);
    const way_gone way = go(&m, action);
    const pose *end = &way.poses[way.count - 1];
    targets found = {.count = 0};
    pose walked;
    put_way(to, &way);
    put_ghost(to, end);
    if (action->flags == FIGHT_NONE) return;
    if (sq_walk(&m, action, &walked).reason == R_LEGAL)
        sq_find_targets(&m, &walked, action, &found);
    for (int i = 0; i < found.count; i++) put_blow(to, end, found.list[i].square, is_legal);
    if (found.count == 0) put_vain_blow(to, &m, end);
}

static void sketch_deploy(const gg_sketch *to)
{
    const gg_action *action = to->action;
    if (action->who >= PIECES || to->view->pieces[action->who].status == STATUS_NONE) return;
    if (!is_on_board(action->at)) return;
    const uint8_t square = sq_square_at(action->at);
    const facing way = (facing)(action->flags % FACINGS);
    const form shape = action->item < FORM_SQUARE ? (form)action->item : FORM_BLOCK;
    put_ghost(
        to,
        &(pose){.square1 = square, .square2 = sq_other_square(shape, square, way), .facing = way});
}

#include "core/sketches.def"

/* ---- What a hand means. ---- */

uint32_t sq_reach(const gg_state *state, gg_unit who, gg_point *places)
{
    gg_action offers[OFFERS_PER_PIECE_MAX];
    bool reached[NO_SQUARE + 1] = {false};
    mover m = mover_of(state, who);
    uint32_t count = sq_piece_offer(state, who, offers), found = 0;
    for (uint32_t i = 0; i < count; i++) {
        pose end = sq_led_to(&m, &offers[i]);
        reached[end.square1] = reached[end.square2] = true;
    }
    for (unsigned square = 0; square < BOARD; square++)
        if (reached[square] && square != m.start.square1 && square != m.start.square2)
            places[found++] = sq_point_of((uint8_t)square);
    return found;
}

/* The shorter way first, and no change of formation where none is asked for; of fights the more
 * dice the nearer. */
static int cost_of(const gg_state *state, const gg_action *action, gg_unit whom)
{
    enum { DIE = 64 };
    int cost = 2 * action->item;
    for (int i = 0; i < action->item; i++) cost += is_forming(token_at(action, i));
    return whom == GG_NO_UNIT ? cost : cost - DIE * sq_fight_dice(state, action, whom);
}

static bool aim_at_offers(const gg_state *state, const gg_hand *hand, gg_action *out)
{
    gg_action offers[OFFERS_PER_PIECE_MAX];
    const uint32_t count = sq_piece_offer(state, hand->who, offers);
    return gg_aim_at_offers(&squares_rules, state, side_of(hand->who), hand, offers, count, out);
}

static bool add_tokens(gg_action *action, token t, int count)
{
    if (action->item + count > TOKENS_MAX) return false;
    for (int i = 0; i < count; i++)
        action->args[0] |= (int32_t)((uint32_t)t << (4 * action->item++));
    return true;
}

/* The plain way to a square: ahead, aside, back.  Whether it can be gone legal() will say. */
static bool plain_way(const piece *p, gg_point to, gg_action *action)
{
    static const gg_point ahead_of[FACINGS] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};
    gg_point ahead = ahead_of[p->facing], right = ahead_of[right_of((facing)p->facing)];
    gg_point by = {to.x - column_of(p->square1), to.y - row_of(p->square1)};
    int forth = by.x * ahead.x + by.y * ahead.y, aside = by.x * right.x + by.y * right.y;
    token turn = aside > 0 ? TOKEN_R : TOKEN_L;
    if (forth == 0 && aside == 0) return false;
    if (forth > 0 && !add_tokens(action, TOKEN_F, forth)) return false;
    if (aside != 0
        && !(add_tokens(action, turn, 1)
             && add_tokens(action, TOKEN_F, aside > 0 ? aside : -aside)))
        return false;
    if (forth >= 0) return true;
    return add_tokens(action, aside == 0 ? TOKEN_B : turn, 1)
           && add_tokens(action, TOKEN_F, -forth);
}

/* Somewhere it is not offered to go: the action whose refusal says why. */
static bool aim_in_vain(const gg_state *state, gg_unit who, gg_unit whom, gg_point at,
                        gg_action *action)
{
    const piece *p = &state->pieces[who];
    *action = gg_action_of(ACTION_ACT);
    action->who = who;
    bool fights = whom < PIECES && state->pieces[whom].status == STATUS_ON_BOARD;
    if (whom != GG_NO_UNIT && (!fights || side_of(whom) == side_of(who))) return false;
    if (fights) at = sq_point_of((uint8_t)state->pieces[whom].square1);
    if (fights && squares_kinds[p->kind].holder == HOLDS_GUNS) {
        action->flags = FIGHT_SHOOT;
        return true;
    }
    if (!plain_way(p, at, action)) return false;
    if (!fights) {
        mover m = mover_of(state, who);
        way_gone way = go(&m, action);
        gg_point end = sq_point_of((uint8_t)way.poses[way.count - 1].square1);
        return p->in_square || (end.x == at.x && end.y == at.y);
    }
    /* Up to the enemy, not onto it. */
    action->item--;
    action->args[0] &= (int32_t)((1u << (4 * action->item)) - 1);
    bool shoots = squares_kinds[p->kind].holder == HOLDS_SKIRMISHERS;
    action->flags = shoots ? FIGHT_SHOOT : FIGHT_ATTACK;
    return true;
}

/* The form a piece would be placed in that faces this way: a block, or where only a line or a
 * column fits, that.  False: none fits. */
static bool form_to_deploy(const gg_state *state, gg_action *action)
{
    for (int shape = FORM_BLOCK; shape <= FORM_COLUMN; shape++) {
        action->item = (uint16_t)shape;
        if (squares_deploy_legal(state, side_of(action->who), action).reason == R_LEGAL)
            return true;
    }
    action->item = FORM_BLOCK;
    return false;
}

/* Facing the enemy, if no facing is asked for and it fits so; else another way. */
static void aim_deploy(const gg_state *state, gg_unit who, gg_point at, int32_t facing_asked,
                       gg_action *out)
{
    facing way = side_of(who) == GG_BLUE ? NORTH : SOUTH;
    if (facing_asked >= 0) way = (facing)((facing_asked + QUARTER / 2) / QUARTER % FACINGS);
    *out = gg_action_of(ACTION_DEPLOY);
    out->flags = (uint8_t)way;
    out->who = who;
    out->at = at;
    if (form_to_deploy(state, out) || facing_asked >= 0) return;
    for (int turned = 1; turned < FACINGS; turned++) {
        gg_action other = *out;
        other.flags = (uint8_t)((way + turned) % FACINGS);
        if (form_to_deploy(state, &other)) {
            *out = other;
            return;
        }
    }
}

bool squares_aim(const gg_state *state, gg_side side, gg_unit who, gg_unit whom, gg_point at,
                 int32_t facing_asked, gg_action *out)
{
    (void)side;
    if (who >= PIECES || (whom == GG_NO_UNIT && !is_on_board(at))) return false;
    if (!is_on_board(at)) at = (gg_point){-1, -1};
    const piece *p = &state->pieces[who];
    if (state->phase == PHASE_DEPLOY && p->status == STATUS_UNPLACED) {
        if (whom == GG_NO_UNIT) aim_deploy(state, who, at, facing_asked, out);
        return whom == GG_NO_UNIT;
    }
    if (state->phase != PHASE_ACT || p->status != STATUS_ON_BOARD) return false;
    if (whom == GG_NO_UNIT) { /* onto an enemy's square means the enemy */
        uint8_t mark = state->at[sq_square_at(at)];
        if (is_enemy_mark(mark, side_of(who))) whom = (gg_unit)(mark - 1);
    }
    const gg_hand hand = {.who = who,
                          .whom = whom,
                          .at = at,
                          .facing = facing_asked,
                          .on_squares = true,
                          .cost = cost_of};
    gg_action meant;
    if (!aim_at_offers(state, &hand, &meant) && !aim_in_vain(state, who, whom, at, &meant))
        return false;
    *out = meant;
    return true;
}
