# SPDX-License-Identifier: MIT
"""plane.py - whole numbers on a plane: what the referees of the measured tables share.

Slow and plain: every comparison is exact (fractions), nothing is kept from one question to the
next.
Angles are tenths of a degree, 0 north, clockwise; polygons run clockwise.
"""
import math
from fractions import Fraction

ONE = 1 << 30
QUARTER = [round(ONE * math.sin(k * math.pi / 1800)) for k in range(901)]


def sine(angle):
    angle %= 3600
    if angle <= 900:
        return QUARTER[angle]
    return QUARTER[1800 - angle] if angle <= 1800 else -sine(angle - 1800)


def cosine(angle):
    return sine(angle + 900)


def divide(top, bottom):
    """To the nearest whole number, halves away from zero."""
    if bottom < 0:
        top, bottom = -top, -bottom
    if top >= 0:
        return (2 * top + bottom) // (2 * bottom)
    return -((-2 * top + bottom) // (2 * bottom))


def world(origin, facing, right, ahead):
    return (origin[0] + divide(right * cosine(facing) + ahead * sine(facing), ONE),
            origin[1] + divide(ahead * cosine(facing) - right * sine(facing), ONE))


def local(origin, facing, point):
    east, north = point[0] - origin[0], point[1] - origin[1]
    return (divide(east * cosine(facing) - north * sine(facing), ONE),
            divide(east * sine(facing) + north * cosine(facing), ONE))


def along(point, angle, distance):
    return (point[0] + divide(distance * sine(angle), ONE),
            point[1] + divide(distance * cosine(angle), ONE))


def cross(a, b, point):
    """Positive on the left of a to b: outside a clockwise polygon."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def edges(polygon):
    return [(polygon[i], polygon[(i + 1) % len(polygon)]) for i in range(len(polygon))]


def holds(polygon, point):
    """Of a convex one; its edge belongs to it."""
    return len(polygon) > 2 and all(cross(a, b, point) <= 0 for a, b in edges(polygon))


def square_to_edge(point, a, b):
    east, north = b[0] - a[0], b[1] - a[1]
    length = east * east + north * north
    reach = (point[0] - a[0]) * east + (point[1] - a[1]) * north
    if length == 0 or reach <= 0:
        return Fraction((point[0] - a[0]) ** 2 + (point[1] - a[1]) ** 2)
    if reach >= length:
        return Fraction((point[0] - b[0]) ** 2 + (point[1] - b[1]) ** 2)
    return Fraction(cross(a, b, point) ** 2, length)


def is_between(a, b, point):
    return (cross(a, b, point) == 0
            and min(a[0], b[0]) <= point[0] <= max(a[0], b[0])
            and min(a[1], b[1]) <= point[1] <= max(a[1], b[1]))


def do_meet(a, b, c, d):
    def sign(number):
        return (number > 0) - (number < 0)
    if (sign(cross(a, b, c)) != sign(cross(a, b, d))
            and sign(cross(c, d, a)) != sign(cross(c, d, b))):
        return True
    return (is_between(a, b, c) or is_between(a, b, d)
            or is_between(c, d, a) or is_between(c, d, b))


def distance(one, other):
    """Of two closed areas, segments or points: the least whole number that is not below it."""
    if any(holds(one, point) for point in other) or any(holds(other, point) for point in one):
        return 0
    first, second = edges(one), edges(other)
    if any(do_meet(a, b, c, d) for a, b in first for c, d in second):
        return 0
    square = min([square_to_edge(point, a, b) for point in one for a, b in second]
                 + [square_to_edge(point, a, b) for point in other for a, b in first])
    whole = math.isqrt(square.numerator // square.denominator)
    return whole if whole * whole >= square else whole + 1


def hull(one, other):
    points = sorted(set(one) | set(other))

    def half(line):
        kept = []
        for point in line:
            while len(kept) >= 2 and cross(kept[-2], kept[-1], point) >= 0:
                kept.pop()
            kept.append(point)
        return kept[:-1]
    return half(points) + half(points[::-1])


def samples(length, step):
    """0, step, 2 step, ... and the length itself."""
    found = list(range(0, length + 1, step))
    return found if found[-1] == length else found + [length]


# ---- Notation. ----

def ticks(word):
    whole, _, part = word.partition(".")
    value = abs(int(whole)) * 1000 + int((part + "000")[:3])
    return -value if word.startswith("-") else value


def place(word):
    return tuple(ticks(part) for part in word.split(","))


def decimal(value):
    sign, value = "-" if value < 0 else "", abs(value)
    part = f".{value % 1000:03d}".rstrip("0").rstrip(".")
    return f"{sign}{value // 1000}{part}"


def put(point):
    return f"{decimal(point[0])},{decimal(point[1])}"


class Refused(Exception):
    """By the referee's rules the action is not legal; the words say why."""


class LeftOut(Exception):
    """The referee cannot judge this game; the words say what is in the way."""


class Dice:
    """Faces that were settled beforehand; how many were used is part of the answer."""

    def __init__(self, faces):
        self.faces, self.used = list(faces), 0

    def roll(self):
        self.used += 1
        return self.faces[self.used - 1]

    def taken(self):
        return self.faces[:self.used]


def plant(name, change):
    """A mistake: what this method of a referee answers is changed."""
    def planted(game):
        old = getattr(game, name)
        setattr(game, name, lambda self, *rest: change(old(self, *rest), self, *rest))
    return planted
