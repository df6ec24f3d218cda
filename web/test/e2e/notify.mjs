// notify.mjs - messages, from the settings to the mail in the box and back by its link; and the
// story that they are for: two friends, a link, three turns, a closed lid, a mail two days later.
// SPDX-License-Identifier: MIT

import { rmSync } from "node:fs";
import { inTime } from "./fits.mjs";
import { PATIENCE } from "./harness.mjs";
import { freePort, Hook, linkIn, Mailbox } from "./mailbox.mjs";
import { accept, comes, nextToAct, order, proof, read, shows } from "./online.mjs";
import { commandBeside, run, Server } from "./server.mjs";

const DAY = 24 * 3600 * 1000;

export async function notify(world, folder) {
  const command = commandBeside(folder);
  if (command === undefined) {
    world.result(true, "messages # SKIP there is no grognard beside the page");
    return;
  }
  const mails = await new Mailbox().open();
  const hook = await new Hook().open();
  const port = await freePort();
  const server = new Server(command, folder, [
    ...["--public-url", `http://127.0.0.1:${port}`, "--smtp", mails.address],
    ...["--mail-from", "games@example.org", "--notify-delay", "1"],
    ...["--private-webhooks", "--for-tests"],
  ]);
  server.port = port;
  try {
    await server.start();
    await run(world, server, "mails and webhooks, turned on, tried and turned off", (one, phone) =>
      settings(one, phone, mails, hook),
    );
    await run(world, server, "a link, three turns, a closed lid, a mail in two days", (anna, bob) =>
      story(server, anna, bob, mails),
    );
  } finally {
    await server.stop();
    mails.close();
    hook.close();
    rmSync(server.home, { recursive: true, force: true });
  }
}

// ---- Settings, by keyboard. ----

/** Tabs on until the focus is there, as somebody without a mouse does. */
async function tabTo(page, locator) {
  for (let tabs = 0; tabs < 60; tabs++) {
    if (await locator.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error("the keyboard does not lead there");
}

async function pressKey(page, locator, key) {
  await tabTo(page, locator);
  await page.keyboard.press(key);
}

function me(page) {
  return page.evaluate(async () => (await fetch("/api/me")).json());
}

async function join(page, name) {
  await page.evaluate(
    (body) =>
      fetch("/api/accounts", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      }).then((response) => response.ok),
    JSON.stringify({ name, password: "correct horse" }),
  );
  await page.goto("about:blank");
}

/** Until the server has the settings so. */
async function setTo(test, change, wanted) {
  await change();
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    const now = (await me(test.page)).notify;
    if (Object.entries(wanted).every(([name, value]) => now[name] === value)) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`the settings do not become ${JSON.stringify(wanted)}`);
}

async function settings(one, phone, mails, hook) {
  const { page } = one;
  await one.open("#/account");
  await pressKey(page, page.getByRole("button", { name: "New here? Make an account" }), "Enter");
  await tabTo(page, page.locator("#account-name"));
  await page.keyboard.type("Anna");
  await page.keyboard.press("Tab");
  await page.keyboard.type("correct horse");
  await page.keyboard.press("Enter");
  await shows(one, "no games on this server yet");
  await one.open("#/account");
  await confirm(one, mails);
  await changeMind(one, mails);
  await switches(one);
  await tryMail(one, mails);
  await tryWebhook(one, hook);
  await lookAround(one, phone);
  await turnOff(one, mails);
}

/** Another address waits beside the one in force, until it is confirmed or dropped. */
async function changeMind(one, mails) {
  const { page } = one;
  await page.locator("#mail").fill("anna@new.example");
  await page.locator("#mail-password").fill("correct horse");
  await page.locator("#mail-password").press("Enter");
  await shows(one, "anna@new.example replaces it when you open the link");
  await mails.mail("anna@example.org", /^another mail address/);
  await one.look("notify another address");
  await page.locator("#mail-password").fill("correct horse");
  await one.press(page.getByRole("button", { name: "Keep this one" }));
  await shows(one, "Mail address (confirmed)");
}

async function confirm(one, mails) {
  const { page } = one;
  await tabTo(page, page.locator("#mail"));
  await page.keyboard.type("anna@example.org");
  await tabTo(page, page.locator("#mail-password"));
  await page.keyboard.type("wrong horse");
  await page.keyboard.press("Enter");
  await shows(one, "The password is wrong");
  await page.locator("#mail-password").fill("correct horse");
  await page.keyboard.press("Enter");
  await shows(one, "not confirmed yet");
  const mail = await mails.mail("anna@example.org", /^confirm your address/);
  one.expect(!mail.headers.has("list-unsubscribe"), "the first mail can be turned off already");
  one.expect(
    (await page.getByRole("checkbox", { name: "send me mails" }).count()) === 0,
    "mails can be turned on before the address is confirmed",
  );
  await one.look("notify not confirmed");
  const tab = await one.context.newPage();
  await tab.goto(linkIn(mail, "/mail/confirm"));
  await lookAt(one, tab, "notify confirm");
  one.expect((await me(tab)).mail.confirmed === false, "looking at the link confirms it");
  await pressKey(tab, tab.getByRole("button", { name: "Yes, it is mine" }), "Enter");
  await tab.getByRole("heading", { name: "Confirmed" }).waitFor();
  await lookAt(one, tab, "notify confirmed");
  await tab.close();
  await comesToShow(one, "(confirmed)");
}

