// online.mjs - two browsers and a real server: whole games, with everything that can break between
// them.
//
// `grognard serve` runs beside the page with a store of its own.  Each game is played to its end by
// a wide screen and a phone, with a reload, a lost connection and a new start of the server on the
// way; one of them also with talk, notes, offers and the proof of its dice.  Only two of them are
// whole unless E2E_WHOLE is set.
// SPDX-License-Identifier: MIT

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { corrected } from "./corrected.mjs";
import { inTime } from "./fits.mjs";
import { chances, confirmed, PATIENCE, SHORT } from "./harness.mjs";
import { run, withServer } from "./server.mjs";

/** Decisions after which somebody gives up: what breaks has broken by then.  The games themselves
 *  are played to their end elsewhere. */
const ENOUGH = process.env.E2E_WHOLE === undefined ? 10 : undefined;

export async function online(world, folder, games) {
  await withServer(world, folder, "games on a server", async (server) => {
    await run(world, server, "two browsers play squares, and talk", (blue, red) =>
      friends(server, blue, red),
    );
    for (const game of games.filter((one) => one !== "squares")) {
      await run(world, server, `two browsers play ${game} over a server`, (blue, red) =>
        wholeGame(server, game, blue, red),
      );
    }
    await run(world, server, "rules are corrected, and one player objects", (blue, red) =>
      corrected(server, blue, red),
    );
    await run(world, server, "open seats, watchers, accounts", (one, other) =>
      visitors(server, one, other),
    );
    await run(world, server, "an open game is found on the start page", (one, other) =>
      openGame(server, one, other),
    );
  });
}

// ---- Sitting down. ----

/** Blue makes the game on the set-up screen, and gets the link for red. */
export async function invite(blue, game, { scenario, options = {} }) {
  const { page } = blue;
  await blue.open(`#/new/${game}?friend=1`);
  await page.waitForSelector("form.setup");
  if (scenario !== undefined)
    await page.locator(`input[name=scenario][value="${scenario}"]`).check({ force: true });
  await page.locator("#player-name").fill("Anna");
  if (Object.keys(options).length > 0)
    await blue.press(page.locator("details.options summary").first());
  for (const [name, value] of Object.entries(options)) await blue.option(name, value);
  await page.getByRole("button", { name: "Invite" }).click();
  const field = page.locator("#invite-red");
  await field.waitFor();
  return field.inputValue();
}

/** What the button beside the invitation copies. */
async function copied(test) {
  const { page } = test;
  const beside = page.locator(".asked", { has: page.locator("#invite-red") });
  const link = await test.copied(() => beside.getByText("Copy").click());
  await page.locator(".notice", { hasText: "The link has been copied." }).waitFor();
  return link;
}

/** By the link, as it came in a letter. */
export async function accept(red, link, name) {
  const { page } = red;
  await page.goto(link);
  await page.locator("#player-name").fill(name);
  red.expect(
    !page.url().includes("?at="),
    `the address stays as the server wrote it: ${page.url()}`,
  );
  await red.press(page.getByRole("button", { name: "Sit down" }));
  await comes(red);
}

/** The game is there, and all that has happened in it has been told. */
export async function comes({ page }) {
  await page.locator(".play").waitFor();
  await page.locator('.online[data-contact="open"]').waitFor();
}

// ---- Playing. ----

export async function read({ page }) {
  return page.evaluate(() => {
    const play = document.querySelector(".play");
    if (!(play instanceof HTMLElement)) return undefined;
    const { number, acting, over } = play.dataset;
    return {
      number: Number(number),
      plies: Number(play.dataset.plies),
      acting,
      over: over === "true",
    };
  });
}

/** Waits for a page to show something; the browser's own clock does the waiting. */
export function shows(test, words) {
  return test.page.waitForFunction((text) => document.body.innerText.includes(text), words);
}

function plies(test, least) {
  return test.page.waitForFunction(
    (count) => Number(document.querySelector(".play")?.getAttribute("data-plies")) >= count,
    least,
  );
}

/** Until one of them has to decide, or both see the end. */
export async function nextToAct(tests) {
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    const found = await Promise.all(tests.map(read));
    const index = found.findIndex((one) => one?.acting !== undefined);
    if (index >= 0) return { test: tests[index], state: found[index], over: false };
    if (found.every((one) => one?.over === true)) return { over: true };
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("nobody has to decide, and it is not over");
}

