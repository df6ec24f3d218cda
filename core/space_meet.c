/*
 * space_meet.c - distances, touching, overlapping and crossing on the measured table.
 *
 * Two convex areas are apart exactly when the normal of some edge of one of them tells them
 * apart; everything here is that sentence, worked in whole numbers.
 * SPDX-License-Identifier: MIT
 */
#include "core/space.h"

static int64_t cross(gg_point a, gg_point b, gg_point v)
{
    return (int64_t)(b.x - a.x) * (v.y - a.y) - (int64_t)(b.y - a.y) * (v.x - a.x);
}

static int64_t square_of_length(gg_point a, gg_point b)
{
    int64_t x = b.x - a.x, y = b.y - a.y;
    return x * x + y * y;
}

static uint64_t size_of(int64_t n) { return n < 0 ? 0 - (uint64_t)n : (uint64_t)n; }

/* ---- Separating axes. ---- */

typedef struct span {
    int64_t low, high;
} span;

static span span_of(const gg_convex *shape, gg_point axis)
{
    int64_t first = (int64_t)shape->at[0].x * axis.x + (int64_t)shape->at[0].y * axis.y;
    span it = {first, first};
    for (int i = 1; i < shape->count; i++) {
        int64_t at = (int64_t)shape->at[i].x * axis.x + (int64_t)shape->at[i].y * axis.y;
        if (at < it.low) it.low = at;
        if (at > it.high) it.high = at;
    }
    return it;
}

/* Axis number i of a shape: the normals of its edges; a segment also has its own direction,
 * because two segments on one line are told apart by nothing else. */
static gg_point axis_of(const gg_convex *shape, int i)
{
    gg_point a = shape->at[i], b = shape->at[i + 1 < shape->count ? i + 1 : 0];
    if (shape->count == 2 && i == 1) return (gg_point){b.x - a.x, b.y - a.y};
    return (gg_point){a.y - b.y, b.x - a.x};
}

/* The other two edges of a parallelogram, which every rectangle is, tell nothing new. */
static int axis_count(const gg_convex *shape)
{
    const gg_point *at = shape->at;
    if (shape->count == 4 && at[0].x + at[2].x == at[1].x + at[3].x
        && at[0].y + at[2].y == at[1].y + at[3].y)
        return 2;
    return shape->count == 1 ? 0 : shape->count;
}

/* Not less than the vector is long: the longer leg and 27/64 of the shorter. */
static int64_t length_at_most(gg_point vector)
{
    int64_t x = vector.x < 0 ? -(int64_t)vector.x : vector.x,
            y = vector.y < 0 ? -(int64_t)vector.y : vector.y;
    return x > y ? x + y * 27 / 64 + 1 : y + x * 27 / 64 + 1;
}

static bool bounds_meet(const gg_convex *one, const gg_convex *other, int32_t reach)
{
    gg_bounds a = gg_bounds_of(one), b = gg_bounds_of(other);
    return a.low.x - b.high.x <= reach && b.low.x - a.high.x <= reach && a.low.y - b.high.y <= reach
           && b.low.y - a.high.y <= reach;
}

static bool is_apart_along(const gg_convex *one, const gg_convex *other, gg_point axis)
{
    span a = span_of(one, axis), b = span_of(other, axis);
    return a.low > b.high || b.low > a.high;
}

bool gg_touches(const gg_convex *one, const gg_convex *other)
{
    if (!bounds_meet(one, other, 0)) return false;
    for (int i = 0; i < axis_count(one); i++)
        if (is_apart_along(one, other, axis_of(one, i))) return false;
    for (int i = 0; i < axis_count(other); i++)
        if (is_apart_along(one, other, axis_of(other, i))) return false;
    return true;
}

/* They share at most `tolerance` along this axis. */
static bool barely_meet_along(const gg_convex *one, const gg_convex *other, gg_point axis,
                              int32_t tolerance)
{
    span a = span_of(one, axis), b = span_of(other, axis);
    int64_t shared = (a.high < b.high ? a.high : b.high) - (a.low > b.low ? a.low : b.low);
    if (shared <= 0) return true;
    if (shared > tolerance * length_at_most(axis)) return false;
    uint64_t square = (uint64_t)((int64_t)axis.x * axis.x + (int64_t)axis.y * axis.y);
    uint64_t allowed = (uint64_t)tolerance * (uint64_t)tolerance;
    return gg_wide_compare(gg_wide_product((uint64_t)shared, (uint64_t)shared),
                           gg_wide_product(allowed, square))
           <= 0;
}

