# SPDX-License-Identifier: MIT
"""commanders.py - whole games of commanders, judged and rolled from its rules alone (docs/rules).

Knows nothing of the program but its notation and how it reports a roll.  The steps are those of the
specification's Combat procedure, CMD-P1 to P23.
"""
import itertools
import re
from collections import Counter

from commanders_combat import Combat
from commanders_units import (
    ACTIONS, COLUMNS, GROUPS, LETTERS, NAMES, NEAR, RESERVE, SECTORS, SIDES, TABLE,
    Unit, border, foe, name_parts, read)
from plane import Refused, plant

DEFAULTS = {"objectives": 0, "order_dice": 0, "order_distance": 0, "morale": 0, "terrain": 0,
            "bombard_back": 0, "cav_spent": 0, "orders": 10, "rounds": 10, "victory": 10}
SCENARIOS = [("skirmish", 4), ("marengo", 2), ("la_rothiere", 1), ("dennewitz", 2), ("leuthen", 1),
             ("albuera", 2), ("custom", 1), ("ligny", 4), ("hougoumont", 3)]
OPTIONS = {"objectives": [0, 1], "order_dice": [0, 1], "order_distance": [0, 1], "morale": [0, 1],
           "terrain": [0, 1], "bombard_back": [1], "cav_spent": [1], "orders": [4, 7],
           "rounds": [1, 3, 6], "victory": [2, 5, 30]}
ROLLED = {"orders": "order_dice", "couriers": "couriers", "reactions": "reactions",
          "volley": "volley", "melee": "melee", "bombardment": "bombardment", "score": "scoring"}
VALUE = {"I": 1, "C": 1, "A": 2}
MARKERS = {"general": 5, "flag": 1, "big_flag": 3, "rose": 1, "big_rose": 3}
PRINTED = {"b1": ("general", "b"), "b3": ("general", "r"), "a1": ("flag", "b"), "c1": ("flag", "b"),
           "a3": ("flag", "r"), "c3": ("flag", "r")}                        # CMD-R1


