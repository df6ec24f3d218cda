/*
 * rally.c - what the orders kept back can mend (chapter 11).  Which units is decided now, not when
 * planning (CMD-11.5).
 * SPDX-License-Identifier: MIT
 */
#include "planning.h"
#include "sequence.h"

static int in_box(const gg_state *state, gg_side side, type of)
{
    int count = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        count += state->units[i].place == PLACE_BOX && state->units[i].type == of;
    return count;
}

/* Saved orders not yet used in this step. */
static int saved_left(const gg_state *state, gg_side side)
{
    int used = 0;
    for (int of = 0; of < TYPES; of++) used += state->rally[side][of];
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        used += state->units[i].named != 0;
    return commanders_orders_saved(state, side) - used;
}

/* The first routed battery here, or routed garrison, that is not named yet. */
static gg_unit find_routed(const gg_state *state, gg_side side, type of, int place)
{
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->number == 0 || u->type != of || u->place != place || !is_routed(u) || u->named != 0)
            continue;
        if (of == TYPE_A || is_inside(u)) return i;
    }
    return GG_NO_UNIT;
}

static bool is_controlled(const gg_state *state, gg_side side, int place)
{
    return place >= SECTORS ? place == reserve_of(side) : commanders_control(state, place) == side;
}

/* Whom an order could mend, if there is one.  What is named is mended when the step is over, so
 * that the board is judged as it was at its beginning (CMD-R69). */
static gg_verdict judge_patient(const gg_state *state, gg_side side, const gg_action *action)
{
    type of = (type)action->item;
    int place = action->at.x;
    if (place == NO_SECTOR) {
        int takes = number_rally_takes(state);
        int left = in_box(state, side, of) - takes * state->rally[side][of];
        return left < takes ? refuse_count(R_BOX_TOO_EMPTY, left, takes) : refuse(R_LEGAL);
    }
    gg_unit who = find_routed(state, side, of, place);
    if (of == TYPE_A)
        return refuse(who != GG_NO_UNIT && is_controlled(state, side, place) ? R_LEGAL
                                                                             : R_NO_ROUTED_BATTERY);
    bool may = who != GG_NO_UNIT && commanders_units_in(state, enemy_of(side), place) == 0;
    return refuse(may ? R_LEGAL : R_NO_RALLY_INSIDE);
}

gg_verdict commanders_rally_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    if (saved_left(state, side) <= 0) return refuse(R_NO_SAVED_ORDER);
    return judge_patient(state, side, action);
}

void commanders_rally_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)dice, (void)log;
    if (action->at.x == NO_SECTOR) state->rally[side][action->item]++;
    else state->units[find_routed(state, side, (type)action->item, action->at.x)].named = 1;
}

/* Is anybody there whom an order could mend? */
static bool has_patients(const gg_state *state, gg_side side)
{
    int box[TYPES] = {0};
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (is_on_board(u) && is_routed(u)) return true;
        if (u->place == PLACE_BOX && ++box[u->type] == number_rally_takes(state)) return true;
    }
    return false;
}

static uint32_t offer_patients(const gg_state *state, gg_side side, gg_action *out, uint32_t count,
                               uint32_t limit)
{
    if (!has_patients(state, side)) return count;
    gg_action rally = make_action(ACTION_RALLY);
    const int takes = number_rally_takes(state);
    for (int of = TYPE_I; of <= TYPE_C; of++) {
        rally.item = (gg_unit)of;
        rally.at.x = NO_SECTOR;
        if (in_box(state, side, (type)of) >= takes * (state->rally[side][of] + 1))
            count = put_offer(out, count, limit, rally);
    }
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (!is_on_board(u) || !is_routed(u) || u->named != 0) continue;
        if (find_routed(state, side, (type)u->type, u->place) != i) continue; /* each place once */
        rally.item = u->type;
        rally.at.x = u->place;
        if (judge_patient(state, side, &rally).reason == R_LEGAL)
            count = put_offer(out, count, limit, rally);
    }
    return count;
}

uint32_t commanders_rally_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    return saved_left(state, side) > 0 ? offer_patients(state, side, out, count, limit) : count;
}

/* CMD-R63: is there somebody to mend, and might an order have been saved for it? */
bool commanders_rally_asks(const gg_state *state, gg_side side)
{
    gg_action one;
    return commanders_may_have_saved_orders(state, side)
           && offer_patients(state, side, &one, 0, 1) > 0;
}

/* CMD-11.2, CMD-R30: the lowest number comes back, the others leave the game. */
static void rally_pair(gg_state *state, gg_side side, type of, gg_log *log)
{
    gg_unit back = GG_NO_UNIT, leaves = GG_NO_UNIT;
    int left = number_rally_takes(state);
    for (gg_unit i = first_of(side); i < first_of(side) + UNITS && left > 0; i++) {
        if (state->units[i].place != PLACE_BOX || state->units[i].type != of) continue;
        left--;
        if (back == GG_NO_UNIT) {
            back = i;
            continue;
        }
        leaves = i;
        state->units[i].place = PLACE_GONE;
    }
    gg_assert(leaves != GG_NO_UNIT && left == 0);
    /* CMD-11.4: unrouted and unspent */
    commanders_put(state, &state->units[back], reserve_of(side));
    gg_event *event = gg_log_add(log, GG_STATUS, CMD_11_2);
    if (event == NULL) return;
    event->saying = S_RALLIES;
    event->who = back;
    event->whom = leaves;
}

uint8_t commanders_rally_close(gg_state *state, gg_log *log)
{
    bool is_shown = false;
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        for (int of = 0; of < TYPES; of++) {
            for (; state->rally[side][of] > 0; state->rally[side][of]--) {
                if (!is_shown) commanders_reveal(log, ACTION_RALLY);
                is_shown = true;
                rally_pair(state, side, (type)of, log);
            }
        }
        for (gg_unit i = first_of(side); i < first_of(side) + UNITS; i++) {
            unit *u = &state->units[i];
            if (u->named == 0) continue;
            if (!is_shown) commanders_reveal(log, ACTION_RALLY);
            is_shown = true;
            u->named = 0;
            u->status &= (uint8_t)~ROUTED;
            commanders_tell(log, GG_STATUS, u->type == TYPE_A ? S_GUNS_RALLY : S_RALLY_INSIDE, i,
                            u->place, 0, 0);
        }
    }
    return PHASE_SCORING;
}
