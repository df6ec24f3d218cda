/*
 * withdrawal.c - withdrawal, flight, entering, and what the end of a phase leaves of its units
 * (chapter 9; CMD-P15, CMD-P18 to CMD-P20).
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "combat.h"

#include <string.h>

/* ---- Withdrawal (CMD-7.10, CMD-R41, CMD-R42). ---- */

static void withdraw(gg_state *state, gg_unit who, saying words, gg_log *log)
{
    unit *u = &state->units[who];
    u->goal = u->named = 0; /* passive in the sector it started from (CMD-R7) */
    u->deeds |= WITHDREW;
    commanders_tell(log, GG_STATUS, words, who, u->place, 0, 0);
}

/* Attacking guns go back by themselves; then the melee positions are laid out for show. */
void commanders_withdraw_open(gg_state *state, gg_log *log)
{
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->type == TYPE_A && is_attacking(u) && !is_routed(u))
            withdraw(state, i, S_GUNS_BACK, log);
    }
    commanders_lay_melee(state);
}

static bool may_withdraw(const gg_state *state, const zone *z, gg_side side, int space)
{
    const unit *u = commanders_in_space(state, z, side, space);
    if (u == NULL || !is_attacking(u) || is_routed(u) || u->named != 0) return false;
    const unit *opposite = commanders_in_space(state, z, enemy_of(side), space);
    return opposite == NULL || is_routed(opposite) || !is_attacking(opposite);
}

gg_verdict commanders_withdraw_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    int number = commanders_zone_by_id(state, action->item);
    for (int space = 0; space < SPACES; space++) {
        if ((action->flags >> space & 1) == 0) continue;
        if (number < 0 || !may_withdraw(state, &state->zones[number], side, space))
            return refuse(R_CANNOT_WITHDRAW);
    }
    return refuse(R_LEGAL);
}

void commanders_withdraw_apply(gg_state *state, gg_side side, const gg_action *action,
                               gg_dice *dice, gg_log *log)
{
    (void)dice, (void)log;
    const zone *z = &state->zones[commanders_zone_by_id(state, action->item)];
    for (int space = 0; space < SPACES; space++)
        if ((action->flags >> space & 1) != 0) state->units[z->space[side][space] - 1].named = 1;
}

/* Each attacker alone, all of a zone together, and each building. */
uint32_t commanders_withdraw_offer(const gg_state *state, gg_side side, gg_action *out,
                                   uint32_t limit)
{
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int number = 0; number < state->zone_count; number++) {
        const zone *z = &state->zones[number];
        int together = 0;
        gg_action action = make_action(ACTION_WITHDRAW);
        action.item = z->id;
        for (int space = 0; space < SPACES; space++) {
            if (!may_withdraw(state, z, side, space)) continue;
            together |= 1 << space;
            action.flags = (uint8_t)(1 << space);
            count = put_offer(out, count, limit, action);
        }
        action.flags = (uint8_t)together;
        if ((together & (together - 1)) != 0) count = put_offer(out, count, limit, action);
    }
    for (int sector = 0; sector < SECTORS && state->options[OPT_terrain]; sector++) {
        gg_action action = make_action(ACTION_GARRISON);
        action.at.x = sector;
        if (commanders_garrison_legal(state, side, &action).reason == R_LEGAL)
            count = put_offer(out, count, limit, action);
    }
    return count;
}

bool commanders_withdraw_asks(const gg_state *state, gg_side side)
{
    gg_action two[2];
    return commanders_withdraw_offer(state, side, two, 2) > 1;
}

/* CMD-R55: who goes in is found before anybody withdraws and becomes passive. */
static void go_inside(gg_state *state, gg_side side, gg_log *log)
{
    for (int sector = 0; sector < SECTORS; sector++) {
        if ((state->said[side] >> sector & 1) == 0) continue;
        gg_unit who = commanders_garrison_unit(state, side, sector);
        unit *u = &state->units[who];
        u->status = (uint8_t)((u->status | INSIDE) & ~SQUARE);
        u->zone = 0;
        commanders_tell(log, GG_MOVE, S_GOES_INSIDE, who, sector, 0, 0);
    }
    state->said[side] = 0;
}

