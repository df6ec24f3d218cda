# SPDX-License-Identifier: MIT
"""squares.py - whole games of squares, judged and rolled from its rules alone (docs/rules).

Knows nothing of the program but its notation and how it reports a roll.  Squares of the board are
(column, row) from 0; a piece's squares are a tuple with the command square first.
"""
import copy
import functools
import heapq
import itertools
from collections import Counter

from plane import Refused, plant

RING = "NESW"
WAYS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}
BOARD = [(x, y) for y in range(12) for x in range(12)]
COLUMNS = "abcdefghijkl"
FACES = " IIACX-"                                                           # SQ-T1
KINDS = {  # SQ-T5: room it takes, letter, bases, move, quality
    "inf": ("foot", "I", 4, 2, 0), "guard": ("foot", "I", 4, 2, 1),
    "consc": ("foot", "I", 4, 2, -1), "skirm": ("skirm", "I", 3, 2, 0),
    "cav": ("horse", "C", 4, 3, 0), "heavy": ("horse", "C", 4, 3, 0), "art": ("guns", "A", 2, 1, 0)}
OPEN = {"foot": 4, "skirm": 3, "horse": 4, "guns": 2}
ROOM = {  # SQ-T6: most bases in a square
    ".": OPEN, "h": OPEN, "H": OPEN, "=": OPEN, "~": {}, "w": {"skirm": 3},
    "v": {"foot": 2, "skirm": 3, "guns": 2}}
LEVEL = {"h": 1, "H": 2}
POINTS = {"foot": 3, "horse": 3, "guns": 6, "skirm": 1}                     # SQ-T12
DEFAULTS = {  # SQ-T13
    "pack": 54, "army_dice": 12, "deploy_rows": 3, "activation_dice": 6, "first_roll": 0,
    "skirmish_units": 1, "cav_standing_attack": 1, "inf_renewed_attack": 0, "art_move_fire": 0,
    "square_side_one": 0, "min_dice": 0, "march_bonus": 0, "river_ford": 0, "edge_leaves": 1,
    "blocked_loss": 1, "max_rounds": 40, "quiet_rounds": 10, "limit_winner": 0}
SCENARIOS = [("sq-random", 5), ("sq-tiny", 2), ("sq-villages", 3), ("sq-bridges", 3),
             ("sq-large", 1), ("sq-vimeiro", 3)]
OPTIONS = {
    "pack": [52], "army_dice": [4, 8, 16, 24], "deploy_rows": [2, 4, 5],
    "activation_dice": [0, 1, 3, 12], "first_roll": [1], "skirmish_units": [4],
    "cav_standing_attack": [0], "inf_renewed_attack": [1], "art_move_fire": [1],
    "square_side_one": [1], "min_dice": [1], "march_bonus": [1, 2], "river_ford": [1],
    "edge_leaves": [0], "blocked_loss": [0], "max_rounds": [6, 15, 30],
    "quiet_rounds": [0, 1, 3], "limit_winner": [1, 2]}
TURNS = {"L": 3, "R": 1, "B": 2}
TOKENS = ("F", "L", "R", "B", "XL", "XR", "XF", "XB", "K1", "K2", "Q1", "Q2",
          "ZN", "ZE", "ZS", "ZW")
FIGHTS = ("none", "attack", "shoot", *("shoot:" + way for way in RING))
SIDES = {"blue": "A", "red": "B"}


def turned(facing, quarters):
    return RING[(RING.index(facing) + quarters) % 4]


def beyond(square, way, count=1):
    return square[0] + count * WAYS[way][0], square[1] + count * WAYS[way][1]


def neighbours(square):
    return [beyond(square, way) for way in RING]


def is_on_board(square):
    return 0 <= square[0] < 12 and 0 <= square[1] < 12


def along(square, way):
    return square[0] * WAYS[way][0] + square[1] * WAYS[way][1]


@functools.cache
def arranged(squares, facing):
    """The command square first: the right one of a line, the front one of a column (SQ-R21)."""
    right = turned(facing, 1)
    return tuple(sorted(squares, key=lambda square: -along(square, facing) - along(square, right)))


def name_of(square):
    return f"{COLUMNS[square[0]]}{square[1] + 1}"


def square_of(word):
    return COLUMNS.index(word[0]), int(word[1:]) - 1


class Piece:
    def __init__(self, words):
        self.name, (self.kind, bases) = words[0], words[1].split(":")
        self.bases, self.side = int(bases), words[0][0]
        self.room, self.letter, _, self.move, self.quality = KINDS[self.kind]
        self.squares, self.facing, self.in_square, self.status = (), "N", False, "board"
        self.acted = "acted" in words
        for word in words[2:]:
            if word.startswith("quality"):
                self.quality = int(word[7:])
        if words[2] in ("unplaced", "removed", "left"):
            self.status = words[2]
            return
        self.squares = tuple(square_of(word) for word in words[2].split("+"))
        self.in_square = words[3] == "square"
        if not self.in_square:
            self.facing = words[3]

    @property
    def is_here(self):
        return self.status == "board"

    @property
    def shape(self):
        if self.in_square:
            return "square"
        if len(self.squares) == 1:
            return "block"
        one, other = self.squares
        return "line" if along(one, self.facing) == along(other, self.facing) else "column"

    @property
    def fronts(self):                                                       # SQ-R30
        if self.in_square:
            return ()
        return self.squares[:1] if self.shape == "column" else self.squares

    def share(self, square):
        """The bases in one of its squares (SQ-R21)."""
        if len(self.squares) == 1:
            return self.bases
        return (self.bases + 1) // 2 if square == self.squares[0] else self.bases // 2

    def pose(self):
        return self.squares, "" if self.in_square else self.facing

    def text(self, activated):
        if self.status != "board":
            return self.name, f"{self.kind}:{self.bases}", self.status
        place = ("+".join(map(name_of, self.squares)), self.pose()[1] or "square")
        marks = ("acted",) * self.acted + ("activated",) * activated
        if self.quality != KINDS[self.kind][4]:
            marks += (f"quality{self.quality:+d}",)
        return self.name, f"{self.kind}:{self.bases}", *place, *marks


