// glossary.test.ts - words of the rulebook in sentences.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Term } from "../src/engine-types";
import { termsIn, tipOf } from "../src/glossary";

const WORDS: readonly Term[] = [
  { word: "square", clause: "LG-1" },
  { word: "emergency square", clause: "LG-2" },
  { word: "counter-charge", clause: "LG-3" },
  { word: "evade", clause: "LG-4" },
];

function marked(text: string): string {
  const pieces = termsIn(text, WORDS);
  assert.equal(pieces.map((piece) => piece.text).join(""), text);
  return pieces
    .map(({ text: words, clause }) => (clause === undefined ? words : `[${words} ${clause}]`))
    .join("");
}

test("the longest word that stands there is the one that is meant", () => {
  assert.equal(marked("forms an emergency square."), "forms an [emergency square LG-2].");
  assert.equal(marked("Square or squares"), "[Square LG-1] or squares");
});

test("parts of other words are none", () => {
  assert.equal(marked("squared, half-square, square-ish"), "squared, half-square, square-ish");
  assert.equal(marked("counter-charges, evaded"), "[counter-charge LG-3]s, evaded");
});

test("a name is no word of the rulebook", () => {
  assert.equal(marked("to Beacon Square, a square."), "to Beacon Square, a [square LG-1].");
  assert.equal(marked("Moved. Square is formed"), "Moved. [Square LG-1] is formed");
});

test("a word is marked the first time; without a glossary nothing is", () => {
  assert.equal(marked("evade, evade and square"), "[evade LG-4], evade and [square LG-1]");
  assert.deepEqual(termsIn("evade", []), [{ text: "evade" }]);
  assert.deepEqual(termsIn("", WORDS), []);
});

test("the box has title, gist and number of the clause", () => {
  assert.equal(
    tipOf({ id: "CW-13.9", title: "Hold!", gist: "It waits." }),
    "Hold. It waits. (CW-13.9)",
  );
  assert.equal(tipOf(undefined), undefined);
});
