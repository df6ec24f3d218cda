# SPDX-License-Identifier: MIT
"""commanders_combat.py - combat of commanders, from retreats to entering, for its referee (CMD-P5 to P20).

Written from the rules alone.
"""
import re
from collections import Counter

from commanders_units import (
    ACTIONS, BORDERS, COLUMNS, LETTERS, NAMES, RESERVE, SECTORS, SIDES, TABLE,
    UNOPPOSED, Unit, Zone, border, foe, name_parts)
from plane import Refused


class Combat:
    """What a game does in a phase in which units may fight."""

    # ---- Retreats, zones and positions (CMD-P5 to P9). ----

    def attacked(self):
        """{sector: sides that attack it}, buildings apart."""
        found = {}
        for unit in self.units.values():
            if unit.goal and unit.goal != unit.place:
                found.setdefault(unit.goal, set()).add(unit.side)
        return found

    def behind(self, side, sector):
        row = int(sector[1]) + (-1 if side == "b" else 1)
        return RESERVE[side] if row in (0, 4) else sector[0] + str(row)

    def lines_retreat(self, side):
        for unit in self.of(side):
            if unit.type == "C" and unit.place in SECTORS:
                yield f"retreat 1C {unit.place}"

    def check_retreat(self, side, words):
        count, kind = name_parts(words[0])
        start = words[1]
        if kind != "C":
            raise Refused("not cavalry")
        fit = [unit for unit in self.of(side, start) if unit.type == "C" and unit.stands
               and not (unit.spent or unit.goal or unit.moved or unit.retreats)]
        if len(fit) < count:
            raise Refused("CMD-6.1")
        if start not in SECTORS or self.status[start] != side or (
                foe(side) not in self.attacked().get(start, ())):
            raise Refused("CMD-6.5")
        goal = self.behind(side, start)
        going = sum(unit.retreats for unit in self.of(side, start))
        if self.status[goal] != side or self.goers(foe(side), goal) or (
                self.room(side, goal) < going + count
                or going + self.gone_over(side, start, goal) + count > self.limit(start, goal)):
            raise Refused("CMD-6.5")
        return sorted(fit, key=lambda unit: unit.number)[:count]

    def gone_over(self, side, start, goal):
        """Those that went over the border before, in this phase."""
        return sum(unit.moved and unit.came == start for unit in self.of(side, goal))

    def do_retreat(self, side, words, _):
        for unit in self.check_retreat(side, words):
            unit.retreats = True

    def close_retreat(self):
        for unit in self.units.values():
            if unit.retreats:
                goal = self.behind(unit.side, unit.place)
                unit.place, unit.wooded = goal, goal in self.forest
        self.after_retreats = True
        self.walk("walk")

    def begin_zones(self):
        for unit in self.units.values():
            unit.attacks = unit.goal is not None
        for sector, sides in sorted(self.attacked().items()):
            if self.status[sector] is None:
                self.contest(sector)
                continue
            (side,) = sides
            starts = {unit.place for unit in self.goers(side, sector)}
            self.rerolls[sector, side] = len(starts) - 1
            for start in starts:
                name = border(start, sector)
                zone = self.zones.setdefault(name, Zone(name, {side: start, foe(side): sector}))
                zone.attackers[side] = [unit for unit in self.goers(side, sector)
                                        if unit.place == start]
        for unit in self.units.values():
            if unit.goal and unit.goal == unit.place:
                name = unit.place + "@"
                zone = self.zones.setdefault(name, Zone(name, {"b": unit.place, "r": unit.place}))
                zone.attackers[unit.side].append(unit)
        order = {name: number for number, name in enumerate(
            BORDERS + [f"{sector}#{number}" for sector in SECTORS for number in "123"]
            + [sector + "@" for sector in SECTORS])}
        self.zones = dict(sorted(self.zones.items(), key=lambda item: order[item[0]]))
        if self.zones:
            self.open(self.phase + "_divide")
        else:
            self.settle()

    def contest(self, sector):                                              # CMD-R8
        lists = {}
        for side in SIDES:
            starts = Counter(unit.place for unit in self.goers(side, sector))
            lists[side] = sorted(starts, key=lambda start: (-starts[start], start))
            self.rerolls[sector, side] = len(starts) - 1
        count = max(len(starts) for starts in lists.values())
        for number in range(count):
            name = f"{sector}#{number + 1}"
            zone = self.zones[name] = Zone(name, {"b": None, "r": None})
            for side in SIDES:
                if len(lists[side]) == count:
                    zone.attackers[side] = [unit for unit in self.goers(side, sector)
                                            if unit.place == lists[side][number]]

    def pooled(self, side):
        """Contested sectors in which it divides its attackers: {sector: units}."""
        found = {}
        for zone in self.zones.values():
            if "#" in zone.name and not zone.attackers[side]:
                sector = zone.name[:2]
                found[sector] = sorted(self.goers(side, sector), key=Unit.rank)
        return found

    def places(self, zone, side):
        return max(0, len(zone.attacking(foe(side))) - len(zone.attacking(side)))

    def zones_of(self, side, sector):
        """The borders over which its sector is attacked."""
        return [zone for zone in self.zones.values() if zone.is_border
                and zone.behind[side] == sector and zone.attacking(foe(side))]

    def passive(self, side, sector):
        return sorted((unit for unit in self.of(side, sector)
                       if not unit.attacks and not unit.inside), key=Unit.rank)

    def to_divide(self, side):
        """{sector: ([(zone, most)], units)}: what its owner divides or the default does."""
        found = {}
        for sector in SECTORS:
            zones = [(zone, self.places(zone, side)) for zone in self.zones_of(side, sector)]
            if zones:
                total = sum(places for _, places in zones)
                found[sector] = zones, self.passive(side, sector)[:total]
        for sector, units in self.pooled(side).items():
            found[sector] = [(zone, 5) for zone in self.zones.values()
                             if zone.name.startswith(sector + "#")], units
        return found

    def lines_divide(self, side):
        for sector, (zones, units) in self.to_divide(side).items():
            if sum(places > 0 for _, places in zones) > 1 and units:
                shares = self.default_shares(side, zones, units)
                yield f"divide {sector} " + " ".join(
                    f"{zone.name} {self.listed(share)}" for (zone, _), share in zip(zones, shares))

    @staticmethod
    def listed(units):
        counts = Counter()
        for unit in units:
            marks = ",".join(mark for mark, is_so in (
                ("s", unit.spent), ("r", unit.routed), ("q", unit.square), ("m", unit.moved)) if is_so)
            counts[f"{unit.type}({marks})" if marks else unit.type] += 1
        return "+".join(f"{number}{what}" for what, number in counts.items()) or "0"

    def default_shares(self, side, zones, units):
        units, shares = list(units), []
        for zone, most in zones:
            if "#" in zone.name:
                most = min(5, len(zone.attackers[foe(side)]))
            shares.append(units[:most])
            units = units[most:]
        for share in shares:                                                # CMD-R8
            if units:
                more = 5 - len(share)
                share += units[:more]
                units = units[more:]
        return shares

    def check_divide(self, side, words):
        sector = words[0]
        zones, units = self.to_divide(side).get(sector, ([], []))
        said = dict(zip(words[1::2], words[2::2]))
        names = [zone.name for zone, _ in zones]
        if len(said) * 2 + 1 != len(words) or not set(said) <= set(names) or not units or (
                sum(places > 0 for _, places in zones) < 2):
            raise Refused("CMD-7.8")
        left, shares = list(units), {}
        wanted = [(name, *part) for name in said for part in self.parts(said[name])]
        for name, count, kind, marks in sorted(wanted, key=lambda want: not want[3]):
            fit = [unit for unit in left if unit.type == kind and all(
                {"s": unit.spent, "r": unit.routed, "q": unit.square, "m": unit.moved}[mark]
                for mark in marks)]
            if len(fit) < count:
                raise Refused("CMD-7.8")
            shares.setdefault(name, []).extend(fit[:count])
            left = [unit for unit in left if unit not in fit[:count]]
        if left or any(len(shares.get(zone.name, [])) > places for zone, places in zones):
            raise Refused("CMD-7.8")
        return {zone.name: shares.get(zone.name, []) for zone, _ in zones}

    @staticmethod
    def parts(words):
        if words == "0":
            return
        for part in words.split("+"):
            found = re.fullmatch(r"([1-9])([ICA])(?:\(([srqm,]+)\))?", part)
            if not found:
                raise Refused("CMD-7.8")
            yield int(found.group(1)), found.group(2), (found.group(3) or "").replace(",", "")

    def do_divide(self, side, words, _):
        self.division[side, words[0]] = self.check_divide(side, words)

    def close_divide(self):
        for side in SIDES:
            pooled = self.pooled(side)
            for sector, (zones, units) in self.to_divide(side).items():
                shares = self.division.get((side, sector)) or dict(zip(
                    [zone.name for zone, _ in zones], self.default_shares(side, zones, units)))
                for zone, _ in zones:
                    if sector in pooled:
                        zone.attackers[side] = shares[zone.name]
                    else:
                        zone.placed[side] = shares[zone.name]
        for zone in self.zones.values():
            if zone.name.endswith("@"):
                unit = self.garrison(zone.name[:2])
                zone.placed[unit.side] = [unit]
        self.line_up()
        self.open(self.phase + "_react")

    def line_up(self):
        """Positions before the volley (CMD-P7, P9)."""
        for zone in self.zones.values():
            for side in SIDES:
                passive = [unit for unit in zone.placed[side] if not unit.attacks]
                zone.fill(side, sorted(zone.attacking(side), key=Unit.rank)
                          + sorted(passive, key=Unit.rank))

    # ---- Reactions (CMD-P8). ----

    def lines_react(self, side):
        for zone in self.zones.values():
            for number, unit in enumerate(zone.spaces[side], 1):
                if unit:
                    verb = "square" if unit.type == "I" else "countercharge"
                    yield f"{verb} {zone.name} {number}"

    def check_reaction(self, side, words, kind, clause):
        zone = self.zones.get(words[0])
        if not zone or not set(words[1:]) <= set("12345") or not words[1:]:
            raise Refused("CMD-6.1")
        found = []
        for number in map(int, words[1:]):
            unit = zone.spaces[side][number - 1]
            if unit and (unit.tried or unit in found):
                raise Refused("CMD-6.7")
            if not unit or unit.attacks or unit.spent or unit.routed or unit.moved:
                raise Refused("CMD-6.1")
            enemy = zone.opposite(unit)
            if unit.type != kind or unit.square or unit.inside or not enemy or enemy.kind != ("aC" if kind == "I" else "aI"):
                raise Refused(clause)
            found.append(unit)
        return found

    def check_square(self, side, words):
        return self.check_reaction(side, words, "I", "CMD-6.2")

    def check_countercharge(self, side, words):
        return self.check_reaction(side, words, "C", "CMD-6.4")

    def do_square(self, side, words, _):
        for unit in self.check_square(side, words):
            unit.tried = True

    def do_countercharge(self, side, words, _):
        for unit in self.check_countercharge(side, words):
            unit.tried = True

    def close_react(self):
        if any(unit.tried for unit in self.units.values()):
            self.stage = self.phase + "_reactions"
        else:
            self.open_aim()

    def roll_reactions(self, dice):
        for side in SIDES:
            for zone in self.zones.values():
                for unit in zone.spaces[side]:
                    if not unit or not unit.tried:
                        continue
                    die = dice.roll()
                    good = die - 1 >= 4
                    self.rolls.append(("reaction", unit.name, (die,), -1, good))
                    if good and unit.type == "I":
                        unit.square = True
                    elif good:
                        unit.bound = zone.behind[foe(side)]
                        unit.charges = True
                        zone.attackers[side].append(unit)
        for unit in self.units.values():
            unit.attacks = unit.attacks or unit.charges
        self.open_aim()

    # ---- Volley and melee (CMD-P10 to P17). ----

    def open_aim(self):
        self.line_up()
        self.open(self.phase + "_aim")

    def zone_of(self, unit):
        return next((zone for zone in self.zones.values() if unit in zone.spaces[unit.side]), None)

    def goal_of(self, unit):
        """The sector that an attacker attacks."""
        return unit.bound if unit.charges else unit.goal

    def is_target(self, unit):
        """Routed attackers without an unrouted attacker opposite are safe (CMD-7.14)."""
        zone = self.zone_of(unit)
        if unit.routed and unit in zone.attackers[unit.side] and not unit.withdrew:
            enemy = zone.opposite(unit)
            return enemy is not None and enemy.stands and enemy.attacks
        return True

    def may_aim(self, unit, ignored=None):
        """The enemies that an unopposed attacker may name, in the order of zones and spaces."""
        own, sector = self.zone_of(unit), self.goal_of(unit)
        found = []
        for zone in self.zones.values():
            near = zone is own
            if unit.type == "C" and not own.name.endswith("@"):
                near = zone.name.startswith(sector + "#") or (
                    zone.is_border and sector in zone.behind.values())
            for enemy in zone.units(foe(unit.side)) if near else ():
                if unit.type == "C" and zone.is_border and enemy.place != sector:
                    continue
                if enemy is not ignored and self.is_target(enemy):
                    found.append(enemy)
        return found

    def aims_itself(self, unit):
        """Does it name a target in this part, if nobody is opposite?"""
        return unit.stands and unit.attacks and not unit.withdrew and (
            unit.type != "C" if self.part == "ranged" else unit.type != "A")

    def best(self, unit, targets, row=None):                                # CMD-R16
        standing = [enemy for enemy in targets if not enemy.routed]
        table = TABLE[self.part][row or unit.kind]
        return max(standing or targets, default=None,
                   key=lambda enemy: table[COLUMNS.index(enemy.kind)])

    def lines_aim(self, side):
        for zone in self.zones.values():
            for number, unit in enumerate(zone.spaces[side], 1):
                if unit and self.aims_itself(unit) and unit.name not in self.aims:
                    opposite = zone.opposite(unit)
                    verb = "ignore_routed" if opposite else "target"
                    for enemy in self.may_aim(unit, opposite):
                        yield f"{verb} {zone.name} {number} at {self.where(enemy)}"
        for sector, targets in self.strike_targets(side).items():
            for enemy in targets:
                yield f"target {sector}@ 1 at {self.where(enemy)}"

    lines_close = lines_aim

    def where(self, unit):
        zone = self.zone_of(unit)
        return f"{zone.name} {zone.spaces[unit.side].index(unit) + 1}"

    def strike_targets(self, side):
        """{sector: enemies} of its garrisons that strike out (CMD-R57)."""
        found = {}
        for sector in SECTORS:
            unit = self.garrison(sector)
            if not unit or unit.side != side or unit.routed or sector + "@" in self.zones:
                continue
            targets = [enemy for zone in self.zones.values()
                       if sector in zone.name for enemy in zone.units(foe(side))
                       if self.is_target(enemy)]
            if targets:
                found[sector] = targets
        return found

    def pick(self, side, zone_name, space):
        zone = self.zones.get(zone_name)
        if not zone or space not in list("12345"):
            return None
        return zone.spaces[side][int(space) - 1]

    def check_target(self, side, words):
        if len(words) != 5 or words[2] != "at":
            raise Refused("CMD-8.8")
        enemy = self.pick(foe(side), *words[3:])
        if words[0].endswith("@") and words[0][:2] in self.strike_targets(side):
            if words[1] != "1" or enemy not in self.strike_targets(side)[words[0][:2]]:
                raise Refused("CMD-8.8")
            return self.garrison(words[0][:2]), enemy
        unit = self.pick(side, *words[:2])
        if not unit or not enemy or not self.aims_itself(unit) or (
                self.zone_of(unit).opposite(unit) or enemy not in self.may_aim(unit)):
            raise Refused("CMD-8.8")
        return unit, enemy

    def check_ignore_routed(self, side, words):
        if len(words) != 5 or words[2] != "at":
            raise Refused("CMD-7.11")
        unit, enemy = self.pick(side, *words[:2]), self.pick(foe(side), *words[3:])
        opposite = unit and self.zone_of(unit).opposite(unit)
        if not unit or not self.aims_itself(unit) or not opposite or not opposite.routed:
            raise Refused("CMD-7.11")
        if enemy not in self.may_aim(unit, opposite):
            raise Refused("CMD-8.8")
        return unit, enemy

    def do_target(self, side, words, _):
        unit, enemy = self.check_target(side, words)
        self.aims[unit.name] = enemy

    def do_ignore_routed(self, side, words, _):
        unit, enemy = self.check_ignore_routed(side, words)
        self.aims[unit.name] = enemy

    def rolls_now(self, unit):
        if not unit.stands or unit.type == ("C" if self.part == "ranged" else "A"):
            return False
        return self.victim(unit)[0] is not None

    def victim(self, unit):
        """(whom it attacks, as unopposed?)."""
        if unit.name in self.aims:
            return self.aims[unit.name], True
        enemy = self.zone_of(unit).opposite(unit)
        if enemy and (unit.attacks or not enemy.routed):
            return enemy, False
        if self.aims_itself(unit):
            return self.best(unit, self.may_aim(unit)), True
        return None, False

    def close_aim(self):
        self.throw_or_go_on("_volley")

    def close_close(self):
        self.throw_or_go_on("_melee")

    def throw_or_go_on(self, stage):
        throws = any(self.rolls_now(unit) for zone in self.zones.values() for side in SIDES
                     for unit in zone.units(side))
        if throws or any(self.strike_targets(side) for side in SIDES):
            self.stage = self.phase + stage
        else:
            self.count_hits()

    def roll_volley(self, dice):
        self.dice_of = {}
        for zone in self.zones.values():
            for side in SIDES:
                rollers = [unit for unit in zone.units(side) if self.rolls_now(unit)]
                pool = [dice.roll() for unit in rollers for _ in "xx"[:1 + (unit.type == "A")]]
                if pool:
                    self.rolls.append(("pool", side, zone.name, tuple(pool)))
                pool.sort(reverse=True)
                for unit in rollers:
                    number = 2 if unit.type == "A" else 1
                    self.dice_of[unit.name], pool = pool[:number], pool[number:]
        for side in SIDES:
            for sector, targets in self.strike_targets(side).items():
                unit = self.garrison(sector)
                if unit.name not in self.aims:
                    self.aims[unit.name] = self.best(unit, targets, "aI")
                self.strikes[unit.name] = dice.roll()
                self.rolls.append(("strike", unit.name, self.aims[unit.name].name,
                                   (self.strikes[unit.name],)))
        self.turns = [(sector, side) for sector in SECTORS for side in SIDES
                      if self.rerolls.get((sector, side))]
        self.passed = set()
        self.next_reroll()

    roll_melee = roll_volley

    def in_combat(self, sector):
        return [zone for zone in self.zones.values()
                if zone.name.startswith(sector + "#") or (
                    zone.is_border and any(self.goal_of(unit) == sector and not unit.charges
                                           for side in SIDES for unit in zone.attackers[side]))]

    def next_reroll(self):
        while self.turns:
            sector, side = self.turns[0]
            has_dice = any(unit.name in self.dice_of for zone in self.in_combat(sector)
                           for own in SIDES for unit in zone.units(own))
            if has_dice and self.rerolls[sector, side] > 0:
                self.stage = self.phase + ("_reroll" if self.part == "ranged" else "_melee_reroll")
                self.ready = {foe(side)}
                return
            self.turns.pop(0)
        self.count_hits()

    def lines_reroll(self, side):
        for zone in self.in_combat(self.turns[0][0]):
            for own in SIDES:
                for number, unit in enumerate(zone.spaces[own], 1):
                    for index in range(len(self.dice_of.get(unit.name, ())) if unit else 0):
                        which = f" {index + 1}" if unit.type == "A" else ""
                        yield f"reroll {zone.name} {NAMES[own]} {number}{which}"

    lines_melee_reroll = lines_reroll

    def check_reroll(self, _, words):
        zone = self.zones.get(words[0])
        if not zone or zone not in self.in_combat(self.turns[0][0]) or words[1] not in LETTERS:
            raise Refused("CMD-8.2")
        unit = self.pick(LETTERS[words[1]], words[0], words[2])
        index = int(words[3]) - 1 if len(words) > 3 else 0
        if not unit or index not in range(len(self.dice_of.get(unit.name, ()))):
            raise Refused("CMD-8.2")
        return unit, index

    def do_reroll(self, side, words, dice):
        unit, index = self.check_reroll(side, words)
        die = dice.roll()
        self.rolls.append(("re-roll", unit.name, (die,)))
        self.dice_of[unit.name][index] = die
        sector = self.turns[0][0]
        self.rerolls[sector, side] -= 1
        self.pass_on(sector, side, False)

    def do_pass(self, side, _, __):
        self.pass_on(self.turns[0][0], side, True)

    def pass_on(self, sector, side, passes):
        """Both in turn until both pass in a row (CMD-P12)."""
        other = foe(side)
        self.turns = [turn for turn in self.turns if turn[0] != sector]
        self.passed = (self.passed | {side}) if passes else set()
        again = [own for own in (other, side)
                 if self.rerolls.get((sector, own), 0) > 0 and own not in self.passed]
        self.turns = [(sector, own) for own in again] + self.turns
        if not again:
            self.passed = set()
        self.next_reroll()

    def modifiers(self, unit, target, unopposed):
        strikes = unit.name in self.strikes
        row = "aI" if strikes else unit.kind
        sum_of = TABLE[self.part][row][COLUMNS.index(target.kind)] - unit.spent
        if unopposed:
            sum_of += UNOPPOSED[self.part][unit.type]
        if self.phase == "fast" and self.part == "ranged":
            sum_of -= 2
        return sum_of if strikes else sum_of + self.terrain(unit)

    def terrain(self, unit):                                                # CMD-R49
        zone = self.zone_of(unit)
        if zone.name.endswith("@"):
            return -1 if unit.attacks else 0
        goals = {self.goal_of(one) for side in SIDES for one in zone.attackers[side]
                 if not one.withdrew and one.is_on_board}
        found = 0
        if goals & self.forest:
            found -= 2 if self.part == "ranged" else 1
        if self.part == "melee" and unit.attacks:
            start, goal = unit.place, self.goal_of(unit)
            found += (start in self.hill) - (goal in self.hill)
            found -= border(start, goal) in self.river
        return found

    def count_hits(self):
        """Results, then what they do (CMD-P13, P14, P17)."""
        hits, results = [], {}
        attacks = {}
        for zone in self.zones.values():
            for side in SIDES:
                for unit in zone.units(side):
                    if unit.name in self.dice_of:
                        target, unopposed = self.victim(unit)
                        sum_of = self.modifiers(unit, target, unopposed)
                        results[unit.name] = [min(6, max(1, die + sum_of))
                                              for die in self.dice_of[unit.name]]
                        attacks[unit.name] = unit, target, unopposed, sum_of
        for name, (unit, target, unopposed, sum_of) in attacks.items():
            rival = None
            if not unopposed and target.name in attacks and attacks[target.name][1] is unit and (
                    not attacks[target.name][2]):
                rival = max(results[target.name])
            for die, result in zip(self.dice_of[name], results[name]):
                good = (rival is None or result > rival) and (
                    result >= 4 or (self.part == "melee" and rival is not None))
                self.rolls.append((self.part, name, target.name, (die,), sum_of, good))
                if good:
                    hits.append((unit, target))
            unit.rolled = unit.rolled or self.part == "melee"
        for name, die in self.strikes.items():
            unit, target = self.units[name], self.aims[name]
            sum_of = self.modifiers(unit, target, True)
            good = min(6, die + sum_of) >= 4
            self.rolls.append((self.part, name, target.name, (die,), sum_of, good))
            if good:
                hits.append((unit, target))
        self.take(hits)
        self.dice_of, self.aims, self.strikes = {}, {}, {}
        if self.part == "ranged":
            self.open_withdraw()
        else:
            self.settle()

    @staticmethod
    def take(hits):                                                         # CMD-R39
        was_routed = {target.name: target.routed for _, target in hits}
        for unit, target in hits:
            unit.hits += 1
            target.hitters.append(unit)
        for unit, target in hits:
            number = sum(other is target for _, other in hits)
            target.routed, target.square = True, False
            if number > 1 or was_routed[target.name]:
                target.place, target.token = "out", None
                target.hitters = [one for one, other in hits if other is target]

    def open_withdraw(self):
        for zone in self.zones.values():
            for side in SIDES:
                for unit in zone.attackers[side]:
                    if unit.type == "A" and unit.stands:
                        unit.withdrew, unit.attacks = True, False           # CMD-R42
        self.line_up_again()
        self.open(self.phase + "_withdraw")

    def line_up_again(self):
        """Positions before melee (CMD-P16)."""
        stood = {(zone.name, side): [unit for unit in zone.units(side) if unit.is_on_board]
                 for zone in self.zones.values() for side in SIDES}
        self.stood = self.stood or stood
        counts = {(zone.name, side): len(zone.attacking(side))
                  for zone in self.zones.values() for side in SIDES}
        filled = {key: [] for key in counts}
        for zone in self.zones.values():
            for side in SIDES:
                key = zone.name, side
                filled[key] = sorted(zone.attacking(side), key=Unit.rank)
                if "#" in zone.name:
                    continue
                passive = sorted((unit for unit in self.stood[key] if unit.stands
                                  and not unit.attacks and (not unit.inside or "@" in zone.name)),
                                 key=Unit.rank)
                filled[key] += passive[:max(0, counts[zone.name, foe(side)] - len(filled[key]))]
        self.fill_up(filled, counts, lambda unit, key: unit.stands)
        self.fill_up(filled, counts, lambda unit, key: unit.routed and unit in self.stood[key])
        self.fill_up(filled, counts, lambda unit, key: unit.routed)
        for zone in self.zones.values():
            for side in SIDES:
                routed = [unit for unit in zone.attackers[side]
                          if unit.is_on_board and unit.routed and not unit.withdrew]
                zone.fill(side, filled[zone.name, side] + sorted(routed, key=Unit.rank))

    def fill_up(self, filled, counts, fits):
        """Puts others of a sector into the places left, zones in order."""
        for zone in self.zones.values():
            for side in SIDES:
                key = zone.name, side
                places = counts[zone.name, foe(side)] - len(filled[key])
                if "#" in zone.name or places <= 0:
                    continue
                if "@" in zone.name:
                    units = zone.placed[side]
                else:
                    units = [unit for unit in self.passive(side, zone.behind[side])
                             if unit not in zone.attackers[side] or unit.withdrew]
                taken = [unit for units in filled.values() for unit in units]
                routed_attackers = [unit for other in self.zones.values()
                                    for unit in other.attackers[side] if not unit.withdrew]
                units = [unit for unit in units if unit.is_on_board and unit not in taken
                         and unit not in routed_attackers and fits(unit, key)]
                filled[key] += sorted(units, key=Unit.rank)[:places]

    def lines_withdraw(self, side):
        for zone in self.zones.values():
            for number, unit in enumerate(zone.spaces[side], 1):
                if unit:
                    yield f"withdraw {zone.name} {number}"
        for sector in self.building:
            yield f"garrison {sector}"

    def check_withdraw(self, side, words):
        found = []
        for space in words[1:]:
            unit = self.pick(side, words[0], space)
            if not unit or not unit.stands or not unit.attacks or unit.withdraws or unit in found:
                raise Refused("CMD-7.10")
            enemy = self.zones[words[0]].opposite(unit)
            if enemy and enemy.stands and enemy.attacks:
                raise Refused("CMD-7.10")
            found.append(unit)
        if not found:
            raise Refused("CMD-7.10")
        return found

    def do_withdraw(self, side, words, _):
        for unit in self.check_withdraw(side, words):
            unit.withdraws = True

    def check_garrison(self, side, words):
        sector = words[0]
        units = [unit for unit in self.passive(side, sector)
                 if unit.stands and unit.type == "I"]
        attacked = any(sector == zone.behind[side] and unit.is_on_board and not unit.withdrew
                       for zone in self.zones.values() if zone.is_border
                       for unit in zone.attackers[foe(side)])               # CMD-R67
        if sector not in self.building or self.garrison(sector) or not units or not attacked or (
                (side, sector) in self.garrisons):
            raise Refused("CMD-17.3")
        return min(units, key=lambda unit: (unit.square, unit.spent, unit.number))

    def do_garrison(self, side, words, _):
        self.garrisons[side, words[0]] = self.check_garrison(side, words)

    def close_withdraw(self):
        for unit in self.units.values():
            if unit.withdraws:
                unit.withdrew, unit.attacks = True, False
        for unit in self.garrisons.values():
            unit.inside, unit.square = True, False                          # CMD-R56
        self.line_up_again()
        self.stood = None
        self.part = "melee"
        self.open(self.phase + "_close")

    # ---- After combat (CMD-P18 to P20). ----

    def settle(self):
        for unit in self.units.values():
            if unit.place == "out":
                taken = any(one.type != "A" and one.stands for one in unit.hitters)
                unit.place, unit.token = "captured" if taken else "gone", None
                if taken:
                    self.captured.append(unit)
        for unit in self.units.values():
            if unit.is_on_board and unit.routed and not unit.inside and (
                    unit.type == "C" or (unit.type == "I" and self.phase == "combined")):
                unit.place = "box"
        self.enter_pass()

    def fighters(self):
        """Unrouted attackers that are still in their zones."""
        return [unit for zone in self.zones.values() for side in SIDES
                for unit in zone.attacking(side)]

    def won(self, side, sector):
        if self.status[sector] is None:                                     # CMD-R8
            return not any(unit.side != side and unit.goal == sector for unit in self.fighters())
        return not self.outside(foe(side), sector)

    def enter_pass(self):
        self.entering = {}
        for unit in self.fighters():
            goal = self.goal_of(unit)
            if unit.moved or unit.declined or unit.type == "A" or goal == unit.place or (
                    not self.won(unit.side, goal)):
                continue
            must, may = self.entering.setdefault((unit.side, goal), ([], []))
            (may if unit.charges or self.phase == "fast" else must).append(unit)
        if self.entering:
            self.named_goals = set()
            self.open(self.phase + "_enter")
        else:
            self.end_phase()

    def lines_enter(self, side):
        for (own, goal), (must, may) in self.entering.items():
            if own == side and (may or len(must) > self.room(side, goal)):
                for unit in must + may:
                    yield f"enter 1{unit.type} {unit.place} {goal}"
                for unit in may:
                    yield f"stay {unit.place} {goal}"

    def check_stay(self, side, words):
        must, may = self.entering.get((side, words[1]), ([], []))
        if any(unit.place == words[0] for unit in must) or not any(
                unit.place == words[0] for unit in may):
            raise Refused("CMD-9.2")

    def do_stay(self, side, words, _):
        self.check_stay(side, words)
        self.named_goals.add((side, words[1]))

    def close_enter(self):
        arrived = []
        for (side, goal), (must, may) in self.entering.items():
            units = sorted(must + may, key=lambda unit: (not unit.named, unit.rank()))
            room = self.room(side, goal)
            if (side, goal) in self.named_goals:
                named = [unit for unit in units if unit.named]
                rest = sorted((unit for unit in must if not unit.named), key=Unit.rank)
                entering = (named + rest)[:room]
            else:
                entering = units[:room]
            left = room - len(entering)
            stays = sorted((unit for unit in may if unit not in entering), key=Unit.rank)
            for number, unit in enumerate(stays):
                unit.spends = self.phase == "fast" and number < left        # CMD-R65
            for unit in must + may:
                unit.declined = unit not in entering
            arrived += [(unit, goal) for unit in entering]
        for unit, goal in arrived:
            was = unit.attacks, unit.charges
            self.arrive(unit, goal, False)
            unit.attacks, unit.charges = False, was[1]
            unit.acts += 1
            unit.fought = True
        for unit, goal in arrived:
            self.capture(unit.side, goal)
        self.enter_pass()

    def end_phase(self):
        for zone in self.zones.values():
            for side in SIDES:
                for unit in zone.attackers[side]:
                    if unit.charges or unit.fought:
                        continue
                    unit.acts += 1
        for unit in self.units.values():
            if not unit.is_on_board:
                continue
            took = unit.attacks or unit.withdrew or unit.fought
            misses = unit.withdrew or (unit.rolled and not unit.hits)
            idle = unit.type == "C" and misses and (took or not self.options["cav_spent"])  # CMD-R40
            if unit.tried or unit.retreats or idle or unit.wooded or unit.spends:
                unit.spent = True
            if unit.acts >= ACTIONS[unit.type]:
                unit.spent = True
        if self.phase == "fast":
            self.begin_phase("bombard")
        else:
            self.begin_phase("move")