def read(text):
    """The position's lines by their first words, its pieces, its ground."""
    lines, pieces, rows = {}, {}, []
    for line in text.splitlines():
        words = line.split()
        if words[0] == "option":
            name, _, value = words[1].partition("=")
            lines["option", name] = value
        elif words[0].isdigit():
            rows.append((int(words[0]), words[1]))
        elif words[0][0] in "AB":
            pieces[words[0]] = words
        elif words[0] in ("start", "dice", "given"):
            lines[words[0], words[1]] = " ".join(words[2:])
        else:
            lines[words[0]] = words[1:]
    ground = {(x, row - 1): letter for row, letters in rows for x, letter in enumerate(letters)}
    return lines, pieces, ground or {square: "." for square in BOARD}


class Setting:
    """Ground and river from a pack of cards (SQ-2, SQ-3)."""

    def __init__(self, pack, dice):
        self.pack, self.dice = pack, dice
        while True:
            self.deal()
            if self.joins():
                return

    def deal(self):
        cards = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
        cards += ["*R", "*B"] if self.pack == 54 else []
        for last in range(len(cards) - 1, 0, -1):                           # SQ-R2
            other = self.dice.roll() - 1
            cards[last], cards[other] = cards[other], cards[last]
        self.cards, self.course, self.ground = cards[36:], [], {}
        areas = {}
        for number, card in enumerate(cards[:36]):                          # SQ-R3
            corner = number % 6 * 2, number // 6 * 2
            areas[corner] = {"J": "w", "Q": "v", "K": "h"}.get(card[0], ".")
            for square in itertools.product((corner[0], corner[0] + 1), (corner[1], corner[1] + 1)):
                self.ground[square] = areas[corner]
        for x, y in areas:                                                  # SQ-2.5
            four = [(x, y), (x + 2, y), (x, y + 2), (x + 2, y + 2)]
            if all(areas.get(corner) == "h" for corner in four):
                for square in itertools.product((x + 1, x + 2), (y + 1, y + 2)):
                    self.ground[square] = "H"
        self.villages = [corner for corner in areas if areas[corner] == "v"]
        rivers = {"*R", "*B"} if self.pack == 54 else {"AH", "AD"}
        if rivers & set(cards[:36]):
            self.lay_river()

    def draw(self):
        while self.cards:
            card = self.cards.pop(0)
            if card[0] != "*":                                              # SQ-R5
                return "A23456789TJQK".index(card[0]) + 1, "CDHS".index(card[1])
        return None

    @staticmethod
    def slot(number):
        """The square and the way in of one of the 48 places clockwise round the table (SQ-T3)."""
        edge, count = divmod(number % 48, 12)
        return [((count, 11), "S"), ((11, 11 - count), "W"), ((11 - count, 0), "N"),
                ((0, count), "E")][edge]

    def end(self):
        card = self.draw()
        if not card:
            return None
        number = 12 * card[1] + card[0] - 1
        while self.ground[self.slot(number)[0]] in "hHv":                   # SQ-R7
            number += 1
        return self.slot(number)

    def lay_river(self):
        first, second = self.end(), self.end()
        while second and second[0] == first[0]:
            second = self.end()
        if not first or not second:
            return
        ways = self.flow(first, second)
        square, self.course = first[0], [first[0]]
        for way in ways:
            square = beyond(square, way)
            self.course.append(square)
        self.ins = [first[1], *ways]
        self.outs = [*ways, turned(second[1], 2)]
        for square in self.course:
            self.ground[square] = "~"
        for square in self.bridges():
            self.ground[square] = "="

    def cost(self, square):                                                 # SQ-T4
        x, y = square
        if self.ground[square] in "hH":
            return 300000
        if self.ground[square] == "v":
            return 2000
        if any(self.ground.get(near) == "v" for near in neighbours(square)):
            return 1
        if any(self.ground.get((x + a, y + b)) == "v" for a in (-1, 1) for b in (-1, 1)):
            return 2
        return 9 if x in (0, 11) or y in (0, 11) else 6

    def flow(self, first, second):
        """The directions of the best course (SQ-R8)."""
        (start, way_in), (goal, way_back) = first, second
        (x0, y0), (x1, y1) = start, goal

        def stray(square):
            return abs((square[0] - x0) * (y1 - y0) - (square[1] - y0) * (x1 - x0))
        queue, done = [(self.cost(start), 0, stray(start), (), start, way_in)], set()
        while queue:
            cost, bends, off, ways, square, way = heapq.heappop(queue)
            if square == "out":
                return [RING[number] for number in ways]
            if (square, way) in done:
                continue
            done.add((square, way))
            if square == goal:
                bends += way != turned(way_back, 2)
                heapq.heappush(queue, (cost, bends, off, ways, "out", way))
                continue
            for number, new in enumerate(RING):
                near = beyond(square, new)
                if is_on_board(near):
                    heapq.heappush(queue, (cost + self.cost(near), bends + (new != way),
                                           off + stray(near), (*ways, number), near, new))
        raise AssertionError("a board without a way")

    def bridges(self):                                                      # SQ-R10, SQ-R11
        river = set(self.course)
        crossed = [[beyond(square, turned(way, side)) for side in (1, 3)]
                   for square, way in zip(self.course, self.ins)]
        fair = [index for index in range(len(self.course)) if self.ins[index] == self.outs[index]
                and all(is_on_board(near) and near not in river for near in crossed[index])]
        good = [index for index in fair
                if all(self.ground[near] not in "wv" for near in crossed[index])]
        found, beside = [], False
        for x, y in self.villages:
            houses = [square for square in itertools.product((x, x + 1), (y, y + 1))
                      if self.ground[square] == "v"]
            near = [index for index, square in enumerate(self.course)
                    if any(square in neighbours(house) for house in houses)]
            if near:
                beside = True
                found.append(self.village_bridge(near, fair, good))
        if not beside:
            found = self.card_bridges(good or fair)
        return [self.course[index] for index in found]

    @staticmethod
    def village_bridge(near, fair, good):
        def best(sites):
            return min((min(abs(site - index) for index in near), site) for site in sites)
        if good and best(good)[0] <= 2:
            return best(good)[1]
        return best(fair)[1] if fair else min(near)

    def card_bridges(self, sites):
        found, length = [], len(self.course)
        for step in (1, -1):
            card = self.draw()
            if not card:
                break
            index = (card[0] - 1) % length if step > 0 else length - 1 - (card[0] - 1) % length
            for _ in range(length):
                if index in sites and index not in found:
                    found.append(index)
                    break
                index = (index + step) % length
        return found

    def joins(self):                                                        # SQ-R67
        ways = [square for square in BOARD if square[1] < 3
                and ROOM[self.ground[square]].get("horse", 0) >= 4]
        seen = set(ways)
        for square in ways:
            for near in neighbours(square):
                if is_on_board(near) and near not in seen and (
                        ROOM[self.ground[near]].get("horse", 0) >= 4):
                    seen.add(near)
                    ways.append(near)
        return any(square[1] >= 9 for square in seen)


