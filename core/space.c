/*
 * space.c - numbers, facings, poses and shapes of the measured table.  See space.h.
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
    return (int32_t)(n >= 0 ? (n + half) >> 30 : -((half - n) >> 30));
}

uint64_t gg_root_down(uint64_t n)
{
    if (n < 2) return n;
    int bits = 1; /* 2^bits is above the root: Newton's steps then fall towards it */
    for (uint64_t rest = n; rest > 3; rest >>= 2)
        bits++;
    uint64_t root = (uint64_t)1 << bits;
    for (;;) {
        uint64_t next = (root + n / root) / 2;
        if (next >= root) return root;
        root = next;
    }
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

static int64_t along_facing(gg_point vector, int32_t facing)
{
    return (int64_t)vector.x * gg_sine(facing) + (int64_t)vector.y * gg_cosine(facing);
}

/*
 * Halves the quarter the vector lies in down to two neighbours, then lets those, and one more on
 * either side because of the table's rounding, show how far each goes along the vector.
 */
int32_t gg_bearing(gg_point vector, int32_t step)
{
    gg_assert(step > 0 && GG_QUARTER % step == 0);
    if (vector.x == 0 && vector.y == 0) return 0;
    int32_t quarter = vector.x >= 0 ? (vector.y >= 0 ? 0 : GG_QUARTER)
                                    : (vector.y < 0 ? GG_HALF_TURN : GG_HALF_TURN + GG_QUARTER);
    int32_t low = 0, high = GG_QUARTER / step;
    while (high - low > 1) {
        int32_t middle = (low + high) / 2, facing = quarter + middle * step;
        int64_t across =
            (int64_t)vector.x * gg_cosine(facing) - (int64_t)vector.y * gg_sine(facing);
        if (across >= 0)
            low = middle; /* the vector lies further round */
        else
            high = middle;
    }
    int32_t best = gg_facing(quarter + (low - 1) * step);
    int64_t most = along_facing(vector, best);
    for (int32_t i = low; i <= low + 2; i++) {
        int32_t facing = gg_facing(quarter + i * step);
        int64_t along = along_facing(vector, facing);
        if (along < most || (along == most && facing > best)) continue;
        most = along;
        best = facing;
    }
    return best;
}

/* ---- Poses. ---- */

gg_point gg_offset(int32_t facing, gg_point local)
{
    int64_t sine = gg_sine(facing), cosine = gg_cosine(facing);
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

gg_point gg_to_local(gg_pose pose, gg_point world)
{
    int64_t sine = gg_sine(pose.facing), cosine = gg_cosine(pose.facing);
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
    int64_t sine = gg_sine(pose.facing), cosine = gg_cosine(pose.facing);
    int64_t wide_x = box.half * cosine, wide_y = box.half * sine;
    int64_t front_x = box.front * sine, front_y = box.front * cosine;
    int64_t rear_x = box.rear * sine, rear_y = box.rear * cosine;
    int32_t x = pose.at.x, y = pose.at.y;
    return (gg_convex){
        .count = 4,
        .at = {{x + unscaled(front_x - wide_x), y + unscaled(front_y + wide_y)},
               {x + unscaled(front_x + wide_x), y + unscaled(front_y - wide_y)},
               {x + unscaled(rear_x + wide_x), y + unscaled(rear_y - wide_y)},
               {x + unscaled(rear_x - wide_x), y + unscaled(rear_y + wide_y)}},
    };
}

gg_convex gg_dot(gg_point at)
{
    return (gg_convex){.count = 1, .at = {at}};
}

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
    for (int i = 0; i < count; i++)
        shape.at[i] = turn < 0 ? at[i] : at[count - 1 - i];
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
    while (count > least && left_of(chain[count - 2], chain[count - 1], at) >= 0)
        count--;
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
    for (int i = 0; i < count; i++)
        used = chain_add(chain, used, 1, sorted[i]);
    int turned = used;
    for (int i = count - 2; i >= 0; i--)
        used = chain_add(chain, used, turned, sorted[i]);
    if (used > 1) used--; /* the first corner came round again */
    gg_assert(used >= 1 && used <= GG_CONVEX_MAX);
    gg_convex hull = {.count = used};
    for (int i = 0; i < used; i++)
        hull.at[i] = chain[i];
    return hull;
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
    int64_t sine = gg_sine(pose.facing), cosine = gg_cosine(pose.facing);
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
    for (int i = 0; i < other->count; i++)
        seen.at[i] = gg_to_local(pose, other->at[i]);
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

int32_t gg_walk(int32_t length, int32_t step, gg_test *test, void *with)
{
    gg_assert(step > 0);
    for (int32_t at = 0; at < length; at += step)
        if (test(with, at)) return at;
    return test(with, length) ? length : GG_NEVER;
}

int32_t gg_bisect(int32_t low, int32_t high, gg_test *test, void *with)
{
    while (high - low > 1) {
        int32_t middle = low + (high - low) / 2;
        if (test(with, middle))
            high = middle;
        else
            low = middle;
    }
    return high;
}
