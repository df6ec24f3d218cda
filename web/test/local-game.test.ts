// local-game.test.ts - the game on the table: who decides here, who may look, what is kept.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Engine } from "../src/engine";
import { SLOT_GAME } from "../src/engine-types";
import { LocalGame } from "../src/local-game";
import { marchOf, whyHalted } from "../src/marches";
import type { Thinker } from "../src/thinker";
import { stateOf } from "../src/ui/units";

const bytes = readFileSync(join(process.env["GROGNARD_STATIC"] ?? "", "grognard.wasm"));

/** The players of the engine itself, without a worker. */
function thinkerOf(engine: Engine): Thinker {
  return {
    think: (position, side, player, seed) => {
      const opened = engine.openText(2, position, "the position");
      const chosen = opened.ok ? engine.think(2, player, side, seed) : opened;
      return chosen.ok ? Promise.resolve(chosen.action) : Promise.reject(new Error(chosen.error));
    },
    moveNow: () => undefined,
    stop: () => undefined,
    odds: () => Promise.resolve(undefined),
    around: () => Promise.resolve(undefined),
    group: () => Promise.resolve(undefined),
    danger: () => Promise.resolve(undefined),
    hint: () => Promise.reject(new Error("nobody is asked")),
    review: () => Promise.reject(new Error("nobody is asked")),
    plan: () => Promise.reject(new Error("nobody plans here")),
    stopPlan: () => undefined,
    stopAdvice: () => undefined,
    prepare: () => undefined,
    playOne: () => Promise.reject(new Error("there is no laboratory here")),
    stopLab: () => undefined,
  };
}

async function begin(game: string, scenario: string, red: string) {
  const engine = await Engine.load(bytes);
  const opened = engine.open(SLOT_GAME, { game, scenario, seed: 7n, seats: { blue: "me", red } });
  assert.ok(opened.ok);
  const kept: string[] = [];
  const complaints: string[] = [];
  const table = new LocalGame("test", {
    engine,
    thinker: thinkerOf(engine),
    pace: () => 0,
    seed: () => 1n,
    keep: (_game, _standing, record) => void kept.push(record),
    complain: (text) => void complaints.push(text),
  });
  table.start();
  await settled(table);
  return { engine, table, kept, complaints };
}

