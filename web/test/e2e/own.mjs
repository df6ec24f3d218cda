// own.mjs - what is somebody's own: the way back in by mail when the password is forgotten,
// sessions ended one by one, and the part of the dice that a browser keeps and compares in the end.
// SPDX-License-Identifier: MIT

import { rmSync } from "node:fs";
import { newPage } from "../browser.mjs";
import { PATIENCE, SHORT, Test } from "./harness.mjs";
import { freePort, linkIn, Mailbox } from "./mailbox.mjs";
import { accept, invite, shows } from "./online.mjs";
import { commandBeside, run, Server } from "./server.mjs";

export async function own(world, folder) {
  const command = commandBeside(folder);
  if (command === undefined) {
    world.result(true, "one's own # SKIP there is no grognard beside the page");
    return;
  }
  const mails = await new Mailbox().open();
  const port = await freePort();
  const server = new Server(command, folder, [
    ...["--public-url", `http://127.0.0.1:${port}`, "--smtp", mails.address],
    ...["--mail-from", "games@example.org", "--notify-delay", "1"],
  ]);
  server.port = port;
  try {
    await server.start();
    await run(world, server, "a forgotten password, and a way back in by mail", (one, phone) =>
      recovery(one, phone, mails),
    );
    await run(world, server, "sessions are ended one by one", (one, phone) =>
      sessions(world, server, one, phone),
    );
    await run(world, server, "the page proves its own part of the dice", (one, phone) =>
      dice(one, phone, false),
    );
    await run(world, server, "the page finds out that its part was swapped", (one, phone) =>
      dice(one, phone, true),
    );
  } finally {
    await server.stop();
    mails.close();
    rmSync(server.home, { recursive: true, force: true });
  }
}

// ---- Accounts. ----

async function make(test, name, password) {
  const { page } = test;
  await test.open("#/account");
  await test.press(page.getByRole("button", { name: "New here? Make an account" }));
  await page.getByRole("heading", { name: "Make an account" }).waitFor();
  await page.locator("#account-name").fill(name);
  await page.locator("#account-password").fill(password);
  await page.locator("#account-password").press("Enter");
  await page.getByRole("heading", { name: "Play a friend" }).waitFor();
}

async function logIn(test, name, password) {
  const { page } = test;
  await test.open("#/account");
  await page.locator("#account-name").fill(name);
  await page.locator("#account-password").fill(password);
  await test.press(page.getByRole("button", { name: "Log in", exact: true }));
}

async function confirmMail(test, mails, address, password) {
  const { page } = test;
  await test.open("#/account");
  await page.locator("#mail").fill(address);
  await page.locator("#mail-password").fill(password);
  await page.locator("#mail-password").press("Enter");
  await page.goto(linkIn(await mails.mail(address, /^confirm your address/), "/mail/confirm"));
  await test.press(page.getByRole("button", { name: "Yes, it is mine" }));
  await page.getByRole("heading", { name: "Confirmed" }).waitFor();
}

async function asks(test, who) {
  const { page } = test;
  await test.open("#/account");
  await test.press(page.getByRole("link", { name: /^Forgotten/ }));
  await page.locator("#recover-who").fill(who);
  await test.press(page.getByRole("button", { name: "Send the mail" }));
  const said = page.locator("main").getByRole("status");
  await said.waitFor();
  return said.textContent();
}

async function sets(test, password) {
  const { page } = test;
  await page.locator("#recover-password").fill(password);
  await test.press(page.getByRole("button", { name: "Set the password" }));
}

/** She is logged in at one place, and has forgotten her password at another. */
async function recovery(anna, phone, mails) {
  await make(anna, "Emma", "correct horse");
  await confirmMail(anna, mails, "emma@example.org", "correct horse");
  await anna.open("#/mine");
  const said = await asks(phone, "emma");
  await phone.look("account recovery asked");
  const stranger = await asks(phone, "nobody at all");
  phone.expect(said === stranger, `what is said tells who has an account: ${said} / ${stranger}`);
  const mail = await mails.mail("emma@example.org", /password/i);
  const link = linkIn(mail, "/recover");
  await phone.page.goto(link);
  await phone.page.locator("#recover-password").waitFor();
  const token = link.split("#")[1];
  phone.expect(!phone.page.url().includes(token), "the token stays in the address");
  await phone.look("account recovery");
  await sets(phone, "battery staple");
  await phone.page.getByRole("heading", { name: "Play a friend" }).waitFor();
  await shows(phone, "Emma");

  // The other place is logged out, the old password and the link have had their day.
  await anna.open("#/account");
  await anna.page.reload();
  await anna.page.locator("#account-name").waitFor();
  await logIn(anna, "Emma", "correct horse");
  await anna.page.getByRole("alert").waitFor();
  await anna.page.goto("about:blank");
  await anna.page.goto(link);
  await sets(anna, "third time lucky");
  await anna.page.getByRole("alert").waitFor();
  await anna.look("account recovery spent");
  anna.errors.length = 0; // the browser tells of the two refusals
  await anna.press(anna.page.getByRole("button", { name: "Ask for another link" }));
  await anna.page.locator("#recover-who").waitFor();
  await logIn(anna, "Emma", "battery staple");
  await anna.page.getByRole("heading", { name: "Play a friend" }).waitFor();
}

