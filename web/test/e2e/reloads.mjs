// reloads.mjs - whatever lies on the table, the page is loaded again at a moment of chance: no
// game, no file and no lesson is lost, and what had happened has happened.
// SPDX-License-Identifier: MIT

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chances, SHORT } from "./harness.mjs";
import { openText } from "./files.mjs";

/** Moments of each game: 200 of all five with E2E_WHOLE. */
const MOMENTS = process.env.E2E_WHOLE === undefined ? 4 : 40;
const DECISIONS = 4; // before the page is loaded again, at most
const FRAMES = 12; // after the last of them, at most

/** How a game comes to the table. */
const WAYS = { lesson, battle, "file under way": halfFile, "finished file": wholeFile };

/** The records that the tests of the rules keep. */
const RECORDS = {
  squares: "sq-tiny",
  commanders: "skirmish",
  lucky: "outpost",
  staff: "two-battalions",
  clausewitz: "picket",
};

export async function reloads(world) {
  for (const [index, game] of Object.keys(RECORDS).entries())
    await world.test(
      `${game}: the page is loaded again at ${MOMENTS} moments, and nothing is lost`,
      { size: "desktop" },
      async (test) => {
        const pick = chances(31 + index);
        for (let moment = 0; moment < MOMENTS; moment++) {
          const ways = Object.entries(WAYS);
          const [way, lay] = ways[moment % ways.length];
          await lay(test, game, pick);
          await reloaded(test, `${game}, ${way}, moment ${moment}`, pick);
        }
      },
    );
}

// ---- How a game comes to the table. ----

async function lesson(test, game) {
  await test.open(`#/learn/${game}`);
  await test.page.locator(".coach").waitFor();
  const goOn = test.page.locator(".coach").getByRole("button", { name: "Go on" });
  if ((await goOn.count()) > 0) await goOn.click();
}

async function battle(test, game, pick) {
  const { scenario, options } = SHORT[game];
  await test.begin(game, { scenario, options, red: "greedy", seed: 1 + pick(1000) });
}

async function halfFile(test, game, pick) {
  const lines = (await recordOf(game)).split("\n");
  const actions = lines.filter((line) => /^\d/.test(line));
  const kept = actions.slice(0, 1 + pick(actions.length - 1));
  const heading = lines.slice(0, lines.indexOf(actions[0]));
  const text = [...heading, ...kept, `end ${kept.length}`, ""].join("\n");
  await laid(test, text.replace(/^blue greedy$/m, "blue me"));
}

async function wholeFile(test, game) {
  await laid(test, await recordOf(game));
}

function recordOf(game) {
  const name = `${RECORDS[game]}-greedy.grog`;
  return readFile(join("../rules", game, "tests/golden", name), "utf8");
}

async function laid(test, text) {
  await test.open("#/");
  await test.page.waitForSelector(".cards");
  await openText(test, "file.grog", text);
  await test.page.waitForSelector(".play");
}

// ---- Loading it again. ----

async function reloaded(test, what, pick) {
  const { page } = test;
  let state = await test.settled();
  for (let left = pick(DECISIONS + 1); left > 0 && state.kind === "acting"; left--) {
    const waits = left > 1; // the last one may still go on when the page goes
    state = await decided(test, state, pick, waits);
  }
  await page.evaluate(passed, pick(FRAMES));
  const before = await told(page);
  await page.reload();
  await page.waitForSelector(".play, .sheet-page h1");
  const lost = await page.locator(".sheet-page h1").allInnerTexts();
  test.expect(lost.length === 0, `${what}: ${lost}`);
  if (lost.length > 0) return;
  await test.settled();
  const after = await told(page);
  const plies = new Set(after.log.map(([ply]) => ply));
  const lines = new Set(after.log.map(([, line]) => line));
  const same = before.log.every(([ply, line]) => !plies.has(ply) || lines.has(line));
  test.expect(same, `${what}: the log told ${before.log.length} lines, which are others now`);
  test.expect(after.plies >= before.plies, `${what}: ${before.plies} plies are ${after.plies}`);
  test.expect(
    after.step >= before.step,
    `${what}: the coach goes back from ${before.step} to ${after.step}`,
  );
}

async function decided(test, state, pick, waits) {
  const offered = [...(await test.completions()), ...(await test.sideWords())];
  return test.type(offered[pick(offered.length)], state, waits);
}

/** So many frames. */
function passed(frames) {
  return new Promise((done) => {
    const next = (left) => (left > 0 ? requestAnimationFrame(() => next(left - 1)) : done());
    next(frames);
  });
}

/** What the page says has happened, as it is on the screen in one moment. */
async function told(page) {
  await page.getByRole("tab", { name: "Log" }).click();
  await page.locator(".log").first().waitFor({ state: "attached" });
  return page.evaluate(() => {
    const coach = document.querySelector(".coach .steps")?.getAttribute("aria-label") ?? "Step 0";
    return {
      log: [...document.querySelectorAll(".log > li")].map((line) => [
        line.querySelector(".no").textContent,
        line.textContent,
      ]), // what is in view
      plies: Number(document.querySelector(".play").dataset.plies),
      step: Number(/\d+/.exec(coach)[0]),
    };
  });
}
