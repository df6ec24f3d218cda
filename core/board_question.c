/*
 * board_question.c - offers read by their sketches, and distances in squares.
 * SPDX-License-Identifier: MIT
 */
#include "core/board_question.h"

enum { CELL = 1000, TURN = 3600 };

static int32_t apart(int32_t one, int32_t other) { return one < other ? other - one : one - other; }

/* ---- What one action would do, read from its sketch. ---- */

typedef struct sketched {
    gg_mark marks[GG_SKETCH_MARKS_MAX];
    uint32_t count;
} sketched;

static void sketch(const gg_ruleset *rules, const gg_state *view, gg_side side,
                   const gg_action *action, sketched *out)
{
    gg_scene scene = {.marks = out->marks, .limit = GG_SKETCH_MARKS_MAX};
    rules->hand->sketch(view, side, action, &scene);
    out->count = scene.count;
}

static bool is_meant(const gg_state *view, const gg_hand *hand, gg_unit unit)
{
    if (unit == hand->who) return true;
    return unit != GG_NO_UNIT && hand->is_like != NULL && hand->is_like(view, hand->who, unit);
}

static bool is_ghost(const gg_state *view, const gg_hand *hand, const gg_mark *mark)
{
    return mark->shape == GG_BLOCK && (mark->flags & GG_FLAG_GHOST) != 0
           && is_meant(view, hand, mark->unit);
}

static bool is_aimed(const gg_mark *mark)
{
    return mark->shape == GG_ARROW && mark->unit != GG_NO_UNIT
           && (mark->role == GG_ROLE_plan_shot || mark->role == GG_ROLE_plan_charge);
}

static int32_t angle_between(int32_t one, int32_t other)
{
    if (one < 0 || other < 0) return 0; /* whoever has no facing faces all ways */
    const int32_t turned = apart(one, other) % TURN;
    return turned <= TURN / 2 ? turned : TURN - turned;
}

/* ---- Aiming. ---- */

/* How far an action is from what the hand means, the least first; fits: it is that at all. */
typedef struct distance_of_meaning {
    bool fits;
    int32_t beside, turned, cost;
} distance_of_meaning;

/* How far the ghost is from the place: 0 there, 1 its other square is, 2 elsewhere. */
static int32_t beside(const gg_hand *hand, const gg_mark *ghost)
{
    if (ghost->to.x == hand->at.x && ghost->to.y == hand->at.y) return 0;
    const gg_point middle = gg_cell_middle(hand->at);
    return hand->on_squares && gg_cells_apart(middle, ghost->at) <= CELL / 2 ? 1 : 2;
}

static distance_of_meaning judge(const gg_state *view, const gg_hand *hand, const gg_action *action,
                                 const sketched *drawn)
{
    distance_of_meaning it = {.beside = 2,
                              .turned = TURN,
                              .cost =
                                  hand->cost == NULL ? 0 : hand->cost(view, action, hand->whom)};
    bool is_its = action->who == hand->who, hits = false, fights = false;
    for (uint32_t i = 0; i < drawn->count; i++) {
        const gg_mark *mark = &drawn->marks[i];
        if (is_aimed(mark)) {
            fights = true;
            hits = hits || mark->unit == hand->whom;
        }
        if (!is_ghost(view, hand, mark)) continue;
        is_its = true;
        const int32_t off = beside(hand, mark);
        if (off > it.beside) continue;
        it.beside = off;
        it.turned = angle_between(hand->facing, mark->facing);
    }
    it.fits = is_its && (hand->whom != GG_NO_UNIT ? hits : it.beside < 2 && !fights);
    return it;
}

static bool is_nearer(const distance_of_meaning *one, const distance_of_meaning *other)
{
    if (one->turned != other->turned) return one->turned < other->turned;
    if (one->beside != other->beside) return one->beside < other->beside;
    return one->cost < other->cost;
}

