/*
 * space.c - the geometry kernel against slow, independent answers.
 *
 * Each primitive is asked many random questions (20,000 of them; a million with GG_DEEP=1) whose
 * answers are also found another way: long double, 128-bit rationals, or trying everything.  The
 * random shapes are small and round-numbered often enough that touching, running along an edge
 * and exact ties really occur.  Whole positions are mirrored and turned at the end.
 * SPDX-License-Identifier: MIT
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/space.h"

typedef __int128 wide;

static uint64_t random_state = 0x1815;

static uint64_t random_bits(void)
{
    uint64_t z = random_state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)(random_bits() % (uint64_t)(high - low + 1));
}

static bool is_deep(void)
{
    const char *deep = getenv("GG_DEEP");
    return deep != NULL && deep[0] == '1';
}

static int cases(void) { return is_deep() ? 1000000 : 20000; }

/* For questions whose slow answer is very slow: fewer of them in the quick run. */
static int fewer_cases(void) { return is_deep() ? 1000000 : 2000; }

/* A place: anywhere, on a coarse lattice, or quite near the middle. */
static gg_point random_point(void)
{
    switch (between(0, 3)) {
    case 0: return (gg_point){between(0, 144000), between(0, 144000)};
    case 1: return (gg_point){1000 * between(0, 20), 1000 * between(0, 20)};
    case 2:
        return (gg_point){500 * between(0, 40) + between(-1, 1),
                          500 * between(0, 40) + between(-1, 1)};
    default: return (gg_point){between(0, 20000), between(0, 20000)};
    }
}

static int32_t random_facing(void)
{
    switch (between(0, 2)) {
    case 0: return GG_QUARTER * between(0, 3);
    case 1: return 10 * between(0, 359);
    default: return between(0, GG_TURN - 1);
    }
}

static gg_pose random_pose(void)
{
    gg_point at = random_point();
    return (gg_pose){at, random_facing()};
}

static gg_box random_box(void)
{
    int32_t half = 500 * between(1, 8), depth = 500 * between(1, 4);
    return between(0, 1) ? (gg_box){half, depth, -depth} : (gg_box){half, 0, -2 * depth};
}

static gg_convex random_rectangle(void) { return gg_rectangle(random_pose(), random_box()); }

/* A point, a segment, a rectangle, a swept rectangle, or a triangle. */
static gg_convex random_shape(void)
{
    gg_convex one = random_rectangle(), other = random_rectangle();
    gg_point at[3] = {random_point(), random_point(), random_point()};
    gg_convex shape;
    switch (between(0, 6)) {
    case 0: return gg_dot(at[0]);
    case 1: return gg_segment(at[0], at[1]);
    case 2: return gg_hull(&one, &other);
    case 3: return gg_convex_from(at, 3, &shape) ? shape : one;
    default: return one;
    }
}

/* ---- Slow answers. ---- */

static wide wcross(gg_point a, gg_point b, gg_point v)
{
    return (wide)(b.x - a.x) * (v.y - a.y) - (wide)(b.y - a.y) * (v.x - a.x);
}

static wide wdot(gg_point a, gg_point b, gg_point v)
{
    return (wide)(b.x - a.x) * (v.x - a.x) + (wide)(b.y - a.y) * (v.y - a.y);
}

static bool slow_on_segment(gg_point a, gg_point b, gg_point v)
{
    return wcross(a, b, v) == 0 && v.x >= (a.x < b.x ? a.x : b.x) && v.x <= (a.x > b.x ? a.x : b.x)
           && v.y >= (a.y < b.y ? a.y : b.y) && v.y <= (a.y > b.y ? a.y : b.y);
}

static int wsign(wide n) { return (n > 0) - (n < 0); }

static bool slow_segments_meet(gg_point a, gg_point b, gg_point c, gg_point d)
{
    if (slow_on_segment(a, b, c) || slow_on_segment(a, b, d) || slow_on_segment(c, d, a)
        || slow_on_segment(c, d, b))
        return true;
    return wsign(wcross(a, b, c)) * wsign(wcross(a, b, d)) < 0
           && wsign(wcross(c, d, a)) * wsign(wcross(c, d, b)) < 0;
}

static gg_point corner(const gg_convex *shape, int i) { return shape->at[i % shape->count]; }

/* Inside or on the edge, by the winding number. */
static bool slow_holds(const gg_point *at, int count, gg_point v)
{
    int winding = 0;
    for (int i = 0; i < count; i++) {
        gg_point a = at[i], b = at[(i + 1) % count];
        if (slow_on_segment(a, b, v)) return true;
        if (a.y <= v.y && b.y > v.y && wcross(a, b, v) > 0) winding++;
        if (a.y > v.y && b.y <= v.y && wcross(a, b, v) < 0) winding--;
    }
    return winding != 0;
}

static bool slow_touches(const gg_convex *p, const gg_convex *q)
{
    if (slow_holds(p->at, p->count, q->at[0]) || slow_holds(q->at, q->count, p->at[0])) return true;
    for (int i = 0; i < p->count; i++)
        for (int j = 0; j < q->count; j++)
            if (slow_segments_meet(p->at[i], corner(p, i + 1), q->at[j], corner(q, j + 1)))
                return true;
    return false;
}

