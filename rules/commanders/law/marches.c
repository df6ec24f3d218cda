/*
 * marches.c - they go: free moves, walk-ins and room in the fast movement and combined arms phases
 * (CMD-P3, CMD-P4), and the moves of the non-combat phase (chapter 4).
 * SPDX-License-Identifier: MIT
 */
#include "board.h"
#include "combat.h"
#include "movement.h"

#include <string.h>

/* ---- The choices are shown. ---- */

typedef struct crowd {
    uint8_t goers[2][GROUNDS]; /* on their way into a place, by side */
    uint16_t holders[2];       /* places where somebody belongs, by bit (CMD-R6) */
    uint8_t all;               /* that go */
    uint8_t units[ALL_UNITS];  /* who they are */
} crowd;

static void count_side(const gg_state *state, gg_side side, crowd *c)
{
    const unit *first = &state->units[first_of(side)];
    unsigned holders = 0;
    for (const unit *u = first; u < first + UNITS; u++) {
        const bool holds = u->number != 0 && (u->status & (ROUTED | INSIDE)) == 0;
        holders |= (unsigned)holds << u->place;
        if (u->goal == 0 || !is_on_board(u) || is_routed(u)) continue;
        c->units[c->all++] = (uint8_t)index_of(state, u);
        c->goers[side][u->goal - 1] += u->goal != u->place + 1;
    }
    c->holders[side] = (uint16_t)holders;
}

static crowd crowd_of(const gg_state *state)
{
    crowd c;
    memset(c.goers, 0, sizeof c.goers);
    c.all = 0;
    count_side(state, GG_BLUE, &c);
    count_side(state, GG_RED, &c);
    return c;
}

static bool is_held(const crowd *c, gg_side side, int place)
{
    return (c->holders[side] >> place & 1) != 0;
}

static uint8_t walk_in(gg_state *, crowd, bool is_chosen, gg_log *);

static uint8_t end_without_combat(gg_state *state, gg_log *log)
{
    commanders_settle_fight(state, log);
    return commanders_phase_ends(state, log);
}

uint8_t commanders_go_close(gg_state *state, gg_log *log)
{
    crowd c = crowd_of(state);
    state->pass = 0;
    if (c.all == 0) return end_without_combat(state, log);
    commanders_reveal(log, ACTION_GO);
    bool is_changed = false;
    for (int n = 0; n < c.all; n++) {
        const gg_unit i = c.units[n];
        unit *u = &state->units[i];
        int goal = u->goal - 1;
        is_changed |= is_inside(u);
        u->status &= (uint8_t)~INSIDE; /* CMD-R55: a garrison that acts has left its building */
        commanders_tell(log, GG_MOVE, S_GOES, i, u->place, goal, 0);
        if (u->place < SECTORS || state->held[goal] != GG_NOBODY) continue;
        if (c.goers[enemy_of(side_of(i))][goal] == 0) continue;
        u->goal = 0; /* CMD-R54 */
        is_changed = true;
        commanders_tell(log, GG_NOTE, S_LAPSES, i, u->place, goal, 0);
    }
    return walk_in(state, is_changed ? crowd_of(state) : c, false, log);
}

/* ---- Free moves and walk-ins (CMD-P3, CMD-P4). ---- */

static bool walks(const gg_state *state, const crowd *c, const unit *u)
{
    if (u->goal == 0 || u->goal == u->place + 1 || u->type == TYPE_A) return false;
    gg_side side = side_of(index_of(state, u)), enemy = enemy_of(side);
    int goal = u->goal - 1;
    if (commanders_is_friendly(state, side, goal))
        return state->pass == 0; /* CMD-4.8, CMD-R32: before any combat */
    if (state->held[goal] == GG_NOBODY)
        return state->pass == 0 && c->goers[enemy][goal] == 0; /* CMD-4.9 */
    return state->pass > 0 && !is_held(c, enemy, goal);
}

