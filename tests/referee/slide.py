# SPDX-License-Identifier: MIT
"""slide.py - rectangles on a plane and how far they slide: what the referee of lucky measures with.

Lengths are ticks, facings whole degrees.  A rectangle that moves is turned once and then shifted as
it stands, so that every question is one of whole numbers (LG-R1 to R9, R19, R28).
"""
import math
from functools import lru_cache

from plane import ONE, cosine, divide, sine, world


class Rect:
    """A unit's ground, or that of a march: corners run clockwise."""

    def __init__(self, corners):
        self.corners = corners
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        self.west, self.east, self.south, self.north = min(xs), max(xs), min(ys), max(ys)
        self.spans = None

    def axes(self):
        """Every normal of an edge, the part of it that this takes, and the length of the edge."""
        if self.spans is None:
            self.spans = [(*normal, *span(self.corners, normal)) for normal in self.normals()]
        return self.spans

    def normals(self):
        """Parallel edges once."""
        found = []
        for (x, y), (east, north) in zip(self.corners, self.corners[1:] + self.corners[:1]):
            normal = north - y, x - east
            if normal != (0, 0) and not any(normal[0] * other[1] == normal[1] * other[0]
                                            and is_as_long(normal, other) for other in found):
                found.append(normal)
        return found

    def is_apart(self, other, reach):
        """Surely farther than this from the other; a quick look."""
        return (self.west - other.east > reach or other.west - self.east > reach
                or self.south - other.north > reach or other.south - self.north > reach)


def is_as_long(one, other):
    return one[0] ** 2 + one[1] ** 2 == other[0] ** 2 + other[1] ** 2


def span(corners, normal):
    shadows = [x * normal[0] + y * normal[1] for x, y in corners]
    return min(shadows), max(shadows)


@lru_cache(maxsize=4096)
def rect(at, facing, box):
    half, deep = box[0] // 2, box[1] // 2
    return Rect(tuple(world(at, 10 * facing, u, v)
                      for u, v in ((-half, deep), (half, deep), (half, -deep), (-half, -deep))))


def both(one, other):
    for x, y, low, high in one.axes():
        yield x, y, low, high, *span(other.corners, (x, y))
    for x, y, low, high in other.axes():
        yield x, y, *span(one.corners, (x, y)), low, high


def least_shadow(x, y):
    """Of what counts as OVERLAP: more than 50 ticks on this normal (LG-R6)."""
    return math.isqrt(2500 * (x * x + y * y)) + 1


def overlap(one, other):
    if one.is_apart(other, 0):
        return False
    return all(min(high, top) - max(low, bottom) >= least_shadow(x, y)
               for x, y, low, high, bottom, top in both(one, other))


def touch(one, other):
    return not one.is_apart(other, 0) and all(min(high, top) >= max(low, bottom)
                                              for _, _, low, high, bottom, top in both(one, other))


# ---- Distance. ----

