# SPDX-License-Identifier: MIT
"""lucky_deeds.py - what is done in lucky, as the referee judges and does it.

Board changes units and commanders; Actions answers for every action whether it is legal, with a
function that does it.
"""
from collections import Counter

import slide
from lucky_field import HOUSES, SIDES, Charge, Field, Way, need
from plane import place, ticks
from slide import (apart, direction, first_off, first_overlap, is_in_zone, overlap, plus, reach,
                   shift)


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
        its = self.ground(unit, facing=charge.facing)
        block = self.blocked_at(unit, its, charge.facing, way, ())
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
        block = self.blocked_at(unit, its, charge.facing, charge.k, (target,), gone)
        way = charge.k if block is None else max(gone, block - 1)
        charge.gone = way
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
        need(giver.side == self.side and to.level != "c" and giver is self.giver(to), "not his")
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

    def spend_action(self, unit, free=False):                               # LG-R36
        unit.deeds.add("acted")
        if not free:
            self.spend_order(unit)

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
            self.spend_action(unit, free)
            self.go(unit, at, facing, form)
            if way.unlimber:
                unit.form = "unl"
                unit.deeds.add("unlimbered")
        return carry

    def go(self, unit, at, facing, form=None):
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
        need(form in ("line", "column", "mass") or squares and form == "square", "not so")
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
            self.spend_action(unit, free)
            self.go(unit, at, unit.facing)
        return carry

    def do_form(self, name, form, *wheel):
        unit, way = self.ready(name), Way(wheel)
        self.must_it_charge(unit)
        need(unit.is_foot() and not way.length(), "no formations")
        self.check_form(unit, form, squares=True)
        facing = (unit.facing + way.legs[0][0]) % 360
        need(self.is_legal_pose(unit, unit.at, facing, form), "no room")
        need(self.keeps_gap(unit, self.ground(unit, facing=facing, form=form)), "an enemy is near")

        def carry(dice):
            self.spend_action(unit)
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
        grounds = [self.swept(unit, leg, unit.form) for leg in legs]
        grounds.append(self.ground(unit, at, facing))
        need(not any(self.is_within(its, foe, 12000) for its in grounds
                     for foe in self.foes(unit, routing=True)), "too near")
        self.check_end(unit, at, facing, unit.form)

        def carry(dice):
            self.spend_action(unit)
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
        from_at = min((charge.charger.at for charge in charges),
                      key=lambda at: apart_exactly(unit.at, at))
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
