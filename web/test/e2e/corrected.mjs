// corrected.mjs - rules are corrected under a running game: both players are told which, and one of
// them objects.
// SPDX-License-Identifier: MIT

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { problems, staysHidden } from "./fits.mjs";
import { chances } from "./harness.mjs";
import { accept, comes, decide, invite, nextToAct, shows } from "./online.mjs";

const SIZES = [
  [1366, 625],
  [390, 844],
];

// As a server of the first rules would have kept it, where the last action came out otherwise.
const EARLIER = `
import sqlite3, sys
store = sqlite3.connect(sys.argv[1])
store.execute("UPDATE games SET version = 1 WHERE id = ?", sys.argv[2:])
store.execute("UPDATE deeds SET hash = hash - 1, hashed = 1 WHERE game = ? AND number ="
              " (SELECT max(number) FROM deeds WHERE game = ?)", sys.argv[2:] * 2)
store.commit()
`;

export async function corrected(server, blue, red) {
  await accept(red, await invite(blue, "lucky", { scenario: "outpost" }), "Boris");
  await comes(blue);
  await comes(red);
  const pick = chances(5);
  for (let step = 0; step < 3; step++) {
    const { test } = await nextToAct([blue, red]);
    await decide(test, pick, 0);
  }
  const id = /at\/([a-z0-9]+)/.exec(red.page.url())[1];
  await server.stop();
  const store = join(server.home, "games.db");
  const made = spawnSync("python3", ["-c", EARLIER, store, id], { encoding: "utf8" });
  blue.expect(made.status === 0, made.stderr);
  await server.start();
  for (const test of [blue, red]) {
    await comes(test);
    await isTold(test);
  }
  await red.press(button(red));
  for (const test of [blue, red]) {
    await test.page.locator('.play[data-over="true"]').waitFor();
    await shows(test, "objects to a corrected rule");
    test.expect((await button(test).count()) === 0, "one can still object");
  }
}

function button(test) {
  return test.page.getByRole("group", { name: "Corrected rules" }).getByRole("button");
}

/** Which rules, and that he may object, at once and in every window. */
async function isTold(test) {
  const notice = test.page.getByRole("group", { name: "Corrected rules" });
  await notice.waitFor();
  const before = test.page.viewportSize();
  for (const [width, height] of SIZES) {
    await test.page.setViewportSize({ width, height });
    test.expect(!(await staysHidden(test.page, button(test))), `no button at ${width}x${height}`);
    for (const found of await test.page.evaluate(problems)) test.expect(false, found);
    await test.look(`corrected ${test.name} ${width}`);
  }
  await test.page.setViewportSize(before);
  await test.press(notice.locator("summary"));
  test.expect(!(await staysHidden(test.page, button(test))), "no button beside the rules");
  await test.look(`corrected ${test.name} open`);
  test.expect((await notice.getByRole("listitem").count()) > 5, "not all corrections are told");
}
