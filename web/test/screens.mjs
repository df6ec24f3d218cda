// screens.mjs - pictures of every screen, for people to look at: node test/screens.mjs STATIC OUT
// [WORD]
//
// `make screens` is the command.  Each walk is gone with a mouse on a desktop and with a finger on
// a phone; wherever it stops there are four pictures each time, two sizes by day and by lamp light.
// A screen is out of order where something does not fit, the page reports an error, or axe finds a
// violation.  With WORD, a regular expression, only walks whose name and device match it, such as
// "borodino phone"; with AXE=none only pictures and what does not fit.
// SPDX-License-Identifier: MIT

import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { boardViolations, violations } from "./axe.mjs";
import { launch, newPage } from "./browser.mjs";
import { problems } from "./e2e/fits.mjs";
import { PATIENCE, SHORT, Test } from "./e2e/harness.mjs";
import { invite } from "./e2e/online.mjs";
import { Server } from "./e2e/server.mjs";
import { cut, FIGHTS, openCut } from "./e2e/stage.mjs";
import { serve } from "./serve.mjs";

const [folder = "../build/static", out = "../build/screens", word = ""] = process.argv.slice(2);
const rules = resolve(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../../rules");

const DEVICES = {
  desktop: [
    [1366, 625],
    [1280, 720],
  ],
  phone: [
    [390, 844],
    [844, 390],
  ],
};

const BATTLES = {
  lucky: ["borodino", "salamanca", "pratzen", "bridge-village"],
  staff: ["army-day", "maida", "farm-rise", "walled-farm"],
  clausewitz: ["corps", "army", "division", "elbruc", "maida"],
  commanders: ["ligny", "leuthen", "marengo", "albuera", "dennewitz", "hougoumont", "la_rothiere"],
  squares: ["sq-bridges", "sq-vimeiro", "sq-large"],
};

const GAMES = Object.keys(SHORT);

// ---- The walks. ----

/** A name for each, and how it is gone; `look` takes the pictures. */
const walks = {
  async start(test, look) {
    await test.open();
    await test.page.getByRole("button", { name: "Take over blue now" }).waitFor();
    await look("start");
  },
  async lab(test, look) {
    const { page } = test;
    await test.open("#/lab/drill");
    await page.getByRole("button", { name: "Run" }).waitFor();
    await look("lab 1");
    await page.getByRole("combobox", { name: "Games" }).selectOption("20");
    await test.press(page.getByRole("button", { name: "Run" }));
    await page.getByRole("heading", { name: "20 games", exact: true }).waitFor();
    await look("lab 2 fought");
  },
  async lost(test, look) {
    await test.open("#/nowhere");
    await test.page.waitForSelector("h1");
    await look("lost");
  },
  async editor(test, look) {
    await test.open("#/make");
    await test.page.locator("main h1, main h2").first().waitFor();
    await look("editor");
    for (const game of GAMES) await editor(test, look, game);
  },
  online,
};

for (const game of GAMES) {
  walks[`${game} books`] = (test, look) => books(test, look, game);
  walks[`${game} lesson`] = (test, look) => lesson(test, look, game);
  walks[`${game} board`] = (test, look) => board(test, look, game, SHORT[game].scenario, true);
  walks[`${game} after`] = (test, look) => after(test, look, game);
  if (game in FIGHTS) walks[`${game} fight`] = (test, look) => fight(test, look, game);
  for (const scenario of BATTLES[game] ?? [])
    walks[`${game} ${scenario}`] = (test, look) => board(test, look, game, scenario, false);
}

async function books(test, look, game) {
  await test.open(`#/new/${game}`);
  await test.page.locator(".scenarios .pic svg").first().waitFor();
  await look(`${game} setup`);
  for (const kind of ["rules", "how", "sheet"]) {
    await test.open(`#/${kind}/${game}`);
    await test.page.locator(".prose h1, .prose h2, .prose table, .prose p").first().waitFor();
    await look(`${game} ${kind}`);
  }
}

async function lesson(test, look, game) {
  const { page } = test;
  await test.open(`#/learn/${game}`);
  await page.locator(".coach h2, .prose, main h1").first().waitFor();
  await look(`${game} lesson 1`);
  const next = page.locator(".coach .row button").first();
  if ((await next.count()) === 0) return;
  await next.evaluate((button) => button.click());
  await look(`${game} lesson 2`);
}

/** A battle just begun; somebody chosen; what he could do; with `whole` all that lies beside. */
async function board(test, look, game, scenario, whole) {
  const { page } = test;
  const state = await test.begin(game, { scenario, red: "greedy" });
  if (state.kind === "curtain") await test.lift(state);
  await look(`${game} ${scenario} 1 begins`);
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  const offer = page.locator(".side .offer").first();
  await offer.waitFor();
  await look(`${game} ${scenario} 2 unit`);
  await offer.evaluate((button) => button.click());
  await page.getByRole("button", { name: "Do it" }).waitFor();
  await look(`${game} ${scenario} 3 proposal`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  if (!whole) return;
  for (const tab of ["Log", "Units", "Rules"]) {
    await test.press(page.getByRole("tab", { name: tab, exact: true }));
    await look(`${game} ${scenario} 4 ${tab}`);
  }
  await page.locator("#board").focus();
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
  await look(`${game} ${scenario} 5 keys`);
}

/** The last decision before some dice, and the dice. */
async function fight(test, look, game) {
  const { page } = test;
  await page.addInitScript(() => localStorage.setItem("grognard.show", "slow"));
  const { text, action } = await cut(game);
  await test.open();
  await openCut(test, text);
  await look(`${game} fight 1 battle`);
  const offer = page.locator(`button[data-action="${action}"]`).first();
  await offer.waitFor({ state: "attached" });
  await offer.evaluate((button) => button.click());
  await page.locator(".pending .fight").waitFor();
  await look(`${game} fight 2 odds`);
  await page.getByRole("button", { name: "Do it" }).evaluate((button) => button.click());
  await page.locator(".dice-show .lands").first().waitFor();
  await look(`${game} fight 3 dice`);
}

/** A battle that is over, as the log tells it, and in the middle of its replay. */
async function after(test, look, game) {
  const { page } = test;
  const scenario = SHORT[game].scenario;
  const record = join(rules, game, "tests/golden", `${scenario}-greedy.grog`);
  await test.open();
  await openCut(test, await readFile(record, "utf8"));
  await page.locator(".over h2").waitFor();
  await look(`${game} after 1`);
  const review = page.getByRole("button", { name: "Look back on the battle" });
  if ((await review.count()) > 0) {
    await review.first().evaluate((button) => button.click());
    await page.locator(".curve-box").first().waitFor();
    await look(`${game} after 2 review`);
  }
  await page.getByRole("tab", { name: "Log" }).click();
  await look(`${game} after 3 log`);
  await page.getByRole("tab", { name: "Orders" }).click();
  await page.locator("#board").focus();
  await page.keyboard.press("r");
  for (let ply = 0; ply < 6; ply++) await page.keyboard.press("ArrowLeft");
  await look(`${game} after 4 replay`);
}

async function editor(test, look, game) {
  const { page } = test;
  await test.open(`#/make/${game}`);
  await page.locator("main h1, main h2").first().waitFor();
  await page.getByRole("button", { name: /empty/i }).first().click();
  await page.locator(".maker-board > svg").waitFor();
  await look(`editor ${game}`);
}

/** What needs a server: inviting, joining, accounts and one's own games. */
async function online(test, look) {
  const command = process.env.GROGNARD ?? resolve(folder, "../grognard");
  if (!existsSync(command)) return;
  const server = new Server(command, folder);
  await server.start();
  try {
    test.world.host = { address: server.address };
    await test.open();
    await test.page.getByRole("button", { name: "Take over blue now" }).waitFor();
    await look("online start");
    const link = await invite(test, "squares", { scenario: "sq-tiny" });
    await look("online invitation");
    await test.page.goto(link);
    await test.page.locator("#player-name").waitFor();
    await look("online sit down");
    for (const screen of ["account", "mine", "dice"]) {
      await test.open(`#/${screen}`);
      await test.page.locator("main h1, main h2").first().waitFor();
      await look(`online ${screen}`);
    }
  } finally {
    await server.stop();
  }
}

// ---- Looking. ----

let pictures = 0;
let bad = 0;

/** Four pictures of what is there, and what is wrong with it. */
async function pictured({ page, errors }, device, name) {
  const [first] = DEVICES[device];
  for (const colours of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme: colours });
    for (const [width, height] of DEVICES[device]) {
      await page.setViewportSize({ width, height });
      // What is drawn anew for another size is drawn in the next two frames.
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
      );
      const file = `${name.replace(/\W+/g, "-")}-${width}x${height}-${colours}`;
      await page.screenshot({ path: join(out, `${file}.png`) });
      pictures++;
      for (const one of await page.evaluate(problems)) errors.push(`${file}: ${one}`);
    }
    if (process.env.AXE === "none") continue;
    const found = await violations(page, true);
    if ((await page.locator(".board svg[aria-hidden=true]").count()) > 0)
      found.push(...(await boardViolations(page)));
    for (const one of found) errors.push(`${name}, ${colours}: ${one}`);
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: first[0], height: first[1] });
}

await mkdir(out, { recursive: true });
const host = await serve(folder);
const browser = await launch();
for (const device of Object.keys(DEVICES)) {
  for (const [name, walk] of Object.entries(walks)) {
    if (!new RegExp(word).test(`${name} ${device}`)) continue;
    const { page, context, errors } = await newPage(browser, { size: device, chance: name });
    const test = new Test({ host, out }, page, errors, name, { size: device });
    page.setDefaultTimeout(PATIENCE);
    const [[width, height]] = DEVICES[device];
    await page.setViewportSize({ width, height });
    await walk(test, (what) => pictured(test, device, what)).catch((error) => errors.push(error));
    if (errors.length > 0) {
      bad++;
      console.log(`${name}, ${device}:\n  ${errors.join("\n  ")}`);
    }
    await context.close();
  }
}
await browser.close();
host.close();
console.log(`${pictures} pictures; ${bad === 0 ? "all" : `${bad} walks not`} in order`);
process.exitCode = bad === 0 ? 0 : 1;
