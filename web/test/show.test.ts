// show.test.ts - when what is seen: ways first, then dice, losses, and who was driven back.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameEvent, LogEntry, Unit } from "../src/engine-types";
import { joined, retreats, showOf, waysOf, withWays } from "../src/show";
import { whyItCounts } from "../src/fight";

const move = (who: string): GameEvent => ({ event: "move", who, text: "" });
const ROLL: GameEvent = {
  event: "roll",
  check: "attack",
  who: "A1",
  whom: "B1",
  dice: [1, 6, 3],
  counts: [false, true, true],
  counting: "3 or more",
  what: "hit",
  text: "",
};
const way = (unit: string) => ({
  unit,
  points: [
    { x: 0, y: 0 },
    { x: 1000, y: 0 },
  ],
});
const ENTRY: LogEntry = {
  ply: 1,
  side: "blue",
  action: "act A1 F attack",
  round: 1,
  phase: "act",
  events: [move("A1"), ROLL, move("B1")],
  ways: [way("B1"), way("A1")],
  losses: [{ unit: "B1", had: 4, left: 2, at: { x: 1000, y: 0 } }],
};

test("who moves goes first, then the dice land, and who is driven back goes last", () => {
  const show = showOf([ENTRY], "slow");
  assert.ok(show !== undefined);
  const [first, last] = show.glides;
  const [roll] = show.rolls;
  assert.equal(first?.unit, "A1");
  assert.equal(first?.begins, 0);
  assert.equal(last?.unit, "B1");
  assert.ok(roll !== undefined && roll.begins >= (first?.time ?? 0));
  assert.ok((last?.begins ?? 0) >= roll.ends);
  assert.ok((show.losses[0]?.begins ?? 0) >= roll.ends);
  const quick = showOf([ENTRY], "quick");
  assert.ok((quick?.time ?? 0) < show.time / 2);
  assert.equal(showOf([ENTRY], "off"), undefined);
});

test("a retreat is told from a way that was ordered", () => {
  assert.deepEqual(
    retreats([ENTRY]).map((one) => one.unit),
    ["B1"],
  );
  assert.equal(waysOf([ENTRY]).length, 2);
  assert.equal(retreats([{ ...ENTRY, events: [move("A1"), move("B1")] }]).length, 0);
});

test("what comes while dice still land waits for them", () => {
  const old = showOf([ENTRY], "quick");
  const draw = { ...ROLL, check: undefined, text: "red may activate" } as unknown as GameEvent;
  const fresh = showOf([{ ...ENTRY, events: [ROLL], ways: [], losses: [] }], "quick");
  assert.ok(old !== undefined && fresh !== undefined);
  const both = joined(old, fresh, 100);
  assert.equal(both.rolls.length, 2);
  assert.equal(both.rolls[0], old.rolls[0], "what lies there is thrown again");
  assert.ok(Math.abs((both.rolls[1]?.begins ?? 0) - (old.time - 100)) < 1);
  const next = showOf([{ ...ENTRY, events: [draw], ways: [], losses: [] }], "quick");
  assert.equal(joined(old, next ?? fresh, 100).rolls.length, 1, "a draw hides the fight");
});

test("a die that counts says why", () => {
  assert.equal(whyItCounts(ROLL), "3 or more is a hit");
  assert.equal(whyItCounts({}), "");
});

test("where the log tells no ways, two pictures do", () => {
  const unit = (number: number, x: number, strength: number): Unit =>
    ({ unit: number, name: `u${number}`, x, y: 0, strength }) as Unit;
  const { ways: _ways, losses: _losses, ...bare } = ENTRY;
  const [told] = withWays(
    [bare],
    [unit(1, 0, 4), unit(2, 5, 4), unit(3, 7, 1)],
    [unit(1, 9, 4), unit(2, 5, 2)],
  );
  assert.deepEqual(told?.ways?.map((one) => [one.unit, one.points[1]?.x]), [["u1", 9]]);
  assert.deepEqual(told?.losses?.map((one) => [one.unit, one.had, one.left]), [["u2", 4, 2]]);
  assert.equal(withWays([ENTRY], [], [])[0], ENTRY);
});
