// blocked.mjs - what each screen shows where the browser keeps nothing, or runs no WebAssembly, no
// workers or no scripts at all; and where a part of the page does not arrive.
// SPDX-License-Identifier: MIT

import { newPage } from "../browser.mjs";
import { chances, SHORT } from "./harness.mjs";
import { run, withServer } from "./server.mjs";

const DESKTOP = { size: "desktop" };
const UNLOADED = /Failed to load resource|ERR_FAILED|ERR_BLOCKED/; // as the browser tells it
const WASM = /WebAssembly/;
const SHORTAGE = /Traceback|undefined|TypeError|Failed to|is not a|null/; // an engine's own words

export async function blocked(world, folder) {
  await world.test("storage blocked: one plays, and is told what is not kept", DESKTOP, storage);
  await world.test("WebAssembly missing: it is said what is needed", DESKTOP, (test) =>
    wasm(test, (page) => page.addInitScript("delete globalThis.WebAssembly")),
  );
  await world.test("WebAssembly forbidden: it is said what is needed", DESKTOP, (test) =>
    wasm(test, forbidWasm),
  );
  for (const name of ["grognard.wasm", "main.js", "parts/whole-*.js"])
    await world.test(`${name} does not arrive: it is tried again`, DESKTOP, (test) =>
      unloaded(test, name),
    );
  await world.test("a worker is forbidden: the page thinks by itself", DESKTOP, (test) =>
    noWorker(test, (page) =>
      page.addInitScript(() => {
        globalThis.Worker = class {
          constructor() {
            throw new DOMException("Access denied", "SecurityError");
          }
        };
      }),
    ),
  );
  await world.test("no worker arrives: the page thinks by itself", DESKTOP, (test) =>
    noWorker(test, (page) => page.route("**/worker.js", (route) => route.abort())),
  );
  await world.test("a worker that comes late is asked for again", DESKTOP, lateWorker);
  await noScripts(world);
  await withServer(world, folder, "cookies", (server) =>
    run(world, server, "cookies blocked: it is said that nobody can log in", cookies),
  );
}

/** What the browser says of what it did not get is no fault here. */
function forgive(test, pattern) {
  const told = test.errors.splice(0);
  test.errors.push(...told.filter((error) => !pattern.test(error)));
}

// ---- Nothing is kept. ----

function blockStorage() {
  const denied = () => {
    throw new DOMException("Access is denied for this document.", "SecurityError");
  };
  for (const name of ["localStorage", "sessionStorage"])
    Object.defineProperty(globalThis, name, { get: denied });
}

async function storage(test) {
  const { page } = test;
  await page.addInitScript(blockStorage);
  await test.open();
  await page.locator(".cards .pic svg").first().waitFor({ state: "attached" });
  const foot = page.locator(".foot");
  await foot.filter({ hasText: "does not let the page store" }).waitFor();
  await test.look("storage blocked, start");
  const pick = chances(4);
  let state = await test.begin("squares", { ...SHORT.squares, red: "greedy" });
  const told = await test.notice();
  test.expect(/does not let the page store/.test(told), `in the game it is told: ${told}`);
  await test.look("storage blocked, game");
  for (let turn = 0; turn < 3; turn++) state = await test.typeSomething(pick, state, 60);

  // From screen to screen it is there, with what was chosen; a reload loses it, as was said.
  const address = page.url();
  await page.getByRole("button", { name: /colours$/ }).click();
  const theme = () => page.locator("html").getAttribute("data-theme");
  const chosen = await theme();
  await test.open("#/");
  await page.getByRole("link", { name: /^Continue:/ }).click();
  const again = await test.settled();
  test.expect(again.plies === state.plies, `there are ${again.plies} plies, not ${state.plies}`);
  test.expect(page.url() === address, `the game's address is ${page.url()}`);
  test.expect((await theme()) === chosen, "the choice of light does not last");
  await page.reload();
  await page.getByText("does not let the page store").waitFor();
  test.expect(
    await page.getByRole("link", { name: "To the start", exact: true }).isVisible(),
    "the way to the start is missing",
  );
  await test.look("storage blocked, reload");
  await test.open("#/make");
  await page.getByRole("link", { name: "Squares" }).click();
  await page.getByRole("button", { name: "An empty table" }).click();
  await page.locator(".maker").waitFor();
  const here = await test.notice();
  test.expect(/does not let the page store/.test(here), `in the editor it is told: ${here}`);
}

