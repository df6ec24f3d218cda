/*
 * danger.c - what could happen to a unit here and there.  See danger.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/danger.h"

#include "core/board_question.h"

#include <string.h>

enum { SEED = 1805, CHANCE_BITS = 30, ORDERS = 6 /* one after the other, at most */ };

static const gg_mark *mark_of(const gg_scene *scene, gg_unit unit)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        const bool body = mark->shape == GG_BLOCK || mark->shape == GG_DISC;
        if (mark->unit == unit && body && (mark->flags & GG_FLAG_GHOST) == 0) return mark;
    }
    return NULL;
}

/* ---- One place. ---- */

/* Is the action aimed at the unit, and is it a charge? */
static bool is_against(const gg_ruleset *rules, const gg_state *state, gg_side side,
                       const gg_action *action, gg_unit unit, bool *charges)
{
    gg_mark marks[GG_SKETCH_MARKS_MAX];
    gg_scene sketch = {.marks = marks, .limit = GG_SKETCH_MARKS_MAX};
    if (action->whom != GG_NO_UNIT && action->whom != unit) return false;
    rules->hand->sketch(state, side, action, &sketch);
    bool found = false;
    for (uint32_t i = 0; i < sketch.count; i++) {
        if (marks[i].shape != GG_ARROW || marks[i].unit != unit) continue;
        if (marks[i].role != GG_ROLE_plan_shot && marks[i].role != GG_ROLE_plan_charge) continue;
        found = true;
        *charges = marks[i].role == GG_ROLE_plan_charge;
    }
    return found;
}

static void add_foe(gg_danger *to, gg_unit foe)
{
    for (uint32_t i = 0; i < to->foe_count; i++)
        if (to->foes[i] == foe) return;
    if (to->foe_count < GG_DANGER_FOES) to->foes[to->foe_count++] = foe;
}

typedef struct threat {
    gg_unit who;
    bool charges;
    uint64_t harm;
} threat;
typedef struct unknown {
    uint32_t count;
    gg_unit units[GG_GROUP_MAX];
} unknown; /* face down */

static bool is_unknown(const unknown *hidden, gg_unit unit)
{
    for (uint32_t i = 0; i < hidden->count; i++)
        if (hidden->units[i] == unit) return true;
    return false;
}

/* May a target be named or not? */
static bool may_name_target(const gg_ruleset *rules, const gg_action *action)
{
    const gg_action_def *def = &rules->actions[action->kind];
    for (int i = 0; i < def->field_count; i++)
        if (def->fields[i].offset == offsetof(gg_action, whom))
            return (def->fields[i].flags & GG_FIELD_OPTIONAL) != 0;
    return false;
}

/* Is it aimed at the unit, or would it be if it named it?  With what it does to it by fire. */
static bool threatens(const gg_ruleset *rules, const gg_state *state, gg_side enemy,
                      gg_action action, gg_unit unit, gg_group_room *room, threat *out)
{
    const bool free = action.whom == GG_NO_UNIT && may_name_target(rules, &action);
    if (free) action.whom = unit;
    if (free && rules->legal(state, enemy, &action).reason != 0) return false;
    if (!is_against(rules, state, enemy, &action, unit, &out->charges)) return false;
    out->harm = out->charges ? 0 : gg_harm_of(rules, state, enemy, &action, unit, room);
    return !free || out->charges || out->harm > 0;
}

/* `spared`: how likely it is that none of those before does anything. */
static void add_threat(gg_danger *to, const threat *one, uint64_t *spared)
{
    const uint64_t harm = one->harm >> (60 - CHANCE_BITS);
    add_foe(to, one->who);
    if (one->charges) to->chargers++;
    else to->shooters++;
    *spared = *spared * ((UINT64_C(1) << CHANCE_BITS) - harm) >> CHANCE_BITS;
}

