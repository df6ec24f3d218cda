/*
 * space_course.c - a shape that slides along a facing: where does it first touch, overlap, come
 * free, leave?
 *
 * A sliding shape and a standing one meet while, on every axis that could part them, the way
 * slid so far lies between two numbers (a bar).  The way at distance k is rounded to whole ticks,
 * so it is within half a tick in x and y of the true line; that slack bounds from below how many
 * steps must pass before a bar can open or close, and the search leaps that far.  The answer is
 * exactly that of trying every k.
 * SPDX-License-Identifier: MIT
 */
#include "core/space.h"

enum { BARS_MAX = 2 * GG_CONVEX_MAX };

typedef struct bar {
    int64_t x, y;      /* the axis */
    int64_t low, high; /* open while low <= x * east + y * north <= high */
    int64_t slack;     /* how much rounding may move the product, twice over */
    int64_t rate;      /* growth of the product for one step upwards, times GG_SINE_ONE */
} bar;

typedef struct bars {
    int count;
    bar each[BARS_MAX];
} bars;

gg_course gg_course_of(const gg_convex *shape, int32_t facing)
{
    return (gg_course){.shape = *shape, .sine = gg_sine(facing), .cosine = gg_cosine(facing)};
}

static int32_t rounded(int64_t n)
{
    const int64_t half = GG_SINE_ONE / 2;
    return (int32_t)(n >= 0 ? (n + half) >> 30 : -((half - n) >> 30));
}

gg_point gg_course_by(const gg_course *course, int32_t k)
{
    return (gg_point){rounded((int64_t)k * course->sine), rounded((int64_t)k * course->cosine)};
}

gg_convex gg_course_at(const gg_course *course, int32_t k)
{
    return gg_moved(&course->shape, gg_course_by(course, k));
}

/* ---- Bars. ---- */

static void bar_add(bars *all, const gg_course *course, gg_point axis, int64_t low, int64_t high)
{
    gg_assert(all->count < BARS_MAX);
    all->each[all->count++] = (bar){
        .x = axis.x,
        .y = axis.y,
        .low = low,
        .high = high,
        .slack =
            (axis.x < 0 ? -(int64_t)axis.x : axis.x) + (axis.y < 0 ? -(int64_t)axis.y : axis.y),
        .rate = (int64_t)axis.x * course->sine + (int64_t)axis.y * course->cosine,
    };
}

static void span_along(const gg_convex *shape, gg_point axis, int64_t *low, int64_t *high)
{
    for (int i = 0; i < shape->count; i++) {
        int64_t at = (int64_t)shape->at[i].x * axis.x + (int64_t)shape->at[i].y * axis.y;
        if (i == 0 || at < *low) *low = at;
        if (i == 0 || at > *high) *high = at;
    }
}

/* For each edge of `edges`: the bar within which the two share more than `tolerance` along its
 * normal; with tolerance -1, within which they share a point. */
static void bars_add(bars *all, const gg_course *course, const gg_convex *other,
                     const gg_convex *edges, int32_t tolerance)
{
    const gg_point *at = edges->at;
    bool parallelogram = edges->count == 4 && at[0].x + at[2].x == at[1].x + at[3].x
                         && at[0].y + at[2].y == at[1].y + at[3].y; /* two edges tell all */
    for (int i = 0; i < (parallelogram ? 2 : edges->count); i++) {
        gg_point a = edges->at[i], b = edges->at[i + 1 < edges->count ? i + 1 : 0];
        gg_point axis = {a.y - b.y, b.x - a.x};
        if (axis.x == 0 && axis.y == 0) continue;
        if (edges->count == 2 && i == 1) axis = (gg_point){b.x - a.x, b.y - a.y};
        int64_t own_low = 0, own_high = 0, low = 0, high = 0;
        span_along(&course->shape, axis, &own_low, &own_high);
        span_along(other, axis, &low, &high);
        int64_t least = 0; /* they must share at least this much */
        if (tolerance >= 0) {
            uint64_t square = (uint64_t)((int64_t)axis.x * axis.x + (int64_t)axis.y * axis.y);
            least = (int64_t)gg_root_down((uint64_t)tolerance * (uint64_t)tolerance * square) + 1;
        }
        bool never = own_high - own_low < least || high - low < least;
        bar_add(all, course, axis, low - own_high + least,
                never ? INT64_MIN : high - own_low - least);
    }
}

static bars bars_of(const gg_course *course, const gg_convex *other, int32_t tolerance)
{
    bars all = {.count = 0};
    gg_assert(tolerance <= 1000);
    bars_add(&all, course, other, &course->shape, tolerance);
    bars_add(&all, course, other, other, tolerance);
    return all;
}

/* ---- Searching. ---- */

static const int64_t too_far = INT64_MAX;

