// every.mjs - what a hand and a question come to, in every game: a unit chosen by a click, a place
// or an enemy that is refused with its clause, a place that is not, two clicks, the end of a step,
// who has nothing to do, and the hint.
//
// One page for each game, so that nothing is opened twice.
// SPDX-License-Identifier: MIT

import { openText } from "./files.mjs";
import { SHORT } from "./harness.mjs";

/** Who is put somewhere by a click, and what is typed before; the other games have walks of their
 *  own for that (games.mjs, table.mjs). */
const CLICKED = {
  commanders: [],
  clausewitz: [],
  drill: [/^order A1 march$/, /^ready$/, /^ready$/],
};

/** Where there is something to hold: as the games begin, or two that have it only elsewhere. */
const FLAGS = {
  commanders: undefined,
  clausewitz: undefined,
  lucky: `position lucky 1
table 36 36
year 1809
home blue south
home red north
turn 1 blue c1
area bua value 3 16,16 20,16 20,20 16,20
ac0 able 18,4
ad1 good 18,6 under ac0
bc0 able 18,32
bd1 good 18,30 under bc0
a1 inf French 14,9 0 ad1
b1 inf Austrian 14,27 180 bd1
`,
  staff: `position staff 1
turn 1 blue
table 48 36
phase start
area "Farm" building level 1 value 5 22,16 22,19 25,19 25,16
a1 line_inf line 19,10 0 brigade 1
b51 line_inf line 30,27 180 brigade 1
ac1 rating 8 24,4
bc1 rating 8 24,32
`,
};

export async function every(world, list) {
  for (const game of list)
    await world.test(
      `${game}: a click chooses, is refused with its clause, or acts; the hint`,
      { size: "desktop" },
      (test) => walk(test, game),
    );
}

async function walk(test, game) {
  const state = await open(test, game);
  await meaning(test, game);
  await refusals(test, game, state);
  await doubleClick(test, game);
  await ending(test, game);
  await hint(test, game);
  await idle(test, game, state);
  if (CLICKED[game] !== undefined) await act(test, game, await prepare(test, game, state));
  if (game in FLAGS) await flags(test, game, FLAGS[game]);
}

async function open(test, game) {
  const state = await test.begin(game, SHORT[game]);
  return state.kind === "curtain" ? test.lift(state) : state;
}

/** What is to be said before anything is moved. */
async function prepare(test, game, state) {
  let now = state;
  for (const order of CLICKED[game]) {
    const wanted = [...(await test.completions()), ...(await test.sideWords())];
    now = await test.type(
      wanted.find((one) => order.test(one)),
      now,
    );
    if (now.kind === "curtain") now = await test.lift(now);
  }
  await test.page.keyboard.press("Escape");
  return now;
}

