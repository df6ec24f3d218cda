// harness.mjs - what the tests of the whole page share: TAP, one browser, axe, and a hand at the
// table.
//
// Nothing waits for a time: the game screen tells by its data- attributes which position it shows
// and who is to act, and every step waits for that.
// SPDX-License-Identifier: MIT

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { boardViolations, violations } from "../axe.mjs";
import { launch, newPage } from "../browser.mjs";
import { serve } from "../serve.mjs";

/** Milliseconds until what does not come is a failure: so many that a machine with twenty other
 *  things to do still brings it. */
export const PATIENCE = 150000;
const STANDS_STILL = /visible, enabled and stable\W*(\[22m)?\s*$/; // the last that was waited for

/** A game of each kind that is soon over, after so many rounds or given up after `enough`
 *  decisions; one that is not listed is played as its set-up proposes it.  With E2E_WHOLE set, as
 *  in `make deep`, all are played as long as they are. */
export const SHORT =
  process.env.E2E_WHOLE === undefined
    ? {
        squares: { scenario: "sq-tiny", options: { max_rounds: 4, activation_dice: 12 } },
        commanders: { scenario: "skirmish", options: { rounds: 2 } },
        lucky: { scenario: "outpost", enough: 24 }, // has no number of turns
        staff: { scenario: "two-battalions", options: { turn_limit: 2 } },
        clausewitz: { scenario: "picket", options: { turns: 2 } },
        drill: { scenario: "drill-line", options: { rounds: 2 } },
      }
    : {
        squares: { scenario: "sq-tiny" },
        commanders: { scenario: "skirmish" },
        lucky: { scenario: "outpost" },
        staff: { scenario: "two-battalions" },
        clausewitz: { scenario: "picket" },
        drill: { scenario: "drill-line" },
      };

/** What is proposed gets the focus, and Enter does it. */
export async function confirmed(page) {
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Do it"));
  await page.keyboard.press("Enter");
}

/** One browser, one host, one count of results for all tests. */
export class World {
  static async open(folder, out) {
    await mkdir(out, { recursive: true });
    const world = new World();
    world.out = out;
    world.host = await serve(folder);
    world.browser = await launch();
    world.count = 0;
    world.failed = 0;
    return world;
  }

  async close() {
    await this.browser.close();
    this.host.close();
    console.log(`1..${this.count}`);
  }

  result(good, what, notes = []) {
    this.count++;
    if (!good) this.failed++;
    console.log(`${good ? "ok" : "not ok"} ${this.count} - ${what}`);
    if (!good)
      for (const note of notes)
        for (const line of String(note).split("\n").slice(0, 12)) console.log(`#   ${line}`);
  }

  /** Is this test one of those that were asked for? */
  wants(what) {
    return what.includes(this.words ?? "");
  }

  /** One test: a page of its own; whatever goes wrong fails it, and so does an error on the
   *  page. */
  async test(what, settings, run) {
    if (!this.wants(what)) return;
    const { page, context, errors } = await newPage(this.browser, {
      chance: what,
      ...settings,
    });
    context.setDefaultTimeout(PATIENCE);
    page.on("request", (request) => {
      const { url } = { url: request.url() };
      if (!url.startsWith(this.host.address) && !/^(data|blob):/.test(url))
        errors.push(`asks another host: ${url}`);
    });
    const test = new Test(this, page, errors, what, settings);
    const begun = await this.spent();
    try {
      await run(test);
    } catch (error) {
      errors.push(error.stack ?? error);
      await page
        .screenshot({ path: join(this.out, `failed-${slug(what)}.png`) })
        .catch(() => undefined);
    }
    this.result(errors.length === 0, what, errors);
    await this.tellSpent(begun, `, ${test.decisions ?? 0} decisions`);
    await context.close();
  }

  /** Milliseconds of the processor that all of this took so far, the browser's among them. */
  async spent() {
    if (process.env.E2E_TIMES === undefined) return 0;
    this.chromium ??= await this.browser.newBrowserCDPSession();
    const { processInfo } = await this.chromium.send("SystemInfo.getProcessInfo");
    const seconds = processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
    const { user, system } = process.cpuUsage();
    return Math.round(seconds * 1000 + (user + system) / 1000);
  }

  /** With E2E_TIMES: what a test cost. */
  async tellSpent(begun, more = "") {
    if (process.env.E2E_TIMES === undefined) return;
    console.log(`#   ${(await this.spent()) - begun} ms of the processor${more}`);
  }
}

function slug(words) {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/** Numbers that look random and are the same in every run. */
export function chances(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 4294967296) * below);
  };
}

