// files.mjs - files and time: damaged records, wrong orders, saving, opening, undo, replay, links.
// SPDX-License-Identifier: MIT

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inTime, problems, staysHidden } from "./fits.mjs";

export async function files(world, folder) {
  const command = process.env.GROGNARD ?? resolve(folder, "../grognard");
  await world.test(
    "a damaged file gets its sentence, and a wrong order its reason",
    { size: "desktop" },
    (test) => damaged(test, existsSync(command) ? command : undefined),
  );
  await world.test(
    "a game is saved, opened again, taken back and replayed",
    { size: "desktop" },
    kept,
  );
  await world.test(
    "the log of 3,260 actions draws what is in view, and follows a replay",
    { size: "desktop" },
    longLog,
  );
}

const LONG = "../../../rules/clausewitz/tests/golden/army-random.grog";
const NODES = 3000; // all of the log has 54,325

async function longLog(test) {
  const { page } = test;
  await test.open();
  await page.waitForSelector(".cards");
  await openText(test, "long.grog", await readFile(new URL(LONG, import.meta.url), "utf8"));
  await page.locator(".play").waitFor();
  const before = await page.locator("*").count();
  await page.getByRole("tab", { name: "Log" }).click();
  await inView(page, "3260");
  const drawn = (await page.locator("*").count()) - before;
  test.expect(drawn < NODES, `the log draws ${drawn} elements`);
  await page.getByRole("button", { name: "Replay" }).click();
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  for (const ply of ["700", "20", "3000"]) {
    await slider.fill(ply);
    await inView(page, ply);
  }
  await page.locator("#panel").evaluate((panel) => panel.scrollTo(0, 0));
  await inView(page, "1");
}

/** The entry of this action is drawn, and in sight. */
function inView(page, ply) {
  return page.waitForFunction((wanted) => {
    const panel = document.querySelector("#panel").getBoundingClientRect();
    const numbers = [...document.querySelectorAll(".log .no")];
    return numbers.some((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return one.textContent === wanted && bottom > panel.top && top < panel.bottom;
    });
  }, ply);
}

export async function openText(test, name, text) {
  const [chooser] = await Promise.all([
    test.page.waitForEvent("filechooser"),
    test.page.getByRole("button", { name: "Open a file" }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

/** What the command says of this file. */
async function said(command, text) {
  const folder = await mkdtemp(join(tmpdir(), "grognard-files-"));
  try {
    await writeFile(join(folder, "broken.grog"), text);
    return spawnSync(command, ["replay", "broken.grog"], { cwd: folder, encoding: "utf8" }).stderr;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function damaged(test, command) {
  const { page } = test;
  await test.open();
  await page.waitForSelector(".cards");
  for (const text of ["this is no game at all\n", "grognard 1\ngame squares 999\n", ""]) {
    await openText(test, "broken.grog", text);
    const sentence = await test.notice();
    test.expect(sentence.length > 10, `the sentence is: ${sentence}`);
    const words = command === undefined ? sentence : await said(command, text);
    test.expect(words.includes(sentence), `the page says: ${sentence}, the command: ${words}`);
    await test.putNoticesAway();
  }
  test.expect((await page.locator(".cards").count()) === 1, "the start screen is gone");
  await test.look("damaged file");

  let state = await test.begin("squares", { scenario: "sq-tiny" });
  const { plies } = state;
  const box = page.getByRole("combobox", { name: /^Order in notation/ });
  await box.fill("act A1 sideways");
  await box.press("Enter");
  test.expect((await test.notice()).length > 10, "a wrong order gets no sentence");
  await box.fill("act A1 F-F-F-F-F");
  await box.press("Enter");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".notice")].some((notice) =>
      /SQ-/.test(notice.textContent ?? ""),
    ),
  );
  const now = Number(await page.locator(".play").getAttribute("data-plies"));
  test.expect(now === plies, "a wrong order changed the game");
  state = await test.type("end", state);
  test.expect(state.plies > plies, "the game did not go on");
}

async function kept(test) {
  const { page } = test;
  let state = await test.begin("squares", {
    scenario: "sq-tiny",
    options: { activation_dice: 12 },
  });
  const before = state.plies;
  const offered = (await test.completions()).filter((action) => action.endsWith("none"));
  state = await test.type(offered[0], state);
  test.expect(state.plies > before, "the order was not done");
  await page.getByRole("button", { name: "Take back" }).click();
  state = await test.settled(state.number);
  test.expect(state.plies === before, "the order was not taken back");
  state = await test.type(offered[0], state);
  state = await test.type("end", state);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the game as a file" }).click(),
  ]);
  const record = await readFile(await download.path(), "utf8");
  test.expect(
    download.suggestedFilename().endsWith(".grog") && /squares/.test(record),
    "what is saved is no record",
  );
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    test.more("Save the board as a picture"),
  ]);
  test.expect(
    (await readFile(await picture.path(), "utf8")).startsWith("<svg"),
    "the board is no picture",
  );

  // Log, replay, the address of a moment.
  await page.getByRole("tab", { name: "Log" }).click();
  await page.locator(".log li").first().waitFor();
  await test.look("log");
  await page.getByRole("tab", { name: "Units" }).click();
  await test.look("units");
  await page.getByRole("button", { name: "Replay" }).click();
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.waitFor();
  await slider.fill("2");
  await page.waitForFunction(
    () => document.querySelector(".play")?.getAttribute("data-ply") === "2",
  );
  await test.look("replay");
  await page.waitForURL(/ply=2/); // the address names the moment
  await page.reload();
  await page.waitForFunction(
    () => document.querySelector(".play")?.getAttribute("data-ply") === "2",
  );
  // The address with the game inside opens where nothing of it is kept.
  const link = await test.copied(() =>
    page.getByRole("button", { name: "Copy the address of this moment" }).click(),
  );
  test.expect(/whole game/.test(await test.notice()), "the address does not hold the game");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  state = await test.settled();
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.waitForFunction(
    () => document.querySelector(".play")?.getAttribute("data-ply") === "2",
  );
  await page.goto(link.replace(/\?ply/, "AA?ply").replace("shared/", "shared/x"));
  await page.getByText("Lost in the smoke").waitFor();

  await test.open();
  await page.waitForSelector(".cards");
  await openText(test, "again.grog", record);
  const again = await test.settled();
  test.expect(
    again.plies === state.plies,
    `opened again there are ${again.plies} plies, not ${state.plies}`,
  );
  await hinted(test, again);
  await after(test);
}

