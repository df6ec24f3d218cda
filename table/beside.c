/*
 * beside.c - rectangles beside each other, quickly: how far one that is moved about keeps from one
 * that stands, to a few ticks, by the four directions their sides have.  Who asks about many places
 * of one body works out once how it lies to each of the others, and looks at corners only where
 * these few ticks matter.  See move.h.
 * SPDX-License-Identifier: MIT
 */
#include "table/move.h"

enum { ONE = 1 << 20 }; /* of a sine here */

gt_frame gt_frame_of(gg_pose pose, gg_box box)
{
    return (gt_frame){.middle = gg_along(pose.at, pose.facing, (box.front + box.rear) / 2),
                      .wide = box.half,
                      .deep = (box.front - box.rear) / 2,
                      .sine = gg_sine(pose.facing) / (GG_SINE_ONE / ONE),
                      .cosine = gg_cosine(pose.facing) / (GG_SINE_ONE / ONE)};
}

static inline int64_t size_of(int64_t n) { return n < 0 ? -n : n; }

/* How far a way leads to the right of who faces so, and ahead of him, times ONE. */
static inline int64_t rightwards(gg_point by, int32_t sine, int32_t cosine)
{
    return (int64_t)by.x * cosine - (int64_t)by.y * sine;
}

static inline int64_t forwards(gg_point by, int32_t sine, int32_t cosine)
{
    return (int64_t)by.x * sine + (int64_t)by.y * cosine;
}

static int32_t shortest(int32_t a, int32_t b, int32_t c, int32_t d)
{
    const int32_t one = a < b ? a : b, other = c < d ? c : d;
    return one < other ? one : other;
}

/* How much of one's sides lies along the other's, and how much across them: of ONE. */
static inline int64_t along_of(const gt_frame *one, const gt_frame *other)
{
    return size_of((int64_t)one->cosine * other->cosine + (int64_t)one->sine * other->sine) / ONE;
}
static inline int64_t across_of(const gt_frame *one, const gt_frame *other)
{
    return size_of((int64_t)one->sine * other->cosine - (int64_t)one->cosine * other->sine) / ONE;
}

gt_beside gt_beside_of(const gt_frame *moved, const gt_frame *stands)
{
    const gg_point by = {stands->middle.x - moved->middle.x, stands->middle.y - moved->middle.y};
    const int64_t along = along_of(moved, stands), across = across_of(moved, stands);
    return (gt_beside){
        .apart = {(int32_t)(rightwards(by, moved->sine, moved->cosine) / ONE),
                  (int32_t)(forwards(by, moved->sine, moved->cosine) / ONE),
                  (int32_t)(rightwards(by, stands->sine, stands->cosine) / ONE),
                  (int32_t)(forwards(by, stands->sine, stands->cosine) / ONE)},
        .reach = {moved->wide + (int32_t)((stands->wide * along + stands->deep * across) / ONE),
                  moved->deep + (int32_t)((stands->wide * across + stands->deep * along) / ONE),
                  stands->wide + (int32_t)((moved->wide * along + moved->deep * across) / ONE),
                  stands->deep + (int32_t)((moved->wide * across + moved->deep * along) / ONE)},
        .by = by,
        .least = -2 * shortest(moved->wide, moved->deep, stands->wide, stands->deep),
        .wide = stands->wide,
        .deep = stands->deep,
        .sine = stands->sine,
        .cosine = stands->cosine};
}

int32_t gt_beside_gap(const gt_frame *moved, const gt_beside *it, gg_point by)
{
    const int64_t gaps[] = {
        size_of(it->apart[0] - rightwards(by, moved->sine, moved->cosine) / ONE) - it->reach[0],
        size_of(it->apart[1] - forwards(by, moved->sine, moved->cosine) / ONE) - it->reach[1],
        size_of(it->apart[2] - rightwards(by, it->sine, it->cosine) / ONE) - it->reach[2],
        size_of(it->apart[3] - forwards(by, it->sine, it->cosine) / ONE) - it->reach[3]};
    int64_t most = it->least;
    for (int i = 0; i < 4; i++)
        if (gaps[i] > most) most = gaps[i];
    return (int32_t)most;
}

