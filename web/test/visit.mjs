// visit.mjs - how long somebody waits who comes for the first time: node test/visit.mjs STATIC
// [TIMES]
//
// Served by the program beside the page (GROGNARD names another), on localhost and at 1.6 Mbit/s
// with 150 ms on the way: when the first picture and all five are there, when the core is, and the
// way from the address to the first shot of the lesson: clicks, and the waits between them.  Each
// visit has a fresh profile.  Prints rows for bench/README.md, medians of TIMES visits with the
// least and the most; a busy machine makes all of them longer.
// SPDX-License-Identifier: MIT

import { rmSync } from "node:fs";
import { loadavg } from "node:os";
import { launch, newPage } from "./browser.mjs";
import { commandBeside, Server } from "./e2e/server.mjs";
import { firstShot } from "./first-shot.mjs";

const [folder = "../build/static", times = "5"] = process.argv.slice(2);
const LINES = [
  ["localhost", undefined],
  ["1.6 Mbit/s, 150 ms", { latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }],
];

const server = new Server(commandBeside(folder), folder);
await server.start();
const browser = await launch();
for (const [name, line] of LINES) {
  const visits = [];
  for (let visit = 0; visit < Number(times); visit++)
    visits.push({ ...(await pictures(line)), ...(await shot(line)) });
  for (const what of Object.keys(visits[0]))
    console.log(`| ${what}, ${name} | ${told(visits.map((visit) => visit[what]))} |`);
}
console.log(`load ${loadavg()[0].toFixed(0)}`);
await browser.close();
await server.stop();
rmSync(server.home, { recursive: true, force: true });

/** A page at the other end of that line. */
async function pageAt(line) {
  const { page, context } = await newPage(browser);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  if (line !== undefined)
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...line });
  return { page, context };
}

/** Milliseconds after the address, by the page's own clock. */
async function pictures(line) {
  const { page, context } = await pageAt(line);
  await page.addInitScript(() => {
    const at = (globalThis.cameAt = {});
    const look = () => {
      const count = document.querySelectorAll(".cards .pic svg").length;
      if (count > 0) at.first ??= performance.now();
      if (count >= 5) at.all ??= performance.now();
      if (document.querySelector(".live-bar button.main") !== null) at.core ??= performance.now();
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  await page.goto(server.address, { waitUntil: "commit" });
  await page.waitForFunction(() => globalThis.cameAt.all && globalThis.cameAt.core);
  const { first, all, core } = await page.evaluate(() => globalThis.cameAt);
  await context.close();
  return { "first picture (ms)": first, "all five (ms)": all, "the core (ms)": core };
}

async function shot(line) {
  const { page, context } = await pageAt(line);
  const { clicks, waits } = await firstShot(page, server.address);
  await context.close();
  const [start, lesson, ...rest] = waits;
  return {
    "clicks to the first shot": clicks,
    "until there is something to click (ms)": start,
    "from there to the lesson (ms)": lesson,
    "its other three clicks together (ms)": rest.reduce((sum, one) => sum + one, 0),
  };
}

function told(numbers) {
  const sorted = numbers.map(Math.round).sort((a, b) => a - b);
  const [least, middle, most] = [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)];
  return least === most ? String(most) : `${middle} (${least} to ${most})`;
}
