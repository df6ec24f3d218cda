// choice.test.ts - what a click, a word and a key mean.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import { foundOptions, optionWords, valueWords } from "../src/option-words";
import { isNorth } from "../src/table-side";
import {
  ableUnits,
  completions,
  grouped,
  meant,
  nextUnit,
  sameSquare,
  sentence,
  spoken,
  toPicture,
  toTicks,
} from "../src/choice";
import type { BoardMap, Offer, Option, Side, Unit } from "../src/engine-types";

const offer = (action: string, more: Partial<Offer> = {}): Offer => ({
  action,
  words: action,
  word: action.split(" ")[0] ?? "",
  ends: [],
  targets: [],
  ...more,
});
const end = (unit: string, x: number, y: number) => ({ unit, x, y, facing: 0 });
const MAP: BoardMap = {
  x: 64,
  y: 1264,
  units: 100,
  ticks: 1000,
  width: 1328,
  height: 1328,
  low: { x: 0, y: 0 },
  high: { x: 12000, y: 12000 },
  cell: 1000,
};
const OFFERS = [
  offer("act A1 F none", { who: "A1", ends: [end("A1", 4500, 4500)] }),
  offer("act A1 L-R-F none", { who: "A1", ends: [end("A1", 4500, 4500)] }),
  offer("act A1 . shoot", { who: "A1", ends: [end("A1", 4500, 3500)], targets: ["B1"] }),
  offer("act A2 F none", { who: "A2", ends: [end("A2", 6500, 4500)] }),
  offer("end"),
];
const same = (a: { x: number; y: number }, hit: { at: { x: number; y: number } }) =>
  sameSquare(MAP, a, hit.at);

test("the units that can act come in the order of the offers, once each", () => {
  assert.deepEqual(ableUnits(OFFERS), ["A1", "A2"]);
  assert.deepEqual(ableUnits([offer("order 2I", { ends: [end("I1", 0, 0), end("I2", 0, 0)] })]), [
    "I1",
    "I2",
  ]);
});

test("n goes round the units that can act, both ways", () => {
  assert.equal(nextUnit(OFFERS, undefined, 1), "A1");
  assert.equal(nextUnit(OFFERS, "A1", 1), "A2");
  assert.equal(nextUnit(OFFERS, "A2", 1), "A1");
  assert.equal(nextUnit(OFFERS, "A1", -1), "A2");
  assert.equal(nextUnit(OFFERS, "B7", -1), "A2");
  assert.equal(nextUnit([offer("end")], undefined, 1), undefined);
});

test("a click on a place means what ends there, the plainest way first", () => {
  const found = meant(OFFERS, "A1", { at: { x: 4100, y: 4900 } }, same);
  assert.deepEqual(
    found.map((one) => one.action),
    ["act A1 F none", "act A1 L-R-F none"],
  );
  assert.deepEqual(meant(OFFERS, "A2", { at: { x: 4100, y: 4900 } }, same), []);
});

test("a click on a unit means what is aimed at it, whatever stands nearer", () => {
  const found = meant(OFFERS, "A1", { unit: "B1", at: { x: 4500, y: 4500 } }, same);
  assert.deepEqual(
    found.map((one) => one.action),
    ["act A1 . shoot"],
  );
});

test("an order of several bodies without a leader counts for each of them", () => {
  const orders = [
    offer("order 2I a1 a2", { ends: [end("I1", 1500, 1500), end("I2", 1600, 1500)] }),
  ];
  assert.equal(meant(orders, "I2", { at: { x: 1000, y: 1000 } }, same).length, 1);
});

const SAID = [
  offer("act A1 F none", { who: "A1", words: "move to d5" }),
  offer("act A1 F-F none", { who: "A1", words: "move to d6" }),
  offer("act A1 . shoot", { who: "A1", words: "shoot at B1" }),
  offer("target b1|b2 1 at b1|b2 1", { words: "bI3 attacks rI1" }),
  offer("target b1|b2 1 at b1|b2 2", { words: "bI3 attacks rI2" }),
  offer("end", { words: "end the turn; red is next" }),
];

