// maker.mjs - the editor of battles: drawn with mouse, keys and finger, judged at the spot, saved,
// shared, read by the program, played.
// SPDX-License-Identifier: MIT

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

export async function maker(world, folder, list) {
  const command = process.env.GROGNARD ?? resolve(folder, "../grognard");
  await world.test("a battle is drawn, judged, saved and played", { size: "laptop" }, (test) =>
    drawn(test, existsSync(command) ? command : undefined),
  );
  await world.test("every game has an editor", { size: "laptop", colours: "dark" }, (test) =>
    every(test, list),
  );
  await world.test("a battle is made with a finger", { size: "phone" }, finger);
  await world.test(
    "the start screen plays itself and hands over",
    { size: "laptop" },
    comingIn,
  );
}

/** Where a place of the table lies on the screen. */
function screenOf(page, x, y) {
  return page.locator(".maker-board > svg").evaluate(
    (svg, [east, north]) => {
      const [left, top, units, ticks] = svg.dataset["map"].split(" ").map(Number);
      const scale = (1000 * units) / ticks;
      const point = new DOMPoint(left + east * scale, top - north * scale);
      const there = point.matrixTransform(svg.getScreenCTM());
      return { x: there.x, y: there.y };
    },
    [x, y],
  );
}

async function click(page, x, y) {
  const at = await screenOf(page, x, y);
  await page.mouse.click(at.x, at.y);
}