/* Who walks into a sector that is not the side's own. */
static entry walkers_into(const gg_state *state, const crowd *c, gg_side side, int goal)
{
    entry e = {.room = goal >= SECTORS || state->held[goal] == side
                           ? UNITS
                           : number_sector_room(state) - commanders_units_in(state, side, goal)};
    for (int n = 0; n < c->all; n++) {
        const gg_unit i = c->units[n];
        if (state->units[i].goal == goal + 1 && side_of(i) == side
            && walks(state, c, &state->units[i]))
            e.units[e.count++] = (uint8_t)i;
    }
    commanders_sort(state, e.units, e.count);
    return e;
}

static bool is_room_short(const gg_state *state, const crowd *c, gg_side side)
{
    for (int goal = 0; goal < SECTORS; goal++) {
        if (c->goers[side][goal] < 2 || state->held[goal] == side)
            continue; /* one alone has no choice */
        entry e = walkers_into(state, c, side, goal);
        if (e.room > 0 && e.count > e.room) return true;
    }
    return false;
}

bool commanders_room_asks(const gg_state *state, gg_side side)
{
    crowd c = crowd_of(state);
    return is_room_short(state, &c, side);
}

/* What `enter` may still name: units of this goal, not yet named, while there is room. */
gg_verdict commanders_judge_entry(const gg_state *state, const entry *e, const gg_action *action)
{
    int fitting = 0, named = 0;
    for (int i = 0; i < e->count; i++) {
        const unit *u = &state->units[e->units[i]];
        named += u->named != 0;
        fitting += u->named == 0 && u->type == action->item && u->place == action->at.x;
    }
    if (fitting < action->flags) return refuse_count(R_MAY_NOT_ENTER, fitting, action->flags);
    if (named + action->flags > e->room)
        return refuse_count(R_TOO_MANY_ENTER, named + action->flags, e->room);
    return refuse(R_LEGAL);
}

gg_verdict commanders_room_legal(const gg_state *state, gg_side side, const gg_action *action)
{
    if (action->kind == ACTION_STAY) return refuse(R_MUST_ENTER);
    crowd c = crowd_of(state);
    int goal = action->at.y;
    if (goal >= SECTORS) return refuse_count(R_MAY_NOT_ENTER, 0, action->flags);
    entry e = walkers_into(state, &c, side, goal);
    if (e.count <= e.room) return refuse_count(R_MAY_NOT_ENTER, 0, action->flags);
    return commanders_judge_entry(state, &e, action);
}

void commanders_room_apply(gg_state *state, gg_side side, const gg_action *action)
{
    crowd c = crowd_of(state);
    entry e = walkers_into(state, &c, side, action->at.y);
    int left = action->flags;
    for (int i = 0; i < e.count && left > 0; i++) {
        unit *u = &state->units[e.units[i]];
        if (u->named != 0 || u->type != action->item || u->place != action->at.x) continue;
        u->named = 1;
        left--;
    }
}

uint32_t commanders_room_offer(const gg_state *state, gg_side side, gg_action *out, uint32_t limit)
{
    crowd c = crowd_of(state);
    uint32_t count = put_offer(out, 0, limit, make_action(ACTION_READY));
    for (int goal = 0; goal < SECTORS; goal++) {
        entry e = walkers_into(state, &c, side, goal);
        if (e.count <= e.room) continue;
        group groups[GROUPS_MAX];
        int group_count = 0, named = 0;
        for (int i = 0; i < e.count; i++) {
            const unit *u = &state->units[e.units[i]];
            if (u->named == 0) group_count = commanders_add_to_groups(groups, group_count, u, goal);
            else named++;
        }
        for (int i = 0; i < group_count; i++)
            count =
                commanders_offer_group(ACTION_ENTER, &groups[i],
                                       least(groups[i].count, e.room - named), out, count, limit);
    }
    return count;
}

