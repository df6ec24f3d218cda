// danger.test.ts - what danger looks like, on squares and in sectors, and its words.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { dangerDrawing, dangerWords } from "../src/danger";
import { Engine } from "../src/engine";
import { SLOT_GAME, type BoardMap, type Danger } from "../src/engine-types";

const place = (more: Partial<Danger> = {}): Danger => ({
  x: 1000,
  y: 1000,
  fire: 0,
  shooters: 0,
  chargers: 0,
  foes: [],
  ...more,
});

test("danger is told in a sentence", () => {
  const words = dangerWords(
    place({ fire: 30.56, shooters: 2, chargers: 1, foes: ["rA1", "rI1"] }),
    (name) => name.toLowerCase(),
  );
  assert.equal(words, "31 % that fire does something to it here; 1 could charge it: ra1, ri1.");
  assert.equal(
    dangerWords(place(), (name) => name),
    "Nobody can fire at it here.",
  );
});

const bytes = readFileSync(join(process.env["GROGNARD_STATIC"] ?? "", "grognard.wasm"));

test("a commander's unit sees danger in whole sectors", async () => {
  const engine = await Engine.load(bytes);
  const opened = engine.open(SLOT_GAME, {
    game: "commanders",
    scenario: "skirmish",
    seed: 7n,
    seats: { blue: "me", red: "me" },
  });
  assert.ok(opened.ok);
  const map: BoardMap = engine.board(SLOT_GAME, "blue").map;
  const found = engine.danger(SLOT_GAME, "blue", "bI3");
  const drawn = dangerDrawing(map, found, (name) => name);
  const sizes = [...drawn.matchAll(/width="([0-9.]+)" height="([0-9.]+)"/g)];
  assert.equal(sizes.length, found.length);
  assert.ok(found.length > 2, "its own sector and those it may be sent to");
  for (const [, width, height] of sizes) assert.ok(Number(width) > Number(height));
  assert.ok(found.some(({ fire }) => fire > 0), "a battery looks at its own sector");
});
