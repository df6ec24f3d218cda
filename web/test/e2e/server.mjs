// server.mjs - a real server for tests, with a store of its own, and two browsers that meet on it.
// SPDX-License-Identifier: MIT

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { newPage } from "../browser.mjs";
import { PATIENCE, Test } from "./harness.mjs";

// What a browser prints when a connection is cut, which is done here on purpose.
const EXPECTED =
  /WebSocket connection|ERR_(INTERNET_DISCONNECTED|CONNECTION|NETWORK)|Failed to load resource/;

/** A server of its own for these tests, with a fresh store; they are skipped where the program is
 *  not beside the page. */
export async function withServer(world, folder, what, play) {
  const command = commandBeside(folder);
  if (command === undefined) {
    world.result(true, `${what} # SKIP there is no grognard beside the page`);
    return;
  }
  const server = new Server(command, folder);
  try {
    await server.start();
    await play(server);
  } finally {
    await server.stop();
    rmSync(server.home, { recursive: true, force: true });
  }
}

/** The program that serves; undefined: there is none. */
export function commandBeside(folder) {
  const command = process.env.GROGNARD ?? resolve(folder, "../grognard");
  return existsSync(command) ? command : undefined;
}

export class Server {
  constructor(command, folder, more = []) {
    this.command = command;
    this.more = more; // flags
    this.folder = resolve(folder);
    this.home = mkdtempSync(join(tmpdir(), "grognard-online-"));
    this.port = 0;
    this.said = ""; // its log, of all starts
    this.starts = 0;
  }

  /** On the same port every time, so that pages find it again. */
  start() {
    const store = `sqlite:${join(this.home, "games.db")}`;
    this.process = spawn(this.command, [
      "serve",
      "--port",
      String(this.port),
      "--store",
      store,
      "--static",
      this.folder,
      "--rate",
      "0",
      "--creations",
      "0",
      // The dice of the n-th game are the same in every run; another start has other games.
      ...["--seed", String(1805 + this.starts++)],
      ...this.more.filter((flag) => flag !== "--for-tests"),
      "--for-tests",
    ]);
    this.gone = new Promise((done) => this.process.once("exit", done));
    return new Promise((done, failed) => {
      let told = "";
      const hear = (bytes) => {
        told += bytes;
        this.said += bytes;
        const found = /http:\/\/localhost:(\d+)\//.exec(told);
        if (found === null) return;
        this.port = Number(found[1]);
        this.address = `http://127.0.0.1:${this.port}/`;
        done();
      };
      this.process.stdout.on("data", hear);
      this.process.stderr.on("data", hear);
      this.gone.then(() => failed(new Error(`the server is gone: ${told}`)));
    });
  }

  async stop() {
    this.process.kill("SIGTERM");
    await this.gone;
  }

  async restart() {
    await this.stop();
    await this.start();
  }
}

/** Two browsers, each with its own memory: a wide screen and a phone. */
export async function run(world, server, what, play) {
  if (!world.wants(what)) return;
  const errors = [];
  const contexts = [];
  const tests = [];
  const begun = await world.spent();
  for (const [name, size] of [
    ["blue", "desktop"],
    ["red", "phone"],
  ]) {
    const { page, context, errors: found } = await newPage(world.browser, {
      size,
      chance: `${what}, ${name}`,
    });
    context.setDefaultTimeout(PATIENCE);
    const test = new Test(
      {
        host: {
          get address() {
            return server.address;
          },
        },
        out: world.out,
      },
      page,
      found,
      what,
      { size },
    );
    test.context = context;
    test.name = name;
    test.frames = [];
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => test.frames.push(String(payload))),
    );
    contexts.push(context);
    tests.push(test);
  }
  try {
    if (server.process.exitCode !== null) await server.start(); // the test before left it dead
    await play(...tests);
  } catch (error) {
    errors.push(error.stack ?? error);
    for (const test of tests)
      await test.page
        .screenshot({ path: join(world.out, `failed-online-${test.name}.png`) })
        .catch(() => undefined);
  }
  for (const test of tests)
    errors.push(
      ...test.errors
        .filter((error) => !EXPECTED.test(error))
        .map((error) => `${test.name}: ${error}`),
    );
  world.result(errors.length === 0, what, errors);
  await world.tellSpent(begun);
  for (const context of contexts) await context.close();
}
