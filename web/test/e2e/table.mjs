// table.mjs - the measured table under the hand: handle, way-points, the board turned round.
// SPDX-License-Identifier: MIT

import { whoIsWho } from "./who.mjs";

export async function table(world) {
  await world.test(
    "where a unit may go is found beside the page, and lies under the troops",
    { size: "desktop" },
    reach,
  );
  await world.test(
    "lucky: a unit is turned by its handle and goes by way-points",
    { size: "desktop" },
    handle,
  );
  await world.test(
    "lucky: handle and way-points with a finger",
    { size: "phone", colours: "dark" },
    finger,
  );
  await world.test(
    "the board is turned round, and a lone red sits at its lower edge",
    { size: "desktop" },
    turned,
  );
}

/** To the moment at which a1 may move. */
async function toMoving(test) {
  let state = await test.begin("lucky", { scenario: "outpost" });
  for (const order of ["give ac0 ad1 3", "assign a1 1"]) state = await test.type(order, state);
  while (!(await test.completions()).some((order) => order.startsWith("move a1"))) {
    const [assign] = (await test.completions()).filter((order) => order.startsWith("assign"));
    state = await test.type(assign ?? "end", state);
  }
  const { page } = test;
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.locator(".mark-turn .grasp").waitFor({ state: "attached" });
  return state;
}

async function middle(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The order that the card proposes. */
async function proposed(page, pattern) {
  const order = page.locator(".pending .notation").first();
  await page.waitForFunction(
    ([words]) =>
      new RegExp(words).test(document.querySelector(".pending .notation")?.textContent ?? ""),
    [pattern.source],
  );
  return order.innerText();
}

async function handle(test) {
  const { page } = test;
  let state = await toMoving(test);
  const unit = await middle(page.locator(".mark-pick"));
  const knob = await middle(page.locator(".mark-turn .grasp"));
  await page.mouse.move(knob.x, knob.y);
  await page.mouse.down();
  await page.mouse.move(unit.x + 30, unit.y - 40, { steps: 3 });
  await page.mouse.move(unit.x + 50, unit.y, { steps: 3 });
  await page.mouse.up();
  await proposed(page, /wheel right (8|9)\d/);
  test.expect((await page.locator(".board .ghost").count()) > 0, "the wheel shows no ghost");
  await page.keyboard.press("Escape");

  // Two legs: a click, and a click with Ctrl.
  await page.mouse.click(unit.x - 30, unit.y - 35);
  await proposed(page, /^move a1/);
  await page.keyboard.down("Control");
  await page.mouse.click(unit.x - 60, unit.y - 40);
  await page.keyboard.up("Control");
  const order = await proposed(page, /ahead .* ahead /);
  await test.look("lucky way-points");
  const { plies } = state;
  state = await test.confirm(state);
  test.expect(state.plies > plies, `${order} was not done`);
}

async function finger(test) {
  const { page } = test;
  await toMoving(test);
  const unit = await middle(page.locator(".mark-pick"));
  const knob = await middle(page.locator(".mark-turn .grasp"));
  const touch = await page.context().newCDPSession(page);
  const put = (type, at) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: at === undefined ? [] : [at] });
  await put("touchStart", knob);
  await put("touchMove", { x: unit.x + 30, y: unit.y - 30 });
  await put("touchMove", { x: unit.x + 40, y: unit.y });
  await put("touchEnd");
  await proposed(page, /wheel right (8|9)\d/);
  await test.press(page.getByRole("button", { name: "Add a way-point" }));
  await page.touchscreen.tap(unit.x + 34, unit.y - 44);
  await proposed(page, /wheel .* ahead /);
  await test.look("lucky way-points");
}

async function turned(test) {
  const { page } = test;
  const top = async (side) =>
    Math.min(
      ...(await page
        .locator(`.board .unit.${side}`)
        .evaluateAll((units) => units.map((unit) => unit.getBoundingClientRect().top))),
    );
  let state = await test.begin("squares", {
    scenario: "sq-tiny",
    options: { activation_dice: 12 },
  });
  test.expect((await top("red")) < (await top("blue")), "red does not stand at the top");
  await whoIsWho(test);
  await page.locator("#board").focus();
  await page.keyboard.press("f");
  await page.waitForFunction(
    (number) => Number(document.querySelector(".play")?.getAttribute("data-number")) > number,
    state.number,
  );
  test.expect((await top("blue")) < (await top("red")), "F does not turn the board");
  await test.look("squares turned");
  // The hand still finds what it sees.
  const ring = await middle(page.locator(".mark-able").first());
  await page.mouse.click(ring.x, ring.y);
  const places = page.locator(".board .lies.reach");
  await places.first().waitFor();
  const to = await middle(places.first());
  await page.mouse.click(to.x, to.y);
  state = await test.settled();
  const { plies } = state;
  state = await test.confirm(state);
  test.expect(state.plies > plies, "on the turned board a click moves nobody");

  await test.begin("squares", { scenario: "sq-tiny", blue: "random" });
  test.expect(
    (await top("blue")) < (await top("red")),
    "a lone red does not sit at the lower edge",
  );
}

/** The page goes on while it is worked out; the areas then lie between ground and troops. */
async function reach(test) {
  const { page } = test;
  let free;
  const freed = new Promise((done) => (free = done));
  await page.context().route("**/worker.js", async (route) => {
    await freed;
    await route.continue();
  });
  await toMoving(test);
  await page.locator(".chosen h3").waitFor();
  await page.locator(".scroll .offer").first().waitFor();
  test.expect(
    (await page.locator(".board .around .area").count()) === 0,
    "it did not wait for the worker",
  );
  free();
  await page.locator(".board .around .area").first().waitFor({ state: "attached" });
  const under = await page.evaluate(() => {
    const area = document.querySelector(".board .around .area");
    const troops = document.querySelector(".board .troops");
    const land = document.querySelector(".board .land");
    const follows = Node.DOCUMENT_POSITION_FOLLOWING;
    return (
      (area.compareDocumentPosition(troops) & follows) !== 0 &&
      (land.compareDocumentPosition(area) & follows) !== 0
    );
  });
  test.expect(under, "the areas do not lie between ground and troops");
}
