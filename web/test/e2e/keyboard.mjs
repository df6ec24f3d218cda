// keyboard.mjs - a game with the keyboard alone: cursor, next unit, orders, undo, keys, resigning.

export async function keyboard(world) {
  await world.test(
    "squares: a whole game with the keyboard alone",
    { size: "desktop", chance: "keyboard 2" }, // a game that is not over before it is looked at
    async (test) => {
      const { page } = test;
      await test.open("#/new/squares");
      await page.waitForSelector("form.setup");
      await page.locator("input[name=scenario]:checked").focus();
      await page.keyboard.press("Enter"); // a form is sent by Enter in any of its fields
      let state = await test.settled();
      await page.keyboard.press("?");
      await page.locator("dialog[open]").waitFor();
      await test.look("keys");
      await page.keyboard.press("Escape");
      await page.locator("dialog[open]").waitFor({ state: "detached" });

      // The cursor finds a unit and takes it a square ahead.
      await page.keyboard.press("n");
      await page.locator(".chosen h3").waitFor();
      await page.keyboard.press("ArrowUp");
      await page.locator(".mark-cursor").waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Do it" }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Do it" }).waitFor({ state: "detached" });
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Do it" }).waitFor();
      await page.keyboard.press("Enter");
      const plies = state.plies;
      state = await test.settled(state.number);
      test.expect(state.plies > plies, "Enter did not do what was proposed");

      // From the list of units by Tab: whatever vanishes, the focus is never lost.
      await page.getByRole("tab", { name: "Units" }).focus();
      await page.keyboard.press("Enter");
      const first = page.locator(".units button").first();
      await first.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("tab", { name: "Orders" }).focus();
      await page.keyboard.press("Enter");
      const offer = page.locator(".scroll .offer").first();
      await offer.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Do it" }).waitFor();
      await confirmed(page);
      state = await test.settled(state.number);
      test.expect(
        await page.evaluate(() => document.activeElement?.closest(".side") !== null),
        "the focus is lost after acting",
      );
      test.expect(
        (await page.locator("#last-words").textContent()).length > 10,
        "what was done is not announced",
      );

      // An order typed with its keys.
      await page.keyboard.press("/");
      await page.keyboard.type("end");
      await page.keyboard.press("Enter");
      state = await test.settled(state.number);

      // Replay and back.
      await page.keyboard.press("r");
      await page.getByRole("slider", { name: "Moment of the game" }).waitFor();
      await page.keyboard.press("Home");
      await page.waitForFunction(
        () => document.querySelector(".play")?.getAttribute("data-ply") === "0",
      );
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(
        () => document.querySelector(".play")?.getAttribute("data-ply") === "1",
      );
      await page.keyboard.press("Escape");
      state = await test.settled(state.number);

      // And the end of it.
      for (let turns = 0; state.kind !== "over" && turns < 60; turns++) {
        await page.keyboard.press("/");
        await page.keyboard.type(turns < 6 ? "end" : "resign");
        await page.keyboard.press("Enter");
        state = await test.settled(state.number);
      }
      test.expect(state.kind === "over", "the game did not end");
    },
  );
}

/** What is proposed gets the focus, and Enter does it. */
async function confirmed(page) {
  await page.waitForFunction(() => document.activeElement?.textContent?.includes("Do it"));
  await page.keyboard.press("Enter");
}
