# SPDX-License-Identifier: MIT
"""lucky.py - a referee of lucky, from the rules alone.

Every step of a player turn: orders, marches, charges and the answers to them, fire, combat, flight,
breakthroughs, losses of commanders, the end.
"""
from collections import Counter

from lucky_deeds import WINDOWS, Actions
from lucky_field import (HOUSES, NAMES, SIDES, WORTH, Area, Combat, Field, charge_facts,
                         commander_facts, unit_facts)
from plane import Refused, plant
from slide import apart, direction, overlap, plus, rect, shift

SCENARIOS = [("outpost", 6), ("bridge-village", 4), ("pratzen", 4), ("salamanca", 3),
             ("borodino", 3)]
OPTIONS = {
    "corps_formula": [1], "reserve_carry": [0], "evade_needs_order": [0], "cossack_evade_roll": [0],
    "charge_abort": [1], "grand_battery_min": [3], "excess_shaken": [1, 2], "alight_mode": [1],
    "support_dist": [300, 1200], "support": [1, 2], "good_order_clears": [0, 2],
    "defender_breakthrough": [1], "impetuous_scope": [1], "enemy_gap": [50, 200],
    "interpenetrate": [0], "vp_margin": [0, 5],
    "s_inf_avg": [4], "s_cav_avg": [9], "column_width": [300], "line_depth": [60],
}
# Offered whole; of fire a target for each unit that has one.
LISTED = {"rally", "square", "evade", "counter", "abort", "fire"}
EAGER = {"charge", "square", "evade", "counter", "fire", "break", "assign", "give"}
# Passed over if there is nothing to do but end them (LG-R39).
SKIPPED = {"c2", "c3", "c4", "m2", "f1", "f2", "f3", "f4a", "k0a", "k0b", "x1", "x3", "x4"}


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
            self.weigh(fight)
            self.enter("k1")
        else:
            self.leave_fight()

    def weigh(self, fight):
        fight.leads = {side: self.lead(fight.of(side)) for side in (0, 1)}
        fight.places = {side: fight.leads[side].at for side in (0, 1)}
        first = self.first_side()
        attacks = any(unit in fight.attacks for unit in fight.of(first))
        fight.attacker = first if attacks else 1 - first

    def do_combat(self):
        return self.fight_out

    def fight_out(self, dice):
        fight, first = self.fight, self.fight.attacker
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

    def compare_fight(self, line, rest):
        fight = self.fight
        if self.phase not in ("k1", "k3", "k4", "k5") or fight is None or self.goals:
            return []
        by = fight.difference or 0
        winner = NAMES[fight.winner] if by else "nobody"
        here = (f"{NAMES[self.first_side()]} {NAMES[fight.attacker]} lead {fight.leads[0].name} "
                f"lead {fight.leads[1].name} winner {winner} by {by}")
        words = rest.split()
        there = " ".join(words[:6] + words[words.index("winner"):][:4])
        return [] if here == there else [f"{here} here, {there} there"]

    def compare_fighting(self, line, rest):
        if self.phase not in ("k1", "k3", "k4", "k5") or not self.fight or self.goals:
            return []
        here = {unit.name for unit in self.fight.units}
        return [] if here == set(rest.split()) else [f"{sorted(here)} fight here, {rest} there"]

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

    def some_actions(self, side, chance):
        verbs = [verb for verb, phases in WINDOWS.items() if self.phase in phases]
        for verb in chance.choices(verbs, k=min(4, len(verbs))):
            yield f"{verb} {getattr(self, 'some_' + verb)(chance)}"

    def some_deed(self, chance):
        """Rather charges and what answers them."""
        if self.phase == "over":
            return None
        side = NAMES[self.decider()]
        verbs = [verb for verb, phases in WINDOWS.items() if self.phase in phases]
        tried = chance.choices(verbs, [5 if verb in EAGER else 1 for verb in verbs], k=10)
        listed = list(self.choices())
        chance.shuffle(listed)
        words = [f"{verb} {getattr(self, 'some_' + verb)(chance)}" for verb in tried]
        for words in list(self.some_charges(chance)) + words + listed:
            if chance.random() < .97 and self.is_legal(words):
                return side, words
        return side, self.last_deed(chance)

    def some_charges(self, chance):
        """Straight at whom they can reach."""
        ready = self.of(self.decider()) if self.phase == "m1" else []
        units = [unit for unit in ready if self.has_order(unit)]
        units += self.lines[:1] if self.phase == "k6" else []
        for unit in chance.sample(units, min(len(units), 3)):
            foes = self.of(1 - unit.side)
            yield from (f"{'charge' if self.phase == 'm1' else 'break'} "
                        f"{self.at_whom(unit, foes, chance)}" for _ in range(4))

    def last_deed(self, chance):
        unit = self.lines[0] if self.phase in ("k3", "k5", "k6") else None
        if unit is None:
            return "end"
        if self.phase == "k3":
            return f"retire {unit.name} {hundredths(self.retire_range(unit)[0] // 10)}"
        if self.phase == "k6" and self.must_break(unit):
            foe, facing = next((foe, facing) for foe in self.new_foes(unit) for facing in range(360)
                               if self.may_aim(unit, foe, facing))
            return f"break {unit.name} {foe.name} facing {facing}"
        return f"stay {unit.name}"

    def own(self, chance):
        return chance.choice(self.of(self.decider())).name

    def other(self, chance):
        return chance.choice(self.of(1 - self.decider())).name

    def some_give(self, chance):
        giver, to = chance.choices([one.name for one in self.officers(self.decider())], k=2)
        if chance.random() < .7:
            giver = self.commanders[to].under or giver
        return f"{giver} {to} {chance.randint(1, 3)}"

    def some_assign(self, chance):
        return f"{self.own(chance)} {chance.randint(1, 3)}"

    def some_rally(self, chance):
        return f"{self.own(chance)} {chance.choice(['disorder', 'shaken', 'rout'])}"

    def mover(self, chance):
        """Rather one with an order."""
        ready = [unit.name for unit in self.of(self.decider()) if self.has_order(unit)]
        return chance.choice(ready) if ready and chance.random() < .9 else self.own(chance)

    def some_path(self, chance, most):
        words = []
        for _ in range(chance.choice([0, 1, 1, 1, 2, 3])):
            ahead = chance.choice([most, chance.randint(0, most), chance.randint(0, most // 4)])
            words += some_wheel(chance) + ["ahead", hundredths(ahead)]
            if chance.random() < .3:
                aside = hundredths(chance.randrange(210))
                words += ["shift", chance.choice(["left", "right"]), aside]
        return words + some_wheel(chance, always=not words)

    def some_move(self, chance):
        name = self.mover(chance)
        unit, words = self.units[name], []
        words = self.some_path(chance, unit.rate() + 50)
        if chance.random() < .3:
            change = ["form", chance.choice(["line", "column", "mass", "square"])]
            words = change + words if chance.random() < .5 else words + change
        if unit.is_guns() and chance.random() < .5:
            words.append("unlimber")
        return " ".join([name] + words)

    def some_advance(self, chance):
        unit = self.lines[0]
        return " ".join([unit.name] + self.some_path(chance, unit.rate() + 50))

    def some_reserve(self, chance):
        return " ".join([self.mover(chance)] + self.some_path(chance, 1500))

    def some_back(self, chance):
        name = self.mover(chance)
        return f"{name} {hundredths(chance.randrange(self.units[name].rate() + 50))}"

    def some_form(self, chance):
        form = chance.choice(["line", "column", "mass", "square"])
        return " ".join([self.mover(chance), form] + some_wheel(chance))

    def some_limber(self, chance):
        return self.mover(chance)

    some_unlimber = some_limber

    def some_ride(self, chance):
        one = chance.choice(self.officers(self.decider()))
        unit = self.units[self.own(chance)]
        near = chance.choice([unit.at, one.at])
        at = [hundredths(max(0, part // 10 + chance.randrange(-400, 400))) for part in near]
        words = [one.name, ",".join(at)]
        for word in ("join", "rally"):
            words += [word, unit.name] if chance.random() < .4 else []
        return " ".join(words)

    def some_charge(self, chance):
        name = self.mover(chance)
        return self.at_whom(self.units[name], self.of(1 - self.units[name].side), chance)

    def some_break(self, chance):
        return self.at_whom(self.lines[0], self.of(1 - self.lines[0].side), chance)

    def at_whom(self, unit, foes, chance):
        near = sorted(foes, key=lambda foe: apart(unit.at, foe.at))[:4]
        foe = chance.choice(near)
        facing = self.facing_to(unit, foe, ())
        return f"{unit.name} {foe.name} facing {(facing + chance.randrange(-25, 26)) % 360}"

    def some_square(self, chance):
        charged = [one.target.name for one in self.charges if one.kind != "counter"]
        name = chance.choice(charged) if charged and chance.random() < .7 else self.own(chance)
        return name + chance.choice(["", " order"])

    def some_evade(self, chance):
        return self.some_square(chance).split()[0]

    def some_counter(self, chance):
        horse = [unit.name for unit in self.of(self.decider()) if unit.is_horse()]
        charger = [charge.charger.name for charge in self.charges]
        return (f"{chance.choice(horse or [self.own(chance)])} "
                f"{chance.choice(charger or [self.other(chance)])}")

    def some_fire(self, chance):
        words = [self.own(chance), self.other(chance)]
        if self.phase == "x3" and chance.random() < .7:
            words = [self.breaker.target.name, self.breaker.charger.name]
        guns = [unit.name for unit in self.of(self.decider()) if unit.form == "unl"]
        if guns and chance.random() < .4:
            words = [guns.pop(chance.randrange(len(guns))), words[1]]
            words += ["with", *chance.sample(guns, min(len(guns), 2))] if guns else []
        return " ".join(words)

    def some_abort(self, chance):
        return self.own(chance)

    def some_retire(self, chance):
        return f"{self.lines[0].name} {hundredths(chance.randrange(50, 1250))}"

    def some_occupy(self, chance):
        return chance.choice([self.lines[0].name, self.own(chance)])

    some_stay = some_occupy


def hundredths(value):
    return f"{value // 100}.{value % 100:02d}"


def some_wheel(chance, always=False):
    if not always and chance.random() < .4:
        return []
    return ["wheel", chance.choice(["left", "right"]),
            str(chance.choice([45, 89, 90, chance.randrange(1, 60), chance.randrange(1, 181)]))]


# ---- Fields of chance. ----

NATIONS = ["British", "French", "Prussian", "Russian", "Austrian", "Spanish", "Other"]


def some_area(chance, table):
    kind = chance.choice(["wood", "rough", "marsh", "river", "deep", "bua", "bua", "fort", "hill",
                          "hill"])
    at = [chance.randrange(2000, side - 2000, 10) for side in table]
    box = [chance.randrange(2000, 9000, 20) for _ in "xy"]
    if kind in HOUSES:
        box = [4000, 4000]
    its = rect(tuple(at), chance.choice([0, 0, chance.randrange(90)]), tuple(box))
    corners = " ".join(f"{hundredths(x // 10)},{hundredths(y // 10)}" for x, y in its.corners)
    words = ["area", kind]
    words += ["level", str(chance.choice([1, 2]))] if kind == "hill" else []
    words += ["value", str(chance.randint(1, 4))] if chance.random() < .3 else []
    words += ["burning"] if kind == "bua" and chance.random() < .3 else []
    return " ".join(words + [corners])


def some_unit(chance, name, nation, division, table):
    arm = chance.choice(["inf"] * 4 + ["cav"] * 3 + ["foot", "foot", "horse"])
    forms = {"inf": ["column", "column", "line", "square"] + ["mass"] * (nation == "Russian"),
             "cav": ["-"]}
    form = chance.choice(forms.get(arm, ["limb", "unl", "unl"]))
    rows = [.05, .52] if name[0] == "a" else [.48, .95]
    x = chance.randrange(2000, table[0] - 2000, 10)
    y = chance.randrange(int(rows[0] * table[1]), int(rows[1] * table[1])) // 10 * 10
    facing = chance.choice([0, 0, chance.randrange(360)]) + (180 if name[0] == "b" else 0)
    quality = chance.choice(["poor", "avg", "avg", "vet", "elite"])
    words = [name, arm, nation, quality, str(chance.choice([6, 6, 5, 4, 3, 2, 1])), form,
             f"{hundredths(x // 10)},{hundredths(y // 10)}", str(facing % 360), division]
    kinds = {"inf": ["light", "mixed", "landwehr", "guard"],
             "cav": ["impact", "cossack", "landwehr"]}
    words += chance.sample(kinds.get(arm, ["guard"]), chance.choice([0, 0, 1]))
    if arm == "cav" or form == "column":
        words += chance.choice([[]] * 7 + [["routing"]])
    if "routing" not in words:
        words += chance.choice([[]] * 4 + [["shaken", "1"], ["shaken", "2"], ["disordered"]])
    if name[0] == "a" and chance.random() < .7:
        words += ["orders", str(chance.randint(1, 2))]
    return " ".join(words)


def some_position(chance):
    """Two small armies close to each other."""
    table = chance.choice([(24000, 24000), (36000, 24000), (30000, 36000)])
    lines = ["position lucky 1", f"table {table[0] // 1000} {table[1] // 1000}",
             f"year {chance.choice([1805, 1812])}", f"turns {chance.choice([3, 4, 6])}"]
    lines += [f"option {name}={chance.choice(OPTIONS[name])}"
              for name in chance.sample(sorted(OPTIONS), chance.choice([0, 1, 3]))]
    lines += [some_area(chance, table) for _ in range(chance.randint(0, 6))]
    for side, first in (("a", .15), ("b", .85)):
        corps = chance.random() < .5
        chiefs = [f"{side}c0"] + [f"{side}k1"] * corps + [f"{side}d1", f"{side}d2"]
        for name, above in zip(chiefs, [""] + [" under " + chiefs[0]] * corps
                               + [" under " + chiefs[corps]] * 2):
            worth = chance.choice(list(WORTH)[:3 if name[1] == "d" else 5])
            place_of = f"{chance.randrange(4, table[0] // 1000 - 4)},{int(first * table[1] / 1000)}"
            lines.append(f"{name} {worth} {place_of}{above}"
                         + (f" holds {chance.randint(0, WORTH[worth])}" if name[1] == "d" else ""))
    nations = {side: chance.choices(NATIONS, k=2) for side in "ab"}
    for number in range(1, chance.randint(5, 11)):
        for side in "ab":
            for _ in range(20):
                line = some_unit(chance, f"{side}{number}", chance.choice(nations[side]),
                                 f"{side}d{chance.randint(1, 2)}", table)
                unit = fits(lines + [line])
                if unit:
                    lines.append(line + " must_leave" * unit.must_leave)
                    break
    return "\n".join(lines) + "\n"


def fits(lines):
    """The unit of the last line, if it can stand there."""
    field = Field("\n".join(lines))
    unit = field.units[lines[-1].split()[0]]
    if (not field.is_legal_pose(unit, unit.at, unit.facing, unit.form)
            or any(field.is_within(field.ground(unit), foe, 1000) for foe in field.foes(unit))):
        return None
    unit.must_leave = any(area.burning for area in field.areas_at(unit.at))
    return unit


def forget_waiting(_, game, *rest):
    for combat in game.waiting:
        combat.attacks.clear()


FAULTS = {
    "a breakthrough ends the charges of combats that wait": plant("break_through", forget_waiting),
    "only twice the number counts": plant("numbers", lambda found, *_: (
        found if 19 in found else {})),
    "a charge is never on a flank": plant("is_flank", lambda found, *_: False),
    "nobody is supported": plant("is_supported", lambda found, *_: False),
    "the shaken react as others do": plant("react_mods", lambda found, *_: {
        clause: mod for clause, mod in found.items() if clause != "LG-8.4"}),
    "a square is no worse to charge": plant("horse_mods", lambda found, *_: {17: 2}),
    "buildings are never prepared": plant("review", lambda found, self: [
        setattr(unit, "prepared", False) for unit in self.here()]),
    "wounds heal in a turn": plant("lose_commander", lambda found, self, one: (
        setattr(one, "gone", 1)))}