bool gt_frames_apart(const gt_frame *one, const gt_frame *other, int32_t limit)
{
    const gg_point by = {other->middle.x - one->middle.x, other->middle.y - one->middle.y};
    const int64_t along = along_of(one, other), across = across_of(one, other);
    const int64_t more = (int64_t)limit + GT_BESIDE_SLACK;
    return size_of(rightwards(by, other->sine, other->cosine)) / ONE
               > other->wide + (one->wide * along + one->deep * across) / ONE + more
           || size_of(forwards(by, other->sine, other->cosine)) / ONE
                  > other->deep + (one->wide * across + one->deep * along) / ONE + more
           || size_of(rightwards(by, one->sine, one->cosine)) / ONE
                  > one->wide + (other->wide * along + other->deep * across) / ONE + more
           || size_of(forwards(by, one->sine, one->cosine)) / ONE
                  > one->deep + (other->wide * across + other->deep * along) / ONE + more;
}

int32_t gt_frames_soonest(const gt_frame *moved, const gt_frame *stands, int32_t limit)
{
    const gg_point by = {stands->middle.x - moved->middle.x, stands->middle.y - moved->middle.y};
    const int64_t along = along_of(moved, stands), across = across_of(moved, stands);
    const int64_t wide = moved->wide + (stands->wide * along + stands->deep * across) / ONE,
                  deep = moved->deep + (stands->wide * across + stands->deep * along) / ONE
                         + GT_BESIDE_SLACK;
    const int64_t ahead = forwards(by, moved->sine, moved->cosine) / ONE,
                  aside = size_of(rightwards(by, moved->sine, moved->cosine)) / ONE - wide
                          - GT_BESIDE_SLACK;
    if (aside > limit || ahead + deep + limit < 0) return INT32_MAX;
    const int64_t before =
        aside <= 0 ? limit
                   : (int64_t)gg_root_up((uint64_t)((int64_t)limit * limit - aside * aside));
    return (int32_t)(ahead - deep - before);
}

gg_bounds gt_frame_bounds(const gt_frame *it)
{
    const int64_t sine = size_of(it->sine), cosine = size_of(it->cosine);
    const int32_t x = (int32_t)((it->wide * cosine + it->deep * sine) / ONE) + GT_BESIDE_SLACK,
                  y = (int32_t)((it->wide * sine + it->deep * cosine) / ONE) + GT_BESIDE_SLACK;
    return (gg_bounds){{it->middle.x - x, it->middle.y - y}, {it->middle.x + x, it->middle.y + y}};
}

/* How near to 0 it comes on its way there. */
static inline int64_t least_on_way(int64_t from, int64_t by)
{
    const int64_t to = from - by;
    if ((from < 0) != (to < 0)) return 0;
    return size_of(from) < size_of(to) ? size_of(from) : size_of(to);
}

/* Not less than it is long. */
static inline int64_t length_at_most(gg_point by)
{
    const int64_t x = size_of(by.x), y = size_of(by.y);
    return x > y ? x + y * 27 / 64 + 1 : y + x * 27 / 64 + 1;
}

/* Aside of the way: both widths as seen along it, times its length. */
static int64_t gap_aside(const gt_frame *moved, const gt_beside *it, gg_point by)
{
    const int64_t both = size_of(forwards(by, moved->sine, moved->cosine)) * moved->wide
                         + size_of(rightwards(by, moved->sine, moved->cosine)) * moved->deep
                         + size_of(forwards(by, it->sine, it->cosine)) * it->wide
                         + size_of(rightwards(by, it->sine, it->cosine)) * it->deep;
    const int64_t aside = size_of((int64_t)it->by.x * by.y - (int64_t)it->by.y * by.x);
    return (aside - both / ONE) / length_at_most(by);
}

int32_t gt_swept_gap(const gt_frame *moved, const gt_beside *it, gg_point by)
{
    const int64_t gaps[] = {
        least_on_way(it->apart[0], rightwards(by, moved->sine, moved->cosine) / ONE) - it->reach[0],
        least_on_way(it->apart[1], forwards(by, moved->sine, moved->cosine) / ONE) - it->reach[1],
        least_on_way(it->apart[2], rightwards(by, it->sine, it->cosine) / ONE) - it->reach[2],
        least_on_way(it->apart[3], forwards(by, it->sine, it->cosine) / ONE) - it->reach[3]};
    int64_t most = it->least;
    for (int i = 0; i < 4; i++)
        if (gaps[i] > most) most = gaps[i];
    if (most > GT_BESIDE_SLACK) return (int32_t)most;
    const int64_t aside = gap_aside(moved, it, by);
    return (int32_t)(aside > most ? aside : most);
}

