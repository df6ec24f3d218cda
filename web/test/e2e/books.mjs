// books.mjs - start, set-up, rules with their anchors, how to play, sheets: every screen that is
// read.
// SPDX-License-Identifier: MIT

import { inTime } from "./fits.mjs";
import { optionsInWords } from "./who.mjs";

/** Addresses of nothing, broken ones and one that is far too long. */
const NOWHERE = [
  ...["#/nowhere", "#/game/xyz", "#/new/nothing", "#/learn/nothing", "#/learn/toString"],
  ...["#/rules/nothing", "#/play/???", "#/%E0%A4%A", `#/new/${"x".repeat(20000)}`],
  "#/shared/nonsense",
];

export async function books(world, list) {
  await world.test("the start screen, on a desktop", { size: "desktop" }, start);
  await world.test(
    "the start screen, on a phone, by lamp light",
    { size: "phone", colours: "dark" },
    start,
  );
  await world.test("the guided first game", { size: "desktop" }, async (test) => {
    await test.open("#/learn");
    await test.page.locator(".coach").waitFor();
    await test.look("guided first game");
  });
  await world.test("an address that is not there", { size: "phone" }, async (test) => {
    for (const hash of NOWHERE) {
      await test.page.goto("about:blank");
      await test.open(hash);
      await test.page.getByRole("heading", { name: "Lost in the smoke" }).waitFor();
    }
    await test.look("lost");
  });
  await world.test(
    "the laboratory: a batch in the worker, an uneven battle and its variant",
    { size: "desktop" },
    laboratory,
  );
  await world.test("the laboratory on a phone", { size: "phone" }, laboratoryOnPhone);
  await world.test(
    "every game's set-up, rules, how to play and sheet can be read",
    { size: "desktop" },
    async (test) => {
      for (const game of list) await read(test, game);
    },
  );
  await world.test(
    "every game's set-up and how to play on a phone",
    { size: "phone" },
    async (test) => {
      for (const game of list) {
        await test.open(`#/new/${game}`);
        await test.page.waitForSelector(`form.setup .pic svg`, { state: "attached" });
        await test.look(`${game} set-up`);
        await test.open(`#/how/${game}`);
        await test.page.waitForSelector(".prose h1");
        await test.look(`${game} how to play`);
      }
    },
  );
}

async function start(test) {
  await test.open();
  await test.page.waitForSelector(".cards .pic svg", { state: "attached" });
  await test.look("start");
}

/** A report as small as one can be, with a script that must not run. */
const REPORT = `<!doctype html><title>drill in the laboratory</title>
<style>h1 { color: rgb(1, 2, 3) }</style><script>document.title = "caught"</script>
<body><h1>Sixty games</h1></body>`;

async function laboratory(test) {
  const { page } = test;
  await test.open("#/new/squares");
  await page.locator('input[value="sq-vimeiro"]').check();
  await page.getByText("Lopsided: between two greedy computer players blue wins").waitFor();
  await page.getByRole("button", { name: "Make it more even" }).click();
  await page.locator("#option-limit_winner").waitFor({ state: "attached" });
  test.expect(
    (await page.locator("#option-limit_winner").inputValue()) === "2",
    "the variant is not chosen",
  );
  // a number of the rules stands among the house rules, where it can be seen and undone
  await test.open("#/new/lucky");
  await page.locator('input[value="borodino"]').check();
  await page.getByRole("button", { name: "Make it more even" }).click();
  await page.getByText("House rules (1 changed)").waitFor();
  test.expect(
    (await page.locator("#number-bears_blue").inputValue()) === "-25",
    "the handicap is not chosen",
  );
  await twentyGames(test);
  await page.getByRole("heading", { name: "20 games" }).waitFor();
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Open a report" }).click();
  await (
    await choosing
  ).setFiles({ name: "report.html", mimeType: "text/html", buffer: Buffer.from(REPORT) });
  await page.getByRole("heading", { name: "Sixty games" }).waitFor();
  const colour = await page
    .getByRole("heading", { name: "Sixty games" })
    .evaluate((one) => getComputedStyle(one).color);
  test.expect(colour === "rgb(1, 2, 3)", `the report has lost its looks: ${colour}`);
  test.expect((await page.title()) === "Squares: laboratory", "a report's script has run");
  await test.look("laboratory");
}

/** From the set-up to the laboratory, and twenty games there. */
async function twentyGames(test) {
  const { page } = test;
  await test.open("#/new/squares");
  await page.getByRole("link", { name: "Laboratory" }).click();
  await page.getByRole("combobox", { name: "Battle" }).selectOption("sq-tiny");
  await page.getByRole("combobox", { name: "Games" }).selectOption("20");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("To play the same games and more").waitFor();
}

/** A phone finds its way there from the set-up, and neither shares nor a report's tables are wider
 *  than it is. */
async function laboratoryOnPhone(test) {
  const { page } = test;
  await twentyGames(test);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= screen.width);
  test.expect(await fits(), "the shares are wider than the phone");
  await test.look("laboratory on a phone");
}

async function read(test, game) {
  const { page } = test;
  await test.open(`#/new/${game}`);
  await page.waitForSelector("form.setup .pic svg", { state: "attached" });
  await test.look(`${game} set-up`);
  if (game === "lucky") await optionsInWords(test);
  await test.open(`#/how/${game}`);
  await page.waitForSelector(".prose h1");
  await test.look(`${game} how to play`);

  // Every link to a clause leads to its anchor, and the clause is shown.
  const hrefs = await page
    .locator('.prose a[href*="#/rules/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  test.expect(hrefs.length > 0, "how to play cites no clause");
  await test.open(`#/rules/${game}`);
  await page.waitForSelector(".prose h1");
  const missing = await page.evaluate(
    (wanted) => wanted.filter((id) => document.getElementById(id) === null),
    hrefs.map((href) => decodeURIComponent(href.split("/")[3] ?? "")).filter((id) => id !== ""),
  );
  test.expect(missing.length === 0, `no anchor for ${missing.join(", ")}`);
  const first = hrefs.find((href) => href.split("/").length > 3);
  const clause = decodeURIComponent(first.split("/")[3]);
  await test.open(first.replace(/^.*#/, "#"));
  await page.waitForFunction(
    (id) => document.querySelector(".found")?.textContent?.includes(id),
    clause,
  );
  const away = () =>
    page
      .locator(".found")
      .first()
      .evaluate((element) => {
        const { top } = element.getBoundingClientRect();
        return top >= 0 && top < innerHeight ? [] : [top];
      });
  test.expect((await inTime(page, away)).length === 0, `${clause} is not on the screen`);
  await test.look(`${game} rules`);

  // The search finds the clause by its number.
  await page.locator("#search").fill(clause);
  await page
    .locator(`aside a[href$="${encodeURIComponent(clause)}"]`)
    .first()
    .waitFor();

  await test.open(`#/sheet/${game}`);
  await page.waitForSelector(".prose table");
  await test.look(`${game} sheet`);
}
