/*
 * group.c - several units ordered at once.  See group.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/group.h"

#include "core/board_question.h"
#include "core/odds.h"

#include <string.h>

enum {
    RUNS_MAX = 4096, /* outcomes of one shot that are enumerated ... */
    SAMPLES = 256,   /* ... else so many are sampled */
    SEED = 1805,     /* the same question gets the same answer */
    PARTS = 16,      /* of a way that is too long: so many are tried */
};

/* ---- Where units stand. ---- */

static bool is_body(const gg_mark *mark)
{
    return (mark->shape == GG_BLOCK || mark->shape == GG_DISC)
           && (mark->flags & GG_FLAG_GHOST) == 0;
}

static const gg_mark *mark_of(const gg_scene *scene, gg_unit unit)
{
    for (uint32_t i = 0; i < scene->count; i++)
        if (scene->marks[i].unit == unit && is_body(&scene->marks[i])) return &scene->marks[i];
    return NULL;
}

/* ---- What comes of an order. ---- */

/* Does it in the state, if nothing is thrown or opened and the side goes on deciding; false: not
 * so, and nothing was done. */
static bool do_quietly(const gg_ruleset *rules, gg_state *state, gg_side side,
                       const gg_action *action, gg_group_room *room)
{
    gg_state *scratch = room->scratch;
    const uint8_t phase = rules->turn(state).phase;
    memcpy(scratch, state, rules->state_bytes);
    const bool quiet = gg_does_quietly(rules, scratch, side, action, &room->log);
    const gg_turn turn = rules->turn(scratch);
    if (!quiet || turn.over || (turn.deciding >> side & 1) == 0 || turn.phase != phase)
        return false;
    memcpy(state, scratch, rules->state_bytes);
    return true;
}

typedef struct harm {
    const gg_ruleset *rules;
    gg_state *seen;
    gg_unit whom;
    gg_side side;
    uint64_t share;
    int64_t sum, parts; /* of chance times score, of chances */
} harm;

static void weigh(void *to, const gg_state *after, gg_fraction chance, const gg_log *log)
{
    harm *it = to;
    if (after == NULL) {
        it->share = 0, it->sum = 0, it->parts = 0;
        return;
    }
    for (uint32_t i = 0; i < log->count; i++) {
        const gg_event *event = &log->events[i];
        if (event->who != it->whom || (event->kind != GG_LOSS && event->kind != GG_STATUS))
            continue;
        it->share += gg_share_of(chance);
        break;
    }
    if (it->seen == NULL) return;
    const int64_t parts = gg_chance_parts(chance);
    it->rules->view(after, it->side, it->seen);
    it->sum += parts * it->rules->score(it->seen, it->side, NULL, NULL);
    it->parts += parts;
}

static harm weigh_action(const gg_ruleset *rules, const gg_state *state, gg_side side,
                         const gg_action *action, gg_unit whom, gg_group_room *room, bool scored)
{
    gg_dice dice = gg_dice_random(SEED);
    harm it = {.rules = rules, .seen = scored ? room->seen : NULL, .whom = whom, .side = side};
    const gg_odds_ask ask = {.scratch = room->scratch,
                             .reach = true,
                             .log = &room->log,
                             .runs_max = RUNS_MAX,
                             .samples = SAMPLES,
                             .random = &dice,
                             .each = weigh,
                             .to = &it};
    gg_odds_of(rules, state, side, action, &ask);
    if (it.share > GG_SHARE_ONE) it.share = GG_SHARE_ONE;
    return it;
}

uint64_t gg_harm_of(const gg_ruleset *rules, const gg_state *state, gg_side side,
                    const gg_action *action, gg_unit whom, gg_group_room *room)
{
    const uint64_t known = rules->danger->harm(state, side, action, whom);
    if (known != GG_NO_HARM_KNOWN) return known;
    return weigh_action(rules, state, side, action, whom, room, false).share;
}

/* ---- Moving, and doing alike. ---- */