class Game(Combat):
    def __init__(self, text):
        lines, units = read(text)
        self.options = dict(DEFAULTS)
        self.units = {name: Unit(words) for name, words in units.items()}
        self.stage, self.round, self.tie = "planning", 1, None
        self.vp, self.die, self.markers, self.taken = {"b": 0, "r": 0}, {}, {}, set()
        self.forest, self.hill, self.building, self.river = set(), set(), set(), set()
        self.bridge, self.road = set(), set()
        for words in lines:
            self.read_line(*words)
        if not self.options["objectives"]:
            self.markers = {sector: [marker] for sector, marker in PRINTED.items()}
        self.pool = self.options["rounds"]
        self.ready, self.result = set(), None
        self.plan, self.rallied = {"b": [], "r": []}, {"b": [], "r": []}
        self.leaving, self.roads, self.captured = [], Counter(), []
        self.rolls, self.left_out, self.noted = [], Counter(), None
        self.phase, self.zones, self.status = None, {}, {}
        self.forget_choices()

    def read_line(self, word, *rest):
        if word == "option":
            name, _, value = rest[0].partition("=")
            self.options[name] = int(value)
        elif word in ("forest", "hill", "building", "river", "bridge", "road"):
            getattr(self, word).update(rest)
        elif word in MARKERS:
            for sector in rest[1:]:
                self.markers.setdefault(sector, []).append((word, LETTERS[rest[0]]))
        elif word == "vp":
            self.vp[LETTERS[rest[0]]] = int(rest[1])
        elif word == "tie":
            self.tie = LETTERS[rest[0]]
        elif word == "stage":
            self.stage = rest[0]

    def forget_choices(self):
        self.coming, self.division, self.aims, self.garrisons = {}, {}, {}, {}
        self.dice_of, self.rerolls, self.turns, self.entering = {}, {}, [], {}
        self.named_goals, self.strikes, self.after_retreats = set(), {}, False
        self.stood, self.part = None, "ranged"

    # ---- Who is where. ----

    def of(self, side=None, place=None):
        return [unit for unit in self.units.values() if side in (None, unit.side)
                and place in (None, unit.place)]

    def outside(self, side, place):
        """Unrouted units that belong to a sector (CMD-R6, CMD-R55)."""
        return [unit for unit in self.of(side, place) if unit.stands and not unit.inside]

    def garrison(self, place):
        return next((unit for unit in self.of(None, place) if unit.inside), None)

    def owner(self, place, strict=False):
        """The side that holds a sector; strict: in scoring and rally (CMD-R31, R48, R55)."""
        if place in RESERVE.values():
            return "b" if place == "rb" else "r"
        holders = [side for side in SIDES if self.outside(side, place)]
        inside = self.garrison(place)
        if inside and inside.routed:
            inside = None
        if holders:
            return None if strict and inside and inside.side not in holders else holders[0]
        if inside:
            return inside.side
        if self.options["objectives"]:
            for kind, side in self.markers.get(place, []):
                if kind in ("general", "flag", "big_flag") and not self.of(foe(side), place):
                    return side
        return None

    def room(self, side, place):
        return 99 if place in RESERVE.values() else 6 - len(self.of(side, place))

    def limit(self, start, goal):
        """How many may go over a border (CMD-R51)."""
        return 3 if border(start, goal) in self.river or goal in self.forest else 5

    # ---- Steps. ----

    def play(self, side, words, dice):
        self.rolls, self.noted = [], None
        if side is None:
            if ROLLED.get(words) not in (self.stage, self.stage.split("_", 1)[-1]):
                raise Refused("no such step now")
            getattr(self, "roll_" + words)(dice)
            return
        side = LETTERS[side]
        verb, *rest = words.split()
        if verb == "resign":
            self.finish(foe(side))
            return
        self.check_turn(side, verb)
        getattr(self, "do_" + verb)(side, rest, dice)

    def check_turn(self, side, verb):
        step = self.stage.split("_", 1)[-1]
        verbs = {"deploy": "deploy ready", "planning": "order cancel leave ready",
                 "go": "go ready", "room": "enter ready", "retreat": "retreat ready",
                 "divide": "divide ready", "react": "square countercharge ready",
                 "aim": "target ignore_routed ready", "close": "target ignore_routed ready",
                 "reroll": "reroll pass", "melee_reroll": "reroll pass",
                 "withdraw": "withdraw garrison ready", "enter": "enter stay ready",
                 "bombard": "bombard ready", "move": "move road ready", "rally": "rally ready"}
        if verb not in verbs.get(step, "").split() or side in self.ready:
            raise Refused("not now (CMD-4.1)")
        if verb in ("reroll", "pass") and side != self.turns[0][1]:
            raise Refused("not its turn (CMD-4.1)")

    def open(self, stage):
        """Asks who has something to decide; goes on at once if nobody has."""
        self.stage, self.ready = stage, set()
        asked = {side for side in SIDES if self.has_choice(side)}
        if stage.endswith("_go") or stage in ("bombard", "move", "rally"):
            if not any(self.might_act(side) for side in SIDES):
                self.close()
        elif stage not in ("planning", "deploy"):
            self.ready = set(SIDES) - asked
            if not asked:
                self.close()

    def might_act(self, side):
        """For all that both sides know, can it act in this step (CMD-R63)?"""
        orders, rallies = self.allowed(side)
        orders += self.options["order_distance"] - sum(
            unit.acts > 0 and unit.line is not None for unit in self.of(side))
        if self.stage == "rally":
            orders += rallies
            box = Counter(unit.type for unit in self.of(side, "box"))
            return orders > 0 and (box["I"] > 1 or box["C"] > 1 or any(
                unit.routed and (unit.inside or self.control[unit.place] == side)
                for unit in self.of(side) if unit.is_on_board))
        return any(self.could(unit, goal, orders) for unit in self.of(side)
                   if unit.stands for goal in NEAR[unit.place] | {unit.place})

    def could(self, unit, goal, orders):
        """Would it be legal with an order that the enemy cannot rule out?"""
        if not unit.acts and orders <= 0:
            return False
        by_road = unit.acts and not unit.done and goal != unit.path[1]  # it has tried another way
        kept = unit.line, unit.path, unit.done
        unit.line, unit.path, unit.done = 1, [unit.place, goal], 0
        lines = [line for line in getattr(self, "lines_" + self.stage.split("_", 1)[-1])(unit.side)
                 if (f"1{unit.type} {unit.place} {goal}" in line or line.startswith("bombard"))
                 and (line.startswith("road") or not by_road)]
        found = any(self.why_not(NAMES[unit.side], line) is None for line in lines)
        unit.line, unit.path, unit.done = kept
        return found

    def close(self):
        step = self.stage.split("_", 1)[-1]
        getattr(self, "close_" + step)()

    def has_choice(self, side):
        if self.stage in ("planning", "deploy"):
            return True
        return next(self.legal_lines(side), None) is not None

    def legal_lines(self, side):
        """The lines, of one unit each, that it may say now."""
        step = self.stage.split("_", 1)[-1]
        for line in getattr(self, "lines_" + step)(side):
            verb, *rest = line.split()
            try:
                self.check_turn(side, verb)
                getattr(self, "check_" + verb)(side, rest)
            except Refused:
                continue
            yield line

    def check_deployed(self, side):
        if any(len(self.of(side, sector)) != 6 for sector in self.home(side)):
            raise Refused("CMD-13.3")

    def do_ready(self, side, _, __):
        if self.stage == "deploy":
            self.check_deployed(side)
        self.ready.add(side)
        if len(self.ready) == 2:
            self.close()

    @staticmethod
    def home(side):
        return [column + ("1" if side == "b" else "3") for column in "abc"]

    # ---- Set-up and planning. ----

    def check_deploy(self, side, words):
        count, kind = name_parts(words[0])
        units = [unit for unit in self.of(side, RESERVE[side]) if unit.type == kind][:count]
        if words[1] not in self.home(side) or len(units) < count or (
                self.room(side, words[1]) < count):
            raise Refused("CMD-13.3")
        return units

    def do_deploy(self, side, words, _):
        for unit in self.check_deploy(side, words):
            unit.place = words[1]

    def close_deploy(self):
        """Numbers the units of each type along the sectors."""
        for side, kind in itertools.product(SIDES, "ICA"):
            units = [unit for unit in self.of(side) if unit.type == kind]
            for unit, place in zip(units, sorted(unit.place for unit in units)):
                unit.place = place
        self.begin_round()

    def begin_round(self):
        self.plan = {"b": [], "r": []}
        self.captured, self.roads = [], Counter()
        for unit in self.units.values():
            unit.line, unit.path, unit.done, unit.acts = None, [], 0, 0
            unit.rest()
        if self.options["order_dice"]:
            self.stage = "order_dice"
        else:
            self.open("planning")

    def roll_orders(self, dice):
        for side in SIDES:
            self.die[side] = dice.roll()
            number = self.options["orders"] - 4
            self.rolls.append(("orders", side, (self.die[side],), number, number + self.die[side]))
        self.open("planning")

    def allowed(self, side):
        """(orders, orders that only rally) of the round (CMD-R61)."""
        number = self.options["orders"]
        orders = number - 4 + self.die[side] if self.options["order_dice"] else number
        if not self.options["morale"]:
            return orders, 0
        return min(orders, self.vp[side]), max(0, self.vp[side] - number)

    def command(self, side):
        for sector, markers in self.markers.items():
            if ("general", side) in markers:
                return sector
        return "b1" if side == "b" else "b3"

    def given(self, side, more=()):
        """Orders given, less the one that the command sector has (CMD-15.2)."""
        starts = [unit.path[0] for unit in self.of(side) if unit.line is not None] + list(more)
        if self.options["order_distance"] and self.command(side) in starts:
            return len(starts) - 1
        return len(starts)

    def saved(self, side):
        orders, rallies = self.allowed(side)
        return orders - self.orders_given[side] + rallies - len(self.rallied[side])

    def is_shut_in(self, unit):
        return unit.inside and bool(self.outside(foe(unit.side), unit.place))

    def check_order(self, side, words):
        count, kind = name_parts(words[0])
        start, steps = words[1], words[2:]
        here = [unit for unit in self.of(side, start) if unit.type == kind]
        if self.given(side, [start] * count) > self.allowed(side)[0]:
            raise Refused("CMD-3.2")
        fit = here
        for condition, clause in ((lambda unit: True, "CMD-3.4"),
                                  (lambda unit: not unit.routed, "CMD-3.5"),
                                  (lambda unit: unit.line is None, "CMD-3.2"),
                                  (lambda unit: not self.is_shut_in(unit), "CMD-17.3")):
            fit = [unit for unit in fit if condition(unit)]
            if len(fit) < count:
                raise Refused(clause)
        for one, other in zip([start, *steps], steps):
            if [other, kind] == [start, "I"] and len(steps) == 1 and (
                    self.enemy_inside(side, start)):                        # CMD-R56
                continue
            if other not in NEAR[one]:
                raise Refused("CMD-1.3")
            if other == RESERVE[foe(side)]:
                raise Refused("CMD-4.11")
        if len(steps) > 1 and kind != "C":
            raise Refused("CMD-3.4")
        return sorted(fit, key=lambda unit: unit.number)[:count]

    def enemy_inside(self, side, place):
        unit = self.garrison(place)
        return unit is not None and unit.side != side

    def do_order(self, side, words, _):
        units = self.check_order(side, words)
        self.plan[side].append((words, units))
        for unit in units:
            unit.line, unit.path = len(self.plan[side]), words[1:]
        self.noted = self.allowed(side)[0] - self.given(side)

    def check_cancel(self, side, words):
        lines = [line for line in self.plan[side] if line[0] == words]
        if not lines:
            raise Refused("CMD-3.8")
        return lines[-1]

    def do_cancel(self, side, words, _):
        line = self.check_cancel(side, words)
        for unit in line[1]:
            unit.line, unit.path = None, []
        self.plan[side].remove(line)
        for number, (_, units) in enumerate(self.plan[side], 1):
            for unit in units:
                unit.line = number
        self.noted = self.allowed(side)[0] - self.given(side)

    def check_leave(self, side, words):
        unit = self.garrison(words[0])
        if not unit or unit.side != side or unit.routed or self.is_shut_in(unit) or (
                unit in self.leaving):
            raise Refused("CMD-17.3")
        return unit

    def do_leave(self, side, words, _):
        self.leaving.append(self.check_leave(side, words))

    def close_planning(self):
        for unit in self.leaving:
            unit.inside = False
            self.capture(unit.side, unit.place)                             # CMD-R68
        self.leaving = []
        self.orders_given = {side: self.given(side) for side in SIDES}
        self.rallied = {"b": [], "r": []}
        if self.options["order_distance"]:
            self.stage = "couriers"
        else:
            self.begin_phase("fast")

    def distance(self, start, goal):
        reached, count = {start}, 0
        while goal not in reached:
            reached = reached.union(*(NEAR[place] for place in reached))
            count += 1
        return count

    def roll_couriers(self, dice):
        for side in SIDES:
            for _, units in self.plan[side]:
                for unit in units:
                    far = self.distance(self.command(side), unit.place)
                    die = dice.roll()
                    self.rolls.append(("courier", unit.name, (die,), die >= far))
                    if die < far:
                        unit.line, unit.path = None, []
        self.begin_phase("fast")

    def begin_phase(self, phase):
        self.phase, self.zones = phase, {}
        self.forget_choices()
        for unit in self.units.values():
            unit.rest()
        self.status = {place: self.owner(place) for place in NEAR}
        self.open({"fast": "fast_go", "combined": "combined_go"}.get(phase, phase))

    # ---- Who goes (CMD-P2 to P4). ----

    def ordered_lines(self, verb, side):
        for unit in self.of(side):
            for goal in unit.steps():
                yield f"{verb} 1{unit.type} {unit.place} {goal}"

    def lines_go(self, side):
        return self.ordered_lines("go", side)

    def there(self, side, count, kind, start, goal):
        """All such units of a sector, if a line may lead them to the goal at all."""
        units = [unit for unit in self.of(side, start) if unit.type == kind]
        if len(units) < count:
            raise Refused("CMD-3.4")
        if goal not in NEAR[start] and not (start == goal and self.enemy_inside(side, start)):
            raise Refused("CMD-1.3")
        if goal == RESERVE[foe(side)]:
            raise Refused("CMD-4.11")
        return units

    def fitting(self, side, words):
        """The units of a `go` or `move` line, after the refusals that both share."""
        count, kind = name_parts(words[0])
        start, goal = words[1:]
        units = self.there(side, count, kind, start, goal)
        for condition, clause in (
                (lambda unit: not unit.routed, "CMD-2.15"),
                (lambda unit: unit.type != "A" or not unit.acts, "CMD-2.3"),
                (lambda unit: not (unit.spent or unit.acts >= ACTIONS[kind] or unit.goal),
                 "CMD-2.13"),
                (lambda unit: not self.is_shut_in(unit), "CMD-17.3"),
                (lambda unit: goal in unit.steps(), "CMD-3.4")):
            units = [unit for unit in units if condition(unit)]
            if len(units) < count:
                raise Refused(clause)
        return sorted(units, key=lambda unit: unit.number)[:count]

    def alike(self, units):
        """The lowest numbers of those that differ in their orders only; these are exchanged."""
        chosen = []
        for unit in units:
            like = [one for one in self.of(unit.side, unit.place)
                    if one.type == unit.type and not one.goal
                    and (one.stands, one.spent, one.inside, one.acts, one.done, one.token)
                    == (True, unit.spent, unit.inside, unit.acts, unit.done, unit.token)
                    and one not in chosen]
            other = min(like, key=lambda one: one.number)
            unit.line, other.line = other.line, unit.line
            unit.path, other.path = other.path, unit.path
            chosen.append(other)
        return chosen

    def check_border(self, side, units, start, goal, is_move):
        over = [unit for unit in self.of(side, start) if unit.goal == goal] + units
        if len(over) > 5:
            raise Refused("CMD-1.6")
        if sum(is_move or unit.type != "A" for unit in over) > self.limit(start, goal):
            raise Refused("CMD-17.1" if goal in self.forest else "CMD-17.6")    # CMD-R64

    def check_go(self, side, words):
        units = self.fitting(side, words)
        kind, (start, goal) = units[0].type, words[1:]
        if self.phase == "fast" and kind != "C":
            raise Refused("CMD-4.4")
        if kind == "A" and self.status[goal] == side:
            raise Refused("CMD-4.5")
        if self.phase == "fast" and {start, goal} & self.forest:
            raise Refused("CMD-17.1")
        if start == goal:
            inside = [unit for unit in self.of(side, start) if unit.goal == goal]
            if len(inside) + len(units) > 5:
                raise Refused("CMD-1.6")
            return units
        if start == RESERVE[side] and self.status[goal] == foe(side):
            raise Refused("CMD-4.11")
        self.check_border(side, units, start, goal, False)
        coming = [unit for unit in self.of(side) if unit.goal == goal]
        if self.status[goal] == side and self.room(side, goal) < len(coming) + len(units):
            raise Refused("CMD-1.4")
        return units

    def do_go(self, side, words, _):
        for unit in self.alike(self.check_go(side, words)):
            unit.goal = words[2]

    def goers(self, side, goal):
        return [unit for unit in self.of(side) if unit.goal == goal]

    def close_go(self):
        lapsed = [unit for unit in self.units.values()
                  if unit.goal and unit.place in RESERVE.values() and self.status[unit.goal] is None
                  and self.goers(foe(unit.side), unit.goal)]
        for unit in lapsed:                                                 # CMD-R54
            unit.goal = None
        for unit in self.units.values():
            if unit.goal:
                unit.inside = False
        self.walk("free")

    def walk(self, how):
        """One pass of moves without combat."""
        self.coming = {}
        for side, goal in itertools.product(SIDES, [*SECTORS, "rb", "rr"]):
            units = [unit for unit in self.goers(side, goal) if unit.place != goal]
            if how == "free":
                opens = self.status[goal] == side or (
                    self.status[goal] is None and not self.goers(foe(side), goal))
            else:
                opens = self.status[goal] == foe(side) and not self.outside(foe(side), goal)
            if units and opens:
                self.coming[side, goal] = units
        if self.coming:
            self.open(self.phase + "_room")
        elif how == "free":
            self.walk("walk")
        elif self.after_retreats:
            self.begin_zones()
        else:
            self.open(self.phase + "_retreat")

    def lines_room(self, side):
        for (own, goal), units in self.coming.items():
            movers = [unit for unit in units if unit.type != "A"]
            if own == side and len(movers) > self.room(side, goal):
                for unit in movers:
                    yield f"enter 1{unit.type} {unit.place} {goal}"

    def check_enter(self, side, words):
        count, kind = name_parts(words[0])
        start, goal = words[1:]
        if self.stage.endswith("_room"):
            able = self.coming.get((side, goal), [])
            if len([unit for unit in able if unit.type != "A"]) <= self.room(side, goal):
                raise Refused("CMD-9.2")
        else:
            able = [unit for must in self.entering.get((side, goal), ([], [])) for unit in must]
        named = [unit for unit in able if unit.named]
        units = [unit for unit in able if unit.place == start and unit.type == kind
                 and kind != "A" and not unit.named]
        if len(units) < count or len(named) + count > self.room(side, goal):
            raise Refused("CMD-9.2")
        return sorted(units, key=lambda unit: unit.number)[:count]

    def do_enter(self, side, words, _):
        for unit in self.check_enter(side, words):
            unit.named = True
        self.named_goals.add((side, words[2]))

    def close_room(self):
        arrived = []
        for (side, goal), units in self.coming.items():
            movers = [unit for unit in units if unit.type != "A"]
            movers.sort(key=lambda unit: (not unit.named, GROUPS.index("a" + unit.type),
                                          unit.spent, unit.number))
            arrived += [(unit, goal) for unit in movers[:self.room(side, goal)]]
            for unit in units:
                unit.goal, unit.named = None, False
        for unit, goal in arrived:
            self.arrive(unit, goal)
        for unit, goal in arrived:
            self.capture(unit.side, goal)
        self.walk("walk")

    def arrive(self, unit, goal, is_action=True):
        if unit.steps() and unit.steps()[0] == goal:
            unit.done += 1
        unit.came, unit.place, unit.goal, unit.inside = unit.place, goal, None, False
        unit.moved, unit.wooded = True, unit.wooded or goal in self.forest
        unit.acts += is_action

    def capture(self, side, place):
        for unit in self.of(foe(side), place):
            if unit.routed and not unit.inside:
                unit.place, unit.token = "captured", None
                self.captured.append(unit)

    # ---- Bombardment (CMD-P21). ----

    @staticmethod
    def bearing(one, other):
        return ord(other[0]) - ord(one[0]), int(other[1]) - int(one[1])

    def lines_bombard(self, side):
        for unit in self.of(side):
            if unit.type == "A" and unit.place in SECTORS and unit.line is not None:
                for goal in SECTORS:
                    yield f"bombard {unit.place} {goal}"
                    yield f"bombard {unit.place} {goal} building"

    def between(self, start, goal):
        """The sector in between, or None; refuses what is not one or two away in a line."""
        east, north = self.bearing(start, goal)
        if sorted((abs(east), abs(north))) not in ([0, 1], [0, 2]):
            raise Refused("CMD-10.1")
        if abs(east) + abs(north) == 1:
            return None
        return chr(ord(start[0]) + east // 2) + str(int(start[1]) + north // 2)

    def check_bombard(self, side, words):
        start, goal = words[:2]
        building = words[2:] == ["building"]
        count = 1 if building or len(words) < 3 else int(words[2])
        if goal == RESERVE[foe(side)]:
            raise Refused("CMD-4.11")
        units = [unit for unit in self.of(side, start) if unit.type == "A"]
        for condition, clause in ((lambda unit: True, "CMD-10.1"),
                                  (lambda unit: not unit.routed, "CMD-2.15"),
                                  (lambda unit: not unit.acts and not unit.goal, "CMD-2.3")):
            units = [unit for unit in units if condition(unit)]
            if len(units) < count:
                raise Refused(clause)
        if start not in SECTORS or goal not in SECTORS:
            raise Refused("CMD-10.1")
        middle = self.between(start, goal)
        east, north = self.bearing(start, goal)
        ahead = 1 if side == "b" else -1
        if north * ahead < 0 and not self.options["bombard_back"]:
            raise Refused("CMD-10.1")
        step = middle or goal
        units = [unit for unit in units if unit.steps() == [step]]
        if len(units) < count:
            raise Refused("CMD-10.1")
        if start in self.forest:
            raise Refused("CMD-17.1")
        if middle in self.hill and start not in self.hill:
            raise Refused("CMD-17.2")
        if building and (goal not in self.building or self.obstacle(side, start, middle)
                         or (self.garrison(goal) and self.garrison(goal).side == side)):
            raise Refused("CMD-17.4")
        return sorted(units, key=lambda unit: unit.number)[:count]

    def obstacle(self, side, start, middle):
        """None, own (also a forest) or enemy."""
        if not middle or start in self.hill:
            return None
        here = [unit for unit in self.of(None, middle) if not unit.inside]
        if middle in self.forest or any(unit.side == side for unit in here):
            return "own"
        return "enemy" if here else None

    def do_bombard(self, side, words, _):
        for unit in self.alike(self.check_bombard(side, words)):
            unit.goal = words[1]
            unit.razes = words[2:] == ["building"]

    def close_bombard(self):
        if any(self.razes_or_shoots(unit) for unit in self.units.values() if unit.goal):
            self.stage = "bombardment"
        else:
            self.end_bombardment()

    def razes_or_shoots(self, unit):
        middle = self.between(unit.place, unit.goal)
        return unit.razes or self.targets(unit.side, unit.goal, ()) or (
            self.obstacle(unit.side, unit.place, middle) == "enemy")

    def targets(self, side, place, aimed):
        """Its targets by priority (CMD-10.2, CMD-R44)."""
        units = [unit for unit in self.of(foe(side), place) if not unit.inside]
        return sorted(units, key=lambda unit: (unit.rank()[0], unit in aimed, unit.number))

    def roll_bombardment(self, dice):
        hits, razed = [], set()
        tokens = {side: {unit.token for unit in self.of(side) if unit.token} for side in SIDES}
        batteries = sorted((unit for unit in self.units.values() if unit.goal),
                           key=lambda unit: (SIDES.index(unit.side), unit.place, unit.number))
        aimed = {"b": [], "r": []}
        for unit in batteries:
            middle = self.between(unit.place, unit.goal)
            if unit.razes:
                self.raze(unit, middle, tokens, razed, dice)
                continue
            there = self.targets(unit.side, unit.goal, aimed[unit.side])
            obstacle = self.obstacle(unit.side, unit.place, middle)
            shots = [(target, unit.goal, 4 if middle else 3) for target in there[:2]]
            if obstacle:
                shots = shots[:1]
            if obstacle == "enemy":
                shots += [(self.targets(unit.side, middle, aimed[unit.side])[0], middle, 3)]
            aimed[unit.side] += [target for target, _, _ in shots]
            for target, place, far in shots:
                die = dice.roll()
                sum_of = (TABLE["ranged"]["aA"][COLUMNS.index(target.kind)] - far
                          + (place in tokens[unit.side]) - unit.spent)
                self.rolls.append(("bombardment", unit.name, target.name, (die,), sum_of,
                                   die + sum_of >= 4))
                if die + sum_of >= 4:
                    hits.append((unit, target))
        self.take(hits)
        for unit in self.units.values():
            if unit.place == "out" or (unit.inside and unit.place in razed):
                unit.place, unit.token, unit.inside = "gone", None, False
        self.building -= razed
        self.end_bombardment()

    def raze(self, unit, middle, tokens, razed, dice):                      # CMD-R58
        faces = [dice.roll(), dice.roll()]
        sum_of = 2 - (4 if middle else 3) - 1 + (unit.goal in tokens[unit.side])
        good = all(face + sum_of >= 4 for face in faces)
        for face in faces:
            self.rolls.append(("bombardment", unit.name, None, (face,), sum_of,
                               face + sum_of >= 4))
        if good:
            razed.add(unit.goal)

    def end_bombardment(self):
        for unit in self.units.values():
            unit.token = unit.goal if unit.is_on_board else None
            if unit.goal:
                unit.acts += 1
                unit.spent = unit.spent or unit.is_on_board
        self.begin_phase("combined")

    # ---- Moves without combat, rally (CMD-R47, R50). ----

    def lines_move(self, side):
        yield from self.ordered_lines("move", side)
        for unit in self.of(side):
            for goal in NEAR.get(unit.place, ()):
                if border(unit.place, goal) in self.road:
                    yield f"road 1{unit.type} {unit.place} {goal}"

    def check_goal(self, side, units, start, goal):
        """What `move` and `road` share."""
        if start == goal:
            raise Refused("CMD-1.3")
        self.check_border(side, units, start, goal, True)
        if self.status[goal] == foe(side) and self.of(foe(side), goal):
            raise Refused("CMD-4.6")
        coming = [unit for unit in self.of(side) if unit.goal == goal]
        if self.room(side, goal) < len(coming) + len(units):
            raise Refused("CMD-1.4")
        if self.status[goal] == foe(side) and self.outside(foe(side), goal):
            raise Refused("CMD-4.6")
        return units

    def check_move(self, side, words):
        units = self.fitting(side, words)
        start, goal = words[1:]
        if units[0].type == "A" and border(start, goal) not in self.road:
            if goal in self.forest:
                raise Refused("CMD-17.1")
            if border(start, goal) in self.river and border(start, goal) not in self.bridge:
                raise Refused("CMD-17.6")
        return self.check_goal(side, units, start, goal)

    def check_road(self, side, words):
        count, kind = name_parts(words[0])
        start, goal = words[1:]
        units = self.there(side, count, kind, start, goal)
        for condition, clause in ((lambda unit: unit.stands, "CMD-2.15"),
                                  (lambda unit: kind != "A" or not unit.acts, "CMD-2.3"),
                                  (lambda unit: not unit.goal, "CMD-2.13")):
            units = [unit for unit in units if condition(unit)]
            if len(units) < count:
                raise Refused(clause)
        units = sorted(units, key=lambda unit: (unit.line is None, unit.number))[:count]
        self.check_goal(side, units, start, goal)
        if kind == "A" or border(start, goal) not in self.road or self.roads[side] + count > 2 or (
                any(unit.line is None or self.is_shut_in(unit) for unit in units)):
            raise Refused("CMD-17.5")
        return units

    def do_move(self, side, words, _):
        for unit in self.alike(self.check_move(side, words)):
            unit.goal = words[2]

    def do_road(self, side, words, _):
        for unit in self.check_road(side, words):
            unit.goal, unit.rides = words[2], True
            self.roads[side] += 1

    def close_move(self):
        moves = []
        for unit in self.units.values():
            if not unit.goal:
                continue
            rivals = self.goers(foe(unit.side), unit.goal)
            blocked = rivals and self.status[unit.goal] != unit.side        # CMD-R47, R48
            if not blocked:
                moves.append((unit, unit.goal))
        for unit in self.units.values():
            unit.goal = None
        for unit, goal in moves:
            if unit.rides:
                unit.place, unit.inside, unit.wooded = goal, False, goal in self.forest
            else:
                self.arrive(unit, goal)
        for unit, goal in moves:
            self.capture(unit.side, goal)
        for unit in self.units.values():
            if unit.stands and (unit.acts >= ACTIONS[unit.type] or unit.wooded):
                unit.spent = True
        self.phase = "rally"
        self.control = {place: self.owner(place, True) for place in NEAR}
        self.open("rally")

    def lines_rally(self, side):
        yield "rally I"
        yield "rally C"
        for sector in SECTORS:
            yield f"rally A {sector}"
            yield f"rally I {sector}"

    def check_rally(self, side, words):
        if self.saved(side) <= 0:
            raise Refused("CMD-11.1")
        chosen = [unit for units in self.rallied[side] for unit in units]
        if words[0] != "A" and len(words) == 1:
            units = [unit for unit in self.of(side, "box")
                     if unit.type == words[0] and unit not in chosen]
            if len(units) < 2:
                raise Refused("CMD-11.2")
            return sorted(units, key=lambda unit: unit.number)[:2]
        units = [unit for unit in self.of(side, words[1]) if unit.type == words[0] and unit.routed
                 and unit not in chosen]
        if words[0] == "A":
            if not units or self.control[words[1]] != side:
                raise Refused("CMD-11.3")
        else:
            units = [unit for unit in units if unit.inside]
            if not units or self.outside(foe(side), words[1]):
                raise Refused("CMD-17.3")
        return sorted(units, key=lambda unit: unit.number)[:1]

    def do_rally(self, side, words, _):
        self.rallied[side].append(self.check_rally(side, words))

    def close_rally(self):
        for side in SIDES:
            for units in self.rallied[side]:
                units[0].routed = False
                if len(units) == 2:
                    units[0].place, units[1].place = RESERVE[side], "gone"
                    units[0].spent = False                                  # CMD-11.4
        self.stage = "scoring"

    # ---- Scoring (CMD-12). ----

    def roll_score(self, _):
        for unit in self.units.values():
            unit.spent = unit.square = False
        holder = {place: self.owner(place, True) for place in SECTORS}
        units_hold = {place: holder[place] for place in SECTORS
                      if holder[place] and (self.outside(holder[place], place)
                                            or self.garrison(place))}
        gains = Counter()
        for unit in self.captured:
            gains[foe(unit.side)] += VALUE[unit.type]
            unit.place = "gone"
        for place, markers in self.markers.items():
            side = units_hold.get(place)
            for kind, owner in markers:
                if side and owner != side and (place, kind) not in self.taken:
                    gains[side] += MARKERS[kind]
                    if "rose" in kind:
                        self.taken.add((place, kind))
        for side in SIDES:
            if self.options["morale"]:
                self.vp[foe(side)] -= gains[side]
            else:
                self.vp[side] += gains[side]
        counts = {side: list(holder.values()).count(side) for side in SIDES}
        more = max(SIDES, key=counts.get) if counts["b"] != counts["r"] else None
        if self.pool > 0 and more:
            self.vp[more] += 1
            if self.options["morale"]:
                self.vp[foe(more)] -= 1
        if not self.options["morale"]:
            self.pool = max(0, self.pool - 1)
        self.judge_end()

    def judge_end(self):
        alive = {side: any(unit.stands for unit in self.of(side)) for side in SIDES}
        ahead = None if self.vp["b"] == self.vp["r"] else max(SIDES, key=self.vp.get)
        if not all(alive.values()):                                         # CMD-R28
            self.finish("r" if alive["r"] else "b" if alive["b"] else ahead)
            return
        last = self.round >= self.options["rounds"]
        if self.options["morale"]:
            if min(self.vp.values()) <= 0:
                self.finish(ahead)
            elif last:
                self.finish(ahead or self.tie)
            else:
                self.next_round()
            return
        reached = max(self.vp.values()) >= self.options["victory"]
        if reached and ahead:
            self.finish(ahead)
        elif reached and self.round < self.options["rounds"] + 2:
            self.next_round()
        elif last:
            self.finish(ahead or self.tie)
        else:
            self.next_round()

    def next_round(self):
        self.round += 1
        self.begin_round()

    def finish(self, winner):
        self.stage, self.result = "over", winner

    # ---- Beside the program. ----

    def differences(self, text):
        lines, units = read(text)
        said = {words[0]: words[1:] for words in lines}
        here, there = {}, {}

        def both(what, mine, its):
            here[what], there[what] = mine, its
        both("stage", self.stage, said["stage"][0])
        both("round", str(self.round), said["round"][0])
        for words in lines:
            if words[0] == "vp":
                both("vp " + words[1], str(self.vp[LETTERS[words[1]]]), words[2])
        if self.stage == "over":
            both("result", NAMES[self.result], said["result"][0])
        elif self.stage != "scoring":
            both("pool", str(self.pool), said.get("pool", [str(self.left_pool())])[0])
        if "ready" in said and self.stage not in ("over",):
            both("ready", " ".join(NAMES[side] for side in SIDES if side in self.ready) or "none",
                 " ".join(said["ready"]))
        for name in sorted(set(self.units) | set(units)):
            mine = self.units.get(name)
            both(name, mine and self.text_of(mine), units.get(name) and self.kept(units[name]))
        if self.stage.split("_", 1)[-1] in ("volley", "reroll", "withdraw", "close", "melee",
                                             "melee_reroll", "aim", "react", "reactions"):
            zones = {words[1]: words[4:] for words in lines if words[0] == "zone"}
            for name in sorted(set(self.zones) | set(zones)):
                zone = self.zones.get(name)
                mine = zone and [unit.name if unit else "-" for side in SIDES
                                 for unit in zone.spaces[side]]
                both("zone " + name, mine, zones.get(name))
        return [f"{what}: {here[what]} here, {there[what]} there" for what in here
                if here[what] != there[what]]

    def left_pool(self):
        return max(0, self.options["rounds"] - self.round + 1)

    @staticmethod
    def kept(words):
        """What is compared of a unit's line."""
        return [words[1], *sorted(word for word in words[2:] if word in (
            "routed", "spent", "square", "inside") or word.startswith(("token:", "order:")))]

    def text_of(self, unit):
        marks = [name for name in ("routed", "spent", "square", "inside") if getattr(unit, name)]
        if not unit.is_on_board:
            marks = []
        marks += [f"token:{unit.token}"] if unit.token else []
        marks += [f"order:{unit.line}"] if unit.line is not None else []
        return [unit.place, *sorted(marks)]

    def mishears(self, events):
        there = []
        for event in events:
            if event["event"] == "roll":
                there += self.reported(event)
            elif event.get("saying") == "ORDERED" and event["amount"] != self.noted:
                return [f"{self.noted} orders left here, {event['amount']} there"]
        here = sorted(self.rolls, key=str)
        there.sort(key=str)
        if here == there:
            return []
        return [f"rolls here only: {[roll for roll in here if roll not in there]}, "
                f"there only: {[roll for roll in there if roll not in here]}"]

    @staticmethod
    def reported(event):
        check, dice = event.get("check"), tuple(event.get("dice", ()))
        saying = event.get("saying", "")
        sum_of = sum(mod["amount"] for mod in event.get("mods", []))
        if check == "orders":
            return [("orders", LETTERS[saying[7:].lower()], dice, sum_of, event["total"])]
        if check == "courier":
            return [("courier", event["who"], dice, event["result"] == "gets through")]
        if check == "reaction":
            return [("reaction", event["who"], dice, sum_of, event["result"] == "success")]
        if check == "re-roll":
            return [("re-roll", event["who"], dice)]
        if check in ("ranged", "melee", "bombardment"):
            return [(check, event["who"], event.get("whom"), dice, sum_of,
                     event["result"] == "hit")]
        if saying.endswith("_DICE"):
            return [("pool", LETTERS[saying[:-5].lower()], event["at"], dice)]
        if saying == "GARRISON_DIE":
            return [("strike", event["who"], event["whom"], dice)]
        return [] if not dice else [(check or saying, dice)]

    @staticmethod
    def same_reason(here, there):
        """Both refuse: for the same clause (CMD-T4), if the line could be read."""
        mine, its = (re.findall(r"CMD-[\w.]+", words) for words in (here, there))
        return not mine or not its or mine[-1] == its[-1]

    @staticmethod
    def faces_of(events):
        """The dice that fell: a volley's log tells each a second time."""
        return [die for event in events if event["event"] == "roll" for die in event.get("dice", ())
                if event.get("check") not in ("ranged", "melee")]

    def judge_offers(self, side, offers):
        wrong = []
        for words in offers:
            why = self.why_not(side, words)
            if why:
                wrong.append(f"offered: {words}: {why}")
        if self.stage in ("planning", "deploy"):
            return wrong
        offered = {self.one_unit(words) for words in offers}
        return wrong + [f"legal and not offered: {words}"
                        for words in self.legal_lines(LETTERS[side])
                        if self.one_unit(words) not in offered]

    def some_actions(self, side, chance):
        """Lines that are legal, nearly legal, or neither."""
        legal = list(self.legal_lines(LETTERS[side])) if self.stage not in (
            "planning", "deploy") else []
        for _ in range(8):
            lot = chance.random()
            if legal and lot < .5:
                yield self.with_count(chance.choice(legal), chance)
            elif lot < .6:
                yield "ready" if not self.stage.endswith("reroll") else "pass"
            elif self.stage == "planning" and self.plan[LETTERS[side]] and lot < .65:
                yield "cancel " + " ".join(chance.choice(self.plan[LETTERS[side]])[0])
            else:
                yield self.some_line(LETTERS[side], chance)

    @staticmethod
    def with_count(words, chance):
        return re.sub(r"\b1([ICA])\b", lambda found: f"{chance.choice([1, 1, 2, 3, 5, 6])}"
                      f"{found.group(1)}", words)

    def some_line(self, side, chance):
        """Of the step, with places and counts of chance."""
        own = chance.choice(self.of(side))
        start = own.place if own.place in NEAR else chance.choice(SECTORS)
        goal = chance.choice(sorted(NEAR[start]) * 4 + [start, *NEAR])
        count = f"{chance.choice([1, 1, 1, 2, 3, 6])}{chance.choice([own.type, own.type, *'ICA'])}"
        zone = chance.choice([*self.zones, "b1|b2"])
        spaces = chance.sample("12345", chance.choice([1, 1, 2]))
        onward = " " + chance.choice(sorted(NEAR[goal])) if chance.random() < .3 else ""
        number = chance.choice(["", "", " 2", " building"])
        lines = {
            "deploy": f"deploy {count} {goal}", "planning": f"order {count} {start} {goal}{onward}",
            "go": f"go {count} {start} {goal}", "room": f"enter {count} {start} {goal}",
            "retreat": f"retreat {count} {start}", "enter": f"enter {count} {start} {goal}",
            "divide": f"divide {goal} {zone} {count}",
            "react": f"{chance.choice(['square', 'countercharge'])} {zone} {' '.join(spaces)}",
            "withdraw": f"withdraw {zone} {' '.join(spaces)}",
            "aim": f"target {zone} {spaces[0]} at {zone} {spaces[-1]}",
            "close": f"ignore_routed {zone} {spaces[0]} at {zone} {spaces[-1]}",
            "reroll": f"reroll {zone} {chance.choice(['blue', 'red'])} {spaces[0]}",
            "bombard": f"bombard {start} {chance.choice([goal, *SECTORS])}{number}",
            "move": f"{chance.choice(['move', 'road'])} {count} {start} {goal}",
            "rally": f"rally {own.type} {start}"}
        step = self.stage.split("_", 1)[-1]
        if chance.random() < .1:
            step = chance.choice(sorted(lines))
        return lines.get(step, lines["reroll"])

    @staticmethod
    def one_unit(words):
        """What a line is about, for one unit."""
        return re.sub(r"\b\d+([ICA])\b", r"1\1", words)

    def why_not(self, side, words):
        """None if the line is legal."""
        verb, *rest = words.split()
        try:
            self.check_turn(LETTERS[side], verb)
            if verb == "ready" and self.stage == "deploy":
                self.check_deployed(LETTERS[side])
            elif verb not in ("ready", "pass"):
                getattr(self, "check_" + verb)(LETTERS[side], rest)
        except Refused as why:
            return str(why)
        return None


FAULTS = {
    "spent units roll as well as others": plant(
        "modifiers", lambda found, self, unit, *_: found + unit.spent),
    "an unopposed attacker aims at the first": plant(
        "best", lambda found, self, unit, targets, *_: targets[0] if targets else None),
    "a flank attack gives no re-roll": plant("in_combat", lambda found, *_: []),
    "a sector has room for seven": plant("room", lambda found, *_: found + 1)}