bool gt_turned_past(const gt_beside *before, const gt_beside *after, gg_point by)
{
    const int64_t way[] = {rightwards(by, after->sine, after->cosine) / ONE,
                           forwards(by, after->sine, after->cosine) / ONE};
    for (int i = 0; i < 2; i++) { /* the directions of the one that stands: it does not turn */
        const int64_t was = before->apart[2 + i], will = after->apart[2 + i] - way[i];
        const int64_t least = before->reach[2 + i] + GT_BESIDE_SLACK,
                      then = after->reach[2 + i] + GT_BESIDE_SLACK;
        if ((was > least && will > then) || (was < -least && will < -then)) return true;
    }
    return false;
}

/* From middle to middle of one that turns and is moved. */
static inline gg_point way_of(const gt_frame *was, const gt_frame *will, gg_point by)
{
    return (gg_point){will->middle.x + by.x - was->middle.x, will->middle.y + by.y - was->middle.y};
}

/* How far it reaches aside of a way, times its length. */
static inline int64_t aside_of(const gt_frame *it, gg_point way)
{
    return (size_of(forwards(way, it->sine, it->cosine)) * it->wide
            + size_of(rightwards(way, it->sine, it->cosine)) * it->deep)
           / ONE;
}

static inline int64_t wider_aside(const gt_frame *was, const gt_frame *will, gg_point way)
{
    const int64_t before = aside_of(was, way), after = aside_of(will, way);
    return before > after ? before : after;
}

bool gt_turned_aside(const gt_frame *was, const gt_frame *will, const gt_beside *before,
                     gg_point by)
{
    const gg_point way = way_of(was, will, by);
    const gt_frame its = {
        .wide = before->wide, .deep = before->deep, .sine = before->sine, .cosine = before->cosine};
    const int64_t aside = size_of((int64_t)before->by.x * way.y - (int64_t)before->by.y * way.x);
    return aside > wider_aside(was, will, way) + aside_of(&its, way)
                       + GT_BESIDE_SLACK * length_at_most(way);
}

/* Has the segment a point within so much of the middle, in either direction? */
static bool meets_middle(gg_point a, gg_point b, int64_t wide, int64_t deep)
{
    const int64_t x = (int64_t)a.x + b.x, y = (int64_t)a.y + b.y; /* twice its middle */
    const int64_t by_x = (int64_t)b.x - a.x, by_y = (int64_t)b.y - a.y;
    if (wide < 0 || deep < 0) return false;
    if (size_of(x) > 2 * wide + size_of(by_x)) return false;
    if (size_of(y) > 2 * deep + size_of(by_y)) return false;
    return size_of(x * by_y - y * by_x) <= 2 * (wide * size_of(by_y) + deep * size_of(by_x));
}

/* Where the middle of the first is then, as the one that stands sees it. */
static inline gg_point seen_from(const gt_beside *it, gg_point by)
{
    return (gg_point){(int32_t)(rightwards(by, it->sine, it->cosine) / ONE - it->apart[2]),
                      (int32_t)(forwards(by, it->sine, it->cosine) / ONE - it->apart[3])};
}

/* What comes so near to the one that stands, by straight strips beside its sides. */
static bool comes_near(const gt_beside *it, gg_point a, gg_point b, int64_t near)
{
    return meets_middle(a, b, it->wide, it->deep + near)
           || meets_middle(a, b, it->wide + near, it->deep);
}

bool gt_turned_through(const gt_frame *moved, const gt_beside *before, const gt_beside *after,
                       gg_point by, int32_t tolerance)
{
    const int32_t radius = moved->wide < moved->deep ? moved->wide : moved->deep;
    if (-after->least <= tolerance + GT_BESIDE_SLACK) return false;
    return comes_near(after, seen_from(before, (gg_point){0, 0}), seen_from(after, by),
                      radius - tolerance - GT_BESIDE_SLACK);
}

bool gt_beside_within(const gt_frame *moved, const gt_beside *it, gg_point by, int32_t limit)
{
    const bool is_wide = moved->wide > moved->deep;
    const int32_t radius = is_wide ? moved->deep : moved->wide,
                  half = is_wide ? moved->wide - radius : moved->deep - radius;
    const int64_t sine = is_wide ? -(int64_t)moved->sine : moved->cosine,
                  cosine = is_wide ? moved->cosine : moved->sine;
    const gg_point along = {(int32_t)(cosine * half / ONE), (int32_t)(sine * half / ONE)};
    const gg_point a = seen_from(it, (gg_point){by.x - along.x, by.y - along.y}),
                   b = seen_from(it, (gg_point){by.x + along.x, by.y + along.y});
    return comes_near(it, a, b, (int64_t)radius + limit - GT_BESIDE_SLACK);
}

