// account.mjs - an account from its making to its end, and a seat that is not lost, in browsers as
// people have them: one that sat down as a guest, a phone, and a second device.
// SPDX-License-Identifier: MIT

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { newPage } from "../browser.mjs";
import { PATIENCE, SHORT, Test } from "./harness.mjs";
import { accept, comes, invite, order, read, shows } from "./online.mjs";
import { run, withServer } from "./server.mjs";

export async function account(world, folder) {
  await withServer(world, folder, "accounts", async (server) => {
    await run(world, server, "a guest's secrets stay secret, and bring the seat back", (one, two) =>
      secrets(world, server, one, two),
    );
    await run(world, server, "an account, from its making to its end", (one, two) =>
      life(world, server, one, two),
    );
    await run(world, server, "accounts play a rematch", rematch);
  });
}

/** One more browser, with a memory of its own. */
async function device(world, server, like, play) {
  const { page, context, errors } = await newPage(world.browser, {
    size: "desktop",
    chance: "another device",
  });
  context.setDefaultTimeout(PATIENCE);
  const test = new Test({ host: { address: server.address }, out: world.out }, page, errors, "", {
    size: "desktop",
  });
  try {
    await play(test);
  } catch (error) {
    like.errors.push(`the second device: ${error.stack ?? error}`);
    await page.screenshot({ path: join(world.out, "failed-second-device.png") });
  }
  like.errors.push(...errors);
  await context.close();
}

function idOf(test) {
  return test.page.url().split("/at/")[1].split(/[/?]/)[0];
}

// ---- Guests. ----

/** Every token that the browser keeps. */
function tokensOf({ page }) {
  return page.evaluate(() =>
    JSON.parse(localStorage.getItem("grognard.seats") ?? "[]").flatMap((seat) => [
      seat.token,
      ...Object.values(seat.invitations ?? {}),
    ]),
  );
}

async function secrets(world, server, anna, bob) {
  const asked = [];
  for (const { page } of [anna, bob])
    page.on("request", (request) =>
      asked.push([request.url(), request.headers()["referer"] ?? "", request.headers()["cookie"]]),
    );
  const link = await invite(anna, "squares", SHORT.squares);
  await accept(bob, link, "Bob");
  await anna.page.locator(".play").waitFor();
  const tokens = [...(await tokensOf(anna)), ...(await tokensOf(bob))].filter((one) => one !== "");
  anna.expect(tokens.length >= 3, `only ${tokens.length} secrets are kept`);
  for (const test of [anna, bob])
    for (const token of tokens)
      test.expect(!test.page.url().includes(token), `a secret stands in ${test.page.url()}`);
  for (const [url, referer] of asked) {
    anna.expect(referer === "", `${url} was told where it came from: ${referer}`);
    for (const token of tokens)
      anna.expect(!url.includes(token), `a secret was sent in the address ${url}`);
  }
  const log = server.said;
  for (const token of tokens) anna.expect(!log.includes(token), "a secret stands in the log");
  const store = readFileSync(join(server.home, "games.db"), "latin1");
  for (const token of tokens) anna.expect(!store.includes(token), "a secret stands in the store");

  // The invitation is spent; the link to the seat, which My games gives, is not.
  await anna.open("#/mine");
  await anna.page.getByRole("button", { name: /^Link to your seat/ }).click();
  await anna.look("online link to the seat");
  const own = await anna.page.locator("#seat-link").inputValue();
  await anna.page.keyboard.press("Escape");
  await device(world, server, anna, async (lost) => {
    await lost.page.goto(link);
    await shows(lost, "The seat is taken");
    await lost.look("online seat taken");
    await lost.page.goto(own);
    await lost.page.locator(".play").waitFor();
    lost.expect(/#\/at\/[a-z0-9]+\/blue$/.test(lost.page.url()), `it plays at ${lost.page.url()}`);
    lost.expect(
      (await lost.page.getByRole("button", { name: "Resign" }).count()) === 1,
      "the link to the seat does not play",
    );
    await lost.page.reload();
    await lost.page.getByRole("button", { name: "Resign" }).waitFor();
  });
}

// ---- Accounts. ----

/** With the Tab key, as far as it takes. */
async function tabTo({ page }, words) {
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(
      (wanted) =>
        [document.activeElement?.id, document.activeElement?.textContent?.trim()].includes(wanted),
      words,
    );
    if (found) return;
  }
  throw new Error(`the Tab key does not come to "${words}"`);
}