/** Comes back to the tab again and again, until it shows this: how long a message is on its way
 *  hangs on the machine. */
async function comesToShow({ page }, words, is = true) {
  const differs = () =>
    page.evaluate(
      ([text, wanted]) => {
        dispatchEvent(new Event("focus"));
        return document.body.innerText.includes(text) === wanted ? [] : [text];
      },
      [words, is],
    );
  if ((await inTime(page, differs)).length > 0)
    throw new Error(`the page ${is ? "does not come to show" : "goes on to show"}: ${words}`);
}

/** A page beside the one of the test. */
async function lookAt(one, page, name) {
  const kept = one.page;
  one.page = page;
  await one.look(name);
  one.page = kept;
}

async function switches(one) {
  const { page } = one;
  const mail = page.getByRole("checkbox", { name: "send me mails" });
  const digest = page.getByRole("checkbox", { name: "combine them into one mail a day" });
  await setTo(one, () => pressKey(page, mail, "Space"), { mail: false });
  await page.locator("label.check input:disabled").waitFor(); // no digest without mails
  await setTo(one, () => pressKey(page, mail, "Space"), { mail: true });
  await page.locator("label.check input:disabled").waitFor({ state: "detached" });
  await setTo(one, () => pressKey(page, digest, "Space"), { digest: true });
  const hour = page.locator("#digest-hour");
  // Of today: in winter clocks may go otherwise.
  const seven = await page.evaluate(() => {
    const morning = new Date();
    morning.setHours(7, 0, 0, 0);
    return morning.getUTCHours();
  });
  const chosen = (await me(page)).notify.digest_hour;
  one.expect(chosen === seven, `a digest comes at ${chosen} by UTC, not at seven in the morning`);
  await setTo(one, () => pressKey(page, hour, "ArrowDown"), { digest_hour: (seven + 1) % 24 });
  await one.look("notify digest");
  await setTo(one, () => pressKey(page, digest, "Space"), { digest: false });
  await setTo(one, () => pressKey(page, page.locator("#remind"), "ArrowDown"), { remind: 24 });
  const ahead = await page.locator("#remind option").allInnerTexts();
  const hours = ahead.slice(1).map((words) => /^(\d+) hours before$/.exec(words)?.[1]);
  one.expect(
    ahead[0] === "never" && hours.join(" ") === "2 6 12 24 48 72",
    `one can be reminded: ${ahead}`,
  );
}

async function tryMail(one, mails) {
  const { page } = one;
  await pressKey(page, page.getByRole("button", { name: "Send a test mail" }), "Enter");
  const mail = await mails.mail("anna@example.org", /^a test message/);
  one.expect(
    mail.headers.get("list-unsubscribe-post") === "List-Unsubscribe=One-Click" &&
      mail.headers.get("list-unsubscribe") === `<${linkIn(mail, "/mail/off")}>`,
    "the mail cannot be turned off by one click",
  );
  one.expect((await me(page)).trouble === null, "it arrived, and yet there is trouble");
}

async function tryWebhook(one, hook) {
  const { page } = one;
  await tabTo(page, page.locator("#webhook"));
  await page.keyboard.type(hook.address);
  await setTo(one, () => page.keyboard.press("Enter"), { webhook: hook.address });
  const test = page.getByRole("button", { name: "Test", exact: true });
  hook.status = 500;
  await pressKey(page, test, "Enter");
  await comesToShow(
    one,
    "The last message by webhook was not delivered: the address answered 500",
  );
  hook.status = 204;
  const { length } = hook.kept;
  await pressKey(page, test, "Enter");
  const told = await hook.next(() => true, length);
  one.expect(
    told.json.content === told.json.text && told.json.event === "test",
    `the webhook says ${JSON.stringify(told.json)}`,
  );
  await comesToShow(one, "The last message by webhook", false);
}

/** The same account on a phone, with something wrong; by day and by night. */
async function lookAround(one, phone) {
  await phone.context.addCookies(await one.context.cookies());
  await one.page.evaluate(() =>
    fetch("/api/me/notify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ digest: true, webhook: "http://127.0.0.1:9/nobody" }),
    }),
  );
  await one.page.reload();
  await one.press(one.page.getByRole("button", { name: "Test", exact: true }));
  await comesToShow(one, "The last message by webhook was not delivered");
  await phone.open("#/account");
  await shows(phone, "The last message by webhook was not delivered");
  for (const colorScheme of ["light", "dark"]) {
    for (const test of [one, phone]) {
      await test.page.emulateMedia({ colorScheme });
      await test.look(`notify settings ${colorScheme}`);
    }
  }
  await one.page.emulateMedia({ colorScheme: "light" });
}

