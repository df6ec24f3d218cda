// line.test.ts - the line to a game: how many it takes, and what is told when there is none.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { findServer, Line } from "../src/remote";

const MINUTE = 60000;

/** Time that passes when the test says so. */
class Clock {
  private now = 0;
  private waiting: { at: number; every: number; run: () => void }[] = [];

  set(run: () => void, time: number, every = 0): object {
    const one = { at: this.now + time, every, run };
    this.waiting.push(one);
    return one;
  }

  drop(which: unknown): void {
    this.waiting = this.waiting.filter((one) => one !== which);
  }

  pass(time: number): void {
    const until = this.now + time;
    for (;;) {
      const [next] = this.waiting.filter((one) => one.at <= until).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.now = next.at;
      if (next.every > 0) next.at += next.every;
      else this.drop(next);
      next.run();
    }
    this.now = until;
  }
}

let clock: Clock;
let page: { visibilityState: string; baseURI: string } & EventTarget;
let sockets: Socket[];

class Socket {
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;
  closed = false;

  constructor(readonly address: URL) {
    sockets.push(this);
  }

  send(): void {}

  close(): void {
    this.closed = true;
  }

  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

beforeEach(() => {
  clock = new Clock();
  mock.method(globalThis, "setTimeout", (run: () => void, time: number) => clock.set(run, time));
  mock.method(globalThis, "clearTimeout", (which: unknown) => clock.drop(which));
  mock.method(globalThis, "setInterval", (run: () => void, time: number) =>
    clock.set(run, time, time),
  );
  mock.method(globalThis, "clearInterval", (which: unknown) => clock.drop(which));
  mock.method(Math, "random", () => 0.5);
  sockets = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible", baseURI: "http://x/" });
  const world = new EventTarget();
  Object.assign(globalThis, {
    document: page,
    WebSocket: Socket,
    location: new URL("http://x/"),
    addEventListener: world.addEventListener.bind(world),
    removeEventListener: world.removeEventListener.bind(world),
  });
});

afterEach(() => mock.restoreAll());

function look(visible: boolean): void {
  page.visibilityState = visible ? "visible" : "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
}

const nothing = (): void => {};

function open(token?: string, told: string[] = []): Line {
  const line = new Line({
    id: "k3f9q2dw",
    token,
    side: undefined,
    heard: () => 0,
    told: nothing,
    contact: (contact) => void told.push(contact),
    refused: (why) => void told.push(`refused: ${why.text}`),
    waits: (why) => void told.push(`waits: ${why.text}`),
  });
  return line;
}

const openSockets = (): number => sockets.filter((socket) => !socket.closed).length;

test("a watcher's page that nobody sees gives its line back, and takes one when it is seen", () => {
  const line = open();
  sockets[0]?.tell({ tell: "state" });
  look(false);
  clock.pass(MINUTE - 1);
  assert.equal(openSockets(), 1);
  clock.pass(1);
  assert.equal(openSockets(), 0);
  clock.pass(10 * MINUTE);
  assert.equal(sockets.length, 1, "and does not knock meanwhile");
  look(true);
  assert.equal(openSockets(), 1);
  line.close();
});

test("one that is soon seen again keeps it", () => {
  const line = open();
  sockets[0]?.tell({ tell: "state" });
  mock.method(globalThis, "fetch", () => Promise.reject(new Error()));
  look(false);
  clock.pass(MINUTE / 2);
  look(true);
  clock.pass(MINUTE);
  assert.equal(sockets[0]?.closed, false);
  line.close();
});

test("a player's page keeps its line, seen or not: it tells whose turn it is", () => {
  const line = open("token");
  sockets[0]?.tell({ tell: "state" });
  look(false);
  clock.pass(10 * MINUTE);
  assert.equal(sockets[0]?.closed, false);
  line.close();
});

test("a line that is refused for now says why, and is tried again", () => {
  const told: string[] = [];
  const line = open(undefined, told);
  sockets[0]?.tell({ tell: "answer", status: 429, error: "too-fast", text: "Too many boards." });
  assert.ok(told.includes("waits: Too many boards."));
  clock.pass(1000);
  assert.equal(sockets.length, 2);
  line.close();
});

test("a line that is refused for good says so and is not tried again", () => {
  const told: string[] = [];
  open(undefined, told);
  sockets[0]?.tell({ tell: "answer", status: 401, error: "token", text: "None of this game." });
  assert.ok(told.includes("refused: None of this game."));
  clock.pass(10 * MINUTE);
  assert.equal(sockets.length, 1);
});

test("a server that has too much to do is a server; a static host is none", async () => {
  const answers: [number, string, boolean][] = [
    [200, '{"ok":true}', true],
    [503, '{"ok":false,"why":"stopping"}', true],
    [429, '{"error":"too-fast","text":"Too many requests: wait a little."}', true],
    [404, '{"error":"unknown"}', false],
    [200, "<!doctype html>", false],
    [200, "[]", false],
  ];
  for (const [status, body, found] of answers) {
    mock.method(globalThis, "fetch", () => Promise.resolve(new Response(body, { status })));
    assert.equal(await findServer(), found, body);
  }
});
