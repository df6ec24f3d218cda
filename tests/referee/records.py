#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""records.py - whole games of the program, judged beside it by a referee written from the rules.

    records.py GROGNARD GAME [COUNT [FIRST]] [--fault NAME]

Lets the program play COUNT games from seed FIRST on, greedy against greedy and some by chance, and
plays their records again in the referee, the module tests/referee/GAME.py.  An action must be legal
by the referee's own rules, roll as many dice as it asks for, and leave the position that it works
out.  What the program offers now and then is judged too.  Some games are walks: the referee chooses
every action by chance, and the program follows.  Prints TAP.

With --fault the referee makes this mistake on purpose, and the run must notice; `all` plants every
mistake of its list in turn.

A referee's module has
    SCENARIOS           [(name, weight)]
    OPTIONS             {name: [values]}: some of them are set, in some of the games; may be absent
    some_position(chance)  a field of chance to begin on, the text of a position; may be absent
    Game(text)          from the first position; raises plane.LeftOut if it cannot judge such a game
    .play(side, words, dice)  judges and does one action; raises plane.Refused; dice is plane.Dice.  side is
                        blue, red or None; what follows by itself is done at once
    .differences(text)  list of words: how the program's position differs
    .mishears(events)   the same for the log of the last action, a list of objects; may be absent
    .faces_of(events)   the dice of a log, if it does not tell each once; may be absent
    .judge_offers(side, offers)  list of words: what is offered and illegal, or legal and not offered
    .some_actions(side, chance)  actions of chance, which both judge and do; may be absent
    .same_reason(here, there)  of two refusals; may be absent
    .some_deed(chance)  (side, action), a legal one of chance, or None at the end; may be absent
    .left_out           Counter: what was done in this game unjudged
    FAULTS              {name: function(Game) that plants it}; may be absent
