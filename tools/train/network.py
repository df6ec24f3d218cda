#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""network.py - trains the network of a game (core/network.h) on positions of its games.

    grognard lab positions squares sq-random --players greedy --games 4000 --out one.pos
    tools/train/network.py --out squares.net one.pos two.pos

Uses PyTorch, on a GPU if there is one; `--plain` does the same in plain Python, for a handful of
positions and a test.  The network learns a correction that is added to the odds of the game's
judgement: two layers see the position once from each side, and the difference counts.  It does not
learn from battles that the file marks as held out, and it keeps the weights of the pass that was best
on them.  The log goes to standard output.  Not needed to build or to play.
"""
import argparse
import math
import random
import struct
import sys
import time

ONE, FEATURE_PART, SECOND_PART, OUT_PART = 127, 256, 64, 256
HEADING = struct.Struct("<8sIIII8x")
NO_INPUT = 0xFFFF


class Shape:
    """What the records of a file look like."""

    def __init__(self, heading):
        magic, self.inputs, self.features, self.most, self.record = HEADING.unpack(heading)
        if magic[:6] != b"GGPOS1":
            sys.exit("this is no file of positions")


def read_shape(path):
    with open(path, "rb") as file:
        return Shape(file.read(HEADING.size))


# ---- Writing: the bytes of core/network.h as numbers with commas between. ----

def whole(number, low, high):
    return max(low, min(high, int(round(number))))


def write_network(path, shape, layers, weights=()):
    """layers: rows, dense, starts, second, second_starts, out as lists of floats, row by row;
    weights: what comes to the early and the late one of each feature, if anything."""
    rows, dense, starts, second, second_starts, out = layers
    data = bytearray(b"GN2\0" if weights else b"GN1\0")
    data += struct.pack("<HBBBxxx", shape.inputs, shape.features, len(starts), len(out))
    data += bytes(whole(w * ONE, -127, 127) & 255 for row in rows for w in row)
    limit = 32767
    for row in dense:
        for w in row:
            data += struct.pack("<h", whole(w * ONE * FEATURE_PART, -limit, limit))
    data += b"".join(struct.pack("<h", whole(w * ONE, -limit, limit)) for w in starts)
    data += bytes(whole(w * SECOND_PART, -127, 127) & 255 for row in second for w in row)
    for w in second_starts:
        data += struct.pack("<h", whole(w * ONE * SECOND_PART, -limit, limit))
    data += b"".join(struct.pack("<h", whole(w * OUT_PART, -limit, limit)) for w in out)
    data += b"".join(struct.pack("<i", whole(w * 65536, -1e8, 1e8)) for w in weights)
    with open(path, "w") as file:
        for at in range(0, len(data), 24):
            file.write(",".join(str(byte) for byte in data[at:at + 24]) + ",\n")
    return len(data)


def chance(odds):
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, odds))))


def loss_of(odds, result):
    said = min(max(chance(odds), 1e-9), 1 - 1e-9)
    return -(result * math.log(said) + (1 - result) * math.log(1 - said))


# ---- Plain Python: small, slow, and enough to see that everything fits together. ----

class Plain:
    def __init__(self, shape, first, second, seed):
        draw = random.Random(seed)
        self.shape, self.first, self.second = shape, first, second
        self.rows = [[draw.uniform(-.05, .05) for _ in range(first)] for _ in range(shape.inputs)]
        self.dense = [[draw.uniform(-1e-4, 1e-4) for _ in range(first)]
                      for _ in range(2 * shape.features + 1)]
        self.starts = [.1] * first
        self.over = [[draw.uniform(-.4, .4) for _ in range(2 * first)] for _ in range(second)]
        self.over_starts = [.2] * second
        self.out = [draw.uniform(-.4, .4) for _ in range(second)]

    def add_up(self, position, side):
        sums = list(self.starts)
        for row, count in position["inputs"][side]:
            for unit, w in enumerate(self.rows[row]):
                sums[unit] += count * w
        for weights, value in zip(self.dense, position["dense"][side]):
            if value:
                for unit, w in enumerate(weights):
                    sums[unit] += value * w
        return [min(max(s, 0.0), 1.0) for s in sums], sums

    def look(self, both):
        sums = [start + sum(w * x for w, x in zip(row, both))
                for row, start in zip(self.over, self.over_starts)]
        return [min(max(s, 0.0), 1.0) for s in sums], sums

    def odds(self, position):
        own, other = self.add_up(position, 0)[0], self.add_up(position, 1)[0]
        here, there = self.look(own + other)[0], self.look(other + own)[0]
        lead = sum(w * (a - b) for w, a, b in zip(self.out, here, there))
        return position["odds"] + lead

    def learn(self, position, rate):
        """One step down the gradient of the loss."""
        firsts = [self.add_up(position, side) for side in (0, 1)]
        pairs = ((firsts[0][0] + firsts[1][0], (0, 1), 1), (firsts[1][0] + firsts[0][0], (1, 0), -1))
        wrong = chance(self.odds(position)) - position["result"]
        back = [[0.0] * self.first, [0.0] * self.first]
        for both, order, sign in pairs:
            units, sums = self.look(both)
            for unit in range(self.second):
                step = wrong * sign * self.out[unit]
                self.out[unit] -= rate * wrong * sign * units[unit]
                if not 0 < sums[unit] < 1:
                    continue
                for i in range(2 * self.first):
                    back[order[i // self.first]][i % self.first] += step * self.over[unit][i]
                    self.over[unit][i] -= rate * step * both[i]
                self.over_starts[unit] -= rate * step
        for side in (0, 1):
            for unit in range(self.first):
                if not 0 < firsts[side][1][unit] < 1:
                    continue
                step = rate * back[side][unit]
                self.starts[unit] -= step
                for row, count in position["inputs"][side]:
                    self.rows[row][unit] -= step * count
                for weights, value in zip(self.dense, position["dense"][side]):
                    weights[unit] -= step * value / 1e4  # features are large numbers

    def layers(self):
        return self.rows, self.dense, self.starts, self.over, self.over_starts, self.out


def read_plain(paths, shape, most):
    out = []
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()[HEADING.size:]
        for at in range(0, len(data) - shape.record + 1, shape.record):
            game, odds, progress, winner, held = struct.unpack_from("<IihBB", data, at)
            values = struct.unpack_from(f"<{2 * shape.features}h", data, at + 12)
            where = at + 12 + 4 * shape.features
            sides = []
            for _ in (0, 1):
                rows = struct.unpack_from(f"<{shape.most}H", data, where)
                counts = data[where + 2 * shape.most:where + 3 * shape.most]
                sides.append([(r, c) for r, c in zip(rows, counts) if r != NO_INPUT])
                where += 3 * shape.most
            blue, red = values[:shape.features], values[shape.features:]
            out.append({"inputs": sides, "odds": odds / 65536, "held": held, "game": game,
                        "dense": [list(blue + red) + [progress], list(red + blue) + [progress]],
                        "result": .5 if winner > 1 else 1.0 - winner})
            if len(out) == most:
                return out
    return out


def train_plain(args, shape):
    positions = read_plain(args.files, shape, args.most)
    learnt = [p for p in positions if not p["held"]]
    held = [p for p in positions if p["held"]] or learnt
    net = Plain(shape, args.first, args.second, args.seed)
    draw = random.Random(args.seed)
    print(f"{len(learnt)} positions, {len(held)} held out; plain Python")
    judged = sum(loss_of(p["odds"], p["result"]) for p in learnt) / len(learnt)
    print(f"judgement alone: learnt {judged:.4f}")
    for number in range(1, args.passes + 1):
        draw.shuffle(learnt)
        for position in learnt:
            net.learn(position, args.rate)
        said = [sum(loss_of(net.odds(p), p["result"]) for p in some) / len(some)
                for some in (learnt, held)]
        print(f"pass {number}: learnt {said[0]:.4f}, held out {said[1]:.4f}")
    return net.layers(), []


# ---- PyTorch. ----

def read_tensors(torch, numpy, paths, shape, device):
    kind = numpy.dtype([("game", "<u4"), ("odds", "<i4"), ("progress", "<i2"), ("winner", "u1"),
                        ("held", "u1"), ("values", "<i2", (2, shape.features)),
                        ("blue", "<u2", shape.most), ("blue_counts", "u1", shape.most),
                        ("red", "<u2", shape.most), ("red_counts", "u1", shape.most)])
    assert kind.itemsize == shape.record
    parts = []
    for path in paths:
        data = numpy.fromfile(path, dtype="u1", offset=HEADING.size)
        parts.append(data[:len(data) // shape.record * shape.record].view(kind))
    all_of = numpy.concatenate(parts)
    values = all_of["values"].astype("f4")
    progress = all_of["progress"].astype("f4")[:, None]
    dense = [numpy.concatenate([values[:, s], values[:, 1 - s], progress], 1) for s in (0, 1)]
    rows = [numpy.where(all_of[n] == NO_INPUT, shape.inputs, all_of[n]).astype("i4")
            for n in ("blue", "red")]
    counts = [all_of[n].astype("f4") for n in ("blue_counts", "red_counts")]
    result = numpy.where(all_of["winner"] > 1, .5, 1.0 - all_of["winner"]).astype("f4")
    held = all_of["held"].astype(bool)
    tensor = lambda array: torch.from_numpy(numpy.ascontiguousarray(array)).to(device)
    games = numpy.concatenate([part["game"].astype("i8") + (n << 32) for n, part in enumerate(parts)])
    _, whose, counts_of = numpy.unique(games, return_inverse=True, return_counts=True)
    return {"rows": [tensor(r) for r in rows], "share": tensor(1 / counts_of[whose].astype("f4")), "counts": [tensor(c.astype("f2")) for c in counts],
            "dense": [tensor(d) for d in dense], "odds": tensor(all_of["odds"].astype("f4") / 65536),
            "result": tensor(result), "held": held,
            "progress": tensor(progress[:, 0])}


def fit_weights(torch, data, features, learnt, try_on, pull):
    """What is to be added to the weights of the table, by Newton's method; every game counts the
    same, and `pull` draws the new weights to those of the table.  The columns are the features'
    early and late parts in turn."""
    values = (data["dense"][0] - data["dense"][1])[:, :features].double()
    late = (data["progress"].double() / 1024)[:, None]
    columns = torch.stack([values * (1 - late), values * late], 2).flatten(1)
    scale = (columns[learnt] ** 2).mean(0).sqrt().clamp(min=1e-6)
    x, y = columns[learnt] / scale, data["result"][learnt].double()
    given, share = data["odds"][learnt].double(), data["share"][learnt].double()
    weights = torch.zeros_like(scale)
    for _ in range(25):
        said = torch.sigmoid(given + x @ weights)
        down = x.T @ (share * (y - said)) - pull * weights
        bend = (x * (share * said * (1 - said))[:, None]).T @ x
        weights = weights + torch.linalg.solve(bend + pull * torch.eye(len(scale)).to(bend), down)
    weights = weights / scale
    added = (columns @ weights).float()
    now, text = try_on(lambda at: data["odds"][at] + added[at])
    print(f"weights, pull {pull}: {text}", flush=True)
    return now, weights.tolist(), added


def train_torch(args, shape):
    import numpy
    import torch
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    begun = time.time()
    data = read_tensors(torch, numpy, args.files, shape, device)
    learnt = torch.from_numpy(numpy.flatnonzero(~data["held"])).to(device)
    held = torch.from_numpy(numpy.flatnonzero(data["held"])).to(device)
    print(f"{len(learnt)} positions, {len(held)} held out; {device}, {time.time() - begun:.0f} s")
    scale = torch.cat([data["dense"][0], data["dense"][1]]).std(0).clamp(min=.2)

    class Net(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.rows = torch.nn.EmbeddingBag(shape.inputs + 1, args.first, mode="sum",
                                              padding_idx=shape.inputs)
            torch.nn.init.uniform_(self.rows.weight, -.05, .05)
            self.rows.weight.data[shape.inputs] = 0
            self.dense = torch.nn.Parameter(
                torch.empty(2 * shape.features + 1, args.first).uniform_(-.05, .05))
            self.starts = torch.nn.Parameter(torch.full((args.first,), .2))
            self.over = torch.nn.Parameter(torch.empty(args.second, 2 * args.first)
                                           .uniform_(-.2, .2))
            self.over_starts = torch.nn.Parameter(torch.full((args.second,), .2))
            self.out = torch.nn.Parameter(torch.empty(args.second).uniform_(-.3, .3))

        def forward(self, at, drop):
            units = []
            for side in (0, 1):
                counts = data["counts"][side][at].float()
                if drop > 0:
                    counts = counts * (torch.rand_like(counts) > drop) / (1 - drop)
                s = self.rows(data["rows"][side][at].long(), per_sample_weights=counts)
                s = s + (data["dense"][side][at] / scale) @ self.dense + self.starts
                units.append(s.clamp(0, 1))
            look = lambda a, b: ((torch.cat([a, b], 1) @ self.over.T + self.over_starts)
                                 .clamp(0, 1) @ self.out)
            return data["odds"][at] + look(units[0], units[1]) - look(units[1], units[0])

        def bound(self):
            self.rows.weight.data.clamp_(-1, 1)
            self.over.data.clamp_(-127 / 64, 127 / 64)

    net = Net().to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=args.rate, weight_decay=args.decay)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, args.passes)
    loss = torch.nn.functional.binary_cross_entropy_with_logits

    def try_on(which, odds_of):
        with torch.no_grad():
            odds = torch.cat([odds_of(part) for part in which.split(1 << 16)])
            result, progress = data["result"][which], data["progress"][which]
            text = f"{loss(odds, result):.4f}"
            for low, high in ((128, 384), (384, 640), (640, 896)):
                some = (progress >= low) & (progress < high) & (result != .5)
                text += f" {auc(torch, odds[some], result[some]):.3f}"
            return float(loss(odds, result)), text

    print("loss, AUC about 1/4, 1/2, 3/4 of the game, held out:")
    print("judgement alone:", try_on(held, lambda at: data["odds"][at])[1])
    weights = []
    if args.weights != "table":
        fits = [fit_weights(torch, data, shape.features, learnt, lambda odds: try_on(held, odds), pull)
                for pull in (3, 30, 300, 3000)]
        _, weights, added = min(fits, key=lambda fit: fit[0])
        data["odds"] = data["odds"] + added
        if args.weights == "alone":
            return nothing(shape), weights
    best, kept = math.inf, None
    for number in range(1, args.passes + 1):
        net.train()
        order = learnt[torch.randperm(len(learnt), device=device)]
        total = 0.0
        for at in order.split(args.batch):
            optimizer.zero_grad()
            step = loss(net(at, args.drop), data["result"][at])
            step.backward()
            optimizer.step()
            net.bound()
            total += float(step.detach()) * len(at)
        schedule.step()
        net.eval()
        now, text = try_on(held, lambda at: net(at, 0))
        print(f"pass {number}: learnt {total / len(learnt):.4f}, held out {text}, "
              f"{time.time() - begun:.0f} s", flush=True)
        if now < best:
            best, kept = now, {k: v.detach().clone() for k, v in net.state_dict().items()}
        if time.time() - begun > args.seconds:
            break
    net.load_state_dict(kept)
    print(f"kept: {best:.4f}")
    dense = (net.dense / scale[:, None]).tolist()
    return (net.rows.weight[:shape.inputs].tolist(), dense, net.starts.tolist(), net.over.tolist(),
            net.over_starts.tolist(), net.out.tolist()), weights


def nothing(shape):
    """A network of one unit that adds nothing: for weights alone."""
    return [[0.0]] * shape.inputs, [[0.0]] * (2 * shape.features + 1), [0.0], [[0.0, 0.0]], [0.0], [0.0]


def auc(torch, odds, result):
    if len(odds) < 2:
        return .5
    order = odds.argsort()
    ranks = torch.empty_like(odds)
    ranks[order] = torch.arange(1, len(odds) + 1, device=odds.device, dtype=odds.dtype)
    won = result > .5
    wins, losses = int(won.sum()), int((~won).sum())
    if wins == 0 or losses == 0:
        return .5
    return float((ranks[won].double().sum() - wins * (wins + 1) / 2) / (wins * losses))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", help="what `grognard lab positions` wrote")
    parser.add_argument("--out", required=True, help="the network, for `lab ladder --network`")
    parser.add_argument("--plain", action="store_true", help="no PyTorch: a few positions, slowly")
    parser.add_argument("--most", type=int, default=2000, help="positions of --plain")
    parser.add_argument("--first", type=int, default=32, help="units of the first layer")
    parser.add_argument("--second", type=int, default=16, help="units of the second")
    parser.add_argument("--passes", type=int, default=30)
    parser.add_argument("--batch", type=int, default=8192)
    parser.add_argument("--rate", type=float, default=.002)
    parser.add_argument("--decay", type=float, default=.02)
    parser.add_argument("--drop", type=float, default=.1, help="share of inputs left out at random")
    parser.add_argument("--weights", choices=["table", "anew", "alone"], default="table",
                        help="of the features: those of the table, or fitted first, or nothing else")
    parser.add_argument("--seconds", type=float, default=1e9, help="no new pass after so long")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    shape = read_shape(args.files[0])
    layers, weights = train_plain(args, shape) if args.plain else train_torch(args, shape)
    count = write_network(args.out, shape, layers, weights)
    print(f"{args.out}: {count} bytes, {shape.inputs} inputs, {len(layers[2])} and {len(layers[5])} units")
    parts = [whole(w * 65536, -1e8, 1e8) for w in weights]
    for i in range(0, len(parts), 2):
        print(f"feature {i // 2}: {parts[i]} more at the beginning, {parts[i + 1]} at the end")


if __name__ == "__main__":
    main()
