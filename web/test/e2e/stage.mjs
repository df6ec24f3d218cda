// stage.mjs - the fight on stage, in every game: the odds open before the dice, both sides'
// counters and every modifier; then the dice, the losses and the ways.
//
// Each game is opened just before some dice of its golden record, with people on both sides.
// SPDX-License-Identifier: MIT

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openText } from "./files.mjs";
import { inTime } from "./fits.mjs";

export const rules = resolve(dirname(fileURLToPath(import.meta.url)), "../../../rules");

/** Which record, and which of its rolls: the first action of this kind that came to that. */
export const FIGHTS = {
  squares: { record: "sq-tiny-greedy", dice: / attack$/, came: /retreats/ },
  commanders: { record: "skirmish-greedy", dice: /^\[nobody volley\]$/, came: /ranged/ },
  lucky: { record: "outpost-greedy", dice: / fire /, came: /shaken/ },
  staff: { record: "two-battalions-greedy", dice: / shoot /, came: /hit/ },
  clausewitz: { record: "picket-greedy", dice: / order /, came: /command/ },
};

/** And decisions that cost a unit, or bring points: who is winning is told anew. */
const TURNS = {
  squares: { record: "sq-tiny-greedy", dice: /./, came: /is destroyed/ },
  lucky: { record: "outpost-greedy", dice: /./, came: /is destroyed/ },
  clausewitz: { record: "picket-greedy", dice: /./, came: /scores 1 point for/ },
};

export async function stage(world) {
  await world.test(
    "the fight on stage: odds, counters, modifiers and dice in every game",
    { size: "desktop", moves: true },
    async (test) => {
      await test.page.addInitScript(() => localStorage.setItem("grognard.show", "quick"));
      await test.page.addInitScript(holdStill);
      await test.open();
      for (const game of Object.keys(FIGHTS)) await before(test, game);
      await film(test);
    },
  );
  await world.test("the strip of who is winning goes with the losses", {}, async (test) => {
    await test.open();
    for (const [game, which] of Object.entries(TURNS)) await strip(test, game, which);
  });
}

/** Bars and figures before and after something that counts. */
async function strip(test, game, which) {
  const { text, action } = await cut(game, which);
  const told = () =>
    test.page
      .locator(".winning .progress")
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector("meter").value / one.querySelector("meter").max,
          one.querySelector("small").textContent,
        ]),
      );
  const state = await openCut(test, text);
  const was = await told();
  let now = await test.type(action, state);
  if (now.kind === "curtain") now = await test.lift(now);
  const is = await told();
  const bars = was.some(([bar], side) => bar !== is[side][0]);
  const figures = was.some(([, words], side) => words !== is[side][1]);
  test.expect(bars && figures, `${game}: ${action}: the strip was ${was} and is ${is}`);
}

/** Dice lie until they are put away, and the film stands until it is stepped or skipped, however
 *  long it takes on this machine to look at them. */
function holdStill() {
  const later = window.setTimeout.bind(window);
  const never = 2 ** 31 - 1;
  window.setTimeout = (run, time = 0, ...more) => later(run, time < 1000 ? time : never, ...more);
}

/** The record up to the decision before those dice, played by people; and that decision. */
export async function cut(game, { record, dice, came } = FIGHTS[game]) {
  const read = (end) => readFile(join(rules, game, "tests/golden", `${record}.${end}`), "utf8");
  const told = (await read("log")).split(/\n(?=\d+ )/).map((entry) => {
    const [, ply, action, events] = /^(\d+) (.*)\n?([^]*)$/.exec(entry) ?? [];
    return { ply: Number(ply), action, events: events ?? "" };
  });
  const fight = told.find((one) => dice.test(one.action) && came.test(one.events));
  const lines = (await read("grog"))
    .split("\n")
    .map((line) => line.replace(/^(blue|red) greedy$/, "$1 me"));
  let at = lines.findIndex((line) => line.startsWith(`${fight.ply} `));
  while (!/^\d+ (blue|red) /.test(lines[at])) at--;
  const [, ply, side, action] = /^(\d+) (blue|red) (.*?) :/.exec(lines[at]);
  return { text: [...lines.slice(0, at), `end ${ply - 1}`, ""].join("\n"), side, action };
}

