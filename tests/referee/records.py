#!/usr/bin/env python3
"""records.py - whole games of the program, judged beside it by a referee written from the rules.

    records.py GROGNARD GAME [COUNT [FIRST]] [--fault NAME]

Lets the program play COUNT games from seed FIRST on, greedy against greedy and some by chance, and
plays their records again in the referee, the module tests/referee/GAME.py.  An action must be legal
by the referee's own rules, roll as many dice as it asks for, and leave the position that it works
out.  Positions are compared at its checkpoints; a difference is searched back to its first action.
What the program offers at some of them is judged too.  Prints TAP.

With --fault the referee makes this mistake on purpose, and the run must notice.

A referee's module has
    SCENARIOS           [(name, weight)]
    Game(text)          from the position of `new`; raises plane.LeftOut if it cannot judge such a game
    .play(side, words, dice)  judges and does one action; raises plane.Refused; dice is plane.Dice.  side is
                        blue, red or None; what follows by itself is done at once
    .is_checkpoint()    shall the position be compared now?
    .differences(text)  list of words: how the program's position differs
    .judge_offers(side, offers)  list of words: what is offered and illegal, or legal and not offered
    .left_out           Counter: what was done in this game unjudged
    FAULTS              {name: function(Game) that plants it}; may be absent
"""
import argparse
import importlib
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

sys.dont_write_bytecode = True  # the tree of the sources stays as it is

from plane import Dice, LeftOut, Refused

LINE = re.compile(r"(\d+) (\[?)(?:(blue|red) )?([^\]]*?)\]? :((?: \d+)*) # ([0-9a-f]+)")


class Record:
    def __init__(self, text):
        self.lines = text.splitlines()
        self.first = next(i for i, line in enumerate(self.lines) if line.startswith("1 "))
        self.actions, self.result = [], None
        for line in self.lines[self.first:]:
            found = LINE.fullmatch(line)
            if found:
                faces = [int(face) for face in found.group(5).split()]
                self.actions.append((found.group(3), found.group(4), faces))
            elif line.startswith("result "):
                self.result = line.split()[1:3]

    def beginning(self, count):
        """The record after so many actions, as text."""
        return "\n".join(self.lines[:self.first + count] + [f"end {count}", ""])