/* The least k with k*k >= (distance of v from the segment ab) squared, by halving. */
static int64_t slow_vertex_edge(gg_point v, gg_point a, gg_point b)
{
    wide length = wdot(a, b, b), along = wdot(a, b, v), top, bottom = 1;
    if (length > 0 && along > 0 && along < length) {
        top = wcross(a, b, v) * wcross(a, b, v);
        bottom = length;
    } else {
        gg_point end = length > 0 && along >= length ? b : a;
        top = (wide)(v.x - end.x) * (v.x - end.x) + (wide)(v.y - end.y) * (v.y - end.y);
    }
    int64_t low = -1, high = 1 << 22;
    while (high - low > 1) {
        int64_t middle = (low + high) / 2;
        if ((wide)middle * middle * bottom >= top) high = middle;
        else low = middle;
    }
    return high;
}

static int64_t slow_distance(const gg_convex *p, const gg_convex *q)
{
    if (slow_touches(p, q)) return 0;
    int64_t best = INT64_MAX;
    for (int i = 0; i < p->count; i++) {
        for (int j = 0; j < q->count; j++) {
            int64_t one = slow_vertex_edge(p->at[i], q->at[j], corner(q, j + 1));
            int64_t two = slow_vertex_edge(q->at[j], p->at[i], corner(p, i + 1));
            if (one < best) best = one;
            if (two < best) best = two;
        }
    }
    return best;
}

static bool slow_barely_meet(const gg_convex *p, const gg_convex *q, gg_point axis,
                             int32_t tolerance)
{
    wide low[2] = {0}, high[2] = {0};
    for (int s = 0; s < 2; s++) {
        const gg_convex *shape = s == 0 ? p : q;
        for (int i = 0; i < shape->count; i++) {
            wide at = (wide)axis.x * shape->at[i].x + (wide)axis.y * shape->at[i].y;
            if (i == 0 || at < low[s]) low[s] = at;
            if (i == 0 || at > high[s]) high[s] = at;
        }
    }
    wide from = low[0] > low[1] ? low[0] : low[1], to = high[0] < high[1] ? high[0] : high[1];
    wide square = (wide)axis.x * axis.x + (wide)axis.y * axis.y;
    return to <= from || (to - from) * (to - from) <= (wide)tolerance * tolerance * square;
}

/* For shapes of three corners and more. */
static bool slow_overlaps(const gg_convex *p, const gg_convex *q, int32_t tolerance)
{
    for (int s = 0; s < 2; s++) {
        const gg_convex *shape = s == 0 ? p : q;
        for (int i = 0; i < shape->count; i++) {
            gg_point a = shape->at[i], b = corner(shape, i + 1);
            if (slow_barely_meet(p, q, (gg_point){b.y - a.y, a.x - b.x}, tolerance)) return false;
        }
    }
    return true;
}

/* ---- Numbers and facings. ---- */

static void test_numbers(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(); i++) {
        int64_t d = (int64_t)(random_bits() >> between(8, 62)) + 1;
        int64_t n = (int64_t)random_bits() >> between(2, 62);
        if (between(0, 3) == 0) n = d * between(-9, 9) + d / 2 * between(-1, 1);
        wide twice = 2 * (n < 0 ? -(wide)n : n) + d;
        int64_t wanted = (int64_t)(twice / (2 * (wide)d));
        assert_int_equal(gg_rdiv(n, d), n < 0 ? -wanted : wanted);

        uint64_t a = random_bits() >> between(0, 63), b = random_bits() >> between(0, 63);
        unsigned __int128 product = (unsigned __int128)a * b;
        gg_wide found = gg_wide_product(a, b);
        assert_true(found.high == (uint64_t)(product >> 64) && found.low == (uint64_t)product);
        uint64_t c = random_bits() >> between(0, 63), e = between(0, 1) ? b : a;
        unsigned __int128 other = (unsigned __int128)c * e;
        assert_int_equal(gg_wide_compare(found, gg_wide_product(c, e)),
                         (product > other) - (product < other));

        uint64_t square = a >> 2, root = gg_root_down(square);
        if (between(0, 1)) {
            uint64_t whole = a >> 34;
            square = whole * whole + (uint64_t)between(0, 1);
            root = gg_root_down(square);
        }
        assert_true((unsigned __int128)root * root <= square);
        assert_true((unsigned __int128)(root + 1) * (root + 1) > square);
        assert_int_equal(gg_root_up(square), root * root == square ? root : root + 1);
    }
}

static void test_sines(void **unused)
{
    (void)unused;
    const long double pi = acosl(-1.0L);
    int64_t sum = 0;
    uint32_t hash = 0;
    for (int32_t k = 0; k < GG_TURN; k++) {
        assert_int_equal(gg_sine(k), llroundl(0x1p30L * sinl((long double)k * pi / 1800)));
        assert_int_equal(gg_cosine(k), gg_sine((k + GG_QUARTER) % GG_TURN));
        if (k > GG_QUARTER) continue;
        sum += gg_sine(k);
        hash = 31 * hash + (uint32_t)gg_sine(k);
    }
    assert_int_equal(gg_sine(1), 1874032);
    assert_int_equal(gg_sine(300), 536870912);
    assert_int_equal(gg_sine(450), 759250125);
    assert_int_equal(gg_sine(600), 929887697);
    assert_int_equal(gg_sine(899), 1073740189);
    assert_int_equal(sum, 615745462763);
    assert_int_equal(hash, 2459129669u);
    for (int32_t k = -8000; k < 8000; k++) {
        assert_int_equal(gg_facing(k), ((k % GG_TURN) + GG_TURN) % GG_TURN);
        int32_t other = random_facing(), one = gg_facing(k), best = GG_TURN;
        for (int32_t turn = 0; turn <= GG_HALF_TURN && best == GG_TURN; turn++)
            if (gg_facing(one + turn) == other || gg_facing(one - turn) == other) best = turn;
        assert_int_equal(gg_turn_between(one, other), best);
    }
}

