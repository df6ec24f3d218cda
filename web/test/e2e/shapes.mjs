// shapes.mjs - where the parts of a screen stand, beside where they stood when somebody looked at
// it: shapes.json, which E2E_SHAPES=write makes anew (look at the pictures before you keep it).
// SPDX-License-Identifier: MIT

import { readFileSync, writeFileSync } from "node:fs";
import { inTime } from "./fits.mjs";

const FILE = new URL("shapes.json", import.meta.url);
const LINE = 24; // pixels: another font may break one line more, and nothing else may move
const PARTS = [".head", "#board", ".side", ".winning", ".tabs", "form.setup", ".coach", "main"];
const IS_WRITTEN = process.env.E2E_SHAPES === "write";

const kept = IS_WRITTEN ? {} : JSON.parse(readFileSync(FILE, "utf8"));

/** On the page: left, top, right and lower edge of each part, the last no lower than the window.
 *  Seen from its top: who comes back to a screen finds it scrolled as it was left. */
function edges(parts) {
  scrollTo(0, 0);
  return Object.fromEntries(
    parts.flatMap((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect();
      if (box === undefined || box.width === 0) return [];
      const lower = Math.min(box.bottom, innerHeight);
      return [[part, [box.left, box.top, box.right, lower].map(Math.round)]];
    }),
  );
}

function keep(screen, now) {
  kept[screen] = now;
  const rows = Object.entries(kept).map((row) => row.map((one) => JSON.stringify(one)).join(": "));
  writeFileSync(FILE, `{\n${rows.join(",\n")}\n}\n`);
}

/** What has moved by more than a line since then, in words. */
export async function moved(page, screen) {
  if (IS_WRITTEN) {
    await page.waitForTimeout(500);
    keep(screen, await page.evaluate(edges, PARTS));
    return [];
  }
  return inTime(page, async () => compare(kept[screen] ?? {}, await page.evaluate(edges, PARTS)));
}

function compare(then, now) {
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((part) => {
    const [was, is] = [then[part], now[part]];
    const isThere = was !== undefined && is !== undefined;
    if (isThere && was.every((edge, at) => Math.abs(edge - is[at]) <= LINE)) return [];
    return [`${part} was at ${was?.join() ?? "no place"} and is at ${is?.join() ?? "none"}`];
  });
}
