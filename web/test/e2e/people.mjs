// people.mjs - what a stranger reads: sentences without coordinates or ids of rows, things counted
// as people count them; and a phone's board on which nothing lies over what matters.
// SPDX-License-Identifier: MIT

import { inTime } from "./fits.mjs";
import { SHORT } from "./harness.mjs";

const COORDINATES = /\d+(\.\d+)?,-?\d+(\.\d+)?\b/;
const ID = /\b[a-z0-9]+(_[a-z0-9]+)+\b|\b[a-z]\w*=\d/;

export async function people(world) {
  await world.test("words for people in every game", { size: "phone" }, async (test) => {
    for (const game of Object.keys(SHORT)) await words(test, game);
  });
  await world.test("a phone's board: how near, and under no button", { size: "phone" }, phone);
}

/** The set-up, who is chosen, and what each of his offers would be. */
async function words(test, game) {
  const { page } = test;
  await test.open(`#/new/${game}`);
  await page.locator("form.setup h2").first().waitFor();
  for (const battle of await page.locator('input[name="scenario"]').all()) {
    await battle.check();
    const told = await page.locator("form.setup").innerText();
    test.expect(!ID.test(told), `${game}'s set-up has ${ID.exec(told)?.[0]}`);
    test.expect(!/\b[2-9] (commander|company)\b/.test(told), `${game}: 2 commander`);
  }
  await test.begin(game, { scenario: SHORT[game].scenario });
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.locator(".unit-card h3").waitFor();
  await clean(test, ".unit-card", `${game}'s card`);
  const offers = page.locator(".side .offer");
  for (let nth = 0; nth < Math.min(await offers.count(), 4); nth++) {
    await offers.nth(nth).evaluate((button) => button.click());
    await page.getByRole("button", { name: "Do it" }).waitFor();
    await clean(test, ".pending h2", `${game}'s headline`);
    await page.keyboard.press("Escape");
  }
}

async function clean(test, selector, what) {
  for (const told of await test.page.locator(selector).allInnerTexts())
    test.expect(!COORDINATES.test(told), `${what}: ${COORDINATES.exec(told)?.[0]}`);
}

/** Who commands is chosen, and those he commands are not all away; ways are asked for below. */
async function phone(test) {
  const { page } = test;
  await page.setViewportSize({ width: 390, height: 844 });
  await test.begin("staff", { scenario: "farm-rise" });
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.locator(".mark-pick").waitFor();
  const near = async () => {
    const ring = await page.locator(".mark-pick").boundingBox();
    const size = Math.max(ring.width, ring.height);
    return size >= 28 && size <= 40 ? [] : [`a commander's ring of ${size}`];
  };
  for (const one of await inTime(page, near)) test.expect(false, one);

  const state = await test.begin("squares", { scenario: "sq-tiny", red: "greedy" });
  await test.type("end", state);
  const [ways, board] = [page.locator(".ways-button"), page.locator("#board")];
  await ways.waitFor();
  const high = async () => {
    const [button, table] = [await ways.boundingBox(), await board.boundingBox()];
    const below = table.y + table.height - (button.y + button.height);
    return below >= 0 && below < 40 ? [] : [`"Ways" is ${below} above the lower edge of the board`];
  };
  for (const one of await inTime(page, high)) test.expect(false, one);
}