uint8_t commanders_withdraw_close(gg_state *state, gg_log *log)
{
    bool withdrawn = false, garrisoned = (state->said[GG_BLUE] | state->said[GG_RED]) != 0;
    for (int i = 0; i < ALL_UNITS; i++) withdrawn |= state->units[i].named != 0;
    if (withdrawn) commanders_reveal(log, ACTION_WITHDRAW);
    if (garrisoned) commanders_reveal(log, ACTION_GARRISON);
    go_inside(state, GG_BLUE, log);
    go_inside(state, GG_RED, log);
    for (gg_unit i = 0; i < ALL_UNITS; i++)
        if (state->units[i].named != 0) withdraw(state, i, S_WITHDRAWS, log);
    if (withdrawn || garrisoned) commanders_lay_melee(state); /* else they stand as shown */
    commanders_settle_melee(state);
    return stage_at(state, STEP_MELEE_AIM);
}

/* ---- Settling and flight (CMD-P18). ---- */

/* CMD-R39: captured if one of its hitters is on the board and unrouted after the melee. */
static bool has_captor(const gg_state *state, gg_unit who)
{
    gg_unit first = first_of(enemy_of(side_of(who)));
    for (int i = 0; i < UNITS; i++) {
        const unit *by = &state->units[first + i];
        if ((state->units[who].hitters >> i & 1) != 0 && is_on_board(by) && !is_routed(by))
            return true;
    }
    return false;
}

/* Which of the two befalls units that were hit out of the game: all before anybody flees. */
static void settle_captures(gg_state *state, gg_log *log)
{
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->place != PLACE_OUT) continue;
        bool captured = has_captor(state, i);
        u->place = captured ? PLACE_TAKEN : PLACE_GONE;
        u->hitters = 0;
        commanders_tell(log, GG_LOSS, captured ? S_IS_TAKEN : S_IS_DESTROYED, i, 0, 0, 0);
    }
}

/* The routed flee before it is seen who may enter (CMD-9.6); until now they stood in their zones
 * (CMD-R33). */
void commanders_settle_fight(gg_state *state, gg_log *log)
{
    if (state->zone_count > 0) settle_captures(state, log);
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (!is_routed(u) || u->type == TYPE_A) continue; /* routed: so it is on the board */
        if (u->type == TYPE_I && (is_fast(state) || is_inside(u))) continue; /* CMD-R19, CMD-R56 */
        commanders_tell(log, GG_MOVE, S_FLEES, i, u->place, 0, 0);
        commanders_take_off(state, u, PLACE_BOX);
    }
    commanders_clear_spaces(state);
}

/* ---- Entering (CMD-P19). ---- */

static bool is_won(const gg_state *state, gg_side side, int goal)
{
    gg_side enemy = enemy_of(side);
    if (state->held[goal] != GG_NOBODY) return commanders_belonging(state, enemy, goal) == 0;
    for (int i = first_of(enemy); i < first_of(enemy) + UNITS; i++) /* CMD-R8 */
        if (state->units[i].goal == goal + 1 && !is_routed(&state->units[i])) return false;
    return true;
}

static bool may_stay(const gg_state *state, const unit *u)
{
    return is_fast(state) || (u->deeds & COUNTERCHARGES) != 0;
}

/* Who may enter this goal now. */
static entry entrants(const gg_state *state, gg_side side, int goal)
{
    entry e = {.count = 0};
    if (goal >= SECTORS || (state->settled[side] >> goal & 1) != 0) return e;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++) {
        const unit *u = &state->units[i];
        if (u->goal != goal + 1 || u->place == goal || is_routed(u) || u->type == TYPE_A) continue;
        e.units[e.count++] = (uint8_t)i;
        e.free += may_stay(state, u);
    }
    if (e.count > 0 && !is_won(state, side, goal)) e.count = e.free = 0;
    if (e.count == 0) return e;
    commanders_sort(state, e.units, e.count);
    e.room = number_sector_room(state) - commanders_units_in(state, side, goal);
    return e;
}

static bool is_choice(const entry *e) { return e->room > 0 && (e->free > 0 || e->count > e->room); }

/* The goals of this side's units, by bit. */
static uint16_t goals_of(const gg_state *state, gg_side side)
{
    uint16_t goals = 0;
    for (int i = first_of(side); i < first_of(side) + UNITS; i++)
        if (state->units[i].goal != 0) goals |= (uint16_t)(1u << (state->units[i].goal - 1));
    return goals;
}

bool commanders_enter_asks(const gg_state *state, gg_side side)
{
    uint16_t goals = goals_of(state, side);
    for (int goal = 0; goal < SECTORS; goal++) {
        if ((goals >> goal & 1) == 0) continue;
        entry e = entrants(state, side, goal);
        if (is_choice(&e)) return true;
    }
    return false;
}

