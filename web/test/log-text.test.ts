// log-text.test.ts - the log for people: how the end of a game is told.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LogEntry } from "../src/engine-types";
import { gaveUp, overWords, whyOver } from "../src/log-text";

const entry = (...events: LogEntry["events"]): LogEntry => ({
  ply: 1,
  side: "blue",
  action: "end",
  round: 1,
  phase: "act",
  events,
});

test("the end is told without its clause, as a sentence", () => {
  const note = { event: "note", text: "Victory points: blue 3, red 1. (ST-T26)" } as const;
  const told = (text: string) => whyOver([entry(note), entry(note, { event: "end", text })]);
  assert.equal(
    told("Red's army is broken, 1 of 1 brigade: blue has won. (ST-R87)"),
    "Red's army is broken, 1 of 1 brigade: blue has won.",
  );
  assert.equal(told("red gives up: blue has won (CW-R85)"), "Red gives up: blue has won.");
  assert.equal(told("the limit is reached: a draw"), "The limit is reached: a draw.");
});

test("who gives up has lost by no clause", () => {
  assert.equal(gaveUp([entry(), { ...entry(), action: "resign" }]), true);
  assert.equal(gaveUp([entry()]), false);
  assert.equal(gaveUp([]), false);
});

test("who sits here alone has won or lost; among others a side has", () => {
  assert.equal(overWords("red", ["red"]), "You have won.");
  assert.equal(overWords("red", ["blue"]), "You have lost.");
  assert.equal(overWords("red", ["blue", "red"]), "Red has won.");
  assert.equal(overWords("blue", []), "Blue has won.");
  assert.equal(overWords(null, ["blue"]), "The battle is drawn.");
});

test("a game that nobody's action has ended tells nothing", () => {
  assert.equal(whyOver([]), undefined);
  assert.equal(whyOver([entry({ event: "note", text: "nothing (ST-R1)" })]), undefined);
});
