# SPDX-License-Identifier: MIT
"""clausewitz.py - marches and fire of clausewitz, judged from its rules alone (docs/rules).

Knows nothing of the program but the notation of positions.  Contact, charges and flight are in
fights.py; reactions and command are not here.
"""
import re

from plane import (along, cross, decimal, distance, divide, edges, is_between, local, place, put,
                   samples, ticks, world)

FOOT = {"LI", "LT", "FA", "SK"}
INFANTRY = {"LI", "LT", "SK"}
GUNS = {"FA", "HA"}
CLASS = {"wood": "difficult", "village": "difficult", "river": "difficult", "marsh": "difficult",
         "field": "rough", "scrub": "rough", "steep": "rough", "hill": "open",
         "cliff": "impassable", "lake": "impassable"}                       # CW-T8
RANGES = {"musket": (2000, 4000), "rifle": (4000, 8000), "6": (10000, 15000),
          "12": (12000, 20000), "h": (15000, 25000)}                        # CW-T5: effective, long
ZONE_OF_CONTROL, CONTACT, APART = 10000, 20, 1000
SIGHT_LINES = (-1600, -800, 0, 800, 1600)                                   # CW-R12
GONE = {"destroyed", "dispersed", "surrendered", "left", "undeployed", "waiting", "attached"}


class Unit:
    def __init__(self, code, weapon, dice, words):
        self.code, self.dice, self.steady, self.rules = code, dice, 5, set()
        self.weapon = weapon or "musket"
        self.formation = "line" if code in INFANTRY else "unlimbered" if code in GUNS else ""
        for word in filter(None, words.split(",")):
            if word in ("column", "square", "limbered"):
                self.formation = word
            elif word == "rifle":
                self.weapon = word
            else:
                self.rules.add(word)


