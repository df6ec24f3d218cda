# SPDX-License-Identifier: MIT
"""lucky_field.py - the field of lucky, as the referee sees it: ground, units, what each may do.

Read from the text of a position.  Every question here is one about the position as it stands.
"""
from functools import lru_cache

import slide
from plane import Refused, cross, hull, place, ticks
from slide import (Rect, apart, between, distance, first_off, first_overlap, is_in_zone, is_inside,
                   overlap, passes, plus, reach, rect, shift)

STANDARD = {
    "corps_formula": 0, "reserve_carry": 1, "evade_needs_order": 1, "cossack_evade_roll": 1,
    "charge_abort": 0, "grand_battery_min": 2, "excess_shaken": 0, "alight_mode": 0,
    "support_dist": 600, "support": 0, "good_order_clears": 1, "defender_breakthrough": 0,
    "impetuous_scope": 0, "enemy_gap": 100, "interpenetrate": 1, "vp_margin": 2,
    "line_width": 400, "line_depth": 100, "column_width": 200, "column_depth": 200,
    "horse_width": 300, "horse_depth": 200, "guns_width": 200, "guns_depth": 200,
}
SIDES = {"blue": 0, "red": 1, "nobody": None}
NAMES = ["blue", "red"]
EDGES = {"north": 0, "east": 90, "south": 180, "west": 270}
WORTH = {"poor": 1, "able": 2, "good": 3, "excellent": 4, "brilliant": 5}   # LG-T1
QUALITIES = ["poor", "avg", "vet", "elite"]
RATES = {"line": 300, "column": 600, "mass": 600, "square": 0, "-": 1200,   # LG-T4, hundredths
         "foot limb": 600, "horse limb": 1200, "foot unl": 100, "horse unl": 200}
DIFFICULT = {"wood", "rough", "marsh", "river", "bua", "fort"}              # LG-T19
CLOSED = {"wood", "rough", "marsh", "bua", "fort"}
HOUSES = {"bua", "fort"}
TALL = {"wood": 2, "bua": 2}
COVER = {"wood": 1, "rough": 1, "bua": 2, "fort": 3}
KINDS = {"light", "skirm", "mixed", "landwehr", "guard", "impact", "cossack"}
DEEDS = {"acted", "moved", "charged", "fired", "no_fire", "evaded", "squared", "responded",
         "unlimbered"}


def need(holds, why):
    if not holds:
        raise Refused(why)


# ---- Reading. ----

@lru_cache(maxsize=1 << 14)
def unit_facts(line):
    """What a line of a unit says."""
    words = line.split()
    facts = {"name": words[0], "arm": words[1], "nation": words[2],
             "quality": QUALITIES.index(words[3]), "strength": int(words[4]), "form": words[5],
             "at": place(words[6]), "facing": int(words[7]), "division": words[8], "start": None,
             "shaken": 0, "orders": 0, "flags": frozenset()}
    flags, rest = set(), iter(words[9:])
    for word in rest:
        if word in ("shaken", "orders"):
            facts[word] = int(next(rest))
        elif word.startswith("start:"):
            facts["start"] = int(word[6:])
        else:
            flags.add(word)
    facts["start"] = facts["start"] or facts["strength"]
    facts["flags"] = frozenset(flags)
    return facts


@lru_cache(maxsize=1 << 14)
def commander_facts(line):
    words = line.split()
    facts = {"name": words[0], "quality": WORTH[words[1]], "at": place(words[2]), "under": None,
             "holds": 0, "pool": 0, "given": 0, "mute": 0, "gone": 0, "moved": False,
             "closed": False}
    rest = iter(words[3:])
    for word in rest:
        if word in ("moved", "closed"):
            facts[word] = True
        else:
            said = next(rest)
            facts[word] = said if word == "under" else int(said)
    return facts


@lru_cache(maxsize=1 << 12)
def charge_facts(line):
    words = line.split()
    facts = {"charger": words[1], "target": words[2], "kind": words[3], "status": words[4],
             "flank": words[-1] == "flank"}
    for name, count in (("facing", 1), ("k", 3), ("allowance", 1), ("gone", 1), ("start", 1),
                        ("from", 1), ("at", 1)):
        found = words[words.index(name, 5) + 1:][:count]
        facts[name] = place(found[0]) if "," in found[0] else int(found[0])
        if name == "k":
            facts["of"] = int(found[2])
    return facts


