# SPDX-License-Identifier: MIT
"""staff.py - steps, charges and shooting of staff, judged from its rules alone (docs/rules).

Knows nothing of the program but the notation of positions.  Command, responses and combat are not
here.  Facings are whole degrees.
"""
import math
import re
from fractions import Fraction

import plane
from plane import cross, decimal, distance, divide, edges, holds, hull, place, put, ticks

SIZES = ["tiny", "small", "standard", "large"]
BOXES = {  # ST-T8: width and depth of tiny, small, standard, large
    ("inf", "line"): [(3000, 1500), (6000, 1500), (8000, 1500), (10000, 1500)],
    ("inf", "acol"): [None, (3000, 3000), (4000, 3000), (5000, 3000)],
    ("inf", "mcol"): [(2000, 2000), (2000, 4000), (2000, 6000), (2000, 8000)],
    ("inf", "square"): [None, (3000, 3000), (4000, 4000), (5000, 5000)],
    ("inf", "skirm"): [(4000, 2000), (8000, 2000), (10000, 2000), (12000, 2000)],
    ("cav", "skirm"): [(4000, 2000), (8000, 2000), (10000, 2000), (12000, 2000)],
    ("cav", "line"): [(3000, 2000), (6000, 2000), (8000, 2000), (10000, 2000)],
    ("cav", "mcol"): [(2000, 3000), (2000, 6000), (2000, 8000), (2000, 10000)],
    ("art", "dep"): [(2000, 2000), None, (3000, 3000), None],
    ("art", "limb"): [(2000, 3000), None, (2000, 5000), None]}
TYPES = {  # ST-T10: class, shooting dice, save, stamina, weapon, rules
    "line_inf": ("inf", 3, 4, 3, "musket", ""),
    "light_inf": ("inf", 3, 4, 3, "musket", "skirmishes"),
    "rifles": ("inf", 3, 4, 3, "rifle", "skirmishes sharpshooter"),
    "guard_inf": ("inf", 3, 3, 4, "musket", "steady"),
    "militia": ("inf", 3, 5, 3, "musket", "lacks_initiative"),
    "warband": ("inf", 1, 5, 3, "musket", ""), "heavy_cav": ("cav", 0, 4, 3, "none", ""),
    "dragoons": ("cav", 0, 4, 3, "none", ""), "light_cav": ("cav", 1, 4, 3, "carbine", ""),
    "lancers": ("cav", 0, 4, 3, "none", ""), "irreg_cav": ("cav", 1, 5, 2, "carbine", "skirmishes"),
    "foot_art": ("art", 0, 4, 2, "field_gun", ""), "horse_art": ("art", 0, 4, 2, "light_gun", ""),
    "heavy_art": ("art", 0, 4, 2, "heavy_gun", ""), "bn_gun": ("art", 0, 4, 1, "bn_gun", "")}
RANGE = {"musket": 18000, "carbine": 12000, "rifle": 24000, "none": 0,
         "field_gun": 48000, "light_gun": 36000, "heavy_gun": 60000, "bn_gun": 36000}   # ST-T12
SHORT, CLOSE, PROXIMITY, GAP, TOUCH = 12000, 6000, 12000, 1000, 10
GROUND = {  # ST-T13: for formed infantry, skirmishing infantry, cavalry, artillery
    "wood": ("no", "half", "no", "no"), "rough": ("half", "", "half", "no"),
    "crops": ("", "", "", ""), "hill": ("", "", "", ""), "road": ("", "", "", ""),
    "hedge": ("pay", "pay", "pay", "no"), "wall": ("pay", "pay", "pay", "no"),
    "stream": ("pay", "pay", "pay", "no"), "river": ("no",) * 4, "water": ("no",) * 4,
    "building": ("no",) * 4}
STATUS = {"disordered", "retreated", "fresh", "won", "steady_used", "first_used"}
DID = {"moved_first", "ordered", "handled", "square_moved", "shot", "reacted"}
CHANGES = ("line", "acol", "mcol", "square", "skirm")


def turned(facing, right, ahead):
    return plane.world((0, 0), 10 * facing, right, ahead)


def plus(one, other):
    return one[0] + other[0], one[1] + other[1]


def minus(one, other):
    return one[0] - other[0], one[1] - other[1]


def seen_from(at, facing, point):
    return plane.local(at, 10 * facing, point)


def angle_between(one, other):
    return min((one - other) % 360, (other - one) % 360)