/* All that is offered at this moment against the unit, the worst of each enemy. */
static uint32_t find_threats(const gg_ruleset *rules, const gg_state *state, gg_side enemy,
                             gg_unit unit, const unknown *hidden, gg_group_room *room,
                             threat threats[GG_GROUP_MAX])
{
    const uint32_t offers = rules->offer(state, enemy, room->offers, rules->actions_max);
    uint32_t count = 0;
    for (uint32_t i = 0; i < offers; i++) {
        const gg_action *action = &room->offers[i];
        threat one = {.who = action->who};
        if (action->who == GG_NO_UNIT || is_unknown(hidden, action->who)
            || !threatens(rules, state, enemy, *action, unit, room, &one))
            continue;
        uint32_t k = 0;
        while (k < count && (threats[k].who != one.who || threats[k].charges != one.charges)) k++;
        if (k == count && count < GG_GROUP_MAX) threats[count++] = one;
        else if (k < count && one.harm > threats[k].harm) threats[k] = one;
    }
    return count;
}

/* In room->work everybody stands; room->seen is used. */
static void weigh_place(const gg_ruleset *rules, gg_side enemy, gg_unit unit, const unknown *hidden,
                        gg_group_room *room, gg_danger *out)
{
    threat threats[GG_GROUP_MAX];
    uint64_t spared = UINT64_C(1) << CHANCE_BITS;
    for (uint32_t nth = 0;; nth++) {
        memcpy(room->seen, room->work, rules->state_bytes);
        if (!rules->danger->moment(room->seen, enemy, nth)) break;
        const uint32_t count = find_threats(rules, room->seen, enemy, unit, hidden, room, threats);
        for (uint32_t i = 0; i < count; i++) add_threat(out, &threats[i], &spared);
    }
    out->fire = GG_SHARE_ONE - (spared << (60 - CHANCE_BITS));
}

/* ---- On a plan of sectors. ---- */

static bool weigh_sector(const gg_seat *seat, gg_unit unit, const gg_mark *area, gg_danger *out)
{
    gg_threat threats[GG_THREATS_MAX];
    uint64_t spared = UINT64_C(1) << CHANCE_BITS;
    uint32_t count = 0;
    if (!seat->rules->danger->threats(seat->view, seat->side, unit, area->to, threats, &count))
        return false;
    *out = (gg_danger){.at = area->at, .size = area->size, .place = area->to};
    for (uint32_t i = 0; i < count; i++) {
        const threat one = {threats[i].who, threats[i].charges, gg_share_of(threats[i].harm)};
        add_threat(out, &one, &spared);
    }
    out->fire = GG_SHARE_ONE - (spared << (60 - CHANCE_BITS));
    return true;
}

static bool weigh_own_sector(const gg_seat *seat, gg_unit unit, const gg_scene *scene,
                             const gg_mark *body, gg_danger *out)
{
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        const bool named = mark->shape == GG_AREA && mark->label[0] != '\0';
        if (named && mark->to.x == body->to.x && mark->to.y == body->to.y)
            return weigh_sector(seat, unit, mark, out);
    }
    return false;
}

/* Those that are in its reach. */
static uint32_t weigh_sectors(const gg_seat *seat, gg_unit unit, uint32_t limit, gg_danger *out)
{
    const gg_question question = {.kind = GG_ASK_REACH, .who = unit, .whom = GG_NO_UNIT};
    gg_mark marks[GG_SKETCH_MARKS_MAX];
    gg_scene reach = {.marks = marks, .limit = GG_SKETCH_MARKS_MAX};
    gg_answer answer;
    uint32_t count = 0;
    seat->rules->hand->ask(seat->view, seat->side, &question, &answer, &reach);
    for (uint32_t i = 0; i < reach.count && count < limit; i++)
        if (marks[i].shape == GG_AREA && marks[i].role == GG_ROLE_reach
            && weigh_sector(seat, unit, &marks[i], &out[count]))
            count++;
    return count;
}

/* ---- Here and there. ---- */