/* A circle about the point lies inside. */
static bool holds_circle(const gg_convex *shape, gg_point at, int32_t radius)
{
    if (shape->count < 3) return false;
    for (int i = 0; i < shape->count; i++) {
        const gg_point a = shape->at[i], b = shape->at[i + 1 < shape->count ? i + 1 : 0];
        if (cross(a, b, at) > -radius * length_at_most((gg_point){b.x - a.x, b.y - a.y}))
            return false;
    }
    return true;
}

/* What shares a circle shares its width on every axis.  Tried at the middle of the first, if it has
 * four corners, and half way from there to two of its sides. */
static bool surely_overlaps(const gg_convex *one, const gg_convex *other, int32_t tolerance)
{
    if (one->count != 4) return false;
    const gg_point *at = one->at;
    const int32_t radius = tolerance / 2 + 1;
    const gg_point middle = {(at[0].x + at[2].x) / 2, (at[0].y + at[2].y) / 2},
                   left = {(at[0].x + at[3].x) / 2, (at[0].y + at[3].y) / 2},
                   right = {(at[1].x + at[2].x) / 2, (at[1].y + at[2].y) / 2};
    const gg_point tried[] = {middle,
                              {(middle.x + left.x) / 2, (middle.y + left.y) / 2},
                              {(middle.x + right.x) / 2, (middle.y + right.y) / 2}};
    for (int i = 0; i < 3; i++)
        if (holds_circle(other, tried[i], radius) && holds_circle(one, tried[i], radius))
            return true;
    return false;
}

/* ---- Two parallelograms, which most bodies of troops are: their middles, and how far each reaches
 * in the directions of the four edges, tell all that their corners would. ---- */

static int64_t product(gg_point one, gg_point other)
{
    return (int64_t)one.x * other.y - (int64_t)one.y * other.x;
}

static int64_t plus(int64_t n) { return n < 0 ? -n : n; }

/* All but what may be shared.  `area`: what it reaches across one of its edges, times the edge. */
static bool is_lozenge(const gg_convex *shape, gg_lozenge *out)
{
    const gg_point *at = shape->at;
    if (shape->count != 4) return false;
    const gg_point one = {at[0].x + at[2].x, at[0].y + at[2].y};
    if (one.x != at[1].x + at[3].x || one.y != at[1].y + at[3].y) return false;
    out->twice_middle = one;
    out->edge[0] = (gg_point){at[1].x - at[0].x, at[1].y - at[0].y};
    out->edge[1] = (gg_point){at[2].x - at[1].x, at[2].y - at[1].y};
    out->area = plus(product(out->edge[0], out->edge[1]));
    return out->area != 0;
}

/* They share twice this, times its length, across the edge: not more than the tolerance? */
static bool barely_shared(int64_t twice, gg_point edge, int32_t tolerance)
{
    if (twice <= 0) return true;
    if (twice > 2 * tolerance * length_at_most(edge)) return false;
    const uint64_t square = (uint64_t)((int64_t)edge.x * edge.x + (int64_t)edge.y * edge.y),
                   allowed = (uint64_t)tolerance * (uint64_t)tolerance, half = (uint64_t)twice / 2;
    return gg_wide_compare(gg_wide_product(half, half), gg_wide_product(allowed, square)) <= 0;
}

/* How far they share across an edge of the first, doubled and times its length: neither shares more
 * than all of itself. */
static int64_t twice_shared(int64_t own, int64_t its, int64_t apart)
{
    const int64_t least = own < its ? own : its, both = own + its - apart;
    return both < 2 * least ? both : 2 * least;
}

static bool lozenges_overlap(const gg_lozenge *one, const gg_lozenge *other, int32_t tolerance)
{
    const gg_point apart = {other->twice_middle.x - one->twice_middle.x,
                            other->twice_middle.y - one->twice_middle.y};
    int64_t across[2][2];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) across[i][j] = plus(product(one->edge[i], other->edge[j]));
        const int64_t shared = twice_shared(one->area, across[i][0] + across[i][1],
                                            plus(product(one->edge[i], apart)));
        if (barely_shared(shared, one->edge[i], tolerance)) return false;
    }
    for (int j = 0; j < 2; j++) {
        const int64_t shared = twice_shared(other->area, across[0][j] + across[1][j],
                                            plus(product(other->edge[j], apart)));
        if (barely_shared(shared, other->edge[j], tolerance)) return false;
    }
    return true;
}

