// online.test.ts - addresses, seats and words of games on a server, without a server.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OpenGame } from "../src/remote-types";
import { ownAddress, parseRoute } from "../src/router";
import { KeptViews } from "../src/kept-views";
import { ReadMarks } from "../src/read-marks";
import {
  freshContribution,
  freshToken,
  KeptSeats,
  ownPartFile,
  ownPartTrouble,
  usedPart,
} from "../src/seats";
import { titleOf } from "../src/ui/online/alerts";
import { clockWords, leftOn, ofOthers, openWords, timeWords } from "../src/ui/online/words";

class Shelf {
  readonly lasts = true;
  private readonly kept = new Map<string, string>();
  full = false;

  getItem(key: string): string | null {
    return this.kept.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new Error("full");
    this.kept.set(key, value);
  }

  removeItem(key: string): void {
    this.kept.delete(key);
  }
}

test("the server's addresses become the page's own", () => {
  const cases: [string, string, string][] = [
    ["/game/k3f9q2dw", "", "#/at/k3f9q2dw"],
    ["/game/k3f9q2dw/blue", "hV3k_-x", "#/at/k3f9q2dw/blue?token=hV3k_-x"],
    ["/game/k3f9q2dw/red", "", "#/at/k3f9q2dw/red"],
    ["/recover", "0123abcd", "#/recover?token=0123abcd"],
    ["/recover", "", "#/recover"],
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

test("what was read stays read, by game and room", () => {
  const shelf = new Shelf();
  const marks = new ReadMarks(shelf);
  const line = (room: "players" | "watchers", number: number) =>
    ({ tell: "chat", room, number, from: "red", name: "Bob", text: "x", at: 0 }) as const;
  const said = [line("players", 1), line("players", 2), line("watchers", 1)];
  assert.equal(marks.unread("a/blue", said).length, 3);
  marks.read("a/blue", said.slice(0, 1));
  assert.deepEqual(marks.unread("a/blue", said), said.slice(1));
  marks.read("a/blue", said);
  assert.equal(new ReadMarks(shelf).unread("a/blue", said).length, 0);
  assert.equal(marks.unread("a/red", said).length, 3);
  shelf.full = true;
  marks.read("a/red", said);
  assert.equal(marks.unread("a/red", said).length, 3);
  shelf.full = false;
  shelf.setItem("grognard.read", "{ broken");
  assert.equal(marks.unread("a/blue", said).length, 3);
});

test("a title counts what waits", () => {
  assert.equal(titleOf("Outposts", false, 0), "Outposts");
  assert.equal(titleOf("Outposts", true, 0), "(1) Your turn: Outposts");
  assert.equal(titleOf("Outposts", false, 2), "(2) Outposts");
  assert.equal(titleOf("Outposts", true, 2), "(3) Your turn: Outposts");
});

test("views that were shown are found again, and what was taken back is forgotten", () => {
  const kept = new Shelf();
  Object.assign(globalThis, { sessionStorage: kept });
  const views = new KeptViews("a", "blue");
  views.keep(3, "three");
  views.keep(5, "five");
  assert.equal(views.from(3), "three");
  assert.equal(views.from(4), "five");
  assert.equal(views.from(6), undefined);
  assert.equal(new KeptViews("a", "blue").from(4), "five");
  assert.equal(new KeptViews("a", "red").from(4), undefined);
  views.keep(4, "four");
  assert.equal(views.from(4), "four");
  assert.equal(views.from(5), undefined);
  kept.full = true;
  views.keep(6, "six");
  assert.equal(views.from(5), "six");
});

test("one's own part of the dice is held against the record", () => {
  const mine = { commitment: "cf5b", contribution: "7 of hearts" };
  const record =
    "grognard 1\nserver game k3f9q2dw\nserver commitment cf5b\n" +
    "server contribution blue 7 of hearts\r\nserver contribution red queen of spades\n1 ...\n";
  assert.equal(ownPartTrouble(mine, usedPart(record, "blue")), undefined);
  assert.match(ownPartTrouble(mine, usedPart(record, "red")) ?? "", /"queen of spades" was used/);
  assert.match(ownPartTrouble(mine, { ...mine, commitment: "cf5c" }) ?? "", /promise/);
  const nothing = { commitment: "cf5b", contribution: "" };
  const silent = record.replace(/server contribution blue.*\r\n/, "");
  assert.equal(ownPartTrouble(nothing, usedPart(silent, "blue")), undefined);
  assert.match(ownPartTrouble(mine, usedPart(silent, "blue")) ?? "", /"" was used/);
  assert.equal(
    ownPartFile("k3f9q2dw", "blue", mine),
    "grognard mine 1\ngame k3f9q2dw\nside blue\ncommitment cf5b\ncontribution 7 of hearts\n",
  );
});

test("what was promised when the server was restored is kept and held against the record", () => {
  const mine = { commitment: "cf5b", contribution: "", restored: ["aa11", "bb22"] };
  const record =
    "grognard 1\nserver game k3f9q2dw\nserver commitment cf5b\n" +
    "server restored-commitment aa11\nserver restored-commitment bb22\r\n1 ...\n";
  assert.equal(ownPartTrouble(mine, usedPart(record, "blue")), undefined);
  assert.equal(ownPartTrouble({ ...mine, restored: [] }, usedPart(record, "blue")), undefined);
  const other = record.replace("bb22", "bb23");
  assert.match(ownPartTrouble(mine, usedPart(other, "blue")) ?? "", /restored/);
  assert.match(
    ownPartFile("k3f9q2dw", "blue", mine),
    /\nrestored-commitment aa11\nrestored-commitment bb22\n$/,
  );
  const seats = new KeptSeats(new Shelf());
  const seat = { id: "aaa", token: "t", game: "squares", scenario: "sq-tiny", when: 5 };
  seats.keep({ ...seat, side: "blue", mine: { commitment: "cf5b", contribution: "" } });
  seats.keepPromises("aaa", "blue", []);
  assert.equal(seats.find("aaa", "blue")?.mine?.restored, undefined);
  seats.keepPromises("aaa", "blue", ["aa11"]);
  seats.keepPromises("aaa", "blue", ["aa11", "bb22"]);
  assert.deepEqual(seats.find("aaa", "blue")?.mine?.restored, ["aa11", "bb22"]);
  seats.keepPromises("zzz", "red", ["aa11"]);
  assert.equal(seats.find("zzz", "red"), undefined);
});

const waiting: OpenGame = {
  id: "aaa",
  game: "squares",
  scenario: "sq-tiny",
  status: "waiting",
  side: "red",
  blue: "Anna",
  red: null,
  clock: { kind: "days", days: 3 },
  here: false,
};
const { side: _free, ...seated } = waiting;
const running: OpenGame = { ...seated, id: "bbb", status: "playing", red: "Bob" };

test("open games: those to join first, then where somebody is, and none of one's own", () => {
  const games = [
    { ...running, here: true },
    waiting,
    { ...waiting, id: "ccc", here: true },
    { ...waiting, id: "mine", here: true },
  ];
  const ids = ofOthers(games, ["mine"]).map((game) => game.id);
  assert.deepEqual(ids, ["ccc", "aaa", "bbb"]);
});

test("open games in words", () => {
  assert.equal(
    openWords(waiting),
    "Anna is waiting for an opponent. You would play red; 3 days for each decision.",
  );
  const other: OpenGame = { ...waiting, side: "blue", blue: null, red: "Bob" };
  assert.match(openWords(other), /^Bob is waiting .* You would play blue;/);
  assert.equal(openWords(running), "Anna against Bob.");
});
