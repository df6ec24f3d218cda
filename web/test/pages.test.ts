// pages.test.ts - addresses, kept games, the log as text, the steps of the lesson.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { LogEntry } from "../src/engine-types";
import { LESSON, LESSONS, isDone, stepAfter } from "../src/lesson";
import { logAsText, shownLog } from "../src/log-text";
import { address, parseRoute } from "../src/router";
import type { Saved } from "../src/saved";
import { SavedGames } from "../src/saved";

test("an address is read back as it was written", () => {
  const route = parseRoute(address(["rules", "squares", "SQ-8.15"], { ply: "12" }));
  assert.deepEqual(route.words, ["rules", "squares", "SQ-8.15"]);
  assert.equal(route.values.get("ply"), "12");
  assert.deepEqual(parseRoute("").words, []);
  assert.deepEqual(parseRoute("#/a%2Fb").words, ["a/b"]);
  assert.deepEqual(parseRoute("#/100%").words, ["100%"]);
});

class Shelf {
  readonly lasts = true;
  readonly things = new Map<string, string>();
  constructor(private readonly room: number) {}
  getItem(key: string): string | null {
    return this.things.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    const rest = [...this.things]
      .filter(([name]) => name !== key)
      .reduce((sum, [, text]) => sum + text.length, 0);
    if (rest + value.length > this.room) throw new Error("full");
    this.things.set(key, value);
  }
  removeItem(key: string): void {
    this.things.delete(key);
  }
}

const game = (id: string, when: number, over = false): Saved => ({
  id,
  rules: "squares",
  title: id,
  where: "",
  seats: { blue: "me", red: "greedy" },
  over,
  plies: 1,
  when,
});

test("games are kept, the latest first, and forgotten", () => {
  const saved = new SavedGames(new Shelf(100_000));
  assert.ok(saved.keep(game("a", 1), "record a"));
  assert.ok(saved.keep(game("b", 2), "record b"));
  assert.ok(saved.keep(game("a", 3), "record a, longer"));
  assert.deepEqual(
    saved.list().map((one) => one.id),
    ["a", "b"],
  );
  assert.equal(saved.record("a"), "record a, longer");
  saved.forget("a");
  assert.deepEqual(
    saved.list().map((one) => one.id),
    ["b"],
  );
  assert.equal(saved.record("a"), undefined);
});

test("a full shelf gives up the oldest finished game first, and says when it cannot", () => {
  const saved = new SavedGames(new Shelf(1500));
  saved.keep(game("finished", 5, true), "x".repeat(400));
  saved.keep(game("old", 1), "x".repeat(400));
  assert.ok(saved.keep(game("new", 9), "x".repeat(400)));
  assert.deepEqual(
    saved.list().map((one) => one.id),
    ["new", "old"],
  );
  assert.equal(saved.keep(game("huge", 10), "x".repeat(5000)), false);
});

test("no game under way makes room for another, and what does not fit costs nothing", () => {
  const saved = new SavedGames(new Shelf(20_000));
  for (let when = 0; when < 60; when++) assert.ok(saved.keep(game(`g${when}`, when), "record"));
  for (let when = 100; when < 140; when++)
    assert.ok(saved.keep(game(`o${when}`, when, true), "record"));
  const all = saved.list();
  assert.equal(all.filter((one) => !one.over).length, 60);
  assert.deepEqual(
    all.filter((one) => one.over).map((one) => one.id),
    Array.from({ length: 24 }, (_, index) => `o${139 - index}`),
  );
  assert.equal(saved.keep(game("g0", 200), "x".repeat(30_000)), false);
  assert.deepEqual(saved.list(), all);
  for (const one of all) assert.equal(saved.record(one.id), "record");
});

test("a damaged shelf is an empty one", () => {
  const shelf = new Shelf(1000);
  shelf.setItem("grognard.games", "{not json");
  assert.deepEqual(new SavedGames(shelf).list(), []);
  shelf.setItem("grognard.games", '[{"id":1},null,7]');
  assert.deepEqual(new SavedGames(shelf).list(), []);
});

