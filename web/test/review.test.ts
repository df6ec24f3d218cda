// review.test.ts - a look back in two numbers and one sentence.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Review, ReviewSide } from "../src/advice-types";
import { summaryOf, sumOf } from "../src/review";

const side = (luck: number): ReviewSide => ({
  luck,
  luck_error: 0,
  choice: 0,
  loss: 0,
  rolls: 1,
  decisions: 1,
  looked: 1,
  mistakes: 0,
});

function review(start: number, end: number, luck: number): Review {
  return {
    ending: "",
    judge: "",
    title: "",
    plies: 9,
    over: true,
    winner: end > 50 ? "blue" : "red",
    start,
    end,
    play: end - start - luck,
    sides: { blue: side(luck), red: side(0), nobody: side(0) },
    turning: [],
    units: [],
  };
}

test("review: luck and decisions add up, and neither is beyond what there was to win", () => {
  assert.deepEqual(sumOf(review(50, 100, 20.4)), { start: 50, luck: 20, play: 30, end: 100 });
  for (const luck of [-300, -118, -60, 0, 60, 168, 300])
    for (const [start, end] of [[50, 0], [50, 100], [70, 50], [2, 100]] as const) {
      const sum = sumOf(review(start, end, luck));
      assert.equal(sum.start + sum.luck + sum.play, sum.end);
      assert.ok(Math.abs(sum.luck) <= 100 && Math.abs(sum.play) <= 100, JSON.stringify(sum));
    }
});

test("review: one sentence sums it up", () => {
  assert.match(summaryOf(review(50, 100, 10)), /^Blue won .*decisions.*\+40.*\+10/);
  assert.match(summaryOf(review(50, 0, -70)), /^Red won .*dice.*\+70.*-20/);
});
