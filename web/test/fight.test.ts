// fight.test.ts - a fight before its dice, in words.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Throw, Unit } from "../src/engine-types";
import { diceWords, foesOf, shortPercent } from "../src/fight";

const thrown = (more: Partial<Throw>): Throw => ({
  check: "saves",
  percent: 100,
  least: 1,
  dice: 1,
  ...more,
});

test("who throws and at whom stands on its side", () => {
  const unit = (name: string, side: "blue" | "red"): Unit => ({ name, side }) as Unit;
  const foes = foesOf(
    [thrown({ who: "a1", whom: "b1" }), thrown({ who: "b1" }), thrown({ who: "zz" })],
    [unit("a1", "blue"), unit("b1", "red"), unit("b2", "red")],
  );
  assert.deepEqual(foes, { blue: ["a1"], red: ["b1"] });
});

test("dice are told with what counts, or what they are held against", () => {
  assert.equal(diceWords(thrown({})), "1 die");
  assert.equal(
    diceWords(thrown({ least: 1, dice: 3, counting: "4 or more", what: "save" })),
    "1 to 3 dice, 4 or more is a save",
  );
  assert.equal(
    diceWords(
      thrown({
        dice: 2,
        least: 2,
        needs: 8,
        against: "rating",
        mods: [{ id: "x", amount: 1, text: "" }],
      }),
    ),
    "2 dice against rating 8, here 9",
  );
});

test("no chance reads as none or as certain", () => {
  assert.equal(shortPercent(0.2), "<1 %");
  assert.equal(shortPercent(99.6), ">99 %");
  assert.equal(shortPercent(55.6), "56 %");
  assert.equal(shortPercent(100), "100 %");
});