/* A unit goes into a sector by its order: that is an action, and a step of its path. */
void commanders_step_into(gg_state *state, unit *u, int goal, gg_log *log, saying words)
{
    commanders_tell(log, GG_MOVE, words, index_of(state, u), u->place, goal, 0);
    u->from = (uint8_t)(u->place + 1);
    commanders_put(state, u, goal);
    u->goal = 0;
    u->status &= (uint8_t)~INSIDE;
}

void commanders_use_action(unit *u, int goal)
{
    gg_assert(u->actions < MOVES_MAX);
    u->tried[u->actions++] = (uint8_t)(goal + 1);
    u->deeds |= ACTED;
}

/* Off the field: nothing of what it was there goes with it but its name, and a battery's token
 * leaves with it (CMD-R66). */
void commanders_take_off(gg_state *state, unit *u, int place)
{
    commanders_put(state, u, place);
    u->status = 0;
    u->goal = u->zone = u->named = 0;
    if (place != PLACE_BOX) u->token = 0;
}

/* CMD-9.4, CMD-R20: what lies there still; who has fled is out of reach. */
void commanders_capture_routed(gg_state *state, gg_side by, int sector, gg_log *log)
{
    const gg_side enemy = enemy_of(by);
    for (uint64_t there = state->notes.in[enemy][sector]; there != 0;) {
        const gg_unit i = (gg_unit)(first_of(enemy) + gg_next_bit(&there));
        unit *u = &state->units[i];
        if (!is_routed(u) || is_inside(u)) continue;
        commanders_tell(log, GG_LOSS, S_CAPTURED, i, sector, 0, 0);
        commanders_take_off(state, u, PLACE_TAKEN);
    }
}

/* The same in all sectors that a side has entered, by bit. */
void commanders_capture_in(gg_state *state, const uint16_t entered[2], gg_log *log)
{
    for (gg_side side = GG_BLUE; side <= GG_RED; side++)
        for (uint64_t sectors = entered[side]; sectors != 0;)
            commanders_capture_routed(state, side, gg_next_bit(&sectors), log);
}

/* Those named first, then the others in unit order, as far as there is room (CMD-4.12). */
static int walk_into(gg_state *state, const entry *e, int goal, gg_log *log)
{
    int room = e->room, moved = 0;
    bool goes_in[UNITS] = {false};
    for (int pass = 1; pass >= 0; pass--) {
        for (int i = 0; i < e->count && room > 0; i++) {
            if (goes_in[i] || (state->units[e->units[i]].named != 0) != (pass == 1)) continue;
            goes_in[i] = true;
            room--;
        }
    }
    for (int i = 0; i < e->count; i++) {
        unit *u = &state->units[e->units[i]];
        u->named = 0;
        if (goes_in[i]) {
            commanders_use_action(u, goal);
            u->done++;
            commanders_step_into(state, u, goal, log, state->pass == 0 ? S_MOVES : S_WALKS_IN);
            moved++;
        } else {
            commanders_tell(log, GG_NOTE, S_NO_ROOM, e->units[i], u->place, goal, 0);
            u->goal = 0; /* it keeps its action */
        }
    }
    return moved;
}

/* Does this unit's going lead to a fight?  Asked when nobody walks in any more (CMD-P5). */
static bool fights(const gg_state *state, const crowd *c, const unit *u)
{
    int goal = u->goal - 1;
    if (goal == u->place) return commanders_garrison(state, goal) != NULL;
    gg_side enemy = enemy_of(side_of(index_of(state, u)));
    if (state->held[goal] == GG_NOBODY) return c->goers[enemy][goal] > 0;
    return state->held[goal] == enemy && is_held(c, enemy, goal);
}

static int count_fights(gg_state *state, const crowd *c, gg_log *log)
{
    int count = 0;
    for (int n = 0; n < c->all; n++) {
        const gg_unit i = c->units[n];
        unit *u = &state->units[i];
        if (u->goal == 0) continue;
        if (fights(state, c, u)) {
            count++;
            continue;
        }
        commanders_tell(log, GG_NOTE, S_NO_FIGHT, i, u->place, 0, 0);
        u->goal = 0; /* CMD-R53 */
    }
    return count;
}