/* At least so many steps until the product can have grown by `need`. */
static int64_t steps_to_grow(const bar *it, int64_t need, int64_t rate)
{
    if (need <= it->slack) return 1;
    if (rate <= 0) return too_far;
    int64_t steps = ((need - it->slack) << 16) / ((rate >> 14) + 1);
    return steps < 1 ? 1 : steps;
}

/* Steps that cannot be missed when looking for a k at which all bars are open; 0: here. */
static int64_t leap_in(const bars *all, gg_point by, int32_t step)
{
    int64_t leap = 0;
    for (int i = 0; i < all->count; i++) {
        const bar *it = &all->each[i];
        if (it->low > it->high) return too_far;
        int64_t at = it->x * by.x + it->y * by.y, steps = 0;
        if (at < it->low) steps = steps_to_grow(it, it->low - at, step * it->rate);
        else if (at > it->high) steps = steps_to_grow(it, at - it->high, -step * it->rate);
        if (steps > leap) leap = steps;
    }
    return leap;
}

/* The same for a k at which some bar is closed. */
static int64_t leap_out(const bars *all, gg_point by, int32_t step)
{
    int64_t leap = too_far;
    for (int i = 0; i < all->count; i++) {
        const bar *it = &all->each[i];
        int64_t at = it->x * by.x + it->y * by.y;
        if (at < it->low || at > it->high) return 0;
        int64_t up = steps_to_grow(it, it->high + 1 - at, step * it->rate);
        int64_t down = steps_to_grow(it, at - it->low + 1, -step * it->rate);
        if (up < leap) leap = up;
        if (down < leap) leap = down;
    }
    return leap;
}

static int32_t search(const bars *all, const gg_course *course, int32_t from, int32_t to, bool in)
{
    gg_assert(from >= 0 && to >= 0);
    int32_t step = from <= to ? 1 : -1;
    int64_t left = from <= to ? to - from : from - to, k = from;
    for (;;) {
        gg_point by = gg_course_by(course, (int32_t)k);
        int64_t leap = in ? leap_in(all, by, step) : leap_out(all, by, step);
        if (leap == 0) return (int32_t)k;
        if (leap > left) return GG_NEVER;
        k += step * leap;
        left -= leap;
    }
}

/* Most things are nowhere near: do the boxes around the whole way and the thing meet at all? */
static bool may_meet(const gg_course *course, const gg_convex *other, int32_t from, int32_t to)
{
    gg_bounds own = gg_bounds_of(&course->shape), its = gg_bounds_of(other);
    gg_point a = gg_course_by(course, from), b = gg_course_by(course, to);
    return own.low.x + (a.x < b.x ? a.x : b.x) <= its.high.x
           && own.high.x + (a.x > b.x ? a.x : b.x) >= its.low.x
           && own.low.y + (a.y < b.y ? a.y : b.y) <= its.high.y
           && own.high.y + (a.y > b.y ? a.y : b.y) >= its.low.y;
}

int32_t gg_course_touches(const gg_course *course, const gg_convex *other, int32_t from, int32_t to)
{
    if (!may_meet(course, other, from, to)) return GG_NEVER;
    bars all = bars_of(course, other, -1);
    if (course->shape.count == 1 && other->count == 1) { /* no edges: a point must meet a point */
        gg_point by = {other->at[0].x - course->shape.at[0].x,
                       other->at[0].y - course->shape.at[0].y};
        bar_add(&all, course, (gg_point){1, 0}, by.x, by.x);
        bar_add(&all, course, (gg_point){0, 1}, by.y, by.y);
    }
    return search(&all, course, from, to, true);
}

int32_t gg_course_overlaps(const gg_course *course, const gg_convex *other, int32_t tolerance,
                           int32_t from, int32_t to)
{
    gg_assert(tolerance >= 0 && course->shape.count + other->count > 2);
    if (!may_meet(course, other, from, to)) return GG_NEVER;
    bars all = bars_of(course, other, tolerance);
    return search(&all, course, from, to, true);
}

int32_t gg_course_clears(const gg_course *course, const gg_convex *other, int32_t tolerance,
                         int32_t from, int32_t to)
{
    gg_assert(tolerance >= 0 && course->shape.count + other->count > 2);
    if (!may_meet(course, other, from, to)) return from;
    bars all = bars_of(course, other, tolerance);
    return search(&all, course, from, to, false);
}

int32_t gg_course_leaves(const gg_course *course, gg_bounds within, int32_t from, int32_t to)
{
    gg_bounds own = gg_bounds_of(&course->shape);
    bars all = {.count = 0};
    bar_add(&all, course, (gg_point){1, 0}, within.low.x - own.low.x, within.high.x - own.high.x);
    bar_add(&all, course, (gg_point){0, 1}, within.low.y - own.low.y, within.high.y - own.high.y);
    return search(&all, course, from, to, false);
}
