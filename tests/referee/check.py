#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""check.py - plays referee beside the program: judgements and results of both are compared.

    check.py GROGNARD [POSITIONS [FIRST]]     how many positions of each kind, and the first seed

The referees beside this file were written from the rules alone.  Positions, actions and dice are
drawn from seeds.  Prints TAP; a position on which the two differ is printed whole.
"""
import random
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the tree of the sources stays as it is

import clausewitz
import fights
import staff
from plane import Dice, decimal


class Program:
    def __init__(self, command):
        self.command, self.folder = command, tempfile.TemporaryDirectory()

    def do(self, text, side, action, faces=()):
        """(exit code, words of refusal, position after it); without faces, whatever falls."""
        before, after = f"{self.folder.name}/before", f"{self.folder.name}/after"
        with open(before, "w", encoding="utf-8") as file:
            file.write(text)
        dice = ["--dice", ",".join(map(str, faces))] if faces else ["--seed", "1"]
        ran = subprocess.run([self.command, "do", before, action, "--side", side, "--out", after]
                             + dice, capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            return ran.returncode, ran.stderr.strip(), ""
        with open(after, encoding="utf-8") as file:
            return 0, "", file.read()


class Account:
    """Of one kind of question: how many were asked, how many allowed, and what differed."""

    def __init__(self, what):
        self.what, self.asked, self.allowed, self.wrong = what, 0, 0, []

    def judge(self, program, question, allowed, faces=()):
        """Do both judge alike?  The text of the position afterwards if both allow it."""
        text, side, action = question
        code, words, after = program.do(text, side, action, faces)
        self.asked += 1
        self.allowed += bool(allowed)
        if bool(allowed) != (code == 0) or code > 1:
            verdict = "allowed" if allowed else "refused"
            self.differ(text, f"{action}: {verdict} here, the program says: {words or 'yes'}")
            return None
        return after or None

    def differ(self, text, words):
        self.wrong.append(words + "\n" + text)

    def tell(self):
        enough = 0 < self.allowed < self.asked or not self.asked
        good = not self.wrong and enough
        print(f"{'ok' if good else 'not ok'} - {self.what}: {self.asked} judged alike, "
              f"{self.allowed} of them allowed and done alike")
        for words in self.wrong[:3]:
            print("\n".join("# " + line for line in words.splitlines()))
        return good


# ---- clausewitz. ----

PASSES = [6, 6]  # the morale test before an action near the enemy


def check_march(program, account, chance, text):
    position = clausewitz.Position(text)
    brigade = position.brigades["A1"]
    controlled = clausewitz.is_controlled(position, brigade)
    for _ in range(6):
        way, quick = clausewitz.some_way(chance, controlled), chance.random() < .3
        ended = clausewitz.march(position, brigade, way, quick)
        if ended and ended[1]:
            continue  # contact is a melee, and of that the referee knows nothing
        question = text, "blue", f"{'quick' if quick else 'march'} A1 {way_words(way)}"
        after = account.judge(program, question, ended, PASSES if ended and controlled else ())
        if after:
            its = clausewitz.Position(after).brigades["A1"]
            if its.is_here and (its.at, its.facing) != ended[0]:
                account.differ(text, f"{question[2]}: {ended[0]} here, {its.at} {its.facing} there")


def way_words(way):
    return " ".join(f"{word} {decimal(amount * (100 if word in ('left', 'right') else 1))}"
                    for word, amount in way)


def strength_of(position):
    return {name: (its.hits, [unit.dice for unit in its.units]) if its.is_here else "gone"
            for name, its in position.brigades.items()}


def check_fire(program, account, chance, text):
    for target in clausewitz.Position(text).brigades:
        for guns in (False, True):
            position = clausewitz.Position(text)
            brigade, enemy = position.brigades["A1"], position.brigades[target]
            if enemy.side == "A":
                continue
            shots = clausewitz.shooters(position, brigade, enemy, guns)
            if not guns and not any(shot[1] is enemy for _, shot in shots):
                continue  # nobody sees whom he should prefer
            allowed = clausewitz.may_bombard(position, brigade, enemy) if guns else shots
            first = PASSES if clausewitz.is_controlled(position, brigade) else []
            dice = Dice([chance.randrange(1, 7) for _ in range(150)])
            if allowed:
                clausewitz.fire(position, brigade, enemy, guns, dice)
            question = text, "blue", f"{'bombard' if guns else 'fire'} A1>{target}"
            faces = first + dice.taken() if allowed else ()
            after = account.judge(program, question, allowed, faces)
            if after and strength_of(position) != strength_of(clausewitz.Position(after)):
                account.differ(text, f"{question[2]}, dice {dice.taken()}: {strength_of(position)} "
                                     f"here, {strength_of(clausewitz.Position(after))} there")


def fates_of(position):
    return {name: (its.at, its.facing, its.hits, its.flees, its.limited, its.points,
                   [(unit.code, unit.dice, unit.formation) for unit in its.units])
            if its.is_here else "gone" for name, its in position.brigades.items()}


def some_dice(chance):
    """Often low, so that tests fail; as often the first one passes."""
    faces = [1, 1, 2, 2, 3, 4, 5, 6] if chance.random() < .6 else range(1, 7)
    first = PASSES if chance.random() < .6 else []
    return Dice(first + [chance.choice(faces) for _ in range(300)])


def compare_fates(account, text, words, position, after):
    here, there = fates_of(position), fates_of(clausewitz.Position(after))
    for name in here:
        if here[name] != there.get(name):
            account.differ(text, f"{words}: {name} {here[name]} here, {there.get(name)} there")


def is_beside_fleers(position, brigade):
    """They control nobody, and a free march into them is not judged here."""
    return any(one.flees and clausewitz.apart(brigade.bases(), one.bases()) <= 9000
               for one in position.enemies(brigade))


def check_contact(program, account, chance, text):
    for _ in range(6):
        position, dice = clausewitz.Position(text), some_dice(chance)
        brigade = position.brigades["A1"]
        controlled = clausewitz.is_controlled(position, brigade)
        if not controlled and is_beside_fleers(position, brigade):
            return
        way = clausewitz.some_way(chance, controlled)
        if controlled and chance.random() < .7:
            way = [("toward", chance.choice([1000, 2000, 4000]))]
        ended = clausewitz.march(position, brigade, way, False)
        if ended:
            pose, touches = ended
            met = fights.met_at(position, brigade, pose) if touches else None
            fights.Fight(position, dice).march(brigade, pose, met)
        question = text, "blue", f"march A1 {way_words(way)}"
        after = account.judge(program, question, ended, dice.taken())
        if after:
            compare_fates(account, text, f"{question[2]}, dice {dice.taken()}", position, after)


def check_charge(program, account, chance, text):
    for target in clausewitz.Position(text).brigades:
        position, dice = clausewitz.Position(text), some_dice(chance)
        brigade, enemy = position.brigades["A1"], position.brigades[target]
        if enemy.side == "A":
            continue
        length = fights.may_charge(position, brigade, enemy)
        forms, asked = fights.some_forms(chance, enemy), None
        if length is not None:
            asked = fights.Fight(position, dice).charge(brigade, enemy, length, forms)
        faces, words = dice.taken(), f"charge A1>{target}"
        after = account.judge(program, (text, "blue", words), length is not None, faces[:asked])
        if after and asked is not None:
            letters = "".join(fights.LETTERS[form] for form in forms or [])
            answer = f"form {target} {letters}" if forms else "none"
            code, why, after = program.do(after, "red", answer, faces[asked:])
            words += ", " + answer
            if code:
                account.differ(text, f"{words}, dice {faces}: {why}")
        if after:
            compare_fates(account, text, f"{words}, dice {faces}", position, after)


# ---- staff. ----

def check_steps(program, account, chance, text):
    position = staff.Position(text)
    side = "blue" if position.active == "a" else "red"
    ready = [unit for unit in position.units.values() if staff.may_move_first(position, unit)]
    for _ in range(8 if ready else 0):
        unit = chance.choice(ready)
        words, step = staff.some_step(chance, position, unit)
        account.judge(program, (text, side, words), staff.may_step(position, unit, step))


def looks_of(position):
    return {name: its.is_here and (its.at, its.facing, its.casualties, sorted(its.status))
            for name, its in position.units.items()}


def check_shots(program, account, chance, text):
    names = staff.Position(text).units
    for shooter in names:
        for target in names:
            position = staff.Position(text)
            unit, enemy = position.units[shooter], position.units[target]
            if unit.side != position.active or enemy.side == unit.side:
                continue
            figure = chance.randrange(16) if unit.formation == "skirm" else None
            dice = Dice([chance.randrange(1, 7) for _ in range(60)])
            allowed = staff.may_shoot(position, unit, enemy, figure)
            if allowed:
                staff.shoot(position, unit, enemy, figure, dice)
            by = f" figure {figure}" if figure is not None else ""
            words = f"shoot {shooter}>{target}{by}"
            question = text, "blue" if unit.side == "a" else "red", words
            after = account.judge(program, question, allowed, dice.taken() if allowed else ())
            its = after and staff.Position(after)
            if its and its.phase == "shoot" and looks_of(position) != looks_of(its):
                account.differ(text, f"{words}, dice {dice.taken()}: {looks_of(position)} here, "
                                     f"{looks_of(its)} there")


CHECKS = [("clausewitz, marches", clausewitz.some_position, check_march),
          ("clausewitz, fire", clausewitz.some_position, check_fire),
          ("clausewitz, contact and flight", fights.some_crowd, check_contact),
          ("clausewitz, charges", lambda chance: fights.some_crowd(chance, True), check_charge),
          ("staff, steps and charges", staff.some_position, check_steps),
          ("staff, shooting", lambda chance: staff.some_position(chance, "shoot"), check_shots)]


def main():
    program = Program(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    good = True
    for what, draw, check in CHECKS:
        account = Account(what)
        for seed in range(first, first + count):
            chance = random.Random(seed)
            check(program, account, chance, draw(chance))
        good &= account.tell()
    print(f"1..{len(CHECKS)}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