typedef struct maker {
    const gg_seat *seat;
    const gg_group *group;
    gg_group_room *room;
    gg_scene scene;
    bool open; /* all that was done so far is in room->work */
} maker;

bool gg_group_aim(const gg_ruleset *rules, const gg_state *work, gg_side side, gg_unit who,
                  gg_point at, int32_t facing, gg_action *out)
{
    gg_mark marks[GG_SKETCH_MARKS_MAX];
    gg_scene sketch = {.marks = marks, .limit = GG_SKETCH_MARKS_MAX};
    if (!rules->hand->aim(work, side, who, GG_NO_UNIT, at, facing, out)) return false;
    rules->hand->sketch(work, side, out, &sketch);
    for (uint32_t i = 0; i < sketch.count; i++) {
        const gg_mark *mark = &marks[i];
        if (mark->shape != GG_BLOCK || mark->unit != who || mark->to.x != at.x
            || mark->to.y != at.y)
            continue;
        const gg_point held = {2 * at.x - mark->at.x, 2 * at.y - mark->at.y};
        if (held.x != at.x || held.y != at.y)
            return rules->hand->aim(work, side, who, GG_NO_UNIT, held, facing, out);
    }
    return true;
}

static bool aim_body(const maker *it, gg_unit who, gg_point body, int32_t facing, gg_action *out)
{
    const gg_ruleset *rules = it->seat->rules;
    const gg_state *work = it->room->work;
    const gg_side side = it->seat->side;
    if (it->scene.cell == 0) return gg_group_aim(rules, work, side, who, body, facing, out);
    const gg_point at = gg_scene_place(&it->scene, body);
    return rules->hand->aim(work, side, who, GG_NO_UNIT, at, facing, out);
}

/* The order that the group's wish means for this unit; false: it has no such thing. */
static bool order_for(const maker *it, gg_unit who, gg_action *out, gg_verdict *verdict)
{
    const gg_ruleset *rules = it->seat->rules;
    const gg_group *group = it->group;
    const gg_state *work = it->room->work;
    const gg_side side = it->seat->side;
    if (group->kind == GG_GROUP_LIKE) {
        *out = group->like;
        out->who = who;
        *verdict = rules->legal(work, side, out);
        return true;
    }
    const gg_mark *mark = mark_of(&it->scene, who);
    if (mark == NULL) return false;
    const bool plan = it->scene.cell == GG_CELL_PLAN;
    const gg_point end = {mark->at.x + group->by.x, mark->at.y + group->by.y};
    const gg_point body = plan ? group->to : end;
    gg_action kept, free_of;
    const bool keeps = aim_body(it, who, body, mark->facing, &kept);
    const gg_verdict judged = keeps ? rules->legal(work, side, &kept) : (gg_verdict){0};
    *out = kept, *verdict = judged;
    if (keeps && judged.reason == 0) return true;
    /* better turned than left behind */
    if (!aim_body(it, who, body, -1, &free_of)) return keeps;
    const gg_verdict other = rules->legal(work, side, &free_of);
    if (keeps && other.reason != 0) return true;
    *out = free_of, *verdict = other;
    return true;
}

/* Whoever is ahead goes first, so that nobody is in the way of his own. */
static void sort_by_way(const maker *it, gg_unit *units, uint32_t count)
{
    const gg_point by = it->group->by;
    int64_t ahead[GG_GROUP_MAX];
    for (uint32_t i = 0; i < count; i++) {
        const gg_mark *mark = mark_of(&it->scene, units[i]);
        const gg_unit unit = units[i];
        const int64_t far =
            mark == NULL ? INT64_MIN : (int64_t)mark->at.x * by.x + (int64_t)mark->at.y * by.y;
        uint32_t k = i;
        for (; k > 0 && ahead[k - 1] < far; k--) ahead[k] = ahead[k - 1], units[k] = units[k - 1];
        ahead[k] = far, units[k] = unit;
    }
}

static void do_part(maker *it, gg_group_part *part)
{
    const gg_ruleset *rules = it->seat->rules;
    if (it->open)
        it->open = do_quietly(rules, it->room->work, it->seat->side, &part->action, it->room);
}