async function turnOff(one, mails) {
  const { page } = one;
  const mail = await mails.mail("anna@example.org", /^a test message/);
  await page.goto(linkIn(mail, "/mail/off"));
  await one.look("notify turn off");
  one.expect((await me(page)).notify.mail === true, "looking at the link turns mails off");
  await pressKey(page, page.getByRole("button", { name: "Turn them off" }), "Enter");
  await page.getByRole("heading", { name: "No more mails" }).waitFor();
  await one.open("#/account");
  const box = page.getByRole("checkbox", { name: "send me mails" });
  await box.waitFor();
  one.expect(!(await box.isChecked()), "mails are still turned on");
}

// ---- The story. ----

async function story(server, anna, bob, mails) {
  await enter(anna, mails);
  await sitDown(anna, bob);
  const turns = await playLive(anna, bob);
  anna.expect(turns >= 6, `only ${turns} turns were played`);
  const before = await closeLids(anna, bob);
  for (let days = 0; days < 2; days++) await tomorrow(server);
  await bob.page.goto(before.bobs);
  await finds(bob, before.plies);
  const { length } = mails.kept;
  await turn(bob);
  const plies = (await read(bob)).plies;
  const mail = await mails.mail("clara@example.org", /your turn as Blue against Bob$/, length);
  const later = Date.parse(mail.headers.get("date")) - Date.now();
  anna.expect(later > 2 * DAY - 600000, `the mail comes ${later / DAY} days later`);
  await anna.page.goto(linkIn(mail, "/game/"));
  await finds(anna, plies);
  anna.expect((await read(anna)).acting === "blue", "it is not her turn");
  await anna.page.getByRole("tab", { name: /^Talk/ }).click();
  await shows(anna, "See you on Tuesday");
  await anna.page.waitForFunction(
    () => document.querySelector("#note")?.value === "Take the hill",
  );
  await anna.look("notify story come back");
  await end(server, anna, bob);
}

/** She has an account and an address; he is a guest. */
async function enter(anna, mails) {
  const { page } = anna;
  await anna.open();
  await join(page, "Clara");
  await anna.open("#/account");
  await page.locator("#mail").fill("clara@example.org");
  await page.locator("#mail-password").fill("correct horse");
  await page.locator("#mail-password").press("Enter");
  const mail = await mails.mail("clara@example.org", /^confirm your address/);
  await page.goto(linkIn(mail, "/mail/confirm"));
  await page.getByRole("button", { name: "Yes, it is mine" }).click();
  await page.getByRole("heading", { name: "Confirmed" }).waitFor();
}

async function sitDown(anna, bob) {
  const { page } = anna;
  await anna.open("#/new/squares?friend=1");
  await page.locator('input[name=scenario][value="sq-tiny"]').check({ force: true });
  await page.locator("#clock").selectOption("days");
  await page.locator("#player-name").fill("Anna");
  await page.getByRole("button", { name: "Invite" }).click();
  const link = await page.locator("#invite-red").inputValue();
  await accept(bob, link, "Bob");
  await page.locator(".play").waitFor();
}

/** Until somebody else has to decide. */
async function turn(test) {
  const side = (await read(test)).acting;
  for (let orders = 0; orders < 20 && (await read(test)).acting === side; orders++)
    await order(test, "end");
}

/** Three turns each at least, and then it is his. */
async function playLive(anna, bob) {
  for (let turns = 0; turns < 20; turns++) {
    const { test, over } = await nextToAct([anna, bob]);
    if (over) return 0;
    if (turns >= 6 && test === bob) return turns;
    await turn(test);
  }
  return 0;
}

async function closeLids(anna, bob) {
  await anna.page.getByRole("tab", { name: /^Talk/ }).click();
  await anna.page.locator("#note").fill("Take the hill");
  await anna.press(anna.page.getByRole("button", { name: "Save the note" }));
  await shows(anna, "Saved.");
  await bob.press(bob.page.getByRole("tab", { name: /^Talk/ }));
  await bob.page.locator("#say").fill("See you on Tuesday");
  await bob.page.locator("#say").press("Enter");
  await shows(anna, "See you on Tuesday");
  const { plies } = await read(bob);
  const bobs = bob.page.url();
  for (const test of [anna, bob]) await test.page.goto("about:blank");
  return { plies, bobs };
}

/** The server's clock goes on by a day.  Two signals at once might be one: when it answers it has
 *  had the first. */
async function tomorrow(server) {
  server.process.kill("SIGUSR1");
  await fetch(`${server.address}api/me`);
}

async function finds(test, plies) {
  await comes(test);
  await test.page.waitForFunction(
    (count) => Number(document.querySelector(".play")?.getAttribute("data-plies")) >= count,
    plies,
  );
  const now = await read(test);
  test.expect(now.plies === plies, `there are ${now.plies} entries, not ${plies}`);
}

/** He gives up, and each of them proves the dice. */
async function end(server, anna, bob) {
  await bob.press(bob.page.getByRole("button", { name: "Resign" }));
  await bob.press(bob.page.locator("dialog").getByRole("button", { name: "Resign" }));
  for (const test of [anna, bob]) {
    await shows(test, "Rematch");
    await proof(server, test);
  }
}