def clockwise(corners):
    area = sum(cross((0, 0), a, b) for a, b in slide.edges(corners))
    return tuple(corners if area < 0 else corners[::-1])


class Area:
    def __init__(self, words):
        self.kind, self.level, self.value, self.holder, self.burning = words[0], 0, 0, None, False
        corners, rest = [], iter(words[1:])
        for word in rest:
            if word == "burning":
                self.burning = True
            elif word == "level":
                self.level = int(next(rest))
            elif word == "value":
                self.value = int(next(rest))
            elif word == "held":
                self.holder = SIDES[next(rest)]
            else:
                corners.append(place(word))
        self.ground = Rect(clockwise(corners))

    def holds(self, point):
        its = self.ground
        return (its.west <= point[0] <= its.east and its.south <= point[1] <= its.north
                and is_inside(point, its.corners))

    def crosses(self, a, b):
        its = self.ground
        if (max(a[0], b[0]) < its.west or min(a[0], b[0]) > its.east
                or max(a[1], b[1]) < its.south or min(a[1], b[1]) > its.north):
            return False
        return passes(a, b, its.corners)


class Commander:
    def __init__(self, line):
        facts = commander_facts(line)
        self.__dict__.update(facts)
        self.side, self.level = "ab".index(self.name[0]), self.name[1]
        self.unit = None

    def is_here(self):
        return self.gone == 0

    def facts(self):
        names = ("name", "quality", "at", "under", "holds", "pool", "mute", "gone", "moved",
                 "closed")
        return {name: getattr(self, name) for name in names}


class Unit:
    def __init__(self, line, order):
        facts = unit_facts(line)
        self.__dict__.update(facts)
        self.side, self.order = "ab".index(self.name[0]), order
        self.kinds = set(self.flags & KINDS)
        self.deeds = set(self.flags & DEEDS)
        self.fate = next((word for word in ("destroyed", "left") if word in self.flags), None)
        for word in ("disordered", "routing", "prepared", "must_leave"):
            setattr(self, word, word in self.flags)
        self.wants_skirmishers = "no_skirm" not in self.flags
        del self.flags

    def fit_out(self, year):
        """What its nation gives it (LG-T16, R126, R128)."""
        nations = {"British", "French"} | ({"Prussian"} if year >= 1809 else set())
        if (self.is_foot() and "landwehr" not in self.kinds and self.wants_skirmishers
                and (self.nation in nations or "light" in self.kinds)):
            self.kinds.add("skirm")
        if self.nation == "Spanish":
            self.quality = int("guard" in self.kinds)

    def is_here(self):
        return self.fate is None

    def is_firm(self):
        """On the table and not routing."""
        return self.fate is None and not self.routing

    def is_foot(self):
        return self.arm == "inf"

    def is_horse(self):
        return self.arm == "cav"

    def is_guns(self):
        return self.arm in ("foot", "horse")

    def is_tired(self):                                                     # LG-R122
        return self.strength <= 2

    def is_lost(self):                                                      # LG-R131
        return not self.is_firm() or self.is_tired() and self.shaken > 0

    def most_markers(self):                                                 # LG-T15
        return 3 if self.nation == "Russian" and self.is_foot() else 2

    def rate(self, form=None):
        form = form or self.form
        return RATES[f"{self.arm} {form}" if self.is_guns() else form]

    def flight(self):
        return 18000 if self.is_horse() else 12000

    def facts(self):
        flags = self.kinds | self.deeds | {word for word in ("disordered", "routing", "prepared",
                                                             "must_leave") if getattr(self, word)}
        return {"name": self.name, "quality": self.quality, "strength": self.strength,
                "form": self.form, "at": self.at,
                "facing": self.facing, "start": self.start, "shaken": self.shaken,
                "orders": self.orders, "flags": flags}


