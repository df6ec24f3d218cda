// licences.mjs - licences.html: our licence and that of every package that is in the bundles.
//
// What is bundled is read from what esbuild tells of its inputs, so that no list is kept by hand.
// A package without a licence file stops the build.
// SPDX-License-Identifier: MIT

import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { whole } from "./pages.mjs";

const PACKAGE = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//;

export async function writeLicences(root, out, builds) {
  const inputs = builds.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const names = new Set(inputs.map((path) => PACKAGE.exec(path)?.[1]).filter(Boolean));
  const parts = [section("grognard", await readFile(join(root, "LICENSE"), "utf8"))];
  for (const name of [...names].sort()) {
    const folder = join(root, "web/node_modules", name);
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    parts.push(section(`${name} ${version}`, await licenceIn(folder)));
  }
  const body = `<h1>Licences</h1>\n<p>The page is made of these parts.</p>\n${parts.join("\n")}\n`;
  await writeFile(join(out, "licences.html"), whole("Licences", "", body));
}

async function licenceIn(folder) {
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence file`);
  return readFile(join(folder, file), "utf8");
}

function section(title, text) {
  const plain = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<h2>${title}</h2>\n<pre>${plain.trim()}</pre>`;
}