bool gg_knows_danger(const gg_ruleset *rules) { return rules->danger->kind != GG_DANGER_UNKNOWN; }

/* What is asked: the unit as it stands, the board, and who of the enemy is face down. */
typedef struct asked {
    const gg_seat *seat;
    gg_group_room *room;
    gg_unit unit;
    gg_mark body;
    gg_scene scene; /* its marks are there until something else is drawn */
    unknown hidden;
} asked;

static bool begin(const gg_seat *seat, gg_unit unit, gg_group_room *room, asked *it)
{
    *it = (asked){.seat = seat, .room = room, .unit = unit, .scene = gg_scene_in(room->scene)};
    if (!gg_knows_danger(seat->rules) || seat->side > GG_RED) return false;
    gg_seat_draw(seat, &it->scene);
    const gg_mark *mark = mark_of(&it->scene, unit);
    if (mark == NULL || mark->side != seat->side) return false;
    it->body = *mark;
    for (uint32_t i = 0; i < it->scene.count && it->hidden.count < GG_GROUP_MAX; i++)
        if (it->scene.marks[i].role == GG_ROLE_hidden)
            it->hidden.units[it->hidden.count++] = it->scene.marks[i].unit;
    return true;
}

static void lay(const asked *it)
{
    gg_dice dice = gg_dice_random(SEED);
    it->seat->rules->guess(it->seat->view, it->seat->side, &dice, it->room->work);
}

static void weigh_here(const asked *it, gg_point at, gg_danger *out)
{
    *out = (gg_danger){.at = at, .place = gg_scene_place(&it->scene, at)};
    weigh_place(it->seat->rules, (gg_side)(1 - it->seat->side), it->unit, &it->hidden, it->room,
                out);
}

bool gg_danger_now(const gg_seat *seat, gg_unit unit, gg_group_room *room, gg_danger *out)
{
    asked it;
    if (!begin(seat, unit, room, &it)) return false;
    if (seat->rules->danger->kind == GG_DANGER_BY_PLACES)
        return weigh_own_sector(seat, unit, &it.scene, &it.body, out);
    lay(&it);
    weigh_here(&it, it.body.at, out);
    return true;
}

static bool is_at(gg_point one, gg_point other, int32_t within)
{
    const int64_t x = one.x - other.x, y = one.y - other.y;
    return within >= 0 && x * x + y * y <= (int64_t)within * within;
}

/* Does it.  Where dice are thrown, they are sixes: false, if they have brought it elsewhere. */
static bool go(const asked *it, const gg_action *action, gg_point end)
{
    static const uint8_t sixes[] = {6, 6, 6, 6, 6, 6, 6, 6};
    const gg_ruleset *rules = it->seat->rules;
    gg_dice kind = gg_dice_scripted(sixes, sizeof sixes);
    rules->apply(it->room->work, it->seat->side, action, &kind, NULL);
    if (kind.requests == 0) return true;
    if (kind.requests > sizeof sixes || it->scene.cell > 0) return false;
    gg_scene scene = gg_scene_in(it->room->scene);
    rules->draw(it->room->work, it->seat->side, &scene);
    const gg_mark *mark = mark_of(&scene, it->unit);
    return mark != NULL && is_at(mark->at, end, GG_DANGER_STEP / 4);
}

/* Where the order would leave the unit's body. */
static bool find_end(const asked *it, const gg_action *action, gg_point *end)
{
    gg_mark marks[GG_SKETCH_MARKS_MAX];
    gg_scene sketch = {.marks = marks, .limit = GG_SKETCH_MARKS_MAX};
    it->seat->rules->hand->sketch(it->room->work, it->seat->side, action, &sketch);
    const gg_mark *found = NULL;
    for (uint32_t i = 0; i < sketch.count; i++)
        if (marks[i].unit == it->unit && (marks[i].flags & GG_FLAG_GHOST) != 0) found = &marks[i];
    if (found != NULL) *end = found->at;
    return found != NULL;
}

