// battles.mjs - large battles from the first turn to the last, in the page against the computer:
// node test/e2e/battles.mjs STATIC OUT [WORD]
//
// Minutes each, so a step of `make deep`.  With WORD only those whose name holds it.

import { chances, World } from "./harness.mjs";

const [folder = "../build/static", out = "../build/battles", word = ""] = process.argv.slice(2);

/** With the fog of war on.  TURNS makes battles of clausewitz shorter, for a quick look. */
const FOG = { fog: 1, ...(process.env.TURNS === undefined ? {} : { turns: process.env.TURNS }) };

/** In how many of a hundred decisions a unit acts; the pictures are taken at these decisions. */
const BATTLES = [
  { game: "staff", scenario: "maida", size: "laptop", busy: 45 },
  { game: "staff", scenario: "maida", size: "phone", busy: 30 },
  { game: "staff", scenario: "army-day", size: "laptop", busy: 45 },
  { game: "staff", scenario: "army-day", size: "phone", busy: 30 },
  { game: "clausewitz", scenario: "corps", size: "laptop", busy: 60, options: FOG },
  { game: "clausewitz", scenario: "corps", size: "phone", busy: 40, options: FOG },
  { game: "clausewitz", scenario: "maida", size: "laptop", busy: 60, options: FOG },
  { game: "clausewitz", scenario: "maida", size: "phone", busy: 40, options: FOG },
];
const LOOKS = [0, 12, 40, 90, 160];
const MOST = 3000;

const world = await World.open(folder, out);
for (const { game, scenario, size, busy, options } of BATTLES) {
  const what = `${game} ${scenario} against the computer, whole, on a ${size}`;
  if (!what.includes(word)) continue;
  await world.test(what, { size }, async (test) => {
    test.page.setDefaultTimeout(600000); // the computer's whole turn
    const pick = chances(17);
    const state = await test.begin(game, { scenario, red: "greedy", options });
    const at = Object.fromEntries(
      LOOKS.map((step) => [step, async () => test.look(`${scenario} ${size} ${step}`)]),
    );
    const over = await test.playOn(state, (now) => test.typeSomething(pick, now, busy), {
      at,
      most: MOST,
    });
    test.expect(over.plies > 0, "nothing happened");
    await test.page.locator(".over h2").waitFor();
    await test.look(`${scenario} ${size} over`);
    await test.page.getByRole("tab", { name: "Log" }).click();
    await test.look(`${scenario} ${size} log`);
  });
}
await world.close();
process.exitCode = world.failed === 0 ? 0 : 1;
