// axe.mjs - axe-core on a whole page: what it finds, a line for each violation.
//
// Pictures that are hidden from those who listen hold nothing to press and nothing to read: what is
// in them is taken out meanwhile, for on some pages that is nine tenths of what there is.
// What fades in is judged as it will stand there: half faded it has no contrast.
//
// Contrast takes axe three quarters of its time, and hangs on little: the letters' colour, size and
// weight, and what lies behind them.  Words that look alike are judged once in a run; those of
// something that lies over the page, whatever is under it, once on each kind of screen.  The rest
// hangs on what stands in what: a page all of whose parts stood in pages that were found good is
// not judged again (with E2E_WHOLE and in `make screens` it is).
// SPDX-License-Identifier: MIT

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const source = await readFile(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);
const good = new Set(); // looks of words whose contrast was judged and found good
const sound = new Set(); // parts of pages that were judged and found good

/** `whole`: whatever was judged before. */
export async function violations(page, whole = process.env.E2E_WHOLE !== undefined) {
  const [all, parts] = [await page.evaluate(looksOfWords), await page.evaluate(partsOfPage)];
  const fresh = all.filter((look) => !good.has(look));
  const twice = parts.filter((part) => part.startsWith("twice: "));
  const known = !whole && parts.every((part) => sound.has(part));
  if (known && fresh.length === 0) return twice;
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  const { structure, contrast } = await page.evaluate(judge, { fresh, known });
  if (contrast.length === 0) for (const look of fresh) good.add(look);
  if (structure.length === 0 && twice.length === 0) for (const part of parts) sound.add(part);
  return [...twice, ...structure, ...contrast];
}

/** The same of the board's pictures, shown to those who listen for once. */
export async function boardViolations(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(source);
  return page.evaluate(async () => {
    const pictures = document.querySelectorAll(".board svg[aria-hidden=true]");
    for (const picture of pictures) picture.removeAttribute("aria-hidden");
    const board = document.querySelector(".board");
    const { violations: found } = await globalThis.axe.run(board, { resultTypes: ["violations"] });
    for (const picture of pictures) picture.setAttribute("aria-hidden", "true");
    if (pictures.length === 0) return ["axe: there is no board"];
    return found.map((one) => `axe, board shown, ${one.id}: ${one.nodes[0].html.slice(0, 160)}`);
  });
}

/** On the page: every way in which words look there; an element of each is kept for `judge`. */
function looksOfWords() {
  for (const moving of document.getAnimations())
    if (moving.effect?.getComputedTiming().endTime !== Infinity) moving.finish();
  const screen = location.hash.split(/[/?]/)[1] ?? "";
  const behind = new Map(); // by element: what lies behind the words in it
  const kept = new Map();
  const behindOf = (element, style) => {
    const around = element.parentElement === null ? "" : (behind.get(element.parentElement) ?? "");
    const clear = style.backgroundImage === "none" && style.backgroundColor === "rgba(0, 0, 0, 0)";
    const faded = style.opacity === "1" ? "" : ` faded ${style.opacity}`;
    const over = /absolute|fixed|sticky/.test(style.position) && !around.startsWith("over ");
    const place = over ? `over ${screen} ${element.tagName}.${element.className}` : "";
    const ground = clear ? "" : ` / ${style.backgroundColor} ${style.backgroundImage}`;
    return `${place}${around}${faded}${ground}`;
  };
  const linkIn = ({ parentElement }, style) =>
    ` ${style.textDecorationLine} in ${getComputedStyle(parentElement).color}`;
  for (const element of document.querySelectorAll("html, body, body *")) {
    if (element.closest("svg") !== null) continue;
    const style = getComputedStyle(element);
    behind.set(element, behindOf(element, style));
    const words = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "",
    );
    if (!words && !/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) continue;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || style.visibility !== "visible") continue;
    const look = `${behind.get(element)} | ${element.tagName === "OPTION"} ${style.color} ${
      style.fontSize
    } ${style.fontWeight} ${style.textShadow} ${element.matches(":disabled, :disabled *")}${
      element.tagName === "A" ? linkIn(element, style) : ""
    }`;
    if (!kept.has(look)) kept.set(look, element);
  }
  globalThis.keptLooks = kept;
  return [...kept.keys()];
}

/** On the page: every element with what it stands in, without its words; the row of headings; and
 *  names that two elements have. */
function partsOfPage() {
  const kindOf = (element) => {
    if (element === null) return "";
    const about = [...element.attributes]
      .filter(({ name }) => /^(aria-|role$|type$|tabindex$|alt$|lang$|class$)/.test(name))
      .map(({ name, value }) => {
        const words = /label$|text$|by$|owns|controls|active|value|posinset|setsize/.test(name);
        return words ? `${name}${value === "" ? " empty" : ""}` : `${name}=${value}`;
      });
    const { title } = element;
    const words = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "",
    );
    return [element.localName, ...about.sort(), title ? "title" : "", words ? "words" : ""].join();
  };
  const [parts, names] = [new Set(), new Set()];
  for (const element of document.querySelectorAll("html, body, body *")) {
    if (element.parentElement?.closest("svg")) continue;
    const around = element.parentElement;
    parts.add([around?.parentElement ?? null, around, element].map(kindOf).join(" > "));
    if (element.id === "") continue;
    if (names.has(element.id)) parts.add(`twice: ${element.id}`);
    names.add(element.id);
  }
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
    .filter((one) => one.checkVisibility())
    .map((one) => Number(one.localName[1]));
  headings.forEach((level, at) => parts.add(`heading ${headings[at - 1] ?? 0} ${level}`));
  return [...parts];
}

/** On the page: everything but contrast unless it is known, and contrast where it has not been
 *  judged. */
async function judge({ fresh, known }) {
  const told = (found) =>
    found.violations.map((one) => {
      const where = one.nodes
        .slice(0, 3)
        .map((node) => node.html.slice(0, 160))
        .join(" | ");
      return `axe ${one.id}: ${where}`;
    });
  const pictures = document.querySelectorAll("svg[aria-hidden=true], [aria-hidden=true] > svg");
  const taken = Array.from(pictures, (picture) => [picture, [...picture.childNodes]]);
  for (const [picture] of taken) picture.replaceChildren();
  const structure = known
    ? { violations: [] }
    : await globalThis.axe.run(document, {
        resultTypes: ["violations"],
        rules: { "color-contrast": { enabled: false }, "link-in-text-block": { enabled: false } },
      });
  // Links in the lines of a book may be as low as their lines: they are not asked, and are most.
  const targets = [...document.querySelectorAll("a, button, input, select, summary, textarea")];
  const large = targets.filter((one) => one.closest(".prose :is(p, li, td)") === null);
  const sizes =
    known || large.length === 0
      ? { violations: [] }
      : await globalThis.axe.run({ include: large }, {
          resultTypes: ["violations"],
          runOnly: { type: "rule", values: ["target-size"] },
        });
  const include = fresh
    .map((look) => globalThis.keptLooks.get(look))
    .filter((one) => one.isConnected);
  const contrast =
    include.length === 0
      ? { violations: [] }
      : await globalThis.axe.run({ include }, {
          resultTypes: ["violations"],
          runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
        });
  for (const [picture, nodes] of taken)
    if (picture.childNodes.length === 0) picture.append(...nodes);
  return { structure: [...told(structure), ...told(sizes)], contrast: told(contrast) };
}
