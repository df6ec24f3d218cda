// files.mjs - files and time: damaged records, wrong orders, saving, opening, undo, replay, links.

import { readFile } from "node:fs/promises";

export async function files(world) {
  await world.test("a damaged file gets its sentence, and a wrong order its reason", { size: "desktop" }, damaged);
  await world.test("a game is saved, opened again, taken back and replayed", { size: "desktop" }, kept);
}

async function openText(test, name, text) {
  const [chooser] = await Promise.all([
    test.page.waitForEvent("filechooser"),
    test.page.getByRole("button", { name: "Open a file" }).click(),
  ]);
  await chooser.setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
}

async function damaged(test) {
  const { page } = test;
  await test.open();
  await page.waitForSelector(".cards");
  await openText(test, "broken.grog", "this is no game at all\n");
  const sentence = await test.notice();
  test.expect(/line 1|expected|game/i.test(sentence), `the sentence is: ${sentence}`);
  test.expect((await page.locator(".cards").count()) === 1, "the start screen is gone");
  await test.look("damaged file");

  let state = await test.begin("squares", { scenario: "sq-tiny" });
  const { number, plies } = state;
  const box = page.getByRole("combobox", { name: /^Order in notation/ });
  await box.fill("act A1 sideways");
  await box.press("Enter");
  test.expect((await test.notice()).length > 10, "a wrong order gets no sentence");
  await box.fill("act A1 F-F-F-F-F");
  await box.press("Enter");
  await page.waitForFunction(() => [...document.querySelectorAll(".notice")].some((notice) => /SQ-/.test(notice.textContent ?? "")));
  const now = Number(await page.locator(".play").getAttribute("data-plies"));
  test.expect(now === plies, "a wrong order changed the game");
  state = await test.type("end", { number });
  test.expect(state.plies > plies, "the game did not go on");
}

async function kept(test) {
  const { page } = test;
  let state = await test.begin("squares", { scenario: "sq-tiny", options: { activation_dice: 12 } });
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
  test.expect(download.suggestedFilename().endsWith(".grog") && /squares/.test(record), "what is saved is no record");
  const [picture] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the board as a picture" }).click(),
  ]);
  test.expect((await readFile(await picture.path(), "utf8")).startsWith("<svg"), "the board is no picture");

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
  await page.waitForFunction(() => document.querySelector(".play")?.getAttribute("data-ply") === "2");
  await test.look("replay");
  test.expect(/ply=2/.test(page.url()), `the address does not name the moment: ${page.url()}`);
  await page.reload();
  await page.waitForFunction(() => document.querySelector(".play")?.getAttribute("data-ply") === "2");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  state = await test.settled();

  await test.open();
  await page.waitForSelector(".cards");
  await openText(test, "again.grog", record);
  const again = await test.settled();
  test.expect(again.plies === state.plies, `opened again there are ${again.plies} plies, not ${state.plies}`);
}
