// who.mjs - who is who, who is winning, and never lost: parts of other walks, on their pages.
// SPDX-License-Identifier: MIT

async function middle(locator) {
  const box = await locator.boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function plies(page) {
  return page.locator(".play").getAttribute("data-plies");
}

/** A battle of squares just begun, and nobody chosen. */
export async function whoIsWho(test) {
  const { page } = test;
  const strip = await page.locator(".winning summary").innerText();
  test.expect(/the British/.test(strip) && /the French/.test(strip), `the sides are: ${strip}`);
  test.expect(/\d+\/\d+/.test(strip), `nobody can see who is winning: ${strip}`);
  const until = await page.locator(".turn .until").innerText();
  test.expect(/ends when the dice are used/.test(until), `what ends the phase: ${until}`);

  const ring = await middle(page.locator(".mark-able").first());
  await page.mouse.click(ring.x, ring.y);
  const card = page.locator(".unit-card");
  await card.waitFor();
  const name = await card.locator("h3").innerText();
  test.expect(/Foot|Hussars|Battery|Line|Chasseurs/.test(name), `the unit is called ${name}`);
  const facts = await card.locator("dl").innerText();
  for (const label of ["type", "quality", "strength", "formation", "this turn"])
    test.expect(facts.includes(label), `the card does not tell its ${label}: ${facts}`);
  await meaning(test, card);
  await rulesBeside(test);
  await refusals(test, card);
  await doubleClick(test);
  await leftOver(test);
}

/** What a word means comes when a pointer goes there or the focus does, and nothing of it can be
 *  pressed. */
async function meaning(test, card) {
  const { page } = test;
  const box = page.locator(".tip");
  await card.locator("dt[data-tip]").first().hover();
  await box.filter({ hasText: /\(SQ-[\dR.]+\)/ }).waitFor();
  test.expect(
    (await box.evaluate((one) => getComputedStyle(one).pointerEvents)) === "none",
    "the box lies in the way",
  );
  await test.look("What a word means");
  await page.mouse.move(1, 1);
  await box.waitFor({ state: "hidden" });
  await card.getByRole("button", { name: "Put this unit down" }).focus();
  await page.keyboard.press("Tab"); // to the first clause of the card
  await box.filter({ hasText: /\(SQ-[\dR.]+\)/ }).waitFor();
  await page.keyboard.press("Shift+Tab");
  await box.waitFor({ state: "hidden" });
}

/** The rules beside the board: what is being decided, and what one looks for. */
async function rulesBeside(test) {
  const { page } = test;
  await page.locator("#tab-rules").click();
  const now = await test.section("Now").innerText();
  test.expect(/SQ-/.test(now), `the clause of what is decided: ${now}`);
  await page.locator("#rules-search").fill("retreat test");
  const found = await test.section("All clauses").innerText();
  test.expect(/SQ-11\.1/.test(found) && !/SQ-10\.1/.test(found), `found: ${found}`);
  test.expect((await page.locator(".board .unit").count()) > 0, "the board is gone");
  await page.locator("#tab-orders").click();
}

/** A square far away: the unit stays in hand and the clause is named. */
async function refusals(test, card) {
  const { page } = test;
  const far = await middle(page.locator('.board [data-cell="11,5"]').first());
  await page.mouse.click(far.x, far.y);
  const why = page.locator(".pending.refused .why, .notice span").last();
  await why.waitFor();
  const words = await why.innerText();
  test.expect(/SQ-/.test(words), `a far square is refused with: ${words}`);
  test.expect((await card.count()) === 1, "a refused click puts the unit down");
  await page.keyboard.press("Escape");
}

async function doubleClick(test) {
  const { page } = test;
  if ((await page.locator(".unit-card").count()) === 0) {
    const ring = await middle(page.locator(".mark-able").first());
    await page.mouse.click(ring.x, ring.y);
  }
  const reach = page.locator(".board .lies.reach").first();
  await reach.waitFor();
  const to = await middle(reach);
  const before = await plies(page);
  await page.mouse.dblclick(to.x, to.y);
  await page.getByRole("button", { name: "Do it" }).waitFor();
  test.expect((await plies(page)) === before, "a double click acts");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
}

/** Ending the turn names who could still act. */
async function leftOver(test) {
  const { page } = test;
  await test.section("Orders of the whole side").locator("button").first().click();
  const words = await page.locator(".left-over").innerText(); // comes with the odds
  test.expect(/Still possible: act \(.*(Foot|Hussars|Battery|Line|Chasseurs)/.test(words), words);
  await page.getByRole("button", { name: "Cancel" }).click();
}

/** On the set-up screen of lucky: options by their words, in inches, as usual or not. */
export async function optionsInWords(test) {
  const { page } = test;
  await page.locator("details.options summary").first().click();
  await page.locator("#option-search").fill("cavalry width");
  const shown = page.locator('details.options:not(.house) [id^="option-"]:not(#option-search)');
  test.expect((await shown.count()) === 1, `${await shown.count()} options are found`);
  const usual = await page.locator("#option-horse_width").getAttribute("placeholder");
  test.expect(usual === "3", `the usual width is told as ${usual}`);
  await page.locator("#option-search").fill("order to evade");
  const row = page.locator(".choice", { has: page.locator("#option-evade_needs_order") });
  const words = await row.innerText();
  test.expect(/default: yes/.test(words), `a switch says: ${words}`);
}
