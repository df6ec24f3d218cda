// books.mjs - start, set-up, rules with their anchors, how to play, sheets: every screen that is
// read.

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
    await test.open("#/nowhere");
    await test.page.locator("h1").waitFor();
    await test.look("lost");
  });
  for (const game of list) {
    await world.test(
      `${game}: set-up, rules, how to play and sheet can be read`,
      { size: "desktop" },
      async (test) => read(test, game),
    );
    await world.test(
      `${game}: set-up and how to play on a phone`,
      { size: "phone" },
      async (test) => {
        await test.open(`#/new/${game}`);
        await test.page.waitForSelector("form.setup .pic svg", { state: "attached" });
        await test.look(`${game} set-up`);
        await test.open(`#/how/${game}`);
        await test.page.waitForSelector(".prose h1");
        await test.look(`${game} how to play`);
      },
    );
  }
}

async function start(test) {
  await test.open();
  await test.page.waitForSelector(".cards .pic svg", { state: "attached" });
  await test.look("start");
}

async function read(test, game) {
  const { page } = test;
  await test.open(`#/new/${game}`);
  await page.waitForSelector("form.setup .pic svg", { state: "attached" });
  await test.look(`${game} set-up`);
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
  const seen = await page
    .locator(".found")
    .first()
    .evaluate((element) => {
      const box = element.getBoundingClientRect();
      return box.top >= 0 && box.top < innerHeight;
    });
  test.expect(seen, `${clause} is not on the screen`);
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