static void test_bearing(void **unused)
{
    (void)unused;
    static const int32_t steps[] = {1, 10, 50, 450, 900};
    static int32_t sine[GG_TURN], cosine[GG_TURN];
    for (int32_t k = 0; k < GG_TURN; k++) {
        sine[k] = gg_sine(k);
        cosine[k] = gg_cosine(k);
    }
    for (int i = 0; i < cases(); i++) {
        gg_point a = random_point(), b = random_point();
        gg_point vector = {b.x - a.x, b.y - a.y};
        if (between(0, 3) == 0) vector = (gg_point){between(-6, 6), between(-6, 6)};
        int32_t step = steps[between(0, 4)], best = 0;
        int64_t most = INT64_MIN;
        for (int32_t k = 0; k < GG_TURN; k += step) {
            int64_t along = (int64_t)vector.x * sine[k] + (int64_t)vector.y * cosine[k];
            if (along <= most) continue;
            most = along;
            best = k;
        }
        assert_int_equal(gg_bearing(vector, step), best);
    }
}

/* ---- Poses and shapes. ---- */

static void test_poses(void **unused)
{
    (void)unused;
    const long double pi = acosl(-1.0L);
    for (int i = 0; i < cases(); i++) {
        gg_pose pose = random_pose();
        gg_point local = {between(-40000, 40000), between(-40000, 40000)};
        gg_point world = gg_to_world(pose, local);
        wide x = (wide)local.x * gg_cosine(pose.facing) + (wide)local.y * gg_sine(pose.facing);
        wide y = (wide)local.y * gg_cosine(pose.facing) - (wide)local.x * gg_sine(pose.facing);
        assert_int_equal(world.x - pose.at.x, gg_rdiv((int64_t)x, GG_SINE_ONE));
        assert_int_equal(world.y - pose.at.y, gg_rdiv((int64_t)y, GG_SINE_ONE));
        long double angle = (long double)pose.facing * pi / 1800;
        long double east = local.x * cosl(angle) + local.y * sinl(angle);
        long double north = local.y * cosl(angle) - local.x * sinl(angle);
        assert_true(fabsl(world.x - pose.at.x - east) < 0.501L);
        assert_true(fabsl(world.y - pose.at.y - north) < 0.501L);
        gg_point back = gg_to_local(pose, world);
        assert_in_range(back.x - local.x + 1, 0, 2);
        assert_in_range(back.y - local.y + 1, 0, 2);
        gg_point ahead = gg_along(pose.at, pose.facing, local.y);
        gg_point same = gg_to_world(pose, (gg_point){0, local.y});
        assert_memory_equal(&ahead, &same, sizeof ahead);
    }
}

/* Beyond its corners a shape holds anything. */
static void assert_same_shape(const gg_convex *one, const gg_convex *other)
{
    assert_int_equal(one->count, other->count);
    assert_memory_equal(one->at, other->at, (size_t)one->count * sizeof *one->at);
}

static void test_rectangles(void **unused)
{
    (void)unused;
    /* LG-X7: a line of 4 by 1 inches facing 30 degrees, cavalry of 3 by 2 facing 45. */
    gg_convex line = gg_rectangle((gg_pose){{24000, 20000}, 300}, (gg_box){2000, 500, -500});
    const gg_point line_at[4] = {{22518, 21433}, {25982, 19433}, {25482, 18567}, {22018, 20567}};
    assert_memory_equal(line.at, line_at, sizeof line_at);
    gg_convex horse = gg_rectangle((gg_pose){{24000, 20000}, 450}, (gg_box){1500, 1000, -1000});
    const gg_point horse_at[4] = {{23646, 21768}, {25768, 19646}, {24354, 18232}, {22232, 20354}};
    assert_memory_equal(horse.at, horse_at, sizeof horse_at);
    for (int i = 0; i < cases(); i++) {
        gg_pose pose = random_pose();
        gg_box box = random_box();
        gg_convex shape = gg_rectangle(pose, box), made;
        assert_true(gg_convex_from(shape.at, 4, &made)); /* convex and clockwise already */
        assert_same_shape(&made, &shape);
        gg_point reversed[4] = {shape.at[3], shape.at[2], shape.at[1], shape.at[0]};
        assert_true(gg_convex_from(reversed, 4, &made));
        assert_same_shape(&made, &shape);
        gg_point bent[4] = {shape.at[0], shape.at[2], shape.at[1], shape.at[3]};
        assert_false(gg_convex_from(bent, 4, &made));
        gg_point flat[3] = {{0, 0}, {10, 10}, {20, 20}};
        assert_false(gg_convex_from(flat, 3, &made));
        assert_false(gg_convex_from(shape.at, 2, &made));
    }
}

/* A corner of the hull is a point that no triangle, segment or double of the others holds. */
static bool slow_is_corner(const gg_point *at, int count, int which)
{
    for (int i = 0; i < which; i++)
        if (at[i].x == at[which].x && at[i].y == at[which].y) return false;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            for (int k = 0; k < count; k++) {
                gg_point triangle[3] = {at[i], at[j], at[k]};
                bool own = false;
                for (int c = 0; c < 3; c++)
                    own |= triangle[c].x == at[which].x && triangle[c].y == at[which].y;
                if (!own && slow_holds(triangle, 3, at[which])) return false;
            }
        }
    }
    return true;
}

