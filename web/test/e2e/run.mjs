// run.mjs - plays with the page as a visitor does: node test/e2e/run.mjs STATIC OUT [WORD [WORDS]]
//
// STATIC is the folder of the page, OUT takes the pictures (with E2E_PICTURES=none only those of
// tests that fail; with E2E_WHOLE games are played as long as they are; with E2E_TIMES what each
// test cost is told; with E2E_SHAPES=write where parts stand is kept anew, see shapes.mjs; with
// E2E_LATE=300 what a page does after a frame comes so many milliseconds later, which finds tests
// that depend on luck).  One browser for all; prints TAP.
// With WORD, a regular expression, only the parts whose name matches it: games, keyboard, table,
// books, files ..., and with WORDS only the tests whose name holds them.
// SPDX-License-Identifier: MIT

import { existsSync } from "node:fs";
import { join } from "node:path";
import { account } from "./account.mjs";
import { agree } from "./agree.mjs";
import { big } from "./big.mjs";
import { blocked } from "./blocked.mjs";
import { books } from "./books.mjs";
import { every } from "./every.mjs";
import { files } from "./files.mjs";
import { games } from "./games.mjs";
import { PATIENCE, World } from "./harness.mjs";
import { keyboard } from "./keyboard.mjs";
import { layout } from "./layout.mjs";
import { lessons } from "./lessons.mjs";
import { looks } from "./looks.mjs";
import { maker } from "./maker.mjs";
import { notify } from "./notify.mjs";
import { offline } from "./offline.mjs";
import { online } from "./online.mjs";
import { own } from "./own.mjs";
import { people } from "./people.mjs";
import { plan } from "./plan.mjs";
import { reloads } from "./reloads.mjs";
import { stage } from "./stage.mjs";
import { table } from "./table.mjs";
import { turns } from "./turns.mjs";

const [folder = "../build/static", out = "../build/screenshots", word = "", words = ""] =
  process.argv.slice(2);
if (!existsSync(join(folder, "grognard.wasm"))) {
  console.log("1..0 # SKIP there is no page yet: make static");
  process.exit(0);
}
const world = await World.open(folder, out);
world.words = words;
const list = await gamesOf(world);
world.result(list.length > 0, "the start screen lists the games");
// The longest first, so that none of them is left alone at the end.
const parts = {
  online: () => online(world, folder, list),
  games: () => games(world, list),
  turns: () => turns(world),
  books: () => books(world, list),
  account: () => account(world, folder),
  agree: () => agree(world, folder),
  notify: () => notify(world, folder),
  own: () => own(world, folder),
  files: () => files(world, folder),
  stage: () => stage(world),
  blocked: () => blocked(world, folder),
  maker: () => maker(world, folder, list),
  every: () => every(world, list),
  table: () => table(world),
  big: () => big(world),
  keyboard: () => keyboard(world),
  lessons: () => lessons(world),
  layout: () => layout(world),
  offline: () => offline(world),
  looks: () => looks(world, folder),
  people: () => people(world),
  plan: () => plan(world),
  reloads: () => reloads(world),
};
const chosen = Object.entries(parts)
  .filter(([name]) => new RegExp(word).test(name))
  .map(([, part]) => part);
// Two at a time: while one page waits for the computer, the other has something to do.  One at a
// time where it is told what each of them costs.
const beside = process.env.E2E_TIMES === undefined ? [1, 2] : [1];
const waiting = [...chosen];
await Promise.all(
  beside.map(async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await part();
  }),
);
await world.close();
process.exitCode = world.failed === 0 ? 0 : 1;

/** The games there are, as the page lists them: one that is added is tested without new code. */
async function gamesOf(at) {
  const context = await at.browser.newContext();
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  await page.goto(at.host.address);
  await page.waitForSelector('a[href^="#/new/"]');
  const links = await page
    .locator('a[href^="#/new/"]')
    .evaluateAll((all) => all.map((link) => /^#\/new\/(\w+)/.exec(link.getAttribute("href"))[1]));
  await context.close();
  return [...new Set(links)];
}