/** Until a person here has to decide, or it is over, or a curtain is down. */
async function settled(table: LocalGame): Promise<void> {
  for (let turns = 0; turns < 10_000; turns++) {
    const { acting, curtain, standing } = table.snapshot();
    if (acting !== undefined || curtain !== undefined || standing.turn.over) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  assert.fail("the game does not come to rest");
}

test("between two people with secrets a curtain falls; behind it nothing is told", async () => {
  const { table } = await begin("commanders", "skirmish", "me");
  assert.equal(table.snapshot().acting, "blue");
  const order = table.snapshot().offers.find((offer) => offer.word === "order")?.action ?? "";
  assert.equal(await table.act(order), undefined);
  assert.equal(await table.act("ready"), undefined);
  await settled(table);
  const hidden = table.snapshot();
  assert.equal(hidden.curtain, "red");
  assert.equal(hidden.viewer, "watcher");
  assert.equal(hidden.acting, undefined);
  assert.ok(!JSON.stringify(hidden).includes(order), "the order can be read through the curtain");
  assert.ok(!table.record().includes(order), "the file saved now tells the order");
  table.lift();
  assert.equal(table.snapshot().viewer, "red");
  assert.equal(table.snapshot().acting, "red");
  assert.ok(!JSON.stringify(table.snapshot()).includes(order), "red can read blue's order");
});

test("an action, its undoing, and a record after each of them", async () => {
  const { table, kept } = await begin("lucky", "outpost", "me");
  const side = table.snapshot().acting;
  const before = table.snapshot().standing.hash;
  const [first] = table.snapshot().offers;
  assert.ok(first !== undefined && side !== undefined);
  const records = kept.length;
  assert.equal(await table.act(first.action), undefined);
  await settled(table);
  assert.notEqual(table.snapshot().standing.hash, before);
  assert.ok(kept.length > records);
  assert.ok(table.undo());
  await settled(table);
  assert.equal(table.snapshot().standing.hash, before);
});

/** The names of the calls that reach the engine from now on. */
function listen(engine: Engine): string[] {
  const calls: string[] = [];
  for (const name of Object.getOwnPropertyNames(Engine.prototype)) {
    const inner: unknown = Reflect.get(engine, name);
    if (typeof inner !== "function" || name === "constructor" || isPlumbing.has(name)) continue;
    Reflect.set(engine, name, (...args: unknown[]): unknown => {
      calls.push(name);
      return Reflect.apply(inner, engine, args);
    });
  }
  return calls;
}
const isPlumbing = new Set(["json", "words", "call", "read", "putDown", "standingOf"]);

test("an order after which its side decides on is one call of the engine", async () => {
  const { engine, table, kept } = await begin("lucky", "outpost", "me");
  const [offer] = table.snapshot().offers;
  assert.ok(offer !== undefined);
  const records = kept.length;
  const calls = listen(engine);
  assert.equal(await table.act(offer.action), undefined);
  await settled(table);
  const shown = table.snapshot();
  assert.deepEqual(calls, ["order"]);
  assert.equal(kept.length, records + 1);
  assert.equal(shown.standing.plies, shown.log.length);
  const { engine: other, table: slow } = await begin("lucky", "outpost", "me");
  assert.ok(other.act(SLOT_GAME, "blue", offer.action).ok);
  const asked = other.see(SLOT_GAME, shown.viewer, shown.acting, 0);
  assert.equal(slow.snapshot().acting, shown.acting);
  const { standing, board, log, offers } = shown;
  assert.deepEqual({ standing, board, log, offers }, asked);
});

test("a refused order leaves everything as it was and says why", async () => {
  const { table } = await begin("squares", "sq-tiny", "me");
  const before = table.snapshot().standing;
  const failure = await table.act("act A1 F-F-F-F-F-F none");
  assert.ok(failure !== undefined && failure.error.length > 10);
  assert.deepEqual(table.snapshot().standing, before);
});

test("computer players play a game to its end; the replay looks at any moment of it", async () => {
  const { table, kept, complaints, engine } = await begin("squares", "sq-tiny", "greedy");
  for (let turn = 0; turn < 400 && !table.snapshot().standing.turn.over; turn++) {
    const [offer] = table.snapshot().offers;
    assert.ok(offer !== undefined);
    assert.equal(await table.act(offer.action), undefined);
    await settled(table);
  }
  assert.ok(table.snapshot().standing.turn.over);
  assert.deepEqual(complaints, []);
  const { plies } = table.snapshot();
  table.look(3);
  assert.equal(table.snapshot().standing.ply, 3);
  assert.equal(table.snapshot().plies, plies);
  assert.equal(table.snapshot().acting, undefined);
  table.look(undefined);
  assert.equal(table.snapshot().standing.ply, plies);
  const again = engine.openText(1, kept.at(-1) ?? "", "the kept game");
  assert.ok(again.ok && again.standing.plies === plies);
});

test("a commander who hands on his orders has lost nothing, and his march goes on", async () => {
  const { table } = await begin("lucky", "outpost", "me");
  const find = (name: string) => {
    const found = table.snapshot().board.units.find((unit) => unit.name === name);
    assert.ok(found !== undefined);
    return found;
  };
  const march = marchOf(find("ac0"), [{ x: 0, y: 0 }]);
  const give = table.snapshot().offers.find((offer) => offer.action.startsWith("give ac0 ad1"));
  assert.ok(give !== undefined);
  assert.equal(await table.act(give.action), undefined);
  await settled(table);
  assert.deepEqual(table.snapshot().log.at(-1)?.losses ?? [], []);
  assert.equal(whyHalted(march, table.snapshot()), undefined);
  assert.match(stateOf(find("ad1"), false), /^\d orders?$/);
  assert.ok(find("a1").strength > 0);
  const hit = { ...marchOf(find("a1"), []), strength: find("a1").strength + 1 };
  assert.equal(whyHalted(hit, table.snapshot()), "it was hit");
});