static void test_hull(void **unused)
{
    (void)unused;
    for (int i = 0; i < fewer_cases(); i++) {
        gg_convex one = random_rectangle(), other = random_rectangle();
        if (between(0, 3) == 0) one = gg_dot(random_point());
        if (between(0, 3) == 0) other = between(0, 1) ? one : gg_dot(random_point());
        gg_point at[8];
        int count = 0, corners = 0;
        for (int j = 0; j < one.count; j++) at[count++] = one.at[j];
        for (int j = 0; j < other.count; j++) at[count++] = other.at[j];
        gg_convex hull = gg_hull(&one, &other);
        for (int j = 0; j < count; j++) {
            bool is_corner = slow_is_corner(at, count, j), found = false;
            corners += is_corner;
            for (int k = 0; k < hull.count; k++)
                found |= hull.at[k].x == at[j].x && hull.at[k].y == at[j].y;
            if (is_corner) assert_true(found);
            assert_true(slow_holds(hull.at, hull.count, at[j]));
        }
        assert_int_equal(hull.count, corners);
        for (int j = 0; hull.count > 2 && j < hull.count; j++)
            assert_true(wcross(hull.at[j], corner(&hull, j + 1), corner(&hull, j + 2)) < 0);
    }
}

/* What is swept is the hull of both ends, whichever corner comes first. */
static void test_swept(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(); i++) {
        gg_convex one = random_rectangle();
        gg_point by = {between(-9, 9) * 500, between(-9, 9) * 500};
        if (between(0, 3) == 0) /* along an edge, forward or back */
            by = (gg_point){(one.at[1].x - one.at[2].x) * between(-2, 2),
                            (one.at[1].y - one.at[2].y) * between(-2, 2)};
        gg_convex moved = gg_moved(&one, by), hull = gg_hull(&one, &moved);
        gg_convex swept = gg_swept(&one, by);
        int first = 0;
        while (first < hull.count
               && (hull.at[first].x != swept.at[0].x || hull.at[first].y != swept.at[0].y))
            first++;
        assert_int_equal(swept.count, hull.count);
        for (int j = 0; j < hull.count; j++) {
            assert_int_equal(swept.at[j].x, corner(&hull, first + j).x);
            assert_int_equal(swept.at[j].y, corner(&hull, first + j).y);
        }
    }
}

static void test_zones(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(); i++) {
        gg_pose pose = random_pose();
        gg_box box = random_box();
        gg_point v = random_point();
        if (between(0, 1)) /* on one of the lines, or a tick beside it */
            v = gg_to_world(pose,
                            (gg_point){(box.half + 777 * between(0, 9)) * (between(0, 1) ? 1 : -1)
                                           + between(-1, 1),
                                       box.front + 777 * between(0, 9)});
        wide c = gg_cosine(pose.facing), s = gg_sine(pose.facing), one = GG_SINE_ONE;
        wide x = (v.x - pose.at.x) * c - (v.y - pose.at.y) * s;
        wide y = (v.x - pose.at.x) * s + (v.y - pose.at.y) * c;
        gg_zone wanted = x < 0 ? GG_ZONE_LEFT : GG_ZONE_RIGHT;
        if (y >= box.front * one && x <= box.half * one + y - box.front * one
            && -x <= box.half * one + y - box.front * one)
            wanted = GG_ZONE_FRONT;
        else if (y <= box.rear * one && x <= box.half * one - y + box.rear * one
                 && -x <= box.half * one - y + box.rear * one)
            wanted = GG_ZONE_REAR;
        assert_int_equal(gg_zone_of_point(pose, box, v), wanted);

        gg_convex other = random_rectangle();
        /* front, rear, right, left */
        int32_t gap[4] = {INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX};
        for (int j = 0; j < 4; j++) {
            gg_point at = gg_to_local(pose, other.at[j]);
            int32_t own[4] = {at.y - box.front, box.rear - at.y, at.x - box.half, -box.half - at.x};
            for (int g = 0; g < 4; g++)
                if (own[g] < gap[g]) gap[g] = own[g];
        }
        static const gg_zone order[4] = {GG_ZONE_FRONT, GG_ZONE_REAR, GG_ZONE_RIGHT, GG_ZONE_LEFT};
        int widest = 0;
        for (int g = 1; g < 4; g++)
            if (gap[g] > gap[widest]) widest = g;
        assert_int_equal(gg_zone_of_box(pose, box, &other), order[widest]);
    }
}

/* ---- Distances and meeting. ---- */

static void test_distances(void **unused)
{
    (void)unused;
    gg_convex a = gg_rectangle((gg_pose){{24000, 20000}, 0}, (gg_box){1000, 1000, -1000});
    gg_convex b = gg_rectangle((gg_pose){{28000, 25000}, 0}, (gg_box){1000, 1000, -1000});
    assert_int_equal(gg_distance_between(&a, &b), 3606); /* LG-X10: the root of 13, counted up */
    int apart = 0, together = 0;
    for (int i = 0; i < cases(); i++) {
        gg_convex p = random_shape(), q = random_shape();
        int64_t wanted = slow_distance(&p, &q);
        assert_int_equal(gg_distance_between(&p, &q), wanted);
        assert_int_equal(gg_distance_between(&q, &p), wanted);
        if (p.count > 1 || q.count > 1) assert_int_equal(gg_touches(&p, &q), wanted == 0);
        int32_t limit = (int32_t)wanted + between(-2, 2);
        assert_int_equal(gg_is_within(&p, &q, limit), limit >= 0 && wanted <= limit);
        apart += wanted > 0;
        together += wanted == 0;
        gg_point v = random_point(), w = random_point();
        gg_convex dot = gg_dot(v), dot2 = gg_dot(w);
        const int64_t far = slow_vertex_edge(v, w, w);
        assert_int_equal(gg_distance(v, w), far);
        limit = (int32_t)far + between(far < 2 ? 0 : -2, 2);
        assert_int_equal(gg_is_farther(v, w, limit), far > limit);
        assert_int_equal(gg_distance_between(&dot, &dot2), gg_distance(v, w));
        assert_int_equal(gg_holds(&p, v), slow_holds(p.at, p.count, v));
    }
    assert_true(apart > cases() / 10 && together > cases() / 10);
}

