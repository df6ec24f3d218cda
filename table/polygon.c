/*
 * polygon.c - simple polygons, convex or not, of up to GT_POLYGON corners in either order.  Edges
 * and corners belong to them.  Everything here is exact.
 * SPDX-License-Identifier: MIT
 */
#include "table/table.h"

static int64_t cross(gg_point a, gg_point b, gg_point v)
{
    return (int64_t)(b.x - a.x) * (v.y - a.y) - (int64_t)(b.y - a.y) * (v.x - a.x);
}

static int sign_of(int64_t n) { return (n > 0) - (n < 0); }

bool gt_polygon_is_simple(const gg_point *at, int count)
{
    if (count < 3 || count > GT_POLYGON) return false;
    for (int i = 0; i < count; i++) {
        const gg_point a = at[i], b = at[(i + 1) % count], c = at[(i + 2) % count];
        if (cross(a, b, c) == 0) return false; /* a corner that is none, or a spike */
        for (int j = i + 2; j < count; j++) {
            if (i == 0 && j == count - 1) continue; /* neighbours */
            if (gg_segments_meet(a, b, at[j], at[(j + 1) % count])) return false;
        }
    }
    return true;
}

/* ---- A way through. ---- */

static bool is_inside(const gg_point *at, int count, gg_point p)
{
    return gg_polygon_holds(at, count, p);
}

/*
 * The line from-to, cut by the lines of all edges into stretches: each lies inside or outside as a
 * whole, and its middle tells.  To stay whole, places are taken as fractions of the way with a
 * common denominator; what is asked of a middle is how many edges a ray from it crosses, which is
 * the even-odd rule worked along the way itself: every edge that the way properly crosses turns
 * inside to outside.  A way that runs through corners or along edges is looked at corner by corner.
 */
typedef struct cut {
    int64_t top, bottom; /* the part of the way, bottom > 0 */
} cut;

static int compare_cuts(cut a, cut b)
{
    if (a.top < 0 || b.top < 0) return sign_of(a.top) - sign_of(b.top);
    return gg_wide_compare(gg_wide_product((uint64_t)a.top, (uint64_t)b.bottom),
                           gg_wide_product((uint64_t)b.top, (uint64_t)a.bottom));
}

static void add_cut(cut *cuts, int *count, cut it)
{
    if (it.top < 0 || it.top > it.bottom) return;
    int at = *count;
    while (at > 0 && compare_cuts(cuts[at - 1], it) > 0) {
        cuts[at] = cuts[at - 1];
        at--;
    }
    cuts[at] = it;
    ++*count;
}

/* Where the way meets the edge ab, as parts of it; along the edge both its ends. */
static void cut_by_edge(gg_point from, gg_point to, gg_point a, gg_point b, cut *cuts, int *count)
{
    const int64_t x = to.x - from.x, y = to.y - from.y, square = x * x + y * y;
    const int64_t of_a = cross(from, to, a), of_b = cross(from, to, b);
    if (of_a == 0) add_cut(cuts, count, (cut){x * (a.x - from.x) + y * (a.y - from.y), square});
    if (of_b == 0) add_cut(cuts, count, (cut){x * (b.x - from.x) + y * (b.y - from.y), square});
    if (sign_of(of_a) * sign_of(of_b) >= 0) return;
    int64_t top = cross(a, b, from), bottom = top - cross(a, b, to);
    if (bottom < 0) top = -top, bottom = -bottom;
    add_cut(cuts, count, (cut){top, bottom});
}

/* Is the way inside just beyond this place of it?  By even-odd: the edges whose ends lie on either
 * side of the line, ahead of the place. */
static bool is_inside_after(const gg_point *at, int count, gg_point from, gg_point to, cut here)
{
    bool inside = false;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        const int64_t one = cross(from, to, at[j]), other = cross(from, to, at[i]);
        if ((one > 0) == (other > 0)) continue; /* a corner on the line counts as right of it */
        int64_t top = cross(at[j], at[i], from), bottom = top - cross(at[j], at[i], to);
        if (bottom < 0) top = -top, bottom = -bottom;
        if (top > 0 && compare_cuts((cut){top, bottom}, here) > 0) inside = !inside;
    }
    return inside;
}

