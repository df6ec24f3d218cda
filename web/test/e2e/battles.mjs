// battles.mjs - large battles from the first turn to the last, in the page against the computer:
// node test/e2e/battles.mjs STATIC OUT [WORD]
//
// Minutes each, so a step of `make deep`.  With WORD only those whose name holds it.
// SPDX-License-Identifier: MIT

import { chances, World } from "./harness.mjs";

const [folder = "../build/static", out = "../build/battles", word = ""] = process.argv.slice(2);

/** With the fog of war on.  TURNS makes battles of clausewitz shorter, for a quick look. */
const FOG = { fog: 1, ...(process.env.TURNS === undefined ? {} : { turns: process.env.TURNS }) };

const TWO = { fog: 1, turns: process.env.TURNS ?? 3 };

/** What somebody who knows the game would rather do than anything else, in this order. */
const RATHER = [
  /^(rally|charge|fire|bombard|battery) /,
  /^order /,
  /^(quick|march) \S+ (ahead|toward)/,
  /^(deploy|place|scout) /,
];

/** One decision of such a player, typed; now and then he does something else. */
async function decide(test, pick, now, busy) {
  if (pick(100) >= busy) return test.typeSomething(pick, now, busy);
  const offered = await test.completions();
  for (const words of RATHER) {
    const liked = offered.filter((one) => words.test(one));
    if (liked.length > 0) return test.type(liked[pick(liked.length)], now);
  }
  return test.type(offered[pick(offered.length)], now);
}

/** In how many of a hundred decisions a unit acts; the pictures are taken at these decisions. */
const BATTLES = [
  { game: "staff", scenario: "maida", size: "laptop", busy: 45 },
  { game: "staff", scenario: "maida", size: "phone", busy: 30 },
  { game: "staff", scenario: "army-day", size: "laptop", busy: 45 },
  { game: "staff", scenario: "army-day", size: "phone", busy: 30 },
  { game: "clausewitz", scenario: "corps", size: "laptop", busy: 60, options: FOG },
  { game: "clausewitz", scenario: "corps", size: "phone", busy: 40, options: FOG },
  { game: "clausewitz", scenario: "maida", size: "laptop", busy: 60, options: FOG },
  // Two at one screen, with the curtain between them.
  { game: "clausewitz", scenario: "maida", size: "laptop", busy: 60, options: TWO, red: "me" },
  { game: "clausewitz", scenario: "maida", size: "phone", busy: 40, options: FOG },
];
const LOOKS = [0, 12, 40, 90, 160];
const MOST = 3000;

const world = await World.open(folder, out);
for (const { game, scenario, size, busy, options, red = "greedy" } of BATTLES) {
  const against = red === "me" ? "a friend at the same screen" : "the computer, whole";
  const what = `${game} ${scenario} against ${against}, on a ${size}`;
  if (!what.includes(word)) continue;
  const colours = process.env.COLOURS ?? "light";
  await world.test(what, { size, colours }, async (test) => {
    test.page.setDefaultTimeout(600000); // the computer's whole turn
    const pick = chances(17);
    const state = await test.begin(game, { scenario, red, options });
    const at = Object.fromEntries(
      LOOKS.map((step) => [step, async () => test.look(`${scenario} ${red} ${size} ${step}`)]),
    );
    const over = await test.playOn(state, (now) => decide(test, pick, now, busy), {
      at,
      most: MOST,
    });
    test.expect(over.plies > 0, "nothing happened");
    await test.page.locator(".over h2").waitFor();
    await test.look(`${scenario} ${red} ${size} over`);
    await test.page.getByRole("tab", { name: "Log" }).click();
    await test.look(`${scenario} ${red} ${size} log`);
  });
}
await world.close();
process.exitCode = world.failed === 0 ? 0 : 1;