/** Opens a record on the start screen, and lifts the curtain. */
export async function openCut(test, text) {
  const { page } = test;
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".cards");
  await openText(test, "cut.grog", text);
  const state = await test.settled();
  return state.kind === "curtain" ? test.lift(state) : state;
}

async function before(test, game) {
  const { page } = test;
  const { text, side, action } = await cut(game);
  const state = await openCut(test, text);
  test.expect(state.side === side, `${game}: ${state.side} decides and not ${side}`);
  if (game === "commanders") await large(test);
  const offer = page.locator(`button[data-action="${action}"]`).first();
  await offer.waitFor({ state: "attached" });
  await offer.evaluate((button) => button.click());
  const fight = page.locator(".pending .fight");
  await fight.waitFor();
  const shown = await fight.evaluate((box) => ({
    counters: box.querySelectorAll(".foes .counter *").length,
    sides: box.querySelectorAll(".foes ul").length,
    throws: box.querySelectorAll(".throws > li").length,
    endings: Array.from(box.querySelectorAll(".endings li b"), (one) => one.textContent),
    folded: box.querySelector(".endings")?.closest("details") !== null,
    clauses: box.querySelectorAll(".throws .clause").length,
  }));
  test.expect(shown.counters > 0 && shown.sides > 0, `${game}: no counters on stage`);
  test.expect(shown.throws > 0 && shown.clauses > 0, `${game}: no dice with clauses`);
  test.expect(
    shown.endings.length > 1 && shown.endings.length <= 7 && !shown.folded,
    `${game}: the endings are ${shown.endings.join()}`,
  );
  const sum = shown.endings
    .map((one) => Number.parseInt(one.replace(/^[<>]/, ""), 10))
    .reduce((all, one) => all + one, 0);
  test.expect(sum > 92 && sum < 108, `${game}: the endings come to ${sum} %`);
  const button = await page.getByRole("button", { name: "Do it" }).boundingBox();
  const { height } = page.viewportSize();
  test.expect(button.y + button.height <= height, `${game}: the button is out of sight`);
  await test.look(`${game} before the dice`);
  if (game !== "clausewitz" && game !== "commanders")
    test.expect(shown.sides === 2, `${game}: one side only`);
  await countGlides(page);
  await test.press(page.getByRole("button", { name: "Do it" }));
  await after(test, game);
}

/** Counts who goes a way from now on: on a busy machine it is over before anybody looks. */
function countGlides(page) {
  return page.evaluate(() => {
    window.glides = 0;
    new MutationObserver((changes) => {
      for (const node of changes.flatMap((one) => [...one.addedNodes]))
        if (node instanceof Element && node.matches(".gliding")) window.glides++;
    }).observe(document.body, { childList: true, subtree: true });
  });
}

/** commanders: who faces whom is shown large before anything is proposed, the reserves have names,
 *  and what has been carried out is no longer drawn as an order. */
async function large(test) {
  const { page } = test;
  const battle = page.locator(".battle li");
  await battle.first().waitFor();
  const counter = await battle.first().locator(".counter").first().boundingBox();
  test.expect(counter.width >= 48, `a counter is ${counter.width} wide`);
  test.expect((await page.locator(".battle .mods .clause").count()) > 0, "no modifiers");
  const words = await page.locator(".board svg").first().textContent();
  test.expect(words.includes("red's reserve"), "red's reserve has no name");
  test.expect(!words.includes("rr reserve"), "rr reserve");
  const orders = await page.locator(".board .ghost.plan").count();
  test.expect(orders === 0, `${orders} orders that were carried out are still drawn`);
}