static gg_verdict judge_stay(const gg_state *state, const entry *e, const gg_action *action)
{
    int there = 0, free = 0;
    for (int i = 0; i < e->count; i++) {
        const unit *u = &state->units[e->units[i]];
        if (u->place != action->at.x) continue;
        there++;
        free += may_stay(state, u);
    }
    if (there == 0) return refuse_count(R_MAY_NOT_ENTER, 0, 1);
    return refuse(free == 0 ? R_MUST_ENTER : R_LEGAL);
}

gg_verdict commanders_enter_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    if (step_of(state) == STEP_ROOM) return commanders_room_legal(state, side, action);
    entry e = entrants(state, side, action->at.y);
    if (action->kind == ACTION_STAY) return judge_stay(state, &e, action);
    return commanders_judge_entry(state, &e, action);
}

void commanders_enter_apply(gg_state *state, gg_side side, const gg_action *action, gg_dice *dice,
                            gg_log *log)
{
    (void)dice, (void)log;
    if (step_of(state) == STEP_ROOM) {
        commanders_room_apply(state, side, action);
        return;
    }
    entry e = entrants(state, side, action->at.y);
    int left = action->flags;
    state->said[side] |= (uint16_t)(1u << action->at.y);
    for (int i = 0; i < e.count; i++) {
        unit *u = &state->units[e.units[i]];
        if (u->place != action->at.x) continue;
        if (action->kind == ACTION_STAY) {
            u->named = 0;
        } else if (u->named == 0 && u->type == action->item && left > 0) {
            u->named = 1;
            left--;
        }
    }
}

/* All of one kind from one sector, one of them, or nobody. */
static uint32_t offer_goal(const gg_state *state, gg_side side, int goal, gg_action *out,
                           uint32_t count, uint32_t limit)
{
    entry e = entrants(state, side, goal);
    for (int from = 0; from < SECTORS && is_choice(&e); from++) {
        int free = 0, fitting[TYPES] = {0}, named = 0;
        for (int i = 0; i < e.count; i++) {
            const unit *u = &state->units[e.units[i]];
            named += u->named != 0;
            if (u->place != from) continue;
            free += may_stay(state, u);
            fitting[u->type] += u->named == 0;
        }
        for (int of = 0; of < TYPES; of++) {
            int most = fitting[of] < e.room - named ? fitting[of] : e.room - named;
            if (most > 0)
                count =
                    put_offer(out, count, limit, make_troops(ACTION_ENTER, most, of, from, goal));
            if (most > 1)
                count = put_offer(out, count, limit, make_troops(ACTION_ENTER, 1, of, from, goal));
        }
        if (free == 0 || (state->said[side] >> goal & 1) != 0) continue;
        gg_action stay = make_action(ACTION_STAY);
        stay.at = (gg_point){from, goal};
        count = put_offer(out, count, limit, stay);
    }
    return count;
}

uint32_t commanders_enter_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    uint16_t goals = goals_of(state, side);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int goal = 0; goal < SECTORS; goal++)
        if ((goals >> goal & 1) != 0) count = offer_goal(state, side, goal, out, count, limit);
    return count;
}

/* Marks with named = 1 those that enter, and notes who could have, as far as there was room
 * (CMD-P20, CMD-R65). */
static void choose_entrants(gg_state *state, gg_side side, int goal, const entry *e)
{
    bool is_said = (state->said[side] >> goal & 1) != 0;
    int room = e->room;
    for (int i = 0; i < e->count; i++) room -= state->units[e->units[i]].named != 0;
    for (int i = 0; i < e->count && room > 0; i++) {
        unit *u = &state->units[e->units[i]];
        if (u->named != 0 || (is_said && may_stay(state, u))) continue;
        u->named = 1;
        room--;
    }
    for (int i = 0; i < e->count && room > 0 && is_fast(state); i++) {
        unit *u = &state->units[e->units[i]];
        if (u->named != 0) continue;
        u->deeds |= DECLINED;
        room--;
    }
}

static void reveal_entering(const gg_state *state, gg_log *log)
{
    bool named = false;
    for (int i = 0; i < ALL_UNITS; i++) named |= state->units[i].named != 0;
    if ((state->said[GG_BLUE] | state->said[GG_RED]) == 0) return;
    if (named) commanders_reveal(log, ACTION_ENTER);
    commanders_reveal(log, ACTION_STAY);
}