class Charge:
    """One charge, counter-charge or breakthrough, from its declaration on."""

    def __init__(self, charger, target, kind, aim):
        self.charger, self.target, self.kind, self.status = charger, target, kind, "declared"
        self.facing, self.k, self.allowance, self.flank = aim
        self.declared, self.of, self.gone = self.facing, self.k, 0
        self.start = self.first = charger.at
        self.at = None

    def is_live(self):
        return self.status in ("declared", "closed")


class Combat:
    """Units in contact, and what their attacks were when they met (LG-R139, R144)."""

    def __init__(self, pairs):
        self.units, self.attacks = [], {}
        for charge in pairs:
            self.add(charge.charger)
            self.add(charge.target)
            self.attacks[charge.charger] = charge
        self.units.sort(key=lambda unit: unit.order)
        self.leads, self.places, self.winner, self.beaten = {}, {}, None, []
        self.attacker = self.difference = None
        self.counts_flank, self.is_cleared = False, False

    def add(self, unit):
        if unit not in self.units:
            self.units.append(unit)

    def of(self, side):
        return [unit for unit in self.units if unit.side == side]


class Way:
    """A path in the words of a record (LG-R19)."""

    def __init__(self, words):
        self.legs, self.last, self.unlimber = [], 0, False
        self.first_form = self.last_form = None
        words = list(words)
        while words:
            word = words.pop(0)
            if word == "wheel":
                need(self.last == 0, "two wheels")
                self.last = (1 if words.pop(0) == "right" else -1) * int(words.pop(0))
            elif word == "ahead":
                self.legs.append([self.last, ticks(words.pop(0)), 0])
                self.last = 0
            elif word == "shift":
                self.legs[-1][2] = (1 if words.pop(0) == "right" else -1) * ticks(words.pop(0))
            elif word == "form" and (self.legs or self.last):
                self.last_form = words.pop(0)
            elif word == "form":
                self.first_form = words.pop(0)
            else:
                need(word == "unlimber", f"an unknown word {word}")
                self.unlimber = True
        if not self.legs:  # on the spot
            self.legs, self.last = [[self.last, 0, 0]], 0

    def turned(self):
        return abs(self.last) + sum(abs(turn) for turn, _, _ in self.legs)

    def length(self):
        return sum(ahead for _, ahead, _ in self.legs)


# ---- The field: what stands where. ----

