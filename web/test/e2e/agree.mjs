// agree.mjs - what two players settle between themselves on a server: taking back by consent, a
// draw, a rematch, and giving up, in turn and out of it.
//
// A wide screen and a phone; every question is asked on one and answered on the other, refused once
// and accepted once, with the mouse, by touch and with keys.
// SPDX-License-Identifier: MIT

import { SHORT } from "./harness.mjs";
import { accept, comes, invite, nextToAct, order, read, shows } from "./online.mjs";
import { run, withServer } from "./server.mjs";

export async function agree(world, folder) {
  await withServer(world, folder, "what players agree on", async (server) => {
    await run(world, server, "taking back by consent", takeBack);
    await run(world, server, "a draw, a rematch and giving up", endings);
  });
}

async function begin(blue, red, game) {
  await accept(red, await invite(blue, "squares", game), "Bob");
  await comes(blue);
}

/** The question, on the screen of who is asked. */
function question(test, words) {
  return test.page.getByRole("group", { name: words });
}

async function answer(test, words, button) {
  const asked = question(test, words);
  await test.press(asked.getByRole("button", { name: button }));
  await asked.waitFor({ state: "detached" });
}

function pliesAre(test, count) {
  return test.page.waitForFunction(
    (wanted) => Number(document.querySelector(".play")?.getAttribute("data-plies")) === wanted,
    count,
  );
}

// ---- Taking back. ----

/** Free deployment: blue says what its troops are, and then it is red's turn, without a die. */
async function takeBack(blue, red) {
  const ASKS = "Anna wants to take the last decision back";
  await begin(blue, red, { scenario: "sq-random" });
  const before = (await read(blue)).plies;
  await order(blue, "designate 0 0 0");
  await red.page.locator('.play[data-acting="red"]').waitFor();
  const after = (await read(blue)).plies;

  await blue.page.getByRole("button", { name: "Take back" }).click();
  await question(red, ASKS).waitFor();
  await shows(blue, "Bob has not answered yet");
  blue.expect(
    await blue.page.getByRole("button", { name: "Take back" }).isDisabled(),
    "it can be asked twice",
  );
  await red.look("online take back asked");
  await blue.look("online take back asking");
  await answer(red, ASKS, "Decline");
  await blue.page.locator(".proposal").waitFor({ state: "detached" });
  blue.expect((await read(blue)).plies === after, "it was taken back although it was declined");

  // With keys on both sides.
  await blue.page.locator("body").press("u");
  await question(red, ASKS).waitFor();
  await question(red, ASKS).getByRole("button", { name: "Accept" }).focus();
  await red.page.keyboard.press("Enter");
  await blue.page.locator('.play[data-acting="blue"]').waitFor();
  for (const test of [blue, red]) await pliesAre(test, before);
  blue.expect((await read(red)).acting === undefined, "both have to decide");

  // Who plays on has answered.
  await order(blue, "designate 0 0 0");
  await red.page.locator('.play[data-acting="red"]').waitFor();
  await blue.page.getByRole("button", { name: "Take back" }).click();
  await question(red, ASKS).waitFor();
  await order(red, "designate 0 0 0");
  await question(red, ASKS).waitFor({ state: "detached" });
  await blue.page.locator(".proposal").waitFor({ state: "detached" });
  await red.page.reload();
  await comes(red);
  red.expect((await question(red, ASKS).count()) === 0, "the question came back");
}

// ---- The end. ----

async function endings(blue, red) {
  await begin(blue, red, SHORT.squares);
  await offerDraw(blue);
  await answer(red, "Anna offers a draw", "Decline");
  await blue.page.locator(".proposal").waitFor({ state: "detached" });
  await offerDraw(red);
  await blue.look("online draw to answer");
  await answer(blue, "Bob offers a draw", "Accept");
  for (const test of [blue, red]) await shows(test, "Both agree on a draw.");
  await red.look("online draw agreed");

  await rematch(blue, red, "Anna");
  await resign([blue, red], false);
  await rematch(red, blue, "Bob");
  await resign([blue, red], true);
}

async function offerDraw(test) {
  await test.press(test.page.getByRole("button", { name: "Offer a draw" }));
  const dialog = test.page.locator("dialog");
  await dialog.waitFor();
  await test.page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  test.expect((await test.page.locator(".proposal").count()) === 0, "it was offered after all");
  await test.press(test.page.getByRole("button", { name: "Offer a draw" }));
  await test.press(dialog.getByRole("button", { name: "Offer a draw" }));
  await shows(test, "has not answered yet");
}

/** Refused once, accepted once; then both sit down, on the other side. */
async function rematch(one, other, name) {
  const ASKS = `${name} wants a rematch with the sides changed`;
  const sides = [one, other].map((test) => test.page.url().split("/").at(-1));
  const again = one.page.getByRole("button", { name: /^Rematch/ });
  await one.press(again);
  await answer(other, ASKS, "Decline");
  await one.press(again);
  await answer(other, ASKS, "Accept");
  for (const test of [one, other]) {
    await test.press(test.page.getByRole("link", { name: "To the rematch" }));
    await test.press(test.page.getByRole("button", { name: "Sit down" }));
  }
  for (const test of [one, other]) await test.page.locator(".play").waitFor();
  [one, other].forEach((test, index) =>
    test.expect(
      test.page.url().endsWith(sides[index] === "blue" ? "/red" : "/blue"),
      `${sides[index]} sits at ${test.page.url()}`,
    ),
  );
}

/** Whoever gives up, the other has won, and both read who gave up. */
async function resign(tests, inTurn) {
  const { test: mover } = await nextToAct(tests);
  const loser = inTurn ? mover : tests.find((test) => test !== mover);
  const side = loser.page.url().endsWith("/blue") ? "Blue" : "Red";
  await loser.press(loser.page.getByRole("button", { name: "Resign" }));
  await loser.press(loser.page.locator("dialog").getByRole("button", { name: "Resign" }));
  for (const test of tests) {
    await shows(test, `${side} resigns.`);
    await shows(test, test === loser ? "You have lost." : "You have won.");
  }
  const how = await loser.page.evaluate(
    async (id) => (await (await fetch(`/api/games/${id}`)).json()).result.how,
    loser.page.url().split("/at/")[1].split("/")[0],
  );
  loser.expect(how === "resigned", `${inTurn ? "in" : "out of"} turn, the end is called ${how}`);
}