static void say_going_back(const gg_state *state, gg_log *log)
{
    for (gg_unit i = 0; i < ALL_UNITS && log != NULL; i++) {
        const unit *u = &state->units[i];
        if (u->goal != 0 && u->goal != u->place + 1 && is_on_board(u))
            commanders_tell(log, GG_MOVE, S_GOES_BACK, i, u->place, 0, 0);
    }
}

/* All winners enter at once; then it is looked again whether that has won another sector. */
uint8_t commanders_enter_close(gg_state *state, gg_log *log)
{
    uint16_t entered[2] = {0, 0};
    reveal_entering(state, log);
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        uint16_t goals = goals_of(state, side);
        for (int goal = 0; goal < SECTORS; goal++) {
            if ((goals >> goal & 1) == 0) continue;
            entry e = entrants(state, side, goal);
            if (e.count == 0) continue;
            choose_entrants(state, side, goal, &e);
            state->settled[side] |= (uint16_t)(1u << goal);
        }
        state->said[side] = 0;
    }
    for (gg_unit i = 0; i < ALL_UNITS; i++) {
        unit *u = &state->units[i];
        if (u->named == 0) continue;
        int goal = u->goal - 1;
        u->named = 0;
        if ((u->deeds & COUNTERCHARGES) == 0) u->done++;
        entered[side_of(i)] |= (uint16_t)(1u << goal);
        commanders_step_into(state, u, goal, log, S_ENTERS);
    }
    commanders_capture_in(state, entered, log);
    commanders_clear_spaces(state); /* somebody may have to choose yet, with zones before him */
    if ((entered[GG_BLUE] | entered[GG_RED]) != 0) return stage_at(state, STEP_ENTER);
    say_going_back(state, log);
    return commanders_phase_ends(state, log);
}

/* ---- The end of a phase (CMD-P20).  Who goes back has not moved (CMD-9.8), and cavalry that only
 * moved once is not spent (CMD-2.7). ---- */

/* CMD-R40: rolled in melee without a hit, or withdrew. */
static bool is_cavalry_without_hit(const unit *u)
{
    if (u->type != TYPE_C) return false;
    return (u->deeds & WITHDREW) != 0 || ((u->deeds & FOUGHT) != 0 && u->hits == 0);
}

static saying why_spent(const gg_state *state, const unit *u)
{
    if ((u->deeds & (REACTED | RETREATED | DECLINED)) != 0) return S_IS_SPENT;
    bool has_acted = u->type == TYPE_C || (u->deeds & ACTED) != 0; /* now, or cavalry before */
    if (has_acted && u->actions >= moves_of(state, u->type)) return S_IS_SPENT;
    if (is_cavalry_without_hit(u)) return S_CAV_SPENT;
    return u->from != 0 && commanders_has(state, u->place, FOREST) ? S_FOREST_SPENT : S_NONE;
}

static inline void clear_unit(unit *u)
{
    u->goal = u->from = u->deeds = u->hits = u->named = u->zone = 0;
    u->hitters = 0;
}

static void clear_fight(gg_state *state)
{
    memset(state->zones, 0, state->zone_count * sizeof state->zones[0]);
    memset(state->rerolls, 0, sizeof state->rerolls);
    state->zone_count = state->pass = 0;
    state->said[GG_BLUE] = state->said[GG_RED] = 0;
    state->settled[GG_BLUE] = state->settled[GG_RED] = 0;
}

void commanders_clear_phase(gg_state *state)
{
    for (int i = 0; i < ALL_UNITS; i++) clear_unit(&state->units[i]);
    clear_fight(state);
}

static void see_spent(const gg_state *state, unit *u, gg_log *log)
{
    if (!is_on_board(u) || is_spent(u)) return;
    saying why = why_spent(state, u);
    if (why == S_NONE) return;
    u->status |= SPENT;
    commanders_tell(log, GG_STATUS, why, index_of(state, u), u->place, 0, 0);
}

uint8_t commanders_phase_ends(gg_state *state, gg_log *log)
{
    for (unit *u = state->units; u < state->units + ALL_UNITS; u++) {
        if ((u->deeds | u->actions | u->from) != 0) see_spent(state, u, log); /* it did something */
        clear_unit(u);
    }
    clear_fight(state);
    if (state->stage == PHASE_MOVE) return PHASE_RALLY;
    return is_fast(state) ? PHASE_BOMBARD : PHASE_MOVE;
}