/** An order that the server takes: the page then shows more plies, or another decision, and is
 *  done with it. */
export async function order(test, action) {
  await comes(test);
  const before = await read(test);
  const box = test.page.getByRole("combobox", { name: /^Order in notation/ });
  const way = test.page.getByRole("button", { name: "Type an order" });
  await box.or(way).first().waitFor(); // a film may have to end first
  if (!(await box.isVisible())) await test.press(way);
  await box.fill(action);
  await box.press("Enter");
  await test.insist(action, before);
  await test.page.waitForFunction((count) => {
    const { plies: now, acting } = document.querySelector(".play")?.dataset ?? {};
    const isSent = acting !== undefined || document.querySelector(".command") === null;
    return Number(now) !== count && isSent;
  }, before.plies);
  const lost = () =>
    test.page.evaluate(() => (document.activeElement === document.body ? ["the focus"] : []));
  test.expect(
    (await inTime(test.page, lost)).length === 0, // it comes a moment after what it was on went
    `the focus is lost after ${action}`,
  );
}

export async function decide(test, pick, often) {
  await test.page.locator(".side .scroll section, .side .scroll details").first().waitFor();
  const words = await test.sideWords();
  if (words.length > 0 && pick(100) >= often) return order(test, words[pick(words.length)]);
  const offered = await test.completions();
  return order(test, offered[pick(offered.length)]);
}

async function resign(test) {
  await test.press(test.page.getByRole("button", { name: "Resign" }));
  await test.press(test.page.locator("dialog").getByRole("button", { name: "Resign" }));
  await test.page.locator('.play[data-over="true"]').waitFor();
}

/** To the end, or until somebody has had enough; `at` holds what happens on the way, by the number
 *  of the decision. */
async function playOn(tests, { often, seed = 5, at = {}, most = 400, enough = most }) {
  const pick = chances(seed);
  let step = 0;
  for (; step < most; step++) {
    if (at[step] !== undefined) await at[step]();
    const now = await nextToAct(tests);
    if (now.over) break;
    if (step < enough) await decide(now.test, pick, often);
    else await resign(now.test);
  }
  for (const number of Object.keys(at))
    tests[0].expect(
      step > Number(number),
      `the game was over after ${step} decisions, before everything had happened`,
    );
  tests[0].expect(step < most, `the game is not over after ${most} decisions`);
  if (process.env.E2E_TIMES !== undefined) console.log(`#   ${step} decisions`);
}

// ---- What breaks. ----

/** Both pages have heard the same. */
async function sameNow(tests) {
  const other = async () => {
    const [one, two] = await Promise.all(tests.map(read));
    return one.plies === two.plies ? [] : [`${one.plies} entries, the other ${two.plies}`];
  };
  for (const both of await inTime(tests[0].page, other))
    tests[0].expect(false, `one page has ${both}`);
}

/** Nothing is lost.  There may be more: what the other one did last may still be on its way. */
async function reload(test) {
  const before = await read(test);
  await test.page.reload();
  await comes(test);
  await plies(test, before.plies);
  const now = await read(test);
  test.expect(
    now.plies >= before.plies,
    `after a reload there are ${now.plies} entries, not ${before.plies}`,
  );
}

/** The network goes away under one of them, the other one plays on, and it comes back. */
async function loseConnection(test, tests) {
  await test.context.setOffline(true);
  await shows(test, "No connection");
  const pick = chances(3);
  const now = await nextToAct(tests);
  if (!now.over && now.test !== test) await decide(now.test, pick, 0);
  await test.context.setOffline(false);
  await test.page.locator('.online[data-contact="open"]').waitFor();
}

