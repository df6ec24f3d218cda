// big.mjs - a big battle in an evening: several units in hand, a brigade that moves as one,
// everybody's best target, the same order for all.
//
// One page for all of it: Borodino, opened at a moment of its first turn.
// SPDX-License-Identifier: MIT

import { openText } from "./files.mjs";
import { inTime } from "./fits.mjs";

/** The first turn as far as movement: half of the army has orders. */
const MOVING = [
  "give ac0 ad8 3",
  "give ac0 ak2 6",
  "give ac0 ak3 1",
  "give ak3 ad5 3",
  "give ak2 ad4 3",
  "give ak2 ad3 2",
  "give ak3 ad6 1",
];

/** Two battalions that may shoot, in a game that writes "shoot a1>b52". */
const SHOOTING = `position staff 1
turn 1 blue
table 48 36
phase shoot
a1 line_inf line 19,15 0 brigade 1
a2 line_inf line 28,15 0 brigade 1
b51 line_inf line 30,27 180 brigade 1
b52 line_inf line 21,27 180 brigade 1
ac1 rating 8 24,4 acted moved
bc1 rating 8 24,32
`;

export async function big(world) {
  await world.test("a big battle: brigades move as one", { size: "laptop" }, async (test) => {
    let state = await test.begin("lucky", { scenario: "borodino", seed: 7 });
    await smallMap(test);
    for (const order of MOVING) state = await test.type(order, state);
    state = await sameForAll(test, state);
    state = await test.type("end", state);
    state = await brigade(test, state);
    state = await box(test);
    state = await march(test, state);
    await test.page.keyboard.press("Escape");
    state = await test.type("end", state);
    await test.type("end", state); // red holds its fire
    await everybodyFires(test);
  });
  await world.test("everybody fires, whatever the notation", { size: "laptop" }, async (test) => {
    await test.open();
    await openText(test, "shooting.pos", SHOOTING);
    await test.page.locator(".play").waitFor();
    await everybodyFires(test);
  });
  await world.test("a big battle on a phone", { size: "phone", colours: "dark" }, phone);
}

const plies = (page) => page.locator(".play").evaluate((play) => Number(play.dataset["plies"]));

/** Waits for so many actions more. */
function gone(page, to) {
  return page.waitForFunction(
    (wanted) => Number(document.querySelector(".play")?.dataset["plies"]) === wanted,
    to,
  );
}

/** The small map is dragged: what the window shows stays under the pointer, and the map where it
 *  is; nothing is chosen by it. */
async function smallMap(test) {
  const { page } = test;
  for (let step = 0; step < 4; step++)
    await page.getByRole("button", { name: "Zoom in", exact: true }).click();
  const map = page.locator(".overview.shown");
  await map.waitFor();
  const at = await map.boundingBox();
  const spots = [
    { x: at.x + at.width * 0.4, y: at.y + at.height * 0.5 },
    { x: at.x + at.width * 0.6, y: at.y + at.height * 0.4 },
    { x: at.x + at.width * 0.5, y: at.y + at.height * 0.6 },
  ];
  for (const [index, spot] of spots.entries()) {
    await page.mouse.move(spot.x, spot.y, { steps: 3 });
    if (index === 0) await page.mouse.down();
    const off = async () => {
      const frame = await map.locator(".window").boundingBox();
      const [x, y] = [frame.x + frame.width / 2 - spot.x, frame.y + frame.height / 2 - spot.y];
      return Math.hypot(x, y) < 4 ? [] : [Math.hypot(x, y).toFixed(1)];
    };
    for (const pixels of await inTime(page, off))
      test.expect(false, `the window is ${pixels} pixels off the pointer on the small map`);
  }
  await page.mouse.up();
  const last = await map.locator(".window").boundingBox();
  await page.mouse.move(spots[0].x, spots[0].y);
  const still = await map.locator(".window").boundingBox();
  test.expect(still.x === last.x && still.y === last.y, "it follows a pointer that has let go");
  test.expect((await page.locator(".unit-card").count()) === 0, "the small map chooses a unit");
  await page.getByRole("button", { name: "Whole board" }).click();
}

