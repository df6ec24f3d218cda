// build.mjs - makes the page:   node build.mjs OUT [--watch]
//
// Bundles what stands in `entries`, copies what stands in `copies`, writes books and posters, and
// prints what the bundles weigh.  The service worker comes last but for the squeezed files (.br,
// which `grognard serve` sends to browsers that take them): it knows every file there is.
// The core (grognard.wasm) is put there by `make static`, not by this script.
// SPDX-License-Identifier: MIT

import { build, context } from "esbuild";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import { writeLicences } from "./licences.mjs";
import { writePages } from "./pages.mjs";
import { writePosters } from "./posters.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../build/static"));

const LEAST = 512; // bytes of a file that is worth squeezing

const entries = {
  theme: "src/theme-early.ts",
  worker: "src/worker.ts",
};
const copies = {
  "index.html": "index.html",
  "maker.css": "maker.css",
  "icon.svg": "icon.svg",
  "manifest.webmanifest": "manifest.webmanifest",
};
const looks = ["page.css", "stage.css", "after.css"]; // one file: each would be a journey more

const options = {
  absWorkingDir: here,
  entryPoints: entries,
  outdir: out,
  bundle: true,
  format: "esm",
  target: ["es2022"],
  minify: true,
  sourcemap: false,
  legalComments: "none",
  jsx: "automatic",
  jsxImportSource: "preact",
  metafile: true,
  logLevel: "warning",
};

await mkdir(out, { recursive: true });
await rm(join(out, "parts"), { recursive: true, force: true });
for (const [from, to] of Object.entries(copies)) {
  await cp(join(here, from), join(out, to), { recursive: true });
}
const sheets = await Promise.all(looks.map((name) => readFile(join(here, name), "utf8")));
await writeFile(join(out, "page.css"), sheets.join("\n"));
await writePages(join(here, "../docs"), out);
const look = existsSync(join(out, "grognard.wasm")) ? await writePosters(here, out) : undefined;

// What the first screen does not need comes later, as files of its own.
const parts = {
  ...options,
  entryPoints: { main: "src/main.tsx" },
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
  define: { FIRST_LOOK: JSON.stringify(look) ?? "undefined" },
};
if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
  await (await context(parts)).watch();
} else {
  const first = await build(options);
  tell(first);
  const bundled = await build(parts);
  tell(bundled);
  await preload(bundled);
  await writeLicences(join(here, ".."), out, [first, bundled]);
  tell(
    await build({
      ...options,
      entryPoints: { offline: "src/offline.ts" },
      define: { FILES_TO_KEEP: JSON.stringify(await filesToKeep()) },
    }),
  );
  await squeezeAll();
}

/** Every file of the page, so that all of it is there without a network. */
async function filesToKeep() {
  const names = await files();
  return ["./", ...names.filter((name) => name !== "offline.js" && name !== "index.html")];
}

async function files() {
  const all = await readdir(out, { recursive: true, withFileTypes: true });
  return all
    .filter((one) => one.isFile() && extname(one.name) !== ".br")
    .map((one) => relative(out, join(one.parentPath ?? one.path, one.name)))
    .sort();
}

/** What main.js cannot begin without is asked for together with it, and the little that the other
 *  screens have in common with the editor: nobody knows of it before he has read them. */
async function preload({ metafile }) {
  const all = Object.values(metafile.outputs);
  const paths = ["src/main.tsx", "src/whole.ts"].flatMap((name) =>
    (all.find(({ entryPoint }) => entryPoint === name)?.imports ?? [])
      .filter(({ kind }) => kind === "import-statement")
      .map(({ path }) => relative(out, resolve(here, path))),
  );
  const links = [...new Set(paths)].map((path) => `<link rel="modulepreload" href="${path}">`);
  const index = join(out, "index.html");
  const html = await readFile(index, "utf8");
  await writeFile(index, html.replace("<!--parts-->", links.join("\n")));
}

/** Squeezes what has changed, so well that no server would take the time for it. */
async function squeezeAll() {
  for (const name of await files()) {
    const file = join(out, name);
    const [about, before] = await Promise.all([
      stat(file),
      stat(`${file}.br`).catch(() => undefined),
    ]);
    if (about.size < LEAST || (before !== undefined && before.mtimeMs >= about.mtimeMs)) continue;
    await writeFile(`${file}.br`, await promisify(brotliCompress)(await readFile(file)));
  }
}

function tell(made) {
  for (const [file, { bytes }] of Object.entries(made.metafile.outputs)) {
    console.log(`${String(bytes).padStart(9)}  ${file.slice(file.lastIndexOf("/") + 1)}`);
  }
}
