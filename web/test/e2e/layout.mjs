// layout.mjs - every screen at four sizes: nothing wider than the window, nothing to press out of
// sight, head, board and panel beside each other; and the head stays while one types on a phone.
// SPDX-License-Identifier: MIT

import { inTime, problems, SIZES, staysHidden } from "./fits.mjs";
import { SHORT } from "./harness.mjs";
import { moved } from "./shapes.mjs";
import { cut, openCut } from "./stage.mjs";

const NATIONS = ["squares", "commanders", "lucky"]; // whose small battles name them
const KEYBOARD = [390, 470]; // a phone whose keyboard is open

const SCREENS = [
  ["#/", ".cards, main"],
  ["#/new/lucky", "form.setup"],
  ["#/rules/squares", "main h1, main h2"],
  ["#/sheet/staff", "main h1, main h2"],
  ["#/how/commanders", "main h1, main h2"],
  ["#/make", "main h1, main h2"],
  ["#/learn/clausewitz", ".coach h2"],
];

export async function layout(world) {
  await world.test(
    "every screen fits at four sizes, and the head stays while one types",
    { size: "desktop" },
    async (test) => {
      const { page } = test;
      await withoutTheCore(test);
      for (const [hash, ready] of SCREENS) {
        await test.open(hash);
        await page.locator(ready).first().waitFor();
        if (hash.startsWith("#/learn/")) await test.settled(); // the computer may begin
        await atFourSizes(test, hash, true);
      }
      for (const [game, { scenario }] of Object.entries(SHORT)) {
        await page.setViewportSize({ width: 1366, height: 625 });
        await test.begin(game, { scenario });
        await atFourSizes(test, `a battle of ${game}`, true);
        await winning(test, game);
        await coats(test, game);
        await inHand(test, game);
        await test.section("Orders of the whole side").locator("button").first().click();
        await page.getByRole("button", { name: "Do it" }).waitFor();
        await atFourSizes(test, `a proposal of ${game}`);
        await page.keyboard.press("Escape");
        if (game === "squares") await typing(test);
      }
      for (const game of ["squares", "lucky", "staff"]) await endings(test, game);
      await turned(test);
    },
  );
  await world.test("no words are cut and nothing is too wide, down to 320 pixels", {}, narrow);
  await world.test("the cards of the start screen: a picture each, and no empty place", {}, cards);
}

const NARROW = [
  [1366, 625],
  [390, 844],
  [320, 640],
];

/** With all that folds open, down to the smallest phone. */
async function narrow(test) {
  const { page } = test;
  const games = Object.keys(SHORT).flatMap((game) => [
    [`#/new/${game}`, "form.setup"],
    [`#/lab/${game}`, "main.lab"],
    [`#/make/${game}`, ".make-start"],
    ...(game === "drill" ? [] : [[`#/learn/${game}`, ".coach"]]), // has no lesson
  ]);
  for (const [hash, ready] of [...SCREENS, ...games]) {
    await test.open(hash);
    await page.locator(ready).first().waitFor();
    if (hash.startsWith("#/learn/")) await test.settled();
    await page.evaluate(() => {
      for (const one of document.querySelectorAll("main details")) one.open = true;
    });
    for (const [width, height] of NARROW) {
      await page.setViewportSize({ width, height });
      for (const one of await inTime(page, () => page.evaluate(problems)))
        test.expect(false, `${hash} at ${width}x${height}: ${one}`);
    }
  }
}

/** Every game has its picture, painted before anybody scrolls there, and no place is empty. */
async function cards(test) {
  const { page } = test;
  await test.open();
  await page.getByRole("button", { name: "Take over blue now" }).waitFor();
  const unpainted = () =>
    page.locator(".cards .card").evaluateAll((all) =>
      all
        .filter((card) => {
          const path = card.querySelector(".pic svg rect, .pic svg path");
          return path?.checkVisibility({ contentVisibilityAuto: true }) !== true;
        })
        .map((card) => card.querySelector("h3").textContent),
    );
  for (const [width, height] of [...SIZES, [320, 640], [1920, 1080]]) {
    await page.setViewportSize({ width, height });
    for (const one of await inTime(page, unpainted))
      test.expect(false, `at ${width}x${height} ${one} has no picture`);
    const rows = await page.locator(".cards .card").evaluateAll((all) => {
      const tops = all.map((card) => Math.round(card.getBoundingClientRect().top));
      return tops.map((top) => tops.filter((other) => other === top).length);
    });
    test.expect(new Set(rows).size === 1, `at ${width}x${height} the rows hold ${rows}`);
  }
}

