// clicks.mjs - how many clicks a turn of a big battle takes: node test/clicks.mjs STATIC
//
// Blue's first turn of Borodino: the orders handed down, put on units, four commands moved by a box
// each, and everybody's fire.  A click and a drag count one each.  Prints a row for the table in
// bench/README.md.

import { launch, newPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [folder = "../build/static"] = process.argv.slice(2);
const GIVEN = ["give ac0 ak1 6", "give ac0 ak2 2", "give ac0 ak3 2"];
const host = await serve(folder);
const browser = await launch();
const { page } = await newPage(browser, { size: "laptop" });
let clicks = 0;
let orders = 0;

await page.addInitScript(() => {
  localStorage.setItem("grognard.pace", "0");
  localStorage.setItem("grognard.show", "off");
});
await page.goto(`${host.address}#/new/lucky`);
await page.locator('input[name=scenario][value="borodino"]').check({ force: true });
await page.locator("#seat-red").selectOption("me");
await page.locator("details.options summary").first().click();
await page.locator("#seed").fill("7");
await page.locator("form.setup button[type=submit]").click();
await page.locator(".mark-able").first().waitFor();

await commands();
await spread();
await endStep();
for (const [from, to] of [
  [0.02, 0.2],
  [0.2, 0.4],
  [0.4, 0.62],
  [0.62, 0.85],
])
  await box(from, to);
await endStep();
if ((await page.locator(".play").getAttribute("data-acting")) === "red") {
  await endStep(); // red holds its fire: not blue's clicks
  clicks -= 2;
  orders -= 1;
}
await fire();

const what = `a turn of Borodino, ${orders} actions with those that the game takes by itself`;
console.log(`| ${what} | ${clicks} clicks |`);
await browser.close();
host.close();

async function press(locator) {
  clicks++;
  await locator.click();
}

function plies() {
  return page.locator(".play").evaluate((play) => Number(play.dataset["plies"]));
}

/** Does what is proposed, and waits until it is done. */
async function doIt() {
  const before = await plies();
  await press(page.locator(".pending .main"));
  await page.waitForFunction(
    (was) =>
      Number(document.querySelector(".play")?.dataset["plies"]) > was &&
      document.querySelector(".pending") === null &&
      document.querySelector(".play")?.dataset["acting"] !== undefined,
    before,
  );
  await page.waitForTimeout(300);
  orders += (await plies()) - before;
}

/** Commander after commander: he is chosen, an order is, it is done. */
async function commands() {
  for (let step = 0; step < 12; step++) {
    const give = page.locator(".offer[data-action^=give]");
    const phase = await page.locator(".turn p").first().innerText();
    if (/divisions put orders/.test(phase)) return;
    const able = page.locator('section[aria-label="Units that can act"] button').first();
    if ((await able.count()) > 0) await press(able);
    else if ((await give.count()) === 0) return;
    const wanted = GIVEN[step];
    const exact = page.locator(`.offer[data-action="${wanted}"]`);
    await give.first().waitFor();
    await press((await exact.count()) > 0 ? exact.first() : give.last());
    await doIt();
  }
}

/** An order for everybody whose commander has one. */
async function spread() {
  await press(page.locator('section[aria-label="Units that can act"] button').first());
  await press(page.locator(".offer[data-action^=assign]").first());
  const all = page.getByRole("button", { name: /^The same for all/ });
  if ((await all.count()) > 0) await press(all);
  await page.locator(".pending.plan .main").waitFor();
  await doIt();
}

async function endStep() {
  const end = page.locator(".offer[data-action=end]").first();
  if ((await end.count()) === 0) return;
  await press(end);
  await doIt();
}

/** A box around a part of blue's front, and one of them dragged an inch or two ahead. */
async function box(from, to) {
  const board = await page.locator("#board").boundingBox();
  const [top, bottom] = [board.y + board.height * 0.6, board.y + board.height * 0.98];
  clicks++;
  await page.keyboard.down("Shift");
  await page.mouse.move(board.x + board.width * from, top);
  await page.mouse.down();
  await page.mouse.move(board.x + board.width * to, bottom, { steps: 3 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  const held = page.locator(".mark-pick").first();
  if ((await held.count()) === 0) return;
  const at = await held.boundingBox();
  clicks++;
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2);
  await page.mouse.down();
  await page.mouse.move(at.x + at.width / 2, at.y + at.height / 2 - 30, { steps: 4 });
  await page.mouse.up();
  const plan = page.locator(".pending.plan");
  await plan.waitFor();
  if ((await plan.locator(".main").count()) > 0) await doIt();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Whole board" }).click();
}

async function fire() {
  await press(page.getByRole("button", { name: /^Everybody fires/ }));
  await page.locator(".pending.plan .main").waitFor();
  await doIt();
}
