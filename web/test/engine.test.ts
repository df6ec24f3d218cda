// engine.test.ts - the core as wasm: it plays like the native one, and says what that says.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Engine } from "../src/engine";
import {
  SLOT_GAME,
  SLOT_REPLAY,
  type Game,
  type Side,
  type Slot,
  type Standing,
} from "../src/engine-types";
import { sumUp, wilson } from "../src/lab";

const environment = (name: string): string => {
  const value = process.env[name];
  assert.ok(value !== undefined, `${name} is not set`);
  return value;
};
const root = environment("GROGNARD_ROOT");
const command = environment("GROGNARD");
const engine = await Engine.load(
  readFileSync(join(environment("GROGNARD_STATIC"), "grognard.wasm")),
);
const work = mkdtempSync(join(tmpdir(), "grognard-engine-"));
after(() => rmSync(work, { recursive: true, force: true }));

const seats = { blue: "me", red: "greedy" };

/** A generator of our own: the same mistakes in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function begin(
  game: Game,
  scenario: string | undefined,
  seed: bigint,
  slot: Slot = SLOT_GAME,
): Standing {
  const opened = engine.open(slot, { game: game.id, ...(scenario && { scenario }), seed, seats });
  assert.ok(opened.ok, JSON.stringify(opened));
  return engine.run(slot);
}

/** Every string in it but pictures, with the way there. */
function stringsIn(value: unknown, where: string): [string, string][] {
  if (typeof value === "string") return value.startsWith("<svg") ? [] : [[where, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => stringsIn(part, `${where}.${key}`));
}

test("nothing that lists, cards and logs show is escaped for HTML", () => {
  const told: [string, string][] = [...stringsIn(engine.games, "games")];
  for (const game of engine.games) {
    const kept = join(root, "rules", game.id, "tests/golden");
    for (const name of existsSync(kept) ? readdirSync(kept) : []) {
      if (!name.endsWith("-greedy.grog")) continue;
      const record = readFileSync(join(kept, name), "utf8");
      assert.ok(engine.openText(SLOT_REPLAY, record, name).ok);
      told.push(...stringsIn(engine.log(SLOT_REPLAY, "all", 0), name));
      engine.goTo(SLOT_REPLAY, 30);
      const { svg, ...board } = engine.board(SLOT_REPLAY, "all");
      assert.ok(svg.length > 0);
      told.push(...stringsIn(board, name));
      for (const unit of board.units)
        told.push(...stringsIn(engine.card(SLOT_REPLAY, "all", unit.name), name));
    }
  }
  assert.ok(told.length > 10_000);
  const escaped = told.filter(([, text]) => /&(#\w+|amp|lt|gt|quot|nbsp);/.test(text));
  assert.deepEqual(escaped, []);
});

test("set-ups have people's words, and no ids of rows", () => {
  for (const game of engine.games) {
    const ids = [...game.options.map((one) => one.name), ...game.numbers.map((one) => one.id)];
    const told = [
      ...game.options.map((one) => one.text),
      ...game.numbers.map((one) => one.text),
      ...game.scenarios.flatMap((one) => [one.text, one.size, one.length]),
      ...game.scenarios.map((one) => one.balance?.words ?? "a"),
    ];
    for (const words of told) {
      assert.match(words, /[a-z]/, `${game.id}: ${words}`);
      for (const word of words.match(/[a-z0-9]+(?:_[a-z0-9]+)+|[a-z]\w*=/g) ?? [])
        assert.fail(`${game.id}: "${words}" has ${word}${ids.includes(word) ? ", an id" : ""}`);
    }
  }
});

test("house rules: a file is read by the core, and the game says what differs", () => {
  const drill = engine.games.find((one) => one.id === "drill");
  assert.ok(drill?.numbers.some((one) => one.id === "march" && one.standard === 60));
  const read = engine.readTables("drill", "ours.txt", "tables drill 1\nmarch=70 # ours\n");
  assert.ok(read.ok);
  assert.deepEqual(
    read.house?.numbers.map((one) => [one.id, one.value]),
    [["march", 70]],
  );
  const bad = engine.readTables("drill", "ours.txt", "march=700");
  assert.ok(!bad.ok);
  assert.match(bad.error, /ours\.txt, line 1, column 7: .*march is 10 to 120/);
  const none = engine.readTables("drill", "ours.txt", "march=60");
  assert.ok(none.ok && none.house === undefined);
  const opened = engine.open(SLOT_GAME, { game: "drill", seed: 1n, seats, options: { march: 70 } });
  assert.ok(opened.ok);
  assert.equal(opened.standing.house?.numbers[0]?.value, 70);
  assert.match(engine.svg(SLOT_GAME, "all"), /<title>[^<]*house rules<\/title>/);
  const usual = engine.open(SLOT_GAME, { game: "drill", seed: 1n, seats });
  assert.ok(usual.ok && usual.standing.house === undefined);
});

/** Plays on with computer players; up to so many decisions. */
function play(decisions: number, player: string, seed: bigint): Standing {
  let standing = engine.run(SLOT_GAME);
  for (let i = 0; i < decisions && !standing.turn.over; i++) {
    const side = standing.turn.deciding[0];
    assert.ok(side !== undefined);
    const chosen = engine.think(SLOT_GAME, player, side, seed + BigInt(i));
    assert.ok(chosen.ok, JSON.stringify(chosen));
    const done = engine.act(SLOT_GAME, side, chosen.action);
    assert.ok(done.ok, JSON.stringify(done));
    standing = engine.run(SLOT_GAME);
  }
  return standing;
}

/** What the command says on stderr, without its name. */
function commandSays(...args: string[]): { status: number | null; says: string; out: string } {
  const ran = spawnSync(command, args, { encoding: "utf8", cwd: work });
  return {
    status: ran.status,
    says: ran.stderr.trim().replace(/^grognard: /, ""),
    out: ran.stdout,
  };
}

const firstDeciding = (standing: Standing): Side => standing.turn.deciding[0] ?? "blue";

test("a player who thinks can be told to move now", () => {
  const opened = engine.open(SLOT_GAME, { game: "squares", scenario: "sq-tiny", seed: 3n, seats });
  assert.ok(opened.ok);
  const side = firstDeciding(engine.run(SLOT_GAME));
  const told: number[] = [];
  assert.ok(engine.thinkBegin(SLOT_GAME, "marshal", side, 5n).ok);
  assert.equal(engine.thinkOn(0, false, (done) => told.push(done)), false); // a pause, no choice
  assert.equal(engine.thinkOn(0, false, (done) => told.push(done)), false);
  assert.equal(engine.thinkOn(0, true), true);
  const chosen = engine.thinkTake(SLOT_GAME, side);
  assert.ok(chosen.ok);
  assert.ok(engine.act(SLOT_GAME, side, chosen.action).ok);
  assert.equal(told.length, 2);
  const marshal = engine.players.find((one) => one.name === "marshal");
  assert.deepEqual([marshal?.title, marshal?.style], ["The Marshal", "steady"]);
});

test("the laboratory plays the games of `grognard lab run`", () => {
  for (const [game, scenario, player, option] of [
    ["squares", "sq-tiny", "greedy", "max_rounds=9"],
    ["drill", "drill-line", "line", ""],
  ] as const) {
    const [name, value] = option.split("=");
    const options = value === undefined ? {} : { [name ?? ""]: Number(value) };
    const rows = [0, 1, 2, 3].map((number) => {
      const both = { blue: player, red: player };
      const seed = engine.gameSeed(1815n, number);
      assert.ok(engine.open(SLOT_GAME, { game, scenario, seats: both, options, seed }).ok);
      const row = engine.finish(SLOT_GAME);
      assert.ok(row.over && engine.standing(SLOT_GAME, "all").turn.over);
      return row;
    });
    const says = commandSays(
      ...["lab", "run", game, scenario, "--blue", player, "--red", player, "--games", "4"],
      ...["--seed", "1815", "--json", ...(option === "" ? [] : ["--option", option])],
    );
    assert.equal(says.status, 0, says.says);
    const said = JSON.parse(says.out) as Record<string, { count: number; mean: number }>;
    const sum = sumUp(rows);
    assert.equal(sum.wins.blue.count, said["blue"]?.count);
    assert.equal(sum.wins.red.count, said["red"]?.count);
    assert.equal(sum.rounds, said["rounds"]?.mean);
    assert.equal(sum.decisions, said["decisions"]?.mean);
    assert.equal(sum.ends.reduce((all, one) => all + one.count, 0), 4);
    assert.equal(sum.ended.reduce((all, at) => all + at.blue + at.red + at.nobody, 0), 4);
  }
  const half = wilson(5, 10); // as published
  assert.ok(Math.abs(half.low - 0.236593) < 1e-6 && Math.abs(half.high - 0.763407) < 1e-6);
  assert.deepEqual([wilson(0, 10).low, wilson(10, 10).high, wilson(0, 0).high], [0, 1, 1]);
});

for (const game of engine.games) {
  test(`${game.id}: the signature of play is the native one`, () => {
    const lines = readFileSync(join(root, "tests/signature.txt"), "utf8");
    assert.match(lines, new RegExp(`^${game.id} ${engine.signature(game.id)}$`, "m"));
  });

  test(`${game.id}: every scenario opens, is drawn, and can be asked`, () => {
    for (const scenario of game.scenarios) {
      const standing = begin(game, scenario.name, 7n);
      assert.equal(standing.scenario, scenario.name);
      const board = engine.board(SLOT_GAME, "all");
      assert.match(board.svg, /^<svg/);
      assert.ok(board.map.units > 0 && board.map.ticks > 0);
      assert.ok(engine.text(SLOT_GAME, "blue").length > 0);
      assert.match(engine.svg(SLOT_GAME, "watcher"), /^<(\?xml|svg)/);
      assert.ok(engine.offers(SLOT_GAME, firstDeciding(standing)).length > 0);
    }
    assert.match(engine.sheet(game.id), /<\/html>/);
  });

  test(`${game.id}: a record reads back, and every ply of it can be shown`, () => {
    begin(game, undefined, 11n);
    const end = play(40, "random", 3n);
    const record = engine.record(SLOT_GAME, "all");
    const opened = engine.openText(SLOT_REPLAY, record, "game.grog");
    assert.ok(opened.ok, JSON.stringify(opened));
    assert.equal(opened.standing.hash, end.hash);
    assert.equal(opened.standing.plies, end.plies);
    assert.equal(engine.record(SLOT_REPLAY, "all"), record);
    const log = engine.log(SLOT_REPLAY, "all", 0);
    assert.equal(log.length, end.plies);
    assert.deepEqual(
      log.map((entry) => entry.ply),
      log.map((_, index) => index + 1),
    );
    assert.deepEqual(engine.log(SLOT_REPLAY, "all", end.plies - 2), log.slice(-2));
    for (const ply of [0, end.plies, 1, Math.floor(end.plies / 2), end.plies - 1]) {
      assert.equal(engine.goTo(SLOT_REPLAY, ply).ply, ply);
      assert.match(engine.position(SLOT_REPLAY, "all"), new RegExp(`^position ${game.id} `));
    }
    assert.equal(engine.goTo(SLOT_REPLAY, end.plies).hash, end.hash);
    writeFileSync(join(work, "game.grog"), record);
    assert.equal(commandSays("replay", "game.grog", "--quiet").status, 0);
  });

  test(`${game.id}: what is offered may be done, has odds, and shows what it means`, () => {
    begin(game, undefined, 5n);
    const standing = play(12, "random", 9n);
    if (standing.turn.over) return;
    const side = firstDeciding(standing);
    const offers = engine.offers(SLOT_GAME, side);
    for (const offer of offers) {
      const judged = engine.judge(SLOT_GAME, side, offer.action);
      assert.ok(judged.ok && judged.verdict === undefined, offer.action);
      assert.equal(judged.action, offer.action);
    }
    for (const offer of offers.filter((_, index) => index % Math.ceil(offers.length / 12) === 0)) {
      const odds = engine.odds(SLOT_GAME, side, offer.action);
      assert.ok(odds.ok, offer.action);
      const sum = odds.odds.outcomes.reduce(
        (all, one) => all + one.percent,
        odds.odds.rest?.percent ?? 0,
      );
      assert.ok(Math.abs(sum - 100) < 1e-5, `${offer.action}: ${sum}`);
      const sketch = engine.sketch(SLOT_GAME, side, offer.action);
      assert.ok(sketch.ok);
      assert.deepEqual(sketch.sketch.ends, offer.ends);
      assert.ok(sketch.sketch.svg.length > 0 || offer.ends.length + offer.targets.length === 0);
      for (const end of offer.ends) {
        const aimed = engine.aim(SLOT_GAME, side, end.unit, end, end.facing);
        assert.ok(aimed === undefined || engine.judge(SLOT_GAME, side, aimed.action).ok);
      }
    }
  });

  test(`${game.id}: what was done without a die can be taken back`, () => {
    let standing = begin(game, undefined, 21n);
    for (let i = 0; i < 60 && !standing.turn.over; i++) {
      const side = firstDeciding(standing);
      const before = engine.position(SLOT_GAME, "all");
      const chosen = engine.think(SLOT_GAME, "random", side, BigInt(i));
      assert.ok(chosen.ok);
      const done = engine.act(SLOT_GAME, side, chosen.action);
      assert.ok(done.ok);
      if (done.standing.undo[side]) {
        assert.ok(engine.undo(SLOT_GAME, side));
        assert.equal(engine.position(SLOT_GAME, "all"), before);
        assert.ok(engine.act(SLOT_GAME, side, chosen.action).ok);
        if (i % 7 === 0) {
          const plies = engine.standing(SLOT_GAME, "all").plies;
          const back = engine.restartTurn(SLOT_GAME, side);
          assert.ok(back >= 1 && engine.standing(SLOT_GAME, "all").plies <= plies - back);
        }
        standing = engine.run(SLOT_GAME);
        if (i % 7 === 0) standing = play(1, "random", BigInt(1000 + i));
        continue;
      }
      assert.equal(engine.undo(SLOT_GAME, side), false);
      standing = engine.run(SLOT_GAME);
    }
  });

  test(`${game.id}: a damaged record gets the sentence of the command line`, () => {
    begin(game, undefined, 31n);
    play(25, "random", 2n);
    const record = engine.record(SLOT_GAME, "all");
    const pick = numbers(1805);
    for (let i = 0; i < 24; i++) {
      const at = pick(record.length);
      const damaged =
        i % 3 === 0
          ? record.slice(0, at)
          : i % 3 === 1
            ? record.slice(0, at) + "09az#:[".charAt(pick(7)) + record.slice(at + 1)
            : record.slice(0, at) + record.slice(at + 1 + pick(40));
      writeFileSync(join(work, "bad.grog"), damaged);
      const said = commandSays("replay", "bad.grog", "--quiet");
      const opened = engine.openText(SLOT_REPLAY, damaged, "bad.grog");
      assert.equal(opened.ok, said.status === 0, said.says);
      if (!opened.ok) assert.equal(opened.error, said.says);
    }
  });

  test(`${game.id}: a wrong order gets the command line's sentence, and the game goes on`, () => {
    const standing = begin(game, undefined, 5n);
    const side = firstDeciding(standing);
    writeFileSync(join(work, "now.pos"), engine.position(SLOT_GAME, "all"));
    for (const wrong of [
      "",
      "frobnicate",
      "act",
      "order 99Z",
      "give ac0 ad1 99",
      "resign now",
      "\u00e9\u4e2d",
    ]) {
      const done = engine.act(SLOT_GAME, side, wrong);
      const said = commandSays("do", "now.pos", "--side", side, wrong, "--seed", "1");
      assert.equal(done.ok, said.status === 0, wrong);
      if (!done.ok) assert.equal(done.error, said.says);
    }
    assert.equal(engine.standing(SLOT_GAME, "all").hash, standing.hash);
    assert.ok(play(3, "random", 1n).plies > standing.plies);
  });

  test(`${game.id}: noise never breaks the core`, () => {
    begin(game, undefined, 77n);
    const standing = play(10, "random", 4n);
    const side = firstDeciding(standing);
    const pick = numbers(42);
    const texts = [engine.position(SLOT_GAME, "all"), engine.record(SLOT_GAME, "all")];
    const actions = engine.offers(SLOT_GAME, side).map((offer) => offer.action);
    for (let i = 0; i < 400; i++) {
      const text = texts[i % 2] ?? "";
      const at = pick(text.length);
      const noise = String.fromCharCode(
        ...Array.from({ length: pick(6) }, () => pick(i % 5 === 0 ? 0x800 : 127)),
      );
      engine.openText(SLOT_REPLAY, text.slice(0, at) + noise + text.slice(at + pick(12)), "noise");
      const action = actions[pick(Math.max(1, actions.length))] ?? "end";
      const cut = pick(action.length + 1);
      const bad = action.slice(0, cut) + noise + action.slice(cut + pick(3));
      engine.judge(SLOT_GAME, side, bad);
      engine.sketch(SLOT_GAME, side, bad);
      engine.aim(
        SLOT_GAME,
        side,
        noise,
        { x: pick(1e9) - 5e8, y: pick(1e9) - 5e8 },
        pick(9999) - 1,
      );
    }
    const units = engine.board(SLOT_GAME, "all").units;
    for (let i = 0; i < 120; i++) {
      const name = () => units[pick(units.length)]?.name ?? "";
      const place = () => ({ x: pick(200000) - 50000, y: pick(200000) - 50000 });
      const kind = (["reach", "sight", "measure", "arcs", "contact"] as const)[i % 5] ?? "reach";
      const answer = engine.ask(SLOT_GAME, side, {
        kind,
        who: name(),
        ...(pick(2) === 0 ? { whom: name() } : { to: place() }),
      });
      assert.ok(answer.ok);
      engine.aim(
        SLOT_GAME,
        side,
        name(),
        pick(2) === 0 ? { whom: name() } : place(),
        pick(3601) - 1,
      );
    }
    assert.equal(engine.standing(SLOT_GAME, "all").hash, standing.hash);
  });
}

test("positions read by hand, and what is wrong with them", () => {
  const bad = [
    "",
    "# nothing\n",
    "grognard 9\n",
    "position chess 1\n",
    "position squares 1\nA1 elephant:4 d3 N\n",
    "grognard 1\nruleset squares 99\n",
    "\u0001",
    "position squares 1\r\npractice\r\nA1 inf:4 d3 N\r\nA1 inf:4 d4 N\r\n",
  ];
  for (const text of bad) {
    writeFileSync(join(work, "bad.pos"), text);
    const said = commandSays("show", "bad.pos");
    const opened = engine.openText(SLOT_REPLAY, text, "bad.pos");
    assert.equal(opened.ok, said.status === 0, text);
    if (!opened.ok) assert.equal(opened.error, said.says);
  }
  const missing = engine.open(SLOT_GAME, { game: "chess", seed: 1n, seats });
  assert.ok(!missing.ok && missing.error.includes("chess"));
  const option = engine.open(SLOT_GAME, {
    game: "squares",
    options: { elephants: 1 },
    seed: 1n,
    seats,
  });
  assert.ok(
    !option.ok && option.error === commandSays("new", "squares", "--option", "elephants=1").says,
  );
});

test("odds are those of the command line", () => {
  const position = "position squares 1\npractice\nA1 inf:4 d3 N; B1 inf:4 d5 N\n";
  writeFileSync(join(work, "rear.pos"), position);
  assert.ok(engine.openText(SLOT_GAME, position, "rear.pos").ok);
  const attack = engine.offers(SLOT_GAME, "blue").find((offer) => offer.action.endsWith("attack"));
  assert.ok(attack !== undefined);
  const told: unknown = JSON.parse(
    commandSays("odds", "rear.pos", "--side", "blue", attack.action, "--json").out,
  );
  const odds = engine.odds(SLOT_GAME, "blue", attack.action, "full");
  assert.ok(odds.ok && odds.odds.exact && odds.odds.outcomes.length > 2);
  assert.ok(odds.odds.roll !== undefined);
  assert.deepEqual(JSON.parse(JSON.stringify(odds.odds)), told);
});

test("a secret order is in no view of the other side until it is revealed", () => {
  const game = engine.games.find((one) => one.id === "commanders");
  assert.ok(game !== undefined);
  const standing = begin(game, "marengo", 8n);
  assert.equal(standing.turn.secret, true);
  const before = ["position", "log", "record", "board", "offers"].map((what) => seen(what));
  const order = engine.offers(SLOT_GAME, "blue").find((offer) => offer.word === "order");
  assert.ok(order !== undefined);
  assert.ok(engine.act(SLOT_GAME, "blue", order.action).ok);
  assert.equal(engine.standing(SLOT_GAME, "red").hides, true);
  assert.equal(engine.standing(SLOT_GAME, "red").hash, "");
  assert.deepEqual(
    ["position", "log", "record", "board", "offers"].map((what) => seen(what)),
    before,
  );
  assert.equal(engine.log(SLOT_GAME, "blue", 0).at(-1)?.action, order.action);

  function seen(what: string): string {
    switch (what) {
      case "position":
        return engine.position(SLOT_GAME, "red");
      case "log":
        return JSON.stringify(engine.log(SLOT_GAME, "red", 0));
      case "record":
        return engine.record(SLOT_GAME, "red");
      case "board":
        return JSON.stringify(engine.board(SLOT_GAME, "red"));
      default:
        return JSON.stringify(engine.offers(SLOT_GAME, "red"));
    }
  }
});

test("one side's part of a running game can be stepped through as far as it lies open", () => {
  const commanders = engine.games.find((game) => game.id === "commanders");
  assert.ok(commanders !== undefined);
  begin(commanders, undefined, 4n);
  for (let i = 0; i < 400 && engine.standing(SLOT_GAME, "all").turn.round < 2; i++)
    play(1, "random", BigInt(100 + i));
  const live = play(2, "greedy", 7n); // somebody plans the second round
  const part = engine.record(SLOT_GAME, "blue");
  assert.match(part, /^hidden$/m);
  const opened = engine.openReplay(SLOT_REPLAY, part, "a part");
  assert.ok(opened.ok, JSON.stringify(opened));
  const { plies } = opened.standing;
  const open = engine.log(SLOT_REPLAY, "all", 0).length;
  assert.equal(plies, open + 1);
  assert.equal(engine.standing(SLOT_REPLAY, "blue").ply, plies);
  assert.equal(engine.position(SLOT_REPLAY, "all"), engine.position(SLOT_GAME, "blue"));
  assert.equal(engine.goTo(SLOT_REPLAY, open).turn.round, live.turn.round);
  assert.equal(engine.goTo(SLOT_REPLAY, 0).ply, 0);
  assert.equal(engine.goTo(SLOT_REPLAY, plies + 5).ply, plies);
  assert.equal(engine.position(SLOT_REPLAY, "all"), engine.position(SLOT_GAME, "blue"));
  const whole = engine.openReplay(SLOT_REPLAY, engine.record(SLOT_GAME, "all"), "all of it");
  assert.ok(whole.ok);
  assert.equal(whole.standing.plies, live.plies);
});

test("a record that corrected rules play otherwise is shown to its end", () => {
  const path = join(root, "tests/releases/earlier/lucky-2-differs.grog");
  const record = readFileSync(path, "utf8");
  const opened = engine.openReplay(SLOT_REPLAY, record, "an old game");
  assert.ok(opened.ok);
  const by = opened.standing.played_by;
  assert.equal(
    by?.text,
    "Played by version 2; verified up to action 13; from there on shown as recorded.",
  );
  assert.deepEqual(by?.corrections.map((one) => one.clause), ["LG-R144"]);
  assert.equal(opened.standing.plies, 14);
  const log = engine.log(SLOT_REPLAY, "all", 0);
  assert.deepEqual(log.map((entry) => entry.ply), [...Array(14).keys()].map((ply) => ply + 1));
  assert.equal(log[12]?.recorded, undefined);
  assert.deepEqual([log[13]?.recorded, log[13]?.action], [true, "react"]);
  for (const ply of [0, 5, 13, 14, 2]) {
    engine.goTo(SLOT_REPLAY, ply);
    assert.equal(engine.standing(SLOT_REPLAY, "all").ply, ply);
  }
  const played = engine.openText(SLOT_GAME, record, "an old game", 7n);
  assert.ok(played.ok, "it can be played on from the last action that was verified");
  assert.equal(played.standing.plies, 13);
});
