// words.test.ts - the catalogues: every sentence is whole and used, and how places are filled.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { allOf, anyOf, put, say } from "../src/words/say";

const source = join(process.env["GROGNARD_ROOT"] ?? "", "web/src");

function filesIn(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name));
}

const catalogues = filesIn(join(source, "words")).filter((name) => !name.endsWith("say.ts"));
const lines = catalogues.flatMap((name) => readFileSync(name, "utf8").split("\n"));

test("words: places and forms", () => {
  const hits = { one: "{who}: {count} hit", other: "{who}: {count} hits" } as const;
  assert.equal(say(hits, { who: "A1", count: 1 }), "A1: 1 hit");
  assert.equal(say(hits, { who: "A1", count: 0 }), "A1: 0 hits");
  assert.equal(say("{a} of {b}, {a}", { a: 1, b: "$& {a}" }), "1 of $& {a}, 1");
  assert.equal(allOf(["blue", "red"]), "blue and red");
  assert.equal(anyOf(["blue", "red"]), "blue or red");
});

test("words: elements stand in their sentence", () => {
  const link = (words: string): string => `[${words}]`;
  const changed = { one: "Rules <a>({count} change)</a>", other: "<a>{count}</a>" } as const;
  assert.deepEqual(put(changed, { count: 1, a: link }), ["Rules ", "[(1 change)]"]);
  assert.deepEqual(put("See <a>My games</a>, {name}.", { a: link, name: "Anna" }), [
    "See ",
    "[My games]",
    ", ",
    "Anna",
    ".",
  ]);
});

test("words: braces and tags of every sentence are whole", () => {
  for (const line of lines.filter((one) => one.includes('"'))) {
    const bare = line.replace(/^[^"]*|[^"]*$/g, "").replace(/\{\w+\}|<(\w+)>[^<]*<\/\1>/g, "");
    const texts = bare.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    for (const text of texts) assert.doesNotMatch(text, /[{}<>]/, line);
  }
});

test("words: every sentence is used", () => {
  const code = filesIn(source)
    .filter((name) => !catalogues.includes(name))
    .map((name) => readFileSync(name, "utf8"))
    .join("\n");
  for (const name of catalogues) {
    const text = readFileSync(name, "utf8");
    const chapter = /export const (\w+)/.exec(text)?.[1] ?? "";
    for (const [, key = ""] of text.matchAll(/^ {2}(\w+): /gm))
      assert.match(code, new RegExp(`\\b${chapter}\\.${key}\\b`), `${chapter}.${key}`);
  }
});