/* Along an edge of it, or strictly within? */
static bool is_along_edge(const gg_point *at, int count, gg_point from, gg_point to, cut low,
                          cut high)
{
    const int64_t x = to.x - from.x, y = to.y - from.y, square = x * x + y * y;
    for (int i = 0, j = count - 1; i < count; j = i++) {
        if (cross(from, to, at[j]) != 0 || cross(from, to, at[i]) != 0) continue;
        cut a = {x * (at[j].x - from.x) + y * (at[j].y - from.y), square},
            b = {x * (at[i].x - from.x) + y * (at[i].y - from.y), square};
        if (a.top > b.top) {
            const cut swap = a;
            a = b, b = swap;
        }
        if (compare_cuts(a, low) <= 0 && compare_cuts(b, high) >= 0) return true;
    }
    return false;
}

static int all_cuts(const gg_point *at, int count, gg_point from, gg_point to, cut *cuts)
{
    int cut_count = 0;
    add_cut(cuts, &cut_count, (cut){0, 1});
    add_cut(cuts, &cut_count, (cut){1, 1});
    for (int i = 0, j = count - 1; i < count; j = i++)
        cut_by_edge(from, to, at[j], at[i], cuts, &cut_count);
    return cut_count;
}

static bool is_strictly_inside(const gg_point *at, int count, gg_point p)
{
    const gg_convex dot = gg_dot(p);
    for (int i = 0, j = count - 1; i < count; j = i++) {
        const gg_convex edge = gg_segment(at[j], at[i]);
        if (gg_touches(&edge, &dot)) return false;
    }
    return is_inside(at, count, p);
}

bool gt_polygon_passes(const gg_point *at, int count, gg_point from, gg_point to)
{
    cut cuts[2 * GT_POLYGON + 2];
    if (from.x == to.x && from.y == to.y) return is_strictly_inside(at, count, from);
    const int cut_count = all_cuts(at, count, from, to, cuts);
    for (int i = 0; i + 1 < cut_count; i++) {
        if (compare_cuts(cuts[i], cuts[i + 1]) == 0) continue;
        if (is_along_edge(at, count, from, to, cuts[i], cuts[i + 1])) continue;
        if (is_inside_after(at, count, from, to, cuts[i])) return true;
    }
    return false;
}

/* ---- Shapes. ---- */

/* ---- Triangles: an ear is cut off again and again. ---- */

static bool is_ear(const gg_point *ring, int count, int tip)
{
    const gg_point a = ring[(tip + count - 1) % count], b = ring[tip], c = ring[(tip + 1) % count];
    if (cross(a, b, c) >= 0) return false; /* clockwise: a real corner turns right */
    for (int i = 0; i < count; i++) {
        const gg_point v = ring[i];
        const bool own =
            (v.x == a.x && v.y == a.y) || (v.x == b.x && v.y == b.y) || (v.x == c.x && v.y == c.y);
        if (!own && cross(a, b, v) <= 0 && cross(b, c, v) <= 0 && cross(c, a, v) <= 0) return false;
    }
    return true;
}

static int64_t twice_area(const gg_point *at, int count)
{
    int64_t twice = 0;
    for (int i = 1; i + 1 < count; i++) twice += cross(at[0], at[i], at[i + 1]);
    return twice;
}

int gt_triangles(const gg_point *at, int count, gg_convex out[GT_POLYGON])
{
    gg_point ring[GT_POLYGON];
    const bool clockwise = twice_area(at, count) < 0;
    for (int i = 0; i < count; i++) ring[i] = clockwise ? at[i] : at[count - 1 - i];
    int found = 0;
    while (count > 3) {
        int tip = 0;
        while (tip < count && !is_ear(ring, count, tip)) tip++;
        if (tip == count) { /* left over: corners in one line */
            tip = 0;
            while (tip < count - 1
                   && cross(ring[(tip + count - 1) % count], ring[tip], ring[(tip + 1) % count]))
                tip++;
        } else {
            out[found++] = (gg_convex){
                .count = 3,
                .at = {ring[(tip + count - 1) % count], ring[tip], ring[(tip + 1) % count]}};
        }
        for (int i = tip; i + 1 < count; i++) ring[i] = ring[i + 1];
        count--;
    }
    if (cross(ring[0], ring[1], ring[2]) != 0)
        out[found++] = (gg_convex){.count = 3, .at = {ring[0], ring[1], ring[2]}};
    return found;
}