/* ---- The same beside an area. ---- */

static inline int64_t cross(gg_point one, gg_point other)
{
    return (int64_t)one.x * other.y - (int64_t)one.y * other.x;
}

void gt_rim_of(const gt_frame *moved, const gg_convex *shape, const gg_convex *area, gt_rim *out)
{
    out->count = area->count;
    out->width = INT32_MAX;
    for (int i = 0; i < area->count; i++) {
        const gg_point a = area->at[i], b = area->at[i + 1 < area->count ? i + 1 : 0];
        const gg_point edge = {b.x - a.x, b.y - a.y};
        const gg_point corner = {a.x - moved->middle.x, a.y - moved->middle.y};
        out->least[i] = INT64_MAX;
        for (int v = 0; v < shape->count; v++) {
            const int64_t side =
                cross(edge, (gg_point){shape->at[v].x - a.x, shape->at[v].y - a.y});
            if (side < out->least[i]) out->least[i] = side;
        }
        const int32_t to[] = {(int32_t)(rightwards(corner, moved->sine, moved->cosine) / ONE),
                              (int32_t)(forwards(corner, moved->sine, moved->cosine) / ONE)};
        for (int k = 0; k < 2; k++) {
            if (i == 0 || to[k] < out->low[k]) out->low[k] = to[k];
            if (i == 0 || to[k] > out->high[k]) out->high[k] = to[k];
        }
        out->edge[i] = edge;
        out->corner[i] = corner;
        out->length[i] = (int32_t)length_at_most(edge);
        int64_t across = 0;
        for (int v = 0; v < area->count; v++) {
            const int64_t side = cross((gg_point){area->at[v].x - a.x, area->at[v].y - a.y}, edge);
            if (side > across) across = side;
        }
        if (across / out->length[i] < out->width) out->width = (int32_t)(across / out->length[i]);
    }
}

/* How far a stretch about 0, drawn out by the way, keeps from another. */
static inline int64_t gap_to(int64_t half, int64_t by, int64_t low, int64_t high)
{
    const int64_t up = low - half - (by > 0 ? by : 0), down = (by < 0 ? by : 0) - half - high;
    return up > down ? up : down;
}

int32_t gt_rim_gap(const gt_frame *moved, const gt_rim *it, gg_point by)
{
    const int64_t right = rightwards(by, moved->sine, moved->cosine),
                  ahead = forwards(by, moved->sine, moved->cosine);
    const int64_t gaps[] = {gap_to(moved->wide, right / ONE, it->low[0], it->high[0]),
                            gap_to(moved->deep, ahead / ONE, it->low[1], it->high[1])};
    int64_t most = -it->width; /* more than all of it cannot be shared */
    for (int i = 0; i < 2; i++)
        if (gaps[i] > most) most = gaps[i];
    for (int i = 0; i < it->count && most <= GT_BESIDE_SLACK; i++) {
        const int64_t side = cross(it->edge[i], by);
        const int64_t out = (it->least[i] + (side < 0 ? side : 0)) / it->length[i];
        if (out > most) most = out;
    }
    if (most > GT_BESIDE_SLACK) return (int32_t)most;
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int i = 0; i < it->count; i++) {
        const int64_t aside = cross(it->corner[i], by);
        if (aside < low) low = aside;
        if (aside > high) high = aside;
    }
    const int64_t half = (size_of(ahead) * moved->wide + size_of(right) * moved->deep) / ONE;
    const int64_t aside =
        (low - half > -half - high ? low - half : -half - high) / length_at_most(by);
    return (int32_t)(aside > most ? aside : most);
}

bool gt_turned_beside_rim(const gt_frame *was, const gt_frame *will, const gt_rim *before,
                          gg_point by)
{
    const gg_point way = way_of(was, will, by);
    int64_t low = INT64_MAX, high = INT64_MIN;
    for (int i = 0; i < before->count; i++) {
        const int64_t aside = cross(before->corner[i], way);
        if (aside < low) low = aside;
        if (aside > high) high = aside;
    }
    const int64_t most = wider_aside(was, will, way) + GT_BESIDE_SLACK * length_at_most(way);
    return low > most || high < -most;
}

bool gt_turned_by_rim(const gt_rim *before, const gt_rim *after, gg_point by)
{
    for (int i = 0; i < after->count; i++)
        if (before->least[i] > 0 && after->least[i] + cross(after->edge[i], by) > 0) return true;
    return false;
}