/** An order that others could have too is given to all of them at once. */
async function sameForAll(test, state) {
  const { page } = test;
  const before = await plies(page);
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await test.press(page.locator(".offer[data-action^=assign]").first());
  await test.press(page.getByRole("button", { name: /^The same for all/ }));
  const plan = page.locator(".pending.plan");
  await plan.waitFor();
  const orders = Number(/(\d+) orders/.exec(await plan.locator(".main").innerText())?.[1]);
  test.expect(orders > 4, `only ${orders} units get an order`);
  await test.press(plan.locator(".main"));
  await gone(page, before + orders);
  return test.settled(state.number);
}

/** By keyboard: a unit, its brigade, a place; one confirmation, and one key takes all back. */
async function brigade(test, state) {
  const { page } = test;
  const before = await plies(page);
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.keyboard.press("g");
  await page.locator(".in-hand").waitFor();
  const rings = await page.locator(".mark-pick").count();
  test.expect(rings === 4, `${rings} units of the division are marked`);
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  const plan = page.locator(".pending.plan");
  await plan.waitFor();
  await test.look("a brigade moves as one");
  test.expect((await plan.locator("li").count()) === 4, "not every unit is named");
  test.expect((await page.locator(".board .ghost").count()) >= 2, "no ghosts are drawn");
  const moves = await plan.locator("li:not(.cannot)").count();
  await page.keyboard.press("Enter");
  await gone(page, before + moves);
  await page.locator("#board").focus();
  await page.keyboard.press("u");
  await gone(page, before);
  return test.settled(state.number);
}

/** With the mouse: a box around some of them, one of them dragged, Shift and a click takes one
 *  out. */
async function box(test) {
  const { page } = test;
  const before = await plies(page);
  await page.keyboard.press("Escape");
  const rings = await page
    .locator(".mark-able")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  const [low, high] = [Math.min, Math.max];
  const left = low(...rings.map((one) => one.x)) - 12;
  const right = high(...rings.map((one) => one.x + one.width)) + 12;
  const top = low(...rings.map((one) => one.y)) - 12;
  const bottom = high(...rings.map((one) => one.y + one.height)) + 12;
  await page.keyboard.down("Shift");
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move((left + right) / 2, bottom, { steps: 3 });
  await page.mouse.up();
  await page.locator(".in-hand").waitFor();
  const taken = await page.locator(".mark-pick").count();
  test.expect(taken > 3, `the box takes ${taken} units`);
  const first = await page.locator(".mark-pick").first().boundingBox();
  await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
  await page.keyboard.up("Shift");
  await page.waitForFunction(
    (count) => document.querySelectorAll(".mark-pick").length === count,
    taken - 1,
  );
  const held = await page.locator(".mark-pick").last().boundingBox();
  await page.mouse.move(held.x + held.width / 2, held.y + held.height / 2);
  await page.mouse.down();
  await page.mouse.move(held.x + held.width / 2, held.y - 10, { steps: 4 });
  await page.mouse.up();
  const plan = page.locator(".pending.plan");
  await plan.waitFor();
  await test.look("a box moves as one");
  const cannot = await plan.locator("li.cannot").first().innerText();
  test.expect(/ cannot: .*LG-/.test(cannot), `who cannot is not told why: ${cannot}`);
  test.expect((await plies(page)) === before, "something was done before it was confirmed");
  await test.press(plan.getByRole("button", { name: "Cancel" }));
  await plan.waitFor({ state: "detached" });
  return test.settled();
}

/** A place that is too far: it goes as far as it may, and stays on the march. */
async function march(test, state) {
  const { page } = test;
  const before = await plies(page);
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.keyboard.press("d");
  await page.locator(".board .danger").first().waitFor({ state: "attached" });
  const told = await page.locator(".board .danger title").allTextContents();
  test.expect(told.length > 10, `danger is shown at ${told.length} places only`);
  test.expect(
    told.some((one) => /\d % that fire does something to it here: /.test(one)),
    "nowhere is there any danger",
  );
  await test.look("danger");
  await page.keyboard.press("d");
  await page.locator(".board .danger").first().waitFor({ state: "detached" });
  const unit = await page.locator(".mark-pick").boundingBox();
  await page.mouse.click(unit.x + unit.width / 2, unit.y - 150);
  await page.locator(".pending.refused").waitFor();
  await test.press(page.getByRole("button", { name: /^March there/ }));
  await gone(page, before + 1);
  await page.locator('section[aria-label="On the march"] li').waitFor();
  return test.settled(state.number);
}