"""
import argparse
import copy
import importlib
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter

sys.dont_write_bytecode = True  # the tree of the sources stays as it is

from plane import Dice, LeftOut, Refused


class Deed:
    """An action of a record, the log that it wrote and the position after it."""

    def __init__(self, action):
        self.words, self.events, self.after = action["action"], [], ""
        self.side = action["side"] if action["side"] != "nobody" else None
        self.faces, self.why = [], None

    def tell(self, event):
        if event["event"] == "position":
            self.after = event["position"]
        else:
            self.events.append(event)


class Program:
    def __init__(self, command):
        self.command, self.folder = command, tempfile.TemporaryDirectory()

    def run(self, *words):
        ran = subprocess.run([self.command, *words], capture_output=True, text=True, check=False)
        if ran.returncode != 0:
            raise RuntimeError(f"{' '.join(words)}: {ran.stderr.strip()}")
        return ran.stdout

    def record(self, begin, players, seed):
        """The first position of a game and its deeds."""
        path = f"{self.folder.name}/record.grog"
        self.run("play", *begin, "--blue", players[0], "--red", players[1],
                 "--seed", str(seed), "--record", path, "--force")
        text = self.run("replay", path, "--positions", "--json")
        start, deeds = json.loads(text.splitlines()[0])["position"], follow(text)
        with open(path, encoding="utf-8") as file:
            lines = [line for line in file if line[0].isdigit()]
        for deed, line in zip(deeds, lines, strict=True):
            deed.faces = [int(face) for face in line.split(" :")[1].split("#")[0].split()]
        return start, deeds

    def keep(self, text):
        path = f"{self.folder.name}/position"
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def offers(self, text, side):
        return self.run("legal", self.keep(text), "--side", side).splitlines()

    def do(self, text, side, words, faces=(), seed=1):
        """(None if the action is legal, else what the program says; it and the steps that follow)."""
        dice = ["--dice", ",".join(map(str, faces))] if faces else ["--seed", str(seed)]
        ran = subprocess.run([self.command, "do", self.keep(text), words, "--side", side, "--json",
                              *dice], capture_output=True, text=True, check=False)
        if ran.returncode:
            return ran.stderr.strip(), []
        return None, follow(ran.stdout)


def faces_of(events):
    return [die for event in events if event["event"] == "roll" for die in event["dice"]]


def follow(text):
    """The deeds of a log of objects."""
    deeds = []
    for event in map(json.loads, text.splitlines()):
        if event["event"] == "action":
            deeds.append(Deed(event))
        elif deeds:
            deeds[-1].tell(event)
    return deeds


class Match:
    """One record beside a referee."""

    def __init__(self, program, referee, start, deeds, chance):
        self.program, self.referee, self.deeds = program, referee, deeds
        self.start, self.chance = start, chance
        self.kinds, self.left_out, self.counts = Counter(), Counter(), Counter()

    def play(self):
        """None, or words that say where referee and program differ."""
        game, before = self.referee.Game(self.start), self.start
        for deed in self.deeds or self.walk(game):
            found = self.ask(game, deed.side, before) or self.step(game, deed)
            if found:
                return (f"action {sum(self.kinds.values()) + 1}: {deed.side or 'nobody'} {deed.words}, "
                        f"dice {deed.faces}\n{found}\nbefore it:\n{before}")
            self.kinds[deed.words.split()[0]] += 1
            before = deed.after
        self.left_out += game.left_out
        return None

    def walk(self, game):
        """Deeds that the referee chooses, with the steps that follow, of which only the last tells
        the position."""
        text = self.start
        for _ in range(120):
            chosen = game.some_deed(self.chance)
            if not chosen:
                return
            why, deeds = self.program.do(text, *chosen, seed=self.chance.randrange(1 << 30))
            if why:
                deeds = [Deed({"side": chosen[0], "action": chosen[1]})]
                deeds[0].why = why
            for deed in deeds:
                deed.faces = faces_of(deed.events)
            yield from deeds
            text = deeds[-1].after

    def step(self, game, deed):
        if deed.why:
            return f"legal here, the program says {deed.why}"
        why = play_on(game, deed.side, deed.words, Dice(deed.faces))
        return why or self.compare(game, deed)

    def compare(self, game, deed):
        self.counts["positions"] += deed.after != ""
        self.counts["rolls"] += sum(event["event"] == "roll" for event in deed.events)
        differences = game.differences(deed.after) if deed.after else []
        if hasattr(game, "mishears"):
            differences += game.mishears(deed.events)
        return "\n".join(differences)

    def ask(self, game, side, text):
        """The offers and some other actions before an action, now and then."""
        if not side or not text or text is self.start or self.chance.random() >= .03:
            return None
        offers = self.program.offers(text, side)
        self.counts["sets of offers"] += 1
        self.counts["offers"] += len(offers)
        found = game.judge_offers(side, offers)
        for words in game.some_actions(side, self.chance) if hasattr(game, "some_actions") else ():
            found += self.judge(game, side, words, text)
        return "\n".join(found[:8])

    def judge(self, game, side, words, text):
        """An action that nobody took, with dice of chance."""
        tried, dice = copy.deepcopy(game), Dice([self.chance.randint(1, 6) for _ in range(1000)])
        here = play_on(tried, side, words, dice, True)
        there, deeds = self.program.do(text, side, words, dice.taken())
        self.counts["tries"] += 1
        self.counts["refusals"] += there is not None
        if (here is None) != (there is None):
            return [f"{words}: here {here or 'yes'}, the program says {there or 'yes'}"]
        if here and hasattr(game, "same_reason") and not game.same_reason(here, there):
            return [f"{words}: {here}, the program says {there}"]
        for step in deeds[1:]:
            faces = getattr(game, "faces_of", faces_of)(step.events)
            why = play_on(tried, step.side, step.words, Dice(faces))
            if why:
                return [f"{words}, then {step.words}, dice {faces}: {why}"]
        found = self.compare(tried, deeds[-1]) if deeds else None
        return [f"{words}, dice {dice.taken()}: {found}"] if found else []


def play_on(game, side, words, dice, has_spare=False):
    """None, or why not; spare dice may be left."""
    try:
        game.play(side, words, dice)
    except Refused as refused:
        return f"refused here: {refused}"
    except IndexError:
        if dice.used <= len(dice.faces):
            raise
        return f"rolls more than the {len(dice.faces)} dice of the program"
    if not has_spare and dice.used != len(dice.faces):
        return f"rolls {dice.used} dice here, {len(dice.faces)} there"
    return None


def pick(scenarios, chance):
    return chance.choices([name for name, _ in scenarios], [weight for _, weight in scenarios])[0]


def some_options(referee, chance):
    """Words of a command."""
    options = getattr(referee, "OPTIONS", {})
    names = chance.sample(sorted(options), min(len(options), chance.choice([0, 0, 1, 3])))
    return [word for name in names for word in ("--option", f"{name}={chance.choice(options[name])}")]


def run(program, name, count, first, fault):
    referee = importlib.reload(importlib.import_module(name))
    if fault:
        referee.FAULTS[fault](referee.Game)
    kinds, left_out, counts, wrong = Counter(), Counter(), Counter(), []
    for seed in range(first, first + count):
        chance = random.Random(seed)
        begin = [name, pick(referee.SCENARIOS, chance), *some_options(referee, chance)]
        players = ["random" if seed % 10 == 9 else "greedy"] * 2
        if hasattr(referee, "some_position") and chance.random() < .4:
            begin = [program.keep(referee.some_position(chance))]
            players = chance.choices(["greedy", "random"], k=2)
        start, deeds = program.record(begin, players, seed)
        if len(begin) == 1 and chance.random() < .5:
            players, deeds = ["walk"], []
        try:
            match = Match(program, referee, start, deeds, chance)
            found = match.play()
        except LeftOut as why:
            left_out[str(why)] += 1
            continue
        kinds, left_out, counts = kinds + match.kinds, left_out + match.left_out, counts + match.counts
        if found:
            wrong.append(f"{' '.join(begin)}, seed {seed}, {players[0]}: {found}")
            if fault:
                break
    good = bool(wrong) if fault else not wrong and counts["positions"] > 0
    what = f"{name}, the fault {fault} is noticed" if fault else f"{name}, whole records"
    print(f"{'ok' if good else 'not ok'} - {what}: {count} records, {sum(kinds.values())} actions, "
          f"{counts['positions']} positions, {counts['rolls']} rolls and {counts['offers']} offers in "
          f"{counts['sets of offers']} sets judged, {counts['tries']} other actions, "
          f"{counts['refusals']} of them refused; {len(wrong)} records differ")
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
    faults = [asked.fault]
    if asked.fault == "all":
        faults = list(importlib.import_module(asked.game).FAULTS)
    good = [run(Program(asked.grognard), asked.game, asked.count, asked.first, fault)
            for fault in faults]
    print(f"1..{len(good)}")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
