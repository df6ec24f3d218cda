// turns.mjs - a whole turn of a big battle, played through the page as a visitor would, and the
// clicks it takes: a click and a drag count one each, a key does too.
//
// Each step of the turn is looked at and accepted as Captain Hartmann proposes it, and ended by
// hand; what is asked is answered.
// SPDX-License-Identifier: MIT

const BATTLES = [
  { game: "lucky", scenario: "borodino", most: 35, orders: 12 },
  { game: "staff", scenario: "army-day", most: 40, orders: 12 },
  { game: "clausewitz", scenario: "maida", most: 25, orders: 4 },
];
const STEPS = 40; // of a turn, at most

export async function turns(world) {
  await world.test("what can be undone is done at once", { size: "laptop" }, atOnce);
  for (const battle of BATTLES)
    await world.test(
      `a turn of ${battle.scenario} takes at most ${battle.most} clicks`,
      { size: "laptop" },
      (test) => turn(test, battle),
    );
}

/** One click on an order does it, and one beside it takes it back; what ends a step asks. */
async function atOnce(test) {
  const { page } = test;
  await page.addInitScript(() => localStorage.setItem("grognard.ask", "false"));
  await test.begin("lucky", { scenario: "borodino" });
  const { plies } = await dataOf(page);
  await test.press(test.section("Units that can act").locator("button").first());
  await test.press(page.locator(".offer[data-action^=give]").first());
  await goneOn(page, plies);
  test.expect((await page.locator(".pending").count()) === 0, "it asks before what can be undone");
  await test.look("an order that was given at once");
  await test.press(page.locator(".just-done button"));
  await page.waitForFunction(
    (was) => Number(document.querySelector(".play")?.dataset["plies"]) === was,
    plies,
  );
  await page.keyboard.press("Escape");
  await page.keyboard.press("p");
  await page.locator(".proposals li").first().waitFor();
  await test.look("the proposals for a step");
  const wanted = await page.locator(".proposals li").count();
  await page.locator("#board").focus();
  await page.keyboard.press("n");
  await page.getByRole("button", { name: "Do it" }).waitFor();
  test.expect((await dataOf(page)).plies === plies, "looking at a proposal gives the order");
  await page.locator("#board").focus();
  await page.keyboard.press("Enter");
  await goneOn(page, plies);
  await page.waitForFunction(
    (count) => document.querySelectorAll(".proposals li").length < count,
    wanted,
  );
  await page.keyboard.press("Escape");
  await page.locator(".overview.shown").waitFor({ state: "detached" }); // the whole board again
  await test.press(page.locator(".offer[data-action=end]").first());
  await page.getByRole("button", { name: "Do it" }).waitFor();
}

const dataOf = (page) =>
  page.locator(".play").evaluate(({ dataset }) => ({ ...dataset, plies: Number(dataset.plies) }));

async function turn(test, { game, scenario, most, orders }) {
  const { page } = test;
  await page.addInitScript(() => localStorage.setItem("grognard.ask", "false"));
  await test.begin(game, { scenario, red: "random" });
  const count = { clicks: 0, given: 0 };
  const first = await turnOf(page);
  for (let step = 0; step < STEPS && (await turnOf(page)) === first; step++)
    await oneStep(test, count);
  test.expect((await turnOf(page)) !== first, `the turn is not over after ${STEPS} steps`);
  test.expect(count.given >= orders, `only ${count.given} orders were given in the turn`);
  test.expect(count.clicks <= most, `${count.clicks} clicks, not ${most}`);
  console.log(`#   ${scenario}: ${count.clicks} clicks for ${count.given} orders`);
}

/** "Turn 3" stands in the banner; nothing while somebody else decides. */
async function turnOf(page) {
  await page.waitForFunction(() => {
    const play = document.querySelector(".play");
    const acting = play?.dataset["acting"] !== undefined;
    const idle = acting && document.querySelector(".waiting") === null;
    return idle || play?.dataset["over"] === "true";
  });
  return /turn (\d+)/i.exec(await page.locator(".turn p").first().innerText())?.[1];
}

async function press(test, count, locator) {
  count.clicks++;
  await test.press(locator);
}

/** Waits until something has happened, and whoever is at this screen decides again. */
async function goneOn(page, plies) {
  await page.waitForFunction((was) => {
    const play = document.querySelector(".play");
    const decides = play?.dataset["acting"] !== undefined || play?.dataset["over"] === "true";
    return decides && Number(play.dataset["plies"]) > was;
  }, plies);
  await turnOf(page);
}

/** What is proposed is accepted; where nothing is, the step is ended as it is proposed. */
async function oneStep(test, count) {
  const { page } = test;
  const { plies } = await dataOf(page);
  const list = page.locator(".proposals");
  const ask = page.locator(".plan-ask button");
  await list.or(ask).first().waitFor();
  if ((await list.count()) === 0) {
    await page.keyboard.press("p");
    count.clicks++;
    await list.waitFor();
  }
  const all = list.locator(":scope > .main");
  if ((await all.count()) > 0) {
    const before = await page.locator(".proposals li").count();
    test.expect(before > 0, "all of nothing is to be accepted");
    await press(test, count, all);
    await goneOn(page, plies);
    count.given += (await dataOf(page)).plies - plies;
    return;
  }
  await press(test, count, list.locator(".ending button"));
  const asked = page.locator(".pending .main");
  await page.waitForFunction(
    (was) =>
      document.querySelector(".pending .main") !== null ||
      Number(document.querySelector(".play")?.dataset["plies"]) > was,
    plies,
  );
  if ((await asked.count()) > 0) await press(test, count, asked);
  await goneOn(page, plies);
}