test("offers are grouped by their first word; what stands alone comes last", () => {
  assert.deepEqual(
    grouped(SAID).map((group) => [group.heading, group.offers.length]),
    [
      ["Move", 2],
      ["bI3", 2],
      ["", 2],
    ],
  );
  assert.deepEqual(
    grouped(SAID.slice(0, 2)).map((group) => group.heading),
    ["Move"],
  );
});

test("an offer is spoken with its unit, unless that is in hand", () => {
  assert.equal(spoken(SAID[0]!, "A1"), "move to d5");
  assert.equal(spoken(SAID[0]!, undefined), "A1: move to d5");
  assert.equal(spoken(SAID[5]!, "A1"), "end the turn; red is next");
});

test("a sentence has a capital and a stop, and names keep their letters", () => {
  assert.equal(sentence("move to d5"), "Move to d5.");
  assert.equal(sentence("bI3 attacks rI1"), "bI3 attacks rI1.");
  assert.equal(sentence("a1: charge b2"), "a1: charge b2.");
});

const actions = (offers: readonly Offer[]): string[] => offers.map((one) => one.action);

test("what begins as typed is completed first, then what holds the words", () => {
  assert.deepEqual(actions(completions(OFFERS, "act a1 .", 9)), ["act A1 . shoot"]);
  assert.deepEqual(actions(completions(OFFERS, "shoot", 9)), ["act A1 . shoot"]);
  assert.deepEqual(actions(completions(OFFERS, "none a2", 9)), ["act A2 F none"]);
  assert.equal(completions(OFFERS, "", 2).length, 2);
  assert.deepEqual(completions(OFFERS, "zebra", 9), []);
  assert.deepEqual(actions(completions(SAID, "move d6", 9)), ["act A1 F-F none"]);
});

test("ticks and picture lead back to each other; north is up", () => {
  const place = { x: 3210, y: 9870 };
  assert.deepEqual(toTicks(MAP, toPicture(MAP, place)), place);
  assert.ok(toPicture(MAP, { x: 0, y: 9000 }).y < toPicture(MAP, { x: 0, y: 1000 }).y);
});

test("options are told in people's words: values by name, lengths in inches, groups", () => {
  const option = (text: string, low: number, high: number, standard = low): Option => ({
    name: "one",
    standard,
    low,
    high,
    step: 1,
    clause: "LG-R30",
    text,
  });
  const sum = optionWords(option("good order removes: 0 nothing, 1 disorder, 2 all", 0, 2));
  assert.equal(sum.group, "switches");
  assert.equal(valueWords(sum, 1), "disorder");
  const bare = optionWords(option("artillery may shoot after moving", 0, 1));
  assert.deepEqual([valueWords(bare, 0), valueWords(bare, 1)], ["no", "yes"]);
  const half = optionWords(option("cossacks roll for their evade; 0: always a full move", 0, 1));
  assert.deepEqual([valueWords(half, 0), valueWords(half, 1)], ["always a full move", "yes"]);
  const length = optionWords(option("width of cavalry, in hundredths of an inch", 50, 1200));
  assert.deepEqual([length.group, length.label], ["lengths", "width of cavalry"]);
  assert.equal(valueWords(length, 350), "3.5");
  assert.equal(optionWords(option("dice of a turn", 0, 12)).group, "numbers");
  assert.equal(foundOptions([option("dice of a turn", 0, 12)], "turn dice").length, 1);
  assert.equal(foundOptions([option("dice of a turn", 0, 12)], "turn cavalry").length, 0);
});

test("who plays alone sits where his troops stand", () => {
  const unit = (side: Side, y: number): Unit => ({ side, y }) as Unit;
  assert.equal(isNorth("blue", [unit("blue", 50), unit("red", 10)]), true);
  assert.equal(isNorth("red", [unit("blue", 50), unit("red", 10)]), false);
  assert.equal(isNorth("blue", [unit("blue", 50)]), undefined);
});