async function drag(page, from, to) {
  const [a, b] = [await screenOf(page, ...from), await screenOf(page, ...to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.move(b.x, b.y);
  await page.mouse.up();
}

async function textOf(page) {
  await page.getByRole("tab", { name: "Text" }).click();
  const text = await page.getByRole("textbox", { name: "Text of the battle" }).inputValue();
  await page.getByRole("tab", { name: "Place", exact: true }).click();
  return text;
}

function faults(page, count) {
  return page.locator(`.maker[data-faults="${count}"]`).waitFor();
}

/** Takes it in hand and puts the first corner down before the page has had time for anything else,
 * as on a busy machine: nothing that comes later may forget the corner. */
async function takeAndPress(page, button, place) {
  const at = await screenOf(page, ...place);
  await button.evaluate(async (taken, { x, y }) => {
    taken.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    await Promise.resolve(); // the page is drawn anew
    const svg = document.querySelector(".maker-board > svg");
    svg.setPointerCapture = () => undefined; // this pointer is no real one
    for (const kind of ["pointerdown", "pointerup"])
      svg.dispatchEvent(
        new PointerEvent(kind, { bubbles: true, pointerId: 1, clientX: x, clientY: y }),
      );
    delete svg.setPointerCapture;
  }, at);
}

/** Puts down from the palette; without a place, by the keyboard. */
async function put(page, name, ...places) {
  const button = page.locator(".palette").getByRole("button", { name, exact: true });
  if (places.length === 0) {
    await button.focus();
    await page.keyboard.press("Enter");
    return;
  }
  if (places.length > 1) await takeAndPress(page, button, places.shift());
  else await button.click();
  const corners = places.length > 1;
  for (const place of places) await click(page, ...place);
  if (corners) {
    await page.locator(".maker-board").focus();
    await page.keyboard.press("Enter");
  }
  await page.locator(".maker-board").press("Escape");
}

async function drawn(test, command) {
  const { page } = test;
  const has = async (words, what) => {
    const text = await textOf(page);
    test.expect(text.includes(words), `${what}: no ${words} in\n${text}`);
  };
  await test.open("#/make/lucky");
  await page.getByRole("button", { name: "An empty table" }).click();
  await faults(page, 0);
  await put(page, "infantry brigade", [20, 14]);
  await has("a1 inf 20,14 0", "put down with the mouse");
  await drag(page, [20, 14], [28, 16]);
  await has("a1 inf 28,16 0", "dragged");
  await page.locator(".maker-board").focus();
  for (const key of ["]", "]", "ArrowLeft"]) await page.keyboard.press(key);
  await has("a1 inf 27.5,16 30", "turned and moved by keys");
  for (const [name, words] of [
    ["Take back", "28,16 30"],
    ["Do it again", "27.5,16 30"],
  ]) {
    await page.getByRole("button", { name }).click();
    await has(words, name);
  }

  // Judged where it stands: two on one spot; the one moved last is told so and marked.
  await page.getByRole("button", { name: "red", exact: true }).click();
  await put(page, "cavalry brigade");
  await has("b1 cav 24,24 180", "put down with the keyboard");
  await drag(page, [24, 24], [27.5, 16]);
  await faults(page, 1);
  const status = await page.locator(".maker-status").innerText();
  test.expect(
    /Line \d+: Two units stand on one spot\./.test(status),
    `the sentence: ${status}`,
  );
  test.expect(
    (await page.locator(".faults text").count()) === 1,
    "nothing is marked at the spot",
  );
  await test.look("editor, a fault");
  await page.locator(".maker-board").focus();
  await page.keyboard.press("Shift+ArrowUp");
  await faults(page, 0);

  // Areas: this game wants them without dents.
  await put(page, "wood", [8, 26], [16, 26], [12, 28], [16, 34], [8, 34]);
  await faults(page, 1);
  const corner = await screenOf(page, 12, 28);
  const away = await screenOf(page, 18, 30);
  await page.mouse.move(corner.x, corner.y);
  await page.mouse.down();
  await page.mouse.move(away.x, away.y, { steps: 3 });
  await page.mouse.up();
  await faults(page, 0);
  await has("area wood 8,26 16,26 18,30 16,34 8,34", "an area");

  // A name, options, house rules, the text itself.
  await page.getByRole("textbox", { name: "name", exact: true }).fill("the copse");
  await page.keyboard.press("Tab");
  await page.getByRole("tab", { name: "Battle" }).click();
  await page.getByRole("textbox", { name: "title" }).fill("The copse");
  await page.locator(".battle-form details.options summary").first().click();
  await page.locator("[id^=option-] >> nth=1").evaluate((field) => {
    if (field instanceof HTMLSelectElement) field.value = field.options[2].value;
    else field.value = field.max;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await page.locator("details.house summary").click();
  await page.locator("#house-search").fill("musket");
  const number = page.locator("details.house input[type=number]").first();
  const standard = Number(await number.getAttribute("placeholder"));
  await number.fill(String(standard + 1));
  await faults(page, 0);
  for (const words of ["# the copse", "# The copse", "option ", "number "])
    await has(words, "said");
  await page.getByRole("tab", { name: "Text" }).click();
  const pane = page.getByRole("textbox", { name: "Text of the battle" });
  const good = await pane.inputValue();
  await pane.fill(`${good}a2 dragons 10,10\n`);
  await faults(page, 1);
  await pane.fill(`${good}a2 cav 10,10 # Dragons\n`);
  await faults(page, 0);
  await page.locator(".maker-board [data-unit]").nth(4).waitFor();
  await saved(test, command);
}

async function saved(test, command) {
  const { page } = test;
  const text = await textOf(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save as a file" }).click(),
  ]);
  const path = await download.path();
  test.expect((await readFile(path, "utf8")) === text, "the file is not the text");
  if (command !== undefined) {
    const shown = spawnSync(command, ["show", path], { encoding: "utf8" });
    test.expect(shown.status === 0 && shown.stdout.includes("a2"), `show: ${shown.stderr}`);
  }
  const link = await test.copied(() =>
    page.getByRole("button", { name: "Copy its address" }).click(),
  );
  await test.notice();
  const first = page.url();
  await page.goto(link);
  await page.waitForFunction(
    (was) => /#\/make\/lucky\/./.test(location.hash) && location.href !== was,
    first,
  );
  await faults(page, 0);
  test.expect((await textOf(page)) === text, "the address holds another battle");

  await page.getByRole("button", { name: "Play it" }).click();
  const dialog = page.locator("dialog");
  await dialog.getByLabel("red").selectOption("me");
  await test.look("editor, play it");
  await dialog.getByRole("button", { name: "Begin" }).click();
  const state = await test.settled();
  test.expect(state.kind === "acting", `the battle does not begin: ${state.kind}`);
  await page.goBack();
  await test.open("#/make");
  await page.locator(".saved a").first().waitFor();
  test.expect(
    (await page.locator(".saved a").first().innerText()).includes("The copse"),
    "the battle is not in the list",
  );
}

/** By chance and from a scenario: nothing is refused, and what is drawn is what is written. */
async function every(test, list) {
  const { page } = test;
  for (const game of list) {
    for (const begin of ["chance", "scenario"]) {
      await test.open(`#/make/${game}`);
      await page.locator(".make-start h2").first().waitFor();
      if (begin === "chance")
        await page.getByRole("button", { name: "A random battle" }).click();
      else await page.locator("button.scenario").last().click();
      await page.locator(".maker-board [data-unit]").first().waitFor();
      const refused = await page.locator(".maker").getAttribute("data-faults");
      test.expect(refused === "0", `${game}, ${begin}: ${refused} lines cannot stand`);
    }
    await page.locator(".things summary").click();
    const things = page.locator(".things li button");
    await things.last().click();
    await page.locator(".thing").waitFor();
    await test.look(`editor of ${game}`);
    const before = await things.count();
    await page.locator(".thing").getByRole("button", { name: "Remove" }).click();
    await page.waitForFunction(
      (was) => document.querySelectorAll(".things li").length < was,
      before,
    );
  }
}

async function finger(test) {
  const { page } = test;
  await test.open("#/make/squares");
  await test.press(page.getByRole("button", { name: "An empty table" }));
  await faults(page, 0);
  await test.press(page.locator(".palette").getByRole("button", { name: "wood", exact: true }));
  await page.locator(".maker-board").scrollIntoViewIfNeeded();
  const touch = async (x, y) => {
    const at = await screenOf(page, x, y);
    await page.touchscreen.tap(at.x, at.y);
  };
  await touch(3.5, 4.5);
  await touch(4.5, 4.5);
  await test.press(
    page.locator(".palette").getByRole("button", { name: "infantry", exact: true }),
  );
  await page.locator(".maker-board").scrollIntoViewIfNeeded();
  await touch(6.5, 2.5);
  const text = await textOf(page);
  for (const words of ["wood d5 e5", "A1 inf g3 N"])
    test.expect(text.includes(words), `no ${words} in\n${text}`);
  await test.look("editor");
}

/** A battle that plays itself, opponents with faces, and two pages of one game. */
async function comingIn(test) {
  const { page } = test;
  await page.addInitScript(() => localStorage.setItem("grognard.show", "quick"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  await test.open();
  await page.locator('.live[data-going="false"] .pic > svg').waitFor();
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.reload();
  const board = page.locator('.live[data-going="true"] .pic > svg');
  const other = (was) =>
    page.waitForFunction((old) => document.querySelector(".live .pic").innerHTML !== old, was);
  await board.waitFor();
  await other(await page.locator(".live .pic").innerHTML());
  await other(await page.locator(".live .pic").innerHTML());
  await page.getByRole("button", { name: "Stop the battle" }).click();
  await page.locator('.live[data-going="false"]').waitFor();
  test.expect((await page.locator(".opponents svg.face").count()) === 5, "not five faces");
  await test.look("start");
  await page.getByRole("link", { name: "Captain Hartmann" }).click();
  await page.locator("#seat-red").waitFor();
  const seat = await page.locator("#seat-red").inputValue();
  test.expect(seat === "grenadier", `the opponent is ${seat}`);
  test.expect((await page.locator(".seat svg.face").count()) === 1, "he has no face");
  await page.goBack();
  await page.getByRole("button", { name: "Take over blue now" }).click();
  test.expect((await test.settled()).kind !== "curtain", "the battle was not taken over");

  // Two pages of one game: each takes up what the other did, and neither writes over it.
  const state = await test.begin("squares", { scenario: "sq-tiny" });
  const second = await page.context().newPage();
  await second.goto(page.url());
  const plies = (at, count) => at.locator(`.play[data-plies="${count}"]`).waitFor();
  await plies(second, state.plies);
  // Not by the number of the state: a page that takes up what the other did counts anew.
  const follows = async (one, beside, before) => {
    const decided = await one.waitForFunction(
      (was) => {
        const shown = document.querySelector(".play")?.dataset ?? {};
        return shown.acting !== undefined && Number(shown.plies) > was ? shown.plies : false;
      },
      before,
      { polling: 40 },
    );
    const now = Number(await decided.jsonValue());
    await plies(beside, now);
    return now;
  };
  await test.type("end", state, false);
  const now = await follows(page, second, state.plies);
  const there = Object.assign(Object.create(Object.getPrototypeOf(test)), test, { page: second });
  await there.type("end", await there.settled(), false);
  await follows(second, page, now);
  test.expect(page.url() === second.url(), "the pages fight over the address");
}