/** Without a mouse. */
async function makeByKeys(test, name, password) {
  const { page } = test;
  await test.open("#/account");
  await page.locator("#account-name").waitFor();
  await tabTo(test, "New here? Make an account");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Make an account" }).waitFor();
  await page.locator("#account-name").focus();
  await page.keyboard.type(name);
  await tabTo(test, "account-password");
  await page.keyboard.type(password);
  await test.look("account new");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Play a friend" }).waitFor();
}

async function logIn(test, name, password) {
  const { page } = test;
  await test.open("#/account");
  await page.locator("#account-name").fill(name);
  await page.locator("#account-password").fill(password);
  await test.press(page.getByRole("button", { name: "Log in", exact: true }));
}

async function life(world, server, anna, bob) {
  const { page } = anna;
  await accept(bob, await invite(anna, "squares", SHORT.squares), "Bob");
  await page.locator(".play").waitFor();
  const id = idOf(anna);
  await makeByKeys(anna, "Anna", "correct horse");
  await page.getByRole("button", { name: "Add to my account" }).click();
  await page.getByRole("button", { name: "Add to my account" }).waitFor({ state: "detached" });
  await shows(anna, "Against Bob");
  await anna.look("account my games");

  // The account alone plays: nothing is kept in the browser any more.
  await page.evaluate(() => {
    localStorage.clear();
    localStorage.setItem("grognard.pace", "0"); // no film when she comes back
  });
  await next(server, anna, bob, id);
  await device(world, server, anna, (second) => otherDevice(anna, second, id));
  await end(anna, bob, id);
}