class Program:
    def __init__(self, command):
        self.command, self.folder = command, tempfile.TemporaryDirectory()

    def run(self, *words):
        ran = subprocess.run([self.command, *words], capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {ran.stderr.strip()}")
        return ran.stdout

    def record(self, game, scenario, players, seed):
        path = f"{self.folder.name}/record.grog"
        self.run("play", game, scenario, "--blue", players[0], "--red", players[1],
                 "--seed", str(seed), "--record", path, "--force")
        with open(path, encoding="utf-8") as file:
            return Record(file.read())

    def keep(self, text):
        path = f"{self.folder.name}/part.grog"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def position(self, record, count):
        """The position after so many actions, at least one, as text."""
        side, words, faces = record.actions[count - 1]
        path, after = self.keep(record.beginning(count - 1)), f"{self.folder.name}/after"
        self.run("do", path, words, *(["--side", side] if side else []), "--out", after,
                 *(["--dice", ",".join(map(str, faces))] if faces else []))
        with open(after, encoding="utf-8") as file:
            return file.read()

    def offers(self, record, count, side):
        path = self.keep(record.beginning(count))
        return self.run("legal", path, "--side", side).splitlines()


class Match:
    """One record beside a referee."""

    def __init__(self, program, referee, start, record, asks):
        self.program, self.referee, self.record = program, referee, record
        self.start, self.asks = start, asks
        self.kinds, self.left_out, self.compared, self.offered = Counter(), Counter(), 0, 0

    def play(self):
        """None, or words that say where referee and program differ."""
        game, agreed = self.referee.Game(self.start), 0
        for count, (side, words, faces) in enumerate(self.record.actions, 1):
            found = self.ask(game, side, count - 1) or self.step(game, side, words, faces)
            is_last = count == len(self.record.actions)
            if not found and (is_last or game.is_checkpoint()):
                self.compared += 1
                found = self.compare(game, count)
            if found:
                return self.search(agreed, count, found)
            if is_last or game.is_checkpoint():
                agreed = count
            self.kinds[words.split()[0]] += 1
        self.left_out += game.left_out
        return None

    def step(self, game, side, words, faces):
        dice = Dice(faces)
        try:
            game.play(side, words, dice)
        except Refused as refused:
            return f"refused here: {refused}"
        except IndexError:
            if dice.used <= len(faces):
                raise
            return f"rolls more than the {len(faces)} dice of the program"
        if dice.used != len(faces):
            return f"rolls {dice.used} dice here, {len(faces)} there"
        return None

    def compare(self, game, count):
        differences = game.differences(self.program.position(self.record, count))
        return "\n".join(differences)

    def ask(self, game, side, count):
        """The offers before an action, now and then."""
        if not side or not count or not self.asks():
            return None
        offers = self.program.offers(self.record, count, side)
        self.offered += len(offers)
        return "\n".join(game.judge_offers(side, offers)[:8])

    def search(self, agreed, failed, found):
        """The first action since positions agreed after which they do not; then all about it."""
        game = self.referee.Game(self.start)
        for count, (side, words, faces) in enumerate(self.record.actions[:failed], 1):
            wrong = count < failed and self.step(game, side, words, faces)
            if agreed < count < failed:
                wrong = self.compare(game, count)
            if wrong or count == failed:
                before = self.program.position(self.record, count - 1) if count > 1 else self.start
                return (f"action {count}: {side or 'nobody'} {words}, dice {faces}\n"
                        f"{wrong or found}\nbefore it:\n{before}")
        return found


def pick(scenarios, chance):
    return chance.choices([name for name, _ in scenarios], [weight for _, weight in scenarios])[0]


def run(program, name, count, first, fault):
    referee = importlib.import_module(name)
    if fault:
        referee.FAULTS[fault](referee.Game)
    kinds, left_out, wrong, compared, offered = Counter(), Counter(), [], 0, 0
    for seed in range(first, first + count):
        chance = random.Random(seed)
        scenario = pick(referee.SCENARIOS, chance)
        players = ("random", "random") if seed % 10 == 9 else ("greedy", "greedy")
        record = program.record(name, scenario, players, seed)
        start = program.run("new", name, scenario)
        try:
            match = Match(program, referee, start, record, lambda: chance.random() < .03)
            found = match.play()
        except LeftOut as why:
            left_out[str(why)] += 1
            continue
        kinds, left_out = kinds + match.kinds, left_out + match.left_out
        compared, offered = compared + match.compared, offered + match.offered
        if found:
            wrong.append(f"{scenario}, seed {seed}, {players[0]}: {found}")
            if fault:
                break
    good = bool(wrong) if fault else not wrong and compared > 0
    what = f"{name}, the fault {fault} is noticed" if fault else f"{name}, whole records"
    print(f"{'ok' if good else 'not ok'} - {what}: {count} records, {sum(kinds.values())} actions, "
          f"{compared} positions and {offered} offers judged; {len(wrong)} records differ")
    for words in wrong[:0 if fault else 3]:
        print("\n".join("# " + line for line in words.splitlines()))
    print("# judged: " + ", ".join(f"{kind} {number}" for kind, number in sorted(kinds.items())))
    print("# left out: " + (", ".join(f"{what} {number}" for what, number
                                      in sorted(left_out.items())) or "nothing"))
    return good


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("grognard")
    parser.add_argument("game")
    parser.add_argument("count", type=int, nargs="?", default=20)
    parser.add_argument("first", type=int, nargs="?", default=1)
    parser.add_argument("--fault")
    asked = parser.parse_args()
    good = run(Program(asked.grognard), asked.game, asked.count, asked.first, asked.fault)
    print("1..1")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