class Brigade:
    def __init__(self, name, number):
        self.name, self.side, self.number = name, name[0], number
        self.units, self.wide, self.facing = [], 1, 0 if name[0] == "A" else 1800
        self.hits = self.points = 0
        self.is_here, self.flees, self.limited = True, False, False

    def front(self):
        return min(self.wide, len(self.units))

    def rows(self):
        return -(-len(self.units) // self.wide)

    def slots(self):                                                        # CW-R4
        count, wide = len(self.units), self.wide
        return [((2 * (i % wide) - min(wide, count - i // wide * wide) + 1) * 2000,
                 -(3000 * (i // wide) + 1500)) for i in range(count)]

    def bases(self, pose=None):
        at, facing = pose or (self.at, self.facing)
        return [[world(at, facing, x + right, y + ahead)
                 for right, ahead in ((-2000, 1500), (2000, 1500), (2000, -1500), (-2000, -1500))]
                for x, y in self.slots()]

    def centres(self, pose=None):
        at, facing = pose or (self.at, self.facing)
        return [world(at, facing, x, y) for x, y in self.slots()]

    def is_horse(self):
        return all(unit.code not in FOOT for unit in self.units)

    def has(self, formation):
        return any(unit.formation == formation for unit in self.units)


class Position:
    def __init__(self, text):
        self.brigades, self.areas, self.roads = {}, [], []
        self.width, self.height = 180000, 120000
        for line in text.splitlines():
            words = re.sub(r'"[^"]*"', "", line).split()
            if words and words[0] == "table":
                self.width, self.height = ticks(words[1]), ticks(words[2])
            elif words and words[0] == "area":
                level = int(words[3]) if words[2] == "level" else 0
                corners = words[4:] if words[2] == "level" else words[2:]
                self.areas.append((words[1], level, [place(word) for word in corners]))
            elif words and words[0] == "line":
                corners = [place(word) for word in words[2:]]
                self.roads.append(list(zip(corners, corners[1:])))
            elif words and re.fullmatch(r"[AB]\d+", words[0]):
                self.read_brigade(words)

    def read_brigade(self, words):
        brigade = Brigade(words[0], len(self.brigades))
        self.brigades[words[0]] = brigade
        for word, following in zip(words[1:], words[2:] + [""]):
            unit = re.fullmatch(r"(?:(\d+)x)?([A-Z]{2})(6|12|h)?\((\d+)(?:/\d+)?\)(?::(.*))?", word)
            if unit:
                many, code, weapon, dice, rest = unit.groups()
                for _ in range(int(many or 1)):
                    brigade.units.append(Unit(code, weapon, int(dice), rest or ""))
            elif word == "wide":
                brigade.wide = int(following)
            elif word == "facing":
                whole, _, tenth = following.partition(".")
                brigade.facing = int(whole) * 10 + int(tenth or 0)
            elif word == "hits":
                brigade.hits = int(following)
            elif word == "ap":
                brigade.points = int(following)
            elif re.fullmatch(r"-?[\d.]+,-?[\d.]+", word):
                brigade.at = place(word)
            elif word == "fleeing":
                brigade.flees = True
            elif word == "limited":
                brigade.limited = True
            elif word in GONE:
                brigade.is_here = False

    def others(self, brigade):
        return [one for one in self.brigades.values() if one is not brigade and one.is_here]

    def enemies(self, brigade):
        return [one for one in self.others(brigade) if one.side != brigade.side]


# ---- Ground (CW-R15 to CW-R18). ----

def is_inside(point, corners):
    """By even and odd crossings; a point on an edge is inside."""
    inside = False
    for a, b in edges(corners):
        if is_between(a, b, point):
            return True
        if (a[1] > point[1]) != (b[1] > point[1]):
            # Left of the crossing, in whole numbers: the sign of the edge's rise decides.
            inside ^= (cross(a, b, point) > 0) == (b[1] > a[1])
    return inside


def level_at(position, point):
    return max([level for kind, level, corners in position.areas
                if kind in ("hill", "steep") and is_inside(point, corners)], default=0)


def nine_points(base, centre):
    middles = [(divide(a[0] + b[0], 2), divide(a[1] + b[1], 2)) for a, b in edges(base)]
    return base + middles + [centre]


def touched(position, brigade, pose):
    found = set()
    for base, centre in zip(brigade.bases(pose), brigade.centres(pose)):
        for kind, _, corners in position.areas:
            if any(is_inside(point, corners) for point in nine_points(base, centre)):
                found.add(CLASS[kind])
    return found


def is_on_road(position, brigade, pose):
    return brigade.front() == 1 and any(
        all(any(distance(base, list(edge)) == 0 for edge in road) for base in brigade.bases(pose))
        for road in position.roads)


def outside_by(position, bases):
    return max(max(-x, -y, x - position.width, y - position.height)
               for base in bases for x, y in base)


# ---- Who is near (CW-R5, CW-R6, CW-R8). ----

def apart(bases, others):
    return min(distance(one, other) for one in bases for other in others)


def overlap(one, other):
    for a, b in edges(one) + edges(other):
        normal = (a[1] - b[1], b[0] - a[0])
        first = [x * normal[0] + y * normal[1] for x, y in one]
        second = [x * normal[0] + y * normal[1] for x, y in other]
        depth = min(max(first), max(second)) - max(min(first), min(second))
        if depth <= 0 or depth * depth <= CONTACT * CONTACT * (normal[0] ** 2 + normal[1] ** 2):
            return False
    return True


def is_controlled(position, brigade):
    return any(not enemy.flees and apart(brigade.bases(), enemy.bases()) <= ZONE_OF_CONTROL
               for enemy in position.enemies(brigade))


def nearest_base(position, brigade):
    return min((min(distance(own, base) for own in brigade.bases()), enemy.number, slot, base)
               for enemy in position.enemies(brigade) if not enemy.flees
               for slot, base in enumerate(enemy.bases()))[3]


def zone_of(brigade, base):
    seen = [local(brigade.at, brigade.facing, point) for point in base]
    half = 2000 * brigade.front()
    gaps = {"front": min(y for _, y in seen),
            "rear": -3000 * brigade.rows() - max(y for _, y in seen),
            "right": min(x for x, _ in seen) - half,
            "left": -half - max(x for x, _ in seen)}
    return max(gaps, key=lambda zone: (gaps[zone], -list(gaps).index(zone)))


# ---- What stands straight ahead (CW-R12 to CW-R14). ----

def entry_and_exit(origin, facing, column, base):
    seen, found = [local(origin, facing, point) for point in base], []
    for (x0, y0), (x1, y1) in edges(seen):
        if x0 == x1 == column:
            found += [y0, y1]
        elif x0 != x1 and min(x0, x1) <= column <= max(x0, x1):
            found.append(divide(y0 * (x1 - x0) + (y1 - y0) * (column - x0), x1 - x0))
    return (min(found), max(found)) if found else None


def is_clear(position, origin, facing, column, reach, levels):
    hidden = 0
    for ahead in range(250, reach, 500):
        point = world(origin, facing, column, ahead)
        covers = {(kind, level) for kind, level, corners in position.areas
                  if is_inside(point, corners)}
        hidden += any(kind in ("wood", "village") for kind, _ in covers)
        if any(kind in ("hill", "steep") and level > max(levels) for kind, level in covers):
            return False
    return hidden <= 4


def met_on_line(position, brigade, slot, column, over_lower):
    """Enemy bases along one sight line as (range, enemy, slot, is it in clear sight)."""
    x, y = brigade.slots()[slot]
    origin = world(brigade.at, brigade.facing, x, y + 1500)
    met = []
    for other in [brigade] + position.others(brigade):
        for number, base in enumerate(other.bases()):
            if other is brigade and number == slot:
                continue
            found = entry_and_exit(origin, brigade.facing, column, base)
            if found and found[1] > 0:
                met.append((max(0, found[0]), other.side == brigade.side, other.number, number,
                            other))
    level, seen = level_at(position, brigade.centres()[slot]), []
    for reach, is_friend, _, number, other in sorted(met, key=lambda one: one[:4]):
        its = level_at(position, other.centres()[number])
        if not is_friend:
            clear = is_clear(position, origin, brigade.facing, column, reach, (level, its))
            seen.append((reach, other, number, clear))
        if not over_lower or level <= its:
            break
    return seen


def is_enemy_ahead(position, brigade):
    for slot in range(brigade.front()):
        for column in SIGHT_LINES:
            met = met_on_line(position, brigade, slot, column, False)
            if met and met[0][0] <= ZONE_OF_CONTROL:
                return True
    return False


# ---- Marches (CW-R9, CW-R10, CW-R21, CW-R22). ----

def may_stand(position, brigade, pose, slack, keeps_apart):
    bases = brigade.bases(pose)
    if outside_by(position, bases) > slack:
        return False
    for other in position.others(brigade):
        if any(overlap(one, its) for one in bases for its in other.bases()):
            return False
        shy = (any(unit.code not in FOOT for unit in brigade.units)
               and other.has("square"))                                        # CW-R75
        shy &= keeps_apart and other.side != brigade.side and not is_only_guns(brigade)
        if shy and apart(bases, other.bases()) < APART:
            return False
    return True


def is_only_guns(brigade):
    return all(unit.code in GUNS for unit in brigade.units)


def held_back(position, brigade, poses):
    """CW-R111: as far as guns alone go on this way; None: they may not set out on it."""
    if not is_only_guns(brigade):
        return poses

    def gap_of(pose):
        gaps = [apart(brigade.bases(pose), enemy.bases()) for enemy in position.enemies(brigade)]
        return min([gap for gap in gaps if gap <= APART], default=None)

    kept, last = poses[:1], gap_of(poses[0])
    for pose in poses[1:]:
        if pose == kept[-1]:
            continue
        gap = gap_of(pose)
        if gap is not None and (last is None or gap <= last):
            return None if last is not None and len(kept) == 1 else kept
        kept.append(pose)
        last = gap
    return kept


def first_within(limit, length, gap_at):
    """The tick at which a straight move comes within the limit, or None."""
    before = 0
    for reached in samples(length, 500)[1:]:
        if gap_at(reached) <= limit:
            low, high = before, reached
            while high - low > 1:
                middle = (low + high) // 2
                low, high = (low, middle) if gap_at(middle) <= limit else (middle, high)
            return high
        before = reached
    return None


def gap_to(brigade, enemies, angle, facing, start):
    def gap_at(reached):
        bases = brigade.bases((along(start, angle, reached), facing))
        return min([apart(bases, enemy.bases()) for enemy in enemies], default=1 << 40)
    return gap_at


def march_controlled(position, brigade, way, slack):
    """Inside a zone of control: the poses it goes through and whether it makes contact."""
    if len(way) != 1 or way[0][0] not in ("toward", "away"):
        return None
    (word, length), start, facing = way[0], brigade.at, brigade.facing
    contact, angle = False, facing
    if word == "toward":
        if not is_enemy_ahead(position, brigade):
            return None
        enemies = [] if is_only_guns(brigade) else position.enemies(brigade)
        gap_at = gap_to(brigade, enemies, angle, facing, start)
        end = 0 if gap_at(0) <= CONTACT else first_within(CONTACT, length, gap_at)
        contact, end = end is not None, length if end is None else end
    else:
        turned = {"front": 1800, "rear": 0, "right": 2700, "left": 900}
        angle = (facing + turned[zone_of(brigade, nearest_base(position, brigade))]) % 3600
        end = length
    poses = held_back(position, brigade,
                      [(along(start, angle, reached), facing)
                       for reached in [at for at in samples(length, 500) if at < end] + [end]])
    for pose in poses or []:
        moved = pose[0] != start
        if not may_stand(position, brigade, pose, slack, word == "toward" and moved):
            return None
        if word == "away" and moved and not is_only_guns(brigade) and any(
                apart(brigade.bases(pose), enemy.bases()) <= CONTACT
                for enemy in position.enemies(brigade)):
            return None
    return poses and (poses, contact)


def wheel_poses(brigade, pose, side, turn):
    sign = -1 if side == "left" else 1
    half = sign * 2000 * brigade.front()
    kept = world(*pose, half, 0)
    for angle in samples(turn, 10):
        facing = (pose[1] + sign * angle) % 3600
        yield (world(kept, facing, -half, 0), facing) if angle else pose


def march_free(position, brigade, way, slack):
    """Outside all zones of control; it ends where it enters one."""
    enemies = [enemy for enemy in position.enemies(brigade) if not enemy.flees]
    poses, is_stopped = [(brigade.at, brigade.facing)], False
    for word, amount in way:
        if word not in ("ahead", "left", "right") or word != "ahead" and not 1 <= amount <= 450:
            return None
        if is_stopped:
            continue
        start, facing = poses[-1]
        if word == "ahead":
            end = first_within(ZONE_OF_CONTROL, amount,
                               gap_to(brigade, enemies, facing, facing, start))
            is_stopped, end = end is not None, amount if end is None else end
            path = [(along(start, facing, reached), facing)
                    for reached in [at for at in samples(amount, 500) if at < end] + [end]]
        else:
            path = []
            for pose in wheel_poses(brigade, poses[-1], word, amount):
                path.append(pose)
                if pose != poses[-1] and any(
                        apart(brigade.bases(pose), enemy.bases()) <= ZONE_OF_CONTROL
                        for enemy in enemies):
                    is_stopped = True
                    break
        whole = held_back(position, brigade, poses + path)
        if whole is None:
            return None
        is_stopped |= whole[-1] != path[-1]
        for pose in whole[len(poses):] if not is_only_guns(brigade) else whole:
            if not may_stand(position, brigade, pose, slack, pose != (brigade.at, brigade.facing)):
                return None
        poses = whole
    return poses, False


def cost(brigade, way):
    return sum(-(-4000 * brigade.front() * amount * 355 // (113 * 1800))
               if word in ("left", "right") else amount for word, amount in way)


def allowance(position, brigade, poses, quick):
    """CW-T3; 0 where the pace is not allowed."""
    horse = brigade.is_horse()
    if all(is_on_road(position, brigade, pose) for pose in poses):
        return (9000 if horse else 4000) if quick else (5000 if horse else 3000)
    ground = set().union(*(touched(position, brigade, pose) for pose in poses))
    if "impassable" in ground:
        crosses = all("elbruc" in unit.rules for unit in brigade.units)
        return 1000 if crosses and not quick else 0
    if "difficult" in ground:
        return 0 if quick else 2000 if horse else 1000
    if "rough" in ground and quick:
        return 0
    return (8000 if horse else 3000) if quick else (4000 if horse else 2000)


def march(position, brigade, way, quick):
    """None if it is not allowed, else (place, facing) at its end and whether it makes contact."""
    if brigade.points < 1 or brigade.has("square") or brigade.has("unlimbered"):
        return None
    controlled = is_controlled(position, brigade)
    stands_in_line = any(unit.code in INFANTRY and unit.formation != "column"
                         for unit in brigade.units)
    if quick and (controlled or stands_in_line):
        return None
    slack = max(CONTACT, outside_by(position, brigade.bases()))
    went = (march_controlled if controlled else march_free)(position, brigade, way, slack)
    if went is None or not 1 <= cost(brigade, way) <= allowance(position, brigade, went[0], quick):
        return None
    return went[0][-1], went[1]


# ---- Fire (CW-16, CW-R48 to CW-R51, CW-R55, CW-R56). ----

def targets_of(position, brigade, slot):
    unit, found = brigade.units[slot], {}
    long = max(RANGES[unit.weapon][1], 8000 if "jaeger" in unit.rules else 0)
    for column in SIGHT_LINES:
        for reach, enemy, number, clear in met_on_line(position, brigade, slot, column, True):
            key = enemy.number, number
            if clear and reach <= long and (key not in found or reach < found[key][0]):
                found[key] = reach, enemy, number
    return sorted(found.values(), key=lambda one: (one[0], one[1].number, one[2]))


def shooters(position, brigade, preferred, guns):
    """(slot, (range, enemy, its slot)) of each unit that fires."""
    found = []
    for slot, unit in enumerate(brigade.units):
        if guns and (unit.code not in GUNS or unit.formation != "unlimbered"):
            continue
        if not guns and (unit.code not in INFANTRY or slot >= brigade.front()):
            continue
        seen = targets_of(position, brigade, slot)
        liked = [one for one in seen if one[1] is preferred]
        if liked or seen and not guns:
            found.append((slot, (liked or seen)[0]))
    return found


def may_bombard(position, brigade, target):
    """Who is near must be shot at first (CW-R50)."""
    def can(enemy):
        return bool(shooters(position, brigade, enemy, True))
    near = [enemy for enemy in position.enemies(brigade)
            if not enemy.flees and can(enemy)
            and apart(brigade.bases(), enemy.bases()) <= ZONE_OF_CONTROL]
    return can(target) and (not near or target in near)


def needs_of(unit, reach):
    """What each die of the unit needs at Fire!: one number a die that reaches."""
    count = -(-unit.dice // 4) if unit.formation in ("column", "square") else unit.dice
    needs = []
    for die in range(count):
        rifle = "jaeger" in unit.rules and die == count - 1
        effective, long = RANGES["rifle" if rifle else unit.weapon]
        if reach <= long:
            needs.append(4 if reach <= effective else 6)
    return needs


def shoot(brigade, slot, shot, dice):
    """The hits of one unit."""
    reach, enemy, number = shot
    unit, target = brigade.units[slot], enemy.units[number]
    needs = needs_of(unit, reach)
    steady = [dice.roll() >= unit.steady for _ in needs]
    if target.formation == "square":
        steady = [good or dice.roll() >= unit.steady for good in steady]
    needs = [need for need, good in zip(needs, steady) if good]
    hits = [dice.roll() >= need for need in needs]
    enfiladed = (target.formation == "line"
                 and zone_of(enemy, brigade.bases()[slot]) in ("left", "right"))
    if target.formation in ("column", "square") or enfiladed:
        hits = [hit or dice.roll() >= need for hit, need in zip(hits, needs)]
    elif "marksmen" in unit.rules and False in hits:
        first = hits.index(False)
        hits[first] = dice.roll() >= needs[first]
    return sum(hits)


def save_of(position, enemy, number):
    saves = {"village": 4, "wood": 5}
    return min([saves[kind] for kind, _, corners in position.areas
                if kind in saves and is_inside(enemy.centres()[number], corners)], default=None)


def lose(brigade, hits, dice):
    """Every unsaved hit is a hit on morale, and on 5 or 6 takes a die from the strongest unit."""
    for _ in range(hits):
        if dice.roll() >= 5 and any(unit.dice for unit in brigade.units):
            strongest = max(range(len(brigade.units)), key=lambda at: (brigade.units[at].dice, at))
            brigade.units[strongest].dice -= 1
    brigade.hits += hits
    brigade.units = [unit for unit in brigade.units if unit.dice]
    brigade.is_here = bool(brigade.units)


def fire(position, brigade, preferred, guns, dice):
    """Carries it out, on a position of the caller's own."""
    shots = [(shot, shoot(brigade, slot, shot, dice))
             for slot, shot in shooters(position, brigade, preferred, guns)]
    unsaved = {}
    for (_, enemy, number), hits in shots:
        save = save_of(position, enemy, number)
        if save is not None:
            hits -= sum(dice.roll() >= save for _ in range(hits))
        unsaved[enemy.number] = enemy, unsaved.get(enemy.number, (enemy, 0))[1] + hits
    for _, (enemy, hits) in sorted(unsaved.items()):
        lose(enemy, hits, dice)


# ---- Positions of chance. ----

def some_unit(chance):
    code = chance.choice(["LI", "LI", "LI", "LT", "HC", "NC", "LC", "FA6", "FA12", "HA6"])
    words = []
    if code in INFANTRY:
        words = [word for word in [chance.choice(["", "", "column", "square"])] if word]
        if chance.random() < .2:
            words.append(chance.choice(["marksmen", "elbruc", "jaeger", "rifle"]))
    elif code[:2] in GUNS and chance.random() < .5:
        words = ["limbered"]
    return f"{code}({chance.randrange(1, 6)})" + (":" + ",".join(words) if words else "")


def some_ground(chance):
    for _ in range(chance.randrange(4)):
        kind = chance.choice(list(CLASS))
        x, y = chance.randrange(5000, 50000, 10), chance.randrange(5000, 40000, 10)
        wide, deep = chance.randrange(2000, 14000, 10), chance.randrange(2000, 10000, 10)
        corners = [(x, y), (x, y + deep), (x + wide, y + deep + chance.randrange(0, 3000, 10)),
                   (x + wide, y)]
        level = f" level {chance.choice([1, 2])}" if kind in ("hill", "steep") else ""
        yield f"area {kind}{level} " + " ".join(map(put, corners))
    if chance.random() < .4:
        yield "line road 30,0 " + chance.choice(["30,50", "33,50"])


def some_brigade(chance, side, number, faced):
    units = [some_unit(chance)] * chance.randrange(1, 6)
    if chance.random() < .4:
        units = [some_unit(chance) for _ in range(chance.randrange(1, 5))]
    wide, facing = chance.randrange(1, 4), chance.choice([0, 1800, 900, chance.randrange(3600)])
    at = chance.randrange(8000, 52000), chance.randrange(8000, 42000)
    if faced:
        ahead = chance.choice([chance.randrange(50, 4200), chance.randrange(50, 25000)])
        at = world(faced.at, faced.facing, chance.randrange(-5000, 5000), ahead)
        facing = (faced.facing + chance.choice([1800, 900, 2700, 0, chance.randrange(3600)])) % 3600
    elif chance.random() < .3:
        wide, facing, at = 1, chance.choice([0, 1800]), (30000, at[1])
    return (f"{side}{number} {' '.join(units)} wide {wide} {put(at)} "
            f"facing {decimal(facing * 100)} ap {5 if side == 'A' else 0} ordered")


def some_position(chance):
    """A1 is to act, with all its points; the enemy has none left, so that nobody reacts."""
    lines = ["position clausewitz 1", "table 60 50", "bag blue 3 red 3", *some_ground(chance)]
    for side in "AB":
        for number in range(1, chance.randrange(2, 5)):
            for _ in range(40):
                known = Position("\n".join(lines))
                faced = known.brigades.get("A1") if side == "B" and chance.random() < .7 else None
                line = some_brigade(chance, side, number, faced)
                brigade = Position(line).brigades[f"{side}{number}"]
                pose = brigade.at, brigade.facing
                if (may_stand(known, brigade, pose, 0, False)
                        and "impassable" not in touched(known, brigade, pose)
                        and all(apart(brigade.bases(), enemy.bases()) > CONTACT
                                for enemy in known.enemies(brigade))):
                    lines.append(line)
                    break
    lines += ["AC 1,1 actions 4", "BC 59,49 actions 4", "chit blue", "active A1", ""]
    return "\n".join(lines)


def some_way(chance, controlled):
    if controlled and chance.random() < .9:
        return [(chance.choice(["toward", "away"]), chance.choice([1000, 2000, 4000,
                                                                   chance.randrange(1, 5000)]))]
    left = chance.choice([1000, 2000, 3000, 4000, 5000, 8000, 9000])
    way = []
    for _ in range(chance.randrange(1, 4)):
        if chance.random() < .5:
            way.append(("ahead", chance.choice([left, chance.randrange(1, left + 1)])))
            left = max(1, left - way[-1][1])
        else:
            way.append((chance.choice(["left", "right"]), chance.randrange(1, 100)))
    return way