const LOG: LogEntry[] = [
  {
    ply: 1,
    side: "nobody",
    action: "roll",
    forced: true,
    round: 1,
    phase: "roll",
    events: [{ event: "roll", text: "dice: I" }],
  },
  {
    ply: 2,
    side: "blue",
    action: "act A1 F none",
    round: 1,
    phase: "act",
    events: [{ event: "move", text: "A1 moves to d4" }],
  },
  {
    ply: 3,
    side: "blue",
    action: "act A2 . shoot",
    round: 1,
    phase: "act",
    events: [
      { event: "roll", text: "shot" },
      { event: "loss", text: "B1 loses 1 base" },
    ],
  },
];

/** Every book of the page: its path and its text. */
function books(): Map<string, string> {
  const folder = process.env["GROGNARD_STATIC"] ?? "";
  const names = ["rules", "how", "about"].flatMap((kind) =>
    readdirSync(join(folder, kind))
      .filter((name) => name.endsWith(".html"))
      .map((name) => `${kind}/${name}`),
  );
  return new Map(
    ["books.html", ...names].map((name) => [name, readFileSync(join(folder, name), "utf8")]),
  );
}

test("every link in a book leads somewhere", () => {
  const all = books();
  let links = 0;
  for (const [name, text] of all)
    for (const [, href = ""] of text.matchAll(/<a href="([^"]+)"/g)) {
      const [path = "", anchor] = href.split("#");
      const to = all.get(path === "" ? name : join(name, "..", path));
      links++;
      assert.ok(to !== undefined, `${name} leads to ${href}`);
      assert.ok(anchor === undefined || to.includes(`id="${anchor}"`), `${name} leads to ${href}`);
    }
  assert.ok(links > 1000);
});

test("less detail shows fewer lines, and no empty actions", () => {
  assert.deepEqual(
    shownLog(LOG, "all").map((entry) => entry.events.length),
    [1, 1, 2],
  );
  assert.deepEqual(
    shownLog(LOG, "rolls").map((entry) => entry.ply),
    [1, 3],
  );
  assert.deepEqual(
    shownLog(LOG, "results").map((entry) => entry.events.map((event) => event.text)),
    [["B1 loses 1 base"]],
  );
});

test("the log as text reads like that of the command line", () => {
  assert.equal(
    logAsText(LOG.slice(0, 2)),
    "1. [roll]\n  dice: I\n2. blue act A1 F none\n  A1 moves to d4\n",
  );
  assert.equal(
    logAsText(LOG.slice(0, 1), ["march 70, not 60: a march", "one more"]),
    "House rules: march 70, not 60: a march; one more.\n1. [roll]\n  dice: I\n",
  );
});

test("the coach goes on when the state says so, and never before", () => {
  const nothing = { selected: undefined, proposed: undefined, acts: 0, acting: true };
  assert.equal(stepAfter(0, nothing), 0);
  assert.equal(stepAfter(0, { ...nothing, selected: "A1" }), 0);
  assert.equal(stepAfter(0, { ...nothing, selected: "A3" }), 1);
  assert.equal(stepAfter(1, { ...nothing, selected: "A3", proposed: "act A3 . shoot" }), 2);
  assert.equal(stepAfter(2, { ...nothing, acts: 1 }), 3);
  const last = LESSON.steps.length - 1;
  assert.equal(
    isDone(LESSON.steps[last - 1] ?? { title: "", text: "" }, {
      ...nothing,
      acts: 2,
      acting: false,
    }),
    true,
  );
});

test("every lesson can be followed to its end", () => {
  for (const [name, lesson] of Object.entries(LESSONS)) {
    assert.ok(lesson.record.includes(`ruleset ${name} `), name);
    assert.equal(lesson.steps.at(-1)?.until, undefined, name);
    const nothing = { selected: undefined, proposed: undefined, acts: 0, acting: true };
    const first = lesson.steps.findIndex((step) => step.until?.acts !== undefined);
    assert.ok(first > 0, name);
    assert.equal(stepAfter(0, { ...nothing, acts: 1 }, lesson) > first, true, name);
  }
});
