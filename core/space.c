/*
 * space.c - numbers, facings, poses and shapes of the measured table.  See space.h.
 * SPDX-License-Identifier: MIT
 */
#include "core/space.h"

/* ---- Numbers. ---- */

int64_t gg_rdiv(int64_t n, int64_t d)
{
    int64_t quotient = n / d, rest = n % d;
    if (rest < 0) rest = -rest;
    if (rest < d - rest) return quotient;
    return n < 0 ? quotient - 1 : quotient + 1;
}

/* gg_rdiv by GG_SINE_ONE: what every turned length ends in. */
static int32_t unscaled(int64_t n)
{
    const int64_t half = GG_SINE_ONE / 2;
    const uint64_t bias = (uint64_t)1 << 62; /* only what is not negative may be shifted */
    return (int32_t)((int64_t)(((uint64_t)(n + half - (n < 0)) + bias) >> 30)
                     - (int64_t)(bias >> 30));
}

/* The e with 4^e <= n < 4^(e + 1). */
static int quarters_of(uint64_t n)
{
    int e = 0;
    for (int step = 16; step > 0; step /= 2) {
        if (n >> 2 * step == 0) continue;
        n >>= 2 * step;
        e += step;
    }
    return e;
}

/*
 * The tangent of the root at 1.44 * 4^e (for n up to 2 * 4^e) or 2.89 * 4^e is never below it and
 * at most 2 percent above: (n / 2.4 / 2^e + 0.6 * 2^e), (n / 3.4 / 2^e + 0.85 * 2^e), worked in
 * parts of 65536 and rounded up.  Newton's steps then fall towards it, two of them as a rule.
 */
uint64_t gg_root_down(uint64_t n)
{
    if (n < 2) return n;
    int e = quarters_of(n);
    bool lower = n >> (2 * e + 1) == 0;
    uint64_t slope = lower ? 27307 : 19276, start = lower ? 39322 : 55706;
    uint64_t root = ((((n >> e) + 1) * slope + (start << e)) >> 16) + 1;
    if (root > UINT32_MAX) root = UINT32_MAX;
    while (root * root > n) root = (root + n / root) / 2;
    return root;
}

uint64_t gg_root_up(uint64_t n)
{
    uint64_t root = gg_root_down(n);
    return root * root == n ? root : root + 1;
}

gg_wide gg_wide_product(uint64_t one, uint64_t other)
{
    const uint64_t word = 0xffffffff;
    uint64_t low = (one & word) * (other & word);
    uint64_t middle = (one >> 32) * (other & word) + (low >> 32);
    uint64_t middle2 = (one & word) * (other >> 32) + (middle & word);
    return (gg_wide){
        .high = (one >> 32) * (other >> 32) + (middle >> 32) + (middle2 >> 32),
        .low = middle2 << 32 | (low & word),
    };
}

int gg_wide_compare(gg_wide one, gg_wide other)
{
    if (one.high != other.high) return one.high < other.high ? -1 : 1;
    return one.low < other.low ? -1 : one.low > other.low;
}

/* ---- Facings. ---- */

static const int32_t sines[GG_QUARTER + 1] = {
#include "core/sine.def"
};

int32_t gg_sine(int32_t facing)
{
    gg_assert(facing >= 0 && facing < GG_TURN);
    if (facing <= GG_QUARTER) return sines[facing];
    if (facing <= GG_HALF_TURN) return sines[GG_HALF_TURN - facing];
    if (facing <= GG_HALF_TURN + GG_QUARTER) return -sines[facing - GG_HALF_TURN];
    return -sines[GG_TURN - facing];
}

/* Both at once, of the quarter the facing lies in. */
static void sine_and_cosine(int32_t facing, int64_t *sine, int64_t *cosine)
{
    gg_assert(facing >= 0 && facing < GG_TURN);
    int32_t quarter = facing / GG_QUARTER, rest = facing - quarter * GG_QUARTER;
    int64_t along = sines[rest], across = sines[GG_QUARTER - rest];
    *sine = quarter & 1 ? across : along;
    *cosine = quarter & 1 ? -along : across;
    if (quarter < 2) return;
    *sine = -*sine;
    *cosine = -*cosine;
}

int32_t gg_cosine(int32_t facing)
{
    return gg_sine(facing < GG_TURN - GG_QUARTER ? facing + GG_QUARTER
                                                 : facing + GG_QUARTER - GG_TURN);
}

