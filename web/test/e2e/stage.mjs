// stage.mjs - the fight on stage, in every game: the odds open before the dice, both sides'
// counters and every modifier; then the dice, the losses and the ways.
//
// Each game is opened just before some dice of its golden record, with people on both sides.

import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { openText } from "./files.mjs";

const rules = resolve(dirname(fileURLToPath(import.meta.url)), "../../../rules");

/** Which record, and which of its rolls: the first that this describes. */
const FIGHTS = {
  squares: { record: "sq-tiny-greedy", dice: / act \w+ \S+ attack :/ },
  commanders: { record: "skirmish-greedy", dice: /^\d+ \[volley\]/ },
  lucky: { record: "outpost-greedy", dice: / fire .* :/ },
  staff: { record: "two-battalions-greedy", dice: / shoot .* :/ },
  clausewitz: { record: "picket-greedy", dice: / order .* :/ },
};

export async function stage(world) {
  await world.test(
    "the fight on stage: odds, counters, modifiers and dice in every game",
    { size: "desktop" },
    async (test) => {
      await test.open();
      for (const game of Object.keys(FIGHTS)) await before(test, game);
    },
  );
}

/** The record up to the decision before those dice, played by people; and that decision. */
async function cut(game) {
  const { record, dice } = FIGHTS[game];
  const text = await readFile(join(rules, game, "tests/golden", `${record}.grog`), "utf8");
  const lines = text.split("\n").map((line) => line.replace(/^(blue|red) greedy$/, "$1 me"));
  let at = lines.findIndex((line) => dice.test(line) && /^\d+ .* : \S.* #/.test(line));
  while (!/^\d+ (blue|red) /.test(lines[at])) at--;
  const kept = lines.slice(0, at);
  const [, ply, side, action] = /^(\d+) (blue|red) (.*?) :/.exec(lines[at]);
  return { text: [...kept, `end ${ply - 1}`, ""].join("\n"), side, action };
}

/** Opens a record on the start screen, and lifts the curtain. */
export async function openCut(test, text) {
  const { page } = test;
  await page.evaluate(() => (location.hash = "#/"));
  await page.waitForSelector(".cards");
  await openText(test, "cut.grog", text);
  const state = await test.settled();
  return state.kind === "curtain" ? test.lift(state) : state;
}

async function before(test, game) {
  const { page } = test;
  const { text, side, action } = await cut(game);
  const state = await openCut(test, text);
  test.expect(state.side === side, `${game}: ${state.side} decides and not ${side}`);
  const offer = page.locator(`button[data-action="${action}"]`).first();
  await offer.waitFor({ state: "attached" });
  await offer.evaluate((button) => button.click());
  const fight = page.locator(".pending .fight");
  await fight.waitFor();
  const shown = await fight.evaluate((box) => ({
    counters: box.querySelectorAll(".foes .counter *").length,
    sides: box.querySelectorAll(".foes ul").length,
    throws: box.querySelectorAll(".throws > li").length,
    endings: Array.from(box.querySelectorAll(".endings li b"), (one) => one.textContent),
    folded: box.querySelector(".endings")?.closest("details") !== null,
    clauses: box.querySelectorAll(".throws .clause").length,
  }));
  test.expect(shown.counters > 0 && shown.sides > 0, `${game}: no counters on stage`);
  test.expect(shown.throws > 0 && shown.clauses > 0, `${game}: no dice with clauses`);
  test.expect(
    shown.endings.length > 1 && shown.endings.length <= 7 && !shown.folded,
    `${game}: the endings are ${shown.endings.join()}`,
  );
  const sum = shown.endings
    .map((one) => Number.parseInt(one.replace(/^[<>]/, ""), 10))
    .reduce((all, one) => all + one, 0);
  test.expect(sum > 92 && sum < 108, `${game}: the endings come to ${sum} %`);
  const button = await page.getByRole("button", { name: "Do it" }).boundingBox();
  const { height } = page.viewportSize();
  test.expect(button.y + button.height <= height, `${game}: the button is out of sight`);
  await test.look(`${game} before the dice`);
  if (game !== "clausewitz" && game !== "commanders")
    test.expect(shown.sides === 2, `${game}: one side only`);
  await test.confirm(state);
}