/** Then the dice land; units go their ways, and an arrow shows who was driven back. */
async function after(test, game) {
  const { page } = test;
  await page.locator(".dice-show .lands").first().waitFor();
  if (game === "squares") {
    await page.waitForFunction(() => window.glides > 0);
    await page.locator(".board .way.driven.head").first().waitFor({ state: "attached" });
    await page.locator(".board .struck").first().waitFor({ state: "attached" });
  }
  if (game === "squares" || game === "staff") {
    const lit = await page.locator(".dice-show .hit").count();
    test.expect(lit > 0, `${game}: no die lights up`);
    const why = await page.locator(".dice-show .rolled").first().innerText();
    test.expect(/ is a hit/.test(why), `${game}: it is not told what a hit is: ${why}`);
  }
  await page.getByRole("button", { name: "Put the dice away" }).click();
  await page.locator(".dice-show").waitFor({ state: "detached" });
  if (game === "squares")
    test.expect((await page.locator(".board .way.driven").count()) > 0, "the arrow has gone");
}

/** How many of these are in the board's window. */
function inWindow(page, which) {
  return page.locator(`.board .troops ${which}`).evaluateAll((all) => {
    const frame = document.querySelector("#board").getBoundingClientRect();
    return all
      .map((one) => one.getBoundingClientRect())
      .filter(
        ({ left, right, top, bottom }) =>
          left >= frame.left && right <= frame.right && top >= frame.top && bottom <= frame.bottom,
      ).length;
  });
}

/** So near to one's own that nobody of the other side can be seen. */
async function nearOwnTroops(test) {
  const { page } = test;
  const at = await page.locator(".board .unit.blue").first().boundingBox();
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  for (let step = 0; step < 12 && (await inWindow(page, ".unit.red")) > 0; step++)
    await page.mouse.wheel(0, -300);
  test.expect((await inWindow(page, ".unit.red")) === 0, "red is still in sight");
}

/** The computer's turn is watched, held, stepped and skipped; each step says why. */
async function film(test) {
  const { page } = test;
  const state = await test.begin("squares", { scenario: "sq-tiny", red: "greedy", seed: 4 });
  await page.evaluate(() => localStorage.setItem("grognard.pace", "3600000"));
  await nearOwnTroops(test);
  await test.type("end", state, false);
  const bar = page.locator(".film");
  await test.press(bar.getByRole("button", { name: "Pause" }));
  const plies = async () => Number(await page.locator(".play").getAttribute("data-plies"));
  await bar.getByRole("button", { name: "Go on" }).waitFor();
  const reason = bar.getByRole("button", { name: "Why?" });
  for (let step = 0; step < 4 && (await reason.count()) === 0; step++) {
    const held = await plies();
    await test.press(bar.getByRole("button", { name: "One step" }));
    await page.waitForFunction(
      (count) => Number(document.querySelector(".play")?.dataset["plies"]) > count,
      held,
    );
  }
  await test.press(reason);
  const why = page.locator(".why-panel");
  await why.locator(".clause").first().waitFor();
  await test.look("the film and its why");
  await why.getByRole("button", { name: "Close" }).click();
  await test.press(bar.getByRole("button", { name: "Skip" }));
  await test.settled(state.number);
  const unseen = async () => ((await inWindow(page, ".unit.red")) > 0 ? [] : ["red"]);
  test.expect((await inTime(page, unseen)).length === 0, "what red did is out of sight");
  const ways = page.getByRole("button", { name: "Ways" });
  await test.press(ways);
  await page.locator(".board .way.head").first().waitFor({ state: "attached" });
  const together = await page.locator(".board .way.head").count();
  const went = await page.locator(".board .way.head:not(.driven)").count();
  test.expect(went > 1, `of all that red did ${went} ways are shown together`);
  await test.press(ways);
  await page.waitForFunction(
    (all) => document.querySelectorAll(".board .way.head").length < all,
    together,
  );

  // A replay goes the same ways, step by step.
  await page.locator("#board").focus();
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelector(".play")?.dataset["ply"] === "0");
  await countGlides(page);
  const last = await plies();
  for (let ply = 1; ply < last; ply++) {
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(
      (wanted) => Number(document.querySelector(".play")?.dataset["ply"]) >= wanted,
      ply,
    );
  }
  await page.waitForFunction(() => window.glides > 0); // somebody goes a way
}
