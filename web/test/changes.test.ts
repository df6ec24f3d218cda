// changes.test.ts - a state is kept up to date by what has changed of it.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import { changed, edited } from "../src/changes";
import type { State } from "../src/remote-types";

const STATE: State = {
  tell: "state",
  id: "k3f9q2dw",
  game: "squares",
  version: 1,
  scenario: "sq-tiny",
  options: {},
  status: "playing",
  you: "blue",
  seats: {
    blue: { kind: "link", computer: false, taken: true, name: "Anna" },
    red: { kind: "link", computer: false, taken: true, name: "Bob" },
  },
  ply: 12,
  position: "position squares 1\nturn blue\nA1 e4\nA2 f4\n",
  clock: { kind: "none" },
  dice: { commitment: "5d41" },
  offered: { draw: null, takeback: null, rematch: null },
  takeback: false,
};

test("lines are replaced, put in and taken out where they stood before", () => {
  assert.equal(edited("a\nb\nc\nd\n", [[1, 1, "B"]]), "a\nB\nc\nd\n");
  assert.equal(
    edited("a\nb\nc\nd\n", [
      [0, 1, "A", "AA"],
      [2, 2],
    ]),
    "A\nAA\nb\n",
  );
  assert.equal(edited("a\nb", [[1, 1, "B", ""]]), "a\nB\n");
  assert.equal(edited("a\n", []), "a\n");
});

test("edits of another text are found out", () => {
  assert.equal(edited("a\nb\n", [[3, 1, "c"]]), undefined);
  assert.equal(
    edited("a\nb\nc\n", [
      [0, 2, "x"],
      [1, 1, "y"],
    ]),
    undefined,
  );
});

test("members that are there replace those of the state, and the others stay", () => {
  const after = changed(STATE, { tell: "change", ply: 13, lines: [[2, 1, "A1 e6"]] });
  assert.deepEqual(after, {
    ...STATE,
    ply: 13,
    position: "position squares 1\nturn blue\nA1 e6\nA2 f4\n",
  });
  assert.deepEqual(changed(STATE, { tell: "change", takeback: true }), {
    ...STATE,
    takeback: true,
  });
});

test("a change without its state is none", () => {
  const { position: _, ...waiting } = STATE;
  assert.equal(changed(waiting, { tell: "change", lines: [[0, 1, "x"]] }), undefined);
  assert.equal(changed(STATE, { tell: "change", lines: [[9, 1, "x"]] }), undefined);
});
