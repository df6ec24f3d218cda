// browser.mjs - Debian's Chromium, headless, with a fresh profile: what every test of the page
// uses.  The shell without windows does the same in two thirds of the time, because it draws no
// toolbar around every page.
// SPDX-License-Identifier: MIT

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PROGRAM =
  process.env.CHROMIUM ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  laptop: { width: 1366, height: 768 },
  phone: { width: 360, height: 740 },
};

export function launch() {
  return chromium.launch({
    executablePath: PROGRAM,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** What the page takes for chance, the same in every run: tokens, contributions, seeds.  Each page
 *  has a row of its own, and each time it is loaded it goes on with another. */
function seedChance(seed) {
  let load = 0;
  try {
    load = Number(localStorage.getItem("test.loads") ?? 0) + 1;
    localStorage.setItem("test.loads", String(load));
  } catch {
    // No page of ours: a blank one keeps nothing.
  }
  let state = (Math.imul(seed, 2654435761) ^ Math.imul(load + 1, 40503)) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return (bits ^ (bits >>> 14)) >>> 0;
  };
  Math.random = () => next() / 4294967296;
  crypto.getRandomValues = (list) => {
    const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() & 255;
    return list;
  };
}

/** No pauses to read what the computer does, no shows of dice, and every order is proposed first: a
 *  test that is about them chooses them. */
function hurry() {
  try {
    for (const [key, value] of Object.entries({ pace: "0", show: "off", ask: "true" }))
      if (localStorage.getItem(`grognard.${key}`) === null)
        localStorage.setItem(`grognard.${key}`, value);
  } catch {
    // No page of ours.
  }
}

/** What the page does after a frame or a moment it does so many milliseconds later, as on a machine
 *  that has other things to do. */
function loiter(late) {
  const [frame, later] = [requestAnimationFrame, setTimeout];
  window.requestAnimationFrame = (run) => later(() => frame(run), late);
  window.setTimeout = (run, time = 0, ...more) =>
    later(run, time < 100 ? time + late : time, ...more);
}

/** A number of a name: tests run beside each other, so that counting would not do. */
function seedOf(name) {
  let hash = 2166136261;
  for (const letter of name) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619) >>> 0;
  return hash;
}

/** Two frames, or a while where nothing is drawn: what was done is to be seen. */
function drawn() {
  return new Promise((done) => {
    setTimeout(done, 2000);
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
}

/** Whoever does one of these looks only when it has been drawn: a window's new size, a wheel and
 *  a click are told to the page, and it takes its time. */
function looksAfterwards(page, hand, ...names) {
  for (const name of names) {
    const does = hand[name].bind(hand);
    hand[name] = async (...how) => {
      await does(...how);
      await page.evaluate(drawn).catch(() => undefined); // it may lead to another page
    };
  }
}

/** A page of its own, in which every error is collected: a test ends by asserting that there
 *  are none.  `chance` names what it takes for chance: pages that meet have other names. */
export async function newPage(browser, settings = {}) {
  const {
    size = "desktop",
    colours = "light",
    touch = size === "phone",
    offline = false,
    scripts = true,
    moves = false, // what glides and fades does so
    late = Number(process.env.E2E_LATE ?? 0), // milliseconds
    chance = "",
  } = settings;
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: colours,
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: 1,
    javaScriptEnabled: scripts,
    reducedMotion: moves ? "no-preference" : "reduce",
    serviceWorkers: offline ? "allow" : "block",
  });
  await context.addInitScript(seedChance, seedOf(chance));
  await context.addInitScript(hurry);
  if (late > 0) await context.addInitScript(loiter, late);
  const page = await context.newPage();
  // Asked on every frame, as is the custom, the browser would draw them all.
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (asks, ...more) => wait(asks, more[0], { polling: 40, ...more[1] });
  looksAfterwards(page, page, "setViewportSize");
  looksAfterwards(page, page.mouse, "click", "dblclick", "up", "wheel");
  looksAfterwards(page, page.touchscreen, "tap");
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/404/.test(message.text())) errors.push(message.text());
  });
  return { page, context, errors };
}
