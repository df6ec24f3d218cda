/*
 * danger.c - what could happen to a unit here and there.  See danger.h.
 */
#include "core/danger.h"

#include "core/board_question.h"

#include <string.h>

enum { SEED = 1805, CHANCE_BITS = 30 };

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
    rules->sketch(state, side, action, &sketch);
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

typedef struct threat { gg_unit who; bool charges; uint64_t harm; } threat;

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
                             gg_unit unit, gg_group_room *room, threat threats[GG_GROUP_MAX])
{
    const uint32_t offers = rules->offer(state, enemy, room->offers, rules->actions_max);
    uint32_t count = 0;
    for (uint32_t i = 0; i < offers; i++) {
        const gg_action *action = &room->offers[i];
        threat one = {.who = action->who};
        if (action->who == GG_NO_UNIT
            || !is_against(rules, state, enemy, action, unit, &one.charges))
            continue;
        one.harm = one.charges ? 0 : gg_harm_of(rules, state, enemy, action, unit, room);
        uint32_t k = 0;
        while (k < count && (threats[k].who != one.who || threats[k].charges != one.charges))
            k++;
        if (k == count && count < GG_GROUP_MAX) threats[count++] = one;
        else if (k < count && one.harm > threats[k].harm) threats[k] = one;
    }
    return count;
}

/* In room->work everybody stands; room->seen is used. */
static void weigh_place(const gg_ruleset *rules, gg_side enemy, gg_unit unit, gg_group_room *room,
                        gg_danger *out)
{
    threat threats[GG_GROUP_MAX];
    uint64_t spared = UINT64_C(1) << CHANCE_BITS;
    for (uint32_t nth = 0;; nth++) {
        memcpy(room->seen, room->work, rules->state_bytes);
        if (!rules->moment(room->seen, enemy, nth)) break;
        const uint32_t count = find_threats(rules, room->seen, enemy, unit, room, threats);
        for (uint32_t i = 0; i < count; i++)
            add_threat(out, &threats[i], &spared);
    }
    out->fire = GG_SHARE_ONE - (spared << (60 - CHANCE_BITS));
}

/* ---- On a plan of sectors. ---- */

static bool weigh_sector(const gg_seat *seat, gg_unit unit, const gg_mark *area, gg_danger *out)
{
    gg_threat threats[GG_THREATS_MAX];
    uint64_t spared = UINT64_C(1) << CHANCE_BITS;
    uint32_t count = 0;
    if (!seat->rules->threats(seat->view, seat->side, unit, area->to, threats, &count))
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
    seat->rules->ask(seat->view, seat->side, &question, &answer, &reach);
    for (uint32_t i = 0; i < reach.count && count < limit; i++)
        if (marks[i].shape == GG_AREA && marks[i].role == GG_ROLE_reach
            && weigh_sector(seat, unit, &marks[i], &out[count]))
            count++;
    return count;
}

/* ---- Here and there. ---- */

bool gg_knows_danger(const gg_ruleset *rules)
{
    return rules->moment != NULL || rules->threats != NULL;
}

static bool begin(const gg_seat *seat, gg_unit unit, gg_group_room *room, gg_scene *scene,
                  const gg_mark **mark)
{
    *scene = gg_scene_in(room->scene);
    if (!gg_knows_danger(seat->rules) || seat->side > GG_RED) return false;
    gg_seat_draw(seat, scene);
    *mark = mark_of(scene, unit);
    return *mark != NULL && (*mark)->side == seat->side;
}

static void lay(const gg_seat *seat, gg_group_room *room)
{
    gg_dice dice = gg_dice_random(SEED);
    seat->rules->guess(seat->view, seat->side, &dice, room->work);
}

bool gg_danger_now(const gg_seat *seat, gg_unit unit, gg_group_room *room, gg_danger *out)
{
    gg_scene scene;
    const gg_mark *mark;
    if (!begin(seat, unit, room, &scene, &mark)) return false;
    if (seat->rules->threats != NULL) return weigh_own_sector(seat, unit, &scene, mark, out);
    *out = (gg_danger){.at = mark->at, .place = gg_scene_place(&scene, mark->at)};
    lay(seat, room);
    weigh_place(seat->rules, (gg_side)(1 - seat->side), unit, room, out);
    return true;
}

/* Puts the unit there by its own order, without dice; false: it may not go there now. */
static bool put_there(const gg_seat *seat, gg_unit unit, const gg_scene *scene, gg_point at,
                      gg_group_room *room)
{
    const gg_ruleset *rules = seat->rules;
    gg_dice none = gg_dice_scripted(NULL, 0);
    gg_action action;
    const gg_point place = gg_scene_place(scene, at);
    lay(seat, room);
    if (place.x < 0 || place.y < 0
        || !rules->aim(room->work, seat->side, unit, GG_NO_UNIT, place, -1, &action)
        || rules->legal(room->work, seat->side, &action).reason != 0)
        return false;
    rules->apply(room->work, seat->side, &action, &none, NULL);
    return none.requests == 0;
}

uint32_t gg_danger_row(const gg_seat *seat, gg_unit unit, uint32_t row, gg_group_room *room,
                       gg_danger out[GG_DANGER_SIDE])
{
    gg_scene scene;
    const gg_mark *mark;
    uint32_t count = 0;
    if (row >= GG_DANGER_SIDE || !begin(seat, unit, room, &scene, &mark)) return 0;
    if (!gg_seat_decides(seat)) return 0;
    if (seat->rules->threats != NULL) {
        if (row != GG_DANGER_SIDE / 2 || !gg_danger_now(seat, unit, room, &out[0])) return 0;
        return 1 + weigh_sectors(seat, unit, GG_DANGER_SIDE - 1, &out[1]);
    }
    const int32_t step = scene.cell > 0 ? scene.cell : GG_DANGER_STEP;
    const gg_point middle = mark->at;
    for (int32_t i = 0; i < GG_DANGER_SIDE; i++) {
        const int32_t aside = i - GG_DANGER_SIDE / 2;
        const int32_t ahead = (int32_t)row - GG_DANGER_SIDE / 2;
        const gg_point at = {middle.x + aside * step, middle.y + ahead * step};
        if (aside == 0 && ahead == 0) {
            if (gg_danger_now(seat, unit, room, &out[count])) count++;
            continue;
        }
        if (at.x < scene.low.x || at.x > scene.high.x || at.y < scene.low.y || at.y > scene.high.y
            || !put_there(seat, unit, &scene, at, room))
            continue;
        out[count] = (gg_danger){.at = at, .place = gg_scene_place(&scene, at)};
        weigh_place(seat->rules, (gg_side)(1 - seat->side), unit, room, &out[count++]);
    }
    return count;
}