/** Three orders with their chances; one of them is proposed by a click and not done. */
async function hinted(test, state) {
  const { page } = test;
  await page.getByRole("button", { name: "Hint" }).click();
  const lines = test.section("Hint").locator("li");
  await lines.first().waitFor();
  test.expect(/ % to win/.test(await lines.first().innerText()), "a hint tells no chance");
  await test.look("hint");
  await lines.first().getByRole("button").click();
  await page.getByRole("button", { name: "Do it" }).waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  const plies = Number(await page.locator(".play").getAttribute("data-plies"));
  test.expect(plies === state.plies, "a hint changed the game");
}

/** The battle is given up; then what is told of it, what can be kept of it, and playing on. */
async function after(test) {
  const { page } = test;
  await page.getByRole("button", { name: "Resign" }).click();
  await page.locator("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator('.play[data-over="true"]').waitFor();
  const plies = (await test.settled()).plies;
  const look = page.getByRole("button", { name: "Look back on the battle" });
  test.expect(!(await staysHidden(page, look)), "looking back is out of sight");
  await look.click();
  await page.locator(".after .figures").waitFor();
  const figures = await page.locator(".after .figures").innerText();
  test.expect(/Luck[^]*Decisions/.test(figures), `no luck is told: ${figures}`);
  for (const one of await inTime(page, () => page.evaluate(problems)))
    test.expect(false, `looking back: ${one}`);
  const hidden = await staysHidden(page, page.locator(".after .curve-box"));
  test.expect(!hidden, "what was found is out of sight");
  await test.look("after the battle");
  const saved = [];
  for (const name of ["Battle report", "Film (SVG)", "Film strip (PNG)"]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name }).click(),
    ]);
    saved.push(await readFile(await file.path()));
  }
  const [report, film, strip] = saved;
  test.expect(report.toString().startsWith("<!doctype html>"), "the report is no page");
  test.expect(/<animate /.test(film.toString()), "the film does not move");
  test.expect(strip.subarray(1, 4).toString() === "PNG", "the strip is no picture");

  // A click on the curve goes to that moment; why, and playing on from there.
  await page.locator(".curve-box svg").click({ position: { x: 120, y: 40 } });
  const slider = page.getByRole("slider", { name: "Moment of the game" });
  await slider.fill("3");
  await page.waitForFunction(
    () => document.querySelector(".play")?.getAttribute("data-ply") === "3",
  );
  await page.getByRole("button", { name: "Why?" }).click();
  await page.locator(".why-told").waitFor();
  test.expect(/to win/.test(await page.locator(".why-told").innerText()), "it tells no reason");
  await page.getByText("Play on from here").click();
  await page.getByRole("button", { name: "With a friend here" }).click();
  await page.waitForFunction(
    () => document.querySelector(".play")?.getAttribute("data-over") === "false",
  );
  const on = await test.settled();
  test.expect(on.plies >= 3 && on.plies < plies, `played on there are ${on.plies} plies`);
}