/** Somebody is chosen: his name and what he can do are in sight without scrolling. */
async function inHand(test, game) {
  const { page } = test;
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  const name = page.locator(".unit-card h3");
  await name.waitFor();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const hidden = await staysHidden(page, name);
    test.expect(!hidden, `${game} at ${width}x${height}: who is chosen is out of sight`);
  }
  await page.keyboard.press("Escape");
}

/** Before the dice everything that may come of them is in sight without scrolling. */
async function endings(test, game) {
  const { page } = test;
  const { text, action } = await cut(game);
  await openCut(test, text);
  const offer = page.locator(`button[data-action="${action}"]`).first();
  await offer.waitFor({ state: "attached" });
  await offer.evaluate((button) => button.click());
  const last = page.locator(".pending .endings li").last();
  await last.waitFor();
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const hidden = await staysHidden(page, last);
    test.expect(!hidden, `${game} at ${width}x${height}: an ending is out of sight`);
    await oneRow(test, `${game} at ${width}x${height}`);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("#board").focus();
  await page.keyboard.press("r");
  await page.locator(".replay").waitFor();
  await atFourSizes(test, `a replay of ${game}`);
}

/** "Do it" and what stands beside it: one row, nothing of it behind an edge, "Do it" one line. */
async function oneRow(test, what) {
  const found = await test.page.locator(".pending > .row button").evaluateAll((all) => {
    const boxes = all.map((one) => one.getBoundingClientRect());
    const words = document.createRange();
    words.selectNodeContents(all[0]);
    const lines = new Set([...words.getClientRects()].map(({ bottom }) => Math.round(bottom / 8)));
    return {
      rows: new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 16))).size,
      inside: boxes.every(({ left, right }) => left >= 0 && right <= innerWidth),
      lines: lines.size,
    };
  });
  test.expect(found.rows === 1 && found.inside, `${what}: the buttons stand in ${found.rows} rows`);
  test.expect(found.lines <= 2, `${what}: "Do it" is broken into lines`); // its sign and its words
}

/** Who is winning: both sides by name, how far each has come, and the terms with their clauses. */
async function winning(test, game) {
  const strip = test.page.locator(".winning");
  const sides = await strip.locator(".progress").evaluateAll((all) =>
    all.map((one) => ({
      name: one.querySelector("b")?.textContent ?? "",
      told: one.querySelector("small")?.textContent ?? "",
      bar: one.querySelector("meter")?.max,
    })),
  );
  test.expect(sides.length === 2, `${game}: ${sides.length} sides are told of`);
  test.expect(sides[0]?.name !== sides[1]?.name, `${game}: both are ${sides[0]?.name}`);
  for (const { name, told, bar } of sides)
    test.expect(
      name !== "" && told.endsWith(`/${bar}`),
      `${game}: ${name} has come as far as ${told} of ${bar}`,
    );
  await strip.locator("summary").click();
  const terms = strip.locator("li:has(.clause)");
  test.expect((await terms.count()) > 0, `${game}: nothing is said of what wins, by which clause`);
  await strip.locator("summary").click();
}

/** Nation and quality are on the counters: a band of the coat's cloth, another on each side; and
 *  who is called good, poor or elite has a bar that others have not. */
async function coats(test, game) {
  const units = await test.page.locator(".board .troops .unit").evaluateAll((all) =>
    all.map((one) => ({
      side: one.classList.contains("blue") ? "blue" : "red",
      coat: one.querySelector(".cloth")?.getAttribute("class"),
      bars: one.querySelectorAll(".bar").length,
      told: one.querySelector("title")?.textContent ?? "",
    })),
  );
  const worn = (side) => new Set(units.filter((one) => one.side === side).map((one) => one.coat));
  const shared = [...worn("blue")].filter((coat) => coat !== undefined && worn("red").has(coat));
  test.expect(shared.length === 0, `${game}: both sides wear ${shared.join()}`);
  if (NATIONS.includes(game))
    test.expect(
      units.some((one) => one.coat !== undefined),
      `${game}: no counter shows a nation`,
    );
  for (const { told, bars } of units)
    test.expect(/, (poor|good|elite)\b/.test(told) === bars > 0, `${game}: ${told}, ${bars} bars`);
}

