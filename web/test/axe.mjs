// axe.mjs - axe-core on a whole page: what it finds, a line for each violation.
//
// Pictures that are hidden from those who listen hold nothing to press and nothing to read: what is
// in them is taken out meanwhile, for on some pages that is nine tenths of what there is.
// What fades in is judged as it will stand there: half faded it has no contrast.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

export async function violations(page) {
  await page.evaluate(source);
  const found = await page.evaluate(async () => {
    for (const moving of document.getAnimations())
      if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish();
    const pictures = document.querySelectorAll("svg[aria-hidden=true], [aria-hidden=true] > svg");
    const taken = Array.from(pictures, (picture) => [picture, [...picture.childNodes]]);
    for (const [picture] of taken) picture.replaceChildren();
    const result = await globalThis.axe.run(document, {
      resultTypes: ["violations"],
      rules: { "target-size": { enabled: true } },
    });
    for (const [picture, nodes] of taken)
      if (picture.childNodes.length === 0) picture.append(...nodes);
    return result;
  });
  return found.violations.map((one) => {
    const where = one.nodes
      .slice(0, 3)
      .map((node) => node.html.slice(0, 160))
      .join(" | ");
    return `axe ${one.id}: ${where}`;
  });
}