def root_up(top, bottom=1):
    """The least whole number whose square is at least top / bottom."""
    whole = math.isqrt(top // bottom)
    return whole if whole * whole * bottom >= top else whole + 1


def apart(one, other):
    """Of two points."""
    return root_up((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2)


def square_to(point, a, b):
    """(top, bottom) of the squared distance of a point from an edge."""
    east, north = b[0] - a[0], b[1] - a[1]
    length, px, py = east * east + north * north, point[0] - a[0], point[1] - a[1]
    reach = px * east + py * north
    if reach <= 0 or length == 0:
        return px * px + py * py, 1
    if reach >= length:
        return (point[0] - b[0]) ** 2 + (point[1] - b[1]) ** 2, 1
    return (east * py - north * px) ** 2, length


def edges(corners):
    return list(zip(corners, corners[1:] + corners[:1]))


def least(pairs):
    squares = [square_to(point, a, b) for point, a, b in pairs]
    nearest = min(top / bottom for top, bottom in squares)
    return min(root_up(top, bottom) for top, bottom in squares if top / bottom <= nearest + 1)


def distance(one, other):
    """Of two polygons (LG-R5)."""
    if touch(one, other):
        return 0
    return least([(point, a, b) for point in one.corners for a, b in edges(other.corners)]
                 + [(point, a, b) for point in other.corners for a, b in edges(one.corners)])


def reach(point, its):
    """From a point to a polygon."""
    if is_inside(point, its.corners):
        return 0
    return least([(point, a, b) for a, b in edges(its.corners)])


def is_inside(point, corners):
    """Its edge belongs to it."""
    return all((b[0] - a[0]) * (point[1] - a[1]) <= (b[1] - a[1]) * (point[0] - a[0])
               for a, b in edges(corners))


def passes(a, b, corners):
    """Does a line pass through the interior?  (LG-R14)"""
    enter, leave = (0, 1), (1, 1)  # fractions: top, bottom
    for p, q in edges(corners):
        east, north = q[0] - p[0], q[1] - p[1]
        first = east * (a[1] - p[1]) - north * (a[0] - p[0])  # positive: outside
        last = east * (b[1] - p[1]) - north * (b[0] - p[0])
        if first == last:
            if first >= 0:
                return False
        elif last > first:
            leave = lesser(leave, (-first, last - first))
        else:
            enter = greater(enter, (first, first - last))
    return enter[0] * leave[1] < leave[0] * enter[1]


def lesser(one, other):
    return one if one[0] * other[1] <= other[0] * one[1] else other


def greater(one, other):
    return one if one[0] * other[1] >= other[0] * one[1] else other


# ---- Directions. ----

def direction(east, north):
    """The whole degree that points there best, the lowest of equals (LG-R7)."""
    near = round(math.degrees(math.atan2(east, north)))

    def reached(degree):
        return east * sine(10 * degree) + north * cosine(10 * degree)
    return min((degree % 360 for degree in (near - 1, near, near + 1)),
               key=lambda degree: (-reached(degree), degree))


def between(one, other):
    """The turn from one facing to another."""
    return min((one - other) % 360, (other - one) % 360)


def is_in_zone(point, at, facing, box, ahead=True):
    """Of a unit there: the front zone, or the rear zone (LG-R8)."""
    east, north, degree = point[0] - at[0], point[1] - at[1], 10 * facing
    u = east * cosine(degree) - north * sine(degree)
    v = east * sine(degree) + north * cosine(degree)
    depth = (v if ahead else -v) - box[1] // 2 * ONE
    return depth >= 0 and abs(u) - box[0] // 2 * ONE <= depth


# ---- Sliding. ----

@lru_cache(maxsize=1 << 16)
def shift(degree, length):
    return divide(length * sine(10 * degree), ONE), divide(length * cosine(10 * degree), ONE)


def plus(point, other):
    return point[0] + other[0], point[1] + other[1]


class Window:
    """All shifts at which a rectangle meets another: touches it, or overlaps it."""

    def __init__(self, moving, fixed, only_touch=False):
        self.bounds = []
        self.is_empty = False
        for x, y, low, high, bottom, top in both(moving, fixed):
            need = 0 if only_touch else least_shadow(x, y)
            self.is_empty |= high - low < need or top - bottom < need
            self.bounds.append((x, y, bottom + need - high, top - need - low))

    def holds(self, east, north):
        return all(low <= x * east + y * north <= high for x, y, low, high in self.bounds)

    def range(self, degree, most):
        """Lengths from 0 to most outside of which it is surely not met."""
        first, last = 0, most
        east, north = sine(10 * degree) / ONE, cosine(10 * degree) / ONE
        for x, y, low, high in self.bounds:
            speed, slack = x * east + y * north, abs(x) + abs(y)
            if abs(speed) < 1e-6 * slack:
                if low - slack > 0 or high + slack < 0:
                    return range(0)
                continue
            ends = sorted(((low - slack) / speed, (high + slack) / speed))
            first, last = max(first, math.floor(ends[0])), min(last, math.ceil(ends[1]))
        return range(first, last + 1)

    def first(self, degree, start, most):
        """The least length from start to most at which it is met, or None."""
        if self.is_empty:
            return None
        for length in self.range(degree, most):
            if length >= start and self.holds(*shift(degree, length)):
                return length
        return None


def contact(moving, degree, fixed, most=36000):
    """Contact distance along a facing (LG-R9)."""
    return Window(moving, fixed, only_touch=True).first(degree, 0, most)


def first_overlap(moving, degree, fixed, start, most):
    east, north = shift(degree, most)
    if (moving.west + min(0, east) > fixed.east or moving.east + max(0, east) < fixed.west
            or moving.south + min(0, north) > fixed.north
            or moving.north + max(0, north) < fixed.south):
        return None
    return Window(moving, fixed).first(degree, start, most)


def first_off(moving, degree, table, start, most):
    """The least length at which a corner is off the table, or None."""
    def is_off(length):
        east, north = shift(degree, length)
        return (moving.west + east < 0 or moving.east + east > table[0]
                or moving.south + north < 0 or moving.north + north > table[1])
    if is_off(start):
        return start
    if not is_off(most):
        return None
    on, off = start, most
    while off - on > 1:
        middle = (on + off) // 2
        on, off = (on, middle) if is_off(middle) else (middle, off)
    return off
