// looks.mjs - every declaration of the stylesheets is one that the browser takes, and none of those
// that are known to fail in another engine.
// SPDX-License-Identifier: MIT

import { readFile } from "node:fs/promises";
import { join } from "node:path";

const SHEETS = ["page.css", "maker.css"];
const GAMES = ["squares", "commanders", "lucky", "staff", "clausewitz"]; // with looks of their own

/** What Chromium takes and another engine does not: why, and in which declaration of a rule. */
const ELSEWHERE = [
  [
    "WebKit takes one value only: say line, style and colour one by one",
    ({ name, value }) => name === "text-decoration" && /\s/.test(value),
  ],
  [
    "WebKit needs -webkit-user-select beside it",
    ({ name, rule }) => name === "user-select" && !rule.names.has("-webkit-user-select"),
  ],
  [
    "no other engine has it",
    ({ name }) => /^(zoom|field-sizing|interpolate-size|anchor-name|corner-shape|d)$/.test(name),
  ],
  [
    "an engine drops the rule for the other's pseudo-element",
    ({ rule }) => rule.selector.includes(",") && /::-(webkit|moz)-/.test(rule.selector),
  ],
];

export async function looks(world, folder) {
  await world.test("every declaration is taken, by other engines too", {}, async (test) => {
    const texts = await Promise.all([
      ...SHEETS.map((name) => readFile(join(folder, name), "utf8")),
      ...GAMES.map(styleOf),
    ]);
    const rules = texts.flatMap(rulesOf);
    const told = rules.flatMap((rule) => rule.declarations.map((one) => ({ ...one, rule })));
    test.expect(told.length > 1500, `there are only ${told.length} declarations`);
    for (const [why, fails] of ELSEWHERE)
      for (const { name, value, rule } of told.filter(fails))
        test.expect(false, `${rule.selector} { ${name}: ${value} }: ${why}`);
    bars(test, rules);
    await test.open();
    const wrong = await test.page.evaluate(refused, {
      declarations: told.map(({ name, value }) => [name, inserted(value, texts.join("\n"))]),
      selectors: rules.map(({ selector }) => selector),
    });
    for (const one of wrong) test.expect(false, `Chromium refuses ${one}`);
  });
}

/** Each engine draws a bar of its own, unless its looks are taken from it and each part is given
 *  others by the name that the engine has for it. */
function bars(test, rules) {
  for (const bar of ["meter", "progress"]) {
    const about = rules.filter(({ selector }) => new RegExp(`\\b${bar}\\b`).test(selector));
    const has = (pattern) => about.some(({ selector }) => pattern.test(selector));
    const plain = about.some((rule) =>
      rule.declarations.some(({ name, value }) => name === "appearance" && value === "none"),
    );
    test.expect(plain, `a ${bar} keeps the looks of each engine`);
    test.expect(has(/::-webkit-/) && has(/::-moz-/), `a ${bar} has no looks in each engine`);
  }
}

async function styleOf(game) {
  const svg = await readFile(join("../rules", game, "tests/golden/scene.svg"), "utf8");
  return /<style>(.*?)<\/style>/s.exec(svg)[1];
}

/** The innermost blocks; those of fonts and of keyframes have no selector. */
function rulesOf(text) {
  const plain = text
    .replace(/\/\*.*?\*\//gs, "")
    .replace(/@keyframes[^{]*\{([^{}]*\{[^{}]*\})*\s*\}/g, "");
  return [...plain.matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(([, selector, body]) => {
    const declarations = split(body).map((part) => {
      const at = part.indexOf(":");
      const value = part.slice(at + 1).replace(/!important$/, "");
      return { name: part.slice(0, at).trim(), value: value.trim() };
    });
    const names = new Set(declarations.map(({ name }) => name));
    return { selector: selector.trim(), declarations, names };
  });
}

/** At the semicolons that end a declaration: an address may hold others. */
function split(body) {
  return (body.match(/(?:url\([^)]*\)|"[^"]*"|'[^']*'|[^;"'])+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** With the values that its variables have first: a browser takes any variable. */
function inserted(value, text) {
  const found = /var\((--[\w-]+)\)/.exec(value);
  if (found === null) return value;
  const [, own = "0"] = new RegExp(`${found[1]}:\\s*([^;}]+)`).exec(text) ?? [];
  return inserted(value.replace(found[0], own.trim()), text);
}

/** On the page: what the browser does not take.  The other engines' pseudo-elements are theirs. */
function refused({ declarations, selectors }) {
  const reads = (selector) => {
    try {
      document.createDocumentFragment().querySelector(selector);
      return true;
    } catch {
      return false;
    }
  };
  return [
    ...declarations
      .filter(([name, value]) => !name.startsWith("--") && !CSS.supports(name, value))
      .map(([name, value]) => `${name}: ${value}`),
    ...selectors.filter((one) => !one.includes("::-moz-") && !reads(one)),
  ];
}
