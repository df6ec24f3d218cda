// online.test.ts - addresses, seats and words of games on a server, without a server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ownAddress, parseRoute } from "../src/router";
import { freshContribution, freshToken, KeptSeats } from "../src/seats";
import { clockWords, leftOn, timeWords } from "../src/ui/online/words";

class Shelf {
  private readonly kept = new Map<string, string>();
  full = false;

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new Error("full");
    this.kept.set(key, value);
  }
}

test("the server's addresses become the page's own", () => {
  const cases: [string, string, string][] = [
    ["/game/k3f9q2dw", "", "#/at/k3f9q2dw"],
    ["/game/k3f9q2dw/blue", "hV3k_-x", "#/at/k3f9q2dw/blue?token=hV3k_-x"],
    ["/game/k3f9q2dw/red", "", "#/at/k3f9q2dw/red"],
    ["/game/k3f9q2dw/replay", "12", "#/at/k3f9q2dw?ply=12"],
    ["/game/k3f9q2dw/replay", "x", "#/at/k3f9q2dw?ply=0"],
    ["/game/k3f9q2dw/green", "hV3k", "#/at/k3f9q2dw"],
    ["/join/k3f9q2dw", "", "#/join/k3f9q2dw"],
    ["/next", "", "#/mine"],
    ["/elsewhere", "", "#/"],
    ["//evil.example/game", "", "#/"],
  ];
  for (const [path, behind, own] of cases) assert.equal(ownAddress(path, behind), own, path);
  assert.deepEqual(parseRoute("#/at/k3f9q2dw/blue?token=a_b").words, ["at", "k3f9q2dw", "blue"]);
});

test("a token is one the server takes, and no two are alike", () => {
  assert.match(freshToken(), /^[A-Za-z0-9_-]{22,64}$/);
  assert.notEqual(freshToken(), freshToken());
  assert.match(freshContribution(), /^[ -~]{20,64}$/);
});

test("seats are kept by game and side, the last visited first", () => {
  const shelf = new Shelf();
  const seats = new KeptSeats(shelf);
  const seat = { game: "squares", scenario: "sq-tiny", token: "t" };
  assert.ok(seats.keep({ ...seat, id: "a", side: "blue", when: 1 }));
  assert.ok(seats.keep({ ...seat, id: "b", side: "red", when: 2 }));
  assert.ok(seats.keep({ ...seat, id: "a", side: "blue", when: 3, token: "new" }));
  assert.deepEqual(
    seats.list().map((one) => [one.id, one.token]),
    [
      ["a", "new"],
      ["b", "t"],
    ],
  );
  assert.equal(seats.find("a", "red"), undefined);
  assert.equal(seats.find("b")?.side, "red");
  seats.forget("a");
  assert.equal(seats.find("a"), undefined);
  shelf.full = true;
  assert.equal(seats.keep({ ...seat, id: "c", side: "red", when: 4 }), false);
  shelf.full = false;
  shelf.setItem("grognard.seats", "{ broken");
  assert.deepEqual(seats.list(), []);
});

test("clocks in words", () => {
  assert.equal(timeWords(0), "0:00");
  assert.equal(timeWords(729_400), "12:09");
  assert.equal(timeWords(3_600_000 * 3 + 7 * 60_000), "3:07 h");
  assert.equal(timeWords(86_400_000 * 2 + 3_600_000 * 4), "2 d 4 h");
  assert.equal(leftOn({ runs: true, deadline: 5000 }, 2000), 3000);
  assert.equal(leftOn({ runs: true, deadline: 5000 }, 9000), 0);
  assert.equal(leftOn({ runs: false, left: 700 }, 9000), 700);
  assert.equal(
    clockWords({ kind: "bank", seconds: 1800, increment: 30 }),
    "30 minutes each, and 30 seconds for each decision",
  );
});
