// tour.mjs - looks at every screen: node test/tour.mjs STATIC OUT [WORD]
//
// Opens each screen of each game on desktop and phone, by day and by lamp light, runs axe-core on
// it, keeps a picture, and fails if the page reported an error, axe found a violation, or a phone
// has to scroll sideways.  With WORD, a
// regular expression, only screens whose name matches it, such as squares-play-phone-dark.

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { violations } from "./axe.mjs";
import { launch, newPage } from "./browser.mjs";
import { serve } from "./serve.mjs";

const [folder = "../build/static", out = "../build/screens", word = ""] = process.argv.slice(2);

/** The screens, each a name and how to get there. */
function screens(games) {
  const list = [
    { name: "start", steps: async (page) => page.waitForSelector(".cards .pic svg") },
    { name: "learn", hash: "#/learn", steps: async (page) => page.waitForSelector(".coach") },
    { name: "lost", hash: "#/nowhere", steps: async (page) => page.waitForSelector("h1") },
  ];
  for (const game of games) {
    list.push({
      name: `${game}-setup`,
      hash: `#/new/${game}`,
      steps: async (page) => page.waitForSelector(".scenarios .pic svg"),
    });
    for (const kind of ["rules", "how", "sheet"]) {
      list.push({
        name: `${game}-${kind}`,
        hash: `#/${kind}/${game}`,
        steps: async (page) => page.waitForSelector(".prose h1, .prose h2, .prose table, .prose p"),
      });
    }
    list.push({ name: `${game}-play`, hash: `#/new/${game}`, steps: begin });
    list.push({
      name: `${game}-unit`,
      hash: `#/new/${game}`,
      steps: async (page) => {
        await begin(page);
        await page.keyboard.press("n");
        await page.waitForTimeout(300);
      },
    });
    list.push({
      name: `${game}-order`,
      hash: `#/new/${game}`,
      steps: async (page) => {
        await begin(page);
        await page.keyboard.press("n");
        await page.locator(".offers button").first().click();
        await page.waitForTimeout(400);
      },
    });
    list.push({
      name: `${game}-log`,
      hash: `#/new/${game}`,
      steps: async (page) => {
        await begin(page);
        await page.keyboard.press("l");
        await page.waitForTimeout(200);
      },
    });
    list.push({
      name: `${game}-units`,
      hash: `#/new/${game}`,
      steps: async (page) => {
        await begin(page);
        await page.keyboard.press("t");
        await page.waitForTimeout(200);
      },
    });
    list.push({
      name: `${game}-keys`,
      hash: `#/new/${game}`,
      steps: async (page) => {
        await begin(page);
        await page.keyboard.press("?");
        await page.waitForSelector("dialog[open]");
      },
    });
    list.push({
      name: `${game}-replay`,
      hash: `#/new/${game}`,
      steps: async (page) => {
        await begin(page);
        await page.keyboard.press("r");
        await page.waitForTimeout(300);
      },
    });
  }
  return list;
}

async function begin(page) {
  await page.locator("button[type=submit]").click();
  await page.waitForSelector(".board svg g > *");
  await page.waitForFunction(() => document.querySelector(".command") !== null, undefined, {
    timeout: 30000,
  });
}

await mkdir(out, { recursive: true });
const host = await serve(folder);
const browser = await launch();
let bad = 0;
const probe = await newPage(browser);
await probe.page.goto(host.address);
const games = await probe.page
  .locator('a[href^="#/new/"]')
  .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute("href").slice(6)))]);
await probe.context.close();
for (const size of ["desktop", "phone"]) {
  for (const colours of ["light", "dark"]) {
    for (const screen of screens(games)) {
      const name = `${screen.name}-${size}-${colours}`;
      if (!new RegExp(word).test(name)) continue;
      const { page, context, errors } = await newPage(browser, { size, colours });
      try {
        await page.goto(host.address + (screen.hash ?? ""));
        await screen.steps(page);
        await page.screenshot({ path: join(out, `${name}.png`) });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        if (wide) errors.push("scrolls sideways");
        errors.push(...(await violations(page)));
      } catch (error) {
        errors.push(String(error).slice(0, 400));
        await page.screenshot({ path: join(out, `${name}.png`) }).catch(() => undefined);
      }
      if (errors.length > 0) {
        bad++;
        console.log(`${name}:\n  ${errors.join("\n  ")}`);
      }
      await context.close();
    }
  }
}
await browser.close();
host.close();
console.log(bad === 0 ? "every screen is in order" : `${bad} screens are not in order`);
process.exitCode = bad === 0 ? 0 : 1;