class Body:
    """A rectangle held by the middle of its front edge (ST-R3)."""

    def __init__(self, at, facing, box):
        self.at, self.facing, (self.width, self.depth) = at, facing, box
        half = self.width // 2
        self.corners = [plus(at, turned(facing, x, y)) for x, y in
                        ((-half, 0), (half, 0), (half, -self.depth), (-half, -self.depth))]
        self.centre = plus(at, turned(facing, 0, -(self.depth // 2)))

    def figures(self):                                                      # ST-R6
        return [plus(self.at, turned(self.facing, divide((2 * (i % 8) - 7) * self.width, 16),
                                     -divide((1 + 2 * (i // 8)) * self.depth, 4)))
                for i in range(16)]

    def arc_of(self, point):                                                # ST-R5
        x, y = seen_from(self.at, self.facing, point)
        half = self.width // 2
        if y >= 0 and abs(x) <= half + y:
            return "front"
        if y <= -self.depth and abs(x) <= half - self.depth - y:
            return "rear"
        return "left" if x < 0 else "right"

    def is_in(self, corners):
        return sum(holds(corners, figure) for figure in self.figures()) >= 8


class Unit:
    def __init__(self, words):
        self.name, self.side, self.number = words[0], words[0][0], int(words[0][1:])
        self.type, self.size, self.facing = words[1], "standard", 0 if words[0][0] == "a" else 180
        self.casualties = self.house = self.moves = 0
        self.status, self.did, extra, self.formation = set(), set(), set(), ""
        self.is_here, self.at = True, None
        for word, following in zip(words[2:], words[3:] + [""]):
            if word in SIZES:
                self.size = word
            elif re.fullmatch(r"-?[\d.]+,-?[\d.]+", word):
                self.at = place(word)
                self.facing = int(following) if following.isdigit() else self.facing
            elif word in ("casualties", "house", "moves"):
                setattr(self, word, int(following))
            elif word in STATUS:
                self.status.add(word)
            elif word in DID:
                self.did.add(word)
            elif word == "garr" or any(word == form for _, form in BOXES):
                self.formation = word
            elif word == "destroyed":
                self.is_here = False
            elif not word.isdigit():
                extra.add(word)
        self.set_up(extra)

    def set_up(self, extra):
        self.arm, shoots, self.save, stamina, self.weapon, rules = TYPES[self.type]
        if self.type == "bn_gun":
            self.size = "tiny"
        change = {"large": 1, "small": -1}.get(self.size, 0)
        self.shoots = shoots and (1 if self.size == "tiny" else max(1, shoots + change))
        self.stamina = stamina + change
        if self.size == "tiny" and self.arm != "art":
            self.stamina = 1
        self.rules = set(rules.split()) | extra

    def is_shaken(self):
        return self.casualties >= self.stamina

    def pays(self, kind, formation=None):
        loose = (formation or self.formation) == "skirm"
        column = {"cav": 2, "art": 3}.get(self.arm, 1 if loose else 0)
        return GROUND[kind][column]

    def rate(self):                                                         # ST-T7
        if self.arm == "inf":
            return 6000 if self.formation == "square" else 12000
        if self.arm == "cav" or self.type == "horse_art" and self.formation == "limb":
            return 18000
        return 6000 if self.formation == "dep" and self.type != "bn_gun" else 12000

    def box(self, formation=None):
        sizes = BOXES.get((self.arm, formation or self.formation), [None] * 4)
        return sizes[SIZES.index(self.size)]


class Position:
    def __init__(self, text):
        self.units, self.areas, self.lines, self.houses, self.broken = {}, [], [], [], set()
        self.width, self.height, self.active, self.phase = 72000, 48000, "a", "initiative"
        for line in text.splitlines():
            words = re.sub(r'"[^"]*"', "", line).split()
            if not words:
                continue
            if words[0] == "table":
                self.width, self.height = ticks(words[1]), ticks(words[2])
            elif words[0] == "turn":
                self.active = "a" if words[2] == "blue" else "b"
            elif words[0] == "phase":
                self.phase = words[1]
            elif words[0] == "area":
                self.read_area(words)
            elif words[0] == "line":
                corners = [place(word) for word in words[2:]]
                self.lines += [(words[1], edge) for edge in zip(corners, corners[1:])]
            elif re.fullmatch(r"[ab]\d+", words[0]):
                self.units[words[0]] = Unit(words)
            elif re.fullmatch(r"[ab]c\d+", words[0]) and "broken" in words:
                self.broken.add(words[0][0])
        for unit in self.units.values():
            if unit.house:
                unit.formation, unit.facing = "garr", 0
                unit.at = self.houses[unit.house - 1].at

    def read_area(self, words):
        level = int(words[words.index("level") + 1]) if "level" in words else 0
        corners = [place(word) for word in words if re.fullmatch(r"-?[\d.]+,-?[\d.]+", word)]
        house = 0
        if words[1] == "building":
            west, east = min(x for x, _ in corners), max(x for x, _ in corners)
            south, north = min(y for _, y in corners), max(y for _, y in corners)
            self.houses.append(Body(((west + east) // 2, north), 0, (east - west, north - south)))
            house = len(self.houses)
        self.areas.append((words[1], level, corners, house))

    def body(self, unit):
        if unit.formation == "garr":
            return self.houses[unit.house - 1]
        return Body(unit.at, unit.facing, unit.box())

    def others(self, unit):
        return [one for one in self.units.values() if one is not unit and one.is_here]

    def enemies(self, unit):
        return [one for one in self.others(unit) if one.side != unit.side]

    def grounds(self):
        """Kind, corners (two of a line) and number of the house."""
        return ([(kind, corners, house) for kind, _, corners, house in self.areas]
                + [(kind, list(edge), 0) for kind, edge in self.lines])

    def is_on_table(self, body):
        return all(0 <= x <= self.width and 0 <= y <= self.height for x, y in body.corners)

    def level_at(self, point):
        return max([level for kind, level, corners, _ in self.areas
                    if kind == "hill" and holds(corners, point)], default=0)


# ---- Shapes (ST-R4). ----

def separates(a, b, points):
    length = math.isqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2)
    return length > 0 and all(cross(a, b, point) >= -TOUCH * length for point in points)


def overlap(one, other):
    return not (any(separates(a, b, other) for a, b in edges(one))
                or any(separates(a, b, one) for a, b in edges(other)))


def crosses(start, end, edge):
    a, b = edge
    before, after = cross(a, b, start), cross(a, b, end)
    if before == 0 or after != 0 and (before > 0) == (after > 0):
        return False
    return cross(start, end, a) * cross(start, end, b) <= 0


# ---- What every step has to keep to. ----

def distances(position, unit, body):
    return [distance(body.corners, position.body(enemy).corners)
            for enemy in position.enemies(unit)]


def is_near(position, unit):
    return any(gap <= PROXIMITY for gap in distances(position, unit, position.body(unit)))


def keeps_gap(position, unit, body):                                        # ST-R10, ST-R86
    before, after = (distances(position, unit, one) for one in (position.body(unit), body))
    if unit.side in position.broken and after and min(after) < min(before):
        return False
    return all(now >= GAP or now >= was for was, now in zip(before, after))


def is_room(position, unit, body):
    return not any(overlap(body.corners, position.body(one).corners)
                   for one in position.others(unit))


def may_pass(one, other):
    return "skirm" in (one.formation, other.formation) or "art" in (one.arm, other.arm)


def is_way_free(position, unit, corners, spared=None):                      # ST-R15
    path = hull(position.body(unit).corners, corners)
    return not any(overlap(path, position.body(one).corners)
                   and (one.side != unit.side or not may_pass(unit, one))
                   for one in position.others(unit) if one is not spared)


def is_on_road(position, body):
    rear = plus(body.at, turned(body.facing, 0, -body.depth))
    return any(kind == "road" and distance([body.at], list(edge)) <= 1000
               and distance([rear], list(edge)) <= 1000 for kind, edge in position.lines)


def allowance(position, unit, body, spared_house=0):
    """ST-R16; 0 where the ground forbids the move."""
    was, rate = position.body(unit), unit.rate()
    path, half = hull(was.corners, body.corners), False
    by_road = (unit.formation in ("mcol", "limb") and is_on_road(position, was)
               and is_on_road(position, body))
    for kind, corners, house in position.grounds():
        costs = unit.pays(kind)
        if (costs not in ("half", "no") or not overlap(path, corners)
                or house and house == spared_house or by_road and kind in ("wood", "rough")):
            continue
        if costs == "no":
            if kind == "building" or not overlap(was.corners, corners):
                return 0
            before, after = (sum(holds(corners, figure) for figure in one.figures())
                             for one in (was, body))
            if overlap(body.corners, corners) and (len(corners) == 2 or after > before):
                return 0
        half = True
    crossed = [(kind, edge) for kind, edge in position.lines
               if unit.pays(kind) == "pay" and crosses(was.at, body.at, edge)]
    paid = [one for number, one in enumerate(crossed)
            if not any(one[0] == kind and set(one[1]) & set(edge)
                       for kind, edge in crossed[:number])]
    return max(0, (rate // 2 if half else rate) - 6000 * len(paid))


def is_short_enough(position, unit, body, spared_house=0):                  # ST-R12
    reach = allowance(position, unit, body, spared_house)
    return reach > 0 and all((x - u) ** 2 + (y - v) ** 2 <= reach ** 2 for (x, y), (u, v) in
                             zip(position.body(unit).corners, body.corners))


def may_stand(position, unit, body, formation):                             # ST-R17
    was = position.body(unit)
    if not position.is_on_table(body) or not is_room(position, unit, body):
        return False
    for kind, corners, _ in position.grounds():
        if unit.pays(kind, formation) != "no" or not overlap(body.corners, corners):
            continue
        is_caught = (unit.formation != "garr" and kind != "building" and unit.pays(kind) == "no"
                     and overlap(was.corners, corners))
        if not is_caught:
            return False
    return keeps_gap(position, unit, body)


# ---- Steps on initiative (ST-1, ST-R24 to ST-R26). ----

def may_move_first(position, unit):
    return (unit.side == position.active and unit.is_here and "moved_first" not in unit.did
            and is_near(position, unit))


def is_retreat(position, unit, body):                                       # ST-R28
    x, y = seen_from(unit.at, unit.facing, body.at)
    before, after = (distances(position, unit, one) for one in (position.body(unit), body))
    return (y < 0 and -y >= abs(x) and angle_between(unit.facing, body.facing) <= 45
            and min(after) >= min(before))


def gets_away(position, unit, body):                                        # ST-R25
    before, after = (distances(position, unit, one) for one in (position.body(unit), body))
    return all(now >= was and (was > PROXIMITY or now > was) for was, now in zip(before, after))


def may_go(position, unit, at, facing, by_hand=False):
    if by_hand != (unit.formation == "dep") or by_hand and "handled" in unit.did:
        return False
    if unit.formation == "garr" or unit.formation == "square" and "square_moved" in unit.did:
        return False
    body = Body(at, facing, unit.box())
    x, y = seen_from(unit.at, unit.facing, at)
    if abs(y) < abs(x) or angle_between(unit.facing, facing) > 45:          # ST-R13
        return False
    return (position.is_on_table(body) and keeps_gap(position, unit, body)
            and is_short_enough(position, unit, body)
            and is_way_free(position, unit, body.corners) and is_room(position, unit, body))


def may_turn(position, unit, facing):
    if unit.formation == "garr" or angle_between(unit.facing, facing) > 45:
        return False
    body = position.body(unit)
    at = plus(body.centre, turned(facing, 0, body.depth // 2))
    return may_stand(position, unit, Body(at, facing, unit.box()), unit.formation)


def can_form(unit, formation):
    return (formation in CHANGES and unit.box(formation) is not None
            and (formation != "skirm" or "skirmishes" in unit.rules))


def may_form(position, unit, formation, kept):
    if unit.formation not in CHANGES or formation == unit.formation:
        return False
    if not can_form(unit, formation):
        return False
    box = unit.box(formation)
    half, new = unit.box()[0] // 2, box[0] // 2
    at = unit.at
    if kept == "left":
        at = plus(plus(at, turned(unit.facing, -half, 0)), turned(unit.facing, new, 0))
    elif kept == "right":
        at = minus(plus(at, turned(unit.facing, half, 0)), turned(unit.facing, new, 0))
    return may_stand(position, unit, Body(at, unit.facing, box), formation)


def may_limber(position, unit, to, facing):
    if unit.arm != "art" or unit.formation == to:
        return False
    box = unit.box(to)
    at = plus(position.body(unit).centre, turned(facing, 0, box[1] // 2))
    return may_stand(position, unit, Body(at, facing, box), to)


def may_enter(position, unit, number):                                      # ST-R19
    if unit.arm != "inf" or unit.formation == "garr" or number > len(position.houses):
        return False
    house, body = position.houses[number - 1], position.body(unit)
    if any(one.house == number for one in position.others(unit)):
        return False
    if distance(body.corners, house.corners) > unit.rate() - 6000:
        return False
    if body.arc_of(house.centre) not in ("front", "rear"):
        return False
    path = hull(body.corners, house.corners)
    for kind, corners, its in position.grounds():
        if (unit.pays(kind) == "no" and its != number and overlap(path, corners)
                and (kind == "building" or not overlap(body.corners, corners))):
            return False
    return (is_way_free(position, unit, house.corners) and is_room(position, unit, house)
            and keeps_gap(position, unit, house))


def may_leave(position, unit, at, facing, formation):
    if unit.formation != "garr" or formation not in ("line", "acol", "skirm"):
        return False
    if not can_form(unit, formation):
        return False
    body = Body(at, facing, unit.box(formation))
    return (distance(body.corners, position.body(unit).corners) <= 1000
            and may_stand(position, unit, body, formation))


# ---- Sight (ST-R11) and charges (ST-R45, ST-R46). ----

def woods_hide(corners, eye, figure):
    within = [holds(corners, point) for point in (eye, figure)]
    if all(within):
        return (eye[0] - figure[0]) ** 2 + (eye[1] - figure[1]) ** 2 > 6000 ** 2
    if not any(within):
        return True
    inside, outside = (eye, figure) if within[0] else (figure, eye)
    shares = [(-cross(a, b, inside), cross(a, b, outside) - cross(a, b, inside))
              for a, b in edges(corners) if cross(a, b, outside) > 0]
    top, bottom = min(shares, key=lambda share: Fraction(*share))
    exit_at = tuple(divide(inside[i] * bottom + (outside[i] - inside[i]) * top, bottom)
                    for i in (0, 1))
    return (exit_at[0] - inside[0]) ** 2 + (exit_at[1] - inside[1]) ** 2 > 3000 ** 2


def hidden_by(position, unit, enemy, eye, figure, target):
    """Of friend, foe and ground those that block this line; `over`: a friend who is seen over."""
    found, line = set(), [eye, figure]
    own = position.body(unit)
    levels = position.level_at(own.centre), position.level_at(target.centre)
    for one in position.others(unit):
        body = position.body(one)
        if one is enemy or not overlap(line, body.corners):
            continue
        level = position.level_at(body.centre)
        over = (levels[0] > level and distance(body.corners, target.corners) > 6000
                or levels[1] > level and distance(body.corners, own.corners) > 6000)
        if one.side == unit.side:
            found.add("over" if over else "friend")
        elif not over:
            found.add("foe")
    for kind, level, corners, house in position.areas:
        if not overlap(corners, line):
            continue
        if (kind == "building" and house not in (unit.house, enemy.house)
                or kind == "hill" and max(levels) < level
                or kind == "wood" and woods_hide(corners, eye, figure)):
            found.add("ground")
    return found


def charge_body(target, unit, face, shift):
    half, deep = target.width // 2, target.depth // 2
    right, ahead, turn = {"front": (shift, 0, 180), "rear": (shift, -target.depth, 0),
                          "left": (-half, -deep + shift, 90),
                          "right": (half, -deep + shift, 270)}[face]
    at = plus(target.at, turned(target.facing, right, ahead))
    return Body(at, (target.facing + turn) % 360, unit.box())


def can_charge(position, unit, enemy):
    if unit.arm == "art" or unit.formation not in ("line", "acol", "skirm"):
        return False
    if unit.is_shaken() or "disordered" in unit.status or unit.side in position.broken:
        return False
    is_open = enemy.formation in ("skirm", "mcol") or enemy.arm == "art"
    if unit.formation == "skirm" and not is_open:
        return False
    in_wood = any(kind == "wood" and position.body(enemy).is_in(corners)
                  for kind, _, corners, _ in position.areas)
    return unit.arm != "cav" or enemy.formation != "garr" and not in_wood


def may_charge(position, unit, enemy, shift):
    if not can_charge(position, unit, enemy):
        return False
    own, target = position.body(unit), position.body(enemy)
    if all(own.arc_of(figure) != "front"
           or hidden_by(position, unit, enemy, unit.at, figure, target) - {"over"}
           for figure in target.figures()):
        return False
    face = target.arc_of(unit.at)
    length = target.width if face in ("front", "rear") else target.depth
    body = charge_body(target, unit, face, shift)
    x, y = seen_from(unit.at, unit.facing, body.at)
    return (abs(shift) <= (length + own.width) // 2 - 1000 and y >= abs(x)
            and is_short_enough(position, unit, body, enemy.house)
            and is_way_free(position, unit, body.corners, enemy)
            and position.is_on_table(body) and is_room(position, unit, body))


def may_step(position, unit, step):
    word, *rest = step
    if "disordered" in unit.status or "lacks_initiative" in unit.rules:
        if word == "go" and unit.box():
            body = Body(*rest, unit.box())
            if not is_retreat(position, unit, body):
                return False
            if "disordered" in unit.status and not gets_away(position, unit, body):
                return False
        elif "disordered" in unit.status or word not in ("turn", "form", "limber", "unlimber"):
            return False
    return {"go": may_go, "turn": may_turn, "form": may_form, "enter": may_enter,
            "leave": may_leave, "charge": may_charge,
            "handle": lambda *all: may_go(*all, by_hand=True),
            "limber": lambda a, b, facing: may_limber(a, b, "limb", facing),
            "unlimber": lambda a, b, facing: may_limber(a, b, "dep", facing),
            }[word](position, unit, *rest)


# ---- Shooting (ST-7 to ST-10, ST-R54 to ST-R65). ----

def shoots_all_round(unit):
    return unit.formation in ("skirm", "square", "garr")


def eye_of(position, unit, target, figure):                                 # ST-R7
    body = position.body(unit)
    if unit.formation == "dep":
        return body.centre
    if unit.formation == "skirm":
        return body.figures()[figure]
    if unit.formation not in ("square", "garr"):
        return unit.at
    half, deep = body.width // 2, body.depth
    middle = {"front": (0, 0), "rear": (0, -deep), "left": (-half, -(deep // 2)),
              "right": (half, -(deep // 2))}[body.arc_of(target.centre)]
    return plus(body.at, turned(body.facing, *middle))


def line_cover(position, eye, target):
    return max([{"hedge": 1, "wall": 2}[kind] for kind, edge in position.lines
                if kind in ("hedge", "wall") and crosses(eye, target.centre, edge)
                and distance(list(edge), target.corners) <= 1000], default=0)


class Look:
    """What a shooter makes of a target: range, figures seen, why it is not clear (ST-T6)."""

    def __init__(self, position, unit, enemy, figure):
        target = position.body(enemy)
        self.eye = eye_of(position, unit, target, figure)
        self.range = distance([self.eye], target.corners)
        own = position.body(unit)
        in_arc = [one for one in target.figures()
                  if shoots_all_round(unit) or own.arc_of(one) == "front"]
        hidden = [hidden_by(position, unit, enemy, self.eye, one, target) for one in in_arc]
        self.seen = sum(not by - {"over"} for by in hidden)
        self.over = any("over" in by for by in hidden)
        self.far = unit.arm == "art" and self.range > RANGE[unit.weapon] // 2
        self.cover = line_cover(position, self.eye, target)
        self.unclear = (enemy.formation in ("skirm", "dep", "garr") or self.cover > 0
                        or not shoots_all_round(unit) and len(in_arc) <= 8
                        or any("friend" in by or "ground" in by for by in hidden)
                        or any(kind in ("wood", "crops") and target.is_in(corners)
                               for kind, _, corners, _ in position.areas))
        self.good = self.range <= RANGE[unit.weapon] and self.seen > 0


def dice_of(position, unit, reach):                                         # ST-R58
    if unit.arm == "art":
        by_band = (1, 1, 1) if unit.type == "bn_gun" else (3, 2, 1)
        band = 0 if reach <= SHORT else 1 if reach <= RANGE[unit.weapon] // 2 else 2
        count = by_band[band] if unit.formation == "dep" else 0
    else:
        most = {"acol": 1, "square": 1, "garr": 2, "mcol": 0}.get(unit.formation, 99)
        count = min(unit.shoots, most)
    in_wood = any(kind == "wood" and position.body(unit).is_in(corners)
                  for kind, _, corners, _ in position.areas)
    return max(1, count - 1) if count and in_wood else count


def may_shoot(position, unit, enemy, figure):                               # ST-R55
    look = Look(position, unit, enemy, figure)
    if not look.good or dice_of(position, unit, look.range) < 1 or "shot" in unit.did:
        return False
    others = [Look(position, unit, one, figure) for one in position.enemies(unit)]
    clear = [one.range for one in others if one.good and not one.unclear and not one.far]
    if not clear:
        return True
    return look.range <= min(clear) if look.unclear or look.far else look.range == min(clear)


def is_enfiladed(unit, enemy, target, look):                                # ST-R65
    if unit.arm == "art":
        if look.range > SHORT:
            return False
    elif unit.formation not in ("line", "acol"):
        return False
    x, y = seen_from(target.at, target.facing, look.eye)
    return (enemy.formation in ("line", "acol")
            and target.arc_of(look.eye) in ("left", "right") and 2 * abs(x) > target.width
            and abs(y + target.depth // 2) * target.width <= abs(x) * target.depth)


def roll_hits(unit, enemy, target, look, count, dice):
    """ST-T14; the faces that count, and those of them that hit."""
    more = ((look.range <= CLOSE or unit.formation == "skirm")
            + (unit.arm == "art" and enemy.formation in ("acol", "mcol", "limb", "square"))
            - (unit.is_shaken() or "disordered" in unit.status) - look.unclear - look.far
            - (unit.arm == "art" and look.over)
            + ("first_fire" in unit.rules and "first_used" not in unit.status))

    def is_hit(face):
        return face == 6 or face != 1 and face + more >= 4
    faces = [dice.roll() for _ in range(count)]
    if is_enfiladed(unit, enemy, target, look):
        faces = [face if is_hit(face) else dice.roll() for face in faces]
    elif "sharpshooter" in unit.rules and unit.formation == "skirm":
        missed = [at for at, face in enumerate(faces) if not is_hit(face)]
        if missed:
            faces[missed[0]] = dice.roll()
    return faces, sum(map(is_hit, faces))


def roll_saves(position, unit, enemy, target, look, hits, dice):            # ST-T15
    """How many fail."""
    in_wood = any(kind == "wood" and target.is_in(corners)
                  for kind, _, corners, _ in position.areas)
    cover = 2 if enemy.formation == "garr" else max(look.cover, in_wood)
    more = cover + (enemy.formation == "acol") - 2 * (enemy.formation in ("mcol", "limb"))
    if unit.arm == "art":
        more -= 1 if look.far else 2

    def is_saved(face):
        return face != 1 and face + more >= enemy.save
    failed = [not is_saved(dice.roll()) for _ in range(hits)]
    if "stubborn" in enemy.rules and True in failed:
        failed[failed.index(True)] = not is_saved(dice.roll())
    return sum(failed)


def break_test(unit, total):                                                # ST-T17, shooting
    if total <= 2 or total <= 4 and unit.arm == "art":
        return "break"
    return "retire" if total <= 4 or total <= 6 and unit.arm == "cav" else "hold"


def shoot(position, unit, enemy, figure, dice):
    """Carries it out, on a position of the caller's own."""
    target, look = position.body(enemy), Look(position, unit, enemy, figure)
    count = dice_of(position, unit, look.range)
    faces, hits = roll_hits(unit, enemy, target, look, count, dice)
    if "first_fire" in unit.rules:
        unit.status.add("first_used")
    if 6 in faces:
        enemy.status.add("disordered")
    lost = roll_saves(position, unit, enemy, target, look, hits, dice)
    enemy.casualties += lost
    excess, by_guns = max(0, enemy.casualties - enemy.stamina), unit.arm == "art" and lost > 0
    enemy.casualties = min(enemy.casualties, enemy.stamina)
    if not excess and not by_guns:
        return
    if "steady" in enemy.rules and "steady_used" not in enemy.status:
        enemy.status.add("steady_used")
        return
    total = dice.roll() + dice.roll() - excess - ("disordered" in enemy.status) - by_guns
    result = break_test(enemy, total)
    if result == "break":
        enemy.is_here = False
    elif result == "retire":
        retire(position, enemy, "rear" if target.arc_of(look.eye) == "rear" else "front")


# ---- Falling back (ST-R21). ----

def travel(position, unit, angle, length):
    """(distance, place, bodies on the way) along one bearing."""
    before, best, way = position.body(unit), (0, unit.at), []
    for reached in plane.samples(length, 250)[1:]:
        at = plane.along(unit.at, 10 * angle, reached)
        body = Body(at, unit.facing, unit.box())
        stops = any(kind in ("water", "river", "building") and overlap(body.corners, corners)
                    for kind, corners, _ in position.grounds())
        for enemy, was, now in zip(position.enemies(unit), distances(position, unit, before),
                                   distances(position, unit, body)):
            stops |= (now < GAP and now < was - TOUCH
                      or overlap(body.corners, position.body(enemy).corners))
        if stops or not position.is_on_table(body):
            break
        before = body
        way.append((reached, body))
        if is_room(position, unit, body):
            best = reached, at
    return (*best, way)


def retire(position, unit, face):
    if unit.formation == "garr":
        unit.status |= {"disordered", "retreated"}
        return
    base = unit.facing + (0 if face == "rear" else 180)
    went = max((travel(position, unit, (base + turn) % 360, unit.rate())
                for turn in (0, 15, -15, 30, -30, 45, -45)), key=lambda one: one[0])
    reached, unit_at, way = went
    for one in position.others(unit):
        if (one.side == unit.side and not may_pass(unit, one)
                and any(at <= reached and overlap(body.corners, position.body(one).corners)
                        for at, body in way)):
            one.status.add("disordered")
    unit.at = unit_at
    if reached < 1000:
        unit.is_here = False
    unit.status |= {"disordered", "retreated"}


# ---- Positions of chance. ----

def some_area(chance):
    kind = chance.choice(["wood", "wood", "rough", "crops", "hill", "water", "building"])
    at = chance.randrange(8000, 40000, 10), chance.randrange(8000, 28000, 10)
    box = chance.randrange(2000, 10000, 20), chance.randrange(2000, 8000, 20)
    if kind == "building":
        x, y, (wide, deep) = *at, (box[0] // 2 // 10 * 10, box[1] // 2 // 10 * 10)
        corners = [(x, y), (x, y + deep), (x + wide // 20 * 20, y + deep), (x + wide // 20 * 20, y)]
    else:
        corners = [(round(x, -1), round(y, -1))
                   for x, y in Body(at, chance.randrange(360), box).corners]
    level = f" level {chance.choice([1, 2])}" if kind in ("hill", "building") else ""
    return f"area {kind}{level} " + " ".join(map(put, corners))


def some_ground(chance):
    lines = [some_area(chance) for _ in range(chance.randrange(4))]
    for _ in range(chance.randrange(3)):
        kind = chance.choice(["hedge", "hedge", "wall", "wall", "stream", "river", "road"])
        ends = [(chance.randrange(0, 48000, 10), chance.randrange(0, 36000, 10)) for _ in "ab"]
        lines.append(f"line {kind} {put(ends[0])} {put(ends[1])}")
    return lines


def some_unit(chance, name, free_houses):
    kind = chance.choice(list(TYPES))
    arm = TYPES[kind][0]
    size = "standard" if arm == "art" else chance.choice(SIZES + ["standard"])
    rule = chance.choice(["", "", "stubborn", "first_fire", "steady", "sharpshooter",
                          "lacks_initiative", "skirmishes"])
    words = [name, kind] + ([size] if size != "standard" else []) + ([rule] if rule else [])
    unit = Unit(words)
    where = chance.randrange(4000, 44000), chance.randrange(3000, 33000)
    facing = chance.choice([0, 180, 90, 270, chance.randrange(360)])
    forms = [form for its, form in BOXES if its == arm and unit.box(form)
             and (form != "skirm" or "skirmishes" in unit.rules)]
    if arm == "inf" and free_houses and chance.random() < .3:
        words += ["garr", "house", str(chance.choice(free_houses))]
    else:
        words += [chance.choice(forms), put(where), str(facing)]
    losses = chance.choice([0, 0, 0, unit.stamina, chance.randrange(unit.stamina + 1)])
    words += ["casualties", str(losses)] if losses else []
    words += ["disordered"] if chance.random() < .15 else []
    return " ".join(words)


def fits(position, unit):
    body = position.body(unit)
    if not position.is_on_table(body) or not is_room(position, unit, body):
        return False
    if any(gap <= TOUCH for gap in distances(position, unit, body)):
        return False
    return unit.formation == "garr" or not any(
        unit.pays(kind) == "no" and overlap(body.corners, corners)
        for kind, corners, _ in position.grounds())


def some_position(chance, phase="initiative"):
    lines = ["position staff 1", "table 48 36", f"turn 2 {chance.choice(['blue', 'red'])}",
             f"phase {phase}", *some_ground(chance)]
    for side, first in (("a", 1), ("b", 51)):
        for number in range(first, first + chance.randrange(1, 6)):
            for _ in range(40):
                known = Position("\n".join(lines))
                taken = {unit.house for unit in known.units.values()}
                free = [at for at in range(1, len(known.houses) + 1) if at not in taken]
                line = some_unit(chance, f"{side}{number}", free)
                known = Position("\n".join(lines + [line]))
                if fits(known, known.units[f"{side}{number}"]):
                    lines.append(line)
                    break
    for side, place_of in (("a", "1,0.5"), ("b", "47,35.5")):
        broken = " broken" if chance.random() < .15 else ""
        lines.append(f"{side}c1 rating 8 {place_of}{broken}")
    return "\n".join(lines) + "\n"


def some_step(chance, position, unit):
    """Its words, and the step as may_step takes it."""
    word = chance.choice(["go", "go", "go", "turn", "form", "charge", "charge", "charge", "handle",
                          "limber", "unlimber", "enter", "leave"])
    near = (unit.facing + chance.randrange(-50, 51)) % 360
    if word in ("go", "handle"):
        angle = unit.facing + chance.choice([0, 180, chance.randrange(-45, 46),
                                             180 + chance.randrange(-45, 46)])
        reach = chance.choice([0, unit.rate() // 3, unit.rate(), chance.randrange(unit.rate())])
        at = plane.along(unit.at, 10 * angle, reach)
        facing = chance.choice([unit.facing, near])
        return f"{word} {unit.name} {put(at)} {facing}", (word, at, facing)
    if word == "form":
        formation, kept = chance.choice(CHANGES), chance.choice(["centre", "left", "right"])
        return f"form {unit.name} {formation} {kept}", (word, formation, kept)
    if word == "charge" or word == "enter" and not position.houses:
        enemy = min(position.enemies(unit), key=lambda one: distance(
            position.body(unit).corners, position.body(one).corners))
        shift = chance.choice([0, 0, 500, -500, 1000, chance.randrange(-6000, 6000)])
        return (f"charge {unit.name}>{enemy.name} shift {decimal(shift)}", ("charge", enemy, shift))
    if word == "enter":
        number = chance.randrange(1, len(position.houses) + 1)
        return f"enter {unit.name} house {number}", (word, number)
    if word == "leave" and unit.formation == "garr":
        facing, formation = chance.randrange(0, 360, 45), chance.choice(["line", "acol", "skirm"])
        house = position.body(unit)
        ahead = house.depth // 2 + chance.randrange(1500, 5000)
        at = plus(house.centre, turned(facing, chance.randrange(-3000, 3000), ahead))
        return (f"leave {unit.name} {put(at)} {facing} {formation}", (word, at, facing, formation))
    word = "turn" if word == "leave" else word
    return f"{word} {unit.name} {near}", (word, near)
