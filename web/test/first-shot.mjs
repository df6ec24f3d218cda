// first-shot.mjs - the way of somebody who comes for the first time: the start screen, the lesson,
// the first shot.
//
// Walked by the tests, which count the clicks, and by measure.mjs, which also takes the time.
// SPDX-License-Identifier: MIT

/** A counter, by the name in its title. */
export function unitOn(page, name) {
  const title = page.locator("title", { hasText: new RegExp(`\\b${name}\\b`) });
  return page.locator(".board .troops .unit", { has: title }).first();
}

/** On a page that has not been here: how often it was clicked, and the milliseconds between each
 *  click (the first: the address) and the moment at which the next could be made. */
export async function firstShot(page, address) {
  const waits = [];
  let clicks = 0;
  const wait = async (ready) => {
    const begun = performance.now();
    await ready();
    waits.push(performance.now() - begun);
  };
  const press = async (locator, ready) => {
    const box = await locator.boundingBox();
    clicks++;
    await wait(async () => {
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      await ready.waitFor();
    });
  };
  const unit = (name) => unitOn(page, name);
  const begin = page.getByRole("link", { name: "New here? Two guided minutes" });
  await wait(async () => {
    await page.goto(address, { waitUntil: "commit" });
    await begin.waitFor();
  });
  await press(begin, page.locator(".coach", { hasText: "Click the guns, A3" }));
  await press(unit("A3"), page.locator(".coach", { hasText: "stands straight ahead" }));
  await press(unit("B1"), page.locator(".pending .endings li").first());
  await press(page.getByRole("button", { name: "Do it" }), page.locator(".result li.roll").first());
  return { clicks, waits };
}
