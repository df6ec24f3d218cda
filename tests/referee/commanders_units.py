# SPDX-License-Identifier: MIT
"""commanders_units.py - units, zones and tables of commanders, for its referee.

Written from the rules alone.
"""
import re

from plane import Refused

SIDES = "br"
NAMES = {"b": "blue", "r": "red", None: "nobody"}
LETTERS = {"blue": "b", "red": "r", "nobody": None}
SECTORS = [column + row for column in "abc" for row in "123"]
BORDERS = ("a1|a2 a1|b1 a2|a3 a2|b2 a3|b3 b1|b2 b1|c1 b2|b3 b2|c2 b3|c3 c1|c2 c2|c3").split()
NEAR = {sector: set() for sector in [*SECTORS, "rb", "rr"]}
for _one, _other in [border.split("|") for border in BORDERS] + [
        ("rb", column + "1") for column in "abc"] + [("rr", column + "3") for column in "abc"]:
    NEAR[_one].add(_other)
    NEAR[_other].add(_one)
RESERVE = {"b": "rb", "r": "rr"}
COLUMNS = ["aI", "aC", "aA", "q", "pI", "pC", "pA", "r"]
TABLE = {  # CMD-T1: attacking, in square, passive; at range and in melee
    "ranged": {"aI": [-1, -1, -1, 0, -1, -1, -1, 0], "aA": [2, 2, 1, 3, 2, 1, 1, 2],
               "q": [-1, -1, -2], "pI": [0, 0, -1], "pA": [0, 0, -1]},
    "melee": {"aI": [0, -1, 1, 0, 1, 0, 1, 0], "aC": [1, 0, 2, -3, 1, 1, 2, 2],
              "q": [0, 0, 0], "pI": [0, -1, 0], "pC": [-1, -1, 0]}}
UNOPPOSED = {"ranged": {"I": 1, "A": 2}, "melee": {"I": 1, "C": 2}}
GROUPS = ["aI", "aC", "aA", "q", "pI", "pC", "pA"]                          # CMD-7.4
ACTIONS = {"I": 1, "C": 2, "A": 1}
COUNTED = re.compile(r"([1-9]\d*)([ICA])")


def foe(side):
    return "r" if side == "b" else "b"


def border(one, other):
    return "|".join(sorted((one, other)))


def name_parts(words):
    found = COUNTED.fullmatch(words)
    if not found:
        raise Refused("not a count and a type")
    return int(found.group(1)), found.group(2)


class Unit:
    def __init__(self, words):
        self.name, self.side, self.type, self.number = (
            words[0], words[0][0], words[0][1], int(words[0][2:]))
        self.place = words[1]
        self.routed, self.spent = "routed" in words, "spent" in words
        self.square, self.inside = "square" in words, "inside" in words
        self.line = self.token = None
        self.path, self.done, self.acts = [], 0, 0
        self.rest()

    def rest(self):
        """Forgets what it did in a phase."""
        self.goal = self.bound = self.came = None
        self.attacks = self.charges = self.moved = self.tried = self.retreats = False
        self.withdrew = self.withdraws = self.rolled = self.fought = self.wooded = False
        self.declined = self.named = self.spends = self.razes = self.rides = False
        self.hits, self.hitters = 0, []

    @property
    def is_on_board(self):
        return self.place in NEAR

    @property
    def stands(self):
        return self.is_on_board and not self.routed

    @property
    def kind(self):
        if self.routed:
            return "r"
        if self.attacks:
            return "a" + self.type
        return "q" if self.square else "p" + self.type

    def rank(self):                                                         # CMD-P1
        if self.routed:
            return 7 + "ICA".index(self.type), self.spent, self.number
        return GROUPS.index(self.kind), self.spent, self.number

    def steps(self):
        """Where its order leads now (CMD-R3)."""
        if self.line is None:
            return []
        if self.done == 0:
            return self.path[1:2] if self.place == self.path[0] else []
        if self.done > 1 or self.place != self.path[1]:
            return []
        if len(self.path) > 2:
            return self.path[2:]
        (one, other) = self.path[:2]
        if other in RESERVE.values() or self.type != "C":
            return []
        if one in RESERVE.values():
            return [other[0] + "2"]
        column = chr(2 * ord(other[0]) - ord(one[0]))
        onward = column + str(2 * int(other[1]) - int(one[1]))
        return [onward] if onward in SECTORS else []


class Zone:
    def __init__(self, name, behind):
        self.name, self.behind = name, behind  # the sector behind each side
        self.attackers, self.placed = {"b": [], "r": []}, {"b": [], "r": []}
        self.spaces = {"b": [None] * 5, "r": [None] * 5}

    @property
    def is_border(self):
        return "|" in self.name

    def attacking(self, side):
        """Its attackers that can go on."""
        return [unit for unit in self.attackers[side]
                if unit.stands and unit.attacks and not unit.withdrew]

    def fill(self, side, units):
        self.spaces[side] = (units + [None] * 5)[:5]

    def units(self, side):
        return [unit for unit in self.spaces[side] if unit]

    def opposite(self, unit):
        return self.spaces[foe(unit.side)][self.spaces[unit.side].index(unit)]


def read(text):
    lines, units = [], {}
    for line in text.splitlines():
        words = line.split(" #")[0].split()
        if words and len(words[0]) > 2 and words[0][0] in SIDES and words[0][1] in "ICA" and (
                words[0][2:].isdigit()):
            units[words[0]] = words
        elif words:
            lines.append(words)
    return lines, units
