// browser.mjs - Debian's Chromium, headless, with a fresh profile: what every test of the page
// uses.

import { chromium } from "playwright-core";

export const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
};

export function launch() {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page of its own, in which every error is collected: a test ends by asserting that there
 *  are none. */
export async function newPage(browser, settings = {}) {
  const {
    size = "desktop",
    colours = "light",
    touch = size === "phone",
    offline = false,
  } = settings;
  const context = await browser.newContext({
    viewport: SIZES[size],
    colorScheme: colours,
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: 1,
    serviceWorkers: offline ? "allow" : "block",
  });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/404/.test(message.text())) errors.push(message.text());
  });
  return { page, context, errors };
}
