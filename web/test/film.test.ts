// film.test.ts - what the other side did, watched again: here and on a server, with the same film.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Engine } from "../src/engine";
import type { LogEntry, Side } from "../src/engine-types";
import { SLOT_GAME } from "../src/engine-types";
import type { PlayedGame } from "../src/game";
import { LocalGame } from "../src/local-game";
import { Pacing } from "../src/pacing";
import { RemoteGame } from "../src/remote-game";
import type { State } from "../src/remote-types";
import type { Thinker } from "../src/thinker";
import { Unseen } from "../src/unseen";

const bytes = readFileSync(join(process.env["GROGNARD_STATIC"] ?? "", "grognard.wasm"));

const thinker = {
  prepare: () => undefined,
  stop: () => undefined,
  odds: () => Promise.resolve(undefined),
} as unknown as Thinker;

/** squares, by seed 7: blue ends his turn at once, and red, a computer, has had his. */
async function afterRed(engine: Engine): Promise<readonly LogEntry[]> {
  const seats = { blue: "me", red: "me" };
  const opened = engine.open(SLOT_GAME, {
    game: "squares",
    scenario: "sq-tiny",
    seed: 7n,
    seats,
  });
  assert.ok(opened.ok);
  const decides = (): Side | undefined => {
    engine.run(SLOT_GAME);
    return engine.standing(SLOT_GAME, "all").turn.deciding[0];
  };
  assert.equal(decides(), "blue");
  assert.ok(engine.act(SLOT_GAME, "blue", "end").ok);
  while (decides() === "red") {
    const chosen = engine.think(SLOT_GAME, "greedy", "red", 1n);
    assert.ok(chosen.ok && engine.act(SLOT_GAME, "red", chosen.action).ok);
  }
  return engine.log(SLOT_GAME, "all", 0);
}

/** Every moment that is shown until the film is over. */
async function watched(game: PlayedGame, each: (ply: number) => unknown): Promise<number[]> {
  const plies: number[] = [];
  const leave = game.subscribe(() => {
    const { film, standing } = game.snapshot();
    if (film === undefined || plies.at(-1) === standing.ply) return;
    plies.push(standing.ply);
    each(standing.ply);
  });
  await game.watch();
  leave();
  return plies;
}

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

async function localGame() {
  const engine = await Engine.load(bytes);
  const seats = { blue: "me", red: "greedy" };
  assert.ok(
    engine.open(SLOT_GAME, { game: "squares", scenario: "sq-tiny", seed: 7n, seats }).ok,
  );
  const game = new LocalGame("test", {
    engine,
    thinker: {
      ...thinker,
      think: (position: string, side: Side, player: string, seed: bigint) => {
        assert.ok(engine.openText(2, position, "the position").ok);
        const chosen = engine.think(2, player, side, seed);
        return chosen.ok ? Promise.resolve(chosen.action) : Promise.reject(new Error());
      },
    },
    seed: () => 1n,
    keep: () => undefined,
    complain: (text) => assert.fail(text),
  });
  game.start();
  while (game.snapshot().acting === undefined) await new Promise(setImmediate);
  assert.equal(await game.act("end"), undefined);
  while (game.snapshot().acting === undefined) await new Promise(setImmediate);
  return game;
}