/* Everybody who walks in, does; returns how many. */
static int walk_all(gg_state *state, const crowd *c, gg_log *log)
{
    int moved = 0;
    uint16_t entered[2] = {0, 0};
    for (gg_side side = GG_BLUE; side <= GG_RED; side++) {
        for (int goal = 0; goal < GROUNDS; goal++) {
            if (c->goers[side][goal] == 0) continue;
            entry e = walkers_into(state, c, side, goal);
            int count = walk_into(state, &e, goal, log);
            if (count > 0 && goal < SECTORS) entered[side] |= (uint16_t)(1u << goal);
            moved += count;
        }
    }
    commanders_capture_in(state, entered, log);
    return moved;
}

/* Pass after pass until nobody walks in any more, or somebody has to choose who does (`is_chosen`:
 * that has been done for the present pass). */
static uint8_t walk_in(gg_state *state, crowd c, bool is_chosen, gg_log *log)
{
    for (;; is_chosen = false) {
        if (!is_chosen && (is_room_short(state, &c, GG_BLUE) || is_room_short(state, &c, GG_RED)))
            return stage_at(state, STEP_ROOM);
        int moved = c.all > 0 ? walk_all(state, &c, log) : 0;
        if (moved > 0) c = crowd_of(state);
        if (state->pass == 0) state->pass = 1;
        else if (moved == 0) break;
    }
    if (count_fights(state, &c, log) == 0) return end_without_combat(state, log);
    return stage_at(state, state->pass == 1 ? STEP_RETREAT : STEP_DIVIDE);
}

uint8_t commanders_make_room(gg_state *state, gg_log *log)
{
    return walk_in(state, crowd_of(state), false, log);
}

uint8_t commanders_room_close(gg_state *state, gg_log *log)
{
    bool is_said = false;
    for (int i = 0; i < ALL_UNITS; i++) is_said |= state->units[i].named != 0;
    if (is_said) commanders_reveal(log, ACTION_ENTER);
    return walk_in(state, crowd_of(state), true, log);
}

/* ---- The non-combat phase. ---- */

/* CMD-4.6: two sides into one neutral sector: neither moves.  CMD-R48: an owner goes first. */
static bool is_let_in(const gg_state *state, const crowd *c, const unit *u)
{
    gg_side side = side_of(index_of(state, u));
    int goal = u->goal - 1;
    return commanders_is_friendly(state, side, goal) || c->goers[enemy_of(side)][goal] == 0;
}

uint8_t commanders_move_close(gg_state *state, gg_log *log)
{
    crowd c = crowd_of(state);
    uint16_t entered[2] = {0, 0};
    bool by_road = false;
    for (int n = 0; n < c.all; n++) by_road |= state->units[c.units[n]].named == NAMED_ROAD;
    if (c.all > 0) commanders_reveal(log, ACTION_MOVE);
    if (by_road) commanders_reveal(log, ACTION_ROAD);
    for (int n = 0; n < c.all; n++) {
        const gg_unit i = c.units[n];
        unit *u = &state->units[i];
        int goal = u->goal - 1;
        if (is_let_in(state, &c, u)) {
            if (u->named == NAMED_MOVE) {
                commanders_use_action(u, goal);
                u->done++;
            }
            if (goal < SECTORS) entered[side_of(i)] |= (uint16_t)(1u << goal);
            commanders_step_into(state, u, goal, log, S_MOVES);
        } else {
            commanders_tell(log, GG_NOTE, S_BOTH_MOVE, i, u->place, goal, 0);
            u->goal = 0;
        }
        u->named = 0;
    }
    commanders_capture_in(state, entered, log);
    return commanders_phase_ends(state, log);
}