/* Orders that are given to several units at once have a field for the set of them. */
static const gg_field *set_of(const gg_ruleset *rules, const gg_action *action)
{
    const gg_action_def *def = &rules->actions[action->kind];
    for (int i = 0; i < def->field_count; i++)
        if (def->fields[i].kind == GG_FIELD_UNITS) return &def->fields[i];
    return NULL;
}

static bool is_in_set(const gg_field *field, const gg_action *action, gg_unit unit)
{
    const int32_t bit = (int32_t)unit - field->low;
    if (bit < 0 || bit >= field->size * 8) return false;
    return (((const unsigned char *)action)[field->offset + bit / 8] >> bit % 8 & 1) != 0;
}

static void put_into_set(const gg_field *field, gg_action *action, gg_unit unit)
{
    const int32_t bit = (int32_t)unit - field->low;
    if (bit < 0 || bit >= field->size * 8) return;
    ((unsigned char *)action)[field->offset + bit / 8] |= (unsigned char)(1u << bit % 8);
}

/* One order for all of them, where the rules have such a thing; false: they have not.  A commander,
 * who could only do something of his own, is left out: he never makes many orders of one. */
static bool find_joint_order(maker *it, gg_group_plan *plan)
{
    const gg_ruleset *rules = it->seat->rules;
    gg_action order = {0};
    const gg_field *field = NULL;
    for (uint32_t i = 0; i < it->group->count; i++) {
        gg_group_part part = {
            .who = it->group->units[i], .whom = GG_NO_UNIT, .fate = GG_GROUP_IDLE};
        if (order_for(it, part.who, &part.action, &part.verdict))
            part.fate = part.verdict.reason == 0 ? GG_GROUP_DOES : GG_GROUP_REFUSED;
        const gg_field *set = part.fate == GG_GROUP_IDLE ? NULL : set_of(rules, &part.action);
        if (set == NULL || part.action.who != GG_NO_UNIT) {
            part.fate = GG_GROUP_IDLE;
        } else if (part.fate == GG_GROUP_DOES && field == NULL) {
            field = set, order = part.action;
        } else if (field != NULL) {
            gg_action with = order;
            put_into_set(field, &with, part.who);
            part.verdict = rules->legal(it->room->work, it->seat->side, &with);
            part.fate = part.verdict.reason == 0 ? GG_GROUP_DOES : GG_GROUP_REFUSED;
            if (part.fate == GG_GROUP_DOES) order = with;
        }
        gg_group_part *to = &plan->parts[plan->count++];
        if (part.fate == GG_GROUP_DOES) {
            *to = plan->parts[plan->does];
            to = &plan->parts[plan->does++];
        }
        *to = part;
    }
    for (uint32_t i = 0; i < plan->does; i++) plan->parts[i].action = order;
    if (field == NULL) plan->count = plan->does = 0;
    return field != NULL;
}

/* Again and again, while somebody finds room that another has left. */
static void find_moves(maker *it, gg_group_plan *plan)
{
    gg_unit waiting[GG_GROUP_MAX];
    uint32_t left = it->group->count;
    memcpy(waiting, it->group->units, left * sizeof waiting[0]);
    sort_by_way(it, waiting, left);
    gg_group_part refused[GG_GROUP_MAX];
    for (bool goes = true; goes && left > 0;) {
        uint32_t kept = 0;
        goes = false;
        for (uint32_t i = 0; i < left; i++) {
            gg_group_part part = {.who = waiting[i], .whom = GG_NO_UNIT, .fate = GG_GROUP_IDLE};
            if (order_for(it, waiting[i], &part.action, &part.verdict))
                part.fate = part.verdict.reason == 0 ? GG_GROUP_DOES : GG_GROUP_REFUSED;
            if (part.fate != GG_GROUP_DOES) {
                refused[kept] = part;
                waiting[kept++] = waiting[i];
                continue;
            }
            do_part(it, &part);
            plan->parts[plan->count++] = part;
            plan->does++;
            goes = it->open;
        }
        left = kept;
    }
    memcpy(&plan->parts[plan->count], refused, left * sizeof refused[0]);
    plan->count += left;
}