class Field:
    """The position, and every question about it that needs no dice."""

    def __init__(self, text):
        self.options, self.areas, self.commanders, self.units = dict(STANDARD), [], {}, {}
        self.homes, self.year, self.last_turn, self.table = [180, 0], 1812, 12, (48000, 48000)
        self.turn, self.active, self.phase = 1, 0, "m1"
        for line in text.splitlines():
            self.read(line)
        self.started = [len(self.of(side, gone=True)) for side in (0, 1)]

    def read(self, line):
        word, _, rest = line.partition(" ")
        if word == "option":
            name, _, value = rest.partition("=")
            self.options[name] = int(value)
        elif word == "table":
            self.table = tuple(ticks(part) for part in rest.split())
        elif word == "year":
            self.year = int(rest)
        elif word == "turns":
            self.last_turn = int(rest)
        elif word == "turn":
            turn, side, self.phase = rest.split()
            self.turn, self.active = int(turn), SIDES[side]
        elif word == "home":
            side, edge = rest.split()
            self.homes[SIDES[side]] = EDGES[edge]
        elif word == "area":
            self.areas.append(Area(rest.split()))
        elif word[:2] in ("ac", "ak", "ad", "bc", "bk", "bd"):
            self.commanders[word] = Commander(line)
        elif word[:1] in ("a", "b") and word[1:].isdigit():
            self.units[word] = Unit(line, len(self.units))
            self.units[word].fit_out(self.year)

    # ---- Who is there. ----

    def of(self, side, gone=False):
        return [unit for unit in self.units.values() if unit.side == side
                and (gone or unit.fate is None)]

    def here(self):
        return [unit for unit in self.units.values() if unit.fate is None]

    def foes(self, unit, routing=False):
        return [one for one in self.units.values() if one.side != unit.side and one.fate is None
                and (routing or not one.routing)]

    def officers(self, side, level=None):
        return [one for one in self.commanders.values()
                if one.side == side and level in (None, one.level)]

    def unit(self, name, side=None):
        unit = self.units.get(name)
        need(unit is not None and unit.is_here(), f"there is no {name}")
        need(side is None or unit.side == side, f"{name} is of the other side")
        return unit

    def leader(self, unit):
        return self.commanders[unit.division]

    def attached(self, unit):
        return next((one for one in self.commanders.values() if one.unit is unit), None)

    def is_mute(self, commander):                                           # LG-R116
        return commander.mute == 1 and commander.side == self.active

    # ---- Ground. ----

    def box(self, unit, form=None):                                         # LG-R3
        name = {"inf": "column", "cav": "horse"}.get(unit.arm, "guns")
        if unit.is_foot() and (form or unit.form) == "line":
            name = "line"
        return 10 * self.options[name + "_width"], 10 * self.options[name + "_depth"]

    def ground(self, unit, at=None, facing=None, form=None):
        return rect(at or unit.at, unit.facing if facing is None else facing, self.box(unit, form))

    def areas_at(self, point):
        return [area for area in self.areas if area.holds(point)]

    def is_in(self, unit, kinds):
        return any(area.kind in kinds for area in self.areas_at(unit.at))

    def house_at(self, point):
        return [area for area in self.areas_at(point) if area.kind in HOUSES]

    def is_open(self, unit):                                                # LG-R12
        return not self.is_in(unit, CLOSED)

    def level(self, unit):                                                  # LG-R13
        return max((area.level for area in self.areas_at(unit.at)), default=0)

    def is_garrison(self, unit):
        return not unit.is_horse() and self.is_in(unit, HOUSES)

    def has_flanks(self, unit):                                             # LG-R8
        return unit.form != "square" and not self.is_garrison(unit)

    def is_on_table(self, its):
        return (its.west >= 0 and its.south >= 0 and its.east <= self.table[0]
                and its.north <= self.table[1])

    def is_deep(self, its):
        return any(area.kind == "deep" and overlap(its, area.ground) for area in self.areas)

    def is_rough_way(self, a, b):                                           # LG-R24
        return any(area.kind in DIFFICULT and (area.holds(a) or area.holds(b) or area.crosses(a, b))
                   for area in self.areas)

    def is_bound_to_line(self, unit):                                       # LG-R52
        return unit.is_foot() and (unit.nation == "British" or self.year < 1809
                                   and unit.nation in ("Austrian", "Prussian", "Russian"))

    def quality(self, unit):                                                # LG-R127
        if unit.quality == 0 and unit.nation == "Prussian" and "landwehr" in unit.kinds:
            its = self.ground(unit)
            for one in self.of(unit.side):
                if (one is not unit and one.is_firm() and not one.is_guns()
                        and "landwehr" not in one.kinds and self.is_within(its, one, 2000)):
                    return 1
        return unit.quality

    def is_within(self, its, unit, limit):
        other = self.ground(unit)
        return not its.is_apart(other, limit) and distance(its, other) <= limit

    def gap(self, unit, other):
        return distance(self.ground(unit), self.ground(other))

    # ---- Sight (LG-R14). ----

    def eye(self, unit):
        if unit.form == "square" or unit.is_foot() and self.is_garrison(unit):
            return unit.at
        return plus(unit.at, slide.shift(unit.facing, self.box(unit)[1] // 2))

    def marks(self, unit):
        return [unit.at, *self.ground(unit).corners]

    def screens(self, unit, target, with_units=True):
        """What may stand in the way."""
        level = max(self.level(unit), self.level(target))
        found = [area.ground for area in self.areas
                 if (area.level if area.kind == "hill" else TALL.get(area.kind, 0)) > level
                 and not area.holds(unit.at) and not area.holds(target.at)]
        if with_units:
            found += [self.ground(one) for one in self.here() if one is not unit
                      and one is not target and one.is_firm() and self.level(one) + 1 > level]
        return found

    def sees(self, eye, mark, screens):
        return not any(self.is_between(eye, mark, one) for one in screens)

    @staticmethod
    def is_between(a, b, its):
        if (max(a[0], b[0]) < its.west or min(a[0], b[0]) > its.east
                or max(a[1], b[1]) < its.south or min(a[1], b[1]) > its.north):
            return False
        return passes(a, b, its.corners)

    # ---- Poses and ways. ----

    def others(self, unit):
        return [one for one in self.units.values() if one is not unit and one.fate is None]

    def is_free(self, unit, its, besides=()):
        return not any(overlap(its, self.ground(one)) for one in self.others(unit)
                       if one not in besides)

    def may_stand(self, unit, at, form):
        """LG-R26, R82: buildings."""
        houses = self.house_at(at)
        if unit.is_horse() or unit.is_foot() and form != "column":
            return not houses
        return not any(house.holds(one.at) for house in houses for one in self.others(unit))

    def is_legal_pose(self, unit, at, facing, form):
        """LG-R16, without the gap."""
        its = self.ground(unit, at, facing, form)
        return (self.is_on_table(its) and not self.is_deep(its) and self.is_free(unit, its)
                and self.may_stand(unit, at, form))

    def keeps_gap(self, unit, its, margin=None):
        """LG-R16: of every enemy; its ground is where the unit would be, or what it sweeps."""
        gap = 10 * self.options["enemy_gap"] if margin is None else margin
        now = self.ground(unit)
        for foe in self.foes(unit):
            other = self.ground(foe)
            if its.is_apart(other, gap):
                continue
            if distance(its, other) < min(gap, distance(now, other)):
                return False
            if overlap(its, other) and not overlap(now, other):
                return False
        return True

    def nearest_foe(self, unit, at):
        """LG-R23."""
        return min((reach(at, self.ground(foe)) for foe in self.foes(unit)), default=None)

    def is_advance(self, unit, at):
        before, after = self.nearest_foe(unit, unit.at), self.nearest_foe(unit, at)
        return before is not None and after < before

    def allowance(self, unit, form, turned, rough, changes=False):
        """LG-R21, in hundredths."""
        length = unit.rate(form)
        if rough and "light" not in unit.kinds:
            length = min(length, 300)
        if turned >= 90:
            length //= 2
        return length // 2 if changes else length

    def walk(self, unit, way):
        """[(from, to, facing)] of its legs, then the pose in which it ends."""
        at, facing, legs = unit.at, unit.facing, []
        for turn, ahead, aside in way.legs:
            need(abs(turn) <= 180 and ahead >= 0, "no such leg")
            facing = (facing + turn) % 360
            to = slide.world(at, 10 * facing, aside, ahead)
            legs.append((at, to, facing))
            at = to
        return legs, at, (facing + way.last) % 360

    def swept(self, unit, leg, form):
        before, after, facing = leg
        box = self.box(unit, form)
        one, other = rect(before, facing, box), rect(after, facing, box)
        return Rect(tuple(hull(one.corners, other.corners))) if before != after else one

    # ---- Charges. ----

    def turn_cost(self, unit, facing, at, k):
        """Charge allowance in ticks (LG-R56)."""
        rough = self.is_rough_way(at, plus(at, shift(facing, k)))
        return 10 * self.allowance(unit, unit.form, between(facing, unit.facing), rough)

    def blocked_at(self, unit, its, facing, most, besides, start=0):
        """LG-R55: the least length at which it is in the way of something, or None."""
        found = [first_off(its, facing, self.table, start, most)]
        found += [first_overlap(its, facing, self.ground(one), start, most)
                  for one in self.others(unit) if one not in besides]
        found += [first_overlap(its, facing, area.ground, start, most) for area in self.areas
                  if area.kind == "deep"]
        return min((length for length in found if length is not None), default=None)

    def is_seen_from(self, unit, target):
        screens = self.screens(unit, target, with_units=False)
        return any(self.sees(unit.at, mark, screens) for mark in self.marks(target))

    def aim(self, unit, target, facing):
        """(facing, k, allowance, flank) of a charge, or refused (LG-R54, R55)."""
        need(not unit.is_guns() and unit.form != "square" and not unit.routing, "it cannot charge")
        need(not unit.shaken and not unit.is_tired(), "shaken or fatigued")
        need(not (self.is_bound_to_line(unit) and unit.form != "line" and target.is_foot()
                  and self.is_open(target)), "not in line")
        its = self.ground(unit, facing=facing)
        k = slide.contact(its, facing, self.ground(target))
        need(k is not None, "it never meets the target")
        allowance = self.turn_cost(unit, facing, unit.at, k)
        need(k <= allowance, f"{k} to go, {allowance} allowed")
        need(self.is_legal_pose(unit, unit.at, facing, unit.form), "no room to turn")
        need(self.blocked_at(unit, its, facing, k, (target,)) is None, "something is in the way")
        need(self.is_seen_from(unit, target), "it does not see the target")
        return facing, k, allowance, self.is_flank(unit.at, target)

    def is_flank(self, point, target):
        return self.has_flanks(target) and not is_in_zone(point, target.at, target.facing,
                                                          self.box(target))

    def may_aim(self, unit, target, facing):
        try:
            return self.aim(unit, target, facing)
        except Refused:
            return None

    def can_charge(self, unit, targets):
        """Any of them, with any facing."""
        if unit.is_guns() or unit.shaken or unit.is_tired() or unit.form == "square":
            return False
        limit = 10 * unit.rate() + 8000
        near = [one for one in targets if apart(unit.at, one.at) <= limit]
        return any(self.may_aim(unit, one, facing) for one in near for facing in range(360))

    # ---- Support, fire. ----

    def is_supported(self, side, combat, waiting):                          # LG-R145
        way = self.options["support"]
        return (way > 0 and len(combat.of(side)) > 1
                or way != 1 and self.has_second_line(side, combat, waiting))

    def has_second_line(self, side, combat, waiting):                       # LG-R88
        busy = [unit for one in (combat, *waiting) for unit in one.units]
        for unit in combat.of(side):
            if unit.is_guns() or not self.has_flanks(unit) or not unit.is_firm():
                continue
            for one in self.of(side):
                if (one not in busy and one.arm == unit.arm and one.is_firm() and not one.shaken
                        and not one.disordered
                        and is_in_zone(one.at, unit.at, unit.facing, self.box(unit), ahead=False)
                        and self.gap(unit, one) <= 10 * self.options["support_dist"]):
                    return True
        return False

    def cover(self, unit):
        return max((COVER.get(area.kind, 0) for area in self.areas_at(unit.at)), default=0)

    def fire_range(self, unit):
        if unit.is_guns():
            return 24000
        return 6000 if "skirm" in unit.kinds else 3000

    def can_hit(self, unit, target):
        """LG-R71, R72: the range, or None."""
        its, other = self.ground(unit), self.ground(target)
        limit = self.fire_range(unit)
        if its.is_apart(other, limit):
            return None
        far = distance(its, other)
        if far > limit:
            return None
        marks, box = self.marks(target), self.box(unit)
        if unit.form != "square" and not (unit.is_foot() and self.is_garrison(unit)):
            marks = [mark for mark in marks if is_in_zone(mark, unit.at, unit.facing, box)]
        eye, screens = self.eye(unit), self.screens(unit, target) if marks else ()
        return far if any(self.sees(eye, mark, screens) for mark in marks) else None

    def fire_mods(self, unit, target, far, battery):                        # LG-T8
        soft, quality = self.cover(target) < 2, self.quality(unit)
        foot, guns = unit.is_foot(), unit.is_guns()
        found = {
            6: -unit.prepared, 7: -(unit.form == "square"),
            8: -(foot and far > 3000 and unit.nation != "French"), 10: -unit.shaken,
            11: -unit.disordered, 12: -(unit.strength <= 3), 13: -(quality == 0),
            14: -(guns and far > 12000), 15: "mixed" in unit.kinds and "moved" not in unit.deeds,
            16: unit.form == "line" and far <= 3000,
            17: unit.arm == "foot" and far <= 6000 and soft,
            18: unit.arm == "horse" and far <= 3000 and soft, 19: guns and target.form == "square",
            20: guns and target.form == "mass", 21: quality >= 2,
            22: guns and unit.nation == "French", 23: foot and unit.nation == "British",
            24: 2 * battery}
        return mods(5, found)

    def target_mods(self, target):                                          # LG-T9
        cover = self.cover(target)
        return mods(5, {25: -("cossack" in target.kinds), 26: cover == 1, 27: 2 * (cover == 2),
                        28: 3 * (cover == 3)})

    # ---- Combat. ----

    def lead(self, units):                                                  # LG-R85
        return min(units, key=lambda unit: (-self.quality(unit), -unit.strength, unit.order))

    def is_behind_river(self, mine, foe, combat):                           # LG-R90
        charge = combat.attacks.get(foe)
        return (mine not in combat.attacks and charge is not None
                and any(area.kind == "river" and not area.holds(mine.at)
                        and area.crosses(charge.first, foe.at) for area in self.areas))

    def hits_flank(self, side, combat):                                     # LG-R92
        return any(unit.side == side and charge.flank and unit in combat.units
                   for unit, charge in combat.attacks.items())

    def numbers(self, side, combat):                                        # LG-R87
        mine, theirs = (sum(unit.strength for unit in combat.of(one)) for one in (side, 1 - side))
        if mine >= 2 * theirs:
            return {19: 3}
        if 2 * mine >= 3 * theirs:
            return {14: 2}
        return {6: mine > theirs}

    def horse_mods(self, mine, foe):                                        # LG-R95
        if foe.form == "square" or self.is_in(foe, {"bua", "wood"}):
            return {25: -3}
        if not self.is_open(foe):
            return {}
        return {11: 1} if "mixed" in foe.kinds else {17: 2}

    def combat_mods(self, side, combat, waiting):                           # LG-T11
        mine, foe = combat.leads[side], combat.leads[1 - side]
        attacks, quality, open_foe = mine in combat.attacks, self.quality(mine), self.is_open(foe)
        foot = mine.is_foot()
        found = {
            2: any(self.attached(unit) for unit in combat.of(side)),
            3: self.level(mine) > self.level(foe), 4: self.is_behind_river(mine, foe, combat),
            5: foot and "mixed" in mine.kinds and foe.is_foot() and open_foe,
            7: foot and attacks and not foe.is_horse() and open_foe, 8: quality == 2,
            9: "impact" in mine.kinds and mine.is_horse() and foe.is_horse(),
            10: mine.form == "mass" and self.is_open(mine) and foe.is_horse(),
            12: 2 * (mine.prepared and not attacks and self.is_in(mine, {"bua"})),
            13: 2 * self.hits_flank(side, combat),
            15: 2 * self.is_supported(side, combat, waiting),
            16: 2 * (foot and attacks and foe.form == "square"), 18: 2 * (quality == 3),
            20: 3 * (mine.prepared and not attacks and self.is_in(mine, {"fort"})),
            21: -mine.disordered, 22: -(quality == 0), 23: -mine.shaken,
            24: -2 * ("cossack" in mine.kinds)}
        found.update(self.numbers(side, combat))
        if mine.is_horse() and attacks and not foe.is_horse():
            found.update(self.horse_mods(mine, foe))
        return mods(6, found)

    def square_mods(self, unit, charges, with_order):                       # LG-T6
        quality = self.quality(unit)
        near = min(charge.of for charge in charges if charge.charger.is_horse())
        steady = unit.nation in ("British", "Austrian") and "landwehr" not in unit.kinds
        return mods(4, {6: -(near < 6000), 7: -(unit.form == "line"),
                        8: -bool(unit.shaken or unit.disordered), 9: -(quality == 0),
                        10: quality >= 2, 11: with_order, 12: steady})

    def react_mods(self, unit):                                             # LG-T13
        quality = self.quality(unit)
        return mods(8, {2: -(quality == 0), 3: quality == 3, 4: -bool(unit.shaken)})


def mods(chapter, found):
    """What counts, by clause."""
    return {f"LG-{chapter}.{clause}": int(amount) for clause, amount in found.items() if amount}
