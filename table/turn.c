/*
 * turn.c - wheels and turns, arcs, and the samples by which rules say how much of a body is seen.
 * See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

static gg_point minus(gg_point a, gg_point b) { return (gg_point){a.x - b.x, a.y - b.y}; }

/* ---- Turning. ---- */

gg_pose gt_wheel(gg_pose pose, gg_box box, bool right, int32_t tenths)
{
    const gg_point corner = {right ? box.half : -box.half, box.front};
    const gg_point stays = gg_to_world(pose, corner);
    const int32_t facing = gg_facing(pose.facing + (right ? tenths : -tenths));
    return (gg_pose){minus(stays, gg_offset(facing, corner)), facing};
}

int32_t gt_wheel_cost(gg_box box, int32_t tenths)
{
    const int64_t top = (int64_t)2 * box.half * tenths * 355, bottom = (int64_t)113 * GG_HALF_TURN;
    return (int32_t)((top + bottom - 1) / bottom);
}

/* A tenth of a degree more brings the place, as the body sees it, no farther than this: it lies so
 * far from the corner that stays, turned by less than 1/572; everything is rounded. */
static int32_t tenths_for(int32_t way, int32_t far)
{
    const int32_t least = (way - 4) * 572 / (far + 1);
    return way < 4 || least < 1 ? 1 : least;
}

/* A wheel that goes on may bring the place back to the side it came from: no half of it can be left
 * out, but what is far from being so is not reached by the next tenths. */
int32_t gt_wheel_to(gg_pose pose, gg_box box, bool right, int32_t most, gg_point to)
{
    const gg_point corner = {right ? box.half : -box.half, box.front};
    const int32_t far = gg_distance(gg_to_world(pose, corner), to);
    for (int32_t tenths = 0; tenths <= most;) {
        const gg_point local = gg_to_local(gt_wheel(pose, box, right, tenths), to);
        const int32_t aside = right ? local.x : -local.x;
        if (local.y >= 0 && aside <= 0) return tenths;
        const int32_t across = aside > 0 ? tenths_for(aside, far) : 1;
        const int32_t back = local.y < 0 ? tenths_for(-local.y, far) : 1;
        tenths += across > back ? across : back;
    }
    return GG_NEVER;
}

gg_pose gt_turn_about(gg_pose pose, gg_box box, int32_t facing)
{
    const gg_point middle = {0, (box.front + box.rear) / 2};
    const gg_point centre = gg_to_world(pose, middle);
    return (gg_pose){gg_to_world((gg_pose){centre, facing}, (gg_point){0, -middle.y}), facing};
}

gg_pose gt_reform(gg_pose pose, gg_box was, gg_box will, gt_keep keep)
{
    const int32_t aside = keep == GT_KEEP_FRONT ? 0 : keep == GT_KEEP_LEFT ? -1 : 1;
    const gg_point stays = gg_to_world(pose, (gg_point){aside * was.half, was.front});
    const gg_point back = {-aside * will.half, -will.front};
    return (gg_pose){gg_to_world((gg_pose){stays, pose.facing}, back), pose.facing};
}

int32_t gt_corner_shift(gg_pose was, gg_box box, gg_pose will, gg_box will_box)
{
    const gg_convex a = gg_rectangle(was, box), b = gg_rectangle(will, will_box);
    int32_t most = 0;
    for (int i = 0; i < 4; i++) {
        const int32_t shift = gg_distance(a.at[i], b.at[i]);
        if (shift > most) most = shift;
    }
    return most;
}

int32_t gt_away(int32_t facing, gg_zone threat)
{
    static const int16_t by[] = {[GG_ZONE_FRONT] = GG_HALF_TURN,
                                 [GG_ZONE_REAR] = 0,
                                 [GG_ZONE_LEFT] = GG_QUARTER,
                                 [GG_ZONE_RIGHT] = GG_HALF_TURN + GG_QUARTER};
    return gg_facing(facing + by[threat]);
}

/* ---- Where. ---- */

gg_point gt_edge_middle(gg_pose pose, gg_box box, gg_zone zone)
{
    const int32_t middle = (box.front + box.rear) / 2;
    switch (zone) {
    case GG_ZONE_FRONT: return gg_to_world(pose, (gg_point){0, box.front});
    case GG_ZONE_REAR: return gg_to_world(pose, (gg_point){0, box.rear});
    case GG_ZONE_LEFT: return gg_to_world(pose, (gg_point){-box.half, middle});
    case GG_ZONE_RIGHT: return gg_to_world(pose, (gg_point){box.half, middle});
    }
    return pose.at;
}

gg_point gt_figure(gg_pose pose, gg_box box, int figure)
{
    const int file = figure % 8, rank = figure / 8;
    const int64_t width = 2 * (int64_t)box.half, depth = box.front - box.rear;
    const gg_point local = {(int32_t)gg_rdiv((2 * file - 7) * width, 16),
                            box.front - (int32_t)gg_rdiv((1 + 2 * rank) * depth, 4)};
    return gg_to_world(pose, local);
}