int32_t gg_facing(int32_t tenths)
{
    int32_t rest = tenths % GG_TURN;
    return rest < 0 ? rest + GG_TURN : rest;
}

int32_t gg_turn_between(int32_t facing, int32_t other)
{
    int32_t right = gg_facing(other - facing);
    return right <= GG_HALF_TURN ? right : GG_TURN - right;
}

/* How far round from ahead to the right, in tenths of a degree, to within ROUGHLY: the arc tangent
 * of a part x of an eighth is nearly x + 0.35 x (1 - x) eighths. */
enum { ROUGHLY = 4 };
static int32_t rough_bearing(int64_t right, int64_t ahead)
{
    enum { ONE = 1 << 10, EIGHTH = GG_QUARTER / 2, BULGE = 156 };
    const bool is_flat = right > ahead;
    const int64_t part = is_flat ? ahead * ONE / right : right * ONE / ahead;
    const int64_t turned = (part * EIGHTH + part * (ONE - part) / ONE * BULGE) / ONE;
    return (int32_t)(is_flat ? GG_QUARTER - turned : turned);
}

/*
 * Lets all that may be it, by a rough look, show how far each goes along the vector.  Beyond the
 * ends of the quarter the vector lies in every one goes less far than the end.
 */
int32_t gg_bearing(gg_point vector, int32_t step)
{
    gg_assert(step > 0 && GG_QUARTER % step == 0);
    if (vector.x == 0 && vector.y == 0) return 0;
    int32_t quarter = vector.x >= 0 ? (vector.y >= 0 ? 0 : GG_QUARTER)
                                    : (vector.y < 0 ? GG_HALF_TURN : GG_HALF_TURN + GG_QUARTER);
    int64_t x = vector.x < 0 ? -(int64_t)vector.x : vector.x,
            y = vector.y < 0 ? -(int64_t)vector.y : vector.y;
    bool odd = quarter == GG_QUARTER || quarter == GG_HALF_TURN + GG_QUARTER;
    int64_t right = odd ? y : x, ahead = odd ? x : y; /* as seen along the quarter's beginning */
    int32_t rough = rough_bearing(right, ahead);
    int32_t first = rough < ROUGHLY ? 0 : (rough - ROUGHLY) / step * step, best = first;
    int32_t last = rough + ROUGHLY + step < GG_QUARTER ? rough + ROUGHLY + step : GG_QUARTER;
    int64_t most = right * sines[first] + ahead * sines[GG_QUARTER - first];
    for (int32_t turned = first + step; turned <= last; turned += step) {
        int64_t along = right * sines[turned] + ahead * sines[GG_QUARTER - turned];
        bool is_north = quarter + turned == GG_TURN; /* the lowest of all */
        if (along < most || (along == most && !is_north)) continue;
        most = along;
        best = turned;
    }
    return quarter + best == GG_TURN ? 0 : quarter + best;
}

/* ---- Poses. ---- */

gg_point gg_offset(int32_t facing, gg_point local)
{
    int64_t sine, cosine;
    sine_and_cosine(facing, &sine, &cosine);
    return (gg_point){
        unscaled(local.x * cosine + local.y * sine),
        unscaled(local.y * cosine - local.x * sine),
    };
}

gg_point gg_to_world(gg_pose pose, gg_point local)
{
    gg_point by = gg_offset(pose.facing, local);
    return (gg_point){pose.at.x + by.x, pose.at.y + by.y};
}

void gg_all_to_world(gg_pose pose, const gg_point *local, int count, gg_point *out)
{
    int64_t sine, cosine;
    sine_and_cosine(pose.facing, &sine, &cosine);
    for (int i = 0; i < count; i++) {
        const gg_point it = local[i];
        out[i] = (gg_point){pose.at.x + unscaled(it.x * cosine + it.y * sine),
                            pose.at.y + unscaled(it.y * cosine - it.x * sine)};
    }
}

gg_point gg_to_local(gg_pose pose, gg_point world)
{
    int64_t sine, cosine;
    sine_and_cosine(pose.facing, &sine, &cosine);
    int64_t x = world.x - pose.at.x, y = world.y - pose.at.y;
    return (gg_point){unscaled(x * cosine - y * sine), unscaled(x * sine + y * cosine)};
}

