# SPDX-License-Identifier: MIT
"""fights.py - contact, morale and flight of clausewitz, judged from its rules alone (docs/rules).

Goes on where clausewitz.py ends: what comes of a failed test, of contact and of a charge.  Of
Generals, options and reactions (but to form otherwise under a charge) it knows nothing.
"""
import re

import clausewitz
from clausewitz import (CONTACT, FOOT, GUNS, INFANTRY, RANGES, SIGHT_LINES, ZONE_OF_CONTROL, apart,
                        overlap, zone_of)
from plane import along, decimal, distance, put, samples, world

CHARGE, PUSHED, ENGAGED = 28000, 10000, 1000
LETTERS = {"line": "L", "column": "C", "square": "S", "limbered": "M", "unlimbered": "U", "": "-"}
AWAY = {"front": 1800, "rear": 0, "right": 2700, "left": 900}                # CW-R21
CLOSE_COMBAT = {"FA": (6, 6), "HA": (6, 6)}                                  # CW-T4; others 5, 6


class Fight:
    """Carries out on a position of the caller's own; the dice are taken in the order of the rules."""

    def __init__(self, position, dice):
        self.position, self.dice, self.tested = position, dice, None
        for one in position.brigades.values():
            one.reserve = len(one.units)                                     # CW-T14: U
            one.braved = False

    # ---- Morale (CW-T14, CW-R40). ----

    def standing(self, brigade):
        return [enemy for enemy in self.position.enemies(brigade) if not enemy.flees]

    def cavalry_near(self, brigade, charger):
        worst = 0
        for enemy in self.standing(brigade):
            for unit, base in zip(enemy.units, enemy.bases()):
                rule = {"HC": 2, "NC": 1, "LC": 1}.get(unit.code, 0)
                if enemy is charger or apart(brigade.bases(), [base]) <= ZONE_OF_CONTROL:
                    worst = max(worst, rule)
        infantry = [unit.formation for unit in brigade.units if unit.code in INFANTRY]
        is_foot = any(unit.code in FOOT for unit in brigade.units)
        if not is_foot and not any("undisciplined" in unit.rules for unit in brigade.units):
            return 0
        if infantry and "line" not in infantry:
            return max(0, worst - 1) if "column" in infantry else 0
        return worst

    def margin(self, brigade, charger=None):
        firm = sum(unit.formation in ("column", "square") for unit in brigade.units)
        needed = max(3, 3 - brigade.reserve + brigade.hits - (0 if brigade.flees else firm))
        return (self.dice.roll() + self.dice.roll() - self.cavalry_near(brigade, charger)) - needed

    def test(self, brigade, charger=None):
        """0 or more: passed; else by how much it failed, below zero."""
        margin = self.margin(brigade, charger)
        if margin < 0 and not brigade.braved and any("brave" in u.rules for u in brigade.units):
            brigade.braved = True                                            # CW-R72
            margin = self.margin(brigade, charger)
        return margin

    def band(self, brigade):                                                 # CW-R106
        found = 0
        for enemy in self.standing(brigade):
            arms = [RANGES[unit.weapon] for unit in enemy.units if unit.code in INFANTRY]
            gap = apart(brigade.bases(), enemy.bases())
            if arms and gap <= max(far for _, far in arms):
                found = max(found, 2 if gap <= max(near for near, _ in arms) else 1)
        return found

    # ---- Forced moves (CW-R23, CW-R24). ----

    def away_from(self, brigade, enemy):
        among = [enemy] if enemy and enemy.is_here else (
            self.standing(brigade) or self.position.enemies(brigade))
        nearest = min((min(distance(own, base) for own in brigade.bases()), one.number, slot, base)
                      for one in among for slot, base in enumerate(one.bases()))[3]
        zone = zone_of(brigade, nearest)
        return zone, (brigade.facing + AWAY[zone]) % 3600

    def is_barred(self, brigade, pose):
        crosses = all("elbruc" in unit.rules for unit in brigade.units)
        return "impassable" in clausewitz.touched(self.position, brigade, pose) and not crosses

    def lies_on(self, brigade, pose, others):
        bases = brigade.bases(pose)
        return any(overlap(own, its) for one in others for own in bases for its in one.bases())

    def turned(self, brigade, facing):                                       # CW-R11
        deep = 1500 * brigade.rows()
        return world(world(brigade.at, brigade.facing, 0, -deep), facing, 0, deep), facing

    def make_ready(self, brigade):
        for unit in brigade.units:
            unit.formation = {"square": "column", "unlimbered": "limbered"}.get(unit.formation,
                                                                                unit.formation)

    def withdraw(self, brigade, enemy):
        self.make_ready(brigade)
        zone, angle = self.away_from(brigade, enemy)
        slack = max(CONTACT, clausewitz.outside_by(self.position, brigade.bases()))

        def may_stand(pose, slack):
            return (clausewitz.outside_by(self.position, brigade.bases(pose)) <= slack
                    and not self.is_barred(brigade, pose)
                    and not self.lies_on(brigade, pose, self.position.others(brigade)))
        length = 4000 if brigade.is_horse() else 2000
        while length and not all(may_stand((along(brigade.at, angle, at), brigade.facing), slack)
                                 for at in samples(length, 500)[1:]):
            length -= 500
        brigade.at = along(brigade.at, angle, length)
        slack = max(CONTACT, clausewitz.outside_by(self.position, brigade.bases()))
        pose = self.turned(brigade, (angle + 1800) % 3600)
        if zone != "front" and may_stand(pose, slack):
            brigade.at, brigade.facing = pose
        self.look_round()

    def is_centre_off(self, brigade, pose):
        return any(not (0 <= x <= self.position.width and 0 <= y <= self.position.height)
                   for x, y in brigade.centres(pose))

    def find_flight(self, brigade, angle, length):
        """How far, and whether it leaves the table."""
        others, enemies = self.position.others(brigade), self.position.enemies(brigade)

        def pose_at(reached):
            return along(brigade.at, angle, reached), brigade.facing
        limit = None
        for reached in samples(length + 10000, 500)[1:]:
            if self.is_barred(brigade, pose_at(reached)) or self.lies_on(brigade, pose_at(reached),
                                                                         enemies):
                limit = min(length, reached - 500)
                break
            if self.is_centre_off(brigade, pose_at(reached)):
                return reached, True
            if reached >= length and not self.lies_on(brigade, pose_at(reached), others):
                return reached, False
        reached = length if limit is None else limit
        while reached and self.lies_on(brigade, pose_at(reached), others):
            reached -= 500
        return reached, False

    def flee(self, brigade, enemy, length):
        brigade.flees, brigade.points = True, 0
        needed = max(3, 3 - brigade.reserve + brigade.hits)
        angle, reached, is_left = 0, 0, False
        friends = [one for one in self.position.others(brigade)
                   if one.side == brigade.side and not one.flees]
        if needed <= 14:
            self.make_ready(brigade)
            angle = self.away_from(brigade, enemy)[1]
            reached, is_left = self.find_flight(brigade, angle, length)
        near = [one for one in friends if any(
            apart(brigade.bases((along(brigade.at, angle, at), brigade.facing)), one.bases())
            <= ZONE_OF_CONTROL for at in samples(reached, 500))]
        if needed > 14 or is_left:
            brigade.is_here = False                                          # CW-R45, CW-R18
        else:
            brigade.at = along(brigade.at, angle, reached)
            pose = self.turned(brigade, angle)
            if not (self.lies_on(brigade, pose, self.position.others(brigade))
                    or self.is_barred(brigade, pose) or self.is_centre_off(brigade, pose)):
                brigade.at, brigade.facing = pose
                near = [one for one in friends if one in near or apart(      # CW-R109
                    brigade.bases(), one.bases()) <= ZONE_OF_CONTROL]
        self.look_round()
        self.panic(near)

    def panic(self, near):                                                   # CW-R66
        begins = self.tested is None
        self.tested = set() if begins else self.tested
        for friend in near:
            if friend.is_here and not friend.flees and friend.name not in self.tested:
                self.tested.add(friend.name)
                band, margin = self.band(friend), self.test(friend)
                if margin < 0:
                    self.fail(friend, None, -margin, band)
        if begins:
            self.tested = None

    def fail(self, brigade, enemy, by, band):                                # CW-T10
        hits = [(0, 0), (0, 1), (1, 3)][band][by > 2]
        hits = (self.dice.roll() + 1) // 2 if hits == 3 else hits
        clausewitz.lose(brigade, hits, self.dice)
        if not brigade.is_here:
            return
        if by > 2:
            step = 8000 if brigade.is_horse() else 3000
            self.flee(brigade, enemy, (1 + brigade.points) * step)
        else:
            brigade.limited = True
            self.withdraw(brigade, enemy)

    def look_round(self):                                                    # CW-R67
        for side in "AB":
            for one in self.position.brigades.values():
                if one.side != side or not one.is_here:
                    continue
                zones = {zone_of(one, base) for enemy in self.standing(one)
                         for base in enemy.bases()
                         if apart(one.bases(), [base]) <= ZONE_OF_CONTROL}
                one.is_here = len(zones) < 4

    # ---- Contact (CW-17, CW-R57 to CW-R61, CW-R68). ----

    def engaged(self, brigade, other):
        return [slot for slot, base in enumerate(brigade.bases())
                if apart([base], other.bases()) <= ENGAGED]

    def is_in(self, brigade, slot, kinds):
        return any(kind in kinds and clausewitz.is_inside(brigade.centres()[slot], corners)
                   for kind, _, corners in self.position.areas)

    def hill_under(self, brigade, slots):
        """(level, what it adds) of the highest hill under one of them."""
        found = [(0, 0)] + [(level, {"hill": 1, "steep": 2}[kind])
                            for kind, level, corners in self.position.areas
                            if kind in ("hill", "steep") for slot in slots
                            if clausewitz.is_inside(brigade.centres()[slot], corners)]
        return max(found)

    def hits_of(self, brigade, slots, other, its, bonus):
        hits = 0
        if brigade.flees:
            return 0                                                         # CW-R61
        for slot in slots:
            unit, base = brigade.units[slot], brigade.bases()[slot]
            nearest = min((distance(base, other.bases()[at]), at) for at in its)[1]
            on_horse = other.units[nearest].code not in FOOT
            needs = CLOSE_COMBAT.get(unit.code, (5, 6))[on_horse]
            count = -(-unit.dice // 2) if unit.code in GUNS else unit.dice
            faces = [self.dice.roll() for _ in range(count)]
            missed = [face for face in faces if face == 1 or face + bonus < needs]
            hits += count - len(missed)
            if missed and "determined" in unit.rules:
                face = self.dice.roll()
                hits += face > 1 and face + bonus >= needs
        return hits

    def contact(self, brigade, other):
        """Back to the caller: what an Impetuous die is needed for is not drawn here."""
        if not brigade.is_here or not other.is_here:
            return
        slots, its = self.engaged(brigade, other), self.engaged(other, brigade)
        difficult = {kind for kind, name in clausewitz.CLASS.items() if name == "difficult"}
        horse = any(brigade.units[slot].code not in FOOT for slot in slots) or any(
            other.units[slot].code not in FOOT for slot in its)
        if not horse and not any(self.is_in(other, slot, difficult) for slot in its):
            clausewitz.lose(other, (self.dice.roll() + 1) // 2, self.dice)
            if other.is_here:
                self.flee(other, brigade, PUSHED)
            return
        self.combat(brigade, slots, other, its)
        self.look_round()

    def combat(self, brigade, slots, other, its):
        own, their = self.hill_under(brigade, slots), self.hill_under(other, its)
        bonus = [own[1] if own[0] > their[0] else 0, their[1] if their[0] > own[0] else 0]
        if not any(other.units[slot].formation == "square" for slot in its):
            nearest = min((min(distance(base, mine) for mine in other.bases()), slot)
                          for slot, base in enumerate(brigade.bases()))[1]
            zone = zone_of(other, brigade.bases()[nearest])
            bonus[0] += {"front": 0, "rear": 2}.get(zone, 1)                 # CW-R25
        bonus[1] += any(self.is_in(other, slot, {"village"}) for slot in its)
        made = self.hits_of(brigade, slots, other, its, bonus[0])
        taken = self.hits_of(other, its, brigade, slots, bonus[1])
        clausewitz.lose(other, made, self.dice)
        clausewitz.lose(brigade, taken, self.dice)
        self.settle(brigade, other, made, taken)

    def settle(self, brigade, other, made, taken):                           # CW-R59
        if not brigade.is_here or not other.is_here:
            return
        if other.flees:
            self.flee(other, brigade, 8000 if other.is_horse() else 3000)
        elif made == taken:
            self.withdraw(brigade, other)
        else:
            loser, winner = (other, brigade) if made > taken else (brigade, other)
            margin = self.test(loser)
            if margin < 0:
                self.fail(loser, winner, -margin, 2)
            else:
                self.withdraw(loser, winner)

    # ---- What is asked of it. ----

    def begins(self, brigade, engages):
        """The test before an action (CW-R42); False: it failed, and was carried out."""
        if not engages and not clausewitz.is_controlled(self.position, brigade):
            return True
        band, margin = self.band(brigade), self.test(brigade)
        if margin < 0:
            self.fail(brigade, None, -margin, band)
        return margin >= 0

    def march(self, brigade, pose, met):
        engages = (met and any(unit.code not in FOOT for unit in brigade.units)
                   and met.has("column"))
        if not self.begins(brigade, engages):
            return
        brigade.points -= 1
        brigade.at, brigade.facing = pose
        self.look_round()
        if met:
            self.contact(brigade, met)

    def charge(self, brigade, enemy, declared, forms):
        """How many dice were rolled before the enemy was asked; None: he was not (CW-R62)."""
        if not self.begins(brigade, enemy.has("column")):
            return None
        brigade.points -= 3
        asked = None if enemy.flees else self.dice.used
        if asked is not None and forms:
            band, margin = self.band(enemy), self.test(enemy, brigade)
            if margin < 0:
                self.fail(enemy, brigade, -margin, band)
            for unit, form in zip(enemy.units, forms if margin >= 0 else []):
                unit.formation = form
        if brigade.is_here and not (enemy.is_here and enemy.has("square")):
            self.go_in(brigade, enemy, declared)
        return asked

    def go_in(self, brigade, enemy, declared):                               # CW-R63
        length = way_to(self.position, brigade, enemy) if enemy.is_here else None
        meets = length is not None and is_way_free(self.position, brigade, length)
        if not meets:
            length = 0
            for reached in samples(declared, 500)[1:]:
                pose = along(brigade.at, brigade.facing, reached), brigade.facing
                bases = brigade.bases(pose)
                if (self.lies_on(brigade, pose, self.position.others(brigade))
                        or any(apart(bases, one.bases()) <= CONTACT
                               for one in self.position.enemies(brigade))):
                    break
                length = reached
        brigade.at = along(brigade.at, brigade.facing, length)
        self.look_round()
        if meets:
            self.contact(brigade, enemy)


# ---- May it charge (CW-R63)? ----

def met_at(position, brigade, pose):
    """Whom it touches there: the lower id (CW-R58)."""
    bases = brigade.bases(pose)
    return next(enemy for enemy in position.enemies(brigade)
                if apart(bases, enemy.bases()) <= CONTACT)


def way_to(position, brigade, enemy):
    """How far straight ahead it touches somebody first, if that is this enemy too; else None."""
    gap_at = clausewitz.gap_to(brigade, position.enemies(brigade), brigade.facing, brigade.facing,
                               brigade.at)
    length = 0 if gap_at(0) <= CONTACT else clausewitz.first_within(CONTACT, CHARGE, gap_at)
    if length is None:
        return None
    bases = brigade.bases((along(brigade.at, brigade.facing, length), brigade.facing))
    return length if apart(bases, enemy.bases()) <= CONTACT else None


def is_way_free(position, brigade, length):
    slack = max(CONTACT, clausewitz.outside_by(position, brigade.bases()))
    friends = [one for one in position.others(brigade) if one.side == brigade.side]
    for reached in samples(length, 500):
        pose = along(brigade.at, brigade.facing, reached), brigade.facing
        bases = brigade.bases(pose)
        if (clausewitz.outside_by(position, bases) > slack
                or clausewitz.touched(position, brigade, pose) & {"difficult", "impassable"}
                or any(overlap(own, its) for one in friends for own in bases
                       for its in one.bases())):
            return False
    return True


def does_see(position, brigade, enemy, slot, column):
    x, y = brigade.slots()[slot]
    origin = world(brigade.at, brigade.facing, x, y + 1500)
    met = []
    for one in position.brigades.values():
        for at, base in enumerate(one.bases() if one.is_here else []):
            crossed = clausewitz.entry_and_exit(origin, brigade.facing, column, base)
            if crossed and crossed[1] > 0 and (one, at) != (brigade, slot):
                met.append((max(0, crossed[0]), one.side == brigade.side, one.number, at))
    if not met or min(met)[2] != enemy.number:
        return False
    levels = (clausewitz.level_at(position, brigade.centres()[slot]),
              clausewitz.level_at(position, enemy.centres()[min(met)[3]]))
    return clausewitz.is_clear(position, origin, brigade.facing, column, min(met)[0], levels)


def may_charge(position, brigade, enemy):
    """How far it has to go; None: it may not."""
    is_cavalry = all(unit.code in ("HC", "NC", "LC") for unit in brigade.units)
    length = way_to(position, brigade, enemy) if is_cavalry and not enemy.has("square") else None
    if length is None or not is_way_free(position, brigade, length):
        return None
    is_seen = any(does_see(position, brigade, enemy, slot, column)
                  for slot in range(brigade.front()) for column in SIGHT_LINES)
    return length if is_seen else None


# ---- Positions of chance. ----

def some_place(chance, side, first):
    """Near the one who acts; of enemies half before it."""
    if side == "B" and chance.random() < .5:
        ahead = chance.choice([chance.randrange(30, 2500), chance.randrange(50, 9000)])
        return world(first.at, first.facing, chance.randrange(-5000, 5000), ahead)
    far = chance.choice([2500, 4000, 7000, 12000] if side == "B" else [7000, 12000, 18000])
    return tuple(at + chance.randrange(-far, far + 1) for at in first.at)


def some_state(chance, line):
    """Hits, and now and then a rule or a flight."""
    if chance.random() < .3:
        rule = chance.choice(["brave", "undisciplined", "determined"])
        line = re.sub(r"^(\S+ [^ :]+)(:?)", lambda at: at[1] + ":" + rule + ("," if at[2] else ""),
                      line)
    flees = not line.startswith("A1 ") and chance.random() < .12
    return line + f" hits {chance.choice([0, 0, *range(13), 15])}" + (" fleeing" if flees else "")


def some_crowd(chance, on_horse=False):
    """A1 is to act among many; the enemy has no points left."""
    lines = ["position clausewitz 1", "table 60 50", "bag blue 3 red 3"]
    lines += clausewitz.some_ground(chance) if chance.random() < .6 else []
    for side in "AB":
        for number in range(1, chance.randrange(3, 6)):
            for _ in range(60):
                known = clausewitz.Position("\n".join(lines))
                first = known.brigades.get("A1")
                line = clausewitz.some_brigade(chance, side, number, None)
                if first:
                    line = re.sub(r" -?[\d.]+,-?[\d.]+ ", f" {put(some_place(chance, side, first))} ",
                                  line)
                elif on_horse:
                    line = re.sub(r" .* wide", f" {chance.randrange(1, 5)}x"
                                  f"{chance.choice(['HC', 'NC', 'LC'])}(3) wide", line)
                if first and side == "B" and chance.random() < .5:
                    turn = chance.choice([1800, 1800, 900, 2700, 0])
                    line = re.sub(r"facing \S+",
                                  f"facing {decimal((first.facing + turn) % 3600 * 100)}", line)
                brigade = clausewitz.Position(line).brigades[f"{side}{number}"]
                pose = brigade.at, brigade.facing
                if (clausewitz.may_stand(known, brigade, pose, 0, False)
                        and "impassable" not in clausewitz.touched(known, brigade, pose)
                        and all(apart(brigade.bases(), enemy.bases()) > CONTACT
                                for enemy in known.enemies(brigade))):
                    lines.append(some_state(chance, line))
                    break
    return "\n".join(lines + ["chit blue", "active A1", ""])


def some_forms(chance, enemy):
    """Other formations for its infantry; None: as they are."""
    forms = [chance.choice(["line", "column", "square"]) if unit.code in ("LI", "LT")
             else unit.formation for unit in enemy.units]
    is_changed = forms != [unit.formation for unit in enemy.units]
    return forms if is_changed and chance.random() < .5 else None