/** Counters are never too small to be worked with: the board comes near, a small one shows the
 *  whole, and a tap on that goes there. */
async function phone(test) {
  const { page } = test;
  await test.begin("lucky", { scenario: "borodino", seed: 7 });
  for (const order of MOVING) await test.type(order, await test.settled());
  const unit = page.locator(".board .unit.blue.infantry").first();
  const small = await unit.boundingBox();
  test.expect(small.width < 28, `at first a counter is ${small.width} pixels wide already`);
  await page.touchscreen.tap(small.x + small.width / 2, small.y + small.height / 2);
  const overview = page.locator(".overview.shown");
  await overview.waitFor();
  const large = await unit.boundingBox();
  test.expect(
    Math.max(large.width, large.height) >= 28,
    `a chosen counter is ${large.width} by ${large.height} pixels`,
  );
  test.expect(
    Math.abs(large.x + large.width / 2 - small.x - small.width / 2) < 12,
    "it has slipped away from under the finger",
  );
  await test.look("borodino, a unit chosen");
  const there = await page.locator(".board .troops .unit").count();
  const dots = await overview.locator("rect.blue, rect.red").count();
  test.expect(dots > 30 && dots <= there, `of ${there} units the small map shows ${dots}`);
  const [whole, part] = [await overview.boundingBox(), overview.locator(".window")];
  const frame = await part.boundingBox();
  test.expect(frame.width < whole.width * 0.9, "its frame is as large as the table");
  const map = await overview.boundingBox();
  await page.touchscreen.tap(map.x + map.width * 0.8, map.y + map.height * 0.3);
  const stays = async () => ((await unit.boundingBox()).x < large.x - 40 ? [] : [unit]);
  test.expect((await inTime(page, stays)).length === 0, "a tap on the small map goes nowhere");
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  const offer = page.locator(".side .offer").first();
  await offer.waitFor();
  await page.touchscreen.tap(map.x + map.width * 0.8, map.y + map.height * 0.3);
  await test.press(offer);
  await page.getByRole("button", { name: "Do it" }).waitFor();
  const hidden = async () => ((await page.evaluate(planIsSeen)) ? [] : ["plan"]);
  test.expect((await inTime(page, hidden)).length === 0, "what is proposed is out of sight");
  await test.look("borodino, a proposal of the list");
}

/** On the page: all that is drawn of a proposal is in the window of the board. */
function planIsSeen() {
  const plan = document.querySelector(".board [data-overlay]").getBoundingClientRect();
  const board = document.querySelector(".board").getBoundingClientRect();
  return (
    plan.width > 0 &&
    plan.left >= board.left &&
    plan.right <= board.right &&
    plan.top >= board.top &&
    plan.bottom <= board.bottom
  );
}

/** Each at its best target, the chances shown; nothing is thrown before it is confirmed. */
async function everybodyFires(test) {
  const { page } = test;
  const before = await plies(page);
  await test.press(page.getByRole("button", { name: /^Everybody fires/ }));
  const plan = page.locator(".pending.plan");
  await plan.waitFor();
  await test.look("everybody fires");
  const chances = await plan.locator(".tells").allInnerTexts();
  test.expect(
    chances.length > 1 && chances.every((one) => /\d+ % that it affects /.test(one)),
    `the chances are ${chances.join()}`,
  );
  test.expect((await plies(page)) === before, "somebody has fired already");
  await test.press(plan.locator(".main"));
  await page.waitForFunction(
    (wanted) => Number(document.querySelector(".play")?.dataset["plies"]) >= wanted,
    before + chances.length,
  );
}