/** Words of the page, seen or said, that hold signs as HTML writes them. */
function escapedTwice() {
  const said = [...document.querySelectorAll("[aria-label], [title], [placeholder]")].flatMap(
    (one) => ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""),
  );
  const lines = [document.title, ...said, ...document.body.textContent.split("\n")];
  return lines.filter((line) => /&(#\w+|amp|lt|gt|quot|nbsp);/.test(line));
}

/** A page under test. */
export class Test {
  constructor(world, page, errors, what, settings) {
    Object.assign(this, { world, page, errors, what });
    this.touch = settings.size === "phone";
  }

  open(hash = "") {
    return this.page.goto(this.world.host.address + hash);
  }

  expect(good, words) {
    if (!good) this.errors.push(words);
  }

  /** Clicks, or taps where there is no mouse.  Now and then the browser's driver waits for ever for
   *  something to stand still that does, and has not touched it: asked again it goes on. */
  async press(locator) {
    const touch = (how) => (this.touch ? locator.tap(how) : locator.click(how));
    try {
      await touch({ timeout: PATIENCE / 5 });
    } catch (error) {
      if (!STANDS_STILL.test(error.message)) throw error;
      await touch();
    }
  }

  /** A picture for people, no violation of axe, and on a phone nothing to scroll sideways. */
  async look(name) {
    if (process.env.E2E_PICTURES !== "none")
      await this.page.screenshot({
        path: join(this.world.out, `${slug(name)}${this.touch ? "-phone" : ""}.png`),
      });
    // Not innerWidth: a phone's page that is too wide makes that wider, too.
    const wide =
      (await this.page.evaluate(() => document.documentElement.scrollWidth)) -
      this.page.viewportSize().width;
    this.expect(wide <= 0, `${name}: ${wide} pixels too wide`);
    for (const one of await violations(this.page)) this.expect(false, `${name}: ${one}`);
    for (const one of await this.page.evaluate(escapedTwice))
      this.expect(false, `${name}: escaped twice: ${one}`);
  }

  /** No violation of axe in the board's pictures either, were they not hidden. */
  async lookAtBoard() {
    for (const one of await boardViolations(this.page)) this.expect(false, one);
  }

  /** What stands behind the dots of the toolbar. */
  async more(words) {
    await this.press(this.page.getByRole("button", { name: "More", exact: true }));
    await this.press(this.page.locator("dialog").getByRole("button", { name: words }));
  }

  // ---- Setting up. ----

  /** Through the set-up screen, as a visitor does. */
  async begin(game, { scenario, blue = "me", red = "me", seed = 7, options = {} } = {}) {
    const { page } = this;
    await this.open(`#/new/${game}`);
    await page.waitForSelector("form.setup");
    if (scenario !== undefined)
      await page.locator(`input[name=scenario][value="${scenario}"]`).check({ force: true });
    await page.locator("#seat-blue").selectOption(blue);
    await page.locator("#seat-red").selectOption(red);
    await this.press(page.locator("details.options summary").first());
    await page.locator("#seed").fill(String(seed));
    for (const [name, value] of Object.entries(options)) await this.option(name, value);
    await this.press(page.locator("form.setup button[type=submit]"));
    return this.settled();
  }

  async option(name, value) {
    const field = this.page.locator(`#option-${name}`);
    if (await field.evaluate((element) => element instanceof HTMLSelectElement))
      await field.selectOption(String(value));
    else await field.fill(String(value));
  }

  // ---- The state of the table. ----

  /** Waits until somebody at this screen has to do something, or the game is over. */
  async settled(after = -1) {
    const found = await this.page.waitForFunction((number) => {
      const play = document.querySelector(".play");
      if (!(play instanceof HTMLElement) || Number(play.dataset["number"]) <= number) return false;
      const state = {
        number: Number(play.dataset["number"]),
        ply: Number(play.dataset["ply"]),
        plies: Number(play.dataset["plies"]),
      };
      if (play.dataset["over"] === "true") return { ...state, kind: "over" };
      if (document.querySelector(".curtain") !== null) return { ...state, kind: "curtain" };
      return play.dataset["acting"] === undefined
        ? false
        : { ...state, kind: "acting", side: play.dataset["acting"] };
    }, after);
    return found.jsonValue();
  }

  section(name) {
    return this.page.locator(`section[aria-label="${name}"]`);
  }

  // ---- Deciding. ----

  /** Lifts the curtain. */
  async lift(state) {
    await this.press(this.page.locator(".curtain button"));
    return this.settled(state.number);
  }

  /** Does what is proposed. */
  async confirm(state) {
    await this.press(this.page.getByRole("button", { name: "Do it" }));
    return this.settled(state.number);
  }

  /** Whoever types what leaves something undone is asked once: it is done by the key again. */
  async insist(action, state) {
    const asks = await this.page.waitForFunction(
      ([typed, plies]) => {
        const asked = document.querySelector(".pending .notation")?.textContent === typed;
        const done = Number(document.querySelector(".play")?.dataset["plies"]) !== plies;
        return asked || done ? { asked } : false;
      },
      [action, state.plies],
    );
    if ((await asks.jsonValue()).asked) await confirmed(this.page);
  }

  /** An order typed into the command box. */
  async type(action, state, waits = true) {
    const box = this.page.getByRole("combobox", { name: /^Order in notation/ });
    if (!(await box.isVisible()))
      await this.press(this.page.getByRole("button", { name: "Type an order" }));
    await box.fill(action);
    await box.press("Enter");
    await this.insist(action, state);
    return waits ? this.settled(state.number) : state;
  }

  /** The orders that the command box completes to. */
  async completions() {
    const box = this.page.getByRole("combobox", { name: /^Order in notation/ });
    if (!(await box.isVisible()))
      await this.press(this.page.getByRole("button", { name: "Type an order" }));
    await box.fill(" ");
    const options = this.page.getByRole("option");
    await options.first().waitFor();
    return options.evaluateAll((all) =>
      all.map((one) => one.querySelector("span")?.textContent ?? one.textContent),
    );
  }

  /** Words such as end and ready: what concerns the whole side. */
  async sideWords() {
    return this.section("Orders of the whole side")
      .locator("button")
      .evaluateAll((all) => all.map((one) => one.dataset["action"]));
  }

  /** One decision in the panel: a unit that can act (or goes on, and is still chosen) and one of
   *  its orders, or a word of the side. */
  async pressSomething(pick, state, often) {
    const units = this.section("Units that can act").locator("button");
    const words = this.section("Orders of the whole side").locator("button");
    const unitCount = await units.count(),
      wordCount = await words.count();
    if (wordCount === 0 || (unitCount > 0 && pick(100) < often)) {
      if (unitCount > 0) await this.press(units.nth(pick(unitCount)));
      const orders = this.page.locator('section[aria-label^="What "] button');
      await orders.first().waitFor();
      await this.press(orders.nth(pick(Math.min(await orders.count(), 40))));
    } else {
      await this.press(words.nth(pick(wordCount)));
    }
    return this.confirm(state);
  }

  /** One typed decision. */
  async typeSomething(pick, state, often) {
    const words = await this.sideWords();
    if (words.length > 0 && pick(100) >= often) return this.type(words[pick(words.length)], state);
    const offered = await this.completions();
    return this.type(offered[pick(offered.length)], state);
  }

  /** Goes on until the game is over; `decide` takes one decision.  After `enough` of them whoever
   *  is to act gives up. */
  async playOn(state, decide, { most = 900, enough = most, at = {} } = {}) {
    let now = state;
    for (let step = 0; now.kind !== "over" && step < most; step++) {
      if (at[step] !== undefined) now = (await at[step](now)) ?? now;
      if (now.kind === "curtain") now = await this.lift(now);
      else now = step < enough ? await decide(now) : await this.type("resign", now);
      this.decisions = step + 1;
    }
    this.expect(now.kind === "over", `the game is not over after ${most} decisions`);
    return now;
  }

  /** Reloads: the game must stand as it stood. */
  async reload(state) {
    const before = await this.page.locator(".play").getAttribute("data-plies");
    await this.page.reload();
    await this.page.waitForSelector(".play");
    const now = await this.settled();
    this.expect(
      String(now.plies) === before,
      `after a reload there are ${now.plies} plies, not ${before}`,
    );
    return now ?? state;
  }

  /** The sentence of the last notice. */
  async notice() {
    const last = this.page.locator(".notice span").last();
    await last.waitFor();
    return last.innerText();
  }

  /** Whatever is told is put away, or has gone by itself: the next notice is a new one, and none
   *  lies over anything. */
  async putNoticesAway() {
    await this.page.evaluate(() => {
      for (const close of document.querySelectorAll(".notice button")) close.click();
    });
    await this.page.locator(".notice").waitFor({ state: "detached" });
  }

  /** What a press puts on the clipboard; the clipboard itself is shared by all pages. */
  async copied(press) {
    await this.page.evaluate(() => {
      globalThis.copied = undefined;
      navigator.clipboard.writeText = async (text) => void (globalThis.copied = text);
    });
    await press();
    const text = await this.page.waitForFunction(() => globalThis.copied);
    return text.jsonValue();
  }
}
