// games.mjs - whole games through the page with a finger, for two at one screen, each with a reload
// in the middle; and the hand on the board.  Those against the computer are keyboard.mjs.
// SPDX-License-Identifier: MIT

import { chances, SHORT } from "./harness.mjs";

/** In how many of a hundred decisions a unit acts before its side says that it is done. */
const BUSY = { lucky: 12, commanders: 50 };

export async function games(world, list) {
  for (const game of list) {
    const short = SHORT[game] ?? {},
      busy = BUSY[game] ?? 70;

    await world.test(
      `${game}: a game for two at one screen, tapped, on a phone`,
      { size: "phone", colours: game === "squares" ? "dark" : "light" },
      async (test) => {
        const pick = chances(5);
        const state = await test.begin(game, { ...short, seed: 8 });
        await test.look(`${game} begins`);
        await test.playOn(state, (now) => test.pressSomething(pick, now, busy), {
          enough: short.enough,
          at: { 4: (now) => test.reload(now), 6: async () => test.look(`${game} under way`) },
        });
        await test.page.locator(".over h2").waitFor();
        await test.look(`${game} is over`);
      },
    );
  }

  await world.test("squares: the marshal is told to move now", { size: "phone" }, moveNow);
  await world.test(
    "commanders: a game for two with the curtain, clicked, on a desktop",
    { size: "desktop" },
    curtains,
  );
  await world.test(
    "squares: units are moved on the board itself, by clicks and by dragging",
    { size: "desktop" },
    onTheBoard,
  );
}

/** Each plans alone: nothing of what blue ordered is anywhere on the page while red sits there. */
async function curtains(test) {
  const { page } = test;
  const pick = chances(3);
  let state = await test.begin("commanders", { scenario: "skirmish", options: { rounds: 1 } });
  test.expect(state.kind === "acting" && state.side === "blue", "blue does not plan first");
  state = await test.type("order 2I a1 a2", state);
  const arrows = await page.locator(".board svg").first().locator(".plan, [class*=plan]").count();
  test.expect(arrows > 0, "blue's own order is not drawn");
  await test.look("commanders planning");
  state = await test.type("ready", state);
  test.expect(state.kind === "curtain", "no curtain comes down after blue's planning");
  test.expect(!(await shows(page, "2I a1 a2")), "blue's order can be read behind the curtain");
  await test.look("commanders curtain");
  state = await test.lift(state);
  test.expect(state.side === "red", "red does not sit down");
  test.expect(!(await shows(page, "2I a1 a2")), "red can read blue's order");
  await page.getByRole("tab", { name: "Log" }).click();
  test.expect(!(await shows(page, "2I a1 a2")), "red can read blue's order in the log");
  await page.getByRole("tab", { name: "Orders" }).click();
  await test.playOn(state, (now) => test.pressSomething(pick, now, 50));
  await page.getByRole("tab", { name: "Log" }).click();
  await page.waitForFunction(() =>
    document.querySelector(".log")?.textContent?.includes("order 2I a1 a2"),
  );
}

function shows(page, words) {
  return page.evaluate((text) => document.documentElement.innerHTML.includes(text), words);
}

/** Where the middle of an element is on the screen. */
async function middle(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function onTheBoard(test) {
  const { page } = test;
  let state = await test.begin("squares", {
    scenario: "sq-tiny",
    options: { max_rounds: 2, activation_dice: 12 },
  });
  const ring = page.locator(".mark-able").first();
  await ring.waitFor();
  const from = await middle(ring);
  await page.mouse.click(from.x, from.y);
  await page.locator(".mark-pick").waitFor();
  const reach = page.locator(".board .lies.reach");
  await reach.first().waitFor();
  test.expect((await reach.count()) > 2, "the squares in reach are not shown");
  await test.look("squares reach");
  const to = await middle(reach.first());
  await page.mouse.click(to.x, to.y);
  await page.getByRole("button", { name: "Do it" }).waitFor();
  const plies = state.plies;
  state = await test.confirm(state);
  test.expect(state.plies > plies, "a click on the board moved nobody");

  const next = page.locator(".mark-able").first();
  await next.waitFor();
  const hand = await middle(next);
  await page.mouse.move(hand.x, hand.y);
  await page.mouse.down();
  await page.mouse.move(hand.x + 5, hand.y + 12, { steps: 4 });
  await page.locator(".board .lies.reach").first().waitFor();
  const goal = await middle(page.locator(".board .lies.reach").last());
  await page.mouse.move(goal.x, goal.y, { steps: 6 });
  await page.locator(".said").waitFor();
  await page.mouse.up();
  const before = state.plies;
  state = await test.confirm(state);
  test.expect(state.plies > before, "dragging moved nobody");
}

/** His turn may take a minute; who presses the button does not wait for it. */
export async function moveNow(test) {
  const begun = test.begin("squares", { scenario: "sq-villages", blue: "marshal", seed: 2 });
  const button = test.page.locator("button.move-now");
  await button.waitFor();
  await test.page.waitForFunction(() => {
    const shown = document.querySelector(".move-now");
    return shown !== null && getComputedStyle(shown).opacity === "1";
  });
  await test.look("squares, the marshal thinks");
  await button.click();
  const state = await begun;
  test.expect(state.kind === "acting" && state.plies > 0, "he did not move");
}