/* ---- Firing. ---- */

static bool is_of_group(const gg_group *group, gg_unit unit)
{
    for (uint32_t i = 0; i < group->count; i++)
        if (group->units[i] == unit) return true;
    return false;
}

/* Whom it shoots at from where it stands; GG_NO_UNIT: it is no such thing. */
static gg_unit shot_at(const maker *it, const gg_action *action)
{
    gg_mark marks[GG_SKETCH_MARKS_MAX];
    gg_scene sketch = {.marks = marks, .limit = GG_SKETCH_MARKS_MAX};
    gg_unit whom = GG_NO_UNIT;
    it->seat->rules->hand->sketch(it->room->work, it->seat->side, action, &sketch);
    for (uint32_t i = 0; i < sketch.count; i++) {
        const gg_mark *mark = &marks[i];
        if (mark->shape == GG_ARROW && mark->role == GG_ROLE_plan_charge) return GG_NO_UNIT;
        if (mark->shape == GG_ARROW && mark->role == GG_ROLE_plan_shot) whom = mark->unit;
        if (mark->shape != GG_BLOCK || (mark->flags & GG_FLAG_GHOST) == 0) continue;
        const gg_mark *now = mark_of(&it->scene, mark->unit);
        if (now == NULL || now->at.x != mark->at.x || now->at.y != mark->at.y) return GG_NO_UNIT;
    }
    return whom;
}

/* Units that an action names in a set, besides its own: they fire with it. */
static bool names(const gg_ruleset *rules, const gg_action *action, gg_unit unit)
{
    if (action->who == unit) return true;
    const gg_field *set = set_of(rules, action);
    return set != NULL && is_in_set(set, action, unit);
}

static uint32_t firing(const maker *it, const gg_action *action)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < it->group->count; i++)
        if (names(it->seat->rules, action, it->group->units[i])) count++;
    return count == 0 ? 1 : count;
}

typedef struct shot {
    gg_group_part part;
    int64_t worth;
} shot;

/* The best for each unit by the score that is to be expected, in 256ths, for each that fires. */
static uint32_t weigh_shots(maker *it, shot shots[GG_GROUP_MAX])
{
    const gg_ruleset *rules = it->seat->rules;
    gg_group_room *room = it->room;
    const uint32_t offers =
        rules->offer(room->work, it->seat->side, room->offers, rules->actions_max);
    const int64_t present = (int64_t)rules->score(it->seat->view, it->seat->side, NULL, NULL) * 256;
    uint32_t count = 0;
    for (uint32_t i = 0; i < offers; i++) {
        const gg_action *action = &room->offers[i];
        if (!is_of_group(it->group, action->who)) continue;
        const gg_unit whom = shot_at(it, action);
        if (whom == GG_NO_UNIT) continue;
        const harm found =
            weigh_action(rules, room->work, it->seat->side, action, whom, room, true);
        if (found.parts == 0) continue;
        const int64_t mean =
            found.sum / found.parts * 256 + found.sum % found.parts * 256 / found.parts;
        const shot one = {.part = {.who = action->who,
                                   .whom = whom,
                                   .fate = GG_GROUP_DOES,
                                   .action = *action,
                                   .harm = found.share},
                          .worth = (mean - present) / (int64_t)firing(it, action)};
        uint32_t k = 0;
        while (k < count && shots[k].part.who != action->who) k++;
        if (k == count) shots[count++] = one;
        else if (one.worth > shots[k].worth) shots[k] = one;
    }
    return count;
}

/* Who fires with another fires no more. */
static bool is_taken(const maker *it, const gg_group_plan *plan, gg_unit unit)
{
    for (uint32_t i = 0; i < plan->does; i++)
        if (names(it->seat->rules, &plan->parts[i].action, unit)) return true;
    return false;
}