bool gg_aim_at_offers(const gg_ruleset *rules, const gg_state *view, gg_side side,
                      const gg_hand *hand, const gg_action *offers, uint32_t count, gg_action *out)
{
    distance_of_meaning best = {.fits = false};
    sketched drawn;
    for (uint32_t i = 0; i < count; i++) {
        /* An action that names its unit need not be drawn for another one. */
        if (offers[i].who != hand->who && offers[i].who != GG_NO_UNIT && hand->is_like == NULL)
            continue;
        sketch(rules, view, side, &offers[i], &drawn);
        const distance_of_meaning its = judge(view, hand, &offers[i], &drawn);
        if (!its.fits || (best.fits && !is_nearer(&its, &best))) continue;
        best = its;
        *out = offers[i];
    }
    return best.fits;
}

/* ---- Reach. ---- */

static bool is_listed(const gg_point *places, uint32_t count, gg_point place)
{
    for (uint32_t i = 0; i < count; i++)
        if (places[i].x == place.x && places[i].y == place.y) return true;
    return false;
}

uint32_t gg_reach_of_offers(const gg_ruleset *rules, const gg_state *view, gg_side side,
                            const gg_hand *hand, const gg_action *offers, uint32_t count,
                            gg_point places[GG_REACH_MAX])
{
    uint32_t found = 0;
    sketched drawn;
    for (uint32_t i = 0; i < count; i++) {
        if (offers[i].who != hand->who && offers[i].who != GG_NO_UNIT && hand->is_like == NULL)
            continue;
        sketch(rules, view, side, &offers[i], &drawn);
        for (uint32_t m = 0; m < drawn.count && found < GG_REACH_MAX; m++) {
            const gg_mark *mark = &drawn.marks[m];
            if (is_ghost(view, hand, mark) && !is_listed(places, found, mark->to))
                places[found++] = mark->to;
        }
    }
    return found;
}

/* ---- Squares. ---- */

gg_point gg_cell_middle(gg_point cell)
{
    return (gg_point){cell.x * CELL + CELL / 2, cell.y * CELL + CELL / 2};
}

int32_t gg_cells_apart(gg_point one, gg_point other)
{
    return apart(one.x, other.x) + apart(one.y, other.y);
}

void gg_measure_cells(const gg_point *from, int from_count, const gg_point *to, int to_count,
                      gg_answer *answer)
{
    answer->ticks = -1;
    for (int i = 0; i < from_count; i++) {
        for (int j = 0; j < to_count; j++) {
            const int32_t far = gg_cells_apart(from[i], to[j]);
            if (answer->ticks >= 0 && far >= answer->ticks) continue;
            answer->ticks = far;
            answer->from = from[i];
            answer->to = to[j];
        }
    }
    answer->yes = answer->ticks >= 0;
}

void gg_put_cell(gg_scene *scene, gg_role role, gg_point cell)
{
    gg_mark *mark = scene == NULL ? NULL : gg_scene_add(scene, GG_CELL, role);
    if (mark == NULL) return;
    mark->at = cell;
}

void gg_put_stretch(gg_scene *scene, gg_shape shape, gg_role role, gg_point from, gg_point to)
{
    gg_mark *mark = scene == NULL ? NULL : gg_scene_add(scene, shape, role);
    if (mark == NULL) return;
    mark->at = from;
    mark->to = to;
}

/* ---- Where a point of the picture is. ---- */

static bool lies_in(const gg_mark *area, gg_point at)
{
    return 2 * apart(at.x, area->at.x) <= area->size.x
           && 2 * apart(at.y, area->at.y) <= area->size.y;
}

gg_point gg_scene_place(const gg_scene *scene, gg_point at)
{
    const gg_point nowhere = {-1, -1};
    if (scene->cell == 0) return at;
    if (at.x < scene->low.x || at.x > scene->high.x || at.y < scene->low.y || at.y > scene->high.y)
        return nowhere;
    if (scene->cell > 0) return (gg_point){at.x / scene->cell, at.y / scene->cell};
    for (uint32_t i = 0; i < scene->count; i++) {
        const gg_mark *mark = &scene->marks[i];
        if (mark->shape == GG_AREA && mark->label[0] != '\0' && lies_in(mark, at)) return mark->to;
    }
    return nowhere;
}

void gg_answer_nothing(gg_answer *answer, const char *words)
{
    *answer = (gg_answer){.ticks = -1, .unit = GG_NO_UNIT};
    gg_text out = gg_text_over(answer->words, sizeof answer->words);
    gg_put(&out, words);
}
