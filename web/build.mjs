// build.mjs - makes the page:   node build.mjs OUT [--watch]
//
// Bundles what stands in `entries`, copies what stands in `copies`, writes books and posters, and
// prints what the bundles weigh.  The service worker comes last: it knows every file there is.
// The core (grognard.wasm) is put there by `make static`, not by this script.

import { build, context } from "esbuild";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, rm } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { writePages } from "./pages.mjs";
import { writePosters } from "./posters.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const out = resolve(process.argv[2] ?? join(here, "../build/static"));

const entries = {
  theme: "src/theme-early.ts",
  worker: "src/worker.ts",
};
const copies = {
  "index.html": "index.html",
  "page.css": "page.css",
  "after.css": "after.css",
  "stage.css": "stage.css",
  "maker.css": "maker.css",
  "icon.svg": "icon.svg",
  "manifest.webmanifest": "manifest.webmanifest",
};

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

// What the first screen does not need comes later, as files of its own.
const parts = {
  ...options,
  entryPoints: { main: "src/main.tsx" },
  splitting: true,
  chunkNames: "parts/[name]-[hash]",
};

await mkdir(out, { recursive: true });
await rm(join(out, "parts"), { recursive: true, force: true });
for (const [from, to] of Object.entries(copies)) {
  await cp(join(here, from), join(out, to), { recursive: true });
}
await writePages(join(here, "../docs"), out);
if (existsSync(join(out, "grognard.wasm"))) await writePosters(here, out);
if (process.argv.includes("--watch")) {
  await (await context(options)).watch();
  await (await context(parts)).watch();
} else {
  tell(await build(options));
  tell(await build(parts));
  tell(
    await build({
      ...options,
      entryPoints: { offline: "src/offline.ts" },
      define: { FILES_TO_KEEP: JSON.stringify(await filesToKeep()) },
    }),
  );
}

/** Every file of the page, so that all of it is there without a network. */
async function filesToKeep() {
  const all = await readdir(out, { recursive: true, withFileTypes: true });
  const names = all
    .filter((one) => one.isFile() && one.name !== "offline.js" && one.name !== "index.html")
    .map((one) => relative(out, join(one.parentPath ?? one.path, one.name)));
  return ["./", ...names.sort()];
}

function tell(made) {
  for (const [file, { bytes }] of Object.entries(made.metafile.outputs)) {
    console.log(`${String(bytes).padStart(9)}  ${file.slice(file.lastIndexOf("/") + 1)}`);
  }
}
