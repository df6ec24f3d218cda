// keyboard.mjs - games against the computer with the keyboard alone, each with a reload on the way:
// cursor, next unit, orders, undo, keys, resigning.
// SPDX-License-Identifier: MIT

import { inTime } from "./fits.mjs";
import { chances, confirmed, SHORT } from "./harness.mjs";

export async function keyboard(world) {
  for (const game of Object.keys(SHORT).filter((name) => name !== "squares"))
    await world.test(`${game}: a whole game, by keys alone`, { size: "desktop" }, (test) =>
      wholeGame(test, game),
    );

  await world.test(
    "squares: who is quicker than the page loses nothing",
    { size: "desktop", late: 500 },
    quick,
  );
  await world.test(
    "squares: a whole game with the keyboard alone",
    { size: "desktop", chance: "keyboard 2" }, // a game that is not over before it is looked at
    async (test) => {
      const { page } = test;
      await test.open("#/new/squares");
      await page.waitForSelector("form.setup");
      await page.locator("input[name=scenario]:checked").focus();
      await page.keyboard.press("Enter"); // a form is sent by Enter in any of its fields
      let state = await test.settled();
      await test.lookAtBoard();
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
      await test.look("keys");
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });

      // The cursor finds a unit and takes it a square ahead.
      await page.keyboard.press("n");
      await page.locator(".chosen h3").waitFor();
      await page.keyboard.press("ArrowUp");
      await page.locator(".mark-cursor").waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Do it" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Do it" }).waitFor({ state: "detached" });
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Do it" }).waitFor();
      await page.keyboard.press("Enter");
      const plies = state.plies;
      state = await test.settled(state.number);
      test.expect(state.plies > plies, "Enter did not do what was proposed");

      // From the list of units by Tab: whatever vanishes, the focus is never lost.
      await page.getByRole("tab", { name: "Units" }).focus();
      await page.keyboard.press("Enter");
      const first = page.locator(".units button").first();
      await first.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "Orders" }).focus();
      await page.keyboard.press("Enter");
      const offer = page.locator(".scroll .offer").first();
      await offer.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Do it" }).waitFor();
      await confirmed(page);
      state = await test.settled(state.number);
      const lost = () =>
        page.evaluate(() =>
          (document.activeElement?.closest(".side") ?? null) === null ? ["the focus"] : [],
        );
      test.expect((await inTime(page, lost)).length === 0, "the focus is lost after acting");
      await page.waitForFunction(
        () => document.querySelector("#last-words").textContent.length > 10, // it is announced
      );

      // An order typed with its keys.
      await page.keyboard.press("/");
      await page.keyboard.type("end");
      await page.keyboard.press("Enter");
      await test.insist("end", state);
      state = await test.settled(state.number);

      // Replay and back.
      await page.keyboard.press("r");
      await page.getByRole("slider", { name: "Moment of the game" }).waitFor();
      await page.keyboard.press("Home");
      await page.waitForFunction(
        () => document.querySelector(".play")?.getAttribute("data-ply") === "0",
      );
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(
        () => document.querySelector(".play")?.getAttribute("data-ply") === "1",
      );
      await page.keyboard.press("Escape");
      state = await test.settled(state.number);

      // Tab completes what was begun, and then leaves the box again.
      await page.keyboard.press("/");
      await page.keyboard.press("/");
      await page.keyboard.type("en");
      await page.keyboard.press("Tab");
      await page.waitForFunction(() => document.activeElement?.value === "end");
      await page.keyboard.press("Tab");
      await page.waitForFunction(() => document.activeElement?.tagName === "BUTTON");
      await page.keyboard.press("Shift+Tab");
      await page.keyboard.press("Control+a");
      await page.keyboard.press("Delete");

      // And the end of it.
      for (let turns = 0; state.kind !== "over" && turns < 60; turns++) {
        await page.keyboard.press("/");
        const word = turns < 6 ? "end" : "resign";
        await page.keyboard.type(word);
        await page.keyboard.press("Enter");
        await test.insist(word, state);
        state = await test.settled(state.number);
      }
      test.expect(state.kind === "over", "the game did not end");
      await page.locator(".over h2").waitFor();
      await test.look("squares is over");
    },
  );
}

/** The first key counts, who is taken up as soon as the dice lie stays in hand, and a hint that is
 *  asked for at once comes. */
async function quick(test) {
  const { page } = test;
  let state = await test.begin("squares", { scenario: "sq-tiny" });
  await page.keyboard.press("n");
  await page.locator(".unit-card").waitFor();
  state = await test.type("end", state);
  await page.keyboard.press("Escape"); // out of the box that orders are typed in
  await page.keyboard.press("n");
  await page.locator(".unit-card").waitFor();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  test.expect((await page.locator(".unit-card").count()) === 1, "a unit is put down again");
  await test.type("end", state);
  await page.getByRole("button", { name: "Hint", exact: true }).click();
  await page.locator(".hints li").first().waitFor();
}

/** Against the computer, nothing pressed but keys: the first decisions are orders of units, found
 *  by N and Tab, then the words of the side are typed until it is over. */
async function wholeGame(test, game) {
  const { page } = test;
  const pick = chances(31);
  const { enough = 40, ...set } = SHORT[game];
  let state = await test.begin(game, { ...set, red: "greedy" });
  let orders = 0;
  await test.look(`${game} begins`);
  await test.lookAtBoard();
  for (let step = 0; state.kind !== "over" && step < 400; step++) {
    if (step === 3) state = await test.reload(state);
    const words = await test.sideWords();
    const able = await test.section("Units that can act").locator("button").count();
    if (able > 0 && (words.length === 0 || orders < 3)) {
      orders++;
      await page.keyboard.press("Escape"); // out of the box that orders are typed in
      await page.keyboard.press("n");
      await page.locator(OFFERS).first().waitFor();
      await tabTo(page, OFFERS);
      for (let more = pick(3); more > 0; more--) await page.keyboard.press("Tab");
      if (!(await page.evaluate(isFocused, OFFERS))) await tabTo(page, OFFERS);
      await page.keyboard.press("Enter");
      await confirmed(page);
    } else {
      await page.keyboard.press("/");
      const word = step < enough && words.length > 0 ? words[0] : "resign";
      await page.keyboard.type(word);
      await page.keyboard.press("Enter");
      await test.insist(word, state);
    }
    state = await test.settled(state.number);
  }
  test.expect(state.kind === "over", "the game is not over");
  test.expect(orders > 0 && state.plies > orders, "no unit got an order");
  await page.locator(".over h2").waitFor();
  await test.look(`${game} is over`);
}

const OFFERS = 'section[aria-label$=" can do"] button';

function isFocused(selector) {
  return document.activeElement?.matches(selector) === true;
}

async function tabTo(page, selector) {
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(isFocused, selector)) return;
  }
  throw new Error(`Tab does not come to ${selector}`);
}