/* The first moved from where it is not; true: both are lozenges, and were compared. */
static bool compare_lozenges(const gg_convex *p, const gg_convex *q, int32_t tolerance, bool wanted)
{
    const gg_point by = {between(-9000, 9000), between(-9000, 9000)};
    const gg_convex elsewhere = gg_moved(p, (gg_point){-by.x, -by.y});
    gg_lozenge one, other;
    if (!gg_lozenge_of(&elsewhere, tolerance, &one) || !gg_lozenge_of(q, tolerance, &other))
        return false;
    assert_int_equal(gg_lozenges_overlap(&one, by, &other), wanted);
    return true;
}

static void test_overlaps(void **unused)
{
    (void)unused;
    static const int32_t tolerances[] = {0, 10, 20, 50, 1000};
    int yes = 0, lozenges = 0;
    for (int i = 0; i < cases(); i++) {
        gg_pose pose = random_pose();
        gg_box box = random_box();
        gg_convex p = gg_rectangle(pose, box);
        int32_t tolerance = tolerances[between(0, 4)];
        gg_convex q = random_rectangle();
        if (between(0, 1)) { /* beside it, within a tick or two of what is tolerated */
            gg_pose near = pose;
            near.at = gg_to_world(
                pose, (gg_point){2 * box.half - tolerance + between(-2, 2), between(-3000, 3000)});
            q = gg_rectangle(near, box);
        }
        bool wanted = slow_overlaps(&p, &q, tolerance);
        assert_int_equal(gg_overlaps(&p, &q, tolerance), wanted);
        assert_int_equal(gg_overlaps(&q, &p, tolerance), wanted);
        lozenges += compare_lozenges(&p, &q, tolerance, wanted);
        if (wanted) assert_true(slow_touches(&p, &q));
        yes += wanted;
    }
    assert_true(yes > cases() / 20 && lozenges > cases() / 20);
}

static void test_polygons(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(); i++) {
        gg_point at[13];
        int count = between(3, 12);
        gg_point middle = {10000, 10000};
        for (int j = 0; j < count; j++) { /* a star: simple, seldom convex */
            int32_t radius = 500 * between(2, 16);
            at[j] = gg_along(middle, j * GG_TURN / count, radius);
        }
        if (between(0, 3) == 0) { /* a corner said twice is one corner */
            int twice = between(0, count - 1);
            memmove(at + twice + 1, at + twice, (size_t)(count - twice) * sizeof *at);
            count++;
        }
        gg_point v = between(0, 1) ? at[between(0, count - 1)] : random_point();
        if (between(0, 2) == 0) v = (gg_point){(at[0].x + at[1].x) / 2, (at[0].y + at[1].y) / 2};
        assert_int_equal(gg_polygon_holds(at, count, v), slow_holds(at, count, v));
    }
}

/* ---- Segments. ---- */

static gg_point lattice_point(void)
{
    return between(0, 3) == 0 ? random_point()
                              : (gg_point){1000 * between(0, 8), 1000 * between(0, 8)};
}

static void test_segments(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(); i++) {
        gg_point p = lattice_point(), q = lattice_point(), a = lattice_point(), b = lattice_point();
        assert_int_equal(gg_segments_meet(p, q, a, b), slow_segments_meet(p, q, a, b));
        int from = wsign(wcross(a, b, p)), to = wsign(wcross(a, b, q));
        bool crosses = gg_crosses(p, q, a, b);
        assert_int_equal(crosses, gg_crosses(p, q, b, a));
        if (from == 0 || from == to) assert_false(crosses);
        else if (p.x != q.x || p.y != q.y) { /* it reaches the line: does it reach the segment? */
            assert_int_equal(crosses, slow_segments_meet(p, q, a, b));
        }
    }
}

/* The parts of the way inside every half plane, as LG-R14 says it: entry before exit, and not
 * running along an edge or outside it. */
static bool slow_passes(gg_point from, gg_point to, const gg_convex *area, wide *in_top,
                        wide *in_bottom, wide *out_top, wide *out_bottom)
{
    *in_top = 0, *in_bottom = 1, *out_top = 1, *out_bottom = 1;
    bool outside = false;
    for (int i = 0; i < area->count; i++) {
        wide start = wcross(area->at[i], corner(area, i + 1), from);
        wide end = wcross(area->at[i], corner(area, i + 1), to);
        if (start == end) { /* along or beside this edge */
            outside |= start >= 0;
        } else if (end < start) { /* coming in where start + t (end - start) = 0 */
            if (start * *in_bottom > *in_top * (start - end))
                *in_top = start, *in_bottom = start - end;
        } else if (-start * *out_bottom < *out_top * (end - start)) {
            *out_top = -start, *out_bottom = end - start;
        }
    }
    return !outside && *in_top * *out_bottom < *out_top * *in_bottom;
}