gg_point gg_along(gg_point from, int32_t facing, int32_t distance)
{
    return gg_to_world((gg_pose){from, facing}, (gg_point){0, distance});
}

/* ---- Shapes. ---- */

gg_convex gg_rectangle(gg_pose pose, gg_box box)
{
    int64_t sine, cosine;
    sine_and_cosine(pose.facing, &sine, &cosine);
    int64_t wide_x = box.half * cosine, wide_y = box.half * sine;
    int64_t front_x = box.front * sine, front_y = box.front * cosine;
    gg_point at = pose.at, left = {unscaled(front_x - wide_x), unscaled(front_y + wide_y)},
             right = {unscaled(front_x + wide_x), unscaled(front_y - wide_y)};
    gg_convex shape;
    shape.count = 4;
    shape.at[0] = (gg_point){at.x + left.x, at.y + left.y};
    shape.at[1] = (gg_point){at.x + right.x, at.y + right.y};
    if (box.rear == -box.front) { /* held by its middle: the rear mirrors the front, bit for bit */
        shape.at[2] = (gg_point){at.x - left.x, at.y - left.y};
        shape.at[3] = (gg_point){at.x - right.x, at.y - right.y};
        return shape;
    }
    int64_t rear_x = box.rear * sine, rear_y = box.rear * cosine;
    shape.at[2] = (gg_point){at.x + unscaled(rear_x + wide_x), at.y + unscaled(rear_y - wide_y)};
    shape.at[3] = (gg_point){at.x + unscaled(rear_x - wide_x), at.y + unscaled(rear_y + wide_y)};
    return shape;
}

gg_convex gg_dot(gg_point at) { return (gg_convex){.count = 1, .at = {at}}; }

gg_convex gg_segment(gg_point from, gg_point to)
{
    if (from.x == to.x && from.y == to.y) return gg_dot(from);
    return (gg_convex){.count = 2, .at = {from, to}};
}

gg_convex gg_moved(const gg_convex *shape, gg_point by)
{
    gg_convex moved = *shape;
    for (int i = 0; i < moved.count; i++) {
        moved.at[i].x += by.x;
        moved.at[i].y += by.y;
    }
    return moved;
}

/* Positive when v lies left of the way from a to b: outside, if that is a clockwise edge. */
static int64_t left_of(gg_point a, gg_point b, gg_point v)
{
    return (int64_t)(b.x - a.x) * (v.y - a.y) - (int64_t)(b.y - a.y) * (v.x - a.x);
}

bool gg_convex_from(const gg_point *at, int count, gg_convex *out)
{
    if (count < 3 || count > GG_CONVEX_MAX) return false;
    int64_t turn = left_of(at[0], at[1], at[2]);
    gg_convex shape = {.count = count};
    for (int i = 0; i < count; i++) shape.at[i] = turn < 0 ? at[i] : at[count - 1 - i];
    for (int i = 0; i < count; i++) { /* every other corner strictly right of every edge */
        for (int j = 2; j < count; j++)
            if (left_of(shape.at[i], shape.at[(i + 1) % count], shape.at[(i + j) % count]) >= 0)
                return false;
    }
    *out = shape;
    return true;
}

static bool is_before(gg_point one, gg_point other)
{
    return one.x < other.x || (one.x == other.x && one.y < other.y);
}

static int without_doubles(gg_point *sorted, int count)
{
    int kept = 1;
    for (int i = 1; i < count; i++)
        if (is_before(sorted[kept - 1], sorted[i])) sorted[kept++] = sorted[i];
    return kept;
}

/* Adds a point to a chain that turns right at every corner. */
static int chain_add(gg_point *chain, int count, int least, gg_point at)
{
    while (count > least && left_of(chain[count - 2], chain[count - 1], at) >= 0) count--;
    chain[count] = at;
    return count + 1;
}