/* barely_shared() turned round: half of it, rounded down, squared is at most the square of the
 * tolerance times the edge, so half is at most its root, rounded down, and all at most this. */
bool gg_lozenge_of(const gg_convex *shape, int32_t tolerance, gg_lozenge *out)
{
    if (!is_lozenge(shape, out)) return false;
    for (int i = 0; i < 2; i++) {
        const int64_t x = out->edge[i].x, y = out->edge[i].y;
        const uint64_t square =
            (uint64_t)tolerance * (uint64_t)tolerance * (uint64_t)(x * x + y * y);
        out->barely[i] = 2 * (int64_t)gg_root_down(square) + 1;
    }
    return true;
}

bool gg_lozenges_overlap(const gg_lozenge *moved, gg_point by, const gg_lozenge *other)
{
    const gg_point apart = {other->twice_middle.x - moved->twice_middle.x - 2 * by.x,
                            other->twice_middle.y - moved->twice_middle.y - 2 * by.y};
    int64_t across[2][2];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) across[i][j] = plus(product(moved->edge[i], other->edge[j]));
        if (twice_shared(moved->area, across[i][0] + across[i][1],
                         plus(product(moved->edge[i], apart)))
            <= moved->barely[i])
            return false;
    }
    for (int j = 0; j < 2; j++)
        if (twice_shared(other->area, across[0][j] + across[1][j],
                         plus(product(other->edge[j], apart)))
            <= other->barely[j])
            return false;
    return true;
}

bool gg_overlaps(const gg_convex *one, const gg_convex *other, int32_t tolerance)
{
    gg_lozenge a, b;
    if (is_lozenge(one, &a) && is_lozenge(other, &b)) return lozenges_overlap(&a, &b, tolerance);
    if (!bounds_meet(one, other, -1)) return false;
    if (surely_overlaps(one, other, tolerance)) return true;
    for (int i = 0; i < axis_count(one); i++)
        if (barely_meet_along(one, other, axis_of(one, i), tolerance)) return false;
    for (int i = 0; i < axis_count(other); i++)
        if (barely_meet_along(one, other, axis_of(other, i), tolerance)) return false;
    return axis_count(one) > 0 || axis_count(other) > 0;
}

/* ---- Segments and areas. ---- */

/* Does the segment reach over the line from a to b by no more than the tolerance, to its right? */
static bool barely_right(gg_point a, gg_point b, int64_t area, int32_t tolerance)
{
    if (area >= 0) return true;
    const uint64_t size = size_of(area), most = (uint64_t)tolerance;
    if (size > most * (uint64_t)length_at_most((gg_point){b.x - a.x, b.y - a.y})) return false;
    const uint64_t allowed = (uint64_t)tolerance * (uint64_t)tolerance;
    return gg_wide_compare(gg_wide_product(size, size),
                           gg_wide_product(allowed, (uint64_t)square_of_length(a, b)))
           <= 0;
}

bool gg_cuts(gg_point from, gg_point to, const gg_convex *shape, int32_t tolerance)
{
    int64_t low = INT64_MAX, high = INT64_MIN; /* how far the corners lie to either side of it */
    for (int i = 0; i < shape->count; i++) {
        const int64_t side = cross(from, to, shape->at[i]);
        if (side < low) low = side;
        if (side > high) high = side;
    }
    if (barely_right(from, to, low, tolerance) || barely_right(from, to, -high, tolerance))
        return false;
    for (int i = 0; i < shape->count; i++) {
        const gg_point a = shape->at[i], b = shape->at[i + 1 < shape->count ? i + 1 : 0];
        const int64_t one = cross(a, b, from), other = cross(a, b, to);
        if (barely_right(a, b, one < other ? one : other, tolerance)) return false;
    }
    return true;
}

/* ---- Distances. ---- */

int32_t gg_distance(gg_point one, gg_point other)
{
    return (int32_t)gg_root_up((uint64_t)square_of_length(one, other));
}

/* area / sqrt(square) <= limit, with area the cross product that stands over an edge. */
static bool height_is_within(uint64_t area, uint64_t square, uint64_t limit)
{
    return gg_wide_compare(gg_wide_product(area, area), gg_wide_product(limit * limit, square))
           <= 0;
}