async function cookies(anna) {
  const { page } = anna;
  await page.route("**/api/**", async (route) => {
    const answer = await route.fetch();
    const { "set-cookie": _, ...headers } = answer.headers();
    await anna.context.clearCookies(); // fetch() has kept it
    await route.fulfill({ response: answer, headers });
  });
  await anna.open("#/account");
  await page.getByRole("button", { name: "New here? Make an account" }).click();
  await page.locator("#account-name").fill("Anna");
  await page.locator("#account-password").fill("a long pass phrase");
  await page.getByRole("button", { name: "Make the account" }).click();
  const said = page.locator(".why[role=alert]");
  await said.waitFor();
  anna.expect(/cookie/.test(await said.innerText()), `it says: ${await said.innerText()}`);
  await anna.look("cookies blocked");
  await page.getByRole("link", { name: "My games" }).click();
  await page.waitForURL(/#\/mine/);
  await page.unrouteAll({ behavior: "ignoreErrors" }); // a request may be under way
}

// ---- No WebAssembly, or a part is missing. ----

async function forbidWasm(page) {
  await page.route(/\/$/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace("'wasm-unsafe-eval'", "");
    await route.fulfill({ response: answer, body });
  });
}

async function wasm(test, block) {
  const { page } = test;
  await block(page);
  for (const screen of ["", "#/new/squares"]) {
    await test.open(screen);
    if (screen !== "") await page.reload();
    await page.getByText(WASM).waitFor();
    await saysPlainly(test, `WebAssembly blocked ${screen}`);
  }
  await leadsToTheRules(test, page);
  forgive(test, WASM);
}

async function unloaded(test, name) {
  const { page } = test;
  await page.route(`**/${name}`, (route) => route.abort());
  await test.open();
  const again = page.getByRole("link", { name: "Try again" });
  await again.waitFor();
  await saysPlainly(test, `${name} did not arrive`);
  await page.unroute(`**/${name}`);
  await again.click();
  await page.getByRole("button", { name: "Open a file" }).waitFor(); // it comes with the core
  forgive(test, UNLOADED);
}

/** A sentence for people, and no engine's words. */
async function saysPlainly(test, what) {
  const words = await test.page.locator("body").innerText();
  test.expect(!SHORTAGE.test(words), `${what}: the page says: ${words}`);
  test.expect(/rules/.test(words), `${what}: no way to the rules: ${words}`);
  await test.look(what);
}

async function leadsToTheRules(test, page) {
  await page.getByRole("link", { name: /rules/ }).click();
  await page.getByRole("link", { name: "Squares: the rules" }).click();
  await page.locator("main h1").waitFor();
  const words = await page.locator("main").innerText();
  test.expect(words.length > 2000, `the rules are ${words.length} letters`);
  await test.look("rules without the page");
}

// ---- No workers. ----

async function noWorker(test, block) {
  const { page } = test;
  await block(page);
  const pick = chances(6);
  let state = await test.begin("squares", { ...SHORT.squares, red: "marshal" });
  const offered = await test.completions();
  await page.getByRole("combobox", { name: /^Order in notation/ }).fill(offered[0]);
  state = await test.typeSomething(pick, state, 60);
  await page.locator(".notice", { hasText: /freeze/ }).waitFor();
  state = await test.type("end", state); // the marshal thinks and moves
  test.expect(state.kind === "acting" || state.kind === "over", "the marshal does not move");
  await page.getByRole("button", { name: "Hint" }).click();
  await test.section("Hint").locator("li").first().waitFor();
  await test.look("no worker");
  forgive(test, UNLOADED);
}

async function lateWorker(test) {
  const { page } = test;
  let asked = 0;
  await page.route("**/worker.js", (route) => (asked++ < 2 ? route.abort() : route.continue()));
  const pick = chances(6);
  const state = await test.begin("squares", { ...SHORT.squares, red: "greedy" });
  await test.type("end", await test.typeSomething(pick, state, 60));
  test.expect(asked >= 4, `a worker was asked for ${asked} times`);
  const told = await page.locator(".notice", { hasText: /freeze/ }).count();
  test.expect(told === 0, "though a worker came, it is said that there is none");
  forgive(test, UNLOADED);
}

// ---- No scripts. ----

async function noScripts(world) {
  const what = "no JavaScript: a plain sentence, and the rules";
  if (!world.wants(what)) return;
  const { page, context } = await newPage(world.browser, { scripts: false });
  const notes = [];
  try {
    await page.goto(world.host.address);
    const words = await page.locator("body").innerText();
    if (!/needs JavaScript/.test(words)) notes.push(`it says: ${words}`);
    if (/Opening/.test(words)) notes.push("it says that it is about to open");
    await page.getByRole("link", { name: /rules/ }).click();
    await page.getByRole("link", { name: "Squares: the rules" }).click();
    const book = await page.locator("main").innerText();
    if (book.length < 2000) notes.push(`the rules are ${book.length} letters`);
    await page.screenshot({ path: `${world.out}/no-javascript.png` });
  } catch (error) {
    notes.push(error.stack ?? error);
  }
  await context.close();
  world.result(notes.length === 0, what, notes);
}
