// clash.test.ts - what the enemy may answer to a charge: the number on its arrow, and words.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import { goesOn, numberOn, yieldWords } from "../src/clash";
import type { Clash, Odds, Reply, Throw } from "../src/engine-types";

const roll: Throw = { check: "combat", percent: 100, least: 1, dice: 1 };
const reply = (they: number, we: number): Reply => ({
  words: "b1: stand",
  exact: true,
  they: { percent: they },
  we: { percent: we },
  units: [],
  throws: [roll],
});
const odds = (clash: Clash | undefined, throws: Throw[] = []): Odds =>
  ({ side: "blue", throws, ...(clash === undefined ? {} : { clash }) }) as unknown as Odds;
const ARROW = '<path class="arrow plan_charge blue" d="M100 200L200 400"/>';

test("the arrow of a charge has the chance of the best answer on it", () => {
  const clash: Clash = { answers: "red", replies: [reply(41.6, 3), reply(80, 1)] };
  const text = numberOn(ARROW, odds(clash));
  assert.match(text, /^<text [^>]*x="140" y="280">42 %<\/text>$/);
  assert.equal(numberOn('<path class="arrow plan blue" d="M1 2L3 4"/>', odds(clash)), "");
  assert.equal(numberOn(ARROW, odds(undefined)), "");
  assert.equal(numberOn(ARROW, undefined), "");
});

test("a chance below one percent leaves the picture whole", () => {
  const clash: Clash = { answers: "red", replies: [reply(0.4, 3)] };
  assert.match(numberOn(ARROW, odds(clash)), />&lt;1 %<\/text>$/);
});

test("answers are told where there are any, and where the dice come later", () => {
  const answered: Clash = { answers: "red", replies: [reply(1, 2)] };
  const later: Clash = { replies: [reply(1, 2)] };
  assert.equal(goesOn(odds(answered, [roll])), answered);
  assert.equal(goesOn(odds(later)), later);
  assert.equal(goesOn(odds(later, [roll])), undefined); // its dice are told already
  assert.equal(goesOn(odds(undefined)), undefined);
  assert.equal(goesOn(odds({ replies: [{ ...reply(0, 0), throws: [] }] })), undefined);
});

test("what hardly ever comes to blows is not told", () => {
  const far: Clash = { answers: "red", replies: [{ ...reply(50, 2), percent: 0.4 }] };
  assert.equal(goesOn(odds(far)), undefined);
  assert.equal(numberOn(ARROW, odds(far)), "");
  const near: Clash = { answers: "red", replies: [{ ...reply(50, 2), percent: 40 }] };
  assert.equal(goesOn(odds(near)), near);
});

test("who gives way is told by sides", () => {
  const clash: Clash = { answers: "red", replies: [reply(41.6, 0.2)] };
  assert.equal(yieldWords(odds(clash), reply(41.6, 0.2)), "red gives way 42 %, blue <1 %");
});