static int64_t height_up(uint64_t area, uint64_t square)
{
    uint64_t length = gg_root_down(square);
    uint64_t low = area / (length + 1), high = area / length + 1; /* the height lies between */
    if (height_is_within(area, square, low)) return (int64_t)low;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (height_is_within(area, square, middle)) high = middle;
        else low = middle;
    }
    return (int64_t)high;
}

/*
 * Of two areas that are apart, either two corners are nearest to each other or a corner of one and
 * the inside of an edge of the other, which it lies outside of.  So corners are compared with
 * corners first, and then only with the edges they lie above.
 */
static int64_t square_of_corners(const gg_convex *one, const gg_convex *other)
{
    int64_t best = INT64_MAX;
    for (int i = 0; i < one->count; i++) {
        for (int j = 0; j < other->count; j++) {
            int64_t square = square_of_length(one->at[i], other->at[j]);
            if (square < best) best = square;
        }
    }
    return best;
}

/* The vertex lies above the inside of the edge ab, outside: how far, times the edge's length; else
 * 0. */
static uint64_t area_above(gg_point vertex, gg_point a, gg_point b)
{
    int64_t area = cross(a, b, vertex);
    if (area <= 0) return 0;
    int64_t x = b.x - a.x, y = b.y - a.y, forward = x * (vertex.x - a.x) + y * (vertex.y - a.y);
    return forward > 0 && forward < x * x + y * y ? (uint64_t)area : 0;
}

/* Brings `best` down to the distance of the nearest vertex above the inside of an edge: of each
 * edge only the lowest of those that stand above it can be that. */
static int64_t nearer_of_all(int64_t best, const gg_convex *vertices, const gg_convex *edges)
{
    for (int e = 0; e < edges->count && best > 0; e++) {
        const gg_point a = edges->at[e], b = edges->at[e + 1 < edges->count ? e + 1 : 0];
        uint64_t least = 0;
        for (int v = 0; v < vertices->count; v++) {
            const uint64_t area = area_above(vertices->at[v], a, b);
            if (area != 0 && (least == 0 || area < least)) least = area;
        }
        if (least == 0) continue;
        const uint64_t edge = (uint64_t)square_of_length(a, b);
        if (height_is_within(least, edge, (uint64_t)best - 1)) best = height_up(least, edge);
    }
    return best;
}

int32_t gg_distance_between(const gg_convex *one, const gg_convex *other)
{
    if (gg_touches(one, other)) return 0;
    int64_t best = (int64_t)gg_root_up((uint64_t)square_of_corners(one, other));
    best = nearer_of_all(best, one, other);
    return (int32_t)nearer_of_all(best, other, one);
}

/* Some edge of the first alone shows that they are farther apart. */
static bool is_surely_beyond(const gg_convex *one, const gg_convex *other, int64_t limit)
{
    for (int i = 0; i < axis_count(one); i++) {
        gg_point axis = axis_of(one, i);
        span a = span_of(one, axis), b = span_of(other, axis);
        int64_t gap = a.low > b.high ? a.low - b.high : b.low - a.high;
        if (gap > limit * length_at_most(axis)) return true;
    }
    return false;
}

/* Some corner of the first is as near as that to the inside of some edge of the second. */
static bool any_is_within(const gg_convex *vertices, const gg_convex *edges, int64_t limit)
{
    for (int e = 0; e < edges->count; e++) {
        gg_point a = edges->at[e], b = edges->at[e + 1 < edges->count ? e + 1 : 0];
        for (int v = 0; v < vertices->count; v++) {
            uint64_t area = area_above(vertices->at[v], a, b);
            if (area != 0
                && height_is_within(area, (uint64_t)square_of_length(a, b), (uint64_t)limit))
                return true;
        }
    }
    return false;
}

/* What the edges of the first say of two, one of which at least has an inside.  An edge with all of
 * the other outside parts them; if the corner that is nearest to its line lies above the edge
 * itself, they are as far apart as that. */