async function middle(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Whoever is first offered something, by a click on his ring, and nobody else. */
async function choose(test) {
  const { page } = test;
  while ((await page.locator(".unit-card").count()) > 0) await page.keyboard.press("Escape");
  const ring = page.locator(".mark-able").first();
  await ring.waitFor();
  const at = await middle(ring);
  await page.mouse.click(at.x, at.y);
  await page.locator(".unit-card").waitFor();
  // Where it may go, or whom it may choose.
  await page.locator(".board .lies.reach, .board .mark-target").first().waitFor();
}

/** A word of the card or of a sentence says what it means, with its clause, while a pointer rests
 *  on it. */
async function meaning(test, game) {
  const { page } = test;
  await choose(test);
  const tip = page.locator(".tip");
  await page.locator(".unit-card dt[data-tip]").first().hover();
  await tip.waitFor();
  const words = await tip.innerText();
  test.expect(/^\w.*\. .*\([A-Z]{2,3}-[A-Z]?\d[\d.]*\)$/s.test(words), `${game}: a word: ${words}`);
  await page.mouse.move(1, 1);
  await tip.waitFor({ state: "hidden" });
}

/** What is to be held has a flag on the board with what it is worth, and the legend tells so. */
async function flags(test, game, position) {
  const { page } = test;
  if (position !== undefined) {
    await page.evaluate(() => (location.hash = "#/"));
    await page.waitForSelector(".cards");
    await openText(test, "flags.pos", position);
    await page.locator(".play").waitFor();
  }
  const worth = await page.locator(".board .goal .worth").allTextContents();
  test.expect(worth.length > 0, `${game}: no flag is on the board`);
  test.expect(
    worth.every((one) => /\d/.test(one)),
    `${game}: the flags say ${worth.join()}`,
  );
  await page.locator("#tab-units").click();
  const legend = await page.locator("#panel").textContent();
  test.expect(/objective and its points/.test(legend), `${game}: no flag in the legend`);
}

/** What was said of a click: a refused proposal, or a notice. */
async function said(page) {
  const found = await page.waitForFunction(() => {
    const told = document.querySelector(".pending.refused .why, .notice span");
    if (told !== null) return told.textContent;
    const may = document.querySelector(".pending .notation");
    return may === null ? false : `may: ${may.textContent}`;
  });
  return found.jsonValue();
}

/** Every enemy that is clicked is a target, or is told why not with the clause; the unit stays in
 *  hand. */
async function refusals(test, game, { side }) {
  const { page } = test;
  await choose(test);
  const name = await page.locator(".unit-card h3").innerText();
  const enemy = page.locator(`.board .unit.${side === "blue" ? "red" : "blue"}`).last();
  for (const at of [await middle(enemy), await farAway(page)]) {
    await test.putNoticesAway();
    await page.mouse.click(at.x, at.y);
    const words = await said(page);
    test.expect(
      /^may: /.test(words) || /[a-z].*\b[A-Z]{2,3}-[A-Z]?\d/s.test(words),
      `${game}: a click is refused with: ${words}`,
    );
    test.expect(
      (await page.locator(".unit-card h3").allInnerTexts())[0] === name,
      `${game}: a refused click puts the unit down`,
    );
    if ((await page.locator(".pending").count()) > 0) await page.keyboard.press("Escape");
  }
}

/** One of one's own that can do nothing now says why, with the clause; nobody's ground says nothing
 *  and nobody is put down or acts. */
async function idle(test, game, { side }) {
  const { page } = test;
  const mine = page.locator(`.board .troops .unit.${side}:not(.ghost)`);
  const able = await test.section("Units that can act").locator("button").allInnerTexts();
  await test.putNoticesAway();
  for (let nth = 0; nth < (await mine.count()) && nth < 8; nth++) {
    const at = await middle(mine.nth(nth));
    await page.mouse.click(at.x, at.y);
    await page.locator(".unit-card").waitFor();
    const name = await page.locator(".unit-card h3").innerText();
    const why = page.locator(".side .hint", { hasText: "nothing to do now" });
    if ((await why.count()) > 0)
      test.expect(
        /\b[A-Z]{2,3}-[A-Z]?\d/.test(await why.innerText()),
        `${game}: ${name} of ${able.length}: ${await why.innerText()}`,
      );
    await page.keyboard.press("Escape");
  }
}

/** Two quick clicks anywhere propose at most: nothing is done and no dice are thrown. */
async function doubleClick(test, game) {
  const { page } = test;
  const plies = () => page.locator(".play").getAttribute("data-plies");
  const before = await plies();
  await choose(test);
  const spots = page.locator(".board .lies.reach, .board .mark-target");
  for (const at of [await middle(spots.first()), await farAway(page)]) {
    await page.mouse.dblclick(at.x, at.y);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  test.expect((await plies()) === before, `${game}: a double click acts`);
  while ((await page.locator(".unit-card, .pending").count()) > 0)
    await page.keyboard.press("Escape");
}

/** Whoever ends a step with something left to do is asked once, and told what and by whom. */
async function ending(test, game) {
  const { page } = test;
  const end = test.section("Orders of the whole side").locator("button").last();
  if ((await end.count()) === 0) return;
  const before = await page.locator(".play").getAttribute("data-plies");
  await end.click();
  await page.getByRole("button", { name: "Do it" }).waitFor();
  const words = await page.locator(".left-over").innerText(); // comes with the odds
  test.expect(/Still possible: [a-z]/.test(words), `${game}: ending says: ${words}`);
  const after = await page.locator(".play").getAttribute("data-plies");
  test.expect(after === before, `${game}: nobody was asked`);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("/"); // and so is whoever types it
  await page.keyboard.type(await end.getAttribute("data-action"));
  await page.keyboard.press("Enter");
  const typed = await page.locator(".left-over").innerText();
  test.expect(typed === words, `${game}: typed, it says: ${typed}`);
  const still = await page.locator(".play").getAttribute("data-plies");
  test.expect(still === before, `${game}: nobody who types was asked`);
  await page.getByRole("button", { name: "Cancel" }).click();
}

/** A place in the other corner of the board, where nobody stands. */
async function farAway(page) {
  const board = await page.locator(".board svg").first().boundingBox();
  const unit = await middle(page.locator(".mark-pick").first());
  const left = unit.x < board.x + board.width / 2;
  const top = unit.y < board.y + board.height / 2;
  return {
    x: board.x + board.width * (left ? 0.9 : 0.1),
    y: board.y + board.height * (top ? 0.6 : 0.4),
  };
}

/** Three orders, or as many as there are, each with its chance and a reason. */
async function hint(test, game) {
  const { page } = test;
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  const lines = page.locator(".hints li");
  await lines.first().waitFor();
  const told = await lines.allInnerTexts();
  test.expect(told.length >= 2 && told.length <= 3, `${game}: ${told.length} hints`);
  for (const line of told)
    test.expect(/\d+ % to win .*\. It [a-z]+ .+\./s.test(line), `${game}: a hint says: ${line}`);
  await page.getByRole("button", { name: "Put the hint away" }).click();
}

/** A place in reach is proposed and done. */
async function act(test, game, state) {
  const { page } = test;
  await choose(test);
  const reach = await page.locator(".board .lies.reach").first().boundingBox();
  const unit = await middle(page.locator(".mark-pick").first());
  // On a table the reach lies round the unit: half way to its far edge.
  const round =
    reach.x < unit.x &&
    unit.x < reach.x + reach.width &&
    reach.y < unit.y &&
    unit.y < reach.y + reach.height;
  const up = unit.y - reach.y > reach.height / 2;
  const edge = up ? reach.y : reach.y + reach.height;
  const to = round
    ? { x: unit.x, y: (unit.y + edge) / 2 }
    : { x: reach.x + reach.width / 2, y: reach.y + reach.height / 2 };
  await page.mouse.click(to.x, to.y);
  await page.locator(".pending .notation").first().waitFor();
  const refused = await page.locator(".pending.refused .why").allInnerTexts();
  if (refused.length > 0) throw new Error(`in reach, and refused: ${refused.join()}`);
  const { plies } = state;
  const now = await test.confirm(state);
  test.expect(now.plies > plies || now.kind === "curtain", `${game}: nothing was done`);
}