/** Three places; the first ends the second, and the third goes on. */
async function sessions(world, server, one, phone) {
  await make(one, "Frida", "correct horse");
  await logIn(phone, "Frida", "correct horse");
  await phone.page.getByRole("heading", { name: "Play a friend" }).waitFor();
  const { page, context, errors } = await newPage(world.browser, {
    size: "desktop",
    chance: "a third place",
  });
  context.setDefaultTimeout(PATIENCE);
  const third = new Test({ host: { address: server.address }, out: world.out }, page, errors, "", {
    size: "desktop",
  });
  await logIn(third, "Frida", "correct horse");
  await page.getByRole("heading", { name: "Play a friend" }).waitFor();

  await one.open("#/account");
  const list = one.page.locator("ul.sessions li");
  await list.nth(2).waitFor();
  one.expect((await list.count()) === 3, `${await list.count()} sessions are listed`);
  one.expect(
    (await one.page.locator("ul.sessions").getByText(", this one").count()) === 1,
    "the list does not say which one is this",
  );
  await one.look("account sessions");
  const ids = await one.page.evaluate(async () =>
    (await (await fetch("/api/me/sessions")).json()).sessions.map((session) => session.this),
  );
  one.expect(ids.filter((here) => here).length === 1, "more than one session is this one");
  const before = await alive([phone, third]);
  one.expect(before.every((good) => good), "somebody is out already");
  await one.press(one.page.getByRole("button", { name: /^End session:/ }).first());
  await list.nth(2).waitFor({ state: "detached" });
  const after = await alive([phone, third]);
  one.expect(
    after.filter((good) => good).length === 1,
    `one session was ended, and ${after.filter((good) => good).length} of two go on`,
  );
  one.expect((await list.count()) === 2, `${await list.count()} sessions are left`);
  one.errors.push(...errors);
  await context.close();
}

/** Who is still logged in. */
function alive(tests) {
  return Promise.all(
    tests.map(({ page }) =>
      page.evaluate(async () => (await (await fetch("/api/me")).json()).name === "Frida"),
    ),
  );
}

// ---- Dice. ----

/** As a server would do it that wants other dice: what the player gives is thrown away. */
async function swap({ page }) {
  await page.route("**/sit", (route) => {
    const body = route.request().postDataJSON();
    return route.continue({
      postData: JSON.stringify({ ...body, contribution: "what suits the server" }),
    });
  });
}

async function dice(anna, bob, swapped) {
  if (swapped) await swap(bob);
  await accept(bob, await invite(anna, "squares", SHORT.squares), "Bob");
  await anna.page.locator(".play").waitFor();
  for (const test of [anna, bob]) {
    await test.more("Proof of the dice");
    await shows(test, "This browser has stored the promise and your part of the dice.");
    await test.press(test.page.locator("dialog").getByRole("button", { name: "Close" }));
  }
  await anna.press(anna.page.getByRole("button", { name: "Resign" }));
  await anna.press(anna.page.locator("dialog").getByRole("button", { name: "Resign" }));
  for (const test of [anna, bob]) {
    await shows(test, "Rematch");
    await test.more("Proof of the dice");
    const cheated = swapped && test === bob;
    const verdict = test.page.locator("dialog").getByRole(cheated ? "alert" : "status");
    await verdict.waitFor();
    const words = await verdict.textContent();
    test.expect(
      cheated ? /with your part/i.test(words) : /^The promise is the one/.test(words),
      `the page says: ${words}`,
    );
    await test.look(`online own part ${cheated ? "swapped" : "proved"}`);
    const [download] = await Promise.all([
      test.page.waitForEvent("download"),
      test.press(test.page.locator("dialog").getByRole("button", { name: /^Save your part/ })),
    ]);
    test.expect(/-mine\.txt$/.test(download.suggestedFilename()), "the file has another name");
  }
}