typedef enum parted { TOGETHER, APART, WITHIN, BEYOND } parted;
static parted parted_by_edges(const gg_convex *one, const gg_convex *other, int64_t limit)
{
    parted found = TOGETHER;
    for (int i = 0; i < one->count; i++) {
        const gg_point a = one->at[i], b = one->at[i + 1 < one->count ? i + 1 : 0];
        const int64_t x = b.x - a.x, y = b.y - a.y;
        int64_t least = INT64_MAX; /* how far its corners lie outside, times the edge's length */
        int nearest = 0;
        for (int v = 0; v < other->count; v++) {
            const int64_t side = x * (other->at[v].y - a.y) - y * (other->at[v].x - a.x);
            if (side < least) least = side, nearest = v;
        }
        if (least <= 0) continue;
        if (least > limit * length_at_most((gg_point){(int32_t)x, (int32_t)y})) return BEYOND;
        const gg_point at = other->at[nearest];
        const int64_t forward = x * (at.x - a.x) + y * (at.y - a.y), square = x * x + y * y;
        if (forward >= 0 && forward <= square)
            return height_is_within((uint64_t)least, (uint64_t)square, (uint64_t)limit) ? WITHIN
                                                                                        : BEYOND;
        found = APART;
    }
    return found;
}

bool gg_is_within(const gg_convex *one, const gg_convex *other, int32_t limit)
{
    if (limit < 0 || !bounds_meet(one, other, limit)) return false;
    /* beside an area a segment has two edges, one for each side, and a point has none */
    const bool areas = one->count > 2 || other->count > 2;
    if (areas) {
        const parted first = parted_by_edges(one, other, limit);
        if (first > APART) return first == WITHIN;
        const parted second = parted_by_edges(other, one, limit);
        if (second > APART) return second == WITHIN;
        if (first == TOGETHER && second == TOGETHER) return true;
    } else if (is_surely_beyond(one, other, limit) || is_surely_beyond(other, one, limit)) {
        return false;
    }
    if (square_of_corners(one, other) <= (int64_t)limit * limit) return true;
    if (any_is_within(one, other, limit) || any_is_within(other, one, limit)) return true;
    return !areas && gg_touches(one, other);
}

/* ---- Points inside. ---- */

bool gg_holds(const gg_convex *shape, gg_point point)
{
    if (shape->count < 3) {
        gg_convex dot = gg_dot(point);
        return gg_touches(shape, &dot);
    }
    for (int i = 0; i < shape->count; i++)
        if (cross(shape->at[i], shape->at[i + 1 < shape->count ? i + 1 : 0], point) > 0)
            return false;
    return true;
}

/* A segment of no length holds only its own point. */
static bool is_on_segment(gg_point a, gg_point b, gg_point v)
{
    const bool within = (a.x < b.x ? a.x <= v.x && v.x <= b.x : b.x <= v.x && v.x <= a.x)
                        && (a.y < b.y ? a.y <= v.y && v.y <= b.y : b.y <= v.y && v.y <= a.y);
    return within && cross(a, b, v) == 0;
}

bool gg_polygon_holds(const gg_point *at, int count, gg_point point)
{
    bool inside = false; /* even-odd: how many edges does a ray to the east cross? */
    for (int i = 0, j = count - 1; i < count; j = i++) {
        if (is_on_segment(at[j], at[i], point)) return true;
        if ((at[i].y > point.y) == (at[j].y > point.y)) continue;
        int64_t side = cross(at[j], at[i], point);
        if (at[i].y > at[j].y ? side > 0 : side < 0) inside = !inside;
    }
    return inside;
}

/* ---- Segments. ---- */

static int sign_of(int64_t n) { return (n > 0) - (n < 0); }

bool gg_segments_meet(gg_point a, gg_point b, gg_point c, gg_point d)
{
    gg_convex one = gg_segment(a, b), other = gg_segment(c, d);
    if (one.count == 1 && other.count == 1) return a.x == c.x && a.y == c.y;
    return gg_touches(&one, &other);
}

bool gg_crosses(gg_point p, gg_point q, gg_point a, gg_point b)
{
    int from = sign_of(cross(a, b, p)), to = sign_of(cross(a, b, q));
    if (from == 0 || from == to) return false;
    return sign_of(cross(p, q, a)) * sign_of(cross(p, q, b)) <= 0;
}