/** A phone is turned while somebody is in hand: he is still seen, and large enough. */
async function turned(test) {
  const { page } = test;
  await page.setViewportSize({ width: 390, height: 844 });
  await test.begin("clausewitz", { scenario: "army" });
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.locator(".mark-pick").waitFor();
  for (const [width, height] of [...SIZES].reverse()) {
    await page.setViewportSize({ width, height });
    for (const one of await inTime(page, () => pickOf(page)))
      test.expect(false, `turned to ${width}x${height}: ${one}`);
  }
}

/** What is wrong with the ring about who is in hand. */
async function pickOf(page) {
  const ring = page.locator(".mark-pick");
  const [at, board] = [await ring.boundingBox(), await page.locator("#board").boundingBox()];
  const inside =
    at.x >= board.x - 2 &&
    at.y >= board.y - 2 &&
    at.x + at.width <= board.x + board.width + 2 &&
    at.y + at.height <= board.y + board.height + 2;
  const isLarge = Math.max(at.width, at.height) >= 28;
  return [
    ...(inside ? [] : ["who is in hand is out of sight"]),
    ...(isLarge ? [] : [`a counter of ${at.width}`]),
  ];
}

/** While the core and the other screens are on their way there are games to choose, with their
 *  pictures, asked for before the core; what one chooses comes with it. */
async function withoutTheCore(test) {
  const { page } = test;
  let send;
  const sent = new Promise((go) => (send = go));
  const late = /grognard\.wasm$|parts\/whole-/;
  await page.route(late, async (route) => {
    await sent;
    await route.continue();
  });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const wanted = page.waitForRequest(/grognard\.wasm$/);
  await test.open();
  await page.locator(".cards .pic svg").nth(5).waitFor({ state: "attached" });
  test.expect((await page.locator(".opponents li").count()) === 5, "nobody to face");
  await page.locator(".live .pic svg").first().waitFor();
  await wanted;
  const core = asked.findIndex((url) => url.endsWith("grognard.wasm"));
  const pictures = asked.slice(0, core).filter((url) => url.includes("/posters/")).length;
  test.expect(pictures === 6, `${pictures} pictures were asked for before the core`);
  await test.look("start without the core");
  await page.locator('.cards a[href="#/new/lucky"]').click();
  await page.locator(".loading").waitFor();
  send();
  await page.locator("form.setup").waitFor();
  await page.unroute(late);
  await page.goBack();
  await page.getByRole("button", { name: "Take over blue now" }).waitFor();
}

/** Everything fits; and where a screen is the same every time, its parts stand where they stood. */
async function atFourSizes(test, name, isStill = false) {
  for (const [width, height] of SIZES) {
    const screen = `${name} at ${width}x${height}`;
    await test.page.setViewportSize({ width, height });
    for (const one of await inTime(test.page, () => test.page.evaluate(problems)))
      test.expect(false, `${screen}: ${one}`);
    for (const one of isStill ? await moved(test.page, screen) : [])
      test.expect(false, `${screen}: ${one}`);
  }
}

/** A keyboard takes half the window: what is typed and the head can both be seen. */
async function typing(test) {
  const { page } = test;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Type an order" }).click();
  const box = page.getByRole("combobox", { name: /^Order in notation/ });
  await box.focus();
  await page.setViewportSize({ width: KEYBOARD[0], height: KEYBOARD[1] });
  await box.fill("act A");
  await page.getByRole("option").first().waitFor();
  const wrong = async () => {
    const at = await box.boundingBox();
    const isSeen = at !== null && at.y >= 0 && at.y + at.height <= KEYBOARD[1];
    const found = await page.evaluate(problems);
    return isSeen ? found : [...found, `the command box is at ${at?.y}`];
  };
  for (const one of await inTime(page, wrong)) test.expect(false, `typing: ${one}`);
}