void gt_figures(gg_pose pose, gg_box box, gg_point out[GT_FIGURES])
{
    const int64_t width = 2 * (int64_t)box.half, depth = box.front - box.rear;
    for (int file = 0; file < 8; file++)
        out[file] = out[8 + file] = (gg_point){(int32_t)gg_rdiv((2 * file - 7) * width, 16), 0};
    for (int i = 0; i < GT_FIGURES; i++)
        out[i].y = box.front - (int32_t)gg_rdiv((1 + 2 * (i / 8)) * depth, 4);
    gg_all_to_world(pose, out, GT_FIGURES, out);
}

uint32_t gt_ahead_of(gg_pose pose, gg_box box, const gg_point *points, int count)
{
    const int64_t sine = gg_sine(pose.facing), cosine = gg_cosine(pose.facing);
    uint32_t ahead = 0;
    for (int i = 0; i < count; i++) {
        const int64_t x = points[i].x - pose.at.x, y = points[i].y - pose.at.y;
        const int64_t right = x * cosine - y * sine;
        const int64_t beyond = x * sine + y * cosine - (int64_t)box.front * GG_SINE_ONE;
        const int64_t beside = (right < 0 ? -right : right) - (int64_t)box.half * GG_SINE_ONE;
        if (beyond >= 0 && beside <= beyond) ahead |= 1u << i; /* GG_ZONE_FRONT */
    }
    return ahead;
}

int gt_figures_on(const gt_table *t, unsigned area, gg_pose body, gg_box its)
{
    int count = 0;
    gg_point figures[GT_FIGURES];
    gt_figures(body, its, figures);
    for (int i = 0; i < GT_FIGURES; i++) count += gt_holds(t, area, figures[i]);
    return count;
}

bool gt_enfilades(gg_point eye, gg_pose body, gg_box its)
{
    const gg_zone zone = gg_zone_of_point(body, its, eye);
    if (zone != GG_ZONE_LEFT && zone != GG_ZONE_RIGHT) return false;
    const gg_point local = gg_to_local(body, eye);
    const int64_t depth = its.front - its.rear, width = 2 * (int64_t)its.half;
    const int64_t x = local.x < 0 ? -(int64_t)local.x : local.x;
    int64_t y = (int64_t)local.y - (its.front + its.rear) / 2;
    if (y < 0) y = -y;
    return 2 * x > width && y * width <= x * depth;
}

/* ---- Crossing a front. ---- */

/* Where a to b, whose first coordinates differ, has this one. */
static gg_point cut_at(gg_point a, gg_point b, bool by_x, int32_t bound)
{
    const int64_t from = by_x ? a.x : a.y, to = by_x ? b.x : b.y;
    const int64_t start = by_x ? a.y : a.x, end = by_x ? b.y : b.x;
    int64_t top = (end - start) * (bound - from), bottom = to - from;
    if (bottom < 0) top = -top, bottom = -bottom;
    const int32_t other = (int32_t)(start + gg_rdiv(top, bottom));
    return by_x ? (gg_point){bound, other} : (gg_point){other, bound};
}

/* Cuts the way to what has this coordinate between the bounds; false: nothing is left. */
static bool cut_between(gg_point *a, gg_point *b, bool by_x, int32_t low, int32_t high)
{
    const gg_point from = *a, to = *b;
    const int32_t one = by_x ? from.x : from.y, other = by_x ? to.x : to.y;
    if ((one < low && other < low) || (one > high && other > high)) return false;
    if (one < low) *a = cut_at(from, to, by_x, low);
    if (one > high) *a = cut_at(from, to, by_x, high);
    if (other < low) *b = cut_at(from, to, by_x, low);
    if (other > high) *b = cut_at(from, to, by_x, high);
    return true;
}

bool gt_before_front(gg_pose pose, gg_box box, int32_t deep, gg_point from, gg_point to,
                     gg_point *middle, int32_t *across)
{
    gg_point a = gg_to_local(pose, from), b = gg_to_local(pose, to);
    if (!cut_between(&a, &b, true, -box.half, box.half)
        || !cut_between(&a, &b, false, box.front, box.front + deep))
        return false;
    *across = a.x < b.x ? b.x - a.x : a.x - b.x;
    *middle = gg_to_world(pose, (gg_point){(int32_t)gg_rdiv((int64_t)a.x + b.x, 2),
                                           (int32_t)gg_rdiv((int64_t)a.y + b.y, 2)});
    return true;
}

/* ---- Straight ahead. ---- */

int32_t gt_straight_ahead(gg_pose front, int32_t aside, const gg_convex *shape)
{
    int32_t enter = INT32_MAX, leave = INT32_MIN;
    for (int i = 0; i < shape->count; i++) {
        gg_point a = gg_to_local(front, shape->at[i]),
                 b = gg_to_local(front, shape->at[(i + 1) % shape->count]);
        if ((a.x < aside && b.x < aside) || (a.x > aside && b.x > aside)) continue;
        if (a.x > b.x) {
            const gg_point swap = a;
            a = b, b = swap;
        }
        int32_t one = a.y, other = b.y;
        if (a.x != b.x)
            one = other = (int32_t)gg_rdiv(
                (int64_t)a.y * (b.x - a.x) + (int64_t)(b.y - a.y) * (aside - a.x), b.x - a.x);
        if (one < enter) enter = one;
        if (other < enter) enter = other;
        if (one > leave) leave = one;
        if (other > leave) leave = other;
    }
    if (leave <= 0 || enter == INT32_MAX) return GG_NEVER;
    return enter > 0 ? enter : 0;
}
