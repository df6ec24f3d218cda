// layout.mjs - every screen at four sizes: nothing wider than the window, nothing to press out of
// sight, head, board and panel beside each other; and the head stays while one types on a phone.

import { outOfSight, problems, SIZES } from "./fits.mjs";
import { SHORT } from "./harness.mjs";
import { cut, openCut } from "./stage.mjs";

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
        await atFourSizes(test, hash);
      }
      for (const [game, { scenario }] of Object.entries(SHORT)) {
        await page.setViewportSize({ width: 1366, height: 625 });
        await test.begin(game, { scenario });
        await atFourSizes(test, `a battle of ${game}`);
        await inHand(test, game);
        await test.section("Orders of the whole side").locator("button").first().click();
        await page.getByRole("button", { name: "Do it" }).waitFor();
        await atFourSizes(test, `a proposal of ${game}`);
        await page.keyboard.press("Escape");
        if (game === "squares") await typing(test);
      }
      for (const game of ["squares", "staff"]) await endings(test, game);
      await turned(test);
    },
  );
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
    const hidden = await name.evaluate(outOfSight);
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
    const hidden = await last.evaluate(outOfSight);
    test.expect(!hidden, `${game} at ${width}x${height}: an ending is out of sight`);
  }
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("#board").focus();
  await page.keyboard.press("r");
  await page.locator(".replay").waitFor();
  await atFourSizes(test, `a replay of ${game}`);
}

/** A phone is turned while somebody is in hand: he is still seen, and large enough. */
async function turned(test) {
  const { page } = test;
  await page.setViewportSize({ width: 390, height: 844 });
  await test.begin("clausewitz", { scenario: "army" });
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  const ring = page.locator(".mark-pick");
  await ring.waitFor();
  for (const [width, height] of [...SIZES].reverse()) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(
      (wide) => document.querySelector("#board").clientWidth <= wide,
      width,
    );
    const [at, board] = [await ring.boundingBox(), await page.locator("#board").boundingBox()];
    const inside =
      at.x >= board.x - 2 &&
      at.y >= board.y - 2 &&
      at.x + at.width <= board.x + board.width + 2 &&
      at.y + at.height <= board.y + board.height + 2;
    test.expect(inside, `turned to ${width}x${height}: who is in hand is out of sight`);
    test.expect(Math.max(at.width, at.height) >= 28, `a counter of ${at.width} at ${width}`);
  }
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
  await test.open();
  await page.locator(".cards .pic svg").nth(4).waitFor();
  test.expect((await page.locator(".opponents li").count()) === 5, "nobody to face");
  await page.locator(".live .pic svg").first().waitFor();
  const core = asked.findIndex((url) => url.endsWith("grognard.wasm"));
  const pictures = asked.slice(0, core).filter((url) => url.includes("/posters/")).length;
  test.expect(pictures === 5, `${pictures} pictures were asked for before the core`);
  await test.look("start without the core");
  await page.locator('.cards a[href="#/new/lucky"]').click();
  await page.locator(".loading").waitFor();
  send();
  await page.locator("form.setup").waitFor();
  await page.unroute(late);
  await page.goBack();
  await page.getByRole("button", { name: "Take over blue now" }).waitFor();
}

async function atFourSizes(test, name) {
  for (const [width, height] of SIZES) {
    await test.page.setViewportSize({ width, height });
    for (const one of await test.page.evaluate(problems))
      test.expect(false, `${name} at ${width}x${height}: ${one}`);
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
  for (const one of await page.evaluate(problems)) test.expect(false, `typing: ${one}`);
  const at = await box.boundingBox();
  test.expect(
    at !== null && at.y >= 0 && at.y + at.height <= KEYBOARD[1],
    `the command box is at ${at?.y}`,
  );
}
