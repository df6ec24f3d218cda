// measure.mjs - how fast the page is: node test/measure.mjs STATIC
//
// In Chromium, on the largest table there is: bytes of the bundles, time to the first picture, what
// the core needs for a picture and for a reach, the frames of a drag, and the tasks of thirty
// decisions in the largest battle, by the time of the processor they took.  Prints a table for
// bench/README.md; nothing here is a test, for a clock proves nothing on a busy machine.
//
//     node test/measure.mjs STATIC tasks [GAME SCENARIO]     only the tasks
// SPDX-License-Identifier: MIT

import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { launch, newPage } from "./browser.mjs";
import { chances, Test } from "./e2e/harness.mjs";
import { serve } from "./serve.mjs";

const [folder = "../build/static", only, game = "clausewitz", scenario = "army"] =
  process.argv.slice(2);
const TIMES = 5; // visits
const DECISIONS = 30;
const host = await serve(folder);
const browser = await launch();
const rows = [];

if (only !== "tasks") await all();
rows.push(...(await tasks()));
await browser.close();
host.close();
console.log(`${cpus().length} x ${cpus()[0]?.model ?? "processor"}`);
for (const [what, value] of rows) console.log(`| ${what} | ${value} |`);

async function all() {
  for (const name of ["main.js", "worker.js", "page.css", "grognard.wasm"]) {
    const bytes = await readFile(join(folder, name));
    rows.push([name, `${bytes.length} bytes, ${gzipSync(bytes).length} with gzip`]);
  }

  const visits = [];
  for (let visit = 0; visit < TIMES; visit++) {
    const { page, context } = await newPage(browser);
    await page.goto(host.address);
    await page.waitForSelector(".cards .pic svg");
    visits.push(await page.evaluate(() => performance.now()));
    await context.close();
  }
  rows.push(["start screen with its pictures", `${told(median(visits))} ms after the address`]);

  const { page } = await newPage(browser);
  await page.addInitScript(() => localStorage.setItem("grognard.pace", "0"));
  await page.goto(`${host.address}#/new/lucky`);
  await page.locator('input[name=scenario][value="borodino"]').check({ force: true });
  await page.locator("#seat-red").selectOption("me");
  await page.locator("button[type=submit]").click();
  await page.locator(".mark-able").first().waitFor();
  rows.push(["frame of a drag, borodino", await drag(page)]);
  rows.push(["longest task while units are chosen, borodino", await longest(page)]);
  for (const line of await core(page)) rows.push(line);
}

/** Thirty decisions of a large battle, each by the panel: what the page's own thread did in one go,
 *  by the time of the processor, which a busy machine hardly changes. */
async function tasks() {
  const { page: at } = await newPage(browser);
  await at.addInitScript(() => localStorage.setItem("grognard.pace", "0"));
  const test = new Test({ host }, at, [], "tasks", { size: "desktop" });
  const pick = chances(1805);
  let state = await test.begin(game, { scenario, red: "random" });
  await browser.startTracing(at, { categories: ["toplevel", "devtools.timeline"] });
  for (let number = 0; number < DECISIONS && state.kind !== "over"; number++)
    state = await (state.kind === "curtain"
      ? test.lift(state)
      : test.pressSomething(pick, state, 70));
  const trace = JSON.parse((await browser.stopTracing()).toString());
  const found = tasksOf(trace.traceEvents);
  const what = `${DECISIONS} decisions of ${scenario}`;
  return [
    [`longest task of ${what}`, `${told(found[0] ?? 0)} ms of the processor`],
    [`tasks over 50 ms in ${what}`, String(found.filter((one) => one > 50).length)],
  ];
}

/** Milliseconds of each task of the page's main thread, the longest first. */
function tasksOf(events) {
  const mains = new Set(
    events
      .filter((one) => one.name === "thread_name" && one.args?.name === "CrRendererMain")
      .map((one) => `${one.pid}.${one.tid}`),
  );
  return events
    .filter((one) => /RunTask$/.test(one.name) && mains.has(`${one.pid}.${one.tid}`))
    .map((one) => (one.tdur ?? one.dur ?? 0) / 1000)
    .sort((a, b) => b - a);
}

/** Unit after unit is chosen, each until where it may go is shown. */
async function longest(at) {
  await at.evaluate(() => {
    globalThis.tasks_ = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.tasks_.push(duration);
    }).observe({ type: "longtask" });
  });
  await at.keyboard.press("Escape");
  await at.keyboard.press("t");
  const units = at.locator(".units button");
  for (let index = 1; index < 12; index++) {
    await units.nth(index).click();
    await at.locator(".board .around .area").first().waitFor({ state: "attached" });
  }
  const most = await at.evaluate(() => Math.max(0, ...globalThis.tasks_));
  return most === 0 ? "none over 50 ms" : `${told(most)} ms`;
}

/** A unit is dragged to and fro for two seconds; the time between frames. */
async function drag(at) {
  const box = await at.locator(".mark-able").first().boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await at.mouse.move(from.x, from.y);
  await at.mouse.down();
  await at.mouse.move(from.x + 8, from.y - 8, { steps: 3 });
  await at.evaluate(() => {
    globalThis.frames_ = [];
    const count = (time) => {
      globalThis.frames_.push(time);
      globalThis.next_ = requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
  });
  for (let step = 0; step < 120; step++) {
    const angle = step / 9;
    await at.mouse.move(from.x + 90 * Math.sin(angle), from.y - 60 + 60 * Math.cos(angle));
  }
  const times = await at.evaluate(() => {
    cancelAnimationFrame(globalThis.next_);
    return globalThis.frames_;
  });
  await at.keyboard.press("Escape");
  await at.mouse.up();
  const gaps = times
    .slice(1)
    .map((time, index) => time - times[index])
    .sort((a, b) => a - b);
  const most = gaps[Math.floor(gaps.length * 0.95)];
  return `median ${told(median(gaps))} ms, 95 % under ${told(most)} ms`;
}

/** The core by itself, in the page's own browser: a picture, and the reach of a unit. */
async function core(at) {
  const bytes = Array.from(await readFile(join(folder, "grognard.wasm")));
  const found = await at.evaluate(async (code) => {
    const env = {
      now: () => performance.now(),
      panic: () => {
        throw new Error("panic");
      },
      progress: () => undefined,
    };
    const made = await WebAssembly.instantiate(new Uint8Array(code), { env });
    const { exports } = made.instance;
    const put = (...words) => {
      const text = new TextEncoder().encode(words.map((word) => `${word}\0`).join(""));
      const from = exports.request(text.length); // the memory may grow
      new Uint8Array(exports.memory.buffer, from, text.length).set(text);
    };
    const read = (length) =>
      JSON.parse(
        new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.response(), length)),
      );
    put("lucky", "borodino", "me", "me");
    exports.open(0, 7n);
    exports.run(0, 0xffffffff);
    const unit = read(exports.board(0, 255)).units.find((one) => one.role === "infantry").name;
    const time = (work) => {
      const times = [];
      for (let i = 0; i < 21; i++) {
        const begun = performance.now();
        work();
        times.push(performance.now() - begun);
      }
      return times.sort((a, b) => a - b)[10];
    };
    const picture = time(() => exports.board(0, 255));
    const reach = time(() => {
      put(unit, "");
      exports.ask(0, 0, 0, 0, 0, 0, 0);
    });
    return { picture, reach };
  }, bytes);
  return [
    ["the core's picture of borodino", `${told(found.picture)} ms`],
    ["where a unit may go there", `${told(found.reach)} ms`],
  ];
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function told(number) {
  return number.toFixed(1);
}
