"""lucky.py - a referee of lucky, from the rules alone.

Every step of a player turn: orders, marches, charges and the answers to them, fire, combat, flight,
breakthroughs, losses of commanders, the end.
"""
from collections import Counter
from functools import lru_cache

import slide
from plane import Refused, cross, hull, place, plant, ticks
from slide import (Rect, apart, between, direction, distance, first_off, first_overlap, is_in_zone,
                   is_inside, overlap, passes, plus, reach, rect, shift)

SCENARIOS = [("outpost", 6), ("bridge-village", 4), ("pratzen", 4), ("salamanca", 3), ("borodino", 3)]
OPTIONS = {
    "corps_formula": [1], "reserve_carry": [0], "evade_needs_order": [0], "cossack_evade_roll": [0],
    "charge_abort": [1], "grand_battery_min": [3], "excess_shaken": [1, 2], "alight_mode": [1],
    "support_dist": [300, 1200], "support": [1, 2], "good_order_clears": [0, 2], "defender_breakthrough": [1],
    "impetuous_scope": [1], "enemy_gap": [50, 200], "interpenetrate": [0], "vp_margin": [0, 5],
    "s_inf_avg": [4], "s_cav_avg": [9], "column_width": [300], "line_depth": [60],
}
STANDARD = {
    "corps_formula": 0, "reserve_carry": 1, "evade_needs_order": 1, "cossack_evade_roll": 1,
    "charge_abort": 0, "grand_battery_min": 2, "excess_shaken": 0, "alight_mode": 0,
    "support_dist": 600, "support": 0, "good_order_clears": 1, "defender_breakthrough": 0, "impetuous_scope": 0,
    "enemy_gap": 100, "interpenetrate": 1, "vp_margin": 2,
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
        return {name: getattr(self, name) for name in
                ("name", "quality", "at", "under", "holds", "pool", "mute", "gone", "moved", "closed")}


class Unit:
    def __init__(self, line, order):
        facts = unit_facts(line)
        self.__dict__.update(facts)
        self.side, self.order = "ab".index(self.name[0]), order
        self.kinds = self.flags & KINDS
        self.deeds = set(self.flags & DEEDS)
        self.fate = next((word for word in ("destroyed", "left") if word in self.flags), None)
        for word in ("disordered", "routing", "prepared", "must_leave"):
            setattr(self, word, word in self.flags)
        del self.flags

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
        return {"name": self.name, "strength": self.strength, "form": self.form, "at": self.at,
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
        return max((area.level for area in self.areas_at(unit.at) if area.kind == "hill"), default=0)

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
        return not houses or not unit.is_horse() and (not unit.is_foot() or form == "column") and not (
            any(house.holds(one.at) for house in houses for one in self.others(unit)))

    def is_legal_pose(self, unit, at, facing, form):                        # LG-R16, without the gap
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

    def blocked_at(self, unit, its, facing, most, besides):
        """LG-R55: the least length at which it is in the way of something, or None."""
        found = [first_off(its, facing, self.table, 0, most)]
        found += [first_overlap(its, facing, self.ground(one), 0, most) for one in self.others(unit)
                  if one not in besides]
        found += [first_overlap(its, facing, area.ground, 0, most) for area in self.areas
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
            16: unit.form == "line" and far <= 3000, 17: unit.arm == "foot" and far <= 6000 and soft,
            18: unit.arm == "horse" and far <= 3000 and soft, 19: guns and target.form == "square",
            20: guns and target.form == "mass", 21: quality >= 2, 22: guns and unit.nation == "French",
            23: foot and unit.nation == "British", 24: 2 * battery}
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
        return mods(4, {6: -(near < 6000), 7: -(unit.form == "line"),
                        8: -bool(unit.shaken or unit.disordered), 9: -(quality == 0),
                        10: quality >= 2, 11: with_order,
                        12: unit.nation in ("British", "Austrian") and "landwehr" not in unit.kinds})

    def react_mods(self, unit):                                             # LG-T13
        quality = self.quality(unit)
        return mods(8, {2: -(quality == 0), 3: quality == 3, 4: -bool(unit.shaken)})


def mods(chapter, found):
    """What counts, by clause."""
    return {f"LG-{chapter}.{clause}": int(amount) for clause, amount in found.items() if amount}


# ---- Changes. ----

class Board(Field):
    """What happens to units and commanders."""

    def __init__(self, text):
        super().__init__(text)
        self.charges, self.goals, self.open, self.winner = [], {}, None, None
        self.rolls, self.left_out = [], Counter()

    def roll(self, check, unit, dice, its=()):
        """A die with its modifiers, as the log tells it."""
        its = dict(its)
        total = dice.roll()
        self.rolls.append((check, unit.name, its, total + sum(its.values())))
        return total, total + sum(its.values())

    # ---- Units. ----

    def put(self, unit, at=None, facing=None, form=None):
        """A new pose, with all that hangs on it (LG-R27, R42, R82)."""
        pose = (at or unit.at, unit.facing if facing is None else facing, form or unit.form)
        if pose != (unit.at, unit.facing, unit.form):
            unit.deeds.add("moved")
            unit.prepared = False
        unit.at, unit.facing, unit.form = pose
        commander = self.attached(unit)
        if commander:
            commander.at = unit.at
        if not any(area.burning and area.holds(unit.at) for area in self.areas):
            unit.must_leave = False

    def ride_down(self, unit):                                              # LG-R43, R142
        if not unit.is_firm():
            return
        its = self.ground(unit)
        for one in self.officers(1 - unit.side):
            if one.is_here() and one.unit is None and reach(one.at, its) <= 1000:
                self.seek_safety(one)

    def seek_safety(self, commander):
        commander.unit = None
        friends = [unit for unit in self.of(commander.side) if unit.is_firm()]
        if friends:
            commander.at = min(friends, key=lambda unit: (reach(commander.at, self.ground(unit)),
                                                          unit.order)).at
        else:
            self.lose_commander(commander)

    def lose_commander(self, commander):                                          # LG-R117
        commander.gone, commander.holds, commander.pool, commander.unit = 2, 0, 0, None
        commander.mute, commander.quality = 0, max(1, commander.quality - 1)

    def lose(self, unit, loss, keeps_commander=False):                      # LG-R123
        unit.strength = max(0, unit.strength - loss)
        if unit.strength == 0:
            self.remove(unit, "destroyed", keeps_commander)

    def remove(self, unit, fate, keeps_commander=False):
        unit.fate = fate
        commander = self.attached(unit)
        if commander and not keeps_commander:
            commander.at = unit.at
            self.seek_safety(commander)

    def shake(self, unit):                                                  # LG-R79, R80
        if not unit.is_firm():
            return
        if unit.shaken < unit.most_markers():
            unit.shaken += 1
        elif self.options["excess_shaken"] == 1:
            self.lose(unit, 1)
        elif self.options["excess_shaken"] == 2 and unit.is_guns():
            self.remove(unit, "destroyed")
        elif self.options["excess_shaken"] == 2:
            self.start_rout(unit)
            self.run_home(unit)

    def start_rout(self, unit):                                             # LG-R102
        unit.routing, unit.shaken, unit.disordered, unit.prepared = True, 0, False, False
        if unit.is_foot():
            self.put(unit, form="column")

    def run_home(self, unit):                                               # LG-R121
        home = self.homes[unit.side]
        self.force(unit, home, home, unit.flight(), is_rout=True)

    # ---- Forced moves (LG-R28). ----

    def force(self, unit, facing, degree, length, is_rout=False):
        """Moves it; returns how far it came, and what became of it: None, destroyed, left."""
        went, fate = self.forced(unit, facing, degree, length, is_rout)
        self.put(unit, plus(unit.at, shift(degree, went)), facing)
        if fate:
            self.remove(unit, fate)
        else:
            self.ride_down(unit)
        return went, fate

    def forced(self, unit, facing, degree, length, is_rout):
        its = self.ground(unit, facing=facing)
        foes = self.foes(unit)
        ignored = [foe for foe in foes if overlap(its, self.ground(foe))]
        inside = Inside(its, degree, [self.ground(one) for one in self.others(unit)
                                      if one not in ignored])
        far = length + 40000
        by_foe = [first_overlap(its, degree, self.ground(foe), 1, far) for foe in foes
                  if foe not in ignored]
        others = [first_overlap(its, degree, area.ground, 1, far) for area in self.areas
                  if area.kind == "deep"]
        if not is_rout:
            others.append(first_off(its, degree, self.table, 1, far))
        stop = min((one for one in by_foe + others if one is not None), default=far + 1) - 1
        is_by_foe = stop + 1 in by_foe

        def is_gone(went):
            x, y = plus(unit.at, shift(degree, went))
            return is_rout and not (0 <= x <= self.table[0] and 0 <= y <= self.table[1])
        if stop < length and is_rout and is_by_foe:
            return stop, "destroyed"
        for went in range(min(length, stop), stop + 1):
            if is_gone(went):
                return went, "left"
            if not inside.holds(went):
                return went, None
            if stop < length:
                break
        went = inside.last_free(min(length, stop))
        return (went, None) if went is not None else (0, "destroyed")

    # ---- Fire. ----

    def hit(self, unit, target, excess):                                    # LG-T10
        if excess >= 1:
            self.shake(target)
        if excess >= 2 and target.is_here():
            self.lose(target, 1)

    def set_alight(self, target, dice, faces):                              # LG-R81
        house = next((area for area in self.areas_at(target.at) if area.kind == "bua"
                      and not area.burning), None)
        if house is None or not target.is_here() or faces[0] != 6:
            return
        both_six = self.options["alight_mode"] == 1
        if faces[1] == 6 if both_six else dice.roll() == 6:
            if dice.roll() <= 3:
                house.burning = True
                for one in self.here():
                    one.must_leave |= house.holds(one.at)

    def shoot(self, unit, target, helpers, dice):
        far = self.can_hit(unit, target)
        its = self.fire_mods(unit, target, far, bool(helpers))
        first, total = self.roll("fire", unit, dice, its)
        second, other = self.roll("target", target, dice, self.target_mods(target))
        self.hit(unit, target, total - other)
        if unit.is_guns():
            self.set_alight(target, dice, (first, second))
            if first == 6:
                self.lose(unit, 1)

    # ---- Charges on their way. ----

    def halt(self, charge):
        """Where closing up would take it: (status, facing, k, way, flank) (LG-R58, R63)."""
        unit, target = charge.charger, charge.target
        if not target.is_here():
            return "failed", charge.facing, charge.k, 0, charge.flank
        facing = direction(target.at[0] - unit.at[0], target.at[1] - unit.at[1])
        if "evaded" in target.deeds:
            return self.follow(charge, facing)
        limit = charge.allowance + 2000 * (target.form == "square" and "squared" in target.deeds)
        k = slide.contact(self.ground(unit, facing=charge.facing), charge.facing,
                          self.ground(target))
        if k is not None and k <= limit:
            facing = charge.facing
        else:
            if self.is_jammed(unit, facing, target):
                return "failed", charge.facing, charge.k, 0, charge.flank
            k = slide.contact(self.ground(unit, facing=facing), facing, self.ground(target))
            if k is None or k > limit:
                return "failed", facing, charge.k, 0, charge.flank
        return self.close(unit, target, facing, k, charge.flank)

    def is_jammed(self, unit, facing, target):
        return self.blocked_at(unit, self.ground(unit, facing=facing), facing, 0, (target,)) == 0

    def close(self, unit, target, facing, k, flank):
        way = max(0, k - 3000)
        block = self.blocked_at(unit, self.ground(unit, facing=facing), facing, way, (target,))
        if block is not None:
            return "failed", facing, k, max(0, block - 1), flank
        return "closed", facing, k, way, flank

    def follow(self, charge, facing):                                       # LG-R63
        unit, target = charge.charger, charge.target
        if self.is_jammed(unit, facing, target):
            return "failed", charge.facing, charge.k, 0, charge.flank
        k = slide.contact(self.ground(unit, facing=facing), facing, self.ground(target))
        if k is not None and k <= charge.allowance:
            return self.close(unit, target, facing, k, True)
        way = max(0, charge.of - 3000)
        block = self.blocked_at(unit, self.ground(unit, facing=charge.facing), charge.facing, way, ())
        way = way if block is None else max(0, block - 1)
        return "failed", charge.facing, charge.k, way, charge.flank

    def close_up(self, charge):                                             # LG-1.17
        unit = charge.charger
        status, facing, k, way, flank = self.halt(charge)
        charge.status, charge.facing, charge.k, charge.gone = status, facing, k, way
        charge.flank, charge.at = flank, charge.target.at
        self.put(unit, plus(charge.start, shift(facing, way)), facing)
        self.ride_down(unit)

    def counter(self, charge, pairs):                                       # LG-R60
        unit, foe = charge.charger, charge.target
        charge.status = "failed"
        if unit.shaken or not unit.is_firm() or not foe.is_here():
            return
        facing = direction(foe.at[0] - unit.at[0], foe.at[1] - unit.at[1])
        its = self.ground(unit, facing=facing)
        k = slide.contact(its, facing, self.ground(foe))
        if (k is None or k > self.turn_cost(unit, facing, unit.at, k)
                or self.blocked_at(unit, its, facing, k, (foe,)) is not None):
            return
        charge.flank = self.is_flank(unit.at, foe)
        charge.facing, charge.k, charge.gone = facing, k, k
        self.arrive(charge, plus(unit.at, shift(facing, k)), facing, pairs)
        for one in self.charges:
            if one.charger is foe and one.status == "closed":
                one.status, one.flank = "failed" if foe.shaken else "met", False

    def arrive(self, charge, at, facing, pairs):
        unit, target = charge.charger, charge.target
        charge.status = "contact"
        self.put(unit, at, facing)
        self.ride_down(unit)
        charge.flank &= self.has_flanks(target)
        if target.routing:                                                  # LG-R68
            self.goals[unit] = target.at
            self.remove(target, "destroyed")
        else:
            pairs.append(charge)

    def complete(self, charge, pairs):                                      # LG-R67
        unit, target = charge.charger, charge.target
        if charge.status != "closed":
            return
        charge.status = "failed"
        if unit.shaken or not unit.is_firm() or not target.is_here():
            return
        gone, room = charge.gone, charge.allowance - charge.gone
        if target.at != charge.at:
            facing = direction(target.at[0] - unit.at[0], target.at[1] - unit.at[1])
            if self.is_jammed(unit, facing, target):
                return
            charge.start, charge.facing, gone = unit.at, facing, 0
            k = slide.contact(self.ground(unit, facing=facing), facing, self.ground(target))
            self.put(unit, facing=facing)
            if k is None or k > room:
                return
            charge.k = k
        its = self.ground(unit, charge.start, charge.facing)
        block = self.blocked_at(unit, its, charge.facing, charge.k, (target,))
        way = charge.k if block is None else max(gone, block - 1)
        charge.gone += way - gone
        at = plus(charge.start, shift(charge.facing, way))
        if block is None:
            self.arrive(charge, at, charge.facing, pairs)
        else:
            self.put(unit, at)
            self.ride_down(unit)


class Inside:
    """Where a rectangle on its way lies on others."""

    def __init__(self, its, degree, others):
        self.degree = degree
        self.windows = []
        for other in others:
            window = slide.Window(its, other)
            if not window.is_empty:
                spread = window.range(degree, 80000)
                if spread:
                    self.windows.append((window, spread))

    def holds(self, went):
        return any(went in spread and window.holds(*shift(self.degree, went))
                   for window, spread in self.windows)

    def last_free(self, went):
        while went >= 0 and self.holds(went):
            went -= 1
        return went if went >= 0 else None


# ---- Actions. ----

WINDOWS = {"give": {"c2", "c3"}, "assign": {"c4"}, "square": {"m2", "x1"}, "evade": {"m2", "x1"},
           "counter": {"m2", "x1"}, "fire": {"f1", "f2", "x3"}, "abort": {"f4a"}, "retire": {"k3"},
           "occupy": {"k5"}, "stay": {"k5", "k6"}, "break": {"k6"}, "advance": {"k6"},
           "rally": {"m1", "m2", "f1", "f2", "f3", "k0a", "k0b", "x1", "x3", "x4"},
           "orders": {"c1"}, "corps": {"c3r"}, "combat": {"k1"}, "react": {"k4"}}
WINDOWS.update({verb: {"m1"} for verb in ("move", "back", "form", "charge", "reserve", "limber",
                                          "unlimber", "ride")})
NOBODYS = {"orders", "corps", "combat", "react"}
# Offered whole; of fire a target for each unit that has one.
LISTED = {"rally", "square", "evade", "counter", "abort", "fire"}
SKIPPED = {"c2", "c3", "c4", "m2", "f1", "f2", "f3", "f4a", "k0a", "k0b", "x1", "x3", "x4"}


class Actions(Board):
    """Each looks whether an action is legal and answers with what it does, which may want dice."""

    def __init__(self, text):
        super().__init__(text)
        self.fight, self.frames, self.waiting, self.lines = None, [], [], []
        self.breaker = None     # the charge of a breakthrough that is under way
        self.has_fired = False  # the target of a breakthrough

    def decider(self):
        """The side that decides, or None."""
        if self.phase in ("c1", "c3r", "k1", "k4", "over"):
            return None
        if self.phase in ("x1", "x3"):
            return 1 - self.breaker.charger.side
        if self.phase == "x4":
            return self.breaker.charger.side
        if self.phase in ("k3", "k5", "k6"):
            return self.lines[0].side
        if self.phase in ("k0a", "k0b"):
            return self.first_side() if self.phase == "k0a" else 1 - self.first_side()
        return 1 - self.active if self.phase in ("m2", "f1", "f3") else self.active

    def plan(self, side, text):
        """What an action does, or plane.Refused."""
        verb, *words = text.split()
        need(self.phase != "over", "the game is over")
        need((SIDES[side] if side else None) == self.decider(), "somebody else decides")
        if verb == "end":
            need(self.phase not in ("k3", "k5", "k6") and side, "no end here")
            return lambda dice: self.end_step()
        need(self.phase in WINDOWS.get(verb, ()), f"no {verb} in {self.phase}")
        self.side = self.decider()
        return getattr(self, "do_" + verb)(*words)

    # ---- Orders. ----

    def do_orders(self):
        chief = self.officers(self.active, "c")[0]

        def carry(dice):
            if chief.is_here() and not self.is_mute(chief):
                chief.pool = dice.roll() + chief.quality
            self.enter("c2")
        return carry

    def giver(self, to):
        """The one whose orders these are (LG-R31)."""
        above = self.commanders[to.under]
        return self.commanders[above.under] if above.level == "k" and not above.is_here() else above

    def do_give(self, giver, to, count):
        giver, to, count = self.commanders[giver], self.commanders[to], int(count)
        need(giver.side == self.side and to.level != "c" and giver is self.giver(to), "not his to give")
        need(giver.level == ("c" if self.phase == "c2" else "k"), "not now")
        need(to.is_here() and not self.is_mute(to), "he takes no orders")
        need(0 < count <= giver.pool, "so many he has not")
        need(apart(giver.at, to.at) <= (36000 if giver.level == "c" else 24000), "out of range")
        need(to.level == "k" or count <= min(to.quality, 3) - to.holds, "more than he holds")

        def carry(dice):
            giver.pool -= count
            if to.level == "k":
                to.given += count
            else:
                to.holds += count
        return carry

    def activated(self):
        return [one for one in self.officers(self.active, "k") if one.is_here() and one.given]

    def do_corps(self):
        def carry(dice):
            for one in self.activated():
                if self.options["corps_formula"]:
                    basic = dice.roll() + (one.quality + 1) // 2
                else:
                    basic = (dice.roll() + one.quality + 1) // 2
                one.pool, one.given = basic + one.given - 1, 0
            self.enter("c3")
        return carry

    def do_assign(self, name, count):
        unit, count = self.unit(name, self.side), int(count)
        leader = self.leader(unit)
        need(leader.is_here() and not self.is_mute(leader), "no commander")
        need(0 < count <= leader.holds and unit.orders + count <= 3, "so many orders")
        need(reach(leader.at, self.ground(unit)) <= 12000, "out of range")

        def carry(dice):
            leader.holds -= count
            unit.orders += count
        return carry

    def reserve(self, unit):
        """The division commander who can spend an order on it, or None (LG-R38)."""
        leader = self.leader(unit)
        if (leader.is_here() and leader.holds and not self.is_mute(leader)
                and reach(leader.at, self.ground(unit)) <= 12000):
            return leader
        return None

    def spend_reserve(self, unit):
        self.reserve(unit).holds -= 1

    def has_order(self, unit):                                              # LG-R44
        return unit.orders > 0 and not self.leader(unit).closed

    def spend_order(self, unit):
        unit.orders -= 1
        leader = self.leader(unit)
        if self.open not in (None, leader):
            self.open.closed = True
        self.open = leader

    # ---- March. ----

    def ready(self, name):
        """A unit for its one move action."""
        unit = self.unit(name, self.side)
        need(self.has_order(unit), "no order")
        need("acted" not in unit.deeds and not unit.routing, "it has acted or routs")
        return unit

    def do_move(self, name, *words):
        unit, way = self.unit(name, self.side), Way(words)
        free = unit.must_leave
        need(free or self.has_order(unit), "no order")
        need("acted" not in unit.deeds and not unit.routing, "it has acted or routs")
        self.must_it_charge(unit)
        at, facing, form = self.check_move(unit, way)
        need(not way.unlimber or unit.form == "limb" and "unlimbered" not in unit.deeds, "no guns")

        def carry(dice):
            if not free:
                self.spend_order(unit)
            self.go(unit, at, facing, form)
            if way.unlimber:
                unit.form = "unl"
                unit.deeds.add("unlimbered")
        return carry

    def go(self, unit, at, facing, form=None):
        unit.deeds.add("acted")
        self.put(unit, at, facing, form)
        self.ride_down(unit)

    def must_it_charge(self, unit):                                         # LG-R112
        if self.options["impetuous_scope"] and unit.nation == "British" and unit.is_horse():
            need(not self.can_charge(unit, self.foes(unit, routing=True)), "impetuous")

    def check_move(self, unit, way):
        """The pose in which a MOVE or an ADVANCE ends."""
        changed = way.first_form or way.last_form
        need(not (way.first_form and way.last_form), "two changes")
        if changed:
            need(unit.is_foot() and changed != unit.form, "no change")
            self.check_form(unit, changed, squares=False)
        form = way.first_form or unit.form
        need(form != "square", "a square does not move")
        if way.first_form:                                                  # LG-R141
            its = self.ground(unit, form=form)
            need(self.is_free(unit, its) and not self.is_deep(its), "no room to change")
        legs, at, facing = self.walk(unit, way)
        rough = any(self.is_rough_way(before, after) for before, after, _ in legs)
        need(way.length() <= 10 * self.allowance(unit, form, way.turned(), rough, bool(changed)),
             "too far")
        self.check_shifts(way)
        self.check_legs(unit, legs, form)
        self.check_end(unit, at, facing, changed or unit.form)
        return at, facing, changed or unit.form

    def check_form(self, unit, form, squares):
        need(form in ("line", "column", "mass") or squares and form == "square", "no such formation")
        need(form != "mass" or unit.nation == "Russian", "no mass columns")

    @staticmethod
    def check_shifts(way):                                                  # LG-R20
        need(len(way.legs) <= 3 and abs(way.last) <= 180, "too many legs")
        need(all(abs(aside) <= ahead for _, ahead, aside in way.legs), "more aside than ahead")
        need(sum(abs(aside) for _, _, aside in way.legs) <= 2000, "too far aside")

    def check_legs(self, unit, legs, form, margin=None):                    # LG-R15, R16, R17
        for leg in legs:
            its = self.swept(unit, leg, form)
            need(not self.is_deep(its), "deep water")
            need(self.keeps_gap(unit, its, margin), "an enemy is near")
            need(self.is_on_table(self.ground(unit, leg[1], leg[2], form)), "off the table")
            need(self.options["interpenetrate"] or not any(
                overlap(its, self.ground(one)) for one in self.of(unit.side) if one is not unit),
                "friends are in the way")

    def check_end(self, unit, at, facing, form):
        need(self.is_legal_pose(unit, at, facing, form), "it cannot stand there")
        need(self.keeps_gap(unit, self.ground(unit, at, facing, form)), "an enemy is near")
        need(not any(area.burning and area.holds(at) for area in self.areas), "fire")
        if self.is_advance(unit, at):
            need(not unit.shaken and not unit.is_tired(), "no advance")
            if self.is_bound_to_line(unit) and form != "line" and not self.house_at(at):
                its = self.ground(unit, at, facing, form)
                need(not any(foe.is_foot() and self.is_open(foe) and self.is_within(its, foe, 6000)
                             for foe in self.foes(unit)), "it must be in line there")

    def do_back(self, name, length):
        unit, length = self.unit(name, self.side), ticks(length)
        free = unit.must_leave
        need(free or self.has_order(unit), "no order")
        need("acted" not in unit.deeds and not unit.routing and unit.form != "square", "it cannot")
        self.must_it_charge(unit)
        at = plus(unit.at, shift((unit.facing + 180) % 360, length))
        rough = self.is_rough_way(unit.at, at)
        need(0 <= length <= 10 * self.allowance(unit, unit.form, 0, rough), "too far")
        self.check_legs(unit, [(unit.at, at, unit.facing)], unit.form)
        self.check_end(unit, at, unit.facing, unit.form)

        def carry(dice):
            if not free:
                self.spend_order(unit)
            self.go(unit, at, unit.facing)
        return carry

    def do_form(self, name, form, *wheel):
        unit, way = self.ready(name), Way(wheel)
        self.must_it_charge(unit)
        need(unit.is_foot() and not way.legs, "no formations")
        self.check_form(unit, form, squares=True)
        facing = (unit.facing + way.last) % 360
        need(self.is_legal_pose(unit, unit.at, facing, form), "no room")
        need(self.keeps_gap(unit, self.ground(unit, facing=facing, form=form)), "an enemy is near")

        def carry(dice):
            self.spend_order(unit)
            unit.deeds.add("acted")
            self.put(unit, facing=facing, form=form)
        return carry

    def do_reserve(self, name, *words):                                     # LG-R51
        unit, way = self.ready(name), Way(words)
        self.must_it_charge(unit)
        need(unit.form not in ("line", "square", "unl"), "not so formed")
        need(not (way.first_form or way.last_form or way.unlimber), "no change")
        legs, at, facing = self.walk(unit, way)
        need(way.length() <= (18000 if way.turned() >= 90 else 36000), "too far")
        self.check_shifts(way)
        self.check_legs(unit, legs, unit.form)
        need(not any(self.is_rough_way(before, after) for before, after, _ in legs), "difficult")
        grounds = [self.swept(unit, leg, unit.form) for leg in legs] + [self.ground(unit, at, facing)]
        need(not any(self.is_within(its, foe, 12000) for its in grounds
                     for foe in self.foes(unit, routing=True)), "too near")
        self.check_end(unit, at, facing, unit.form)

        def carry(dice):
            self.spend_order(unit)
            self.go(unit, at, facing)
        return carry

    def do_limber(self, name):
        unit = self.unit(name, self.side)
        need(unit.form == "unl" and self.has_order(unit), "no order, or limbered")

        def carry(dice):
            self.spend_order(unit)
            unit.form = "limb"
        return carry

    def do_unlimber(self, name):
        unit = self.unit(name, self.side)
        need(unit.form == "limb" and "unlimbered" not in unit.deeds, "not limbered")

        def carry(dice):
            unit.form = "unl"
            unit.deeds.add("unlimbered")
        return carry

    def do_ride(self, name, to, *words):                                    # LG-R41, R42
        one, to, words = self.commanders[name], place(to), list(words)
        need(one.side == self.side and one.is_here() and not one.moved, "he cannot ride")
        need(apart(one.at, to) <= 18000, "too far")
        need(0 <= to[0] <= self.table[0] and 0 <= to[1] <= self.table[1], "off the table")
        joins = rallies = None
        if words[:1] == ["join"]:
            joins = self.check_join(one, to, words[1])
            to, words = joins.at, words[2:]
        else:
            need(not any(reach(to, self.ground(foe)) <= 1000 for side in (1 - one.side,)
                         for foe in self.of(side) if foe.is_firm()), "an enemy is near")
        if words:
            rallies = self.unit(words[1], one.side)
            need(one.level != "d" and rallies.shaken and rallies.is_firm()
                 and reach(to, self.ground(rallies)) <= 1000, "no marker to take")

        def carry(dice):
            one.at, one.unit, one.moved = to, joins, True
            if rallies:
                rallies.shaken -= 1
        return carry

    def check_join(self, one, to, name):
        unit = self.unit(name, one.side)
        need(unit.is_firm() and reach(to, self.ground(unit)) <= 1000, "not beside it")
        need(self.attached(unit) in (None, one), "somebody is there")
        chain = self.leader(unit)
        need(one.level == "c" or one is chain or one.name == chain.under, "not of his command")
        return unit

    def do_rally(self, name, what):                                         # LG-R39, R40
        unit = self.unit(name, self.side)
        own = self.phase == "m1" and self.has_order(unit)
        need(own or self.reserve(unit), "no order")
        need({"disorder": unit.disordered, "shaken": unit.shaken, "rout": unit.routing}[what],
             "nothing to rally")

        def carry(dice):
            (self.spend_order if own else self.spend_reserve)(unit)
            if what == "disorder":
                unit.disordered = False
            elif what == "shaken":
                unit.shaken -= 1
            else:
                unit.routing, unit.disordered, unit.shaken = False, False, unit.most_markers()
                self.put(unit, facing=(unit.facing + 180) % 360)
        return carry

    # ---- Charges and answers. ----

    def do_charge(self, name, target, *words):
        unit = self.ready(name)
        target = self.unit(target, 1 - self.side)
        aim = self.aim(unit, target, self.facing_to(unit, target, words))

        def carry(dice):
            self.spend_order(unit)
            self.declare(unit, target, "charge", aim)
        return carry

    @staticmethod
    def facing_to(unit, target, words):
        if words:
            need(0 <= int(words[1]) < 360, "no such facing")
            return int(words[1])
        return direction(target.at[0] - unit.at[0], target.at[1] - unit.at[1])

    def declare(self, unit, target, kind, aim):
        unit.deeds |= {"acted", "charged"}
        charge = Charge(unit, target, kind, aim)
        self.charges.append(charge)
        self.put(unit, facing=aim[0])
        return charge

    def charges_on(self, target):
        return [charge for charge in self.charges if charge.target is target
                and charge.status == "declared" and charge.kind != "counter"]

    def do_square(self, name, *words):                                      # LG-R64
        unit = self.unit(name, self.side)
        charges = self.charges_on(unit)
        need(any(charge.charger.is_horse() for charge in charges), "no cavalry charges it")
        need(unit.is_foot() and unit.is_firm() and unit.form != "square" and self.is_open(unit),
             "no square")
        need(not unit.deeds & {"responded", "squared"}, "once")
        need(self.is_legal_pose(unit, unit.at, unit.facing, "square"), "no room")
        need(not words or self.reserve(unit), "no order")

        def carry(dice):
            if words:
                self.spend_reserve(unit)
            unit.deeds |= {"responded", "squared", "no_fire"}
            its = self.square_mods(unit, charges, bool(words))
            if self.roll("square", unit, dice, its)[1] >= 4:
                self.put(unit, form="square")
            else:
                unit.disordered = True
        return carry

    def do_evade(self, name):                                               # LG-R61, R62
        unit = self.unit(name, self.side)
        charges = self.charges_on(unit)
        need(charges and not unit.routing and "responded" not in unit.deeds, "no evading")
        light = "light" in unit.kinds and unit.is_foot()
        need(unit.is_horse() or unit.form == "limb"
             or light and unit.form != "square" and not self.is_garrison(unit), "it cannot evade")
        free = "cossack" in unit.kinds
        pays = not free and self.options["evade_needs_order"]
        need(not pays or self.reserve(unit), "no order")

        def carry(dice):
            if pays:
                self.spend_reserve(unit)
            unit.deeds.add("responded")
            face = 6
            if not free or self.options["cossack_evade_roll"]:
                face = self.roll("evade", unit, dice)[0]
            if face == 1:
                unit.disordered = True
            else:
                self.evade(unit, charges, unit.rate() // (1 if face >= 4 else 2), face >= 4)
        return carry

    def evade(self, unit, charges, length, is_full):
        from_at = min(charges, key=lambda charge: apart_exactly(unit.at, charge.charger.at)).charger.at
        degree = direction(unit.at[0] - from_at[0], unit.at[1] - from_at[1])
        end = plus(unit.at, shift(degree, 10 * length))
        if self.is_rough_way(unit.at, end) and "light" not in unit.kinds:
            length = min(length, 300 if is_full else 150)
        before = unit.at
        went, fate = self.forced(unit, degree, degree, 10 * length, False)
        if fate:
            return
        self.put(unit, plus(unit.at, shift(degree, went)), (degree + 180) % 360)
        if unit.at != before:
            unit.deeds |= {"evaded", "no_fire"}
        self.ride_down(unit)

    def do_counter(self, name, charger):                                    # LG-R59
        unit = self.unit(name, self.side)
        charge = next((one for one in self.charges if one.charger.name == charger
                       and one.status == "declared" and one.kind != "counter"), None)
        need(charge is not None and unit.is_horse() and unit.is_firm() and not unit.shaken, "no")
        need("responded" not in unit.deeds and self.reserve(unit), "no order")
        need(not any(unit in one.units for one in self.waiting), "it is to fight")
        _, turned, _, way, _ = self.halt(charge)
        foe = charge.charger
        at = plus(charge.start, shift(turned, way))
        facing = direction(at[0] - unit.at[0], at[1] - unit.at[1])
        its, other = self.ground(unit, facing=facing), self.ground(foe, at, turned)
        k = slide.contact(its, facing, other)
        need(k is not None, "it never meets him")
        allowance = self.turn_cost(unit, facing, unit.at, k)
        need(k <= allowance, "too far")
        need(self.blocked_at(unit, its, facing, k, (foe,)) is None, "something is in the way")

        def carry(dice):
            self.spend_reserve(unit)
            unit.deeds.add("responded")
            self.charges.append(Charge(unit, foe, "counter", (facing, k, allowance, False)))
        return carry

    def do_abort(self, name):
        unit = self.unit(name, self.side)
        charge = next((one for one in self.charges if one.charger is unit
                       and one.status == "closed" and one.kind == "charge"), None)
        need(charge is not None, "it does not charge")

        def carry(dice):
            charge.status = "failed"
        return carry

    # ---- Fire. ----

    def may_fire(self, unit):                                               # LG-R70, R111
        if not (unit.is_foot() or unit.form == "unl") or unit.routing:
            return False
        if self.phase == "x3":
            return (unit is self.breaker.target and not self.has_fired
                    and not unit.deeds & {"charged", "no_fire"})
        return not unit.deeds & {"fired", "charged", "no_fire"}

    def marks_of(self, unit):
        """Whom it may fire at."""
        if self.phase == "x3":
            return [self.breaker.charger]
        return self.of(1 - unit.side)

    def do_fire(self, name, target, *words):
        unit, target = self.unit(name, self.side), self.unit(target, 1 - self.side)
        helpers = [self.unit(word, self.side) for word in words[1:]]
        need(self.may_fire(unit) and target in self.marks_of(unit), "it may not fire")
        need(self.can_hit(unit, target) is not None, "no target")
        if helpers:
            self.check_battery(unit, target, helpers)

        def carry(dice):
            for one in (unit, *helpers):
                one.deeds.add("fired")
            self.has_fired = True
            self.shoot(unit, target, helpers, dice)
        return carry

    def check_battery(self, unit, target, helpers):                         # LG-R78
        need(self.phase != "x3", "the target alone fires")
        guns = [unit, *helpers]
        need(self.options["grand_battery_min"] <= len(guns) == len(set(guns)), "too few")
        need(unit.nation in ("French", "Russian"), "no grand batteries")
        for one in guns:
            need(one.arm == "foot" and one.nation == unit.nation and self.may_fire(one)
                 and self.can_hit(one, target) is not None, f"not {one.name}")
        linked, rest = [unit], helpers
        while rest:
            near = [one for one in rest if any(self.gap(one, other) <= 2000 for other in linked)]
            need(near, "too far apart")
            linked, rest = linked + near, [one for one in rest if one not in near]

    # ---- After combat. ----

    def retire_range(self, unit):                                           # LG-R99, R100
        rate = 6000 if unit.form == "square" else 10 * unit.rate()
        return (1000, rate) if self.fight.winner is None else (6000, max(6000, rate))

    def do_retire(self, name, length):
        unit, length = self.lines[0], ticks(length)
        low, high = self.retire_range(unit)
        need(name == unit.name and low <= length <= high, "not so far")

        def carry(dice):
            self.lines.pop(0)
            self.retire(unit, length)
            self.next_retire()
        return carry

    def retire(self, unit, length):
        fight, facing = self.fight, unit.facing
        if fight.winner is not None:
            foe = fight.places[fight.winner]
            if (unit.form == "square" or self.is_in(unit, HOUSES) or fight.counts_flank
                    or not is_in_zone(foe, unit.at, facing, self.box(unit))):
                facing = direction(foe[0] - unit.at[0], foe[1] - unit.at[1])
        went, fate = self.force(unit, facing, (facing + 180) % 360, length)
        if fate or fight.winner is None:
            return
        if went < 1000:
            self.remove(unit, "destroyed")
        elif went < 6000:
            self.lose(unit, 1)

    def occupy_length(self, unit, goal):                                    # LG-R109
        most = apart(unit.at, goal)
        its = self.ground(unit)
        stop = self.blocked_at(unit, its, unit.facing, most, ())
        most = most if stop is None else stop - 1
        end = plus(unit.at, shift(unit.facing, max(0, most)))
        if not any(area.kind in HOUSES and (area.holds(end) or area.crosses(unit.at, end))
                   for area in self.areas):
            return max(0, most)
        reached = 0
        for length in range(most + 1):
            at = plus(unit.at, shift(unit.facing, length))
            if not self.may_stand(unit, at, unit.form) or any(
                    area.burning and area.holds(at) for area in self.areas):
                break
            reached = length
        return reached

    def do_occupy(self, name):
        unit = self.lines[0]
        need(name == unit.name, "another decides")
        at = plus(unit.at, shift(unit.facing, self.occupy_length(unit, self.goal_of(unit))))

        def carry(dice):
            self.lines.pop(0)
            self.put(unit, at)
            self.ride_down(unit)
            self.next_occupy()
        return carry

    def do_stay(self, name):
        unit = self.lines[0]
        need(name == unit.name, "another decides")
        need(self.phase == "k5" or not self.must_break(unit), "impetuous")

        def carry(dice):
            self.lines.pop(0)
            (self.next_occupy if self.phase == "k5" else self.next_break)()
        return carry

    def new_foes(self, unit):                                               # LG-R111
        busy = [one for combat in self.waiting for one in combat.units] + self.fight.beaten
        return [foe for foe in self.foes(unit, routing=True) if foe not in busy]

    def must_break(self, unit):                                             # LG-R112
        return (unit.nation == "British" and unit.is_horse()
                and self.can_charge(unit, self.new_foes(unit)))

    def do_break(self, name, target, *words):
        unit, target = self.lines[0], self.unit(target, 1 - self.side)
        need(name == unit.name and target in self.new_foes(unit), "not this one")
        aim = self.aim(unit, target, self.facing_to(unit, target, words))

        def carry(dice):
            self.lines.pop(0)
            self.break_through(self.declare(unit, target, "break", aim))
        return carry

    def do_advance(self, name, *words):                                     # LG-R113
        unit, way = self.lines[0], Way(words)
        need(name == unit.name and not self.must_break(unit), "another, or impetuous")
        need(not (way.first_form or way.last_form or way.unlimber), "no change")
        at, facing, _ = self.check_move(unit, way)

        def carry(dice):
            self.lines.pop(0)
            self.go(unit, at, facing)
            self.next_break()
        return carry


def apart_exactly(one, other):
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2


# ---- The turn machine. ----

class Game(Actions):
    """The steps of a player turn one after the other, and the comparison with the program."""

    def play(self, side, text, dice):
        self.rolls = []
        self.plan(side, text)(dice)

    def judge(self, side, text):
        self.plan(side, text)

    def is_legal(self, text):
        try:
            self.plan(NAMES[self.decider()], text)
        except Refused:
            return False
        return True

    # ---- Steps. ----

    def enter(self, phase):
        """LG-R39: a step with nothing to do is passed over."""
        self.phase = phase
        if phase == "c3r" and not self.activated():
            self.enter("c3")
        elif phase in SKIPPED and not any(map(self.is_legal, self.choices())):
            self.end_step()

    def end_step(self):
        getattr(self, "end_" + self.phase)()

    def choices(self):
        """The actions that can be listed, legal or not."""
        side = self.decider()
        found = {"c2": self.gifts, "c3": self.gifts, "c4": self.assignments, "m2": self.answers,
                 "x1": self.answers, "f1": self.shots, "f2": self.shots, "x3": self.shots,
                 "f4a": self.aborts}.get(self.phase)
        if found:
            yield from found(side)
        if self.phase in WINDOWS["rally"]:
            for unit in self.of(side):
                for what in ("disorder", "shaken", "rout"):
                    yield f"rally {unit.name} {what}"

    def gifts(self, side):
        for giver in self.officers(side, "c" if self.phase == "c2" else "k"):
            if giver.pool:
                yield from (f"give {giver.name} {to.name} 1" for to in self.officers(side)
                            if to.level != "c")

    def assignments(self, side):
        return (f"assign {unit.name} 1" for unit in self.of(side))

    def answers(self, side):
        for unit in self.of(side):
            yield from (f"{verb} {unit.name}" for verb in ("square", "evade"))
            yield f"square {unit.name} order"
            yield from (f"counter {unit.name} {charge.charger.name}" for charge in self.charges
                        if charge.status == "declared")

    def shots(self, side):
        for unit in self.of(side):
            if self.may_fire(unit):
                yield from (f"fire {unit.name} {foe.name}" for foe in self.marks_of(unit))

    def aborts(self, side):
        return (f"abort {unit.name}" for unit in self.of(side))

    # ---- Command. ----

    def begin(self):                                                        # H0
        for unit in self.units.values():
            unit.deeds.clear()
        self.charges, self.open = [], None
        for one in self.commanders.values():
            one.moved = one.closed = False
            one.given = 0
        for one in self.officers(self.active):
            one.mute = max(0, one.mute - 1)
            if one.gone:
                self.replace(one)
            if not self.options["reserve_carry"]:
                one.holds = 0
        self.enter("c1")

    def replace(self, one):                                                 # LG-R117
        one.gone = max(1, one.gone - 1) if one.gone > 1 else 0
        if one.gone:
            return
        friends = self.of(one.side)
        own = [unit for unit in friends if self.is_under(unit, one) and not unit.routing]
        firm = [unit for unit in friends if not unit.routing]
        if not friends:
            one.gone = 1
            return
        one.at = (own or firm or friends)[0].at

    def is_under(self, unit, one):
        leader = self.leader(unit)
        return one.level == "c" or one is leader or leader.under == one.name

    def end_c2(self):
        for one in self.officers(self.active, "c"):
            one.pool = 0
        self.enter("c3r")

    def end_c3(self):
        for one in self.officers(self.active, "k"):
            one.pool = 0
        self.enter("c4")

    def end_c4(self):
        self.enter("m1")

    # ---- Movement. ----

    def end_m1(self):
        for unit in self.of(self.active):
            unit.orders = 0
            if unit.must_leave:
                self.evict(unit)
        self.enter("m2")

    def evict(self, unit):                                                  # LG-R82
        if unit.routing:
            return
        home, length = self.homes[unit.side], 0
        while any(area.burning and area.holds(plus(unit.at, shift(home, length)))
                  for area in self.areas):
            length += 1
        unit.disordered = True
        self.force(unit, unit.facing, home, length)

    def end_m2(self):
        for charge in self.charges:
            if charge.kind == "charge":
                self.close_up(charge)
        for unit in self.of(self.active):
            if unit.routing and unit.is_here():
                self.run_home(unit)
        self.enter("f1")

    # ---- Fire and contact. ----

    def end_f1(self):
        self.enter("f2")

    def end_f2(self):
        self.enter("f3")

    def end_f3(self):
        if self.options["charge_abort"]:
            self.enter("f4a")
        else:
            self.end_f4a()

    def end_f4a(self):
        self.waiting = self.combats_of(self.contacts(self.charges))
        self.fight, self.lines = None, [charge.charger for charge in self.charges
                                        if charge.charger in self.goals]
        self.next_occupy()

    def contacts(self, charges):
        """LG-1.20, 1.21: the pairs that come of them."""
        pairs = []
        self.goals = {}
        for charge in charges:
            if charge.kind == "counter" and charge.status == "declared":
                self.counter(charge, pairs)
        for charge in charges:
            self.complete(charge, pairs)
        return pairs

    def combats_of(self, pairs):                                            # LG-R84
        groups = []
        for pair in pairs:
            units = {pair.charger, pair.target}
            joined = [group for group in groups if any(units & {one.charger, one.target}
                                                       for one in group)]
            rest = [group for group in groups if group not in joined]
            merged = [one for group in joined for one in group] + [pair]
            at = groups.index(joined[0]) if joined else len(rest)
            rest.insert(at, merged)
            groups = rest
        combats = [Combat(group) for group in groups]
        for combat in combats:
            for charge in self.charges:
                if charge.status == "met" and charge.charger in combat.units:
                    combat.attacks.setdefault(charge.charger, charge)
        return combats

    # ---- Combat. ----

    def first_side(self):
        return self.fight.breaker.charger.side if self.fight.breaker else self.active

    def next_combat(self):
        if self.waiting:
            self.start_combat(self.waiting.pop(0), None)
        else:
            self.review()

    def start_combat(self, combat, breaker):
        self.fight, combat.breaker = combat, breaker
        self.enter("k0a")

    def end_k0a(self):
        self.enter("k0b")

    def end_k0b(self):
        fight = self.fight
        fight.units = [unit for unit in fight.units if unit.is_firm()]
        if fight.of(0) and fight.of(1):
            self.enter("k1")
        else:
            self.leave_fight()

    def do_combat(self):
        return self.fight_out

    def fight_out(self, dice):
        fight = self.fight
        fight.leads = {side: self.lead(fight.of(side)) for side in (0, 1)}
        fight.places = {side: fight.leads[side].at for side in (0, 1)}
        first = self.first_side()
        if not any(unit in fight.attacks for unit in fight.of(first)):
            first = 1 - first
        fight.attacker = first
        its = {side: self.combat_mods(side, fight, self.waiting) for side in (0, 1)}
        totals = {side: self.roll("combat", fight.leads[side], dice, its[side])[1]
                  for side in (first, 1 - first)}
        fight.difference = abs(totals[0] - totals[1])
        fight.winner = None if totals[0] == totals[1] else max(totals, key=totals.get)
        riders = [one for side in (first, 1 - first) for one in self.officers(side)
                  if one.unit in fight.units]
        self.take_losses(fight, its)
        for one in riders:
            self.risk(one, fight.winner, dice)
        self.move_losers(fight)

    def take_losses(self, fight, its):                                      # LG-R98, R104
        if fight.winner is None:
            self.lose(fight.leads[fight.attacker], 1, keeps_commander=True)
            return
        loser = 1 - fight.winner
        fight.beaten, fight.counts_flank = fight.of(loser), "LG-6.13" in its[fight.winner]
        lead, rest = fight.leads[loser], fight.difference
        for unit in [lead] + [one for one in fight.beaten if one is not lead]:
            loss = min(rest, unit.strength)
            rest -= loss
            self.lose(unit, loss, keeps_commander=True)
        for unit in fight.beaten:
            if unit.is_here() and unit.is_guns():
                self.remove(unit, "destroyed", keeps_commander=True)
            elif (unit.is_here() and unit.is_foot() and fight.difference < 4
                  and fight.leads[fight.winner].is_horse()):
                self.lose(unit, 1, keeps_commander=True)

    def risk(self, one, winner, dice):                                      # LG-T14
        danger = 2 if winner is None else 1 if winner == one.side else 3
        if dice.roll() <= danger:
            effect = dice.roll()
            if effect <= 3:
                self.lose_commander(one)
            elif effect == 4:
                one.mute = 2
        if one.unit and not one.unit.is_here():
            one.at = one.unit.at
            self.seek_safety(one)

    def move_losers(self, fight):
        losers = [unit for unit in fight.beaten if unit.is_here()]
        if fight.winner is None:
            for unit in fight.units:
                self.shake(unit)
            losers = fight.of(fight.attacker)
        elif fight.difference < 4:
            for unit in losers:
                self.shake(unit)
        else:
            for unit in losers:
                self.start_rout(unit)
            for unit in losers:
                self.rout(unit, fight.places[fight.winner])
            losers = []
        lead = fight.leads[losers[0].side] if losers else None
        self.lines = sorted(losers, key=lambda unit: (unit is not lead, unit.order))
        self.next_retire()

    def rout(self, unit, foe):                                              # LG-R102, R103
        facing = direction(unit.at[0] - foe[0], unit.at[1] - foe[1])
        before = unit.at
        went, _ = self.force(unit, facing, facing, unit.flight(), is_rout=True)
        near = plus(before, shift(facing, min(6000, went)))
        way = self.swept(unit, (before, near, facing), unit.form)
        for one in self.of(unit.side):
            if one.is_firm() and one is not unit and overlap(way, self.ground(one)):
                self.shake(one)

    def next_retire(self):
        while self.lines:
            unit = self.lines[0]
            low, high = self.retire_range(unit)
            if unit.is_firm() and low < high:
                self.phase = "k3"
                return
            self.lines.pop(0)
            if unit.is_firm():
                self.retire(unit, low)
        fight = self.fight
        fight.is_cleared = not any(unit.is_firm() for unit in fight.beaten)
        if fight.winner is None or not self.winners():
            self.leave_fight()
        else:
            self.phase = "k4"

    def winners(self):
        fight = self.fight
        lead = fight.leads[fight.winner]
        return sorted((unit for unit in fight.of(fight.winner) if unit.is_firm()),
                      key=lambda unit: (unit is not lead, unit.order))

    def do_react(self):
        def carry(dice):
            for unit in self.winners():
                self.react(unit, self.roll("reaction", unit, dice, self.react_mods(unit))[1])
            self.lines = [unit for unit in self.winners() if unit in self.fight.attacks
                          and not unit.is_guns()]
            self.next_occupy()
        return carry

    def react(self, unit, total):                                           # LG-T13
        if total <= 2:
            self.shake(unit)
        if total <= 3 and unit.is_here():
            self.lose(unit, 2 if total <= 1 else 1)
        if 3 <= total <= 5:
            unit.disordered = True
        if total >= 6:
            clears = self.options["good_order_clears"]
            unit.disordered &= clears == 0
            unit.shaken = 0 if clears == 2 else unit.shaken

    def goal_of(self, unit):
        return self.goals[unit] if self.fight is None or unit in self.goals else (
            self.fight.places[1 - unit.side])

    def next_occupy(self):
        while self.lines:
            unit = self.lines[0]
            if unit.is_firm() and self.occupy_length(unit, self.goal_of(unit)) > 0:
                self.phase = "k5"
                return
            self.lines.pop(0)
        if self.goals:
            self.goals = {}
            (self.next_break if self.fight else self.next_combat)()
        elif self.fight is None:
            self.next_combat()
        else:
            self.lines = [unit for unit in self.winners() if not unit.is_guns() and (
                unit in self.fight.attacks or self.options["defender_breakthrough"])]
            self.next_break()

    def next_break(self):
        while self.lines:
            unit = self.lines[0]
            if (self.fight.is_cleared and unit.is_firm() and not unit.shaken
                    and not unit.is_tired()):
                self.phase = "k6"
                return
            self.lines.pop(0)
        self.leave_fight()

    def leave_fight(self):
        if self.frames:
            self.fight, self.lines = self.frames.pop()
            self.next_break()
        else:
            self.next_combat()

    # ---- Breakthrough. ----

    def break_through(self, charge):
        self.breaker, self.has_fired = charge, False
        self.frames.append((self.fight, self.lines))
        for unit in self.units.values():
            unit.deeds -= {"responded", "evaded"}
        self.enter("x1")

    def end_x1(self):
        self.close_up(self.breaker)
        self.enter("x3")

    def end_x3(self):
        self.enter("x4")

    def end_x4(self):
        combats = self.combats_of(self.contacts(self.charges))
        if combats:
            self.start_combat(combats[0], self.breaker)
        else:
            self.fight, lines = self.frames.pop()
            self.lines = lines
            if self.goals:
                self.lines = [self.breaker.charger]
                self.frames.append((self.fight, lines))
            self.next_occupy() if self.goals else self.next_break()

    # ---- Review. ----

    def review(self):
        for unit in self.here():
            if (not unit.routing and not unit.is_horse() and "moved" not in unit.deeds
                    and self.is_in(unit, HOUSES)):
                unit.prepared = True
        for area in self.areas:
            sides = {unit.side for unit in self.here() if unit.is_firm() and area.holds(unit.at)}
            if area.value and len(sides) == 1:
                area.holder = sides.pop()
        broken = [2 * self.lost(side) > self.started[side] for side in (0, 1)]
        if any(broken):
            self.finish(None if all(broken) else broken.index(False))
        elif self.turn == self.last_turn and self.active == 1:
            self.finish(self.ahead())
        else:
            self.turn += self.active
            self.active = 1 - self.active
            self.begin()

    def lost(self, side):
        return sum(unit.is_lost() for unit in self.of(side, gone=True))

    def ahead(self):                                                        # LG-R134
        points = [self.lost(1 - side) + sum(area.value for area in self.areas
                                            if area.holder == side) for side in (0, 1)]
        if points[0] == points[1] or abs(points[0] - points[1]) < self.options["vp_margin"]:
            return None
        return points.index(max(points))

    def finish(self, winner):
        self.phase, self.winner = "over", winner

    # ---- Comparison. ----

    def differences(self, text):
        found, seen = [], Counter()
        for line in text.splitlines():
            word, _, rest = line.partition(" ")
            compare = getattr(self, "compare_" + word, None)
            if word in self.units:
                compare = self.compare_unit
            elif word in self.commanders:
                compare = self.compare_commander
            if compare:
                seen[word] += 1
                found += compare(line, rest)
        attached = sum(one.unit is not None for one in self.commanders.values())
        if attached != seen["attached"]:
            found.append(f"{attached} commanders attached here, {seen['attached']} there")
        if len(self.waiting) != seen["combat"]:
            found.append(f"{len(self.waiting)} combats wait here, {seen['combat']} there")
        return found

    def compare_turn(self, line, rest):
        here = f"turn {self.turn} {NAMES[self.active]} {self.phase}"
        return [] if line == here else [f"{here} here, {line} there"]

    def compare_unit(self, line, rest):
        its = unit_facts(line)
        unit = self.units[its["name"]]
        fate = next((word for word in ("destroyed", "left") if word in its["flags"]), None)
        if unit.fate or fate:
            return [] if unit.fate == fate else [f"{unit.name}: {unit.fate} here, {fate} there"]
        return self.compare(unit.facts(), dict(its, flags=its["flags"] - {"no_skirm"}))

    def compare_commander(self, line, rest):
        its = commander_facts(line)
        one = self.commanders[its["name"]]
        if one.gone and its["gone"]:
            its = dict(its, at=one.at)
        return self.compare(one.facts(), its)

    @staticmethod
    def compare(here, there):
        return [f"{here.get('name', '')}: {name} {value} here, {there[name]} there"
                for name, value in here.items() if value != there[name]]

    def compare_attached(self, line, rest):
        name, unit = rest.split()
        its = self.commanders[name].unit
        return [] if its is self.units[unit] else [f"{line} there, {its and its.name} here"]

    def compare_area(self, line, rest):
        its = Area(rest.split())
        here = next(area for area in self.areas if area.kind == its.kind
                    and set(area.ground.corners) == set(its.ground.corners))
        same = (here.holder, here.burning) == (its.holder, its.burning)
        return [] if same else [f"{here.holder} {here.burning} here, {line} there"]

    def compare_open(self, line, rest):
        return [] if self.open and self.open.name == rest else [f"{line} there"]

    def compare_combat(self, line, rest):
        names = set(rest.split())
        return [] if any({unit.name for unit in one.units} == names for one in self.waiting) else [
            f"{line} there, not here"]

    def compare_charging(self, line, rest):
        its = charge_facts(line)
        charge = next((one for one in self.charges if one.charger.name == its["charger"]
                       and one.target.name == its["target"] and one.kind == its["kind"]), None)
        if charge is None:
            return [f"{line} there, not here"]
        names = ["status"]
        if charge.kind != "counter" and charge.status != "failed":
            names += ["facing", "of", "allowance"]
        if charge.status == "contact" or len(names) > 1:
            names += ["k", "gone", "start", "flank"]
        here = dict(vars(charge), name=line, facing=charge.declared)
        return self.compare({name: here[name] for name in ["name"] + names}, dict(its, name=line))

    def compare_ended(self, line, rest):
        there = SIDES[rest.split()[-1]]
        return [] if self.phase == "over" and there == self.winner else [
            f"{self.winner} has won here, {line} there"]

    def mishears(self, events):
        """The rolls of the log: die and modifiers."""
        told = [(event["check"], event["who"], {mod["clause"]: mod["amount"]
                                                for mod in event.get("mods", ())}, event["total"])
                for event in events if event.get("check")]
        return [] if told == self.rolls else [f"rolled here: {self.rolls}", f"there: {told}"]

    # ---- Offers and actions of chance. ----

    def judge_offers(self, side, offers):
        found = []
        for words in offers:
            try:
                self.judge(side, words)
            except Refused as why:
                found.append(f"offered and not legal: {words}: {why}")
        shown = set(offers) | {words.rsplit(" ", 1)[0] for words in offers if words[:5] == "fire "}
        return found + [f"legal and not offered: {words}" for words in self.choices()
                        if words.split()[0] in LISTED and words not in shown
                        and words.rsplit(" ", 1)[0] not in shown and self.is_legal(words)]


def forget_waiting(_, game, *rest):
    for combat in game.waiting:
        combat.attacks.clear()


FAULTS = {
    "a breakthrough ends the charges of combats that wait": plant("break_through", forget_waiting),
    "only twice the number counts": plant("numbers", lambda found, *_: (
        found if 19 in found else {})),
    "a charge is never on a flank": plant("is_flank", lambda found, *_: False),
    "a rout shakes nobody": plant("swept", lambda found, self, unit, *_: (
        self.ground(unit) if unit.routing else found)),
    "wounds heal in a turn": plant("lose_commander", lambda found, self, one: (
        setattr(one, "gone", 1)))}