/** The same battle as a server tells it to blue, over a line that is played by hand. */
async function remoteGame() {
  const engine = await Engine.load(bytes);
  const server = await Engine.load(bytes);
  const log = await afterRed(server);
  const state = (): State => ({
    tell: "state",
    id: "k3f9q2dw",
    game: "squares",
    version: 1,
    scenario: "sq-tiny",
    options: {},
    status: "playing",
    you: "blue",
    seats: {
      blue: { kind: "link", computer: false, taken: true, name: "Ann" },
      red: { kind: "link", computer: false, taken: true, name: "Bob" },
    },
    ply: server.standing(SLOT_GAME, "all").plies,
    turn: server.standing(SLOT_GAME, "blue").turn,
    position: server.position(SLOT_GAME, "blue"),
    clock: { kind: "none" },
    dice: { commitment: "cf5b" },
    offered: { draw: null, takeback: null, rematch: null },
  });
  const socket: { onmessage?: (event: { data: string }) => void; close: () => void } = {
    close: () => undefined,
  };
  const asked: string[] = [];
  Object.assign(globalThis, {
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    location: new URL("http://localhost/"),
    document: {
      baseURI: "http://localhost/",
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    },
    sessionStorage: { getItem: () => null, setItem: () => undefined },
    WebSocket: function () {
      return socket;
    },
    fetch: (address: URL) => {
      asked.push(address.pathname.replace(/^.*\//, ""));
      const record = address.pathname.endsWith("/record");
      return Promise.resolve(
        new Response(record ? server.record(SLOT_GAME, "blue") : "", { status: 200 }),
      );
    },
  });
  const game = new RemoteGame({ id: "k3f9q2dw", side: "blue", token: "t" }, state(), {
    engine,
    thinker,
    complain: (text) => assert.fail(text),
  });
  game.start();
  const tell = (message: object): void => socket.onmessage?.({ data: JSON.stringify(message) });
  for (const entry of log) tell({ tell: "play", ply: entry.ply, entries: [entry] });
  tell(state());
  return { game, server, log, asked, tell, state };
}

test("a local game shows the computer's turn again, step by step, and then the game", async () => {
  const game = await localGame();
  const { plies, last, acting } = game.snapshot();
  const red = last.find((entry) => entry.side === "red");
  assert.ok(red !== undefined && acting === "blue");
  const first = last.find((entry) => entry.side !== "blue")?.ply ?? 0;
  const hurry = (): unknown => setImmediate(() => game.hurry());
  assert.deepEqual(await watched(game, hurry), upTo(first - 1, plies));
  assert.equal(game.snapshot().acting, "blue");
  assert.equal(game.snapshot().film, undefined);
  game.close();
});

test("on a server the other side's turn is the same film, of what this side may know", async () => {
  const { game, log, asked } = await remoteGame();
  const { plies, acting, board } = game.snapshot();
  assert.equal(acting, "blue");
  assert.equal(plies, log.length);
  const first = log.findLastIndex((entry) => entry.side === "blue") + 1;
  const boards: string[] = [];
  const seen = await watched(game, () => {
    boards.push(JSON.stringify(game.snapshot().board.units));
    assert.equal(game.snapshot().acting, undefined);
    assert.equal(game.snapshot().viewer, "blue");
    setImmediate(() => game.hurry());
  });
  assert.deepEqual(seen, upTo(first, plies));
  assert.ok(new Set(boards).size > 1, "nobody moves in the film");
  assert.equal(boards.at(-1), JSON.stringify(board.units));
  assert.equal(asked.filter((one) => one === "record").length, 1);
  assert.deepEqual(game.snapshot().board, board);
  assert.equal(game.snapshot().acting, "blue");
  game.close();
});

test("what is told during a film is not lost, and skipping comes to it at once", async () => {
  const { game, server, tell, state, log } = await remoteGame();
  let told = false;
  await watched(game, () => {
    if (told) return;
    told = true;
    assert.ok(server.act(SLOT_GAME, "blue", "end").ok); // by the same side, at another screen
    server.run(SLOT_GAME);
    for (const entry of server.log(SLOT_GAME, "blue", log.length))
      tell({ tell: "play", ply: entry.ply, entries: [entry] });
    tell(state());
    game.film("skip");
  });
  const { plies, acting, replaying, board } = game.snapshot();
  assert.equal(replaying, false);
  assert.equal(plies, server.standing(SLOT_GAME, "all").plies);
  assert.equal(acting, undefined);
  assert.deepEqual(board.units, server.board(SLOT_GAME, "blue").units);
  game.close();
});

test("a film is held, goes one step on, and ends when one looks elsewhere", async () => {
  const { game } = await remoteGame();
  const ply = (): number => game.snapshot().standing.ply;
  const done = game.watch();
  while (game.snapshot().film === undefined) await new Promise(setImmediate);
  game.film("step");
  const moved = async (from: number): Promise<void> => {
    while (ply() === from) await new Promise(setImmediate);
  };
  for (let steps = 0; steps < 2; steps++) {
    const held = ply();
    assert.equal(game.snapshot().film?.paused, true);
    game.film("step");
    await moved(held);
  }
  game.look(1);
  await done;
  assert.equal(game.snapshot().film, undefined);
  assert.equal(game.snapshot().replaying, true);
  assert.equal(ply(), 1);
  game.close();
});

test("a pause ends when it is hurried, skipped or closed", async () => {
  const entry = { ply: 1, side: "red", events: [{ event: "roll" }] } as unknown as LogEntry;
  const pacing = new Pacing({ pace: () => 3_600_000 });
  for (const end of [() => pacing.hurry(), () => pacing.order("skip")]) {
    const rest = pacing.rest([entry]);
    end();
    await rest;
  }
  await pacing.rest([entry]); // still skipping
  pacing.order("pause");
  const held = pacing.rest([entry]);
  pacing.close();
  await held;
  await pacing.rest([entry]);
});

test("what nobody could follow begins by itself, and nothing else", () => {
  const log = ["blue", "red", "red", "red"].map(
    (side, index) => ({ ply: index + 1, side, events: [{}] }) as unknown as LogEntry,
  );
  let now = 0;
  const pace = 100;
  const comesBack = new Unseen(() => now);
  comesBack.show(2, pace, true);
  assert.equal(comesBack.take(log.slice(0, 2), "blue"), 2, "who comes back sees what was done");
  assert.equal(comesBack.take(log.slice(0, 2), "blue"), undefined, "once");
  let kept = 0;
  const shelf = { read: () => kept, keep: (entries: number) => void (kept = entries) };
  const again = (entries: number): number | undefined => {
    const unseen = new Unseen(() => now, shelf);
    unseen.show(entries, pace, true);
    return unseen.take(log.slice(0, entries), "blue");
  };
  assert.equal(again(3), 2, "at first it is shown");
  assert.equal(again(3), undefined, "and not after a reload");
  assert.equal(again(4), 4, "what came meanwhile is");
  const come = (wait: number, looks: boolean): number | undefined => {
    const unseen = new Unseen(() => now);
    unseen.decided(1);
    for (const entries of [2, 3, 4]) {
      unseen.show(entries, pace, looks);
      now += wait;
    }
    return unseen.take(log, "blue");
  };
  assert.equal(come(2 * pace, true), undefined, "who saw each step come is shown none again");
  assert.equal(come(1, true), 2, "a computer's answer comes at once");
  assert.equal(come(2 * pace, false), 2, "nobody looked");
});