class Game:
    def __init__(self, text):
        lines, pieces, self.ground = read(text)
        self.options = dict(DEFAULTS)
        for key, value in lines.items():
            if key[0] == "option":
                self.options[key[1]] = int(value)
        self.pieces = {name: Piece(words) for name, words in pieces.items()}
        self.phase = lines.get("phase", ["act"])[0]
        self.turn = SIDES[lines.get("turn", ["blue"])[0]]
        self.first_given = SIDES.get(lines.get("first_given", [""])[0])
        self.round, self.second = 1, False
        self.pool, self.start, self.dice_count = Counter(), {}, {}
        self.lost = self.quiet = 0
        self.course = [square_of(word) for word in lines.get("course", [])]
        self.result, self.designated = None, set()
        self.activated, self.rolls, self.left_out = set(), [], Counter()
        if self.pieces:
            self.settle()

    # ---- Who is where. ----

    def unit_of(self, piece):
        if piece.kind == "skirm" and self.options["skirmish_units"] == 1:
            return piece.name.rstrip("abcd")
        return piece.name

    def units(self, side):
        return {self.unit_of(piece) for piece in self.pieces.values()
                if piece.side == side and piece.is_here}

    def strength(self, side):
        return sum(piece.bases * POINTS[piece.room] for piece in self.pieces.values()
                   if piece.side == side and piece.is_here)

    def at(self, square):
        for piece in self.pieces.values():
            if square in piece.squares and piece.is_here:
                return piece
        return None

    def is_free(self, square, piece):
        return is_on_board(square) and self.at(square) in (None, piece)

    def holds(self, square, piece, bases):
        return ROOM[self.ground[square]].get(piece.room, 0) >= bases

    def covers(self, squares):
        return any(self.ground[square] in "wv" for square in squares)

    def slows(self, squares):
        """Wood, village and, with river_ford, a river leave one point (SQ-R28, SQ-R12)."""
        return any(self.ground[square] in "wv~" for square in squares)

    def level(self, square):
        return LEVEL.get(self.ground[square], 0)

    # ---- The game's own steps. ----

    def play(self, side, words, dice):
        self.rolls = []
        if side is None:
            steps = {"deal": self.deal, "armies": self.armies, "first": self.decide_first,
                     "roll": self.roll}
            if words not in steps:
                raise Refused("no such step")
            steps[words](dice)
            return
        why = self.why_not(SIDES[side], words)
        if why:
            raise Refused(why)
        verb, *rest = words.split()
        getattr(self, "do_" + verb)(SIDES[side], rest, dice)

    def why_not(self, side, words):
        """None if the action is legal."""
        verb, *rest = words.split()
        if self.phase == "over" or (verb != "resign" and side != self.turn):
            return "not its turn"
        if verb == "resign":
            return None
        wanted = {"designate": "designate", "deploy": "deploy", "act": "act", "end": "act"}
        if wanted[verb] != self.phase:
            return f"not in the phase {self.phase}"
        return getattr(self, "judge_" + verb)(side, rest)

    def deal(self, dice):
        setting = Setting(self.options["pack"], dice)
        self.ground, self.course, self.phase = setting.ground, setting.course, "army"

    def armies(self, dice):
        while True:                                                         # SQ-R14
            armies = []
            for side in "AB":
                faces = [dice.roll() for _ in range(self.options["army_dice"])]
                letters = "".join(FACES[face] for face in faces)
                armies.append({letter: letters.count(letter) for letter in "ICA"})
                self.rolls.append(["army", side, faces, *armies[-1].values()])
            blue, red = (sum(army.values()) for army in armies)
            if blue and red and blue < 2 * red and red < 2 * blue:
                break
        for side, army in zip("AB", armies):
            kinds = ["inf"] * army["I"] + ["cav"] * army["C"] + ["art"] * army["A"]
            for number, kind in enumerate(kinds, 1):
                name = f"{side}{number}"
                self.pieces[name] = Piece([name, f"{kind}:{KINDS[kind][2]}", "unplaced"])
        self.phase, self.turn = "designate", "A"
        self.settle()

    def settle(self):
        """Goes on to the next thing that somebody or chance decides."""
        if self.phase == "designate":
            for side in "AB":
                if side not in self.designated and any(self.may_name(side)):
                    self.turn = side
                    return
            self.phase, self.turn = "deploy", "A"
        if self.phase == "deploy":
            waiting = {piece.side for piece in self.pieces.values() if piece.status == "unplaced"}
            if waiting:
                self.turn = self.turn if self.turn in waiting else waiting.pop()
                return
            self.phase = "first"
        if not self.start:
            for side in "AB":                                               # SQ-R57, SQ-R60
                self.start[side] = len(self.units(side)), self.strength(side)
                self.dice_count[side] = (self.options["activation_dice"]
                                         or (self.start[side][0] + 1) // 2)
            if self.first_given:
                self.begin(self.first_given)

    def decide_first(self, dice):                                           # SQ-R58
        if self.phase != "first":
            raise Refused("not in this phase")
        while True:
            blue, red = dice.roll(), dice.roll()
            self.rolls.append(["first", [blue, red]])
            ranks = (blue, red) if self.options["first_roll"] else (
                -"ACIX-".index(FACES[blue]), -"ACIX-".index(FACES[red]))
            if ranks[0] != ranks[1]:
                break
        self.begin("A" if ranks[0] > ranks[1] else "B")

    def begin(self, side):
        self.phase, self.turn = "roll", side

    def roll(self, dice):                                                   # SQ-6.4, SQ-6.5
        if self.phase != "roll":
            raise Refused("not in this phase")
        faces = [dice.roll() for _ in range(self.dice_count[self.turn])]
        self.pool = Counter(FACES[face] for face in faces)
        self.rolls.append(["roll", self.turn, faces, *(self.pool[letter] for letter in "ICA")])
        self.phase = "act"
        self.activated = {unit for unit in self.activated if unit[0] != self.turn}
        for piece in self.pieces.values():
            piece.acted = piece.acted and piece.side != self.turn
        self.go_on()

    def may_act(self, piece):
        return (piece.is_here and piece.side == self.turn and not piece.acted
                and (self.unit_of(piece) in self.activated or self.pool[piece.letter] > 0))

    def go_on(self):                                                        # SQ-R61
        if not any(self.may_act(piece) for piece in self.pieces.values()):
            self.end_turn()

    def end_turn(self):
        self.phase, self.turn = "roll", "B" if self.turn == "A" else "A"
        self.pool = Counter()
        if not self.second:
            self.second = True
            return
        self.quiet = 0 if self.lost else self.quiet + 1                     # SQ-R60
        if self.round == self.options["max_rounds"] or (
                self.options["quiet_rounds"] and self.quiet >= self.options["quiet_rounds"]):
            self.finish(self.limit(), "limit")
            return
        self.second, self.lost, self.round = False, 0, self.round + 1

    def limit(self):
        if self.options["limit_winner"]:
            return "AB"[self.options["limit_winner"] - 1]
        losses = [(self.start[side][0] - len(self.units(side)),
                   self.start[side][1] - self.strength(side)) for side in "AB"]
        if losses[0] == losses[1]:
            return "draw"
        return "A" if losses[0] < losses[1] else "B"

    def finish(self, winner, reason):
        self.phase, self.result = "over", (winner, reason)

    # ---- Armies and their places. ----

    def may_name(self, side):
        """May it name Guards, heavy cavalry and light troops (SQ-R15, SQ-R16)?"""
        own = [piece for piece in self.pieces.values() if piece.side == side]
        other = {self.unit_of(piece) for piece in self.pieces.values() if piece.side != side}
        letters = Counter(piece.letter for piece in own)
        light = letters["I"] >= 1
        if self.options["skirmish_units"] == 4 and len(own) + 3 >= 2 * len(other):
            light = False
        return letters["I"] >= 5, letters["C"] >= 3, light

    def judge_designate(self, side, words):
        asked = [word == "1" for word in words]
        if side in self.designated or len(asked) != 3:
            return "said already"
        if any(ask and not may for ask, may in zip(asked, self.may_name(side))):
            return "not open to it"
        return None

    def do_designate(self, side, words, _):
        foot, horse = ([piece.name for piece in self.pieces.values()
                        if piece.side == side and piece.letter == letter] for letter in "IC")
        named = {"guard": foot[:1], "heavy": horse[:1], "skirm": foot[-1:]}
        for word, (kind, names) in zip(words, named.items()):
            if word != "1":
                continue
            del self.pieces[names[0]]
            for new in [names[0] + part for part in "abcd"] if kind == "skirm" else names:
                self.pieces[new] = Piece([new, f"{kind}:{KINDS[kind][2]}", "unplaced"])
        self.pieces = dict(sorted(self.pieces.items(), key=lambda item: (
            item[0][0], int(item[0][1:].rstrip("abcd")), item[0])))
        self.designated.add(side)
        self.settle()

    def may_stand(self, piece, squares, rows):
        """May it deploy there?"""
        if len(squares) == 2 and (piece.room not in ("foot", "horse") or piece.bases < 2):
            return False
        bases = -(-piece.bases // len(squares))
        return all((square[1] if piece.side == "A" else 11 - square[1]) < rows
                   and self.is_free(square, piece) and self.holds(square, piece, bases)
                   for square in squares)

    def places(self, piece, rows):
        """Where it may stand in so many rows: (squares, facing)."""
        found = [((square,), facing) for square in BOARD for facing in RING]
        found += [(arranged((square, other), facing), facing) for square in BOARD
                  for other in (beyond(square, "N"), beyond(square, "E")) for facing in RING]
        return [place for place in found if self.may_stand(piece, place[0], rows)]

    def zone(self, piece):
        for rows in range(self.options["deploy_rows"], 13):
            places = self.places(piece, rows)
            if places:
                return places
        return []

    def placed(self, words):
        piece = self.pieces.get(words[0])
        square, shape, facing = square_of(words[1]), words[2], words[3]
        other = {"block": None, "line": beyond(square, turned(facing, 3)),
                 "column": beyond(square, turned(facing, 2))}[shape]
        return piece, ((square, other) if other else (square,), facing)

    def judge_deploy(self, side, words):
        piece, place = self.placed(words)
        if not piece or piece.side != side or piece.status != "unplaced":
            return "not a piece to place"
        for rows in range(self.options["deploy_rows"], 13):                 # SQ-R19
            if self.may_stand(piece, place[0], rows):
                return None
            if self.places(piece, rows):
                break
        return "not a place for it"

    def do_deploy(self, side, words, _):
        piece, (piece.squares, piece.facing) = self.placed(words)
        piece.status, self.turn = "board", "B" if side == "A" else "A"
        self.settle()

    # ---- Movement. ----

    def after(self, piece, pose, token):
        """The pose after one token, or None (SQ-R22 to SQ-R24, SQ-R38)."""
        squares, facing = pose
        if token[0] == "Z":
            return (squares, token[1]) if not facing else None
        if not facing:
            return None
        if token in TURNS:
            facing = turned(facing, TURNS[token])
            return arranged(squares, facing), facing
        if token == "F":
            new = tuple(beyond(square, facing) for square in squares)
            return (new, facing) if self.may_step(piece, new) else None
        if token[0] == "X":
            return self.extended(piece, squares, facing, token[1])
        kept = squares[int(token[1]) - 1:int(token[1])]
        if not kept or not self.holds(kept[0], piece, piece.bases):
            return None
        if token[0] == "K":
            return (kept, facing) if len(squares) == 2 else None
        good = piece.room == "foot" and self.ground[kept[0]] not in "v~"
        return (kept, "") if good else None

    def may_step(self, piece, new):
        if not all(self.is_free(square, piece) for square in new):
            return False
        if len(new) == 1 and self.ground[new[0]] == "~":                    # SQ-R12
            return bool(self.options["river_ford"]) and piece.room != "guns"
        bases = [piece.bases] if len(new) == 1 else [(piece.bases + 1) // 2, piece.bases // 2]
        return all(self.holds(square, piece, number) for square, number in zip(new, bases))

    def extended(self, piece, squares, facing, way):
        if len(squares) == 2 or piece.room not in ("foot", "horse") or piece.bases < 2:
            return None
        new = beyond(squares[0], turned(facing, "FRBL".index(way)))
        both = arranged((*squares, new), facing)
        if not self.is_free(new, piece) or not all(
                self.holds(square, piece, bases) for square, bases in
                zip(both, ((piece.bases + 1) // 2, piece.bases // 2))):
            return None
        return both, facing

    def march(self, piece, tokens):
        """The pose after the tokens; None if one of them is illegal."""
        pose, points = piece.pose(), piece.move
        if len(tokens) > 1 and any(token[0] in "QZ" for token in tokens):
            return None
        if self.slows(piece.squares):
            points = 1                                                      # SQ-7.9
        elif piece.shape == "column" and set(tokens) == {"F"}:
            points += self.options["march_bonus"]                           # SQ-R25
        if len(tokens) > points:
            return None
        for token in tokens:
            before, pose = pose, self.after(piece, pose, token)
            if not pose:
                return None
            if self.slows(pose[0]) and not self.slows(before[0]) and len(tokens) > 1:
                return None                                                 # SQ-R28
        return pose

    # ---- Who fights whom. ----

    def ahead(self, piece):
        """{enemy in contact: (own front squares, its squares)}, the command square first."""
        found = {}
        for square in piece.fronts:
            enemy = self.at(beyond(square, piece.facing))
            if enemy and enemy.side != piece.side:
                own, its = found.setdefault(enemy.name, ([], []))
                own.append(square)
                its.append(beyond(square, piece.facing))
        return found

    def attacked(self, piece, tokens, touched):
        """The enemies that it attacks from where it marched (SQ-R36)."""
        if any(token[0] in "QZ" for token in tokens):
            return []
        if piece.room == "foot" and not piece.in_square:
            renews = self.options["inf_renewed_attack"]
        elif piece.room == "horse":
            renews = self.options["cav_standing_attack"]
            steps = tokens[1:] if tokens and tokens[0] in TURNS else tokens
            if any(token != "F" for token in steps):                        # SQ-R34
                return []
        else:
            return []
        if not tokens and not renews:
            return []
        return [name for name, (own, its) in self.ahead(piece).items()
                if (renews or name not in touched)                          # SQ-R31
                and not (piece.room == "horse" and self.covers(its))        # SQ-8.13
                and self.attack_dice(piece, self.pieces[name], own, its)[2] > 0]

    def count(self, base, mods):
        """(dice by bases, {clause: modifier}, dice)."""
        return base, mods, max(base + sum(mods.values()), self.options["min_dice"], 0)

    def attack_dice(self, piece, enemy, own, its):
        mods = {}
        if not enemy.in_square:
            if piece.facing == enemy.facing:
                mods["SQ-8.15"] = 1
            if piece.letter == "C" and enemy.letter == "I":
                mods["SQ-8.16"] = 1
        if piece.kind == "heavy" and enemy.kind == "cav":
            mods["SQ-8.17"] = 1
        mods.update(self.quality(piece))
        if any(self.level(there) > self.level(here) for here, there in zip(own, its)):
            mods["SQ-8.20"] = -1
        return self.count(sum(piece.share(square) for square in own), mods)

    @staticmethod
    def quality(piece):
        return {1: {"SQ-8.18": 1}, -1: {"SQ-8.21": -1}}.get(piece.quality, {})

    def shots(self, piece, tokens, way):
        """[(enemy, its squares, dice)]: at whom it shoots from where it marched (SQ-R36)."""
        if piece.in_square:
            if tokens or not way:
                return []
            square = beyond(piece.squares[0], way)
            targets = [(self.at(square), [], [square])]
        elif way or piece.room == "horse":
            return []
        elif piece.room == "guns":
            if tokens and not self.options["art_move_fire"]:                # SQ-R33
                return []
            targets = self.aimed(piece)
        elif piece.room == "foot" and tokens:
            return []
        else:
            targets = [(self.pieces[name], own, its)
                       for name, (own, its) in self.ahead(piece).items()]
        found = []
        for enemy, own, its in targets:
            if enemy and enemy.side != piece.side:
                dice = self.shot_dice(piece, own, its)
                if dice[2] > 0:
                    found.append((enemy, its, dice))
        return found

    def shot_dice(self, piece, own, its):
        mods = self.quality(piece)
        base = {"square": self.side_of_square(piece), "block": min(2, piece.bases), "column": 1,
                "line": sum(piece.share(square) for square in own)}[piece.shape]
        if piece.room in ("skirm", "guns"):
            base = piece.bases
        if piece.room == "guns" and its[0] == beyond(piece.squares[0], piece.facing):
            mods = {**mods, "SQ-8.19": 1}
        return self.count(base, mods)

    def side_of_square(self, piece):                                        # SQ-R38
        return 1 if self.options["square_side_one"] else (piece.bases + 1) // 2

    def aimed(self, piece):
        """The first piece along the guns' line if they reach and see it (SQ-R44 to SQ-R46)."""
        gun, far = piece.squares[0], 4
        near = beyond(gun, piece.facing)
        if is_on_board(near) and self.level(gun) > self.level(near):
            far = 5
        for reach in range(1, far + 1):
            square = beyond(gun, piece.facing, reach)
            if not is_on_board(square):
                return []
            target = self.at(square)
            if not target:
                continue
            for step in range(1, reach):
                between = beyond(gun, piece.facing, step)
                if self.covers([between]) or self.level(between) * reach > (
                        self.level(gun) * (reach - step) + self.level(square) * step):
                    return []
            return [(target, [gun], [square])]
        return []

    # ---- An activation. ----

    def judge_act(self, side, words):
        piece = self.pieces.get(words[0])
        if not piece or piece.side != side or not self.may_act(piece):
            return "may not act"
        tokens = [] if words[1] == "." else words[1].split("-")
        if not tokens and words[2] == "none":
            return "nothing to do"
        pose = self.march(piece, tokens)
        if not pose:
            return "it cannot move so"
        if words[2] == "none":
            return None
        if len(tokens) > (1 if self.slows(piece.squares) else piece.move):
            return "march_bonus is for movement alone"
        touched, before = self.ahead(piece), piece.pose()
        self.stand(piece, pose)
        if words[2] == "attack":
            found = self.attacked(piece, tokens, touched)
        else:
            found = self.shots(piece, tokens, words[2][6:])
        self.stand(piece, before)
        return None if found else f"no target to {words[2]}"

    @staticmethod
    def stand(piece, pose):
        piece.squares, piece.in_square = pose[0], not pose[1]
        piece.facing = pose[1] or piece.facing

    def do_act(self, _, words, dice):
        piece = self.pieces[words[0]]
        tokens = [] if words[1] == "." else words[1].split("-")
        if self.unit_of(piece) not in self.activated:
            self.activated.add(self.unit_of(piece))
            self.pool[piece.letter] -= 1
        piece.acted, touched = True, self.ahead(piece)
        self.stand(piece, self.march(piece, tokens))
        if words[2] == "attack":
            self.attack(piece, tokens, touched, dice)
        elif words[2] != "none":
            for enemy, its, count in self.shots(piece, tokens, words[2][6:]):
                way = words[2][6:] or piece.facing
                self.strike(piece, enemy, count, ("shot", "SQ-8.14"), self.covers(its), way, dice)
        if not self.is_won():
            self.go_on()

    def is_won(self):                                                       # SQ-R59
        blue, red = len(self.units("A")), len(self.units("B"))
        if blue >= 2 * red:
            self.finish("A", "twice")
        elif red >= 2 * blue:
            self.finish("B", "twice")
        return self.phase == "over"

    def attack(self, piece, tokens, touched, dice):
        for name in self.attacked(piece, tokens, touched):
            enemy, met = self.pieces[name], self.ahead(piece).get(name)
            if not met:                                                     # SQ-R35
                continue
            volley = self.first_fire(piece, enemy, met[1])
            if volley and volley[1][2] > 0:
                back = turned(piece.facing, 2)
                if self.strike(enemy, piece, volley[1], ("first fire", volley[0]),
                               self.covers(met[0]), back, dice) != "stays":
                    return                                                  # SQ-R43
                met = self.ahead(piece).get(name)
            if met:
                count = self.attack_dice(piece, enemy, *met)
                self.strike(piece, enemy, count, ("attack", "SQ-8.14"), self.covers(met[1]),
                            piece.facing, dice, bool(tokens))

    def first_fire(self, piece, enemy, its):
        """(clause, dice) of SQ-T9, or None."""
        mods = self.quality(enemy)
        if piece.letter == "C" and enemy.letter == "I" and enemy.in_square:
            return "SQ-9.1", self.count(self.side_of_square(enemy), mods)
        if enemy.letter == "A":
            mods = {**mods, "SQ-8.19": 1}
        if piece.letter == "I" and self.covers(its):
            return "SQ-9.2", self.count(sum(enemy.share(square) for square in its), mods)
        if enemy.letter == "A" and enemy.facing == turned(piece.facing, 2):
            return "SQ-9.3", self.count(enemy.bases, mods)
        return None

    def strike(self, piece, enemy, count, what, covered, way, dice, with_x=False):
        base, mods, number = count
        if number == 0:
            return "stays"
        faces = [dice.roll() for _ in range(number)]
        hits = sum(FACES[face] == enemy.letter or (with_x and FACES[face] == "X") for face in faces)
        self.rolls.append([*what, piece.name, enemy.name, base, mods, faces, hits])
        is_light = piece.kind == "skirm" and what[0] != "attack"
        return self.suffer(enemy, hits // 2 if covered else hits, way, is_light, dice)

    def lose(self, piece, bases):
        bases = min(bases, piece.bases)
        piece.bases -= bases
        self.lost += bases
        if piece.bases == 0:
            piece.status, piece.squares = "removed", ()
        elif piece.bases == 1:
            piece.squares = piece.squares[:1]                               # SQ-R26

    def suffer(self, piece, loss, way, is_light, dice):
        """Losses, test and retreat: gone, retreated or stays."""
        loss = min(loss, piece.bases)
        if loss == 0:
            return "stays"
        if not is_light:
            self.lose(piece, loss)
            if not piece.is_here:
                return "gone"
        faces = [dice.roll() for _ in range(loss)]
        ordered = sum(FACES[face] != piece.letter for face in faces)
        self.rolls.append(["test", "SQ-11.1", piece.name, None, loss, {}, faces, ordered])
        if ordered == 0:
            return "stays"
        piece.in_square = False
        made = self.fall_back(piece, ordered, way)
        if not piece.is_here:
            return "gone"
        piece.facing = way if ordered >= 2 else turned(way, 2)
        piece.squares = arranged(piece.squares, piece.facing)
        if made < ordered and self.options["blocked_loss"] and not is_light:
            self.lose(piece, ordered - made)
        return "retreated" if piece.is_here else "gone"

    def fall_back(self, piece, ordered, way):
        for made in range(ordered):
            new = tuple(beyond(square, way) for square in piece.squares)
            if not all(is_on_board(square) for square in new):
                if self.options["edge_leaves"]:                             # SQ-R51
                    piece.status, piece.squares = "left", ()
                    self.lost += 1
                return made
            bases = [piece.share(square) for square in piece.squares]
            if not all(self.is_free(square, piece) and self.holds(square, piece, number)
                       for square, number in zip(new, bases)):
                return made
            piece.squares = new
        return ordered

    @staticmethod
    def judge_end(*_):
        return None

    def do_end(self, *_):
        self.end_turn()

    def do_resign(self, side, *_):
        self.finish("B" if side == "A" else "A", "resign")

    # ---- Beside the program. ----

    def differences(self, text):
        lines, pieces, ground = read(text)
        here, there = {}, {}

        def both(what, mine, its):
            here[what], there[what] = mine, its
        side_of = {"A": "blue", "B": "red", "draw": "draw"}
        both("phase", self.phase, lines.get("phase", ["act"])[0])
        if self.phase not in ("over", "terrain", "army", "first"):
            both("turn", side_of[self.turn], lines.get("turn", ["blue"])[0])
        if self.phase == "over":
            both("result", [side_of[self.result[0]], self.result[1]], lines.get("result"))
        if self.start:
            both("round", [str(self.round), str(1 + self.second)], lines.get("round", ["1", "1"]))
            self.compare_start(lines, both)
        if self.start and self.phase != "over":
            both("lost", str(self.lost), lines.get("lost", ["0"])[0])
            both("quiet", str(self.quiet), lines.get("quiet", ["0"])[0])
        if self.phase == "act":
            both("pool", [f"{letter}{self.pool[letter]}" for letter in "ICA"],
                 lines.get("pool", self.one_each()))
        both("map", self.ground, ground)
        both("course", list(map(name_of, self.course)), lines.get("course", []))
        for name in sorted(set(self.pieces) | set(pieces)):
            mine = self.pieces.get(name)
            both(name, mine and sorted(mine.text(self.unit_of(mine) in self.activated)),
                 sorted(pieces.get(name, [])) or None)
        return [f"{what}: {here[what]} here, {there[what]} there" for what in here
                if here[what] != there[what]]

    def one_each(self):
        units = Counter(next(piece.letter for piece in self.pieces.values()
                             if self.unit_of(piece) == unit) for unit in self.units(self.turn))
        return [f"{letter}{units[letter]}" for letter in "ICA"]

    def compare_start(self, lines, both):
        for side, name in (("A", "blue"), ("B", "red")):
            now = f"{len(self.units(side))} {self.strength(side)}"
            both(f"start {name}", "{} {}".format(*self.start[side]),
                 lines.get(("start", name), now))
            dice = self.options["activation_dice"] or (self.start[side][0] + 1) // 2
            both(f"dice {name}", str(self.dice_count[side]),
                 lines.get(("dice", name), str(dice)))

    def mishears(self, events):
        """Every roll as the program reports it: its dice, modifiers and result."""
        there = [self.reported(event) for event in events if event["event"] == "roll"]
        return [f"roll: {one} here, {other} there"
                for one, other in itertools.zip_longest(self.rolls, there) if one != other]

    @staticmethod
    def reported(event):
        saying = event.get("saying", "")
        counts = [event.get(key) for key in ("amount", "had", "total")]
        if saying.startswith("ARMY"):
            return ["army", SIDES[saying[5:].lower()], event["dice"], *counts]
        if saying.endswith("_ROLLS"):
            return ["roll", SIDES[saying[:-6].lower()], event["dice"], *counts]
        if "check" not in event:
            return ["first", event["dice"]]
        mods = {mod["clause"]: mod["amount"] for mod in event.get("mods", [])}
        return [event["check"], event["clause"], event["who"], event.get("whom"), event["base"],
                mods, event["dice"], event["total"]]

    # ---- All that is legal. ----

    def outcome(self, words):
        """What an action comes to: offers name every outcome once, and one of like pieces."""
        verb, *rest = words.split()
        if verb not in ("act", "deploy"):
            return words
        piece = self.pieces[rest[0]]
        if verb == "deploy":
            return piece.kind, piece.bases, piece.quality, *rest[1:]
        tokens = [] if rest[1] == "." else rest[1].split("-")
        return piece.name, self.march(piece, tokens), rest[2], rest[2] == "attack" and bool(tokens)

    def token_lists(self, piece):
        """All that it can move, the shorter ones first; with march_bonus also what that allows."""
        yield []
        reached = [[]]
        while reached:
            reached = [[*tokens, token] for tokens in reached for token in TOKENS
                       if self.march(piece, [*tokens, token])]
            yield from reached

    def legal(self, side):
        """{outcome: words} of all legal actions but resign; of places those that face ahead."""
        if self.phase == "designate":
            found = [f"designate {g} {h} {l}" for g, h, l in itertools.product((0, 1), repeat=3)]
        elif self.phase == "deploy":
            found = [f"deploy {piece.name} {name_of(place[0][0])} {self.form(piece, place)} "
                     f"{place[1]}" for piece in self.pieces.values()
                     if piece.side == side and piece.status == "unplaced"
                     for place in self.zone(piece) if place[1] == ("N" if side == "A" else "S")]
        else:
            found = ["end"]
            for piece in self.pieces.values():
                if self.may_act(piece):
                    found += [f"act {piece.name} {'-'.join(tokens) or '.'} {fight}"
                              for tokens in self.token_lists(piece) for fight in FIGHTS]
        return {self.outcome(words): words for words in found[::-1]
                if not self.why_not(side, words)}

    @staticmethod
    def form(piece, place):
        moved = copy.copy(piece)
        moved.squares, moved.facing = place
        return moved.shape

    def judge_offers(self, side, offers):
        wrong, offered = [], set()
        for words in offers:
            why = self.why_not(SIDES[side], words)
            if why:
                wrong.append(f"offered: {words}: {why}")
            else:
                offered.add(self.outcome(words))
        return wrong + [f"legal and not offered: {words}"
                        for outcome, words in self.legal(SIDES[side]).items()
                        if outcome not in offered]

    def some_actions(self, side, chance):
        own = [piece.name for piece in self.pieces.values() if piece.side == SIDES[side]]
        ready = [piece.name for piece in self.pieces.values() if self.may_act(piece)]
        for _ in range(8):
            name = chance.choice(own) if own else f"{SIDES[side]}1"
            if self.phase == "designate":
                yield "designate " + " ".join(chance.choice("01") for _ in range(3))
            elif self.phase == "deploy":
                row = chance.randint(1, 4)
                yield (f"deploy {name} {chance.choice(COLUMNS)}{row if side == 'blue' else 13 - row} "
                       f"{chance.choice(['block', 'line', 'column'])} {chance.choice(RING)}")
            elif ready and chance.random() < .6:
                yield self.some_act(self.pieces[chance.choice(ready)], chance)
            else:
                tokens = chance.choices(TOKENS, [20, 5, 5, 3] + [2] * 6 + [1] * 6,
                                        k=chance.choice([0, 1, 1, 1, 2, 2, 2, 3, 4]))
                yield f"act {name} {'-'.join(tokens) or '.'} {chance.choice(FIGHTS)}"

    def some_act(self, piece, chance):
        """Legal, and a fight if there is one to choose."""
        lists = list(self.token_lists(piece))
        chance.shuffle(lists)
        acts = [f"act {piece.name} {'-'.join(tokens) or '.'} {fight}"
                for tokens in lists for fight in FIGHTS]
        acts.sort(key=lambda words: words.endswith("none"))
        return next(words for words in acts if not self.why_not(piece.side, words))


FAULTS = {
    "heavy cavalry has no more dice than light": plant("attack_dice", lambda found, self, *_: (
        self.count(found[0], {clause: mod for clause, mod in found[1].items()
                              if clause != "SQ-8.17"}))),
    "cover does not halve hits": plant("covers", lambda found, *_: False),
    "a side wins with one unit more": plant("is_won", lambda found, self: found or (
        len(self.units("A")) > len(self.units("B")) and self.finish("A", "twice")))}