/* One order on the way there, as long as it may be; false: it has none. */
static bool go_on(const asked *it, gg_point *from, gg_point to)
{
    static const int32_t lengths[] = {INT32_MAX, 2 * GG_DANGER_STEP, GG_DANGER_STEP,
                                      GG_DANGER_STEP * 3 / 4, GG_DANGER_STEP / 2};
    const gg_ruleset *rules = it->seat->rules;
    const int64_t x = to.x - from->x, y = to.y - from->y;
    const int32_t way = gg_distance(*from, to);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        const int32_t length = i == 0 ? way : lengths[i];
        gg_action action;
        gg_point end;
        if (length > way || length == 0) continue;
        const gg_point at = {from->x + (int32_t)(x * length / way),
                             from->y + (int32_t)(y * length / way)};
        if (!gg_group_aim(rules, it->room->work, it->seat->side, it->unit, at, -1, &action)
            || rules->legal(it->room->work, it->seat->side, &action).reason != 0
            || !find_end(it, &action, &end) || !is_at(end, to, way - GG_DANGER_STEP / 8))
            continue;
        *from = end;
        return go(it, &action, end);
    }
    return false;
}

/* On a board there is one order that leads there, and it must throw no dice. */
static bool go_to_cell(const asked *it, gg_point at)
{
    const gg_ruleset *rules = it->seat->rules;
    gg_action action;
    const gg_point place = {at.x / it->scene.cell, at.y / it->scene.cell};
    return rules->hand->aim(it->room->work, it->seat->side, it->unit, GG_NO_UNIT, place, -1,
                            &action)
           && rules->legal(it->room->work, it->seat->side, &action).reason == 0
           && go(it, &action, at);
}

/* Puts the unit there by its own orders; false: it may not go there now. */
static bool put_there(const asked *it, gg_point at)
{
    lay(it);
    if (it->scene.cell > 0) return go_to_cell(it, at);
    gg_point here = it->body.at;
    for (int i = 0; i < ORDERS; i++) {
        const gg_turn turn = it->seat->rules->turn(it->room->work);
        if (turn.over || (turn.deciding >> it->seat->side & 1) == 0 || !go_on(it, &here, at))
            return false;
        if (is_at(here, at, GG_DANGER_STEP / 4)) return true;
    }
    return false;
}

uint32_t gg_danger_row(const gg_seat *seat, gg_unit unit, uint32_t row, gg_group_room *room,
                       gg_danger out[GG_DANGER_SIDE])
{
    asked it;
    uint32_t count = 0;
    if (row >= GG_DANGER_SIDE || !begin(seat, unit, room, &it)) return 0;
    if (!gg_seat_decides(seat)) return 0;
    if (seat->rules->danger->kind == GG_DANGER_BY_PLACES) {
        if (row != GG_DANGER_SIDE / 2 || !gg_danger_now(seat, unit, room, &out[0])) return 0;
        return 1 + weigh_sectors(seat, unit, GG_DANGER_SIDE - 1, &out[1]);
    }
    const int32_t step = it.scene.cell > 0 ? it.scene.cell : GG_DANGER_STEP;
    const gg_point low = it.scene.low, high = it.scene.high;
    for (int32_t i = 0; i < GG_DANGER_SIDE; i++) {
        const int32_t aside = i - GG_DANGER_SIDE / 2;
        const int32_t ahead = (int32_t)row - GG_DANGER_SIDE / 2;
        const gg_point at = {it.body.at.x + aside * step, it.body.at.y + ahead * step};
        if (aside == 0 && ahead == 0) {
            lay(&it);
            weigh_here(&it, at, &out[count++]);
            continue;
        }
        if (at.x < low.x || at.x > high.x || at.y < low.y || at.y > high.y || !put_there(&it, at))
            continue;
        weigh_here(&it, at, &out[count++]);
    }
    return count;
}