gg_convex gg_hull(const gg_convex *one, const gg_convex *other)
{
    gg_point sorted[2 * GG_CONVEX_MAX], chain[2 * GG_CONVEX_MAX + 1];
    int count = 0;
    for (int i = 0; i < one->count + other->count; i++) {
        gg_point at = i < one->count ? one->at[i] : other->at[i - one->count];
        int place = count;
        while (place > 0 && is_before(at, sorted[place - 1])) {
            sorted[place] = sorted[place - 1];
            place--;
        }
        sorted[place] = at;
        count++;
    }
    count = without_doubles(sorted, count);
    int used = 0; /* upper chain from west to east, then the lower one back: clockwise */
    for (int i = 0; i < count; i++) used = chain_add(chain, used, 1, sorted[i]);
    int turned = used;
    for (int i = count - 2; i >= 0; i--) used = chain_add(chain, used, turned, sorted[i]);
    if (used > 1) used--; /* the first corner came round again */
    gg_assert(used >= 1 && used <= GG_CONVEX_MAX);
    gg_convex hull = {.count = used};
    for (int i = 0; i < used; i++) hull.at[i] = chain[i];
    return hull;
}

/*
 * Edges that face the way ahead sweep over to their moved selves, those that face back stay: so a
 * corner between two of one kind is there once, and one between the two kinds twice.  An edge
 * along the way gives its two ends only.
 */
gg_convex gg_swept(const gg_convex *shape, gg_point by)
{
    gg_convex moved = gg_moved(shape, by), swept = {.count = 0};
    if (shape->count < 3 || (by.x == 0 && by.y == 0)) return gg_hull(shape, &moved);
    gg_assert(shape->count + 2 <= GG_CONVEX_MAX);
    int64_t before = left_of(shape->at[shape->count - 1], shape->at[0], moved.at[0]);
    for (int i = 0; i < shape->count; i++) {
        gg_point a = shape->at[i], b = shape->at[i + 1 < shape->count ? i + 1 : 0];
        int64_t after = left_of(a, b, moved.at[i]);
        if (before < 0) swept.at[swept.count++] = a;
        if (before > 0 || after > 0) swept.at[swept.count++] = moved.at[i];
        if (before >= 0 && after < 0) swept.at[swept.count++] = a;
        before = after;
    }
    return swept;
}

gg_bounds gg_bounds_of(const gg_convex *shape)
{
    gg_bounds bounds = {shape->at[0], shape->at[0]};
    for (int i = 1; i < shape->count; i++) {
        gg_point at = shape->at[i];
        if (at.x < bounds.low.x) bounds.low.x = at.x;
        if (at.y < bounds.low.y) bounds.low.y = at.y;
        if (at.x > bounds.high.x) bounds.high.x = at.x;
        if (at.y > bounds.high.y) bounds.high.y = at.y;
    }
    return bounds;
}

/* ---- Zones. ---- */

gg_zone gg_zone_of_point(gg_pose pose, gg_box box, gg_point point)
{
    int64_t sine, cosine;
    sine_and_cosine(pose.facing, &sine, &cosine);
    int64_t x = point.x - pose.at.x, y = point.y - pose.at.y;
    int64_t right = x * cosine - y * sine, forward = x * sine + y * cosine;
    int64_t beside = (right < 0 ? -right : right) - (int64_t)box.half * GG_SINE_ONE;
    int64_t ahead = forward - (int64_t)box.front * GG_SINE_ONE;
    int64_t behind = (int64_t)box.rear * GG_SINE_ONE - forward;
    if (ahead >= 0 && beside <= ahead) return GG_ZONE_FRONT;
    if (behind >= 0 && beside <= behind) return GG_ZONE_REAR;
    return right < 0 ? GG_ZONE_LEFT : GG_ZONE_RIGHT;
}

gg_zone gg_zone_of_box(gg_pose pose, gg_box box, const gg_convex *other)
{
    gg_convex seen = {.count = other->count};
    for (int i = 0; i < other->count; i++) seen.at[i] = gg_to_local(pose, other->at[i]);
    gg_bounds its = gg_bounds_of(&seen);
    gg_zone zone = GG_ZONE_FRONT;
    int32_t widest = its.low.y - box.front;
    const struct {
        gg_zone zone;
        int32_t gap;
    } rest[] = {
        {GG_ZONE_REAR, box.rear - its.high.y},
        {GG_ZONE_RIGHT, its.low.x - box.half},
        {GG_ZONE_LEFT, -box.half - its.high.x},
    };
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        if (rest[i].gap <= widest) continue;
        widest = rest[i].gap;
        zone = rest[i].zone;
    }
    return zone;
}

/* ---- Sampled paths. ---- */

int32_t gg_bisect(int32_t low, int32_t high, gg_test *test, void *with)
{
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (test(with, middle)) high = middle;
        else low = middle;
    }
    return high;
}