bool gg_passes_through(gg_point from, gg_point to, const gg_convex *area)
{
    bool left = false, right = false, point = from.x == to.x && from.y == to.y;
    for (int i = 0; i < area->count; i++) { /* corners on both sides of the line? */
        int64_t side = cross(from, to, area->at[i]);
        left = left || side > 0;
        right = right || side < 0;
    }
    if (!point && !(left && right)) return false;
    for (int i = 0; i < area->count; i++) { /* all outside this edge? */
        gg_point a = area->at[i], b = area->at[i + 1 < area->count ? i + 1 : 0];
        if (cross(a, b, from) >= 0 && cross(a, b, to) >= 0) return false;
    }
    return true;
}

/* Both looked at from the box, in half ticks from its middle.  Corners are rounded to a tick, and
 * so is what is looked at: nothing is said of what is nearer than two. */
int gg_passes_box(gg_point from, gg_point to, gg_pose pose, gg_box box)
{
    enum { CLOSE = 4 };
    const gg_point a = gg_to_local(pose, from), b = gg_to_local(pose, to);
    const int64_t middle = box.front + box.rear, wide = 2 * box.half, deep = box.front - box.rear;
    const int64_t x = 2 * a.x, y = 2 * a.y - middle, to_x = 2 * b.x, to_y = 2 * b.y - middle;
    const int64_t right = to_x - x, ahead = to_y - y, cross = right * y - ahead * x;
    const int64_t across = cross < 0 ? -cross : cross, over = right < 0 ? -right : right,
                  up = ahead < 0 ? -ahead : ahead;
    const int64_t extent = wide * up + deep * over, close = CLOSE * (over + up);
    const int64_t low_x = x < to_x ? x : to_x, high_x = x < to_x ? to_x : x;
    const int64_t low_y = y < to_y ? y : to_y, high_y = y < to_y ? to_y : y;
    const int64_t off_x = low_x > -high_x ? low_x : -high_x, /* how far all of it lies off */
        off_y = low_y > -high_y ? low_y : -high_y;
    if (across > extent + close || off_x > wide + CLOSE || off_y > deep + CLOSE) return 0;
    return across < extent - close && off_x < wide - CLOSE && off_y < deep - CLOSE ? 1 : -1;
}

static int compare_parts(gg_part one, gg_part other)
{
    if (one.top < 0 || other.top < 0) return sign_of(one.top) - sign_of(other.top);
    return gg_wide_compare(gg_wide_product((uint64_t)one.top, (uint64_t)other.bottom),
                           gg_wide_product((uint64_t)other.top, (uint64_t)one.bottom));
}

bool gg_clip(gg_point from, gg_point to, const gg_convex *area, gg_part *enter, gg_part *leave)
{
    gg_part in = {0, 1}, out = {1, 1};
    for (int i = 0; i < area->count; i++) {
        gg_point a = area->at[i], b = area->at[i + 1 < area->count ? i + 1 : 0];
        int64_t start = cross(a, b, from), end = cross(a, b, to); /* positive: outside */
        if (start > 0 && end > 0) return false;
        if (start <= 0 && end <= 0) continue;
        gg_part at = start > 0 ? (gg_part){start, start - end} : (gg_part){-start, end - start};
        if (start > 0 && compare_parts(at, in) > 0) in = at;
        if (start <= 0 && compare_parts(at, out) < 0) out = at;
    }
    if (compare_parts(in, out) > 0) return false;
    *enter = in;
    *leave = out;
    return true;
}

/* top * length / bottom may need more than one word; so it is found digit by digit. */
static int32_t part_of(int64_t length, gg_part part)
{
    uint64_t size = size_of(length), whole = 0, rest = 0;
    for (int bit = 20; bit >= 0; bit--) { /* top <= bottom: the result is at most `size` < 2^21 */
        uint64_t tried = whole | (uint64_t)1 << bit;
        gg_wide have = gg_wide_product((uint64_t)part.top, size);
        if (gg_wide_compare(gg_wide_product(tried, (uint64_t)part.bottom), have) <= 0)
            whole = tried;
    }
    /* Half up: is 2 top size >= (2 whole + 1) bottom? */
    rest = gg_wide_compare(gg_wide_product((uint64_t)part.top, 2 * size),
                           gg_wide_product((uint64_t)part.bottom, 2 * whole + 1))
           >= 0;
    int32_t found = (int32_t)(whole + rest);
    return length < 0 ? -found : found;
}

gg_point gg_part_of_way(gg_point from, gg_point to, gg_part part)
{
    return (gg_point){from.x + part_of((int64_t)to.x - from.x, part),
                      from.y + part_of((int64_t)to.y - from.y, part)};
}