static bool shares(const maker *it, const gg_group_plan *plan, const gg_action *action)
{
    for (uint32_t i = 0; i < it->group->count; i++)
        if (names(it->seat->rules, action, it->group->units[i])
            && is_taken(it, plan, it->group->units[i]))
            return true;
    return false;
}

static void find_shots(maker *it, gg_group_plan *plan)
{
    shot shots[GG_GROUP_MAX];
    uint32_t count = weigh_shots(it, shots);
    while (count > 0) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            if (shots[i].worth > shots[best].worth) best = i;
        if (!shares(it, plan, &shots[best].part.action)) {
            plan->parts[plan->count++] = shots[best].part;
            plan->does = plan->count;
        }
        shots[best] = shots[--count];
    }
    for (uint32_t i = 0; i < it->group->count; i++)
        if (!is_taken(it, plan, it->group->units[i]))
            plan->parts[plan->count++] = (gg_group_part){
                .who = it->group->units[i], .whom = GG_NO_UNIT, .fate = GG_GROUP_IDLE};
}

/* ---- All of it. ---- */

static maker maker_of(const gg_seat *seat, const gg_group *group, gg_group_room *room)
{
    gg_dice dice = gg_dice_random(SEED);
    maker it = {.seat = seat,
                .group = group,
                .room = room,
                .scene = gg_scene_in(room->scene),
                .open = true};
    seat->rules->guess(seat->view, seat->side, &dice, room->work);
    gg_seat_draw(seat, &it.scene);
    return it;
}

void gg_group_find(const gg_seat *seat, const gg_group *group, gg_group_room *room,
                   gg_group_plan *plan)
{
    plan->count = plan->does = 0;
    plan->quiet = false;
    gg_assert(group->count <= GG_GROUP_MAX);
    if (seat->side > GG_RED || !gg_seat_decides(seat)) return;
    maker it = maker_of(seat, group, room);
    if (group->kind == GG_GROUP_FIRE) find_shots(&it, plan);
    else if (!find_joint_order(&it, plan)) {
        find_moves(&it, plan);
        plan->quiet =
            it.open && plan->does > 0
            && gg_comes_back(seat->rules, room->work, seat->side, room->offers, &room->log);
    }
}

uint32_t gg_group_under(const gg_seat *seat, gg_unit commander, gg_unit units[GG_GROUP_MAX])
{
    enum { CHAIN = 4 }; /* a unit, its division, corps, army */
    const gg_ruleset *rules = seat->rules;
    uint32_t count = 0;
    for (gg_unit unit = 0; unit < rules->unit_count && count < GG_GROUP_MAX; unit++) {
        gg_unit over = rules->army->commander(seat->view, unit);
        for (int i = 1; i < CHAIN && over != GG_NO_UNIT && over != commander; i++)
            over = rules->army->commander(seat->view, over);
        if (over == commander && over != GG_NO_UNIT) units[count++] = unit;
    }
    return count;
}

/* ---- One unit on a long way. ---- */

bool gg_group_towards(const gg_seat *seat, gg_unit who, gg_point to, gg_group_room *room,
                      gg_action *out, bool *arrives)
{
    const gg_group one = {.kind = GG_GROUP_GO, .count = 1, .units = {who}};
    if (seat->side > GG_RED || !gg_seat_decides(seat)) return false;
    maker it = maker_of(seat, &one, room);
    const gg_mark *mark = mark_of(&it.scene, who);
    if (mark == NULL) return false;
    const int64_t x = to.x - mark->at.x, y = to.y - mark->at.y;
    for (int part = PARTS; part > 0; part--) {
        const gg_point at = {mark->at.x + (int32_t)(x * part / PARTS),
                             mark->at.y + (int32_t)(y * part / PARTS)};
        const gg_point place = gg_scene_place(&it.scene, at);
        if (!seat->rules->hand->aim(room->work, seat->side, who, GG_NO_UNIT, place, -1, out))
            continue;
        if (seat->rules->legal(room->work, seat->side, out).reason != 0) continue;
        *arrives = part == PARTS;
        return true;
    }
    return false;
}