static void test_clip(void **unused)
{
    (void)unused;
    int through = 0;
    for (int i = 0; i < cases(); i++) {
        gg_convex area = random_shape();
        while (area.count < 3) area = random_shape();
        if (between(0, 1)) {
            gg_point square[4] = {{2000, 2000}, {2000, 6000}, {6000, 6000}, {6000, 2000}};
            assert_true(gg_convex_from(square, 4, &area));
        }
        gg_point from = lattice_point(), to = lattice_point();
        if (from.x == to.x && from.y == to.y) continue;
        wide in_top, in_bottom, out_top, out_bottom;
        bool wanted = slow_passes(from, to, &area, &in_top, &in_bottom, &out_top, &out_bottom);
        assert_int_equal(gg_passes_through(from, to, &area), wanted);
        assert_int_equal(gg_passes_through(to, from, &area), wanted);
        assert_int_equal(gg_cuts(from, to, &area, 0), wanted);
        assert_int_equal(gg_cuts(to, from, &area, 0), wanted);
        through += wanted;
        gg_part enter, leave;
        bool meets = gg_clip(from, to, &area, &enter, &leave);
        gg_convex way = gg_segment(from, to);
        assert_int_equal(meets, slow_touches(&way, &area));
        if (!wanted) continue;
        assert_true(enter.top * in_bottom == in_top * enter.bottom);
        assert_true(leave.top * out_bottom == out_top * leave.bottom);
        gg_point at = gg_part_of_way(from, to, leave);
        wide x = 2 * ((wide)(to.x - from.x) * leave.top), bottom = 2 * (wide)leave.bottom;
        wide size = x < 0 ? -x : x;
        wide nearest = (size + leave.bottom) / bottom;
        assert_int_equal(at.x - from.x, (int64_t)(x < 0 ? -nearest : nearest));
    }
    assert_true(through > cases() / 10);
}

/* ---- Courses. ---- */

/* A stream across a way stops it, one that the way only grazes does not. */
static void test_cuts(void **unused)
{
    (void)unused;
    const gg_point square[4] = {{2000, 2000}, {2000, 6000}, {6000, 6000}, {6000, 2000}};
    gg_convex area;
    assert_true(gg_convex_from(square, 4, &area));
    const gg_convex line = gg_segment((gg_point){0, 4000}, (gg_point){8000, 4000});
    assert_false(gg_overlaps(&area, &line, 10)); /* it has no width to share */
    assert_true(gg_cuts((gg_point){0, 4000}, (gg_point){8000, 4000}, &area, 10));
    assert_false(gg_cuts((gg_point){0, 2010}, (gg_point){8000, 2010}, &area, 10));
    assert_true(gg_cuts((gg_point){0, 2011}, (gg_point){8000, 2011}, &area, 10));
    assert_true(gg_cuts((gg_point){0, 5989}, (gg_point){8000, 5989}, &area, 10));
    assert_false(gg_cuts((gg_point){0, 5990}, (gg_point){8000, 5990}, &area, 10));
    assert_false(gg_cuts((gg_point){0, 4000}, (gg_point){2010, 4000}, &area, 10));
    assert_true(gg_cuts((gg_point){0, 4000}, (gg_point){2011, 4000}, &area, 10));
    assert_true(gg_cuts((gg_point){3000, 3000}, (gg_point){4000, 3500}, &area, 10));
    assert_false(gg_cuts((gg_point){0, 4000}, (gg_point){4000, 0}, &area, 10));
}

/* The worked examples STX-15 and STX-16 of staff: a line of 8 by 1.5 inches, held by its front. */
static void test_front_held(void **unused)
{
    (void)unused;
    const gg_box box = {.half = 4000, .front = 0, .rear = -1500};
    const gg_point at45[4] = {{33172, 14828}, {38828, 9172}, {37768, 8111}, {32111, 13768}},
                   at30[4] = {{32536, 14000}, {39464, 10000}, {38714, 8701}, {31786, 12701}};
    const gg_convex one = gg_rectangle((gg_pose){{36000, 12000}, 450}, box),
                    other = gg_rectangle((gg_pose){{36000, 12000}, 300}, box);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(one.at[i].x, at45[i].x);
        assert_int_equal(one.at[i].y, at45[i].y);
        assert_int_equal(other.at[i].x, at30[i].x);
        assert_int_equal(other.at[i].y, at30[i].y);
    }
    static const struct {
        gg_point at;
        gg_zone zone;
    } rows[] = {
        {{41000, 13000}, GG_ZONE_FRONT}, {{41001, 13000}, GG_ZONE_RIGHT},
        {{31000, 9500}, GG_ZONE_REAR},   {{30999, 9500}, GG_ZONE_LEFT},
        {{32000, 12000}, GG_ZONE_FRONT}, {{31999, 12000}, GG_ZONE_LEFT},
    };
    for (int i = 0; i < 6; i++)
        assert_int_equal(gg_zone_of_point((gg_pose){{36000, 12000}, 0}, box, rows[i].at),
                         rows[i].zone);
}

