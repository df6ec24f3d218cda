// axe.mjs - axe-core on a whole page, pictures and all: what it finds, a line for each violation.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

export async function violations(page) {
  await page.evaluate(source);
  const found = await page.evaluate(() =>
    globalThis.axe.run(document, { resultTypes: ["violations"] }),
  );
  return found.violations.map((one) => {
    const where = one.nodes
      .slice(0, 3)
      .map((node) => node.html.slice(0, 160))
      .join(" | ");
    return `axe ${one.id}: ${where}`;
  });
}