/** The server has done it, but its answer is lost: the page asks again, and it is done once. */
async function loseAnswer(tests) {
  const { test, over } = await nextToAct(tests);
  if (over) return;
  let tries = 0;
  await test.page.route("**/action", async (route) => {
    tries++;
    if (tries > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await Promise.all([test.page.waitForResponse("**/action"), decide(test, chances(9), 0)]);
  await test.page.unroute("**/action");
  test.expect(tries === 2, `the action was sent ${tries} times`);
  await sameNow(tests);
}

/** Decided while there is no connection: it is sent when there is one, and done once. */
async function sendLater(tests) {
  const { test, state, over } = await nextToAct(tests);
  if (over) return;
  const words = await test.sideWords();
  const action = words[0] ?? (await test.completions())[0];
  const box = test.page.getByRole("combobox", { name: /^Order in notation/ });
  if (!(await box.isVisible()))
    await test.press(test.page.getByRole("button", { name: "Type an order" }));
  await test.context.setOffline(true);
  await shows(test, "No connection");
  await box.fill(action);
  await box.press("Enter");
  const asked = test.page.locator(".pending .notation");
  await asked.or(test.page.getByText("Your decision is sent")).first().waitFor();
  if (await asked.isVisible()) await confirmed(test.page);
  await shows(test, "Your decision is sent as soon as there is one");
  await test.context.setOffline(false);
  await plies(test, state.plies + 1);
  await test.page.locator('.online[data-contact="open"]').waitFor();
  const others = tests.find((one) => one !== test);
  await plies(others, state.plies + 1);
  await sameNow(tests);
}

/** The same seat in two tabs: both show what was done in either. */
async function twoTabs(test, tests) {
  const second = await test.context.newPage();
  await second.goto(test.page.url());
  await second.locator(".play").waitFor();
  const { test: acting, state, over } = await nextToAct(tests);
  if (!over) {
    await decide(acting, chances(4), 0);
    await second.waitForFunction(
      (count) => Number(document.querySelector(".play")?.getAttribute("data-plies")) > count,
      state.plies,
    );
    await plies(test, state.plies + 1);
    const differ = async () => {
      const [here, there] = [await boardWords(test), await boardWords({ page: second })];
      return here !== "" && here === there ? [] : [`two boards:\n${here}\n${there}`];
    };
    for (const both of await inTime(second, differ)) test.expect(false, `two tabs show ${both}`);
  }
  await second.close();
}

/** The board as text, without its title: the record of a game has more of one. */
async function boardWords({ page }) {
  const words = await page.locator("#board-words").textContent();
  return words.split("\n").slice(1).join("\n");
}

/** While the game runs each side steps through what it may know, up to what it sees now. */
async function replayNow(tests) {
  for (const test of tests) {
    const slider = test.page.getByRole("slider", { name: "Moment of the game" });
    const back = test.page.getByRole("button", { name: "Back", exact: true });
    let known, live;
    // What the other one did last may still be on its way: then it is looked at once more.
    const differ = async () => {
      if (await back.isVisible()) await test.press(back);
      known = (await read(test)).plies;
      live = await boardWords(test);
      await test.press(test.page.getByRole("button", { name: "Replay" }));
      await slider.waitFor();
      const last = await boardWords(test);
      return last === live ? [] : [`${live}\n${last}`];
    };
    for (const both of await inTime(test.page, differ))
      test.expect(false, `the replay does not end with what is seen now:\n${both}`);
    const most = Number(await slider.getAttribute("max"));
    const sealed = await test.page.evaluate(
      () => document.querySelector(".play")?.getAttribute("data-plies") ?? "",
    );
    test.expect(Number(sealed) === most, "the slider ends elsewhere");
    test.expect(most >= known, `of ${known} entries only ${most} can be replayed`);
    await slider.fill("0");
    await test.page.waitForFunction(
      () => document.querySelector(".play")?.getAttribute("data-ply") === "0",
    );
    test.expect((await boardWords(test)) !== live, "the replay shows one board only");
    await test.press(back);
  }
}

async function newStart(server, tests) {
  const before = await Promise.all(tests.map(read));
  await server.stop();
  for (const test of tests) await shows(test, "No connection");
  await server.start();
  for (const test of tests) await test.page.locator('.online[data-contact="open"]').waitFor();
  const after = await Promise.all(tests.map(read));
  tests.forEach((test, index) =>
    test.expect(
      after[index].plies >= before[index].plies, // as after a reload
      `after a new start there are ${after[index].plies} entries, not ${before[index].plies}`,
    ),
  );
}

// ---- Whole games. ----

async function wholeGame(server, game, blue, red) {
  const tests = [blue, red];
  const short = SHORT[game] ?? {};
  await accept(red, await invite(blue, game, short), "Bob");
  await blue.page.locator(".play").waitFor();
  if (game === "commanders") await secrets(blue, red);
  await playOn(tests, {
    often: game === "lucky" ? 10 : 30,
    enough: game === "commanders" ? short.enough : ENOUGH,
    at: {
      1: () => reload(blue),
      2: () => loseConnection(red, tests),
      3: () => newStart(server, tests),
      ...(game === "commanders" && { 7: () => replayNow(tests), 11: () => replayNow(tests) }),
    },
  });
  await blue.look(`online ${game} over`);
  if (game === "commanders") await opened(red);
}

/** What blue plans reaches red's page in no way: not on the screen, not in the document, not on
 *  the wire. */
async function secrets(blue, red) {
  await order(blue, "order 2I a1 a2");
  const known = async (test) =>
    (await test.page.evaluate(() => document.documentElement.innerHTML)).includes("2I a1 a2");
  await blue.page.getByRole("tab", { name: "Log" }).click();
  await shows(blue, "order 2I a1 a2");
  blue.expect(await known(blue), "blue does not see its own order");
  red.expect(!(await known(red)), "red's page holds blue's order");
  red.expect(
    !red.frames.some((frame) => frame.includes("2I a1 a2")),
    "red's wire carried blue's order",
  );
  await blue.look("online commanders planning");
  await red.look("online commanders planning");
  await blue.page.getByRole("tab", { name: "Orders" }).click();
  await order(blue, "ready");
  red.expect(!(await known(red)), "red's page holds blue's order after blue is ready");
  blue.expect(
    blue.frames.some((frame) => frame.includes("2I a1 a2")),
    "the frames are not looked at",
  );
  await order(red, "ready");
}

/** When it is over everything is open: the record replays, and tells what was planned. */
async function opened(red) {
  await red.press(red.page.getByRole("button", { name: "Replay" }));
  await red.page.getByRole("slider", { name: "Moment of the game" }).waitFor();
  await red.press(red.page.getByRole("tab", { name: "Log" }));
  await shows(red, "order 2I a1 a2");
}

/** Squares, with everything that two friends do besides. */
async function friends(server, blue, red) {
  const tests = [blue, red];
  const shown = await invite(blue, "squares", SHORT.squares);
  await blue.look("online waiting room");
  const link = await copied(blue);
  blue.expect(link === shown, `what is copied is ${link}`);
  await red.page.goto(link);
  await red.page.locator("#player-name").waitFor();
  await red.look("online sit down");
  await accept(red, link, "Bob");
  await blue.page.locator(".play").waitFor();
  await blue.page.locator(".player.red .presence.here").waitFor();
  blue.expect(
    !/token/.test(blue.page.url()) && !/token/.test(red.page.url()),
    "a token stays in the address",
  );

  await talk(blue, red);
  await takeBack(blue, red);
  await offers(blue, red);
  await calledBack(blue, red);
  await playOn(tests, {
    often: 50,
    at: {
      1: () => reload(red),
      2: () => loseConnection(blue, tests),
      4: () => newStart(server, tests),
      3: () => twoTabs(blue, tests),
      5: () => replay(blue),
      6: () => loseAnswer(tests),
      7: () => sendLater(tests),
    },
  });
  await shows(blue, "Rematch");
  await proof(server, blue);
  await blue.look("online squares over");
  await red.look("online squares over");
  await rematch(blue, red);
}

async function talk(blue, red) {
  await blue.page.getByRole("tab", { name: "Talk" }).click();
  await blue.page.locator("#say").fill("Good luck, <b>Bob</b>!");
  await blue.page.locator("#say").press("Enter");
  await red.page.getByRole("tab", { name: "Talk (1)" }).waitFor();
  red.expect(
    (await red.page.locator("#last-said").textContent()) === "Anna says: Good luck, <b>Bob</b>!",
    "what was said is not announced",
  );
  // Who comes back later still finds it unread; once it was read it stays so.
  await red.page.reload();
  await red.page.getByRole("tab", { name: "Talk (1)" }).waitFor();
  await red.page.waitForFunction(() => /^\(\d\)/.test(document.title)); // it counts what is new
  await red.press(red.page.getByRole("tab", { name: "Talk (1)" }));
  await shows(red, "Good luck, <b>Bob</b>!");
  await red.page.locator("#note").fill("Watch the left.");
  await red.press(red.page.getByRole("button", { name: "Save the note" }));
  await shows(red, "Saved.");
  await blue.look("online talk");
  await red.look("online talk");
  blue.expect(
    !blue.frames.some((frame) => frame.includes("Watch the left")),
    "blue's wire carried red's note",
  );
  await red.page.reload();
  await red.page.locator(".play").waitFor();
  await red.page.locator('.online[data-contact="open"]').waitFor();
  await red.page.getByRole("tab", { name: "Talk", exact: true }).waitFor();
  await blue.page.getByRole("tab", { name: "Orders" }).click();
}

/** Whose tab is hidden is called back by its title and, if he asked for it, by the browser. */
async function calledBack(blue, red) {
  const { test } = await nextToAct([blue, red]);
  const waiting = test === blue ? red : blue;
  await waiting.page.evaluate(() => {
    globalThis.called = [];
    globalThis.Notification = class {
      static permission = "default";
      static async requestPermission() {
        return (this.permission = "granted");
      }
      constructor(title) {
        globalThis.called.push(title);
      }
    };
  });
  await waiting.more("Notify me in this browser when it is my turn");
  const on = waiting.page.getByRole("button", { name: "Notifications in this browser are on" });
  await on.waitFor();
  await waiting.page.locator("dialog").getByRole("button", { name: "Close" }).click();
  await paced(waiting, SLOW);
  await waiting.page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await order(test, "end");
  await waiting.page.waitForFunction(() => /^\(1\) Your turn/.test(document.title));
  await waiting.page.waitForFunction(() => globalThis.called.some((one) => /^Your turn/.test(one)));
  await waiting.page.evaluate(() => {
    delete document.visibilityState;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await watch(waiting);
}

const SLOW = "3600000"; // a film stands at its first step, however slow this machine is

function paced(test, pace) {
  return test.page.evaluate((one) => localStorage.setItem("grognard.pace", one), pace);
}

/** Whoever was away sees the other side's turn as a film that begins by itself, skips to his
 *  decision, asks for it again, and holds it. */
async function watch(test) {
  const { page } = test;
  const bar = page.locator(".film");
  await bar.getByRole("button", { name: "Pause" }).waitFor();
  await test.press(bar.getByRole("button", { name: "Skip" }));
  await page.locator(".play[data-acting]").waitFor();
  const held = await page.locator(".play").getAttribute("data-plies");
  await test.press(bar.getByRole("button", { name: "Watch" }));
  await test.press(bar.getByRole("button", { name: "Pause" }));
  await bar.getByRole("button", { name: "Go on" }).waitFor();
  test.expect(!/ply=/.test(page.url()), `a film is no address: ${page.url()}`);
  await test.look("online film");
  await test.press(bar.getByRole("button", { name: "Skip" }));
  await page.locator(`.play[data-acting][data-ply="${held}"]`).waitFor();
  // What was watched does not begin again: who films does not decide.
  await page.reload();
  await page.locator(`.play[data-acting][data-ply="${held}"]`).waitFor();
  await bar.getByRole("button", { name: "Watch" }).waitFor();
  const begins = await bar.getByRole("button", { name: "Pause" }).count();
  test.expect(begins === 0, "the film begins again after a reload");
  await paced(test, "0");
}

/** An order after which the same side still decides: no die is rolled then, which nobody takes
 *  back.  Undefined: only one unit is left that can act. */
async function harmless(test) {
  const acts = (await test.completions()).filter((one) => one.endsWith("none"));
  const units = new Set(acts.map((one) => one.split(" ")[1]));
  return units.size < 2 ? undefined : acts[0];
}

/** What was decided is taken back: at once while one still decides. */
async function takeBack(blue, red) {
  let { test } = await nextToAct([blue, red]);
  await test.page.waitForFunction(() => /Your turn/.test(document.title));
  let act = await harmless(test);
  if (act === undefined) {
    await order(test, "end"); // the dice were unkind: the other side's will do
    ({ test } = await nextToAct([blue, red]));
    act = await harmless(test);
  }
  const before = (await read(test)).plies;
  const back = () =>
    test.page.waitForFunction(
      (count) => Number(document.querySelector(".play")?.getAttribute("data-plies")) === count,
      before,
    );
  await order(test, act);
  await test.press(test.page.getByRole("button", { name: "Take back" }));
  await back();
  // All of the turn at once.
  for (let given = 0; given < 2; given++) {
    const next = await harmless(test);
    if (next === undefined) break;
    await order(test, next);
  }
  if ((await read(test)).plies === before) return;
  await test.press(test.page.getByRole("button", { name: "Restart my turn" }));
  await back();
}

async function offers(blue, red) {
  await blue.page.getByRole("button", { name: "Offer a draw" }).click();
  await blue.look("online offer a draw");
  await blue.page.locator("dialog").getByRole("button", { name: "Offer a draw" }).click();
  const decline = red.page.getByRole("button", { name: "Decline" });
  await decline.waitFor();
  await red.look("online draw offered");
  await red.press(decline);
  await red.page.locator(".proposal.asks").waitFor({ state: "detached" });
  await shows(blue, "Bob declines the draw.");
}

async function replay(test) {
  await test.page.getByRole("button", { name: "Replay" }).click();
  const slider = test.page.getByRole("slider", { name: "Moment of the game" });
  await slider.waitFor();
  await slider.fill("2");
  await test.page.waitForFunction(
    () => document.querySelector(".play")?.getAttribute("data-ply") === "2",
  );
  await test.page.getByRole("button", { name: "Back", exact: true }).click();
}

/** The record of the finished game is proved by the command, and a changed one is not. */
export async function proof(server, blue) {
  await blue.more("Proof of the dice");
  await blue.look("online proof of the dice");
  const [download] = await Promise.all([
    blue.page.waitForEvent("download"),
    blue.page.locator("dialog").getByRole("button", { name: "Save the record" }).click(),
  ]);
  await blue.page.locator("dialog").getByRole("button", { name: "Close" }).click();
  const file = join(server.home, download.suggestedFilename());
  await download.saveAs(file);
  const verified = spawnSync(server.command, ["verify", file], { encoding: "utf8" });
  blue.expect(
    verified.status === 0 && /^Proved/.test(verified.stdout),
    `verify says: ${verified.stdout}${verified.stderr}`,
  );
  const commitment = await blue.page.evaluate(
    async (id) => (await (await fetch(`/api/games/${id}`)).json()).dice.commitment,
    blue.page.url().split("/at/")[1].split("/")[0],
  );
  blue.expect(
    spawnSync("grep", ["-c", commitment, file], { encoding: "utf8" }).stdout.trim() === "1",
    "the record holds another promise",
  );
}

async function rematch(blue, red) {
  await blue.page.getByRole("button", { name: /^Rematch/ }).click();
  await red.press(red.page.getByRole("button", { name: "Accept" }));
  for (const test of [blue, red]) {
    await test.press(test.page.getByRole("link", { name: "To the rematch" }));
    await test.page.getByRole("button", { name: "Sit down" }).waitFor();
    await test.press(test.page.getByRole("button", { name: "Sit down" }));
  }
  for (const test of [blue, red]) await test.page.locator(".play").waitFor();
  blue.expect(/\/red$/.test(blue.page.url()), `the sides have not changed: ${blue.page.url()}`);
  await red.press(red.page.getByRole("button", { name: "Resign" }));
  await red.press(red.page.locator("dialog").getByRole("button", { name: "Resign" }));
  await shows(blue, "You have won.");
  blue.expect(
    (await blue.page.locator(".over").getByText(/^By /).count()) === 0,
    "a rule is cited for a game that was given up",
  );
}

// ---- Everybody else. ----

/** Who looks at the start page finds a game that waits; two press at once, and one gets it. */
async function openGame(server, one, other) {
  const { page } = one;
  await one.open("#/new/drill?friend=1");
  one.expect((await page.locator("#listed").count()) === 0, "a game by link could be listed");
  await page.locator("#seat-red").selectOption("open");
  one.expect(!(await page.locator("#listed").isChecked()), "a game is listed without being asked");
  await page.locator("#listed").check();
  await page.locator("#player-name").fill("Olga");
  await page.getByRole("button", { name: "Invite" }).click();
  const id = (await page.locator("#invite-open").inputValue()).split("/join/")[1];
  await page.getByRole("heading", { name: "Waiting for red" }).waitFor();
  await other.open();
  const row = other.page
    .getByRole("listitem")
    .filter({ hasText: "Olga is waiting for an opponent" });
  await row.scrollIntoViewIfNeeded();
  await other.look("online open games");
  await other.press(row.getByRole("link", { name: /^Join/ }));
  await other.page.locator("#player-name").fill("Carl");
  const quicker = await fetch(`${server.address}api/games/${id}/sit`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Dora" }),
  });
  one.expect(quicker.status === 200, `the seat is not free: ${quicker.status}`);
  await other.press(other.page.getByRole("button", { name: "Sit down" }));
  await shows(other, "Somebody sits there already");
  await page.locator(".play").waitFor();
  await other.open();
  const runs = other.page.getByRole("listitem").filter({ hasText: "Olga against Dora" });
  await other.press(runs.getByRole("link", { name: /^Watch/ }));
  await other.page.locator(".play").waitFor();
}

async function visitors(server, one, other) {
  const { page } = one;
  await one.open();
  await page.getByRole("heading", { name: "Play a friend" }).waitFor();
  await one.look("online start");
  await one.open("#/mine");
  await shows(one, "no games on this server yet");
  await one.open("#/new/drill?friend=1");
  await page.locator("#seat-red").selectOption("open");
  await page.locator("#clock").selectOption("days");
  await page.locator("#player-name").fill("Anna");
  await one.look("online set up");
  await page.getByRole("button", { name: "Invite" }).click();
  const seat = await page.locator("#invite-open").inputValue();
  const stand = await page.locator("#invite-watch").inputValue();
  await other.page.goto(seat);
  await other.page.locator("#player-name").fill("Carl");
  await other.press(other.page.getByRole("button", { name: "Sit down" }));
  await other.page.locator(".play").waitFor();
  await page.locator(".play").waitFor();
  await page.locator(".clock").first().waitFor();
  await one.look("online clock");
  // Whoever cannot have a WebSocket hears the same as events.
  await other.page.routeWebSocket(/stream$/, (socket) => socket.close());
  other.frames.length = 0;
  await other.page.goto(stand);
  await other.page.locator(".play").waitFor();
  await page.locator(".player.red .presence:not(.here)").waitFor();
  other.expect(
    (await other.page.getByRole("button", { name: "Resign" }).count()) === 0,
    "a watcher can resign",
  );
  await other.page.locator('.online[data-contact="open"]').waitFor();
  other.expect(other.frames.length === 0, "it was a WebSocket after all");
  await page.getByRole("button", { name: "Offer a draw" }).click();
  await page.locator("dialog").getByRole("button", { name: "Offer a draw" }).click();
  await shows(other, "Anna offers a draw.");
  await other.look("online watching");
  await other.open("#/mine");
  await shows(other, "Against Anna");
  await other.open("#/at/nosuchgame");
  await shows(other, "No such game");
  await other.open("#/dice");
  await shows(other, "What it proves");
  await other.look("online dice");
  if (await page.evaluate(async () => (await fetch("/api/me")).ok)) await accounts(one);
}

async function accounts(test) {
  const { page } = test;
  await test.open("#/account");
  await page.getByRole("button", { name: "New here? Make an account" }).click();
  await page.locator("#account-name").fill("Anna");
  await page.locator("#account-password").fill("correct horse");
  await test.look("online account");
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("button", { name: "Add to my account" }).click();
  await page.getByRole("button", { name: "Add to my account" }).waitFor({ state: "detached" });
  await test.look("online my games");
  await test.open("#/account");
  await shows(test, "When it is your turn");
  if (await page.locator("#remind").isVisible()) {
    await page.locator("#remind").selectOption("6");
    await test.notice();
  }
  await test.look("online account settings");
  await page.evaluate(() => localStorage.clear());
  await test.open("#/mine");
  await page.locator(".saved a").first().click();
  await page.locator(".play").waitFor();
  test.expect(
    (await read(test)) !== undefined &&
      !(await page.locator(".play").getAttribute("data-over")).includes("true"),
    "the account does not open its game",
  );
  await test.open("#/account");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.locator("#account-name").fill("anna");
  await page.locator("#account-password").fill("wrong horse");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.locator("#account-password").fill("correct horse");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.locator(".saved a").first().waitFor();
}