static void test_courses(void **unused)
{
    (void)unused;
    int met = 0, courses = 0;
    for (int positions = 0; positions < 50 * cases(); courses++) { /* each k is a case */
        gg_pose pose = random_pose();
        gg_box box = random_box();
        gg_convex shape = gg_rectangle(pose, box), other = random_rectangle();
        int32_t facing = between(0, 2) == 0 ? random_facing() : pose.facing;
        int32_t range = between(0, 8000), tolerance = between(0, 1) ? 50 : 0;
        if (between(0, 2) > 0) { /* somewhere ahead, or grazing */
            gg_point at = gg_to_world(
                (gg_pose){pose.at, facing},
                (gg_point){between(0, 1) ? 2 * box.half + between(-2, 2) : between(-4000, 4000),
                           between(0, 8000)});
            other = gg_rectangle((gg_pose){at, between(0, 1) ? facing : random_facing()}, box);
        }
        gg_course course = gg_course_of(&shape, facing);
        int32_t from = between(0, 1) ? 0 : between(0, range), to = range;
        if (between(0, 2) == 0) from = range, to = between(0, range);
        int32_t touch = GG_NEVER, overlap = GG_NEVER, clear = GG_NEVER, leave = GG_NEVER;
        gg_bounds table = {{0, 0}, {20000, 18000}};
        for (int32_t k = from, step = from <= to ? 1 : -1;; k += step) {
            gg_point by = gg_along((gg_point){0, 0}, facing, k);
            gg_convex there = gg_moved(&shape, by);
            if (touch == GG_NEVER && slow_touches(&there, &other)) touch = k;
            bool overlaps = slow_overlaps(&there, &other, tolerance);
            if (overlap == GG_NEVER && overlaps) overlap = k;
            if (clear == GG_NEVER && !overlaps) clear = k;
            for (int c = 0; c < 4; c++)
                if (leave == GG_NEVER
                    && (there.at[c].x < 0 || there.at[c].y < 0 || there.at[c].x > table.high.x
                        || there.at[c].y > table.high.y))
                    leave = k;
            positions++;
            if (k == to) break;
        }
        assert_int_equal(gg_course_touches(&course, &other, from, to), touch);
        assert_int_equal(gg_course_overlaps(&course, &other, tolerance, from, to), overlap);
        assert_int_equal(gg_course_clears(&course, &other, tolerance, from, to), clear);
        assert_int_equal(gg_course_leaves(&course, table, from, to), leave);
        met += touch != GG_NEVER;
    }
    assert_true(met > courses / 10);
}

static void test_contact(void **unused)
{
    (void)unused;
    /* LG-X9: cavalry at (18, 20) facing 37 meets a column at (24, 28) after 7.600. */
    gg_convex horse = gg_rectangle((gg_pose){{18000, 20000}, 370}, (gg_box){1500, 1000, -1000});
    gg_convex foot = gg_rectangle((gg_pose){{24000, 28000}, 1800}, (gg_box){1000, 1000, -1000});
    assert_int_equal(gg_bearing((gg_point){6000, 8000}, 10), 370);
    gg_course course = gg_course_of(&horse, 370);
    assert_int_equal(gg_course_touches(&course, &foot, 0, 36000), 7600);
    gg_convex far = gg_dot((gg_point){18000, 60000});
    assert_int_equal(gg_course_touches(&course, &far, 0, 36000), GG_NEVER);
}

/* ---- Walking and the grid. ---- */

/* ---- Halving. ---- */

static int32_t first_yes;

static bool is_past(void *with, int32_t at)
{
    (void)with;
    return at >= first_yes;
}

static void test_halving(void **unused)
{
    (void)unused;
    for (int i = 0; i < cases(); i++) {
        const int32_t low = between(-4000, 4000), high = low + between(1, 9000);
        first_yes = between(low + 1, high);
        assert_int_equal(gg_bisect(low, high, is_past, NULL), first_yes);
    }
}

/* ---- Whole positions, mirrored and turned. ---- */

enum { BODIES = 8, TABLE = 24000 };
typedef struct position {
    gg_pose pose[BODIES];
    gg_box box[BODIES];
    gg_point mark[BODIES];
} position;

static gg_point turned_point(gg_point at, int quarters, bool mirrored)
{
    if (mirrored) at.x = TABLE - at.x;
    for (int i = 0; i < quarters; i++)
        at = (gg_point){at.y, TABLE - at.x}; /* a quarter turn clockwise */
    return at;
}

static gg_pose turned_pose(gg_pose pose, int quarters, bool mirrored)
{
    int32_t facing = mirrored ? gg_facing(-pose.facing) : pose.facing;
    return (gg_pose){turned_point(pose.at, quarters, mirrored),
                     gg_facing(facing + quarters * GG_QUARTER)};
}

static gg_zone turned_zone(gg_zone zone, bool mirrored)
{
    if (!mirrored || zone == GG_ZONE_FRONT || zone == GG_ZONE_REAR) return zone;
    return zone == GG_ZONE_LEFT ? GG_ZONE_RIGHT : GG_ZONE_LEFT;
}

static bool is_straight_abreast(gg_pose pose, gg_point v)
{
    return (int64_t)(v.x - pose.at.x) * gg_cosine(pose.facing)
           == (int64_t)(v.y - pose.at.y) * gg_sine(pose.facing);
}

