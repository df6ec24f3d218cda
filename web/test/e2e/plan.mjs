// plan.mjs - commanders: who faces whom, large and whole at every size; and on its boards nothing
// that is written lies over counters or other words.
// SPDX-License-Identifier: MIT

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SIZES, staysHidden } from "./fits.mjs";
import { cut, openCut, rules } from "./stage.mjs";

/** And a phone as narrow as most. */
const ALL = [...SIZES, [360, 740]];

export async function plan(world) {
  await world.test(
    "commanders: who faces whom is whole at every size, and lies aside when one wants the board",
    { size: "desktop" },
    facing,
  );
  await world.test(
    "commanders: no words lie over counters or other words, in all its battles",
    { size: "desktop" },
    apart,
  );
}

async function facing(test) {
  const { page } = test;
  const { text } = await cut("commanders");
  await test.open();
  await openCut(test, text);
  const rows = page.locator(".battle > ul > li");
  await rows.first().waitFor();
  const told = await page.locator(".battle").innerText();
  test.expect(/hit \d+ %/.test(told) && /CMD-R2/.test(told), `it is told: ${told}`);
  for (const [width, height] of ALL) {
    await page.setViewportSize({ width, height });
    const at = `at ${width}x${height}`;
    for (let row = 0; row < (await rows.count()); row++) {
      test.expect(!(await staysHidden(page, rows.nth(row))), `${at} row ${row} is out of sight`);
      for (const counter of await rows.nth(row).locator(".counter").all()) {
        const box = await counter.boundingBox();
        test.expect(box.width >= 40, `${at} a counter is ${box.width} wide`);
      }
    }
    const wide = await page
      .locator(".battle")
      .evaluate((box) => box.scrollWidth - box.clientWidth);
    test.expect(wide <= 0, `${at} it is ${wide} too wide`);
  }
  await page.getByRole("button", { name: "Show the board" }).click();
  test.expect((await page.locator(".battle").count()) === 0, "it lies in the way");
  await page.getByRole("button", { name: "Who faces whom" }).click();
  await rows.first().waitFor();
}

/** Every battle as the set-up shows it, at all sizes; and in the middle of some fights. */
async function apart(test) {
  const { page } = test;
  await test.open("#/new/commanders");
  await page.locator(".scenarios .pic svg .names").first().waitFor({ state: "attached" });
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".scenarios .pic")].every((one) => one.querySelector("svg")),
  );
  for (const [width, height] of ALL) {
    await page.setViewportSize({ width, height });
    const found = await page.locator(".scenarios .pic > svg").evaluateAll(overlaps);
    for (const [battle, both] of found) test.expect(false, `${width}, battle ${battle}: ${both}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const record of ["skirmish-greedy", "ligny-greedy", "marengo-greedy"]) {
    const file = join(rules, "commanders/tests/golden", `${record}.grog`);
    await openCut(test, await readFile(file, "utf8"));
    await page.locator("#board").focus();
    await page.keyboard.press("r");
    const plies = Number(await page.locator(".play").getAttribute("data-plies"));
    for (let step = 0; step < 30 && step < plies; step++) {
      await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(
        (ply) => Number(document.querySelector(".play")?.dataset["ply"]) <= ply,
        plies - step - 1,
      );
      const found = await page.locator("#board svg.picture").evaluateAll(overlaps);
      for (const [, both] of found) test.expect(false, `${record}, ply ${plies - step}: ${both}`);
    }
  }
}

/** On the page: which boxes of words and counters of these pictures lie over each other. */
function overlaps(pictures) {
  const found = [];
  for (const [number, picture] of pictures.entries()) {
    const boxes = [
      ...[...picture.querySelectorAll(".names text")].map((text) => [text.textContent, text]),
      ...[...picture.querySelectorAll(".troops .unit .body")].map((body) => [
        body.closest(".unit").querySelector("title")?.textContent ?? "a counter",
        body,
      ]),
    ].map(([words, element]) => [words, element.getBoundingClientRect(), element]);
    const scale = picture.getBoundingClientRect().width / picture.viewBox.baseVal.width;
    const slack = 4 * scale; // letters have air above and below
    for (const [i, [words, a, one]] of boxes.entries())
      for (const [other, b, two] of boxes.slice(i + 1)) {
        if (one.closest(".unit") !== null && two.closest(".unit") !== null) continue;
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > slack && down > slack)
          found.push([number, `${words} lies over ${other}`]);
      }
  }
  return found;
}
