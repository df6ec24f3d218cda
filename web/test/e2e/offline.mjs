// offline.mjs - without a network: whoever was here once reloads, plays a whole game and reads on.
// SPDX-License-Identifier: MIT

import { chances } from "./harness.mjs";

export async function offline(world) {
  await world.test(
    "a whole game without a network, reload included",
    { size: "desktop", offline: true },
    async (test) => {
      const { page } = test;
      await test.open();
      await page.waitForSelector(".cards .pic svg", { state: "attached" });
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
      });
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.context().setOffline(true);
      await page.reload();
      await page.waitForSelector(".cards .pic svg", { state: "attached" });
      const pick = chances(9);
      const state = await test.begin("squares", {
        scenario: "sq-tiny",
        red: "greedy",
        options: { max_rounds: 3 },
      });
      await test.playOn(state, (now) => test.typeSomething(pick, now, 60), {
        at: { 2: (now) => test.reload(now) },
      });
      await page.locator(".over h2").waitFor();
      await test.open("#/rules/squares");
      await page.waitForSelector(".prose h1");
      await test.open("#/how/lucky");
      await page.waitForSelector(".prose h1");
      // The browser itself tells that there is no network; everything else is a fault.
      const told = test.errors.splice(0);
      test.errors.push(...told.filter((error) => !/ERR_INTERNET_DISCONNECTED/.test(error)));
    },
  );
}
