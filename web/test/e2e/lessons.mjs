// lessons.mjs - the guided first games: all steps of all lessons can be done as the coach says, and
// at four sizes what he says and the buttons can be seen; the way of who comes for the first time.
// SPDX-License-Identifier: MIT

import { firstShot, unitOn } from "../first-shot.mjs";
import { inTime, outOfSight, SIZES } from "./fits.mjs";

/** What a learner does of what he is offered, in this order; the first of all where none is there.
 *  Units are chosen where the coach asks for it. */
const DOES = {
  squares: { chosen: ["A3"], at: "B1", orders: [/^act A1 .*attack$/, /^act A1 /, /^end$/] },
  commanders: {
    orders: [/^order 3I b1 b2$/, /^order 1C a1 a2$/, /^go 1C a1 a2$/, /^go 3I b1 b2$/, /^ready$/],
  },
  lucky: {
    chosen: ["ac0"],
    orders: [
      ...[/^give ac0 ad1 3$/, /^assign a\d 1$/, /^move a1 /],
      ...[/^charge a2 b2/, /^fire a3/, /^end$/],
    ],
  },
  staff: { chosen: ["a1"], orders: [/^move a1 /, /^order a2 /, /^end/] },
  clausewitz: { orders: [/^adc /, /^order A1/, /^march A1/] },
};
const FIRST = [1366, 625];
const MOST = 40; // decisions of a lesson

export async function lessons(world) {
  await world.test(
    "from the start screen to the first shot: four clicks",
    { size: "desktop" },
    async (test) => {
      const { clicks } = await firstShot(test.page, test.world.host.address);
      test.expect(clicks === 4, `it takes ${clicks} clicks`);
    },
  );
  for (const game of Object.keys(DOES))
    await world.test(`${game}: every step of the lesson, at four sizes`, {}, (test) =>
      lesson(test, game),
    );
}

async function lesson(test, game) {
  const { page } = test;
  await page.setViewportSize({ width: FIRST[0], height: FIRST[1] });
  await test.open(`#/learn/${game}`);
  const coach = page.locator(".coach");
  await coach.waitFor();
  const all = Number(/of (\d+)/.exec(await stepWords(coach))[1]);
  const seen = new Set();
  for (let turn = 0; turn < MOST; turn++) {
    const step = await stepWords(coach);
    if (!seen.has(step)) await inSight(test, `${game}, ${step}`);
    seen.add(step);
    if ((await coach.getByRole("button", { name: "Close" }).count()) > 0) break;
    if ((await stepWords(coach)) !== step) continue; // it has come only now
    if (await goesOn(coach, step)) await isLeft(page, step);
    else await act(test, game, step);
  }
  test.expect(seen.size === all, `${game}: of ${all} steps there were ${[...seen].join(", ")}`);
}

/** "Go on" of this step and of no other: a step that comes a moment later is not passed over. */
function goesOn(coach, step) {
  return coach.evaluate((it, wanted) => {
    const button = [...it.querySelectorAll("button")].find((one) => /Go on/.test(one.textContent));
    const isStill = it.querySelector(".steps")?.getAttribute("aria-label") === wanted;
    if (isStill) button?.click();
    return button !== undefined;
  }, step);
}

function isLeft(page, step) {
  return page.waitForFunction(
    (was) => document.querySelector(".coach .steps")?.getAttribute("aria-label") !== was,
    step,
  );
}

function stepWords(coach) {
  return coach.locator(".steps").getAttribute("aria-label");
}

/** What the coach says and every button that he or the proposal has; the rings of the unit. */
async function inSight(test, what) {
  const { page } = test;
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const parts = page.locator(".coach h2, .coach p, .coach button, .pending > .row button");
    const hidden = await inTime(page, () =>
      parts.evaluateAll(
        (all, asks) =>
          all.filter((one) => new Function(`return ${asks}`)()(one)).map((one) => one.textContent),
        String(outOfSight),
      ),
    );
    test.expect(hidden.length === 0, `${what}, at ${width}x${height}: out of sight ${hidden}`);
  }
  await page.setViewportSize({ width: FIRST[0], height: FIRST[1] });
}

/** One thing done: a unit chosen, an enemy clicked, or an order. */
async function act(test, game, step) {
  const { page } = test;
  const { chosen = [], at, orders } = DOES[game];
  const text = await page.locator(".coach").innerText();
  const state = await test.settled();
  const asked = chosen.find((unit) => step.startsWith("Step 1 ") && text.includes(unit));
  if (asked !== undefined) return click(page, asked);
  if (step.startsWith("Step 2 ") && at !== undefined) return click(page, at);
  if ((await page.locator(".pending > .row .main").count()) > 0) return test.confirm(state);
  const offered = [...(await test.completions()), ...(await test.sideWords())];
  const wanted = orders.map((order) => offered.find((one) => order.test(one)));
  return test.type(wanted.find((one) => one !== undefined) ?? offered[0], state);
}

async function click(page, unit) {
  const was = await stepWords(page.locator(".coach"));
  const box = await unitOn(page, unit).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await isLeft(page, was);
}