static void compare_pair(const position *one, const position *other, int i, int j, bool mirrored)
{
    gg_convex p = gg_rectangle(one->pose[i], one->box[i]),
              q = gg_rectangle(one->pose[j], one->box[j]);
    gg_convex r = gg_rectangle(other->pose[i], other->box[i]);
    gg_convex s = gg_rectangle(other->pose[j], other->box[j]);
    assert_int_equal(gg_distance_between(&p, &q), gg_distance_between(&r, &s));
    assert_int_equal(gg_touches(&p, &q), gg_touches(&r, &s));
    assert_int_equal(gg_overlaps(&p, &q, 50), gg_overlaps(&r, &s, 50));
    gg_course ahead = gg_course_of(&p, one->pose[i].facing);
    gg_course ahead2 = gg_course_of(&r, other->pose[i].facing);
    assert_int_equal(gg_course_touches(&ahead, &q, 0, 36000),
                     gg_course_touches(&ahead2, &s, 0, 36000));
    assert_int_equal(gg_course_overlaps(&ahead, &q, 50, 0, 36000),
                     gg_course_overlaps(&ahead2, &s, 50, 0, 36000));
    gg_convex swept = gg_hull(&p, &q), swept2 = gg_hull(&r, &s);
    assert_int_equal(swept.count, swept2.count);
    for (int k = 0; k < BODIES; k++) {
        gg_convex t = gg_rectangle(one->pose[k], one->box[k]),
                  u = gg_rectangle(other->pose[k], other->box[k]);
        assert_int_equal(gg_overlaps(&swept, &t, 50), gg_overlaps(&swept2, &u, 50));
        assert_int_equal(gg_passes_through(one->mark[i], one->mark[j], &t),
                         gg_passes_through(other->mark[i], other->mark[j], &u));
        assert_int_equal(gg_holds(&t, one->mark[i]), gg_holds(&u, other->mark[i]));
    }
    if (!mirrored || !is_straight_abreast(one->pose[i], one->mark[j]))
        assert_int_equal(
            turned_zone(gg_zone_of_point(one->pose[i], one->box[i], one->mark[j]), mirrored),
            gg_zone_of_point(other->pose[i], other->box[i], other->mark[j]));
    gg_point way = {one->mark[j].x - one->mark[i].x, one->mark[j].y - one->mark[i].y};
    gg_point way2 = {other->mark[j].x - other->mark[i].x, other->mark[j].y - other->mark[i].y};
    gg_pose bearing = {{0, 0}, gg_bearing(way, 10)};
    int quarters = gg_facing(other->pose[0].facing
                             - (mirrored ? gg_facing(-one->pose[0].facing) : one->pose[0].facing))
                   / GG_QUARTER;
    if (way.x != 0 || way.y != 0)
        assert_int_equal(gg_bearing(way2, 10), turned_pose(bearing, quarters, mirrored).facing);
}

static void test_symmetry(void **unused)
{
    (void)unused;
    for (int n = 0; n < fewer_cases() / 20; n++) {
        position one, other;
        for (int i = 0; i < BODIES; i++) {
            one.pose[i] = (gg_pose){{between(0, TABLE), between(0, TABLE)}, random_facing()};
            if (between(0, 1))
                one.pose[i].at = (gg_point){1000 * between(0, 24), 1000 * between(0, 24)};
            one.box[i] = random_box();
            one.mark[i] =
                between(0, 1) ? one.pose[i].at : (gg_point){between(0, TABLE), between(0, TABLE)};
        }
        int quarters = between(0, 3);
        bool mirrored = between(0, 1);
        for (int i = 0; i < BODIES; i++) {
            other.pose[i] = turned_pose(one.pose[i], quarters, mirrored);
            other.box[i] = one.box[i];
            other.mark[i] = turned_point(one.mark[i], quarters, mirrored);
        }
        for (int i = 0; i < BODIES; i++)
            for (int j = 0; j < BODIES; j++)
                if (i != j) compare_pair(&one, &other, i, j, mirrored);
    }
}

/* Without its corners, a rectangle is passed as with them, but for what is close. */
static void test_boxes(void **unused)
{
    (void)unused;
    int through = 0, close = 0;
    for (int i = 0; i < cases(); i++) {
        const gg_pose pose = {{between(0, TABLE), between(0, TABLE)}, random_facing()};
        const gg_box box = random_box();
        const gg_convex shape = gg_rectangle(pose, box);
        gg_point from = {between(0, TABLE), between(0, TABLE)},
                 to = {between(0, TABLE), between(0, TABLE)};
        if (between(0, 1)) { /* by a corner, or from one */
            to = (gg_point){2 * shape.at[0].x - from.x + between(-4, 4),
                            2 * shape.at[0].y - from.y + between(-4, 4)};
            if (between(0, 1)) from = shape.at[between(0, 3)];
        }
        const int known = gg_passes_box(from, to, pose, box);
        const bool wanted = gg_passes_through(from, to, &shape);
        if (known >= 0) assert_int_equal(known, wanted);
        through += wanted;
        close += known < 0;
    }
    assert_true(through > cases() / 10 && close < cases() / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_sines),
        cmocka_unit_test(test_bearing),    cmocka_unit_test(test_poses),
        cmocka_unit_test(test_rectangles), cmocka_unit_test(test_hull),
        cmocka_unit_test(test_swept),      cmocka_unit_test(test_zones),
        cmocka_unit_test(test_distances),  cmocka_unit_test(test_overlaps),
        cmocka_unit_test(test_polygons),   cmocka_unit_test(test_segments),
        cmocka_unit_test(test_clip),       cmocka_unit_test(test_cuts),
        cmocka_unit_test(test_boxes),      cmocka_unit_test(test_front_held),
        cmocka_unit_test(test_courses),    cmocka_unit_test(test_contact),
        cmocka_unit_test(test_halving),    cmocka_unit_test(test_symmetry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