/** /next is the game that waits for her, and nothing when none does. */
async function next(server, anna, bob, id) {
  const { page } = anna;
  const mine = async () => (await read(anna))?.acting !== undefined;
  await anna.open(`#/at/${id}/blue`);
  await comes(anna);
  if (await mine()) await order(anna, "end");
  await bob.page.locator('.play[data-acting="red"]').waitFor();
  await page.goto(`${server.address}next`);
  await page.getByRole("heading", { name: "Play a friend" }).waitFor();
  anna.expect(/#\/mine$/.test(page.url()), `nothing waits, and /next leads to ${page.url()}`);
  await order(bob, "end");
  await page.goto(`${server.address}next`);
  await page.locator('.play[data-acting="blue"]').waitFor();
  anna.expect(page.url().endsWith(`#/at/${id}/blue`), `/next leads to ${page.url()}`);
  await anna.open("#/mine");
  await page.getByRole("heading", { name: "A game is waiting for you" }).waitFor();
  await anna.look("account a game waits");
}

/** A game that is open there by the account's session, until the session ends. */
async function playsThere(second, id) {
  await second.open(`#/at/${id}/blue`);
  await second.page.locator('.online[data-contact="open"]').waitFor();
  await second.page.getByRole("button", { name: "Resign" }).waitFor();
}

async function otherDevice(anna, second, id) {
  await logIn(second, "anna", "wrong horse");
  await second.page.getByRole("alert").waitFor();
  second.errors.length = 0; // the browser tells of the 401
  await second.look("account wrong password");
  await logIn(second, "anna", "correct horse");
  await shows(second, "Against Bob");
  await playsThere(second, id);

  // Another password: the other device is out.
  const { page } = anna;
  await anna.open("#/account");
  await page.locator("#password-old").fill("correct horse");
  await page.locator("#password-new").fill("battery staple");
  await page.locator("#password-new").press("Enter");
  await shows(anna, "The password has been changed");
  await shows(second, "You are not logged in");
  await second.look("account logged out elsewhere");
  await second.page.locator(".contact").getByRole("link", { name: "Log in" }).click();
  await second.page.locator("#account-name").waitFor();
  await logIn(second, "Anna", "correct horse");
  await second.page.getByRole("alert").waitFor();
  second.errors.length = 0;
  await logIn(second, "Anna", "battery staple");
  await shows(second, "Against Bob");
  await playsThere(second, id);

  // Everywhere.
  await anna.open("#/mine");
  await anna.open("#/account");
  const everywhere = page.getByRole("button", { name: /^Log out on every device \(2\)/ });
  await everywhere.waitFor();
  await anna.look("account settings");
  await everywhere.focus();
  await page.keyboard.press("Enter");
  await page.locator("#account-name").waitFor();
  await shows(second, "You are not logged in");
  await second.open("#/account");
  await second.page.reload();
  await second.page.locator("#account-name").waitFor();
}

async function end(anna, bob, id) {
  const { page } = anna;
  await anna.open(`#/at/${id}/blue`);
  await shows(anna, "The seat is taken");
  await logIn(anna, "Anna", "battery staple");
  await shows(anna, "Against Bob");
  await anna.open("#/account");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Save all that the server stores about you" }).click(),
  ]);
  anna.expect(saved.suggestedFilename() === "grognard-Anna.zip", "the zip has another name");
  anna.expect(readFileSync(await saved.path(), "latin1").startsWith("PK"), "it is no zip");
  await page.getByRole("button", { name: "Delete the account" }).click();
  await page.locator("#password-delete").waitFor();
  await anna.look("account delete");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Delete the account" }).click();
  await page.locator("#password-delete").fill("wrong horse");
  await page.locator("#password-delete").press("Enter");
  await shows(anna, "The password is wrong.");
  anna.errors.length = 0; // the browser tells of the 401
  await page.locator("#password-delete").fill("battery staple");
  await page.locator("dialog").getByRole("button", { name: "Delete it" }).click();
  await page.locator("#account-name").waitFor();
  await logIn(anna, "Anna", "battery staple");
  await page.getByRole("alert").waitFor();
  anna.errors.length = 0;
  await bob.page.reload();
  await bob.page.locator(".play").waitFor();
  await bob.page.locator(".player.blue", { hasText: "Anna" }).waitFor();
}

// ---- Two accounts. ----

async function rematch(one, other) {
  const tests = [one, other];
  const names = ["Carla", "Dora"];
  for (const [index, test] of tests.entries())
    await makeByKeys(test, names[index], "correct horse");
  const link = await invite(one, "squares", SHORT.squares);
  await accept(other, link, "Dora");
  await one.page.locator(".play").waitFor();
  const id = idOf(one);
  await other.press(other.page.getByRole("button", { name: "Resign" }));
  await other.press(other.page.locator("dialog").getByRole("button", { name: "Resign" }));
  await shows(one, "Red resigns.");
  await one.page.getByRole("button", { name: /^Rematch/ }).click();
  await other.press(other.page.getByRole("button", { name: "Accept" }));
  await one.page.getByRole("link", { name: "To the rematch" }).waitFor();
  // Both find it in their lists, whatever the browser remembers.
  for (const test of tests) {
    await test.page.evaluate(() => localStorage.removeItem("grognard.seats"));
    await test.open("#/mine");
    await shows(test, "Your seat is free: sit down");
    await test.look("account rematch listed");
    const row = test.page.locator(".saved li", { hasText: "Your seat is free" });
    await test.press(row.locator("a"));
    await test.press(test.page.getByRole("button", { name: "Sit down" }));
  }
  for (const [index, test] of tests.entries()) {
    await test.page.locator(".play").waitFor();
    test.expect(idOf(test) !== id, "it is the old game");
    test.expect(
      test.page.url().endsWith(index === 0 ? "/red" : "/blue"),
      `the sides have not changed: ${test.page.url()}`,
    );
  }
}
